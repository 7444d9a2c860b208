"""The table of cases of each suite."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from functools import partial
from typing import Any

from pytest_memeval.report import model
from pytest_memeval.report.casetext import CaseTexts
from pytest_memeval.report.compare import Change
from pytest_memeval.report.compare import Comparison
from pytest_memeval.report.html import ablation
from pytest_memeval.report.html import ee
from pytest_memeval.report.html import generic
from pytest_memeval.report.html import write_gate
from pytest_memeval.report.html.blocks import Block
from pytest_memeval.report.html.blocks import Column
from pytest_memeval.report.html.blocks import Seen
from pytest_memeval.report.html.blocks import View
from pytest_memeval.report.html.blocks import facts
from pytest_memeval.report.html.blocks import mapping
from pytest_memeval.report.html.blocks import mappings
from pytest_memeval.report.html.blocks import of
from pytest_memeval.report.html.blocks import said
from pytest_memeval.report.html.island import Case
from pytest_memeval.report.html.island import Head
from pytest_memeval.report.html.island import Table
from pytest_memeval.suites.base import Key

#: Suites whose rows are shown in their own way; all others show everything that they hold.
VIEWS: Mapping[str, View] = {
    "write_gate": write_gate.VIEW,
    "ee": ee.VIEW,
    "ablation": ablation.VIEW,
}
#: What there is to look at comes first.
ORDER = {name: at for at, name in enumerate(("failed", "miss", "invalid", "not_measured", "hit"))}
#: What may differ between the trials of a case, and how many of them are shown.
OUTCOME_OF_A_TRIAL = ("outcome", "decision", "answer")
MOST_TRIALS = 20
#: What became of a case since the baseline, by id.
Fate = Mapping[str, str]


def tables_of(report: model.Report, comparison: Comparison | None, cases: CaseTexts) -> list[Table]:
    """A table a suite, but for suites whose rows are drawn as something else."""
    fates = {change.key: _fate(change) for change in comparison.changes} if comparison else {}
    suites = dict.fromkeys(result.suite for result in report.results)
    tables = (_table(suite, report, fates, cases) for suite in suites)
    return [table for table in tables if table.cases]


def subject_of(of: model.Result | Key) -> str:
    return f"{of.subject} at {of.level}" if of.level else of.subject


def is_audit(row: model.Row) -> bool:
    """Whether a row is the audit of a whole corpus, and no case."""
    return isinstance(row.get("findings"), dict)


def _fate(change: Change) -> dict[str, str]:
    return {
        **dict.fromkeys(change.added, "new case"),
        **dict.fromkeys(change.changed, "case changed"),
        **{flip.id: "worse" for flip in change.worse},
        **{flip.id: "better" for flip in change.better},
    }


def _table(suite: str, report: model.Report, fates: Mapping[Key, Fate], cases: CaseTexts) -> Table:
    view = VIEWS.get(suite, generic.VIEW)
    results = [result for result in report.results if result.suite == suite]
    seen = [one for result in results for one in _seen(result, cases)]
    seen.sort(key=lambda one: ORDER.get(one.row["outcome"], 0))
    fate_of = {
        (subject_of(result), identity): fate
        for result in results
        for identity, fate in fates.get(Key(suite, result.subject, result.level), {}).items()
    }
    columns = [
        Column("Outcome", lambda one: said(one.row["outcome"]).replace("_", " "), "outcome", True),
        Column("Case", of("id"), "id"),
        Column("Subject", lambda one: one.subject, facet=True),
        *view.columns,
        Column("Trials", _flaky, "flag", facet=True),
        Column(
            "Since baseline",
            lambda one: fate_of.get((one.subject, one.row["id"]), ""),
            "flag",
            facet=True,
        ),
    ]
    return _filled(suite, columns, seen, lambda one: [*view.blocks(one), *_trials(one)])


def _flaky(seen: Seen) -> str:
    """In how many of its trials a case came out as labelled, where not all were alike."""
    tried = mapping(seen.row.get("trials"))
    n, hits = tried.get("n", 0), tried.get("hits", 0)
    return f"{hits} of {n}" if 0 < hits < n else ""


def _trials(seen: Seen) -> Iterable[Block]:
    """What each trial came to, where they did not all come to the same."""
    rows = mappings(mapping(seen.row.get("trials")).get("rows"))
    if any(name in row for row in rows for name in OUTCOME_OF_A_TRIAL):
        tried = [{**seen.row, **row} for row in rows]
        yield from facts(
            "Trials", *((str(at), _tried(row)) for at, row in enumerate(tried[:MOST_TRIALS], 1))
        )


def _tried(row: Mapping[str, Any]) -> str:
    told = [row.get("detail") or row.get("decision"), row.get("answer")]
    return " · ".join([said(row["outcome"]).replace("_", " "), *filter(None, map(said, told))])


def _filled(
    suite: str,
    columns: Iterable[Column],
    seen: list[Seen],
    blocks: Callable[[Seen], Iterable[Block]],
) -> Table:
    """The table without columns that say nothing, or of a subject that is the only one."""
    values = [(column, [column.value(one) for one in seen]) for column in columns]
    kept = [
        (column, cells)
        for column, cells in values
        if any(cells) and (column.title != "Subject" or len(set(cells)) > 1)
    ]
    heads = [Head(c.title, c.kind, c.facet, c.shown) for c, _ in kept]
    rows = zip(*(cells for _, cells in kept), strict=True) if kept else ()
    cases = [
        Case(one.row["id"], said(one.row["outcome"]), cells, partial(blocks, one))
        for one, cells in zip(seen, rows, strict=True)
    ]
    return Table(suite, heads, cases)


def _seen(result: model.Result, cases: CaseTexts) -> Iterator[Seen]:
    by_id = {row["id"]: row for row in result.rows}
    subject = subject_of(result)
    for row in result.rows:
        if not is_audit(row):
            yield Seen(row, subject, cases.get((result.suite, row["id"])), by_id.get)
