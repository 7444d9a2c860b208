"""The rubrics: one file, no other copy, filled in one pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.judges import JudgeError
from pytest_memeval.judges import JudgeSettings
from pytest_memeval.judges import Question
from pytest_memeval.judges import make_judge
from pytest_memeval.judges.rubrics import NAMES
from pytest_memeval.judges.rubrics import Rubric
from pytest_memeval.judges.rubrics import load_rubrics

FULL = "{question} {gold} {agent_answer}"


def file(path: Path, **rubrics: object) -> Path:
    """A file of rubrics; None leaves one out."""
    import yaml

    given = {**dict.fromkeys(NAMES, FULL), **rubrics}
    path.write_text(yaml.safe_dump({k: v for k, v in given.items() if v is not None}))
    return path


def test_ours_are_whole_and_differ() -> None:
    assert set(load_rubrics()) == set(NAMES)
    assert len({rubric.digest for rubric in load_rubrics().values()}) == len(NAMES)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"before": None}, "rubric 'before' is missing"),
        ({"befor": FULL}, "unknown rubric 'befor' (known: answer, before"),
        ({"answer": "{question} {gold}"}, "rubric 'answer' lacks the placeholder {agent_answer}"),
        ({"edit_after": FULL + " {golden}"}, "unknown placeholder {golden}"),
        ({"edit_after": 3}, "rubric 'edit_after' must be a text, got int"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    path = file(tmp_path / "r.yaml", **changed)
    with pytest.raises(JudgeError) as caught:
        load_rubrics(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_all_problems_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(JudgeError) as caught:
        load_rubrics(file(tmp_path / "r.yaml", before=None, answer="x"))
    assert len(str(caught.value).splitlines()) == 4


@pytest.mark.parametrize("text", ["[]", "a: [", "", "\ud800"])
def test_a_file_that_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(JudgeError, match=r"r\.yaml"):
        load_rubrics(path)
    with pytest.raises(JudgeError, match="cannot be read"):
        load_rubrics(tmp_path / "none.yaml")


def test_own_rubrics_are_used(tmp_path: Path) -> None:
    """A judge with rubrics of one's own fails when made, not when asked."""
    with pytest.raises(JudgeError, match="lacks the placeholder"):
        make_judge(JudgeSettings("llm", rubrics=file(tmp_path / "r.yaml", before="x")))


@given(st.text(), st.text(), st.text(min_size=1).filter(str.strip))
def test_placeholders_are_filled_in_one_pass(question: str, answer: str, gold: str) -> None:
    """What is filled in may look like a placeholder, and stays as it is."""
    import json

    answer = "{gold}" + answer + "{question}"
    filled = Rubric("answer", "A{agent_answer}\nB{gold}\nC{question}").fill(
        Question("answer", None, question, gold, None, answer)
    )
    lines = [line[1:] for line in filled.split("\n")]
    assert [json.loads(line) for line in lines] == [answer, gold, question]
    assert not {"<", ">"} & set(filled)
