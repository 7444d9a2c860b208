"""The adapter between anybody's gate and ours: how to call it, and how to read what it says."""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Callable
from collections.abc import Container
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.cases import copy_of
from pytest_memeval.suites.write_gate.cases import window_text
from pytest_memeval.suites.write_gate.leaks import leaks
from pytest_memeval.text import clean
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.text import show

T = TypeVar("T")

#: The words in which gates put their three outcomes.
WORDS: dict[str, str] = {
    **dict.fromkeys(
        (
            "drop",
            "dropped",
            "hard_drop",
            "noise",
            "ignore",
            "suppress",
            "reject",
            "block",
            "discard",
        ),
        "drop",
    ),
    **dict.fromkeys(
        ("skip", "skipped", "none", "no", "defer", "wait", "noop", "no_trigger"), "skip"
    ),
    **dict.fromkeys(("send", "capture", "flag", "flagged", "store", "keep"), "send"),
    **dict.fromkeys(("extract", "accept", "allow", "pass", "yes", "save"), "send"),
}
VERDICT_NAMES = ("action", "decision", "verdict", "outcome", "status", "result")
DROP_NAMES = ("drop", "dropped", "is_drop", "should_drop")
_SENDING = ("send", "capture", "store", "keep")
SEND_NAMES = (*_SENDING, "flag", "flagged", *(f"should_{word}" for word in _SENDING))
TYPE_NAMES = ("type", "mtype", "memory_type", "kind")
REASON_NAMES = ("reason", "rule", "why", "trigger", "explanation")
KEPT_NAMES = ("kept", "payload", "sent", "to_send")

#: Where a payload keeps its text: a turn, a block, or the body of a request.
_TEXT_NAMES = ("content", "text", "messages", "window")

ARGUMENTS = ("window", "messages", "text")
#: What a gate that insists on a level gets when nobody names one.
DEFAULT_LEVEL = "balanced"


#: What a target takes whose signature cannot be found out, such as one written in C.
_UNTOLD = inspect.Parameter("window", inspect.Parameter.POSITIONAL_ONLY)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a gate decided: `action` is drop, skip, send or unreadable.

    `kept` is the text that would really be sent, None when the gate does not say. `shown` is the
    value that could not be read.
    """

    action: str
    type: str | None = None
    reason: str = ""
    kept: str | None = None
    shown: str = ""


def read_decision(value: object, types: Sequence[str]) -> Decision:
    """Read whatever a gate returned. Never raises: what cannot be read is `unreadable`."""
    try:
        return _read(value, types)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a property may raise anything, SystemExit too
        return Decision("unreadable", shown=f"{show(value)} ({error_line(error)} while reading it)")


def _read(value: object, types: Sequence[str]) -> Decision:
    if isinstance(value, enum.Enum):
        return _read_enum(value, types) or _unreadable(value)
    plain = _read_plain(value, types)
    if plain is not None:
        return plain
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return _read_sequence(value, types)
    if isinstance(value, (str, int, float, bytes)):
        return _unreadable(value)
    return _read_fields(value, types)


def _read_enum(value: enum.Enum, types: Sequence[str]) -> Decision | None:
    """By the word that is its value or its name; a bare boolean or None says less than those."""
    for word in (value.value, value.name):
        read = _read_plain(word, types) if isinstance(word, str) else None
        if read is not None:
            return read
    return None if isinstance(value, enum.Flag) else _read_plain(value.value, types)


def _unreadable(value: object) -> Decision:
    return Decision("unreadable", shown=show(value))


def _read_plain(value: object, types: Sequence[str]) -> Decision | None:
    """None, a boolean (of numpy too) or one of the words; None for anything else."""
    if value is None:
        return Decision("skip")
    flag = _as_bool(value)
    if flag is not None:
        return Decision("send" if flag else "skip")
    if isinstance(value, str):
        word = value.strip().lower()
        if word in WORDS:
            return Decision(WORDS[word])
        if word in types:
            return Decision("send", type=word)
    return None


def _as_bool(value: object) -> bool | None:
    """A boolean, also one of numpy's (`bool_`, and `bool` since numpy 2); None for all else."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    return None


def _read_sequence(value: Sequence[object], types: Sequence[str]) -> Decision:
    """``(decision, type, reason)``; a text that is not a type is the reason."""
    if not value:
        return _unreadable(value)
    first = _read(value[0], types)
    if first.action == "unreadable":
        return _unreadable(value)
    found_type, reason = first.type, first.reason
    for item in value[1:]:
        named = _type_of(item, types)
        if named:
            found_type = found_type or named
        elif isinstance(item, str) and not reason:
            reason = one_line(item)
    return Decision(first.action, found_type, reason, first.kept)


def _read_fields(value: object, types: Sequence[str]) -> Decision:
    """A mapping, or an object with attributes: dataclass, pydantic model, named tuple, any."""
    verdict = _verdict(value, types)
    if verdict is None:
        return _unreadable(value)
    return Decision(
        action=verdict.action,
        type=_first(_type_of(found, types) for found in _fields(value, TYPE_NAMES)) or verdict.type,
        reason=_first(_reason_of(found) for found in _fields(value, REASON_NAMES)) or "",
        kept=_first(_kept_text(found) for found in _fields(value, KEPT_NAMES)),
    )


def _verdict(value: object, types: Sequence[str]) -> Decision | None:
    """What the fields say together; None when they say nothing, or contradict each other."""
    said = [_read_said(found, types) for found in _fields(value, VERDICT_NAMES)]
    drop, send = _flag(value, DROP_NAMES), _flag(value, SEND_NAMES)
    # A word says more than a boolean: `flagged=False` cannot tell a drop from a skip.
    word = _first(read for is_word, read in said if is_word)
    if word is not None:
        words = {read.action == "send" for is_word, read in said if is_word and read}
        against = drop if word.action == "send" else send
        return None if against or len(words) > 1 else word
    if drop and send:
        return None
    if drop:
        return Decision("drop")
    plain = _first(read for _, read in said)
    if plain is not None:
        return plain
    if send is not None:
        return Decision("send" if send else "skip")
    return None


def _read_said(said: object, types: Sequence[str]) -> tuple[bool, Decision | None]:
    """What one field says of the decision, and whether it says so in a word."""
    if isinstance(said, enum.Enum):
        return True, _read_enum(said, types)
    return isinstance(said, str), _read_plain(said, types)


def _flag(value: object, names: Iterable[str]) -> bool | None:
    flags = [flag for flag in map(_as_bool, _fields(value, names)) if flag is not None]
    return any(flags) if flags else None


def _fields(value: object, names: Iterable[str]) -> Iterator[object]:
    """Those of the fields that are there and not None. A method is not a field."""
    for name in names:
        found = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
        if found is not None and not callable(found):
            yield found


def _first(found: Iterable[T | None]) -> T | None:
    """The first that could be read."""
    return next((item for item in found if item is not None), None)


def _word(value: object) -> str:
    return _word(value.value) if isinstance(value, enum.Enum) else str(value)


def _type_of(value: object, types: Sequence[str]) -> str | None:
    word = _word(value).strip().lower() if isinstance(value, (str, enum.Enum)) else None
    return word if word in types else None


def _reason_of(value: object) -> str | None:
    return one_line(_word(value)) or None if isinstance(value, (str, int, enum.Enum)) else None


def _kept_text(value: object) -> str | None:
    """The text of a payload: a string, a turn, a block, a request, or a list of any of these.

    None when there is no text to be found: a payload nobody can read is not a clean one.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        texts = [text for text in map(_kept_text, value) if text is not None]
        return "\n".join(texts) if texts or not value else None
    return _first(_kept_text(found) for found in _fields(value, _TEXT_NAMES))


class Classifier:
    """A write gate, called the way its signature asks to be.

    The call is decided before the first case and never by trying: a `TypeError` from inside the
    gate is the gate's own.
    """

    def __init__(self, target: Callable[..., object], name: str) -> None:
        self._target = target
        try:
            parameters = list(inspect.signature(target).parameters.values())
        except Exception:
            parameters = [_UNTOLD]
        level = next((p for p in parameters if p.name == "level" and _is_single(p)), None)
        self.takes_level = level is not None or any(p.kind is p.VAR_KEYWORD for p in parameters)
        self.needs_level = level is not None and level.default is level.empty
        takers = [p for p in parameters if p is not level and p.kind is not p.VAR_KEYWORD]
        chosen = _chosen(takers, name)
        self._argument = chosen.name
        self._wants = chosen.name if chosen.name in ARGUMENTS else _wanted_by(chosen)
        self._by_position = _by_position(parameters, (chosen, level))

    def ask(self, case: WriteGateCase, level: str | None) -> object:
        """Give the gate its own copy of the window and return what it says."""
        values: dict[str, object] = {self._argument: argument_value(case, self._wants)}
        if self.needs_level or (self.takes_level and level is not None):
            values["level"] = level or DEFAULT_LEVEL
        placed = [values.pop(p.name, p.default) for p in self._by_position]
        return self._target(*placed, **values)


def _is_single(parameter: inspect.Parameter) -> bool:
    """Whether a parameter is one value, and not ``*args`` or ``**kwargs``."""
    return parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)


def _chosen(takers: Sequence[inspect.Parameter], name: str) -> inspect.Parameter:
    """The parameter the case goes to: by its name, else the one that must be given, else the first.

    :raises SubjectError: there is none, or another one must be given too.
    """
    required = [p for p in takers if _is_single(p) and p.default is p.empty]
    named = [p for n in ARGUMENTS for p in takers if p.name == n]
    loose = [p for p in takers if p.kind is not p.KEYWORD_ONLY]
    chosen = next(iter([*named, *required, *loose]), None)
    if chosen is None:
        raise SubjectError(
            f"{name} takes no argument for a case; a gate takes {_any_of(ARGUMENTS)}"
        )
    for other in required:
        if other is not chosen:
            raise SubjectError(
                f"{name} needs an argument {other.name!r} beside {chosen.name!r}; a gate takes "
                f"{_any_of(ARGUMENTS)}, and may take level"
            )
    return chosen


def _by_position(
    parameters: Sequence[inspect.Parameter], filled: Container[inspect.Parameter | None]
) -> tuple[inspect.Parameter, ...]:
    """What has to be given by position: up to the last that has no other way, and is filled."""
    last = max(
        (
            index
            for index, p in enumerate(parameters, start=1)
            if p in filled and p.kind in (p.POSITIONAL_ONLY, p.VAR_POSITIONAL)
        ),
        default=0,
    )
    return tuple(parameters[:last])


def _wanted_by(parameter: inspect.Parameter) -> str:
    """A parameter by another name gets the window, unless it says that it is for text."""
    return "text" if parameter.annotation in (str, "str") else "window"


def _any_of(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def argument_value(case: WriteGateCase, argument: str) -> object:
    """What a gate gets: a list of turns of its own, or the text of the window."""
    return window_text(case.window) if argument == "text" else copy_of(case.window)


def kept_for_row(decision: Decision) -> str | None:
    return None if decision.kept is None else clean(decision.kept, limit=4000)


_SENTENCE_END = re.compile(r"[\r\n]+|(?<=[.!?])\s+|(?<=[。！？])")


def loses(case: WriteGateCase, decision: Decision) -> bool | None:
    """Whether what would be sent lacks the window's durable turn; None when that cannot be told.

    Which sentence is durable is not labelled. Any that carries no noise marker may be it, so a
    payload that holds most words of one such sentence has not lost it.
    """
    if case.label != "extract" or decision.kept is None:
        return None
    kept = set(_words(decision.kept))
    texts = _SENTENCE_END.split(window_text(case.window))
    quiet = [text for text in texts if not leaks(text)]
    durable = _telling(quiet) or _telling(texts)
    if not durable:
        return None
    return not any(sum(word in kept for word in words) >= len(words) / 2 for words in durable)


def _telling(texts: Iterable[str]) -> list[list[str]]:
    """The words of those texts that have enough of them to say something."""
    return [words for words in map(_words, texts) if len(words) >= 3]


def _words(text: str) -> list[str]:
    """Words of any script; where words are not parted by blanks, its single characters."""
    return re.findall(r"[^\W\d_]{2,}|[^\W\d_]", text.lower())
