"""pytest's own reporters and the plugins that people have installed: all of them behave."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.conftest import GATE
from tests.conftest import LEAKY_GATE
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import needs
from tests.conftest import said

RAISING_GATE = f"""{GATE}
decide = classify

def classify(window):
    if "German" in window[0]["content"]:
        raise ValueError("no German")
    return decide(window)
"""

MARKED = "@pytest.mark.write_gate\ndef test_gate(window): return classify(window)\n"


def run(project: Project, workers: tuple[str, ...], *args: str, **how: Any) -> pytest.RunResult:
    """In this process where there are no workers, in one of its own where there are."""
    return (project.run_apart if workers else project.run)(*workers, *args, **how)


# --- JUnit XML


def junit(project: Project) -> ElementTree.Element:
    suite = ElementTree.parse(project.path / "junit.xml").getroot().find("testsuite")
    assert suite is not None
    return suite


def properties(suite: ElementTree.Element) -> dict[str, dict[str, str]]:
    """The properties of each test case that has any."""
    return {
        str(node.get("name")): {
            str(each.get("name")): str(each.get("value")) for each in node.iter("property")
        }
        for node in suite.iter("testcase")
        if node.find("properties") is not None
    }


def test_a_fixture_file_ignored_on_the_command_line_makes_the_run_partial(
    project: Project,
) -> None:
    """A broken floor cannot be turned into a pass by leaving out the file that breaks it."""
    leak = case("leak", "drop", "this always comes through")
    project.cases([leak], "fixtures/write_gate/leak.json")
    assert project.run().ret == 1
    result = project.run("--ignore=fixtures/write_gate/leak.json")
    assert result.ret == 0
    assert result.outlines[-1].startswith("memeval: PARTIAL (--ignore)")
    assert project.report["verdict"] == "partial"


@WORKERS
def test_junit_xml_has_cases_and_floors(project: Project, workers: tuple[str, ...]) -> None:
    """Counts, class names, messages, and the metric and its value as properties of floors."""
    project.gate(LEAKY_GATE)
    run(project, workers, "--junitxml=junit.xml")
    suite = junit(project)
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "8", "failures": "1", "errors": "0", "skipped": "2"}
    nodes = {str(node.get("name")): node for node in suite.iter("testcase")}
    assert nodes["beat_1"].get("classname") == "fixtures.write_gate.cases.json"
    assert nodes["floor[hard_drop_recall]"].get("classname") == "memeval.write_gate"
    missed = nodes["beat_1"].find("skipped")
    assert missed is not None
    assert missed.get("type") == "pytest.xfail"
    assert missed.get("message") == "want drop, got send (rule no_trigger)"
    broken = nodes["floor[hard_drop_recall]"].find("failure")
    assert broken is not None
    assert str(broken.get("message")).startswith("hard_drop_recall = 0.000 (0 of 2")
    assert properties(suite) == {
        "floor[hard_drop_recall]": {"memeval_metric": "hard_drop_recall", "memeval_value": "0.0"},
        "floor[extract_recall]": {"memeval_metric": "extract_recall", "memeval_value": "1.0"},
    }


@WORKERS
def test_junit_xml_shows_every_failure_of_the_run(
    project: Project, workers: tuple[str, ...]
) -> None:
    """A run that exits with 1 has a failure or an error in the file, whatever the reason."""
    project.write(
        "conftest.py",
        "def pytest_collection_modifyitems(items):\n"
        "    items[:] = [item for item in items if 'beat_1' not in item.name]\n",
    )
    result = run(project, workers, "--junitxml=junit.xml")
    assert result.ret == 1
    nodes = {str(node.get("name")): node for node in junit(project).iter("testcase")}
    failure = nodes["measured"].find("failure")
    assert failure is not None
    assert "1 collected case vanished" in str(failure.get("message"))


def test_junit_xml_takes_marked_functions_and_the_old_family(project: Project) -> None:
    """The xunit1 family, which has files and lines, takes cases and floors as well."""
    project.marked(MARKED)
    project.run("--junitxml=junit.xml", "-o", "junit_family=xunit1")
    nodes = {str(node.get("name")): node for node in junit(project).iter("testcase")}
    assert nodes["test_gate[beat_1]"].get("file") == "test_gate.py"
    assert "floor[extract_recall]" in nodes


def test_the_transport_of_rows_does_not_show_in_junit_xml(project: Project) -> None:
    """Rows travel on reports, not in properties: strict readers of the XML see none of it."""
    project.run_apart("--junitxml=junit.xml", "-n", "2")
    assert "memeval_row" not in (project.path / "junit.xml").read_text(encoding="utf-8")
    assert "census" not in (project.path / "junit.xml").read_text(encoding="utf-8")


# --- the terminal's options


@WORKERS
def test_durations_list_cases(project: Project, workers: tuple[str, ...]) -> None:
    """--durations lists the cases of files with the time that the subject took."""
    project.gate(f"{GATE}\nimport time\ndecide = classify\ndef classify(window):\n"
                 "    if 'maybe' in window[0]['content']: time.sleep(0.3)\n"
                 "    return decide(window)\n")  # fmt: skip
    result = run(project, workers, "--durations=2")
    result.stdout.fnmatch_lines(["0.3*s call     fixtures/write_gate/cases.json::talk_1"])
    assert result.ret == 0


@WORKERS
@pytest.mark.parametrize("broken", [False, True], ids=["good", "broken"])
def test_a_run_without_a_terminal_has_a_verdict(
    project: Project, workers: tuple[str, ...], broken: bool
) -> None:
    """-p no:terminal prints nothing, exits as ever and writes the report."""
    if broken:
        project.gate(LEAKY_GATE)
    result = run(project, workers, "-p", "no:terminal")
    assert result.ret == int(broken)
    assert "memeval" not in result.stdout.str()
    assert project.report["verdict"] == ("failed" if broken else "passed")


@pytest.mark.parametrize("style", ["line", "no", "native", "short", "long", "auto"])
def test_no_traceback_style_shows_the_plugin(project: Project, style: str) -> None:
    """Whatever --tb says, a floor and a case fail with their message and no frame of ours."""
    project.gate(LEAKY_GATE.replace('"send", None, "no_trigger"', "42"))
    result = project.run(f"--tb={style}")
    result.assert_outcomes(passed=4, failed=4)
    assert "FAILED memeval::write_gate::floor[hard_drop_recall]" in result.stdout.str()
    assert_not_ours(result)
    if style == "line":
        result.stdout.fnmatch_lines(["fixtures/write_gate/cases.json:4: unreadable decision: 42"])


def test_a_run_without_capture_and_with_setups_shown_is_the_same(project: Project) -> None:
    """-s, --setup-show, --full-trace and -l change no outcome."""
    for option in ("-s", "--setup-show", "--full-trace", "-l"):
        assert project.run(option).ret == 0
        assert project.report["verdict"] == "passed"


# --- the cache: --lf, --ff, --sw


@WORKERS
def test_last_failed_is_partial(project: Project, workers: tuple[str, ...]) -> None:
    """--lf runs what failed, gates nothing and says so."""
    project.gate(RAISING_GATE)
    assert run(project, workers, using=["cacheprovider"]).ret == 1
    project.gate()
    result = run(project, workers, "--lf", using=["cacheprovider"])
    assert result.ret == 0
    assert result.parseoutcomes()["passed"] == 1
    assert project.report["verdict"] == "partial"
    assert project.report["run"]["narrowed"] == "--lf"
    assert result.outlines[-1] == ("memeval: PARTIAL (--lf): 1 case measured, floors are not gated")


def test_last_failed_of_marked_functions_is_partial(project: Project) -> None:
    """--lf narrows marked functions the same way."""
    project.gate(RAISING_GATE)
    project.marked(MARKED)
    assert project.run(using=["cacheprovider"]).ret == 1
    result = project.run("--lf", using=["cacheprovider"])
    assert result.ret == 1
    assert project.report["verdict"] == "partial"
    assert project.report["run"]["narrowed"] == "--lf"
    assert "1 item failed: test_gate.py::test_gate[wish_2]" in result.outlines[-1]


def test_last_failed_after_a_broken_floor_measures_all(project: Project) -> None:
    """When only a floor failed there is no case to pick: --lf runs everything, and gates."""
    project.gate(LEAKY_GATE)
    assert project.run(using=["cacheprovider"]).ret == 1
    project.gate()
    result = project.run("--lf", using=["cacheprovider"])
    assert result.ret == 0
    assert result.parseoutcomes()["passed"] == 8
    assert project.report["verdict"] == "passed"


def test_failed_first_is_whole(project: Project) -> None:
    """--ff changes the order only."""
    project.gate(RAISING_GATE)
    project.run(using=["cacheprovider"])
    project.gate()
    result = project.run("--ff", using=["cacheprovider"])
    assert result.parseoutcomes()["passed"] == 8
    assert project.report["verdict"] == "passed"


@WORKERS
def test_stepwise_is_partial(project: Project, workers: tuple[str, ...]) -> None:
    """--sw stops at a failure and goes on from there: both runs are partial."""
    project.gate(RAISING_GATE)
    first = run(project, workers, "--sw", using=["cacheprovider"])
    assert first.ret != 0
    assert project.report["verdict"] == "partial"
    assert project.report["run"]["narrowed"] == "--sw"
    assert "PARTIAL (--sw)" in first.outlines[-1]
    project.gate()
    second = run(project, workers, "--sw", using=["cacheprovider"])
    assert second.ret == 0
    assert project.report["verdict"] == "partial"
    assert project.report["run"]["narrowed"] == "--sw"
    assert project.report["results"][0]["counts"]["measured"] < 6


# --- pytest-html


@needs("pytest_html")
@WORKERS
@pytest.mark.parametrize("kind", ["files", "functions"])
def test_the_html_report_lists_cases_and_floors(
    project: Project, workers: tuple[str, ...], kind: str
) -> None:
    """pytest-html shows every case and every floor, each once, with its outcome."""
    project.gate(LEAKY_GATE)
    if kind == "functions":
        project.marked(MARKED)
    run(project, workers, "--html=out.html", "--self-contained-html")
    page = (project.path / "out.html").read_text(encoding="utf-8")
    found = re.search(r'data-jsonblob="([^"]*)"', page)
    assert found is not None
    tests = json.loads(html.unescape(found[1]))["tests"]
    results = {name: [each["result"] for each in entries] for name, entries in tests.items()}
    head = "test_gate.py::test_gate[{}]" if kind == "functions" else (
        "fixtures/write_gate/cases.json::{}"
    )  # fmt: skip
    assert results[head.format("beat_1")] == ["XFailed"]
    assert results[head.format("wish_1")] == ["Passed"]
    assert results["memeval::write_gate::floor[hard_drop_recall]"] == ["Failed"]
    assert results["memeval::write_gate::floor[extract_recall]"] == ["Passed"]
    assert len(results) == 8


@WORKERS
def test_a_plugin_that_waits_for_teardowns_gets_them(
    project: Project, workers: tuple[str, ...]
) -> None:
    """A reporter of somebody else's sees a case begin, be called, and end."""
    project.write(
        "conftest.py",
        "def pytest_runtest_logreport(report):\n"
        "    with open('seen', 'a') as file: file.write(f'{report.when} {report.nodeid}\\n')\n",
    )
    assert run(project, workers).ret == 0
    seen = (project.path / "seen").read_text().splitlines()
    assert "call fixtures/write_gate/cases.json::beat_1" in seen
    assert "teardown fixtures/write_gate/cases.json::beat_1" in seen


@needs("xdist")
def test_no_report_crosses_that_nobody_waits_for(project: Project) -> None:
    """Where only pytest and xdist listen, a worker sends one report a case."""
    project.write(
        "conftest.py",
        "def pytest_report_to_serializable(report):\n"
        "    with open('sent', 'a') as file: file.write(f'{getattr(report, \"when\", 0)}\\n')\n",
    )
    assert project.run_apart("-n", "1", "-p", "no:html").ret == 0
    assert (project.path / "sent").read_text().split() == ["call"] * 6


# --- the others


@needs("pytest_randomly")
@WORKERS
def test_a_random_order_changes_nothing(project: Project, workers: tuple[str, ...]) -> None:
    """pytest-randomly shuffles the cases; scores, rows and verdict are the same."""
    project.gate(LEAKY_GATE)
    project.run()
    first = project.report["results"]
    result = run(project, workers, "--randomly-seed=7", using=["randomly"])
    assert result.ret == 1
    by_id = sorted(project.report["results"][0]["rows"], key=lambda row: str(row["id"]))
    assert by_id == sorted(first[0]["rows"], key=lambda row: str(row["id"]))
    assert project.report["results"][0]["scores"] == first[0]["scores"]
    assert project.report["verdict"] == "failed"


@needs("pytest_rerunfailures")
def test_a_function_that_is_run_again_counts_by_its_last_answer(project: Project) -> None:
    """pytest-rerunfailures: the last answer counts, and each attempt has a fresh window."""
    project.marked("""
tried = []

@pytest.mark.write_gate
def test_gate(window):
    said = classify(window)
    window[0]["content"] = "epoch"
    tried.append(1)
    if len(tried) < 3:
        raise OSError("try again")
    return said
""")
    result = project.run("--reruns", "3", using=["rerunfailures"])
    assert result.ret == 0
    assert result.parseoutcomes()["rerun"] == 2
    assert project.report["verdict"] == "passed"
    assert project.report["results"][0]["counts"]["by_outcome"] == {"hit": 6}


@needs("pytest_cov")
def test_coverage_is_measured_beside(project: Project) -> None:
    """pytest-cov measures the subject's code, and both verdicts reach the exit code."""
    result = project.run_apart("--cov=acme_gate", using=["cov"])
    assert result.ret == 0
    result.stdout.fnmatch_lines(["acme_gate.py *%"])
    assert project.report["verdict"] == "passed"


@needs("hypothesis")
def test_hypothesis_is_left_alone(project: Project) -> None:
    """The plugin of Hypothesis changes nothing."""
    assert project.run_apart(using=["hypothesispytest"]).ret == 0


def test_warnings_as_errors_are_about_the_subject_alone(project: Project) -> None:
    """`-W error` turns no code of the plugin into a failure."""
    result = project.run_apart("-W", "error", "--strict-markers", "--strict-config")
    assert result.ret == 0, said(result)


def test_a_warning_of_the_subject_may_be_an_error(project: Project) -> None:
    """`-W error` turns a warning of the subject into a failure of that case."""
    project.gate(f"{GATE}\nimport warnings\ndecide = classify\ndef classify(window):\n"
                 "    if 'maybe' in window[0]['content']: warnings.warn('slow')\n"
                 "    return decide(window)\n")  # fmt: skip
    result = project.run("-W", "error")
    assert result.ret == 1
    assert project.row("talk_1")["detail"] == "the subject raised UserWarning: slow"
    assert_not_ours(result)


@pytest.mark.parametrize("name", ["junitxml", "skipping", "logging", "faulthandler", "warnings"])
def test_the_plugin_does_without_others_of_pytest(project: Project, name: str) -> None:
    """Blocking one of pytest's own plugins breaks nothing."""
    project.gate(LEAKY_GATE)
    result = project.run_apart("-p", f"no:{name}")
    assert result.ret == 1
    assert project.report["verdict"] == "failed"
    assert "INTERNALERROR" not in said(result)
