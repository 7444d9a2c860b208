"""What could be merged or removed, and why: a list for people. Nothing is deleted here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pytest_memeval.suites.corpus.audit import Audit
from pytest_memeval.suites.corpus.copies.differences import difference
from pytest_memeval.suites.corpus.looking.secrets import is_covered
from pytest_memeval.suites.corpus.looking.secrets import redacted_name
from pytest_memeval.suites.corpus.looking.secrets import shown
from pytest_memeval.suites.corpus.words import MOST_COMPARED

KEYS = ("action", "reason", "id", "place", "text", "cluster", "survivor")
#: What a plan says when there is nothing to do: an empty file might be anybody's.
NOTHING = {
    **dict.fromkeys(KEYS),
    "action": "none",
    "reason": "nothing could be merged or removed",
}


def steps(made: Audit) -> Iterator[dict[str, Any]]:
    """One step a memory that something is wrong with, in the order of the corpus.

    `survivor` is what stays of its cluster. No memory of one user is merged into another user's.
    """
    homes = dict(_homes(made))
    doubtful = _doubtful(made)
    for at in range(len(made.unique)):
        found = _judged(made, at, homes.get(at), doubtful)
        if found is not None:
            action, reason, survivor = found
            yield {
                "action": action,
                "reason": reason,
                **_named(made, at),
                "cluster": homes[at][0] if at in homes else None,
                "survivor": None if survivor is None else _named(made, survivor),
            }


def lines(made: Audit) -> Iterator[str]:
    planned = False
    for step in steps(made):
        planned = True
        yield json.dumps(step, ensure_ascii=False) + "\n"
    if not planned:
        yield json.dumps(NOTHING) + "\n"


def is_plan(first: str) -> bool:
    """Whether a file that begins with this line is a plan of ours."""
    try:
        step = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(step, dict) and set(step) == set(KEYS)


def _named(made: Audit, at: int) -> dict[str, Any]:
    memory = made.memory(at)
    return {
        "id": redacted_name(memory.id) or None,
        "place": redacted_name(memory.place),
        "text": shown(memory.text),
    }


def _homes(made: Audit) -> Iterator[tuple[int, tuple[int, int]]]:
    """For each memory of a cluster: the cluster's number, and who survives of its user's."""
    for number, group in enumerate(made.clusters, 1):
        by_user: dict[str, list[int]] = {}
        for at in group:
            by_user.setdefault(made.memory(at).user, []).append(at)
        for members in by_user.values():
            survivor = max(members, key=lambda at: _worth(made, at))
            for at in members:
                yield at, (number, survivor)


def _worth(made: Audit, at: int) -> tuple[bool, str, int, str, str]:
    """What is worth keeping of several that say the same: no junk, then the newest."""
    memory = made.memory(at)
    return not _junk(made, at), memory.time, len(memory.text), memory.text, memory.id


def _junk(made: Audit, at: int) -> str:
    """Why a memory is not worth keeping by itself; "" when nothing is wrong with it."""
    look = made.look(at)
    if look.refusal:
        return "the extractor's own apology"
    if look.leaks:
        return f"a heartbeat ({', '.join(look.leaks)})"
    if look.echo:
        return f"restates {look.echo}"
    return "says how a session stood" if look.status else ""


def _doubtful(made: Audit) -> frozenset[int]:
    return frozenset(made.findings["contradiction_candidates"].members)


def _judged(
    made: Audit, at: int, home: tuple[int, int] | None, doubtful: frozenset[int]
) -> tuple[str, str, int | None] | None:
    """Action, reason and survivor; None where all is well."""
    look, memory = made.look(at), made.memory(at)
    if look.secrets:
        kinds = ", ".join(look.secrets)
        return "review", f"holds a secret ({kinds}): change it, then remove the memory", None
    survivor = None if home is None or home[1] == at else home[1]
    junk = _junk(made, at)
    if junk and home is not None and survivor is None:
        return "review", f"{junk}; the others of its cluster go, it is the last", None
    if look.opposed and not (look.refusal or look.leaks):
        return "compare", f"{junk}, or says something else: look at both", None
    if junk:
        return "remove", junk, survivor
    if memory.current is False:
        return "remove", "replaced by another memory, as the store itself says", survivor
    if at in doubtful:
        return "review", "another memory states another value of the same subject", survivor
    if survivor is None:
        return None
    if made.unique[at] == made.unique[survivor]:
        return "remove", "the same text as the survivor", survivor
    apart = _apart(made, at, survivor)
    if apart:
        return "compare", f"near-duplicate of the survivor, but {apart}: look at both", survivor
    return "merge", "near-duplicate of the survivor", survivor


def _apart(made: Audit, *pair: int) -> str:
    """Why two near-duplicates may be two facts; "" when their wording alone differs."""
    one, other = (made.memory(at).text for at in pair)
    if max(len(one), len(other)) > MOST_COMPARED:
        return "only their beginnings were compared"
    # A word out of its place, and in small letters, is not known as a secret any more.
    secret = any(made.look(at).secrets for at in pair) or is_covered(one) or is_covered(other)
    found = difference(one, other, named=not secret)
    return shown(f"they differ in {found}", 200) if found else ""
