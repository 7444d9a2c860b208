"""Which texts restate files that the agent reads at every start anyway."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field

from pytest_memeval.suites.corpus import words

#: How much of a memory has to be in one passage, and how many words of it at least.
SHARE, LEAST = 0.75, 3
#: How much of its shingles has to be anywhere in the files: a long memory spans passages.
SHINGLES = 0.6
#: What restating adds: who wants it, and how.
_FILLING_TEXT = """
a an and are as at be been by can do does for from has have he her his i if in into is it
its just may must my need needs never not of on only or our shall she should so such than
that the their them then there these they this those to up use used user users uses using
want wants was we were when which while will with would you your always prefer prefers
preference agent assistant developer project team expects expect requires require likes
like whenever all any each every ever
"""
_FILLING = frozenset(_FILLING_TEXT.split())
#: What turns a rule into its opposite.
_NOT = re.compile(
    r"\b(?:not|no|never|none|without|avoid|instead of|rather than|cannot|forbidden|nicht|kein\w*"
    r"|nie|ohne|ne|pas|jamais|sans|sin|nunca|não|sem|non|mai|senza)\b|n['’]t\b"
)
_PASSAGE = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True)
class Reference:
    """The files that a memory may restate, cut into passages, each with its place."""

    places: Sequence[str] = ()
    passages: Mapping[str, Sequence[int]] = field(default_factory=dict)
    shingles: frozenset[str] = frozenset()
    negated: frozenset[str] = frozenset()
    said: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.places)

    def echo(self, plain: str) -> str:
        """Where a folded text is stated already; "" where it is not.

        What is looked at is whether the words are there: a memory that says the opposite in the
        same words counts as well, see :meth:`opposes`.
        """
        said = content(plain)
        if len(said) < LEAST:
            return ""
        hits: Counter[int] = Counter()
        for word in said:
            hits.update(self.passages.get(word, ()))
        if hits:
            best = min(hits, key=lambda number: (-hits[number], number))
            if hits[best] >= max(LEAST, SHARE * len(said)):
                return self.places[best]
        found = words.shingles(plain)
        inside = sum(shingle in self.shingles for shingle in found)
        return self.places[0].rpartition(":")[0] if inside >= SHINGLES * len(found) else ""

    def opposes(self, plain: str, place: str) -> bool:
        """Whether a text that restates a place may say something else all the same.

        It does where one of the two has a "not", or the text a word that the place has not: four
        spaces are not two.
        """
        if (_NOT.search(plain) is not None) != (place in self.negated):
            return True
        there = self.said.get(place, self.passages.keys())
        return any(word not in there for word in content(plain))


def content(plain: str) -> set[str]:
    """The words of a folded text that carry it, without their endings."""
    return {_stem(word) for word in words.words(plain) if word not in _FILLING}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def reference(files: Sequence[tuple[str, str]]) -> Reference:
    """Cut files, each a name and a text, into passages."""
    places: list[str] = []
    passages: dict[str, list[int]] = {}
    found: set[str] = set()
    negated: set[str] = set()
    said_at: dict[str, set[str]] = {}
    for name, text in files:
        plain = words.folded(text)
        found.update(words.shingles(plain))
        at = 0
        for passage in _PASSAGE.split(plain):
            at = max(plain.find(passage, at), at)
            said = content(passage)
            if len(said) >= LEAST:
                line = plain.count("\n", 0, at) + 1
                for word in said:
                    passages.setdefault(word, []).append(len(places))
                places.append(f"{name}:{line}")
                said_at.setdefault(places[-1], set()).update(said)
                if _NOT.search(passage):
                    negated.add(places[-1])
    return Reference(
        places,
        passages,
        frozenset(found),
        frozenset(negated),
        {place: frozenset(said) for place, said in said_at.items()},
    )
