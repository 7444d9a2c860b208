"""Finishes the cleanup of a run that is over, going by its journal alone."""

from __future__ import annotations

from pathlib import Path

from pytest_memeval.clients import journal as journals
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.calls import Calls
from pytest_memeval.clients.cleanup import Cleaned
from pytest_memeval.clients.cleanup import empty_run
from pytest_memeval.clients.mem0_platform import missing
from pytest_memeval.clients.pace import Pace
from pytest_memeval.live.opening import open_platform
from pytest_memeval.suites import OSS

CONCURRENCY = 4
#: What connecting and one look at the project need; the cleanup itself is given more.
BUDGET = 100


def tidy(path: Path, timeout: float, settle: float, pause: float, rate: float) -> Cleaned:
    """Empty all scopes of the run whose journal this is.

    :raises JournalError: there is no such journal.
    :raises BackendError: the platform cannot be reached, or the key leads to another project.
    """
    header = journals.read(path).header
    if header["backend"] == OSS:
        return Cleaned()
    why_not = missing()
    if why_not:
        raise BackendError(why_not, "bug")
    pace = Pace(rate, BUDGET)
    platform = open_platform(
        header["host"], header["run"], header["project_id"], header["org_id"], pace
    )
    try:
        return empty_run(platform, pace, Calls(pause, CONCURRENCY), path, timeout, settle)
    finally:
        platform.close()
