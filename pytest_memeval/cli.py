"""``python -m pytest_memeval``: what needs no test run.

Exit codes: 0 all is well, 1 a file has problems, 2 the command line is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_memeval import fixture_files
from pytest_memeval import registry
from pytest_memeval import schemas
from pytest_memeval.census import Loaded
from pytest_memeval.census import loaded_from
from pytest_memeval.clients.journal import USUAL
from pytest_memeval.clients.journal import path_of
from pytest_memeval.suites.base import FixtureError
from pytest_memeval.text import clean
from pytest_memeval.text import one_line
from pytest_memeval.text import plural


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code: int = given.command(given)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pytest_memeval", description="Look after fixtures, schemas and reports."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    coverage = commands.add_parser(
        "fixtures", help="what labelled cases cover: labels, types, kinds"
    )
    coverage.add_argument("path", nargs="?", type=Path, default=Path("fixtures"))
    coverage.set_defaults(command=_coverage)
    schema = commands.add_parser("schema", help="print a JSON Schema")
    schema.add_argument("name", choices=schemas.schema_names())
    schema.set_defaults(command=_schema)
    validate = commands.add_parser("validate", help="check fixture files and reports")
    validate.add_argument("files", nargs="+", type=Path, metavar="FILE")
    validate.set_defaults(command=_validate)
    audit = commands.add_parser("audit", help="audit a store of memories; deletes nothing")
    audit.add_argument("store", type=Path, metavar="FILE", help="a file or a folder of memories")
    audit.add_argument("--plan", type=Path, metavar="FILE", help="list here what could go, and why")
    for flag, words in (
        ("--reference", {"action": "append", "help": "a file not to restate (repeatable)"}),
        ("--column", {"action": "append", "help": "such as `text = body` (repeatable)"}),
        ("--query", {"help": "reads the memories of a SQLite file"}),
        ("--threshold", {"help": "from this similarity on texts are near-duplicates (0.7)"}),
        ("--workers", {"help": "processes (as many as there are cores)"}),
    ):
        audit.add_argument(flag, metavar="X", **words)  # type: ignore[arg-type]
    audit.set_defaults(command=_audit)
    cleanup = commands.add_parser("cleanup", help="delete what a live run left in its project")
    cleanup.add_argument("run", metavar="RUN", help="its name, or the path of its journal")
    cleanup.add_argument(
        "--journals", type=Path, default=USUAL, metavar="PATH", help="where the journals lie"
    )
    cleanup.add_argument(
        "--host", default="", metavar="URL", help="the run's host, where it is not the public one"
    )
    for flag, default, text in (
        ("--timeout", 360.0, "seconds to wait for extractions, and for deletes"),
        ("--min-settle", 60.0, "seconds that a scope has to stay empty"),
        ("--pause", 1.0, "seconds between the first two looks"),
        ("--rate", 600.0, "requests a minute"),
    ):
        cleanup.add_argument(
            flag, type=_number, default=default, metavar="N", help=f"{text} (default: {default:g})"
        )
    cleanup.set_defaults(command=_cleanup)
    judge = commands.add_parser("judge", help="score a judge against labelled answers")
    judge.add_argument("cases", type=Path, metavar="CASES.jsonl", help="labelled answers")
    judge.add_argument(
        "--judge", default="rule", metavar="NAME", help="rule, llm, or module:attribute"
    )
    judge.add_argument("--json", action="store_true", help="one line of JSON a case")
    judge.add_argument("--model", default="gpt-4o", help="which model judges")
    judge.add_argument("--base-url", metavar="URL", help="where the model answers")
    judge.set_defaults(command=_judge)
    _add_report_commands(commands)
    for command in (coverage, validate):
        command.add_argument(
            "--type",
            action="append",
            default=[],
            metavar="NAME",
            help="a durable type of your project, as in memeval_types (repeatable)",
        )
    return parser


def _add_report_commands(commands: Any) -> None:
    report = commands.add_parser("report", help="show a saved report, or write it in another form")
    report.add_argument("file", type=Path, metavar="FILE", help="a report of a run")
    report.add_argument("--html", type=Path, metavar="PATH", help="write one page of HTML")
    report.add_argument("--markdown", type=Path, metavar="PATH", help="write Markdown")
    report.add_argument("--baseline", type=Path, metavar="FILE", help="show what changed since")
    report.set_defaults(command=_report)
    diff = commands.add_parser("diff", help="what changed between two reports; 1: something worse")
    diff.add_argument("before", type=Path, metavar="BEFORE")
    diff.add_argument("after", type=Path, metavar="AFTER")
    diff.add_argument("--json", action="store_true", help="as JSON")
    diff.set_defaults(command=_diff)
    merge = commands.add_parser("merge", help="join the reports of a run spread over machines")
    merge.add_argument("files", nargs="+", type=Path, metavar="FILE")
    merge.add_argument("--out", type=Path, metavar="PATH", help="write the whole report here")
    merge.add_argument("--check", action="store_true", help="exit 1 unless the whole passed")
    merge.set_defaults(command=_merge)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"must be a number above 0, got {text!r}")
    return number


def _schema(given: argparse.Namespace) -> int:
    _say(schemas.schema_text(given.name).rstrip())
    return 0


# --- reports


def _report(given: argparse.Namespace) -> int:
    from pytest_memeval.report import commands

    try:
        for line in commands.render(given.file, given.html, given.markdown, given.baseline):
            _say(clean(line))
    except commands.ReportError as error:
        _complain(str(error))
        return 1
    return 0


def _diff(given: argparse.Namespace) -> int:
    from pytest_memeval.report import commands

    try:
        lines, worse = commands.difference(given.before, given.after, given.json)
    except commands.ReportError as error:
        _complain(str(error))
        return 1
    for line in lines:
        _say(line if given.json else clean(line))
    return int(worse)


def _merge(given: argparse.Namespace) -> int:
    from pytest_memeval.report import commands
    from pytest_memeval.report.merge import MergeError
    from pytest_memeval.report.scorecard import verdict_line

    try:
        report = commands.joined(given.files, given.out)
    except commands.ReportError as error:
        _complain(str(error))
        return 1
    except MergeError as error:
        for problem in error.problems:
            _complain(problem)
        return 1
    _say(clean(verdict_line(report)))
    return int(given.check and not report.check.passed)


# --- audit


def _audit(given: argparse.Namespace) -> int:
    from pytest_memeval.suites.base import SubjectError
    from pytest_memeval.suites.corpus import command
    from pytest_memeval.suites.corpus.memories import CorpusError

    options = command.options_from(
        given.reference or (), given.column or (), given.query, given.threshold, given.workers
    )
    try:
        for line in command.run(given.store, given.plan, options):
            _say(clean(line))
    except (CorpusError, SubjectError) as error:
        _complain(str(error))
        return 1
    return 0


# --- cleanup


def _cleanup(given: argparse.Namespace) -> int:
    from pytest_memeval.clients.backend import BackendError
    from pytest_memeval.clients.journal import JournalError
    from pytest_memeval.live.progress import LogLines
    from pytest_memeval.live.progress import TerminalLine
    from pytest_memeval.live.progress import rewrites
    from pytest_memeval.live.tidying import tidy

    path = Path(given.run) if given.run.endswith(".jsonl") else None
    try:
        cleaned = tidy(
            path or path_of(given.journals, given.run),
            host=given.host,
            timeout=given.timeout,
            settle=given.min_settle,
            pause=given.pause,
            rate=given.rate,
            screen=TerminalLine(sys.stderr) if rewrites(sys.stderr) else LogLines(_complain),
        )
    except (BackendError, JournalError, OSError) as error:
        _complain(one_line(str(error)))
        return 1
    except KeyboardInterrupt:
        _complain("stopped before all was gone; say the same again to go on")
        return 1
    _say(clean(cleaned.text(), limit=10**6))
    return 1 if cleaned.left else 0


# --- judge


def _judge(given: argparse.Namespace) -> int:
    from pytest_memeval.judges import JudgeError
    from pytest_memeval.judges import JudgeSettings
    from pytest_memeval.judges import calibration
    from pytest_memeval.judges import make_judge

    try:
        cases = calibration.read_labelled(given.cases)
        settings = JudgeSettings(given.judge, model=given.model, base_url=given.base_url)
        judge = make_judge(settings)
    except FixtureError as error:
        _complain_of(given.cases, error)
        return 1
    except JudgeError as error:
        _complain(f"--judge: {error}")
        return 2
    judged = []
    try:
        for each in calibration.judge_all(judge, cases):
            judged.append(each)
            if given.json:
                _say(json.dumps(each.as_json()))
    finally:
        judge.close()
    if not given.json:
        _say(clean(calibration.table(judge.name, judged), 1_000_000))
    return 0


# --- validate


def _validate(given: argparse.Namespace) -> int:
    checker = _Checker(given.type)
    return max([checker.report(path) for path in given.files])


class _Checker:
    """Reads fixture files one after the other and remembers whose ids are taken."""

    def __init__(self, types: Sequence[str]) -> None:
        self._options = {"memeval_types": tuple(types)}
        self._suites = registry.all_suites()
        self._taken: dict[tuple[str, str], str] = {}

    def report(self, path: Path) -> int:
        """Print what is wrong with one file, or that nothing is; 0 or 1."""
        try:
            _say(clean(f"{path}: {self._check(path)}"))
        except FixtureError as error:
            _complain_of(path, error)
            return 1
        return 0

    def _check(self, path: Path) -> str:
        problems = _report_problems(path)
        if problems is not None:
            if problems:
                raise FixtureError(problems)
            return "a valid report"
        loaded = self.load(path)
        if loaded is None:
            raise FixtureError(["1: neither a fixture file nor a report"])
        return f"{plural(len(loaded.cases), 'valid case')} of {loaded.suite}"

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


# --- fixtures


def _coverage(given: argparse.Namespace) -> int:
    path: Path = given.path
    if not path.exists():
        _complain(f"{path}: no such file or folder")
        return 1
    checker, code = _Checker(given.type), 0
    cases: dict[str, list[object]] = {}
    for file in fixture_files.files_below(path):
        try:
            loaded = checker.load(file)
        except FixtureError as error:
            code = 1
            _complain_of(file, error)
            continue
        if loaded is not None:
            cases.setdefault(loaded.suite, []).extend(loaded.cases)
    for suite, found in cases.items():
        _print_coverage(suite, found)
    if not cases:
        _complain(f"{path}: no fixture files")
        return 1
    return code


def _print_coverage(suite: str, cases: Sequence[object]) -> None:
    _say(f"{suite}: {plural(len(cases), 'case')}")
    for title, name in (("label", "label"), ("type", "expect_type"), ("kind", "kind")):
        found = (getattr(case, name, None) for case in cases)
        named = Counter(one_line(str(value), 60) for value in found if value is not None)
        if named:
            _say(f"\n  by {title}")
            _print_counts(named)


def _print_counts(counts: Mapping[str, int]) -> None:
    width = max(map(len, counts))
    for value, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        _say(f"    {value:<{width}} {n:>5}")


def _complain_of(path: Path, error: FixtureError) -> None:
    for problem in error.problems:
        _complain(f"{path}:{problem}")


def _say(text: str) -> None:
    print(text)  # noqa: T201


def _complain(text: str) -> None:
    print(clean(text), file=sys.stderr)  # noqa: T201
