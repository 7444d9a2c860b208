"""Names of subjects to callables: a bare word is built in, `module:attribute` is the user's."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING
from typing import Any

from pytest_memeval.errors import SubjectError
from pytest_memeval.text import error_line
from pytest_memeval.text import known_names

if TYPE_CHECKING:
    import asyncio


def find(name: str, builtin: Mapping[str, str], made: bool = True) -> Callable[..., object]:
    """Import a subject.

    :param made: of a class, make an instance, since that is what is asked.
    :raises SubjectError: it is not there, cannot be imported, or cannot be called.
    """
    target = builtin.get(name, name)
    module_name, colon, attribute = target.partition(":")
    if not colon or not module_name or not attribute:
        raise SubjectError(
            f"{name!r} is neither built in ({known_names(builtin, name)}) nor of the form "
            "`module:attribute`"
        )
    found = _attribute(_module(module_name), attribute)
    if made and inspect.isclass(found):
        found = _instance(found, name)
    if not callable(found):
        raise SubjectError(f"{name} is a {type(found).__name__}, which cannot be called")
    return found


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        # Only when it is the named module that is missing, and not one that it imports.
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise SubjectError(
                f"there is no module {error.name!r}; install it, or name its folder in `pythonpath`"
            ) from None
        raise SubjectError(_import_problem(name, error)) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise SubjectError(_import_problem(name, error)) from None


def _import_problem(name: str, error: BaseException) -> str:
    return f"importing {name} raised {error_line(error)}{_place(error)}"


def _place(error: BaseException) -> str:
    """Where in the user's code it happened: the last frame that is not the import system's."""
    place, trace = "", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith("<") and file != __file__ and "importlib" not in file:
            place = f" ({file}:{trace.tb_lineno})"
        trace = trace.tb_next
    return place


def _attribute(module: ModuleType, path: str) -> object:
    try:
        return attrgetter(path)(module)
    except AttributeError:
        public = [name for name in vars(module) if not name.startswith("_")]
        callables = [name for name in public if callable(vars(module)[name])]
        raise SubjectError(
            f"{module.__name__} has no {path!r} ({known_names(callables, path)})"
        ) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a module may make its attributes when asked for them
        raise SubjectError(_import_problem(f"{path} from {module.__name__}", error)) from None


def _instance(cls: type, name: str) -> object:
    try:
        return cls()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise SubjectError(
            f"{name} is a class, and making one raised {error_line(error)}{_place(error)}"
        ) from None


def make_importable(folder: str) -> None:
    """Let subjects that lie beside the ini file be imported, after everything installed."""
    if folder not in sys.path:
        sys.path.append(folder)


class Settler:
    """Waits for what asynchronous subjects promise, always on the same event loop.

    A subject may hold on to things that belong to a loop, such as an HTTP client.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def settle(self, value: Any) -> object:
        if not inspect.isawaitable(value):
            return value
        import asyncio

        if self._loop is None:
            self._loop = asyncio.new_event_loop()

        async def promised() -> object:
            return await value

        return self._loop.run_until_complete(promised())

    def close(self) -> None:
        """End what a subject left under way, so that it can clean up, and then the loop."""
        loop, self._loop = self._loop, None
        if loop is None:
            return
        try:
            loop.run_until_complete(_ended())
        finally:
            loop.close()


async def _ended() -> None:
    """Cancel every other task of this loop, and close its asynchronous generators."""
    import asyncio

    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    if tasks:  # one that will not end must not keep the run from ending
        await asyncio.wait(tasks, timeout=5)
    await asyncio.get_running_loop().shutdown_asyncgens()
