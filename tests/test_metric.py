"""A metric: what it is worth, how sure that is, and when it is worth nothing at all."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import wilson

COUNTS = st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))

# Newcombe 1998 (table I, method 3), Agresti and Coull 1998, and two that follow from the formula
# by hand: 0 of n gives z² / (n + z²) as its upper end, n of n mirrors it.
TEXTBOOK = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (0, 10, 0.0000, 0.2775),
    (10, 10, 0.7225, 1.0000),
    (5, 10, 0.2366, 0.7634),
    (1, 1, 0.2065, 1.0000),
]


@pytest.mark.parametrize(("k", "n", "low", "high"), TEXTBOOK)
def test_the_interval_agrees_with_the_textbooks(k: int, n: int, low: float, high: float) -> None:
    """Published Wilson intervals are reproduced to all four of their digits."""
    assert wilson(k, n) == pytest.approx((low, high), abs=5e-5)


@given(COUNTS)
def test_the_interval_contains_the_rate_and_stays_within_bounds(counts: tuple[int, int]) -> None:
    """However few or many the cases, 0 <= low <= rate <= high <= 1."""
    k, n = counts
    low, high = wilson(k, n)
    assert 0 <= low <= k / n <= high <= 1


@given(COUNTS)
def test_the_interval_is_exact_at_its_ends_only(counts: tuple[int, int]) -> None:
    """The lower end is 0 for no hit and no other count, the upper end 1 for all hits only."""
    k, n = counts
    low, high = wilson(k, n)
    assert (low == 0) == (k == 0)
    if n < 10**6:  # beyond, 1 - 1/n² and 1 are the same float
        assert (high == 1) == (k == n)


@given(COUNTS)
def test_the_interval_of_the_misses_mirrors_that_of_the_hits(counts: tuple[int, int]) -> None:
    """Counting misses in place of hits turns the interval around."""
    k, n = counts
    low, high = wilson(k, n)
    assert wilson(n - k, n) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@given(
    st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.integers(2, 50),
)
def test_more_cases_at_the_same_rate_narrow_the_interval(
    counts: tuple[int, int], times: int
) -> None:
    """The interval only gets narrower when the same rate is seen over more cases."""
    k, n = counts
    few, many = wilson(k, n), wilson(k * times, n * times)
    assert many[1] - many[0] < few[1] - few[0]


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n - 1), st.just(n))))
def test_one_more_hit_moves_both_ends_up(counts: tuple[int, int]) -> None:
    """Both ends of the interval grow with the number of hits."""
    k, n = counts
    fewer, more = wilson(k, n), wilson(k + 1, n)
    assert fewer[0] < more[0]
    assert fewer[1] < more[1]


@given(COUNTS, st.floats(0.5, 2), st.floats(0.1, 2))
def test_more_confidence_widens_the_interval(
    counts: tuple[int, int], z: float, more: float
) -> None:
    """An interval of a higher confidence holds that of a lower one."""
    k, n = counts
    inner, outer = wilson(k, n, z), wilson(k, n, z + more)
    assert outer[0] <= inner[0]
    assert inner[1] <= outer[1]


@given(COUNTS)
def test_a_ratio_is_k_of_n_exactly(counts: tuple[int, int]) -> None:
    """A ratio is kept as a fraction; only what is shown of it is a float."""
    k, n = counts
    metric = Metric(ratio=True, k=k, n=n)
    assert metric.exact == Fraction(k, n)
    assert metric.value == k / n
    assert isinstance(metric.value, float)
    assert metric.interval == wilson(k, n)


@pytest.mark.parametrize("k", [0, None])
def test_a_ratio_over_nothing_has_no_value(k: int | None) -> None:
    """Where there is no case to divide by, the value is None: neither 0 nor 1."""
    metric = Metric(ratio=True, k=k, n=0, note="nothing was sent")
    assert metric.exact is None
    assert metric.value is None
    assert metric.interval is None
    assert metric.note == "nothing was sent"


@given(COUNTS)
def test_a_count_is_a_whole_number_without_an_interval(counts: tuple[int, int]) -> None:
    """A count is shown as the number it is; an interval would mean nothing."""
    k, n = counts
    metric = Metric(ratio=False, k=k, n=n)
    assert metric.exact == k
    assert metric.value == k
    assert isinstance(metric.value, int)
    assert metric.interval is None


def test_a_count_that_nobody_took_has_no_value() -> None:
    """A count that could not be taken is None, which is not the same as 0."""
    assert Metric(ratio=False, k=None, n=0).value is None
    assert Metric(ratio=False, k=0, n=3).value == 0


def test_a_fixture_error_keeps_its_problems_apart_and_says_all_of_them() -> None:
    """The problems of a file stay a list, and as text each has a line of its own."""
    error = FixtureError(["3: missing key `label`", "9: missing key `note`"])
    assert error.problems == ("3: missing key `label`", "9: missing key `note`")
    assert str(error).splitlines() == list(error.problems)
