"""From an audit to the row that travels: counts, examples and tables, in plain JSON types.

Every text in it is short and holds no secret.
"""

from __future__ import annotations

from collections import Counter
from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.base import Row
from pytest_memeval.suites.corpus import scoring
from pytest_memeval.suites.corpus.audit import Audit
from pytest_memeval.suites.corpus.looking.secrets import shown
from pytest_memeval.suites.corpus.looking.secrets import shown_name
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

MOST_EXAMPLES = 10
MOST_CLUSTERS = 20
MOST_NAMES = 20
MOST_DAYS = 400


def row_of(identity: str, made: Audit) -> Row:
    findings = {
        name: {
            "k": found.k,
            "n": found.n,
            "note": found.note,
            "examples": [_example(made, name, at) for at in found.members[:MOST_EXAMPLES]],
        }
        for name, found in made.findings.items()
    }
    said = {name: _said(made, name) for name in scoring.BAD if made.findings[name].k}
    above = scoring.exceeded(findings)
    return {
        "id": identity,
        "label": "store",
        "outcome": "miss" if above else "hit",
        "detail": "; ".join(f"{name}: {said[name]}" for name in above),
        "memories": len(made.unique),
        "findings": findings,
        "said": said,
        "clusters": [_cluster(made, group) for group in made.clusters[:MOST_CLUSTERS]],
        "removable": sum(len(group) - 1 for group in made.clusters),
        "contradictions": _contradictions(made),
        "tables": {name: _shortened(name, table) for name, table in made.tables.items()},
        "kinds": {name: len(table) for name, table in made.tables.items()},
        "days": len(made.tables["day"]),
        "types": _types(made),
        "oddities": [one_line(line) for line in made.corpus.oddities()],
    }


def _example(made: Audit, metric: str, at: int) -> dict[str, str]:
    memory = made.memory(at)
    example = {
        "id": shown_name(memory.id),
        "place": shown_name(memory.place),
        "text": shown(memory.text),
    }
    why = _why(made, metric, at)
    return {**example, "why": why} if why else example


def _why(made: Audit, metric: str, at: int) -> str:
    look = made.look(at)
    if metric.startswith("noise_leak"):
        return ", ".join(look.leaks)
    if metric == "secret_rate":
        return ", ".join(look.secrets)
    return look.echo if metric == "boot_file_echo_rate" else ""


def _said(made: Audit, metric: str) -> str:
    """One line: how many, and what one of them looks like."""
    found = made.findings[metric]
    if metric == "contradiction_candidates":
        groups = _contradictions(made)
        return f"{plural(found.k or 0, 'subject')}, such as {' / '.join(groups[0])}"
    if metric in ("near_duplicate_rate", "largest_cluster", "cluster_count"):
        if not made.clusters:
            return "no cluster"
        largest = _cluster(made, made.clusters[0])
        return (
            f"{plural(len(made.clusters), 'cluster')}, the largest of {largest['size']:,} "
            f"such as {largest['example']}"
        )
    first = _example(made, metric, found.members[0])
    why = f" ({first['why']})" if "why" in first else ""
    named = f"{first['id']}: " if first["id"] else f"{first['place']}: " if first["place"] else ""
    count = plural(len(found.members), "memory", "memories")
    return f"{count}, such as {named}{first['text']}{why}"


def _cluster(made: Audit, group: Sequence[int]) -> dict[str, Any]:
    first = made.memory(group[0])
    users = {made.memory(at).user for at in group}
    return {
        "size": len(group),
        "users": len(users),
        "texts": len({made.unique[at] for at in group}),
        "example": shown(first.text),
        "ids": [shown_name(made.memory(at).id) for at in group[:MOST_EXAMPLES]],
    }


def _contradictions(made: Audit) -> list[list[str]]:
    """Subjects with the texts that state their values."""
    groups: dict[tuple[str, bytes], list[int]] = defaultdict(list)
    for at in made.findings["contradiction_candidates"].members:
        claim = made.look(at).claim
        assert claim is not None
        groups[made.memory(at).user, claim[:8]].append(at)
    return [
        [shown(made.memory(at).text, 80) for at in group[:3]]
        for group in list(groups.values())[:MOST_EXAMPLES]
    ]


def _shortened(name: str, table: Mapping[str, int]) -> dict[str, int]:
    """The last days, or the commonest names."""
    items = list(table.items())
    kept = items[-MOST_DAYS:] if name == "day" else items[:MOST_NAMES]
    found: Counter[str] = Counter()
    for key, count in kept:
        found[shown(key, 60) if name == "type" else shown_name(key, 60)] += count
    return dict(found)


def _types(made: Audit) -> dict[str, dict[str, int]]:
    """By type: memories, and how many of them count for what."""
    if not made.tables["type"]:
        return {}
    columns = {
        "memories": range(len(made.unique)),
        "near": made.findings["near_duplicate_rate"].members,
        "noise": made.findings["noise_leak_rate"].members,
        "secret": made.findings["secret_rate"].members,
    }
    counts = {
        column: Counter(made.memory(at).type for at in members)
        for column, members in columns.items()
    }
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for name in list(made.tables["type"])[:MOST_NAMES]:  # several may look alike once redacted
        found[shown(name, 40)].update({column: count[name] for column, count in counts.items()})
    return {name: dict(counted) for name, counted in found.items()}
