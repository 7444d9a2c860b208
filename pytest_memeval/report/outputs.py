"""What a run leaves beside its report: pages for people, a history, what a build machine shows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.junitxml import xml_key

from pytest_memeval.report import model
from pytest_memeval.report.regression import AllowanceError
from pytest_memeval.report.regression import Baseline
from pytest_memeval.report.regression import allowances
from pytest_memeval.settings import path_given
from pytest_memeval.settings import report_path
from pytest_memeval.text import clean
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line

#: Where a change of the earlier runs ends up that a page shows.
SHOWN_RUNS = 100


@dataclass(frozen=True)
class Outputs:
    """Where a run writes what, beside its report; None: not at all.

    :param root: what the files named in the report are relative to.
    :param build: tell the machine that this runs on, if it is one that builds.
    """

    root: Path
    html: Path | None
    markdown: Path | None
    history: Path | None
    baseline: Baseline | None
    build: bool

    def write(self, report: model.Report) -> Iterator[str]:
        """Write them all, and give the lines to print: what a build machine reads, and warnings.

        :raises OSError: a page that somebody asked for cannot be written. What is written without
            being asked for is no reason to fail: a line says what is not there.
        """
        before = self.baseline.report if self.baseline else None
        yield from self._note_run(report)
        if self.html is not None:
            self._write_html(report, before, self.html)
        if self.markdown is not None:
            from pytest_memeval.report.markdown import markdown
            from pytest_memeval.report.writer import write

            write(self.markdown, [markdown(report, before)])
        if self.build:
            yield from self._tell_build(report, before)

    def _note_run(self, report: model.Report) -> Iterator[str]:
        """Add a line to the history."""
        if self.history is None or not report.results:
            return
        from pytest_memeval.report import history

        try:
            history.append(report, self.history)
        except OSError as error:
            why = error.strerror or error_line(error)
            yield f"memeval: warning: {self.history}: this run is not in the history: {why}"

    def _tell_build(self, report: model.Report, before: model.Report | None) -> Iterator[str]:
        """What GitHub shows; without the job's summary where that cannot be written."""
        from pytest_memeval.report.github import github_outputs

        env = dict(os.environ)
        try:
            lines = github_outputs(report, env, before, self.root)
        except OSError as error:
            summary, why = env.pop("GITHUB_STEP_SUMMARY", ""), error.strerror or error_line(error)
            yield f"memeval: warning: {summary}: the job's summary is not written: {why}"
            lines = github_outputs(report, env, before, self.root)
        yield from lines

    def note_metrics(self, config: pytest.Config, report: model.Report) -> None:
        """Put every metric into the JUnit file, if one is written, as a property of the suite."""
        junit = config.stash.get(xml_key, None)
        if junit is None or not self.build:
            return
        for result in report.results:
            for name, score in result.scores.items():
                level = f"-{result.level}" if result.level else ""
                called = f"memeval.{result.suite}[{result.subject}{level}].{name}"
                value = "not measured" if score.value is None else str(score.value)
                junit.add_global_property(clean(called), value)  # it spells out values alone

    def _write_html(self, report: model.Report, before: model.Report | None, path: Path) -> None:
        from pytest_memeval.report import history
        from pytest_memeval.report.casetext import case_texts
        from pytest_memeval.report.html import write_html

        runs: list[history.Run] = []
        if self.history is not None:
            with suppress(OSError):  # a page without trends is better than none
                runs = history.read(self.history).runs
        cases = case_texts(report, self.root)
        write_html(report, path, before, runs[-SHOWN_RUNS:], cases)


def outputs_from(config: pytest.Config, mode: str) -> Outputs:
    """Read what else a run is to write, and what it is held against.

    :raises pytest.UsageError: an option is wrong, or a package is missing.
    """
    html = _written(config, "--memeval-html", (".html", ".htm"))
    if html is not None and not (find_spec("jinja2") and find_spec("svg")):
        raise pytest.UsageError("--memeval-html needs Jinja2: install pytest-memeval[html]")
    return Outputs(
        root=config.rootpath,
        html=html,
        markdown=_written(config, "--memeval-markdown", (".md", ".markdown")),
        history=_history(config),
        baseline=_baseline(config, mode),
        build=not config.getoption("memeval_no_ci"),
    )


def _history(config: pytest.Config) -> Path | None:
    """Where trends are kept; a run that puts its report aside is none of them."""
    name = str(config.getini("memeval_history")).strip()
    if not name or config.getoption("memeval_report") is not None:
        return None
    return report_path(config).parent / name


def _written(config: pytest.Config, flag: str, endings: tuple[str, ...]) -> Path | None:
    """Where a page goes: never over a file of another kind."""
    given: str | None = config.getoption(flag.lstrip("-").replace("-", "_"))
    if given is None:
        return None
    path = path_given(config, flag, given)
    if path.suffix not in endings or (path.exists() and not path.is_file()):
        raise pytest.UsageError(f"{flag} writes a {endings[0]} file, not {path}")
    return path


def _baseline(config: pytest.Config, mode: str) -> Baseline | None:
    flag, gated = "--memeval-baseline", config.getoption("memeval_fail_on_regression")
    given: str | None = config.getoption("memeval_baseline")
    if given is None:
        if gated:
            raise pytest.UsageError(f"--memeval-fail-on-regression needs {flag} FILE")
        return None
    path = path_given(config, flag, given)
    if gated and Path(os.path.realpath(path)) == report_path(config):
        raise pytest.UsageError(
            f"{flag}: {given} is where this run writes its report: the next one would be held "
            "against this one. Keep the earlier report under another name"
        )
    report = _earlier(path, flag)
    if report.mode != mode:
        raise pytest.UsageError(f"{flag}: {given} is of a run {report.mode}, this one is {mode}")
    if not any(result.rows for result in report.results):
        raise pytest.UsageError(f"{flag}: {given} measured nothing; take the report of a whole run")
    unfinished = report.run.interrupted or report.run.narrowed
    if unfinished and gated:
        raise pytest.UsageError(
            f"{flag}: {given} is of a part of a run ({unfinished}), which would let through what "
            "it has not seen; take the report of a whole one"
        )
    try:
        allowed = allowances(config.getini("memeval_allow_regressions"))
    except AllowanceError as error:
        raise pytest.UsageError(f"memeval_allow_regressions: {error}") from None
    return Baseline(given, report, bool(gated), allowed)


def _earlier(path: Path, flag: str) -> model.Report:
    from pytest_memeval.report.reader import ReportError
    from pytest_memeval.report.reader import load

    try:
        return load(path)
    except ReportError as error:
        raise pytest.UsageError(f"{flag}: {one_line(str(error))}") from None
