"""``python -m pytest_memeval audit``: an audit without a test run, and a plan."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from pathlib import Path

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


def run(path: Path, plan_file: Path | None, given: Options) -> Iterator[str]:
    """Audit a store and say what was found; write the plan where one is wanted.

    :raises CorpusError: there is nothing to measure, or the plan cannot be written there.
    :raises SubjectError: an option is wrong.
    """
    if plan_file is not None:
        _place_for(plan_file, path)
    here = Path.cwd()
    made = audit(reading.read(path, options.how(given)), options.ask(given, here))
    row = rows.row_of("audit", made)
    yield f"{path}: {plural(len(made.unique), 'memory', 'memories')}"
    yield from (f"  {line}" for line in _metrics(row))
    yield from (f"  {line}" for line in (scoring.score([row]).notes))
    yield from (f"  {line}" for line in scoring.hints([row]) if "--plan" not in line)
    if plan_file is not None:
        yield _write(plan_file, path, made)


def _metrics(row: Row) -> Iterator[str]:
    width = max(map(len, scoring.METRICS))
    for name, metric in scoring.score([row]).metrics.items():
        if metric.value is None:
            said = f"not measured: {metric.note}"
        elif metric.interval is not None:
            low, high = metric.interval
            said = f"{metric.value:.3f} ({metric.k}/{metric.n}), {low:.3f}-{high:.3f}"
        else:
            said = str(metric.value)
        yield f"{name:<{width}}  {said}"


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
        return plan.is_plan(file.readline(MOST_LINE).decode("utf-8", "replace"))


def _write(plan_file: Path, store: Path, made: Audit) -> str:
    counts: dict[str, int] = {}
    for step in plan.steps(made):
        counts[step["action"]] = counts.get(step["action"], 0) + 1
    place = _place_for(plan_file, store)  # it may have changed since
    try:
        _replace(place, plan.lines(made))
    except OSError as error:
        raise CorpusError(f"{plan_file}: the plan cannot be written: {error.strerror}") from None
    said = ", ".join(f"{count:,} to {action}" for action, count in sorted(counts.items()))
    return f"plan: {plan_file}: {said or 'nothing to do'}; nothing was deleted"


def _replace(path: Path, lines: Iterable[str]) -> None:
    """Write a file whole or not at all; one that is replaced keeps its mode."""
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".plan-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(lines)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


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
