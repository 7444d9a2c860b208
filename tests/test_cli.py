"""`python -m pytest_memeval`: what it prints, where, and with which exit code."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval import schemas
from pytest_memeval.cli import SCRIPT
from pytest_memeval.cli import cli
from pytest_memeval.cli import main
from pytest_memeval.cli.setup import COMPLETE
from tests.casefiles import FORMATS
from tests.casefiles import write
from tests.casefiles import write_as
from tests.conftest import CASES
from tests.conftest import Project
from tests.conftest import case
from tests.report.test_history import line
from tests.report.test_history import written

Capture = pytest.CaptureFixture[str]


def ran(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    """The exit code of a command, and what it wrote to the two streams."""
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one, so that messages hold short paths."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- The command line itself


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing command"),
        (["banana"], "No such command 'banana'"),
        (["schema"], "Missing argument 'NAME'"),
        (["schema", "banana"], "'banana' is not one of report, write_gate, ee, ablation"),
        (["validate"], "Missing argument 'FILE...'"),
        (["fixtures", "a", "b"], "unexpected extra argument (b)"),
        (["validate", "--banana", "a.json"], "--banana"),
        (["cleanup", "RUN", "--rate", "nan"], "must be a number above 0, got 'nan'"),
        (["completion", "tcsh"], "'tcsh' is not one of"),
        (["doctor", "--org-id", "o"], "--project-id and --org-id belong together: give both"),
        (["doctor", "--host", "http://h"], "--host needs --project-id and --org-id"),
        (["ratchet", "--margin", "1"], "must be a number from 0 to below 1, got '1'"),
        (["ratchet", "--margin", "nan"], "must be a number from 0 to below 1, got 'nan'"),
        (["ratchet", "--metric", "extract_recal"], "did you mean 'extract_recall'?"),
        (["ratchet", "--metric", "extract_recall = 1"], "write NAME, 'NAME >=' or 'NAME <='"),
    ],
)
def test_a_wrong_command_line_is_exit_code_two(
    capsys: Capture, arguments: list[str], said: str
) -> None:
    """A command line that nobody understands ends with 2 and says what is wrong with it."""
    code, out, err = ran(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("Usage: python -m pytest_memeval")
    assert said in err


@pytest.mark.parametrize("columns", ["80", "200"])
def test_help_names_the_commands(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """`--help` lists what there is and the exit codes, and is no error; no help is cut off."""
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = ran(capsys, "--help")
    assert code == 0
    assert "1  a file has problems, something got worse, or a verdict is no pass" in out
    assert "..." not in out.partition("Exit codes")[0].replace("[ARGS]...", "")
    assert max(map(len, out.splitlines())) <= 100
    for name in cli.commands:
        assert f"\n  {name} " in out
        code, said, _ = ran(capsys, name, "--help")
        assert code == 0
        assert f"Example: {SCRIPT if name != 'completion' else 'eval'}" in said


def test_help_is_quick() -> None:
    """What commands work with is imported once they run."""
    heavy = ("pydantic", "jsonschema", "yaml", "pytest", "mem0", "jinja2", "filelock", "asyncio")
    code = (
        "import sys; from pytest_memeval.cli import main; main(['--help']);"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_version(capsys: Capture) -> None:
    assert ran(capsys, "--version") == (0, f"{SCRIPT} {version(SCRIPT)}\n", "")


# --- completion


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_is_told_how_to_ask(capsys: Capture, shell: str) -> None:
    """What a shell sources names the script and the variable by which it asks."""
    code, out, err = ran(capsys, "completion", shell)
    assert (code, err) == (0, "")
    assert SCRIPT in out
    assert f"{COMPLETE}={shell}_complete" in out
    assert "completion" in ran(capsys, "completion", shell, "--how")[1]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["pytest-memeval", "rat"], ["plain,ratchet"]),
        (["pytest-memeval", "schema", "w"], ["plain,write_gate"]),
        (["pytest-memeval", "report", "rep"], ["file,rep"]),
        (["pytest-memeval", "report", "--mark"], ["plain,--markdown"]),
        (["pytest-memeval", "history", "--metric", "ext"], ["plain,extract_recall"]),
        (["pytest-memeval", "ratchet", "--file", "none.jsonl", "--metric", "h"], [""]),
    ],
)
def test_words_are_completed(
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    offered: list[str],
) -> None:
    """Commands, options, names of schemas and metrics, and files."""
    written(tmp_path / "reports/history.jsonl", line(1))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(COMPLETE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    assert ran(capsys)[1].splitlines() == offered


def test_the_module_can_be_run(tmp_path: Path) -> None:
    """`python -m pytest_memeval` passes its arguments on, and the exit code back."""
    path = write_as("yaml", tmp_path, [{**CASES[0], "label": "dorp"}])
    done = subprocess.run(
        [sys.executable, "-m", "pytest_memeval", "validate", str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{path}:5: case 'beat_1': unknown `label` 'dorp'")


# --- schema


@pytest.mark.parametrize("name", schemas.schema_names())
def test_schema_prints_what_is_committed(capsys: Capture, name: str) -> None:
    """The printed schema is the committed file, so that `make schemas` can write it."""
    code, out, err = ran(capsys, "schema", name)
    assert (code, err) == (0, "")
    assert out == (schemas.FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")


# --- validate


@pytest.mark.parametrize("form", FORMATS)
def test_validate_a_good_file(capsys: Capture, here: Path, form: str) -> None:
    """A good file of any format is counted, and the exit code is 0."""
    name = write_as(form, here, CASES).name
    assert ran(capsys, "validate", name) == (0, f"{name}: 6 valid cases of write_gate\n", "")


def test_validate_counts_one_case_as_one(capsys: Capture, here: Path) -> None:
    """One case is one valid case."""
    write_as("json", here, CASES[:1])
    assert ran(capsys, "validate", "cases.json")[1] == "cases.json: 1 valid case of write_gate\n"


def test_validate_names_every_problem(capsys: Capture, here: Path) -> None:
    """All problems of all files go to stderr, a line each; good files are still confirmed."""
    write(here / "bad.jsonl", "\n".join(json.dumps({**CASES[n], "label": "x"}) for n in (0, 1)))
    write(here / "good.json", json.dumps(CASES))
    (here / "a.txt").touch()
    files = ("bad.jsonl", "good.json", "none.yaml", "a.txt", "nix")
    code, out, err = ran(capsys, "validate", *files)
    assert code == 1
    assert out == "good.json: 6 valid cases of write_gate\n"
    known = "(one of 'drop', 'exclude' or 'extract')"
    assert err.splitlines() == [
        f"bad.jsonl:1: case 'beat_1': unknown `label` 'x' {known}",
        f"bad.jsonl:2: case 'beat_2': unknown `label` 'x' {known}",
        "none.yaml:1: there is no such file",
        "a.txt:1: unknown kind of file; fixture files end in .yaml, .yml, .json, .jsonl, .py",
        "nix:1: there is no such file",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.json", '{"a": 1}'), ("a.yaml", "# nothing"), ("a.py", "x = 1"), ("a.jsonl", '{"b": 2}')],
)
def test_validate_a_stranger(capsys: Capture, here: Path, name: str, text: str) -> None:
    """A file that is neither ours nor a report cannot be called valid."""
    write(here / name, text)
    assert ran(capsys, "validate", name) == (
        1,
        "",
        f"{name}:1: neither a fixture file nor a report\n",
    )


def test_validate_finds_ids_used_across_files(capsys: Capture, here: Path) -> None:
    """An id is used once among all files given; the same file given twice is no clash."""
    write(here / "one.json", json.dumps(CASES[:2]))
    write(here / "two.yaml", "\n\n" + json.dumps([CASES[1], CASES[2]]))
    code, out, err = ran(capsys, "validate", "one.json", "one.json", "two.yaml")
    assert code == 1
    assert out == "one.json: 2 valid cases of write_gate\n" * 2
    assert err == "two.yaml:3: case 'beat_2': the id is already used in one.json:1\n"


def test_validate_knows_types_of_the_project(capsys: Capture, here: Path) -> None:
    """`--type` adds a durable type; without it the type is unknown."""
    write(here / "c.json", json.dumps([case("a", "extract", "x", expect_type="recipe")]))
    code, _, err = ran(capsys, "validate", "c.json")
    assert code == 1
    assert "unknown `expect_type` 'recipe'" in err
    assert ran(capsys, "validate", "--type", "recipe", "--type", "plan", "c.json")[0] == 0


@pytest.fixture
def report(project: Project) -> Any:
    """The report of a run."""
    project.run()
    return project.report


def test_validate_a_report(capsys: Capture, report: Any, here: Path) -> None:
    """A report of a run is valid."""
    write(here / "last_report.json", json.dumps(report))
    expected = (0, "last_report.json: a valid report\n", "")
    assert ran(capsys, "validate", "last_report.json") == expected


def test_validate_a_wrong_report(capsys: Capture, report: Any, here: Path) -> None:
    """Each thing that is wrong with a report is named with its place."""
    report["mode"] = "banana"
    del report["results"][0]["rows"][1]["outcome"]
    report["run"]["workers"] = "two"
    write(here / "r.json", json.dumps(report))
    code, out, err = ran(capsys, "validate", "r.json")
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "r.json:1: $.mode: 'banana' is not one of ['offline', 'live']",
        "r.json:1: $.results[0].rows[1]: 'outcome' is a required property",
        "r.json:1: $.run.workers: 'two' is not of type 'integer'",
    ]


def test_validate_a_report_of_another_version(capsys: Capture, here: Path) -> None:
    """A report of a version to come is not called valid."""
    write(here / "r.json", '{"schema_version": 99}')
    code, _, err = ran(capsys, "validate", "r.json")
    assert code == 1
    assert "r.json:1: $.schema_version: 1 was expected" in err


@pytest.mark.parametrize(
    "content",
    ["[" * 100_000, b"\xff\xfe{\x00}\x00", '{"schema_version": ', '{"a":\x00}', "9" * 5000],
    ids=["deep", "utf-16", "cut", "nul", "number"],
)
def test_validate_survives_any_json(capsys: Capture, here: Path, content: Any) -> None:
    """What is no JSON, or too much of it, is a problem of the file and no traceback."""
    write(here / "c.json", content)
    code, out, err = ran(capsys, "validate", "c.json")
    assert (code, out) == (1, "")
    assert err.startswith("c.json:1: ")
    assert len(err.splitlines()) == 1


def test_hostile_text_cannot_speak_to_the_terminal(capsys: Capture, here: Path) -> None:
    """Escape sequences in a file, in its name or in its cases come out spelled."""
    name = "a\x1b[31m\u202e.json"
    write(here / name, json.dumps([{**CASES[0], "id": "\x1b[2J", "label": "\x1b[1m"}]))
    write(here / "k.json", json.dumps([case("a", "drop", "x", kind="\x1b]0;title\x07\nnext")]))
    code, out, err = ran(capsys, "validate", name, "k.json")
    coverage = ran(capsys, "fixtures", "k.json")
    assert (code, coverage[0]) == (1, 0)
    assert "a\\x1b[31m\\u202e.json:1: case '\\x1b[2J': " in err
    assert "    \\x1b]0;title\\x07 next     1\n" in coverage[1]
    for text in (out, err, *coverage[1:]):
        assert not set("\x1b\x07\u202e") & set(text)


def test_a_terminal_that_knows_no_unicode(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """Letters that the terminal cannot show are escaped; the command still does its work."""
    write(here / "c.json", json.dumps([case("a", "drop", "x", kind="語")]))
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii", write_through=True))
    assert main(["fixtures", "c.json"]) == 0
    assert b"\\u8a9e" in written.getvalue()


def test_validate_for_machines(capsys: Capture, here: Path) -> None:
    """With `--json` the same is said in one document, and the exit code stays."""
    write(here / "bad.jsonl", json.dumps({**CASES[0], "label": "x"}))
    write(here / "good.json", json.dumps(CASES))
    code, out, err = ran(capsys, "validate", "--json", "bad.jsonl", "good.json")
    bad, good = json.loads(out)["files"]
    assert (code, err) == (1, "")
    assert bad["valid"] is False
    assert bad["problems"][0].startswith("bad.jsonl:1: case 'beat_1': unknown `label` 'x'")
    expected = {"valid": True, "suite": "write_gate", "cases": 6, "problems": []}
    assert good == {"file": "good.json", **expected}


# --- fixtures


def test_fixtures_for_machines(capsys: Capture, here: Path) -> None:
    """The counts, and what is wrong, as JSON."""
    write_as("json", here, CASES[:2])
    write(here / "empty.yaml", "")
    code, out, err = ran(capsys, "fixtures", "--json", ".")
    counts = {"cases": 2, "label": {"drop": 2}, "type": {}, "kind": {}}
    assert (code, err) == (1, "")
    assert json.loads(out)["suites"] == {"write_gate": counts}
    assert len(json.loads(out)["problems"]) == 1


def test_fixtures_counts_what_there_is(capsys: Capture, here: Path) -> None:
    """The cases below a folder are counted by label, type and kind, the most frequent first."""
    write_as("json", here / "fixtures" / "write_gate", CASES)
    write(here / "fixtures" / "a.yaml", json.dumps([case("k", "drop", "x", kind="odd")]))
    write(here / "fixtures" / "notes.yaml", "title: not ours\n")
    write(here / "fixtures" / "readme.md", "not read")
    code, out, err = ran(capsys, "fixtures")
    assert (code, err) == (0, "")
    assert out == (
        "write_gate: 7 cases\n"
        "\n  by label\n    drop        3\n    extract     3\n    exclude     1\n"
        "\n  by type\n    preference     3\n"
        "\n  by kind\n    odd     1\n"
    )


def test_fixtures_of_one_file(capsys: Capture, here: Path) -> None:
    """A path may be one file; what no case has is not printed."""
    write_as("yaml", here, CASES[:1])
    expected = "write_gate: 1 case\n\n  by label\n    drop     1\n"
    assert ran(capsys, "fixtures", "cases.yaml") == (0, expected, "")


def test_fixtures_counts_the_good_and_names_the_bad(capsys: Capture, here: Path) -> None:
    """A bad file is named, the others are still counted, and the exit code is 1."""
    write_as("json", here, CASES)
    write(here / "empty.yaml", "")
    write(here / "twice.json", json.dumps(CASES[:1]))
    code, out, err = ran(capsys, "fixtures", ".")
    assert code == 1
    assert out.startswith("write_gate: 6 cases\n")
    assert err.splitlines() == [
        "empty.yaml:1: the file is empty; a fixture file holds `suite:` and `cases:`",
        "twice.json:1: case 'beat_1': the id is already used in cases.json:3",
    ]


def test_fixtures_where_there_are_none(capsys: Capture, here: Path) -> None:
    """A path without fixture files, and one that does not exist, are problems."""
    assert ran(capsys, "fixtures") == (1, "", "fixtures: no such file or folder\n")
    (here / "fixtures").mkdir()
    assert ran(capsys, "fixtures") == (1, "", "fixtures: no fixture files\n")
    write(here / "readme.md", "text")
    code, out, err = ran(capsys, "fixtures", "readme.md")
    assert (code, out) == (1, "")
    assert err.splitlines()[0].startswith("readme.md:1: unknown kind of file; fixture files end in")
