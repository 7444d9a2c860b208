"""The labelled window: its model (the source of the JSON Schema) and its checks."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Annotated
from typing import Any
from typing import Literal

from pydantic import ConfigDict
from pydantic import Discriminator
from pydantic import Field
from pydantic import StrictStr
from pydantic import Tag
from pydantic import TypeAdapter
from pydantic import ValidationError
from pydantic.dataclasses import dataclass
from pydantic_core import ErrorDetails
from typing_extensions import TypedDict

from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import name_of
from pytest_memeval.text import show

DURABLE_TYPES = ("preference", "decision", "convention", "insight", "runbook")
KEYS = ("id", "window", "label", "expect_type", "note")

#: One turn of a conversation as a subject gets it.
Turn = dict[str, Any]


# pytest cuts node ids at `::` and `[`: such a case could not be selected by its id.
_NEVER = r"\[\]:\p{C}\p{Zl}\p{Zp}"
_ID = rf"^[^\s{_NEVER}](?:(?::?[^{_NEVER}])*:?[^\s{_NEVER}])?$"
_ID_RULE = (
    "must be printable, without `::`, `[` or `]`, and begin and end with neither blank nor colon"
)
# The same for readers of the JSON Schema, whose regular expressions may not know `\p`: it refuses
# the unprintable characters that one meets. `(?!\n)`, since Python's `$` is also before a last \n.
_NEVER_PORTABLE = (
    r"\[\]\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ue000-\uf8ff\ufeff\ufff9-\ufffb\ufffe\uffff"
)
_ID_PORTABLE = (
    rf"^(?!.*::)[^\s:{_NEVER_PORTABLE}](?:[^{_NEVER_PORTABLE}]*[^\s:{_NEVER_PORTABLE}])?$(?!\n)"
)


def _form(content: object) -> str:
    return "text" if isinstance(content, str) else "blocks"


#: Told apart before they are checked, so that a wrong one gives one message and not two.
_Content = Annotated[
    Annotated[StrictStr, Tag("text")] | Annotated[list[dict[str, Any]], Tag("blocks")],
    Discriminator(_form),
]


class _TurnModel(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: _Content


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid", title="WriteGateCase"))
class WriteGateCase:
    """One labelled window of the write gate.

    `drop` windows must never be sent; `exclude` windows may be sent, but nothing may be stored
    from them; `extract` windows must give at least one memory, ideally of `expect_type`.
    """

    id: Annotated[
        StrictStr,
        Field(max_length=200, pattern=_ID, json_schema_extra={"pattern": _ID_PORTABLE}),
    ]
    window: list[_TurnModel]
    label: Literal["drop", "exclude", "extract"]
    expect_type: StrictStr | None
    note: StrictStr
    kind: StrictStr | None = None


_CASES = TypeAdapter(list[WriteGateCase])


def parse(cases: Sequence[RawCase], types: Sequence[str]) -> list[WriteGateCase]:
    """Check raw cases against the model and the rules between its keys.

    :raises FixtureError: a line per problem, ``LINE: case 'ID': what is wrong``.
    """
    problems: list[str] = []
    try:
        parsed = _CASES.validate_python([case.data for case in cases])
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=True)
        raise FixtureError(list(dict.fromkeys(_problems(cases, details)))) from None
    lines: dict[str, int] = {}
    for case, raw in zip(parsed, cases, strict=True):
        where = f"{raw.line}: case {show(case.id)}"
        if case.id in lines:
            problems.append(f"{where}: the id is already used in line {lines[case.id]}")
        lines.setdefault(case.id, raw.line)
        problems.extend(f"{where}: {text}" for text in _type_problem(case, types))
    if problems:
        raise FixtureError(problems)
    return parsed


def _type_problem(case: WriteGateCase, types: Sequence[str]) -> Iterator[str]:
    known = ", ".join(types)
    if case.label == "extract":
        if case.expect_type is None:
            yield f"an `extract` window needs an `expect_type` (one of {known})"
        elif case.expect_type not in types:
            yield f"unknown `expect_type` {case.expect_type!r} (one of {known})"
    elif case.expect_type is not None:
        yield f"a `{case.label}` window keeps nothing, so its `expect_type` must be null"


def _problems(cases: Sequence[RawCase], details: list[ErrorDetails]) -> Iterator[str]:
    for detail in details:
        index, *path = detail["loc"]
        raw = cases[int(index)]
        yield f"{raw.line}: {name_of(raw, int(index) + 1)}: {_say(path, detail)}"


#: pydantic's findings in our words; `where` is the place, `got` the value.
_SAY = {
    "missing": "missing key {where}",
    "extra_forbidden": "extra key {where} (known: {known})",
    "unexpected_keyword_argument": "extra key {where} (known: {known})",
    "literal_error": "unknown {where} {got} (one of {expected})",
    "string_type": "{where} must be text; got {got} (quote it?)",
    "string_pattern_mismatch": f"{{where}} {{got}} {_ID_RULE}",
    "string_too_long": "{where} must be at most {max_length} characters long",
    "list_type": "{where} must be a list of turns; got {got}",
    "dict_type": "{where} must be a mapping with `role` and `content`; got {got}",
}


def _say(path: list[int | str], detail: ErrorDetails) -> str:
    """One of pydantic's findings for the person who wrote the case."""
    got = show(detail["input"], 60)
    if not path:
        return f"a case must be a mapping with the keys {', '.join(KEYS)}; got {got}"
    where = _place(path)
    if "content" in path and detail["type"] != "missing":
        return f"{where} must be text or a list of blocks (mappings); got {got}"
    form = _SAY.get(detail["type"])
    if form is None:
        return f"{where}: {detail['msg']}; got {got}"
    given = detail.get("ctx", {})
    return form.format(**given, where=where, got=got, known=", ".join(_known_keys(path)))


def _place(path: list[int | str]) -> str:
    """``('window', 2, 'content', 'str')`` as ```content` of turn 3``."""
    if path[0] == "window" and len(path) > 1:
        turn = f"turn {int(path[1]) + 1}"
        return f"`{path[2]}` of {turn}" if len(path) > 2 else turn
    return f"`{path[0]}`"


def _known_keys(path: list[int | str]) -> Sequence[str]:
    return ("role", "content") if path[0] == "window" else (*KEYS, "kind")


def case_schema() -> dict[str, Any]:
    """The JSON Schema of a window, with the rules between its keys."""
    made = TypeAdapter(WriteGateCase).json_schema()
    extract = {"properties": {"label": {"const": "extract"}}}
    made["required"] = list(KEYS)
    made["if"] = extract
    made["then"] = {"properties": {"expect_type": {"type": "string"}}}
    made["else"] = {"properties": {"expect_type": {"type": "null"}}}
    return made


def copy_of(value: Any) -> Any:
    """A copy of plain JSON data that shares no list and no mapping with it."""
    if isinstance(value, dict):
        return {key: copy_of(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copy_of(item) for item in value]
    return value


def turn_text(turn: object) -> str:
    """The text of one turn; of a list of blocks, the text that its blocks carry."""
    content = turn.get("content", "") if isinstance(turn, Mapping) else turn
    if isinstance(content, str):
        return content
    if isinstance(content, (list, tuple)):
        return "\n".join(filter(None, map(_block_text, content)))
    return ""


def _block_text(block: object) -> str:
    if isinstance(block, str):
        return block
    if not isinstance(block, Mapping):
        return ""
    if isinstance(block.get("text"), str):
        return str(block["text"])
    return turn_text(block) if "content" in block else ""


def window_text(window: Sequence[object]) -> str:
    """The texts of a window's turns, one after the other, a line break between them."""
    return "\n".join(turn_text(turn) for turn in window)
