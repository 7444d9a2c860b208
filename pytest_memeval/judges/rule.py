"""The judge that needs no model: rules that decide what is plain, and leave the rest undecided."""

from __future__ import annotations

from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Verdict
from pytest_memeval.judges.base import unanswered
from pytest_memeval.judges.base import ungraded
from pytest_memeval.judges.evidence import Reading
from pytest_memeval.judges.rules import RULES


class RuleJudge:
    """Says what the first rule says that applies; ungraded when none does."""

    name = "rule"

    def judge(self, question: Question) -> Verdict:
        nothing = unanswered(question)
        if nothing is not None:
            return nothing
        reading = Reading(question)
        for rule in RULES:
            if question.rubric in rule.rubrics and rule.applies(reading):
                if rule.state == "ungraded":
                    return ungraded(rule.says, f"rule:{rule.id}")
                return Verdict(rule.state, rule.says, f"rule:{rule.id}")
        return ungraded("no rule decides this answer", "rule:none")

    def close(self) -> None:
        """Nothing is held."""
