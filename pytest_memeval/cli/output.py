"""What commands print: results to one stream, problems to the other."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_memeval.text import clean

if TYPE_CHECKING:
    from pytest_memeval.errors import FixtureError


def say(text: str) -> None:
    """Print a line of the result."""
    print(text)  # noqa: T201


def say_json(value: object) -> None:
    """Print a result for machines."""
    say(json.dumps(value, indent=1))


def complain(text: str) -> None:
    """Print a problem, or what is to be said beside the result."""
    print(clean(text), file=sys.stderr)  # noqa: T201


def unwritten(error: OSError) -> str:
    """What to say of a file that cannot be written."""
    return f"{error.filename}: cannot be written: {error.strerror}"


def complain_of(path: Path, error: FixtureError) -> None:
    for problem in problems_of(path, error):
        complain(problem)


def problems_of(path: Path, error: FixtureError) -> list[str]:
    """The problems of a file, each with its place."""
    return [f"{path}:{problem}" for problem in error.problems]
