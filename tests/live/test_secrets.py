"""The key of the platform is in nothing that a run writes, says, or is called."""

from __future__ import annotations

import json
import pprint
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.clients.mem0_platform import Platform
from pytest_memeval.clients.secret import Secret
from tests.conftest import said
from tests.live.conftest import LiveProject
from tests.live.standin import PASSED
from tests.live.standin import POSIX
from tests.live.standin import begin
from tests.live.standin import cleanup
from tests.live.standin import command_lines
from tests.live.standin import interrupt
from tests.live.standin import only_run
from tests.live.standin import some_world
from tests.live.standin import until
from tests.live.world import even_world
from tests.platform import Fault
from tests.platform import Switches

#: Everything that makes pytest say more than usual.
LOUD = [
    "-vv",
    "--tb=long",
    "--showlocals",
    "-rA",
    "--full-trace",
    "--log-level=DEBUG",
    "--log-cli-level=DEBUG",
    "--log-file=log.txt",
    "--log-file-level=DEBUG",
    "--junitxml=junit.xml",
    "-o",
    "junit_logging=all",
    "-o",
    "log_cli=true",
    "--durations=0",
]
#: Answers that quote what they were asked with.
ECHO = '{"detail": "no such key: Token %s"}'


def written(live: LiveProject) -> Iterator[Path]:
    return (path for path in live.path.rglob("*") if path.is_file())


def assert_no_key(live: LiveProject, *texts: str) -> None:
    """Neither the key nor its second half is in any file below the project, or in the texts."""
    key = live.platform.key
    for part in (key, key[len(key) // 2 :]):
        for path in written(live):
            assert part.encode() not in path.read_bytes(), path
        for text in texts:
            assert part not in text, text[max(text.index(part) - 300, 0) :][:600]


def test_a_loud_run(live_project: LiveProject) -> None:
    """A run that goes well: output, report, journal, logs and JUnit file."""
    live_project.serve(even_world(2, 1), speed=1000.0)
    result = live_project.live_apart(*LOUD, "--memeval-cleanup")
    assert result.ret == 0
    names = {path.name for path in written(live_project)}
    assert {"last_report.json", f"{only_run(live_project)}.jsonl", "log.txt", "junit.xml"} <= names
    assert "HTTP Request: POST" in (live_project.path / "log.txt").read_text()
    assert_no_key(live_project, said(result))


@pytest.mark.parametrize(
    "route",
    ["/v1/ping/", "GET /api/", "POST /v3/memories/add/", "GET /v1/event/", "POST /v3/memories/$"],
)
def test_calls_that_fail(live_project: LiveProject, route: str) -> None:
    """An answer that quotes the key is shown without it, whichever call it was."""
    key = f"m0-{'k3y' * 12}"
    for status in (400, 401, 500):
        fault = Fault("status", route, status=status, body=ECHO % key)
        live_project.serve(even_world(2, 0), speed=1000.0, switches=Switches(faults=[fault]))
        live_project.platform.key = live_project.platform._front.key = key
        result = live_project.live(*LOUD, "--memeval-cleanup")
        assert result.ret != 0
        assert_no_key(live_project, said(result))
        if status == 400:
            assert "no such key: Token ***" in said(result)


@pytest.mark.parametrize("how", [ValueError, SystemExit, KeyboardInterrupt])
def test_a_backend_that_raises(
    live_project: LiveProject, monkeypatch: pytest.MonkeyPatch, how: type[BaseException]
) -> None:
    """What is thrown may hold the key in its text and in its frames: neither is shown."""

    def event(self: Platform, event_id: str) -> None:
        spelled = self._key.reveal()
        raise how(f"broken {spelled}")

    monkeypatch.setattr(Platform, "event", event)
    live_project.serve(even_world(2, 1), speed=1000.0)
    result = live_project.live(*LOUD)
    assert result.ret == 1
    assert f"{how.__name__}: broken ***" in said(result)
    assert_no_key(live_project, said(result))


@pytest.mark.parametrize("place", ["add", "__init__"])
def test_a_client_that_raises(
    live_project: LiveProject, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """The same for the real client, whose frames hold the key wherever it fails."""
    live_project.serve(even_world(2, 1), speed=1000.0)
    key = live_project.platform.key

    def broken(self: Any, *args: Any, **kwargs: Any) -> None:
        raise RuntimeError(f"what is {key}?")

    monkeypatch.setattr(f"mem0.MemoryClient.{place}", broken)
    result = live_project.live(*LOUD)
    assert result.ret != 0
    assert "RuntimeError: what is ***?" in said(result)
    assert_no_key(live_project, said(result))


@POSIX
def test_an_interrupted_run(live_project: LiveProject) -> None:
    """The traceback of Ctrl-C, with all its locals, does not show it; nor does the process list."""
    live_project.serve(some_world(), speed=200.0, latency=(200, 300))
    process = begin(live_project, *LOUD, "--memeval-cleanup")
    until(lambda: len(live_project.platform.adds) >= 5, process)
    assert not any(live_project.platform.key.encode() in line for line in command_lines())
    interrupt(process)
    out, _ = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in out
    assert_no_key(live_project, out)


def test_cleanups(live_project: LiveProject) -> None:
    """Neither a cleanup that goes well nor one that is refused shows it."""
    live_project.serve(even_world(2, 0), speed=1000.0)
    live_project.live()
    run = only_run(live_project)
    good = cleanup(live_project, run)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEM0_API_KEY", f"{live_project.platform.key}x")
        live_project.live()
    assert_no_key(live_project, good.out, good.err)


@pytest.mark.parametrize(
    "option",
    [
        "--project-id={}",
        "--org-id={}",
        "--memeval-host=http://127.0.0.1:9/{}",
        "--memeval-instructions={}",
        "--memeval-resume={}",
    ],
)
def test_the_key_as_an_argument(live_project: LiveProject, option: str) -> None:
    """Where it was given by mistake it is refused, and not repeated."""
    live_project.serve(even_world(1, 0), speed=1000.0)
    live_project.write("reports/last_report.json", PASSED)
    result = live_project.live(option.format(live_project.platform.key))
    flag = option.partition("=")[0]
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said(result).lstrip().startswith(f"ERROR: {flag} holds the key of MEM0_API_KEY, ")
    done = cleanup(live_project, live_project.platform.key)
    assert done.err.startswith("there is no journal ")
    assert_no_key(live_project, said(result), done.out, done.err)
    assert live_project.platform.requests == []


def test_the_key_in_a_window(live_project: LiveProject) -> None:
    """It is sent, as the window is, but goes into nothing that the run writes or says."""
    world = even_world(1, 1)
    platform = live_project.serve(world, speed=1000.0)
    for made in world.cases:
        made["note"] = made["window"][0]["content"] = f"the key is {platform.key}"
    live_project.cases(world.cases)
    result = live_project.live(*LOUD)
    live_project.remove_cases()
    assert result.ret == 0
    assert live_project.row("wish_0")["note"] == "the key is ***"
    assert_no_key(live_project, said(result))


def test_the_command_that_is_shown(live_project: LiveProject) -> None:
    """The line to copy takes the key from the environment, like the run."""
    live_project.serve(even_world(1, 0), speed=1000.0)
    live_project.live()
    left = live_project.report["run"]["live"]["left"].splitlines()[1]
    words = shlex.split(left.partition(": ")[2])
    run = only_run(live_project)
    assert words == ["python", "-m", "pytest_memeval", "cleanup", run, "--min-settle", "0.06"]


def test_a_secret() -> None:
    """It shows itself in no form that a debugger, a log or a report would ask for."""
    secret = Secret("hunter22")
    shown = [repr(secret), str(secret), f"{secret}", repr([secret]), pprint.pformat(secret)]
    assert not any("hunter22" in each for each in shown)
    assert not hasattr(secret, "__dict__")
    with pytest.raises(TypeError):
        json.dumps(secret)
    assert secret.hide_in("a hunter22 b") == "a *** b"
    assert Secret("").hide_in("a b") == "a b"
