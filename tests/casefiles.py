"""Labelled windows in every file format, good and bad, for the tests of what reads them."""

from __future__ import annotations

import json
import pprint
from collections.abc import Callable
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from pytest_memeval import fixture_files
from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import Suite
from pytest_memeval.suites.write_gate import SUITE
from pytest_memeval.suites.write_gate.cases import DURABLE_TYPES
from pytest_memeval.suites.write_gate.cases import WriteGateCase

SUITES: dict[str, Suite] = {SUITE.name: SUITE}
ROLES = ("system", "developer", "user", "assistant", "tool", "function")

#: A file's cases after that many blank lines each: its text, and the line of each case.
Written = tuple[str, list[int]]
Writer = Callable[[Sequence[Any], Sequence[int]], Written]


def load(path: Path) -> tuple[list[WriteGateCase], list[int]] | None:
    """The checked cases of a file and their lines; None when it is not a fixture file."""
    file = fixture_files.read(path)
    if file is None or fixture_files.suite_of(file, SUITES) is None:
        return None
    placed = SUITE.parse(file.cases, {})
    return [case for case, _ in placed], [line for _, line in placed]


def problems(path: Path) -> list[str]:
    """What is wrong with a file that cannot be used, a line a problem."""
    try:
        loaded = load(path)
    except FixtureError as error:
        return list(error.problems)
    raise AssertionError(f"it was read without complaint: {loaded}")


def problem(path: Path) -> str:
    """The one thing that is wrong with a file."""
    (only,) = problems(path)
    return only


def write(path: Path, content: str | bytes) -> Path:
    """Write a file as it is: no line end is changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


# --- The four formats


def _join(head: str, parts: Sequence[str], gaps: Sequence[int], tail: str) -> Written:
    """Put the parts after the head, each after its gap; the text, and the line of each part."""
    text, lines = head, []
    for part, gap in zip(parts, gaps, strict=True):
        text += "\n" * gap
        lines.append(text.count("\n") + 1)
        text += part
    return text + tail, lines


def as_yaml(cases: Sequence[Any], gaps: Sequence[int]) -> Written:
    parts = [yaml.safe_dump([each], sort_keys=False) for each in cases]
    return _join("# windows\n\nsuite: write_gate\ncases:\n", parts, gaps, "")


def as_yaml_list(cases: Sequence[Any], gaps: Sequence[int]) -> Written:
    parts = [yaml.safe_dump([each], sort_keys=True) for each in cases]
    return _join("", parts, gaps, "")


def as_json(cases: Sequence[Any], gaps: Sequence[int]) -> Written:
    parts = [json.dumps(each, indent=2) + ",\n" for each in cases]
    text, lines = _join('\n{"suite": "write_gate",\n "cases": [', parts, gaps, "")
    return text[:-2] + "]}", lines


def as_json_list(cases: Sequence[Any], gaps: Sequence[int]) -> Written:
    # On one line where the gaps allow it: two cases may share a line.
    parts = [json.dumps(each, ensure_ascii=False) + ", " for each in cases]
    text, lines = _join("[", parts, gaps, "")
    return text[:-2] + "\n]\n", lines


def as_json_lines(cases: Sequence[Any], gaps: Sequence[int]) -> Written:
    parts = [json.dumps(each, ensure_ascii=False) + "\n" for each in cases]
    return _join('{"suite": "write_gate"}\n', parts, gaps, "")


def as_json_lines_bare(cases: Sequence[Any], gaps: Sequence[int]) -> Written:
    return _join("", [json.dumps(each) + "\n" for each in cases], gaps, "")


def as_module(cases: Sequence[Any], gaps: Sequence[int]) -> Written:
    parts = [pprint.pformat(each) + ",\n" for each in cases]
    return _join('"""Windows."""\n\nFIXTURES = [\n', parts, gaps, "]\n")


#: Every form of a fixture file: the file's ending and what writes it.
FORMATS: dict[str, tuple[str, Writer]] = {
    "yaml": (".yaml", as_yaml),
    "yaml-list": (".yml", as_yaml_list),
    "json": (".json", as_json),
    "json-list": (".json", as_json_list),
    "json-lines": (".jsonl", as_json_lines),
    "json-lines-bare": (".jsonl", as_json_lines_bare),
    "module": (".py", as_module),
}


def write_as(form: str, folder: Path, cases: Sequence[Any], gaps: Sequence[int] = ()) -> Path:
    """Write cases in one of the formats, under the name `cases`."""
    suffix, writer = FORMATS[form]
    text, _ = writer(cases, gaps or [0] * len(cases))
    return write(folder / f"cases{suffix}", text)


# --- Generated cases

TEXT = st.text(max_size=12)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
BLOCK = st.dictionaries(st.sampled_from(["type", "text", "content"]) | TEXT, JSON, max_size=3)
TURN = st.fixed_dictionaries(
    {"role": st.sampled_from(ROLES), "content": TEXT | st.lists(BLOCK, max_size=3)}
)
#: Letters of several scripts, and what is allowed inside an id but not everywhere in it.
ID_PARTS = "abzAZ09_-./é語я🙂 :"


def id_is_fine(text: str) -> bool:
    """The rule for ids, said in another way than the loader says it."""
    return (
        0 < len(text) <= 200
        and text.strip() == text
        and text.strip(":") == text
        and "::" not in text
        and not set("[]") & set(text)
        and all(letter == " " or letter.isprintable() for letter in text)
    )


IDS = st.text(ID_PARTS, min_size=1, max_size=12).filter(id_is_fine)


@st.composite
def good_case(draw: st.DrawFn) -> dict[str, Any]:
    """A case that is right in every respect."""
    label = draw(st.sampled_from(["drop", "exclude", "extract"]))
    more = {"kind": draw(TEXT)} if draw(st.booleans()) else {}
    return {
        "id": draw(IDS),
        "window": draw(st.lists(TURN, max_size=4)),
        "label": label,
        "expect_type": draw(st.sampled_from(DURABLE_TYPES)) if label == "extract" else None,
        "note": draw(TEXT),
        **more,
    }


good_cases = st.lists(good_case(), min_size=1, max_size=4, unique_by=lambda each: each["id"])
