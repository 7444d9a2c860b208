"""Rows to scores to floors to one verdict: the controller's side, with and without workers.

It never sees an item. It reads the rows and the census off the reports that pass by, judges the
floors once after the run loop, reports each floor as an item, and writes the report.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from collections import ChainMap
from collections.abc import Callable
from collections.abc import Generator
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from typing import TypeVar

import pytest

from pytest_memeval.answers import WrongAnswerError
from pytest_memeval.answers import answers
from pytest_memeval.artifacts import remove_artifacts
from pytest_memeval.census import CENSUS
from pytest_memeval.measure import ROW
from pytest_memeval.measure import failure
from pytest_memeval.registry import suite_entries
from pytest_memeval.report import model
from pytest_memeval.report import scorecard
from pytest_memeval.report.build import Evidence
from pytest_memeval.report.outputs import Outputs
from pytest_memeval.report.writer import write
from pytest_memeval.report.writer import write_report
from pytest_memeval.settings import Settings
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line

T = TypeVar("T")
PREFIX = "memeval::"
MOST_LISTED = 50
#: A checkpoint may cost this share of the run at the most.
CHECKPOINT_SHARE = 0.01


class Verdict:
    """Collects rows, judges floors, writes the report. One per run."""

    def __init__(self, config: pytest.Config, settings: Settings, outputs: Outputs) -> None:
        self.config = config
        self.settings = settings
        self.outputs = outputs
        self.report: model.Report | None = None
        explicit = config.args_source is pytest.Config.ArgsSource.ARGS
        self._evidence = Evidence(settings, explicit, _git_revision(settings.root))
        self._next_checkpoint = 0.0
        self._running = True
        self._lines: list[str] = []
        self._reasons: list[str] = []

    def watch_live(self, summary: Callable[[], model.Live]) -> None:
        """Let the report say where a live run wrote."""
        self._evidence.live = summary

    # --- what passes by

    def pytest_sessionstart(self) -> None:
        """Put a report in place that says the run did not finish, until it has."""
        settings = self.settings
        try:
            remove_artifacts(settings.report, suite_entries().values(), settings.suites)
            self._checkpoint()
        except OSError as error:
            raise pytest.UsageError(
                f"the report cannot be written to {self.settings.report}: {error.strerror}; "
                "choose another place with --memeval-report or memeval_report"
            ) from None

    def pytest_runtest_logstart(self) -> None:
        if self._evidence.rows and time.perf_counter() >= self._next_checkpoint:
            with contextlib.suppress(OSError):  # the end of the run will say it
                self._checkpoint()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        travelled = report.__dict__
        if CENSUS in travelled:
            self.take_census(travelled[CENSUS])
        if ROW in travelled:
            suite, subject, level, row = travelled[ROW]
            self._rows_of(Key(suite, subject, level))[row["id"]] = row
        if "node" in travelled:
            self._evidence.workers.add(str(travelled["node"].gateway.id))
        if report.failed and not report.nodeid.startswith(PREFIX):
            self._evidence.failed[report.nodeid] = None

    def _rows_of(self, key: Key) -> dict[str, Row]:
        rows = self._evidence.rows.get(key)
        if rows is None:
            rows = self._evidence.rows[key] = {}
        return rows

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(
        self, config: pytest.Config
    ) -> Generator[None, tuple[str, str, Any], tuple[str, str, Any]]:
        """With -qq no letter for each case: such a run says its verdict, and what made it fail."""
        category, letter, word = yield
        silent = self._running and config.get_verbosity() < -1
        return (category, "", "") if silent else (category, letter, word)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            said = (str(report.longrepr) or "collection failed").strip().splitlines()
            self._evidence.collect_errors.setdefault(
                report.nodeid or "collection", said[-1].strip()
            )

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", None) or {}
        if output.get(CENSUS) is not None:
            self.take_census(output[CENSUS])

    def pytest_internalerror(self, excrepr: object) -> None:
        self._evidence.interrupted = f"internal error: {one_line(str(excrepr).splitlines()[-1])}"

    def take_census(self, census: Mapping[str, Any]) -> None:
        """All workers tell the same one."""
        self._evidence.census = census

    # --- the end of the run loop

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, Any, Any]:
        try:
            result = yield
        except BaseException as error:
            self._note_end(error)
            raise
        self._conclude()
        self._report_floors(session)
        return result

    def _note_end(self, error: BaseException) -> None:
        """Tell a stop that the user asked for beforehand from one that cut the run short."""
        said = one_line(str(error))
        # pytest and xdist raise exceptions of their own for it, in the same words.
        if said.startswith("stopping after"):
            self._evidence.stopped = (
                "-x" if self.config.getoption("maxfail", 0) == 1 else "--maxfail"
            )
        elif said.startswith("Test failed, continuing") and self.config.getoption("stepwise", 0):
            self._evidence.stopped = "--sw"
        elif type(error) is KeyboardInterrupt:
            self._evidence.interrupted = "interrupted by Ctrl-C"
        else:
            self._evidence.interrupted = said or type(error).__name__

    def _conclude(self) -> None:
        report, baseline = self._evidence.report(), self.outputs.baseline
        if baseline is not None and report.results:
            from pytest_memeval.report.regression import held_against

            report = held_against(report, baseline, self._evidence.rescore)
        self.report = self._judged_by_others(report)

    def _others_say(
        self, hook: str, report: model.Report, read: Callable[[Any], T]
    ) -> tuple[list[T], list[str]]:
        """What other plugins say of a report, which is theirs to read and not to change."""
        if getattr(self.config.hook, hook).get_hookimpls():
            report = report.model_copy(deep=True)
        return answers(self.config, hook, read, {"config": self.config, "report": report})

    def _judged_by_others(self, report: model.Report) -> model.Report:
        """The report with the reasons of other plugins why the run must not pass."""
        said, wrong = self._others_say("pytest_memeval_verdict", report, _reasons)
        self._reasons = [*(reason for some in said for reason in some), *wrong]
        return report.not_passed(self._reasons) if self._reasons else report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, Any, Any]:
        self._running = False
        if self.report is None and self._ran(session):
            self._conclude()
        if self.report is not None:
            self._write(session)
            if self.report.verdict in ("failed", "not_measured") and session.exitstatus == 0:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
        result = yield
        # After pytest's own last line: what a reader sees last is the verdict.
        self._last_line()
        return result

    def _ran(self, session: pytest.Session) -> bool:
        return session.exitstatus != pytest.ExitCode.USAGE_ERROR

    def _write(self, session: pytest.Session) -> None:
        assert self.report is not None
        try:
            self.report = self._extended(self.report)
            self._write_artifacts(self.report)
            self._lines = list(self.outputs.write(self.report))
            self.outputs.note_metrics(self.config, self.report)
            write_report(self.report, self.settings.report)
        except OSError as error:
            self.report = _unwritten(self.report, error)
            if session.exitstatus == 0:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _extended(self, report: model.Report) -> model.Report:
        """The report with what other plugins add to it."""
        said, wrong = self._others_say("pytest_memeval_report", report, _plain)
        report = report.model_copy(update={"extra": dict(ChainMap(*said))})
        return report.not_passed(wrong) if wrong else report

    def _write_artifacts(self, report: model.Report) -> None:
        """The files that suites lay beside the report."""
        for name in dict.fromkeys(result.suite for result in report.results):
            suite = self.settings.suites[name]
            rows = {
                Key(result.suite, result.subject, result.level): result.rows
                for result in report.results
                if result.suite == name
            }
            for place, text in suite.artifacts(rows).items():
                write(self.settings.report.parent / place, [text])

    # --- terminal

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.report is None or terminalreporter.verbosity < 0:
            return
        terminalreporter.write_sep("=", "memory quality")
        for text, markup in scorecard.scorecard(self.report):
            terminalreporter.write_line(self._printable(text), **markup)
        place = self.settings.report
        terminalreporter.write_line(self._printable(f"report: {place}"))

    def _last_line(self) -> None:
        reporter: Any = self.config.pluginmanager.get_plugin("terminalreporter")
        if self.report is not None and reporter is not None:
            for line in self._lines:
                reporter.write_line(self._printable(line))
            left = list(scorecard.left(self.report))
            for text, markup in left if reporter.verbosity < 0 and len(left) > 1 else ():
                reporter.write_line(self._printable(text), **markup)
            markup = scorecard.VERDICT_COLOUR[self.report.verdict]
            reporter.write_line(self._printable(scorecard.verdict_line(self.report)), **markup)

    def _printable(self, text: str) -> str:
        """The text as this terminal can show it: pure ASCII where it is not UTF-8."""
        writer = self.config.get_terminal_writer()
        encoding = str(getattr(writer._file, "encoding", None) or "ascii").lower()
        if "utf" in encoding:
            return text
        return text.replace("…", "...").encode("ascii", "backslashreplace").decode("ascii")

    # --- floors as items

    def _report_floors(self, session: pytest.Session) -> None:
        assert self.report is not None
        entries = list(self._floor_items(self.report))
        session.testscollected += len(entries)
        for name, outcome, text, properties in entries:
            self._report_item(name, outcome, text, properties)

    def _floor_items(self, report: model.Report) -> Iterator[tuple[str, str, str, list[Any]]]:
        for name, message in self._broken_subjects():
            yield name, "failed", message, []
        unmeasured = list(self._evidence.unmeasured(report.results))
        if unmeasured or not report.results:
            yield "measured", "failed", "\n".join(unmeasured or report.run.problems), []
        if self._reasons:
            yield "verdict", "failed", "\n".join(self._reasons), []
        baseline = report.run.baseline
        if baseline is not None and baseline.gated:
            worse = baseline.regressions
            yield "regression", "failed" if worse else "passed", "\n".join(worse), []
        live = report.run.live
        if live is not None and live.cleaned is not None:
            yield "cleanup", "passed" if live.cleaned else "failed", live.left, []
        for result in report.results:
            suffix = self._suffix(result, report.results)
            for threshold in result.thresholds:
                kind = "floor" if threshold.op == ">=" else "ceiling"
                on = f"[{threshold.statistic}]" if threshold.statistic else ""
                name = f"{result.suite}::{kind}[{threshold.metric}{on}{suffix}]"
                score = result.scores.get(threshold.metric)
                value = "not measured" if not score or score.value is None else score.value
                properties = [("memeval_metric", threshold.metric), ("memeval_value", value)]
                yield name, _OUTCOME[threshold.status], threshold.detail, properties

    def _suffix(self, result: model.Result, results: Sequence[model.Result]) -> str:
        """Which subject and level, where the run has more than one of them."""
        same = [other for other in results if other.suite == result.suite]
        parts = [result.subject] if len({other.subject for other in same}) > 1 else []
        parts += [result.level] if result.level and self.settings.levels else []
        return "".join(f"-{part}" for part in parts)

    def _broken_subjects(self) -> Iterator[tuple[str, str]]:
        for broken in self._evidence.census["broken"]:
            name = f"{broken['suite']}::subject[{broken['subject']}]"
            yield name, f"the subject cannot be asked: {broken['message']}"

    def _report_item(self, name: str, outcome: str, text: str, properties: list[Any]) -> None:
        hook = self.config.hook
        nodeid = PREFIX + name
        location = ("memeval", None, name)
        longrepr: Any = None
        if outcome == "failed":
            longrepr = failure(text, "memeval")
        elif outcome == "skipped":
            longrepr = ("memeval", 0, text)
        hook.pytest_runtest_logstart(nodeid=nodeid, location=location)
        for when in ("call", "teardown"):  # JUnit takes properties from a teardown only
            report = pytest.TestReport(
                nodeid,
                location,
                {name: 1},
                outcome if when == "call" else "passed",  # type: ignore[arg-type]
                longrepr if when == "call" else None,
                when,
                user_properties=properties,
            )
            hook.pytest_runtest_logreport(report=report)
        hook.pytest_runtest_logfinish(nodeid=nodeid, location=location)

    # --- checkpoints

    def _checkpoint(self) -> None:
        """Write what is measured so far: a process that is killed leaves this behind."""
        begun = time.perf_counter()
        report = self._evidence.report(unfinished="the run did not finish")
        write_report(report, self.settings.report)
        cost = time.perf_counter() - begun
        self._next_checkpoint = time.perf_counter() + cost / CHECKPOINT_SHARE


def _reasons(answer: object) -> list[str]:
    """Reasons against a run, as another plugin gives them.

    :raises WrongAnswerError: they are none: of a text, each letter would be one.
    """
    listed = isinstance(answer, Iterable) and not isinstance(answer, (str, bytes, Mapping))
    reasons = list(answer) if listed else []  # type: ignore[call-overload]
    if not listed or not all(isinstance(reason, str) for reason in reasons):
        raise WrongAnswerError(reasons or answer, "a list of texts or None")
    return [one_line(reason) for reason in reasons]


def _plain(answer: object) -> dict[str, Any]:
    """Data for the report, as another plugin gives it.

    :raises TypeError: it cannot be written as JSON.
    """
    if not isinstance(answer, Mapping):
        raise WrongAnswerError(answer, "a mapping or None")
    json.dumps(dict(answer))
    return dict(answer)


def _unwritten(report: model.Report, error: OSError) -> model.Report:
    """A result that nobody can read afterwards is no pass."""
    why = f"the report could not be written: {error_line(error)}"
    check = model.Check(passed=False, failures=[why, *report.check.failures])
    verdict = "not_measured" if report.check.passed else report.verdict
    return report.model_copy(update={"check": check, "verdict": verdict})


_OUTCOME = {"held": "passed", "broken": "failed", "not_measured": "failed", "partial": "skipped"}


def _git_revision(root: Path) -> str | None:
    try:
        done = subprocess.run(
            ["git", "rev-parse", "HEAD"],
            cwd=root,
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
