"""Patterns of the rule tables: case-blind, quick, and compiled when first asked."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from typing import Final
from typing import final

from pytest_memeval.gate.index import Index

_METHODS = ("search", "match", "finditer", "findall", "split", "sub")
_CAPITAL = re.compile(r"\\.|[A-Z]", re.DOTALL)


@final
class Pattern:
    """A regular expression that compiles on first use.

    Compiling the tables takes longer than everything else an import of the gate does, and a
    session that never classifies would pay for it. After the first use its methods are the
    compiled pattern's own, so there is nothing to pay per call.
    """

    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    split: Callable[..., list[str]]
    sub: Callable[..., str]

    def __init__(self, source: str, flags: int = re.IGNORECASE) -> None:
        self.source = source
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.source, self.flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


class Text(str):
    """A text in lower case that knows which alternatives of all cues it may hold: see ``of``."""

    __slots__ = ("may_hold",)
    may_hold: int

    @classmethod
    def of(cls, text: str) -> Text:
        """Lower and look up ``text``, but once only while :func:`remembering`."""
        if type(text) is cls:
            return text
        lower = text.lower()
        texts = _MEMORY.texts
        known = texts.get(lower) if texts is not None else None
        if known is None:
            known = cls(lower)
            known.may_hold = _index().may_match(lower)
            if texts is not None:
                texts[lower] = known
        return known


class _Memory(threading.local):
    texts: dict[str, Text] | None = None


_MEMORY: Final = _Memory()


@contextmanager
def remembering() -> Iterator[None]:
    """Look up each text once: a line, its sentence and its turn are often the same.

    What was remembered is forgotten at the end.
    """
    outer, _MEMORY.texts = _MEMORY.texts, {}
    try:
        yield
    finally:
        _MEMORY.texts = outer


@final
class Cue:
    """Alternatives looked for in *lower-case* text; write them in whatever case reads best.

    Lower-casing the text once and matching it as it is lets :mod:`re` skip an alternative by its
    first letter, which it cannot do under ``IGNORECASE``. Each alternative is searched by itself,
    unless :mod:`pytest_memeval.gate.index` rules it out. Cues are made when a module is imported.
    """

    def __init__(self, *alternatives: str) -> None:
        self.alternatives = alternatives
        #: The bits of the alternatives in :attr:`Text.may_hold`; tables are sifted by them first.
        self.bits = 0
        self._first = 0
        self._finders: list[Callable[[str], object] | None] = []
        self._counters: dict[int, Callable[[str], list[Any]]] = {}
        _CUES.append(self)

    def parts(self) -> list[str]:
        """The alternatives one by one, in lower case."""
        return [
            _CAPITAL.sub(_lower_letter, part)
            for alternative in self.alternatives
            for part in split_alternatives(alternative)
        ]

    def take_bits(self, first: int) -> list[str]:
        """Take a bit for each part, from ``first`` on; return the parts."""
        parts = self.parts()
        self._first = first
        self._finders = [None] * len(parts)
        self.bits = ((1 << len(parts)) - 1) << first
        return parts

    def found_in(self, text: Text) -> bool:
        left = (text.may_hold & self.bits) >> self._first
        while left:
            number = left.bit_length() - 1
            left ^= 1 << number
            find = self._finders[number] or self._finder(number)
            if find(text):
                return True
        return False

    def count_in(self, text: Text) -> int:
        left = (text.may_hold & self.bits) >> self._first
        if not left:
            return 0
        if left not in self._counters:
            parts = (part for number, part in enumerate(self.parts()) if left >> number & 1)
            self._counters[left] = re.compile("|".join(parts)).findall
        return len(self._counters[left](text))

    def _finder(self, number: int) -> Callable[[str], object]:
        """Compile a part, now that a text may hold it: most wait for that in vain."""
        finder = self._finders[number] = _finder(self.parts()[number])
        return finder


#: Every cue there is, and the index of them all once it is asked for.
_CUES: Final[list[Cue]] = []
_INDEX: Final[dict[int, Index]] = {}


def _index() -> Index:
    """The index of all cues; it is made anew if one came late."""
    index = _INDEX.get(len(_CUES))
    if index is None:
        sources: list[str] = []
        for cue in _CUES:
            sources += cue.take_bits(len(sources))
        index = _INDEX[len(_CUES)] = Index(sources)
    return index


def _finder(part: str) -> Callable[[str], object]:
    if part.startswith(r"\A"):
        return re.compile(part[2:]).match
    if part.startswith(r"\b"):
        part = rf"\b(?:{_by_first_letter(part[2:])})"
    return re.compile(part).search


def _by_first_letter(source: str) -> str:
    """Sort alternatives by their first letter, so that all with another are passed over at once."""
    letters: dict[str, list[str]] = {}
    others = []
    for alternative in split_alternatives(source):
        for part in _opened(alternative):
            if _LETTER.match(part):
                letters.setdefault(part[0], []).append(part[1:])
            else:
                others.append(part)
    grouped = [f"{letter}(?:{'|'.join(rests)})" for letter, rests in letters.items()]
    return "|".join(grouped + others)


def _opened(part: str) -> list[str]:
    """Take the group apart that ``part`` begins with, if it can be: ``(?:a|b)c`` is ``ac|bc``."""
    if not part.startswith("(?:"):
        return [part]
    end = _group_end(part)
    rest = part[end:]
    if rest.startswith(("?", "*", "+", "{")) or len(rest) > _COPIED:
        return [part]
    return [
        opened
        for alternative in split_alternatives(part[3 : end - 1])
        for opened in _opened(alternative + rest)
    ]


def _group_end(source: str) -> int:
    """Position behind the bracket that closes the group ``source`` begins with."""
    ends = (at for at, char, depth in _marks(source) if char == ")" and not depth)
    return next(ends, len(source)) + 1


#: A letter that stands for itself.
_LETTER = re.compile(r"[^\W\d_](?![?*+{])")
#: What stands behind a group is written behind each of its alternatives, unless it is longer.
_COPIED = 80


def _lower_letter(match: re.Match[str]) -> str:
    token = match.group()
    return token if token.startswith("\\") else token.lower()


def split_alternatives(source: str) -> list[str]:
    """Split ``source`` at its outermost bars."""
    bars = [at for at, char, depth in _marks(source) if char == "|" and not depth]
    starts = [0, *(at + 1 for at in bars)]
    return [source[start:end] for start, end in zip(starts, [*bars, len(source)], strict=True)]


def _marks(source: str) -> Iterator[tuple[int, str, int]]:
    """Brackets and bars that mean something: position, character, and depth behind it."""
    depth, position = 0, 0
    while position < len(source):
        char = source[position]
        if char == "\\":
            position += 1
        elif char == "[":
            position = _class_end(source, position)
        elif char in "()|":
            depth += (char == "(") - (char == ")")
            yield position, char, depth
        position += 1


def _class_end(source: str, position: int) -> int:
    """Position of the bracket that closes the class; one that stands first is a member."""
    position += 2 if source[position + 1] == "^" else 1
    position += 2 if source[position] == "\\" else 1
    while source[position] != "]":
        position += 2 if source[position] == "\\" else 1
    return position
