"""Deletes what a run has written, in an order in which nothing can come back, and looks again.

An extraction that ends late fills its scope again, so all of them are waited for first. Ids delete
too little rather than too much; a whole scope is deleted only where ids did not help. What counts
as gone is what neither list nor search shows any more.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path

from pytest_memeval.clients.backend import Backend
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.calls import Calls
from pytest_memeval.clients.calls import finished
from pytest_memeval.clients.journal import Entry
from pytest_memeval.clients.journal import Journal
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.journal import Record
from pytest_memeval.clients.journal import read
from pytest_memeval.clients.pace import Pace
from pytest_memeval.text import plural

#: The least number of looks at a scope before it is given up: where there are many scopes, a slow
#: rate lets few of them happen in the time that there is.
LOOKS = 8
#: Rounds of deleting by id before a scope is deleted whole.
ROUNDS_BY_ID = 3
#: Requests that may be made for each scope.
REQUESTS = 200
#: Outcomes after which no extraction is under way.
ENDED = ("stored", "suppressed", "failed")


@dataclass
class Cleaned:
    """What became of the scopes of a run: how many are empty, and why others may not be.

    :param unwritten: why the journal does not say the same.
    """

    gone: int = 0
    left: dict[str, str] = field(default_factory=dict)
    unwritten: str = ""

    def noting(self, note: Callable[[], None]) -> None:
        """Write to the journal. A disk that is full must not keep anything from being deleted."""
        try:
            note()
        except JournalError as error:
            self.unwritten = str(error)

    def text(self, most: int | None = None) -> str:
        """What to tell of it, with a line for each scope that is not empty, but no more than so."""
        scopes = plural(self.gone + len(self.left), "scope")
        lines = [f"  {scope}: {why}" for scope, why in self.left.items()]
        more = [] if most is None or len(lines) <= most else [f"  and {len(lines) - most} more"]
        head = f"not cleaned up: {len(lines)} of {scopes}"
        if not self.left:
            head = f"cleaned up: nothing of {scopes} is left"
        note = [f"  (but the journal does not say so: {self.unwritten})"] if self.unwritten else []
        return "\n".join([head, *lines[:most], *more, *note])


def empty_run(
    backend: Backend,
    pace: Pace,
    calls: Calls,
    path: Path,
    timeout: float,
    settle: float,
) -> Cleaned:
    """Empty every scope of the run whose journal this is, and note that there, if it can be.

    :param pace: is given some requests beyond its budget: what was written has to go.
    :raises JournalError: there is no such journal, or another process writes to it.
    """
    record = read(path)
    journal = Journal(path, record.header)
    try:
        while True:
            pace.more(REQUESTS * (1 + len(record.entries)))
            cleaned = finished(clean_up(backend, calls, journal, record, timeout, settle))
            known, record = len(record.entries), read(path)
            # A process that outlived the rest of its run may have gone on for a while.
            if len(record.entries) == known:
                return cleaned
    finally:
        calls.close()
        journal.close()


async def clean_up(
    backend: Backend,
    calls: Calls,
    journal: Journal,
    record: Record,
    timeout: float,
    settle: float,
) -> Cleaned:
    """Empty every scope that the journal knows of and that is not known to be empty.

    :param timeout: seconds to wait for extractions under way, and as long again for deletes.
    :param settle: seconds in which what was queued or stored must show up, if it was.
    """
    cleaned = Cleaned()

    async def empty(entry: Entry) -> str:
        why = await _emptied(backend, calls, entry, timeout, settle)
        if not why:
            cleaned.noting(lambda: journal.gone(entry.scope))
        return why

    entries = [entry for entry in record.entries.values() if not entry.gone]
    told = await asyncio.gather(*map(empty, entries))
    cleaned.gone = len(record.entries) - sum(map(bool, told))
    cleaned.left = {
        entry.scope.user_id: why for entry, why in zip(entries, told, strict=True) if why
    }
    cleaned.noting(lambda: journal.cleaned(len(cleaned.left)))
    return cleaned


async def _emptied(
    backend: Backend, calls: Calls, entry: Entry, timeout: float, settle: float
) -> str:
    """Empty one scope; "" when it is, else why nobody can say so."""
    try:
        over = await _over(backend, calls, entry, timeout, settle)
        why = await _deleted(backend, calls, entry, timeout, settle)
    except BackendError as error:
        return str(error)
    if not why and not over:
        why = "its extraction did not end; it may be filled again"
    return why


async def _over(
    backend: Backend, calls: Calls, entry: Entry, timeout: float, settle: float
) -> bool:
    """Wait until no extraction can write into the scope any more; False when one may."""
    ended_well = entry.outcome and entry.outcome["state"] in ENDED
    if entry.refused or ended_well or (entry.sent and entry.event_id is None):
        return True
    event_id = entry.event_id

    async def find() -> str | None:
        return await calls.again(backend.find_event, entry.scope)

    async def ended() -> bool | None:
        try:
            event = await calls.again(backend.event, str(event_id))
        except BackendError as error:
            if error.status == 404:
                return None
            raise
        return True if event.state != "open" else None

    if event_id is None:
        event_id = await calls.until(find, settle)
        if event_id is None:
            return True  # it never was queued
    return bool(await calls.until(ended, timeout))


async def _deleted(
    backend: Backend, calls: Calls, entry: Entry, timeout: float, settle: float
) -> str:
    """Delete until two looks in a row, by list and by search, show nothing.

    What an extraction stored may be listed some time after it ended, so that an empty scope must
    stay so for as long as a zero needs.
    """
    emptying = _Emptying(backend, calls, entry, time.monotonic() + settle)
    if await calls.until(emptying.look, timeout + settle, LOOKS):
        return ""
    if not emptying.left:
        return "empty at the last look, but not for long enough to be sure"
    return f"{plural(emptying.left, 'memory', 'memories')} still listed or found"


@dataclass
class _Emptying:
    """One scope on its way to being empty."""

    backend: Backend
    calls: Calls
    entry: Entry
    settled_at: float
    rounds: int = 0
    empty: int = 0
    left: int = 0

    async def look(self) -> bool | None:
        listed = await self.calls.again(self.backend.memories, self.entry.scope, False, True)
        found = await self.calls.again(self.backend.search, self.entry.scope)
        self.left = len({memory.id for memory in (*listed, *found)})
        if not self.left:
            self.empty += 1
            return True if self.empty > 1 and time.monotonic() >= self.settled_at else None
        self.empty = 0
        await self._delete([memory.id for memory in listed])
        return None

    async def _delete(self, ids: list[str]) -> None:
        self.rounds += 1
        if self.rounds > ROUNDS_BY_ID:
            await self.calls.again(self.backend.delete_scope, self.entry.scope)
        elif ids:
            try:
                await self.calls.again(self.backend.delete, ids)
            except BackendError as error:
                if error.status != 404:  # replaced under another id since it was listed
                    raise
