"""The rows of the write gate, offline and live."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Mapping

from pytest_memeval.report.html.blocks import NOT_AVAILABLE
from pytest_memeval.report.html.blocks import Block
from pytest_memeval.report.html.blocks import Column
from pytest_memeval.report.html.blocks import Missing
from pytest_memeval.report.html.blocks import Seen
from pytest_memeval.report.html.blocks import Text
from pytest_memeval.report.html.blocks import Turns
from pytest_memeval.report.html.blocks import View
from pytest_memeval.report.html.blocks import facts
from pytest_memeval.report.html.blocks import mapping
from pytest_memeval.report.html.blocks import mappings
from pytest_memeval.report.html.blocks import of
from pytest_memeval.report.html.blocks import place
from pytest_memeval.report.html.blocks import said


def _blocks(seen: Seen) -> Iterator[Block]:
    row = seen.row
    yield from facts(
        "",
        ("Finding", row.get("detail")),
        ("Decision", row.get("decision")),
        ("Rule", row.get("reason")),
        ("Type", _types(seen)),
        ("Note", row.get("note")),
        ("Where", place(row)),
    )
    window = mapping(seen.case).get("window")
    if isinstance(window, list):
        yield Turns("Window", [_turn(turn) for turn in window])
    else:
        yield Missing("Window", NOT_AVAILABLE)
    yield from _payload(seen)
    yield from _stored(seen)
    yield from _shape(seen)


def _types(seen: Seen) -> str:
    wanted, got = seen.row.get("expect_type"), seen.row.get("type")
    if wanted and got and wanted != got:
        return f"{got}, where {wanted} was expected"
    return said(got) or (f"{wanted} was expected" if wanted else "")


def _payload(seen: Seen) -> Iterator[Block]:
    row = seen.row
    if isinstance(row.get("payload"), str):
        yield Text("Payload", row["payload"])
    yield from facts(
        "",
        ("Noise in it", row.get("payload_noise")),
        ("Lost", "the payload lacks what the window says" if row.get("payload_lost") else ""),
    )


def _stored(seen: Seen) -> Iterator[Block]:
    """What a live backend made of the window."""
    row = seen.row
    if not isinstance(row.get("memories"), list):
        return
    stored = [(said(one.get("type")), said(one.get("text"))) for one in mappings(row["memories"])]
    if stored:
        yield Turns("Stored", stored)
    else:
        yield Missing("Stored", "nothing")
    yield from facts(
        "",
        ("User", row.get("user_id")),
        ("Marked by", row.get("stamped_by")),
        ("Seconds to add", row.get("add_seconds")),
        ("Seconds to extract", row.get("extraction_seconds")),
    )


def _shape(seen: Seen) -> Iterator[Block]:
    """What a search in the window's mutants came to."""
    shape = mapping(seen.row.get("shape"))
    if shape:
        holds = {True: "hold", False: "do not hold"}.get(shape.get("holds"), "say nothing")  # type: ignore[arg-type]
        yield from facts(
            "Mutants", ("Tried", shape.get("examples")), ("They", holds), ("Why", shape.get("said"))
        )
    if shape.get("counterexample"):
        yield Text("Counterexample, ready to paste below `cases:`", said(shape["counterexample"]))


def _turn(turn: object) -> tuple[str, str]:
    if not isinstance(turn, Mapping):
        return "", said(turn)
    content = turn.get("content")
    return said(turn.get("role")), _content(content)


def _content(content: object) -> str:
    if isinstance(content, list):
        return "\n".join(_part(part) for part in content)
    return said(content)


def _part(part: object) -> str:
    """A block of a turn: its text, or what it does."""
    if not isinstance(part, Mapping):
        return said(part)
    if isinstance(part.get("text"), str):
        return str(part["text"])
    kind = said(part.get("type")) or "block"
    if kind == "tool_use":
        given = json.dumps(part.get("input"), ensure_ascii=False, default=str)
        return f"[calls {said(part.get('name')) or 'a tool'} {given}]"
    if "content" in part:
        return f"[{kind.replace('_', ' ')}]\n{_content(part['content'])}"
    return f"[{kind}]"


VIEW = View(
    (
        Column("Label", of("label"), "tag", facet=True),
        Column("Kind", of("kind"), facet=True),
        Column("Decision", of("decision"), facet=True),
        Column("Rule", of("reason"), facet=True),
        Column("Expected type", of("expect_type"), facet=True, shown=False),
    ),
    _blocks,
)
