"""Sifts a window turn by turn and line by line: every line is noise, withheld, or open.

Noise never condemns its neighbours. Only what is open is read for statements.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pytest_memeval.gate import judging
from pytest_memeval.gate import progress
from pytest_memeval.gate import rules
from pytest_memeval.gate import shape
from pytest_memeval.gate import statements
from pytest_memeval.gate.content import SYSTEM_ROLES
from pytest_memeval.gate.content import Turn
from pytest_memeval.gate.kinds import PLAIN
from pytest_memeval.gate.pattern import Text
from pytest_memeval.gate.secrets import redact
from pytest_memeval.gate.sifted import LONGEST
from pytest_memeval.gate.sifted import Line
from pytest_memeval.gate.sifted import Sifted
from pytest_memeval.gate.sifted import chunks

#: A turn longer than twice this is a dump: its beginning and its end are read, the middle is not.
_READ = 40_000
_FENCE = re.compile(r"\A\s{0,8}(?:```|~~~)\s?([\w+-]*)")
_SHELLS = frozenset({"", "sh", "bash", "shell", "console", "zsh", "text", "powershell"})
_DIGITS = re.compile(r"\d+")


def sift(turns: Sequence[Turn]) -> list[Sifted]:
    repeated = _repeated_frames(turns)
    sifted: list[Sifted] = []
    session = opened = ""
    for turn in turns:
        if turn.role == "user":
            # A session frame says that no person opened this turn: its answers are noise as well.
            session, opened = opened or _turn_rule(turn, "session"), ""
        elif turn.role in SYSTEM_ROLES:
            # Said of the whole session, it is the first turn that no person opened.
            session = opened = _turn_rule(turn, "session") or opened
        noise = session or (repeated and repeated.get(_template(turn))) or _turn_rule(turn, "turn")
        if noise:
            sifted.append(Sifted(turn.role, [Line(turn.text, "noise", noise)]))
        else:
            sifted.append(_sift_report(turn, _sift_turn(turn)))
    return sifted


def _sift_report(turn: Turn, judged: Sifted) -> Sifted:
    """Take the whole of a turn that is a report, though none of its lines is noise by itself."""
    name = rules.named_for("report") if turn.role == "assistant" else ""
    if not name or judged.is_noise or not progress.is_report(turn.text):
        return judged
    return Sifted(turn.role, [Line(turn.text, "noise", name)])


def _turn_rule(turn: Turn, scope: rules.Scope) -> str:
    """Name of the rule whose frame the whole turn stands in, or the empty string."""
    lower = Text.of(turn.text[:LONGEST])
    for rule in rules.DROP_RULES:
        if rule.scope != scope or not (rule.roles is None or turn.role in rule.roles):
            continue
        if rule.frame and rule.frame.found_in(lower):
            return rule.name
    return ""


def _template(turn: Turn) -> str:
    return f"{turn.role}:{_DIGITS.sub('0', turn.text[:240]).strip().lower()}"


def _repeated_frames(turns: Sequence[Turn]) -> dict[str, str]:
    """Templates of short turns that come three times, or twice with measurements in them."""
    rule = rules.named_for("repeat")
    if not rule or len(turns) < 3:
        return {}
    short = [turn for turn in turns if len(turn.text) <= 240 and not shape.speaks(turn.text)]
    counts = Counter(map(_template, short))
    measured = {_template(turn) for turn in short if shape.is_readout(turn.text)}
    return {
        template: rule
        for template, count in counts.items()
        if count >= 3 or (count == 2 and template in measured)
    }


def _sift_turn(turn: Turn) -> Sifted:
    sifted = Sifted(turn.role)
    head, tail = _shortened(turn.text)
    text = _cut_wrappers(redact(head + tail), sifted.lines)
    if tail:
        sifted.lines.append(Line("", "withheld", rules.OVERSIZED))
    if not text.strip() and sifted.lines:
        return sifted
    raw = text.split("\n")
    if turn.role in SYSTEM_ROLES:
        sifted.lines += _sift_system(raw, turn.role)
    elif not text.strip():
        sifted.lines.append(_sift_line("", turn.role)[0])
    else:
        sifted.lines += _sift_lines(raw, turn.role)
    return sifted


def _sift_system(raw: Sequence[str], role: str) -> list[Line]:
    """A notice about the session is noise; instructions to the model never leave."""
    lines = [line for text in raw for line in _sift_line(text, role)]
    if all(line.fate == "noise" for line in lines):
        return lines
    return [Line(line, "withheld", rules.SYSTEM_TURN) for line in raw]


def _shortened(text: str) -> tuple[str, str]:
    """Beginning and end of what nobody typed; all of anything shorter."""
    if len(text) <= 2 * _READ:
        return text, ""
    return text[:_READ] + "\n", text[-_READ:]


def _cut_wrappers(text: str, lines: list[Line]) -> str:
    """Cut what the harness wrapped; an unclosed wrapper takes the rest of the turn along."""
    for rule in rules.DROP_RULES:
        if rule.scope != "span" or rule.opens is None or "<" not in text:
            continue
        kept, position = [], 0
        while match := rule.opens.search(text, position):
            end = _wrapper_end(text, match)
            if end < 0 and rule.closed:
                kept.append(text[position : match.end()])
                position = match.end()
                continue
            kept.append(text[position : match.start()])
            position = end if end >= 0 else len(text)
            lines.append(Line(text[match.start() : position], "noise", rule.name))
        kept.append(text[position:])
        text = "\n".join(part for part in kept if part) if len(kept) > 1 else text
    return text


def _wrapper_end(text: str, opened: re.Match[str]) -> int:
    """Position behind the end of a wrapper, or -1 when it is not closed."""
    if opened.group().endswith("/>"):
        return opened.end()
    name = opened.group(1)
    end = text.find(f"</{name}>", opened.end(), opened.end() + _READ)
    return end + len(name) + 3 if end >= 0 else -1


def _sift_lines(raw: Sequence[str], role: str) -> list[Line]:
    lines: list[Line] = []
    opened = fence = ""
    for text in raw:
        if not text.strip():
            continue
        mark = _FENCE.match(text)
        if opened:
            lines.append(Line(text, "withheld", opened))
        elif mark or fence:
            lines.append(Line(text, "withheld", fence or _fence_name(mark)))
            fence = ("" if fence else _fence_name(mark)) if mark else fence
        elif opened := _opening(Text.of(text[:LONGEST]), role, first=not lines):
            lines.append(Line(text, "withheld", opened))
        elif foreign := _foreign(Text.of(text[:LONGEST]), role):
            lines.append(Line(text, "withheld", foreign))
        else:
            lines += _sift_line(text, role)
    _withhold_lines(lines, role)
    return lines


def _fence_name(mark: re.Match[str] | None) -> str:
    return rules.SHELL_BLOCK if mark and mark.group(1).lower() in _SHELLS else rules.CODE_BLOCK


def _opening(text: Text, role: str, *, first: bool) -> str:
    for rule in rules.WITHHOLD_RULES:
        if rule.opens is None or role not in rule.roles or (rule.first and not first):
            continue
        if rule.opens.found_in(text):
            return rule.name
    return ""


def _foreign(text: Text, role: str) -> str:
    """Name of the rule that a single line is enough for, before it is taken apart."""
    for rule in rules.WITHHOLD_RULES:
        if rule.line is None or rule.run > 1 or role not in rule.roles:
            continue
        if rule.line.found_in(text):
            return rule.name
    return ""


def _withhold_lines(lines: list[Line], role: str) -> None:
    """Withhold what is only known for a paste when several such lines stand in one turn."""
    for rule in rules.WITHHOLD_RULES:
        if rule.line is None or not 1 < rule.run <= len(lines) or role not in rule.roles:
            continue
        hits = [
            ln
            for ln in lines
            if ln.fate == "open" and rule.line.found_in(Text.of(ln.text[:LONGEST]))
        ]
        if len(hits) >= rule.run:
            for line in hits:
                line.fate, line.rule = "withheld", rule.name


def _sift_line(text: str, role: str) -> list[Line]:
    """Judge one line; one that is partly noise comes back as its parts."""
    if len(text) > LONGEST:
        return [part for chunk in chunks(text) for part in _sift_line(chunk, role)]
    rule = _noise(text, role)
    if rule and (rule.sure or not _says_more(text, role)):
        return [Line(text, "noise", rule.name)]
    parts = shape.clauses(text) if rule or shape.is_meter_like(text) else [text]
    if not rule and parts == [text]:
        return [Line(text)]
    judged = [_part_of_line(part, role) for part in parts]
    return judged if any(part.fate == "noise" for part in judged) else [Line(text)]


def _part_of_line(text: str, role: str) -> Line:
    rule = _noise(text, role)
    return Line(text, "noise", rule.name) if rule else Line(text)


def _noise(text: str, role: str) -> rules.Rule | None:
    """Return the drop rule that convicts ``text``."""
    reading = _Reading(text, role)
    may_hold = reading.lower.may_hold
    for rule in rules.DROP_RULES:
        if rule.scope != "line":
            continue
        bits = (rule.frame.bits if rule.frame else 0) | (rule.words.bits if rule.words else 0)
        if (bits & may_hold or rule.dense or rule.labelled) and reading.convicts(rule):
            return rule
    return None


class _Reading:
    """One line under the drop rules; what several rules ask about it is worked out once."""

    __slots__ = ("_meter", "_speaks", "_stated", "lower", "role", "text")

    def __init__(self, text: str, role: str) -> None:
        self.text = text
        self.lower = Text.of(text)
        self.role = role
        self._speaks: bool | None = None
        self._meter: bool | None = None
        self._stated: bool | None = None

    def convicts(self, rule: rules.Rule) -> bool:
        if rule.roles is not None and self.role not in rule.roles:
            return False
        if rule.frame is not None and rule.frame.found_in(self.lower):
            return rule.sure or not self.speaks
        if rule.words is not None and self.meter and rule.words.found_in(self.lower):
            return not self.stated
        if rule.labelled and shape.is_record(self.text):
            return not self.speaks
        return rule.dense and self.role != "user" and not self.speaks and shape.is_dense(self.text)

    @property
    def speaks(self) -> bool:
        if self._speaks is None:
            self._speaks = shape.speaks(self.lower)
        return self._speaks

    @property
    def stated(self) -> bool:
        """Whether more than its form says that the line is a durable sentence."""
        if self._stated is None:
            self._stated = judging.judge(self.text, self.role).strength > PLAIN
        return self._stated

    @property
    def meter(self) -> bool:
        if self._meter is None:
            # What a person types is a meter only when it can hardly be read as a sentence.
            allowed = 3 if self.role == "user" else 4
            self._meter = not self.speaks and shape.is_meter(self.text, allowed)
        return self._meter


def _says_more(text: str, role: str) -> bool:
    """Whether a line of noise holds a sentence that would be sent on its own."""
    parts = shape.clauses(text)
    return len(parts) > 1 and any(
        not _noise(part, role)
        and judging.judge(part, role).strength >= statements.LEVELS["balanced"]
        for part in parts
    )
