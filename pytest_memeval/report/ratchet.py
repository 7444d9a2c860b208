"""Proposes floors that every one of the last runs has held, with a margin, and never a lower one.

A floor is raised only where the runs are comparable and say enough: as many full runs as asked for,
of the same labelled data, with every case measured, and an interval that is not too wide. Otherwise
it is left as it is, and the reason is given.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from pytest_memeval import floors as floor_room
from pytest_memeval.floors import Floor
from pytest_memeval.report import model
from pytest_memeval.report.compare import called
from pytest_memeval.report.history import Run
from pytest_memeval.report.history import full
from pytest_memeval.statistics import wilson
from pytest_memeval.suites.base import Key
from pytest_memeval.text import plural

#: Runs that a floor must have held in, and how far below the worst of them it goes: the share of
#: a ratio's range, or of a count.
RUNS, MARGIN = 10, Decimal("0.01")
#: The widest 95 % interval of the latest value from which a floor may be raised.
WIDTH = 0.10
#: Digits that a bound has after the point, at least.
DIGITS = 2
#: Above every value that a metric may have.
UNBOUND = Fraction(10**15)
#: What an earlier ratchet has said in a comment.
_EARLIER = re.compile(r"(?:;\s*)?why: held for \d+ runs? \([^)]*\), margin [0-9.]+")


@dataclass(frozen=True)
class Wanted:
    """A metric to look at. With an operator it gets a floor, or a ceiling, if it has none yet."""

    metric: str
    op: str = ""


@dataclass(frozen=True)
class Terms:
    """What a proposal must fulfil. `wanted` limits it to these; none: all that have a floor."""

    runs: int = RUNS
    margin: Decimal = MARGIN
    width: float = WIDTH
    wanted: tuple[Wanted, ...] = ()

    def want(self, floor: Floor) -> bool:
        """Whether to look at a floor."""
        return not self.wanted or any(
            one.metric == floor.metric and one.op in ("", floor.op) for one in self.wanted
        )


@dataclass(frozen=True)
class Series:
    """Who is measured, and in which mode."""

    mode: str
    key: Key

    @property
    def name(self) -> str:
        return called(self.key) + (" (live)" if self.mode == "live" else "")


@dataclass(frozen=True)
class Proposal:
    """A floor that may go up (a ceiling: down).

    :param line: as it stands in the ini file; "" for one that does not stand there yet.
    """

    floor: Floor
    line: str
    bound: Fraction
    worst: Fraction
    runs: int
    since: str
    until: str
    margin: Decimal

    @property
    def new_line(self) -> str:
        """What the ini file should say."""
        words = _EARLIER.sub("", self.floor.why).strip()
        why = f"{words}; {self.why}" if words else self.why
        return floor_room.rewritten(self.line or self.floor.scoped, self.bound, why)

    @property
    def why(self) -> str:
        end = "min" if self.floor.op == ">=" else "max"
        return (
            f"why: held for {plural(self.runs, 'run')} ({end} {_short(self.worst)}, "
            f"from {self.since[:10]} to {self.until[:10]}), margin {self.margin}"
        )


@dataclass(frozen=True)
class Refusal:
    """A floor that stays as it is, and why."""

    floor: Floor
    why: str


class RefusedError(Exception):
    """A series says too little; the message is why."""


def propose(
    lines: Sequence[str],
    defaults: Mapping[tuple[str, str], Sequence[Floor]],
    runs: Sequence[Run],
    terms: Terms,
) -> tuple[list[Proposal], list[Refusal]]:
    """Which floors can be raised, and why others cannot.

    :param lines: the floors of the ini file.
    :param defaults: the floors that are in force without a line, by mode and suite.
    :param runs: oldest first.
    :raises FloorError: one of the lines is no floor.
    """
    stated = floor_room.parse_floors(lines, source="memeval_floors")
    written = dict(zip(stated, lines, strict=True))
    proposals, refusals = [], []
    for floor, governed in _governed(stated, defaults, runs, terms).items():
        try:
            proposal = _proposal(floor, written.get(floor, ""), governed, runs, terms)
        except RefusedError as refused:
            refusals.append(Refusal(floor, str(refused)))
            continue
        if proposal is not None:
            proposals.append(proposal)
    return proposals, refusals


def _governed(
    stated: Sequence[Floor],
    defaults: Mapping[tuple[str, str], Sequence[Floor]],
    runs: Sequence[Run],
    terms: Terms,
) -> dict[Floor, list[Series]]:
    """The floors in force, each with all that it decides about. Those of the ini file come first.

    A floor that decides about nothing in the history has nothing to rest on.
    """
    found: dict[Floor, list[Series]] = {floor: [] for floor in stated if terms.want(floor)}
    for series in _current(runs, terms.runs):
        key, default = series.key, defaults.get((series.mode, series.key.suite), ())
        in_force = floor_room.floors_for(default, stated, key.suite, key.subject, key.level)
        for floor in (*in_force, *_new(key.suite, in_force, terms.wanted)):
            if floor.source == "default":
                floor = _strictest(replace(floor, suite=key.suite), found)
            elif not _is_known(series, floor.metric, runs):
                continue  # of a suite, or a mode, that has no such metric
            if terms.want(floor):
                found.setdefault(floor, []).append(series)
    return found


def _new(suite: str, in_force: Sequence[Floor], wanted: Iterable[Wanted]) -> Iterator[Floor]:
    """Floors that were asked for and bound nothing so far."""
    there = {(floor.metric, floor.op) for floor in in_force if not floor.statistic}
    for one in wanted:
        if one.op and (one.metric, one.op) not in there:
            bound = Fraction(0) if one.op == ">=" else UNBOUND
            yield Floor(one.metric, one.op, bound, suite=suite)


def _is_known(series: Series, metric: str, runs: Iterable[Run]) -> bool:
    return any(metric in run.scores.get(series.key, {}) for run in _of(series, runs))


def _strictest(floor: Floor, found: dict[Floor, list[Series]]) -> Floor:
    """One line will stand for the defaults of both modes, so it must not be below either."""
    for other in list(found):
        if other.source == "default" and _target(other) == _target(floor):
            pick = max if floor.op == ">=" else min
            one = replace(
                floor, bound=pick(floor.bound, other.bound), over=max(floor.over, other.over)
            )
            found[one] = found.pop(other)
            return one
    return floor


def _target(floor: Floor) -> tuple[str | None, ...]:
    return floor.suite, floor.metric, floor.statistic, floor.op


def _current(runs: Sequence[Run], most: int) -> Iterator[Series]:
    """Who is in the last full runs of a suite: whoever went away before decides nothing."""
    seen: dict[Series, None] = {}
    counted: dict[tuple[str, str], int] = {}
    for run in reversed(list(full(runs))):
        for suite in {key.suite for key in run.scores}:
            counted[run.mode, suite] = counted.get((run.mode, suite), 0) + 1
        for key in run.scores:
            if counted[run.mode, key.suite] <= most:
                seen[Series(run.mode, key)] = None
    yield from sorted(seen, key=lambda series: series.name)


def _of(series: Series, runs: Iterable[Run]) -> Iterator[Run]:
    return (run for run in full(runs) if run.mode == series.mode and series.key in run.scores)


def _proposal(
    floor: Floor, line: str, governed: Sequence[Series], runs: Sequence[Run], terms: Terms
) -> Proposal | None:
    """The floor's next bound; None where it is as good as it can be.

    :raises RefusedError: the history says too little.
    """
    if not governed:
        raise RefusedError("the history has no full run of what it bounds")
    windows = [_window(series, floor, runs, terms) for series in governed]
    values = [_exact(run.scores[s.key][floor.metric], floor) for s, w in windows for run in w]
    worst = min(values) if floor.op == ">=" else max(values)
    ratio = all(run.scores[s.key][floor.metric].k is not None for s, w in windows for run in w)
    bound = _bound(worst, floor.op, ratio, terms.margin)
    if (bound <= floor.bound) if floor.op == ">=" else (bound >= floor.bound):
        return None
    times = [run.at for _, window in windows for run in window]
    since, until = min(times), max(times)
    return Proposal(floor, line, bound, worst, terms.runs, since, until, terms.margin)


def _window(
    series: Series, floor: Floor, runs: Sequence[Run], terms: Terms
) -> tuple[Series, list[Run]]:
    """The last runs of a series, if a floor can rest on them.

    :raises RefusedError: it cannot.
    """
    window = list(_of(series, runs))[-terms.runs :]
    if len(window) < terms.runs:
        raise RefusedError(f"{series.name} has {plural(len(window), 'full run')}, not {terms.runs}")
    data = [run.data.get(series.key) for run in window]
    if len({one.fixtures if one else None for one in data}) > 1:
        raise RefusedError(f"the fixtures of {series.name} changed within {terms.runs} runs")
    for run in window:
        _refuse_gap(series, floor, run)
    _refuse_wide(series, window[-1].scores[series.key][floor.metric], terms.width)
    return series, window


def _refuse_gap(series: Series, floor: Floor, run: Run) -> None:
    score, data = run.scores[series.key].get(floor.metric), run.data.get(series.key)
    if score is None:
        raise RefusedError(f"{series.name} did not measure it in the run of {run.at}")
    if data and data.unmeasured:
        lost = plural(data.unmeasured, "case")
        raise RefusedError(f"{series.name} left {lost} unmeasured in the run of {run.at}")
    cases = score.n // score.trials
    if cases < floor.over:
        raise RefusedError(f"{series.name} had {plural(cases, 'case')} in the run of {run.at}")
    if floor.statistic and score.k is None:
        raise RefusedError("a count has no interval")


def _refuse_wide(series: Series, score: model.Score, width: float) -> None:
    if score.k is None:  # a count has no interval
        return
    low, high = _interval(score)
    if high - low > width:
        raise RefusedError(
            f"{series.name} has too few cases ({low:.3f} to {high:.3f} is wider than {width:g})"
        )


def _interval(score: model.Score) -> tuple[float, float]:
    """The 95 % interval of a ratio."""
    if score.low is not None and score.high is not None:
        return score.low, score.high
    assert score.k is not None
    return wilson(score.k, score.n)


def _exact(score: model.Score, floor: Floor) -> Fraction:
    """What a floor bounds: the value, or an end of its interval."""
    if floor.statistic:
        return Fraction(_interval(score)[floor.statistic == "upper95"])
    if score.k is not None and score.n:
        return Fraction(score.k, score.n)
    assert score.value is not None  # the history keeps no other
    return Fraction(score.value)


def _bound(worst: Fraction, op: str, ratio: bool, margin: Decimal) -> Fraction:
    """The worst value less the margin, rounded away from it."""
    away = math.floor if op == ">=" else math.ceil
    sign = -1 if op == ">=" else 1
    if not ratio:
        return max(Fraction(0), Fraction(away(worst + sign * abs(worst) * Fraction(margin))))
    exponent = margin.normalize().as_tuple().exponent
    scale = 10 ** max(DIGITS, -exponent if isinstance(exponent, int) else 0)
    bound = Fraction(away((worst + sign * Fraction(margin)) * scale), scale)
    return min(Fraction(1), max(Fraction(0), bound))


def _short(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")
