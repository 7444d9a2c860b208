"""From a row, however its store spells it, to a memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import datetime
from datetime import timezone
from sys import intern

from pytest_memeval.suites.base import SubjectError
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import Memory
from pytest_memeval.suites.corpus.words import MOST_COMPARED
from pytest_memeval.text import known_names

#: Where each part of a memory is looked for, the first that is there. A dot leads into a mapping.
#: mem0 says `memory`, its vector stores `payload.data`, its exports what their schema says.
USUAL: dict[str, tuple[str, ...]] = {
    "text": (
        "memory", "text", "content", "data", "fact", "memory_text", "body", "value", "statement",
        "observation", "insight", "summary", "note", "message", "payload.data", "payload.memory",
        "payload.text", "payload.content", "document", "page_content",
    ),
    "id": ("id", "memory_id", "uuid", "_id", "key", "payload.id"),
    "time": (
        "created_at", "createdAt", "timestamp", "time", "date", "created", "payload.created_at",
        "metadata.created_at", "metadata.timestamp", "event_date", "updated_at",
    ),
    "user": (
        "user_id", "user", "userId", "owner", "payload.user_id", "metadata.user_id", "agent_id",
    ),
    "type": (
        "type", "memory_type", "metadata.type", "kind", "metadata.kind", "category", "categories",
        "payload.type", "payload.metadata.type",
    ),
    "expires": (
        "expiration_date", "expires_at", "valid_until", "valid_to", "invalid_at", "expires",
        "metadata.expiration_date", "metadata.expires_at", "metadata.valid_until",
        "payload.expiration_date",
    ),
    "current": ("is_latest", "latest", "is_current", "current", "metadata.is_latest"),
    "replaced": ("superseded_by", "superseded_at", "replaced_by", "metadata.superseded_by"),
}  # fmt: skip

Columns = Mapping[str, tuple[str, ...]]
#: Sets of keys to remember: a store whose every row has keys of its own must not fill the memory.
MOST_KINDS = 1_000


def columns(lines: Sequence[str]) -> Columns:
    """The usual columns, with those of `memeval_corpus_columns` in front: ``text = body``.

    :raises SubjectError: a line is of another form, or names no part of a memory.
    """
    found = dict(USUAL)
    for line in lines:
        part, equals, column = (piece.strip() for piece in line.partition("="))
        if not equals or not column:
            raise SubjectError(f"memeval_corpus_columns: {line!r} is not of the form `text = body`")
        if part not in USUAL:
            raise SubjectError(
                f"memeval_corpus_columns: a memory has no {part!r} ({known_names(USUAL, part)})"
            )
        found[part] = (column,)  # named, it must be there: no other may stand in for it
    return found


class Reader:
    """Puts rows into a corpus."""

    def __init__(self, corpus: Corpus, names: Columns) -> None:
        self._corpus = corpus
        self._names = names
        self._by_id: dict[str, str | set[str]] = {}
        self._by_keys: dict[tuple[object, ...], Columns] = {}

    def take(self, row: object, place: str, user: str = "") -> None:
        """Put in one row: a text, or a mapping with a text."""
        if isinstance(row, str):
            row = {"text": row}
        if not isinstance(row, Mapping):
            self._corpus.note("broken", place)
            return
        text = self._text(row, place)
        if text is None:
            return
        if not text.strip():
            self._corpus.note("empty", place)
            return
        identity = self._said(row, "id")
        if identity and not self._is_new(identity, text, place):
            return
        if len(text) > MOST_COMPARED:
            self._corpus.note("huge", place)
        self._corpus.memories.append(
            Memory(
                text=text,
                id=identity,
                time=self._time(row, "time", place),
                user=intern(self._said(row, "user") or user),
                type=intern(self._said(row, "type")),
                expires=self._time(row, "expires", place),
                current=self._current(row),
                place=place,
            )
        )

    def _text(self, row: Mapping[object, object], place: str) -> str | None:
        found = self._value(row, "text")
        if isinstance(found, str):
            return found
        if found is None and any(name in row for name in self._names["text"]):
            return ""
        self._corpus.columns.update(str(key) for key in row)
        self._corpus.note("no_text", place)
        return None

    def _is_new(self, identity: str, text: str, place: str) -> bool:
        """Whether this row was not read before: pages overlap, and files hold pages twice."""
        known = self._by_id.get(identity)
        if known is None:
            self._by_id[identity] = text
            return True
        if isinstance(known, str):
            known = self._by_id[identity] = {known}
        if text in known:
            self._corpus.note("overlap", place)
            return False
        known.add(text)
        self._corpus.note("same_id", place)
        return True

    def _value(self, row: Mapping[object, object], part: str) -> object:
        for name in self._possible(row)[part]:
            found = _at(row, name)
            if found is not None and (found != "" or part == "text"):
                return found
        return None

    def _possible(self, row: Mapping[object, object]) -> Columns:
        """The columns that a row with these keys can have: most rows have the same keys."""
        keys = tuple(row)
        known = self._by_keys.get(keys)
        if known is None:
            known = self._by_keys[keys] = {
                part: tuple(n for n in names if n in row or n.partition(".")[0] in row)
                for part, names in self._names.items()
            }
            if len(self._by_keys) > MOST_KINDS:
                self._by_keys.clear()
        return known

    def _said(self, row: Mapping[object, object], part: str) -> str:
        found = self._value(row, part)
        if isinstance(found, (list, tuple)):
            found = found[0] if found else None
        return "" if found is None or isinstance(found, Mapping) else str(found)

    def _time(self, row: Mapping[object, object], part: str, place: str) -> str:
        found = self._value(row, part)
        if found is None:
            return ""
        said = iso(found)
        if not said:
            self._corpus.note("no_date", place)
        return said

    def _current(self, row: Mapping[object, object]) -> bool | None:
        if self._value(row, "replaced"):
            return False
        found = self._value(row, "current")
        if isinstance(found, bool):
            return found
        if isinstance(found, (int, str)) and str(found).lower() in _YES_NO:
            return _YES_NO[str(found).lower()]
        return None


_YES_NO = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}


def _at(row: object, path: str) -> object:
    """What a mapping holds under a name, or under names with dots between them."""
    if isinstance(row, Mapping) and path in row:
        return row[path]
    first, dot, rest = path.partition(".")
    if not dot or not isinstance(row, Mapping):
        return None
    inside = row.get(first)
    if isinstance(inside, str) and inside.startswith("{"):  # metadata kept as JSON in a column
        try:
            inside = json.loads(inside)
        except ValueError:
            return None
    return _at(inside, rest)


def iso(found: object) -> str:
    """A time in ISO 8601, UTC where it says its zone; "" when it cannot be read as one."""
    number = _number(found)
    try:
        if number is not None:
            return datetime.fromtimestamp(number, timezone.utc).isoformat(timespec="seconds")
        said = str(found).strip()
        if len(said) == 10 and said[4] == said[7] == "-":
            return datetime.strptime(said, "%Y-%m-%d").date().isoformat()
        made = datetime.fromisoformat(_ready(said))
    except (ValueError, OverflowError, OSError):
        return ""
    if made.tzinfo is not None:
        made = made.astimezone(timezone.utc)
    return made.isoformat(timespec="seconds")


def _ready(said: str) -> str:
    """An ISO time as Python 3.10 takes it: with a numeric zone, and six digits of a second."""
    if said.endswith(("Z", "z")):
        said = said[:-1] + "+00:00"
    head, dot, tail = said.partition(".")
    if dot:
        digits = len(tail) - len(tail.lstrip("0123456789"))
        said = f"{head}.{tail[:digits][:6]:0<6}{tail[digits:]}"
    return said


def _number(found: object) -> float | None:
    """Seconds since 1970, also where they are given in milliseconds or as text."""
    if isinstance(found, bool):
        return None
    if isinstance(found, str):
        if not found.strip().replace(".", "", 1).isdigit() or len(found.strip()) < 9:
            return None
        found = float(found)
    if not isinstance(found, (int, float)):
        return None
    return found / 1000 if found > 1e11 else float(found)
