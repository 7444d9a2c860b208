"""The index spares searches and changes no result: what it rules out is not there."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.gate import evidence
from pytest_memeval.gate import progress
from pytest_memeval.gate import rules
from pytest_memeval.gate import statements
from pytest_memeval.gate.index import Index
from pytest_memeval.gate.index import keys_of
from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Text
from pytest_memeval.gate.pattern import remembering

CUES = [
    *(rule.pattern for rule in (*statements.BY_STRENGTH, *statements.ALL_VETOES)),
    *(row.pattern for row in evidence.EVIDENCE),
    *(cue for rule in rules.DROP_RULES for cue in (rule.frame, rule.words) if cue),
    *(cue for rule in rules.WITHHOLD_RULES for cue in (rule.opens, rule.line) if cue),
    *(cue for _, cue in statements.STEPS),
    *(value for value in vars(progress).values() if isinstance(value, Cue)),
]
#: What the tables are made of, with their signs: half of it reads as words.
SCRAPS = sorted(
    {
        scrap
        for cue in CUES
        for part in cue.parts()
        for scrap in re.findall(r"\w[\w' ]{1,16}|[^\w\s\\]", part)
    }
)
GLUE = [" ", " ", " ", "", ", ", ". ", ": ", "\n", " 7 ", "42%", " - ", "s ", "ed ", "ing "]


@cache
def _search(part):
    return re.compile(part).search


def _found_by_searching(cue, text):
    return any(_search(part)(text) for part in cue.parts())


@given(st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_what_the_index_rules_out_is_not_there(seed):
    """Every cue is found in exactly the texts in which a plain search finds it."""
    draw = random.Random(seed)
    for _ in range(4):
        scraps = [draw.choice(SCRAPS) + draw.choice(GLUE) for _ in range(draw.randrange(1, 9))]
        text = Text.of("".join(scraps))
        cue = draw.choice(CUES)

        assert cue.found_in(text) == _found_by_searching(cue, text)


@pytest.mark.parametrize("seed", range(6))
def test_every_cue_is_found_where_a_search_finds_it(seed):
    """The same for all cues on one text, so that none is left to chance."""
    draw = random.Random(seed)
    text = Text.of("".join(draw.choice(SCRAPS) + draw.choice(GLUE) for _ in range(7)))

    assert [cue.found_in(text) for cue in CUES] == [_found_by_searching(cue, text) for cue in CUES]


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        (r"\bprefer(?:red)?\b", {("word", "prefer"), ("word", "preferred")}),
        (r"\bdecid\w*", {("start", "deci")}),
        (r"\A\W{0,4}(?:please )?note:", {("word", "^please"), ("word", "^note")}),
        (r"[?？]\W{0,4}\Z", {("sign", "?"), ("sign", "？")}),
        (r"\b\w+ing \w+", set()),
    ],
)
def test_a_key_is_what_no_match_is_without(source, keys):
    """Words as far as they are known to the end, beginnings of the others, signs."""
    assert keys_of(source)[0] == keys


def test_of_two_keys_both_must_be_there():
    """One frequent word does not call for a search."""
    index = Index([r"\bthe (?:\w+ ){0,2}(?:culprit|cause)\b"])

    assert index.may_match("the real cause")
    assert not index.may_match("the real reason")
    assert not index.may_match("a cause")


def test_a_text_is_remembered_during_a_call_only():
    """The gate keeps no conversation."""
    with remembering():
        assert Text.of("Use tabs.") is Text.of("use tabs.")

    assert Text.of("use tabs.") is not Text.of("use tabs.")


def test_cues_are_counted_as_a_plain_search_counts_them():
    """Only alternatives that may be there are counted, and that makes no difference."""
    text = Text.of("First stop the worker, then drain the queue, and then restart it. 4 of 5 left")
    for _, cue in statements.STEPS:
        assert cue.count_in(text) == len(re.findall("|".join(cue.parts()), text))
