"""Calls to a backend from a run that waits for hundreds of them at once.

Backends are synchronous and try once. Here each call runs in one of a few threads, is tried again
where that is safe, and every wait is one of asyncio's, so that all waits pass together.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import functools
import os
import sys
import time
from collections.abc import Awaitable
from collections.abc import Callable
from collections.abc import Coroutine
from concurrent.futures import Executor
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any
from typing import NoReturn
from typing import TypeVar

import tenacity

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.secret import hide_key
from pytest_memeval.text import error_line

T = TypeVar("T")

#: The longest pause between two looks at the same thing, in first pauses.
LONGEST = 10
GROWTH = 1.5
#: Seconds that a process which ends gives to calls that are under way.
LAST_MOMENT = 1.0


def finished(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine comes to, on an event loop that Ctrl-C ends with all that is under way."""
    if sys.version_info >= (3, 11):
        from asyncio import Runner
    else:
        from backports.asyncio.runner import Runner
    with Runner() as runner:
        done: T = runner.run(work)
    return done


class Calls:
    """Runs the calls of one live run.

    :param pause: the first pause between two tries, in seconds; it grows to ten times as much.
    :param tries: how often a call that failed for the moment is made at the most.
    """

    def __init__(self, pause: float, concurrency: int, tries: int = 6) -> None:
        self.pause = pause
        self._tries = tries
        self._pool = _Threads(concurrency)

    async def once(self, call: Callable[..., T], *args: Any) -> T:
        """Make a call, just once.

        :raises BackendError: whatever went wrong.
        """
        return await asyncio.get_running_loop().run_in_executor(self._pool, _called, call, *args)

    async def again(self, call: Callable[..., T], *args: Any) -> T:
        """Make a call that may safely be made twice, until it gives an answer.

        :raises BackendError: it gave none in as many tries as there are.
        """
        return await self.trying(may_try_again)(self.once, call, *args)

    def trying(self, good_for: Callable[[BackendError], bool]) -> tenacity.AsyncRetrying:
        """Try again after errors that are good for it, with growing, jittered pauses."""
        return tenacity.AsyncRetrying(
            retry=_after(good_for),
            stop=tenacity.stop_after_attempt(self._tries),
            wait=self._wait,
            sleep=asyncio.sleep,
            reraise=True,
        )

    async def until(
        self, look: Callable[[], Awaitable[T | None]], seconds: float, looks: int = 1
    ) -> T | None:
        """Look again and again until there is something to see, or the time is over.

        The last look comes when the time is over, not a pause before. Looks that fail for the
        moment are no reason to stop before that.

        :param looks: as often at the least, however long that takes.
        :raises BackendError: the last look failed.
        """
        stop = time.monotonic() + seconds
        waits = tenacity.wait_exponential(self.pause, self.pause * LONGEST, GROWTH)
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_result(lambda seen: seen is None) | _for_now,
            stop=lambda state: state.attempt_number >= looks and time.monotonic() >= stop,
            wait=lambda state: min(waits(state), max(self.pause, stop - time.monotonic())),
            sleep=asyncio.sleep,
            retry_error_callback=_last_seen,
        )
        return await retrying(look)

    def close(self) -> None:
        self._pool.close()

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, BackendError) and error.wait else 0.0
        grown = tenacity.wait_random_exponential(self.pause, self.pause * LONGEST)(state)
        return max(asked, grown)


def _called(call: Callable[..., T], *args: Any) -> T:
    """Make a call. What a library raised may hold more, in text and frames, than may be shown."""
    try:
        return call(*args)
    except BackendError:
        raise
    except BaseException as error:
        raise BackendError(hide_key(error_line(error)), "bug") from None


class _Threads(Executor):
    """A few threads that no process waits for when it ends: a request may hang for long."""

    def __init__(self, count: int) -> None:
        self._work: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._run, name=f"memeval-live-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self._linger)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        self._work.put((future, functools.partial(fn, *args, **kwargs)))
        return future

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            future, call = work
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)

    def close(self) -> None:
        """Begin nothing more; what is under way is not waited for."""
        while not self._work.empty():
            work = self._work.get()
            if work is not None:
                work[0].cancel()
        for _ in self._threads:
            self._work.put(None)

    def _linger(self) -> None:
        """Give what is under way a moment: most of it is over before the interpreter goes."""
        self.close()
        end = time.monotonic() + LAST_MOMENT
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))


def leave(code: int) -> NoReturn:
    """End this process although calls may be under way.

    A thread that comes back from one while the interpreter is being taken down may crash it.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def may_try_again(error: BackendError) -> bool:
    """For calls that change nothing, or nothing twice."""
    return error.kind in ("throttled", "transient", "broken") or error.status == 403


def may_send_again(error: BackendError) -> bool:
    """For an add: only where nothing can have been stored."""
    return may_try_again(error) and not error.maybe_done


def _after(good_for: Callable[[BackendError], bool]) -> tenacity.retry_base:
    return tenacity.retry_if_exception(
        lambda error: isinstance(error, BackendError) and good_for(error)
    )


def _last_seen(state: tenacity.RetryCallState) -> Any:
    """What the last look saw.

    :raises BackendError: it failed.
    """
    return state.outcome.result() if state.outcome else None


_for_now = _after(may_try_again)
