"""The subject of a live run: the first case asked about does the work of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import replace

from filelock import FileLock

from pytest_memeval.clients import journal as journals
from pytest_memeval.clients.backend import Backend
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.calls import Calls
from pytest_memeval.clients.calls import finished
from pytest_memeval.clients.journal import Journal
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.journal import Record
from pytest_memeval.clients.pace import Pace
from pytest_memeval.live.opening import CONNECTS
from pytest_memeval.live.opening import check_same
from pytest_memeval.live.opening import header
from pytest_memeval.live.opening import open_backend
from pytest_memeval.live.opening import policy
from pytest_memeval.live.opening import refuse_populated
from pytest_memeval.live.settings import Live
from pytest_memeval.live.stamping import stamp_of_fixture
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.live.replay import Outcome
from pytest_memeval.suites.write_gate.live.replay import Replay
from pytest_memeval.suites.write_gate.live.replay import Stamp
from pytest_memeval.suites.write_gate.live.replay import trial_of


class LiveRun:
    """A memory backend as a subject. One per process, opened when it is first needed."""

    needs_level = False
    takes_level = False

    def __init__(self, live: Live) -> None:
        self.live = live
        self.stamp: Callable[[WriteGateCase], Stamp] = stamp_of_fixture
        #: The cases that this run will ask about; known once they are collected.
        self.cases: Sequence[WriteGateCase] = ()
        #: How often each window is sent, each time to a user of its own.
        self.trials = 1
        self._asked: Counter[str] = Counter()
        self.pace = Pace(live.rate, live.requests)
        self.policy = ""
        self.client = ""
        self._backend: Backend | None = None
        self._held: FileLock | None = None
        self._outcomes: dict[str, Outcome] | None = None
        self._broken = ""

    def begin(self) -> None:
        """Connect, check that this is the place, and begin the journal. Only reads.

        :raises BackendError: the backend cannot be reached, or is not the one that was meant.
        :raises JournalError: the run to go on with is not there, was another one, or goes on still.
        """
        backend = self.open()
        if self.live.resumed:
            journals.read(self.live.journal)
        else:
            refuse_populated(backend, self.live)
        self._held = journals.hold_run(self.live.journal)
        record = self.record()
        if self.live.resumed and any(entry.gone for entry in record.entries.values()):
            raise JournalError(f"the run {self.live.run} was cleaned up; start a new run")

    def record(self) -> Record:
        """The journal of this run, begun if need be."""
        path = self.live.journal
        expected = header(self.live, self.policy, self.client)
        if not path.exists() and not self.live.resumed:
            Journal(path, expected).close()
        record = journals.read(path)
        journals.check_named(path, record)
        check_same(record, expected)
        return record

    def open(self) -> Backend:
        if self._backend is None:
            self._backend = finished(self._opened())
        return self._backend

    async def _opened(self) -> Backend:
        """Connect, and try again where the trouble may pass."""
        calls = Calls(self.live.pause, 1, CONNECTS)
        try:
            backend = await calls.again(open_backend, self.live, self.pace)
            try:
                self.policy = await calls.again(policy, backend, self.live)
            except BackendError:
                backend.close()
                raise
            self.client = backend.version
            return backend
        finally:
            calls.close()

    def ask(self, case: WriteGateCase, level: str | None) -> Outcome:
        """What came of one case."""
        if case.label == "drop":
            return Outcome("withheld")
        if self._outcomes is None and not self._broken:
            try:
                self._outcomes = self._replay()
            except (BackendError, JournalError, OSError) as error:
                self._broken = str(error)
        if self._outcomes is None:
            return Outcome("error", self._broken)
        trial = self._asked[case.id] % self.trials + 1
        self._asked[case.id] += 1
        return self._outcomes[trial_of(case.id, trial)]

    def _replay(self) -> dict[str, Outcome]:
        backend, live = self.open(), self.live
        sent = [case for case in self.cases if case.label != "drop"]
        names = [(trial, case) for trial in range(1, self.trials + 1) for case in sent]
        cases = {
            name: replace(case, id=name)
            for trial, case in names
            for name in [trial_of(case.id, trial)]
        }
        # Asked here, where no event loop runs yet: a gate may bring its own.
        stamps = {identity: self.stamp(case) for identity, case in cases.items()}
        record = self.record()
        journal = Journal(live.journal, record.header)
        calls = self.calls()
        replay = Replay(
            backend=backend,
            calls=calls,
            journal=journal,
            record=record,
            run=live.run,
            limits=live.limits,
            stamp=lambda case: stamps[case.id],
            instructions=live.instructions,
            policy=self.policy,
        )
        try:
            return finished(replay.all(list(cases.values())))
        finally:
            calls.close()
            journal.close()

    def calls(self) -> Calls:
        return Calls(self.live.pause, self.live.concurrency)

    def close(self) -> None:
        if self._backend is not None:
            self._backend.close()
            self._backend = None
        if self._held is not None:
            self._held.release()
