"""Options of suites that choose a part of their cases, such as some of the episodes of a file.

What the ini file chooses it chooses for good: the rest is no part of the project's measurement. The
command line narrows one run, as `-k` does.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from collections.abc import Sequence
from typing import Any

import pytest

from pytest_memeval import registry
from pytest_memeval.census import Loaded
from pytest_memeval.errors import SubjectError
from pytest_memeval.registry import SuiteEntry
from pytest_memeval.settings import Settings


class Selections:
    """What this run's options choose. Wrong ones are told where the suite is opened."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self._config = config
        self._settings = settings
        entries = registry.suite_entries()
        #: By suite: what chooses on the command line; "" where the ini file does.
        self._by = {
            name: self._chooser(entries[name])
            for name in settings.suites
            if any(settings.suite_options.get(option) for option in entries[name].selections)
        }

    def _chooser(self, entry: SuiteEntry) -> str:
        given: list[str] = self._config.getoption("override_ini") or []
        overridden = {line.partition("=")[0] for line in given}
        flags = {option: flag for flag, option, _ in entry.flags}
        for option in entry.selections:
            if not self._settings.suite_options.get(option):
                continue
            if self._config.getoption(f"{option}_flag", None) is not None:
                return flags[option]
            if option in overridden:
                return f"-o {option}"
        return ""

    def of(self, loaded: Loaded) -> Loaded:
        """A file less what is left out for good, with what this run leaves out noted."""
        if loaded.suite not in self._by:
            return loaded
        suite: Any = self._settings.suites[loaded.suite]
        try:
            chosen = suite.chosen(loaded.cases, self._settings.suite_options)
        except SubjectError:
            return loaded
        return loaded.only(chosen, for_good=not self._by[loaded.suite])

    def narrowing(self, files: Sequence[Loaded]) -> str:
        """What on the command line left out cases of these files; "" if nothing did."""
        return next((self._by[file.suite] for file in files if file.left_out), "")

    def unmatched(self, files: Sequence[Loaded], explicit: bool) -> Iterator[str]:
        """Words of these options that choose nothing: a mistake would leave cases out silently.

        :param explicit: paths were given, which may hold but a part of what the ini file chooses
            from.
        """
        for name, chooser in self._by.items():
            groups = dict.fromkeys(
                group for file in files if file.suite == name for group in file.groups
            )
            if groups and (chooser or not explicit):
                suite: Any = self._settings.suites[name]
                with contextlib.suppress(SubjectError):
                    yield from suite.unmatched(groups, self._settings.suite_options)
