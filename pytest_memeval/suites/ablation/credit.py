"""What leaving a record out did to the answer, as one reader gave it and one judge judged it.

The tier is the result::

    with it   without it   tier                     value
    right     wrong        load_bearing             1.0
    right     right        cited_non_flipping       0.6
    wrong     right        misleading              -1.0
    wrong     wrong        cited_wrong_noncuring    0.0
    unknown in either arm  unknown                  none

The value is a way of looking at a tier, kept for those who know it from PRME. 0.6 is a convention
and no measurement: whoever adds values up mixes the two. A record that did not flip the answer may
be needed all the same, where another says the same; it is never irrelevant.

Three types that cannot be taken for each other:

* `PresenceCredit`: one cited record, alone.
* `GroupCredit`: several cited records, together. It has no value, since none of them has a share.
* `ControlResult`: records that the answer did not cite. Whatever happens, it says nothing about
  them. Their flips are the noise of the whole measurement.

Codes, order of checks, tiers and values are those of PRME 0.15.0. Where it is weak we decide
otherwise, on purpose:

=======================  =================================  =======================================
point                    PRME                               here
=======================  =================================  =======================================
baseline hash            of a stored text, whatever the     `text_mismatch` when the text does not
                         entries are                        follow from the records
equal hashes             credit, up to 1.0                  `nothing_removed`
header after removals    may change in a chain              fixed with the first bundle, and so is
                                                            the room; the header stays when all go
several removed          ablation, and no credit            `GroupCredit`: an effect, no value
citation and ablation    linked by the context's hash       by request and question as well:
                                                            `request_mismatch`, `question_mismatch`
outcome None, 1, …       three different errors             `bad_outcome`, and `UNKNOWN` is one
blank ids, surrogates    errors of several libraries        one base class, a code each
frozen                   the outer object                   all of it, and what is worked out later
                                                            follows from what is frozen
uncited records          refused                            `ControlResult`, never a label
0.6                      stored                             tiers are stored; values are a view
=======================  =================================  =======================================

Our own refusals come after PRME's, so that what PRME refuses is refused with its code. Besides:
references must be of one record each (`duplicate_reference`), an id is any text where not all ids
of a bundle are UUIDs, and an `evaluation_id` of bytes is not taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import asdict
from dataclasses import dataclass
from enum import Enum
from typing import Any
from typing import ClassVar
from typing import Literal
from typing import TypeAlias
from typing import TypeVar
from uuid import UUID

from pytest_memeval.suites.ablation.citation import METHODS
from pytest_memeval.suites.ablation.citation import AnswerCitation
from pytest_memeval.suites.ablation.citation import hash_problem
from pytest_memeval.suites.ablation.citation import name_problem
from pytest_memeval.suites.ablation.citation import refuse
from pytest_memeval.suites.ablation.context import ContextAblation
from pytest_memeval.suites.ablation.context import canonical
from pytest_memeval.suites.ablation.context import id_text
from pytest_memeval.suites.ablation.context import is_uuid
from pytest_memeval.suites.ablation.errors import CitedControlError
from pytest_memeval.suites.ablation.errors import ContextMismatchError
from pytest_memeval.suites.ablation.errors import IdError
from pytest_memeval.suites.ablation.errors import IdsTypeError
from pytest_memeval.suites.ablation.errors import NotAGroupError
from pytest_memeval.suites.ablation.errors import NothingRemovedError
from pytest_memeval.suites.ablation.errors import NotSoleTargetError
from pytest_memeval.suites.ablation.errors import OutcomeError
from pytest_memeval.suites.ablation.errors import QuestionMismatchError
from pytest_memeval.suites.ablation.errors import RequestMismatchError
from pytest_memeval.suites.ablation.errors import UncitedError
from pytest_memeval.text import show

_Kind = TypeVar("_Kind", bound="Measured")


class Unknown(Enum):
    """The judge deferred, or never got to see an answer."""

    UNKNOWN = "unknown"


UNKNOWN: Literal[Unknown.UNKNOWN] = Unknown.UNKNOWN

#: Whether an answer was right, or that nobody knows.
Outcome: TypeAlias = bool | Literal[Unknown.UNKNOWN]

Tier = Literal[
    "load_bearing", "cited_non_flipping", "misleading", "cited_wrong_noncuring", "unknown"
]

#: The tier of each pair of outcomes, with the record and without it.
TIERS: Mapping[tuple[Outcome, Outcome], Tier] = {
    (True, False): "load_bearing",
    (True, True): "cited_non_flipping",
    (False, True): "misleading",
    (False, False): "cited_wrong_noncuring",
}

#: PRME's number for each tier.
VALUES: Mapping[str, float] = {
    "load_bearing": 1.0,
    "cited_non_flipping": 0.6,
    "misleading": -1.0,
    "cited_wrong_noncuring": 0.0,
}

Effect = Literal[
    "jointly_load_bearing",
    "jointly_non_flipping",
    "jointly_misleading",
    "jointly_wrong_noncuring",
    "unknown",
]

#: The same for records that were removed together.
EFFECTS: Mapping[tuple[Outcome, Outcome], Effect] = {
    (True, False): "jointly_load_bearing",
    (True, True): "jointly_non_flipping",
    (False, True): "jointly_misleading",
    (False, False): "jointly_wrong_noncuring",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One removal, answered with and without.

    :param evaluation_id: reader, prompt, decoding, judge and reference policy of both arms.
    """

    semantics: ClassVar[str]
    schema_version: ClassVar[int] = 1

    request_id: str | None
    question_sha256: str | None
    citation_id: str
    answer_id: str
    citation_method: str
    evaluation_id: str
    baseline_context_sha256: str
    counterfactual_context_sha256: str
    baseline_answer_sha256: str | None
    counterfactual_answer_sha256: str | None
    baseline_correct: Outcome
    counterfactual_correct: Outcome
    tokens_saved: int

    def __post_init__(self) -> None:
        check_outcome(self.baseline_correct)
        check_outcome(self.counterfactual_correct)
        refuse(self._problems())
        if not self.evaluation_id.strip():
            refuse(["`evaluation_id` is blank"])
        if self.baseline_context_sha256 == self.counterfactual_context_sha256:
            raise NothingRemovedError("both contexts are the same: nothing was removed")

    def _problems(self) -> Iterable[str | None]:
        yield name_problem("evaluation_id", self.evaluation_id)
        yield name_problem("answer_id", self.answer_id)
        yield hash_problem("baseline_context_sha256", self.baseline_context_sha256)
        yield hash_problem("counterfactual_context_sha256", self.counterfactual_context_sha256)
        for name in ("baseline_answer_sha256", "counterfactual_answer_sha256"):
            value = getattr(self, name)
            if value is not None:
                yield hash_problem(name, value)
        if self.citation_method not in METHODS:
            yield f"unknown `citation_method` {show(self.citation_method)}"

    @property
    def outcomes(self) -> tuple[Outcome, Outcome]:
        """With the removed records, and without."""
        return (self.baseline_correct, self.counterfactual_correct)

    @property
    def flipped(self) -> bool | None:
        """Whether right and wrong changed places; None if one of them is unknown."""
        if UNKNOWN in self.outcomes:
            return None
        return self.baseline_correct is not self.counterfactual_correct

    def as_row(self) -> dict[str, Any]:
        """All of it in plain JSON types."""
        row = asdict(self)
        for name in ("baseline_correct", "counterfactual_correct"):
            row[name] = "unknown" if row[name] is UNKNOWN else row[name]
        return {"schema_version": self.schema_version, "semantics": self.semantics, **row}


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceCredit(Measured):
    """What one cited record's presence did."""

    semantics: ClassVar[str] = "context_presence_credit_v1"

    record_id: str

    @property
    def tier(self) -> Tier:
        return TIERS.get(self.outcomes, "unknown")

    @property
    def value(self) -> float | None:
        """The tier as PRME's number; None if it is unknown."""
        return VALUES.get(self.tier)

    def as_row(self) -> dict[str, Any]:
        return {**Measured.as_row(self), "tier": self.tier, "value": self.value}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCredit(Measured):
    """What several cited records' presence did, together. None of them has a share of it."""

    semantics: ClassVar[str] = "context_group_presence_v1"

    record_ids: tuple[str, ...]

    @property
    def effect(self) -> Effect:
        return EFFECTS.get(self.outcomes, "unknown")

    def as_row(self) -> dict[str, Any]:
        row = Measured.as_row(self)
        return {**row, "record_ids": list(self.record_ids), "effect": self.effect}


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlResult(Measured):
    """What a removal of uncited records did: a reading of the noise, no label of a record."""

    semantics: ClassVar[str] = "context_control_v1"

    record_ids: tuple[str, ...]

    def as_row(self) -> dict[str, Any]:
        row = Measured.as_row(self)
        return {**row, "record_ids": list(self.record_ids), "flipped": self.flipped}


def check_outcome(outcome: object) -> None:
    """:raises OutcomeError: it is neither True, False nor `UNKNOWN`, but 1, None, "yes" …"""
    if outcome is not True and outcome is not False and outcome is not UNKNOWN:
        raise OutcomeError(f"an outcome is True, False or UNKNOWN; got {show(outcome, 60)}")


def assess_context_presence(
    ablation: ContextAblation,
    citation: AnswerCitation,
    *,
    record_id: str | UUID,
    baseline_correct: Outcome,
    counterfactual_correct: Outcome,
    evaluation_id: str,
    counterfactual_answer_sha256: str | None = None,
) -> PresenceCredit:
    """Credit one cited record with what its presence did.

    The first of these that applies decides:

    ====================  =======================================================================
    code                  what is refused
    ====================  =======================================================================
    `type_error`          no ablation, or no citation
    `bad_id`              what is no id
    `not_sole_target`     an ablation that removed anything but this one record
    `uncited`             a record that the answer does not cite
    `context_mismatch`    a citation of another context than the ablation's baseline
    `bad_outcome`         an outcome that is neither True, False nor `UNKNOWN`
    `invalid`             an `evaluation_id` that is no text of 1 to 512 characters, or blank; a
                          hash that is none
    `nothing_removed`     two contexts that are the same
    `request_mismatch`    a citation of another request, even one with the same context
    `question_mismatch`   a citation of an answer to another question
    ====================  =======================================================================

    :param evaluation_id: the same only where reader, prompt, decoding, judge and reference policy
        are the same in both arms.
    """
    _check_types(ablation, citation)
    key = canonical(id_text(record_id))
    if ablation.uses_uuids and not is_uuid(key):
        raise IdError(f"{show(key)} is no UUID, as the ids in this context are")
    if [canonical(one) for one in ablation.removed_ids] != [key]:
        removed = ", ".join(ablation.removed_ids)
        raise NotSoleTargetError(f"the ablation removed {removed}, not {show(key)} alone")
    if key not in citation.cited_ids:
        raise UncitedError(f"the answer does not cite {show(key)}")
    return _measure(
        PresenceCredit,
        (ablation, citation),
        (baseline_correct, counterfactual_correct),
        evaluation_id=evaluation_id,
        counterfactual_answer_sha256=counterfactual_answer_sha256,
        record_id=ablation.removed_ids[0],
    )


def assess_group_presence(
    ablation: ContextAblation,
    citation: AnswerCitation,
    *,
    baseline_correct: Outcome,
    counterfactual_correct: Outcome,
    evaluation_id: str,
    counterfactual_answer_sha256: str | None = None,
) -> GroupCredit:
    """What the presence of all that the ablation removed did, as `assess_context_presence`.

    :raises NotAGroupError: it removed one record only.
    :raises UncitedError: one of them is not cited.
    """
    _check_types(ablation, citation)
    if len(ablation.removed_ids) < 2:
        raise NotAGroupError("the ablation removed one record; a group has two or more")
    cited = set(citation.cited_ids)
    for identity in ablation.removed_ids:
        if canonical(identity) not in cited:
            raise UncitedError(f"the answer does not cite {show(identity)}")
    return _measure(
        GroupCredit,
        (ablation, citation),
        (baseline_correct, counterfactual_correct),
        evaluation_id=evaluation_id,
        counterfactual_answer_sha256=counterfactual_answer_sha256,
        record_ids=ablation.removed_ids,
    )


def assess_control(
    ablation: ContextAblation,
    citation: AnswerCitation,
    *,
    baseline_correct: Outcome,
    counterfactual_correct: Outcome,
    evaluation_id: str,
    counterfactual_answer_sha256: str | None = None,
) -> ControlResult:
    """What a removal of uncited records did, as `assess_context_presence`.

    :raises CitedControlError: one of them is cited.
    """
    _check_types(ablation, citation)
    cited = set(citation.cited_ids)
    for identity in ablation.removed_ids:
        if canonical(identity) in cited:
            raise CitedControlError(f"the answer cites {show(identity)}: that is no control")
    return _measure(
        ControlResult,
        (ablation, citation),
        (baseline_correct, counterfactual_correct),
        evaluation_id=evaluation_id,
        counterfactual_answer_sha256=counterfactual_answer_sha256,
        record_ids=ablation.removed_ids,
    )


def _check_types(ablation: object, citation: object) -> None:
    if not isinstance(ablation, ContextAblation):
        raise IdsTypeError(f"a ContextAblation is wanted; got {show(ablation, 60)}")
    if not isinstance(citation, AnswerCitation):
        raise IdsTypeError(f"an AnswerCitation is wanted; got {show(citation, 60)}")


def _measure(
    kind: type[_Kind],
    of: tuple[ContextAblation, AnswerCitation],
    outcomes: tuple[Outcome, Outcome],
    **more: Any,
) -> _Kind:
    """What all three types say, once the citation is one of the ablation's baseline."""
    ablation, citation = of
    if citation.context_sha256 != ablation.baseline_context_sha256:
        raise ContextMismatchError("the citation is of another context than the ablation's")
    made = kind(
        request_id=citation.request_id,
        question_sha256=citation.question_sha256,
        citation_id=citation.citation_id,
        answer_id=citation.answer_id,
        citation_method=citation.method,
        baseline_context_sha256=ablation.baseline_context_sha256,
        counterfactual_context_sha256=ablation.counterfactual_context_sha256,
        baseline_answer_sha256=citation.answer_sha256,
        baseline_correct=outcomes[0],
        counterfactual_correct=outcomes[1],
        tokens_saved=ablation.tokens_saved,
        **more,
    )
    _check_bound(ablation, citation)
    return made


def _check_bound(ablation: ContextAblation, citation: AnswerCitation) -> None:
    request, cited = ablation.baseline.request_id, citation.request_id
    if (request and canonical(request)) != (cited and canonical(cited)):
        raise RequestMismatchError(
            f"the citation is of request {show(cited)}, the ablation of {show(request)}"
        )
    if ablation.baseline.question_sha256 != citation.question_sha256:
        raise QuestionMismatchError("the citation answers another question than the ablation's")
