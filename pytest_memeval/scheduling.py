"""Which worker runs what: cases that belong together stay together, whoever asked for `-n`."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from collections.abc import Sequence
from typing import Any

import pytest

#: Distributions that keep a file on one worker, or run everything everywhere: they may stay.
FINE = ("no", "each", "loadfile", "loadscope")
#: Cases that stand alone are sent in this many parcels, not one by one.
PARCELS = 128

# `file::group:rest` or `file::function[group:rest-more]`
_ID = re.compile(r"(?P<where>.*)::(?P<function>[^:\[\]]*\[)?(?P<group>[^:\[\]]+):(?!:)[^\[\]]*")


def group_of(nodeid: str) -> str | None:
    """What of an item's id names the group that its case belongs to; None: it stands alone."""
    match = _ID.match(nodeid)
    if match is None:
        return None
    return f"{match['where']}::{match['function'] or ''}{match['group']}"


def _took(units: dict[str, dict[str, bool]]) -> str | None:
    """The case that a worker died at, noted as done; units that are done are let go of."""
    pending = (nodeid for unit in units.values() for nodeid, done in unit.items() if not done)
    crashed = next(pending, None)
    for scope, unit in list(units.items()):
        if crashed in unit:
            unit[str(crashed)] = True
        if all(unit.values()):
            del units[scope]
    return crashed


class LoadOrGroupScheduling:
    """A scheduler of xdist's own way of working, until the items are known: with groups among them
    it is one that keeps groups together.

    A marked function may bring the only groups of a run, and its items are known late.

    :param usual: the scheduler that the run would have without us.
    :param grouped: makes the other one.
    """

    def __init__(self, usual: Any, grouped: Callable[[], Any]) -> None:
        self._chosen = usual
        self._grouped = grouped
        self._collections: dict[Any, Sequence[str]] | None = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chosen, name)

    def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
        if self._collections is not None:
            self._collections[node] = collection
        self._chosen.add_node_collection(node, collection)

    def schedule(self) -> None:
        collections, self._collections = self._collections, None
        if collections and any(map(group_of, next(iter(collections.values())))):
            nodes, self._chosen = self._chosen.nodes, self._grouped()
            for node in nodes:
                self._chosen.add_node(node)
                self._chosen.add_node_collection(node, collections[node])
        self._chosen.schedule()


class Together:
    """Makes xdist keep the cases of a group on one worker, in place of single ones anywhere.

    :param live: all items are one group: one worker does the live work for all. One that dies is
        replaced, and the next goes on from the journal.
    """

    def __init__(self, live: bool) -> None:
        self._live = live

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        if self._live:
            return _grouped(config, log, live=True)
        if config.getoption("dist", "no") in FINE:
            return None
        others = config.pluginmanager.subset_hook_caller("pytest_xdist_make_scheduler", [self])
        usual = others(config=config, log=log)
        return LoadOrGroupScheduling(usual, lambda: _grouped(config, log, live=False))


def _grouped(config: pytest.Config, log: Any, live: bool) -> Any:
    from xdist.scheduler import LoadScopeScheduling

    class Grouped(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            if live:
                return "live"
            return group_of(nodeid) or f"parcel {zlib.crc32(nodeid.encode()) % PARCELS}"

        def _reschedule(self, node: Any) -> None:
            # One that takes a dead worker's place may still collect while others are given work.
            if node in self.registered_collections:
                super()._reschedule(node)

        def remove_node(self, node: Any) -> str | None:
            """Give back a dead worker's work, but for the case at which it died.

            xdist would send that one again, and the next worker would die of it too.
            """
            units = self.assigned_work.get(node)
            if units is None:  # it died before it had any work
                return None
            crashed = _took(units)
            super().remove_node(node)
            return crashed

    return Grouped(config, log)
