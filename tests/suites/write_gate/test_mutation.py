"""Mutants of labelled windows: what may change in them, what must not, and how one is sought."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Search
from pytest_memeval.suites.write_gate.cases import DURABLE_TYPES
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.cases import copy_of
from pytest_memeval.suites.write_gate.cases import parse
from pytest_memeval.suites.write_gate.cases import turn_text
from pytest_memeval.suites.write_gate.cases import window_text
from pytest_memeval.suites.write_gate.decision import Decision
from pytest_memeval.suites.write_gate.decision import loses
from pytest_memeval.suites.write_gate.mutation import mutants
from pytest_memeval.suites.write_gate.mutation import search
from pytest_memeval.suites.write_gate.redraw import fold
from pytest_memeval.suites.write_gate.shape import NOT_MEASURED
from pytest_memeval.suites.write_gate.shape import explore
from pytest_memeval.suites.write_gate.shape import frames_of


def turn(text: Any, role: str = "assistant") -> dict[str, Any]:
    return {"role": role, "content": text}


def made(label: str, *turns: dict[str, Any], identity: str = "one") -> WriteGateCase:
    kept = "preference" if label == "extract" else None
    return WriteGateCase(identity, list(turns), label, kept, "a note")  # type: ignore[arg-type]


BEAT = made("drop", turn("epoch 17/80, loss 0.4412"), turn("exit 0 after 340 s", "tool"))
WISH = made("extract", turn("Always indent with tabs, please.", "user"), turn("Will do."))
TALK = made(
    "exclude",
    turn("Anna wrote 12 mails to Ben", "user"),
    turn([{"type": "text", "text": "Ben read 11 of them, says Anna"}]),
    turn("Anna waits for 340 more", "user"),
)
FRAMES = frames_of([BEAT, made("drop", turn("62% complete"), turn("ok", "user"))])


def budget(examples: int = 60, **more: Any) -> Search:
    return Search(**{"examples": examples, "seconds": 20, "seed": 7, **more})


def drop_if(test: Any) -> Any:
    """A gate that drops the windows of whose text a test holds, and sends all others."""

    def decide(case: WriteGateCase) -> Decision:
        text = window_text(case.window)
        return Decision("drop") if test(text) else Decision("send", kept=text)

    return decide


def looked(case: WriteGateCase, decide: Any, **more: Any) -> dict[str, Any]:
    return explore(case, decide, FRAMES, budget(**more))


def pasted(entry: str) -> WriteGateCase:
    """The entry as a fixture file would give it."""
    (raw,) = yaml.safe_load(entry)
    return parse([RawCase(raw, 1)], DURABLE_TYPES)[0]


# --- what may change


@given(mutants(BEAT, []))
def test_a_drop_mutant_is_made_of_frames_of_the_same_shape(window: list[dict[str, Any]]) -> None:
    """Each turn folds to one of the window's own, whatever blanks are around it."""
    shapes = {fold(turn_text(each)) for each in BEAT.window}
    assert {fold(turn_text(each).strip()) for each in window} <= shapes
    assert 1 <= len(window) <= len(BEAT.window) + 3


@given(mutants(BEAT, []))
def test_only_machines_change_roles(window: list[dict[str, Any]]) -> None:
    """A tool may answer as a function; nobody speaks in the user's name."""
    roles = {(fold(turn_text(each).strip()), each["role"]) for each in window}
    assert roles <= {
        ("epoch <count>, loss <number>", "assistant"),
        ("exit <number> after <number> s", "tool"),
        ("exit <number> after <number> s", "function"),
    }


@given(mutants(WISH, FRAMES))
def test_the_turns_of_an_extract_window_are_never_altered(window: list[dict[str, Any]]) -> None:
    """They come in their order, word for word; all else are frames in a machine's role."""
    kept = [each for each in window if each in WISH.window]
    assert kept == WISH.window
    shapes = {(each["role"], fold(turn_text(each))) for each in FRAMES}
    others = [each for each in window if each not in WISH.window]
    assert {(each["role"], fold(turn_text(each))) for each in others} <= shapes


def test_frames_are_what_machines_say_in_drop_windows() -> None:
    """A user's turn is no frame, nor is a turn of another label or one without text."""
    cases = [BEAT, WISH, made("drop", turn("yes", "user"), turn(" "), turn("62%", "tool"))]
    assert [turn_text(frame) for frame in frames_of(cases)] == [
        "epoch 17/80, loss 0.4412",
        "exit 0 after 340 s",
        "62%",
    ]


@given(mutants(TALK, []))
def test_a_person_keeps_one_name_through_an_exclude_window(window: list[dict[str, Any]]) -> None:
    """Names change alike in all turns and blocks, and two people never become one."""
    one, two, three = (turn_text(each).split() for each in window)
    assert (one[0], one[5]) == (two[-1], two[0]) == (three[0], one[5])
    assert one[0] != one[5]


@given(mutants(made("drop"), []))
def test_an_empty_window_has_an_empty_mutant(window: list[dict[str, Any]]) -> None:
    """There is nothing in it to change."""
    assert window == []


def test_every_label_moves() -> None:
    """Over a search, windows of each label take many forms, and the case itself keeps its own."""
    for case in (BEAT, WISH, TALK):
        before, seen = copy_of(case.window), set()

        def note(window: Any, seen: set[str] = seen) -> str:
            seen.add(repr(window))
            window.clear()  # whoever is asked may do with its copy what it likes
            return ""

        found = search(mutants(case, FRAMES), note, budget(), b"key")
        assert found.window is None
        assert found.examples == len(seen) > 20
        assert case.window == before


# --- the search


def test_a_good_gate_has_no_counterexample() -> None:
    """One that goes by shape keeps each decision; the windows tried are counted."""
    for case, decide in (
        (BEAT, drop_if(lambda text: True)),
        (WISH, drop_if(lambda text: False)),
        (TALK, drop_if(lambda text: "mails" in text)),
    ):
        found = looked(case, decide)
        assert (found["holds"], found["counterexample"]) == (True, None)
        assert 1 < found["examples"] <= 60


@pytest.mark.parametrize("case", [BEAT, TALK], ids=["drop", "exclude"])
def test_a_counterexample_is_the_smallest(case: WriteGateCase) -> None:
    """One number of one turn is another; no frame is added and nothing else is touched."""
    numbers = [part for part in window_text(case.window).split() if part[0].isdigit()]
    found = looked(case, drop_if(lambda text: all(number in text for number in numbers)))
    assert found["holds"] is False
    assert found["said"] == "got send instead of drop"
    window = pasted(found["counterexample"]).window
    assert len(window) <= len(case.window)
    changed = [(a, b) for a, b in zip(case.window, window, strict=True) if a != b]
    assert len(changed) == 1
    old, new = (turn_text(each).split() for each in changed[0])
    assert sum(a != b for a, b in zip(old, new, strict=True)) == 1


def test_in_blocks_too_one_number_is_redrawn() -> None:
    """The parts of a turn are counted through its blocks; other blocks stay as they are."""
    picture = {"type": "image", "source": {"data": "12 13"}}
    blocks = [{"type": "text", "text": "17 steps"}, picture, {"type": "text", "text": "340 left"}]
    case = made("drop", turn(blocks))
    found = looked(case, drop_if(lambda text: "340" in text))
    (only,) = pasted(found["counterexample"]).window
    first, second, third = only["content"]
    assert (first, second) == (blocks[0], picture)
    assert third["text"] != "340 left"
    assert fold(third["text"]) == "<number> left"


def test_around_a_fact_one_frame_is_enough() -> None:
    """A gate that drops whatever window holds a frame is shown the fact and one frame."""
    found = looked(WISH, drop_if(lambda text: "epoch" in text or "exit" in text))
    window = pasted(found["counterexample"]).window
    assert found["said"] == "got drop instead of send"
    assert len(window) == len(WISH.window) + 1
    assert [each for each in window if each in WISH.window] == WISH.window


def test_a_payload_that_loses_a_line_is_a_counterexample() -> None:
    """Still sent is not enough: what is sent must still hold what it held."""

    def first_turn(case: WriteGateCase) -> Decision:
        return Decision("send", kept=turn_text(case.window[0]))

    found = looked(WISH, first_turn)
    assert found["holds"] is False
    assert found["said"] == "the payload lost 'Always indent with tabs, please.'"


def test_a_gate_that_raises_on_a_mutant_is_caught_and_told() -> None:
    """The error is in the note of the counterexample."""

    def decide(case: WriteGateCase) -> Decision:
        if len(case.window) > 2:
            return Decision("unreadable", shown="raised ValueError: too long")
        return Decision("drop")

    found = looked(BEAT, decide)
    assert found["said"] == "got unreadable (raised ValueError: too long) instead of drop"
    assert len(pasted(found["counterexample"]).window) == 3


def test_a_window_that_is_missed_has_no_decision_to_keep() -> None:
    """No mutant of it is tried, and it neither holds nor fails."""
    found = looked(BEAT, drop_if(lambda text: False))
    assert (found["examples"], found["holds"], found["counterexample"]) == (0, None, None)
    assert found["said"] == "the window itself is decided send"


def test_a_mutant_that_nobody_decided_proves_nothing() -> None:
    """Where the subject skips every mutant there is no counterexample and nothing that holds."""
    answers = iter([Decision("drop")])

    def decide(case: WriteGateCase) -> Decision:
        return next(answers, Decision(NOT_MEASURED, shown="skipped: no key"))

    found = looked(BEAT, decide)
    assert (found["examples"], found["holds"], found["counterexample"]) == (0, None, None)


def test_a_gate_that_rolls_dice_does_not_break_the_search() -> None:
    """What it said first of a window counts, however it would decide the next time."""
    dice = random.Random(3)
    first = iter([Decision("drop")])

    def decide(case: WriteGateCase) -> Decision:
        return next(first, None) or Decision(dice.choice(["drop", "send"]))

    assert looked(BEAT, decide)["holds"] is False


# --- budgets, seeds and memory


def test_no_time_is_no_measurement() -> None:
    """With no second to spend nothing is tried, and nothing holds."""
    found = looked(BEAT, drop_if(lambda text: True), seconds=0)
    assert (found["examples"], found["holds"]) == (0, None)


def test_a_slow_subject_is_stopped() -> None:
    """After the seconds it has, no further window is tried; those tried before count."""

    def slow(case: WriteGateCase) -> Decision:
        time.sleep(0.02)
        return Decision("drop")

    start = time.monotonic()
    found = looked(BEAT, slow, seconds=0.2, examples=5000)
    assert time.monotonic() - start < 8
    assert 1 <= found["examples"] <= 11
    assert found["holds"] is True


def test_a_counterexample_is_kept_when_time_runs_out_while_shrinking() -> None:
    """The smallest found so far is the answer."""

    def slow(case: WriteGateCase) -> Decision:
        time.sleep(0.02)
        return Decision("drop" if case.window == BEAT.window else "send")

    found = looked(BEAT, slow, seconds=0.15, examples=5000)
    assert found["holds"] is False
    assert pasted(found["counterexample"]).window != BEAT.window


def test_a_seed_draws_the_same_again() -> None:
    """The same windows in the same order; another seed draws others."""

    def drawn(seed: int | None) -> list[str]:
        seen: list[str] = []

        def note(window: Any) -> str:
            seen.append(repr(window))
            return ""

        search(mutants(BEAT, []), note, budget(seed=seed), b"key")
        return seen

    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)
    assert drawn(None) == drawn(None)


def test_what_was_found_once_is_tried_first(tmp_path: Path) -> None:
    """The folder remembers a counterexample for its subject and case, and for no other."""
    decide = drop_if(lambda text: "340" in text)
    remembering = {"database": str(tmp_path / "examples"), "scope": "suite gate"}
    first = looked(BEAT, decide, **remembering)
    assert first["holds"] is False
    tried = []

    def noting(case: WriteGateCase) -> Decision:
        tried.append(decide(case).action)
        return decide(case)

    again = looked(BEAT, noting, **{**remembering, "seed": 99})
    assert again["counterexample"] == first["counterexample"]
    assert tried[:2] == ["drop", "send"]
    tried.clear()
    looked(BEAT, noting, **{**remembering, "scope": "suite other", "seed": 99})
    assert tried[:2] == ["drop", "drop"]


# --- the entry to paste


_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.lists(_TEXTS, min_size=1, max_size=3), st.booleans())
def test_an_entry_says_the_window_to_the_letter(texts: list[str], same: bool) -> None:
    """Line breaks, blanks at ends, controls and marks that reorder text survive YAML."""
    blocks = [{"type": "text", "text": text} for text in texts]
    window = [turn(text) for text in texts] + [turn(blocks)] * (2 if same else 1)
    case = made("extract", *window)
    found = looked(
        case, lambda case: Decision("send" if len(case.window) == len(window) else "skip")
    )
    entry = found["counterexample"]
    assert "&id" not in entry
    kept = [each for each in pasted(entry).window if each in window]
    assert kept == window


def test_an_entry_has_an_id_of_its_own() -> None:
    """Also that of a very long id, and that of another mutant of the same case."""
    long = made("drop", *BEAT.window, identity="x" * 200)
    first = pasted(looked(long, drop_if(lambda text: "340" in text))["counterexample"])
    second = pasted(looked(long, drop_if(lambda text: "0.4412" in text))["counterexample"])
    assert len({long.id, first.id, second.id}) == 3
    assert first.label == "drop"
    assert first.note == f"A mutant of {long.id}: got send instead of drop."


# --- payload_loss


@pytest.mark.parametrize(
    ("kept", "lost"),
    [
        ("Always indent with tabs, please.", False),
        ("always indent with TABS", False),
        ("epoch 17/80, loss 0.4412, training is running well", True),
        ("tabs", True),
        ("", True),
        (None, None),
    ],
)
def test_a_payload_without_the_durable_turn_has_lost_it(
    kept: str | None, lost: bool | None
) -> None:
    """Half the words of a turn without noise are enough; a turn of noise is no durable one."""
    noise = turn("epoch 17/80, loss 0.4412, training is running well", "tool")
    case = made("extract", turn("Always indent with tabs, please.", "user"), noise)
    assert loses(case, Decision("send", kept=kept)) is lost


def test_a_window_of_noise_alone_is_judged_by_all_of_it() -> None:
    """Where each turn carries a marker, the fact is in one of them."""
    mixed = made("extract", turn("At epoch 17/80 remember to lower the learning rate", "user"))
    assert loses(mixed, Decision("send", kept="something else entirely")) is True
    assert loses(mixed, Decision("send", kept=window_text(mixed.window))) is False
    assert loses(BEAT, Decision("send", kept="x")) is None
