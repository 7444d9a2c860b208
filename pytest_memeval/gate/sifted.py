"""A window after sifting: its turns, line by line, with what became of each line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from typing import Literal

from pytest_memeval.gate import rules
from pytest_memeval.gate import shape

Fate = Literal["open", "noise", "withheld"]

#: Longer lines without a sentence end are dumps; they are cut for reading, so time stays linear.
LONGEST = 600


@dataclass(slots=True)
class Line:
    """A line of a turn, and the rule that took it if one did."""

    text: str
    fate: Fate = "open"
    rule: str = ""


@dataclass(slots=True)
class Sifted:
    """A turn, reduced to its lines."""

    role: str
    lines: list[Line] = field(default_factory=list)

    @property
    def is_noise(self) -> bool:
        """Whether nothing of the turn is left."""
        return all(line.fate == "noise" for line in self.lines)

    @property
    def open_text(self) -> str:
        """What somebody in the conversation said."""
        return "\n".join(line.text for line in self.lines if line.fate == "open")

    @property
    def steps_text(self) -> str:
        """What was said, with the fenced commands between."""
        return "\n".join(
            line.text
            for line in self.lines
            if line.fate == "open" or line.rule == rules.SHELL_BLOCK
        )

    def sentences(self) -> Iterator[str]:
        """What was said, sentence by sentence."""
        for line in self.lines:
            if line.fate == "open":
                yield from chunks(line.text)


def chunks(text: str) -> Iterator[str]:
    """Cut an over-long line into its sentences, and those into pieces of bounded length."""
    for sentence in shape.sentences(text):
        for start in range(0, len(sentence), LONGEST):
            yield sentence[start : start + LONGEST]
