"""Removals measured without pytest: a reader, a judge, and what they were asked."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_memeval.judges import Judge
from pytest_memeval.judges import Question
from pytest_memeval.judges import Verdict
from pytest_memeval.judges.contains import ContainsJudge
from pytest_memeval.measure import asked
from pytest_memeval.suites.ablation.bench import AblationBench
from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.ablation.cases import parse
from pytest_memeval.suites.ablation.evaluation import Evaluations
from pytest_memeval.suites.ablation.readers import Reader
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row

GOLD = "heron"
Answers = Callable[[frozenset[str]], object]


def removals(**more: Any) -> list[Removal]:
    """The removals of one case; by default of four records, all cited."""
    ids = more.pop("ids", "abcd")
    case = {
        "id": "case",
        "question": "Which bird?",
        "gold": GOLD,
        "records": [{"id": one, "text": f"text of {one}"} for one in ids],
        "cited": list(ids),
        **more,
    }
    return [removal for removal, _ in parse([RawCase(case, 1)])]


class Says:
    """A judge who says the same of every answer, or what a function says."""

    def __init__(self, said: Any, name: str = "llm:one") -> None:
        self.name = name
        self._said = said

    def judge(self, question: Question) -> Verdict:
        said = self._said(question) if callable(self._said) else self._said
        return said if isinstance(said, Verdict) else Verdict(said, "because", self.name)

    def close(self) -> None:
        """Nothing is held on to."""


class Run:
    """A reader asked about all removals of a case, in whatever order.

    :param answers: what the reader says, by the ids that it is shown.
    """

    def __init__(
        self,
        answers: Answers,
        judge: Judge | None = None,
        trials: int = 1,
        searches: int = 1000,
        named: str = "",
        told: Mapping[str, Any] | None = None,
        subjects: Sequence[str] = (),
        folder: Path = Path(__file__) / "no_folder",
    ) -> None:
        self.asked: list[frozenset[str]] = []
        self._reader = Reader(self._answer, "reader")
        self._answers = answers
        evaluations = Evaluations((), "contains", named, folder, told or {}, lambda: subjects)
        self.bench = AblationBench(judge or ContainsJudge(), trials, searches, evaluations)

    def _answer(self, bundle: Any, question: str) -> object:
        self.asked.append(frozenset(bundle.ids))
        return self._answers(frozenset(bundle.ids))

    def ask(self, case: Removal) -> Answer:
        return asked(lambda: self._reader.ask(case, None))

    def row(self, case: Removal, subject: str = "reader") -> Row:
        return self.bench.measure(Key("ablation", subject), case, self.ask)

    def rows(self, cases: Sequence[Removal]) -> list[Row]:
        return [self.row(case) for case in cases]


def when(test: Callable[[frozenset[str]], bool]) -> Answers:
    """A reader that is right when a test of the ids it is shown holds."""
    return lambda ids: f"the {GOLD}" if test(ids) else "no idea"
