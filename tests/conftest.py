"""A small project with a gate and labelled windows, for tests that run pytest itself."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.gate
import pytest_memeval.session
import pytest_memeval.suites.write_gate  # noqa: F401

# What an example may take says nothing here: other tests run at the same time.
# A build must not depend on luck: there every run tries the same examples.
settings.register_profile("memeval", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("memeval")

GATE = """
def classify(window):
    text = " ".join(turn["content"] for turn in window)
    if "epoch" in text:
        return "drop", None, "training_frame"
    if "always" in text:
        return {"action": "send", "type": "preference", "reason": "standing_wish", "kept": text}
    return None
"""


def case(identity: str, label: str, text: str, **more: Any) -> dict[str, Any]:
    """A valid case; `more` overrides its keys."""
    return {
        "id": identity,
        "window": [{"role": "user", "content": text}],
        "label": label,
        "expect_type": "preference" if label == "extract" else None,
        "note": f"guards {identity}",
        **more,
    }


#: The same gate without its drop rule, and sending what it knows nothing about.
LEAKY_GATE = """
def classify(window):
    text = " ".join(turn["content"] for turn in window)
    if "always" in text:
        return {"action": "send", "type": "preference", "reason": "standing_wish", "kept": text}
    return "send", None, "no_trigger"
"""

#: Plugins that have nothing to say here; a test that is about one of them switches it on.
QUIET = tuple(
    part
    for name in ("asyncio", "randomly", "cacheprovider", "hypothesispytest", "cov", "rerunfailures")
    for part in ("-p", f"no:{name}")
)


def quiet(using: Iterable[str] = ()) -> list[str]:
    """The options that keep other plugins out, but for those in `using`."""
    return [part for name in QUIET[1::2] if name[3:] not in using for part in ("-p", name)]


#: Six windows that `GATE` decides as labelled: both default floors hold.
CASES = [
    case("beat_1", "drop", "epoch 3 loss 0.12"),
    case("beat_2", "drop", "epoch 4 loss 0.11"),
    case("talk_1", "exclude", "maybe later"),
    case("wish_1", "extract", "always use tabs"),
    case("wish_2", "extract", "always answer in German"),
    case("wish_3", "extract", "always squash before merging"),
]


class Project:
    """A throw-away project: its files, its runs, its report."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path

    def write(self, name: str, text: str) -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def cases(self, cases: list[Any], name: str = "fixtures/write_gate/cases.json") -> Path:
        return self.write(name, json.dumps({"suite": "write_gate", "cases": cases}, indent=1))

    def ini(self, *lines: str, subjects: str = "acme_gate:classify") -> None:
        listed = "".join(f"\n    {name}" for name in subjects.split())
        self.write("pytest.ini", "\n".join(["[pytest]", f"memeval_classifier ={listed}", *lines]))

    def gate(self, source: str = GATE, name: str = "acme_gate") -> None:
        self.write(f"{name}.py", source)

    def marked(self, source: str, name: str = "test_gate.py") -> None:
        """A test module with marked functions, and an ini file that names no subject."""
        self.write(name, "import pytest\nfrom acme_gate import classify\n" + source)
        self.ini(subjects="")

    def run(self, *args: str, using: Iterable[str] = ()) -> pytest.RunResult:
        """`pytest --memeval-offline` in this process."""
        return self.pytester.runpytest("--memeval-offline", *quiet(using), *args)

    def run_apart(self, *args: str, using: Iterable[str] = ()) -> pytest.RunResult:
        """The same in a process of its own, for workers, signals and exits."""
        return self.pytester.runpytest_subprocess(
            "--memeval-offline", *quiet(using), *args, timeout=60
        )

    def row(self, identity: str) -> dict[str, Any]:
        """The row of one case in the report's first result."""
        found = [row for row in self.report["results"][0]["rows"] if row["id"] == identity]
        assert len(found) == 1, f"{len(found)} rows of {identity}"
        return dict(found[0])

    def floors(self) -> dict[str, str]:
        """The status of each floor in the report's first result, by metric."""
        return {each["metric"]: each["status"] for each in self.report["results"][0]["thresholds"]}

    @property
    def report(self) -> dict[str, Any]:
        path = self.path / "reports" / "last_report.json"
        loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return loaded


def needs(module: str) -> pytest.MarkDecorator:
    """For tests about a plugin that is not installed everywhere."""
    return pytest.mark.skipif(find_spec(module) is None, reason=f"needs {module}")


#: The same run in one process and with two workers.
WORKERS = pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n", "2"), marks=needs("xdist"))], ids=["alone", "n2"]
)


def said(result: pytest.RunResult) -> str:
    """All that a run wrote, on both streams."""
    return f"{result.stdout.str()}\n{result.stderr.str()}"


def assert_not_ours(result: pytest.RunResult) -> None:
    """The output shows no frame of this plugin and no internal error."""
    text = said(result)
    for mark in ("pytest_memeval/", "pytest_memeval.", "INTERNALERROR", "Traceback (most recent"):
        assert mark not in text, f"{mark!r} in the output:\n{text}"


def assert_not_measured(project: Project, result: pytest.RunResult, because: str) -> None:
    """The run is no pass in any of the three places that say so, and all give the reason."""
    assert result.ret == 1
    assert result.outlines[-1].startswith("memeval: NOT MEASURED: ")
    assert because in result.stdout.str()
    report = project.report
    assert report["verdict"] == "not_measured"
    assert report["check"]["passed"] is False
    assert because in "\n".join(report["check"]["failures"])
    statuses = {each["status"] for found in report["results"] for each in found["thresholds"]}
    assert "held" not in statuses


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project whose gate holds both default floors over `CASES`."""
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    # Modules of one throw-away project must not serve the next.
    pytester.syspathinsert()
    made = Project(pytester)
    made.gate()
    made.cases(CASES)
    made.ini()
    return made


@pytest.fixture(autouse=True)
def _no_build_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs of tests tell is nothing for the machine that runs the tests to show."""
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
