"""How a reader is asked, what counts as its answer, and a small reader that needs no model."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.ablation.citation import MOST_CITED
from pytest_memeval.text import error_line
from pytest_memeval.text import show

#: What a reader may ask for, by name.
ARGUMENTS = ("context", "question", "bundle")


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
    try:
        said, cited = _parts(value)
        ids = None if cited is None else _cited(cited)
    except UnreadableError:
        raise
    except Exception as error:  # what is returned may be any object
        raise UnreadableError(f"reading the answer raised {error_line(error)}") from None
    if not isinstance(said, str):
        raise UnreadableError(
            "an answer is a text, (text, cited ids) or {'answer': text, 'cited': ids}; "
            f"got {show(value, 80)}"
        )
    return Reading(str(said), ids)


def _parts(value: object) -> tuple[object, object]:
    if isinstance(value, Mapping):
        return value.get("answer"), value.get("cited")
    if isinstance(value, tuple) and len(value) == 2:
        return value
    return value, None


def _cited(cited: object) -> tuple[str, ...]:
    wanted = f"cited ids are a list of texts, {MOST_CITED} at the most"
    if isinstance(cited, (str, bytes, Mapping)) or not isinstance(cited, Iterable):
        raise UnreadableError(f"{wanted}; got {show(cited, 80)}")
    ids = list(islice(cited, MOST_CITED + 1))
    for one in ids:
        if not isinstance(one, (str, UUID)):
            raise UnreadableError(f"{wanted}; got {show(one, 80)} among them")
    if len(ids) > MOST_CITED:
        raise UnreadableError(f"{wanted}; got more")
    return tuple(map(str, ids))


# --- asking


def arguments(names: Iterable[str]) -> tuple[str, ...] | None:
    """Which of these names a removal fills; None where a reader could not do without the rest."""
    known = set(names)
    if "question" not in known or not known & {"context", "bundle"}:
        return None
    return tuple(name for name in ARGUMENTS if name in known)


def argument_value(removal: Removal, argument: str) -> object:
    """What a reader is given under a name."""
    if argument == "context":
        return removal.context
    return removal.question if argument == "question" else removal.bundle


class Reader:
    """A reader named in the ini file, asked in the way that its signature allows.

    By name if it has the names, otherwise with context and question by position.
    """

    needs_level = False
    takes_level = False

    def __init__(self, target: Callable[..., object], name: str) -> None:
        self._target = target
        self._names = _names_of(target, name)

    def ask(self, case: Removal, level: str | None) -> object:
        if self._names is None:
            return self._target(case.context, case.question)
        return self._target(**{name: argument_value(case, name) for name in self._names})


def _names_of(target: Callable[..., object], name: str) -> tuple[str, ...] | None:
    """The names to call it with; None: two positions.

    :raises SubjectError: it can be called in neither way.
    """
    try:
        signature = inspect.signature(target)
    except (TypeError, ValueError):
        return None
    unnamed = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)
    parameters = signature.parameters.values()
    names = arguments(p.name for p in parameters if p.kind not in unnamed)
    if names is not None and _binds(signature, **dict.fromkeys(names)):
        return names
    if names is None and _binds(signature, None, None):
        return None
    raise SubjectError(
        f"{name} takes {signature}; a reader takes (context, question), and by these names "
        "`bundle` too; all else needs a default"
    )


def _binds(signature: inspect.Signature, *args: object, **kwargs: object) -> bool:
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def told_of(target: object, name: str) -> Any:
    """What a reader says of its model, prompt and decoding, in its attribute `evaluation`.

    :raises SubjectError: it is no plain JSON data, so that two runs could not be held together.
    """
    try:
        told = getattr(target, "evaluation", None)
        if told is None or callable(told):
            return None
        return json.loads(json.dumps(told, sort_keys=True, allow_nan=False))
    except Exception as error:
        raise SubjectError(
            f"`evaluation` of {name} must be plain JSON data: {error_line(error)}"
        ) from None


# --- the built-in reader

_SENTENCE = re.compile(r"[^.!?。！？]+(?:[.!?。！？](?=\S)[^.!?。！？]+)*[.!?。！？]*")
_WORD = re.compile(r"\w+")
#: The parts of a line in front of its text: a reference, a time, both maybe in quotes.
_BARE = {"[": re.compile(r"\[([^\]\"]*)\] "), "(": re.compile(r"\(([^)\"]*)\) ")}
#: Words that say nothing of what a question is about.
_COMMON = frozenset(
    _WORD.findall(
        "a an the is are was were be been do does did of in on at to for from by with and or what "
        "which who whom whose when where why how our we us my me i you your it its this that use "
        "uses used"
    )
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


def _records(context: str) -> Iterator[tuple[str, str]]:
    """Reference and text of each record's line, as our formats and PRME's write it."""
    for line in context.split("\n"):
        rest = line.removeprefix("- ")
        read = _json(rest)
        if isinstance(read, dict) and isinstance(read.get("text"), str):
            yield str(read.get("reference") or read.get("id") or ""), read["text"]
        elif _is_compact(read):
            yield read[0], read[-1]
        elif rest != line and (found := _quoted_line(rest)) is not None:
            yield found


def _is_compact(read: Any) -> bool:
    """Whether that is a line of PRME's compact format: a reference, other things, a text."""
    return (
        isinstance(read, list)
        and len(read) > 1
        and isinstance(read[0], str)
        and isinstance(read[-1], str)
    )


def _json(text: str) -> Any:
    try:
        return json.loads(text) if text[:1] in ("{", "[") else None
    except ValueError:
        return None


def _quoted_line(rest: str) -> tuple[str, str] | None:
    """``[reference] (time) "speaker": "text"``, all but the text left out where there is none."""
    reference, number = "", 0
    while rest[:1] in _BARE:
        word, after = _part(rest)
        if after is None:
            return None
        # PRME writes time and tags in such brackets too: the first is the reference.
        reference = word if number == 0 and rest[0] == "[" else reference
        rest, number = after, number + 1
    try:
        text, end = json.JSONDecoder().raw_decode(rest)
        if rest[end : end + 2] == ": ":
            text, _ = json.JSONDecoder().raw_decode(rest[end + 2 :])
    except ValueError:
        return None
    return (reference, text) if isinstance(text, str) else None


def _part(rest: str) -> tuple[str, str | None]:
    """What stands in the brackets that a line begins with, and what stands behind them."""
    bare = _BARE[rest[0]].match(rest)
    if bare is not None:
        return bare[1], rest[bare.end() :]
    try:
        word, end = json.JSONDecoder().raw_decode(rest[1:])
    except ValueError:
        return "", None
    return str(word), rest[1 + end + 2 :]


def _words(text: str) -> set[str]:
    """The telling words of a text, plural and past folded in the crudest way."""
    words = (word.casefold() for word in _WORD.findall(text))
    return {re.sub(r"(?:'s|es|s|ed)\Z", "", word) or word for word in words if word not in _COMMON}
