"""Whether the pages of an export are all there, as far as they say how much there is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_memeval.suites.corpus.memories import Corpus

#: How pages say how many rows there are in all, and where they go on.
COUNTS = ("count", "total", "total_count", "totalCount")
NEXT = ("next", "next_page", "next_cursor", "next_page_offset", "has_more")


def tells(page: Mapping[Any, object]) -> bool:
    """Whether a mapping says how many rows there are, or where they go on."""
    return any(name in page for name in (*COUNTS, *NEXT))


@dataclass
class _File:
    """What the pages of one file say.

    :param most: the largest count; 0: none has one.
    :param open: pages name a next one, and none is the last.
    """

    place: str
    pages: int = 0
    rows: int = 0
    most: int = 0
    open: bool = False
    ended: bool = False


class Pages:
    """Adds up the pages of a corpus, file by file."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._files: list[_File] = []
        self._before = 0
        self.begin(corpus.name)

    @property
    def begun(self) -> bool:
        """Whether the file that is read has had a page."""
        return self._files[-1].pages > 0

    def begin(self, place: str) -> None:
        """Go on to the pages of another file."""
        self._close()
        if self._files and not self._files[-1].pages:
            self._files.pop()
        self._files.append(_File(place))

    def add(self, page: Mapping[Any, object], rows: int) -> None:
        """Count a page and its rows."""
        file = self._files[-1]
        file.pages += 1
        file.rows += rows
        file.most = max(file.most, *(_number(page.get(name)) for name in COUNTS))
        if any(page.get(name) for name in NEXT):
            file.open = True
        elif any(name in page for name in NEXT):
            file.ended = True

    def settle(self) -> None:
        """Note what pages count and do not hold. Files of one count, or of none, are one export."""
        self._close()
        exports: dict[int, list[_File]] = defaultdict(list)
        for file in self._files:
            exports[file.most].append(file)
        for files in exports.values():
            last, missing = files[-1], files[-1].most - sum(file.rows for file in files)
            if missing > 0:
                self._corpus.note("unread", last.place, missing)
            elif any(file.open for file in files) and not any(file.ended for file in files):
                self._corpus.note("next_page", last.place)

    def _close(self) -> None:
        """Take off the rows that were on several pages: they stand in for others."""
        overlaps = self._corpus.count("overlap")
        if self._files and self._files[-1].pages:
            self._files[-1].rows -= overlaps - self._before
        self._before = overlaps


def _number(count: object) -> int:
    return count if isinstance(count, int) else 0
