"""CSV and its kin, row by row. A quote that is never closed costs its own row and no other."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import suppress

from pytest_memeval.suites.corpus.columns import Reader
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError

MOST_COLUMN = 2**27
#: A row that seems to have more lines than this has a stray quote.
MOST_LINES = 5_000

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NUMBERED, _LETTERS = re.compile(r"\w*[0-9]\w*"), re.compile(r"[^\W\d_]+")


def read_table(text: str, suffix: str, corpus: Corpus, reader: Reader, place: str) -> None:
    """Put the rows of a table into the corpus; those that cannot be read are named.

    :raises CorpusError: the header cannot be read, or is ambiguous.
    """
    if text.strip():
        csv.field_size_limit(MOST_COLUMN)
        _Table(text, _delimiter(text, suffix), corpus, reader, place).read()


def _delimiter(text: str, suffix: str) -> str:
    if suffix == ".tsv":
        return "\t"
    first = text.lstrip().partition("\n")[0]
    return max(",;\t", key=first.count)


class _Table:
    def __init__(
        self, text: str, delimiter: str, corpus: Corpus, reader: Reader, place: str
    ) -> None:
        self._lines = _LINE.findall(text)
        self._delimiter = delimiter
        self._corpus = corpus
        self._reader = reader
        self._place = place
        self._no_end = not self._lines[-1].endswith(("\n", "\r"))
        self._header: Sequence[str] = ()
        self._at = 0

    def read(self) -> None:
        first = next(self._rows(), None)
        if first is None:
            raise CorpusError(f"{self._place}: no CSV: the header has a stray quote")
        _, header, self._at = first
        self._header = self._reader.header([name.strip() for name in header], self._place)
        while self._at < len(self._lines):
            for begun, values, end in self._rows():
                self._take(values, begun, end)
            if self._at < len(self._lines):
                self._repair()

    def _rows(self) -> Iterator[tuple[int, list[str], int]]:
        """Rows, and their lines, up to one that has a stray quote: `_at` is left there."""
        start = self._at

        def lines() -> Iterator[str]:
            for at in range(start, len(self._lines)):
                if at - self._at > MOST_LINES:
                    raise csv.Error
                yield self._lines[at]

        rows = csv.reader(lines(), delimiter=self._delimiter, strict=True)
        while True:
            try:
                values = next(rows, None)
            except csv.Error:
                return
            begun, end = self._at, start + rows.line_num
            if values is None:
                self._at = len(self._lines)
                return
            if end - begun > 1 and self._header and self._swallows(values, begun, end):
                return
            if values:
                yield begun, values, end
            self._at = end

    def _take(self, values: Sequence[str], begun: int, end: int, oddity: str = "") -> None:
        here = f"{self._place}:{begun + 1}"
        last = end == len(self._lines) and self._no_end
        if len(values) == len(self._header):
            if oddity or last:
                self._corpus.note(oddity or "no_end", here)
            self._reader.take(dict(zip(self._header, values, strict=True)), here)
        else:
            cut = last and len(values) < len(self._header)
            self._corpus.note("unfinished" if cut else "broken", here)

    def _repair(self) -> None:
        """Read the line with the stray quote by itself, and go on behind it."""
        begun = self._at
        if self._is_cut_off(begun):
            self._corpus.note("unfinished", f"{self._place}:{begun + 1}")
            self._at = len(self._lines)
            return
        values = self._literal(begun)
        if len(values) != len(self._header):
            values = self._loose(begun)
        self._take(values, begun, begun + 1, "stray_quote")
        self._at = begun + 1

    def _is_cut_off(self, begun: int) -> bool:
        """Whether the file ends inside of this row's quotes, and no whole row comes before that."""
        rest = self._lines[begun : begun + MOST_LINES + 1]
        if len(self._header) < 2 or begun + len(rest) < len(self._lines) or not self._no_end:
            return False
        rows = csv.reader(rest, delimiter=self._delimiter, strict=True)
        with suppress(csv.Error):
            next(rows)
            return False
        return rows.line_num == len(rest) and not self._swallows(
            self._loose(begun), begun, len(self._lines)
        )

    def _swallows(self, values: Sequence[str], begun: int, end: int) -> bool:
        """Whether the lines inside of a row are rows: then a quote was opened by mistake."""
        if len(values) > len(self._header):
            return True
        texts = [at for at, value in enumerate(values) if "\n" in value or "\r" in value]
        text = texts[0] if texts else len(values) - 1
        around = {at: value for at, value in enumerate(values) if at != text}
        # The line that closes the quote ends with columns of this very row, stray or not.
        closing = end - 1 if texts else end
        before = {at: value for at, value in around.items() if at < text}
        return len(self._header) > 1 and (
            any(self._alike(around, at) for at in range(begun + 1, closing))
            or bool(texts and before and self._alike(before, closing))
        )

    def _alike(self, around: Mapping[int, str], line: int) -> bool:
        """Whether a line has the columns of the row that it stands in, all but the text."""
        inner = self._literal(line)
        if len(inner) != len(self._header) or any(value[:1] == " " for value in inner):
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
        return self._cut(at, csv.QUOTE_NONE)

    def _loose(self, at: int) -> list[str]:
        """A line cut as if a quote that is open at its end were closed there."""
        return self._cut(at, csv.QUOTE_MINIMAL)

    def _cut(self, at: int, quoting: int) -> list[str]:
        line = [self._lines[at].rstrip("\r\n")]
        try:
            return next(csv.reader(line, delimiter=self._delimiter, quoting=quoting), [])  # type: ignore[arg-type]
        except csv.Error:
            return []


def _outline(value: str) -> str:
    """What a value looks like: words with figures, and words, each made alike."""
    return _LETTERS.sub("a", _NUMBERED.sub("9", value.strip('"')))
