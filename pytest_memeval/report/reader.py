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
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise ReportError(f"{path}: no report: {where}: {one_line(first['msg'])}") from None
