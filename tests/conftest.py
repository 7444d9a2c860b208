"""A small project with a gate and labelled windows, for tests that run pytest itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.gate
import pytest_memeval.session
import pytest_memeval.suites.write_gate  # noqa: F401

GATE = '''
def classify(window):
    text = " ".join(turn["content"] for turn in window)
    if "epoch" in text:
        return "drop", None, "training_frame"
    if "always" in text:
        return {"action": "send", "type": "preference", "reason": "standing_wish", "kept": text}
    return None
'''


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


#: Plugins that have nothing to say here; a test that is about one of them switches it on.
QUIET = ("-p", "no:asyncio", "-p", "no:randomly", "-p", "no:cacheprovider")

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

    def run(self, *args: str) -> pytest.RunResult:
        """`pytest --memeval-offline` in this process."""
        return self.pytester.runpytest("--memeval-offline", *QUIET, *args)

    def run_apart(self, *args: str) -> pytest.RunResult:
        """The same in a process of its own, for workers, signals and exits."""
        return self.pytester.runpytest_subprocess("--memeval-offline", *QUIET, *args, timeout=60)

    @property
    def report(self) -> dict[str, Any]:
        path = self.path / "reports" / "last_report.json"
        loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return loaded


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
