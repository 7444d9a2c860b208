"""SQLite files, read by a query that can only read. The file and its folder stay as they are."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from contextlib import contextmanager
from contextlib import suppress
from pathlib import Path

from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.reading.columns import Reader
from pytest_memeval.suites.corpus.reading.decoding import windows

#: What is written lies here until it is in the file itself: the log, or what takes it back.
_BESIDE = ("-wal", "-journal")
#: Where the header says how the file is written, and what it says of a log.
_VERSION, _WITH_LOG = slice(18, 20), b"\x02\x02"
#: How often a file that changes is copied again, and seconds between two copies.
TRIES, PAUSE = 5, 0.2
#: Seconds to wait for whoever writes to it.
PATIENCE = 5.0

#: All that a query may do, beside calling functions.
_READS = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE)
#: What virtual tables (full texts, `json_each`) ask for beside that, to be read: two values, and to
#: declare their columns as if they were made. Nothing can be written there, allowed or not.
_DECLARED = "sqlite_master"
_ASKED = ("data_version", "page_size")


def read_database(path: Path, query: str, corpus: Corpus, reader: Reader, place: str) -> None:
    """Put the rows of a query into the corpus.

    :raises CorpusError: there is no query, it fails, or it would do more than read.
    :raises OSError: the file cannot be read, or not be copied to the temporary folder.
    """
    guessed: list[bool] = []

    def text(data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            guessed.append(True)
            return windows(data)

    try:
        with _opened(path) as database:
            database.text_factory = text
            if not query:
                raise CorpusError(
                    f"{place}: say with memeval_corpus_query what to read{_tables(database)}"
                )
            rows = database.execute(query)
            if rows.description is None:
                raise CorpusError(f"{place}: the query is no SELECT: {query.strip()!r}")
            header = reader.header([column[0] for column in rows.description], place)
            for number, values in enumerate(rows, 1):
                here = f"{place} row {number}"
                if guessed:
                    corpus.note("other_encoding", here)
                    guessed.clear()
                reader.take(dict(zip(header, values, strict=True)), here)
    except (sqlite3.Error, sqlite3.Warning, UnicodeError) as error:  # a damaged name is no text
        refused = "authoriz" in str(error) or "prohibited" in str(error)
        why = f"{error}: it may do nothing but read, in one SELECT" if refused else error
        raise CorpusError(f"{place}: the query failed: {why}") from None


def _tables(database: sqlite3.Connection) -> str:
    rows = database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    names = ", ".join(sorted(str(name) for (name,) in rows))
    return f", such as `SELECT * FROM memories` (tables: {names or 'none'})"


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The database as it is now, with what only its log holds yet.

    Where there is a log, or a write that was not finished, SQLite itself would write to read: then
    it gets a copy in the temporary folder. What changes all the time is in use, so that its log is
    there and nothing is created: that is read where it lies.
    """
    real = Path(os.path.realpath(path))
    with tempfile.TemporaryDirectory(prefix="memeval-") as folder:
        copied = _copied(real, Path(folder)) if _needs_copy(real) else None
        if copied is None and _has_log(real) and not real.with_name(real.name + "-shm").exists():
            raise OSError(errno.EBUSY, "it changes all the time: try again once it rests")
        address = f"{copied.as_uri()}?mode=rw" if copied else f"{real.as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as database:
            database.execute("PRAGMA query_only = ON")
            if copied:
                _kept_by_us_alone(database, copied)
            database.set_authorizer(_allowed)
            yield database


def _needs_copy(path: Path) -> bool:
    return _has_log(path) or any(size > 0 for size, _ in _states(path)[1:])


def _has_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(_VERSION.stop)[_VERSION] == _WITH_LOG


def _copied(path: Path, folder: Path) -> Path | None:
    """A copy that nobody wrote to meanwhile; None where it changes all the time.

    :raises OSError: there is no room for it.
    """
    for attempt in range(TRIES):
        before = _states(path)
        size = sum(size for size, _ in before)
        if size > shutil.disk_usage(folder).free:
            where = f"{folder.parent} (TMPDIR names another folder)"
            raise OSError(errno.ENOSPC, f"its copy needs {size:,} bytes in {where}")
        for file in _files(path):
            copy = folder / file.name
            copy.unlink(missing_ok=True)
            with suppress(FileNotFoundError):
                shutil.copyfile(file, copy)
        if _states(path) == before:
            return folder / path.name
        time.sleep(PAUSE * (attempt + 1))
    return None


def _kept_by_us_alone(database: sqlite3.Connection, copy: Path) -> None:
    """Give a copy that is open no name any more: it is gone with this process, killed or not."""
    database.execute("PRAGMA schema_version").fetchone()  # opens its log too
    for file in copy.parent.iterdir():
        with suppress(OSError):  # Windows does not allow it; there the folder goes at the end
            file.unlink()


def _files(path: Path) -> list[Path]:
    return [path, *(path.with_name(path.name + end) for end in _BESIDE)]


def _states(path: Path) -> list[tuple[int, int]]:
    found = []
    for file in _files(path):
        try:
            said = file.stat()
        except FileNotFoundError:
            found.append((0, 0))
        else:
            found.append((said.st_size, said.st_mtime_ns))
    return found


def _allowed(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    allowed = {
        sqlite3.SQLITE_FUNCTION: second != "load_extension",
        sqlite3.SQLITE_PRAGMA: first in _ASKED and second is None,
        sqlite3.SQLITE_UPDATE: first == _DECLARED,
    }.get(action, action in _READS)
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
