"""Fixture files become items, and a named subject is asked about each: whatever it does."""

from __future__ import annotations

import json

import pytest

from tests.conftest import CASES
from tests.conftest import GATE
from tests.conftest import Project
from tests.conftest import assert_not_measured
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import said

IDS = [each["id"] for each in CASES]


def collected(result: pytest.RunResult) -> list[str]:
    """The node ids of `--collect-only -q`."""
    return [line for line in result.outlines if "::" in line]


# --- which files


def test_each_case_is_an_item(project: Project) -> None:
    """A fixture file gives one item a case, in the order and by the ids of the file."""
    result = project.run("--collect-only", "-q")
    assert collected(result) == [f"fixtures/write_gate/cases.json::{name}" for name in IDS]


@pytest.mark.parametrize("testpaths", ["tests", "tests fixtures", "."])
def test_fixture_folders_are_collected_whatever_testpaths_says(
    project: Project, testpaths: str
) -> None:
    """`testpaths` neither hides the fixture folders nor has them collected twice."""
    project.write("tests/test_other.py", "def test_other(): pass\n")
    project.ini(f"testpaths = {testpaths}")
    result = project.run()
    assert result.parseoutcomes()["passed"] == 8
    assert result.ret == 0


def test_fixture_folders_are_collected_from_a_folder_below(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is started in another folder of the project measures the same cases."""
    (project.path / "src").mkdir()
    monkeypatch.chdir(project.path / "src")
    result = project.run()
    result.assert_outcomes(passed=8)
    assert result.ret == 0
    assert project.report["results"][0]["counts"]["selected"] == 6


def test_fixture_folders_are_where_the_ini_file_says(project: Project) -> None:
    """`memeval_fixtures` replaces the default folder."""
    (project.path / "fixtures").rename(project.path / "labels")
    project.ini("memeval_fixtures =", "    labels")
    result = project.run()
    result.assert_outcomes(passed=8)
    assert project.report["results"][0]["fixtures"]["files"] == ["labels/write_gate/cases.json"]


def test_a_fixture_folder_that_is_not_there_is_a_usage_error(project: Project) -> None:
    """A folder that was moved or misspelt cannot leave the gate with fewer cases."""
    project.ini("memeval_fixtures =", "    fixtures", "    not_there")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "memeval_fixtures: 'not_there' is no folder" in result.stderr.str()


def test_a_folder_on_the_command_line_is_all_that_is_collected(project: Project) -> None:
    """A suite's folder is whole by itself: its floors are gated."""
    result = project.run("fixtures/write_gate")
    result.assert_outcomes(passed=8)
    assert project.report["verdict"] == "passed"


def test_a_folder_that_leaves_out_cases_of_the_suite_is_partial(project: Project) -> None:
    """Cases of the same suite elsewhere in the fixture folder belong to the whole."""
    project.cases([case("more", "drop", "epoch 9")], name="fixtures/other/more.json")
    assert project.run().ret == 0
    result = project.run("fixtures/write_gate")
    assert result.outlines[-1].startswith("memeval: PARTIAL (paths)")


def test_a_path_on_the_command_line_is_all_that_is_collected(project: Project) -> None:
    """A given path narrows what is collected to it, and files left out make the run partial."""
    project.cases([case("more", "drop", "epoch 9")], name="fixtures/write_gate/more.json")
    result = project.run("fixtures/write_gate/cases.json")
    result.assert_outcomes(passed=6, skipped=2)
    assert result.outlines[-1].startswith("memeval: PARTIAL (paths)")
    assert project.report["results"][0]["fixtures"]["files"] == ["fixtures/write_gate/cases.json"]


def test_a_named_file_is_collected_wherever_it_lies(project: Project) -> None:
    """A fixture file outside of the fixture folders is collected when it is named."""
    project.cases(CASES, name="elsewhere/labels.json")
    assert project.run("elsewhere/labels.json").ret == 0
    assert project.report["results"][0]["fixtures"]["files"] == ["elsewhere/labels.json"]


def test_a_file_outside_of_the_root_is_collected_when_named(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A named file may lie outside of the project."""
    path = tmp_path_factory.mktemp("outside") / "labels.json"
    path.write_text(json.dumps({"suite": "write_gate", "cases": CASES}))
    ini = project.path / "pytest.ini"
    result = project.run("-c", str(ini), f"--rootdir={project.path}", str(path))
    result.assert_outcomes(passed=8)
    assert project.report["results"][0]["fixtures"]["files"] == [path.as_posix()]


def test_a_named_file_that_is_not_a_fixture_file_is_an_error(project: Project) -> None:
    """What the user names must be a fixture file: it is not skipped over."""
    project.write("elsewhere/other.json", '{"colour": "red"}')
    result = project.run("elsewhere/other.json")
    assert result.ret == 1
    assert "not a fixture file" in result.stdout.str()
    assert project.report["verdict"] == "not_measured"
    assert_not_ours(result)


def test_other_files_of_the_fixture_folders_are_left_alone(project: Project) -> None:
    """A file that is plainly something else is no error, and is listed as left alone."""
    project.write("fixtures/settings.json", '{"colour": "red"}')
    project.write("fixtures/helper.py", "raise RuntimeError('never imported')\n")
    project.write("fixtures/notes.md", "# notes\n")
    result = project.run()
    assert result.ret == 0
    assert "fixtures/settings.json" in result.stdout.str()
    assert "fixtures/settings.json" in project.report["run"]["ignored_files"]


@pytest.mark.parametrize("kind", ["yaml", "jsonl", "py"])
def test_every_kind_of_file_gives_the_same_items(project: Project, kind: str) -> None:
    """YAML, JSON Lines and Python modules give the ids that JSON gives, and the same scores."""
    project.run()
    first = project.report["results"][0]
    (project.path / "fixtures/write_gate/cases.json").unlink()
    text = {
        "yaml": json.dumps({"suite": "write_gate", "cases": CASES}),
        "jsonl": "\n".join(map(json.dumps, CASES)),
        "py": f"FIXTURES = {CASES!r}\n",
    }[kind]
    project.write(f"fixtures/write_gate/cases.{kind}", text)
    result = project.run("-v")
    result.assert_outcomes(passed=8)
    assert f"fixtures/write_gate/cases.{kind}::beat_1 PASSED" in result.stdout.str()
    second = project.report["results"][0]
    assert second["scores"] == first["scores"]
    assert second["fixtures"]["hash"] == first["fixtures"]["hash"]


def test_an_id_in_two_files_is_an_error(project: Project) -> None:
    """Two files with the same id cannot both be scored: the second is an error, with the line."""
    project.cases(CASES[:1], name="fixtures/write_gate/more.json")
    result = project.run()
    result.assert_outcomes(passed=6, failed=2, errors=1)
    text = result.stdout.str()
    assert "'beat_1': the id is already used in fixtures/write_gate/cases.json:" in text
    assert_not_ours(result)


def test_ids_may_be_in_any_script(project: Project) -> None:
    """Non-ASCII ids are shown and selected as they are written."""
    project.cases([case("größe-δ 雨", "drop", "epoch 1"), *CASES])
    result = project.run("-v")
    assert "cases.json::größe-δ 雨 PASSED" in result.stdout.str()
    assert project.row("größe-δ 雨")["outcome"] == "hit"
    result = project.run("fixtures/write_gate/cases.json::größe-δ 雨")
    assert result.parseoutcomes()["passed"] == 1
    assert project.run("-k", "größe").parseoutcomes()["passed"] == 1


def test_ordinary_tests_are_deselected_and_counted(project: Project) -> None:
    """In a mode only memeval items run; pytest counts the others as deselected."""
    project.write("test_other.py", "def test_a(): assert False\ndef test_b(): assert False\n")
    result = project.run()
    result.assert_outcomes(passed=8, deselected=2)
    assert result.ret == 0
    assert project.report["verdict"] == "passed"


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "n2"])
def test_collect_only_writes_nothing(project: Project, workers: tuple[str, ...]) -> None:
    """--collect-only lists the cases, judges nothing and leaves no file."""
    result = project.run_apart("--collect-only", *workers)
    assert result.ret == 0
    assert not (project.path / "reports").exists()
    assert "memeval:" not in result.stdout.str()


@pytest.mark.parametrize("option", ["--fixtures", "--cache-show", "--setup-plan"])
def test_options_that_run_nothing_write_nothing(project: Project, option: str) -> None:
    """Where pytest runs nothing, no subject is asked, and the last report is left as it is."""
    project.gate("def classify(window): open('asked', 'w').close()\n")
    result = project.run(option, using=["cacheprovider"])
    assert result.ret == 0
    assert not (project.path / "asked").exists()
    assert not (project.path / "reports").exists()


@pytest.mark.parametrize(
    "args", [("--help",), ("--version",), ("--markers",)], ids=lambda args: args[0][2:]
)
def test_options_that_only_tell_are_left_in_peace(project: Project, args: tuple[str, ...]) -> None:
    """Asking for help in a mode helps, even while the settings are wrong, and writes nothing."""
    result = project.run(*args)
    assert result.ret == 0
    assert not (project.path / "reports").exists()


def test_a_suite_can_be_left_out(project: Project) -> None:
    """An unknown suite is a usage error that lists the known ones."""
    assert project.run("--memeval-suite", "write_gate").ret == 0
    result = project.run("--memeval-suite", "write_gat")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "unknown suite 'write_gat'" in result.stderr.str()
    assert "did you mean 'write_gate'?" in result.stderr.str()


# --- what subjects do


def test_a_subject_that_raises_shows_its_own_traceback(project: Project) -> None:
    """The failure shows the user's frames, the message, and nothing of the plugin."""
    project.gate(
        "def classify(window):\n"
        "    return decide(window)\n\n"
        "def decide(window):\n"
        "    if 'maybe' in window[0]['content']:\n"
        "        raise KeyError('no such rule')\n"
    )
    result = project.run()
    text = result.stdout.str()
    assert "in decide" in text
    assert "KeyError: 'no such rule'" in text
    assert "FAILED fixtures/write_gate/cases.json::talk_1 - KeyError: 'no such rule'" in text
    assert project.row("talk_1")["detail"] == "the subject raised KeyError: 'no such rule'"
    assert_not_ours(result)


@pytest.mark.parametrize("raises", ["SystemExit(3)", "GeneratorExit", "BaseException('all')"])
def test_a_subject_cannot_end_the_run_with_its_exception(project: Project, raises: str) -> None:
    """Whatever the subject raises is an answer of one case; the others are still measured."""
    project.gate(
        f"{GATE}\ndecide = classify\n"
        f"def classify(window):\n"
        f"    if 'maybe' in window[0]['content']: raise {raises}\n"
        f"    return decide(window)\n"
    )
    result = project.run()
    result.assert_outcomes(passed=7, failed=1)
    assert result.ret == 1
    assert project.row("talk_1")["outcome"] == "failed"
    assert project.report["results"][0]["counts"]["measured"] == 6
    assert_not_ours(result)


@pytest.mark.parametrize("garbage", ["42", "{'colour': 'red'}", "'perhaps'", "object()", "[]"])
def test_an_unreadable_answer_is_a_failed_case(project: Project, garbage: str) -> None:
    """An answer that is no decision fails its case, with the value, and counts as a miss."""
    project.gate(
        f"{GATE}\ndecide = classify\n"
        f"def classify(window):\n"
        f"    if 'German' in window[0]['content']: return {garbage}\n"
        f"    return decide(window)\n"
    )
    result = project.run()
    result.assert_outcomes(passed=6, failed=2)
    assert project.row("wish_2")["outcome"] == "failed"
    assert project.row("wish_2")["detail"].startswith("unreadable decision: ")
    assert "unreadable decision: " in result.stdout.str()
    assert project.report["results"][0]["scores"]["unreadable"]["value"] == 1
    assert_not_ours(result)


def test_a_subject_may_change_what_it_is_given(project: Project) -> None:
    """Each call gets its own copy: a subject that mutates its argument changes no other case."""
    project.gate(
        f"{GATE}\ndecide = classify\n"
        "def classify(window):\n"
        "    said = decide(window)\n"
        "    window[0]['content'] = 'epoch'\n"
        "    window.clear()\n"
        "    return said\n"
    )
    project.gate(name="acme_other")
    project.ini(subjects="acme_gate:classify acme_other:classify")
    result = project.run()
    result.assert_outcomes(passed=16)
    first, second = project.report["results"]
    assert first["scores"] == second["scores"]
    assert first["fixtures"] == second["fixtures"]


@pytest.mark.parametrize(
    ("signature", "text"),
    [
        ("def classify(*, messages)", "messages[0]['content']"),
        ("def classify(text)", "text"),
        ("def classify(window, **options)", "window[0]['content']"),
        ("def classify(anything, /)", "anything[0]['content']"),
        ("async def classify(window)", "window[0]['content']"),
    ],
    ids=["messages", "text", "options", "positional", "async"],
)
def test_a_subject_is_called_as_its_signature_asks(
    project: Project, signature: str, text: str
) -> None:
    """Keyword `messages`, `text`, a position, or async: the gate is asked the way it is made."""
    project.gate(
        f"{signature}:\n"
        f"    said = {text}\n"
        "    if 'epoch' in said: return 'drop'\n"
        "    return 'preference' if 'always' in said else None\n"
    )
    result = project.run()
    result.assert_outcomes(passed=8)
    assert project.report["verdict"] == "passed"
    assert "RuntimeWarning" not in said(result)


def test_a_class_is_a_subject_by_its_instance(project: Project) -> None:
    """A class is made once and then called."""
    project.gate(
        f"{GATE}\nclass Gate:\n    def __call__(self, window):\n        return classify(window)\n"
    )
    project.ini(subjects="acme_gate:Gate")
    assert project.run().ret == 0


@pytest.mark.parametrize(
    ("subject", "source", "message"),
    [
        ("acme_gone:classify", None, "there is no module 'acme_gone'"),
        ("acme_gate:clasify", None, "acme_gate has no 'clasify'"),
        ("acme_gate:LIMIT", "LIMIT = 3\n", "acme_gate:LIMIT is a int, which cannot be called"),
        ("acme_gate:classify", "import no_such_thing\n", "importing acme_gate raised Module"),
        ("acme_gate:classify", "raise ValueError('no key')\n", "raised ValueError: no key"),
        ("acme_gate:classify", "raise SystemExit(0)\n", "importing acme_gate raised SystemExit"),
        ("acme_gate:classify", "def classify(:\n", "importing acme_gate raised SyntaxError"),
        ("acme_gate:classify", "def classify(): pass\n", "takes no argument"),
        ("acme_gate:classify", "def classify(window, model): pass\n", "needs an argument 'model'"),
        ("referense", None, "did you mean 'reference'?"),
    ],
    ids=[
        "no module",
        "no attribute",
        "not callable",
        "import inside",
        "raises",
        "exits",
        "syntax",
        "no argument",
        "extra argument",
        "no such built-in",
    ],
)
def test_a_subject_that_cannot_be_asked_is_one_finding(
    project: Project, subject: str, source: str | None, message: str
) -> None:
    """A broken subject is one failed item with one clear message, and nothing is measured."""
    if source is not None:
        project.gate(source)
    project.ini(subjects=subject)
    result = project.run()
    assert_not_measured(project, result, message)
    text = result.stdout.str()
    assert f"FAILED memeval::write_gate::subject[{subject}]" in text
    assert text.count("the subject cannot be asked: ") <= 2  # the failure, and its summary line
    assert_not_ours(result)


def test_a_broken_subject_leaves_the_others_measured(project: Project) -> None:
    """Beside a broken subject a good one is scored, and the run is still no pass."""
    project.ini(subjects="acme_gate:classify acme_gone:classify")
    result = project.run()
    assert result.ret == 1
    good, broken = project.report["results"]
    assert good["counts"]["measured"] == 6
    assert {each["status"] for each in good["thresholds"]} == {"held"}
    assert broken["subject"] == "acme_gone:classify"
    assert {each["status"] for each in broken["thresholds"]} == {"not_measured"}
    assert project.report["verdict"] == "not_measured"


def test_a_subject_named_twice_is_a_usage_error(project: Project) -> None:
    """Two lines with the same subject are a mistake, not two results."""
    project.ini(subjects="acme_gate:classify acme_gate:classify")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "memeval_classifier: 'acme_gate:classify' is named twice" in result.stderr.str()


def test_a_subject_that_skips_is_not_measured(project: Project) -> None:
    """A subject that calls pytest.skip has given no answer: neither hit nor miss."""
    project.gate("import pytest\ndef classify(window):\n    pytest.skip('offline')\n")
    result = project.run()
    assert_not_measured(project, result, "skipped: offline")


def test_a_subject_that_ends_the_session_is_not_measured(project: Project) -> None:
    """`pytest.exit` with exit code 0 in the subject does not make a pass."""
    project.gate("import pytest\ndef classify(window):\n    pytest.exit('enough', returncode=0)\n")
    result = project.run()
    assert result.ret == 1
    assert project.report["verdict"] == "not_measured"
    assert "the run was cut short: enough" in project.report["check"]["failures"][0]


def test_the_built_in_gate_is_a_subject(project: Project) -> None:
    """`reference` is measured like any other gate."""
    project.ini(subjects="reference")
    project.run(
        "--memeval-floor", "hard_drop_recall >= 0", "--memeval-floor", "extract_recall >= 0"
    )
    assert project.report["results"][0]["subject"] == "reference"
    assert project.report["results"][0]["counts"]["measured"] == 6


def test_what_a_subject_prints_does_not_disturb(project: Project) -> None:
    """A gate that prints and warns is measured all the same; its warnings are in the summary."""
    project.gate(
        f"{GATE}\ndecide = classify\nimport warnings\n"
        "def classify(window):\n    print('thinking')\n    warnings.warn('slow')\n"
        "    return decide(window)\n"
    )
    result = project.run("-W", "default")
    result.assert_outcomes(passed=8, warnings=6)
    assert result.ret == 0
