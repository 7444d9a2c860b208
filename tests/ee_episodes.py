"""Episodes made up on the spot: small ones for tests, and a file of the published size.

python -m tests.ee_episodes 100 big.json
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CHANGE = "Change+Delete Event"
REMOVED = "No — explicitly removed"
_SYLLABLES = [consonant + vowel for consonant in "bcdfghklmnprstvz" for vowel in "aeiou"]


def session(*turns: str, kind: str = "", stamp: str = "2024/03/01 (Fri) 09:00") -> dict[str, Any]:
    """A session in which user and assistant take turns; `kind` makes it one of evidence."""
    roles = ("assistant", "user") if kind else ("user", "assistant")
    made: dict[str, Any] = {
        "session_id": f"evidence_{kind.lower()}" if kind else "smalltalk",
        "type": "evidence" if kind else "filler",
        "conversation": [
            {"role": roles[number % 2], "content": turn} for number, turn in enumerate(turns)
        ],
        "timestamp": stamp,
    }
    if kind:
        made["evidence_type"] = kind
        made["gold_facts"] = [{"entity": "secret_label", "value": "secret_value"}]
    return made


def episode(
    identity: str = "sw_101",
    *,
    edits: Sequence[tuple[str, str, str]] = (("release captain", "Pavel Dorn", "Nadia Quist"),),
    erased: tuple[str, str] = ("metrics endpoint", "metrics.halden.example/push"),
    filler: tuple[str, str] = ("lint_tool", "brushwork"),
    before: Sequence[dict[str, Any]] = (),
    after: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """A small episode: a team lead changes, what hangs on it changes, and a value is deleted."""
    domain = "personal_life" if identity.startswith("pl") else "software_project"
    name, value = erased
    stated = [f"Our {name} is {value}."]
    rules, source = [], "team lead"
    for subject, old, new in edits:
        stated.append(f"Our {subject} is {old}.")
        rules.append(f"If our {source} changes, our {subject} will be {new}.")
        source = subject
    shown = filler[0].replace("_", " ")
    sessions = [
        *before,
        session("How do I undo a commit?", "With git reset."),
        session(
            "Hello!",
            "Our team lead is Ilse Varga.",
            "Noted.",
            f"Our {shown} is {filler[1]}.",
            kind="Fact Introduction (Part 1a)",
        ),
        session("Hello!", *_with_replies(stated), kind="Fact Introduction (Part 1b)"),
        session("Hello!", *_with_replies(rules), kind="Fact Introduction (Part 2)"),
        session(
            "Hello!",
            "Tomo Reyes is our new team lead. Anything to watch out for?",
            "Noted.",
            f"Our {shown} is {filler[1]}.",
            "Noted.",
            f"Our {name} is {value}. Please delete that from your memory.",
            "Done.",
            kind=CHANGE,
        ),
        session("What is the CAP theorem?", "A choice to make when the network splits."),
        *after,
    ]
    change = next(n for n, one in enumerate(sessions) if one.get("evidence_type") == CHANGE)
    return {
        "episode_id": identity,
        "domain": domain,
        "root": "team_lead",
        "root_change": {"before": "Ilse Varga", "after": "Tomo Reyes"},
        "chain_entities": ["team_lead", *(subject.replace(" ", "_") for subject, _, _ in edits)],
        "filler_entities": [filler[0]],
        "entities": {filler[0]: {"before": filler[1], "after": None, "task": "filler"}},
        "has_2hop": len(edits) > 1,
        "dependency_edges_used": [],
        "tasks": [],
        "total_sessions": len(sessions),
        "evidence_session_indices": [change],
        "sessions": sessions,
        "before_questions": {
            "timestamp": "2024/03/20 (Wed) 09:00",
            "position_after_session": change - 1,
            "questions": [*_questions(edits, erased, "before"), _other()],
        },
        "after_questions": {
            "timestamp": "2024/03/29 (Fri) 09:00",
            "position_after_session": len(sessions) - 1,
            "questions": [_other(), *_questions(edits, erased, "after")],
        },
    }


def _with_replies(turns: Sequence[str]) -> list[str]:
    return [each for turn in turns for each in (turn, "Noted.")]


def _questions(
    edits: Sequence[tuple[str, str, str]], erased: tuple[str, str], phase: str
) -> list[dict[str, Any]]:
    gold = "expected_answer" if phase == "before" else "gold_answer"
    made = []
    for hop, (subject, old, new) in enumerate(edits, start=1):
        entity, value = subject.replace(" ", "_"), old if phase == "before" else new
        made.append(
            {
                "task_type": "Cas",
                "entity": [entity],
                "entity_values": {entity: value},
                "question": f"What is our {subject}?",
                "hop": min(hop, 2),
                gold: value,
            }
        )
    name, value = erased
    entity = name.replace(" ", "_")
    made.append(
        {
            "task_type": "Del",
            "entity": [entity],
            "entity_values": {entity: value},
            "question": f"What is our {name}?",
            gold: value if phase == "before" else REMOVED,
        }
    )
    return made


def _other() -> dict[str, Any]:
    return {"task_type": "Tr", "entity": ["tools"], "question": "List all tools.", "hop": None}


# --- a file of the published size


def big(episodes: int = 100, size: int = 200_000) -> list[dict[str, Any]]:
    """Episodes of about so many characters each, in the form and the numbers of the data set."""
    dice = random.Random(5)
    words = sorted({"".join(dice.choices(_SYLLABLES, k=dice.randint(1, 4))) for _ in range(6000)})
    made = []
    for number in range(episodes):
        half = episodes // 2 or 1
        identity = f"pl_{number + 1:03d}" if number < half else f"sw_{number - half + 1:03d}"
        two = number % 25 < 16
        names = [" ".join(dice.choices(words, k=2)) for _ in range(5)]
        edits = [(f"{names[0]} recipient", names[1], names[2])]
        if two:
            edits.append((f"{names[3]} command", f"{names[1]} run", f"{names[2]} go"))
        erased = (f"{names[4]} endpoint", f"{names[4].replace(' ', '.')}.example/x{number}")
        talk = [_talk(dice, words, size // 17) for _ in range(17)]
        made.append(
            episode(identity, edits=edits, erased=erased, before=talk[:12], after=talk[12:])
        )
    return made


def _talk(dice: random.Random, words: Sequence[str], size: int) -> dict[str, Any]:
    turns: list[str] = []
    while sum(map(len, turns)) < size:
        text = [
            " ".join(dice.choices(words, k=dice.randint(4, 22))).capitalize() + "."
            for _ in range(dice.randint(1, 14))
        ]
        if dice.random() < 0.1:
            text.append("Café, naïve — 你好 🙂.")
        turns.append("\n".join(text) if dice.random() < 0.3 else " ".join(text))
    return session(*turns)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(
        json.dumps(big(int(sys.argv[1])), ensure_ascii=False, indent=2), encoding="utf-8"
    )
