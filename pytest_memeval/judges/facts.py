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
    value: object


# Where a fact may start and end: not within a word, a version, a path or a flag.
_START = r"(?<![\w./:@#+-])"
_END = r"(?![\w@]|[./:+-]\w)"
_NUMBER = r"\d+(?:[.,]\d+)*"

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen " \
    "fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBER_WORDS = {
    **{word: number for number, word in enumerate(_ONES)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
    **{
        f"{ten} {one}": 10 * number + small
        for number, ten in enumerate(_TENS, 2)
        for small, one in enumerate(_ONES[1:10], 1)
    },
}

#: Units of time by their names, in minutes; months and years in months, as neither has a fixed
#: number of days.
_MINUTES = {
    "s sec secs second seconds": Fraction(1, 60),
    "min mins minute minutes minuten minuto minutos minuti minuut 分 分钟": Fraction(1),
    "h hr hrs hour hours stunde stunden hora horas heure heures ora ore uur 時間 小时": Fraction(60),
    "day days tag tage día días jour jours giorno giorni dia dias dag dagen": Fraction(1440),
    "week weeks woche wochen semana semanas semaine semaines settimana settimane wk wks": Fraction(
        10080
    ),
}
_MONTHS = {
    "month months monat monate mes meses mois mese mesi": Fraction(1),
    "year years yr yrs jahr jahre año años an ans anno anni ano anos": Fraction(12),
}
_UNITS = {
    name: (kind, size)
    for kind, sizes in (("minutes", _MINUTES), ("months", _MONTHS))
    for names, size in sizes.items()
    for name in names.split()
}
_UNIT = "(?:" + "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True)) + ")"
_PERIOD = r"(day|week|month|year)"

_MONTH_NAMES = (
    "january february march april may june july august september october november december"
).split()
_MONTH = "(" + "|".join(f"{name}|{name[:3]}" for name in _MONTH_NAMES) + r"|sept)\.?"
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"

#: Ways to say an amount that are first brought into digits.
_REWRITES = [
    (re.compile(pattern, re.IGNORECASE), new)
    for pattern, new in (
        (r"\b(?:an?|one) (hour|day|week|month|year) and a half\b", r"1.5 \1"),
        (r"\b(\d+) (hour|day|week|month|year)s? and a half\b", r"\1.5 \2s"),
        (r"\bone and a half\b", "1.5"),
        (r"\b(\d+) and a half\b", r"\1.5"),
        (r"\b(\d+) 1[/⁄]2\b", r"\1.5"),
        (r"\bthree[- ]quarters of an hour\b", "45 min"),
        (r"\b(?:a )?quarter of an hour\b", "15 min"),
        (r"\bhalf an? (hour|day|year)\b", r"0.5 \1"),
        (r"\b(?:a )?half[- ]hour\b", "0.5 hour"),
        (r"\bfortnight\b", "2 weeks"),
        (r"\bone (?=(?:hour|minute|second|day|week|month|year)\b)", "1 "),
        # "between 25 and 40 minutes" holds two durations
        (
            rf"{_START}({_NUMBER}) ?(and|to|or|-|–) ?({_NUMBER}) ?({_UNIT})\b",
            r"\1 \4 \2 \3 \4",
        ),
    )
]


def _number(text: str) -> Fraction:
    """``1,200`` is a thousand and more, ``1,5`` is one and a half."""
    whole = re.fullmatch(r"\d{1,3}(?:,\d{3})+", text)
    plain = text.replace(",", "") if whole else text.replace(",", ".")
    if plain.count(".") > 1:
        plain = plain.replace(".", "")
    return Fraction(plain)


def _duration(match: re.Match[str]) -> Fact | None:
    parts = [
        (_number(number), *_UNITS[unit.lower()])
        for number, unit in re.findall(rf"({_NUMBER})\s*-?\s*({_UNIT})", match[0], re.IGNORECASE)
    ]
    kinds = {kind for _, kind, _ in parts}
    if len(kinds) != 1:
        return None
    return Fact(kinds.pop(), sum(number * size for number, _, size in parts))


def _frequency(times: Fraction, period: str, every: Fraction = Fraction(1)) -> Fact:
    """So many times in so many periods; days and weeks are one scale, months and years another."""
    scale, size = {"day": ("day", 1), "week": ("day", 7), "month": ("month", 1)}.get(
        period, ("month", 12)
    )
    return Fact("frequency", (scale, times / (every * size)))


_TIMES = {"once": Fraction(1), "twice": Fraction(2), "thrice": Fraction(3)}
_ADVERBS = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year"}


def _times(match: re.Match[str]) -> Fact:
    said = match[1].lower()
    times = _TIMES.get(said) or _number(re.match(_NUMBER, said)[0])  # type: ignore[index]
    period = match[2].lower()
    return _frequency(times, _ADVERBS.get(period, period))


def _every(match: re.Match[str]) -> Fact:
    step = (match[1] or "1").lower().strip()
    every = Fraction(2) if step in ("other", "second") else _number(step)
    return _frequency(Fraction(1), match[2].lower(), every)


def _date(year: str | None, month: str, day: str) -> Fact | None:
    number = int(month) if month.isdigit() else _month_number(month)
    if not (1 <= number <= 12 and 1 <= int(day) <= 31):
        return None
    return Fact("date", (int(year) if year else None, number, int(day)))


def _month_number(name: str) -> int:
    return next(i for i, full in enumerate(_MONTH_NAMES, 1) if full.startswith(name.lower()[:3]))


def _clock(match: re.Match[str]) -> Fact | None:
    hour, minute = int(match[1]), int(match[2] or 0)
    half = (match[3] or "").lower()[:1]
    if hour > (12 if half in ("a", "p") else 24) or minute > 59:
        return None
    if half in ("a", "p"):
        hour = hour % 12 + (12 if half == "p" else 0)
    return Fact("time", hour * 60 + minute)


_Reader = Callable[[re.Match[str]], "Fact | None"]

#: What is looked for, in this order: what one pattern has taken, the next ones no longer see.
_PATTERNS: list[tuple[re.Pattern[str], _Reader]] = [
    (re.compile(_START + pattern + _END, re.IGNORECASE), reader)
    for pattern, reader in (
        (r"(\d{4})-(\d{2})-(\d{2})", lambda m: _date(m[1], m[2], m[3])),
        (rf"(\d{{4}}) {_MONTH} {_DAY}", lambda m: _date(m[1], m[2], m[3])),
        (rf"{_MONTH} {_DAY}(?:,? (\d{{4}}))?", lambda m: _date(m[3], m[1], m[2])),
        (rf"(?:the )?{_DAY}\.? (?:of )?{_MONTH}(?:,? (\d{{4}}))?", lambda m: _date(m[3], m[2], m[1])),
        (rf"(once|twice|thrice|{_NUMBER} ?(?:x|times)) ?(?:/|per|an?|every|each|in a) ?{_PERIOD}", _times),
        (rf"(once|twice|thrice|{_NUMBER} ?(?:x|times)) (daily|weekly|monthly|yearly|annually)", _times),
        (rf"(?:every|each|once every) (other |second |{_NUMBER} )?{_PERIOD}s?", _every),
        (r"(daily|weekly|monthly|yearly|annually)", lambda m: _frequency(Fraction(1), _ADVERBS[m[1].lower()])),
        (r"(\d{1,2})(?:[:.](\d{2}))? ?([ap]\.?m\.?)", _clock),
        (r"(\d{1,2}):(\d{2})()(?: ?(?:uhr|h|hrs|hours))?", _clock),
        (r"noon", lambda m: Fact("time", 720)),
        (r"midnight", lambda m: Fact("time", 0)),
        (r"(" + "|".join(_WEEKDAYS) + r")s?", lambda m: Fact("weekday", m[1].lower())),
        (rf"({_NUMBER}) ?(?:%|percent|per cent|prozent|por ciento|pour cent)", lambda m: Fact("percent", _number(m[1]))),
        (rf"[$€£] ?({_NUMBER})|({_NUMBER}) ?(?:dollars?|euros?|pounds?|usd|eur|gbp|[$€£])", lambda m: Fact("money", _number(m[1] or m[2]))),
        (r"(?:v|version |v\. )(\d+(?:\.\d+)*)|(\d+(?:\.\d+){2,})", lambda m: Fact("version", m[1] or m[2])),
        (rf"(?:an? )?{_NUMBER} ?-?{_UNIT}(?:(?: and |, | )?{_NUMBER} ?{_UNIT})*", _duration),
        (rf"an? (hour|minute|week|month|year)", lambda m: Fact(_UNITS[m[1].lower()][0], _UNITS[m[1].lower()][1])),
        (rf"({_NUMBER})", lambda m: Fact("number", m[1])),
    )
]  # fmt: skip

_WORDS = re.compile(
    _START + "(" + "|".join(sorted((w.replace(" ", "[- ]") for w in _NUMBER_WORDS if w != "one"), key=len, reverse=True)) + ")" + _END,
    re.IGNORECASE,
)  # fmt: skip

OPEN, CLOSE = "\ue000", "\ue001"


def take_facts(text: str) -> tuple[str, list[Fact]]:
    """The text with a mark in place of each fact, and the facts, which the marks number."""
    text = _WORDS.sub(lambda m: str(_NUMBER_WORDS[m[1].lower().replace("-", " ")]), text)
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


_DIGITS = str.maketrans("0123456789", "\ue010\ue011\ue012\ue013\ue014\ue015\ue016\ue017\ue018\ue019")
_BACK = {new: old for old, new in _DIGITS.items()}
