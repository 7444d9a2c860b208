"""A run that is cut short leaves what it measured, and is no pass."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from tests.conftest import GATE
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import assert_not_measured
from tests.conftest import assert_not_ours
from tests.conftest import needs
from tests.conftest import quiet

#: Measures three cases, says so, and then does what `{action}` says on the fourth.
STUCK_GATE = """
import os
import time
decide = classify

def classify(window):
    if "tabs" in window[0]["content"]:
        open("stuck", "w").close()
        {action}
    return decide(window)
"""

#: A checkpoint after each case, however long the last one took.
EAGER = "import pytest_memeval.verdict\npytest_memeval.verdict.CHECKPOINT_SHARE = 1e9\n"


def stuck(project: Project, action: str) -> None:
    project.gate(GATE + STUCK_GATE.format(action=action))
    project.write("conftest.py", EAGER)


def begin(project: Project, *args: str) -> subprocess.Popen[str]:
    """A run in a process group of its own, that has come to the case where it hangs."""
    command = [sys.executable, "-m", "pytest", "--memeval-offline", *quiet(), *args]
    process = subprocess.Popen(
        command,
        cwd=project.path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # Where this runs in the background, Ctrl-C is ignored, and what it starts inherits that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    for _ in range(600):
        if (project.path / "stuck").exists() or process.poll() is not None:
            return process
        time.sleep(0.05)
    process.kill()
    raise AssertionError("the run did not come to the case where it hangs")


POSIX = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")


def measured(report: dict[str, Any]) -> list[str]:
    return [row["id"] for found in report["results"] for row in found["rows"]]


# --- Ctrl-C


@POSIX
@WORKERS
def test_ctrl_c_leaves_what_was_measured(project: Project, workers: tuple[str, ...]) -> None:
    """After Ctrl-C the report has the rows so far, says so, and the exit code is pytest's 2."""
    stuck(project, "time.sleep(30)")
    process = begin(project, *workers)
    time.sleep(0.5 if workers else 0)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    report = project.report
    assert report["verdict"] == "not_measured"
    assert report["check"]["failures"][0] == "the run was cut short: interrupted by Ctrl-C"
    assert {"beat_1", "beat_2"} <= set(measured(report))
    assert "wish_1" not in measured(report)
    assert set(project.floors().values()) == {"not_measured"}
    assert out.strip().splitlines()[-1].startswith("memeval: NOT MEASURED: 0 of 2 floors held")
    assert "interrupted by Ctrl-C" in out.strip().splitlines()[-1]


@POSIX
def test_ctrl_c_in_a_marked_function_leaves_what_was_measured(project: Project) -> None:
    """The same holds for marked functions."""
    stuck(project, "time.sleep(30)")
    project.marked("@pytest.mark.write_gate\ndef test_gate(window): return classify(window)\n")
    process = begin(project)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert measured(project.report) == ["beat_1", "beat_2", "talk_1"]
    assert project.report["verdict"] == "not_measured"


def test_ctrl_c_of_the_subjects_own_is_no_answer(project: Project) -> None:
    """A KeyboardInterrupt ends the run wherever it comes from; it is no miss of the subject."""
    stuck(project, "raise KeyboardInterrupt")
    result = project.run_apart()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert measured(project.report) == ["beat_1", "beat_2", "talk_1"]
    assert project.report["verdict"] == "not_measured"
    assert "INTERNALERROR" not in result.stdout.str()


# --- the process is gone


@pytest.mark.parametrize("code", [0, 3])
def test_an_exit_of_the_only_process_leaves_a_report(project: Project, code: int) -> None:
    """`os._exit` in the subject: the report has the last checkpoint and says it is unfinished.

    With exit code 0 the report is all that tells: nothing runs after `os._exit`.
    """
    stuck(project, f"os._exit({code})")
    result = project.run_apart()
    assert result.ret == code
    assert measured(project.report) == ["beat_1", "beat_2", "talk_1"]
    assert project.report["verdict"] == "not_measured"
    assert project.report["check"]["passed"] is False
    assert "the run was cut short: the run did not finish" in project.report["check"]["failures"]


@POSIX
@WORKERS
def test_a_killed_run_leaves_a_report_that_says_so(
    project: Project, workers: tuple[str, ...]
) -> None:
    """SIGKILL of everything leaves a report that says the run did not finish."""
    stuck(project, "time.sleep(30)")
    process = begin(project, *workers)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    assert process.returncode == -signal.SIGKILL
    report = project.report
    assert report["verdict"] == "not_measured"
    assert report["run"]["interrupted"] == "the run did not finish"
    assert report["check"]["failures"][0] == "the run was cut short: the run did not finish"


def test_a_killed_run_does_not_leave_an_earlier_pass(project: Project) -> None:
    """The green report of the run before is gone as soon as the next run begins."""
    assert project.run().ret == 0
    project.gate("import os\ndef classify(window): os._exit(3)\n")
    assert project.run_apart().ret == 3
    assert project.report["verdict"] == "not_measured"
    assert measured(project.report) == []


def test_the_report_is_never_half_written(project: Project) -> None:
    """A run that is killed while it writes leaves the old or the new report, never half of one."""
    project.write(
        "conftest.py",
        "import os, pytest_memeval.report.writer as writer\n"
        "replace = os.replace\n"
        "def die(*args): os._exit(3) if os.path.exists('again') else replace(*args)\n"
        "writer.os.replace = die\n",
    )
    assert project.run_apart().ret == 0
    project.write("again", "")
    assert project.run_apart().ret == 3
    assert project.report["verdict"] == "passed"  # the whole report of the first run


# --- pytest-timeout


@needs("pytest_timeout")
@WORKERS
@pytest.mark.parametrize("kind", ["files", "functions"])
def test_a_case_that_hangs_is_not_measured(
    project: Project, workers: tuple[str, ...], kind: str
) -> None:
    """pytest-timeout ends a hanging case by a signal: it is not measured, the others are."""
    stuck(project, "time.sleep(30)")
    if kind == "functions":
        project.marked("@pytest.mark.write_gate\ndef test_gate(window): return classify(window)\n")
    result = project.run_apart("--timeout=2", "--timeout-method=signal", *workers)
    result.assert_outcomes(passed=5, failed=3)
    assert_not_measured(project, result, "1 of 6 cases could not be measured: wish_1 (timed out")
    assert project.row("wish_1")["outcome"] == "not_measured"
    assert project.report["results"][0]["counts"]["measured"] == 5
    assert_not_ours(result)


@needs("pytest_timeout")
def test_a_timeout_of_the_call_alone_holds_for_cases_of_files(project: Project) -> None:
    """Under `timeout_func_only` a hanging case of a file is ended like any other test."""
    stuck(project, "time.sleep(30)")
    result = project.run_apart(
        "--timeout=2", "--timeout-method=signal", "-o", "timeout_func_only=true"
    )
    result.assert_outcomes(passed=5, failed=3)
    assert_not_measured(project, result, "1 of 6 cases could not be measured: wish_1 (timed out")
    assert_not_ours(result)


@needs("pytest_timeout")
def test_a_subject_cannot_swallow_its_timeout(project: Project) -> None:
    """`except Exception` in the subject does not turn a time-out into an answer."""
    stuck(
        project,
        "\n        try: time.sleep(30)\n        except Exception: return 'preference'",
    )
    result = project.run_apart("--timeout=2", "--timeout-method=signal")
    assert_not_measured(project, result, "wish_1 (timed out")


@needs("pytest_timeout")
def test_a_timeout_by_thread_leaves_a_report(project: Project) -> None:
    """The thread method ends the process: the report has the rest, and says it is unfinished."""
    stuck(project, "time.sleep(30)")
    result = project.run_apart("--timeout=2", "--timeout-method=thread")
    assert result.ret == 1
    assert measured(project.report) == ["beat_1", "beat_2", "talk_1"]
    assert project.report["verdict"] == "not_measured"


@needs("xdist")
@needs("pytest_timeout")
def test_a_timeout_by_thread_in_a_worker_is_missed(project: Project) -> None:
    """The thread method ends a worker: its case is missed, the others are measured."""
    stuck(project, "time.sleep(30)")
    result = project.run_apart("--timeout=1", "--timeout-method=thread", "-n", "2")
    assert_not_measured(project, result, "1 of 6 cases gave no result: wish_1")
    assert project.report["results"][0]["counts"]["measured"] == 5


@needs("pytest_timeout")
def test_a_timeout_of_the_session_is_not_measured(project: Project) -> None:
    """--session-timeout cuts the run short: that is no stop on purpose, so nothing is partial."""
    stuck(project, "time.sleep(0.6)")
    result = project.run_apart("--session-timeout=0.5")
    assert result.ret == 1
    assert project.report["verdict"] == "not_measured"
    assert "session-timeout" in project.report["check"]["failures"][0]
    assert measured(project.report) == ["beat_1", "beat_2", "talk_1", "wish_1"]


# --- something else breaks


@WORKERS
def test_an_internal_error_is_no_pass(project: Project, workers: tuple[str, ...]) -> None:
    """A plugin that breaks the run in its middle leaves a report that says so."""
    project.write(
        "conftest.py",
        "def pytest_runtest_logfinish(nodeid):\n"
        "    if 'talk_1' in nodeid: raise RuntimeError('a plugin broke')\n",
    )
    result = project.run_apart(*workers)
    assert result.ret == pytest.ExitCode.INTERNAL_ERROR
    assert project.report["verdict"] == "not_measured"
    assert project.report["check"]["passed"] is False
    assert "a plugin broke" in project.report["check"]["failures"][0]
    if not workers:
        assert measured(project.report) == ["beat_1", "beat_2", "talk_1"]


def test_a_report_that_cannot_be_written_at_the_end_fails_the_run(project: Project) -> None:
    """A place that is lost during the run is a failure: nobody could read the verdict."""
    project.gate(
        f"{GATE}\nimport pathlib, shutil\ndecide = classify\n"
        "def classify(window):\n"
        "    shutil.rmtree('reports', ignore_errors=True)\n"
        "    pathlib.Path('reports').touch()\n"
        "    return decide(window)\n"
    )
    result = project.run_apart()
    assert result.ret == 1
    assert "the report could not be written" in result.stdout.str()
    assert_not_ours(result)


def test_the_report_has_the_usual_mode(project: Project) -> None:
    """A report is as readable as any file that the user makes, not private like a temporary one."""
    project.run()
    path = project.path / "reports/last_report.json"
    other = project.write("other.txt", "")
    assert path.stat().st_mode == other.stat().st_mode
