"""How long an audit takes: `python benchmarks/corpus.py [datasketch] [SIZE ...]`.

Without words: the comparison with datasketch on 20,000 texts (datasketch has to be installed), then
whole audits of 100,000 and 1,000,000 memories read from a file, each in a process of its own.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pytest_memeval.suites.corpus import copies
from pytest_memeval.suites.corpus import looking
from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.audit import Ask
from pytest_memeval.suites.corpus.audit import audit
from pytest_memeval.suites.corpus.copies import sketches
from pytest_memeval.suites.corpus.reading import How
from pytest_memeval.suites.corpus.reading import read
from tests.suites.corpus import synthetic

SIZES = (100_000, 1_000_000)
COMPARED = 20_000
OURS = "pytest-memeval"


def ours(texts: Sequence[str]) -> list[int]:
    """The cluster of each text, as the suite finds it, on one core."""
    shapes = (words.shape(words.folded(text)) for text in texts)
    named = (None if shape is None else words.digest(shape) for shape in shapes)
    looks = [looking.Look(name, (), (), False, False, "", None) for name in named]
    return copies.clusters(texts, looks)


def datasketchs(
    texts: Sequence[str], batch: bool = False, bands: tuple[int, int] | None = None
) -> list[int]:
    """The same with datasketch as its manual shows it: insert all, query all, verify, unite.

    :param batch: hand over the shingles of a text at once, which its manual keeps for a later page.
    :param bands: bands and hashes in each, instead of those that datasketch takes for the
        threshold: with its own it finds about half of the pairs just above it.
    """
    from datasketch import MinHash
    from datasketch import MinHashLSH

    sets = copies.Sets(len(texts))
    index = MinHashLSH(threshold=copies.THRESHOLD, num_perm=128, params=bands)
    hashes, shingled = [], []
    for number, text in enumerate(texts):
        found = words.shingles(words.folded(text))
        made = MinHash(num_perm=128)
        if batch:
            made.update_batch([shingle.encode() for shingle in found])
        else:
            for shingle in found:
                made.update(shingle.encode())
        index.insert(number, made)
        hashes.append(made)
        shingled.append(frozenset(found))
    for number, made in enumerate(hashes):
        for other in index.query(made):
            close = words.jaccard(shingled[number], shingled[other]) >= copies.THRESHOLD
            if other != number and close:
                sets.unite(number, other)
    return [sets.find(number) for number in range(len(texts))]


def compare() -> None:
    """Texts like those of the large stores, then a store of which a quarter is near-duplicates."""
    compare_on(list(synthetic.big(COMPARED)))
    compare_on([entry.text for entry in synthetic.everything(COMPARED, seed=11).entries])


def compare_on(given: Sequence[str]) -> None:
    texts = sorted(set(map(words.exact, given)))
    shingled = [frozenset(words.shingles(words.folded(text))) for text in texts]
    pairs = list(synthetic.near_pairs(shingled, copies.THRESHOLD))
    print(f"{len(texts):,} distinct texts, {len(pairs):,} pairs of {copies.THRESHOLD} or more")
    sketches.signed(["warm", "up"])
    took = {}
    for name, find in (
        (OURS, ours),
        ("datasketch, update", datasketchs),
        ("datasketch, update_batch", partial(datasketchs, batch=True)),
        ("datasketch, 25 bands of 5", partial(datasketchs, batch=True, bands=(25, 5))),
    ):
        took[name], found = timed(find, texts)
        met = sum(found[one] == found[other] for one, other in pairs)
        times = took[name] / took[OURS]
        print(f"  {name:<25} {took[name]:6.2f} s  recall {met / len(pairs):.4f}  {times:5.1f} x")


def timed(
    find: Callable[[Sequence[str]], list[int]], texts: Sequence[str]
) -> tuple[float, list[int]]:
    """Time of this process, so that others on the machine do not count.

    Nor does what the benchmark itself holds: the garbage collector is not to go through it.
    """
    gc.collect()
    gc.freeze()
    begun = time.process_time()
    found = find(texts)
    took = time.process_time() - begun
    gc.unfreeze()
    return took, found


def whole(path: Path) -> None:
    """One audit of a file, with its parts timed."""
    begun = time.perf_counter()
    corpus = read(path, How())
    reading = time.perf_counter() - begun
    made = audit(corpus, Ask())
    took = time.perf_counter() - begun
    here = resource.getrusage(resource.RUSAGE_SELF)
    apart = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = sum(each.ru_utime + each.ru_stime for each in (here, apart))
    peak = here.ru_maxrss + apart.ru_maxrss * looking.cores()  # as if all peaked together
    print(
        json.dumps(
            {
                "memories": len(corpus.memories),
                "seconds": round(took, 1),
                "reading": round(reading, 1),
                "processor_seconds": round(used, 1),
                "peak_gb": round(peak / 1e6, 2),
                "near_duplicate_rate": made.findings["near_duplicate_rate"].k / len(made.unique),
                "largest_cluster": made.findings["largest_cluster"].k,
            }
        )
    )


def grow(sizes: Iterable[int]) -> None:
    seconds = Counter[int]()
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder, f"{size}.jsonl")
            with path.open("w") as file:
                for number, text in enumerate(synthetic.big(size)):
                    row = {"id": f"m{number}", "memory": text, "user_id": "u"}
                    file.write(json.dumps(row) + "\n")
            command = [sys.executable, __file__, "one", str(path)]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            seconds[size] = json.loads(said)["seconds"]
            print(said.strip(), flush=True)
    first, last = min(seconds), max(seconds)
    if first < last:
        times = seconds[last] / seconds[first]
        print(f"{last / first:g} times the memories: {times:.1f} times as long")


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["one"]:
        whole(Path(arguments[1]))
        return
    sizes = [int(word) for word in arguments if word.isdigit()]
    if not sizes or "datasketch" in arguments:
        compare()
    if "datasketch" not in arguments:
        grow(sizes or SIZES)


if __name__ == "__main__":
    main(sys.argv[1:])
