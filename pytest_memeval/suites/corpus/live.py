"""Reads a whole project of the hosted mem0 by paging list reads. Nothing here can write."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.mem0_platform import PAGE
from pytest_memeval.clients.mem0_platform import Platform
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.secret import Secret

Row = dict[str, Any]
#: How often a request that may do better is made, and seconds between the first two of them.
TRIES, PAUSE = 5, 1.0
#: All that belongs to anybody: a list read has to name somebody.
EVERYBODY = {"OR": [{kind: "*"} for kind in ("user_id", "agent_id", "app_id", "run_id")]}


class Project:
    """All memories of one project. A list read is the only request that it knows.

    :raises BackendError: the key is refused, leads to another project, or nobody answers.
    """

    def __init__(
        self,
        key: Secret,
        host: str,
        project: tuple[str, str],
        pace: Pace,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._sleep = sleep
        self._platform = self._patiently(lambda: _Lists(key, host, "", pace))
        found = (self._platform.project_id, self._platform.org_id)
        if found != project:
            self.close()
            raise BackendError(
                f"the key leads to the project {found[0]} of {found[1]}, not to {project[0]} of "
                f"{project[1]}; nothing was read",
                "refused",
            )

    def memories(self) -> list[Row]:
        """Every row, page after page.

        :raises BackendError: the pages do not hold what the first one counts: they are moving.
        """
        found: list[Row] = self._patiently(self._platform.everything)
        return found

    def close(self) -> None:
        self._platform.close()

    def _patiently(self, call: Callable[[], Any]) -> Any:
        for attempt in range(TRIES):
            try:
                return call()
            except BackendError as error:
                if error.kind not in ("throttled", "transient") or attempt == TRIES - 1:
                    raise
                self._sleep(error.wait or PAUSE * 2**attempt)
        raise AssertionError


class _Lists(Platform):
    """The platform's connection, with one more read."""

    def everything(self) -> list[Row]:
        def page(number: int) -> Any:
            return self._call(
                "list",
                lambda: self._client.get_all(filters=EVERYBODY, page=number, page_size=PAGE),
            )

        return list(self._pages("list", page))


def reader(
    key: Secret, host: str, project: tuple[str, str], rate: float, budget: int
) -> Callable[[], list[Row]]:
    """What an audit asks for the memories of a project."""

    def read() -> list[Row]:
        opened = Project(key, host, project, Pace(rate, budget))
        try:
            return opened.memories()
        finally:
            opened.close()

    return read
