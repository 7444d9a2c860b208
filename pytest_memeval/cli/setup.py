"""`doctor` and `completion`: commands about the installation and the project's configuration."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pytest_memeval.cli.options import JSON
from pytest_memeval.cli.options import PATH
from pytest_memeval.cli.output import say
from pytest_memeval.cli.output import say_json

if TYPE_CHECKING:
    from pytest_memeval.cli.doctor import Finding

SCRIPT = "pytest-memeval"
#: The variable by which a shell asks the script for completions.
COMPLETE = "_PYTEST_MEMEVAL_COMPLETE"
HOW_TO = {
    "bash": f'put this into ~/.bashrc:  eval "$({SCRIPT} completion bash)"',
    "zsh": f'put this into ~/.zshrc, below compinit:  eval "$({SCRIPT} completion zsh)"',
    "fish": f"run:  {SCRIPT} completion fish > ~/.config/fish/completions/{SCRIPT}.fish",
}


@click.command(
    epilog="Example: pytest-memeval doctor --project-id proj_x --org-id org_x\n\n"
    "The exit code is 1 where something that is configured cannot be used."
)
@click.option("--project-id", metavar="ID", help="Ask whether the key leads to this project.")
@click.option("--org-id", metavar="ID", help="Its organisation; both ids belong together.")
@click.option("--host", metavar="URL", help="The platform's, where it is not the public one.")
@click.option("--oss-config", type=PATH, metavar="FILE", help="Check settings of the open mem0.")
@JSON
def doctor(
    project_id: str | None,
    org_id: str | None,
    host: str | None,
    oss_config: Path | None,
    as_json: bool,
) -> int:
    """Tell what is configured, what is missing, and what to do.

    It only reads. With both ids it asks the platform which project the key in MEM0_API_KEY leads
    to. No secret is ever printed.
    """
    from pytest_memeval.cli.doctor import Asked
    from pytest_memeval.cli.doctor import examine

    if bool(project_id) != bool(org_id):
        raise click.UsageError("--project-id and --org-id belong together: give both")
    if host and not project_id:
        raise click.UsageError("--host needs --project-id and --org-id")
    if host and set("@?#") & set(host):  # what may be secret there would be shown
        raise click.UsageError("--host must not hold a user, a password or a query")
    findings = examine(Asked(project_id or "", org_id or "", host or "", oss_config))
    broken = [one for one in findings if one.status == "broken"]
    if as_json:
        say_json({"usable": not broken, "findings": [one._asdict() for one in findings]})
    else:
        _print(findings, broken)
    return int(bool(broken))


def _print(findings: list[Finding], broken: list[Finding]) -> None:
    # A path or an id that is cut in two can no longer be copied.
    wrap = textwrap.TextWrapper(
        max(60, shutil.get_terminal_size().columns),
        subsequent_indent=" " * 11,
        break_long_words=False,
        break_on_hyphens=False,
    )
    for one in findings:
        say(wrap.fill(f"{one.status:<9}  {one.what}: {one.text}"))
        if one.do:
            say(wrap.fill(f"{'':<9}  -> {one.do}"))
    say(f"\n{len(broken)} broken" if broken else "\nall that is configured can be used")


@click.command(epilog=f'Example: eval "$({SCRIPT} completion bash)"')
@click.argument("shell", type=click.Choice(list(HOW_TO)))
@click.option("--how", is_flag=True, help="Say how to install it instead.")
def completion(shell: str, how: bool) -> int:
    """Print what a shell needs to complete words.

    Commands, options, names of schemas, what the history knows of suites, subjects and metrics,
    and files. It works for the script `pytest-memeval`: no shell can complete words after
    `python -m`.
    """
    from click.shell_completion import get_completion_class

    if how:
        say(HOW_TO[shell])
        return 0
    made = get_completion_class(shell)
    assert made is not None  # click knows all shells of `HOW_TO`
    root = click.get_current_context().find_root().command
    say(made(root, {}, SCRIPT, COMPLETE).source().rstrip("\n"))
    return 0
