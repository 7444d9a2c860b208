"""The word lists of the rule judge, by language: read from one YAML file when first used."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from pytest_memeval.judges.base import JudgeError
from pytest_memeval.judges.reading import Token
from pytest_memeval.judges.reading import folded
from pytest_memeval.judges.reading import is_cjk
from pytest_memeval.judges.reading import read

OURS = Path(__file__).with_name("words.yaml")


class Phrases:
    """Phrases of one or more words, to be found among the tokens of a sentence.

    A script that sets no blanks between words is searched by letters instead.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        letters = []
        for phrase in phrases:
            if is_cjk(phrase):
                letters.append(folded(phrase))
                continue
            words = tuple(token.text for token in read(phrase).tokens)
            self._by_first.setdefault(words[0], []).append(words)
        self._letters = re.compile("|".join(map(re.escape, letters))) if letters else None

    def start(self, tokens: Sequence[Token]) -> int | None:
        """Where the first of them starts; None when there is none."""
        words = [token.text for token in tokens]
        for index, word in enumerate(words):
            for phrase in self._by_first.get(word, ()):
                if tuple(words[index : index + len(phrase)]) == phrase:
                    return index
            if self._letters and is_cjk(word) and self._letters.search(word):
                return index
        return None

    def within(self, tokens: Sequence[Token]) -> bool:
        return self.start(tokens) is not None

    def opening(self, tokens: Sequence[Token]) -> int:
        """How many tokens the longest of them has that stands at the start; 0 when none does."""
        if not tokens:
            return 0
        first = tokens[0].text
        if self._letters and is_cjk(first) and self._letters.search(first):
            return 1
        sizes = (
            len(phrase)
            for phrase in self._by_first.get(first, ())
            if tuple(token.text for token in tokens[: len(phrase)]) == phrase
        )
        return max(sizes, default=0)


class Vocabulary:
    """Single words; of a script without blanks, what a run of letters may be made of."""

    def __init__(self, words: Iterable[str]) -> None:
        listed = list(words)
        pieces = sorted((folded(word) for word in listed if is_cjk(word)), key=len, reverse=True)
        self._run = re.compile("(?:" + "|".join(map(re.escape, pieces)) + ")+") if pieces else None
        self._words = frozenset(
            token.text for word in listed if not is_cjk(word) for token in read(word).tokens
        )

    def __contains__(self, word: str) -> bool:
        if word in self._words:
            return True
        return bool(self._run and is_cjk(word) and self._run.fullmatch(word))


@dataclass(frozen=True)
class Language:
    """The lists of one language; `words.yaml` says what each is for."""

    frame: Vocabulary
    now: Vocabulary
    memory: Vocabulary
    hedge: Phrases
    future: Phrases
    negation: Phrases
    past: Phrases
    choice: Phrases
    other: Phrases
    withheld: Phrases
    denial: Phrases
    gone: Phrases
    beside: Phrases
    asking: Phrases
    courtesy: Phrases
    reason: Phrases
    detail: frozenset[str]
    unknown: frozenset[str]
    none: frozenset[str]

    def explains(self, word: str, talk_of_memory: bool = False) -> bool:
        """Whether a word adds nothing to a value, or to a denial."""
        known = word in self.frame or word in self.now
        return known or (talk_of_memory and word in self.memory)


_VOCABULARIES = frozenset({"frame", "now", "memory"})
_WHOLE = frozenset({"unknown", "none", "detail"})


@cache
def languages(path: Path = OURS) -> dict[str, Language]:
    """Read the word lists.

    :raises JudgeError: a list is missing, unknown, or holds what is no text.
    """
    import yaml

    names = {field.name for field in fields(Language)}
    found = {}
    for name, lists in yaml.load(path.read_text("utf-8"), _loader()).items():
        if set(lists) != names:
            wrong = ", ".join(sorted(names.symmetric_difference(lists)))
            raise JudgeError(f"{path}: language {name!r}: missing or unknown: {wrong}")
        made: dict[str, Any] = {key: _made(key, _texts(key, lists[key])) for key in lists}
        found[name] = Language(**made)
    return found


def _loader() -> type:
    """The fast one where PyYAML was built with it."""
    import yaml

    loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return loader


def _texts(name: str, value: object) -> list[str]:
    texts = value.split() if isinstance(value, str) and name in _VOCABULARIES else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise JudgeError(f"{OURS}: the list {name!r} holds what is no text; quote it")
    return texts


def _made(name: str, texts: list[str]) -> Vocabulary | Phrases | frozenset[str]:
    if name in _VOCABULARIES:
        return Vocabulary(texts)
    if name in _WHOLE:
        return frozenset(whole(text) for text in texts)
    return Phrases(texts)


def whole(text: str) -> str:
    """A text as its words, to be compared as a whole."""
    return " ".join(token.text for token in read(text).tokens)
