"""What a sentence says beside a value: why it holds, and that it may change one day.

"Since you moved to Perth, your dentist is Dr. Lund": the first half says why, and takes nothing
back. Such clauses are cut off before the rest is read. One that doubts, denies or corrects is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Sequence
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

from pytest_memeval.judges.reading import Sentence
from pytest_memeval.judges.reading import Token
from pytest_memeval.judges.reading import stem
from pytest_memeval.judges.reading import word_set
from pytest_memeval.judges.words import Language

#: Verbs that say that a change has happened.
CHANGES = word_set(
    "changed change switched moved updated replaced reduced cut raised increased lowered shortened "
    "extended became become"
)
#: What no reason for a value may say.
_SPOILS = ("hedge", "future", "negation", "choice", "other", "gone")
#: A name behind one of these is a place or an occasion, and no other value.
_LEADS_TO_PLACE = word_set("to in at near from")
#: "Now that you live there, that would be Dr. Lund" tells what holds.
POLITE_IS = ("that", "would", "be")
#: That a value may change tells that it holds.
_PROSPECT = re.compile(
    r"(?:(?:and|but|though|although) )?(?:that|this|it|which) "
    r"(?:may|might|could|can|will|would) (?:\w+ )?(?:change|differ)\b"
)


@dataclass(frozen=True)
class Found:
    """A value in a sentence of the answer, and the places of its tokens there.

    :param whole: the sentence with all its clauses.
    """

    sentence: Sentence
    places: frozenset[int]
    whole: Sentence

    @cached_property
    def rest(self) -> list[Token]:
        """The tokens around the value."""
        return self.before + self.after

    @cached_property
    def before(self) -> list[Token]:
        return list(self.sentence.tokens[: min(self.places)])

    @cached_property
    def after(self) -> list[Token]:
        """The tokens behind the start of the value that are none of its own."""
        first = min(self.places)
        return [
            token
            for i, token in enumerate(self.sentence.tokens)
            if i > first and i not in self.places
        ]

    @cached_property
    def behind(self) -> tuple[Token, ...]:
        """The tokens behind the end of the value."""
        return self.sentence.tokens[max(self.places) + 1 :]

    @property
    def last_before(self) -> str:
        return self.before[-1].text if self.before else ""

    @property
    def first_after(self) -> str:
        return self.behind[0].text if self.behind else ""

    def within(self, start: int, end: int) -> Found:
        """The same value in a part of the sentence."""
        sentence = Sentence(self.sentence.tokens[start:end], self.sentence.asks)
        places = frozenset(place - start for place in self.places)
        return Found(sentence, places, self.whole)


def bare(found: Found, spoken: Iterable[Language], asked: Set[str]) -> Found:
    """The value without the reasons that are given for it.

    :param spoken: the languages that the answer may be in.
    :param asked: the stems of the words of the question.
    """
    for language in spoken:
        found = _without_reason_before(found, language)
        found = _without_reason_behind(found, language, asked)
    return _without_predecessor(found)


def _without_reason_before(found: Found, language: Language) -> Found:
    tokens, first = found.sentence.tokens, min(found.places)
    size = language.reason.opening(tokens)
    main = next((i for i in range(1, first + 1) if tokens[i].parted), None)
    if not size or main is None or _is_spoilt(tokens[size:main], language):
        return found
    if tuple(token.text for token in tokens[main : main + 3]) == POLITE_IS:
        main += 3
    return found.within(main, len(tokens))


def _without_reason_behind(found: Found, language: Language, asked: Set[str]) -> Found:
    tokens = found.sentence.tokens
    for start in range(max(found.places) + 1, len(tokens)):
        size = language.reason.opening(tokens[start : start + _LONGEST])
        if size:
            rest = tokens[start + size :]
            changed = {token.text for token in rest} & (CHANGES - {"moved"})
            if changed or _is_spoilt(rest, language) or _names_another(rest, asked):
                return found
            return found.within(0, start)
    return found


def _without_predecessor(found: Found) -> Found:
    """Cut off what was before, as long as it is not named: "in place of your earlier tablets"."""
    said = " ".join(token.text for token in found.behind[: _LONGEST + 5])
    last = found.behind[-1:]
    if last and not last[0].is_name and _PREDECESSOR.fullmatch(said):
        return found.within(0, max(found.places) + 1)
    return found


_PREDECESSOR = re.compile(
    r"(?:(?:which|that) )?(?:has )?(?:in place of|instead of|replac(?:es|ed|ing)) "
    r"(?:your|the|our|my|its) (?:old|older|earlier|previous|former|prior) [^\W\d_]+"
)
#: No opening of a reason has more words.
_LONGEST = 5


def _is_spoilt(tokens: Sequence[Token], language: Language) -> bool:
    """Whether a reason doubts, denies or corrects."""
    return any(getattr(language, name).within(tokens) for name in _SPOILS) or any(
        token.text in _STALE for token in tokens
    )


_DOUBTED = word_set("wrong mistaken incorrect outdated")
_STALE = word_set("old outdated previous former")


def _names_another(tokens: Sequence[Token], asked: Set[str]) -> bool:
    """Whether a name is there that may be another value: not of a place, not of the question."""
    return any(
        token.is_name
        and stem(token.text) not in asked
        and not (i and (tokens[i - 1].text in _LEADS_TO_PLACE or tokens[i - 1].is_name))
        for i, token in enumerate(tokens)
    )


def is_prospect(tokens: Sequence[Token], spoken: Iterable[Language]) -> bool:
    """Whether a clause says that the value may change later, and nothing else of it."""
    if not _looks_ahead(tokens):
        return False
    told = [token for token in tokens if token.text not in _CONDITIONS]
    return not _DOUBTED & {token.text for token in told} and not any(
        getattr(language, name).within(told)
        for language in spoken
        for name in ("negation", "past", "gone")
    )


def _looks_ahead(tokens: Sequence[Token]) -> bool:
    start = tokens[:_REACH]
    return bool(_PROSPECT.match(" ".join(token.text for token in start[:6]))) or _is_rule(start)


#: How many words a condition and what follows from it may have.
_REACH = 40


def _is_rule(tokens: Sequence[Token]) -> bool:
    """Whether it has the form of "if you move, it will be another"."""
    clauses = segments(tokens)
    condition, *then = [clause for clause in clauses if clause.tokens] or [Sentence((), False)]
    return (
        bool(set(condition.words[:2]) & _CONDITIONS)
        and not _MODALS & set(condition.words)
        and any(_MODALS & set(clause.words[:4]) for clause in then)
    )


_CONDITIONS = word_set("if when once should")
_MODALS = word_set("will would may might could")


def without_prospect(found: Found, spoken: Sequence[Language]) -> Found:
    """The value without what is said of times to come."""
    tokens = found.sentence.tokens
    for start in range(max(found.places) + 1, len(tokens)):
        opens = tokens[start].text in _STARTS_PROSPECT
        if opens and _looks_ahead(tokens[start : start + _REACH]):
            return found.within(0, start) if is_prospect(tokens[start:], spoken) else found
    return found


_STARTS_PROSPECT = word_set("and but though although that this it which if when once")


def segments(tokens: Sequence[Token]) -> list[Sentence]:
    """Tokens by the commas, dashes and brackets between them; the first may be empty."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.parted:
            parts.append([])
        parts[-1].append(token)
    return [Sentence(tuple(part), False) for part in parts]
