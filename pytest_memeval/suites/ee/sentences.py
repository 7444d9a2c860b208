"""Sentences by the words they share with a question: as simple a retrieval as there can be."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass

#: Where one statement ends and the next begins. A dot inside of a word or of a title ends nothing.
_END = re.compile(
    r"(?<=[.!?])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bSt\.)(?<!\bMrs\.)[\"')\]]*\s+"
    r"|\s*;\s+|\s+[—–]\s+|\n+"
)
_WORD = re.compile(r"[^\W_]+")
_STOP_TEXT = (
    "a an and any are as at be been but by can did do does for from get go had has have he her "
    "his how i if in into is it its just me my no not now of on or our out s she so t that the "
    "their them then there these they this to up us was we were what when where which who whom "
    "whose why will with would you your am re ve ll d m"
)
_STOP = frozenset(_STOP_TEXT.split())
_COPULA = re.compile(
    r"\s(?:is called|is in|is at|is|are|goes to|go to|runs on|run on|uses|use|lives at|drains? to|"
    r"takes place at|happens at|works? at|evenings at|=)\s+",
    re.IGNORECASE,
)
_SUFFIXES = ("ations", "ation", "ings", "ing", "ers", "er", "ies", "ed", "es", "s", "y", "e")


def sentences(text: str) -> Iterator[str]:
    """The statements of a text, in their order."""
    for part in _END.split(text):
        said = part.strip(" \t\"'*-")
        if said:
            yield said


def stems(text: str) -> list[str]:
    """The words that carry meaning, without their endings."""
    return [_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP]


def _stem(word: str) -> str:
    if not word.isascii() or not word.isalpha():
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement, who made it, and when: a number that grows."""

    text: str
    role: str
    at: int
    words: frozenset[str]


class Index:
    """Sentences by their words. Rare words weigh more (Spärck Jones 1972)."""

    def __init__(self) -> None:
        self.all: list[Sentence] = []
        self._with: dict[str, list[int]] = defaultdict(list)

    def add(self, text: str, role: str) -> list[Sentence]:
        """Take in a turn, and give back its sentences."""
        added = []
        for said in sentences(text):
            one = Sentence(said, role, len(self.all), frozenset(stems(said)))
            self.all.append(one)
            added.append(one)
            for word in one.words:
                self._with[word].append(one.at)
        return added

    def weight(self, word: str) -> float:
        return math.log(1 + len(self.all) / (1 + len(self._with.get(word, ()))))

    def scores(self, words: Iterable[str]) -> Counter[int]:
        """For each sentence that shares a word with these, how much it shares."""
        found: Counter[int] = Counter()
        for word in sorted(set(words)):
            places = self._with.get(word)
            if places:
                weight = self.weight(word)
                for at in places:
                    found[at] += weight  # type: ignore[assignment]
        return found


def value_of(text: str) -> str:
    """What a statement says of its subject; all of it, where the two cannot be told apart."""
    parts = _COPULA.split(text, maxsplit=1)
    return parts[1].rstrip(".!") if len(parts) == 2 else text
