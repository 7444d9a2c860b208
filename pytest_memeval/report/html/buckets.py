"""Each backend's pairs as a bar of buckets: the headline beside what it would be unfiltered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pytest_memeval.report import model
from pytest_memeval.report.html import charts
from pytest_memeval.report.html.ee import BUCKETS
from pytest_memeval.report.html.tables import subject_of
from pytest_memeval.report.scorecard import counted
from pytest_memeval.report.scorecard import ungraded

HEADLINE, RAW, COVERAGE = "accuracy_score", "raw_after", "coverage"


@dataclass(frozen=True)
class Backend:
    """One backend. `counts` are its buckets in their order, and at the end what is not graded."""

    name: str
    headline: str
    raw: str
    apart: str
    bar: Markup
    counts: Sequence[tuple[str, str, str]]


def of(results: Sequence[model.Result]) -> list[Backend]:
    """Those subjects that are scored in buckets."""
    return [_backend(result) for result in results if set(BUCKETS) <= set(result.scores)]


def _backend(result: model.Result) -> Backend:
    scores = result.scores
    shares = {name: scores[name].value or 0 for name in BUCKETS}
    counts = [(label, name, shares[name]) for name, label in BUCKETS.items()]
    counts.append(("not graded", "ungraded", ungraded(scores.get(COVERAGE))))
    head, raw = scores.get(HEADLINE), scores.get(RAW)
    trivial = shares["trivial"]
    return Backend(
        name=subject_of(result),
        headline=_rate(head),
        raw=_rate(raw),
        apart=f"{counted(trivial)} of them trivial" if trivial else "none of them trivial",
        bar=charts.stacked([charts.Part(count, tone) for _, tone, count in counts], 18),
        counts=[(label, tone, counted(count) if count else "") for label, tone, count in counts],
    )


def _rate(score: model.Score | None) -> str:
    return "–" if score is None or score.value is None else f"{score.value:.0%}"
