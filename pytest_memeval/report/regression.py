"""Holds a report against an earlier one: what is worse now, and whether that fails the run.

A case is held against itself only while its fixture is the same, and a metric only while all
fixtures are: what moved because the questions changed says nothing of who answers them.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_memeval import registry
from pytest_memeval.report import model
from pytest_memeval.report.compare import BY_GATES
from pytest_memeval.report.compare import BY_OTHERS
from pytest_memeval.report.compare import Change
from pytest_memeval.report.compare import Comparison
from pytest_memeval.report.compare import MetricChange
from pytest_memeval.report.compare import called
from pytest_memeval.report.compare import compare
from pytest_memeval.report.compare import lines
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import Row
from pytest_memeval.text import one_line
from pytest_memeval.text import some

#: All metrics of a suite over rows.
Rescore = Callable[[str, Sequence[Row]], Mapping[str, Metric]]
#: What a baseline keeps of a row: enough to compare it, and to tell what a case did to a metric.
KEPT = (*model.ROW_KEYS, *BY_GATES, *BY_OTHERS)


class AllowanceError(ValueError):
    """An allowed regression that names nothing, or gives no reason."""


@dataclass(frozen=True)
class Baseline:
    """An earlier report, and what it is for.

    :param gated: what is worse than it fails the run.
    :param allowed: what may be worse, by the id of a case or the name of a metric: the reasons.
    """

    file: str
    report: model.Report
    gated: bool
    allowed: Mapping[str, str]


def allowances(entries: Iterable[str]) -> dict[str, str]:
    """What may be worse, read from lines of the form `NAME  # why`.

    :raises AllowanceError: a line names nothing, or does not say why.
    """
    found = {}
    for line in entries:
        name, _, why = line.partition("#")
        if not name.strip():
            raise AllowanceError(f"{line!r} names neither a case nor a metric")
        if not why.strip():
            raise AllowanceError(f"{line!r} does not say why: write `{name.strip()}  # reason`")
        found[name.strip()] = why.strip()
    return found


@dataclass(frozen=True)
class _Worse:
    """One thing that is worse now.

    :param name: by which it may be allowed.
    :param follows: the allowed cases from which it follows wholly.
    """

    name: str
    said: str
    follows: tuple[str, ...] = ()

    def allowed_by(self, reasons: Mapping[str, str]) -> str:
        """Why it may be worse; "" where it may not."""
        if self.name in reasons:
            return reasons[self.name]
        return f"follows from what is allowed of {some(self.follows)}" if self.follows else ""


def held_against(report: model.Report, baseline: Baseline, rescore: Rescore) -> model.Report:
    """The report with what changed since; a regression that is gated makes it a failed one."""
    comparison = compare(baseline.report, report)
    worse = list(_worse(comparison, report, baseline, rescore))
    allowed = [f"{one.name}: {why}" for one in worse if (why := one.allowed_by(baseline.allowed))]
    failures = [one.said for one in worse if not one.allowed_by(baseline.allowed)]
    needed = {name for one in worse for name in (one.name, *one.follows)}
    found = model.Baseline(
        file=baseline.file,
        generated_at=baseline.report.generated_at,
        git_revision=baseline.report.run.git_revision,
        gated=baseline.gated,
        changes=list(lines(comparison)),
        regressions=failures,
        allowed=list(dict.fromkeys(allowed)),
        unneeded=[name for name in baseline.allowed if name not in needed],
    )
    run = report.run.model_copy(update={"baseline": found})
    report = report.model_copy(update={"run": run})
    if not (baseline.gated and failures):
        return report
    more = "" if len(failures) == 1 else f" (and {len(failures) - 1} more)"
    reason = f"worse than {baseline.file}: {failures[0]}{more}"
    return report.not_passed([reason])


def _worse(
    comparison: Comparison, report: model.Report, baseline: Baseline, rescore: Rescore
) -> Iterator[_Worse]:
    for key, flip in comparison.worse:
        detail = f": {one_line(flip.detail, 160)}" if flip.detail else ""
        said = f"{flip.id} ({flip.place}): {flip.before} -> {flip.after}{detail}"
        yield _Worse(flip.id, f"{called(key)}: {said}")
    if report.run.narrowed or report.run.interrupted:
        return  # less was measured, which is no regression
    entries = registry.suite_entries()
    results = {Key(one.suite, one.subject, one.level): one for one in report.results}
    earlier = {Key(one.suite, one.subject, one.level): one for one in baseline.report.results}
    for change in comparison.changes:
        if not change.same and not entries[change.key.suite].measures_files:
            name = f"{change.key.suite}[{change.key.subject}]"
            yield _Worse(name, f"{called(change.key)}: no case is as in the baseline: not compared")
        before, after = earlier[change.key], results[change.key]
        dropped = list(_dropped(change, after))
        # To score once more takes as long as the scoring did: only where it may excuse something.
        without = _without(before, after, baseline.allowed, rescore) if dropped else None
        for metric, op in dropped:
            yield _Worse(
                metric.name,
                f"{called(change.key)}: {_moved(metric, before, after)}",
                without.excuse(metric, op) if without else (),
            )
    for key in comparison.only_before:
        name = f"{key.suite}[{key.subject}]"
        yield _Worse(name, f"{called(key)} is no longer measured")


def _dropped(change: Change, after: model.Result) -> Iterator[tuple[MetricChange, str]]:
    """Metrics under a floor or a ceiling that moved towards it, or are gone."""
    if change.added or change.removed or change.changed:
        return
    bounds = {threshold.metric: threshold.op for threshold in after.thresholds}
    for metric in change.metrics:
        op = bounds.get(metric.name)
        if op is None or metric.before is None:
            continue
        if metric.delta is None or (metric.delta and (metric.delta < 0) == (op == ">=")):
            yield metric, op


def _moved(metric: MetricChange, before: model.Result, after: model.Result) -> str:
    """How a metric moved, and the cases that did it."""
    if metric.after is None:
        return f"{metric.name} is no longer measured"
    missed, missed_before = (_missed(result, metric.name) for result in (after, before))
    new = [] if missed_before is None else [one for one in missed or () if one not in missed_before]
    cases = f"; newly missed: {some(new)}" if new else ""
    return f"{metric.name}: {metric.before:.4g} -> {metric.after:.4g}{cases}"


def _missed(result: model.Result, metric: str) -> list[str] | None:
    """The cases that counted against a metric; None where it had no floor that would tell."""
    return next((one.missed for one in result.thresholds if one.metric == metric), None)


@dataclass(frozen=True)
class _Without:
    """The metrics as if the allowed cases had been decided as before."""

    cases: tuple[str, ...]
    metrics: Mapping[str, Metric]

    def excuse(self, metric: MetricChange, op: str) -> tuple[str, ...]:
        """The allowed cases, where the metric would be no worse than before but for them."""
        found = self.metrics.get(metric.name)
        value = found.value if found else None
        if value is None or metric.before is None:
            return ()
        return (
            self.cases if value == metric.before or (value > metric.before) == (op == ">=") else ()
        )


def _without(
    before: model.Result, after: model.Result, allowed: Mapping[str, str], rescore: Rescore
) -> _Without | None:
    """Put the allowed cases back to what they were, and score once more."""
    old = {row["id"]: row for row in before.rows if row["id"] in allowed}
    back = [{**row, **old.get(row["id"], {})} for row in after.rows]
    changed = tuple(now["id"] for now, was in zip(after.rows, back, strict=True) if now != was)
    if not changed:
        return None
    try:
        return _Without(changed, rescore(after.suite, back))
    except Exception:  # a baseline of another version may hold what this one cannot score
        return None


def slimmed(report: model.Report) -> model.Report:
    """What a report needs to be compared with: a file to keep in the repository, and to diff.

    Rows lose what only their suite reads, so that it can neither be shown again nor merged.
    """
    results = [
        result.model_copy(
            update={
                "rows": [{key: row[key] for key in KEPT if key in row} for row in result.rows],
                "per_type": {},
                "notes": [],
                "hints": [],
                "seconds": {},
            }
        )
        for result in report.results
    ]
    run = report.run.model_copy(
        update={"duration": 0, "workers": 0, "baseline": None, "git_revision": None}
    )
    return report.model_copy(update={"results": results, "run": run, "extra": {}})
