"""The rows of the ablation: the context with what was removed struck out, and both answers."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping
from typing import Any

from pytest_memeval.report.html.blocks import NOT_AVAILABLE
from pytest_memeval.report.html.blocks import Block
from pytest_memeval.report.html.blocks import Column
from pytest_memeval.report.html.blocks import Item
from pytest_memeval.report.html.blocks import Items
from pytest_memeval.report.html.blocks import Missing
from pytest_memeval.report.html.blocks import Panel
from pytest_memeval.report.html.blocks import Seen
from pytest_memeval.report.html.blocks import Sides
from pytest_memeval.report.html.blocks import View
from pytest_memeval.report.html.blocks import facts
from pytest_memeval.report.html.blocks import mapping
from pytest_memeval.report.html.blocks import mappings
from pytest_memeval.report.html.blocks import of
from pytest_memeval.report.html.blocks import place
from pytest_memeval.report.html.blocks import said
from pytest_memeval.report.html.blocks import texts


def _blocks(seen: Seen) -> Iterator[Block]:
    row = seen.row
    yield from facts(
        "",
        ("Question", row.get("question")),
        ("Gold", row.get("gold")),
        ("Finding", row.get("detail")),
        ("Tier", _tier(seen)),
        ("Note", row.get("note")),
        ("Where", place(row)),
    )
    yield from _context(seen)
    panels = [
        _panel(head, mapping(row[arm]))
        for head, arm in (("With all records", "baseline"), ("Without", "counterfactual"))
        if row.get(arm)
    ]
    if panels:
        yield Sides("Answers", panels)
    yield from facts("How far that goes", *_measured(row))
    yield from facts(
        "Together with others",
        *(
            (
                " + ".join(texts(group.get("record_ids"))),
                said(group.get("effect")).replace("_", " "),
            )
            for group in mappings(row.get("groups"))
        ),
        ("Not all tried", row.get("unsearched")),
    )


def _context(seen: Seen) -> Iterator[Block]:
    """All records, those removed struck out; without the fixture file those removed alone."""
    row, removed = seen.row, texts(seen.row.get("removed"))
    records = mappings(mapping(seen.case).get("records"))
    stated = mapping(seen.case).get("cited")
    cited = texts(stated) if stated is not None else texts(row.get("reader_cited"))
    if records:
        yield Items("Context", [_item(record, removed, cited) for record in records])
        return
    gone = zip(removed, texts(row.get("removed_text")), strict=False)
    yield Items(
        "Removed from the context", [Item(name, "", text, "removed", True) for name, text in gone]
    )
    yield Missing("The other records", NOT_AVAILABLE)


def _item(record: Mapping[str, Any], removed: list[str], cited: list[str]) -> Item:
    name = said(record.get("id"))
    about = [said(record.get(key)) for key in ("section", "speaker", "time", "source", "type")]
    marks = ["removed"] * (name in removed) + ["cited"] * (name in cited)
    return Item(
        name,
        " · ".join(filter(None, about)),
        said(record.get("text")),
        ", ".join(marks),
        name in removed,
    )


def _panel(head: str, arm: Mapping[str, Any]) -> Panel:
    right, trials = arm.get("right"), arm.get("trials")
    once = trials == 1
    verdict = ("right" if right else "wrong") if once else f"right {right} of {trials}"
    tone = "good" if right == trials else "bad" if not right else "warn"
    answer = said(arm.get("answer")) or "(an empty answer)"
    return Panel(head, tone, verdict, answer, [("Judge", said(arm.get("judged")))])  # type: ignore[arg-type]


def _measured(row: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    yield "Tokens removed", row.get("tokens_removed")
    if row.get("p") is not None:
        low, high = row.get("difference_low"), row.get("difference_high")
        yield "Difference", f"{row.get('difference'):+.2f} ({low:+.2f} to {high:+.2f})"
        yield "p", f"{row['p']:.2g}"
    yield (
        "Stable",
        "no: no different from the reader's own noise" if not row.get("stable", True) else "",
    )
    yield "Cites what is not there", row.get("absent")
    yield "Evaluation", row.get("evaluation_id")


def _tier(seen: Seen) -> str:
    row = seen.row
    name = said(row.get("tier") or row.get("effect"))
    if not name and row.get("label") == "control" and row.get("flips") is not None:
        return "flips" if row["flips"] else "no flip"
    return name.replace("_", " ")


def _answers(seen: Seen) -> str:
    arms = [mapping(seen.row.get(arm)) for arm in ("baseline", "counterfactual")]
    return " → ".join(said(arm.get("answer")) for arm in arms if arm)


VIEW = View(
    (
        Column("Removal", of("label"), "tag", facet=True),
        Column("Tier", _tier, "tag", facet=True),
        Column("Question", of("question")),
        Column("Answer with → without", _answers),
        Column("Section", of("section"), facet=True, shown=False),
        Column("Source", of("source"), facet=True, shown=False),
        Column("Type", of("type"), facet=True, shown=False),
    ),
    _blocks,
)
