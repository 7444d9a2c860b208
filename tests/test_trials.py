"""`--memeval-trials N`: subjects that do not answer the same each time, and floors on intervals."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.statistics import wilson
from pytest_memeval.suites import trials
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.trials import MOSTLY
from pytest_memeval.suites.trials import each_trial
from pytest_memeval.suites.trials import joined
from tests.conftest import GATE
from tests.conftest import WORKERS
from tests.conftest import Project

#: Decides as labelled, but for `wish_2` in one answer of three, and `wish_3` in two.
MOODY = """
import collections
asked = collections.Counter()

def classify(window):
    text = window[0]["content"]
    if "epoch" in text:
        return "drop", None, "frame"
    if "maybe" in text:
        return None
    asked[text] += 1
    sent = {"type": "preference", "action": "send", "kept": text}
    if "German" in text:
        return sent if asked[text] % 3 else None
    if "squash" in text:
        return None if asked[text] % 3 else sent
    return sent
"""


@pytest.fixture
def moody(project: Project) -> Project:
    project.gate(MOODY)
    return project


@WORKERS
def test_a_subject_that_varies(moody: Project, workers: tuple[str, ...]) -> None:
    """Metrics are over all answers, intervals over cases, and flaky cases are named."""
    moody.ini("memeval_floors = extract_recall >= 0.6")
    result = moody.run_apart("--memeval-trials=3", *workers)
    assert result.ret == 0, result.stdout.str()
    low, high = wilson(2, 3)
    result.stdout.fnmatch_lines(
        [
            "  6 cases (2 drop, 1 exclude, 3 extract): 5 hit, 1 miss",
            "  3 trials a case; intervals are over cases, not over trials; 2 cases flaky",
            "  as labelled in some trials only: wish_2 (2 of 3), wish_3 (1 of 3)",
            f"  extract_recall            0.667 (6/9)        {low:.2f}-{high:.2f}  >= 0.6 held",
            "  pass_at_1                 0.833 (15/18) *",
            "  pass_hat_k                0.667 (4/6) *",
            "  flaky_cases               2",
            "  missed",
            "    wish_3  1 of 3 trials as labelled: want send, got skip *",
        ]
    )
    row = moody.row("wish_2")
    assert (row["outcome"], row["trials"]["n"], row["trials"]["hits"]) == ("hit", 3, 2)


def test_a_subject_that_does_not(project: Project) -> None:
    """Three answers that are all alike are no more sure than one."""
    assert project.run().ret == 0
    once = project.report["results"][0]["scores"]
    result = project.run("--memeval-trials=3")
    result.stdout.fnmatch_lines(["  3 trials a case; *; every case came out the same each time"])
    for name, score in project.report["results"][0]["scores"].items():
        if name in once:
            kept = ("value", "low", "high")
            assert [score[key] for key in kept] == [once[name][key] for key in kept], name


def test_marked_functions_are_asked_again(moody: Project) -> None:
    moody.marked("@pytest.mark.write_gate\ndef test_it(window):\n    return classify(window)\n")
    moody.run("--memeval-trials=3")
    assert moody.row("wish_3")["trials"]["hits"] == 1


def test_floors_on_trials(moody: Project) -> None:
    moody.ini("memeval_floors =\n    flaky_cases <= 0\n    pass_hat_k >= 0.9\n    pass_at_1 >= 0.8")
    result = moody.run("--memeval-trials=3")
    assert result.ret == 1
    assert moody.floors() == {
        "hard_drop_recall": "held",
        "extract_recall": "broken",
        "flaky_cases": "broken",
        "pass_hat_k": "broken",
        "pass_at_1": "held",
    }
    result.stdout.fnmatch_lines(["  wish_2 (*): as labelled in 2 of 3 trials"])


def test_floors_on_trials_without_any(project: Project) -> None:
    project.ini("memeval_floors = flaky_cases <= 0")
    result = project.run()
    assert result.ret == 1
    wanted = "*not measured: flaky_cases <= 0: it needs more than one trial: add --memeval-trials N"
    result.stdout.fnmatch_lines([wanted])


@pytest.mark.parametrize(
    ("floor", "status"),
    [
        ("extract_recall[lower95] >= 0.43", "held"),
        ("extract_recall[lower95] >= 0.44", "broken"),
        ("extract_recall[upper95] <= 1", "held"),
        ("write_gate[acme_gate:classify].extract_recall[lower95] >= 0.9", "broken"),
    ],
)
def test_a_floor_on_an_interval(project: Project, floor: str, status: str) -> None:
    """3 of 3 is 1.0, and is compatible with 0.44."""
    project.ini(f"memeval_floors = {floor}")
    result = project.run()
    found = [
        each
        for each in project.report["results"][0]["thresholds"]
        if each["metric"] == "extract_recall" and each["statistic"]
    ]
    assert [each["status"] for each in found] == [status]
    if status == "broken":
        result.stdout.fnmatch_lines(
            ["extract_recall?lower95? = 0.439 (the value is 1.000, 3 of 3) is below its floor: *"]
        )
        result.stdout.fnmatch_lines(["FAILED memeval::write_gate::floor?extract_recall?lower95??*"])


@pytest.mark.parametrize(
    ("floor", "why"),
    [
        ("payload_noise_count[upper95] <= 3", "payload_noise_count is a count, it has no interval"),
        ("extract_recall[median] >= 0.3", "cannot read 'extract_recall?median? >= 0.3'; *"),
    ],
)
def test_a_statistic_that_is_none(project: Project, floor: str, why: str) -> None:
    project.ini(f"memeval_floors = {floor}")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: memeval_floors: *{why}"])


@pytest.mark.parametrize("given", ["0", "-1", "1.5", "many", "10001"])
def test_a_number_that_is_none(project: Project, given: str) -> None:
    result = project.run(f"--memeval-trials={given}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --memeval-trials must be a whole number from 1 to 10000*"])


def test_trials_or_mutants(project: Project) -> None:
    result = project.run("--memeval-trials=2", "--memeval-mutations=3")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: trials and mutations exclude each other*"])


def test_one_trial_that_could_not_be_measured(project: Project) -> None:
    """Nobody knows then what the case would have come to."""
    project.gate(
        "import pytest\nseen = []\n"
        + GATE.replace(
            "    if", "    seen.append(1)\n    if len(seen) == 2: pytest.skip('tired')\n    if", 1
        )
    )
    result = project.run("--memeval-trials=2")
    assert result.ret == 1
    assert project.report["verdict"] == "not_measured"
    result.stdout.fnmatch_lines(["*beat_1*1 of 2 trials as labelled: *tired*"])


ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "id": st.just("a"),
            "outcome": st.sampled_from(["hit", "miss", "failed"]),
            "detail": st.sampled_from(["", "x", "y"]),
            "more": st.integers(0, 2),
        }
    ),
    min_size=1,
    max_size=6,
)


@given(ROWS)
def test_nothing_of_a_trial_is_lost(rows: list[dict[str, object]]) -> None:
    """The joined row gives back each trial's own, but for what it says of the whole."""
    row = joined(rows)
    back = [trial for (trial,) in each_trial([row])]
    for given_, found in zip(rows, back, strict=True):
        assert {name: found[name] for name in ("id", "outcome", "more")} == {
            name: given_[name] for name in ("id", "outcome", "more")
        }
    assert row["trials"]["hits"] == sum(one["outcome"] == "hit" for one in rows)
    assert (row["outcome"] == "hit") == (2 * row["trials"]["hits"] > len(rows))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=5))
def test_pooling(pairs: list[tuple[int, int]]) -> None:
    """Over all answers, with an interval no narrower than that of the cases there are."""
    trials = [Metric(True, min(k, n), n) for k, n in pairs]
    pooled = trials[0].over(trials)
    assert pooled.value == pytest.approx(
        sum(min(k, n) for k, n in pairs) / sum(n for _, n in pairs)
    )
    assert pooled.interval is not None
    assert pooled.value is not None
    low, high = pooled.interval
    wide = wilson(pooled.value * pooled.cases, pooled.cases)
    assert (low, high) == pytest.approx(wide, abs=1e-9)


def test_a_trial_without_what_a_metric_needs(project: Project) -> None:
    """It adds no answer to the metric; the others do."""
    project.gate(
        "seen = []\n"
        + MOODY.replace(
            "    text =", "    seen.append(1)\n    if len(seen) % 2 == 0: return None\n    text ="
        )
    )
    project.run("--memeval-trials=2")
    score = project.report["results"][0]["scores"]["flag_precision"]
    assert (score["value"], score["trials"]) == (1.0, 1)


def test_lines_of_a_suite_say_what_they_count() -> None:
    """A suite's own lines are of one row a case, its metrics of all trials."""
    scored = Scores({}, notes=["Score 1/1"])
    suite: Any = SimpleNamespace(score=lambda rows: scored)
    row = {"id": "a", "outcome": "hit", "detail": ""}
    notes = trials.score(suite, [joined([row, row])]).notes
    assert notes[:2] == ["Score 1/1", MOSTLY]
    assert trials.score(suite, [row]).notes == ["Score 1/1"]
