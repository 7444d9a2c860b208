"""The write gate's metrics.

Formulas from the write-gate evaluation that this project grew from. With ``n(label, action)`` the
number of windows of a label that got an action, and contained = drop or skip:

==========================  ======================================================================
hard_drop_recall            contained `drop` windows / `drop` windows
hard_drop_explicit          n(drop, drop) / `drop` windows
hard_drop_precision         dropped windows that are not `extract` / dropped windows
extract_recall              n(extract, send) / `extract` windows
flag_precision              n(extract, send) / sent windows
exclude_suppressed_early    contained `exclude` windows / `exclude` windows
type_accuracy               `extract` windows given the type they expect / those given a type
type_coverage               `extract` windows given a type / `extract` windows
==========================  ======================================================================

Shape metrics, over the windows decided as labelled whose mutants were tried: windows without a
counterexample / windows.

The rest are counts. A subject that raised, or whose answer cannot be read, counts as a miss.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence

from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.text import plural

METRICS: dict[str, MetricKind] = {
    "hard_drop_recall": MetricKind("drop windows that are never sent"),
    "hard_drop_explicit": MetricKind("drop windows held back by a drop rule, not by luck"),
    "hard_drop_precision": MetricKind("of all hard-dropped windows, those safe to drop"),
    "extract_recall": MetricKind("extract windows that are sent"),
    "flag_precision": MetricKind("of all sent windows, those worth sending"),
    "extract_skipped": MetricKind("extract windows lost to a skip", ratio=False),
    "extract_hard_dropped": MetricKind("extract windows lost to a drop rule", ratio=False),
    "exclude_suppressed_early": MetricKind("exclude windows held back before the platform"),
    "type_accuracy": MetricKind("extract windows given the type they expect, of those given one"),
    "type_coverage": MetricKind("extract windows given a type"),
    "unreadable": MetricKind("windows without a readable decision", ratio=False),
    "payload_noise_count": MetricKind("noise markers in what would really be sent", ratio=False),
    "payload_loss": MetricKind("extract windows sent without their durable turn", ratio=False),
    "shape_invariance": MetricKind("drop windows decided alike whatever their numbers are"),
    "mixed_survival": MetricKind("extract windows that survive noise around them"),
    "exclude_stability": MetricKind("exclude windows decided alike whatever their numbers are"),
}

_CONTAINED = ("drop", "skip")
Test = Callable[[Row], bool]


def score(rows: Sequence[Row]) -> Scores:
    """Score the measured rows of one gate at one level."""
    rows = [row for row in rows if row["outcome"] != "not_measured"]
    drops, excludes, extracts = (
        [row for row in rows if row["label"] == label] for label in ("drop", "exclude", "extract")
    )
    dropped = [row for row in rows if row["decision"] == "drop"]
    sent = [row for row in rows if row["decision"] == "send"]
    typed = [row for row in extracts if row["type"]]
    metrics = {
        "hard_drop_recall": _ratio(drops, _contained, "drop"),
        "hard_drop_explicit": _ratio(drops, _is("drop"), "drop"),
        "hard_drop_precision": _ratio(dropped, _worthless, note="nothing was hard-dropped"),
        "extract_recall": _ratio(extracts, _is("send"), "extract"),
        "flag_precision": _ratio(sent, _labelled_extract, note="nothing was sent"),
        "extract_skipped": _count(extracts, _is("skip"), "extract"),
        "extract_hard_dropped": _count(extracts, _is("drop"), "extract"),
        "exclude_suppressed_early": _ratio(excludes, _contained, "exclude"),
        "type_accuracy": _ratio(typed, _type_fits, note="no extract window was given a type"),
        "type_coverage": _ratio(extracts, _has_type, "extract"),
        "unreadable": _count(rows, _is("unreadable")),
        "payload_noise_count": _payload_noise(sent),
        "payload_loss": _payload_loss([row for row in extracts if row["decision"] == "send"]),
        "shape_invariance": _shape(drops, "drop"),
        "mixed_survival": _shape(extracts, "extract"),
        "exclude_stability": _shape(excludes, "exclude"),
    }
    return Scores(metrics, _per_type(extracts))


def _ratio(rows: Sequence[Row], good: Test, label: str = "", note: str = "") -> Metric:
    missed = tuple(row["id"] for row in rows if not good(row))
    why = "" if rows else note or _no_case(label)
    return Metric(True, len(rows) - len(missed), len(rows), why, missed)


def _count(rows: Sequence[Row], bad: Test, label: str = "") -> Metric:
    found = tuple(row["id"] for row in rows if bad(row))
    if not rows:
        return Metric(False, None, 0, _no_case(label))
    return Metric(False, len(found), len(rows), "", found)


def _no_case(label: str) -> str:
    return f"no `{label}` case was measured" if label else "no case was measured"


def _payload_noise(sent: Sequence[Row]) -> Metric:
    stated = [row for row in sent if row["payload"] is not None]
    if not stated:
        why = "the subject does not say what it would send" if sent else "nothing was sent"
        return Metric(False, None, 0, why)
    noisy = tuple(row["id"] for row in stated if row["payload_noise"])
    markers = sum(len(row["payload_noise"]) for row in stated)
    return Metric(False, markers, len(stated), "", noisy)


def _payload_loss(sent: Sequence[Row]) -> Metric:
    stated = [row for row in sent if row["payload_lost"] is not None]
    if not stated:
        why = "the subject does not say what it would send" if sent else "nothing was sent"
        return Metric(False, None, 0, why)
    return _count(stated, lambda row: bool(row["payload_lost"]))


def _shape(rows: Sequence[Row], label: str) -> Metric:
    """Cases with no counterexample, of those of which mutants could be tried."""
    searched = [row["shape"] for row in rows if row.get("shape")]
    if rows and not searched:
        return Metric(True, 0, 0, "no mutants were tried: --memeval-mutations N tries them")
    # A window decided against its label has something to say for itself.
    untried = sum(shape["holds"] is None and not shape["said"] for shape in searched)
    if untried:
        # The others may be the easy ones.
        why = (
            f"{plural(untried, 'window')} with mutants that were skipped or timed out, "
            "or with no mutant: raise memeval_mutation_seconds"
        )
        return Metric(True, None, len(searched), why)
    tried = [row for row in rows if row["shape"]["holds"] is not None]
    return _ratio(tried, lambda row: bool(row["shape"]["holds"]), label)


def _per_type(extracts: Iterable[Row]) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = {}
    for row in extracts:
        entry = table.setdefault(row["expect_type"], {"n": 0, "sent": 0, "typed": 0, "correct": 0})
        entry["n"] += 1
        entry["sent"] += row["decision"] == "send"
        entry["typed"] += _has_type(row)
        entry["correct"] += _type_fits(row)
    return dict(sorted(table.items()))


def _is(action: str) -> Test:
    return lambda row: bool(row["decision"] == action)


def _contained(row: Row) -> bool:
    return row["decision"] in _CONTAINED


def _worthless(row: Row) -> bool:
    return bool(row["label"] != "extract")


def _labelled_extract(row: Row) -> bool:
    return bool(row["label"] == "extract")


def _has_type(row: Row) -> bool:
    return bool(row["type"])


def _type_fits(row: Row) -> bool:
    return bool(row["type"] == row["expect_type"])


def hints(rows: Sequence[Row]) -> list[str]:
    """What to repair, going by how the misses were decided, and what holds only by luck."""
    found = []
    skipped = _ids(rows, "extract", "skip")
    dropped = _ids(rows, "extract", "drop")
    leaked = _ids(rows, "drop", "send")
    lucky = _ids(rows, "drop", "skip")
    if skipped:
        found.append(f"extract skipped, a flag rule is missing: {_listed(skipped)}")
    if dropped:
        found.append(f"extract hard-dropped, a drop rule is too greedy: {_listed(dropped)}")
    if leaked:
        found.append(f"noise sent, a drop rule is missing: {_listed(leaked)}")
    if lucky:
        found.append(f"noise contained only by luck, no drop rule matched: {_listed(lucky)}")
    return found


def _ids(rows: Iterable[Row], label: str, action: str) -> list[str]:
    return [row["id"] for row in rows if row["label"] == label and row["decision"] == action]


def _listed(ids: Sequence[str], most: int = 5) -> str:
    rest = len(ids) - most
    return ", ".join(ids[:most]) + (f" and {rest} more" if rest > 0 else "")
