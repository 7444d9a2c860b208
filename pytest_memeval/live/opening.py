"""Opens the backend of a run, and refuses the wrong project before anything is written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pytest_memeval.clients.backend import Backend
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.journal import JournalError
from pytest_memeval.clients.journal import Record
from pytest_memeval.clients.mem0_platform import PUBLIC_HOST
from pytest_memeval.clients.mem0_platform import Platform
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.secret import KEY
from pytest_memeval.clients.secret import Secret
from pytest_memeval.live.settings import Live
from pytest_memeval.live.settings import policy_of
from pytest_memeval.suites import OSS

#: How often to try to connect.
CONNECTS = 3
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def is_known(host: str) -> bool:
    """Whether the key may be sent to a host that a file names: the platform, or this machine."""
    return host == PUBLIC_HOST or urlsplit(host).hostname in LOOPBACK


def platform_key() -> Secret:
    """The key of the platform.

    :raises BackendError: the environment holds none, or one that cannot be one.
    """
    key = os.environ.get(KEY, "").strip()
    if not key:
        raise BackendError(f"a live run needs the key of the scratch project in {KEY}", "bug")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise BackendError(f"{KEY} holds characters that no key has", "bug")
    return Secret(key)


def open_platform(host: str, run: str, project_id: str, org_id: str, pace: Pace) -> Platform:
    """Connect to the project that the key leads to, if it is the one that was named.

    :raises BackendError: it cannot be reached, the key is refused, or it is another project.
    """
    platform = Platform(platform_key(), host, run, pace)
    if (platform.project_id, platform.org_id) != (project_id, org_id):
        platform.close()
        raise BackendError(
            f"the key in {KEY} leads to the project {platform.project_id} of {platform.org_id}, "
            f"not to {project_id} of {org_id}; nothing was written",
            "refused",
        )
    return platform


def open_backend(live: Live, pace: Pace) -> Backend:
    """The backend that a run replays into.

    :raises BackendError: see above; or the configuration of the open-source one is of no use.
    """
    if live.subject == OSS:
        from pytest_memeval.clients.mem0_oss import OpenSource
        from pytest_memeval.clients.mem0_oss import read_config

        assert live.oss_config is not None
        return OpenSource(read_config(live.oss_config), live.run, pace)
    return open_platform(live.host, live.run, live.project_id, live.org_id, pace)


def refuse_populated(backend: Backend, live: Live) -> None:
    """Keep out of a project that somebody uses.

    :raises BackendError: it holds entities that no run of ours has made.
    """
    strangers = [] if live.allow_populated else backend.strangers()
    if strangers:
        shown = ", ".join(map(repr, strangers[:3])) + (", …" if len(strangers) > 3 else "")
        raise BackendError(
            f"the project {live.project_id} is in use: {len(strangers)} entities that no run of "
            f"this tool made ({shown}); use a scratch project, or say --memeval-allow-populated",
            "refused",
        )


def policy(backend: Backend, live: Live) -> str:
    """Names the instructions in force: those given, or else those of the project."""
    return policy_of(backend.instructions() if live.instructions is None else live.instructions)


def header(live: Live, policy: str, client: str) -> dict[str, Any]:
    """What a journal begins with: whose it is."""
    return {
        "run": live.run,
        "backend": live.subject,
        "host": live.host,
        "project_id": live.project_id,
        "org_id": live.org_id,
        "policy": policy,
        "client": client,
    }


def check_same(record: Record, expected: Mapping[str, Any]) -> None:
    """Refuse to go on with a run elsewhere, or under other instructions.

    :raises JournalError: it differs in one of these.
    """
    for name in ("backend", "host", "project_id", "org_id", "policy"):
        began, now = record.header.get(name), expected[name]
        if began != now:
            raise JournalError(
                f"the run {expected['run']} began with {name} {began!r}, and this is {now!r}"
            )
