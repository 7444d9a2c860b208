"""The few formulas that say how sure a rate, or a difference of rates, is."""

from __future__ import annotations

import math

Z95 = 1.959963984540054


def wilson(k: float, n: float, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of `k` of `n` (Wilson 1927): low and high, both in 0 to 1.

    It keeps its coverage where memory gates live, at rates near 0 or 1 and few cases.
    """
    rate = k / n
    spread = z * z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / n + spread / (4 * n))
    # At the ends the bound is exactly 0 or 1; floats would miss it by a hair.
    return (0.0 if k == 0 else centre - half), (1.0 if k == n else centre + half)


def mcnemar(gained: int, lost: int) -> float:
    """The two-sided exact test of paired outcomes (McNemar 1947, in its binomial form).

    :param gained: pairs of which only the second is good. `lost`: only the first.
    :returns: p; 1.0 when no pair differs.
    """
    n = gained + lost
    tail = sum(math.comb(n, k) for k in range(min(gained, lost) + 1))
    # As integers: a power of two beyond a float's range is no trouble there.
    return min(1.0, 2 * tail / 2**n) if n < 1000 else _mcnemar_normal(gained, lost)


def _mcnemar_normal(gained: int, lost: int) -> float:
    """The same for very many pairs, where the exact sum says nothing more."""
    z = max(0.0, abs(gained - lost) - 1) / math.sqrt(gained + lost)
    return math.erfc(z / math.sqrt(2))
