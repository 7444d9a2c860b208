"""What a case may hold, whatever the format of its file: plain JSON data of a sane size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from collections.abc import Sequence

from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import name_of
from pytest_memeval.text import show

#: No case needs more; a cycle of YAML aliases, or aliases of aliases, would never end.
DEEPEST = 100
MOST_VALUES = 1_000_000


def not_plain(cases: Sequence[RawCase]) -> Iterator[str]:
    """A line for each case that holds what JSON cannot say."""
    for number, raw in enumerate(cases, start=1):
        flaw = _flaw(raw.data)
        if flaw:
            yield f"{raw.line}: {name_of(raw, number)}: {flaw}"


def _flaw(data: object) -> str:
    """What keeps data from being plain JSON data of a sane size; "" when nothing does."""
    open_ends = [(data, 1)]
    count = 0
    while open_ends:
        value, depth = open_ends.pop()
        count += 1
        if type(value) is str and value.isascii():  # nearly all of them
            continue
        flaw = _flaw_of_one(value)
        if flaw:
            return flaw
        if depth > DEEPEST:
            return f"is nested too deeply (more than {DEEPEST} levels, or in itself)"
        if count > MOST_VALUES:
            return f"holds too much (more than {MOST_VALUES:,} values, or aliases of aliases)"
        if isinstance(value, dict):
            open_ends += [(part, depth + 1) for part in value.values()]
        elif isinstance(value, (list, tuple)):
            open_ends += [(part, depth + 1) for part in value]
    return ""


def _flaw_of_one(value: object) -> str:
    if isinstance(value, str):
        return "" if value.isascii() else _flaw_of_text(value)
    if isinstance(value, dict):
        return next(filter(None, map(_flaw_of_key, value)), "")
    if isinstance(value, float) and not math.isfinite(value):
        return f"holds {value}, which is no number in JSON"
    if value is None or isinstance(value, (int, float, list, tuple)):
        return ""
    return f"holds {show(value, 60)}, which JSON has no word for (quote it?)"


def _flaw_of_key(key: object) -> str:
    if not isinstance(key, str):
        return f"the key {show(key)} must be text (quote it?)"
    return "" if key.isascii() else _flaw_of_text(key)


def _flaw_of_text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(text[error.start]):04X}"
        return f"holds {half}, half of a surrogate pair, which is not text"
    return ""
