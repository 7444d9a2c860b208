"""Writes files whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path


def replace(path: Path, pieces: Iterable[str], keeps_mode: bool = False) -> None:
    """Write a file beside its place and move it there, so that it is old or new, never half.

    :param keeps_mode: a file that is replaced gives its mode to the new one.
    :raises OSError: it cannot be written; what was there is there still.
    """
    kept = keeps_mode and path.exists()
    # mkstemp makes files private; these are as readable as any file of the project.
    mode = stat.S_IMODE(path.stat().st_mode) if kept else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        # Half a surrogate pair becomes its JSON escape.
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(pieces)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
