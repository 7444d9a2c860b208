"""From an add to a row: queued, extracted as the script says, seen late, and sometimes renamed."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from tests.platform import Fact
from tests.platform import Heard
from tests.platform import Script
from tests.platform import StandIn
from tests.platform import Switches
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain
from tests.platform_contract.conftest import Real

CALM = Switches(rows_before_terminal=False, replace=False)
WISH = Script({"wish": ["Prefers tabs."], "two": ["One.", "Two."]})
#: Longer than any extraction and any index takes.
LONG = 400.0


@pytest.fixture
def calm(launch: Launch) -> StandIn:
    """A stand-in of which every extraction takes 20 to 300 seconds, with no surprises."""
    return launch(script=WISH, switches=CALM, latency=(20.0, 300.0))


def about(fixture: str, **more: Any) -> dict[str, Any]:
    return {"metadata": {"fixture": fixture}, **more}


def test_an_add_answers_with_an_event_and_no_memory(calm: StandIn) -> None:
    body = {"messages": [{"role": "user", "content": "x"}], "user_id": "u", **about("wish")}
    reply = Plain(calm)("POST", "/v3/memories/add/", body)
    assert reply.status == 200
    assert set(reply.body) == {"event_id", "status"}
    assert reply.body["status"] == "PENDING"


def test_an_event_goes_from_pending_to_its_end(calm: StandIn) -> None:
    """Empty results mean nothing before the end."""
    plain = Plain(calm)
    event_id = plain.add("tabs!", **about("wish"))
    pending = plain.event(event_id)
    assert (pending["status"], pending["results"]) == ("PENDING", [])
    assert pending["started_at"] is pending["completed_at"] is pending["latency"] is None
    calm.clock.skip(1.1)
    running = plain.event(event_id)
    assert (running["status"], running["results"]) == ("RUNNING", [])
    assert plain.rows() == []
    (add,) = calm.adds
    assert add.finish is not None
    calm.clock.skip(add.finish - calm.clock.now() + 0.01)
    done = plain.event(event_id)
    assert (done["status"], done["error"]) == ("SUCCEEDED", None)
    assert done["payload"]["metadata"] == {"fixture": "wish"}
    (result,) = done["results"]
    assert result["event"] == "ADD"
    assert result["user_id"] == "u"
    assert result["data"] == {"memory": "Prefers tabs."}
    assert 0 < done["latency"] / 1000 <= add.finish - add.at
    calm.clock.skip(5)
    assert [row["id"] for row in plain.rows()] == [result["id"]]
    assert calm.slowest == pytest.approx(add.finish - add.at)


def test_a_suppressed_fixture_ends_like_the_others_with_nothing(calm: StandIn) -> None:
    plain = Plain(calm)
    event_id = plain.add("lunch?", **about("chatter"))
    calm.clock.skip(LONG)
    done = plain.event(event_id)
    assert (done["status"], done["results"]) == ("SUCCEEDED", [])
    assert plain.rows() == []
    assert calm.residue() == set()


def test_list_and_search_lag_behind_the_event(calm: StandIn) -> None:
    plain = Plain(calm)
    listed: list[float] = []
    searched: list[float] = []
    for number in range(12):
        user = f"u{number}"
        plain.add("tabs!", user_id=user, **about("wish"))
        add = calm.adds[-1]
        assert add.finish is not None
        calm.clock.skip(add.finish - calm.clock.now() + 0.001)
        while not plain.rows({"user_id": user}):
            calm.clock.skip(0.5)
        listed.append(calm.clock.now() - add.finish)
        while not plain.found("tabs", {"user_id": user}):
            calm.clock.skip(0.5)
        searched.append(calm.clock.now() - add.finish)
    assert 0 < statistics.mean(listed) < 5
    assert max(searched) <= 20.5
    assert statistics.mean(searched) > statistics.mean(listed)


def test_a_row_of_a_list(calm: StandIn) -> None:
    plain = Plain(calm)
    plain.add("x", app_id="a", run_id="r", user_id="u", **about("wish"))
    calm.clock.skip(LONG)
    (row,) = plain.rows()
    assert set(row) == {
        *("id", "memory", "user_id", "agent_id", "app_id", "session_id", "metadata", "categories"),
        *("structured_attributes", "replaced_by", "synthesized", "expiration_date"),
        *("created_at", "updated_at"),
    }
    assert (row["user_id"], row["agent_id"], row["app_id"], row["session_id"]) == (
        *("u", None, "a", "r"),
    )
    assert row["metadata"] == {"fixture": "wish"}
    single = plain("GET", f"/v1/memories/{row['id']}/").body
    assert single == {**row, "lifecycle_state": "active"}
    (found,) = plain.found("tabs", {"run_id": "r"})
    assert (found["run_id"], "session_id" in found) == ("r", False)
    assert 0.1 <= found["score"] <= 1
    (first,) = plain("GET", f"/v1/memories/{row['id']}/history/").body
    assert (first["event"], first["old_memory"], first["new_memory"]) == (
        *("ADD", None, "Prefers tabs."),
    )
    assert first["input"] == [{"role": "user", "content": "x"}]


def test_searches_rank_and_cut(platform: StandIn, plain: Plain) -> None:
    for text in ("tabs", "something else", "tabs and spaces"):
        platform.seed_memory(text, user_id="u")
    assert [row["memory"] for row in plain.found("tabs spaces")] == ["tabs and spaces", "tabs"]
    assert len(plain.found("tabs spaces", top_k=1)) == 1
    assert len(plain.found("tabs spaces", threshold=0)) == 3


def test_facts_are_found_by_a_token_in_the_text(calm: StandIn) -> None:
    plain = Plain(calm)
    plain.add("this is [wish] again")
    calm.clock.skip(LONG)
    assert [row["memory"] for row in plain.rows()] == ["Prefers tabs."]


def test_metadata_is_copied_to_every_fact(launch: Launch) -> None:
    script = Script({"f": ["One.", Fact("Two.", metadata_extra={"type": "decision"})]})
    platform = launch(script=script, switches=CALM)
    plain = Plain(platform)
    plain.add(**about("f"))
    platform.clock.skip(LONG)
    assert {row["memory"]: row["metadata"] for row in plain.rows()} == {
        "One.": {"fixture": "f"},
        "Two.": {"fixture": "f", "type": "decision"},
    }


def test_the_same_fact_twice_looks_like_a_suppression(calm: StandIn) -> None:
    plain = Plain(calm)
    plain.add(**about("wish"))
    calm.clock.skip(LONG)
    again = plain.add("another way to say it", **about("wish"))
    elsewhere = plain.add(user_id="v", **about("wish"))
    calm.clock.skip(LONG)
    assert plain.event(again)["status"] == "SUCCEEDED"
    assert plain.event(again)["results"] == []
    assert len(plain.event(elsewhere)["results"]) == 1
    assert len(plain.rows()) == 1


def test_a_user_and_an_agent_never_share_a_fact(launch: Launch) -> None:
    script = Script({"f": ["Said by the user.", Fact("Said by the agent.", role="assistant")]})
    platform = launch(script=script, switches=CALM)
    plain = Plain(platform)
    plain.add(user_id="u", agent_id="g", app_id="a", **about("f"))
    platform.clock.skip(LONG)
    rows = plain.rows({"OR": [{"user_id": "u"}, {"agent_id": "g"}]})
    assert {(row["memory"], row["user_id"], row["agent_id"], row["app_id"]) for row in rows} == {
        ("Said by the user.", "u", None, "a"),
        ("Said by the agent.", None, "g", "a"),
    }
    assert plain.rows({"user_id": "u", "agent_id": "g"}) == []


def test_a_contradiction_supersedes(launch: Launch) -> None:
    script = Script({"old": ["Tabs."], "new": [Fact("Spaces.", supersedes="Tabs.")]})
    platform = launch(script=script, switches=CALM)
    plain = Plain(platform)
    plain.add(**about("old"))
    platform.clock.skip(LONG)
    plain.add(**about("new"))
    platform.clock.skip(LONG)
    replaced_by = {row["memory"]: row["replaced_by"] for row in plain.rows()}
    (current,) = plain.rows(latest_only=True)
    assert current["memory"] == "Spaces."
    assert replaced_by == {"Tabs.": current["id"], "Spaces.": None}


def test_a_merged_fact_is_hidden_unless_asked_for(launch: Launch) -> None:
    script = Script({"part": ["Tabs."], "whole": [Fact("Tabs, always.", merges="Tabs.")]})
    platform = launch(script=script, switches=CALM)
    plain = Plain(platform)
    plain.add(**about("part"))
    platform.clock.skip(LONG)
    plain.add(**about("whole"))
    platform.clock.skip(LONG)
    assert [row["memory"] for row in plain.rows()] == ["Tabs, always."]
    assert len(plain.rows(include_merged=True)) == 2
    assert len(platform.memories()) == 2


def test_categories_come_after_hours_if_at_all(launch: Launch) -> None:
    platform = launch(script=WISH, switches=CALM)
    plain = Plain(platform)
    for number in range(40):
        plain.add(user_id=f"u{number}", app_id="a", custom_categories=[{"x": "y"}], **about("wish"))

    def categorised() -> int:
        return sum(row["categories"] == ["x"] for row in plain.rows({"app_id": "a"}))

    platform.clock.skip(LONG)
    assert categorised() == 0
    platform.clock.skip(6 * 3600)
    assert 0 < categorised() < 40
    platform.clock.skip(1000 * 86400)
    assert 30 < categorised() < 40


# --- Instructions


def test_the_instructions_of_a_call_govern_it(launch: Launch) -> None:
    """They stand above those of the project, which change for everybody at once."""
    platform = launch()
    plain = Plain(platform)
    plain.add()
    platform.project.custom_instructions = "of the project"
    plain.add()
    plain.add(custom_instructions="of the call")
    plain.add(custom_instructions="")
    expected = [None, "of the project", "of the call", ""]
    assert [add.governing_instructions for add in platform.adds] == expected
    assert [each.governing_instructions for each in platform.requests] == expected


@pytest.mark.parametrize(
    ("ids", "governing", "agents"),
    [
        ({"user_id": "u"}, "users", "agents"),
        ({"agent_id": "g"}, "agents", "agents"),
        ({"user_id": "u", "agent_id": "g"}, "users", "agents"),
    ],
)
def test_agents_have_instructions_of_their_own(
    platform: StandIn, plain: Plain, ids: dict[str, str], governing: str, agents: str
) -> None:
    platform.project.custom_instructions = "users"
    platform.project.agent_custom_instructions = "agents"
    plain.add(**ids)
    (add,) = platform.adds
    assert (add.governing_instructions, add.agent_instructions) == (governing, agents)


def test_facts_may_depend_on_the_instructions(launch: Launch) -> None:
    def rule(heard: Heard) -> list[str]:
        return [] if "nothing" in (heard.instructions or "") else [f"{heard.fixture}: {heard.text}"]

    platform = launch(script=Script(rule=rule), switches=CALM)
    plain = Plain(platform)
    plain.add("hello", user_id="u", **about("f"))
    plain.add("hello", user_id="v", custom_instructions="store nothing", **about("f"))
    platform.clock.skip(LONG)
    assert [row["memory"] for row in plain.rows({"user_id": "*"})] == ["f: hello"]


def test_the_client_reads_back_what_it_set(platform: StandIn, client: Real) -> None:
    client.project.update(custom_instructions="only wishes", decay=True)
    read = client.project.get()
    assert (read["custom_instructions"], read["decay"]) == ("only wishes", True)
    client.project.update(custom_instructions="")
    assert client.project.get()["custom_instructions"] == ""
    assert platform.project.custom_instructions == ""


# --- Verbatim adds


def test_verbatim_rows_are_stored_at_once(launch: Launch) -> None:
    platform = launch(script=WISH)
    plain = Plain(platform)
    body = {
        "messages": [
            {"role": "system", "content": "be kind"},
            {"role": "user", "content": "wish"},
            {"role": "assistant", "content": [{"type": "text", "text": "ok"}, {"type": "image"}]},
            {"role": "user", "content": [{"type": "image"}]},
            {"role": "user", "content": "wish"},
        ],
        "user_id": "u",
        "agent_id": "g",
        "infer": False,
    }
    answer = plain("POST", "/v3/memories/add/", body).body
    assert (answer["status"], answer["message"]) == ("SUCCEEDED", "Memories stored successfully")
    assert [each["data"]["memory"] for each in answer["results"]] == ["wish", "ok"]
    assert all(set(each) == {"id", "data", "event"} for each in answer["results"])
    assert plain.event(answer["event_id"])["status"] == "SUCCEEDED"
    platform.clock.skip(LONG)
    rows = plain.rows({"user_id": "u", "agent_id": "g"})
    assert {row["id"] for row in rows} == {each["id"] for each in answer["results"]}


def test_verbatim_rows_can_lose_their_owner(launch: Launch) -> None:
    """An accepted add whose rows no filter finds; only their ids reach them."""
    platform = launch(switches=Switches(drop_ids=True))
    plain = Plain(platform)
    answer = plain(
        "POST",
        "/v3/memories/add/",
        {"messages": [{"role": "user", "content": "x"}], "user_id": "u", "infer": False},
    ).body
    platform.clock.skip(LONG)
    assert plain.rows() == []
    assert platform.residue() == {"u"}
    plain("DELETE", "/v1/batch/", {"memories": [{"memory_id": answer["results"][0]["id"]}]})
    platform.clock.skip(60)
    assert platform.residue() == set()


def test_a_timestamp_dates_a_row_back(platform: StandIn, plain: Plain) -> None:
    plain.add(infer=False, timestamp=1_700_000_000)
    platform.clock.skip(LONG)
    (row,) = plain.rows()
    assert row["created_at"].startswith("2023-11-14T")
    assert plain.rows({"user_id": "u", "created_at": {"lt": "2024-01-01"}}) == [row]


def test_expired_rows_are_hidden_from_lists_only(platform: StandIn, plain: Plain) -> None:
    plain.add(infer=False, expiration_date="2020-01-01")
    platform.clock.skip(LONG)
    assert plain.rows() == []
    (row,) = plain.rows(show_expired=True)
    assert plain("GET", f"/v1/memories/{row['id']}/").status == 200
    assert len(platform.memories()) == 1


# --- Surprises


def test_an_id_can_change_after_it_was_seen(launch: Launch) -> None:
    """The number of rows never tells; the old id is gone for reads and deletes."""
    platform = launch(script=WISH, switches=Switches(replace=True, rows_before_terminal=False))
    plain = Plain(platform)
    event_id = plain.add(**about("two"))
    seen: list[frozenset[str]] = []
    while not plain.event(event_id)["results"]:
        platform.clock.skip(1)
    for _ in range(60):
        platform.clock.skip(0.5)
        rows = plain.rows()
        if len(rows) == 2 and frozenset(row["id"] for row in rows) not in seen:
            seen.append(frozenset(row["id"] for row in rows))
    before, after = seen
    assert len(before & after) == 1
    (old,), (new,) = before - after, after - before
    assert old in {each["id"] for each in plain.event(event_id)["results"]}
    for method in ("GET", "DELETE"):
        assert plain(method, f"/v1/memories/{old}/").status == 404
    assert plain("GET", f"/v1/memories/{new}/").status == 200


def test_search_finds_both_ids_of_a_renamed_row_for_a_while(launch: Launch) -> None:
    """The new one comes late, and the old one leaves late."""
    platform = launch(
        script=Script({"wish": ["Prefers tabs."]}),
        switches=Switches(replace=True, rows_before_terminal=False),
        latency=(20, 20),
    )
    plain = Plain(platform)
    for number in range(20):
        plain.add(user_id=f"u{number}", app_id="a", metadata={"fixture": "wish"})
    crowds = set()
    for _ in range(140):
        platform.clock.skip(0.5)
        found = plain.found("tabs", {"app_id": "a"}, top_k=100)
        users = [row["user_id"] for row in found]
        crowds |= {users.count(user) for user in users}
    assert crowds == {1, 2}
    assert len(plain.found("tabs", {"app_id": "a"}, top_k=100)) == 20


def test_what_was_superseded_points_to_the_new_id_of_a_renamed_row(launch: Launch) -> None:
    script = Script({"old": ["Tabs."], "new": [Fact("Spaces.", supersedes="Tabs.")]})
    platform = launch(script=script, switches=Switches(replace={"new"}))
    plain = Plain(platform)
    for fixture in ("old", "new"):
        event_id = plain.add(**about(fixture))
        platform.clock.skip(LONG)
    first = plain.event(event_id)["results"][0]["id"]
    (current,) = plain.rows(latest_only=True)
    (old,) = [row for row in plain.rows() if row["memory"] == "Tabs."]
    assert old["replaced_by"] == current["id"] != first


def test_a_row_that_was_deleted_is_not_created_again(launch: Launch) -> None:
    platform = launch(script=WISH, switches=Switches(replace=True, rows_before_terminal=False))
    plain = Plain(platform)
    event_id = plain.add(**about("wish"))
    while not plain.event(event_id)["results"]:
        platform.clock.skip(0.1)
    (result,) = plain.event(event_id)["results"]
    assert plain("DELETE", f"/v1/memories/{result['id']}/").status == 200
    platform.clock.skip(LONG)
    assert platform.memories() == []


def test_rows_can_come_before_the_end_of_their_event(launch: Launch) -> None:
    platform = launch(
        script=WISH, switches=Switches(rows_before_terminal=True, replace=False), latency=(100, 100)
    )
    plain = Plain(platform)
    event_id = plain.add(**about("wish"))
    platform.clock.skip(95)
    event = plain.event(event_id)
    assert (event["status"], event["results"]) == ("RUNNING", [])
    (row,) = plain.rows()
    platform.clock.skip(6)
    assert [each["id"] for each in plain.event(event_id)["results"]] == [row["id"]]


def test_a_used_scope_leaks_into_the_next_extraction(launch: Launch) -> None:
    """Whoever sends two fixtures as one user sees a fact that neither holds."""
    platform = launch(switches=Switches(context_leak=True, replace=False))
    plain = Plain(platform)
    first = plain.add("we always squash")
    platform.clock.skip(LONG)
    second = plain.add("lunch?")
    other = plain.add("lunch?", user_id="v")
    platform.clock.skip(LONG)
    assert plain.event(first)["results"] == []
    (leak,) = plain.event(second)["results"]
    assert "we always squash" in leak["data"]["memory"]
    assert plain.event(other)["results"] == []


@pytest.mark.parametrize("whom", [True, 1.0, {"wish"}], ids=["all", "share", "named"])
def test_a_stuck_event_never_ends(launch: Launch, whom: Any) -> None:
    platform = launch(script=WISH, switches=Switches(event_stuck=whom))
    plain = Plain(platform)
    event_id = plain.add(**about("wish"))
    platform.clock.skip(1e6)
    assert plain.event(event_id)["status"] == "RUNNING"
    assert platform.adds[0].finish is None
    assert plain.rows() == []
    assert platform.residue() == set()


def test_a_failed_event_says_why_and_stores_nothing(launch: Launch) -> None:
    platform = launch(script=WISH, switches=Switches(event_failed={"wish"}))
    plain = Plain(platform)
    failed, fine = plain.add(**about("wish")), plain.add(user_id="v", **about("two"))
    platform.clock.skip(LONG)
    event = plain.event(failed)
    assert (event["status"], event["results"]) == ("FAILED", [])
    assert "could not be completed" in event["error"]
    assert plain.rows() == []
    assert plain.event(fine)["status"] == "SUCCEEDED"


def test_an_event_can_lack_its_results(launch: Launch) -> None:
    switches = Switches(event_missing_results=True, event_results_after=30)
    platform = launch(script=WISH, switches=switches, latency=(10, 10))
    plain = Plain(platform)
    event_id = plain.add(**about("wish"))
    assert plain.event(event_id)["results"] == []
    platform.clock.skip(11)
    bare = plain.event(event_id)
    assert (bare["status"], "results" in bare) == ("SUCCEEDED", False)
    platform.clock.skip(30)
    assert len(plain.event(event_id)["results"]) == 1


def test_a_status_can_come_in_lower_case(launch: Launch) -> None:
    plain = Plain(launch(switches=Switches(event_status_lower=True)))
    assert plain.event(plain.add())["status"] == "pending"


def test_an_event_can_be_unknown_at_first(launch: Launch) -> None:
    platform = launch(switches=Switches(event_404_for=3), latency=(10, 10))
    plain = Plain(platform)
    event_id = plain.add()
    assert plain("GET", f"/v1/event/{event_id}/").status == 404
    assert plain("GET", "/v1/events/").body["count"] == 0
    platform.clock.skip(3)
    assert plain.event(event_id)["status"] == "RUNNING"


def test_a_lost_add_is_found_by_its_payload(launch: Launch) -> None:
    """Among the events of searches and deletes, the newest first."""
    platform = launch()
    plain = Plain(platform)
    plain.add(**about("wish", user_id="u"))
    platform.clock.skip(1)
    plain.found("x")
    plain("DELETE", "/v1/memories/", user_id="v")
    rows = plain("GET", "/v1/events/").body["results"]
    assert {row["event_type"] for row in rows} == {"ADD", "SEARCH", "DELETE"}
    (mine,) = [row for row in rows if row["payload"].get("metadata") == {"fixture": "wish"}]
    assert mine is rows[-1]
    assert mine["payload"]["user_id"] == "u"


def test_counts_lie_while_rows_move(launch: Launch) -> None:
    platform = launch(script=WISH, switches=Switches(count_lies=2, replace=False))
    plain = Plain(platform)
    body = {"filters": {"user_id": "u"}}
    plain.add("x", infer=False)
    platform.clock.skip(5)
    answer = plain("POST", "/v3/memories/", body).body
    assert (answer["count"], len(answer["results"])) == (3, 1)
    platform.clock.skip(30)
    assert plain("POST", "/v3/memories/", body).body["count"] == 1


def test_adds_can_carry_a_notice(launch: Launch) -> None:
    plain = Plain(launch(switches=Switches(mem0_notice=True)))
    body = {"messages": [{"role": "user", "content": "x"}], "user_id": "u"}
    reply = plain("POST", "/v3/memories/add/", body)
    assert set(reply.body) == {"event_id", "status", "mem0_notice"}
    assert reply.headers["X-Mem0-Notice-Message"] == reply.body["mem0_notice"]


def test_searches_refresh_what_they_find_where_memories_decay(launch: Launch) -> None:
    platform = launch()
    plain = Plain(platform)
    platform.seed_memory("tabs", user_id="u")
    plain.found("tabs")
    platform.project.decay = True
    plain.found("tabs")
    plain.rows()
    assert [each.reinforced for each in platform.memories()] == [1]
