"""What is configured, what is missing and what is broken. It only reads, and shows no secret."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from importlib.metadata import distribution
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Literal
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

from pytest_memeval import configured
from pytest_memeval import fixture_files
from pytest_memeval import registry
from pytest_memeval import settings
from pytest_memeval import subjects
from pytest_memeval.cli.checking import Checker
from pytest_memeval.clients.secret import HIDDEN
from pytest_memeval.clients.secret import KEY
from pytest_memeval.clients.secret import Secret
from pytest_memeval.errors import FixtureError
from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.base import Setup
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

if TYPE_CHECKING:
    from pytest_memeval.registry import SuiteEntry

DISTRIBUTION = "pytest-memeval"
#: Extras for whoever works on this project; nobody else misses them.
NOT_FOR_USERS = ("test", "dev")
#: Variables of the environment whose values are not for any screen, and the shortest such value.
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE)
SHORTEST = 6
MOST_PROBLEMS = 3
_OPTION = re.compile(r"memeval_\w+")
#: A user and a password in an address.
_LOGIN = re.compile(r"(?<=://)[^\s/@]+(?=@)")
#: Where a long text was cut off.
CUT = "…"

Status = Literal["ok", "missing", "broken"]


class Finding(NamedTuple):
    """One thing that was looked at.

    :param status: missing: nobody has asked for it so far; broken: somebody has, and it cannot be
        used.
    :param do: what to do about it; "" where there is nothing to do.
    """

    status: Status
    what: str
    text: str
    do: str = ""


@dataclass(frozen=True)
class Asked:
    """What to look at beside the project in this folder; "" or None: nothing."""

    project_id: str = ""
    org_id: str = ""
    host: str = ""
    oss_config: Path | None = None


def examine(asked: Asked) -> list[Finding]:
    """Look at everything; findings hold no secret, whatever the environment does."""
    return [_shown(finding) for finding in _all(asked)]


def _shown(finding: Finding) -> Finding:
    what, text, do = (_without_secrets(part) for part in finding[1:])
    return Finding(finding.status, what, text, do)


def _without_secrets(text: str) -> str:
    values = {
        value.strip()
        for name, value in os.environ.items()
        if name == KEY or (_SECRET.search(name) and len(value.strip()) >= SHORTEST)
    }
    for value in sorted(values, key=len, reverse=True):
        text = Secret(value).hide_in(text)
        *cut, rest = text.split(CUT)
        text = CUT.join([*(_without_start(part, value) for part in cut), rest])
    return one_line(_LOGIN.sub(HIDDEN, text), 1000)


def _without_start(text: str, secret: str) -> str:
    """A text that was cut off, without the part of a secret that it may have been cut off in."""
    for length in range(len(secret) - 1, 0, -1):
        if text.endswith(secret[:length]):
            return text[:-length] + HIDDEN
    return text


def _all(asked: Asked) -> Iterator[Finding]:
    yield _versions()
    yield from _extras()
    yield from _project()
    yield _key(bool(asked.project_id))
    if asked.project_id:
        yield _platform(asked)
    if asked.oss_config is not None:
        yield _open_source(asked.oss_config)


# --- what is installed


def _versions() -> Finding:
    python = platform.python_version()
    ours = f"{DISTRIBUTION} {_version(DISTRIBUTION) or 'not installed'}"
    return Finding("ok", "versions", f"{ours}, pytest {pytest.__version__}, Python {python}")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _extras() -> Iterator[Finding]:
    """The optional dependencies, as the distribution itself states them."""
    try:
        metadata = distribution(DISTRIBUTION).metadata
    except PackageNotFoundError:
        do = "install it where pytest runs: pip install path/to/pytest-memeval"
        yield Finding("broken", "installation", f"{DISTRIBUTION} is not installed", do)
        return
    stated = [Requirement(line) for line in metadata.get_all("Requires-Dist") or ()]
    for extra in metadata.get_all("Provides-Extra") or ():
        if extra not in NOT_FOR_USERS:
            yield _extra(extra, [one for one in stated if _belongs(one, extra)])


def _belongs(requirement: Requirement, extra: str) -> bool:
    marker = requirement.marker
    return marker is not None and marker.evaluate({"extra": extra}) and "extra" in str(marker)


def _extra(name: str, needed: Iterable[Requirement]) -> Finding:
    there, lacking = [], []
    for one in needed:
        found = _version(one.name)
        if found is not None and one.specifier.contains(found, prereleases=True):
            there.append(f"{one.name} {found}")
        else:
            wanted = f"{one.name}{one.specifier}"
            lacking.append(wanted + (f" ({found} is installed)" if found else ""))
    if not lacking:
        return Finding("ok", f"extra {name}", ", ".join(there))
    do = f"if you need it: pip install 'pytest-memeval[{name}]'"
    return Finding("missing", f"extra {name}", f"needs {', '.join(lacking)}", do)


# --- what is configured


def _project() -> Iterator[Finding]:
    """The project in this folder, as pytest sees it."""
    try:
        yield from configured.look_at(lambda config: list(_configuration(config)))
    except configured.ConfiguredError as error:
        do = "mend it until `pytest --collect-only` starts"
        yield Finding("broken", "configuration", str(error), do)


def _configuration(config: pytest.Config) -> Iterator[Finding]:
    yield _ini_file(config)
    yield _plugins(config)
    subjects.make_importable(str(settings.base_of(config)))
    try:
        entries = registry.suite_entries()
    except registry.RegistryError as error:
        yield Finding("broken", "suites", str(error), "mend or uninstall that distribution")
        return
    named = list(_subjects(config, entries))
    yield from named
    if not named:
        options = ", ".join(entry.subject_option for entry in registry.BUILTIN)
        do = "name one in the ini file, such as memeval_classifier, or mark a function"
        yield Finding("missing", "subjects", f"none of {options} names one", do)
    yield from _fixtures(config)
    yield from _options(config)
    yield from _results(config)


def _ini_file(config: pytest.Config) -> Finding:
    if config.inipath is None:
        do = "make one, such as pytest.ini, to name subjects and floors"
        return Finding("missing", "ini file", f"none; the root is {config.rootpath}", do)
    return Finding("ok", "ini file", _near(config.inipath))


def _near(path: Path) -> str:
    """A path as short as it can be said from here."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _plugins(config: pytest.Config) -> Finding:
    found = {
        dist.project_name: dist.version for _, dist in config.pluginmanager.list_plugin_distinfo()
    }
    listed = ", ".join(f"{name} {number}" for name, number in sorted(found.items()))
    return Finding("ok", "plugins", listed or "none from a distribution")


def _subjects(config: pytest.Config, entries: dict[str, SuiteEntry]) -> Iterator[Finding]:
    for entry in entries.values():
        try:
            names = config.getini(entry.subject_option)
        except ValueError:
            text = f"no plugin declares its option {entry.subject_option}"
            yield Finding("broken", entry.name, text, "ask whoever brought the suite")
            continue
        for name in names:
            yield _subject(entry, name, settings.base_of(config))


def _subject(entry: SuiteEntry, name: str, base: Path) -> Finding:
    what = f"{entry.subject_option} {name}"
    if entry.measures_files:
        if (base / name).exists():
            return Finding("ok", what, "is there")
        return Finding("broken", what, f"there is no {base / name}", "correct the path")
    try:
        suite = registry.load_suite(entry)
        subjects.find(name, suite.builtin_subjects, made=False)
    except (registry.RegistryError, SubjectError) as error:
        return Finding("broken", what, str(error), "correct the name, or mend the module")
    return Finding("ok", what, "built in" if name in suite.builtin_subjects else "can be imported")


def _fixtures(config: pytest.Config) -> Iterator[Finding]:
    """Fixture folders, and how many cases of each suite they hold."""
    checker = Checker(config.getini("memeval_types"))
    for line in config.getini("memeval_fixtures"):
        folder, what = settings.base_of(config) / line, f"fixtures {line}"
        if not folder.is_dir():
            stated = config.getini("memeval_fixtures") != ["fixtures"]
            do = "make the folder, or correct memeval_fixtures"
            yield Finding("broken" if stated else "missing", what, "no such folder", do)
            continue
        counts, problems = _counted(checker, folder)
        cases = ", ".join(f"{plural(n, 'case')} of {suite}" for suite, n in counts.items())
        if problems:
            text = "; ".join(problems[:MOST_PROBLEMS])
            text += (
                f" and {len(problems) - MOST_PROBLEMS} more"
                if len(problems) > MOST_PROBLEMS
                else ""
            )
            yield Finding("broken", what, text, f"`{DISTRIBUTION} validate FILE` lists all")
        elif not counts:
            yield Finding("missing", what, "holds no fixture file", "write some labelled cases")
        else:
            yield Finding("ok", what, cases)


def _counted(checker: Checker, folder: Path) -> tuple[dict[str, int], list[str]]:
    counts: dict[str, int] = {}
    problems: list[str] = []
    for file in fixture_files.files_below(folder):
        try:
            loaded = checker.load(file)
        except FixtureError as error:
            problems += [f"{file.relative_to(folder)}:{line}" for line in error.problems]
            continue
        if loaded is not None:
            counts[loaded.suite] = counts.get(loaded.suite, 0) + len(loaded.cases)
    return counts, problems


def _options(config: pytest.Config) -> Iterator[Finding]:
    """Floors and all other options, as a run would read them."""
    wrong = [*_wrong_floors(config)]
    for problem in wrong:
        yield Finding("broken", "floors", problem, "correct memeval_floors")
    others = [*settings.wrong_options(config), *_wrong_allowances(config)]
    for entry in registry.suite_entries().values():
        told = set(_OPTION.findall(" ".join(others)))
        others += [said for said in _wrong_in_suite(config, entry) if _named(said) not in told]
    where = "" if config.inipath is None else f"{_near(config.inipath)}: "
    for problem in dict.fromkeys(others):
        if problem not in wrong:
            yield Finding("broken", "options", where + problem, "correct it in the ini file")
    if not wrong:
        stated = config.getini("memeval_floors")
        yield Finding("ok", "floors", f"{plural(len(stated), 'floor')} in the ini file")


def _named(problem: str) -> str:
    """The option that a problem is one of."""
    found = _OPTION.search(problem)
    return found[0] if found else ""


def _wrong_floors(config: pytest.Config) -> Iterator[str]:
    """What is wrong with each floor by itself: a run stops at the first."""
    from pytest_memeval.floors import FloorError
    from pytest_memeval.floors import parse_floors

    for line in config.getini("memeval_floors"):
        try:
            (floor,) = parse_floors([line], source="memeval_floors")
            if not any(
                floor.metric == metric and floor.suite in (None, name)
                for name, metric in registry.all_metrics()
            ):
                yield f"memeval_floors: {line!r} names a metric that no suite has"
        except (FloorError, registry.RegistryError) as error:
            yield str(error)


def _wrong_allowances(config: pytest.Config) -> Iterator[str]:
    from pytest_memeval.report.regression import AllowanceError
    from pytest_memeval.report.regression import allowances

    for line in config.getini("memeval_allow_regressions"):
        try:
            allowances([line])
        except AllowanceError as error:
            yield f"memeval_allow_regressions: {error}"


def _wrong_in_suite(config: pytest.Config, entry: SuiteEntry) -> Iterator[str]:
    """What a suite says of its options: one after the other is left out until it says no more."""
    try:
        suite = registry.load_suite(entry)
        named = config.getini(entry.subject_option)
        options = {name: tuple(config.getini(name)) for name, _ in entry.options}
    except (registry.RegistryError, ValueError):
        return  # told already
    while named or any(options.values()):
        try:
            suite.open(Setup(options, settings.base_of(config))).close()
            return
        except SubjectError as error:
            culprit = next((one for one in _OPTION.findall(str(error)) if options.get(one)), "")
            if culprit or named:
                yield str(error)
            if not culprit:
                return
            options[culprit] = ()


def _results(config: pytest.Config) -> Iterator[Finding]:
    """The last report and the history, where there are any."""
    from pytest_memeval.report import history
    from pytest_memeval.report import reader

    try:
        path = settings.report_path(config)
    except pytest.UsageError as error:
        yield Finding("broken", "report", str(error), "correct memeval_report")
        return
    if not path.exists():
        yield Finding("missing", "report", f"no {_near(path)} yet", "run: pytest --memeval-offline")
    else:
        try:
            last = reader.load(path)
            yield Finding("ok", "report", f"{_near(path)}: {last.verdict}, of {last.generated_at}")
        except reader.ReportError as error:
            yield Finding("broken", "report", str(error), "the next run replaces it")
    stated = str(config.getini("memeval_history")).strip()
    if not stated:
        return
    past = path.parent / stated
    try:
        read = history.read(past)
    except OSError:
        yield Finding("missing", "history", f"no {_near(past)} yet", "runs write it")
        return
    text = f"{_near(past)}: {plural(len(read.runs), 'run')}"
    if read.broken:
        lines = ", ".join(str(number) for number, _ in read.broken[:5])
        text += f"; {plural(len(read.broken), 'line')} cannot be read: {lines}"
        yield Finding("broken", "history", text, "remove these lines")
    else:
        yield Finding("ok", "history", text)


# --- the backends


def _key(needed: bool) -> Finding:
    if os.environ.get(KEY, "").strip():
        return Finding("ok", "key", f"{KEY} is set (its value is never shown)")
    do = f"live runs need it: export {KEY}=..."
    return Finding("broken" if needed else "missing", "key", f"{KEY} is not set", do)


def _platform(asked: Asked) -> Finding:
    """Whether the key leads to the project that was named. Nothing is written there."""
    what = f"project {asked.project_id}"
    return _tried(what, "correct the ids, the host or the key", lambda: _reached(asked))


def _reached(asked: Asked) -> str:
    from pytest_memeval.clients.backend import BackendError
    from pytest_memeval.clients.mem0_platform import PUBLIC_HOST
    from pytest_memeval.clients.mem0_platform import missing
    from pytest_memeval.clients.pace import Pace
    from pytest_memeval.clients.scopes import new_run
    from pytest_memeval.live.opening import open_platform

    why_not = missing()
    if why_not:
        raise BackendError(why_not, "bug")
    host = asked.host or PUBLIC_HOST
    found = open_platform(host, new_run(), asked.project_id, asked.org_id, Pace(600, 10))
    found.close()
    return f"the key leads to it, at {host}"


def _open_source(path: Path) -> Finding:
    def readable() -> str:
        from pytest_memeval.clients.mem0_oss import read_config

        parts = read_config(path)
        return f"names {', '.join(sorted(parts))}"

    return _tried(f"open-source mem0 {path}", "correct the file", readable)


def _tried(what: str, do: str, attempt: Callable[[], str]) -> Finding:
    """What came of something that the outside world may refuse in any way."""
    try:
        return Finding("ok", what, attempt())
    except Exception as error:
        from pytest_memeval.clients.backend import BackendError

        text = str(error) if isinstance(error, BackendError) else error_line(error)
        return Finding("broken", what, text, do)
