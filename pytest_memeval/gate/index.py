"""Tells without searching which patterns cannot be found in a text.

A window would otherwise be searched some two hundred times, and nearly always in vain. So from the
parse tree of a pattern one piece is taken that every match must hold: a word, the beginning of a
word, a digit or a sign. A text is taken apart into words once, and only the patterns with a piece
in it are searched. A pattern that has no such piece is searched always: no match is ever missed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from functools import reduce
from importlib import import_module
from operator import or_
from typing import Any
from typing import Final

_PARSER: Final[Any] = import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")

#: What kind of piece ("word", "start" of a word or "sign"), and the piece. A word that must be the
#: first of a text has a mark before it.
Key = tuple[str, str]
Node = tuple[Any, Any]

_FREQUENT: Final = (
    " a an and any are as at be but by can do for from has have i if in is it its my no not of on"
    " one only or our s so t that the then this to use was we when will with you your "
)
#: What is as common as this is in every text.
_COMMON: Final = 300
#: No more words than this are told apart in one place.
_MANY: Final = 300
_PIECES: Final = re.compile(r"\w+|[^\w\s]").findall
_FIRST_WORD: Final = re.compile(r"\W*(\w+)").match
_DIGIT: Final = re.compile(r"\d").search
#: Stands among the signs for any digit.
_DIGITS: Final = "0-9"
_FREQUENT_SIGNS: Final = {_DIGITS: 60, ".": 60, ",": 40, "'": 30, "-": 25, ":": 15}
#: Stands before the first word of a text.
_FIRST: Final = "^"
#: How many letters of a word, or mark and letters, are looked up as its beginning.
_LENGTHS: Final = (3, 4)
_REPEATS: Final = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_SIMPLE: Final = ("LITERAL", "IN", "AT")
_ENDS_WORD: Final = ("AT_BOUNDARY", "AT_END_STRING")


class Index:
    """Sources by their keys.

    Each source is the bit of its number, and once more the bit as far behind as there are sources:
    a source has up to two sets of keys, and of both a text must hold something.
    """

    def __init__(self, sources: Sequence[str]) -> None:
        self._size = len(sources)
        self._pieces: dict[str, int] = {}
        self._starts: dict[str, int] = {}
        self._always = 0
        for number, source in enumerate(sources):
            for half, keys in enumerate(keys_of(source)):
                bit = 1 << number + half * self._size
                self._always |= 0 if keys else bit
                for kind, piece in keys:
                    known = self._starts if kind == "start" else self._pieces
                    known[piece] = known.get(piece, 0) | bit

    def may_match(self, text: str) -> int:
        """The bits of the sources that can be found in lower-case ``text``."""
        pieces = set(_PIECES(text))
        if first := _FIRST_WORD(text):
            pieces.add(_FIRST + first[1])
        starts = {piece[:length] for length in _LENGTHS for piece in pieces}
        if _DIGIT(text):
            pieces.add(_DIGITS)
        if not text.isascii():
            pieces.update(text)
        found = reduce(or_, map(self._pieces.__getitem__, self._pieces.keys() & pieces), 0)
        found = reduce(or_, map(self._starts.__getitem__, self._starts.keys() & starts), found)
        found |= self._always
        return found & (found >> self._size)


def keys_of(source: str) -> tuple[frozenset[Key], frozenset[Key]]:
    """Two sets of keys; every match of ``source`` holds one at least of each that is not empty."""
    ranked = sorted(
        (_total(keys), number, keys)
        for number, keys in enumerate(_parts(_PARSER.parse(source).data, ""))
        if keys
    )
    best = ranked[0][2] if ranked else frozenset[Key]()
    others = (keys for cost, _, keys in ranked[1:] if cost < _COMMON and keys.isdisjoint(best))
    return best, next(others, frozenset())


def _rarest(found: Iterable[frozenset[Key]]) -> frozenset[Key]:
    return min(filter(None, found), key=_total, default=frozenset())


def _total(keys: frozenset[Key]) -> int:
    return sum(_cost(*key) for key in keys)


def _cost(kind: str, piece: str) -> int:
    """How often a text holds the piece, roughly."""
    if kind == "sign":
        return _FREQUENT_SIGNS.get(piece, 4)
    if piece.startswith(_FIRST):
        return 1
    if kind == "start":
        return 15 - 2 * len(piece)
    return 40 if f" {piece} " in _FREQUENT else 2


def _parts(nodes: list[Node], edge: str) -> Iterator[frozenset[Key]]:
    """One set of keys for each part of a sequence that no match is without.

    ``edge`` says what is known of the place before a part: ``first`` if no letter stands before
    it, ``any`` if no letter stands right before it, and nothing otherwise.
    """
    for number, (op, argument) in enumerate(nodes):
        name = op.name
        if edge:
            yield _words_at(nodes[number:], edge)
        if name == "LITERAL" and not (chr(argument).isascii() and _is_letter(chr(argument))):
            yield _signs([(op, argument)])
        elif name == "IN":
            yield _signs(argument)
        elif name == "SUBPATTERN":
            yield from _parts(argument[3].data + _next(nodes, number), edge)
        elif name in _REPEATS and argument[0]:
            yield from _parts(argument[2].data, edge)
        elif name == "BRANCH":
            behind = _next(nodes, number)
            yield _either(
                _rarest(_parts(alternative.data + behind, edge)) for alternative in argument[1]
            )
        edge = _edge_after(name, argument, edge)


def _next(nodes: list[Node], number: int) -> list[Node]:
    """What stands behind a part, if it tells whether a word ends there."""
    return [node for node in nodes[number + 1 : number + 2] if node[0].name in _SIMPLE]


def _either(found: Iterable[frozenset[Key]]) -> frozenset[Key]:
    keys: set[Key] = set()
    for alternative in found:
        if not alternative:
            return alternative
        keys |= alternative
    return frozenset(keys)


def _signs(members: list[Node]) -> frozenset[Key]:
    names = {op.name for op, _ in members}
    if names == {"CATEGORY"} and [str(name) for _, name in members] == ["CATEGORY_DIGIT"]:
        return frozenset({("sign", _DIGITS)})
    chars = [chr(argument) for _, argument in members] if names == {"LITERAL"} else []
    told = not any(char.isspace() or (char.isascii() and char.isalnum()) for char in chars)
    return frozenset(("sign", char) for char in chars if told)


def _words_at(nodes: list[Node], edge: str) -> frozenset[Key]:
    """The words that ``nodes`` may begin with; nothing if it may begin with any."""
    mark = _FIRST if edge == "first" else ""
    keys: set[Key] = set()
    for word, whole in _spelled(nodes, ""):
        marked = mark + word
        if not word or len(keys) > _MANY or not (whole or len(marked) >= _LENGTHS[0]):
            return frozenset()
        keys.add(("word", marked) if whole else ("start", marked[: _LENGTHS[-1]]))
    return frozenset(keys)


def _spelled(nodes: list[Node], word: str) -> Iterator[tuple[str, bool]]:
    """Every first word of what ``nodes`` match, and whether it is whole or a beginning."""
    for number, (op, argument) in enumerate(nodes):
        name = op.name
        if name == "LITERAL" and _is_letter(chr(argument)):
            word += chr(argument)
        elif name == "LITERAL" or (name == "IN" and _is_blank(argument)):
            if word:
                yield word, True
                return
        elif name == "AT" and word and argument.name in _ENDS_WORD:
            yield word, True
            return
        elif name not in ("AT", "ASSERT", "ASSERT_NOT"):
            for way in _ways(name, argument, nodes[number + 1 :]):
                yield from _spelled(way, word)
            return
    yield word, False


def _ways(name: str, argument: Any, rest: list[Node]) -> Iterator[list[Node]]:
    """What a part that is no single letter may be, each with what follows it if that is known."""
    if name == "SUBPATTERN":
        yield argument[3].data + rest
    elif name == "BRANCH":
        for alternative in argument[1]:
            yield alternative.data + rest
    elif name in _REPEATS:
        least, most, item = argument
        if not least:
            yield rest
        yield item.data + (rest if most == 1 else [])
    elif name == "IN" and len(argument) < 8 and all(op.name == "LITERAL" for op, _ in argument):
        for member in argument:
            yield [member, *rest]
    else:
        yield []


def _edge_after(name: str, argument: Any, edge: str) -> str:
    if name == "LITERAL":
        return "" if _is_letter(chr(argument)) else edge or "any"
    if name == "IN":
        return (edge or "any") if _is_blank(argument) else ""
    if name == "AT":
        if argument.name == "AT_BEGINNING_STRING":
            return "first"
        return edge or ("any" if argument.name == "AT_BOUNDARY" else "")
    if name == "SUBPATTERN":
        return _edge_after_all(argument[3].data, edge)
    if name == "BRANCH":
        return _weakest([_edge_after_all(alternative.data, edge) for alternative in argument[1]])
    if name in _REPEATS:
        once = _edge_after_all(argument[2].data, edge)
        again = _edge_after_all(argument[2].data, once)
        return _weakest([once, again, *([] if argument[0] else [edge])])
    return edge if name in ("ASSERT", "ASSERT_NOT") else ""


def _edge_after_all(nodes: list[Node], edge: str) -> str:
    for op, argument in nodes:
        edge = _edge_after(op.name, argument, edge)
    return edge


def _weakest(edges: list[str]) -> str:
    return "" if "" in edges else "any" if "any" in edges else "first"


def _is_letter(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_blank(members: list[Node]) -> bool:
    """Whether a class holds nothing that is part of a word."""
    if members[0][0].name == "NEGATE":
        return any(str(argument) == "CATEGORY_WORD" for _, argument in members)
    return all(
        not _is_letter(chr(argument))
        if op.name == "LITERAL"
        else str(argument) in ("CATEGORY_SPACE", "CATEGORY_NOT_WORD")
        for op, argument in members
    )
