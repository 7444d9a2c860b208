"""The report as one HTML file that needs nothing else: no network, no other file.

jinja2 and svg.py come with the extra `html`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_memeval.report.casetext import CaseTexts
    from pytest_memeval.report.history import Run
    from pytest_memeval.report.model import Report

__all__ = ["NotInstalledError", "write_html"]


class NotInstalledError(Exception):
    """A package of the extra `html` is not there; the message says what to install."""


def write_html(
    report: Report,
    path: Path,
    baseline: Report | None = None,
    history: Sequence[Run] = (),
    cases: CaseTexts | None = None,
) -> None:
    """Write the page, atomically.

    :param baseline: an earlier report to compare with.
    :param history: earlier runs, oldest first; this one may be the last of them.
    :param cases: what the fixture files state, from `casetext.case_texts`.
    :raises NotInstalledError: a package of the extra is missing.
    :raises OSError: the folder cannot be made or written.
    """
    from pytest_memeval.report.writer import write

    write(path, [page(report, baseline, history, cases)])


def page(
    report: Report,
    baseline: Report | None = None,
    history: Sequence[Run] = (),
    cases: CaseTexts | None = None,
) -> str:
    """The page as text; the same report gives the same page.

    :raises NotInstalledError: a package of the extra is missing.
    """
    try:
        from pytest_memeval.report.html.drawing import draw
    except ImportError as error:
        raise NotInstalledError(
            f"the HTML report needs {error.name}: install pytest-memeval[html]"
        ) from None
    return draw(report, baseline, history, cases or {})
