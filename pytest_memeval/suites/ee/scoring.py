"""The benchmark's buckets, and what is counted in them.

Every after-probe is paired with the same question before the change, and the two verdicts make four
buckets (MEME, arXiv 2605.12477, and the erasability and editability benchmark that stands on it):

=================  ==============  =============
bucket             before correct  after correct
=================  ==============  =============
`real`             yes             yes
`trivial`          no              yes
`knew_but_failed`  yes             no
`never_knew`       no              no
=================  ==============  =============

With R, T, K, N their sizes and A = R + T + K + N the graded after-probes:

====================  ============================================================================
accuracy_score        R / A
edit_accuracy         R / A over edit probes; left out when there are none, like
erase_accuracy        R / A over erase probes
retention             R / (R + K): of what was known, how much survived the change
encoding              (R + K) / A: how much was known; accuracy = encoding x retention
trivial_share         T / (R + T): how much of what passes afterwards means nothing
raw_..._after         passes / graded probes, whatever was known before; the same for raw_..._before
coverage              graded pairs / pairs
over_forgetting       facts nobody touched that were known before and are gone after / known before
stays_erased          real erasures that still hold after a later ingestion / those asked again
====================  ============================================================================

A pair is graded when both of its answers are. An ungraded verdict, an agent that raised or hung,
and an answer that is no text leave the pair without a bucket, and show in the coverage. An empty
answer is an answer, and wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from collections.abc import Container
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace

from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.ee.meme import DOMAINS
from pytest_memeval.suites.ee.meme import HOPS
from pytest_memeval.suites.ee.meme import PHASES
from pytest_memeval.suites.ee.meme import TASKS
from pytest_memeval.suites.ee.meme import dropped_line
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

#: The buckets in their order, and what each means. Tags, notes, tables and legends read this alone.
EE_PASS_TYPE_LABELS: Mapping[str, str] = {
    "real": "knew it before and got it right after the change",
    "trivial": "right after the change, but never knew it before",
    "knew_but_failed": "knew it before, wrong after the change",
    "never_knew": "wrong before and after the change",
}
_BUCKETS: Mapping[tuple[str, str], str] = {
    ("pass", "pass"): "real",
    ("fail", "pass"): "trivial",
    ("pass", "fail"): "knew_but_failed",
    ("fail", "fail"): "never_knew",
}
#: Verdicts that are a grade.
GRADED = ("pass", "fail")
#: Resamples of the bootstrap, and what they are drawn by.
RESAMPLES, SEED = 2000, 20260512

Test = Callable[[Row], bool]


def _strata() -> Iterator[tuple[str, str, Callable[[Row], bool]]]:
    """Name, meaning and members of each line of the raw table, but for the phase."""
    yield "", "all probes", lambda row: True
    for task in TASKS:
        yield f"{task}_", f"{task} probes", lambda row, task=task: row["task"] == task  # type: ignore[misc]
    for hop in HOPS:
        yield f"hop{hop}_", f"edits of hop {hop}", lambda row, hop=hop: row["hop"] == hop  # type: ignore[misc]
    for domain in DOMAINS:
        yield (
            f"{domain}_",
            f"probes of {domain}",
            lambda row, domain=domain: row["domain"] == domain,  # type: ignore[misc]
        )


STRATA = tuple(_strata())

METRICS: dict[str, MetricKind] = {
    "accuracy_score": MetricKind("after-probes right that were known before"),
    "edit_accuracy": MetricKind("the same over edits"),
    "erase_accuracy": MetricKind("the same over erasures"),
    **{
        name: MetricKind(f"pairs: {label}", ratio=False)
        for name, label in EE_PASS_TYPE_LABELS.items()
    },
    "retention": MetricKind("of what was known, what survived the change"),
    "encoding": MetricKind("pairs that were known before the change"),
    "trivial_share": MetricKind("of what passes afterwards, what was never known"),
    "coverage": MetricKind("pairs of which both answers are graded"),
    "over_forgetting": MetricKind("facts nobody touched, known before and gone after"),
    "stays_erased": MetricKind("real erasures that hold after a later ingestion"),
    **{
        f"raw_{name}{phase}": MetricKind(f"{meaning} right {phase} the change, unfiltered")
        for name, meaning, _ in STRATA
        for phase in PHASES
    },
}


def pass_type(before: str, after: str) -> str | None:
    """The bucket of two verdicts; None unless both are graded."""
    return _BUCKETS.get((before, after))


@dataclass(frozen=True, slots=True)
class Clustered(Metric):
    """A ratio whose cases come in episodes, with the interval that this gives."""

    within: tuple[float, float] | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        return self.within or Metric(self.ratio, self.k, self.n, trials=self.trials).interval

    def over(self, trials: Sequence[Metric]) -> Metric:
        """The interval is the widest of them: no trial is more sure than its episodes make it."""
        ends = [metric.interval for metric in trials if metric.interval is not None]
        within = (min(low for low, _ in ends), max(high for _, high in ends)) if ends else None
        return replace(Metric.over(self, trials), within=within)  # type: ignore[call-arg]


def bootstrap(pairs: Sequence[tuple[int, int]]) -> tuple[float, float] | None:
    """A 95 % percentile interval of a ratio, by resampling episodes (Efron 1979).

    Probes of one episode are answered by one memory, so they are no independent draws: whole
    episodes are drawn. None where all episodes are alike: resampling then has nothing to vary.

    :param pairs: of each episode, how many probes were right and how many there were.
    """
    if len({(good / n if n else 0) for good, n in pairs}) < 2:
        return None
    dice = random.Random(SEED)
    values = []
    for _ in range(RESAMPLES):
        drawn = dice.choices(pairs, k=len(pairs))
        total = sum(n for _, n in drawn)
        if total:
            values.append(sum(good for good, _ in drawn) / total)
    values.sort()
    return values[int(0.025 * len(values))], values[int(0.975 * len(values)) - 1]


# --- scores


def score(rows: Sequence[Row]) -> Scores:
    """Score the rows of one agent."""
    rows = with_pass_types(rows)
    metrics = dict(_metrics([row for row in rows if row["outcome"] != "not_measured"]))
    return Scores(metrics, _table(rows), rows, list(_notes(rows)))


def with_pass_types(rows: Sequence[Row]) -> list[Row]:
    """The rows with the bucket of each pair on its after-probe.

    The verdict before the change is the row's own knowledge of it, so that a run that leaves out
    the before-probes comes to the same buckets.
    """
    return [_with_pass_type(row) for row in rows]


def _with_pass_type(row: Row) -> Row:
    if row["phase"] != "after" or row["outcome"] == "not_measured":
        return row
    kind = pass_type(row["before_verdict"], row["verdict"])
    if kind is None:
        return row
    return {**row, "pass_type": kind, "pass_type_label": EE_PASS_TYPE_LABELS[kind]}


def _metrics(rows: Sequence[Row]) -> Iterator[tuple[str, Metric]]:
    expected = [row for row in rows if row["phase"] == "after"]
    graded = [row for row in expected if row.get("pass_type")]
    yield "accuracy_score", _accuracy(graded, expected)
    for task in TASKS:
        if any(row["task"] == task for row in expected):
            yield f"{task}_accuracy", _accuracy(_of(graded, task), _of(expected, task))
    for name in EE_PASS_TYPE_LABELS:
        yield name, _count(graded, _is(name), expected)
    knew = _select(graded, "real", "knew_but_failed")
    passed = _select(graded, "real", "trivial")
    yield "retention", _ratio(knew, _is("real"), "nothing was known before the change")
    yield "encoding", _ratio(graded, _is("real", "knew_but_failed"), _no_pair(expected))
    yield "trivial_share", _ratio(passed, _is("trivial"), "nothing passed after the change")
    yield "coverage", _coverage(expected, {row["id"] for row in rows})
    yield "over_forgetting", _over_forgetting(rows)
    yield "stays_erased", _stays_erased(_select(graded, "real"))
    for name, _, member in STRATA:
        for phase in PHASES:
            these = [row for row in rows if row["phase"] == phase and member(row)]
            if these:
                yield f"raw_{name}{phase}", _raw(these)


def _accuracy(graded: Sequence[Row], expected: Sequence[Row]) -> Metric:
    plain = _ratio(graded, _is("real"), _no_pair(expected))
    pairs = list(_by_episode(graded))
    return Clustered(
        plain.ratio, plain.k, plain.n, plain.note, plain.missed, within=bootstrap(pairs)
    )


def _by_episode(graded: Iterable[Row]) -> Iterator[tuple[int, int]]:
    good: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row in graded:
        total[row["episode"]] += 1
        good[row["episode"]] += row["pass_type"] == "real"
    for episode in sorted(total):
        yield good[episode], total[episode]


def _no_pair(expected: Sequence[Row]) -> str:
    return "no pair is graded" if expected else "no after-probe was measured"


def _raw(rows: Sequence[Row]) -> Metric:
    graded = [row for row in rows if row["verdict"] in GRADED]
    return _ratio(graded, lambda row: bool(row["verdict"] == "pass"), "no such probe is graded")


def _over_forgetting(rows: Sequence[Row]) -> Metric:
    """A ratio that is good when it is low: its missed ones are those that are gone."""
    known = [
        (row["id"], control)
        for row in _one_an_episode(rows)
        for control in row.get("controls", ())
        if control["before"]["verdict"] == "pass" and control["after"]["verdict"] != "ungraded"
    ]
    gone = [identity for identity, control in known if control["after"]["verdict"] == "fail"]
    asked = any(row.get("controls") for row in rows)
    why = "no fact that nobody touched was known" if asked else "no control question was asked"
    return Metric(True, len(gone), len(known), "" if known else why, tuple(dict.fromkeys(gone)))


def _one_an_episode(rows: Sequence[Row]) -> list[Row]:
    """The first row of each episode: what is about the episode stands on each of its rows."""
    found: dict[str, Row] = {}
    for row in rows:
        found.setdefault(row["episode"], row)
    return list(found.values())


def _stays_erased(real: Sequence[Row]) -> Metric:
    asked = [row for row in real if row.get("reasked") and row["reasked"]["verdict"] != "ungraded"]
    why = "nothing was asked again: memeval_reask = on asks"
    return _ratio(asked, lambda row: bool(row["reasked"]["verdict"] == "pass"), why)


def _ratio(rows: Sequence[Row], good: Test, why: str) -> Metric:
    missed = tuple(row["id"] for row in rows if not good(row))
    return Metric(True, len(rows) - len(missed), len(rows), "" if rows else why, missed)


def _coverage(expected: Sequence[Row], ids: Container[str]) -> Metric:
    """The pairs that are graded. To look at are the probes without a grade, not their partners.

    :param ids: of the probes that have a row: a run may have left out those before the change.
    """
    lost = [row for row in expected if not row.get("pass_type")]
    ungraded: list[str] = []
    for row in lost:
        earlier = row.get("before", "")
        if row["before_verdict"] not in GRADED and earlier in ids:
            ungraded.append(earlier)
        if row["verdict"] not in GRADED or earlier not in ids:
            ungraded.append(row["id"])
    note = "" if expected else "no after-probe"
    return Metric(True, len(expected) - len(lost), len(expected), note, tuple(ungraded))


def _count(rows: Sequence[Row], test: Test, expected: Sequence[Row]) -> Metric:
    found = tuple(row["id"] for row in rows if test(row))
    if not rows:
        return Metric(False, None, 0, _no_pair(expected))
    return Metric(False, len(found), len(rows), "", found)


def _of(rows: Sequence[Row], task: str) -> list[Row]:
    return [row for row in rows if row["task"] == task]


def _select(rows: Sequence[Row], *kinds: str) -> list[Row]:
    return [row for row in rows if row["pass_type"] in kinds]


def _is(*kinds: str) -> Test:
    return lambda row: row["pass_type"] in kinds


def _table(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """The raw table: probes, those graded, those right."""
    table = {}
    for task in TASKS:
        for phase in PHASES:
            these = [row for row in rows if row["task"] == task and row["phase"] == phase]
            if these:
                verdicts = Counter(row.get("verdict", "ungraded") for row in these)
                table[f"{task} {phase}"] = {
                    "probes": len(these),
                    "graded": verdicts["pass"] + verdicts["fail"],
                    "right": verdicts["pass"],
                }
    return table


# --- lines for people


def audit_notes(rows: Sequence[Row]) -> str:
    """The score in one line, as the benchmark writes it.

    :param rows: with their buckets.
    """
    graded = [row for row in rows if row.get("pass_type")]
    counts = Counter(row["pass_type"] for row in graded)
    if not graded:
        return "Score: no pair is graded."
    # Halves up, in whole numbers: floats would not keep to one way.
    percent = (200 * counts["real"] + len(graded)) // (2 * len(graded))
    buckets = ", ".join(f"{name}={counts[name]}" for name in EE_PASS_TYPE_LABELS)
    tasks = ", ".join(
        f"{task}_accuracy={len(_select(these, 'real')) / len(these):.3f}"
        for task in TASKS
        if (these := _of(graded, task))
    )
    return (
        f"Score {counts['real']}/{len(graded)} = {percent}% - counts only 'real' "
        f"({EE_PASS_TYPE_LABELS['real']}). Buckets: {buckets}. Per task: {tasks}."
    )


def _notes(rows: Sequence[Row]) -> Iterator[str]:
    measured = [row for row in rows if row["outcome"] != "not_measured"]
    if not measured:
        return
    yield audit_notes(measured)
    yield settings_line(measured)
    episodes = _one_an_episode(measured)
    chosen = Counter((row["selection"], row.get("episodes", 0)) for row in episodes)
    for (selection, total), number in sorted(chosen.items()):
        if selection:
            yield f"only {selection}: {number} of {plural(total, 'episode')}"
    dropped: Counter[str] = Counter()
    for row in episodes:
        dropped.update(row["dropped"])
    if dropped:
        yield dropped_line(dropped)
    yield from _ungraded(measured)
    yield from _credit(measured)
    for trouble in sorted({row["trouble"] for row in episodes if row["trouble"]})[:3]:
        yield f"trouble: {trouble}"


def settings_line(rows: Sequence[Row]) -> str:
    """How the episodes were played and judged."""

    def all_of(name: str) -> str:
        return " and ".join(sorted({str(row[name]) for row in rows}))

    kept = {row["retains_turns"] for row in rows}
    keeps = {
        frozenset({True}): "the agent stores them itself",
        frozenset({False}): "the agent does not store them",
    }.get(frozenset(kept), "the agent does not say whether it stores them")
    waited = [row["waited"] for row in rows if row["waited"] is not None]
    waits = f"; longest wait for the memory {max(waited):g} s" if waited else ""
    taped = "; answers from a cassette" if any(row["recorded"] for row in rows) else ""
    return (
        f"conversation {all_of('conversation')}; judge {all_of('judge_kind')}; probe turns are not "
        f"retained by the suite, and {keeps}{waits}{taped}"
    )


def _ungraded(rows: Sequence[Row]) -> Iterator[str]:
    after = [row for row in rows if row["phase"] == "after"]
    lost = [row for row in after if not row.get("pass_type")]
    if lost:
        yield (
            f"{len(lost)} of {plural(len(after), 'pair')} not graded, and in no bucket; "
            f"the first: {lost[0]['id']} ({one_line(_why(lost[0]), 120)})"
        )


def _why(row: Row) -> str:
    if row["verdict"] not in GRADED:
        return str(row["reason"])
    return f"before the change: {row['before_reason']}"


def _credit(rows: Sequence[Row]) -> Iterator[str]:
    """Points that may be there for another reason than memory."""
    real = [row for row in rows if row.get("pass_type") == "real"]
    for quirk in ("old equals new", "deleted from the chain of the change"):
        ids = [row["id"] for row in real if quirk in row["quirks"]]
        if ids:
            yield f"real, but {quirk}: {', '.join(ids[:5])}" + (
                f" and {len(ids) - 5} more" if len(ids) > 5 else ""
            )


def hints(rows: Sequence[Row]) -> list[str]:
    """What the failures have in common."""
    rows = with_pass_types(rows)
    found = []
    for task, said in (
        ("edit", "edits known before and stale after, a rule was not followed"),
        ("erase", "erasures known before and told after, the deletion did not reach the memory"),
    ):
        ids = [
            row["id"]
            for row in rows
            if row["task"] == task and row.get("pass_type") == "knew_but_failed"
        ]
        if ids:
            more = f" and {len(ids) - 3} more" if len(ids) > 3 else ""
            found.append(f"{said}: {', '.join(ids[:3])}{more}")
    return found
