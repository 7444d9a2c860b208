"""The command line, ``pytest-memeval`` or ``python -m pytest_memeval``: what needs no test run.

Exit codes: 0 all is well; 1 a file has problems, something got worse, or a verdict is no pass;
2 the command line is wrong. What a command works with is imported once it runs, so that `--help`
and the completion of a shell are quick.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pytest_memeval.cli import cases
from pytest_memeval.cli import memories
from pytest_memeval.cli import reports
from pytest_memeval.cli import setup

SCRIPT = setup.SCRIPT
SECTIONS = {
    "Results of runs": (
        reports.report,
        reports.diff,
        reports.merge,
        reports.history,
        reports.ratchet,
    ),
    "Labelled cases": (cases.fixtures, cases.validate, cases.schema),
    "Memories and judges": (memories.audit, memories.cleanup, memories.judge),
    "Set-up": (setup.doctor, setup.completion),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    :param arguments: the words after the program's name; None: those of this process.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    by_script = Path(sys.argv[0]).stem == SCRIPT
    try:
        cli.main(
            args=None if arguments is None else list(arguments),
            prog_name=SCRIPT if by_script else "python -m pytest_memeval",
            complete_var=setup.COMPLETE,
        )
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    return 0


class _Sections(click.Group):
    """Lists its commands by what they are about, and ends with the exit code that one returns."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(len(command.name or "") for command in self.commands.values())
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [
                        ((one.name or "").ljust(width), one.get_short_help_str(60))
                        for one in commands
                    ]
                )

    def invoke(self, ctx: click.Context) -> Any:
        ctx.exit(super().invoke(ctx) or 0)


def _version(ctx: click.Context, param: click.Parameter, given: bool) -> None:
    if given and not ctx.resilient_parsing:
        from pytest_memeval import __version__

        click.echo(f"{SCRIPT} {__version__}")
        ctx.exit()


@click.group(
    cls=_Sections,
    name=SCRIPT,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Exit codes:
  0  all is well
  1  a file has problems, something got worse, or a verdict is no pass
  2  the command line is wrong

\b
Examples:
  pytest-memeval validate fixtures/write_gate/*.yaml
  pytest-memeval diff baseline.json reports/last_report.json

pytest itself does the measuring: pytest --memeval-offline.""",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Look after labelled cases, reports and stores of pytest-memeval."""


for _commands in SECTIONS.values():
    for _command in _commands:
        cli.add_command(_command)
