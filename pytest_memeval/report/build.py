"""From what came in during a run to its report: rows to scores to floors to one verdict."""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import datetime
from datetime import timezone
from typing import Any

import pytest

from pytest_memeval import __version__
from pytest_memeval import floors as floor_room
from pytest_memeval import registry
from pytest_memeval.census import empty_census
from pytest_memeval.floors import Floor
from pytest_memeval.report import model
from pytest_memeval.report import scorecard
from pytest_memeval.settings import Settings
from pytest_memeval.suites import LIVE_SUBJECTS
from pytest_memeval.suites import trials
from pytest_memeval.suites.base import ExtraMetric
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Search
from pytest_memeval.text import clean
from pytest_memeval.text import error_line
from pytest_memeval.text import plural
from pytest_memeval.text import some

MOST_LISTED = 50
#: Outcomes that say something of the subject.
MEASURED = ("hit", "miss", "failed")


@dataclass
class Evidence:
    """What is known of a run so far.

    `stopped` names the option that ended it on purpose, `interrupted` what cut it short; `explicit`
    says that paths were given on the command line, so that subjects without cases are no gap.
    """

    settings: Settings
    explicit: bool
    git_revision: str | None = None
    census: Mapping[str, Any] = field(default_factory=empty_census)
    rows: dict[Key, dict[str, Row]] = field(default_factory=dict)
    collect_errors: dict[str, str] = field(default_factory=dict)
    failed: dict[str, None] = field(default_factory=dict)
    workers: set[str] = field(default_factory=set)
    live: Callable[[], model.Live] | None = None
    stopped: str = ""
    interrupted: str = ""
    started: float = field(default_factory=time.perf_counter)

    def report(self, unfinished: str = "") -> model.Report:
        census = self.census
        narrowed = census["narrowed"] or self.stopped
        interrupted = self.interrupted or unfinished
        results = [self._result(entry, narrowed, interrupted) for entry in self._entries()]
        problems = list(self._problems(census, results, unfinished))
        failures = [*problems, *floor_failures(results)]
        if interrupted:
            failures.insert(0, f"the run was cut short: {interrupted}")
        if self.failed:
            names = some(map(clean, sorted(self.failed)), most=3)
            failures.append(f"{plural(len(self.failed), 'item')} failed: {names}")
        live = self.live() if self.live else None
        uncleaned = live is not None and live.cleaned is False
        if live is not None and uncleaned:
            failures.append(live.left.splitlines()[0])
        failed = bool(self.failed) or uncleaned
        verdict = verdict_of(results, bool(problems or interrupted), narrowed, failed)
        if verdict == "partial":
            failures.append(f"{scorecard.PARTIAL}{narrowed}): floors are not gated")
        return model.Report(
            generated_at=datetime.now(timezone.utc).isoformat(timespec="seconds"),
            mode=self.settings.mode,  # type: ignore[arg-type]
            verdict=verdict,
            check=model.Check(passed=verdict == "passed", failures=failures),
            results=results,
            run=model.Run(
                versions=_versions(),
                git_revision=self.git_revision,
                workers=len(self.workers),
                duration=round(time.perf_counter() - self.started, 3),
                mutations=_mutations(self.settings.search),
                live=live,
                baseline=None,
                narrowed=narrowed,
                interrupted=interrupted,
                merged=0,
                owed=self._owed(),
                failed_items=sorted(self.failed),
                problems=problems,
                ignored_files=census["foreign"],
            ),
        )

    def _entries(self) -> Iterator[Mapping[str, Any]]:
        """What the census owes, and named subjects that came to no case at all."""
        narrowed = self.census["narrowed"]
        seen = set()
        for entry in self.census["results"]:
            # A node id leaves whole subjects out; that is no gap in what it asked for.
            if entry["cases"] or not narrowed:
                yield entry
            seen.add((entry["suite"], entry["subject"]))
        broken = {(entry["suite"], entry["subject"]) for entry in self.census["broken"]}
        for suite, names in self.settings.subjects.items():
            for at in ((suite, name) for name in names):
                if at not in seen and (at in broken or not (self.explicit or narrowed)):
                    yield _nothing_owed(*at)

    def _owed(self) -> list[tuple[str, str]]:
        """Suites and subjects that the whole has, whatever part of it this run was."""
        collected = [(entry["suite"], entry["subject"]) for entry in self.census["results"]]
        named = [(suite, one) for suite, names in self.settings.subjects.items() for one in names]
        return list(dict.fromkeys([*collected, *named]))

    def _result(self, entry: Mapping[str, Any], narrowed: str, interrupted: str) -> model.Result:
        key = Key(entry["suite"], entry["subject"], entry["level"])
        suite = self.settings.suites[key.suite]
        got = self.rows.get(key, {})
        rows = [got[case] for case in entry["cases"] if case in got]
        scores = trials.score(suite, rows)
        rows = list(rows if scores.rows is None else scores.rows)
        metrics = {**scores.metrics, **self._extra(key.suite, rows)}
        gap = self._gap(entry, rows, interrupted)
        measured = any(row["outcome"] in MEASURED for row in rows)
        partial = narrowed if measured or self.stopped else ""
        judged = [
            judge(floor, metric_of(floor.metric, metrics), gap, partial, rows)
            for floor in self._floors(key)
        ]
        return model.Result(
            suite=key.suite,
            subject=key.subject,
            level=key.level,
            fixtures=model.Fixtures(**entry["fixtures"]) if entry["fixtures"] else None,
            expected=model.Fixtures(**entry["expected"]) if entry.get("expected") else None,
            options=options_hash(self.settings, key.suite),
            counts=counts(entry, rows),
            seconds=seconds(rows),
            scores={name: score_of(metric) for name, metric in metrics.items()},
            per_type=scores.per_type,
            thresholds=judged,
            notes=list(scores.notes),
            hints=suite.hints(rows),
            rows=rows,
        )

    def rescore(self, suite: str, rows: Sequence[Row]) -> dict[str, Metric]:
        """All metrics of a suite over rows that may be other than those of this run."""
        scores = trials.score(self.settings.suites[suite], rows)
        return {
            **scores.metrics,
            **self._extra(suite, rows if scores.rows is None else scores.rows),
        }

    def _extra(self, suite: str, rows: Sequence[Row]) -> dict[str, Metric]:
        extra = self.settings.extra.get(suite, ())
        return {each.name: measured_by(each, rows) for each in extra}

    def _floors(self, key: Key) -> list[Floor]:
        suite = self.settings.suites[key.suite]
        defaults = floor_room.parse_floors(suite.default_floors, source="default")
        chosen = floor_room.floors_for(
            defaults, self.settings.floors, key.suite, key.subject, key.level
        )
        extra = {metric.name for metric in self.settings.extra.get(key.suite, ())}
        repeated = trials.METRICS if self.settings.repeats(key.suite) else ()
        known = {*suite.metrics, *extra, *repeated}
        return [floor for floor in chosen if floor.metric in known]

    def _gap(self, entry: Mapping[str, Any], rows: Sequence[Row], interrupted: str) -> str:
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
            of = f"{missing} of {plural(len(entry['cases']), 'case')}"
            return f"{of} gave no result: {some(map(clean, lost))}"
        if unmeasured:
            ids = [row["id"] for row in unmeasured]
            return (
                f"{len(ids)} of {plural(len(rows), 'case')} could not be measured: "
                f"{some(map(clean, ids))} ({unmeasured[0]['detail']})"
            )
        if self.collect_errors:
            return f"{plural(len(self.collect_errors), 'file')} could not be collected"
        return ""

    def _no_cases(self, entry: Mapping[str, Any]) -> str:
        for broken in self.census["broken"]:
            if (broken["suite"], broken["subject"]) == (entry["suite"], entry["subject"]):
                return f"the subject {entry['subject']} cannot be asked"
        return "no case was collected"

    def _problems(
        self, census: Mapping[str, Any], results: Sequence[model.Result], unfinished: str
    ) -> Iterator[str]:
        for broken in census["broken"]:
            yield f"{broken['suite']} subject {broken['subject']}: {broken['message']}"
        # Workers tell of them in any order.
        for node, said in sorted(self.collect_errors.items()):
            yield f"{node}: {said}" if node not in said else said
        if not unfinished:
            yield from self.unmeasured(results)

    def unmeasured(self, results: Sequence[model.Result]) -> Iterator[str]:
        """What is missing from a run that came to its end, and shows in no item so far."""
        census = self.census
        yield from census["unusable"]
        if census["lost"]:
            yield (
                f"{plural(census['lost'], 'collected case')} vanished before the run: a plugin or "
                "a conftest.py removed them without deselecting them"
            )
        yield from self._floors_without_subject(results, census)
        if not results and not self.collect_errors:
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
            if (floor.subject in LIVE_SUBJECTS) != (self.settings.live is not None):
                continue  # it is for runs of the other mode
            if not any(floor.names(result.suite, result.subject) for result in results):
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


def options_hash(settings: Settings, suite: str) -> str:
    """Names the way in which a suite measured: what differs in it must not become one score.

    What chooses cases says which are measured, not how; what records changes no answer.
    """
    entry = registry.suite_entries()[suite]
    apart = {*entry.selections, "memeval_record"}
    said = {
        name: settings.suite_options[name]
        for name, _ in entry.options
        if name not in apart and settings.suite_options.get(name)
    }
    mutants = settings.search.examples if settings.search else 0
    told = json.dumps([said, settings.trials_of(suite), mutants], sort_keys=True)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def measured_by(extra: ExtraMetric, rows: Sequence[Row]) -> Metric:
    """The metric of another plugin; where that fails, nobody knows its value."""
    try:
        metric = extra.measure(rows)
        known = {row["id"] for row in rows}
        most = metric.n if metric.ratio else None
        if not (_is_count(metric.n) and (metric.k is None or _is_count(metric.k, most))):
            note = f"it gave k = {metric.k!r} of n = {metric.n!r}, which are no counts"
            return Metric(extra.kind.ratio, None, 0, note)
        return replace(metric, missed=tuple(case for case in metric.missed if case in known))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a `sys.exit` would be the exit code of the run
        return Metric(extra.kind.ratio, None, 0, f"it raised {error_line(error)}")


def _is_count(value: object, most: int | None = None) -> bool:
    return type(value) is int and value >= 0 and (most is None or value <= most)


def _nothing_owed(suite: str, subject: str) -> Mapping[str, Any]:
    here = {"suite": suite, "subject": subject, "level": None}
    return {**here, "cases": [], "collected": 0, "fixtures": None}


def metric_of(name: str, metrics: Mapping[str, Metric]) -> Metric | None:
    """A metric that a floor names; where it takes trials and there were none, it says so."""
    if name in metrics or name not in trials.METRICS:
        return metrics.get(name)
    return Metric(trials.METRICS[name].ratio, None, 0, trials.NEEDED)


def judge(
    floor: Floor, metric: Metric | None, gap: str, partial: str, rows: Sequence[Row]
) -> model.Threshold:
    missed = list(metric.missed) if metric else []
    unknown = gap or floor.not_measured(metric)
    if partial and metric is not None:
        status: model.Status = "partial"
        reading = _reading(metric, floor.statistic)
        detail = f"partial run ({partial}): {floor.text} is not gated; {reading}"
    elif unknown:
        status, detail = "not_measured", f"not measured: {floor.text}: {unknown}"
    else:
        assert metric is not None
        held = floor.holds(metric)
        status = "held" if held else "broken"
        detail = "" if held else _broken(floor, metric, rows)
    return model.Threshold(
        metric=floor.metric,
        statistic=floor.statistic,  # type: ignore[arg-type]
        op=floor.op,  # type: ignore[arg-type]
        bound=float(floor.bound),
        over=floor.over,
        why=floor.why,
        source=floor.source,
        status=status,
        detail=detail,
        missed=missed,
    )


def _reading(metric: Metric, statistic: str) -> str:
    if metric.value is None:
        return "not measured"
    if not metric.ratio:
        return f"{metric.value:g}"
    assert metric.interval is not None
    low, high = metric.interval
    of = f"{metric.k} of {metric.n}"
    if statistic:
        end = low if statistic == "lower95" else high
        return f"{end:.3f} (the value is {metric.value:.3f}, {of})"
    return f"{metric.value:.3f} ({of}, 95 % interval {low:.2f} to {high:.2f})"


def _broken(floor: Floor, metric: Metric, rows: Sequence[Row]) -> str:
    kind = "below its floor" if floor.op == ">=" else "above its ceiling"
    lines = [f"{floor.measure} = {_reading(metric, floor.statistic)} is {kind}: {floor.text}"]
    if floor.why:
        lines.append(f"why this bound: {floor.why}")
    by_id = {row["id"]: row for row in rows}
    if metric.missed:
        lines.append(f"cases that missed ({len(metric.missed)}):")
    for case in metric.missed[:MOST_LISTED]:
        row = by_id[case]
        said = row["detail"] or _said(row)
        lines.append(f"  {case} ({row['file']}:{row['line']}): {said}")
    if len(metric.missed) > MOST_LISTED:
        lines.append(f"  … and {len(metric.missed) - MOST_LISTED} more, all in the report")
    return "\n".join(lines)


def _said(row: Row) -> str:
    """What a case came to that is as labelled, and yet counts against a metric."""
    tried = row.get("trials")
    if tried and tried["hits"] < tried["n"]:
        return f"as labelled in {tried['hits']} of {tried['n']} trials"
    return f"got {row.get('decision') or row.get('tier', '')}"


def verdict_of(
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


def floor_failures(results: Iterable[model.Result]) -> Iterator[str]:
    for result in results:
        for threshold in result.thresholds:
            if threshold.status in ("broken", "not_measured"):
                yield f"{scorecard.title(result)}: {threshold.detail.splitlines()[0]}"


def _mutations(search: Search | None) -> model.Mutations | None:
    if search is None:
        return None
    return model.Mutations(examples=search.examples, seconds=search.seconds, seed=search.seed)


def seconds(rows: Sequence[Row]) -> dict[str, model.Seconds]:
    """Percentiles of what a live run timed, nearest rank."""
    found = {}
    for name in ("add", "extraction"):
        values = sorted(value for row in rows if (value := row.get(f"{name}_seconds")) is not None)
        if values:
            found[name] = model.Seconds(
                n=len(values),
                p50=_percentile(values, 50),
                p90=_percentile(values, 90),
                p99=_percentile(values, 99),
                longest=round(values[-1], 3),
            )
    return found


def _percentile(values: Sequence[float], percent: int) -> float:
    return round(values[max(0, -(-len(values) * percent // 100) - 1)], 3)


def counts(entry: Mapping[str, Any], rows: Sequence[Row]) -> model.Counts:
    return model.Counts(
        collected=entry["collected"],
        selected=len(entry["cases"]),
        measured=sum(row["outcome"] in MEASURED for row in rows),
        by_label=dict(sorted(Counter(row["label"] for row in rows if "label" in row).items())),
        by_outcome=dict(sorted(Counter(row["outcome"] for row in rows).items())),
    )


def score_of(metric: Metric) -> model.Score:
    low, high = metric.interval or (None, None)
    return model.Score(
        value=metric.value,
        k=metric.k if metric.ratio else None,
        n=metric.n,
        low=low,
        high=high,
        note=metric.note,
        trials=metric.trials,
    )


def _versions() -> dict[str, str]:
    return {
        "pytest_memeval": __version__,
        "pytest": pytest.__version__,
        "python": platform.python_version(),
    }


def unstarted(mode: str, why: str) -> model.Report:
    """The report of a run that never began."""
    return model.Report(
        generated_at=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        mode=mode,  # type: ignore[arg-type]
        verdict="not_measured",
        check=model.Check(passed=False, failures=[why]),
        results=[],
        run=model.Run(
            versions=_versions(),
            workers=0,
            duration=0,
            mutations=None,
            live=None,
            baseline=None,
            merged=0,
            narrowed="",
            interrupted=why,
        ),
    )
