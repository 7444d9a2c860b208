"""JSON and JSON Lines to raw cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from pytest_memeval.errors import FixtureError
from pytest_memeval.fixture_files.top import FixtureFile
from pytest_memeval.fixture_files.top import Lines
from pytest_memeval.fixture_files.top import Top
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import name_of
from pytest_memeval.text import error_line
from pytest_memeval.text import show

_SPACE = re.compile(r"[ \t\n\r]*")


class _Decoder:
    """Decodes JSON values, and keeps in mind which keys a value gives twice."""

    def __init__(self) -> None:
        self._twice: list[str] = []
        self._json = json.JSONDecoder(object_pairs_hook=self._pairs)

    def _pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = [name for name, _ in pairs]
            self._twice += [name for name in made if names.count(name) > 1]
        return made

    def value(self, text: str, at: int) -> tuple[object, int]:
        """The value that begins at an index, and the index after it.

        :raises ValueError: it is no JSON value, or a number longer than this Python reads.
        :raises RecursionError: it is nested too deeply.
        """
        self._twice.clear()
        return self._json.raw_decode(text, at)

    def problems(self, raw: RawCase, number: int) -> Iterator[str]:
        """A line for each key that the last value gives twice."""
        for key in self._twice:
            yield f"{raw.line}: {name_of(raw, number)}: the key {show(key)} is given twice"


class _Walker:
    """Walks the two upper levels of a JSON text, so that every case comes with its line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._lines = Lines(text)
        self._decoder = _Decoder()
        self.skip()

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def expect(self, marks: str) -> str:
        mark = self.peek()
        if not mark or mark not in marks:
            wanted = " or ".join(repr(m) for m in marks)
            raise json.JSONDecodeError(f"expecting {wanted}", self.text, self.at)
        self.at += 1
        self.skip()
        return mark

    def line(self) -> int:
        return self._lines.at(self.at)

    def value(self) -> object:
        value, self.at = self._decoder.value(self.text, self.at)
        self.skip()
        return value

    def cases(self, problems: list[str]) -> Iterator[RawCase]:
        """The elements of the list that begins here; keys given twice go to the problems."""
        more, number = self._opens("[]"), 0
        while more:
            number += 1
            line = self.line()
            raw = RawCase(self.value(), line)
            problems += self._decoder.problems(raw, number)
            yield raw
            more = self.expect(",]") == ","

    def members(self) -> Iterator[tuple[str, int]]:
        """The keys of the mapping that begins here, each before its value, and their lines."""
        more = self._opens("{}")
        while more:
            line = self.line()
            if self.peek() != '"':
                raise json.JSONDecodeError("expecting a key in quotes", self.text, self.at)
            key = str(self.value())
            self.expect(":")
            yield key, line
            more = self.expect(",}") == ","

    def _opens(self, marks: str) -> bool:
        """Step into a list or mapping; False, and out again, when it is empty."""
        self.expect(marks[0])
        if self.peek() != marks[1]:
            return True
        self.expect(marks[1])
        return False

    def end(self) -> None:
        if self.at < len(self.text):
            raise json.JSONDecodeError("text after the end", self.text, self.at)


def read(path: Path, text: str) -> FixtureFile | None:
    walker = _Walker(text)
    try:
        top = _json_top(walker)
        walker.end()
    except json.JSONDecodeError as error:
        raise FixtureError([f"{error.lineno}: not valid JSON: {error.msg}"]) from None
    except ValueError as error:
        raise FixtureError([f"{walker.line()}: not valid JSON: {error_line(error)}"]) from None
    except RecursionError:
        raise FixtureError([f"{walker.line()}: nested too deeply"]) from None
    return top.file(path)


def _json_top(walker: _Walker) -> Top:
    top = Top()
    if walker.peek() == "[":
        top.cases = list(walker.cases(top.problems))
    elif walker.peek() == "{":
        for key, line in walker.members():
            top.add_key(key, line)
            if key == "cases" and walker.peek() == "[":
                top.cases = list(walker.cases(top.problems))
            else:
                value = walker.value()
                top.suite = value if key == "suite" else top.suite
    else:
        walker.value()
    return top


def read_lines(path: Path, text: str) -> FixtureFile | None:
    top, cases, broken = Top(), [], []
    decoder = _Decoder()
    # Only line feeds end a line here: JSON strings may hold other separators as they are.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            raw = RawCase(_json_line(decoder, line.strip(" \t\r")), number)
        except json.JSONDecodeError as error:
            broken.append(f"{number}: not valid JSON: {error.msg} (one case a line)")
        except ValueError as error:
            broken.append(f"{number}: not valid JSON: {error_line(error)}")
        except RecursionError:
            broken.append(f"{number}: nested too deeply")
        else:
            cases.append(raw)
            top.problems += decoder.problems(raw, len(cases))
    if broken:
        raise FixtureError(broken)
    first = cases[0].data
    if isinstance(first, dict) and set(first) == {"suite"}:
        top.add_key("suite", cases.pop(0).line)
        top.suite = first["suite"]
    top.cases = cases
    return top.file(path)


def _json_line(decoder: _Decoder, line: str) -> object:
    value, end = decoder.value(line, 0)
    if end < len(line):
        raise json.JSONDecodeError("text after the end", line, end)
    return value
