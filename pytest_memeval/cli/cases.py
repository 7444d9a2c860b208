"""`fixtures`, `validate` and `schema`: commands about labelled cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pytest_memeval.cli.options import JSON
from pytest_memeval.cli.options import PATH
from pytest_memeval.cli.options import SchemaName
from pytest_memeval.cli.output import complain
from pytest_memeval.cli.output import problems_of
from pytest_memeval.cli.output import say
from pytest_memeval.cli.output import say_json
from pytest_memeval.text import clean
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

TYPE = click.option(
    "--type",
    "types",
    multiple=True,
    metavar="NAME",
    help="A durable type of your project, as in memeval_types (repeatable).",
)
#: What of a case the coverage table counts: its title, and the attribute.
COUNTED = (("label", "label"), ("type", "expect_type"), ("kind", "kind"))


@click.command(epilog="Example: pytest-memeval schema write_gate > write_gate.schema.json")
@click.argument("name", type=SchemaName())
def schema(name: str) -> int:
    """Print the JSON Schema of reports, or of a suite's files."""
    from pytest_memeval import schemas

    say(schemas.schema_text(name).rstrip())
    return 0


@click.command(epilog="Example: pytest-memeval validate fixtures/write_gate/*.yaml")
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@TYPE
@JSON
def validate(files: Sequence[Path], types: Sequence[str], as_json: bool) -> int:
    """Check fixture files and reports.

    Each problem is a line, with file and line number; the exit code is 1 where there is one.
    """
    from pytest_memeval.cli.checking import Checker
    from pytest_memeval.errors import FixtureError

    checker, checked = Checker(types), []
    for path in files:
        found, problems = None, _no_file(path)
        try:
            found = None if problems else checker.check(path)
        except FixtureError as error:
            problems = problems_of(path, error)
        if not as_json:
            for problem in problems:
                complain(problem)
            if found:
                say(clean(f"{path}: {found.text}"))
        what = found._asdict() if found else {"suite": None, "cases": None}
        checked.append({"file": str(path), "valid": not problems, **what, "problems": problems})
    if as_json:
        say_json({"files": checked})
    return int(any(one["problems"] for one in checked))


def _no_file(path: Path) -> list[str]:
    if path.is_dir():
        return [f"{path}:1: this is a folder; name its files, such as {path}/*.yaml"]
    return [] if path.exists() else [f"{path}:1: there is no such file"]


@click.command(epilog="Example: pytest-memeval fixtures fixtures/write_gate")
@click.argument("path", default=Path("fixtures"), type=PATH)
@TYPE
@JSON
def fixtures(path: Path, types: Sequence[str], as_json: bool) -> int:
    """Count what labelled cases cover: labels, types, kinds.

    PATH is a file or a folder, `fixtures` if none is given.
    """
    cases, problems = _loaded(path, types)
    counts = {suite: _counts(found) for suite, found in cases.items()}
    if as_json:
        say_json({"suites": counts, "problems": problems})
        return int(bool(problems))
    for problem in problems:
        complain(problem)
    for suite, counted in counts.items():
        _print_coverage(suite, counted)
    return int(bool(problems))


def _loaded(path: Path, types: Sequence[str]) -> tuple[dict[str, list[object]], list[str]]:
    """The cases below a path, by suite, and what is wrong there."""
    from pytest_memeval import fixture_files
    from pytest_memeval.cli.checking import Checker
    from pytest_memeval.errors import FixtureError

    if not path.exists():
        return {}, [f"{path}: no such file or folder"]
    checker, problems = Checker(types), []
    cases: dict[str, list[object]] = {}
    for file in fixture_files.files_below(path):
        try:
            loaded = checker.load(file)
        except FixtureError as error:
            problems += problems_of(file, error)
            continue
        if loaded is not None:
            cases.setdefault(loaded.suite, []).extend(loaded.cases)
    if not cases:
        problems.append(f"{path}: no fixture files")
    return cases, problems


def _counts(cases: Sequence[object]) -> dict[str, Any]:
    counts: dict[str, Any] = {"cases": len(cases)}
    for title, name in COUNTED:
        found = (getattr(case, name, None) for case in cases)
        named = Counter(one_line(str(value), 60) for value in found if value is not None)
        counts[title] = dict(sorted(named.items(), key=lambda pair: (-pair[1], pair[0])))
    return counts


def _print_coverage(suite: str, counts: Mapping[str, Any]) -> None:
    say(f"{suite}: {plural(counts['cases'], 'case')}")
    for title, _ in COUNTED:
        if counts[title]:
            say(f"\n  by {title}")
            width = max(map(len, counts[title]))
            for value, n in counts[title].items():
                say(f"    {value:<{width}} {n:>5}")
