"""Options: the command line, ini files of every kind, and what is refused before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_memeval import registry
from pytest_memeval.text import known_names
from tests.conftest import CASES
from tests.conftest import QUIET
from tests.conftest import Project
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import said

LEVELLED_GATE = """
def classify(window, level="balanced"):
    text = " ".join(turn["content"] for turn in window)
    if "epoch" in text and level != "aggressive":
        return "drop", None, f"frame_{level}"
    return ("send", "preference", "wish") if "always" in text else ("skip", None, level)
"""


def assert_usage_error(result: pytest.RunResult, message: str) -> None:
    """One line on the error stream, exit code 4, no item and no traceback."""
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"ERROR: {message}" in said(result)
    assert_not_ours(result)
    assert " passed" not in said(result)


def measured(project: Project) -> list[tuple[str, str | None]]:
    return [(found["subject"], found["level"]) for found in project.report["results"]]


# --- without a mode


@pytest.mark.parametrize(
    ("args", "flag"),
    [
        (("--memeval-suite", "write_gate"), "--memeval-suite"),
        (("--memeval-level", "balanced"), "--memeval-level"),
        (("--memeval-floor", "extract_recall >= 0.9"), "--memeval-floor"),
        (("--memeval-report", "out.json"), "--memeval-report"),
    ],
)
def test_an_option_without_a_mode_is_a_usage_error(
    project: Project, args: tuple[str, ...], flag: str
) -> None:
    """A gate that was meant to run must not be left out in silence."""
    result = project.pytester.runpytest(*QUIET, *args)
    assert_usage_error(result, f"{flag} needs a mode: add --memeval-offline")
    assert not (project.path / "out.json").exists()


def test_ini_options_without_a_mode_are_no_error(project: Project) -> None:
    """An ini file serves ordinary runs too: there, nothing is measured and nothing written."""
    project.ini("memeval_floors = extract_recal >= 17")
    project.write("test_ordinary.py", "def test_ordinary():\n    pass\n")
    result = project.pytester.runpytest(*QUIET)
    result.assert_outcomes(passed=1)
    assert not (project.path / "reports").exists()


# --- suites and levels


def test_a_suite_is_chosen_by_name(project: Project) -> None:
    """The named suite runs, once, however often it is named."""
    result = project.run("--memeval-suite", "write_gate", "--memeval-suite=write_gate")
    result.assert_outcomes(passed=8)
    assert measured(project) == [("acme_gate:classify", None)]


@pytest.mark.parametrize(
    ("name", "guess"), [("write-gate", "; did you mean 'write_gate'?"), ("zebra", "")]
)
def test_an_unknown_suite_is_a_usage_error(project: Project, name: str, guess: str) -> None:
    """The known suites are listed and the nearest is named."""
    known = ", ".join(sorted(registry.suite_entries()))
    assert_usage_error(
        project.run("--memeval-suite", name),
        f"--memeval-suite: unknown suite {name!r} (known: {known}{guess})",
    )


def test_every_level_is_a_result_of_its_own(project: Project) -> None:
    """Levels are scored apart, and a case's item carries its level."""
    project.gate(LEVELLED_GATE)
    levels = ["--memeval-level", "conservative", "--memeval-level", "aggressive"]
    result = project.run(*levels, "-rA")
    assert measured(project) == [
        ("acme_gate:classify", "conservative"),
        ("acme_gate:classify", "aggressive"),
    ]
    explicit = [
        found["scores"]["hard_drop_explicit"]["value"] for found in project.report["results"]
    ]
    assert explicit == [1, 0]
    rows = [found["rows"][0]["reason"] for found in project.report["results"]]
    assert rows == ["frame_conservative", "aggressive"]
    result.stdout.fnmatch_lines_random(
        [
            "PASSED fixtures/write_gate/cases.json::beat_1[[]conservative]",
            "PASSED memeval::write_gate::floor[[]hard_drop_recall-aggressive]",
        ]
    )


def test_a_level_named_twice_runs_once(project: Project) -> None:
    """Repeating a level changes nothing."""
    project.gate(LEVELLED_GATE)
    project.run("--memeval-level", "balanced", "--memeval-level", "balanced")
    assert measured(project) == [("acme_gate:classify", "balanced")]


def test_an_unknown_level_is_a_usage_error(project: Project) -> None:
    """The levels there are stand in the message."""
    result = project.run("--memeval-level", "brave")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "argument --memeval-level: invalid choice: 'brave'" in said(result)
    for level in ("conservative", "balanced", "aggressive"):
        assert level in said(result)


def test_a_level_for_a_gate_that_takes_none_is_an_error_of_that_gate(project: Project) -> None:
    """The level is not dropped in silence: the gate is not measured at a level it does not have."""
    result = project.run("--memeval-level", "balanced")
    assert result.ret == 1
    message = "acme_gate:classify takes no `level`, but --memeval-level was given"
    assert message in said(result)
    assert project.report["verdict"] == "not_measured"


def test_a_gate_that_insists_on_a_level_is_measured_at_the_middle_one(project: Project) -> None:
    """Without an option the report says that it was `balanced`."""
    project.gate(LEVELLED_GATE.replace('level="balanced"', "level"))
    assert project.run().ret == 0
    assert measured(project) == [("acme_gate:classify", "balanced")]


# --- subjects


def test_several_subjects_are_named_one_a_line(project: Project) -> None:
    """Each subject is scored apart; items and floors carry the subject's name."""
    project.gate("def classify(window):\n    return 'skip'\n", name="silent")
    project.ini(subjects="acme_gate:classify silent:classify reference")
    result = project.run("-rA")
    assert measured(project) == [
        ("acme_gate:classify", None),
        ("silent:classify", None),
        ("reference", None),
    ]
    assert result.ret == 1
    result.stdout.fnmatch_lines_random(
        [
            "PASSED fixtures/write_gate/cases.json::wish_1[[]acme_gate:classify]",
            "FAILED memeval::write_gate::floor[[]extract_recall-silent:classify]*",
        ]
    )


def test_a_subject_named_twice_is_a_usage_error(project: Project) -> None:
    """Two results under one name could not be told apart."""
    project.ini(subjects="acme_gate:classify acme_gate:classify")
    assert_usage_error(project.run(), "memeval_classifier: 'acme_gate:classify' is named twice")


def test_an_ini_option_can_be_given_on_the_command_line(project: Project) -> None:
    """`-o name=value` replaces subjects, floors and folders of the ini file."""
    project.gate("def classify(window):\n    return 'send'\n", name="eager")
    project.cases([case("wish_9", "extract", "use tabs")], name="other/windows.json")
    result = project.run(
        *("-o", "memeval_classifier=eager:classify"),
        *("-o", "memeval_floors=hard_drop_recall >= 0  # try"),
        *("-o", "memeval_fixtures=other"),
        *("-o", "memeval_report=made/up.json"),
    )
    assert "rootdir" in said(result)
    made = (project.path / "made" / "up.json").read_text(encoding="utf-8")
    assert '"eager:classify"' in made
    assert '"wish_9"' in made
    assert '"beat_1"' not in made
    assert not (project.path / "reports").exists()


def test_types_of_the_projects_own_are_an_ini_option(project: Project) -> None:
    """A case may expect an added type; without the option the same case is refused."""
    project.cases([*CASES, case("down_1", "extract", "always page Kim", expect_type="incident")])
    refused = project.run()
    assert refused.ret != 0
    assert "unknown `expect_type` 'incident'" in said(refused)
    project.ini("memeval_types = incident")
    assert project.run().ret == 0
    assert project.row("down_1")["expect_type"] == "incident"


# --- ini files of every kind


PYPROJECT_STRINGS = """
[tool.pytest.ini_options]
memeval_classifier = "acme_gate:classify"
memeval_floors = "extract_recall >= 0.9 # why not"
memeval_fixtures = "windows"
memeval_report = "out/report.json"
"""
PYPROJECT_LISTS = """
[tool.pytest.ini_options]
memeval_classifier = ["acme_gate:classify"]
memeval_floors = ["extract_recall >= 0.9 # why not"]
memeval_fixtures = ["windows"]
memeval_report = "out/report.json"
"""
PYPROJECT_LINES = '''
[tool.pytest.ini_options]
memeval_classifier = """
    acme_gate:classify
"""
memeval_floors = """
    extract_recall >= 0.9 # why not
"""
memeval_fixtures = """
    windows
"""
memeval_report = "out/report.json"
'''
INI = """
memeval_classifier = acme_gate:classify
memeval_floors =
    # a line of its own is a comment
    extract_recall >= 0.9 # why not
memeval_fixtures = windows
memeval_report = out/report.json
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", PYPROJECT_STRINGS),
        ("pyproject.toml", PYPROJECT_LISTS),
        ("pyproject.toml", PYPROJECT_LINES),
        ("pytest.ini", f"[pytest]{INI}"),
        ("tox.ini", f"[pytest]{INI}"),
        ("setup.cfg", f"[tool:pytest]{INI}"),
    ],
)
def test_every_kind_of_ini_file_says_the_same(project: Project, name: str, text: str) -> None:
    """A string, a list or lines: subjects, floors, folders and the report's place are read."""
    (project.path / "pytest.ini").unlink()
    project.write(name, text)
    project.cases(CASES, name="windows/cases.json")
    result = project.run()
    assert result.ret == 0, said(result)
    result.assert_outcomes(passed=8)
    report = (project.path / "out" / "report.json").read_text(encoding="utf-8")
    assert '"why not"' in report
    assert '"windows/cases.json"' in report


def test_pytests_own_toml_tables_are_read(project: Project) -> None:
    """Where pytest reads `[tool.pytest]` with native lists, so do our options."""
    if pytest.version_tuple < (9, 0):
        pytest.skip("this pytest has no [tool.pytest]")
    (project.path / "pytest.ini").unlink()
    text = PYPROJECT_LISTS.replace(".ini_options", "")
    project.write("pyproject.toml", text)
    project.cases(CASES, name="windows/cases.json")
    result = project.run()
    result.assert_outcomes(passed=8)
    assert (project.path / "out" / "report.json").exists()


def test_paths_of_the_ini_file_start_at_the_ini_file(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a folder below, fixtures and report are found where the ini file says."""
    below = project.path / "deep" / "below"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    project.run("-c", str(project.path / "pytest.ini"))
    assert project.report["results"][0]["counts"]["measured"] == 6


def test_the_path_of_the_report_option_starts_where_the_user_stands(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path that is typed is relative to the folder it is typed in."""
    below = project.path / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    project.run("--memeval-report", "here.json")
    assert (below / "here.json").exists()
    assert not (project.path / "reports").exists()


# --- messages, markers, help


@pytest.mark.parametrize(
    ("names", "wrong", "tail"),
    [
        ([], "a", "known: none"),
        (["b", "a"], "zzz", "known: a, b"),
        (["balanced", "aggressive"], "balance", "known: aggressive, balanced; did you mean"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_ones(
    names: list[str], wrong: str, tail: str
) -> None:
    """Known names are sorted; a near one is proposed, a far one is not."""
    assert known_names(names, wrong).startswith(tail)
    assert ("did you mean" in known_names(names, wrong)) == ("did you mean" in tail)


def test_the_help_lists_every_option(project: Project) -> None:
    """`pytest --help` shows the command line and the ini options with a line each."""
    result = project.pytester.runpytest("--help", *QUIET)
    assert result.ret == 0
    text = said(result)
    for option in ("offline", "suite", "level", "floor", "report"):
        assert f"--memeval-{option}" in text
    for entry in registry.BUILTIN:
        assert entry.subject_option in text
    for option in ("memeval_floors", "memeval_fixtures", "memeval_report", "memeval_types"):
        assert option in text


def test_the_markers_are_registered(project: Project) -> None:
    """`--strict-markers` accepts our markers, and `--markers` explains them."""
    result = project.pytester.runpytest("--markers", *QUIET)
    result.stdout.fnmatch_lines(["@pytest.mark.write_gate(*paths): one item a labelled window*"])


# --- suites of other distributions


def install(folder: Path, target: str) -> None:
    """A distribution that registers a suite, as a package manager would lay it out."""
    info = folder / "acme_suite-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-suite\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pytest_memeval.suites]\nacme = {target}\n")


FOREIGN_SUITE = """
from pytest_memeval.registry import SuiteEntry
from pytest_memeval.suites.write_gate import WriteGateSuite

class AcmeSuite(WriteGateSuite):
    name = "acme"

SUITE = AcmeSuite()
ENTRY = SuiteEntry(
    name="acme",
    marker="acme",
    marker_help="acme(*paths): windows of acme.",
    subject_option="acme_subject",
    subject_help="the subjects",
    target="acme_suite:SUITE",
)
"""
FOREIGN_PLUGIN = """
def pytest_addoption(parser):
    parser.addini("acme_subject", "the subjects", type="linelist", default=[])
"""


@pytest.fixture
def foreign(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project in whose path another distribution's suite lies."""
    monkeypatch.setenv("PYTHONPATH", str(project.path))
    install(project.path, "acme_suite:ENTRY")
    project.write("acme_suite.py", FOREIGN_SUITE)
    project.write("conftest.py", FOREIGN_PLUGIN)
    return project


def test_a_suite_of_another_distribution_joins_by_entry_point(foreign: Project) -> None:
    """It is known by name, and its own plugin declares its options."""
    foreign.cases(CASES, name="fixtures/acme/cases.json")
    foreign.write(
        "fixtures/acme/cases.json",
        (foreign.path / "fixtures/acme/cases.json")
        .read_text(encoding="utf-8")
        .replace('"suite": "write_gate"', '"suite": "acme"'),
    )
    foreign.ini("acme_subject = acme_gate:classify", subjects="")
    result = foreign.run_apart("--memeval-suite", "acme")
    assert result.ret == 0, said(result)
    assert foreign.report["results"][0]["suite"] == "acme"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"acme_suite.py": "1 / 0\n"},
            "the suite 'acme' of acme-suite cannot be loaded: ZeroDivisionError: division by zero",
        ),
        (
            {"acme_suite.py": "ENTRY = 3\n"},
            "the suite 'acme' of acme-suite cannot be loaded: int is no SuiteEntry",
        ),
        (
            {"acme_suite.py": FOREIGN_SUITE.replace("acme_suite:SUITE", "acme_suite:SUIT")},
            "the suite 'acme' cannot be loaded: AttributeError: ",
        ),
        (
            {"conftest.py": ""},
            "the suite 'acme' needs the ini option 'acme_subject', which no plugin declares",
        ),
    ],
)
def test_a_foreign_suite_that_does_not_work_is_a_usage_error(
    foreign: Project, files: dict[str, str], message: str
) -> None:
    """The message names the distribution at fault, in place of an internal error."""
    for name, text in files.items():
        foreign.write(name, text)
    result = foreign.run_apart()
    assert result.ret == pytest.ExitCode.USAGE_ERROR, said(result)
    assert message in said(result)
    assert_not_ours(result)


def test_foreign_suites_cost_ordinary_runs_nothing(foreign: Project) -> None:
    """Without a mode the entry point is not even imported, so it cannot break a run."""
    foreign.write("acme_suite.py", "1 / 0\n")
    foreign.write("test_ordinary.py", "def test_ordinary():\n    pass\n")
    result = foreign.pytester.runpytest_subprocess(*QUIET)
    result.assert_outcomes(passed=1)
