"""A judge of the user's own: a callable `(question, gold, answer)`."""

from __future__ import annotations

from collections.abc import Callable

from pytest_memeval.judges.base import JudgeError
from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Verdict
from pytest_memeval.judges.base import too_long
from pytest_memeval.judges.base import unanswered
from pytest_memeval.judges.base import ungraded
from pytest_memeval.subjects import Settler
from pytest_memeval.subjects import find
from pytest_memeval.suites.base import SubjectError
from pytest_memeval.text import error_line
from pytest_memeval.text import show


class CustomJudge:
    """Asks a callable that returns a bool or a `Verdict`, or promises one."""

    def __init__(self, name: str, call: Callable[..., object]) -> None:
        self.name = name
        self._call = call
        self._settler = Settler()

    def judge(self, question: Question) -> Verdict:
        unasked = unanswered(question) or too_long(question, self.name)
        if unasked is not None:
            return unasked
        try:
            said = self._settler.settle(
                self._call(question.question, question.value, question.answer)
            )
        except Exception as error:
            return ungraded(f"the judge raised {error_line(error)}", self.name, 1)
        if isinstance(said, Verdict):
            return said
        if isinstance(said, bool):
            return Verdict("pass" if said else "fail", "", self.name, 1)
        return ungraded(f"the judge returned {show(said)}, no bool and no Verdict", self.name, 1)

    def close(self) -> None:
        self._settler.close()


def custom_judge(name: str) -> CustomJudge:
    """Import a judge by `module:attribute`.

    :raises JudgeError: it is not there, or cannot be called.
    """
    try:
        return CustomJudge(name, find(name, dict.fromkeys(("rule", "llm", "contains"), "")))
    except SubjectError as error:
        raise JudgeError(f"judge {error}") from None
