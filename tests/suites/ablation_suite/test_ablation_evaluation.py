"""What two arms must share, and names that stand for it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.ablation import SUITE
from pytest_memeval.suites.ablation.evaluation import Evaluations
from pytest_memeval.suites.ablation.evaluation import NameTakenError
from pytest_memeval.suites.ablation.evaluation import digest
from pytest_memeval.suites.ablation.evaluation import file_name
from pytest_memeval.suites.base import Setup
from tests.suites.ablation_suite.measuring import Run
from tests.suites.ablation_suite.measuring import removals

BASE: dict[str, Any] = {
    "stated": ("prompt 3",),
    "judge": "contains",
    "named": "",
    "folder": Path(__file__) / "no_folder",
    "told": {},
    "subjects": list,
}


def evaluations(**more: Any) -> Evaluations:
    return Evaluations(**{**BASE, **more})


def test_the_computed_name_follows_from_the_parts() -> None:
    """Another reader, account of it, prompt or judge is another evaluation."""
    runs: list[tuple[str, dict[str, Any]]] = [
        ("a", {}),
        ("b", {}),
        ("a", {"stated": ("prompt 4",)}),
        ("a", {"judge": "rule"}),
        ("a", {"told": {"a": {"model": "x"}}}),
    ]
    names = {evaluations(**more).of(reader)["evaluation_id"] for reader, more in runs}
    assert len(names) == 5
    assert evaluations().of("a") == evaluations(told={"b": 1}, subjects=lambda: ["b"]).of("a")
    assert evaluations().of("a")["evaluation_id"] == digest(evaluations().parts("a"))


def test_a_name_stands_for_one_reader_of_a_run(tmp_path: Path) -> None:
    """With two readers in a run a name would stand for both: no reader gets it."""
    two = evaluations(named="v1", subjects=lambda: ["a", "b"])
    for reader in ("a", "b"):
        with pytest.raises(NameTakenError, match=r"this run has [ab] and [ab]; run one of them"):
            two.of(reader)
    one = evaluations(named="v1", subjects=lambda: ["a"], folder=tmp_path / "new" / "names")
    assert one.of("a")["evaluation_id"] == "v1"


def test_a_name_stands_for_the_same_in_the_next_run(tmp_path: Path) -> None:
    """Reuse with the same parts is fine; with others it is refused, and what differs is said."""
    first = evaluations(named="v1/\u202e", folder=tmp_path)
    parts = first.of("a")["evaluation"]
    kept = json.loads((tmp_path / file_name(first.named)).read_text())
    assert kept == {"evaluation_id": first.named, "evaluation": parts}
    assert evaluations(named=first.named, folder=tmp_path).of("a")["evaluation"] == parts
    other = evaluations(named=first.named, folder=tmp_path, judge="rule", stated=())
    with pytest.raises(NameTakenError, match=r"'contains' \(now 'rule'\)") as caught:
        other.of("a")
    assert "the stated ['prompt 3'] (now [])" in str(caught.value)
    assert "\u202e" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{}", "[]", "no json", '{"evaluation": 5}'])
def test_a_damaged_file_is_no_permission(tmp_path: Path, text: str) -> None:
    """What cannot be read may have stood for anything."""
    (tmp_path / file_name("v1")).write_text(text)
    with pytest.raises(NameTakenError, match="something that cannot be read"):
        evaluations(named="v1", folder=tmp_path).of("a")


def test_a_name_that_cannot_be_noted_is_refused() -> None:
    """The next run could not hold it against anything."""
    with pytest.raises(NameTakenError, match=r"'v1' cannot be noted in .*no_folder: .*leave the"):
        evaluations(named="v1").of("a")


def test_refused_names_measure_nothing() -> None:
    """The reader is not even asked."""
    run = Run(lambda ids: "the heron", named="v1", subjects=["reader", "other"])
    row = run.row(removals()[0])
    assert (row["outcome"], row["tier"], row["credit"]) == ("not_measured", None, None)
    assert run.asked == []


def opened(tmp_path: Path, **options: str | tuple[str, ...]) -> Any:
    lines = {
        f"memeval_{name}": (value,) if isinstance(value, str) else value
        for name, value in options.items()
    }
    return SUITE.open(Setup(lines, tmp_path))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"trials": "0"}, "memeval_trials must be a whole number, 1 or more, got '0'"),
        ({"trials": "1.5"}, "got '1.5'"),
        ({"trials": ("1", "2")}, "got '1', '2'"),
        ({"trials": "９"}, "got '９'"),
        ({"trials": "9" * 5000}, "must be a whole number"),
        ({"trials": "10001"}, "memeval_trials may be 10000 at the most, got 10001"),
        ({"ablation_searches": "-1"}, "0 or more, got '-1'"),
        ({"reader_timeout": "0"}, "memeval_reader_timeout must be a number of seconds, more than"),
        ({"reader_timeout": "nan"}, "got 'nan'"),
        ({"reader_timeout": ("1", "2")}, "got '1', '2'"),
        ({"ablation_judge": "banana"}, "banana"),
        ({"judge": "no_such:judge"}, "no_such"),
        ({"evaluation_id": "x" * 513}, "1 to 512 characters"),
        ({"evaluation_id": " "}, "not blank"),
        ({"evaluation_id": ("a", "b")}, "one line"),
    ],
)
def test_wrong_options_are_named(
    tmp_path: Path, options: dict[str, str | tuple[str, ...]], said: str
) -> None:
    """An option that cannot be used stops the measurement before it begins."""
    with pytest.raises(SubjectError, match=re.escape(said)):
        opened(tmp_path, **options)


def test_the_ablation_judge_stands_in_for_the_judge(tmp_path: Path) -> None:
    """Ablations may want another judge than probes do."""
    bench = opened(tmp_path, judge="rule", ablation_judge="contains")
    bench.close()
    assert bench._evaluations.judge == "contains"


def test_an_llm_judge_is_more_than_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Endpoint, temperature and rubric are part of what its verdicts depend on."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-real")
    more = {"judge": "llm", "judge_model": "m", "cassettes": "tapes"}
    names = set()
    for url in ("http://localhost:1/a", "http://localhost:1/b"):
        bench = opened(tmp_path, **more, judge_base_url=url)
        names.add(bench._evaluations.judge)
        bench.close()
    assert len(names) == 2
    assert not any("sk-not-real" in name for name in names)
