"""The reference gate on our own windows: this repository's floors, and mutants of each window."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_it_knows_noise_by_its_shape(tmp_path: Path) -> None:
    """All floors hold, and so do those of shape, over mutants that are the same in every run."""
    pytest.importorskip("hypothesis")
    command = [sys.executable, "-m", "pytest", "--memeval-offline", "-q", "fixtures"]
    command += ["--memeval-mutations", "10", "--memeval-report", str(tmp_path / "report.json")]
    for floor in ("shape_invariance >= 0.98", "mixed_survival >= 0.98"):
        command += ["--memeval-floor", f"{floor} over 100 cases"]
    if find_spec("xdist"):
        command += ["-n", "2"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "CI": "true"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "memeval: PASSED: 9 of 9 floors held" in done.stdout
