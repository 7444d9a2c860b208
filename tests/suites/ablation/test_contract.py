"""The same as PRME in every case, but those where we decided otherwise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.suites.ablation.neutral import load
from tests.suites.ablation.neutral import outcome

CASES = load()

FOLLOWS = "a text that does not follow from the records is refused"
NOTHING = "a record that no line shows is not in the context: its removal removes nothing"
OUTCOMES = "whatever is no outcome is one error, `bad_outcome`, whichever type it is of"

#: Where we decided otherwise on purpose: our code, and the reason. The contract's section 11 lists
#: the points, and `credit.py` what we do about each; the others show in no neutral case.
OTHERWISE = {
    "stored text is another": ("text_mismatch", FOLLOWS),
    "stored text is empty": ("text_mismatch", FOLLOWS),
    "no representation goes": ("nothing_removed", NOTHING),
    "no reference goes": ("nothing_removed", NOTHING),
    "baseline: one": ("bad_outcome", OUTCOMES),
    "baseline: zero": ("bad_outcome", OUTCOMES),
    "baseline: one point zero": ("bad_outcome", OUTCOMES),
    "counterfactual: one": ("bad_outcome", OUTCOMES),
    "counterfactual: zero": ("bad_outcome", OUTCOMES),
    "counterfactual: one point zero": ("bad_outcome", OUTCOMES),
    "outcome one and a blank evaluation": ("bad_outcome", OUTCOMES),
}


@pytest.mark.parametrize("row", CASES, ids=[row["name"] for row in CASES])
def test_as_prme_or_otherwise_on_purpose(row: dict[str, Any]) -> None:
    """Stage, code, tier, value, counts, excluded ids and checks are PRME's, or listed above."""
    found = outcome(row["case"])
    if row["name"] in OTHERWISE:
        code, reason = OTHERWISE[row["name"]]
        assert found["code"] == code, reason
        assert found != row["prme"], "not otherwise any more: take it off the list"
    else:
        assert found == row["prme"]


def test_the_list_is_of_cases() -> None:
    """Every name on the list is a case, and no case has another's name."""
    names = Counter(row["name"] for row in CASES)
    assert set(OTHERWISE) <= set(names)
    assert max(names.values()) == 1


def test_the_cases_show_every_code_and_tier() -> None:
    """No code of ablation and credit, and no tier, without a case."""
    shown = {row["prme"].get("code") or row["prme"]["tier"] for row in CASES}
    shown |= {code for code, _ in OTHERWISE.values()}
    assert shown >= {
        *("bad_id", "type_error", "empty_removal", "duplicate_removal", "unserializable"),
        *("duplicate_entries", "unknown_removal", "no_representation", "no_reference"),
        *("no_tokenizer", "unknown_tokenizer", "invalid", "not_sole_target", "uncited"),
        *("context_mismatch", "bad_outcome", "text_mismatch", "nothing_removed"),
        *("load_bearing", "cited_non_flipping", "misleading", "cited_wrong_noncuring"),
    }
