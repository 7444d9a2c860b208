"""The language of `filters`: refused whole before a single row is looked at.

Where nobody has written down what the platform does with a form, the form is refused: a harness
that leans on it should fail here, not there.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping
from datetime import datetime
from datetime import timezone
from typing import Any

Row = Mapping[str, Any]
Test = Callable[[Row], bool]

ENTITIES = ("user_id", "agent_id", "app_id", "run_id")
TIMES = ("created_at", "updated_at", "timestamp", "expiration_date")
LOGIC = ("AND", "OR", "NOT")
ALLOWED = (
    *LOGIC,
    *ENTITIES,
    *TIMES,
    "text",
    "categories",
    "metadata",
    "keywords_search",
    "memory_ids",
    "keywords",
)


class FilterError(ValueError):
    """A filter that the platform does not take."""


def compile_filters(filters: object, *, not_object: bool = False) -> Test:
    """The test that a filter is.

    :param not_object: take a `NOT` that holds an object.
    :raises FilterError: the filter is refused.
    """
    if not isinstance(filters, dict) or not filters:
        raise FilterError("Filters are required and cannot be empty. Name at least one entity id.")
    test = _Compiler(not_object).node(filters)
    if not _scoped(filters):
        raise FilterError(
            "At least one entity id (user_id, agent_id, app_id, run_id) has to be required by the"
            " filters; inside of a NOT it does not count."
        )
    return test


def mentions(filters: object, key: str) -> bool:
    """Whether a key occurs anywhere in a filter."""
    if isinstance(filters, dict):
        return key in filters or any(mentions(filters.get(name), key) for name in LOGIC)
    return isinstance(filters, list) and any(mentions(each, key) for each in filters)


def _scoped(node: object) -> bool:
    """Whether an entity key can be reached without passing through a NOT."""
    if isinstance(node, list):
        return any(map(_scoped, node))
    if not isinstance(node, dict):
        return False
    if any(key in ENTITIES for key in node):
        return True
    return _scoped(node.get("AND") if "AND" in node else node.get("OR"))


class _Compiler:
    def __init__(self, not_object: bool) -> None:
        self._not_object = not_object

    def node(self, node: object) -> Test:
        """An object: all its clauses hold, but for an OR beside an AND, which is lost."""
        if not isinstance(node, dict) or not node:
            raise FilterError(f"Expected an object with at least one clause, got: {node!r}")
        tests = {key: self._clause(key, value) for key, value in node.items()}
        if "AND" in tests:
            tests.pop("OR", None)
        return _all(list(tests.values()))

    def _clause(self, key: str, value: object) -> Test:
        if key in LOGIC:
            return self._logic(key, value)
        if key in ENTITIES:
            return _entity(key, value)
        if key in TIMES:
            return _time(key, value)
        if key == "categories":
            return _categories(value)
        if key == "metadata":
            return _metadata(value)
        if key == "memory_ids":
            return _memory_ids(value)
        if key in ALLOWED:
            return _text(key, value)
        listed = list(ALLOWED)
        raise FilterError(f"Top-level key must be a logical operator or an allowed field: {listed}")

    def _logic(self, key: str, value: object) -> Test:
        if key == "NOT" and isinstance(value, dict) and self._not_object:
            value = [value]
        if not isinstance(value, list) or not value:
            raise FilterError(f"{key} takes a list of filters, got: {value!r}")
        tests = [self.node(each) for each in value]
        if key == "AND":
            return _all(tests)
        either = _any(tests)
        return either if key == "OR" else lambda row: not either(row)


def _all(tests: list[Test]) -> Test:
    return lambda row: all(test(row) for test in tests)


def _any(tests: list[Test]) -> Test:
    return lambda row: any(test(row) for test in tests)


def _operators(key: str, value: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    wrong = [name for name in value if name not in allowed]
    if wrong or not value:
        raise FilterError(f"Unsupported operator for {key}: {wrong}; allowed: {list(allowed)}")


def _strings(key: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise FilterError(f"{key} takes a list of strings, got: {value!r}")
    return value


def _string(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise FilterError(f"{key} takes a string, got: {value!r}")
    return value


def _entity(key: str, value: object) -> Test:
    if value == "*":
        return lambda row: row[key] is not None
    if not isinstance(value, dict):
        wanted = _string(key, value)
        return lambda row: row[key] == wanted
    _operators(key, value, ("eq", "ne", "in"))
    return _all([_entity_operator(key, name, operand) for name, operand in value.items()])


def _entity_operator(key: str, name: str, operand: object) -> Test:
    if name == "in":
        several = _strings(key, operand)
        return lambda row: row[key] in several
    one = _string(key, operand)
    if name == "ne":
        return lambda row: row[key] != one
    return lambda row: row[key] == one


def _time(key: str, value: object) -> Test:
    if not isinstance(value, dict):
        wanted = _moment(key, value)
        return lambda row: _stored(row, key) == wanted
    _operators(key, value, ("gt", "gte", "lt", "lte", "ne", "in"))
    return _all([_time_operator(key, name, operand) for name, operand in value.items()])


def _time_operator(key: str, name: str, operand: object) -> Test:
    if name == "in":
        if not isinstance(operand, list):
            raise FilterError(f"{key} takes a list of times for `in`, got: {operand!r}")
        several = [_moment(key, each) for each in operand]
        return lambda row: _stored(row, key) in several
    one = _moment(key, operand)
    if name == "ne":
        return lambda row: _stored(row, key) != one
    compare: dict[str, Callable[[float], bool]] = {
        "gt": lambda held: held > one,
        "gte": lambda held: held >= one,
        "lt": lambda held: held < one,
        "lte": lambda held: held <= one,
    }
    holds = compare[name]

    def test(row: Row) -> bool:
        held = _stored(row, key)
        return held is not None and holds(held)

    return test


def _stored(row: Row, key: str) -> float | None:
    held = row["created_at" if key == "timestamp" else key]
    return None if held is None else _moment(key, held)


def _moment(key: str, value: object) -> float:
    """The Unix time that a number, a date or a time of day says."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    try:
        moment = datetime.fromisoformat(_string(key, value).replace("Z", "+00:00"))
    except ValueError:
        raise FilterError(f"{key} takes a date or a time, got: {value!r}") from None
    return moment.replace(tzinfo=moment.tzinfo or timezone.utc).timestamp()


def _categories(value: object) -> Test:
    if not isinstance(value, dict):
        raise FilterError(f"categories takes `in` or `contains`, got: {value!r}")
    _operators("categories", value, ("in", "contains"))
    tests: list[Test] = []
    if "in" in value:
        several = set(_strings("categories", value["in"]))
        tests.append(lambda row: not several.isdisjoint(row["categories"] or ()))
    if "contains" in value:
        part = _string("categories", value["contains"]).casefold()
        tests.append(lambda row: any(part in each.casefold() for each in row["categories"] or ()))
    return _all(tests)


def _metadata(value: object) -> Test:
    """One key at the top of the metadata; for several there is AND."""
    if not isinstance(value, dict) or len(value) != 1:
        raise FilterError(f"FilterValidationError: metadata takes exactly one key, got: {value!r}")
    ((key, wanted),) = value.items()
    if not isinstance(wanted, dict):
        wanted = {"eq": wanted}
    _operators(f"metadata.{key}", wanted, ("eq", "ne", "contains"))
    return _all([_metadata_operator(key, name, operand) for name, operand in wanted.items()])


def _metadata_operator(key: str, name: str, operand: object) -> Test:
    if "." in key or operand is None or isinstance(operand, dict | list):
        raise FilterError(f"FilterValidationError: metadata.{key} takes a plain value: {operand!r}")
    if name == "contains":
        return lambda row: _holds((row["metadata"] or {}).get(key), operand)
    if name == "ne":
        return lambda row: not _same((row["metadata"] or {}).get(key), operand)
    return lambda row: _same((row["metadata"] or {}).get(key), operand)


def _same(held: object, wanted: object) -> bool:
    """Equal as JSON: true is not 1."""
    return isinstance(held, bool) is isinstance(wanted, bool) and held == wanted


def _holds(held: object, wanted: object) -> bool:
    if isinstance(held, str):
        return isinstance(wanted, str) and wanted in held
    return isinstance(held, list) and any(_same(each, wanted) for each in held)


def _memory_ids(value: object) -> Test:
    if isinstance(value, dict):
        _operators("memory_ids", value, ("in",))
        value = value["in"]
    several = set(_strings("memory_ids", value))
    return lambda row: row["id"] in several


def _text(key: str, value: object) -> Test:
    if not isinstance(value, dict):
        if key == "keywords":
            raise FilterError(f"keywords takes `contains` or `icontains`, got: {value!r}")
        value = {"icontains": value}
    _operators(key, value, ("contains", "icontains"))
    tests: list[Test] = []
    if "contains" in value:
        part = _string(key, value["contains"])
        tests.append(lambda row: part in row["text"])
    if "icontains" in value:
        folded = _string(key, value["icontains"]).casefold()
        tests.append(lambda row: folded in row["text"].casefold())
    return _all(tests)
