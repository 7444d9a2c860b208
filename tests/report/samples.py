"""Reports as runs write them, made by hand: a small one of each suite."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.report import history
from pytest_memeval.report import model
from pytest_memeval.report.build import score_of
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Metric

Rows = Sequence[Mapping[str, Any]]

#: Texts that are markup, script or nonsense to something that reads them as more than text.
HOSTILE = [
    "<script>window.pwned = 1</script>",
    "</script><script>window.pwned = 2</script>",
    "</style><style>*{display:none}</style>",
    "<img src=x onerror='window.pwned = 3'>",
    "<!-- <script> --> ]]> {{ 7 * 7 }} {% raw %}",
    '" onmouseover="window.pwned = 4" x="',
    "javascript:window.pwned=5",
    "&lt;b&gt; &amp; | pipe | `tick` \\| *star* [a](http://x) @all :tada: $x$",
    "\u202ereversed\u202c \u2066isolated\u2069 \u200f",
    "nul \x00 bell \x07 escape \x1b[31m",
    "lines\u2028and\u2029paragraphs\r\nand more",
    "half a pair \ud83d",
    "شجرة עץ 木 🌳",
]


def ratio(k: int, n: int) -> model.Score:
    return score_of(Metric(True, k, n))


def count(k: int, n: int) -> model.Score:
    return score_of(Metric(False, k, n))


def threshold(metric: str, op: str, bound: float, status: str, **more: Any) -> model.Threshold:
    told = {"source": "default", **more}
    return model.Threshold(metric=metric, op=op, bound=bound, status=status, **told)  # type: ignore[arg-type]


def result(suite: str, subject: str, rows: Rows, **more: Any) -> model.Result:
    outcomes = [row["outcome"] for row in rows]
    hashes = {row["id"]: hashlib.sha256(repr(row["id"]).encode()).hexdigest()[:12] for row in rows}
    files = sorted({str(row["file"]) for row in rows if row.get("file")})
    told = {
        "fixtures": model.Fixtures(hash="0", cases=len(rows), files=files, case_hashes=hashes),
        "scores": {},
        "thresholds": [],
        **more,
    }
    return model.Result(
        suite=suite,
        subject=subject,
        counts=model.Counts(
            collected=len(rows),
            selected=len(rows),
            measured=len(rows),
            by_outcome={name: outcomes.count(name) for name in dict.fromkeys(outcomes)},
        ),
        rows=[dict(row) for row in rows],
        **told,
    )


def report(
    *results: model.Result, verdict: str = "passed", failures: Sequence[str] = (), **more: Any
) -> model.Report:
    return model.Report(
        generated_at=more.pop("generated_at", "2026-11-30T20:14:17+00:00"),
        mode="offline",
        verdict=verdict,  # type: ignore[arg-type]
        check=model.Check(passed=verdict == "passed", failures=list(failures)),
        results=list(results),
        run=model.Run(versions={"pytest_memeval": "0.1.0"}, workers=0, duration=1.5, **more),
    )


# --- the write gate


def window_row(identity: str, outcome: str = "hit", **more: Any) -> dict[str, Any]:
    return {
        "id": identity,
        "label": "drop",
        "expect_type": None,
        "kind": "heartbeat",
        "note": f"guards {identity}",
        "outcome": outcome,
        "detail": "" if outcome == "hit" else "want drop, got send (rule always_never)",
        "decision": "drop" if outcome == "hit" else "send",
        "type": None,
        "reason": "status_frame" if outcome == "hit" else "always_never",
        "payload": None,
        "payload_noise": [],
        "payload_lost": None,
        "file": "fixtures/write_gate/all.yaml",
        "line": 3,
        **more,
    }


GATE_ROWS = [
    window_row("beat_a"),
    window_row("beat_b", kind="cron ack"),
    window_row("leak", "miss", payload="as always\nI'll remember", type="preference"),
    window_row("wish", label="extract", kind="preference", decision="send", reason="standing_wish"),
]
GATE_WINDOWS = {
    ("write_gate", row["id"]): {
        "window": [
            {"role": "user", "content": f"what {row['id']} says"},
            {"role": "assistant", "content": [{"type": "text", "text": "Any time!"}]},
        ]
    }
    for row in GATE_ROWS
}


def gate(rows: Rows = GATE_ROWS, status: str = "broken", **more: Any) -> model.Result:
    told = {
        "scores": {
            "hard_drop_recall": ratio(2, 3),
            "extract_recall": ratio(1, 1),
            "extract_skipped": count(0, 1),
            "shape_invariance": model.Score(value=None, n=0, note="no mutants were tried"),
        },
        "thresholds": [
            threshold("hard_drop_recall", ">=", 0.95, status, missed=["leak"], why="noise is cheap")
        ],
        "hints": ["noise sent, a drop rule is missing: leak"],
        "per_type": {"preference": {"n": 1, "sent": 1}},
        **more,
    }
    return result("write_gate", "acme:classify", rows, **told)


# --- erasability and editability


def probe(number: int, phase: str, verdict: str, **more: Any) -> dict[str, Any]:
    row = {
        "id": f"pl_{number}:erase:{phase}1",
        "episode": f"pl_{number}",
        "label": f"erase {phase}",
        "task": "erase",
        "phase": phase,
        "entity": "dentist",
        "hop": None,
        "domain": "personal_life",
        "question": "Who is my dentist?",
        "gold": "Dr. Feldt" if phase == "before" else "No — explicitly removed",
        "old": "Dr. Feldt",
        "answer": f"the answer {phase} of {number}",
        "outcome": "hit" if verdict == "pass" else "miss",
        "detail": "" if verdict == "pass" else "want nothing of 'Dr. Feldt'",
        "verdict": verdict,
        "reason": f"why it is a {verdict} {phase}",
        "judge": "rule:exact",
        "controls": [
            {
                "entity": "tea",
                "question": "What is my tea?",
                "gold": "oolong",
                "before": {"answer": "oolong", "verdict": "pass", "reason": "exact"},
                "after": {"answer": "no idea", "verdict": "fail", "reason": "unknown"},
            }
        ],
        "file": "fixtures/ee/pl.json",
        "line": 2,
    }
    return {**row, **more}


def agent(subject: str, pairs: Sequence[tuple[str, str, str]]) -> model.Result:
    """An agent with a pair an episode: verdicts before and after, and the bucket they make."""
    rows = []
    for number, (before, after, bucket) in enumerate(pairs):
        rows.append(probe(number, "before", before))
        extra = {"pass_type": bucket, "pass_type_label": f"what {bucket} means"}
        rows.append(
            probe(number, "after", after, before_verdict=before, before_reason="known", **extra)
        )
    buckets = [bucket for _, _, bucket in pairs]
    right = sum(after == "pass" for _, after, _ in pairs)
    names = ("real", "trivial", "knew_but_failed", "never_knew")
    return result(
        "ee",
        subject,
        rows,
        scores={
            "accuracy_score": ratio(buckets.count("real"), len(pairs)),
            **{name: count(buckets.count(name), len(pairs)) for name in names},
            "raw_after": ratio(right, len(pairs)),
            "coverage": ratio(len(pairs), len(pairs)),
        },
    )


def agents() -> list[model.Result]:
    forgetful = ("fail", "pass", "trivial")
    return [
        agent("no_memory", [forgetful, forgetful]),
        agent("rules", [("pass", "pass", "real"), ("pass", "fail", "knew_but_failed")]),
    ]


# --- ablation


def removal(identity: str = "buckets:b1", **more: Any) -> dict[str, Any]:
    arm = {"right": 1, "trials": 1, "outcomes": [True], "judged": "contains: the gold is there"}
    return {
        "id": identity,
        "case": "buckets",
        "label": "single",
        "removed": ["b1"],
        "removed_text": ["Backups go to cold-vault."],
        "section": "facts",
        "question": "Where do backups go?",
        "gold": "cold-vault",
        "note": "either suffices",
        "tokens_removed": 12,
        "tier": "cited_non_flipping",
        "effect": None,
        "flips": False,
        "stable": True,
        "p": None,
        "groups": [{"record_ids": ["b1", "b2"], "effect": "jointly_load_bearing"}],
        "baseline": {**arm, "answer": "They go to cold-vault."},
        "counterfactual": {**arm, "answer": "To cold-vault, I think."},
        "outcome": "hit",
        "detail": "",
        "file": "fixtures/ablation/tiers.yaml",
        "line": 9,
        **more,
    }


REMOVAL_CASE = {
    "id": "buckets",
    "cited": ["b1", "b2"],
    "records": [
        {"id": "b1", "text": "Backups go to cold-vault.", "section": "facts"},
        {"id": "b2", "text": "cold-vault holds the backups.", "source": "chat"},
        {"id": "b3", "text": "Logs rotate weekly."},
    ],
}


def reader() -> model.Result:
    return result("ablation", "best_sentence", [removal()], scores={"coverage": ratio(1, 1)})


# --- corpus


def store() -> model.Result:
    row = {
        "id": "audit",
        "outcome": "miss",
        "detail": "near_duplicate_rate: 2 clusters",
        "memories": 900,
        "removable": 306,
        "findings": {
            "noise_leak_rate": {
                "k": 2,
                "n": 900,
                "note": "",
                "examples": [{"id": "m7", "text": "heartbeat seq=7", "why": "heartbeat"}],
            }
        },
        "clusters": [
            {"size": 160, "users": 7, "texts": 1, "example": "Backups nightly.", "ids": ["m0"]},
            {"size": 147, "users": 7, "texts": 147, "example": "heartbeat seq=1", "ids": ["m1"]},
        ],
        "contradictions": [["The port is 80.", "The port is 81."]],
        "tables": {"day": {"2026-01-01": 4, "2026-01-02": 9}, "type": {"fact": 9}, "user": {}},
        "types": {},
        "file": "store.jsonl",
        "line": 1,
    }
    return result(
        "corpus",
        "store.jsonl",
        [row],
        scores={"near_duplicate_rate": ratio(830, 900), "largest_cluster": count(160, 900)},
        thresholds=[
            threshold("near_duplicate_rate", "<=", 0.05, "broken", detail="above its ceiling"),
            threshold("largest_cluster", "<=", 10, "broken"),
        ],
    )


def everything(**more: Any) -> model.Report:
    failures = ["write_gate: acme:classify: hard_drop_recall = 0.667 is below its floor"]
    results = [gate(), *agents(), reader(), store()]
    return report(*results, verdict="failed", failures=failures, **more)


CASES = {**GATE_WINDOWS, ("ablation", "buckets:b1"): REMOVAL_CASE}


def runs(of: model.Report, values: Sequence[float], metric: str) -> list[history.Run]:
    """Runs in which the first subject scored so."""
    first = of.results[0]
    key = Key(first.suite, first.subject, first.level)
    return [
        history.Run(
            f"2026-11-{day + 1:02d}T08:00:00+00:00",
            "passed",
            "offline",
            None,
            {key: {metric: model.Score(value=value, k=1, n=2, note="")}},
        )
        for day, value in enumerate(values)
    ]


def many(size: int) -> tuple[model.Report, dict[tuple[str, str], dict[str, Any]]]:
    """A gate with so many windows, of the length that windows of our own fixtures have."""
    subjects = ("pods", "loss", "epoch", "deploy", "cache", "tabs", "squash", "ledger", "queue")

    def text(at: int, words: int) -> str:
        return " ".join(f"{subjects[(at * 7 + k * k) % 9]}{(at + k) % 97}" for k in range(words))

    rows = [
        window_row(
            f"case_{at:05d}",
            "miss" if at % 10 == 0 else "hit",
            label=("drop", "exclude", "extract")[at % 3],
            kind=f"kind {at % 23}",
            reason=f"rule_{at % 41}",
            note=text(at, 12),
            payload=text(at + 1, 24) if at % 3 == 2 else None,
            line=at,
        )
        for at in range(size)
    ]
    cases = {
        ("write_gate", row["id"]): {
            "window": [
                {"role": "user", "content": text(at * 3, 20)},
                {"role": "assistant", "content": text(at * 5, 20)},
            ]
        }
        for at, row in enumerate(rows)
    }
    return report(gate(rows)), cases
