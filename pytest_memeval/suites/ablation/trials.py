"""One arm against the other: how often each was right, and whether that is a difference.

A reader that samples its answers differs from itself too. So the baseline is answered twice as
often as a counterfactual, and a difference counts only when it is larger than the one between the
two halves of the baseline.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_memeval.suites.ablation.credit import TIERS
from pytest_memeval.suites.base import wilson


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
    def majority(self) -> bool | None:
        """What most trials came to; None at a tie."""
        return None if 2 * self.k == self.n else 2 * self.k > self.n

    def halves(self) -> tuple[Arm, Arm]:
        middle = self.n // 2
        return Arm(self.right[:middle]), Arm(self.right[middle:])


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a removal did.

    :param tier: one of the four, or `unstable`.
    :param difference: share of right answers without the removed records, less that with them.
    :param self_difference: the same between the two halves of the baseline, as a size; None where
        there was one trial.
    :param p: of the exact paired test on the trials.
    :param low: `low` and `high` bound the difference with 95 % confidence.
    """

    tier: str
    difference: float
    self_difference: float | None
    p: float | None
    low: float | None
    high: float | None

    @property
    def flips(self) -> bool:
        return self.tier in ("load_bearing", "misleading")


def compare(baseline: Arm, counterfactual: Arm) -> Comparison:
    """Compare the arms by their majorities.

    :param baseline: one trial, or twice as many as of the counterfactual.
    """
    n = counterfactual.n
    if n == 1:
        before, after = baseline.right[0], counterfactual.right[0]
        step = float(after) - float(before)
        return Comparison(TIERS[before, after], step, None, None, None, None)
    first, second = baseline.halves()
    difference = counterfactual.k / n - baseline.k / baseline.n
    own = abs(second.k / second.n - first.k / first.n)
    most_before, most_after = baseline.majority, counterfactual.majority
    tier: str = "unstable"
    clear = most_before is not None and most_after is not None
    if clear and (most_before == most_after or abs(difference) > own):
        tier = TIERS[bool(most_before), bool(most_after)]
    p = mcnemar(first.right, counterfactual.right)
    return Comparison(tier, difference, own, p, *newcombe(baseline, counterfactual))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The two-sided exact test of paired outcomes (McNemar 1947, binomial form).

    :returns: 1.0 when no pair differs.
    """
    gained = sum(b and not a for a, b in zip(first, second, strict=True))
    lost = sum(a and not b for a, b in zip(first, second, strict=True))
    n = gained + lost
    tail = sum(math.comb(n, k) for k in range(min(gained, lost) + 1)) / 2**n
    return float(min(1.0, 2 * tail))


def newcombe(before: Arm, after: Arm) -> tuple[float, float]:
    """The 95 % interval of a difference of two shares, from their Wilson intervals.

    Newcombe 1998, method 10. The pairs are not used, which can only widen it.
    """
    share_b, share_a = before.k / before.n, after.k / after.n
    low_b, high_b = wilson(before.k, before.n)
    low_a, high_a = wilson(after.k, after.n)
    difference = share_a - share_b
    low = difference - math.hypot(share_a - low_a, high_b - share_b)
    high = difference + math.hypot(high_a - share_a, share_b - low_b)
    return max(-1.0, low), min(1.0, high)
