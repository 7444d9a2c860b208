"""Without a mode the plugin is not there: no file, no option, no import, no time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Project
from tests.conftest import assert_not_ours
from tests.conftest import quiet
from tests.conftest import said

HEAVY = ("pydantic", "jsonschema", "yaml", "hypothesis", "mem0", "openai", "tenacity", "jinja2")

ORDINARY = "def test_one(): pass\ndef test_two(): pass\n"


def modules(project: Project, *args: str) -> set[str]:
    """The modules that a pytest run in a process of its own has imported at its end."""
    project.write(
        "peek.py",
        "import json, sys\n"
        "def pytest_unconfigure():\n"
        "    with open('modules.json', 'w') as file: json.dump(sorted(sys.modules), file)\n",
    )
    command = [sys.executable, "-m", "pytest", "-p", "peek", *args]
    done = subprocess.run(
        command, cwd=project.path, capture_output=True, text=True, check=False,
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PATH": "", "PYTHONPATH": "."},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return set(json.loads((project.path / "modules.json").read_text()))


def idle(project: Project, *args: str) -> pytest.RunResult:
    return project.pytester.runpytest(*quiet(), *args)


def test_an_idle_plugin_imports_almost_nothing(project: Project) -> None:
    """Loading the plugin adds a handful of modules of its own, and none that is heavy."""
    project.write("test_other.py", ORDINARY)
    without = modules(project, "test_other.py", "-p", "no:cacheprovider")
    loaded = modules(
        project, "test_other.py", "-p", "no:cacheprovider", "-p", "pytest_memeval.plugin"
    )
    added = loaded - without
    assert not {name for name in added if name.partition(".")[0] in HEAVY}
    ours = {name for name in added if name.partition(".")[0] == "pytest_memeval"}
    assert ours == {
        "pytest_memeval",
        "pytest_memeval.hookspecs",
        "pytest_memeval.options",
        "pytest_memeval.plugin",
        "pytest_memeval.registry",
        "pytest_memeval.suites",
    }
    assert len(added) <= len(ours) + 2, sorted(added - ours)


def test_marked_functions_import_nothing_while_idle(project: Project) -> None:
    """Also a project that uses the marker pays nothing in an ordinary run."""
    project.write(
        "test_gate.py", "import pytest\n@pytest.mark.write_gate\ndef test_gate(window): pass\n"
    )
    loaded = modules(project, "test_gate.py", "-p", "pytest_memeval.plugin")
    assert not {name for name in loaded if name.partition(".")[0] in HEAVY}
    assert "pytest_memeval.session" not in loaded


def files(path: Path) -> set[str]:
    found = (each.relative_to(path).as_posix() for each in path.rglob("*"))
    pytesters = ("runpytest-", "stdout", "stderr")
    return {each for each in found if "__pycache__" not in each and not each.startswith(pytesters)}


@pytest.mark.parametrize("args", [(), ("-n", "2"), ("--collect-only",)], ids=["alone", "n2", "co"])
def test_an_idle_plugin_creates_nothing(project: Project, args: tuple[str, ...]) -> None:
    """An ordinary run leaves no file, no folder and no line of the plugin behind."""
    project.write("test_other.py", ORDINARY)
    before = files(project.path)
    result = project.pytester.runpytest_subprocess(*quiet(), *args)
    assert result.ret == 0
    assert files(project.path) == before
    assert "memeval:" not in result.stdout.str()
    assert "memory quality" not in result.stdout.str()


def test_an_idle_plugin_changes_no_option(project: Project) -> None:
    """Every option has the value that it has without the plugin."""
    project.write("test_other.py", ORDINARY)
    project.write(
        "conftest.py",
        "def pytest_unconfigure(config):\n"
        "    import warnings\n"
        "    options = {k: repr(v) for k, v in sorted(vars(config.option).items())\n"
        "               if not k.startswith('memeval') and k not in ('plugins', 'basetemp')}\n"
        "    print('OPTIONS', options, len(warnings.filters), config.args)\n",
    )
    args = [*quiet(), "-s", "--basetemp=base"]
    idle_run = project.pytester.runpytest_subprocess(*args)
    project.write("pytest.ini", "[pytest]\n")
    without = project.pytester.runpytest_subprocess(*args, "-p", "no:pytest_memeval")
    found = [
        [line for line in result.outlines if "OPTIONS" in line] for result in (idle_run, without)
    ]
    assert len(found[0]) == 1
    assert found[0] == found[1]


def test_fixture_files_are_not_collected_while_idle(project: Project) -> None:
    """Without a mode fixture files are no tests, also when the folder is named."""
    project.write("test_other.py", ORDINARY)
    idle(project).assert_outcomes(passed=2)
    assert idle(project, "fixtures").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_broken_fixture_file_does_not_matter_while_idle(project: Project) -> None:
    """Nothing is read, so nothing can be wrong."""
    project.write("test_other.py", ORDINARY)
    project.write("fixtures/write_gate/odd.yaml", "]")
    result = idle(project)
    result.assert_outcomes(passed=2)
    assert result.ret == 0


def test_a_marked_function_is_skipped_and_says_what_it_needs(project: Project) -> None:
    """One skipped item a function, with the option to give, whatever arguments it takes."""
    project.marked("""
import unittest

@pytest.mark.write_gate("gone")
def test_gate(window, level, no_such_fixture): raise AssertionError

@pytest.mark.write_gate
async def test_async(text): raise AssertionError

class TestGate:
    @pytest.mark.write_gate
    def test_method(self, messages): raise AssertionError

class Old(unittest.TestCase):
    @pytest.mark.write_gate
    def test_old(self): raise AssertionError

def test_ordinary(): pass
""")
    result = idle(project, "-rs", "--strict-markers")
    result.assert_outcomes(skipped=4, passed=1)
    assert result.ret == 0
    assert "measures memory: needs --memeval-offline" in result.stdout.str()
    assert_not_ours(result)


@pytest.mark.parametrize(
    "args",
    [
        ("--memeval-suite", "write_gate"),
        ("--memeval-floor", "extract_recall >= 0.9"),
        ("--memeval-level", "balanced"),
    ],
    ids=["suite", "floor", "level"],
)
def test_an_option_without_its_mode_is_a_usage_error(
    project: Project, args: tuple[str, ...]
) -> None:
    """A gate that was meant to run and did not is no green run of ordinary tests."""
    project.write("test_other.py", ORDINARY)
    result = idle(project, *args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"{args[0]} needs a mode: add --memeval-offline" in said(result)
    assert_not_ours(result)


def test_a_wrong_ini_file_does_not_matter_while_idle(project: Project) -> None:
    """Settings are read in a mode only: a floor that cannot be read stops no ordinary run."""
    project.write("test_other.py", ORDINARY)
    project.ini("memeval_floors = what is this", subjects="acme_gone:classify")
    assert idle(project).ret == 0
    assert project.run().ret == pytest.ExitCode.USAGE_ERROR


def test_the_marker_is_registered(project: Project) -> None:
    """`--markers` explains the marker, and --strict-markers takes it."""
    result = idle(project, "--markers")
    assert "@pytest.mark.write_gate(*paths):" in result.stdout.str()


def test_the_options_are_listed_under_their_own_heading(project: Project) -> None:
    """`--help` has the plugin's options together, and its ini options."""
    text = idle(project, "--help").stdout.str()
    assert "memory quality gates (pytest-memeval):" in text
    assert "--memeval-offline" in text
    assert "memeval_classifier" in text
