"""What the page says, but for the cases: verdict, metrics, what changed, trends."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from datetime import timezone
from urllib.parse import quote

from markupsafe import Markup

from pytest_memeval import registry
from pytest_memeval.report import model
from pytest_memeval.report.compare import Change
from pytest_memeval.report.compare import Comparison
from pytest_memeval.report.compare import Flip
from pytest_memeval.report.compare import MetricChange
from pytest_memeval.report.compare import called
from pytest_memeval.report.history import Run
from pytest_memeval.report.history import series
from pytest_memeval.report.html import audit
from pytest_memeval.report.html import buckets
from pytest_memeval.report.html import charts
from pytest_memeval.report.html.tables import is_audit
from pytest_memeval.report.html.tables import subject_of
from pytest_memeval.report.scorecard import counted
from pytest_memeval.suites import trials
from pytest_memeval.suites.base import Key
from pytest_memeval.text import clean
from pytest_memeval.text import one_line
from pytest_memeval.text import plural
from pytest_memeval.text import some

#: status of a floor -> how it is coloured.
TONES = {"held": "good", "broken": "bad", "not_measured": "none", "partial": "warn"}
VERDICTS = {
    "passed": ("good", "Passed"),
    "failed": ("bad", "Failed"),
    "not_measured": ("none", "Not measured"),
    "partial": ("warn", "Partial"),
}
#: Outcomes in the order of the bar, and their colours.
OUTCOMES = {
    "hit": "good",
    "miss": "bad",
    "failed": "failed",
    "invalid": "warn",
    "not_measured": "none",
}
#: What people call the suites: in full, and in few letters.
TITLES = {
    "write_gate": ("Write gate", "Write gate"),
    "ee": ("Erasability and editability", "EE"),
    "ablation": ("Context ablation", "Ablation"),
    "corpus": ("Corpus", "Corpus"),
}
#: Where a suite has more subjects than this, those are folded of which all is well.
FEW = 2
MOST_REASONS, MOST_FLIPS, MOST_IDS, MOST_RUNS = 20, 100, 40, 60
#: Trends of this many metrics are drawn where no floor says which matter.
UNGATED_TRENDS = 3


@dataclass(frozen=True)
class Bound:
    """A floor or ceiling beside its metric."""

    text: str
    status: str
    tone: str
    why: str


@dataclass(frozen=True)
class Metric:
    """A line of the table of metrics."""

    name: str
    meaning: str
    value: str
    of: str
    interval: str
    note: str
    tone: str
    bar: Markup
    bounds: Sequence[Bound]
    delta: str
    better: str


@dataclass(frozen=True)
class Trend:
    """A metric over the runs of the history."""

    name: str
    drawing: Markup
    last: str
    span: str


@dataclass(frozen=True)
class Section:
    """One subject of a suite."""

    anchor: str
    title: str
    open: bool
    coverage: str
    brief: str
    outcomes: Markup
    floors: str
    floors_tone: str
    worse: str
    worse_tone: str
    metrics: Sequence[Metric]
    counts: Sequence[Metric]
    more: Sequence[Metric]
    heads: Sequence[str]
    types: Sequence[tuple[str, Sequence[int]]]
    seconds: Sequence[tuple[str, model.Seconds]]
    notes: Sequence[str]
    hints: Sequence[str]
    trends: Sequence[Trend]
    audits: Sequence[audit.Audit]


@dataclass(frozen=True)
class Group:
    """A suite with its subjects."""

    name: str
    title: str
    short: str
    anchor: str
    sections: Sequence[Section]
    buckets: Sequence[buckets.Backend]


@dataclass(frozen=True)
class Link:
    """A case that flipped, and where the page shows it."""

    flip: Flip
    href: str
    detail: str


@dataclass(frozen=True)
class Moved:
    """What changed of one subject since the baseline."""

    suite: str
    title: str
    said: str
    tone: str
    metrics: Sequence[tuple[str, str, str, str]]
    flips: Sequence[tuple[str, str, Sequence[Link], int]]
    fixtures: Sequence[tuple[str, int, str]]


@dataclass(frozen=True)
class Page:
    """All of it."""

    tone: str
    word: str
    verdict: str
    title: str
    lede: str
    reasons: Sequence[str]
    more_reasons: int
    mode: str
    when: str
    about: Sequence[tuple[str, str]]
    groups: Sequence[Group]
    compared: bool
    baseline: str
    moved: Sequence[Moved]
    still: Sequence[tuple[str, Sequence[tuple[str, str]]]]


def page_of(
    report: model.Report,
    history: Sequence[Run],
    baseline: model.Report | None,
    comparison: Comparison | None,
) -> Page:
    tone, word = VERDICTS[report.verdict]
    failures = report.check.failures
    changes = comparison.changes if comparison else ()
    deltas = {change.key: {m.name: m for m in change.metrics} for change in changes}
    moved = [change for change in changes if _says_something(change)]
    return Page(
        tone=tone,
        word=word,
        verdict=report.verdict,
        title=f"{word}: memory quality",
        lede=_lede(report),
        reasons=[clean(failure, 4000) for failure in failures[:MOST_REASONS]],
        more_reasons=max(0, len(failures) - MOST_REASONS),
        mode=report.mode,
        when=_when(report.generated_at),
        about=list(_about(report)),
        groups=list(_groups(report, history, deltas)),
        compared=comparison is not None,
        baseline=_when(baseline.generated_at) if baseline else "",
        moved=[_moved(change) for change in moved],
        still=list(_still(comparison, [c.key for c in changes if c not in moved])),
    )


def _lede(report: model.Report) -> str:
    floors = [threshold for result in report.results for threshold in result.thresholds]
    held = sum(threshold.status == "held" for threshold in floors)
    cases = sum(result.counts.selected for result in report.results)
    measured = sum(result.counts.measured for result in report.results)
    of = f"{held} of {plural(len(floors), 'floor')} held"
    if report.verdict == "partial":
        of = f"floors are not gated ({report.run.narrowed})"
    baseline = report.run.baseline
    worse = len(baseline.regressions) if baseline and baseline.gated else 0
    since = f", {plural(worse, 'regression')} since the baseline" if worse else ""
    return f"{of}, {measured:,} of {plural(cases, 'case')} measured{since}"


def _when(stamp: str) -> str:
    """A time as people write it; what is no time stays as it is."""
    try:
        when = datetime.fromisoformat(stamp)
    except ValueError:
        return stamp
    if when.tzinfo is not None:
        when = when.astimezone(timezone.utc)
    return f"{when.day} {when:%B %Y, %H:%M} UTC"


def _about(report: model.Report) -> Iterator[tuple[str, str]]:
    run = report.run
    if run.git_revision:
        yield "revision", run.git_revision[:12]
    yield "took", f"{run.duration:,.1f} s"
    if run.workers:
        yield "workers", str(run.workers)
    if run.merged:
        yield "merged from", plural(run.merged, "report")
    if run.narrowed:
        yield "narrowed by", run.narrowed
    if run.mutations:
        yield "mutants", f"at most {run.mutations.examples} a case"
    yield from run.versions.items()
    if run.live:
        live = run.live
        yield "live run", live.run
        yield "backend", f"{live.backend} {live.client}".strip()
        yield "instructions", f"{live.policy[:12]} ({live.instructions})"
        yield "left behind", live.left


# --- suites and their subjects


def _groups(
    report: model.Report, history: Sequence[Run], deltas: Mapping[Key, Mapping[str, MetricChange]]
) -> Iterator[Group]:
    for number, name in enumerate(dict.fromkeys(result.suite for result in report.results)):
        results = [result for result in report.results if result.suite == name]
        meanings, few = _meanings(name, report.mode), len(results) <= FEW
        sections = [
            _section(f"s{number}-{at}", result, report, history, deltas, meanings, few)
            for at, result in enumerate(results)
        ]
        title, short = titles(name)
        yield Group(name, title, short, f"s{number}", sections, buckets.of(results))


def titles(suite: str) -> tuple[str, str]:
    """What people call a suite, in full and in few letters."""
    return TITLES.get(suite, (suite.replace("_", " "),) * 2)


def _meanings(name: str, mode: str) -> Mapping[str, str]:
    """What the metrics of a suite mean, and those of trials, where the suite is installed."""
    try:
        entry = registry.suite_entries()[name]
        live = mode == "live" and bool(entry.live_target)
        metrics = registry.load_suite(entry, live).metrics
    except (registry.RegistryError, KeyError):
        return {}
    return {metric: kind.meaning for metric, kind in {**trials.METRICS, **metrics}.items()}


def _section(
    anchor: str,
    result: model.Result,
    report: model.Report,
    history: Sequence[Run],
    deltas: Mapping[Key, Mapping[str, MetricChange]],
    meanings: Mapping[str, str],
    few: bool,
) -> Section:
    key = Key(result.suite, result.subject, result.level)
    gated = {threshold.metric for threshold in result.thresholds}
    lines = [
        _metric(name, score, result, meanings.get(name, ""), deltas.get(key, {}).get(name))
        for name, score in result.scores.items()
    ]
    first = [m for m in lines if m.name in gated]
    rest = [m for m in lines if m.name not in gated]
    more = [m for m in rest if m.name.startswith("raw_") or not m.value]
    counts = [m for m in rest if m not in more and not m.of]
    statuses = [threshold.status for threshold in result.thresholds]
    worse, gated_worse = _regressions(key, report)
    audits = [audit.audit_of(row) for row in result.rows if is_audit(row)]
    audited = "; ".join(one.brief for one in audits)
    tone = "bad" if gated_worse else _worst(statuses)
    return Section(
        anchor=anchor,
        title=subject_of(result),
        open=few or tone not in ("good", "plain"),
        coverage=audited or _coverage(result),
        brief=audited or _coverage(result, labels=False),
        outcomes=audits[0].bar if audits else _outcomes(result),
        floors=f"{statuses.count('held')} of {len(statuses)} held" if statuses else "no floor",
        floors_tone=_worst(statuses),
        worse=plural(worse, "regression") if worse else "",
        worse_tone="bad" if gated_worse else "warn",
        metrics=[*first, *(m for m in rest if m not in more and m not in counts)],
        counts=counts,
        more=more,
        heads=list(next(iter(result.per_type.values()), {})),
        types=[(name, list(counts.values())) for name, counts in result.per_type.items()],
        seconds=list(result.seconds.items()),
        notes=result.notes,
        hints=result.hints,
        trends=list(_trends(key, result, report, history)),
        audits=audits,
    )


def _outcomes(result: model.Result) -> Markup:
    counts = result.counts.by_outcome
    return charts.stacked(
        [charts.Part(counts.get(name, 0), tone) for name, tone in OUTCOMES.items()], 8
    )


def _regressions(key: Key, report: model.Report) -> tuple[int, bool]:
    """How much of a subject is worse than in the baseline, and whether that fails the run."""
    baseline = report.run.baseline
    if baseline is None:
        return 0, False
    worse = sum(said.startswith(f"{called(key)}: ") for said in baseline.regressions)
    return worse, baseline.gated and worse > 0


def _worst(statuses: Sequence[str]) -> str:
    for status in ("broken", "not_measured", "partial", "held"):
        if status in statuses:
            return TONES[status]
    return "plain"


def _coverage(result: model.Result, labels: bool = True) -> str:
    counts = result.counts
    said = ", ".join(f"{n:,} {label}" for label, n in counts.by_label.items() if labels)
    outcomes = ", ".join(
        f"{counts.by_outcome[name]:,} {name.replace('_', ' ')}"
        for name in OUTCOMES
        if counts.by_outcome.get(name)
    )
    of = "" if counts.selected == counts.collected else f" of {counts.collected:,} collected"
    cases = plural(counts.selected, "case")
    return f"{cases}{of}" + (f" ({said})" if said else "") + f": {outcomes or 'none measured'}"


def _metric(
    name: str,
    score: model.Score,
    result: model.Result,
    meaning: str,
    moved: MetricChange | None,
) -> Metric:
    bounds = [threshold for threshold in result.thresholds if threshold.metric == name]
    tone = _worst([bound.status for bound in bounds])
    delta = moved.delta if moved else None
    return Metric(
        name=name,
        meaning=meaning,
        value=number(score),
        of=_of(score),
        interval="" if score.low is None else f"{score.low:.2f}–{score.high:.2f}",
        note=score.note,
        tone=tone,
        bar=charts.metric_bar(score, bounds, tone),
        bounds=[_bound(bound) for bound in bounds],
        delta="" if delta is None else signed(delta),
        better=_direction(delta, bounds),
    )


def _of(score: model.Score) -> str:
    """What a ratio is of. Over trials it counts answers, of which a case has several."""
    if score.value is None or score.k is None:
        return ""
    return f"{score.k:,} of {score.n:,}" + (" answers" if score.trials > 1 else "")


def _direction(delta: float | None, bounds: Sequence[model.Threshold]) -> str:
    """Whether a change is for the better: only a floor says which way that is."""
    if not delta or not bounds:
        return ""
    return "good" if (delta > 0) == (bounds[0].op == ">=") else "bad"


def number(score: model.Score) -> str:
    """A ratio with three places, a count as it is, "" where nothing was measured."""
    if score.value is None:
        return ""
    return counted(score.value) if score.k is None else f"{score.value:.3f}"


def signed(delta: float) -> str:
    """A difference with three places, or as many as keep it from reading as none."""
    said = f"{delta:+.3f}".rstrip("0").rstrip(".")
    return (said if said not in ("+0", "-0") else f"{delta:+.1g}").replace("-", "−")


def _bound(threshold: model.Threshold) -> Bound:
    sign = "≥" if threshold.op == ">=" else "≤"
    if threshold.statistic:
        sign = f"{threshold.statistic} {sign}"
    over = f" over {threshold.over}" if threshold.over else ""
    return Bound(
        f"{sign} {threshold.bound:.12g}{over}",
        threshold.status.replace("_", " "),
        TONES[threshold.status],
        threshold.why,
    )


# --- trends


def _trends(
    key: Key, result: model.Result, report: model.Report, history: Sequence[Run]
) -> Iterator[Trend]:
    before = _before(report, [run for run in history if run.mode == report.mode])
    bounds = {threshold.metric: threshold.bound for threshold in result.thresholds}
    ratios = [name for name, score in result.scores.items() if score.k is not None]
    for name in bounds or ratios[:UNGATED_TRENDS]:
        score = result.scores.get(name)
        if score is None:
            continue
        values = [
            float(one.value) for one in [*series(before, key, name), score] if one.value is not None
        ][-MOST_RUNS:]
        if len(values) > 1:
            low, high = (_short(value) for value in (min(values), max(values)))
            span = f"{len(values)} runs, always {low}" if low == high else (
                f"{len(values)} runs, {low} to {high}"
            )  # fmt: skip
            yield Trend(name, charts.trend(values, bounds.get(name)), _short(values[-1]), span)


def _before(report: model.Report, runs: Sequence[Run]) -> Sequence[Run]:
    """The runs before that of a report. Of those of one second, the last is its own."""
    until = [run for run in runs if run.at <= report.generated_at]
    own = bool(until) and until[-1].at == report.generated_at
    return until[:-1] if own else until


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


# --- what changed


def _says_something(change: Change) -> bool:
    flips = (change.worse, change.better, change.otherwise)
    return any((*flips, change.metrics, change.added, change.removed, change.changed))


def _moved(change: Change) -> Moved:
    p = f", McNemar p = {change.p:.3g}" if change.worse or change.better else ""
    return Moved(
        suite=titles(change.key.suite)[1],
        title=subject_of(change.key),
        said=(
            f"of {plural(change.same, 'case')} alike in both, {len(change.worse)} worse and "
            f"{len(change.better)} better{p}"
        ),
        tone="bad" if change.worse else "good" if change.better else "plain",
        metrics=[
            (
                m.name,
                _or_none(m.before),
                _or_none(m.after),
                "" if m.delta is None else signed(m.delta),
            )
            for m in change.metrics
        ],
        flips=[
            (word, tone, [_link(change.key, flip) for flip in flips[:MOST_FLIPS]], len(flips))
            for word, tone, flips in (
                ("passed before, misses now", "bad", change.worse),
                ("missed before, passes now", "good", change.better),
                ("the same outcome, decided otherwise", "plain", change.otherwise),
            )
            if flips
        ],
        fixtures=[
            (word, len(ids), some((one_line(one, 100) for one in ids), MOST_IDS))
            for word, ids in (
                ("added", change.added),
                ("removed", change.removed),
                ("changed", change.changed),
            )
            if ids
        ],
    )


def _or_none(value: float | None) -> str:
    return "not measured" if value is None else _short(value)


def _link(key: Key, flip: Flip) -> Link:
    return Link(flip, case_link(key, flip.id), one_line(flip.detail, 200))


def case_link(key: Key, identity: str) -> str:
    """Where the page shows a case."""
    parts = (key.suite, subject_of(key), identity)
    return "#case=" + "/".join(quote(clean(part), safe="") for part in parts)


def _still(
    comparison: Comparison | None, unmoved: Sequence[Key]
) -> Iterator[tuple[str, Sequence[tuple[str, str]]]]:
    """Subjects of which no more is to be said: what holds of them, then suite and subject."""
    for said, keys in (
        ("Nothing changed of", unmoved),
        ("No longer measured:", comparison.only_before if comparison else ()),
        ("Not measured before:", comparison.only_after if comparison else ()),
    ):
        if keys:
            yield said, [(titles(key.suite)[1], subject_of(key)) for key in keys]
