"""A file of the published size loads quickly and in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.ee_episodes import big


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hundred episodes, 20 MB."""
    path = tmp_path_factory.mktemp("big") / "meme_big.json"
    path.write_text(json.dumps(big(100), ensure_ascii=False, indent=2), encoding="utf-8")
    assert path.stat().st_size > 20_000_000
    return path


def test_loading_costs_little_more_than_reading_the_json(file: Path) -> None:
    """At most four times a bare `json.load`, in processor time; within 400 MB, in one process."""
    code = f"""
        import json, resource, time
        from pathlib import Path
        from pytest_memeval import fixture_files
        from pytest_memeval.suites.ee import SUITE

        path = Path({str(file)!r})

        def ours():
            found = fixture_files.read(path)
            assert fixture_files.suite_of(found, {{"ee": SUITE}}) == "ee"
            assert len(SUITE.parse(found.cases, {{}})) == 528

        def bare():
            with path.open(encoding="utf-8") as file:
                json.load(file)

        def took(call):
            begun = time.process_time()
            call()
            return time.process_time() - begun

        first = took(ours)
        # What `getrusage` calls the peak may be that of the process which started this one.
        status = Path("/proc/self/status")
        if status.exists():
            said = status.read_text().partition("VmHWM:")[2].split()[0]
            peak = int(said) / 1024
        else:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(min(first, took(ours)) / min(took(bare), took(bare)), peak)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    ratio, peak = map(float, done.stdout.split())
    assert ratio <= 4
    assert peak <= 400
