"""Which worker runs what: items that belong together stay together, whoever asked for `-n`."""

from __future__ import annotations

from typing import Any

import pytest


class OneWorker:
    """Sends all items to one worker: it does the live work for all of them.

    A worker that dies is replaced, and the next one goes on from the journal.
    """

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Any:
        from xdist.scheduler import LoadScopeScheduling

        class Together(LoadScopeScheduling):  # type: ignore[misc]
            def _split_scope(self, nodeid: str) -> str:
                return "live"

        return Together(config, log)
