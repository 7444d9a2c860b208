"""Starts the classes that do the work, once a mode was asked for."""

from __future__ import annotations

import contextlib

import pytest

from pytest_memeval.collect import Collection
from pytest_memeval.measure import Measurement
from pytest_memeval.report.build import unstarted
from pytest_memeval.report.writer import write_report
from pytest_memeval.settings import join_report_option
from pytest_memeval.settings import report_path
from pytest_memeval.settings import settings_from
from pytest_memeval.subjects import Settler
from pytest_memeval.verdict import Verdict

#: Options with which pytest begins a session, yet measures nothing.
MEASURES_NOTHING = (
    "collectonly",
    "setuponly",
    "showfixtures",
    "show_fixtures_per_test",
    "cacheshow",
)


def start(config: pytest.Config, mode: str) -> None:
    """Read the settings and register the collecting and the judging side.

    :raises pytest.UsageError: an option is wrong.
    """
    try:
        settings = settings_from(config, mode)
    except pytest.UsageError as error:
        _replace_report(config, mode, str(error))
        raise
    join_report_option(config)
    # One unusable file must not keep the others from being measured; it still fails the run.
    config.option.continue_on_collection_errors = True
    settler = Settler()
    collection = Collection(config, settings, settler)
    measurement = Measurement(config, settings, settler)
    collection.on_contexts = measurement.contexts.update
    config.pluginmanager.register(measurement, "memeval-measurement")
    config.pluginmanager.register(collection, "memeval-collection")
    if hasattr(config, "workerinput") or _measures_nothing(config):
        return
    verdict = Verdict(config, settings)
    collection.on_census = verdict.take_census
    config.pluginmanager.register(verdict, "memeval-verdict")


def _replace_report(config: pytest.Config, mode: str, why: str) -> None:
    """Put a report of nothing in the place of an earlier run's, which might say that it passed."""
    with contextlib.suppress(pytest.UsageError, OSError):
        path = report_path(config)
        if path.exists() and not (hasattr(config, "workerinput") or _measures_nothing(config)):
            write_report(unstarted(mode, why), path)


def _measures_nothing(config: pytest.Config) -> bool:
    return any(config.getoption(option, None) for option in MEASURES_NOTHING)
