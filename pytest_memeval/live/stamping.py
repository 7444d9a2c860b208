"""Which type the memories of a window are marked with: the gate's choice, or else the fixture's."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import replace

from pytest_memeval import subjects
from pytest_memeval.clients.secret import hide_key
from pytest_memeval.measure import asked
from pytest_memeval.subjects import Settler
from pytest_memeval.suites import LEVELS
from pytest_memeval.suites.write_gate import WriteGateSuite
from pytest_memeval.suites.write_gate import durable_types
from pytest_memeval.suites.write_gate.cases import WriteGateCase
from pytest_memeval.suites.write_gate.decision import read_decision
from pytest_memeval.suites.write_gate.live.replay import Stamp


def stamp_of_fixture(case: WriteGateCase) -> Stamp:
    """The type that the fixture expects; none for a window of which nothing may be stored."""
    return Stamp(case.expect_type, "fixture")


def stamp_of_gate(
    name: str, settler: Settler, options: Mapping[str, tuple[str, ...]]
) -> Callable[[WriteGateCase], Stamp]:
    """Ask the gate that the ini file names, as a client that writes would.

    :raises SubjectError: there is no such gate.
    """
    suite = WriteGateSuite()
    gate = suite.subject(subjects.find(name, suite.builtin_subjects), name)
    level = LEVELS[1] if gate.needs_level else None
    types = durable_types(options)

    def stamp(case: WriteGateCase) -> Stamp:
        answer = asked(lambda: settler.settle(gate.ask(case, level)))
        if answer.error:
            return replace(
                stamp_of_fixture(case), trouble=hide_key(f"{name} failed: {answer.error}")
            )
        kind = read_decision(answer.value, types).type
        return Stamp(kind, name) if kind else stamp_of_fixture(case)

    return stamp
