"""How a reader is asked, what counts as its answer, and a small reader that needs no model."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.base import SubjectError
from pytest_memeval.text import show

#: What a reader may ask for, by name. The first two it must.
ARGUMENTS = ("context", "question", "bundle")
NEEDED = ARGUMENTS[:2]


@dataclass(frozen=True, slots=True)
class Reading:
    """A reader's answer, and the records that it says it used; None: it does not say."""

    text: str
    cited: tuple[str, ...] | None = None


class UnreadableError(Exception):
    """What a reader returned is no answer."""


def read_answer(value: object) -> Reading:
    """A text, a pair of text and cited ids, or a mapping with `answer` and maybe `cited`.

    :raises UnreadableError: it is none of these.
    """
    cited: object = None
    said = value
    if isinstance(value, Mapping):
        said, cited = value.get("answer"), value.get("cited")
    elif isinstance(value, tuple) and len(value) == 2:
        said, cited = value
    if not isinstance(said, str):
        raise UnreadableError(
            f"an answer is a text, (text, cited ids) or {{'answer': …, 'cited': …}}; "
            f"got {show(value, 80)}"
        )
    if cited is None:
        return Reading(said)
    if isinstance(cited, (str, bytes)) or not isinstance(cited, Iterable):
        raise UnreadableError(f"cited ids are a list of texts; got {show(cited, 80)}")
    return Reading(said, tuple(map(str, cited)))


def argument_value(removal: Removal, argument: str) -> object:
    """What a reader is given under a name."""
    if argument == "context":
        return removal.context
    return removal.question if argument == "question" else removal.bundle


class Reader:
    """A reader named in the ini file, asked in the way that its signature allows."""

    needs_level = False
    takes_level = False

    def __init__(self, target: Callable[..., object], name: str) -> None:
        self._target = target
        try:
            parameters = list(inspect.signature(target).parameters.values())
        except (TypeError, ValueError):
            parameters = []
        named = {parameter.name for parameter in parameters}
        self._names = [name for name in ARGUMENTS if name in named]
        self._by_position = not set(NEEDED) <= set(self._names)
        free = [p for p in parameters if p.default is p.empty and p.kind not in (2, 3, 4)]
        if self._by_position and not _takes_two(parameters):
            raise SubjectError(f"{name} must take (context, question)")
        others = [p.name for p in parameters if p.default is p.empty and p.name not in ARGUMENTS]
        if not self._by_position and others and any(p.name in others for p in free):
            raise SubjectError(f"{name} asks for {others[0]!r}; a reader is given {ARGUMENTS}")

    def ask(self, case: Removal, level: str | None) -> object:
        if self._by_position:
            return self._target(case.context, case.question)
        return self._target(**{name: argument_value(case, name) for name in self._names})


def _takes_two(parameters: list[inspect.Parameter]) -> bool:
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return True
    return len([p for p in positional if p.default is p.empty]) <= 2 <= len(positional)


# --- the built-in reader

_LINE = re.compile(r'- (?:\[(?P<reference>[^\]]*)\] )?(?:[^"]*?)(?P<quoted>".*)')
_SENTENCE = re.compile(r"[^.!?。！？]+[.!?。！？]?")
_WORD = re.compile(r"\w+")
#: Words that say nothing of what a question is about.
_COMMON = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "do",
        "does",
        "did",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "and",
        "or",
        "what",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "where",
        "why",
        "how",
        "our",
        "we",
        "us",
        "my",
        "me",
        "i",
        "you",
        "your",
        "it",
        "its",
        "this",
        "that",
        "use",
        "uses",
        "used",
    ]
)


def best_sentence(context: str, question: str) -> tuple[str, tuple[str, ...]]:
    """Answer with the sentence that shares the rarest words with the question.

    Deterministic, and honest about what it used: it names the reference of the record. Where no
    sentence shares a word, it says that it does not know.
    """
    asked = _words(question)
    sentences = [
        (reference, sentence.strip())
        for reference, text in _records(context)
        for sentence in _SENTENCE.findall(text)
        if sentence.strip()
    ]
    seen = Counter(word for _, sentence in sentences for word in _words(sentence))
    best, found = 0.0, None
    for reference, sentence in sentences:
        shared = sorted(asked & _words(sentence))
        score = sum(1 / (1 + math.log(seen[word])) for word in shared)
        if score > best:  # at a tie the first one stays
            best, found = score, (reference, sentence)
    if found is None:
        return "I don't know.", ()
    return found[1], (found[0],) if found[0] else ()


def _records(context: str) -> list[tuple[str, str]]:
    """Reference and text of each record's line."""
    found = []
    for line in context.split("\n"):
        if line.startswith("- {"):
            data: dict[str, Any] = json.loads(line[2:])
            found.append((str(data.get("reference") or data.get("id") or ""), str(data["text"])))
        elif match := _LINE.match(line):
            found.append((match["reference"] or "", _last_text(match["quoted"])))
    return found


def _last_text(quoted: str) -> str:
    """The last of the JSON strings of a line: the first may be the speaker."""
    decoder, at, text = json.JSONDecoder(), 0, ""
    while at < len(quoted) and quoted[at] == '"':
        text, at = decoder.raw_decode(quoted, at)
        at += 2 if quoted[at : at + 2] == ": " else 0
    return text


def _words(text: str) -> set[str]:
    """The telling words of a text, plural and past folded in the crudest way."""
    words = (word.casefold() for word in _WORD.findall(text))
    return {re.sub(r"(?:'s|es|s|ed)\Z", "", word) or word for word in words if word not in _COMMON}
