"""How far a live run is: on one line of a terminal that leaves no trace, or in a log."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from pytest_memeval.clients.journal import Entry
from pytest_memeval.clients.journal import Journal
from pytest_memeval.clients.scopes import scope_of
from pytest_memeval.live import progress
from pytest_memeval.live.progress import LogLines
from pytest_memeval.live.progress import Progress
from pytest_memeval.live.progress import TerminalLine
from tests.conftest import WORKERS
from tests.conftest import quiet
from tests.live.conftest import LiveProject
from tests.live.standin import some_world

RUN = "20260102-0123abcd"
LINE = re.compile(r"memeval live: \d+ landed, \d+ open, \d+ failed, \d:\d\d")
CLEANING = re.compile(r"memeval live: emptied \d+ of 12 scopes")
#: Progress ten times a second.
EAGER = "from pytest_memeval.live.progress import TerminalLine\nTerminalLine.every = 0.1\n"


class Screen:
    """As much of a terminal as pytest and the progress line use: every line that ever was on it."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.lines = [""]
        self.row = self.column = 0
        #: All that lines said before they were written over.
        self.seen: list[str] = []

    def feed(self, text: str) -> Screen:
        for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|[^\x1b]", text):
            if part == "\r":
                self.column = 0
            elif part == "\n":
                self._go(self.row + 1)
            elif part[0] == "\x1b":
                self._control(part[-1], part[2:-1])
            else:
                self._put(part)
        return self

    def _control(self, name: str, number: str) -> None:
        if name == "A":
            self._go(self.row - 1)
        elif name == "C":
            self.column = min(self.column + int(number or 1), self.width - 1)
        elif name == "K":
            self.seen.append(self.lines[self.row])
            self.lines[self.row] = self.lines[self.row][: self.column]
        else:
            assert name == "m", name

    def _put(self, character: str) -> None:
        if self.column == self.width:
            self._go(self.row + 1)
            self.column = 0
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + character + line[self.column + 1 :]
        self.column += 1

    def _go(self, row: int) -> None:
        self.row = row
        self.lines += [""] * (row + 1 - len(self.lines))

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)


def on_a_terminal(live: LiveProject, width: int, *args: str) -> Screen:
    """A live run on a terminal so wide; the screen when it is over."""
    live.write("conftest.py", EAGER)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    environment |= {"TERM": "xterm", "MEM0_API_KEY": live.platform.key}
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *quiet(), *live.options(*args)],
        cwd=live.path,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    read = b""
    while True:
        try:
            read += os.read(ours, 65536)
        except OSError:  # that is how the other end says that it is closed
            break
    os.close(ours)
    process.wait(timeout=30)
    return Screen(width).feed(read.decode())


@pytest.fixture
def live(live_project: LiveProject) -> LiveProject:
    live_project.serve(some_world(), speed=100.0, latency=(50, 100))
    return live_project


# --- on a terminal


@WORKERS
def test_no_trace_is_left(live: LiveProject, workers: tuple[str, ...]) -> None:
    """The line was there, was written over, and what pytest shows is as it would be without it."""
    screen = on_a_terminal(live, 80, *workers, "--memeval-cleanup")
    assert any(map(LINE.fullmatch, screen.seen)), screen.seen
    assert any(map(CLEANING.match, screen.seen)), screen.seen
    assert "memeval live: run " in screen.text
    assert not re.search(r"landed|emptied", screen.text), screen.text
    before = "" if workers else "fixtures/write_gate/cases.json "
    assert re.search(rf"^{before}\.{{12,}} +\[", screen.text, re.MULTILINE), screen.text
    assert "cleaned up: nothing of 12 scopes is left" in screen.text


def test_a_narrow_terminal(live: LiveProject) -> None:
    """A line that does not fit is cut, and leaves nothing behind either."""
    screen = on_a_terminal(live, 38, "-v")
    shown = [line for line in screen.seen if re.match(r"memeval live: \d", line)]
    assert shown
    assert max(map(len, shown)) == 35
    assert not re.search(r"live: \d", screen.text), screen.text


def test_a_line_below_another() -> None:
    """The cursor comes back to where it was, whatever was drawn in between."""
    file = io.StringIO()
    line = TerminalLine(file, lambda: len("tests/a.py ..."))
    file.write("tests/a.py ...")
    for text in ("one and more", "two"):
        line.show(text)
    screen = Screen(80).feed(file.getvalue())
    assert screen.lines == ["tests/a.py ...", "two"]
    line.clear()
    line.clear()
    file.write("...\n")
    assert Screen(80).feed(file.getvalue()).text == "tests/a.py ......\n"


def test_an_echo_of_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """The `^C` that a terminal adds does not push the line on to the next."""
    monkeypatch.setenv("COLUMNS", "20")
    file = io.StringIO()
    line = TerminalLine(file)
    line.show("x" * 30)
    file.write("^C")
    line.clear()
    assert Screen(20).feed(file.getvalue()).text == ""


@pytest.mark.parametrize(
    ("tty", "term", "expected"), [(True, "xterm", True), (True, "dumb", False), (False, "", False)]
)
def test_what_can_be_written_over(
    monkeypatch: pytest.MonkeyPatch, tty: bool, term: str, expected: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    file = io.StringIO()
    file.isatty = lambda: tty  # type: ignore[method-assign]
    assert progress.rewrites(file) is expected


# --- in a log


@pytest.mark.parametrize("args", [(), ("-q",), ("-v",)], ids=["", "q", "v"])
def test_lines_of_a_log(
    live: LiveProject, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    """Where lines stay, each is one of its own, without control characters."""
    monkeypatch.setattr(LogLines, "every", 0.1)
    result = live.live(*args, "--memeval-cleanup")
    lines = [line for line in result.outlines if LINE.search(line)]
    assert len(lines) > 2
    assert all(map(LINE.fullmatch, lines)), lines
    assert any(map(CLEANING.match, result.outlines))
    assert "\x1b" not in result.stdout.str()


def test_once_a_minute(live: LiveProject) -> None:
    """A log is not filled: of a short run only the cleanup is told, when it begins."""
    assert (TerminalLine.every, LogLines.every) == (1.0, 60.0)
    text = live.live("--memeval-cleanup").stdout.str()
    assert not LINE.search(text)
    assert len(CLEANING.findall(text)) == 1


def test_quieter_still(live: LiveProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """With -qq nothing of it is shown."""
    monkeypatch.setattr(LogLines, "every", 0.1)
    text = live.live("-qq", "--memeval-cleanup").stdout.str()
    assert not LINE.search(text)
    assert not CLEANING.search(text)


# --- what is counted


def test_what_is_counted(tmp_path: Path) -> None:
    """Landed is what was measured; failed, what will not be; a window sent twice counts once."""
    header = {"run": RUN, "backend": "mem0", "host": "", "project_id": "", "org_id": ""}
    journal = Journal(tmp_path / "run.jsonl", {**header, "policy": "none", "client": "2"})
    for name in ("a", "b", "c", "d", "e"):
        journal.intend(Entry(name, 1, scope_of(RUN, name), "x"))
    journal.intend(Entry("a", 2, scope_of(RUN, "a", 2), "x"))
    for name, state in (("b", "stored"), ("c", "suppressed"), ("d", "late")):
        journal.landed(scope_of(RUN, name), {"state": state})
    shown: list[str] = []
    line = Progress(journal.path)
    line._screen = LogLines(shown.append)
    line._draw()
    assert shown == ["memeval live: 2 landed, 2 open, 1 failed, 0:00"]
    journal.finished()
    line._draw()
    assert len(shown) == 1
    journal.gone(scope_of(RUN, "a"))
    line.cleaning()
    assert shown[1:] == ["memeval live: emptied 1 of 6 scopes (Ctrl-C ends it), 0:00"]
    line.stop()
    line._draw()
    assert len(shown) == 2
    journal.close()
