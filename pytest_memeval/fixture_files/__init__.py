"""Fixture files to raw cases: YAML, JSON, JSON Lines or a Python module with `FIXTURES`.

All four give the same cases. What a case must look like is its suite's business; this room knows
where each case stands in its file, so that an error can name the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_memeval.errors import FixtureError
from pytest_memeval.fixture_files import json_reader
from pytest_memeval.fixture_files import python_reader
from pytest_memeval.fixture_files import yaml_reader
from pytest_memeval.fixture_files.plain import not_plain
from pytest_memeval.fixture_files.top import FixtureFile
from pytest_memeval.text import error_line
from pytest_memeval.text import known_names
from pytest_memeval.text import show

if TYPE_CHECKING:
    from pytest_memeval.suites.base import Suite

__all__ = ["SUFFIXES", "FixtureFile", "files_below", "is_test_code", "read", "suite_of"]

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", ".py")


def files_below(path: Path) -> list[Path]:
    """The files at or below a path that may be fixture files, sorted."""
    if path.is_file():
        return [path]
    files = (file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
    return sorted(file for file in files if not is_test_code(file))


def is_test_code(path: Path) -> bool:
    """Whether pytest collects the file, or imports it, in its own right."""
    name = path.name
    return name in ("conftest.py", "__init__.py") or (
        path.suffix == ".py" and (name.startswith("test_") or name.endswith("_test.py"))
    )


def read(path: Path) -> FixtureFile | None:
    """Read one fixture file; None when it is plainly something else.

    :raises FixtureError: it is empty, not UTF-8, not what its ending says, or its top level is
        neither a list of cases nor `suite:` and `cases:`.
    """
    if path.suffix not in SUFFIXES:
        if not path.exists():
            raise FixtureError(["1: there is no such file"])
        known = ", ".join(SUFFIXES)
        raise FixtureError([f"1: unknown kind of file; fixture files end in {known}"])
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FixtureError([f"1: cannot be read: {error_line(error)}"]) from None
    # Most Python files are not ours, and may be in any encoding, or unfit for this Python.
    if path.suffix == ".py" and b"FIXTURES" not in data:
        return None
    text = _decoded(data)
    if not text.strip():
        raise FixtureError(["1: the file is empty; a fixture file holds `suite:` and `cases:`"])
    return _READERS[path.suffix](path, text)


def suite_of(file: FixtureFile, suites: Mapping[str, Suite]) -> str | None:
    """The suite that a file names, or whose keys its cases have; None when it is not ours.

    :raises FixtureError: it names a suite that does not exist, or it is ours and holds what no
        case can hold.
    """
    name = _suite_named(file, suites) or _suite_recognised(file, suites)
    if name is not None:
        problems = [*file.problems, *not_plain(file.cases)]
        if problems:
            raise FixtureError(problems)
    return name


def _suite_named(file: FixtureFile, suites: Mapping[str, Suite]) -> str | None:
    if file.suite is not None and file.suite not in suites:
        known = known_names(suites, file.suite)
        raise FixtureError([f"{file.suite_line}: unknown suite {show(file.suite)} ({known})"])
    return file.suite


def _suite_recognised(file: FixtureFile, suites: Mapping[str, Suite]) -> str | None:
    for case in file.cases:
        for name, suite in suites.items():
            if isinstance(case.data, Mapping) and suite.recognises(case.data):
                return name
    return None


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FixtureError(
            [f"{line}: not UTF-8 (byte {error.start:,}); save the file as UTF-8"]
        ) from None


_READERS = {
    ".yaml": yaml_reader.read,
    ".yml": yaml_reader.read,
    ".json": json_reader.read,
    ".jsonl": json_reader.read_lines,
    ".py": python_reader.read,
}
