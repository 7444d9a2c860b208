"""The history as a table: how each metric of each subject went, run by run."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from pytest_memeval.report import history
from pytest_memeval.report import model
from pytest_memeval.report.compare import called
from pytest_memeval.report.history import Run
from pytest_memeval.report.reader import ReportError
from pytest_memeval.suites.base import Key
from pytest_memeval.text import plural

#: One letter a run, for the trail of verdicts.
LETTERS = {"passed": "P", "failed": "F", "not_measured": "N", "partial": "~"}
#: Where a terminal knows no blocks.
PLAIN_RAMP = "_.,-=+*#"
#: Letters of what made runs partial.
LONGEST_WHY = 30
#: Columns that a trend has at the least, however narrow the terminal is.
NARROWEST = 5


@dataclass(frozen=True)
class Chosen:
    """What to look at."""

    last: int
    suite: str | None = None
    subject: str | None = None
    metrics: tuple[str, ...] = ()

    def takes(self, key: Key) -> bool:
        return self.suite in (None, key.suite) and self.subject in (None, key.subject)


@dataclass(frozen=True)
class Trend:
    """A metric over the full runs that measured it, the latest last."""

    metric: str
    scores: tuple[model.Score, ...]
    unknown: bool

    @property
    def values(self) -> list[float]:
        return [float(score.value) for score in self.scores if score.value is not None]


@dataclass(frozen=True)
class Subject:
    """One subject in one mode: its runs, narrowed ones too, and its trends over the full ones."""

    mode: str
    key: Key
    runs: tuple[Run, ...]
    trends: tuple[Trend, ...]

    @property
    def partial(self) -> list[Run]:
        return [run for run in self.runs if run.partial]

    @property
    def changes(self) -> int:
        """How often the labelled data was another one than in the full run before."""
        data = [run.data[self.key].fixtures for run in history.full(self.runs)]
        return sum(one != other for one, other in pairwise(data))


@dataclass(frozen=True)
class Found:
    """What was looked for, and the lines that could not be read: number and why."""

    subjects: list[Subject]
    broken: list[tuple[int, str]]


def load(path: Path, chosen: Chosen) -> Found:
    """Read a history.

    :raises ReportError: there is none, or it holds nothing of what was chosen.
    """
    try:
        read = history.read(path)
    except OSError as error:
        raise ReportError(
            f"{path}: cannot be read: {error.strerror}; each run in a mode appends to it"
        ) from None
    found = [_subject(*one, read.runs, chosen) for one in _who(read.runs) if chosen.takes(one[1])]
    shown = [one for one in found if one.trends or not chosen.metrics]
    if not shown and not read.broken:
        known = sorted({called(key) for _, key in _who(read.runs)})
        names = {name for run in read.runs for scores in run.scores.values() for name in scores}
        inside = sorted(names) if found else known
        raise ReportError(f"{path}: no run is about that; known: {', '.join(inside) or 'none'}")
    return Found(shown, read.broken)


def _who(runs: Sequence[Run]) -> list[tuple[str, Key]]:
    return list(dict.fromkeys((run.mode, key) for run in runs for key in run.scores))


def _subject(mode: str, key: Key, runs: Sequence[Run], chosen: Chosen) -> Subject:
    own = tuple(run for run in runs if run.mode == mode and key in run.scores)[-chosen.last :]
    whole = list(history.full(own))
    names = dict.fromkeys(name for run in reversed(whole) for name in run.scores[key])
    return Subject(
        mode,
        key,
        own,
        tuple(
            Trend(
                name,
                tuple(history.series(whole, key, name)),
                unknown=name not in whole[-1].scores[key],
            )
            for name in names
            if not chosen.metrics or name in chosen.metrics
        ),
    )


# --- for people


def lines(found: Found, width: int | None = None) -> Iterator[str]:
    """The table, as wide as the terminal."""
    width = width or shutil.get_terminal_size().columns
    for number, subject in enumerate(found.subjects):
        if number:
            yield ""
        yield called(subject.key) + (" (live)" if subject.mode == "live" else "")
        yield from (f"  {line}" for line in _span(subject))
        yield from _table(subject, width)
        yield from _verdicts(subject, width)


def _span(subject: Subject) -> Iterator[str]:
    """Which runs the values are of, and which they are not of."""
    whole = list(history.full(subject.runs))
    since, until = (whole[0].at[:10], whole[-1].at[:10]) if whole else ("", "")
    span = f", {since} to {until}" if since != until else f", {since}" if since else ""
    yield f"{plural(len(whole), 'full run')}{span}"
    if subject.partial:
        why = ", ".join(dict.fromkeys(run.partial for run in subject.partial))
        why = why if len(why) <= LONGEST_WHY else f"{why[:LONGEST_WHY]}…"
        yield f"{plural(len(subject.partial), 'partial run')} left out ({why})"
    if subject.changes:
        yield f"fixtures changed {plural(subject.changes, 'time')}; earlier values are of others"


def _table(subject: Subject, width: int) -> Iterator[str]:
    if not subject.trends:
        return
    rows = [("metric", "latest", "k/n", "min", "max")]
    for trend in subject.trends:
        last = trend.scores[-1]
        of = f"{last.k}/{last.n}" if last.k is not None else ""
        latest = ("?", "") if trend.unknown else (_short(last, last.value), of)
        ends = (_short(last, end(trend.values)) for end in (min, max))
        rows.append((trend.metric, *latest, *ends))  # type: ignore[arg-type]
    sizes = [max(len(row[at]) for row in rows) for at in range(5)]
    room = max(NARROWEST, width - sum(sizes) - 12)
    for row, values in zip(rows, [None, *(trend.values for trend in subject.trends)], strict=True):
        cells = [row[0].ljust(sizes[0]), *(row[at].rjust(sizes[at]) for at in range(1, 5))]
        drawn = "runs" if values is None else history.spark(values[-room:], _ramp())
        yield f"  {'  '.join(cells)}  {drawn}".rstrip()
    if any(trend.unknown for trend in subject.trends):
        yield "  ?: not measured in the latest full run"


def _ramp() -> str:
    try:
        history.SPARKS.encode(sys.stdout.encoding or "ascii")
    except UnicodeError:
        return PLAIN_RAMP
    return history.SPARKS


def _short(like: model.Score, value: float | None) -> str:
    return "" if value is None else f"{value:.3f}" if like.k is not None else f"{value:g}"


def _verdicts(subject: Subject, width: int) -> Iterator[str]:
    """What became of the runs, the latest last."""
    kinds = ["partial" if run.partial else run.verdict for run in subject.runs]
    trail = "".join(LETTERS.get(kind, "?") for kind in kinds)[-(width - 20) :]
    counts = Counter(kinds)
    told = ", ".join(
        f"{letter} {counts[kind]} {kind.replace('_', ' ')}"
        for kind, letter in LETTERS.items()
        if counts[kind]
    )
    if len(counts) == 1:
        all_of_them = f"all {len(kinds)} runs" if len(kinds) > 1 else "the only run"
        yield f"  verdicts: {all_of_them} {kinds[0].replace('_', ' ')}"
    else:
        yield f"  verdicts: {trail}"
        yield f"            ({told})"


# --- for machines


def plain(found: Found) -> dict[str, Any]:
    """The same in plain JSON types."""
    return {
        "subjects": [_plain(subject) for subject in found.subjects],
        "broken_lines": [{"line": number, "why": why} for number, why in found.broken],
    }


def _plain(subject: Subject) -> dict[str, Any]:
    return {
        **asdict(subject.key),
        "mode": subject.mode,
        "runs": [
            {"at": run.at, "verdict": run.verdict, "partial": run.partial, "revision": run.revision}
            for run in subject.runs
        ],
        "fixtures_changed": subject.changes,
        "metrics": {
            trend.metric: {
                "latest": None if trend.unknown else _score(trend.scores[-1]),
                "min": min(trend.values),
                "max": max(trend.values),
                "values": trend.values,
            }
            for trend in subject.trends
        },
    }


def _score(score: model.Score) -> dict[str, Any]:
    return score.model_dump(include=history.SCORE)
