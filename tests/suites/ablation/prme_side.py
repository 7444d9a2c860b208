"""What PRME makes of the neutral cases. Needs `prme`; ``python -m`` this to record it anew."""

from __future__ import annotations

import contextlib
import hashlib
import json
from datetime import datetime
from datetime import timezone
from typing import Any
from uuid import UUID
from uuid import uuid5

import tiktoken.registry
from prme.models.nodes import MemoryNode
from prme.models.relevance import AnswerCitationRecord
from prme.retrieval.credit import ablate_context
from prme.retrieval.credit import assess_context_presence
from prme.retrieval.models import MemoryBundle
from prme.retrieval.models import RetrievalCandidate
from prme.retrieval.packing import _render_sections
from prme.retrieval.packing import reader_shows_speaker
from prme.retrieval.tokenization import count_tokens
from prme.types import NodeType

from tests.suites.ablation.neutral import ASSESSED
from tests.suites.ablation.neutral import CASES
from tests.suites.ablation.neutral import DEFAULTS
from tests.suites.ablation.neutral import Case
from tests.suites.ablation.neutral import Outcome
from tests.suites.ablation.neutral import citation_fields
from tests.suites.ablation.neutral import is_subsequence
from tests.suites.ablation.neutral import load

_SPACE = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
_THEN = datetime(2026, 1, 1, tzinfo=timezone.utc)

#: Message beginnings and the codes that the contract gives them.
_CODES = {
    "badly formed": "bad_id",
    "Context ablation requires at least": "empty_removal",
    "Context ablation node IDs must be unique": "duplicate_removal",
    "Error serializing": "unserializable",
    "Context ablation requires unique": "duplicate_entries",
    "Context ablation IDs must identify": "unknown_removal",
    "Packed candidates require": "no_representation",
    "Compact packed candidates": "no_reference",
    "Cited reader candidates": "no_reference",
    "Context ablation requires the bundle": "no_tokenizer",
    "Unknown encoding": "unknown_tokenizer",
    "Presence credit requires one": "not_sole_target",
    "Presence credit requires a cited": "uncited",
    "Citation and ablation": "context_mismatch",
}


def count_bytes() -> None:
    """Teach tiktoken an encoding of one token a byte, under the name of our own counter."""
    tiktoken.registry._find_constructors()
    constructors = tiktoken.registry.ENCODING_CONSTRUCTORS
    assert constructors is not None
    constructors["utf8_bytes"] = lambda: {
        "name": "utf8_bytes",
        "pat_str": r"[\s\S]",
        "mergeable_ranks": {bytes([value]): value for value in range(256)},
        "special_tokens": {},
    }


def theirs(identity: Any, case: Case) -> Any:
    """The UUID that stands for a name; as it is where the case is about spellings."""
    if case.get("raw") or not isinstance(identity, str):
        return identity
    return uuid5(_SPACE, identity)


def bundle_of(case: Case) -> MemoryBundle:
    """The bundle of a case, its text written by PRME."""
    case = {**DEFAULTS, **case}
    shows = case["format"] == "compact" or case.get("refs")
    form = "reader" if case["format"] == "plain" else case["format"]
    sections: dict[str, list[RetrievalCandidate]] = {}
    references: dict[str, UUID] = {}
    for number, entry in enumerate(case["records"], 1):
        owner = UUID(str(theirs(entry["id"], case)))
        sections.setdefault(entry.get("section", "facts"), []).append(_candidate(entry, owner))
        reference = entry.get("ref", f"m{number}") if shows else None
        if reference is not None:
            references[reference] = owner
    text = case.get("stored")
    if text is None:
        text = _text(sections, case, form, references)
    used = case.get("tokens_used")
    if used is None:
        used = 10
        if case["counter"] == "utf8_bytes":
            used = count_tokens(text.encode("utf-8", "replace").decode(), "utf8_bytes")
    return MemoryBundle(
        sections=sections,
        included_count=len(case["records"]),
        excluded_ids=[theirs(one, case) for one in case.get("excluded", ())],
        tokens_used=used,
        token_budget=used + 1000,
        budget_remaining=case["room"],
        rendered_context=text,
        tokenizer=case["counter"],
        coverage_notice=case.get("notice"),
        context_guidance=case.get("guidance"),
        context_format=form,
        context_references=references,
    )


def _candidate(entry: dict[str, Any], owner: UUID) -> RetrievalCandidate:
    speaker = entry.get("speaker")
    node = MemoryNode(
        id=owner,
        user_id="alice",
        node_type=NodeType.FACT,
        content=entry["text"],
        metadata=None if speaker is None else {"prme_speaker_v1": speaker},
        valid_from=_THEN,
        created_at=_THEN,
        updated_at=_THEN,
    )
    return RetrievalCandidate(
        node=node, representation=entry.get("show", "full"), rendered_text=entry["text"]
    )


def _text(
    sections: dict[str, list[RetrievalCandidate]],
    case: Case,
    form: str,
    references: dict[str, UUID],
) -> str:
    with contextlib.suppress(ValueError):
        return _render_sections(
            sections,
            coverage_notice=case.get("notice"),
            context_guidance=case.get("guidance"),
            context_format=form,
            context_refs={owner: name for name, owner in references.items()} or None,
            speaker_header=reader_shows_speaker(sections),
        )
    return "cannot be written"


def outcome(case: Case) -> Outcome:
    """What PRME makes of a case, in our words."""
    case = {**DEFAULTS, **case}
    found: Outcome = {"ok": False}
    stage = "ablate"
    bundle = bundle_of(case)
    try:
        ablation = ablate_context(bundle, _ids(case["remove"], case))
        found["ablation"] = told(bundle, ablation, case)
        for more in case.get("then", ()):
            bundle = ablation.counterfactual
            ablation = ablate_context(bundle, _ids(more, case))
            found["then"] = told(bundle, ablation, case)
        stage = "cite"
        fields = citation_fields(case, ablation.baseline_context_sha256)
        fields["cited_node_ids"] = _ids(fields.pop("cited_ids"), case)
        fields["request_id"] = UUID(int=1)
        record = AnswerCitationRecord(
            **fields, user_id="alice", recorded_at=_THEN, receipt_checksum="0" * 64
        )
        stage = "assess"
        credit = assess_context_presence(
            ablation,
            record,
            node_id=theirs(case.get("target", case["remove"][0]), case),
            **{name: case[name] for name in ASSESSED},
            counterfactual_answer_sha256=case.get("counterfactual_answer"),
        )
    except (ValueError, TypeError, KeyError) as error:
        return {**found, "stage": stage, "code": code_of(error, stage)}
    return {**found, "ok": True, "tier": credit.tier, "value": credit.value}


def _ids(ids: Any, case: Case) -> Any:
    return [theirs(one, case) for one in ids] if isinstance(ids, list) else ids


def code_of(error: Exception, stage: str) -> str:
    """The contract's code of an error, told by its message."""
    for begins, code in _CODES.items():
        if begins in str(error):
            return code
    if stage == "assess" and isinstance(error, (KeyError, TypeError)):
        return "bad_outcome"
    return "type_error" if isinstance(error, TypeError) else "invalid"


def told(bundle: MemoryBundle, ablation: Any, case: Case) -> dict[str, Any]:
    """As `neutral.told`, from PRME's objects."""
    after = ablation.counterfactual
    names = {str(theirs(entry["id"], case)): entry["id"] for entry in case["records"]}
    names |= {str(theirs(one, case)): one for one in case.get("excluded", ())}
    return {
        "removed": [names[str(one)] for one in ablation.removed_node_ids],
        "counts": [
            sum(map(len, bundle.sections.values())),
            after.included_count,
        ],
        "excluded": [names[str(one)] for one in after.excluded_ids],
        "sections": {
            name: [names[str(one.node.id)] for one in group]
            for name, group in after.sections.items()
        },
        "references": {name: names[str(one)] for name, one in after.context_references.items()},
        "checks": {
            "baseline_hash": ablation.baseline_context_sha256 == _sha256(bundle.rendered_context),
            "counterfactual_hash": ablation.counterfactual_context_sha256
            == _sha256(after.rendered_context),
            "lines_are_fewer": is_subsequence(after.rendered_context, bundle.rendered_context),
            "tokens_conserved": bundle.tokens_used + bundle.budget_remaining
            == after.tokens_used + after.budget_remaining,
        },
    }


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def record() -> None:
    """Write what this PRME does into the cases' file."""
    count_bytes()
    rows = [{**row, "prme": outcome(row["case"])} for row in load()]
    lines = (json.dumps(row, ensure_ascii=True) for row in rows)
    CASES.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
