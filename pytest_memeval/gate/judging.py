"""Judges what is left of a window: is there a statement worth keeping, and of which type?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_memeval.gate import evidence
from pytest_memeval.gate import languages
from pytest_memeval.gate import rules
from pytest_memeval.gate import statements
from pytest_memeval.gate.kinds import PLAIN
from pytest_memeval.gate.kinds import Statement
from pytest_memeval.gate.sifted import LONGEST
from pytest_memeval.gate.sifted import Sifted


@dataclass(frozen=True, slots=True)
class Finding:
    """The best statement found, or the veto that stood against it (then ``type`` is ``None``)."""

    strength: int
    type: str | None
    rule: str


NOTHING = Finding(0, None, "nothing_durable")


def best_in_window(sifted: Sequence[Sifted]) -> Finding:
    best = NOTHING
    general = choice = False
    for turn in sifted:
        if turn.role == "user":
            general = _asks_generally(turn)
            best = _stronger(best, _judge_answer(turn) if choice else _judge_turn(turn))
        elif not general:
            best = _stronger(best, _judge_turn(turn))
            choice = bool(statements.CHOICE_QUESTION.found_in(turn.open_text[-LONGEST:].lower()))
    return best


def _judge_answer(turn: Sifted) -> Finding:
    """Judge the answer to "this or that?": with a reason it is a decision, however terse."""
    finding = _judge_turn(turn)
    reasoned = statements.REASONED_ANSWER.found_in(turn.open_text[:LONGEST].lower())
    if finding.strength < 30 and finding.rule in ("", "consequence", "how_it_behaves") and reasoned:
        return Finding(30, "decision", "answered_choice")
    return finding


def _stronger(best: Finding, other: Finding) -> Finding:
    if other.strength > best.strength:
        return other
    return other if best is NOTHING and other.rule else best


def _asks_generally(turn: Sifted) -> bool:
    text = turn.open_text[:LONGEST].lower()
    asks = statements.GENERAL_QUESTION.found_in(text)
    return bool(asks) and not statements.ABOUT_US.found_in(text)


def _judge_turn(turn: Sifted) -> Finding:
    best = NOTHING
    for sentence in turn.sentences():
        best = _stronger(best, judge(sentence, turn.role))
    steps = judge_steps(turn)
    return steps if steps.type and steps.strength >= best.strength else best


def judge(sentence: str, role: str) -> Finding:
    """Weigh the strongest statement in ``sentence`` against the strongest veto."""
    sentence = sentence.lower()
    langs = _languages(sentence)
    statement = _best_statement(sentence, role, langs)
    if statement is None:
        return Finding(0, None, _strongest_veto(sentence, role, langs, 0) or "")
    veto = _strongest_veto(sentence, role, langs, statement.strength)
    if veto:
        return Finding(0, None, veto)
    return Finding(statement.strength, _type_of(statement, sentence), statement.name)


def _languages(text: str) -> frozenset[str]:
    words = set(languages.WORD.findall(text))
    langs = {
        lang for lang, marks in languages.LANGUAGE_WORDS.items() if not marks.isdisjoint(words)
    }
    if not text.isascii():
        if languages.CYRILLIC.search(text):
            langs.add("ru")
        if languages.KANA.search(text):
            langs.add("ja")
        elif languages.CJK.search(text):
            langs.add("zh")
    return frozenset(langs)


def _best_statement(sentence: str, role: str, langs: frozenset[str]) -> Statement | None:
    for rule in statements.BY_STRENGTH:
        if (
            role in rule.roles
            and (rule.lang == "en" or rule.lang in langs)
            and rule.pattern.found_in(sentence)
        ):
            return rule
    return None


def _strongest_veto(sentence: str, role: str, langs: frozenset[str], strength: int) -> str:
    """Name of a veto at least as strong as ``strength``."""
    for veto in statements.ALL_VETOES:
        if veto.strength < strength or role not in veto.roles:
            continue
        if (veto.lang == "en" or veto.lang in langs) and veto.pattern.found_in(sentence):
            return veto.name
    return ""


def _type_of(statement: Statement, sentence: str) -> str:
    if statement.type != "standing":
        return statement.type
    for name, pattern in statements.STANDING_TYPES:
        if pattern.found_in(sentence):
            return name
    return statements.STANDING_DEFAULT


def judge_steps(turn: Sifted) -> Finding:
    """Look for steps in a whole turn: a way of doing something is rarely told in one sentence."""
    text = turn.steps_text[:6000].lower()
    if not text:
        return NOTHING
    count = sum(line.rule == rules.SHELL_BLOCK for line in turn.lines)
    count += sum(pattern.count_in(text) for pattern in statements.RUNBOOK_STEPS)
    if count < 2:
        return NOTHING
    for name, strength, pattern in statements.RUNBOOK_CUES:
        if (strength > 40 or count > 2) and pattern.found_in(text):
            veto = _step_veto(turn, strength)
            return Finding(0, None, veto) if veto else Finding(strength, "runbook", name)
    return NOTHING


def _step_veto(turn: Sifted, strength: int) -> str:
    """A plan, a question or a one-off errand is no runbook; one such sentence says so for all."""
    said = [sentence.lower() for sentence in turn.sentences()]
    for sentence in said:
        veto = _strongest_veto(sentence, turn.role, _languages(sentence), strength)
        # "Dashboard frozen? Restart it": only a question at the end asks for something.
        asked_in_passing = veto == "question" and sentence is not said[-1]
        if veto and veto not in ("directive", "reported") and not asked_in_passing:
            return veto
    return ""
