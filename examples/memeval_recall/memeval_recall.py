"""A plugin for the plugin: a suite of its own, a metric more for another, and a reason to fail.

The suite `recall` asks a retriever for the memories that answer a question. A case names the
memories of a small store and which of them are right; a retriever is a function
``(question, memories: dict of id to text) -> list of ids, best first``.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from pytest_memeval.errors import FixtureError
from pytest_memeval.registry import SuiteEntry
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Ask
from pytest_memeval.suites.base import ExtraMetric
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.base import name_of

#: How far down the list a memory still counts as found.
TOP = 3
KEYS = ("id", "question", "memories", "right")

ENTRY = SuiteEntry(
    name="recall",
    marker="recall",
    marker_help="recall(*paths): one item a question; the function returns ids, best first.",
    subject_option="recall_retriever",
    subject_help="the retrievers to score, one a line: `module:attribute`",
    target="memeval_recall:SUITE",
)


@dataclass(frozen=True)
class Question:
    """A question, a store, and the ids of the memories that answer it."""

    id: str
    question: str
    memories: Mapping[str, str]
    right: Sequence[str]


@dataclass(frozen=True)
class Retriever:
    """A function under test, given its own copy of the store."""

    target: Callable[..., object]
    needs_level = False
    takes_level = False

    def ask(self, case: Question, level: str | None) -> object:
        return self.target(case.question, dict(case.memories))


class RecallSuite:
    """What `pytest_memeval.suites.base.Suite` asks for, and no more."""

    name = "recall"
    metrics: Mapping[str, MetricKind] = {
        "recall_at_3": MetricKind("right memories among the first three / all right ones"),
        "first_is_right": MetricKind("questions whose first memory is a right one / all"),
    }
    default_floors = ("recall_at_3 >= 0.8",)
    builtin_subjects: Mapping[str, str] = {}
    default_subjects = ()
    factory = False

    def case_schema(self) -> dict[str, Any]:
        text = {"type": "string", "minLength": 1}
        return {
            "type": "object",
            "required": list(KEYS),
            "additionalProperties": False,
            "properties": {
                "id": text,
                "question": text,
                "memories": {"type": "object", "additionalProperties": text, "minProperties": 1},
                "right": {"type": "array", "items": text, "minItems": 1, "uniqueItems": True},
            },
        }

    def recognises(self, case: Mapping[str, object]) -> bool:
        return {"question", "right"} <= set(case)

    def parse(self, cases: Sequence[RawCase], options: Options) -> list[Placed]:
        problems = [
            f"{raw.line}: {name_of(raw, number)}: {problem}"
            for number, raw in enumerate(cases, 1)
            for problem in self._problems(raw.data)
        ]
        if problems:
            raise FixtureError(problems)
        return [Placed(Question(**raw.data), raw.line) for raw in cases]  # type: ignore[arg-type]

    def _problems(self, data: Any) -> Iterator[str]:
        import jsonschema

        errors = list(jsonschema.Draft202012Validator(self.case_schema()).iter_errors(data))
        yield from (f"{error.json_path}: {error.message}" for error in errors)
        if not errors:
            unknown = [one for one in data["right"] if one not in data["memories"]]
            yield from (f"{one!r} is right, and none of the memories" for one in unknown)

    def subject(self, target: Callable[..., object], name: str) -> Retriever:
        return Retriever(target)

    def arguments(self, names: Iterable[str]) -> tuple[str, ...] | None:
        wanted = ("question", "memories")
        return wanted if set(wanted) <= set(names) else None

    def argument_value(self, case: Question, argument: str) -> object:
        return dict(case.memories) if argument == "memories" else case.question

    def open(self, setup: Setup) -> RecallBench:
        return RecallBench()

    def score(self, rows: Sequence[Row]) -> Scores:
        known = [row for row in rows if row["outcome"] != "not_measured"]
        found = sum(len(row["found"]) for row in known)
        first = [row for row in known if row["first"]]
        return Scores(
            {
                "recall_at_3": Metric(
                    True,
                    found,
                    sum(len(row["right"]) for row in known),
                    missed=_ids(row for row in known if len(row["found"]) < len(row["right"])),
                ),
                "first_is_right": Metric(
                    True,
                    len(first),
                    len(known),
                    missed=_ids(row for row in known if not row["first"]),
                ),
            }
        )

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return []

    def artifacts(self, results: Mapping[Key, Sequence[Row]]) -> Mapping[str, str]:
        return {}


def _ids(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(row["id"] for row in rows)


class RecallBench:
    """Asks once a question and looks how far down the right memories stand."""

    def measure(self, key: Key, case: Question, ask: Ask) -> Row:
        answer = ask(case)
        ids, problem = _read(answer)
        found = [one for one in case.right if one in ids[:TOP]]
        row = {
            "id": case.id,
            "right": list(case.right),
            "found": found,
            "first": bool(ids) and ids[0] in case.right,
        }
        if answer.not_measured:
            return {**row, "outcome": "not_measured", "detail": answer.not_measured}
        if problem:
            return {**row, "outcome": "failed", "detail": problem}
        lost = [one for one in case.right if one not in found]
        detail = f"not among the first {TOP}: {', '.join(lost)}" if lost else ""
        return {**row, "outcome": "miss" if lost else "hit", "detail": detail}

    def close(self) -> None:
        """Nothing is held on to."""


def _read(answer: Answer) -> tuple[list[str], str]:
    """The ids in an answer, and what is wrong with it."""
    if answer.error or answer.not_measured:
        return [], answer.error and f"the retriever raised {answer.error}"
    ids = answer.value
    if not isinstance(ids, (list, tuple)) or not all(isinstance(one, str) for one in ids):
        return [], f"want a list of ids, got {type(ids).__name__}"
    return list(ids), ""


SUITE = RecallSuite()


# --- the hooks


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(ENTRY.subject_option, ENTRY.subject_help, type="linelist", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """The marker is known in ordinary runs, too."""
    config.addinivalue_line("markers", ENTRY.marker_help)


def pytest_memeval_metrics(suite: str) -> list[ExtraMetric]:
    """One metric more for the write gate: how much of what is sent is long."""
    if suite != "write_gate":
        return []
    kind = MetricKind("sent windows of more than 500 characters / all that were sent")
    return [ExtraMetric("long_payloads", kind, _long_payloads)]


def _long_payloads(rows: Sequence[Row]) -> Metric:
    sent = [row for row in rows if row.get("payload")]
    return Metric(True, sum(len(row["payload"]) > 500 for row in sent), len(sent))


def pytest_memeval_verdict(config: pytest.Config, report: Any) -> list[str]:
    """A house rule: a suite that a run measures has at least two cases for it."""
    return [
        f"{result.suite}: {result.counts.measured} measured case proves nothing"
        for result in report.results
        if result.counts.measured == 1 and not report.run.narrowed
    ]


def pytest_memeval_report(config: pytest.Config, report: Any) -> dict[str, Any]:
    return {"memeval_recall": {"top": TOP}}
