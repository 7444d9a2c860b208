"""Hooks for other plugins and for a project's own `conftest.py`.

Every pytest run loads this; what the signatures name is imported by type checkers only. A suite of
its own joins by an entry point instead (see `registry`).
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping
from typing import TYPE_CHECKING
from typing import Any

import pytest

if TYPE_CHECKING:
    from pytest_memeval.report.model import Report
    from pytest_memeval.suites.base import ExtraMetric


@pytest.hookspec
def pytest_memeval_metrics(suite: str) -> Iterable[ExtraMetric]:  # type: ignore[empty-body]
    """More metrics for a suite, measured over its rows: floors may name them like any other.

    Called once a run, after options were read. A metric that raises is *not measured*.
    """


@pytest.hookspec
def pytest_memeval_verdict(config: pytest.Config, report: Report) -> Iterable[str] | None:
    """Called after the floors were judged. What comes back are reasons why the run must not pass.

    The report is complete but for these, and must not be changed.
    """


@pytest.hookspec
def pytest_memeval_report(config: pytest.Config, report: Report) -> Mapping[str, Any] | None:
    """Called before the report is written. What comes back goes into it, as `extra`.

    :returns: plain JSON types, by keys that begin with the plugin's name.
    """
