"""``python -m pytest_memeval audit``: an audit without a test run, and a plan."""

from __future__ import annotations

import os
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


def run(path: Path, plan_file: Path | None, given: Options) -> Iterator[str]:
    """Audit a store and say what was found; write the plan where one is wanted.

    :raises CorpusError: there is nothing to measure, or the plan cannot be written there.
    :raises SubjectError: an option is wrong.
    """
    if plan_file is not None:
        _refuse_to_replace(plan_file, path)
    here = Path.cwd()
    made = audit(reading.read(path, options.how(given)), options.ask(given, here))
    row = rows.row_of("audit", made)
    yield f"{path}: {plural(len(made.unique), 'memory', 'memories')}"
    yield from (f"  {line}" for line in _metrics(row))
    yield from (f"  {line}" for line in (scoring.score([row]).notes))
    yield from (f"  {line}" for line in scoring.hints([row]) if "--plan" not in line)
    if plan_file is not None:
        yield _write(plan_file, made)


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


def _refuse_to_replace(plan_file: Path, store: Path) -> None:
    """Keep a plan from being written over the store, or over anything that is no plan."""
    real = Path(os.path.realpath(plan_file))
    inside = store.is_dir() and Path(os.path.realpath(store)) in real.parents
    if real == Path(os.path.realpath(store)) or inside:
        raise CorpusError(f"{plan_file}: a plan must not lie in the store itself")
    if plan_file.exists() and plan_file.read_bytes()[:10] not in (b"", b'{"action":'):
        raise CorpusError(f"{plan_file} is there and is no plan; it is left as it is")


def _write(path: Path, made: Audit) -> str:
    counts: dict[str, int] = {}
    for step in plan.steps(made):
        counts[step["action"]] = counts.get(step["action"], 0) + 1
    try:
        _replace(path, plan.lines(made))
    except OSError as error:
        raise CorpusError(f"{path}: the plan cannot be written: {error.strerror}") from None
    said = ", ".join(f"{count:,} to {action}" for action, count in sorted(counts.items()))
    return f"plan: {path}: {said or 'nothing to do'}; nothing was deleted"


def _replace(path: Path, lines: Iterable[str]) -> None:
    """Write a file whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".plan-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(lines)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


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
