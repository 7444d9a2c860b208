"""What is laid beside the report: every record as a line of JSON, and a page for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.ee import scoring
from pytest_memeval.suites.ee.meme import PHASES
from pytest_memeval.suites.ee.scoring import EE_PASS_TYPE_LABELS

RUNS, REPORT = "ee/runs.jsonl", "_rollup/ee/report.md"
HEADLINE = ("accuracy_score", "edit_accuracy", "erase_accuracy")
BESIDE = ("retention", "encoding", "trivial_share", "over_forgetting", "stays_erased", "coverage")
Scored = Mapping[Key, Scores]


def artifacts(results: Mapping[Key, Sequence[Row]]) -> dict[str, str]:
    """Relative paths and texts. A subject none of whose rows was measured is left out."""
    scored = {
        key: scores
        for key, rows in results.items()
        if (scores := scoring.score([row for row in rows if row["outcome"] != "not_measured"])).rows
    }
    if not scored:
        return {}
    return {RUNS: "".join(_runs(scored)), REPORT: "\n".join([*_page(scored), ""])}


# --- runs.jsonl


def _runs(scored: Scored) -> Iterator[str]:
    """A line a backend, and below it a line an episode."""
    for key, scores in scored.items():
        rows = list(scores.rows or ())
        yield _line(key, None, rows, scores)
        for episode in dict.fromkeys(row["episode"] for row in rows):
            these = [row for row in rows if row["episode"] == episode]
            yield _line(key, episode, these, scoring.score(these))


def _line(key: Key, episode: str | None, rows: Sequence[Row], scores: Scores) -> str:
    record: dict[str, Any] = {
        "benchmark": "erasability_editability",
        "backend": key.subject,
        "episode": episode,
        **{name: _rounded(scores.metrics[name]) for name in HEADLINE if name in scores.metrics},
        "buckets": {name: scores.metrics[name].value or 0 for name in EE_PASS_TYPE_LABELS},
        "coverage": _rounded(scores.metrics["coverage"]),
        "audit_notes": scoring.audit_notes(rows),
    }
    if episode is not None:
        record["probes"] = list(rows)
    return json.dumps(record, ensure_ascii=False) + "\n"


def _rounded(metric: Metric) -> float | None:
    return None if metric.value is None else round(metric.value, 6)


# --- report.md


def _page(scored: Scored) -> Iterator[str]:
    yield "# Erasability and editability"
    yield ""
    yield (
        "The headline counts only what was known before the change and is right after it. A memory "
        "that never knew a fact passes its erasure too; such passes are trivial, and stand below."
    )
    yield ""
    yield "## Filtered score"
    yield ""
    yield from _headline(scored)
    yield ""
    yield "## Buckets"
    yield ""
    yield from _buckets(scored)
    yield ""
    for name, label in EE_PASS_TYPE_LABELS.items():
        yield f"- `{name}`: {label}"
    yield ""
    yield "## Beside the score"
    yield ""
    yield from _table(["backend", *BESIDE], _cells(scored, BESIDE))
    yield ""
    yield "## Raw pass rates"
    yield ""
    yield "Every graded probe by itself, unfiltered: a diagnostic, and higher than the score."
    yield ""
    yield from _raw(scored)
    yield ""
    yield "## How it was measured"
    yield ""
    for key, scores in scored.items():
        yield f"- {_name(key)}: {scoring.settings_line(list(scores.rows or ()))}"
        for note in scores.notes:
            if not note.startswith(("Score", "conversation ")):
                yield f"  - {note}"


def _headline(scored: Scored) -> Iterator[str]:
    """One row a backend, one column a kind of probe; a kind that nobody was asked is left out."""
    names = [name for name in HEADLINE if any(name in one.metrics for one in scored.values())]
    head = ["backend", *names, "95 % interval", "real / graded"]
    lines = []
    for key, scores in scored.items():
        whole = scores.metrics["accuracy_score"]
        low, high = whole.interval or (None, None)
        lines.append(
            [
                _name(key),
                *(_percent(scores.metrics.get(name)) for name in names),
                "-" if low is None or high is None else f"{low:.1%} to {high:.1%}",
                f"{whole.k} / {whole.n}",
            ]
        )
    yield from _table(head, lines)
    yield ""
    yield (
        "The interval is a bootstrap over episodes; where all episodes are alike, Wilson's over "
        "probes."
    )


def _buckets(scored: Scored) -> Iterator[str]:
    head = ["backend", *EE_PASS_TYPE_LABELS, "not graded"]
    lines = []
    for key, scores in scored.items():
        covered = scores.metrics["coverage"]
        values = [str(scores.metrics[name].value or 0) for name in EE_PASS_TYPE_LABELS]
        lines.append([_name(key), *values, str(covered.n - (covered.k or 0))])
    yield from _table(head, lines)


def _raw(scored: Scored) -> Iterator[str]:
    columns = [
        (f"raw_{name}{phase}", f"{meaning}, {phase}")
        for name, meaning, _ in scoring.STRATA
        for phase in PHASES
    ]
    head = ["probes", *map(_name, scored)]
    lines = [
        [title, *(_of(scores.metrics.get(name)) for scores in scored.values())]
        for name, title in columns
        if any(name in scores.metrics for scores in scored.values())
    ]
    yield from _table(head, lines)


def _cells(scored: Scored, names: Sequence[str]) -> list[list[str]]:
    return [
        [_name(key), *(_of(scores.metrics.get(name)) for name in names)]
        for key, scores in scored.items()
    ]


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def _name(key: Key) -> str:
    return key.subject.replace("|", "\\|").replace("\n", " ")


def _percent(metric: Metric | None) -> str:
    return "-" if metric is None or metric.value is None else f"{metric.value:.1%}"


def _of(metric: Metric | None) -> str:
    if metric is None or metric.value is None:
        return "-"
    return f"{metric.value:.1%} ({metric.k}/{metric.n})"
