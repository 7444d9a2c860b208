"""Who owes which rows. Made where the tests are collected, read by the controller."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.measure import CaseRef
from pytest_memeval.measure import ref_of
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Placed

#: The attribute of a report, and the key of a worker's output, on which the census travels.
CENSUS = "memeval_census"


@dataclass(frozen=True)
class Loaded:
    """The checked cases of one file, and the line that each stands in.

    `name` is the path as people read it: from the root, with forward slashes. Where options of the
    suite choose a part, `groups` are all that the file holds, chosen or not, and `left_out` the ids
    of cases that this run leaves out.
    """

    path: Path
    name: str
    suite: str
    cases: list[Any]
    lines: list[int]
    groups: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()

    def only(self, chosen: Collection[str], for_good: bool) -> Loaded:
        """What options choose of it: for good, or in this run."""
        groups = tuple(dict.fromkeys(case.id.partition(":")[0] for case in self.cases))
        if not for_good:
            out = frozenset(case.id for case in self.cases if case.id not in chosen)
            return replace(self, groups=groups, left_out=out)
        kept = [
            (case, line)
            for case, line in zip(self.cases, self.lines, strict=True)
            if case.id in chosen
        ]
        cases, lines = [case for case, _ in kept], [line for _, line in kept]
        return replace(self, cases=cases, lines=lines, groups=groups)


def loaded_from(path: Path, name: str, suite: str, placed: Iterable[Placed]) -> Loaded:
    cases, lines = [], []
    for case, line in placed:
        cases.append(case)
        lines.append(line)
    return Loaded(path, name, suite, cases, lines)


@dataclass
class _Owed:
    """The cases that one key was seen to have, and from which files."""

    ids: dict[str, None] = field(default_factory=dict)
    files: dict[str, None] = field(default_factory=dict)


class Census:
    """Counts what was collected, selected and left out."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._owed: dict[Key, _Owed] = {}
        self._deselected = 0

    def collected(self, ref: CaseRef) -> None:
        owed = self._owed.get(ref.key)
        if owed is None:
            owed = self._owed[ref.key] = _Owed()
        owed.ids[ref.case.id] = None
        owed.files[ref.file] = None

    def deselected(self, items: Sequence[pytest.Item]) -> None:
        self._deselected += sum(ref_of(item) is not None for item in items)

    def count(
        self, items: Iterable[pytest.Item], files: Iterable[Loaded], narrowed: str = ""
    ) -> dict[str, Any]:
        """The census in plain JSON types, once the items that will run are known.

        :param narrowed: an option that left out files or cases, where the items cannot tell.
        """
        by_name = {file.name: file for file in files}
        # A case may run twice, such as under --keep-duplicates; it still is one case.
        selected: dict[Key, dict[str, None]] = {key: {} for key in self._owed}
        for item in items:
            ref = ref_of(item)
            if ref is not None:
                selected[ref.key][ref.case.id] = None
        narrowed = self._narrowed(narrowed)
        collected = sum(len(owed.ids) for owed in self._owed.values())
        return {
            "results": [
                {
                    "suite": key.suite,
                    "subject": key.subject,
                    "level": key.level,
                    "cases": list(selected[key]),
                    "collected": len(owed.ids),
                    "fixtures": described([by_name[name] for name in owed.files]),
                }
                for key, owed in self._owed.items()
            ],
            "narrowed": narrowed,
            "lost": 0 if narrowed else collected - sum(map(len, selected.values())),
        }

    def _narrowed(self, known: str) -> str:
        """Which option made this run smaller on purpose; "" when it is whole."""
        if any("::" in arg for arg in self._config.args):
            return "node ids"
        if self._config.pluginmanager.hasplugin("lfplugin-collskip"):
            return "--lf"
        if not self._deselected:
            return known
        flags = {
            "lf": "--lf",
            "stepwise": "--sw",
            "keyword": "-k",
            "markexpr": "-m",
            "deselect": "--deselect",
        }
        given = (flag for name, flag in flags.items() if self._config.getoption(name, None))
        return next(given, known or "deselected by a plugin")


def described(files: Sequence[Loaded]) -> dict[str, Any]:
    """What labelled data there is: its files, and a hash of each case and of all."""
    hashes = hashes_of(case for file in files for case in file.cases)
    return {
        "hash": combined(hashes),
        "cases": sum(len(file.cases) for file in files),
        "files": sorted(file.name for file in files),
        "case_hashes": hashes,
    }


def empty_census() -> Mapping[str, Any]:
    return {
        "results": [],
        "narrowed": "",
        "lost": 0,
        "broken": [],
        "foreign": [],
        "unnamed": [],
        "unusable": [],
    }


def fingerprint(cases: Iterable[Any]) -> str:
    """A hash over cases: the same for the same cases, whatever files and order they lie in."""
    return combined(hashes_of(cases))


def combined(hashes: Mapping[str, str]) -> str:
    """One hash of many, by id."""
    digest = hashlib.sha256()
    for identity, one in sorted(hashes.items()):
        digest.update(f"{identity}\0{one}\n".encode())
    return digest.hexdigest()


def hashes_of(cases: Iterable[Any]) -> dict[str, str]:
    """A short hash of each case, by id: another one when anything in the case has changed."""
    encode = json.JSONEncoder(sort_keys=True, default=str).encode
    sha256 = hashlib.sha256
    return {case.id: sha256(encode(_plain(case)).encode()).hexdigest()[:12] for case in cases}


def _plain(case: Any) -> object:
    """What makes a case that case: its fields, or what it says of itself if they are many."""
    if hasattr(case, "plain"):
        return case.plain
    return {name: getattr(case, name) for name in case.__dataclass_fields__}
