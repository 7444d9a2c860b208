"""The history: no line is lost, none counts twice, and what it shows says what it is about."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from pytest_memeval.cli import main
from pytest_memeval.report import history
from pytest_memeval.suites.base import Key
from tests.report import samples

Capture = pytest.CaptureFixture[str]

KEY = Key("write_gate", "acme:classify")
#: Children of this very process: they cost milliseconds, not an import of everything.
FORKS = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="needs fork"
)


def line(day: int, k: int | None = 90, n: int = 100, **more: Any) -> dict[str, Any]:
    """A run of a November day in which the gate recalled `k` of `n`."""
    recall = {} if k is None else {"extract_recall": {"value": k / n, "k": k, "n": n}}
    result = {
        "suite": KEY.suite,
        "subject": KEY.subject,
        "level": None,
        "fixtures": "f00",
        "unmeasured": 0,
        "scores": {**recall, "payload_noise_count": {"value": 100 - (k or 0), "k": None, "n": n}},
    }
    result |= {
        name: more.pop(name) for name in ("subject", "fixtures", "unmeasured") if name in more
    }
    return {
        "id": f"run{day}",
        "at": f"2026-11-{day:02d}T08:00:00+00:00",
        "mode": "offline",
        "verdict": "passed",
        "partial": "",
        "revision": None,
        "results": [result],
        **more,
    }


def written(path: Path, *lines: dict[str, Any] | str) -> Path:
    """A history file of these lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = (each if isinstance(each, str) else json.dumps(each) for each in lines)
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the history is to lie, below the current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "reports" / "history.jsonl"


# --- Writing


@FORKS
def test_a_hundred_writers_lose_no_line(file: Path) -> None:
    """Runs that end at the same time, with the same scores, are still as many runs."""
    report = samples.report(samples.gate())
    fork = multiprocessing.get_context("fork")
    writers = [fork.Process(target=history.append, args=(report, file)) for _ in range(100)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert {writer.exitcode for writer in writers} == {0}
    read = history.read(file)
    assert (len(read.runs), read.broken) == (100, [])


@FORKS
def test_a_writer_that_was_killed_keeps_nobody_waiting(file: Path) -> None:
    """The lock goes with the process that held it."""
    file.parent.mkdir()

    def die() -> None:
        FileLock(file.with_name(f".{file.name}.lock")).acquire()
        os.kill(os.getpid(), signal.SIGKILL)

    killed = multiprocessing.get_context("fork").Process(target=die)
    killed.start()
    killed.join(30)
    assert killed.exitcode == -signal.SIGKILL
    history.append(samples.report(samples.gate()), file)
    assert len(history.read(file).runs) == 1


def test_a_writer_does_not_wait_for_ever(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PATIENCE", 0.05)
    file.parent.mkdir()
    with FileLock(file.with_name(f".{file.name}.lock")), pytest.raises(OSError, match="lock"):
        history.append(samples.report(samples.gate()), file)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that holds no files")
def test_a_place_without_locks_is_told_at_once() -> None:
    with pytest.raises(OSError, match="/proc"):
        history.append(samples.report(samples.gate()), Path("/proc/history.jsonl"))


def test_only_the_newest_runs_are_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go by their time, not by their place: a merge puts lines in any order."""
    monkeypatch.setattr(history, "KEPT", 3)
    monkeypatch.setattr(history, "SLACK", 1)
    written(file, line(5), line(1), line(4), line(2))
    history.append(samples.report(samples.gate(), generated_at="2026-11-06T08:00:00+00:00"), file)
    assert [run.at[8:10] for run in history.read(file).runs] == ["04", "05", "06"]


def test_a_line_that_was_cut_off_costs_itself_only(file: Path) -> None:
    written(file, line(1))
    file.write_bytes(file.read_bytes() + b'{"at": "2026-')
    history.append(samples.report(samples.gate()), file)
    read = history.read(file)
    assert len(read.runs) == 2
    assert [number for number, _ in read.broken] == [2]


def test_an_entry_says_what_it_is_about(file: Path) -> None:
    """Data, gaps and what narrowed a run are kept; what was not measured is left out."""
    result = samples.gate()
    result.scores["type_accuracy"] = samples.model.Score(value=None, n=0, note="no case")
    result.counts.selected = len(result.rows) + 2
    report = samples.report(result)
    report.run.narrowed = "-k"
    history.append(report, file)
    (run,) = history.read(file).runs
    (key,) = run.scores
    assert run.partial == "-k"
    assert run.data[key].unmeasured == 2
    assert run.data[key].fixtures == (result.fixtures.hash if result.fixtures else None)
    assert "type_accuracy" not in run.scores[key]
    assert history.series([run], key, "hard_drop_recall") == []


# --- Reading


def test_files_that_git_joined_are_read_as_one(file: Path) -> None:
    """A line that both sides have counts once, and runs are ordered by time."""
    old, ours, theirs = line(1), line(3), line(2)
    written(file, old, ours, old, theirs)
    assert [run.at[8:10] for run in history.read(file).runs] == ["01", "02", "03"]


def test_lines_of_an_older_version_are_read(file: Path) -> None:
    """They say less: whether a run was partial shows in its verdict."""
    old = line(1)
    for name in ("id", "partial"):
        del old[name]
    for name in ("fixtures", "unmeasured"):
        del old["results"][0][name]
    written(file, old, {**old, "verdict": "partial"})
    assert [run.partial for run in history.read(file).runs] == ["", "partial"]


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "[]",
        "7",
        '"text"',
        "[" * 100_000,
        json.dumps({**line(1), "at": "yesterday"}),
        json.dumps({**line(1), "results": None}),
        json.dumps(line(1)).replace("0.9", "NaN"),
        json.dumps(line(1)).replace("0.9", "1e999"),
        json.dumps(line(1)).replace("0.9", '"much"'),
        json.dumps(line(1, k=101)),
    ],
)
def test_a_broken_line_is_named(file: Path, capsys: Capture, bad: str) -> None:
    """It is left out and told, the others count, and the exit code is 1."""
    written(file, line(1), bad, line(2))
    assert main(["history"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("reports/history.jsonl:2: this line cannot be read and is left out: ")
    assert len(err.splitlines()) == 1
    assert "2 full runs, 2026-11-01 to 2026-11-02" in out


# --- The table


@pytest.mark.parametrize("columns", [80, 200])
def test_the_table(
    file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    """Latest value, its counts, the range and the course; narrowed runs are told and left out."""
    monkeypatch.setenv("COLUMNS", str(columns))
    written(
        file,
        *(line(day, k=80 + day) for day in range(1, 10)),
        line(10, k=1, partial="-k", verdict="partial"),
        line(11, k=95, verdict="failed", fixtures="f01"),
        line(12, k=None),
    )
    assert main(["history"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines() == [
        "write_gate: acme:classify",
        "  11 full runs, 2026-11-01 to 2026-11-12",
        "  1 partial run left out (-k)",
        "  fixtures changed 2 times; earlier values are of others",
        "  metric               latest  k/n    min    max  runs",
        "  payload_noise_count     100           5    100  ▂▂▂▂▂▂▂▂▁▁█",
        "  extract_recall            ?       0.810  0.950  ▁▁▂▂▃▃▄▅▅█",
        "  ?: not measured in the latest full run",
        "  verdicts: PPPPPPPPP~FP",
        "            (P 10 passed, F 1 failed, ~ 1 partial)",
    ]


def test_the_table_can_be_narrowed(file: Path, capsys: Capture) -> None:
    """To a suite, a subject, metrics, and the last runs; live runs stand by themselves."""
    other = line(2, k=50, subject="acme:other")
    live = line(3, k=40, mode="live")
    written(file, line(1, k=10), line(2, k=20), line(3, k=30), other, live)
    words = ["--subject", "acme:classify", "--metric", "extract_recall", "--last", "2"]
    assert main(["history", "--suite", "write_gate", *words]) == 0
    out = capsys.readouterr().out
    assert "acme:other" not in out
    assert "payload_noise_count" not in out
    assert "0.300  30/100  0.200  0.300  ▁█" in out
    assert "write_gate: acme:classify (live)\n  1 full run, 2026-11-03\n" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--file", "none.jsonl"], "none.jsonl: cannot be read: No such file or directory"),
        (["--suite", "ee"], "no run is about that; known: write_gate: acme:classify"),
        (["--metric", "banana"], "known: extract_recall, payload_noise_count"),
    ],
)
def test_nothing_to_show_is_told(file: Path, capsys: Capture, words: list[str], said: str) -> None:
    written(file, line(1))
    assert main(["history", *words]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_the_history_for_machines(file: Path, capsys: Capture) -> None:
    written(file, line(1, k=80), line(2, partial="-k"), line(3, k=90), "{")
    assert main(["history", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert [one["line"] for one in said["broken_lines"]] == [4]
    (subject,) = said["subjects"]
    assert [run["partial"] for run in subject["runs"]] == ["", "-k", ""]
    recall = subject["metrics"]["extract_recall"]
    assert recall["values"] == [0.8, 0.9]
    assert (recall["latest"]["k"], recall["min"], recall["max"]) == (90, 0.8, 0.9)


def test_a_terminal_without_blocks_gets_other_marks(
    file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(file, *(line(day, k=80 + day) for day in range(1, 9)))
    monkeypatch.setattr(type(sys.stdout), "encoding", "ascii", raising=False)
    assert main(["history", "--metric", "extract_recall"]) == 0
    assert "  _.,-=+*#" in capsys.readouterr().out
