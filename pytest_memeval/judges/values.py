"""Whether a value is in a sentence: as it is, in other words for the same, or in part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise

from pytest_memeval.judges.facts import Fact
from pytest_memeval.judges.reading import Sentence
from pytest_memeval.judges.reading import Text
from pytest_memeval.judges.reading import Token
from pytest_memeval.judges.reading import is_cjk
from pytest_memeval.judges.reading import read
from pytest_memeval.judges.reading import stem
from pytest_memeval.judges.reading import word_set

#: Words of a value that another wording may lack or add.
_LINKS = word_set("a an the with of in at on to for per and every each by via as my your")
#: Words before a name that may be left out, but not exchanged.
TITLES = word_set(
    "director vp ceo cto cfo coo president manager lead head chief dr doctor prof professor mr "
    "mrs ms miss sir captain coach nurse senior junior principal engineer"
)
#: A value that begins like this says that something is not there.
_ABSENT = word_set("no none not nothing without never n/a nobody nowhere")
#: And when it is made of these, that it is not there at all.
_NONE = word_set("none nothing nobody no one n/a currently now at all the moment not any")
#: Amounts that chance may bring into a sentence about something else.
_AMOUNTS = word_set("minutes months number percent money frequency time weekday date")


@dataclass(frozen=True)
class Value:
    """A value and the question that it answers, which may hold some of its words."""

    text: Text
    question: Text

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return self.text.tokens

    @cached_property
    def units(self) -> list[Token]:
        """The tokens that make the value, without the links between them."""
        return [token for token in self.tokens if token.fact or token.text not in _LINKS]

    @cached_property
    def needed(self) -> list[Token]:
        """The units without which it is another value, or none."""
        asked = {stem(word) for word in self.question.words}
        needed = [unit for unit in self.units if unit.fact or stem(unit.text) not in asked]
        if len(needed) > 1 and (needed[0].text in TITLES or needed[0].text in _ABSENT):
            del needed[0]
        return needed

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of its words that the question does not hold."""
        return frozenset(stem(unit.text) for unit in self.needed if not unit.fact)

    @cached_property
    def is_code(self) -> bool:
        """Whether it must be given letter by letter."""
        return any(token.is_code for token in self.tokens)

    @cached_property
    def is_name(self) -> bool:
        """Whether it is made of names, which have no other wording."""
        return bool(self.needed) and all(unit.is_name for unit in self.needed)

    @cached_property
    def is_listing(self) -> bool:
        """Whether it names several things, or several sides of one."""
        return any(token.text in ("and", "with") or token.parted for token in self.tokens)

    @cached_property
    def is_absence(self) -> bool:
        """Whether it is, or begins with, a word for "none"."""
        return bool(self.tokens) and self.tokens[0].text in _ABSENT

    @cached_property
    def is_none(self) -> bool:
        """Whether it is a word for "none", and no more than that."""
        return self.is_absence and all(token.text in _NONE for token in self.tokens)

    @cached_property
    def is_amount(self) -> bool:
        """Whether it is made of amounts only, which may also mean something else."""
        return bool(self.units) and all(
            unit.fact and unit.fact.kind in _AMOUNTS for unit in self.units
        )

    @cached_property
    def compact(self) -> str:
        return _compact(self.text.folded)

    def beyond(self, other: Value) -> Value:
        """What the value has and another one has not."""
        new = tuple(u for u in self.units if not any(same(u, theirs) for theirs in other.units))
        return Value(Text("", (Sentence(new, False),)), self.question)

    def same(self, other: Value) -> bool:
        return self.text.folded == other.text.folded or equal(self.tokens, other.tokens)

    def holds(self, other: Value) -> bool:
        """Whether the other value is a part of this one."""
        return self.place(self.text.sentences, other) is not None or all(
            any(same(unit, mine) for mine in self.units) for unit in other.units
        )

    @staticmethod
    def place(sentences: Iterable[Sentence], other: Value) -> set[int] | None:
        return next((found for each in sentences if (found := other.exact(each)) is not None), None)

    def exact(self, sentence: Sentence) -> set[int] | None:
        """The places of the value in a sentence, word by word, or None."""
        tokens, size = sentence.tokens, len(self.tokens)
        for start in range(len(tokens) - size + 1):
            if equal(tokens[start : start + size], self.tokens):
                return set(range(start, start + size))
        return None if self.is_code else self._joined(tokens)

    def varied(self, sentence: Sentence) -> bool:
        """Whether the value stands there with one of its tokens exchanged."""
        tokens, mine = sentence.tokens, self.tokens
        return len(mine) > 2 and any(
            sum(map(_identical, tokens[start : start + len(mine)], mine)) == len(mine) - 1
            for start in range(len(tokens) - len(mine) + 1)
        )

    def _joined(self, tokens: Sequence[Token]) -> set[int] | None:
        """The places where it stands with other blanks and hyphens: "sign-off", "sign off"."""
        if len(self.compact) < 5 or any(token.fact for token in self.tokens):
            return None
        letters = [_compact(token.text) for token in tokens]
        for start, first in enumerate(letters):
            joined, end = first, start + 1
            while (
                joined
                and self.compact.startswith(joined)
                and joined != self.compact
                and end < len(letters)
            ):
                joined += letters[end]
                end += 1
            if joined == self.compact:
                return set(range(start, end))
        return None

    def loose(self, sentence: Sentence) -> set[int] | None:
        """The places of the value in any wording that is plainly the same, or None."""
        found = self.exact(sentence)
        if found is not None or self.is_code or not self.needed:
            return found
        taken: set[int] = set()
        for unit in self.needed:
            at = [
                i for i, token in enumerate(sentence.tokens) if same(unit, token) and i not in taken
            ]
            if not at:
                return None
            taken.add(at[0])
        return taken if self._in_order(sentence, taken) else None

    def _in_order(self, sentence: Sentence, taken: set[int]) -> bool:
        """Whether the words follow each other as in the value, or as in "Weber, Jonas"."""
        words = [i for i in sorted(taken) if not sentence.tokens[i].fact]
        there = [stem(sentence.tokens[i].text) for i in words]
        mine = [stem(unit.text) for unit in self.needed if not unit.fact]
        close = all(
            all(between.text in _LINKS for between in sentence.tokens[a + 1 : b])
            for a, b in pairwise(words)
        )
        return close and (there == mine or (self.is_name and len(mine) == 2))

    def parts_in(self, tokens: Iterable[Token]) -> bool:
        """Whether anything is there that belongs to the value, or looks as if it did."""
        there = [token for token in tokens if token.text not in _LINKS]
        words = {part for token in there if not token.fact for part in (token.text, *token.parts)}
        if any(same(unit, token) for unit in self.needed for token in there):
            return True
        return any(
            _near(unit.text, word) for unit in self.needed if not unit.fact for word in words
        )

    def of_kind(self, facts: Sequence[Fact]) -> bool | None:
        """Whether other amounts of a kind are there in place of the value's; None: no amounts."""
        mine = [unit.fact for unit in self.needed if unit.fact]
        for fact in mine:
            rivals = [other for other in facts if other.kind == fact.kind]
            if rivals and not any(same_fact(fact, other) for other in rivals):
                return True
        return None


def value(text: str, question: Text) -> Value:
    return Value(read(text), question)


def equal(some: Sequence[Token], others: Sequence[Token]) -> bool:
    if len(some) != len(others) or not some:
        return False
    return all(_identical(one, other) for one, other in zip(some, others, strict=True))


def _identical(one: Token, other: Token) -> bool:
    if one.fact and other.fact:
        return same_fact(one.fact, other.fact)
    return not one.fact and not other.fact and one.text == other.text


def same(one: Token, other: Token) -> bool:
    """Whether two tokens mean the same: forms of one word count, except of names and code."""
    if one.fact or other.fact or one.is_code or other.is_code:
        return _identical(one, other)
    if one.text == other.text:
        return True
    return not (one.is_name and other.is_name) and stem(one.text) == stem(other.text)


def same_fact(one: Fact, other: Fact) -> bool:
    if one.kind != other.kind:
        return False
    if one.kind == "date":  # a year may be left out
        years, days = {one.value[0], other.value[0]}, {one.value[1:], other.value[1:]}
        return len(days) == 1 and len(years - {None}) < 2
    return one.value == other.value


def _near(one: str, other: str) -> bool:
    """Whether two words may be spellings or forms of one: then nobody can be sure."""
    if is_cjk(other):
        return one in other
    if min(len(one), len(other)) < 3:
        return one == other
    if one[:4] == other[:4] or stem(one) == stem(other):
        return True
    return one[0] == other[0] and SequenceMatcher(None, one, other, autojunk=False).ratio() > 0.7


def _compact(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)
