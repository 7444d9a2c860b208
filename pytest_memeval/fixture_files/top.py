"""What the readers of YAML and JSON have in common: lines, and the upper level of a file."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path

from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import RawCase
from pytest_memeval.text import show


@dataclass(frozen=True)
class FixtureFile:
    """The raw cases of one file. `suite` is None when the file names none.

    `problems` are those that matter only once the file turns out to be ours.
    """

    path: Path
    suite: str | None
    cases: tuple[RawCase, ...]
    suite_line: int = 1
    problems: tuple[str, ...] = ()


class Lines:
    """The lines of a text, as an editor counts them: only a line feed ends one."""

    def __init__(self, text: str) -> None:
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def at(self, index: int) -> int:
        return bisect_left(self._ends, index) + 1


@dataclass
class Top:
    """The upper level of a file: the line of each key, what `suite` says, and the cases.

    `cases` is None when there is no list of them.
    """

    keys: dict[str, int] = field(default_factory=dict)
    suite: object = None
    cases: list[RawCase] | None = None
    problems: list[str] = field(default_factory=list)

    def add_key(self, key: str, line: int) -> None:
        """Note a key.

        :raises FixtureError: it is given twice.
        """
        if key in self.keys:
            raise FixtureError([f"{line}: the key {show(key)} is given twice"])
        self.keys[key] = line

    def file(self, path: Path) -> FixtureFile | None:
        """The common end of the readers of YAML and JSON.

        :raises FixtureError: it was meant to be ours, since it names a suite, and cannot be used.
        """
        named = "suite" in self.keys
        line = self.keys.get("suite", 1)
        if self.cases is None:
            if named and "cases" in self.keys:
                raise FixtureError([f"{self.keys['cases']}: `cases` must be a list of cases"])
            if named:
                raise FixtureError([f"{line}: `suite` is given, but no list of `cases`"])
            return None
        if named and not isinstance(self.suite, str):
            raise FixtureError([f"{line}: `suite` must be a name; got {show(self.suite)}"])
        if named and not self.cases:
            raise FixtureError(
                [f"{self.keys.get('cases', line)}: no cases; a file without any measures nothing"]
            )
        extra = [
            f"{line}: extra key {show(key)} beside `suite` and `cases`"
            for key, line in self.keys.items()
            if key not in ("suite", "cases")
        ]
        suite = self.suite if isinstance(self.suite, str) else None
        return FixtureFile(path, suite, tuple(self.cases), line, (*extra, *self.problems))
