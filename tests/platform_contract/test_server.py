"""The server itself: where it listens, how fast it starts and stops, and that chance is fair."""

from __future__ import annotations

import random
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import RemoteDisconnected
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from tests.platform import Clock
from tests.platform import Fault
from tests.platform import Script
from tests.platform import StandIn
from tests.platform import Switches
from tests.platform.state import State
from tests.platform_contract.conftest import Launch
from tests.platform_contract.conftest import Plain


def port_of(platform: StandIn) -> int:
    return int(platform.url.rpartition(":")[2])


def outward() -> list[str]:
    """Addresses of this machine that are not the loopback one."""
    found = ["127.0.0.2"] if sys.platform == "linux" else []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Sends nothing: it only picks the way out.
        except OSError:
            return found
        return [*found, probe.getsockname()[0]]


def test_it_listens_on_the_loopback_address_only(platform: StandIn) -> None:
    assert platform.url.startswith("http://127.0.0.1:")
    for address in outward():
        with socket.socket() as probe:
            probe.settimeout(1)
            assert probe.connect_ex((address, port_of(platform))) != 0, address


def test_each_has_a_port_and_a_key_of_its_own(launch: Launch) -> None:
    one, two = launch(), launch()
    assert one.url != two.url
    assert one.key != two.key
    plain = Plain(one)
    assert plain("GET", "/v1/ping/", headers={"Authorization": f"Token {two.key}"}).status == 401


def test_a_port_can_be_asked_for(launch: Launch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert port_of(launch(port=port)) == port
    with pytest.raises(OSError, match="in use"):
        launch(port=port)


def test_it_starts_and_stops_at_once(launch: Launch) -> None:
    begun = time.monotonic()
    platform = launch()
    assert Plain(platform)("GET", "/v1/ping/").status == 200
    platform.stop()
    assert time.monotonic() - begun < 1
    with pytest.raises(ConnectionRefusedError), socket.socket() as probe:
        probe.connect(("127.0.0.1", port_of(platform)))
    platform.stop()


def test_it_stops_under_those_who_wait(launch: Launch) -> None:
    """Hanging requests, kept connections and silent ones do not hold it up."""
    platform = launch(switches=Switches(faults=[Fault("hang", "GET /v1/events/")]))
    plain = Plain(platform, timeout=30)
    with ThreadPoolExecutor(4) as pool, socket.socket() as silent:
        silent.connect(("127.0.0.1", port_of(platform)))
        waiting = [pool.submit(plain, "GET", "/v1/events/") for _ in range(4)]
        while sum(each.fault == "hang" for each in platform.requests) < 4:
            time.sleep(0.005)
        begun = time.monotonic()
        platform.stop()
        assert time.monotonic() - begun < 1
        for each in waiting:
            with pytest.raises((ConnectionError, RemoteDisconnected)):
                each.result(timeout=5)
    assert not [each for each in threading.enumerate() if each.name == "platform"]


def test_it_is_quiet(launch: Launch, capfd: pytest.CaptureFixture[str]) -> None:
    platform = launch(switches=Switches(faults=[Fault("hang_up", "/v1/event/")]))
    plain = Plain(platform)
    plain("GET", "/nowhere/")
    with pytest.raises(RemoteDisconnected):
        plain("GET", "/v1/event/x/")
    platform.stop()
    assert capfd.readouterr() == ("", "")


def test_a_mistake_of_its_own_is_not_passed_off_as_the_platforms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*given: Any) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(State, "add", broken)
    body = {"messages": [{"role": "user", "content": "x"}], "user_id": "u"}
    with pytest.raises(RuntimeError, match="a mistake"), StandIn() as platform:
        assert Plain(platform)("POST", "/v3/memories/add/", body).status == 500


# --- Time


def test_time_passes_as_fast_as_asked() -> None:
    clock = Clock(1000)
    begun = clock.now()
    clock.sleep(50)
    assert 50 <= clock.now() - begun < 5000
    still = Clock(0)
    still.sleep(50)
    assert still.now() == 50
    with pytest.raises(ValueError, match="below 0"):
        Clock(-1)
    with pytest.raises(ValueError, match="backwards"):
        still.skip(-1)


def test_a_sped_up_extraction_ends_by_itself(launch: Launch) -> None:
    platform = launch(script=Script({"f": ["A fact."]}), speed=2000, latency=(100, 300))
    plain = Plain(platform)
    event_id = plain.add(metadata={"fixture": "f"})
    begun = time.monotonic()
    while plain.event(event_id)["status"] != "SUCCEEDED":
        assert time.monotonic() - begun < 5
        time.sleep(0.01)
    assert 100 <= platform.slowest <= 300
    assert platform.clock.now() >= platform.slowest


def test_half_of_the_extractions_take_longer_than_eight_seconds(launch: Launch) -> None:
    platform = launch()
    plain = Plain(platform)
    for number in range(200):
        plain.add(user_id=f"u{number}", metadata={"fixture": f"f{number}"})
    took = sorted(add.finish - add.at for add in platform.adds if add.finish is not None)
    assert 5 < took[100] < 13
    assert took[0] > 0
    assert took[-1] <= 300
    assert platform.slowest == took[-1]


# --- Chance


def fates(launch: Launch, run: str, numbers: list[int], *, seed: int = 7) -> dict[str, object]:
    """What becomes of the same fixtures, sent in some order by some run."""
    switches = Switches(event_stuck=0.2, event_failed=0.2, replace=0.5, rows_before_terminal=0.5)
    script = Script({f"f{number}": [f"Fact {number}."] for number in numbers})
    platform = launch(script=script, switches=switches, seed=seed)
    plain = Plain(platform)
    events = {}
    for number in numbers:
        fixture = f"f{number}"
        for repetition in ("0", "1"):
            name = f"{fixture}-{repetition}"
            events[name] = plain.add(
                user_id=f"{run}-{name}", app_id=run, metadata={"fixture": fixture}
            )
    took = {
        add.event_id: None if add.finish is None else round(add.finish - add.at, 6)
        for add in platform.adds
    }
    platform.clock.skip(1000)
    stored = {row["user_id"]: row["id"] for row in plain.rows({"app_id": run})}
    seen: dict[str, object] = {}
    for name, event_id in events.items():
        event = plain.event(event_id)
        ids = [each["id"] for each in event["results"]]
        renamed = bool(ids) and stored[f"{run}-{name}"] not in ids
        seen[name] = (took[event_id], event["status"], renamed)
    return seen


def test_fates_depend_on_the_seed_and_not_on_order_or_run(launch: Launch) -> None:
    numbers = list(range(25))
    first = fates(launch, "run-a", numbers)
    random.Random(1).shuffle(numbers)
    assert fates(launch, "another", numbers) == first
    assert fates(launch, "run-a", numbers, seed=8) != first
    statuses = [fate[1] for fate in first.values() if isinstance(fate, tuple)]
    assert {"SUCCEEDED", "FAILED", "RUNNING"} == set(statuses)
    assert len(set(first.values())) > 25


def test_many_may_ask_at_once(launch: Launch) -> None:
    script = Script({f"f{number}": [f"Fact {number}."] for number in range(60)})
    platform = launch(script=script, speed=2000, latency=(1, 20))
    plain = Plain(platform)

    def stored(number: int) -> list[str]:
        user = f"u{number}"
        event_id = plain.add(user_id=user, metadata={"fixture": f"f{number}"})
        begun = time.monotonic()
        while plain.event(event_id)["status"] != "SUCCEEDED" or not plain.rows({"user_id": user}):
            assert time.monotonic() - begun < 10
        return [row["memory"] for row in plain.rows({"user_id": user})]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(stored, range(60)))
    assert found == [[f"Fact {number}."] for number in range(60)]
    assert len(platform.adds) == 60
    assert platform.residue() == {f"u{number}" for number in range(60)}


# --- Anything else

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3)
KEYS = st.sampled_from(
    [
        *("messages", "role", "content", "text", "type", "user_id", "app_id", "metadata", "infer"),
        *("filters", "query", "top_k", "threshold", "AND", "NOT", "created_at", "memories"),
        *("memory_id", "expiration_date", "timestamp", "custom_categories", "org_id", "name"),
    ]
)
BODIES = st.dictionaries(
    KEYS,
    st.recursive(
        LEAVES | st.sampled_from(["user", "*"]),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=2),
        max_leaves=6,
    ),
    max_size=5,
)
ROUTES = st.sampled_from(
    [
        ("POST", "/v3/memories/add/"),
        ("POST", "/v3/memories/"),
        ("POST", "/v3/memories/search/"),
        ("POST", "/v1/memories/"),
        ("POST", "/v2/memories/"),
        ("PUT", "/v1/memories/{}/"),
        ("PUT", "/v1/batch/"),
        ("DELETE", "/v1/batch/"),
        ("POST", "/v1/feedback/"),
        ("POST", "/v1/summary/"),
        ("PATCH", "/api/v1/orgs/organizations/org_standin/projects/proj_standin/"),
    ]
)


def test_no_body_breaks_it(launch: Launch) -> None:
    """Whatever is sent, it is taken or refused."""
    platform = launch(switches=Switches(pin="body"))
    plain = Plain(platform)
    memory_id = platform.seed_memory("x", user_id="u")

    @settings(max_examples=300)
    @given(ROUTES, BODIES)
    def run(route: tuple[str, str], body: dict[str, Any]) -> None:
        method, path = route
        assert plain(method, path.format(memory_id), body).status < 500

    run()
