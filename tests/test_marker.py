"""A marked function is a subject: its return value is what gets scored."""

from __future__ import annotations

import pytest

from tests.conftest import CASES
from tests.conftest import WORKERS
from tests.conftest import Project
from tests.conftest import assert_not_measured
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import needs
from tests.conftest import quiet
from tests.conftest import said

PLAIN = """
@pytest.mark.write_gate("fixtures/write_gate")
def test_gate(window):
    return classify(window)
"""


def subjects(project: Project) -> list[str]:
    return [found["subject"] for found in project.report["results"]]


def assert_passed(project: Project, result: pytest.RunResult, *names: str) -> None:
    """The run passed, and exactly these functions were measured, six cases each."""
    assert result.ret == 0, said(result)
    assert project.report["verdict"] == "passed"
    assert subjects(project) == list(names)
    assert {found["counts"]["measured"] for found in project.report["results"]} == {6}


# --- the plain function


def test_a_marked_function_is_one_item_a_case(project: Project) -> None:
    """Each case is an item with the case's id; the function is the subject of the result."""
    project.marked(PLAIN)
    result = project.run("-v")
    result.assert_outcomes(passed=8)
    assert "test_gate.py::test_gate[beat_1] PASSED" in result.stdout.str()
    assert_passed(project, result, "test_gate.py::test_gate")


def test_a_function_measures_what_a_named_subject_measures(project: Project) -> None:
    """Marker and ini file give the same scores, the same rows and the same fixtures."""
    project.run()
    named = project.report["results"][0]
    project.marked(PLAIN)
    project.run()
    marked = project.report["results"][0]
    for part in ("scores", "rows", "counts", "fixtures", "per_type", "thresholds"):
        assert marked[part] == named[part]


def test_a_miss_is_an_xfail_and_the_floor_fails(project: Project) -> None:
    """A missed label of a marked function is an xfail with the same reason; the floor decides."""
    project.marked(PLAIN.replace("return classify(window)", "return 'send', None, 'no_trigger'"))
    result = project.run("-rfx")
    result.assert_outcomes(passed=5, xfailed=2, failed=1)
    text = result.stdout.str()
    assert "XFAIL test_gate.py::test_gate[beat_1] - want drop, got send (rule no_trigger)" in text
    assert "FAILED memeval::write_gate::floor[hard_drop_recall]" in text
    assert_not_ours(result)


def test_runxfail_makes_the_misses_of_a_function_failures(project: Project) -> None:
    """--runxfail is strict for marked functions as well."""
    project.marked(PLAIN.replace("return classify(window)", "return 'send', None, 'no_trigger'"))
    result = project.run("--runxfail")
    result.assert_outcomes(passed=5, failed=3)
    assert "FAILED test_gate.py::test_gate[beat_1] - want drop, got send" in result.stdout.str()
    assert_not_ours(result)


def test_a_function_that_raises_fails_its_case(project: Project) -> None:
    """A raising function is a failed case with pytest's usual traceback, and a miss."""
    project.marked(
        PLAIN.replace(
            "    return",
            "    if 'German' in window[0]['content']: raise ValueError('no')\n    return",
        )
    )
    result = project.run()
    result.assert_outcomes(passed=6, failed=2)
    assert project.row("wish_2")["outcome"] == "failed"
    assert "FAILED test_gate.py::test_gate[wish_2] - ValueError: no" in result.stdout.str()
    assert_not_ours(result)


def test_a_function_without_a_mode_is_one_skipped_item(project: Project) -> None:
    """Without a mode it is skipped once, whatever arguments it takes, and says what it needs."""
    project.marked(PLAIN)
    result = project.pytester.runpytest("-rs", *quiet())
    result.assert_outcomes(skipped=1)
    assert result.ret == 0
    assert "--memeval-offline" in result.stdout.str()


def test_without_paths_a_marker_takes_the_fixture_folders(project: Project) -> None:
    """A bare marker means the cases of its suite in the fixture folders."""
    project.cases([case("other", "drop", "epoch 1")], name="fixtures/elsewhere/other.json")
    project.marked("@pytest.mark.write_gate\ndef test_gate(window): return classify(window)\n")
    result = project.run()
    assert_passed(project, result, "test_gate.py::test_gate")


@pytest.mark.parametrize("argument", ["window", "messages", "text"])
def test_a_function_takes_the_case_by_any_of_its_names(project: Project, argument: str) -> None:
    """`window` and `messages` are turns, `text` is their text."""
    body = f"[{{'content': {argument}}}]" if argument == "text" else argument
    project.marked(f"@pytest.mark.write_gate\ndef test_gate({argument}): return classify({body})\n")
    assert_passed(project, project.run(), "test_gate.py::test_gate")


# --- like any other test


def test_a_function_may_use_fixtures(project: Project) -> None:
    """Fixtures, also parametrised ones, work; each parameter is a subject of its own."""
    project.marked("""
@pytest.fixture(params=["a", "b"])
def gate(request, tmp_path):
    return classify

@pytest.mark.write_gate
def test_gate(window, gate, monkeypatch):
    return gate(window)
""")
    result = project.run("-v")
    assert "test_gate.py::test_gate[beat_1-a] PASSED" in result.stdout.str()
    assert_passed(project, result, "test_gate.py::test_gate[a]", "test_gate.py::test_gate[b]")


def test_a_function_may_be_parametrised(project: Project) -> None:
    """Each set of parameters is a subject, scored and gated on its own."""
    project.marked("""
@pytest.mark.parametrize("strict", [True, False], ids=["strict", "lax"])
@pytest.mark.write_gate
def test_gate(window, strict):
    return classify(window) if strict else "send"
""")
    result = project.run("-v", "-rf")
    assert result.ret == 1
    text = result.stdout.str()
    assert "test_gate.py::test_gate[beat_1-strict] PASSED" in text
    floor = "memeval::write_gate::floor[hard_drop_recall-test_gate.py::test_gate[strict]]"
    assert f"{floor} PASSED" in text
    assert f"FAILED {floor.replace('strict', 'lax')}" in text
    assert subjects(project) == ["test_gate.py::test_gate[strict]", "test_gate.py::test_gate[lax]"]


def test_functions_in_classes_keep_their_instance(project: Project) -> None:
    """Methods are measured, with setup_method and fixtures on the same instance."""
    project.marked("""
class TestGate:
    def setup_method(self):
        self.decide = classify

    @pytest.fixture(autouse=True)
    def limit(self):
        self.limit = 3

    @pytest.mark.write_gate
    def test_gate(self, window):
        assert self.limit == 3
        return self.decide(window)

    @staticmethod
    @pytest.mark.write_gate
    def test_static(window):
        return classify(window)
""")
    names = ("test_gate.py::TestGate::test_gate", "test_gate.py::TestGate::test_static")
    assert_passed(project, project.run(), *names)


def test_a_class_may_carry_the_marker(project: Project) -> None:
    """A marker on a class holds for each of its methods."""
    project.marked("""
@pytest.mark.write_gate
class TestGate:
    def test_one(self, window): return classify(window)
    def test_two(self, messages): return classify(messages)
""")
    names = ("test_gate.py::TestGate::test_one", "test_gate.py::TestGate::test_two")
    assert_passed(project, project.run(), *names)


def test_a_method_of_a_unittest_class_cannot_be_measured(project: Project) -> None:
    """pytest gives such methods no cases: the run says so, and never passes without them."""
    project.marked(
        """
import unittest

class Gate(unittest.TestCase):
    @pytest.mark.write_gate
    def test_method(self):
        return None
"""
        + PLAIN
    )
    result = project.run()
    assert result.ret == 1
    assert "test_gate.py::Gate::test_method is marked, but cannot be given" in result.stdout.str()
    assert "FAILED memeval::measured" in result.stdout.str()
    assert project.report["verdict"] == "not_measured"
    assert "test_gate.py::Gate::test_method" in project.report["check"]["failures"][0]
    assert_not_ours(result)


def test_a_doctest_in_a_marked_module_is_no_subject(project: Project) -> None:
    """A marker on a module means its test functions, not its doctests."""
    project.marked('''
pytestmark = pytest.mark.write_gate

def test_gate(window):
    """
    >>> 1
    1
    """
    return classify(window)
''')
    assert_passed(project, project.run("--doctest-modules"), "test_gate.py::test_gate")


# --- async


#: What pytest-asyncio wants to be told.
LOOP = ("-o", "asyncio_default_fixture_loop_scope=function")
ASYNC = "@pytest.mark.write_gate\nasync def test_gate(window): return classify(window)\n"


def test_an_async_function_needs_no_plugin(project: Project) -> None:
    """An async marked function is awaited, also where no plugin for such tests is installed."""
    project.marked(ASYNC)
    result = project.run()
    assert_passed(project, result, "test_gate.py::test_gate")
    assert "RuntimeWarning" not in said(result)


@needs("pytest_asyncio")
@WORKERS
@pytest.mark.parametrize("mode", ["strict", "auto"])
def test_an_async_function_is_measured_with_pytest_asyncio(
    project: Project, workers: tuple[str, ...], mode: str
) -> None:
    """In strict and in auto mode of pytest-asyncio the answer is measured all the same."""
    project.marked(ASYNC)
    run = project.run_apart if workers else project.run
    result = run(*LOOP, "-o", f"asyncio_mode={mode}", *workers, using=["asyncio"])
    assert_passed(project, result, "test_gate.py::test_gate")


@needs("pytest_asyncio")
def test_an_async_function_marked_for_pytest_asyncio_is_measured(project: Project) -> None:
    """pytest-asyncio's own marker beside ours works, with its fixtures."""
    project.marked(
        "import pytest_asyncio\n"
        "@pytest_asyncio.fixture\n"
        "async def limit(): return 3\n"
        "@pytest.mark.asyncio\n"
        "@pytest.mark.write_gate\n"
        "async def test_gate(window, limit): return classify(window) if limit == 3 else 7\n"
    )
    assert_passed(project, project.run(*LOOP, using=["asyncio"]), "test_gate.py::test_gate")


def test_async_misses_and_errors_are_told_apart(project: Project) -> None:
    """An async function that raises fails its case; one that is wrong misses it."""
    project.marked(
        "@pytest.mark.write_gate\n"
        "async def test_gate(window):\n"
        "    if 'German' in window[0]['content']: raise ValueError('no')\n"
        "    return 'send'\n"
    )
    result = project.run()
    result.assert_outcomes(passed=3, xfailed=2, failed=3)
    assert project.row("wish_2")["detail"] == "the subject raised ValueError: no"
    assert_not_ours(result)


# --- which files


def test_several_markers_and_paths_add_up(project: Project) -> None:
    """Files, folders and several markers: the cases of all of them, each file once."""
    project.cases(CASES[:2], name="labels/a.json")
    project.cases(CASES[2:4], name="labels/deep/b.json")
    project.cases(CASES[4:], name="more/c.json")
    project.marked(
        "@pytest.mark.write_gate('labels', 'labels/a.json')\n"
        "@pytest.mark.write_gate('more/c.json')\n"
        "def test_gate(window): return classify(window)\n"
    )
    result = project.run("test_gate.py")
    assert_passed(project, result, "test_gate.py::test_gate")
    files = ["labels/a.json", "labels/deep/b.json", "more/c.json"]
    assert project.report["results"][0]["fixtures"]["files"] == files


def test_a_path_is_looked_up_from_the_test_file_too(project: Project) -> None:
    """A path may be relative to the root or to the folder of the test file."""
    project.cases(CASES, name="tests/labels/a.json")
    project.marked(PLAIN.replace("fixtures/write_gate", "labels"), name="tests/test_deep.py")
    result = project.run("tests")
    assert_passed(project, result, "tests/test_deep.py::test_gate")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (PLAIN.replace("fixtures/write_gate", "gone"), "there is no 'gone'"),
        (PLAIN.replace("(window)", "()", 1), "test_gate must take one of the case's arguments"),
        (PLAIN.replace("fixtures/write_gate", "."), "the id is already used"),
    ],
    ids=["no path", "no argument", "ids twice"],
)
def test_a_marker_that_cannot_be_followed_is_a_collection_error(
    project: Project, source: str, message: str
) -> None:
    """A mistake in a marker is one collection error with one message, and never a pass."""
    project.cases(CASES, name="copy/cases.json")
    project.marked(source)
    result = project.run("test_gate.py")
    assert result.ret == 1
    assert result.parseoutcomes()["errors"] == 1
    assert message in result.stdout.str()
    assert project.report["verdict"] == "not_measured"
    assert message in "\n".join(project.report["check"]["failures"])
    assert_not_ours(result)


def test_a_folder_without_cases_is_a_collection_error(project: Project) -> None:
    """A marker whose folder holds no case of the suite is an error, not zero items."""
    (project.path / "empty").mkdir()
    project.marked(PLAIN.replace("fixtures/write_gate", "empty"))
    result = project.run("test_gate.py")
    assert result.ret == 1
    assert "names no fixture file of this suite" in result.stdout.str()
    assert project.report["verdict"] == "not_measured"


def test_a_broken_fixture_file_is_an_error_of_the_function(project: Project) -> None:
    """The problems of a fixture file are listed where the function is collected."""
    project.cases([case("odd", "dropp", "epoch")], name="labels/a.json")
    project.marked(PLAIN.replace("fixtures/write_gate", "labels"))
    result = project.run("test_gate.py")
    assert result.ret == 1
    assert result.parseoutcomes()["errors"] == 1
    assert "labels/a.json:4: case 'odd': unknown `label` 'dropp'" in result.stdout.str()
    assert_not_ours(result)


def test_two_functions_may_use_the_same_cases(project: Project) -> None:
    """Ids are unique within a subject, not across subjects."""
    project.marked(PLAIN + PLAIN.replace("test_gate", "test_other"))
    names = ("test_gate.py::test_gate", "test_gate.py::test_other")
    assert_passed(project, project.run(), *names)


def test_ids_in_any_script_reach_the_report(project: Project) -> None:
    """pytest may escape an id on the screen; the report has it as it was written."""
    project.cases([case("größe-δ 雨", "drop", "epoch 1"), *CASES])
    project.marked(PLAIN)
    result = project.run()
    result.assert_outcomes(passed=9)
    assert subjects(project) == ["test_gate.py::test_gate"]
    assert project.row("größe-δ 雨")["outcome"] == "hit"


# --- level


def test_a_function_may_take_a_level(project: Project) -> None:
    """`level` is the default level, and each of --memeval-level where it is given."""
    project.marked(
        "@pytest.mark.write_gate\n"
        "def test_gate(window, level):\n"
        "    return classify(window) if level == 'balanced' else 'send'\n"
    )
    result = project.run("-v")
    assert "test_gate.py::test_gate[beat_1] PASSED" in result.stdout.str()
    assert result.ret == 0
    assert [found["level"] for found in project.report["results"]] == ["balanced"]
    result = project.run("--memeval-level", "balanced", "--memeval-level", "aggressive", "-v")
    assert result.ret == 1
    text = result.stdout.str()
    assert "test_gate.py::test_gate[beat_1-balanced] PASSED" in text
    assert "test_gate.py::test_gate[beat_1-aggressive] XFAIL" in text
    assert "memeval::write_gate::floor[hard_drop_recall-balanced] PASSED" in text
    assert "memeval::write_gate::floor[hard_drop_recall-aggressive] FAILED" in text


def test_a_function_without_a_level_cannot_be_asked_at_one(project: Project) -> None:
    """--memeval-level and a function that takes none is a collection error, not a default."""
    project.marked(PLAIN)
    result = project.run("--memeval-level", "aggressive")
    assert result.ret == 1
    assert "it takes no `level`, but --memeval-level was given" in result.stdout.str()
    assert project.report["verdict"] == "not_measured"


# --- what goes wrong around the function


def test_a_setup_that_fails_is_not_measured(project: Project) -> None:
    """A fixture that fails is pytest's error, and the case is missing, not missed."""
    project.marked("""
@pytest.fixture
def model(request):
    if "beat_1" in request.node.name:
        raise OSError("no model")

@pytest.mark.write_gate
def test_gate(window, model):
    return classify(window)
""")
    result = project.run()
    result.assert_outcomes(passed=5, errors=1, failed=2)
    assert_not_measured(project, result, "1 of 6 cases gave no result: beat_1")


def test_a_teardown_that_fails_keeps_the_measurement(project: Project) -> None:
    """What was answered before a failing teardown counts; the run fails all the same."""
    project.marked("""
@pytest.fixture
def model():
    yield
    raise OSError("cannot close")

@pytest.mark.write_gate
def test_gate(window, model):
    return classify(window)
""")
    result = project.run()
    result.assert_outcomes(passed=8, errors=6)
    assert result.ret == 1
    assert project.report["results"][0]["counts"]["measured"] == 6
    assert set(project.floors().values()) == {"held"}
    assert project.report["verdict"] == "failed"


def test_a_skip_inside_is_no_measurement(project: Project) -> None:
    """pytest.skip in the function leaves the case unmeasured, so its floors too."""
    project.marked(
        PLAIN.replace("    return", "    if 'German' in str(window): pytest.skip('no')\n    return")
    )
    result = project.run()
    result.assert_outcomes(passed=5, skipped=1, failed=2)
    assert_not_measured(project, result, "1 of 6 cases could not be measured: wish_2")


def test_a_skip_marker_of_its_own_is_no_measurement(project: Project) -> None:
    """A function that is skipped by its own marker is reported as not measured."""
    project.marked("@pytest.mark.skip(reason='later')" + PLAIN)
    result = project.run()
    result.assert_outcomes(skipped=6, failed=2)
    assert_not_measured(project, result, "6 of 6 cases gave no result")


def test_a_module_that_skips_itself_is_not_measured(project: Project) -> None:
    """`importorskip` at the top of the only module with a subject leaves nothing measured."""
    project.marked("pytest.importorskip('no_such_module_anywhere')\n" + PLAIN)
    result = project.run("test_gate.py")
    assert_not_measured(project, result, "no case was measured")


def test_an_xfail_marker_of_its_own_does_not_hide_misses(project: Project) -> None:
    """The floor counts the misses of a function that is marked as xfail."""
    source = PLAIN.replace("return classify(window)", "return 'send'")
    project.marked("@pytest.mark.xfail(reason='known')" + source)
    result = project.run("-rf")
    assert result.ret == 1
    assert result.parseoutcomes()["failed"] == 1
    assert "FAILED memeval::write_gate::floor[hard_drop_recall]" in result.stdout.str()
    assert project.report["results"][0]["scores"]["hard_drop_recall"]["k"] == 0


def test_an_xfail_marker_of_its_own_does_not_hide_errors(project: Project) -> None:
    """A function that is marked as xfail and raises is a miss in every metric."""
    source = PLAIN.replace("return classify(window)", "raise ValueError('no')")
    project.marked("@pytest.mark.xfail(reason='known')" + source)
    result = project.run()
    result.assert_outcomes(xfailed=6, failed=2)
    assert project.report["results"][0]["counts"]["by_outcome"] == {"failed": 6}
    assert set(project.floors().values()) == {"broken"}


def test_an_xfail_inside_is_no_measurement(project: Project) -> None:
    """pytest.xfail in the function gives up on the case: nobody knows the answer."""
    project.marked(PLAIN.replace("return classify(window)", "pytest.xfail('known')"))
    result = project.run()
    result.assert_outcomes(xfailed=6, failed=2)
    assert_not_measured(project, result, "6 of 6 cases could not be measured")


def test_an_assertion_is_a_failure_of_the_subject(project: Project) -> None:
    """A plain assert in the function works as in any test, and fails its case."""
    project.marked(PLAIN.replace("return", "assert 'maybe' not in str(window)\n    return"))
    result = project.run()
    result.assert_outcomes(passed=7, failed=1)
    assert project.row("talk_1")["outcome"] == "failed"
    assert result.ret == 1


def test_a_function_that_returns_nothing_readable_fails(project: Project) -> None:
    """A function that returns garbage fails with the value, once, without a traceback."""
    project.marked(PLAIN.replace("return classify(window)", "return 42"))
    result = project.run()
    result.assert_outcomes(failed=8)
    assert project.row("beat_1")["detail"] == "unreadable decision: 42"
    assert "FAILED test_gate.py::test_gate[beat_1] - unreadable decision: 42" in (
        result.stdout.str()
    )
    assert_not_ours(result)


def test_what_the_function_does_to_its_window_stays_there(project: Project) -> None:
    """Each call has its own copy of the window."""
    project.marked(
        "@pytest.mark.parametrize('turn', [1, 2])\n"
        "@pytest.mark.write_gate\n"
        "def test_gate(window, turn):\n"
        "    said = classify(window)\n"
        "    window[0]['content'] = 'epoch'\n"
        "    return said\n"
    )
    assert_passed(
        project, project.run(), "test_gate.py::test_gate[1]", "test_gate.py::test_gate[2]"
    )


def test_functions_and_named_subjects_run_side_by_side(project: Project) -> None:
    """A marked function and a subject of the ini file are two results of one run."""
    project.marked(PLAIN)
    project.ini()
    result = project.run()
    result.assert_outcomes(passed=16)
    assert sorted(subjects(project)) == ["acme_gate:classify", "test_gate.py::test_gate"]


def test_a_floor_may_name_a_function(project: Project) -> None:
    """A floor scoped by a function's node id bounds that function alone."""
    project.marked(PLAIN + PLAIN.replace("test_gate", "test_other"))
    project.ini(
        "memeval_floors =",
        "    write_gate[test_gate.py::test_gate].extract_recall >= 0.99",
        subjects="",
    )
    result = project.run()
    assert result.ret == 0
    bounds = {
        found["subject"]: each["bound"]
        for found in project.report["results"]
        for each in found["thresholds"]
        if each["metric"] == "extract_recall"
    }
    assert bounds == {"test_gate.py::test_gate": 0.99, "test_gate.py::test_other": 0.8}


@pytest.mark.parametrize(
    ("args", "by", "cases"),
    [
        (("test_gate.py::test_gate[beat_1]",), "node ids", 1),
        (("-k", "beat"), "-k", 2),
        (("--deselect", "test_gate.py::test_gate[beat_1]"), "--deselect", 5),
    ],
    ids=["nodeid", "k", "deselect"],
)
def test_a_selection_of_calls_is_partial(
    project: Project, args: tuple[str, ...], by: str, cases: int
) -> None:
    """Calls of a marked function are selected like any others, and the run is partial."""
    project.marked(PLAIN)
    result = project.run(*args)
    assert result.ret == 0
    assert project.report["verdict"] == "partial"
    assert project.report["run"]["narrowed"] == by
    assert project.report["results"][0]["counts"]["measured"] == cases
    assert result.outlines[-1].startswith(f"memeval: PARTIAL ({by})")


def test_a_whole_function_by_its_node_id_is_named_as_such(project: Project) -> None:
    """A function that is picked by its node id is measured on all its cases, not gated."""
    project.marked(PLAIN + PLAIN.replace("test_gate", "test_other"))
    result = project.run("test_gate.py::test_gate")
    assert result.ret == 0
    assert subjects(project) == ["test_gate.py::test_gate"]
    assert project.report["verdict"] == "partial"
