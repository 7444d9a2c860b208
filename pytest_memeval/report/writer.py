"""Files that are whole or not there: no reader ever sees half a report."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pytest_memeval.report.model import Report


def write_report(report: Report, path: Path) -> None:
    """Write the report as JSON, atomically.

    :raises OSError: the folder cannot be made or written.
    """
    write_text(path, report.model_dump_json(indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file beside its place and move it there, so that it is old or new, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        # mkstemp makes files private; a report is as readable as any file of the project.
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
