"""What a judge is asked, what it says, and how one is set up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from typing import Protocol
from typing import TypeAlias

from pytest_memeval.text import one_line

Task: TypeAlias = Literal["erase", "edit", "answer"]
Phase: TypeAlias = Literal["before", "after"]
State: TypeAlias = Literal["pass", "fail", "ungraded"]
Record: TypeAlias = Literal["none", "once", "all"]

#: Characters of an answer that a model, or a judge of the user's own, is given at the most: more
#: than a transcript of MEME's default files has, and less than models refuse.
LONGEST = 200_000
#: Seconds that one answer may take a judge, where the ini file does not say.
SECONDS = 60.0
TIMEOUT_OPTION = "memeval_judge_timeout"

#: What data sets give as the gold of an erase probe after the change. It tells a judge nothing.
REMOVED = "No — explicitly removed"


class JudgeError(Exception):
    """A judge that cannot be made; the message is for whoever named it."""


@dataclass(frozen=True, slots=True)
class Question:
    """One answer to be judged, and all that a judge may know of it.

    :param phase: asked before or after the change; None for a plain answer.
    :param gold: what is right. Of an erase probe after the change: the deleted value, or the
        data set's word for "removed" when `old` is the deleted value.
    :param old: what was right before the change, where that is known.
    """

    task: Task
    phase: Phase | None
    question: str
    gold: str
    old: str | None
    answer: str

    def __post_init__(self) -> None:
        if (self.phase is None) != (self.task == "answer"):
            raise ValueError(f"a question of the task {self.task!r} in phase {self.phase!r}")
        if not self.value.strip():
            raise ValueError("a question without a gold value")
        if self.of_deleted and self.value.strip() == REMOVED:
            raise ValueError(
                f"{REMOVED!r} is no deleted value: a judge that is told nothing else sees no leak"
            )

    @property
    def of_deleted(self) -> bool:
        """Whether the value is one that must not appear in the answer."""
        return self.task == "erase" and self.phase == "after"

    @property
    def value(self) -> str:
        """What the judge compares the answer with: it must be there, or must not."""
        return self.old if self.of_deleted and self.old is not None else self.gold

    @property
    def rubric(self) -> str:
        """Which of the rubrics is for this question."""
        if self.phase is None:
            return "answer"
        return "before" if self.phase == "before" else f"{self.task}_after"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of an answer.

    :param state: ungraded means that nobody knows: it is neither a pass nor a fail.
    :param judge: who said so: `rule:exact`, `llm:gpt-4o`.
    :param attempts: how often somebody was asked; 0 when nobody had to be.
    """

    state: State
    reason: str
    judge: str
    attempts: int = 0


class Judge(Protocol):
    """Says whether an answer is right."""

    @property
    def name(self) -> str: ...

    def judge(self, question: Question) -> Verdict: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How to make a judge.

    :param kind: `rule`, `llm`, or `module:attribute` of a callable `(question, gold, answer)`,
        which may take a `rubric` as well.
    :param temperature: None sends none, for models that take none.
    :param attempts: how often a model is asked at the most, before its answer is ungraded.
    :param timeout: seconds that one attempt, or one call of a callable, may take.
    :param pause: seconds before the second attempt; each further pause is twice as long.
    :param patience: the longest pause, in seconds, that an endpoint may ask for.
    :param cassettes: the folder of recorded verdicts; None records and replays nothing.
    :param rubrics: a YAML file to use instead of the package's own.
    """

    kind: str = "rule"
    model: str = "gpt-4o"
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    temperature: float | None = 0.0
    attempts: int = 3
    timeout: float = SECONDS
    pause: float = 1.0
    patience: float = 60.0
    cassettes: Path | None = None
    record: Record = "none"
    rubrics: Path | None = None


def unanswered(question: Question) -> Verdict | None:
    """The verdict on an answer that says nothing; None when it says something.

    Nobody is asked: an agent that crashed must not score on what it had to forget.
    """
    if question.answer.strip():
        return None
    return Verdict("fail", "the answer is empty", "rule:empty")


def too_long(question: Question, judge: str) -> Verdict | None:
    """The verdict on an answer that is too long to be sent to a judge; None when it is not.

    Nothing is cut off: what a judge does not see, such as a leak in the last line, it would pass.
    """
    size = len(question.answer)
    if size <= LONGEST:
        return None
    return ungraded(f"the answer has {size:,} characters; a judge gets {LONGEST:,} at most", judge)


def ungraded(reason: str, judge: str, attempts: int = 0) -> Verdict:
    """A verdict that is none, with the reason on one line."""
    return Verdict("ungraded", one_line(reason), judge, attempts)
