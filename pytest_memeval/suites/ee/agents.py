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

import inspect
import time
from collections.abc import Callable
from collections.abc import Sized
from pathlib import Path
from typing import Any
from typing import Protocol

from pytest_memeval.errors import SubjectError
from pytest_memeval.subjects import Settler
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import plainly_told
from pytest_memeval.suites.ee.meme import Message
from pytest_memeval.suites.ee.meme import Session
from pytest_memeval.text import plural
from pytest_memeval.text import show
from pytest_memeval.timelimit import CallTimeoutError
from pytest_memeval.timelimit import Limit

#: The ini options that bound one call, and the wait for a memory to come to rest.
TIMEOUT_OPTION, SETTLE_OPTION = "memeval_agent_timeout", "memeval_settle"

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
    :param unmeasured: it was kept from doing so: it says nothing of the agent.
    """

    def __init__(self, message: str, fatal: bool = False, unmeasured: bool = False) -> None:
        super().__init__(message)
        self.fatal = fatal or unmeasured
        self.unmeasured = unmeasured


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


class Driven:
    """An agent, driven: every call ends in time, and in a value or an `AgentError`.

    :param seconds: how long one call may take.
    :param told_by: what an exception says that a call raises; see `Setup`.
    :raises AgentError: it is no agent.
    """

    def __init__(
        self,
        agent: Any,
        settler: Settler,
        seconds: float,
        told_by: Callable[[BaseException], Answer | None] = plainly_told,
    ) -> None:
        for name in ("retain", "respond"):
            if not callable(getattr(agent, name, None)):
                raise AgentError(
                    f"no memory agent: {show(agent, 80)} has no method `{name}`", fatal=True
                )
        self._agent = agent
        self._settler = settler
        self._limit = Limit(seconds, TIMEOUT_OPTION)
        self._told_by = told_by
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
        if said is None:
            raise AgentError("`respond` returned None: it must return its answer, which is text")
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
                    f"the memory did not come to rest within {seconds:g} s ({SETTLE_OPTION})",
                    fatal=True,
                )
            limit = Limit(max(0.001, round(left, 3)), SETTLE_OPTION)
            done = self._call("wait_until_settled", wait, fatal=True, limit=limit)
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
        limit: Limit | None = None,
    ) -> Any:
        try:
            return (limit or self._limit).settled(self._settler, call)
        except CallTimeoutError as error:
            raise AgentError(f"`{name}` gave {error}", fatal=True) from None
        except BaseException as error:
            told = self._told_by(error)
            if told is None:
                raise
            if told.not_measured:
                raise AgentError(f"{told.not_measured} (in `{name}`)", unmeasured=True) from None
            raise AgentError(f"`{name}` raised {told.error}", fatal) from error


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
