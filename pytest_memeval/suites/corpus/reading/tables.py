"""CSV and its kin, row by row. The standard's reading wins wherever it holds for the whole file.

Where it does not, a quote that is never closed costs its own row and no other.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.reading.columns import Reader

DELIMITERS = ",;\t|"
#: How tables write that a cell holds nothing, in lower case.
NOTHING = frozenset(("null", "none", "nan", "<na>", "\\n"))

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NUMBERED, _LETTERS = re.compile(r"\w*[0-9]\w*"), re.compile(r"[^\W\d_]+")
#: The first line that spreadsheets write to say what the delimiter is.
_SAYS_DELIMITER = re.compile(r'"?sep=([^\w"])"?\s*', re.IGNORECASE)


class _Form(NamedTuple):
    """How a table may be written: with blanks behind its delimiters, or without."""

    delimiter: str
    blanks: bool


def read_table(text: str, suffix: str, corpus: Corpus, reader: Reader, place: str) -> None:
    """Put the rows of a table into the corpus; those that cannot be read are named.

    :raises CorpusError: the header cannot be read, or is ambiguous.
    """
    lines = _LINE.findall(text)
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    said = _SAYS_DELIMITER.fullmatch(lines[first])
    delimiters = said[1] if said else "\t" if suffix == ".tsv" else DELIMITERS
    header = first + 1 if said else _below_comments(lines, first, delimiters, reader)
    for at in range(first, header):
        if lines[at].startswith("#"):
            corpus.note("comment", f"{place}:{at + 1}")
    forms = [_Form(each, blanks) for blanks in (False, True) for each in delimiters]
    tables = [_Table(lines, header, form, corpus, reader, place) for form in forms]
    widest = max(table.width for table in tables)
    _fitting([table for table in tables if table.width == widest]).read()


def _below_comments(lines: Sequence[str], first: int, delimiters: str, reader: Reader) -> int:
    """The line of the header. A line with a # before it is a comment where it names no text."""

    def is_header(line: str) -> bool:
        cuts = (_cut(line, each, csv.QUOTE_MINIMAL) for each in delimiters)
        return any(reader.names_text([name.strip() for name in names]) for names in cuts)

    for at, line in enumerate(islice(lines, first, None), first):
        if line.strip() and (not line.startswith("#") or is_header(line)):
            return at
    return first


def _fitting(tables: Sequence[_Table]) -> _Table:
    """The first in which every row has all columns, or else the one in which most have."""
    for table in tables:
        table.survey()
        if table.sound and not table.misfits:
            return table
    return min(tables, key=lambda table: (not table.sound, table.misfits))


class _Table:
    """The lines of a table, read in one form.

    :ivar width: columns of the header.
    :ivar sound: the standard's reading holds for the whole file: every quote closes where it may,
        and no row of several lines has too many columns or too few.
    :ivar misfits: rows of one line that have.
    """

    def __init__(
        self,
        lines: Sequence[str],
        header: int,
        form: _Form,
        corpus: Corpus,
        reader: Reader,
        place: str,
    ) -> None:
        self._lines = lines
        self._form = form
        self._corpus = corpus
        self._reader = reader
        self._place = place
        self._no_end = not lines[-1].endswith(("\n", "\r"))
        self._at = header
        self._ran_out = False
        self._header: Sequence[str] = ()
        first = next(self._rows(), None)
        if first is not None:
            _, self._header, self._at = first
        self.width = len(self._header)
        self.sound = True
        self.misfits = 0

    def survey(self) -> None:
        """Find out how well the standard's reading holds."""
        start = self._at
        for begun, values, end in self._rows():
            if len(values) != self.width:
                self.misfits += 1
                self.sound = self.sound and end - begun == 1
        if self._at < len(self._lines):
            self.sound = self.sound and self._is_cut_off(self._at)
        self._at = start

    def read(self) -> None:
        if not self._header:
            raise CorpusError(f"{self._place}: no CSV: the header has a stray quote")
        self._header = self._reader.header([name.strip() for name in self._header], self._place)
        while self._at < len(self._lines):
            for begun, values, end in self._rows():
                if end - begun > 1 and self._swallows(values, begun, end):
                    if not self.sound:
                        break
                    self._corpus.note("rows_inside", f"{self._place}:{begun + 1}")
                self._take(values, begun, end)
            if self._at < len(self._lines):
                self._repair()

    def _rows(self) -> Iterator[tuple[int, list[str], int]]:
        """Rows, and their lines, up to one whose quotes are wrong: `_at` is left there."""
        start = self._at

        def lines() -> Iterator[str]:
            self._ran_out = False
            for at in range(start, len(self._lines)):
                yield self._lines[at]
            self._ran_out = True

        delimiter, blanks = self._form
        rows = csv.reader(lines(), delimiter=delimiter, skipinitialspace=blanks, strict=True)
        while True:
            try:
                values = next(rows, None)
            except csv.Error:
                return
            begun, end = self._at, start + rows.line_num
            if values is None:
                self._at = len(self._lines)
                return
            if values:
                yield begun, values, end
            self._at = end

    def _take(self, values: Sequence[str], begun: int, end: int, oddity: str = "") -> None:
        here = f"{self._place}:{begun + 1}"
        last = end == len(self._lines) and self._no_end
        if len(values) == self.width:
            if oddity or last:
                self._corpus.note(oddity or "no_end", here)
            self._reader.take(dict(zip(self._header, map(_text_of, values), strict=True)), here)
        else:
            cut = last and len(values) < self.width
            self._corpus.note("unfinished" if cut else "broken", here)

    def _repair(self) -> None:
        """Read the line with the stray quote by itself, and go on behind it."""
        begun = self._at
        if self._is_cut_off(begun):
            self._corpus.note("unfinished", f"{self._place}:{begun + 1}")
            self._at = len(self._lines)
            return
        values = self._literal(begun)
        if len(values) != self.width:
            values = self._loose(begun)
        self._take(values, begun, begun + 1, "stray_quote")
        self._at = begun + 1

    def _is_cut_off(self, begun: int) -> bool:
        """Whether the file ends inside of this row's quotes, and no row seems to lie in them."""
        inside = range(begun + 1, len(self._lines) - 1)
        return (
            self._ran_out
            and self._no_end
            and self.width > 1
            and not any(len(self._literal(at)) == self.width for at in inside)
            and not self._swallows(self._loose(begun), begun, len(self._lines))
        )

    def _swallows(self, values: Sequence[str], begun: int, end: int) -> bool:
        """Whether the lines inside of a row are rows: then a quote was opened by mistake."""
        if len(values) > self.width:
            return True
        texts = [at for at, value in enumerate(values) if "\n" in value or "\r" in value]
        text = texts[0] if texts else len(values) - 1
        around = {at: value for at, value in enumerate(values) if at != text}
        # The line that closes the quote ends with columns of this very row, stray or not.
        closing = end - 1 if texts else end
        before = {at: value for at, value in around.items() if at < text}
        return self.width > 1 and (
            any(self._alike(around, at) for at in range(begun + 1, closing))
            or bool(texts and before and self._alike(before, closing))
        )

    def _alike(self, around: Mapping[int, str], line: int) -> bool:
        """Whether a line has the columns of the row that it stands in, all but the text."""
        inner = self._literal(line)
        if len(inner) != self.width or any(value[:1] == " " for value in inner):
            return False  # whatever writes tables puts no blanks before its values
        pairs = [
            (_outline(one), _outline(inner[at]), one == inner[at])
            for at, one in around.items()
            if one and inner[at]
        ]
        known = any("9" in outline or same for outline, _, same in pairs)
        return (known or not around) and all(one == other for one, other, _ in pairs)

    def _literal(self, at: int) -> list[str]:
        """A line cut at each delimiter, its quotes left as they are."""
        return _cut(self._lines[at], self._form.delimiter, csv.QUOTE_NONE)

    def _loose(self, at: int) -> list[str]:
        """A line cut as if a quote that is open at its end were closed there."""
        return _cut(self._lines[at], self._form.delimiter, csv.QUOTE_MINIMAL)


def _cut(line: str, delimiter: str, quoting: int) -> list[str]:
    try:
        return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter, quoting=quoting), [])  # type: ignore[arg-type]
    except csv.Error:
        return []


def _text_of(cell: str) -> str | None:
    """What a cell says; None where it is one of the words for nothing."""
    return None if len(cell) < 6 and cell.strip().lower() in NOTHING else cell


def _outline(value: str) -> str:
    """What a value looks like: words with figures, and words, each made alike."""
    return _LETTERS.sub("a", _NUMBERED.sub("9", value.strip('"')))
