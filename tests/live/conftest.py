"""A throw-away project, and the stand-in of the platform that it is replayed into."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

import pytest

# Imported here, once: pytester forgets what a run in this process imports for the first time.
import pytest_memeval.live
import pytest_memeval.suites.write_gate.live
from tests.conftest import Project
from tests.conftest import quiet
from tests.live.apart import Apart
from tests.live.world import FLOORS
from tests.live.world import World
from tests.platform import StandIn

for _module in pkgutil.iter_modules(pytest_memeval.live.__path__):
    importlib.import_module(f"pytest_memeval.live.{_module.name}")

#: How much faster than the wall time passes at the stand-in.
SPEED = 200.0
#: Seconds at the stand-in that a busy machine needs at the most for what should not take long.
PATIENT = 6000.0


class LiveProject(Project):
    """A project whose windows go to a stand-in. All times are seconds at the stand-in."""

    def __init__(self, project: Project, launch: Callable[..., StandIn]) -> None:
        super().__init__(project.pytester)
        self._launch = launch
        self.platform: StandIn | Apart

    def serve(self, world: World, **settings: Any) -> StandIn:
        """Write the windows of a world down, and start a stand-in that knows its script."""
        self.cases(world.cases)
        usual = {"script": world.script, "speed": SPEED, "seed": 7, "latency": (2, 40)}
        self.platform = platform = self._launch(**{**usual, **settings})
        self.configure()
        return platform

    def configure(self, *lines: str, subjects: str = "", **live: float) -> None:
        """An ini file that keeps pace with the stand-in."""
        speed = self.platform.clock.speed
        pace = {"pause": 1 / speed, "rate": 600 * speed, **live}
        self.ini(
            *(f"memeval_live_{name} = {value}" for name, value in pace.items()),
            *lines,
            "memeval_floors =",
            *(f"    {metric} {bound}" for metric, bound in FLOORS.items()),
            subjects=subjects,
        )

    def remove_cases(self) -> None:
        (self.path / "fixtures/write_gate/cases.json").unlink()

    def scores(self) -> dict[str, float | None]:
        """The metrics of the report's first result."""
        scores = self.report["results"][0]["scores"]
        return {name: score["value"] for name, score in scores.items()}

    def options(self, *more: str, timeout: float = 360, settle: float = 60) -> list[str]:
        speed = self.platform.clock.speed
        return [
            "--memeval-live",
            f"--project-id={self.platform.project_id}",
            f"--org-id={self.platform.org_id}",
            f"--memeval-host={self.platform.url}",
            f"--memeval-timeout={timeout / speed}",
            f"--memeval-min-settle={settle / speed}",
            *more,
        ]

    def live(
        self, *args: str, using: Iterable[str] = (), timeout: float = 360, settle: float = 60
    ) -> pytest.RunResult:
        """`pytest --memeval-live` in this process."""
        options = self.options(*args, timeout=timeout, settle=settle)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("MEM0_API_KEY", self.platform.key)
            return self.pytester.runpytest(*quiet(using), *options)

    def live_apart(
        self, *args: str, using: Iterable[str] = (), timeout: float = 360, settle: float = 60
    ) -> pytest.RunResult:
        """The same in a process of its own, for workers, signals and exits."""
        options = self.options(*args, timeout=timeout, settle=settle)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("MEM0_API_KEY", self.platform.key)
            return self.pytester.runpytest_subprocess(*quiet(using), *options, timeout=300)


@pytest.fixture(scope="session")
def mem0(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The real client, imported once and so that it reports to nobody."""
    if find_spec("mem0") is None:
        pytest.skip("needs mem0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEM0_TELEMETRY", "False")
        patch.setenv("MEM0_DIR", str(tmp_path_factory.mktemp("mem0")))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in ("mem0.exceptions", "httpcore"):  # httpx imports that one when it must
                importlib.import_module(name)
        yield


@pytest.fixture
def live_project(project: Project, mem0: None) -> Iterator[LiveProject]:
    """A project to replay; `serve` starts its stand-in, which is stopped at the end."""
    with ExitStack() as running:
        yield LiveProject(project, lambda **given: running.enter_context(StandIn(**given)))
