"""The pytest hooks. They read options and decide; in a mode they register the classes that work.

Every pytest run of every user imports this module: nothing here, nor in what it imports at load,
may come from outside the standard library and pytest.
"""

from __future__ import annotations

import pytest

from pytest_memeval import hookspecs
from pytest_memeval import registry
from pytest_memeval.options import add_options
from pytest_memeval.options import mode_of


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(hookspecs)


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    for entry in registry.BUILTIN:
        config.addinivalue_line("markers", entry.marker_help)
    mode = mode_of(config)
    if mode is None:
        config.pluginmanager.register(_Idle(), "memeval-idle")
    elif not (config.getoption("help") or config.getoption("version")):
        from pytest_memeval.session import start

        start(config, mode)


class _Idle:
    """Without a mode, a marked function is one skipped item that says which option it needs."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        names = [entry.marker for entry in registry.BUILTIN]
        for item in items:
            if any(item.get_closest_marker(name) for name in names):
                item.add_marker(pytest.mark.skip(reason="measures memory: needs --memeval-offline"))
