"""The write gate's second half: what a real backend stores of the windows that a gate lets through.

Custom instructions are a prompt, and a prompt can only be tested by running it. `drop` windows are
never sent: that no request carries them is what is shown of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import asdict

from pytest_memeval.clients.secret import hide_key
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.write_gate import WriteGateSuite
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.leaks import leaks
from pytest_memeval.suites.write_gate.live import scoring
from pytest_memeval.suites.write_gate.live.replay import MEASURED
from pytest_memeval.suites.write_gate.live.replay import Outcome
from pytest_memeval.text import clean

__all__ = ["SUITE", "LiveWriteGateSuite"]

Options = Mapping[str, tuple[str, ...]]

#: What should become of the windows of each label.
WANTED = {"drop": "withheld", "exclude": "suppressed", "extract": "stored"}


class LiveWriteGateSuite(WriteGateSuite):
    """The write gate where the subject is a memory backend."""

    metrics = scoring.METRICS
    default_floors: Sequence[str] = ("extract_recall >= 0.80",)
    builtin_subjects: Mapping[str, str] = {}

    def row(self, case: WriteGateCase, answer: Answer, options: Options) -> Row:
        got = answer.value
        if not isinstance(got, Outcome):
            got = Outcome("error", answer.not_measured or answer.error)
        outcome, detail = _judge(case.label, got)
        memories = [asdict(memory) for memory in got.memories]
        return {
            "id": case.id,
            "label": case.label,
            "expect_type": case.expect_type,
            "kind": case.kind,
            "note": hide_key(case.note),
            "outcome": outcome,
            "detail": detail,
            "decision": got.state,
            "user_id": got.user_id,
            "stamped_by": got.stamped_by,
            "stamp_trouble": got.stamp_trouble,
            "memories": memories,
            "latest": got.latest,
            "payload_noise": [found for memory in got.memories for found in leaks(memory.text)],
            "add_seconds": got.add_seconds,
            "extraction_seconds": got.extraction_seconds,
        }

    def score(self, rows: Sequence[Row]) -> Scores:
        return scoring.score(rows)

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return scoring.hints(rows)


def _judge(label: str, got: Outcome) -> tuple[str, str]:
    """Outcome and detail of a row."""
    wanted = WANTED[label]
    if got.state == wanted:
        return "hit", ""
    if got.state not in MEASURED:
        return "invalid", clean(f"{got.state}: {got.why}")
    texts = "; ".join(memory.text for memory in got.memories)
    return "miss", clean(f"want {wanted}, got {got.state}" + (f": {texts}" if texts else ""))


SUITE = LiveWriteGateSuite()
