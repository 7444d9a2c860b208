"""Items to rows: asking the subject, judging the answer, and putting both on pytest's report.

This side runs where the tests run, in the one process or in each xdist worker. A row leaves it on
a report, in plain JSON types.
"""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from typing import TypeAlias

import pytest

from pytest_memeval.settings import SEED
from pytest_memeval.settings import Settings
from pytest_memeval.subjects import Settler
from pytest_memeval.suites.base import Answer
from pytest_memeval.suites.base import Bench
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.base import Subject
from pytest_memeval.suites.base import Suite
from pytest_memeval.text import clean
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.timelimit import Limit

#: The attribute of a report on which a row travels: (suite, subject, level, row).
ROW = "memeval_row"
#: The key of a worker's input: whether somebody on the controller waits for teardown reports.
TEARDOWNS = "memeval_teardowns"
PACKAGE = str(Path(__file__).parent)
MOST_LINES = 50
_NO_KEYWORDS: dict[str, Any] = {}
#: What pytest and its plugins raise to end a test.
_ENDED = (pytest.fail.Exception, pytest.skip.Exception, pytest.xfail.Exception)


@dataclass(slots=True)
class CaseRef:
    """A case on its way through one item: the case, whose it is, and where it stands.

    `arguments` is what a marked function calls it. `answer` is what the subject said of it, once it
    has; `again` asks the subject about any case. `limit` bounds each call of the subject.
    """

    suite: Suite
    key: Key
    case: Any
    file: str
    line: int
    arguments: tuple[str, ...] = ()
    answer: Answer | None = None
    again: Callable[[Any], object] | None = None
    limit: Limit | None = None
    row: Row | None = None

    def called(self, settler: Settler, call: Callable[[], object]) -> object:
        """What a call of the subject gives.

        :raises TimeoutError: it took longer than its suite allows.
        """
        if self.limit is None:
            return settler.settle(call())
        return self.limit.settled(settler, call)

    def ask(self, case: Any) -> Answer:
        """Ask the subject, but not about this case if it has been asked already."""
        if case is self.case and self.answer is not None:
            return self.answer
        if self.again is None:
            return self.answer or Answer(not_measured="the function did not run to its end")
        again = self.again
        answer = asked(lambda: again(case))
        if case is self.case and not self.suite.factory:
            self.answer = answer
        return answer


Measure: TypeAlias = Callable[[CaseRef], None]
_REF = pytest.StashKey[CaseRef]()


def ref_of(item: pytest.Item) -> CaseRef | None:
    """The case that an item measures; None for an ordinary test."""
    return item.ref if isinstance(item, CaseItem) else item.stash.get(_REF, None)


def attach(item: pytest.Function, ref: CaseRef, settler: Settler, measure: Measure) -> None:
    """Make a call of a marked function measure a case: its return value becomes the answer."""
    item.stash[_REF] = ref
    item.obj = _recording(item.obj, ref, settler, measure)


class CaseItem(pytest.Item):
    """A case of a fixture file, asked of a subject named in the ini file.

    There may be tens of thousands of them, so what all cases of a file share is kept once.
    """

    ref: CaseRef
    subject: Subject
    settler: Settler
    measure: Measure
    hook: Any

    @property
    def ihook(self) -> Any:
        return self.hook

    def runtest(self) -> None:
        self.ref.again = self._ask_about
        self.measure(self.ref)

    def _ask_about(self, case: Any) -> object:
        level = self.ref.key.level
        return self.ref.called(self.settler, lambda: self.subject.ask(case, level))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.ref.line - 1, self.name

    @property
    def location(self) -> tuple[str, int | None, str]:
        return self.ref.file, self.ref.line - 1, self.name


class Measurement:
    """The pytest hooks around running a case. One per process that runs tests."""

    def __init__(self, config: pytest.Config, settings: Settings, settler: Settler) -> None:
        self._settings = settings
        self._settler = settler
        self._runxfail = bool(config.getoption("runxfail", False))
        self._config = config
        self._teardowns = False
        self._in_phases = _needs_phases(config)
        #: All cases of each suite, where a search wants to know them.
        self.cases: dict[str, list[Any]] = {}
        #: The subjects of each suite that this run asks, in whatever process.
        self.subjects: dict[str, list[str]] = {}
        #: How many groups of cases there are for a subject of a suite.
        self.groups: Callable[[str, str], int] = lambda suite, subject: 0
        self._benches: dict[str, Bench] = {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[TEARDOWNS] = _others_listen(self._config)
        if self._settings.search is not None:
            node.workerinput[SEED] = self._settings.search.seed

    def pytest_collection_finish(self) -> None:
        told = getattr(self._config, "workerinput", None)
        self._teardowns = _others_listen(self._config) if told is None else told[TEARDOWNS]

    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Run a case of a file in one phase: it has no fixtures, no capture and no set-up."""
        if not isinstance(item, CaseItem) or self._in_phases:
            return None
        if item.ref.case is None:
            return True  # some plugin listed the item twice; it has been measured
        hook, nodeid, location = item.hook, item.nodeid, item.location
        hook.pytest_runtest_logstart(nodeid=nodeid, location=location)
        start, clock = time.time(), time.perf_counter()
        self._run(item)
        duration = time.perf_counter() - clock
        report = pytest.TestReport(
            getattr(item, "id", nodeid),  # the parsed id, where this pytest has one
            location,
            _NO_KEYWORDS,
            "passed",
            None,
            "call",
            duration=duration,
            start=start,
            stop=start + duration,
        )
        self._show(item.ref, report)
        hook.pytest_runtest_logreport(report=report)
        if self._teardowns:
            end = pytest.TestReport(nodeid, location, _NO_KEYWORDS, "passed", None, "teardown")
            hook.pytest_runtest_logreport(report=end)
        hook.pytest_runtest_logfinish(nodeid=nodeid, location=location)
        item.ref.case = None  # no longer needed, and windows are what there is most of
        return True

    def _run(self, item: CaseItem) -> None:
        try:
            item.runtest()
        except _ENDED as error:  # a time-out plugin's alarm, or a skip outside of the subject
            self._note(item.ref, error)

    def _note(self, ref: CaseRef, error: BaseException) -> None:
        """Measure a case whose item ended with an exception."""
        ref.answer, ref.again = raised(error), None
        self.measure(ref)

    def measure(self, ref: CaseRef) -> None:
        """Ask and judge, and leave the row with the case."""
        bench = self.bench(ref.suite)
        ref.limit = limit_of(bench)
        row = bench.measure(ref.key, ref.case, ref.ask)
        row["file"], row["line"] = ref.file, ref.line
        ref.row = row

    def _opened(self, suite: Suite, setup: Setup) -> Bench:
        trials = self._settings.trials_of(suite.name)
        if trials == 1:
            return suite.open(setup)
        from pytest_memeval.suites.trials import TrialBench

        return TrialBench(lambda: suite.open(setup), trials)

    def bench(self, suite: Suite) -> Bench:
        """What measures the cases of a suite in this process.

        :raises SubjectError: an option of the suite is wrong.
        """
        bench = self._benches.get(suite.name)
        if bench is None:
            settings = self._settings
            setup = Setup(
                settings.suite_options,
                settings.base,
                settings.search,
                lambda: self.cases.get(suite.name, []),
                lambda: self.subjects.get(suite.name, []),
                lambda subject: self.groups(suite.name, subject),
                told_by,
            )
            bench = self._benches[suite.name] = self._opened(suite, setup)
        return bench

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Give a marked function its own copy of the case, and another one when it runs again."""
        ref = ref_of(item)
        callspec: Any = getattr(item, "callspec", None)
        if ref is not None:
            ref.limit = limit_of(self.bench(ref.suite))
        if ref is not None and callspec is not None:
            for name in ref.arguments:
                callspec.params[name] = ref.suite.argument_value(ref.case, name)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, Any]:
        report = yield
        ref = ref_of(item)
        if ref is not None and call.when == "call":
            if call.excinfo is not None:
                self._note(ref, call.excinfo.value)
            elif ref.row is None:
                self._measure_late(ref)
            self._show(ref, report)
        return report

    def _measure_late(self, ref: CaseRef) -> None:
        """Measure what a plugin for ``async def`` tests has run."""
        try:
            self.measure(ref)
        except _ENDED as error:
            self._note(ref, error)

    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> bool | None:
        """Run an ``async def`` marked function that no plugin for such tests has taken."""
        function, ref = pyfuncitem.obj, ref_of(pyfuncitem)
        if ref is None or not inspect.iscoroutinefunction(function):
            return None
        names = inspect.signature(function).parameters
        arguments = {
            name: pyfuncitem.funcargs[name] for name in names if name in pyfuncitem.funcargs
        }
        ref.called(self._settler, lambda: function(**arguments))
        self.measure(ref)  # within the call, so that its time and its time-out are the item's
        return True

    def pytest_unconfigure(self) -> None:
        for bench in self._benches.values():
            bench.close()
        self._settler.close()

    def _show(self, ref: CaseRef, report: pytest.TestReport) -> None:
        """Put the row on the report, and let the outcome show it."""
        row, answer = ref.row, ref.answer or Answer()
        assert row is not None
        setattr(report, ROW, (ref.key.suite, ref.key.subject, ref.key.level, row))
        # A plugin may run the item again.
        ref.answer = ref.again = ref.row = None
        _show_outcome(report, row, answer, self._runxfail)


def _needs_phases(config: pytest.Config) -> bool:
    """Whether the cases of files have to take the long way: somebody acts on one phase alone."""
    timeouts = config.pluginmanager.hasplugin("timeout")
    func_only = timeouts and config.getini("timeout_func_only")
    return bool(func_only or config.getoption("setuponly", False))


def _others_listen(config: pytest.Config) -> bool:
    """Whether a plugin that is no part of pytest takes reports.

    Such a plugin may wait for the teardown before it counts a test, as pytest-html does; nobody
    else needs one.
    """
    known = ("_pytest.", "xdist.", "pytest_memeval.")
    impls = config.hook.pytest_runtest_logreport.get_hookimpls()
    return not all(impl.function.__module__.startswith(known) for impl in impls)


def asked(ask: Callable[[], object]) -> Answer:
    """Ask a subject; whatever it raises is its answer. Only the user's Ctrl-C goes on."""
    try:
        return Answer(value=ask())
    except BaseException as error:
        answer = told_by(error)
        if answer is None:
            raise
        return answer


def told_by(error: BaseException) -> Answer | None:
    """What an exception says of the measurement; None: it is to go on, and end the run."""
    if isinstance(error, (KeyboardInterrupt, pytest.exit.Exception)):
        return None
    return raised(error)


def limit_of(bench: Bench) -> Limit | None:
    """How long one call of a subject may take; a suite need not say."""
    return getattr(bench, "limit", None)


def raised(error: BaseException) -> Answer:
    """What an exception says of the measurement.

    A skip, or a time-out from outside, is no measurement; anything else is the subject's failure.
    """
    if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
        return Answer(not_measured=f"skipped: {one_line(str(error))}")
    if isinstance(error, pytest.fail.Exception) and "timeout" in str(error).lower():
        return Answer(not_measured=f"timed out: {one_line(str(error))}", value=error)
    return Answer(error=error_line(error), value=error)


def _recording(
    function: Callable[..., Any], ref: CaseRef, settler: Settler, measure: Measure
) -> Callable[..., Any]:
    """The marked function with its return value measured: for pytest it returns nothing."""

    def again(case: Any, args: Any, kwargs: Any) -> object:
        values = {name: ref.suite.argument_value(case, name) for name in ref.arguments}
        return ref.called(settler, lambda: function(*args, **{**kwargs, **values}))

    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def recorded_async(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            ref.again = functools.partial(again, args=args, kwargs=kwargs)
            if not ref.suite.factory:
                ref.answer = Answer(value=await function(*args, **kwargs))

        return _bound_like(function, recorded_async)

    @functools.wraps(function)
    def recorded(*args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        ref.again = functools.partial(again, args=args, kwargs=kwargs)
        if not ref.suite.factory:
            given = ref.called(settler, lambda: function(*args, **kwargs))
            ref.answer = Answer(value=given)
        measure(ref)

    return _bound_like(function, recorded)


def _bound_like(function: Any, recorded: Callable[..., Any]) -> Callable[..., Any]:
    """Older pytests find the instance of a method, for its fixtures, on what they call."""
    if hasattr(function, "__self__"):
        recorded.__self__ = function.__self__  # type: ignore[attr-defined]
    return recorded


def _show_outcome(report: pytest.TestReport, row: Row, answer: Answer, runxfail: bool) -> None:
    """Let pytest's outcome say what the row says; an outcome of pytest's own is kept."""
    outcome, detail = row["outcome"], row["detail"]
    if outcome == "invalid":
        report.outcome = "skipped"
        report.longrepr = (row["file"], row["line"], f"Skipped: invalid: {one_line(detail)}")
    elif outcome == "miss" and not runxfail:
        report.outcome = "skipped"
        report.wasxfail = detail
    elif outcome != "hit" and report.outcome == "passed":
        report.outcome = "failed"
        if outcome == "failed":
            shown = users_traceback(answer.value)
            report.longrepr = shown or failure(detail, row["file"], row["line"])
        else:
            said = f"not measured: {detail}" if outcome == "not_measured" else detail
            report.longrepr = failure(said, row["file"], row["line"])


def failure(message: str, file: str, line: int = 0) -> Any:
    """A failure that is all message: no traceback, and its first line in the short summary."""
    try:
        raise AssertionError(message)
    except AssertionError:
        shown: Any = pytest.ExceptionInfo.from_current().getrepr(style="value")
    crash = shown.reprcrash
    crash.path, crash.lineno, crash.message = file, line, message
    return shown


def users_traceback(error: object) -> Any:
    """What of an exception's traceback lies in the user's code; None when nothing does."""
    if not isinstance(error, BaseException):
        return None
    info = pytest.ExceptionInfo.from_exception(error)
    theirs = info.traceback.filter(lambda entry: not str(entry.path).startswith(PACKAGE))
    if not theirs:
        return None
    info.traceback = theirs
    shown: Any = info.getrepr(style="short")
    for entries, crash, _ in shown.chain:
        for entry in entries.reprentries:
            entry.lines[:] = [clean(line) for line in entry.lines[:MOST_LINES]]
        crash.message = clean(crash.message)
    return shown


def relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
