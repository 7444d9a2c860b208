"""One stored memory, and what was met while a corpus was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field

from pytest_memeval.suites.corpus.looking.secrets import shown_name

#: More rows than this share that cannot be read, and the rates of the others are no rates of all.
MOST_UNREADABLE = 0.01
MOST_PLACES = 5


class CorpusError(Exception):
    """A corpus that cannot be audited; the message says why and what would help."""


@dataclass(slots=True)
class Memory:
    """A stored memory: its text, and what else the store says of it.

    :param time: ISO 8601 as far as the export says it; "" where it does not.
    :param expires: when it stops being true, in the same form.
    :param current: False: the store says that another memory has taken its place; None: it does
        not say.
    :param tells: the store would say if it had expired or been replaced.
    """

    text: str
    id: str = ""
    time: str = ""
    user: str = ""
    type: str = ""
    expires: str = ""
    current: bool | None = None
    place: str = ""
    tells: bool = False


@dataclass(slots=True)
class Met:
    """One kind of oddity: how often, and where it was met first."""

    count: int = 0
    places: list[str] = field(default_factory=list)

    def add(self, place: str, count: int = 1) -> None:
        self.count += count
        if len(self.places) < MOST_PLACES:
            self.places.append(shown_name(place))


#: Oddities in the order they are told, and what is said of them: one, then several.
ODDITIES: dict[str, tuple[str, str]] = {
    "broken": ("row cannot be read", "rows cannot be read"),
    "no_text": ("row has no text column", "rows have no text column"),
    "unread": (
        "row that a page counts is on no page",
        "rows that the pages count are on no page",
    ),
    "next_page": ("next page is named and not there", "next pages are named and not there"),
    "page_cut": (
        "page cannot be read, of nobody knows how many rows",
        "pages cannot be read, of nobody knows how many rows",
    ),
    "unfinished": ("last line is cut off: the file is still being written", ""),
    "no_end": ("last line has no end: it may have been cut off", "last lines have no end"),
    "grown": ("file has grown while it was read: only what was there at first is measured", ""),
    "stray_quote": (
        "row has a quote that is never closed and was read as it stands",
        "rows have a quote that is never closed and were read as they stand",
    ),
    "rows_inside": (
        "text holds lines that look like rows: stray quotes may have swallowed them",
        "texts hold lines that look like rows: stray quotes may have swallowed them",
    ),
    "front_matter": (
        "front matter cannot be read: only the text below it is measured",
        "front matters cannot be read: only the texts below them are measured",
    ),
    "empty": ("text is empty and not counted", "texts are empty and not counted"),
    "overlap": (
        "row appears again, the same in every column, and is counted once",
        "rows appear again, the same in every column, and are counted once",
    ),
    "same_id": (
        "row has the id of another one, with another text or other data",
        "rows have the id of another one, with another text or other data",
    ),
    "repeated_key": (
        "key is given twice in one row: its last value is read",
        "keys are given twice in one row: their last values are read",
    ),
    "comment": (
        "line before the header is a comment and left out",
        "lines before the header are comments and left out",
    ),
    "wide": ("file is UTF-16 or UTF-32", "files are UTF-16 or UTF-32"),
    "other_encoding": (
        "line is not UTF-8 and was read as Windows-1252",
        "lines are not UTF-8 and were read as Windows-1252",
    ),
    "no_text_bytes": (
        "file holds bytes that are no text, and was read without them",
        "files hold bytes that are no text, and were read without them",
    ),
    "huge": (
        "text is huge: only its beginning is compared",
        "texts are huge: only their beginning is compared",
    ),
    "no_date": ("time cannot be read as a date", "times cannot be read as dates"),
    "page_text": (
        "text beside the memories of a page is no memory and left out",
        "texts beside the memories of a page are no memories and left out",
    ),
    "beside": (
        "list beside the memories is no list of memories and left out",
        "lists beside the memories are no lists of memories and left out",
    ),
    "foreign": ("file is of no known kind and left out", "files are of no known kind and left out"),
    "hidden": ("hidden file or folder is left out", "hidden files or folders are left out"),
    "linked": ("link is not followed", "links are not followed"),
    "special": ("is no regular file and left out", "are no regular files and left out"),
}  # fmt: skip

#: Each of these lacks rows, and nobody knows how many.
OPEN = ("next_page", "page_cut")


@dataclass(slots=True)
class Corpus:
    """All memories of one store, and every oddity that was met on the way."""

    name: str
    memories: list[Memory] = field(default_factory=list)
    met: dict[str, Met] = field(default_factory=dict)
    columns: set[str] = field(default_factory=set)

    def note(self, oddity: str, place: str, count: int = 1) -> None:
        self.met.setdefault(oddity, Met()).add(place, count)

    def count(self, *oddities: str) -> int:
        return sum(self.met[name].count for name in oddities if name in self.met)

    @property
    def unreadable(self) -> int:
        return self.count("broken", "no_text", "unread", *OPEN)

    def oddities(self) -> Iterator[str]:
        """A line for each kind of oddity: how many, what, and where first."""
        for name, (one, several) in ODDITIES.items():
            met = self.met.get(name)
            if met is None:
                continue
            more = ", …" if met.count > len(met.places) and name != "unread" else ""
            said = one if met.count == 1 or not several else several
            yield f"{met.count:,} {said} ({', '.join(met.places)}{more})"

    def check(self) -> None:
        """Refuse what could only give a wrong rate.

        :raises CorpusError: it holds no memory, or too many rows of it cannot be read.
        """
        if not self.memories:
            said = "; ".join(self.oddities()) or "it holds no row"
            raise CorpusError(f"{self.name}: no memory to measure: {said}{self._columns()}")
        rows = len(self.memories) + self.unreadable
        more = self.count(*OPEN) > 0
        if more or self.unreadable > MOST_UNREADABLE * rows:
            said = "; ".join(self.oddities())
            least = "at least " * more
            raise CorpusError(
                f"{self.name}: {least}{self.unreadable:,} of {rows:,} rows cannot be read, so the "
                f"rates of the others would say too little: {said}{self._columns()}"
            )

    def _columns(self) -> str:
        if "no_text" not in self.met:
            return ""
        known = ", ".join(shown_name(each, 40) for each in sorted(self.columns)[:12]) or "none"
        return f" (columns: {known}); memeval_corpus_columns names it: `text = COLUMN`"
