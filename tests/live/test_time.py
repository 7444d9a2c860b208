"""A run takes as long as its slowest extraction, however many windows it sends."""

from __future__ import annotations

import os
import sys

import pytest

from tests.live.apart import Apart
from tests.live.apart import apart
from tests.live.conftest import LiveProject
from tests.live.world import World
from tests.live.world import assert_truthful
from tests.live.world import even_world

#: How far from 20 seconds to 5 minutes an extraction takes, and the least time of a zero.
LATENCY, SETTLE = (20, 300), 60
LONG = pytest.mark.skipif(
    not os.environ.get("MEMEVAL_LONG_TESTS"), reason="set MEMEVAL_LONG_TESTS to run it"
)


def timed(project: LiveProject, windows: int, speed: float) -> Apart:
    """Replay so many windows at the usual rate; what the stand-in has seen of it."""
    world = even_world(extracts=windows * 2 // 3, excludes=windows - windows * 2 // 3)
    facts = {name: [fact.text for fact in facts] for name, facts in world.facts.items()}
    project.cases(world.cases)
    with apart(facts, speed, latency=LATENCY, seed=windows) as platform:
        project.platform = platform
        project.configure()
        result = project.live_apart()
    assert_truthful(project, world, result)
    assert project.report["verdict"] == "passed"
    _assert_each_once(platform, world)
    return platform


def _assert_each_once(platform: Apart, world: World) -> None:
    assert sorted(platform.adds) == sorted(each["id"] for each in world.sent)


@pytest.mark.parametrize(
    ("windows", "speed"),
    [(20, 60.0), pytest.param(200, 20.0, marks=LONG)],
)
def test_as_long_as_the_slowest(live_project: LiveProject, windows: int, speed: float) -> None:
    """From the first request to the last it takes 1.2 times the slowest extraction and a settle.

    The clock is the stand-in's. What the run needs of the processor is counted as if it took that
    many times as long as it does, so that the true share is smaller.
    """
    platform = timed(live_project, windows, speed)
    took = max(platform.requests) - min(platform.requests)
    share = took / (1.2 * platform.slowest + SETTLE)
    told = f"{windows} windows: {took:.0f} s, slowest {platform.slowest:.0f} s"
    sys.stdout.write(
        f"{told}, {len(platform.requests)} requests, {share:.2f} of what it may take\n"
    )
    assert platform.slowest > 200
    assert share <= 1, told
