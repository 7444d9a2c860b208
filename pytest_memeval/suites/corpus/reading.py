"""Exports of memory stores, of whatever form, to a `Corpus`. Nothing is ever written."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from dataclasses import field
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

from pytest_memeval.suites.corpus.columns import USUAL
from pytest_memeval.suites.corpus.columns import Columns
from pytest_memeval.suites.corpus.columns import Reader
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.pause import without_collecting
from pytest_memeval.text import error_line

#: Where exports and pages keep their rows.
ENVELOPES = (
    "results",
    "memories",
    "data",
    "items",
    "entries",
    "facts",
    "points",
    "records",
    "rows",
)
LINES, WHOLE, TABLES = (".jsonl", ".ndjson"), (".json",), (".csv", ".tsv")
NOTES, DATABASES = (".md", ".markdown", ".txt"), (".db", ".sqlite", ".sqlite3")
SUFFIXES = (*LINES, *WHOLE, *TABLES, *NOTES, *DATABASES)
MOST_COLUMN = 2**27


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
    with without_collecting():
        _read(path, how, corpus)
    return corpus


def _read(path: Path, how: How, corpus: Corpus) -> None:
    reader = Reader(corpus, how.names)
    if path.is_dir():
        _read_folder(path, how, corpus, reader)
    elif path.exists():
        _read_file(path, how, corpus, reader, path.name)
    else:
        raise CorpusError(f"{corpus.name}: there is no such file or folder")


def _read_folder(folder: Path, how: How, corpus: Corpus, reader: Reader) -> None:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    for file in files:
        place = file.relative_to(folder).as_posix()
        if any(part.startswith(".") for part in file.relative_to(folder).parts):
            continue
        if file.suffix.lower() in NOTES:
            _take_note(_text_of(file, corpus), place, reader)
        elif file.suffix.lower() in SUFFIXES:
            _read_file(file, how, corpus, reader, place)
        else:
            corpus.note("foreign", place)


def _read_file(path: Path, how: How, corpus: Corpus, reader: Reader, place: str) -> None:
    suffix = path.suffix.lower()
    try:
        if suffix in LINES:
            _read_lines(path, corpus, reader, place)
        elif suffix in WHOLE:
            _read_whole(path, corpus, reader, place)
        elif suffix in TABLES:
            _read_table(path, corpus, reader, place)
        elif suffix in DATABASES:
            _read_database(path, how.query, reader, place)
        elif suffix in NOTES:
            _read_notes(path, corpus, reader, place)
        else:
            known = ", ".join(SUFFIXES)
            raise CorpusError(f"{place}: unknown kind of corpus; known are folders and {known}")
    except OSError as error:
        raise CorpusError(f"{place}: cannot be read: {error_line(error)}") from None


# --- bytes to text


def _bytes(path: Path, corpus: Corpus, place: str) -> bytes:
    """What the file held when it was opened.

    :raises CorpusError: it became shorter meanwhile.
    """
    with path.open("rb") as file:
        size = path.stat().st_size
        data = file.read(size)
    after = path.stat().st_size
    if after < size or len(data) < size:
        raise CorpusError(f"{place}: it became shorter while it was read")
    if after > size:
        corpus.note("grown", place)
    return data


def _text_of(path: Path, corpus: Corpus, place: str = "") -> str:
    place = place or path.name
    data = _bytes(path, corpus, place)
    wide = _wide(data)
    if wide is not None:
        return wide
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        decoded = [_line(line, corpus, f"{place}:{at}") for at, line in enumerate(lines, 1)]
        return "\n".join(decoded)


def _wide(data: bytes) -> str | None:
    """A file of two or four bytes a character, known by its first bytes."""
    for mark, encoding in (
        (b"\xff\xfe\x00\x00", "utf-32"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    return None


def _line(line: bytes, corpus: Corpus, place: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        corpus.note("other_encoding", place)
        # Windows-1252 leaves five bytes free, which Latin-1 does not.
        try:
            return line.decode("cp1252")
        except UnicodeDecodeError:
            return line.decode("latin-1")


# --- JSON


def _read_lines(path: Path, corpus: Corpus, reader: Reader, place: str) -> None:
    """JSON Lines: a row, a text or a whole page on each."""
    data = _bytes(path, corpus, place)
    wide = _wide(data)
    if wide is not None:
        data = wide.encode("utf-8", "surrogatepass")
    data = data.removeprefix(b"\xef\xbb\xbf")
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
        row = json.loads(_line(line, corpus, place))
    except (ValueError, RecursionError):
        corpus.note("broken" if finished else "unfinished", place)
        return
    _take_json(row, reader, place)


def _take_json(row: object, reader: Reader, place: str) -> None:
    """A row; or a page of rows, which holds them in an envelope."""
    inside = _inside(row)
    if inside is None:
        reader.take(row, place)
        return
    for number, each in enumerate(inside, 1):
        reader.take(each, f"{place}#{number}")


def _inside(row: object) -> Sequence[object] | None:
    """The rows in an envelope; None when this is no envelope."""
    if isinstance(row, list):
        return row
    if not isinstance(row, Mapping):
        return None
    for name in ENVELOPES:
        if isinstance(row.get(name), list):
            found: list[object] = row[name]
            return found
    return None


def _read_whole(path: Path, corpus: Corpus, reader: Reader, place: str) -> None:
    text = _text_of(path, corpus, place)
    if not text.strip():
        return
    try:
        data = json.loads(text)
    except RecursionError:
        raise CorpusError(f"{place}: nested too deeply to be read") from None
    except ValueError as error:
        if _looks_like_lines(text):
            _read_lines(path, corpus, reader, place)
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
    rows = _inside(data)
    if rows is not None:
        for number, row in enumerate(rows, 1):
            _take_json(row, reader, f"{place}#{number}")
    elif isinstance(data, Mapping) and data and all(isinstance(v, list) for v in data.values()):
        for user, listed in data.items():
            for number, row in enumerate(listed, 1):
                reader.take(row, f"{place}#{user}/{number}", user=str(user))
    elif isinstance(data, Mapping):
        reader.take(data, place)
    else:
        raise CorpusError(f"{place}: a {type(data).__name__} is no list of memories")


# --- CSV


def _read_table(path: Path, corpus: Corpus, reader: Reader, place: str) -> None:
    text = _text_of(path, corpus, place).replace("\0", "")
    if not text.strip():
        return
    csv.field_size_limit(MOST_COLUMN)
    unfinished = not text.endswith(("\n", "\r"))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, path))
    header = next(rows)
    try:
        for values in rows:
            here = f"{place}:{rows.line_num}"
            if not values:
                continue
            if len(values) < len(header) and unfinished and _is_last(rows.line_num, text):
                corpus.note("unfinished", here)
            elif len(values) != len(header):
                corpus.note("broken", here)
            else:
                reader.take(dict(zip(header, values, strict=True)), here)
    except csv.Error as error:
        raise CorpusError(f"{place}:{rows.line_num}: no CSV: {error}") from None


def _is_last(line: int, text: str) -> bool:
    return line >= len(text.splitlines())


def _delimiter(text: str, path: Path) -> str:
    if path.suffix.lower() == ".tsv":
        return "\t"
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


# --- Markdown

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_ENTRY = re.compile(r"^(?:[-*+]|\d{1,4}[.)])[ \t]+", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6}[ \t].*$", re.MULTILINE)


def _take_note(text: str, place: str, reader: Reader) -> None:
    """A Markdown file of a folder: one memory, its front matter its metadata."""
    front, body = _parted(text)
    reader.take({**front, "text": body.strip()} if "text" not in front else front, place)


def _parted(text: str) -> tuple[dict[str, object], str]:
    match = _FRONT.match(text.replace("\r\n", "\n"))
    if match is None:
        return {}, text
    import yaml

    try:
        front = yaml.safe_load(match[1])
    except yaml.YAMLError:
        return {}, text
    rest = text.replace("\r\n", "\n")[match.end() :]
    if not isinstance(front, dict):
        return {}, text
    inner = front.get("metadata")
    spread = inner if isinstance(inner, dict) else {}
    kept = {str(key): value for key, value in {**spread, **front}.items()}
    # What the file says of itself must not be taken for its text.
    return {key: value for key, value in kept.items() if key not in USUAL["text"]}, rest


def _read_notes(path: Path, corpus: Corpus, reader: Reader, place: str) -> None:
    """One Markdown file by itself: each list entry, or each paragraph, is a memory."""
    text = _text_of(path, corpus, place)
    _, body = _parted(text)
    for line, entry in _entries(body):
        reader.take(entry, f"{place}:{line}")


def _entries(body: str) -> Iterator[tuple[int, str]]:
    plain = _HEADING.sub("", body)
    at, line = 0, 1
    for block in re.split(r"\n[ \t]*\n", plain):
        start = plain.find(block, at)
        line += plain.count("\n", at, start)
        at = start
        starts = [match.start() for match in _ENTRY.finditer(block)]
        cuts = [0, *starts, len(block)] if starts else [0, len(block)]
        for begin, end in pairwise(cuts):
            entry = _ENTRY.sub("", block[begin:end], count=1).strip()
            if entry:
                yield line + block.count("\n", 0, begin), entry


# --- SQLite


def _read_database(path: Path, query: str, reader: Reader, place: str) -> None:
    """The rows of a query, asked of a database that is opened for reading only."""
    address = f"file:{quote(str(path.resolve()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=5)) as database:
            database.execute("PRAGMA query_only = ON")
            database.text_factory = lambda data: data.decode("utf-8", "replace")
            if not query:
                raise CorpusError(
                    f"{place}: say with memeval_corpus_query what to read{_tables(database)}"
                )
            rows = database.execute(query)
            header = [column[0] for column in rows.description or ()]
            for number, values in enumerate(rows, 1):
                reader.take(dict(zip(header, values, strict=True)), f"{place} row {number}")
    except sqlite3.Error as error:
        raise CorpusError(f"{place}: the query failed: {error}") from None


def _tables(database: sqlite3.Connection) -> str:
    rows = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    names = ", ".join(sorted(str(name) for (name,) in rows))
    return f", such as `SELECT * FROM memories` (tables: {names or 'none'})"


# --- rows that are there already


def taken(rows: object, how: How, name: str) -> Corpus:
    """Rows that a function returned: texts, or mappings.

    :raises CorpusError: they are no rows.
    """
    corpus = Corpus(name)
    reader = Reader(corpus, how.names)
    inside = _inside(rows) if isinstance(rows, Mapping) else rows
    if isinstance(inside, (str, bytes)) or not isinstance(inside, Iterable):
        raise CorpusError(f"{name}: a {type(rows).__name__} is no list of memories")
    for number, row in enumerate(inside, 1):
        reader.take(row, f"#{number}")
    return corpus
