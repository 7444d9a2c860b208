"""Times as stores write them, in ISO 8601."""

from __future__ import annotations

import re
from datetime import datetime
from datetime import timezone

_FIGURES = re.compile(r"[0-9]{8,30}(?:\.[0-9]{1,12})?")
#: Since 1970: what is below this many seconds is no time, and above it milliseconds, and so on.
_EARLIEST, _LATEST = 1e8, 1e11
_UNITS = (1.0, 1e3, 1e6, 1e9)


def iso(found: object) -> str:
    """A time in ISO 8601, UTC where it says its zone; "" when it cannot be read as one."""
    try:
        return _iso(found)
    except (ValueError, OverflowError, OSError):
        return ""


def _iso(found: object) -> str:
    said = str(found).strip()
    if not isinstance(found, bool) and (
        isinstance(found, (int, float)) or _FIGURES.fullmatch(said)
    ):
        if len(said) == 8:
            return datetime.strptime(said, "%Y%m%d").date().isoformat()
        return datetime.fromtimestamp(_seconds(float(found)), timezone.utc).isoformat(  # type: ignore[arg-type]
            timespec="seconds"
        )
    if len(said) == 10 and said[4] == said[7] == "-":
        return datetime.strptime(said, "%Y-%m-%d").date().isoformat()
    made = datetime.fromisoformat(_ready(said))
    if made.tzinfo is not None:
        made = made.astimezone(timezone.utc)
    return made.isoformat(timespec="seconds")


def _seconds(number: float) -> float:
    """Seconds since 1970, also where they are given in thousandths, or in parts of those."""
    if number >= _EARLIEST:
        for unit in _UNITS:
            if number < _LATEST * unit:
                return number / unit
    raise ValueError(number)


def _ready(said: str) -> str:
    """An ISO time as Python 3.10 takes it: with a numeric zone, and six digits of a second."""
    if said.endswith(("Z", "z")):
        said = said[:-1] + "+00:00"
    head, dot, tail = said.partition(".")
    if dot:
        digits = len(tail) - len(tail.lstrip("0123456789"))
        said = f"{head}.{tail[:digits][:6]:0<6}{tail[digits:]}"
    return said
