"""The rows of a suite that this package knows nothing of: everything they hold."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_memeval.report.html.blocks import Block
from pytest_memeval.report.html.blocks import Column
from pytest_memeval.report.html.blocks import Seen
from pytest_memeval.report.html.blocks import View
from pytest_memeval.report.html.blocks import facts
from pytest_memeval.report.html.blocks import of
from pytest_memeval.report.html.blocks import place

#: Shown already, or in their own place.
KNOWN = ("id", "outcome", "label", "kind", "detail", "file", "line")


def _blocks(seen: Seen) -> Iterator[Block]:
    row = seen.row
    yield from facts("", ("Finding", row.get("detail")), ("Where", place(row)))
    more = [(name.replace("_", " "), row[name]) for name in row if name not in KNOWN]
    yield from facts("All that the row says", *more)
    yield from facts("The case", *((seen.case or {}).items()))


VIEW = View(
    (
        Column("Label", of("label"), "tag", facet=True),
        Column("Kind", of("kind"), facet=True),
        Column("Finding", of("detail")),
    ),
    _blocks,
)
