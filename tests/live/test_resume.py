"""`--memeval-resume RUN` goes on where a run was cut short, and sends nothing twice."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from types import SimpleNamespace

import pytest

from pytest_memeval.suites.write_gate.live.replay import digest
from tests.conftest import WORKERS
from tests.conftest import said
from tests.live.conftest import LiveProject
from tests.live.standin import PASSED
from tests.live.standin import POSIX
from tests.live.standin import begin
from tests.live.standin import cleanup
from tests.live.standin import journals
from tests.live.standin import kill
from tests.live.standin import only_run
from tests.live.standin import some_world
from tests.live.standin import until
from tests.live.world import assert_truthful
from tests.live.world import even_world


@pytest.fixture
def live(live_project: LiveProject) -> LiveProject:
    """A project after a run that passed."""
    live_project.serve(even_world(2, 1), speed=1000.0)
    assert live_project.live().ret == 0
    return live_project


def resume(live: LiveProject, *args: str) -> pytest.RunResult:
    return live.live(f"--memeval-resume={only_run(live)}", *args)


def refusal(live: LiveProject, *args: str) -> str:
    """The one line with which going on is refused; nothing more was sent."""
    adds = len(live.platform.adds)
    live.write("reports/last_report.json", PASSED)
    result = resume(live, *args)
    lines = said(result).strip().splitlines()
    assert (result.ret, len(lines)) == (pytest.ExitCode.USAGE_ERROR, 1), lines
    assert live.report["verdict"] == "not_measured"
    assert len(live.platform.adds) == adds
    return lines[0].removeprefix("ERROR: live run: ")


# --- going on


@POSIX
@WORKERS
def test_after_a_kill(live_project: LiveProject, workers: tuple[str, ...]) -> None:
    """Killed at any moment, a run that goes on scores as one that was not, with one add each."""
    world = some_world()
    platform = live_project.serve(world, speed=200.0, latency=(20, 200))
    process = begin(live_project, *workers)
    moment = random.Random(f"resume {workers}").randrange(4, 120)
    until(lambda: len(platform.requests) >= moment, process)
    kill(process)
    result = resume(live_project)
    assert_truthful(live_project, world, result)
    sent = Counter(add.fixture for add in platform.adds)
    assert sent == {each["id"]: 1 for each in world.sent}
    assert cleanup(live_project, only_run(live_project)).code == 0
    assert platform.residue() == set()


@POSIX
@WORKERS
def test_while_the_run_goes_on(live_project: LiveProject, workers: tuple[str, ...]) -> None:
    """Nobody else goes on with it, or cleans it up, and it comes to its end as if nobody tried."""
    world = some_world()
    platform = live_project.serve(world, speed=200.0, latency=(1000, 1200))
    process = begin(live_project, *workers, timeout=5000)
    until(lambda: len(platform.adds) >= 3, process)
    run = only_run(live_project)
    busy = f"the run {run} is still going on, or being cleaned up, in another process; "
    assert f"\nERROR: live run: {busy}" in said(resume(live_project))
    done = cleanup(live_project, only_run(live_project))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(busy)
    out, _ = process.communicate(timeout=60)
    assert_truthful(live_project, world, pytest.RunResult(process.returncode, [out], [], 0))
    assert {add.fixture for add in platform.adds} == {each["id"] for each in world.sent}
    assert cleanup(live_project, only_run(live_project)).code == 0
    assert platform.residue() == set()


def test_a_run_that_had_come_to_its_end(live: LiveProject) -> None:
    """All is known already: nothing is sent, nothing is read, and the scores are the same."""
    first = live.report
    seen = len(live.platform.requests)
    assert resume(live).ret == 0
    assert live.report["results"][0]["scores"] == first["results"][0]["scores"]
    asked = {request.path for request in live.platform.requests[seen:]}
    assert not any("memories" in path or "event" in path for path in asked)


def test_an_add_whose_answer_got_lost(live_project: LiveProject) -> None:
    """An add that was under way is looked up; only where it did not arrive is it sent again."""
    live, world = live_project, even_world(3, 1)
    live.serve(world, speed=1000.0)
    live.cases(even_world(2, 1).cases)
    live.live()
    live.cases(world.cases)
    run = only_run(live)
    path = journals(live) / f"{run}.jsonl"
    # The kill came when one add had arrived, and another had been announced, no more.
    arrived = f"eval-{run}-wish_0"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    kept = [line for line in lines if arrived not in (line.get("sent"), line.get("landed"))]
    kept = [line for line in kept if "finished" not in line]
    told = SimpleNamespace(window=world.cases[2]["window"])
    entry = {"app": f"eval-{run}", "fixture": "wish_2", "trial": 1, "digest": digest(told)}
    kept.append({"intend": f"eval-{run}-wish_2", **entry})
    path.write_text("\n".join([*map(json.dumps, kept), '{"sent": "eval-']))
    assert_truthful(live, world, resume(live))
    sent = Counter(add.fixture for add in live.platform.adds)
    assert sent == {each["id"]: 1 for each in world.sent}
    # Nobody can know that for sure, so it went where nothing is.
    (again,) = (add.user_id for add in live.platform.adds if add.fixture == "wish_2")
    assert again == f"eval-{run}-wish_2-2"


def test_what_was_late_is_read_again(live_project: LiveProject) -> None:
    """What was no measurement the first time may become one."""
    world = even_world(3, 1)
    live_project.serve(world, speed=200.0, latency=(100, 120))
    live_project.live(timeout=5, settle=1)
    assert live_project.report["verdict"] == "not_measured"
    assert_truthful(live_project, world, resume(live_project))
    assert len(live_project.platform.adds) == 4


def test_windows_that_are_new(live: LiveProject) -> None:
    """They are sent; the others are not."""
    world = even_world(4, 1)
    live.cases(world.cases)
    resume(live)
    sent = Counter(add.fixture for add in live.platform.adds)
    assert sent == {each["id"]: 1 for each in world.sent}


# --- refusing to


def test_an_unknown_run(live: LiveProject) -> None:
    (path,) = journals(live).glob("*.jsonl")
    missing = path.with_name("20200101-0a1b2c3d.jsonl")
    result = live.live(f"--memeval-resume={missing.stem}")
    expected = f"ERROR: live run: there is no journal {missing} (No such file or directory)"
    assert said(result).strip() == expected
    assert list(journals(live).glob("*.jsonl")) == [path]


def test_other_instructions(live: LiveProject) -> None:
    """A run is about one text of instructions, whoever changed it."""
    live.write("policy.txt", "Keep it short.")
    run = only_run(live)
    line = refusal(live, "--memeval-instructions=policy.txt")
    assert line.startswith(f"the run {run} began with policy 'none', and this is '")
    live.platform.project.custom_instructions = "Keep everything."
    assert refusal(live).startswith(f"the run {run} began with policy 'none', and this is '")


@pytest.mark.parametrize("name", ["project_id", "org_id", "host", "backend"])
def test_another_place(live: LiveProject, name: str) -> None:
    """A run is not gone on with where it was not begun."""
    path = journals(live) / f"{only_run(live)}.jsonl"
    header = json.loads(path.read_text().splitlines()[0])
    changed = path.read_text().replace(json.dumps(header), json.dumps({**header, name: "other"}))
    path.write_text(changed)
    line = refusal(live)
    assert line == f"the run {path.stem} began with {name} 'other', and this is {header[name]!r}"


def test_a_window_that_has_changed(live: LiveProject) -> None:
    """What was stored came of other words: there is no score for it, and nothing more is sent."""
    world = even_world(3, 1)
    world.cases[1]["window"][0]["content"] = "something else"
    live.cases(world.cases)
    adds = len(live.platform.adds)
    result = resume(live)
    run = only_run(live)
    expected = f"'wish_1' has changed since the run {run} sent it; start a new run"
    assert result.ret == 1
    assert expected in result.outlines[-1]
    assert len(live.platform.adds) == adds
    assert live.report["verdict"] == "not_measured"


def test_a_journal_by_another_name(live: LiveProject) -> None:
    """A copy is not taken for the run that it is named after: neither goes on, nor is emptied."""
    run, seen = only_run(live), len(live.platform.requests)
    path = journals(live) / f"{run}.jsonl"
    copy = path.with_name("20200101-0a1b2c3d.jsonl")
    copy.write_bytes(path.read_bytes())
    expected = f"{copy} is the journal of the run {run}; name it {run}.jsonl again"
    result = live.live(f"--memeval-resume={copy.stem}")
    assert said(result).strip() == f"ERROR: live run: {expected}"
    done = cleanup(live, copy.stem)
    assert (done.code, done.out, done.err) == (1, "", f"{expected}\n")
    assert copy.read_bytes() == path.read_bytes()
    asked = {request.path for request in live.platform.requests[seen:]}
    assert not any("memories" in each for each in asked)


def test_a_run_that_was_cleaned_up(live: LiveProject) -> None:
    """Its scopes are empty now, and would be taken for suppressed."""
    run = only_run(live)
    assert cleanup(live, run).code == 0
    assert refusal(live) == f"the run {run} was cleaned up; start a new run"


def test_an_outcome_that_makes_no_sense(live: LiveProject) -> None:
    """A line that was tampered with is no score, and no traceback: its place is named."""
    path = journals(live) / f"{only_run(live)}.jsonl"
    whole = path.read_text()
    for was, becomes in (
        ('"memories": [{', '"memories": [{"x": 1, '),
        ('"latest": 1', '"latest": "x"'),
    ):
        path.write_text(whole.replace(was, becomes))
        result = resume(live)
        assert result.ret == 1
        assert live.report["verdict"] == "not_measured"
        assert "Traceback" not in said(result)
        assert re.search(
            rf"{path}:\d+: no outcome of 'wish_\d': ",
            live.report["results"][0]["rows"][0]["detail"],
        )
