"""Fixture files and markers to items. Runs where the tests are collected."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any

import pytest

from pytest_memeval import fixture_files
from pytest_memeval import registry
from pytest_memeval import subjects
from pytest_memeval.census import CENSUS
from pytest_memeval.census import Census
from pytest_memeval.census import Loaded
from pytest_memeval.census import described
from pytest_memeval.census import loaded_from
from pytest_memeval.errors import FixtureError
from pytest_memeval.errors import SubjectError
from pytest_memeval.measure import CaseItem
from pytest_memeval.measure import CaseRef
from pytest_memeval.measure import Measurement
from pytest_memeval.measure import attach
from pytest_memeval.measure import ref_of
from pytest_memeval.measure import relative
from pytest_memeval.selections import Selections
from pytest_memeval.settings import Settings
from pytest_memeval.subjects import Settler
from pytest_memeval.suites import LEVELS
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Subject
from pytest_memeval.suites.base import Suite
from pytest_memeval.text import clean
from pytest_memeval.text import plural

if TYPE_CHECKING:
    from pytest_memeval.live.run import LiveRun

MOST_PROBLEMS = 20
NOT_OURS = "not a fixture file: it names no `suite`, and its cases are of no known kind"

#: Who owns the cases that are no marked function's.
FILES = "fixture files"

#: A hidden argument of marked functions, by which an item finds its case again.
CALL = "memeval_call"


@dataclass(frozen=True, slots=True)
class _Call:
    """One call of a marked function: the case, the level, and the id that pytest was told."""

    suite: Suite
    file: Loaded
    index: int
    arguments: tuple[str, ...]
    level: str | None
    id: str


class FixtureNode(pytest.File):
    """A fixture file: for each subject and level, an item a case."""

    collection: Collection

    def collect(self) -> Iterator[CaseItem]:
        try:
            loaded = self.collection.load(self.path, named=self.session.isinitpath(self.path))
        except FixtureError as error:
            raise self.CollectError(_problem_text(self.path, self.config.rootpath, error)) from None
        if loaded is None:
            return
        try:
            self.collection.claim(loaded, FILES)
        except FixtureError as error:
            raise self.CollectError(_problem_text(self.path, self.config.rootpath, error)) from None
        self.add_marker(self.collection.marker_of(loaded.suite))  # for `-m`
        for key, subject, suffix in self.collection.variants(loaded.suite):
            yield from self._items(loaded, key, subject, suffix)

    def _items(self, loaded: Loaded, key: Key, subject: Subject, suffix: str) -> Iterator[CaseItem]:
        suite, hook = self.collection.settings.suites[loaded.suite], self.ihook
        for case, line in zip(loaded.cases, loaded.lines, strict=True):
            item = CaseItem.from_parent(self, name=case.id + suffix)
            item.ref = CaseRef(suite, key, case, loaded.name, line)
            item.subject = subject
            item.settler = self.collection.settler
            item.measure = self.collection.measurement.measure
            item.hook = hook
            yield item


class MeasuredFile(pytest.File):
    """A file that is measured as a whole: one item."""

    collection: Collection

    def collect(self) -> Iterator[CaseItem]:
        return self.collection.measured(self)


class MeasuredFolder(pytest.Directory):
    """A folder that is measured as a whole: one item."""

    collection: Collection

    def collect(self) -> Iterator[CaseItem]:
        return self.collection.measured(self)


class Collection:
    """Collects and measures. One per process that runs tests."""

    def __init__(
        self, config: pytest.Config, settings: Settings, settler: Settler, measurement: Measurement
    ) -> None:
        self.config = config
        self.settings = settings
        self.settler = settler
        self.measurement = measurement
        #: What live items ask; None: this run is offline.
        self.live: LiveRun | None = None
        self.on_census: Callable[[dict[str, Any]], None] | None = None
        self._all_suites = registry.all_suites()
        entries = registry.suite_entries()
        self._fixture_suites = [n for n, entry in entries.items() if not entry.measures_files]
        self._selections = Selections(config, settings)
        self._groups: dict[tuple[str, str], dict[Path, int]] = {}
        measurement.groups = self._count_groups
        self._census = Census(config)
        self._counted: dict[str, Any] | None = None
        self._loaded: dict[Path, Loaded | None] = {}
        self._claims: dict[tuple[str, str], dict[str, tuple[Path, int]]] = {}
        self._subjects: dict[tuple[str, str], Subject] = {}
        self._broken: dict[tuple[str, str], str] = {}
        self._foreign: list[str] = []
        self._visited: set[Path] = set()
        self._explicit = config.args_source is pytest.Config.ArgsSource.ARGS
        self._unusable: list[str] = []
        if any(settings.subjects.values()):
            subjects.make_importable(str(settings.base))
        if not self._explicit:
            self._add_fixture_folders()
        #: Files and folders to measure as a whole: of which suite, and what reports call them.
        self._measured: dict[Path, tuple[str, str]] = {}
        for suite, files in settings.files.items():
            self._add_measured(suite, files)

    def _add_fixture_folders(self) -> None:
        """Collect the fixture folders whatever `testpaths` says, but nothing twice."""
        for folder in self.settings.fixture_folders:
            if folder.exists():
                self._have_collected(folder)

    def _add_measured(self, suite: str, files: Mapping[str, Path]) -> None:
        """Collect what is measured as a whole: named on the command line, or by the ini file."""
        entry = registry.suite_entries()[suite]
        flags = (f"{option}_flag" for _, option, _ in entry.path_flags)
        if self._explicit and not any(self.config.getoption(flag, None) for flag in flags):
            return
        for name, path in files.items():
            self._measured[path] = (suite, name)
            self._have_collected(path)

    def _have_collected(self, path: Path) -> None:
        """Collect a path, whether named or not.

        Before pytest 9 one of two paths, of which one lies in the other, is passed over.
        """
        folder, args = self.config.invocation_params.dir, self.config.args
        given = {arg: Path(folder, arg) for arg in args}
        if not any(path == each or each in path.parents for each in given.values()):
            args[:] = [arg for arg in args if path not in given[arg].parents]
            args.append(str(path))

    def measured(self, node: MeasuredFile | MeasuredFolder) -> Iterator[CaseItem]:
        """The one item of a file or a folder that is measured as a whole."""
        suite_name, name = self._measured[node.path]
        suite = self.settings.suites[suite_name]
        loaded = self._whole(node.path, suite)
        try:
            self.measurement.bench(suite)
        except SubjectError as error:
            self._broken[suite_name, name] = clean(str(error))
            return
        for case, line in zip(loaded.cases, loaded.lines, strict=True):
            item = CaseItem.from_parent(node, name=case.id)
            item.ref = CaseRef(suite, Key(suite_name, name), case, loaded.name, line)
            item.subject = suite.subject(partial(Path, node.path), name)
            item.settler, item.measure = self.settler, self.measurement.measure
            item.hook = node.ihook
            item.add_marker(self.marker_of(suite_name))
            yield item

    def _live_reads(self, session: pytest.Session) -> Iterator[CaseItem]:
        """An item for each suite that reads a live project; no file stands for it."""
        for suite_name, read in self.settings.readers.items():
            suite = self.settings.suites[suite_name]
            for name in self.settings.subjects[suite_name]:
                loaded = self._whole(Path(name), suite)
                try:
                    self.measurement.bench(suite)
                except SubjectError as error:
                    self._broken[suite_name, name] = clean(str(error))
                    continue
                case = loaded.cases[0]
                item = CaseItem.from_parent(session, name=case.id, nodeid=f"{name}::{case.id}")
                item.ref = CaseRef(suite, Key(suite_name, name), case, name, 1)
                item.subject = suite.subject(read, name)
                item.settler, item.measure = self.settler, self.measurement.measure
                item.hook = session.ihook
                self._census.collected(item.ref)
                yield item

    def _whole(self, path: Path, suite: Suite) -> Loaded:
        """The one case of what is measured as a whole."""
        placed = suite.parse([RawCase({"id": "audit"}, 1)], self.settings.suite_options)
        shown = relative(path, self.settings.root)
        loaded = self._loaded[path] = loaded_from(path, shown, suite.name, placed)
        return loaded

    # --- from files to cases

    def load(self, path: Path, named: bool) -> Loaded | None:
        """The checked cases of a file, read once; None when the file is not a fixture file.

        :param named: the user named the file, so it must be one.
        :raises FixtureError: it is ours and cannot be used.
        """
        if path not in self._loaded:
            self._loaded[path] = self._load(path, named)
        return self._loaded[path]

    def _load(self, path: Path, named: bool) -> Loaded | None:
        file = fixture_files.read(path)
        name = fixture_files.suite_of(file, self._all_suites) if file else None
        if file is None or name is None:
            if path.suffix != ".py" and (named or self._suite_folder(path)):
                raise FixtureError(["1: " + NOT_OURS])
            self._foreign.append(relative(path, self.settings.root))
            return None
        suite = self.settings.suites.get(name)
        if suite is None:  # left out by --memeval-suite
            return None
        placed = suite.parse(file.cases, self.settings.suite_options)
        return self._selections.of(
            loaded_from(path, relative(path, self.settings.root), name, placed)
        )

    def _count_groups(self, suite: str, subject: str) -> int:
        """How many groups of cases there are for a subject, chosen or not."""
        marked = self._groups.get((suite, subject.partition("[")[0]))
        return sum((marked or self._groups.get((suite, FILES), {})).values())

    def _suite_folder(self, path: Path) -> bool:
        """Whether the file lies in a folder that is named after a suite."""
        return any(
            folder / name in path.parents
            for folder in self.settings.fixture_folders
            for name in self._fixture_suites
        )

    def claim(self, loaded: Loaded, owner: str) -> None:
        """Note the ids that one set of cases uses up.

        :raises FixtureError: an id of this file is already used in another file of the set.
        """
        self._groups.setdefault((loaded.suite, owner), {})[loaded.path] = len(loaded.groups)
        taken = self._claims.setdefault((loaded.suite, owner), {})
        problems = []
        for case, line in zip(loaded.cases, loaded.lines, strict=True):
            path, other = taken.setdefault(case.id, (loaded.path, line))
            if path != loaded.path:
                where = f"{relative(path, self.settings.root)}:{other}"
                problems.append(f"{line}: case {case.id!r}: the id is already used in {where}")
        if problems:
            raise FixtureError(problems)

    def marker_of(self, suite: str) -> str:
        return next(marker for marker, name in self.settings.markers.items() if name == suite)

    # --- from subjects to variants

    def variants(self, suite: str) -> Iterator[tuple[Key, Subject, str]]:
        """Each subject at each level, and the suffix that its items' ids carry.

        The suffix is left out where the run has only one subject and names no level.
        """
        names = self.settings.subjects[suite]
        for name in names:
            subject = self._subject(suite, name)
            if subject is None:
                continue
            for level in self._levels(subject):
                parts = [name] if len(names) > 1 else []
                parts += [level] if level and self.settings.levels else []
                suffix = f"[{'-'.join(parts)}]" if parts else ""
                yield Key(suite, name, level), subject, suffix

    def _levels(self, subject: Subject) -> tuple[str | None, ...]:
        if self.settings.levels:
            return self.settings.levels
        return (LEVELS[1],) if subject.needs_level else (None,)

    def _subject(self, suite_name: str, name: str) -> Subject | None:
        at = (suite_name, name)
        if self.live is not None:
            return self.live
        if at not in self._subjects and at not in self._broken:
            suite = self.settings.suites[suite_name]
            try:
                found = subjects.find(name, suite.builtin_subjects, made=not suite.factory)
                subject = suite.subject(found, name)
                self.measurement.bench(suite)  # a wrong option shows here, and not case by case
                if self.settings.levels and not subject.takes_level:
                    raise SubjectError(f"{name} takes no `level`, but --memeval-level was given")
                self._subjects[at] = subject
            except SubjectError as error:
                self._broken[at] = clean(str(error))
        return self._subjects.get(at)

    # --- pytest's collection

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """What was asked for by name is measured in a hidden folder, too, or in a build."""
        wanted = (
            collection_path == path or collection_path in path.parents for path in self._measured
        )
        return False if any(wanted) else None

    def pytest_collect_directory(
        self, path: Path, parent: pytest.Collector
    ) -> MeasuredFolder | None:
        if path not in self._measured:
            return None
        node: MeasuredFolder = MeasuredFolder.from_parent(parent, path=path)
        node.collection = self
        return node

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> FixtureNode | MeasuredFile | None:
        if file_path in self._measured:
            whole: MeasuredFile = MeasuredFile.from_parent(parent, path=file_path)
            whole.collection = self
            return whole
        if file_path.suffix not in fixture_files.SUFFIXES or fixture_files.is_test_code(file_path):
            return None
        inside = any(folder in file_path.parents for folder in self.settings.fixture_folders)
        if not inside and not parent.session.isinitpath(file_path):
            return None
        self._visited.add(file_path)
        node: FixtureNode = FixtureNode.from_parent(parent, path=file_path)
        node.collection = self
        return node

    @pytest.hookimpl(tryfirst=True)
    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if self.live is not None:
            return  # the backend is the subject, and no function
        for marker, suite_name in self.settings.markers.items():
            marks = list(metafunc.definition.iter_markers(marker))
            if marks:
                paths = [str(path) for mark in marks for path in mark.args]
                extra = sorted({name for mark in marks for name in mark.kwargs})
                if extra:
                    raise pytest.Collector.CollectError(
                        f"{metafunc.definition.nodeid}: the marker {marker} takes paths, "
                        f"and no keyword {extra[0]!r}"
                    )
                self._parametrize(metafunc, self.settings.suites[suite_name], paths)

    def _parametrize(self, metafunc: pytest.Metafunc, suite: Suite, paths: list[str]) -> None:
        definition = metafunc.definition
        owner = definition.nodeid
        arguments = suite.arguments(metafunc.fixturenames)
        try:
            self.measurement.bench(suite)
            if arguments is None:
                raise FixtureError([f"{definition.name} must take one of the case's arguments"])
            files = self._marked_files(paths, definition.path, suite)
            if not files:
                raise FixtureError(["the marker names no fixture file of this suite"])
            for file in files:
                self.claim(file, owner)
        except (FixtureError, SubjectError) as error:
            where = f"{relative(definition.path, self.settings.root)}: {definition.name}"
            problems = error.problems if isinstance(error, FixtureError) else [str(error)]
            raise pytest.Collector.CollectError(_listed(where, problems)) from None
        self._declare(metafunc, suite, arguments, files)

    def _declare(
        self,
        metafunc: pytest.Metafunc,
        suite: Suite,
        arguments: tuple[str, ...],
        files: Sequence[Loaded],
    ) -> None:
        levels: tuple[str | None, ...] = (None,)
        names = [CALL, *arguments]
        if "level" in metafunc.fixturenames:
            levels = self.settings.levels or (LEVELS[1],)
            names.append("level")
        elif self.settings.levels:
            raise pytest.Collector.CollectError(
                f"{metafunc.definition.nodeid}: it takes no `level`, but --memeval-level was given"
            )
        calls = [
            _Call(suite, file, index, arguments, level, self._call_id(file, index, level))
            for level in levels
            for file in files
            for index in range(len(file.cases))
        ]
        # The case itself is handed over when the call is set up.
        nothing = [None] * len(arguments)
        values = [(call, *nothing, call.level) for call in calls]
        metafunc.fixturenames.append(CALL)
        metafunc.parametrize(
            names, [value[: len(names)] for value in values], ids=[call.id for call in calls]
        )

    def _call_id(self, file: Loaded, index: int, level: str | None) -> str:
        shown = f"-{level}" if level and self.settings.levels else ""
        return f"{file.cases[index].id}{shown}"

    def _load_marked(self, path: Path, named: bool) -> Loaded | None:
        try:
            return self.load(path, named)
        except FixtureError as error:
            name = relative(path, self.settings.root)
            raise FixtureError([f"{name}:{problem}" for problem in error.problems]) from None

    def _marked_files(self, given: list[str], test_file: Path, suite: Suite) -> list[Loaded]:
        """The fixture files of this suite below a marker's paths."""
        if suite.name not in self._fixture_suites:
            return [self._whole(test_file, suite)]
        sources = [text for text in given if self._is_source(text, suite)]
        paths = [text for text in given if text not in sources]
        tops = [self._place(text, test_file) for text in paths]
        if not given:
            tops = self._default_places(suite)
        files = {file: file == top for top in tops for file in fixture_files.files_below(top)}
        loaded = [self._load_marked(file, named) for file, named in files.items()]
        loaded += [self._source(text, suite) for text in sources]
        return [file for file in loaded if file is not None and file.suite == suite.name]

    def _is_source(self, text: str, suite: Suite) -> bool:
        """Whether a marker names a data set that its suite knows how to get, in place of a path."""
        prefix = registry.suite_entries()[suite.name].source_prefix
        return bool(prefix) and text.startswith(prefix)

    def _source(self, text: str, suite: Suite) -> Loaded:
        """The cases of a data set, as if a fixture file held nothing but its name."""
        path = Path(text)
        if self._loaded.get(path) is None:
            try:
                placed = suite.parse([RawCase({"source": text}, 1)], self.settings.suite_options)
            except FixtureError as error:
                raise FixtureError([line.partition(": ")[2] for line in error.problems]) from None
            self._loaded[path] = self._selections.of(loaded_from(path, text, suite.name, placed))
        found = self._loaded[path]
        assert found is not None
        return found

    def _place(self, text: str, test_file: Path) -> Path:
        """A path of a marker, looked up from the root, then from the test file's folder."""
        places = dict.fromkeys((self.settings.root / text, test_file.parent / text))
        for place in places:
            if place.exists():
                return place
        tried = " nor ".join(map(str, places))
        raise FixtureError([f"there is no {text!r} (tried: {tried})"])

    def _default_places(self, suite: Suite) -> list[Path]:
        folders = [folder for folder in self.settings.fixture_folders if folder.exists()]
        own = [folder / suite.name for folder in folders if (folder / suite.name).exists()]
        return own or folders

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        if isinstance(item, pytest.Function):
            self._attach(item)
        ref = ref_of(item)
        if ref is not None:
            self._census.collected(ref)
        elif isinstance(item, pytest.Function) and self.live is None and self._is_marked(item):
            # pytest does not parametrise methods of unittest classes.
            self._unusable.append(
                f"{item.nodeid} is marked, but cannot be given cases: "
                "make it a function, or a method of a class that is no unittest.TestCase"
            )

    def _is_marked(self, item: pytest.Item) -> bool:
        return any(item.get_closest_marker(marker) for marker in self.settings.markers)

    def _attach(self, item: pytest.Function) -> None:
        """Find the case of a marked function's call again, and make the call measure it."""
        callspec: Any = getattr(item, "callspec", None)
        call = callspec.params.get(CALL) if callspec else None
        if not isinstance(call, _Call) or item.parent is None:
            return
        owner = f"{item.parent.nodeid}::{item.originalname}"
        rest = _without_prefix(callspec.id, call.id)
        key = Key(call.suite.name, f"{owner}[{rest}]" if rest else owner, call.level)
        case, line = call.file.cases[call.index], call.file.lines[call.index]
        ref = CaseRef(call.suite, key, case, call.file.name, line, call.arguments)
        attach(item, ref, self.settler, self.measurement.measure)

    def pytest_collection_modifyitems(
        self, session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """In a mode only memeval items run."""
        items.extend(self._live_reads(session))
        others = [item for item in items if ref_of(item) is None]
        if others:
            items[:] = [item for item in items if ref_of(item) is not None]
            config.hook.pytest_deselected(items=others)
        self._leave_out(items)

    def _leave_out(self, items: list[pytest.Item]) -> None:
        """Deselect what the command line leaves out, by options of the suites' own."""
        left_out = {file.name: file.left_out for file in self._loaded.values() if file}
        if not any(left_out.values()):
            return
        kept: list[pytest.Item] = []
        left: list[pytest.Item] = []
        for item in items:
            ref = ref_of(item)
            out = ref is not None and ref.case.id in left_out.get(ref.file, ())
            (left if out else kept).append(item)
        if left:
            items[:] = kept
            self.config.hook.pytest_deselected(items=left)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self._census.deselected(items)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        passed_over, narrower = self._passed_over(), self._narrower_paths()
        files = [file for file in self._loaded.values() if file]
        narrowing = self._selections.narrowing(files)
        self._counted = {
            **self._census.count(
                session.items,
                files,
                "--ignore" if passed_over else "paths" if narrower else narrowing,
            ),
            "broken": [
                {"suite": suite, "subject": name, "message": message}
                for (suite, name), message in self._broken.items()
            ],
            "foreign": sorted({*self._foreign, *passed_over}),
            "unusable": [*self._unusable, *self._selections.unmatched(files, self._explicit)],
            "unnamed": sorted(
                file.suite
                for file in self._loaded.values()
                if file and not self.settings.subjects[file.suite]
            ),
        }
        if self.live is not None:
            refs = [ref for item in session.items if (ref := ref_of(item)) is not None]
            self.live.cases = [ref.case for ref in refs]
        if self.settings.search is not None:
            for name in self.settings.suites:
                self.measurement.cases[name] = self._all_cases(name)
        if self._counted["narrowed"]:
            self._expect(self._counted["results"])
        # The items hold on to what is still needed, and live to the end of the process: the garbage
        # collector need not walk over them again and again while they run. (Where one process runs
        # several sessions, the next one thaws what this one froze.)
        self._loaded.clear()
        self._claims.clear()
        gc.unfreeze()
        gc.freeze()
        for entry in self._counted["results"]:
            if entry["cases"]:
                self.measurement.subjects.setdefault(entry["suite"], []).append(entry["subject"])
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output[CENSUS] = self._counted
        elif self.on_census is not None:
            self.on_census(self._counted)

    def _expect(self, results: list[dict[str, Any]]) -> None:
        """Say of each subject what a whole run would measure: parts of runs can be merged."""
        whole: dict[str, dict[str, Any]] = {}
        for entry in results:
            suite, subject = entry["suite"], entry["subject"]
            claims = self._claims.get((suite, subject.partition("[")[0]))
            if claims is not None:  # a marked function names its files itself
                paths = {path for path, _ in claims.values()}
                entry["expected"] = described(
                    [file for path in paths if (file := self._loaded[path]) is not None]
                )
                continue
            if suite not in whole:
                self._all_cases(suite)
                files = [file for file in self._loaded.values() if file and file.suite == suite]
                whole[suite] = described(files)
            entry["expected"] = whole[suite]

    def _all_cases(self, name: str) -> list[Any]:
        """All cases of a suite, also those that this run leaves out."""
        for folder in self.settings.fixture_folders:
            for file in fixture_files.files_below(folder) if folder.exists() else ():
                with contextlib.suppress(FixtureError):  # told where the file is collected
                    self.load(file, named=False)
        files = [file for file in self._loaded.values() if file and file.suite == name]
        files.sort(key=lambda file: file.path)  # whichever of them this run came to first
        return [case for file in files for case in file.cases]

    def _narrower_paths(self) -> bool:
        """Whether the paths given leave out files beside them in a fixture folder."""
        return self._explicit and any(map(self._left_out, self.settings.fixture_folders))

    def _left_out(self, folder: Path) -> bool:
        # What pytest has visited says nothing: it looks at all that lies beside a path given.
        if not any(file and folder in file.path.parents for file in self._loaded.values()):
            return False
        suites = {file.suite for file in self._loaded.values() if file}
        others = [file for file in fixture_files.files_below(folder) if file not in self._loaded]
        for other in others:
            with contextlib.suppress(FixtureError):
                loaded = self.load(other, named=False)
                if loaded is not None and loaded.suite in suites:
                    return True
        return False

    def _passed_over(self) -> list[str]:
        """Files of the fixture folders that pytest was told, on the command line, to ignore.

        What the ini file or a conftest.py ignores for good is no narrowing of this run.
        """
        words = map(str, self.config.invocation_params.args)
        if self._explicit or not any(word.startswith("--ignore") for word in words):
            return []
        folders = [folder for folder in self.settings.fixture_folders if folder.exists()]
        files = (file for folder in folders for file in fixture_files.files_below(folder))
        return [relative(file, self.settings.root) for file in files if file not in self._visited]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A worker's first report carries the census: a worker killed later has still told."""
        if self._counted is not None and hasattr(self.config, "workerinput"):
            setattr(report, CENSUS, self._counted)
            self._counted = None


def _without_prefix(text: str, prefix: str) -> str:
    """What pytest's id of a call holds beside ours, which comes first and may be escaped."""
    for form in (prefix, prefix.encode("unicode_escape").decode("ascii")):
        if text == form:
            return ""
        if text.startswith(f"{form}-"):
            return text[len(form) + 1 :]
    return text


def _problem_text(path: Path, root: Path, error: FixtureError) -> str:
    name = relative(path, root)
    return _listed(
        f"{name}: {plural(len(error.problems), 'problem')}",
        [f"{name}:{problem}" for problem in error.problems],
    )


def _listed(head: str, problems: Sequence[str]) -> str:
    lines = [clean(problem) for problem in problems[:MOST_PROBLEMS]]
    rest = len(problems) - MOST_PROBLEMS
    if rest > 0:
        lines.append(f"… and {rest} more")
    return "\n".join([head, *(f"  {line}" for line in lines)])
