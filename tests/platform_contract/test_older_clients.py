"""The routes of clients before 2.0, as far as somebody may still use them."""

from __future__ import annotations

from tests.platform import Script
from tests.platform import StandIn
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain

SAID = [{"role": "user", "content": "hello"}]


def test_one_add_can_answer_twice_with_one_event(launch: Launch) -> None:
    platform = launch(script=Script({"hello": ["A fact."]}))
    plain = Plain(platform)
    answer = plain("POST", "/v1/memories/", {"messages": SAID, "user_id": "u"}).body
    (event_id,) = {each["event_id"] for each in answer["results"]}
    assert [set(each) for each in answer["results"]] == [{"message", "status", "event_id"}] * 2
    assert len(platform.adds) == 1
    platform.clock.skip(400)
    assert len(plain.event(event_id)["results"]) == 1


def test_ids_may_stand_beside_the_filters(platform: StandIn, plain: Plain) -> None:
    platform.seed_memory("tabs", user_id="u")
    platform.seed_memory("tabs too", user_id="u", app_id="a")
    rows = plain("POST", "/v2/memories/", {"user_id": "u", "filters": {"app_id": "a"}}).body
    assert [row["memory"] for row in rows["results"]] == ["tabs too"]
    found = plain("POST", "/v2/memories/search/", {"user_id": "u", "query": "tabs"}).body
    assert [row["memory"] for row in found["results"]] == ["tabs", "tabs too"]
    assert plain("POST", "/v2/memories/", {}).status == 400


def test_pages_need_both_arguments(platform: StandIn, plain: Plain) -> None:
    for number in range(12):
        platform.seed_memory(f"fact {number}", user_id="u")
    body = {"filters": {"user_id": "u"}}
    one = plain("POST", "/v2/memories/", body, page_size=5).body
    assert (set(one), len(one["results"])) == ({"results"}, 12)
    both = plain("POST", "/v2/memories/", body, page_size=5, page=3).body
    assert (both["count"], len(both["results"])) == (12, 2)
