"""The same case several times, for subjects that do not answer the same each time.

Each trial has a bench, and so a subject's memory, of its own. A case counts as its trials mostly
went; its row keeps all of them, so that every metric is taken over all answers. More answers of
one case are not more cases: intervals are as wide as the number of cases makes them (see
`Metric.interval`), which is never too narrow, however alike the answers of a case are.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pytest_memeval.suites.base import Ask
from pytest_memeval.suites.base import Bench
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import MetricKind
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Suite
from pytest_memeval.text import plural

#: What trials measure beside the metrics of a suite. pass^k is that of Yao et al. 2024
#: (tau-bench), with k as many trials as there were.
METRICS = {
    "pass_at_1": MetricKind("answers that are as labelled / all answers, over all trials"),
    "pass_hat_k": MetricKind("cases whose k trials all are as labelled / all cases"),
    "flaky_cases": MetricKind("cases that are as labelled in some trials only", ratio=False),
}
NEEDED = "it needs more than one trial: add --memeval-trials N"
MOSTLY = "the lines above take each case as most of its trials went; metrics are over all trials"
MOST_FLAKY = 10
#: Outcomes of which one makes a whole case unknown.
UNKNOWN = ("not_measured", "invalid")


class TrialBench:
    """Measures each case once on each of its benches, in the one place of the case.

    :param open_bench: makes the bench of one trial.
    """

    def __init__(self, open_bench: Callable[[], Bench], trials: int) -> None:
        self._benches = [open_bench() for _ in range(trials)]
        self.limit = getattr(self._benches[0], "limit", None)

    def measure(self, key: Key, case: Any, ask: Ask) -> Row:
        first, *others = self._benches
        rows = [first.measure(key, case, ask)]
        # The answer to the case itself may be known already; a copy of it has to be asked anew.
        rows += [bench.measure(key, copy.copy(case), ask) for bench in others]
        return joined(rows)

    def close(self) -> None:
        for bench in self._benches:
            bench.close()


def joined(rows: Sequence[Row]) -> Row:
    """One row of a case for all its trials: the first that came out as most did.

    `trials` keeps how many were as labelled, and what each row has that this one has not.
    """
    hits = sum(row["outcome"] == "hit" for row in rows)
    unknown = [row for row in rows if row["outcome"] in UNKNOWN]
    missed = [row for row in rows if row["outcome"] != "hit"]
    mostly = [row for row in rows if row["outcome"] == "hit"] if 2 * hits > len(rows) else missed
    chosen = (unknown or mostly)[0]
    detail = chosen["detail"]
    if chosen["outcome"] != "hit":
        detail = f"{hits} of {len(rows)} trials as labelled: {detail}"
    return {
        **chosen,
        "detail": detail,
        "trials": {"n": len(rows), "hits": hits, "rows": [_apart(row, chosen) for row in rows]},
    }


def _apart(row: Row, chosen: Row) -> dict[str, Any]:
    """What a row says otherwise than the chosen one."""
    return {name: value for name, value in row.items() if chosen.get(name) != value}


def each_trial(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each trial, as if it were the only one; what is missing in one is left out."""
    trials = max((row["trials"]["n"] for row in rows if "trials" in row), default=1)
    return [
        [
            {**row, **row["trials"]["rows"][number]}
            for row in rows
            if number < row.get("trials", {}).get("n", 0)
        ]
        for number in range(trials)
    ]


def score(suite: Suite, rows: Sequence[Row]) -> Scores:
    """The scores of a suite over rows, and over all their trials where there are some."""
    if not any("trials" in row for row in rows):
        return suite.score(rows)
    scored = [suite.score(trial) for trial in each_trial(rows)]
    first = suite.score(rows)
    pooled = {
        name: _pooled([scores.metrics[name] for scores in scored], first.metrics[name])
        for name in first.metrics
    }
    notes = [*first.notes, *([MOSTLY] if first.notes else []), *_notes(rows)]
    return replace(first, metrics={**pooled, **_trial_metrics(rows)}, notes=notes)


def _pooled(trials: Sequence[Metric], as_mostly: Metric) -> Metric:
    """One metric over all answers.

    A trial in which no case had what it needs adds none; one that could not measure the cases it
    had leaves the whole unknown.
    """
    some = [metric for metric in trials if metric.n] or trials[:1]
    lost = next((metric for metric in some if metric.exact is None), None)
    return replace(lost, k=None) if lost is not None else as_mostly.over(some)


def _trial_metrics(rows: Sequence[Row]) -> dict[str, Metric]:
    known = [row for row in rows if row["outcome"] not in UNKNOWN and "trials" in row]
    if not known:
        note = "no case was measured"
        return {name: Metric(kind.ratio, None, 0, note) for name, kind in METRICS.items()}
    trials = max(row["trials"]["n"] for row in known)
    hits = sum(row["trials"]["hits"] for row in known)
    missed = _ids(row for row in known if row["trials"]["hits"] < row["trials"]["n"])
    flaky = _ids(_flaky(known))
    return {
        "pass_at_1": Metric(True, hits, trials * len(known), "", missed, trials),
        "pass_hat_k": Metric(True, len(known) - len(missed), len(known), "", missed),
        "flaky_cases": Metric(False, len(flaky), len(known), "", flaky),
    }


def _flaky(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if 0 < row["trials"]["hits"] < row["trials"]["n"]]


def _ids(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(row["id"] for row in rows)


def _notes(rows: Sequence[Row]) -> Iterable[str]:
    known = [row for row in rows if "trials" in row and row["outcome"] not in UNKNOWN]
    flaky = _flaky(known)
    trials = max(row["trials"]["n"] for row in rows if "trials" in row)
    said = f"{trials} trials a case; intervals are over cases, not over trials"
    if not flaky:
        yield f"{said}; every case came out the same each time"
        return
    yield f"{said}; {plural(len(flaky), 'case')} flaky"
    shown = ", ".join(
        f"{row['id']} ({row['trials']['hits']} of {row['trials']['n']})"
        for row in flaky[:MOST_FLAKY]
    )
    more = f" and {len(flaky) - MOST_FLAKY} more" if len(flaky) > MOST_FLAKY else ""
    yield f"as labelled in some trials only: {shown}{more}"
