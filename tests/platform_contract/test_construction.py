"""Opening a client: one ping, and the ways in which it fails."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest

from tests.platform import Fault
from tests.platform import StandIn
from tests.platform import Switches
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain
from tests.platform_contract.conftest import Real

Connect = Callable[..., Real]


def test_a_ping_says_whose_project_the_key_opens(platform: StandIn, plain: Plain) -> None:
    reply = plain("GET", "/v1/ping/")
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert reply.body == {
        "status": "ok",
        "org_id": platform.org_id,
        "project_id": platform.project_id,
        "user_email": "owner@example.com",
    }


@pytest.mark.parametrize(
    "header",
    ["Bearer {key}", "Token {key}x", "Token", "token {key}", "{key}", ""],
    ids=["bearer", "other_key", "no_key", "lower_case", "bare", "empty"],
)
def test_only_a_token_with_the_key_is_let_in(platform: StandIn, plain: Plain, header: str) -> None:
    sent = {"Authorization": header.format(key=platform.key)}
    for path in ("/v1/ping/", "/v1/events/", "/nowhere/"):
        reply = plain("GET", path, headers=sent)
        assert reply.status == 401
        assert list(reply.body) == ["detail"]
        assert platform.key not in reply.text


def test_no_record_holds_the_key(platform: StandIn, plain: Plain) -> None:
    plain("GET", "/v1/ping/")
    (record,) = platform.requests
    assert platform.key not in repr(record)
    assert record.headers["host"] == platform.url.removeprefix("http://")


def test_the_client_opens_with_one_request(platform: StandIn, client: Real) -> None:
    (ping,) = platform.requests
    assert (ping.method, ping.path, ping.query, ping.body, ping.status) == (
        "GET",
        "/v1/ping/",
        {},
        None,
        200,
    )
    assert (client.org_id, client.project_id) == (platform.org_id, platform.project_id)
    assert client.user_email == "owner@example.com"


@pytest.mark.parametrize("status", [301, 401, 403, 404, 429, 500, 503, 520])
def test_a_client_that_is_not_let_in_hides_the_status(
    launch: Launch, connect: Connect, status: int
) -> None:
    """Whatever the platform answers to a ping, only the context of the error tells."""
    platform = launch(switches=Switches(faults=[Fault("status", "/v1/ping/", status=status)]))
    with pytest.raises(ValueError, match=r"^Error: ") as caught:
        connect(platform)
    cause = caught.value.__context__
    assert isinstance(cause, httpx.HTTPStatusError)
    assert cause.response.status_code == status


def test_a_throttled_ping_says_when_to_come_back(launch: Launch, connect: Connect) -> None:
    throttle = Fault("throttle_429", "/v1/ping/", times=1, retry_after=17)
    platform = launch(switches=Switches(faults=[throttle]))
    with pytest.raises(ValueError, match="throttled") as caught:
        connect(platform)
    cause = caught.value.__context__
    assert isinstance(cause, httpx.HTTPStatusError)
    assert cause.response.headers["Retry-After"] == "17"
    connect(platform)


def test_a_page_instead_of_a_ping(launch: Launch, connect: Connect) -> None:
    platform = launch(switches=Switches(faults=[Fault("html_200", "/v1/ping/")]))
    with pytest.raises(json.JSONDecodeError):
        connect(platform)


def test_a_ping_without_ids(launch: Launch, connect: Connect) -> None:
    nobody = Fault("status", "/v1/ping/", status=200, body='{"status": "ok"}')
    platform = launch(switches=Switches(faults=[nobody]))
    with pytest.raises(ValueError, match="org_id and project_id must be set"):
        connect(platform)


def test_a_ping_that_never_comes_back(launch: Launch, connect: Connect) -> None:
    platform = launch(switches=Switches(faults=[Fault("hang", "/v1/ping/")]))
    with pytest.raises(httpx.ReadTimeout):
        connect(platform, timeout=0.2)


def test_nobody_there(platform: StandIn, connect: Connect) -> None:
    with pytest.raises(httpx.ConnectError):
        connect(platform, host=platform.closed_url)


def test_a_wrong_key(platform: StandIn, connect: Connect) -> None:
    with pytest.raises(ValueError, match="credentials") as caught:
        connect(platform, api_key="m0-wrong")
    assert "m0-wrong" not in str(caught.value)


def test_a_host_may_end_in_a_slash(platform: StandIn, connect: Connect) -> None:
    connect(platform, host=f"{platform.url}/").get_all(filters={"user_id": "u"})
    assert [each.path for each in platform.requests] == ["/v1/ping/", "/v3/memories/"]
