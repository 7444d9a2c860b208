"""One arm against the other: how often each was right, and whether that is a difference.

A reader that samples its answers differs from itself too. So the baseline is answered twice as
often as a counterfactual, and a flip counts only where the arms differ by more than the two halves
of the baseline do: as they were asked, and in 95 % of all the ways to split it in halves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_memeval import statistics
from pytest_memeval.suites.base import wilson

#: The share of all splits whose difference a flip must exceed.
USUAL = Fraction(19, 20)


@dataclass(frozen=True, slots=True)
class Arm:
    """Outcomes of one context, a trial each: right or wrong."""

    right: tuple[bool, ...]

    @property
    def n(self) -> int:
        return len(self.right)

    @property
    def k(self) -> int:
        return sum(self.right)

    @property
    def share(self) -> float:
        return self.k / self.n

    @property
    def majority(self) -> bool | None:
        """What most trials came to; None at a tie."""
        return None if 2 * self.k == self.n else 2 * self.k > self.n

    def halves(self) -> tuple[Arm, Arm]:
        middle = self.n // 2
        return Arm(self.right[:middle]), Arm(self.right[middle:])


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a removal did.

    :param before: what most trials with the removed records came to; None where that says nothing.
    :param after: the same without them.
    :param difference: share of right answers without the removed records, less that with them.
    :param self_difference: how far the baseline differs from itself; None where it was answered
        once.
    :param p: of the exact paired test, a counterfactual's trials against the first half of the
        baseline; None where there was one trial.
    :param low: `low` and `high` bound the difference with 95 % confidence.
    """

    before: bool | None
    after: bool | None
    difference: float
    self_difference: float | None = None
    p: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def stable(self) -> bool:
        """Whether both arms say something; otherwise the removal is `unstable`."""
        return self.before is not None and self.after is not None

    @property
    def flips(self) -> bool:
        return self.stable and self.before != self.after


def compare(baseline: Arm, counterfactual: Arm) -> Comparison:
    """Compare the arms by their majorities.

    :param baseline: one trial, or twice as many as of the counterfactual.
    """
    difference = counterfactual.share - baseline.share
    before, after = baseline.majority, counterfactual.majority
    if counterfactual.n == 1:
        return Comparison(before, after, difference)
    own = self_difference(baseline)
    if before != after and abs(difference) <= own:
        after = None  # no more than the reader differs from itself
    first, _ = baseline.halves()
    p = mcnemar(first.right, counterfactual.right)
    return Comparison(before, after, difference, own, p, *newcombe(baseline, counterfactual))


def self_difference(baseline: Arm) -> float:
    """How far one half of the baseline is from the other.

    As they were asked, so that a reader that drifts shows; or what 95 % of all ways to halve it
    stay within, if that is more, so that the order of the answers is no luck.
    """
    first, second = baseline.halves()
    n, right = first.n, baseline.k
    enough = USUAL * math.comb(baseline.n, n)
    apart: dict[int, int] = {}
    for k, ways in _splits(right, baseline.n - right, n):
        size = abs(2 * k - right)
        apart[size] = apart.get(size, 0) + ways
    within, usual = 0, 0
    for size, number in sorted(apart.items()):
        within, usual = within + number, size
        if within >= enough:
            break
    return max(abs(second.share - first.share), usual / n)


def _splits(right: int, wrong: int, n: int) -> Iterator[tuple[int, int]]:
    """How many of the right ones a half of `n` may hold, and in how many ways it does.

    In whole numbers, each from the one before: floats end at some five hundred trials.
    """
    k = max(0, n - wrong)
    ways = math.comb(right, k) * math.comb(wrong, n - k)
    while k <= min(n, right):
        yield k, ways
        ways = ways * (right - k) * (n - k) // ((k + 1) * (wrong - n + k + 1))
        k += 1


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The two-sided exact test of paired outcomes (McNemar 1947, binomial form).

    :returns: 1.0 when no pair differs.
    """
    gained = sum(b and not a for a, b in zip(first, second, strict=True))
    lost = sum(a and not b for a, b in zip(first, second, strict=True))
    return statistics.mcnemar(gained, lost)


def newcombe(before: Arm, after: Arm) -> tuple[float, float]:
    """The 95 % interval of a difference of two shares, from their Wilson intervals.

    Newcombe 1998, method 10. The pairs are not used, which can only widen it.
    """
    low_b, high_b = wilson(before.k, before.n)
    low_a, high_a = wilson(after.k, after.n)
    difference = after.share - before.share
    low = difference - math.hypot(after.share - low_a, high_b - before.share)
    high = difference + math.hypot(high_a - after.share, before.share - low_b)
    return max(-1.0, low), min(1.0, high)
