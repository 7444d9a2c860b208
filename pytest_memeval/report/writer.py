"""Files that are whole or not there: no reader ever sees half a report."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from collections.abc import Iterator
from errno import ENOTDIR
from pathlib import Path
from typing import Any

from pytest_memeval.files import replace
from pytest_memeval.report.model import Report


def write_report(report: Report, path: Path) -> None:
    """Write the report as JSON, atomically, a line a row.

    :raises OSError: the folder cannot be made or written.
    """
    write(path, report_json(report))


def report_json(report: Report) -> Iterator[str]:
    """The JSON of a report in pieces: with very many rows it is never held as one text."""
    top = report.model_dump(mode="json", exclude={"results": {"__all__": {"rows"}}})
    entries = top.pop("results")
    yield _indented(top)[:-2] + ',\n "results": ['
    for number, (entry, result) in enumerate(zip(entries, report.results, strict=True)):
        yield ("," if number else "") + "\n" + _indented(entry)[:-2] + ',\n "rows": ['
        for index, row in enumerate(result.rows):
            yield (",\n  " if index else "\n  ") + _row(row)
        yield "\n ]}"
    yield "\n ]\n}\n"


# One encoder for all rows: `json.dumps` would make a new one for each.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _row(row: dict[str, Any]) -> str:
    try:
        return _encode(row)
    except ValueError:
        return _encode(_finite(row))


def _finite(value: Any) -> Any:
    """The value with null for NaN and the infinities, which are no JSON."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value


def _indented(value: Any) -> str:
    return json.dumps(_finite(value), ensure_ascii=False, indent=1, allow_nan=False)


def write(path: Path, pieces: Iterable[str]) -> None:
    """Write a file beside its place and move it there, so that it is old or new, never half.

    :raises OSError: it cannot be written; the error names the file that was meant.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, pieces)
    except FileExistsError:  # a file where its folder should be
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(path)) from None
    except OSError as error:
        if error.errno is not None:
            error = OSError(error.errno, error.strerror, str(path))
        raise error from None
