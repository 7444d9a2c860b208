"""The metrics of a corpus, and what is said about them.

A rate is memories that count / all memories that could be read, unless it says otherwise:

==========================  ======================================================================
exact_duplicate_rate        memories whose text, blanks folded, another memory has too
near_duplicate_rate         memories in a cluster of two or more: near-duplicates, and frames of one
                            counter
largest_cluster             memories in the largest cluster
cluster_count               clusters of two or more
shape_duplicate_rate        memories that another text is the same as, once numbers, ids and times
                            are folded
noise_leak_count            heartbeat markers; noise_leak_rate: memories that hold one
secret_rate                 memories that hold a key, a token or a connection string
boot_file_echo_rate         memories that restate a reference file
session_status_rate         memories that say how a session stood
refusal_rate                memories that are the extractor's own apology
contradiction_candidates    subjects with more than one value: candidates, no verdicts
stale_rate                  memories that have expired or been replaced / those that would say so
busiest_day_share           memories of the busiest day / memories with a time
largest_type_share          memories of the commonest type / memories with a type
largest_user_share          memories of the commonest user / memories with a user
unreadable_rows             rows that could not be read
repeated_ids                rows whose id another row has
==========================  ======================================================================

What an export does not say is not measured: never 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.text import plural

METRICS: dict[str, MetricKind] = {
    "exact_duplicate_rate": MetricKind("memories whose text another memory has too"),
    "near_duplicate_rate": MetricKind("memories in a cluster of near-duplicates"),
    "largest_cluster": MetricKind("memories in the largest cluster", ratio=False),
    "cluster_count": MetricKind("clusters of two memories or more", ratio=False),
    "shape_duplicate_rate": MetricKind("memories that differ from another in numbers alone"),
    "noise_leak_count": MetricKind("heartbeat markers in stored text", ratio=False),
    "noise_leak_rate": MetricKind("memories that hold a heartbeat marker"),
    "secret_rate": MetricKind("memories that hold a key, a token or a connection string"),
    "boot_file_echo_rate": MetricKind("memories that restate a file the agent reads anyway"),
    "session_status_rate": MetricKind("memories that say how a session stood"),
    "refusal_rate": MetricKind("memories that are the extractor's own apology"),
    "contradiction_candidates": MetricKind("subjects with more than one value", ratio=False),
    "stale_rate": MetricKind("memories that have expired or been replaced, of those that tell"),
    "busiest_day_share": MetricKind("memories of the busiest day, of those with a time"),
    "largest_type_share": MetricKind("memories of the commonest type, of those with a type"),
    "largest_user_share": MetricKind("memories of the commonest user, of those with a user"),
    "unreadable_rows": MetricKind("rows that could not be read", ratio=False),
    "repeated_ids": MetricKind("rows whose id another row has", ratio=False),
}
#: Above these a corpus is not worth keeping as it is.
CEILINGS: dict[str, float] = {"near_duplicate_rate": 0.05, "largest_cluster": 10, "secret_rate": 0}
#: Metrics that say something bad of the memories that count.
BAD = tuple(METRICS)[:12]

MOST_SHOWN = 5


def score(rows: Sequence[Row]) -> Scores:
    """The scores of one corpus, whose only row is its audit."""
    audits = [row for row in rows if row["outcome"] in ("hit", "miss")]
    if not audits:
        why = rows[0]["detail"] if rows else "no corpus was measured"
        return Scores({name: Metric(each.ratio, None, 0, why) for name, each in METRICS.items()})
    row = audits[0]
    metrics = {name: _metric(name, row["findings"][name], row["id"]) for name in METRICS}
    return Scores(metrics, row["types"], notes=[*row["oddities"], *_notes(row)])


def _metric(name: str, found: Mapping[str, Any], audit: str) -> Metric:
    shown = (audit,) if name in BAD and found["k"] else ()
    return Metric(METRICS[name].ratio, found["k"], found["n"], found["note"], shown)


def exceeded(findings: Mapping[str, Any]) -> list[str]:
    """The metrics above their default ceilings."""
    return [name for name, bound in CEILINGS.items() if _value(name, findings[name]) > bound]


def _value(name: str, found: Mapping[str, Any]) -> float:
    k: int = found["k"]
    return k / found["n"] if METRICS[name].ratio else k


def _notes(row: Row) -> list[str]:
    found = [f"growth: {_growth(row['tables']['day'], row['days'])}"]
    for table in ("type", "user"):
        shares = row["tables"][table]
        if shares:
            n = row["findings"][f"largest_{table}_share"]["n"]
            said = [f"{name} {count / n:.1%}" for name, count in list(shares.items())[:MOST_SHOWN]]
            more = row["kinds"][table] - len(said)
            found.append(f"by {table}: {', '.join(said)}" + (f" and {more:,} more" * (more > 0)))
    for name in ("stale_rate", "largest_type_share", "largest_user_share", "boot_file_echo_rate"):
        if row["findings"][name]["k"] is None:
            found.append(f"{name}: {row['findings'][name]['note']}")
    return found


def _growth(days: Mapping[str, int], count: int) -> str:
    if not days:
        return "not measurable from this export: no memory says its time"
    busiest = min(days, key=lambda day: (-days[day], day))
    first, last = min(days), max(days)
    return (
        f"{plural(count, 'day')} with new memories, the busiest {busiest} with {days[busiest]:,} "
        f"({first} to {last})"
    )


def hints(rows: Sequence[Row]) -> list[str]:
    """The clusters, each with its size and one example, and the other findings with theirs."""
    found: list[str] = []
    for row in rows:
        if row["outcome"] not in ("hit", "miss"):
            continue
        for cluster in row["clusters"][:MOST_SHOWN]:
            found.append(f"cluster of {cluster['size']:,}: {cluster['example']}")
        if row["removable"]:
            found.append(
                f"{plural(row['removable'], 'memory', 'memories')} beside one survivor a cluster: "
                "`python -m pytest_memeval audit FILE --plan plan.jsonl` lists what could go"
            )
        for name in BAD[5:]:
            said = row["said"].get(name)
            if said:
                found.append(f"{name}: {said}")
    return found
