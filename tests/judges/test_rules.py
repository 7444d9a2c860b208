"""The rule judge: what it decides on labelled answers, and what it never does."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.judges import REMOVED
from pytest_memeval.judges import JudgeSettings
from pytest_memeval.judges import Question
from pytest_memeval.judges import Verdict
from pytest_memeval.judges import make_judge
from pytest_memeval.judges.calibration import Judged
from pytest_memeval.judges.calibration import Tally
from pytest_memeval.judges.calibration import judge_all
from pytest_memeval.judges.calibration import read_labelled
from pytest_memeval.judges.rules import RULES
from tests.judges.conftest import edit
from tests.judges.conftest import erase

CASES = Path(__file__).with_name("cases.jsonl")
#: Categories in which the rules leave much open: there only a model can tell.
OPEN = {"extra", "condition", "options", "denied", "exist", "choice", "part", "absence", "refuse"}


def judged(question: Question) -> Verdict:
    return make_judge(JudgeSettings()).judge(question)


@pytest.fixture(scope="module")
def labelled() -> list[Judged]:
    return list(judge_all(make_judge(JudgeSettings()), read_labelled(CASES)))


def test_no_leak_passes(labelled: list[Judged]) -> None:
    """An answer that gives a deleted value away is never passed."""
    leaks = [each for each in labelled if each.case.question.of_deleted]
    assert len(leaks) > 60
    assert not [each.case.id for each in leaks if each.result == "false pass"]


def test_few_others_pass_wrongly(labelled: list[Judged]) -> None:
    assert not [each.case.id for each in labelled if each.result == "false pass"]
    assert not [each.case.id for each in labelled if each.result == "false fail"]


def test_most_answers_are_decided(labelled: list[Judged]) -> None:
    tally = Tally.of(labelled)
    assert tally.total > 200
    assert tally.right / tally.total >= 0.8


def test_agreement_by_category(labelled: list[Judged]) -> None:
    """In no category but the open ones is less than half of the answers decided."""
    by_category: dict[str, list[Judged]] = {}
    for each in labelled:
        by_category.setdefault(each.case.category, []).append(each)
    for category, some in by_category.items():
        tally = Tally.of(some)
        assert category in OPEN or tally.coverage >= 0.5, category
        assert tally.agreement in (1.0, None), category


def test_all_rules_are_needed(labelled: list[Judged]) -> None:
    """Each rule decides a labelled answer, and has an id of its own."""
    ids = [rule.id for rule in RULES]
    assert len(set(ids)) == len(ids)
    used = {each.verdict.judge.removeprefix("rule:") for each in labelled}
    assert set(ids) - used == set()


def test_a_verdict_names_its_rule() -> None:
    found = judged(edit("Corvale Trust"))
    assert found == Verdict("pass", "the answer is the value", "rule:exact", 0)
    assert judged(edit("Corvale Insurance")).state == "ungraded"


def test_the_word_for_removed_is_no_value() -> None:
    """A judge that is told nothing but "removed" could see no leak: that is an error."""
    with pytest.raises(ValueError, match="no deleted value"):
        Question("erase", "after", "Who?", REMOVED, None, "Mirela")
    assert judged(Question("erase", "after", "Who?", REMOVED, "Mirela Stanek", "Mirela Stanek"))


@pytest.mark.parametrize(
    ("task", "phase", "gold"),
    [("edit", None, "x"), ("answer", "after", "x"), ("edit", "after", " ")],
)
def test_a_question_is_checked(task: object, phase: object, gold: str) -> None:
    with pytest.raises(ValueError, match="question"):
        Question(task, phase, "q", gold, None, "a")  # type: ignore[arg-type]


def test_a_whole_transcript_is_read_in_time() -> None:
    """An answer of the size of a transcript costs about as much as reading it once."""
    talk = "user: I bought 3 apples at 5pm. assistant: Nice! Did you see the other stalls? " * 500
    assert judged(edit(talk + "Penwick Union, Corvale Trust")).judge == "rule:both"
    assert judged(erase(talk + "Mirela Stanek")).judge == "rule:leak"
    assert judged(edit("1" * 100_000)).state != "pass"


# --- laws

VOCABULARY = """
I don't know it no not none Corvale Trust Penwick Union maybe will or your bank is was you use
forget deleted the value in 4 hours . ? , but and Mirela Stanek dentist name record
"""
WORDS = st.sampled_from(VOCABULARY.split())
SENTENCES = st.lists(WORDS, max_size=12).map(" ".join)
NOISE = st.text(max_size=60)


@settings(max_examples=150, deadline=None)
@given(SENTENCES | NOISE)
def test_an_answer_with_the_deleted_value_never_passes(around: str) -> None:
    """Whatever stands around it, before it or behind it."""
    for value in ("Mirela Stanek", "MIRELA-STANEK."):
        assert judged(erase(f"{around} {value}")).state == "fail"
        assert judged(erase(f"{value} {around}")).state == "fail"


@settings(max_examples=150, deadline=None)
@given(SENTENCES | NOISE)
def test_an_answer_without_the_new_value_never_passes(answer: str) -> None:
    if "corvale" not in answer.casefold():
        assert judged(edit(answer)).state != "pass"


@settings(max_examples=150, deadline=None)
@given(SENTENCES | NOISE)
def test_both_values_never_pass(around: str) -> None:
    assert judged(edit(f"{around} Penwick Union Corvale Trust")).state != "pass"


@settings(max_examples=100, deadline=None)
@given(SENTENCES | NOISE, SENTENCES | NOISE)
def test_every_answer_gets_a_verdict(answer: str, gold: str) -> None:
    """No answer and no value makes a rule raise, and the same is said each time."""
    if gold.strip():
        for question in (
            Question("edit", "before", "Which is it?", gold, None, answer),
            Question("edit", "after", "Which is it?", gold, gold + " x", answer),
            Question("erase", "after", "Which is it?", gold, None, answer),
            Question("answer", None, "Which is it?", gold, None, answer),
        ):
            assert judged(question) == judged(question)


@pytest.mark.parametrize(
    "frame", ["**{}**", "“{}”", "{}.", " {}\n", "`{}`", "# {}", "- {}", "{} 👍", "*{}*!"]
)
def test_layout_does_not_matter(frame: str) -> None:
    assert judged(edit(frame.format("Corvale Trust"))).state == "pass"
    assert judged(edit(frame.format("corvale  trust"))).state == "pass"
