"""What a live run needs of a memory backend, and the few values that pass between the two."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import Any
from typing import Literal
from typing import Protocol

#: One turn as the wire takes it: `role` and a text as `content`.
Message = dict[str, str]

#: Why a call failed, which decides what may be done about it:
#: auth: the key is refused. refused: the request is wrong, and would be again. throttled: too many
#: requests. transient: the next try may do. broken: an answer that is none. stopped: this run makes
#: no more requests. bug: no request was made.
Kind = Literal["auth", "refused", "throttled", "transient", "broken", "stopped", "bug"]


class BackendError(Exception):
    """A call that gave no answer. The message names no secret and is for the user.

    :param maybe_done: the request may have taken effect all the same.
    :param wait: seconds that the other side asked for.
    """

    def __init__(
        self,
        message: str,
        kind: Kind,
        status: int | None = None,
        maybe_done: bool = False,
        wait: float | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.maybe_done = maybe_done
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Scope:
    """Where the memories of one window go: a user, inside an app, that nobody else ever used."""

    user_id: str
    app_id: str


@dataclass(frozen=True, slots=True)
class Memory:
    """One stored memory, as far as a score needs it."""

    id: str
    text: str
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """How far an extraction is, and what it says of itself, None where it does not say.

    :param facts: how many memories it produced.
    :param seconds: how long it took.
    """

    state: Literal["open", "done", "failed"]
    facts: int | None = None
    error: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """An accepted add: the event to wait for, or None where the extraction is over already.

    `seconds` is how long the add took, None where its answer got lost.
    """

    event_id: str | None
    event: Event = Event("open")
    seconds: float | None = None


class Backend(Protocol):
    """One store of memories. Each call is tried once; every failure is a `BackendError`."""

    @property
    def name(self) -> str:
        """What reports call it."""

    @property
    def version(self) -> str: ...

    def add(
        self,
        scope: Scope,
        messages: Sequence[Message],
        metadata: Mapping[str, Any],
        instructions: str | None,
    ) -> Added:
        """Hand over messages to extract memories from."""

    def event(self, event_id: str) -> Event:
        """How far the extraction of one add is."""

    def find_event(self, scope: Scope) -> str | None:
        """The event of an add into this scope whose answer got lost, if there was one."""

    def memories(
        self, scope: Scope, latest_only: bool = False, hidden: bool = False
    ) -> list[Memory]:
        """All memories of a scope: superseded ones too, unless `latest_only`.

        :param hidden: also those that expired or were merged into others.
        """

    def search(self, scope: Scope) -> list[Memory]:
        """What a search in a scope still finds."""

    def delete(self, ids: Sequence[str]) -> None:
        """Delete memories by their ids."""

    def delete_scope(self, scope: Scope) -> None:
        """Delete one scope whole.

        :raises BackendError: it is none of this run's.
        """

    def instructions(self) -> str | None:
        """The custom instructions in force where an add brings none."""

    def strangers(self) -> list[str]:
        """Names of entities in the project that no run of ours has made."""

    def close(self) -> None: ...
