"""What the pages in `docs/` tell people to type is there to be typed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from tests.conftest import QUIET
from tests.conftest import Project
from tests.conftest import said

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
FENCE = re.compile(r"```(\w+) (\S+)\n(.*?)```", re.DOTALL)


def commands(value: object) -> list[str]:
    """Every line that a build file runs, and every argument of a hook."""
    if isinstance(value, dict):
        found = [command for item in value.values() for command in commands(item)]
        run = value.get("run")
        hooked = value.get("args")
        return found + ([run] if isinstance(run, str) else []) + [" ".join(hooked or [])]
    if isinstance(value, list):
        lines = [item for item in value if isinstance(item, str)]
        return lines + [command for item in value for command in commands(item)]
    return []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_and_commands_exist(page: Path, project: Project) -> None:
    options = said(project.pytester.runpytest("--help", *QUIET))
    fences = FENCE.findall(page.read_text(encoding="utf-8"))
    assert fences
    seen = set()
    for language, name, body in fences:
        assert language == "yaml", name
        for command in commands(yaml.safe_load(body)):
            words = shlex.split(command)
            seen |= {word.partition("=")[0] for word in words if word.startswith("--memeval-")}
            if words[:3] == ["python", "-m", "pytest_memeval"]:
                helped = project.pytester.runpython_c(
                    "import sys; from pytest_memeval.cli import main;"
                    f"sys.exit(main([{words[3]!r}, '--help']))"
                )
                for word in words[4:]:
                    assert not word.startswith("--") or word in helped.stdout.str(), word
    assert len(seen) >= 3
    assert not {option for option in seen if option not in options}
