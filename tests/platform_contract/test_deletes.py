"""Deleting: queued, slow to show, wider than it looks, and sometimes undone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.platform import Fact
from tests.platform import Script
from tests.platform import StandIn
from tests.platform import Switches
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain
from tests.platform_contract.conftest import Real

CALM = Switches(rows_before_terminal=False, replace=False)


def texts(platform: StandIn) -> set[str]:
    return {each.text for each in platform.memories()}


def test_a_deleted_row_can_be_listed_for_a_while(platform: StandIn, plain: Plain) -> None:
    """It cannot be read, yet lists show it for seconds and searches for up to a minute."""
    ids = [platform.seed_memory("tabs", user_id="u", app_id=str(n)) for n in range(8)]
    reply = plain("DELETE", "/v1/batch/", {"memories": [{"memory_id": each} for each in ids]})
    assert reply.body == {"message": "Successfully deleted 8 memories"}
    assert {plain("GET", f"/v1/memories/{each}/").status for each in ids} == {404}
    assert len(plain.rows()) == 8
    platform.clock.skip(10)
    assert plain.rows() == []
    left = plain.found("tabs")
    assert 0 < len(left) < 8
    assert len(platform.memories()) == len(left)
    platform.clock.skip(50)
    assert plain.found("tabs") == []
    assert platform.memories() == []


def test_a_second_delete_is_a_404(platform: StandIn, plain: Plain) -> None:
    path = f"/v1/memories/{platform.seed_memory('tabs', user_id='u')}/"
    assert plain("DELETE", path).body == {"message": "Memory deleted successfully!"}
    assert plain("DELETE", path).status == 404
    assert plain("PUT", path, {"text": "x"}).status == 404
    last = plain("GET", f"{path}history/").body[-1]
    assert (last["event"], last["old_memory"]) == ("DELETE", "tabs")


def test_a_batch_takes_what_is_still_there(platform: StandIn, plain: Plain) -> None:
    kept, gone = (platform.seed_memory(text, user_id="u") for text in ("kept", "gone"))
    plain("DELETE", f"/v1/memories/{gone}/")
    both = {"memories": [{"memory_id": gone}, {"memory_id": kept}, {"memory_id": "no-uuid"}]}
    assert "deleted 1 " in plain("DELETE", "/v1/batch/", both).body["message"]


def test_a_batch_changes_texts(platform: StandIn, plain: Plain) -> None:
    memory_id = platform.seed_memory("old", user_id="u", metadata={"a": 1, "b": 2})
    change = {"memory_id": memory_id, "text": "new", "metadata": {"a": 3}}
    assert "updated 1 " in plain("PUT", "/v1/batch/", {"memories": [change]}).body["message"]
    (row,) = plain.rows()
    assert (row["memory"], row["metadata"]) == ("new", {"a": 3})
    events = [each["event"] for each in plain("GET", f"/v1/memories/{memory_id}/history/").body]
    assert events == ["ADD", "UPDATE"]


def test_deleting_a_fact_brings_back_what_it_superseded(launch: Launch) -> None:
    script = Script({"old": ["Tabs."], "new": [Fact("Spaces.", supersedes="Tabs.")]})
    platform = launch(script=script, switches=CALM)
    plain = Plain(platform)
    for fixture in ("old", "new"):
        plain.add(metadata={"fixture": fixture})
        platform.clock.skip(400)
    (current,) = plain.rows(latest_only=True)
    plain("DELETE", f"/v1/memories/{current['id']}/")
    platform.clock.skip(60)
    (back,) = plain.rows(latest_only=True)
    assert (back["memory"], back["replaced_by"]) == ("Tabs.", None)


def test_a_linked_delete_takes_the_superseded_ones_along(launch: Launch) -> None:
    script = Script(
        {
            "one": ["Tabs."],
            "two": [Fact("Spaces.", supersedes="Tabs.")],
            "three": [Fact("Whatever.", supersedes="Spaces.")],
        }
    )
    platform = launch(script=script, switches=CALM)
    plain = Plain(platform)
    for fixture in ("one", "two", "three"):
        plain.add(metadata={"fixture": fixture})
        platform.clock.skip(400)
    (current,) = plain.rows(latest_only=True)
    reply = plain("DELETE", f"/v1/memories/{current['id']}/", delete_linked="true")
    assert reply.body["cascade_count"] == 2
    platform.clock.skip(60)
    assert platform.memories() == []


# --- Bulk


def test_a_bulk_delete_is_queued(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("mine", user_id="u")
    platform.seed_memory("other", user_id="v")
    reply = plain("DELETE", "/v1/memories/", user_id="u")
    assert reply.body["message"] == "Delete in progress. This may take some time."
    assert plain.event(reply.body["event_id"])["event_type"] == "DELETE"
    assert len(plain.rows()) == 1
    platform.clock.skip(60)
    assert texts(platform) == {"other"}
    assert platform.tripped == []


def test_a_bulk_delete_of_nobody(plain: Plain) -> None:
    assert plain("DELETE", "/v1/memories/", user_id="nobody").status == 200


@pytest.mark.parametrize(
    ("multi", "kept"),
    [
        ("first", {"run of another", "neither"}),
        ("last", {"another run", "neither"}),
        ("union", {"neither"}),
    ],
)
def test_several_ids_are_never_an_intersection(launch: Launch, multi: str, kept: set[str]) -> None:
    platform = launch(switches=Switches(delete_multi=multi))  # type: ignore[arg-type]
    platform.seed_memory("meant", user_id="u", run_id="r")
    platform.seed_memory("another run", user_id="u", run_id="s")
    platform.seed_memory("run of another", user_id="v", run_id="r")
    platform.seed_memory("neither", user_id="v", run_id="s")
    Plain(platform)("DELETE", "/v1/memories/", user_id="u", run_id="r")
    assert platform.flagged == ["a bulk delete by user_id and run_id is no intersection"]
    platform.clock.skip(60)
    assert texts(platform) == kept


def test_a_star_takes_everybody_who_has_such_an_id(platform: StandIn, client: Real) -> None:
    platform.seed_memory("a", user_id="u")
    platform.seed_memory("b", user_id="v", app_id="a")
    platform.seed_memory("c", agent_id="g")
    client.delete_all(user_id="*")
    assert platform.tripped == ["bulk delete of every user_id=*"]
    platform.clock.skip(60)
    assert texts(platform) == {"c"}


def test_a_delete_without_a_filter_once_wiped_the_project(launch: Launch) -> None:
    platform = launch(switches=Switches(delete_none="wipe"))
    platform.seed_memory("a", user_id="u")
    assert Plain(platform)("DELETE", "/v1/memories/").status == 200
    platform.clock.skip(60)
    assert platform.memories() == []
    assert len(platform.tripped) == 1


def test_metadata_narrows_a_bulk_delete(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("a", user_id="u", metadata={"fixture": "f"})
    platform.seed_memory("b", user_id="u", metadata={"fixture": "g"})
    plain("DELETE", "/v1/memories/", user_id="u", metadata=json.dumps({"fixture": "f"}))
    platform.clock.skip(60)
    assert texts(platform) == {"b"}


def test_of_an_id_given_twice_the_last_counts(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("a", user_id="u")
    platform.seed_memory("b", user_id="v")
    plain("DELETE", "/v1/memories/", user_id=["u", "v"])
    platform.clock.skip(60)
    assert texts(platform) == {"a"}


def test_a_late_extraction_fills_a_scope_that_was_cleaned(launch: Launch) -> None:
    platform = launch(script=Script({"f": ["Late."]}), switches=CALM, latency=(100, 100))
    plain = Plain(platform)
    plain.add(metadata={"fixture": "f"})
    assert [each.lifecycle for each in platform.memories()] == ["pending"]
    plain("DELETE", "/v1/memories/", user_id="u")
    platform.clock.skip(90)
    assert plain.rows() == []
    assert platform.residue() == {"u"}
    platform.clock.skip(30)
    assert texts(platform) == {"Late."}
    assert platform.residue() == {"u"}


@pytest.mark.parametrize("path", ["/v1/memories/?user_id=u", "/v2/entities/user/u/"])
def test_a_deleted_user_id_is_spent(launch: Launch, path: str) -> None:
    """What is added under it later is accepted, extracted and never seen."""
    platform = launch(script=Script({"f": ["A fact."]}), switches=CALM)
    plain = Plain(platform)
    plain("DELETE", path)
    event_id = plain.add(metadata={"fixture": "f"})
    platform.clock.skip(400)
    event = plain.event(event_id)
    assert (event["status"], len(event["results"])) == ("SUCCEEDED", 1)
    assert plain.rows() == []
    assert platform.residue() == set()


def test_search_can_go_on_finding_what_was_deleted(launch: Launch) -> None:
    platform = launch(switches=Switches(search_undelete=True))
    plain = Plain(platform)
    plain.add("tabs", infer=False)
    platform.clock.skip(30)
    plain("DELETE", "/v1/memories/", user_id="u")
    platform.clock.skip(1e6)
    assert plain.rows() == []
    assert len(plain.found("tabs")) == 1
    assert len(platform.memories()) == 1
    assert platform.residue() == {"u"}


# --- Entities and projects


def test_entities_are_what_rows_are_called(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("x", user_id="a/b c", app_id="app")
    answer = plain("GET", "/v1/entities/").body
    assert [(each["type"], each["name"]) for each in answer["results"]] == [
        ("app", "app"),
        ("user", "a/b c"),
    ]
    assert [answer[f"total_{kind}"] for kind in ("users", "agents", "apps", "runs")] == [1, 0, 1, 0]


def test_stats_tell_limits(plain: Plain) -> None:
    answer = plain("GET", "/v1/stats/").body
    assert answer["total_memories"] == 0
    assert answer["total_retrieval_events_limit"] > 0


def test_an_entity_is_deleted_by_its_encoded_name(platform: StandIn, client: Real) -> None:
    platform.seed_memory("x", user_id="a/b c")
    platform.seed_memory("y", user_id="a")
    client.delete_users(user_id="a/b c")
    platform.clock.skip(60)
    assert texts(platform) == {"y"}
    assert platform.tripped == []


def test_of_a_user_and_a_run_the_whole_user_goes(platform: StandIn, client: Real) -> None:
    platform.seed_memory("this run", user_id="u", run_id="r")
    platform.seed_memory("another", user_id="u", run_id="s")
    client.delete_users(user_id="u", run_id="r")
    platform.clock.skip(60)
    assert platform.memories() == []


def test_deleting_the_project_trips(platform: StandIn, client: Real, mem0: Real) -> None:
    platform.seed_memory("x", user_id="u")
    client.project.delete()
    assert platform.tripped == ["the project proj_standin was deleted"]
    with pytest.raises(mem0.exceptions.MemoryNotFoundError):
        client.project.get()


def test_fields_may_narrow_what_is_told_about_a_project(launch: Launch) -> None:
    path = "/api/v1/orgs/organizations/org_standin/projects/proj_standin/"
    whole = Plain(launch())("GET", path, fields=["decay"]).body
    assert {"project_id", "custom_instructions", "decay", "version", "user_role"} <= set(whole)
    narrow = Plain(launch(switches=Switches(fields="narrowing")))
    assert narrow("GET", path, fields=["decay", "name"]).body == {
        "decay": False,
        "name": "Default project",
    }
    assert narrow("GET", path, fields="decay,name").body == {}
    assert narrow("GET", path).body == whole


# --- Pins


@pytest.mark.parametrize("pin", ["body", "ignored"])
def test_a_body_may_redirect_a_call_to_another_project(launch: Launch, pin: str) -> None:
    platform = launch(switches=Switches(pin=pin), script=Script())  # type: ignore[arg-type]
    plain = Plain(platform)
    platform.seed_memory("theirs", user_id="u", project=platform.neighbour)
    ids = {"org_id": platform.org_id, "project_id": platform.neighbour.project_id}
    redirected = pin == "body"
    assert [row["memory"] for row in plain.rows(**ids)] == (["theirs"] if redirected else [])
    assert [row["memory"] for row in plain.rows(project_id=ids["project_id"])] == []
    plain.add(**ids)
    assert platform.adds[0].project_id == (ids["project_id"] if redirected else platform.project_id)
    elsewhere: dict[str, Any] = {"filters": {"user_id": "u"}, **ids, "project_id": "proj_x"}
    assert plain("POST", "/v3/memories/", elsewhere).status == (404 if redirected else 200)


def test_a_pin_in_the_query_of_a_bulk_delete_is_ignored(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("theirs", user_id="u", project=platform.neighbour)
    platform.seed_memory("mine", user_id="u")
    plain(
        "DELETE",
        "/v1/memories/",
        user_id="u",
        org_id=platform.org_id,
        project_id=platform.neighbour.project_id,
    )
    platform.clock.skip(60)
    assert texts(platform) == {"theirs"}
    assert platform.flagged == ["a project named in the query of a bulk delete is ignored"]


# --- Other people's memories


def test_what_was_there_before_is_no_residue(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("theirs", user_id="somebody")
    plain.add("mine", infer=False)
    assert platform.residue() == {"u"}
    assert texts(platform) == {"theirs", "mine"}


def test_copies_do_not_change_the_state(platform: StandIn) -> None:
    platform.seed_memory("kept", user_id="u", metadata={"a": 1})
    (row,) = platform.memories()
    row.text = "spoilt"
    assert row.metadata is not None
    row.metadata.clear()
    (again,) = platform.memories()
    assert (again.text, again.metadata) == ("kept", {"a": 1})
