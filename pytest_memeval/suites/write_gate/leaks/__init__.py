"""Heartbeat markers that must never turn up in a stored or sent memory.

A memory says something that is still true next month.  A line such as ``epoch 4/20, loss 1.3``
was out of date before anybody read it.  `leaks` names the sorts of such lines that a text holds.

They come in two ways, and each has its table.  `_frames` knows *readings*: sentences, in any of the
languages of `_words`, in which a running job is caught with its figures.  `_lines` knows what
programs print.  Both ask for a marker together with its running figure, never for the marker alone:
"epoch seconds", "loss of data", "a pid file" and "3 of 5 replicas" belong into memories.

`_traces` and `_talk` add what is noise without a figure: what tools leave behind, told by its
layout, and talk about the turn itself (announcements, apologies, prompts), told by who speaks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from functools import lru_cache
from functools import partial
from typing import Final

from pytest_memeval.suites.write_gate.leaks import _shape
from pytest_memeval.suites.write_gate.leaks._frames import FRAMES
from pytest_memeval.suites.write_gate.leaks._lines import BEYOND_ASCII
from pytest_memeval.suites.write_gate.leaks._lines import LINES
from pytest_memeval.suites.write_gate.leaks._lines import Line
from pytest_memeval.suites.write_gate.leaks._notation import NO_READING
from pytest_memeval.suites.write_gate.leaks._notation import WORTH_A_LOOK
from pytest_memeval.suites.write_gate.leaks._notation import regex
from pytest_memeval.suites.write_gate.leaks._words import LEXICON

__all__ = ["LEAK_PATTERNS", "LeakPattern", "leaks"]

_WHY: Final = {
    "wrapper": "Text that the harness put around a turn; nobody said it.",
    "heartbeat": "A sign of life between programs.",
    "epoch": "The counter of a training run.",
    "loss": "A momentary value of the training or validation loss.",
    "step": "The position of a loop: step, iteration or batch N of M.",
    "grad_norm": "A momentary gradient norm.",
    "learning_rate": "The learning rate at one step of a schedule.",
    "count": "A running counter over a fixed amount of work.",
    "percent": "How far a job has come; wrong a minute later.",
    "eta": "A forecast of when a job ends.",
    "elapsed": "How long a job has been running.",
    "pid": "A process number; it means nothing after the next start.",
    "queue": "A momentary queue depth or backlog.",
    "throughput": "A momentary rate.",
    "metrics": "A row of counters as programs log them.",
    "tests": "The summary of one run of a test runner.",
    "transfer": "The progress of a download, an upload or a build.",
    "bar": "A drawn progress bar.",
    "log": "A line of a log.",
    "stack": "A stack trace.",
    "shell": "What a shell or git prints.",
    "tool": "A tool's call, or what it gave back.",
    "transport": "Headers, acknowledgements and ids of a wire.",
    "run_id": "The number of one run; nobody asks for it again.",
    "activity": "A list of commits or of files touched.",
    "prompt": "Instructions to a model, not facts that somebody told it.",
    "boot": "A file that the harness shows the model at every start.",
    "scaffold": "How an answer is wrapped: openings, offers, code fences.",
    "narration": "What an assistant says that it does next.",
    "refusal": "An apology, stored as if it were a fact.",
    "status": "How a session stands; wrong an hour later.",
    **{
        f"progress_{name}": "A reading in another language than English."
        for name in LEXICON
        if name != "en"
    },
}


@dataclass(frozen=True, slots=True)
class LeakPattern:
    """One sort of noise: what it is called, why it is noise, and the patterns that find it."""

    name: str
    why: str
    starts: re.Pattern[str] | None
    """Runs over lower-cased text with a line feed in front."""
    holds: tuple[tuple[Line, re.Pattern[str]], ...]
    """The same, each for texts that the line allows it for."""
    frames: re.Pattern[str] | None
    """Runs over the shape of one sentence."""


# A line begins with a line feed: `re` leaps to a literal, but tries ``^`` at every letter.
_LINE_START: Final = r"\n[ \t]{0,16}(?:[\w.-]{1,20}: {1,2})?(?=\S)"


def _starts(names: Iterable[str]) -> re.Pattern[str] | None:
    """Give one pattern for what lines of these names begin with."""
    lines = [line for name in names for line in LINES.get(name, ()) if not line.clues]
    found = "|".join(f"(?:{line.pattern.removeprefix('^')})" for line in lines)
    return re.compile(f"{_LINE_START}(?:{found})", re.MULTILINE) if found else None


@cache
def _starts_of(name: str) -> re.Pattern[str] | None:
    return _starts([name])


@cache
def _frames_of(name: str) -> re.Pattern[str]:
    return re.compile(regex(FRAMES[name]))


@cache
def _table() -> tuple[LeakPattern, ...]:
    return tuple(
        LeakPattern(
            name,
            why,
            _starts_of(name),
            tuple(
                (line, re.compile(line.pattern, re.MULTILINE))
                for line in LINES.get(name, ())
                if line.clues
            ),
            _frames_of(name) if name in FRAMES else None,
        )
        for name, why in _WHY.items()
    )


LEAK_PATTERNS: tuple[LeakPattern, ...]


def __getattr__(name: str) -> tuple[LeakPattern, ...]:
    # Compiling the table takes some 100 ms; who only imports this module shall not pay for it.
    if name == "LEAK_PATTERNS":
        return _table()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


#: What an assistant says next, or a shell prompt, is a turn of a window that holds others, too.
_ALONE: Final = ("narration", "shell")


@cache
def _names(alone: bool) -> tuple[str, ...]:
    return tuple(name for name in LINES if alone or name not in _ALONE)


@cache
def _all_starts(alone: bool) -> re.Pattern[str] | None:
    return _starts(_names(alone))


@cache
def _all_frames() -> re.Pattern[str]:
    return re.compile(regex(frame for frames in FRAMES.values() for frame in frames))


#: Shapes of readings whose sorts are remembered.
_REMEMBERED: Final = 1_024

# --- looking ----------------------------------------------------------------------------------

_ESCAPE = re.compile("\x1b\\[[0-9;?]{0,24}[A-Za-z]")
_UNUSUAL = re.compile(
    "[\u00a0\u00ad\u2007\u2009\u200b-\u200f\u202f\u2060\u3000\ufeff\uff01-\uff5e]"
)
# Full-width forms and fixed spaces, one character for one: nothing grows (NFKC can, 18-fold).
_USUAL: Final = (
    {0xFF01 + i: 0x21 + i for i in range(94)}
    | dict.fromkeys((0xA0, 0x2007, 0x2009, 0x202F, 0x3000), 0x20)
    | dict.fromkeys((0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF))
)


def _plain(text: str) -> str:
    """Bring look-alikes (full-width digits, fixed spaces, colour codes) to one form."""
    if "\x1b" in text:
        text = _ESCAPE.sub("", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
        if _UNUSUAL.search(text):
            text = text.translate(_USUAL)
    return text


@cache
def _by_clue(counted: bool) -> dict[str, list[tuple[str, str]]]:
    """List the patterns for texts with and without a digit by their clues."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, lines in LINES.items():
        for line in lines:
            for clue in line.clues if counted or not line.counts else ():
                found.setdefault(clue, []).append((name, line.pattern))
    return found


_compiled = cache(partial(re.compile, flags=re.MULTILINE))
# Rarest first.  Most texts lack most of these, and with each a good many clues at one look.
_RARE: Final = ("(+", *'"<[=_%/#>)jqzx:k-vbwgyfpm')


@cache
def _clues(counted: bool) -> dict[str, list[str]]:
    """List the clues by the rarest sign that they hold; "" is in every text."""
    found: dict[str, list[str]] = {}
    for clue in _by_clue(counted).keys() - {BEYOND_ASCII}:
        sign = next((sign for sign in _RARE if sign in clue), "")
        found.setdefault(sign if clue.isascii() else BEYOND_ASCII, []).append(clue)
    return found


_DIGIT = re.compile(r"\d")


def _in_lines(text: str, counted: bool) -> Iterator[str]:
    low = f"\n{text.lower()}"
    alone = "\n" not in text.strip()
    starts = _all_starts(alone)
    if starts and starts.search(low):
        for name in _names(alone):
            start = _starts_of(name)
            if start and start.search(low):
                yield name
    lines = _by_clue(counted)
    clues: list[str] = [] if low.isascii() else [BEYOND_ASCII]
    for sign, group in _clues(counted).items():
        if sign in low or (clues and sign == BEYOND_ASCII):
            clues.extend(filter(low.__contains__, group))
    for clue in clues:
        for name, pattern in lines[clue]:
            if _compiled(pattern).search(low):
                yield name


def _in_readings(text: str) -> Iterator[str]:
    found = _shape.tokens(text)
    for reading in _readings(_shape.tongue("en").shape(text, found)):
        yield from _kinds(reading)
    for name in _shape.tongues_of(found):
        if any(_readings(_shape.tongue(name).shape(text, found))):
            yield f"progress_{name}"


@lru_cache(maxsize=_REMEMBERED)
def _kinds(reading: str) -> tuple[str, ...]:
    """Name the sorts of a reading: thousands of frames of one counter have one shape."""
    return tuple(name for name in FRAMES if _frames_of(name).search(reading))


def _readings(shape: str) -> Iterator[str]:
    """Give the shapes of the sentences that hold a reading, each once."""
    if not WORTH_A_LOOK.search(shape):
        return
    for sentence in dict.fromkeys(shape.split("\n")):
        if (
            WORTH_A_LOOK.search(sentence)
            and not NO_READING.search(sentence)
            and _all_frames().search(sentence)
        ):
            yield sentence


def leaks(text: str) -> list[str]:
    """Give the names of all sorts of noise in `text`, each once, in the order of the table."""
    plain = _plain(text)
    counted = _DIGIT.search(plain) is not None
    found = {*_in_lines(plain, counted), *_in_readings(plain)}
    return [name for name in _WHY if name in found] if found else []
