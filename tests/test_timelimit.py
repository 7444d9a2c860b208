"""A call that hangs ends in time, and says which option it exceeded."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_memeval import timelimit
from pytest_memeval.subjects import Settler
from pytest_memeval.timelimit import CallTimeoutError
from pytest_memeval.timelimit import Limit


@pytest.fixture
def settler() -> Iterator[Settler]:
    made = Settler()
    yield made
    made.close()


def raises() -> None:
    raise TimeoutError("the server is slow")


@pytest.mark.parametrize("call", [lambda: time.sleep(30), lambda: asyncio.sleep(30)])
def test_a_call_that_hangs_is_ended(settler: Settler, call: Callable[[], Any]) -> None:
    """Plain or promised; the message names the option."""
    begun = time.monotonic()
    with pytest.raises(CallTimeoutError, match=r"no answer within 0\.05 s \(acme_timeout\)"):
        Limit(0.05, "acme_timeout").settled(settler, call)
    assert time.monotonic() - begun < 5


def test_a_call_in_time_is_as_it_is(settler: Settler) -> None:
    """Its value, its promise kept, and what it raises itself, a time-out among them."""
    limit = Limit(5, "acme_timeout")
    assert limit.settled(settler, lambda: 5) == 5
    assert limit.settled(settler, lambda: asyncio.sleep(0, 6)) == 6
    with pytest.raises(TimeoutError, match="the server is slow") as caught:
        limit.settled(settler, raises)
    assert type(caught.value) is TimeoutError


def test_where_there_are_no_alarms_a_thread_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Late calls are left to themselves; others come back as they are."""
    monkeypatch.delattr(timelimit.signal, "setitimer")
    done = threading.Event()
    with pytest.raises(TimeoutError):
        timelimit.within(0.05, lambda: done.wait(5))
    done.set()
    assert timelimit.within(1, lambda: 5) == 5
    with pytest.raises(ZeroDivisionError):
        timelimit.within(1, lambda: 1 // 0)
