"""One line a run, so that trends and floors rest on more than the last one.

A line is whole by itself and has an id, so that files of several machines can be joined by putting
one behind the other, as git does under `merge=union`: a line that is there twice counts once, and
runs are put in order by their time. Writers take turns by a lock, which is free again when a
process dies; a line is written at once or not at all.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from pytest_memeval.report import model
from pytest_memeval.report.writer import write
from pytest_memeval.suites.base import Key
from pytest_memeval.text import error_line

#: Where runs are kept that say nothing else.
USUAL = Path("reports/history.jsonl")
#: Runs that are kept, and how many more may gather before the oldest go.
KEPT, SLACK = 500, 50
#: How long to wait for other writers, and between two tries, in seconds.
PATIENCE, TRY = 10.0, 0.01
SPARKS = "▁▂▃▄▅▆▇█"
#: What is kept of a score.
SCORE = {"value", "k", "n", "low", "high", "trials"}
#: What reading a line that is none of ours raises.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)


@dataclass(frozen=True)
class Data:
    """Of one subject: which labelled data it was measured on, and how many cases have no result."""

    fixtures: str | None
    unmeasured: int


@dataclass(frozen=True)
class Run:
    """One line of the history.

    :param partial: what made the run smaller than the whole; "" for a full run.
    """

    at: str
    verdict: str
    mode: str
    revision: str | None
    scores: Mapping[Key, Mapping[str, model.Score]]
    partial: str = ""
    data: Mapping[Key, Data] = field(default_factory=dict)


@dataclass(frozen=True)
class History:
    """All runs of a file, oldest first, and each line that could not be read: number and why."""

    runs: list[Run]
    broken: list[tuple[int, str]]


def entry(report: model.Report) -> dict[str, Any]:
    """What the history keeps of a report."""
    return {
        "at": report.generated_at,
        "mode": report.mode,
        "verdict": report.verdict,
        "partial": report.run.narrowed or report.run.interrupted,
        "revision": report.run.git_revision,
        "results": [
            {
                "suite": result.suite,
                "subject": result.subject,
                "level": result.level,
                "fixtures": result.fixtures.hash if result.fixtures else None,
                "unmeasured": _unmeasured(result),
                "scores": {
                    name: score.model_dump(include=SCORE, exclude_defaults=True)
                    for name, score in result.scores.items()
                    if score.value is not None
                },
            }
            for result in report.results
        ],
    }


def _unmeasured(result: model.Result) -> int:
    """Cases that gave no result at all, and those of which nobody knows."""
    unknown = [row for row in result.rows if row["outcome"] == "not_measured"]
    return max(0, result.counts.selected - len(result.rows)) + len(unknown)


def append(report: model.Report, path: Path) -> None:
    """Add a run, and let the oldest go once there are many.

    :raises OSError: the file cannot be written, or others keep writing to it.
    """
    from filelock import FileLock

    run = {"id": uuid4().hex, **entry(report)}
    line = json.dumps(run, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    place = path.with_name(f".{path.name}.lock")
    place.touch()  # raises where there can be no lock; asked for one, filelock would only wait
    lock = FileLock(place, timeout=PATIENCE)
    with lock.acquire(poll_interval=TRY):
        with path.open("ab+") as file:
            file.seek(0, os.SEEK_END)
            if file.tell():
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else b"\n" + line
            file.write(line)
        lines = _distinct(path.read_bytes())
        if len(lines) > KEPT + SLACK:
            kept = sorted(lines, key=_Clock())[-KEPT:]
            write(path, [f"{each.decode('utf-8', 'backslashreplace')}\n" for each in kept])


class _Clock:
    """When the run of a line was; of one that cannot be read, when that of the line before was."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, line: bytes) -> str:
        with suppress(*UNREADABLE):
            self._last = _run(json.loads(line)).at
        return self._last


def _distinct(content: bytes) -> dict[bytes, int]:
    """The lines of a file, each once, and the number of each."""
    lines: dict[bytes, int] = {}
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            lines.setdefault(line.strip(), number)
    return lines


def read(path: Path) -> History:
    """All runs, each once.

    :raises OSError: there is no such file.
    """
    runs, broken = [], []
    for line, number in _distinct(path.read_bytes()).items():
        try:
            runs.append(_run(json.loads(line)))
        except UNREADABLE as error:
            broken.append((number, error_line(error)))
    return History(sorted(runs, key=lambda run: run.at), broken)


def _run(data: Any) -> Run:
    scores: dict[Key, Mapping[str, model.Score]] = {}
    measured_on: dict[Key, Data] = {}
    for result in data["results"]:
        key = Key(result["suite"], result["subject"], result["level"])
        scores[key] = {name: _score(one) for name, one in result["scores"].items()}
        measured_on[key] = Data(result.get("fixtures"), int(result.get("unmeasured", 0)))
    verdict = str(data["verdict"])
    datetime.fromisoformat(data["at"])
    return Run(
        at=data["at"],
        verdict=verdict,
        mode=str(data["mode"]),
        revision=data["revision"],
        scores=scores,
        partial=str(data.get("partial", verdict if verdict == "partial" else "")),
        data=measured_on,
    )


def _score(data: Mapping[str, Any]) -> model.Score:
    score = model.Score(**{"k": None, **data, "note": ""})
    if score.value is None or not math.isfinite(score.value):
        raise ValueError(f"{score.value} is no score")
    if score.k is not None and not (0 <= score.k <= score.n and score.n):
        raise ValueError(f"{score.k} of {score.n} is no score")
    return score


def full(runs: Iterable[Run]) -> Iterator[Run]:
    """The runs that measured the whole: what a narrowed one says is of something else."""
    return (run for run in runs if not run.partial)


def series(runs: Iterable[Run], key: Key, metric: str) -> list[model.Score]:
    """A metric over the full runs that measured it."""
    return [run.scores[key][metric] for run in full(runs) if metric in run.scores.get(key, {})]


def spark(values: list[float], ramp: str = SPARKS) -> str:
    """A line of bars, the lowest value the lowest bar."""
    low, high = min(values), max(values)
    span = high - low
    if not span:
        return ramp[(len(ramp) - 1) // 2] * len(values)
    return "".join(ramp[round((value - low) / span * (len(ramp) - 1))] for value in values)
