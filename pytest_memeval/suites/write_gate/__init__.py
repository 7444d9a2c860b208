"""Does the right conversation get stored, and the noise not?

A case is a labelled window, the subject a classifier ``window -> decision``.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Ask
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.write_gate import cases
from pytest_memeval.suites.write_gate import decision
from pytest_memeval.suites.write_gate import scoring
from pytest_memeval.suites.write_gate import shape
from pytest_memeval.suites.write_gate.cases import Turn
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.decision import Classifier
from pytest_memeval.suites.write_gate.decision import Decision
from pytest_memeval.suites.write_gate.leaks import leaks

__all__ = ["SUITE", "WriteGateSuite"]


def durable_types(options: Options) -> tuple[str, ...]:
    """The five types, and those that a project adds with `memeval_types`."""
    added = options.get("memeval_types", ())
    return (*cases.DURABLE_TYPES, *map(str.lower, added)) if added else cases.DURABLE_TYPES


class WriteGateSuite:
    """The write gate as the plugin sees it; the `Suite` protocol says what each part is for."""

    name = "write_gate"
    metrics = scoring.METRICS
    default_floors: Sequence[str] = ("hard_drop_recall >= 0.95", "extract_recall >= 0.80")
    builtin_subjects: Mapping[str, str] = {"reference": "pytest_memeval.gate:classify"}
    default_subjects: Sequence[str] = ()
    factory = False

    def case_schema(self) -> dict[str, Any]:
        return cases.case_schema()

    def recognises(self, case: Mapping[str, object]) -> bool:
        # More than half of the keys: a case with a key missing is ours, and an error.
        return len(set(cases.KEYS) & set(case)) >= 3

    def parse(self, raw: Sequence[RawCase], options: Options) -> list[Placed]:
        parsed = cases.parse(raw, durable_types(options))
        return [Placed(case, one.line) for case, one in zip(parsed, raw, strict=True)]

    def subject(self, target: Callable[..., object], name: str) -> Classifier:
        return Classifier(target, name)

    def arguments(self, names: Iterable[str]) -> tuple[str, ...] | None:
        known = set(names)
        return next(((name,) for name in decision.ARGUMENTS if name in known), None)

    def argument_value(self, case: WriteGateCase, argument: str) -> object:
        return decision.argument_value(case, argument)

    def open(self, setup: Setup) -> WriteGateBench:
        return WriteGateBench(self, setup)

    def row(self, case: WriteGateCase, answer: Answer, options: Options) -> Row:
        read = self.read(answer, options)
        outcome, detail = _judge(case.label, read, answer)
        payload = decision.kept_for_row(read) if read.action == "send" else None
        return {
            "id": case.id,
            "label": case.label,
            "expect_type": case.expect_type,
            "kind": case.kind,
            "note": case.note,
            "outcome": outcome,
            "detail": detail,
            "decision": read.action,
            "type": read.type,
            "reason": read.reason,
            "payload": payload,
            "payload_noise": leaks(read.kept or "") if payload is not None else [],
            "payload_lost": decision.loses(case, read) if payload is not None else None,
        }

    def read(self, answer: Answer, options: Options) -> Decision:
        """The decision in an answer."""
        if answer.error or answer.not_measured:
            return Decision("unreadable", shown=f"raised {answer.error}" if answer.error else "")
        return decision.read_decision(answer.value, durable_types(options))

    def score(self, rows: Sequence[Row]) -> Scores:
        return scoring.score(rows)

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return scoring.hints(rows)

    def artifacts(self, results: Mapping[Key, Sequence[Row]]) -> Mapping[str, str]:
        return {}


class WriteGateBench:
    """Asks a gate about a window, and, where that was asked for, about windows of its shape."""

    def __init__(self, suite: WriteGateSuite, setup: Setup) -> None:
        self._suite = suite
        self._setup = setup
        self._frames: list[Turn] | None = None

    def measure(self, key: Key, case: WriteGateCase, ask: Ask) -> Row:
        row = self._suite.row(case, ask(case), self._setup.options)
        search = self._setup.search
        if search is None or row["outcome"] not in ("hit", "miss"):
            return row
        if self._frames is None:
            self._frames = shape.frames_of(self._setup.cases())
        scoped = replace(search, scope=f"{key.suite} {key.subject} {key.level}")

        def decide(other: WriteGateCase) -> Decision:
            given = ask(other)
            if given.not_measured:
                return Decision(shape.NOT_MEASURED, shown=given.not_measured)
            return self._suite.read(given, self._setup.options)

        found = shape.explore(case, decide, self._frames, scoped)
        if row["outcome"] == "hit" and found["holds"] is False:
            row = {**row, "outcome": "miss", "detail": f"a mutant: {found['said']}"}
        return {**row, "shape": found}

    def close(self) -> None:
        """Nothing is held on to."""


def _judge(label: str, read: Decision, answer: Answer) -> tuple[str, str]:
    """Outcome and detail. An `exclude` window may be sent: the platform has to suppress it."""
    if answer.not_measured:
        return "not_measured", answer.not_measured
    if answer.error:
        return "failed", f"the subject raised {answer.error}"
    if read.action == "unreadable":
        return "failed", f"unreadable decision: {read.shown}"
    if read.action in shape.WANTED[label]:
        return "hit", ""
    rule = f" (rule {read.reason})" if read.reason else ""
    return "miss", f"want {'send' if label == 'extract' else 'drop'}, got {read.action}{rule}"


SUITE = WriteGateSuite()
