"""The controller's side of a live run: how far it is, and what is left when it is over.

What it knows it reads from the journal, which is written wherever the work is done.
"""

from __future__ import annotations

import os
import select
import shlex
import signal
import threading
from collections.abc import Generator
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from pytest_memeval.clients import journal as journals
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.cleanup import empty_run
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.scopes import app_of
from pytest_memeval.live.opening import is_known
from pytest_memeval.live.progress import Progress
from pytest_memeval.live.progress import screen_of
from pytest_memeval.live.run import LiveRun
from pytest_memeval.live.settings import MIN_SETTLE
from pytest_memeval.live.settings import RUN
from pytest_memeval.report import model
from pytest_memeval.suites import OSS
from pytest_memeval.text import plural

#: So many scopes that are not empty are named.
MOST_LEFT = 10
#: The signals that end a job, where there are such; a job under `nohup` ignores the second.
ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class LiveWatch:
    """Tells workers the name of the run, shows its progress, and cleans up where that was asked."""

    def __init__(self, config: pytest.Config, run: LiveRun) -> None:
        self._config = config
        self._run = run
        self._said = ""
        self._cleaned: bool | None = None
        self._progress = Progress(run.live.journal)

    def pytest_report_header(self) -> list[str]:
        live = self._run.live
        place = [f"project: {live.project_id} at {live.host}"] if live.subject != OSS else []
        head = f"memeval live: run {live.run}, backend {live.subject}"
        return [head, *place, f"journal: {self._journal}"]

    @property
    def _journal(self) -> str:
        """The path of the journal as it is typed where pytest was started."""
        path, here = self._run.live.journal, self._config.invocation_params.dir
        return os.path.relpath(path, here) if path.is_relative_to(here) else str(path)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[RUN] = self._run.live.run

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtestloop(self) -> Generator[None, Any, Any]:
        cleanup = self._run.live.cleanup and self._run.live.subject != OSS
        with _ended_politely(), self._progress.on(screen_of(self._config)):
            try:
                return (yield)
            except BaseException:
                if cleanup:
                    self._end_workers()
                raise
            finally:
                if cleanup:
                    self._cleaned, self._said = self._clean()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logstart(self) -> Generator[None, Any, Any]:
        with self._progress.away():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logreport(self) -> Generator[None, Any, Any]:
        with self._progress.away():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logfinish(self) -> Generator[None, Any, Any]:
        with self._progress.away():
            return (yield)

    @pytest.hookimpl(trylast=True)
    def pytest_keyboard_interrupt(self) -> None:
        _unplug()  # once more: the end of pytest's capture has plugged them in again

    def _end_workers(self) -> None:
        """Nobody may go on writing while the scopes are emptied."""
        session: Any = self._config.pluginmanager.get_plugin("dsession")
        if session is not None:
            session.nodemanager.teardown_nodes()

    def _clean(self) -> tuple[bool, str]:
        """Whether all is gone, and the same in words."""
        run, limits = self._run, self._run.live.limits
        path = run.live.journal
        try:
            if not journals.read(path).entries:
                return True, "nothing was written"
            self._progress.cleaning()
            backend = run.open()
            cleaned = empty_run(
                backend, run.pace, run.calls(), path, limits.timeout, limits.min_settle
            )
            return not cleaned.left, cleaned.text(MOST_LEFT)
        except (BackendError, JournalError, OSError) as error:
            return False, f"not cleaned up: {error}"

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
            cleaned=self._cleaned,
        )

    def _left(self) -> str:
        """What became of what was written, and on a second line what to do about it."""
        live = self._run.live
        if live.subject == OSS:
            return "nothing is left: its memories lay in a temporary folder"
        if self._cleaned:
            return self._said
        try:
            record = journals.read(live.journal)
        except JournalError as error:
            return str(error)
        left = sum(not (entry.gone or entry.refused) for entry in record.entries.values())
        if not left:
            kept = any(entry.gone for entry in record.entries.values())
            return self._said or ("nothing is left" if kept else "nothing was written")
        users = f"{app_of(live.run)}-*"
        said = self._said or f"the memories of {plural(left, 'user')} {users} are left"
        return f"{said}\ndelete them with: {self._command()}"

    def _command(self) -> str:
        usual = os.path.realpath(self._config.invocation_params.dir / journals.USUAL)
        live = self._run.live
        run = live.run if str(live.journals) == usual else self._journal
        host = "" if is_known(live.host) else f" --host {shlex.quote(live.host)}"
        least = live.limits.min_settle
        settle = "" if least == MIN_SETTLE else f" --min-settle {least:g}"
        return f"python -m pytest_memeval cleanup {shlex.quote(run)}{host}{settle}"


@contextmanager
def _ended_politely() -> Iterator[None]:
    """Take for Ctrl-C what machines end a job with, or a terminal that is closed.

    There is something to clean up, and once that is under way, to tell of.
    """

    def interrupt(_: int, frame: FrameType | None) -> None:
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            raise KeyboardInterrupt
        handler(signal.SIGINT, frame)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {
        number: signal.signal(number, interrupt)
        for number in ENDINGS
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        _unplug()
        for number, handler in before.items():
            signal.signal(number, handler)


def _unplug() -> None:
    """Turn outputs that nobody can read any more into ones that take everything.

    Else pytest would end with the first word that it cannot say, before there is a report.
    """
    if not hasattr(select, "poll"):
        return
    outputs = select.poll()
    for output in (1, 2):
        outputs.register(output, 0)
    for output, state in outputs.poll(0):
        if state & (select.POLLERR | select.POLLHUP):
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), output)
