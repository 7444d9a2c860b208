"""`pytest --memeval-offline` over episodes: items, floors, selections, workers, reports."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml  # noqa: F401

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.judges.rule
import pytest_memeval.suites.ee
import pytest_memeval.suites.ee.rules  # noqa: F401
from pytest_memeval.suites.ee import sources
from pytest_memeval.suites.ee.sources import SOURCES
from pytest_memeval.suites.ee.sources import Source
from tests.conftest import Project
from tests.conftest import needs
from tests.conftest import said
from tests.ee_episodes import episode

TWO = (("deploy window", "Thursdays", "every night"), ("rollback plan", "image v1", "image v2"))
EPISODES = [
    episode("pl_001", edits=TWO),
    episode("sw_001"),
    episode("sw_002", edits=[("walk", "10 min", "10 min")], erased=("gym", "Calder Hall")),
]

#: An agent that remembers sentences, and writes down each episode that it lives through.
AGENT = """
import os
from pathlib import Path

from pytest_memeval.suites.ee.rules import Rules

class Agent(Rules):
    def reset(self, namespace):
        with open(Path(__file__).parent / "lived.txt", "a") as file:
            file.write(namespace.rsplit("-", 2)[1] + "\\n")

def broken():
    raise OSError("no disk")

class Odd:
    def retain(self, session): pass
    def respond(self, message, history):
        if "captain" in message:
            raise ValueError("no captain")
        return b"bytes" if "window" in message else ""

class Slow(Rules):
    def respond(self, message, history):
        import time
        time.sleep(20)

class Late(Rules):
    def respond(self, message, history):
        import time
        time.sleep(20 if history else 0)
        return super().respond(message, history)

class Skips(Rules):
    def respond(self, message, history):
        import pytest
        if history:
            pytest.skip("no network today")
        return super().respond(message, history)

def endless():
    import time
    time.sleep(20)

class Dies(Rules):
    def retain(self, session):
        os._exit(3)

def undecided(question, gold, answer, rubric):
    return "maybe" if "endpoint" in question else gold in answer
"""


def write(project: Project, *ini: str, agents: str = "acme_agent:Agent") -> None:
    project.write("acme_agent.py", AGENT)
    project.write("fixtures/ee/episodes.json", json.dumps(EPISODES, indent=1))
    lines = ["[pytest]", "memeval_agent =", *(f"    {name}" for name in agents.split()), *ini]
    project.write("pytest.ini", "\n".join(lines))


def result(project: Project, subject: str = "acme_agent:Agent") -> dict[str, Any]:
    (found,) = [one for one in project.report["results"] if one["subject"] == subject]
    assert found["suite"] == "ee"
    return dict(found)


def rows(project: Project, subject: str = "acme_agent:Agent") -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in result(project, subject)["rows"]}


def score(project: Project, metric: str, subject: str = "acme_agent:Agent") -> Any:
    return result(project, subject)["scores"][metric]["value"]


def lived(project: Project) -> Counter[str]:
    """How often each episode was lived through since this was last asked."""
    path = project.path / "lived.txt"
    found = Counter(path.read_text(encoding="utf-8").split()) if path.exists() else Counter()
    path.unlink(missing_ok=True)
    return found


def told(found: dict[str, dict[str, Any]]) -> dict[str, tuple[Any, ...]]:
    """What has to be the same in every run that measured a probe."""
    names = ("answer", "verdict", "reason", "outcome", "pass_type", "controls")
    return {key: tuple(row.get(name) for name in names) for key, row in found.items()}


def test_controls_and_rules_run_end_to_end(project: Project) -> None:
    """One item a probe, floors by agent, and each control scores what it must."""
    write(
        project,
        "memeval_floors =",
        "    ee[no_memory].accuracy_score <= 0",
        "    ee[no_memory].raw_erase_after >= 1",
        "    ee[full_transcript].erase_accuracy <= 0",
        "    ee[rules].accuracy_score >= 1",
        agents="no_memory full_transcript rules",
    )
    done = project.run("-v")
    assert done.ret == 0, said(done)
    done.stdout.fnmatch_lines(
        [
            "*fixtures/ee/episodes.json::pl_001:edit:before2[[]rules[]]*PASSED*",
            "*memeval::ee::ceiling[[]accuracy_score-no_memory[]]*PASSED*",
            "memeval: PASSED: 7 of 7 floors held, 42 of 42 cases measured",
        ]
    )
    assert score(project, "trivial_share", "no_memory") == 1
    assert score(project, "encoding", "full_transcript") == 1
    assert "real, but old equals new: sw_002:edit:after1" in result(project, "rules")["notes"]


def test_a_wrong_answer_is_an_xfail_that_says_why(project: Project) -> None:
    """What was wanted, what came, and the rule that says so."""
    write(project, agents="full_transcript")
    done = project.run("-rx", "-q")
    done.stdout.fnmatch_lines(
        ["XFAIL *sw_001:edit:after1 - want 'Nadia Quist', got 'Pavel Dorn' (rule:*"]
    )


@needs("xdist")
def test_the_same_answers_with_workers(project: Project) -> None:
    """An episode stays on one worker, is lived through once, and comes to the same rows."""
    write(project, agents="acme_agent:Agent no_memory")
    project.run("-q")
    first, once = told(rows(project)), lived(project)
    assert once == {"pl_001": 1, "sw_001": 1, "sw_002": 1}
    done = project.run_apart("-q", "-n", "2")
    assert done.ret == 0, said(done)
    assert told(rows(project)) == first
    assert lived(project) == once


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("-k", "erase"), 6),
        (("fixtures/ee/episodes.json::sw_001:erase:after1",), 1),
        (("-k", "after2"), 1),
    ],
)
def test_a_narrowed_run_gives_the_same_answers(
    project: Project, args: tuple[str, ...], expected: int
) -> None:
    """Whichever probes are chosen, their episodes are lived through whole, once."""
    write(project)
    project.run("-q")
    whole = told(rows(project))
    lived(project)
    done = project.run("-q", *args)
    assert done.ret == 0, said(done)
    assert "memeval: PARTIAL" in done.stdout.str()
    found = told(rows(project))
    assert len(found) == expected
    assert found == {key: whole[key] for key in found}
    assert set(lived(project).values()) == {1}


@needs("pytest_randomly")
def test_a_shuffled_run_gives_the_same_answers(project: Project) -> None:
    """The first probe of an episode that comes up plays it, in its own order."""
    write(project)
    project.run("-q")
    whole = told(rows(project))
    lived(project)
    for seed in ("1", "2"):
        done = project.run("-q", f"--randomly-seed={seed}", using=["randomly"])
        assert done.ret == 0, said(done)
        assert told(rows(project)) == whole
        assert set(lived(project).values()) == {1}


def test_a_marked_function_gives_a_fresh_agent(project: Project) -> None:
    """It is called once an episode; fixtures and node ids are those of any test."""
    write(project, agents="")
    project.write("pytest.ini", "[pytest]\n")
    project.write(
        "test_memory.py",
        """
import pytest
from acme_agent import Agent

@pytest.fixture
def made(tmp_path):
    return tmp_path

@pytest.mark.ee_probe("fixtures/ee")
def test_agent(made):
    assert made.exists()
    return Agent()
""",
    )
    done = project.run("-v")
    assert done.ret == 0, said(done)
    done.stdout.fnmatch_lines(["*test_memory.py::test_agent[[]pl_001:edit:before1[]]*PASSED*"])
    assert lived(project) == {"pl_001": 1, "sw_001": 1, "sw_002": 1}
    assert score(project, "accuracy_score", "test_memory.py::test_agent") == 1


@needs("xdist")
def test_episodes_of_a_marked_function_stay_together(project: Project) -> None:
    """Also where nothing but a marker says that there are episodes."""
    write(project)
    project.write("pytest.ini", "[pytest]\n")
    project.write(
        "test_memory.py",
        "import pytest\nfrom acme_agent import Agent\n"
        "@pytest.mark.ee_probe('fixtures/ee')\ndef test_agent():\n    return Agent()\n",
    )
    done = project.run_apart("-q", "-n", "2")
    assert done.ret == 0, said(done)
    assert lived(project) == {"pl_001": 1, "sw_001": 1, "sw_002": 1}


def test_a_marker_may_name_a_published_file(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a fixture file may; one that there is not is refused with those that there are."""
    body = json.dumps(EPISODES).encode()
    project.write("meme.json", body.decode())
    pinned = Source("meme:nofiller", "meme_nofiller.json", hashlib.sha256(body).hexdigest())
    monkeypatch.setitem(SOURCES, pinned.name, pinned)
    monkeypatch.setattr(sources, "fetched", lambda source: project.path / "meme.json")
    write(project)
    project.write("pytest.ini", "[pytest]\n")
    marked = (
        "import pytest\nfrom acme_agent import Agent\n"
        "@pytest.mark.ee_probe('{}')\ndef test_agent():\n    return Agent()\n"
    )
    project.write("test_memory.py", marked.format("meme:nofiller"))
    done = project.run("-q", "test_memory.py")
    assert done.ret == 0, said(done)
    found = rows(project, "test_memory.py::test_agent")
    assert len(found) == 14
    assert {row["file"] for row in found.values()} == {"meme:nofiller"}
    project.write("test_memory.py", marked.format("meme:nofilter"))
    assert "unknown source 'meme:nofilter' (known: " in said(project.run("-q", "test_memory.py"))


def test_agents_that_fail_are_failures(project: Project) -> None:
    """An exception and bytes fail the item and have no bucket; an empty answer is wrong."""
    write(project, agents="acme_agent:Odd acme_agent:broken")
    done = project.run("-q")
    assert done.ret == 1
    found = rows(project, "acme_agent:Odd")
    assert found["sw_001:edit:after1"]["detail"] == "`respond` raised ValueError: no captain"
    assert "returned bytes" in found["pl_001:edit:after1"]["detail"]
    assert found["sw_001:edit:after1"]["outcome"] == "failed"
    assert found["sw_001:erase:after1"]["outcome"] == "miss"
    assert found["sw_001:erase:after1"]["pass_type"] == "never_knew"
    assert score(project, "coverage", "acme_agent:Odd") == pytest.approx(5 / 7)
    made = rows(project, "acme_agent:broken")
    assert {row["detail"] for row in made.values()} == {
        "no agent could be made: it raised OSError: no disk"
    }
    assert score(project, "accuracy_score", "acme_agent:broken") is None


def test_ungraded_answers_fail_the_coverage_floor(project: Project) -> None:
    """A judge that cannot say leaves the pair without a bucket, and the run does not pass."""
    write(project, "memeval_judge = acme_agent:undecided")
    done = project.run("-q", "-rs")
    assert done.ret == 1
    done.stdout.fnmatch_lines(
        [
            "SKIPPED*invalid: not graded: acme_agent:undecided: the judge returned 'maybe'*",
            "memeval: FAILED: 0 of 1 floor held, 10 of 14 cases measured*",
        ]
    )
    assert score(project, "coverage") == pytest.approx(5 / 7)
    assert score(project, "real") + score(project, "knew_but_failed") == 5


def test_a_hanging_agent_ends_in_time(project: Project) -> None:
    """The option bounds each call; the episodes after it are played all the same."""
    write(project, "memeval_agent_timeout = 0.2", agents="acme_agent:Slow")
    done = project.run("-q")
    assert done.ret == 1
    found = rows(project, "acme_agent:Slow")
    said_of_it = "`respond` gave no answer within 0.2 s (memeval_agent_timeout)"
    assert {row["detail"] for row in found.values()} == {said_of_it}


@needs("pytest_timeout")
def test_an_alarm_from_outside_is_no_measurement(project: Project) -> None:
    """It ends the episode and says so; what was answered before stays; the run is not measured."""
    write(project, agents="acme_agent:Late")
    done = project.run_apart("-q", "--timeout=1", "-k", "sw_001", using=["timeout"])
    first, *others = rows(project, "acme_agent:Late").values()
    assert first["outcome"] == "hit", said(done)
    assert {row["outcome"] for row in others} == {"not_measured"}
    assert all("timed out: Timeout" in row["detail"] for row in others)


def test_an_agent_may_skip(project: Project) -> None:
    """As with any subject the probe then is not measured, for the reason given, and fails."""
    write(project, agents="acme_agent:Skips")
    done = project.run("-q", "-k", "sw_001")
    first, *others = rows(project, "acme_agent:Skips").values()
    assert first["outcome"] == "hit", said(done)
    assert {row["outcome"] for row in others} == {"not_measured"}
    assert all("skipped: no network today" in row["detail"] for row in others)
    done.stdout.fnmatch_lines(["FAILED *::sw_001:edit:after1 - not measured: *"])


def test_making_an_agent_has_a_limit_too(project: Project) -> None:
    """A constructor that hangs is a failure of every probe, once for each episode."""
    write(project, "memeval_agent_timeout = 0.1", agents="acme_agent:endless")
    assert project.run("-q").ret == 1
    details = {row["detail"] for row in rows(project, "acme_agent:endless").values()}
    (only,) = details
    assert "no answer within 0.1 s (memeval_agent_timeout)" in only


@needs("xdist")
def test_agents_that_end_their_workers_end_no_run(project: Project) -> None:
    """Every worker dies, of its first episode; the run ends, and is not measured."""
    write(project, agents="acme_agent:Dies")
    done = project.run_apart("-q", "-n", "2", "--max-worker-restart=2")
    assert done.ret == 1, said(done)
    assert "INTERNALERROR" not in said(done)
    assert project.report["verdict"] == "not_measured"


# --- selections


def test_the_ini_file_chooses_for_good(project: Project) -> None:
    """Its choice is what is gated, and how much that is of all is said."""
    write(project, "memeval_episodes = pl_*")
    done = project.run()
    assert done.ret == 0, said(done)
    assert {row["episode"] for row in rows(project).values()} == {"pl_001"}
    assert "only episodes pl_*: 1 of 3 episodes" in done.stdout.str()
    assert done.outlines[-1] == "memeval: PASSED: 1 of 1 floor held, 6 of 6 cases measured"


@pytest.mark.parametrize(
    ("args", "chosen", "narrowed"),
    [
        (["--memeval-episodes", "sw_001-sw_002"], {"sw_001", "sw_002"}, "--memeval-episodes"),
        (["-o", "memeval_episodes=sw_002"], {"sw_002"}, "-o memeval_episodes"),
        (["--memeval-episodes", "*", "--memeval-sample", "2"], 2, "--memeval-episodes"),
        (["--memeval-sample=1", "-o", "memeval_episodes="], 1, "--memeval-sample"),
    ],
)
def test_the_command_line_narrows_the_run(
    project: Project, args: list[str], chosen: Any, narrowed: str
) -> None:
    """It wins over the ini file, and what leaves episodes out is partial, as with `-k`."""
    write(project, "memeval_episodes = pl_*")
    done = project.run("-q", *args)
    assert done.ret == 0, said(done)
    found = {row["episode"] for row in rows(project).values()}
    number = chosen if isinstance(chosen, int) else len(chosen)
    assert number == len(found)
    assert found == chosen or isinstance(chosen, int)
    assert f"memeval: PARTIAL ({narrowed}): " in done.outlines[-1]
    assert any(note.endswith(f": {number} of 3 episodes") for note in result(project)["notes"])


def test_what_leaves_nothing_out_is_no_narrowing(project: Project) -> None:
    """A sample as large as all there is, on the command line."""
    write(project)
    assert "memeval: PASSED" in project.run("-q", "--memeval-sample", "3").outlines[-1]


@pytest.mark.parametrize(
    ("ini", "args"),
    [
        ("", ["--memeval-episodes", "pl_001,pl_404"]),
        ("memeval_episodes = pl_001,pl_404", []),
        ("", ["--memeval-episodes", "pl_404"]),
    ],
)
def test_a_word_that_chooses_nothing_is_an_error(
    project: Project, ini: str, args: list[str]
) -> None:
    """A mistyped one would let a gate pass on less."""
    write(project, ini)
    done = project.run("-q", *args)
    assert done.ret == 1
    assert project.report["verdict"] == "not_measured"
    assert "memeval_episodes: 'pl_404' names no episode (known: pl_001, sw_001, sw_002" in said(
        done
    )


def test_paths_may_hold_a_part_of_what_the_ini_file_chooses_from(project: Project) -> None:
    """What it names may lie in another file; the run is partial as it is."""
    write(project, "memeval_episodes = sw_*, pl_*")
    project.write("fixtures/ee/episodes.json", json.dumps(EPISODES[1:]))
    project.write("fixtures/ee/more.json", json.dumps(EPISODES[:1]))
    done = project.run("-q", "fixtures/ee/more.json")
    assert done.ret == 0, said(done)
    assert "memeval: PARTIAL (paths)" in done.outlines[-1]


def test_independent_turns_are_said_in_the_report(project: Project) -> None:
    """The two ways of talking must not be mixed up in a table."""
    write(project, "memeval_agent_conversation = independent", "memeval_controls = 0")
    project.run("-q")
    (line,) = [note for note in result(project)["notes"] if note.startswith("conversation")]
    assert line.startswith("conversation independent; judge rule; probe turns are not retained")
    assert line.endswith("and the agent stores them itself")
    assert score(project, "over_forgetting") is None


def test_a_broken_episode_is_a_collection_error(project: Project) -> None:
    """It names the file, the line and the episode; the run does not pass."""
    write(project)
    broken = [*EPISODES, {**episode("sw_003"), "sessions": episode()["sessions"][:4]}]
    project.write("fixtures/ee/episodes.json", json.dumps(broken, indent=1))
    done = project.run("-q")
    assert done.ret == 1
    assert project.report["verdict"] == "not_measured"
    text = (project.path / "fixtures/ee/episodes.json").read_text(encoding="utf-8")
    at = text[: text.index('"sw_003"')].count("\n")  # the line of the brace before it
    line = f"*fixtures/ee/episodes.json:{at}: episode 'sw_003': must have one session of the type*"
    done.stdout.fnmatch_lines([line])


def test_a_wrong_option_is_told_at_once(project: Project) -> None:
    """No episode is played with it."""
    write(project, "memeval_agent_conversation = chatty")
    done = project.run("-q")
    assert done.ret == 1
    assert "memeval_agent_conversation must be stateful or independent" in done.stdout.str()
    assert not lived(project)


def test_an_earlier_runs_records_do_not_lie_beside_another_report(project: Project) -> None:
    """They go when the report that they belong to is replaced, whatever the next run measures."""
    write(project, "memeval_classifier = acme_gate:classify", agents="rules")
    folder = project.path / "reports"
    places = [folder / "ee" / "runs.jsonl", folder / "_rollup" / "ee" / "report.md"]
    project.run("-q")
    assert all(place.exists() for place in places)
    project.run("-q", "--memeval-suite", "write_gate")
    assert not any(place.exists() for place in places)
    project.run("-q")
    assert all(place.exists() for place in places)
    # A run that is killed has not got further than this.
    write(project, agents="acme_agent:Killed")
    project.write("acme_agent.py", AGENT + "class Killed(Dies): pass\n")
    assert project.run_apart("-q").ret == 3
    assert not any(place.exists() for place in places)
    # Without a report nothing says whose they are, unless this run would write them anyway.
    places[0].write_text("mine")
    (folder / "last_report.json").unlink()
    write(project, "memeval_classifier = acme_gate:classify", agents="rules")
    project.run("-q", "--memeval-suite", "write_gate")
    assert places[0].read_text() == "mine"


def test_records_and_page_lie_beside_the_report(project: Project) -> None:
    """The same for a run of workers: the controller writes them."""
    write(project, agents="no_memory rules")
    project.run("-q")
    folder = project.path / "reports"
    lines = (folder / "ee" / "runs.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["episode"] for line in lines] == [
        None,
        "pl_001",
        "sw_001",
        "sw_002",
    ] * 2
    page = (folder / "_rollup" / "ee" / "report.md").read_text(encoding="utf-8")
    assert "| no_memory | 0.0% | 0.0% | 0.0% |" in page
    assert "| rules | 100.0% | 100.0% | 100.0% |" in page


def test_published_files_may_be_named_where_they_lie(project: Project) -> None:
    """A bare list of episodes, outside of the fixture folders."""
    write(project)
    Path(project.path / "fixtures" / "ee" / "episodes.json").rename(project.path / "meme.json")
    done = project.run("-q", "meme.json")
    assert done.ret == 0, said(done)
    assert len(rows(project)) == 14
