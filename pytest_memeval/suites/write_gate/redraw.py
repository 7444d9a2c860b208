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
from collections.abc import Container
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

_FULL = "#=█▓■▰●━>"
_HALF = "▏▎▍▌▋▊▉"
_EMPTY = ".░▒□▱○─ -"
_BLANK = "[ \u00a0\u202f]"
# Word characters of Latin script only: in other scripts numbers stand right beside their words.
_START, _END = r"(?<![A-Za-z0-9_])", r"(?![A-Za-z0-9_])"
_NOT_AFTER = r"(?<![A-Za-z0-9_.,])"
_NUMBER = r"\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3}){1,3}(?!\d)|\d{1,30}(?:[.,]\d{1,20})?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}"

#: Names with a number in them: nothing in them moves.
_NAMES = re.compile(
    rf"{_START}(?:(?:(?i:utf|ucs|sha|aes|md|cp|cve)[-_]?|(?i:iso|iec|rfc|pep)[-_ ]?)\d{{1,6}}"
    r"(?:[-_]\d{1,6})*|i18n|l10n|a11y|k8s|utf8mb[34]|sha\d{1,3}sum|x86[-_]64)" + _END
)

#: What moves, in order of trial: the first kind that takes a place keeps it.
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            "bar",
            rf"(?<=[\[|(▕])(?=[{re.escape(_FULL + _HALF + _EMPTY)}]{{4}})"
            rf"[{re.escape(_FULL)}]{{1,80}}[{_HALF}]?[{re.escape(_EMPTY)}]{{0,80}}(?=[\]|)▏])"
            r"|(?<=\[)[ .░▒□▱○]{5,80}(?=\])|(?<=%\|)[ .░▒□▱○]{5,80}(?=\|)"
            rf"|[█▓■▰━]{{1,60}}[{_HALF}]?[░▒□▱─]{{1,60}}",
        ),
        (
            "uuid",
            rf"{_START}[0-9a-fA-F]{{8}}(?:-[0-9a-fA-F]{{4}}){{3}}-[0-9a-fA-F]{{12}}{_END}",
        ),
        (
            "date",
            r"(?<!\d)(?:(?:19|20)\d\d([-/.])\d\d\1\d\d|\d\d([./])\d\d\2(?:19|20)\d\d)(?!\d)",
        ),
        ("clock", r"(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,6})?(?![\d:])"),
        (
            "day",
            rf"{_START}(?:{_MONTH}\.? {{1,2}}\d{{1,2}}|\d{{1,2}}\.? {_MONTH})(?![A-Za-z0-9_:.])",
        ),
        (
            "duration",
            rf"{_NOT_AFTER}\d{{1,4}}(?:d|h|min|m)"
            rf"(?:{_BLANK}?\d{{1,2}}(?:[.,]\d{{1,3}})?(?:h|min|ms|m|s)){{1,3}}{_END}",
        ),
        (
            "count",
            rf"(?<![A-Za-z0-9_.,/:-])(?P<done>{_NUMBER})(?P<unit>(?:{_BLANK}?[A-Za-z]{{1,3}})?)"
            rf"(?P<between>{_BLANK}?/{_BLANK}?| (?:of|out of|von|de|sur|di|из|van) )"
            rf"(?P<total>{_NUMBER})(?P=unit)(?![A-Za-z0-9_/]|[.,]\d)",
        ),
        ("percent", rf"{_NOT_AFTER}\d{{1,3}}(?:[.,]\d{{1,3}})?(?={_BLANK}?[%％])"),
        (
            "hash",
            rf"{_START}(?:0x)?(?=[0-9a-fA-F]{{0,62}}\d)(?=[0-9a-fA-F]{{0,62}}[a-fA-F])"
            rf"[0-9a-fA-F]{{7,64}}{_END}",
        ),
        (
            "id",
            rf"{_START}(?=[a-z]{{0,14}}\d)[a-z0-9]{{1,15}}\d[a-z0-9]{{0,15}}[a-z][a-z0-9]{{0,15}}"
            rf"{_END}",
        ),
        ("year", rf"{_NOT_AFTER}(?<!-)(?:19|20)\d\d(?![A-Za-z0-9_-]|[.,]\d)"),
        ("serial", rf"(?<=[A-Za-z][_-])\d{{2,12}}(?=\.[A-Za-z]{{1,8}}{_END}|[/_-]|{_END})"),
        ("number", rf"{_NOT_AFTER}(?<![A-Za-z]-)(?:{_NUMBER})(?![.,]?\d)"),
    )
)
#: Kinds that a redrawn text may show one for the other.
_FOLDED = {"year": "number", "serial": "number", "hash": "id"}
#: How far apart, in parts, a count and its percentage or bar may stand.
_NEAR = 6
#: Letters for ids that read neither as a hash nor as a duration.
_ID_LETTERS = "gjkpqrtvwyz"
_TRIES = 8


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
    for name in _NAMES.finditer(text):
        taken[name.start() : name.end()] = b"\x01" * len(name[0])
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
    parts = moving_parts(text)
    return _replaced(text, [(part, f"<{_FOLDED.get(part.kind, part.kind)}>") for part in parts])


def redraw(text: str, rng: Random, only: Container[int] | None = None) -> str:
    """Draw the moving parts of a text anew.

    :param only: which parts, counted from the left; all of them by default. Parts that must
        agree with one that is drawn are drawn with it.
    """
    parts = moving_parts(text)
    shape = fold(text)
    for _ in range(_TRIES if parts else 0):
        drawn = _drawn_once(text, parts, rng, only)
        # Digits may fall so that they read as something else: a ratio as a clock time.
        if fold(drawn) == shape:
            return drawn
    return text


def _drawn_once(text: str, parts: list[Part], rng: Random, only: Container[int] | None) -> str:
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
    told = [_progress(part) for part in parts]
    grouped: set[int] = set()
    for kind in ("count", "percent"):
        for index, part in enumerate(parts):
            if part.kind != kind or told[index] is None or index in grouped:
                continue
            near = range(max(0, index - _NEAR), min(len(parts), index + _NEAR + 1))
            same = [
                other
                for other in near
                if other not in grouped and other != index and _agree(parts, told, index, other)
            ]
            grouped.update((index, *same))
            yield [index, *same]
    yield from ([index] for index in range(len(parts)) if index not in grouped)


def _agree(parts: list[Part], told: list[Fraction | None], first: int, other: int) -> bool:
    """Whether a percentage or a bar shows the progress that another part tells first."""
    progress, shown = told[first], told[other]
    if progress is None or shown is None or parts[other].kind == "count":
        return False
    slack = Fraction(1, 100)
    if parts[other].kind == "bar":
        slack = max(Fraction(1, 20), Fraction(1, len(parts[other].text)))
    return abs(shown - progress) <= slack


def _progress(part: Part) -> Fraction | None:
    """How far the part says that things are, 0 to 1; None when it says nothing of the kind."""
    if part.kind == "count":
        done, total = _value(part.match["done"]), _value(part.match["total"])
        return done / total if 0 < total >= done else None
    if part.kind == "percent":
        return _share(part.text)
    if part.kind == "bar":
        return _filled(part.text) / len(part.text)
    return None


def _share(percent: str) -> Fraction:
    """A percentage as a share of 1; a mark in it is a decimal mark."""
    return Fraction(percent.replace(",", ".")) / 100


def _filled(bar: str) -> Fraction:
    full, half = (sum(char in kind for char in bar) for kind in (_FULL, _HALF))
    return full + Fraction(half, 2)


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
    plain = re.sub(r"['’ \u00a0\u202f]", "", text)
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", plain) and not plain.startswith("0"):
        return Fraction(re.sub(r"[.,]", "", plain))
    return Fraction(plain.replace(",", "."))


def _digits(text: str, rng: Random) -> str:
    """Other digits in the same places. 0 and 1 alone stay: they say that there is none, or one."""
    if len(text) == 1 and int(text) < 2:
        return text
    first, drawn = True, []
    for char in text:
        if not char.isdecimal():
            drawn.append(char)
            continue
        leading = first and int(char) != 0
        low = 2 if leading and len(text) == 1 else int(leading)
        drawn.append(char if first and not leading else _digit(char, rng.randint(low, 9)))
        first = False
    return "".join(drawn)


def _digit(like: str, value: int) -> str:
    """A digit in the script of another."""
    return chr(ord(like) - int(like) + value)


def _characters(text: str, pool: str, rng: Random) -> str:
    """Other characters of the same classes, so that digits and letters keep their places."""

    def other(char: str) -> str:
        if char.isdecimal():
            return _digit(char, rng.randint(0, 9))
        if not char.isalpha():
            return char
        drawn = rng.choice(pool)
        return drawn.upper() if char.isupper() else drawn

    return "".join(map(other, text))


def _id(part: Part, rng: Random) -> str:
    # Letters and digits in turns are a random id; a word with a number behind it stays the word.
    turns = len(re.findall(r"\d(?=[a-z])|[a-z](?=\d)", part.text))
    if turns >= 3 and len(part.text) >= 7:
        return _characters(part.text, _ID_LETTERS, rng)
    return _digits_in_word(part.text, rng)


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
    if _share(part.text) > 1:
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
    """A bar of the same width and the same characters, filled as far as `progress` says.

    It is never quite empty: such a one might be taken for something else.
    """
    full = next((char for char in like if char in _FULL), "#")
    blank = "." if like.isascii() else " "
    empty = next((char for char in reversed(like) if char in _EMPTY), blank)
    filled = max(1, min(len(like), round(len(like) * progress)))
    head = ">" if ">" in like else ""
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


def _day(part: Part, rng: Random) -> str:
    """Another day of the same month, one that every month has."""

    def field(match: re.Match[str]) -> str:
        low, high = (10, 28) if len(match[0].lstrip("0")) == 2 else (1, 9)
        return str(rng.randint(low, high)).zfill(len(match[0]))

    return re.sub(r"\d+", field, part.text)


def _duration(part: Part, rng: Random) -> str:
    """Other hours, minutes and seconds: only the first may be more than what makes a next one."""

    def field(match: re.Match[str]) -> str:
        number, unit = match["number"], match["unit"]
        if match.start() == 0 or len(number) == 1 or number.startswith("0"):
            return _digits(number, rng) + unit
        if part.text[match.start() - 1] in ".,":
            return _digits(number, rng) + unit
        return f"{rng.randint(10, 23 if unit == 'h' else 59)}{unit}"

    return re.sub(r"(?P<number>\d+)(?P<unit>[a-z]*)", field, part.text)


def _year(part: Part, rng: Random) -> str:
    return str(rng.randint(2015, 2035))


def _any_digits(part: Part, rng: Random) -> str:
    return _digits(part.text, rng)


def _any_hex(part: Part, rng: Random) -> str:
    prefix = "0x" if part.text.startswith("0x") else ""
    return prefix + _characters(part.text[len(prefix) :], "abcdef", rng)


_DRAW: dict[str, Callable[[Part, Random], str]] = {
    "bar": _draw_bar,
    "uuid": _any_hex,
    "date": _date,
    "clock": _clock,
    "day": _day,
    "duration": _duration,
    "count": _count,
    "percent": _draw_percent,
    "hash": _any_hex,
    "id": _id,
    "year": _year,
    "serial": _any_digits,
    "number": _any_digits,
}
