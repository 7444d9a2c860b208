"""Leave-one-out over a bundle, ours beside PRME's on the same records, in one run.

``python benchmarks/ablation.py [--prme-removals N]``. Needs nothing but this package; with `prme`
installed (and no network: its counter is a local one) PRME's `ablate_context` is timed in turn
with ours. PRME's sweep is quadratic and takes half a minute, so by default some removals spread
over the bundle are timed and scaled up; ``--prme-removals 500`` times them all.

*removals*: each record once, from a bundle that is already written; both hashes and the tokens of
each are read. *whole*: the same from bare records (the bundle is made and written), with the credit
of each removal assessed. A hash is of the text behind what was removed, so a sweep's hashing is
quadratic, about 0.6 ns a byte with the CPU's own instructions: in a bundle of 500 records of 110
characters that is a third to two thirds of all the time, and nothing that a contract of plain
SHA-256 lets anybody avoid.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from pytest_memeval.suites.ablation.citation import cite
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.credit import assess_context_presence

SIZES = (50, 500)
ROUNDS = 9


def texts(count: int) -> list[str]:
    """Texts of 110 characters."""
    return [
        f"Record {n}: " + "the harbour office opens at seven on weekdays. " * 3
        for n in range(count)
    ]


def records(count: int) -> list[Record]:
    """Records as a bundle is made of."""
    return [
        Record(str(UUID(int=n)), text[:110], section=("facts", "tasks")[n % 2])
        for n, text in enumerate(texts(count), 1)
    ]


def read(ablation: Any) -> None:
    """All that a sweep wants to know of one removal."""
    _ = ablation.baseline_context_sha256, ablation.counterfactual_context_sha256
    _ = ablation.counterfactual.tokens


def removals(bundle: ContextBundle) -> None:
    """Each record out of a bundle once."""
    for identity in bundle.ids:
        read(ablate_context(bundle, [identity]))


def whole(count: int) -> None:
    """From bare records to a credit for each."""
    bundle = ContextBundle(records(count), token_budget=10**7)
    citation = cite(bundle, answer_id="answer", cited_ids=bundle.ids)
    for identity in bundle.ids:
        ablation = ablate_context(bundle, [identity])
        read(ablation)
        assess_context_presence(
            ablation,
            citation,
            record_id=identity,
            baseline_correct=True,
            counterfactual_correct=False,
            evaluation_id="benchmark",
        )


def timed(call: Callable[[], object]) -> float:
    """CPU seconds of one call, without the collector's pauses and what else the machine does."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    call()
    passed = time.process_time() - start
    gc.enable()
    return passed


def prme_bundle(count: int) -> Any:
    """The same records as PRME's bundle, its tokens counted as bytes."""
    from tests.suites.ablation import prme_side

    prme_side.count_bytes()
    entries = [
        {"id": record.id, "text": record.text, "section": record.section}
        for record in records(count)
    ]
    return prme_side.bundle_of({"records": entries, "raw": True})


def prme_sweep(bundle: Any, ids: list[str]) -> None:
    """PRME's own removals of these ids; hashes and tokens are part of its result."""
    from prme.retrieval.credit import ablate_context as theirs

    for identity in ids:
        theirs(bundle, [identity])


def say(line: str) -> None:
    print(line)


def main(arguments: list[str] | None = None) -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--prme-removals", type=int, default=50)
    chosen = options.parse_args(arguments)
    bundles = {count: ContextBundle(records(count), token_budget=10**7) for count in SIZES}
    for bundle in bundles.values():
        removals(bundle)
    found: dict[tuple[str, int], list[float]] = {}
    for _ in range(ROUNDS):
        for count in SIZES:
            bundle = bundles[count]
            found.setdefault(("removals", count), []).append(timed(lambda b=bundle: removals(b)))
            found.setdefault(("whole", count), []).append(timed(lambda n=count: whole(n)))
    for (name, count), times in found.items():
        say(f"ours, {name}, {count} records: {shown(times)}")
    for name in ("removals", "whole"):
        few, many = (found[name, count] for count in SIZES)
        say(
            f"growth of {name} from 50 to 500: {min(many) / min(few):.1f} of the fastest, "
            f"{statistics.median(many) / statistics.median(few):.1f} of the medians"
        )
    try:
        given = prme_bundle(500)
    except ImportError:
        say("prme is not installed: nothing to compare with")
        return 0
    beside_prme(given, bundles[500], chosen.prme_removals)
    return 0


def beside_prme(given: Any, bundle: ContextBundle, wanted: int) -> None:
    """PRME's removals and ours in turn, and how many times as fast ours are."""
    ids = list(bundle.ids)[:: max(1, len(bundle.ids) // wanted)]
    scale = len(bundle.ids) / len(ids)
    theirs, ours, from_records = [], [], []
    for _ in range(3):
        theirs.append(timed(lambda: prme_sweep(given, ids)) * scale)
        ours.append(timed(lambda: removals(bundle)))
        from_records.append(timed(lambda: whole(500)))
    say(f"PRME, removals, 500 records ({len(ids)} timed): {shown(theirs)}")
    for name, times in (("removals", ours), ("whole", from_records)):
        ratios = [slow / fast for slow, fast in zip(theirs, times, strict=True)]
        say(f"ours, {name}: {min(ratios):.0f} to {max(ratios):.0f} times as fast as PRME's")


def shown(times: list[float]) -> str:
    return f"median {statistics.median(times) * 1e3:.2f} ms, fastest {min(times) * 1e3:.2f} ms"


if __name__ == "__main__":
    sys.exit(main())
