"""How texts are brought into one form, and amounts into one unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.judges.facts import take_facts
from pytest_memeval.judges.reading import folded
from pytest_memeval.judges.reading import read
from pytest_memeval.judges.reading import stem
from pytest_memeval.judges.values import same_fact
from pytest_memeval.judges.words import languages

SAME = [
    ("90 minutes", "an hour and a half", "1.5 hours", "1,5 Stunden", "1h 30m", "1 hour 30 minutes"),
    ("45 min", "three quarters of an hour", "forty-five minutes", "0.75 h"),
    ("30 min", "half an hour", "thirty minutes"),
    ("2 weeks", "14 days", "a fortnight", "two weeks"),
    ("2 years", "24 months"),
    ("2x/week", "twice a week", "two times per week", "2 times weekly", "2x weekly"),
    ("1x/week", "once a week", "weekly", "every week", "every 7 days"),
    ("every other week", "every two weeks", "every 14 days"),
    ("2pm", "14:00", "2 p.m.", "2:00 PM"),
    ("noon", "12:00", "12pm"),
    ("2031 May 9", "May 9, 2031", "9 May 2031", "2031-05-09", "the 9th of May 2031"),
    ("85%", "85 percent", "eighty-five per cent"),
    ("$1,200", "1200 dollars", "1,200 USD"),
    ("v2.1", "version 2.1"),
    ("Thursdays", "Thursday"),
    ("12", "twelve"),
]
OTHER = [
    ("90 minutes", "90 seconds"),
    ("1 month", "30 days"),
    ("3.1", "3.10"),
    ("v2.1", "v2.10"),
    ("May 9, 2031", "May 9, 2030"),
    ("2am", "2pm"),
    ("2x/week", "2x/month"),
    ("4 hours", "24 hours"),
]


@pytest.mark.parametrize("texts", SAME, ids=lambda texts: texts[0])
def test_one_amount_has_one_form(texts: tuple[str, ...]) -> None:
    facts = [read(text).facts for text in texts]
    assert all(len(found) == 1 for found in facts), facts
    assert all(same_fact(facts[0][0], found[0]) for found in facts), facts


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_amounts_differ(one: str, other: str) -> None:
    (left,), (right,) = read(one).facts, read(other).facts
    assert not same_fact(left, right)


def test_a_year_may_be_left_out() -> None:
    (left,), (right,) = read("May 9, 2031").facts, read("9 May").facts
    assert same_fact(left, right)


def test_a_range_holds_two_amounts() -> None:
    assert len(read("25 to 40 minutes").facts) == 2
    assert len(read("25-40 minutes").facts) == 2


@pytest.mark.parametrize(
    "text", ["api/v2/users", "10.0.0.1:8080", "k8s", "orion-batch-2", "--retry2", "a1b2"]
)
def test_a_number_inside_a_name_is_no_amount(text: str) -> None:
    assert not read(text).facts
    assert len(read(text).tokens) == 1


@pytest.mark.parametrize("text", ["every 0 weeks", "0 times a day", "31:99", "45 pm", "9" * 5000])
def test_odd_numbers_do_no_harm(text: str) -> None:
    read(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [("swimming", "swim"), ("eater", "eats"), ("running", "runs"), ("coverage", "covers")],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  **Café  Orlé**. ", "cafe orle"),
        ("“ＡＢＣ”", "abc"),
        ("Tom\u200bas", "tomas"),
        ("Straße", "strasse"),
        ("Mervadine?", "mervadine?"),
    ],
)
def test_layout_is_folded(text: str, plain: str) -> None:
    assert folded(text) == plain


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_any_text_can_be_read(text: str) -> None:
    assert all(token.raw for token in read(text).tokens)


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_a_stem_is_its_own_stem(word: str) -> None:
    assert stem(stem(word)) == stem(word)


@given(st.text(alphabet="0123456789 .,:/-%$xhminw", max_size=60))
def test_any_number_can_be_read(text: str) -> None:
    marked, facts = take_facts(text)
    assert marked.count("\ue000") == len(facts)


def test_the_word_lists_are_whole() -> None:
    """Every language has every list, and its own denials deny."""
    found = languages()
    assert len(found) >= 10
    for name, language in found.items():
        assert language.unknown, name
        assert language.none, name
