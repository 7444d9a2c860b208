"""The reference gate on our own windows: this repository's floors, and mutants of each window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

#: A plugin that takes one rule away from the gate.
WITHOUT = """
from pytest_memeval.gate import rules
rules.DROP_RULES = tuple(rule for rule in rules.DROP_RULES if rule.name != {name!r})
"""


def run(tmp_path: Path, *args: str) -> tuple[int, str, dict[str, Any]]:
    """Exit code, output and report of a run over our fixtures."""
    report = tmp_path / "report.json"
    suite = "--memeval-suite=write_gate"
    command = [sys.executable, "-m", "pytest", "--memeval-offline", suite, "-q", "fixtures"]
    done = subprocess.run(
        [*command, f"--memeval-report={report}", "-p", "no:cacheprovider", *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "CI": "true", "PYTHONPATH": str(tmp_path)},
    )
    return done.returncode, done.stdout + done.stderr, json.loads(report.read_text())


def test_it_knows_noise_by_its_shape(tmp_path: Path) -> None:
    """All floors hold, and so do those of shape, over mutants that are the same in every run."""
    pytest.importorskip("hypothesis")
    floors = [f"--memeval-floor={name} >= 0.98 over 100 cases" for name in SHAPE]
    workers = ["-n", "2"] if find_spec("xdist") else []
    code, output, report = run(tmp_path, "--memeval-mutations=10", *floors, *workers)
    assert code == 0, output
    assert "memeval: PASSED: 9 of 9 floors held" in output
    assert report["check"] == {"passed": True, "failures": []}


SHAPE = ("shape_invariance", "mixed_survival")


@pytest.mark.parametrize(
    ("rule", "broken"),
    [
        ("bare_ack", {"hard_drop_explicit"}),
        ("scheduled_session", {"hard_drop_recall", "hard_drop_explicit", "payload_noise_count"}),
        ("monitoring_status", {"hard_drop_explicit"}),
    ],
)
def test_a_drop_rule_that_is_missing_is_told(tmp_path: Path, rule: str, broken: set[str]) -> None:
    """Exactly the floors that are broken fail, by name, and each lists the cases that missed."""
    (tmp_path / "without_rule.py").write_text(WITHOUT.format(name=rule))
    code, output, report = run(tmp_path, "-p", "without_rule")
    assert code == 1
    floors = {floor["metric"]: floor for floor in report["results"][0]["thresholds"]}
    assert {name for name, floor in floors.items() if floor["status"] == "broken"} == broken
    for name in broken:
        kind = "ceiling" if floors[name]["op"] == "<=" else "floor"
        assert f"FAILED memeval::write_gate::{kind}[{name}]" in output
        assert floors[name]["missed"]
        assert all(f"  {case} (fixtures/write_gate/" in output for case in floors[name]["missed"])
