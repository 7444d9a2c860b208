"""Recorded verdicts: replayed alone, named when stale, the same files from any workers."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_memeval.clients.secret import Secret
from pytest_memeval.judges import Cassette
from pytest_memeval.judges import JudgeError
from pytest_memeval.judges import JudgeSettings
from pytest_memeval.judges import Key
from pytest_memeval.judges import Question
from pytest_memeval.judges import Verdict
from pytest_memeval.judges import make_judge
from tests.judges.conftest import KEY
from tests.judges.conftest import edit
from tests.judges.judge_server import JudgeServer
from tests.judges.judge_server import Reply
from tests.judges.judge_server import verdict


@pytest.fixture
def recording(server: JudgeServer, tmp_path: Path) -> JudgeSettings:
    """Settings that record what is not recorded yet."""
    return JudgeSettings(
        "llm", "judge-1", server.url, pause=0.01, cassettes=tmp_path / "tapes", record="once"
    )


def asked(settings: JudgeSettings, question: Question) -> Verdict:
    judge = make_judge(settings)
    try:
        return judge.judge(question)
    finally:
        judge.close()


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir())}


def test_a_recorded_verdict_is_replayed_by_nobody(
    server: JudgeServer, recording: JudgeSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replay needs no key, no endpoint and no library, and says the same."""
    server.replies = [verdict(False, "stale value")]
    assert asked(recording, edit("x")).state == "fail"
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setitem(sys.modules, "openai", None)
    replaying = replace(recording, base_url=None, record="none")
    assert asked(replaying, edit("x")) == Verdict("fail", "stale value", "llm:judge-1", 0)
    assert len(server.asked) == 1


def test_a_miss_is_ungraded(recording: JudgeSettings) -> None:
    found = asked(replace(recording, record="none"), edit("x"))
    assert found.state == "ungraded"
    assert "not in the cassette" in found.reason


@pytest.mark.parametrize(
    ("other", "name"), [({"model": "judge-2"}, "judge"), ({"rubrics": "own"}, "rubric")]
)
def test_a_stale_cassette_is_named(
    recording: JudgeSettings, tmp_path: Path, other: dict[str, object], name: str
) -> None:
    """The same question and answer under another model or rubric is no match, and it says so."""
    from tests.judges.test_rubrics import file

    asked(recording, edit("x"))
    if "rubrics" in other:
        other = {"rubrics": file(tmp_path / "own.yaml")}
    found = asked(replace(recording, record="none", **other), edit("x"))  # type: ignore[arg-type]
    assert found.state == "ungraded"
    assert f"stale: it was recorded with another {name}" in found.reason


def test_phase_answer_and_gold_are_in_the_key(
    server: JudgeServer, recording: JudgeSettings
) -> None:
    """The question is the same before and after a change; its verdicts are not."""
    judge = make_judge(recording)
    for phase, gold, answer in (
        ("before", "g", "a"),
        ("after", "g", "a"),
        ("after", "h", "a"),
        ("after", "h", "b"),
    ):
        judge.judge(Question("edit", phase, "q", gold, None, answer))  # type: ignore[arg-type]
    judge.close()
    assert len(server.asked) == 4


def test_once_asks_once_and_all_asks_anew(server: JudgeServer, recording: JudgeSettings) -> None:
    server.replies = [verdict(True)]
    asked(recording, edit("x"))
    server.replies = [verdict(False)]
    assert asked(recording, edit("x")).state == "pass"
    assert asked(replace(recording, record="all"), edit("x")).state == "fail"
    assert asked(replace(recording, record="none"), edit("x")).state == "fail"
    assert len(server.asked) == 2


def test_what_is_ungraded_is_not_recorded(server: JudgeServer, recording: JudgeSettings) -> None:
    """A failure of today is asked again tomorrow."""
    server.replies = [Reply("boom", 500)]
    assert asked(recording, edit("x")).state == "ungraded"
    server.replies = [verdict(True)]
    assert asked(recording, edit("x")).state == "pass"


def test_no_secret_is_recorded(server: JudgeServer, recording: JudgeSettings) -> None:
    """Neither from a verdict nor from an answer; and the entry is found all the same."""
    server.replies = [verdict(True, f"key {KEY}")]
    asked(recording, edit(f"my key is {KEY}"))
    assert recording.cassettes is not None
    recorded = "".join(texts(recording.cassettes).values())
    assert KEY not in recorded
    assert "Bearer" not in recorded
    assert asked(replace(recording, record="none"), edit(f"my key is {KEY}")).state == "pass"


def test_any_order_gives_the_same_files(recording: JudgeSettings, tmp_path: Path) -> None:
    """Two recordings of one run differ in nothing, so that a diff shows what changed."""
    for folder, answers in (("a", "xyzuvw"), ("b", "wvuzyx")):
        judge = make_judge(replace(recording, cassettes=tmp_path / folder))
        for answer in answers:
            judge.judge(edit(answer))
        judge.close()
    assert texts(tmp_path / "a") == texts(tmp_path / "b")
    assert sum(map(len, map(str.splitlines, texts(tmp_path / "a").values()))) == 6


WRITER = """
import sys
from pathlib import Path
from pytest_memeval.judges import Cassette, Key
folder, worker = Path(sys.argv[1]), int(sys.argv[2])
cassette = Cassette(folder, "answers")
for number in range(40):
    shared = number % 2
    asked = {"message": str(number) if shared else f"{worker}-{number}"}
    cassette.put(Key(asked, {"agent": "a"}), {"answer": "x" * 500}, over=bool(number % 3))
"""


def test_workers_record_side_by_side(tmp_path: Path) -> None:
    """Four processes write into one folder: nothing is lost, doubled or torn."""
    command = [sys.executable, "-c", WRITER, str(tmp_path / "tapes")]
    workers = [subprocess.Popen([*command, str(number)]) for number in range(4)]
    assert [worker.wait() for worker in workers] == [0] * 4
    lines = [line for text in texts(tmp_path / "tapes").values() for line in text.splitlines()]
    keys = [json.loads(line)["key"] for line in lines]
    assert len(keys) == len(set(keys)) == 4 * 20 + 20


def test_answers_are_recorded_too(tmp_path: Path) -> None:
    """A cassette holds whatever JSON its owner puts in, under whatever key."""
    cassette = Cassette(tmp_path / "tapes", "answers", Secret(KEY))
    key = Key({"message": "Grüße \ud800"}, {"agent": "mine"})
    assert cassette.get(key) is None
    cassette.put(key, {"answer": "schön"})
    assert cassette.get(key) == {"answer": "schön"}
    again = Cassette(tmp_path / "tapes", "answers")
    assert again.get(key) == {"answer": "schön"}
    assert again.stale(Key(key.asked, {"agent": "other"})) == ("agent",)
    assert again.stale(Key({"message": "never"}, {"agent": "other"})) == ()
    assert Cassette(tmp_path / "tapes", "verdicts").get(key) is None


def test_once_keeps_what_another_worker_recorded(tmp_path: Path) -> None:
    key = Key({"message": "m"}, {"agent": "a"})
    mine, theirs = (Cassette(tmp_path, "answers") for _ in range(2))
    assert mine.get(key) is theirs.get(key) is None
    theirs.put(key, {"answer": "theirs"}, over=False)
    mine.put(key, {"answer": "mine"}, over=False)
    assert mine.get(key) == {"answer": "theirs"}
    mine.put(key, {"answer": "mine"})
    assert Cassette(tmp_path, "answers").get(key) == {"answer": "mine"}


@pytest.mark.parametrize("text", ["<<<<<<< HEAD", "{}", "[]", '{"key": 1}', "\xff"])
def test_a_torn_file_is_named(tmp_path: Path, text: str) -> None:
    """A merge gone wrong is an error with its place, not a miss."""
    (tmp_path / "answers-0.jsonl").write_bytes(text.encode("latin-1") + b"\n")
    with pytest.raises(JudgeError, match=r"answers-0\.jsonl:1: not a line of a cassette"):
        Cassette(tmp_path, "answers")
