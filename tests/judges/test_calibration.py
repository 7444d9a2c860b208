"""`python -m pytest_memeval judge`: a judge beside the labels of people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_memeval.cli import main
from pytest_memeval.judges.calibration import Tally
from pytest_memeval.judges.calibration import judge_all
from pytest_memeval.judges.calibration import kappa
from pytest_memeval.judges.calibration import read_labelled
from pytest_memeval.judges.custom import CustomJudge
from tests.judges.judge_server import JudgeServer
from tests.judges.judge_server import verdict

Capture = pytest.CaptureFixture[str]
LINE: dict[str, object] = {
    "id": "ea-plain-01",
    "task_type": "edit",
    "phase": "after",
    "question": "Which bank?",
    "gold": "Corvale Trust",
    "old_value": "Penwick Union",
    "answer": "Corvale Trust",
    "correct": True,
    "why": "bare",
}


def file(path: Path, *lines: object) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return path


def lines(answers: list[tuple[str, bool]]) -> list[dict[str, object]]:
    return [
        {**LINE, "id": f"ea-x-{number:02d}", "answer": answer, "correct": correct}
        for number, (answer, correct) in enumerate(answers)
    ]


def says(answer: str) -> object:
    return {"yes": True, "no": False}.get(answer)


def test_figures(tmp_path: Path) -> None:
    """Agreement and kappa are over what was graded; coverage says how much that was."""
    labelled = [("yes", True)] * 4 + [("yes", False)] * 1 + [("no", False)] * 3 + [("no", True)] * 2
    path = file(tmp_path / "c.jsonl", *lines([*labelled, ("dunno", True), ("dunno", False)]))
    judge = CustomJudge("mine", lambda question, gold, answer: says(answer), 60)
    judged = list(judge_all(judge, read_labelled(path)))
    tally = Tally.of(judged)
    assert tally == Tally(12, right=7, deferred=2, false_passes=1, false_fails=2)
    assert tally.agreement == 0.7
    assert tally.coverage == 10 / 12
    by_chance = 0.6 * 0.5 + 0.4 * 0.5
    assert kappa(judged) == pytest.approx((0.7 - by_chance) / (1 - by_chance))
    assert kappa(judged[:4]) is None  # both say pass of all
    assert kappa(judged[-2:]) is None  # nothing was graded


def test_the_table_is_for_people(tmp_path: Path, capsys: Capture) -> None:
    wrong = {**LINE, "id": "ea-odd-01", "correct": False, "category": "oddities"}
    leak = {**LINE, "id": "xa-l-1", "task_type": "erase", "answer": "Penwick Union"}
    leak["correct"] = False
    assert main(["judge", str(file(tmp_path / "c.jsonl", LINE, wrong, "", leak))]) == 0
    out = capsys.readouterr().out
    assert "rule on 3 labelled answers" in out
    rows = [line.split()[:2] for line in out.splitlines()]
    assert [row for row in rows if row and row[0] in ("ea-plain", "oddities", "xa-l", "all")] == [
        ["ea-plain", "1"],
        ["oddities", "1"],
        ["xa-l", "1"],
        ["all", "3"],
    ]
    assert "coverage 100.0%: 3 graded, 0 deferred" in out
    assert "leaks passed after a deletion: 0 of 1 answer" in out
    assert "false pass: ea-odd-01: 'Corvale Trust' (rule:exact)" in out


def test_json_is_one_line_a_case(tmp_path: Path, capsys: Capture) -> None:
    path = file(tmp_path / "c.jsonl", *lines([("Corvale Trust", True), ("Marlbury Bank", False)]))
    assert main(["judge", str(path), "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"id": "ea-x-00", "verdict": "pass", "rule": "exact"},
        {"id": "ea-x-01", "verdict": "fail", "rule": "another"},
    ]


def test_a_model_is_calibrated_too(tmp_path: Path, capsys: Capture, server: JudgeServer) -> None:
    server.replies = [verdict(True), verdict(False)]
    path = file(tmp_path / "c.jsonl", *lines([("a", True), ("b", False)]))
    arguments = ["judge", str(path), "--judge", "llm", "--model", "m", "--base-url", server.url]
    assert main([*arguments, "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["verdict"], each["rule"]) for each in found] == [
        ("pass", "llm:m"),
        ("fail", "llm:m"),
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"id": 3}, "'id' must be a text, got 3"),
        ({"correct": "true"}, "'correct' must be true or false, got 'true'"),
        ({"task_type": "edits"}, "did you mean 'edit'?"),
        ({"phase": None}, "'phase' is None (known: after, before)"),
        ({"old_value": 3}, "'old_value' must be a text, got 3"),
        ({"gold": " "}, "without a gold value"),
        (
            {"task_type": "erase", "gold": "No — explicitly removed", "old_value": None},
            "no deleted value",
        ),
    ],
)
def test_a_bad_line_is_named(
    tmp_path: Path, capsys: Capture, changed: dict[str, object], said: str
) -> None:
    """With its file and line; nothing is scored without it."""
    path = file(tmp_path / "c.jsonl", LINE, "", {**LINE, "id": "b-1", **changed})
    assert main(["judge", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith(f"{path}:3: ")
    assert said in captured.err
    assert not captured.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "2: not JSON"),
        ("[" * 100_000, "2: not JSON"),
        ("[1]", "2: must be an object, got [1]"),
        ({"id": "x"}, "2: lacks 'question'"),
        (LINE, "2: the id 'ea-plain-01' is already used in line 1"),
    ],
)
def test_a_line_that_is_no_case(tmp_path: Path, capsys: Capture, line: object, said: str) -> None:
    path = file(tmp_path / "c.jsonl", LINE, line)
    assert main(["judge", str(path)]) == 1
    assert said in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    assert main(["judge", str(tmp_path / "no.jsonl")]) == 1
    assert "FileNotFoundError" in capsys.readouterr().err
    assert main(["judge", str(file(tmp_path / "c.jsonl", ""))]) == 1
    assert "no labelled answers" in capsys.readouterr().err


def test_an_unknown_judge_is_a_wrong_command_line(tmp_path: Path, capsys: Capture) -> None:
    assert main(["judge", str(file(tmp_path / "c.jsonl", LINE)), "--judge", "rul"]) == 2
    assert "did you mean 'rule'?" in capsys.readouterr().err


def test_a_plain_answer_needs_no_phase(tmp_path: Path) -> None:
    line = {k: v for k, v in LINE.items() if k not in ("phase", "old_value")}
    (case,) = read_labelled(file(tmp_path / "c.jsonl", {**line, "task_type": "answer"}))
    assert case.question.rubric == "answer"
    assert case.category == "ea-plain"
