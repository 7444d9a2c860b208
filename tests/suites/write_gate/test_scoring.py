"""The write gate's scores, against a second implementation that is as plain as can be."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.write_gate import SUITE
from pytest_memeval.suites.write_gate import scoring
from pytest_memeval.suites.write_gate.cases import DURABLE_TYPES
from pytest_memeval.suites.write_gate.cases import WriteGateCase

LABELS = ("drop", "exclude", "extract")
ACTIONS = ("drop", "skip", "send", "unreadable")


def row(label: str, action: str, identity: str = "c", **more: Any) -> Row:
    """A row as the suite makes it, as far as scores look at it."""
    return {
        "id": identity,
        "label": label,
        "expect_type": "insight" if label == "extract" else None,
        "outcome": "failed" if action == "unreadable" else "hit",
        "decision": action,
        "type": None,
        "payload": None,
        "payload_noise": [],
        "payload_lost": None,
        **more,
    }


@st.composite
def made_rows(draw: st.DrawFn) -> Row:
    label, action = draw(st.sampled_from(LABELS)), draw(st.sampled_from(ACTIONS))
    readable = action != "unreadable"
    payload = draw(st.none() | st.just("epoch 3")) if action == "send" else None
    return row(
        label,
        action,
        expect_type=draw(st.sampled_from(DURABLE_TYPES)) if label == "extract" else None,
        type=draw(st.none() | st.sampled_from(DURABLE_TYPES)) if readable else None,
        payload=payload,
        payload_noise=draw(st.lists(st.sampled_from(["epoch", "eta"]), max_size=3))
        if payload
        else [],
    )


def numbered(rows: list[Row]) -> list[Row]:
    return [{**each, "id": f"c{index}"} for index, each in enumerate(rows)]


ROWS = st.lists(made_rows(), max_size=40).map(numbered)


def plainly(rows: list[Row]) -> dict[str, tuple[int | None, int, tuple[str, ...]]]:
    """k, n and who missed, from the seed's sentences: two sets each, and a look at every row."""

    def having(label: str = "", *actions: str) -> list[str]:
        return [
            r["id"]
            for r in rows
            if (not label or r["label"] == label) and (not actions or r["decision"] in actions)
        ]

    def ratio(of: list[str], good: list[str]) -> tuple[int | None, int, tuple[str, ...]]:
        hit = [i for i in of if i in good]
        return len(hit), len(of), tuple(i for i in of if i not in good)

    def count(of: list[str], bad: list[str]) -> tuple[int | None, int, tuple[str, ...]]:
        return (len(bad), len(of), tuple(bad)) if of else (None, 0, ())

    typed = [r["id"] for r in rows if r["label"] == "extract" and r["type"]]
    right = [r["id"] for r in rows if r["label"] == "extract" and r["type"] == r["expect_type"]]
    stated = [r for r in rows if r["decision"] == "send" and r["payload"] is not None]
    noise = [name for r in stated for name in r["payload_noise"]]
    noisy = tuple(r["id"] for r in stated if r["payload_noise"])
    return {
        "hard_drop_recall": ratio(having("drop"), having("drop", "drop", "skip")),
        "hard_drop_explicit": ratio(having("drop"), having("drop", "drop")),
        "hard_drop_precision": ratio(having("", "drop"), having("drop") + having("exclude")),
        "extract_recall": ratio(having("extract"), having("extract", "send")),
        "flag_precision": ratio(having("", "send"), having("extract")),
        "extract_skipped": count(having("extract"), having("extract", "skip")),
        "extract_hard_dropped": count(having("extract"), having("extract", "drop")),
        "exclude_suppressed_early": ratio(having("exclude"), having("exclude", "drop", "skip")),
        "type_accuracy": ratio(typed, right),
        "type_coverage": ratio(having("extract"), typed),
        "unreadable": count(having(), having("", "unreadable")),
        "payload_noise_count": (len(noise), len(stated), noisy) if stated else (None, 0, ()),
        # These rows tell neither of what was lost nor of mutants.
        "payload_loss": (None, 0, ()),
        "shape_invariance": (0, 0, ()),
        "mixed_survival": (0, 0, ()),
        "exclude_stability": (0, 0, ()),
    }


@given(ROWS)
def test_every_score_is_what_the_plain_reading_of_its_definition_gives(rows: list[Row]) -> None:
    """k, n, the value and the list of misses agree with an independent implementation."""
    metrics = scoring.score(rows).metrics
    expected = plainly(rows)
    assert list(metrics) == list(expected) == list(scoring.METRICS)
    for name, (k, n, missed) in expected.items():
        metric = metrics[name]
        assert (metric.k, metric.n, metric.missed) == (k, n, missed), name
        assert metric.ratio == scoring.METRICS[name].ratio, name
        if metric.ratio:
            assert metric.value == (None if n == 0 else k / n), name  # type: ignore[operator]
        else:
            assert metric.value == k, name


@given(ROWS)
def test_a_score_is_empty_with_a_reason_exactly_when_nothing_was_there_to_measure(
    rows: list[Row],
) -> None:
    """No denominator means None and a note; a score with a value needs no excuse."""
    for name, metric in scoring.score(rows).metrics.items():
        assert (metric.value is None) == (metric.n == 0), name
        assert bool(metric.note) == (metric.n == 0), name
        assert (metric.interval is None) == (metric.n == 0 or not metric.ratio), name


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(rows: list[Row], random: Any) -> None:
    """Workers finish in any order; the scores are the same."""
    shuffled = copy.deepcopy(rows)
    random.shuffle(shuffled)
    one, other = scoring.score(rows), scoring.score(shuffled)
    assert one.per_type == other.per_type
    for name, metric in one.metrics.items():
        assert (metric.k, metric.n) == (other.metrics[name].k, other.metrics[name].n)
        assert sorted(metric.missed) == sorted(other.metrics[name].missed)


@given(ROWS, ROWS)
def test_counts_add_up_over_parts_of_the_rows(rows: list[Row], more: list[Row]) -> None:
    """k and n of the whole are the sums over any two parts: no metric is an average of averages."""
    whole = scoring.score([*rows, *more]).metrics
    parts = [scoring.score(part).metrics for part in (rows, more)]
    for name, metric in whole.items():
        assert (metric.k or 0) == sum(part[name].k or 0 for part in parts)
        assert metric.n == sum(part[name].n for part in parts)


@given(ROWS)
def test_what_was_not_measured_enters_no_score(rows: list[Row]) -> None:
    """Rows that nobody could measure change nothing, whatever else stands in them."""
    unmeasured = [{**each, "outcome": "not_measured", "id": f"x{each['id']}"} for each in rows]
    assert scoring.score([*rows, *unmeasured]) == scoring.score(rows)


@given(ROWS)
def test_hits_and_misses_of_lost_extract_windows_add_up(rows: list[Row]) -> None:
    """Every extract window is sent, skipped, hard-dropped or unreadable, and counted once."""
    metrics = scoring.score(rows).metrics
    extracts = [each for each in rows if each["label"] == "extract"]
    lost = [metrics[name].k or 0 for name in ("extract_skipped", "extract_hard_dropped")]
    unread = sum(each["decision"] == "unreadable" for each in extracts)
    assert (metrics["extract_recall"].k or 0) + sum(lost) + unread == len(extracts)


@given(ROWS)
def test_explicit_drops_never_exceed_contained_ones(rows: list[Row]) -> None:
    """What a drop rule held back is part of what was held back."""
    metrics = scoring.score(rows).metrics
    explicit, contained = metrics["hard_drop_explicit"], metrics["hard_drop_recall"]
    assert explicit.n == contained.n
    assert (explicit.k or 0) <= (contained.k or 0)


def values(*rows: Row) -> dict[str, float | int | None]:
    return {name: metric.value for name, metric in scoring.score(rows).metrics.items()}


def metric_of(name: str, *rows: Row) -> Metric:
    return scoring.score(rows).metrics[name]


def test_a_skipped_heartbeat_is_contained_but_not_by_a_rule() -> None:
    """A skip holds noise back, so recall counts it; explicit does not, for it was luck."""
    scores = values(row("drop", "skip"), row("drop", "drop"))
    assert scores["hard_drop_recall"] == 1
    assert scores["hard_drop_explicit"] == 0.5


def test_dropping_an_exclude_window_is_safe_and_dropping_an_extract_window_is_not() -> None:
    """Only lost facts count against the precision of drop rules."""
    rows = [row("drop", "drop", "a"), row("exclude", "drop", "b"), row("extract", "drop", "lost")]
    metric = metric_of("hard_drop_precision", *rows)
    assert (metric.k, metric.n, metric.missed) == (2, 3, ("lost",))


def test_sending_an_exclude_window_costs_precision_only() -> None:
    """An exclude window may be sent: it counts against flag_precision and no other score."""
    scores = values(row("exclude", "send"), row("extract", "send"), row("drop", "drop"))
    assert scores["flag_precision"] == 0.5
    assert scores["exclude_suppressed_early"] == 0
    assert scores["hard_drop_recall"] == scores["extract_recall"] == 1


def test_a_gate_that_stores_nothing_scores_full_on_noise_and_zero_on_facts() -> None:
    """The two gated scores pull in opposite directions; neither can be had alone for free."""
    silent = values(*(row(label, "skip") for label in LABELS))
    eager = values(*(row(label, "send") for label in LABELS))
    assert (silent["hard_drop_recall"], silent["extract_recall"]) == (1, 0)
    assert (eager["hard_drop_recall"], eager["extract_recall"]) == (0, 1)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("drop", "hard_drop_recall"),
        ("drop", "hard_drop_explicit"),
        ("exclude", "exclude_suppressed_early"),
        ("extract", "extract_recall"),
        ("extract", "type_coverage"),
    ],
)
def test_an_unreadable_answer_is_a_miss_for_every_label(label: str, name: str) -> None:
    """A gate gains nothing by answering nonsense: neither as containment nor as recall."""
    metrics = scoring.score([row(label, "unreadable", "odd")]).metrics
    assert (metrics[name].value, metrics[name].missed) == (0, ("odd",))
    assert (metrics["unreadable"].value, metrics["unreadable"].missed) == (1, ("odd",))
    assert metrics["flag_precision"].value is None
    assert metrics["hard_drop_precision"].value is None


def test_types_are_judged_only_where_one_was_given() -> None:
    """Coverage asks whether a type was given, accuracy whether it was right where it was."""
    rows = [
        row("extract", "send", "right", type="insight"),
        row("extract", "send", "wrong", type="runbook"),
        row("extract", "send", "untyped"),
        row("drop", "send", "noise", type="insight"),
    ]
    accuracy, coverage = metric_of("type_accuracy", *rows), metric_of("type_coverage", *rows)
    assert (accuracy.k, accuracy.n, accuracy.missed) == (1, 2, ("wrong",))
    assert (coverage.k, coverage.n, coverage.missed) == (2, 3, ("untyped",))


def test_the_table_by_type_has_a_line_for_each_type_that_was_expected() -> None:
    """Each expected type says how many there were, were sent, were typed, were typed right."""
    rows = [
        row("extract", "send", expect_type="runbook", type="runbook"),
        row("extract", "send", expect_type="runbook", type="insight"),
        row("extract", "skip", expect_type="runbook"),
        row("extract", "drop", expect_type="decision", type="decision"),
        row("drop", "send", type="preference"),
    ]
    assert scoring.score(rows).per_type == {
        "decision": {"n": 1, "sent": 0, "typed": 1, "correct": 1},
        "runbook": {"n": 3, "sent": 2, "typed": 2, "correct": 1},
    }


@given(ROWS)
def test_the_table_by_type_sums_to_the_scores(rows: list[Row]) -> None:
    """The columns of the table add up to the scores over all types; its lines are sorted."""
    scores = scoring.score(rows)
    metrics = scores.metrics

    def total(column: str) -> int:
        return sum(line[column] for line in scores.per_type.values())

    assert list(scores.per_type) == sorted(scores.per_type)
    assert (total("sent"), total("n")) == (metrics["extract_recall"].k, metrics["extract_recall"].n)
    assert total("typed") == metrics["type_coverage"].k == metrics["type_accuracy"].n
    assert total("correct") == metrics["type_accuracy"].k


def test_noise_is_counted_by_marker_in_what_would_be_sent_and_nowhere_else() -> None:
    """Markers are summed over stated payloads; windows that are held back send none."""
    rows = [
        row("extract", "send", "mixed", payload="epoch 3 eta 4", payload_noise=["epoch", "eta"]),
        row("drop", "send", "beat", payload="epoch 5", payload_noise=["epoch"]),
        row("extract", "send", "pure", payload="use tabs"),
        row("extract", "send", "silent"),
        row("drop", "drop", "held", payload="epoch 9", payload_noise=["epoch"]),
    ]
    metric = metric_of("payload_noise_count", *rows)
    assert (metric.value, metric.n, metric.missed) == (3, 3, ("mixed", "beat"))


def test_a_payload_of_no_text_is_still_a_statement() -> None:
    """A gate that says it sends nothing has been measured: 0 markers in one payload."""
    metric = metric_of("payload_noise_count", row("extract", "send", payload=""))
    assert (metric.value, metric.n, metric.note) == (0, 1, "")


@pytest.mark.parametrize(
    ("name", "rows", "note"),
    [
        ("hard_drop_recall", [row("extract", "send")], "no `drop` case was measured"),
        ("hard_drop_explicit", [row("extract", "send")], "no `drop` case was measured"),
        ("extract_recall", [row("drop", "drop")], "no `extract` case was measured"),
        ("extract_skipped", [row("drop", "drop")], "no `extract` case was measured"),
        ("extract_hard_dropped", [row("drop", "drop")], "no `extract` case was measured"),
        ("type_coverage", [row("drop", "drop")], "no `extract` case was measured"),
        ("exclude_suppressed_early", [row("drop", "drop")], "no `exclude` case was measured"),
        ("hard_drop_precision", [row("drop", "skip")], "nothing was hard-dropped"),
        ("flag_precision", [row("drop", "drop")], "nothing was sent"),
        ("type_accuracy", [row("extract", "send")], "no extract window was given a type"),
        ("unreadable", [], "no case was measured"),
        ("payload_noise_count", [row("drop", "drop")], "nothing was sent"),
        (
            "payload_noise_count",
            [row("extract", "send")],
            "the subject does not say what it would send",
        ),
    ],
)
def test_a_score_without_cases_says_which_cases_it_lacks(
    name: str, rows: list[Row], note: str
) -> None:
    """The note of an empty score names what was missing, in words that suggest the repair."""
    metric = metric_of(name, *rows)
    assert metric.value is None
    assert metric.note == note


def test_the_scoring_leaves_its_rows_alone() -> None:
    """Rows go into the report after they were scored, so scoring changes none of them."""
    rows = numbered([row(label, action) for label in LABELS for action in ACTIONS])
    before = copy.deepcopy(rows)
    scoring.score(rows)
    scoring.hints(rows)
    assert rows == before


def test_every_metric_has_a_meaning_of_one_line() -> None:
    """Each metric explains itself in a line that fits into a table."""
    for name, kind in scoring.METRICS.items():
        assert kind.meaning, name
        assert len(kind.meaning) <= 70, name
        assert "\n" not in kind.meaning, name


# --- hints


def test_hints_tell_a_missing_flag_rule_from_a_greedy_drop_rule() -> None:
    """The same lost memory gets two different pieces of advice, by how it was lost."""
    found = scoring.hints([row("extract", "skip", "shy"), row("extract", "drop", "greedy")])
    assert found == [
        "extract skipped, a flag rule is missing: shy",
        "extract hard-dropped, a drop rule is too greedy: greedy",
    ]


def test_hints_name_noise_that_leaks_and_noise_that_is_held_back_by_luck() -> None:
    """Noise without a drop rule is named even where it happens not to be sent."""
    found = scoring.hints([row("drop", "send", "leak"), row("drop", "skip", "luck")])
    assert found == [
        "noise sent, a drop rule is missing: leak",
        "noise contained only by luck, no drop rule matched: luck",
    ]


def test_a_long_hint_is_cut_after_five_cases_and_says_how_many_follow() -> None:
    """A hint stays one line: five ids, and the number of the rest."""
    leaks = [row("drop", "send", f"n{index}") for index in range(7)]
    assert scoring.hints(leaks) == [
        "noise sent, a drop rule is missing: n0, n1, n2, n3, n4 and 2 more"
    ]
    assert scoring.hints(leaks[:5])[0].endswith("n3, n4")


def test_a_gate_without_a_fault_gets_no_advice() -> None:
    """There is nothing to repair where all is as labelled."""
    rows = [row("drop", "drop"), row("exclude", "skip"), row("exclude", "send")]
    assert scoring.hints([*rows, row("extract", "send")]) == []


# --- from an answer to a row


def window(label: str, text: str = "hello") -> WriteGateCase:
    expected = "insight" if label == "extract" else None
    return WriteGateCase(
        id="w1",
        window=[{"role": "user", "content": text}],  # type: ignore[typeddict-item]
        label=label,  # type: ignore[arg-type]
        expect_type=expected,
        note="guards nothing",
        kind="made up",
    )


@pytest.mark.parametrize(
    ("label", "said", "outcome", "detail"),
    [
        ("drop", ("drop", None, "beat"), "hit", ""),
        ("drop", "skip", "hit", ""),
        ("drop", ("send", None, "no_trigger"), "miss", "want drop, got send (rule no_trigger)"),
        ("drop", "send", "miss", "want drop, got send"),
        ("exclude", "drop", "hit", ""),
        ("exclude", "skip", "hit", ""),
        ("exclude", "send", "hit", ""),
        ("extract", "send", "hit", ""),
        ("extract", None, "miss", "want send, got skip"),
        ("extract", ("drop", None, "pid"), "miss", "want send, got drop (rule pid)"),
        ("extract", 17, "failed", "unreadable decision: 17"),
        ("exclude", "perhaps", "failed", "unreadable decision: 'perhaps'"),
    ],
)
def test_a_row_says_how_the_answer_compares_with_the_label(
    label: str, said: object, outcome: str, detail: str
) -> None:
    """A hit needs no words; a miss says what was wanted, what came, and by which rule."""
    made = SUITE.row(window(label), Answer(value=said), {})
    assert (made["outcome"], made["detail"]) == (outcome, detail)
    assert (made["id"], made["label"], made["kind"]) == ("w1", label, "made up")


def test_a_subject_that_raised_is_a_failed_row_and_a_miss_in_the_scores() -> None:
    """What the subject raised is in the row's detail; the window counts as lost."""
    made = SUITE.row(window("extract"), Answer(error="KeyError: 'model'"), {})
    assert (made["outcome"], made["decision"]) == ("failed", "unreadable")
    assert made["detail"] == "the subject raised KeyError: 'model'"
    assert metric_of("extract_recall", made).value == 0
    assert metric_of("unreadable", made).value == 1


def test_a_case_that_was_not_measured_says_why_and_enters_no_score() -> None:
    """A time-out is nobody's miss: the row keeps the reason, the scores stay empty."""
    made = SUITE.row(window("extract"), Answer(not_measured="timed out: 3 s"), {})
    assert (made["outcome"], made["detail"]) == ("not_measured", "timed out: 3 s")
    metric = metric_of("extract_recall", made)
    assert (metric.value, metric.note) == (None, "no `extract` case was measured")


def test_noise_is_looked_for_in_the_payload_of_a_sent_window_only() -> None:
    """A heartbeat in the payload is named; what a held-back window would have sent is not kept."""
    said = {"action": "send", "kept": "use tabs\nepoch 17/80 - train loss 0.4412"}
    sent = SUITE.row(window("extract"), Answer(value=said), {})
    assert sent["payload"] == said["kept"]
    assert "epoch" in sent["payload_noise"]
    held = SUITE.row(window("drop"), Answer(value={**said, "action": "drop"}), {})
    assert (held["payload"], held["payload_noise"]) == (None, [])


def test_a_long_payload_is_cut_in_the_row_after_all_of_it_was_searched() -> None:
    """The row keeps 4,000 characters and the number of the rest; noise behind them is found."""
    said = {"action": "send", "kept": "word " * 2000 + "epoch 17/80 - train loss 0.4412"}
    made = SUITE.row(window("extract"), Answer(value=said), {})
    assert len(made["payload"]) < 4100
    assert made["payload"].endswith("more characters)")
    assert "epoch" in made["payload_noise"]


def test_types_of_the_projects_own_are_read_in_any_case() -> None:
    """`memeval_types` adds durable types; a gate may write them as it likes."""
    options = {"memeval_types": ("Incident",)}
    said = ("send", "INCIDENT", "postmortem")
    assert SUITE.row(window("extract"), Answer(value=said), options)["type"] == "incident"
    assert SUITE.row(window("extract"), Answer(value=said), {})["type"] is None
