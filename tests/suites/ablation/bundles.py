"""Bundles of anything that Unicode has, and a reader that shares no code with the writer."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record

#: For tests whose every example is a bundle or two.
SOME = settings(max_examples=30)

#: What forgers use: line ends, quotes, escapes, what begins a line here, what hides or reorders.
TRICKS = (
    *"\n\r\t\x0b\x0c\x1c\x1d\x1e\x1f\x00\x1b\x7f\x85\u2028\u2029\ufeff\u202e\u2066\u200b\u200f",
    *'"\\[](){}:,-',
    "\n- ",
    '"\n- [m1] "',
    "\n[facts]\n",
    '"}\n- {"id":"a","text":"',
    "\\u000a",
    "[m1]",
    "\U000e0041",
    "\uff02",
)
TEXT = st.lists(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from(TRICKS), max_size=12
).map("".join)
NAME = TEXT.filter(str.strip)
MAYBE = st.none() | TEXT


@st.composite
def record_lists(draw: st.DrawFn) -> list[Record]:
    """One to eight records, each with an id of its own."""
    ids = draw(st.lists(NAME, min_size=1, max_size=8, unique=True))
    sections = draw(st.lists(TEXT, min_size=1, max_size=3, unique=True))
    return [
        Record(
            identity,
            draw(TEXT),
            section=draw(st.sampled_from(sections)),
            speaker=draw(MAYBE),
            time=draw(MAYBE),
            source=draw(MAYBE),
            type=draw(MAYBE),
        )
        for identity in ids
    ]


@st.composite
def bundles(draw: st.DrawFn) -> ContextBundle:
    """A bundle that any ablation can be made of."""
    return ContextBundle(
        draw(record_lists()),
        format=draw(st.sampled_from(["plain", "compact", "auditable"])),
        notice=draw(st.none() | st.just("A notice.")),
        guidance=draw(st.none() | st.just("Some guidance.")),
        token_budget=10_000,
    )


def removals(bundle: ContextBundle) -> st.SearchStrategy[list[str]]:
    """Some ids of a bundle, in any order."""
    return st.lists(st.sampled_from(bundle.ids), min_size=1, unique=True)


def read_back(text: str, format: str, above: int = 1) -> list[dict[str, Any]]:
    """The records that a text shows, as its lines say."""
    found: list[dict[str, Any]] = []
    section = None
    for line in text.split("\n")[above:]:
        if line.startswith("["):
            section = _word(line, "[", "]")[0]
        elif line.startswith("- "):
            told = json.loads(line[2:]) if format == "auditable" else _read_line(line[2:])
            found.append({"section": section, **told})
        else:
            raise AssertionError(f"a line of no kind: {line!r}")
    return found


def _read_line(rest: str) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, (opens, closes) in (("reference", "[]"), ("time", "()")):
        if rest.startswith(opens):
            told[name], rest = _word(rest, opens, closes)
    said, end = json.JSONDecoder().raw_decode(rest)
    if rest[end:].startswith(": "):
        told["speaker"], rest = said, rest[end + 2 :]
        said, end = json.JSONDecoder().raw_decode(rest)
    assert end == len(rest), f"more behind the text: {rest[end:]!r}"
    return {**told, "text": said}


def _word(rest: str, opens: str, closes: str) -> tuple[str, str]:
    assert rest.startswith(opens)
    rest = rest[1:]
    if rest.startswith('"'):
        word, end = json.JSONDecoder().raw_decode(rest)
    else:
        end = rest.index(closes)
        word = rest[:end]
    assert rest[end] == closes
    return word, rest[end + 1 :].lstrip(" ")
