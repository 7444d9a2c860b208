"""Counting tokens: a neutral counter that needs nothing, and tiktoken's where it is installed.

`utf8_bytes` is the default: one token for each byte of UTF-8. It is no model's tokenizer. It is
exact, the same everywhere, and comparable: a quarter of it is near what English text costs a
model. Shares and savings need no more; for a model's own numbers name a tiktoken encoding
(``cl100k_base``, ``o200k_base``; `pip install tiktoken`), or `register` your own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any
from typing import Protocol
from typing import runtime_checkable

from pytest_memeval.suites.ablation.errors import UnknownTokenizerError
from pytest_memeval.text import error_line
from pytest_memeval.text import show

DEFAULT_COUNTER = "utf8_bytes"


@runtime_checkable
class TokenCounter(Protocol):
    """What counts the tokens of a context."""

    @property
    def name(self) -> str: ...

    def count(self, text: str) -> int:
        """The tokens of a text, special-token text counted as plain text."""

    def adds_up(self, lines: list[str]) -> bool:
        """Whether a text's tokens are the sum over its lines, each with its line break.

        Then a removal costs what is removed; otherwise the whole text is counted again.
        """


@dataclass(frozen=True, slots=True)
class Utf8Bytes:
    """One token for each byte of UTF-8."""

    name: str = DEFAULT_COUNTER

    def count(self, text: str) -> int:
        return len(text.encode("utf-8", "surrogatepass"))

    def adds_up(self, lines: list[str]) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class CallableCounter:
    """A function of one's own. Nothing is known of it, so each text is counted whole."""

    name: str
    function: Callable[[str], int]

    def count(self, text: str) -> int:
        return self.function(text)

    def adds_up(self, lines: list[str]) -> bool:
        return False


# The encodings whose first step cuts behind a line break, and nothing merges over a cut: as long as
# no line ends in a blank, and each begins with one of the signs below.
_SPLIT_AT_LINES = ("gpt2", "r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base")
_SAFE_START = re.compile(r"[-\[{(\"\w#]")


class _Encoding(Protocol):
    name: str

    def encode_ordinary(self, text: str) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class Tiktoken:
    """One of tiktoken's encodings."""

    encoding: _Encoding

    @property
    def name(self) -> str:
        return self.encoding.name

    def count(self, text: str) -> int:
        return len(self.encoding.encode_ordinary(text))

    def adds_up(self, lines: list[str]) -> bool:
        return (
            self.name in _SPLIT_AT_LINES
            and all(map(_SAFE_START.match, lines[1:]))
            and not any(line[-1:].isspace() for line in lines)
        )


_REGISTERED: dict[str, TokenCounter] = {DEFAULT_COUNTER: Utf8Bytes()}


def register(counter: TokenCounter) -> None:
    """Make a counter known by its name, for bundles that only name it."""
    _REGISTERED[counter.name] = counter


def counter_named(name: str) -> TokenCounter:
    """The counter of that name: a registered one, else tiktoken's encoding.

    :raises UnknownTokenizerError: nobody knows it, or it cannot be loaded.
    """
    known = _REGISTERED.get(name)
    return known if known is not None else _tiktoken(name)


@lru_cache(maxsize=8)
def _tiktoken(name: str) -> TokenCounter:
    try:
        tiktoken: Any = import_module("tiktoken")  # optional, and half a second to import
    except ImportError:
        raise UnknownTokenizerError(
            f"unknown token counter {show(name)}: known are {', '.join(sorted(_REGISTERED))}, "
            "and with `pip install tiktoken` its encodings"
        ) from None
    try:
        return Tiktoken(tiktoken.get_encoding(name))
    except Exception as error:  # it also reads files and the network
        raise UnknownTokenizerError(
            f"tiktoken cannot load {show(name)}: {error_line(error)}"
        ) from error
