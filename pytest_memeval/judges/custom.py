"""A judge of the user's own: a callable `(question, gold, answer)`, or with a `rubric` as well.

Of a deleted value, the gold is what must not be in the answer. A callable that is not told so would
pass each leak; so one without the parameter `rubric` is not asked there.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable

from pytest_memeval.errors import SubjectError
from pytest_memeval.judges.base import TIMEOUT_OPTION
from pytest_memeval.judges.base import JudgeError
from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Verdict
from pytest_memeval.judges.base import too_long
from pytest_memeval.judges.base import unanswered
from pytest_memeval.judges.base import ungraded
from pytest_memeval.subjects import Settler
from pytest_memeval.subjects import find
from pytest_memeval.text import error_line
from pytest_memeval.text import show
from pytest_memeval.timelimit import CallTimeoutError
from pytest_memeval.timelimit import Limit

_UNTOLD = (
    "the judge is not told that the value was deleted: "
    "let it take a fourth parameter `rubric`, which is 'erase_after' there"
)


class CustomJudge:
    """Asks a callable that returns a bool or a `Verdict`, or promises one.

    :param call: gets the question, the value and the answer; and, by keyword, the name of the
        rubric where it has a parameter `rubric`: `answer`, `before`, `edit_after` or
        `erase_after`, where the value is the deleted one.
    :param seconds: how long it may take over one answer.
    """

    def __init__(self, name: str, call: Callable[..., object], seconds: float) -> None:
        self.name = name
        self._limit = Limit(seconds, TIMEOUT_OPTION)
        self._call = call
        self._takes_rubric = _takes_rubric(call)
        self._settler = Settler()

    def judge(self, question: Question) -> Verdict:
        unasked = unanswered(question) or too_long(question, self.name)
        if unasked is not None:
            return unasked
        if question.of_deleted and not self._takes_rubric:
            return ungraded(_UNTOLD, self.name)
        told = {"rubric": question.rubric} if self._takes_rubric else {}
        try:
            said = self._limit.settled(
                self._settler,
                lambda: self._call(question.question, question.value, question.answer, **told),
            )
        except CallTimeoutError as error:
            return ungraded(f"the judge gave {error}", self.name, 1)
        except Exception as error:
            return ungraded(f"the judge raised {error_line(error)}", self.name, 1)
        if isinstance(said, Verdict):
            return said
        if isinstance(said, bool):
            return Verdict("pass" if said else "fail", "", self.name, 1)
        return ungraded(f"the judge returned {show(said)}, no bool and no Verdict", self.name, 1)

    def close(self) -> None:
        self._settler.close()


def _takes_rubric(call: Callable[..., object]) -> bool:
    try:
        return "rubric" in inspect.signature(call).parameters
    except (TypeError, ValueError):  # written in C: it does not say what it takes
        return False


def custom_judge(name: str, seconds: float) -> CustomJudge:
    """Import a judge by `module:attribute`.

    :raises JudgeError: it is not there, or cannot be called.
    """
    try:
        call = find(name, dict.fromkeys(("rule", "llm", "contains"), ""))
        return CustomJudge(name, call, seconds)
    except SubjectError as error:
        raise JudgeError(f"judge {error}") from None
