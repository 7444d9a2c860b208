"""What the tests of the judges share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_memeval.judges import Question
from tests.judges.judge_server import JudgeServer

KEY = "sk-test-1234567890"


@pytest.fixture(scope="package")
def _listening() -> Iterator[JudgeServer]:
    with JudgeServer() as server:
        yield server


@pytest.fixture
def server(_listening: JudgeServer, monkeypatch: pytest.MonkeyPatch) -> JudgeServer:
    """A chat endpoint that nobody has asked anything, and a key for it."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    _listening.forget()
    return _listening


def edit(answer: str, gold: str = "Corvale Trust", old: str | None = "Penwick Union") -> Question:
    """An answer after a change."""
    return Question("edit", "after", "Which bank holds my savings?", gold, old, answer)


def erase(answer: str, value: str = "Mirela Stanek") -> Question:
    """An answer after a deletion."""
    return Question("erase", "after", "Who is my dentist?", value, value, answer)
