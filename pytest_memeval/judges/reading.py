"""A text as the rule judge reads it: sentences of tokens that compare as people would."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from pytest_memeval.judges.facts import CLOSE
from pytest_memeval.judges.facts import OPEN
from pytest_memeval.judges.facts import Fact
from pytest_memeval.judges.facts import number_of
from pytest_memeval.judges.facts import take_facts

_CJK = "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_QUOTES = str.maketrans("’‘ʼ`´“”„«»‐‑‒−⁄", "'''''\"\"\"\"\"----/")
#: Pictures that say something about a value; all others are ornament.
_TELLING = frozenset("❌❎✖✗✘☐☒👎🚫❓❔🤔🤷⛔⚠🙅")
_LATIN_MARKS = re.compile("[\u0300-\u036f]")


def spelled(text: str) -> str:
    """One spelling of what looks the same: widths, accents, quotes, blanks, invisible marks."""
    if text.isascii():
        return text.translate(_QUOTES)
    text = unicodedata.normalize("NFKD", text.translate(_QUOTES))
    text = unicodedata.normalize("NFC", _LATIN_MARKS.sub("", text)).translate(_QUOTES)
    kept = (
        " " if _ornament(char) else char for char in _PRIVATE.sub(" ", text) if not _unseen(char)
    )
    return "".join(kept)


def _unseen(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or char == "\ufe0f"


def _ornament(char: str) -> bool:
    return unicodedata.category(char) in ("So", "Sk", "Cs", "Cn") and char not in _TELLING


def folded(text: str) -> str:
    """The text without what never matters: case, layout, Markdown, outer quotes, a full stop."""
    before, text = None, " ".join(spelled(text).casefold().split())
    while text != before:
        before, text = text, " ".join(spelled(text).casefold().split()).strip(_OUTER)
    return text


#: Not the question mark: it turns a value into a guess.
_OUTER = " \t\"'*_.,;:!。、！,()[]"

_CONTRACTIONS = [
    (re.compile(pattern, re.IGNORECASE), new)
    for pattern, new in (
        (r"\bwon't\b", "will not"),
        (r"\b(?:can't|cannot)\b", "can not"),
        (r"n't\b", " not"),
        (r"'re\b", " are"),
        (r"\bI'm\b", "I am"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"'d\b", " would"),
        (r"\b(it|that|there|he|she|what|who|here|where)'s\b", r"\1 is"),
        (r"(?<=\w)'s\b", " 's"),
        (r"\b(\w{1,2}|qu|dell|nell|all|dall|sull)'(?=\w)", r"\1 "),  # l'information, n'ai
        (r"\b(dr|mr|mrs|ms|prof|approx)\.(?=\s)", r"\1"),
        (r"\bhttps?://(?:www\.)?|\bwww\.", ""),
        (r"(?<=\w)/+(?=[\s.,;!?)\"']|$)", " "),
    )
]
_SENTENCE = re.compile(r"(?:[.!?;]+(?=[\s\"'*_`)\]}]|$)|[。！？；]+|\n+)")
_TOKEN = re.compile(
    f"{OPEN}[^{CLOSE}]*{CLOSE}"  # a fact
    f"|[{_CJK}]+"
    rf"|--?(?=\w)[\w-]+"  # a flag
    rf"|[#@]?[^\W{_CJK}_](?:[^\W{_CJK}]|[.\-/:@+_](?=\w))*"
    r"|'s\b|~~|->|=>|\S"
)
_SILENT = frozenset(",.:;!?()[]{}\"'*_-–—|<>…・、。！？「」『』")
#: The silent marks that set a word apart from the one in front of it.
_PARTS = frozenset(",:;()[]{}-–—|…、")
_SAME = {"+": "and", "&": "and", "doctor": "dr", "professor": "prof"}


#: Signs that deny or bound what follows, which no token keeps: "!X", "<v2.1", "[ ] X". No sign is
#: the mark of a quoted line ("> X"), of an address (`<a@b.example>`), or of an arrow.
_SIGN = re.compile(
    r"(?<![\w!?.)])!(?=[(\[\w])|\A\s*!|(?<![-=])<(?![^\s<>]+>|[-=])"
    r"|(?<![-=\w/\"'])>(?=[^\s>]|\s*[$€£]?v?\d)|\[\s?\]",
    re.IGNORECASE,
)


def signs(text: str) -> frozenset[str]:
    """The signs in a text that may turn a value round."""
    return frozenset("".join(sign.split()) for sign in _SIGN.findall(spelled(text)))


def is_cjk(word: str) -> bool:
    """Whether a word is of a script that sets no blanks between words."""
    return bool(_CJK_LETTER.match(word))


_CJK_LETTER = re.compile(f"[{_CJK}]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a fact, or a symbol.

    :param text: in lower case; of a fact, nothing.
    :param raw: as it was written.
    :param parted: a comma, a dash or a bracket stands between it and the token in front of it.
    """

    text: str
    raw: str
    fact: Fact | None = None
    parted: bool = False

    @property
    def is_name(self) -> bool:
        """Whether it is written as names are."""
        return self.raw[:1].isupper() and self.raw != "I"

    @property
    def is_code(self) -> bool:
        """Whether it is a flag, a path, an address, a channel: what must be exact."""
        return bool(_CODE.search(self.raw))

    @property
    def parts(self) -> list[str]:
        return re.split(r"[-/.:@_+#]", self.text.strip("#-@"))


_CODE = re.compile(r"^[-#@]|\w[./:@_]\w|[a-z]-?\d|\d-?[a-z]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sentence:
    tokens: tuple[Token, ...]
    asks: bool

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(token.text for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Text:
    """A text that has been read."""

    folded: str
    sentences: tuple[Sentence, ...]

    @property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(token for sentence in self.sentences for token in sentence.tokens)

    @property
    def facts(self) -> list[Fact]:
        return [token.fact for token in self.tokens if token.fact]

    @property
    def words(self) -> frozenset[str]:
        return frozenset(token.text for token in self.tokens if not token.fact)


@lru_cache(maxsize=8)  # an answer may be a whole transcript
def read(text: str) -> Text:
    """Read a text."""
    marked, facts = take_facts(_unfolded(text))
    for pattern, new in _CONTRACTIONS:
        marked = pattern.sub(new, marked)
    sentences = []
    start = 0
    for match in _SENTENCE.finditer(marked + "\n"):
        tokens = tuple(_tokens(marked[start : match.start()], facts))
        if tokens:
            sentences.append(Sentence(tokens, bool(set(match[0]) & {"?", "？"})))
        start = match.end()
    return Text(folded(text), tuple(sentences))


def _unfolded(text: str) -> str:
    """Lines with their blanks brought together, without the marks of lists and headings."""
    lines = (" ".join(line.split()) for line in spelled(text).splitlines())
    return "\n".join(re.sub(r"^(?:[-*•>#]+ |\d+[.)] )+", "", line) for line in lines)


def _tokens(text: str, facts: list[Fact]) -> list[Token]:
    found: list[Token] = []
    parted = False
    for match in _TOKEN.finditer(text):
        raw = match[0]
        if raw in _SILENT:
            parted = parted or (raw in _PARTS and bool(found))
            continue
        if raw[0] == OPEN:
            found.append(Token("", raw, facts[number_of(raw)], parted))
        else:
            folded = raw.casefold().removeprefix("#").rstrip("_")
            found.append(Token(_SAME.get(folded, folded), raw, parted=parted))
        parted = False
    return found


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What a word has in common with its forms: "swimming" and "swim", "eats" and "eater"."""
    shorter = _shorter(word)
    while shorter != word:
        word, shorter = shorter, _shorter(shorter)
    return word


_ENDINGS = ("ation", "ing", "age", "ied", "ies", "er", "ed", "es", "ly", "ic", "s", "e", "y", "i")


def _shorter(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls"
            return word[:-1] if doubled else word
    return word
