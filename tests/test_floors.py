"""Floors: how they are written, which of them is in force, and when they hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.floors import Floor
from pytest_memeval.floors import FloorError
from pytest_memeval.floors import check_known
from pytest_memeval.floors import decimal
from pytest_memeval.floors import floors_for
from pytest_memeval.floors import parse_floors
from pytest_memeval.suites.base import Metric
from pytest_memeval.suites.write_gate import SUITE
from tests.conftest import CASES
from tests.conftest import Project
from tests.conftest import assert_not_ours
from tests.conftest import case
from tests.conftest import said

INI, LINE = "memeval_floors", "--memeval-floor"


def floor(line: str, source: str = INI) -> Floor:
    (parsed,) = parse_floors([line], source)
    return parsed


def ratio(k: int, n: int) -> Metric:
    return Metric(ratio=True, k=k, n=n)


# --- how they are written


@pytest.mark.parametrize(
    ("line", "suite", "subject", "metric", "op", "bound", "over", "why"),
    [
        ("extract_recall >= 0.8", None, None, "extract_recall", ">=", "0.8", 0, ""),
        ("  extract_recall>=.8  ", None, None, "extract_recall", ">=", "0.8", 0, ""),
        ("extract_recall >= 1", None, None, "extract_recall", ">=", "1", 0, ""),
        ("unreadable <= 0", None, None, "unreadable", "<=", "0", 0, ""),
        ("write_gate.unreadable <= 3", "write_gate", None, "unreadable", "<=", "3", 0, ""),
        (
            "write_gate[acme.triggers:classify].extract_recall >= 0.9",
            *("write_gate", "acme.triggers:classify", "extract_recall", ">=", "0.9", 0, ""),
        ),
        (
            "write_gate[acme.triggers:classify@aggressive].extract_recall >= 0.9",
            *("write_gate", "acme.triggers:classify@aggressive", "extract_recall"),
            *(">=", "0.9", 0, ""),
        ),
        (
            "write_gate[tests/test_gate.py::test_gate].extract_recall >= 0.9",
            *("write_gate", "tests/test_gate.py::test_gate", "extract_recall", ">=", "0.9", 0, ""),
        ),
        (
            "write_gate[test_gate.py::TestGate::test[a-[b].c]].unreadable <= 1",
            *("write_gate", "test_gate.py::TestGate::test[a-[b].c]", "unreadable"),
            *("<=", "1", 0, ""),
        ),
        (
            "write_gate[test_gate.py::test[c#]].extract_recall >= 0.5 # why c#",
            *("write_gate", "test_gate.py::test[c#]", "extract_recall", ">=", "0.5", 0, "why c#"),
        ),
        (
            "extract_recall >= 0.8 over 20 cases",
            *(None, None, "extract_recall", ">=", "0.8", 20, ""),
        ),
        ("extract_recall >= 0.8 over 1 case", None, None, "extract_recall", ">=", "0.8", 1, ""),
        (
            "extract_recall >= 0.8 over 20 cases # see #12, b[c].x >= 0.7",
            *(None, None, "extract_recall", ">=", "0.8", 20, "see #12, b[c].x >= 0.7"),
        ),
        ("extract_recall >= 0.8#tight", None, None, "extract_recall", ">=", "0.8", 0, "tight"),
        ("extract_recall >= 0.8 #", None, None, "extract_recall", ">=", "0.8", 0, ""),
    ],
)
def test_a_line_is_read_into_its_parts(
    line: str,
    suite: str | None,
    subject: str | None,
    metric: str,
    op: str,
    bound: str,
    over: int,
    why: str,
) -> None:
    """Scope, metric, operator, bound, least number of cases and the reason are told apart."""
    assert floor(line) == Floor(metric, op, Fraction(bound), over, suite, subject, why, INI)


NAMES = st.from_regex(r"[a-z][a-z_]{0,9}", fullmatch=True)
SUBJECTS = st.text(st.sampled_from("ab:/[]#@. -_"), min_size=1, max_size=25).filter(
    lambda name: name == name.strip()
)
DECIMALS = st.decimals(0, 10**6, places=6, allow_nan=False)


@given(NAMES, SUBJECTS, NAMES, st.sampled_from([">=", "<="]), DECIMALS, st.integers(0, 10**6))
def test_every_subject_can_be_named_in_a_floor(
    suite: str, subject: str, metric: str, op: str, bound: object, over: int
) -> None:
    """Brackets, colons, dots and number signs in a subject's name survive the reading."""
    parsed = floor(f"{suite}[{subject}].{metric} {op} {bound:f} over {over} cases # why [x].y >= 1")
    assert (parsed.suite, parsed.subject, parsed.metric) == (suite, subject, metric)
    assert (parsed.op, parsed.bound, parsed.over) == (op, Fraction(str(bound)), over)
    assert parsed.why == "why [x].y >= 1"


@given(DECIMALS, st.integers(0, 99))
def test_the_text_of_a_floor_is_read_back_as_the_same_floor(bound: object, over: int) -> None:
    """What messages show of a floor can be pasted into the ini file, no digit lost."""
    parsed = floor(f"unreadable <= {bound:f} over {over} cases")
    again = floor(parsed.text)
    assert (again.metric, again.op, again.bound, again.over) == (
        parsed.metric,
        parsed.op,
        parsed.bound,
        parsed.over,
    )


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("0.95", "0.95"),
        ("0.80", "0.8"),
        ("1", "1"),
        ("1.0", "1"),
        ("0", "0"),
        (".5", "0.5"),
        ("0.99999999", "0.99999999"),
        ("0.0000001", "0.0000001"),
        ("1234567", "1234567"),
    ],
)
def test_a_bound_is_shown_as_it_was_written(written: str, shown: str) -> None:
    """A bound of 0.99999999 is not shown as 1, nor a million as 1e+06."""
    assert decimal(Fraction(written)) == shown
    assert floor(f"unreadable <= {written}").text == f"unreadable <= {shown}"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "# only a reason",
        "extract_recall",
        "extract_recall = 0.8",
        "extract_recall == 0.8",
        "extract_recall > 0.8",
        "extract_recall => 0.8",
        "extract_recall >= ",
        "extract_recall >= -1",
        "extract_recall >= 95%",
        "extract_recall >= 1e-3",
        "extract_recall >= nan",
        "0.8 <= extract_recall",
        "extract_recall >= 0.8 over 20",
        "extract_recall >= 0.8 over many cases",
        "extract_recall >= 0.8 extract_skipped <= 3",
        "write_gate[].extract_recall >= 0.8",
        "[acme:classify].extract_recall >= 0.8",
        "write_gate[acme:classify] extract_recall >= 0.8",
        "extract recall >= 0.8",
        "extract_recall >= " + "9" * 5000,
        "extract_recall >= 0.8 over " + "9" * 5000 + " cases",
    ],
)
def test_a_line_that_is_no_floor_is_refused_with_the_form_to_write(line: str) -> None:
    """The message names the source and the line, and shows what a floor looks like."""
    with pytest.raises(FloorError) as caught:
        floor(line)
    message = str(caught.value)
    assert message.startswith(f"{INI}: cannot read {line.strip()!r}; write it as")
    assert "[suite[subject].]metric >= 0.9 [over 20 cases] [# why]" in message


@pytest.mark.parametrize("number", [".", "1.2.3", "..5"])
def test_a_bound_that_is_no_number_is_refused(number: str) -> None:
    """Dots and digits alone do not make a number."""
    with pytest.raises(FloorError) as caught:
        floor(f"extract_recall >= {number}")
    assert str(caught.value) == (
        f"{INI}: {number!r} in 'extract_recall >= {number}' is not a number"
    )


@given(st.text(max_size=60))
def test_any_line_is_either_read_or_refused(line: str) -> None:
    """No text makes the reading of floors fall over."""
    try:
        said = parse_floors([line], INI)[0].source
    except FloorError as error:
        said = str(error).partition(": ")[0]
    assert said == INI


@pytest.mark.parametrize(
    "lines",
    [
        ("extract_recall >= 0.8", "extract_recall >= 0.9"),
        ("extract_recall >= 0.8", "extract_recall >= 0.8 over 3 cases # twice"),
        ("write_gate.unreadable <= 1", "write_gate.unreadable <= 2"),
        ("write_gate[a:b].unreadable <= 1", "write_gate[a:b].unreadable <= 2"),
    ],
)
def test_two_floors_on_one_thing_in_one_source_are_refused(lines: tuple[str, str]) -> None:
    """Which of two bounds was meant is not guessed; the message shows the second."""
    with pytest.raises(FloorError) as caught:
        parse_floors(lines, LINE)
    assert str(caught.value) == (
        f"{LINE}: two floors bound the same metric: {lines[1]!r}; keep one"
    )


def test_a_floor_and_a_ceiling_or_two_scopes_are_not_one_thing() -> None:
    """A metric may be bounded from both sides, and once for each scope."""
    lines = [
        "unreadable <= 3",
        "unreadable >= 1",
        "write_gate.unreadable <= 2",
        "write_gate[a:b].unreadable <= 1",
        "write_gate[a:b@balanced].unreadable <= 0",
    ]
    assert len(parse_floors(lines, INI)) == 5


# --- which names exist

SUITES: dict[str, Any] = {"write_gate": SUITE}


def refused(line: str, subjects: tuple[str, ...] = ("acme:classify",)) -> str:
    with pytest.raises(FloorError) as caught:
        check_known([floor(line)], SUITES, {"write_gate": subjects})
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (
            "extract_recal >= 0.9",
            [
                "memeval_floors: 'extract_recal >= 0.9': unknown metric (known: ",
                *SUITE.metrics,
                "did you mean 'extract_recall'?",
            ],
        ),
        (
            "write_gate.hard_drop_recal >= 0.9",
            ["unknown metric (known: ", "did you mean 'hard_drop_recall'?"],
        ),
        (
            "write_gates.extract_recall >= 0.9",
            ["unknown suite (known: write_gate; did you mean 'write_gate'?)"],
        ),
        ("zebra.extract_recall >= 0.9", ["unknown suite (known: write_gate)"]),
        (
            "write_gate[acme:clasify].extract_recall >= 0.9",
            ["unknown subject (known: acme:classify; did you mean 'acme:classify'?)"],
        ),
        (
            "write_gate[acme:clasify@balanced].extract_recall >= 0.9",
            ["unknown subject (known: acme:classify; did you mean 'acme:classify'?)"],
        ),
        (
            "write_gate[acme:classify@balnced].extract_recall >= 0.9",
            [
                "unknown level 'balnced' (known: aggressive, balanced, conservative; "
                "did you mean 'balanced'?)"
            ],
        ),
        ("extract_recall >= 95", ["extract_recall is a ratio, its bound lies between 0 and 1"]),
        ("extract_recall <= 1.1", ["extract_recall is a ratio, its bound lies between 0 and 1"]),
    ],
)
def test_a_floor_that_could_never_apply_is_refused(line: str, parts: list[str]) -> None:
    """A typing error must not switch a gate off: what is known is listed, the nearest named."""
    message = refused(line)
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    "line",
    [
        "extract_recall >= 1",
        "extract_recall >= 0",
        "unreadable <= 17",
        "write_gate.extract_recall >= 0.9",
        "write_gate[acme:classify].extract_recall >= 0.9",
        "write_gate[acme:classify@conservative].extract_recall >= 0.9",
        "write_gate[test_gate.py::test_gate].extract_recall >= 0.9",
    ],
)
def test_a_floor_on_what_exists_is_accepted(line: str) -> None:
    """Metrics, suites, subjects and levels that exist pass, and functions not yet collected."""
    check_known([floor(line)], SUITES, {"write_gate": ("acme:classify",)})


def test_without_subjects_the_message_says_that_there_are_none() -> None:
    """A floor on a subject that no option names says so."""
    told = refused("write_gate[a:b].unreadable <= 1", ())
    assert "unknown subject (known: none)" in told
    assert "or measure others without the floors of the ini file: add `-o memeval_floors=`" in told


def test_floors_of_a_suite_that_this_run_leaves_out_are_not_checked_for_subjects() -> None:
    """An ini file serves all runs, also those of other suites."""
    check_known([floor("write_gate[a:b].unreadable <= 1")], SUITES, {})


# --- which one is in force


def in_force(*floors: Floor, subject: str = "acme:c", level: str | None = None) -> list[str]:
    defaults = [one for one in floors if one.source == "default"]
    others = [one for one in floors if one.source != "default"]
    chosen = floors_for(defaults, others, "write_gate", subject, level)
    return [one.text for one in chosen]


SCOPES = ["", "write_gate.", "write_gate[acme:c].", "write_gate[acme:c@balanced]."]
SOURCES = ["default", INI, LINE]


@given(st.data())
def test_the_later_source_wins_and_within_a_source_the_narrower_scope(data: st.DataObject) -> None:
    """Source first, scope second, whatever the order in which the floors are written."""
    places = data.draw(
        st.lists(st.tuples(st.sampled_from(SOURCES), st.sampled_from(SCOPES)), unique=True)
    )
    placed = sorted(places, key=lambda place: SOURCES.index(place[0]))
    bounds = {place: index for index, place in enumerate(placed)}
    floors = [
        floor(f"{scope}unreadable <= {index}", source) for (source, scope), index in bounds.items()
    ]
    ranked = sorted(places, key=lambda place: (SOURCES.index(place[0]), SCOPES.index(place[1])))
    expected = [f"unreadable <= {bounds[ranked[-1]]}"] if ranked else []
    assert in_force(*floors, level="balanced") == expected


def test_a_wide_floor_of_the_command_line_beats_a_specific_one_of_the_ini_file() -> None:
    """Who types an option means it, however specific the file is."""
    specific = floor("write_gate[acme:c].extract_recall >= 0.9", INI)
    assert in_force(specific, floor("extract_recall >= 0.5", LINE)) == ["extract_recall >= 0.5"]


def test_a_floor_on_one_level_beats_one_on_the_subject_in_either_order() -> None:
    """The level makes a scope narrower; at other levels it says nothing."""
    subject = floor("write_gate[acme:c].extract_recall >= 0.9")
    level = floor("write_gate[acme:c@aggressive].extract_recall >= 0.6")
    for order in ((subject, level), (level, subject)):
        assert in_force(*order, level="aggressive") == ["extract_recall >= 0.6"]
        assert in_force(*order, level="balanced") == ["extract_recall >= 0.9"]
        assert in_force(*order) == ["extract_recall >= 0.9"]


def test_floors_on_others_say_nothing() -> None:
    """A floor on another suite or subject is not in force here."""
    others = [floor("ee.unreadable <= 1"), floor("write_gate[acme:d].unreadable <= 1")]
    assert in_force(*others) == []
    assert in_force(*others, subject="acme:d") == ["unreadable <= 1"]


def test_floors_on_different_metrics_and_sides_are_all_in_force() -> None:
    """Only a floor on the same metric from the same side is replaced; the order stays."""
    floors = [
        floor("hard_drop_recall >= 0.95", "default"),
        floor("extract_recall >= 0.80", "default"),
        floor("extract_recall <= 1"),
        floor("hard_drop_recall >= 0.5"),
    ]
    assert in_force(*floors) == [
        "hard_drop_recall >= 0.5",
        "extract_recall >= 0.8",
        "extract_recall <= 1",
    ]


# --- when they hold


@pytest.mark.parametrize(
    ("line", "k", "n", "holds"),
    [
        ("m >= 0.95", 19, 20, True),
        ("m >= 0.95", 18, 20, False),
        ("m >= 0.80", 4, 5, True),
        ("m >= 0.80", 7999, 10000, False),
        ("m >= 0.29", 29, 100, True),
        ("m >= 0.57", 57, 100, True),
        ("m >= 0.33333", 1, 3, True),
        ("m >= 0.33334", 1, 3, False),
        ("m >= 1", 3, 3, True),
        ("m >= 0", 0, 3, True),
        ("m <= 0", 0, 3, True),
        ("m <= 0.05", 1, 20, True),
        ("m <= 0.05", 2, 20, False),
    ],
)
def test_a_ratio_is_compared_exactly_at_its_bound(line: str, k: int, n: int, holds: bool) -> None:
    """19 of 20 reaches 0.95, whatever binary floats make of either."""
    assert floor(line).holds(ratio(k, n)) is holds


@given(st.integers(1, 10**4).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_comparison_is_that_of_whole_numbers(counts: tuple[int, int]) -> None:
    """k of n reaches h hundredths exactly when 100 k >= h n."""
    k, n = counts
    for hundredths in (0, 7, 29, 57, 80, 95, 100):
        bound = f"m >= {hundredths / 100:.2f}"
        assert floor(bound).holds(ratio(k, n)) == (100 * k >= hundredths * n)


@pytest.mark.parametrize(("count", "holds"), [(0, True), (2, True), (3, False)])
def test_a_ceiling_on_a_count_holds_up_to_its_bound(count: int, holds: bool) -> None:
    """A ceiling is a floor with the other operator, also for plain counts."""
    assert floor("unreadable <= 2").holds(Metric(False, count, 9)) is holds


@pytest.mark.parametrize(
    ("metric", "why"),
    [
        (None, "no case has what this metric needs"),
        (Metric(True, 0, 0, "nothing was sent"), "nothing was sent"),
        (Metric(False, None, 0), "no case has what this metric needs"),
        (ratio(19, 19), "19 cases, the floor asks for at least 20"),
        (Metric(False, 0, 3), "3 cases, the floor asks for at least 20"),
        (ratio(20, 20), None),
        (ratio(0, 20), None),
    ],
)
def test_a_floor_says_why_it_cannot_judge(metric: Metric | None, why: str | None) -> None:
    """No value, or fewer cases than the floor asks for: not measured, which is not held."""
    assert floor("m >= 0.5 over 20 cases").not_measured(metric) == why


# --- through pytest


def test_floors_of_the_ini_file_are_judged_with_their_reason(project: Project) -> None:
    """A floor from the ini file is an item; broken, it names value, bound, reason and cases."""
    project.cases([*CASES, case("wish_4", "extract", "please use spaces")])
    project.ini("memeval_floors =", "    write_gate.extract_recall >= 0.9  # agreed in #12")
    result = project.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*extract_recall = 0.750 (3 of 4, *) is below its floor: extract_recall >= 0.9",
            "*why this bound: agreed in #12",
            "*wish_4 (fixtures/write_gate/cases.json:*): want send, got skip",
        ]
    )
    assert project.floors() == {"hard_drop_recall": "held", "extract_recall": "broken"}
    (broken,) = (
        each for each in project.report["results"][0]["thresholds"] if each["status"] == "broken"
    )
    assert (broken["bound"], broken["source"], broken["why"]) == (0.9, INI, "agreed in #12")


def test_a_floor_of_the_command_line_overrides_the_ini_file(project: Project) -> None:
    """The same run passes once the option asks for less than the file."""
    project.cases([*CASES, case("wish_4", "extract", "please use spaces")])
    project.ini("memeval_floors = write_gate[acme_gate:classify].extract_recall >= 0.9")
    assert project.run().ret == 1
    result = project.run("--memeval-floor", "extract_recall >= 0.75")
    assert result.ret == 0
    assert project.floors()["extract_recall"] == "held"


def test_nineteen_of_twenty_hold_a_floor_of_095(project: Project) -> None:
    """The default floor on noise holds at exactly its bound."""
    beats = [case(f"beat_{index}", "drop", f"epoch {index}") for index in range(19)]
    project.cases([*beats, case("beat_x", "drop", "always on"), *CASES[3:]])
    result = project.run()
    assert result.ret == 0
    assert project.report["results"][0]["scores"]["hard_drop_recall"]["value"] == 0.95
    assert project.floors()["hard_drop_recall"] == "held"


def test_a_ceiling_is_an_item_of_its_own(project: Project) -> None:
    """A broken ceiling fails as a ceiling and lists what went over it."""
    project.ini("memeval_floors =", "    payload_noise_count <= 0", "    unreadable <= 0")
    project.cases(
        [*CASES, case("mixed", "extract", "always check.\nIteration 8/9 - train loss 0.4412")]
    )
    result = project.run("-rA")
    assert result.ret == 1
    result.stdout.fnmatch_lines_random(
        [
            "*payload_noise_count = * is above its ceiling: payload_noise_count <= 0*",
            "FAILED memeval::write_gate::ceiling[[]payload_noise_count]*",
            "PASSED memeval::write_gate::ceiling[[]unreadable]*",
        ]
    )
    assert project.floors()["payload_noise_count"] == "broken"


def test_fewer_cases_than_the_floor_asks_for_is_not_measured(project: Project) -> None:
    """A floor over 20 cases is not held by 3, however good they are."""
    project.ini("memeval_floors = extract_recall >= 0.5 over 20 cases")
    result = project.run()
    assert result.ret == 1
    message = "extract_recall >= 0.5 over 20 cases: 3 cases, the floor asks for at least 20"
    result.stdout.fnmatch_lines([f"*not measured: {message}"])
    assert project.floors() == {"hard_drop_recall": "held", "extract_recall": "not_measured"}
    assert project.report["verdict"] == "not_measured"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("extract_recall => 0.9", "cannot read 'extract_recall => 0.9'; write it as"),
        ("extract_recal >= 0.9", "did you mean 'extract_recall'?"),
        ("write_gat.extract_recall >= 0.9", "did you mean 'write_gate'?"),
        (
            "write_gate[acme_gate:clasify].extract_recall >= 0.9",
            "unknown subject (known: acme_gate:classify; did you mean 'acme_gate:classify'?)",
        ),
        ("extract_recall >= 90", "its bound lies between 0 and 1"),
    ],
)
@pytest.mark.parametrize("source", [INI, LINE])
def test_a_wrong_floor_is_a_usage_error(
    project: Project, source: str, line: str, message: str
) -> None:
    """Nothing runs, the exit code is 4, and one line says where, what and what would be right."""
    if source == INI:
        project.ini(f"memeval_floors = {line}")
        result = project.run()
    else:
        result = project.run(source, line)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"ERROR: {source}: " in said(result)
    assert message in said(result)
    assert_not_ours(result)


def test_two_floors_on_one_metric_in_one_source_are_a_usage_error(project: Project) -> None:
    """The ini file and the command line each bound a metric once."""
    project.ini("memeval_floors =", "    extract_recall >= 0.5", "    extract_recall >= 0.9")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert (
        "memeval_floors: two floors bound the same metric: 'extract_recall >= 0.9'; keep one"
        in said(result)
    )


def test_a_floor_on_one_of_two_subjects_binds_that_one_only(project: Project) -> None:
    """Each subject is judged by the floors that name it and by those that name none."""
    project.gate("def classify(window):\n    return 'send'\n", name="eager")
    project.ini(
        "memeval_floors =",
        "    write_gate[eager:classify].hard_drop_recall >= 0",
        subjects="acme_gate:classify eager:classify",
    )
    assert project.run().ret == 0
    first, second = project.report["results"]
    bounds = [
        {each["metric"]: each["bound"] for each in found["thresholds"]} for found in (first, second)
    ]
    assert bounds == [
        {"hard_drop_recall": 0.95, "extract_recall": 0.8},
        {"hard_drop_recall": 0, "extract_recall": 0.8},
    ]


def test_a_floor_on_a_marked_function_is_found_by_its_node_id(project: Project) -> None:
    """A subject that is a parametrised function is named as pytest names it."""
    project.marked(
        "@pytest.mark.parametrize('name', ['a', 'c#'])\n"
        "@pytest.mark.write_gate\n"
        "def test_gate(window, name):\n"
        "    return classify(window)\n"
    )
    result = project.run(
        "--memeval-floor", "write_gate[test_gate.py::test_gate[c#]].extract_recall >= 0.6 # c#"
    )
    assert result.ret == 0, said(result)
    bounds = {
        found["subject"]: [each["bound"] for each in found["thresholds"]]
        for found in project.report["results"]
    }
    assert bounds["test_gate.py::test_gate[c#]"] == [0.95, 0.6]
    assert bounds["test_gate.py::test_gate[a]"] == [0.95, 0.8]
