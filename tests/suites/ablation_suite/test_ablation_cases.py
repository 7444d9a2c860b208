"""What a case may say, the removals it asks for, and what is wrong with others."""

from __future__ import annotations

import sys
from types import ModuleType
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import jsonschema
import pytest

from pytest_memeval import schemas
from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.ablation import SUITE
from pytest_memeval.suites.ablation.cases import kind_of
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.base import RawCase
from tests.suites.ablation_suite.measuring import removals


def problem(**more: Any) -> str:
    with pytest.raises(FixtureError) as caught:
        removals(**more)
    (only,) = caught.value.problems
    return only.removeprefix("1: case 'case': ")


def labels(**more: Any) -> list[str]:
    return [removal.id.partition(":")[2] for removal in removals(**more)]


def test_one_item_a_removal() -> None:
    """Each removal asked for is one item, once, with an id that says what goes."""
    assert labels() == ["a", "b", "c", "d"]
    assert labels(cited=["a"], remove=["cited", "each"]) == ["a", *_controls("bcd")]
    assert labels(cited=["a", "b"], remove=["cited", ["b", "a"]]) == ["a", "b", "b+a"]
    assert labels(remove=[["a", "b"], ["b", "a"]]) == ["a+b"]
    assert labels(cited=["a"], remove=[["c", "d"]]) == ["control=c+d"]


def _controls(ids: str) -> list[str]:
    return [f"control={one}" for one in ids]


def test_controls_are_drawn_the_same_way_each_time() -> None:
    """So many uncited records, none twice, and none that is cited."""
    drawn = labels(ids="abcdefgh", cited=["a", "b"], remove=[{"controls": 3}])
    assert drawn == labels(ids="abcdefgh", cited=["a", "b"], remove=[{"controls": 3}])
    assert len(set(drawn)) == 3
    assert not {"control=a", "control=b"} & set(drawn)


def test_ids_are_fit_for_node_ids() -> None:
    """Hostile record ids become plain, distinct labels of a sane length."""
    ids = ["a::b", "a[1]", "a b\n", "x" * 200, "ü", "\u202ex", "control=ü"]
    records = [{"id": one, "text": one} for one in ids]
    found = labels(records=records, cited=ids[:4], remove=["cited", "each", ids[:4]])
    assert len(set(found)) == len(found) == 8
    assert not any(set("[]: \n\u202e") & set(label) for label in found)
    assert max(map(len, found)) < 100


def test_what_is_cited_may_be_left_to_the_reader() -> None:
    """Without `cited` every record is removed once, and none is called a control beforehand."""
    assert labels(cited=None) == ["a", "b", "c", "d"]
    assert removals(cited=None)[0].case.cited is None
    assert removals(cited=[], remove=["each"])[0].case.cited == ()


@pytest.mark.parametrize(
    ("removed", "cited", "kind"),
    [("a", "a", "single"), ("ab", "abc", "joint"), ("a", "b", "control"), ("ab", "c", "control"),
     ("ab", "a", "mixed"), ("a", "", "control")],
)  # fmt: skip
def test_kinds(removed: str, cited: str, kind: str) -> None:
    """One cited record, several, none, or some of both."""
    assert kind_of(removed, cited) == kind


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"cited": ["a", "z"]}, "`cited` names 'z', which is no record's id"),
        ({"cited": ["a", "a"]}, "names one record twice"),
        ({"cited": ["a"], "expect": {"b": "load_bearing"}}, "which is not cited: no tier"),
        ({"expect": {"z": "load_bearing"}}, "`expect` names 'z'"),
        ({"expect": {"a": "needed"}}, "`expect.a`: Input should be 'load_bearing'"),
        ({"cited": [], "remove": ["cited"]}, "`remove: [cited]` needs `cited`"),
        ({"cited": None, "remove": ["cited"]}, "`remove: [each]` fits"),
        ({"cited": None, "remove": [{"controls": 1}]}, "`controls` needs `cited`"),
        ({"remove": [{"controls": 1}]}, "only 0 records are not cited"),
        ({"cited": ["a"], "remove": [["a", "b"]]}, "neither a group nor a control"),
        ({"remove": [["z"]]}, "no record 'z' is in the context"),
        ({"remove": ["zap"]}, "`remove.0`: must be `cited`, `each`, a list of ids to remove"),
        ({"remove": ["each", {"controls": 0}]}, "N from 1 to 100; got {'controls': 0}"),
        ({"remove": [[]]}, "name at least one record to remove"),
        ({"remove": [["a", "a"]]}, "one id twice"),
        ({"gold": " \n"}, "`gold`"),
        ({"question": ""}, "`question`"),
        ({"records": [{"id": "a", "text": "x"}] * 2, "cited": None}, "in the context twice"),
        ({"records": [{"id": "a", "text": " "}], "cited": ["a"]}, "was not shown the text"),
        (
            {"records": [{"id": x, "text": x, "reference": "m1"} for x in "ab"], "cited": ["a"]},
            "have the reference 'm1'",
        ),
        ({"records": []}, "`records`"),
        ({"bundle": "acme:context"}, "either `records` or `bundle`"),
        ({"expect_groups": [["a"]]}, "a group has 2 to 3 records"),
        ({"expect_groups": [["a", "a"]]}, "a group has 2 to 3 records"),
        ({"cited": ["a"], "expect_groups": [["a", "b"]]}, "not all of a, b are cited"),
        ({"banana": 1}, "`banana`: Extra inputs are not permitted"),
    ],
)
def test_what_does_not_fit_is_named(more: dict[str, Any], said: str) -> None:
    """A case with a mistake is refused with what is wrong, before anything is asked."""
    assert said in problem(**more)


def test_ids_are_unique_in_a_file() -> None:
    """A second case of an id is refused, with the line of the first."""
    one = {"id": "x", "question": "q", "gold": "g", "records": [{"id": "a", "text": "t"}]}
    with pytest.raises(FixtureError, match="already used in line 3"):
        SUITE.parse([RawCase(one, 3), RawCase(one, 9)], {})


def test_the_schema_knows_a_good_case_from_a_bad_one() -> None:
    """The published schema takes records or a bundle, and not both."""
    check = jsonschema.Draft202012Validator(schemas.schema("ablation"))
    base = {"id": "x", "question": "q", "gold": "g"}
    records = {"records": [{"id": "a", "text": "t"}]}
    assert check.is_valid([{**base, **records}])
    assert check.is_valid([{**base, "bundle": "acme:context"}])
    assert not check.is_valid([{**base, **records, "bundle": "acme:context"}])
    assert not check.is_valid([base])
    assert not check.is_valid([{**base, **records, "gold": "  "}])


# --- contexts from code


@pytest.fixture
def acme(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("acme_contexts")
    monkeypatch.setitem(sys.modules, "acme_contexts", module)
    return module


def from_code(acme: ModuleType, made: Any, **more: Any) -> Any:
    """The removals of a case whose context a callable of ours gives."""
    acme.context = made  # type: ignore[attr-defined]
    case = {"id": "case", "question": "Which bird?", "gold": "heron"}
    raw = RawCase({**case, "bundle": "acme_contexts:context", **more}, 1)
    return [removal for removal, _ in SUITE.parse([raw], {})]


async def promised(question: str) -> list[str]:
    return ["a heron", question]


MEM0 = {"results": [{"id": str(uuid4()), "memory": text} for text in ("a heron", "an owl")]}


@pytest.mark.parametrize(
    ("made", "source"),
    [
        (lambda: ["a heron", "an owl"], None),
        (lambda question: [{"id": "x", "text": question}, Record("y", "an owl")], None),
        (promised, None),
        (lambda q: MEM0, "mem0"),
        (lambda q: MEM0["results"], "mem0"),
        (lambda q: ContextBundle([Record("x", "a heron"), Record("y", "an owl")]), None),
        (lambda q: [SimpleNamespace(page_content=t, metadata={"source": "wiki"}) for t in "xy"],
         "wiki"),
    ],
)  # fmt: skip
def test_a_callable_may_give_the_context(acme: ModuleType, made: Any, source: str | None) -> None:
    """It gets the question if it takes one, and may return what memory systems return."""
    found = from_code(acme, made)
    assert len(found) == 2
    assert [record.source for record in found[0].case.bundle.records] == [source] * 2


def test_ids_that_are_drawn_anew_do_not_name_items(acme: ModuleType) -> None:
    """Workers of one run must agree on the items' ids, whatever ids their contexts have."""

    def fresh(question: str) -> list[dict[str, str]]:
        return [{"id": str(uuid4()), "memory": text} for text in "xy"]

    ids = [removal.id for removal in from_code(acme, fresh)]
    assert (
        ids == [removal.id for removal in from_code(acme, fresh)] == ["case:entry1", "case:entry2"]
    )


@pytest.mark.parametrize(
    ("made", "more", "said"),
    [
        (lambda q: 1 / 0, {}, "acme_contexts:context raised ZeroDivisionError"),
        (lambda q: 5, {}, "documents, or a list of texts or dicts is wanted; got 5"),
        (lambda q: [], {}, "a context without records"),
        (lambda q: {"results": None}, {}, "mem0's results are a list"),
        (lambda q: [{"text": 3}], {}, "must be text; got 3"),
        (lambda q: ContextBundle([Record("x", "y")], question="What?"), {}, "of another question"),
        (lambda q: ContextBundle([Record("x", "y")]), {"format": "plain"}, "a text of its own"),
        (lambda q: ContextBundle([Record("x", "y")], text="other"), {}, "does not follow from"),
        (5, {}, "cannot be called"),
        (lambda q: ["x"], {"cited": ["r2"]}, "`cited` names 'r2'"),
    ],
)
def test_a_callable_that_gives_no_context_is_named(
    acme: ModuleType, made: Any, more: dict[str, Any], said: str
) -> None:
    """What a callable raises or returns in place of a context is a problem of its case."""
    with pytest.raises(FixtureError, match="case 'case'") as caught:
        from_code(acme, made, **more)
    assert said in caught.value.problems[0]
