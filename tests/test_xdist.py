"""With workers a run comes to the same end as without, and a worker that dies is missed."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.conftest import CASES
from tests.conftest import GATE
from tests.conftest import QUIET
from tests.conftest import Project
from tests.conftest import assert_not_measured
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import needs
from tests.conftest import said

pytestmark = needs("xdist")

N2 = ("-n", "2")

#: One of each: hits, a miss, a case that raises, one that is unreadable.
MIXED_GATE = f"""{GATE}
decide = classify

def classify(window):
    text = window[0]["content"]
    if "epoch 4" in text: return "send", None, "no_trigger"
    if "German" in text: raise ValueError("no German")
    if "squash" in text: return 42
    return decide(window)
"""

MARKED = """
@pytest.mark.parametrize("strict", [True, False], ids=["strict", "lax"])
@pytest.mark.write_gate
def test_gate(window, strict):
    return classify(window) if strict else "send"
"""


def comparable(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what may differ between two runs of the same: times and workers."""
    run = {name: report["run"][name] for name in report["run"] if name not in VARY}
    return {**report, "run": run, "generated_at": None}


VARY = ("duration", "workers")


def items(project: Project) -> list[tuple[str, ...]]:
    """Each item of the JUnit file with its outcome and message."""
    root = ElementTree.parse(project.path / "junit.xml").getroot()
    found = []
    for node in root.iter("testcase"):
        ends = [(end.tag, end.get("message", "")) for end in node if end.tag != "properties"]
        found.append((str(node.get("classname")), str(node.get("name")), str(ends)))
    return sorted(found)


@pytest.mark.parametrize("kind", ["files", "functions", "subjects", "broken"])
def test_workers_change_nothing(project: Project, kind: str) -> None:
    """The same node ids, outcomes, scores, verdict, exit code and report with and without -n."""
    project.gate(MIXED_GATE)
    if kind == "functions":
        project.marked(MARKED)
    if kind == "subjects":
        project.gate(name="acme_other")
        project.ini(subjects="acme_gate:classify acme_other:classify acme_gone:classify")
    if kind == "broken":
        project.cases([case("odd", "dropp", "")], name="fixtures/write_gate/odd.json")
        project.write("test_broken.py", "import no_such_module_anywhere\n")
    alone = project.run_apart("--junitxml=junit.xml")
    first, found = project.report, items(project)
    spread = project.run_apart("--junitxml=junit.xml", *N2)
    assert spread.ret == alone.ret == 1
    assert items(project) == found
    assert spread.parseoutcomes() == alone.parseoutcomes()
    assert comparable(project.report) == comparable(first)
    assert spread.outlines[-1] == alone.outlines[-1]
    assert (first["run"]["workers"], project.report["run"]["workers"]) == (0, 2)
    assert_not_ours(spread)


def test_a_good_gate_passes_with_workers(project: Project) -> None:
    """-n 2 passes where one process passes, and the progress ends at 100 %."""
    result = project.run_apart(*N2)
    result.assert_outcomes(passed=8)
    assert result.ret == 0
    assert "[100%]" in result.stdout.str()
    assert project.report["verdict"] == "passed"
    assert result.outlines[-1] == "memeval: PASSED: 2 of 2 floors held, 6 of 6 cases measured"


@pytest.mark.parametrize("dist", ["loadfile", "worksteal", "each", "no"])
def test_the_scheduler_does_not_matter(project: Project, dist: str) -> None:
    """However the items are spread, each case counts once."""
    result = project.run_apart(*N2, "--dist", dist)
    assert result.ret == 0
    assert project.report["results"][0]["counts"]["selected"] == 6
    assert project.report["results"][0]["scores"]["extract_recall"]["n"] == 3
    assert project.report["verdict"] == "passed"


def test_no_worker_is_no_worker(project: Project) -> None:
    """`-n 0` is a run in one process."""
    assert project.run("-n", "0").ret == 0
    assert project.report["run"]["workers"] == 0


def test_a_run_does_without_xdist(project: Project) -> None:
    """Where xdist is blocked the plugin does not miss it."""
    assert project.run_apart("-p", "no:xdist").ret == 0
    assert project.report["verdict"] == "passed"


DYING_GATE = f"""{GATE}
import os
decide = classify

def classify(window):
    if "German" in window[0]["content"]:
        os._exit(0)
    return decide(window)
"""


@pytest.mark.parametrize("kind", ["files", "functions"])
def test_a_killed_worker_is_missed(project: Project, kind: str) -> None:
    """A worker that dies takes its case along: the other rows are there, nothing passes."""
    project.gate(DYING_GATE)
    if kind == "functions":
        project.marked("@pytest.mark.write_gate\ndef test_gate(window): return classify(window)\n")
    result = project.run_apart(*N2)
    assert_not_measured(project, result, "1 of 6 cases gave no result: wish_2")
    found = project.report["results"][0]
    assert found["counts"]["selected"] == 6
    assert sorted(row["id"] for row in found["rows"]) == sorted(
        each["id"] for each in CASES if each["id"] != "wish_2"
    )
    assert "crashed" in result.stdout.str()
    assert "1 item failed: " in "\n".join(project.report["check"]["failures"])
    assert_not_ours(result)


def test_workers_that_all_die_are_missed(project: Project) -> None:
    """A run that no worker lived to tell of is not measured, and says what it lost."""
    project.gate("import os\ndef classify(window): os._exit(0)\n")
    result = project.run_apart(*N2, "--max-worker-restart=0")
    assert result.ret != 0
    assert project.report["verdict"] == "not_measured"
    assert "NOT MEASURED" in result.outlines[-1]
    assert_not_ours(result)


def test_a_worker_that_dies_at_its_last_case_is_missed(project: Project) -> None:
    """The last case is as good a place to die as any."""
    project.gate(DYING_GATE.replace("German", "squash"))
    result = project.run_apart("-n", "1")
    assert_not_measured(project, result, "1 of 6 cases gave no result: wish_3")


def test_a_subject_that_ends_a_worker_is_not_measured(project: Project) -> None:
    """`pytest.exit` with exit code 0 inside a worker does not make a pass."""
    project.gate(
        f"{GATE}\nimport pytest\ndecide = classify\n"
        "def classify(window):\n"
        "    if 'maybe' in window[0]['content']: pytest.exit('enough', returncode=0)\n"
        "    return decide(window)\n"
    )
    result = project.run_apart(*N2)
    assert result.ret != 0
    assert project.report["verdict"] == "not_measured"
    assert "NOT MEASURED" in said(result)


def test_hostile_text_crosses_from_a_worker(project: Project) -> None:
    """Controls, half surrogates and a megabyte come through as text, and kill no worker."""
    project.gate(
        "def classify(window):\n"
        "    return {'action': 'send', 'reason': '\\x1b[2J\\x00\\ud800\\u202e' + 'x' * 10**6,\n"
        "            'kept': '\\x1b]0;t\\x07' * 10**4}\n"
    )
    result = project.run_apart(*N2, "--junitxml=junit.xml")
    assert result.ret == 1
    assert project.report["results"][0]["counts"]["measured"] == 6
    assert project.report["verdict"] == "failed"
    assert (project.path / "reports/last_report.json").stat().st_size < 200_000
    assert len(items(project)) == 8


def test_workers_may_be_asked_for_in_the_ini_file(project: Project) -> None:
    """`addopts = -n 2` works as on the command line."""
    project.ini("addopts = -n 2 --memeval-offline")
    result = project.pytester.runpytest_subprocess(*QUIET)
    assert result.ret == 0
    assert project.report["run"]["workers"] == 2
