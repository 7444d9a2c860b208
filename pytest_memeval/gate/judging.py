"""Judges what is left of a window: is there a statement worth keeping, and of which type?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_memeval.gate import evidence
from pytest_memeval.gate import languages
from pytest_memeval.gate import rules
from pytest_memeval.gate import statements
from pytest_memeval.gate.kinds import PLAIN
from pytest_memeval.gate.kinds import Statement
from pytest_memeval.gate.kinds import Veto
from pytest_memeval.gate.pattern import Text
from pytest_memeval.gate.sifted import LONGEST
from pytest_memeval.gate.sifted import Sifted


@dataclass(frozen=True, slots=True)
class Finding:
    """The best statement found, or the veto that stood against it (then ``type`` is ``None``)."""

    strength: int
    type: str | None
    rule: str


#: Where a clause may begin.
_BREAKS = re.compile(r"[,;:\n，；：。、→]")
NOTHING = Finding(0, None, "nothing_durable")

#: From here on a statement is made in so many words.
_SAID = statements.LEVELS["conservative"]
#: Below this nothing but the form of a sentence speaks for it.
_UNCUED = 24
#: What a step takes up at most; where they stand further apart, something else is told.
_STEP_LENGTH = 150
#: No more of a turn is read for steps.
_STEPS_LENGTH = 6_000
#: How far around the best sentence of a long turn its type is looked for.
_NEAR = 3
#: How far back an offer is looked for in the turn before the answer.
_OFFER = 2 * LONGEST
#: How much has to speak for a type before a turn without a cue counts.
_ENOUGH = 4
#: A cause takes a sentence or two; what is shorter puts the question off. In characters.
_CAUSE_TOLD = 60
#: One such sentence, and the rest of the turn is no statement either.
_SPOILS = frozenset({"undecided", "misattributed", "hearsay", "secret", "small_talk", "narration"})
#: Such sentences say nothing about the type of the others.
_UNTYPED = _SPOILS | {
    "moment",
    "question",
    "task_only",
    "reported",
    "narration",
    "general_knowledge",
}


def best_in_window(sifted: Sequence[Sifted]) -> Finding:
    """Return the strongest finding of a window; the first of several that are equally strong."""
    best = NOTHING
    offer = ""
    general = after_cause = False
    for turn in sifted:
        if turn.role == "user":
            general = _asks_generally(turn)
            after_cause = not general and _asks_for_cause(turn)
            finding = _judge_answer(turn, offer)
            offer = ""
        else:
            finding = NOTHING if general else judge_turn(turn)
            if after_cause and finding.strength < PLAIN:
                finding = _cause_told(turn, finding)
            offer = f"{offer}\n{turn.open_text.lower()}"[-_OFFER:]
        best = _stronger(best, finding)
    return best


def _judge_answer(turn: Sifted, offer: str) -> Finding:
    """Judge what the user says: an answer to "this or that?" is a decision, however terse."""
    finding = judge_turn(turn)
    if not offer or finding.strength >= _SAID:
        return finding
    answer, made = Text.of(turn.open_text[:LONGEST]), Text.of(offer)
    if statements.PROPOSAL.found_in(made) and statements.ASSENT.found_in(answer):
        return Finding(_SAID, "decision", "accepted_proposal")
    if statements.TAKEN_OVER.found_in(answer) and _count_steps(made) > 2:
        return Finding(_SAID, "runbook", "steps_taken_over")
    terse = finding.rule not in _UNTYPED
    asked = statements.CHOICE_QUESTION.found_in(made)
    if terse and asked and statements.REASONED_ANSWER.found_in(answer):
        return Finding(_SAID, "decision", "answered_choice")
    return finding


def _stronger(best: Finding, other: Finding) -> Finding:
    if other.strength > best.strength:
        return other
    return other if best is NOTHING and other.rule else best


def _asks_generally(turn: Sifted) -> bool:
    text = Text.of(turn.open_text[:LONGEST])
    return statements.GENERAL_QUESTION.found_in(text) and not statements.ABOUT_US.found_in(text)


def _asks_for_cause(turn: Sifted) -> bool:
    text = Text.of(turn.open_text[:LONGEST])
    return bool(statements.CAUSE_QUESTION.found_in(text))


def _cause_told(turn: Sifted, finding: Finding) -> Finding:
    """The answer to "why did it …?" is the cause found, however it is worded, unless it doubts."""
    told = Text.of(turn.open_text[:LONGEST])
    if len(told) < _CAUSE_TOLD or statements.DOUBT.found_in(told):
        return finding
    return Finding(PLAIN + 2, "insight", "cause_told")


def judge_turn(turn: Sifted) -> Finding:
    """Weigh every sentence and the steps they may form, then settle the type on all of it."""
    said = list(turn.sentences())
    judged = {sentence: judge(sentence, turn.role) for sentence in set(said)}
    findings = [judged[sentence] for sentence in said]
    findings.append(judge_steps(turn))
    best = NOTHING
    for finding in findings:
        best = _stronger(best, finding)
    spoilt = next((finding for finding in findings if finding.rule in _SPOILS), None)
    if spoilt and best.strength < _UNCUED:
        return spoilt
    if best.type is None and best.rule == "general_knowledge":
        return best
    weights = evidence.weigh(_own_words(findings, said, best), turn.role)
    if best.strength < PLAIN:
        errand = all(finding.rule == "directive" for finding in findings[:-1])
        # The assistant explains more often than it decides.
        doubtful = errand or (
            turn.role != "user" and weights.get("decision", 0) >= weights.get("insight", 0)
        )
        best = _told_in_all(weights, _ENOUGH + 2 if doubtful else _ENOUGH) or best
    if best.type is None:
        return best
    return _typed(best, findings, weights, turn)


def _own_words(findings: Sequence[Finding], said: Sequence[str], best: Finding) -> Text:
    """What was said around the best sentence, less what asks or doubts or tells of others."""
    middle = findings.index(best) if best.type and best in findings[: len(said)] else 0
    reach = _NEAR if best.strength >= PLAIN else len(said)
    kept = (
        text
        for number, (finding, text) in enumerate(zip(findings, said, strict=False))
        if finding.rule not in _UNTYPED and abs(number - middle) <= reach
    )
    return Text.of("\n".join(kept)[: 4 * LONGEST])


def _told_in_all(weights: dict[str, float], enough: int) -> Finding | None:
    """What no sentence says by itself, the whole turn may: a choice here, its reason there."""
    kind = max(weights, key=lambda name: weights[name], default="")
    if weights.get(kind, 0) < enough:
        return None
    return Finding(PLAIN + 2, kind, "told_in_all")


def _typed(
    best: Finding, findings: Sequence[Finding], weights: dict[str, float], turn: Sifted
) -> Finding:
    """Settle the type: the cue of a sentence counts, and so does what stands around it."""
    cues: dict[str, float] = {}
    for finding in findings:
        if finding.type:
            worth = evidence.worth_of(finding.strength, finding.rule)
            cues[finding.type] = max(cues.get(finding.type, 0.0), worth)
    if "runbook" in cues:
        cues["runbook"] += min(_count_steps(Text.of(turn.steps_text[:_STEPS_LENGTH])), 6) * 0.9
    for name, worth in cues.items():
        weights[name] = weights.get(name, 0) + worth
    kind = max(weights, key=lambda name: (weights[name], name == best.type))
    return Finding(best.strength, kind, best.rule)


def judge(sentence: str, role: str) -> Finding:
    """Weigh the strongest statement in ``sentence`` against the strongest veto."""
    text = Text.of(sentence)
    langs = _languages(text)
    statement = _best_statement(text, role, langs)
    veto = _strongest_veto(text, role, langs, statement.strength if statement else 0)
    if veto or statement is None:
        return Finding(0, None, veto)
    return Finding(statement.strength, _type_of(statement, text), statement.name)


def _languages(text: str) -> frozenset[str]:
    words = set(languages.WORD.findall(text))
    langs = {
        lang for lang, marks in languages.LANGUAGE_WORDS.items() if not marks.isdisjoint(words)
    }
    if not text.isascii():
        if languages.CYRILLIC.search(text):
            langs.add("ru")
        if languages.HANGUL.search(text):
            langs.add("ko")
        if languages.KANA.search(text):
            langs.add("ja")
        elif languages.CJK.search(text):
            langs.add("zh")
    return frozenset(langs)


@lru_cache(maxsize=256)
def _statements_for(role: str, langs: frozenset[str]) -> tuple[Statement, ...]:
    """The statements to look for, strongest first."""
    spoken = langs | {"en"}
    return tuple(
        rule for rule in statements.BY_STRENGTH if role in rule.roles and rule.lang in spoken
    )


@lru_cache(maxsize=256)
def _vetoes_for(role: str, langs: frozenset[str], strength: int) -> tuple[Veto, ...]:
    """The vetoes that can stand against a statement of ``strength``."""
    spoken = langs | {"en"}
    return tuple(
        veto
        for veto in statements.ALL_VETOES
        if veto.strength >= strength and role in veto.roles and veto.lang in spoken
    )


def _best_statement(sentence: Text, role: str, langs: frozenset[str]) -> Statement | None:
    may_hold = sentence.may_hold
    for rule in _statements_for(role, langs):
        if rule.pattern.bits & may_hold and rule.pattern.found_in(sentence):
            return rule
    return None


def _strongest_veto(sentence: Text, role: str, langs: frozenset[str], strength: int) -> str:
    """Name of a veto at least as strong as ``strength``."""
    may_hold = sentence.may_hold
    for veto in _vetoes_for(role, langs, strength):
        if veto.pattern.bits & may_hold and veto.pattern.found_in(sentence):
            return veto.name
    return ""


def _type_of(statement: Statement, sentence: Text) -> str:
    if statement.type != "standing":
        return statement.type
    for name, pattern in statements.STANDING_TYPES:
        if pattern.found_in(sentence):
            return name
    return statements.STANDING_DEFAULT


def judge_steps(turn: Sifted) -> Finding:
    """Look for steps in a whole turn: a way of doing something is rarely told in one sentence."""
    text = Text.of(turn.steps_text[:_STEPS_LENGTH])
    fenced = sum(line.rule == rules.SHELL_BLOCK for line in turn.lines)
    breaks = fenced + len(_BREAKS.findall(text))
    cue = _runbook_cue(text, breaks) if breaks > 1 else None
    if cue is None:
        return NOTHING
    name, needed, strength = cue
    count = fenced + _count_steps(text)
    if count < needed or count * _STEP_LENGTH < len(text):
        return NOTHING
    veto = _step_veto(turn, strength)
    return Finding(0, None, veto) if veto else Finding(strength, "runbook", name)


def _runbook_cue(text: Text, breaks: int) -> tuple[str, int, int] | None:
    """The first cue of a known way: its name, the steps it needs, and its strength."""
    for name, strength, pattern in statements.RUNBOOK_CUES:
        needed = 2 if strength > _SAID + 10 else 3
        if breaks >= needed and pattern.found_in(text):
            return name, needed, strength
    return None


def _count_steps(text: Text) -> int:
    """Clauses that begin or end as a step does; words that order them count for one at most."""
    langs = _languages(text)
    steps = sum(
        cue.count_in(text) for lang, cue in statements.STEPS if lang == "en" or lang in langs
    )
    return steps + min(statements.SEQUENCE.count_in(text), 1) if steps else 0


def _step_veto(turn: Sifted, strength: int) -> str:
    """A plan, a question or a one-off errand is no runbook; one such sentence says so for all."""
    said = [Text.of(sentence) for sentence in turn.sentences()]
    for sentence in said:
        veto = _strongest_veto(sentence, turn.role, _languages(sentence), strength)
        # "Dashboard frozen? Restart it": only a question at the end asks for something.
        asked_in_passing = veto == "question" and sentence is not said[-1]
        if veto and veto not in ("directive", "reported") and not asked_in_passing:
            return veto
    return ""
