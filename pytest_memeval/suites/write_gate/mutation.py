"""Windows of the same shape and label, and the search for one that is decided otherwise.

A gate must learn the shape of noise and not its numbers. From a labelled window this room makes
others that deserve the same decision, lets Hypothesis look for one that gets another, and shrinks
it to the smallest. Needs the extra ``mutation``.

======== =========================================================================================
drop     everything that moves is redrawn in its own format; frames repeat or repeated ones go;
         roles of machines and blanks at the ends vary
exclude  numbers and the names of people are redrawn
extract  frames of `drop` windows stand before, between and after its turns, which stay as they are
======== =========================================================================================
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import HealthCheck
from hypothesis import Phase
from hypothesis import core
from hypothesis import find
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import NoSuchExample

from pytest_memeval.suites.base import Search
from pytest_memeval.suites.write_gate.cases import Turn
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.cases import copy_of
from pytest_memeval.suites.write_gate.cases import turn_text
from pytest_memeval.suites.write_gate.redraw import fold
from pytest_memeval.suites.write_gate.redraw import moving_parts
from pytest_memeval.suites.write_gate.redraw import redraw

Window = list[Turn]
MOST_FRAMES = 3
#: Parts of a turn that are redrawn or left each for itself.
MOST_STRETCHES = 16
#: Names that stand for a person in `exclude` windows.
NAMES = (
    "Anna",
    "Ben",
    "Carla",
    "David",
    "Elena",
    "Farid",
    "Grace",
    "Hugo",
    "Ines",
    "Jonas",
    "Kira",
)
_NAME = re.compile(rf"\b(?:{'|'.join(NAMES)}|Alice|Bob|John|Maria|Peter|Sarah|Tom)\b")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search came to: `window` is the smallest counterexample, None when there is none.

    `examples` were tried and decided; of `undecided` ones nobody could tell.
    """

    examples: int
    undecided: int = 0
    window: Window | None = None
    said: str = ""


def mutants(case: WriteGateCase, frames: Sequence[Turn]) -> st.SearchStrategy[Window]:
    """Windows that deserve the same decision as the case's.

    :param frames: turns of `drop` windows to put around an `extract` window's.
    """
    window = copy_of(case.window)
    if case.label == "drop":
        return _drop_windows(window)
    if case.label == "extract":
        return _between_frames(window, list(frames))
    return _renamed(window)


def search(
    strategy: st.SearchStrategy[Window],
    changed: Callable[[Window], str | None],
    budget: Search,
    key: bytes,
) -> Finding:
    """Look for a window that `changed` has something to say about, and shrink it.

    :param changed: "" when the window is decided as it should be, None when nobody could tell,
        else what was said instead.
    :param key: under which Hypothesis remembers what it found.
    """
    looked = _Looked(changed, budget)
    database = DirectoryBasedExampleDatabase(budget.database) if budget.database else None
    try:
        if database is not None and any(database.fetch(key)):
            _look(strategy, looked, budget, key, (Phase.reuse, Phase.shrink), database)
        # What is drawn depends on the seed alone, and not on what was remembered.
        if looked.found is None:
            with _seeded(budget.seed):
                _look(strategy, looked, budget, key, (Phase.generate, Phase.shrink), database)
    except _OutOfTime:
        pass  # what was found so far is what there is
    undecided = looked.tried - looked.examples
    return Finding(looked.examples, undecided, looked.found, looked.said)


def _look(
    strategy: st.SearchStrategy[Window],
    looked: _Looked,
    budget: Search,
    key: bytes,
    phases: tuple[Phase, ...],
    database: DirectoryBasedExampleDatabase | None,
) -> None:
    chosen = settings(
        max_examples=budget.examples,
        database=database,
        derandomize=database is None and budget.seed is None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=phases,
    )
    with contextlib.suppress(NoSuchExample):
        find(strategy, looked, settings=chosen, database_key=key)


@contextlib.contextmanager
def _seeded(seed: int | None) -> Iterator[None]:
    """Let Hypothesis draw from a seed, the way of its own `--hypothesis-seed`.

    The seed that `find` takes would make it forget its database.
    """
    forced: Any = core  # its own plugin sets this too, and its type says that nobody does
    before, forced.global_force_seed = forced.global_force_seed, seed
    try:
        yield
    finally:
        forced.global_force_seed = before


class _OutOfTime(BaseException):
    """Ends a search at once: Hypothesis takes an `Exception` for a finding."""


class _Looked:
    """The condition of a search, which ends it once its time is over.

    What was said of a window is kept: Hypothesis comes back to the smallest one, and must hear the
    same of it, also from a gate that rolls dice. `found` is the latest, which is the smallest.
    """

    def __init__(self, changed: Callable[[Window], str | None], budget: Search) -> None:
        self._changed = changed
        self._end = time.monotonic() + budget.seconds
        self._said: dict[str, str | None] = {}
        self.found: Window | None = None
        self.said = ""

    def __call__(self, window: Window) -> bool:
        key = repr(window)
        if key not in self._said:
            if time.monotonic() >= self._end:
                raise _OutOfTime
            self._said[key] = self._changed(copy_of(window))
        said = self._said[key]
        if said:
            self.found, self.said = copy_of(window), said
        return bool(said)

    @property
    def tried(self) -> int:
        return len(self._said)

    @property
    def examples(self) -> int:
        """Windows that were tried, and decided."""
        return sum(said is not None for said in self._said.values())


# --- strategies; whatever is drawn shrinks towards the window as it was written


@st.composite
def _drop_windows(draw: st.DrawFn, window: Window) -> Window:
    turns = [draw(_redrawn(turn)) for turn in _thinned(draw, window)]
    for _ in range(draw(st.integers(0, MOST_FRAMES)) if window else 0):
        at = draw(st.integers(0, len(window) - 1))
        turns.insert(min(at + 1, len(turns)), draw(_redrawn(window[at])))
    return [draw(_dressed(turn)) for turn in turns]


def _thinned(draw: st.DrawFn, window: Window) -> Window:
    """The window without some of its turns that repeat the shape of an earlier one."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for turn in window:
        shape = (turn["role"], fold(turn_text(turn)))
        if shape in seen and draw(st.booleans()):
            continue
        seen.add(shape)
        kept.append(turn)
    return kept


@st.composite
def _redrawn(draw: st.DrawFn, turn: Turn) -> Turn:
    """The turn with some of what moves in it drawn anew."""
    count = sum(len(moving_parts(text)) for text in _texts(turn))
    if not count:
        return dict(turn)
    # A yes or no for each part (or stretch, of many): each can be taken back for itself.
    stretches = min(count, MOST_STRETCHES)
    chosen = [draw(st.booleans()) for _ in range(stretches)]
    only = {index for index in range(count) if chosen[index * stretches // count]}
    rng = Random(draw(st.integers(0, 2**16)))
    passed = 0

    def anew(text: str) -> str:
        nonlocal passed
        here = {index - passed for index in only}
        passed += len(moving_parts(text))
        return redraw(text, rng, here)

    return _with_text(turn, anew)


def _with_text(turn: Turn, change: Callable[[str], str]) -> Turn:
    """A turn whose texts are changed; blocks of other kinds stay."""

    def anew(value: Any, key: str) -> Any:
        if isinstance(value, str) and key in ("content", "text"):
            return change(value)
        if isinstance(value, list):
            return [anew(item, key) for item in value]
        if isinstance(value, dict):
            return {name: anew(item, name) for name, item in value.items()}
        return value

    return {**turn, "content": anew(turn["content"], "content")}


def _texts(turn: Turn) -> list[str]:
    """The texts of a turn, one for each block that has one."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    _with_text(turn, note)
    return texts


@st.composite
def _dressed(draw: st.DrawFn, turn: Turn) -> Turn:
    """The turn with blanks at its ends and, where a machine speaks, in another machine's role."""
    made = dict(turn)
    if turn["role"] in ("tool", "function"):
        made["role"] = draw(st.sampled_from([turn["role"], "tool", "function"]))
    if isinstance(turn["content"], str) and turn["content"].strip():
        made["content"] = draw(st.sampled_from(["", " ", "\n"])) + turn["content"]
        made["content"] += draw(st.sampled_from(["", " ", "\n", "\r\n"]))
    return made


@st.composite
def _between_frames(draw: st.DrawFn, window: Window, frames: Window) -> Window:
    if not frames:
        return window
    frame = st.sampled_from(frames).flatmap(_redrawn)
    turns = list(draw(st.lists(frame, max_size=MOST_FRAMES)))
    for turn in window:
        turns.append(turn)
        turns += draw(st.lists(frame, max_size=MOST_FRAMES - 1))
    return turns


@st.composite
def _renamed(draw: st.DrawFn, window: Window) -> Window:
    turns = [draw(_redrawn(turn)) for turn in window]
    found = dict.fromkeys(
        name for turn in window for text in _texts(turn) for name in _NAME.findall(text)
    )
    if not 0 < len(found) <= len(NAMES) or not draw(st.booleans()):
        return turns
    # One and the same person keeps one name through all turns.
    chosen = dict(zip(found, draw(st.permutations(NAMES)), strict=False))

    def rename(text: str) -> str:
        return _NAME.sub(lambda match: chosen.get(match[0], match[0]), text)

    return [_with_text(turn, rename) for turn in turns]
