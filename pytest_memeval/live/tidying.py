"""Finishes the cleanup of a run that is over, going by its journal alone."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from pytest_memeval.clients import journal as journals
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.calls import Calls
from pytest_memeval.clients.calls import finished
from pytest_memeval.clients.cleanup import Cleaned
from pytest_memeval.clients.cleanup import empty_run
from pytest_memeval.clients.mem0_platform import missing
from pytest_memeval.clients.pace import Pace
from pytest_memeval.live.opening import CONNECTS
from pytest_memeval.live.opening import is_known
from pytest_memeval.live.opening import open_platform
from pytest_memeval.live.progress import Progress
from pytest_memeval.live.progress import Screen
from pytest_memeval.suites import OSS

CONCURRENCY = 4
#: What connecting and one look at the project need; the cleanup itself is given more.
BUDGET = 100


def tidy(
    path: Path,
    host: str,
    timeout: float,
    settle: float,
    pause: float,
    rate: float,
    screen: Screen,
) -> Cleaned:
    """Empty all scopes of the run whose journal this is.

    :param host: where the key may be sent, beside the public platform and this machine.
    :raises JournalError: there is no such journal, or its run is still going on.
    :raises BackendError: the platform cannot be reached, or the key leads to another project.
    """
    header = _header(path, host)
    with journals.hold_run(path):
        record = journals.read(path)
        if header["backend"] == OSS or all(entry.gone for entry in record.entries.values()):
            return Cleaned(gone=len(record.entries))
        pace, connect = Pace(rate, BUDGET), Calls(pause, 1, CONNECTS)
        where = (header["host"], header["run"], header["project_id"], header["org_id"], pace)
        platform = finished(connect.again(open_platform, *where))
        connect.close()
        progress = Progress(path)
        with closing(platform), progress.on(screen):
            progress.cleaning()
            return empty_run(platform, pace, Calls(pause, CONCURRENCY), path, timeout, settle)


def _header(path: Path, host: str) -> dict[str, Any]:
    """Whose run it is, if it can be cleaned up from here."""
    record = journals.read(path)
    journals.check_named(path, record)
    header = record.header
    if header["backend"] == OSS:
        return header
    why_not = missing()
    if why_not:
        raise BackendError(why_not, "bug")
    if header["host"] != host and not is_known(header["host"]):
        raise BackendError(
            f"the journal names the host {header['host']}; to send the key there, say "
            f"--host {header['host']}",
            "refused",
        )
    return header
