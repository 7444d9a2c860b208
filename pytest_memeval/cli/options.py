"""Options and kinds of values that several commands share."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

#: Whether the file is there is for the command to say, with an exit code of its own.
PATH = click.Path(path_type=Path)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")


class Number(click.ParamType):  # type: ignore[type-arg]
    """A number above 0, or else one that is not below.

    :param zero: whether 0 will do.
    """

    name = "n"

    def __init__(self, zero: bool = False) -> None:
        self._zero = zero

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 <= number < 1e9 or not (number or self._zero):
            wanted = "not below 0" if self._zero else "above 0"
            self.fail(f"must be a number {wanted}, got {value!r}", param, ctx)
        return number


class SchemaName(click.ParamType):  # type: ignore[type-arg]
    """One of the schemas; which there are is known once it is asked for."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from pytest_memeval.schemas import schema_names

        if value not in schema_names():
            listed = ", ".join(schema_names())
            self.fail(f"{value!r} is not one of {listed}", param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from pytest_memeval.schemas import schema_names

        return [CompletionItem(name) for name in schema_names() if name.startswith(incomplete)]
