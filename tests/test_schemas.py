"""The published JSON Schemas: current, and of one mind with the loader."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval import schemas
from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.write_gate.cases import DURABLE_TYPES
from tests.casefiles import ID_PARTS
from tests.casefiles import good_case
from tests.casefiles import load
from tests.casefiles import write
from tests.conftest import CASES

NAMES = schemas.schema_names()


def committed(name: str) -> Any:
    """The schema as it lies in the package."""
    return json.loads((schemas.FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))


WINDOWS = jsonschema.Draft202012Validator(committed("write_gate"))


def test_there_is_a_schema_for_the_report_and_each_suite() -> None:
    """The names are those of the report and of the suites."""
    assert NAMES[0] == "report"
    assert "write_gate" in NAMES


def test_no_other_schema_lies_about() -> None:
    """Every committed schema is one of the known ones, and none is missing."""
    lying = {path.name for path in schemas.FOLDER.glob("*.json")}
    assert lying == {f"{name}.schema.json" for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_committed_schemas_are_current(name: str) -> None:
    """The committed file is what the models give today; `make schemas` writes it."""
    path = schemas.FOLDER / f"{name}.schema.json"
    assert path.read_text(encoding="utf-8") == schemas.schema_text(name)


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_schemas(name: str) -> None:
    """Each schema is itself valid, and says by which draft it wants to be read."""
    made = committed(name)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(made)


def test_an_unknown_schema_is_a_key_error() -> None:
    """There is no schema of a suite that does not exist."""
    with pytest.raises(KeyError, match="banana"):
        schemas.schema("banana")


# --- Of one mind with the loader

DROP = object()
ODD: list[Any] = [None, True, 0, 1.5, "", "x", "drop", [], {}, [[]], [{}], [{"role": "user"}]]
IDS = st.text(ID_PARTS + "[]\n\u2028\u200b\x07", max_size=4)
TYPES: list[Any] = [None, *DURABLE_TYPES, 5, ["insight"]]
#: For each key of a case, values that may be right or wrong.
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "id": IDS | st.sampled_from([*ODD, "x" * 200, "x" * 201]),
    "window": st.sampled_from([*ODD, [{"role": "user", "content": "x"}, 3]]),
    "label": st.sampled_from([*ODD, "drop", "exclude", "extract", "Drop"]),
    # Which names of types there are is the project's business, not the schema's.
    "expect_type": st.sampled_from(TYPES),
    "note": st.sampled_from(ODD),
    "kind": st.sampled_from(ODD),
    "extra": st.sampled_from(ODD),
}
TURN_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "role": st.sampled_from([*ODD, "user", "User"]),
    "content": st.sampled_from([*ODD, [{"text": "x"}], ["x"], [{}, None]]),
    "extra": st.sampled_from(ODD),
}


def _edited(draw: st.DrawFn, mapping: Any, values: dict[str, st.SearchStrategy[Any]]) -> None:
    key = draw(st.sampled_from(sorted(values)))
    choice: st.SearchStrategy[Any] = st.just(DROP)
    value = draw(choice | values[key])
    if value is DROP:
        mapping.pop(key, None)
    else:
        mapping[key] = copy.deepcopy(value)


@st.composite
def maybe_bad_case(draw: st.DrawFn) -> Any:
    """A good case after up to three changes, each of which may make it a bad one."""
    made: dict[str, Any] = draw(good_case())
    for _ in range(draw(st.integers(0, 3))):
        window = made.get("window")
        listed = window if isinstance(window, list) else []
        turns = [turn for turn in listed if isinstance(turn, dict)]
        in_a_turn = draw(st.booleans())
        if in_a_turn and turns:
            _edited(draw, draw(st.sampled_from(turns)), TURN_VALUES)
        else:
            _edited(draw, made, VALUES)
    return made


@st.composite
def maybe_bad_file(draw: st.DrawFn) -> Any:
    """A file that may be wrong at its upper level."""
    cases: Any = draw(
        st.lists(maybe_bad_case(), max_size=2, unique_by=lambda each: repr(each.get("id")))
        | st.sampled_from([[], [5], {}, "x", None])
    )
    if draw(st.booleans()):
        return cases
    made: dict[str, Any] = {"suite": "write_gate", "cases": cases}
    for key in ("suite", "cases", "extra"):
        change = draw(st.sampled_from(["keep"] * 4 + ["drop", "odd"]))
        if change == "drop":
            made.pop(key, None)
        elif change == "odd":
            made[key] = draw(st.sampled_from([None, 5, "banana", []]))
    return made


def accepted(tmp_path_factory: pytest.TempPathFactory, data: Any) -> bool:
    """Whether the loader takes the data, written as a JSON file, for cases."""
    path = write(tmp_path_factory.getbasetemp() / "schemas" / "case.json", json.dumps(data))
    try:
        return load(path) is not None
    except FixtureError:
        return False


@settings(max_examples=200)
@given(maybe_bad_case())
def test_schema_and_loader_agree_on_cases(
    tmp_path_factory: pytest.TempPathFactory, made: Any
) -> None:
    """A case is valid exactly when the loader takes it."""
    data = {"suite": "write_gate", "cases": [made]}
    assert WINDOWS.is_valid(data) == accepted(tmp_path_factory, data)


@settings(max_examples=200)
@given(maybe_bad_file())
def test_schema_and_loader_agree_on_files(
    tmp_path_factory: pytest.TempPathFactory, made: Any
) -> None:
    """A file is valid exactly when the loader takes it."""
    assert WINDOWS.is_valid(made) == accepted(tmp_path_factory, made)


@given(st.text(ID_PARTS + "[]\n\r\t\u2028\u2029\u200b\u202e\x00\x07\x7f\x85\xa0\ufeff", max_size=8))
def test_schema_and_loader_agree_on_ids(
    tmp_path_factory: pytest.TempPathFactory, identity: str
) -> None:
    """The schema's portable pattern says of ids what the loader's says."""
    data = [{**CASES[0], "id": identity}]
    assert WINDOWS.is_valid(data) == accepted(tmp_path_factory, data)


@given(st.characters(categories=["Cc", "Cf", "Co"]))
def test_no_unprintable_id_is_accepted(
    tmp_path_factory: pytest.TempPathFactory, letter: str
) -> None:
    """The loader refuses every unprintable letter, also those that the schema lets through."""
    assert not accepted(tmp_path_factory, [{**CASES[0], "id": f"a{letter}b"}])
