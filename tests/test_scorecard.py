"""What a person sees at the end of a run, on any terminal and whatever the subject says."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.conftest import CASES
from tests.conftest import GATE
from tests.conftest import LEAKY_GATE
from tests.conftest import Project
from tests.conftest import case
from tests.conftest import said

#: One of everything: a hit, luck, a leak, an extract that is lost, a failure, noise in a payload.
MIXED_GATE = """
def classify(window):
    text = window[0]["content"]
    if "epoch 3" in text: return "drop", None, "training_frame"
    if "epoch 4" in text: return "skip"
    if "tabs" in text: return {"action": "send", "type": "preference", "kept": "epoch 3/20 loss"}
    if "German" in text: return "drop", None, "too_greedy"
    if "squash" in text: return {"action": "send", "type": "decision"}
    raise ValueError("no rule")
"""


def card(result: pytest.RunResult) -> list[str]:
    """The lines of the scorecard, without its heading."""
    lines = result.outlines
    start = next(n for n, line in enumerate(lines) if "memory quality" in line)
    end = next(n for n, line in enumerate(lines) if line.startswith("report: "))
    return lines[start + 1 : end + 1]


def test_the_scorecard_of_a_good_gate(project: Project) -> None:
    """Subject, coverage, each metric with its interval, and the floors that are in force."""
    result = project.run("--memeval-floor", "extract_recall >= 0.9 over 3 cases  # agreed in May")
    lines = card(result)
    assert lines[0] == "write_gate: acme_gate:classify"
    assert lines[1] == "  6 cases (2 drop, 1 exclude, 3 extract): 6 hit"
    metrics = {line.split()[0]: " ".join(line.split()[1:]) for line in lines[2:] if line.strip()}
    assert metrics["hard_drop_recall"] == "1.000 (2/2) 0.34-1.00 >= 0.95 held"
    assert metrics["extract_recall"] == "1.000 (3/3) 0.44-1.00 >= 0.9 over 3 held # agreed in May"
    assert metrics["flag_precision"] == "1.000 (3/3) 0.44-1.00"
    assert metrics["extract_skipped"] == "0"
    assert metrics["preference"] == "3 3 3 3"
    assert set(metrics) > set(project.report["results"][0]["scores"])
    assert lines[-1] == f"report: {project.path}/reports/last_report.json"
    assert "missed" not in metrics
    assert result.outlines[-1] == "memeval: PASSED: 2 of 2 floors held, 6 of 6 cases measured"


def test_the_scorecard_of_a_bad_gate(project: Project) -> None:
    """Broken floors, metrics nobody could measure, missed cases with their rule, and hints."""
    project.gate(MIXED_GATE)
    result = project.run("--memeval-floor", "payload_noise_count <= 0")
    lines = card(result)
    text = "\n".join(lines)
    assert lines[1] == "  6 cases (2 drop, 1 exclude, 3 extract): 4 hit, 1 miss, 1 failed"
    assert re.search(r"extract_recall +0\.667 \(2/3\) +0\.21-0\.94 +>= 0\.8 broken", text)
    assert re.search(r"payload_noise_count +[1-9] +<= 0 broken", text)
    assert re.search(r"hard_drop_explicit +0\.500 \(1/2\)", text)
    missed = lines[lines.index("  missed") + 1 :]
    assert re.match(r" +talk_1 +the subject raised ValueError: no rule +\(fixtures/", missed[0])
    assert re.fullmatch(
        r" +wish_2 +want send, got drop \(rule too_greedy\) +"
        r"\(fixtures/write_gate/cases\.json:\d+\)",
        missed[1],
    )
    assert "  extract hard-dropped, a drop rule is too greedy: wish_2" in lines
    assert "  noise contained only by luck, no drop rule matched: beat_2" in lines
    hints = project.report["results"][0]["hints"]
    assert "noise contained only by luck, no drop rule matched: beat_2" in hints
    assert project.report["results"][0]["per_type"]["preference"] == {
        "n": 3, "sent": 2, "typed": 2, "correct": 1,
    }  # fmt: skip


def test_each_result_has_its_own_block(project: Project) -> None:
    """Several subjects: a block each, under the subject's name."""
    project.gate(LEAKY_GATE, name="acme_leaky")
    project.ini(subjects="acme_gate:classify acme_leaky:classify")
    lines = card(project.run())
    assert "write_gate: acme_gate:classify" in lines
    assert "write_gate: acme_leaky:classify" in lines


def test_a_long_list_of_misses_is_cut(project: Project) -> None:
    """Twenty misses are listed, the others are counted; the report has them all."""
    project.gate(LEAKY_GATE)
    project.cases([case(f"beat_{n:03}", "drop", "epoch") for n in range(120)])
    result = project.run()
    lines = card(result)
    assert "    ... and 100 more; -rx lists all" in lines
    assert sum("want drop, got send" in line for line in lines) == 20
    assert "… and 70 more, all in the report" in result.stdout.str()
    assert len(project.report["results"][0]["thresholds"][0]["missed"]) == 120


def test_quiet_is_one_line(project: Project) -> None:
    """Under -q the scorecard is the verdict's line alone, the last of all."""
    result = project.run("-q")
    text = result.stdout.str()
    assert "memory quality" not in text
    assert text.count("memeval:") == 1
    assert result.outlines[-1] == "memeval: PASSED: 2 of 2 floors held, 6 of 6 cases measured"


@pytest.mark.parametrize("option", ["-qq", "--no-summary", "--no-header"])
def test_the_verdict_is_always_said(project: Project, option: str) -> None:
    """Less output of pytest's still ends in the verdict."""
    assert project.run(option).outlines[-1].startswith("memeval: PASSED")


def test_the_counts_are_grouped(project: Project) -> None:
    """Large numbers read the same on both sides of `of`."""
    project.cases([case(f"beat_{n}", "drop", "epoch") for n in range(1000)])
    project.ini("memeval_floors = extract_recall >= 0")
    last = project.run("-q").outlines[-1]
    assert "1,000 of 1,000 cases measured" in last


# --- terminals


def test_a_terminal_that_is_not_utf8_gets_ascii(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On an ASCII terminal every line of ours is ASCII, and nothing breaks."""
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("PYTHONUTF8", "0")
    project.gate(GATE.replace('"training_frame"', '"größe"').replace("drop", "send"))
    project.cases([case("größe-δ", "drop", "epoch 1"), *CASES])
    result = project.run_apart("-rx", "--memeval-floor", "hard_drop_recall >= 0.9  # größer")
    assert result.ret == 1
    said(result).encode("ascii")
    assert "INTERNALERROR" not in said(result)
    lines = "\n".join(card(result))
    assert "gr\\xf6\\xdfe-\\u03b4" in lines
    assert project.row("größe-δ")["reason"] == "größe"


def test_a_utf8_terminal_gets_what_was_written(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a UTF-8 terminal text is shown as it is."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    project.gate(LEAKY_GATE)
    project.cases([case("größe-δ", "drop", "epoch 1"), *CASES])
    result = project.run_apart()
    assert "    größe-δ  want drop, got send" in "\n".join(card(result))


def test_there_is_no_colour_where_pytest_has_none(project: Project) -> None:
    """The plugin colours through pytest, so --color and a pipe decide for it as well."""
    project.gate(LEAKY_GATE)
    plain = project.run("--color=no")
    assert "\x1b" not in said(plain)
    coloured = project.run("--color=yes")
    assert coloured.outlines[-1].startswith("\x1b[31mmemeval: FAILED")
    assert coloured.outlines[-1].endswith("\x1b[0m")
    assert re.search(r"\x1b\[31m  hard_drop_recall", coloured.stdout.str())
    assert re.search(r"\x1b\[32m  extract_recall", coloured.stdout.str())


# --- hostile text

HOSTILE = "\\x1b[2J\\x1b]0;owned\\x07\\x00\\x9b31m\\u202e\\u2067\\u200f\\r\\n"
NOT_FIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

HOSTILE_GATES = {
    "reason": f"return 'send', None, '{HOSTILE}' + 'x' * 10**6",
    "payload": f"return {{'action': 'send', 'kept': '{HOSTILE}' * 1000}}",
    "unreadable": f"return {{'colour': '{HOSTILE}' + 'x' * 10**6}}",
    "error": f"raise ValueError('{HOSTILE}' + 'x' * 10**6)",
    "lines": f"raise ValueError('{HOSTILE}' * 10**4)",
    "skip": f"import pytest; pytest.skip('{HOSTILE}' + 'x' * 10**6)",
}


@pytest.mark.parametrize("where", list(HOSTILE_GATES))
def test_hostile_text_disturbs_nothing(project: Project, where: str) -> None:
    """Escapes, reordering marks, NUL and a megabyte are spelled out and cut, wherever they are."""
    project.gate(f"def classify(window):\n    {HOSTILE_GATES[where]}\n")
    result = project.run("-rfxs", "--junitxml=junit.xml", "--color=no")
    assert result.ret == 1
    text = said(result)
    assert not NOT_FIT.search(text), repr(NOT_FIT.findall(text)[:5])
    assert len(text) < 100_000
    ElementTree.parse(project.path / "junit.xml")
    assert (project.path / "junit.xml").stat().st_size < 200_000
    written = (project.path / "reports/last_report.json").read_text(encoding="utf-8")
    assert not NOT_FIT.search(written)
    assert len(written) < 200_000


@pytest.mark.parametrize("label", ["note", "content"])
def test_hostile_fixtures_disturb_nothing(project: Project, label: str) -> None:
    """Windows and notes may hold anything: neither is printed."""
    hostile: dict[str, Any] = {"note": "\x1b[2J\u202e\x00"}
    if label == "content":
        hostile = {"window": [{"role": "user", "content": "epoch \x1b[2J\u202e\x00" + "x" * 10**6}]}
    project.cases([case("odd", "drop", "epoch", **hostile), *CASES])
    result = project.run("-v")
    assert result.ret == 0
    assert not NOT_FIT.search(said(result))
    assert (project.path / "reports/last_report.json").stat().st_size < 100_000


@pytest.mark.parametrize("identity", ["a\x1b[2Jb", "a\u202eb", "a\u200fb", "a\x00b", "x" * 10**6])
def test_a_hostile_id_is_refused(project: Project, identity: str) -> None:
    """An id that a terminal could not show is an error of its file, which shows it spelled out."""
    project.cases([case(identity, "drop", "epoch"), *CASES])
    result = project.run()
    result.assert_outcomes(errors=1, failed=result.parseoutcomes().get("failed", 0))
    assert result.ret == 1
    assert not NOT_FIT.search(said(result))
    assert len(said(result)) < 20_000
    assert project.report["verdict"] == "not_measured"
