"""What pytest makes of a project's configuration, without a test run.

pytest itself is asked: it knows where its ini file is, what `conftest.py` files and plugins add,
and what the options come to. It is stopped as soon as it is configured.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stderr
from contextlib import redirect_stdout
from pathlib import Path
from typing import Generic
from typing import TypeVar

import pytest

from pytest_memeval.text import error_line
from pytest_memeval.text import one_line

T = TypeVar("T")
#: In the order in which pytest looks for them.
INI_FILES = (
    "pytest.toml",
    ".pytest.toml",
    "pytest.ini",
    ".pytest.ini",
    "pyproject.toml",
    "tox.ini",
    "setup.cfg",
)


class ConfiguredError(Exception):
    """pytest cannot be configured here; the message is what it says of that."""


def look_at(look: Callable[[pytest.Config], T], ini: Path | None = None) -> T:
    """What `look` finds in the configuration of the project in this folder.

    :param ini: the ini file; None: the one that pytest finds.
    :raises ConfiguredError: there is no valid configuration.
    """
    looking = _Looking(look)
    said = io.StringIO()
    # Rewriting assertions would warn of modules that are imported already, this one for one.
    words = ["--assert=plain", *([] if ini is None else ["-c", str(ini)])]
    try:
        with redirect_stdout(said), redirect_stderr(said):
            pytest.main(words, [looking])
    except UnicodeDecodeError as error:  # pytest reads ini files without a word of its own
        file = _undecodable(ini) or "the ini file"
        raise ConfiguredError(f"{file}: byte {error.start} is not UTF-8") from None
    except Exception as error:
        raise ConfiguredError(f"pytest cannot start: {error_line(error)}") from None
    if not looking.found:
        raise ConfiguredError(f"pytest cannot start: {_why(said.getvalue())}")
    return looking.found[0]


def _undecodable(ini: Path | None) -> Path | None:
    """The ini file that is not UTF-8, where pytest would look for one."""
    here = Path.cwd()
    places = [folder / name for folder in (here, *here.parents) for name in INI_FILES]
    for path in places if ini is None else [ini]:
        try:
            path.read_text(encoding="utf-8")
        except OSError:
            continue
        except UnicodeDecodeError:
            return path
    return None


def _why(said: str) -> str:
    """What pytest says of a wrong option, or of a `conftest.py` that raises."""
    lines = [line for line in said.splitlines() if line.strip()]
    wrong = next((line for line in lines if line.startswith("ERROR: ")), "")
    if not wrong and lines:
        wrong = f"{lines[0]} {lines[-1].removeprefix('E ')}"
    return one_line(wrong.removeprefix("ERROR: "))


class _Looking(Generic[T]):
    """Ends a session before it begins."""

    def __init__(self, look: Callable[[pytest.Config], T]) -> None:
        self.found: list[T] = []
        self._look = look

    @pytest.hookimpl(tryfirst=True)
    def pytest_cmdline_main(self, config: pytest.Config) -> int:
        try:
            config.getini("memeval_floors")
        except ValueError:
            raise pytest.UsageError("the plugin pytest-memeval is not loaded here") from None
        self.found.append(self._look(config))
        return 0
