"""The plugin in `examples/`, installed as a package manager would, in a run of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import Project
from tests.conftest import said

tomllib = pytest.importorskip("tomllib", reason="from Python 3.11 on")
EXAMPLE = Path(__file__).parent.parent / "examples" / "memeval_recall"


@pytest.fixture
def recall(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with the example beside it and its entry points in place."""
    shutil.copytree(EXAMPLE, project.path, dirs_exist_ok=True)
    info = project.path / "memeval_recall-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: memeval-recall\nVersion: 0.1.0\n")
    points = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]["entry-points"]
    lines = [
        line
        for group, entries in points.items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.setenv("PYTHONPATH", str(project.path))
    return project


def test_it_measures(recall: Project) -> None:
    """Its suite is scored and gated, and its data is in the report."""
    result = recall.run_apart("--memeval-suite=recall")
    assert result.ret == 0, said(result)
    result.stdout.fnmatch_lines(
        [
            "recall: shared_words:best_first",
            "  recall_at_3     1.000 (3/3)  *>= 0.8 held",
            "memeval: PASSED: 1 of 1 floor held, 2 of 2 cases measured",
        ]
    )
    assert recall.report["extra"] == {"memeval_recall": {"top": 3}}


def test_it_fails(recall: Project) -> None:
    """A retriever that turns the list around, and a file that names no memory of its own."""
    recall.write("shared_words.py", "def best_first(question, memories): return 'tabs'\n")
    result = recall.run_apart("--memeval-suite=recall")
    result.stdout.fnmatch_lines(["*indentation*want a list of ids, got str*"])
    assert result.ret == 1
    path = recall.path / "fixtures" / "recall" / "store.yaml"
    path.write_text(path.read_text().replace("right: [tabs]", "right: [tab]"))
    result = recall.run_apart("--memeval-suite=recall")
    result.stdout.fnmatch_lines(["*case 'indentation': 'tab' is right, and none of the memories"])


def test_its_house_rule(recall: Project) -> None:
    one = {"id": "a", "question": "q", "memories": {"m": "q"}, "right": ["m"]}
    shutil.rmtree(recall.path / "fixtures")
    recall.write("fixtures/recall/one.json", json.dumps({"suite": "recall", "cases": [one]}))
    result = recall.run_apart()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["memeval: FAILED: *; recall: 1 measured case proves nothing"])


def test_a_metric_for_another_suite(recall: Project) -> None:
    recall.cases([{"id": "a", "window": [{"role": "user", "content": "always tabs"}],
                   "label": "extract", "expect_type": "preference", "note": "n"}])  # fmt: skip
    recall.ini("memeval_floors = long_payloads <= 0")
    result = recall.run_apart("--memeval-suite=write_gate")
    result.stdout.fnmatch_lines(["  long_payloads  * <= 0 held"])
