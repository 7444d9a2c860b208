"""Holds a report against an earlier one: what is worse now, and whether that fails the run.

A case is held against itself only while its fixture is the same, and a metric only while all
fixtures are: what moved because the questions changed says nothing of who answers them.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import dataclass

from pytest_memeval.report import model
from pytest_memeval.report.compare import Change
from pytest_memeval.report.compare import Comparison
from pytest_memeval.report.compare import called
from pytest_memeval.report.compare import compare
from pytest_memeval.report.compare import lines
from pytest_memeval.suites.base import Key
from pytest_memeval.text import one_line


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


def held_against(report: model.Report, baseline: Baseline) -> model.Report:
    """The report with what changed since; a regression that is gated makes it a failed one."""
    comparison = compare(baseline.report, report)
    worse = list(_worse(comparison, report))
    allowed = [f"{name}: {baseline.allowed[name]}" for name, _ in worse if name in baseline.allowed]
    failures = [said for name, said in worse if name not in baseline.allowed]
    known = {name for name, _ in worse}
    found = model.Baseline(
        file=baseline.file,
        generated_at=baseline.report.generated_at,
        git_revision=baseline.report.run.git_revision,
        gated=baseline.gated,
        changes=list(lines(comparison)),
        regressions=failures,
        allowed=list(dict.fromkeys(allowed)),
        unneeded=[name for name in baseline.allowed if name not in known],
    )
    run = report.run.model_copy(update={"baseline": found})
    if not (baseline.gated and failures):
        return report.model_copy(update={"run": run})
    more = "" if len(failures) == 1 else f" (and {len(failures) - 1} more)"
    reason = f"worse than {baseline.file}: {failures[0]}{more}"
    return report.not_passed([reason]).model_copy(update={"run": run})


def _worse(comparison: Comparison, report: model.Report) -> Iterator[tuple[str, str]]:
    """What is worse: the name by which it may be allowed, and how to tell of it."""
    for key, flip in comparison.worse:
        detail = f": {one_line(flip.detail, 160)}" if flip.detail else ""
        said = f"{flip.id} ({flip.place}): {flip.before} -> {flip.after}{detail}"
        yield flip.id, f"{called(key)}: {said}"
    if report.run.narrowed or report.run.interrupted:
        return  # less was measured, which is no regression
    for change in comparison.changes:
        yield from _dropped(change, report)
    for key in comparison.only_before:
        yield f"{key.suite}[{key.subject}]", f"{called(key)} is no longer measured"


def _dropped(change: Change, report: model.Report) -> Iterator[tuple[str, str]]:
    """Metrics under a floor or a ceiling that moved towards it."""
    if change.added or change.removed or change.changed:
        return
    bounds = {
        threshold.metric: threshold.op
        for result in report.results
        if Key(result.suite, result.subject, result.level) == change.key
        for threshold in result.thresholds
    }
    for metric in change.metrics:
        op = bounds.get(metric.name)
        if op is None or metric.before is None:
            continue
        if metric.delta is None:
            yield metric.name, f"{called(change.key)}: {metric.name} is no longer measured"
        elif metric.delta and (metric.delta < 0) == (op == ">="):
            moved = f"{metric.before:.4g} -> {metric.after:.4g}"
            yield metric.name, f"{called(change.key)}: {metric.name}: {moved}"


def slimmed(report: model.Report) -> model.Report:
    """What a report needs to be compared with: a file to keep in the repository, and to diff.

    Rows lose what only their suite reads, so that it can neither be shown again nor merged.
    """
    results = [
        result.model_copy(
            update={
                "rows": [{key: row[key] for key in model.ROW_KEYS} for row in result.rows],
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
