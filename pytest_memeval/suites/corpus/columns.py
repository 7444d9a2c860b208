"""From a row, however its store spells it, to a memory."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import datetime
from datetime import timezone
from functools import lru_cache
from sys import intern
from typing import Any

from pytest_memeval.suites.base import SubjectError
from pytest_memeval.suites.corpus.decoding import windows
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.memories import Memory
from pytest_memeval.suites.corpus.pages import Pages
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
    "id": ("id", "memory_id", "uuid", "_id", "payload.id"),
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
#: A key of a row, and the names below it with dots between them.
Way = tuple[object, str]
#: Sets of keys to remember: a store whose every row has keys of its own must not fill the memory.
MOST_KINDS = 1_000
#: How exports write that there is nothing.
_NOTHING = frozenset(("null", "none", "nil", "nan", "nat", "<na>", "\\n", "undefined", "infinity"))
_NO = frozenset(("false", "no", "0", "f", "n"))
_YES_NO = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}
_MISSING = object()


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
    """Puts rows into a corpus. Upper and lower case of column names do not matter."""

    def __init__(self, corpus: Corpus, names: Columns) -> None:
        self._corpus = corpus
        self.pages = Pages(corpus)
        self._names = names
        self._ways: dict[tuple[object, ...], Mapping[str, tuple[Way, ...]]] = {}
        self._scopes: dict[str, dict[str, dict[str, int | set[int]]]] = {}
        self.begin("")

    def begin(self, scope: str) -> None:
        """Go on to rows whose ids have nothing to do with those of other scopes."""
        self._seen = self._scopes.setdefault(scope, {})

    def header(self, names: Sequence[str], place: str) -> list[str]:
        """The columns of a table, each with a name of its own.

        :raises CorpusError: two columns that an audit looks at have one name.
        """
        looked_at = {
            piece.lower()
            for known in self._names.values()
            for name in known
            for piece in (name, name.partition(".")[0])
        }
        made: list[str] = []
        for at, name in enumerate(names):
            twice = name.lower() in map(str.lower, names[:at])
            if twice and name.lower() in looked_at:
                raise CorpusError(
                    f"{place}: two columns are called {name!r}: give each a name of its own "
                    "(in a query with AS)"
                )
            made.append(f"{name} ({at + 1})" if twice else name)
        return made

    def take(self, row: object, place: str, user: str = "", text: str | None = None) -> None:
        """Put in one row: a text, or a mapping with a text.

        :param user: whose it is, where the row itself does not say.
        :param text: its text, where that is in no column.
        """
        if isinstance(row, str):
            text, row = row, {}
        if not isinstance(row, Mapping):
            self._corpus.note("broken", place)
            return
        said = self._text(row, place) if text is None else text
        if said is None:
            return
        if not said.strip():
            self._corpus.note("empty", place)
            return
        memory = self._memory(row, said, place, user)
        if memory.id and not self._is_new(memory, row):
            return
        if len(said) > MOST_COMPARED:
            self._corpus.note("huge", place)
        self._corpus.memories.append(memory)

    def is_row(self, row: Mapping[Any, object]) -> bool:
        """Whether a mapping holds a text itself, rather than rows that do."""
        return any(isinstance(_at(row, way), (str, bytes)) for way in self._possible(row)["text"])

    def is_memory(self, row: Mapping[Any, object]) -> bool:
        """Whether a mapping is one memory beyond doubt: it has an id, or what only memories have.

        A page may have a message or a summary of its own.
        """
        texts = self._names["text"]
        strong = _way(row, texts[0] if len(texts) == 1 else "memory")  # a named one is meant
        return bool(self.says(row, "id") or (strong and _said(row, (strong,)).strip()))

    def says(self, row: Mapping[Any, object], part: str) -> str:
        """What a row says of its id, its user or its type; "" where it does not."""
        return _said(row, self._possible(row)[part])

    def _memory(self, row: Mapping[Any, object], text: str, place: str, user: str) -> Memory:
        ways = self._possible(row)
        expires, may_expire = self._time(row, ways["expires"], place)
        current, may_be_replaced = _current(row, ways)
        return Memory(
            text=text,
            id=_said(row, ways["id"]),
            time=self._time(row, ways["time"], place)[0],
            user=intern(_said(row, ways["user"]) or user),
            type=intern(_said(row, ways["type"])),
            expires=expires,
            current=current,
            place=place,
            tells=may_expire or may_be_replaced,
        )

    def _text(self, row: Mapping[Any, object], place: str) -> str | None:
        """The first text that is not blank; "" where all are; None where there is none."""
        blank = False
        for way in self._possible(row)["text"]:
            found = _at(row, way)
            if isinstance(found, bytes):
                found = self._decoded(found, place)
            if isinstance(found, str) and found.strip():
                return found
            blank = blank or found is None or isinstance(found, str)
        if blank:
            return ""
        self._corpus.columns.update(str(key) for key in row)
        self._corpus.note("no_text", place)
        return None

    def _decoded(self, data: bytes, place: str) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            self._corpus.note("other_encoding", place)
            return windows(data)

    def _is_new(self, memory: Memory, row: Mapping[Any, object]) -> bool:
        """Whether this very row was not read before: pages overlap, and files hold pages twice."""
        ids = self._seen.setdefault(memory.user, {})
        whole = _name_of(row, memory.text)
        known = ids.setdefault(memory.id, whole)
        if known is whole:
            return True
        if isinstance(known, int):
            known = ids[memory.id] = {known}
        if whole in known:
            self._corpus.note("overlap", memory.place)
            return False
        known.add(whole)
        self._corpus.note("same_id", memory.place)
        return True

    def _possible(self, row: Mapping[Any, object]) -> Mapping[str, tuple[Way, ...]]:
        """The columns that a row with these keys can have: most rows have the same keys."""
        keys = tuple(row)
        known = self._ways.get(keys)
        if known is None:
            if len(self._ways) >= MOST_KINDS:
                self._ways.clear()
            known = self._ways[keys] = {
                part: tuple(way for name in names if (way := _way(row, name)) is not None)
                for part, names in self._names.items()
            }
        return known

    def _time(self, row: Mapping[Any, object], ways: Sequence[Way], place: str) -> tuple[str, bool]:
        """A time, and whether the row says it, or says that there is none."""
        found, there = _value(row, ways)
        if found is None or found in (0, "0", False):
            return "", there
        said = iso(found)
        if not said:
            self._corpus.note("no_date", place)
        return said, bool(said)


def _value(row: Mapping[Any, object], ways: Sequence[Way]) -> tuple[object, bool]:
    """The first value that says something, and whether any column for it is there."""
    there = False
    for way in ways:
        found = _at(row, way)
        if found is not _MISSING:
            there = True
            if not _is_nothing(found):
                return found, True
    return None, there


def _said(row: Mapping[Any, object], ways: Sequence[Way]) -> str:
    found, _ = _value(row, ways) if ways else (None, False)
    if isinstance(found, str):
        return found
    if isinstance(found, (list, tuple)):
        found = found[0] if found else None
    if isinstance(found, bytes):
        found = found.decode() if found.isascii() and b"\0" not in found else found.hex()
    return "" if found is None or isinstance(found, Mapping) else str(found)


def _current(
    row: Mapping[Any, object], ways: Mapping[str, Sequence[Way]]
) -> tuple[bool | None, bool]:
    """Whether a memory is still the latest, and whether the row would say if not."""
    replaced, there = _value(row, ways["replaced"])
    if replaced and str(replaced).strip().lower() not in _NO:
        return False, True
    found, _ = _value(row, ways["current"])
    said = _YES_NO.get(str(found).strip().lower()) if isinstance(found, (int, str)) else None
    return said, there or said is not None


def _is_nothing(found: object) -> bool:
    if isinstance(found, str):
        # Most are longer than the longest of these words.
        return len(found) < 12 and (not found.strip() or found.strip().lower() in _NOTHING)
    return found is None or found != found  # NaN is not itself


def _name_of(row: Mapping[Any, object], text: str) -> int:
    """A number for all that a row holds, for this process."""
    try:
        return hash(repr(row))
    except Exception:  # it nests too deeply, or holds what cannot say itself
        return hash(text)


def _way(row: Mapping[Any, object], name: str) -> Way | None:
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


def _at(row: Mapping[Any, object], way: Way) -> object:
    """What a row holds there; `_MISSING`: nothing, not even a null."""
    key, rest = way
    found = row[key]
    while rest:
        if isinstance(found, str) and found.startswith("{"):  # metadata kept as JSON in a column
            found = _parsed(found)
        if not isinstance(found, Mapping):
            return _MISSING
        if rest in found:
            return found[rest]
        first, _, rest = rest.partition(".")
        found = found.get(first, _MISSING)
    return found


@lru_cache(maxsize=8)
def _parsed(text: str) -> object:
    """One row's metadata is asked for many times."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


# --- times

_FIGURES = re.compile(r"[0-9]{8,30}(?:\.[0-9]{1,12})?")
#: Since 1970: what is below this many seconds is no time, and above it milliseconds, and so on.
_EARLIEST, _LATEST = 1e8, 1e11
_UNITS = (1.0, 1e3, 1e6, 1e9)


def iso(found: object) -> str:
    """A time in ISO 8601, UTC where it says its zone; "" when it cannot be read as one."""
    try:
        return _iso(found)
    except (ValueError, OverflowError, OSError):
        return ""


def _iso(found: object) -> str:
    said = str(found).strip()
    if not isinstance(found, bool) and (
        isinstance(found, (int, float)) or _FIGURES.fullmatch(said)
    ):
        if len(said) == 8:
            return datetime.strptime(said, "%Y%m%d").date().isoformat()
        return datetime.fromtimestamp(_seconds(float(found)), timezone.utc).isoformat(  # type: ignore[arg-type]
            timespec="seconds"
        )
    if len(said) == 10 and said[4] == said[7] == "-":
        return datetime.strptime(said, "%Y-%m-%d").date().isoformat()
    made = datetime.fromisoformat(_ready(said))
    if made.tzinfo is not None:
        made = made.astimezone(timezone.utc)
    return made.isoformat(timespec="seconds")


def _seconds(number: float) -> float:
    """Seconds since 1970, also where they are given in thousandths, or in parts of those."""
    if number >= _EARLIEST:
        for unit in _UNITS:
            if number < _LATEST * unit:
                return number / unit
    raise ValueError(number)


def _ready(said: str) -> str:
    """An ISO time as Python 3.10 takes it: with a numeric zone, and six digits of a second."""
    if said.endswith(("Z", "z")):
        said = said[:-1] + "+00:00"
    head, dot, tail = said.partition(".")
    if dot:
        digits = len(tail) - len(tail.lstrip("0123456789"))
        said = f"{head}.{tail[:digits][:6]:0<6}{tail[digits:]}"
    return said
