"""How a frame is written, and what a sentence must not hold for one to count.

A figure right behind a condition ("when 3 of 5 ...") is a rule's, and so is any in a sentence that
holds a word of a rule ("must", "at most", "by policy") or a date ("in 2022"): neither is a reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pytest_memeval.suites.write_gate.leaks._shape import LETTERS

__all__ = ["NO_READING", "WORTH_A_LOOK", "Frame", "regex"]


@dataclass(frozen=True, slots=True)
class Frame:
    """A shape that only a reading has, and a text in that shape.

    The shape is a row of terms.  A term is a role, several roles with ``|`` between them, or a
    shorthand; ``?`` and ``*3`` say how often, ``!`` that it must not follow.  ``..3`` stands for
    up to three words, ``~3`` for up to three tokens of any sort.  Parts behind ``&`` may stand
    anywhere in a sentence that holds no condition at all.
    """

    shape: str
    example: str


_SHORTHANDS: Final = {
    # Sets of roles.
    "num": "SMALL|TENS|INT|YEAR|DEC|AMBIG",
    "count": "SMALL|TENS|INT|YEAR|AMBIG",
    "big": "TENS|INT|YEAR|AMBIG",
    "huge": "INT|AMBIG",
    "float": "DEC|AMBIG",
    "outof": "OF|SLASH",
    "at": "AT|IN",
    "be": "BE|WAS",
    "left": "LEFT|OVER",
    "did": "DONE|ENDED",
    "job": "WORK|DOING",
    "actor": "WORK|ACTOR|PROC",
    "counter": "WAIT|DONE|ENDED|DOING|VERDICT",
    "measured": "MEASURE|UNIT|SIZE|PCT|ITEM",
    "link": "COLON|BE|WAS|BEEN|HAVE|NOW|REACH|AT|IN|TO|ING|DOING|PER",
    # Sequences.
    "is": "link*4",
    "ends": "(?: COMMA|CLOSE|DASH|BAR|OPEN|AND or $ )",
    "lr": "(?: LR or LEARN SPEED or SPEED OF? LEARN )",
    "percent": "(?: num PER? PCT or PCT num )",
    "span": "(?: num UNIT (?: COMMA|AND? num UNIT )*2 or CLOCK or HOUR )",
    "rate": "(?: num SIZE|ITEM (?: SLASH|PER|AT? UNIT or HOUR ) or PER DONE? num SIZE|ITEM )",
    # N of M, N not above M as far as the letters tell, and no part of a date.
    "ratio": (
        "(?<! SLASH|DASH ) (?: SMALL ITEM|did*2 outof (?: OTHER|ITEM? OF )? num"
        " or big|DEC ITEM|did*2 outof (?: OTHER|ITEM? OF )? big|DEC ) (?! SLASH|DASH )"
    ),
}

# With what role a sequence begins.
_OPENING: Final = {
    "ratio": "num",
    "percent": "num|PCT",
    "span": "num|CLOCK|HOUR",
    "rate": "num|PER",
    "lr": "LR|LEARN|SPEED",
    "is": "",
    "ends": "",
}


def _class(names: str) -> str:
    """Give the character class of the letters of roles."""
    spelt = "|".join(_SHORTHANDS.get(name, name) for name in names.split("|"))
    letters = "".join(LETTERS[name] for name in spelt.split("|"))
    return "[" + re.sub(r"([\\\]^-])", r"\\\1", letters) + "]"


_NO_WORD: Final = "0-6,:()/|\\n-"
_WORD: Final = f"[^{_class('COND|BOUND|RULE')[1:-1]}{_NO_WORD}]"
_TOKEN: Final = f"[^{LETTERS['COND']}\\n]"

# In front of a figure: no condition and no verb of a lasting state among the last four tokens.
# "until now" and "bis jetzt" are no conditions.
_NOT_NOW: Final = f"[^{LETTERS['NOW']},]"
_UNCONDITIONAL: Final = "".join(
    f"(?<!{_class(roles)}{between})"
    for roles, between in (
        ("COND|BOUND|STATE|TAKE|EDGE", ""),
        ("COND|BOUND|STATE|TAKE", _NOT_NOW),
        ("COND|BOUND|STATE|TAKE", _NOT_NOW + "[^,]"),
        ("COND|BOUND|STATE|TAKE", _NOT_NOW + "[^,][^,]"),
    )
)
# How far apart the parts of a frame may stand that has no order.
_APART: Final = ".{0,60}"
_NO_CONDITION: Final = f"(?!{_APART}{_class('COND|STATE|TAKE|OUGHT')})"

NO_READING: Final = re.compile(
    f"{_class('RULE')}"
    # A date: "in 2022", but not "in 2000 rows".
    f"|{_class('at|SINCE|COND|BOUND')}{_class('YEAR')}(?!{_class('ITEM|UNIT|SIZE|PCT')})"
)
WORTH_A_LOOK: Final = re.compile(_class("num|CLOCK|HOUR|PART|SIGN|ROUTINE|PROGRESS|STEP"))

_TERM = re.compile(r"(!?)([A-Za-z|]+)(?:(\?)|\*(\d))?")


def _term(term: str) -> str:
    if term == "or":
        return "|"
    if term.startswith(".."):
        return f"{_WORD}{{0,{term[2:]}}}?"
    if term.startswith("~"):
        return f"{_TOKEN}{{0,{term[1:]}}}?"
    match = _TERM.fullmatch(term)
    if match is None:  # brackets and anchors are written as in any pattern
        return re.sub(r"\*(\d)$", r"{0,\1}", term)
    negated, names, optional, most = match.groups()
    meant = _SHORTHANDS.get(names, "")
    found = f"(?:{_sequence(meant)})" if {" ", "*"} & set(meant) else _class(names)
    return f"(?!{found})" if negated else found + (optional or (f"{{0,{most}}}" if most else ""))


def _sequence(terms: str) -> str:
    return "".join(_term(term) for term in terms.split())


def regex(frames: Iterable[Frame]) -> str:
    """Translate frames into one pattern over the shape of a sentence.

    >>> bool(re.fullmatch(regex([Frame("SMALL SLASH TENS", "1/10")]), "0/1"))
    True
    """
    anywhere: list[str] = []
    at_start: list[str] = []
    by_first_term: dict[str, list[str]] = {}
    for frame in frames:
        parts = [part for part in frame.shape.split("& ") if part]
        first, _, rest = frame.shape.partition(" ")
        if "&" in frame.shape:
            anywhere.append(_scattered(parts))
        elif first == "^":
            at_start.append(_sequence(rest))
        elif first.startswith("("):
            by_first_term.setdefault("", []).append(_sequence(frame.shape))
        else:
            by_first_term.setdefault(first, []).append(_sequence(rest))
    # What begins alike is tried together: most places fail in one look.
    told: list[str] = []
    untold = [_together("", by_first_term.pop("", []))]
    openings: set[str] = set()
    for first, rests in by_first_term.items():
        roles = set(filter(None, _opening(first).split("|")))
        # Other words are everywhere: they would have all places tried.
        rare = roles and "OTHER" not in roles
        (told if rare else untold).append(_together(_sequence(first), rests))
        openings |= roles if rare else set()
    opening = f"(?={_class('|'.join(sorted(openings)))})" if openings else ""
    found = (
        _together(f"{opening}{_UNCONDITIONAL}", told),
        _together(_UNCONDITIONAL, untold),
        _together("^", at_start),
        _together(f"^{_NO_CONDITION}", anywhere),
    )
    return "|".join(filter(None, found))


def _scattered(parts: list[str]) -> str:
    """Give the pattern for parts in any order; most texts lack a sign that one must begin with."""
    needed: list[str] = []
    whole: list[str] = []
    for part in parts:
        first, _, rest = part.strip().partition(" ")
        if opening := _opening(first):
            letters = _class(opening)
            needed.append(f"(?=[^{letters[1:-1]}\\n]{{0,60}}{letters})")
        if rest or not opening or opening != first:
            whole.append(f"(?={_APART}?{_sequence(part)})")
    return "".join((*needed, *whole))


def _together(start: str, rests: list[str]) -> str:
    """Give one pattern for all that begin so; none for none."""
    rests = [rest for rest in rests if rest]
    return f"{start}(?:{'|'.join(rests)})" if rests else ""


def _opening(first: str) -> str:
    """Name the roles of which one must stand where this term begins; none if that is open."""
    roles = _OPENING.get(first, first)
    return roles if re.fullmatch(r"[A-Za-z|]+", roles) else ""
