"""What leaving a record out did to the answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from dataclasses import replace
from typing import Any

import pytest

from pytest_memeval.suites.ablation.citation import AnswerCitation
from pytest_memeval.suites.ablation.citation import cite
from pytest_memeval.suites.ablation.context import ContextAblation
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
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

RECORDS = [Record(one, f"Text of {one}.") for one in "abcd"]
QUESTION = "Which?"


def bundle(**more: Any) -> ContextBundle:
    """Four records, for a request and a question."""
    return ContextBundle(RECORDS, **{"request_id": "q1", "question": QUESTION, **more})


def cited(given: ContextBundle | None = None, ids: str = "ab", answer: str = "A") -> AnswerCitation:
    """An answer from that context that cites those records."""
    return cite(given or bundle(), answer_id="answer", cited_ids=list(ids), answer=answer)


def assessed(removed: str = "a", citation: AnswerCitation | None = None, **more: Any) -> Any:
    """The credit of a single record."""
    given = {"baseline_correct": True, "counterfactual_correct": False, "evaluation_id": "e"}
    return assess_context_presence(
        ablate_context(bundle(), list(removed)),
        citation or cited(),
        **{"record_id": removed[0], **given, **more},
    )


def refused(call: Callable[[], object]) -> str:
    """The code that a call is refused with."""
    with pytest.raises(AblationError) as caught:
        call()
    return caught.value.code


@pytest.mark.parametrize(
    ("before", "after", "tier", "value", "flipped"),
    [
        (True, False, "load_bearing", 1.0, True),
        (True, True, "cited_non_flipping", 0.6, False),
        (False, True, "misleading", -1.0, True),
        (False, False, "cited_wrong_noncuring", 0.0, False),
        (UNKNOWN, True, "unknown", None, None),
        (False, UNKNOWN, "unknown", None, None),
        (UNKNOWN, UNKNOWN, "unknown", None, None),
    ],
)
def test_tiers(before: Any, after: Any, tier: str, value: float | None, flipped: Any) -> None:
    """The outcomes decide the tier, the tier decides the value, and unknown is neither."""
    credit = assessed(baseline_correct=before, counterfactual_correct=after)
    assert (credit.tier, credit.value, credit.flipped) == (tier, value, flipped)


def test_a_credit_says_what_it_is_of() -> None:
    """Its row holds ids, hashes, both outcomes and the tier, in plain JSON types."""
    given = bundle()
    ablation = ablate_context(given, ["a"])
    credit = assessed(counterfactual_answer_sha256=sha256_of("B"))
    row = credit.as_row()
    assert json.loads(json.dumps(row)) == row
    citation_id = row.pop("citation_id")
    assert len(citation_id) == 36
    assert row == {
        "schema_version": 1,
        "semantics": "context_presence_credit_v1",
        "request_id": "q1",
        "question_sha256": sha256_of(QUESTION),
        "answer_id": "answer",
        "citation_method": "model_reported",
        "evaluation_id": "e",
        "baseline_context_sha256": given.sha256,
        "counterfactual_context_sha256": ablation.counterfactual_context_sha256,
        "baseline_answer_sha256": sha256_of("A"),
        "counterfactual_answer_sha256": sha256_of("B"),
        "baseline_correct": True,
        "counterfactual_correct": False,
        "tokens_saved": ablation.tokens_saved,
        "record_id": "a",
        "tier": "load_bearing",
        "value": 1.0,
    }
    assert assessed(baseline_correct=UNKNOWN).as_row()["baseline_correct"] == "unknown"


def test_a_credit_cannot_be_changed() -> None:
    """Neither outcome nor tier: the one is frozen, the other follows."""
    credit = assessed()
    for name in ("baseline_correct", "record_id"):
        with pytest.raises(FrozenInstanceError):
            setattr(credit, name, None)
    for name in ("tier", "value"):
        with pytest.raises((AttributeError, TypeError)):  # Python's own muddle with slots
            setattr(credit, name, None)
    assert replace(credit, counterfactual_correct=True).tier == "cited_non_flipping"
    assert refused(lambda: replace(credit, baseline_correct=1)) == "bad_outcome"
    same = credit.baseline_context_sha256
    assert refused(lambda: replace(credit, counterfactual_context_sha256=same)) == "nothing_removed"
    assert refused(lambda: replace(credit, citation_method="guess")) == "invalid"


class Numpyish:
    """True in every way but the one that counts."""

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return other == True  # noqa: E712

    def __hash__(self) -> int:
        return hash(True)


@pytest.mark.parametrize("outcome", [None, 0, 1, 1.0, 2, "true", "", [], Numpyish(), "unknown"])
def test_what_is_no_outcome_is_one_error(outcome: object) -> None:
    """Whatever it is, it is `bad_outcome`, in either arm and for all three types."""
    assert refused(lambda: assessed(baseline_correct=outcome)) == "bad_outcome"
    assert refused(lambda: assessed(counterfactual_correct=outcome)) == "bad_outcome"
    for assess, ids in ((assess_group_presence, "ab"), (assess_control, "c")):
        ablation = ablate_context(bundle(), list(ids))
        call: Any = assess
        assert (
            refused(
                lambda call=call, ablation=ablation: call(
                    ablation,
                    cited(),
                    baseline_correct=outcome,
                    counterfactual_correct=True,
                    evaluation_id="e",
                )
            )
            == "bad_outcome"
        )


def test_citation_and_ablation_are_of_one_request() -> None:
    """The same context for another request or question is not enough."""
    other = cited(bundle(request_id="q2"))
    assert refused(lambda: assessed(citation=other)) == "request_mismatch"
    unnamed = cited(bundle(request_id=None))
    assert refused(lambda: assessed(citation=unnamed)) == "request_mismatch"
    asked = cited(bundle(question="Where?"))
    assert refused(lambda: assessed(citation=asked)) == "question_mismatch"
    open_question = cited(bundle(question=None))
    assert refused(lambda: assessed(citation=open_question)) == "question_mismatch"


def test_what_prme_refuses_is_refused_first() -> None:
    """Where several things are wrong, PRME's come first, so that its codes are ours."""
    other = cited(bundle(request_id="q2"))
    assert refused(lambda: assessed(citation=other, evaluation_id=" ")) == "invalid"
    assert refused(lambda: assessed(citation=other, baseline_correct=None)) == "bad_outcome"
    assert refused(lambda: assessed(citation=other, record_id="b")) == "not_sole_target"
    assert refused(lambda: assessed("c", citation=other)) == "uncited"


def test_only_the_sole_target_gets_credit() -> None:
    """Two removed, another removed, and no id at all are refused."""
    assert refused(lambda: assessed("ab")) == "not_sole_target"
    assert refused(lambda: assessed("a", record_id="b")) == "not_sole_target"
    assert refused(lambda: assessed("a", record_id=" ")) == "bad_id"
    assert refused(lambda: assessed("a", record_id=None)) == "bad_id"


def test_a_second_removal_is_of_another_context() -> None:
    """An ablation of a counterfactual is no ablation of what the answer was given from."""
    second = ablate_context(ablate_context(bundle(), ["a"]).counterfactual, ["b"])
    call: Any = assess_context_presence
    assert (
        refused(
            lambda: call(
                second,
                cited(),
                record_id="b",
                baseline_correct=True,
                counterfactual_correct=False,
                evaluation_id="e",
            )
        )
        == "context_mismatch"
    )


def test_wrong_kinds_are_named() -> None:
    """What is no ablation or no citation is an error of ours."""
    call: Any = assess_context_presence
    outcomes = {"baseline_correct": True, "counterfactual_correct": True, "evaluation_id": "e"}
    ablation = ablate_context(bundle(), ["a"])
    for given in ((None, cited()), (ablation, None), (ablation, {"cited_ids": ["a"]})):
        assert refused(lambda given=given: call(*given, record_id="a", **outcomes)) == "type_error"


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [
        (True, False, "jointly_load_bearing"),
        (True, True, "jointly_non_flipping"),
        (False, True, "jointly_misleading"),
        (False, False, "jointly_wrong_noncuring"),
        (UNKNOWN, False, "unknown"),
    ],
)
def test_groups(before: Any, after: Any, effect: str) -> None:
    """Several records have an effect together, and no value: none of them has a share."""
    credit = grouped(ablate_context(bundle(), ["b", "a"]), before, after)
    assert isinstance(credit, GroupCredit)
    assert (credit.effect, credit.record_ids) == (effect, ("b", "a"))
    assert not hasattr(credit, "value")
    assert not isinstance(credit, PresenceCredit)
    row = credit.as_row()
    assert (row["record_ids"], row["effect"]) == (["b", "a"], effect)
    assert json.loads(json.dumps(row)) == row


def grouped(ablation: ContextAblation, before: Any = True, after: Any = False) -> GroupCredit:
    return assess_group_presence(
        ablation, cited(), baseline_correct=before, counterfactual_correct=after, evaluation_id="e"
    )


def test_a_group_is_two_or_more_and_all_cited() -> None:
    """One record is no group, and an uncited one spoils it."""
    assert refused(lambda: grouped(ablate_context(bundle(), ["a"]))) == "not_a_group"
    assert refused(lambda: grouped(ablate_context(bundle(), ["a", "c"]))) == "uncited"


@pytest.mark.parametrize(
    ("before", "after", "flipped"),
    [(True, False, True), (False, True, True), (True, True, False), (True, UNKNOWN, None)],
)
def test_controls(before: Any, after: Any, flipped: bool | None) -> None:
    """A control tells whether the answer flipped, and labels no record, in either direction."""
    result = controlled(ablate_context(bundle(), ["c"]), before, after)
    assert isinstance(result, ControlResult)
    assert result.flipped is flipped
    assert not hasattr(result, "value")
    assert not hasattr(result, "tier")
    row = result.as_row()
    assert row["flipped"] is flipped
    assert not {"tier", "value", "effect"} & set(row)
    assert "misleading" not in json.dumps(row)


def controlled(ablation: ContextAblation, before: Any = True, after: Any = True) -> ControlResult:
    return assess_control(
        ablation, cited(), baseline_correct=before, counterfactual_correct=after, evaluation_id="e"
    )


def test_a_control_is_uncited() -> None:
    """A cited record among the removed makes it none; an uncited one gets no credit."""
    assert controlled(ablate_context(bundle(), ["c", "d"])).record_ids == ("c", "d")
    assert refused(lambda: controlled(ablate_context(bundle(), ["c", "a"]))) == "cited_control"
    assert refused(lambda: assessed("c")) == "uncited"
