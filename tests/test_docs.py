"""The pages in `docs/` can be found and followed, and what they tell people to type is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from tests.conftest import QUIET
from tests.conftest import Project
from tests.conftest import said
from tests.test_readme import slug

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
#: Files for machines that are not here; what other pages show is run in `test_readme`.
BUILD_PAGE = ROOT / "docs" / "ci.md"
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
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


def anchors(page: Path) -> set[str]:
    """What links may name after `#`."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return {slug(heading) for heading in HEADING.findall(text)}


def test_the_readme_leads_to_every_page() -> None:
    linked = {
        (ROOT / target.partition("#")[0]).resolve()
        for target in LINK.findall(README.read_text("utf-8"))
    }
    assert not set(PAGES) - linked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_says_what_it_is_for_and_leads_back(page: Path) -> None:
    title, purpose, *_ = page.read_text(encoding="utf-8").split("\n\n")
    assert title.startswith("# ")
    assert purpose.startswith("This page ")
    assert purpose.endswith("[Back to the README](../README.md).")


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(there), f"{page.name}: {target}"


def test_options_and_commands_exist(project: Project) -> None:
    options = said(project.pytester.runpytest("--help", *QUIET))
    fences = FENCE.findall(BUILD_PAGE.read_text(encoding="utf-8"))
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
