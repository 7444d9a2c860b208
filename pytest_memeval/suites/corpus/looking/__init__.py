"""Looks at each text by itself, on all cores where there are many.

What is seen of a text depends on nothing but the text, so neither order nor workers matter.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing import parent_process
from typing import NamedTuple

from pytest_memeval.suites.corpus import words
from pytest_memeval.suites.corpus.looking import claims
from pytest_memeval.suites.corpus.looking import vocabulary
from pytest_memeval.suites.corpus.looking.echoes import Reference
from pytest_memeval.suites.corpus.looking.secrets import secrets

#: Texts at a time; fewer texts than two lots are no work for more processes.
LOT = 4_000


class Look(NamedTuple):
    """What a text is by itself.

    :param shape: names its shape; None where nothing runs in it.
    :param leaks: names of heartbeat patterns; `secrets`: kinds.
    :param echo: where it is stated already; `opposed`: or where something else is.
    :param claim: subject and value.
    """

    shape: bytes | None
    leaks: tuple[str, ...]
    secrets: tuple[str, ...]
    status: bool
    refusal: bool
    echo: str
    claim: bytes | None
    opposed: bool = False


def look(texts: Sequence[str], reference: Reference, workers: int = 0) -> list[Look]:
    """Look at each text.

    :param workers: processes to use; 0: as many as there are cores, where it pays.
    """
    lots = [texts[at : at + LOT] for at in range(0, len(texts), LOT)]
    count = min(workers or cores(), len(lots))
    if count > 1:
        # Where no process can be started (a main module that is none), this one does it all.
        with suppress(BrokenProcessPool, OSError):
            return list(_apart(lots, reference, count))
    _begin(reference)
    return [each for lot in lots for each in look_at(lot)]


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _apart(lots: Sequence[Sequence[str]], reference: Reference, count: int) -> Iterator[Look]:
    # A fork of a process with threads may hang, and pytest's may have some.
    context = get_context("spawn")
    with ProcessPoolExecutor(count, context, _begin_apart, (reference,)) as pool:
        for found in pool.map(look_at, lots):
            yield from found


_REFERENCE = [Reference()]


def _begin_apart(reference: Reference) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _begin(reference)


def _end_with_parent() -> None:
    """Leave no worker behind when the process that it works for is killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _begin(reference: Reference) -> None:
    _REFERENCE[0] = reference


def look_at(texts: Sequence[str]) -> list[Look]:
    """Look at one lot of texts, in whatever process."""
    reference = _REFERENCE[0]
    return [_one(text, reference) for text in texts]


def _one(text: str, reference: Reference) -> Look:
    plain = words.folded(text)
    start = text[: words.MOST_COMPARED]
    shape = words.shape(plain)
    echo = reference.echo(plain) if reference else ""
    return Look(
        None if shape is None else words.digest(shape),
        tuple(vocabulary.leaks(start)),
        secrets(text),
        vocabulary.is_status(start),
        vocabulary.is_refusal(start),
        echo,
        claims.claim(start, ""),
        bool(echo) and reference.opposes(plain, echo),
    )
