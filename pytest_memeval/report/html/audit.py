"""The audit of a corpus, whose one row holds everything."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pytest_memeval.report.html import charts
from pytest_memeval.report.html.blocks import mapping
from pytest_memeval.report.html.blocks import mappings
from pytest_memeval.report.html.blocks import said
from pytest_memeval.report.html.blocks import texts
from pytest_memeval.report.model import Row
from pytest_memeval.text import plural

MOST_SHOWN = 20


@dataclass(frozen=True)
class Cluster:
    """Memories that say the same."""

    size: int
    bar: Markup
    example: str
    about: str
    ids: str


@dataclass(frozen=True)
class Finding:
    """Memories that count for something, and some of them."""

    name: str
    count: str
    examples: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Audit:
    """All of it."""

    memories: int
    removable: int
    brief: str
    bar: Markup
    clusters: Sequence[Cluster]
    findings: Sequence[Finding]
    contradictions: Sequence[Sequence[str]]
    growth: Markup
    days: str
    tables: Sequence[tuple[str, Sequence[tuple[str, int, Markup]]]]


def audit_of(row: Row) -> Audit:
    clusters = mappings(row.get("clusters"))[:MOST_SHOWN]
    largest = max((_count(one, "size") for one in clusters), default=0)
    memories, removable = _count(row, "memories"), _count(row, "removable")
    tables = mapping(row.get("tables"))
    days = {
        said(day): count
        for day, count in mapping(tables.get("day")).items()
        if isinstance(count, int)
    }
    return Audit(
        memories=memories,
        removable=removable,
        brief=plural(memories, "memory", "memories")
        + (f", {removable:,} of them copies that could go" if removable else ""),
        bar=charts.stacked(
            [charts.Part(memories - removable, "plain"), charts.Part(removable, "warn")], 8
        ),
        clusters=[_cluster(one, largest) for one in clusters],
        findings=[
            _finding(name, found)
            for name, found in mapping(row.get("findings")).items()
            if isinstance(found, Mapping) and found.get("k") and found.get("examples")
        ],
        contradictions=_groups(row.get("contradictions")),
        growth=charts.columns(list(days.values())),
        days=f"{min(days)} to {max(days)}: {plural(len(days), 'day')}" if days else "",
        tables=[(name, _shares(tables.get(name))) for name in ("type", "user") if tables.get(name)],
    )


def _groups(found: object) -> list[Sequence[str]]:
    """Texts that contradict each other; the same texts once, however often they are stored."""
    groups = (tuple(texts(group)) for group in found) if isinstance(found, list) else ()
    return list(dict.fromkeys(filter(None, groups)))


def _count(row: Mapping[str, Any], name: str) -> int:
    value = row.get(name)
    return value if isinstance(value, int) else 0


def _cluster(one: Mapping[str, Any], largest: int) -> Cluster:
    size, users, wordings = (_count(one, name) for name in ("size", "users", "texts"))
    ids = texts(one.get("ids"))
    return Cluster(
        size=size,
        bar=charts.stacked([charts.Part(size, "plain"), charts.Part(largest - size, "empty")], 8),
        example=said(one.get("example")),
        about=f"{plural(users, 'user')}, {plural(wordings, 'wording')}",
        ids=", ".join(filter(None, ids)) + (" …" if size > len(ids) else ""),
    )


def _finding(name: str, found: Mapping[str, Any]) -> Finding:
    examples = [
        (said(one.get("id")) or said(one.get("place")), said(one.get("text")), said(one.get("why")))
        for one in mappings(found.get("examples"))
    ]
    k, n = _count(found, "k"), _count(found, "n")
    return Finding(name, f"{k:,} of {n:,}" if n else f"{k:,}", examples)


def _shares(table: object) -> list[tuple[str, int, Markup]]:
    counts = {said(name): count for name, count in mapping(table).items() if isinstance(count, int)}
    most = max(counts.values(), default=0)
    return [
        (
            name,
            count,
            charts.stacked([charts.Part(count, "plain"), charts.Part(most - count, "empty")], 8),
        )
        for name, count in list(counts.items())[:MOST_SHOWN]
    ]
