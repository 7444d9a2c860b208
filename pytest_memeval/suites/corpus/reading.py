"""Exports of memory stores, of whatever form, to a `Corpus`. Nothing is ever written."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pytest_memeval.suites.corpus import pages
from pytest_memeval.suites.corpus.columns import USUAL
from pytest_memeval.suites.corpus.columns import Columns
from pytest_memeval.suites.corpus.columns import Reader
from pytest_memeval.suites.corpus.decoding import bytes_of
from pytest_memeval.suites.corpus.decoding import json_of
from pytest_memeval.suites.corpus.decoding import line_of
from pytest_memeval.suites.corpus.decoding import text_of
from pytest_memeval.suites.corpus.decoding import windows
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.notes import take_entries
from pytest_memeval.suites.corpus.notes import take_note
from pytest_memeval.suites.corpus.pause import without_collecting
from pytest_memeval.suites.corpus.tables import read_table
from pytest_memeval.text import error_line

#: Where exports and pages keep their rows: those that nothing else is called like, and others.
PAGES = ("results", "memories", "points")
ENVELOPES = (*PAGES, "data", "items", "entries", "facts", "records", "rows")
LINES, WHOLE, TABLES = (".jsonl", ".ndjson"), (".json",), (".csv", ".tsv")
NOTES, DATABASES = (".md", ".markdown", ".txt"), (".db", ".sqlite", ".sqlite3")
SUFFIXES = (*LINES, *WHOLE, *TABLES, *NOTES, *DATABASES)


@dataclass(frozen=True)
class How:
    """How to read a corpus: the columns, and for databases the query."""

    names: Columns = field(default_factory=lambda: USUAL)
    query: str = ""


def read(path: Path, how: How, name: str = "") -> Corpus:
    """Read a file, or all files below a folder as one corpus.

    :raises CorpusError: it is not there, cannot be read, or is of no known kind.
    """
    corpus = Corpus(name or path.name)
    try:
        with without_collecting():
            _read(path, how, corpus)
    except OSError as error:
        raise CorpusError(f"{corpus.name}: cannot be read: {error_line(error)}") from None
    return corpus


def _read(path: Path, how: How, corpus: Corpus) -> None:
    reader = Reader(corpus, how.names)
    if path.is_dir():
        _read_folder(path, how, corpus, reader)
    elif path.exists():
        _read_file(path, how, corpus, reader, path.name)
    else:
        raise CorpusError(f"{corpus.name}: there is no such file or folder")
    reader.pages.settle()


def _read_file(path: Path, how: How, corpus: Corpus, reader: Reader, place: str) -> None:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise CorpusError(f"{place}: unknown kind of corpus; known are folders and {known}")
    if not path.is_file():  # a pipe would keep it waiting
        raise CorpusError(f"{place}: is no regular file")
    reader.begin(place)
    reader.pages.begin(place)
    try:
        if suffix in LINES:
            _read_lines(bytes_of(path, corpus, place), corpus, reader, place)
        elif suffix in WHOLE:
            _read_whole(text_of(path, corpus, place), corpus, reader, place)
        elif suffix in TABLES:
            read_table(text_of(path, corpus, place), suffix, corpus, reader, place)
        elif suffix in DATABASES:
            _read_database(path, how.query, corpus, reader, place)
        else:
            take_entries(text_of(path, corpus, place), corpus, reader, place)
    except OSError as error:
        raise CorpusError(f"{place}: cannot be read: {error_line(error)}") from None


# --- folders


def _read_folder(folder: Path, how: How, corpus: Corpus, reader: Reader) -> None:
    for file in sorted(_files(folder, corpus)):
        place = file.relative_to(folder).as_posix()
        if file.suffix.lower() in NOTES:
            reader.begin("")
            reader.pages.begin("")
            try:
                take_note(text_of(file, corpus, place), corpus, reader, place)
            except OSError:
                corpus.note("broken", place)  # one memory; of other files nobody knows how many
        else:
            _read_file(file, how, corpus, reader, place)


def _files(folder: Path, corpus: Corpus) -> Iterator[Path]:
    """The files to read. Whatever else lies there is named.

    :raises CorpusError: a folder cannot be looked into.
    """

    def unreadable(error: OSError) -> None:
        place = os.path.relpath(str(error.filename), folder)
        raise CorpusError(f"{corpus.name}: {place}: cannot be read: {error.strerror}")

    for parent, folders, names in os.walk(folder, onerror=unreadable):
        for path in [Path(parent, name) for name in folders]:
            oddity = "hidden" if path.name.startswith(".") else "linked"
            if oddity == "hidden" or path.is_symlink():
                corpus.note(oddity, f"{path.relative_to(folder).as_posix()}/")
                folders.remove(path.name)
        for path in [Path(parent, name) for name in names]:
            left_out = _why_left_out(path, folder)
            if left_out:
                corpus.note(left_out, path.relative_to(folder).as_posix())
            else:
                yield path


def _why_left_out(path: Path, folder: Path) -> str:
    """The oddity of a file that is not read; "" for all others."""
    if path.name.startswith("."):
        return "hidden"
    if path.suffix.lower() not in SUFFIXES:
        return "foreign"
    if not path.exists():
        return "broken"  # a link that leads nowhere
    if not path.is_file():
        return "special"
    real = Path(os.path.realpath(path))
    # What it leads to is read in its own place.
    inside = path.is_symlink() and Path(os.path.realpath(folder)) in real.parents
    return "linked" if inside else ""


# --- JSON


def _read_lines(data: bytes, corpus: Corpus, reader: Reader, place: str) -> None:
    """JSON Lines: a row, a text or a whole page on each."""
    number, at = 0, 0
    while at < len(data):
        end = data.find(b"\n", at)
        finished = end >= 0
        line = data[at : end if finished else len(data)]
        at = end + 1 if finished else len(data)
        number += 1
        if line.strip():
            _read_line(line, corpus, reader, f"{place}:{number}", finished)


def _read_line(line: bytes, corpus: Corpus, reader: Reader, place: str, finished: bool) -> None:
    try:
        row = json_of(line_of(line, corpus, place), corpus, place)
    except (ValueError, RecursionError):
        corpus.note("broken" if finished else "unfinished", place)
        return
    _take_json(row, corpus, reader, place)


def _take_json(row: object, corpus: Corpus, reader: Reader, place: str) -> None:
    """A row; or a page of rows, which holds them in an envelope."""
    inside = _inside(row, corpus, reader, place)
    if inside is None:
        reader.take(row, place)
        return
    user = reader.says(row, "user") if isinstance(row, Mapping) else ""
    for number, each in enumerate(inside, 1):
        reader.take(each, f"{place}#{number}", user)


def _inside(row: object, corpus: Corpus, reader: Reader, place: str) -> Sequence[object] | None:
    """The rows in an envelope; None when this is no envelope.

    A row may well have a list of the same name: it has a text, or an id, beside it.
    """
    if isinstance(row, list):
        return row
    if not isinstance(row, Mapping):
        return None
    has_text = reader.is_row(row)
    if has_text and not _is_page(row, reader):
        return None
    names = PAGES if reader.says(row, "id") else ENVELOPES
    lists = {name: value for name, value in row.items() if isinstance(value, list)}
    if not any(name in lists for name in names):
        return None
    for name, value in lists.items():
        if value and name not in names:
            corpus.note("beside", f"{place}: {name}")
    if has_text:
        corpus.note("page_text", place)
    rows = [each for name in names for each in lists.get(name, ())]
    reader.pages.add(row, len(rows))
    return rows


def _is_page(row: Mapping[Any, object], reader: Reader) -> bool:
    """Whether a mapping with a text is a page all the same, for what its envelopes hold."""
    if reader.is_memory(row):
        return False
    lists = [value for name in ENVELOPES if isinstance(value := row.get(name), list)]
    if not any(lists):
        return bool(lists) and pages.tells(row)  # the last page may have no rows
    return any(
        isinstance(each, Mapping) and (reader.is_row(each) or bool(reader.says(each, "id")))
        for rows in lists
        for each in rows
    )


def _read_whole(text: str, corpus: Corpus, reader: Reader, place: str) -> None:
    if not text.strip():
        return
    try:
        data = json_of(text, corpus, place)
    except RecursionError:
        raise CorpusError(f"{place}: nested too deeply to be read") from None
    except ValueError as error:
        if _looks_like_lines(text):
            _read_lines(text.encode("utf-8", "surrogatepass"), corpus, reader, place)
            return
        raise CorpusError(
            f"{place}: no JSON ({error}); cut off, it may still be being written"
        ) from None
    _take_pages(data, corpus, reader, place)


def _looks_like_lines(text: str) -> bool:
    """Whether the first line is a JSON value by itself, as it is in JSON Lines."""
    first, end, rest = text.lstrip().partition("\n")
    try:
        return bool(end) and rest.strip() != "" and isinstance(json.loads(first), (dict, str))
    except (ValueError, RecursionError):
        return False


def _take_pages(data: object, corpus: Corpus, reader: Reader, place: str) -> None:
    """A list of rows, a page, a list of pages, or lists of rows by user."""
    rows = _inside(data, corpus, reader, place)
    if rows is not None:
        for number, row in enumerate(rows, 1):
            _take_json(row, corpus, reader, f"{place}#{number}")
    elif isinstance(data, Mapping) and data and all(isinstance(v, list) for v in data.values()):
        for user, listed in data.items():
            for number, row in enumerate(listed, 1):
                reader.take(row, f"{place}#{user}/{number}", user=str(user))
    elif isinstance(data, Mapping):
        reader.take(data, place)
    else:
        raise CorpusError(f"{place}: a {type(data).__name__} is no list of memories")


# --- SQLite


def _read_database(path: Path, query: str, corpus: Corpus, reader: Reader, place: str) -> None:
    """The rows of a query, asked of a database that is opened for reading only."""
    address = f"file:{quote(str(path.resolve()))}?mode=ro"
    guessed: list[bool] = []

    def text(data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            guessed.append(True)
            return windows(data)

    try:
        with closing(sqlite3.connect(address, uri=True, timeout=5)) as database:
            database.execute("PRAGMA query_only = ON")
            database.text_factory = text
            if not query:
                raise CorpusError(
                    f"{place}: say with memeval_corpus_query what to read{_tables(database)}"
                )
            rows = database.execute(query)
            header = reader.header([column[0] for column in rows.description or ()], place)
            for number, values in enumerate(rows, 1):
                here = f"{place} row {number}"
                if guessed:
                    corpus.note("other_encoding", here)
                    guessed.clear()
                reader.take(dict(zip(header, values, strict=True)), here)
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise CorpusError(f"{place}: the query failed: {error}") from None


def _tables(database: sqlite3.Connection) -> str:
    rows = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    names = ", ".join(sorted(str(name) for (name,) in rows))
    return f", such as `SELECT * FROM memories` (tables: {names or 'none'})"


# --- rows that are there already


def taken(rows: Any, how: How, name: str) -> Corpus:
    """Rows that a function returned: texts, or mappings.

    :raises CorpusError: they are no rows, or cannot be fetched.
    """
    corpus = Corpus(name)
    reader = Reader(corpus, how.names)
    inside = _inside(rows, corpus, reader, name) if isinstance(rows, Mapping) else rows
    if isinstance(inside, (str, bytes)) or not isinstance(inside, Iterable):
        raise CorpusError(f"{name}: a {type(rows).__name__} is no list of memories")
    number = 0
    try:
        for number, row in enumerate(inside, 1):
            reader.take(row, f"#{number}")
    except Exception as error:
        raise CorpusError(
            f"{name}: its rows ended after {number:,} with {error_line(error)}"
        ) from None
    reader.pages.settle()
    return corpus
