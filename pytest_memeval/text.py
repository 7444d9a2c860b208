"""Text of strangers, made fit to print, to store and to send between processes."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line feed
    "\u2028\u2029"  # the other ends of lines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that reorder text
    "\ud800-\udfff\ufffe\uffff]"  # what is not text
)


def clean(text: str, limit: int = 2000) -> str:
    """Spell out what a terminal, an XML file or UTF-8 could not take, and cap the length."""
    cut = text[:limit]
    if len(text) > limit:
        cut += f"… ({len(text) - limit:,} more characters)"
    return _UNFIT.sub(_spelled, cut)


def _spelled(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def one_line(text: str, limit: int = 300) -> str:
    """`clean` text with its line breaks folded, for messages and tables."""
    return clean(" ".join(text.split()), limit)


def show(value: object, limit: int = 200) -> str:
    """A value as its owner would recognise it, even when its own `repr` raises."""
    try:
        said = repr(value)
        # The repr of a text is one line already, and its blanks are its own.
        return clean(said, limit) if type(value) is str else one_line(said, limit)
    except Exception as error:
        return f"<{type(value).__name__} whose repr raised {type(error).__name__}>"


def error_line(error: BaseException) -> str:
    """``ValueError: boom``, on one line, even when the error cannot say itself."""
    try:
        said = one_line(str(error))
    except Exception:
        said = ""
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def plural(count: int, noun: str, nouns: str = "") -> str:
    """``1 case``, ``2 cases``; `nouns` where an s is not enough."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {nouns or noun + 's'}"


def known_names(names: Iterable[str], wrong: str) -> str:
    """The tail of an error message: what would have been right."""
    import difflib  # at every start of pytest otherwise

    known = sorted(names)
    close = difflib.get_close_matches(wrong, known, n=1)
    guess = f"; did you mean {close[0]!r}?" if close else ""
    return f"known: {', '.join(known) or 'none'}{guess}"


def some(names: Iterable[str], most: int = 5) -> str:
    """The first of them, and how many more there are."""
    listed = list(names)
    rest = len(listed) - most
    return ", ".join(listed[:most]) + (f" and {rest} more" if rest > 0 else "")
