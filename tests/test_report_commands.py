"""`report`, `diff` and `merge`: what can be done with reports once the run is over."""

from __future__ import annotations

import json

import pytest

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.report.commands  # noqa: F401
from pytest_memeval.cli import main
from tests.conftest import CASES
from tests.conftest import GATE
from tests.conftest import LEAKY_GATE
from tests.conftest import Project
from tests.conftest import case
from tests.conftest import needs

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def reports(project: Project, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Project:
    """A good report and one of a gate that lost a rule."""
    project.run("--memeval-report=good.json")
    project.gate(LEAKY_GATE)
    project.run_apart("--memeval-report=leaky.json")
    monkeypatch.chdir(project.path)
    capsys.readouterr()
    return project


def test_report_shows_the_scorecard_again(reports: Project, capsys: Capture) -> None:
    assert main(["report", "good.json"]) == 0
    out = capsys.readouterr().out
    assert "write_gate: acme_gate:classify" in out
    assert out.strip().endswith("memeval: PASSED: 2 of 2 floors held, 6 of 6 cases measured")


def test_report_writes_markdown(reports: Project, capsys: Capture) -> None:
    assert main(["report", "leaky.json", "--markdown", "out.md", "--baseline", "good.json"]) == 0
    text = (reports.path / "out.md").read_text(encoding="utf-8")
    assert "hard_drop_recall" in text
    assert "beat_1" in text


@needs("jinja2")
@needs("svg")
def test_report_writes_one_page_of_html(reports: Project, capsys: Capture) -> None:
    """The windows come from the fixture files that lie beside."""
    assert main(["report", "leaky.json", "--html", "out.html"]) == 0
    text = (reports.path / "out.html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "epoch 3 loss 0.12" in text


def test_diff_names_exactly_the_flipped_cases(reports: Project, capsys: Capture) -> None:
    assert main(["diff", "good.json", "leaky.json"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == (
        "write_gate: acme_gate:classify: of 6 cases alike in both, 2 worse, 0 better "
        "(McNemar p = 0.5)"
    )
    worse = [line.split()[1] for line in out if line.startswith("  worse:")]
    assert worse == ["beat_1", "beat_2"]
    assert "  hard_drop_recall: 1 -> 0 (-1)" in out


def test_diff_the_other_way_round_is_better(reports: Project, capsys: Capture) -> None:
    assert main(["diff", "leaky.json", "good.json"]) == 0
    out = capsys.readouterr().out
    assert "0 worse, 2 better" in out
    assert "  better: beat_1 (fixtures/write_gate/cases.json:" in out


def test_a_renamed_fixture_file_changes_nothing(reports: Project, capsys: Capture) -> None:
    """Cases are known by their ids, and files are where they happen to lie."""
    folder = reports.path / "fixtures/write_gate"
    (folder / "cases.json").rename(folder / "windows.json")
    reports.run_apart("--memeval-report=renamed.json")
    capsys.readouterr()
    assert main(["diff", "leaky.json", "renamed.json"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "write_gate: acme_gate:classify: of 6 cases alike in both, 0 worse, 0 better"
    ]


def test_changed_fixtures_are_told_apart(reports: Project, capsys: Capture) -> None:
    """A case that is another one now is no flip."""
    changed = case("beat_1", "drop", "epoch 9 loss 0.01")
    reports.cases([changed, *CASES[2:], case("new", "exclude", "maybe")])
    reports.run_apart("--memeval-report=other.json")
    assert main(["diff", "good.json", "other.json"]) == 0
    out = capsys.readouterr().out
    assert "of 4 cases alike in both, 0 worse, 0 better" in out
    for line in ("fixtures added: new", "fixtures removed: beat_2", "fixtures changed: beat_1"):
        assert f"  {line}\n" in out


def test_a_subject_that_is_gone_is_told_and_worse(reports: Project, capsys: Capture) -> None:
    """What is no longer measured has not stayed as it was."""
    gone = json.loads((reports.path / "good.json").read_text(encoding="utf-8"))
    gone["results"] = []
    reports.write("gone.json", json.dumps(gone))
    assert main(["diff", "good.json", "gone.json"]) == 1
    assert "acme_gate:classify is no longer measured" in capsys.readouterr().out


def test_diff_as_json(reports: Project, capsys: Capture) -> None:
    assert main(["diff", "good.json", "leaky.json", "--json"]) == 1
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert [flip["id"] for flip in change["worse"]] == ["beat_1", "beat_2"]
    assert change["key"] == {"suite": "write_gate", "subject": "acme_gate:classify", "level": None}


def test_merge_joins_and_checks(reports: Project, capsys: Capture) -> None:
    reports.gate()
    reports.run_apart("--memeval-report=a.json", "-k", "beat")
    reports.run_apart("--memeval-report=b.json", "-k", "not beat")
    assert main(["merge", "a.json", "b.json", "--check", "--out", "whole.json"]) == 0
    assert "memeval: PASSED: 2 of 2 floors held" in capsys.readouterr().out
    assert main(["diff", "good.json", "whole.json"]) == 0
    assert main(["validate", "whole.json"]) == 0


def test_merge_refuses_with_the_reason(reports: Project, capsys: Capture) -> None:
    reports.run_apart("--memeval-report=a.json", "-k", "beat")
    assert main(["merge", "a.json"]) == 1
    assert "4 of 6 cases were measured by no shard: talk_1, wish_1" in capsys.readouterr().err


def test_check_fails_where_a_floor_is_broken(reports: Project, capsys: Capture) -> None:
    assert main(["merge", "leaky.json"]) == 0
    assert main(["merge", "leaky.json", "--check"]) == 1
    assert "memeval: FAILED: 1 of 2 floors held" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "bad.json: cannot be read: No such file or directory"),
        ("[]", "bad.json: no report: the file: Input should be an object"),
        ("{", "bad.json: no report: the file: Invalid JSON"),
        ("", "bad.json: no report: the file: it is empty"),
        ('{"schema_version": 2}', "bad.json: a report of version 2; this pytest-memeval reads"),
    ],
)
@pytest.mark.parametrize("command", ["report", "diff", "merge"])
def test_what_is_no_report_is_named(
    reports: Project, capsys: Capture, command: str, text: str | None, said: str
) -> None:
    if text is not None:
        reports.write("bad.json", text)
    others = ["good.json"] if command == "diff" else []
    assert main([command, *others, "bad.json"]) == 1
    assert capsys.readouterr().err.startswith(said)


def test_diff_tells_that_a_run_was_partial(reports: Project, capsys: Capture) -> None:
    """What such a run left out is not gone."""
    reports.cases(CASES[:2], "fixtures/write_gate/one.json")
    reports.cases(CASES[2:], "fixtures/write_gate/cases.json")
    reports.run_apart("--memeval-report=part.json", "fixtures/write_gate/one.json")
    capsys.readouterr()
    assert main(["diff", "leaky.json", "part.json"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "after is a partial run (paths): metrics are not compared",
        "write_gate: acme_gate:classify: of 2 cases alike in both, 0 worse, 0 better",
    ]


def test_merge_for_machines(reports: Project, capsys: Capture) -> None:
    """The verdict or the problems, as JSON; the exit codes stay."""
    assert main(["merge", "leaky.json", "--check", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["verdict"], said["passed"], said["problems"]) == ("failed", False, [])
    assert "hard_drop_recall" in said["failures"][0]
    assert main(["merge", "good.json", "good.json", "--json"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["problems"] == [
        "2: good.json: it is the same report as 1: good.json",
    ]


@needs("jinja2")
@needs("svg")
def test_a_page_shows_trends_from_the_history_beside(reports: Project, capsys: Capture) -> None:
    """Runs are looked for in the folder of the report."""
    for gate in (GATE, LEAKY_GATE):
        reports.gate(gate)
        reports.run_apart()
    capsys.readouterr()
    assert main(["report", "reports/last_report.json", "--html", "out.html"]) == 0
    assert "2 runs, 0 to 1" in (reports.path / "out.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "place", "why"),
    [
        (["report", "good.json", "--markdown"], "file/out.md", "Not a directory"),
        (["merge", "good.json", "--out"], "file/out.json", "Not a directory"),
        (["merge", "good.json", "--out"], "folder.json", "Is a directory"),
    ],
)
def test_what_cannot_be_written_is_named(
    reports: Project, capsys: Capture, words: list[str], place: str, why: str
) -> None:
    """By the name that was given, not by that of a file in between."""
    reports.write("file", "not a folder")
    (reports.path / "folder.json").mkdir()
    assert main([*words, place]) == 1
    assert capsys.readouterr().err == f"{place}: cannot be written: {why}\n"


@pytest.mark.parametrize(
    ("out", "why"),
    [("whole.txt", "a report is a .json file"), ("./good.json", "is one of the parts")],
)
def test_where_merge_writes_nothing(reports: Project, capsys: Capture, out: str, why: str) -> None:
    before = (reports.path / "good.json").read_bytes()
    assert main(["merge", "good.json", "--out", out]) == 2
    assert why in capsys.readouterr().err
    assert (reports.path / "good.json").read_bytes() == before
