"""Every method of the real client: what it puts on the wire, and that it comes back."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests.platform import StandIn
from tests.platform_contract.conftest import Real

HELLO = [{"role": "user", "content": "hello"}]
PROJECT = "/api/v1/orgs/organizations/org_standin/projects/proj_standin/"
PIN = {"org_id": "org_standin", "project_id": "proj_standin"}
USER = {"user_id": "u"}
#: Stands for the id of the memory that is there.
ID = "<id>"

Call = Callable[[Real, str], Any]
Sent = tuple[str, str, dict[str, list[str]], Any]

CALLS: dict[str, tuple[Call, Sent]] = {
    "add": (
        lambda c, i: c.add(HELLO, user_id="u", metadata={"n": 1}, infer=True),
        (
            "POST",
            "/v3/memories/add/",
            {},
            {"messages": HELLO, "user_id": "u", "metadata": {"n": 1}, "infer": True},
        ),
    ),
    "add_text": (
        lambda c, i: c.add("hello", user_id="u", agent_id=None),
        ("POST", "/v3/memories/add/", {}, {"messages": HELLO, "user_id": "u"}),
    ),
    "get_all": (
        lambda c, i: c.get_all(filters=USER),
        ("POST", "/v3/memories/", {}, {"filters": USER}),
    ),
    "get_all_page": (
        lambda c, i: c.get_all(filters=USER, page=1, page_size=50, latest_only=True),
        (
            "POST",
            "/v3/memories/",
            {"page": ["1"], "page_size": ["50"]},
            {"filters": USER, "latest_only": True},
        ),
    ),
    "get_all_size": (
        lambda c, i: c.get_all(filters=USER, page_size=50),
        ("POST", "/v3/memories/", {"page_size": ["50"]}, {"filters": USER}),
    ),
    "search": (
        lambda c, i: c.search("  tabs ", filters=USER, top_k=3),
        ("POST", "/v3/memories/search/", {}, {"query": "tabs", "filters": USER, "top_k": 3}),
    ),
    "get": (lambda c, i: c.get(i), ("GET", f"/v1/memories/{ID}/", {}, None)),
    "history": (lambda c, i: c.history(i), ("GET", f"/v1/memories/{ID}/history/", {}, None)),
    "update": (
        lambda c, i: c.update(i, text="new", metadata={"a": 1}),
        ("PUT", f"/v1/memories/{ID}/", {}, {"text": "new", "metadata": {"a": 1}}),
    ),
    "update_expiry": (
        lambda c, i: c.update(i, expiration_date=None),
        ("PUT", f"/v1/memories/{ID}/", {}, {"expiration_date": None}),
    ),
    "delete": (lambda c, i: c.delete(i), ("DELETE", f"/v1/memories/{ID}/", {}, None)),
    "delete_linked": (
        lambda c, i: c.delete(i, delete_linked=True),
        ("DELETE", f"/v1/memories/{ID}/", {"delete_linked": ["true"]}, None),
    ),
    "delete_all": (
        lambda c, i: c.delete_all(user_id="u", run_id="r"),
        ("DELETE", "/v1/memories/", {"user_id": ["u"], "run_id": ["r"]}, None),
    ),
    "delete_all_list": (
        lambda c, i: c.delete_all(user_id=["u", "v"]),
        ("DELETE", "/v1/memories/", {"user_id": ["u", "v"]}, None),
    ),
    "batch_update": (
        lambda c, i: c.batch_update([{"memory_id": i, "text": "new"}]),
        ("PUT", "/v1/batch/", {}, {"memories": [{"memory_id": ID, "text": "new"}]}),
    ),
    "batch_delete": (
        lambda c, i: c.batch_delete([{"memory_id": i}]),
        ("DELETE", "/v1/batch/", {}, {"memories": [{"memory_id": ID}]}),
    ),
    "users": (lambda c, i: c.users(), ("GET", "/v1/entities/", {}, None)),
    "delete_users": (
        lambda c, i: c.delete_users(user_id="a/b c", run_id="r"),
        ("DELETE", "/v2/entities/user/a%2Fb%20c/", {}, None),
    ),
    "project.get": (
        lambda c, i: c.project.get(fields=["decay", "name"]),
        (
            "GET",
            PROJECT,
            {"fields": ["decay", "name"], **{key: [value] for key, value in PIN.items()}},
            None,
        ),
    ),
    "project.update": (
        lambda c, i: c.project.update(custom_instructions="only wishes"),
        ("PATCH", PROJECT, {}, {"custom_instructions": "only wishes", **PIN}),
    ),
    "project.create": (
        lambda c, i: c.project.create("scratch"),
        ("POST", PROJECT.replace("proj_standin/", ""), {}, {"name": "scratch"}),
    ),
    "project.delete": (lambda c, i: c.project.delete(), ("DELETE", PROJECT, {}, None)),
    "project.get_members": (
        lambda c, i: c.project.get_members(),
        ("GET", f"{PROJECT}members/", {}, None),
    ),
    "feedback": (
        lambda c, i: c.feedback(memory_id=i, feedback="POSITIVE", feedback_reason="so"),
        (
            "POST",
            "/v1/feedback/",
            {},
            {"memory_id": ID, "feedback": "POSITIVE", "feedback_reason": "so"},
        ),
    ),
    "get_summary": (
        lambda c, i: c.get_summary(filters=USER),
        ("POST", "/v1/summary/", {}, {"filters": USER}),
    ),
    "create_memory_export": (
        lambda c, i: c.create_memory_export(schema="{}", filters=USER),
        ("POST", "/v1/exports/", {}, {"schema": "{}", "filters": USER}),
    ),
    "get_memory_export": (
        lambda c, i: c.get_memory_export(filters=USER),
        ("POST", "/v1/exports/get/", {}, {"filters": USER}),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_method_of_the_client(platform: StandIn, client: Real, name: str) -> None:
    """It sends what the contract says, in one request, and gets an answer that it can read."""
    call, expected = CALLS[name]
    memory_id = platform.seed_memory("tabs over spaces", user_id="u")
    answer = call(client, memory_id)
    (_, record) = platform.requests
    sent = (record.method, record.path.replace(memory_id, ID), dict(record.query), record.body)
    if record.body is not None:
        sent = (*sent[:3], _without(record.body, memory_id))
    assert sent == expected
    assert record.status in (200, 201)
    assert isinstance(answer, dict | list)
    # Clients before 2.1 do not say who they are.
    assert record.headers.get("x-mem0-client", "mem0-python/2.").startswith("mem0-python/2.")


def _without(body: Any, memory_id: str) -> Any:
    """A body with a placeholder where the id of the memory stands."""
    if isinstance(body, dict):
        return {key: _without(value, memory_id) for key, value in body.items()}
    if isinstance(body, list):
        return [_without(each, memory_id) for each in body]
    return ID if body == memory_id else body


def test_profiles(platform: StandIn, client: Real) -> None:
    if not hasattr(client, "get_profile"):
        pytest.skip("needs a client that knows profiles")
    client.get_profile("u/1")
    job = client.generate_profile("u/1", idempotency_key="once")
    assert client.generate_profile("u/1", idempotency_key="once") == job
    client.get_profile_job(job["status_url"])
    client.update_profile_settings(enabled=True)
    assert client.get_profile_settings()["enabled"] is True
    assert [(each.method, each.path) for each in platform.requests[1:]] == [
        ("GET", "/v2/entities/user/u%2F1/profile/"),
        ("POST", "/v2/profiles/jobs/"),
        ("POST", "/v2/profiles/jobs/"),
        ("GET", job["status_url"]),
        ("POST", "/v2/profiles/settings/"),
        ("GET", "/v2/profiles/settings/"),
    ]


def test_events_are_read_past_the_client(platform: StandIn, client: Real) -> None:
    event_id = client.add("hello", user_id="u")["event_id"]
    answer = client.client.get(f"/v1/event/{event_id}/")
    answer.raise_for_status()
    assert answer.json()["id"] == event_id
    missing = client.client.get(f"/v1/event/{uuid.uuid4()}/")
    assert missing.status_code == 404


REFUSED: dict[str, tuple[Callable[[Real], Any], type[Exception]]] = {
    "add_a_tuple": (lambda c: c.add(("hello",), user_id="u"), ValueError),
    "add_positional": (lambda c: c.add("hello", "u"), AttributeError),
    "get_all_by_user": (lambda c: c.get_all(user_id="u"), ValueError),
    "get_all_by_none": (lambda c: c.get_all(user_id=None), ValueError),
    "search_by_user": (lambda c: c.search("x", user_id="u"), ValueError),
    "search_blank": (lambda c: c.search("  ", filters=USER), ValueError),
    "update_nothing": (lambda c: c.update(str(uuid.uuid4())), ValueError),
    "update_positional": (lambda c: c.update(str(uuid.uuid4()), "text"), AttributeError),
    "project_update_nothing": (lambda c: c.project.update(), ValueError),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_client_refuses_is_never_sent(platform: StandIn, client: Real, name: str) -> None:
    call, kind = REFUSED[name]
    with pytest.raises(kind):
        call(client)
    assert len(platform.requests) == 1


def test_a_forgotten_argument_lists_and_deletes_everybody(platform: StandIn, client: Real) -> None:
    """The client's shortcut for all users is caught by the tripwire, and works."""
    platform.seed_memory("one", user_id="alice")
    platform.seed_memory("two", agent_id="bob")
    client.delete_users()
    assert platform.tripped == [
        "agent 'bob' was listed, then deleted",
        "user 'alice' was listed, then deleted",
    ]
    platform.clock.skip(60)
    assert platform.memories() == []


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        ({}, ""),
        ({"user_id": None}, ""),
        ({"user_id": ""}, "user_id="),
        ({"filters": {"user_id": "u"}}, "filters="),
        ({"metadata": {"k": "v"}}, "metadata="),
    ],
    ids=["nothing", "none", "empty", "filters", "metadata"],
)
def test_a_delete_whose_filter_got_lost_is_refused(
    platform: StandIn, client: Real, mem0: Real, arguments: dict[str, Any], query: str
) -> None:
    platform.seed_memory("one", user_id="u")
    with pytest.raises(mem0.exceptions.ValidationError, match="At least one filter is required"):
        client.delete_all(**arguments)
    assert len(platform.tripped) == 1
    assert query in platform.tripped[0]
    platform.clock.skip(600)
    assert len(platform.memories()) == 1
