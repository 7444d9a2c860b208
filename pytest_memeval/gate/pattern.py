"""Patterns of the rule tables: case-blind, quick, and compiled when first asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any
from typing import final

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


@final
class Cue:
    """Alternatives looked for in *lower-case* text; write them in whatever case reads best.

    Lower-casing the text once and matching it as it is lets :mod:`re` skip an alternative by its
    first letter, which it cannot do under ``IGNORECASE``. Alternatives that begin with ``\\A`` are
    tried once; those that begin with ``\\b`` share that check and are sorted by their first letter.
    """

    found_in: Callable[[str], object]
    count_in: Callable[[str], int]

    def __init__(self, *alternatives: str) -> None:
        self.alternatives = alternatives

    def __getattr__(self, name: str) -> Any:
        if name == "found_in":
            self.found_in = self._finder()
        elif name == "count_in":
            findall = re.compile("|".join(self._parts())).findall
            self.count_in = lambda text: len(findall(text))
        else:
            raise AttributeError(name)
        return self.__dict__[name]

    def _parts(self) -> list[str]:
        return [
            _CAPITAL.sub(_lower_letter, part)
            for alternative in self.alternatives
            for part in split_alternatives(alternative)
        ]

    def _finder(self) -> Callable[[str], object]:
        parts = self._parts()
        plain = [part for part in parts if part.isascii() or not _ALL_FOREIGN(part)]
        find = _compiled(parts)
        if len(plain) == len(parts):
            return find
        find_plain = _compiled(plain)
        return lambda text: find_plain(text) if text.isascii() else find(text)


def _compiled(parts: list[str]) -> Callable[[str], object]:
    heads = [part[2:] for part in parts if part.startswith(r"\A")]
    words = [part[2:] for part in parts if part.startswith(r"\b")]
    others = [part for part in parts if not part.startswith((r"\A", r"\b"))]
    if words:
        others.insert(0, rf"\b(?:{_by_first_letter(words)})")
    head = re.compile("|".join(heads)).match if heads else None
    body = re.compile("|".join(others)).search if others else None
    if head and body:
        return lambda text: head(text) or body(text)
    return head or body or (lambda text: None)


def _by_first_letter(words: list[str]) -> str:
    """Join alternatives so that those with another first letter are passed over at once."""
    opened = [part for word in words for part in _opened(word)]
    letters: dict[str, list[str]] = {}
    others = []
    for part in opened:
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
    depth, position = 0, 0
    while position < len(source):
        char = source[position]
        if char == "\\":
            position += 1
        elif char == "[":
            position = _class_end(source, position)
        elif char in "()":
            depth += 1 if char == "(" else -1
            if not depth:
                break
        position += 1
    return position + 1


#: A letter that stands for itself.
_LETTER = re.compile(r"[^\W\d_](?![?*+{])")
#: What stands behind a group is written behind each of its alternatives, unless it is longer.
_COPIED = 80
_FOREIGN = r"[^\x00-\x7f\W_]"
_FOREIGN_WORD = rf"{_FOREIGN}[^|()\[\]\\]*"
#: Whether an alternative begins with a letter no plain text has, so that it may be passed over.
_ALL_FOREIGN = re.compile(rf"{_FOREIGN}|\(\?:(?:{_FOREIGN_WORD}\|)*{_FOREIGN_WORD}\)").match


def _lower_letter(match: re.Match[str]) -> str:
    token = match.group()
    return token if token.startswith("\\") else token.lower()


def split_alternatives(source: str) -> list[str]:
    """Split ``source`` at its outermost bars."""
    parts, start, depth, position = [], 0, 0, 0
    while position < len(source):
        char = source[position]
        if char == "\\":
            position += 1
        elif char == "[":
            position = _class_end(source, position)
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == "|" and not depth:
            parts.append(source[start:position])
            start = position + 1
        position += 1
    return [*parts, source[start:]]


def _class_end(source: str, position: int) -> int:
    """Position of the bracket that closes the class; one that stands first is a member."""
    position += 2 if source[position + 1] == "^" else 1
    position += 2 if source[position] == "\\" else 1
    while source[position] != "]":
        position += 2 if source[position] == "\\" else 1
    return position
