"""In what two near-duplicates differ, where it may be all that they say.

"Port 5432" and "port 5433", "Ana" and "Ben", "may" and "may not" are one word apart and two facts.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

_TOKEN = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"  # scripts without blanks: sign by sign
    r"|[+-]?\d[\w.,:/-]*|(?:(?![\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])[\w'’])+"
    r"|[$€£¥%<>=≤≥+±]|(?<=\w)#|[\u2190-\u22ff\u2600-\u27bf\U0001f300-\U0001faff]"
)
_SIGNS = frozenset("$€£¥%<>=≤≥+±")
_MOST_SHOWN = 3
#: Such as C# beside C, a tick beside a cross, an arrow that points the other way.
_SYMBOL = re.compile(r"[#\u2190-\u22ff\u2600-\u27bf\U0001f300-\U0001faff]")

_NUMBERS_TEXT = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty
forty fifty sixty ninety hundred thousand million billion half third quarter double twice once dozen
first second fourth fifth last next previous
ein eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert tausend halb
deux trois quatre cinq sept huit neuf dix onze douze vingt cent mille
dos tres cuatro cinco seis siete ocho nueve diez veinte cien mil
due tre quattro cinque sei sette otto nove dieci venti cento
dois três quatro sete oito nove dez vinte
один два три четыре пять шесть семь восемь девять десять сто тысяча
"""
_DATES_TEXT = """
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
fridays saturdays sundays january february march april may june july august september october
november december today yesterday tomorrow morning afternoon evening night noon midnight am pm
daily weekly monthly yearly hourly quarterly spring summer autumn winter weekday weekdays weekend
second seconds minute minutes hour hours day days week weeks month months year years
montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli
oktober dezember täglich wöchentlich lundi mardi mercredi jeudi vendredi samedi dimanche janvier
février mars avril juin juillet août septembre octobre novembre décembre lunes martes miércoles
jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre
noviembre diciembre
"""
_TURNS_TEXT = """
no not never none nobody nothing neither nor without cannot can't won't don't doesn't didn't isn't
aren't wasn't weren't shouldn't mustn't couldn't wouldn't hasn't haven't hadn't unless except
hardly rarely seldom always often sometimes only
on off enable enabled enables disable disabled disables allow allowed allows deny denied denies
forbid forbidden forbids permit permitted permits require required requires optional mandatory
before after above below over under inside outside more less fewer most least maximum minimum max
min up down increase increased increases decrease decreased decreases raise raised lower lowered
add added adds remove removed removes start started starts stop stopped stops open opened closed
true false yes public private internal external left right like likes dislike dislikes love loves
hate hates prefer prefers avoid avoids accept accepted accepts reject rejected rejects keep keeps
drop drops include included includes exclude excluded excludes old new former current deprecated
supported unsupported production staging development test prod dev primary secondary read write
nicht kein keine keinen nie niemals ohne weder noch ne pas jamais aucun aucune sans ni nunca sin
ningún ninguna tampoco non mai senza nessuno nem não sem не нет никогда без ни
"""
#: Capitals at the start of a text or a sentence that say nothing.
_OPENING_TEXT = """
a an the this that these those our my his her their its we i he she they it you in on at for from
to with by of when whenever if as while since because please remember note also and but so all any
each every there here user users agent assistant project team
"""
#: Words that one text may have beside all of the other's, and say the same. Any other word may be
#: what one fact has before another: "oat milk", "nearly released", "some reports".
_FILLING_TEXT = """
a an the this that these those of and so then is are it its he she they his her their our we also
too really still please note just very whole own both indeed actually simply agreed
der die das ein eine und auch noch so dann bitte ist sind es doch
le la les un une des et aussi est
el la los las un una y también es
"""

_NUMBERS, _DATES, _TURNS, _OPENING, _FILLING = (
    frozenset(text.split())
    for text in (_NUMBERS_TEXT, _DATES_TEXT, _TURNS_TEXT, _OPENING_TEXT, _FILLING_TEXT)
)


def difference(one: str, other: str, named: bool = True) -> str:
    """What sets two texts apart as facts, such as ``numbers (5432 / 5433)``; or "".

    Words that one of them has beside all of the other's are no other fact where they only fill.

    :param named: whether the words may be told; without, it is ``numbers`` alone.
    """
    here, there = _tokens(one), _tokens(other)
    mine, yours = [_plain(token) for token in here], [_plain(token) for token in there]
    left, right = list(Counter(mine) - Counter(yours)), list(Counter(yours) - Counter(mine))
    names = _names(one, here) | _names(other, there)
    for kind, is_one in _KINDS:
        if any(is_one(token, names) for token in (*left, *right)):
            return _told(kind, left, right, named)
    if (left and right) or not _FILLING.issuperset((*left, *right)):
        return _told("words", left, right, named)
    extra = {*left, *right}
    same = [each for each in mine if each not in extra] == [
        each for each in yours if each not in extra
    ]
    return "" if same else "the order of words"


def _told(kind: str, left: list[str], right: list[str], named: bool) -> str:
    return f"{kind} ({_listed(left)} / {_listed(right)})" if named else kind


def _tokens(text: str) -> list[str]:
    return [token.rstrip(".,:/-") or token for token in _TOKEN.findall(text)]


def _plain(token: str) -> str:
    return unicodedata.normalize("NFKC", token).casefold()


def _names(text: str, tokens: list[str]) -> frozenset[str]:
    """Words written like names, and signs of scripts that have no capitals."""
    found = set()
    shouted = text.isupper()
    for token in tokens:
        if len(token) == 1 and token >= "\u3040":
            found.add(token)
        elif token[:1].isupper() and not shouted and _plain(token) not in _OPENING:
            found.add(_plain(token))
    return frozenset(found)


def _listed(tokens: list[str]) -> str:
    shown = " ".join(tokens[:_MOST_SHOWN])
    return (shown + " …" if len(tokens) > _MOST_SHOWN else shown) or "-"


def _is_number(token: str, names: frozenset[str]) -> bool:
    return any(map(str.isnumeric, token)) or token in _SIGNS or token in _NUMBERS


def _is_symbol(token: str, names: frozenset[str]) -> bool:
    return _SYMBOL.fullmatch(token) is not None


def _is_date(token: str, names: frozenset[str]) -> bool:
    return token in _DATES


def _is_turn(token: str, names: frozenset[str]) -> bool:
    return token in _TURNS or token.endswith(("n't", "n’t"))


def _is_name(token: str, names: frozenset[str]) -> bool:
    return token in names


_KINDS: tuple[tuple[str, Callable[[str, frozenset[str]], bool]], ...] = (
    ("numbers", _is_number),
    ("symbols", _is_symbol),
    ("dates or times", _is_date),
    ("sense", _is_turn),
    ("names", _is_name),
)
