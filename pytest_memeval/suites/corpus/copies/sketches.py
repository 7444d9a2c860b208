"""MinHash signatures and their bands, by rensa.

rensa signs a text in a few microseconds, needs no other package, has wheels for every Python and
platform of ours, and gives the same signatures in every process. Which texts share a band with any
other at all it says by itself; only those of these texts are ever looked at one by one.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.memories import CorpusError

#: A signature of 120 hashes in 24 bands of 5. Two texts whose shingles agree to 0.7 meet in a band
#: with a probability of 0.988, to 0.75 with 0.998, to 0.8 with 0.9999; to 0.4 with 0.22.
BANDS, ROWS = 24, 5
HASHES = BANDS * ROWS
SEED = 20_260_101
NEEDED = "the corpus suite finds near-duplicates with rensa: install pytest-memeval[corpus]"

#: Texts to sign at a time: as lists of numbers signatures are ten times their size.
LOT = 20_000
_SIZE = array("I").itemsize
_LOWEST = 0 if sys.byteorder == "little" else _SIZE - 1

#: The hashes of a text, packed.
Signature = bytes


def signed(texts: Sequence[str]) -> dict[int, Signature]:
    """The signatures of those texts that share a band with another one, by their numbers.

    :raises CorpusError: rensa is not installed.
    """
    rensa = _load()
    index = rensa.RMinHashLSH(0.5, HASHES, BANDS)  # the threshold is for what is not used here
    shared = index.query_duplicate_flags_matrix_one_shot(_matrix(rensa, texts))
    numbers = [number for number, flag in enumerate(shared) if flag]
    found: dict[int, Signature] = {}
    for at in range(0, len(numbers), LOT):
        lot = numbers[at : at + LOT]
        rows = _matrix(rensa, [texts[number] for number in lot]).to_rows()
        found.update((each, array("I", row).tobytes()) for each, row in zip(lot, rows, strict=True))
    return found


def outline(signature: Signature) -> int:
    """One byte of each hash, which is enough to count how many are the same in two signatures."""
    return int.from_bytes(signature[_LOWEST::_SIZE], "little")


def agreement(one: int, other: int) -> int:
    """How many hashes agree, by their outlines; of those that do not, one in 256 is counted too."""
    return (one ^ other).to_bytes(HASHES, "little").count(0)


def buckets(signatures: dict[int, Signature]) -> Iterator[list[int]]:
    """Numbers of texts that agree in a band, band after band, each bucket in order."""
    numbers = list(signatures)
    size = ROWS * _SIZE
    for start in range(0, BANDS * size, size):
        end = start + size
        bands = [signature[start:end] for signature in signatures.values()]
        last = dict(zip(bands, numbers, strict=True))
        if len(last) == len(bands):
            continue
        shared: dict[bytes, list[int]] = {}
        for number, band in zip(numbers, bands, strict=True):
            if last[band] != number:
                shared.setdefault(band, []).append(number)
        for band, members in shared.items():
            yield [*members, last[band]]


def _matrix(rensa: Any, texts: Sequence[str]) -> Any:
    shingled = (words.shingles(words.folded(text)) for text in texts)
    return rensa.RMinHash.digest_matrix_from_token_sets(shingled, HASHES, SEED)


def _load() -> Any:
    try:
        import rensa
    except ImportError:
        raise CorpusError(NEEDED) from None
    return rensa
