"""Asks other plugins, one by one, what they have to say to a hook of ours."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from typing import TypeVar

import pytest

from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.text import show

T = TypeVar("T")


def answers(
    config: pytest.Config, name: str, read: Callable[[Any], T], given: Mapping[str, object]
) -> tuple[list[T], list[str]]:
    """What other plugins answer to a hook, and what is wrong, a line for each plugin.

    Each is asked by itself, so that the one that fails can be named, and ends nothing: not even
    by a `sys.exit`, which would otherwise be the exit code of the run.

    :param read: makes of an answer what it should be; raises TypeError where it is something else.
    """
    manager, found, problems = config.pluginmanager, [], []
    implementations = getattr(config.hook, name).get_hookimpls()
    alone = [one for one in implementations if not (one.wrapper or one.hookwrapper)]
    for one in reversed(alone):  # as pytest would call them
        others = [other.plugin for other in alone if other.plugin is not one.plugin]
        try:
            found += [read(said) for said in manager.subset_hook_caller(name, others)(**given)]
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            wrong = isinstance(error, WrongAnswerError)
            said = str(error) if wrong else f"raised {error_line(error)}"
            problems.append(f"{_called(one.plugin_name, config)}: {name} {said}")
    return found, problems


class WrongAnswerError(TypeError):
    """A hook returned what it must not; the message says what, and what it should have been."""

    def __init__(self, answer: object, wanted: str) -> None:
        super().__init__(f"returned {show(answer, 60)}, not {wanted}")


def _called(plugin: str, config: pytest.Config) -> str:
    """A plugin as its owner knows it: a `conftest.py` by its path, any other by its name."""
    path = Path(plugin)
    if path.is_absolute() and path.is_relative_to(config.rootpath):
        return path.relative_to(config.rootpath).as_posix()
    return one_line(plugin)
