"""Asks a reader with and without records, judges both answers, and says what that makes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from typing import Any
from uuid import NAMESPACE_OID
from uuid import uuid5

from pytest_memeval.judges import Judge
from pytest_memeval.judges import Question
from pytest_memeval.suites.ablation.cases import Kind
from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.ablation.cases import kind_of
from pytest_memeval.suites.ablation.citation import AnswerCitation
from pytest_memeval.suites.ablation.citation import cite
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.credit import UNKNOWN
from pytest_memeval.suites.ablation.credit import ControlResult
from pytest_memeval.suites.ablation.credit import GroupCredit
from pytest_memeval.suites.ablation.credit import PresenceCredit
from pytest_memeval.suites.ablation.credit import assess_context_presence
from pytest_memeval.suites.ablation.credit import assess_control
from pytest_memeval.suites.ablation.credit import assess_group_presence
from pytest_memeval.suites.ablation.errors import AblationError
from pytest_memeval.suites.ablation.evaluation import Evaluations
from pytest_memeval.suites.ablation.evaluation import NameTakenError
from pytest_memeval.suites.ablation.groups import smallest_sets
from pytest_memeval.suites.ablation.readers import Reading
from pytest_memeval.suites.ablation.readers import UnreadableError
from pytest_memeval.suites.ablation.readers import read_answer
from pytest_memeval.suites.ablation.trials import Arm
from pytest_memeval.suites.ablation.trials import Comparison
from pytest_memeval.suites.ablation.trials import compare
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Ask
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import plainly_told
from pytest_memeval.text import one_line
from pytest_memeval.timelimit import Limit

#: Of an answer so much is kept for people; its hash is of the whole.
LONGEST_ANSWER = 2000
#: The verdict on an answer that says nothing, whoever the judge is.
NOBODY = "rule:empty"


class _NotComparedError(Exception):
    """An arm that says nothing: the reader failed, or nobody could judge."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


class _SearchEndedError(Exception):
    """No more contexts may be answered in search of joint effects."""


@dataclass(frozen=True, slots=True)
class _Answers:
    """What one context came to: an outcome a trial, and the first answer for people.

    :param judges: who judged, but for answers that say nothing.
    """

    arm: Arm
    reading: Reading
    said: str
    judges: frozenset[str]

    @property
    def shown(self) -> dict[str, Any]:
        text = self.reading.text
        more = len(text) - LONGEST_ANSWER
        return {
            "right": self.arm.k,
            "trials": self.arm.n,
            "outcomes": list(self.arm.right),
            "answer": text if more <= 0 else f"{text[:LONGEST_ANSWER]}… ({more:,} more)",
            "answer_sha256": sha256_of(text),
            "judged": self.said,
        }


@dataclass
class _Known:
    """What has been found out about one case, by the set of records that were removed."""

    answers: dict[frozenset[str], _Answers] = field(default_factory=dict)
    errors: dict[frozenset[str], _NotComparedError] = field(default_factory=dict)
    measured: set[str] = field(default_factory=set)
    searched: int = 0

    def begin(self, identity: str) -> None:
        """An item that runs again asks again what gave no answer."""
        if identity in self.measured:
            self.errors.clear()
        self.measured.add(identity)


class AblationBench:
    """Measures removals, one after the other. A case's baseline is answered once.

    :param trials: how often each counterfactual is answered; the baseline twice as often, or once.
    :param searches: how many contexts may be answered for a case in search of joint effects, beside
        those that are items of the case.
    :param limit: how long the reader may take for one answer; None: as long as it likes.
    :param told_by: what an exception says that the judge raises; see `Setup`.
    """

    def __init__(
        self,
        judge: Judge,
        trials: int,
        searches: int,
        evaluations: Evaluations,
        limit: Limit | None = None,
        told_by: Callable[[BaseException], Answer | None] = plainly_told,
    ) -> None:
        self.limit = limit
        self._told_by = told_by
        self._judge = judge
        self._trials = trials
        self._searches = searches
        self._evaluations = evaluations
        self._known: dict[tuple[Key, str], _Known] = {}

    def close(self) -> None:
        self._judge.close()

    def measure(self, key: Key, case: Removal, ask: Ask) -> Row:
        known = self._known.setdefault((key, case.case.id), _Known())
        known.begin(case.id)
        row = described(case)
        try:
            row.update(self._evaluations.of(key.subject))
            self._compare(row, known, case, ask)
        except NameTakenError as error:
            row.update(outcome="not_measured", detail=str(error))
        except _NotComparedError as error:
            row.update(outcome=error.outcome, detail=error.detail)
        except AblationError as error:
            row.update(outcome="failed", detail=f"no credit can be given: {error}")
        return row

    def _compare(self, row: Row, known: _Known, case: Removal, ask: Ask) -> None:
        whole = replace(case, removed=())
        if frozenset() in known.errors:
            raise known.errors[frozenset()]
        # In this order: a marked function has been asked about the item's own context already.
        without = self._answered(known, case, ask)
        row["counterfactual"] = without.shown
        baseline = self._answered(known, whole, ask)
        row["baseline"] = baseline.shown
        cited, absent = _cited(case, baseline.reading)
        row["reader_cited"], row["absent"] = _said_used(case.case.bundle, baseline.reading), absent
        row["label"] = kind_of(case.removed, cited)
        _check_judges(baseline, without)
        found = compare(baseline.arm, without.arm)
        row.update(_compared(found))
        row.update(_credited(row, case, cited, baseline, without, found))
        if row["label"] == "single" and found.stable and not found.flips:
            row.update(self._joint(row, known, case, cited, ask))
        row["outcome"], row["detail"] = _judged(row, case)

    # --- asking

    def _answered(self, known: _Known, case: Removal, ask: Ask) -> _Answers:
        removed = frozenset(case.removed)
        if removed in known.errors:
            raise known.errors[removed]
        if removed not in known.answers:
            try:
                known.answers[removed] = self._ask(case, ask)
            except _NotComparedError as error:
                known.errors[removed] = error
                raise
        return known.answers[removed]

    def _ask(self, case: Removal, ask: Ask) -> _Answers:
        number = self._trials * (2 if not case.removed and self._trials > 1 else 1)
        # A copy for each further trial: it is not the case that has been asked about already.
        trials = [case, *(replace(case) for _ in range(number - 1))]
        readings = [_read(one, ask) for one in trials]
        verdicts = [self._verdict(case, reading) for reading in readings]
        return _Answers(
            Arm(tuple(right for right, _, _ in verdicts)),
            readings[0],
            verdicts[0][2],
            frozenset(judge for _, judge, _ in verdicts if judge != NOBODY),
        )

    def _verdict(self, case: Removal, reading: Reading) -> tuple[bool, str, str]:
        question = Question(
            task="answer",
            phase=None,
            question=case.question,
            gold=case.case.gold,
            old=None,
            answer=reading.text,
        )
        said = repr(one_line(reading.text, 60))
        try:
            verdict = self._judge.judge(question)
            right = {"pass": True, "fail": False}.get(verdict.state)
            judge = str(verdict.judge)
            told = f"{judge}: {one_line(verdict.reason)}"
        except BaseException as error:  # a judge of the user's
            raised = self._told_by(error)
            if raised is None:
                raise
            why = raised.not_measured or f"the judge raised {raised.error}"
            raise _NotComparedError("invalid", f"no verdict on {said}: {why}") from None
        if right is None:
            raise _NotComparedError("invalid", f"no verdict on {said}: {one_line(verdict.reason)}")
        return right, judge, told

    # --- joint effects

    def _joint(
        self, row: Row, known: _Known, case: Removal, cited: Sequence[str], ask: Ask
    ) -> dict[str, Any]:
        """The smallest sets of cited records that flip the answer together.

        They are looked for in the same order whichever of a case's removals comes first.
        """
        baseline = known.answers[frozenset()]
        groups: list[dict[str, Any]] = []
        missing: list[str] = []

        def flips(ids: tuple[str, ...]) -> bool:
            other = replace(case, removed=ids)
            try:
                without = self._searched(known, other, ask)
                _check_judges(baseline, without)
            except _NotComparedError as error:
                missing.append(error.detail)
                if error.outcome == "not_measured":  # there is no time for more
                    raise _SearchEndedError from None
                return False
            found = compare(baseline.arm, without.arm)
            if found.flips and len(ids) > 1:
                given = _credited({**row, "label": "joint"}, other, cited, baseline, without, found)
                groups.append(given["credit"])
            return found.flips

        try:
            for _ in smallest_sets(cited, flips):
                pass
        except _SearchEndedError:
            missing = missing or ["memeval_ablation_searches is used up"]
        mine = [group for group in groups if set(case.removed) <= set(group["record_ids"])]
        return {"groups": mine, "unsearched": missing[0] if missing else ""}

    def _searched(self, known: _Known, case: Removal, ask: Ask) -> _Answers:
        removed = frozenset(case.removed)
        new = removed not in known.answers and removed not in known.errors
        if new and removed not in case.case.own:
            if known.searched >= self._searches:
                raise _SearchEndedError
            known.searched += 1
        return self._answered(known, case, ask)


def _read(case: Removal, ask: Ask) -> Reading:
    where = f"asked without {', '.join(case.removed)}" if case.removed else "asked with all records"
    answer = ask(case)
    if answer.not_measured:
        raise _NotComparedError("not_measured", f"{answer.not_measured}, {where}")
    if answer.error:
        raise _NotComparedError("failed", f"the reader raised {answer.error}, {where}")
    try:
        reading = read_answer(answer.value)
    except UnreadableError as error:
        raise _NotComparedError("failed", f"{error}, {where}") from None
    cited = None if reading.cited is None else tuple(map(_encodable, reading.cited))
    return Reading(_encodable(reading.text), cited)


def _encodable(text: str) -> str:
    """Half a surrogate pair in an answer becomes its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _check_judges(*arms: _Answers) -> None:
    """Refuse arms that were not judged by the same judge; all rules are one judge."""
    judges = frozenset[str]().union(*(arm.judges for arm in arms))
    if len({judge if not judge.startswith("rule:") else "rule" for judge in judges}) > 1:
        names = " and ".join(sorted(judges))
        raise _NotComparedError("invalid", f"not comparable: the arms were judged by {names}")


# --- who cites what


def _cited(case: Removal, reading: Reading) -> tuple[list[str], list[str]]:
    """The records that the answer rests on, and what the reader cites that is not in the context.

    Where the case states what is cited that counts, and otherwise what the reader says.
    """
    bundle = case.case.bundle
    told = dict.fromkeys(reading.cited or ())
    found = {one: bundle.resolve(one) for one in told}
    absent = [one for one, identity in found.items() if identity is None]
    if case.case.cited is not None:
        return list(case.case.cited), absent
    used = dict.fromkeys(identity for identity in found.values() if identity is not None)
    # The order of the context, whatever the order in which the reader thought of them.
    return [record.id for record in bundle.records if record.id in used], absent


def _said_used(bundle: ContextBundle, reading: Reading) -> list[str] | None:
    """What the reader says it used, by the records' ids."""
    if reading.cited is None:
        return None
    return list(dict.fromkeys(bundle.resolve(one) or one for one in reading.cited))


def _citation(case: Removal, cited: Iterable[str], reading: Reading) -> AnswerCitation:
    """The citation of the baseline's answer. Its ids follow from what it says."""
    whole = case.case
    made = cite(
        whole.bundle,
        answer_id=whole.id,
        cited_ids=cited,
        answer=reading.text,
        method="model_reported" if whole.cited is None else "application_verified",
    )
    told = json.dumps([whole.digest, made.cited_ids, made.answer_sha256])
    return replace(made, citation_id=str(uuid5(NAMESPACE_OID, told)))


def _credited(
    row: Row,
    case: Removal,
    cited: Sequence[str],
    baseline: _Answers,
    without: _Answers,
    found: Comparison,
) -> dict[str, Any]:
    """What the library makes of a removal. Of records cited and not, together, it says nothing."""
    kind: Kind = row["label"]
    if kind == "mixed":
        return {"credit": None}
    ablation = ablate_context(case.case.bundle, case.removed)
    citation = _citation(case, cited, baseline.reading)
    told: dict[str, Any] = {
        "baseline_correct": UNKNOWN if found.before is None else found.before,
        "counterfactual_correct": UNKNOWN if found.after is None else found.after,
        "evaluation_id": row["evaluation_id"],
        "counterfactual_answer_sha256": sha256_of(without.reading.text),
    }
    credit: PresenceCredit | GroupCredit | ControlResult
    if kind == "single":
        credit = assess_context_presence(ablation, citation, record_id=case.removed[0], **told)
        tier = credit.tier if found.stable else "unstable"
        return {"credit": credit.as_row(), "tier": tier, "value": credit.value}
    if kind == "joint":
        credit = assess_group_presence(ablation, citation, **told)
        return {"credit": credit.as_row(), "effect": credit.effect if found.stable else "unstable"}
    credit = assess_control(ablation, citation, **told)
    return {"credit": credit.as_row()}


# --- rows


def described(case: Removal) -> Row:
    """What is known of a removal before anybody is asked."""
    whole = case.case
    ablation = ablate_context(whole.bundle, case.removed)
    records = [record for record in whole.bundle.records if record.id in case.removed]
    alone = records[0] if len(records) == 1 else None
    return {
        "id": case.id,
        "case": whole.id,
        "label": case.kind or "unasked",
        "removed": list(case.removed),
        "removed_text": [record.text for record in records],
        "section": alone.section if alone else None,
        "source": alone.source if alone else None,
        "type": alone.type if alone else None,
        "question": whole.question,
        "gold": whole.gold,
        "note": whole.note,
        "tokens_removed": ablation.tokens_saved,
        "baseline_context_sha256": ablation.baseline_context_sha256,
        "counterfactual_context_sha256": ablation.counterfactual_context_sha256,
        "tier": None,
        "value": None,
        "effect": None,
        "flips": None,
        "credit": None,
        "groups": [],
        "unsearched": "",
        "absent": [],
    }


def _compared(found: Comparison) -> dict[str, Any]:
    return {
        "right_before": found.before,
        "right_after": found.after,
        "flips": found.flips,
        "stable": found.stable,
        "difference": found.difference,
        "self_difference": found.self_difference,
        "p": found.p,
        "difference_low": found.low,
        "difference_high": found.high,
    }


def _judged(row: Row, case: Removal) -> tuple[str, str]:
    """Whether that is a finding to look at, and what it says."""
    got, said = row["tier"] or row["effect"] or row["label"], _answers(row)
    wanted = case.case.expect.get(case.removed[0]) if len(case.removed) == 1 else None
    if wanted is not None and got != wanted:
        hint = ", which the reader does not cite" if got == "control" else ""
        return "miss", f"want {wanted}, got {got}{hint} ({said})"
    wrong = _groups_wrong(row, case) if row["label"] == "single" else ""
    if wrong:
        return "miss", wrong
    if row["label"] == "control" and row["flips"]:
        return "miss", f"a control flips the answer ({said})"
    if wanted is None and got in ("misleading", "jointly_misleading"):
        return "miss", f"{got}: the answer is right without ({said})"
    return "hit", ""


def _groups_wrong(row: Row, case: Removal) -> str:
    """How the groups that a record was found in differ from those expected; "" if they do not."""
    if case.case.expect_groups is None:
        return ""
    want = [set(group) for group in case.case.expect_groups if set(case.removed) <= group]
    found = [set(group["record_ids"]) for group in row["groups"]]
    if all(group in found for group in want) and len(want) == len(found):
        return ""
    why = f" ({row['unsearched']})" if row["unsearched"] else ""
    return f"want the groups {_listed(want)}, got {_listed(found)}{why}"


def _listed(groups: Iterable[Iterable[str]]) -> str:
    return ", ".join(sorted("+".join(sorted(group)) for group in groups)) or "none"


def _answers(row: Row) -> str:
    """Both answers in few words; with several trials also how often they were right."""
    said = []
    for name, arm in (("with", row["baseline"]), ("without", row["counterfactual"])):
        often = f", right {arm['right']} of {arm['trials']}" if arm["trials"] > 1 else ""
        said.append(f"{name}: {one_line(arm['answer'], 60)!r}{often}")
    apart = ""
    if row["p"] is not None:
        apart = (
            f"; difference {row['difference']:+.2f} "
            f"({row['difference_low']:+.2f} to {row['difference_high']:+.2f}), "
            f"baseline with itself {row['self_difference']:.2f}, p {row['p']:.2g}"
        )
    return ", ".join(said) + apart
