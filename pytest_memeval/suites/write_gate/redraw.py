"""The moving parts of a text, and other values for them in the same format.

A heartbeat stays the same heartbeat when its numbers change. This room finds what moves from one
frame to the next (counts, percentages, durations, clock times, dates, sizes, ids, hashes, path
tails, progress bars) and draws each anew with the same separators, units and decimals, in an order
that can be: what is done stays within its total, and where a text shows a count, its percentage and
a bar, they still agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

_FULL = "#=█▓■▰●━>"
_EMPTY = ".░▒□▱○─ -"
# Word characters of Latin script only: in other scripts numbers stand right beside their words.
_NOT_AFTER = r"(?<![A-Za-z0-9_.,])"
_NUMBER = r"\d{1,3}(?:[,.'’ ]\d{3}){1,3}|\d{1,12}(?:[.,]\d{1,6})?"

#: What moves, in order of trial: the first kind that takes a place keeps it.
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            "bar",
            rf"(?<=[\[|(▕])[{re.escape(_FULL)}]{{0,80}}[{re.escape(_EMPTY)}]{{0,80}}(?=[\]|)▏])"
            r"|[█▓■▰━]{1,60}[░▒□▱─]{1,60}",
        ),
        ("uuid", r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"),
        ("date", r"(?<!\d)(?:20\d\d([-/.])\d\d\1\d\d|\d\d([./])\d\d\2(?:19|20)\d\d)(?!\d)"),
        ("clock", r"(?<![\d:.])\d{1,2}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,6})?(?![\d:])"),
        (
            "count",
            rf"(?<![A-Za-z0-9_.,/:-])(?P<done>{_NUMBER})(?P<unit>[A-Za-z]{{0,3}})"
            r"(?P<between> ?/ ?| (?:of|out of|von|de|sur|di|из|van) )"
            rf"(?P<total>{_NUMBER})(?P=unit)(?![A-Za-z0-9_/]|[.,]\d)",
        ),
        ("percent", rf"{_NOT_AFTER}\d{{1,3}}(?:[.,]\d{{1,3}})?(?=[ \u00a0\u202f]?[%％])"),
        ("hash", r"\b(?=[0-9a-f]{0,62}\d)(?=[0-9a-f]{0,62}[a-f])[0-9a-f]{7,64}\b"),
        ("id", r"\b(?=[a-z]{0,14}\d)[a-z0-9]{1,15}\d[a-z0-9]{0,15}[a-z][a-z0-9]{0,15}\b"),
        ("year", rf"{_NOT_AFTER}(?<!-)(?:19|20)\d\d(?![A-Za-z0-9_-]|[.,]\d)"),
        ("serial", r"(?<=[A-Za-z][_-])\d{2,12}(?=\.[A-Za-z]{1,8}\b|[/_-]|\b)"),
        ("number", rf"{_NOT_AFTER}(?<![A-Za-z]-)(?:{_NUMBER})(?![.,]?\d)"),
    )
)


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of text that moves."""

    kind: str
    match: re.Match[str]

    @property
    def start(self) -> int:
        return self.match.start()

    @property
    def text(self) -> str:
        return self.match[0]


def moving_parts(text: str) -> list[Part]:
    """What moves in a text, from left to right, without overlaps."""
    taken = bytearray(len(text) + 1)
    parts = []
    for kind, pattern in _KINDS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if end > start and not any(taken[start:end]):
                taken[start:end] = b"\x01" * (end - start)
                parts.append(Part(kind, match))
    return sorted(parts, key=lambda part: part.start)


def fold(text: str) -> str:
    """A text with everything that moves replaced by its kind: equal for frames of one shape."""
    return _replaced(text, [(part, f"<{part.kind}>") for part in moving_parts(text)])


def redraw(text: str, rng: Random, only: range | None = None) -> str:
    """Draw the moving parts of a text anew.

    :param only: which parts, counted from the left; all of them by default. Parts that must
        agree with one that is drawn are drawn with it.
    """
    parts = moving_parts(text)
    chosen = range(len(parts)) if only is None else only
    drawn: dict[int, str] = {}
    for group in _groups(parts):
        if any(index in chosen for index in group):
            drawn.update(_draw_group([(index, parts[index]) for index in group], rng))
    return _replaced(text, [(parts[index], value) for index, value in drawn.items()])


def _replaced(text: str, values: list[tuple[Part, str]]) -> str:
    pieces, at = [], 0
    for part, value in sorted(values, key=lambda pair: pair[0].start):
        pieces += [text[at : part.start], value]
        at = part.match.end()
    return "".join([*pieces, text[at:]])


# --- which parts must agree


def _groups(parts: list[Part]) -> Iterator[list[int]]:
    """Parts by what they tell: a count with the percentages and bars of the same progress."""
    grouped: set[int] = set()
    for index, part in enumerate(parts):
        progress = _progress(part)
        if index in grouped or progress is None or part.kind == "bar":
            continue
        same = [
            other
            for other, candidate in enumerate(parts)
            if other not in grouped and other >= index and _shows(candidate, progress, part)
        ]
        grouped.update(same)
        yield same
    yield from ([index] for index in range(len(parts)) if index not in grouped)


def _shows(candidate: Part, progress: Fraction, first: Part) -> bool:
    if candidate is first:
        return True
    shown = _progress(candidate)
    if shown is None or candidate.kind == "count":
        return False
    slack = Fraction(1, 20) if candidate.kind == "bar" else Fraction(1, 100)
    return abs(shown - progress) <= slack


def _progress(part: Part) -> Fraction | None:
    """How far the part says that things are, 0 to 1; None when it says nothing of the kind."""
    if part.kind == "count":
        done, total = _value(part.match["done"]), _value(part.match["total"])
        return done / total if 0 < total >= done else None
    if part.kind == "percent":
        return _value(part.text) / 100
    if part.kind == "bar":
        return Fraction(_filled(part.text), len(part.text))
    return None


def _filled(bar: str) -> int:
    return sum(char in _FULL for char in bar)


def _draw_group(group: list[tuple[int, Part]], rng: Random) -> Iterator[tuple[int, str]]:
    """New values for parts that agree: the first is drawn, the others follow it."""
    (index, first), *rest = group
    value = _DRAW[first.kind](first, rng)
    yield index, value
    progress = _progress_of(first, value)
    for other, part in rest:
        assert progress is not None
        yield (
            other,
            _percent(part.text, progress) if part.kind == "percent" else _bar(part.text, progress),
        )


def _progress_of(part: Part, value: str) -> Fraction | None:
    pattern = dict(_KINDS)[part.kind]
    match = pattern.search(f"{value}%" if part.kind == "percent" else value)
    return _progress(Part(part.kind, match)) if match is not None else None


# --- one part anew


def _value(text: str) -> Fraction:
    """A number however it is grouped: `3,204`, `3.204`, `0.7381`, `12 000`."""
    plain = re.sub(r"['’ ]", "", text)
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", plain) and not plain.startswith("0"):
        return Fraction(re.sub(r"[.,]", "", plain))
    return Fraction(plain.replace(",", "."))


def _digits(text: str, rng: Random) -> str:
    """Other digits in the same places. 0 and 1 alone stay: they say that there is none, or one."""
    if text in ("0", "1"):
        return text
    first, drawn = True, []
    for char in text:
        if not char.isdigit():
            drawn.append(char)
            continue
        leading = first and char != "0"
        low = 2 if leading and len(text) == 1 else int(leading)
        drawn.append("0" if first and char == "0" else str(rng.randint(low, 9)))
        first = False
    return "".join(drawn)


def _characters(text: str, rng: Random) -> str:
    """Other characters of the same classes, at least one digit and one letter kept."""

    def other(char: str) -> str:
        if char.isdigit():
            return str(rng.randint(0, 9))
        pool = "abcdef" if re.fullmatch(r"[0-9a-f-]+", text) else "abcdefghijkmnpqrstuvwxyz"
        return rng.choice(pool) if char.isalpha() else char

    return "".join(map(other, text))


def _id(part: Part, rng: Random) -> str:
    # Letters and digits in turns are a random id; a word with a number behind it stays the word.
    turns = len(re.findall(r"\d(?=[a-z])|[a-z](?=\d)", part.text))
    draw = _characters if turns >= 3 and len(part.text) >= 7 else _digits_in_word
    return draw(part.text, rng)


def _digits_in_word(text: str, rng: Random) -> str:
    return re.sub(r"\d{2,}", lambda match: _digits(match[0], rng), text)


def _count(part: Part, rng: Random) -> str:
    done, total = part.match["done"], part.match["total"]
    unit, between = part.match["unit"], part.match["between"]
    ordered = _value(done) <= _value(total)
    for _ in range(50):
        new_done, new_total = _digits(done, rng), _digits(total, rng)
        if not ordered or _value(new_done) <= _value(new_total):
            return f"{new_done}{unit}{between}{new_total}{unit}"
    return part.text


def _draw_percent(part: Part, rng: Random) -> str:
    if _value(part.text) > 100:
        return _digits(part.text, rng)
    return _percent(part.text, Fraction(rng.randint(100, 9899), 10000))


def _percent(like: str, progress: Fraction) -> str:
    """A share as a percentage with the decimals and the decimal mark of another."""
    _, mark, decimals = like.replace(",", ".").partition(".")
    text = f"{float(progress * 100):.{len(decimals)}f}"
    return text.replace(".", ",") if mark and "," in like else text


def _draw_bar(part: Part, rng: Random) -> str:
    return _bar(part.text, Fraction(rng.randint(1, 99), 100))


def _bar(like: str, progress: Fraction) -> str:
    """A bar of the same width and the same characters, filled as far as `progress` says."""
    full = next((char for char in like if char in _FULL), "#")
    empty = next((char for char in reversed(like) if char in _EMPTY), ".")
    filled = min(len(like), round(len(like) * progress))
    head = ">" if ">" in like and 0 < filled < len(like) else ""
    body = full if full != ">" else "="
    return body * (filled - len(head)) + head + empty * (len(like) - filled)


def _date(part: Part, rng: Random) -> str:
    def field(match: re.Match[str]) -> str:
        if len(match[0]) == 4:
            return str(rng.randint(2015, 2035))
        # Day or month, whichever comes first where this was written: both stay valid.
        return f"{rng.randint(1, 12):02d}"

    return re.sub(r"\d+", field, part.text)


def _clock(part: Part, rng: Random) -> str:
    def field(match: re.Match[str]) -> str:
        if match.start() == 0:
            top = 23 if len(match[0]) == 2 and int(match[0]) <= 23 else 10 ** len(match[0]) - 1
            return str(rng.randint(0, top)).zfill(len(match[0]))
        fraction = part.text[match.start() - 1] in ".,"
        return _digits(match[0], rng) if fraction else f"{rng.randint(0, 59):02d}"

    return re.sub(r"\d+", field, part.text)


def _year(part: Part, rng: Random) -> str:
    return str(rng.randint(2015, 2035))


def _any_digits(part: Part, rng: Random) -> str:
    return _digits(part.text, rng)


def _any_characters(part: Part, rng: Random) -> str:
    return _characters(part.text, rng)


_DRAW: dict[str, Callable[[Part, Random], str]] = {
    "bar": _draw_bar,
    "uuid": _any_characters,
    "date": _date,
    "clock": _clock,
    "count": _count,
    "percent": _draw_percent,
    "hash": _any_characters,
    "id": _id,
    "year": _year,
    "serial": _any_digits,
    "number": _any_digits,
}
