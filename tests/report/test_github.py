"""What a job of GitHub Actions shows: a summary, and annotations where cases stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_memeval.report import model
from pytest_memeval.report.github import annotation_lines
from pytest_memeval.report.github import github_outputs
from tests.report.samples import GATE_ROWS
from tests.report.samples import HOSTILE
from tests.report.samples import gate
from tests.report.samples import report
from tests.report.samples import window_row


def test_nothing_elsewhere(tmp_path: Path) -> None:
    """Outside of GitHub Actions nothing is written and nothing is said."""
    summary = tmp_path / "summary.md"
    assert github_outputs(report(gate()), {"GITHUB_STEP_SUMMARY": str(summary)}) == []
    assert not summary.exists()


def test_the_summary_is_appended_to(tmp_path: Path) -> None:
    """A second run of the same step leaves what the first one wrote."""
    summary = tmp_path / "summary.md"
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    github_outputs(report(gate()), env)
    github_outputs(report(gate()), env)
    assert summary.read_text(encoding="utf-8").count("## ✅ Memory quality") == 2


def test_the_summary_never_outgrows_what_github_takes(tmp_path: Path) -> None:
    """With little room left the text is shorter, with none there is none."""
    summary = tmp_path / "summary.md"
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    rows = [window_row(f"case_{at}", "miss", detail="x" * 150) for at in range(300)]
    for taken in (1_045_000, 1_048_000):
        summary.write_text("x" * taken, encoding="utf-8")
        github_outputs(report(gate(rows)), env)
        assert summary.stat().st_size <= 1024 * 1024
    assert summary.stat().st_size == 1_048_000


def test_a_missed_case_is_annotated_on_its_line() -> None:
    """What broke a floor is an error on the fixture file's line."""
    assert annotation_lines(report(gate(), verdict="failed")) == [
        "::error file=fixtures/write_gate/all.yaml,line=3,"
        "title=write_gate%3A acme%3Aclassify%3A leak::"
        "want drop, got send (rule always_never) (broke hard_drop_recall)"
    ]


def test_misses_that_floors_bear_are_no_errors() -> None:
    """They are warnings in a run that failed for another reason, and notices in one that passed."""
    for verdict, kind in (("failed", "::warning "), ("passed", "::notice ")):
        (line,) = annotation_lines(report(gate(status="held"), verdict=verdict))
        assert line.startswith(kind)


def test_there_are_ten_at_most_and_the_rest_is_counted() -> None:
    """GitHub would drop the eleventh without a word."""
    rows = [window_row(f"case_{at}", "miss") for at in range(25)]
    lines = annotation_lines(report(gate(rows, status="held"), verdict="failed"))
    assert [line[:10] for line in lines[:-1]] == ["::warning "] * 10
    assert lines[-1] == "::notice title=memeval::and 15 more missed, all in the report"
    lines = annotation_lines(report(gate(rows, status="held")))
    assert [line[:9] for line in lines] == ["::notice "] * 10
    assert lines[-1] == "::notice title=memeval::and 16 more missed, all in the report"


def test_what_is_worse_than_a_gated_baseline_is_an_error() -> None:
    """It made the run fail, while other misses were there before."""
    rows = [window_row(f"case_{at}", "miss") for at in range(12)]
    since = model.Baseline(
        file="old.json",
        generated_at="",
        gated=True,
        changes=[],
        regressions=["write_gate: acme:classify: case_11 (all.yaml:3): hit -> miss"],
    )
    lines = annotation_lines(report(gate(rows, status="held"), verdict="failed", baseline=since))
    assert lines[0].startswith("::error ")
    assert lines[0].endswith("(worse than the baseline)")
    assert "case_11" in lines[0]
    assert [line[:10] for line in lines[1:-1]] == ["::warning "] * 10


def test_files_are_named_from_the_checkout_on(tmp_path: Path) -> None:
    """A project below the checkout's root is found all the same."""
    env = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(tmp_path)}
    (line,) = github_outputs(report(gate()), env, root=tmp_path / "backend")
    assert "file=backend/fixtures/write_gate/all.yaml," in line
    for elsewhere in (tmp_path, tmp_path.parent):
        (line,) = github_outputs(report(gate()), env, root=elsewhere)
        assert "file=fixtures/write_gate/all.yaml," in line


@pytest.mark.parametrize("text", [*HOSTILE, "a\n::set-output name=x::y", "100 % a,b:c"])
def test_text_is_no_command(text: str) -> None:
    """Whatever a case says, an annotation is one line, and its message the end of it."""
    rows = [window_row(text, "miss", detail=text, file=text), *GATE_ROWS[:1]]
    (line,) = annotation_lines(report(gate(rows, status="held")))
    assert len(line.splitlines()) == 1
    head = line.split("::")[1]
    assert head.count(",") == 2
    assert "%" not in line.replace("%25", "").replace("%3A", "").replace("%2C", "")
    line.encode("utf-8")
