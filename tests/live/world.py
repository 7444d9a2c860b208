"""A scripted world: labelled windows, what the platform makes of each, and what that must score."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import Project
from tests.conftest import case
from tests.platform import Fact
from tests.platform import RequestRecord
from tests.platform import Script
from tests.platform import StandIn

Row = dict[str, Any]
#: A text that shows two markers of noise, and one that shows none.
NOISE, NOISE_MARKERS = "Epoch 3/20, loss 1.31", 2
#: The floors of a world: they hold, or their metric was not measured.
FLOORS = {
    "extract_recall": ">= 0.01",
    "exclude_suppression": ">= 0.01",
    "type_match": ">= 0.01",
    "noise_leak_count": "<= 1000",
    "memories_written": "<= 1000",
}
#: What a run may ask of the platform while it does not clean up: all of it reads, but the adds.
ALLOWED = (
    r"GET /v1/ping/",
    r"GET /v1/entities/",
    r"GET /api/v1/orgs/organizations/[^/]+/projects/[^/]+/",
    r"POST /v3/memories/add/",
    r"POST /v3/memories/",
    r"GET /v1/event/[^/]+/",
    r"GET /v1/events/",
)
#: What a run that cleans up does beside that.
CLEANING = (r"POST /v3/memories/search/", r"DELETE /v1/batch/", r"DELETE /v1/memories/")


@dataclass(frozen=True)
class Truth:
    """What becomes of one window: the memories left behind, as (text, type)."""

    memories: tuple[tuple[str, str | None], ...] = ()
    noise: int = 0
    #: How many of the memories are not superseded.
    latest: int = 0

    @property
    def decision(self) -> str:
        return "stored" if self.memories else "suppressed"


@dataclass
class World:
    """Windows, the script that stores something of them or nothing, and the truth about both."""

    cases: list[dict[str, Any]] = field(default_factory=list)
    facts: dict[str, Sequence[Fact]] = field(default_factory=dict)
    truth: dict[str, Truth] = field(default_factory=dict)

    @property
    def script(self) -> Script:
        return Script(self.facts)

    @property
    def sent(self) -> list[dict[str, Any]]:
        return [each for each in self.cases if each["label"] != "drop"]

    def ids(self, label: str) -> list[str]:
        return [each["id"] for each in self.cases if each["label"] == label]

    def typed(self, identity: str) -> bool:
        """Whether a memory of a window has the type that the window expects."""
        (wanted,) = {each["expect_type"] for each in self.cases if each["id"] == identity}
        return wanted in {kind for _, kind in self.truth[identity].memories}

    def drops(self, count: int) -> None:
        for number in range(count):
            self.add(case(f"beat_{number}", "drop", f"what nobody may send, epoch {number}"))

    def window(
        self, identity: str, label: str, facts: Sequence[Fact] = (), hidden: Collection[str] = ()
    ) -> None:
        """A made-up window, and what is extracted of it."""
        self.add(case(identity, label, f"what was said in {identity}"), facts, hidden)

    def add(
        self, made: dict[str, Any], facts: Sequence[Fact] = (), hidden: Collection[str] = ()
    ) -> None:
        """A window, and what is extracted of it.

        :param hidden: the texts of facts that a later one swallows.
        """
        self.cases.append(made)
        if made["label"] == "drop":
            return
        memories = [
            (fact.text, fact.metadata_extra.get("type", made["expect_type"]))
            for fact in facts
            if fact.text not in hidden
        ]
        older = {fact.supersedes for fact in facts}
        self.facts[made["id"]] = list(facts)
        self.truth[made["id"]] = Truth(
            tuple(memories),
            noise=NOISE_MARKERS * sum(text == NOISE for text, _ in memories),
            latest=sum(text not in older for text, _ in memories),
        )


def small_world() -> World:
    """Fifteen windows: each way in which a window may score, once."""
    world = World()
    world.drops(3)
    world.window("wish_plain", "extract", [Fact("Prefers tabs.")])
    world.window("wish_lost", "extract")
    world.window("wish_three", "extract", [Fact(f"Fact {n} of three.") for n in range(3)])
    world.window("wish_noisy", "extract", [Fact("Uses Adam."), Fact(NOISE)])
    world.window("wish_mistyped", "extract", [Fact("Likes ruff.", {"type": "insight"})])
    world.window("wish_untyped", "extract", [Fact("Likes mypy.", {"type": None})])
    changed = [Fact("Lives in Rome."), Fact("Lives in Oslo.", supersedes="Lives in Rome.")]
    world.window("wish_changed", "extract", changed)
    folded = [Fact("Likes tea."), Fact("Likes green tea.", merges="Likes tea.")]
    world.window("wish_folded", "extract", folded, hidden=("Likes tea.",))
    world.window("talk_plain", "exclude")
    world.window("talk_quiet", "exclude")
    world.window("talk_stored", "exclude", [Fact("Said maybe.")])
    world.window("talk_noisy", "exclude", [Fact(NOISE)])
    return world


def even_world(extracts: int, excludes: int) -> World:
    """Windows of which all are decided as they are labelled."""
    world = World()
    for number in range(extracts):
        world.window(f"wish_{number}", "extract", [Fact(f"Wish number {number}.")])
    for number in range(excludes):
        world.window(f"talk_{number}", "exclude")
    return world


def our_world(folder: Path) -> World:
    """The windows of our own fixtures; one in five is not decided as it is labelled."""
    world = World()
    for file in sorted(folder.glob("*.yaml")):
        for number, made in enumerate(yaml.safe_load(file.read_text(encoding="utf-8"))["cases"]):
            world.add(made, _some_facts(made, number))
    return world


def _some_facts(made: dict[str, Any], number: int) -> Sequence[Fact]:
    if made["label"] == "exclude":
        return {3: [Fact("Said so.")], 6: [Fact(NOISE)]}.get(number % 12, [])
    kinds: dict[int, Sequence[Fact]] = {
        1: [],
        4: [Fact(f"Part {part} of {made['id']}.") for part in range(3)],
        7: [Fact("Uses Adam."), Fact(NOISE)],
        9: [Fact("Is marked as something else.", {"type": "weather"})],
    }
    return kinds.get(number % 12, [Fact(f"What {made['id']} is about.")])


def assert_truthful(project: Project, world: World, result: pytest.RunResult) -> None:
    """Each row and each metric says what the script implies, or says that it does not know."""
    report = project.report
    (found,) = report["results"]
    rows = {row["id"]: row for row in found["rows"]}
    assert len(found["rows"]) == len(rows)
    assert set(rows) == {each["id"] for each in world.cases}
    for identity in world.ids("drop"):
        assert (rows[identity]["decision"], rows[identity]["outcome"]) == ("withheld", "hit")
    for each in world.sent:
        _assert_row(rows[each["id"]], world.truth[each["id"]])
    scores = found["scores"]
    assert {name: score["value"] for name, score in scores.items()} == expected(world, rows)
    unknown = {name for name in FLOORS if scores[name]["value"] is None}
    statuses = {each["metric"]: each["status"] for each in found["thresholds"]}
    assert statuses == {name: "not_measured" if name in unknown else "held" for name in FLOORS}
    assert report["verdict"] == ("not_measured" if unknown else "passed")
    assert report["check"]["passed"] is (not unknown)
    assert result.ret == (1 if unknown else 0), result.stdout.str()


def _assert_row(row: Row, truth: Truth) -> None:
    if row["outcome"] == "invalid":
        assert row["decision"] in ("failed", "late", "error"), row
        assert row["detail"].startswith(f"{row['decision']}: "), row
        assert row["memories"] == []
        return
    stored = sorted((memory["text"], memory["type"] or "") for memory in row["memories"])
    assert stored == sorted((text, kind or "") for text, kind in truth.memories), row
    assert row["decision"] == truth.decision, row
    assert len(row["payload_noise"]) == truth.noise, row
    if row["decision"] == "stored":
        # No score hangs on it, so it may have been given up on.
        assert row["latest"] in (None, truth.latest), row


def expected(world: World, rows: Mapping[str, Row]) -> dict[str, Any]:
    """The metrics of a world, each over the windows that the rows say were measured."""
    lost = {identity for identity, row in rows.items() if row["outcome"] == "invalid"}
    truth, sent = world.truth, [each["id"] for each in world.sent]
    extracts, excludes = world.ids("extract"), world.ids("exclude")
    stored = [each for each in extracts if each in lost or truth[each].memories]

    def total(ids: Sequence[str], size: Callable[[str], int]) -> tuple[int, int] | None:
        """The sum over those measured, and how many they are; None where too many are not."""
        measured = [each for each in ids if each not in lost]
        if not measured or (len(ids) - len(measured)) * 20 > len(ids):
            return None
        return sum(map(size, measured)), len(measured)

    ratios = {
        "extract_recall": total(extracts, lambda each: bool(truth[each].memories)),
        "exclude_suppression": total(excludes, lambda each: not truth[each].memories),
        "type_match": total(stored, world.typed),
    }
    sums = {
        "noise_leak_count": total(sent, lambda each: truth[each].noise),
        "memories_written": total(sent, lambda each: len(truth[each].memories)),
    }
    metrics: dict[str, Any] = {"invalid": len(lost)}
    metrics |= {name: found and found[0] for name, found in sums.items()}
    for name, found in ratios.items():
        metrics[name] = found and pytest.approx(found[0] / found[1], abs=5e-4)
    return metrics


def assert_safe(project: Project, world: World, platform: StandIn, cleaned: bool = False) -> None:
    """The run wrote and read where it may, sent each window once, and withheld what it must."""
    run = project.report["run"]["live"]["run"]
    own = f"eval-{run}-"
    withheld = _withheld(world)
    for request in platform.requests:
        _assert_own(request, own, f"eval-{run}", cleaned)
        said = json.dumps([request.path, dict(request.query), request.body, dict(request.headers)])
        assert not withheld.search(said), request
    users = Counter(add.user_id for add in platform.adds)
    assert set(users.values()) <= {1}, f"written twice: {users}"
    by_fixture: dict[str, list[str]] = {}
    for add in platform.adds:
        assert add.infer
        by_fixture.setdefault(str(add.fixture), []).append(str(add.user_id))
    assert set(by_fixture) <= {each["id"] for each in world.sent}
    for row in project.report["results"][0]["rows"]:
        if row["label"] != "drop" and row["outcome"] != "invalid":
            assert row["user_id"] in by_fixture[row["id"]], row
    assert platform.tripped == []
    assert platform.flagged == []


def _withheld(world: World) -> re.Pattern[str]:
    """What no request may carry: the ids of `drop` windows, and the lines that only they hold."""
    sent = json.dumps(world.sent)
    ids, lines = set(world.ids("drop")), set()
    for each in world.cases:
        if each["label"] == "drop":
            lines |= {json.dumps(turn["content"])[1:-1] for turn in each["window"]}
    alone = {text for text in ids | lines if len(text) > 4 and text not in sent}
    assert alone >= ids
    return re.compile("|".join(map(re.escape, sorted(alone))))


def _assert_own(request: RequestRecord, own: str, app: str, cleaned: bool) -> None:
    asked = f"{request.method} {request.path}"
    allowed = (*ALLOWED, *CLEANING) if cleaned else ALLOWED
    assert any(re.fullmatch(pattern, asked) for pattern in allowed), asked
    if request.path == "/v3/memories/add/":
        assert request.body["user_id"].startswith(own), request
        assert request.body["app_id"] == app, request
        assert not {"agent_id", "run_id", "filters"} & set(request.body), request
        assert request.body["infer"] is True, request
    elif asked == "DELETE /v1/memories/":
        assert list(request.query) == ["user_id"], request
        assert request.query["user_id"][0].startswith(own), request
    elif request.path in ("/v3/memories/", "/v3/memories/search/"):
        assert list(request.body["filters"]) == ["user_id"], request
        assert request.body["filters"]["user_id"].startswith(own), request


def invalid_rows(project: Project) -> Iterator[Row]:
    rows = project.report["results"][0]["rows"]
    return (row for row in rows if row["outcome"] == "invalid")
