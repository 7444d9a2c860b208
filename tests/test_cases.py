"""The labelled window: what is accepted, and what is said about a case that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.census import fingerprint
from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.write_gate import SUITE
from pytest_memeval.suites.write_gate.cases import DURABLE_TYPES
from pytest_memeval.suites.write_gate.cases import copy_of
from pytest_memeval.suites.write_gate.cases import turn_text
from pytest_memeval.suites.write_gate.cases import window_text
from tests.casefiles import FORMATS
from tests.casefiles import ID_PARTS
from tests.casefiles import JSON
from tests.casefiles import TURN
from tests.casefiles import good_cases
from tests.casefiles import id_is_fine
from tests.casefiles import problem
from tests.casefiles import problems
from tests.casefiles import write_as
from tests.conftest import CASES
from tests.conftest import Project
from tests.conftest import case


def parsed(*cases: Any, types: tuple[str, ...] = ()) -> list[Any]:
    """The checked cases, as if case n stood in line 10 n."""
    raw = [RawCase(each, 10 * n) for n, each in enumerate(cases, start=1)]
    return [case for case, _ in SUITE.parse(raw, {"memeval_types": types})]


def said_of(*cases: Any, types: tuple[str, ...] = ()) -> list[str]:
    """What is wrong with cases that cannot be used."""
    with pytest.raises(FixtureError) as caught:
        parsed(*cases, types=types)
    return list(caught.value.problems)


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in case("a", "drop", "x").items() if name != key}


def turn(**keys: Any) -> dict[str, Any]:
    """A case with this one turn."""
    return case("a", "drop", "", window=[keys])


TYPES = "(one of preference, decision, convention, insight, runbook)"
LABELS = "(one of 'drop', 'exclude' or 'extract')"
ROLES = "(one of 'system', 'developer', 'user', 'assistant', 'tool' or 'function')"
CONTENT = "`content` of turn 1 must be text or a list of blocks (mappings); got "
TURN_1 = "turn 1 must be a mapping with `role` and `content`; got "
NOTHING_KEPT = "window keeps nothing, so its `expect_type` must be null"

#: What is wrong, the case, and what is said about it.
WRONG: list[tuple[str, Any, str]] = [
    ("unknown label", case("a", "dorp", "x"), f"unknown `label` 'dorp' {LABELS}"),
    ("label in capitals", case("a", "DROP", "x"), f"unknown `label` 'DROP' {LABELS}"),
    ("label no text", {**case("a", "drop", "x"), "label": 3}, f"unknown `label` 3 {LABELS}"),
    *(
        (f"no {key}", without(key), f"missing key `{key}`")
        for key in ("window", "label", "expect_type", "note")
    ),
    (
        "extra key",
        case("a", "drop", "x", tags=[]),
        "extra key `tags` (known: id, window, label, expect_type, note, kind)",
    ),
    (
        "extract without type",
        case("a", "extract", "x", expect_type=None),
        f"an `extract` window needs an `expect_type` {TYPES}",
    ),
    (
        "unknown type",
        case("a", "extract", "x", expect_type="fact"),
        f"unknown `expect_type` 'fact' {TYPES}",
    ),
    ("blank type", case("a", "extract", "x", expect_type=""), f"unknown `expect_type` '' {TYPES}"),
    (
        "type no text",
        case("a", "extract", "x", expect_type=["insight"]),
        "`expect_type` must be text; got ['insight'] (quote it?)",
    ),
    ("drop with type", case("a", "drop", "x", expect_type="insight"), f"a `drop` {NOTHING_KEPT}"),
    (
        "exclude with type",
        case("a", "exclude", "x", expect_type="insight"),
        f"a `exclude` {NOTHING_KEPT}",
    ),
    (
        "note missing text",
        case("a", "drop", "x", note=None),
        "`note` must be text; got None (quote it?)",
    ),
    ("kind no text", case("a", "drop", "x", kind=7), "`kind` must be text; got 7 (quote it?)"),
    (
        "window text",
        case("a", "drop", "x", window="hello"),
        "`window` must be a list of turns; got 'hello'",
    ),
    (
        "window mapping",
        case("a", "drop", "x", window={"role": "user"}),
        "`window` must be a list of turns; got {'role': 'user'}",
    ),
    (
        "window null",
        case("a", "drop", "x", window=None),
        "`window` must be a list of turns; got None",
    ),
    ("turn text", case("a", "drop", "x", window=["hello"]), f"{TURN_1}'hello'"),
    ("turn null", case("a", "drop", "x", window=[None]), f"{TURN_1}None"),
    ("no role", turn(content="x"), "missing key `role` of turn 1"),
    ("no content", turn(role="user"), "missing key `content` of turn 1"),
    (
        "extra turn key",
        turn(role="user", content="x", name="n"),
        "extra key `name` of turn 1 (known: role, content)",
    ),
    ("unknown role", turn(role="bot", content="x"), f"unknown `role` of turn 1 'bot' {ROLES}"),
    ("role no text", turn(role=None, content="x"), f"unknown `role` of turn 1 None {ROLES}"),
    ("content null", turn(role="user", content=None), f"{CONTENT}None"),
    ("content number", turn(role="user", content=5), f"{CONTENT}5"),
    ("content mapping", turn(role="user", content={"text": "x"}), f"{CONTENT}{{'text': 'x'}}"),
    ("block text", turn(role="user", content=["x"]), f"{CONTENT}'x'"),
    ("id too long", case("a" * 201, "drop", "x"), "`id` must be at most 200 characters long"),
]


@pytest.mark.parametrize(
    ("wrong", "said"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG]
)
def test_a_wrong_case_is_one_problem(wrong: Any, said: str) -> None:
    """One mistake is one line: where, which case, what is wrong, what would be right."""
    (only,) = said_of(case("fine", "drop", "x"), wrong)
    where, name, rest = only.split(": ", 2)
    assert where == "20"
    assert name.startswith("case 'a")
    assert rest == said


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("wrong", [each[1] for each in WRONG[::6]])
def test_a_wrong_case_is_named_in_every_format(tmp_path: Path, form: str, wrong: Any) -> None:
    """The same is said whatever the format of the file."""
    said = problem(write_as(form, tmp_path, [CASES[0], wrong], [0, 2]))
    assert said.split(": ", 1)[1] == said_of(wrong)[0].split(": ", 1)[1]


@pytest.mark.parametrize("value", [5, None, "text", [], [1], True])
def test_a_case_that_is_no_mapping(value: Any) -> None:
    """Such a case has no id, so it is named by its place."""
    (only,) = said_of(CASES[0], value)
    assert only == (
        "20: case no. 2: a case must be a mapping with the keys "
        f"id, window, label, expect_type, note; got {value!r}"
    )


@pytest.mark.parametrize(("value", "shown"), [(5, "5"), (None, "None"), (["a"], "['a']")])
def test_an_id_that_is_no_text(value: Any, shown: str) -> None:
    """YAML reads `id: 5` as a number: the message says to quote it."""
    (only,) = said_of({**case("a", "drop", "x"), "id": value})
    assert only == f"10: case no. 1: `id` must be text; got {shown} (quote it?)"


def test_a_case_without_an_id() -> None:
    """A case without an id is named by its place."""
    assert said_of(without("id")) == ["10: case no. 1: missing key `id`"]


def test_all_problems_are_named_at_once() -> None:
    """Each mistake of each case has its line; nobody has to repair them one by one."""
    window = [{"role": "user", "content": "x"}, {"role": "x", "content": 1}]
    assert said_of(case("a", "dorp", "", window=window), case("b", "drop", "x", note=1)) == [
        "10: case 'a': unknown `role` of turn 2 'x' (one of 'system', 'developer', 'user', "
        "'assistant', 'tool' or 'function')",
        "10: case 'a': `content` of turn 2 must be text or a list of blocks (mappings); got 1",
        "10: case 'a': unknown `label` 'dorp' (one of 'drop', 'exclude' or 'extract')",
        "20: case 'b': `note` must be text; got 1 (quote it?)",
    ]


def test_a_long_value_is_cut_in_messages() -> None:
    """A mistake in a long value does not print the value whole."""
    (only,) = said_of(turn(role="user", content={"text": "x" * 5000}))
    assert len(only) < 250
    assert only.endswith("more characters)")


def test_braces_in_a_value_are_only_text() -> None:
    """A value that looks like a place to fill in is shown as it is."""
    assert "'{where} {got}'" in said_of(case("a", "{where} {got}", "x"))[0]


# --- Ids


@pytest.mark.parametrize(
    "identity",
    [
        *("", " ", "a::b", "::", ":a", "a:", "a[0]", "[", "a]", " a", "a ", "a\n", "\na", "a\nb"),
        *("a\tb", "a\x00b", "\x1b[1m", "a\u2028b", "a\u202eb", "a\u200bb"),
        *("\ufeffa", "\xa0", "x\x85"),
    ],
)
def test_ids_that_cannot_be_node_ids(identity: str) -> None:
    """An id that pytest would cut, or that nobody could read or type, is refused."""
    (only,) = said_of(case(identity, "drop", "x"))
    assert only == (
        f"10: case {identity!r}: `id` {identity!r} must be printable, without `::`, `[` or `]`, "
        "and begin and end with neither blank nor colon"
    )


@pytest.mark.parametrize(
    "identity", ["a", "a:b", "a b", "a/b", "-a", "a.b-c_d", "語", "é", "a'b\"c", "🙂", "a" * 200]
)
def test_ids_that_can_be_node_ids(identity: str) -> None:
    """Letters of any script, and most marks, may be in an id."""
    assert parsed(case(identity, "drop", "x"))[0].id == identity


@given(st.text(ID_PARTS + "[]\n\u2028\u200b\x07", max_size=8))
@example("a: b")
@example("a:b:c")
def test_the_rule_for_ids(identity: str) -> None:
    """An id is accepted exactly when the rule in the message holds for it."""
    try:
        parsed(case(identity, "drop", "x"))
    except FixtureError:
        assert not id_is_fine(identity)
    else:
        assert id_is_fine(identity)


def test_every_accepted_id_selects_its_case(project: Project) -> None:
    """A case is run alone by its node id, whatever odd letters the id has."""
    odd = ["a:b", "a b", "a/b", "語", "a'b", "-x", "a\\b", "a.b", "*", "a{1}"]
    project.cases([*CASES, *(case(each, "drop", "epoch") for each in odd)])
    for identity in odd:
        result = project.run(f"fixtures/write_gate/cases.json::{identity}")
        assert result.parseoutcomes()["passed"] == 1, identity


def test_an_id_used_twice_in_a_file() -> None:
    """The second use is the problem, and it says where the first is."""
    again = case("a", "exclude", "y")
    assert said_of(case("a", "drop", "x"), case("b", "drop", "x"), again, again) == [
        "30: case 'a': the id is already used in line 10",
        "40: case 'a': the id is already used in line 10",
    ]


def test_an_id_used_twice_across_files(project: Project) -> None:
    """Two files of one suite share no id; the later one is one error that names the first."""
    project.cases([case("new", "drop", "epoch"), CASES[2], CASES[0]], "fixtures/more.json")
    result = project.run()
    assert result.ret == 1
    assert result.parseoutcomes() == {"passed": 3, "failed": 2, "errors": 1}
    said = "fixtures/write_gate/cases.json:{}: case {!r}: the id is already used in fixtures/{}"
    result.stdout.fnmatch_lines(
        [
            "  " + said.format(4, "beat_1", "more.json:28"),
            "  " + said.format(28, "talk_1", "more.json:16"),
        ],
        consecutive=True,
    )
    assert project.report["verdict"] == "not_measured"


# --- Types


@given(st.sampled_from(DURABLE_TYPES))
def test_every_durable_type_can_be_expected(durable: str) -> None:
    """The five types are all known."""
    assert parsed(case("a", "extract", "x", expect_type=durable))[0].expect_type == durable


def test_a_project_adds_types() -> None:
    """A type of the project's own is accepted, and named where another is asked for."""
    (only,) = parsed(case("a", "extract", "x", expect_type="recipe"), types=("Recipe",))
    assert only.expect_type == "recipe"
    (said,) = said_of(case("a", "extract", "x", expect_type="fact"), types=("recipe",))
    assert said.endswith("(one of preference, decision, convention, insight, runbook, recipe)")


# --- Good cases


@given(good_cases)
def test_good_cases_come_out_as_they_went_in(cases: list[Any]) -> None:
    """Nothing is changed, added or dropped on the way from file to case."""
    for made, given_ in zip(parsed(*cases), cases, strict=True):
        keys = ("id", "window", "label", "expect_type", "note")
        assert {key: getattr(made, key) for key in keys} == {key: given_[key] for key in keys}
        assert made.kind == given_.get("kind")


def test_cases_cannot_be_changed() -> None:
    """A case is frozen: no subject's mistake reaches the next."""
    (only,) = parsed(CASES[0])
    with pytest.raises(AttributeError):
        only.label = "extract"


@given(good_cases, st.sampled_from(["window", "label", "expect_type", "note", "id"]))
def test_a_case_with_a_key_missing_is_still_ours(cases: list[Any], key: str) -> None:
    """Forgetting one key, or mistyping it, does not make a case somebody else's."""
    first = dict(cases[0])
    del first[key]
    assert SUITE.recognises(first)
    assert SUITE.recognises({**first, key + "s": None})


@pytest.mark.parametrize("stranger", [{}, {"id": 1, "name": "x"}, {"label": "x", "text": "y"}])
def test_strangers_are_not_ours(stranger: dict[str, Any]) -> None:
    """Data that shares a key or two with a case is not taken for one."""
    assert not SUITE.recognises(stranger)


# --- What windows say


@given(JSON)
def test_a_copy_is_equal_and_shares_nothing(value: Any) -> None:
    """What is done to a copy is not done to the case."""
    made = copy_of({"kept": value})
    assert made == {"kept": value}
    before = json.dumps(value)
    _spoil(made)
    assert json.dumps(value) == before


def _spoil(value: Any) -> None:
    """Change every list and mapping, from the inside out."""
    if isinstance(value, dict):
        for part in list(value.values()):
            _spoil(part)
        value["spoiled"] = True
    elif isinstance(value, list):
        for part in value:
            _spoil(part)
        value.append("spoiled")


@given(st.lists(TURN, max_size=4))
def test_a_window_says_what_its_turns_say(window: list[Any]) -> None:
    """The text of a window is that of its turns, in order, a line break between them."""
    assert window_text(window) == "\n".join(turn_text(each) for each in window)
    for each in window:
        if isinstance(each["content"], str):
            assert turn_text(each) == each["content"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([], ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb"),
        ([{"type": "image", "source": {"data": "x"}}, {"type": "text", "text": "b"}], "b"),
        ([{"type": "tool_result", "content": [{"type": "text", "text": "in"}]}], "in"),
        ([{"type": "tool_result", "content": "plain"}], "plain"),
        ([{"type": "tool_use", "input": {"text": "no"}}], ""),
        ([{"text": 5}, {"text": None, "content": "kept"}, "bare", 7], "kept\nbare"),
        (7, ""),
        (None, ""),
    ],
)
def test_blocks_say_their_text(content: Any, text: str) -> None:
    """Of a list of blocks the text counts, also of results inside results; the rest is silent."""
    assert turn_text({"role": "user", "content": content}) == text


def test_a_file_with_many_problems_is_cut_in_a_run(project: Project) -> None:
    """A run prints the first problems of a file and counts the rest."""
    project.cases([case(f"c{n}", "dorp", "x") for n in range(100)])
    result = project.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "fixtures/write_gate/cases.json: 100 problems",
            "  fixtures/write_gate/cases.json:4: case 'c0': unknown `label` *",
            "  fixtures/write_gate/cases.json:232: case 'c19': unknown `label` *",
            "  … and 80 more",
        ]
    )
    result.stdout.no_fnmatch_line("*case 'c20'*")


def test_problems_of_a_file_are_in_the_order_of_its_lines(tmp_path: Path) -> None:
    """Whoever repairs a file goes through it once."""
    cases = [case(f"c{n}", "dorp", "x") for n in range(12)]
    said = problems(write_as("json", tmp_path, cases))
    lines = [int(each.split(":")[0]) for each in said]
    assert lines == sorted(lines)
    assert len(lines) == 12


def test_what_the_model_finds_and_nobody_foresaw() -> None:
    """A finding without words of its own is still one line with place, reason and value."""
    (said,) = said_of({**case("a", "drop", "x"), 7: "x"})
    assert said.startswith("10: case 'a': `7`: ")
    assert said.endswith("; got 7")


# --- The hash of cases


@given(good_cases, st.randoms())
def test_the_hash_is_of_the_cases_alone(cases: list[Any], chance: Random) -> None:
    """The order of cases, and of the keys in them, makes no difference to their hash."""
    turned = [dict(reversed(each.items())) for each in chance.sample(cases, len(cases))]
    assert fingerprint(parsed(*turned)) == fingerprint(parsed(*cases))


@given(good_cases)
def test_the_hash_changes_with_a_case(cases: list[Any]) -> None:
    """One more letter in one note, or one case less, gives another hash."""
    changed = [{**cases[0], "note": cases[0]["note"] + "x"}, *cases[1:]]
    hashes = {fingerprint(parsed(*each)) for each in (cases, changed, cases[1:])}
    assert len(hashes) == 3
