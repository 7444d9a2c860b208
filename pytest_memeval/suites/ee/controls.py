"""Agents whose scores are known in advance, and the plainest one that remembers.

They are what every other score is compared with:

* `no_memory` says that it does not know. It passes every erase probe after the change, and each of
  these passes is trivial: it never knew.
* `always_refuse` declines to answer anything. Its passes are trivial too.
* `full_transcript` has all that was ever said at hand, and goes by what was said first. It knows
  everything before the change, and neither follows the change nor forgets.

`verbatim` keeps every turn, like a search over raw transcripts, and answers with the sentence that
fits best.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytest_memeval.suites.base import Options
from pytest_memeval.suites.ee.meme import Message
from pytest_memeval.suites.ee.meme import Session
from pytest_memeval.suites.ee.reader import Reader
from pytest_memeval.suites.ee.reader import reader_from
from pytest_memeval.suites.ee.sentences import Index
from pytest_memeval.suites.ee.sentences import Sentence
from pytest_memeval.suites.ee.sentences import stems
from pytest_memeval.suites.ee.sentences import value_of

UNKNOWN = "I don't have that information."
REFUSAL = "I am sorry, I can't help with that."
NOTED = "Understood."


class NoMemory:
    """Keeps nothing."""

    retains_turns = False

    def retain(self, session: Session) -> None:
        """Nothing is kept."""

    def respond(self, message: str, history: list[Message]) -> str:
        return UNKNOWN


class AlwaysRefuse(NoMemory):
    """Declines whatever it is asked."""

    def respond(self, message: str, history: list[Message]) -> str:
        return REFUSAL


class FullTranscript:
    """Has all that was ever said at hand, and goes by what was said first.

    Like a model that is handed the transcript with each question, it reads all of it each time.
    With `memeval_agent_model` such a model does: the baseline that needs no memory. It then is no
    control any more.
    """

    retains_turns = True
    recorded = False
    version = ""

    def __init__(self) -> None:
        self._turns: list[tuple[str, Message]] = []
        self._reader: Reader | None = None

    def memeval_set_up(self, options: Options, root: Path) -> None:
        self._reader = reader_from(options)
        if self._reader is not None:
            self.recorded, self.version = True, self._reader.model

    def retain(self, session: Session) -> None:
        self._turns += [(session.timestamp, message) for message in session.messages]

    def memories(self) -> int:
        return len(self._turns)

    def respond(self, message: str, history: list[Message]) -> str:
        said = self._answer(message, history)
        self._turns.append(("", {"role": "user", "content": message}))
        self._turns.append(("", {"role": "assistant", "content": said}))
        return said

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()

    def _answer(self, message: str, history: list[Message]) -> str:
        if self._reader is not None:
            lines = [f"{stamp} {turn['role']}: {turn['content']}" for stamp, turn in self._turns]
            return self._reader.answer(lines, message, history)
        if not is_question(message):
            return NOTED
        index = Index()
        for _, turn in self._turns:
            index.add(turn["content"], turn["role"])
        found = best(index, message, lambda one: not is_conditional(one.text))
        return value_of(found[0].text) if found else UNKNOWN


class Verbatim:
    """Keeps every turn, and answers with the sentence that fits best; of several, the latest."""

    retains_turns = True

    def __init__(self) -> None:
        self._index = Index()

    def retain(self, session: Session) -> None:
        for message in session.messages:
            self._index.add(message["content"], message["role"])

    def memories(self) -> int:
        return len(self._index.all)

    def respond(self, message: str, history: list[Message]) -> str:
        said = self._answer(message) if is_question(message) else NOTED
        self._index.add(message, "user")
        return said

    def _answer(self, question: str) -> str:
        found = best(self._index, question)
        return found[-1].text if found else UNKNOWN


def is_question(message: str) -> bool:
    """Whether a message asks for something, and tells nothing before that."""
    return message.rstrip().endswith("?") and not any(
        mark in message.rstrip()[:-1] for mark in (". ", "! ", "? ")
    )


def best(
    index: Index, question: str, usable: Callable[[Sentence], bool] = lambda _: True
) -> list[Sentence]:
    """What users stated that shares most with a question, in the order in which it was said.

    Statements that hang on a condition, and questions, come second.
    """
    words = stems(question)
    scores = index.scores(words)
    if not scores:
        return []
    ranked: dict[int, float] = {}
    for at, score in scores.items():
        one = index.all[at]
        if one.role != "user" or not usable(one) or one.text.endswith("?"):
            continue
        # Of two that share the same, the shorter one says less about other things.
        ranked[at] = score * (0.6 if is_conditional(one.text) else 1.0) / (20 + len(one.words))
    # Half of what the question asks for has to be there: else nobody has said anything of it.
    enough = sum(index.weight(word) for word in set(words)) / 2
    if not ranked or max(scores[at] for at in ranked) < enough:
        return []
    top = max(ranked.values()) * 0.97
    return [index.all[at] for at in sorted(at for at, score in ranked.items() if score >= top)]


def is_conditional(text: str) -> bool:
    lowered = text.lower()
    return lowered.startswith(("if ", "when ", "once ", "should ")) or " if " in lowered
