"""However many threads knock, they keep to the rate, to the budget, and to what they are told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field

import pytest
from hypothesis import example
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Kind
from pytest_memeval.clients.pace import LONGEST_PAUSE
from pytest_memeval.clients.pace import TROUBLE_LIMIT
from pytest_memeval.clients.pace import Pace
from tests.live.conftest import PATIENT
from tests.live.conftest import LiveProject
from tests.live.world import assert_truthful
from tests.live.world import even_world
from tests.live.world import invalid_rows
from tests.platform import Fault
from tests.platform import Switches

BUSY = BackendError("busy", "throttled", 429)
DOWN = BackendError("down", "transient", 503)


@dataclass
class Wall:
    """A clock that only moves when somebody sleeps."""

    now: float = 1000.0
    turns: list[float] = field(default_factory=list)

    def pace(self, rate: float = 600, budget: int = 10_000) -> Pace:
        return Pace(rate, budget, lambda: self.now, self._sleep)

    def _sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now += seconds

    def take(self, pace: Pace) -> None:
        pace.take()
        self.turns.append(self.now)

    @property
    def gaps(self) -> list[float]:
        return [later - earlier for earlier, later in zip(self.turns, self.turns[1:], strict=False)]


@given(st.floats(1, 10_000), st.lists(st.floats(0, 5), min_size=1, max_size=40))
def test_rate(rate: float, pauses: list[float]) -> None:
    """Whenever requests come, two of them are a turn apart, and none waits longer than it must."""
    wall = Wall()
    pace = wall.pace(rate)
    for pause in pauses:
        wall.now += pause
        wall.take(pace)
    gap = 60 / rate
    for pause, between in zip(pauses[1:], wall.gaps, strict=True):
        assert between == pytest.approx(max(gap, pause), rel=1e-6, abs=1e-6)
    assert pace.taken == len(pauses)


def test_rate_of_threads() -> None:
    """Threads share one row of turns: no two requests get the same."""
    turns: list[float] = []
    pace = Pace(600, 1000, lambda: 0.0, turns.append)

    def knock() -> None:
        for _ in range(10):
            pace.take()

    threads = [threading.Thread(target=knock) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(turns) == pytest.approx([0.1 * number for number in range(1, 50)])
    assert pace.taken == 50


@given(st.integers(1, 30), st.integers(0, 60))
def test_budget(budget: int, wanted: int) -> None:
    """No more requests than the budget holds; the next one says which option sets it."""
    pace = Wall().pace(budget=budget)
    for _ in range(min(budget, wanted)):
        pace.take()
    for _ in range(wanted - budget):
        with pytest.raises(BackendError) as caught:
            pace.take()
        told = f"the budget of {budget} requests is used up (memeval_live_requests)"
        assert (caught.value.kind, str(caught.value)) == ("stopped", told)
    assert pace.taken == min(budget, wanted)


def test_more() -> None:
    """What was written has to go: a stopped run is given as many requests as that takes."""
    pace = Wall().pace(budget=2)
    pace.take()
    pace.take()
    with pytest.raises(BackendError):
        pace.take()
    pace.more(3)
    for _ in range(3):
        pace.take()
    with pytest.raises(BackendError, match="the budget of 5 requests is used up"):
        pace.take()


@given(st.lists(st.sampled_from(["good", "down", "busy", "refused"]), max_size=120))
@example(["down"] * 24 + ["good"] + ["down"] * 24)
@example(["down"] * 24 + ["refused"] + ["down"])
def test_breaker(answers: list[str]) -> None:
    """So much trouble in a row, with nothing good between, ends the run; less of it never does."""
    pace = Wall().pace()
    notes: dict[str, BackendError | None] = {
        "good": None,
        "down": DOWN,
        "busy": BUSY,
        "refused": BackendError("not there", "refused", 404),
    }
    row, stopped = 0, False
    for answer in answers:
        pace.note(notes[answer])
        if answer == "good":
            row = 0
        elif answer != "refused":  # what is not there yet is no trouble
            row += 1
        stopped = stopped or row >= TROUBLE_LIMIT
        if stopped:
            with pytest.raises(BackendError, match=r"^25 answers in a row were no use, the last: "):
                pace.take()
        else:
            pace.take()


@pytest.mark.parametrize(
    ("error", "ends"),
    [
        (BackendError("HTTP 401", "auth", 401), True),
        (BackendError("HTTP 403", "auth", 403), False),
        (BackendError("HTTP 404", "refused", 404), False),
    ],
    ids=["401", "403", "404"],
)
def test_refused_key(error: BackendError, ends: bool) -> None:
    """A key that is refused once will be refused again; a 403 may be a throttle."""
    pace = Wall().pace()
    pace.note(error)
    if ends:
        with pytest.raises(BackendError, match=r"^HTTP 401$"):
            pace.take()
    else:
        pace.take()


@given(st.floats(0, 120), st.floats(10, 6000))
def test_a_throttle_is_for_all(wait: float, rate: float) -> None:
    """Who is told to wait tells all others: the next turn comes when the time is over."""
    wall = Wall()
    pace = wall.pace(rate)
    wall.take(pace)
    pace.note(BackendError("busy", "throttled", 429, wait=wait))
    wall.take(pace)
    assert wall.gaps == pytest.approx([max(wait, 60 / rate)])


def test_throttles_that_do_not_say_how_long() -> None:
    """Each of them doubles the pause, up to an end, and the first good answer ends that."""
    wall = Wall()
    pace = wall.pace(rate=600)
    wall.take(pace)
    for _ in range(12):
        pace.note(BUSY)
        wall.take(pace)
    expected = [0.1 * min(2**number, LONGEST_PAUSE) for number in range(1, 13)]
    assert wall.gaps == pytest.approx(expected)
    pace.note(None)
    wall.take(pace)
    assert wall.gaps[-1] == pytest.approx(0.1)
    pace.note(BUSY)
    wall.take(pace)
    assert wall.gaps[-1] == pytest.approx(0.2)


@pytest.mark.parametrize("kind", ["transient", "broken", "refused", "bug"])
def test_other_trouble_slows_nobody(kind: Kind) -> None:
    """Only a throttle is about how often we knock."""
    wall = Wall()
    pace = wall.pace(rate=600)
    wall.take(pace)
    pace.note(BackendError("trouble", kind, wait=50))
    wall.take(pace)
    assert wall.gaps == pytest.approx([0.1])


# --- against the stand-in


def test_rate_of_a_run(live_project: LiveProject) -> None:
    """A run knocks no more often than its ini file allows."""
    world = even_world(extracts=4, excludes=2)
    platform = live_project.serve(world)
    live_project.configure(rate=2400)
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    times = [request.at / platform.clock.speed for request in platform.requests]
    assert len(times) > 20
    # What leaves at its turn may be late, so a few may arrive closely after each other.
    assert times[-1] - times[0] >= (len(times) - 1 - 4) / 40
    most = max(_within(times, begin, 0.5) for begin in times)
    assert most <= 0.5 * 40 + 5


def _within(times: list[float], begin: float, seconds: float) -> int:
    return sum(begin <= at < begin + seconds for at in times)


def test_budget_of_a_run(live_project: LiveProject) -> None:
    """A run that has used up its requests makes no more, and its windows are invalid."""
    world = even_world(extracts=4, excludes=2)
    platform = live_project.serve(world)
    live_project.configure(requests=12)
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert len(platform.requests) == 12
    details = {row["detail"] for row in invalid_rows(live_project)}
    assert details == {"error: the budget of 12 requests is used up (memeval_live_requests)"}
    assert live_project.report["verdict"] == "not_measured"


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
def test_a_platform_with_a_lower_rate(
    live_project: LiveProject, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    """A platform that allows less than we would take slows a run down, and costs no window."""
    from pytest_memeval.clients import mem0_platform

    limit = Fault("rate", per_minute=25)
    world = even_world(extracts=6, excludes=3)
    platform = live_project.serve(world, speed=60, switches=Switches(faults=[limit]))
    # The stand-in asks to wait on its own clock, which runs faster.
    longest = 60 / platform.clock.speed
    read: Callable[[str | None], float | None] = mem0_platform._retry_after
    asked = (lambda text: read(text) and longest) if told else (lambda text: None)
    monkeypatch.setattr(mem0_platform, "_retry_after", asked)
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert list(invalid_rows(live_project)) == []
    throttled = [request for request in platform.requests if request.status == 429]
    assert 0 < len(throttled) < 0.5 * len(platform.requests)
