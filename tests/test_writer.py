"""Reports on disk: whole or not there, valid, and safe whatever the rows hold."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval import schemas
from pytest_memeval.report.model import Check
from pytest_memeval.report.model import Counts
from pytest_memeval.report.model import Fixtures
from pytest_memeval.report.model import Report
from pytest_memeval.report.model import Result
from pytest_memeval.report.model import Run
from pytest_memeval.report.model import Score
from pytest_memeval.report.model import Threshold
from pytest_memeval.report.writer import report_json
from pytest_memeval.report.writer import write
from pytest_memeval.report.writer import write_report
from tests.casefiles import JSON
from tests.conftest import CASES
from tests.conftest import Project
from tests.conftest import case

COMMITTED = jsonschema.Draft202012Validator(
    json.loads((schemas.FOLDER / "report.schema.json").read_text(encoding="utf-8"))
)
HOSTILE = st.text(
    st.characters() | st.sampled_from('\x00\x1b\u202e\u2028\ud83d\ude00\ufffe"\\\n'), max_size=8
)


def row(identity: str = "a", **more: Any) -> dict[str, Any]:
    return {"id": identity, "outcome": "hit", "detail": "", "file": "f.json", "line": 1, **more}


def result(rows: list[dict[str, Any]], text: str = "x", value: float | None = 1.0) -> Result:
    floor = Threshold(
        metric="extract_recall",
        op=">=",
        bound=0.8,
        over=0,
        source="default",
        status="held",
        detail=text,
        missed=[text],
        why=text,
    )
    return Result(
        suite="write_gate",
        subject=text,
        level=None,
        hints=[text],
        fixtures=Fixtures(hash="0", cases=len(rows), files=[text]),
        counts=Counts(collected=1, selected=1, measured=1, by_label={text: 1}),
        scores={"extract_recall": Score(value=value, k=1, n=1, low=0.2, high=1.0, note=text)},
        thresholds=[floor],
        rows=rows,
    )


def report(*results: Result, text: str = "x") -> Report:
    return Report(
        generated_at="2024-05-01T10:00:00+00:00",
        mode="offline",
        verdict="passed",
        check=Check(passed=True, failures=[text]),
        results=list(results),
        run=Run(
            versions={text: text},
            workers=1,
            duration=0.5,
            narrowed="",
            interrupted="",
            problems=[text],
        ),
    )


def strict(text: str) -> Any:
    """JSON as other tools read it: NaN and the infinities are errors."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


def read(path: Path) -> Any:
    return strict(path.read_bytes().decode("utf-8"))


# --- Whole or not there


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    """The pieces are the file; folders that are missing are made; nothing else is left."""
    path = tmp_path / "a" / "b" / "file.json"
    write(path, ["one", "", " two\n", "dré"])
    assert path.read_text(encoding="utf-8") == "one two\ndré"
    assert os.listdir(path.parent) == ["file.json"]


def pieces(error: BaseException) -> Iterator[str]:
    yield "new " * 100_000
    raise error


@pytest.mark.parametrize(
    "error", [OSError("disk full"), KeyboardInterrupt(), TypeError("no JSON"), SystemExit(1)]
)
@pytest.mark.parametrize("old", [None, "the old report"])
def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, error: BaseException, old: str | None
) -> None:
    """Whatever ends a write midway, the old file is whole and no other file is left."""
    path = tmp_path / "report.json"
    if old is not None:
        path.write_text(old)
    with pytest.raises(type(error)):
        write(path, pieces(error))
    assert os.listdir(tmp_path) == ([] if old is None else ["report.json"])
    assert old is None or path.read_text() == old


@pytest.mark.parametrize("step", ["replace", "chmod"])
def test_a_last_step_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Also when only the move into place fails, the old file stays and the new one is gone."""
    path = tmp_path / "report.json"
    path.write_text("old")

    def fail(*_: Any, **__: Any) -> None:
        raise PermissionError("locked")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(PermissionError, match="locked"):
        write(path, ["new"])
    assert os.listdir(tmp_path) == ["report.json"]
    assert path.read_text() == "old"


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    """While the new file is being written, its place still shows the old one."""
    path = tmp_path / "report.json"
    path.write_text("old")
    seen = []

    def slow() -> Iterator[str]:
        for _ in range(3):
            seen.append(path.read_text())
            yield "x" * 1_000_000

    write(path, slow())
    assert seen == ["old"] * 3
    assert path.stat().st_size == 3_000_000


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    """A folder is not written over, and nothing is left beside it."""
    (tmp_path / "report.json").mkdir()
    with pytest.raises(OSError, match="directory"):
        write(tmp_path / "report.json", ["new"])
    assert os.listdir(tmp_path) == ["report.json"]


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_file_is_as_readable_as_any_other(tmp_path: Path, mask: int, mode: int) -> None:
    """The umask decides who may read a report, and is the same afterwards."""
    before = os.umask(mask)
    try:
        write(tmp_path / "report.json", ["x"])
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "report.json").stat().st_mode) == mode


# --- The report


def test_a_report_without_results_is_valid(tmp_path: Path) -> None:
    """A run that measured nothing has a report too."""
    write_report(report(), tmp_path / "r.json")
    COMMITTED.validate(read(tmp_path / "r.json"))
    assert read(tmp_path / "r.json")["results"] == []


def test_a_report_reads_as_its_model(tmp_path: Path) -> None:
    """Written and read back, a report is what its model holds, rows and all."""
    made = report(result([row("a"), row("b", more=[1, {"c": None}])]), result([]), result([row()]))
    write_report(made, tmp_path / "r.json")
    assert read(tmp_path / "r.json") == made.model_dump(mode="json")
    assert Report.model_validate(read(tmp_path / "r.json")) == made


def test_a_row_is_a_line(tmp_path: Path) -> None:
    """Each row has a line of its own, so that reports can be compared line by line."""
    rows = [row(f"case_{n}", note="two\nlines") for n in range(5)]
    write_report(report(result(rows)), tmp_path / "r.json")
    text = (tmp_path / "r.json").read_text(encoding="utf-8")
    found = [line for line in text.splitlines() if '"outcome"' in line]
    assert [json.loads(line.strip().rstrip(",")) for line in found] == rows


def test_letters_are_written_as_they_are(tmp_path: Path) -> None:
    """A report is for people: letters of other scripts are not escaped."""
    write_report(report(result([row("語")])), tmp_path / "r.json")
    assert '"語"' in (tmp_path / "r.json").read_text(encoding="utf-8")


@given(st.lists(st.dictionaries(HOSTILE, JSON | HOSTILE, max_size=3), max_size=3), HOSTILE)
def test_any_text_makes_a_valid_report(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]], text: str
) -> None:
    """NUL, reordering marks, halves of surrogate pairs: the file is UTF-8, JSON and valid."""
    made = report(result([{**each, **row(text)} for each in rows], text), text=text)
    path = tmp_path_factory.getbasetemp() / "hostile.json"
    write_report(made, path)
    data = read(path)
    COMMITTED.validate(data)
    assert joined(data["results"][0]["subject"]) == joined(text)
    assert len(data["results"][0]["rows"]) == len(rows)


def joined(text: str) -> str:
    """The text with two neighbouring halves as the letter that they make in JSON."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_json_has_not(number: float) -> None:
    """A number that is none becomes null, in scores and in rows, and the rest is kept."""
    made = report(result([row(a=number, b=[1.5, {"c": number}], d=(2, number))], value=number))
    data = strict("".join(report_json(made)))
    COMMITTED.validate(data)
    assert data["results"][0]["scores"]["extract_recall"]["value"] is None
    kept = data["results"][0]["rows"][0]
    assert (kept["a"], kept["b"], kept["d"]) == (None, [1.5, {"c": None}], [2, None])


def test_rows_are_written_one_by_one() -> None:
    """With very many rows the text is never held as a whole."""
    count = 2_000
    found = list(report_json(report(result([row(f"case_{n}") for n in range(count)]))))
    assert len(found) > count
    assert max(map(len, found)) < 2_000


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("verdict",), "green"),
        (("mode",), "both"),
        (("schema_version",), 2),
        (("check", "passed"), "yes"),
        (("extra",), 1),
        (("run", "extra"), 1),
        (("results", 0, "rows", 0, "outcome"), "green"),
        (("results", 0, "rows", 0, "line"), "1"),
        (("results", 0, "thresholds", 0, "op"), ">"),
        (("results", 0, "thresholds", 0, "status"), "passed"),
        (("results", 0, "scores", "extract_recall", "value"), "1"),
    ],
)
def test_the_schema_refuses_other_reports(place: tuple[Any, ...], value: Any) -> None:
    """The committed schema is no rubber stamp: one wrong value makes a report invalid."""
    data = report(result([row()])).model_dump(mode="json")
    assert COMMITTED.is_valid(data)
    *way, last = place
    target: Any = data
    for step in way:
        target = target[step]
    target[last] = value
    assert not COMMITTED.is_valid(data)


def test_the_report_of_a_run_over_hostile_windows(project: Project) -> None:
    """Windows, notes and gates that say hostile things end in a valid report."""
    nasty = "\x00\x1b[31m\u202e\u2028\ufffe </script> 🙂"
    project.gate(f"def classify(window):\n    return 'send', None, {nasty + chr(0xD800)!r}\n")
    project.cases([*CASES, case("nasty", "drop", nasty, note=nasty, kind=nasty)])
    project.run()
    COMMITTED.validate(project.report)
    found = project.row("nasty")
    assert (found["outcome"], found["note"]) == ("miss", nasty)
    assert "\\x1b[31m\\u202e" in found["detail"]


def test_the_report_of_a_run_over_a_hostile_file_name(project: Project) -> None:
    """A file whose name is no UTF-8 is collected, and its report is valid."""
    folder = os.fsencode(project.path / "fixtures" / "write_gate")
    try:
        os.rename(os.path.join(folder, b"cases.json"), os.path.join(folder, b"c\xff\x1b.json"))
    except OSError:
        pytest.skip("this file system has no such names")
    result = project.run()
    assert result.parseoutcomes()["passed"] == 8
    COMMITTED.validate(project.report)
