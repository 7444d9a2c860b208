"""The plan says what could go and why; nothing is deleted, and no survivor is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.cli import main
from pytest_memeval.suites.corpus import plan as plans
from pytest_memeval.suites.corpus import scoring
from pytest_memeval.suites.corpus.audit import Ask
from pytest_memeval.suites.corpus.audit import audit
from pytest_memeval.suites.corpus.copies.differences import difference
from pytest_memeval.suites.corpus.looking.echoes import reference
from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import Memory
from pytest_memeval.suites.corpus.plan import lines
from pytest_memeval.suites.corpus.plan import steps
from pytest_memeval.suites.corpus.rows import row_of
from tests.suites.corpus import synthetic

pytest.importorskip("rensa")


def planned(*memories: Memory) -> dict[str, tuple[str, str | None]]:
    """For each memory in the plan: what to do, and what survives."""
    made = audit(Corpus("c", list(memories)), Ask(workers=1))
    return {
        step["id"]: (step["action"], step["survivor"] and step["survivor"]["id"])
        for step in steps(made)
    }


LONG = "the quarterly report of the harbour office goes to Mina before the board meets in Lisbon"


def test_the_newest_of_a_cluster_survives() -> None:
    """Copies go, rewordings are merged, and both name who stays."""
    assert planned(
        Memory(LONG, "old", "2026-01-01"),
        Memory(LONG.replace("board", "whole board"), "new", "2026-03-01"),
        Memory(LONG, "older", "2025-01-01"),
        Memory(LONG.replace("board", "whole board"), "copy", "2026-02-01"),
        Memory("Ana likes tea", "fine"),
    ) == {"old": ("merge", "new"), "older": ("merge", "new"), "copy": ("remove", "new")}


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Mina", "Noor", "names (mina / noor)"),
        ("Mina", "room 12", "numbers (mina / room 12)"),
        ("before", "after", "sense (after / before)"),
        ("goes", "never goes", "sense (- / never)"),
        ("board", "monday", "dates or times (board / monday)"),
        ("board", "council", "words (board / council)"),
        ("goes", "nearly goes", "words (- / nearly)"),
        ("report", "report ✅", "symbols (- / ✅)"),
        ("the board", "THE BOARD,", ""),
        ("goes to", "still goes to", ""),
    ],
)
def test_two_facts_are_never_merged(one: str, other: str, said: str) -> None:
    """What differs in more than its wording is for people to compare."""
    made = audit(Corpus("c", [Memory(LONG), Memory(LONG.replace(one, other))]), Ask(workers=1))
    assert made.findings["near_duplicate_rate"].k == 2
    steps_made = list(steps(made))
    assert [step["action"] for step in steps_made] == ["compare" if said else "merge"]
    assert said in steps_made[0]["reason"]


def test_the_opposite_of_a_rule_is_no_echo_to_remove() -> None:
    """In nearly the same words a memory may say something else than a file does."""
    rules = reference([("CLAUDE.md", "- Never push directly to the main branch\n")])
    texts = [
        "Push directly to the main branch",
        "Never push directly to the main branch, ever",
        "Never push directly to the develop branch",
    ]
    made = audit(Corpus("c", [Memory(text) for text in texts]), Ask(workers=1, reference=rules))
    assert made.findings["boot_file_echo_rate"].k == 3
    said = {step["text"]: step["action"] for step in steps(made)}
    assert said == {texts[0]: "compare", texts[1]: "remove", texts[2]: "compare"}


def test_the_order_of_words_is_a_difference() -> None:
    """The same words in another order may say the opposite; other marks say nothing."""
    assert difference("Ana reports to Ben", "Ben reports to Ana") == "the order of words"
    assert difference("Ana reports to Ben", "So Ben reports to Ana") == "the order of words"
    assert difference("She writes C# at home", "She writes C at home") == "symbols (# / -)"
    assert difference("In flats the cats sleep", "In the flats the cats still sleep") == ""
    assert difference("火曜日に送る", "木曜日に送る").startswith("names")
    assert difference("Reports, to Ben!", "reports to BEN") == ""


def test_a_plan_holds_no_secret() -> None:
    """Ids, users and places are covered as texts are; an id of random letters stays."""
    key, plain = "sk-proj-abc123def456ghi789jkl012", "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z"
    rows = [
        Memory(LONG, id, user=key, type=key, place=f"m.json#{key}/1")
        for id in (key, plain, "a", "b")
    ]
    made = audit(Corpus("c", rows), Ask(workers=1))
    said = "".join(lines(made)) + repr(row_of("audit", made))
    assert key not in said
    assert plain in said


def test_what_is_not_a_text_holds_no_secret_either() -> None:
    """Types, users and long ids are covered, and a name may stand a line before its value."""
    key, bearer = "sk-proj-abc123def456ghi789jkl012", "q8Zr7Kp2Xw9Lm4Vt6Yb1Nc3"
    rows = [
        Memory(LONG, "a" * 1000 + f" {key}", user=f"Bearer {bearer}", type=f"Bearer {bearer}"),
        Memory(LONG, f"Bearer {bearer}", type=f"Bearer {bearer[::-1]}"),
        Memory(f"password:\n{bearer}", "p"),
    ]
    made = audit(Corpus("c", rows), Ask(workers=1))
    row = row_of("audit", made)
    said = "".join(lines(made)) + repr(row) + repr(scoring.score([row]))
    assert not [secret for secret in (key, bearer, bearer[::-1]) if secret in said]
    assert row["types"]["Bearer [REDACTED]"]["memories"] == 2


def test_a_reason_names_no_words_beside_a_secret() -> None:
    """In small letters and alone a secret is not known as one."""
    secret = "Zx9kQ2mW7pL4tR8v"
    rows = [Memory(f"{LONG}; the password is {secret}", "s", "2026-01-02"), Memory(LONG, "o")]
    made = audit(Corpus("c", rows), Ask(workers=1))
    reasons = {step["id"]: (step["action"], step["reason"]) for step in steps(made)}
    assert reasons["s"][0] == "review"
    assert reasons["o"][0] == "compare"
    assert "they differ in numbers: look" in reasons["o"][1]
    assert secret.lower() not in "".join(lines(made)).lower()


def test_no_memory_of_one_user_goes_for_another_users() -> None:
    """What two people both prefer is two memories."""
    both = [Memory(LONG, "a", user="ana"), Memory(LONG, "b", user="ben")]
    assert planned(*both) == {}


def test_noise_goes_and_the_last_of_it_is_looked_at() -> None:
    """Heartbeats are removed; the last of their cluster is for people to judge."""
    frames = [Memory(f"Epoch {n}/20, loss 0.4{n}", str(n), f"2026-01-0{n}") for n in (1, 2, 3)]
    assert planned(*frames) == {
        "1": ("remove", "3"), "2": ("remove", "3"), "3": ("review", None),
    }  # fmt: skip


def test_secrets_and_contradictions_are_for_people() -> None:
    """Nothing decides by itself which value is right, or that a key is safe once it is gone."""
    assert planned(
        Memory("DB_PASSWORD=correcthorse99", "s"),
        Memory("The staging port is 5432", "one"),
        Memory("The staging port is 5433", "two"),
    ) == {"s": ("review", None), "one": ("review", None), "two": ("review", None)}


def test_what_the_store_says_is_replaced_goes() -> None:
    """A memory that another one has superseded can go."""
    assert planned(Memory("Ana likes tea", "x", current=False)) == {"x": ("remove", None)}


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["audit", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_audits_and_writes_a_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It prints all metrics, writes one step a line, and leaves the store as it was."""
    store = synthetic.seed_audit(600).write(tmp_path / "m.jsonl")
    before = store.read_bytes()
    plan = tmp_path / "plan.jsonl"
    code, out, err = run(capsys, store, "--plan", plan, "--workers", "1")
    assert (code, err) == (0, "")
    assert "near_duplicate_rate       0.2" in out
    assert "nothing was deleted" in out
    assert store.read_bytes() == before
    found: list[dict[str, Any]] = [json.loads(line) for line in plan.read_text().splitlines()]
    assert len(found) >= 119
    assert set(found[0]) == {"action", "reason", "id", "place", "text", "cluster", "survivor"}
    gone = {step["id"] for step in found if step["action"] in ("remove", "merge")}
    assert not gone & {step["survivor"]["id"] for step in found if step["survivor"]}


def test_the_command_speaks_to_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json all that it found is one document: numbers, examples, oddities and the plan."""
    store, plan = tmp_path / "m.jsonl", tmp_path / "plan.jsonl"
    store.write_text(3 * '{"memory": "Prefers tabs"}\n' + '{"memory": ""}\n')
    code, out, err = run(capsys, store, "--json", "--plan", plan)
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["store"], found["memories"]) == (str(store), 3)
    assert found["exceeded"] == ["near_duplicate_rate"]
    rate = found["metrics"]["exact_duplicate_rate"]
    assert (rate["value"], rate["k"], rate["n"], len(rate["interval"])) == (1, 3, 3, 2)
    assert rate["examples"][0]["place"] == "m.jsonl:1"
    assert found["metrics"]["stale_rate"]["value"] is None
    assert [cluster["size"] for cluster in found["clusters"]] == [3]
    assert found["oddities"] == ["1 text is empty and not counted (m.jsonl:4)"]
    assert found["plan"] == {"file": str(plan), "steps": {"remove": 2}}
    assert len(plan.read_text().splitlines()) == 2
    code, out, _ = run(capsys, store, "--json")
    assert json.loads(out)["plan"] is None
    store.write_text("")
    assert run(capsys, store, "--json")[:2] == (1, "")


def test_a_plan_replaces_an_earlier_one_and_nothing_else_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its mode stays, a link to it stays a link, and a plan of nothing is known again as one."""
    store = tmp_path / "m.jsonl"
    store.write_text('{"memory": "Prefers tabs"}\n')
    plan, link = tmp_path / "plan.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(plan)
    code, out, _ = run(capsys, store, "--plan", link)
    assert (code, "nothing to do" in out) == (0, True)
    assert json.loads(plan.read_text())["action"] == "none"
    plan.chmod(0o640)
    store.write_text(
        '{"id": "a", "memory": "Prefers tabs"}\n{"id": "b", "memory": "Prefers tabs"}\n'
    )
    code, out, _ = run(capsys, store, "--plan", link)
    assert (code, "1 to remove" in out) == (0, True)
    assert json.loads(plan.read_text())["action"] == "remove"
    assert link.is_symlink()
    assert plan.stat().st_mode & 0o777 == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"m.jsonl", "plan.jsonl", "link.jsonl"}


def test_the_command_takes_a_reference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a boot file at hand, what restates it is told."""
    (tmp_path / "CLAUDE.md").write_text(synthetic.BOOT_FILE)
    store = tmp_path / "m.csv"
    store.write_text("body\nUser prefers four spaces over tabs in Python modules always\n")
    words = (store, "--column", "text = body", "--reference", tmp_path / "CLAUDE.md")
    code, out, _ = run(capsys, *words, "--plan", tmp_path / "plan.jsonl")
    assert code == 0
    assert "boot_file_echo_rate       1.000 (1/1)" in out
    assert "restates CLAUDE.md:3" in (tmp_path / "plan.jsonl").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("m.jsonl", "--plan", "empty.jsonl"), "is there and is no plan; it is left as it is"),
        (("m.jsonl", "--plan", "folder"), "is there and is no plan; it is left as it is"),
        (("m.jsonl", "--plan", "pipe"), "is there and is no plan; it is left as it is"),
        (("m.jsonl", "--plan", "/dev/null"), "is there and is no plan; it is left as it is"),
        (("m.jsonl", "--plan", "no/where.jsonl"), "there is no folder"),
        (("m.jsonl", "--reference", "pipe"), "'pipe' is no regular file"),
        (("nowhere.jsonl",), "there is no such file or folder"),
        (("m.jsonl", "--threshold", "2"), "memeval_corpus_threshold must lie in 0 to 1"),
        (("m.jsonl", "--plan", "m.jsonl"), "a plan must not lie in the store itself"),
        (("m.jsonl", "--plan", "other.txt"), "is there and is no plan; it is left as it is"),
        (("m.jsonl", "--plan", "edited.jsonl"), "is there and is no plan; it is left as it is"),
        (("empty.jsonl",), "no memory to measure"),
    ],
)
def test_what_cannot_be_done_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    """A wrong option or a useless store is a line and exit code 1; no file is replaced."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.jsonl").write_text('{"memory": "one"}\n')
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "other.txt").write_text("somebody else's")
    noted = json.dumps(plans.NOTHING) + "\nkeep the second one\n"
    (tmp_path / "edited.jsonl").write_text(noted)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    code, _, err = run(capsys, *words)
    assert code == 1
    assert said in err
    assert (tmp_path / "other.txt").read_text() == "somebody else's"
    assert (tmp_path / "edited.jsonl").read_text() == noted
    assert (tmp_path / "m.jsonl").read_text() == '{"memory": "one"}\n'
