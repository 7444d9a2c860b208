"""The labelled windows that come with the project: enough of them, and of every sort."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections import defaultdict
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from pytest_memeval import fixture_files
from pytest_memeval import schemas
from pytest_memeval.suites.write_gate.cases import DURABLE_TYPES
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.cases import window_text
from tests.casefiles import load

FOLDER = Path(__file__).parents[1] / "fixtures" / "write_gate"
FILES = fixture_files.files_below(FOLDER)


@pytest.fixture(scope="module")
def windows() -> list[WriteGateCase]:
    """All labelled windows of the folder."""
    loaded = [load(path) for path in FILES]
    assert all(loaded), "a file of the folder is no fixture file"
    return [case for each in loaded if each for case in each[0]]


def labelled(windows: list[WriteGateCase], label: str) -> list[WriteGateCase]:
    return [case for case in windows if case.label == label]


def test_there_are_at_least_eighty(windows: list[WriteGateCase]) -> None:
    """There are eighty windows or more, and twenty or more of each label."""
    assert len(windows) >= 80
    assert min(Counter(case.label for case in windows).values()) >= 20


def test_ids_are_unique_across_files(windows: list[WriteGateCase]) -> None:
    """No two windows of the folder share an id."""
    counts = Counter(case.id for case in windows)
    assert [identity for identity, n in counts.items() if n > 1] == []


def test_every_note_says_something(windows: list[WriteGateCase]) -> None:
    """Each note is a sentence of its own, and not the window or the id over again."""
    for case in windows:
        assert len(case.note.split()) >= 5, case.id
        assert case.note.strip() not in window_text(case.window), case.id
    counts = Counter(case.note for case in windows)
    assert [note for note, n in counts.items() if n > 1] == []


def test_every_durable_type_is_expected(windows: list[WriteGateCase]) -> None:
    """All five types are asked for, each by five windows or more, and only by `extract`."""
    counts = Counter(case.expect_type for case in labelled(windows, "extract"))
    assert set(counts) == set(DURABLE_TYPES)
    assert min(counts.values()) >= 5


def test_mixed_windows_are_there(windows: list[WriteGateCase]) -> None:
    """Ten windows or more carry a durable fact amid noise, and are labelled `extract`."""
    mixed = [case for case in windows if (case.kind or "").startswith("mixed")]
    assert len(mixed) >= 10
    assert {case.label for case in mixed} == {"extract"}
    assert any(len(case.window) == 1 for case in mixed), "none mixes within one turn"
    assert any(len(case.window) > 1 for case in mixed), "none mixes across turns"


def test_block_lists_are_there(windows: list[WriteGateCase]) -> None:
    """Some contents are lists of blocks, both to drop and to extract from."""
    blocks = [
        case for case in windows if any(isinstance(turn["content"], list) for turn in case.window)
    ]
    assert {"drop", "extract"} <= {case.label for case in blocks}


@pytest.mark.parametrize("label", ["drop", "extract"])
@pytest.mark.parametrize(
    ("script", "letters"), [("Cyrillic", "[\u0400-\u04ff]{4}"), ("Japanese", "[\u3040-\u30ff]{3}")]
)
def test_other_scripts_are_there(
    windows: list[WriteGateCase], label: str, script: str, letters: str
) -> None:
    """Noise and facts come in scripts other than Latin."""
    texts = [window_text(case.window) for case in labelled(windows, label)]
    assert any(re.search(letters, text) for text in texts), f"no {label} window in {script}"


def test_other_languages_are_there(windows: list[WriteGateCase]) -> None:
    """Languages in Latin script are not all English."""
    texts = [f" {window_text(case.window).lower()} " for case in windows]
    for language, word in (("German", " und "), ("Spanish", " que "), ("French", " trop ")):
        assert any(word in text for text in texts), f"nothing in {language}"


def test_empty_windows_are_there(windows: list[WriteGateCase]) -> None:
    """A window without a turn, and one whose turns say nothing, are both to be dropped."""
    empty = [case for case in windows if not window_text(case.window).strip()]
    assert any(not case.window for case in empty)
    assert any(case.window for case in empty)
    assert {case.label for case in empty} == {"drop"}


def test_near_duplicates_are_there(windows: list[WriteGateCase]) -> None:
    """Some windows differ from another in nothing but numbers, and share its label."""
    families = defaultdict(list)
    for case in windows:
        text = window_text(case.window)
        if re.search(r"\d", text):
            families[re.sub(r"\d+", "0", text)].append(case)
    found = [family for family in families.values() if len(family) > 1]
    assert found
    for family in found:
        assert len({case.label for case in family}) == 1, [case.id for case in family]


def _data(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return yaml.safe_load(text) if path.suffix in (".yaml", ".yml") else json.loads(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_agree_with_the_committed_schema(path: Path) -> None:
    """Each file is valid against the JSON Schema that other tools use."""
    committed = json.loads((schemas.FOLDER / "write_gate.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(committed).validate(_data(path))
