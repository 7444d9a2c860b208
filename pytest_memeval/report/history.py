"""One line a run, so that trends and floors rest on more than the last one.

A line is whole by itself, so that files of several machines can be joined by putting one behind
the other. Writers take turns by a lock file; a line is written at once or not at all.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_memeval.report import model
from pytest_memeval.report.writer import write
from pytest_memeval.suites.base import Key

#: Runs that are kept, and how many more may gather before the oldest go.
KEPT, SLACK = 500, 50
#: A lock that is older than this was left behind by a process that died, in seconds.
STALE = 30.0
SPARKS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Run:
    """One line of the history."""

    at: str
    verdict: str
    mode: str
    revision: str | None
    scores: Mapping[Key, Mapping[str, model.Score]]


def entry(report: model.Report) -> dict[str, Any]:
    """What the history keeps of a report."""
    return {
        "at": report.generated_at,
        "mode": report.mode,
        "verdict": report.verdict,
        "revision": report.run.git_revision,
        "results": [
            {
                "suite": result.suite,
                "subject": result.subject,
                "level": result.level,
                "fixtures": result.fixtures.hash if result.fixtures else None,
                "scores": {
                    name: {"value": score.value, "k": score.k, "n": score.n}
                    for name, score in result.scores.items()
                    if score.value is not None
                },
            }
            for result in report.results
        ],
    }


def append(report: model.Report, path: Path) -> None:
    """Add a run, and let the oldest go once there are many.

    :raises OSError: the file cannot be written.
    """
    line = json.dumps(entry(report), ensure_ascii=True, separators=(",", ":")) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    with _turn(path):
        with path.open("ab+") as file:
            file.seek(0, os.SEEK_END)
            if file.tell():
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else f"\n{line}"
            file.write(line.encode())
        lines = path.read_bytes().splitlines(keepends=True)
        if len(lines) > KEPT + SLACK:
            write(path, [b"".join(lines[-KEPT:]).decode("utf-8", "replace")])


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """Wait until no other process writes."""
    lock = path.with_name(f".{path.name}.lock")
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            _remove_stale(lock)
            time.sleep(0.005)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _remove_stale(lock: Path) -> None:
    try:
        if time.time() - lock.stat().st_mtime > STALE:
            lock.unlink(missing_ok=True)
    except FileNotFoundError:
        return


def read(path: Path) -> tuple[list[Run], int]:
    """All runs, oldest first, and how many lines could not be read.

    :raises OSError: there is no such file.
    """
    runs, broken = [], 0
    for line in path.read_bytes().splitlines():
        if not line.strip():
            continue
        try:
            runs.append(_run(json.loads(line)))
        except (ValueError, KeyError, TypeError):
            broken += 1
    return sorted(runs, key=lambda run: run.at), broken


def _run(data: Any) -> Run:
    scores = {
        Key(result["suite"], result["subject"], result["level"]): {
            name: model.Score(value=one["value"], k=one["k"], n=one["n"], note="")
            for name, one in result["scores"].items()
        }
        for result in data["results"]
    }
    return Run(data["at"], data["verdict"], data["mode"], data["revision"], scores)


def series(runs: list[Run], key: Key, metric: str) -> list[model.Score]:
    """A metric over the runs that measured it."""
    return [run.scores[key][metric] for run in runs if metric in run.scores.get(key, {})]


def spark(values: list[float]) -> str:
    """A line of bars, the lowest value the lowest bar."""
    low, high = min(values), max(values)
    span = high - low
    if not span:
        return SPARKS[3] * len(values)
    return "".join(SPARKS[round((value - low) / span * (len(SPARKS) - 1))] for value in values)
