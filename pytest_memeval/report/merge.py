"""Joins the partial reports of one run that was spread over machines, and judges it as one.

Each shard says which cases it measured and what the whole is. Merging refuses whatever would make
a number that no single run could have given: shards of different data, subjects or floors, cases
measured twice with different results, and cases that nobody measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pytest_memeval.floors import Floor
from pytest_memeval.report import build
from pytest_memeval.report import model
from pytest_memeval.report.compare import called
from pytest_memeval.suites import trials
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Suite
from pytest_memeval.text import plural
from pytest_memeval.text import some

#: What of a row says how the case was decided; times and places may differ.
IGNORED = ("add_seconds", "extraction_seconds", "seconds")


class MergeError(Exception):
    """Reports that are not the parts of one run.

    :param problems: a line for each reason.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def merge(shards: Mapping[str, model.Report], suites: Mapping[str, Suite]) -> model.Report:
    """The report of the whole run.

    :param shards: reports by the name that messages call them.
    :raises MergeError: they are not the parts of one run.
    """
    problems = [*_unlike(shards), *_repeated(shards), *_cut_short(shards)]
    merged: list[model.Result] = []
    for key, parts in _by_key(shards).items():
        found = list(_different(key, parts))
        problems += found
        if not found:
            rows, wrong = _rows(key, parts)
            problems += wrong
            if not wrong:
                merged.append(_result(key, parts, rows, suites[key.suite]))
    problems += _unmeasured(shards)
    if problems:
        raise MergeError(problems)
    return _report(list(shards.values()), merged)


def _unlike(shards: Mapping[str, model.Report]) -> Iterator[str]:
    first = next(iter(shards))
    for name, shard in shards.items():
        for what, one, other in (
            ("mode", shards[first].mode, shard.mode),
            ("git revision", shards[first].run.git_revision, shard.run.git_revision),
        ):
            if one != other:
                yield f"{name}: its {what} is {other}, that of {first} is {one}"


def _repeated(shards: Mapping[str, model.Report]) -> Iterator[str]:
    """A shard that is there twice stands where another one should."""
    seen: dict[str, str] = {}
    for name, shard in shards.items():
        first = seen.setdefault(shard.model_dump_json(), name)
        if first != name:
            yield f"{name}: it is the same report as {first}"


def _cut_short(shards: Mapping[str, model.Report]) -> Iterator[str]:
    for name, shard in shards.items():
        if shard.run.interrupted:
            yield f"{name}: the run was cut short: {shard.run.interrupted}"
        for problem in shard.run.problems:
            yield f"{name}: {problem}"


def _unmeasured(shards: Mapping[str, model.Report]) -> Iterator[str]:
    """Subjects of which every part was told, and none has a row."""
    found = {(result.suite, result.subject) for one in shards.values() for result in one.results}
    owed = dict.fromkeys(tuple(pair) for one in shards.values() for pair in one.run.owed)
    for suite, subject in owed:
        if (suite, subject) not in found:
            yield f"{suite}: {subject} was measured by no shard"


def _by_key(shards: Mapping[str, model.Report]) -> dict[Key, dict[str, model.Result]]:
    found: dict[Key, dict[str, model.Result]] = {}
    for name, shard in shards.items():
        for result in shard.results:
            key = Key(result.suite, result.subject, result.level)
            found.setdefault(key, {})[name] = result
    return found


def _whole(result: model.Result) -> model.Fixtures | None:
    return result.expected or result.fixtures


def _different(key: Key, parts: Mapping[str, model.Result]) -> Iterator[str]:
    """What keeps these results from being parts of one."""
    first_name, first = next(iter(parts.items()))
    for name, part in parts.items():
        whole, other = _whole(first), _whole(part)
        if whole is None or other is None:
            yield f"{name}: {called(key)} says nothing of its fixtures"
        elif whole.hash != other.hash:
            yield f"{name}: {called(key)} was measured with other fixtures{_changed(whole, other)}"
        if first.options != part.options:
            yield f"{name}: {called(key)} was measured with other options than in {first_name}"
        if _bounds(first) != _bounds(part):
            yield f"{name}: {called(key)} has other floors than in {first_name}"


def _changed(whole: model.Fixtures, other: model.Fixtures) -> str:
    """Which cases differ, as far as both tell."""
    ids = sorted(
        identity
        for identity in {*whole.case_hashes, *other.case_hashes}
        if whole.case_hashes.get(identity) != other.case_hashes.get(identity)
    )
    return f": {some(ids)}" if ids else ""


def _bounds(result: model.Result) -> list[tuple[Any, ...]]:
    return [(one.metric, one.statistic, one.op, one.bound, one.over) for one in result.thresholds]


def _rows(key: Key, parts: Mapping[str, model.Result]) -> tuple[list[Row], list[str]]:
    """All rows, in the order of the fixtures, and what is wrong with them."""
    seen: dict[str, tuple[str, Row]] = {}
    problems = []
    for name, part in parts.items():
        for row in part.rows:
            other_name, other = seen.setdefault(row["id"], (name, row))
            if _said(other) != _said(row):
                problems.append(
                    f"{called(key)}: {name} and {other_name} measured {row['id']} and disagree"
                )
    whole = _whole(next(iter(parts.values())))
    assert whole is not None
    missing = sorted(set(whole.case_hashes) - set(seen))
    if missing:
        problems.append(
            f"{called(key)}: {len(missing)} of {plural(whole.cases, 'case')} were measured by no "
            f"shard: {some(missing)}"
        )
    return [seen[identity][1] for identity in whole.case_hashes if identity in seen], problems


def _said(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in IGNORED}


def _result(
    key: Key, parts: Mapping[str, model.Result], rows: list[Row], suite: Suite
) -> model.Result:
    first = next(iter(parts.values()))
    scores = trials.score(suite, rows)
    rows = list(rows if scores.rows is None else scores.rows)
    judged = [
        build.judge(_floor(one), build.metric_of(one.metric, scores.metrics), "", "", rows)
        for one in first.thresholds
    ]
    entry = {"cases": [row["id"] for row in rows], "collected": len(rows)}
    return first.model_copy(
        update={
            "fixtures": _whole(first),
            "expected": None,
            "counts": build.counts(entry, rows),
            "scores": {name: build.score_of(metric) for name, metric in scores.metrics.items()},
            "per_type": scores.per_type,
            "seconds": build.seconds(rows),
            "notes": list(scores.notes),
            "thresholds": judged,
            "hints": suite.hints(rows),
            "rows": rows,
        }
    )


def _floor(threshold: model.Threshold) -> Floor:
    return Floor(
        metric=threshold.metric,
        op=threshold.op,
        bound=Fraction(str(threshold.bound)),
        statistic=threshold.statistic,
        over=threshold.over,
        why=threshold.why,
        source=threshold.source,
    )


def _report(shards: Sequence[model.Report], results: list[model.Result]) -> model.Report:
    first = shards[0]
    failed = sorted({item for shard in shards for item in shard.run.failed_items})
    failures = list(build.floor_failures(results))
    if failed:
        failures.append(f"{plural(len(failed), 'item')} failed: {some(failed, most=3)}")
    refused = [reason for shard in shards for reason in shard.run.refused]
    failures += refused
    verdict = build.verdict_of(results, not results, "", bool(failed or refused))
    run = first.run.model_copy(
        update={
            "workers": sum(shard.run.workers for shard in shards),
            "duration": round(max(shard.run.duration for shard in shards), 3),
            "narrowed": "",
            "baseline": None,  # a part's; `diff` holds the whole against an earlier run
            "merged": len(shards),
            "failed_items": failed,
            "refused": refused,
        }
    )
    return first.model_copy(
        update={
            "generated_at": max(shard.generated_at for shard in shards),
            "verdict": verdict,
            "check": model.Check(passed=verdict == "passed", failures=failures),
            "results": results,
            "run": run,
        }
    )
