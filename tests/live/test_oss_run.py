"""A live run into the open-source mem0: the real library and store, and a scripted model."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.chat_server import CHAT
from tests.clients.chat_server import EMBEDDINGS
from tests.clients.chat_server import HTML
from tests.clients.chat_server import SIZE
from tests.clients.chat_server import ChatServer
from tests.clients.chat_server import Fault
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import quiet
from tests.conftest import said
from tests.live.standin import PASSED
from tests.live.world import NOISE
from tests.live.world import NOISE_MARKERS
from tests.live.world import World
from tests.platform import Fact

KEY = "sk-loopback-0123456789"


def world() -> World:
    """Eight windows: of each label one that goes well, and of those sent one that does not."""
    made = World()
    made.drops(2)
    made.window("wish_plain", "extract", [Fact("Prefers tabs.")])
    made.window("wish_two", "extract", [Fact("Likes ruff."), Fact("Likes mypy.")])
    made.window("wish_noisy", "extract", [Fact(NOISE)])
    made.window("wish_lost", "extract")
    made.window("talk_plain", "exclude")
    made.window("talk_stored", "exclude", [Fact("Said maybe.")])
    return made


SCORES = {
    "extract_recall": 0.75,
    "exclude_suppression": 0.5,
    "type_match": 1.0,
    "noise_leak_count": NOISE_MARKERS,
    "memories_written": 5,
    "invalid": 0,
}


class OssProject:
    """A project whose windows go to a `mem0.Memory` of the run's own."""

    def __init__(self, project: Project, server: ChatServer) -> None:
        self.project = project
        self.server = server
        project.cases(world().cases)
        project.ini("memeval_live_rate = 1e6", "memeval_live_pause = 0.01", subjects="")
        for identity, facts in world().facts.items():
            server.remember(f"said in {identity}", *(fact.text for fact in facts))
        self.configure()

    def configure(self, **more: Any) -> None:
        reach = {"api_key": "${SCRIPTED_KEY}", "openai_base_url": self.server.url}
        part = {"provider": "openai", "config": {"model": "scripted", **reach}}
        embedder = {"provider": "openai", "config": {**reach, "embedding_dims": SIZE}}
        settings = {"llm": part, "embedder": embedder, **more}
        self.project.write("mem0.yaml", json.dumps(settings))

    def run(self, *args: str) -> pytest.RunResult:
        """In this process, or with workers in others."""
        options = ["--memeval-live", "--memeval-backend=oss", "--memeval-oss-config=mem0.yaml"]
        words = [*quiet(), *options, *args]
        if "-n" in args:
            return self.project.pytester.runpytest_subprocess(*words, timeout=120)
        return self.project.pytester.runpytest(*words)

    def scores(self) -> dict[str, Any]:
        scores = self.project.report["results"][0]["scores"]
        return {name: score["value"] for name, score in scores.items()}


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder to look into."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def oss(
    project: Project, mem0: None, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OssProject]:
    for name in list(os.environ):
        if "PROXY" in name.upper() or name.startswith(("OPENAI_", "OPENROUTER_", "MEM0_API")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SCRIPTED_KEY", KEY)
    with ChatServer() as server:
        yield OssProject(project, server)


# --- it scores what was scripted


@WORKERS
def test_a_whole_run(oss: OssProject, workers: tuple[str, ...], temporary: Path) -> None:
    """Rows, scores and report are those of a run of the platform, without project, key or host."""
    result = oss.run("--memeval-floor=extract_recall >= 0.7", *workers)
    assert result.ret == 0, said(result)
    assert oss.scores() == SCORES
    report = oss.project.report
    (found,) = report["results"]
    assert found["subject"] == "mem0-oss"
    rows = {row["id"]: row for row in found["rows"]}
    decisions = {identity: row["decision"] for identity, row in rows.items()}
    expected = {identity: truth.decision for identity, truth in world().truth.items()}
    assert decisions == {"beat_0": "withheld", "beat_1": "withheld", **expected}
    texts = sorted(memory["text"] for memory in rows["wish_two"]["memories"])
    assert texts == ["Likes mypy.", "Likes ruff."]
    live = report["run"]["live"]
    assert (live["backend"], live["host"], live["project_id"]) == ("mem0-oss", "", "")
    assert live["left"] == "nothing is left: its memories lay in a temporary folder"
    assert list(temporary.iterdir()) == []
    # Windows that a gate keeps back are not shown to a model either.
    assert len(oss.server.asked[CHAT]) == 6
    assert "withheldtext" not in json.dumps(oss.server.asked)


def test_with_the_cleanup_option(oss: OssProject) -> None:
    """There is nothing to clean up, and asking for it is no mistake."""
    assert oss.run("--memeval-cleanup", "--memeval-floor=extract_recall >= 0.7").ret == 0
    assert oss.project.report["run"]["live"]["cleaned"] is None


def test_instructions(oss: OssProject) -> None:
    """The model is given those of the file in place of those of the configuration."""
    oss.configure(custom_instructions="Keep everything.")
    oss.run()
    assert all("Keep everything." in prompt for prompt in oss.server.prompts)
    oss.server.asked[CHAT].clear()
    oss.project.write("policy.txt", "Keep what was decided.")
    oss.run("--memeval-instructions=policy.txt")
    assert all("Keep what was decided." in prompt for prompt in oss.server.prompts)
    assert not any("Keep everything." in prompt for prompt in oss.server.prompts)
    assert oss.project.report["run"]["live"]["instructions"] == "policy.txt"


# --- it does not take trouble for silence


@pytest.mark.parametrize(
    ("path", "fault", "reason"),
    [
        (CHAT, Fault(500), "the model: HTTP 500 "),
        (CHAT, Fault(401, '{"error": {"message": "bad key"}}'), "the model: HTTP 401 "),
        (CHAT, HTML, "the model: "),
        (EMBEDDINGS, Fault(500, spare=1), "the embedder: HTTP 500 "),
    ],
    ids=["model_500", "model_401", "model_html", "embedder_500"],
)
def test_no_model_no_measurement(oss: OssProject, path: str, fault: Fault, reason: str) -> None:
    """With the model or the embedder down nothing is scored, least of all as suppressed."""
    oss.server.faults[path] = fault
    result = oss.run()
    assert result.ret == 1
    assert result.outlines[-1].startswith("memeval: NOT MEASURED: 0 of 1 floor held, ")
    report = oss.project.report
    assert report["verdict"] == "not_measured"
    sent = [row for row in report["results"][0]["rows"] if row["label"] != "drop"]
    if path == CHAT:
        assert {row["decision"] for row in sent} == {"error"}
        assert all(reason in row["detail"] for row in sent), sent
        assert {name for name, value in oss.scores().items() if value is not None} == {"invalid"}
    else:
        assert any(reason in row["detail"] for row in sent), sent
        assert "suppressed" not in {row["decision"] for row in sent if row["label"] == "extract"}
    assert "Traceback" not in said(result)


# --- it refuses in one line


def refusal(oss: OssProject, *args: str) -> str:
    oss.project.write("reports/last_report.json", PASSED)
    result = oss.run(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = said(result).strip().splitlines()
    assert oss.project.report["verdict"] == "not_measured"
    assert oss.server.asked[CHAT] == []
    return line.removeprefix("ERROR: ").removeprefix("live run: ")


def test_the_embedder_is_down(oss: OssProject) -> None:
    oss.server.faults[EMBEDDINGS] = Fault(503)
    assert refusal(oss).startswith("the embedder: HTTP 503 ")


def test_a_variable_is_not_set(oss: OssProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCRIPTED_KEY")
    expected = "llm.config.api_key wants the environment variable SCRIPTED_KEY, which is not set"
    assert expected in refusal(oss)


def test_configurations_that_are_none(oss: OssProject) -> None:
    oss.configure(vector_store={"provider": "qdrant"})
    assert "keeps its memories in a folder of its own; remove vector_store" in refusal(oss)
    oss.project.write("mem0.yaml", "llm: [")
    assert "mem0.yaml: not valid YAML at line 1" in refusal(oss)
    assert "none.yaml: cannot be read: " in refusal(oss, "--memeval-oss-config=none.yaml")


def test_options_of_the_platform(oss: OssProject) -> None:
    """A project has no place in such a run, and there is nothing to resume."""
    expected = "--project-id is for the platform; --memeval-backend oss has none"
    assert refusal(oss, "--project-id=p") == expected
    assert "nothing to resume" in refusal(oss, "--memeval-resume=20260131-0a1b2c3d")
    assert refusal(oss, "--memeval-host=http://h").startswith("--memeval-host is for the platform")
    missing = "--memeval-backend oss needs --memeval-oss-config FILE, with mem0's llm and embedder"
    assert refusal(oss, "--memeval-oss-config=") == missing


# --- its keys are in nothing it says


@pytest.mark.parametrize("fails", [False, True])
def test_the_key_of_the_model(oss: OssProject, fails: bool) -> None:
    if fails:
        oss.server.faults[CHAT] = Fault(401, json.dumps({"error": {"message": f"bad {KEY}"}}))
    loud = ["-vv", "--tb=long", "--showlocals", "-rA", "--log-level=DEBUG", "--full-trace"]
    loud += ["--log-file=log.txt", "--log-file-level=DEBUG", "--junitxml=junit.xml"]
    result = oss.run(*loud, "-o", "junit_logging=all", "-o", "log_cli=true")
    assert KEY not in said(result)
    for path in oss.project.path.rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path
