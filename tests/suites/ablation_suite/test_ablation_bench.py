"""Measuring removals: what each arm is asked, and no credit that is not earned."""

from __future__ import annotations

import json
from collections.abc import Callable
from collections.abc import Iterator
from itertools import count
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.judges import Verdict
from pytest_memeval.judges.rule import RuleJudge
from pytest_memeval.suites.ablation.citation import cite
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.credit import VALUES
from pytest_memeval.suites.ablation.credit import assess_context_presence
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from tests.suites.ablation_suite.measuring import Run
from tests.suites.ablation_suite.measuring import Says
from tests.suites.ablation_suite.measuring import removals
from tests.suites.ablation_suite.measuring import when

TRUTH = {
    "load_bearing": when(lambda ids: "a" in ids),
    "cited_non_flipping": when(lambda ids: True),
    "misleading": when(lambda ids: "a" not in ids),
    "cited_wrong_noncuring": when(lambda ids: False),
}
#: What is there only where something was measured.
CREDIT = ("tier", "value", "effect", "credit")


def assert_no_credit(row: Row) -> None:
    """The row labels nothing."""
    assert [row[name] for name in CREDIT] == [None] * len(CREDIT)
    assert row["groups"] == []
    assert row["flips"] is None


# --- tiers and the library


@pytest.mark.parametrize("tier", TRUTH)
def test_each_tier(tier: str) -> None:
    """The four pairs of outcomes come to the four tiers and PRME's values."""
    row = Run(TRUTH[tier]).row(removals()[0])
    assert (row["tier"], row["value"]) == (tier, VALUES[tier])
    assert row["flips"] == (tier in ("load_bearing", "misleading"))
    assert row["outcome"] == ("miss" if tier == "misleading" else "hit")


@given(st.booleans(), st.booleans())
def test_the_credit_is_the_librarys(before: bool, after: bool) -> None:
    """Field by field what `assess_context_presence` gives for the same removal and answers."""
    run = Run(when(lambda ids: before if "a" in ids else after))
    case = removals(cited=["a", "b"])[0]
    row = run.row(case)
    answers = ["the heron" if right else "no idea" for right in (before, after)]
    citation = cite(
        case.case.bundle,
        answer_id="case",
        cited_ids=["a", "b"],
        answer=answers[0],
        method="application_verified",
    )
    wanted = assess_context_presence(
        ablate_context(case.case.bundle, ["a"]),
        citation,
        record_id="a",
        baseline_correct=before,
        counterfactual_correct=after,
        evaluation_id=row["evaluation_id"],
        counterfactual_answer_sha256=sha256_of(answers[1]),
    ).as_row()
    assert {**row["credit"], "citation_id": ""} == {**wanted, "citation_id": ""}
    assert (row["tier"], row["value"]) == (wanted["tier"], wanted["value"])
    for name in ("baseline_context_sha256", "counterfactual_context_sha256"):
        assert row[name] == row["credit"][name]
    assert json.loads(json.dumps(row)) == row


def test_the_same_run_gives_the_same_rows() -> None:
    """Nothing in a row is drawn or timed."""
    assert Run(TRUTH["load_bearing"]).rows(removals()) == Run(TRUTH["load_bearing"]).rows(
        removals()
    )


def test_a_joint_removal_has_an_effect_and_no_value() -> None:
    """None of several records has a share of what they do together."""
    row = Run(when(bool)).row(removals(remove=[["a", "b", "c", "d"]])[0])
    assert (row["effect"], row["tier"], row["value"]) == ("jointly_load_bearing", None, None)
    assert row["credit"]["semantics"] == "context_group_presence_v1"


@pytest.mark.parametrize("tier", TRUTH)
def test_a_control_has_no_label(tier: str) -> None:
    """Whatever an uncited record's removal does, it says nothing of the record."""
    case = removals(cited=["b"], remove=[["a"]])[0]
    row = Run(TRUTH[tier]).row(case)
    flips = tier in ("load_bearing", "misleading")
    assert (row["label"], row["tier"], row["value"], row["effect"]) == ("control", None, None, None)
    assert (row["flips"], row["outcome"]) == (flips, "miss" if flips else "hit")
    assert row["credit"]["semantics"] == "context_control_v1"
    assert "tier" not in row["credit"]
    assert tier not in row["detail"]


def test_expectations() -> None:
    """A tier as expected is a hit, also `misleading`; another is a miss that shows both answers."""
    expected = removals(cited=["a"], expect={"a": "misleading"})[0]
    assert Run(TRUTH["misleading"]).row(expected)["outcome"] == "hit"
    row = Run(TRUTH["load_bearing"]).row(expected)
    assert row["outcome"] == "miss"
    assert row["detail"] == (
        "want misleading, got load_bearing (with: 'the heron', without: 'no idea')"
    )


def test_expected_groups() -> None:
    """Groups that should be found and are not, or the other way round, are a miss."""
    case = removals(ids="ab", expect_groups=[["a", "b"]])[0]
    assert Run(when(bool)).row(case)["outcome"] == "hit"
    row = Run(when(lambda ids: True)).row(case)
    assert row["detail"] == "want the groups a+b, got none"
    row = Run(when(bool)).row(removals(ids="ab", expect_groups=[])[0])
    assert row["detail"] == "want the groups none, got a+b"


# --- who is asked what


def test_the_baseline_is_answered_once_a_case() -> None:
    """However many removals a case has, and in whatever order, its context is shown once."""
    run = Run(when(lambda ids: True), searches=0)
    run.rows(removals()[::-1])
    assert run.asked.count(frozenset("abcd")) == 1
    assert len(run.asked) == 5


def test_cases_and_readers_share_nothing() -> None:
    """Another reader, and another case, have a baseline of their own."""
    run = Run(when(lambda ids: "a" in ids), searches=0)
    run.row(removals()[0])
    run.row(removals(id="other")[0])
    run.row(removals()[0], subject="another")
    assert run.asked.count(frozenset("abcd")) == 3


def test_trials_repeat_both_arms() -> None:
    """Each counterfactual N times, the baseline twice as often, once a case."""
    run = Run(when(lambda ids: "a" in ids), trials=3, searches=0)
    rows = run.rows(removals(cited=["a", "b"]))
    assert run.asked.count(frozenset("abcd")) == 6
    assert run.asked.count(frozenset("bcd")) == 3
    assert (rows[0]["tier"], rows[0]["p"], rows[0]["self_difference"]) == (
        "load_bearing",
        0.25,
        0.0,
    )
    assert rows[0]["baseline"]["outcomes"] == [True] * 6


# --- what the reader says it used


def says(text: str, *cited: str) -> Callable[[frozenset[str]], object]:
    return lambda ids: (text, list(cited))


def test_the_readers_citations_are_resolved() -> None:
    """By id or by the reference that the format shows, each once."""
    row = Run(says("the heron", "m1", "a", "b", "m9")).row(removals()[0])
    assert row["reader_cited"] == ["a", "b", "m9"]
    assert row["absent"] == ["m9"]


def test_where_the_case_states_what_is_cited_that_counts() -> None:
    """The case vouches for its citations, whatever the reader says."""
    row = Run(says("the heron", "b")).row(removals(cited=["a"])[0])
    assert (row["label"], row["tier"]) == ("single", "cited_non_flipping")
    assert row["credit"]["citation_method"] == "application_verified"


def test_otherwise_the_reader_says_what_is_cited() -> None:
    """What it cites is credited, what it leaves out is a control without a label."""

    def answers(ids: frozenset[str]) -> object:
        return ("the heron", ["m2", "nowhere"]) if "b" in ids else "no idea"

    rows = Run(answers).rows(removals(cited=None))
    assert [row["label"] for row in rows] == ["control", "single", "control", "control"]
    assert [row["tier"] for row in rows] == [None, "load_bearing", None, None]
    assert rows[1]["credit"]["citation_method"] == "model_reported"
    assert rows[1]["absent"] == ["nowhere"]


def test_an_absent_citation_earns_nothing() -> None:
    """An answer that cites only what is not there cites nothing."""
    rows = Run(lambda ids: ("the heron" if "a" in ids else "?", ["z"])).rows(removals(cited=None))
    assert {row["label"] for row in rows} == {"control"}
    assert {row["tier"] for row in rows} == {None}


def test_some_cited_and_some_not_say_nothing() -> None:
    """Records removed together of which the reader cites one: neither a group nor a control."""
    case = removals(cited=None, remove=[["a", "b"]])[0]
    row = Run(lambda ids: ("the heron", ["m1"]) if "a" in ids else "?").row(case)
    assert (row["label"], row["credit"], row["tier"], row["effect"]) == ("mixed", None, None, None)


def test_an_expected_tier_of_an_uncited_record_is_a_miss() -> None:
    """A tier was wanted, and the reader gives no ground for one."""
    case = removals(cited=None, expect={"a": "load_bearing"})[0]
    row = Run(lambda ids: ("the heron", [])).row(case)
    assert row["detail"].startswith(
        "want load_bearing, got control, which the reader does not cite"
    )


# --- readers that fail


class BoomError(Exception):
    """Raised by readers."""


def raising(test: Callable[[frozenset[str]], bool]) -> Callable[[frozenset[str]], object]:
    def answer(ids: frozenset[str]) -> object:
        if test(ids):
            raise BoomError("boom")
        return "the heron"

    return answer


def test_a_reader_that_raises_without_a_record_earns_nothing() -> None:
    """The failure is the finding, on that removal alone."""
    rows = Run(raising(lambda ids: "a" not in ids), searches=0).rows(removals())
    assert [row["outcome"] for row in rows] == ["failed", "hit", "hit", "hit"]
    assert rows[0]["detail"] == "the reader raised BoomError: boom, asked without a"
    assert_no_credit(rows[0])


def test_a_reader_that_raises_with_all_records_earns_nothing() -> None:
    """No removal of the case can be compared, and the reader is not asked in vain."""
    run = Run(raising(lambda ids: len(ids) == 4))
    rows = run.rows(removals())
    assert {row["outcome"] for row in rows} == {"failed"}
    assert {row["detail"] for row in rows} == {
        "the reader raised BoomError: boom, asked with all records"
    }
    for row in rows:
        assert_no_credit(row)
    assert len(run.asked) == 2


@pytest.mark.parametrize("garbage", [None, b"the heron", 5, ["the heron"], ("the heron", "m1")])
def test_garbage_earns_nothing(garbage: object) -> None:
    """What is no answer is a failure, in either arm."""
    for arm in (True, False):

        def answers(ids: frozenset[str], failing: bool = arm) -> object:
            return garbage if ("a" in ids) == failing else "x"

        row = Run(answers).row(removals()[0])
        assert row["outcome"] == "failed"
        assert "an answer is a text" in row["detail"] or "cited ids" in row["detail"]
        assert_no_credit(row)


def test_an_item_that_runs_again_asks_again() -> None:
    """A plugin that runs a failed item again gets a new answer, and not the old failure."""
    failures = iter([True])

    def answer(ids: frozenset[str]) -> object:
        if len(ids) == 4 and next(failures, False):
            raise BoomError
        return "the heron"

    run, case = Run(answer), removals()[0]
    assert run.row(case)["outcome"] == "failed"
    assert run.row(case)["outcome"] == "hit"


def test_a_time_out_is_no_measurement_and_ends_the_search() -> None:
    """After an alarm there is no other: nothing more is asked in that item."""
    run = Run(lambda ids: "the heron")
    case = removals()[0]
    late = Answer(not_measured="timed out: > 1 s")

    def ask(removal: Any) -> Answer:
        if len(removal.removed) > 1:
            run.asked.append(frozenset(removal.removed))
            return late
        return run.ask(removal)

    row = run.bench.measure(Key("ablation", "reader"), case, ask)
    assert (row["tier"], row["outcome"]) == ("cited_non_flipping", "hit")
    assert row["unsearched"] == "timed out: > 1 s, asked without a, b"
    assert sum(len(ids) == 2 for ids in run.asked) == 1

    row = Run(lambda ids: "x").bench.measure(Key("ablation", "reader"), case, lambda _: late)
    assert row["outcome"] == "not_measured"
    assert_no_credit(row)


def test_a_reader_that_differs_each_time_is_unstable() -> None:
    """With trials, noise is seen to be noise: no tier, no value, no flip."""
    turns: Iterator[str] = cycle(["the heron", "no idea"])
    rows = Run(lambda ids: next(turns), trials=4).rows(removals())
    assert {row["tier"] for row in rows} == {"unstable"}
    assert {row["value"] for row in rows} == {None}
    assert {row["credit"]["tier"] for row in rows} == {"unknown"}
    assert not any(row["flips"] for row in rows)


@given(st.randoms(use_true_random=False), st.integers(2, 6))
def test_random_readers_seldom_earn_credit(random: Any, trials: int) -> None:
    """A reader that throws a coin: every flip that counts exceeds the baseline's own noise."""
    run = Run(lambda ids: random.choice(["the heron", "?"]), trials=trials, searches=0)
    for row in run.rows(removals()):
        if row["flips"]:
            assert abs(row["difference"]) > row["self_difference"]
            assert row["p"] is not None


def test_hostile_answers_are_kept_as_data() -> None:
    """Half characters, controls and sheer size neither break a row nor hide in its hash."""
    texts = iter(["heron \ud800\x1b[31m", "x" * 10_000, ""])
    row = Run(lambda ids: (next(texts), ["\ud800", "m1"]), searches=0).row(removals()[0])
    json.dumps(row, ensure_ascii=False).encode()
    assert row["counterfactual"]["answer"] == "heron \\ud800\x1b[31m"
    assert row["baseline"]["answer"].endswith("… (8,000 more)")
    assert row["baseline"]["answer_sha256"] == sha256_of("x" * 10_000)
    assert row["absent"] == ["\\ud800"]
    assert "\x1b" not in row["detail"]


# --- judges


def deferring(question: Any) -> str:
    return "ungraded" if "the heron" in question.answer else "fail"


def raising_judge(question: Any) -> str:
    raise BoomError("out of credit")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (deferring, "no verdict on 'the heron': because"),
        (raising_judge, "no verdict on 'the heron': the judge raised BoomError: out of credit"),
        ("perhaps", "no verdict on 'the heron': because"),
        (None, "no verdict on"),
        (["pass"], "no verdict on"),
    ],
)
def test_a_judge_that_does_not_say_earns_nothing(said: Any, why: str) -> None:
    """Nobody knows: neither right nor wrong, and no label."""
    row = Run(lambda ids: "the heron", judge=Says(said)).row(removals()[0])
    assert row["outcome"] == "invalid"
    assert why in row["detail"]
    assert_no_credit(row)


def test_the_rule_judge_defers_and_no_credit_is_given() -> None:
    """The default judge leaves a doubtful answer to others, and so does the credit."""
    row = Run(lambda ids: "It may or may not be a heron, who knows", judge=RuleJudge()).row(
        removals()[0]
    )
    assert row["outcome"] in ("invalid", "hit")
    if row["outcome"] == "invalid":
        assert_no_credit(row)


def test_arms_with_other_judges_are_not_comparable() -> None:
    """A judge that falls back on another one for one arm: no difference means anything."""
    numbers = count()

    def judge(question: Any) -> Verdict:
        return Verdict("pass", "", f"llm:{next(numbers)}")

    row = Run(lambda ids: "the heron", judge=Says(judge)).row(removals()[0])
    assert row["outcome"] == "invalid"
    assert row["detail"] == "not comparable: the arms were judged by llm:0 and llm:1"
    assert_no_credit(row)


def test_rules_are_one_judge_and_an_empty_answer_is_anybodys() -> None:
    """An answer that says nothing is judged by nobody, and rules by different names are one."""
    names = iter(["rule:exact", "rule:alias"])
    judge = Says(lambda question: Verdict("pass", "", next(names)))
    assert Run(lambda ids: "the heron", judge=judge, searches=0).row(removals()[0])["tier"]

    def verdict(question: Any) -> Verdict:
        empty = not question.answer
        return Verdict("fail", "", "rule:empty") if empty else Verdict("pass", "", "llm:one")

    row = Run(lambda ids: "the heron" if "a" in ids else "", judge=Says(verdict)).row(removals()[0])
    assert row["tier"] == "load_bearing"
