"""Floors decide: what fails, what is partial, and what never passes."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.conftest import CASES
from tests.conftest import GATE
from tests.conftest import LEAKY_GATE
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import assert_not_measured
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import needs

FAILED_FLOOR = "FAILED memeval::write_gate::floor[hard_drop_recall]"

#: Raises on one window only, so that there is a failure and a good run around it.
RAISING_GATE = f"""{GATE}
decide = classify

def classify(window):
    if "answer in German" in window[0]["content"]:
        raise ValueError("no German")
    return decide(window)
"""


# --- a broken floor


def test_a_broken_rule_fails_the_floor_that_it_breaks(project: Project) -> None:
    """Exactly the broken floor fails, by name; a missed label is an xfail, not a failure."""
    project.gate(LEAKY_GATE)
    result = project.run()
    result.assert_outcomes(passed=5, xfailed=2, failed=1)
    assert result.ret == 1
    text = result.stdout.str()
    assert FAILED_FLOOR in text
    assert "FAILED memeval::write_gate::floor[extract_recall]" not in text
    assert project.floors() == {"hard_drop_recall": "broken", "extract_recall": "held"}
    assert project.report["verdict"] == "failed"
    assert project.report["check"] == {
        "passed": False,
        "failures": [
            "write_gate: acme_gate:classify: hard_drop_recall = 0.000 (0 of 2, 95 % interval "
            "0.00 to 0.66) is below its floor: hard_drop_recall >= 0.95"
        ],
    }
    assert_not_ours(result)


def test_a_broken_floor_says_what_it_saw(project: Project) -> None:
    """The message has value, bound, the number of cases, and each missed case with its rule."""
    project.gate(LEAKY_GATE)
    result = project.run("--memeval-floor", "hard_drop_recall >= 0.9  # heartbeats are 13 %")
    result.stdout.fnmatch_lines(
        [
            "*hard_drop_recall = 0.000 (0 of 2, 95 % interval 0.00 to 0.66) is below its floor: "
            "hard_drop_recall >= 0.9",
            "*why this bound: heartbeats are 13 %",
            "*cases that missed (2):",
            "*  beat_1 (fixtures/write_gate/cases.json:*): want drop, got send (rule no_trigger)",
            "*  beat_2 (fixtures/write_gate/cases.json:*): want drop, got send (rule no_trigger)",
        ]
    )
    threshold = project.report["results"][0]["thresholds"][0]
    assert threshold["missed"] == ["beat_1", "beat_2"]
    assert threshold["why"] == "heartbeats are 13 %"
    assert "beat_2 (fixtures/write_gate/cases.json:" in threshold["detail"]


def test_misses_are_listed_with_their_rule(project: Project) -> None:
    """`-rx` lists each miss by node id, with what was wanted, what came, and the rule."""
    project.gate(LEAKY_GATE)
    result = project.run("-rx")
    for name in ("beat_1", "beat_2"):
        line = f"XFAIL fixtures/write_gate/cases.json::{name} - want drop, got send (rule no_trig"
        assert line in result.stdout.str()
    assert project.row("beat_1")["detail"] == "want drop, got send (rule no_trigger)"
    assert project.row("beat_1")["outcome"] == "miss"


def test_runxfail_makes_each_miss_a_failure(project: Project) -> None:
    """pytest's own --runxfail is the strict mode: every miss fails, floors or not."""
    project.gate(LEAKY_GATE)
    result = project.run("--runxfail", "--memeval-floor", "hard_drop_recall >= 0")
    result.assert_outcomes(passed=6, failed=2)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["FAILED *::beat_1 - want drop, got send (rule no_*"])
    assert project.row("beat_1")["outcome"] == "miss"
    assert project.report["verdict"] == "failed"
    assert_not_ours(result)


def test_the_failing_cases_do_not_fail_a_held_floor(project: Project) -> None:
    """A floor that misses do not break is held, and misses alone leave the exit code at 0."""
    project.gate(LEAKY_GATE)
    result = project.run("--memeval-floor", "hard_drop_recall >= 0")
    result.assert_outcomes(passed=6, xfailed=2)
    assert result.ret == 0
    assert project.report["verdict"] == "passed"
    assert project.report["check"]["failures"] == []


def test_a_raising_case_is_not_counted_as_passed(project: Project) -> None:
    """A window on which the subject raises is a failed item and a miss in the metric."""
    project.gate(RAISING_GATE)
    result = project.run()
    result.assert_outcomes(passed=6, failed=2)  # the window, and the floor it takes down
    assert result.ret == 1
    scores = project.report["results"][0]["scores"]
    assert (scores["extract_recall"]["k"], scores["extract_recall"]["n"]) == (2, 3)
    assert project.row("wish_2")["outcome"] == "failed"
    assert project.report["results"][0]["counts"]["by_outcome"] == {"hit": 5, "failed": 1}


def test_a_failed_case_fails_the_run_whatever_the_floors_say(project: Project) -> None:
    """The verdict agrees with pytest's exit code: a failed case is no pass with floors held."""
    project.gate(RAISING_GATE)
    result = project.run("--memeval-floor", "extract_recall >= 0.5")
    assert result.ret == 1
    assert set(project.floors().values()) == {"held"}
    assert project.report["verdict"] == "failed"
    assert result.outlines[-1].startswith("memeval: FAILED: 2 of 2 floors held")
    assert "1 item failed: fixtures/write_gate/cases.json::wish_2" in result.outlines[-1]


def test_a_ceiling_is_a_floor_with_the_other_operator(project: Project) -> None:
    """A ceiling is an item of its own name and fails above its bound."""
    project.gate(LEAKY_GATE)
    result = project.run(
        "--memeval-floor",
        "payload_noise_count <= 0",
        "--memeval-floor",
        "extract_skipped <= 0",
        "--memeval-floor",
        "flag_precision <= 0.4",
        "-v",
    )
    text = result.stdout.str()
    assert "memeval::write_gate::ceiling[extract_skipped] PASSED" in text
    assert "FAILED memeval::write_gate::ceiling[flag_precision]" in text
    assert "is above its ceiling: flag_precision <= 0.4" in text
    assert project.floors()["flag_precision"] == "broken"


def test_a_floor_without_a_denominator_is_not_measured(project: Project) -> None:
    """A metric that no case can feed fails its floor: it is neither 0 nor 1."""
    project.cases([each for each in CASES if each["label"] != "drop"])
    result = project.run()
    assert_not_measured_floor(project, result, "no `drop` case was measured")


def test_a_floor_may_ask_for_a_number_of_cases(project: Project) -> None:
    """A floor over more cases than there are is not measured, however good the rate."""
    project.ini("memeval_floors = extract_recall >= 0.5 over 20 cases")
    result = project.run()
    assert_not_measured_floor(project, result, "3 cases, the floor asks for at least 20")


def assert_not_measured_floor(project: Project, result: pytest.RunResult, why: str) -> None:
    assert result.ret == 1
    assert why in result.stdout.str()
    assert "not_measured" in project.floors().values()
    assert project.report["verdict"] == "not_measured"


# --- scope


def test_each_subject_is_scored_and_gated_on_its_own(project: Project) -> None:
    """Several subjects: ids say which, each has its scores and its floors, one fails alone."""
    project.gate(LEAKY_GATE, name="acme_leaky")
    project.ini(subjects="acme_gate:classify acme_leaky:classify")
    result = project.run("-v")
    result.assert_outcomes(passed=6 + 4 + 3, xfailed=2, failed=1)
    text = result.stdout.str()
    assert "cases.json::beat_1[acme_gate:classify] PASSED" in text
    assert "cases.json::beat_1[acme_leaky:classify] XFAIL" in text
    assert "memeval::write_gate::floor[hard_drop_recall-acme_gate:classify] PASSED" in text
    assert "FAILED memeval::write_gate::floor[hard_drop_recall-acme_leaky:classify]" in text
    good, leaky = project.report["results"]
    assert (good["subject"], leaky["subject"]) == ("acme_gate:classify", "acme_leaky:classify")
    assert good["scores"]["hard_drop_recall"]["k"] == 2
    assert leaky["scores"]["hard_drop_recall"]["k"] == 0


def test_a_floor_may_name_its_subject(project: Project) -> None:
    """A floor scoped by subject bounds that subject; the others keep the wider floor."""
    project.gate(LEAKY_GATE, name="acme_leaky")
    project.ini(
        "memeval_floors =",
        "    write_gate[acme_leaky:classify].hard_drop_recall >= 0  # known to leak",
        subjects="acme_gate:classify acme_leaky:classify",
    )
    result = project.run()
    assert result.ret == 0
    bounds = [
        (found["subject"], each["bound"])
        for found in project.report["results"]
        for each in found["thresholds"]
        if each["metric"] == "hard_drop_recall"
    ]
    assert bounds == [("acme_gate:classify", 0.95), ("acme_leaky:classify", 0.0)]


def test_a_floor_for_an_unknown_subject_is_a_usage_error(project: Project) -> None:
    """A typing error in a floor's scope stops the run: it must not switch the gate off."""
    project.ini("memeval_floors = write_gate[acme_gate:clasify].extract_recall >= 0.9")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "did you mean 'acme_gate:classify'?" in result.stderr.str()


def test_a_floor_for_a_function_that_was_not_collected_is_not_measured(project: Project) -> None:
    """A floor on a marked function that is not there never holds silently."""
    project.ini("memeval_floors = write_gate[test_gone.py::test_gate].extract_recall >= 0.9")
    result = project.run()
    assert result.ret == 1
    assert "'test_gone.py::test_gate', which was not collected" in result.stdout.str()
    assert project.report["verdict"] == "not_measured"


LEVEL_GATE = """
def classify(window, level="balanced"):
    text = " ".join(turn["content"] for turn in window)
    if "epoch" in text and level != "aggressive":
        return "drop", None, "training_frame"
    return "send"
"""


def test_each_level_is_scored_and_gated_on_its_own(project: Project) -> None:
    """Several levels: ids carry the level, and the level that leaks fails alone."""
    project.gate(LEVEL_GATE)
    result = project.run("--memeval-level", "balanced", "--memeval-level", "aggressive", "-v")
    result.assert_outcomes(passed=6 + 4 + 3, xfailed=2, failed=1)
    text = result.stdout.str()
    assert "cases.json::beat_1[balanced] PASSED" in text
    assert "cases.json::beat_1[aggressive] XFAIL" in text
    assert "FAILED memeval::write_gate::floor[hard_drop_recall-aggressive]" in text
    assert [found["level"] for found in project.report["results"]] == ["balanced", "aggressive"]


def test_a_subject_without_a_level_cannot_be_asked_at_one(project: Project) -> None:
    """A level that the subject does not take is a finding, not a silent default."""
    result = project.run("--memeval-level", "aggressive")
    assert_not_measured(
        project, result, "acme_gate:classify takes no `level`, but --memeval-level was given"
    )
    assert "FAILED memeval::write_gate::subject[acme_gate:classify]" in result.stdout.str()
    assert_not_ours(result)


# --- narrowed on purpose


def assert_partial(project: Project, result: pytest.RunResult, by: str, ret: int = 0) -> None:
    """A narrowed run gates nothing, and says so in the last line and in the report."""
    assert result.ret == ret
    assert result.outlines[-1].startswith(f"memeval: PARTIAL ({by}): ")
    assert "floors are not gated" in result.outlines[-1]
    report = project.report
    assert report["verdict"] == "partial"
    assert report["run"]["narrowed"] == by
    assert report["check"]["passed"] is False
    assert f"partial run ({by}): floors are not gated" in report["check"]["failures"]
    assert set(project.floors().values()) == {"partial"}


def run(project: Project, workers: tuple[str, ...], *args: str, **how: Any) -> pytest.RunResult:
    """In this process where there are no workers, in one of its own where there are."""
    return (project.run_apart if workers else project.run)(*workers, *args, **how)


@WORKERS
@pytest.mark.parametrize(
    ("args", "by", "passed"),
    [
        (("-k", "wish"), "-k", 3),
        (("fixtures/write_gate/cases.json::beat_1",), "node ids", 1),
        (("--deselect", "fixtures/write_gate/cases.json::beat_1"), "--deselect", 5),
        (("-m", "write_gate", "-k", "not talk_1"), "-k", 5),
    ],
    ids=["k", "nodeid", "deselect", "m"],
)
def test_a_selection_is_partial(
    project: Project, workers: tuple[str, ...], args: tuple[str, ...], by: str, passed: int
) -> None:
    """A broken floor in a selection does not fail the run: it is skipped, and says why."""
    project.gate(LEAKY_GATE)
    result = run(project, workers, *args, "-rs")
    counts = result.parseoutcomes()
    assert counts["skipped"] == 2
    assert counts.get("passed", 0) + counts.get("xfailed", 0) == passed
    assert_partial(project, result, by)
    assert f"partial run ({by}): hard_drop_recall >= 0.95 is not gated" in result.stdout.str()


def test_the_suites_marker_selects_its_file_cases(project: Project) -> None:
    """`-m write_gate` leaves the cases of fixture files in: nothing is narrowed."""
    result = project.run("-m", "write_gate")
    result.assert_outcomes(passed=8)
    assert project.report["verdict"] == "passed"


def test_a_selection_that_keeps_everything_is_whole(project: Project) -> None:
    """`-k` that leaves nothing out gates as usual."""
    result = project.run("-k", "beat or talk or wish", "--deselect", "fixtures/gone.json")
    result.assert_outcomes(passed=8)
    assert project.report["verdict"] == "passed"


@pytest.mark.parametrize("suffix", ["", "[acme_gate:classify]"], ids=["base", "suffixed"])
def test_a_case_is_selected_by_its_node_id(project: Project, suffix: str) -> None:
    """A base id selects the case for all subjects, an id with a suffix for that one."""
    project.gate(name="acme_other")
    project.ini(subjects="acme_gate:classify acme_other:classify")
    result = project.run(f"fixtures/write_gate/cases.json::beat_1{suffix}")
    assert result.parseoutcomes()["passed"] == (1 if suffix else 2)
    assert_partial(project, result, "node ids")
    assert len(project.report["results"]) == (1 if suffix else 2)


@WORKERS
@pytest.mark.parametrize(
    ("option", "by"), [(("-x",), "-x"), (("--maxfail", "2"), "--maxfail")], ids=["x", "maxfail"]
)
def test_a_stop_after_failures_is_partial(
    project: Project, workers: tuple[str, ...], option: tuple[str, ...], by: str
) -> None:
    """-x and --maxfail stop the run on purpose: what was measured is reported, not gated."""
    project.gate("def classify(window):\n    raise ValueError('always')\n")
    result = run(project, workers, *option)
    assert result.parseoutcomes()["failed"] >= int(option[-1] if len(option) > 1 else 1)
    assert_partial(project, result, by, ret=result.ret)
    assert result.ret != 0
    assert "failed" in result.outlines[-1]
    assert "fixtures/write_gate/cases.json::beat_1" in "\n".join(
        project.report["check"]["failures"]
    )


def test_a_stop_before_a_subject_was_asked_is_partial(project: Project) -> None:
    """-x in the first of two subjects: the second has no row, which is on purpose too."""
    project.gate("def classify(window):\n    raise ValueError('always')\n")
    project.gate(name="acme_other")
    project.ini(subjects="acme_gate:classify acme_other:classify")
    result = project.run("-x")
    assert_partial(project, result, "-x", ret=1)
    assert project.report["results"][1]["rows"] == []
    assert project.report["results"][1]["thresholds"][0]["status"] == "partial"


def test_misses_do_not_stop_a_run_that_stops_at_failures(project: Project) -> None:
    """-x goes on over a miss, so that the floor can judge all the cases."""
    project.gate(LEAKY_GATE)
    result = project.run("-x")
    result.assert_outcomes(passed=5, xfailed=2, failed=1)
    assert project.report["verdict"] == "failed"


def test_a_selection_with_a_failed_case_says_so_in_the_last_line(project: Project) -> None:
    """Last line and exit code do not disagree: a partial run that failed names the failure."""
    project.gate(RAISING_GATE)
    result = project.run("-k", "wish")
    assert_partial(project, result, "-k", ret=1)
    assert "1 item failed: fixtures/write_gate/cases.json::wish_2" in result.outlines[-1]


@WORKERS
@pytest.mark.parametrize(
    "args", [("-k", "nothing_like_it"), ("-m", "nothing_like_it")], ids=["k", "m"]
)
def test_a_selection_that_leaves_nothing_is_not_measured(
    project: Project, workers: tuple[str, ...], args: tuple[str, ...]
) -> None:
    """An empty selection fails: exit code 1, not pytest's 5, which pipelines let pass."""
    result = run(project, workers, *args)
    assert_not_measured(project, result, f"no case was measured: {args[0]} selects none")


def test_a_selection_that_was_only_skipped_is_not_measured(project: Project) -> None:
    """A narrowed run in which no case came to an answer is not measured, not partial."""
    project.marked(
        "@pytest.mark.write_gate\ndef test_gate(window):\n    pytest.skip('no model here')\n"
    )
    result = project.run("-k", "beat")
    assert_not_measured(project, result, "skipped: no model here")


# --- never a pass


@WORKERS
def test_all_cases_skipped_is_not_measured(project: Project, workers: tuple[str, ...]) -> None:
    """A run in which every case is skipped does not pass."""
    project.marked(
        "@pytest.mark.write_gate\ndef test_gate(window):\n    pytest.skip('no model here')\n"
    )
    result = run(project, workers)
    result.assert_outcomes(skipped=6, failed=2)
    assert_not_measured(project, result, "6 of 6 cases could not be measured")


DROPPING_CONFTEST = """
def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if "beat_1" not in item.name]
"""


@WORKERS
def test_items_that_vanish_are_missed(project: Project, workers: tuple[str, ...]) -> None:
    """A conftest.py that drops items without deselecting them cannot make a gate pass."""
    project.write("conftest.py", DROPPING_CONFTEST)
    result = run(project, workers)
    assert result.ret == 1
    assert "1 collected case vanished before the run" in result.stdout.str()
    assert project.report["verdict"] == "not_measured"
    assert "1 collected case vanished" in result.outlines[-1]


def test_all_items_that_vanish_are_missed(project: Project) -> None:
    """A conftest.py that drops all items does not end in an empty, green run."""
    project.write("conftest.py", "def pytest_collection_modifyitems(items):\n    items.clear()\n")
    result = project.run()
    assert_not_measured(project, result, "6 collected cases vanished before the run")


def test_items_deselected_by_a_plugin_are_partial(project: Project) -> None:
    """A plugin that deselects as pytest asks for makes the run partial, and it says so."""
    project.write(
        "conftest.py",
        "def pytest_collection_modifyitems(config, items):\n"
        "    config.hook.pytest_deselected(items=items[:1])\n"
        "    del items[:1]\n",
    )
    result = project.run()
    assert_partial(project, result, "deselected by a plugin")


@WORKERS
def test_a_module_that_cannot_be_imported_leaves_floors_unmeasured(
    project: Project, workers: tuple[str, ...]
) -> None:
    """A test module that fails to import may hold marked functions: nothing passes without it."""
    project.write("test_broken.py", "import no_such_module_anywhere\n")
    result = run(project, workers)
    assert result.ret == 1
    assert result.parseoutcomes()["passed"] == 6
    assert result.parseoutcomes()["failed"] == 2
    assert project.report["verdict"] == "not_measured"
    assert set(project.floors().values()) == {"not_measured"}
    assert "no_such_module_anywhere" in "\n".join(project.report["check"]["failures"])


@WORKERS
def test_a_broken_fixture_file_does_not_keep_the_others_from_running(
    project: Project, workers: tuple[str, ...]
) -> None:
    """One collection error for the bad file; the good one runs; no floor is measured."""
    project.cases(
        [case("odd_1", "dropp", "epoch 9"), case("odd_2", "drop", "epoch 9", note=3)],
        name="fixtures/write_gate/odd.json",
    )
    result = run(project, workers)
    result.assert_outcomes(passed=6, failed=2, errors=1)
    assert result.ret == 1
    text = result.stdout.str()
    heads = [line for line in result.outlines if line.startswith("fixtures/write_gate/odd.json:")]
    assert heads == ["fixtures/write_gate/odd.json: 2 problems"]
    assert "case 'odd_1': unknown `label` 'dropp'" in text
    assert "case 'odd_2': `note` must be text" in text
    assert "1 file could not be collected" in text
    assert project.report["verdict"] == "not_measured"
    assert project.report["results"][0]["counts"]["measured"] == 6
    assert_not_ours(result)


@WORKERS
def test_no_fixture_file_is_not_measured(project: Project, workers: tuple[str, ...]) -> None:
    """A subject without a single case fails, and exits with 1, not 5."""
    (project.path / "fixtures/write_gate/cases.json").unlink()
    result = run(project, workers)
    assert_not_measured(project, result, "no case was collected")


@WORKERS
def test_no_subject_is_not_measured(project: Project, workers: tuple[str, ...]) -> None:
    """Fixtures that nobody is asked about fail, and the message names the option."""
    project.ini(subjects="")
    result = run(project, workers)
    assert_not_measured(
        project,
        result,
        "no case was measured: there are fixtures, but memeval_classifier names no subject",
    )


def test_nothing_at_all_is_not_measured(project: Project) -> None:
    """An empty project fails, and the message says what to do."""
    project.ini(subjects="")
    (project.path / "fixtures/write_gate/cases.json").unlink()
    result = project.run()
    assert_not_measured(project, result, "no case was measured: name a subject in the ini file")


def test_an_empty_fixture_file_is_an_error(project: Project) -> None:
    """A fixture file without cases is refused: it would measure nothing, silently."""
    project.cases([], name="fixtures/write_gate/none.json")
    result = project.run()
    result.assert_outcomes(passed=6, failed=2, errors=1)
    result.stdout.fnmatch_lines(["*fixtures/write_gate/none.json:*: *no cases*"])
    assert project.report["verdict"] == "not_measured"


def test_a_case_that_is_run_twice_counts_once(project: Project) -> None:
    """--keep-duplicates runs an item twice; scores and counts still hold each case once."""
    path = "fixtures/write_gate/cases.json"
    result = project.run("--keep-duplicates", path, path)
    assert result.ret == 0
    assert project.report["results"][0]["counts"]["selected"] == 6
    assert project.report["results"][0]["scores"]["extract_recall"]["n"] == 3
    assert project.report["verdict"] == "passed"


# --- the report of an earlier run


def stale(project: Project) -> str:
    """A passing report of an earlier run, in its place."""
    assert project.run().ret == 0
    return (project.path / "reports/last_report.json").read_text()


def test_a_stale_report_is_never_read_again(project: Project) -> None:
    """What an earlier run left behind says nothing about this one."""
    stale(project)
    project.gate("def classify(window):\n    raise SystemExit(0)\n")
    result = project.run()
    assert result.ret == 1
    assert project.report["verdict"] == "failed"
    assert project.report["results"][0]["counts"]["by_outcome"] == {"failed": 6}


def test_a_half_written_report_is_replaced(project: Project) -> None:
    """A half-written report of a killed run disturbs nothing and is gone afterwards."""
    text = stale(project)
    project.write("reports/last_report.json", text[: len(text) // 2])
    project.write("reports/.last_report.json.abc.tmp", text[:10])
    result = project.run("--memeval-floor", "hard_drop_recall >= 1")
    assert result.ret == 0
    assert project.report["verdict"] == "passed"


def test_a_stale_report_does_not_outlive_an_empty_selection(project: Project) -> None:
    """A run that measures nothing replaces the green report of the run before."""
    stale(project)
    result = project.run("-k", "nothing_like_it")
    assert_not_measured(project, result, "-k selects none")


def test_a_node_id_that_does_not_exist_leaves_no_green_report(project: Project) -> None:
    """pytest's own usage error (exit code 4) does not leave an earlier pass in place."""
    stale(project)
    result = project.run("fixtures/write_gate/cases.json::gone")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert project.report["verdict"] == "not_measured"


@pytest.mark.parametrize("where", ["below a file", "a directory"])
def test_a_report_that_cannot_be_written_stops_the_run_before_it_begins(
    project: Project, where: str
) -> None:
    """An unwritable place is one usage error before the first case, not a lost report after."""
    project.write("taken", "a file")
    (project.path / "full.json").mkdir()
    place = {"below a file": "taken/report.json", "a directory": "full.json"}[where]
    result = project.run("--memeval-report", place)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    errors = [line for line in result.errlines if line.startswith("ERROR")]
    assert len(errors) == 1
    assert "the report cannot be written to" in errors[0]
    assert "choose another place with --memeval-report" in errors[0]
    assert "passed" not in result.stdout.str()
    assert_not_ours(result)


def test_the_report_says_what_was_run(project: Project) -> None:
    """Versions, duration, and the fixtures with a hash of their cases are in the report."""
    project.run()
    report = project.report
    assert report["mode"] == "offline"
    assert set(report["run"]["versions"]) == {"pytest_memeval", "pytest", "python"}
    assert report["run"]["duration"] > 0
    assert report["run"]["workers"] == 0
    fixtures = report["results"][0]["fixtures"]
    assert fixtures["files"] == ["fixtures/write_gate/cases.json"]
    assert fixtures["cases"] == 6
    assert len(fixtures["hash"]) == 64


def test_the_hash_is_of_the_cases_not_of_the_files(project: Project) -> None:
    """Splitting the cases over files keeps the hash; changing a case changes it."""
    project.run()
    whole = project.report["results"][0]["fixtures"]["hash"]
    project.cases(CASES[3:], name="fixtures/write_gate/a.json")
    project.cases(CASES[:3])
    project.run()
    assert project.report["results"][0]["fixtures"]["hash"] == whole
    project.cases([CASES[0] | {"note": "another"}, *CASES[1:3]])
    project.run()
    assert project.report["results"][0]["fixtures"]["hash"] != whole


def test_the_report_is_valid_json_to_any_reader(project: Project) -> None:
    """No NaN, no infinity, no lone surrogate: strict readers take the report."""
    project.gate("def classify(window):\n    return 'send', None, 'a\\ud800\\u202eb'\n")
    project.run()

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    text = (project.path / "reports/last_report.json").read_bytes().decode("utf-8")
    json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("place", ["report.txt", "acme_gate.py", "fifo.json"])
def test_a_report_never_replaces_anything_but_a_json_file(project: Project, place: str) -> None:
    """A device, a pipe or a source file is left as it is, and the run does not begin."""
    if place == "fifo.json":
        os.mkfifo(project.path / place)
    result = project.run(f"--memeval-report={place}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "the report must be a .json file" in result.stderr.str()


def test_a_link_is_followed(project: Project) -> None:
    """The report is written where the link points, and the link stays."""
    (project.path / "link.json").symlink_to("target.json")
    assert project.run("--memeval-report=link.json").ret == 0
    assert (project.path / "link.json").is_symlink()
    assert json.loads((project.path / "target.json").read_text())["verdict"] == "passed"


def test_a_usage_error_leaves_no_earlier_pass(project: Project) -> None:
    """Whoever reads the report after a run that never began does not read of the one before."""
    assert project.run().ret == 0
    assert project.run("--memeval-floor", "typo >= 1").ret == pytest.ExitCode.USAGE_ERROR
    assert project.report["verdict"] == "not_measured"
    assert "unknown metric" in project.report["check"]["failures"][0]


def test_a_report_outside_that_is_there_already_needs_its_equals_sign(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """By itself pytest would take it for a test path, and look for the ini file beside it."""
    outside = tmp_path_factory.mktemp("out") / "report.json"
    assert project.run("--memeval-report", str(outside)).ret == 0
    again = project.run("--memeval-report", str(outside))
    assert again.ret == pytest.ExitCode.USAGE_ERROR
    assert f"write --memeval-report={outside}" in again.stderr.str()
    assert project.run(f"--memeval-report={outside}").ret == 0


@needs("xdist")
def test_workers_are_told_of_a_report_outside(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The report that is there when a worker starts does not lead it to another folder."""
    outside = tmp_path_factory.mktemp("out") / "report.json"
    result = project.run_apart("-n", "2", "--memeval-report", str(outside))
    assert result.ret == 0
    assert json.loads(outside.read_text())["verdict"] == "passed"


def test_a_report_lost_at_the_end_is_no_pass(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result that nobody can read is not called passed."""
    project.write(
        "conftest.py",
        "import pytest_memeval.verdict as verdict\n"
        "write = verdict.write_report\n"
        "def full(report, path):\n"
        "    if report.verdict == 'passed': raise OSError(28, 'No space left on device')\n"
        "    write(report, path)\n"
        "def pytest_configure(config): verdict.write_report = full\n"
        "def pytest_unconfigure(config): verdict.write_report = write\n",
    )
    result = project.run()
    assert result.ret == 1
    assert result.outlines[-1].startswith("memeval: NOT MEASURED")
    assert "No space left on device" in result.outlines[-1]


def test_a_report_never_replaces_other_data(project: Project) -> None:
    """A JSON file of somebody else, such as a fixture file, is left as it is."""
    fixtures = project.path / "fixtures" / "write_gate" / "cases.json"
    before = fixtures.read_text()
    result = project.run("--memeval-report=fixtures/write_gate/cases.json")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "is there and is no report" in result.stderr.str()
    assert fixtures.read_text() == before
