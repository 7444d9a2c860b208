"""`doctor`: what is configured, missing or broken, and what to do; it never shows a secret."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.cli.doctor
import pytest_memeval.report.reader
from pytest_memeval.cli import main
from pytest_memeval.clients.secret import KEY
from pytest_memeval.text import clean
from tests.conftest import Project
from tests.conftest import needs
from tests.conftest import quiet
from tests.live.conftest import LiveProject
from tests.live.conftest import live_project as live_project
from tests.live.conftest import mem0 as mem0
from tests.live.world import even_world
from tests.report.test_history import line
from tests.report.test_history import written

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="session")
def client(request: pytest.FixtureRequest) -> None:
    """The real client, where it is installed: imported before any project forgets its modules."""
    if find_spec("mem0"):
        request.getfixturevalue("mem0")


@pytest.fixture
def here(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project in whose folder the doctor looks around, without a key."""
    monkeypatch.chdir(project.path)
    monkeypatch.delenv(KEY, raising=False)
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(quiet()))
    return project


def doctor(capsys: Capture, *words: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and the findings by what they are about."""
    capsys.readouterr()
    code = main(["doctor", "--json", *words])
    out, err = capsys.readouterr()
    assert err == ""
    said = json.loads(out)
    assert said["usable"] is (code == 0)
    return code, {one["what"]: one for one in said["findings"]}


def test_a_project_that_is_well(here: Project, capsys: Capture) -> None:
    """All that is configured is named, with what is there."""
    here.run("-q")
    written(here.path / "reports" / "history.jsonl", line(1), line(2))
    code, found = doctor(capsys)
    assert code == 0
    texts = {
        "ini file": "pytest.ini",
        "memeval_classifier acme_gate:classify": "can be imported",
        "fixtures fixtures": "6 cases of write_gate",
        "floors": "0 floors in the ini file",
        "history": "reports/history.jsonl: 2 runs",
    }
    assert {what: found[what]["text"] for what in texts} == texts
    assert {found[what]["status"] for what in texts} == {"ok"}
    assert found["report"]["text"].startswith("reports/last_report.json: passed, of ")
    assert found["versions"]["text"].startswith("pytest-memeval ")
    assert "pytest-memeval " in found["plugins"]["text"]
    assert found["extra live"]["status"] in ("ok", "missing")
    assert found["key"]["status"] == "missing"
    assert not any(name.startswith(("extra test", "extra dev")) for name in found)


def test_what_is_broken_says_what_to_do(here: Project, capsys: Capture) -> None:
    """Each broken thing is a finding of its own, and the exit code is 1."""
    here.gate("import no_such_module\n", name="other_gate")
    here.write("fixtures/write_gate/bad.yaml", "suite: write_gate\ncases: 7\n")
    here.write("reports/last_report.json", "{}")
    written(here.path / "reports" / "history.jsonl", line(1), "{")
    here.ini(
        "memeval_agent = banana",
        "memeval_corpus = none.jsonl",
        "memeval_reader = other_gate:read",
        "memeval_floors =",
        "    extract_recal >= 0.9",
        "    what",
        "    ee.banana <= 1",
        subjects="no_gate:classify",
    )
    code, found = doctor(capsys)
    assert code == 1
    broken = {what: one for what, one in found.items() if one["status"] == "broken"}
    assert all(one["do"] for one in broken.values())
    for what, text in (
        ("memeval_classifier no_gate:classify", "there is no module 'no_gate'; install it"),
        ("memeval_reader other_gate:read", "importing other_gate raised ModuleNotFoundError"),
        ("memeval_agent banana", "'banana' is neither built in"),
        ("memeval_corpus none.jsonl", "there is no "),
        ("fixtures fixtures", "write_gate/bad.yaml:"),
        ("report", "last_report.json: no report: "),
        ("history", "1 line cannot be read: 2"),
    ):
        assert text in broken[what]["text"], what
    main(["doctor"])
    out = capsys.readouterr().out
    for floor in ("'extract_recal >= 0.9'", "cannot read 'what'", "'ee.banana <= 1'"):
        assert floor in " ".join(out.split())


@pytest.mark.parametrize(
    ("ini", "what", "text"),
    [
        ("[pytest]\naddopts = --banana\n", "configuration", "pytest cannot start: "),
        ("[pytest]\nmemeval_mutations = x\n", "options", "memeval_mutations must be a number"),
        ("[pytest]\nmemeval_fixtures = none\n", "fixtures none", "no such folder"),
        ("[pytest]\nmemeval_report = a.txt\n", "report", "the report must be a .json file"),
        (
            "[pytest]\naddopts = -p no:pytest_memeval -p no:pytest_memeval.plugin\n",
            "configuration",
            "the plugin pytest-memeval is not loaded here",
        ),
    ],
)
def test_a_configuration_that_is_of_no_use(
    here: Project, capsys: Capture, ini: str, what: str, text: str
) -> None:
    here.write("pytest.ini", ini)
    code, found = doctor(capsys)
    assert code == 1
    assert found[what]["status"] == "broken"
    assert text in found[what]["text"]


def test_each_wrong_option_is_told(here: Project, capsys: Capture) -> None:
    """In a line of its own with the file, as a run would say it; a login in it is not shown."""
    wrong = {
        "memeval_trials": ("x", "must be a whole number from 1"),
        "memeval_mutations": ("-1", "must be 0 or more"),
        "memeval_mutation_seconds": ("abc", "must be a number"),
        "memeval_live_rate": ("fast", "must be a number above 0"),
        "memeval_settle": ("-4", "must be a number, 0 or more"),
        "memeval_reask": ("maybe", "must be on or off"),
        "memeval_ablation_searches": ("z", "must be a whole number, 0 or more"),
        "memeval_evaluation_id": ("two\n    lines", "is one line"),
        "memeval_allow_regressions": ("wish_1", "does not say why"),
        "memeval_agent_conversation": ("ftp://ana:hunter2@host", "must be stateful or independent"),
    }
    here.ini(*(f"{name} =\n    {value}" for name, (value, _) in wrong.items()))
    capsys.readouterr()
    assert main(["doctor", "--json"]) == 1
    out = capsys.readouterr().out
    findings = json.loads(out)["findings"]
    told = [one["text"] for one in findings if one["what"] == "options"]
    for name, (_, why) in wrong.items():
        (line,) = [text for text in told if text.startswith(f"pytest.ini: {name}")]
        assert why in line
    assert len(told) == len(wrong)
    assert "hunter2" not in out


def test_an_ini_file_in_another_encoding(here: Project, capsys: Capture) -> None:
    (here.path / "pytest.ini").write_bytes("[pytest]\nmemeval_floors = é\n".encode("latin-1"))
    code, found = doctor(capsys)
    assert code == 1
    assert found["configuration"]["text"].endswith("pytest.ini: byte 26 is not UTF-8")


def test_a_conftest_that_raises_is_named(here: Project, capsys: Capture) -> None:
    here.write("conftest.py", "raise ValueError('bang')\n")
    code, found = doctor(capsys)
    assert code == 1
    text = found["configuration"]["text"]
    assert text.startswith("pytest cannot start: ImportError while loading conftest")
    assert text.endswith("ValueError: bang")


def test_an_empty_folder_is_no_broken_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Nothing is configured, so nothing is broken; what is missing says how to begin."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(quiet()))
    code, found = doctor(capsys)
    assert code == 0
    missing = {what: one for what, one in found.items() if one["status"] == "missing"}
    assert {"ini file", "subjects", "fixtures fixtures", "report", "history"} <= set(missing)
    assert all(one["do"] for one in missing.values())
    assert list(tmp_path.iterdir()) == []


def test_an_extra_that_is_missing_comes_with_its_pip_line(
    here: Project, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where what is installed is too old."""
    versions = {"pytest-xdist": "1.0"}
    monkeypatch.setattr(pytest_memeval.cli.doctor, "_version", versions.get)
    _, found = doctor(capsys)
    live, xdist = found["extra live"], found["extra xdist"]
    assert (live["status"], xdist["status"]) == ("missing", "missing")
    assert live["text"].startswith("needs mem0ai")
    assert "pip install 'pytest-memeval[live]'" in live["do"]
    assert "(1.0 is installed)" in xdist["text"]


def test_no_secret_is_shown(
    client: None, here: Project, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it may come from: a name, an error, a path; also other secrets than our key."""
    secrets = {KEY: "m0-zork", "ACME_API_TOKEN": "tok-12345678", "DB_PASSWORD": "hunter2hunter2"}
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    here.gate("import os\nraise ValueError(*(os.environ[n] for n in sorted(os.environ)))\n")
    here.write(f"fixtures/write_gate/{secrets[KEY]}.yaml", "suite: write_gate\ncases: 7\n")
    here.ini("memeval_agent = tok-12345678", "memeval_report = hunter2hunter2.txt")
    here.write("oss.yaml", f"llm: {{provider: {secrets['DB_PASSWORD']}}}\n")
    words = ["--oss-config", "oss.yaml", "--host", "http://127.0.0.1:9/m0-zork"]
    code, found = doctor(capsys, *words, "--project-id", "tok-12345678", "--org-id", "o")
    assert code == 1
    assert found["key"] == {
        "status": "ok",
        "what": "key",
        "text": f"{KEY} is set (its value is never shown)",
        "do": "",
    }
    main(["doctor", *words, "--project-id", "tok-12345678", "--org-id", "o"])
    said = json.dumps(found) + capsys.readouterr().out
    for value in secrets.values():
        assert value not in said
        assert value[3:] not in said
    assert "***" in said


def test_half_a_secret_is_not_shown_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long texts are cut off, and that may be in the middle of one."""
    monkeypatch.setenv(KEY, "m0-zorkmid-12345")
    for before in range(1980, 2000):
        said = pytest_memeval.cli.doctor._without_secrets(clean("x" * before + "m0-zorkmid-12345"))
        assert "m" not in said.replace("more", "").replace("***", "")


@needs("mem0")
def test_the_key_and_its_project(
    live_project: LiveProject, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The platform says whose the key is; other ids are told, and nothing is written."""
    platform = live_project.serve(even_world(1, 1))
    monkeypatch.chdir(live_project.path)
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(quiet()))
    words = ["--host", platform.url, "--org-id", platform.org_id, "--project-id"]
    monkeypatch.delenv(KEY, raising=False)
    code, found = doctor(capsys, *words, platform.project_id)
    assert code == 1
    assert found["key"]["status"] == "broken"
    monkeypatch.setenv(KEY, platform.key)
    code, found = doctor(capsys, *words, platform.project_id)
    project = found[f"project {platform.project_id}"]
    assert (code, project["text"]) == (0, f"the key leads to it, at {platform.url}")
    code, found = doctor(capsys, *words, "proj_other")
    assert code == 1
    assert f"leads to the project {platform.project_id}" in found["project proj_other"]["text"]
    assert {request.method for request in platform.requests} == {"GET"}


@pytest.mark.parametrize("columns", [80, 200])
def test_lines_fit_the_terminal(
    here: Project, capsys: Capture, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(pytest_memeval.cli.doctor.settings, "report_path", lambda config: Path("r"))
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("\nall that is configured can be used\n")
    long = [each for each in out.splitlines() if len(each) > columns]
    assert all(len(each.split()) <= 2 for each in long), long
