"""Every command and every file that the README shows is run here, in the order it is read.

A fence whose info string has a second word is a file of that name; a `console` fence holds commands
after `$`, each followed by lines that its output must contain, in order. `...` stands for anything.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: Shown for the reader's own repository; what it configures is tested with the hooks.
ILLUSTRATION = "repo: path/to/pytest-memeval"


class Step(NamedTuple):
    """A file to write (`name`) or a command to run, and what it shows."""

    line: int
    name: str
    command: str
    text: str


def steps() -> Iterator[Step]:
    for fence in FENCE.finditer(README):
        language, name, body = fence.groups()
        line = README.count("\n", 0, fence.start()) + 1
        if name:
            yield Step(line, name, "", body)
        elif language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                yield Step(line, "", command.partition("  #")[0].strip(), shown)
        else:
            assert ILLUSTRATION in body, f"README.md:{line}: a fence that nothing runs"


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command)
    if words[0] == "pytest":
        words = [sys.executable, "-m", *words]
    elif words[0] == "python":
        words[0] = sys.executable
    return subprocess.run(
        words,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTEST_ADDOPTS": "-p no:randomly -p no:asyncio", "NO_COLOR": "1"},
    )


def assert_shown(expected: str, output: str, where: str) -> None:
    """The expected lines are in the output, in their order."""
    at = 0
    lines = [line.strip() for line in output.splitlines()]
    for line in filter(None, (line.strip() for line in expected.splitlines())):
        pattern = re.compile(".*".join(map(re.escape, line.split("..."))))
        found = next((i for i in range(at, len(lines)) if pattern.search(lines[i])), None)
        assert found is not None, f"{where}: {line!r} is not in:\n{output}"
        at = found + 1


def test_the_tutorial_runs_as_it_reads(tmp_path: Path) -> None:
    """A newcomer who types what the README shows sees what the README shows."""
    for step in steps():
        where = f"README.md:{step.line}"
        if step.name:
            path = tmp_path / step.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        elif step.command.startswith(("make ", "pip ")):
            continue  # the tests below run these
        else:
            done = run(step.command, tmp_path)
            assert_shown(step.text, done.stdout + done.stderr, f"{where} {step.command}")


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(
    ("target", "shown"),
    [("gate", "memeval: PASSED: 7 of 7 floors held"), ("test", "1 passed")],
)
def test_the_two_make_commands_work(target: str, shown: str) -> None:
    """`make gate` runs the main job, `make test` the tests; here with this interpreter."""
    assert f"$ make {target} " in README
    words = ["make", target, f"BIN={Path(sys.executable).parent}", "READY="]
    words += ["ARGS=tests/test_smoke.py"] if target == "test" else []
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert shown in done.stdout


def test_it_installs_from_a_clone(tmp_path: Path) -> None:
    """The wheel holds the types marker, the schemas and the plugin's entry point."""
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    command += ["--disable-pip-version-check", "--no-build-isolation", "--target", str(tmp_path)]
    subprocess.run([*command, str(ROOT)], check=True, timeout=120)
    assert (tmp_path / "pytest_memeval" / "py.typed").exists()
    assert (tmp_path / "pytest_memeval" / "schemas" / "report.schema.json").exists()
    entry_points = next(tmp_path.glob("pytest_memeval-*.dist-info")) / "entry_points.txt"
    assert "pytest_memeval = pytest_memeval.plugin" in entry_points.read_text(encoding="utf-8")


def test_the_options_table_is_complete(pytester: pytest.Pytester) -> None:
    """Every option of ours is in the README's table, and the table has no other."""
    shown = pytester.runpytest("--help", "-p", "no:asyncio").stdout.str()
    table = README[README.index("## Options") : README.index("## Fixture files")]
    options = set(re.findall(r"(--memeval-[a-z-]+|\bmemeval_[a-z_]+)\b", shown))
    assert options
    assert options == set(re.findall(r"(--memeval-[a-z-]+|\bmemeval_[a-z_]+)\b", table))
