"""The dataset boundary: what is read, what is dropped, what is refused, what is chosen."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pytest_memeval import fixture_files
from pytest_memeval.errors import FixtureError
from pytest_memeval.errors import SubjectError
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.ee import SUITE
from pytest_memeval.suites.ee.meme import DOMAINS
from pytest_memeval.suites.ee.meme import Episode
from pytest_memeval.suites.ee.meme import Probe
from pytest_memeval.suites.ee.meme import parse
from pytest_memeval.suites.ee.selection import SelectionError
from pytest_memeval.suites.ee.selection import selection_from
from tests.ee_episodes import big
from tests.ee_episodes import episode

OURS = Path(__file__).parents[3] / "fixtures" / "ee"
TWO = (("deploy window", "Thursdays", "every night"), ("rollback plan", "image v1", "image v2"))


def read(*data: dict[str, Any], **options: str) -> list[Probe]:
    """The probes of episodes."""
    lines = {f"memeval_{name}": (text,) for name, text in options.items()}
    raw = [RawCase(one, number) for number, one in enumerate(data, start=1)]
    return [placed.case for placed in SUITE.parse(raw, lines)]


def test_probe_keys_are_those_of_the_benchmark() -> None:
    """`episode:task:phaseN`, N from 1 within each task and phase; `Del` and `Cas` renamed."""
    assert [probe.id for probe in read(episode("pl_001", edits=TWO))] == [
        "pl_001:edit:before1",
        "pl_001:edit:before2",
        "pl_001:erase:before1",
        "pl_001:edit:after1",
        "pl_001:edit:after2",
        "pl_001:erase:after1",
    ]


def test_pairs_are_made_by_entity_and_not_by_number() -> None:
    """Another order after the change changes nothing about what belongs together."""
    data = episode(edits=TWO)
    data["after_questions"]["questions"].reverse()
    after = {probe.entity: probe for probe in read(data) if probe.phase == "after"}
    assert after["rollback_plan"].id == "sw_101:edit:after1"
    for probe in after.values():
        before = probe.episode.before(probe)
        assert (before.entity, before.task) == (probe.entity, probe.task)
    assert after["rollback_plan"].old == "image v1"


def test_golds_are_values() -> None:
    """The gold of an erasure is the deleted value, never the data set's word for "removed"."""
    golds = {probe.id: (probe.gold, probe.old) for probe in read(episode())}
    value = "metrics.halden.example/push"
    assert golds["sw_101:erase:after1"] == (value, value)
    assert golds["sw_101:edit:after1"] == ("Nadia Quist", "Pavel Dorn")


def test_other_questions_are_dropped_and_counted() -> None:
    """`Tr`, `Abs`, `Agg` and `ER` become no probe."""
    (probe, *_) = read(episode())
    assert probe.episode.dropped == {"Tr": 2}


def test_labels_do_not_reach_what_a_subject_is_given() -> None:
    """A session has a number, a timestamp, roles and contents; the change is not among them."""
    made = read(episode())[0].episode
    shown = repr([session.copy() for session in made.primed])
    for tell in ("secret_", "evidence", "Fact Introduction", "Change+Delete", "smalltalk", "Tomo"):
        assert tell not in shown
    assert [session.id for session in made.primed] == [f"session-{n:03d}" for n in range(1, 6)]
    assert made.change[0].startswith("Tomo Reyes")
    assert len(made.change) == 3


def test_copies_are_the_subjects_own() -> None:
    """What a subject does to a session stays with it."""
    made = read(episode())[0].episode
    made.primed[0].copy().messages[0]["content"] = "spoiled"
    assert made.primed[0].messages[0]["content"] != "spoiled"


Spoil = Callable[[dict[str, Any]], object]


def change_of(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["sessions"][4]
    assert found["evidence_type"] == "Change+Delete Event"
    return found


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: change_of(data).pop("evidence_type"), "has 0"),
        (
            lambda data: data["sessions"][3].update(evidence_type="Change+Delete Event"),
            "must have one session of the type 'Change+Delete Event', and has 2",
        ),
        (
            lambda data: data["before_questions"].update(position_after_session=1),
            "the session of the change is no. 4, but the questions before it are asked after "
            "session no. 1",
        ),
        (
            lambda data: data.update(evidence_session_indices=[1, 2]),
            "the session of the change is no. 4, but evidence_session_indices ends with 2",
        ),
        (
            lambda data: data["before_questions"]["questions"].append(
                data["before_questions"]["questions"][0]
            ),
            "Cas of 'release_captain' is asked 2 times before the change",
        ),
        (
            lambda data: data["before_questions"]["questions"].pop(0),
            "Cas of 'release_captain' is asked only after the change",
        ),
        (
            lambda data: data["after_questions"]["questions"].pop(),
            "Del of 'metrics_endpoint' is asked only before the change",
        ),
        (
            lambda data: data["before_questions"]["questions"][0].update(question="Who?"),
            "is asked in other words after the change",
        ),
        (
            lambda data: data["before_questions"]["questions"][0].update(task_type="Cascade-D"),
            "unknown task_type 'Cascade-D' (known: Abs, Agg, Cas, Del, ER, Tr",
        ),
        (
            lambda data: data["before_questions"]["questions"][0].update(hop=3),
            "`hop` must be 1 or 2, got 3",
        ),
        (
            lambda data: data["before_questions"]["questions"][1].update(
                entity_values={"metrics_endpoint": "elsewhere"}
            ),
            "Del of 'metrics_endpoint' has another value after the change",
        ),
        (
            lambda data: data["after_questions"]["questions"][2].update(entity_values={}),
            "`entity_values.metrics_endpoint` must be text, got None",
        ),
        (lambda data: data.update(domain="cooking"), "unknown domain 'cooking'"),
        (lambda data: data.update(episode_id="a:b"), "`episode_id` must be letters"),
        (lambda data: data.update(sessions=[]), "`sessions` must be a list that is not empty"),
        (
            lambda data: data["sessions"][0]["conversation"][0].update(role="robot"),
            "session no. 0: a turn must have a `role`",
        ),
        (lambda data: change_of(data).update(conversation=[]), "the user says nothing"),
    ],
)
def test_a_broken_episode_is_refused(spoil: Spoil, said: str) -> None:
    """Each is one line that names the line, the episode and what is wrong."""
    data = copy.deepcopy(episode())
    spoil(data)
    with pytest.raises(FixtureError) as caught:
        read(episode("sw_100"), data)
    (problem,) = caught.value.problems
    assert problem.startswith("2: episode ")
    assert said in problem


def test_two_episodes_of_one_id_are_refused() -> None:
    """Probe keys are unique."""
    with pytest.raises(FixtureError, match="the id is already used in line 1"):
        read(episode(), episode())


def test_quirks_are_told() -> None:
    """What gives credit for another reason than memory stands on the probe."""

    def quirks(**more: Any) -> dict[str, tuple[str, ...]]:
        return {probe.id[7:]: probe.quirks for probe in read(episode(**more))}

    same = quirks(edits=[("walk", "10 min", "10 min")])
    assert same["edit:after1"] == ("old equals new",)
    assert same["edit:before1"] == ()
    inside = quirks(edits=[("lifetime", "24 hours", "4 hours")])
    assert inside["edit:after1"] == ("one value holds the other",)
    absent = quirks(erased=("diet", "no shellfish"))
    assert absent["erase:after1"] == ("the value is an absence",)
    data = episode()
    data["before_questions"]["questions"][0]["expected_answer"] = "Dorn"
    assert read(data)[0].quirks == ("the gold is told in two ways",)
    assert read(data)[0].gold == "Pavel Dorn"
    data = episode()
    data["chain_entities"].append("metrics_endpoint")
    assert read(data)[3].quirks == ("deleted from the chain of the change",)


def test_control_questions_are_about_facts_that_were_stated() -> None:
    """A filler fact that is first told of in the session of the change is no control."""
    data = episode()
    data["filler_entities"].append("wiki_home")
    data["entities"]["wiki_home"] = {"before": "wiki.example"}
    (control,) = read(data)[0].episode.controls
    assert control == ("lint_tool", "What is our lint tool?", "brushwork")


# --- selection


def many() -> list[Episode]:
    """Eight episodes: both domains, both numbers of hops."""
    names = [f"{domain}_{n:03d}" for domain in ("pl", "sw") for n in range(1, 5)]
    two = ("pl_001", "sw_001", "sw_002")
    raw = [RawCase(episode(name, edits=TWO if name in two else TWO[:1]), 1) for name in names]
    return [made for made, _ in parse(raw)]


def chosen(**options: str) -> list[str]:
    lines = {f"memeval_{name}": (text,) for name, text in options.items()}
    return [one.id for one in selection_from(lines).of(many())]


def test_episodes_are_chosen_by_name_range_and_pattern() -> None:
    """The forms may be mixed, and give the episodes in their order."""
    assert chosen(episodes="sw_*, pl_002-pl_003") == [
        "pl_002", "pl_003", "sw_001", "sw_002", "sw_003", "sw_004",
    ]  # fmt: skip
    assert chosen(episodes="pl_004") == ["pl_004"]
    assert chosen(episodes="pl_009") == []


def test_a_word_that_names_no_episode_is_told() -> None:
    """Most likely it is mistyped: each one by itself, with what there is."""
    lines = {"memeval_episodes": ("pl_001, pl_9*, sw_005-sw_009, sw_0*",)}
    assert SUITE.unmatched(["pl_001", "sw_001"], lines) == [
        "memeval_episodes: 'pl_9*' names no episode (known: pl_001, sw_001)",
        "memeval_episodes: 'sw_005-sw_009' names no episode (known: pl_001, sw_001)",
    ]


def test_a_sample_is_drawn_by_domain_and_hops_and_drawn_again() -> None:
    """Each stratum gets its share; the same seed draws the same."""
    assert chosen(sample="4") == chosen(sample="4")
    drawn = chosen(sample="4")
    assert len(drawn) == 4
    assert sum(name.startswith("pl") for name in drawn) == 2
    assert any(chosen(sample=f"4@{seed}") != drawn for seed in range(1, 9))
    assert len(chosen(sample="99")) == 8
    assert chosen(episodes="pl_*", sample="1")[0].startswith("pl")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"memeval_sample": ("ten",)}, "must be a number of episodes, as in 10"),
        ({"memeval_sample": ("0",)}, "must be a number of episodes"),
        ({"memeval_episodes": ("pl_010-pl_002",)}, "ends before it begins"),
        ({"memeval_episodes": (" , ",)}, "memeval_episodes names no episode"),
    ],
)
def test_a_selection_that_says_nothing_is_refused(
    options: dict[str, tuple[str, ...]], said: str
) -> None:
    """A typing error must not measure less than was meant."""
    with pytest.raises(SelectionError, match=said):
        selection_from(options)
    with pytest.raises(SubjectError, match=said):
        SUITE.chosen([], options)
    with pytest.raises(SubjectError, match=said):
        SUITE.open(Setup(options, Path()))


# --- what comes with the project


@pytest.fixture(scope="module")
def ours() -> list[Episode]:
    """The episodes of `fixtures/ee`."""
    found = []
    for path in fixture_files.files_below(OURS):
        file = fixture_files.read(path)
        assert file is not None
        found += [one for one, _ in parse(file.cases)]
    return found


def test_our_episodes_are_enough_and_of_every_sort(ours: list[Episode]) -> None:
    """Eight or more, both domains, both numbers of hops, and the quirks of the data set."""
    assert len(ours) >= 8
    assert {one.domain for one in ours} == set(DOMAINS)
    assert {one.hops for one in ours} == {1, 2}
    assert {quirk for one in ours for probe in one.probes for quirk in probe.quirks} == {
        "old equals new",
        "one value holds the other",
        "the value is an absence",
        "deleted from the chain of the change",
    }
    assert all(one.controls for one in ours)
    told = [one for one in ours if not _names_the_kind(one)]
    assert told, "no delete turn names only the value"


def _names_the_kind(made: Episode) -> bool:
    (erase,) = [probe for probe in made.of("after") if probe.task == "erase"]
    turn = next(text for text in made.change if erase.gold in text)
    return any(word in turn for word in erase.entity.split("_"))


def test_our_files_agree_with_the_schema(ours: list[Episode]) -> None:
    """Each file is valid against what `schema ee` prints."""
    from pytest_memeval import schemas

    validator = jsonschema.Draft202012Validator(schemas.schema("ee"))
    for path in fixture_files.files_below(OURS):
        validator.validate(json.loads(path.read_text(encoding="utf-8")))
        assert path.stat().st_size < 100_000


def test_a_big_file_has_the_numbers_of_the_data_set() -> None:
    """264 probes in each phase, 100 erasures and 164 edits, in 100 episodes."""
    probes = read(*big(100, size=400))
    assert len(probes) == 2 * 264
    assert sum(probe.task == "erase" for probe in probes) == 2 * 100
