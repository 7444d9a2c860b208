"""Stores of memories as test items: ceilings gate, and what cannot be measured does not pass."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest

import pytest_memeval.suites.corpus.audit
import pytest_memeval.suites.corpus.options
import pytest_memeval.suites.corpus.rows  # noqa: F401  pytester forgets what it imports first
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import needs
from tests.conftest import quiet
from tests.platform import StandIn
from tests.suites.corpus import synthetic

pytest.importorskip("rensa")


@pytest.fixture
def stores(project: Project) -> Project:
    """A project with no gate, a clean store and one that is a fifth heartbeats."""
    project.ini(subjects="")
    synthetic.clean(200).write(project.path / "clean.jsonl")
    synthetic.seed_audit(200).write(project.path / "noisy.jsonl")
    return project


def result(project: Project, subject: str) -> dict[str, Any]:
    found = [each for each in project.report["results"] if each["subject"] == subject]
    assert len(found) == 1
    return dict(found[0])


@WORKERS
def test_a_noisy_store_fails_and_a_clean_one_holds(stores: Project, workers: Any) -> None:
    """Each store is an item, and each of its ceilings one more."""
    run = stores.run_apart("--memeval-corpus", "clean.jsonl", "noisy.jsonl", "-rA", *workers)
    assert run.ret == 1
    run.stdout.fnmatch_lines_random(
        [
            "PASSED clean.jsonl::audit",
            "XFAIL noisy.jsonl::audit*",
            "PASSED memeval::corpus::ceiling[[]near_duplicate_rate-clean.jsonl[]]",
            "FAILED memeval::corpus::ceiling[[]near_duplicate_rate-noisy.jsonl[]]*",
            "FAILED memeval::corpus::ceiling[[]largest_cluster-noisy.jsonl[]]*",
            "*cluster of 41: *epoch *",
        ]
    )
    scores = result(stores, "noisy.jsonl")["scores"]
    assert scores["near_duplicate_rate"]["value"] == pytest.approx(0.205, abs=0.001)
    assert scores["largest_cluster"]["value"] == 41
    assert scores["stale_rate"]["value"] is None
    assert {t["status"] for t in result(stores, "clean.jsonl")["thresholds"]} == {"held"}


def test_a_store_is_named_in_the_ini_file(stores: Project) -> None:
    """Without any word on the command line, and with a floor of its own."""
    stores.ini(
        "memeval_corpus = noisy.jsonl",
        "memeval_floors =",
        "    corpus[noisy.jsonl].near_duplicate_rate <= 0.3  # until the spring cleaning",
        "    largest_cluster <= 50",
        subjects="",
    )
    assert stores.run().ret == 0
    assert stores.report["verdict"] == "passed"
    stores.ini("memeval_corpus = nowhere.jsonl", subjects="")
    run = stores.run()
    assert run.ret == 4
    run.stderr.fnmatch_lines(["*memeval_corpus: there is no*nowhere.jsonl*"])


def test_a_folder_is_one_item(stores: Project) -> None:
    """A directory of notes is audited as a whole."""
    for number, text in enumerate(("Prefers tabs", "Uses Postgres", "Lives in Oslo")):
        stores.write(f"notes/{number}.md", text)
    assert stores.run("--memeval-corpus", "notes").ret == 0
    assert result(stores, "notes")["scores"]["secret_rate"]["n"] == 3


def test_a_store_in_a_fixture_folder_is_no_fixture_file(stores: Project) -> None:
    """Where it lies does not matter."""
    synthetic.clean(200).write(stores.path / "fixtures" / "store.jsonl")
    run = stores.run("--memeval-corpus", "fixtures/store.jsonl")
    assert run.ret == 0, run.stdout.str()
    assert [each["subject"] for each in stores.report["results"]] == ["fixtures/store.jsonl"]


def test_gates_and_stores_run_side_by_side(project: Project) -> None:
    """A store does not keep the other suites from running, and `--memeval-suite` picks one."""
    synthetic.clean(200).write(project.path / "clean.jsonl")
    assert project.run("--memeval-corpus", "clean.jsonl").ret == 0
    assert {each["suite"] for each in project.report["results"]} == {"write_gate", "corpus"}
    assert project.run("--memeval-corpus", "clean.jsonl", "--memeval-suite", "corpus").ret == 0
    assert {each["suite"] for each in project.report["results"]} == {"corpus"}


@pytest.mark.parametrize(
    ("name", "content", "because"),
    [
        ("m.jsonl", "", "no memory to measure"),
        ("m.jsonl", '{"memory": "one"}\n{broken\n', "1 of 2 rows cannot be read"),
        ("m.csv", "a,b\n1,2\n", "memeval_corpus_columns"),
        ("m.json", '[{"memory": "o', "may still be being written"),
        ("m.xyz", "?", "unknown kind of corpus"),
    ],
)
def test_what_cannot_be_measured_does_not_pass(
    stores: Project, name: str, content: str, because: str
) -> None:
    """The item fails, the ceilings say why, and the run is no pass."""
    stores.write(name, content)
    run = stores.run("--memeval-corpus", name)
    assert run.ret == 1
    assert run.outlines[-1].startswith("memeval: NOT MEASURED")
    assert because in run.stdout.str()
    assert {t["status"] for t in result(stores, name)["thresholds"]} == {"not_measured"}


def test_oddities_are_told_beside_the_rates(stores: Project) -> None:
    """A few rows that cannot be read do not keep the others from being measured."""
    with (stores.path / "clean.jsonl").open("a") as file:
        file.write("{broken\n")
    run = stores.run("--memeval-corpus", "clean.jsonl")
    assert run.ret == 0
    run.stdout.fnmatch_lines(["*1 row cannot be read (clean.jsonl:201)"])
    assert result(stores, "clean.jsonl")["scores"]["unreadable_rows"]["value"] == 1


def test_columns_query_and_reference_are_options(stores: Project) -> None:
    """What the ini file says of a store reaches the audit."""
    database = sqlite3.connect(stores.path / "store.db")
    database.execute("CREATE TABLE notes (body TEXT)")
    database.execute("INSERT INTO notes VALUES ('User prefers four spaces in Python modules')")
    database.commit()
    database.close()
    stores.write("CLAUDE.md", synthetic.BOOT_FILE)
    stores.ini(
        "memeval_corpus = store.db",
        "memeval_corpus_columns = text = body",
        "memeval_corpus_query = SELECT * FROM notes",
        "memeval_reference = CLAUDE.md",
        subjects="",
    )
    assert stores.run("--memeval-floor", "boot_file_echo_rate <= 0").ret == 1
    assert result(stores, "store.db")["scores"]["boot_file_echo_rate"]["value"] == 1


def test_a_wrong_option_is_told_once(stores: Project) -> None:
    """It is the subject that cannot be asked, and the run is no pass."""
    stores.ini("memeval_corpus_threshold = high", subjects="")
    run = stores.run("--memeval-corpus", "clean.jsonl")
    assert run.ret == 1
    assert "memeval_corpus_threshold must be a number, got 'high'" in run.stdout.str()


def test_a_function_may_hand_over_its_memories(stores: Project) -> None:
    """A marked function that reads a store of its own kind is one item."""
    stores.write(
        "test_store.py",
        "import pytest\n"
        "@pytest.mark.memory_corpus\n"
        "def test_store():\n"
        "    return [f'epoch {n}/30, loss 0.{n}' for n in range(30)]\n",
    )
    assert stores.run("test_store.py").ret == 1
    scores = result(stores, "test_store.py::test_store")["scores"]
    assert scores["largest_cluster"]["value"] == 30


def test_a_store_elsewhere_needs_an_equals_sign(
    stores: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """pytest would look for its ini file beside the store; with an equals sign it does not."""
    away = synthetic.clean(200).write(tmp_path_factory.mktemp("away") / "clean.jsonl")
    run = stores.run("--memeval-corpus", str(away))
    assert run.ret == 4
    run.stderr.fnmatch_lines([f"*outside of this folder: write --memeval-corpus={away}"])
    assert stores.run(f"--memeval-corpus={away}").ret == 0


def test_without_a_mode_the_option_is_an_error(stores: Project) -> None:
    """A gate that was meant to run must not be passed over."""
    run = stores.pytester.runpytest("--memeval-corpus", "clean.jsonl")
    assert run.ret == 4
    run.stderr.fnmatch_lines(["*--memeval-corpus needs a mode: add --memeval-offline*"])


def test_the_report_holds_no_secret(stores: Project) -> None:
    """The ceiling on secrets breaks, and what broke it is shown redacted."""
    key = "sk-proj-abc123def456ghi789jkl012"
    stores.write("m.jsonl", json.dumps({"id": "k", "memory": f"The key is {key}"}) + "\n")
    run = stores.run("--memeval-corpus", "m.jsonl", "-rA")
    assert run.ret == 1
    report = (stores.path / "reports" / "last_report.json").read_text()
    for text in (run.stdout.str(), report):
        assert "[REDACTED]" in text
        assert key not in text


@needs("mem0")
def test_a_live_project_is_read_and_never_written(
    stores: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All pages of a project are audited, whoever its memories belong to; no request writes."""
    with StandIn(seed=3) as platform:
        for number in range(230):
            text = f"epoch {number}/300, loss 0.{number}" if number < 30 else f"{FACT} {number:03}x"
            platform.seed_memory(text, user_id=f"user-{number % 7}")
        platform.seed_memory("Ana likes tea", agent_id="helper")
        monkeypatch.setenv("MEM0_API_KEY", platform.key)
        stores.ini("memeval_live_rate = 100000", subjects="")
        run = live(stores, platform)
        assert run.ret == 1, run.stdout.str()
        scores = result(stores, "mem0")["scores"]
        assert (scores["largest_cluster"]["value"], scores["largest_cluster"]["n"]) == (200, 231)
        methods = {request.method for request in platform.requests}
        paths = {request.path for request in platform.requests if request.method != "GET"}
        assert methods <= {"GET", "POST"}
        assert all("memories" in path and "search" not in path for path in paths)
        assert not platform.adds
    assert not (stores.path / "reports" / "live").exists()


FACT = "Harbour fees are due on the last working day of"


def live(project: Project, platform: Any, *words: str) -> pytest.RunResult:
    options = ["--memeval-live", "--memeval-corpus-live", f"--memeval-host={platform.url}"]
    ids = [f"--project-id={platform.project_id}", f"--org-id={platform.org_id}"]
    return project.pytester.runpytest_subprocess(*quiet(), *options, *ids, *words, timeout=90)


def test_reading_a_project_needs_a_live_run(stores: Project) -> None:
    """The option alone, or offline, is an error."""
    run = stores.run("--memeval-corpus-live")
    assert run.ret == 4
    run.stderr.fnmatch_lines(["*--memeval-corpus-live needs --memeval-live*"])
