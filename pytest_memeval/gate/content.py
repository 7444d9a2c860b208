"""Reads one turn of a window, whatever shape its content has, into a role and plain text."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: Stands for a block that is no text. A private-use character: no window contains it by accident.
BLOCK_MARK = "\ue000"

#: Roles whose text is the machine's own record and never a statement of a person.
TOOL_ROLES = frozenset({"tool", "function"})
SYSTEM_ROLES = frozenset({"system", "developer"})


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, reduced to who speaks and what is said."""

    role: str
    text: str


def read_window(window: object) -> list[Turn]:
    """Read every turn of ``window``; what is not a turn at all reads as an empty one."""
    if isinstance(window, (str, Mapping)):
        return [read_turn(window)]
    if not isinstance(window, Iterable):
        return []
    return [read_turn(turn) for turn in window]


def read_turn(turn: object) -> Turn:
    """Read a turn; a bare string counts as said by the user."""
    if isinstance(turn, str):
        return Turn("user", turn)
    if not isinstance(turn, Mapping):
        return Turn("user", "")
    role = str(turn.get("role") or "user").lower()
    if role in TOOL_ROLES:
        return Turn(role, BLOCK_MARK)
    return Turn(role, text_of(turn.get("content")))


def text_of(content: Any) -> str:
    """Return the text of ``content``, with one mark line for each block that holds none."""
    if isinstance(content, str):
        return content.replace("\r\n", "\n")
    if isinstance(content, Mapping):
        return _text_of_block(content)
    if isinstance(content, Sequence) and not isinstance(content, (bytes, bytearray)):
        return "\n".join(_text_of_block(block) for block in content)
    return ""


def _text_of_block(block: object) -> str:
    if isinstance(block, str):
        return block.replace("\r\n", "\n")
    if not isinstance(block, Mapping):
        return BLOCK_MARK
    text = block.get("text")
    if isinstance(text, str) and block.get("type", "text") in ("text", "input_text", "output_text"):
        return text.replace("\r\n", "\n")
    return BLOCK_MARK
