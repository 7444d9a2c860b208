"""The hook of this repository, run by the real tool: passes, and fails when a rule is broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PREK = Path(sys.executable).with_name("prek")
PARTS = (
    "pytest_memeval", "fixtures", "tests/conftest.py", "tests/__init__.py", "conftest.py",
    "pyproject.toml", "README.md", "LICENSE", ".pre-commit-config.yaml", "reports/baseline.json",
)  # fmt: skip
pytestmark = pytest.mark.skipif(
    not PREK.exists() or shutil.which("git") is None, reason="needs prek and git"
)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The repository as far as the hook needs it, committed."""
    for part in PARTS:
        place = tmp_path / part
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, place)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all", "--force")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "all")
    return tmp_path


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def hook(folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{PREK.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [PREK, "run", "memeval-offline", "--all-files"],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(folder), "PREK_HOME": str(folder / "h")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_hook(clone: Path) -> None:
    done = hook(clone)
    assert done.returncode == 0, done.stdout + done.stderr
    rules = clone / "pytest_memeval" / "gate" / "rules.py"
    less = "DROP_RULES = tuple(rule for rule in DROP_RULES if rule.name != 'scheduled_session')\n"
    rules.write_text(f"{rules.read_text(encoding='utf-8')}\n\n{less}", encoding="utf-8")
    done = hook(clone)
    assert done.returncode == 1
    assert "memeval::regression" in done.stdout
    assert "hit -> miss" in done.stdout
