"""A live run reaches nothing but what it has made itself, in the project that was named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.journal import HEADER
from pytest_memeval.clients.mem0_platform import Platform
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.scopes import is_ours
from pytest_memeval.clients.scopes import scope_of
from pytest_memeval.clients.secret import Secret
from tests.conftest import quiet
from tests.conftest import said
from tests.live.conftest import LiveProject
from tests.live.standin import cleanup
from tests.live.standin import journals
from tests.live.standin import only_run
from tests.live.world import even_world
from tests.platform import StandIn

RUN = "20260102-0123abcd"
OTHER = "20260102-99999999"
#: Names that no write and no delete may reach.
FOREIGN = [
    "*",
    "",
    "alice",
    "eval-",
    f"eval-{RUN}",
    f"eval-{RUN}-",
    f"eval-{RUN}-*",
    f"eval-{RUN}-a/../b",
    f"eval-{RUN}-a\n",
    f"eval-{OTHER}-wish",
    f"Eval-{RUN}-wish",
    f" eval-{RUN}-wish",
]


@pytest.fixture
def live(live_project: LiveProject) -> LiveProject:
    live_project.serve(even_world(2, 1), speed=1000.0)
    return live_project


@pytest.fixture(scope="module")
def server(mem0: None) -> Iterator[StandIn]:
    with StandIn(speed=1000.0) as platform:
        yield platform


@pytest.fixture(scope="module")
def platform(server: StandIn) -> Iterator[Platform]:
    """The wrapper around the real client, as a run holds it."""
    wrapper = Platform(Secret(server.key), server.url, RUN, Pace(1e6, 10_000))
    yield wrapper
    wrapper.close()


# --- the wrapper


def test_what_can_be_reached(platform: Platform) -> None:
    """Nothing that wipes a user, a project, or more than one scope is within reach."""
    public = {name for name in dir(platform) if not name.startswith("_")}
    calls = {name for name in public if callable(getattr(platform, name))}
    reading = {"event", "find_event", "memories", "search", "strangers", "instructions"}
    assert calls == {"add", "delete", "delete_scope", "close"} | reading
    assert public - calls == {"name", "version", "org_id", "project_id"}


@pytest.mark.parametrize("user", FOREIGN)
def test_foreign_scopes(server: StandIn, platform: Platform, user: str) -> None:
    """What this run did not make up is neither written nor listed nor deleted: nothing is sent."""
    before = len(server.requests)
    scope = Scope(user, f"eval-{RUN}")
    for call in (
        lambda: platform.add(scope, [{"role": "user", "content": "hello"}], {}, None),
        lambda: platform.delete_scope(scope),
        lambda: platform.memories(scope),
        lambda: platform.search(scope),
    ):
        with pytest.raises(BackendError, match="is no scope of the run"):
            call()
    assert len(server.requests) == before


def test_scopes_in_a_foreign_app(platform: Platform) -> None:
    scope = Scope(f"eval-{RUN}-wish", f"eval-{OTHER}")
    with pytest.raises(BackendError, match="is no scope of the run"):
        platform.add(scope, [{"role": "user", "content": "hello"}], {}, None)


def test_one_id_a_delete(server: StandIn, platform: Platform) -> None:
    """A scope is deleted by its user alone: of several ids, platforms honour one."""
    platform.delete_scope(scope_of(RUN, "wish"))
    sent = server.requests[-1]
    assert (sent.method, sent.path) == ("DELETE", "/v1/memories/")
    assert dict(sent.query) == {"user_id": [f"eval-{RUN}-wish"]}
    assert server.tripped == server.flagged == []


def test_rows_of_somebody_else(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that shows other people's memories is an error: their ids would be deleted next."""
    rows = [{"id": "1", "memory": "hers", "user_id": "alice"}]
    answer = {"count": 1, "next": None, "previous": None, "results": rows}
    monkeypatch.setattr(platform._client, "get_all", lambda **_: answer)
    with pytest.raises(BackendError, match="list: a memory of 'alice' came"):
        platform.memories(scope_of(RUN, "wish"))
    rows[0]["user_id"] = None  # type: ignore[assignment]
    assert len(platform.memories(scope_of(RUN, "wish"))) == 1


@pytest.mark.parametrize("fixture", ["wish", "a/b", "*", "weiß nicht", "a b", "..", "x" * 300])
def test_names_of_scopes(platform: Platform, fixture: str) -> None:
    """Whatever a fixture is called, its scope is one that the wrapper takes for this run's."""
    scope = scope_of(RUN, fixture, 2)
    assert platform.memories(scope) == []
    assert is_ours(scope.user_id)
    assert scope != scope_of(RUN, fixture)


def test_an_event_id_is_no_path(server: StandIn, platform: Platform) -> None:
    with pytest.raises(BackendError, match="404"):
        platform.event("../memories/?x=")
    assert "/v1/event/" in server.requests[-1].path


# --- the project


def test_a_populated_project(live: LiveProject) -> None:
    """A project that somebody uses is left alone, and all that is asked of it is to read."""
    live.platform.seed_memory("Likes tea.", user_id="alice")
    live.platform.seed_memory("Likes tea.", agent_id="helper")
    result = live.live()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    line = said(result).strip()
    assert "the project proj_standin is in use: 2 entities that no run of this tool" in line
    assert "('alice', 'helper'); use a scratch project, or say --memeval-allow-populated" in line
    assert len(line.splitlines()) == 1
    assert {request.method for request in live.platform.requests} == {"GET"}
    assert not journals(live).exists()


def test_a_populated_project_that_may_be_used(live: LiveProject) -> None:
    """Where it was allowed the run goes on, and its cleanup leaves the others' memories."""
    live.platform.seed_memory("Likes tea.", user_id="alice")
    assert live.live("--memeval-allow-populated", "--memeval-cleanup").ret == 0
    assert live.platform.residue() == set()
    assert [memory.text for memory in live.platform.memories()] == ["Likes tea."]
    assert live.platform.tripped == live.platform.flagged == []


def test_what_runs_of_ours_left(live: LiveProject) -> None:
    """The remains of an earlier run do not keep the next one out; it does not touch them."""
    assert live.live().ret == 0
    first = live.platform.residue()
    assert live.live("--memeval-cleanup").ret == 0
    assert live.platform.residue() == first != set()


# --- the cleanup goes by its journal, and that is input

TAMPERED = {
    "intend": {"intend": "alice", "app": "{app}", "fixture": "f", "trial": 1, "digest": "d"},
    "star": {"intend": "*", "app": "{app}", "fixture": "f", "trial": 1, "digest": "d"},
    "own_star": {"intend": "{app}-*", "app": "{app}", "fixture": "f", "trial": 1, "digest": "d"},
    "other_run": {
        "intend": f"eval-{OTHER}-wish",
        "app": f"eval-{OTHER}",
        "fixture": "f",
        "trial": 1,
        "digest": "d",
    },
    "app": {"intend": "{app}-wish", "app": "*", "fixture": "f", "trial": 1, "digest": "d"},
    "list": {"intend": ["alice"], "app": "{app}", "fixture": "f", "trial": 1, "digest": "d"},
    "null": {"intend": None, "app": "{app}", "fixture": "f", "trial": 1, "digest": "d"},
    "short": {"intend": "{app}-wish"},
    "event": {"sent": "{app}-wish_0", "event": {"id": "x"}},
    "outcome": {"landed": "{app}-wish_0", "outcome": ["stored"]},
    "unhashable": {"gone": ["{app}-wish_0"]},
}


def test_tampered_lines(live: LiveProject) -> None:
    """A journal that names what no run has made is refused whole: nothing is sent, not a delete."""
    live.platform.seed_memory("Likes tea.", user_id="alice")
    live.live("--memeval-allow-populated")
    run = only_run(live)
    path = journals(live) / f"{run}.jsonl"
    text, left = path.read_text(), live.platform.residue()
    number = len(text.splitlines()) + 1
    for name, line in TAMPERED.items():
        path.write_text(f"{text}{json.dumps(line)}\n".replace("{app}", f"eval-{run}"))
        before = len(live.platform.requests)
        done = cleanup(live, run)
        assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1), name
        assert done.err.startswith(f"{path}:{number}: "), name
        assert len(live.platform.requests) == before, name
    result = live.live(f"--memeval-resume={run}", "--memeval-cleanup")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"{run}.jsonl:{number}: " in said(result)
    assert live.platform.residue() == left
    assert "Likes tea." in {memory.text for memory in live.platform.memories()}


@pytest.mark.parametrize("user", ["alice", "*", f"eval-{OTHER}-wish"])
def test_a_foreign_scope_is_named(live: LiveProject, user: str) -> None:
    """The line says which name it was, and that nothing was done."""
    entry = {"intend": user, "app": f"eval-{RUN}", "fixture": "f", "trial": 1, "digest": "d"}
    header = dict.fromkeys(HEADER, "") | {"journal": 1, "run": RUN, "host": live.platform.url}
    lines = [json.dumps(header), json.dumps(entry), ""]
    live.write(f"reports/live/{RUN}.jsonl", "\n".join(lines))
    done = cleanup(live, RUN)
    assert done.err.endswith(f":2: {user!r} is no scope of the run {RUN}; nothing was done\n")
    assert live.platform.requests == []


def test_tampered_headers(live: LiveProject) -> None:
    """The same for what a journal begins with."""
    live.live()
    path = journals(live) / f"{only_run(live)}.jsonl"
    header, *rest = path.read_text().splitlines()
    changes: list[dict[str, object]] = [{"run": run} for run in ("*", "", None, OTHER)]
    changes += [{"host": ["http://h"]}, {"journal": 2}, {"project_id": None}]
    before = len(live.platform.requests)
    for change in changes:
        path.write_text("\n".join([json.dumps({**json.loads(header), **change}), *rest, ""]))
        done = cleanup(live, path.stem)
        assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1), change
    assert len(live.platform.requests) == before


def test_a_host_that_only_the_journal_names(live: LiveProject) -> None:
    """The key is not sent to where a file says; whoever cleans up has to say so too."""
    live.live()
    path = journals(live) / f"{only_run(live)}.jsonl"
    path.write_text(path.read_text().replace(live.platform.url, "http://keys.example"))
    done = cleanup(live, path.stem)
    assert (done.code, done.out) == (1, "")
    assert "the journal names the host http://keys.example; to send the key there, say" in done.err


def test_lines_that_were_cut_off(live: LiveProject) -> None:
    """Half a line is what a kill leaves; it tells of nothing that had happened."""
    live.live()
    run = only_run(live)
    with (journals(live) / f"{run}.jsonl").open("ab") as file:
        file.write(b'{"intend": "eval-')
    done = cleanup(live, run)
    assert (done.code, done.out) == (0, "cleaned up: nothing of 3 scopes is left\n")
    assert live.platform.residue() == set()


# --- this machine


def test_nothing_is_written_elsewhere(live: LiveProject, tmp_path: Path) -> None:
    """mem0's own folder, its telemetry and the proxies of the environment are kept out of it."""
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "MEM0_DIR"}
    environment |= {
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "MEM0_API_KEY": live.platform.key,
        "MEM0_TELEMETRY": "True",
        "HTTP_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
    }
    command = [sys.executable, "-m", "pytest", *quiet(), *live.options("--memeval-cleanup")]
    done = subprocess.run(
        command, cwd=live.path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert list(home.iterdir()) == []
    assert list(temporary.iterdir()) == []
