"""Exports of memory stores, of whatever form, to a `Corpus`. Nothing is ever written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.pause import without_collecting
from pytest_memeval.suites.corpus.reading.columns import USUAL
from pytest_memeval.suites.corpus.reading.columns import Columns
from pytest_memeval.suites.corpus.reading.columns import Reader
from pytest_memeval.suites.corpus.reading.databases import read_database
from pytest_memeval.suites.corpus.reading.decoding import bytes_of
from pytest_memeval.suites.corpus.reading.decoding import text_of
from pytest_memeval.suites.corpus.reading.documents import read_lines
from pytest_memeval.suites.corpus.reading.documents import read_whole
from pytest_memeval.suites.corpus.reading.documents import rows_in
from pytest_memeval.suites.corpus.reading.notes import take_entries
from pytest_memeval.suites.corpus.reading.notes import take_note
from pytest_memeval.suites.corpus.reading.tables import read_table
from pytest_memeval.text import error_line

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
    reader.settle()


def _read_file(path: Path, how: How, corpus: Corpus, reader: Reader, place: str) -> None:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise CorpusError(f"{place}: unknown kind of corpus; known are folders and {known}")
    if not path.is_file():  # a pipe would keep it waiting
        raise CorpusError(f"{place}: is no regular file")
    reader.begin(place, place)
    try:
        if suffix in LINES:
            read_lines(bytes_of(path, corpus, place), corpus, reader, place)
        elif suffix in WHOLE:
            read_whole(text_of(path, corpus, place), corpus, reader, place)
        elif suffix in TABLES:
            read_table(text_of(path, corpus, place), suffix, corpus, reader, place)
        elif suffix in DATABASES:
            read_database(path, how.query, corpus, reader, place)
        else:
            take_entries(text_of(path, corpus, place), corpus, reader, place)
    except OSError as error:
        raise CorpusError(f"{place}: cannot be read: {error_line(error)}") from None


# --- folders


def _read_folder(folder: Path, how: How, corpus: Corpus, reader: Reader) -> None:
    for file in sorted(_files(folder, corpus)):
        place = file.relative_to(folder).as_posix()
        if file.suffix.lower() in NOTES:
            reader.begin("", place)
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


# --- rows that are there already


def taken(rows: Any, how: How, name: str) -> Corpus:
    """Rows that a function returned: texts, or mappings.

    :raises CorpusError: they are no rows, or cannot be fetched.
    """
    corpus = Corpus(name)
    reader = Reader(corpus, how.names)
    inside = rows_in(rows, corpus, reader, name) if isinstance(rows, Mapping) else rows
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
    reader.settle()
    return corpus
