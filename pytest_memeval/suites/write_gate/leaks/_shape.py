"""The shape of a text: one letter for each word, number and sign that matters in a reading.

"1,880 of 12,000 pages crawled" and "320 von 900 Dateien verarbeitet" have the same shape: a number,
an *of*, a number, an item, a *done*.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Iterable
from functools import cache
from functools import lru_cache
from typing import Final

from pytest_memeval.suites.write_gate.leaks._words import LEXICON
from pytest_memeval.suites.write_gate.leaks._words import ROLES

__all__ = ["LETTERS", "Tongue", "tokens", "tongue", "tongues_of"]

# Latin-1 letters: there are enough of them, and a shape takes one byte per token.
LETTERS: Final = {
    **{role: chr(0xA1 + index) for index, role in enumerate(ROLES)},
    "FILL": "",
    # Kinds of numbers.  AMBIG is 1,234 or 1.234: thousands here, thousandths there.
    "SMALL": "0",
    "TENS": "1",
    "INT": "2",
    "YEAR": "3",
    "DEC": "4",
    "AMBIG": "5",
    "CLOCK": "6",
    # Signs.
    "COMMA": ",",
    "COLON": ":",
    "OPEN": "(",
    "CLOSE": ")",
    "DASH": "-",
    "SLASH": "/",
    "BAR": "|",
    "OTHER": "x",
    "END": "\n",
}

_SIGNS: Final = {
    **dict.fromkeys(".;!?。！？；\n", "END"),
    **dict.fromkeys(",•·、，", "COMMA"),
    **dict.fromkeys(":=→：", "COLON"),
    **dict.fromkeys("([{", "OPEN"),
    **dict.fromkeys(")]}", "CLOSE"),
    **dict.fromkeys("-–—", "DASH"),
    **dict.fromkeys("/∕", "SLASH"),
    "|": "BAR",
    "&": "AND",
    "@": "AT",
    "%": "PCT",
}


# --- tokens -----------------------------------------------------------------------------------


def _phrases() -> str:
    """Spell the phrases of the lexicon ("at_most") as a pattern; no flag, for what it costs."""
    by_letter: dict[str, list[str]] = {}
    for words in LEXICON["en"].values():
        for word in words.split():
            if "_" in word:
                by_letter.setdefault(word[0], []).append(word[1:].replace("_", "[ ]"))
    return "|".join(f"[{a}{a.upper()}](?:{'|'.join(rest)})" for a, rest in by_letter.items())


_NUMBER: Final = r"""
      \d{1,3}(?:[ ]\d{3})+(?!\d|[.,:]\d)                               # 12 000
    | \d+(?:[.,:'’]\d+)*(?:[eE][-+]?\d+)?                              # 12,000  0.5e-4  12:30
      (?:[kKM](?![^\W_])|[ ]?(?:thousand|million|billion|mio|mln|тыс|млн|万|千|만)(?![a-z]))?
"""
_TOKEN = re.compile(
    rf"""
      (?:{_phrases()})\b
    | [smhd](?=\d)(?<=\d.)                                             # 2h14m
    | [^\W\d_][^\W_]*(?:[_'’-][^\W_]+|\.\d+)*                          # words, snake_case, v1.2
    | {_NUMBER}
    | [ ][-–—]+[ ]                                                     # a dash, no range
    | \.(?=\s{{1,4}}[^\s\d]|\s{{0,4}}$) | [!?;](?=\s|$)                # but "ca. 12"
    | [^\w\s.]
    | \n
    """,
    re.VERBOSE,
)
tokens: Callable[[str], list[str]] = _TOKEN.findall


_CLOCK = re.compile(r"\d{1,3}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?")
_GROUPED = re.compile(r"\d{1,3}(?:[.,' ’]\d{3}){1,4}")
_DECIMAL = re.compile(r"\d{1,9}[.,]\d{1,12}(?:[eE][-+]?\d{1,3})?|\d{1,3}[eE]-\d{1,3}")


def _number(token: str) -> str:
    """Say which kind of number the token is."""
    if token.isdecimal() and len(token) <= 12:
        value = int(token)
        if value < 100:
            return "SMALL" if value < 10 else "TENS"
        return "YEAR" if len(token) == 4 and 1900 <= value < 2100 else "INT"
    if not token[-1].isdecimal():
        return "INT"
    if _GROUPED.fullmatch(token):
        once = len(re.findall(r"[.,]", token)) == 1
        return "DEC" if token[0] == "0" else "AMBIG" if once else "INT"
    if _DECIMAL.fullmatch(token):
        return "DEC"
    return "CLOCK" if _CLOCK.fullmatch(token) else "OTHER"


# --- words ------------------------------------------------------------------------------------

_LONGEST_WORD: Final = 40
# Texts say the same few words again and again, so working one out may take its time.
_REMEMBERED: Final = 1 << 15


class Tongue:
    """The words of one language, each with the letter of its role."""

    def __init__(self, roles: dict[str, str]) -> None:
        self._whole: dict[str, str] = {}
        self._starts: dict[str, str] = {}
        self._ends: dict[str, str] = {}
        for role, words in roles.items():
            for word in words.split():
                if word.endswith("*"):
                    self._starts[word[:-1]] = LETTERS[role]
                elif word.startswith("*"):
                    self._ends[word[1:]] = LETTERS[role]
                else:
                    self._whole[word.replace("_", " ")] = LETTERS[role]
        self._lengths = sorted({len(start) for start in self._starts}, reverse=True)
        self._letter: Callable[[str], str] = lru_cache(maxsize=_REMEMBERED)(self._worked_out)

    def shape(self, text: str, found: Iterable[str]) -> str:
        """Give the shape of the text, of which these are the tokens."""
        return "".join(map(self._letter, found))

    def lists(self, word: str) -> bool:
        """Say whether the word itself, not only its beginning or end, is in the lexicon."""
        return word in self._whole

    def role(self, word: str) -> str | None:
        """Give the letter of the word; None if it plays no part."""
        letter = self._whole.get(word)
        if letter is not None:
            return letter
        for length in self._lengths:
            if letter := self._starts.get(word[:length]):
                return letter
        return next((letter for end, letter in self._ends.items() if word.endswith(end)), None)

    def _worked_out(self, token: str) -> str:
        """Give the letter of a token, several for a compound, none if it is left out."""
        first = token[0]
        if first.isdecimal():
            return LETTERS[_number(token)]
        if not first.isalpha():
            return LETTERS["COMMA"] if first == " " else LETTERS[_SIGNS.get(first, "FILL")]
        if len(token) > _LONGEST_WORD:
            return LETTERS["OTHER"]
        word = token.lower().replace("’", "'")
        letter = self._whole.get(word.replace("-", ""))
        if letter is None:
            letter = self.role(word)
        if letter is not None:
            return letter
        if word.isalnum():
            return LETTERS["OTHER"]
        parts = [part for part in re.split(r"[_'.-]", word) if len(part) > 1]
        return "".join(self.role(part) or LETTERS["OTHER"] for part in parts) or LETTERS["OTHER"]


_RUNS = re.compile(f"([{LETTERS['OTHER']}{LETTERS['ITEM']}])\\1+")


class _Unspaced(Tongue):
    """A language that does not part its words by blanks: they are looked for inside of runs."""

    def __init__(self, roles: dict[str, str]) -> None:
        super().__init__(roles)
        by_letter: dict[str, list[str]] = {}
        for word in sorted(self._whole, key=len, reverse=True):
            if not word.isascii():
                by_letter.setdefault(word[0], []).append(word[1:].replace(" ", "[ ]"))
        listed = "|".join(f"{letter}(?:{'|'.join(rest)})" for letter, rest in by_letter.items())
        word = f"(?=[{''.join(by_letter)}])(?:{listed})"
        self._find: Callable[[str], list[str]] = re.compile(
            rf"{_NUMBER} | [a-zA-Z]+ | {word} | [^\W\d] | [^\w\s] | \n", re.VERBOSE
        ).findall

    def shape(self, text: str, found: Iterable[str]) -> str:
        """Give the shape of the text; a run of others or of items ("个文件") is one of them."""
        return _RUNS.sub(r"\1", super().shape(text, self._find(text)))


# Loan words that are the same everywhere.
_COMMON: Final = {
    "SIZE": "kb mb gb tb kib mib gib tib kbit mbit gbit kbps mbps gbps",
    "UNIT": "ms s min h",
    "ETA": "eta",
    "PID": "pid",
    "LOSS": "loss",
    "EPOCH": "epoch",
}
_SCRIPTS: Final = {
    "ja": re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]"),
    "ko": re.compile(r"[\uac00-\ud7af]"),
    "zh": re.compile(r"[\u4e00-\u9fff]"),
}
# What a word may be about without telling that a text is in its language.
_UNTELLING: Final = {
    *("FILL", "PER", "AND", "TO", "SINCE", "COND", "BOUND", "RULE", "OTHER"),
    *("SMALL", "TENS"),
}


@cache
def tongue(name: str) -> Tongue:
    """Give the language of that name."""
    roles = LEXICON[name]
    listed = {role: f"{_COMMON.get(role, '')} {roles.get(role, '')}" for role in _COMMON | roles}
    return (_Unspaced if name in _SCRIPTS else Tongue)(listed)


@cache
def _telling() -> tuple[dict[str, frozenset[str]], tuple[int, ...]]:
    """List the words, ``word*`` by its beginning, with the languages that they tell of."""
    found: dict[str, set[str]] = {}
    for name, roles in LEXICON.items():
        for role, words in roles.items():
            if name != "en" and name not in _SCRIPTS and role not in _UNTELLING:
                for word in words.split():
                    found.setdefault(word, set()).add(name)
    lengths = {len(word) - 1 for word in found if word.endswith("*")}
    return {word: frozenset(names) for word, names in found.items()}, tuple(sorted(lengths))


@lru_cache(maxsize=_REMEMBERED)
def _spoken_in(token: str) -> frozenset[str]:
    """The languages that the token tells of; a word that English has too tells of none."""
    word = token.lower().replace("’", "'")
    if not word[0].isalpha() or len(word) > _LONGEST_WORD:
        return frozenset()
    names: set[str] = set()
    if not word.isascii():
        names.update(name for name, script in _SCRIPTS.items() if script.search(word))
    telling, lengths = _telling()
    for part in (word,) if word.isalnum() else {word, *re.split("['-]", word)}:
        if tongue("en").lists(part):
            return frozenset()
        for known in (part, *(f"{part[:length]}*" for length in lengths)):
            if known in telling:
                names |= telling[known]
    return frozenset(names)


def tongues_of(found: Iterable[str]) -> frozenset[str]:
    """Name the languages besides English that the tokens may be in."""
    return frozenset().union(*map(_spoken_in, found))
