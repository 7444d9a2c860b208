"""When a fact changes or must be forgotten, does memory follow?

A case is a probe of an episode: one question, asked before or after the change. The subject is a
memory agent, made anew for each episode.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.errors import FixtureError
from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.ee import meme
from pytest_memeval.suites.ee import rollup
from pytest_memeval.suites.ee import scoring
from pytest_memeval.suites.ee.agents import BUILTIN
from pytest_memeval.suites.ee.agents import Factory
from pytest_memeval.suites.ee.bench import EEBench
from pytest_memeval.suites.ee.meme import Probe
from pytest_memeval.suites.ee.scoring import EE_PASS_TYPE_LABELS
from pytest_memeval.suites.ee.selection import Selection
from pytest_memeval.suites.ee.selection import SelectionError
from pytest_memeval.suites.ee.selection import selection_from
from pytest_memeval.suites.ee.sources import SourceError
from pytest_memeval.suites.ee.sources import read_source

__all__ = ["EE_PASS_TYPE_LABELS", "SUITE", "EESuite"]


class EESuite:
    """Erasability and editability as the plugin sees it."""

    name = "ee"
    metrics = scoring.METRICS
    default_floors: Sequence[str] = ("coverage >= 1",)
    builtin_subjects: Mapping[str, str] = BUILTIN
    default_subjects: Sequence[str] = ()
    factory = True

    def case_schema(self) -> dict[str, Any]:
        return meme.case_schema()

    def recognises(self, case: Mapping[str, object]) -> bool:
        return meme.recognises(case) or set(case) == {"source"}

    def parse(self, raw: Sequence[RawCase], options: Options) -> list[Placed]:
        return meme.placed(meme.parse(_expanded(raw)))

    def chosen(self, cases: Sequence[Probe], options: Options) -> set[str]:
        episodes = {probe.episode.id: probe.episode for probe in cases}
        kept = _selection(options).of(episodes.values())
        return {probe.id for episode in kept for probe in episode.probes}

    def unmatched(self, groups: Collection[str], options: Options) -> list[str]:
        return _selection(options).unmatched(groups)

    def subject(self, target: Callable[..., object], name: str) -> Factory:
        return Factory(target, name)

    def arguments(self, names: Iterable[str]) -> tuple[str, ...]:
        return ()

    def argument_value(self, case: Probe, argument: str) -> object:
        raise KeyError(argument)

    def open(self, setup: Setup) -> EEBench:
        return EEBench(setup)

    def score(self, rows: Sequence[Row]) -> Scores:
        return scoring.score(rows)

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return scoring.hints(rows)

    def artifacts(self, results: Mapping[Key, Sequence[Row]]) -> Mapping[str, str]:
        return rollup.artifacts(results)


def _selection(options: Options) -> Selection:
    try:
        return selection_from(options)
    except SelectionError as error:
        raise SubjectError(str(error)) from None


def _expanded(raw: Sequence[RawCase]) -> list[RawCase]:
    """The episodes, with those of a named source in place of its name."""
    found: list[RawCase] = []
    for one in raw:
        if not isinstance(one.data, dict) or set(one.data) != {"source"}:
            found.append(one)
            continue
        try:
            episodes = read_source(str(one.data["source"]))
        except SourceError as error:
            raise FixtureError([f"{one.line}: {error}"]) from None
        found += [RawCase(episode.data, one.line) for episode in episodes]
    return found


SUITE = EESuite()
