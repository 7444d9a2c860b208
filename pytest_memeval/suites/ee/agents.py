"""What a memory agent is, and how one is driven: whatever it does, an episode goes on or ends.

An agent is any object with these methods, each plain or `async`:

======================================  =========================================================
`retain(session)`                       takes in one conversation of the past
`respond(message, history)`             says something back: text. `history` holds the turns of this
                                        conversation so far
`reset(namespace)`, optional            starts anew, in a namespace that nobody ever used; may take
                                        no argument
`memories()`, optional                  all that is stored; asserted to be nothing at the start
`wait_until_settled()`, optional        returns once nothing is under way any more; may say False
                                        for "ask again"
`close()`, optional                     the episode is over
======================================  =========================================================

An attribute `retains_turns` may say whether the agent stores what is said to `respond`; `recorded`
that its answers are worth recording.
"""

from __future__ import annotations

import asyncio
import inspect
import signal
import threading
import time
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Sized
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from queue import SimpleQueue
from typing import Any
from typing import Protocol
from typing import TypeVar

from pytest_memeval.subjects import Settler
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import SubjectError
from pytest_memeval.suites.ee.meme import Message
from pytest_memeval.suites.ee.meme import Session
from pytest_memeval.text import error_line
from pytest_memeval.text import plural
from pytest_memeval.text import show

T = TypeVar("T")

#: The agents that come with the suite.
BUILTIN = {
    "no_memory": "pytest_memeval.suites.ee.controls:NoMemory",
    "always_refuse": "pytest_memeval.suites.ee.controls:AlwaysRefuse",
    "full_transcript": "pytest_memeval.suites.ee.controls:FullTranscript",
    "verbatim": "pytest_memeval.suites.ee.controls:Verbatim",
    "rules": "pytest_memeval.suites.ee.rules:Rules",
    "mem0": "pytest_memeval.suites.ee.remote:Mem0",
    "prme": "pytest_memeval.suites.ee.remote:Prme",
}


class MemoryAgent(Protocol):
    """The part of the protocol that every agent has."""

    def retain(self, session: Session) -> object: ...

    def respond(self, message: str, history: list[Message]) -> object: ...


class AgentError(Exception):
    """An agent did not do what it was asked for; the message says what it did instead.

    :param fatal: nothing more can be expected of it in this episode.
    """

    def __init__(self, message: str, fatal: bool = False) -> None:
        super().__init__(message)
        self.fatal = fatal


class Factory:
    """Makes a fresh agent for each episode, by calling a class or a function without arguments."""

    needs_level = False
    takes_level = False

    def __init__(self, target: Callable[..., object], name: str) -> None:
        self._target = target
        try:
            inspect.signature(target).bind()
        except TypeError as error:
            raise SubjectError(f"{name} must be callable without arguments: {error}") from None
        except ValueError:  # some builtins do not tell
            pass

    def ask(self, case: object, level: str | None) -> object:
        return self._target()


class _OutOfTime(BaseException):
    """Raised where an agent hangs. No `except Exception` of the agent's keeps it."""


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
        return _in_thread(seconds, call)
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    if 0 < left <= seconds:
        return call()  # somebody else's alarm rings first
    try:
        with _alarm(seconds):
            return call()
    except _OutOfTime:
        raise TimeoutError from None


def _in_thread(seconds: float, call: Callable[[], T]) -> T:
    """Where there are no alarms: a thread that is left to itself when it is late."""
    answers: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((call(), None))
        except BaseException as error:
            answers.put((None, error))

    threading.Thread(target=run, daemon=True, name="memeval-agent").start()
    try:
        value, error = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if error is not None:
        raise error
    return value  # type: ignore[return-value]


class Driven:
    """An agent, driven: every call ends in time, and in a value or an `AgentError`.

    :param seconds: how long one call may take.
    :raises AgentError: it is no agent.
    """

    def __init__(self, agent: Any, settler: Settler, seconds: float) -> None:
        for name in ("retain", "respond"):
            if not callable(getattr(agent, name, None)):
                raise AgentError(
                    f"no memory agent: {show(agent, 80)} has no method `{name}`", fatal=True
                )
        self._agent = agent
        self._settler = settler
        self._seconds = seconds
        keeps = getattr(agent, "retains_turns", None)
        #: Whether it says that it stores what is said to `respond`; None: it does not say.
        self.retains_turns: bool | None = keeps if isinstance(keeps, bool) else None

    def configure(self, options: Options, root: Path) -> None:
        """Tell one of our own agents what the ini file says of it."""
        set_up = getattr(self._agent, "memeval_set_up", None)
        if set_up is not None:
            self._call("memeval_set_up", lambda: set_up(options, root), fatal=True)

    def start(self, namespace: str) -> None:
        """Start anew, and make sure that nothing is stored.

        :raises AgentError: something is.
        """
        reset = getattr(self._agent, "reset", None)
        if callable(reset):
            arguments = (namespace,) if _takes_argument(reset) else ()
            self._call("reset", lambda: reset(*arguments), fatal=True)
        found = self.memories()
        if found:
            raise AgentError(
                f"the memory is not empty before the episode: it holds {_counted(found)}",
                fatal=True,
            )

    def memories(self) -> int | None:
        """How much is stored; None where the agent does not say."""
        memories = getattr(self._agent, "memories", None)
        if not callable(memories):
            return None
        found = self._call("memories", memories, fatal=True)
        if isinstance(found, int):
            return int(found)
        if isinstance(found, Sized):
            return len(found)
        return sum(1 for _ in found) if hasattr(found, "__iter__") else None

    def retain(self, session: Session) -> None:
        self._call("retain", lambda: self._agent.retain(session.copy()), fatal=True)

    def respond(self, message: str, history: list[Message], graded: bool = True) -> str:
        """What it says.

        :param graded: whether it has to be text; else anything that is none stands for silence.
        :raises AgentError: it raised, hung, or gave something that is no text.
        """
        turns = [dict(turn) for turn in history]
        said = self._call("respond", lambda: self._agent.respond(message, turns))
        if not isinstance(said, str) and not graded:
            return ""
        if not isinstance(said, str):
            raise AgentError(
                f"`respond` returned {type(said).__name__}, no text: {show(said, 120)}"
            )
        # Half of a surrogate pair could neither be judged, recorded nor written.
        return said.encode("utf-8", "backslashreplace").decode("utf-8")

    def settle(self, seconds: float) -> float | None:
        """Wait until nothing is under way; how long that took, None where nobody can say.

        :raises AgentError: it did not come to rest in time.
        """
        wait = getattr(self._agent, "wait_until_settled", None)
        if not callable(wait):
            return None
        begun = time.monotonic()
        pause = 0.01
        while True:
            left = seconds - (time.monotonic() - begun)
            if left <= 0:
                raise AgentError(
                    f"the memory did not come to rest within {seconds:g} s (memeval_settle)",
                    fatal=True,
                )
            done = self._call("wait_until_settled", wait, fatal=True, seconds=left)
            if done is not False:
                return time.monotonic() - begun
            time.sleep(min(pause, left))
            pause = min(pause * 2, 1.0)

    def close(self) -> None:
        close = getattr(self._agent, "close", None)
        if callable(close):
            self._call("close", close, fatal=True)

    def _call(
        self,
        name: str,
        call: Callable[[], object],
        fatal: bool = False,
        seconds: float | None = None,
    ) -> Any:
        limit = self._seconds if seconds is None else seconds
        try:
            # Coroutines are cancelled first; the alarm is for what does not yield.
            return within(limit + 0.2, lambda: self._settled(call(), limit))
        except TimeoutError as error:
            said = error_line(error)
            if said == "TimeoutError":
                said = f"gave no answer within {limit:g} s"
            else:
                said = f"raised {said}"
            raise AgentError(f"`{name}` {said}", fatal=said.startswith("gave") or fatal) from None
        except (Exception, SystemExit, asyncio.CancelledError) as error:
            raise AgentError(f"`{name}` raised {error_line(error)}", fatal) from error

    def _settled(self, value: Any, limit: float) -> object:
        if not inspect.isawaitable(value):
            return value

        async def limited() -> object:
            return await asyncio.wait_for(_promised(value), limit)

        return self._settler.settle(limited())


async def _promised(value: Any) -> object:
    return await value


def _takes_argument(function: Callable[..., object]) -> bool:
    """Whether a `reset` wants to be told of the namespace; other options of its own it keeps."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    given = [
        one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    return bool(given) and (given[0].name == "namespace" or given[0].default is given[0].empty)


def _counted(found: int) -> str:
    return plural(found, "memory", "memories")
