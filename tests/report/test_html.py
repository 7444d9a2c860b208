"""The HTML report as a file: what it says without any script, and what no text can do to it."""

from __future__ import annotations

import json
import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.report import model
from pytest_memeval.report.build import score_of
from pytest_memeval.report.html import NotInstalledError
from pytest_memeval.report.html import island
from pytest_memeval.report.html import page
from pytest_memeval.report.html import write_html
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Metric
from tests.conftest import needs
from tests.report.samples import CASES
from tests.report.samples import GATE_ROWS
from tests.report.samples import HOSTILE
from tests.report.samples import everything
from tests.report.samples import gate
from tests.report.samples import many
from tests.report.samples import probe
from tests.report.samples import ratio
from tests.report.samples import removal
from tests.report.samples import report
from tests.report.samples import result
from tests.report.samples import runs
from tests.report.samples import threshold
from tests.report.samples import window_row

pytestmark = [needs("jinja2"), needs("svg")]
LIMIT = 10_000_000


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="memeval-data">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


def static(text: str) -> str:
    """The page without styles, script and data."""
    return re.sub(r"<(style|script)\b.*?</\1>", "", text, flags=re.DOTALL)


def test_the_same_report_gives_the_same_page(tmp_path: Path) -> None:
    """Nothing of the time, the machine or a hash seed is in it."""
    write_html(everything(), tmp_path / "a" / "r.html", cases=CASES)
    assert (tmp_path / "a" / "r.html").read_text("utf-8") == page(everything(), cases=CASES)


def test_it_needs_nothing_else() -> None:
    """No address of anything is in the page, and its policy lets nothing be loaded."""
    text = page(everything(), cases=CASES)
    assert re.findall(r"https?://[^\s\"'<]+", text.replace("http://www.w3.org/2000/svg", "")) == []
    assert "default-src 'none'" in unescape(text)
    assert not re.search(r'\b(src|srcset|action)="', static(text))
    assert set(re.findall(r'href="([^#"]*)', static(text))) <= {"", "data:,"}


def test_the_verdict_and_metrics_stand_there_without_a_script() -> None:
    """A reader that runs no script still sees verdict, reasons, metrics, floors and hints."""
    text = static(page(everything()))
    for said in (
        "Failed</h1>",
        "0 of 3 floors held",
        "hard_drop_recall = 0.667 is below its floor",
        "2 of 3</span><span",
        "≥ 0.95 <b>broken</b>",
        "noise is cheap",
        "a drop rule is missing: leak",
        "not measured: no mutants were tried",
        "900 memories, 306 of them copies",
        "Backups nightly.",
        "The port is 81.",
    ):
        assert said in text, said
    assert text.index("Failed</h1>") < text.index("hard_drop_recall")


def test_bars_show_value_interval_and_floor() -> None:
    """Three drawings on one scale: what was measured, how sure that is, what was asked for."""
    text = static(page(report(gate())))
    bar = re.search(r'<svg[^>]*class="chart metric".*?</svg>', text)
    assert bar
    assert 'class="value bad"' in bar[0]
    assert 'width="66.667%"' in bar[0]
    assert bar[0].count('class="whisker"') == 3
    assert '<line class="bound" x1="95.0%" y1="1" x2="95.0%"' in bar[0]


def test_trends_come_from_the_history() -> None:
    """Earlier runs and this one make a line; a single run makes none."""
    now = report(gate())
    text = static(page(now, history=runs(now, [0.5, 0.6], "hard_drop_recall")))
    assert "3 runs, 0.5 to 0.667" in text
    assert 'class="dashed"' in text
    assert "Over the last runs" not in page(now)


def test_this_run_counts_once_in_its_trend() -> None:
    """The history may hold this very run already."""
    now = report(gate())
    past = runs(now, [0.5, 0.667], "hard_drop_recall")
    past[-1] = type(past[-1])(now.generated_at, "passed", "offline", None, past[-1].scores)
    assert "2 runs, 0.5 to 0.667" in static(page(now, history=past))


def test_what_changed_since_the_baseline() -> None:
    """Flips link to their cases, metrics show how far they moved, data stands apart."""
    scores = {"hard_drop_recall": ratio(3, 3), "extract_recall": ratio(1, 1)}
    old = [window_row("leak"), *GATE_ROWS[:2], window_row("gone")]
    text = static(page(report(gate()), baseline=report(gate(old, scores=scores))))
    assert 'href="#case=write_gate/acme%3Aclassify/leak"' in text
    assert "1 worse and 0 better, McNemar p = 1" in text
    assert "1 → 0.667" in text
    assert "−0.333" in text
    assert "1 case added" in text
    assert "1 case removed" in text
    other = [{**row, "reason": "another_rule"} for row in GATE_ROWS[:1]]
    moved = static(page(report(gate(other)), baseline=report(gate(GATE_ROWS[:1]))))
    assert "the same outcome, decided otherwise" in moved
    assert "drop (rule status_frame) → drop (rule another_rule)" in moved
    same = static(page(report(gate()), baseline=report(gate())))
    assert "Nothing changed of Write gate acme:classify." in re.sub("<[^>]+>", "", same)


@pytest.mark.parametrize(("gated", "tone"), [(True, "bad"), (False, "warn")])
def test_what_is_worse_stands_beside_the_floors(gated: bool, tone: str) -> None:
    """Floors that hold do not make a subject look well that lost a case since the baseline."""
    lost = ["write_gate: acme:classify: leak (all.yaml:3): hit -> miss", "ee: rules: another"]
    since = model.Baseline(
        file="old.json", generated_at="", gated=gated, changes=[], regressions=lost
    )
    text = static(page(report(gate(status="held"), baseline=since)))
    for place in ('<table class="plain overview">.*?</table>', "<summary><h3>.*?</summary>"):
        found = re.search(place, text, re.DOTALL)
        assert found
        assert '<span class="tag good">1 of 1 held</span>' in found[0]
        assert f'<span class="tag {tone}">1 regression</span>' in found[0]


def test_trials_count_answers_and_show_what_differs() -> None:
    """A ratio says that it is of answers, a mean is no whole number, and flaky cases are told."""
    apart: list[dict[str, Any]] = [{}, {"outcome": "miss", "detail": "want drop, got send"}, {}]
    rows = [
        window_row("steady", trials={"n": 3, "hits": 3, "rows": [{}, {}, {}]}),
        window_row("flaky", trials={"n": 3, "hits": 2, "rows": apart}),
    ]
    scores = {
        "hard_drop_recall": score_of(Metric(True, 5, 6, trials=3)),
        "pass_at_1": score_of(Metric(True, 5, 6, trials=3)),
        "extract_skipped": score_of(Metric(False, 1, 2, trials=3)),
        "unreadable": score_of(Metric(False, 6, 2, trials=3)),
    }
    text = page(report(gate(rows, scores=scores)))
    for said in ("5 of 6 answers", "answers that are as labelled", ">0.333<", '<b class="n">2<'):
        assert said in static(text)
    data = data_of(text)
    assert "2 of 3" in data["s"]
    assert "miss · want drop, got send" in data["s"]
    assert [len(row[1]) for row in data["tables"][0]["rows"]] == [2, 3]


def test_suites_that_nobody_knows_are_shown_whole() -> None:
    """A suite of somebody else's shows all that its rows hold."""
    row = {"id": "a", "outcome": "miss", "detail": "too slow", "took": 3.5, "tags": ["x", "y"]}
    text = page(report(result("latency", "acme", [row], scores={"fast": ratio(0, 1)})))
    strings = data_of(text)["s"]
    assert {"too slow", "3.5", "x, y"} <= set(strings)


def test_a_case_shows_all_that_was_found_out_about_it() -> None:
    """What a backend stored, what a search in mutants found, trials, groups, controls."""
    live = window_row(
        "live",
        memories=[{"text": "Tabs it is.", "type": "preference"}],
        user_id="memeval-u1",
        add_seconds=1.25,
        expect_type="decision",
        type="preference",
        payload_noise=["heartbeat"],
        shape={"examples": 40, "holds": False, "said": "got send", "counterexample": "- id: m"},
    )
    blocks = [
        {"type": "text", "text": "said"},
        {"type": "tool_use", "name": "grep", "input": {"q": 1}},
        {"type": "tool_result", "content": "a line"},
        {"type": "image"},
        "bare",
    ]
    cases = {("write_gate", "live"): {"window": [{"role": "user", "content": blocks}, "odd"]}}
    arm = {"right": 1, "trials": 3, "answer": "", "judged": "rule"}
    numbers = {"p": 0.2, "difference": -0.5, "difference_low": -0.9, "difference_high": 0.1}
    often = removal("buckets:often", baseline=arm, stable=False, unsearched="used up", **numbers)
    control = removal("buckets:control", label="control", tier=None, flips=True)
    again = probe(0, "after", "pass", reasked={"answer": "still gone", "verdict": "pass"})
    story = {"sessions": [{"timestamp": "May", "gold_facts": [{"fact_text": "I am told."}]}]}
    made = page(
        report(
            gate([live]),
            result("ablation", "reader", [often, control]),
            result("ee", "agent", [again]),
        ),
        cases={**cases, ("ee", again["id"]): {**story, "root": None}},
    )
    data = data_of(made)
    for said in (
        "Tabs it is.",
        "memeval-u1",
        "1.25",
        "preference, where decision was expected",
        "- id: m",
        'said\n[calls grep {"q": 1}]\n[tool result]\na line\n[image]\nbare',
        "-0.50 (-0.90 to +0.10)",
        "used up",
        "flips",
        "still gone",
        "(an empty answer)",
        "I am told.",
        "no idea",
    ):
        assert said in data["s"], said
    assert {"right 1 of 3", "They", "Asked again after a later session"} <= set(data["t"])


def test_rows_of_any_age_are_shown() -> None:
    """A row that lacks what its suite writes today is no error."""
    bare = {"id": "a", "outcome": "failed", "detail": "boom"}
    for suite in ("write_gate", "ee", "ablation", "corpus", "other"):
        assert "boom" in data_of(page(report(result(suite, "acme", [bare]))))["s"]
    odd = {"window": "no list", "records": 7, "sessions": [1], "cited": {}}
    cases = {(suite, "a"): odd for suite in ("write_gate", "ee", "ablation")}
    for suite in ("write_gate", "ee", "ablation"):
        page(report(result(suite, "acme", [bare])), cases=cases)


def test_a_report_of_nothing_is_a_page_too() -> None:
    """A run that measured nothing says so."""
    text = page(report(verdict="not_measured", failures=["no case was measured"]))
    assert "Not measured</h1>" in text
    assert "Nothing was measured." in text


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_never_markup(text: str) -> None:
    """Wherever a text of a report may stand, the page has the same elements as without it."""

    def made(said: str) -> str:
        rows = [window_row(said, "miss", detail=said, note=said, payload=said, kind=said)]
        floors = [threshold("extract_recall", ">=", 1, "broken", why=said, detail=said)]
        more = {"hints": [said], "notes": [said], "per_type": {said: {"n": 1}}}
        res = gate(rows, scores={"extract_recall": ratio(1, 2)}, thresholds=floors, **more)
        res = res.model_copy(update={"subject": said})
        old = report(gate([window_row(said)]).model_copy(update={"subject": said}))
        cases = {("write_gate", said): {"window": [{"role": said, "content": said}]}}
        return page(
            report(res, verdict="failed", failures=[said], narrowed=said),
            old,
            runs(report(res), [0.2], "extract_recall"),
            cases,
        )

    if "\ud83d" in text:
        pytest.skip("models take no half of a surrogate pair; rows do, see the next test")
    hostile, tame = made(text), made("tame")
    tags = re.compile(r"<(/?[a-z][a-z0-9]*)")
    assert tags.findall(hostile) == tags.findall(tame)
    hostile.encode("utf-8")
    assert not set("\x00\x07\x1b\u202e\u2066\u200f\u2028") & set(hostile)


def test_half_a_surrogate_pair_is_spelled_out(tmp_path: Path) -> None:
    """What is not text does not keep the page from being written."""
    rows = [window_row("a", "miss", detail="half \ud83d")]
    write_html(report(gate(rows)), tmp_path / "r.html")
    assert "half \\\\ud83d" in (tmp_path / "r.html").read_text("utf-8")


def test_the_island_ends_no_element() -> None:
    """No angle bracket is in the data at all, and it is the same data."""
    value = {"s": HOSTILE[:6]}
    made = island.safe_json(value)
    assert not set("<>&\u2028\u2029") & set(made)
    assert json.loads(made) == value


def test_a_text_of_a_megabyte_is_cut() -> None:
    """It stays a page, and says how much more there is."""
    cases = {("write_gate", "leak"): {"window": [{"role": "user", "content": "x" * 2**20}]}}
    text = page(report(gate()), cases=cases)
    assert len(text) < 200_000
    assert "… (1,028,576 more characters)" in text


def test_ten_thousand_cases_take_less_than_ten_megabytes() -> None:
    """With windows and payloads as long as ours, whole."""
    rep, cases = many(10_000)
    text = page(rep, cases=cases)
    assert len(text.encode()) < LIMIT
    assert "Texts are cut" not in text


def test_texts_are_cut_before_the_page_grows_too_large() -> None:
    """Very long windows are shortened alike, and the page says so."""
    rows = [window_row(f"case_{at}") for at in range(2000)]
    cases = {
        ("write_gate", row["id"]): {"window": [{"role": "user", "content": f"{at} " * 4000}]}
        for at, row in enumerate(rows)
    }
    text = page(report(gate(rows)), cases=cases)
    assert len(text.encode()) < LIMIT
    assert "Texts are cut at 4000 characters" in text
    small = island.island([island.Table("s", [], [])], room=1)
    assert not small.details


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra there is no page, and the message says what to install."""
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.delitem(sys.modules, "pytest_memeval.report.html.drawing", raising=False)
    with pytest.raises(NotInstalledError, match=r"needs jinja2: install pytest-memeval\[html\]"):
        page(everything())


def test_levels_are_told_apart() -> None:
    """One subject at two levels is two subjects."""
    both = [gate([GATE_ROWS[0]]).model_copy(update={"level": level}) for level in ("fast", "deep")]
    strings = data_of(page(report(*both)))["s"]
    assert {"acme:classify at fast", "acme:classify at deep"} <= set(strings)
    assert Key("write_gate", "acme:classify", "fast").level == "fast"


def test_the_page_says_how_the_run_was_made() -> None:
    """Revision, merged parts, mutants, and of a live run where it wrote and what is left."""
    live = model.Live(
        run="mg-1",
        backend="platform",
        client="2.0.19",
        app_id="memeval",
        policy="0123456789abcdef",
        instructions="the project's",
        timeout=360,
        min_settle=60,
        journal="j.jsonl",
        left="3 users are left\nclean up with: pytest-memeval cleanup mg-1",
    )
    partial = report(
        gate(status="partial"),
        verdict="partial",
        failures=[f"reason {number}" for number in range(30)],
        live=live,
        merged=3,
        narrowed="-k leak",
        git_revision="ed5469d1f3b725db",
        mutations=model.Mutations(examples=40, seconds=1),
        generated_at="2026-11-30T22:14:17+02:00",
    )
    text = static(page(partial.model_copy(update={"mode": "live"})))
    for said in (
        "Partial</h1>",
        "floors are not gated (-k leak)",
        "live run · 30 November 2026, 20:14 UTC",
        "<dd>ed5469d1f3b7</dd>",
        "<dd>3 reports</dd>",
        "<dd>at most 40 a case</dd>",
        "<dd>platform 2.0.19</dd>",
        "3 users are left",
        "… and 10 more",
    ):
        assert said in text, said
    assert "some day" in static(page(partial.model_copy(update={"generated_at": "some day"})))
