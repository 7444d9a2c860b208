"""`--memeval-baseline FILE`: what changed since an earlier run, and whether that fails this one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pytest_memeval.report.reader import load
from pytest_memeval.report.regression import AllowanceError
from pytest_memeval.report.regression import allowances
from pytest_memeval.report.regression import slimmed
from pytest_memeval.report.writer import write_report
from tests.conftest import CASES
from tests.conftest import GATE
from tests.conftest import LEAKY_GATE
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import case
from tests.conftest import said

#: The gate, blind to one of the wishes.
WORSE = GATE.replace('if "always" in text:', 'if "always" in text and "German" not in text:')
AGAINST = ("--memeval-baseline=before.json", "--memeval-fail-on-regression")


@pytest.fixture
def before(project: Project) -> Project:
    """A project after a run that passed, whose report was put aside."""
    assert project.run().ret == 0
    shutil.copy(project.path / "reports" / "last_report.json", project.path / "before.json")
    return project


def test_nothing_changed(before: Project) -> None:
    result = before.run(*AGAINST, "-rA")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "since before.json (*)",
            "  write_gate: acme_gate:classify: of 6 cases alike in both, 0 worse, 0 better",
            "PASSED memeval::regression",
            "memeval: PASSED: *",
        ]
    )
    assert before.report["run"]["baseline"]["regressions"] == []


@WORKERS
def test_a_case_that_misses_now(before: Project, workers: tuple[str, ...]) -> None:
    """It fails the run although every floor holds, and says which case, where and how."""
    before.gate(WORSE)
    before.ini("memeval_floors = extract_recall >= 0.5")
    result = before.run_apart(*AGAINST, *workers)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "    worse: wish_2 (fixtures/write_gate/cases.json:*): hit -> miss: *",
            "FAILED memeval::regression - *",
            "memeval: FAILED: 2 of 2 floors held, *",
        ]
    )
    (first, *_) = before.report["run"]["baseline"]["regressions"]
    assert first.startswith("write_gate: acme_gate:classify: wish_2 (fixtures/write_gate/")
    assert any(
        failure.startswith("worse than before.json: write_gate: acme_gate:classify: wish_2 ")
        for failure in before.report["check"]["failures"]
    )


def test_a_baseline_is_not_where_the_run_writes(before: Project) -> None:
    """Else the second run would be held against the first, and pass."""
    result = before.run(*AGAINST, "--memeval-report=before.json")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*before.json is where this run writes its report*"])


def test_a_baseline_of_other_cases_is_no_comparison(before: Project) -> None:
    """What has nothing in common was not compared, which never passes."""
    path = before.path / "fixtures/write_gate/cases.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"id": "', '"id": "new_'))
    result = before.run(*AGAINST)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*no case is as in the baseline: not compared*"])


def test_only_told_without_the_gate(before: Project) -> None:
    before.gate(WORSE)
    before.ini("memeval_floors = extract_recall >= 0.5")
    result = before.run(AGAINST[0])
    assert result.ret == 0
    result.stdout.fnmatch_lines(["    worse: wish_2 (fixtures/write_gate/cases.json:*"])
    assert "memeval::regression" not in said(result)


def test_allowed(before: Project) -> None:
    """What may be worse says why; what need not be allowed any more is told."""
    before.gate(WORSE)
    lines = "\n    wish_2  # German is next week\n    extract_recall  # so\n    gone  # long ago"
    more = "\n    type_coverage  # follows\n    flag_precision  # follows"
    before.ini(f"memeval_allow_regressions ={lines}{more}", "memeval_floors = extract_recall >= .5")
    result = before.run(*AGAINST)
    assert result.ret == 0, result.stdout.str()
    result.stdout.fnmatch_lines(
        [
            "  allowed to be worse: wish_2: German is next week",
            "  allowed to be worse: extract_recall: so",
            "  allowed to be worse, and is not: gone",
        ]
    )


def test_a_metric_that_dropped(before: Project) -> None:
    """A metric under a floor may drop although no case misses now."""
    before.ini("memeval_floors = type_accuracy >= 0")
    assert before.run().ret == 0
    shutil.copy(before.path / "reports" / "last_report.json", before.path / "before.json")
    before.gate(GATE.replace('"type": "preference"', '"type": "insight"'))
    result = before.run(*AGAINST)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "    same outcome, decided otherwise: 3 cases: wish_1 (send preference (rule *",
            "memeval: FAILED: *: type_accuracy: 1 -> 0; newly missed: wish_1, wish_2, wish_3",
        ]
    )


@pytest.mark.parametrize(
    ("gate", "slim", "why"),
    [
        (WORSE, False, ""),
        (WORSE, True, ""),
        (WORSE.replace("not in", "in"), True, "*: wish_1 (*"),
        (WORSE.replace("preference", "insight"), False, "*: type_accuracy: 1 -> 0; *"),
    ],
    ids=["it alone", "with a short baseline", "other cases too", "another metric"],
)
def test_a_metric_that_follows_from_an_allowed_case(
    before: Project, gate: str, slim: bool, why: str
) -> None:
    """One line with one reason is enough, and excuses nothing that other cases did."""
    bounds = "\n    extract_recall >= 0.3\n    type_coverage >= 0\n    type_accuracy >= 0"
    before.ini(
        f"memeval_floors ={bounds}", "memeval_allow_regressions = wish_2  # German is next week"
    )
    assert before.run("--memeval-report=before.json").ret == 0
    if slim:
        path = before.path / "before.json"
        write_report(slimmed(load(path)), path)
    before.gate(gate)
    result = before.run(*AGAINST)
    follows = "  allowed to be worse: extract_recall: follows from what is allowed of wish_2"
    if why:
        assert result.ret == 1
        result.stdout.fnmatch_lines([f"memeval: FAILED: *; worse than before.json{why}"])
    else:
        assert result.ret == 0, said(result)
        result.stdout.fnmatch_lines(["  allowed to be worse: wish_2: German is next week", follows])
        assert "and is not" not in said(result)


def test_fixtures_that_changed_gate_nothing(before: Project) -> None:
    """What moved because the questions changed is told, and is no regression."""
    changed = [*CASES[:-1], case("wish_3", "extract", "sometimes squash")]
    before.cases([*changed, case("wish_4", "extract", "at times squash")])
    before.ini("memeval_floors = extract_recall >= 0.1")
    result = before.run(*AGAINST)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["    fixtures added: wish_4", "    fixtures changed: wish_3"])


def test_a_file_that_was_renamed(before: Project) -> None:
    path = before.path / "fixtures" / "write_gate" / "cases.json"
    path.rename(path.with_name("windows.json"))
    result = before.run(*AGAINST)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["  *: of 6 cases alike in both, 0 worse, 0 better"])
    assert "fixtures " not in "\n".join(before.report["run"]["baseline"]["changes"])


def test_a_subject_that_is_gone(before: Project) -> None:
    before.gate(GATE, "other_gate")
    before.ini(subjects="other_gate:classify")
    result = before.run(*AGAINST)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*write_gate: acme_gate:classify is no longer measured*"])


def test_a_partial_run(before: Project) -> None:
    """Of the cases that ran, what is worse is worse; what did not run is none."""
    assert before.run(*AGAINST, "-k", "wish_1").ret == 0
    assert before.report["verdict"] == "partial"
    before.gate(WORSE)
    result = before.run(*AGAINST, "-k", "wish_2")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["FAILED memeval::regression*", "memeval: PARTIAL *"])


def test_the_report_itself(before: Project) -> None:
    """The last report may be the baseline: it is read before it is replaced."""
    before.gate(LEAKY_GATE)
    result = before.run("--memeval-baseline=reports/last_report.json")
    result.stdout.fnmatch_lines(["    worse: beat_1 *", "    worse: beat_2 *"])


@pytest.mark.parametrize(
    ("baseline", "why"),
    [
        ("gone.json", "*cannot be read: No such file or directory"),
        ("fixtures/write_gate/cases.json", "*: no report: *"),
        ("live.json", "*is of a run live, this one is offline"),
        ("empty.json", "*measured nothing; take the report of a whole run"),
    ],
)
def test_no_baseline(before: Project, baseline: str, why: str) -> None:
    text = (before.path / "before.json").read_text()
    before.write("live.json", text.replace('"mode": "offline"', '"mode": "live"'))
    before.run("-k", "nothing")
    shutil.copy(before.path / "reports" / "last_report.json", before.path / "empty.json")
    result = before.run(f"--memeval-baseline={baseline}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: --memeval-baseline: {why}"])
    assert before.report["verdict"] == "not_measured"


def test_what_needs_what(project: Project) -> None:
    result = project.run("--memeval-fail-on-regression")
    result.stderr.fnmatch_lines(["ERROR: --memeval-fail-on-regression needs --memeval-baseline *"])
    result = project.pytester.runpytest("--memeval-fail-on-regression")
    result.stderr.fnmatch_lines(["ERROR: --memeval-fail-on-regression needs a mode: *"])


def test_an_allowance_without_a_reason(before: Project) -> None:
    before.ini("memeval_allow_regressions = wish_2")
    result = before.run(*AGAINST)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: memeval_allow_regressions: 'wish_2' does not say why: *"])
    with pytest.raises(AllowanceError, match="names neither a case nor a metric"):
        allowances(["  # why"])


def test_a_baseline_elsewhere(before: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    """pytest would look for its ini file there, so it is told how to write it."""
    path = Path(shutil.copy(before.path / "before.json", tmp_path_factory.mktemp("other")))
    result = before.run("--memeval-baseline", str(path))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"write --memeval-baseline={path}" in said(result)
    assert before.run(f"--memeval-baseline={path}").ret == 0


@pytest.mark.parametrize("args", [("-k", "wish_1"), ("-x", "--deselect=nothing", "-k", "beat")])
def test_a_part_of_a_run_lets_nothing_through(before: Project, args: tuple[str, ...]) -> None:
    """What it has not seen would pass; it may be compared with, and not gate."""
    before.run(*args, "--memeval-report=part.json")
    result = before.run("--memeval-baseline=part.json", "--memeval-fail-on-regression")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --memeval-baseline: part.json is of a part of a run (*"])
    assert before.run("--memeval-baseline=part.json").ret == 0
