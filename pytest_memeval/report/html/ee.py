"""The rows of erasability and editability: answers before and after the change, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping
from typing import Any

from pytest_memeval.report.html.blocks import NOT_AVAILABLE
from pytest_memeval.report.html.blocks import Block
from pytest_memeval.report.html.blocks import Column
from pytest_memeval.report.html.blocks import Missing
from pytest_memeval.report.html.blocks import Panel
from pytest_memeval.report.html.blocks import Seen
from pytest_memeval.report.html.blocks import Sides
from pytest_memeval.report.html.blocks import Tone
from pytest_memeval.report.html.blocks import Turns
from pytest_memeval.report.html.blocks import View
from pytest_memeval.report.html.blocks import facts
from pytest_memeval.report.html.blocks import mapping
from pytest_memeval.report.html.blocks import mappings
from pytest_memeval.report.html.blocks import of
from pytest_memeval.report.html.blocks import place
from pytest_memeval.report.html.blocks import said
from pytest_memeval.report.model import Row

TONES: Mapping[str, Tone] = {"pass": "good", "fail": "bad", "ungraded": "none"}
#: How buckets read in a table; the row holds what they mean.
BUCKETS = {
    "real": "real",
    "trivial": "trivial",
    "knew_but_failed": "knew but failed",
    "never_knew": "never knew",
}


def _blocks(seen: Seen) -> Iterator[Block]:
    row = seen.row
    label = row.get("pass_type_label")
    yield from facts(
        "",
        ("Question", row.get("question")),
        ("Bucket", f"{_bucket(seen)}: {label}" if label else ""),
        ("Finding", row.get("detail")),
        ("Quirks", row.get("quirks")),
        ("Trouble", row.get("trouble")),
        ("Where", place(row)),
    )
    yield Sides("Before and after the change", [_panel(*one) for one in _phases(seen)])
    if row.get("reasked"):
        yield Sides("Asked again after a later session", [_judged("Again", row["reasked"])])
    yield from _told(seen)
    for control in mappings(row.get("controls")):
        yield Sides(
            f"A fact that nobody touched: {said(control.get('question'))}",
            [
                _judged(head, {**mapping(control.get(phase)), "gold": control.get("gold")})
                for head, phase in (("Before", "before"), ("After", "after"))
            ],
        )


def _phases(seen: Seen) -> Iterator[tuple[str, Row]]:
    """Both rows of a pair; of a row that is missing, what the other one knows of it."""
    row = seen.row
    if row.get("phase") == "after":
        known = {"verdict": row.get("before_verdict"), "reason": row.get("before_reason")}
        yield "Before", _twin(seen, "before") or known
        yield "After", row
    else:
        yield "Before", row
        after = _twin(seen, "after")
        if after is not None:
            yield "After", after


def _twin(seen: Seen, phase: str) -> Row | None:
    """The same question in the other phase: pairs are made by kind and entity."""
    row = seen.row
    for number in range(1, 21):
        other = seen.find(f"{row.get('episode')}:{row.get('task')}:{phase}{number}")
        if other is None:
            return None
        if other.get("entity") == row.get("entity"):
            return other
    return None


def _panel(head: str, row: Row) -> Panel:
    return _judged(head, row)


def _judged(head: str, row: Mapping[str, Any]) -> Panel:
    verdict = said(row.get("verdict")) or "ungraded"
    answer = row.get("answer")
    pairs = [
        ("Wanted", said(row.get("gold"))),
        ("Judge", f"{said(row.get('judge'))}: {said(row.get('reason'))}".removeprefix(": ")),
    ]
    shown = said(answer) if answer is not None else "(no answer is at hand)"
    return Panel(
        head,
        TONES.get(verdict, "none"),
        verdict,
        shown or "(an empty answer)",
        [pair for pair in pairs if pair[1]],
    )


def _told(seen: Seen) -> Iterator[Block]:
    """Where the episode tells of what is asked for."""
    if seen.case is None:
        yield Missing("What the episode says of it", NOT_AVAILABLE)
        return
    entity, root = seen.row.get("entity"), seen.case.get("root")
    turns = [
        (said(session.get("timestamp")), said(fact.get("fact_text")))
        for session in mappings(seen.case.get("sessions"))
        for fact in mappings(session.get("gold_facts"))
        if fact.get("entity") in (entity, root) and fact.get("fact_text")
    ]
    if turns:
        yield Turns("What the episode says of it", list(dict.fromkeys(turns)))


def _bucket(seen: Seen) -> str:
    name = said(seen.row.get("pass_type"))
    return BUCKETS.get(name, name)


VIEW = View(
    (
        Column("Probe", of("label"), "tag", facet=True),
        Column("Bucket", _bucket, "tag", facet=True),
        Column("Answer", of("answer")),
        Column("Hop", of("hop"), facet=True, shown=False),
        Column("Domain", of("domain"), facet=True, shown=False),
    ),
    _blocks,
)
