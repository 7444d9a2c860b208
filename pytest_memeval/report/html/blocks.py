"""What a case shows once it is opened, and the columns of a table of cases.

A view turns a row of its suite into these; the page draws them and knows no suite.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from typing import Literal
from typing import NamedTuple
from typing import TypeAlias

from pytest_memeval.report.model import Row

#: good, bad, warn, none: how something that is judged is coloured; "" where it is not judged.
Tone = Literal["good", "bad", "warn", "none", ""]
Pairs: TypeAlias = Sequence[tuple[str, str]]


class Facts(NamedTuple):
    """Names and values, a line each."""

    title: str
    pairs: Pairs


class Text(NamedTuple):
    """One text as it stands."""

    title: str
    text: str


class Turns(NamedTuple):
    """A conversation: who speaks, and what is said."""

    title: str
    turns: Pairs


class Panel(NamedTuple):
    """One of two things to compare: a text, how it was judged, and why."""

    head: str
    tone: Tone
    verdict: str
    text: str
    pairs: Pairs


class Sides(NamedTuple):
    """Panels side by side."""

    title: str
    panels: Sequence[Panel]


class Item(NamedTuple):
    """A record of a context. `mark` says what it is to the answer; removed ones are struck out."""

    name: str
    about: str
    text: str
    mark: str
    removed: bool


class Items(NamedTuple):
    """The records of a context, in their order."""

    title: str
    items: Sequence[Item]


class Missing(NamedTuple):
    """A text that could not be had."""

    title: str
    why: str


Block: TypeAlias = Facts | Text | Turns | Sides | Items | Missing


@dataclass(frozen=True)
class Seen:
    """A row with all that a view may need to show it.

    :param case: the case as its file states it; None where that is not at hand.
    :param find: another row of the same subject, by id.
    """

    row: Row
    subject: str
    case: Mapping[str, Any] | None
    find: Callable[[str], Row | None]


@dataclass(frozen=True)
class Column:
    """A column of a table of cases.

    :param facet: rows can be filtered by its values.
    :param shown: whether there is a column at all, or only the filter.
    """

    title: str
    value: Callable[[Seen], str]
    kind: Literal["id", "outcome", "tag", "flag", "text"] = "text"
    facet: bool = False
    shown: bool = True


@dataclass(frozen=True)
class View:
    """How the rows of a suite are shown."""

    columns: Sequence[Column]
    blocks: Callable[[Seen], Iterable[Block]]


NOT_AVAILABLE = "not available: the fixture file is not at hand, or has changed since the run"


def of(name: str) -> Callable[[Seen], str]:
    """The value of a row's key as text; "" for null and for nothing."""
    return lambda seen: said(seen.row.get(name))


def said(value: object) -> str:
    """Plain data as text; "" for null."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)) and all(isinstance(one, (str, int)) for one in value):
        return ", ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False, default=str)


def facts(title: str, *pairs: tuple[str, object]) -> Iterable[Facts]:
    """Those pairs that say something, if there are any."""
    kept = [(name, text) for name, value in pairs if (text := said(value))]
    if kept:
        yield Facts(title, kept)


def place(row: Row) -> str:
    return f"{row['file']}:{row['line']}" if row.get("file") else ""


def mapping(value: object) -> Mapping[str, Any]:
    """The value if it is a mapping, else an empty one: rows may be of any age."""
    return value if isinstance(value, Mapping) else {}


def mappings(value: object) -> list[Mapping[str, Any]]:
    """The mappings in a list."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def texts(value: object) -> list[str]:
    """The texts in a list."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
