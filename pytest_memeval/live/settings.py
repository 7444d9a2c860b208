"""What a live run was asked to do: its options, checked, as one frozen `Live`."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pytest_memeval.clients import journal
from pytest_memeval.clients.mem0_platform import PUBLIC_HOST
from pytest_memeval.clients.mem0_platform import missing
from pytest_memeval.clients.scopes import is_run
from pytest_memeval.clients.scopes import new_run
from pytest_memeval.clients.secret import KEY
from pytest_memeval.clients.secret import hide_key
from pytest_memeval.options import NEEDS_LIVE
from pytest_memeval.suites import OSS
from pytest_memeval.suites import PLATFORM
from pytest_memeval.suites.write_gate.live.replay import Limits
from pytest_memeval.text import one_line

#: The key of a worker's input under which the controller names the run.
RUN = "memeval_run"
#: How long to wait for an extraction, and before a zero counts, in seconds.
TIMEOUT, MIN_SETTLE = 360.0, 60.0
#: What `--memeval-backend` takes, and the subject that it names.
BACKENDS = {"platform": PLATFORM, "oss": OSS}


@dataclass(frozen=True)
class Live:
    """A live run. Times are in seconds.

    :param subject: what results and floors call the backend.
    :param instructions: passed with each add; None leaves those of the project in force.
    :param pause: between the first two looks at something; later pauses grow to ten times that.
    :param rate: requests a minute. `requests`: all that the run may make.
    """

    subject: str
    run: str
    resumed: bool
    journals: Path
    host: str
    project_id: str
    org_id: str
    instructions: str | None
    instructions_file: str
    oss_config: Path | None
    limits: Limits
    pause: float
    rate: float
    requests: int
    concurrency: int
    allow_populated: bool
    cleanup: bool

    @property
    def journal(self) -> Path:
        return journal.path_of(self.journals, self.run)


def policy_of(instructions: str | None) -> str:
    """A short hash that names the instructions under test; "none" where there are none."""
    if not instructions:
        return "none"
    return hashlib.sha256(instructions.encode()).hexdigest()[:12]


def live_from(config: pytest.Config, report: Path) -> Live:
    """Read the options of a live run.

    :param report: the journals lie beside it.
    :raises pytest.UsageError: an option is missing or wrong, or the client is not installed.
    """
    _refuse_key(config)
    backend = BACKENDS[config.getoption("memeval_backend") or "platform"]
    why_not = missing()
    if why_not:
        raise pytest.UsageError(why_not)
    instructions, file = _instructions(config)
    told = getattr(config, "workerinput", {})
    resumed = _resumed(config, backend)
    return Live(
        subject=backend,
        run=told.get(RUN) or resumed or new_run(),
        resumed=bool(resumed),
        journals=report.parent / "live",
        host=_host(config, backend),
        project_id=_id(config, backend, "--project-id", "memeval_project_id"),
        org_id=_id(config, backend, "--org-id", "memeval_org_id"),
        instructions=instructions,
        instructions_file=file,
        oss_config=_oss_config(config, backend),
        limits=Limits(
            _seconds("--memeval-timeout", config.getoption("memeval_timeout") or TIMEOUT),
            _seconds("--memeval-min-settle", config.getoption("memeval_min_settle") or MIN_SETTLE),
        ),
        pause=above_zero(config, "memeval_live_pause"),
        rate=above_zero(config, "memeval_live_rate"),
        requests=int(above_zero(config, "memeval_live_requests")),
        concurrency=max(1, int(above_zero(config, "memeval_live_concurrency"))),
        allow_populated=config.getoption("memeval_allow_populated"),
        cleanup=config.getoption("memeval_cleanup"),
    )


def _refuse_key(config: pytest.Config) -> None:
    """Keep the key out of what options are quoted in: messages, headers, journals and reports."""
    for flag, option in NEEDS_LIVE.items():
        given = str(config.getoption(option))
        if hide_key(given) != given:
            raise pytest.UsageError(
                f"{flag} holds the key of {KEY}, which must stand nowhere but there; others see "
                "command lines, so have the key replaced"
            )


def _id(config: pytest.Config, backend: str, flag: str, option: str) -> str:
    """An id that the user must state, so that no run hits a project by omission."""
    given = str(config.getoption(option) or "").strip()
    if backend == OSS:
        if given:
            raise pytest.UsageError(f"{flag} is for the platform; --memeval-backend oss has none")
        return ""
    if not given:
        whose = "the scratch project" if option == "memeval_project_id" else "its organisation"
        raise pytest.UsageError(
            f"--memeval-live writes real memories: {flag} must name {whose} (there is no default)"
        )
    return given


def _host(config: pytest.Config, backend: str) -> str:
    if backend == OSS and config.getoption("memeval_host"):
        raise pytest.UsageError(
            "--memeval-host is for the platform; --memeval-backend oss has none"
        )
    host = str(config.getoption("memeval_host") or PUBLIC_HOST).strip()
    if not host.startswith(("http://", "https://")):
        raise pytest.UsageError(f"--memeval-host must begin with https:// or http://, got {host!r}")
    try:
        parts = urlsplit(host)
        named = parts.hostname and parts.port != 0
    except ValueError:
        named = False
    if not named or not host.isprintable() or " " in host:
        raise pytest.UsageError(f"--memeval-host names no host: {host!r}")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise pytest.UsageError("--memeval-host must not hold a user, a password or a query")
    return host


def _instructions(config: pytest.Config) -> tuple[str | None, str]:
    given = config.getoption("memeval_instructions")
    if not given:
        return None, ""
    path = Path(config.invocation_params.dir, given)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise pytest.UsageError(
            f"--memeval-instructions: {path} cannot be read: {one_line(str(error))}"
        ) from None
    if not text.strip():
        raise pytest.UsageError(f"--memeval-instructions: {path} is empty")
    return text, str(given)


def _oss_config(config: pytest.Config, backend: str) -> Path | None:
    given = config.getoption("memeval_oss_config")
    if backend == OSS and not given:
        raise pytest.UsageError(
            "--memeval-backend oss needs --memeval-oss-config FILE, with mem0's llm and embedder"
        )
    if backend == PLATFORM and given:
        raise pytest.UsageError("--memeval-oss-config needs --memeval-backend oss")
    return Path(config.invocation_params.dir, given) if given else None


def _resumed(config: pytest.Config, backend: str) -> str | None:
    run: str | None = config.getoption("memeval_resume")
    if run is None:
        return None
    if backend == OSS:
        raise pytest.UsageError("a run of the open-source backend leaves nothing to resume")
    if not is_run(run):
        raise pytest.UsageError(
            f"--memeval-resume: {run!r} is no run (it looks like 20260131-0a1b2c3d)"
        )
    return run


def _seconds(name: str, given: object) -> float:
    number = _number(str(given))
    if not 0 <= number < 1e6:
        raise pytest.UsageError(f"{name} must be a number of seconds, got {given!r}")
    return number


def above_zero(config: pytest.Config, option: str) -> float:
    """A number of the ini file.

    :raises pytest.UsageError: it is none, or not above 0.
    """
    given = str(config.getini(option))
    number = _number(given)
    if not 0 < number < 1e9:
        raise pytest.UsageError(f"{option} must be a number above 0, got {given!r}")
    return number


def _number(text: str) -> float:
    """A number, or one that is in no range."""
    try:
        return float(text)
    except ValueError:
        return math.nan
