"""What the platform keeps: projects, memories, events, and records of what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from math import inf
from typing import Any
from typing import Literal

from tests.platform.filters import ENTITIES

Json = dict[str, Any]
Lifecycle = Literal["pending", "active", "superseded", "merged", "replaced", "deleted"]


@dataclass(frozen=True)
class Scope:
    """The entity ids of an add or a row."""

    user_id: str | None = None
    agent_id: str | None = None
    app_id: str | None = None
    run_id: str | None = None

    @property
    def ids(self) -> dict[str, str | None]:
        return {kind: getattr(self, kind) for kind in ENTITIES}

    @property
    def owner(self) -> str:
        """The name to call the scope by: that of its most personal id."""
        named = (self.user_id, self.agent_id, self.run_id, self.app_id)
        return next((each for each in named if each), "")


@dataclass
class Project:
    """The settings of a project; tests may change them while it is being used."""

    org_id: str
    project_id: str
    name: str = "Default project"
    description: str | None = None
    custom_instructions: str | None = None
    agent_custom_instructions: str | None = None
    custom_categories: list[dict[str, str]] | None = None
    decay: bool = False
    multilingual: bool = False
    version: str = "v3"
    deleted: bool = False


@dataclass
class Memory:
    """A row, and when it can be seen where. All times are virtual seconds."""

    id: str
    text: str
    scope: Scope
    project_id: str
    created_at: float
    metadata: Json | None = None
    categories: list[str] | None = None
    updated_at: float = 0.0
    expiration_date: str | None = None
    immutable: bool = False
    replaced_by: str | None = None
    synthesized: bool = False
    lifecycle: Lifecycle = "active"
    #: What it was before it was deleted; that is how it shows until an index notices.
    before: Lifecycle = "active"
    input: list[Json] = field(default_factory=list)
    history: list[Json] = field(default_factory=list)
    #: Names the row in draws, whatever its id and its run are called.
    key: str = ""
    #: The name of the scope that wrote it, even when the row lost its ids.
    owner: str = ""
    #: Somebody else's: it was there before.
    seeded: bool = False
    #: How often a search has refreshed it.
    reinforced: int = 0
    listed_from: float = 0.0
    listed_until: float = inf
    searched_from: float = 0.0
    searched_until: float = inf

    @property
    def alive(self) -> bool:
        """Whether it can still be read by its id."""
        return self.lifecycle in ("active", "superseded", "merged")

    @property
    def standing(self) -> Lifecycle:
        return self.lifecycle if self.alive else self.before

    def listed(self, now: float) -> bool:
        return self.listed_from <= now < self.listed_until

    def searched(self, now: float) -> bool:
        return self.searched_from <= now < self.searched_until

    def gone(self, now: float) -> bool:
        """Whether it has left both indexes for good."""
        return _over(now, self.listed_from, self.listed_until) and _over(
            now, self.searched_from, self.searched_until
        )


def _over(now: float, begin: float, end: float) -> bool:
    return now >= end or begin >= end


@dataclass
class Event:
    """The handle of something that was queued."""

    id: str
    type: str
    project_id: str
    payload: Json
    created_at: float
    started_at: float
    #: When it ends; None is never.
    finish: float | None
    key: str = ""
    fixture: str | None = None
    metadata: Json | None = None
    outcome: Literal["SUCCEEDED", "FAILED"] = "SUCCEEDED"
    results: list[Json] = field(default_factory=list)
    error: str | None = None

    def terminal(self, now: float) -> bool:
        return self.finish is not None and now >= self.finish

    def status(self, now: float) -> str:
        if self.terminal(now):
            return self.outcome
        return "PENDING" if now < self.started_at else "RUNNING"


@dataclass(frozen=True)
class AddRecord:
    """An add that was accepted."""

    user_id: str | None
    agent_id: str | None
    app_id: str | None
    run_id: str | None
    metadata: Json
    messages: list[Json]
    #: The text that decided what is extracted: the call's own, else the project's.
    governing_instructions: str | None
    #: The same for what an agent said.
    agent_instructions: str | None
    infer: bool
    fixture: str | None
    project_id: str
    event_id: str
    at: float
    #: When its extraction ends, in virtual seconds; None is never.
    finish: float | None


@dataclass(frozen=True)
class RequestRecord:
    """A request as it came in, without its authorisation, and how it was answered."""

    method: str
    #: As on the wire, percent-encoding and all.
    path: str
    query: Mapping[str, list[str]]
    #: The parsed JSON, the text when it is none, None when there was no body.
    body: Any
    #: None while there is no answer, and for good when there never was one.
    status: int | None
    at: float
    headers: Mapping[str, str]
    #: The kind of the fault that it met.
    fault: str | None = None
    #: Of an add that was taken: the text that decided what is extracted.
    governing_instructions: str | None = None
