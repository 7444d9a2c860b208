"""Whatever becomes of a live run, what it wrote can be deleted, and nothing else is.

`MEMEVAL_KILLS=10` tries ten moments to kill a run at, in place of three.
"""

from __future__ import annotations

import functools
import json
import os
import random
import re
import signal
import time

import pytest

from pytest_memeval.clients.journal import Journal
from tests.conftest import WORKERS
from tests.conftest import needs
from tests.conftest import said
from tests.live.conftest import LiveProject
from tests.live.standin import POSIX
from tests.live.standin import begin
from tests.live.standin import cleanup
from tests.live.standin import command_lines
from tests.live.standin import interrupt
from tests.live.standin import journals
from tests.live.standin import kill
from tests.live.standin import only_run
from tests.live.standin import some_world
from tests.live.standin import until
from tests.live.world import World
from tests.live.world import even_world
from tests.platform import Fault
from tests.platform import Heard
from tests.platform import Script
from tests.platform import StandIn
from tests.platform import Switches

KILLS = int(os.environ.get("MEMEVAL_KILLS", "3"))


@pytest.fixture
def live(live_project: LiveProject) -> LiveProject:
    """A run of it takes some seconds."""
    live_project.serve(some_world(), speed=200.0, latency=(20, 200))
    return live_project


@pytest.fixture
def quick(live_project: LiveProject) -> LiveProject:
    live_project.serve(even_world(3, 1), speed=1000.0)
    return live_project


def assert_only_ids(platform: StandIn) -> None:
    """What was deleted was deleted by its id, or one scope at a time."""
    assert platform.tripped == []
    assert platform.flagged == []
    for request in platform.requests:
        if request.method == "DELETE" and request.path == "/v1/memories/":
            ((name, users),) = dict(request.query).items()
            assert name == "user_id"
            (user,) = users
            assert user.startswith("eval-")
        elif request.method in ("DELETE", "PUT", "PATCH"):
            assert (request.method, request.path) == ("DELETE", "/v1/batch/")


# --- killed


@POSIX
@pytest.mark.parametrize("number", range(KILLS))
def test_a_run_that_is_killed(live: LiveProject, number: int) -> None:
    """After `kill -9` of all its processes, `cleanup RUN` leaves the project as it was before."""
    if number % 2:
        pytest.importorskip("xdist")
    live.platform.seed_memory("Likes tea.", user_id="alice")
    options = ["-n", "2"] if number % 2 else []
    process = begin(live, *options, "--memeval-allow-populated")
    # A run makes some 200 requests here: the moment is anywhere between its first and its last.
    moment = random.Random(number).randrange(4, 160)
    until(lambda: len(live.platform.requests) >= moment, process)
    kill(process)
    seen = len(live.platform.requests)
    done = cleanup(live, only_run(live))
    told = (number, moment, seen, done)
    assert done.code == 0, told
    assert done.out.startswith("cleaned up: nothing of "), told
    assert live.platform.residue() == set(), told
    assert [memory.text for memory in live.platform.memories()] == ["Likes tea."]
    assert_only_ids(live.platform)


@POSIX
@needs("xdist")
def test_a_controller_that_is_killed_alone(live: LiveProject) -> None:
    """What a worker still sends after that is cleaned up too."""
    process = begin(live, "-n", "2")
    until(lambda: len(live.platform.adds) >= 2, process)
    os.kill(process.pid, signal.SIGKILL)
    done = cleanup(live, only_run(live))
    kill(process)
    assert done.code == 0, done
    assert live.platform.residue() == set()


# --- interrupted


@POSIX
@WORKERS
def test_ctrl_c_cleans_up(live: LiveProject, workers: tuple[str, ...]) -> None:
    """Where cleanup was asked for, Ctrl-C in the middle of a run empties all that it wrote."""
    process = begin(live, *workers, "--memeval-cleanup")
    until(lambda: len(live.platform.adds) >= 5, process)
    assert not any(live.platform.key.encode() in line for line in command_lines())
    interrupt(process)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == pytest.ExitCode.INTERRUPTED, out
    assert live.platform.residue() == set(), out
    assert_only_ids(live.platform)
    assert "cleaned up: nothing of " in out
    assert out.splitlines()[-1].endswith("the run was cut short: interrupted by Ctrl-C")
    assert live.report["run"]["live"]["cleaned"] is True
    assert_no_traceback(out)


@POSIX
@WORKERS
def test_sigterm_cleans_up(live: LiveProject, workers: tuple[str, ...]) -> None:
    """So does what a machine sends to a job that it ends, to the process that it started."""
    process = begin(live, *workers, "--memeval-cleanup")
    until(lambda: len(live.platform.adds) >= 5, process)
    process.terminate()
    out, _ = process.communicate(timeout=60)
    assert process.returncode == pytest.ExitCode.INTERRUPTED, out
    assert live.platform.residue() == set(), out
    assert live.report["run"]["live"]["cleaned"] is True
    assert_no_traceback(out)


@POSIX
@WORKERS
def test_ctrl_c_says_how_to_clean_up(live: LiveProject, workers: tuple[str, ...]) -> None:
    """Where it was not, the output names the command, also with -q, and the command does it."""
    process = begin(live, *workers, *([] if workers else ["-q"]))
    until(lambda: len(live.platform.adds) >= 5, process)
    interrupt(process)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == pytest.ExitCode.INTERRUPTED, out
    assert live.platform.residue() != set()
    run = only_run(live)
    assert f"delete them with: python -m pytest_memeval cleanup {run} --min-settle " in out
    assert_no_traceback(out)
    assert cleanup(live, run).code == 0
    assert live.platform.residue() == set()


@POSIX
@pytest.mark.parametrize(
    ("first", "second"),
    [("SIGINT", "SIGINT"), ("SIGTERM", "SIGTERM"), ("", "SIGTERM"), ("SIGHUP", "SIGHUP")],
)
def test_a_second_ctrl_c_ends_the_cleanup(
    live_project: LiveProject, first: str, second: str
) -> None:
    """It ends the run at once, and the output still says what is left, however the run ended."""
    platform = live_project.serve(some_world(), speed=5.0, latency=(200, 300))
    process = begin(live_project, "--memeval-cleanup", timeout=360 if first else 0)
    until(lambda: len(platform.adds) >= (5 if first else 12), process)
    if first:
        process.send_signal(getattr(signal, first))
    seen = len(platform.requests)
    until(lambda: len(platform.requests) > seen + 20, process)
    begun = time.monotonic()
    process.send_signal(getattr(signal, second))
    out, _ = process.communicate(timeout=60)
    assert time.monotonic() - begun < 15
    assert process.returncode == pytest.ExitCode.INTERRUPTED, out
    assert "delete them with: python -m pytest_memeval cleanup " in out
    assert_no_traceback(out)


@POSIX
def test_a_terminal_that_is_closed(live: LiveProject) -> None:
    """The run cleans up, and its report is written, although nobody can see what it says."""
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    ours, theirs = pty.openpty()
    take = functools.partial(fcntl.ioctl, theirs, termios.TIOCSCTTY, 0)
    process = begin(live, "--memeval-cleanup", output=theirs, prepare=take)
    os.close(theirs)
    until(lambda: len(live.platform.adds) >= 5, process)
    os.close(ours)
    assert process.wait(timeout=60) == pytest.ExitCode.INTERRUPTED
    assert live.platform.residue() == set()
    assert live.report["run"]["live"]["cleaned"] is True


@POSIX
def test_ctrl_c_while_connecting(live_project: LiveProject) -> None:
    """Nothing was written, no traceback is shown, and no earlier pass is left."""
    hang = Switches(faults=[Fault("hang", "/v1/ping/")])
    live_project.serve(even_world(1, 0), switches=hang)
    live_project.write("reports/last_report.json", '{"schema_version": 1, "verdict": "passed"}')
    process = begin(live_project)
    until(lambda: live_project.platform.requests, process)
    begun = time.monotonic()
    interrupt(process)
    out, _ = process.communicate(timeout=60)
    assert time.monotonic() - begun < 15, out
    assert process.returncode == pytest.ExitCode.INTERRUPTED, out
    assert_no_traceback(out)
    assert live_project.report["verdict"] == "not_measured"
    assert not journals(live_project).exists()


def assert_no_traceback(out: str) -> None:
    for mark in ("Traceback (most recent", "INTERNALERROR", 'File "'):
        assert mark not in out, out


# --- what a cleanup does


def test_a_run_cleans_up_after_itself(quick: LiveProject) -> None:
    """A run that was asked to leaves nothing, says so, and its last item says so too."""
    result = quick.live("--memeval-cleanup", "-rA")
    assert result.ret == 0
    assert quick.platform.residue() == set()
    assert_only_ids(quick.platform)
    result.stdout.fnmatch_lines(
        ["cleaned up: nothing of 4 scopes is left", "PASSED memeval::cleanup"]
    )
    assert quick.report["run"]["live"]["cleaned"] is True


def test_without_it_the_report_says_how(quick: LiveProject) -> None:
    result = quick.live()
    run = only_run(quick)
    result.stdout.fnmatch_lines(
        [
            f"the memories of 4 users eval-{run}-[*] are left",
            f"delete them with: python -m pytest_memeval cleanup {run} --min-settle 0.*",
        ]
    )
    assert quick.report["run"]["live"]["left"].partition(" --min-settle")[0].endswith(run)
    assert quick.report["run"]["live"]["cleaned"] is None


def test_a_report_elsewhere(quick: LiveProject) -> None:
    """Journals lie beside the report, and the command says where."""
    result = quick.live("--memeval-report=out/live run/report.json")
    (line,) = (each for each in result.outlines if each.startswith("delete them with: "))
    _, journal, _ = line.split("'")
    assert journal.startswith("out/live run/live/")
    quick.pytester.chdir()
    assert cleanup(quick, journal).code == 0
    assert quick.platform.residue() == set()


def test_no_time_to_settle(quick: LiveProject) -> None:
    """What a run takes for the least time, its cleanup takes too."""
    result = quick.live(settle=0)
    run = only_run(quick)
    assert f"cleanup {run} --min-settle 0\n" in said(result)
    assert cleanup(quick, run, settle=0).out == "cleaned up: nothing of 4 scopes is left\n"
    assert quick.platform.residue() == set()


def test_a_second_cleanup(quick: LiveProject) -> None:
    """It finds all done, asks nobody, and says the same."""
    quick.live()
    run = only_run(quick)
    first = cleanup(quick, run)
    seen = len(quick.platform.requests)
    assert cleanup(quick, run)[:2] == first[:2] == (0, "cleaned up: nothing of 4 scopes is left\n")
    assert len(quick.platform.requests) == seen


def test_an_extraction_that_ends_late(live_project: LiveProject) -> None:
    """A scope is not taken for empty while something may still fill it."""
    live_project.serve(even_world(3, 1), speed=200.0, latency=(200, 300))
    live_project.live(timeout=5, settle=1)
    assert {row["decision"] for row in live_project.report["results"][0]["rows"]} == {"late"}
    assert len(live_project.platform.residue()) == 4  # what is to come
    assert cleanup(live_project, only_run(live_project)).code == 0
    live_project.platform.clock.skip(3600)
    assert live_project.platform.residue() == set()


def test_an_extraction_that_never_ends(live_project: LiveProject) -> None:
    """Nobody can promise that such a scope stays empty, and the cleanup does not."""
    live_project.serve(even_world(3, 0), speed=1000.0, switches=Switches(event_stuck={"wish_1"}))
    live_project.live()
    run = only_run(live_project)
    done = cleanup(live_project, run)
    assert done.code == 1
    assert done.out == (
        "not cleaned up: 1 of 3 scopes\n"
        f"  eval-{run}-wish_1: its extraction did not end; it may be filled again\n"
    )


def test_what_search_still_finds(live_project: LiveProject) -> None:
    """Deleted is what neither list nor search shows; what is not is named, with exit code 1."""
    switches = Switches(search_undelete=True)
    live_project.serve(even_world(2, 1), speed=1000.0, switches=switches)
    result = live_project.live("--memeval-cleanup")
    run = only_run(live_project)
    lines = [
        "not cleaned up: 2 of 3 scopes",
        f"  eval-{run}-wish_0: 1 memory still listed or found",
        f"  eval-{run}-wish_1: 1 memory still listed or found",
    ]
    result.stdout.fnmatch_lines([*lines, f"delete them with: * cleanup {run} *"])
    assert result.ret == 1
    report = live_project.report
    assert report["verdict"] == "failed"
    assert lines[0] in report["check"]["failures"]
    assert result.outlines[-1].endswith(f"3 of 3 cases measured; {lines[0]}")
    done = cleanup(live_project, run)
    assert (done.code, done.out.splitlines()) == (1, lines)


@pytest.mark.parametrize(
    "switches",
    [
        Switches(replace=True),
        Switches(delete_multi="union", delete_none="wipe"),
        Switches(count_lies=1, bare_list=True),
        Switches(event_404_for=30, rows_before_terminal=True),
        Switches(event_failed=True),
        Switches(faults=[Fault("status", fraction=0.2)]),
        Switches(faults=[Fault("hang_up", "DELETE", fraction=0.5, queued=True)]),
        Switches(faults=[Fault("hang_up", "POST /v3/memories/add/", fraction=0.6, queued=True)]),
        Switches(faults=[Fault("throttle_429", fraction=0.2)]),
    ],
    ids=["replace", "union", "count", "late", "failed", "500", "delete", "add", "429"],
)
def test_cleanups_of_a_misbehaving_platform(live_project: LiveProject, switches: Switches) -> None:
    """Whatever the platform does, nothing is left, and nothing else is gone."""
    live_project.serve(even_world(3, 1), speed=500.0, switches=switches)
    live_project.platform.seed_memory("Likes tea.", user_id="alice")
    live_project.live("--memeval-allow-populated")
    done = cleanup(live_project, only_run(live_project))
    assert done.code == 0, done
    live_project.platform.clock.skip(3600)
    assert live_project.platform.residue() == set()
    assert [memory.text for memory in live_project.platform.memories()] == ["Likes tea."]
    assert_only_ids(live_project.platform)


def test_a_cleanup_that_cannot_reach_the_platform(live_project: LiveProject) -> None:
    """It says so in one line, and the run that asked for it is no pass."""
    gone = [Fault("status", route, status=503) for route in ("DELETE", "POST /v3/memories/search/")]
    live_project.serve(even_world(1, 1), speed=1000.0, switches=Switches(faults=gone))
    result = live_project.live("--memeval-cleanup")
    assert result.ret == 1
    assert "not cleaned up: 2 of 2 scopes" in said(result)
    done = cleanup(live_project, only_run(live_project))
    assert done.code == 1
    assert "HTTP 503" in done.out
    assert live_project.platform.residue() != set()


def test_a_run_that_wrote_nothing(live_project: LiveProject) -> None:
    """Where there is nothing to delete, nothing is asked and all is well."""
    refuse = Switches(faults=[Fault("status", "POST /v3/memories/add/", status=400)])
    live_project.serve(even_world(2, 0), speed=1000.0, switches=refuse)
    result = live_project.live("--memeval-cleanup")
    assert "nothing" in live_project.report["run"]["live"]["left"]
    assert result.ret == 1  # it measured nothing either


def test_many_scopes_and_little_time(live_project: LiveProject) -> None:
    """Where each look has to wait for its turn, there are enough of them all the same."""
    live_project.serve(even_world(30, 0), speed=1000.0)
    live_project.live()
    # A round of looks takes some 60 requests, and the time that is given is over after 20.
    given = ["--rate", "12000", "--timeout", "0.05", "--pause", "0.01"]
    done = cleanup(live_project, only_run(live_project), *given, settle=50)
    assert (done.code, done.out) == (0, "cleaned up: nothing of 30 scopes is left\n")
    assert live_project.platform.residue() == set()


# --- the journal


def test_no_journal_no_write(quick: LiveProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """An add that could not be written down beforehand is not made."""

    def full(self: Journal, entry: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Journal, "intend", full)
    assert quick.live().ret == 1
    assert quick.platform.adds == []
    rows = [row for row in quick.report["results"][0]["rows"] if row["outcome"] == "invalid"]
    assert {row["detail"] for row in rows} == {"error: [Errno 28] No space left on device"}
    assert len(rows) == 4


def test_a_full_disk(quick: LiveProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that can write nothing down any more still deletes what it wrote, and says all that."""
    fsync, begun = os.fsync, time.monotonic()

    def full(file: int) -> None:
        if len(quick.platform.adds) >= 2:
            raise OSError(28, "No space left on device")
        fsync(file)

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        result = quick.live("--memeval-cleanup")
        unwritten = f"{journals(quick) / only_run(quick)}.jsonl: cannot be written: No space"
        again = cleanup(quick, only_run(quick))
    assert time.monotonic() - begun < 20  # nobody waits for a turn that is not given back
    assert quick.platform.residue() == set()
    said, _, note = quick.report["run"]["live"]["left"].partition("\n")
    assert re.fullmatch(r"cleaned up: nothing of \d scopes is left", said)
    assert f"the journal does not say so: {unwritten}" in note
    assert (result.ret, again.code, again.out) == (1, 0, f"{said}\n")


def test_each_add_is_written_down_before(live_project: LiveProject) -> None:
    """When an add arrives, its scope is in the journal, on a line that has its end."""
    known: list[bool] = []

    class Witness(World):
        @property
        def script(self) -> Script:
            return Script(rule=self.heard)

        def heard(self, add: Heard) -> list[str]:
            (journal,) = journals(live_project).glob("*.jsonl")
            lines = journal.read_bytes().splitlines(keepends=True)
            told = [json.loads(line) for line in lines if line.endswith(b"\n")]
            known.append(any(line.get("fixture") == add.fixture for line in told))
            return []

    live_project.serve(Witness(**vars(even_world(5, 5))), speed=1000.0)
    live_project.live()
    assert known == [True] * 10
