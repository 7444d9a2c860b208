"""Floors: what a metric must reach, and ceilings, which are floors with the other operator.

A line reads ``[suite[subject].]metric >= bound [over N cases] [# why]``. Behind the metric may
stand ``[lower95]`` or ``[upper95]``: the bound then is on that end of the 95 % interval. The most
specific scope that names a metric wins over the wider ones, and a later source (command line over
ini file over the suite's defaults) over an earlier one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING
from typing import Protocol

from pytest_memeval.suites import LEVELS
from pytest_memeval.suites import LIVE_SUBJECTS
from pytest_memeval.suites.base import Metric
from pytest_memeval.text import known_names

if TYPE_CHECKING:
    from pytest_memeval.suites.base import MetricKind

# The subject ends at the first `].` that the rest of a floor follows: its name may hold `[`, `]`
# and `#`, and so may the comment.
_FLOOR = re.compile(
    r"""(?: (?P<suite>\w+) (?: \[ (?P<subject>.+?) \] )? \. )?
        (?P<metric>\w+) (?: \[ (?P<statistic>lower95|upper95) \] )? \s*
        (?P<op>[<>]=) \s* (?P<bound>[0-9.]{1,20})
        (?: \s+ over \s+ (?P<over>[0-9]{1,9}) \s+ cases? )? \s*
        (?: \# (?P<why>.*) )?""",
    re.VERBOSE,
)
_FORM = "write it as `[suite[subject].]metric >= 0.9 [over 20 cases] [# why]`, with >= or <="


class Measures(Protocol):
    """A suite, as far as floors need it."""

    @property
    def metrics(self) -> Mapping[str, MetricKind]: ...


class FloorError(ValueError):
    """A floor that cannot be read, or that names what does not exist."""


@dataclass(frozen=True)
class Floor:
    """One bound on one metric. `over` is the least number of cases it may be judged on.

    `statistic` names an end of the metric's interval to judge; "" is its value.
    """

    metric: str
    op: str
    bound: Fraction
    over: int = 0
    suite: str | None = None
    subject: str | None = None
    why: str = ""
    source: str = ""
    statistic: str = ""

    @property
    def text(self) -> str:
        return f"{self.measure} {self.op} {decimal(self.bound)}" + (
            f" over {self.over} cases" if self.over else ""
        )

    @property
    def measure(self) -> str:
        """What is held against the bound: `extract_recall`, `extract_recall[lower95]`."""
        return f"{self.metric}[{self.statistic}]" if self.statistic else self.metric

    @property
    def scoped(self) -> str:
        """The floor with what it is for."""
        subject = f"[{self.subject}]" if self.subject else ""
        return f"{self.suite}{subject}.{self.text}" if self.suite else self.text

    @property
    def scope(self) -> int:
        """How specific it is: 0 any suite, 1 a suite, 2 a subject, 3 a subject at one level."""
        if self.subject is None:
            return int(self.suite is not None)
        return 3 if _level_of(self.subject) in LEVELS else 2

    def names(self, suite: str, subject: str) -> bool:
        """Whether it is about that subject, at whatever level."""
        named = self.subject
        if named is not None and _level_of(named) in LEVELS:
            named = named.rpartition("@")[0]
        return self.suite in (None, suite) and named in (None, subject)

    def applies_to(self, suite: str, subject: str, level: str | None) -> bool:
        names = {subject, f"{subject}@{level}"} if level else {subject}
        return self.suite in (None, suite) and (self.subject is None or self.subject in names)

    def holds(self, metric: Metric) -> bool:
        """Compare exactly: 19 of 20 is 0.95, whatever binary floats make of it."""
        value: Fraction | float | None = metric.exact
        if self.statistic:
            assert metric.interval is not None
            value = metric.interval[self.statistic == "upper95"]
        assert value is not None
        return value >= self.bound if self.op == ">=" else value <= self.bound

    def not_measured(self, metric: Metric | None) -> str | None:
        """Why the metric cannot be judged, or None when it can."""
        if metric is None or metric.exact is None:
            return (metric.note if metric else "") or "no case has what this metric needs"
        if metric.cases < self.over:
            return f"{metric.cases:g} cases, the floor asks for at least {self.over}"
        return None


def decimal(value: Fraction) -> str:
    """A bound as it was written, none of its digits lost: 0.95, 1, 0.99999."""
    return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"


def _level_of(subject: str) -> str:
    """What stands behind the last ``@``; "" without one."""
    return subject.rpartition("@")[2] if "@" in subject else ""


def parse_floors(lines: Iterable[str], source: str) -> list[Floor]:
    """Read floors, one a line.

    :raises FloorError: a line that is not a floor, or two lines that bound the same thing.
    """
    floors: list[Floor] = []
    for line in lines:
        floor = _parse(line, source)
        if any(_same_target(floor, other) for other in floors):
            raise FloorError(f"{source}: two floors bound the same metric: {line!r}; keep one")
        floors.append(floor)
    return floors


def _parse(line: str, source: str) -> Floor:
    match = _FLOOR.fullmatch(line.strip())
    if match is None:
        raise FloorError(f"{source}: cannot read {line.strip()!r}; {_FORM}")
    try:
        bound = Fraction(match["bound"])
    except ValueError:
        raise FloorError(f"{source}: {match['bound']!r} in {line!r} is not a number") from None
    return Floor(
        metric=match["metric"],
        op=match["op"],
        bound=bound,
        over=int(match["over"] or 0),
        statistic=match["statistic"] or "",
        suite=match["suite"],
        subject=match["subject"],
        why=(match["why"] or "").strip(),
        source=source,
    )


def rewritten(line: str, bound: Fraction, why: str) -> str:
    """A floor's line with another bound and comment, the rest of it as it was written.

    :raises FloorError: the line is not a floor.
    """
    text = line.strip()
    match = _FLOOR.fullmatch(text)
    if match is None:
        raise FloorError(f"cannot read {text!r}; {_FORM}")
    commented = match["why"] is not None
    tail = text[match.end("bound") : match.start("why") if commented else len(text)]
    mark = "" if commented else "  #"
    return f"{text[: match.start('bound')]}{decimal(bound)}{tail}{mark} {why}"


def check_known(
    floors: Iterable[Floor],
    suites: Mapping[str, Measures],
    subjects: Mapping[str, Sequence[str]],
) -> None:
    """Refuse floors that could never apply: a typing error must not switch a gate off.

    A subject that is a marked function (its name holds ``::``) is only known once it has been
    collected; it is checked when the floors are judged.

    :raises FloorError: an unknown metric, suite or subject, or a ratio bound outside 0 to 1.
    """
    for floor in floors:
        where = f"{floor.source}: {floor.scoped!r}"
        if floor.suite is not None and floor.suite not in suites:
            raise FloorError(f"{where}: unknown suite ({known_names(suites, floor.suite)})")
        inside = [suites[floor.suite]] if floor.suite else list(suites.values())
        kinds = [suite.metrics[floor.metric] for suite in inside if floor.metric in suite.metrics]
        if not kinds:
            names = {name for suite in inside for name in suite.metrics}
            raise FloorError(f"{where}: unknown metric ({known_names(names, floor.metric)})")
        if floor.bound > 1 and all(kind.ratio for kind in kinds):
            raise FloorError(f"{where}: {floor.metric} is a ratio, its bound lies between 0 and 1")
        if floor.statistic and not any(kind.ratio for kind in kinds):
            raise FloorError(f"{where}: {floor.metric} is a count, it has no interval")
        _check_subject(floor, where, subjects)


def _check_subject(floor: Floor, where: str, subjects: Mapping[str, Sequence[str]]) -> None:
    if floor.subject is None or floor.suite is None or "::" in floor.subject:
        return
    if floor.subject in LIVE_SUBJECTS:  # an ini file serves live runs too
        return
    known = subjects.get(floor.suite)
    if known is None:
        return
    if floor.subject in known:
        return
    name, _, level = floor.subject.rpartition("@")
    if name not in known:
        hint = ""
        if floor.source == "memeval_floors":
            hint = (
                "; name it among the subjects as well, or measure others without the floors of the "
                "ini file: add `-o memeval_floors=`"
            )
        raise FloorError(f"{where}: unknown subject ({known_names(known, floor.subject)}){hint}")
    if level not in LEVELS:
        raise FloorError(f"{where}: unknown level {level!r} ({known_names(LEVELS, level)})")


def floors_for(
    defaults: Iterable[Floor], floors: Iterable[Floor], suite: str, subject: str, level: str | None
) -> list[Floor]:
    """The floors in force for one result, in the order in which they were first named."""
    chosen: dict[tuple[str, str, str], Floor] = {}
    for floor in (*defaults, *floors):
        if not floor.applies_to(suite, subject, level):
            continue
        key = (floor.metric, floor.statistic, floor.op)
        known = chosen.get(key)
        if known is None or _rank(floor) >= _rank(known):
            chosen[key] = floor
    return list(chosen.values())


def _rank(floor: Floor) -> tuple[int, int]:
    sources = ("default", "memeval_floors", "--memeval-floor")
    return sources.index(floor.source), floor.scope


def _same_target(a: Floor, b: Floor) -> bool:
    return (a.measure, a.op, a.suite, a.subject) == (b.measure, b.op, b.suite, b.subject)
