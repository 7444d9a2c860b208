"""The report as Markdown: short, complete in what matters, and text in it stays text."""

from __future__ import annotations

import re

import pytest

from pytest_memeval.report.markdown import code
from pytest_memeval.report.markdown import markdown
from pytest_memeval.report.markdown import words
from tests.report.samples import GATE_ROWS
from tests.report.samples import HOSTILE
from tests.report.samples import everything
from tests.report.samples import gate
from tests.report.samples import report
from tests.report.samples import window_row


def test_the_verdict_comes_first_and_its_reasons_follow() -> None:
    """Whoever reads two lines knows whether the run passed, and why not."""
    lines = markdown(everything()).splitlines()
    assert lines[0].startswith("## ❌ Memory quality: FAILED: 0 of 3 floors held")
    assert lines[2].startswith("- write_gate: acme")
    assert "below its floor" in lines[2]


def test_metrics_stand_beside_their_floors() -> None:
    """A gated metric shows value, interval, floor and reason; the others fold away."""
    text = markdown(everything())
    row = next(line for line in text.splitlines() if "`hard_drop_recall`" in line)
    assert row.startswith("| ❌ | `hard_drop_recall` | **0.667** (2/3) | 0.21–0.94 |")
    assert "≥ 0.95 broken · noise is cheap" in row
    assert "<details><summary>2 more metrics</summary>" in text


def test_missed_cases_are_folded() -> None:
    """Each with what it came to and where it stands."""
    text = markdown(everything())
    assert "<details><summary>1 case that missed</summary>" in text
    assert "| `leak` | `want drop, got send (rule always_never)` | `fixtures/write_gate/all" in text
    assert text.count("<details>") == text.count("</details>")


def test_flaky_cases_are_listed() -> None:
    """Those that came out as labelled in some trials only, also where most were."""
    rows = [
        window_row("shaky", trials={"n": 3, "hits": 2, "rows": []}),
        window_row("steady", trials={"n": 3, "hits": 3, "rows": []}),
    ]
    assert "\n- as labelled in some trials only: `shaky` (2 of 3)\n" in markdown(report(gate(rows)))


def test_the_trivial_part_is_visible() -> None:
    """The headline of each backend stands beside what it would be unfiltered."""
    assert "| `no_memory` | 0.0% | 100.0% | 0 | 2 | 0 | 0 | 0 |" in markdown(everything())


def test_what_changed_since_the_baseline() -> None:
    """Flips by id, metrics that moved, and fixtures apart from behaviour."""
    before = report(gate([window_row("leak"), *GATE_ROWS[:2], window_row("gone")]))
    after = report(gate())
    text = markdown(after, before)
    assert "`write_gate: acme:classify`: 1 worse, 0 better of 3 cases alike in both" in text
    assert "  - worse: `leak` hit → miss: `want drop" in text
    assert "  - 1 case added, not counted as behaviour: `wish`" in text
    assert "  - 1 case removed, not counted as behaviour: `gone`" in text
    assert "- nothing of `write_gate: acme:classify`" in markdown(after, after)


def test_it_never_outgrows_its_limit() -> None:
    """Fewer cases are listed, then none; what is cut says so, and nothing is left open."""
    rows = [window_row(f"case_{at}", "miss", detail="x" * 150) for at in range(5000)]
    big = report(gate(rows))
    assert "… and 4800 more, all in the JSON report." in markdown(big)
    for limit in (40_000, 6_000, 1_200, 500):
        text = markdown(big, limit=limit)
        assert len(text.encode()) <= limit
        assert text.count("<details>") == text.count("</details>")
        assert text.startswith("## ✅ Memory quality")


@pytest.mark.parametrize("text", HOSTILE)
def test_text_stays_text(text: str) -> None:
    """No tag, no link, no new column and no new line comes out of a case."""
    rows = [window_row(text, "miss", detail=text, file=text)]
    made = markdown(report(gate(rows, hints=[text]), verdict="failed", failures=[text]))
    made.encode("utf-8")
    lines = made.splitlines()
    bare = [re.sub(r"`[^`]*`", "", line) for line in lines]
    tags = {tag for line in bare for tag in re.findall(r"</?[a-z]+", line)}
    known = ("details", "summary", "sub", "code", "br")
    assert tags <= {f"<{end}{name}" for name in known for end in ("", "/")}
    cells = [
        line for line in lines if line.startswith(("| `", "| <code>")) and "write_gate" in line
    ]
    assert all(line.count("|") == 4 for line in cells)
    assert not any(set("\x00\x07\x1b\u202e\u2028") & set(line) for line in lines)
    assert not any(re.search(r"(?<!\w)@\w|\]\(", line) for line in bare)


def test_plain_text_stays_readable() -> None:
    """What needs no care is written as it is."""
    assert code("want drop, got send (rule x)") == "`want drop, got send (rule x)`"
    assert code("") == ""
    assert code("a|b") == "<code>a&#124;b</code>"
    assert words("hard_drop_recall = 0.99 (2 of 3)") == "hard_drop_recall = 0.99 (2 of 3)"
    assert words("_x_ *y* 1. # z") == "&#95;x&#95; &#42;y&#42; 1. &#35; z"
    assert words("- a") == "&#45; a"
