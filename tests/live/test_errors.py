"""What is wrong with a live run is told in one clear line, and nothing is written before it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest

from pytest_memeval.cli import main
from pytest_memeval.clients import mem0_platform
from tests.conftest import said
from tests.live.conftest import LiveProject
from tests.live.standin import PASSED
from tests.live.standin import cleanup
from tests.live.standin import journals
from tests.live.world import even_world
from tests.platform import Fault
from tests.platform import Switches

ADD, EVENT = "POST /v3/memories/add/", "GET /v1/event/"
#: Statuses 4.. after which an add is known to have had no effect.
CLEAR = ("00", "01", "03", "29")


@pytest.fixture
def live(live_project: LiveProject) -> LiveProject:
    """A project and its stand-in, after a run that passed."""
    live_project.serve(even_world(2, 1), speed=1000.0)
    live_project.write("reports/last_report.json", PASSED)
    return live_project


def line_of(live: LiveProject, result: pytest.RunResult) -> str:
    """The one line that a run is refused with. Nothing was written, and no pass is left."""
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    lines = [line for line in said(result).splitlines() if line.strip()]
    assert len(lines) == 1, lines
    assert lines[0].startswith("ERROR: ")
    assert live.platform.adds == []
    assert not journals(live).exists()
    report = live.report
    assert (report["verdict"], report["check"]["passed"]) == ("not_measured", False)
    return lines[0].removeprefix("ERROR: ")


def refusal(live: LiveProject, *args: str) -> str:
    """The line that a run with these options is refused with."""
    return line_of(live, live.live(*args))


def unserved(live: LiveProject, switches: Switches) -> str:
    """The line that a run is refused with where the platform behaves like that."""
    live.serve(even_world(2, 1), speed=1000.0, switches=switches)
    return refusal(live)


# --- what the command line says


@pytest.mark.parametrize("flag", ["--project-id", "--org-id"])
def test_an_id_is_missing(live: LiveProject, flag: str) -> None:
    """Both ids have to be given, and none has a default, not even an empty one."""
    said = refusal(live, f"{flag}= ")
    whose = {"--project-id": "the scratch project", "--org-id": "its organisation"}[flag]
    assert said == (
        f"--memeval-live writes real memories: {flag} must name {whose} (there is no default)"
    )
    assert live.platform.requests == []


def test_another_project(live: LiveProject) -> None:
    """A key that leads elsewhere stops the run after one look."""
    ours, org = live.platform.project_id, live.platform.org_id
    expected = f"leads to the project {ours} of {org}, not to proj_other of {org}"
    assert expected in refusal(live, "--project-id=proj_other")
    expected = f"leads to the project {ours} of {org}, not to {ours} of org_other"
    assert expected in refusal(live, "--org-id=org_other")
    assert {request.path for request in live.platform.requests} == {"/v1/ping/"}


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1:9", "--memeval-host must begin with https:// or http://, got '127.0.0.1:9'"),
        ("ftp://here", "--memeval-host must begin with https:// or http://, got 'ftp://here'"),
        ("http://", "--memeval-host names no host: 'http://'"),
        ("http://[::1", "--memeval-host names no host: 'http://[::1'"),
        ("http://h:port", "--memeval-host names no host: 'http://h:port'"),
        ("http://ann:secret@h", "--memeval-host must not hold a user, a password or a query"),
    ],
)
def test_a_bad_host(live: LiveProject, host: str, expected: str) -> None:
    assert refusal(live, f"--memeval-host={host}") == expected


def test_both_modes(live: LiveProject) -> None:
    expected = "--memeval-offline and --memeval-live exclude each other"
    assert refusal(live, "--memeval-offline") == expected


@pytest.mark.parametrize(
    "option",
    [
        "--project-id=p",
        "--org-id=o",
        "--memeval-host=http://h",
        "--memeval-instructions=f",
        "--memeval-resume=r",
        "--memeval-backend=oss",
        "--memeval-oss-config=f",
        "--memeval-timeout=9",
        "--memeval-min-settle=9",
        "--memeval-allow-populated",
        "--memeval-cleanup",
    ],
)
@pytest.mark.parametrize("mode", [(), ("--memeval-offline",)], ids=["no_mode", "offline"])
def test_live_options_alone(live: LiveProject, option: str, mode: tuple[str, ...]) -> None:
    """An option that only a live run gives a meaning is refused without one."""
    result = live.pytester.runpytest("-p", "no:asyncio", *mode, option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said(result).strip() == f"ERROR: {option.partition('=')[0]} needs --memeval-live"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--memeval-timeout=soon"], "--memeval-timeout must be a number of seconds, got 'soon'"),
        (["--memeval-min-settle=-1"], "--memeval-min-settle must be a number of seconds, got '-1'"),
        (["-o", "memeval_live_rate=0"], "memeval_live_rate must be a number above 0, got '0'"),
        (["-o", "memeval_live_pause=x"], "memeval_live_pause must be a number above 0, got 'x'"),
        (["--memeval-instructions=none.txt"], "none.txt cannot be read: "),
        (["--memeval-oss-config=f"], "--memeval-oss-config needs --memeval-backend oss"),
        (["--memeval-backend=oss"], "--memeval-host is for the platform; "),
        (["--memeval-level=balanced"], "--memeval-level needs --memeval-offline"),
        (["--memeval-mutations=3"], "--memeval-mutations needs --memeval-offline"),
        (["--memeval-resume=../x"], "--memeval-resume: '../x' is no run (it looks like "),
        (["--memeval-resume=20260131-0a1b2c3d"], "there is no journal "),
    ],
)
def test_other_options(live: LiveProject, options: list[str], expected: str) -> None:
    assert expected in refusal(live, *options)


# --- the key


@pytest.mark.parametrize("key", ["", "  \n"], ids=["empty", "blank"])
def test_no_key(live: LiveProject, key: str) -> None:
    """Without a key nothing is asked of anybody."""
    live.platform.key = key
    expected = "live run: a live run needs the key of the scratch project in MEM0_API_KEY"
    assert refusal(live) == expected
    assert live.platform.requests == []


@pytest.mark.parametrize("key", ["m0-a\nb", "m0-ä", "m0 a", "m0-\x1b[0m"])
def test_keys_that_no_header_can_hold(live: LiveProject, key: str) -> None:
    """They are not quoted, and not sent."""
    live.platform.key = key
    assert refusal(live) == "live run: MEM0_API_KEY holds characters that no key has"
    assert live.platform.requests == []


def test_a_wrong_key(live: LiveProject) -> None:
    """It is tried once."""
    live.platform.key = "m0-wrong"
    expected = f"live run: connecting to {live.platform.url}: HTTP 401 ("
    assert refusal(live).startswith(expected)
    assert len(live.platform.requests) == 1


# --- the platform cannot be reached, or makes no sense


def test_no_network(live: LiveProject) -> None:
    """Nobody listens: it is tried a few times, then told."""
    nobody = live.platform.closed_url
    expected = f"live run: connecting to {nobody}: ConnectError: "
    assert refusal(live, f"--memeval-host={nobody}").startswith(expected)


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (Fault("throttle_403"), "HTTP 403 ("),
        (Fault("throttle_429"), "HTTP 429"),
        (Fault("status", status=500), "HTTP 500 ("),
        (Fault("status", status=502, html=True), "HTTP 502"),
        (Fault("html_200"), "the answer is no JSON"),
        (Fault("no_content"), "the answer is no JSON"),
        (Fault("redirect"), "HTTP 301"),
        (Fault("hang_up"), "RemoteProtocolError: "),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_a_platform_that_gives_no_answer(live: LiveProject, fault: Fault, expected: str) -> None:
    """What comes back from the first request is told as it is, in one line."""
    found = unserved(live, Switches(faults=[fault]))
    assert found.startswith(f"live run: connecting to {live.platform.url}: {expected}")
    assert len(live.platform.requests) <= 3


# --- trouble after the first look: the run ends, not measured


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (Fault("throttle_403", ADD), "add: HTTP 403 ("),
        (Fault("throttle_429", ADD), "add: HTTP 429"),
        (Fault("status", ADD, status=500), "add: HTTP 500 ("),
        (Fault("status", ADD, status=520, html=True), "add: HTTP 520"),
        (Fault("html_200", ADD), "add: the answer is no JSON"),
        (Fault("status", ADD, status=400), "add: HTTP 400 ("),
        (Fault("status", ADD, status=401), "add: HTTP 401 ("),
        (Fault("hang_up", ADD), "add: RemoteProtocolError: "),
        (Fault("html_200", EVENT), "event: the answer is no JSON"),
        (Fault("status", EVENT, status=500), "event: HTTP 500 ("),
        (Fault("throttle_403", EVENT), "event: HTTP 403 ("),
    ],
    ids=lambda value: f"{value.kind}_{value.status}" if isinstance(value, Fault) else "",
)
def test_trouble_on_the_way(live: LiveProject, fault: Fault, expected: str) -> None:
    """Nothing is scored, every row says why, and there is no end to what was not sent."""
    live.serve(even_world(2, 1), speed=1000.0, switches=Switches(faults=[fault]))
    result = live.live()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.outlines[-1].startswith("memeval: NOT MEASURED: 0 of 5 floors held, ")
    assert "Traceback" not in said(result)
    assert live.report["verdict"] == "not_measured"
    rows = live.report["results"][0]["rows"]
    assert {row["decision"] for row in rows} == {"error"}
    assert all(expected in row["detail"] for row in rows), rows
    # Where an add gave no clear answer, nobody knows.
    unclear = fault.route == EVENT or not any(f"HTTP 4{code}" in expected for code in CLEAR)
    left = live.report["run"]["live"]["left"]
    assert ("delete them with: " in left) is unclear
    assert unclear or left == "nothing was written"


def test_a_storm_ends_the_run(live: LiveProject) -> None:
    """After so much trouble in a row nothing more is asked; the rows say what it was."""
    storm = Fault("status", "POST", status=500)
    live.serve(even_world(40, 1), speed=1000.0, switches=Switches(faults=[storm]))
    live.live()
    rows = live.report["results"][0]["rows"]
    assert any("25 answers in a row were no use, the last: " in row["detail"] for row in rows)
    assert len(live.platform.requests) < 200


# --- the client


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Makes the installed mem0ai another one."""

    def pretend(found: Any) -> None:
        def version(name: str) -> str:
            if isinstance(found, Exception):
                raise found
            return str(found)

        monkeypatch.setattr(mem0_platform, "version", version)

    return pretend


MISSING = "a live run needs the real client: install pytest-memeval[live]"


def test_the_extra_is_missing(live: LiveProject, versions: Callable[[Any], None]) -> None:
    """Without mem0ai a line says what to install, for a run and for a cleanup."""
    live.live()
    (journal,) = journals(live).glob("*.jsonl")
    versions(PackageNotFoundError("mem0ai"))
    found = live.live()
    assert said(found).strip() == f"ERROR: {MISSING}"
    assert found.ret == pytest.ExitCode.USAGE_ERROR
    done = cleanup(live, journal.stem)
    assert (done.code, done.out, done.err.strip()) == (1, "", MISSING)


@pytest.mark.parametrize("found", ["1.0.11", "2.0.18", "3.0.0", "nonsense"])
def test_an_unsupported_version(
    live: LiveProject, versions: Callable[[Any], None], found: str
) -> None:
    versions(found)
    expected = f"a live run needs mem0ai>=2.0.19,<3, and mem0ai {found} is installed"
    assert refusal(live) == expected


def test_a_client_that_cannot_be_imported(
    live: LiveProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken installation is told in one line as well."""
    monkeypatch.setitem(sys.modules, "mem0", None)
    assert refusal(live).startswith("live run: mem0ai cannot be imported: ModuleNotFoundError: ")


def test_no_certificates(live: LiveProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that the environment names, and that is not there, is named."""
    monkeypatch.setenv("SSL_CERT_FILE", "/nonexistent.pem")
    assert refusal(live) == (
        "live run: the certificates cannot be read (SSL_CERT_FILE=/nonexistent.pem): "
        "No such file or directory"
    )


def test_telemetry_that_is_on_already(live: LiveProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """What imported mem0 first may have left it on; then nothing is sent."""
    monkeypatch.setattr(sys.modules["mem0.memory.telemetry"], "MEM0_TELEMETRY", True)
    assert "set MEM0_TELEMETRY=False in the environment" in refusal(live)
    assert live.platform.requests == []


def test_the_extra_is_missing_in_a_process_of_its_own(live: LiveProject) -> None:
    """The same from outside: no traceback, on neither stream."""
    live.write(
        "conftest.py",
        "import importlib.metadata as metadata\n"
        "found = metadata.version\n"
        "def version(name):\n"
        "    if name == 'mem0ai':\n"
        "        raise metadata.PackageNotFoundError(name)\n"
        "    return found(name)\n"
        "metadata.version = version\n",
    )
    assert line_of(live, live.live_apart()) == MISSING


# --- the command line of the cleanup


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["20260131-0a1b2c3d"], "there is no journal "),
        (["pytest.ini.jsonl"], "there is no journal pytest.ini.jsonl (No such file or directory)"),
        (["reports/last_report.jsonl"], "is no journal of a live run"),
    ],
)
def test_cleanups_of_nothing(live: LiveProject, words: list[str], expected: str) -> None:
    live.write("reports/last_report.jsonl", PASSED)
    done = cleanup(live, *words)
    assert (done.code, done.out) == (1, "")
    assert expected in done.err
    assert len(done.err.splitlines()) == 1
    assert live.platform.requests == []


@pytest.mark.parametrize(
    ("flag", "value", "wanted"),
    [
        ("--timeout", "0", "above 0"),
        ("--min-settle", "-1", "not below 0"),
        ("--pause", "0", "above 0"),
        ("--rate", "0", "above 0"),
    ],
)
def test_cleanups_with_bad_numbers(
    capsys: pytest.CaptureFixture[str], flag: str, value: str, wanted: str
) -> None:
    assert main(["cleanup", "x", flag, value]) == 2
    said = capsys.readouterr().err
    assert f"Invalid value for '{flag}': must be a number {wanted}, got '{value}'" in said


def test_a_cleanup_with_another_key(live: LiveProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends with one line and deletes nothing, whatever is wrong with the key."""
    live.live()
    (journal,) = journals(live).glob("*.jsonl")
    header = json.loads(journal.read_text().splitlines()[0])
    changed = {**header, "project_id": "proj_other"}
    journal.write_text(journal.read_text().replace(json.dumps(header), json.dumps(changed)))
    seen = len(live.platform.requests)
    done = cleanup(live, journal.stem)
    assert (done.code, done.out) == (1, "")
    assert "leads to the project proj_standin of org_standin, not to proj_other" in done.err
    for key, expected in {"": "needs the key", "a b": "characters", "m0-wrong": "401"}.items():
        monkeypatch.setenv("MEM0_API_KEY", key)
        done = cleanup(live, journal.stem)
        assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
        assert expected in done.err
    assert {request.path for request in live.platform.requests[seen:]} == {"/v1/ping/"}
