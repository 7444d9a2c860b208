"""From the parts of a page to its text: template, styles and script in one file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from jinja2 import StrictUndefined
from markupsafe import Markup

from pytest_memeval.report import model
from pytest_memeval.report.casetext import CaseTexts
from pytest_memeval.report.compare import compare
from pytest_memeval.report.history import Run
from pytest_memeval.report.html import parts
from pytest_memeval.report.html.island import island
from pytest_memeval.report.html.tables import tables_of
from pytest_memeval.text import clean


def draw(
    report: model.Report, baseline: model.Report | None, history: Sequence[Run], cases: CaseTexts
) -> str:
    comparison = compare(baseline, report) if baseline is not None else None
    tables = tables_of(report, comparison, cases)
    data = island(tables)
    style, script = _own("page.css"), _own("page.js")
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_fit,
    )
    return environment.from_string(_own("page.html")).render(
        page=parts.page_of(report, history, baseline, comparison),
        numbers={table.suite: number for number, table in enumerate(tables)},
        data=Markup(data.json),  # escaped where it was made
        cut=data.cut,
        details=data.details,
        style=Markup(style),  # our own files
        script=Markup(script),
        policy=_policy(style, script),
    )


def _own(name: str) -> str:
    return files("pytest_memeval.report.html").joinpath(name).read_text(encoding="utf-8")


def _fit(value: Any) -> Any:
    """Whatever the template shows of a report is spelled out where no page could take it."""
    return clean(value) if type(value) is str else value


def _policy(style: str, script: str) -> str:
    """Only our own script and styles may run, and nothing may be loaded."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
