"""What a run leaves beside its report, and what can go wrong with it."""

from __future__ import annotations

import json
import os
from xml.etree import ElementTree

import pytest

from tests.conftest import LEAKY_GATE
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import needs
from tests.conftest import said

#: A plugin's metric of a name that XML cannot hold.
ODD_METRIC = """
from pytest_memeval.suites.base import ExtraMetric, Metric, MetricKind

def pytest_memeval_metrics(suite):
    kind = MetricKind("cases", ratio=False)
    return [ExtraMetric("odd\\0 \\x1b[31m", kind, lambda rows: Metric(False, 1, len(rows)))]
"""
EVERYTHING = ("--memeval-html=out/page.html", "--memeval-markdown=out/page.md")


@needs("jinja2")
@WORKERS
def test_all_of_it(project: Project, workers: tuple[str, ...]) -> None:
    """The page and the Markdown are of this run; a second run finds the files and goes on."""
    for _ in range(2):
        result = project.run_apart(*EVERYTHING, *workers)
        assert result.ret == 0, said(result)
    page = (project.path / "out" / "page.html").read_text(encoding="utf-8")
    assert "always answer in German" in page
    assert "acme_gate:classify" in (project.path / "out" / "page.md").read_text(encoding="utf-8")


def test_history(project: Project) -> None:
    """Each run adds a line; a run that measured nothing, or was told not to, adds none."""
    path = project.path / "reports" / "history.jsonl"
    project.run()
    project.run("-k", "wish")
    project.run("-k", "nothing at all")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["verdict"] for line in lines] == ["passed", "partial"]
    project.ini("memeval_history =")
    project.run()
    assert len(path.read_text().splitlines()) == 2
    project.ini("memeval_history = trends/all.jsonl")
    project.run("--memeval-report=elsewhere/report.json")
    assert not list(project.path.rglob("all.jsonl"))
    project.run()
    assert len((project.path / "reports/trends/all.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("--memeval-html=page.md", "--memeval-html writes a .html file, not *page.md"),
        ("--memeval-html=folder.html", "--memeval-html writes a .html file, not *folder.html"),
        ("--memeval-markdown=page.txt", "--memeval-markdown writes a .md file, not *page.txt"),
    ],
)
def test_wrong_places(project: Project, given: str, why: str) -> None:
    (project.path / "folder.html").mkdir()
    result = project.run(given)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {why}"])


def test_the_extra_is_missing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_memeval.report.outputs.find_spec", lambda name: None)
    result = project.run("--memeval-html=page.html")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *install pytest-memeval?html?"])


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_place_that_cannot_be_written(project: Project) -> None:
    (project.path / "closed").mkdir(mode=0o500)
    result = project.run("--memeval-markdown=closed/page.md")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["memeval: NOT MEASURED: *closed*Permission denied*"])


def test_a_file_in_the_way(project: Project) -> None:
    """A page that cannot be written is no pass, and the line says which one."""
    project.write("out", "a file")
    result = project.run("--memeval-markdown=out/page.md")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["memeval: NOT MEASURED: *could not be written: *out*"])


def test_what_nobody_asked_for_fails_no_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A history or a summary that cannot be written is a warning; the verdict stays, for all."""
    (project.path / "reports" / "history.jsonl").mkdir(parents=True)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "/proc/summary.md")
    project.gate(LEAKY_GATE)
    project.ini("memeval_floors = hard_drop_recall >= 0")
    result = project.run("-qq")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "memeval: warning: *history.jsonl: this run is not in the history: Is a directory",
            "memeval: warning: /proc/summary.md: the job's summary is not written: *",
            "::*beat_1*",
            "memeval: PASSED: *",
        ]
    )
    assert all(line.startswith(("memeval: ", "::")) for line in result.outlines if line), "-qq"
    assert project.report["verdict"] == "passed"


def test_on_a_build_machine(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub gets its summary and its annotations without a flag, and neither with one."""
    summary = project.path / "summary.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    project.gate(LEAKY_GATE)
    result = project.run()
    result.stdout.fnmatch_lines(
        ["::error file=fixtures/write_gate/cases.json,line=*,title=*beat_1::*"]
    )
    assert "hard_drop_recall" in summary.read_text(encoding="utf-8")
    summary.unlink()
    assert "::error" not in said(project.run("--memeval-no-ci"))
    assert not summary.exists()


def test_junit(project: Project) -> None:
    """Every metric is a property of the JUnit file's suite, floor or none, whatever its name."""
    project.write("conftest.py", ODD_METRIC)
    project.run("--junitxml=junit.xml", "--memeval-floor=shape_invariance >= 0.5")
    root = ElementTree.parse(project.path / "junit.xml").getroot()
    found = {
        each.get("name"): each.get("value") for each in root.iterfind(".//properties/property")
    }
    assert found["memeval.write_gate[acme_gate:classify].hard_drop_recall"] == "1.0"
    assert found["memeval.write_gate[acme_gate:classify].shape_invariance"] == "not measured"
    assert found["memeval.write_gate[acme_gate:classify].odd\\x00 \\x1b[31m"] == "1"
    case = root.find(".//testcase[@name='floor[shape_invariance]']")
    assert case is not None
    told = {each.get("name"): each.get("value") for each in case.iter("property")}
    assert told == {"memeval_metric": "shape_invariance", "memeval_value": "not measured"}
    project.run("--junitxml=junit.xml", "--memeval-no-ci")
    text = (project.path / "junit.xml").read_text(encoding="utf-8")
    assert "memeval.write_gate[" not in text
