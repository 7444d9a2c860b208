"""What is compared of a text: its words, their shingles, and its shape."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from itertools import islice
from operator import add

#: Of a longer text only the beginning is compared.
MOST_COMPARED = 100_000

# Scripts that put no blanks between words: each sign stands for itself.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_BLANKS = bytes(code if chr(code).isalnum() or code == ord("_") else 32 for code in range(128))
_BLANKS += bytes(128)
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])\w)+")

_SOLID = "=#>█▓▒░■□●"
_BAR_SIGNS = rf"[{_SOLID}.\-_*▏▎▍▌▋▊▉▪▫○ ]"
_SOLID_RUN = re.compile(rf"[{_SOLID}]{{3}}")
_BAR = re.compile(rf"(?<!{_BAR_SIGNS})(?={_BAR_SIGNS}*[{_SOLID}]{{3}}){_BAR_SIGNS}+")
# A word with a digit in it, and what hangs on it. Of `worker7` the letters stay, so that `sqlite3`
# and `s3` are not one word; of an id such as `a3f9c2` or `abcdef12` nothing does.
_NUMBERED = re.compile(
    r"(?<!\w)[+-]?(?:(?![0-9a-f]{6,}(?!\w))([^\W\d]+)(?=\d+(?!\w))|[^\W\d]*)"
    r"\d\w*(?:[:.,/+-]\w+)*(?:\s?%)?"
)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff]")
MARK = "#"


def exact(text: str) -> str:
    """A text with its blanks folded: two texts that agree in this are the same text."""
    made = " ".join(text.split())
    return text if made == text else made  # the same object: there may be millions


def folded(text: str) -> str:
    """Case and look-alike characters folded."""
    text = text[:MOST_COMPARED]
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def words(plain: str) -> list[str]:
    """The words of a folded text."""
    if plain.isascii():
        return plain.encode().translate(_BLANKS).decode().split()
    return _WORD.findall(plain)


def shingles(plain: str) -> list[str]:
    """Pairs of neighbouring words of a folded text, its ends among them.

    With the ends marked, a changed word costs as much at the end as in the middle, and texts of one
    word have shingles too.
    """
    found = words(plain)
    if not found:
        return [plain]
    before = [" ", *[f"{word} " for word in found]]
    found.append("")
    return list(map(add, before, found))


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common)


def shape(plain: str) -> str | None:
    """A folded text with numbers, ids and times made alike; None where nothing runs in it.

    None also where too little is left to know the text by.
    """
    if not _DIGIT.search(plain):
        return None
    barless = _BAR.sub(" ", plain) if _SOLID_RUN.search(plain) else plain
    made = _NUMBERED.sub(rf"\1{MARK}", _ID.sub(MARK, barless))
    if sum(1 for _ in islice(_LETTERS.finditer(made), 2)) < 2:
        return None
    return " ".join(made.split())


def digest(text: str, size: int = 12) -> bytes:
    """A short name for a text, the same in every process."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()
