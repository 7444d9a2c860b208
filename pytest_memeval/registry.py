"""Which suites there are. A new suite is a folder below ``suites/`` and one entry here.

Other distributions join with an entry point of the group ``pytest_memeval.suites`` that loads a
`SuiteEntry`; entry points are read in a mode only, so that ordinary runs pay nothing. The ini
options that such an entry names are declared by a pytest plugin of its distribution.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING
from typing import NamedTuple
from typing import cast

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pytest_memeval.suites.base import Suite

ENTRY_POINT_GROUP = "pytest_memeval.suites"


class RegistryError(Exception):
    """A suite that cannot be loaded; the message names it and who brought it."""


class SuiteEntry(NamedTuple):
    """What the plugin must know of a suite before it imports it."""

    name: str
    marker: str
    marker_help: str
    subject_option: str
    subject_help: str
    target: str
    #: Ini options of the suite's own, each a list of lines: name and help.
    options: tuple[tuple[str, str], ...] = ()
    #: Options of the command line: the flag, the ini option that it stands in for, and help.
    flags: tuple[tuple[str, str, str], ...] = ()
    #: The same for options that name paths: any number of them, looked up from where pytest runs.
    path_flags: tuple[tuple[str, str, str], ...] = ()
    #: Whether ids of its cases read `group:rest`, and a group has to run in one process.
    grouped: bool = False
    #: Ini options that choose a part of its cases: the suite then is `Selecting` as well.
    selections: tuple[str, ...] = ()
    #: How names of published data sets begin, which a marker may give in place of a path and a
    #: fixture file as `{"source": NAME}` in place of a case; "": it has none.
    source_prefix: str = ""
    #: What it lays beside the report, by relative paths.
    artifacts: tuple[str, ...] = ()
    #: Whether it asks several times by itself, and says what that means.
    own_trials: bool = False
    #: The suite that live runs use in its place; "": it has none.
    live_target: str = ""
    #: Its subjects are files or folders, each measured as a whole: it has no labelled cases.
    measures_files: bool = False
    #: The option with which it reads a live project instead, writing nothing: flag, name, help.
    live_read: tuple[str, str, str] | None = None


#: The ini options that name a judge, for every suite that has one.
JUDGE = (
    (
        "memeval_judge",
        "who says whether an answer is right: rule, llm, contains or `module:attribute`",
    ),
    ("memeval_judge_model", "the model of the llm judge"),
    ("memeval_judge_base_url", "the chat endpoint of the llm judge (default: OpenAI's)"),
    ("memeval_judge_key_env", "the environment variable that holds its key"),
    ("memeval_judge_timeout", "seconds that the judge may take over one answer (60)"),
    ("memeval_judge_rubrics", "a YAML file of rubrics to use instead of the built-in ones"),
    ("memeval_cassettes", "the folder of recorded verdicts"),
    ("memeval_record", "which verdicts to record: none, once or all"),
)
TRIALS = ("memeval_trials", "answers to each case, for subjects that vary (1 to 10000)")
TRIALS_FLAG = ("--memeval-trials", *TRIALS)
RECORD = ("--memeval-record", "memeval_record", "which verdicts to record: none, once or all")

BUILTIN: tuple[SuiteEntry, ...] = (
    SuiteEntry(
        name="write_gate",
        marker="write_gate",
        marker_help=(
            "write_gate(*paths): one item a labelled window of the fixture files below the paths "
            "(default: the fixture folders); the function's return value is the gate's decision."
        ),
        subject_option="memeval_classifier",
        subject_help="the write gates to score, one a line: `module:attribute` or `reference`",
        target="pytest_memeval.suites.write_gate:SUITE",
        options=(
            ("memeval_types", "durable types beside the five of the write gate, one a line"),
            TRIALS,
        ),
        flags=(TRIALS_FLAG,),
        live_target="pytest_memeval.suites.write_gate.live:SUITE",
    ),
    SuiteEntry(
        name="ee",
        marker="ee_probe",
        marker_help=(
            "ee_probe(*paths): one item a probe of the episodes below the paths (default: the "
            "fixture folders), or of a published file (meme:filler32k); the function returns a "
            "fresh memory agent, once an episode."
        ),
        subject_option="memeval_agent",
        subject_help=(
            "the memory agents to score, one a line: `module:attribute` of a class or a function "
            "that makes one, or one that is built in (no_memory, rules, mem0, ...)"
        ),
        target="pytest_memeval.suites.ee:SUITE",
        grouped=True,
        selections=("memeval_episodes", "memeval_sample"),
        source_prefix="meme:",
        artifacts=("ee/runs.jsonl", "_rollup/ee/report.md"),
        options=(
            ("memeval_agent_conversation", "stateful (the default) or independent turns"),
            ("memeval_agent_timeout", "seconds that one call of an agent may take (300)"),
            ("memeval_agent_model", "the model that reads for mem0 and full_transcript"),
            ("memeval_agent_base_url", "the chat endpoint of that model"),
            ("memeval_agent_config", "mem0's settings (YAML): the agent mem0 is the open one then"),
            ("memeval_settle", "seconds that a memory may take to come to rest (60)"),
            ("memeval_controls", "facts that nobody touches to ask for in each episode (1)"),
            ("memeval_reask", "on: ask for deleted values again after a later session (off)"),
            *JUDGE,
            ("memeval_episodes", "the episodes to measure: pl_001,pl_010-pl_020,sw_*"),
            ("memeval_sample", "how many episodes to draw, by domain and hops: 10, or 10@SEED"),
            TRIALS,
        ),
        flags=(
            TRIALS_FLAG,
            ("--memeval-episodes", "memeval_episodes", "episodes, as in pl_001,pl_010-pl_020,sw_*"),
            ("--memeval-sample", "memeval_sample", "draw so many episodes, by domain and hops"),
            RECORD,
        ),
    ),
    SuiteEntry(
        name="ablation",
        marker="context_ablation",
        marker_help=(
            "context_ablation(*paths): one item a removal from the packed contexts of the fixture "
            "files below the paths (default: the fixture folders); the function takes context and "
            "question and returns the reader's answer."
        ),
        subject_option="memeval_reader",
        subject_help="the readers to measure, one a line: `module:attribute` or `best_sentence`",
        target="pytest_memeval.suites.ablation:SUITE",
        grouped=True,
        artifacts=("ablation/credits.jsonl", "ablation/memories.md"),
        options=(
            *JUDGE,
            ("memeval_ablation_judge", "the judge of ablations, where it is not memeval_judge"),
            TRIALS,
            ("memeval_ablation_searches", "contexts a case to try in search of joint effects"),
            ("memeval_reader_timeout", "seconds that one answer of a reader may take (300)"),
            ("memeval_evaluation", "lines that say which prompt and decoding the reader uses"),
            ("memeval_evaluation_id", "a name for the reader, prompt, judge and policy in force"),
        ),
        flags=(RECORD, TRIALS_FLAG),
        own_trials=True,
    ),
    SuiteEntry(
        name="corpus",
        marker="memory_corpus",
        marker_help=(
            "memory_corpus: one item that audits the memories which the function returns, a list "
            "of texts or of mappings."
        ),
        subject_option="memeval_corpus",
        subject_help="stores to audit, one a line: a file or a folder of memories",
        target="pytest_memeval.suites.corpus:SUITE",
        options=(
            ("memeval_reference", "files that no memory should restate, one a line"),
            ("memeval_corpus_columns", "where a row holds what: `text = body`, one a line"),
            ("memeval_corpus_query", "the query that reads the memories of a SQLite file"),
            ("memeval_corpus_threshold", "from this similarity on texts are near-duplicates (0.7)"),
            ("memeval_corpus_workers", "processes that audit a store (as many as there are cores)"),
            ("memeval_corpus_alike", "`module:function` that finds more texts that say the same"),
        ),
        path_flags=(
            ("--memeval-corpus", "memeval_corpus", "audit these stores: files or folders"),
            ("--memeval-reference", "memeval_reference", "files that no memory should restate"),
        ),
        measures_files=True,
        live_read=(
            "--memeval-corpus-live",
            "memeval_corpus_live",
            "audit what the project holds; only list reads are made",
        ),
    ),
)


def suite_entries() -> dict[str, SuiteEntry]:
    """All suites by name: the built-in ones, then those of other distributions.

    :raises RegistryError: another distribution's entry point does not lead to a suite.
    """
    from importlib.metadata import entry_points

    entries = {entry.name: entry for entry in BUILTIN}
    for point in entry_points(group=ENTRY_POINT_GROUP):
        entry = _entry(point)
        entries.setdefault(entry.name, entry)
    return entries


def _entry(point: EntryPoint) -> SuiteEntry:
    distribution = point.dist.name if point.dist else "an unknown distribution"
    from pytest_memeval.text import error_line

    where = f"the suite {point.name!r} of {distribution} cannot be loaded"
    try:
        found = point.load()
    except Exception as error:
        raise RegistryError(f"{where}: {error_line(error)}") from None
    if not isinstance(found, SuiteEntry):
        raise RegistryError(f"{where}: {type(found).__name__} is no SuiteEntry")
    return found


class Suites(Mapping[str, "Suite"]):
    """Suites by name. Ours are imported when they are first asked for, those of others at once.

    :raises RegistryError: one cannot be loaded.
    """

    def __init__(self, entries: Mapping[str, SuiteEntry], live: bool = False) -> None:
        self._entries = entries
        self._live = live
        self._loaded: dict[str, Suite] = {}
        for name, entry in entries.items():
            if entry not in BUILTIN:
                self._loaded[name] = load_suite(entry, live)

    def __getitem__(self, name: str) -> Suite:
        if name not in self._loaded:
            self._loaded[name] = load_suite(self._entries[name], self._live)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def all_suites() -> Suites:
    """Every suite, also those that a run leaves out.

    :raises RegistryError: one of another distribution cannot be loaded.
    """
    return Suites(suite_entries())


def load_suite(entry: SuiteEntry, live: bool = False) -> Suite:
    """Import the suite that an entry points to, or the one that live runs use.

    :raises RegistryError: it is not there, or its import fails.
    """
    from pytest_memeval.text import error_line

    module, _, attribute = (entry.live_target if live else entry.target).partition(":")
    try:
        return cast("Suite", getattr(import_module(module), attribute))
    except Exception as error:
        raise RegistryError(
            f"the suite {entry.name!r} cannot be loaded: {error_line(error)}"
        ) from None


def all_metrics() -> frozenset[tuple[str, str]]:
    """Suites and their metrics, those of live runs and of trials among them.

    :raises RegistryError: a suite cannot be loaded.
    """
    from pytest_memeval.suites.trials import METRICS

    return frozenset(
        (name, metric)
        for name, entry in suite_entries().items()
        for live in ((False, True) if entry.live_target else (False,))
        for metric in (*load_suite(entry, live).metrics, *METRICS)
    )
