"""What the command line does with reports that lie on the disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pytest_memeval import registry
from pytest_memeval.report import compare
from pytest_memeval.report import history
from pytest_memeval.report import merge
from pytest_memeval.report import model
from pytest_memeval.report import scorecard
from pytest_memeval.report.reader import ReportError
from pytest_memeval.report.reader import load
from pytest_memeval.report.regression import slimmed
from pytest_memeval.report.writer import write
from pytest_memeval.report.writer import write_report


def render(
    path: Path,
    html: Path | None,
    markdown: Path | None,
    baseline: Path | None,
    as_baseline: Path | None,
) -> Iterator[str]:
    """Write a saved report in other forms; without one, its scorecard comes back as lines.

    :param as_baseline: where to write the part of it that later runs are compared with.

    :raises ReportError: a report cannot be used, or a form needs what is not installed.
    """
    report = load(path)
    before = load(baseline) if baseline else None
    if html is not None:
        from pytest_memeval.report.casetext import case_texts
        from pytest_memeval.report.html import NotInstalledError
        from pytest_memeval.report.html import write_html

        runs = _history_beside(path)
        try:
            write_html(report, html, before, runs, case_texts(report, Path.cwd()))
        except NotInstalledError as error:
            raise ReportError(str(error)) from None
        yield f"{html}: written"
    if markdown is not None:
        from pytest_memeval.report.markdown import markdown as text_of

        write(markdown, [text_of(report, before)])
        yield f"{markdown}: written"
    if as_baseline is not None:
        write_report(slimmed(report), as_baseline)
        yield f"{as_baseline}: written"
    if html is None and markdown is None and as_baseline is None:
        yield from (text for text, _ in scorecard.scorecard(report))
        yield scorecard.verdict_line(report)


def _history_beside(path: Path) -> Sequence[history.Run]:
    """The runs from which trends are drawn, where there are any."""
    try:
        return history.read(path.with_name(history.USUAL.name)).runs
    except OSError:
        return ()


def difference(before: Path, after: Path, as_json: bool) -> tuple[list[str], bool]:
    """What changed between two reports, and whether a case or a subject is worse, or gone.

    :raises ReportError: one of them cannot be used.
    """
    reports = {"before": load(before), "after": load(after)}
    found = compare.compare(*reports.values())
    narrowed = {name: one.run.narrowed for name, one in reports.items() if one.run.narrowed}
    worse = bool(found.worse or (found.only_before and not narrowed))
    if narrowed:  # over other cases a metric says something else
        found = replace(found, changes=tuple(replace(one, metrics=()) for one in found.changes))
    if as_json:
        return [json.dumps({**compare.plain(found), "partial": narrowed})], worse
    notes = [
        f"{name} is a partial run ({why}): metrics are not compared"
        for name, why in narrowed.items()
    ]
    return [*notes, *compare.lines(found)], worse


def joined(paths: Sequence[Path], out: Path | None) -> model.Report:
    """The whole of which these reports are the parts, written where that was asked for.

    :raises ReportError: one of them cannot be used.
    :raises MergeError: they are not the parts of one run.
    """
    shards = {f"{number}: {path}": load(path) for number, path in enumerate(paths, start=1)}
    report = merge.merge(shards, registry.all_suites())
    if out is not None:
        write_report(report, out)
    return report
