"""Starts the classes that do the work, once a mode was asked for."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from pytest_memeval import registry
from pytest_memeval.artifacts import remove_artifacts
from pytest_memeval.collect import Collection
from pytest_memeval.measure import Measurement
from pytest_memeval.report.build import unstarted
from pytest_memeval.report.outputs import outputs_from
from pytest_memeval.report.writer import write_report
from pytest_memeval.scheduling import Together
from pytest_memeval.settings import Settings
from pytest_memeval.settings import join_path_options
from pytest_memeval.settings import report_path
from pytest_memeval.settings import settings_from
from pytest_memeval.subjects import Settler
from pytest_memeval.subjects import make_importable
from pytest_memeval.text import one_line
from pytest_memeval.verdict import Verdict

if TYPE_CHECKING:
    from pytest_memeval.live.run import LiveRun

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
    leads = not (hasattr(config, "workerinput") or _measures_nothing(config))
    try:
        settings = settings_from(config, mode)
        outputs = outputs_from(config, mode) if leads else None
    except pytest.UsageError as error:
        _replace_report(config, mode, str(error))
        raise
    join_path_options(config)
    for entry in registry.suite_entries().values():
        if entry not in registry.BUILTIN:
            config.addinivalue_line("markers", entry.marker_help)
    # One unusable file must not keep the others from being measured; it still fails the run.
    config.option.continue_on_collection_errors = True
    settler = Settler()
    live = _live_run(config, settings, settler)
    measurement = Measurement(config, settings, settler)
    collection = Collection(config, settings, settler, measurement)
    collection.live = live
    config.pluginmanager.register(measurement, "memeval-measurement")
    config.pluginmanager.register(collection, "memeval-collection")
    if outputs is None:
        return
    entries = registry.suite_entries()
    if live is not None or any(entries[name].grouped for name in settings.suites):
        config.pluginmanager.register(Together(live is not None), "memeval-together")
    verdict = Verdict(config, settings, outputs)
    if live is not None:
        _watch(config, mode, live, verdict)
    collection.on_census = verdict.take_census
    config.pluginmanager.register(verdict, "memeval-verdict")


def _live_run(config: pytest.Config, settings: Settings, settler: Settler) -> LiveRun | None:
    """The subject of a live run.

    :raises pytest.UsageError: the gate that is to mark what is stored cannot be asked.
    """
    if settings.live is None:
        return None
    from pytest_memeval.errors import SubjectError
    from pytest_memeval.live.run import LiveRun
    from pytest_memeval.live.stamping import stamp_of_gate

    run = LiveRun(settings.live)
    run.trials = settings.trials
    gates: list[str] = config.getini("memeval_classifier")
    if gates:
        make_importable(str(settings.base))
        try:
            run.stamp = stamp_of_gate(gates[0], settler, settings.suite_options)
        except SubjectError as error:
            raise pytest.UsageError(f"memeval_classifier: {one_line(str(error))}") from None
    config.add_cleanup(run.close)
    return run


def _watch(config: pytest.Config, mode: str, run: LiveRun, verdict: Verdict) -> None:
    """Check, before anything is collected, that the run writes where it was meant to.

    :raises pytest.UsageError: it does not, or the backend cannot be reached.
    """
    from pytest_memeval.clients.backend import BackendError
    from pytest_memeval.clients.journal import JournalError
    from pytest_memeval.clients.secret import hide_key
    from pytest_memeval.live.watch import LiveWatch

    # Connecting may take a while, and whoever ends it must not find an earlier run's pass.
    _replace_report(config, mode, "the run did not finish")
    try:
        run.begin()
    except (BackendError, JournalError, OSError) as error:
        said = f"live run: {hide_key(one_line(str(error)))}"
        _replace_report(config, mode, said)
        raise pytest.UsageError(said) from None
    watch = LiveWatch(config, run)
    verdict.watch_live(watch.summary)
    config.pluginmanager.register(watch, "memeval-live")


def _replace_report(config: pytest.Config, mode: str, why: str) -> None:
    """Put a report of nothing in the place of an earlier run's, which might say that it passed."""
    with contextlib.suppress(pytest.UsageError, OSError):
        path = report_path(config)
        if path.exists() and not (hasattr(config, "workerinput") or _measures_nothing(config)):
            remove_artifacts(path, registry.BUILTIN)
            write_report(unstarted(mode, why), path)


def _measures_nothing(config: pytest.Config) -> bool:
    return any(config.getoption(option, None) for option in MEASURES_NOTHING)
