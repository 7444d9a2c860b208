"""Applies the rules of :mod:`pytest_memeval.gate.rules` and ``statements`` to a window.

A window is sifted turn by turn and line by line: every line is noise, withheld, or open. Noise
never condemns its neighbours. Only what is open is read for statements, and only that is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_memeval.gate import judging
from pytest_memeval.gate import progress
from pytest_memeval.gate import rules
from pytest_memeval.gate import shape
from pytest_memeval.gate import sifting
from pytest_memeval.gate import statements
from pytest_memeval.gate.content import BLOCK_MARK
from pytest_memeval.gate.content import Turn
from pytest_memeval.gate.content import read_window
from pytest_memeval.gate.pattern import Text
from pytest_memeval.gate.pattern import remembering
from pytest_memeval.gate.sifted import Sifted

Action = Literal["drop", "skip", "send"]

#: A statement this strong is said in so many words: no progress talk around it condemns it.
_SAID = statements.LEVELS["conservative"]
#: And one this strong is a statement, so that the turn it stands in is no report.
_STATED = statements.LEVELS["balanced"]


@dataclass(frozen=True, slots=True)
class GateDecision:
    """What the gate decided about a window.

    ``reason`` is the name of the rule that decided. ``kept`` is what would be sent: the turns less
    their noise, less what must never leave, with credentials covered; empty unless ``send``.
    """

    action: Action
    type: str | None = None
    reason: str = ""
    kept: tuple[dict[str, str], ...] = ()


def classify(window: object, level: str = "balanced") -> GateDecision:
    """Decide whether ``window`` is worth sending to a memory store.

    :param window: a list of turns ``{"role": ..., "content": str | blocks}``; never changed.
    :param level: ``conservative``, ``balanced`` or ``aggressive``: how readily a statement that
        carries no cue is sent. What is dropped is the same on every level.
    """
    if level not in statements.LEVELS:
        raise ValueError(f"level must be one of {', '.join(statements.LEVELS)}, given: {level!r}")
    with remembering():
        return _decide(read_window(window), statements.LEVELS[level])


def _decide(turns: Sequence[Turn], enough: int) -> GateDecision:
    sifted = sifting.sift(turns)
    if all(turn.is_noise for turn in sifted):
        return GateDecision("drop", reason=_noise_reason(sifted))
    finding = judging.best_in_window(sifted)
    talk = rules.named_for("report")
    if talk and finding.strength < _SAID and _all_about_progress(turns, sifted):
        return GateDecision("drop", reason=talk)
    if finding.type is None or finding.strength < enough:
        return GateDecision("skip", reason=_skip_reason(sifted, finding))
    return GateDecision("send", finding.type, finding.rule, _kept(sifted))


def _all_about_progress(turns: Sequence[Turn], sifted: Sequence[Sifted]) -> bool:
    """Whether a window is one exchange about how far a machine is: asked, recorded, reported.

    What a sentence is tied to shows only in the whole: so either every turn belongs to the
    exchange, or none is condemned by it.
    """
    rest = [turn for turn, judged in zip(turns, sifted, strict=True) if not judged.is_noise]
    users = [turn for turn in rest if turn.role == "user"]
    others = [turn for turn in rest if turn.role != "user"]
    if len(users) == len(turns) or not all(progress.asks_for_status(turn.text) for turn in users):
        return False
    recorded = any(turn.is_noise and _is_record(turn) for turn in sifted)
    if not others:
        tied = recorded
    elif not recorded and _thanked(sifted):
        # Thanks, and a word or two in return.
        tied = all(progress.is_remark(turn.text) for turn in others)
    else:
        asked = any(turn.role == "user" and progress.asks_for_status(turn.text) for turn in turns)
        tied = all(progress.is_report(turn.text, recorded=recorded, asked=asked) for turn in others)
    return tied and not any(
        judging.judge_turn(judged).strength >= _STATED for judged in sifted if not judged.is_noise
    )


def _thanked(sifted: Sequence[Sifted]) -> bool:
    """Whether the users said something, and all of it was agreement."""
    users = [turn for turn in sifted if turn.role == "user"]
    return bool(users) and all(turn.is_noise and not _is_record(turn) for turn in users)


def _is_record(turn: Sifted) -> bool:
    """Whether a turn of noise was made by a machine, and is more than an agreement."""
    return any(line.rule not in ("bare_ack", "empty_turn") for line in turn.lines)


def _noise_reason(sifted: Sequence[Sifted]) -> str:
    """The rule to name: the first that says more than that nothing was said."""
    names = [line.rule for turn in sifted for line in turn.lines]
    telling = [name for name in names if name not in ("empty_turn", "bare_ack")]
    return next(iter(telling or names), "empty_window")


def _skip_reason(sifted: Sequence[Sifted], finding: judging.Finding) -> str:
    withheld = next(
        (line.rule for turn in sifted for line in turn.lines if line.fate == "withheld"), ""
    )
    if withheld:
        return withheld
    return finding.rule if finding.type is None and finding.rule else "nothing_durable"


def _kept(sifted: Sequence[Sifted]) -> tuple[dict[str, str], ...]:
    kept = []
    for turn in sifted:
        text = turn.steps_text if _has_commands(turn) else turn.open_text
        if rules.RUNNING_FIGURE.found_in(Text.of(text)):
            text = "\n".join(_without_figures(line, turn.role) for line in text.split("\n"))
        text = text.replace(BLOCK_MARK, "").strip()
        if text:
            kept.append({"role": turn.role, "content": text})
    return tuple(kept)


def _without_figures(line: str, role: str) -> str:
    """A line less its sentences that name a running figure and state nothing."""
    if not rules.RUNNING_FIGURE.found_in(Text.of(line)):
        return line
    stays = (
        part
        for part in shape.clauses(line)
        if not rules.RUNNING_FIGURE.found_in(Text.of(part)) or judging.judge(part, role).type
    )
    return " ".join(stays)


def _has_commands(turn: Sifted) -> bool:
    """Whether the turn tells steps, so that its fenced commands belong to them."""
    fenced = any(line.rule == rules.SHELL_BLOCK for line in turn.lines)
    return fenced and judging.judge_steps(turn).type is not None
