"""Beside the real PRME: the cases record what it does, and its bundles give its own hashes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("prme")
pytestmark = pytest.mark.filterwarnings("ignore")

from prme.retrieval.credit import ablate_context as theirs  # noqa: E402

from pytest_memeval.suites.ablation.adapters import from_prme  # noqa: E402
from pytest_memeval.suites.ablation.context import ablate_context  # noqa: E402
from pytest_memeval.suites.ablation.errors import TextMismatchError  # noqa: E402
from tests.suites.ablation import prme_side  # noqa: E402
from tests.suites.ablation.neutral import load  # noqa: E402

ROWS = load()


@pytest.fixture(scope="module", autouse=True)
def _bytes() -> None:
    prme_side.count_bytes()


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_the_cases_are_what_prme_does(row: dict[str, Any]) -> None:
    """What the cases say of PRME is what it does, today, here."""
    assert prme_side.outcome(row["case"]) == row["prme"]


def removable() -> Iterator[Any]:
    for row in ROWS:
        case = row["case"]
        if "ablation" in row["prme"] and "stored" not in case:
            yield pytest.param(case, id=row["name"])


@pytest.mark.parametrize("case", list(removable()))
def test_its_bundles_give_its_hashes(case: dict[str, Any]) -> None:
    """The same removal from PRME's bundle has PRME's text, hashes, tokens and excluded ids."""
    bundle = prme_side.bundle_of(case)
    ids = [prme_side.theirs(one, case) for one in case["remove"]]
    if "cannot be written" in bundle.rendered_context:
        with pytest.raises(TextMismatchError):
            ablate_context(from_prme(bundle), ids)
        return
    ours = ablate_context(from_prme(bundle), ids)
    his = theirs(bundle, ids)
    assert ours.baseline_context_sha256 == his.baseline_context_sha256
    assert ours.counterfactual.text == his.counterfactual.render()
    assert ours.counterfactual_context_sha256 == his.counterfactual_context_sha256
    assert ours.counterfactual.tokens.used == his.counterfactual.tokens_used
    assert ours.counterfactual.tokens.remaining == his.counterfactual.budget_remaining
    assert ours.counterfactual.excluded_ids == tuple(map(str, his.counterfactual.excluded_ids))


def test_the_example_runs_and_the_credits_are_equal(tmp_path: Path) -> None:
    """PRME's guide against its real client: our credit is PRME's, field for field."""
    examples = Path(__file__).parents[3] / "examples"
    sys.path.insert(0, str(examples))
    try:
        import memory_credit
    finally:
        sys.path.remove(str(examples))
    his, ours = memory_credit.both_credits(tmp_path)
    assert memory_credit.differences(his, ours) == {}
    assert (ours.tier, ours.value) == ("load_bearing", 1.0)
