"""Records that flip an answer only together: "A or B suffices" shows as two that do not flip."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Sequence
from itertools import combinations

#: The largest sets that are looked through.
LARGEST = 3


def smallest_sets(
    ids: Sequence[str], flips: Callable[[tuple[str, ...]], bool], largest: int = LARGEST
) -> Iterator[tuple[str, ...]]:
    """All sets of two or more whose removal flips the answer, while that of no part of them does.

    Pairs first, in the order given; each context is asked about once at the most.

    :param flips: whether removing these flips the answer. It may raise to end the search: what was
        found until then stays found.
    """
    alone = [identity for identity in ids if not flips((identity,))]
    found: list[set[str]] = []
    for size in range(2, largest + 1):
        for these in combinations(alone, size):
            if any(part <= set(these) for part in found):
                continue
            if flips(these):
                found.append(set(these))
                yield these
