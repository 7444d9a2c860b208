"""Calls are tried again only where that is safe, and waits are as long as they should be."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from threading import Lock
from typing import Any
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tenacity import RetryCallState

from pytest_memeval.clients import mem0_platform
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Event
from pytest_memeval.clients.backend import Kind
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.calls import LONGEST
from pytest_memeval.clients.calls import Calls
from pytest_memeval.clients.calls import may_send_again
from pytest_memeval.clients.calls import may_try_again
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.scopes import scope_of
from pytest_memeval.clients.secret import Secret
from tests.live.conftest import PATIENT
from tests.live.conftest import LiveProject
from tests.live.world import assert_truthful
from tests.live.world import even_world
from tests.live.world import invalid_rows
from tests.platform import Fault
from tests.platform import RequestRecord
from tests.platform import StandIn
from tests.platform import Switches

T = TypeVar("T")
RUN = "20260131-0a1b2c3d"
KINDS: tuple[Kind, ...] = (
    "auth",
    "refused",
    "throttled",
    "transient",
    "broken",
    "stopped",
    "bug",
)
#: What may pass by itself.
PASSING = ("throttled", "transient", "broken")


@contextmanager
def made(pause: float = 0.001, concurrency: int = 2, tries: int = 6) -> Iterator[Calls]:
    calls = Calls(pause, concurrency, tries)
    try:
        yield calls
    finally:
        calls.close()


def run(work: Callable[[Calls], Awaitable[T]], **settings: Any) -> T:
    async def working() -> T:
        with made(**settings) as calls:
            return await work(calls)

    return asyncio.run(working())


class Flaky:
    """Fails as it is told, then answers."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "answer"


# --- trying again


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_tried_again(kind: Kind) -> None:
    """Trouble that may pass is tried again; a refusal and a mistake of ours are final."""
    call = Flaky(BackendError("boom", kind))
    if kind in PASSING:
        assert run(lambda calls: calls.again(call)) == "answer"
        assert call.calls == 2
    else:
        with pytest.raises(BackendError, match="boom"):
            run(lambda calls: calls.again(call))
        assert call.calls == 1


def test_403_may_be_a_throttle() -> None:
    """A 403 may mean too many requests, so that it is tried again; a 401 is not."""
    assert run(lambda calls: calls.again(Flaky(BackendError("no", "auth", 403)))) == "answer"
    with pytest.raises(BackendError, match="no"):
        run(lambda calls: calls.again(Flaky(BackendError("no", "auth", 401))))


def test_tries_end() -> None:
    """A call that goes on failing is made as often as it may be, and its last error is told."""
    call = Flaky(*(BackendError(f"failure {number}", "transient") for number in range(9)))
    with pytest.raises(BackendError, match="failure 3"):
        run(lambda calls: calls.again(call), tries=4)
    assert call.calls == 4


@given(st.sampled_from(KINDS), st.booleans(), st.sampled_from([None, 401, 403, 404, 429, 500]))
def test_an_add_that_may_have_been_stored(kind: Kind, done: bool, status: int | None) -> None:
    """What may have been stored is never sent again; the rest as any other call is."""
    error = BackendError("boom", kind, status, maybe_done=done)
    assert may_send_again(error) is (may_try_again(error) and not done)


def test_an_error_of_a_library() -> None:
    """Whatever a library raises is one line without a cause that could show more."""
    with pytest.raises(BackendError, match=r"^ZeroDivisionError: by zero$") as caught:
        run(lambda calls: calls.again(Flaky(ZeroDivisionError("by\nzero"))))
    assert caught.value.kind == "bug"
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_waits_as_long_as_asked() -> None:
    """The pause before the next try is the one that the other side asked for."""
    begun = time.monotonic()
    error = BackendError("busy", "throttled", 429, wait=0.2)
    assert run(lambda calls: calls.again(Flaky(error))) == "answer"
    assert 0.2 <= time.monotonic() - begun < 1.0


@given(
    st.floats(0.001, 10),
    st.integers(1, 50),
    st.one_of(st.none(), st.floats(0, 100)),
)
def test_pauses(pause: float, attempt: int, asked: float | None) -> None:
    """No pause is shorter than asked for, or, where nothing was, longer than ten first ones."""
    with made(pause, concurrency=1) as calls:
        state = RetryCallState(calls.trying(may_try_again), None, (), {})
        state.attempt_number = attempt
        state.set_exception(_info(BackendError("busy", "throttled", wait=asked)))
        waits = calls._wait(state)
    assert waits >= (asked or 0)
    assert waits <= max(asked or 0, pause * LONGEST)


def _info(error: BaseException) -> Any:
    return type(error), error, None


# --- a few at a time


def test_concurrency() -> None:
    """No more calls are under way at once than there may be."""
    lock, under_way, most = Lock(), 0, 0

    def call() -> None:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.01)
        with lock:
            under_way -= 1

    async def all_of_them(calls: Calls) -> None:
        await asyncio.gather(*(calls.once(call) for _ in range(12)))

    run(all_of_them, concurrency=3)
    assert most == 3


# --- looking until there is something to see


def looks(*seen: str | BackendError | None) -> Callable[[], Awaitable[str | None]]:
    """What one look after the other sees; the last goes on."""
    left = list(seen)

    async def look() -> str | None:
        sight = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(sight, BackendError):
            raise sight
        return sight

    return look


def test_until_seen() -> None:
    """Looking ends with the first look that sees something."""
    assert run(lambda calls: calls.until(looks(None, None, "there"), 5)) == "there"


def test_until_the_time_is_over() -> None:
    """The last look comes when the time is over, and nothing seen is None."""
    times: list[float] = []

    async def look() -> None:
        times.append(time.monotonic())

    begun = time.monotonic()
    assert run(lambda calls: calls.until(look, 0.3), pause=0.05) is None
    assert 0.3 <= times[-1] - begun < 0.6
    assert len(times) >= 4
    assert times[-2] - begun < 0.3


def test_until_some_looks_were_taken() -> None:
    """A time that is over already leaves the looks that are due anyway."""
    assert run(lambda calls: calls.until(looks(None, None, "there"), 0, 3)) == "there"
    assert run(lambda calls: calls.until(looks(None, None, "there"), 0, 2)) is None


def test_until_looks_again_after_trouble() -> None:
    """Trouble that may pass ends no wait: what counts is what is seen in time."""
    busy = BackendError("busy", "transient")
    assert run(lambda calls: calls.until(looks(busy, None, busy, "there"), 5)) == "there"


def test_until_trouble_at_the_end() -> None:
    """Trouble at the last look is told, as nobody knows what there was to see."""
    with pytest.raises(BackendError, match="busy"):
        run(lambda calls: calls.until(looks(BackendError("busy", "transient")), 0.02))


def test_until_a_refusal() -> None:
    """A refusal ends the wait at once."""
    begun = time.monotonic()
    with pytest.raises(BackendError, match="gone"):
        run(lambda calls: calls.until(looks(BackendError("gone", "refused", 404)), 30))
    assert time.monotonic() - begun < 5


# --- what the platform asks for


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("soon", None),
        ("nan", None),
        ("3", 3.0),
        ("1.5", 1.5),
        ("-4", 0.0),
        ("0", 0.0),
        ("3600", 120.0),
        ("inf", 120.0),
        (formatdate(0, usegmt=True), 0.0),
        (formatdate(4e9, usegmt=True), 120.0),
    ],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    """Retry-After is a number or a date; what is neither says nothing, and no wait is endless."""
    assert mem0_platform._retry_after(header) == seconds


def test_retry_after_a_date_soon() -> None:
    """A date is the time from now on."""
    wait = mem0_platform._retry_after(formatdate(time.time() + 30, usegmt=True))
    assert wait is not None
    assert 28 < wait <= 30


@given(st.text(max_size=40))
def test_retry_after_anything(header: str) -> None:
    """Whatever the header says, the wait is none or one that ends."""
    wait = mem0_platform._retry_after(header)
    assert wait is None or 0 <= wait <= mem0_platform.LONGEST_WAIT


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [(1, 1.0), (0.3, 0.3), ("date:2", 0.9), (None, 0.0), ("soon", 0.0)],
    ids=["int", "float", "date", "missing", "words"],
)
def test_the_platform_asks_to_wait(
    live_project: LiveProject, asked: float | str | None, seconds: float
) -> None:
    """After a 429 nobody knocks before the time that it names is over."""
    throttle = Fault("throttle_429", "POST /v3/memories/add/", retry_after=asked, times=1)
    world = even_world(extracts=2, excludes=1)
    platform = live_project.serve(world, switches=Switches(faults=[throttle]))
    live_project.configure(concurrency=1)
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert live_project.report["verdict"] == "passed"
    assert len(platform.adds) == 3
    throttled, after = _around_the_throttle(platform.requests)
    waited = (after.at - throttled.at) / platform.clock.speed
    assert seconds <= waited < seconds + 5


def _around_the_throttle(requests: list[RequestRecord]) -> tuple[RequestRecord, RequestRecord]:
    statuses = [request.status for request in requests]
    place = statuses.index(429)
    return requests[place], requests[place + 1]


# --- what the platform says of an extraction

BEGIN, END = "2026-01-31T10:00:00Z", "2026-01-31T10:01:05.500000+00:00"
ADDED = {"id": "1", "event": "ADD"}


@pytest.mark.parametrize(
    ("answer", "event"),
    [
        ({"status": "SUCCEEDED", "results": []}, Event("done", 0)),
        ({"status": "succeeded", "results": [ADDED]}, Event("done", 1)),
        ({"status": "SUCCEEDED", "results": [ADDED, ADDED]}, Event("done", 1)),
        ({"status": "SUCCEEDED", "results": [{"data": {}}, {"data": {}}]}, Event("done", 2)),
        ({"status": "SUCCEEDED", "results": [{"id": "1", "event": "NOOP"}]}, Event("done", 0)),
        ({"status": "SUCCEEDED"}, Event("open")),
        ({"status": "SUCCEEDED", "results": None}, Event("open")),
        ({"status": "RUNNING", "results": []}, Event("open")),
        ({"status": "PROCESSING"}, Event("open")),
        ({"status": None}, Event("open")),
        ({}, Event("open")),
        ([], Event("open")),
        ({"status": "FAILED", "error": "no quota"}, Event("failed", error="no quota")),
        ({"status": "failed"}, Event("failed", error="no reason given")),
    ],
)
def test_what_an_event_says(answer: object, event: Event) -> None:
    """Only an event that ended and lists what it made says how much that is."""
    assert mem0_platform._event(answer) == event


@pytest.mark.parametrize(
    ("begin", "end", "seconds"),
    [(BEGIN, END, 65.5), (END, BEGIN, 0.0), (BEGIN, None, None), ("soon", END, None)],
)
def test_how_long_an_event_took(begin: object, end: object, seconds: float | None) -> None:
    """The time between the two that the platform names, where it names both."""
    answer = {"status": "SUCCEEDED", "results": [], "created_at": begin, "completed_at": end}
    assert mem0_platform._event(answer).seconds == seconds


@pytest.mark.parametrize(
    ("row", "ours"),
    [
        ({"event_type": "ADD", "payload": {"user_id": "u"}}, True),
        ({"payload": {"user_id": "u"}}, True),
        ({"event_type": "ADD", "payload": '{"user_id": "u"}'}, True),
        ({"event_type": "DELETE", "payload": {"user_id": "u"}}, False),
        ({"event_type": "ADD", "payload": {"user_id": "u2"}}, False),
        ({"event_type": "ADD", "payload": "{user_id: u}"}, False),
        ({"event_type": "ADD", "payload": None}, False),
        ({}, False),
    ],
)
def test_whose_event_it_is(row: dict[str, Any], ours: bool) -> None:
    """Only an add into the scope itself can be the one whose answer got lost."""
    assert mem0_platform._is_add_into(row, Scope("u", "app")) is ours


def test_an_event_among_many(mem0: None) -> None:
    """An add whose answer got lost is found on whichever page of the events it stands."""
    scope, other = scope_of(RUN, "wish"), scope_of(RUN, "talk")
    said = [{"role": "user", "content": "always use tabs"}]
    with StandIn(speed=0) as standin:
        pace = Pace(1e6, 1000)
        platform = mem0_platform.Platform(Secret(standin.key), standin.url, RUN, pace)
        added = platform.add(scope, said, {"fixture": "wish"}, None)
        for number in range(230):
            standin.clock.skip(1)
            platform.add(scope_of(RUN, f"later_{number}"), said, {}, None)
        assert platform.find_event(scope) == added.event_id
        assert platform.find_event(other) is None
        platform.close()
        pages = [each.query["page"] for each in standin.requests if each.path == "/v1/events/"]
    assert pages == [["1"], ["2"], ["1"], ["2"]]


# --- what is never tried again


def test_a_refused_add(live_project: LiveProject) -> None:
    """An add that is refused is made once, and its window is an error with the platform's text."""
    refuse = Fault("status", "POST /v3/memories/add/", status=400, body='{"detail": "no such"}')
    world = even_world(extracts=2, excludes=1)
    platform = live_project.serve(world, switches=Switches(faults=[refuse]))
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert {row["detail"] for row in invalid_rows(live_project)} == {
        "error: add: HTTP 400 (no such)"
    }
    assert [request.path for request in platform.requests].count("/v3/memories/add/") == 3


def test_a_refused_key(live_project: LiveProject) -> None:
    """A key that is refused on the way stops the run: no more than one try of each thread."""
    refuse = Fault("status", "GET /v1/event/", status=401, body='{"detail": "expired"}')
    world = even_world(extracts=6, excludes=6)
    platform = live_project.serve(world, switches=Switches(faults=[refuse]))
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    details = {row["detail"] for row in invalid_rows(live_project)}
    assert details == {"error: event: HTTP 401 (expired)"}
    assert len(list(invalid_rows(live_project))) == 12
    events = [each for each in platform.requests if each.path.startswith("/v1/event/")]
    assert 1 <= len(events) <= 4


def test_the_breaker(live_project: LiveProject) -> None:
    """A platform that goes down on the way ends the run, which says so of every window."""
    down = Fault("status", "GET /v1/event/", status=503)
    world = even_world(extracts=20, excludes=10)
    platform = live_project.serve(world, switches=Switches(faults=[down]))
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    details = {row["detail"] for row in invalid_rows(live_project)}
    told = "25 answers in a row were no use, the last: event: HTTP 503 (The service answered 503.)"
    assert f"error: {told}" in details
    assert len(list(invalid_rows(live_project))) == 30
    events = [each for each in platform.requests if each.path.startswith("/v1/event/")]
    assert 25 <= len(events) <= 28
