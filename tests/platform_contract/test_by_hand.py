"""`python -m tests.platform`: what it says, what it serves, and how it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from typing import cast

import pytest
import yaml

from tests.platform import StandIn
from tests.platform import Switches
from tests.platform.__main__ import cases_in
from tests.platform.__main__ import fact_in
from tests.platform.__main__ import facts_for
from tests.platform.__main__ import main
from tests.platform.__main__ import switches_from
from tests.platform_contract.conftest import Plain

ROOT = Path(__file__).parents[2]
CASES: list[dict[str, Any]] = [
    {
        "id": "wish",
        "label": "extract",
        "expect_type": "preference",
        "window": [
            {"role": "assistant", "content": "Anything else, before I go on with the next part?"},
            {"role": "user", "content": "ok"},
            {"role": "user", "content": "always use tabs"},
        ],
    },
    {
        "id": "lunch",
        "label": "exclude",
        "expect_type": None,
        "window": [{"role": "user", "content": "lunch?"}],
    },
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "fixtures"
    made.mkdir()
    text = yaml.safe_dump({"suite": "write_gate", "cases": CASES})
    (made / "cases.yaml").write_text(text, encoding="utf-8")
    return made


@contextmanager
def by_hand(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that ends with the block, and in a minute at the latest, whatever goes wrong."""
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        alarm = threading.Timer(60, process.kill)
        alarm.start()
        try:
            yield process
        finally:
            alarm.cancel()
            process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal that is not sent to all")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_interrupted(folder: Path, ending: signal.Signals) -> None:
    """The line to copy holds all that a run needs; the end is no traceback."""
    command = [sys.executable, "-m", "tests.platform", "--speed", "2000", "--latency", "20", "30"]
    command += ["--fixtures", str(folder), "--wrong", "lunch", "--switch", "replace=false"]
    with by_hand(command) as process:
        assert process.stdout is not None
        said: list[str] = []
        while not said or "Ctrl-C" not in said[-1]:
            said.append(process.stdout.readline())
            assert said[-1], process.communicate()
        (line,) = [each for each in said if each.startswith("MEM0_API_KEY=")]
        *words, last = line.split()
        given = dict(zip(words[3::2], words[4::2], strict=True))
        assert (*words[1:3], last) == ("pytest", "--memeval-live", "--memeval-cleanup")
        options = {"--project-id", "--org-id", "--memeval-host", "--memeval-min-settle"}
        assert set(given) == options
        assert given["--memeval-min-settle"] == "0.03"
        key = words[0].removeprefix("MEM0_API_KEY=")
        served = SimpleNamespace(url=given["--memeval-host"], key=key)
        plain = Plain(cast(StandIn, served))
        ping = plain("GET", "/v1/ping/").body
        assert ping["project_id"] == given["--project-id"]
        assert ping["org_id"] == given["--org-id"]
        for fixture in ("wish", "lunch"):
            event_id = plain.add(user_id=fixture, metadata={"fixture": fixture})
            while plain.event(event_id)["status"] != "SUCCEEDED":
                pass
            (stored,) = plain.event(event_id)["results"]
            assert (
                stored["data"]["memory"] == {"wish": "always use tabs", "lunch": "lunch?"}[fixture]
            )
        process.send_signal(ending)
        out, err = process.communicate(timeout=5)
    assert (process.returncode, err) == (0, "")
    assert "2 adds" in out
    assert "Left behind by 2 users: lunch, wish" in out


def test_our_fixtures_are_told_apart() -> None:
    """Each window that should be stored yields one fact, and no other does."""
    cases = cases_in(ROOT / "fixtures" / "write_gate")
    facts = facts_for(cases, [])
    assert len(facts) == len(cases)
    for case in cases:
        stored = facts[case["id"]]
        assert len(stored) == (case["label"] == "extract"), case["id"]
        assert all(fact.strip() and len(fact) <= 160 for fact in stored)


def test_a_wrong_fixture_does_the_opposite() -> None:
    assert facts_for(CASES, []) == {"wish": ["always use tabs"], "lunch": []}
    assert facts_for(CASES, ["wish", "lunch"]) == {"wish": [], "lunch": ["lunch?"]}


def test_facts_are_short_and_by_the_user_if_possible() -> None:
    assert fact_in([{"role": "assistant", "content": "done"}, {"role": "tool", "content": "x" * 9}])
    assert fact_in([{"role": "assistant", "content": "done"}]) == "done"
    long = fact_in([{"role": "user", "content": "word " * 100}])
    assert len(long) <= 160
    assert long.endswith(" …")
    assert fact_in([{"role": "tool", "content": "x"}])


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ("event_stuck=true", "event_stuck", True),
        ("event_stuck=false", "event_stuck", False),
        ("event_stuck=0.25", "event_stuck", 0.25),
        ("event_stuck=wish,lunch", "event_stuck", frozenset({"wish", "lunch"})),
        ("delete_multi=union", "delete_multi", "union"),
        ("event_404_for=2.5", "event_404_for", 2.5),
        ("count_lies=-1", "count_lies", -1),
        ("bare_list=true", "bare_list", True),
    ],
)
def test_switches_of_every_type(given: str, name: str, value: Any) -> None:
    switches = switches_from([given])
    assert getattr(switches, name) == value
    assert type(getattr(switches, name)) is type(value)
    assert switches_from([]) == Switches()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--switch", "event_stuk=1"], "there is no switch 'event_stuk', but: delete_multi, "),
        (["--switch", "faults=1"], "there is no switch 'faults'"),
        (["--switch", "delete_multi=all"], "switch delete_multi cannot be set to 'all'"),
        (["--switch", "event_stuck"], "switch event_stuck cannot be set to ''"),
        (["--switch", "bare_list=2"], "switch bare_list cannot be set to '2'"),
        (["--wrong", "wish,wsh"], "no fixture has the id wsh"),
        (["--speed", "0"], "must be above 0"),
        (["--fixtures", "nowhere"], "no fixture files in nowhere"),
    ],
)
def test_arguments_that_make_no_sense(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], text: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--fixtures", str(folder), *arguments])
    assert caught.value.code == 2
    assert text in capsys.readouterr().err


def test_a_port_that_is_taken(
    folder: Path, platform: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    port = platform.url.rpartition(":")[2]
    handlers = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as caught:
            main(["--fixtures", str(folder), "--port", port])
    finally:
        signal.signal(signal.SIGINT, handlers[0])
        signal.signal(signal.SIGTERM, handlers[1])
    assert caught.value.code == 1
    assert "did not start" in capsys.readouterr().err
