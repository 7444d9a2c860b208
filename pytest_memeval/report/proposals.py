"""The ratchet on files: from the history and an ini file to a patch of the ini file."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval import configured
from pytest_memeval import registry
from pytest_memeval.floors import Floor
from pytest_memeval.floors import FloorError
from pytest_memeval.floors import parse_floors
from pytest_memeval.report import history
from pytest_memeval.report import inifile
from pytest_memeval.report import ratchet
from pytest_memeval.report.reader import ReportError
from pytest_memeval.text import plural


@dataclass(frozen=True)
class Ratcheted:
    """What can be raised in which ini file, what cannot, and the patch that does it."""

    ini: Path
    proposals: list[ratchet.Proposal]
    refusals: list[ratchet.Refusal]
    patch: str

    def lines(self) -> Iterator[str]:
        """What to tell beside the patch."""
        reasons: dict[str, list[str]] = {}
        for refusal in self.refusals:
            reasons.setdefault(refusal.why, []).append(refusal.floor.scoped)
        for why, stay in reasons.items():
            yield f"stays, since {why}:"
            yield from (f"  {floor}" for floor in stay)
        raised = plural(len(self.proposals), "floor")
        yield f"ratchet: {raised} to raise, {len(self.refusals)} refused" + (
            f"; apply the patch in {self.ini.parent}"
            if self.patch and self.ini.parent != Path.cwd()
            else ""
        )

    def plain(self) -> dict[str, Any]:
        """The same in plain JSON types."""
        return {
            "ini": str(self.ini),
            "proposals": [
                {
                    "floor": one.floor.scoped if one.line else None,
                    "proposed": replace(one.floor, bound=one.bound).scoped,
                    "line": one.new_line,
                    "worst": float(one.worst),
                    "runs": one.runs,
                    "since": one.since,
                    "until": one.until,
                    "margin": float(one.margin),
                }
                for one in self.proposals
            ],
            "refused": [{"floor": one.floor.scoped, "why": one.why} for one in self.refusals],
            "patch": self.patch,
        }


def ratcheted(path: Path, ini: Path | None, terms: ratchet.Terms) -> Ratcheted:
    """Floors that the history allows to raise.

    :param path: of the history.
    :param ini: the ini file; None: the one that pytest finds.
    :raises ReportError: there is no history, or no ini file that can be used.
    """
    found, lines = _ini_floors(ini)
    try:
        runs = history.read(path).runs
        proposals, refusals = ratchet.propose(lines, _defaults(), runs, terms)
        changed = {one.line: one.new_line for one in proposals if one.line}
        added = [one.new_line for one in proposals if not one.line]
        before, after = inifile.with_floors(found, changed, added)
    except OSError as error:
        raise ReportError(f"{path}: cannot be read: {error.strerror}") from None
    except (FloorError, inifile.IniError) as error:
        raise ReportError(str(error)) from None
    return Ratcheted(found, proposals, refusals, inifile.patch(found.name, before, after))


def _ini_floors(ini: Path | None) -> tuple[Path, list[str]]:
    """The ini file, and the floors that it states."""

    def look(config: pytest.Config) -> tuple[Path | None, list[str]]:
        return config.inipath, config.getini(inifile.OPTION)

    try:
        found, lines = configured.look_at(look, ini)
    except configured.ConfiguredError as error:
        raise ReportError(str(error)) from None
    if found is None:
        raise ReportError("pytest finds no ini file here; make one, such as an empty pytest.ini")
    return found, lines


def _defaults() -> dict[tuple[str, str], Sequence[Floor]]:
    """The floors that are in force without a line, by mode and suite."""
    defaults: dict[tuple[str, str], Sequence[Floor]] = {}
    for name, entry in registry.suite_entries().items():
        for mode, live in (("offline", False), ("live", bool(entry.live_target))):
            stated = registry.load_suite(entry, live).default_floors
            defaults[mode, name] = parse_floors(stated, source="default")
    return defaults
