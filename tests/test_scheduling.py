"""Cases that belong together run on one worker, and a dead worker's case is not sent again."""

from __future__ import annotations

import pytest

from pytest_memeval.scheduling import LoadOrGroupScheduling
from pytest_memeval.scheduling import _took
from pytest_memeval.scheduling import group_of


@pytest.mark.parametrize(
    ("nodeid", "group"),
    [
        ("fixtures/ee/a.json::pl_001:edit:before1", "fixtures/ee/a.json::pl_001"),
        ("fixtures/ee/a.json::pl_001:erase:after1[rules]", "fixtures/ee/a.json::pl_001"),
        ("test_agent.py::test_agent[pl_001:edit:before1]", "test_agent.py::test_agent[pl_001"),
        ("fixtures/write_gate/a.yaml::beat_1", None),
        ("test_gate.py::test_gate[beat_1-balanced]", None),
        ("test_a.py::TestA::test_b", None),
    ],
)
def test_a_group_is_what_stands_before_the_colon(nodeid: str, group: str | None) -> None:
    assert group_of(nodeid) == group


def test_probes_of_one_episode_have_one_group() -> None:
    ids = [f"a.json::pl_001:{task}:{phase}1" for task in ("edit", "erase") for phase in ("before",)]
    assert len({group_of(each) for each in ids}) == 1


def test_the_case_at_which_a_worker_died_is_done_with() -> None:
    """The first case that is not done is the one; what is left of its parcel stays."""
    units = {"one": {"a": True, "b": False, "c": False}, "two": {"d": False}}
    assert _took(units) == "b"
    assert units == {"one": {"a": True, "b": True, "c": False}, "two": {"d": False}}


def test_a_parcel_with_nothing_left_is_let_go_of() -> None:
    """A worker that was sent an empty one would wait for ever."""
    units = {"one": {"a": True}, "two": {"b": False}}
    assert _took(units) == "b"
    assert units == {}


def test_a_worker_that_had_done_all_took_nothing_along() -> None:
    units = {"one": {"a": True}}
    assert _took(units) is None
    assert units == {}


class Schedule:
    """A scheduler as far as another one stands in for it."""

    def __init__(self) -> None:
        self.nodes: list[str] = []
        self.collections: dict[str, list[str]] = {}
        self.scheduled = 0

    def add_node(self, node: str) -> None:
        self.nodes.append(node)

    def add_node_collection(self, node: str, collection: list[str]) -> None:
        self.collections[node] = collection

    def schedule(self) -> None:
        self.scheduled += 1


@pytest.mark.parametrize(
    ("ids", "groups"),
    [(["a.yaml::beat_1", "t.py::test_b"], False), (["t.py::test_b", "t.py::t[pl_1:x]"], True)],
)
def test_groups_are_looked_for_once_all_is_collected(ids: list[str], groups: bool) -> None:
    """Without any the run goes on as it would have; otherwise the other one takes over."""
    usual, grouped = Schedule(), Schedule()
    chosen = LoadOrGroupScheduling(usual, lambda: grouped)
    for node in ("gw0", "gw1", "gone"):
        chosen.add_node(node)
        chosen.add_node_collection(node, ids)
    usual.nodes.remove("gone")
    chosen.schedule()
    at_work, idle = (grouped, usual) if groups else (usual, grouped)
    assert (at_work.scheduled, idle.scheduled) == (1, 0)
    assert at_work.nodes == chosen.nodes == ["gw0", "gw1"]
    chosen.add_node("gw2")
    chosen.add_node_collection("gw2", ids)
    chosen.schedule()
    assert (at_work.scheduled, at_work.collections["gw2"]) == (2, ids)
    assert "gw2" in at_work.nodes
