"""Reads fixture files and reports outside of a run, to say what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pytest_memeval import fixture_files
from pytest_memeval import registry
from pytest_memeval import schemas
from pytest_memeval.census import Loaded
from pytest_memeval.census import loaded_from
from pytest_memeval.errors import FixtureError
from pytest_memeval.text import plural


class Found(NamedTuple):
    """A file without a problem: a report, or so many cases of a suite."""

    suite: str | None
    cases: int

    @property
    def text(self) -> str:
        if self.suite is None:
            return "a valid report"
        return f"{plural(self.cases, 'valid case')} of {self.suite}"


class Checker:
    """Reads fixture files one after the other and remembers whose ids are taken.

    :param types: durable types of the project, beside the built-in ones.
    """

    def __init__(self, types: Sequence[str]) -> None:
        self._options = {"memeval_types": tuple(types)}
        self._suites = registry.all_suites()
        self._taken: dict[tuple[str, str], str] = {}

    def check(self, path: Path) -> Found:
        """What a file holds.

        :raises FixtureError: it has problems, or is neither a fixture file nor a report.
        """
        problems = _report_problems(path)
        if problems is not None:
            if problems:
                raise FixtureError(problems)
            return Found(None, 0)
        loaded = self.load(path)
        if loaded is None:
            raise FixtureError(["1: neither a fixture file nor a report"])
        return Found(loaded.suite, len(loaded.cases))

    def load(self, path: Path) -> Loaded | None:
        """The checked cases of a file; None when it is not a fixture file.

        :raises FixtureError: it is one, and has problems.
        """
        file = fixture_files.read(path)
        name = fixture_files.suite_of(file, self._suites) if file else None
        if file is None or name is None:
            return None
        placed = self._suites[name].parse(file.cases, self._options)
        loaded = loaded_from(path, str(path), name, placed)
        problems = list(self._repeated(loaded))
        if problems:
            raise FixtureError(problems)
        return loaded

    def _repeated(self, loaded: Loaded) -> Iterator[str]:
        for case, line in zip(loaded.cases, loaded.lines, strict=True):
            here = f"{loaded.path}:{line}"
            first = self._taken.setdefault((loaded.suite, case.id), here)
            if first != here:
                yield f"{line}: case {case.id!r}: the id is already used in {first}"


def _report_problems(path: Path) -> list[str] | None:
    """What the schema finds wrong with a report; None when the file is not a report."""
    if path.suffix != ".json":
        return None
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or "schema_version" not in data:
        return None
    import jsonschema

    validator = jsonschema.Draft202012Validator(schemas.schema(schemas.REPORT))
    errors = sorted(validator.iter_errors(data), key=lambda error: error.json_path)
    return [f"1: {error.json_path}: {error.message}" for error in errors]
