"""What a row holds, at whatever depth, and what its values say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

#: A key of a row, and the names below it with dots between them.
Way = tuple[object, str]
#: How exports write that there is nothing.
_NOTHING = frozenset(("null", "none", "nil", "nan", "nat", "<na>", "\\n", "undefined", "infinity"))
_NO = frozenset(("false", "no", "0", "f", "n"))
_YES_NO = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}
MISSING = object()
_ORDERED = json.JSONEncoder(sort_keys=True, default=repr).encode


def value_of(row: Mapping[Any, object], ways: Sequence[Way]) -> tuple[object, bool]:
    """The first value that says something, and whether any column for it is there."""
    there = False
    for way in ways:
        found = value_at(row, way)
        if found is not MISSING:
            there = True
            if not _is_nothing(found):
                return found, True
    return None, there


def said_of(row: Mapping[Any, object], ways: Sequence[Way]) -> str:
    found, _ = value_of(row, ways) if ways else (None, False)
    if isinstance(found, str):
        return found
    if isinstance(found, (list, tuple)):
        found = found[0] if found else None
    if isinstance(found, bytes):
        found = found.decode() if found.isascii() and b"\0" not in found else found.hex()
    return "" if found is None or isinstance(found, Mapping) else str(found)


def is_current(
    row: Mapping[Any, object], ways: Mapping[str, Sequence[Way]]
) -> tuple[bool | None, bool]:
    """Whether a memory is still the latest, and whether the row would say if not."""
    replaced, there = value_of(row, ways["replaced"])
    if replaced and str(replaced).strip().lower() not in _NO:
        return False, True
    found, _ = value_of(row, ways["current"])
    said = _YES_NO.get(str(found).strip().lower()) if isinstance(found, (int, str)) else None
    return said, there or said is not None


def _is_nothing(found: object) -> bool:
    if isinstance(found, str):
        # Most are longer than the longest of these words.
        return len(found) < 12 and (not found.strip() or found.strip().lower() in _NOTHING)
    return found is None or found != found  # NaN is not itself


def name_of(row: Mapping[Any, object], text: str) -> int:
    """A number for all that a row holds, in whatever order, for this process."""
    for written in (_ORDERED, repr):
        with suppress(Exception):  # keys of several kinds; or it nests too deeply to be written
            return hash(written(row))
    return hash(text)


def way_to(row: Mapping[Any, object], name: str) -> Way | None:
    """The way to a column, which may lie below a key of the row."""
    key = _key(row, name)
    if key is not None:
        return key, ""
    first, dot, rest = name.partition(".")
    key = _key(row, first) if dot else None
    return None if key is None else (key, rest)


def _key(row: Mapping[Any, object], name: str) -> object:
    """The key of this name, in its own spelling before any other."""
    if name in row:
        return name
    plain = name.lower()
    return next((key for key in row if isinstance(key, str) and key.lower() == plain), None)


def value_at(row: Mapping[Any, object], way: Way) -> object:
    """What a row holds there; `MISSING`: nothing, not even a null."""
    key, rest = way
    found = row[key]
    while rest:
        if isinstance(found, str) and found.startswith("{"):  # metadata kept as JSON in a column
            found = _parsed(found)
        if not isinstance(found, Mapping):
            return MISSING
        if rest in found:
            return found[rest]
        first, _, rest = rest.partition(".")
        found = found.get(first, MISSING)
    return found


@lru_cache(maxsize=8)
def _parsed(text: str) -> object:
    """One row's metadata is asked for many times."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
