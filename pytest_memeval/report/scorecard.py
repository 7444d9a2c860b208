"""The scorecard in the terminal: plain lines, each with the colour it should have."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width

from pytest_memeval.report.model import Baseline
from pytest_memeval.report.model import Mutations
from pytest_memeval.report.model import Report
from pytest_memeval.report.model import Result
from pytest_memeval.report.model import Score
from pytest_memeval.report.model import Threshold
from pytest_memeval.text import clean
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

#: A line and pytest's markup for it.
Line = tuple[str, dict[str, bool]]

COLOUR = {
    "held": {"green": True},
    "broken": {"red": True},
    "not_measured": {"red": True},
    "partial": {"yellow": True},
}
VERDICT_COLOUR = {
    "passed": {"green": True},
    "failed": {"red": True},
    "not_measured": {"red": True},
    "partial": {"yellow": True},
}
#: How the reason begins that a run was made smaller on purpose.
PARTIAL = "partial run ("
MOST_MISSED = 20
MOST_TYPES = 20
MOST_COUNTEREXAMPLES = 3


def verdict_line(report: Report) -> str:
    """The run in one line: verdict, floors, and where the report is not about the whole."""
    floors = [threshold for result in report.results for threshold in result.thresholds]
    held = sum(threshold.status == "held" for threshold in floors)
    cases = sum(result.counts.selected for result in report.results)
    measured = sum(result.counts.measured for result in report.results)
    if report.verdict == "partial":
        others = [said for said in report.check.failures if not said.startswith(PARTIAL)]
        reasons = [f"; {one_line(failure, 160)}" for failure in others[:1]]
        return (
            f"memeval: PARTIAL ({report.run.narrowed}): {plural(measured, 'case')} measured, "
            f"floors are not gated{''.join(reasons)}"
        )
    word = report.verdict.upper().replace("_", " ")
    line = f"memeval: {word}: {held} of {plural(len(floors), 'floor')} held, "
    line += f"{measured:,} of {plural(cases, 'case')} measured"
    if report.check.failures:
        line += f"; {one_line(report.check.failures[0], 240)}"
    return line


def scorecard(report: Report) -> Iterator[Line]:
    """All of the scorecard but its heading."""
    for result in report.results:
        yield from _result(result)
    if report.run.live:
        live = report.run.live
        yield f"run {live.run}: instructions {live.policy} ({live.instructions})", {}
        yield from left(report)
    if report.run.baseline:
        yield from _since(report.run.baseline)
    if report.run.mutations:
        yield _mutations(report.run.mutations), {}
    for problem in report.run.problems:
        yield f"not measured: {problem}", {"red": True}
    if report.run.ignored_files:
        names = ", ".join(report.run.ignored_files[:5])
        rest = len(report.run.ignored_files) - 5
        more = f" and {rest} more" if rest > 0 else ""
        yield f"not fixture files, left alone: {names}{more}", {}


def _since(baseline: Baseline) -> Iterator[Line]:
    """What changed since an earlier run."""
    yield f"since {baseline.file} ({baseline.generated_at})", {"bold": True}
    for change in baseline.changes:
        yield f"  {change}", {}
    for allowed in baseline.allowed:
        yield f"  allowed to be worse: {allowed}", {"yellow": True}
    for name in baseline.unneeded:
        yield f"  allowed to be worse, and is not: {name}", {"yellow": True}
    yield "", {}


def left(report: Report) -> Iterator[Line]:
    """What a live run left behind, and how to delete it."""
    live = report.run.live
    lines = live.left.splitlines() if live else []
    for line in lines:
        yield line, {"yellow": len(lines) > 1}


def title(result: Result) -> str:
    level = f" at {result.level}" if result.level else ""
    return f"{result.suite}: {result.subject}{level}"


def _result(result: Result) -> Iterator[Line]:
    yield title(result), {"bold": True}
    yield f"  {_coverage(result)}", {}
    for note in result.notes:
        yield f"  {note}", {}
    yield from _metrics(result)
    yield from _types(result)
    yield from _seconds(result)
    yield from _missed(result)
    yield from _counterexamples(result)
    for hint in result.hints:
        yield f"  {hint}", {}
    yield "", {}


def _coverage(result: Result) -> str:
    counts = result.counts
    labels = ", ".join(f"{n} {label}" for label, n in counts.by_label.items())
    outcomes = ", ".join(
        f"{counts.by_outcome[name]} {name.replace('_', ' ')}"
        for name in ("hit", "miss", "failed", "invalid", "not_measured")
        if counts.by_outcome.get(name)
    )
    of = "" if counts.selected == counts.collected else f" of {counts.collected} collected"
    labels = labels or ("" if counts.measured else "none measured")
    shown = f" ({labels})" if labels else ""
    return f"{plural(counts.selected, 'case')}{of}{shown}: {outcomes or '-'}"


def _metrics(result: Result) -> Iterator[Line]:
    width = max((len(name) for name in result.scores), default=0)
    for name, score in result.scores.items():
        bounds = [t for t in result.thresholds if t.metric == name]
        worst = next((t for t in bounds if t.status != "held"), bounds[0] if bounds else None)
        floors = "  ".join(_floor(bound) for bound in bounds)
        line = f"  {name:<{width}}  {_value(score):<18} {_interval(score):<10} {floors}"
        yield line.rstrip(), COLOUR[worst.status] if worst else {}


def _value(score: Score) -> str:
    if score.value is None:
        return "not measured"
    if score.k is None:
        return counted(score.value) if score.trials > 1 else str(score.value)
    return f"{score.value:.3f} ({score.k}/{score.n})"


def ungraded(coverage: Score | None) -> float:
    """How many pairs no judge could tell of, in a mean trial as their buckets are."""
    return 0 if coverage is None else (coverage.n - (coverage.k or 0)) / coverage.trials


def counted(value: float) -> str:
    """A count as people write it. A mean over trials may be no whole number, and is never rounded
    to one that it is not.
    """
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:.3g}" if value < 100 else f"{value:,.1f}"


def _interval(score: Score) -> str:
    return "" if score.low is None else f"{score.low:.2f}-{score.high:.2f}"


def _floor(threshold: Threshold) -> str:
    over = f" over {threshold.over}" if threshold.over else ""
    why = f"  # {threshold.why}" if threshold.why else ""
    status = threshold.status.replace("_", " ")
    on = f"{threshold.statistic} " if threshold.statistic else ""
    return f"{on}{threshold.op} {threshold.bound:.12g}{over} {status}{why}"


def _types(result: Result) -> Iterator[Line]:
    if not result.per_type:
        return
    shown = dict(list(result.per_type.items())[:MOST_TYPES])
    width = max(map(_columns, (*shown, "by type")))
    columns = list(next(iter(shown.values())))
    wide = [max(9, len(column) + 2) for column in columns]
    heads = "".join(f"{column:>{w}}" for column, w in zip(columns, wide, strict=True))
    yield f"  {'by type':<{width}} {heads}", {}
    for name, counts in shown.items():
        cells = "".join(f"{counts[c]:>{w}}" for c, w in zip(columns, wide, strict=True))
        yield f"  {name}{' ' * (width - _columns(name))} {cells}", {}
    rest = len(result.per_type) - len(shown)
    if rest:
        yield f"  ... and {plural(rest, 'line')} more, all in the report", {}


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes: letters of East Asia take two."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text)


def _seconds(result: Result) -> Iterator[Line]:
    for name, took in result.seconds.items():
        said = f"p50 {took.p50:.2f}, p90 {took.p90:.2f}, p99 {took.p99:.2f}, longest "
        yield f"  seconds of each {name}: {said}{took.longest:.2f}", {}


def _missed(result: Result) -> Iterator[Line]:
    missed = [row for row in result.rows if row["outcome"] != "hit"]
    if missed:
        yield "  missed", {"bold": True}
    width = min(40, max((len(row["id"]) for row in missed), default=0))
    for row in missed[:MOST_MISSED]:
        where = f"{row['file']}:{row['line']}"
        yield f"    {row['id']:<{width}}  {one_line(row['detail'], 120)}  ({where})", {}
    if len(missed) > MOST_MISSED:
        yield f"    ... and {len(missed) - MOST_MISSED} more; -rx lists all", {}


def _counterexamples(result: Result) -> Iterator[Line]:
    """The smallest windows that a search found, as entries to paste into a fixture file."""
    found = [
        shape for row in result.rows if (shape := row.get("shape")) and shape["counterexample"]
    ]
    if not found:
        return
    yield "  counterexamples, ready to paste below `cases:`", {"bold": True}
    for shape in found[:MOST_COUNTEREXAMPLES]:
        entry = shape["counterexample"]
        for line in clean(entry, limit=len(entry)).splitlines():  # cut, it could not be pasted
            yield f"  {line}", {}
    if len(found) > MOST_COUNTEREXAMPLES:
        yield f"    ... and {len(found) - MOST_COUNTEREXAMPLES} more, all in the report", {}


def _mutations(drawn: Mutations) -> str:
    again = "" if drawn.seed is None else f"; --memeval-mutation-seed {drawn.seed} draws them again"
    return f"mutants: at most {drawn.examples} a case{again}"
