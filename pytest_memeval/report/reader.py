"""Reads saved reports."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from pytest_memeval.report import model
from pytest_memeval.text import one_line


class ReportError(Exception):
    """A report that cannot be used; the message names the file and says why."""


def load(path: Path) -> model.Report:
    """A report from a file.

    :raises ReportError: it is not there, or is none.
    """
    try:
        return model.Report.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ReportError(f"{path}: cannot be read: {error.strerror}") from None
    except ValidationError as error:
        raise ReportError(f"{path}: {_why(error)}") from None


def _why(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    if first["loc"] == ("schema_version",) and first["type"] != "missing":
        version = one_line(str(first["input"]), 20)
        return f"a report of version {version}; this pytest-memeval reads version 1"
    where = ".".join(map(str, first["loc"])) or "the file"
    empty = first["type"] == "json_invalid" and not first["input"]
    return f"no report: {where}: {'it is empty' if empty else one_line(first['msg'])}"
