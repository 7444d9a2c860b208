"""Partial reports of one run, joined: the scores of the whole, or the reason why not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval import registry
from pytest_memeval.report import model
from pytest_memeval.report.merge import MergeError
from pytest_memeval.report.merge import merge
from tests.conftest import CASES
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import case

Load = Callable[[str], model.Report]
FILES = [f"fixtures/write_gate/part_{n}.json" for n in range(3)]


@pytest.fixture
def spread(project: Project) -> Project:
    """The usual cases, in three files."""
    (project.path / "fixtures/write_gate/cases.json").unlink()
    for n, name in enumerate(FILES):
        project.cases(CASES[n::3], name)
    return project


def report(project: Project, name: str) -> model.Report:
    return model.Report.model_validate_json((project.path / name).read_text(encoding="utf-8"))


def shard(project: Project, number: int, *args: str) -> model.Report:
    """One file's part of the run."""
    project.run(f"--memeval-report=shard_{number}.json", FILES[number], *args)
    return report(project, f"shard_{number}.json")


def joined(*shards: model.Report) -> model.Report:
    named = {f"shard {n}": each for n, each in enumerate(shards)}
    return merge(named, registry.all_suites())


def refusal(*shards: model.Report) -> str:
    with pytest.raises(MergeError) as caught:
        joined(*shards)
    assert caught.value.problems
    return "\n".join(caught.value.problems)


def scores(report: model.Report) -> Any:
    return json.loads(report.model_dump_json())["results"][0]["scores"]


@WORKERS
def test_shards_give_the_scores_of_one_run(spread: Project, workers: tuple[str, ...]) -> None:
    """Three files on three machines come to what one machine measures, to the last digit."""
    spread.run("--memeval-report=whole.json")
    whole = report(spread, "whole.json")
    run = spread.run_apart if workers else spread.run
    for number, file in enumerate(FILES):
        run(f"--memeval-report=shard_{number}.json", file, *workers)
    shards = [report(spread, f"shard_{number}.json") for number in range(3)]
    assert {each.verdict for each in shards} == {"partial"}
    made = joined(*shards)
    assert made.verdict == whole.verdict == "passed"
    assert scores(made) == scores(whole)
    assert made.results[0].fixtures == whole.results[0].fixtures
    assert made.run.merged == 3
    assert made.run.narrowed == ""
    assert [t.status for t in made.results[0].thresholds] == ["held", "held"]


def test_node_ids_and_keywords_are_shards_too(spread: Project) -> None:
    """It does not matter by which option the cases were spread."""
    spread.run("--memeval-report=beats.json", "-k", "beat")
    spread.run("--memeval-report=rest.json", "-k", "not beat")
    made = joined(report(spread, "beats.json"), report(spread, "rest.json"))
    assert made.verdict == "passed"
    assert len(made.results[0].rows) == len(CASES)


def test_a_broken_floor_fails_the_whole(spread: Project) -> None:
    """Floors are judged once, over all rows."""
    spread.gate("def classify(window): return None")
    made = joined(*(shard(spread, number) for number in range(3)))
    assert made.verdict == "failed"
    assert made.check.failures == [
        "write_gate: acme_gate:classify: extract_recall = 0.000 (0 of 3, 95 % interval 0.00 to "
        "0.56) is below its floor: extract_recall >= 0.8"
    ]


def test_what_failed_a_part_beside_its_floors_fails_the_whole(spread: Project) -> None:
    """A regression, or the word of another plugin, is not lost with the part that had it."""
    first, *others = (shard(spread, number) for number in range(3))
    made = joined(first.not_passed(["worse than before.json: wish_2"]), *others)
    assert made.verdict == "failed"
    assert made.check.failures == ["worse than before.json: wish_2"]


def test_a_missing_shard_is_refused(spread: Project) -> None:
    said = refusal(shard(spread, 0), shard(spread, 2))
    assert "2 of 6 cases were measured by no shard: beat_2, wish_2" in said


def test_the_same_shard_twice_is_refused(spread: Project) -> None:
    first = shard(spread, 0)
    said = refusal(first, first, shard(spread, 1), shard(spread, 2))
    assert "shard 1: it is the same report as shard 0" in said


def test_cases_measured_twice_must_agree(spread: Project) -> None:
    shards = [shard(spread, number) for number in range(3)]
    spread.gate("def classify(window): return None")
    other = shard(spread, 1, "-p", "no:cacheprovider")
    said = refusal(*shards, other)
    assert "shard 3 and shard 1 measured beat_2 and disagree" in said


def test_a_changed_fixture_is_refused(spread: Project) -> None:
    """Whatever was measured before is another case, and its id is told."""
    before = [shard(spread, number) for number in range(2)]
    spread.cases([*CASES[2::3][:1], case("wish_3", "extract", "always rebase")], FILES[2])
    said = refusal(*before, shard(spread, 2))
    assert "was measured with other fixtures: wish_3" in said


def test_other_floors_are_refused(spread: Project) -> None:
    others = [shard(spread, number) for number in range(2)]
    last = shard(spread, 2, "--memeval-floor=extract_recall >= 0.5")
    assert "has other floors than in shard 0" in refusal(*others, last)


def test_a_subject_that_one_shard_lacks_is_missing(spread: Project) -> None:
    """Each subject must be whole by itself."""
    shards = [shard(spread, number) for number in range(2)]
    spread.ini(subjects="acme_gate:classify reference")
    said = refusal(*shards, shard(spread, 2))
    assert "write_gate: reference: 4 of 6 cases were measured by no shard" in said


def test_a_shard_that_was_cut_short_is_refused(spread: Project) -> None:
    shards = [shard(spread, number) for number in range(3)]
    run = shards[1].run.model_copy(update={"interrupted": "interrupted by Ctrl-C"})
    shards[1] = shards[1].model_copy(update={"run": run})
    assert "shard 1: the run was cut short: interrupted by Ctrl-C" in refusal(*shards)


def test_whole_reports_are_written_and_valid(spread: Project, tmp_path: Path) -> None:
    """What merging gives is a report like any other."""
    made = joined(*(shard(spread, number) for number in range(3)))
    path = tmp_path / "merged.json"
    path.write_text(made.model_dump_json(), encoding="utf-8")
    assert model.Report.model_validate_json(path.read_text(encoding="utf-8")) == made


def test_a_subject_that_no_part_has_measured_is_missing(spread: Project) -> None:
    """A part tells of every subject of the run, also of those that it left out."""
    spread.gate(name="acme_gate2")
    spread.ini(subjects="acme_gate:classify acme_gate2:classify")
    spread.run("-k", "not acme_gate2", "--memeval-report=part.json")
    said = refusal(report(spread, "part.json"))
    assert said == "write_gate: acme_gate2:classify was measured by no shard"


def test_other_options_are_refused(spread: Project) -> None:
    """What was measured in another way is no part of the same run."""
    spread.run("-k", "wish", "--memeval-report=a.json")
    spread.run("-k", "not wish", "--memeval-report=b.json", "--memeval-trials=2")
    said = refusal(report(spread, "a.json"), report(spread, "b.json"))
    assert "shard 1: write_gate: acme_gate:classify was measured with other options than" in said
