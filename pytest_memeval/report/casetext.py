"""What a report does not carry: the labelled cases themselves, read again from their files.

Rows leave out the windows, which are in the fixture files already. Whoever shows a case to people
reads it again. A case that is gone, or is not the one that was measured, is left out: its text is
then *not available*, which is never an error. No code of a fixture file is run for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from typing import TypeAlias

from pytest_memeval import fixture_files
from pytest_memeval import registry
from pytest_memeval.census import hashes_of
from pytest_memeval.errors import FixtureError
from pytest_memeval.report import model
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Suite

#: What a fixture file states, by suite and id of the case. Cases of one entry share it, such as the
#: probes of an episode.
CaseTexts: TypeAlias = Mapping[tuple[str, str], Mapping[str, Any]]

#: A file that is larger is not read again only to be shown.
LARGEST = 64 * 1024 * 1024
#: Keys by which an entry names data or code elsewhere: parsing it would fetch or call that.
ELSEWHERE = ("source", "bundle")


def case_texts(report: model.Report, root: Path, options: Options | None = None) -> CaseTexts:
    """The cases of a report, as their files state them.

    :param root: what the files' names are relative to.
    :param options: of the ini file, where it is at hand.
    """
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    suites = _suites({result.suite for result in report.results})
    for name, suite in suites.items():
        results = [result for result in report.results if result.suite == name]
        known = options if options is not None else _options(results)
        hashes = dict(_hashes(results))
        for file in _files(results):
            for identity, digest, data in _cases(root / file, suite, known):
                if hashes.get(identity) == digest:
                    found[name, identity] = data
    return found


def _suites(names: Iterable[str]) -> dict[str, Suite]:
    """Those that are installed and have labelled cases."""
    try:
        entries = registry.suite_entries()
        return {
            name: registry.load_suite(entries[name])
            for name in sorted(names)
            if name in entries and not entries[name].measures_files
        }
    except registry.RegistryError:
        return {}


def _options(results: Sequence[model.Result]) -> Options:
    """What a saved report tells of the options: the types that a project adds."""
    rows = (row for result in results for row in result.rows)
    types = {kind for row in rows if isinstance(kind := row.get("expect_type"), str)}
    return {"memeval_types": tuple(sorted(types))}


def _hashes(results: Iterable[model.Result]) -> Iterator[tuple[str, str]]:
    for result in results:
        if result.fixtures:
            yield from result.fixtures.case_hashes.items()


def _files(results: Iterable[model.Result]) -> list[str]:
    files = (result.fixtures.files for result in results if result.fixtures)
    return list(dict.fromkeys(name for names in files for name in names))


def _cases(
    path: Path, suite: Suite, options: Options
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Id, hash and entry of each case of a file."""
    for raw in _entries(path):
        if not isinstance(raw.data, Mapping) or set(ELSEWHERE) & set(raw.data):
            continue
        try:
            cases = [placed.case for placed in suite.parse([raw], options)]
            hashes = hashes_of(cases)
        except Exception:  # a suite of somebody else's: what it cannot read is not available
            continue
        for identity, digest in hashes.items():
            yield identity, digest, raw.data


def _entries(path: Path) -> Sequence[RawCase]:
    try:
        if path.stat().st_size > LARGEST:
            return ()
        if path.suffix == ".py":
            return _literal(path.read_text(encoding="utf-8-sig"))
        file = fixture_files.read(path)
    except (OSError, ValueError, FixtureError):
        return ()
    return file.cases if file else ()


def _literal(text: str) -> list[RawCase]:
    """The cases of a Python module that writes them out; nothing of it is run.

    :raises ValueError: it makes them some other way.
    """
    try:
        tree = ast.parse(text)
        values = [
            ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, (ast.Assign, ast.AnnAssign))
            and node.value is not None
            and "FIXTURES" in {getattr(target, "id", "") for target in _targets(node)}
        ]
    except (SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(str(error)) from None
    cases = values[-1] if values else ()
    return [RawCase(case, 1) for case in cases] if isinstance(cases, (list, tuple)) else []


def _targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]
