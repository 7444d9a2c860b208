"""How far a judge can be trusted: its verdicts beside the labels of people."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_memeval.errors import FixtureError
from pytest_memeval.judges.base import Judge
from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Verdict
from pytest_memeval.text import error_line
from pytest_memeval.text import known_names
from pytest_memeval.text import plural
from pytest_memeval.text import show

_TEXTS = ("id", "question", "gold", "answer")
_TASKS = ("erase", "edit", "answer")


@dataclass(frozen=True, slots=True)
class Labelled:
    """One answer with the label that people gave it."""

    id: str
    category: str
    question: Question
    correct: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """One labelled answer with a judge's verdict."""

    case: Labelled
    verdict: Verdict

    @property
    def result(self) -> str:
        """`right`, `deferred`, `false pass` or `false fail`."""
        if self.verdict.state == "ungraded":
            return "deferred"
        if (self.verdict.state == "pass") == self.case.correct:
            return "right"
        return f"false {self.verdict.state}"

    def as_json(self) -> dict[str, str]:
        """What one line of the output for machines holds."""
        state = self.verdict.state
        return {
            "id": self.case.id,
            "verdict": "defer" if state == "ungraded" else state,
            "rule": self.verdict.judge.removeprefix("rule:"),
        }


@dataclass(frozen=True, slots=True)
class Tally:
    """How a judge did on some labelled answers."""

    total: int
    right: int
    deferred: int
    false_passes: int
    false_fails: int

    @classmethod
    def of(cls, judged: Sequence[Judged]) -> Tally:
        results = [each.result for each in judged]
        kinds = ("right", "deferred", "false pass", "false fail")
        return cls(len(results), *map(results.count, kinds))

    @property
    def graded(self) -> int:
        return self.total - self.deferred

    @property
    def agreement(self) -> float | None:
        """The share of the graded answers with the verdict of the label."""
        return self.right / self.graded if self.graded else None

    @property
    def coverage(self) -> float:
        return self.graded / self.total


def kappa(judged: Sequence[Judged]) -> float | None:
    """Cohen's kappa between labels and verdicts, over the answers that were graded.

    None where chance alone agrees always: nothing was graded, or both say the same of all.
    """
    graded = [each for each in judged if each.verdict.state != "ungraded"]
    if not graded:
        return None
    labelled = sum(each.case.correct for each in graded) / len(graded)
    passed = sum(each.verdict.state == "pass" for each in graded) / len(graded)
    by_chance = labelled * passed + (1 - labelled) * (1 - passed)
    agreed = sum(each.result == "right" for each in graded) / len(graded)
    return None if by_chance == 1 else (agreed - by_chance) / (1 - by_chance)


def judge_all(judge: Judge, cases: Sequence[Labelled]) -> Iterator[Judged]:
    for case in cases:
        yield Judged(case, judge.judge(case.question))


# --- the table


def table(name: str, judged: Sequence[Judged]) -> str:
    """What a judge is worth, for people."""
    by_category: dict[str, list[Judged]] = {}
    for each in judged:
        by_category.setdefault(each.case.category, []).append(each)
    rows = [(name, Tally.of(some)) for name, some in sorted(by_category.items())]
    rows.append(("all", Tally.of(judged)))
    width = max(len("category"), *(len(category) for category, _ in rows))
    head = f"{'category':<{width}}  cases  right  deferred  false pass  false fail  agreement"
    lines = [f"{name} on {plural(len(judged), 'labelled answer')}", "", head]
    lines += [f"{category:<{width}}  {_cells(tally)}" for category, tally in rows]
    lines += ["", *_summary(judged), *_wrong(judged)]
    return "\n".join(lines)


def _cells(tally: Tally) -> str:
    agreement = "-" if tally.agreement is None else f"{tally.agreement:.0%}"
    return (
        f"{tally.total:>5}  {tally.right:>5}  {tally.deferred:>8}  {tally.false_passes:>10}  "
        f"{tally.false_fails:>10}  {agreement:>9}"
    )


def _summary(judged: Sequence[Judged]) -> Iterator[str]:
    tally, agreed = Tally.of(judged), kappa(judged)
    yield f"coverage {tally.coverage:.1%}: {tally.graded} graded, {tally.deferred} deferred"
    if tally.agreement is not None:
        beyond = "not defined" if agreed is None else f"{agreed:.3f}"
        yield f"agreement {tally.agreement:.1%} of the graded, Cohen's kappa {beyond}"
    leaks = [each for each in judged if each.case.question.of_deleted]
    missed = Tally.of(leaks).false_passes
    if leaks:
        yield f"leaks passed after a deletion: {missed} of {plural(len(leaks), 'answer')}"


def _wrong(judged: Sequence[Judged]) -> Iterator[str]:
    wrong = [each for each in judged if each.result.startswith("false")]
    if wrong:
        yield ""
    for each in wrong:
        said = show(each.case.question.answer, 80)
        yield f"{each.result}: {each.case.id}: {said} ({each.verdict.judge})"


# --- the file


def read_labelled(path: Path) -> list[Labelled]:
    """Read labelled answers, one JSON object a line.

    :raises FixtureError: a line that cannot be used; each is named, and none is left out.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise FixtureError([f" {error_line(error)}"]) from None
    cases: list[Labelled] = []
    problems: list[str] = []
    first: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = _labelled(line)
        except (ValueError, RecursionError) as error:
            problems.append(f"{number}: {error}")
            continue
        if first.setdefault(case.id, number) != number:
            problems.append(
                f"{number}: the id {case.id!r} is already used in line {first[case.id]}"
            )
        cases.append(case)
    if not cases and not problems:
        problems.append("1: no labelled answers")
    if problems:
        raise FixtureError(problems)
    return cases


def _labelled(line: str) -> Labelled:
    """One line.

    :raises ValueError: it is not a labelled answer.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error_line(error)}") from None
    if not isinstance(found, dict):
        raise ValueError(f"must be an object, got {show(found, 60)}")
    for name in _TEXTS:
        _check(found, name, lambda value: isinstance(value, str), "a text")
    _check(found, "correct", lambda value: isinstance(value, bool), "true or false")
    _check(found, "old_value", lambda value: value is None or isinstance(value, str), "a text")
    task = _chosen(found, "task_type", _TASKS)
    phase = None if task == "answer" else _chosen(found, "phase", ("before", "after"))
    question = Question(
        task,  # type: ignore[arg-type]
        phase,  # type: ignore[arg-type]
        found["question"],
        found["gold"],
        found.get("old_value"),
        found["answer"],
    )
    return Labelled(found["id"], _category(found), question, found["correct"])


def _check(found: Mapping[str, Any], name: str, fits: Callable[[object], bool], what: str) -> None:
    if name not in found and name != "old_value":
        raise ValueError(f"lacks {name!r}")
    if not fits(found.get(name)):
        raise ValueError(f"{name!r} must be {what}, got {show(found[name], 60)}")


def _chosen(found: Mapping[str, Any], name: str, known: Sequence[str]) -> str:
    value = found.get(name)
    if value not in known:
        got = show(value, 60)
        raise ValueError(f"{name!r} is {got} ({known_names(known, str(value))})")
    return str(value)


def _category(found: Mapping[str, Any]) -> str:
    """The given category, or the id without its number: `ea-hedge-02` is of `ea-hedge`."""
    given = found.get("category")
    kind = re.sub(r"-?\d+$", "", found["id"]) or found["id"]
    return given if isinstance(given, str) and given else kind
