"""The metrics of removals.

=====================  =========================================================================
load_bearing_rate      cited records without which the answer turns wrong / those compared
non_flipping_rate      cited records without which it stays right / those compared
misleading_rate        cited records without which it turns right / those compared
noncuring_rate         cited records without which it stays wrong / those compared
control_flip_rate      uncited removals that flip it / those compared: the noise of the measurement
citation_precision     cited records of right answers that flip it, alone or in a group / those
coverage               removals compared / removals asked for
jointly_load_bearing   smallest groups of records that back each other up: one of them suffices
jointly_misleading     smallest groups without which a wrong answer turns right
=====================  =========================================================================

A record that does not flip an answer may still matter: another one may say the same. So there is no
metric of irrelevance, and tiers are counted, never averaged. Uncited records have no tier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.ablation.cases import TIERS
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

#: The tiers as the heads of a table.
SHORT = dict(
    zip((*TIERS, "unstable"), ("needed", "no flip", "misleads", "no cure", "unstable"), strict=True)
)
Test = Callable[[Row], bool]
#: A record in a case.
Place = tuple[str, str]

METRICS: dict[str, MetricKind] = {
    "load_bearing_rate": MetricKind("cited records without which the answer turns wrong"),
    "non_flipping_rate": MetricKind("cited records without which it stays right"),
    "misleading_rate": MetricKind("cited records without which it turns right"),
    "noncuring_rate": MetricKind("cited records without which it stays wrong"),
    "control_flip_rate": MetricKind("uncited removals that flip the answer: the noise"),
    "citation_precision": MetricKind("citations of right answers that flip them, alone or jointly"),
    "coverage": MetricKind("removals that could be compared"),
    "load_bearing_count": MetricKind("cited removals that turn right to wrong", ratio=False),
    "non_flipping_count": MetricKind("cited removals after which right stays right", ratio=False),
    "misleading_count": MetricKind("cited removals that turn wrong to right", ratio=False),
    "noncuring_count": MetricKind("cited removals after which wrong stays wrong", ratio=False),
    "unstable_count": MetricKind("removals no different from the reader's own noise", ratio=False),
    "jointly_load_bearing": MetricKind("groups of which the answer needs one record", ratio=False),
    "jointly_misleading": MetricKind("groups without which wrong turns right", ratio=False),
    "absent_citations": MetricKind("citations of what the context does not hold", ratio=False),
    "tokens_without_effect": MetricKind("tokens that right answers did without", ratio=False),
}

_NO_CITED = "no cited record was compared"
_CITES_NOTHING = (
    "nobody cites a record: answers have to name those that they rest on, or cases their `cited`"
)
_NONE = "no removal was compared"


def score(rows: Sequence[Row]) -> Scores:
    """Score the removals of one reader."""
    compared = [row for row in rows if row["flips"] is not None]
    cited = [row for row in compared if row["label"] == "single"]
    stable = [row for row in cited if row["stable"]]
    controls = [row for row in compared if row["label"] == "control"]
    needed = effective(compared, ("jointly_load_bearing",))
    right = [row for row in stable if row["tier"] in TIERS[:2]]
    uncited = _NO_CITED if any(row["label"] == "single" for row in rows) else _CITES_NOTHING
    rates = zip(("load_bearing", "non_flipping", "misleading", "noncuring"), TIERS, strict=True)
    metrics: dict[str, Metric] = {}
    for name, tier in rates:
        metrics[f"{name}_rate"] = _ratio(stable, _is(tier), uncited, finds=True)
        metrics[f"{name}_count"] = _count(cited, _is(tier), uncited)
    metrics |= {
        "control_flip_rate": _ratio(
            controls, lambda row: bool(row["flips"]), "no control was compared", finds=True
        ),
        "citation_precision": _ratio(
            right, lambda row: _place(row) in needed, "no right answer cites a record"
        ),
        "coverage": _ratio(rows, lambda row: row["flips"] is not None, "no removal"),
        "unstable_count": _count(compared, lambda row: not row["stable"], _NONE),
        "jointly_load_bearing": _groups(cited, "jointly_load_bearing"),
        "jointly_misleading": _groups(cited, "jointly_misleading"),
        "absent_citations": _absent(compared),
        "tokens_without_effect": _tokens(compared),
    }
    ordered = {name: metrics[name] for name in METRICS}
    return Scores(ordered, _tables(compared), notes=_notes(rows))


def effective(
    rows: Iterable[Row], effects: Sequence[str] = ("jointly_load_bearing", "jointly_misleading")
) -> set[Place]:
    """Records that flip an answer: cited and alone, or one of a group with such an effect."""
    found = set()
    for row in rows:
        if row["label"] == "single" and row["flips"]:
            found.add(_place(row))
        for group in row["groups"]:
            if group["effect"] in effects:
                found |= {(row["case"], identity) for identity in group["record_ids"]}
    return found


def distinct_groups(rows: Iterable[Row]) -> dict[tuple[str, frozenset[str]], dict[str, Any]]:
    """The groups that were found, each once, by case and records."""
    return {
        (row["case"], frozenset(group["record_ids"])): group
        for row in rows
        for group in row["groups"]
    }


def _is(tier: str) -> Test:
    return lambda row: bool(row["tier"] == tier)


def _place(row: Row) -> Place:
    return row["case"], row["removed"][0]


def _ratio(rows: Sequence[Row], good: Test, note: str, finds: bool = False) -> Metric:
    """A share. `finds`: the cases to look at are those counted, not the others."""
    counted = [row["id"] for row in rows if good(row)]
    others = [row["id"] for row in rows if not good(row)]
    why = "" if rows else note
    return Metric(True, len(counted), len(rows), why, tuple(counted if finds else others))


def _count(rows: Sequence[Row], test: Test, note: str) -> Metric:
    if not rows:
        return Metric(False, None, 0, note)
    found = tuple(row["id"] for row in rows if test(row))
    return Metric(False, len(found), len(rows), "", found)


def _groups(rows: Sequence[Row], effect: str) -> Metric:
    if not rows:
        return Metric(False, None, 0, _NO_CITED)
    cut = [row for row in rows if row["unsearched"]]
    if cut:
        why = f"not all groups were tried for {cut[0]['id']}: {cut[0]['unsearched']}"
        return Metric(False, None, len(rows), why)
    found = [one for one in distinct_groups(rows).values() if one["effect"] == effect]
    ids = tuple(
        row["id"] for row in rows if any(group["effect"] == effect for group in row["groups"])
    )
    return Metric(False, len(found), len(rows), "", ids)


def _absent(rows: Sequence[Row]) -> Metric:
    if not any(row["reader_cited"] is not None for row in rows):
        return Metric(False, None, 0, "the reader cites nothing")
    found = {(row["case"], one) for row in rows for one in row["absent"]}
    ids = tuple(row["id"] for row in rows if row["absent"])
    return Metric(False, len(found), len(rows), "", ids)


def _tokens(rows: Sequence[Row]) -> Metric:
    alone = [row for row in rows if len(row["removed"]) == 1 and row["right_before"]]
    if not alone:
        return Metric(False, None, 0, "no record was removed from a right answer by itself")
    idle = without_effect(rows)
    ids = tuple(row["id"] for row in idle)
    return Metric(False, sum(row["tokens_removed"] for row in idle), len(alone), "", ids)


def without_effect(rows: Sequence[Row]) -> list[Row]:
    """Removals that left a right answer right, of records that flipped none, alone or in a group.

    What a removal leaves wrong says nothing: the record may be the one that the reader passed over.
    """
    matter = {identity for _, identity in effective(rows)}
    matter |= {row["removed"][0] for row in rows if row["flips"] and len(row["removed"]) == 1}
    unknown = {row["removed"][0] for row in rows if row["unsearched"] or not row["stable"]}
    return [
        row
        for row in rows
        if len(row["removed"]) == 1
        and row["right_before"]
        and row["removed"][0] not in matter | unknown
    ]


# --- tables and lines for people


def _tables(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Tiers of cited records, and controls, by section, source and type of what was removed.

    A table with one line says no more than the metrics, and a column of zeros says nothing: both
    are left out.
    """
    tables: dict[str, Counter[str]] = {}
    for name in ("section", "source", "type"):
        found: dict[str, Counter[str]] = {}
        for row in rows:
            if row["label"] in ("single", "control") and row[name] is not None:
                counts = found.setdefault(one_line(row[name], 40), Counter())
                counts[SHORT.get(row["tier"], "control")] += 1
                counts["flips"] += row["label"] == "control" and row["flips"]
        if len(found) > 1:
            tables |= {f"{name} {value}": counts for value, counts in sorted(found.items())}
    heads = [
        head
        for head in (*SHORT.values(), "control", "flips")
        if any(counts[head] for counts in tables.values())
    ]
    return {name: {head: counts[head] for head in heads} for name, counts in tables.items()}


def _notes(rows: Sequence[Row]) -> list[str]:
    used = sorted({row["evaluation_id"] for row in rows if row.get("evaluation_id")})
    asked = [row["counterfactual"]["trials"] for row in rows if row.get("baseline")]
    trials = max(asked, default=0)
    if not used or not trials:
        return []
    said = f"evaluation {one_line(', '.join(used), 80)}, {plural(trials, 'trial')} a context"
    if trials == 1:
        return [f"{said} (sampling readers need more)"]
    best = 2 / 2**trials
    few = f" (p cannot fall below {best:.2g})" if best > 0.05 else ""
    return [f"{said}, {2 * trials} with all records{few}"]


def hints(rows: Sequence[Row]) -> list[str]:
    """What to do about the findings, one line each."""
    compared = [row for row in rows if row["flips"] is not None]
    return [
        *_named(
            "misleading, correct or drop",
            (f"{row['removed'][0]} in {row['case']}" for row in rows if row["tier"] == TIERS[2]),
        ),
        *_of_groups(distinct_groups(rows)),
        *_named(
            "flips although nobody cites it: noise, or a citation is missing",
            (row["id"] for row in compared if row["label"] == "control" and row["flips"]),
        ),
        *_named(
            "cited, but not in the context",
            dict.fromkeys(f"{one} in {row['case']}" for row in rows for one in row["absent"]),
        ),
        *_named(
            "not settled, more --memeval-trials may help",
            (row["id"] for row in compared if not row["stable"]),
        ),
        *_named(
            "groups not all tried, citation_precision may be higher",
            (
                f"{row['id']} ({one_line(row['unsearched'], 80)})"
                for row in rows
                if row["unsearched"]
            ),
            most=1,
        ),
    ]


def _of_groups(groups: Mapping[tuple[str, frozenset[str]], Mapping[str, Any]]) -> list[str]:
    lines: list[str] = []
    for effect, said in (
        ("jointly_load_bearing", "one of them suffices"),
        ("jointly_misleading", "misleading together, correct or drop them"),
    ):
        found = sorted(
            f"{'+'.join(group['record_ids'])} in {case}"
            for (case, _), group in groups.items()
            if group["effect"] == effect
        )
        lines += _named(said, found)
    return lines


def _named(said: str, names: Iterable[str], most: int = 5) -> list[str]:
    listed = [one_line(name, 120) for name in names]
    if not listed:
        return []
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return [f"{said}: {', '.join(listed[:most])}{more}"]
