"""Lists come in pages, and the pages add up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.platform import StandIn
from tests.platform import Switches
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain
from tests.platform_contract.conftest import Real

ALL = {"filters": {"user_id": "u"}}


def filled(platform: StandIn, rows: int = 205) -> StandIn:
    for number in range(rows):
        platform.seed_memory(f"fact {number}", user_id="u")
    return platform


@pytest.mark.parametrize(("size", "pages"), [(100, [100, 100, 5]), (200, [200, 5])])
def test_the_client_walks_205_rows(
    platform: StandIn, client: Real, size: int, pages: list[int]
) -> None:
    filled(platform)
    lengths, texts, number = [], [], 1
    while True:
        answer = client.get_all(filters={"user_id": "u"}, page=number, page_size=size)
        assert answer["count"] == 205
        lengths.append(len(answer["results"]))
        texts += [row["memory"] for row in answer["results"]]
        if not answer["next"]:
            break
        number += 1
    assert lengths == pages
    assert sorted(texts) == sorted(f"fact {number}" for number in range(205))


@pytest.mark.parametrize("size", [1, 7, 41, 100, 199, 200])
def test_the_pages_add_up(platform: StandIn, plain: Plain, size: int) -> None:
    """Whatever their size: each row once, and as many as `count` says."""
    filled(platform)
    texts: list[str] = []
    for number in range(1, -(-205 // size) + 1):
        answer = plain("POST", "/v3/memories/", ALL, page=number, page_size=size).body
        assert answer["count"] == 205
        assert len(answer["results"]) == size or answer["next"] is None
        texts += [row["memory"] for row in answer["results"]]
    assert answer["next"] is None
    assert sorted(texts) == sorted(f"fact {number}" for number in range(205))


def test_one_page_is_not_all(platform: StandIn, plain: Plain) -> None:
    """A read without page arguments stops at a hundred, and `count` says that it did."""
    filled(platform)
    answer = plain("POST", "/v3/memories/", ALL).body
    assert (answer["count"], len(answer["results"])) == (205, 100)
    assert answer["previous"] is None


def test_links_lead_nowhere(platform: StandIn, plain: Plain) -> None:
    """Following `next` as it stands leaves the host that was asked."""
    filled(platform)
    answer = plain("POST", "/v3/memories/", ALL, page=2).body
    assert answer["next"] == "https://platform.invalid/v3/memories/?page=3&page_size=100"
    assert answer["previous"] == "https://platform.invalid/v3/memories/?page=1&page_size=100"


def test_pages_in_the_body_are_not_read(platform: StandIn, plain: Plain) -> None:
    filled(platform)
    answer = plain("POST", "/v3/memories/", {**ALL, "page": 3, "page_size": 5}).body
    assert len(answer["results"]) == 100


@pytest.mark.parametrize("page", ["4", "0", "-1", "x", "1.5"])
def test_a_page_that_is_not_there(platform: StandIn, plain: Plain, page: str) -> None:
    filled(platform)
    reply = plain("POST", "/v3/memories/", ALL, page=page)
    assert (reply.status, reply.body) == (404, {"detail": "Invalid page."})


def test_the_first_page_of_nothing(plain: Plain) -> None:
    reply = plain("POST", "/v3/memories/", ALL, page=1)
    assert (reply.status, reply.body) == (
        200,
        {"count": 0, "next": None, "previous": None, "results": []},
    )


def test_a_page_past_the_end_may_be_empty(launch: Launch) -> None:
    platform = filled(launch(switches=Switches(page_past_end="empty")))
    answer = Plain(platform)("POST", "/v3/memories/", ALL, page=9).body
    assert (answer["count"], answer["results"], answer["next"]) == (205, [], None)


@pytest.mark.parametrize(("size", "rows"), [("201", 200), ("5000", 200), ("0", 100), ("x", 100)])
def test_sizes_out_of_bounds(platform: StandIn, plain: Plain, size: str, rows: int) -> None:
    filled(platform)
    answer = plain("POST", "/v3/memories/", ALL, page_size=size).body
    assert len(answer["results"]) == rows


def test_a_size_out_of_bounds_may_be_refused(launch: Launch) -> None:
    plain = Plain(filled(launch(switches=Switches(page_size_over="400"))))
    assert plain("POST", "/v3/memories/", ALL, page_size=200).status == 200
    reply = plain("POST", "/v3/memories/", ALL, page_size=201)
    assert reply.status == 400
    assert "page_size" in reply.text


def test_a_list_without_an_envelope(launch: Launch) -> None:
    plain = Plain(filled(launch(switches=Switches(bare_list=True))))
    answer = plain("POST", "/v3/memories/", ALL, page=3).body
    assert isinstance(answer, list)
    assert len(answer) == 5
    query = {**ALL, "query": "fact"}
    assert isinstance(plain("POST", "/v3/memories/search/", query).body, list)


def test_the_order_is_no_order_of_time(platform: StandIn, plain: Plain) -> None:
    filled(platform, 30)
    texts = [row["memory"] for row in plain.rows()]
    assert texts == [row["memory"] for row in plain.rows()]
    assert texts not in (sorted(texts), sorted(texts, reverse=True))


@pytest.mark.parametrize("path", ["/v1/events/", "/v1/entities/"])
def test_other_lists_have_pages_too(platform: StandIn, plain: Plain, path: str) -> None:
    for number in range(5):
        plain.add(f"hello {number}", user_id=f"u{number}", infer=False)
    platform.clock.skip(30)
    seen: list[Any] = []
    for number in (1, 2, 3):
        answer = plain("GET", path, page=number, page_size=2).body
        assert answer["count"] == 5
        seen += [row["id"] for row in answer["results"]]
    assert answer["next"] is None
    assert len(set(seen)) == 5
