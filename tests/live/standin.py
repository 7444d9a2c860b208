"""What the tests of interrupted, refused and resumed runs have in common."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pytest_memeval.cli import main
from tests.conftest import quiet
from tests.live.conftest import LiveProject
from tests.live.world import World
from tests.live.world import even_world

POSIX = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
#: A report that an earlier run might have left.
PASSED = '{"schema_version": 1, "mode": "live", "verdict": "passed", "check": {"passed": true}}'


class Done(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


def cleanup(project: LiveProject, run: str, *args: str, settle: float = 60) -> Done:
    """`python -m pytest_memeval cleanup RUN`, in this process."""
    speed = project.platform.clock.speed
    words = ["cleanup", run, "--journals", str(journals(project)), "--rate", str(600 * speed)]
    words += ["--pause", str(1 / speed), "--min-settle", str(settle / speed)]
    words += ["--timeout", str(360 / speed), *args]
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        if "MEM0_API_KEY" not in os.environ:
            patch.setenv("MEM0_API_KEY", project.platform.key)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
    return Done(code, out.getvalue(), err.getvalue())


def journals(project: LiveProject) -> Path:
    return project.path / "reports" / "live"


def only_run(project: LiveProject) -> str:
    """The name of the one run that has a journal."""
    (journal,) = journals(project).glob("*.jsonl")
    return journal.stem


def begin(
    project: LiveProject,
    *args: str,
    timeout: float = 360,
    output: int = subprocess.PIPE,
    prepare: Callable[[], object] = lambda: None,
) -> subprocess.Popen[str]:
    """A live run in a process group of its own, and what its process does before it."""

    def ready() -> None:
        # Where this runs in the background, or under `nohup`, these are ignored, and what it
        # starts inherits that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        prepare()

    command = [sys.executable, "-m", "pytest", *quiet(), *project.options(*args, timeout=timeout)]
    return subprocess.Popen(
        command,
        cwd=project.path,
        env={**os.environ, "MEM0_API_KEY": project.platform.key},
        stdout=output,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=ready,
    )


def until(so: Callable[[], object], process: subprocess.Popen[str], seconds: float = 60) -> None:
    """Wait until something is so, or the process is over."""
    end = time.monotonic() + seconds
    while not so() and process.poll() is None:
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.002)


def kill(process: subprocess.Popen[str]) -> None:
    """`kill -9` of a run and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)


def interrupt(process: subprocess.Popen[str]) -> None:
    """Ctrl-C."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)


def command_lines() -> Iterator[bytes]:
    """The process list, where there is one to read."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield path.read_bytes()


def some_world() -> World:
    """A dozen windows, so that a run is under way for a while."""
    return even_world(9, 3)
