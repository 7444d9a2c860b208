"""Neutral cases of ablation and credit: what goes in, and what came of it, in plain JSON."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from pytest_memeval.suites.ablation.citation import AnswerCitation
from pytest_memeval.suites.ablation.context import ContextAblation
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.credit import assess_context_presence
from pytest_memeval.suites.ablation.errors import AblationError

Case = dict[str, Any]
Outcome = dict[str, Any]

CASES = Path(__file__).parent / "data" / "contract.jsonl"

#: What a case is about when it does not say.
DEFAULTS: Case = {
    "format": "plain",
    "counter": "utf8_bytes",
    "room": 1000,
    "cited": ["a"],
    "method": "application_verified",
    "answer_id": "answer",
    "evaluation_id": "evaluation",
    "baseline_correct": True,
    "counterfactual_correct": False,
}


def load() -> list[dict[str, Any]]:
    """Each case with what PRME did (`tests/suites/ablation/prme_side.py` records that)."""
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def sha256(text: str) -> str:
    """The hash of a text, worked out here and not by what is tested."""
    return hashlib.sha256(text.encode()).hexdigest()


def bundle_of(case: Case) -> ContextBundle:
    """The bundle of a case."""
    case = {**DEFAULTS, **case}
    shows = case["format"] == "compact" or case.get("refs")
    records = [
        Record(
            entry["id"],
            entry["text"],
            section=entry.get("section", "facts"),
            speaker=entry.get("speaker"),
            reference=entry.get("ref", f"m{number}") if shows else None,
            representation=entry.get("show", "full"),
        )
        for number, entry in enumerate(case["records"], 1)
    ]
    room = case["room"]
    return ContextBundle(
        records,
        format="compact" if shows else case["format"],
        notice=case.get("notice"),
        guidance=case.get("guidance"),
        counter=case["counter"],
        tokens_used=case.get("tokens_used", None if case["counter"] == "utf8_bytes" else 10),
        tokens_remaining=room,
        excluded_ids=case.get("excluded", ()),
        text=case.get("stored"),
    )


def outcome(case: Case) -> Outcome:
    """What we make of a case."""
    case = {**DEFAULTS, **case}
    found: Outcome = {"ok": False}
    stage = "ablate"
    try:
        ablation = ablate_context(bundle_of(case), case["remove"])
        found["ablation"] = told(ablation)
        for more in case.get("then", ()):
            ablation = ablate_context(ablation.counterfactual, more)
            found["then"] = told(ablation)
        stage = "cite"
        citation = AnswerCitation.of(citation_fields(case, ablation.baseline.sha256))
        stage = "assess"
        credit = assess_context_presence(
            ablation,
            citation,
            record_id=case.get("target", case["remove"][0]),
            **{name: case[name] for name in ASSESSED},
            counterfactual_answer_sha256=case.get("counterfactual_answer"),
        )
    except AblationError as error:
        return {**found, "stage": stage, "code": error.code}
    return {**found, "ok": True, "tier": credit.tier, "value": credit.value}


ASSESSED = ("baseline_correct", "counterfactual_correct", "evaluation_id")


def citation_fields(case: Case, context: str) -> dict[str, Any]:
    """What the citation of a case says."""
    other = case.get("cited_context")
    return {
        "request_id": None,
        "answer_id": case["answer_id"],
        "cited_ids": case["cited"],
        "answer_sha256": case.get("answer"),
        "method": case["method"],
        "context_sha256": context if other is None else other,
    }


def told(ablation: ContextAblation) -> dict[str, Any]:
    """All of an ablation that two implementations with texts of their own can agree on."""
    before, after = ablation.baseline, ablation.counterfactual
    return {
        "removed": list(ablation.removed_ids),
        "counts": [before.included_count, after.included_count],
        "excluded": list(after.excluded_ids),
        "sections": {name: [one.id for one in group] for name, group in after.sections.items()},
        "references": dict(after.references),
        "checks": {
            "baseline_hash": ablation.baseline_context_sha256 == sha256(before.text),
            "counterfactual_hash": ablation.counterfactual_context_sha256 == sha256(after.text),
            "lines_are_fewer": is_subsequence(after.text, before.text),
            "tokens_conserved": room(before) == room(after),
        },
    }


def room(bundle: ContextBundle) -> int:
    """What a context may cost, by its own account."""
    account = bundle.tokens
    assert account.remaining is not None
    return account.used + account.remaining


def is_subsequence(short: str, long: str) -> bool:
    """Whether the lines of one text are lines of the other, in the same order."""
    rest = iter(long.split("\n"))
    return not short or all(line in rest for line in short.split("\n"))
