"""Buckets, formulas, the audit line, and what stays out of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_memeval.suites.base import Key
from pytest_memeval.suites.ee import SUITE
from pytest_memeval.suites.ee import scoring
from pytest_memeval.suites.ee.rollup import artifacts
from pytest_memeval.suites.ee.scoring import EE_PASS_TYPE_LABELS
from pytest_memeval.suites.ee.scoring import bootstrap
from pytest_memeval.suites.ee.scoring import pass_type

Row = dict[str, Any]


def row(identity: str, verdict: str = "pass", before: str = "pass", **more: Any) -> Row:
    """A measured row, as a bench makes it."""
    episode, task, last = identity.split(":")
    phase = last.rstrip("0123456789")
    made: Row = {
        "id": identity,
        "episode": episode,
        "task": task,
        "phase": phase,
        "hop": 1 if task == "edit" else None,
        "domain": "personal_life" if episode.startswith("pl") else "software_project",
        "outcome": {"pass": "hit", "fail": "miss"}.get(verdict, "invalid"),
        "detail": "",
        "verdict": verdict,
        "reason": "because",
        "quirks": [],
        "conversation": "stateful",
        "judge_kind": "rule",
        "selection": "",
        "dropped": {"Abs": 2},
        "retains_turns": None,
        "waited": None,
        "recorded": False,
        "trouble": "",
        "controls": [],
    }
    if phase == "after":
        made |= {"before_verdict": before, "before_reason": "asked", "reasked": None}
        made["before"] = identity.replace("after", "before")
    return {**made, **more}


def pair(name: str, task: str, before: str, after: str, number: int = 1, **more: Any) -> list[Row]:
    return [
        row(f"{name}:{task}:before{number}", before, **more),
        row(f"{name}:{task}:after{number}", after, before, **more),
    ]


VERDICTS = {
    "real": ("pass", "pass"),
    "trivial": ("fail", "pass"),
    "knew_but_failed": ("pass", "fail"),
    "never_knew": ("fail", "fail"),
}


def rows_of(**buckets: list[int]) -> list[Row]:
    """Rows with so many edits and erasures in each bucket."""
    made: list[Row] = []
    for kind, (edits, erasures) in buckets.items():
        for task in ["edit"] * edits + ["erase"] * erasures:
            made += pair(f"pl_{len(made):03d}", task, *VERDICTS[kind])
    return made


#: The seed's example: eleven pairs.
EXAMPLE = {"real": [1, 3], "trivial": [0, 2], "knew_but_failed": [5, 0]}


def values(rows: list[Row]) -> dict[str, float | int | None]:
    return {name: metric.value for name, metric in SUITE.score(rows).metrics.items()}


@pytest.mark.parametrize("kind", list(VERDICTS))
def test_two_verdicts_make_a_bucket(kind: str) -> None:
    """All four rows of the table."""
    assert pass_type(*VERDICTS[kind]) == kind


@pytest.mark.parametrize("verdicts", [("ungraded", "pass"), ("pass", "ungraded")])
def test_an_ungraded_verdict_makes_none(verdicts: tuple[str, str]) -> None:
    """Nobody knows, so no bucket does."""
    assert pass_type(*verdicts) is None


def test_the_audit_line_is_that_of_the_benchmark() -> None:
    """Word for word, with the wording of `real` in its place."""
    scored = SUITE.score(rows_of(**EXAMPLE))
    assert scored.notes[0] == (
        f"Score 4/11 = 36% - counts only 'real' ({EE_PASS_TYPE_LABELS['real']}). "
        "Buckets: real=4, trivial=2, knew_but_failed=5, never_knew=0. "
        "Per task: edit_accuracy=0.167, erase_accuracy=0.600."
    )


def test_the_formulas() -> None:
    """Accuracy is encoding times retention; raw rates count what the filter leaves out."""
    found = values(rows_of(**EXAMPLE))
    assert found["accuracy_score"] == pytest.approx(4 / 11)
    assert found["edit_accuracy"] == pytest.approx(1 / 6)
    assert found["erase_accuracy"] == pytest.approx(3 / 5)
    assert [found[name] for name in EE_PASS_TYPE_LABELS] == [4, 2, 5, 0]
    assert found["retention"] == pytest.approx(4 / 9)
    assert found["encoding"] == pytest.approx(9 / 11)
    assert found["trivial_share"] == pytest.approx(2 / 6)
    assert found["raw_after"] == pytest.approx(6 / 11)
    assert found["raw_before"] == pytest.approx(9 / 11)
    assert found["raw_erase_after"] == 1
    assert found["raw_edit_after"] == pytest.approx(1 / 6)
    assert found["raw_hop1_after"] == pytest.approx(1 / 6)
    assert "raw_hop2_after" not in found
    assert found["raw_personal_life_after"] == pytest.approx(6 / 11)
    assert "raw_software_project_after" not in found
    assert found["coverage"] == 1


def test_the_score_weighs_probes_and_not_kinds() -> None:
    """It is not the mean of the two accuracies."""
    found = values(rows_of(real=[3, 0], never_knew=[0, 1]))
    assert found["accuracy_score"] == 0.75


def test_a_kind_that_was_not_asked_is_left_out() -> None:
    """It is neither 0 nor 1, and it is not in the audit line."""
    scored = SUITE.score(rows_of(real=[1, 0]))
    assert "erase_accuracy" not in scored.metrics
    assert scored.notes[0].endswith("Per task: edit_accuracy=1.000.")


@pytest.mark.parametrize(
    "lost",
    [
        pair("pl_900", "erase", "ungraded", "pass"),
        pair("pl_900", "erase", "pass", "ungraded"),
        [row("pl_900:erase:after1", "ungraded", outcome="failed")],
    ],
)
def test_what_nobody_graded_is_in_no_bucket_and_in_the_coverage(lost: list[Row]) -> None:
    """Neither numerator nor denominator has it; the coverage and a note do."""
    scored = SUITE.score([*rows_of(**EXAMPLE), *lost])
    found = {name: metric.value for name, metric in scored.metrics.items()}
    assert found["accuracy_score"] == pytest.approx(4 / 11)
    assert found["coverage"] == pytest.approx(11 / 12)
    (ungraded,) = scored.metrics["coverage"].missed
    assert ungraded == next(one["id"] for one in lost if one["verdict"] == "ungraded")
    assert "1 of 12 pairs not graded, and in no bucket" in "\n".join(scored.notes)


def test_every_graded_after_probe_says_its_bucket() -> None:
    """Tag and wording come from the one table; no other row has them."""
    scored = SUITE.score([*rows_of(**EXAMPLE), *pair("pl_900", "erase", "ungraded", "pass")])
    assert scored.rows is not None
    for one in scored.rows:
        if one["phase"] == "before" or one["episode"] == "pl_900":
            assert "pass_type" not in one
        else:
            assert one["pass_type_label"] == EE_PASS_TYPE_LABELS[one["pass_type"]]


def test_nothing_graded_is_nothing_measured() -> None:
    """No score of 0 comes from a judge that is silent."""
    found = values(pair("pl_900", "erase", "ungraded", "ungraded"))
    assert found["accuracy_score"] is None
    assert found["real"] is None
    assert found["coverage"] == 0
    assert SUITE.score([]).metrics["coverage"].value is None


def test_the_interval_comes_from_whole_episodes() -> None:
    """Drawn again, it is the same; with alike episodes it falls back on Wilson's."""
    pairs = [(2, 2), (0, 2)] * 10
    low, high = bootstrap(pairs) or (0, 0)
    assert (low, high) == bootstrap(pairs)
    assert 0.2 <= low < 0.5 < high <= 0.8
    assert bootstrap([(1, 1)] * 5) is None
    assert bootstrap([]) is None
    # Probes of one episode that fall together make it wider than as many that do not.
    spread = bootstrap([(1, 2)] * 10 + [(2, 2), (0, 2)] * 5) or (0, 0)
    assert spread[1] - spread[0] < high - low
    metric = SUITE.score(rows_of(**EXAMPLE)).metrics["accuracy_score"]
    assert metric.interval is not None
    assert metric.interval[0] < 4 / 11 < metric.interval[1]
    assert SUITE.score(rows_of(real=[3, 0])).metrics["accuracy_score"].interval is not None


def control(before: str, after: str) -> dict[str, Any]:
    return {"entity": "mug", "before": {"verdict": before}, "after": {"verdict": after}}


def test_over_forgetting_counts_what_was_known_and_is_gone() -> None:
    """Once an episode, however many of its rows there are; what was not known does not count."""
    rows = [
        *pair("pl_001", "erase", "pass", "pass", controls=[control("pass", "fail")]),
        *pair("pl_002", "erase", "pass", "pass", controls=[control("pass", "pass")]),
        *pair("pl_003", "erase", "pass", "pass", controls=[control("fail", "fail")]),
        *pair("pl_004", "erase", "pass", "pass", controls=[control("pass", "ungraded")]),
    ]
    metric = SUITE.score(rows).metrics["over_forgetting"]
    assert (metric.k, metric.n) == (1, 2)
    assert metric.missed == ("pl_001:erase:before1",)
    assert values(rows_of(real=[1, 1]))["over_forgetting"] is None


def test_stays_erased_is_about_real_erasures() -> None:
    """What was never known, or asked again of nobody, says nothing."""
    rows = [
        *pair("pl_001", "erase", "pass", "pass", reasked={"verdict": "pass"}),
        *pair("pl_002", "erase", "pass", "pass", reasked={"verdict": "fail"}),
        *pair("pl_003", "erase", "fail", "pass", reasked={"verdict": "pass"}),
        *pair("pl_004", "erase", "pass", "pass", reasked={"verdict": "ungraded"}),
    ]
    metric = SUITE.score(rows).metrics["stays_erased"]
    assert (metric.k, metric.n, metric.missed) == (1, 2, ("pl_002:erase:after1",))


def test_credit_for_another_reason_is_told() -> None:
    """Points that keeping a stale value, or a plain cascade, would win too."""
    rows = pair("pl_001", "edit", "pass", "pass", quirks=["old equals new"])
    assert "real, but old equals new: pl_001:edit:after1" in SUITE.score(rows).notes


def test_the_notes_say_how_it_was_measured() -> None:
    """Conversation, judge, who stores probe turns, the selection, and what was left out."""
    rows = pair("pl_001", "edit", "pass", "pass", selection="pl_*", episodes=3, retains_turns=True)
    notes = "\n".join(SUITE.score(rows).notes)
    assert (
        "conversation stateful; judge rule; probe turns are not retained by the suite, and the "
        "agent stores them itself" in notes
    )
    assert "only pl_*: 1 of 3 episodes" in notes
    assert "2 questions of other kinds left out: 2 Abs" in notes


def test_the_coverage_names_the_probes_without_a_grade() -> None:
    """And not their partners, of which somebody knows what they are; a pair counts once."""
    rows = [
        *pair("pl_001", "edit", "ungraded", "pass"),
        *pair("pl_002", "edit", "pass", "ungraded"),
        *pair("pl_003", "edit", "ungraded", "ungraded"),
        *pair("pl_004", "edit", "pass", "pass"),
    ]
    metric = SUITE.score(rows).metrics["coverage"]
    assert (metric.k, metric.n) == (1, 4)
    assert metric.missed == (
        "pl_001:edit:before1",
        "pl_002:edit:after1",
        "pl_003:edit:before1",
        "pl_003:edit:after1",
    )
    # A run without the probes before the change has no row of theirs to show.
    after = [row for row in rows if row["phase"] == "after"]
    assert SUITE.score(after).metrics["coverage"].missed == tuple(row["id"] for row in after[:3])


def test_a_row_that_was_not_measured_counts_nowhere() -> None:
    """A skip is no answer."""
    rows = pair("pl_001", "edit", "pass", "pass")
    rows[1]["outcome"] = "not_measured"
    assert values(rows)["coverage"] is None


# --- what is laid beside the report


def laid(*subjects: str) -> dict[str, str]:
    return artifacts({Key("ee", name): rows_of(**EXAMPLE) for name in subjects})


def test_the_records_carry_bucket_and_audit_line() -> None:
    """A line a backend, then a line an episode with its probes."""
    lines = [json.loads(line) for line in laid("acme")["ee/runs.jsonl"].splitlines()]
    assert lines[0]["backend"] == "acme"
    assert lines[0]["audit_notes"].startswith("Score 4/11 = 36%")
    assert lines[0]["accuracy_score"] == pytest.approx(4 / 11, abs=1e-6)
    episodes = lines[1:]
    assert len(episodes) == 11
    assert "erase_accuracy" not in episodes[0]
    after = episodes[0]["probes"][1]
    assert (after["pass_type"], after["pass_type_label"]) == ("real", EE_PASS_TYPE_LABELS["real"])


def test_the_page_begins_with_the_filtered_score() -> None:
    """Headline, buckets and their legend, then the raw table; a row a backend."""
    page = laid("acme", "beta|x")["_rollup/ee/report.md"]
    heads = [line for line in page.splitlines() if line.startswith("## ")]
    assert heads[:2] == ["## Filtered score", "## Buckets"]
    assert heads.index("## Raw pass rates") > 1
    assert "| acme | 36.4% | 16.7% | 60.0% |" in page
    assert "| beta\\|x | 36.4% |" in page
    for name, label in EE_PASS_TYPE_LABELS.items():
        assert f"- `{name}`: {label}" in page
    assert "| erase probes, after | 100.0% (5/5) |" in page.replace("right ", "")


def test_there_is_nothing_to_lay_where_nothing_was_measured() -> None:
    """No page that looks like a result."""
    rows = [{**one, "outcome": "not_measured"} for one in rows_of(real=[1, 0])]
    assert artifacts({Key("ee", "acme"): rows}) == {}


def test_hints_say_what_was_known_and_failed() -> None:
    """One line for edits, one for erasures."""
    hints = SUITE.hints(rows_of(knew_but_failed=[4, 1]))
    assert "a rule was not followed" in hints[0]
    assert hints[0].endswith("and 1 more")
    assert "the deletion did not reach the memory" in hints[1]
    assert SUITE.hints(rows_of(real=[1, 1])) == []


def test_every_metric_is_declared() -> None:
    """Floors may name each of them."""
    assert set(SUITE.score(rows_of(**EXAMPLE)).metrics) <= set(scoring.METRICS)
