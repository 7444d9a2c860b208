"""Which worker runs what: cases that belong together stay together, whoever asked for `-n`."""

from __future__ import annotations

import re
import zlib
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


class Together:
    """Makes xdist keep the cases of a group on one worker, in place of single ones anywhere.

    :param live: all items are one group: one worker does the live work for all. One that dies is
        replaced, and the next goes on from the journal.
    """

    def __init__(self, live: bool) -> None:
        self._live = live

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        if not self._live and config.getoption("dist", "no") in FINE:
            return None
        from xdist.scheduler import LoadScopeScheduling

        live = self._live

        class Grouped(LoadScopeScheduling):  # type: ignore[misc]
            def _split_scope(self, nodeid: str) -> str:
                if live:
                    return "live"
                return group_of(nodeid) or f"parcel {zlib.crc32(nodeid.encode()) % PARCELS}"

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
