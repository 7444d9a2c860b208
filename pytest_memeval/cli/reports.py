"""`report`, `diff`, `merge`, `history` and `ratchet`: commands about results of runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Sequence
from decimal import Decimal
from decimal import InvalidOperation
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from pytest_memeval.cli.options import JSON
from pytest_memeval.cli.options import PATH
from pytest_memeval.cli.output import complain
from pytest_memeval.cli.output import say
from pytest_memeval.cli.output import say_json
from pytest_memeval.cli.output import unwritten
from pytest_memeval.text import clean
from pytest_memeval.text import known_names

FILE = click.option(
    "--file",
    type=PATH,
    default=Path("reports/history.jsonl"),
    show_default=True,
    help="The history that runs append to.",
)


def _known(name: str) -> Callable[..., list[CompletionItem]]:
    """Completes words by what the history has of it: suites, subjects or metrics."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from pytest_memeval.report import history

        try:
            runs = history.read(ctx.params.get("file") or history.USUAL).runs
        except OSError:
            return []
        found: dict[str, None] = {}
        for run in runs:
            for key, scores in run.scores.items():
                found.update(dict.fromkeys(scores if name == "metric" else [getattr(key, name)]))
        return [CompletionItem(one) for one in sorted(found) if one.startswith(incomplete)]

    return complete


#: A metric to look at; with an operator, one to give a floor.
_WANTED = re.compile(r"\s*(\w+)\s*(>=|<=|)\s*")


@click.command(epilog="Example: pytest-memeval report reports/last_report.json --html report.html")
@click.argument("file", type=PATH, metavar="FILE")
@click.option("--html", type=PATH, metavar="PATH", help="Write one page of HTML.")
@click.option("--markdown", type=PATH, metavar="PATH", help="Write Markdown.")
@click.option("--baseline", type=PATH, metavar="FILE", help="Show what changed since.")
@click.option(
    "--as-baseline", type=PATH, metavar="PATH", help="Write what later runs are compared with."
)
def report(
    file: Path,
    html: Path | None,
    markdown: Path | None,
    baseline: Path | None,
    as_baseline: Path | None,
) -> int:
    """Show a saved report again, or write it in another form.

    Without an option the scorecard is printed. FILE itself is the form for machines. Trends on the
    page come from `history.jsonl` beside FILE.
    """
    from pytest_memeval.report import commands
    from pytest_memeval.report.reader import ReportError

    try:
        lines = list(commands.render(file, html, markdown, baseline, as_baseline))
    except (ReportError, OSError) as error:
        complain(unwritten(error) if isinstance(error, OSError) else str(error))
        return 1
    for line in lines:
        say(clean(line))
    return 0


@click.command(epilog="Example: pytest-memeval diff baseline.json reports/last_report.json")
@click.argument("before", type=PATH)
@click.argument("after", type=PATH)
@JSON
def diff(before: Path, after: Path, as_json: bool) -> int:
    """Tell what changed between two reports.

    Cases that flipped, metrics that moved, and apart from them cases that came out the same for
    another reason, and fixtures that are not the same. The exit code is 1 where a case that was
    right is so no more.
    """
    from pytest_memeval.report import commands
    from pytest_memeval.report.reader import ReportError

    try:
        lines, worse = commands.difference(before, after, as_json)
    except ReportError as error:
        complain(str(error))
        return 1
    for line in lines:
        say(line if as_json else clean(line))
    return int(worse)


def _report_place(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Where a report may be written: what reads it later looks for its name."""
    if value is not None and value.suffix != ".json":
        raise click.BadParameter(f"a report is a .json file, not {str(value)!r}")
    return value


@click.command(epilog="Example: pytest-memeval merge shard-*.json --check --out reports/whole.json")
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@click.option(
    "--out",
    type=PATH,
    metavar="PATH",
    callback=_report_place,
    help="Write the whole report here, to a .json file.",
)
@click.option("--check", is_flag=True, help="Exit with 1 unless the whole passed.")
@JSON
def merge(files: Sequence[Path], out: Path | None, check: bool, as_json: bool) -> int:
    """Join the reports of a run that was spread over machines.

    Floors are judged once, on all cases. Reports that are not the parts of one run are refused.
    """
    from pytest_memeval.report import commands
    from pytest_memeval.report.merge import MergeError
    from pytest_memeval.report.reader import ReportError
    from pytest_memeval.report.scorecard import verdict_line

    if out is not None and any(out.resolve() == file.resolve() for file in files):
        raise click.UsageError(f"--out {out} is one of the parts, which would be lost")
    try:
        whole = commands.joined(files, out)
    except (ReportError, MergeError, OSError) as error:
        problems = getattr(error, "problems", [str(error)])
        if isinstance(error, OSError):
            problems = [unwritten(error)]
        for problem in () if as_json else problems:
            complain(problem)
        if as_json:
            say_json({"verdict": None, "passed": False, "problems": list(problems)})
        return 1
    if as_json:
        say_json({"verdict": whole.verdict, **whole.check.model_dump(), "problems": []})
    else:
        say(clean(verdict_line(whole)))
    return int(check and not whole.check.passed)


@click.command(epilog="Example: pytest-memeval history --suite write_gate --last 30")
@FILE
@click.option(
    "--last",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="Look at so many runs of each subject.",
)
@click.option("--suite", metavar="NAME", shell_complete=_known("suite"), help="Only this suite.")
@click.option(
    "--subject", metavar="NAME", shell_complete=_known("subject"), help="Only this subject."
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="NAME",
    shell_complete=_known("metric"),
    help="Only this (repeatable).",
)
@JSON
def history(
    file: Path,
    last: int,
    suite: str | None,
    subject: str | None,
    metrics: Sequence[str],
    as_json: bool,
) -> int:
    """Show how each metric went over the runs so far.

    Narrowed runs, such as with -k, measured something else: they are counted, and their values are
    left out.
    """
    from pytest_memeval.report import trends
    from pytest_memeval.report.reader import ReportError

    chosen = trends.Chosen(last, suite, subject, tuple(metrics))
    try:
        found = trends.load(file, chosen)
    except ReportError as error:
        complain(str(error))
        return 1
    for number, why in found.broken:
        complain(f"{file}:{number}: this line cannot be read and is left out: {why}")
    if as_json:
        say_json(trends.plain(found))
    else:
        for line in trends.lines(found):
            say(clean(line))
    return int(bool(found.broken))


def _margin(ctx: click.Context, param: click.Parameter, value: str) -> Decimal:
    try:
        margin = Decimal(value)
    except InvalidOperation:
        margin = Decimal(-1)
    if margin.is_nan() or not 0 <= margin < 1:
        raise click.BadParameter(f"must be a number from 0 to below 1, got {value!r}")
    return margin


def _wanted(ctx: click.Context, param: click.Parameter, value: Sequence[str]) -> Sequence[Any]:
    if not value or ctx.resilient_parsing:
        return ()
    from pytest_memeval import registry

    known, found = {metric for _, metric in registry.all_metrics()}, []
    for text in value:
        match = _WANTED.fullmatch(text)
        if match is None:
            raise click.BadParameter(f"{text!r} is no metric; write NAME, 'NAME >=' or 'NAME <='")
        if match[1] not in known:
            raise click.BadParameter(f"unknown metric ({known_names(known, match[1])})")
        found.append(match.groups())
    return found


@click.command(epilog="Example: pytest-memeval ratchet --last 20 | git apply")
@FILE
@click.option(
    "--last",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="K",
    help="Runs in which a floor must have held.",
)
@click.option(
    "--margin",
    default="0.01",
    show_default=True,
    callback=_margin,
    metavar="X",
    help="How far to stay below the worst of them (of a count: this share of it).",
)
@click.option(
    "--width",
    type=click.FloatRange(0, 1),
    default=0.1,
    show_default=True,
    metavar="X",
    help="The widest interval of the latest value to rest a floor on.",
)
@click.option("--ini", type=PATH, metavar="FILE", help="The ini file (default: pytest's own).")
@click.option(
    "--metric",
    "wanted",
    multiple=True,
    callback=_wanted,
    shell_complete=_known("metric"),
    metavar="NAME",
    help="Only this; 'NAME >=' or 'NAME <=' also where it has no floor yet (repeatable).",
)
@JSON
def ratchet(
    file: Path,
    last: int,
    margin: Decimal,
    width: float,
    ini: Path | None,
    wanted: Sequence[tuple[str, str]],
    as_json: bool,
) -> int:
    """Propose higher floors, as a patch of the ini file.

    A floor goes up where the last K full runs have all held the new one, with a margin. None goes
    down. The patch is printed; what stays as it is, and why, is told beside it.
    """
    from pytest_memeval.report import proposals
    from pytest_memeval.report.ratchet import Terms
    from pytest_memeval.report.ratchet import Wanted
    from pytest_memeval.report.reader import ReportError

    terms = Terms(last, margin, width, tuple(Wanted(*one) for one in wanted))
    try:
        found = proposals.ratcheted(file, ini, terms)
    except ReportError as error:
        complain(str(error))
        return 1
    if as_json:
        say_json(found.plain())
        return 0
    for line in found.lines():
        complain(line)
    # As bytes: whatever the terminal knows, the file that the patch is for is UTF-8.
    click.echo(found.patch.encode(), nl=False)
    return 0
