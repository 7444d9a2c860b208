"""The rule judge: what it decides on labelled answers, and what it never does."""

from __future__ import annotations

import re
import time
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
from pytest_memeval.judges.reading import stem
from pytest_memeval.judges.rules import RULES
from pytest_memeval.judges.words import languages
from tests.judges.conftest import edit
from tests.judges.conftest import erase

CASES = Path(__file__).with_name("cases.jsonl")
#: Categories in which the rules leave much open: there only a model can tell.
OPEN = {"extra", "condition", "options", "denied", "exist", "choice", "part", "absence", "refuse"}


ASKED = "Which bank holds my savings?"


def before(answer: str) -> Question:
    """An answer before any change."""
    return Question("edit", "before", ASKED, "Penwick Union", None, answer)


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


@pytest.mark.parametrize(
    ("more", "size"),
    [
        ("but if you move, it will be ", 1_000_000),
        ("because you moved ", 100_000),
        ("and that may change ", 100_000),
    ],
)
def test_no_clause_is_read_over_and_over(more: str, size: int) -> None:
    """A long answer that starts like a clause at every turn costs as much as any other."""
    started = time.process_time()
    judged(before("Penwick Union " + more * (size // len(more))))
    assert time.process_time() - started < 20


# --- what only looks like the value

TAKEN_BACK = """
    Penwick Union fork | Penwick Union lite | a copy of Penwick Union | Penwick Union's rival
    Penwick Union junior | the heir of Penwick Union | based on Penwick Union | ex-Penwick Union
    the Penwick Union team | the one Penwick Union works with | responsible for Penwick Union
    Penwick Union (closed) | Penwick Union (deprecated) | Penwick Union, which has shut down
    Penwick Union was it | formerly Penwick Union | you used Penwick Union | Penwick Union until May
    Penwick Union. It has been sold. | Penwick Union. She retired. | you left Penwick Union
    Penwick Union, strike that | Penwick Union, I mean the other one | Penwick Union, wait, no
    Penwick Union - oops | Penwick Union. Ignore that. | Penwick Union, correction: none
    Penwick Union or Corvale | either Penwick Union or not | Penwick Union / Corvale
    maybe Penwick Union | it might be Penwick Union | Penwick Union unless you moved
    Penwick Union if approved | suppose it is Penwick Union | anything but Penwick Union
    is it Penwick Union | Penwick Union? | they said it is Penwick Union | he uses Penwick Union
    Kim says Penwick Union | I won't say Penwick Union | you asked whether it is Penwick Union
    they use Penwick Union there | Penwick Union, mostly
    Penwick Union S | Penwick Union one day | Penwick Union, according to your horoscope
    Penwick Union. If that is wrong, it would be Corvale.
    antes era Penwick Union | c'était Penwick Union | das war Penwick Union
    peut-être Penwick Union | раньше Penwick Union | Penwick Unionでした | 除了Penwick Union
    ya no Penwick Union | nicht mehr Penwick Union | plus Penwick Union | Penwick Unionではない
"""


@pytest.mark.parametrize("answer", re.findall(r"[^|\n]*\w[^|\n]*", TAKEN_BACK))
def test_a_value_taken_back_or_made_into_another_never_passes(answer: str) -> None:
    """Whatever the value is turned into, it is not known from it, before a change or elsewhere."""
    answer = answer.strip()
    assert judged(before(answer)).state != "pass"
    assert judged(before(answer.capitalize() + ".")).state != "pass"
    assert judged(Question("answer", None, ASKED, "Penwick Union", None, answer)).state != "pass"
    assert judged(edit(answer, "Penwick Union", "Corvale Trust")).state != "pass"


@pytest.mark.parametrize(
    "answer",
    """4 hours longer | 4 hours per week | 4 hours a day | cut by 4 hours | 4 hours more
    over 4 hours | at least 4 hours | up to 4 hours | every 4 hours | another 4 hours
    4 hours ago | 4 hours off | +4 hours | 4 hours from now | less than 4 hours
    4 hours each | extended 4 hours | 4 hours, at most
    """.replace("\n", "|").split("|")[:-1],
)
def test_an_amount_of_something_else_never_passes(answer: str) -> None:
    question = "How long is the cache kept?"
    assert judged(Question("edit", "after", question, "4 hours", "9 hours", answer)).state != "pass"
    assert judged(Question("edit", "before", question, "4 hours", None, answer)).state != "pass"
    assert judged(Question("answer", None, question, "4 hours", None, answer)).state != "pass"


def test_the_period_that_was_asked_is_no_other_amount() -> None:
    question = "How many hours per week do I row?"
    asked = Question("edit", "after", question, "4 hours", "2 hours", "4 hours per week")
    assert judged(asked).state == "pass"


@pytest.mark.parametrize("answer", ["You visit Tarnholm.", "She lives in Tarnholm."])
def test_another_deed_or_person_is_no_answer(answer: str) -> None:
    asked = Question("edit", "before", "Where do I live?", "Tarnholm", None, answer)
    assert judged(asked).state == "ungraded"


@pytest.mark.parametrize(
    "answer", ["!{}", "!({})", "[ ] {}", "- [ ] {}", "<{}", ">{}", "It is <{}."]
)
@pytest.mark.parametrize("value", ["Corvale Trust", "v2.1"])
def test_a_sign_before_a_value_leaves_it_open(answer: str, value: str) -> None:
    """It may deny the value, or make a bound of it; where the value has it itself, it is right."""
    said = answer.format(value)
    for asked in (
        edit(said, value),
        Question("edit", "before", ASKED, value, None, said),
        edit(value, said),
        edit(f"~{value}", value),
        edit(f"✗ {value}", value),
    ):
        assert judged(asked).state == "ungraded"
    assert judged(edit(said, said)).state == "pass"


@pytest.mark.parametrize(
    "answer",
    [
        "I don't know; you told me to forget it, which I did not.",
        "You asked me to delete it and I have not done so.",
        "You asked me to forget it, and I did nothing of the sort.",
        "I don't know what you don't know.",
        "There is nothing I do not know.",
    ],
)
def test_a_denial_that_is_taken_back_never_passes(answer: str) -> None:
    assert judged(erase(answer)).state != "pass"


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("You are out at Tarnholm.", "ungraded"),
        ("You work out where Tarnholm is now out of work.", "ungraded"),
        ("Work out Tarnholm.", "ungraded"),
        ("You are working out at Tarnholm.", "pass"),
        ("You go to Tarnholm.", "pass"),
    ],
)
def test_half_of_a_verb_is_another_deed(answer: str, state: str) -> None:
    for old, phase in ((None, "before"), ("Penwick", "after")):
        asked = Question("edit", phase, "Where do I work out?", "Tarnholm", old, answer)  # type: ignore[arg-type]
        assert judged(asked).state == state


# --- laws

UNKNOWN_WORDS = st.from_regex(r"[a-z]{4,12}", fullmatch=True).filter(
    lambda word: (
        not any(
            language.explains(form, True) or form in language.detail
            for language in languages().values()
            for form in (word, stem(word))
        )
        and stem(word) not in {stem(asked) for asked in ASKED.lower().strip("?").split()}
    )
)


FRAMES = st.sampled_from(["{0} {1}", "{0}, {1}", "{0} ({1})", "{0}. {1}.", "{1} {0}", "{1}: {0}"])


@settings(max_examples=150, deadline=None)
@given(UNKNOWN_WORDS, FRAMES)
def test_a_word_that_no_list_holds_keeps_an_answer_from_passing(word: str, frame: str) -> None:
    """Nobody knows what it makes of the value."""
    for form in (word, word.title()):
        answer = frame.format("Penwick Union", form)
        assert judged(before(answer)).state != "pass"
        assert judged(edit(answer, "Penwick Union", "Corvale Trust")).state != "pass"


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
