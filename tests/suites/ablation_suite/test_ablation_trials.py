"""Arms against each other: published values of the statistics, and what counts as a flip."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.suites.ablation.trials import USUAL
from pytest_memeval.suites.ablation.trials import Arm
from pytest_memeval.suites.ablation.trials import compare
from pytest_memeval.suites.ablation.trials import mcnemar
from pytest_memeval.suites.ablation.trials import newcombe
from pytest_memeval.suites.ablation.trials import self_difference

OUTCOMES = st.lists(st.booleans(), min_size=1, max_size=12)


def arm(right: int, n: int) -> Arm:
    return Arm((True,) * right + (False,) * (n - right))


def spell(letters: str) -> Arm:
    """An arm as it was answered: `R` for right."""
    return Arm(tuple(letter == "R" for letter in letters))


# --- known values


@pytest.mark.parametrize(
    ("after", "before", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_the_interval_is_newcombes(
    after: tuple[int, int], before: tuple[int, int], low: float, high: float
) -> None:
    """Method 10 gives the values of table II of Newcombe 1998."""
    assert newcombe(arm(*before), arm(*after)) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("lost", "gained", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (5, 0, 0.0625), (6, 0, 0.03125), (1, 9, 0.021484375),
     (2, 10, 0.03857421875), (5, 5, 1.0), (0, 20, 2 / 2**20)],
)  # fmt: skip
def test_the_paired_test_is_exact(lost: int, gained: int, p: float) -> None:
    """McNemar's exact p is the two-sided binomial tail of the pairs that differ."""
    first = [True] * lost + [False] * gained + [True, False, True]
    second = [False] * lost + [True] * gained + [True, False, True]
    assert mcnemar(first, second) == pytest.approx(p, rel=1e-12)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=14))
def test_the_paired_test_equals_counting_all_outcomes(pairs: list[tuple[bool, bool]]) -> None:
    """p is the share of all coin throws that are at least as far from even."""
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    differ = [b for a, b in pairs if a != b]
    n, seen = len(differ), abs(2 * sum(differ) - len(differ))
    extreme = sum(math.comb(n, k) for k in range(n + 1) if abs(2 * k - n) >= seen)
    assert mcnemar(first, second) == pytest.approx(extreme / 2**n)
    assert mcnemar(first, second) == mcnemar(second, first)


@given(OUTCOMES, OUTCOMES)
def test_the_interval_holds_the_difference(before: list[bool], after: list[bool]) -> None:
    """It lies within -1 to 1, around the difference, and turns round with the arms."""
    one, other = Arm(tuple(before)), Arm(tuple(after))
    low, high = newcombe(one, other)
    assert -1 <= low <= other.share - one.share <= high <= 1
    assert newcombe(other, one) == pytest.approx((-high, -low))


# --- the baseline against itself


@pytest.mark.parametrize("n", [519, 520, 10_000])
def test_thousands_of_trials_are_compared(n: int) -> None:
    """Binomial numbers beyond a float's range come to the values that smaller ones approach."""
    even = self_difference(spell("RW" * n))
    # The difference of the halves' shares has a standard deviation of 1 / sqrt(2 n) there.
    assert even == pytest.approx(1.96 / math.sqrt(2 * n), rel=0.05)
    assert compare(arm(2 * n, 2 * n), arm(0, n)).flips


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.booleans(), min_size=2 * n, max_size=2 * n)))
def test_the_self_difference_is_that_of_nearly_all_splits(outcomes: list[bool]) -> None:
    """It is the smallest size that 95 % of all splits stay within, or the split as asked."""
    n = len(outcomes) // 2
    indices = range(2 * n)
    sizes = sorted(
        abs(2 * sum(outcomes[i] for i in half) - sum(outcomes)) / n
        for half in combinations(indices, n)
    )
    usual = next(size for at, size in enumerate(sizes, 1) if at >= USUAL * len(sizes))
    asked = abs(sum(outcomes[:n]) - sum(outcomes[n:])) / n
    assert self_difference(Arm(tuple(outcomes))) == pytest.approx(max(usual, asked))


@given(st.booleans(), st.booleans())
def test_one_trial_is_taken_as_it_is(before: bool, after: bool) -> None:
    """With one trial an arm is its one answer, and nothing is said of noise."""
    found = compare(Arm((before,)), Arm((after,)))
    assert (found.before, found.after, found.flips) == (before, after, before != after)
    assert (found.self_difference, found.p, found.low) == (None, None, None)


def test_a_reader_that_does_not_waver_flips() -> None:
    """Always right with the record and never without it: a flip, with its evidence."""
    found = compare(spell("RRRRRRRRRR"), spell("WWWWW"))
    assert found.flips
    assert (found.difference, found.self_difference, found.p) == (-1.0, 0.0, 0.0625)
    assert found.high is not None
    assert found.high < 0


@pytest.mark.parametrize(
    ("baseline", "counterfactual"),
    [
        ("RWRWRW", "WRW"),  # no majority with the record
        ("RRWRRWRR", "RWWR"),  # none without it
        ("RRWRRWWR", "WWWR"),  # no more than the halves may differ
        ("RRRRRWWW", "WWWR"),  # a drift: the second half was worse
    ],
)
def test_noise_is_unstable(baseline: str, counterfactual: str) -> None:
    """Where an arm has no majority, or differs no more than the baseline from itself: no flip."""
    found = compare(spell(baseline), spell(counterfactual))
    assert not found.stable
    assert not found.flips


def test_a_drift_counts_as_noise() -> None:
    """A reader that got worse while it was asked shows in the order of its answers."""
    assert self_difference(spell("RRRRRRRRRR" + "RRRRRWWWWW")) == 0.5
    assert self_difference(spell("RRWRRWRRWRRWRRWRRRRR")) < 0.5


def test_many_trials_see_a_large_difference_through_noise() -> None:
    """A reader right 7 times in 10 with the record and 1 in 10 without flips at 20 trials."""
    assert compare(spell("RRRWRRWRRW" * 4), arm(2, 20)).flips


@given(st.integers(1, 8), st.data())
def test_a_flip_exceeds_the_baselines_own_difference(n: int, data: st.DataObject) -> None:
    """Whatever the answers: no flip without two majorities and a larger difference."""
    outcomes = st.lists(st.booleans(), min_size=n, max_size=n)
    before = Arm(tuple(data.draw(outcomes) + data.draw(outcomes)))
    after = Arm(tuple(data.draw(outcomes)))
    if n == 1:
        before = Arm(before.right[:1])
    found = compare(before, after)
    if found.flips and n > 1:
        assert found.self_difference is not None
        assert abs(found.difference) > found.self_difference
        assert before.majority is not after.majority
    if found.stable:
        assert (found.before, found.after) == (before.majority, after.majority)
