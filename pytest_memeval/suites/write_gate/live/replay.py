"""Sends windows to a real memory backend, waits until each extraction is over, and reads back.

An empty scope can mean "suppressed", "not extracted yet", "lost on the way" or "could not be read".
Only one of these is a measurement, so a scope counts as empty when its event ended, said that it
produced nothing, and the list agrees after the least time that a zero needs. Whatever else happened
is told as what it is.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import field
from typing import Any

from pytest_memeval.clients.backend import Added
from pytest_memeval.clients.backend import Backend
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Event
from pytest_memeval.clients.backend import Memory
from pytest_memeval.clients.backend import Message
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.calls import Calls
from pytest_memeval.clients.calls import may_send_again
from pytest_memeval.clients.journal import Entry
from pytest_memeval.clients.journal import Journal
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.journal import Record
from pytest_memeval.clients.scopes import scope_of
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.cases import turn_text
from pytest_memeval.text import plural
from pytest_memeval.text import show

#: stored, suppressed: measured. The rest is invalid: the extraction failed; it, or what it stored,
#: did not show up in time; or a call gave no answer.
STATES = ("stored", "suppressed", "failed", "late", "error")
MEASURED = STATES[:2]
#: How an outcome is read: every field as it was written, and no other.
STRICT: Any = {"strict": True, "extra": "forbid", "allow_inf_nan": False}
#: The least number of reads before ids that change are held against a scope.
LOOKS = 5
#: What stands between a window's id and the number of its trial.
TRIAL = " (trial "
#: The roles that the wire knows. Others are the agent's side of the conversation.
ROLES = ("user", "assistant", "system")


@dataclass(frozen=True)
class Stored:
    """One memory as a row shows it; `type` is the one in its metadata."""

    text: str
    type: str | None

    __pydantic_config__ = STRICT


@dataclass
class Outcome:
    """What came of one window, in plain JSON types once `asdict` has seen it.

    :param stamp_trouble: why the one who should have stamped it did not.
    :param add_seconds: how long the add took to be accepted.
    :param extraction_seconds: from there to the end of its extraction.
    :param latest: how many of the memories are not superseded.
    """

    state: str
    why: str = ""
    user_id: str = ""
    stamped_by: str = ""
    stamp_trouble: str = ""
    memories: list[Stored] = field(default_factory=list)
    latest: int | None = None
    add_seconds: float | None = None
    extraction_seconds: float | None = None

    __pydantic_config__ = STRICT

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> Outcome:
        """An outcome that a journal holds.

        :raises ValueError: no window has one like that.
        """
        from pydantic import TypeAdapter

        outcome = TypeAdapter(cls).validate_json(json.dumps(said))
        if bool(outcome.memories) is not (outcome.state == "stored"):
            raise ValueError("memories of a window that stored none, or the other way round")
        if min(outcome.add_seconds or 0, outcome.extraction_seconds or 0, outcome.latest or 0) < 0:
            raise ValueError("a number below 0")
        return outcome


@dataclass(frozen=True)
class Limits:
    """How long to wait, in seconds: for an extraction, and before a zero counts."""

    timeout: float
    min_settle: float


@dataclass(frozen=True)
class Stamp:
    """The type that a window's memories are marked with, and who chose it.

    :param trouble: why the one who should have did not.
    """

    type: str | None
    by: str
    trouble: str = ""


def trial_of(identity: str, trial: int) -> str:
    """What a run calls a window that it sends once more."""
    return identity if trial == 1 else f"{identity}{TRIAL}{trial})"


class Replay:
    """The live work of one run: every window sent once, all extractions waited for together.

    :param stamp: chooses the type to mark a window's memories with.
    :param instructions: passed with each add; None leaves the project's own in force.
    :param policy: names the instructions under test in the metadata of what is stored.
    """

    def __init__(
        self,
        backend: Backend,
        calls: Calls,
        journal: Journal,
        record: Record,
        run: str,
        limits: Limits,
        stamp: Callable[[WriteGateCase], Stamp],
        instructions: str | None,
        policy: str,
    ) -> None:
        self._backend = backend
        self._calls = calls
        self._journal = journal
        self._record = record
        self._run = run
        self._limits = limits
        self._stamp = stamp
        self._instructions = instructions
        self._policy = policy

    async def all(self, cases: Sequence[WriteGateCase]) -> dict[str, Outcome]:
        """Replay the windows and say what came of each, by id."""
        known = {case.id: self._known(case) for case in cases}
        todo = [case for case in cases if known[case.id] is None]
        sent = await asyncio.gather(*map(self._sent, todo))
        landed = await asyncio.gather(
            *(self._landed(case, work) for case, work in zip(todo, sent, strict=True))
        )
        self._journal.finished()
        fresh = {case.id: outcome for case, outcome in zip(todo, landed, strict=True)}
        return {case.id: known[case.id] or fresh[case.id] for case in cases}

    # --- what an earlier process of this run has done

    def _known(self, case: WriteGateCase) -> Outcome | None:
        """The outcome that the journal holds of a window.

        :raises JournalError: the window is not the one that was sent.
        """
        entries = self._record.of_fixture(case.id)
        if any(entry.digest != digest(case) for entry in entries):
            raise JournalError(
                f"{case.id!r} has changed since the run {self._run} sent it; start a new run"
            )
        outcome = entries[-1].outcome if entries else None
        if not outcome or outcome["state"] not in MEASURED:
            return None
        try:
            return Outcome.read(outcome)
        except ValueError:
            where = f"{self._journal.path}:{entries[-1].landed_at}"
            said = show(outcome, 80)
            raise JournalError(f"{where}: no outcome of {case.id!r}: {said}") from None

    # --- sending

    async def _sent(self, case: WriteGateCase) -> _Work:
        """Send a window, unless an earlier process has; never twice into the same scope."""
        entries = self._record.of_fixture(case.id)
        last = entries[-1] if entries else None
        stamp = self._stamp(case)
        try:
            if last is not None and not last.refused:
                event = last.event_id if last.sent else await self._lost(last.scope)
                if event is not None or last.sent:
                    return _Work(last.scope, stamp, Added(event, Event("open")), _now())
            return await self._send(case, stamp, last.trial + 1 if last else 1)
        except BackendError as error:
            scope = scope_of(self._run, case.id)
            return _Work(scope, stamp, None, _now(), why=str(error))

    async def _send(self, case: WriteGateCase, stamp: Stamp, trial: int) -> _Work:
        messages = messages_of(case)
        if not messages:
            raise BackendError("the window holds no text to send", "bug")
        scope, added = await self._add(case, messages, stamp, trial)
        return _Work(scope, stamp, added, _now())

    async def _add(
        self, case: WriteGateCase, messages: list[Message], stamp: Stamp, trial: int
    ) -> tuple[Scope, Added]:
        """One add, journalled before and after.

        An add whose answer got lost is looked up among the platform's events, and taken from there.
        Only where there is no such event is the window sent again, into another scope: the first
        one may still fill up, and would be counted twice.
        """
        scope = scope_of(self._run, case.id, trial)
        metadata = {
            "fixture": case.id.partition(TRIAL)[0],
            "policy": self._policy,
            "stamped_by": stamp.by,
            **({"type": stamp.type} if stamp.type else {}),
        }
        self._journal.intend(Entry(case.id, trial, scope, digest(case)))
        send = self._calls.trying(may_send_again)
        try:
            added: Added = await send(
                self._calls.once,
                self._backend.add,
                scope,
                messages,
                metadata,
                self._instructions,
            )
        except BackendError as error:
            if not error.maybe_done:
                self._journal.refused(scope)
                raise
            event = await self._lost(scope)
            if event is None:
                if trial > 1:
                    raise
                return await self._add(case, messages, stamp, trial + 1)
            added = Added(event)
        self._journal.sent(scope, added.event_id)
        return scope, added

    async def _lost(self, scope: Scope) -> str | None:
        """The event of an add whose answer got lost; it may take a moment to be listed."""

        async def look() -> str | None:
            return await self._calls.again(self._backend.find_event, scope)

        return await self._calls.until(look, self._calls.pause * 5)

    # --- waiting and reading back

    async def _landed(self, case: WriteGateCase, work: _Work) -> Outcome:
        if work.added is None:
            outcome = Outcome("error", work.why)
        else:
            try:
                outcome = await self._measured(work, work.added)
            except BackendError as error:
                outcome = Outcome("error", str(error))
        outcome.user_id, outcome.stamped_by = work.scope.user_id, work.stamp.by
        outcome.stamp_trouble = work.stamp.trouble
        if work.added is not None:
            outcome.add_seconds = work.added.seconds
            self._journal.landed(work.scope, asdict(outcome))
        return outcome

    async def _measured(self, work: _Work, added: Added) -> Outcome:
        event = await self._ended(work, added)
        if event is None:
            limit = f"{self._limits.timeout:g} s"
            return Outcome("late", f"its extraction had not ended after {limit}")
        seconds = _now() - work.sent_at
        if event.state == "failed":
            outcome = Outcome("failed", f"the platform failed to extract: {event.error}")
        else:
            outcome = await self._settled(work, added, event)
        outcome.extraction_seconds = _extraction_seconds(added, event, seconds)
        return outcome

    async def _ended(self, work: _Work, added: Added) -> Event | None:
        """The event once it is over; None when it is not over in time."""
        if added.event.state != "open":
            return added.event

        async def look() -> Event | None:
            try:
                event = await self._calls.again(self._backend.event, str(added.event_id))
            except BackendError as error:
                if error.status == 404:  # an event may be there a moment after its add
                    return None
                raise
            return event if event.state != "open" else None

        return await self._calls.until(look, work.left(self._limits.timeout))

    async def _settled(self, work: _Work, added: Added, event: Event) -> Outcome:
        """Read the scope until two reads in a row give the same ids.

        Where there is no event the extraction was over when the add was, and a zero counts at once.
        """
        zero_after = self._limits.min_settle if added.event_id else 0.0
        settling = _Settling(self._backend, self._calls, work, event.facts or 0, zero_after)
        seconds = max(work.left(self._limits.timeout), self._limits.min_settle)
        memories = await self._calls.until(settling.look, seconds, LOOKS)
        if memories is None:
            return Outcome("late", settling.why)
        if not memories:
            return Outcome("suppressed")
        latest = await settling.latest()
        return Outcome("stored", memories=list(map(_stored, memories)), latest=latest)


@dataclass
class _Work:
    """A window on its way; `added` is None when it could not be sent, and `why` says why."""

    scope: Scope
    stamp: Stamp
    added: Added | None
    sent_at: float
    why: str = ""

    def left(self, seconds: float) -> float:
        return max(0.0, self.sent_at + seconds - _now())


@dataclass
class _Settling:
    """One scope whose extraction is over, on its way into the list.

    The list may lag behind the event, show some of the memories before others, and replace them
    under new ids.

    :param facts: how many memories the event says it produced.
    :param zero_after: seconds after which an empty list may count as a zero.
    """

    backend: Backend
    calls: Calls
    work: _Work
    facts: int
    zero_after: float
    ids: list[str] | None = None
    moves: bool = True
    complete: bool = False

    async def look(self) -> list[Memory] | None:
        memories = await self.calls.again(self.backend.memories, self.work.scope)
        ids = sorted(memory.id for memory in memories)
        self.moves, self.ids = ids != self.ids, ids
        settled, self.complete = self.complete and not self.moves, False
        if settled and (ids or not self.work.left(self.zero_after)):
            return memories
        # Found out between two looks that see the same: what comes meanwhile is seen by the second.
        self.complete = await self._is_all(len(ids))
        return None

    async def _is_all(self, listed: int) -> bool:
        """Whether the list shows all that was produced, but for what was merged into the rest."""
        if listed >= self.facts or not listed:
            return listed >= self.facts
        hidden = await self.calls.again(self.backend.memories, self.work.scope, False, True)
        return len(hidden) >= self.facts

    async def latest(self) -> int | None:
        """How many memories are not superseded. No score hangs on it, so that it may be unknown."""
        try:
            return len(await self.calls.again(self.backend.memories, self.work.scope, True))
        except BackendError:
            return None

    @property
    def why(self) -> str:
        """What kept the scope from settling."""
        if self.moves:
            return "its memories kept changing their ids"
        produced = plural(self.facts, "memory", "memories")
        shown = f"shows {len(self.ids)}" if self.ids else "stayed empty"
        return f"its extraction produced {produced}, but the list of its scope {shown}"


def _now() -> float:
    return time.monotonic()


def _extraction_seconds(added: Added, event: Event, waited: float) -> float | None:
    """How long an extraction took: what the platform says, or else how long it was waited for.

    None where nobody was there to see: its add was an earlier process's, or its answer got lost.
    """
    if event.seconds is not None:
        return event.seconds
    return waited if added.event_id and added.seconds is not None else None


def _stored(memory: Memory) -> Stored:
    kind = memory.metadata.get("type")
    return Stored(memory.text, kind if isinstance(kind, str) else None)


def messages_of(case: WriteGateCase) -> list[Message]:
    """The turns of a window that carry text, as the wire takes them."""
    turns: list[dict[str, Any]] = [dict(turn) for turn in case.window]
    return [
        {"role": turn["role"] if turn["role"] in ROLES else "assistant", "content": text}
        for turn in turns
        if (text := turn_text(turn)).strip()
    ]


def digest(case: WriteGateCase) -> str:
    """A hash of what a window sends."""
    said = json.dumps(messages_of(case), sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]
