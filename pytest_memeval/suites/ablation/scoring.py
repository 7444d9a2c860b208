"""The metrics of removals.

===================  ===========================================================================
load_bearing_rate    cited removals without which the answer turns wrong / those compared
misleading_rate      cited removals without which it turns right / those compared
control_flip_rate    uncited removals that flip it / those compared: the noise of the measurement
citation_precision   cited records of right answers that flip it, alone or in a group / those
coverage             removals compared / removals asked for
===================  ===========================================================================

A removal that does not flip an answer may still matter: another record may say the same. So there
is no metric of irrelevance, and tiers are counted, never averaged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence

from pytest_memeval.suites.ablation.cases import TIERS
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores

#: The tiers as the heads of a table.
SHORT = dict(zip(TIERS, ("needed", "no flip", "misleads", "no cure"), strict=True))
SHORT["unstable"] = "unstable"
Test = Callable[[Row], bool]

METRICS: dict[str, MetricKind] = {
    "load_bearing_rate": MetricKind("cited records without which the answer turns wrong"),
    "misleading_rate": MetricKind("cited records without which the answer turns right"),
    "control_flip_rate": MetricKind("uncited records that flip the answer: the noise"),
    "citation_precision": MetricKind("citations of right answers that the answer needs"),
    "coverage": MetricKind("removals that could be compared"),
    "load_bearing_count": MetricKind("cited removals that turn right to wrong", ratio=False),
    "non_flipping_count": MetricKind("cited removals after which right stays right", ratio=False),
    "misleading_count": MetricKind("cited removals that turn wrong to right", ratio=False),
    "noncuring_count": MetricKind("cited removals after which wrong stays wrong", ratio=False),
    "unstable_count": MetricKind("removals whose trials do not agree", ratio=False),
    "jointly_load_bearing": MetricKind("groups that the answer needs one of", ratio=False),
    "tokens_without_effect": MetricKind("tokens of records that flipped nothing", ratio=False),
}


def score(rows: Sequence[Row]) -> Scores:
    """Score the removals of one reader."""
    compared = [row for row in rows if row["tier"] is not None]
    cited = [row for row in compared if row["label"] != "control"]
    stable = [row for row in cited if row["tier"] != "unstable"]
    controls = [row for row in compared if row["label"] == "control"]
    needed = _needed(compared)
    right = [row for row in stable if _single(row) and row["tier"] in TIERS[:2]]
    metrics = {
        "load_bearing_rate": _ratio(stable, _is("load_bearing"), "no cited record was removed"),
        "misleading_rate": _ratio(
            stable, lambda row: row["tier"] == "misleading", "no cited record was removed", True
        ),
        "control_flip_rate": _ratio(
            controls, lambda row: bool(row["flips"]), "no case asks for `controls`", True
        ),
        "citation_precision": _ratio(right, lambda row: _key(row) in needed, "no answer was right"),
        "coverage": _ratio(list(rows), lambda row: row["tier"] is not None, "no removal"),
        "load_bearing_count": _count(cited, _is("load_bearing")),
        "non_flipping_count": _count(cited, _is("cited_non_flipping")),
        "misleading_count": _count(cited, _is("misleading")),
        "noncuring_count": _count(cited, _is("cited_wrong_noncuring")),
        "unstable_count": _count(compared, _is("unstable")),
        "jointly_load_bearing": _groups(compared),
        "tokens_without_effect": _tokens(compared, needed),
    }
    return Scores(metrics, _table(compared), notes=_notes(rows))


def _single(row: Row) -> bool:
    return bool(row["label"] == "single")


def _is(tier: str) -> Test:
    return lambda row: bool(row["tier"] == tier)


def _key(row: Row) -> tuple[str, str]:
    return row["case"], row["removed"][0]


def _needed(rows: Iterable[Row]) -> set[tuple[str, str]]:
    """Records that an answer needs: alone, or one of a group."""
    found = set()
    for row in rows:
        if row["tier"] == "load_bearing" and len(row["removed"]) == 1:
            found.add(_key(row))
        for group in row["groups"]:
            found |= {(row["case"], identity) for identity in group}
    return found


def _ratio(rows: Sequence[Row], good: Test, note: str, finds: bool = False) -> Metric:
    """A share. `finds`: the cases to look at are those counted, not the others."""
    counted = [row["id"] for row in rows if good(row)]
    others = [row["id"] for row in rows if not good(row)]
    why = "" if rows else note
    return Metric(True, len(counted), len(rows), why, tuple(counted if finds else others))


def _count(rows: Sequence[Row], test: Test) -> Metric:
    found = tuple(row["id"] for row in rows if test(row))
    if not rows:
        return Metric(False, None, 0, "no removal was compared")
    return Metric(False, len(found), len(rows), "", found)


def _groups(rows: Sequence[Row]) -> Metric:
    if not rows:
        return Metric(False, None, 0, "no removal was compared")
    cut = [row["id"] for row in rows if row.get("searched") is False]
    if cut:
        why = f"the search of {cut[0]} and {len(cut) - 1} more ran out of its budget"
        return Metric(False, None, len(rows), f"{why}: raise memeval_ablation_searches")
    found = {(row["case"], tuple(group)) for row in rows for group in row["groups"]}
    ids = tuple(row["id"] for row in rows if row["groups"])
    return Metric(False, len(found), len(rows), "", ids)


def _tokens(rows: Sequence[Row], needed: set[tuple[str, str]]) -> Metric:
    single = [row for row in rows if len(row["removed"]) == 1]
    idle = [row for row in single if row["flips"] is False and _key(row) not in needed]
    if not single:
        return Metric(False, None, 0, "no record was removed by itself")
    ids = tuple(row["id"] for row in idle)
    return Metric(False, sum(row["tokens_removed"] for row in idle), len(single), "", ids)


def _table(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Tiers by section, source and type of what was removed."""
    table: dict[str, Counter[str]] = {}
    for row in rows:
        for name in ("section", "source", "type"):
            if row[name] is not None:
                table.setdefault(f"{name} {row[name]}", Counter())[row["tier"]] += 1
    return {
        name: {SHORT[tier]: counts[tier] for tier in SHORT}
        for name, counts in sorted(table.items())
    }


def _notes(rows: Sequence[Row]) -> list[str]:
    used = sorted({row["evaluation_id"] for row in rows if row.get("evaluation_id")})
    trials = sorted({row["counterfactual"]["trials"] for row in rows if row.get("counterfactual")})
    named = f"evaluation {', '.join(used)}" if used else ""
    return [f"{named}, trials a context: {', '.join(map(str, trials))}"] if named and trials else []


def hints(rows: Sequence[Row]) -> list[str]:
    """What to do about the findings, one line each."""
    found = []
    misleading = [row for row in rows if row["tier"] == "misleading"]
    if misleading:
        named = ", ".join(f"{row['removed'][0]} in {row['case']}" for row in misleading[:5])
        more = f" and {len(misleading) - 5} more" if len(misleading) > 5 else ""
        found.append(f"misleading, correct or drop them: {named}{more}")
    groups = sorted({(row["case"], tuple(group)) for row in rows for group in row["groups"]})
    for case, group in groups[:5]:
        found.append(f"{case}: one of {', '.join(group)} suffices")
    return found
