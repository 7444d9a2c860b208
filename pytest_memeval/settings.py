"""What a run was asked to do: the options, read once and checked, as one frozen `Settings`."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any
from typing import TypeAlias

import pytest

from pytest_memeval import registry
from pytest_memeval.answers import WrongAnswerError
from pytest_memeval.answers import answers
from pytest_memeval.options import check_mode
from pytest_memeval.suites import PLATFORM
from pytest_memeval.text import known_names

if TYPE_CHECKING:
    from pytest_memeval.floors import Floor
    from pytest_memeval.live.settings import Live
    from pytest_memeval.registry import SuiteEntry
    from pytest_memeval.suites.base import ExtraMetric
    from pytest_memeval.suites.base import MetricKind
    from pytest_memeval.suites.base import Search
    from pytest_memeval.suites.base import Suite

#: The key of a worker's input under which the controller tells the seed of all.
SEED = "memeval_seed"
REPORT = "--memeval-report"
MOST_TRIALS = 10_000
#: How fast live runs go.
LIVE_NUMBERS = ("pause", "rate", "requests", "concurrency")
#: Options that name one file.
PATH_FLAGS = (REPORT, "--memeval-html", "--memeval-markdown", "--memeval-baseline")


_Extra: TypeAlias = "Mapping[str, tuple[ExtraMetric, ...]]"


@dataclass(frozen=True)
class Settings:
    """What this run was asked to do. Made once, in `pytest_configure`, then only read."""

    mode: str
    root: Path
    #: Where the ini file lies: its paths, and subjects beside it, are looked up from there.
    base: Path
    suites: Mapping[str, Suite]
    markers: Mapping[str, str]
    subjects: Mapping[str, tuple[str, ...]]
    subject_options: Mapping[str, str]
    levels: tuple[str, ...]
    floors: tuple[Floor, ...]
    fixture_folders: tuple[Path, ...]
    #: Of suites that measure files: where each subject lies.
    files: Mapping[str, Mapping[str, Path]]
    #: Of suites that read a live project: what hands over all that it holds.
    readers: Mapping[str, Callable[[], object]]
    #: Metrics that other plugins add, by suite.
    extra: Mapping[str, tuple[ExtraMetric, ...]]
    report: Path
    suite_options: Mapping[str, tuple[str, ...]]
    #: How to look for cases of the same shape that are decided otherwise; None: not at all.
    search: Search | None
    #: How often to ask about each case, of suites that do not see to that by themselves.
    trials: int
    #: What a live run was asked to do; None: this is none.
    live: Live | None

    def trials_of(self, suite: str) -> int:
        """How often the plugin itself asks a suite's subjects about a case."""
        return self.trials if self.repeats(suite) else 1

    def repeats(self, suite: str) -> bool:
        """Whether the plugin asks again, and not the suite."""
        return _repeats(registry.suite_entries()[suite])


def _repeats(entry: SuiteEntry) -> bool:
    return not (entry.own_trials or entry.measures_files)


def settings_from(config: pytest.Config, mode: str) -> Settings:
    """Read every option once and check what can be checked before the run.

    :raises pytest.UsageError: an unknown suite, one that cannot be loaded, or a floor that is
        malformed or names an unknown metric, suite or subject.
    """
    check_mode(config)
    try:
        return _settings(config, mode)
    except registry.RegistryError as error:
        raise pytest.UsageError(str(error)) from None


def wrong_options(config: pytest.Config) -> Iterator[str]:
    """What is wrong with the options, one by one: a run would stop at the first."""
    from pytest_memeval.live.settings import above_zero

    readings: list[Callable[[], object]] = [
        lambda: settings_from(config, "offline"),
        lambda: _trials(config),
        lambda: _examples(config),
        lambda: _number(config, "memeval_mutation_seconds"),
        *(partial(above_zero, config, f"memeval_live_{name}") for name in LIVE_NUMBERS),
    ]
    for read in readings:
        try:
            read()
        except pytest.UsageError as error:
            yield str(error)


def _settings(config: pytest.Config, mode: str) -> Settings:
    entries = _chosen(registry.suite_entries(), config.getoption("memeval_suites"))
    reading = _live_reads(config, entries) if mode == "live" else {}
    entries = reading or entries
    live = _live(config) if mode == "live" and not reading else None
    if live is not None:
        entries = {name: entry for name, entry in entries.items() if entry.live_target}
    suites = registry.Suites(entries, bool(live))
    subjects = {
        name: _distinct(_lines(config, entry, entry.subject_option), entry.subject_option)
        for name, entry in entries.items()
    }
    base = base_of(config)
    files = _files(config, entries, base) if mode == "offline" else {}
    subjects |= {name: tuple(paths) for name, paths in files.items()}
    named = subjects
    extra = _extra(config, suites)
    if reading:
        subjects = dict.fromkeys(reading, (PLATFORM,))
    if live is not None:  # what the ini file names is no subject here, the backend is
        subjects = dict.fromkeys(entries, (live.subject,))
    return Settings(
        mode=mode,
        root=config.rootpath,
        base=base,
        suites=suites,
        markers={entry.marker: name for name, entry in entries.items()},
        subjects=subjects,
        subject_options={name: entry.subject_option for name, entry in entries.items()},
        levels=tuple(dict.fromkeys(config.getoption("memeval_level") or ())),
        floors=_floors(config, named, extra),
        fixture_folders=_fixture_folders(config, base),
        files=files,
        readers={name: _reader(config) for name in reading},
        extra=extra,
        report=report_path(config),
        suite_options={
            option: tuple(_lines(config, entry, option))
            for entry in entries.values()
            for option, _ in entry.options
        }
        | {
            option: (given,)
            for entry in entries.values()
            for _, option, _ in entry.flags
            if (given := config.getoption(f"{option}_flag", None)) is not None
        }
        | {
            option: tuple(str(path) for path in given)
            for entry in entries.values()
            for flag, option, _ in entry.path_flags
            if (given := _given_paths(config, flag, option)) is not None
        },
        search=_search(config) if live is None else None,
        trials=_trials(config),
        live=live,
    )


def _live(config: pytest.Config) -> Live:
    from pytest_memeval.live.settings import live_from

    for flag in ("--memeval-mutations", "--memeval-mutation-seed", "--memeval-level"):
        if config.getoption(flag.lstrip("-").replace("-", "_")):
            raise pytest.UsageError(f"{flag} needs --memeval-offline")
    return live_from(config, report_path(config))


def _trials(config: pytest.Config) -> int:
    """How often to ask about each case.

    :raises pytest.UsageError: not a whole number in range, or beside what excludes it.
    """
    flag: str | None = config.getoption("memeval_trials_flag")
    lines = [flag] if flag is not None else config.getini("memeval_trials")
    name = "memeval_trials" if flag is None else "--memeval-trials"
    text = " ".join(lines).strip() or "1"
    if not text.isdecimal() or not 1 <= int(text[:6]) <= MOST_TRIALS:
        raise pytest.UsageError(f"{name} must be a whole number from 1 to {MOST_TRIALS}: {text!r}")
    trials = int(text)
    if trials > 1 and _examples(config):
        raise pytest.UsageError(
            "trials and mutations exclude each other: one asks the same window again, the other "
            "asks its mutants"
        )
    return trials


def _search(config: pytest.Config) -> Search | None:
    """How to look for counterexamples, if at all.

    On a build machine the same windows are tried each time. Elsewhere the seed is drawn (and
    printed, to be given again), and what was found is remembered where Hypothesis remembers.

    :raises pytest.UsageError: a number that is none, or Hypothesis is not installed.
    """
    from pytest_memeval.suites.base import Search

    examples = _examples(config)
    seed: int | None = config.getoption("memeval_mutation_seed")
    if not examples:
        if seed is not None:
            raise pytest.UsageError("--memeval-mutation-seed needs --memeval-mutations N")
        return None
    if find_spec("hypothesis") is None:
        raise pytest.UsageError("mutations need Hypothesis: install pytest-memeval[mutation]")
    seconds = _number(config, "memeval_mutation_seconds")
    if seed is None and not os.environ.get("CI"):
        told = getattr(config, "workerinput", {})
        seed = told.get(SEED, random.SystemRandom().randrange(2**32))
        folder = str(config.rootpath / ".hypothesis" / "examples")
        return Search(examples, seconds, seed, folder)
    return Search(examples, seconds, seed)


def _examples(config: pytest.Config) -> int:
    given: int | None = config.getoption("memeval_mutations")
    name = "memeval_mutations" if given is None else "--memeval-mutations"
    number = _number(config, "memeval_mutations") if given is None else given
    if number < 0 or number != int(number):
        raise pytest.UsageError(f"{name} must be a whole number, 0 or more, got {number:.12g}")
    return int(number)


def _number(config: pytest.Config, option: str) -> float:
    text = str(config.getini(option))
    try:
        number = float(text)
    except ValueError:
        raise pytest.UsageError(f"{option} must be a number, got {text!r}") from None
    if not 0 <= number < 1e9:
        raise pytest.UsageError(f"{option} must be 0 or more, got {text!r}")
    return number


def _chosen(entries: dict[str, SuiteEntry], names: list[str] | None) -> dict[str, SuiteEntry]:
    for name in names or ():
        if name not in entries:
            raise pytest.UsageError(
                f"--memeval-suite: unknown suite {name!r} ({known_names(entries, name)})"
            )
    return {name: entry for name, entry in entries.items() if not names or name in names}


def _lines(config: pytest.Config, entry: SuiteEntry, option: str) -> list[str]:
    """An ini option of a suite."""
    try:
        lines: list[str] = config.getini(option)
    except ValueError:  # what pytest says of an option that nobody has declared
        raise registry.RegistryError(
            f"the suite {entry.name!r} needs the ini option {option!r}, which no plugin declares"
        ) from None
    return lines


def _live_reads(config: pytest.Config, entries: Mapping[str, SuiteEntry]) -> dict[str, SuiteEntry]:
    """The suites that were asked to read a live project: then nothing is written at all."""
    return {
        name: entry
        for name, entry in entries.items()
        if entry.live_read and config.getoption(entry.live_read[1], False)
    }


def _reader(config: pytest.Config) -> Callable[[], object]:
    """What reads the project that the options of live runs name.

    :raises pytest.UsageError: an option is missing or wrong, or the client is not installed.
    """
    from pytest_memeval.clients.backend import BackendError
    from pytest_memeval.live.opening import platform_key
    from pytest_memeval.suites.corpus.live import reader

    live = _live(config)
    try:
        key = platform_key()
    except BackendError as error:
        raise pytest.UsageError(str(error)) from None
    return reader(key, live.host, (live.project_id, live.org_id), live.rate, live.requests)


def _files(
    config: pytest.Config, entries: Mapping[str, SuiteEntry], base: Path
) -> dict[str, dict[str, Path]]:
    """The subjects of suites that measure files, by the names that reports call them.

    :raises pytest.UsageError: one is not there, or is named twice.
    """
    found: dict[str, dict[str, Path]] = {}
    for name, entry in entries.items():
        if not entry.measures_files:
            continue
        option = entry.subject_option
        flag = next((flag for flag, given, _ in entry.path_flags if given == option), "")
        paths = _given_paths(config, flag, option) if flag else None
        if paths is None:
            paths = [Path(os.path.normpath(base / line)) for line in _lines(config, entry, option)]
        root = config.rootpath
        named = [
            path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
            for path in paths
        ]
        found[name] = dict(zip(_distinct(named, option), paths, strict=True))
        for path in paths:
            if not path.exists():
                raise pytest.UsageError(f"{option}: there is no {str(path)!r}")
    return found


def _given_paths(config: pytest.Config, flag: str, option: str) -> list[Path] | None:
    """The paths that the command line gives to an option; None: it does not give it."""
    given: list[str] | None = config.getoption(f"{option}_flag", None)
    return None if given is None else [path_given(config, flag, one) for one in given]


def path_given(config: pytest.Config, flag: str, given: str) -> Path:
    """A path that the command line gives to an option.

    :raises pytest.UsageError: it has led pytest to another ini file. pytest looks for that before
        it knows our options, and takes an existing path by itself for a test path.
    """
    here = Path(os.path.realpath(config.invocation_params.dir))
    path = Path(os.path.normpath(config.invocation_params.dir / given))
    real = Path(os.path.realpath(path))
    outside = here not in real.parents and real != here
    words = list(map(str, config.invocation_params.args))
    if outside and flag in words and given in words and path.exists():
        raise pytest.UsageError(f"{path} is outside of this folder: write {flag}={given}")
    return path


def _distinct(lines: list[str], option: str) -> tuple[str, ...]:
    for line in lines:
        if lines.count(line) > 1:
            raise pytest.UsageError(f"{option}: {line!r} is named twice")
    return tuple(lines)


def _extra(config: pytest.Config, suites: Mapping[str, Suite]) -> _Extra:
    """The metrics that other plugins and `conftest.py` files add.

    :raises pytest.UsageError: one has the name of another.
    """
    found = {}
    for suite in suites:
        added, wrong = answers(config, "pytest_memeval_metrics", _metrics, {"suite": suite})
        if wrong:
            raise pytest.UsageError("; ".join(wrong))
        found[suite] = tuple(metric for some in added for metric in some)
        taken = set(suites[suite].metrics) if found[suite] else set()
        for metric in found[suite]:
            if metric.name in taken:
                raise pytest.UsageError(f"{suite} has two metrics of the name {metric.name!r}")
            taken.add(metric.name)
    return found


def _metrics(answer: object) -> list[ExtraMetric]:
    """Metrics, as another plugin gives them.

    :raises WrongAnswerError: they are none.
    """
    from pytest_memeval.suites.base import ExtraMetric

    metrics: list[Any] = list(answer) if isinstance(answer, Iterable) else [None]
    if not all(isinstance(metric, ExtraMetric) for metric in metrics):
        raise WrongAnswerError(answer, "a list of ExtraMetric or None")
    return metrics


def _floors(
    config: pytest.Config, subjects: Mapping[str, tuple[str, ...]], extra: _Extra
) -> tuple[Floor, ...]:
    from pytest_memeval.floors import FloorError
    from pytest_memeval.floors import check_known
    from pytest_memeval.floors import parse_floors

    try:
        floors = (
            *parse_floors(config.getini("memeval_floors"), source="memeval_floors"),
            *parse_floors(config.getoption("memeval_floor") or (), source="--memeval-floor"),
        )
        check_known(floors, _measures(floors, extra), subjects)
    except FloorError as error:
        raise pytest.UsageError(str(error)) from None
    return floors


@dataclass(frozen=True)
class _Measures:
    """All metrics that a suite has, in whatever mode."""

    metrics: Mapping[str, MetricKind]


def _measures(floors: Sequence[Floor], extra: _Extra) -> Mapping[str, _Measures]:
    """What floors may name: an ini file serves all runs, whatever their mode and their suites.

    Suites are looked at in turn, as far as it takes to find what the floors name.
    """
    suites = registry.all_suites()
    measures: dict[str, _Measures] = {}
    known = True
    for floor in floors:
        places = suites if floor.suite is None else [floor.suite]
        known = known and any(_names(measures, suites, extra, name, floor) for name in places)
    if known:
        return measures
    for name, entry in registry.suite_entries().items():
        live = registry.load_suite(entry, live=True).metrics if entry.live_target else {}
        measures[name] = _Measures({**live, **suites[name].metrics, **_kinds(extra, name)})
    return measures


def _kinds(extra: _Extra, suite: str) -> dict[str, MetricKind]:
    """The metrics that do not come with the suite."""
    from pytest_memeval.suites.trials import METRICS

    added = {metric.name: metric.kind for metric in extra.get(suite, ())}
    return {**METRICS, **added} if _repeats(registry.suite_entries()[suite]) else added


def _names(
    measures: dict[str, _Measures],
    suites: Mapping[str, Suite],
    extra: _Extra,
    name: str,
    floor: Floor,
) -> bool:
    if name in suites and name not in measures:
        measures[name] = _Measures({**suites[name].metrics, **_kinds(extra, name)})
    return name in measures and floor.metric in measures[name].metrics


def _fixture_folders(config: pytest.Config, base: Path) -> tuple[Path, ...]:
    """The folders that the ini file names must be there; the default one need not.

    :raises pytest.UsageError: one is not.
    """
    lines = config.getini("memeval_fixtures")
    folders = tuple(Path(os.path.normpath(base / line)) for line in lines)
    for line, folder in zip(lines, folders, strict=True):
        if not folder.is_dir() and lines != ["fixtures"]:
            raise pytest.UsageError(f"memeval_fixtures: {line!r} is no folder ({folder})")
    return folders


def base_of(config: pytest.Config) -> Path:
    """Where paths of the ini file begin."""
    return config.inipath.parent if config.inipath else config.rootpath


def report_path(config: pytest.Config) -> Path:
    """Where the report goes: links followed, and never over anything but a JSON file.

    :raises pytest.UsageError: it is no `.json` file, or it has led pytest to another ini file.
    """
    given: str | None = config.getoption("memeval_report")
    place = base_of(config) / str(config.getini("memeval_report"))
    path = Path(os.path.realpath(path_given(config, REPORT, given) if given else place))
    if path.suffix != ".json" or (path.exists() and not path.is_file() and not path.is_dir()):
        raise pytest.UsageError(f"the report must be a .json file, not {path}")
    if path.is_file() and _is_somebody_elses(path):
        raise pytest.UsageError(f"{path} is there and is no report; it is left as it is")
    return path


def _is_somebody_elses(path: Path) -> bool:
    """Whether a JSON file holds data that no report of ours, old or half-written, would hold."""
    with path.open("rb") as file:
        if b'"schema_version"' in file.read(100):
            return False
    try:
        data = json.loads(path.read_bytes())
    except ValueError:
        return False
    return not (isinstance(data, dict) and {"verdict", "check", "mode"} & set(data)) and bool(data)


def join_path_options(config: pytest.Config) -> None:
    """Tell workers each path in one word with its option: for them it may exist (see above)."""
    words = list(map(str, config.invocation_params.args))
    for flag in PATH_FLAGS:
        if flag in words[:-1]:
            at = words.index(flag)
            words[at : at + 2] = [f"{flag}={words[at + 1]}"]
            config.invocation_params = replace(config.invocation_params, args=tuple(words))
