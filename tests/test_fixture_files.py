"""Fixture files: four formats that say the same, and what is said about a file that is broken."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval import fixture_files
from pytest_memeval.errors import FixtureError
from pytest_memeval.fixture_files import yaml_reader
from tests.casefiles import FORMATS
from tests.casefiles import SUITES
from tests.casefiles import good_cases
from tests.casefiles import load
from tests.casefiles import problem
from tests.casefiles import problems
from tests.casefiles import write
from tests.casefiles import write_as
from tests.conftest import CASES
from tests.conftest import Project
from tests.conftest import case

forms = pytest.mark.parametrize("form", FORMATS)


def plain(path: Path) -> list[Any]:
    """The raw cases of a file."""
    file = fixture_files.read(path)
    assert file is not None
    return [raw.data for raw in file.cases]


# --- Four formats, one meaning


@forms
@settings(max_examples=40)
@given(cases=good_cases, gaps=st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_every_format_gives_the_cases_and_their_lines(
    tmp_path_factory: pytest.TempPathFactory, form: str, cases: list[Any], gaps: list[int]
) -> None:
    """What was written is what is read, whatever the format, each case with its own line."""
    suffix, writer = FORMATS[form]
    text, lines = writer(cases, gaps[: len(cases)])
    path = write(tmp_path_factory.getbasetemp() / "formats" / f"{form}{suffix}", text)
    assert plain(path) == cases
    loaded = load(path)
    assert loaded is not None
    assert [each.id for each in loaded[0]] == [each["id"] for each in cases]
    assert [each.window for each in loaded[0]] == [each["window"] for each in cases]
    assert loaded[1] == lines


@forms
def test_a_problem_names_the_line_of_its_case(tmp_path: Path, form: str) -> None:
    """In every format the line in a message is the line that the case begins in."""
    suffix, writer = FORMATS[form]
    cases = [case("fine", "drop", "ok"), case("wrong", "dorp", "ok"), case("late", "drop", "ok")]
    text, lines = writer(cases, [1, 2, 3])
    said = problem(write(tmp_path / f"cases{suffix}", text))
    assert said.startswith(f"{lines[1]}: case 'wrong': unknown `label` 'dorp'")


@forms
@pytest.mark.parametrize("change", ["bom", "crlf"])
def test_byte_order_mark_and_crlf_change_nothing(tmp_path: Path, form: str, change: str) -> None:
    """A file saved by a Windows editor gives the same cases at the same lines."""
    suffix, writer = FORMATS[form]
    text, lines = writer(CASES, [0, 2, 0, 1, 0, 0])
    text = "\ufeff" + text if change == "bom" else text.replace("\n", "\r\n")
    loaded = load(write(tmp_path / f"cases{suffix}", text))
    assert loaded is not None
    assert [each.id for each in loaded[0]] == [each["id"] for each in CASES]
    assert loaded[1] == lines


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
@pytest.mark.parametrize("form", ["json", "json-list", "json-lines", "module"])
def test_other_separators_inside_text_end_no_line(
    tmp_path: Path, form: str, separator: str
) -> None:
    """U+2028 and its like stay in their text, and the lines after them are still right."""
    suffix, writer = FORMATS[form]
    cases = [case("odd", "drop", f"a{separator}b"), case("next", "dorp", "c")]
    text, lines = writer(cases, [0, 0])
    path = write(tmp_path / f"cases{suffix}", text)
    assert plain(path)[0]["window"][0]["content"] == f"a{separator}b"
    assert problem(path).startswith(f"{lines[1]}: case 'next'")


def test_yaml_lines_are_those_of_the_editor(tmp_path: Path) -> None:
    """YAML takes U+2028 for a line break; the line in a message is counted as editors count."""
    text = 'suite: write_gate\ncases:\n- id: a\n  note: "x\u2028y"\n  label: dorp\n- id: b\n'
    assert problems(write(tmp_path / "cases.yaml", text))[-1].startswith("6: case 'b'")
    broken = "# \u2028 \u2028\nsuite: [\n\n]]\n"
    assert problem(write(tmp_path / "broken.yaml", broken)).startswith("4: not valid YAML")


def test_a_line_feed_in_a_case_does_not_shift_the_next(tmp_path: Path) -> None:
    """A block scalar over several lines counts as the lines that it takes."""
    text = textwrap.dedent("""\
        suite: write_gate
        cases:
          # the first
          - id: a
            label: drop
            expect_type: null
            note: fine
            window:
              - role: user
                content: |
                  one
                  two

                  three
          -
            id: b
            label: drop
        """)
    assert {said.split(":")[0] for said in problems(write(tmp_path / "c.yaml", text))} == {"16"}


def test_the_keys_of_a_file_come_in_any_order(tmp_path: Path) -> None:
    """`suite` may stand below the cases."""
    for suffix in (".yaml", ".json"):
        path = write(tmp_path / f"c{suffix}", json.dumps({"cases": CASES, "suite": "write_gate"}))
        file = fixture_files.read(path)
        assert file is not None
        assert (file.suite, len(file.cases)) == ("write_gate", len(CASES))


# --- Broken files: the format


@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".json", ".jsonl"])
@pytest.mark.parametrize("content", ["", " \n\t\n", "\ufeff"])
def test_an_empty_file_is_an_error(tmp_path: Path, suffix: str, content: str) -> None:
    """A file without anything in it was meant to hold something."""
    said = problem(write(tmp_path / f"c{suffix}", content))
    assert said == "1: the file is empty; a fixture file holds `suite:` and `cases:`"


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".jsonl", ".py"])
@pytest.mark.parametrize("bytes_", [b"\xff\xfe", b"caf\xe9", "語".encode("utf-16")])
def test_other_encodings_are_an_error(tmp_path: Path, suffix: str, bytes_: bytes) -> None:
    """The line and the byte of what is not UTF-8 are named, and the way out."""
    content = b"# FIXTURES\n\n" + bytes_
    said = problem(write(tmp_path / f"c{suffix}", content))
    assert said.startswith("3: not UTF-8 (byte 1")
    assert said.endswith("; save the file as UTF-8")


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """A folder or a missing file in the place of a file is reported, not raised."""
    (tmp_path / "folder.json").mkdir()
    assert problem(tmp_path / "folder.json").startswith("1: cannot be read: IsADirectoryError")
    assert problem(tmp_path / "none.json").startswith("1: cannot be read: FileNotFoundError")


def test_an_unknown_ending_is_an_error(tmp_path: Path) -> None:
    """A file of another kind is told which endings there are."""
    said = problem(write(tmp_path / "cases.toml", "a = 1"))
    assert said == ("1: unknown kind of file; fixture files end in .yaml, .yml, .json, .jsonl, .py")


@pytest.mark.parametrize(
    ("form", "suffix", "said"),
    [
        ("yaml", ".json", "1: not valid JSON: Expecting value"),
        ("module", ".json", "1: not valid JSON: text after the end"),
        ("json-lines-bare", ".json", "2: not valid JSON: text after the end"),
        ("json-lines-bare", ".yaml", "2: not valid YAML: "),
        ("json", ".jsonl", "2: not valid JSON: "),
    ],
)
def test_a_file_that_is_not_what_its_ending_says(
    tmp_path: Path, form: str, suffix: str, said: str
) -> None:
    """The ending decides how a file is read; content of another format is an error."""
    text, _ = FORMATS[form][1](CASES, [0] * len(CASES))
    assert problems(write(tmp_path / f"c{suffix}", text))[0].startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"suite": "write_gate",\n"cases": [\n{"id": "a",\n"b"}]}', "4: not valid JSON: "),
        ('{"suite": "write_gate",\n"cases": [1,\n]}', "3: not valid JSON: Expecting value"),
        ('{"suite": "write_gate",\n}', "2: not valid JSON: expecting a key in quotes"),
        ('{"suite": "write_gate",\n1: 2}', "2: not valid JSON: expecting a key in quotes"),
        ('{"suite"\n"write_gate"}', "2: not valid JSON: expecting ':'"),
        ('[{"id": "a"}\n{"id": "b"}]', "2: not valid JSON: expecting ',' or ']'"),
        ('{"suite": "write_gate"}\n{}', "2: not valid JSON: text after the end"),
        ('{"suite": "write_gate",\n"cases": [', "2: not valid JSON: Expecting value"),
        ('// a comment\n{"suite": "write_gate"}', "1: not valid JSON: Expecting value"),
    ],
)
def test_broken_json_names_its_line(tmp_path: Path, text: str, said: str) -> None:
    """The line of the first thing that is no JSON is named, and what stands against it."""
    assert problem(write(tmp_path / "c.json", text)).startswith(said)


def test_broken_json_lines_are_all_named(tmp_path: Path) -> None:
    """Every line that is no JSON is named at once; blank lines are nothing."""
    text = f"{json.dumps(CASES[0])}\n\n{{\n{json.dumps(CASES[1])} 1\n"
    assert problems(write(tmp_path / "c.jsonl", text)) == [
        "3: not valid JSON: Expecting property name enclosed in double quotes (one case a line)",
        "4: not valid JSON: text after the end (one case a line)",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("suite: write_gate\ncases:\n\t- id: a\n", "3: not valid YAML: "),
        ("suite: write_gate\n\ncases: [\n", "4: not valid YAML: "),
        ("suite: 'write_gate\n", "2: not valid YAML: "),
        ("suite: write_gate\ncases: [*nowhere]\n", "2: not valid YAML: found undefined alias"),
        ("suite: !!bool maybe\ncases: []\n", "1: not valid YAML: cannot be read: KeyError"),
        (
            "suite: write_gate\n# \x07\n",
            "2: not valid YAML: U+0007 as it is; write it as an escape",
        ),
        ("a: 1\n\n\n# \x00", "4: not valid YAML: U+0000 as it is; write it as an escape"),
        ('cases:\n- id: "\\ud800"\n', "2: not valid YAML: while parsing a quoted scalar, "),
        (
            "suite: write_gate\ncases: []\n---\nsuite: write_gate\n",
            "3: not valid YAML: the file holds several documents, separated by `---`; "
            "a fixture file is one",
        ),
    ],
)
def test_broken_yaml_names_its_line(tmp_path: Path, text: str, said: str) -> None:
    """The line of what is no YAML is named, and what stands against it."""
    assert problem(write(tmp_path / "c.yaml", text)).startswith(said)


@pytest.fixture
def without_libyaml(monkeypatch: pytest.MonkeyPatch) -> Any:
    """PyYAML as it is where its C part was not built."""
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    yaml_reader._yaml_loader.cache_clear()
    yield
    yaml_reader._yaml_loader.cache_clear()


@pytest.mark.usefixtures("without_libyaml")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# \x07\nsuite: write_gate\n", "1: not valid YAML: U+0007"),
        ("suite: write_gate\ncases: []\n---\na: 1\n", "3: not valid YAML: the file holds several"),
        ("[" * 5000 + "]" * 5000, "1: nested too deeply"),
        (
            "suite: write_gate\ncases:\n- id: a\n  id: b\n",
            "4: case 'b': the key 'id' is given twice",
        ),
        ('suite: write_gate\ncases:\n- {id: "\\ud800"}\n', "3: case '\\ud800': holds U+D800"),
    ],
)
def test_yaml_is_read_alike_without_libyaml(tmp_path: Path, text: str, said: str) -> None:
    """PyYAML in pure Python finds the same problems in the same lines."""
    assert problem(write(tmp_path / "c.yaml", text)).startswith(said)


@pytest.mark.usefixtures("without_libyaml")
def test_our_case_is_read_alike_without_libyaml(tmp_path: Path) -> None:
    """PyYAML in pure Python gives the same cases in the same lines."""
    loaded = load(write_as("yaml", tmp_path, CASES, [0, 1, 0, 2, 0, 0]))
    assert loaded is not None
    assert loaded[1][0] == 5
    assert [each.id for each in loaded[0]] == [each["id"] for each in CASES]


# --- Broken files: the upper level


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (
            '{"suite":\n "write_gaet", "cases": [1]}',
            "1: unknown suite 'write_gaet' (known: write_gate; did you mean 'write_gate'?)",
        ),
        ('{\n"suite": "banana",\n"cases": [1]}', "2: unknown suite 'banana' (known: write_gate)"),
        ('{\n"suite": 3, "cases": [1]}', "2: `suite` must be a name; got 3"),
        ('{\n"suite": null, "cases": [1]}', "2: `suite` must be a name; got None"),
        ('{\n\n"suite": "write_gate"}', "3: `suite` is given, but no list of `cases`"),
        ('{"suite": "write_gate",\n"cases": {"id": "a"}}', "2: `cases` must be a list of cases"),
        ('{"suite": "write_gate",\n"cases": null}', "2: `cases` must be a list of cases"),
        (
            '{"suite": "write_gate",\n"cases": []}',
            "2: no cases; a file without any measures nothing",
        ),
        (
            '{"suite": "write_gate",\n"suite": "write_gate", "cases": []}',
            "2: the key 'suite' is given twice",
        ),
        (
            '{"suite": "write_gate", "cases": [1],\n"cases": []}',
            "2: the key 'cases' is given twice",
        ),
    ],
)
@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_a_wrong_upper_level(tmp_path: Path, suffix: str, top: str, said: str) -> None:
    """What is wrong above the cases is named with its own line, in JSON and YAML alike."""
    assert problem(write(tmp_path / f"c{suffix}", top)) == said


@pytest.mark.parametrize("suite", ['"suite": "write_gate",\n', "\n"])
@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_extra_keys_beside_the_cases(tmp_path: Path, suffix: str, suite: str) -> None:
    """A key that nobody reads is an error, also in a file known by its cases alone."""
    text = f'{{{suite}"version": 2,\n"cases": {json.dumps(CASES)}}}'
    said = problem(write(tmp_path / f"c{suffix}", text))
    assert said == "2: extra key 'version' beside `suite` and `cases`"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\n{"suite": "write_gate"}\n', "2: no cases; a file without any measures nothing"),
        ('\n{"suite": 5}\n{}', "2: `suite` must be a name; got 5"),
        ('{"suite": "writegate"}\n{}', "1: unknown suite 'writegate' (known: write_gate; did"),
    ],
)
def test_a_wrong_first_line_of_json_lines(tmp_path: Path, text: str, said: str) -> None:
    """The line that names the suite is checked as `suite:` is elsewhere."""
    assert problem(write(tmp_path / "c.jsonl", text)).startswith(said)


# --- Broken files: what no case may hold


@pytest.mark.parametrize(
    ("form", "text", "said"),
    [
        ("json", '{"suite": "write_gate",\n"cases": [\n{"id": "a",\n"id": "b"}]}', "3: case 'b'"),
        ("jsonl", '\n{"suite": "write_gate"}\n{"id": "a", "id": "b"}', "3: case 'b'"),
        ("yaml", "suite: write_gate\ncases:\n- id: a\n  note: n\n  id: b\n", "5: case 'b'"),
    ],
)
def test_a_key_given_twice(tmp_path: Path, form: str, text: str, said: str) -> None:
    """Of two values for one key neither is taken silently."""
    assert problem(write(tmp_path / f"c.{form}", text)) == f"{said}: the key 'id' is given twice"


def test_a_key_given_twice_in_a_turn(tmp_path: Path) -> None:
    """The case is named also where the twin is inside its window."""
    turn = '[{"role": "user", "role": "tool", "content": "x"}]'
    text = json.dumps([{**CASES[0], "window": "WINDOW"}]).replace('"WINDOW"', turn)
    expected = "1: case 'beat_1': the key 'role' is given twice"
    for suffix in (".json", ".jsonl", ".yaml"):
        content = text[1:-1] if suffix == ".jsonl" else text
        assert problem(write(tmp_path / f"c{suffix}", content)) == expected


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none(tmp_path: Path, number: str) -> None:
    """NaN and the infinities, which Python reads and JSON has not, are refused."""
    text = json.dumps({"suite": "write_gate", "cases": [blocks({"x": "NUMBER"})]})
    said = problem(write(tmp_path / "c.json", text.replace('"NUMBER"', number)))
    assert said.startswith("1: case 'a': holds ")
    assert said.endswith(", which is no number in JSON")


def blocks(*found: Any) -> dict[str, Any]:
    """A case whose one turn holds these blocks."""
    return case("a", "drop", "", window=[{"role": "user", "content": list(found)}])


def test_a_number_too_long_for_python(tmp_path: Path) -> None:
    """An integer that Python refuses to read is an error of the file, in every format."""
    text = json.dumps([case("a", "drop", "x")]).replace('"x"', "9" * 5000)
    assert problem(write(tmp_path / "c.json", text)).startswith("1: not valid JSON: ValueError")
    assert problem(write(tmp_path / "c.jsonl", text)).startswith("1: not valid JSON: ValueError")
    assert problem(write(tmp_path / "c.yaml", text)).startswith("1: case 'a': cannot be read: Val")


@pytest.mark.parametrize("half", ["\\ud83d", "\\udc00", "\\udc00\\ud83d"])
@pytest.mark.parametrize(
    "place", ["id", "note", "kind", "label", "content", "block", "key"], ids=str
)
def test_half_a_surrogate_pair(tmp_path: Path, half: str, place: str) -> None:
    """Half a surrogate pair, which JSON can escape and no file can hold, is refused anywhere."""
    made = case("a", "drop", "x", kind="k")
    if place == "content":
        made = case("a", "drop", "HALF")
    elif place in ("block", "key"):
        made = blocks({"text": "HALF"} if place == "block" else {"HALF": 1})
    else:
        made[place] = "HALF"
    said = problem(write(tmp_path / "c.json", json.dumps([made]).replace("HALF", half)))
    assert said.startswith("1: case ")
    assert f"holds U+{half[2:6].upper()}, half of a surrogate pair, which is not text" in said
    said.encode("utf-8")


def test_a_whole_surrogate_pair_is_a_letter(tmp_path: Path) -> None:
    """An escaped pair is the one letter that it stands for."""
    text = json.dumps([case("a", "drop", "🙂")])
    assert "\\ud83d\\ude42" in text
    assert plain(write(tmp_path / "c.json", text))[0]["window"][0]["content"] == "🙂"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2024-05-01", "datetime.date(2024, 5, 1)"),
        ("2024-05-01 10:00:00", "datetime.datetime(2024, 5, 1, 10, 0)"),
        ("!!binary aGk=", "b'hi'"),
        ("!!set {a}", "{'a'}"),
    ],
)
def test_values_that_only_yaml_has(tmp_path: Path, value: str, shown: str) -> None:
    """A date or a set is refused, with the way out: JSON could not say it."""
    text = "suite: write_gate\ncases:\n- id: a\n  window: [{role: user, content: [{x: VALUE}]}]\n"
    said = problem(write(tmp_path / "c.yaml", text.replace("VALUE", value)))
    assert said == f"3: case 'a': holds {shown}, which JSON has no word for (quote it?)"


@pytest.mark.parametrize(("key", "shown"), [("1", "1"), ("null", "None"), ("on", "True")])
def test_keys_that_are_no_text(tmp_path: Path, key: str, shown: str) -> None:
    """YAML reads `on:` as a truth value; such a key is refused wherever it stands."""
    for place in ("{KEY: 1}", "{id: a, KEY: 1}", "{id: a, window: [{content: [{x: {KEY: 1}}]}]}"):
        text = f"suite: write_gate\ncases:\n- {place.replace('KEY', key)}\n"
        said = problem(write(tmp_path / "c.yaml", text))
        assert said.startswith("3: case ")
        assert said.endswith(f": the key {shown} must be text (quote it?)")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("!!bool maybe", "cannot be read: KeyError: 'maybe'"),
        ("!!timestamp never", "cannot be read: AttributeError"),
        ("!!int ''", "cannot be read: IndexError"),
        ("2024-13-45", "cannot be read: ValueError: month must be in 1..12"),
        ("!python/name:os.system x", "could not determine a constructor for the tag"),
        ("{? [a] : b}", "while constructing a mapping, found unhashable key"),
    ],
)
def test_values_that_yaml_cannot_make(tmp_path: Path, value: str, said: str) -> None:
    """A value with a tag that it does not fit is an error of its case, and of no other."""
    text = f"suite: write_gate\ncases:\n- id: a\n  note: {value}\n- {json.dumps(CASES[0])}\n"
    found = problem(write(tmp_path / "c.yaml", text))
    assert found.split(": ", 1)[0] in ("3", "4")
    assert found.split(": ", 1)[1].startswith(f"case 'a': {said}")


def test_nothing_is_run_by_a_yaml_tag(tmp_path: Path) -> None:
    """A file from elsewhere makes no Python object and calls nothing."""
    tag = f"!!python/object/apply:pathlib.Path.touch [{tmp_path / 'made'}]"
    said = problem(write(tmp_path / "c.yaml", f"suite: write_gate\ncases:\n- id: {tag}\n"))
    assert "could not determine a constructor" in said
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("depth", [200, 1_000, 100_000])
@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".yaml"])
def test_deep_nesting(tmp_path: Path, suffix: str, depth: int) -> None:
    """Nesting without end is an error of the file, and no crash."""
    deep = "[" * depth + "]" * depth
    text = json.dumps([blocks({"x": "DEEP"})]).replace('"DEEP"', deep)
    said = problem(write(tmp_path / f"c{suffix}", text[1:-1] if suffix == ".jsonl" else text))
    assert said.startswith("1: ")
    assert "nest" in said


def test_nesting_that_people_write_is_fine(tmp_path: Path) -> None:
    """Twenty levels of blocks are read in every format."""
    inner: Any = "x"
    for _ in range(20):
        inner = {"content": [inner]}
    for form in FORMATS:
        assert load(write_as(form, tmp_path, [blocks(inner)])) is not None


# --- YAML aliases


ALIASES = """\
suite: write_gate
cases:
- id: a
  label: drop
  expect_type: null
  note: n
  window: &shared
  - &turn {role: user, content: ok}
- id: b
  label: drop
  expect_type: null
  note: n
  window:
  - *turn
  - &other {<<: *turn, content: fine}
- id: c
  label: drop
  expect_type: null
  note: n
  window: [*other, *other]
- id: d
  label: drop
  expect_type: null
  note: n
  window: *shared
"""


def test_aliases_stand_for_what_they_name(tmp_path: Path) -> None:
    """Anchors, aliases and merge keys work within a case and across cases."""
    loaded = load(write(tmp_path / "c.yaml", ALIASES))
    assert loaded is not None
    texts = [[turn["content"] for turn in each.window] for each in loaded[0]]
    assert texts == [["ok"], ["ok", "fine"], ["fine", "fine"], ["ok"]]
    assert loaded[1] == [3, 9, 16, 21]


@pytest.mark.parametrize(
    "text",
    [
        "suite: write_gate\ncases:\n- id: a\n  window: &w [*w]\n",
        "suite: write_gate\ncases:\n- &c {id: a, note: *c}\n",
        "suite: write_gate\ncases:\n- {id: a, window: [&t {content: [*t]}]}\n",
    ],
)
def test_an_alias_of_what_it_is_in(tmp_path: Path, text: str) -> None:
    """A case that holds itself is an error, and not the end of the run."""
    said = problem(write(tmp_path / "c.yaml", text))
    assert said == "3: case 'a': is nested too deeply (more than 100 levels, or in itself)"


def test_aliases_of_aliases(tmp_path: Path) -> None:
    """A small file that would unfold to billions of values is refused in good time."""
    links = "\n".join(f"  - x: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 10))
    text = f"suite: write_gate\ncases:\n- id: a\n  window:\n  - x: &l0 [lol]\n{links}\n"
    said = problem(write(tmp_path / "c.yaml", text))
    assert said.startswith("3: case 'a': holds too much (more than 1,000,000 values")


# --- Python modules


def module(folder: Path, source: str, name: str = "windows.py") -> Path:
    return write(folder / name, textwrap.dedent(source))


ONE = repr(CASES[0])


@pytest.mark.parametrize(
    "source",
    [
        f"FIXTURES = [{ONE}]",
        f"FIXTURES: list[dict] = [{ONE}]",
        f"FIXTURES = ({ONE},)",
        f"FIXTURES = []\nFIXTURES += [{ONE}]",
        f"from typing import Final\nif True:\n    FIXTURES: Final = [{ONE}]",
        f"OTHER = FIXTURES = [{ONE}]",
        f"FIXTURES = [dict(x) for x in [{ONE}]]",
        "from the_windows import FIXTURES",
        "from the_windows import OTHERS as FIXTURES",
        f"import re, sys\n# -*- FIXTURES -*-\nBAD = '\\\\d'\nFIXTURES = [{ONE}]",
    ],
)
def test_all_ways_to_make_fixtures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """A module's FIXTURES count, however they are made: annotated, added to, imported."""
    monkeypatch.delitem(sys.modules, "the_windows", raising=False)
    module(tmp_path, f"FIXTURES = OTHERS = [{ONE}]", "the_windows.py")
    loaded = load(module(tmp_path, source))
    sys.modules.pop("the_windows", None)
    assert loaded is not None
    assert [each.id for each in loaded[0]] == ["beat_1"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("\nFIXTURES = {}", "2: FIXTURES must be a list of cases; got dict"),
        ("\nFIXTURES = 'abc'", "2: FIXTURES must be a list of cases; got str"),
        ("\nFIXTURES = None", "2: FIXTURES must be a list of cases; got NoneType"),
        ("\nFIXTURES = (x for x in [])", "2: FIXTURES must be a list of cases; got generator"),
        ("\nfrom os import name as FIXTURES", "2: FIXTURES must be a list of cases; got str"),
        ("x = 1\nFIXTURES = []", "2: FIXTURES is empty; a file without cases measures nothing"),
        ("FIXTURES = [\n", "1: not valid Python: SyntaxError: "),
        ("x = 1\nFIXTURES = )", "2: not valid Python: SyntaxError: "),
        ("FIXTURES = []\n\nreturn 3", "3: importing it raised SyntaxError: "),
        (
            "FIXTURES = 1\n\nraise ValueError('no\\nluck')",
            "3: importing it raised ValueError: no luck",
        ),
        ("import sys\nsys.exit(3)\nFIXTURES = []", "2: importing it raised SystemExit: 3"),
        ("import no_such_module\nFIXTURES = []", "1: importing it raised ModuleNotFoundError: "),
        ("def f():\n    1 / 0\n\n\nf()\nFIXTURES = []", "2: importing it raised ZeroDivisionError"),
        ("import json\njson.loads('')\nFIXTURES = []", "2: importing it raised JSONDecodeError"),
        ("from . import x\nFIXTURES = []", "1: importing it raised ImportError: "),
        (f"FIXTURES = {'-' * 100_000}1", "1: not valid Python: "),
        (f"FIXTURES = {'1+' * 100_000}1", "1: not valid Python: "),
        ("FIXTURES = '\x00'", "1: not valid Python: "),
    ],
)
def test_a_module_that_gives_no_fixtures(tmp_path: Path, source: str, said: str) -> None:
    """A module that cannot be read or imported is one error, with the line to look at."""
    assert problem(module(tmp_path, source)).startswith(said)


def test_ctrl_c_goes_through(tmp_path: Path) -> None:
    """Importing a module is interrupted as anything else is."""
    with pytest.raises(KeyboardInterrupt):
        fixture_files.read(module(tmp_path, "raise KeyboardInterrupt\nFIXTURES = []"))


def test_a_module_leaves_nothing_behind(tmp_path: Path) -> None:
    """Neither `sys.path` nor `sys.modules` keeps a trace of an imported file."""
    before = list(sys.path), set(sys.modules)
    load(module(tmp_path, f"FIXTURES = [{ONE}]"))
    problem(module(tmp_path, "1 / 0\nFIXTURES = []"))
    assert (list(sys.path), set(sys.modules)) == before


def test_a_module_may_hold_dataclasses(tmp_path: Path) -> None:
    """A module can look itself up while it is imported, as dataclasses do."""
    source = f"""\
        from __future__ import annotations
        from dataclasses import dataclass


        @dataclass
        class Window:
            turns: list[str]


        FIXTURES = [{ONE}]
        """
    assert load(module(tmp_path, source)) is not None


@pytest.mark.parametrize(
    "source",
    [
        "raise RuntimeError('imported')",
        "def load():\n    FIXTURES = [1]\n    raise RuntimeError\n\n\n1 / 0",
        "from other import * # FIXTURES\n1 / 0",
        "print(FIXTURES)",
        "x.FIXTURES = 1",
        "this is no Python at all",
    ],
)
def test_modules_that_make_no_fixtures_are_not_run(tmp_path: Path, source: str) -> None:
    """A Python file is imported only when its own level makes FIXTURES."""
    assert load(module(tmp_path, source)) is None


def test_a_foreign_module_may_be_in_any_encoding(tmp_path: Path) -> None:
    """A Python file that is not ours is not asked for its encoding."""
    assert (
        load(write(tmp_path / "old.py", b"# -*- coding: latin-1 -*-\nNAME = 'caf\xe9'\n")) is None
    )


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        # written out: each where it begins, whatever else has its id as text
        (
            "'''b'''\nFIXTURES = [\n    {'id': 'a'},\n\n    {'note': 'a', 'id': 'b'},\n    {},\n]",
            [3, 5, 6],
        ),
        # twins
        ("FIXTURES = [\n    {'id': 'a'},\n    {'id': 'a'},\n    {},\n]", [2, 3, 4]),
        # made by a function
        (
            "def c(i):\n    return {'id': i}\nFIXTURES = [\n    c('a'),\n    c('b'), c('c')\n]",
            [4, 5, 5],
        ),
        # named elsewhere
        (
            "A = {\n    'id': 'a',\n}\nB = {'id': 'b'}\nC = {'id': 'c'}\nFIXTURES = [A, B, C]",
            [1, 4, 5],
        ),
        # made from other texts: where the text is; else where FIXTURES is
        (
            "N = [\n    'a',\n    'b',\n]\nN.append('c' * 3)\nFIXTURES = [{'id': n} for n in N]",
            [2, 3, 6],
        ),
        # added to
        (
            "FIXTURES = []\nFIXTURES += [\n    {'id': 'a'},\n    {'id': 'b'},\n    {'id': 'c'},\n]",
            [3, 4, 5],
        ),
        # in part from elsewhere: the places in the list say nothing
        (
            "A = [{'id': 'a'}, {'id': 'b'}]\nFIXTURES = [\n    *A,\n    *[],\n    {'id': 'c'},\n]",
            [1, 1, 5],
        ),
        # made twice
        ("FIXTURES = [1, 2, 3]\nFIXTURES = [\n    {},\n    {},\n    {},\n]", [3, 4, 5]),
    ],
)
def test_lines_in_a_module(tmp_path: Path, source: str, lines: list[int]) -> None:
    """The line of a case is where its mapping or its call begins, or where its id is written."""
    file = fixture_files.read(module(tmp_path, source))
    assert file is not None
    assert [raw.line for raw in file.cases] == lines


def test_a_module_holds_plain_data_only(tmp_path: Path) -> None:
    """What JSON could not say is refused from Python too."""
    source = f"import datetime\nFIXTURES = [{{**{ONE}, 'note': datetime.date(2024, 5, 1)}}]"
    assert problem(module(tmp_path, source)) == (
        "2: case 'beat_1': holds datetime.date(2024, 5, 1), which JSON has no word for (quote it?)"
    )


# --- Foreign files


FOREIGN = {
    "notes.yaml": "title: shopping\nitems: [eggs]\n",
    "comment.yaml": "# nothing but a comment\n",
    "scalar.yaml": "just a text\n",
    "keys.yaml": "? [a, b]\n: c\n",
    "tags.yaml": "Resources:\n  Bucket: !Ref Name\n",
    "cases.yaml": "cases:\n- name: other tests have cases too\n",
    "list.json": "[1, 2]",
    "none.json": "[]",
    "object.json": '{"a": {"suite": 1}, "cases": {}}',
    "twins.json": '[{"a": 1, "a": NaN}]',
    "text.json": '"text"',
    "log.jsonl": '{"level": "info"}\n{"level": "warn"}\n',
    "helper.py": "raise RuntimeError('foreign code was run')\n",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_files_are_not_ours(tmp_path: Path, name: str) -> None:
    """A readable file that names no suite and holds no known case is somebody else's."""
    assert load(write(tmp_path / name, FOREIGN[name])) is None


def test_a_run_leaves_foreign_files_alone(project: Project) -> None:
    """Foreign files in a fixture folder neither fail nor count, and the report lists them."""
    for name, text in FOREIGN.items():
        project.write(f"fixtures/{name}", text)
    result = project.run()
    assert result.ret == 0
    result.assert_outcomes(passed=8)
    assert project.report["run"]["ignored_files"] == sorted(f"fixtures/{name}" for name in FOREIGN)


FOREIGN_SAID = "1: not a fixture file: it names no `suite`, and its cases are of no known kind"


def test_a_foreign_file_in_a_suite_folder_is_an_error(project: Project) -> None:
    """In a folder named after a suite, a file that is no fixture file is a mistake."""
    project.write("fixtures/write_gate/more/notes.yaml", FOREIGN["notes.yaml"])
    project.write("fixtures/write_gate/helper.py", FOREIGN["helper.py"])
    result = project.run()
    assert result.ret != 0
    assert result.parseoutcomes()["errors"] == 1
    result.stdout.fnmatch_lines([f"*fixtures/write_gate/more/notes.yaml:{FOREIGN_SAID}*"])


def test_a_foreign_file_that_is_named_is_an_error(project: Project) -> None:
    """A file named on the command line is meant to be a fixture file."""
    project.write("elsewhere/notes.yaml", FOREIGN["notes.yaml"])
    result = project.run("elsewhere/notes.yaml")
    assert result.ret != 0
    result.stdout.fnmatch_lines([f"*elsewhere/notes.yaml:{FOREIGN_SAID}*"])


def test_a_fixture_file_that_is_named_is_collected_anywhere(project: Project) -> None:
    """A file named on the command line is collected wherever it lies."""
    project.cases(CASES, "elsewhere/mine.json")
    result = project.run("elsewhere/mine.json")
    assert result.ret == 0
    result.assert_outcomes(passed=8)
    assert project.report["results"][0]["fixtures"]["files"] == ["elsewhere/mine.json"]


@forms
def test_every_format_is_collected(project: Project, form: str) -> None:
    """A run over any of the formats passes alike, and hashes the cases alike."""
    project.run()
    known = project.report["results"][0]["fixtures"]["hash"]
    (project.path / "fixtures/write_gate/cases.json").unlink()
    write_as(form, project.path / "fixtures/write_gate", list(reversed(CASES)))
    result = project.run()
    result.assert_outcomes(passed=8)
    assert project.report["results"][0]["fixtures"]["hash"] == known


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("bad.json", '{"suite": "write_gate",\n"cases": [', "2: not valid JSON: Expecting value"),
        ("bad.yaml", "suite: write_gate\ncases: []\n", "2: no cases; a file without any"),
        ("bad.jsonl", json.dumps({**CASES[0], "id": "a::b"}), "1: case 'a::b': `id` 'a::b' must"),
        ("bad.py", "import sys\nsys.exit(0)\nFIXTURES = []\n", "2: importing it raised SystemExit"),
        ("bad.json", json.dumps([{**CASES[0], "label": "dorp"}]), "1: case 'beat_1': unknown"),
        (
            "more.yaml",
            f"\n- {json.dumps(CASES[0])}",
            "2: case 'beat_1': the id is already used in fixtures/write_gate/cases.json:4",
        ),
    ],
)
def test_a_bad_file_is_one_error_of_the_run(
    project: Project, name: str, text: str, said: str
) -> None:
    """One bad file is one error with file, line and problem; no trace of Python, no pass."""
    project.write(f"fixtures/write_gate/{name}", text)
    result = project.run()
    assert result.ret != 0
    assert result.parseoutcomes()["errors"] == 1
    result.stdout.fnmatch_lines([f"*fixtures/write_gate/{name}:{said}*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    assert project.report["check"]["passed"] is False


# --- Which files there are


def test_the_files_below_a_folder(tmp_path: Path) -> None:
    """Files with a known ending are found at any depth, in order; test code is left to pytest."""
    wanted = ["a.yaml", "b/c.json", "b/d/e.jsonl", "f.yml", "g.py"]
    others = ["x.txt", "test_x.py", "x_test.py", "conftest.py", "b/__init__.py", "y.yaml.bak"]
    for name in (*wanted, *others):
        write(tmp_path / name, "")
    (tmp_path / "folder.json").mkdir()
    found = fixture_files.files_below(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in found] == wanted
    assert fixture_files.files_below(tmp_path / "x.txt") == [tmp_path / "x.txt"]


def test_a_suite_is_known_by_the_first_case_that_is_known(tmp_path: Path) -> None:
    """One known case among strangers makes the file ours, and the strangers errors."""
    path = write(tmp_path / "c.json", json.dumps([7, {"a": 1}, CASES[0]]))
    file = fixture_files.read(path)
    assert file is not None
    assert fixture_files.suite_of(file, SUITES) == "write_gate"
    assert any(
        said.startswith("1: case no. 1: a case must be a mapping") for said in problems(path)
    )


def test_problems_are_an_exception_with_all_lines() -> None:
    """Printed, the exception is its problems, a line each."""
    assert str(FixtureError(["1: a", "2: b"])) == "1: a\n2: b"
