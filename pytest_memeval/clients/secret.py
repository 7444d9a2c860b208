"""A key that cannot be printed by accident."""

from __future__ import annotations

import os

HIDDEN = "***"
#: The variable of the environment that the platform's key comes from.
KEY = "MEM0_API_KEY"


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


def hide_key(text: str) -> str:
    """The text without the platform's key, wherever it may have got it from."""
    return Secret(os.environ.get(KEY, "").strip()).hide_in(text)
