"""What a run lays beside its report: every credit, and a roll-up by memory."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field

from pytest_memeval.suites.ablation.cases import TIERS
from pytest_memeval.suites.ablation.scoring import distinct_groups
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from pytest_memeval.text import one_line

#: What Markdown would take for more than text.
_MARKED = re.compile(r"[\\`*_{}\[\]<>()#!|~&$]")
COUNTED = ("cases", *TIERS, "unstable", "in groups", "as control", "flips", "tokens")
HEADS = ("memory", "text", *COUNTED)


def artifacts(results: Mapping[Key, Sequence[Row]]) -> dict[str, str]:
    """Paths beside the report, and their texts."""
    return {
        "ablation/credits.jsonl": "".join(
            f"{line}\n" for key, rows in results.items() for line in _credits(key, rows)
        ),
        "ablation/memories.md": _memories(results),
    }


def _credits(key: Key, rows: Sequence[Row]) -> list[str]:
    """A line a removal, then a line a group that was found, in plain JSON with all hashes."""
    lines = [{"reader": key.subject, **row} for row in rows]
    lines += [
        {"reader": key.subject, "case": case, "label": "group", "credit": group}
        for (case, _), group in distinct_groups(rows).items()
    ]
    return [json.dumps(line, ensure_ascii=False, sort_keys=True) for line in lines]


@dataclass
class _Memory:
    """What one memory came to over all cases: it may be needed here and mislead there."""

    text: str
    cases: set[str] = field(default_factory=set)
    tiers: Counter[str] = field(default_factory=Counter)
    controls: int = 0
    flips: int = 0
    tokens: int = 0

    def add(self, row: Row) -> None:
        self.cases.add(row["case"])
        self.tokens += row["tokens_removed"]
        if row["label"] == "control":
            self.controls += 1
            self.flips += bool(row["flips"])
        else:
            self.tiers[row["tier"]] += 1


def _memories(results: Mapping[Key, Sequence[Row]]) -> str:
    lines = [
        "# What each memory came to",
        "",
        "Counts of removals, by what the answer did without the memory. A memory that flipped "
        "nothing is not irrelevant: another one may say the same (see the groups below). What an "
        "uncited memory did as a control is noise, and says nothing about it.",
        "",
    ]
    for key, rows in results.items():
        level = f" at {key.level}" if key.level else ""
        lines += [f"## {_cell(key.subject)}{level}", "", *_table(rows), "", *_groups(rows)]
    return "\n".join(lines)


def _table(rows: Sequence[Row]) -> list[str]:
    found: dict[str, _Memory] = {}
    for row in rows:
        if row["flips"] is not None and row["label"] in ("single", "control"):
            identity, text = row["removed"][0], row["removed_text"][0]
            found.setdefault(identity, _Memory(text)).add(row)
    grouped = Counter(identity for (_, group) in distinct_groups(rows) for identity in group)
    lines = [f"| {' | '.join(HEADS)} |", "|---|---|" + "---:|" * len(COUNTED)]
    for identity, memory in sorted(found.items()):
        numbers = [
            len(memory.cases),
            *(memory.tiers[tier] for tier in (*TIERS, "unstable")),
            grouped[identity],
            memory.controls,
            memory.flips,
            memory.tokens,
        ]
        cells = [_cell(identity), _cell(memory.text), *map(str, numbers)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _groups(rows: Sequence[Row]) -> list[str]:
    said = {
        "jointly_load_bearing": "one of them suffices",
        "jointly_misleading": "the answer is right without all of them",
    }
    lines = [
        f"- {_cell(case)}: {_cell(', '.join(group['record_ids']))}: {said[group['effect']]}"
        for (case, _), group in distinct_groups(rows).items()
    ]
    return ["Groups:", "", *lines, ""] if lines else []


def _cell(text: str) -> str:
    return _MARKED.sub(lambda match: f"\\{match[0]}", one_line(text, 80))
