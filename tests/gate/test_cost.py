"""The gate stands in the way of every message: it is quick, and no text makes it slow."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from pytest_memeval.gate import classify
from pytest_memeval.gate import rules
from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Text
from pytest_memeval.gate.pattern import split_alternatives

NASTY = ("1 of ", "a", "(", " ", "=", "50% ", "ok\n", "x y\n", "<", "key ", "we have ", "a. ", "[")


def _seconds(text):
    start = time.process_time()
    classify([{"role": "user", "content": text}])
    return time.process_time() - start


@pytest.mark.parametrize("unit", NASTY)
def test_time_grows_with_the_text_and_no_faster(unit):
    """Four times the text takes about four times as long, also for text made to hurt."""
    small, large = (unit * (size // len(unit)) for size in (2_000, 8_000))
    _seconds(small)

    assert _seconds(large) < 10 * _seconds(small) + 0.1


def test_of_a_megabyte_no_more_is_read_than_of_a_dump():
    """The largest window anybody sends takes no longer than one a tenth of its size."""
    tenth, whole = ("(1 of 2) " * (size // 9) for size in (100_000, 1_000_000))
    _seconds(whole)  # patterns are made when they are first needed

    assert _seconds(whole) < 4 * _seconds(tenth) + 0.2


@pytest.mark.parametrize(
    "unit", [*NASTY, "ok, ", "1", "1.", "。", "n of ", "\t", "| a ", "#", "{", "'"]
)
def test_a_megabyte_of_what_hurts_takes_no_longer_than_a_tenth_of_it(unit):
    """Repetitions made for the patterns, at the size of the largest window anybody sends."""
    tenth, whole = (unit * (size // len(unit)) for size in (100_000, 1_000_000))
    _seconds(tenth)  # patterns are made when they are first needed

    assert _seconds(whole) < 4 * _seconds(tenth) + 0.3


def test_the_end_of_a_huge_turn_is_read():
    """Of a dump the beginning and the end are read, so a remark behind it counts."""
    dump = "x" * 400 + "\n" + "x" * 100_000 + "\n"

    decision = classify([{"role": "user", "content": dump + "From now on, answer in German."}])

    assert decision.type == "preference"


def test_ordinary_windows_are_quick():
    """A hundred ordinary windows take well under the time a person notices."""
    text = "Staging shares the prod Redis, so flushing it logs real users out of the app. " * 2
    classify([{"role": "user", "content": text}])
    start = time.process_time()
    for _ in range(100):
        classify([{"role": "user", "content": text}])

    assert time.process_time() - start < 1


def test_importing_the_gate_compiles_nothing():
    """The tables compile on first use: a session without a gate does not pay for them."""
    code = (
        "import re; compiled = []; real = re.compile\n"
        "re.compile = lambda *a, **k: compiled.append(a) or real(*a, **k)\n"
        "import pytest_memeval.gate; print(len(compiled))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert int(out.stdout) < 40


def test_alternatives_are_split_at_the_outermost_bars_only():
    """Bars in groups and classes stay where they are."""
    assert split_alternatives(r"a|(b|c)|[|]d|\|e|[^]|]f") == [
        "a",
        "(b|c)",
        "[|]d",
        r"\|e",
        "[^]|]f",
    ]


def test_a_cue_is_written_in_any_case_and_looks_in_lower_case():
    """Letters are lowered, escapes are not."""
    cue = Cue(r"\ATraceback\W", r"\bERROR \D")

    assert cue.found_in(Text.of("Traceback ("))
    assert cue.found_in(Text.of("an error x"))
    assert not cue.found_in(Text.of("an error 7"))


def test_every_rule_says_what_it_is_for():
    """The tables explain themselves."""
    assert all(rule.note for rule in (*rules.DROP_RULES, *rules.WITHHOLD_RULES))


@pytest.mark.parametrize("unit", ["ok, ", "top, ", "ok" + " " * 10, "yes yes "])
def test_what_nearly_is_an_agreement_is_quick(unit):
    """A word that two choices of a rule match must not double the work with each time it comes."""
    _seconds("warm up")

    for tail in ("we use tabs", "zq", ""):
        assert _seconds(unit * 9 + tail) < 0.05
    assert _seconds(unit * (32_000 // len(unit))) < 1
