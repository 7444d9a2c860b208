"""The cases as compact JSON in the page, from which rows and details are drawn when they are seen.

Every text stands in one table, once; rows refer to it by number. Texts are cut alike, as far as the
page would grow too large otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pytest_memeval.report.html.blocks import Block
from pytest_memeval.report.html.blocks import Facts
from pytest_memeval.report.html.blocks import Items
from pytest_memeval.report.html.blocks import Missing
from pytest_memeval.report.html.blocks import Sides
from pytest_memeval.report.html.blocks import Text
from pytest_memeval.report.html.blocks import Turns
from pytest_memeval.text import clean

#: The most that a page of cases may take, in bytes; styles, charts and tables come on top.
ROOM = 8_500_000
#: How far texts are cut, until the page fits. At the last step details of hits are left out too.
CUTS = (20_000, 4_000, 1_500, 600, 200, 80)
#: No cell of a table shows more.
CELL = 160

_MARKUP = re.compile("[<>&\u2028\u2029]")


@dataclass(frozen=True)
class Head:
    """A column as the page needs it."""

    title: str
    kind: str
    facet: bool
    shown: bool


@dataclass(frozen=True)
class Case:
    """A row: a value a column, and what opens below it."""

    id: str
    outcome: str
    cells: Sequence[str]
    blocks: Callable[[], Iterable[Block]]


@dataclass(frozen=True)
class Table:
    """The cases of a suite."""

    suite: str
    heads: Sequence[Head]
    cases: Sequence[Case]


@dataclass(frozen=True)
class Island:
    """The JSON, and how far texts were cut (0: only where no page should be longer)."""

    json: str
    cut: int
    details: bool


def island(tables: Sequence[Table], room: int = ROOM) -> Island:
    """The data of a page in at most so many bytes, if that can be at all."""
    for cut in CUTS:
        made = _made(tables, cut, all_details=True)
        if len(made.encode("utf-8", "replace")) <= room:
            return Island(made, 0 if cut == CUTS[0] else cut, True)
    return Island(_made(tables, CUTS[-1], all_details=False), CUTS[-1], False)


def _made(tables: Sequence[Table], cut: int, all_details: bool) -> str:
    words, titles = _Words(cut), _Words(CELL)
    drawn = [
        {
            "suite": titles.at(table.suite),
            "heads": [[titles.at(h.title), h.kind, h.facet, h.shown] for h in table.heads],
            "rows": [_row(case, words, titles, all_details) for case in table.cases],
        }
        for table in tables
    ]
    return safe_json({"s": words.all, "t": titles.all, "tables": drawn})


def _row(case: Case, words: _Words, titles: _Words, all_details: bool) -> list[Any]:
    blocks = case.blocks() if all_details or case.outcome != "hit" else ()
    cells = [words.at(cell) for cell in case.cells]
    return [cells, [_block(block, words.at, titles.at) for block in blocks]]


class _Words:
    """Texts by number, each of them once, fit to be shown."""

    def __init__(self, cut: int) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}
        self._cut = cut

    def at(self, text: str) -> int:
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.all)
            self.all.append(clean(text.replace("\r\n", "\n"), self._cut))
        return number


At = Callable[[str], int]


def _block(block: Block, at: At, title: At) -> list[Any]:
    """A letter for its kind, its title, and what it holds."""
    if isinstance(block, Facts):
        return ["k", title(block.title), [[title(name), at(text)] for name, text in block.pairs]]
    if isinstance(block, Text):
        return ["x", title(block.title), at(block.text)]
    if isinstance(block, Turns):
        return ["w", title(block.title), [[title(who), at(text)] for who, text in block.turns]]
    if isinstance(block, Missing):
        return ["m", title(block.title), title(block.why)]
    if isinstance(block, Items):
        items = [
            [at(i.name), at(i.about), at(i.text), title(i.mark), i.removed] for i in block.items
        ]
        return ["r", title(block.title), items]
    assert isinstance(block, Sides)
    panels = [
        [
            title(panel.head),
            panel.tone,
            title(panel.verdict),
            at(panel.text),
            [[title(name), at(text)] for name, text in panel.pairs],
        ]
        for panel in block.panels
    ]
    return ["p", title(block.title), panels]


def safe_json(value: object) -> str:
    """JSON that ends no element and begins none, whatever the texts in it say."""
    encoded = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _MARKUP.sub(lambda match: f"\\u{ord(match[0]):04x}", encoded)
