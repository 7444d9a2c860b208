"""Has the gate learnt the shape of a window, or its numbers? What a search in its mutants says."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from pytest_memeval.suites.base import Search
from pytest_memeval.suites.write_gate.cases import Turn
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.cases import copy_of
from pytest_memeval.suites.write_gate.cases import turn_text
from pytest_memeval.suites.write_gate.decision import Decision
from pytest_memeval.text import clean
from pytest_memeval.text import one_line

Window = list[Turn]
Decide = Callable[[WriteGateCase], Decision]
#: The action of a decision that was never made: the subject skipped, or was stopped.
NOT_MEASURED = "not_measured"
#: Roles in which a machine speaks.
MACHINE_ROLES = ("assistant", "tool", "function")
#: The decisions that a label allows.
WANTED = {"drop": ("drop", "skip"), "extract": ("send",), "exclude": ("drop", "skip", "send")}


def frames_of(cases: Sequence[WriteGateCase]) -> list[Turn]:
    """The turns of `drop` windows in which a machine speaks.

    A user's turn is left out: a bare "yes" behind somebody's question is an answer.
    """
    return [
        dict(turn)
        for case in cases
        if case.label == "drop"
        for turn in case.window
        if turn["role"] in MACHINE_ROLES and turn_text(turn).strip()
    ]


def explore(
    case: WriteGateCase, decide: Decide, frames: Sequence[Turn], search: Search
) -> dict[str, Any]:
    """Look for a window of the case's shape that is decided otherwise.

    :param frames: turns of `drop` windows, to put around those of an `extract` window.
    :returns: `examples` (windows tried), `holds` (None when not one could be tried, one was not
        measured, or the window itself is decided against its label), `said` and `counterexample`
        (a fixture entry, ready to paste) when it does not hold.
    """
    base = decide(case)
    if base.action not in WANTED[case.label]:
        # It shows in the recalls; there is no decision here that a mutant should keep.
        said = f"the window itself is decided {_shown(base)}"
        return {"examples": 0, "holds": None, "said": said, "counterexample": None}
    # Hypothesis is imported by those alone who ask for mutations.
    from pytest_memeval.suites.write_gate import mutation

    def changed(window: Any) -> str | None:
        got = decide(replace(case, window=window))
        if got.action == NOT_MEASURED:
            return None
        # Only the turns of `extract` windows are the same in each mutant, word for word.
        return _other_action(base, got) or (case.label == "extract" and _lost(base, got)) or ""

    key = f"{search.scope} {case.id}".encode()
    found = mutation.search(mutation.mutants(case, frames), changed, search, key)
    known = found.examples and not found.undecided
    holds = False if found.window is not None else True if known else None
    entry = None if found.window is None else _entry(case, found.window, found.said)
    return {
        "examples": found.examples,
        "holds": holds,
        "said": found.said,
        "counterexample": entry,
    }


def _other_action(base: Decision, got: Decision) -> str:
    if got.action == base.action:
        return ""
    return f"got {_shown(got)} instead of {base.action}"


def _shown(decision: Decision) -> str:
    """A decision with what there is to say about it: its rule, or what could not be read."""
    more = f"rule {decision.reason}" if decision.reason else one_line(decision.shown, 120)
    return f"{decision.action} ({more})" if more else decision.action


def _lost(base: Decision, got: Decision) -> str:
    """The first line that the window's own payload holds and a mutant's does not."""
    if base.kept is None:
        return ""
    kept = set(_lines(got.kept or ""))
    lost = next((line for line in _lines(base.kept) if line not in kept), "")
    return f"the payload lost {one_line(lost, 80)!r}" if lost else ""


def _lines(text: str) -> list[str]:
    return [folded for line in text.splitlines() if (folded := " ".join(line.split()))]


def _entry(case: WriteGateCase, window: Window, said: str) -> str:
    """The mutant as an entry of a fixture file."""
    import yaml

    entry = {
        "id": _entry_id(case, window),
        "kind": case.kind,
        "label": case.label,
        "expect_type": case.expect_type,
        "note": f"A mutant of {case.id}: {said}.",
        "window": copy_of(window),  # turns that are one object would be written as references
    }
    shown = {key: value for key, value in entry.items() if key != "kind" or value is not None}
    for readable in (True, False):
        text: str = yaml.dump(
            [shown], Dumper=_block_dumper(), allow_unicode=readable, sort_keys=False, width=96
        )
        if clean(text, len(text)) == text:
            break  # else with YAML's own escapes, for what a terminal could not take
    return text


def _entry_id(case: WriteGateCase, window: Window) -> str:
    """An id that no other mutant has, also of a case whose mutant is a case by now."""
    digest = hashlib.sha256(repr(window).encode("utf-8", "replace")).hexdigest()[:6]
    return f"{case.id[:180].rstrip(' :')}_mutant_{digest}"


@cache
def _block_dumper() -> Any:
    """PyYAML's safe dumper, with texts of several lines as the blocks they are written as."""
    import yaml

    class Dumper(yaml.SafeDumper):
        pass

    def text(dumper: Any, value: str) -> Any:
        style = "|" if "\n" in value else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, text)
    return Dumper
