"""One episode, played to one agent: priming, questions, the change, the questions again.

The order is that of the benchmark: every session but that of the change goes through `retain`; the
probes of the phase `before`; what the user says in the session of the change, turn by turn; the
probes of the phase `after`. All of it happens whichever probes a run has selected, so that the
agent says the same in all runs.

Sessions keep the timestamps of the data set. Those that came after the change are primed too, so
some of them are later than the change, which is told without a time. Neither the change nor a
question goes through `retain`: what an agent stores of a conversation is its own business.

What is not of the benchmark happens where it cannot disturb: control questions come after the
probes of their phase and stay out of the conversation, and the ingestion that `stays_erased` needs
is the last thing of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import Any
from typing import Literal

from pytest_memeval.suites.ee.agents import AgentError
from pytest_memeval.suites.ee.agents import Driven
from pytest_memeval.suites.ee.meme import Control
from pytest_memeval.suites.ee.meme import Episode
from pytest_memeval.suites.ee.meme import Message
from pytest_memeval.suites.ee.meme import Phase
from pytest_memeval.suites.ee.meme import Probe
from pytest_memeval.suites.ee.meme import Session

Conversation = Literal["stateful", "independent"]


@dataclass(frozen=True, slots=True)
class Said:
    """An answer, or why there is none.

    :param lost: nobody knows what the agent would have said: its recorded answer is missing.
    :param unmeasured: the same, since the agent was kept from saying it: a skip, or a time-out from
        outside.
    """

    text: str | None = None
    error: str = ""
    lost: bool = False
    unmeasured: bool = False

    def plain(self) -> dict[str, Any]:
        return {"text": self.text, "error": self.error}


@dataclass(frozen=True, slots=True)
class Plan:
    """How episodes are played.

    :param controls: how many facts that nobody touches are asked for in each phase.
    :param reask: whether something is ingested after the last question, and the deleted values are
        asked for once more.
    :param settle: seconds that a memory may take to come to rest.
    """

    conversation: Conversation = "stateful"
    controls: int = 1
    reask: bool = False
    settle: float = 60.0


@dataclass
class Transcript:
    """What an agent said in an episode.

    :param controls: answers to control questions, by entity and phase.
    :param reasked: answers to erase questions after a later ingestion, by probe key.
    :param waited: seconds spent waiting for the memory to come to rest; None: it has no hook.
    :param retains_turns: whether the agent says that it stores what it is asked.
    :param trouble: what went wrong outside of any probe, such as in `close`.
    :param recorded: whether this comes from a cassette.
    """

    answers: dict[str, Said] = field(default_factory=dict)
    controls: dict[tuple[str, Phase], Said] = field(default_factory=dict)
    reasked: dict[str, Said] = field(default_factory=dict)
    waited: float | None = None
    retains_turns: bool | None = None
    trouble: str = ""
    recorded: bool = False


def play(driven: Driven, episode: Episode, plan: Plan, namespace: str) -> Transcript:
    """Play an episode to the end, or to where the agent fails for good."""
    return _Play(driven, episode, plan).run(namespace)


def nothing(episode: Episode, said: Said) -> Transcript:
    """The transcript of an agent that could not be asked anything."""
    return Transcript(dict.fromkeys((probe.id for probe in episode.probes), said))


def failed(failure: AgentError) -> Said:
    """What stands in the place of an answer."""
    return Said(error=str(failure), unmeasured=failure.unmeasured)


class _Play:
    def __init__(self, driven: Driven, episode: Episode, plan: Plan) -> None:
        self._driven = driven
        self._episode = episode
        self._plan = plan
        self._history: list[Message] = []
        self._script = Transcript(retains_turns=driven.retains_turns)

    def run(self, namespace: str) -> Transcript:
        try:
            self._steps(namespace)
        except AgentError as failure:
            for probe in self._episode.probes:
                self._script.answers.setdefault(probe.id, failed(failure))
        try:
            self._driven.close()
        except AgentError as failure:
            self._script.trouble = str(failure)
        return self._script

    def _steps(self, namespace: str) -> None:
        self._driven.start(namespace)
        for session in self._episode.primed:
            self._driven.retain(session)
        self._settle()
        self._ask("before")
        for text in self._episode.change:
            self._change(text)
        self._settle()
        self._ask("after")
        if self._plan.reask:
            self._ask_once_more()

    def _settle(self) -> None:
        took = self._driven.settle(self._plan.settle)
        if took is not None:
            self._script.waited = (self._script.waited or 0.0) + took

    def _change(self, text: str) -> None:
        try:
            self._turn(text, graded=False)
        except AgentError as failure:
            # An agent that was never told of the change is no witness of what it does with one.
            said = f"when told of the change: {failure}"
            raise AgentError(said, fatal=True, unmeasured=failure.unmeasured) from failure

    def _ask(self, phase: Phase) -> None:
        for probe in self._episode.of(phase):
            self._script.answers[probe.id] = self._said(probe)
        for control in self._asked_controls():
            said = self._aside(control.question)
            self._script.controls[control.entity, phase] = said

    def _asked_controls(self) -> Sequence[Control]:
        return self._episode.controls[: self._plan.controls] if self._plan.controls else ()

    def _said(self, probe: Probe) -> Said:
        try:
            return Said(self._turn(probe.question))
        except AgentError as failure:
            if failure.fatal:
                raise
            return failed(failure)

    def _turn(self, text: str, graded: bool = True) -> str:
        """One turn of the conversation."""
        answer = self._driven.respond(text, self._seen(), graded)
        self._history.append({"role": "user", "content": text})
        self._history.append({"role": "assistant", "content": answer})
        return answer

    def _aside(self, text: str) -> Said:
        """A question that later turns of the conversation do not see."""
        try:
            return Said(self._driven.respond(text, self._seen()))
        except AgentError as failure:
            if failure.fatal:
                raise
            return failed(failure)

    def _seen(self) -> list[Message]:
        return self._history if self._plan.conversation == "stateful" else []

    def _ask_once_more(self) -> None:
        """Ingest an unrelated session, wait, and ask for the deleted values again."""
        erased = [probe for probe in self._episode.of("after") if probe.task == "erase"]
        try:
            self._driven.retain(_unrelated(self._episode))
            self._settle()
            for probe in erased:
                self._script.reasked[probe.id] = self._aside(probe.question)
        except AgentError as failure:
            for probe in erased:
                self._script.reasked.setdefault(probe.id, failed(failure))


def _unrelated(episode: Episode) -> Session:
    """The last session in which no fact of the episode was stated, or a few words of small talk."""
    facts = {id(session.messages) for session in episode.facts}
    for session in reversed(episode.primed):
        if id(session.messages) not in facts:
            return Session("session-later", session.timestamp, session.messages)
    talk = [
        {"role": "user", "content": "Thanks, that is all for today."},
        {"role": "assistant", "content": "You are welcome."},
    ]
    return Session("session-later", "", talk)


def to_plain(script: Transcript) -> dict[str, Any]:
    """A transcript in plain JSON types, for cassettes."""
    return {
        "answers": {key: said.plain() for key, said in script.answers.items()},
        "controls": [
            [entity, phase, said.plain()] for (entity, phase), said in script.controls.items()
        ],
        "reasked": {key: said.plain() for key, said in script.reasked.items()},
        "retains_turns": script.retains_turns,
    }


def from_plain(data: dict[str, Any]) -> Transcript:
    return Transcript(
        answers={key: Said(**said) for key, said in data["answers"].items()},
        controls={(entity, phase): Said(**said) for entity, phase, said in data["controls"]},
        reasked={key: Said(**said) for key, said in data["reasked"].items()},
        retains_turns=data["retains_turns"],
        recorded=True,
    )
