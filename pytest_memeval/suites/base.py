"""What every suite offers, and the few values that pass between a suite and the plugin."""

from __future__ import annotations

import math
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction
from typing import Any
from typing import Literal
from typing import Protocol
from typing import TypeAlias

from pytest_memeval.text import show

#: What one case came to, in plain JSON types: it crosses process borders as it is. Every row has
#: `id`, `outcome`, `detail` ("" for a hit) and `line`; the rest is the suite's.
Row: TypeAlias = dict[str, Any]

#: hit: as labelled. miss: read, and not as labelled. failed: the subject raised or gave nothing
#: readable (a miss in every metric). not_measured: nobody knows, so no metric may use it.
#: invalid: the same, where a suite bears a few of them and says itself when they are too many.
Outcome = Literal["hit", "miss", "failed", "invalid", "not_measured"]

Z95 = 1.959963984540054


class FixtureError(Exception):
    """A fixture file, or a case in it, that cannot be used.

    :param problems: one line each: where, what is wrong, what would be right.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class SubjectError(Exception):
    """A subject that cannot be loaded or called; the message is for its owner."""


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


@dataclass(frozen=True, slots=True)
class Metric:
    """A score. A ratio is `k` of `n` with its 95 % interval; a count has `n` cases to look at.

    `value` is None when there was nothing to measure: never 0, never 1.
    """

    ratio: bool
    k: int | None
    n: int
    note: str = ""
    missed: tuple[str, ...] = ()

    @property
    def exact(self) -> Fraction | None:
        if self.k is None or (self.ratio and not self.n):
            return None
        return Fraction(self.k, self.n) if self.ratio else Fraction(self.k)

    @property
    def value(self) -> float | int | None:
        if self.exact is None:
            return None
        return float(self.exact) if self.ratio else self.k

    @property
    def interval(self) -> tuple[float, float] | None:
        if self.exact is None or not self.ratio:
            return None
        assert self.k is not None
        return wilson(self.k, self.n)


@dataclass(frozen=True, slots=True)
class Scores:
    """All metrics of one subject at one level, and the table by type."""

    metrics: dict[str, Metric]
    per_type: dict[str, dict[str, int]] = field(default_factory=dict)


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

    def case_schema(self) -> dict[str, Any]:
        """The JSON Schema of one case."""

    def recognises(self, case: Mapping[str, object]) -> bool:
        """Whether a case without a `suite` line above it is one of ours, going by its keys."""

    def parse(self, cases: Sequence[RawCase], options: Mapping[str, tuple[str, ...]]) -> list[Any]:
        """Check raw cases.

        :raises FixtureError: with a line for each problem, each beginning with the line number.
        """

    def subject(self, target: Callable[..., object], name: str) -> Subject:
        """Find out from its signature how a subject wants to be called.

        :raises SubjectError: it asks for something that no case has.
        """

    def argument(self, names: Iterable[str]) -> str | None:
        """Which argument of a marked function the case goes to, or None."""

    def argument_value(self, case: Any, argument: str) -> object:
        """A fresh value for that argument, the function's own to change."""

    def row(self, case: Any, answer: Answer, options: Mapping[str, tuple[str, ...]]) -> Row:
        """Judge an answer against the case's label."""

    def context(self, cases: Sequence[Any]) -> object:
        """What a search in the neighbourhood of one case needs to know of all."""

    def explore(
        self,
        row: Row,
        case: Any,
        ask: Callable[[Any], Answer],
        context: object,
        search: Search,
        options: Mapping[str, tuple[str, ...]],
    ) -> Row:
        """Look for cases of the same shape that the subject decides otherwise.

        :param ask: asks the subject about another case.
        :returns: the row, with what was found added.
        """

    def score(self, rows: Sequence[Row]) -> Scores:
        """Score the rows of one subject at one level."""

    def hints(self, rows: Sequence[Row]) -> list[str]:
        """What the misses have in common and what to repair, one line each."""


def wilson(k: int, n: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of `k` of `n` (Wilson 1927): low and high, both in 0 to 1.

    It keeps its coverage where memory gates live, at rates near 0 or 1 and few cases.
    """
    rate = k / n
    spread = z * z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / n + spread / (4 * n))
    # At the ends the bound is exactly 0 or 1; floats would miss it by a hair.
    return (0.0 if k == 0 else centre - half), (1.0 if k == n else centre + half)
