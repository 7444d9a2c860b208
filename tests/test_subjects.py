"""Subjects: from a name in the ini file to something that can be asked, or one clear message."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from collections.abc import Generator
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_memeval import subjects
from pytest_memeval.errors import SubjectError
from tests.conftest import Project
from tests.conftest import assert_not_measured
from tests.conftest import assert_not_ours
from tests.conftest import said

BUILTIN = {"reference": "builtin_home:classify"}

MODULES = {
    "acme_shop.py": """
        import enum
        limit = 3
        def classify(window): return "drop"
        def _private(window): return "skip"
        class Gate:
            def __call__(self, window): return "send"
            def method(self, window): return "send"
            @staticmethod
            def static(window): return "skip"
        class Needy:
            def __init__(self, client): ...
        class Failing:
            def __init__(self): raise OSError("no store here")
        class Leaving:
            def __init__(self): raise SystemExit(2)
        class Mute: ...
        gate = Gate()
        """,
    "builtin_home.py": "def classify(window): return 'drop'",
    "acme_needs.py": "import not_there_at_all",
    "acme_raises.py": "x = 1\nraise ValueError('model\\nnot found')",
    "acme_exits.py": "import sys\nsys.exit(7)",
    "acme_syntax.py": "def classify(:\n",
    "acme_lazy.py": "def __getattr__(name):\n    raise OSError(f'cannot load {name}')\n",
    "acme_from.py": "from acme_shop import nothing_like_it",
    "acme_pack/__init__.py": "",
    "acme_pack/inner.py": "def classify(window): return 'drop'",
    "acme_pack/broken.py": "import acme_pack.absent",
}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of importable modules, forgotten afterwards."""
    for name, source in MODULES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        lines = source.splitlines()
        path.write_text("\n".join(line.removeprefix(" " * 8) for line in lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith(("acme_", "builtin_home")):
            del sys.modules[name]


def refused(name: str) -> str:
    with pytest.raises(SubjectError) as caught:
        subjects.find(name, BUILTIN)
    # The chain is cut: who reads the message is not shown how we came to it.
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    message = str(caught.value)
    assert "\n" not in message
    return message


# --- what is found


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("reference", "drop"),
        ("acme_shop:classify", "drop"),
        ("acme_shop:_private", "skip"),
        ("acme_shop:gate", "send"),
        ("acme_shop:gate.method", "send"),
        ("acme_shop:Gate", "send"),
        ("acme_shop:Gate.static", "skip"),
        ("acme_pack.inner:classify", "drop"),
    ],
)
@pytest.mark.usefixtures("shop")
def test_functions_objects_methods_and_classes_are_found(name: str, answer: str) -> None:
    """A class is instantiated, since its instance is what can be asked."""
    assert subjects.find(name, BUILTIN)([]) == answer


# --- what is not


@pytest.mark.parametrize("name", ["referense", "acme_shop", "acme_shop:", ":classify", ":", ""])
def test_a_name_of_neither_form_is_refused(name: str) -> None:
    """A bare word must be built in; anything else has a module and an attribute."""
    message = refused(name)
    assert message.startswith(f"{name!r} is neither built in (known: reference")
    assert message.endswith("nor of the form `module:attribute`")
    assert ("did you mean 'reference'?" in message) == (name == "referense")


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("acme_nowhere:classify", "acme_nowhere"),
        ("acme_nowhere.deep.down:classify", "acme_nowhere"),
        ("acme_pack.nowhere:classify", "acme_pack.nowhere"),
        ("acme_shop.nowhere:classify", "acme_shop.nowhere"),
    ],
)
@pytest.mark.usefixtures("shop")
def test_a_module_that_does_not_exist_is_named(name: str, missing: str) -> None:
    """The message names the part that is missing and what to do about it."""
    assert refused(name) == (
        f"there is no module {missing!r}; install it, or name its folder in `pythonpath`"
    )


@pytest.mark.parametrize(
    ("name", "missing", "file"),
    [
        ("acme_needs:classify", "not_there_at_all", "acme_needs.py:1"),
        ("acme_pack.broken:classify", "acme_pack.absent", "broken.py:1"),
    ],
)
def test_a_missing_import_of_the_module_is_not_blamed_on_the_name(
    shop: Path, name: str, missing: str, file: str
) -> None:
    """The module is there; what it imports is not, and the line that does so is named."""
    message = refused(name)
    module = name.partition(":")[0]
    assert message.startswith(
        f"importing {module} raised ModuleNotFoundError: No module named {missing!r} ({shop}"
    )
    assert message.endswith(f"{file})")


@pytest.mark.parametrize(
    ("module", "error", "line"),
    [
        ("acme_raises", "ValueError: model not found", 2),
        ("acme_exits", "SystemExit: 7", 2),
        ("acme_from", "ImportError: cannot import name 'nothing_like_it'", 1),
    ],
)
def test_whatever_an_import_raises_is_one_line_with_its_place(
    shop: Path, module: str, error: str, line: int
) -> None:
    """Not even SystemExit at import ends the run; the message has the error, file and line."""
    message = refused(f"{module}:classify")
    assert message.startswith(f"importing {module} raised {error}")
    assert message.endswith(f"({shop / module}.py:{line})")


def test_a_syntax_error_is_reported_with_its_place(shop: Path) -> None:
    """A module that cannot be compiled is no missing module."""
    message = refused("acme_syntax:classify")
    assert message.startswith("importing acme_syntax raised SyntaxError: ")
    assert "acme_syntax.py, line 1" in message
    assert str(shop) not in message or "acme_syntax.py" in message


@pytest.mark.usefixtures("shop")
def test_ctrl_c_during_an_import_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the person at the keyboard may end the run."""

    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subjects, "import_module", interrupted)
    with pytest.raises(KeyboardInterrupt):
        subjects.find("acme_shop:classify", BUILTIN)


@pytest.mark.usefixtures("shop")
def test_an_attribute_that_is_missing_is_named_with_the_nearest_one() -> None:
    """What can be called in the module is listed; private names and plain values are not."""
    message = refused("acme_shop:clasify")
    assert message.startswith("acme_shop has no 'clasify' (known: Failing, Gate, ")
    assert message.endswith("; did you mean 'classify'?)")
    assert "_private" not in message
    assert "limit" not in message
    assert refused("acme_shop:Gate.nothing").startswith("acme_shop has no 'Gate.nothing' (known: ")
    assert refused("acme_shop:a:b").startswith("acme_shop has no 'a:b' (known: ")
    assert refused("acme_pack:classify") == "acme_pack has no 'classify' (known: none)"


def test_an_attribute_that_raises_when_asked_for_is_reported(shop: Path) -> None:
    """A module that makes its attributes on demand may fail to, with any error."""
    assert refused("acme_lazy:classify") == (
        "importing classify from acme_lazy raised OSError: cannot load classify "
        f"({shop / 'acme_lazy.py'}:2)"
    )


@pytest.mark.usefixtures("shop")
def test_what_cannot_be_called_is_refused_with_its_kind() -> None:
    """A value or an instance without a call is named by its type."""
    assert refused("acme_shop:limit") == "acme_shop:limit is a int, which cannot be called"
    assert refused("acme_shop:enum") == "acme_shop:enum is a module, which cannot be called"
    assert refused("acme_shop:Mute") == "acme_shop:Mute is a Mute, which cannot be called"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("Needy", "TypeError: Needy.__init__() missing 1 required positional argument: 'client'"),
        ("Failing", "OSError: no store here"),
        ("Leaving", "SystemExit: 2"),
    ],
)
@pytest.mark.usefixtures("shop")
def test_a_class_that_cannot_be_instantiated_says_why(name: str, error: str) -> None:
    """What the constructor raised is in the message, SystemExit included."""
    assert refused(f"acme_shop:{name}").startswith(
        f"acme_shop:{name} is a class, and making one raised {error}"
    )


# --- importable, and waited for


def test_the_folder_of_the_ini_file_comes_after_everything_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is added once and at the end, so that it shadows nothing."""
    monkeypatch.setattr(sys, "path", ["/first", "/second"])
    for _ in range(2):
        subjects.make_importable("/project")
    subjects.make_importable("/first")
    assert sys.path == ["/first", "/second", "/project"]


@pytest.fixture
def settler() -> Iterator[subjects.Settler]:
    made = subjects.Settler()
    yield made
    made.close()


def test_a_value_that_is_no_promise_is_handed_back(settler: subjects.Settler) -> None:
    """Plain answers are not touched, and no event loop is made for them."""
    value = object()
    assert settler.settle(value) is value
    assert settler._loop is None


def test_a_promise_is_kept_on_one_loop(settler: subjects.Settler) -> None:
    """Coroutines and other awaitables are waited for, each on the same loop."""

    class Promise:
        def __await__(self) -> Generator[None, None, object]:
            yield from asyncio.sleep(0).__await__()
            return asyncio.get_running_loop()

    async def promise() -> object:
        return asyncio.get_running_loop()

    first = settler.settle(promise())
    assert isinstance(first, asyncio.AbstractEventLoop)
    assert settler.settle(Promise()) is first
    assert settler.settle(promise()) is first


def test_what_a_promise_raises_comes_out(settler: subjects.Settler) -> None:
    """An error inside an asynchronous subject is the subject's, and the loop lives on."""

    async def failing() -> object:
        raise LookupError("no such model")

    async def fine() -> str:
        return "drop"

    with pytest.raises(LookupError, match="no such model"):
        settler.settle(failing())
    assert settler.settle(fine()) == "drop"


def test_an_object_that_has_every_attribute_is_no_promise(settler: subjects.Settler) -> None:
    """A proxy that answers to any name cannot be awaited, so it is an answer."""

    class Proxy:
        def __getattr__(self, name: str) -> str:
            return name

    proxy = Proxy()
    assert settler.settle(proxy) is proxy


def test_closing_lets_what_is_still_under_way_clean_up() -> None:
    """Background tasks are cancelled and asynchronous generators closed before the loop is."""
    ended = []

    async def background() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("task")

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)
            ended.append("generator")

    kept: list[object] = []

    async def subject() -> str:
        generator = numbers()
        kept.extend([asyncio.ensure_future(background()), generator])
        await generator.__anext__()
        await asyncio.sleep(0)
        return "drop"

    settler = subjects.Settler()
    assert settler.settle(subject()) == "drop"
    settler.close()
    settler.close()
    assert sorted(ended) == ["generator", "task"]


# --- through pytest


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        ("", "acme_gone:classify", "there is no module 'acme_gone'; install it, or name its"),
        ("import acme_gone\n", "acme_gate:classify", "importing acme_gate raised ModuleNotFound"),
        ("1 / 0\n", "acme_gate:classify", "importing acme_gate raised ZeroDivisionError: division"),
        ("exit(3)\n", "acme_gate:classify", "importing acme_gate raised SystemExit: 3"),
        ("def classify(w): ...\n", "acme_gate:clasify", "did you mean 'classify'?"),
        ("classify = 'drop'\n", "acme_gate:classify", "is a str, which cannot be called"),
        ("", "referense", "'referense' is neither built in (known: reference; did you mean"),
        ("def classify(): ...\n", "acme_gate:classify", "takes no argument for a case"),
        ("def classify(w, client): ...\n", "acme_gate:classify", "needs an argument 'client'"),
    ],
)
def test_a_subject_that_cannot_be_asked_is_one_clear_message(
    project: Project, source: str, name: str, message: str
) -> None:
    """The run fails as not measured, with the message in place of a traceback of ours."""
    project.gate(source)
    project.ini(subjects=name)
    result = project.run()
    assert_not_measured(project, result, message)
    assert_not_ours(result)
    assert f"memeval::write_gate::subject[{name}]" in said(result)
    assert said(result).count("the subject cannot be asked: ") <= 3
    (problem,) = project.report["run"]["problems"]
    assert problem.startswith(f"write_gate subject {name}: ")


def test_one_broken_subject_does_not_keep_the_others_from_being_measured(project: Project) -> None:
    """What can be asked is measured and reported; the run fails all the same."""
    project.ini(subjects="acme_gate:classify acme_gone:classify")
    result = project.run()
    assert result.ret == 1
    counts = {found["subject"]: found["counts"] for found in project.report["results"]}
    assert counts["acme_gate:classify"]["measured"] == 6
    assert counts["acme_gone:classify"]["measured"] == 0
    assert project.report["verdict"] == "not_measured"
