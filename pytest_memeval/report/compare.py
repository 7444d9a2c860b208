"""What changed between two reports: cases that flipped, metrics that moved, data that differs.

A case counts as behaviour only where its fixture is the same in both. Fixtures that were added,
removed or changed are told apart: a metric that moved because of them says nothing of the subject.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import asdict
from dataclasses import dataclass
from typing import Any

from pytest_memeval.report import model
from pytest_memeval.statistics import mcnemar
from pytest_memeval.suites.base import Key
from pytest_memeval.text import one_line
from pytest_memeval.text import plural
from pytest_memeval.text import some

GOOD = "hit"
#: Outcomes that say nothing of the subject, so that no flip can be told from them.
UNKNOWN = ("not_measured", "invalid")
#: What of a row says how its case was decided, and by which rule: of a gate, and of other suites.
BY_GATES, BY_OTHERS = ("decision", "type", "reason"), ("verdict", "tier")


@dataclass(frozen=True)
class Flip:
    """A case that was decided otherwise before."""

    id: str
    before: str
    after: str
    detail: str
    place: str


@dataclass(frozen=True)
class MetricChange:
    """A metric in both reports, over whatever cases each had."""

    name: str
    before: float | None
    after: float | None

    @property
    def delta(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


@dataclass(frozen=True)
class Change:
    """One subject, before and after.

    :param otherwise: with the same outcome for another reason, such as another rule of a gate.
    :param p: of McNemar's exact test on the cases that are the same in both.
    """

    key: Key
    worse: tuple[Flip, ...]
    better: tuple[Flip, ...]
    otherwise: tuple[Flip, ...]
    same: int
    p: float
    metrics: tuple[MetricChange, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Two reports, subject by subject, and the subjects that only one of them has."""

    changes: tuple[Change, ...]
    only_before: tuple[Key, ...]
    only_after: tuple[Key, ...]

    @property
    def worse(self) -> list[tuple[Key, Flip]]:
        return [(change.key, flip) for change in self.changes for flip in change.worse]


def compare(before: model.Report, after: model.Report) -> Comparison:
    """Compare two reports of the same suites and subjects."""
    old, new = _by_key(before), _by_key(after)
    return Comparison(
        changes=tuple(_change(key, old[key], new[key]) for key in new if key in old),
        only_before=tuple(key for key in old if key not in new),
        only_after=tuple(key for key in new if key not in old),
    )


def _by_key(report: model.Report) -> dict[Key, model.Result]:
    return {Key(result.suite, result.subject, result.level): result for result in report.results}


def _change(key: Key, before: model.Result, after: model.Result) -> Change:
    old_hashes, new_hashes = _hashes(before), _hashes(after)
    old_rows = {row["id"]: row for row in before.rows}
    common = [row for row in after.rows if row["id"] in old_rows]
    same = [row for row in common if old_hashes.get(row["id"]) == new_hashes.get(row["id"])]
    known = [
        (old_rows[row["id"]], row)
        for row in same
        if not {row["outcome"], old_rows[row["id"]]["outcome"]} & set(UNKNOWN)
    ]
    flips = [
        (old, row) for old, row in known if (old["outcome"] == GOOD) != (row["outcome"] == GOOD)
    ]
    worse = tuple(_flip(old, row) for old, row in flips if old["outcome"] == GOOD)
    better = tuple(_flip(old, row) for old, row in flips if row["outcome"] == GOOD)
    return Change(
        key=key,
        worse=worse,
        better=better,
        otherwise=tuple(_reasons(known)),
        same=len(known),
        p=mcnemar(len(better), len(worse)),
        metrics=tuple(_metrics(before.scores, after.scores)),
        added=tuple(sorted(set(new_hashes) - set(old_hashes))),
        removed=tuple(sorted(set(old_hashes) - set(new_hashes))),
        changed=tuple(
            sorted(
                one for one in new_hashes if old_hashes.get(one, new_hashes[one]) != new_hashes[one]
            )
        ),
    )


def _hashes(result: model.Result) -> Mapping[str, str]:
    data = result.expected or result.fixtures  # a part of a run says what the whole is
    return data.case_hashes if data else {}


def _flip(before: model.Row, after: model.Row) -> Flip:
    detail = after["detail"] or before["detail"]
    if after["outcome"] == GOOD and before["detail"]:
        now = after["detail"] or decided(after) or after["outcome"]
        detail = f"{before['detail']} -> {now}"
    return Flip(after["id"], before["outcome"], after["outcome"], detail, _place(after))


def _reasons(pairs: Iterable[tuple[model.Row, model.Row]]) -> Iterator[Flip]:
    """Cases that came out as before, and were decided otherwise, as far as both reports tell."""
    for before, after in pairs:
        was, now = decided(before), decided(after)
        if before["outcome"] == after["outcome"] and was and now and was != now:
            yield Flip(after["id"], was, now, "", _place(after))


def _place(row: model.Row) -> str:
    return f"{row['file']}:{row['line']}"


def decided(row: model.Row) -> str:
    """How a case was decided, and by which rule; "" where the row does not say."""
    if row.get("decision"):
        words = [str(row[name]) for name in ("decision", "type") if row.get(name)]
        rule = f" (rule {row['reason']})" if row.get("reason") else ""
        return one_line(" ".join(words) + rule, 160)
    return one_line(", ".join(str(row[name]) for name in BY_OTHERS if row.get(name)), 160)


def _metrics(
    before: Mapping[str, model.Score], after: Mapping[str, model.Score]
) -> Iterator[MetricChange]:
    for name, score in after.items():
        if name in before and before[name].value != score.value:
            yield MetricChange(name, before[name].value, score.value)


# --- for people


def lines(comparison: Comparison, most: int = 20) -> Iterator[str]:
    """The comparison as text, shortest where nothing changed."""
    for change in comparison.changes:
        yield from _change_lines(change, most)
    for keys, said in (
        (comparison.only_before, "is no longer measured"),
        (comparison.only_after, "was not measured before"),
    ):
        for key in keys:
            yield f"{called(key)} {said}"


def _change_lines(change: Change, most: int) -> Iterator[str]:
    flips = f"{len(change.worse)} worse, {len(change.better)} better"
    yield (
        f"{called(change.key)}: of {plural(change.same, 'case')} alike in both, {flips}"
        + (f" (McNemar p = {change.p:.3g})" if change.worse or change.better else "")
    )
    for word, flipped in (("worse", change.worse), ("better", change.better)):
        for flip in flipped[:most]:
            yield f"  {word}: {flip.id} ({flip.place}): {flip.before} -> {flip.after}" + (
                f": {one_line(flip.detail, 100)}" if flip.detail else ""
            )
        if len(flipped) > most:
            yield f"  … and {len(flipped) - most} more that are {word}"
    if change.otherwise:
        said = some((f"{one.id} ({one.before} -> {one.after})" for one in change.otherwise), 3)
        yield f"  same outcome, decided otherwise: {plural(len(change.otherwise), 'case')}: {said}"
    for metric in change.metrics:
        yield f"  {metric.name}: {_number(metric.before)} -> {_number(metric.after)}" + (
            f" ({metric.delta:+.3g})" if metric.delta is not None else ""
        )
    for word, ids in (
        ("added", change.added),
        ("removed", change.removed),
        ("changed", change.changed),
    ):
        if ids:
            yield f"  fixtures {word}: {some(ids)}"


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")


def called(key: Key) -> str:
    """A subject as people read it."""
    return f"{key.suite}: {key.subject}" + (f" at {key.level}" if key.level else "")


def plain(comparison: Comparison) -> dict[str, Any]:
    """The comparison in plain JSON types."""
    return {
        "changes": [asdict(change) for change in comparison.changes],
        "only_before": [asdict(key) for key in comparison.only_before],
        "only_after": [asdict(key) for key in comparison.only_after],
    }
