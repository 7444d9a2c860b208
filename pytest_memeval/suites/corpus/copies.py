"""Which texts are copies of which: exact, near, or the same but for what runs in them.

Clusters are made by union-find out of the buckets of each band. A text is compared with a few of
those it shares a bucket with, never with all: of one heartbeat stored 200,000 times that would be
2 x 10^10 pairs. Texts are taken in their alphabetical order, so the result is that of the set of
texts, whatever order they were stored in.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from functools import lru_cache

from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.looking import Look
from pytest_memeval.suites.corpus.pause import without_collecting
from pytest_memeval.suites.corpus.sketches import HASHES
from pytest_memeval.suites.corpus.sketches import Signature
from pytest_memeval.suites.corpus.sketches import agreement
from pytest_memeval.suites.corpus.sketches import buckets
from pytest_memeval.suites.corpus.sketches import outline
from pytest_memeval.suites.corpus.sketches import signed

THRESHOLD = 0.7
#: This many texts of one shape are a family of frames; fewer may be two facts with two numbers,
#: unless they hold heartbeat markers.
FAMILY = 3
#: Members of one bucket that others are compared with, beside the one before them.
LEADERS = 4
#: How often a text may be compared in vain, over all buckets.
VAIN = 24
#: Signatures that agree in less than the threshold minus this are not compared any further. It is
#: four standard deviations of what 90 hashes say of a similarity of 0.7.
DOUBT = 0.2

#: Pairs of texts, by their numbers, that something else takes for the same.
Alike = Callable[[Sequence[str]], Iterable[tuple[int, int]]]


class Sets:
    """A partition of the numbers below `size`: the smallest of a set names it."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, one: int) -> int:
        above = self._above
        while above[one] != one:
            above[one] = above[above[one]]
            one = above[one]
        return one

    def unite(self, one: int, other: int) -> None:
        low, high = sorted((self.find(one), self.find(other)))
        self._above[high] = low


def clusters(
    texts: Sequence[str],
    looks: Sequence[Look],
    threshold: float = THRESHOLD,
    alike: Alike | None = None,
) -> list[int]:
    """For each of these distinct, sorted texts the first text of its cluster."""
    with without_collecting():
        return _clusters(texts, looks, threshold, alike)


def _clusters(
    texts: Sequence[str], looks: Sequence[Look], threshold: float, alike: Alike | None
) -> list[int]:
    sets = Sets(len(texts))
    framed = bytearray(len(texts))
    for family in families(looks):
        for one in family:
            framed[one] = True
            sets.unite(family[0], one)
    signatures = signed(texts)
    near = _Comparer(texts, signatures, framed, threshold).near
    _unite_near(buckets(signatures), near, sets, len(texts))
    for one, other in alike(texts) if alike else ():
        sets.unite(one, other)
    return [sets.find(number) for number in range(len(texts))]


def shapes(looks: Sequence[Look]) -> list[list[int]]:
    """The numbers of texts that are the same but for what runs in them, two or more."""
    found: dict[bytes, list[int]] = {}
    for number, seen in enumerate(looks):
        if seen.shape is not None:
            found.setdefault(seen.shape, []).append(number)
    return [group for group in found.values() if len(group) > 1]


def families(looks: Sequence[Look]) -> Iterator[list[int]]:
    """Shapes that are frames of one counter rather than facts that differ in a number."""
    for group in shapes(looks):
        if len(group) >= FAMILY or any(looks[number].leaks for number in group):
            yield group


class _Comparer:
    """Compares two texts exactly, by their shingles, where their signatures come close.

    Two frames of different counters have to agree in their shapes too: among thousands of them
    some two share their figures, and that would make one cluster of two counters.
    """

    def __init__(
        self,
        texts: Sequence[str],
        signatures: dict[int, Signature],
        framed: bytearray,
        threshold: float,
    ) -> None:
        self._texts = texts
        self._outlines = {number: outline(each) for number, each in signatures.items()}
        self._framed = framed
        self._threshold = threshold
        self._least = (threshold - DOUBT) * HASHES
        self._shingles = lru_cache(maxsize=4096)(self._shingles_of)
        self._folded = lru_cache(maxsize=4096)(self._folded_of)

    def near(self, one: int, other: int) -> bool:
        if agreement(self._outlines[one], self._outlines[other]) < self._least:
            return False
        if words.jaccard(self._shingles(one), self._shingles(other)) < self._threshold:
            return False
        if not (self._framed[one] and self._framed[other]):
            return True
        return words.jaccard(self._folded(one), self._folded(other)) >= self._threshold

    def _shingles_of(self, number: int) -> frozenset[str]:
        return frozenset(words.shingles(words.folded(self._texts[number])))

    def _folded_of(self, number: int) -> frozenset[str]:
        return frozenset(words.shingles(words.shape(words.folded(self._texts[number])) or ""))


def _unite_near(
    shared: Iterable[Sequence[int]], near: Callable[[int, int], bool], sets: Sets, size: int
) -> None:
    vain = bytearray(size)
    find = sets.find
    for bucket in shared:
        if len(bucket) == 2:
            _join(bucket[1], bucket[:1], near, sets, vain)
            continue
        leaders: list[int] = []
        before = bucket[0]
        for member in bucket:
            home = find(member)
            # Whoever is in a leader's cluster already needs no comparing.
            if not any(find(leader) == home for leader in leaders):
                others = leaders if before in leaders else [*leaders, before]
                if not _join(member, others, near, sets, vain) and len(leaders) < LEADERS:
                    leaders.append(member)
            before = member


def _join(
    member: int,
    others: Sequence[int],
    near: Callable[[int, int], bool],
    sets: Sets,
    vain: bytearray,
) -> bool:
    """Whether a text is, or is now, in the cluster of one of the others."""
    for other in others:
        if other == member:
            continue
        if sets.find(other) == sets.find(member):
            return True
        if vain[member] >= VAIN:
            return False
        if near(member, other):
            sets.unite(member, other)
            return True
        vain[member] += 1
    return False
