"""The two kinds of row in the tables of statements, and the roles they apply to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pytest_memeval.gate.pattern import Cue

#: What a plain declarative sentence weighs.
PLAIN: Final = 20

USER: Final = frozenset({"user"})
ASSISTANT: Final = frozenset({"assistant"})
BOTH: Final = frozenset({"user", "assistant"})


@dataclass(frozen=True, slots=True)
class Veto:
    """A way of speaking that binds a sentence to the moment, to one task, or to nobody."""

    name: str
    strength: int
    pattern: Cue
    roles: frozenset[str] = BOTH
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Statement:
    """A kind of durable sentence. The type ``standing`` is settled by :data:`STANDING_TYPES`."""

    name: str
    type: str
    strength: int
    pattern: Cue
    roles: frozenset[str] = USER
    lang: str = "en"
