"""The language of filters, by its laws."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import assume
from hypothesis import given
from hypothesis import strategies as st

from tests.platform.filters import ALLOWED
from tests.platform.filters import ENTITIES
from tests.platform.filters import FilterError
from tests.platform.filters import compile_filters
from tests.platform.filters import mentions

Filter = dict[str, Any]
Row = dict[str, Any]

NAMES = st.sampled_from(["u", "v", "w"])
DAYS = st.sampled_from(["2026-01-01", "2026-01-02", "2026-01-03T00:00:00Z"])
MAYBE = st.none() | NAMES

ROWS = st.fixed_dictionaries(
    {
        **dict.fromkeys(ENTITIES, MAYBE),
        "id": NAMES,
        "text": st.sampled_from(["Tabs, always", "spaces", ""]),
        "metadata": st.none() | st.dictionaries(NAMES, st.sampled_from(["u", 1, True, ["u"]])),
        "categories": st.none() | st.lists(NAMES, max_size=2),
        "created_at": st.sampled_from([1_767_225_600.0, 1_767_312_000.0, 1_767_398_400.0]),
        "updated_at": st.just(1_767_312_000.0),
        "expiration_date": st.none() | st.sampled_from(["2026-01-02", "2026-01-03"]),
    }
)
ENTITY = st.one_of(
    st.just("*"),
    NAMES,
    st.fixed_dictionaries({"eq": NAMES}),
    st.fixed_dictionaries({"ne": NAMES}),
    st.fixed_dictionaries({"in": st.lists(NAMES, max_size=2)}),
)
TIME = st.one_of(
    DAYS,
    st.dictionaries(
        st.sampled_from(["gt", "gte", "lt", "lte", "ne"]), DAYS, min_size=1, max_size=3
    ),
    st.fixed_dictionaries({"in": st.lists(DAYS, max_size=2)}),
)
SCALAR = st.sampled_from(["u", 1, True])
LEAVES = st.one_of(
    *(st.fixed_dictionaries({key: ENTITY}) for key in ENTITIES),
    *(st.fixed_dictionaries({key: TIME}) for key in ("created_at", "expiration_date")),
    st.fixed_dictionaries({"metadata": st.dictionaries(NAMES, SCALAR, min_size=1, max_size=1)}),
    st.fixed_dictionaries({"categories": st.fixed_dictionaries({"in": st.lists(NAMES)})}),
    st.fixed_dictionaries({"categories": st.fixed_dictionaries({"contains": NAMES})}),
    st.fixed_dictionaries({"keywords": st.fixed_dictionaries({"icontains": st.just("TAB")})}),
    st.fixed_dictionaries({"memory_ids": st.lists(NAMES)}),
)
FILTERS: st.SearchStrategy[Filter] = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda key, listed: {key: listed},
        st.sampled_from(["AND", "OR", "NOT"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
)


def holds(clause: Filter, row: Row) -> bool:
    """Whether a row passes a clause; an entity clause that all rows pass makes it complete."""
    anybody = {"OR": [{"user_id": "*"}, {"NOT": [{"user_id": "*"}]}]}
    return compile_filters({"AND": [anybody, clause]})(row)


@given(FILTERS, FILTERS, ROWS)
def test_logic(a: Filter, b: Filter, row: Row) -> None:
    """AND, OR and NOT are what they say, and NOT of several is none of them."""
    p, q = holds(a, row), holds(b, row)
    assert holds({"AND": [a, b]}, row) is (p and q)
    assert holds({"OR": [a, b]}, row) is (p or q)
    assert holds({"NOT": [a]}, row) is not p
    assert holds({"NOT": [a, b]}, row) is not (p or q)


@given(FILTERS, FILTERS, ROWS)
def test_siblings_are_joined_by_and(a: Filter, b: Filter, row: Row) -> None:
    assume(not set(a) & set(b) and not {"AND", "OR"} <= set(a) | set(b))
    assert holds({**a, **b}, row) is holds({"AND": [a, b]}, row)


@given(FILTERS, FILTERS, ROWS)
def test_an_or_beside_an_and_is_lost(a: Filter, b: Filter, row: Row) -> None:
    assert holds({"AND": [a], "OR": [b]}, row) is holds(a, row)


@given(st.sampled_from(ENTITIES), NAMES, NAMES, ROWS)
def test_entities(key: str, name: str, other: str, row: Row) -> None:
    assert holds({key: name}, row) is (row[key] == name)
    assert holds({key: {"eq": name}}, row) is holds({key: name}, row)
    assert holds({key: {"ne": name}}, row) is not holds({key: name}, row)
    assert holds({key: {"in": [name, other]}}, row) is (
        holds({key: name}, row) or holds({key: other}, row)
    )
    assert holds({key: "*"}, row) is (row[key] is not None)


@given(ROWS, st.sampled_from(ENTITIES), MAYBE)
def test_what_is_not_mentioned_is_not_constrained(row: Row, key: str, name: str | None) -> None:
    assume(key != "user_id")
    assert holds({"user_id": "u"}, row) is holds({"user_id": "u"}, {**row, key: name})


@given(st.sampled_from(["created_at", "expiration_date"]), DAYS, ROWS)
def test_times(key: str, day: str, row: Row) -> None:
    """What has no time passes `ne` only."""
    below, above = holds({key: {"lt": day}}, row), holds({key: {"gt": day}}, row)
    same = holds({key: day}, row)
    assert [below, same, above].count(True) == (row[key] is not None)
    assert holds({key: {"lte": day}}, row) is (below or same)
    assert holds({key: {"gte": day}}, row) is (above or same)
    assert holds({key: {"ne": day}}, row) is not same
    assert holds({key: {"in": [day]}}, row) is same
    assert holds({key: {"gt": day, "lte": day}}, row) is False


@given(NAMES, SCALAR, ROWS)
def test_metadata(key: str, value: object, row: Row) -> None:
    held = (row["metadata"] or {}).get(key)
    same = type(held) is type(value) and held == value
    assert holds({"metadata": {key: value}}, row) is same
    assert holds({"metadata": {key: {"eq": value}}}, row) is same
    assert holds({"metadata": {key: {"ne": value}}}, row) is not same


@given(st.lists(NAMES), ROWS)
def test_categories(several: list[str], row: Row) -> None:
    """A row without categories matches none, not even by a part of a name."""
    held = row["categories"] or []
    assert holds({"categories": {"in": several}}, row) is bool(set(several) & set(held))
    assert holds({"categories": {"contains": "U"}}, row) is ("u" in held)
    assert holds({"categories": {"contains": ""}}, row) is bool(held)


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ({"keywords": {"icontains": "TABS"}}, True),
        ({"keywords": {"contains": "TABS"}}, False),
        ({"keywords": {"contains": "Tabs"}}, True),
        ({"keywords_search": "tabs"}, True),
        ({"text": {"contains": "always"}}, True),
        ({"memory_ids": ["m"]}, True),
        ({"memory_ids": {"in": ["n"]}}, False),
        ({"metadata": {"tags": {"contains": "x"}}}, True),
        ({"metadata": {"note": {"contains": "ong"}}}, True),
        ({"metadata": {"n": {"contains": 1}}}, False),
        ({"timestamp": {"gte": 1_767_225_600}}, True),
        ({"created_at": {"lt": "2026-01-01T00:00:00+01:00"}}, False),
        ({"user_id": {"eq": "*"}}, False),
    ],
)
def test_clauses(clause: Filter, found: bool) -> None:
    row = {
        **dict.fromkeys(ENTITIES, "u"),
        "id": "m",
        "text": "Tabs, always",
        "metadata": {"tags": ["x", "y"], "note": "along", "n": 1},
        "categories": None,
        "created_at": 1_767_225_600.0,
        "updated_at": 1_767_225_600.0,
        "expiration_date": None,
    }
    assert holds(clause, row) is found


@pytest.mark.parametrize(
    "clause",
    [
        {"AND": []},
        {"OR": {"user_id": "u"}},
        {"NOT": {"user_id": "u"}},
        {"AND": [{}]},
        {"AND": ["user_id"]},
        {"user_id": None},
        {"user_id": 5},
        {"user_id": ["u"]},
        {"user_id": {}},
        {"user_id": {"in": "u"}},
        {"user_id": {"in": [None]}},
        {"user_id": {"ne": None}},
        {"user_id": {"contains": "u"}},
        {"created_at": {"eq": "2026-01-01"}},
        {"created_at": "yesterday"},
        {"created_at": True},
        {"created_at": None},
        {"created_at": {"in": "2026-01-01"}},
        {"categories": "travel"},
        {"categories": {"eq": "travel"}},
        {"categories": {"in": "travel"}},
        {"metadata": "x"},
        {"metadata": {}},
        {"metadata": {"a": 1, "b": 2}},
        {"metadata": {"a": None}},
        {"metadata": {"a": [1]}},
        {"metadata": {"a": {"in": [1]}}},
        {"metadata": {"a": {"b": {"eq": 1}}}},
        {"metadata": {"a.b": 1}},
        {"memory_ids": "m"},
        {"memory_ids": {"eq": "m"}},
        {"keywords": "x"},
        {"keywords": {"eq": "x"}},
        {"session_id": "r"},
        {"$or": []},
    ],
    ids=str,
)
def test_clauses_that_are_refused(clause: Filter) -> None:
    with pytest.raises(FilterError):
        compile_filters({"AND": [{"user_id": "u"}, clause]})


@given(FILTERS)
def test_a_filter_needs_an_entity_that_is_required(clause: Filter) -> None:
    """One that stands under a NOT is not, and one in a lost OR neither."""
    with pytest.raises(FilterError, match="At least one entity id"):
        compile_filters({"NOT": [clause]})
    with pytest.raises(FilterError, match="At least one entity id"):
        compile_filters({"AND": [{"metadata": {"a": 1}}], "OR": [{"user_id": "u"}]})
    compile_filters({"user_id": "u", "NOT": [clause]})


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=3) | st.sampled_from(ALLOWED),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*ALLOWED, "eq", "ne", "in", "gt", "contains", "x"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@given(JSON, ROWS)
def test_any_json_is_refused_or_decides(filters: object, row: Row) -> None:
    with contextlib.suppress(FilterError):
        assert compile_filters(filters)(row) in (True, False)
    assert mentions(filters, "keywords") in (True, False)
