"""Which texts are copies of which: exact, near, or the same but for what runs in them.

Clusters are made by union-find out of the buckets of each band. A text is compared with a few of
those it shares a bucket with, never with all: of one heartbeat stored 200,000 times that would be
2 x 10^10 pairs. Texts are taken in their alphabetical order, so the result is that of the set of
texts, whatever order they were stored in.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.copies.counters import figures
from pytest_memeval.suites.corpus.copies.counters import is_table
from pytest_memeval.suites.corpus.copies.sketches import HASHES
from pytest_memeval.suites.corpus.copies.sketches import Signature
from pytest_memeval.suites.corpus.copies.sketches import agreement
from pytest_memeval.suites.corpus.copies.sketches import buckets
from pytest_memeval.suites.corpus.copies.sketches import outline
from pytest_memeval.suites.corpus.copies.sketches import signed
from pytest_memeval.suites.corpus.looking import Look
from pytest_memeval.suites.corpus.pause import without_collecting

THRESHOLD = 0.7
#: This many texts of one shape are a family of frames; fewer may be two facts with two numbers,
#: unless they hold heartbeat markers.
FAMILY = 3
#: Members of one bucket that others may be compared with, beside the one before them.
LEADERS = 16
#: How many of them are compared exactly, and how often a text may be compared in vain, over all
#: buckets.
CLOSEST, VAIN = 2, 32
#: Signatures that agree in less than the threshold minus this are not compared any further. It is
#: four standard deviations of what 120 hashes say of a similarity of 0.7.
DOUBT = 0.17

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
    tables: dict[int, int] = {}
    for family in shapes(looks):
        if _is_counter(family, texts, looks):
            for one in family:
                framed[one] = True
                sets.unite(family[0], one)
        elif len(family) >= FAMILY:
            tables.update(dict.fromkeys(family, family[0]))
    signatures = signed(texts)
    compare = _Comparer(texts, signatures, framed, tables, threshold)
    _unite_near(buckets(signatures), compare, sets, tables, len(texts))
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


def _is_counter(group: Sequence[int], texts: Sequence[str], looks: Sequence[Look]) -> bool:
    """Whether texts of one shape are frames of one counter rather than facts with other numbers."""
    if any(looks[number].leaks for number in group):
        return True
    if len(group) < FAMILY:
        return False
    return any(looks[at].status for at in group) or not is_table([texts[at] for at in group])


class _Comparer:
    """Compares two texts exactly, by their shingles, where their signatures come close.

    Two frames of different counters have to agree in their shapes too: among thousands of them
    some two share their figures, and that would make one cluster of two counters. A row of a table
    is a copy only of what has its figures, since those tell it from the other rows.
    """

    def __init__(
        self,
        texts: Sequence[str],
        signatures: dict[int, Signature],
        framed: bytearray,
        tables: Mapping[int, int],
        threshold: float,
    ) -> None:
        self._texts = texts
        self._outlines = {number: outline(each) for number, each in signatures.items()}
        self._framed = framed
        self._tables = tables
        self._threshold = threshold
        self._least = (threshold - DOUBT) * HASHES
        self._shingles = lru_cache(maxsize=4096)(self._shingles_of)
        self._folded = lru_cache(maxsize=4096)(self._folded_of)

    def closest(self, one: int, others: Sequence[int]) -> list[int]:
        """Those that may be near, by their signatures: at most `CLOSEST`, the closest first."""
        outlines = self._outlines
        mine = outlines[one]
        found = [(agreement(mine, outlines[other]), other) for other in others]
        found = [each for each in found if each[0] >= self._least]
        if len(found) > 1:
            found.sort(key=itemgetter(0), reverse=True)  # of equals the first stays first
        return [other for _, other in found[:CLOSEST]]

    def near(self, one: int, other: int) -> bool:
        if words.jaccard(self._shingles(one), self._shingles(other)) < self._threshold:
            return False
        if one in self._tables or other in self._tables:
            return figures(self._texts[one]) == figures(self._texts[other])
        if not (self._framed[one] and self._framed[other]):
            return True
        return words.jaccard(self._folded(one), self._folded(other)) >= self._threshold

    def _shingles_of(self, number: int) -> frozenset[str]:
        return frozenset(words.shingles(words.folded(self._texts[number])))

    def _folded_of(self, number: int) -> frozenset[str]:
        return frozenset(words.shingles(words.shape(words.folded(self._texts[number])) or ""))


def _unite_near(
    shared: Iterable[Sequence[int]],
    compare: _Comparer,
    sets: Sets,
    tables: Mapping[int, int],
    size: int,
) -> None:
    join = _Joiner(compare, sets, tables, size).join
    find = sets.find
    for bucket in shared:
        if len(bucket) == 2:
            join(bucket[1], bucket[:1])
            continue
        leaders: list[int] = []
        led: set[int | None] = set()
        before = bucket[0]
        for member in bucket:
            home = find(member)
            # Whoever is in a leader's cluster already needs no comparing.
            if not any(find(leader) == home for leader in leaders):
                others = leaders if before in leaders else [*leaders, before]
                table = tables.get(member)
                # One row of a table stands for all of them.
                is_new = table is None or table not in led
                if not join(member, others) and is_new and len(leaders) < LEADERS:
                    leaders.append(member)
                    led.add(table)
            before = member


class _Joiner:
    """Puts a text into the cluster of another, if it is near, and gives up after many in vain.

    Of many others those are compared whose signatures agree best: in a store of one template most
    are a little too far away, and would use up the tries.
    """

    def __init__(
        self, compare: _Comparer, sets: Sets, tables: Mapping[int, int], size: int
    ) -> None:
        self._compare = compare
        self._sets = sets
        self._tables = tables
        self._vain = bytearray(size)

    def join(self, member: int, others: Sequence[int]) -> bool:
        """Whether a text is, or is now, in the cluster of one of the others."""
        find, vain = self._sets.find, self._vain
        home, table = find(member), self._tables.get(member, -1)
        left = []
        for other in others:
            if find(other) == home:
                return True
            # Rows of one table are no copies, whatever their words.
            if self._tables.get(other, -2) != table:
                left.append(other)
        for other in self._compare.closest(member, left):
            if vain[member] >= VAIN:
                return False
            if self._compare.near(member, other):
                self._sets.unite(member, other)
                return True
            vain[member] += 1
        return False
