"""How readers are asked, what counts as an answer, and the built-in reader."""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.readers import Reader
from pytest_memeval.suites.ablation.readers import Reading
from pytest_memeval.suites.ablation.readers import UnreadableError
from pytest_memeval.suites.ablation.readers import arguments
from pytest_memeval.suites.ablation.readers import best_sentence
from pytest_memeval.suites.ablation.readers import read_answer
from pytest_memeval.suites.ablation.readers import told_of
from tests.suites.ablation.bundles import record_lists
from tests.suites.ablation_suite.measuring import removals

ID = UUID(int=7)


class Odd:
    """An object that fights back."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


class Hostile(dict[str, Any]):
    """A mapping that cannot be read."""

    def get(self, key: str, default: object = None) -> Any:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("value", "reading"),
    [
        ("yes", Reading("yes")),
        ("", Reading("")),
        (("yes", ["m1"]), Reading("yes", ("m1",))),
        (("yes", ()), Reading("yes", ())),
        (("yes", None), Reading("yes")),
        (("yes", (one for one in ("m1", "m2"))), Reading("yes", ("m1", "m2"))),
        (("yes", {ID}), Reading("yes", (str(ID),))),
        ({"answer": "yes"}, Reading("yes")),
        (MappingProxyType({"answer": "yes", "cited": ["m1"]}), Reading("yes", ("m1",))),
    ],
)
def test_answers_are_read(value: object, reading: Reading) -> None:
    """A text, a text and ids, or a mapping of both."""
    assert read_answer(value) == reading


@pytest.mark.parametrize(
    "value",
    [
        None, b"yes", 5, True, ["yes"], ("yes",), ("yes", [], []), (b"yes", []), {}, Odd(),
        {"answer": None}, {"answer": b"x"}, {"Answer": "x"}, Hostile(answer="yes"),
        ("yes", "m1"), ("yes", b"m1"), ("yes", 5), ("yes", [1]), ("yes", [None]), ("yes", {"a": 1}),
        ("yes", (1 / 0 for _ in "x")), ("yes", map(str, range(1001))),
    ],
)  # fmt: skip
def test_garbage_is_no_answer(value: object) -> None:
    """Whatever else a reader returns is said to be none, even where it cannot be shown."""
    with pytest.raises(UnreadableError):
        read_answer(value)


# --- how a reader is called


def by_name(question: str, context: str) -> str:
    return f"{question}|{context[:2]}"


def by_position(text: str, asked: str) -> str:
    return f"{asked}|{text[:2]}"


def with_bundle(question: str, *, bundle: ContextBundle, temperature: float = 0.0) -> str:
    return f"{question}|{bundle.text[:2]}"


def anything(*args: str) -> str:
    return by_position(*args)


def keywords(question: str, context: str, **more: object) -> str:
    return by_name(question, context)


class Callable_:  # noqa: N801
    """A reader with state."""

    def __call__(self, context: str, question: str) -> str:
        return by_name(question, context)


@pytest.mark.parametrize(
    "target",
    [
        by_name, by_position, with_bundle, anything, keywords, Callable_(), Callable_().__call__,
        functools.partial(by_name), lambda context, question, k=3: by_name(question, context),
    ],
)  # fmt: skip
def test_a_reader_is_called_as_it_wants_to_be(target: Any) -> None:
    """By its names, wherever they stand, or by position."""
    case = removals()[0]
    assert Reader(target, "r").ask(case, None) == f"Which bird?|{case.context[:2]}"


def lacks_question(context: str) -> str:
    return context


def wants_more(context: str, question: str, model: str) -> str:
    return context


def takes_three(one: str, two: str, three: str) -> str:
    return one


@pytest.mark.parametrize("target", [lacks_question, wants_more, takes_three])
def test_a_reader_that_cannot_be_called_is_refused(target: Any) -> None:
    """The message shows what it takes and what it would get."""
    with pytest.raises(SubjectError, match=r"acme takes \(.*\(context, question\)"):
        Reader(target, "acme")


def test_marked_functions_take_a_context_or_a_bundle() -> None:
    """The question is needed, and one of the two ways to see the context."""
    assert arguments(["client", "question", "bundle"]) == ("question", "bundle")
    assert arguments(["bundle", "context", "question"]) == ("context", "question", "bundle")
    assert arguments(["question"]) is None
    assert arguments(["context"]) is None


def test_a_reader_may_say_what_it_is() -> None:
    """Plain data in `evaluation` is told; a method of that name is not meant."""
    target = functools.partial(by_name)
    assert told_of(target, "acme") is None
    target.evaluation = {"model": "m-1", "t": [0]}  # type: ignore[attr-defined]
    assert told_of(target, "acme") == {"model": "m-1", "t": [0]}
    target.evaluation = lambda: None  # type: ignore[attr-defined]
    assert told_of(target, "acme") is None


@pytest.mark.parametrize("told", [object(), {"t": float("nan")}, {1, 2}])
def test_what_no_two_runs_could_compare_is_refused(told: object) -> None:
    """An address in memory would make each run another evaluation."""
    target = functools.partial(by_name)
    target.evaluation = told  # type: ignore[attr-defined]
    with pytest.raises(SubjectError, match="`evaluation` of acme must be plain JSON data"):
        told_of(target, "acme")


# --- the built-in reader


@pytest.mark.parametrize("format", ["plain", "compact", "auditable"])
def test_the_built_in_reader_reads_our_formats(format: str) -> None:
    """It finds the sentence, and names the record where the format shows how."""
    records = [
        Record("a", "Nothing. Still nothing.", speaker='A: "b"', time='odd (time) "x" 1'),
        Record("b", "First. The bird is a heron. Last.", speaker='x": "y', time='"q") "z'),
    ]
    bundle = ContextBundle(records, format=format, notice='[m9] "The bird is a dodo."')
    said, cited = best_sentence(bundle.text, "Which bird?")
    assert said == "The bird is a heron."
    assert [bundle.resolve(one) for one in cited] == ([] if format == "plain" else ["b"])


@pytest.mark.parametrize(
    "line",
    [
        '- [m2] [2026-01-01] [decision] "Ann": "The bird is a heron."',
        '["m2", "2026-01-01", "The bird is a heron."]',
        '{"id": "m2", "text": "The bird is a heron."}',
    ],
)
def test_the_built_in_reader_reads_prmes_formats(line: str) -> None:
    """Also the contexts of PRME, in its three formats."""
    assert best_sentence(f"Header.\n[facts]\n{line}", "Which bird?") == (
        "The bird is a heron.",
        ("m2",),
    )


@given(record_lists(), st.text(max_size=30), st.sampled_from(["plain", "compact", "auditable"]))
def test_the_built_in_reader_survives_every_context(
    records: list[Record], question: str, format: str
) -> None:
    """Whatever records hold, it answers with words of one of them, and cites what is there."""
    bundle = ContextBundle(records, format=format)
    said, cited = best_sentence(bundle.text, question)
    assert said == "I don't know." or any(said in record.text for record in records)
    assert all(bundle.resolve(one) for one in cited)


@given(st.text(max_size=200), st.text(max_size=30))
def test_the_built_in_reader_survives_every_text(context: str, question: str) -> None:
    """Also what is no context at all."""
    said, cited = best_sentence(context, question)
    assert isinstance(said, str)
    assert all(isinstance(one, str) for one in cited)
