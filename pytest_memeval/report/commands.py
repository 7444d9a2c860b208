"""What the command line does with reports that lie on the disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from pytest_memeval import registry
from pytest_memeval.report import compare
from pytest_memeval.report import merge
from pytest_memeval.report import model
from pytest_memeval.report import scorecard
from pytest_memeval.report.writer import write
from pytest_memeval.report.writer import write_report
from pytest_memeval.text import one_line


class ReportError(Exception):
    """A report that cannot be used; the message names the file and says why."""


def load(path: Path) -> model.Report:
    """A report from a file.

    :raises ReportError: it is not there, or is none.
    """
    try:
        return model.Report.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ReportError(f"{path}: cannot be read: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise ReportError(f"{path}: no report: {where}: {one_line(first['msg'])}") from None


def render(
    path: Path, html: Path | None, markdown: Path | None, baseline: Path | None
) -> Iterator[str]:
    """Write a saved report in other forms; without one, its scorecard comes back as lines.

    :raises ReportError: a report cannot be used, or a form needs what is not installed.
    """
    report = load(path)
    before = load(baseline) if baseline else None
    if html is not None:
        from pytest_memeval.report.casetext import case_texts
        from pytest_memeval.report.html import NotInstalledError
        from pytest_memeval.report.html import write_html

        try:
            write_html(report, html, before, cases=case_texts(report, Path.cwd()))
        except NotInstalledError as error:
            raise ReportError(str(error)) from None
        yield f"{html}: written"
    if markdown is not None:
        from pytest_memeval.report.markdown import markdown as text_of

        write(markdown, [text_of(report, before)])
        yield f"{markdown}: written"
    if html is None and markdown is None:
        yield from (text for text, _ in scorecard.scorecard(report))
        yield scorecard.verdict_line(report)


def difference(before: Path, after: Path, as_json: bool) -> tuple[list[str], bool]:
    """What changed between two reports, and whether a case that was right is so no more.

    :raises ReportError: one of them cannot be used.
    """
    found = compare.compare(load(before), load(after))
    if as_json:
        return [json.dumps(compare.plain(found), ensure_ascii=False)], bool(found.worse)
    return list(compare.lines(found)), bool(found.worse)


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
