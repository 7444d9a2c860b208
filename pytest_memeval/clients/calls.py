"""Calls to a backend from a run that waits for hundreds of them at once.

Backends are synchronous and try once. Here each call runs in one of a few threads, is tried again
where that is safe, and every wait is one of asyncio's, so that all waits pass together.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from typing import TypeVar

import tenacity

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.text import error_line

T = TypeVar("T")

#: The longest pause between two looks at the same thing, in first pauses.
LONGEST = 10
GROWTH = 1.5


class Calls:
    """Runs the calls of one live run.

    :param pause: the first pause between two tries, in seconds; it grows to ten times as much.
    :param tries: how often a call that failed for the moment is made at the most.
    """

    def __init__(self, pause: float, concurrency: int, tries: int = 6) -> None:
        self.pause = pause
        self._tries = tries
        self._pool = ThreadPoolExecutor(concurrency, thread_name_prefix="memeval-live")

    async def once(self, call: Callable[..., T], *args: Any) -> T:
        """Make a call, just once.

        :raises BackendError: whatever went wrong.
        """
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, call, *args)
        except BackendError:
            raise
        except Exception as error:
            # Cut off: what a library raised may hold more in its frames than may be shown.
            raise BackendError(error_line(error), "bug") from None

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
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, BackendError) and error.wait else 0.0
        grown = tenacity.wait_random_exponential(self.pause, self.pause * LONGEST)(state)
        return max(asked, grown)


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
