"""How long a call of a subject may take: the run goes on when one hangs.

In the main thread an alarm interrupts the call, so that subjects keep to the thread that made them
(a connection of `sqlite3` asks for that, and fixtures hold such things). Where there are no alarms,
the call runs on a daemon thread, which is left to itself when it is late.
"""

from __future__ import annotations

import inspect
import signal
import threading
import time
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty
from queue import SimpleQueue
from typing import TYPE_CHECKING
from typing import Any
from typing import TypeVar

from pytest_memeval.text import one_line

if TYPE_CHECKING:
    from pytest_memeval.subjects import Settler

T = TypeVar("T")

#: Coroutines are cancelled at their limit; the alarm, for what does not yield, comes so much later.
GRACE = 0.2


class _OutOfTime(BaseException):
    """Raised where a call hangs. No `except Exception` of a subject's keeps it."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt what runs in this thread after some time, and again until it gives in."""

    def ring(*_: object) -> None:
        raise _OutOfTime

    left, every = signal.getitimer(signal.ITIMER_REAL)
    begun = time.monotonic()
    former = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
        if left:  # somebody else's alarm, such as that of a time-out plugin
            signal.setitimer(
                signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - begun)), every
            )


def within(seconds: float, call: Callable[[], T]) -> T:
    """The result of a call that may take so long.

    :raises TimeoutError: it took longer.
    """
    here = threading.current_thread() is threading.main_thread()
    if not hasattr(signal, "setitimer") or not here:
        return in_thread(seconds, call)
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    if 0 < left <= seconds:
        return call()  # somebody else's alarm rings first
    try:
        with _alarm(seconds):
            return call()
    except _OutOfTime:
        raise TimeoutError from None


def in_thread(seconds: float, call: Callable[[], T]) -> T:
    """What a call gives that runs on a daemon thread, which is left to itself when it is late.

    :raises TimeoutError: it took longer.
    """
    answers: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((call(), None))
        except BaseException as error:
            answers.put((None, error))

    threading.Thread(target=run, daemon=True, name="memeval-subject").start()
    try:
        value, error = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError(f"no answer within {seconds:g} s") from None
    if error is not None:
        raise error
    return value  # type: ignore[return-value]


def settled_within(seconds: float, settler: Settler, call: Callable[[], Any]) -> Any:
    """The same for a call that may promise its result: the promise is cancelled when it is late.

    :raises TimeoutError: it took longer.
    """

    def settled() -> object:
        value = call()
        return settler.settle(_limited(value, seconds)) if inspect.isawaitable(value) else value

    return within(seconds + GRACE, settled)


class CallTimeoutError(TimeoutError):
    """A call that took longer than its limit; the message names the option that sets it."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many seconds one call may take, and the ini option that says so."""

    seconds: float
    option: str

    def settled(self, settler: Settler, call: Callable[[], Any]) -> Any:
        """The result of a call, awaited if it is a promise.

        :raises CallTimeoutError: it took longer.
        """
        try:
            return settled_within(self.seconds, settler, call)
        except TimeoutError as error:
            if str(error):  # of the call's own making
                raise
            said = f"no answer within {self.seconds:g} s ({self.option})"
            raise CallTimeoutError(said) from None


def limit_from(options: Mapping[str, Sequence[str]], option: str, default: float) -> Limit:
    """The limit that an ini option sets, in seconds.

    :raises ValueError: it is no number of seconds; the message says so.
    """
    given = options.get(option, ())
    if not given:
        return Limit(default, option)
    try:
        seconds = float(given[0]) if len(given) == 1 else 0.0
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        got = one_line(", ".join(map(repr, given)), 60)
        raise ValueError(f"{option} must be a number of seconds, more than 0, got {got}")
    return Limit(seconds, option)


async def _limited(value: Any, seconds: float) -> object:
    import asyncio

    try:
        return await asyncio.wait_for(_promised(value), seconds)
    except asyncio.TimeoutError as error:  # before Python 3.11 a class of its own
        raise TimeoutError(*error.args) from None


async def _promised(value: Any) -> object:
    return await value
