"""What a replay makes of a backend that is slow, forgetful, or loses its answers."""

from __future__ import annotations

import asyncio
import copy
import random
import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.clients.backend import Added
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Event
from pytest_memeval.clients.backend import Memory
from pytest_memeval.clients.backend import Message
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.calls import Calls
from pytest_memeval.clients.journal import Journal
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.journal import Record
from pytest_memeval.clients.journal import read
from pytest_memeval.clients.scopes import app_of
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.live.replay import MEASURED
from pytest_memeval.suites.write_gate.live.replay import Limits
from pytest_memeval.suites.write_gate.live.replay import Outcome
from pytest_memeval.suites.write_gate.live.replay import Replay
from pytest_memeval.suites.write_gate.live.replay import Stamp
from pytest_memeval.suites.write_gate.live.replay import Stored
from pytest_memeval.suites.write_gate.live.replay import messages_of
from tests.conftest import case

RUN = "20260131-0a1b2c3d"
PAUSE = 0.001
HEADER = {
    "run": RUN,
    "backend": "mem0",
    "host": "http://127.0.0.1:9",
    "project_id": "proj",
    "org_id": "org",
    "policy": "none",
    "client": "2.2.1",
}
LOST = BackendError("add: ReadTimeout", "transient", maybe_done=True)
BUSY = BackendError("add: HTTP 429", "throttled", 429)
DOWN = BackendError("HTTP 503", "transient", 503)
NOT_THERE = BackendError("event: HTTP 404", "refused", 404)


def window(identity: str, text: str = "always use tabs") -> WriteGateCase:
    return WriteGateCase(**case(identity, "extract", text))


def memories(*texts: str) -> list[Memory]:
    return [Memory(text, text, {"type": "preference"}) for text in texts]


def one_after_the_other(sights: Iterable[Any]) -> Callable[[], Any]:
    """Each thing once, in turn, and the last one for ever; errors are raised."""
    left = list(sights)

    def next_one() -> Any:
        sight = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(sight, BackendError):
            raise sight
        return sight

    return next_one


class Backend:
    """Answers as told, and keeps what it was asked."""

    name, version = "fake", "0"

    def __init__(
        self,
        adds: Sequence[Added | BackendError] = (Added("e", seconds=0.5),),
        events: Sequence[Event | BackendError] = (Event("done", 1),),
        listed: Sequence[list[Memory] | BackendError] = ([],),
        hidden: Sequence[list[Memory]] = ([],),
        found: Sequence[str | BackendError | None] = (None,),
    ) -> None:
        self.sent: list[tuple[str, list[Message], Mapping[str, Any], str | None]] = []
        self._add = one_after_the_other(adds)
        self._event = one_after_the_other(events)
        self._listed = one_after_the_other(listed)
        self._hidden = one_after_the_other(hidden)
        self._found = one_after_the_other(found)
        self.asked: Counter[str] = Counter()

    def add(
        self,
        scope: Scope,
        messages: Sequence[Message],
        metadata: Mapping[str, Any],
        instructions: str | None,
    ) -> Added:
        self.sent.append((scope.user_id, list(messages), metadata, instructions))
        added: Added = self._add()
        return added

    def event(self, event_id: str) -> Event:
        self.asked[f"event {event_id}"] += 1
        event: Event = self._event()
        return event

    def find_event(self, scope: Scope) -> str | None:
        self.asked[f"find {scope.user_id}"] += 1
        found: str | None = self._found()
        return found

    def memories(
        self, scope: Scope, latest_only: bool = False, hidden: bool = False
    ) -> list[Memory]:
        self.asked["hidden" if hidden else "latest" if latest_only else "list"] += 1
        listed: list[Memory] = [] if latest_only else (self._hidden if hidden else self._listed)()
        return listed

    @property
    def scopes(self) -> list[str]:
        """The scopes written to, in turn, by what tells them apart."""
        return [user_id.removeprefix(f"{app_of(RUN)}-") for user_id, *_ in self.sent]


def replayed(
    path: Path,
    backend: Any,
    cases: Sequence[WriteGateCase],
    timeout: float = 0.1,
    settle: float = 0.0,
    instructions: str | None = None,
) -> dict[str, Outcome]:
    """Replay windows, going on from the journal where there is one."""
    if not path.exists():
        Journal(path, HEADER).close()
    journal, calls, record = Journal(path, HEADER), Calls(PAUSE, 3), read(path)
    replay = Replay(
        backend=backend,
        calls=calls,
        journal=journal,
        record=record,
        run=RUN,
        limits=Limits(timeout, settle),
        stamp=lambda case: Stamp(case.expect_type, "fixture"),
        instructions=instructions,
        policy="abc",
    )
    try:
        return asyncio.run(replay.all(cases))
    finally:
        calls.close()
        journal.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def only(path: Path, backend: Backend, timeout: float = 0.1, settle: float = 0.0) -> Outcome:
    """The outcome of one window."""
    return replayed(path, backend, [window("wish")], timeout, settle)["wish"]


# --- what came of a window, and why


def test_stored(path: Path) -> None:
    """What is listed twice in a row is what was stored, with the type that came back."""
    outcome = only(path, Backend(listed=[memories("Prefers tabs.")]))
    assert outcome.state == "stored"
    assert outcome.memories == [Stored("Prefers tabs.", "preference")]
    assert outcome.user_id == f"eval-{RUN}-wish"
    assert outcome.stamped_by == "fixture"
    assert outcome.add_seconds == 0.5


def test_what_is_sent(path: Path) -> None:
    """An add carries the turns, what it is about, and the instructions under test."""
    backend = Backend(listed=[memories("Prefers tabs.")])
    replayed(path, backend, [window("wish")], instructions="Keep wishes.")
    told = {"fixture": "wish", "policy": "abc", "stamped_by": "fixture", "type": "preference"}
    assert backend.sent == [
        (
            f"eval-{RUN}-wish",
            [{"role": "user", "content": "always use tabs"}],
            told,
            "Keep wishes.",
        )
    ]


def test_suppressed(path: Path) -> None:
    """A scope is empty when its event ended, said so, and the time of a zero is over."""
    begun = time.monotonic()
    outcome = only(path, Backend(events=[Event("done", 0)]), settle=0.2)
    assert (outcome.state, outcome.why, outcome.memories) == ("suppressed", "", [])
    assert time.monotonic() - begun >= 0.2


LANDED: dict[str, Any] = {
    "state": "stored",
    "why": "",
    "user_id": "eval-a",
    "stamped_by": "fixture",
    "memories": [{"text": "Prefers tabs.", "type": None}],
    "latest": 1,
    "add_seconds": 1,
    "extraction_seconds": 2.5,
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("state", "suppressed"),
        ("why", 5),
        ("latest", "x"),
        ("latest", True),
        ("latest", -1),
        ("memories", []),
        ("memories", [{"text": 1, "type": {}}]),
        ("memories", [{"text": "", "type": None, "x": 1}]),
        ("add_seconds", "x"),
        ("add_seconds", float("nan")),
        ("extraction_seconds", float("inf")),
        ("extraction_seconds", -0.1),
        ("x", 1),
    ],
)
def test_outcomes_of_a_journal(name: str, value: object) -> None:
    """They are read as they were written, or not at all."""
    whole = Outcome.read(LANDED)
    assert whole.memories == [Stored("Prefers tabs.", None)]
    assert Outcome.read(asdict(whole)) == whole
    with pytest.raises(ValueError):  # noqa: PT011
        Outcome.read({**LANDED, name: value})


def test_a_zero_that_was_none(path: Path) -> None:
    """What shows up before a zero counts was stored, whatever the event says."""
    listed: list[list[Memory]] = [*([[]] * 4), memories("Prefers tabs.")]
    outcome = only(path, Backend(events=[Event("done", 0)], listed=listed), settle=0.2)
    assert outcome.memories == [Stored("Prefers tabs.", "preference")]


def test_over_when_the_add_is(path: Path) -> None:
    """Where an add waits for its extraction there is nothing more to wait for."""
    begun = time.monotonic()
    backend = Backend(adds=[Added(None, Event("done", 0), 0.5)])
    outcome = only(path, backend, timeout=60, settle=60)
    assert outcome.state == "suppressed"
    assert outcome.extraction_seconds is None
    assert time.monotonic() - begun < 10


def test_failed(path: Path) -> None:
    """A failed extraction is told with the platform's reason, and nothing is read."""
    backend = Backend(events=[Event("open"), Event("failed", error="no quota")])
    outcome = only(path, backend)
    assert (outcome.state, outcome.why) == ("failed", "the platform failed to extract: no quota")
    assert backend.asked["list"] == 0


def test_late_event(path: Path) -> None:
    """An extraction that does not end in time is late."""
    outcome = only(path, Backend(events=[Event("open")]), timeout=0.05)
    assert (outcome.state, outcome.why) == (
        "late",
        "its extraction had not ended after 0.05 s",
    )


@pytest.mark.parametrize(
    ("facts", "listed", "hidden", "why"),
    [
        (1, [[]], [], "its extraction produced 1 memory, but the list of its scope stayed empty"),
        (2, [[]], ["a", "b"], "its extraction produced 2 memories, but the list of its scope "
         "stayed empty"),
        (3, [["a"]], ["a", "b"], "its extraction produced 3 memories, but the list of its scope "
         "shows 1"),
    ],
    ids=["none", "hidden", "some"],
)  # fmt: skip
def test_late_list(
    path: Path, facts: int, listed: list[list[str]], hidden: list[str], why: str
) -> None:
    """Memories that were produced and never listed leave nobody to say what was stored."""
    backend = Backend(
        events=[Event("done", facts)],
        listed=[memories(*each) for each in listed],
        hidden=[memories(*hidden)],
    )
    outcome = only(path, backend, timeout=0.05)
    assert (outcome.state, outcome.why) == ("late", why)


def test_ids_that_change(path: Path) -> None:
    """A list that is never the same twice has not settled."""
    backend = Backend()
    numbers = iter(range(10_000))
    backend._listed = lambda: memories(f"memory {next(numbers)}")
    outcome = only(path, backend, timeout=0.05)
    assert (outcome.state, outcome.why) == ("late", "its memories kept changing their ids")
    assert backend.asked["list"] >= 5


def test_ids_replaced(path: Path) -> None:
    """Memories that come back under other ids are counted once."""
    first, second = [Memory("1", "Prefers tabs.")], [Memory("2", "Prefers tabs.")]
    outcome = only(path, Backend(listed=[first, second, second]))
    assert outcome.memories == [Stored("Prefers tabs.", None)]


def test_a_list_that_fills_up(path: Path) -> None:
    """What is listed last is waited for: fewer memories than were produced are no measurement."""
    listed = [memories("a"), memories("a"), memories("a"), memories("a", "b", "c")]
    outcome = only(path, Backend(events=[Event("done", 3)], listed=listed))
    assert [memory.text for memory in outcome.memories] == ["a", "b", "c"]


def test_memories_merged_into_others(path: Path) -> None:
    """Memories that others have swallowed are not waited for."""
    backend = Backend(
        events=[Event("done", 3)], listed=[memories("a")], hidden=[memories("a", "b", "c")]
    )
    outcome = only(path, backend)
    assert [memory.text for memory in outcome.memories] == ["a"]


def test_a_list_that_fills_up_between_two_reads(path: Path) -> None:
    """What comes after the list was read, and before the hidden ones are, is not hidden."""
    backend = Backend(
        events=[Event("done", 2)],
        listed=[memories("a"), memories("a"), memories("a", "b")],
        hidden=[memories("a"), memories("a", "b")],
    )
    outcome = only(path, backend)
    assert [memory.text for memory in outcome.memories] == ["a", "b"]


def test_trouble_while_waiting(path: Path) -> None:
    """Trouble that passes in time costs no measurement."""
    backend = Backend(
        events=[*([DOWN] * 8), NOT_THERE, Event("open"), Event("done", 1)],
        listed=[*([DOWN] * 8), memories("Prefers tabs.")],
    )
    assert only(path, backend, timeout=10).state == "stored"


def test_trouble_that_stays(path: Path) -> None:
    """What could not be read is an error, told in the words of the last try."""
    outcome = only(path, Backend(listed=[DOWN]), timeout=0.05)
    assert (outcome.state, outcome.why) == ("error", "HTTP 503")


def test_latest(path: Path) -> None:
    """That nobody can say how many are current costs no measurement."""

    class Stopped(Backend):
        def memories(
            self, scope: Scope, latest_only: bool = False, hidden: bool = False
        ) -> list[Memory]:
            if latest_only:
                raise BackendError("the budget is used up", "stopped")
            return super().memories(scope, latest_only, hidden)

    outcome = only(path, Stopped(listed=[memories("a")]))
    assert (outcome.state, outcome.latest) == ("stored", None)


def test_nothing_to_send(path: Path) -> None:
    """A window without text is not sent, and says so."""
    empty = WriteGateCase(
        **{**case("wish", "extract", "x"), "window": [{"role": "user", "content": " "}]}
    )
    backend = Backend()
    outcome = replayed(path, backend, [empty])["wish"]
    assert (outcome.state, outcome.why) == ("error", "the window holds no text to send")
    assert backend.sent == []


def test_messages() -> None:
    """Only turns with text go out; what the wire has no role for is the agent's side."""
    turns = [
        {"role": "user", "content": "hello"},
        {"role": "tool", "content": "42"},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": [{"type": "text", "text": "as a block"}]},
    ]
    made = WriteGateCase(**{**case("wish", "extract", "x"), "window": turns})
    assert messages_of(made) == [
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": "42"},
        {"role": "user", "content": "as a block"},
    ]


# --- how long it took


@pytest.mark.parametrize(
    ("added", "event", "seconds"),
    [
        (Added("e", seconds=0.5), Event("done", 1, seconds=42.0), 42.0),
        (Added("e", seconds=0.5), Event("failed", seconds=3.0), 3.0),
        (Added("e"), Event("done", 1), None),
    ],
    ids=["told", "failed", "unseen"],
)
def test_extraction_seconds(path: Path, added: Added, event: Event, seconds: float | None) -> None:
    """The platform knows how long it took; whoever was not there to see does not guess."""
    backend = Backend(adds=[added], events=[event], listed=[memories("a")])
    assert only(path, backend).extraction_seconds == seconds


def test_extraction_seconds_seen(path: Path) -> None:
    """Where the platform does not say, it is the time from the add to the look that saw the end."""
    backend = Backend(events=[*([Event("open")] * 5), Event("done", 1)], listed=[memories("a")])
    seconds = only(path, backend, timeout=10).extraction_seconds
    assert seconds is not None
    assert 4 * PAUSE < seconds < 5


# --- adds whose answer got lost


def test_lost_and_queued(path: Path) -> None:
    """An add that was queued before its answer got lost is taken from there, not sent again."""
    backend = Backend(adds=[LOST], found=[None, "found"], listed=[memories("a")])
    outcome = only(path, backend, timeout=10)
    assert outcome.state == "stored"
    assert (outcome.add_seconds, outcome.extraction_seconds) == (None, None)
    assert backend.scopes == ["wish"]
    assert backend.asked["event found"] == 1
    assert read(path).entries[outcome.user_id].event_id == "found"


def test_lost_and_not_queued(path: Path) -> None:
    """Only where no event is found is a window sent again, and into a scope of its own."""
    backend = Backend(adds=[LOST, Added("second")], listed=[memories("a")])
    outcome = only(path, backend)
    assert (outcome.state, outcome.user_id) == ("stored", f"eval-{RUN}-wish-2")
    assert backend.scopes == ["wish", "wish-2"]
    first, second = read(path).of_fixture("wish")
    assert (first.sent, first.event_id, first.outcome) == (False, None, None)
    assert (second.trial, second.event_id) == (2, "second")


def test_lost_for_good(path: Path) -> None:
    """A window whose answers all get lost is an error; it is not sent over and over."""
    backend = Backend(adds=[LOST])
    outcome = only(path, backend)
    assert (outcome.state, outcome.why) == ("error", "add: ReadTimeout")
    assert backend.scopes == ["wish", "wish-2"]


def test_throttled_add(path: Path) -> None:
    """An add that had no effect goes into the same scope again."""
    backend = Backend(adds=[BUSY, BUSY, Added("e")], listed=[memories("a")])
    assert only(path, backend).state == "stored"
    assert backend.scopes == ["wish", "wish", "wish"]
    assert len(read(path).entries) == 1


def test_refused_add(path: Path) -> None:
    """An add that was refused is an error, and the journal knows that nothing came of it."""
    refused = BackendError("add: HTTP 400 (no such thing)", "refused", 400)
    outcome = only(path, Backend(adds=[refused]))
    assert (outcome.state, outcome.why) == ("error", "add: HTTP 400 (no such thing)")
    assert read(path).entries[f"eval-{RUN}-wish"].refused


def test_one_of_many(path: Path) -> None:
    """A window that cannot be sent keeps no other from being measured."""
    refused = BackendError("add: HTTP 413", "refused", 413)

    class Picky(Backend):
        def add(self, scope: Scope, *more: Any) -> Added:
            if scope.user_id.endswith("bad"):
                raise refused
            return super().add(scope, *more)

    backend = Picky(listed=[memories("a")])
    outcomes = replayed(path, backend, [window("good"), window("bad"), window("fine")])
    assert {name: outcome.state for name, outcome in outcomes.items()} == {
        "good": "stored",
        "bad": "error",
        "fine": "stored",
    }


# --- going on with a run


def test_measured_before(path: Path) -> None:
    """What was measured is taken from the journal; nothing of it is asked for again."""
    first = only(path, Backend(listed=[memories("a")]))
    backend = Backend()
    assert only(path, backend) == first
    assert backend.sent == []
    assert backend.asked == Counter()


def test_invalid_before(path: Path) -> None:
    """What was late is looked at again, but not sent again."""
    assert only(path, Backend(events=[Event("open")]), timeout=0.02).state == "late"
    backend = Backend(listed=[memories("a")])
    outcome = only(path, backend)
    assert (outcome.state, outcome.extraction_seconds) == ("stored", None)
    assert backend.sent == []


def test_changed_since(path: Path) -> None:
    """A window that is another one by now is refused: the answer would be about the old one."""
    only(path, Backend(listed=[memories("a")]))
    with pytest.raises(JournalError) as caught:
        replayed(path, Backend(), [window("wish", "never use tabs")])
    assert str(caught.value) == (f"'wish' has changed since the run {RUN} sent it; start a new run")


@pytest.mark.parametrize("found", [None, "found"])
def test_killed_while_sending(path: Path, found: str | None) -> None:
    """An add that a killed process may have made is looked for before another scope is taken."""
    with pytest.raises(KeyboardInterrupt):
        _killed_by(path, "sent")
    backend = Backend(listed=[memories("a")], found=[found])
    assert only(path, backend).state == "stored"
    assert backend.scopes == ([] if found else ["wish-2"])
    assert backend.asked[f"find eval-{RUN}-wish"] > 0


def test_killed_while_waiting(path: Path) -> None:
    """An add that was answered is waited for again, and sent no more."""
    with pytest.raises(KeyboardInterrupt):
        _killed_by(path, "landed")
    backend = Backend(listed=[memories("a")])
    assert only(path, backend).state == "stored"
    assert backend.sent == []


def _killed_by(path: Path, note: str) -> None:
    """Run until the journal is about to be told something."""

    def killed(*told: Any) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, note, killed)
        only(path, Backend(listed=[memories("a")]))


def test_refused_before(path: Path) -> None:
    """What was refused is sent again, into a scope of its own."""
    only(path, Backend(adds=[BackendError("add: HTTP 402", "refused", 402)]))
    backend = Backend(listed=[memories("a")])
    assert only(path, backend).state == "stored"
    assert backend.scopes == ["wish-2"]


# --- whatever happens


@dataclass
class State:
    """What a platform keeps."""

    queued: dict[str, str] = field(default_factory=dict)
    accepted: Counter[str] = field(default_factory=Counter)
    attempts: Counter[str] = field(default_factory=Counter)
    looks: Counter[str] = field(default_factory=Counter)


class Chaos:
    """A platform that goes wrong at random, and may be left at any moment for good.

    :param facts: the texts that are extracted of each window.
    """

    name, version = "chaos", "0"

    def __init__(self, seed: int, facts: Mapping[str, list[str]], path: Path) -> None:
        self._seed = seed
        self._facts = facts
        self._path = path
        self._lock = RLock()
        self._calls = 0
        self.state = State()
        #: The journal and the platform before and after each add.
        self.moments: list[tuple[bytes, State]] = []

    def _chance(self) -> float:
        self._calls += 1
        return random.Random(f"{self._seed} {self._calls}").random()

    def _moment(self) -> None:
        self.moments.append((self._path.read_bytes(), copy.deepcopy(self.state)))

    def add(self, scope: Scope, messages: object, metadata: Mapping[str, Any], _: object) -> Added:
        with self._lock:
            assert scope.user_id in read(self._path).entries, "sent before it was written down"
            self._moment()
            chance = self._chance()
            if chance < 0.2:
                raise BUSY
            self.state.attempts[scope.user_id] += 1
            if chance < 0.35:
                raise LOST
            self.state.accepted[scope.user_id] += 1
            self.state.queued[scope.user_id] = metadata["fixture"]
            self._moment()
            if chance < 0.5:
                raise LOST
            return Added(f"event of {scope.user_id}", seconds=0.1)

    def find_event(self, scope: Scope) -> str | None:
        with self._lock:
            if self._chance() < 0.2:
                raise DOWN
            there = scope.user_id in self.state.queued
            return f"event of {scope.user_id}" if there else None

    def event(self, event_id: str) -> Event:
        with self._lock:
            chance = self._chance()
            if chance < 0.3:
                raise DOWN if chance < 0.2 else NOT_THERE
            if chance < 0.6:
                return Event("open")
            user_id = event_id.removeprefix("event of ")
            return Event("done", len(self._facts[self.state.queued[user_id]]))

    def memories(
        self, scope: Scope, latest_only: bool = False, hidden: bool = False
    ) -> list[Memory]:
        with self._lock:
            chance = self._chance()
            if chance < 0.1:
                raise DOWN
            fixture = self.state.queued.get(scope.user_id, "")
            texts = self._facts.get(fixture, [])
            self.state.looks[scope.user_id] += 1
            shown = texts[: self.state.looks[scope.user_id] // 3]
            return [Memory(text, text, {"type": "preference"}) for text in shown]


FACTS = {"wish_0": ["a"], "wish_1": [], "wish_2": ["b", "c", "d"], "wish_3": []}


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), left=st.lists(st.floats(0, 1, exclude_max=True), max_size=3))
def test_whatever_happens(seed: int, left: list[float]) -> None:
    """Killed at any moment and gone on with, a run writes no scope twice and tells no lie."""
    cases = [window(name) for name in FACTS]
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda file: None)
        path = Path(folder, "run.jsonl")
        chaos = Chaos(seed, FACTS, path)
        outcomes = replayed(path, chaos, cases, timeout=2, settle=0.01)
        for share in left:
            if chaos.moments:
                kept, state = chaos.moments[int(share * len(chaos.moments))]
                path.write_bytes(kept)
                chaos.state, chaos.moments = copy.deepcopy(state), []
            outcomes = replayed(path, chaos, cases, timeout=2, settle=0.01)
            _assert_no_lies(outcomes, chaos)
        _assert_no_lies(outcomes, chaos)
        _assert_known(read(path), chaos)


def _assert_no_lies(outcomes: Mapping[str, Outcome], chaos: Chaos) -> None:
    assert set(outcomes) == set(FACTS)
    for name, outcome in outcomes.items():
        if outcome.state in MEASURED:
            assert [memory.text for memory in outcome.memories] == FACTS[name]
            assert chaos.state.queued[outcome.user_id] == name
        else:
            assert outcome.state in ("late", "error")
            assert outcome.why
    assert set(chaos.state.attempts.values()) <= {1}, chaos.state.attempts
    assert set(chaos.state.accepted.values()) <= {1}


def _assert_known(record: Record, chaos: Chaos) -> None:
    """All that was written can be cleaned up: the journal knows each scope."""
    assert set(chaos.state.attempts) <= set(record.entries)
