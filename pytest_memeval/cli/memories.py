"""`audit`, `cleanup` and `judge`: commands about stores, and about who judges answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pytest_memeval.cli.options import JSON
from pytest_memeval.cli.options import PATH
from pytest_memeval.cli.options import Number
from pytest_memeval.cli.output import complain
from pytest_memeval.cli.output import complain_of
from pytest_memeval.cli.output import say
from pytest_memeval.cli.output import say_json
from pytest_memeval.text import clean
from pytest_memeval.text import one_line

if TYPE_CHECKING:
    from pytest_memeval.clients.cleanup import Cleaned


@click.command(epilog="Example: pytest-memeval audit memories.json --plan plan.jsonl")
@click.argument("store", type=PATH, metavar="FILE")
@click.option("--plan", type=PATH, metavar="FILE", help="List here what could go, and why.")
@click.option("--reference", multiple=True, metavar="FILE", help="Not to restate (repeatable).")
@click.option("--column", multiple=True, metavar="X", help="Such as `text = body` (repeatable).")
@click.option("--query", metavar="SQL", help="Reads the memories of a SQLite file.")
@click.option("--threshold", metavar="X", help="From this similarity on: near-duplicates (0.7).")
@click.option("--workers", metavar="N", help="Processes (as many as there are cores).")
@JSON
def audit(
    store: Path,
    plan: Path | None,
    reference: Sequence[str],
    column: Sequence[str],
    query: str,
    threshold: str,
    workers: str,
    as_json: bool,
) -> int:
    """Audit a store of memories; nothing is deleted.

    FILE is a file or a folder of memories.
    """
    from pytest_memeval.errors import SubjectError
    from pytest_memeval.suites.corpus import command
    from pytest_memeval.suites.corpus.memories import CorpusError

    options = command.options_from(reference, column, query, threshold, workers)
    try:
        found = command.run(store, plan, options)
    except (CorpusError, SubjectError) as error:
        complain(str(error))
        return 1
    if as_json:
        say_json(found.plain())
        return 0
    for line in found.lines():
        say(clean(line))
    return 0


@click.command(epilog="Example: pytest-memeval cleanup 20260131-0a1b2c3d")
@click.argument("run")
@click.option(
    "--journals",
    type=PATH,
    default=Path("reports/live"),
    show_default=True,
    help="Where the journals lie.",
)
@click.option(
    "--host", default="", metavar="URL", help="The run's, where it is not the public one."
)
@click.option(
    "--timeout",
    type=Number(),
    default=360,
    show_default=True,
    help="Seconds to wait for extractions, and for deletes.",
)
@click.option(
    "--min-settle",
    type=Number(zero=True),
    default=60,
    show_default=True,
    help="Seconds that a scope has to stay empty.",
)
@click.option(
    "--pause",
    type=Number(),
    default=1,
    show_default=True,
    help="Seconds between the first two looks.",
)
@click.option("--rate", type=Number(), default=600, show_default=True, help="Requests a minute.")
@JSON
def cleanup(
    run: str,
    journals: Path,
    host: str,
    timeout: float,
    min_settle: float,
    pause: float,
    rate: float,
    as_json: bool,
) -> int:
    """Delete what a live run left in its project.

    RUN is the run's name, or the path of its journal.
    """
    from pytest_memeval.clients.backend import BackendError
    from pytest_memeval.clients.calls import leave
    from pytest_memeval.clients.journal import JournalError
    from pytest_memeval.clients.journal import path_of
    from pytest_memeval.clients.secret import hide_key
    from pytest_memeval.live.progress import LogLines
    from pytest_memeval.live.progress import TerminalLine
    from pytest_memeval.live.progress import rewrites
    from pytest_memeval.live.tidying import tidy

    try:
        cleaned = tidy(
            Path(run) if run.endswith(".jsonl") else path_of(journals, run),
            host=host,
            timeout=timeout,
            settle=min_settle,
            pause=pause,
            rate=rate,
            screen=TerminalLine(sys.stderr) if rewrites(sys.stderr) else LogLines(complain),
        )
    except (BackendError, JournalError, OSError) as error:
        complain(hide_key(one_line(str(error))))
        return 1
    except KeyboardInterrupt:
        complain("stopped before all was gone; say the same again to go on")
        leave(1)
    _tell(cleaned, as_json)
    return 1 if cleaned.left else 0


def _tell(cleaned: Cleaned, as_json: bool) -> None:
    if as_json:
        say_json({"gone": cleaned.gone, "left": cleaned.left})
    else:
        say(clean(cleaned.text(), limit=10**6))


@click.command(epilog="Example: pytest-memeval judge answers.jsonl --judge rule")
@click.argument("cases", type=PATH, metavar="CASES.jsonl")
@click.option(
    "--judge",
    "name",
    default="rule",
    show_default=True,
    metavar="NAME",
    help="rule, llm, contains or module:attribute.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON a case.")
@click.option("--model", default="gpt-4o", show_default=True, help="Which model judges.")
@click.option("--base-url", metavar="URL", help="Where the model answers.")
def judge(cases: Path, name: str, as_json: bool, model: str, base_url: str | None) -> int:
    """Score a judge against labelled answers."""
    from pytest_memeval.errors import FixtureError
    from pytest_memeval.judges import JudgeError
    from pytest_memeval.judges import JudgeSettings
    from pytest_memeval.judges import calibration
    from pytest_memeval.judges import make_judge

    try:
        labelled = calibration.read_labelled(cases)
        made = make_judge(JudgeSettings(name, model=model, base_url=base_url))
    except FixtureError as error:
        complain_of(cases, error)
        return 1
    except JudgeError as error:
        complain(f"--judge: {error}")
        return 2
    judged = []
    try:
        for each in calibration.judge_all(made, labelled):
            judged.append(each)
            if as_json:
                say(json.dumps(each.as_json()))
    finally:
        made.close()
    if not as_json:
        say(clean(calibration.table(made.name, judged), 1_000_000))
    return 0
