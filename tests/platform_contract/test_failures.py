"""What goes wrong on the wire, and which exception the real client makes of it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from http.client import IncompleteRead
from typing import Any

import httpx
import pytest

from tests.platform import Fault
from tests.platform import StandIn
from tests.platform import Switches
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain
from tests.platform_contract.conftest import Real

Connect = Callable[..., Real]
USER = {"user_id": "u"}
LIST = "POST /v3/memories/$"
ADD = "POST /v3/memories/add/"


def faulty(launch: Launch, *faults: Fault, **more: Any) -> StandIn:
    return launch(switches=Switches(faults=faults), **more)


STATUSES = {
    400: "ValidationError",
    401: "AuthenticationError",
    402: "MemoryError",
    403: "AuthenticationError",
    404: "MemoryNotFoundError",
    405: "MemoryError",
    408: "NetworkError",
    409: "ValidationError",
    410: "MemoryError",
    413: "MemoryQuotaExceededError",
    422: "ValidationError",
    429: "RateLimitError",
    500: "MemoryError",
    501: "MemoryError",
    502: "NetworkError",
    503: "NetworkError",
    504: "NetworkError",
    520: "MemoryError",
    524: "MemoryError",
    529: "MemoryError",
}


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("html", [False, True], ids=["json", "html"])
def test_a_status_becomes_a_class(
    launch: Launch, connect: Connect, mem0: Real, status: int, html: bool
) -> None:
    client = connect(faulty(launch, Fault("status", LIST, status=status, html=html)))
    with pytest.raises(mem0.exceptions.MemoryError) as caught:
        client.get_all(filters=USER)
    assert type(caught.value).__name__ == STATUSES[status]
    assert caught.value.error_code == f"HTTP_{status}"
    assert ("<h1>" in str(caught.value)) is html


def test_a_redirect_is_not_followed(launch: Launch, connect: Connect, mem0: Real) -> None:
    platform = faulty(launch, Fault("redirect", LIST))
    with pytest.raises(mem0.exceptions.MemoryError) as caught:
        connect(platform).get_all(filters=USER)
    assert caught.value.error_code == "HTTP_301"
    assert not any(each.path.startswith("/moved") for each in platform.requests)


@pytest.mark.parametrize("kind", ["html_200", "no_content"])
def test_an_answer_that_is_none(launch: Launch, connect: Connect, kind: Any) -> None:
    client = connect(faulty(launch, Fault(kind, LIST)))
    with pytest.raises(json.JSONDecodeError):
        client.get_all(filters=USER)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault("hang", LIST), "NET_TIMEOUT"),
        (Fault("slow_headers", LIST, delay=60_000), "NET_TIMEOUT"),
        (Fault("hang_up", LIST), "NET_GENERIC"),
        (Fault("refuse", LIST), "NET_GENERIC"),
        (Fault("truncated", LIST), "NET_GENERIC"),
    ],
    ids=lambda value: value.kind if isinstance(value, Fault) else "",
)
def test_a_broken_wire(
    launch: Launch, connect: Connect, mem0: Real, fault: Fault, code: str
) -> None:
    client = connect(faulty(launch, fault, speed=1000), timeout=0.5)
    with pytest.raises(mem0.exceptions.NetworkError) as caught:
        client.get_all(filters=USER)
    assert caught.value.error_code == code


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("hang", TimeoutError),
        ("hang_up", ConnectionError),
        ("refuse", ConnectionError),
        ("truncated", IncompleteRead),
    ],
)
def test_a_broken_wire_without_a_client(launch: Launch, kind: Any, error: type[Exception]) -> None:
    platform = faulty(launch, Fault(kind, LIST, times=1))
    plain = Plain(platform, timeout=0.5)
    with pytest.raises(error):
        plain.rows()
    assert plain.rows() == []
    assert [each.fault for each in platform.requests] == [kind, None]


@pytest.mark.parametrize(
    ("fault", "status", "text"),
    [
        (Fault("html_200"), 200, "<h1>Just a moment...</h1>"),
        (Fault("no_content"), 204, ""),
        (Fault("redirect"), 301, ""),
        (Fault("status", status=503), 503, '{"error": "The service answered 503."}'),
        (Fault("status", status=502, html=True), 502, "<h1>Error 502</h1>"),
        (Fault("status", status=418, body='{"a": 1}'), 418, '{"a": 1}'),
        (Fault("status", status=304), 304, ""),
        (Fault("throttle_429"), 429, "throttled"),
        (Fault("throttle_403"), 403, "permission"),
    ],
    ids=lambda value: value.kind if isinstance(value, Fault) else "",
)
def test_other_answers(launch: Launch, fault: Fault, status: int, text: str) -> None:
    platform = faulty(launch, fault)
    reply = Plain(platform)("GET", "/v1/ping/")
    assert reply.status == status
    assert text in reply.text
    assert platform.requests[-1].status == status


def test_slow_headers_come_after_all(launch: Launch) -> None:
    platform = faulty(launch, Fault("slow_headers", LIST, delay=300), speed=1000)
    platform.seed_memory("x", user_id="u")
    begun = time.monotonic()
    assert len(Plain(platform).rows()) == 1
    assert 0.25 < time.monotonic() - begun < 3


def test_a_refused_connection_never_carries_a_request(launch: Launch, connect: Connect) -> None:
    platform = faulty(launch, Fault("refuse", times=1))
    with pytest.raises(httpx.TransportError):
        connect(platform)
    assert platform.requests == []
    connect(platform)
    assert len(platform.requests) == 1


def test_nobody_listens(platform: StandIn, connect: Connect, mem0: Real) -> None:
    client = connect(platform)
    client.client.base_url = platform.closed_url
    with pytest.raises(mem0.exceptions.NetworkError) as caught:
        client.get_all(filters=USER)
    assert caught.value.error_code == "NET_CONNECT"


def test_an_outage_ends(platform: StandIn, connect: Connect, mem0: Real) -> None:
    """A stopped stand-in comes back under its address, with all it knew."""
    platform.seed_memory("x", user_id="u")
    client = connect(platform)
    platform.stop()
    with pytest.raises(mem0.exceptions.NetworkError):
        client.get_all(filters=USER)
    platform.start()
    assert client.get_all(filters=USER)["count"] == 1


LOST = ["hang", "hang_up", "status", "html_200", "no_content", "redirect", "refuse"]


@pytest.mark.parametrize("kind", LOST)
@pytest.mark.parametrize("queued", [False, True], ids=["not_done", "done"])
def test_a_lost_answer_does_not_tell_what_was_done(
    launch: Launch, connect: Connect, mem0: Real, kind: Any, queued: bool
) -> None:
    platform = faulty(launch, Fault(kind, ADD, queued=queued, status=504))
    client = connect(platform, timeout=0.5)
    with pytest.raises((mem0.exceptions.MemoryError, json.JSONDecodeError)):
        client.add("hello", user_id="u")
    assert len(platform.adds) == (1 if queued else 0)
    record = platform.requests[-1]
    assert (record.method, record.path, record.fault) == ("POST", "/v3/memories/add/", kind)
    assert (record.status is None) is (kind in ("hang", "hang_up", "refuse"))


def test_a_truncated_answer_was_meant_well(launch: Launch, connect: Connect, mem0: Real) -> None:
    platform = faulty(launch, Fault("truncated", ADD, times=1))
    client = connect(platform)
    with pytest.raises(mem0.exceptions.NetworkError, match="without sending complete"):
        client.add("hello", user_id="u")
    client.add("hello", user_id="u")
    assert len(platform.adds) == 2


# --- Throttling


@pytest.mark.parametrize(
    ("given", "header", "copied"),
    [(7, "7", 7), (0, "0", 0), (1.5, "1.5", None), (None, None, None), ("soon", "soon", None)],
)
def test_when_to_come_back(
    launch: Launch, connect: Connect, mem0: Real, given: Any, header: str | None, copied: int | None
) -> None:
    """Only a whole number reaches the error; the header is in its context."""
    client = connect(faulty(launch, Fault("throttle_429", LIST, retry_after=given)))
    with pytest.raises(mem0.exceptions.RateLimitError) as caught:
        client.get_all(filters=USER)
    assert caught.value.debug_info.get("retry_after") == copied
    cause = caught.value.__context__
    assert isinstance(cause, httpx.HTTPStatusError)
    assert cause.response.headers.get("Retry-After") == header


def test_a_date_to_come_back_at(launch: Launch) -> None:
    plain = Plain(faulty(launch, Fault("throttle_429", retry_after="date:90")))
    header = plain("GET", "/v1/ping/").headers["Retry-After"]
    assert re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", header)
    assert 85 < parsedate_to_datetime(header).timestamp() - time.time() <= 91


def test_other_statuses_may_say_when_to_come_back(launch: Launch) -> None:
    plain = Plain(faulty(launch, Fault("status", status=503, retry_after=3)))
    reply = plain("GET", "/v1/ping/")
    assert (reply.status, reply.headers["Retry-After"]) == (503, "3")


def test_a_throttle_can_look_like_a_wrong_key(launch: Launch) -> None:
    reply = Plain(faulty(launch, Fault("throttle_403", times=1)))("GET", "/v1/ping/")
    assert reply.status == 403
    assert "Retry-After" not in reply.headers


def test_a_bucket_of_requests_for_each_minute(launch: Launch) -> None:
    platform = faulty(launch, Fault("rate", per_minute=3))
    plain = Plain(platform)

    def statuses(count: int) -> list[int]:
        return [plain("GET", "/v1/ping/").status for _ in range(count)]

    assert statuses(2) == [200, 200]
    platform.clock.skip(20)
    assert statuses(3) == [200, 429, 429]
    reply = plain("GET", "/v1/ping/")
    assert (reply.headers["Retry-After"], reply.headers["X-RateLimit-Limit"]) == ("40", "3")
    platform.clock.skip(40)
    assert statuses(3) == [200, 200, 429]


# --- Whom it hits


@pytest.mark.parametrize(
    ("route", "hit"),
    [
        (None, {"ping", "add", "list", "search", "event"}),
        ("POST", {"add", "list", "search"}),
        ("/v3/memories/", {"add", "list", "search"}),
        ("POST /v3/memories/$", {"list"}),
        ("POST /v3/memories/add/", {"add"}),
        ("GET /v1/event/", {"event"}),
        ("GET /v3/memories/", set()),
    ],
)
def test_a_fault_keeps_to_its_route(launch: Launch, route: str | None, hit: set[str]) -> None:
    plain = Plain(faulty(launch, Fault("status", route, status=555)))
    said = [{"role": "user", "content": "x"}]
    replies = {
        "ping": plain("GET", "/v1/ping/"),
        "add": plain("POST", "/v3/memories/add/", {"messages": said, **USER}),
        "list": plain("POST", "/v3/memories/", {"filters": USER}),
        "search": plain("POST", "/v3/memories/search/", {"filters": USER, "query": "x"}),
        "event": plain("GET", "/v1/event/x/"),
    }
    assert {name for name, reply in replies.items() if reply.status == 555} == hit


def test_times_count_requests_and_attempts_count_for_each(launch: Launch) -> None:
    def statuses(fault: Fault) -> list[int]:
        plain = Plain(faulty(launch, fault))
        users = ("u", "v", "u", "v", "u", "v")
        replies = [plain("POST", "/v3/memories/", {"filters": {"user_id": user}}) for user in users]
        return [reply.status for reply in replies]

    assert statuses(Fault("status", times=2)) == [500, 500, 200, 200, 200, 200]
    assert statuses(Fault("status", attempts=2)) == [500, 500, 500, 500, 200, 200]


def test_of_several_faults_the_first_that_hits_wins(launch: Launch) -> None:
    plain = Plain(
        faulty(launch, Fault("status", times=1, status=503), Fault("status", status=418, times=1))
    )
    assert [plain("GET", "/v1/ping/").status for _ in range(3)] == [503, 418, 200]


def test_a_share_of_reads_is_hit_whatever_the_run_is_called(launch: Launch) -> None:
    def failed(run: str) -> list[int]:
        plain = Plain(faulty(launch, Fault("status", LIST, fraction=0.4, status=503)))
        plain.add(user_id=f"{run}-f-0", app_id=run)
        bodies = [{"filters": {"user_id": f"{run}-f-{number}"}} for number in range(30)]
        replies = [plain("POST", "/v3/memories/", body).status for body in bodies]
        return [number for number, status in enumerate(replies) if status == 503]

    assert 5 < len(failed("one")) < 20
    assert failed("one") == failed("another")


def test_a_share_of_requests_is_hit_and_retries_get_through(launch: Launch) -> None:
    """Which ones depends neither on the order nor on the name of the run."""

    def failed(run: str, users: list[int]) -> set[int]:
        plain = Plain(faulty(launch, Fault("status", ADD, fraction=0.4, status=503)))
        lost = set()
        for user in users:
            body = {
                "messages": [{"role": "user", "content": "x"}],
                "user_id": f"{run}-f{user}-0",
                "app_id": run,
                "metadata": {"fixture": f"f{user}"},
            }
            replies = [plain("POST", "/v3/memories/add/", body).status for _ in range(8)]
            if replies[0] == 503:
                lost.add(user)
            assert 200 in replies
        return lost

    first = failed("one", list(range(30)))
    assert 5 < len(first) < 20
    assert failed("another", list(reversed(range(30)))) == first
