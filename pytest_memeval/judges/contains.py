"""A judge with two values and no doubt: the gold stands in the answer, or it does not.

For golds that are names, numbers and other exact words, and readers that quote what they read. It
knows no paraphrase, no negation and no hedge; where these matter, `rule` defers and `llm` decides.
"""

from __future__ import annotations

import re
import unicodedata

from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Verdict
from pytest_memeval.judges.base import unanswered
from pytest_memeval.judges.base import ungraded

NAME = "contains"


class ContainsJudge:
    """Case, width and blanks do not matter; word borders do: `24` is not in `240`."""

    name = NAME

    def judge(self, question: Question) -> Verdict:
        if question.task != "answer":
            return ungraded("`contains` is for plain answers; use rule or llm", NAME)
        if (empty := unanswered(question)) is not None:
            return empty
        gold, answer = _folded(question.gold), _folded(question.answer)
        inside = re.search(rf"(?<!\w){re.escape(gold)}(?!\w)", answer) is not None
        said = "the gold stands in the answer" if inside else "the gold is not in the answer"
        return Verdict("pass" if inside else "fail", said, NAME, 1)

    def close(self) -> None:
        """Nothing is held on to."""


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
