"""The thin path: a gate, labelled windows, floors, a report."""

from __future__ import annotations

from tests.conftest import Project


def test_a_good_gate_passes(project: Project) -> None:
    result = project.run()
    result.assert_outcomes(passed=8)
    assert result.ret == 0
    assert project.report["verdict"] == "passed"
    assert result.outlines[-1].startswith("memeval: PASSED: 2 of 2 floors held")
