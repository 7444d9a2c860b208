"""The controller's side of a live run: how far it is, and what is left when it is over.

What it knows it reads from the journal, which is written wherever the work is done.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

from pytest_memeval.clients import journal as journals
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.cleanup import empty_run
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.scopes import app_of
from pytest_memeval.live.run import LiveRun
from pytest_memeval.live.settings import RUN
from pytest_memeval.report import model
from pytest_memeval.suites import OSS
from pytest_memeval.suites.write_gate.live.replay import MEASURED
from pytest_memeval.text import plural

#: Seconds between two progress lines: on a terminal, and in a log that keeps every line.
TERMINAL, LOG = 1.0, 60.0


class LiveWatch:
    """Tells workers the name of the run, shows its progress, and cleans up where that was asked."""

    def __init__(self, config: pytest.Config, run: LiveRun) -> None:
        self._config = config
        self._run = run
        self._cleaned = ""

    def pytest_report_header(self) -> str:
        live = self._run.live
        place = f"project {live.project_id} at {live.host}" if live.subject != OSS else live.subject
        return f"memeval live: run {live.run}, {place}, journal {live.journal}"

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[RUN] = self._run.live.run

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtestloop(self) -> Generator[None, Any, Any]:
        progress = _Progress(self._config, self._run)
        progress.start()
        try:
            return (yield)
        except BaseException:
            self._end_workers()
            raise
        finally:
            progress.stop()
            if self._run.live.cleanup and self._run.live.subject != OSS:
                self._cleaned = self._clean()

    def _end_workers(self) -> None:
        """Nobody may go on writing while the scopes are emptied."""
        session: Any = self._config.pluginmanager.get_plugin("dsession")
        if session is not None and self._run.live.cleanup:
            session.nodemanager.teardown_nodes()

    def _clean(self) -> str:
        run, limits = self._run, self._run.live.limits
        try:
            backend = run.open()
            path = run.live.journal
            cleaned = empty_run(
                backend, run.pace, run.calls(), path, limits.timeout, limits.min_settle
            )
            return cleaned.text
        except (BackendError, JournalError, OSError) as error:
            return f"not cleaned up: {error}"

    def summary(self) -> model.Live:
        """What the report says of a live run beside its scores."""
        live, run = self._run.live, self._run
        return model.Live(
            run=live.run,
            backend=live.subject,
            client=run.client,
            host=live.host if live.subject != OSS else "",
            project_id=live.project_id,
            org_id=live.org_id,
            app_id=app_of(live.run),
            policy=run.policy,
            instructions=live.instructions_file or "the project's own",
            timeout=live.limits.timeout,
            min_settle=live.limits.min_settle,
            journal=str(live.journal),
            left=self._left(),
        )

    def _left(self) -> str:
        """What became of what was written, and what to do about it."""
        if self._cleaned:
            return self._cleaned
        live = self._run.live
        if live.subject == OSS:
            return "nothing is left: its memories lay in a temporary folder"
        try:
            record = journals.read(live.journal)
        except JournalError as error:
            return str(error)
        scopes = plural(len(record.entries), "scope")
        return (
            f"{scopes} below user_id {app_of(live.run)}- are left in the project; "
            f"delete them with: python -m pytest_memeval cleanup {live.journal}"
        )


class _Progress(threading.Thread):
    """Prints how far the run is: over and over on one line of a terminal, else now and then."""

    def __init__(self, config: pytest.Config, run: LiveRun) -> None:
        super().__init__(name="memeval-progress", daemon=True)
        self._reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
        self._path = run.live.journal
        self._over = threading.Event()
        self._begun = time.monotonic()
        self._shown = ""

    def run(self) -> None:
        if self._reporter is None or self._reporter.verbosity < 0:
            return
        terminal = self._reporter.isatty and sys.stdout is not None
        while not self._over.wait(TERMINAL if terminal else LOG):
            line = self._line()
            if line and line != self._shown:
                self._show(line, terminal)

    def _show(self, line: str, terminal: bool) -> None:
        writer = self._reporter._tw
        if terminal:
            writer.write(f"\r{line}\x1b[K", flush=True)
        else:
            writer.line()
            writer.write(line, flush=True)
            writer.line()
        self._shown = line

    def _line(self) -> str:
        try:
            record = journals.read(self._path)
        except JournalError:
            return ""
        if record.finished:
            return ""
        latest = {entry.fixture: entry for entry in record.entries.values()}
        states = Counter(
            entry.outcome["state"] if entry.outcome else "open" for entry in latest.values()
        )
        landed = sum(states[state] for state in MEASURED)
        failed = sum(states.values()) - landed - states["open"]
        minutes, seconds = divmod(int(time.monotonic() - self._begun), 60)
        return (
            f"memeval live: {landed} landed, {states['open']} open, {failed} failed, "
            f"{minutes}:{seconds:02d}"
        )

    def stop(self) -> None:
        self._over.set()
        self.join(timeout=5)
        if self._shown and self._reporter.isatty:
            self._reporter._tw.write("\r\x1b[K", flush=True)
