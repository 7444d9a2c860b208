"""What suites lay beside a report belongs to that report, and goes when another takes its place."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from collections.abc import Iterable
from pathlib import Path

from pytest_memeval.registry import SuiteEntry


def remove_artifacts(
    report: Path, entries: Iterable[SuiteEntry], measured: Collection[str] = ()
) -> None:
    """Remove what lies beside a report that is about to be replaced.

    Where there is no report, nothing says whose the files are: only those of the suites that this
    run measures go, which it would write over in the end.

    :raises OSError: a file cannot be removed.
    """
    replaced = report.exists()
    for entry in entries:
        if replaced or entry.name in measured:
            for place in entry.artifacts:
                with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                    (report.parent / place).unlink()
