"""Other plugins, and a project's `conftest.py`: metrics, reasons and data of their own."""

from __future__ import annotations

import pytest

from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import said

#: A metric over the rows of the write gate: payloads of more than 20 characters.
METRIC = """
from pytest_memeval.suites.base import ExtraMetric, Metric, MetricKind

def long_payloads(rows):
    sent = [row for row in rows if row["payload"]]
    long = [row["id"] for row in sent if len(row["payload"]) > 20]
    return Metric(True, len(long), len(sent), missed=tuple(long))

def pytest_memeval_metrics(suite):
    if suite == "write_gate":
        return [ExtraMetric("long_payloads", MetricKind("sent payloads that are long"), {measure})]
"""


@WORKERS
def test_a_metric(project: Project, workers: tuple[str, ...]) -> None:
    """It is scored, shown, and gated by a floor like any other."""
    project.write("conftest.py", METRIC.replace("{measure}", "long_payloads"))
    project.ini("memeval_floors = long_payloads <= 0.5")
    result = project.run_apart(*workers)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "long_payloads = 0.667 (2 of 3, *) is above its ceiling: long_payloads <= 0.5",
            "  wish_2 (fixtures/write_gate/cases.json:*",
            "  long_payloads             0.667 (2/3)  *<= 0.5 broken",
        ]
    )
    assert project.report["results"][0]["scores"]["long_payloads"]["k"] == 2


def test_a_metric_that_raises(project: Project) -> None:
    """Nobody knows its value, so its floor is no pass; the others are as they were."""
    project.write("conftest.py", METRIC.replace("{measure}", "lambda rows: 1 / 0"))
    project.ini("memeval_floors = long_payloads <= 0.5")
    result = project.run()
    assert result.ret == 1
    said_so = "*not measured: long_payloads <= 0.5: it raised ZeroDivisionError: *"
    result.stdout.fnmatch_lines([said_so, "memeval: NOT MEASURED: 2 of 3 floors held, *"])


@pytest.mark.parametrize("given", ["True, 5, 3", "True, -1, 3", "True, 0.5, 3", "False, 1, 1e9"])
def test_a_metric_that_is_none(project: Project, given: str) -> None:
    project.write("conftest.py", METRIC.replace("{measure}", f"lambda rows: Metric({given})"))
    project.ini("memeval_floors = long_payloads <= 0.5")
    result = project.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*not measured: long_payloads <= 0.5: it gave k = *no counts"])


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("raise ValueError('no')", "raised ValueError: no"),
        ("raise SystemExit(0)", "raised SystemExit: 0"),
        ("return ['a', 'b']", "returned [[]'a', 'b'], not a list of ExtraMetric or None"),
        ("return 3", "returned 3, not a list of ExtraMetric or None"),
    ],
)
def test_metrics_that_cannot_be_told(project: Project, body: str, why: str) -> None:
    """An earlier report does not stay as if it were of this run."""
    assert project.run().ret == 0
    project.write("conftest.py", f"def pytest_memeval_metrics(suite):\n    {body}\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: conftest.py: pytest_memeval_metrics {why}*"])
    assert project.report["verdict"] == "not_measured"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"long_payloads", M', '"extract_recall", M', "two metrics of the name 'extract_recall'"),
        ('suite == "write_gate"', 'suite == "other"', "*long_payloads*"),
    ],
)
def test_a_name_that_is_wrong(project: Project, old: str, new: str, why: str) -> None:
    project.write("conftest.py", METRIC.replace("{measure}", "long_payloads").replace(old, new))
    project.ini("memeval_floors = long_payloads <= 0.5")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: *{why}"])


@pytest.mark.parametrize("args", [(), ("-k", "wish")], ids=["whole", "partial"])
def test_a_reason_against_it(project: Project, args: tuple[str, ...]) -> None:
    """A run that holds all floors does not pass where another plugin says why it must not."""
    project.write(
        "conftest.py",
        "def pytest_memeval_verdict(config, report):\n"
        "    return [f'{len(report.results[0].rows)} windows are too few']\n",
    )
    result = project.run(*args)
    assert result.ret == 1
    windows = 3 if args else 6
    result.stdout.fnmatch_lines(
        [f"{windows} windows are too few", "FAILED memeval::verdict*", "memeval: * are too few"]
    )
    assert project.report["verdict"] == ("partial" if args else "failed")
    assert project.report["check"]["passed"] is False


def test_a_report_is_not_for_others_to_change(project: Project) -> None:
    """Who is shown the verdict may add a reason against it, and can take none away."""
    project.gate("def classify(window):\n    return 'send'\n")
    project.write(
        "conftest.py",
        "def pytest_memeval_verdict(report):\n    report.verdict = 'passed'\n"
        "    report.check.failures.clear()\n    report.results.clear()\n",
    )
    assert project.run().ret == 1
    assert project.report["verdict"] == "failed"
    assert project.report["results"]


def test_data_of_its_own(project: Project) -> None:
    project.write(
        "conftest.py",
        "def pytest_memeval_report(config, report):\n"
        "    return {'acme': {'verdict': report.verdict, 'team': 'memory'}}\n",
    )
    assert project.run().ret == 0
    assert project.report["extra"] == {"acme": {"verdict": "passed", "team": "memory"}}


@pytest.mark.parametrize(
    ("hook", "body", "why"),
    [
        ("verdict", "raise ValueError('no idea')", "raised ValueError: no idea"),
        ("verdict", "raise SystemExit(0)", "raised SystemExit: 0"),
        ("verdict", "return 'too few'", "returned 'too few', not a list of texts or None"),
        ("verdict", "return [3]", "returned [[]3], not a list of texts or None"),
        ("report", "raise ValueError('no idea')", "raised ValueError: no idea"),
        ("report", "raise SystemExit(0)", "raised SystemExit: 0"),
        ("report", "import pytest; pytest.exit('no', 0)", "raised Exit: no"),
        ("report", "return {'acme': object()}", "raised TypeError: *"),
        ("report", "return ['acme']", "returned [[]'acme'], not a mapping or None"),
    ],
)
def test_a_hook_that_fails(project: Project, hook: str, body: str, why: str) -> None:
    """Its plugin is named, the report is written with what others say, and the run is no pass."""
    project.write("conftest.py", f"def pytest_memeval_{hook}(config, report):\n    {body}\n")
    project.write("other.py", "def pytest_memeval_report():\n    return {'other': 1}\n")
    result = project.run("-p", "other")
    assert result.ret == 1
    result.stdout.fnmatch_lines([f"memeval: FAILED: *; conftest.py: pytest_memeval_{hook} {why}"])
    assert "INTERNALERROR" not in said(result)
    assert project.report["verdict"] == "failed"
    assert project.report["extra"] == {"other": 1}
