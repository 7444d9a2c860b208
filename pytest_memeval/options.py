"""Command line and ini options. Every pytest run loads this: what they mean is read elsewhere."""

from __future__ import annotations

import pytest

from pytest_memeval import registry
from pytest_memeval.suites import LEVELS

#: Options that mean nothing without a mode: given alone they are most likely a gate that was
#: meant to run and did not.
NEEDS_MODE = {
    "--memeval-suite": "memeval_suites",
    "--memeval-floor": "memeval_floor",
    "--memeval-level": "memeval_level",
    "--memeval-report": "memeval_report",
    "--memeval-mutations": "memeval_mutations",
    "--memeval-mutation-seed": "memeval_mutation_seed",
}


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("memeval", "memory quality gates (pytest-memeval)")
    group.addoption(
        "--memeval-offline",
        action="store_true",
        help="score memory subjects against labelled fixtures, without a network",
    )
    group.addoption(
        "--memeval-suite",
        action="append",
        dest="memeval_suites",
        metavar="NAME",
        help="run only this suite (repeatable)",
    )
    group.addoption(
        "--memeval-level",
        action="append",
        choices=LEVELS,
        metavar="LEVEL",
        help=f"score each subject at this level (repeatable): {', '.join(LEVELS)}",
    )
    group.addoption(
        "--memeval-floor",
        action="append",
        metavar="FLOOR",
        help="a floor that overrides the ini file's, e.g. 'extract_recall >= 0.9' (repeatable)",
    )
    group.addoption(
        "--memeval-report",
        metavar="PATH",
        help="where the report goes (default: memeval_report)",
    )
    group.addoption(
        "--memeval-mutations",
        type=int,
        metavar="N",
        help="try N mutants of each case, which deserve the same decision (default: none)",
    )
    group.addoption(
        "--memeval-mutation-seed",
        type=int,
        metavar="SEED",
        help="draw the mutants of an earlier run again",
    )
    parser.addini("memeval_mutations", "mutants to try of each case", type="string", default="0")
    parser.addini(
        "memeval_mutation_seconds", "seconds to spend on each case", type="string", default="5"
    )
    parser.addini("memeval_floors", "floors, one a line, `# why` kept", type="linelist", default=[])
    parser.addini(
        "memeval_fixtures",
        "folders that hold fixture files, relative to the ini file",
        type="linelist",
        default=["fixtures"],
    )
    parser.addini(
        "memeval_report", "path of the report", type="string", default="reports/last_report.json"
    )
    for entry in registry.BUILTIN:
        parser.addini(entry.subject_option, entry.subject_help, type="linelist", default=[])
        for name, text in entry.options:
            parser.addini(name, text, type="linelist", default=[])


def mode_of(config: pytest.Config) -> str | None:
    """The mode asked for, or None.

    :raises pytest.UsageError: an option that only a mode gives a meaning stands alone.
    """
    if config.getoption("memeval_offline"):
        return "offline"
    for flag, option in NEEDS_MODE.items():
        if config.getoption(option) is not None:
            raise pytest.UsageError(f"{flag} needs a mode: add --memeval-offline")
    return None
