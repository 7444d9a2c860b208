"""``python -m pytest_memeval audit``: an audit without a test run, and a plan."""

from __future__ import annotations

import os
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pytest_memeval.files import replace
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.corpus import options
from pytest_memeval.suites.corpus import plan
from pytest_memeval.suites.corpus import reading
from pytest_memeval.suites.corpus import rows
from pytest_memeval.suites.corpus import scoring
from pytest_memeval.suites.corpus.audit import Audit
from pytest_memeval.suites.corpus.audit import audit
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.text import plural

#: No step of a plan is longer.
MOST_LINE = 100_000


@dataclass(frozen=True)
class Audited:
    """What an audit found.

    :param planned: steps of the plan by action; None: no plan was written.
    """

    store: Path
    row: Row
    plan_file: Path | None = None
    planned: Mapping[str, int] | None = None

    def lines(self) -> Iterator[str]:
        """What people read."""
        yield f"{self.store}: {plural(self.row['memories'], 'memory', 'memories')}"
        scores = scoring.score([self.row])
        width = max(map(len, scores.metrics))
        yield from (f"  {name:<{width}}  {_value(each)}" for name, each in scores.metrics.items())
        yield from (f"  {line}" for line in scores.notes)
        yield from (f"  {line}" for line in scoring.hints([self.row]) if "--plan" not in line)
        if self.planned is not None:
            said = ", ".join(f"{count:,} to {action}" for action, count in self.planned.items())
            yield f"plan: {self.plan_file}: {said or 'nothing to do'}; nothing was deleted"

    def plain(self) -> dict[str, Any]:
        """What machines read. A metric that was not measured has null for its value."""
        findings = self.row["findings"]
        metrics = {
            name: {
                "value": each.value,
                "k": each.k,
                "n": each.n,
                "interval": each.interval,
                "note": each.note,
                "examples": findings[name]["examples"],
            }
            for name, each in scoring.score([self.row]).metrics.items()
        }
        parts = ("clusters", "contradictions", "tables", "oddities")
        return {
            "store": str(self.store),
            "memories": self.row["memories"],
            "exceeded": scoring.exceeded(findings),
            "metrics": metrics,
            **{part: self.row[part] for part in parts},
            "plan": self._plan(),
        }

    def _plan(self) -> dict[str, Any] | None:
        return (
            None if self.planned is None else {"file": str(self.plan_file), "steps": self.planned}
        )


def run(path: Path, plan_file: Path | None, given: Options) -> Audited:
    """Audit a store; write the plan where one is wanted.

    :raises CorpusError: there is nothing to measure, or the plan cannot be written there.
    :raises SubjectError: an option is wrong.
    """
    if plan_file is not None:
        _place_for(plan_file, path)
    here = Path.cwd()
    made = audit(reading.read(path, options.how(given)), options.ask(given, here))
    row = rows.row_of("audit", made)
    if plan_file is None:
        return Audited(path, row)
    return Audited(path, row, plan_file, _write(plan_file, path, made))


def _value(metric: Metric) -> str:
    if metric.value is None:
        return f"not measured: {metric.note}"
    if metric.interval is None:
        return str(metric.value)
    low, high = metric.interval
    return f"{metric.value:.3f} ({metric.k}/{metric.n}), {low:.3f}-{high:.3f}"


def _place_for(plan_file: Path, store: Path) -> Path:
    """Where the plan goes, links followed: to a new file, or over an earlier plan.

    :raises CorpusError: it would lie in the store, over anything else, or nowhere.
    """
    real, within = Path(os.path.realpath(plan_file)), Path(os.path.realpath(store))
    try:
        if real == within or (within.is_dir() and within in real.parents):
            raise CorpusError(f"{plan_file}: a plan must not lie in the store itself")
        if not real.parent.is_dir():
            raise CorpusError(f"{plan_file}: there is no folder {str(real.parent)!r}")
        if real.exists() and not (real.is_file() and _is_plan(real)):
            raise CorpusError(f"{plan_file} is there and is no plan; it is left as it is")
    except OSError as error:
        raise CorpusError(f"{plan_file}: the plan cannot be written: {error.strerror}") from None
    return real


def _is_plan(path: Path) -> bool:
    with path.open("rb") as file:
        lines = iter(partial(file.readline, MOST_LINE), b"")
        found = [plan.is_plan(line.decode("utf-8", "replace")) for line in lines]
    return bool(found) and all(found)


def _write(plan_file: Path, store: Path, made: Audit) -> Mapping[str, int]:
    """Write the plan; its steps by action.

    :raises CorpusError: it cannot be written.
    """
    counts: dict[str, int] = {}
    for step in plan.steps(made):
        counts[step["action"]] = counts.get(step["action"], 0) + 1
    place = _place_for(plan_file, store)  # it may have changed since
    try:
        replace(place, plan.lines(made), keeps_mode=True)
    except OSError as error:
        raise CorpusError(f"{plan_file}: the plan cannot be written: {error.strerror}") from None
    return dict(sorted(counts.items()))


def options_from(
    reference: Sequence[str], columns: Sequence[str], query: str, threshold: str, workers: str
) -> Options:
    """The words of the command line as the ini file would say them."""
    given = {
        "memeval_reference": tuple(reference),
        "memeval_corpus_columns": tuple(columns),
        "memeval_corpus_query": (query,) if query else (),
        "memeval_corpus_threshold": (threshold,) if threshold else (),
        "memeval_corpus_workers": (workers,) if workers else (),
    }
    return {name: lines for name, lines in given.items() if lines}
