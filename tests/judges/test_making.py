"""From names to judges, and judges of one's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytest_memeval.judges import JudgeError
from pytest_memeval.judges import JudgeSettings
from pytest_memeval.judges import Verdict
from pytest_memeval.judges import make_judge
from pytest_memeval.judges.base import LONGEST
from tests.judges.conftest import edit
from tests.judges.conftest import erase

OWN = """
import time
from pytest_memeval.judges import Verdict
calls = []
def plain(question, gold, answer):
    calls.append((question, gold, answer))
    return gold in answer
def told(question, gold, answer, *, rubric):
    return (gold in answer) != (rubric == "erase_after")
async def later(question, gold, answer):
    return gold in answer
def full(question, gold, answer):
    return Verdict("ungraded", "too hard", "mine", 2)
def text(question, gold, answer):
    return "true"
def slow(question, gold, answer):
    time.sleep(9)
def broken(question, gold, answer):
    raise RuntimeError("boom")
class Strict:
    def __call__(self, question, gold, answer):
        return gold == answer
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "own_judges.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_judges", raising=False)
    return "own_judges"


@pytest.mark.parametrize(
    ("name", "state"),
    [("plain", "pass"), ("later", "pass"), ("Strict", "fail"), ("full", "ungraded")],
)
def test_a_callable_is_a_judge(own: str, name: str, state: str) -> None:
    """It may be a function, asynchronous, or a class; it returns a bool or a verdict."""
    judge = make_judge(JudgeSettings(f"{own}:{name}"))
    assert judge.judge(edit("It is Corvale Trust")).state == state
    assert judge.name == f"{own}:{name}"
    judge.close()


def test_a_leak_is_judged_by_who_is_told_of_the_deletion(own: str) -> None:
    """A callable that looks for the gold would pass each leak: without `rubric` it has no word."""
    untold = make_judge(JudgeSettings(f"{own}:plain"))
    found = untold.judge(erase("Mirela Stanek"))
    assert (found.state, found.attempts) == ("ungraded", 0)
    assert "take a fourth parameter `rubric`" in found.reason
    assert untold.judge(edit("Corvale Trust")).state == "pass"
    calls = sys.modules[own].calls
    assert calls == [("Which bank holds my savings?", "Corvale Trust", "Corvale Trust")]
    told = make_judge(JudgeSettings(f"{own}:told"))
    assert [told.judge(erase(text)).state for text in ("Mirela Stanek", "No")] == ["fail", "pass"]
    assert told.judge(edit("Corvale Trust")).state == "pass"


@pytest.mark.parametrize(
    ("name", "said"),
    [("broken", "the judge raised RuntimeError: boom"), ("text", "returned 'true', no bool")],
)
def test_what_is_no_verdict_is_ungraded(own: str, name: str, said: str) -> None:
    found = make_judge(JudgeSettings(f"{own}:{name}")).judge(edit("x"))
    assert found.state == "ungraded"
    assert said in found.reason


def test_a_judge_that_hangs_is_left(own: str) -> None:
    found = make_judge(JudgeSettings(f"{own}:slow", timeout=0.1)).judge(edit("x"))
    assert found.state == "ungraded"
    assert found.reason == "the judge gave no answer within 0.1 s (memeval_judge_timeout)"


def test_an_empty_answer_fails_with_any_judge(own: str) -> None:
    assert make_judge(JudgeSettings(f"{own}:plain")).judge(erase(" ")).state == "fail"


def test_an_answer_that_is_too_long_is_not_judged(own: str) -> None:
    found = make_judge(JudgeSettings(f"{own}:plain")).judge(edit("x" * (LONGEST + 1)))
    assert found.state == "ungraded"
    assert not sys.modules[own].calls


def test_its_verdicts_can_be_recorded(own: str, tmp_path: Path) -> None:
    settings = JudgeSettings(f"{own}:plain", cassettes=tmp_path / "tapes", record="once")
    first = make_judge(settings).judge(edit("Corvale Trust"))
    sys.modules[own].calls.clear()
    again = make_judge(settings).judge(edit("Corvale Trust"))
    assert first == Verdict("pass", "", f"{own}:plain", 1)
    assert again == Verdict("pass", "", f"{own}:plain", 0)
    assert not sys.modules[own].calls


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("rul", "did you mean 'rule'?"),
        ("no_such_module:judge", "there is no module 'no_such_module'"),
        ("json:nothing", "json has no 'nothing'"),
        ("json:__name__", "cannot be called"),
    ],
)
def test_a_judge_that_is_not_there(kind: str, said: str) -> None:
    with pytest.raises(JudgeError) as caught:
        make_judge(JudgeSettings(kind))
    assert said in str(caught.value)


def test_the_library_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(JudgeError, match=r"install pytest-memeval\[ee\]"):
        make_judge(JudgeSettings("llm", base_url="http://127.0.0.1:9/v1"))


def test_the_rule_judge_is_never_recorded(tmp_path: Path) -> None:
    judge = make_judge(JudgeSettings(cassettes=tmp_path / "tapes", record="all"))
    assert judge.judge(edit("Corvale Trust")).state == "pass"
    assert not (tmp_path / "tapes").exists()


def test_importing_judges_imports_nothing_heavy() -> None:
    code = (
        "import sys, pytest_memeval.judges\n"
        "heavy = {'pytest', 'yaml', 'openai', 'tenacity', 'jsonschema', 'pydantic', 'httpx'}\n"
        "assert not heavy & {name.partition('.')[0] for name in sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
