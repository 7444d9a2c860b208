"""Agents over real memories, with a model and an embedder that are played on this machine."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.ee import SUITE
from pytest_memeval.suites.ee.controls import FullTranscript
from pytest_memeval.suites.ee.remote import HashEmbedding
from pytest_memeval.suites.ee.remote import Mem0
from pytest_memeval.suites.ee.remote import Prme
from tests.clients.chat_server import CHAT
from tests.clients.chat_server import HTML
from tests.clients.chat_server import ChatServer
from tests.ee_episodes import episode


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No proxy, key or address of this machine, and no telemetry."""
    for name in list(os.environ):
        if "PROXY" in name.upper() or name.startswith(("OPENAI_", "OPENROUTER_", "MEM0_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback")
    monkeypatch.setenv("MEM0_TELEMETRY", "False")
    monkeypatch.setenv("MEM0_DIR", str(tmp_path / "mem0"))


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer() as made:
        yield made


def played(agent: type, tmp_path: Path, **options: str) -> Scores:
    lines = {f"memeval_{name}": (text,) for name, text in options.items()}
    bench = SUITE.open(Setup(options=lines, root=tmp_path))
    try:
        placed = SUITE.parse([RawCase(episode(), 1)], {})
        rows = [
            bench.measure(Key("ee", agent.__name__), one.case, lambda _: Answer(agent()))
            for one in placed
        ]
    finally:
        bench.close()
    return SUITE.score(rows)


def buckets(scores: Scores) -> dict[str, Any]:
    return {
        row["task"]: row.get("pass_type") for row in scores.rows or () if row["phase"] == "after"
    }


def details(scores: Scores) -> set[str]:
    return {row["detail"] for row in scores.rows or ()}


def config(server: ChatServer, tmp_path: Path) -> str:
    """mem0's settings, in a file."""
    common = {"api_key": "sk-loopback", "openai_base_url": server.url}
    made = {
        "llm": {"provider": "openai", "config": {"model": "gpt-4o-mini", **common}},
        "embedder": {"provider": "openai", "config": {"model": "e", **common}},
    }
    (tmp_path / "mem0.json").write_text(json.dumps(made), encoding="utf-8")
    return "mem0.json"


@pytest.mark.skipif(find_spec("mem0") is None, reason="needs mem0ai")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_open_mem0_stores_the_request_and_tells_the_value(
    server: ChatServer, tmp_path: Path
) -> None:
    """mem0 only adds: old facts stay, and what was to be forgotten is told again."""
    server.remember(
        "Our release captain is",
        "Our release captain is Pavel Dorn.",
        "Our metrics endpoint is metrics.halden.example/push.",
    )
    scores = played(Mem0, tmp_path, agent_config=config(server, tmp_path), controls="0")
    assert buckets(scores) == {"edit": "knew_but_failed", "erase": "knew_but_failed"}
    assert "the agent stores them itself" in "\n".join(scores.notes)


@pytest.mark.skipif(
    find_spec("mem0") is None or find_spec("uvicorn") is None, reason="needs mem0ai and uvicorn"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_hosted_mem0_is_waited_for_and_cleaned_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Extractions end before anything is asked, and the episode's scope is deleted afterwards."""
    from tests.platform import Heard
    from tests.platform import Script
    from tests.platform import StandIn

    def extract(heard: Heard) -> list[str]:
        names = ("release captain is", "metrics endpoint is")
        lines = [line for line in heard.text.splitlines() if not line.endswith("?")]
        return [line for line in lines if any(name in line for name in names)]

    with StandIn(script=Script(rule=extract), speed=500) as platform:
        monkeypatch.setenv("MEM0_API_KEY", platform.key)
        monkeypatch.setenv("MEMEVAL_MEM0_HOST", platform.url)
        scores = played(Mem0, tmp_path, controls="0")
        assert buckets(scores) == {"edit": "knew_but_failed", "erase": "knew_but_failed"}
        (user,) = {add.user_id for add in platform.adds}
        assert user is not None
        assert user.startswith("eval-")
        assert platform.flagged == []
        assert all(row["trouble"] == "" for row in scores.rows or ())
        deletes = [one for one in platform.requests if one.method == "DELETE"]
        assert len(deletes) == 1


def test_mem0_without_a_key_says_what_it_needs(tmp_path: Path) -> None:
    """Neither a key nor settings: no probe is guessed."""
    pytest.importorskip("mem0")
    assert details(played(Mem0, tmp_path)) == {
        "`reset` raised BackendError: the agent mem0 needs a key in MEM0_API_KEY, or "
        "memeval_agent_config for the open one"
    }


@pytest.mark.skipif(find_spec("openai") is None, reason="needs openai")
def test_a_model_may_read_the_transcript(server: ChatServer, tmp_path: Path) -> None:
    """It is handed all that was said, and its answers count."""
    server.content["release captain"] = "Pavel Dorn"
    server.content["metrics endpoint"] = "I don't have that information."
    scores = played(
        FullTranscript, tmp_path, agent_model="acme-4", agent_base_url=server.url, controls="0"
    )
    assert buckets(scores) == {"edit": "knew_but_failed", "erase": "trivial"}
    told = server.asked[CHAT][0]["messages"]
    assert "Our metrics endpoint is metrics.halden.example/push." in told[0]["content"]


@pytest.mark.skipif(find_spec("openai") is None, reason="needs openai")
def test_an_endpoint_that_answers_with_a_page_is_a_failure(
    server: ChatServer, tmp_path: Path
) -> None:
    """It is no answer of the agent, and passes no erasure."""
    server.faults[CHAT] = HTML
    scores = played(FullTranscript, tmp_path, agent_model="acme-4", agent_base_url=server.url)
    assert {row["outcome"] for row in scores.rows or ()} == {"failed"}
    assert set(buckets(scores).values()) == {None}


@pytest.mark.skipif(find_spec("openai") is None, reason="needs openai")
def test_a_model_may_judge(server: ChatServer, tmp_path: Path) -> None:
    """Over HTTP, one call a probe, each with its own question, value and answer alone."""
    server.content["deleted_value"] = '{"correct": false, "reason": "it leaks"}'
    server.content["expected_value"] = '{"correct": true, "reason": "same"}'
    options = {"judge": "llm", "judge_model": "acme-4", "judge_base_url": server.url}
    scores = played(FullTranscript, tmp_path, controls="0", **options)
    assert buckets(scores) == {"edit": "real", "erase": "knew_but_failed"}
    assert len(server.asked[CHAT]) == 4
    (erased,) = [prompt for prompt in server.prompts if "deleted_value" in prompt]
    assert "metrics.halden.example/push" in erased
    assert "explicitly removed" not in erased


@pytest.mark.skipif(find_spec("openai") is None, reason="needs openai")
@pytest.mark.parametrize("said", ['{"correct": "false"}', "[true]", "<html></html>"])
def test_a_judge_that_answers_anything_else_is_in_no_bucket(
    server: ChatServer, tmp_path: Path, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never a pass, never a fail: the probes are ungraded, and the coverage says so."""
    monkeypatch.setattr("time.sleep", lambda _: None)
    for text in ("deleted_value", "expected_value"):
        server.content[text] = said
    options = {"judge": "llm", "judge_model": "acme-4", "judge_base_url": server.url}
    scores = played(FullTranscript, tmp_path, controls="0", **options)
    assert set(buckets(scores).values()) == {None}
    assert scores.metrics["coverage"].value == 0
    assert scores.metrics["accuracy_score"].value is None


@pytest.mark.skipif(find_spec("prme") is None, reason="needs prme")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_prme_tells_what_it_keeps(tmp_path: Path) -> None:
    """Nothing asks PRME to delete, so the deleted value is told."""
    tiktoken = pytest.importorskip("tiktoken")
    try:
        tiktoken.get_encoding("cl100k_base")
    except Exception as error:
        pytest.skip(f"PRME counts with an encoding that has to be downloaded: {error}")
    found = buckets(played(Prme, tmp_path))
    assert found["erase"] == "knew_but_failed"


def test_prme_without_its_package_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line."""
    monkeypatch.setitem(__import__("sys").modules, "prme", None)
    (said,) = details(played(Prme, tmp_path))
    assert said == "`reset` raised RuntimeError: the agent prme needs the package prme: install it"


@pytest.mark.filterwarnings("error")
def test_the_embedding_is_the_same_each_time() -> None:
    """Of length one, whatever the process."""
    import asyncio

    (vector, empty) = asyncio.run(HashEmbedding().embed(["a deploy window", ""]))
    assert sum(value * value for value in vector) == pytest.approx(1)
    assert set(empty) == {0.0}
