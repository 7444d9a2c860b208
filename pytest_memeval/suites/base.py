"""What every suite offers, and the few values that pass between a suite and the plugin."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from typing import Literal
from typing import NamedTuple
from typing import Protocol
from typing import TypeAlias

from pytest_memeval.statistics import wilson as wilson
from pytest_memeval.text import error_line
from pytest_memeval.text import show

#: What one case came to, in plain JSON types: it crosses process borders as it is. Every row has
#: `id`, `outcome`, `detail` ("" for a hit) and `line`; the rest is the suite's.
Row: TypeAlias = dict[str, Any]

#: hit: as labelled. miss: read, and not as labelled. failed: the subject raised or gave nothing
#: readable (a miss in every metric). not_measured: nobody knows, so no metric may use it.
#: invalid: the same, where a suite bears a few of them and says itself when they are too many.
Outcome = Literal["hit", "miss", "failed", "invalid", "not_measured"]

#: What the ini file and the command line say of suites: lines by option.
Options: TypeAlias = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Key:
    """Who a row belongs to: one subject of one suite at one level."""

    suite: str
    subject: str
    level: str | None = None


class Case(Protocol):
    """A labelled case of any suite."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class RawCase:
    """One case as a file states it, before the suite has looked at it."""

    data: object
    line: int


def name_of(raw: RawCase, number: int) -> str:
    """How messages call a case: by its id, or by its place in the file (from 1) if it has none."""
    identity = raw.data.get("id") if isinstance(raw.data, Mapping) else None
    return f"case {show(identity)}" if isinstance(identity, str) else f"case no. {number}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking a subject about a case: a value, an error, or no measurement."""

    value: object = None
    error: str = ""
    not_measured: str = ""


def plainly_told(error: BaseException) -> Answer | None:
    """What an exception says of a measurement outside of any test run."""
    if isinstance(error, KeyboardInterrupt):
        return None
    return Answer(error=error_line(error), value=error)


def _unknown(subject: str) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Search:
    """How long to look for a counterexample to a case: cases tried and seconds spent on each.

    `seed` draws the same cases again; None together with a `database` (a folder) tries what was
    found before first. `scope` tells apart what is remembered of different subjects.
    """

    examples: int
    seconds: float
    seed: int | None = None
    database: str | None = None
    scope: str = ""


@dataclass(frozen=True, slots=True)
class MetricKind:
    """A metric that a suite can score. `meaning` is one line for tables and messages."""

    meaning: str
    ratio: bool = True


@dataclass(frozen=True)
class ExtraMetric:
    """A metric that does not come with its suite.

    :param measure: takes the rows of one subject at one level, as the report holds them.
    """

    name: str
    kind: MetricKind
    measure: Callable[[Sequence[Row]], Metric]


@dataclass(frozen=True, slots=True)
class Metric:
    """A score. A ratio is `k` of `n` with its 95 % interval; a count has `n` cases to look at.

    `value` is None when there was nothing to measure: never 0, never 1. Over several trials, `k`
    and `n` count all answers; more answers of a case are not more cases, so that the interval is
    that of as many cases as there are, and a count is that of a mean trial.
    """

    ratio: bool
    k: int | None
    n: int
    note: str = ""
    missed: tuple[str, ...] = ()
    trials: int = 1

    @property
    def cases(self) -> float:
        """How many cases it is over, however often each was asked."""
        return self.n / self.trials

    @property
    def exact(self) -> Fraction | None:
        if self.k is None or (self.ratio and not self.n):
            return None
        return Fraction(self.k, self.n if self.ratio else self.trials)

    @property
    def value(self) -> float | int | None:
        if self.exact is None:
            return None
        return float(self.exact) if self.ratio or self.trials > 1 else self.k

    @property
    def interval(self) -> tuple[float, float] | None:
        if self.exact is None or not self.ratio:
            return None
        assert self.k is not None
        return wilson(self.k / self.trials, self.cases)

    def over(self, trials: Sequence[Metric]) -> Metric:
        """The same metric over several trials, each of which measured it; missed: in any."""
        return replace(
            self,
            k=sum(metric.k or 0 for metric in trials),
            n=sum(metric.n for metric in trials),
            missed=tuple(dict.fromkeys(case for metric in trials for case in metric.missed)),
            trials=len(trials),
        )


@dataclass(frozen=True, slots=True)
class Scores:
    """All metrics of one subject at one level, the table by type, and lines for people.

    `rows` are the same rows with what can only be said once all of them are known.
    """

    metrics: dict[str, Metric]
    per_type: dict[str, dict[str, int]] = field(default_factory=dict)
    rows: Sequence[Row] | None = None
    notes: Sequence[str] = ()


class Placed(NamedTuple):
    """A checked case and the line of its file that it stands in."""

    case: Any
    line: int


#: Asks the subject about a case and brings back whatever it said or raised. Of a suite whose
#: subjects are factories it brings back a fresh subject, whatever the case.
Ask: TypeAlias = Callable[[Any], Answer]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a suite needs to know before it measures.

    :param root: folders that options name lie below it.
    :param reports: the folder of the report, and of what suites lay beside it.
    :param search: where counterexamples are wanted; `cases` then gives all that there are, once
        they are collected.
    :param subjects: gives the names of all subjects of the run, once they are collected.
    :param groups: gives how many groups of cases there are for a subject, whether or not options
        choose them, once they are collected.
    :param told_by: gives what an exception says that a subject or a judge raised; None: it is to
        go on, since it ends the run.
    """

    options: Options
    root: Path
    search: Search | None = None
    cases: Callable[[], Sequence[Any]] = list
    subjects: Callable[[], Sequence[str]] = list
    groups: Callable[[str], int] = _unknown
    told_by: Callable[[BaseException], Answer | None] = plainly_told


class Bench(Protocol):
    """Measures cases of one suite, one after the other, in one process.

    An attribute `limit` (a `Limit`) may bound each call of a subject.
    """

    def measure(self, key: Key, case: Any, ask: Ask) -> Row:
        """Ask the subject as often as it takes and judge what it says against the label."""

    def close(self) -> None:
        """Let go of what measuring held on to."""


class Subject(Protocol):
    """A system under test, ready to be asked."""

    def ask(self, case: Any, level: str | None) -> object:
        """Give the subject its own copy of the case and return what it said."""

    @property
    def needs_level(self) -> bool:
        """Whether it cannot be called without a level."""

    @property
    def takes_level(self) -> bool:
        """Whether it can be called with one."""


class Suite(Protocol):
    """One way of measuring a memory. The plugin reaches every suite through this alone."""

    # Properties, so that a suite may give narrower types: a dict, a tuple.
    @property
    def name(self) -> str: ...

    @property
    def metrics(self) -> Mapping[str, MetricKind]: ...

    @property
    def default_floors(self) -> Sequence[str]: ...

    @property
    def builtin_subjects(self) -> Mapping[str, str]: ...

    @property
    def default_subjects(self) -> Sequence[str]:
        """Subjects to measure where the ini file names none."""

    @property
    def factory(self) -> bool:
        """Whether a subject is a factory, called anew for each group of cases."""

    def case_schema(self) -> dict[str, Any]:
        """The JSON Schema of one case."""

    def recognises(self, case: Mapping[str, object]) -> bool:
        """Whether a case without a `suite` line above it is one of ours, going by its keys."""

    def parse(self, cases: Sequence[RawCase], options: Options) -> list[Placed]:
        """Check raw cases. One of them may hold several cases, such as an episode its probes.

        :raises FixtureError: with a line for each problem, each beginning with the line number.
        """

    def subject(self, target: Callable[..., object], name: str) -> Subject:
        """Find out from its signature how a subject wants to be called.

        :raises SubjectError: it asks for something that no case has.
        """

    def arguments(self, names: Iterable[str]) -> tuple[str, ...] | None:
        """Which arguments of a marked function a case goes to; None when it takes too few."""

    def argument_value(self, case: Any, argument: str) -> object:
        """A fresh value for one of them, the function's own to change."""

    def open(self, setup: Setup) -> Bench:
        """Get ready to measure.

        :raises SubjectError: an option is wrong, or what it names is not installed.
        """

    def score(self, rows: Sequence[Row]) -> Scores:
        """Score the rows of one subject at one level."""

    def hints(self, rows: Sequence[Row]) -> list[str]:
        """What the misses have in common and what to repair, one line each."""

    def artifacts(self, results: Mapping[Key, Sequence[Row]]) -> Mapping[str, str]:
        """Files to lay beside the report: relative paths and their texts."""


class Selecting(Protocol):
    """What a suite has beside, whose options choose a part of its cases (`SuiteEntry.selections`).

    Its ids read `group:rest`, and it is groups that are chosen.
    """

    def chosen(self, cases: Sequence[Any], options: Options) -> Collection[str]:
        """The ids of those cases of one file that the options choose.

        :raises SubjectError: the options say nothing that can be followed, as in `Suite.open`.
        """

    def unmatched(self, groups: Collection[str], options: Options) -> list[str]:
        """A line for each word of the options that chooses none of all these groups."""
