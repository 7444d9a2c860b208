"""Shows how far a live run is: on one line of a terminal that leaves no trace, or in a log.

What it knows it reads from the journal, which is written wherever the work is done.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from contextlib import suppress
from pathlib import Path
from typing import Any
from typing import Protocol
from typing import TextIO

import pytest

from pytest_memeval.clients import journal as journals
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.journal import Record
from pytest_memeval.suites.write_gate.live.replay import MEASURED
from pytest_memeval.text import plural


class Screen(Protocol):
    """Where progress is shown, and how many seconds apart."""

    every: float

    def show(self, text: str) -> None: ...

    def clear(self) -> None:
        """Leave the place to somebody else, as it was."""


class TerminalLine:
    """One line below whatever is on the terminal, drawn over and over.

    :param column: where the cursor stands on the line above.
    """

    every = 1.0

    def __init__(self, file: TextIO, column: Callable[[], int] = lambda: 0) -> None:
        self._file = file
        self._column = column
        self._back: str | None = None

    def show(self, text: str) -> None:
        begin, width = "\r", shutil.get_terminal_size().columns
        if self._back is None:
            column = self._column() % width
            begin = "\n" if column else "\r"
            self._back = f"\x1b[A\x1b[{column}C" if column else ""
        # A line that is too long would go on below, and stay there; so would the echo of Ctrl-C.
        self._write(f"{begin}{text[: max(width - len('^C') - 1, 0)]}\x1b[K")

    def clear(self) -> None:
        if self._back is not None:
            self._write(f"\r\x1b[K{self._back}")
            self._back = None

    def _write(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()


class LogLines:
    """Lines of their own, now and then."""

    every = 60.0

    def __init__(self, line: Callable[[str], None]) -> None:
        self._line = line

    def show(self, text: str) -> None:
        self._line(text)

    def clear(self) -> None:
        pass


def rewrites(file: Any) -> bool:
    """Whether what was written to a file can be written over."""
    return bool(file.isatty()) and os.environ.get("TERM") != "dumb"


def screen_of(config: pytest.Config) -> Screen | None:
    """Where a run of pytest shows its progress; None where it was told to be quiet."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or reporter.verbosity < -1:
        return None
    writer = config.get_terminal_writer()
    if rewrites(writer._file):
        return TerminalLine(writer._file, lambda: writer.width_of_current_line)

    def line(text: str) -> None:
        if writer.width_of_current_line:
            writer.line()
        writer.line(text)
        writer.flush()

    return LogLines(line)


class Progress(threading.Thread):
    """Shows, until it is stopped, how many windows have landed, or how many scopes are empty."""

    def __init__(self, journal: Path) -> None:
        super().__init__(name="memeval-progress", daemon=True)
        self._journal = journal
        self._screen: Screen | None = None
        self._over = threading.Event()
        self._lock = threading.RLock()
        self._begun = time.monotonic()
        self._line = _landed

    @contextmanager
    def on(self, screen: Screen | None) -> Iterator[None]:
        """Show it there until the end of the block; where there is no screen, nothing is shown."""
        self._screen = screen
        if screen is not None:
            self.start()
        try:
            yield
        finally:
            self.stop()

    def run(self) -> None:
        while self._screen is not None and not self._over.wait(self._screen.every):
            self._draw()

    def cleaning(self) -> None:
        """From now on scopes are emptied."""
        self._line = _emptied
        self._draw()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Out of the way, while somebody else writes."""
        with self._lock:
            if self._screen is not None:
                with suppress(OSError):  # the terminal may be closed by now
                    self._screen.clear()
            yield

    def stop(self) -> None:
        self._over.set()
        with self.away():
            pass

    def _draw(self) -> None:
        try:
            line = self._line(journals.read(self._journal))
        except JournalError:
            return
        with self._lock:
            if self._screen is None or not line or self._over.is_set():
                return
            minutes, seconds = divmod(int(time.monotonic() - self._begun), 60)
            with suppress(OSError):
                self._screen.show(f"memeval live: {line}, {minutes}:{seconds:02d}")


def _landed(record: Record) -> str:
    """How far the windows are; "" when that is known of each."""
    if record.finished or not record.entries:
        return ""
    latest = {entry.fixture: entry for entry in record.entries.values()}
    states = Counter(
        entry.outcome["state"] if entry.outcome else "open" for entry in latest.values()
    )
    landed = sum(states[state] for state in MEASURED)
    failed = sum(states.values()) - landed - states["open"]
    return f"{landed} landed, {states['open']} open, {failed} failed"


def _emptied(record: Record) -> str:
    gone = sum(entry.gone for entry in record.entries.values())
    return f"emptied {gone} of {plural(len(record.entries), 'scope')} (Ctrl-C ends it)"
