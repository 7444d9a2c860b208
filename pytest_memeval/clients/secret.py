"""A key that cannot be printed by accident."""

from __future__ import annotations

HIDDEN = "***"


class Secret:
    """Holds a secret so that no repr, traceback or list of locals shows it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def hide_in(self, text: str) -> str:
        """The text with every occurrence of the secret blotted out."""
        return text.replace(self._value, HIDDEN) if self._value else text

    def __repr__(self) -> str:
        return f"Secret({HIDDEN})"

    __str__ = __repr__
