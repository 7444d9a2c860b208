"""What a run is told to store by, and what its memories are marked with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from tests.conftest import CASES
from tests.conftest import case
from tests.live.conftest import PATIENT
from tests.live.conftest import LiveProject
from tests.live.world import FLOORS
from tests.live.world import World
from tests.live.world import assert_safe
from tests.live.world import assert_truthful
from tests.live.world import even_world
from tests.live.world import invalid_rows
from tests.platform import Fact
from tests.platform import Heard
from tests.platform import Script
from tests.platform import StandIn
from tests.platform import Switches

STRICT = "Store wishes.\nNothing else, bitte schön.\n"


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def by_instructions(heard: Heard) -> Sequence[str]:
    """Stores what the instructions speak of."""
    said = "wish" if "Store wishes" in (heard.instructions or "") else "talk"
    return [f"About {heard.fixture}."] if (heard.fixture or "").startswith(said) else []


def add_bodies(platform: StandIn) -> list[dict[str, Any]]:
    return [request.body for request in platform.requests if request.path == "/v3/memories/add/"]


def live_part(project: LiveProject) -> dict[str, Any]:
    found: dict[str, Any] = project.report["run"]["live"]
    return found


# --- instructions


def test_given_with_each_add(live_project: LiveProject) -> None:
    """Instructions of a file go with each add as they are; nothing of the project changes."""
    platform = live_project.serve(even_world(extracts=3, excludes=3))
    platform.project.custom_instructions = "Store talk."
    before = vars(platform.project).copy()
    live_project.write("strict.txt", STRICT)
    live_project.live("--memeval-instructions", "strict.txt", timeout=PATIENT)
    assert [add.governing_instructions for add in platform.adds] == [STRICT] * 6
    assert [body["custom_instructions"] for body in add_bodies(platform)] == [STRICT] * 6
    assert vars(platform.project) == before
    assert {request.method for request in platform.requests} == {"GET", "POST"}
    assert live_part(live_project)["instructions"] == "strict.txt"
    assert live_part(live_project)["policy"] == hash_of(STRICT)
    assert {add.metadata["policy"] for add in platform.adds} == {hash_of(STRICT)}


def test_the_projects_own(live_project: LiveProject) -> None:
    """Without a file those of the project are under test: no add brings any."""
    platform = live_project.serve(even_world(extracts=2, excludes=1))
    platform.project.custom_instructions = STRICT
    live_project.live(timeout=PATIENT)
    assert [add.governing_instructions for add in platform.adds] == [STRICT] * 3
    assert not any("custom_instructions" in body for body in add_bodies(platform))
    assert live_part(live_project)["instructions"] == "the project's own"
    assert live_part(live_project)["policy"] == hash_of(STRICT)
    assert {add.metadata["policy"] for add in platform.adds} == {hash_of(STRICT)}


@pytest.mark.parametrize(("own", "policy"), [(None, "none"), ("", "none")])
def test_no_instructions(live_project: LiveProject, own: str | None, policy: str) -> None:
    """A project without instructions is called just that."""
    platform = live_project.serve(even_world(extracts=1, excludes=1))
    platform.project.custom_instructions = own
    live_project.live(timeout=PATIENT)
    assert live_part(live_project)["policy"] == policy
    assert {add.metadata["policy"] for add in platform.adds} == {policy}


def test_a_list_of_instructions(live_project: LiveProject) -> None:
    """Where the platform tells a list of texts, it is named as if it were one."""
    platform = live_project.serve(even_world(extracts=1, excludes=1))
    platform.project.custom_instructions = ["Store wishes.", "Nothing else."]  # type: ignore[assignment]
    live_project.live(timeout=PATIENT)
    assert live_part(live_project)["policy"] == hash_of("Store wishes.\nNothing else.")


@pytest.mark.parametrize("given", [True, False], ids=["given", "own"])
def test_instructions_decide(live_project: LiveProject, given: bool) -> None:
    """The same windows score as the instructions make them: that is what a run is for."""
    world = even_world(extracts=4, excludes=4)
    live_project.serve(world, script=Script(rule=by_instructions))
    live_project.write("strict.txt", STRICT)
    live_project.live(*(["--memeval-instructions", "strict.txt"] if given else []), timeout=PATIENT)
    scores = live_project.scores()
    assert scores["extract_recall"] == scores["exclude_suppression"] == (1.0 if given else 0.0)
    hints = live_project.report["results"][0]["hints"]
    if given:
        assert hints == []
    else:
        assert hints == [
            "extract suppressed, the instructions are too strict: wish_0, wish_1, wish_2, wish_3",
            "exclude stored, the instructions let it through: talk_0, talk_1, talk_2, talk_3",
        ]
        row = live_project.row("talk_1")
        assert row["detail"] == "want suppressed, got stored: About talk_1."
        assert live_project.row("wish_1")["detail"] == "want stored, got suppressed"


@pytest.mark.parametrize(
    ("text", "why"),
    [(None, "cannot be read: [Errno 2]"), (" \n", "is empty"), (b"\xff\xfe", "cannot be read: ")],
    ids=["missing", "empty", "binary"],
)
def test_instructions_that_cannot_be_used(
    live_project: LiveProject, text: str | bytes | None, why: str
) -> None:
    """A file that holds no instructions ends the run before anything is asked of anybody."""
    platform = live_project.serve(even_world(extracts=1, excludes=1))
    path = live_project.path / "strict.txt"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    result = live_project.live("--memeval-instructions", "strict.txt")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"ERROR: --memeval-instructions: {path} {why}" in result.stderr.str()
    assert platform.requests == []


# --- who marked them


def stamped_world() -> World:
    """The windows that the gate of the throw-away project knows, and two that it does not."""
    world = World()
    for made in (*CASES, case("odd", "extract", "I like tea", expect_type="insight")):
        facts = [Fact(f"About {made['id']}.")] if made["label"] == "extract" else []
        world.add(made, facts)
    return world


GATES = {
    "plain": "",
    "async": "sync = classify\n\nasync def classify(window):\n    return sync(window)\n",
}


@pytest.mark.parametrize("kind", GATES)
def test_stamped_by_the_gate(live_project: LiveProject, kind: str) -> None:
    """Where a gate is configured it chooses the type; where it has none, the fixture does."""
    world = stamped_world()
    platform = live_project.serve(world)
    gate = (live_project.path / "acme_gate.py").read_text()
    live_project.gate(gate + GATES[kind])
    live_project.configure(subjects="acme_gate:classify")
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert_safe(live_project, world, platform)
    marked = {str(add.fixture): add.metadata for add in platform.adds}
    for name in ("wish_1", "wish_2", "wish_3"):
        assert live_project.row(name)["stamped_by"] == "acme_gate:classify"
        assert marked[name]["stamped_by"] == "acme_gate:classify"
        assert marked[name]["type"] == "preference"
    assert live_project.row("odd")["stamped_by"] == marked["odd"]["stamped_by"] == "fixture"
    assert marked["odd"]["type"] == "insight"
    assert marked["talk_1"]["stamped_by"] == "fixture"
    assert "type" not in marked["talk_1"]


def test_a_gate_that_is_wrong(live_project: LiveProject) -> None:
    """A type that the gate chose badly comes back as such, and lowers the score."""
    world = stamped_world()
    live_project.serve(world)
    live_project.gate("def classify(window):\n    return 'send', 'insight', 'guess'\n")
    live_project.configure(subjects="acme_gate:classify")
    live_project.live(timeout=PATIENT)
    assert live_project.scores()["type_match"] == 0.25  # the odd one alone
    assert live_project.row("wish_1")["memories"] == [{"text": "About wish_1.", "type": "insight"}]


def test_a_gate_that_raises(live_project: LiveProject) -> None:
    """A gate that gives no answer marks nothing; the fixture does it instead."""
    world = stamped_world()
    platform = live_project.serve(world)
    live_project.gate("def classify(window):\n    raise ValueError('no')\n")
    live_project.configure(subjects="acme_gate:classify")
    result = live_project.live(timeout=PATIENT)
    assert_truthful(live_project, world, result)
    assert {add.metadata["stamped_by"] for add in platform.adds} == {"fixture"}
    sent = len(platform.adds)
    told = f"types of {sent} of {sent} windows are the fixture's, not the gate's: "
    assert f"  {told}acme_gate:classify failed: ValueError: no" in result.outlines


def test_stamped_by_the_fixture(live_project: LiveProject) -> None:
    """Without a gate the fixture's own type is the mark."""
    platform = live_project.serve(stamped_world())
    live_project.live(timeout=PATIENT)
    marked = {str(add.fixture): add.metadata for add in platform.adds}
    run, policy = live_part(live_project)["run"], live_part(live_project)["policy"]
    assert marked["odd"] == {
        "fixture": "odd",
        "policy": policy,
        "stamped_by": "fixture",
        "type": "insight",
    }
    assert {add.app_id for add in platform.adds} == {f"eval-{run}"}


# --- what a row says of a window that was not measured


def test_rows_of_what_was_not_measured(live_project: LiveProject) -> None:
    """Each kind of invalid window says in its row, and in its item, what became of it."""
    world = even_world(extracts=3, excludes=1)
    world.cases[3]["window"] = [{"role": "user", "content": "   "}]
    switches = Switches(event_failed={"wish_0"}, event_stuck={"wish_1"})
    platform = live_project.serve(world, switches=switches)
    result = live_project.live("-rs", timeout=600)
    limit = 600 / platform.clock.speed
    details = {row["id"]: row["detail"] for row in invalid_rows(live_project)}
    assert details == {
        "wish_0": "failed: the platform failed to extract: The extraction could not be completed.",
        "wish_1": f"late: its extraction had not ended after {limit:g} s",
        "talk_0": "error: the window holds no text to send",
    }
    for detail in details.values():
        assert f"invalid: {detail}" in result.stdout.str()
    assert_truthful(live_project, world, result)
    assert set(live_project.floors()) == set(FLOORS)
    result.stdout.fnmatch_lines(["*invalid  *3*"])
