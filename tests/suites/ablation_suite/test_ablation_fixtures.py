"""The cases that come with the project: enough of them, and of every sort."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
import yaml

from pytest_memeval import fixture_files
from pytest_memeval import schemas
from pytest_memeval.suites.ablation import SUITE
from pytest_memeval.suites.ablation.cases import TIERS
from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.ablation.readers import best_sentence
from pytest_memeval.suites.base import Row
from tests.suites.ablation_suite.measuring import Run

FOLDER = Path(__file__).parents[3] / "fixtures" / "ablation"
FILES = fixture_files.files_below(FOLDER)


@pytest.fixture(scope="module")
def removals() -> list[Removal]:
    """All removals of the folder."""
    files = [fixture_files.read(path) for path in FILES]
    return [case for file in files if file for case, _ in SUITE.parse(file.cases, {})]


@pytest.fixture(scope="module")
def rows(removals: list[Removal]) -> list[Row]:
    """What the built-in reader makes of them."""
    run = Run(lambda ids: None)
    run._reader._target = best_sentence
    run._reader._names = ("context", "question")
    return run.rows(removals)


def test_there_are_at_least_twenty(removals: list[Removal]) -> None:
    """Twenty cases or more, each with a note of its own."""
    cases = {removal.case.id: removal.case.note for removal in removals}
    assert len(cases) >= 20
    assert len(set(cases.values())) == len(cases)
    assert min(len(note.split()) for note in cases.values()) >= 3


def test_the_built_in_reader_comes_to_what_is_expected(rows: list[Row]) -> None:
    """Every tier, every group and every control is as its case says."""
    assert [row["detail"] for row in rows if row["outcome"] != "hit"] == []


def test_every_sort_is_there(rows: list[Row]) -> None:
    """Each tier, groups of two and three of either effect, controls and joint removals."""
    assert set(TIERS) <= {row["tier"] for row in rows}
    assert {"single", "joint", "control"} == {row["label"] for row in rows}
    groups = [group for row in rows for group in row["groups"]]
    assert {len(group["record_ids"]) for group in groups} == {2, 3}
    assert {group["effect"] for group in groups} == {"jointly_load_bearing", "jointly_misleading"}
    assert Counter(row["label"] for row in rows)["control"] >= 10


def test_formats_and_whos_citing_are_there(removals: list[Removal]) -> None:
    """All formats, and cases that leave the citing to the reader."""
    cases = {removal.case.id: removal.case for removal in removals}.values()
    assert {case.bundle.format for case in cases} == {"plain", "compact", "auditable"}
    assert any(case.cited is None for case in cases)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_agree_with_the_committed_schema(path: Path) -> None:
    """Each file is valid against the JSON Schema that other tools use."""
    committed = json.loads((schemas.FOLDER / "ablation.schema.json").read_text(encoding="utf-8"))
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(committed).validate(data)
