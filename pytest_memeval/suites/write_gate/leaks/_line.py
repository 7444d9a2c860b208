"""How a line is written that is told by its letter: a pattern, an example, and its clues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["BEYOND_ASCII", "Line", "counts", "holds", "starts"]


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern over lower-cased text, and a text that it hits."""

    pattern: str
    example: str
    clues: tuple[str, ...] = ()
    counts: bool = False
    """Whether the pattern hits no text without a digit; most of what is worth keeping has none."""


def starts(pattern: str, example: str) -> Line:
    """Give a line that is told by what it begins with."""
    return Line(f"^{pattern}", example)


def holds(clues: str, pattern: str, example: str) -> Line:
    """Give one that is told by what it holds, wherever; one of the clues is part of that."""
    return Line(pattern, example, tuple(clues.split("|")))


def counts(clues: str, pattern: str, example: str) -> Line:
    """Give one that holds a figure, too."""
    return Line(pattern, example, tuple(clues.split("|")), counts=True)


# The clue of patterns that begin with a set of rare signs: that there is any such sign.
BEYOND_ASCII: Final = "beyond-ascii"
