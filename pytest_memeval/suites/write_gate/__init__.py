"""Does the right conversation get stored, and the noise not?

A case is a labelled window, the subject a classifier ``window -> decision``.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Search
from pytest_memeval.suites.write_gate import cases
from pytest_memeval.suites.write_gate import decision
from pytest_memeval.suites.write_gate import scoring
from pytest_memeval.suites.write_gate import shape
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.decision import Classifier
from pytest_memeval.suites.write_gate.decision import Decision
from pytest_memeval.suites.write_gate.leaks import leaks

__all__ = ["SUITE", "WriteGateSuite"]

Options = Mapping[str, tuple[str, ...]]


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

    def case_schema(self) -> dict[str, Any]:
        return cases.case_schema()

    def recognises(self, case: Mapping[str, object]) -> bool:
        # More than half of the keys: a case with a key missing is ours, and an error.
        return len(set(cases.KEYS) & set(case)) >= 3

    def parse(self, raw: Sequence[RawCase], options: Options) -> list[WriteGateCase]:
        return cases.parse(raw, durable_types(options))

    def subject(self, target: Callable[..., object], name: str) -> Classifier:
        return Classifier(target, name)

    def argument(self, names: Iterable[str]) -> str | None:
        return next((name for name in decision.ARGUMENTS if name in set(names)), None)

    def argument_value(self, case: WriteGateCase, argument: str) -> object:
        return decision.argument_value(case, argument)

    def row(self, case: WriteGateCase, answer: Answer, options: Options) -> Row:
        read = self._read(answer, options)
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

    def _read(self, answer: Answer, options: Options) -> Decision:
        if answer.error or answer.not_measured:
            return Decision("unreadable", shown=f"raised {answer.error}" if answer.error else "")
        return decision.read_decision(answer.value, durable_types(options))

    def context(self, cases: Sequence[WriteGateCase]) -> object:
        return shape.frames_of(cases)

    def explore(
        self,
        row: Row,
        case: WriteGateCase,
        ask: Callable[[WriteGateCase], Answer],
        context: Any,
        search: Search,
        options: Options,
    ) -> Row:
        def decide(other: WriteGateCase) -> Decision:
            given = ask(other)
            if given.not_measured:
                return Decision(shape.NOT_MEASURED, shown=given.not_measured)
            return self._read(given, options)

        found = shape.explore(case, decide, context, search)
        if row["outcome"] == "hit" and found["holds"] is False:
            row = {**row, "outcome": "miss", "detail": f"a mutant: {found['said']}"}
        return {**row, "shape": found}

    def score(self, rows: Sequence[Row]) -> Scores:
        return scoring.score(rows)

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return scoring.hints(rows)


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
