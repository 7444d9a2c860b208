"""Rows to scores to floors to one verdict: the controller's side, with and without workers.

It never sees an item. It reads the rows and the census off the reports that pass by, judges the
floors once after the run loop, reports each floor as an item, and writes the report.
"""

from __future__ import annotations

import platform
import subprocess
import time
from collections import Counter
from collections.abc import Generator
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import datetime
from datetime import timezone
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval import floors as floor_room
from pytest_memeval.census import CENSUS
from pytest_memeval.census import empty_census
from pytest_memeval.floors import Floor
from pytest_memeval.measure import ROW
from pytest_memeval.measure import Key
from pytest_memeval.measure import failure
from pytest_memeval.options import Settings
from pytest_memeval.report import model
from pytest_memeval.report import scorecard
from pytest_memeval.report.writer import write_report
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import Row
from pytest_memeval.text import clean
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

PREFIX = "memeval::"
MOST_LISTED = 50
#: A checkpoint may cost this share of the run at the most.
CHECKPOINT_SHARE = 0.01


class Verdict:
    """Collects rows, judges floors, writes the report. One per run."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self.config = config
        self.settings = settings
        self.report: model.Report | None = None
        self._census: Mapping[str, Any] | None = None
        self._rows: dict[Key, dict[str, Row]] = {}
        self._collect_errors: dict[str, str] = {}
        self._failed: dict[str, None] = {}
        self._stopped = ""
        self._interrupted = ""
        self._workers: set[str] = set()
        self._started = time.perf_counter()
        self._next_checkpoint = 0.0
        self._git = _git_revision(settings.root)

    # --- what passes by

    def pytest_sessionstart(self) -> None:
        """Put a report in place that says the run did not finish, until it has."""
        try:
            self._checkpoint()
        except OSError as error:
            raise pytest.UsageError(
                f"the report cannot be written to {self.settings.report}: {error.strerror}; "
                "choose another place with --memeval-report or memeval_report"
            ) from None

    def pytest_runtest_logstart(self) -> None:
        if self._rows and time.perf_counter() >= self._next_checkpoint:
            self._checkpoint()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        travelled = report.__dict__
        if CENSUS in travelled:
            self.take_census(travelled[CENSUS])
        if ROW in travelled:
            suite, subject, level, row = travelled[ROW]
            self._rows_of(Key(suite, subject, level))[row["id"]] = row
        if "node" in travelled:
            self._workers.add(str(travelled["node"].gateway.id))
        if report.failed and not report.nodeid.startswith(PREFIX):
            self._failed[report.nodeid] = None

    def _rows_of(self, key: Key) -> dict[str, Row]:
        rows = self._rows.get(key)
        if rows is None:
            rows = self._rows[key] = {}
        return rows

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            said = (str(report.longrepr) or "collection failed").strip().splitlines()
            self._collect_errors.setdefault(report.nodeid or "collection", said[-1].strip())

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", None) or {}
        if output.get(CENSUS) is not None:
            self.take_census(output[CENSUS])

    def pytest_internalerror(self, excrepr: object) -> None:
        self._interrupted = f"internal error: {one_line(str(excrepr).splitlines()[-1])}"

    def take_census(self, census: Mapping[str, Any]) -> None:
        self._census = self._census or census

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
            self._stopped = "-x" if self.config.getoption("maxfail", 0) == 1 else "--maxfail"
        elif said.startswith("Test failed, continuing") and self.config.getoption("stepwise", 0):
            self._stopped = "--sw"
        elif type(error) is KeyboardInterrupt:
            self._interrupted = "interrupted by Ctrl-C"
        else:
            self._interrupted = said or type(error).__name__

    def _conclude(self) -> None:
        self.report = self._build()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, Any, Any]:
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
            write_report(self.report, self.settings.report)
        except OSError as error:
            self._warn(f"memeval: the report could not be written: {error}")
            if session.exitstatus == 0:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

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
            markup = scorecard.VERDICT_COLOUR[self.report.verdict]
            reporter.write_line(self._printable(scorecard.verdict_line(self.report)), **markup)

    def _warn(self, text: str) -> None:
        reporter: Any = self.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write_line(self._printable(text), red=True)

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
        unmeasured = list(self._unmeasured(self._census or empty_census(), report.results))
        if unmeasured or not report.results:
            yield "measured", "failed", "\n".join(unmeasured or report.run.problems), []
        for result in report.results:
            suffix = self._suffix(result, report.results)
            for threshold in result.thresholds:
                name = f"{result.suite}::floor[{threshold.metric}{suffix}]"
                if threshold.op == "<=":
                    name = f"{result.suite}::ceiling[{threshold.metric}{suffix}]"
                score = result.scores.get(threshold.metric)
                value = score.value if score else None
                properties = [("memeval_metric", threshold.metric), ("memeval_value", value)]
                yield name, _OUTCOME[threshold.status], threshold.detail, properties

    def _suffix(self, result: model.Result, results: Sequence[model.Result]) -> str:
        """Which subject and level, where the run has more than one of them."""
        same = [other for other in results if other.suite == result.suite]
        parts = [result.subject] if len({other.subject for other in same}) > 1 else []
        parts += [result.level] if result.level and self.settings.levels else []
        return "".join(f"-{part}" for part in parts)

    def _broken_subjects(self) -> Iterator[tuple[str, str]]:
        for broken in (self._census or {}).get("broken", ()):
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

    # --- building the report

    def _checkpoint(self) -> None:
        """Write what is measured so far: a process that is killed leaves this behind."""
        begun = time.perf_counter()
        write_report(self._build(unfinished="the run did not finish"), self.settings.report)
        cost = time.perf_counter() - begun
        self._next_checkpoint = time.perf_counter() + cost / CHECKPOINT_SHARE

    def _build(self, unfinished: str = "") -> model.Report:
        census = self._census or empty_census()
        narrowed = census["narrowed"] or self._stopped
        interrupted = self._interrupted or unfinished
        results = [self._result(entry, narrowed, interrupted) for entry in self._entries(census)]
        problems = list(self._problems(census, results, unfinished))
        failures = [*_floor_failures(results), *problems]
        if interrupted:
            failures.insert(0, f"the run was cut short: {interrupted}")
        if self._failed:
            names = _some(sorted(self._failed), most=3)
            failures.append(f"{plural(len(self._failed), 'item')} failed: {names}")
        verdict = _verdict(results, bool(problems or interrupted), narrowed, bool(self._failed))
        if verdict == "partial":
            failures.append(f"partial run ({narrowed}): floors are not gated")
        return model.Report(
            generated_at=datetime.now(timezone.utc).isoformat(timespec="seconds"),
            mode=self.settings.mode,  # type: ignore[arg-type]
            verdict=verdict,
            check=model.Check(passed=verdict == "passed", failures=failures),
            results=results,
            run=model.Run(
                versions=_versions(),
                git_revision=self._git,
                workers=len(self._workers),
                duration=round(time.perf_counter() - self._started, 3),
                narrowed=narrowed,
                interrupted=interrupted,
                problems=problems,
                ignored_files=census["foreign"],
            ),
        )

    def _entries(self, census: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """What the census owes, and named subjects that came to no case at all."""
        seen = set()
        for entry in census["results"]:
            # A node id leaves whole subjects out; that is no gap in what it asked for.
            if entry["cases"] or not census["narrowed"]:
                yield entry
            seen.add((entry["suite"], entry["subject"]))
        broken = {(entry["suite"], entry["subject"]) for entry in census["broken"]}
        explicit = self.config.args_source is pytest.Config.ArgsSource.ARGS
        for suite, names in self.settings.subjects.items():
            for name in names:
                missing = (suite, name) not in seen
                if missing and ((suite, name) in broken or not (explicit or census["narrowed"])):
                    yield {
                        "suite": suite,
                        "subject": name,
                        "level": None,
                        "cases": [],
                        "collected": 0,
                        "fixtures": None,
                    }

    def _result(self, entry: dict[str, Any], narrowed: str, interrupted: str) -> model.Result:
        key = Key(entry["suite"], entry["subject"], entry["level"])
        suite = self.settings.suites[key.suite]
        got = self._rows.get(key, {})
        rows = [got[case] for case in entry["cases"] if case in got]
        scores = suite.score(rows)
        gap = self._gap(entry, rows, interrupted)
        measured = any(row["outcome"] != "not_measured" for row in rows)
        partial = narrowed if measured or self._stopped else ""
        judged = [
            _judge(floor, scores.metrics.get(floor.metric), gap, partial, rows)
            for floor in self._floors(key)
        ]
        return model.Result(
            suite=key.suite,
            subject=key.subject,
            level=key.level,
            fixtures=model.Fixtures(**entry["fixtures"]) if entry["fixtures"] else None,
            counts=_counts(entry, rows),
            scores={name: _score(metric) for name, metric in scores.metrics.items()},
            per_type=scores.per_type,
            thresholds=judged,
            hints=suite.hints(rows),
            rows=rows,
        )

    def _floors(self, key: Key) -> list[Floor]:
        suite = self.settings.suites[key.suite]
        defaults = floor_room.parse_floors(suite.default_floors, source="default")
        chosen = floor_room.floors_for(
            defaults, self.settings.floors, key.suite, key.subject, key.level
        )
        return [floor for floor in chosen if floor.metric in suite.metrics]

    def _gap(self, entry: dict[str, Any], rows: Sequence[Row], interrupted: str) -> str:
        """Why the rows are not the whole; "" when they are."""
        unmeasured = [row for row in rows if row["outcome"] == "not_measured"]
        missing = len(entry["cases"]) - len(rows)
        if not entry["cases"]:
            return self._no_cases(entry)
        if interrupted:
            return f"the run was cut short: {interrupted}"
        if missing:
            got = {row["id"] for row in rows}
            lost = [case for case in entry["cases"] if case not in got]
            return (
                f"{missing} of {plural(len(entry['cases']), 'case')} gave no result: {_some(lost)}"
            )
        if unmeasured:
            ids = [row["id"] for row in unmeasured]
            return (
                f"{len(ids)} of {plural(len(rows), 'case')} could not be measured: {_some(ids)} "
                f"({unmeasured[0]['detail']})"
            )
        if self._collect_errors:
            return f"{plural(len(self._collect_errors), 'file')} could not be collected"
        return ""

    def _no_cases(self, entry: dict[str, Any]) -> str:
        for broken in (self._census or {}).get("broken", ()):
            if (broken["suite"], broken["subject"]) == (entry["suite"], entry["subject"]):
                return f"the subject {entry['subject']} cannot be asked"
        return "no case was collected"

    def _problems(
        self, census: Mapping[str, Any], results: Sequence[model.Result], unfinished: str
    ) -> Iterator[str]:
        for broken in census["broken"]:
            yield f"{broken['suite']} subject {broken['subject']}: {broken['message']}"
        # Workers tell of them in any order.
        for node, said in sorted(self._collect_errors.items()):
            yield f"{node}: {said}" if node not in said else said
        if not unfinished:
            yield from self._unmeasured(census, results)

    def _unmeasured(
        self, census: Mapping[str, Any], results: Sequence[model.Result]
    ) -> Iterator[str]:
        """What is missing from a run that came to its end, and shows in no item so far."""
        yield from census["unusable"]
        if census["lost"]:
            yield (
                f"{plural(census['lost'], 'collected case')} vanished before the run: a plugin or "
                "a conftest.py removed them without deselecting them"
            )
        yield from self._floors_without_subject(results, census)
        if not results and not self._collect_errors:
            yield self._nothing(census)

    def _floors_without_subject(
        self, results: Sequence[model.Result], census: Mapping[str, Any]
    ) -> Iterator[str]:
        """Floors on marked functions that were never collected; known only now."""
        if census["narrowed"]:
            return
        for floor in self.settings.floors:
            if floor.subject is None or floor.suite not in self.settings.suites:
                continue
            if not any(floor.applies_to(r.suite, r.subject, r.level) for r in results):
                known = ", ".join(sorted({r.subject for r in results})) or "none"
                yield (
                    f"{floor.source}: the floor {floor.text!r} names the subject "
                    f"{floor.subject!r}, which was not collected (known: {known})"
                )

    def _nothing(self, census: Mapping[str, Any]) -> str:
        if census["narrowed"]:
            return f"no case was measured: {census['narrowed']} selects none"
        unnamed = census["unnamed"]
        if unnamed:
            options = ", ".join(self.settings.subject_options[name] for name in unnamed)
            return f"no case was measured: there are fixtures, but {options} names no subject"
        folders = ", ".join(path.name for path in self.settings.fixture_folders)
        return (
            "no case was measured: name a subject in the ini file (such as memeval_classifier) "
            f"and put fixture files into {folders}/, or mark a function"
        )


_OUTCOME = {"held": "passed", "broken": "failed", "not_measured": "failed", "partial": "skipped"}


def _judge(
    floor: Floor, metric: Metric | None, gap: str, partial: str, rows: Sequence[Row]
) -> model.Threshold:
    missed = list(metric.missed) if metric else []
    unknown = gap or floor.not_measured(metric)
    if partial and metric is not None:
        status: model.Status = "partial"
        detail = f"partial run ({partial}): {floor.text} is not gated; {_reading(metric)}"
    elif unknown:
        status, detail = "not_measured", f"not measured: {floor.text}: {unknown}"
    else:
        assert metric is not None
        held = floor.holds(metric)
        status = "held" if held else "broken"
        detail = "" if held else _broken(floor, metric, rows)
    return model.Threshold(
        metric=floor.metric,
        op=floor.op,  # type: ignore[arg-type]
        bound=float(floor.bound),
        over=floor.over,
        why=floor.why,
        source=floor.source,
        status=status,
        detail=detail,
        missed=missed,
    )


def _reading(metric: Metric) -> str:
    if metric.value is None:
        return "not measured"
    if not metric.ratio:
        return str(metric.value)
    assert metric.interval is not None
    low, high = metric.interval
    return f"{metric.value:.3f} ({metric.k} of {metric.n}, 95 % interval {low:.2f} to {high:.2f})"


def _broken(floor: Floor, metric: Metric, rows: Sequence[Row]) -> str:
    kind = "below its floor" if floor.op == ">=" else "above its ceiling"
    lines = [f"{floor.metric} = {_reading(metric)} is {kind}: {floor.text}"]
    if floor.why:
        lines.append(f"why this bound: {floor.why}")
    by_id = {row["id"]: row for row in rows}
    lines.append(f"cases that missed ({len(metric.missed)}):")
    for case in metric.missed[:MOST_LISTED]:
        row = by_id[case]
        said = row["detail"] or f"got {row.get('decision', '')}"
        lines.append(f"  {case} ({row['file']}:{row['line']}): {said}")
    if len(metric.missed) > MOST_LISTED:
        lines.append(f"  … and {len(metric.missed) - MOST_LISTED} more, all in the report")
    return "\n".join(lines)


def _verdict(
    results: Iterable[model.Result], unmeasured: bool, narrowed: str, failed: bool
) -> model.Verdict:
    statuses = {threshold.status for result in results for threshold in result.thresholds}
    if "broken" in statuses:
        return "failed"
    if unmeasured or "not_measured" in statuses:
        return "not_measured"
    if narrowed:
        return "partial"
    return "failed" if failed else "passed"


def _floor_failures(results: Iterable[model.Result]) -> Iterator[str]:
    for result in results:
        for threshold in result.thresholds:
            if threshold.status in ("broken", "not_measured"):
                yield f"{scorecard.title(result)}: {threshold.detail.splitlines()[0]}"


def _counts(entry: dict[str, Any], rows: Sequence[Row]) -> model.Counts:
    return model.Counts(
        collected=entry["collected"],
        selected=len(entry["cases"]),
        measured=sum(row["outcome"] != "not_measured" for row in rows),
        by_label=dict(sorted(Counter(row["label"] for row in rows if "label" in row).items())),
        by_outcome=dict(sorted(Counter(row["outcome"] for row in rows).items())),
    )


def _score(metric: Metric) -> model.Score:
    low, high = metric.interval or (None, None)
    return model.Score(
        value=metric.value,
        k=metric.k if metric.ratio else None,
        n=metric.n,
        low=low,
        high=high,
        note=metric.note,
    )


def _some(ids: Sequence[str], most: int = 5) -> str:
    rest = len(ids) - most
    return ", ".join(clean(case) for case in ids[:most]) + (f" and {rest} more" if rest > 0 else "")


def _versions() -> dict[str, str]:
    import pytest_memeval

    return {
        "pytest_memeval": pytest_memeval.__version__,
        "pytest": pytest.__version__,
        "python": platform.python_version(),
    }


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
