"""Asks a reader with and without a record, judges both answers, and says what that makes of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from pytest_memeval.judges import Judge
from pytest_memeval.judges import Question
from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.credit import VALUES
from pytest_memeval.suites.ablation.readers import Reading
from pytest_memeval.suites.ablation.readers import UnreadableError
from pytest_memeval.suites.ablation.readers import read_answer
from pytest_memeval.suites.ablation.trials import Arm
from pytest_memeval.suites.ablation.trials import Comparison
from pytest_memeval.suites.ablation.trials import compare
from pytest_memeval.suites.base import Ask
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from pytest_memeval.text import one_line

#: How answers are held against the gold of a case. It is part of what an evaluation is.
POLICY = "gold-1"
#: The largest sets that are looked through for a joint effect.
LARGEST = 3


class _NotComparedError(Exception):
    """An arm that says nothing: the reader failed, or nobody could judge."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


@dataclass
class _Answers:
    """What one context came to: an outcome a trial, and the first answer for people."""

    arm: Arm
    reading: Reading
    judged: str

    @property
    def shown(self) -> dict[str, Any]:
        return {
            "right": self.arm.k,
            "trials": self.arm.n,
            "answer": self.reading.text,
            "answer_sha256": sha256_of(_encodable(self.reading.text)),
            "judged": self.judged,
        }


@dataclass
class _Known:
    """What has been found out about one case, by the set of records that were removed."""

    answers: dict[frozenset[str], _Answers | _NotComparedError] = field(default_factory=dict)
    searched: int = 0


class AblationBench:
    """Measures removals, one after the other. A case's baseline is answered once.

    :param trials: how often each counterfactual is answered; the baseline twice as often, or once.
    :param searches: how many contexts may be answered for a case in search of joint effects.
    :param evaluation: names what is fixed in both arms: reader, prompt, decoding, judge, policy.
    """

    def __init__(self, judge: Judge, trials: int, searches: int, evaluation: Evaluation) -> None:
        self._judge = judge
        self._trials = trials
        self._searches = searches
        self._evaluation = evaluation
        self._known: dict[tuple[Key, str], _Known] = {}

    def close(self) -> None:
        self._judge.close()

    def measure(self, key: Key, case: Removal, ask: Ask) -> Row:
        known = self._known.setdefault((key, case.case.id), _Known())
        row = _row(case)
        try:
            row.update(self._evaluation.named_for(key.subject, self._judge.name))
            baseline = self._answered(known, replace(case, removed=()), ask)
            row["baseline"] = baseline.shown
            counterfactual = self._answered(known, case, ask)
            row["counterfactual"] = counterfactual.shown
        except _NotComparedError as error:
            return {**row, "outcome": error.outcome, "detail": error.detail}
        found = compare(baseline.arm, counterfactual.arm)
        row.update(_compared(found), reader_cited=_cited(case, baseline.reading))
        if found.tier == "cited_non_flipping" and case.kind == "single":
            row.update(self._joint(known, case, ask))
        outcome, detail = _judged(case, found, baseline, counterfactual)
        return {**row, "outcome": outcome, "detail": detail}

    # --- asking

    def _answered(self, known: _Known, case: Removal, ask: Ask) -> _Answers:
        removed = frozenset(case.removed)
        if removed not in known.answers:
            try:
                known.answers[removed] = self._ask(case, ask)
            except _NotComparedError as error:
                known.answers[removed] = error
        found = known.answers[removed]
        if isinstance(found, _NotComparedError):
            raise found
        return found

    def _ask(self, case: Removal, ask: Ask) -> _Answers:
        number = self._trials * (2 if not case.removed and self._trials > 1 else 1)
        # A copy for each further trial: it is not the case that has been asked about already.
        trials = [case, *(replace(case) for _ in range(number - 1))]
        readings = [self._read(one, ask) for one in trials]
        verdicts = [self._verdict(case, reading) for reading in readings]
        return _Answers(Arm(tuple(right for right, _ in verdicts)), readings[0], verdicts[0][1])

    def _read(self, case: Removal, ask: Ask) -> Reading:
        where = "without the removed records" if case.removed else "with all records"
        answer = ask(case)
        if answer.not_measured:
            raise _NotComparedError("not_measured", answer.not_measured)
        if answer.error:
            raise _NotComparedError("failed", f"the reader raised {answer.error}, asked {where}")
        try:
            return read_answer(answer.value)
        except UnreadableError as error:
            raise _NotComparedError("failed", f"{error}, asked {where}") from None

    def _verdict(self, case: Removal, reading: Reading) -> tuple[bool, str]:
        question = Question(
            task="answer",
            phase=None,
            question=case.question,
            gold=case.case.gold,
            old=None,
            answer=reading.text,
        )
        verdict = self._judge.judge(question)
        if verdict.state == "ungraded":
            raise _NotComparedError(
                "invalid", f"no verdict on {one_line(reading.text, 60)!r}: {verdict.reason}"
            )
        return verdict.state == "pass", f"{verdict.judge}: {verdict.reason}"

    # --- joint effects

    def _joint(self, known: _Known, case: Removal, ask: Ask) -> dict[str, Any]:
        """The smallest sets of cited records, this one among them, that flip the answer together.

        A set counts only where no part of it flips the answer by itself.
        """
        (target,) = case.removed
        others = [identity for identity in case.case.cited if identity != target]
        for size in range(1, min(LARGEST, len(others) + 1)):
            groups = []
            for rest in combinations(others, size):
                try:
                    if self._flips_only_whole(known, case, (target, *rest), ask):
                        groups.append(sorted((target, *rest)))
                except _BudgetError:
                    return {"groups": groups, "searched": False}
            if groups:
                return {"groups": groups, "searched": True}
        return {"groups": [], "searched": True}

    def _flips_only_whole(
        self, known: _Known, case: Removal, ids: tuple[str, ...], ask: Ask
    ) -> bool:
        parts = (part for size in range(1, len(ids)) for part in combinations(ids, size))
        return not any(self._flips(known, case, part, ask) for part in parts) and self._flips(
            known, case, ids, ask
        )

    def _flips(self, known: _Known, case: Removal, ids: tuple[str, ...], ask: Ask) -> bool:
        if frozenset(ids) not in known.answers:
            if known.searched >= self._searches:
                raise _BudgetError
            known.searched += 1
        other = replace(case, removed=ids)
        try:
            baseline = self._answered(known, replace(case, removed=()), ask)
            return compare(baseline.arm, self._answered(known, other, ask).arm).flips
        except _NotComparedError:
            return False


class _BudgetError(Exception):
    """No more contexts may be answered in search of joint effects."""


@dataclass(frozen=True)
class Evaluation:
    """What two arms must share to be compared, under a computed name or one of the user's.

    :param parts: the user's account of prompt and decoding, a line each.
    :param named: the user's name for it; "" computes one.
    :param folder: where names that were used before are kept, with what they stood for.
    """

    parts: tuple[str, ...]
    named: str
    folder: Path
    readers: Mapping[str, str]

    def digest(self, subject: str, judge: str) -> str:
        told = [subject, self.readers.get(subject, ""), *self.parts, judge, POLICY]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]

    def named_for(self, subject: str, judge: str) -> dict[str, str]:
        """The name of the evaluation, and the hash of what it stands for.

        :raises _NotComparedError: the name stands for something else already.
        """
        digest = self.digest(subject, judge)
        if not self.named:
            return {"evaluation_id": digest, "evaluation_digest": digest}
        place = self.folder / f"{file_name(self.named)}.txt"
        before = place.read_text(encoding="utf-8").strip() if place.is_file() else digest
        if before != digest:
            raise _NotComparedError(
                "not_measured",
                f"memeval_evaluation_id {self.named!r} stands for another reader, prompt, judge "
                f"or policy since an earlier run; choose another one, or delete {place}",
            )
        return {"evaluation_id": self.named, "evaluation_digest": digest}


def file_name(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]


# --- rows


def _row(case: Removal) -> Row:
    ablation = ablate_context(case.case.bundle, case.removed)
    records = [case.case.bundle.get(identity) for identity in case.removed]
    first = records[0]
    assert first is not None
    return {
        "id": case.id,
        "case": case.case.id,
        "label": case.kind,
        "removed": list(case.removed),
        "removed_text": [record.text for record in records if record is not None],
        "section": first.section,
        "source": first.source,
        "type": first.type,
        "question": case.question,
        "gold": case.case.gold,
        "note": case.case.note,
        "tier": None,
        "value": None,
        "groups": [],
        "tokens_removed": ablation.tokens_saved,
        "baseline_context_sha256": ablation.baseline_context_sha256,
        "counterfactual_context_sha256": ablation.counterfactual_context_sha256,
    }


def _compared(found: Comparison) -> dict[str, Any]:
    return {
        "tier": found.tier,
        "value": VALUES.get(found.tier),
        "flips": found.flips,
        "difference": found.difference,
        "self_difference": found.self_difference,
        "p": found.p,
        "difference_low": found.low,
        "difference_high": found.high,
    }


def _cited(case: Removal, reading: Reading) -> list[str] | None:
    """The records that the reader says it used, by their ids."""
    if reading.cited is None:
        return None
    bundle = case.case.bundle
    return [bundle.resolve(one) or one for one in reading.cited]


def _judged(
    case: Removal, found: Comparison, baseline: _Answers, counterfactual: _Answers
) -> tuple[str, str]:
    """Whether that is a finding to look at, and what it says."""
    said = (
        f"with: {one_line(baseline.reading.text, 60)!r}, "
        f"without: {one_line(counterfactual.reading.text, 60)!r}"
    )
    wanted = case.case.expect.get(case.removed[0]) if len(case.removed) == 1 else None
    if wanted is not None:
        return (
            ("hit", "")
            if found.tier == wanted
            else ("miss", f"want {wanted}, got {found.tier} ({said})")
        )
    if case.kind == "control":
        return ("miss", f"a control flips the answer ({said})") if found.flips else ("hit", "")
    if found.tier == "misleading":
        return "miss", f"misleading: the answer is right without it ({said})"
    return "hit", ""


def _encodable(text: str) -> str:
    """Half a surrogate pair in an answer becomes its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
