"""A full run scores what the script of the platform implies, with one process and with workers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import WORKERS
from tests.conftest import assert_not_measured
from tests.conftest import said
from tests.live.conftest import PATIENT
from tests.live.conftest import LiveProject
from tests.live.world import World
from tests.live.world import assert_safe
from tests.live.world import assert_truthful
from tests.live.world import even_world
from tests.live.world import our_world
from tests.live.world import small_world
from tests.platform import Fact
from tests.platform import Switches

OURS = Path(__file__).parents[2] / "fixtures" / "write_gate"


@pytest.mark.parametrize("seed", range(4))
def test_every_kind_of_window(live_project: LiveProject, seed: int) -> None:
    """Rows and metrics say what the script implies; each window is sent once, nothing else is."""
    world = small_world()
    platform = live_project.serve(world, seed=seed)
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert_safe(live_project, world, platform)
    assert len(platform.adds) == len(world.sent)
    assert live_project.report["verdict"] == "passed"
    assert live_project.scores() == {
        "extract_recall": 7 / 8,
        "exclude_suppression": 2 / 4,
        "type_match": pytest.approx(5 / 7, abs=5e-4),
        "noise_leak_count": 4,
        "memories_written": 13,
        "invalid": 0,
    }


@WORKERS
def test_our_own_fixtures(live_project: LiveProject, workers: tuple[str, ...]) -> None:
    """Our own windows score as scripted, and one process does the work of all workers."""
    world = our_world(OURS)
    platform = live_project.serve(world)
    live_project.remove_cases()
    shutil.copytree(OURS, live_project.path / "fixtures" / "write_gate", dirs_exist_ok=True)
    run = live_project.live_apart if workers else live_project.live
    result = run(*workers, timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert_safe(live_project, world, platform)
    assert len(platform.adds) == len(world.sent)
    assert live_project.report["verdict"] == "passed"
    assert live_project.report["results"][0]["counts"]["selected"] == len(world.cases)


def test_per_type(live_project: LiveProject) -> None:
    """The table by type counts what was stored, what matched, and what is invalid."""
    world = small_world()
    live_project.serve(world, switches=Switches(event_failed={"wish_plain"}))
    live_project.live(timeout=PATIENT)
    assert live_project.report["results"][0]["per_type"] == {
        "preference": {"n": 8, "stored": 6, "matched": 4, "invalid": 1}
    }


@pytest.mark.parametrize("lost", [5, 6])
def test_five_of_a_hundred(live_project: LiveProject, lost: int) -> None:
    """Five invalid windows of a hundred are borne, six are too many for any number."""
    world = even_world(extracts=100, excludes=2)
    chosen = {f"wish_{number}" for number in range(lost)}
    live_project.serve(world, switches=Switches(event_failed=chosen))
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert live_project.scores()["invalid"] == lost
    if lost == 5:
        assert live_project.report["verdict"] == "passed"
        assert live_project.scores()["extract_recall"] == 1.0
        assert live_project.report["results"][0]["scores"]["extract_recall"]["n"] == 95
    else:
        why = "6 of 100 cases invalid, at most 5% may be (wish_0: failed: the platform failed to"
        assert live_project.floors()["exclude_suppression"] == "held"
        assert result.ret == 1
        assert result.outlines[-1].startswith("memeval: NOT MEASURED: ")
        assert why in "\n".join(live_project.report["check"]["failures"])


def test_texts_that_command_a_terminal(live_project: LiveProject) -> None:
    """What the platform stored is shown spelled out, wherever pytest shows it."""
    world = World()
    world.window("talk", "exclude", [Fact("Said \x1b[2J maybe.")])
    live_project.serve(world)
    result = live_project.live("-vv", "-rA", timeout=PATIENT)
    assert "want suppressed, got stored: Said \\x1b[2J maybe." in said(result)
    assert "\x1b" not in said(result)
    assert live_project.row("talk")["memories"][0]["text"] == "Said \x1b[2J maybe."


def test_nothing_measured(live_project: LiveProject) -> None:
    """A run of which no window can be measured is no pass, whatever the floors are."""
    world = even_world(extracts=2, excludes=1)
    live_project.serve(world, switches=Switches(event_failed=True))
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    told = "failed: the platform failed to extract: The extraction could not be completed."
    assert_not_measured(live_project, result, f"{told} (2 cases, all of them)")


@WORKERS
def test_trials(live_project: LiveProject, workers: tuple[str, ...]) -> None:
    """Each trial of a window goes to a user of its own, and all of them are scored."""
    world = even_world(3, 1)
    platform = live_project.serve(world, speed=1000.0)
    result = live_project.live("--memeval-trials=3", *workers)
    assert result.ret == 0, result.stdout.str()
    assert len({add.user_id for add in platform.adds}) == len(platform.adds) == 12
    assert {add.fixture for add in platform.adds} == {each["id"] for each in world.sent}
    scores = live_project.report["results"][0]["scores"]
    assert (scores["extract_recall"]["k"], scores["extract_recall"]["n"]) == (9, 9)
    assert scores["flaky_cases"]["value"] == 0
    assert scores["memories_written"]["value"] == 3
