"""An episode is played once, in its order, to a fresh agent, and ends whatever the agent does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_memeval.errors import SubjectError
from pytest_memeval.subjects import Settler
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import plainly_told
from pytest_memeval.suites.ee.agents import AgentError
from pytest_memeval.suites.ee.agents import Driven
from pytest_memeval.suites.ee.agents import Factory
from pytest_memeval.suites.ee.meme import Episode
from pytest_memeval.suites.ee.meme import Session
from pytest_memeval.suites.ee.meme import parse
from pytest_memeval.suites.ee.scenario import Plan
from pytest_memeval.suites.ee.scenario import Transcript
from pytest_memeval.suites.ee.scenario import from_plain
from pytest_memeval.suites.ee.scenario import play
from pytest_memeval.suites.ee.scenario import to_plain
from tests.ee_episodes import episode

EDIT, ERASE = "What is our release captain?", "What is our metrics endpoint?"
CONTROL = "What is our lint tool?"


@pytest.fixture
def settler() -> Iterator[Settler]:
    made = Settler()
    yield made
    made.close()


@pytest.fixture
def small() -> Episode:
    """One edit and one erasure."""
    ((made, _),) = parse([RawCase(episode(), 1)])
    return made


class Spy:
    """Writes down what is done to it."""

    def __init__(self) -> None:
        self.log: list[tuple[str, Any]] = []

    def reset(self, namespace: str) -> None:
        self.log.append(("reset", namespace))

    def retain(self, session: Session) -> None:
        self.log.append(("retain", session))

    def respond(self, message: str, history: list[dict[str, str]]) -> str:
        self.log.append(("respond", (message, list(history))))
        return f"answer {len(self.log)}"

    def wait_until_settled(self) -> None:
        self.log.append(("settle", None))

    def close(self) -> None:
        self.log.append(("close", None))

    @property
    def steps(self) -> list[str]:
        return [name for name, _ in self.log]

    @property
    def said(self) -> list[str]:
        return [value[0] for name, value in self.log if name == "respond"]


def played(
    agent: object,
    made: Episode,
    settler: Settler,
    seconds: float = 5.0,
    **plan: Any,
) -> Transcript:
    return play(Driven(agent, settler, seconds), made, Plan(**plan), "space-1")


def test_the_order_is_that_of_the_benchmark(small: Episode, settler: Settler) -> None:
    """Priming, rest, probes, the change turn by turn, rest, the same probes, the end."""
    spy = Spy()
    script = played(spy, small, settler)
    assert spy.steps == [
        "reset",
        *["retain"] * 5,
        "settle",
        *["respond"] * 3,
        *["respond"] * 3,
        "settle",
        *["respond"] * 3,
        "close",
    ]
    assert spy.said == [EDIT, ERASE, CONTROL, *small.change, EDIT, ERASE, CONTROL]
    assert spy.log[0] == ("reset", "space-1")
    assert list(script.answers) == [probe.id for probe in small.probes]
    assert script.waited is not None


def test_what_is_retained_is_every_session_but_that_of_the_change(
    small: Episode, settler: Settler
) -> None:
    """Those after the change too; neither probes nor the change go through `retain`."""
    spy = Spy()
    played(spy, small, settler)
    sessions = [value for name, value in spy.log if name == "retain"]
    texts = [message["content"] for one in sessions for message in one.messages]
    assert "What is the CAP theorem?" in texts
    assert not any("Tomo Reyes" in text for text in texts)
    assert all(set(message) == {"role", "content"} for one in sessions for message in one.messages)


def test_a_stateful_conversation_grows(small: Episode, settler: Settler) -> None:
    """Each turn sees the earlier ones and their answers, but for control questions."""
    spy = Spy()
    played(spy, small, settler)
    turns = [value for name, value in spy.log if name == "respond"]
    assert turns[0][1] == []
    last = [message["content"] for message in turns[-1][1]]
    asked = [EDIT, ERASE, *small.change, EDIT, ERASE]
    assert last[::2] == asked
    assert CONTROL not in last


def test_independent_turns_see_nothing_of_each_other(small: Episode, settler: Settler) -> None:
    """The change can be learnt from memory alone."""
    spy = Spy()
    played(spy, small, settler, conversation="independent")
    assert all(value[1] == [] for name, value in spy.log if name == "respond")


def test_control_questions_can_be_left_out(small: Episode, settler: Settler) -> None:
    """With 0 the conversation is that of the benchmark and nothing else."""
    spy = Spy()
    script = played(spy, small, settler, controls=0)
    assert spy.said == [EDIT, ERASE, *small.change, EDIT, ERASE]
    assert script.controls == {}


def test_deleted_values_can_be_asked_for_again(small: Episode, settler: Settler) -> None:
    """After a later session, in which no fact is stated; last of all."""
    spy = Spy()
    script = played(spy, small, settler, reask=True)
    assert spy.steps[-4:] == ["retain", "settle", "respond", "close"]
    assert spy.said[-1] == ERASE
    (later,) = [value for name, value in spy.log if name == "retain"][5:]
    assert "CAP theorem" in later.messages[0]["content"]
    assert list(script.reasked) == ["sw_101:erase:after1"]


def test_a_transcript_survives_a_cassette(small: Episode, settler: Settler) -> None:
    """What was recorded is what is replayed."""
    script = played(Spy(), small, settler, reask=True)
    again = from_plain(to_plain(script))
    assert (again.answers, again.controls, again.reasked) == (
        script.answers,
        script.controls,
        script.reasked,
    )
    assert again.recorded


# --- agents of all sorts


class Slow:
    """Asynchronous throughout, and not ready at once."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.looks = 0

    async def reset(self) -> None:
        await asyncio.sleep(0)

    async def memories(self) -> list[str]:
        return self.kept

    async def retain(self, session: Session) -> None:
        await asyncio.sleep(0)
        self.kept.append(session.id)

    async def respond(self, message: str, history: list[dict[str, str]]) -> str:
        await asyncio.sleep(0)
        return f"{len(self.kept)} kept"

    async def wait_until_settled(self) -> bool:
        self.looks += 1
        return self.looks % 3 == 0


def test_an_agent_may_be_asynchronous(small: Episode, settler: Settler) -> None:
    """Every method may be `async`; the hook is asked until it says that nothing is under way."""
    agent = Slow()
    script = played(agent, small, settler)
    assert script.answers["sw_101:edit:before1"].text == "5 kept"
    assert agent.looks == 6


def test_a_memory_that_is_not_empty_is_refused(small: Episode, settler: Settler) -> None:
    """What another episode left behind would be known here."""
    agent = Slow()
    agent.kept.append("left behind")
    script = played(agent, small, settler)
    assert {said.error for said in script.answers.values()} == {
        "the memory is not empty before the episode: it holds 1 memory"
    }


def test_a_memory_that_never_rests_is_given_up(small: Episode, settler: Settler) -> None:
    """The wait has a bound, and the message names the option."""

    class Restless(Spy):
        def wait_until_settled(self) -> Any:
            return False

    script = played(Restless(), small, settler, settle=0.05)
    assert {said.error for said in script.answers.values()} == {
        "the memory did not come to rest within 0.05 s (memeval_settle)"
    }


def test_an_agent_that_raises_once_goes_on(small: Episode, settler: Settler) -> None:
    """One probe has no answer, the others have theirs."""

    class Sometimes(Spy):
        def respond(self, message: str, history: list[dict[str, str]]) -> str:
            if message == EDIT and not history:
                raise RuntimeError("no idea")
            return super().respond(message, history)

    script = played(Sometimes(), small, settler)
    assert script.answers["sw_101:edit:before1"].error == "`respond` raised RuntimeError: no idea"
    assert script.answers["sw_101:edit:after1"].text
    assert script.answers["sw_101:erase:before1"].text


def test_an_agent_that_fails_in_the_change_has_no_answer_after_it(
    small: Episode, settler: Settler
) -> None:
    """It was never told, so what it says afterwards says nothing; what it said before stands."""

    class Deaf(Spy):
        def respond(self, message: str, history: list[dict[str, str]]) -> str:
            if "new team lead" in message:
                raise RuntimeError("no")
            return super().respond(message, history)

    spy = Deaf()
    script = played(spy, small, settler)
    assert script.answers["sw_101:edit:before1"].text
    assert script.answers["sw_101:erase:after1"].error == (
        "when told of the change: `respond` raised RuntimeError: no"
    )
    assert spy.steps[-1] == "close"


@pytest.mark.parametrize("how", ["sync", "stubborn", "async", "async_stubborn"])
def test_an_agent_that_hangs_is_interrupted(small: Episode, settler: Settler, how: str) -> None:
    """Whatever it catches; nothing more is asked of it, and the episode ends."""

    class Hangs(Spy):
        def respond(self, message: str, history: list[dict[str, str]]) -> Any:
            if how.startswith("async"):
                return self._later()
            while True:
                try:
                    time.sleep(30)
                except Exception:
                    assert how == "stubborn"

        async def _later(self) -> str:
            for _ in range(2 if how == "async_stubborn" else 1):
                try:
                    await asyncio.sleep(30)
                except asyncio.CancelledError:
                    if how == "async":
                        raise
            return "too late"

    begun = time.monotonic()
    script = played(Hangs(), small, settler, seconds=0.1)
    assert time.monotonic() - begun < 5
    assert {said.error for said in script.answers.values()} == {
        "`respond` gave no answer within 0.1 s (memeval_agent_timeout)"
    }


class Ended(BaseException):
    """What pytest or a plugin of its raises to end a test."""


def ended(error: BaseException) -> Answer | None:
    return Answer(not_measured=str(error)) if isinstance(error, Ended) else plainly_told(error)


@pytest.mark.parametrize(
    ("where", "said", "answered"),
    [
        ("retain", "timed out: 1 s (in `retain`)", 0),
        ("second", "timed out: 1 s (in `respond`)", 1),
        ("change", "when told of the change: timed out: 1 s (in `respond`)", 2),
    ],
)
def test_what_ends_a_test_ends_the_episode(
    small: Episode, settler: Settler, where: str, said: str, answered: int
) -> None:
    """Answers that were given stay; of the others nobody knows, and why is told."""

    class Stopped(Spy):
        def retain(self, session: Session) -> None:
            if where == "retain":
                raise Ended("timed out: 1 s")

        def respond(self, message: str, history: list[dict[str, str]]) -> str:
            if (where, message) in (("second", ERASE), ("change", small.change[0])):
                raise Ended("timed out: 1 s")
            return super().respond(message, history)

    script = play(Driven(Stopped(), settler, 5, ended), small, Plan(), "space-1")
    given = list(script.answers.values())
    assert list(script.answers) == [probe.id for probe in small.probes]
    assert all(one.text and not one.unmeasured for one in given[:answered])
    assert all(one.unmeasured and one.error == said for one in given[answered:])


def test_the_users_own_stop_goes_on(small: Episode, settler: Settler) -> None:
    """Ctrl-C is no answer of an agent's."""

    class Pressed(Spy):
        def retain(self, session: Session) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(Pressed(), small, settler)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"Pavel Dorn", "`respond` returned bytes, no text: b'Pavel Dorn'"),
        (None, "`respond` returned None: it must return its answer, which is text"),
        ({"text": "x"}, "`respond` returned dict, no text: {'text': 'x'}"),
    ],
)
def test_what_is_no_text_is_no_answer(
    small: Episode, settler: Settler, answer: object, said: str
) -> None:
    """The message shows what it was."""

    class Odd(Spy):
        def respond(self, message: str, history: list[dict[str, str]]) -> Any:
            return answer

    script = played(Odd(), small, settler)
    assert script.answers["sw_101:edit:before1"].error == said


def test_what_is_said_to_the_change_need_be_no_text(small: Episode, settler: Settler) -> None:
    """Nobody grades it: an agent may take a statement in and say nothing."""

    class Silent(Spy):
        def respond(self, message: str, history: list[dict[str, str]]) -> Any:
            said = super().respond(message, history)
            return said if message.endswith("?") and ". " not in message else None

    spy = Silent()
    script = played(spy, small, settler)
    assert script.answers["sw_101:edit:after1"].text
    last = next(value[1] for name, value in reversed(spy.log) if name == "respond")
    assert {"role": "assistant", "content": ""} in last


def test_half_a_surrogate_pair_is_spelled_out(small: Episode, settler: Settler) -> None:
    """It could neither be judged nor written."""

    class Broken(Spy):
        def respond(self, message: str, history: list[dict[str, str]]) -> str:
            return "half \ud83d"

    script = played(Broken(), small, settler)
    assert script.answers["sw_101:edit:before1"].text == "half \\ud83d"


def test_a_failure_to_close_is_noted(small: Episode, settler: Settler) -> None:
    """It changes no answer."""

    class Stuck(Spy):
        def close(self) -> None:
            raise OSError("busy")

    script = played(Stuck(), small, settler)
    assert script.trouble == "`close` raised OSError: busy"
    assert script.answers["sw_101:edit:before1"].text


def test_what_has_no_respond_is_no_agent(settler: Settler) -> None:
    """The message names the method."""
    with pytest.raises(AgentError, match="has no method `retain`"):
        Driven(object(), settler, 1)


def test_a_reset_of_its_own_keeps_its_options(small: Episode, settler: Settler) -> None:
    """What is not meant for the namespace does not get it."""
    told: list[Any] = []

    class Own(Spy):
        def reset(self, hard: bool = False) -> None:  # type: ignore[override]
            told.append(hard)

    played(Own(), small, settler)
    assert told == [False]


def test_a_factory_takes_no_arguments() -> None:
    """What asks for one cannot be called for each episode."""

    def make(path: str) -> None: ...

    with pytest.raises(SubjectError, match="must be callable without arguments"):
        Factory(make, "acme:make")
    made: Callable[..., object] = Factory(Spy, "acme:Spy").ask
    assert made(None, None) is not made(None, None)
