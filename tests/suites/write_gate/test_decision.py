"""The adapter: every shape in which gates answer, and every signature by which they are called."""

from __future__ import annotations

import asyncio
import collections
import dataclasses
import enum
import functools
import json
import types
from collections.abc import Callable
from collections.abc import Iterator
from typing import Any
from typing import NamedTuple

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.errors import SubjectError
from pytest_memeval.subjects import Settler
from pytest_memeval.suites.write_gate.cases import DURABLE_TYPES
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.decision import WORDS
from pytest_memeval.suites.write_gate.decision import Classifier
from pytest_memeval.suites.write_gate.decision import Decision
from pytest_memeval.suites.write_gate.decision import read_decision
from tests.conftest import Project


def read(value: object, types: tuple[str, ...] = DURABLE_TYPES) -> Decision:
    return read_decision(value, types)


def unreadable(value: object) -> str:
    """The value as it is shown, once it is certain that it could not be read."""
    found = read(value)
    assert found.action == "unreadable"
    assert (found.type, found.reason, found.kept) == (None, "", None)
    return found.shown


# --- words, booleans, nothing


@pytest.mark.parametrize(("word", "action"), sorted(WORDS.items()))
def test_a_word_is_read_in_any_case_and_between_blanks(word: str, action: str) -> None:
    """A gate's word for its outcome is read however it is written."""
    for written in (word, word.upper(), word.title(), f"  {word}\n"):
        assert read(written) == Decision(action)


@pytest.mark.parametrize(
    ("action", "word"),
    [
        ("drop", "drop"),
        ("drop", "hard_drop"),
        ("drop", "noise"),
        ("skip", "skip"),
        ("skip", "no_trigger"),
        ("send", "flag"),
        ("send", "send"),
        ("send", "store"),
        ("send", "extract"),
    ],
)
def test_the_words_of_the_three_outcomes_mean_what_they_say(action: str, word: str) -> None:
    """Drop is never to be sent, skip is not sent this time, a flagged window is sent."""
    assert read(word).action == action


@pytest.mark.parametrize("name", DURABLE_TYPES)
def test_the_name_of_a_durable_type_means_send_as_that_type(name: str) -> None:
    """A gate that answers with a type wants the window sent and says as what."""
    assert read(name) == read(name.upper()) == Decision("send", type=name)


def test_a_projects_own_type_is_read_as_one() -> None:
    """Which words are types is up to the project; elsewhere the same word means nothing."""
    assert read("incident", (*DURABLE_TYPES, "incident")) == Decision("send", type="incident")
    assert unreadable("incident") == "'incident'"


def test_nothing_and_booleans_tell_sending_from_skipping() -> None:
    """None and False skip, True sends: none of them claims that a drop rule matched."""
    assert read(None) == read(False) == Decision("skip")
    assert read(True) == Decision("send")


@pytest.mark.parametrize("name", ["bool_", "bool"])
def test_booleans_of_array_libraries_count_as_booleans(name: str) -> None:
    """A boolean that is no Python bool is read alike, bare, in a tuple and in a field."""
    kind = type(name, (), {"__bool__": lambda self: self.said, "__init__": _note_said})
    for said, action in ((True, "send"), (False, "skip")):
        value = kind(said)
        assert read(value) == Decision(action)
        assert read((value, None, "why")) == Decision(action, reason="why")
        assert read({"flagged": value}) == Decision(action)
        assert read({"action": value}) == Decision(action)


def _note_said(self: Any, said: bool) -> None:
    self.said = said


# --- enumerations


class ByValue(enum.Enum):
    A = "drop"
    B = "Skip"
    C = "SEND"


class ByName(enum.Enum):
    DROP = enum.auto()
    Skip = enum.auto()
    SEND = enum.auto()


class Numbers(enum.IntEnum):
    DROP = 0
    SKIP = 1
    SEND = 2


class Words(str, enum.Enum):
    DISCARD = "drop"
    LATER = "skip"
    CAPTURE = "send"


class Booleans(enum.Enum):
    DROP = False
    SKIP = None
    SEND = True


class Foreign(enum.Enum):
    APPLE = "apple"
    PEAR = 2


class Kind(enum.Enum):
    RUNBOOK = 1
    OTHER = "convention"


class Worth(enum.Enum):
    WORTHY = True
    WORTHLESS = False


class Rule(enum.Enum):
    HEARTBEAT = "beat"


class Bits(enum.Flag):
    DROP = 1
    SEND = 2


@pytest.mark.parametrize("kind", [ByValue, ByName, Numbers, Words, Booleans])
def test_enumerations_are_read_by_the_word_in_their_value_or_name(kind: type[enum.Enum]) -> None:
    """The word of a member decides, be it its value or its name; numbers and booleans do not."""
    assert [read(member).action for member in kind] == ["drop", "skip", "send"]


def test_string_enumerations_of_the_standard_library_are_read() -> None:
    """A StrEnum is its value, where Python has StrEnum."""
    made: Any = getattr(enum, "StrEnum", None)
    if made is None:
        pytest.skip("Python 3.10 has no StrEnum")
    assert [read(member).action for member in made("Made", ["drop", "skip", "send"])] == [
        "drop",
        "skip",
        "send",
    ]


def test_an_enumeration_of_types_means_send_as_that_type() -> None:
    """A member named after a durable type sends, as that type."""
    assert read(Kind.RUNBOOK) == Decision("send", type="runbook")


def test_a_boolean_enumeration_with_names_of_its_own_is_read_by_value() -> None:
    """Where no word is known, a boolean value still says whether to send."""
    assert [read(member).action for member in Worth] == ["send", "skip"]


@pytest.mark.parametrize("member", list(Foreign))
def test_members_of_a_foreign_enumeration_are_unreadable_and_shown(member: Foreign) -> None:
    """An enumeration about something else is shown, not guessed at."""
    assert unreadable(member) == repr(member)


@pytest.mark.parametrize("value", [Bits(0), Bits.DROP | Bits.SEND])
def test_flags_that_name_no_outcome_or_two_are_unreadable(value: Bits) -> None:
    """An empty set of bits is not an unnamed skip, and two outcomes at once are none."""
    assert unreadable(value) == repr(value)
    assert read(Bits.SEND) == Decision("send")


# --- tuples and lists


@pytest.mark.parametrize("kind", [tuple, list])
def test_sequences_say_decision_type_and_reason(kind: Callable[[Any], object]) -> None:
    """The first item decides; a type is known by its name, another text is the reason."""
    assert read(kind(["drop"])) == Decision("drop")
    assert read(kind(["send", "Insight"])) == Decision("send", "insight")
    assert read(kind(["send", "insight", "rule 7"])) == Decision("send", "insight", "rule 7")
    assert read(kind(["send", "rule 7", "insight"])) == Decision("send", "insight", "rule 7")
    assert read(kind(["drop", None, "beat", "again"])) == Decision("drop", None, "beat")
    assert read(kind([True, 0.93])) == Decision("send")
    assert read(kind([ByName.DROP, None, "beat"])) == Decision("drop", None, "beat")


def test_a_sequence_may_begin_with_an_object() -> None:
    """What the object in first place says is kept; the rest fills the gaps."""
    first = {"action": "send", "reason": "wish", "kept": "tabs"}
    assert read((first, "preference", "other")) == Decision("send", "preference", "wish", "tabs")


@pytest.mark.parametrize(
    "value", [(), [], ("perhaps",), (3, "drop"), ((), "drop"), [[[["?"]]]], (b"drop",)]
)
def test_sequences_that_do_not_begin_with_a_decision_are_unreadable(value: object) -> None:
    """The whole sequence is shown, not only the item that could not be read."""
    assert unreadable(value) == repr(value)


# --- mappings and objects


class Named(NamedTuple):
    action: str
    type: str | None = None
    reason: str = ""


@dataclasses.dataclass(frozen=True)
class Data:
    action: str
    type: str | None = None
    reason: str = ""


@dataclasses.dataclass(slots=True)
class Slotted:
    action: str
    type: str | None = None
    reason: str = ""


class Model(pydantic.BaseModel):
    action: str
    type: str | None = None
    reason: str = ""


class Properties:
    def __init__(self, action: str, type: str | None = None, reason: str = "") -> None:
        self._said = (action, type, reason)

    action = property(lambda self: self._said[0])
    type = property(lambda self: self._said[1])
    reason = property(lambda self: self._said[2])


@pytest.mark.parametrize(
    "make",
    [
        dict,
        Named,
        Data,
        Slotted,
        Model,
        Properties,
        types.SimpleNamespace,
        lambda **fields: types.MappingProxyType(fields),
        lambda **fields: collections.defaultdict(list, fields),
        lambda **fields: collections.ChainMap({}, fields),
    ],
    ids=lambda make: getattr(make, "__name__", str(make)),
)
def test_fields_are_read_alike_from_everything_that_has_fields(make: Callable[..., object]) -> None:
    """Mappings, named tuples, dataclasses, pydantic models and plain objects are one shape."""
    assert read(make(action="DROP")) == Decision("drop")
    assert read(make(action="send", type="Runbook", reason="steps\nnamed")) == Decision(
        "send", "runbook", "steps named"
    )
    assert unreadable(make(action="perhaps")).startswith(repr(make(action="perhaps"))[:20])


@pytest.mark.parametrize("name", ["action", "decision", "verdict", "outcome", "status", "result"])
def test_the_decision_goes_by_many_names(name: str) -> None:
    """The usual names of the field that decides are known, with a word, a member or a boolean."""
    for value, action in (("noise", "drop"), (ByValue.C, "send"), (False, "skip"), (True, "send")):
        assert read({name: value}).action == action
        assert read(types.SimpleNamespace(**{name: value})).action == action


@pytest.mark.parametrize("name", ["type", "mtype", "memory_type", "kind"])
def test_the_type_goes_by_many_names(name: str) -> None:
    """The type is read from a text or an enumeration; what is no durable type is left out."""
    assert read({"action": "send", name: " Convention "}).type == "convention"
    assert read({"action": "send", name: Kind.OTHER}).type == "convention"
    assert read({"action": "send", name: "vegetable"}) == Decision("send")
    assert read({"action": "send", name: 3}) == Decision("send")


def test_a_field_that_holds_no_type_does_not_hide_one_that_does() -> None:
    """`type` may name the class of the message; the durable type is then found beside it."""
    said = {"action": "send", "type": "gate_decision", "mtype": "runbook"}
    assert read(said) == Decision("send", "runbook")


@pytest.mark.parametrize("name", ["reason", "rule", "why", "trigger", "explanation"])
def test_the_reason_goes_by_many_names(name: str) -> None:
    """The reason is a text, a number or an enumeration, and ends up on one line."""
    assert read({"action": "drop", name: "  a \n b "}).reason == "a b"
    assert read({"action": "drop", name: Rule.HEARTBEAT}).reason == "beat"
    assert read({"action": "drop", name: 17}).reason == "17"
    assert read({"action": "drop", name: ["a", "b"]}) == Decision("drop")


def test_an_empty_reason_does_not_hide_the_rule() -> None:
    """The first reason that says something is taken."""
    assert read({"action": "drop", "reason": "", "rule": "R7"}).reason == "R7"


@pytest.mark.parametrize("name", ["drop", "dropped", "is_drop", "should_drop"])
def test_a_true_drop_flag_drops_and_a_false_one_decides_nothing(name: str) -> None:
    """Not to be dropped is no order to send."""
    assert read({name: True}) == Decision("drop")
    assert unreadable({name: False}) == repr({name: False})
    assert read({name: False, "send": True}) == Decision("send")
    assert read({name: False, "send": False}) == Decision("skip")
    assert read({name: True, "send": False}) == Decision("drop")


@pytest.mark.parametrize(
    "name", ["send", "capture", "store", "keep", "flag", "flagged", "should_send", "should_store"]
)
def test_a_send_flag_tells_sending_from_skipping(name: str) -> None:
    """A flag that is set sends; one that is not set skips, for no drop rule is claimed."""
    assert read({name: True, "type": "insight"}) == Decision("send", "insight")
    assert read({name: False}) == Decision("skip")


def test_a_word_says_more_than_a_boolean() -> None:
    """`flagged=False` may be a drop or a skip; the word beside it tells which."""
    assert read({"action": "drop", "flagged": False}) == Decision("drop")
    assert read({"status": True, "decision": "drop"}) == Decision("drop")


@pytest.mark.parametrize(
    "value",
    [
        {"drop": True, "send": True},
        {"action": "send", "drop": True},
        {"action": "drop", "store": True},
        {"action": "skip", "should_send": True},
        {"action": "send", "verdict": "drop"},
    ],
)
def test_an_answer_that_contradicts_itself_is_unreadable(value: dict[str, object]) -> None:
    """Whoever says both to send and to hold back has said nothing, and is shown."""
    assert unreadable(value) == repr(value)
    assert unreadable(types.SimpleNamespace(**value)).startswith("namespace(")


def test_fields_that_agree_are_no_contradiction() -> None:
    """A drop and a skip both hold back; the field that comes first has the word."""
    assert read({"action": "drop", "outcome": "skipped", "dropped": True}) == Decision("drop")
    assert read({"action": "send", "verdict": "keep", "flagged": True}) == Decision("send")


def test_a_method_is_not_a_field() -> None:
    """Data frames have a `drop`, futures a `result`: a method decides nothing."""

    class Frame:
        def drop(self) -> bool:
            return True

        def result(self) -> str:
            return "send"

        def __repr__(self) -> str:
            return "<a frame>"

    assert unreadable(Frame()) == "<a frame>"


# --- payloads


@pytest.mark.parametrize("name", ["kept", "payload", "sent", "to_send"])
@pytest.mark.parametrize(
    ("payload", "text"),
    [
        ("use tabs", "use tabs"),
        ("", ""),
        ([], ""),
        (["a", "b"], "a\nb"),
        (("a", "b"), "a\nb"),
        ({"role": "user", "content": "a"}, "a"),
        ([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], "a\nb"),
        ([{"content": [{"type": "text", "text": "a"}, {"type": "image"}]}], "a"),
        ([{"content": None, "tool_calls": []}, {"content": "b"}], "b"),
        ({"messages": [{"content": "a"}], "user_id": "u"}, "a"),
        ({"text": "a"}, "a"),
        ([types.SimpleNamespace(role="user", content="a")], "a"),
    ],
)
def test_the_text_of_a_payload_is_found(name: str, payload: object, text: str) -> None:
    """A payload may be text, a turn, a block, a request or a list of them, of any make."""
    assert read({"action": "send", name: payload}).kept == text


@pytest.mark.parametrize(
    "payload", [True, 7, b"epoch 3", {"id": 3}, [object()], iter(["a"]), {"a", "b"}, len]
)
def test_a_payload_without_readable_text_is_no_statement(payload: object) -> None:
    """What nobody can read is unknown, which is not the same as free of noise."""
    assert read({"action": "send", "payload": payload}) == Decision("send")


def test_a_flag_does_not_hide_the_payload() -> None:
    """`kept=True` says that something is kept; what it is stands in another field."""
    assert read({"action": "send", "kept": True, "payload": "tabs"}).kept == "tabs"


def test_an_endless_payload_is_not_read() -> None:
    """A generator is left alone: reading it could take forever, and would use it up."""

    def endless() -> Iterator[str]:
        while True:
            yield "epoch"

    assert read({"action": "send", "payload": endless()}).kept is None


# --- what cannot be read


class Silent:
    def __repr__(self) -> str:
        raise RuntimeError("no")


class Broken:
    @property
    def action(self) -> str:
        raise LookupError("the store is\nclosed")

    def __repr__(self) -> str:
        return "<broken>"


class Exiting(Broken):
    @property
    def action(self) -> str:
        raise SystemExit(3)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (1, "1"),
        (-3, "-3"),
        (0.5, "0.5"),
        (float("nan"), "nan"),
        (2j, "2j"),
        (b"drop", "b'drop'"),
        (bytearray(b"drop"), "bytearray(b'drop')"),
        ("", "''"),
        ("perhaps", "'perhaps'"),
        ("drop it", "'drop it'"),
        ("dröp", "'dröp'"),
        ({}, "{}"),
        ({"answer": "drop"}, "{'answer': 'drop'}"),
        ({1: "drop"}, "{1: 'drop'}"),
        ({"action": 1}, "{'action': 1}"),
        ({"action": ["drop"]}, "{'action': ['drop']}"),
        (set(), "set()"),
        (..., "Ellipsis"),
        (int, "<class 'int'>"),
        (len, "<built-in function len>"),
        (range(3), "range(0, 3)"),
        (Silent(), "<Silent whose repr raised RuntimeError>"),
        ([Silent()], "<list whose repr raised RuntimeError>"),
    ],
)
def test_everything_else_is_unreadable_and_shown(value: object, shown: str) -> None:
    """What is no decision is shown as its owner would write it, even if it resists."""
    assert unreadable(value) == shown


def test_a_property_that_raises_makes_the_answer_unreadable() -> None:
    """The message names the value and what went wrong in it, on one line."""
    assert unreadable(Broken()) == ("<broken> (LookupError: the store is closed while reading it)")


def test_a_property_that_exits_does_not_end_the_run() -> None:
    """Not even SystemExit gets out of a value that is being read."""
    assert unreadable(Exiting()) == "<broken> (SystemExit: 3 while reading it)"


def test_ctrl_c_while_reading_is_the_users() -> None:
    """Only the person at the keyboard may stop the reading."""

    class Interrupting:
        @property
        def action(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read(Interrupting())


def test_a_value_that_contains_itself_is_unreadable() -> None:
    """Going round in circles ends."""
    circle: list[object] = []
    circle.append(circle)
    assert "RecursionError" in unreadable(circle)


def test_huge_values_are_shown_in_brief() -> None:
    """A message stays readable, and says how much of the value it leaves out."""
    shown = unreadable("x" * 1_000_000)
    assert len(shown) < 300
    assert shown.endswith("(999,802 more characters)")
    assert unreadable(10**5000) == "<int whose repr raised ValueError>"
    assert len(read(("drop", "x" * 1_000_000)).reason) < 400


def test_reasons_are_made_fit_to_print_and_to_store() -> None:
    """Controls, colours and half characters are spelled out; a reason stays valid UTF-8."""
    found = read(("drop", None, "\x1b[31mred\x00 \ud800 \u202eback"))
    assert found.reason == r"\x1b[31mred\x00 \ud800 \u202eback"
    found.reason.encode("utf-8")
    assert read({"action": "drop", "reason": "\ud83d"}).reason == r"\ud83d"
    unreadable("\ud800\x07").encode("utf-8")


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=20)
    | st.binary(max_size=5)
    | st.sampled_from([*WORDS, *DURABLE_TYPES, *ByName, *Numbers, *Foreign])
    | st.builds(Silent)
    | st.builds(Broken)
)
FIELDS = st.sampled_from(
    ["action", "decision", "drop", "send", "flagged", "type", "kind", "reason", "rule", "payload"]
) | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(FIELDS, inner, max_size=5)
        | st.dictionaries(FIELDS, inner, max_size=5).map(
            lambda fields: types.SimpleNamespace(**fields)
        )
    ),
    max_leaves=12,
)


@given(VALUES)
def test_reading_never_raises_and_always_ends_in_one_of_four_actions(value: object) -> None:
    """Whatever comes back, there is an action, and all texts go through JSON and UTF-8."""
    found = read(value)
    assert found.action in ("drop", "skip", "send", "unreadable")
    assert bool(found.shown) == (found.action == "unreadable")
    assert found.type is None or found.type in DURABLE_TYPES
    for text in (found.reason, found.shown):
        assert "\n" not in text
        json.dumps(text).encode()
        text.encode("utf-8")
        assert len(text) < 700


@given(st.text(), st.sampled_from([str.lower, str.upper, str.title, str]))
def test_only_known_words_are_decisions(text: str, written: Callable[[str], str]) -> None:
    """A text is read exactly when, trimmed and in lower case, it is a known word or type."""
    said = written(text)
    known = said.strip().lower() in {*WORDS, *DURABLE_TYPES}
    assert (read(said).action != "unreadable") == known


@given(VALUES)
def test_one_decision_in_a_tuple_decides_like_the_decision_alone(value: object) -> None:
    """Wrapping an answer in a tuple changes neither its action nor what it says."""
    alone, wrapped = read(value), read((value,))
    assert wrapped.action == alone.action
    if alone.action != "unreadable":
        assert wrapped == alone


# --- calling: what the signature asks for

TURNS = [{"role": "user", "content": "use tabs"}, {"role": "assistant", "content": "noted"}]
CASE = WriteGateCase("c", TURNS, "extract", "preference", "guards nothing")  # type: ignore[arg-type]
TEXT = "use tabs\nnoted"


def ask(target: Callable[..., object], level: str | None = None) -> object:
    return Classifier(target, "acme:gate").ask(CASE, level)


def same(value: object) -> object:
    return value


class Gate:
    def __call__(self, messages: object) -> object:
        return messages

    def bound(self, text: object, level: str = "none") -> object:
        return text, level

    @classmethod
    def of_class(cls, window: object) -> object:
        return window

    @staticmethod
    def static(window: object) -> object:
        return window


def decorated(function: Callable[..., object]) -> Callable[..., object]:
    @functools.wraps(function)
    def wrapper(*args: object, **kwargs: object) -> object:
        return function(*args, **kwargs)

    return wrapper


def two(first: object, second: object) -> object:
    return second


@pytest.mark.parametrize(
    "target",
    [
        lambda window: window,
        lambda messages: messages,
        lambda conversation: conversation,
        lambda window, /: window,
        lambda *, window: window,
        lambda *, conversation: conversation,
        lambda *args: args[0],
        lambda *window: window[0],
        lambda conversation=None: conversation,
        lambda strict=False, *, window: window,
        lambda strict=False, *, conversation: conversation,
        lambda strict=False, window=None: window,
        lambda strict=False, window=None, /: window,
        lambda strict=False, *window: window[0],
        lambda window, *rest, **more: window,
        lambda *args, **kwargs: args[0],
        decorated(lambda window: window),
        decorated(lambda *, messages: messages),
        functools.partial(two, "bound"),
        functools.partial(two, first="bound"),
        functools.partial(lambda window, limit: window, limit=3),
        Gate(),
        Gate.of_class,
        Gate.static,
    ],
)
def test_a_gate_that_takes_turns_gets_them_however_it_takes_them(
    target: Callable[..., object],
) -> None:
    """By position or by keyword, by a known name or by its only one: the turns arrive."""
    assert ask(target) == TURNS


@pytest.mark.parametrize(
    "target",
    [
        lambda text: text,
        lambda text, /: text,
        lambda *, text: text,
        lambda *text: text[0],
        lambda strict=False, text="": text,
        functools.partial(lambda config, text: text, {"a": 1}),
    ],
)
def test_a_gate_that_takes_text_gets_the_text(target: Callable[..., object]) -> None:
    """A parameter called `text` gets the turns' contents, one below the other."""
    assert ask(target) == TEXT


def test_a_parameter_that_is_annotated_as_text_gets_text() -> None:
    """Under another name the annotation decides, also where annotations are strings."""

    def annotated(message: str) -> object:
        return message

    def untold(message: list[Any]) -> object:
        return message

    annotated.__annotations__["message"] = str
    assert ask(annotated) == TEXT
    annotated.__annotations__["message"] = "str"
    assert ask(annotated) == TEXT
    assert ask(untold) == TURNS


def test_a_known_name_beats_the_first_place() -> None:
    """With several parameters it is the one called `window`, then `messages`, then `text`."""
    assert ask(lambda a=1, text="", messages=(), window=(): (a, text, messages, window)) == (
        1,
        "",
        (),
        TURNS,
    )
    assert ask(lambda text="", messages=(): (text, messages)) == ("", TURNS)


@pytest.mark.parametrize(
    "target",
    [
        lambda window, level: level,
        lambda level, window: level,
        lambda window, level="low": level,
        lambda window, *, level="low": level,
        lambda window, level, /: level,
        lambda level, window, /: level,
        lambda window, level="low", /: level,
        lambda window, /, level="low": level,
        lambda level, *args: level if args == (TURNS,) else "?",
        lambda level="low", *args: level if args == (TURNS,) else "?",
        lambda *args, level: level if args == (TURNS,) else "?",
        lambda window, **more: more["level"],
        lambda window, **level: level["level"],
        lambda *args, **kwargs: kwargs["level"],
        functools.partial(lambda window, level: level, level="bound"),
    ],
)
def test_a_level_reaches_a_gate_that_takes_one(target: Callable[..., object]) -> None:
    """Wherever the signature has its level, that is where it is given."""
    gate = Classifier(target, "acme:gate")
    assert gate.takes_level
    assert gate.ask(CASE, "aggressive") == "aggressive"


def test_a_gate_that_insists_on_a_level_gets_the_middle_one() -> None:
    """Without a level named, a required one is `balanced`, and an optional one is left alone."""
    for insisting in (lambda window, level: level, lambda level, window, /: level):
        assert Classifier(insisting, "g").needs_level
        assert ask(insisting) == "balanced"
    for easy in (lambda window, level="low": level, lambda window, level="low", /: level):
        assert not Classifier(easy, "g").needs_level
        assert ask(easy) == "low"
    assert ask(lambda window, **more: more) == {}
    assert ask(Gate().bound) == (TEXT, "none")


def test_a_gate_without_a_level_says_so_and_is_not_given_one() -> None:
    """A level that nobody asked for is no reason to fail."""
    for target in (same, lambda window, *level: (window, level)[0], dict.fromkeys):
        assert not Classifier(target, "g").takes_level
    assert ask(same, "aggressive") == TURNS


def test_a_builtin_without_a_signature_gets_the_window_by_position() -> None:
    """What cannot be inspected is called in the one way that is left."""

    class Opaque:
        __signature__ = "not a signature"

        def __call__(self, *args: object, **kwargs: object) -> object:
            return args, kwargs

    assert ask(Opaque()) == ((TURNS,), {})
    assert ask(Opaque(), "aggressive") == ((TURNS,), {})
    assert ask(len) == 2


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (lambda: "drop", "acme:gate takes no argument for a case; a gate takes"),
        (lambda level: "drop", "acme:gate takes no argument for a case; a gate takes"),
        (lambda **more: "drop", "acme:gate takes no argument for a case; a gate takes"),
        (lambda *, strict=False: "drop", "acme:gate takes no argument for a case; a gate takes"),
        (two, "acme:gate needs an argument 'second' beside 'first'; a gate takes"),
        (lambda window, client: "drop", "acme:gate needs an argument 'client' beside 'window'"),
        (lambda *, window, client: "drop", "acme:gate needs an argument 'client' beside 'window'"),
        (lambda window, text: "drop", "acme:gate needs an argument 'text' beside 'window'"),
        (Gate.bound, "acme:gate needs an argument 'self' beside 'text'"),
    ],
)
def test_a_gate_that_cannot_be_called_is_refused_before_the_first_case(
    target: Callable[..., object], message: str
) -> None:
    """The message names the gate, the parameter in the way, and what gates take."""
    with pytest.raises(SubjectError) as caught:
        Classifier(target, "acme:gate")
    assert message in str(caught.value)
    assert "window, messages or text" in str(caught.value)


def test_every_call_gets_a_window_of_its_own() -> None:
    """A gate may change what it is given, down to the last block; the case stays as it was."""
    blocks = [{"role": "user", "content": [{"type": "text", "text": "use tabs"}]}]
    case = WriteGateCase("c", blocks, "extract", "preference", "n")  # type: ignore[arg-type]

    def greedy(window: list[Any]) -> object:
        seen = window[0]["content"][0]["text"]
        window[0]["content"][0]["text"] = "changed"
        window[0]["content"].clear()
        window.clear()
        return seen

    gate = Classifier(greedy, "acme:greedy")
    assert [gate.ask(case, None) for _ in range(3)] == ["use tabs"] * 3


@pytest.mark.parametrize(
    "make",
    [
        lambda inside: lambda window: inside(),
        lambda inside: lambda window, level="low": inside(),
        lambda inside: lambda *args, **kwargs: inside(),
    ],
)
def test_a_type_error_inside_the_gate_is_the_gates_own(make: Callable[..., Any]) -> None:
    """It comes out as it was raised, after one call: nothing is called again in another way."""
    calls = []

    def inside() -> object:
        calls.append(1)
        return len(3)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="has no len"):
        ask(make(inside), "balanced")
    assert calls == [1]


def test_a_gate_that_promises_an_answer_is_waited_for() -> None:
    """What an ``async def`` returns is read like any other answer, always on one loop."""
    loops = []

    async def promising(window: object) -> object:
        loops.append(asyncio.get_running_loop())
        await asyncio.sleep(0)
        return "drop", None, "beat"

    settler = Settler()
    answers = [settler.settle(ask(promising)) for _ in range(2)]
    settler.close()
    assert [read(answer) for answer in answers] == [Decision("drop", None, "beat")] * 2
    assert loops[0] is loops[1]


# --- through pytest


def test_an_asynchronous_gate_is_scored_like_any_other(project: Project) -> None:
    """An ``async def`` classifier and an object with an asynchronous call both pass the gate."""
    source = (project.path / "acme_gate.py").read_text(encoding="utf-8")
    project.gate(
        source.replace("def classify", "def decide")
        + "import asyncio\n"
        + "async def classify(window):\n    await asyncio.sleep(0)\n    return decide(window)\n"
        + "class Gate:\n    async def __call__(self, window):\n        return decide(window)\n"
    )
    project.ini(subjects="acme_gate:classify acme_gate:Gate")
    result = project.run()
    assert result.ret == 0
    assert result.outlines[-1].startswith("memeval: PASSED: 4 of 4 floors held")
    first, second = project.report["results"]
    assert first["scores"] == second["scores"]
    assert first["counts"]["by_outcome"] == {"hit": 6}


def test_a_type_error_in_a_classifier_is_its_failure_after_one_call_a_case(
    project: Project,
) -> None:
    """Every case is asked once; the item fails with the error and the line it came from."""
    project.gate(
        "from pathlib import Path\n"
        "def classify(window, level='low'):\n"
        "    log = Path('asked.txt')\n"
        "    log.write_text((log.read_text() if log.exists() else '') + 'asked ')\n"
        "    return len(3)\n"
    )
    result = project.run()
    assert result.ret == 1
    assert (project.path / "asked.txt").read_text(encoding="utf-8").count("asked") == 6
    result.stdout.fnmatch_lines(["*acme_gate.py:5: in classify*", "*TypeError: object of type*"])
    rows = project.report["results"][0]["rows"]
    assert {each["outcome"] for each in rows} == {"failed"}
    assert {each["detail"] for each in rows} == {
        "the subject raised TypeError: object of type 'int' has no len()"
    }
    assert project.report["results"][0]["scores"]["extract_recall"]["value"] == 0


def test_an_answer_nobody_can_read_fails_its_item_and_is_shown(project: Project) -> None:
    """The item's message shows the value; the case counts as a miss and as unreadable."""
    project.gate("def classify(window):\n    return 0.7\n")
    result = project.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*unreadable decision: 0.7*"])
    scores = project.report["results"][0]["scores"]
    assert scores["unreadable"]["value"] == 6
    assert scores["hard_drop_recall"]["value"] == 0


def test_a_value_that_exits_while_it_is_read_fails_its_case_only(project: Project) -> None:
    """One treacherous answer costs one item; the others are measured and the report is written."""
    project.gate(
        "class Trap:\n"
        "    action = property(lambda self: exit(3))\n"
        "    __repr__ = lambda self: '<trap>'\n"
        "def classify(window):\n"
        "    return Trap() if 'epoch 3' in window[0]['content'] else 'drop'\n"
    )
    result = project.run()
    assert result.ret == 1
    assert "INTERNALERROR" not in result.stdout.str() + result.stderr.str()
    assert project.row("beat_1")["detail"] == (
        "unreadable decision: <trap> (SystemExit: 3 while reading it)"
    )
    assert project.row("beat_2")["outcome"] == "hit"
