"""The search for records that flip an answer only together, against trying everything."""

from __future__ import annotations

from itertools import chain
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.suites.ablation.groups import LARGEST
from pytest_memeval.suites.ablation.groups import smallest_sets
from tests.suites.ablation_suite.measuring import Run
from tests.suites.ablation_suite.measuring import removals
from tests.suites.ablation_suite.measuring import when

IDS = "abcdef"
#: What an answer needs: it is right if all records of one of these are there.
SUPPORTS = st.lists(
    st.frozensets(st.sampled_from(IDS), min_size=1, max_size=3), min_size=1, max_size=4
)


def right(ids: frozenset[str], supports: list[frozenset[str]]) -> bool:
    return any(support <= ids for support in supports)


def brute_force(supports: list[frozenset[str]]) -> set[frozenset[str]]:
    """All removals that flip and of which no part flips, of two records up to the largest."""
    everything = frozenset(IDS)
    sets = chain.from_iterable(combinations(IDS, n) for n in range(1, LARGEST + 1))
    flipping = [frozenset(s) for s in sets if not right(everything - frozenset(s), supports)]
    smallest = {s for s in flipping if not any(other < s for other in flipping)}
    return {s for s in smallest if len(s) > 1}


@given(SUPPORTS)
def test_the_search_finds_what_trying_everything_finds(supports: list[frozenset[str]]) -> None:
    """The smallest sets, each once, and no context is asked about twice."""
    asked: list[tuple[str, ...]] = []

    def flips(ids: tuple[str, ...]) -> bool:
        asked.append(ids)
        return not right(frozenset(IDS) - frozenset(ids), supports)

    found = list(smallest_sets(IDS, flips))
    assert {frozenset(ids) for ids in found} == brute_force(supports)
    assert len(found) == len(set(map(frozenset, found)))
    assert len(asked) == len(set(map(frozenset, asked)))


@given(SUPPORTS, st.permutations(range(len(IDS))))
def test_the_bench_finds_them_in_any_order(
    supports: list[frozenset[str]], order: list[int]
) -> None:
    """Each record that does not flip names its groups, whichever of them is measured first."""
    cases = removals(ids=IDS)
    run = Run(when(lambda ids: right(ids, supports)))
    rows = run.rows([cases[place] for place in order])
    wanted = brute_force(supports)
    for row in rows:
        mine = {frozenset(group["record_ids"]) for group in row["groups"]}
        expected = {group for group in wanted if set(row["removed"]) <= group}
        assert mine == (expected if row["tier"] == "cited_non_flipping" else set())
        assert {group["effect"] for group in row["groups"]} <= {"jointly_load_bearing"}
    assert run.asked.count(frozenset(IDS)) == 1
    assert len(run.asked) == len(set(run.asked))


@given(SUPPORTS, st.integers(0, 25))
def test_the_budget_is_honest(supports: list[frozenset[str]], searches: int) -> None:
    """No more contexts are asked than the items' own and the budget; what was cut is said."""
    cases = removals(ids=IDS)
    run = Run(when(lambda ids: right(ids, supports)), searches=searches)
    rows = run.rows(cases)
    assert len(set(run.asked)) <= 1 + len(cases) + searches
    wanted = brute_force(supports)
    for row in rows:
        mine = {frozenset(group["record_ids"]) for group in row["groups"]}
        expected = {group for group in wanted if set(row["removed"]) <= group}
        if row["tier"] == "cited_non_flipping":
            assert mine <= expected
            assert row["unsearched"] or mine == expected


def test_an_early_and_a_late_record_say_the_same_when_the_budget_is_used_up() -> None:
    """The order of the items decides nothing: neither what is found nor what is said of it."""
    cases = removals(ids="abcde")
    answers = when(lambda ids: bool(ids & {"d", "e"}))
    told = []
    for order in (cases, cases[::-1]):
        rows = Run(answers, searches=6).rows(order)
        told.append({row["id"]: (row["groups"], row["unsearched"]) for row in rows})
    assert told[0] == told[1]
    assert told[0]["case:a"][1] == "memeval_ablation_searches is used up"


def test_an_explicit_set_costs_no_budget() -> None:
    """What the case asks for anyway is used for the search."""
    rows = Run(when(bool), searches=0).rows(removals(ids="ab", remove=["cited", ["a", "b"]]))
    assert [row["unsearched"] for row in rows] == ["", "", ""]
    assert [len(row["groups"]) for row in rows] == [1, 1, 0]
    assert rows[2]["effect"] == "jointly_load_bearing"


def test_a_wrong_answer_is_searched_too() -> None:
    """Two copies of a stale record mislead together, though neither does alone."""
    rows = Run(when(lambda ids: not ids & {"a", "b"})).rows(removals(ids="abc"))
    assert [row["tier"] for row in rows] == ["cited_wrong_noncuring"] * 3
    (group,) = rows[0]["groups"]
    assert (group["record_ids"], group["effect"]) == (["a", "b"], "jointly_misleading")


@pytest.mark.parametrize("failing", [ValueError("boom"), None])
def test_a_context_that_gives_no_answer_makes_the_search_incomplete(
    failing: Exception | None,
) -> None:
    """A failure in the search is no flip and no proof of none; the tier stays known."""

    def answers(ids: frozenset[str]) -> object:
        if ids == {"c", "d"}:
            if failing:
                raise failing
            return None
        return "the heron" if ids else "no idea"

    row = Run(answers).row(removals()[0])
    assert (row["outcome"], row["tier"]) == ("hit", "cited_non_flipping")
    assert "asked without a, b" in row["unsearched"]
    assert row["groups"] == []
