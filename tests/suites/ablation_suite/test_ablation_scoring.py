"""Metrics, tables, hints and the files beside the report, from rows."""

from __future__ import annotations

import json
import re
from typing import Any

from pytest_memeval.suites.ablation import SUITE
from pytest_memeval.suites.ablation import scoring
from pytest_memeval.suites.ablation.artifacts import artifacts
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from tests.suites.ablation_suite.measuring import Run
from tests.suites.ablation_suite.measuring import removals
from tests.suites.ablation_suite.measuring import when

KEY = Key("ablation", "reader")


def mixed_rows() -> list[Row]:
    """Two cases: `a` is needed and `b`, `c` back each other up; then `a` misleads."""
    first = removals(
        cited=["a", "b", "c"],
        remove=["cited", ["b", "c"], {"controls": 1}],
        records=[
            {"id": one, "text": f"text of {one}", "section": s, "type": "fact"}
            for one, s in zip("abcd", ("x", "x", "y", "y"), strict=True)
        ],
    )
    rows = Run(when(lambda ids: "a" in ids and bool(ids & {"b", "c"}))).rows(first)
    second = removals(id="other", cited=["a", "b"])
    return rows + Run(when(lambda ids: "a" not in ids)).rows(second)


def test_every_metric_has_its_formula() -> None:
    """The metrics of rows whose truth is known."""
    scores = SUITE.score(mixed_rows()).metrics
    assert list(scores) == list(scoring.METRICS)
    found = {name: (metric.k, metric.n) for name, metric in scores.items()}
    assert found == {
        "load_bearing_rate": (1, 5),
        "non_flipping_rate": (2, 5),
        "misleading_rate": (1, 5),
        "noncuring_rate": (1, 5),
        "control_flip_rate": (0, 1),
        "citation_precision": (3, 3),
        "coverage": (7, 7),
        "load_bearing_count": (1, 5),
        "non_flipping_count": (2, 5),
        "misleading_count": (1, 5),
        "noncuring_count": (1, 5),
        "unstable_count": (0, 7),
        "jointly_load_bearing": (1, 5),
        "jointly_misleading": (0, 5),
        "absent_citations": (None, 0),
        # Of the right answer's records only `d`, a control, flips nothing in any way.
        "tokens_without_effect": (len('- [m4] "text of d"\n'), 4),
    }
    assert scores["misleading_count"].missed == ("other:a",)
    assert scores["control_flip_rate"].missed == ()
    assert scores["citation_precision"].missed == ()


def test_nothing_compared_is_nothing_measured() -> None:
    """Where no removal could be compared no metric but coverage has a value."""

    def fails(ids: frozenset[str]) -> object:
        raise ValueError

    scores = SUITE.score(Run(fails).rows(removals())).metrics
    assert {name for name, metric in scores.items() if metric.value is not None} == {"coverage"}
    assert scores["coverage"].value == 0.0
    assert SUITE.score([]).metrics["coverage"].value is None


def test_a_reader_that_cites_nothing_is_told_what_to_do() -> None:
    """Without a citation no removal is of a cited record; that is not the same as a failure."""
    scores = SUITE.score(Run(lambda ids: "the heron").rows(removals(cited=None))).metrics
    assert scores["misleading_count"].value is None
    assert "answers have to name those that they rest on" in scores["misleading_count"].note


def test_failures_cost_coverage() -> None:
    """A removal that gave nothing is no part of the rates, and is missing from the coverage."""

    def answers(ids: frozenset[str]) -> object:
        return None if "a" not in ids else "the heron"

    scores = SUITE.score(Run(answers, searches=0).rows(removals(ids="ab"))).metrics
    assert (scores["coverage"].k, scores["coverage"].n) == (1, 2)
    assert scores["coverage"].missed == ("case:a",)
    assert scores["misleading_count"].n == 1


def test_a_cut_search_measures_no_groups() -> None:
    """Not to have looked is not to have found none, and no record is idle for it."""
    rows = Run(when(bool), searches=0).rows(removals())
    scores = SUITE.score(rows).metrics
    for name in ("jointly_load_bearing", "jointly_misleading"):
        assert scores[name].value is None
        assert "memeval_ablation_searches is used up" in scores[name].note
    assert scores["tokens_without_effect"].value == 0
    assert any("citation_precision may be higher" in hint for hint in SUITE.hints(rows))


def test_unstable_is_its_own_outcome() -> None:
    """It counts in no tier and in no rate, and nothing is said to be without effect."""
    turns = iter(["the heron", "?"] * 100)
    rows = Run(lambda ids: next(turns), trials=2).rows(removals(cited=["a", "b"], remove=["each"]))
    scores = SUITE.score(rows).metrics
    assert scores["unstable_count"].value == 4
    assert scores["load_bearing_rate"].value is None
    assert scores["misleading_count"].value == 0
    assert scores["tokens_without_effect"].value is None
    assert any("more --memeval-trials" in hint for hint in SUITE.hints(rows))


def test_a_wrong_answer_says_nothing_of_what_it_did_without() -> None:
    """The record that the reader passed over may be the right one: nobody saves its tokens."""
    rows = Run(when(lambda ids: False)).rows(removals())
    metric = SUITE.score(rows).metrics["tokens_without_effect"]
    assert (metric.value, metric.note) == (
        None, "no record was removed from a right answer by itself",
    )  # fmt: skip


def test_absent_citations_are_counted_once_a_case() -> None:
    """However many removals show the same baseline."""
    rows = Run(lambda ids: ("the heron", ["m1", "z"])).rows(removals())
    metric = SUITE.score(rows).metrics["absent_citations"]
    assert (metric.value, len(metric.missed)) == (1, 4)
    assert "cited, but not in the context: z in case" in SUITE.hints(rows)


def test_tables_have_more_than_one_line() -> None:
    """By section, where there are several; no column of zeros; one type alone is no table."""
    tables = SUITE.score(mixed_rows()).per_type
    assert tables == {
        "section memories": {"needed": 0, "no flip": 0, "misleads": 1, "no cure": 1, "control": 0},
        "section x": {"needed": 1, "no flip": 1, "misleads": 0, "no cure": 0, "control": 0},
        "section y": {"needed": 0, "no flip": 1, "misleads": 0, "no cure": 0, "control": 1},
    }


def test_notes_say_what_the_numbers_are_about() -> None:
    """The evaluation, how often was asked, and where a test cannot be significant."""
    (note,) = SUITE.score(mixed_rows()).notes
    assert re.fullmatch(
        r"evaluation \w{16}, 1 trial a context \(sampling readers need more\)",
        note,
    )
    (note,) = SUITE.score(Run(when(bool), trials=3).rows(removals())).notes
    assert note.endswith("3 trials a context, 6 with all records (p cannot fall below 0.25)")


def test_hints_name_what_to_do() -> None:
    """Misleading records, groups, and controls that flip; nobody is called irrelevant."""
    hints = SUITE.hints(mixed_rows())
    assert hints == ["misleading, correct or drop: a in other", "one of them suffices: b+c in case"]
    control = removals(cited=["b"], remove=[["a"]])
    (hint,) = SUITE.hints(Run(when(lambda ids: "a" in ids)).rows(control))
    assert hint.startswith("flips although nobody cites it")
    assert "irrelevant" not in " ".join(hints)


# --- files


def test_every_credit_is_kept_with_its_hashes() -> None:
    """A line a removal and a line a group, all plain JSON."""
    rows = mixed_rows()
    text = artifacts({KEY: rows})["ablation/credits.jsonl"]
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    assert [line.get("id") for line in lines[: len(rows)]] == [row["id"] for row in rows]
    assert [line["credit"]["record_ids"] for line in lines[len(rows) :]] == [["b", "c"]]
    for line in lines:
        credit = line["credit"]
        for name in ("baseline", "counterfactual"):
            assert re.fullmatch("[0-9a-f]{64}", credit[f"{name}_context_sha256"])
            assert re.fullmatch("[0-9a-f]{64}", credit[f"{name}_answer_sha256"])
        assert re.fullmatch("[0-9a-f]{64}", credit["question_sha256"])
        assert line["reader"] == "reader"


def test_memories_are_rolled_up_as_counts() -> None:
    """One memory that is needed here and misleads there shows both."""
    text = artifacts({KEY: mixed_rows()})["ablation/memories.md"]
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    heads, _, *lines = table
    by_id = {line[0]: dict(zip(heads, line, strict=True)) for line in lines}
    assert by_id["a"]["cases"] == "2"
    assert by_id["a"]["load_bearing"] == "1"
    assert by_id["a"]["misleading"] == "1"
    assert by_id["b"]["in groups"] == "1"
    assert (by_id["d"]["as control"], by_id["d"]["flips"], by_id["d"]["misleading"]) == (
        "1", "0", "0",
    )  # fmt: skip
    assert "- case: b, c: one of them suffices" in text


def test_hostile_text_stays_in_its_cell() -> None:
    """Neither ids nor texts can add a column, a line, a link, an image or markup."""
    nasty = "x | y\n| z | <img src=http://a/> ![i](http://b) `c` \u2028\r[d](e)\x1b[31m"
    case = removals(records=[{"id": nasty, "text": nasty}], cited=[nasty])
    text = artifacts({Key("ablation", nasty): Run(when(bool)).rows(case)})["ablation/memories.md"]
    (line,) = [line for line in text.split("\n") if line.startswith("| x")]
    assert len(re.findall(r"(?<!\\)\|", line)) == 13
    assert not re.search(r"(?<!\\)[<`!\[]", line)
    assert not re.search("[\x00-\x09\x0b-\x1f\u2028]", text)
