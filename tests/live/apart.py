"""A stand-in in a process of its own, so that it takes no time of the run that is timed.

It is told what to serve in the first line of its input, and ends with its input. In its last line
it tells when, on its clock, it was asked what.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from tests.platform import Clock
from tests.platform import Script
from tests.platform import StandIn

ROOT = Path(__file__).parents[2]


@dataclass
class Apart:
    """Where to find it, and, once it has ended, what it has seen."""

    url: str
    key: str
    org_id: str
    project_id: str
    clock: Clock
    slowest: float = 0.0
    #: The virtual seconds of the requests, and the windows that were added.
    requests: list[float] = field(default_factory=list)
    adds: list[str] = field(default_factory=list)


@contextmanager
def apart(facts: dict[str, list[str]], speed: float, **settings: Any) -> Iterator[Apart]:
    """Serve until the end of the block."""
    command = [sys.executable, "-m", "tests.live.apart"]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        order = {"facts": facts, "speed": speed, **settings}
        server.stdin.write(json.dumps(order) + "\n")
        server.stdin.flush()
        running = Apart(clock=Clock(speed), **json.loads(server.stdout.readline()))
        try:
            yield running
        finally:
            server.stdin.close()
            for name, seen in json.loads(server.stdout.readline()).items():
                setattr(running, name, seen)


def main() -> None:
    order = json.loads(sys.stdin.readline())
    with StandIn(script=Script(order.pop("facts")), **order) as platform:
        told = ("url", "key", "org_id", "project_id")
        _say({name: getattr(platform, name) for name in told})
        sys.stdin.read()
        _say(
            {
                "slowest": platform.slowest,
                "requests": [request.at for request in platform.requests],
                "adds": [add.fixture for add in platform.adds],
            }
        )


def _say(what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
