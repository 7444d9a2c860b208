"""What the ini file and the command line say of corpora."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.corpus.audit import Ask
from pytest_memeval.suites.corpus.copies import THRESHOLD
from pytest_memeval.suites.corpus.copies import Alike
from pytest_memeval.suites.corpus.looking.echoes import Reference
from pytest_memeval.suites.corpus.looking.echoes import reference
from pytest_memeval.suites.corpus.reading import How
from pytest_memeval.suites.corpus.reading.columns import columns
from pytest_memeval.text import error_line


def how(options: Options) -> How:
    """How to read a corpus.

    :raises SubjectError: an option is wrong.
    """
    return How(
        columns(options.get("memeval_corpus_columns", ())),
        "\n".join(options.get("memeval_corpus_query", ())),
    )


def ask(options: Options, root: Path) -> Ask:
    """What an audit is asked for.

    :param root: reference files that options name lie below it.
    :raises SubjectError: an option is wrong.
    """
    threshold = _number(options, "memeval_corpus_threshold", THRESHOLD)
    if not 0 < threshold <= 1:
        raise SubjectError(f"memeval_corpus_threshold must lie in 0 to 1, got {threshold:g}")
    workers = _number(options, "memeval_corpus_workers", 0)
    if workers != int(workers) or workers < 0:
        raise SubjectError(f"memeval_corpus_workers must be 0 or more, got {workers:g}")
    return Ask(
        threshold,
        int(workers),
        _reference(options.get("memeval_reference", ()), root),
        _alike(options.get("memeval_corpus_alike", ())),
    )


def _number(options: Options, name: str, default: float) -> float:
    lines = options.get(name, ())
    try:
        return float(lines[0]) if lines else default
    except ValueError:
        raise SubjectError(f"{name} must be a number, got {lines[0]!r}") from None


def _reference(names: tuple[str, ...], root: Path) -> Reference:
    files = []
    for name in names:
        path = root / name
        if path.exists() and not path.is_file():  # a pipe would keep it waiting
            raise SubjectError(f"memeval_reference: {name!r} is no regular file")
        try:
            files.append((path.name, path.read_text(encoding="utf-8", errors="replace")))
        except OSError as error:
            raise SubjectError(f"memeval_reference: {name!r}: {error_line(error)}") from None
    made = reference(files)
    if files and not made:
        raise SubjectError(f"memeval_reference: {', '.join(names)}: too little text to compare")
    return made


def _alike(lines: tuple[str, ...]) -> Alike | None:
    """A function of the user's that takes texts and yields pairs that say the same."""
    if not lines:
        return None
    name, colon, attribute = lines[0].partition(":")
    try:
        found: Any = getattr(import_module(name), attribute) if colon else None
    except Exception as error:
        raise SubjectError(f"memeval_corpus_alike: {lines[0]}: {error_line(error)}") from None
    if not callable(found):
        raise SubjectError(f"memeval_corpus_alike: {lines[0]!r} must be `module:function`")
    alike: Alike = found
    return alike
