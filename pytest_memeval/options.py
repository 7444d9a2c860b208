"""Command line and ini options. Every pytest run loads this: what they mean is read elsewhere."""

from __future__ import annotations

from typing import Any
from typing import Literal

import pytest

from pytest_memeval.registry import BUILTIN
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
    "--memeval-html": "memeval_html",
    "--memeval-markdown": "memeval_markdown",
    "--memeval-baseline": "memeval_baseline",
    "--memeval-fail-on-regression": "memeval_fail_on_regression",
    "--memeval-no-ci": "memeval_no_ci",
}

#: Ini options of what a run leaves and is held against: name, help, type, default.
OUTPUT_INI: tuple[tuple[str, str, Literal["string", "linelist"], Any], ...] = (
    ("memeval_report", "path of the report", "string", "reports/last_report.json"),
    (
        "memeval_history",
        "where each run adds a line for trends, from the report's folder on; empty: nowhere",
        "string",
        "history.jsonl",
    ),
    (
        "memeval_allow_regressions",
        "cases and metrics that may be worse than the baseline, one a line, each with `# why`",
        "linelist",
        [],
    ),
)

#: Options that only a live run gives a meaning.
NEEDS_LIVE = {
    "--project-id": "memeval_project_id",
    "--org-id": "memeval_org_id",
    "--memeval-host": "memeval_host",
    "--memeval-instructions": "memeval_instructions",
    "--memeval-resume": "memeval_resume",
    "--memeval-backend": "memeval_backend",
    "--memeval-oss-config": "memeval_oss_config",
    "--memeval-timeout": "memeval_timeout",
    "--memeval-min-settle": "memeval_min_settle",
    "--memeval-allow-populated": "memeval_allow_populated",
    "--memeval-cleanup": "memeval_cleanup",
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
    _add_output_options(group)
    _add_live_options(group)
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
    for name, text, kind, fallback in OUTPUT_INI:
        parser.addini(name, text, type=kind, default=fallback)
    for name, text, default in LIVE_INI:
        parser.addini(name, text, type="string", default=default)
    # Suites may share options.
    for flag, name, text in dict.fromkeys(flag for entry in BUILTIN for flag in entry.flags):
        group.addoption(flag, dest=f"{name}_flag", metavar="X", help=text)
    for flag, name, text in dict.fromkeys(flag for entry in BUILTIN for flag in entry.path_flags):
        dest = f"{name}_flag"
        group.addoption(flag, dest=dest, action="extend", nargs="+", metavar="PATH", help=text)
    for flag, name, text in (entry.live_read for entry in BUILTIN if entry.live_read):
        group.addoption(flag, dest=name, action="store_true", help=text)
    for entry in BUILTIN:
        parser.addini(entry.subject_option, entry.subject_help, type="linelist", default=[])
    for name, text in dict.fromkeys(option for entry in BUILTIN for option in entry.options):
        parser.addini(name, text, type="linelist", default=[])


def _add_output_options(group: pytest.OptionGroup) -> None:
    for flag, metavar, text in (
        ("--memeval-report", "PATH", "where the report goes (default: memeval_report)"),
        ("--memeval-html", "PATH", "write the report as one page of HTML, too"),
        ("--memeval-markdown", "PATH", "write the report as Markdown, too"),
        ("--memeval-baseline", "FILE", "say what changed since the run of this report"),
    ):
        group.addoption(flag, metavar=metavar, help=text)
    group.addoption(
        "--memeval-fail-on-regression",
        action="store_true",
        default=None,
        help="fail where a case or a gated metric is worse than in the baseline",
    )
    group.addoption(
        "--memeval-no-ci",
        action="store_true",
        default=None,
        help="leave out what a build machine shows: job summary, annotations, JUnit properties",
    )


#: Ini options of live runs: name, help, default.
LIVE_INI = (
    ("memeval_live_pause", "seconds between the first two looks at an extraction", "1"),
    ("memeval_live_rate", "requests a minute to the platform at the most", "600"),
    ("memeval_live_requests", "requests that one live run may make", "50000"),
    ("memeval_live_concurrency", "requests under way at the same time", "4"),
)


def _add_live_options(group: pytest.OptionGroup) -> None:
    group.addoption(
        "--memeval-live",
        action="store_true",
        help="replay the fixtures through a real memory backend and score what it stores",
    )
    for flag, name, metavar, text in (
        ("--project-id", "memeval_project_id", "ID", "the scratch project that the key leads to"),
        ("--org-id", "memeval_org_id", "ID", "the organisation of that project"),
        ("--memeval-host", "memeval_host", "URL", "another host than the public platform"),
        (
            "--memeval-instructions",
            "memeval_instructions",
            "FILE",
            "custom instructions to pass with each add (default: the project's own)",
        ),
        ("--memeval-resume", "memeval_resume", "RUN", "go on with a run that was cut short"),
        ("--memeval-oss-config", "memeval_oss_config", "FILE", "mem0's llm and embedder, as YAML"),
    ):
        group.addoption(flag, dest=name, metavar=metavar, help=text)
    group.addoption(
        "--memeval-backend",
        choices=("platform", "oss"),
        help="platform: hosted mem0 (the default); oss: the open-source mem0.Memory",
    )
    group.addoption(
        "--memeval-timeout",
        metavar="S",
        help="seconds to wait for an extraction (default: 360)",
    )
    group.addoption(
        "--memeval-min-settle",
        metavar="S",
        help="seconds before an empty scope counts as suppressed (default: 60)",
    )
    group.addoption(
        "--memeval-allow-populated",
        action="store_true",
        help="run although the project holds entities that no run of this tool made",
    )
    group.addoption(
        "--memeval-cleanup",
        action="store_true",
        help="delete what the run wrote, and verify that it is gone",
    )


def mode_of(config: pytest.Config) -> str | None:
    """The mode asked for, or None.

    :raises pytest.UsageError: an option that only a mode gives a meaning stands alone.
    """
    if config.getoption("memeval_live"):
        return "live"
    if config.getoption("memeval_offline"):
        return "offline"
    check_mode(config)
    given = [flag for entry in BUILTIN for flag in (*entry.flags, *entry.path_flags)]
    flags = {flag: f"{name}_flag" for flag, name, _ in given}
    for flag, option in {**NEEDS_MODE, **flags}.items():
        if config.getoption(option) is not None:
            raise pytest.UsageError(f"{flag} needs a mode: add --memeval-offline")
    return None


def check_mode(config: pytest.Config) -> None:
    """Refuse what one mode only gives a meaning.

    :raises pytest.UsageError: it was asked for without that mode, or both modes were.
    """
    live = config.getoption("memeval_live")
    if live and config.getoption("memeval_offline"):
        raise pytest.UsageError("--memeval-offline and --memeval-live exclude each other")
    reads = {entry.live_read[0]: entry.live_read[1] for entry in BUILTIN if entry.live_read}
    for flag, option in {**NEEDS_LIVE, **reads}.items():
        if not live and config.getoption(option) not in (None, False):
            raise pytest.UsageError(f"{flag} needs --memeval-live")
