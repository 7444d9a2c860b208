"""From a row, however its store spells it, to a memory."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence
from sys import intern
from types import NoneType
from typing import Any

from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.memories import Memory
from pytest_memeval.suites.corpus.reading.decoding import windows
from pytest_memeval.suites.corpus.reading.pages import Pages
from pytest_memeval.suites.corpus.reading.times import iso
from pytest_memeval.suites.corpus.reading.values import MISSING
from pytest_memeval.suites.corpus.reading.values import Way
from pytest_memeval.suites.corpus.reading.values import is_current
from pytest_memeval.suites.corpus.reading.values import name_of
from pytest_memeval.suites.corpus.reading.values import said_of
from pytest_memeval.suites.corpus.reading.values import value_at
from pytest_memeval.suites.corpus.reading.values import value_of
from pytest_memeval.suites.corpus.reading.values import way_to
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
    """Puts rows into a corpus. Upper and lower case of column names do not matter."""

    def __init__(self, corpus: Corpus, names: Columns) -> None:
        self._corpus = corpus
        self.pages = Pages(corpus)
        self._names = names
        self._ways: dict[tuple[object, ...], Mapping[str, tuple[Way, ...]]] = {}
        self._scopes: dict[str, dict[str, dict[str, int | set[int]]]] = {}
        self._texts: set[Way] = set()
        self._waiting: list[tuple[Mapping[Any, object], str, str]] = []
        self.begin("", "")

    def begin(self, scope: str, place: str) -> None:
        """Go on to another file, whose ids have nothing to do with those of other scopes."""
        self._end_file()
        self._texts.clear()
        self._seen = self._scopes.setdefault(scope, {})
        self.pages.begin(place or self._corpus.name)

    def settle(self) -> None:
        """All rows were taken."""
        self._end_file()
        self.pages.settle()

    def names_text(self, names: Sequence[str]) -> bool:
        """Whether one of these columns is looked at for a text."""
        return bool(self._possible(dict.fromkeys(names))["text"])

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
        elif text is not None:
            self._put(row, place, user, text)
        else:
            way, passed = self._text_way(row)
            if way and passed and self._texts.isdisjoint(passed):
                self._waiting.append((row, place, user))
            else:
                self._put_at(row, place, user, way, passed)

    def is_row(self, row: Mapping[Any, object]) -> bool:
        """Whether a mapping holds a text itself, rather than rows that do."""
        return any(
            isinstance(value_at(row, way), (str, bytes)) for way in self._possible(row)["text"]
        )

    def is_memory(self, row: Mapping[Any, object]) -> bool:
        """Whether a mapping is one memory beyond doubt: it has an id, or what only memories have.

        A page may have a message or a summary of its own.
        """
        texts = self._names["text"]
        strong = way_to(row, texts[0] if len(texts) == 1 else "memory")  # a named one is meant
        return bool(self.says(row, "id") or (strong and said_of(row, (strong,)).strip()))

    def says(self, row: Mapping[Any, object], part: str) -> str:
        """What a row says of its id, its user or its type; "" where it does not."""
        return said_of(row, self._possible(row)[part])

    def _memory(self, row: Mapping[Any, object], text: str, place: str, user: str) -> Memory:
        ways = self._possible(row)
        expires, may_expire = self._time(row, ways["expires"], place)
        current, may_be_replaced = is_current(row, ways)
        return Memory(
            text=text,
            id=said_of(row, ways["id"]),
            time=self._time(row, ways["time"], place)[0],
            user=intern(said_of(row, ways["user"]) or user),
            type=intern(said_of(row, ways["type"])),
            expires=expires,
            current=current,
            place=place,
            tells=may_expire or may_be_replaced,
        )

    def _end_file(self) -> None:
        """Take the rows that waited for what the columns before their texts hold in others.

        A column that holds a text in any row is the file's: where it is blank, so is the memory,
        and no other column stands in for it.
        """
        waiting, self._waiting = self._waiting, []
        found = [(self._text_way(row), row, place, user) for row, place, user in waiting]
        for (way, passed), *_ in found:
            if way and self._texts.isdisjoint(passed):
                self._texts.add(way)
        for (way, passed), row, place, user in found:
            self._put_at(row, place, user, way, passed)

    def _learn(self, way: Way) -> None:
        """A column holds a text: rows that waited to know may be known to be blank."""
        self._texts.add(way)
        waiting, self._waiting = self._waiting, []
        for row, place, user in waiting:
            self.take(row, place, user)

    def _text_way(self, row: Mapping[Any, object]) -> tuple[Way | None, Sequence[Way]]:
        """Where the first text that is not blank lies, and the columns before it that hold none."""
        passed: list[Way] = []
        for way in self._possible(row)["text"]:
            found = value_at(row, way)
            if isinstance(found, (str, bytes)) and found.strip():
                return way, passed
            if found is not MISSING:
                passed.append(way)
        return None, passed

    def _put_at(
        self,
        row: Mapping[Any, object],
        place: str,
        user: str,
        way: Way | None,
        passed: Sequence[Way],
    ) -> None:
        """Put in a row with its text, or note that it has none."""
        blank = [each for each in passed if each in self._texts] or ([] if way else passed)
        if way and not blank:
            if way not in self._texts:
                self._learn(way)
            self._put(row, place, user, self._decoded(value_at(row, way), place))
        elif any(isinstance(value_at(row, each), (str, bytes, NoneType)) for each in blank):
            self._corpus.note("empty", place)
        else:
            self._corpus.columns.update(str(key) for key in row)
            self._corpus.note("no_text", place)

    def _put(self, row: Mapping[Any, object], place: str, user: str, text: str) -> None:
        if not text.strip():
            self._corpus.note("empty", place)
            return
        memory = self._memory(row, text, place, user)
        if memory.id and not self._is_new(memory, row):
            return
        if len(text) > MOST_COMPARED:
            self._corpus.note("huge", place)
        self._corpus.memories.append(memory)

    def _decoded(self, data: object, place: str) -> str:
        if not isinstance(data, bytes):
            return str(data)
        try:
            return data.decode()
        except UnicodeDecodeError:
            self._corpus.note("other_encoding", place)
            return windows(data)

    def _is_new(self, memory: Memory, row: Mapping[Any, object]) -> bool:
        """Whether this very row was not read before: pages overlap, and files hold pages twice."""
        ids = self._seen.setdefault(memory.user, {})
        whole = name_of(row, memory.text)
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
                part: tuple(way for name in names if (way := way_to(row, name)) is not None)
                for part, names in self._names.items()
            }
        return known

    def _time(self, row: Mapping[Any, object], ways: Sequence[Way], place: str) -> tuple[str, bool]:
        """A time, and whether the row says it, or says that there is none."""
        found, there = value_of(row, ways)
        if found is None or found in (0, "0", False):
            return "", there
        said = iso(found)
        if not said:
            self._corpus.note("no_date", place)
        return said, bool(said)
