"""The ratchet: what it raises has held, it lowers nothing, and its patch changes floors alone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.report.proposals  # noqa: F401
from pytest_memeval.cli import main
from pytest_memeval.floors import parse_floors
from pytest_memeval.report import history
from pytest_memeval.report import inifile
from pytest_memeval.report import model
from pytest_memeval.report import ratchet
from pytest_memeval.report.ratchet import Terms
from pytest_memeval.report.ratchet import Wanted
from tests.conftest import CASES
from tests.conftest import Project
from tests.conftest import quiet
from tests.report.test_history import line
from tests.report.test_history import written

Capture = pytest.CaptureFixture[str]
OTHER = "extract_recall >= 0.8"


def proposed(
    tmp_path: Path, floors: list[str], lines: list[dict[str, Any]], **terms: Any
) -> tuple[list[str], list[str]]:
    """The new lines, and why others stay."""
    runs = history.read(written(tmp_path / "h.jsonl", *lines)).runs
    proposals, refusals = ratchet.propose(floors, {}, runs, Terms(**{"runs": 3, **terms}))
    return [one.new_line for one in proposals], [one.why for one in refusals]


def days(*k: int, n: int = 1000, **more: Any) -> list[dict[str, Any]]:
    """Full runs of the first days of November."""
    return [line(day, k=each, n=n, **more) for day, each in enumerate(k, start=1)]


# --- Which floors go up


def test_a_floor_goes_to_what_all_runs_held(tmp_path: Path) -> None:
    """The worst of the last runs less the margin, and not of those before; words stay."""
    runs = days(500, 948, 960, 971)
    why = "why: held for 3 runs (min 0.948, from 2026-11-02 to 2026-11-04), margin 0.01"
    for floor, expected in (
        ("extract_recall >= 0.90", f"extract_recall >= 0.93  # {why}"),
        ("extract_recall>=.9 over 20 cases", f"extract_recall>=0.93 over 20 cases  # {why}"),
        (
            "write_gate[acme:classify].extract_recall >= 0.9    # since March",
            f"write_gate[acme:classify].extract_recall >= 0.93    # since March; {why}",
        ),
    ):
        assert proposed(tmp_path, [floor], runs) == ([expected], [])


def test_a_ratchet_turns_again(tmp_path: Path) -> None:
    """What it said before is replaced, and the user's words are still there."""
    (once,), _ = proposed(tmp_path, ["extract_recall >= 0.5 # mine"], days(800, 800, 800))
    (twice,), _ = proposed(tmp_path, [once], days(900, 900, 900))
    assert re.fullmatch(
        r"extract_recall >= 0\.89 # mine; why: held for 3 runs \([^()]*\), .*", twice
    )
    assert proposed(tmp_path, [twice], days(900, 900, 900)) == ([], [])


def test_a_ceiling_goes_down(tmp_path: Path) -> None:
    """Mirrored, with the margin as a share of a count, rounded away from it."""
    new, _ = proposed(tmp_path, ["payload_noise_count <= 500"], days(20, 30, 25, n=100))
    assert new[0].startswith("payload_noise_count <= 81  # why: held for 3 runs (max 80, ")
    new, _ = proposed(tmp_path, ["extract_recall <= 1"], days(500, 612, 600))
    assert new[0].startswith("extract_recall <= 0.63  # why: held for 3 runs (max 0.612, ")


def test_a_floor_on_an_end_of_the_interval(tmp_path: Path) -> None:
    """It rests on that end; a count has none."""
    (new,), _ = proposed(tmp_path, ["extract_recall[lower95] >= 0.5"], days(950, 960, 950))
    assert new.startswith("extract_recall[lower95] >= 0.92  # why: held for 3 runs (min 0.935, ")


@pytest.mark.parametrize("margin", ["0.01", "0", "0.005", "0.1"])
def test_the_margin_gives_the_digits(tmp_path: Path, margin: str) -> None:
    """Two, or as many as the margin has."""
    (new,), _ = proposed(
        tmp_path, [OTHER], days(9876, 9900, 9900, n=10_000), margin=Decimal(margin)
    )
    bound = {"0.01": "0.97", "0": "0.98", "0.005": "0.982", "0.1": "0.88"}[margin]
    assert new.startswith(f"extract_recall >= {bound}  #")


@given(
    ks=st.lists(st.integers(0, 400), min_size=3, max_size=6),
    stated=st.integers(0, 100),
    op=st.sampled_from([">=", "<="]),
    margin=st.sampled_from(["0", "0.01", "0.003", "0.2"]),
)
def test_no_floor_is_lowered_and_each_has_held(
    ks: list[int], stated: int, op: str, margin: str
) -> None:
    """Whatever the runs were, a new bound is stricter, and held in each of the last ones."""
    runs = [history._run(each) for each in days(*ks, n=400)]
    floor = f"extract_recall {op} {stated / 100}"
    terms = Terms(3, Decimal(margin), width=1.0)
    for one in ratchet.propose([floor], {}, runs, terms)[0]:
        (before,), (after,) = (
            parse_floors([text], "memeval_floors") for text in (floor, one.new_line)
        )
        values = [Fraction(k, 400) for k in ks[-3:]]
        if op == ">=":
            assert before.bound < after.bound <= min(values) - Fraction(margin)
        else:
            assert before.bound > after.bound >= max(values)
        assert (after.metric, after.op) == (before.metric, before.op)


@pytest.mark.parametrize(
    ("runs", "why"),
    [
        ([], "the history has no full run of what it bounds"),
        (days(950, 950), "write_gate: acme:classify has 2 full runs, not 3"),
        (
            [*days(950, 950), line(3, 950, 1000, partial="-k")],
            "write_gate: acme:classify has 2 full runs, not 3",
        ),
        (
            [*days(950, 950), line(3, 950, 1000, fixtures="other")],
            "the fixtures of write_gate: acme:classify changed within 3 runs",
        ),
        (
            [*days(950, 950), line(3, None)],
            "write_gate: acme:classify did not measure it in the run of 2026-11-03T08:00:00+00:00",
        ),
        (
            [*days(950, 950), line(3, 950, 1000, unmeasured=2)],
            "write_gate: acme:classify left 2 cases unmeasured in the run of "
            "2026-11-03T08:00:00+00:00",
        ),
        (
            days(48, 48, 48, n=50),
            "write_gate: acme:classify has too few cases (0.865 to 0.989 is wider than 0.1)",
        ),
        (
            # One gate may go up, the other may not: the floor is for both.
            [*days(950, 950, 950), line(3, 950, 1000, subject="acme:new")],
            "write_gate: acme:new has 1 full run, not 3",
        ),
        (
            [*days(950, 950, 950), line(3, 950, 1000, mode="live")],
            "write_gate: acme:classify (live) has 1 full run, not 3",
        ),
    ],
)
def test_a_floor_stays_with_a_reason(tmp_path: Path, runs: list[dict[str, Any]], why: str) -> None:
    assert proposed(tmp_path, [OTHER], runs) == ([], [why])


def test_trials_are_not_more_cases(tmp_path: Path) -> None:
    """A floor over so many cases counts them once, and intervals are those of the report."""
    runs = days(950, 950, 950)
    for run in runs:
        run["results"][0]["scores"]["extract_recall"] |= {"trials": 10, "low": 0.8, "high": 0.99}
    _, (why,) = proposed(tmp_path, [f"{OTHER} over 200 cases"], runs)
    assert why.startswith("write_gate: acme:classify had 100 cases in the run of ")
    _, (why,) = proposed(tmp_path, [OTHER], runs)
    assert why.endswith("has too few cases (0.800 to 0.990 is wider than 0.1)")


def test_a_subject_that_went_away_decides_nothing(tmp_path: Path) -> None:
    """A gate that the last runs do not have keeps no floor down."""
    gone = line(1, 10, 1000, subject="acme:gone")
    new, refused = proposed(tmp_path, [OTHER], [gone, *days(950, 950, 950, 950)])
    assert (len(new), refused) == (1, [])


def test_the_narrower_floor_is_the_one_that_decides(tmp_path: Path) -> None:
    """Each floor rests on what it decides about, and on nothing else."""
    floors = ["extract_recall >= 0.5", "write_gate[acme:new].extract_recall >= 0.1"]
    runs = [*days(950, 950, 950), *days(300, 300, 300, subject="acme:new")]
    new, _ = proposed(tmp_path, floors, runs)
    assert [text.partition("  #")[0] for text in new] == [
        "extract_recall >= 0.94",
        "write_gate[acme:new].extract_recall >= 0.29",
    ]


def test_a_new_floor_is_proposed_where_it_is_asked_for(tmp_path: Path) -> None:
    """Only the asker knows which way is better; what has a floor already keeps it."""
    wanted = (Wanted("payload_noise_count", "<="), Wanted("extract_recall"))
    new, _ = proposed(tmp_path, [OTHER], days(950, 950, 950), wanted=wanted)
    assert [text.partition("  #")[0] for text in new] == [
        "extract_recall >= 0.94",
        "write_gate.payload_noise_count <= 0",
    ]


# --- The ini file


INI = """\
[pytest]
minversion = 8
memeval_floors =
    # old ones
    a >= 0.1  # x
    b <= 3
xfail_strict = true
"""
TOML = """\
[tool.other]
memeval_floors = ["a >= 0.1  # x"]  # not ours

[tool.pytest.ini_options]
memeval_floors = [  # ours
    "a >= 0.1  # x",  # the first
    'b <= 3'
]
xfail_strict = true
"""
FORMS = {
    "ini": ("pytest.ini", INI),
    "ini-crlf": ("tox.ini", "[tox]\nx = 1\n" + INI.replace("\n", "\r\n")),
    "cfg": ("setup.cfg", "[metadata]\nname = x\n\n" + INI.replace("[pytest]", "[tool:pytest]")),
    "key-line": ("pytest.ini", "[pytest]\nmemeval_floors = a >= 0.1  # x\n  b <= 3\n"),
    "no-end": ("pytest.ini", "[pytest]\nmemeval_floors =\n  a >= 0.1  # x\n  b <= 3"),
    "toml": ("pyproject.toml", TOML.replace('["a >= 0.1  # x"]', '["z >= 0.1"]')),
    "toml-comma": (
        "pyproject.toml",
        TOML[TOML.index("[tool.py") :].replace("'b <= 3'", "'b <= 3',"),
    ),
    "toml-line": (
        "pyproject.toml",
        "[tool.pytest.ini_options]\nmemeval_floors = ['a >= 0.1  # x', \"b <= 3\"]\n",
    ),
    "toml-text": (
        "pyproject.toml",
        '[tool.pytest.ini_options]\nmemeval_floors = """\n  a >= 0.1  # x\n  b <= 3\n"""\nx = 1\n',
    ),
    "toml-native": (
        "pyproject.toml",
        '[tool.pytest]\nmemeval_floors = ["a >= 0.1  # x", "b <= 3"]\n',
    ),
    "pytest-toml": ("pytest.toml", '[pytest]\nmemeval_floors = ["a >= 0.1  # x", "b <= 3"]\n'),
}


@pytest.mark.parametrize("tool", ["git", "patch"])
@pytest.mark.parametrize("form", FORMS)
def test_the_patch_changes_floors_alone(tmp_path: Path, form: str, tool: str) -> None:
    """What `git apply` and `patch` make of the patch is what was meant, whatever the form."""
    if shutil.which(tool) is None:
        pytest.skip(f"needs {tool}")
    name, text = FORMS[form]
    path = tmp_path / name
    path.write_bytes(text.encode())
    changed = {"a >= 0.1  # x": "a >= 0.25  # x; why: \"it\" held 'so'", "b <= 3": "b <= 2  # é"}
    before, after = inifile.with_floors(path, changed, ["c >= 1", "d <= 0"])
    patch = inifile.patch(name, before, after)
    command = ["git", "apply", "-"] if tool == "git" else ["patch", "-p1", "--binary"]
    subprocess.run(command, cwd=tmp_path, input=patch.encode(), check=True, capture_output=True)
    assert path.read_bytes().decode() == after
    rest = [each for each in before.splitlines() if not re.search(r"[ab] [<>]= ", each)]
    kept = [each for each in after.splitlines() if not re.search(r"[abcd] [<>]= ", each)]
    assert kept == rest


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pytest.ini", "[pytest]\nxfail_strict = true\n"),
        ("pytest.ini", "[pytest]"),
        ("pytest.ini", "[pytest]\r\nmemeval_floors =\r\nx = 1\r\n"),
        ("pyproject.toml", "[tool.pytest.ini_options]\nx = 1\n[tool.a]\n"),
        ("pyproject.toml", "[tool.pytest.ini_options]  # ours\r\nmemeval_floors = []\r\n"),
        ("pyproject.toml", "[tool.pytest.ini_options]\nmemeval_floors = [\n]\n"),
    ],
)
def test_floors_are_added_where_there_are_none(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    _, after = inifile.with_floors(path, {}, ["a >= 0.9", "b <= 1  # x"])
    assert ("\r\n" in after) == ("\r\n" in text)
    for line_ in text.split():
        assert line_.strip("[]") in after


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", 'tool.pytest.ini_options.memeval_floors = ["a >= 0.1"]\n'),
        ("pyproject.toml", '[tool.pytest.ini_options]\nmemeval_floors = ["a \\u003e= 0.1"]\n'),
        (
            "pyproject.toml",
            '[tool.pytest.ini_options]\nmemeval_floors = [\n# "a >= 0.1",\n"a >= 0.1"]\n',
        ),
        ("pyproject.toml", "[tool.pytest.ini_options\n"),
        ("pytest.ini", "[pytest]\nmemeval_floors = a >= 0.1\nmemeval_floors = b >= 0.1\n"),
        ("pytest.ini", ""),
        ("none.ini", None),
    ],
)
def test_an_ini_file_that_is_not_plain_is_left_alone(
    tmp_path: Path, name: str, text: str | None
) -> None:
    """Rather no patch than one that changes something else."""
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(inifile.IniError, match=name):
        inifile.with_floors(path, {"a >= 0.1": "a >= 0.2"}, ["b >= 0.3"])


# --- The command


@pytest.fixture
def here(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project in whose folder the command runs."""
    monkeypatch.chdir(project.path)
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(quiet()))
    return project


def ran(capsys: Capture, *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["ratchet", *words])
    return code, *capsys.readouterr()


@pytest.mark.parametrize("form", ["toml", "ini"])
def test_pytest_takes_the_floors(here: Project, capsys: Capture, form: str) -> None:
    """From runs to a patch to a run that holds the floors, those without a line so far too."""
    many = [{**CASES[at % 6], "id": f"case_{at}"} for at in range(240)]
    here.cases(many)
    if form == "toml":
        (here.path / "pytest.ini").unlink()
        here.write(
            "pyproject.toml",
            "[tool.pytest.ini_options]\n"
            'memeval_classifier = ["acme_gate:classify"]\n'
            "memeval_floors = [\n"
            '    "extract_recall >= 0.90   # since March",\n'
            "]\n",
        )
    else:
        here.ini("memeval_floors =", "    extract_recall >= 0.90   # since March", "")
    here.run("-q")
    report = history.entry(model.Report(**here.report))
    runs = [{"id": str(n), **report} for n in range(10)]
    written(here.path / "reports" / "history.jsonl", *runs)
    code, patch, err = ran(capsys)
    assert code == 0
    assert err == "ratchet: 2 floors to raise, 0 refused\n"
    assert "since March; why: held for 10 runs (min 1, from " in patch
    assert patch.count("\n+ ") == 2
    subprocess.run(
        ["git", "apply", "-"],
        input=patch.encode(),
        check=True,
        cwd=here.path,
        capture_output=True,
    )
    here.run("-q").assert_outcomes(passed=242)
    bounds = {each["metric"]: each["bound"] for each in here.report["results"][0]["thresholds"]}
    assert bounds == {"extract_recall": 0.99, "hard_drop_recall": 0.99}
    assert ran(capsys) == (0, "", "ratchet: 0 floors to raise, 0 refused\n")


def test_the_ratchet_for_machines(here: Project, capsys: Capture) -> None:
    here.ini("memeval_floors =", "    extract_recall >= 0.90", "    flag_precision >= 0.5")
    written(here.path / "h.jsonl", *days(960, 960, 960))
    words = ["--file", "h.jsonl", "--last", "3", "--ini", "pytest.ini"]
    code, out, err = ran(capsys, "--json", *words)
    said = json.loads(out)
    assert (code, err) == (0, "")
    assert said["ini"] == str(here.path / "pytest.ini")
    (one,) = said["proposals"]
    assert (one["floor"], one["proposed"]) == ("extract_recall >= 0.9", "extract_recall >= 0.95")
    assert said["patch"].startswith("--- a/pytest.ini\n+++ b/pytest.ini\n")
    assert said["refused"][0]["floor"] == "flag_precision >= 0.5"


@pytest.mark.parametrize(
    ("ini", "said"),
    [
        (None, "pytest finds no ini file here"),
        ("[pytest]\naddopts = --banana\n", "pytest cannot start: "),
        ("[pytest]\nmemeval_floors = banana\n", "memeval_floors: cannot read 'banana'"),
        ("[pytest]\n", "reports/history.jsonl: cannot be read: No such file or directory"),
    ],
)
def test_what_the_ratchet_cannot_use_is_named(
    here: Project,
    capsys: Capture,
    ini: str | None,
    said: str,
) -> None:
    (here.path / "pytest.ini").unlink()
    if ini is not None:
        here.write("pytest.ini", ini)
        if "banana" in ini:
            written(here.path / "reports" / "history.jsonl", line(1))
    code, out, err = ran(capsys)
    assert (code, out) == (1, "")
    assert err.startswith(said)
    assert len(err.splitlines()) == 1
