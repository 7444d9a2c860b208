"""The metrics of a live run. What could not be measured is in no numerator and no denominator.

===================  =============================================================================
extract_recall       `extract` windows of which something was stored / those measured
exclude_suppression  `exclude` windows of which nothing was stored / those measured
type_match           stored `extract` windows with a memory of the type they expect / those stored
===================  =============================================================================

The type is the one in the memory's metadata, which this tool wrote there itself: the metric says
that it survives the round trip, and, where a classifier chose it, that it chose well. It is not the
platform's opinion; its categories come hours later and are not looked at.

A ratio of which more than 5 % of the cases are invalid has no value at all.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence

from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.text import plural

METRICS: dict[str, MetricKind] = {
    "extract_recall": MetricKind("extract windows of which something was stored"),
    "exclude_suppression": MetricKind("exclude windows of which nothing was stored"),
    "type_match": MetricKind("stored extract windows whose type came back"),
    "noise_leak_count": MetricKind("noise markers in what was stored", ratio=False),
    "memories_written": MetricKind("memories that the windows left behind", ratio=False),
    "invalid": MetricKind("windows of which nobody can say what was stored", ratio=False),
}

#: This share of invalid cases is the most that a metric bears.
MOST_INVALID = 0.05
Test = Callable[[Row], bool]


def score(rows: Sequence[Row]) -> Scores:
    """Score the rows of one backend."""
    sent = [row for row in rows if row["label"] != "drop"]
    extracts = [row for row in sent if row["label"] == "extract"]
    excludes = [row for row in sent if row["label"] == "exclude"]
    stored = [row for row in extracts if row["decision"] == "stored" or _invalid(row)]
    metrics = {
        "extract_recall": _ratio(extracts, _is_stored, "extract"),
        "exclude_suppression": _ratio(excludes, lambda row: not _is_stored(row), "exclude"),
        "type_match": _ratio(stored, _type_came_back, "stored extract"),
        "noise_leak_count": _sum(sent, lambda row: len(row["payload_noise"])),
        "memories_written": _sum(sent, lambda row: len(row["memories"])),
        "invalid": _count(sent),
    }
    return Scores(metrics, _per_type(extracts), notes=_notes(sent))


def _invalid(row: Row) -> bool:
    return bool(row["outcome"] == "invalid")


def _is_stored(row: Row) -> bool:
    return bool(row["decision"] == "stored")


def _type_came_back(row: Row) -> bool:
    return row["expect_type"] in {memory["type"] for memory in row["memories"]}


def _too_many(rows: Sequence[Row]) -> str:
    """Why so many rows are invalid that the rest says nothing; "" when they are few."""
    invalid = [row for row in rows if _invalid(row)]
    if len(invalid) <= MOST_INVALID * len(rows):
        return ""
    details = {row["detail"] for row in invalid}
    if len(invalid) == len(rows) and len(details) == 1:
        return f"{details.pop()} ({plural(len(rows), 'case')}, all of them)"
    return (
        f"{len(invalid)} of {plural(len(rows), 'case')} invalid, at most {MOST_INVALID:.0%} may be "
        f"({invalid[0]['id']}: {invalid[0]['detail']})"
    )


def _ratio(rows: Sequence[Row], good: Test, label: str) -> Metric:
    why = _too_many(rows)
    measured = [row for row in rows if not _invalid(row)]
    if why:
        return Metric(True, None, len(measured), why)
    missed = tuple(row["id"] for row in measured if not good(row))
    note = "" if measured else f"no `{label}` case was measured"
    return Metric(True, len(measured) - len(missed), len(measured), note, missed)


def _sum(rows: Sequence[Row], size: Callable[[Row], int]) -> Metric:
    why = _too_many(rows)
    measured = [row for row in rows if not _invalid(row)]
    if why or not measured:
        return Metric(False, None, len(measured), why or "no case was measured")
    found = tuple(row["id"] for row in measured if size(row))
    return Metric(False, sum(map(size, measured)), len(measured), "", found)


def _count(rows: Sequence[Row]) -> Metric:
    found = tuple(row["id"] for row in rows if _invalid(row))
    if not rows:
        return Metric(False, None, 0, "no case was sent")
    return Metric(False, len(found), len(rows), "", found)


def _per_type(extracts: Sequence[Row]) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = {}
    for row in extracts:
        entry = table.setdefault(
            row["expect_type"], {"n": 0, "stored": 0, "matched": 0, "invalid": 0}
        )
        entry["n"] += 1
        entry["stored"] += _is_stored(row)
        entry["matched"] += _is_stored(row) and _type_came_back(row)
        entry["invalid"] += _invalid(row)
    return dict(sorted(table.items()))


def _notes(sent: Sequence[Row]) -> list[str]:
    """Whose fault it is that types say nothing about the gate, as far as they do not."""
    troubles = [row["stamp_trouble"] for row in sent if row["stamp_trouble"]]
    if not troubles:
        return []
    count = f"{len(troubles)} of {plural(len(sent), 'window')}"
    return [f"types of {count} are the fixture's, not the gate's: {troubles[0]}"]


def hints(rows: Sequence[Row]) -> list[str]:
    """What the misses have in common, one line each."""
    found = []
    for label, decision, text in (
        ("extract", "suppressed", "extract suppressed, the instructions are too strict"),
        ("exclude", "stored", "exclude stored, the instructions let it through"),
    ):
        ids = [row["id"] for row in rows if row["label"] == label and row["decision"] == decision]
        if ids:
            more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
            found.append(f"{text}: {', '.join(ids[:5])}{more}")
    return found
