"""Every command and every file that the README and its pages show is run here, in their order.

The README and each page it links to are a test each, in a folder of its own. A page that says it
goes on from a section of the README finds there what that section and those before it leave: their
files, and for the page on live runs the stand-in too.

A fence whose info string has a second word is a file of that name; a `console` fence holds commands
after `$`, each followed by lines that its output must contain, in order. `...` stands for anything.
The stand-in of the platform runs until the end, on a port that is free, and prints the key that the
commands after it take; `RUN` stands for the run that was told of last.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clients.chat_server import ChatServer

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
#: The README, and what it links to, in that order.
PAGES = ["README.md", *dict.fromkeys(re.findall(r"\]\((docs/[\w-]+\.md)", README))]
GOES_ON = re.compile(r"go(?:es)? on from \[[^]]+\]\(\.\./README\.md#([\w-]+)\)")
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: Shown for the reader's own repository; what it configures is tested with the hooks.
ILLUSTRATION = "repo: path/to/pytest-memeval"
LIVE_SECTION, LIVE_PAGE = "live-runs", "docs/live.md"
STAND_IN = "python -m tests.platform"
#: What live runs name, and what it is here.
PORT, FIXTURES, MODEL = "8765", "path/to/your/project/", "http://localhost:11434/v1"


class Step(NamedTuple):
    """A file to write (`name`) or a command to run, and what it shows."""

    where: str
    section: str
    name: str
    command: str
    text: str
    live: bool

    @property
    def sets_the_scene(self) -> bool:
        """It leaves something to later commands, and is no run."""
        return bool(self.name) or self.command.startswith(("export ", f"{STAND_IN} "))


def steps(page: str) -> Iterator[Step]:
    text = (ROOT / page).read_text(encoding="utf-8")
    for fence in FENCE.finditer(text):
        language, name, body = fence.groups()
        before = text[: fence.start()]
        line = before.count("\n") + 1
        where = f"{page}:{line}"
        section = slug(before.rpartition("\n## ")[2].partition("\n")[0])
        live = page == LIVE_PAGE or section == LIVE_SECTION
        if name:
            yield Step(where, section, name, "", body, live)
        elif language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                command = command.partition("  #")[0].strip()
                yield Step(where, section, "", command, shown, live)
        else:
            assert ILLUSTRATION in body, f"{where}: a fence that nothing runs"


def slug(heading: str) -> str:
    """What links call a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def scene(page: str) -> Iterator[Step]:
    """What the README has left to a page that goes on from one of its sections."""
    found = GOES_ON.search((ROOT / page).read_text(encoding="utf-8"))
    if found is None:
        return
    told = list(steps("README.md"))
    ends = [at for at, step in enumerate(told) if step.section == found[1]]
    assert ends, f"{page}: the README has no section #{found[1]} that shows anything"
    for step in told[: ends[-1] + 1]:
        if step.sets_the_scene and (step.name or not step.live or page == LIVE_PAGE):
            yield step


class Reader:
    """Types what a page shows, in a folder of its own."""

    def __init__(self, folder: Path, running: ExitStack) -> None:
        self._folder = folder
        self._running = running
        self._environment = {
            **os.environ,
            "PYTEST_ADDOPTS": "-p no:randomly -p no:asyncio",
            "NO_COLOR": "1",
        }
        #: What stands on a page, and what it is here.
        self._here: dict[str, str] = {}

    def type(self, command: str) -> str:
        """Run a command, and what it says on both streams."""
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            self._environment[name] = self.here(value)
            return ""
        words = shlex.split(self.here(command))
        if words[0] == "pytest":
            words = [sys.executable, "-m", *words]
        elif words[0] == "python":
            words[0] = sys.executable
        if "tests.platform" in words:
            return self._serve(words)
        done = subprocess.run(
            words,
            cwd=self._folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env=self._environment,
        )
        output = done.stdout + done.stderr
        for run in re.findall(r" cleanup (\d{8}-[0-9a-f]{8})(?: --.*)?$", output, re.MULTILINE):
            self._here["RUN"] = run
        return output

    def write(self, name: str, text: str) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.here(text), encoding="utf-8")

    def here(self, text: str) -> str:
        for there, here in self._here.items():
            text = text.replace(there, here)
        return text

    def go_live(self) -> None:
        """Have a port and a model, which says of our wishes that they are ones."""
        if PORT in self._here:
            return
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        server = self._running.enter_context(ChatServer())
        server.remember("use tabs", "Uses tabs in Go.")
        server.remember("in French", "Wants answers in French.")
        self._here |= {PORT: port, FIXTURES: f"{self._folder}/", MODEL: server.url}

    def _serve(self, words: list[str]) -> str:
        """Start the stand-in of the platform, in the clone, and in haste; what it greets with."""
        words += ["--latency", "2", "20"]
        process = self._running.enter_context(
            subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        )
        self._running.callback(process.terminate)
        assert process.stdout is not None
        said = ""
        while "Ctrl-C stops it." not in said and (line := process.stdout.readline()):
            said += line
        key = re.search(r"^  key +(.*)$", said, re.MULTILINE)
        assert key is not None, said
        self._here["m0-..."] = key[1]
        return said


def assert_shown(expected: str, output: str, where: str) -> None:
    """The expected lines are in the output, in their order."""
    at = 0
    lines = [line.strip() for line in output.splitlines()]
    for line in filter(None, (line.strip() for line in expected.splitlines())):
        pattern = re.compile(".*".join(map(re.escape, line.split("..."))))
        found = next((i for i in range(at, len(lines)) if pattern.search(lines[i])), None)
        assert found is not None, f"{where}: {line!r} is not in:\n{output}"
        at = found + 1


@pytest.mark.parametrize("page", PAGES)
def test_a_page_runs_as_it_reads(page: str, tmp_path: Path) -> None:
    """A newcomer who types what a page shows sees what the page shows."""
    able = bool(find_spec("mem0") and find_spec("uvicorn"))
    with ExitStack() as running:
        reader = Reader(tmp_path, running)
        for step in [*scene(page), *steps(page)]:
            if step.live and able:
                reader.go_live()
            if step.name:
                reader.write(step.name, step.text)
            elif step.live and not able:
                continue
            elif not step.command.startswith(("make ", "pip ")):  # the tests below run these
                output = reader.type(step.command)
                assert_shown(reader.here(step.text), output, f"{step.where} {step.command}")


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(
    ("target", "shown"),
    [("gate", "memeval: PASSED: 24 of 24 floors held"), ("test", "1 passed")],
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
    """Every option of ours is in the table of options, and the table has no other."""
    shown = pytester.runpytest("--help", "-p", "no:asyncio").stdout.str()
    page = (ROOT / "docs" / "options.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in page.splitlines() if line.startswith("|"))
    ours = r"(--memeval-[a-z-]+|--project-id|--org-id|\bmemeval_[a-z_]+)\b"
    options = set(re.findall(ours, shown))
    assert options
    assert options == set(re.findall(ours, table))
