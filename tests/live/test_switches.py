"""However the platform misbehaves, a number is right or is not there at all."""

from __future__ import annotations

import dataclasses
import os
import random
from typing import Any

import pytest

from pytest_memeval.clients import mem0_platform
from tests.conftest import needs
from tests.live.conftest import PATIENT
from tests.live.conftest import LiveProject
from tests.live.world import World
from tests.live.world import assert_safe
from tests.live.world import assert_truthful
from tests.live.world import invalid_rows
from tests.live.world import small_world
from tests.platform import Fact
from tests.platform import Fault
from tests.platform import Switches

ADD = "POST /v3/memories/add/"
LIST = "POST /v3/memories/$"
EVENT = "GET /v1/event/"
#: Faster than elsewhere, as there is much to try, and for how long to wait for what never comes.
SPEED, TIMEOUT = 300.0, 600.0
#: Whether there is time to try everything with two workers, and not only one of each sort.
LONG = bool(os.environ.get("MEMEVAL_LONG_TESTS"))
SOME = ("rows_replaced", "events_failed", "hangs_up_on_queued_adds")
#: How many combinations to try, each drawn by its number.
COMBINATIONS = int(os.environ.get("MEMEVAL_COMBINATIONS", "8"))

#: Ways in which all that a run needs can still be had: every window is measured.
HARMLESS: dict[str, dict[str, Any]] = {
    "pin_in_body": {"pin": "body"},
    "fields_narrow": {"fields": "narrowing"},
    "not_takes_objects": {"not_object": "ok"},
    "no_page_past_end": {"page_past_end": "empty"},
    "pages_capped": {"page_size_over": "400"},
    "event_not_there_yet": {"event_404_for": 20.0},
    "results_come_later": {"event_missing_results": True, "event_results_after": 30.0},
    "status_in_lower_case": {"event_status_lower": True},
    "rows_before_their_event": {"rows_before_terminal": True},
    "rows_replaced": {"replace": True},
    "context_leaks": {"context_leak": True},
    "ids_lost_in_verbatim_adds": {"drop_ids": True},
    "search_finds_deleted": {"search_undelete": True},
    "counts_too_many": {"count_lies": 2},
    "counts_too_few": {"count_lies": -1},
    "no_envelope": {"bare_list": True},
    "notices": {"mem0_notice": True},
}

#: Ways in which some windows cannot be measured, and what becomes of those.
LOSSY: dict[str, tuple[dict[str, Any], str]] = {
    "results_never_come": ({"event_missing_results": 0.3}, "late"),
    "events_stuck": ({"event_stuck": 0.3}, "late"),
    "events_failed": ({"event_failed": 0.3}, "failed"),
}

#: Faults of the wire that a run gets over, and whether it always does.
FAULTS: dict[str, tuple[Fault, bool]] = {
    "refused": (Fault("refuse", fraction=0.2), False),
    "refused_reads": (Fault("refuse", "GET", fraction=0.2), True),
    "hangs": (Fault("hang", fraction=0.1), False),
    "hangs_events": (Fault("hang", EVENT, fraction=0.1), True),
    "hangs_up": (Fault("hang_up", fraction=0.2), False),
    "hangs_up_on_lists": (Fault("hang_up", LIST, fraction=0.3), True),
    "hangs_up_on_adds": (Fault("hang_up", ADD, fraction=0.5), False),
    "hangs_up_on_queued_adds": (Fault("hang_up", ADD, fraction=0.5, queued=True), True),
    "slow_headers": (Fault("slow_headers", fraction=0.2), True),
    "truncated": (Fault("truncated", fraction=0.2), True),
    "html": (Fault("html_200", fraction=0.2), False),
    "html_for_queued_adds": (Fault("html_200", ADD, fraction=0.5, queued=True), True),
    "no_content": (Fault("no_content", fraction=0.2), False),
    "redirects": (Fault("redirect", fraction=0.05), False),
    "429_in_seconds": (Fault("throttle_429", fraction=0.2, retry_after=1, times=3), True),
    "429_in_a_fraction": (Fault("throttle_429", fraction=0.2, retry_after=0.05), True),
    "429_at_a_date": (Fault("throttle_429", fraction=0.2, retry_after="date:2", times=3), True),
    "429_in_words": (Fault("throttle_429", fraction=0.2, retry_after="soon"), True),
    "429": (Fault("throttle_429", fraction=0.2), True),
    "403": (Fault("throttle_403", fraction=0.2), True),
    "500": (Fault("status", fraction=0.2), False),
    "500_for_queued_adds": (Fault("status", ADD, fraction=0.5, queued=True), True),
    "502_page": (Fault("status", EVENT, fraction=0.2, status=502, html=True), True),
    "503_come_back": (Fault("status", LIST, fraction=0.2, status=503, retry_after=0.05), True),
    "520": (Fault("status", fraction=0.2, status=520, html=True), False),
    "524_for_queued_adds": (Fault("status", ADD, fraction=0.5, status=524, queued=True), True),
    "rate": (Fault("rate", per_minute=40), True),
}


#: What `hurried` does, for processes of their own.
HURRIED = f"""
from pytest_memeval.clients import mem0_platform
mem0_platform.TIMEOUT = mem0_platform.LONGEST_WAIT = {60 / SPEED}
"""


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits that the stand-in cannot speed up: for an answer, and as long as it asks for."""
    monkeypatch.setattr(mem0_platform, "TIMEOUT", 60 / SPEED)
    monkeypatch.setattr(mem0_platform, "LONGEST_WAIT", 60 / SPEED)


def replay(
    project: LiveProject,
    switches: Switches,
    seed: int = 7,
    timeout: float = PATIENT,
    workers: int = 1,
) -> list[dict[str, Any]]:
    """Run the small world and check all that must hold whatever happens; the invalid rows."""
    world = small_world()
    platform = project.serve(world, switches=switches, seed=seed, speed=SPEED)
    if workers > 1:
        project.write("conftest.py", HURRIED)
        result = project.live_apart("-n", str(workers), timeout=timeout)
    else:
        result = project.live(timeout=timeout)
    if result.ret == pytest.ExitCode.USAGE_ERROR:
        assert platform.adds == []
        assert "ERROR: live run: " in result.stderr.str()
        return [{"decision": "unreached"}]
    assert_truthful(project, world, result)
    assert_safe(project, world, platform)
    return list(invalid_rows(project))


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless(live_project: LiveProject, name: str) -> None:
    """Where all can still be read, every window is measured and every score the same."""
    assert replay(live_project, Switches(**HARMLESS[name])) == []


@pytest.mark.parametrize("name", LOSSY)
def test_lossy(live_project: LiveProject, name: str) -> None:
    """Windows that the platform does not finish are invalid, and the floors not measured."""
    settings, state = LOSSY[name]
    timeout = TIMEOUT if state == "late" else PATIENT
    invalid = replay(live_project, Switches(**settings), timeout=timeout)
    assert {row["decision"] for row in invalid} == {state}
    assert live_project.report["verdict"] == "not_measured"


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_the_wire(live_project: LiveProject, name: str) -> None:
    """What goes wrong on the wire costs time, at the worst a measurement, but no wrong one."""
    fault, always = FAULTS[name]
    invalid = replay(live_project, Switches(faults=[fault]))
    assert not (always and invalid)
    assert {row["decision"] for row in invalid} <= {"error"}


@needs("xdist")
@pytest.mark.parametrize("name", [*HARMLESS, *LOSSY, *FAULTS] if LONG else SOME)
def test_workers(live_project: LiveProject, name: str) -> None:
    """With two workers all of that is the same."""
    settings, state = LOSSY.get(name) or (HARMLESS.get(name), None)
    fault, always = FAULTS.get(name) or (None, state is None)
    switches = Switches(faults=[fault]) if fault else Switches(**(settings or {}))
    timeout = TIMEOUT if state == "late" else PATIENT
    invalid = replay(live_project, switches, timeout=timeout, workers=2)
    assert not (always and invalid)
    assert {row["decision"] for row in invalid} <= {state or "error"}


@pytest.mark.parametrize(
    ("facts", "settings"),
    [
        (401, {}),
        (401, {"bare_list": True}),
        (200, {"bare_list": True}),
        (200, {"bare_list": True, "page_past_end": "empty"}),
        (401, {"count_lies": 3}),
    ],
    ids=lambda given: "_".join(given) if isinstance(given, dict) else str(given),
)
def test_pages(live_project: LiveProject, settings: dict[str, Any], facts: int) -> None:
    """A window that leaves more behind than a page holds is read to its end."""
    world = World()
    world.window("wish", "extract", [Fact(f"Wish number {number}.") for number in range(facts)])
    world.window("talk", "exclude")
    live_project.serve(world, switches=Switches(**settings))
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert live_project.scores()["memories_written"] == facts


@pytest.mark.parametrize(
    "settings",
    [{"delete_multi": "last"}, {"delete_multi": "union"}, {"delete_none": "wipe"}],
    ids=lambda settings: "_".join(*settings.items()),
)
def test_deletes(live_project: LiveProject, settings: dict[str, Any]) -> None:
    """A run that cleans up scores the same, and takes nobody else's memories along."""
    world = small_world()
    platform = live_project.serve(world, switches=Switches(**settings))
    kept = platform.seed_memory("Somebody else's.", user_id="alice", app_id="shop")
    options = ("--memeval-cleanup", "--memeval-allow-populated")
    result = live_project.live(*options, timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert_safe(live_project, world, platform, cleaned=True)
    assert live_project.report["run"]["live"]["left"].startswith("cleaned up: nothing of 12 scopes")
    assert platform.residue() == set()
    assert [memory.id for memory in platform.memories()] == [kept]


@pytest.mark.parametrize("number", range(COMBINATIONS))
def test_combinations(live_project: LiveProject, number: int) -> None:
    """Several kinds of trouble at once make no number wrong either."""
    chance = random.Random(number)
    settings: dict[str, Any] = {}
    for name in chance.sample(sorted(HARMLESS), chance.randint(1, 4)):
        settings |= HARMLESS[name]
    for name in chance.sample(sorted(LOSSY), chance.choice([0, 0, 1])):
        settings |= dict.fromkeys(LOSSY[name][0], 0.1)
    settings["faults"] = [
        dataclasses.replace(FAULTS[name][0], fraction=0.08)
        for name in chance.sample(sorted(FAULTS), chance.randint(0, 3))
    ]
    replay(live_project, Switches(**settings), seed=number, timeout=TIMEOUT)
