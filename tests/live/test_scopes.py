"""The names that a run writes under: never two alike, always ours, and nothing to trip over."""

from __future__ import annotations

import re

import pytest
from hypothesis import example
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.scopes import app_of
from pytest_memeval.clients.scopes import check_own
from pytest_memeval.clients.scopes import is_ours
from pytest_memeval.clients.scopes import is_run
from pytest_memeval.clients.scopes import new_run
from pytest_memeval.clients.scopes import scope_of

RUN, OTHER = "20260131-0a1b2c3d", "20260131-0a1b2c3e"
PLAIN = re.compile(r"[A-Za-z0-9._-]+")
#: Any text, and such as lie close to each other once they are spelled.
IDS = st.one_of(
    st.text(min_size=1, max_size=30),
    st.from_regex(r"[ab]([-./ ]?(2|10|x0123456789|ü)){0,3}", fullmatch=True),
    st.text("ab-2", min_size=1, max_size=5),
)
TRIALS = st.integers(1, 12)


@given(IDS, TRIALS, IDS, TRIALS)
@example("wish", 2, "wish-2", 1)
@example("wish-2", 2, "wish", 2)
@example("a b", 1, "a-b", 1)
@example("a b", 1, "a/b", 1)
@example("a b", 1, scope_of(RUN, "a b").user_id.removeprefix(f"eval-{RUN}-"), 1)
@example("a" * 101, 1, "a" * 102, 1)
def test_no_two_alike(one: str, trial: int, other: str, another: int) -> None:
    """Two windows, or two trials of one, never share a scope."""
    same = (one, trial) == (other, another)
    assert (scope_of(RUN, one, trial) == scope_of(RUN, other, another)) is same


@given(IDS, TRIALS)
def test_ours(fixture: str, trial: int) -> None:
    """Each name is this run's, is plain, and is found again by what it looks like."""
    scope = scope_of(RUN, fixture, trial)
    assert scope.app_id == app_of(RUN) == f"eval-{RUN}"
    assert scope.user_id.startswith(f"eval-{RUN}-")
    assert PLAIN.fullmatch(scope.user_id)
    assert len(scope.user_id) <= 150
    assert is_ours(scope.user_id)
    assert is_ours(scope.app_id)
    check_own(RUN, scope)
    with pytest.raises(BackendError, match=f"is no scope of the run {OTHER}"):
        check_own(OTHER, scope)


@pytest.mark.parametrize("fixture", ["wish", "wish_2", "beat.v1", "Wish-a", "a" * 100])
def test_as_the_fixture_is_called(fixture: str) -> None:
    """A plain id is told as it is, so that people find their windows again."""
    assert scope_of(RUN, fixture).user_id == f"eval-{RUN}-{fixture}"
    assert scope_of(RUN, fixture, 3).user_id == f"eval-{RUN}-{fixture}-3"


@pytest.mark.parametrize(
    "scope",
    [
        Scope(f"eval-{RUN}-", f"eval-{RUN}"),
        Scope(f"eval-{RUN}", f"eval-{RUN}"),
        Scope(f"eval-{RUN}-*", f"eval-{RUN}"),
        Scope(f"eval-{RUN}-a b", f"eval-{RUN}"),
        Scope(f"eval-{RUN}-a", "eval-other"),
        Scope("", ""),
        Scope("*", "*"),
        Scope("alice", f"eval-{RUN}"),
    ],
    ids=repr,
)
def test_not_ours(scope: Scope) -> None:
    """What this run cannot have made up is refused before any request is made."""
    with pytest.raises(BackendError) as caught:
        check_own(RUN, scope)
    assert caught.value.kind == "bug"
    assert str(caught.value) == f"{scope.user_id!r} is no scope of the run {RUN}"


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        (f"eval-{RUN}", True),
        (f"eval-{RUN}-wish", True),
        (f"eval-{RUN}-wish_deleted_1767225600", True),
        (f"eval-{RUN}_deleted_1767225600", True),
        (f"eval-{RUN}0-wish", False),
        (f"prod-eval-{RUN}-wish", False),
        ("eval-2026-wish", False),
        ("eval-", False),
        ("alice", False),
        ("", False),
    ],
)
def test_strangers(name: str, ours: bool) -> None:
    """An entity is ours when some run of this tool made it up, also once it was deleted."""
    assert is_ours(name) is ours


def test_new_runs() -> None:
    """Each run has a name of its own that begins with its day."""
    names = {new_run() for _ in range(200)}
    assert len(names) == 200
    assert all(map(is_run, names))
    assert len({name[:8] for name in names}) <= 2
