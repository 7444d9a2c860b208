"""`--memeval-mutations`: what it scores and prints, and how it is repeated, bounded and refused."""

from __future__ import annotations

import time
from typing import Any

import pytest
import yaml

from pytest_memeval import settings
from pytest_memeval.suites.write_gate.redraw import moving_parts
from tests.conftest import GATE
from tests.conftest import QUIET
from tests.conftest import Project
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import needs
from tests.conftest import said

SHAPES = ("shape_invariance", "mixed_survival", "exclude_stability")
SEED = ("--memeval-mutation-seed", "7")
N = ("--memeval-mutations", "12", *SEED)


def frame(identity: str, label: str, text: str, role: str = "assistant") -> dict[str, Any]:
    return case(identity, label, "", window=[{"role": role, "content": text}])


CASES = [
    *(frame(f"beat_{n}", "drop", f"epoch {n}4 of 80, loss 0.{n}12") for n in range(2, 8)),
    frame("talk_1", "exclude", "maybe 340 later, said Anna"),
    *(frame(f"wish_{n}", "extract", f"always use {n}{n} tabs", "user") for n in (2, 3)),
]

#: Knows the windows of the fixtures by heart.
HEART_GATE = f"""
KNOWN = {[each["window"][0]["content"] for each in CASES if each["label"] == "drop"]!r}

def classify(window):
    texts = [turn["content"] for turn in window]
    kept = [text for text in texts if text not in KNOWN]
    return {{"action": "send", "kept": "\\n".join(kept)}} if kept else "drop"
"""

#: Goes by the shape of each turn, and sends what is left.
GOOD_GATE = """
def classify(window):
    kept = [turn for turn in window if "epoch" not in turn["content"]]
    if not kept:
        return "drop"
    text = "\\n".join(turn["content"] for turn in kept)
    return {"action": "send", "kept": text} if "always" in text else "skip"
"""


@pytest.fixture
def shaped(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Nine windows, a gate that knows their shapes, and no build machine."""
    monkeypatch.delenv("CI", raising=False)
    project.gate(GOOD_GATE)
    project.cases(CASES)
    return project


def scores(project: Project, of: int = 0) -> dict[str, Any]:
    found = project.report["results"][of]["scores"]
    return {name: found[name]["value"] for name in SHAPES}


def shapes(project: Project) -> list[Any]:
    return [(row["id"], row.get("shape")) for row in project.report["results"][0]["rows"]]


def counterexamples(project: Project) -> list[str]:
    return [shape["counterexample"] for _, shape in shapes(project) if shape["counterexample"]]


def assert_refused(result: pytest.RunResult, message: str) -> None:
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"ERROR: {message}" in said(result)
    assert_not_ours(result)


def assert_unmet(project: Project, result: pytest.RunResult, metric: str, how: str) -> None:
    """A floor on the metric is not held, the run is no pass, and what would help is named."""
    assert result.ret == 1
    assert result.outlines[-1].startswith("memeval: NOT MEASURED: ")
    assert f"no mutant: {how}" in result.stdout.str().replace("no mutants were tried", "no mutant")
    assert project.floors()[metric] == project.report["verdict"] == "not_measured"


# --- what is scored


def test_a_gate_that_goes_by_shape_keeps_every_decision(shaped: Project) -> None:
    """It scores 1 on all three metrics, and no counterexample is printed."""
    result = shaped.run(*N)
    assert result.ret == 0
    assert scores(shaped) == dict.fromkeys(SHAPES, 1.0)
    result.stdout.fnmatch_lines(["*shape_invariance *1.000 (6/6)*"])
    assert "counterexamples" not in result.stdout.str()
    assert shaped.report["results"][0]["scores"]["payload_loss"]["value"] == 0


def test_a_gate_that_knows_the_numbers_is_found_out(shaped: Project) -> None:
    """Full marks on the fixtures and next to none on their shapes, which gates nothing unasked."""
    shaped.gate(HEART_GATE)
    result = shaped.run(*N)
    found = shaped.report["results"][0]["scores"]
    assert found["hard_drop_recall"]["value"] == found["extract_recall"]["value"] == 1.0
    assert found["shape_invariance"]["value"] < 0.1
    assert shaped.report["verdict"] == "passed"
    result.stdout.fnmatch_lines(
        ["*counterexamples, ready to paste below `cases:`", "*got send instead of drop*"]
    )
    assert shaped.row("beat_2")["outcome"] == "miss"
    assert shaped.row("beat_2")["detail"] == "a mutant: got send instead of drop"


def test_a_gate_that_drops_by_keyword_loses_facts_among_noise(shaped: Project) -> None:
    """A window is not noise because there is noise in it."""
    shaped.gate(GATE)
    shaped.run("--memeval-mutations", "25", *SEED)
    assert scores(shaped) == {
        "shape_invariance": 1.0,
        "mixed_survival": 0.0,
        "exclude_stability": 1.0,
    }


def test_a_printed_counterexample_can_be_pasted(shaped: Project) -> None:
    """It differs in one number, loads as a fixture, and is missed there as it was here."""
    shaped.gate(HEART_GATE)
    result = shaped.run(*N)
    printed = result.stdout.str().split("ready to paste below `cases:`\n")[1]
    text = printed.partition("    ...")[0].rstrip("\n")
    first = yaml.safe_load(text)[0]
    (turn,) = first["window"]
    old = next(each for each in CASES if first["id"].startswith(each["id"]))
    pair = (moving_parts(each["content"]) for each in (old["window"][0], turn))
    assert sum(a.text != b.text for a, b in zip(*pair, strict=True)) == 1
    folder = shaped.path / "fixtures" / "write_gate"
    (folder / "found.yaml").write_text(f"suite: write_gate\ncases:\n{text}\n", encoding="utf-8")
    shaped.run()
    assert shaped.row(first["id"])["outcome"] == "miss"
    assert shaped.row(first["id"])["decision"] == "send"


def test_a_gate_that_raises_on_a_mutant_is_told_of(shaped: Project) -> None:
    """The error stands in the counterexample's note, and the run goes on."""
    shaped.gate("def classify(window):\n    return {'epoch 24': 'drop'}[window[0]['content'][:8]]")
    shaped.cases([CASES[0]])
    result = shaped.run(*N)
    assert scores(shaped)["shape_invariance"] == 0.0
    assert "got unreadable (raised KeyError: " in shaped.row("beat_2")["detail"]
    assert_not_ours(result)


def test_an_empty_window_and_blocks_are_tried_too(shaped: Project) -> None:
    """Neither stops the search."""
    shaped.gate("def classify(window):\n    return 'drop'")
    blocks = [{"type": "text", "text": "epoch 34"}, {"type": "image", "source": "12"}]
    turn = {"role": "tool", "content": blocks}
    shaped.cases([case("none", "drop", "", window=[]), case("some", "drop", "", window=[turn])])
    shaped.run(*N)
    assert shaped.report["results"][0]["scores"]["shape_invariance"]["k"] == 2


@pytest.mark.parametrize("word", ["def", "async def"])
def test_marked_functions_are_asked_again(shaped: Project, word: str) -> None:
    """With their fixtures and other parameters, asynchronous ones as well."""
    shaped.gate(HEART_GATE)
    shaped.marked(
        f"""
@pytest.fixture
def known():
    return 3

@pytest.mark.parametrize("strict", [True, False], ids=["strict", "lax"])
@pytest.mark.write_gate
{word} test_gate(window, strict, known):
    if strict:
        return classify(window)
    return "drop" if any("epoch" in turn["content"] for turn in window) else "send"
"""
    )
    shaped.run(*N, "-o", "memeval_fixtures=fixtures", "test_gate.py")
    found = {each["subject"]: each["scores"] for each in shaped.report["results"]}
    assert {name[-8:]: each["shape_invariance"]["value"] for name, each in found.items()} == {
        "[strict]": 0.0,
        "ate[lax]": 1.0,
    }


def test_each_level_is_tried_for_itself(shaped: Project) -> None:
    """Mutants are decided at the level that their window was."""
    source = HEART_GATE.replace("(window)", "(window, level)").replace(
        "    texts", "    if level == 'aggressive':\n        return 'drop'\n    texts"
    )
    shaped.gate(source)
    shaped.run(*N, "--memeval-level", "balanced", "--memeval-level", "aggressive")
    assert [scores(shaped, n)["shape_invariance"] for n in (0, 1)] == [0.0, 1.0]


def test_one_case_alone_gets_frames_from_the_other_files(shaped: Project) -> None:
    """Narrowing a run to one window leaves it the noise of all."""
    shaped.gate(GATE)
    shaped.cases(CASES[:6], "fixtures/write_gate/noise.json")
    shaped.cases(CASES[6:])
    found = []
    for args in ([], ["-k", "wish_2"], ["fixtures/write_gate/cases.json::wish_2"]):
        shaped.run("--memeval-mutations", "25", *SEED, *args)
        found.append(shaped.row("wish_2")["shape"])
    assert found[0]["holds"] is False
    assert found[0] == found[1] == found[2]


# --- repeated


def test_a_printed_seed_draws_the_same_again(shaped: Project) -> None:
    """The scorecard and the report name the seed of a run that was given none."""
    shaped.gate(HEART_GATE)
    result = shaped.run("--memeval-mutations", "12")
    first, seed = shapes(shaped), shaped.report["run"]["mutations"]["seed"]
    line = f"mutants: at most 12 a case; --memeval-mutation-seed {seed} draws them again"
    result.stdout.fnmatch_lines([line])
    shaped.run("--memeval-mutations", "12", "--memeval-mutation-seed", str(seed))
    assert shapes(shaped) == first


def test_a_build_machine_draws_the_same_each_time(
    shaped: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where CI is set there is no seed, no memory, and no difference."""
    monkeypatch.setenv("CI", "true")
    shaped.gate(HEART_GATE)
    found = []
    for _ in range(2):
        result = shaped.run("--memeval-mutations", "12")
        found.append(shapes(shaped))
        assert "draws them again" not in result.stdout.str()
    assert found[0] == found[1]
    assert not (shaped.path / ".hypothesis" / "examples").exists()


def test_a_counterexample_is_remembered(shaped: Project) -> None:
    """A later run with almost no budget finds it at once, whatever its seed."""
    shaped.gate(GATE)
    shaped.run("--memeval-mutations", "25")
    first = counterexamples(shaped)
    assert first
    assert (shaped.path / ".hypothesis" / "examples").is_dir()
    shaped.run("--memeval-mutations", "1")
    assert counterexamples(shaped) == first


@needs("xdist")
def test_workers_find_the_same(shaped: Project) -> None:
    """Scores and counterexamples are those of a run in one process."""
    shaped.gate(HEART_GATE)
    found = []
    for workers in ((), ("-n", "2")):
        shaped.run_apart(*N, *workers, using=["xdist"])
        found.append((scores(shaped), sorted(shapes(shaped), key=lambda pair: pair[0])))
    assert found[0] == found[1]


@needs("xdist")
def test_workers_draw_from_the_seed_that_is_printed(shaped: Project) -> None:
    """A seed that nobody gave is drawn once, for all processes."""
    shaped.gate(HEART_GATE)
    shaped.run_apart("--memeval-mutations", "12", "-n", "2", using=["xdist"])
    first, seed = dict(shapes(shaped)), shaped.report["run"]["mutations"]["seed"]
    # In a process of its own too: Hypothesis also draws from the constants of the modules loaded.
    shaped.run_apart("--memeval-mutations", "12", "--memeval-mutation-seed", str(seed))
    assert dict(shapes(shaped)) == first


# --- bounded


def test_no_seconds_are_no_measurement(shaped: Project) -> None:
    """A floor on what could not be tried is not held, and says what would help."""
    floor = ("--memeval-floor", "shape_invariance >= 0.5")
    result = shaped.run(*N, "-o", "memeval_mutation_seconds=0", *floor)
    assert scores(shaped) == dict.fromkeys(SHAPES)
    assert_unmet(shaped, result, "shape_invariance", "raise memeval_mutation_seconds")


def test_a_slow_gate_is_stopped(shaped: Project) -> None:
    """However many mutants were asked for, a window takes no longer than its seconds."""
    shaped.gate("import time\ndef classify(window):\n    time.sleep(0.02)\n    return 'drop'")
    shaped.cases(CASES[:2])
    start = time.monotonic()
    shaped.run("--memeval-mutations", "9999", *SEED, "-o", "memeval_mutation_seconds=0.3")
    assert time.monotonic() - start < 6
    assert all(1 <= shape["examples"] <= 16 for _, shape in shapes(shaped))


# --- floors


@pytest.mark.parametrize(("gate", "status"), [(GOOD_GATE, "held"), (HEART_GATE, "broken")])
def test_a_shape_metric_can_be_gated(shaped: Project, gate: str, status: str) -> None:
    """Like any other metric."""
    shaped.gate(gate)
    result = shaped.run(*N, "--memeval-floor", "shape_invariance >= 0.9")
    assert shaped.floors()["shape_invariance"] == status
    assert result.ret == (status == "broken")


@pytest.mark.parametrize("name", SHAPES)
def test_a_floor_on_a_metric_that_is_off_is_not_measured(shaped: Project, name: str) -> None:
    """It never passes in silence: the option that is missing is named."""
    result = shaped.run("--memeval-floor", f"{name} >= 0.5")
    assert_unmet(shaped, result, name, "--memeval-mutations N tries them")


def test_a_lost_payload_is_counted(shaped: Project) -> None:
    """Sent is not stored: a payload without the durable turn is a loss, with mutants or without."""
    shaped.gate("def classify(window):\n    return {'action': 'send', 'kept': 'nothing of it'}")
    shaped.run("--memeval-floor", "payload_loss <= 0")
    found = shaped.report["results"][0]["scores"]["payload_loss"]
    assert (found["value"], found["n"]) == (2, 2)
    assert shaped.floors()["payload_loss"] == "broken"


# --- switched on, and refused


def test_without_the_option_hypothesis_is_not_imported(shaped: Project) -> None:
    """Who asks for no mutants needs no Hypothesis and waits for none."""
    shaped.write(
        "conftest.py",
        "import sys\ndef pytest_unconfigure():\n    print('loaded', 'hypothesis' in sys.modules)",
    )
    # Hypothesis' own plugin imports it at the end of each session, and is blocked here.
    assert "loaded False" in said(shaped.run_apart())
    assert "loaded True" in said(shaped.run_apart(*N))
    assert "shape" not in shapes(shaped)[0][0]


def test_the_ini_file_switches_it_on_and_the_command_line_off(shaped: Project) -> None:
    """The option wins over the ini file; 0 is off."""
    shaped.ini("memeval_mutations = 5")
    shaped.run()
    assert shaped.report["run"]["mutations"]["examples"] == 5
    shaped.run("--memeval-mutations", "0")
    assert shaped.report["run"]["mutations"] is None
    assert scores(shaped) == dict.fromkeys(SHAPES)


def test_without_hypothesis_it_is_one_usage_error(
    shaped: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names what to install."""
    monkeypatch.setattr(settings, "find_spec", lambda name: None)
    message = "mutations need Hypothesis: install pytest-memeval[mutation]"
    assert_refused(shaped.run(*N), message)
    assert shaped.run().ret == 0


@pytest.mark.parametrize(
    ("args", "flag"),
    [
        (("--memeval-mutations", "5"), "--memeval-mutations"),
        (("--memeval-mutation-seed", "0"), "--memeval-mutation-seed"),
    ],
)
def test_without_a_mode_it_is_a_usage_error(
    shaped: Project, args: tuple[str, ...], flag: str
) -> None:
    """Mutants of a run that measures nothing were meant for another."""
    result = shaped.pytester.runpytest(*QUIET, *args)
    assert_refused(result, f"{flag} needs a mode: add --memeval-offline")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ("--memeval-mutations", "-5"),
            "--memeval-mutations must be a whole number, 0 or more, got -5",
        ),
        (
            ("-o", "memeval_mutations=2.5"),
            "memeval_mutations must be a whole number, 0 or more, got 2.5",
        ),
        (("-o", "memeval_mutations=many"), "memeval_mutations must be a number, got 'many'"),
        (("-o", "memeval_mutations=nan"), "memeval_mutations must be 0 or more, got 'nan'"),
        (
            (*N, "-o", "memeval_mutation_seconds=soon"),
            "memeval_mutation_seconds must be a number, got 'soon'",
        ),
        (
            (*N, "-o", "memeval_mutation_seconds=-1"),
            "memeval_mutation_seconds must be 0 or more, got '-1'",
        ),
        (SEED, "--memeval-mutation-seed needs --memeval-mutations N"),
    ],
)
def test_a_bad_number_is_a_usage_error(
    shaped: Project, args: tuple[str, ...], message: str
) -> None:
    """Nothing is rounded, and nothing is switched off by a slip."""
    assert_refused(shaped.run(*args), message)


def test_a_word_for_a_number_is_refused_by_the_parser(shaped: Project) -> None:
    """Before anything runs, and with the option's name."""
    result = shaped.run("--memeval-mutations", "many")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "argument --memeval-mutations: invalid int value: 'many'" in said(result)


def test_mutants_that_were_skipped_are_no_survivors(shaped: Project) -> None:
    """A metric over windows of which some mutants were not measured is not measured either."""
    shaped.gate(
        "import pytest\ndef classify(window):\n"
        "    if len(window) > 1: pytest.skip('no key')\n    return 'drop'\n"
    )
    shaped.cases([CASES[0]])
    result = shaped.run(*N, "--memeval-floor", "shape_invariance >= 0.5")
    assert result.ret == 1
    assert shaped.floors()["shape_invariance"] == "not_measured"
