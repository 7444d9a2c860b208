"""Applies the rules of :mod:`pytest_memeval.gate.rules` and ``statements`` to a window.

A window is sifted turn by turn and line by line: every line is noise, withheld, or open. Noise
never condemns its neighbours. Only what is open is read for statements, and only that is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import Literal

from pytest_memeval.gate import languages
from pytest_memeval.gate import rules
from pytest_memeval.gate import shape
from pytest_memeval.gate import statements
from pytest_memeval.gate.content import BLOCK_MARK
from pytest_memeval.gate.content import SYSTEM_ROLES
from pytest_memeval.gate.content import Turn
from pytest_memeval.gate.content import read_window
from pytest_memeval.gate.kinds import Statement
from pytest_memeval.gate.secrets import redact

Action = Literal["drop", "skip", "send"]
Fate = Literal["open", "noise", "withheld"]

#: Longer lines without a sentence end are dumps; they are cut for reading, so time stays linear.
_LONGEST = 600
#: A turn longer than twice this is a dump: its beginning and its end are read, the middle is not.
_READ = 100_000
_FENCE = re.compile(r"\A\s{0,8}(?:```|~~~)\s?([\w+-]*)")
_SHELLS = frozenset({"", "sh", "bash", "shell", "console", "zsh", "text", "powershell"})
_DIGITS = re.compile(r"\d+")


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


@dataclass(slots=True)
class _Line:
    text: str
    fate: Fate = "open"
    rule: str = ""


@dataclass(slots=True)
class _Sifted:
    role: str
    lines: list[_Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Finding:
    """The best statement found, or the veto that stood against it (then ``type`` is ``None``)."""

    strength: int
    type: str | None
    rule: str


_NOTHING = _Finding(0, None, "nothing_durable")


def classify(window: object, level: str = "balanced") -> GateDecision:
    """Decide whether ``window`` is worth sending to a memory store.

    :param window: a list of turns ``{"role": ..., "content": str | blocks}``; never changed.
    :param level: ``conservative``, ``balanced`` or ``aggressive``: how readily a statement that
        carries no cue is sent. What is dropped is the same on every level.
    """
    if level not in statements.LEVELS:
        raise ValueError(f"level must be one of {', '.join(statements.LEVELS)}, given: {level!r}")
    sifted = _sift(read_window(window))
    if all(line.fate == "noise" for turn in sifted for line in turn.lines):
        return GateDecision("drop", reason=_noise_reason(sifted))
    finding = _best_in_window(sifted)
    if finding.type is None or finding.strength < statements.LEVELS[level]:
        return GateDecision("skip", reason=_skip_reason(sifted, finding))
    return GateDecision("send", finding.type, finding.rule, _kept(sifted))


# ------------------------------------------------------------------------------- sifting


def _sift(turns: Sequence[Turn]) -> list[_Sifted]:
    repeated = _repeated_frames(turns)
    sifted: list[_Sifted] = []
    session = ""
    for turn in turns:
        if turn.role == "user":
            # A session frame says that no person opened this turn: its answers are noise as well.
            session = _turn_rule(turn.text, "session")
        noise = session or repeated.get(_template(turn), "") or _turn_rule(turn.text, "turn")
        if noise:
            sifted.append(_Sifted(turn.role, [_Line(turn.text, "noise", noise)]))
        else:
            sifted.append(_sift_turn(turn))
    return sifted


def _turn_rule(text: str, scope: rules.Scope) -> str:
    """Name of the rule whose frame the whole turn stands in, or the empty string."""
    lower = text[:_LONGEST].lower()
    for rule in rules.DROP_RULES:
        if rule.scope == scope and rule.frame and rule.frame.found_in(lower):
            return rule.name
    return ""


def _template(turn: Turn) -> str:
    return f"{turn.role}:{_DIGITS.sub('0', turn.text[:240]).strip().lower()}"


def _repeated_frames(turns: Sequence[Turn]) -> dict[str, str]:
    """Templates of short turns that come three times or more, with the rule's name."""
    rule = next((rule for rule in rules.DROP_RULES if rule.scope == "repeat"), None)
    if rule is None or len(turns) < 3:
        return {}
    counts = Counter(
        _template(turn) for turn in turns if len(turn.text) <= 240 and not shape.speaks(turn.text)
    )
    return {template: rule.name for template, count in counts.items() if count >= 3}


def _sift_turn(turn: Turn) -> _Sifted:
    sifted = _Sifted(turn.role)
    head, tail = _shortened(turn.text)
    text = _cut_wrappers(redact(head + tail), sifted.lines)
    if tail:
        sifted.lines.append(_Line("", "withheld", rules.OVERSIZED))
    if not text.strip() and sifted.lines:
        return sifted
    raw = text.split("\n")
    if turn.role in SYSTEM_ROLES:
        sifted.lines += [_Line(line, "withheld", rules.SYSTEM_TURN) for line in raw]
    elif not text.strip():
        sifted.lines.append(_sift_line("", turn.role)[0])
    else:
        sifted.lines += _sift_lines(raw, turn.role)
    return sifted


def _shortened(text: str) -> tuple[str, str]:
    """Beginning and end of what nobody typed; all of anything shorter."""
    if len(text) <= 2 * _READ:
        return text, ""
    return text[:_READ] + "\n", text[-_READ:]


def _cut_wrappers(text: str, lines: list[_Line]) -> str:
    """Cut what the harness wrapped; an unclosed wrapper takes the rest of the turn along."""
    for rule in rules.DROP_RULES:
        if rule.scope != "span" or rule.opens is None or "<" not in text:
            continue
        kept, position = [], 0
        while match := rule.opens.search(text, position):
            kept.append(text[position : match.start()])
            end = text.find(f"</{match.group(1)}>", match.end())
            position = end + len(match.group(1)) + 3 if end >= 0 else len(text)
            lines.append(_Line(text[match.start() : position], "noise", rule.name))
        kept.append(text[position:])
        text = "\n".join(part for part in kept if part) if len(kept) > 1 else text
    return text


def _sift_lines(raw: Sequence[str], role: str) -> list[_Line]:
    lines: list[_Line] = []
    opened = fence = ""
    for text in raw:
        if not text.strip():
            continue
        mark = _FENCE.match(text)
        if opened:
            lines.append(_Line(text, "withheld", opened))
        elif mark or fence:
            lines.append(_Line(text, "withheld", fence or _fence_name(mark)))
            fence = ("" if fence else _fence_name(mark)) if mark else fence
        elif opened := _opening(text, role):
            lines.append(_Line(text, "withheld", opened))
        elif foreign := _foreign(text, role):
            lines.append(_Line(text, "withheld", foreign))
        else:
            lines += _sift_line(text, role)
    _withhold_lines(lines, role)
    return lines


def _fence_name(mark: re.Match[str] | None) -> str:
    return rules.SHELL_BLOCK if mark and mark.group(1).lower() in _SHELLS else rules.CODE_BLOCK


def _opening(text: str, role: str) -> str:
    lower = text[:_LONGEST].lower()
    for rule in rules.WITHHOLD_RULES:
        if rule.opens is not None and role in rule.roles and rule.opens.found_in(lower):
            return rule.name
    return ""


def _foreign(text: str, role: str) -> str:
    """Name of the rule that a single line is enough for, before it is taken apart."""
    lower = text[:_LONGEST].lower()
    for rule in rules.WITHHOLD_RULES:
        if rule.line is None or rule.run > 1 or role not in rule.roles:
            continue
        if rule.line.found_in(lower):
            return rule.name
    return ""


def _withhold_lines(lines: list[_Line], role: str) -> None:
    """Withhold what is only known for a paste when several such lines stand in one turn."""
    for rule in rules.WITHHOLD_RULES:
        if rule.line is None or rule.run == 1 or role not in rule.roles:
            continue
        hits = [
            ln
            for ln in lines
            if ln.fate == "open" and rule.line.found_in(ln.text[:_LONGEST].lower())
        ]
        if len(hits) >= rule.run:
            for line in hits:
                line.fate, line.rule = "withheld", rule.name


def _sift_line(text: str, role: str) -> list[_Line]:
    """Judge one line; one that is partly noise comes back as its parts."""
    if len(text) > _LONGEST:
        return [part for chunk in _chunks(text) for part in _sift_line(chunk, role)]
    rule = _noise(text, role)
    if rule and (rule.sure or not _says_more(text, role)):
        return [_Line(text, "noise", rule.name)]
    parts = shape.clauses(text) if rule or shape.is_meter_like(text) else [text]
    judged = [_part_of_line(part, role) for part in parts]
    return judged if any(part.fate == "noise" for part in judged) else [_Line(text)]


def _part_of_line(text: str, role: str) -> _Line:
    rule = _noise(text, role)
    return _Line(text, "noise", rule.name) if rule else _Line(text)


def _chunks(text: str) -> Iterator[str]:
    """Cut an over-long line into its sentences, and those into pieces of bounded length."""
    for sentence in shape.sentences(text):
        for start in range(0, len(sentence), _LONGEST):
            yield sentence[start : start + _LONGEST]


def _noise(text: str, role: str) -> rules.Rule | None:
    """Return the drop rule that convicts ``text``."""
    reading = _Reading(text, role)
    for rule in rules.DROP_RULES:
        if rule.scope == "line" and reading.convicts(rule):
            return rule
    return None


class _Reading:
    """One line under the drop rules; what several rules ask about it is worked out once."""

    __slots__ = ("_meter", "_speaks", "lower", "role", "text")

    def __init__(self, text: str, role: str) -> None:
        self.text = text
        self.lower = text.lower()
        self.role = role
        self._speaks: bool | None = None
        self._meter: bool | None = None

    def convicts(self, rule: rules.Rule) -> bool:
        if rule.frame is not None and rule.frame.found_in(self.lower):
            return rule.sure or not self.speaks
        if rule.words is not None:
            return self.meter and bool(rule.words.found_in(self.lower))
        return rule.dense and self.role != "user" and not self.speaks and shape.is_dense(self.text)

    @property
    def speaks(self) -> bool:
        if self._speaks is None:
            self._speaks = shape.speaks(self.text)
        return self._speaks

    @property
    def meter(self) -> bool:
        if self._meter is None:
            # What a person types is a meter only when it can hardly be read as a sentence.
            allowed = 3 if self.role == "user" else 4
            self._meter = shape.is_meter(self.text, allowed) and not self.speaks
        return self._meter


def _says_more(text: str, role: str) -> bool:
    """Whether a line of noise holds a sentence that would be sent on its own."""
    parts = shape.clauses(text)
    return len(parts) > 1 and any(
        not _noise(part, role) and _judge(part, role).strength >= statements.LEVELS["balanced"]
        for part in parts
    )


# ------------------------------------------------------------------------------- judging


def _best_in_window(sifted: Sequence[_Sifted]) -> _Finding:
    best = _NOTHING
    general = choice = False
    for turn in sifted:
        if turn.role == "user":
            general = _asks_generally(turn)
            best = _stronger(best, _judge_answer(turn) if choice else _judge_turn(turn))
        elif not general:
            best = _stronger(best, _judge_turn(turn))
            choice = bool(statements.CHOICE_QUESTION.found_in(_open_text(turn)[-_LONGEST:].lower()))
    return best


def _judge_answer(turn: _Sifted) -> _Finding:
    """Judge the answer to "this or that?": with a reason it is a decision, however terse."""
    finding = _judge_turn(turn)
    reasoned = statements.REASONED_ANSWER.found_in(_open_text(turn)[:_LONGEST].lower())
    if finding.strength < 30 and finding.rule in ("", "consequence", "how_it_behaves") and reasoned:
        return _Finding(30, "decision", "answered_choice")
    return finding


def _stronger(best: _Finding, other: _Finding) -> _Finding:
    if other.strength > best.strength:
        return other
    return other if best is _NOTHING and other.rule else best


def _asks_generally(turn: _Sifted) -> bool:
    text = _open_text(turn)[:_LONGEST].lower()
    asks = statements.GENERAL_QUESTION.found_in(text)
    return bool(asks) and not statements.ABOUT_US.found_in(text)


def _open_text(turn: _Sifted) -> str:
    return "\n".join(line.text for line in turn.lines if line.fate == "open")


def _judge_turn(turn: _Sifted) -> _Finding:
    best = _NOTHING
    for line in turn.lines:
        if line.fate == "open":
            for sentence in _chunks(line.text):
                best = _stronger(best, _judge(sentence, turn.role))
    steps = _judge_steps(turn)
    return steps if steps.type and steps.strength >= best.strength else best


def _judge(sentence: str, role: str) -> _Finding:
    """Weigh the strongest statement in ``sentence`` against the strongest veto."""
    sentence = sentence.lower()
    langs = _languages(sentence)
    statement = _best_statement(sentence, role, langs)
    if statement is None:
        return _Finding(0, None, _strongest_veto(sentence, role, langs, 0) or "")
    veto = _strongest_veto(sentence, role, langs, statement.strength)
    if veto:
        return _Finding(0, None, veto)
    return _Finding(statement.strength, _type_of(statement, sentence), statement.name)


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


def _judge_steps(turn: _Sifted) -> _Finding:
    """Look for steps in a whole turn: a way of doing something is rarely told in one sentence."""
    text = _steps_text(turn)[:6000].lower()
    if not text:
        return _NOTHING
    count = sum(line.rule == rules.SHELL_BLOCK for line in turn.lines)
    count += sum(pattern.count_in(text) for pattern in statements.RUNBOOK_STEPS)
    if count < 2:
        return _NOTHING
    for name, strength, pattern in statements.RUNBOOK_CUES:
        if (strength > 40 or count > 2) and pattern.found_in(text):
            veto = _step_veto(turn, strength)
            return _Finding(0, None, veto) if veto else _Finding(strength, "runbook", name)
    return _NOTHING


def _steps_text(turn: _Sifted) -> str:
    return "\n".join(
        line.text for line in turn.lines if line.fate == "open" or line.rule == rules.SHELL_BLOCK
    )


def _step_veto(turn: _Sifted, strength: int) -> str:
    """A plan, a question or a one-off errand is no runbook; one such sentence says so for all."""
    said = list(_sentences(turn))
    for sentence in said:
        veto = _strongest_veto(sentence, turn.role, _languages(sentence), strength)
        # "Dashboard frozen? Restart it": only a question at the end asks for something.
        asked_in_passing = veto == "question" and sentence is not said[-1]
        if veto and veto not in ("directive", "reported") and not asked_in_passing:
            return veto
    return ""


def _sentences(turn: _Sifted) -> Iterator[str]:
    for line in turn.lines:
        if line.fate == "open":
            yield from _chunks(line.text[:6000].lower())


# ------------------------------------------------------------------------------- answering


def _noise_reason(sifted: Sequence[_Sifted]) -> str:
    """The rule to name: the first that says more than that nothing was said."""
    names = [line.rule for turn in sifted for line in turn.lines]
    telling = [name for name in names if name not in ("empty_turn", "bare_ack")]
    return next(iter(telling or names), "empty_window")


def _skip_reason(sifted: Sequence[_Sifted], finding: _Finding) -> str:
    withheld = next(
        (line.rule for turn in sifted for line in turn.lines if line.fate == "withheld"), ""
    )
    if withheld:
        return withheld
    return finding.rule if finding.type is None and finding.rule else "nothing_durable"


def _kept(sifted: Sequence[_Sifted]) -> tuple[dict[str, str], ...]:
    kept = []
    for turn in sifted:
        text = _steps_text(turn) if _has_commands(turn) else _open_text(turn)
        text = text.replace(BLOCK_MARK, "").strip()
        if text:
            kept.append({"role": turn.role, "content": text})
    return tuple(kept)


def _has_commands(turn: _Sifted) -> bool:
    """Whether the turn tells steps, so that its fenced commands belong to them."""
    fenced = any(line.rule == rules.SHELL_BLOCK for line in turn.lines)
    return fenced and _judge_steps(turn).type is not None
