"""Amounts, times and versions in a text, in a form in which equal ones are equal.

"An hour and a half" is 90 minutes, "2pm" is 14:00, "twice a week" is "2x/week". A number inside a
command, a name or an address is left where it is: there it is no amount.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Fact:
    """One amount: facts of one kind exclude each other, and equal ones have equal values."""

    kind: str
    value: tuple[object, ...]


# Where a fact may start and end: not within a word, a version, a path or a flag.
_START = r"(?<![\w./:@#+-])"
_END = r"(?![\w@]|[./:+-]\w)"
_NUMBER = r"\d{1,15}(?:[.,]\d{1,15}){0,4}"


def _words(text: str) -> list[str]:
    return text.split()


_ONES = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
_NUMBER_WORDS = {
    **{word: number for number, word in enumerate(_ONES)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
    **{
        f"{ten} {one}": 10 * number + small
        for number, ten in enumerate(_TENS, 2)
        for small, one in enumerate(_ONES[1:10], 1)
    },
}

#: Units of time: their scale, their size on it, their names. Months and years have no fixed number
#: of days, so they are on a scale of their own.
_SIZES = (
    ("minutes", Fraction(1, 60), "s sec secs second seconds"),
    (
        "minutes",
        Fraction(1),
        "min mins minute minutes minuten minuto minutos minuti minuut 分 分钟",
    ),
    ("minutes", Fraction(60), "h hr hrs hour hours stunde stunden hora horas heure heures ora ore"),
    ("minutes", Fraction(60), "uur 時間 小时"),
    ("minutes", Fraction(1440), "day days tag tage dia dias jour jours giorno giorni dag dagen"),
    ("minutes", Fraction(10080), "week weeks wk wks woche wochen semana semanas semaine semaines"),
    ("minutes", Fraction(10080), "settimana settimane"),
    ("months", Fraction(1), "month months monat monate mes meses mois mese mesi"),
    ("months", Fraction(12), "year years yr yrs jahr jahre ano anos an ans anno anni"),
)
_UNITS = {name: (scale, size) for scale, size, names in _SIZES for name in _words(names)}
_UNIT = "(?:" + "|".join(sorted(_UNITS, key=len, reverse=True)) + ")"

_MONTH_NAMES = _words(
    "january february march april may june july august september october november december"
)
_MONTH = "(" + "|".join(f"{name}|{name[:3]}" for name in _MONTH_NAMES) + r"|sept)\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_WEEKDAY = "(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?"
_PERIOD = "(day|week|month|year)"
_TIMES = {"once": Fraction(1), "twice": Fraction(2), "thrice": Fraction(3)}
_SO_OFTEN = rf"(once|twice|thrice|{_NUMBER} ?(?:x|times))"
_ADVERBS = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
}
_ADVERB = "(" + "|".join(_ADVERBS) + ")"
_CURRENCY = "(?:dollars?|euros?|pounds?|usd|eur|gbp|[$€£])"
_PERCENT = "(?:%|percent|per cent|prozent|por ciento|pour cent)"

#: Ways to say an amount that are first brought into digits.
_REWRITES = [
    (re.compile(pattern, re.IGNORECASE), new)
    for pattern, new in (
        (r"\b(?:an?|one) (hour|day|week|month|year) and a half\b", r"1.5 \1"),
        (r"\b(\d+) (hour|day|week|month|year)s? and a half\b", r"\1.5 \2s"),
        (r"\bone and a half\b", "1.5"),
        (r"\b(\d+) and a half\b", r"\1.5"),
        (r"\b(\d+) 1/2\b", r"\1.5"),
        (r"\b3[- ]quarters of an hour\b", "45 min"),
        (r"\b(?:a )?quarter of an hour\b", "15 min"),
        (r"\bhalf an? (hour|day|year)\b", r"0.5 \1"),
        (r"\b(?:a )?half[- ]hour\b", "0.5 hour"),
        (r"\b(\d{1,3}) ?h ?(\d{1,2}) ?m\b", r"\1 h \2 min"),
        (r"\bfortnight\b", "2 weeks"),
        (r"\bone (?=(?:hour|minute|second|day|week|month|year)\b)", "1 "),
        # "between 25 and 40 minutes" holds two durations
        (
            rf"{_START}({_NUMBER}) ?(and|to|or|-) ?({_NUMBER}) ?({_UNIT})\b",
            r"\1 \4 \2 \3 \4",
        ),
    )
]


def _number(text: str) -> Fraction:
    """``1,200`` is a thousand and more, ``1,5`` is one and a half."""
    thousands = re.fullmatch(r"\d{1,3}(?:,\d{3})+", text)
    plain = text.replace(",", "") if thousands else text.replace(",", ".")
    return Fraction(plain.replace(".", "") if plain.count(".") > 1 else plain)


def _amount(kind: str) -> _Reader:
    return lambda match: Fact(kind, (_number(next(filter(None, match.groups()))),))


def _duration(match: re.Match[str]) -> Fact | None:
    parts = re.findall(rf"({_NUMBER})\s*-?\s*({_UNIT})", match[0], re.IGNORECASE)
    sizes = [(_number(number), *_UNITS[unit.lower()]) for number, unit in parts]
    scales = {scale for _, scale, _ in sizes}
    if len(scales) != 1:
        return None
    return Fact(scales.pop(), (sum(number * size for number, _, size in sizes),))


def _one(match: re.Match[str]) -> Fact:
    scale, size = _UNITS[match[1].lower()]
    return Fact(scale, (size,))


def _frequency(times: Fraction, period: str, every: Fraction = Fraction(1)) -> Fact | None:
    """So many times in so many periods; days and weeks are one scale, months and years another."""
    scale = "day" if period in ("day", "week") else "month"
    size = {"week": 7, "year": 12}.get(period, 1)
    return Fact("frequency", (scale, times / (every * size))) if every else None


def _times(match: re.Match[str]) -> Fact | None:
    said, period = match[1].lower(), match[2].lower()
    times = _TIMES.get(said) or _number(said.removesuffix("times").removesuffix("x").strip())
    return _frequency(times, _ADVERBS.get(period, period))


def _every(match: re.Match[str]) -> Fact | None:
    step = (match[1] or "1").lower().strip()
    every = Fraction(2) if step in ("other", "second") else _number(step)
    return _frequency(Fraction(1), match[2].lower(), every)


def _adverb(match: re.Match[str]) -> Fact | None:
    return _frequency(Fraction(1), _ADVERBS[match[1].lower()])


def _date(order: str) -> _Reader:
    """Read a date whose groups come in this order of y, m and d."""

    def read(match: re.Match[str]) -> Fact | None:
        given = dict(zip(order, match.groups(), strict=True))
        month, day = _month(given["m"]), int(given["d"])
        year = int(given["y"]) if given.get("y") else None
        return Fact("date", (year, month, day)) if 1 <= month <= 12 and 1 <= day <= 31 else None

    return read


def _month(name: str) -> int:
    if name.isdigit():
        return int(name)
    return next(i for i, full in enumerate(_MONTH_NAMES, 1) if full.startswith(name.lower()[:3]))


def _clock(match: re.Match[str]) -> Fact | None:
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3].lower()[:1]
    if hour > (12 if half else 24) or minute > 59:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return Fact("time", (hour * 60 + minute,))


_Reader = Callable[[re.Match[str]], "Fact | None"]

#: What is looked for, in this order: what one pattern has taken, the next ones no longer see.
_PATTERNS: list[tuple[re.Pattern[str], _Reader]] = [
    (re.compile(f"{_START}(?:{pattern}){_END}", re.IGNORECASE), reader)
    for pattern, reader in (
        (r"(\d{4})-(\d{2})-(\d{2})", _date("ymd")),
        (rf"(\d{{4}}) {_MONTH} {_DAY}", _date("ymd")),
        (rf"{_MONTH} {_DAY}(?:,? (\d{{4}}))?", _date("mdy")),
        (rf"(?:the )?{_DAY}\.? (?:of )?{_MONTH}(?:,? (\d{{4}}))?", _date("dmy")),
        (rf"{_SO_OFTEN} ?(?:/|per|an?|every|each|in a) ?{_PERIOD}", _times),
        (rf"{_SO_OFTEN} {_ADVERB}", _times),
        (rf"(?:every|each|once every) (other |second |{_NUMBER} )?{_PERIOD}s?", _every),
        (_ADVERB, _adverb),
        (r"(\d{1,2})(?:[:.](\d{2}))? ?([ap]\.?m\.?)", _clock),
        (r"(\d{1,2}):(\d{2})()(?: ?(?:uhr|h|hrs|hours))?", _clock),
        ("noon", lambda match: Fact("time", (720,))),
        ("midnight", lambda match: Fact("time", (0,))),
        (_WEEKDAY, lambda match: Fact("weekday", (match[1].lower(),))),
        (rf"({_NUMBER}) ?{_PERCENT}", _amount("percent")),
        (rf"[$€£] ?({_NUMBER})|({_NUMBER}) ?{_CURRENCY}", _amount("money")),
        (
            r"(?:v|version |v\. )(\d{1,9}(?:\.\d{1,9}){0,5})|(\d{1,9}(?:\.\d{1,9}){2,5})",
            lambda match: Fact("version", (match[1] or match[2],)),
        ),
        (rf"(?:an? )?{_NUMBER} ?-?{_UNIT}(?:(?: and |, | )?{_NUMBER} ?{_UNIT})*", _duration),
        ("an? (hour|minute|week|month|year)", _one),
        (rf"({_NUMBER})", lambda match: Fact("number", (match[1],))),
    )
]

_NUMBER_WORD = re.compile(
    _START
    + "("
    + "|".join(
        word.replace(" ", "[- ]")
        for word in sorted(_NUMBER_WORDS, key=len, reverse=True)
        if word != "one"
    )
    + ")"
    + _END,
    re.IGNORECASE,
)

OPEN, CLOSE = "\ue000", "\ue001"


def take_facts(text: str) -> tuple[str, list[Fact]]:
    """The text with a mark in place of each fact, and the facts, which the marks number."""
    text = _NUMBER_WORD.sub(lambda m: str(_NUMBER_WORDS[m[1].lower().replace("-", " ")]), text)
    for pattern, new in _REWRITES:
        text = pattern.sub(new, text)
    facts: list[Fact] = []

    def mark(reader: _Reader) -> Callable[[re.Match[str]], str]:
        def marked(match: re.Match[str]) -> str:
            fact = reader(match)
            if fact is None:
                return match[0]
            facts.append(fact)
            return f" {OPEN}{_letters(len(facts) - 1)}{CLOSE} "

        return marked

    for pattern, reader in _PATTERNS:
        text = pattern.sub(mark(reader), text)
    return text, facts


def _letters(number: int) -> str:
    """A number in letters, in which no later pattern can see a number."""
    return str(number).translate(_DIGITS)


def number_of(mark: str) -> int:
    """Which fact a mark stands for."""
    return int(mark.strip(OPEN + CLOSE).translate(_BACK))


_DIGITS = str.maketrans(
    "0123456789", "\ue010\ue011\ue012\ue013\ue014\ue015\ue016\ue017\ue018\ue019"
)
_BACK = {new: old for old, new in _DIGITS.items()}
