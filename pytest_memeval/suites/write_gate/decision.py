"""The adapter between anybody's gate and ours: how to call it, and how to read what it says."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_memeval.suites.base import SubjectError
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.cases import copy_of
from pytest_memeval.suites.write_gate.cases import turn_text
from pytest_memeval.suites.write_gate.cases import window_text
from pytest_memeval.text import clean
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.text import show

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

ARGUMENTS = ("window", "messages", "text")
#: What a subject that insists on a level gets when the run names none.
DEFAULT_LEVEL = "balanced"


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
    except Exception as error:
        return Decision("unreadable", shown=f"{show(value)} ({error_line(error)} while reading it)")


def _read(value: object, types: Sequence[str]) -> Decision:
    if isinstance(value, enum.Enum):
        by_value = _read_plain(value.value, types)
        return by_value or _read_plain(value.name, types) or _unreadable(value)
    plain = _read_plain(value, types)
    if plain is not None:
        return plain
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return _read_sequence(value, types)
    if isinstance(value, (str, int, float, bytes)):
        return _unreadable(value)
    return _read_fields(value, types)


def _unreadable(value: object) -> Decision:
    return Decision("unreadable", shown=show(value))


def _read_plain(value: object, types: Sequence[str]) -> Decision | None:
    """None, a boolean (of numpy too) or one of the words; None for anything else."""
    if value is None:
        return Decision("skip")
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return Decision("send" if value else "skip")
    if isinstance(value, str):
        word = value.strip().lower()
        if word in types:
            return Decision("send", type=word)
        if word in WORDS:
            return Decision(WORDS[word])
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
    named = _type_of(_look(value, TYPE_NAMES), types)
    reason = _look(value, REASON_NAMES)
    return Decision(
        action=verdict.action,
        type=named or verdict.type,
        reason=one_line(_word(reason)) if isinstance(reason, (str, int, enum.Enum)) else "",
        kept=_kept_text(_look(value, KEPT_NAMES)),
    )


def _verdict(value: object, types: Sequence[str]) -> Decision | None:
    # A word says more than a boolean: `flagged=False` cannot tell a drop from a skip.
    for name in VERDICT_NAMES:
        said = _look(value, (name,))
        if said is not None and not callable(said):
            read = _read(said, types) if isinstance(said, (str, bool, enum.Enum)) else None
            if read is not None and read.action != "unreadable":
                return read
    drop, send = _flag(value, DROP_NAMES), _flag(value, SEND_NAMES)
    if drop and send:
        return None  # it says both
    if drop:
        return Decision("drop")
    if send is not None:
        return Decision("send" if send else "skip")
    return None


def _flag(value: object, names: Iterable[str]) -> bool | None:
    said = [_look(value, (name,)) for name in names]
    flags = [item for item in said if isinstance(item, bool)]
    return any(flags) if flags else None


def _look(value: object, names: Iterable[str]) -> object:
    """The first of the fields that is there and not None."""
    for name in names:
        found = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
        if found is not None:
            return found
    return None


def _word(value: object) -> str:
    return _word(value.value) if isinstance(value, enum.Enum) else str(value)


def _type_of(value: object, types: Sequence[str]) -> str | None:
    word = _word(value).strip().lower() if isinstance(value, (str, enum.Enum)) else None
    return word if word in types else None


def _kept_text(value: object) -> str | None:
    if value is None or callable(value):
        return None
    if isinstance(value, (str, Mapping)):
        return turn_text(value)
    if isinstance(value, Iterable):
        return window_text(list(value))
    return None


class Classifier:
    """A write gate, called the way its signature asks to be.

    The call is decided before the first case and never by trying: a `TypeError` from inside the
    gate is the gate's own.
    """

    def __init__(self, target: Callable[..., object], name: str) -> None:
        self._target = target
        self._argument: str | None = None
        self._wants = "window"
        self.takes_level = False
        self.needs_level = False
        try:
            parameters = inspect.signature(target).parameters
        except (TypeError, ValueError):
            return  # written in C, without a signature: it gets the window, by position
        self._decide(dict(parameters), name)

    def _decide(self, parameters: dict[str, inspect.Parameter], name: str) -> None:
        level = parameters.pop("level", None)
        others = list(parameters.values())
        self.takes_level = level is not None or any(p.kind is p.VAR_KEYWORD for p in others)
        self.needs_level = level is not None and level.default is level.empty
        takers = [p for p in others if p.kind is not p.VAR_KEYWORD]
        named = next((p for n in ARGUMENTS for p in takers if p.name == n), None)
        chosen = named or next((p for p in takers if p.kind is not p.KEYWORD_ONLY), None)
        if chosen is None:
            raise SubjectError(f"{name} takes no argument; a gate takes {_any_of(ARGUMENTS)}")
        for parameter in takers:
            if (
                parameter is not chosen
                and parameter.default is parameter.empty
                and (parameter.kind is not parameter.VAR_POSITIONAL)
            ):
                raise SubjectError(
                    f"{name} needs an argument {parameter.name!r} that no case has; a gate takes "
                    f"{_any_of(ARGUMENTS)}, and may take level"
                )
        self._wants = chosen.name if named else _wanted_by(chosen)
        if chosen.kind not in (chosen.POSITIONAL_ONLY, chosen.VAR_POSITIONAL):
            self._argument = chosen.name

    def ask(self, case: WriteGateCase, level: str | None) -> object:
        """Give the gate its own copy of the window and return what it says."""
        value = argument_value(case, self._wants)
        keywords: dict[str, object] = {}
        if self.takes_level and level is not None:
            keywords["level"] = level
        if self._argument is None:
            return self._target(value, **keywords)
        return self._target(**{self._argument: value}, **keywords)


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
