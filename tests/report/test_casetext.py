"""Windows that a report does not carry are read again from the fixture files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pytest_memeval.census import described
from pytest_memeval.census import loaded_from
from pytest_memeval.fixture_files import read
from pytest_memeval.registry import load_suite
from pytest_memeval.registry import suite_entries
from pytest_memeval.report import model
from pytest_memeval.report.casetext import case_texts
from tests.conftest import case
from tests.report.samples import report
from tests.report.samples import result

CASES = [case("beat", "drop", "epoch 3"), case("wish", "extract", "always tabs")]
ABLATION = {
    "id": "port",
    "question": "Which port?",
    "gold": "8443",
    "records": [{"id": "g1", "text": "Port 8443."}, {"id": "g2", "text": "Logs rotate."}],
    "cited": ["g1"],
}
OURS = Path(__file__).parents[2] / "fixtures"


def measured(folder: Path, name: str, suite: str = "write_gate") -> model.Report:
    """The report of a run over one fixture file."""
    file = read(folder / name)
    assert file is not None
    placed = load_suite(suite_entries()[suite]).parse(file.cases, {})
    fixtures = described([loaded_from(folder / name, name, suite, placed)])
    rows = [{"id": one.case.id, "outcome": "hit", "detail": ""} for one in placed]
    return report(result(suite, "acme", rows, fixtures=model.Fixtures(**fixtures)))


def written(
    folder: Path, cases: list[Any], name: str = "cases.json", suite: str = "write_gate"
) -> str:
    (folder / name).write_text(json.dumps({"suite": suite, "cases": cases}), encoding="utf-8")
    return name


def test_each_case_has_its_window(tmp_path: Path) -> None:
    """What the file states of a case is found by suite and id."""
    found = case_texts(measured(tmp_path, written(tmp_path, CASES)), tmp_path)
    assert found["write_gate", "wish"]["window"] == [{"role": "user", "content": "always tabs"}]
    assert len(found) == 2


def test_a_case_that_has_changed_since_is_not_available(tmp_path: Path) -> None:
    """Another window under the same id is not the one that was measured."""
    before = measured(tmp_path, written(tmp_path, CASES))
    written(tmp_path, [case("beat", "drop", "epoch 99"), CASES[1]])
    assert set(case_texts(before, tmp_path)) == {("write_gate", "wish")}


def test_what_is_missing_or_broken_is_no_error(tmp_path: Path) -> None:
    """No file, no JSON, no cases, no suite: then there are no texts."""
    before = measured(tmp_path, written(tmp_path, CASES))
    (tmp_path / "cases.json").write_text("{", encoding="utf-8")
    assert case_texts(before, tmp_path) == {}
    (tmp_path / "cases.json").unlink()
    assert case_texts(before, tmp_path) == {}
    unknown = before.results[0].model_copy(update={"suite": "third_party"})
    assert case_texts(report(unknown), tmp_path) == {}
    assert case_texts(report(), tmp_path) == {}


def test_one_bad_case_does_not_hide_the_others(tmp_path: Path) -> None:
    """A case that cannot be read any more leaves the rest available."""
    before = measured(tmp_path, written(tmp_path, CASES))
    written(tmp_path, [{"id": "beat"}, CASES[1], 7])
    assert set(case_texts(before, tmp_path)) == {("write_gate", "wish")}


def test_removals_and_probes_share_their_entry(tmp_path: Path) -> None:
    """One entry of a file gives several cases; each finds it."""
    name = written(tmp_path, [ABLATION], suite="ablation")
    found = case_texts(measured(tmp_path, name, "ablation"), tmp_path)
    assert found["ablation", "port:g1"]["records"] == ABLATION["records"]
    probes = measured(OURS / "ee", "personal_life.json", "ee")
    texts = case_texts(probes, OURS / "ee")
    assert set(texts) == {("ee", row["id"]) for row in probes.results[0].rows}


def test_no_code_is_run(tmp_path: Path) -> None:
    """A Python file is read, never imported, and a callable that makes a context is not called."""
    source = f"import pathlib\npathlib.Path({str(tmp_path / 'ran')!r}).touch()\nFIXTURES = "
    (tmp_path / "cases.py").write_text(f"{source}{CASES!r}\n", encoding="utf-8")
    before = measured(tmp_path, written(tmp_path, CASES))
    assert before.results[0].fixtures is not None
    before.results[0].fixtures.files[:] = ["cases.py"]
    assert len(case_texts(before, tmp_path)) == 2
    assert not (tmp_path / "ran").exists()
    (tmp_path / "cases.py").write_text("FIXTURES = make()\n", encoding="utf-8")
    assert case_texts(before, tmp_path) == {}


def test_types_that_a_project_adds_are_known(tmp_path: Path) -> None:
    """A saved report tells which types there are; nobody has to read the ini file again."""
    name = written(tmp_path, [case("own", "extract", "always", expect_type="ritual")])
    file = read(tmp_path / name)
    assert file is not None
    placed = load_suite(suite_entries()["write_gate"]).parse(
        file.cases, {"memeval_types": ("ritual",)}
    )
    fixtures = described([loaded_from(tmp_path / name, name, "write_gate", placed)])
    row = {"id": "own", "outcome": "hit", "detail": "", "expect_type": "ritual"}
    before = report(result("write_gate", "acme", [row], fixtures=model.Fixtures(**fixtures)))
    assert set(case_texts(before, tmp_path)) == {("write_gate", "own")}
