"""The names that a live run writes under, so that what is left behind can be found and deleted."""

from __future__ import annotations

import hashlib
import random
import re
import time

from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Scope

PREFIX = "eval-"
_RUN = re.compile(r"[0-9]{8}-[0-9a-f]{8}")
#: What every name of ours looks like, also once a platform has marked it as deleted.
_OURS = re.compile(rf"{PREFIX}{_RUN.pattern}(?:[-_].*)?", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9._-]{1,100}")
#: How the names end that `scope_of` makes up; an id that ends like one might be taken for it.
_MADE_UP = re.compile(r".*-(?:[0-9]+|x[0-9a-f]{10})")
_SPELLED = re.compile(r"[A-Za-z0-9._-]+")


def new_run() -> str:
    """A name for a run: its day, for people, and 32 random bits."""
    day = time.strftime("%Y%m%d", time.gmtime())
    return f"{day}-{random.SystemRandom().randrange(2**32):08x}"


def is_run(name: str) -> bool:
    return _RUN.fullmatch(name) is not None


def is_ours(name: str) -> bool:
    """Whether an entity was made by some run of this tool."""
    return _OURS.fullmatch(name) is not None


def app_of(run: str) -> str:
    return PREFIX + run


def check_own(run: str, scope: Scope) -> None:
    """Neither a write nor what a delete goes by may name a scope that this run did not make up.

    :raises BackendError: it is another one.
    """
    own = f"{app_of(run)}-"
    name = scope.user_id.removeprefix(own)
    made_up = is_run(run) and scope.user_id.startswith(own) and _SPELLED.fullmatch(name)
    if not made_up or scope.app_id != app_of(run):
        raise BackendError(f"{scope.user_id!r} is no scope of the run {run}", "bug")


def scope_of(run: str, fixture: str, trial: int = 1) -> Scope:
    """Where a fixture's window goes. Each trial has a scope of its own, never used before.

    An id with characters that a path, a filter or a wildcard may trip over, or one that looks like
    another's trial, is spelled by what is plain of it and a hash.
    """
    name = fixture
    if not _PLAIN.fullmatch(fixture) or _MADE_UP.fullmatch(fixture):
        kept = re.sub(r"[^A-Za-z0-9._-]+", "-", fixture).strip("-")[:60]
        name = f"{kept}-x{hashlib.sha256(fixture.encode()).hexdigest()[:10]}"
    app = app_of(run)
    return Scope(f"{app}-{name}" + (f"-{trial}" if trial > 1 else ""), app)
