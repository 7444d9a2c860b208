"""The write-ahead journal of a live run: what was sent where, so that nothing is left behind.

One JSON object a line, appended and flushed to the disk before the request it tells of. A line
that was cut off by a kill is the last one, and says no more than that something was about to
happen; readers pass over it.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from filelock import FileLock
from filelock import Timeout

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.scopes import check_own
from pytest_memeval.clients.scopes import is_run
from pytest_memeval.text import show

VERSION = 1
#: What a header holds, all of it text.
HEADER = ("run", "backend", "host", "project_id", "org_id", "policy", "client")
#: Seconds that a process which is being ended may take to let go of its run; and seconds in which
#: one that outlives the rest of its run may go on writing.
GRACE, PATIENCE = 2.0, 30.0
#: Where the journals of runs lie that say nothing else.
USUAL = Path("reports/live")


class JournalError(Exception):
    """A journal that is not there, is none, or belongs to another run; the message says which."""


@dataclass
class Entry:
    """What is known of one scope."""

    fixture: str
    trial: int
    scope: Scope
    digest: str
    sent: bool = False
    event_id: str | None = None
    refused: bool = False
    outcome: dict[str, Any] | None = None
    #: The line of the journal that tells of the outcome.
    landed_at: int = field(default=0, compare=False)
    gone: bool = False


@dataclass
class Record:
    """A journal as read: its header, the scopes in order, and how the cleanup went."""

    header: dict[str, Any]
    entries: dict[str, Entry] = field(default_factory=dict)
    finished: bool = False
    left: int | None = None

    def of_fixture(self, fixture: str) -> list[Entry]:
        return [entry for entry in self.entries.values() if entry.fixture == fixture]


def hold_run(path: Path) -> FileLock:
    """Keep other processes off the run whose journal this is: until released, or this one ends.

    :raises JournalError: another process works on it.
    """
    busy = (
        f"the run {path.stem} is still going on, or being cleaned up, in another process; "
        "wait for its end, or end it"
    )
    return _hold(path, "run", GRACE, busy)


def _hold(path: Path, part: str, patience: float, busy: str) -> FileLock:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Whichever thread closes the run releases it.
    lock = FileLock(path.with_name(f".{path.stem}.{part}.lock"), thread_local=False)
    try:
        lock.acquire(timeout=patience)
    except Timeout:
        raise JournalError(busy) from None
    return lock


class Journal:
    """The journal of one run, open for appending. Safe to use from several threads.

    :raises JournalError: a line cannot be written; or, at first, another process writes to it,
        which may outlive the one that held the run.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        busy = f"another process still writes to {path}; wait for its end, or end it"
        self._turn = _hold(path, "writer", PATIENCE, busy)
        self._lock = threading.Lock()
        try:
            fresh = not path.exists() or not path.stat().st_size
            self._file = path.open("ab")
        except BaseException:
            self._turn.release()
            raise
        try:
            if fresh:
                self._write({"journal": VERSION, **header})
            elif _cut_off(path):
                self._file.write(b"\n")
        except BaseException:
            self.close()
            raise

    def intend(self, entry: Entry) -> None:
        """Tell of an add before it is made."""
        self._write(
            {
                "intend": entry.scope.user_id,
                "app": entry.scope.app_id,
                "fixture": entry.fixture,
                "trial": entry.trial,
                "digest": entry.digest,
            }
        )

    def sent(self, scope: Scope, event_id: str | None) -> None:
        self._write({"sent": scope.user_id, "event": event_id})

    def refused(self, scope: Scope) -> None:
        """The add had no effect: nothing is to be expected in its scope."""
        self._write({"refused": scope.user_id})

    def landed(self, scope: Scope, outcome: Mapping[str, Any]) -> None:
        self._write({"landed": scope.user_id, "outcome": dict(outcome)})

    def gone(self, scope: Scope) -> None:
        self._write({"gone": scope.user_id})

    def finished(self) -> None:
        """Every case has its outcome."""
        self._write({"finished": True})

    def cleaned(self, left: int) -> None:
        self._write({"cleaned": True, "left": left})

    def close(self) -> None:
        """Let others write. What could not be written has been told of by then."""
        try:
            with contextlib.suppress(OSError):  # it tries once more
                self._file.close()
        finally:
            self._turn.release()

    def _write(self, line: Mapping[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=True) + "\n"
        try:
            with self._lock:
                self._file.write(text.encode())
                self._file.flush()
                os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(f"{self.path}: cannot be written: {error.strerror}") from None


def _cut_off(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


def path_of(folder: Path, run: str) -> Path:
    return folder / f"{run}.jsonl"


def check_named(path: Path, record: Record) -> None:
    """Whoever works on a run holds the file of its name: a copy must not pass for another run's.

    :raises JournalError: the file has another name than the run that it is about.
    """
    run = record.header["run"]
    if path.stem != run:
        raise JournalError(f"{path} is the journal of the run {run}; name it {run}.jsonl again")


def read(path: Path) -> Record:
    """Read a journal, as far as it was written.

    What is deleted goes by it, so its lines are held against what a run would have written.

    :raises JournalError: there is none, or the file is none, or it names what no run has made.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise JournalError(f"there is no journal {path} ({error.strerror})") from None
    parsed = _parsed(lines)
    _, header = next(parsed, (0, {}))
    if header.get("journal") != VERSION or not _is_header(header):
        raise JournalError(f"{path} is no journal of a live run")
    record = Record(header)
    for number, line in parsed:
        try:
            _take(record, line, number)
        except BackendError as error:
            raise JournalError(f"{path}:{number}: {error}; nothing was done") from None
        except (KeyError, TypeError, ValueError):
            said = show(line, 80)
            raise JournalError(f"{path}:{number}: no line of a journal: {said}") from None
    return record


def _is_header(header: Mapping[str, Any]) -> bool:
    return all(isinstance(header.get(name), str) for name in HEADER) and is_run(header["run"])


def _parsed(lines: list[bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            yield number, value


def _take(record: Record, line: Mapping[str, Any], number: int) -> None:
    """Add what a line says.

    :raises BackendError: it is about a scope of somebody else.
    :raises KeyError, TypeError, ValueError: it is none of a journal's.
    """
    if "intend" in line:
        scope = Scope(_text(line["intend"]), _text(line["app"]))
        check_own(record.header["run"], scope)
        fixture, digest = _text(line["fixture"]), _text(line["digest"])
        record.entries[scope.user_id] = Entry(fixture, _count(line["trial"]), scope, digest)
    elif "finished" in line:
        record.finished = True
    elif "cleaned" in line:
        record.left = _count(line["left"])
    for key in ("sent", "refused", "landed", "gone"):
        entry = record.entries.get(line.get(key, ""))
        if entry is None:
            continue
        if key == "sent":
            event = line["event"]
            entry.sent, entry.event_id = True, None if event is None else _text(event)
        elif key == "refused":
            entry.refused = True
        elif key == "landed":
            entry.outcome = {**line["outcome"], "state": _text(line["outcome"]["state"])}
            entry.landed_at = number
        else:
            entry.gone = True


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError
    return value
