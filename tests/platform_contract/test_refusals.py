"""What every route refuses, with which status, and in whose words."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.platform import StandIn
from tests.platform import Switches
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain
from tests.platform_contract.conftest import Reply

SAID = [{"role": "user", "content": "hello"}]
ADD = ("POST", "/v3/memories/add/")
LIST = ("POST", "/v3/memories/")
SEARCH = ("POST", "/v3/memories/search/")
UNKNOWN = str(uuid.UUID(int=5, version=4))
PROJECT = "/api/v1/orgs/organizations/{}/projects/{}/"


def said(reply: Reply, key: str) -> str:
    """The text of a refusal, which must stand under this key and no other."""
    assert set(reply.body) - {"details"} == {key}, reply.body
    return reply.text


ADDS: dict[str, tuple[dict[str, Any], str]] = {
    "no_messages": ({"user_id": "u"}, "Invalid input data."),
    "empty_list": ({"messages": [], "user_id": "u"}, "Invalid input data."),
    "text": ({"messages": "hello", "user_id": "u"}, "Invalid input data."),
    "role": ({"messages": [{"role": "tool", "content": "x"}], "user_id": "u"}, "role"),
    "no_content": ({"messages": [{"role": "user"}], "user_id": "u"}, "content"),
    "no_entity": ({"messages": SAID}, "At least one entity ID is required"),
    "empty_entity": ({"messages": SAID, "user_id": ""}, "At least one entity ID is required"),
    "null_entity": ({"messages": SAID, "user_id": None}, "At least one entity ID is required"),
    "scope_in_filters": (
        {"messages": SAID, "filters": {"user_id": "u"}},
        "At least one entity ID is required",
    ),
    "number_as_entity": ({"messages": SAID, "user_id": 5}, "strings"),
    "metadata": ({"messages": SAID, "user_id": "u", "metadata": "x"}, "metadata"),
    "infer": ({"messages": SAID, "user_id": "u", "infer": "no"}, "infer"),
    "day": ({"messages": SAID, "user_id": "u", "expiration_date": "2026-02-30"}, "calendar"),
    "day_and_time": (
        {"messages": SAID, "user_id": "u", "expiration_date": "2026-02-03T00:00"},
        "YYYY-MM-DD",
    ),
    "timestamp": ({"messages": SAID, "user_id": "u", "timestamp": "today"}, "Unix seconds"),
    "instructions": ({"messages": SAID, "user_id": "u", "custom_instructions": ["x"]}, "string"),
    "bare_category": (
        {"messages": SAID, "user_id": "u", "custom_categories": ["travel"]},
        'Expected a dictionary of items but got type \\"str\\".',
    ),
}


@pytest.mark.parametrize("name", ADDS)
def test_an_add_that_cannot_be_used(platform: StandIn, plain: Plain, name: str) -> None:
    body, text = ADDS[name]
    reply = plain(*ADD, body)
    assert reply.status == 400
    assert text in said(reply, "error")
    assert platform.adds == []
    assert platform.requests[-1].governing_instructions is None


@pytest.mark.parametrize("extra", ["version", "async_mode", "output_format", "enable_graph", "zzz"])
def test_what_an_add_does_not_know_it_ignores(platform: StandIn, plain: Plain, extra: str) -> None:
    plain.add(**{extra: "v2"})
    assert len(platform.adds) == 1


FILTERS: dict[str, tuple[dict[str, Any], str]] = {
    "missing": ({}, "Filters are required and cannot be empty."),
    "empty": ({"filters": {}}, "Filters are required and cannot be empty."),
    "null": ({"filters": None}, "Filters are required and cannot be empty."),
    "list": ({"filters": [{"user_id": "u"}]}, "Filters are required"),
    "no_entity": ({"filters": {"metadata": {"a": 1}}}, "At least one entity id"),
    "entity_in_not": ({"filters": {"NOT": [{"user_id": "u"}]}}, "At least one entity id"),
    "beside": ({"filters": {"user_id": "u"}, "user_id": "u"}, "inside of filters"),
    "unknown_key": (
        {"filters": {"user_id": "u", "colour": "red"}},
        "Top-level key must be a logical operator or an allowed field: [",
    ),
    "dotted_key": ({"filters": {"user_id": "u", "metadata.trip": "x"}}, "Top-level key must be"),
    "operator": ({"filters": {"user_id": {"nin": ["u"]}}}, "Unsupported operator"),
    "null_entity": ({"filters": {"user_id": "u", "app_id": None}}, "app_id takes a string"),
    "not_object": (
        {"filters": {"AND": [{"user_id": "u"}, {"NOT": {"app_id": "*"}}]}},
        "NOT takes a list",
    ),
    "time_eq": ({"filters": {"user_id": "u", "created_at": {"eq": "2026-01-01"}}}, "operator"),
}


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("route", [LIST, SEARCH], ids=["list", "search"])
def test_filters_that_are_refused(plain: Plain, name: str, route: tuple[str, str]) -> None:
    body, text = FILTERS[name]
    reply = plain(*route, {"query": "tabs", **body})
    assert reply.status == 400
    assert text in said(reply, "error")


@pytest.mark.parametrize("query", ["", "  \n", None, 5])
def test_a_blank_query(plain: Plain, query: object) -> None:
    reply = plain(*SEARCH, {"query": query, "filters": {"user_id": "u"}})
    assert reply.status == 400
    assert "blank" in said(reply, "error")


@pytest.mark.parametrize(
    "flags", [{"top_k": 0}, {"top_k": 1001}, {"top_k": "5"}, {"threshold": 2}, {"threshold": "x"}]
)
def test_bounds_of_a_search(plain: Plain, flags: dict[str, Any]) -> None:
    reply = plain(*SEARCH, {"query": "x", "filters": {"user_id": "u"}, **flags})
    assert reply.status == 400
    assert next(iter(flags)) in said(reply, "error")


def test_keywords_are_for_lists_and_break_a_search(plain: Plain) -> None:
    nested = {"AND": [{"user_id": "u"}, {"OR": [{"keywords": {"contains": "x"}}]}]}
    assert plain(*LIST, {"filters": nested}).status == 200
    assert plain(*SEARCH, {"query": "x", "filters": nested}).status == 500


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/memories/{}/"),
        ("PUT", "/v1/memories/{}/"),
        ("DELETE", "/v1/memories/{}/"),
        ("GET", "/v1/memories/{}/history/"),
    ],
)
def test_an_id_must_be_one_and_be_known(plain: Plain, method: str, path: str) -> None:
    body = {"text": "x"} if method == "PUT" else None
    wrong = plain(method, path.format("not-a-uuid"), body)
    assert (wrong.status, wrong.body) == (400, {"error": "memory_id should be a valid UUID"})
    unknown = plain(method, path.format(UNKNOWN), body)
    assert (unknown.status, unknown.body) == (404, {"error": "Memory not found!"})


UPDATES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "blank_text": {"text": " "},
    "metadata": {"metadata": [1]},
    "day": {"expiration_date": "soon"},
}


@pytest.mark.parametrize("name", UPDATES)
def test_updates_that_are_refused(platform: StandIn, plain: Plain, name: str) -> None:
    memory_id = platform.seed_memory("old", user_id="u")
    reply = plain("PUT", f"/v1/memories/{memory_id}/", UPDATES[name])
    assert reply.status == 400
    assert [each.text for each in platform.memories()] == ["old"]


def test_an_immutable_memory_stays_as_it_is(platform: StandIn, plain: Plain) -> None:
    plain.add("fixed", infer=False, immutable=True)
    platform.clock.skip(30)
    (row,) = plain.rows()
    reply = plain("PUT", f"/v1/memories/{row['id']}/", {"text": "new"})
    assert reply.status == 400
    assert "immutable" in said(reply, "error")


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"user_id": ""},
        {"user_id": " "},
        {"filters": "{'user_id': 'u'}"},
        {"metadata": "{'k': 'v'}"},
        {"metadata": "[]"},
        {"org_id": "org_standin"},
    ],
)
def test_a_bulk_delete_without_a_filter(
    platform: StandIn, plain: Plain, query: dict[str, str]
) -> None:
    platform.seed_memory("kept", user_id="u")
    reply = plain("DELETE", f"/v1/memories/?{urlencode(query)}")
    assert reply.status == 400
    assert "At least one filter is required" in said(reply, "error")
    assert len(platform.tripped) == 1


def test_a_bulk_delete_with_a_body(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("kept", user_id="u")
    reply = plain("DELETE", "/v1/memories/", {"user_id": "u"}, user_id="u")
    assert reply.status == 400
    assert "query" in said(reply, "error")
    platform.clock.skip(60)
    assert len(platform.memories()) == 1


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_a_batch_of_more_than_a_thousand(plain: Plain, method: str) -> None:
    entry = {"memory_id": UNKNOWN, "text": "x"}
    assert plain(method, "/v1/batch/", {"memories": [entry] * 1000}).status == 200
    reply = plain(method, "/v1/batch/", {"memories": [entry] * 1001})
    assert reply.status == 400
    assert "at most 1000" in said(reply, "error")


@pytest.mark.parametrize("memories", [None, [], [UNKNOWN], [{"id": UNKNOWN}]])
def test_a_batch_that_names_nothing(plain: Plain, memories: object) -> None:
    assert plain("DELETE", "/v1/batch/", {"memories": memories}).status == 400


def test_an_event_that_is_not_there(plain: Plain) -> None:
    for name in (UNKNOWN, "anything"):
        reply = plain("GET", f"/v1/event/{name}/")
        assert reply.status == 404
        assert said(reply, "error") == (
            '{"error": "Event not found or you don\'t have permission to access it."}'
        )


def test_an_entity_type_that_is_not_there(plain: Plain) -> None:
    reply = plain("DELETE", "/v2/entities/team/x/")
    assert (reply.status, reply.body) == (400, {"message": "Invalid entity type"})


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    ("org", "project"), [("org_other", "proj_standin"), ("org_standin", "proj_other")]
)
def test_another_org_or_project(
    platform: StandIn, plain: Plain, method: str, org: str, project: str
) -> None:
    body = {"decay": True} if method == "PATCH" else None
    reply = plain(method, PROJECT.format(org, project), body)
    assert (reply.status, reply.body) == (404, {"message": "Organization or project not found"})
    assert platform.tripped == []


@pytest.mark.parametrize(
    "body",
    [
        {"custom_instructions": ["a list"]},
        {"custom_instructions": None},
        {"custom_categories": ["travel"]},
        {"decay": "yes"},
    ],
)
def test_settings_of_the_wrong_type(
    platform: StandIn, plain: Plain, body: dict[str, object]
) -> None:
    reply = plain("PATCH", PROJECT.format(platform.org_id, platform.project_id), body)
    assert reply.status == 400
    assert platform.project.custom_instructions is None
    assert platform.project.decay is False


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/ping"),
        ("POST", "/v3/memories"),
        ("POST", "/v3/memories/add"),
        ("GET", f"/v1/memories/{UNKNOWN}"),
        ("GET", f"/v1/event/{UNKNOWN}"),
        ("GET", "/"),
        ("GET", "/v4/memories/"),
        ("DELETE", "/v2/entities/user/a/b/"),
    ],
)
def test_the_slash_at_the_end_is_part_of_a_path(plain: Plain, method: str, path: str) -> None:
    reply = plain(method, path, {} if method == "POST" else None)
    assert (reply.status, reply.body) == (404, {"detail": "Not found."})


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/v1/ping/"), ("GET", "/v3/memories/"), ("PATCH", "/v1/batch/")],
)
def test_a_method_that_a_route_does_not_have(plain: Plain, method: str, path: str) -> None:
    reply = plain(method, path, {} if method != "GET" else None)
    assert reply.status == 405
    assert "not allowed" in said(reply, "detail")


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"", "application/json", 400),
        (b"[]", "application/json", 400),
        (b'{"a": "\xff"}', "application/json", 400),
        (b"{}", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/json", 415),
    ],
)
def test_a_body_that_is_no_json_object(plain: Plain, data: bytes, kind: str, status: int) -> None:
    reply = plain(*LIST, data=data, headers={"Content-Type": kind})
    assert reply.status == status
    said(reply, "detail")


def test_a_body_may_name_its_charset(plain: Plain) -> None:
    raw = '{"messages": [{"role": "user", "content": "用制表符"}], "user_id": "u"}'.encode()
    kind = "application/json; charset=utf-8"
    assert plain(*ADD, data=raw, headers={"Content-Type": kind}).status == 200


def test_an_object_after_not_where_it_is_taken(launch: Launch) -> None:
    platform = launch(switches=Switches(not_object="ok"))
    platform.seed_memory("plain", user_id="u")
    platform.seed_memory("of an app", user_id="u", app_id="a")
    filters = {"AND": [{"user_id": "u"}, {"NOT": {"app_id": "*"}}]}
    assert [row["memory"] for row in Plain(platform).rows(filters)] == ["plain"]
