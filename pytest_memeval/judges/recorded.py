"""A judge whose verdicts are recorded and replayed."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_memeval.judges.base import Judge
from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Record
from pytest_memeval.judges.base import Verdict
from pytest_memeval.judges.base import unanswered
from pytest_memeval.judges.base import ungraded
from pytest_memeval.judges.cassette import Cassette
from pytest_memeval.judges.cassette import Key


class RecordedJudge:
    """Replays what a cassette holds, and asks the judge for the rest where it may.

    :param rubrics: what tells one text of a rubric from another, by the rubric's name.
    :param record: `none` asks nobody, `once` asks what is not recorded, `all` asks everything.
    """

    def __init__(
        self, judge: Judge, rubrics: Mapping[str, str], cassette: Cassette, record: Record
    ) -> None:
        self.name = judge.name
        self._judge = judge
        self._rubrics = rubrics
        self._cassette = cassette
        self._record = record

    def judge(self, question: Question) -> Verdict:
        nothing = unanswered(question)
        if nothing is not None:
            return nothing
        key = self._key(question)
        if self._record != "all":
            found = self._cassette.get(key)
            if found is not None:
                return Verdict(found["state"], found["reason"], found["judge"])
        if self._record == "none":
            return ungraded(self._missing(key), self.name)
        verdict = self._judge.judge(question)
        if verdict.state != "ungraded":
            value = {"state": verdict.state, "reason": verdict.reason, "judge": verdict.judge}
            self._cassette.put(key, value, over=self._record == "all")
        return verdict

    def close(self) -> None:
        self._judge.close()

    def _key(self, question: Question) -> Key:
        asked = {
            "task": question.task,
            "phase": question.phase,
            "question": question.question,
            "gold": question.value,
            "answer": question.answer,
        }
        by = {"judge": self.name, "rubric": self._rubrics.get(question.rubric, "")}
        return Key(asked, by)

    def _missing(self, key: Key) -> str:
        differs = self._cassette.stale(key)
        if differs:
            return f"the cassette is stale: it was recorded with another {' and '.join(differs)}"
        return "not in the cassette, and nothing is recorded in this run"
