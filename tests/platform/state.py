"""The platform behind the routes: what is stored, and what will become of it.

Nothing runs in the background. Everything that is to happen later stands in an agenda, which
whoever looks brings up to date first. All methods that read or change lock the state, as a server
and a test use it from two threads.
"""

from __future__ import annotations

import copy
import json
import math
import re
import threading
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

from tests.platform.clock import Agenda
from tests.platform.clock import Clock
from tests.platform.draws import Hits
from tests.platform.draws import dice
from tests.platform.draws import hit
from tests.platform.draws import identifier
from tests.platform.filters import ENTITIES
from tests.platform.model import AddRecord
from tests.platform.model import Event
from tests.platform.model import Json
from tests.platform.model import Memory
from tests.platform.model import Project
from tests.platform.model import Scope
from tests.platform.oracle import Fact
from tests.platform.oracle import Heard
from tests.platform.oracle import Script
from tests.platform.oracle import digest
from tests.platform.oracle import text_of
from tests.platform.switches import Switches

#: Extraction times are log-normal: half of them above 8 seconds, one in a hundred at the cap.
MEDIAN, SPREAD, LONGEST = 8.0, 1.56, 300.0
LIST_LAG = 5.0
SEARCH_LAG = 15.0
REPLACED_WITHIN = 20.0
DELETE_LIST_LAG = (1.0, 10.0)
DELETE_SEARCH_LAG = (1.0, 60.0)
#: Categories come after hours, after 3 days for one in ten, and sometimes never.
CATEGORY_MEDIAN, CATEGORY_SPREAD, CATEGORY_SOONEST, CATEGORY_NEVER = 14_040.0, 2.27, 3_600.0, 0.06


@dataclass(frozen=True)
class Wish:
    """An add as its route understood it."""

    scope: Scope
    messages: list[Json]
    metadata: Json
    infer: bool
    body: Json
    project: Project


@dataclass
class _Extraction:
    """An add that was accepted, and the facts that it will produce."""

    wish: Wish
    event: Event
    facts: tuple[Fact, ...]
    #: What was said before, where that is to leak into the extraction.
    context: str | None
    #: Whether it was written under a name that had been deleted.
    spent: bool


class State:
    def __init__(
        self,
        *,
        seed: int,
        clock: Clock,
        script: Script,
        switches: Switches,
        latency: tuple[float, float] | None,
        project: Project,
        neighbour: Project,
    ) -> None:
        self.seed = seed
        self.clock = clock
        self.script = script
        self.switches = switches
        self.latency = latency
        self.projects = {each.project_id: each for each in (project, neighbour)}
        self.home = project
        self.memories: dict[str, Memory] = {}
        self.events: dict[str, Event] = {}
        self.adds: list[AddRecord] = []
        self.tripped: list[str] = []
        self.flagged: list[str] = []
        self.slowest = 0.0
        #: The names that an entity listing has given away.
        self.enumerated: set[tuple[str, str]] = set()
        self._open: dict[str, _Extraction] = {}
        self._spent: set[tuple[str, str, str | None]] = set()
        self._attempts: Counter[tuple[str, Scope]] = Counter()
        self._runs: set[str] = set()
        self._agenda = Agenda()
        self._lock = threading.RLock()

    @contextmanager
    def moment(self) -> Iterator[float]:
        """Hold the state still, brought up to date, and say what time it is."""
        with self._lock:
            now = self.clock.now()
            self._agenda.advance(now)
            yield now

    def hits(self, switch: str, key: object, fixture: str | None) -> bool:
        whom: Hits = getattr(self.switches, switch)
        return hit(whom, self.seed, switch, key, fixture)

    # --- Adding

    def add(self, wish: Wish, now: float) -> tuple[AddRecord, Event]:
        """Take an add: verbatim ones are stored at once, others are queued."""
        fixture = self.script.fixture(wish.messages, wish.metadata)
        name = fixture or digest(wish.messages)
        self._attempts[name, wish.scope] += 1
        attempt = self._attempts[name, wish.scope]
        key = f"{name}|{kinship(wish.scope, fixture)}|{attempt}"
        event = self._event("ADD", wish, name, key, attempt, fixture, now)
        own, agents = self._governing(wish)
        record = AddRecord(
            **wish.scope.ids,
            metadata=copy.deepcopy(wish.metadata),
            messages=copy.deepcopy(wish.messages),
            governing_instructions=own,
            agent_instructions=agents,
            infer=wish.infer,
            fixture=fixture,
            project_id=wish.project.project_id,
            event_id=event.id,
            at=now,
            finish=event.finish,
        )
        context = self._context(wish) if self.hits("context_leak", key, fixture) else None
        self.adds.append(record)
        self.events[event.id] = event
        if not wish.infer:
            self._store_verbatim(wish, event, now)
            return record, event
        if event.finish is None:
            return record, event
        self.slowest = max(self.slowest, event.finish - now)
        if event.outcome == "FAILED":
            return record, event
        heard = Heard(tuple(wish.messages), wish.metadata, own, fixture)
        self._open[event.id] = _Extraction(
            wish, event, self.script.facts(heard), context, self._is_spent(wish)
        )
        self._agenda.at(self._ripe(event), lambda at: self._harvest(event.id, at))
        return record, event

    def _event(
        self,
        kind: str,
        wish: Wish,
        name: str,
        key: str,
        attempt: int,
        fixture: str | None,
        now: float,
    ) -> Event:
        took = self._latency(key)
        failed = self.hits("event_failed", key, fixture)
        stuck = self.hits("event_stuck", key, fixture)
        finish = None if stuck else now + took
        event = Event(
            id=identifier(self.seed, "event", name, wish.scope, attempt),
            type=kind,
            project_id=wish.project.project_id,
            payload=copy.deepcopy(wish.body),
            created_at=now,
            started_at=now + min(dice(self.seed, "start", key).uniform(0.2, 1.0), took / 2),
            finish=finish,
            key=key,
            fixture=fixture,
            metadata=copy.deepcopy(wish.metadata) or None,
        )
        if not wish.infer:
            event.started_at = event.finish = now
        elif failed:
            event.outcome = "FAILED"
            event.error = "The extraction could not be completed."
        return event

    def _latency(self, key: str) -> float:
        chance = dice(self.seed, "latency", key)
        if self.latency is not None:
            return chance.uniform(*self.latency)
        return min(chance.lognormvariate(math.log(MEDIAN), SPREAD), LONGEST)

    def _ripe(self, event: Event) -> float:
        """When the rows of an event come into being: when it ends, or before that."""
        assert event.finish is not None
        if not self.hits("rows_before_terminal", event.key, event.fixture):
            return event.finish
        share = dice(self.seed, "ripe", event.key).uniform(0.3, 0.9)
        return event.started_at + share * (event.finish - event.started_at)

    def _governing(self, wish: Wish) -> tuple[str | None, str | None]:
        """The instructions for what users say and for what agents say."""
        own = _first(wish.body.get("custom_instructions"), wish.project.custom_instructions)
        agents = _first(
            wish.body.get("agent_custom_instructions"), wish.project.agent_custom_instructions, own
        )
        only_agent = wish.scope.agent_id is not None and wish.scope.user_id is None
        return (agents if only_agent else own), agents

    def _context(self, wish: Wish) -> str | None:
        """The last thing said before to the same user."""
        said = [
            text
            for add in self.adds
            if add.project_id == wish.project.project_id
            and add.user_id is not None
            and add.user_id == wish.scope.user_id
            for text in map(text_of, add.messages)
            if text
        ]
        return said[-1] if said else None

    # --- Extracting

    def _harvest(self, event_id: str, at: float) -> None:
        """Turn an extraction into rows."""
        done = self._open.pop(event_id)
        wish, event = done.wish, done.event
        facts = done.facts
        if done.context is not None:
            facts = (*facts, Fact(f"Said before: {done.context}"))
        made: list[Memory] = []
        for number, fact in enumerate(facts):
            scope = _attributed(wish.scope, fact.role)
            if self._known(fact.text, scope, wish.project.project_id):
                continue
            row = self._row(done, fact, scope, number, at)
            made.append(row)
            self._displace(row, fact, at)
            self.memories[row.id] = row
        event.results = [_result(row) for row in made]
        if made and self.hits("replace", event.key, event.fixture):
            self._schedule_replacement(made, event.key)

    def _row(self, done: _Extraction, fact: Fact, scope: Scope, number: int, at: float) -> Memory:
        wish, event = done.wish, done.event
        key = f"{event.key}/{number}"
        assert event.finish is not None
        early = at < event.finish
        listed = at if early else at + dice(self.seed, "list", key).uniform(0, LIST_LAG)
        row = Memory(
            id=identifier(self.seed, "memory", event.id, number),
            text=fact.text,
            scope=scope,
            project_id=wish.project.project_id,
            created_at=self._created(wish.body, at),
            metadata={**copy.deepcopy(wish.metadata), **fact.metadata_extra} or None,
            updated_at=at,
            expiration_date=wish.body.get("expiration_date"),
            immutable=bool(wish.body.get("immutable")),
            input=copy.deepcopy(wish.messages),
            key=key,
            owner=wish.scope.owner,
            listed_from=listed,
            searched_from=listed + dice(self.seed, "search", key).uniform(0, SEARCH_LAG),
        )
        note(row, "ADD", at, new=row.text)
        if done.spent:
            row.before, row.lifecycle = row.lifecycle, "deleted"
            row.listed_until = row.searched_until = -inf
        self._schedule_categories(row, wish, at)
        return row

    def _created(self, body: Json, at: float) -> float:
        stamp = body.get("timestamp")
        return at if stamp is None else self.clock.virtual(float(stamp))

    def _is_spent(self, wish: Wish) -> bool:
        home = wish.project.project_id
        return any((home, kind, name) in self._spent for kind, name in wish.scope.ids.items())

    def _known(self, text: str, scope: Scope, project_id: str) -> bool:
        """Whether the same thing is already stored for the same ids."""
        return any(
            row.alive
            and row.lifecycle != "merged"
            and row.scope == scope
            and row.project_id == project_id
            and normal(row.text) == normal(text)
            for row in self.memories.values()
        )

    def _displace(self, row: Memory, fact: Fact, at: float) -> None:
        """Let a new row take the place of the older ones that it contradicts or contains."""
        for older in self.memories.values():
            if older.lifecycle != "active" or older.scope != row.scope:
                continue
            if older.project_id != row.project_id:
                continue
            if fact.supersedes is not None and normal(older.text) == normal(fact.supersedes):
                older.lifecycle, older.replaced_by, older.updated_at = "superseded", row.id, at
            elif fact.merges is not None and normal(older.text) == normal(fact.merges):
                older.lifecycle, older.replaced_by, older.updated_at = "merged", row.id, at

    def _schedule_replacement(self, made: list[Memory], key: str) -> None:
        chance = dice(self.seed, "replace", key)
        chosen = chance.choice(made)
        when = chosen.listed_from + chance.uniform(0, REPLACED_WITHIN)
        self._agenda.at(when, lambda at: self._replace(chosen, at))

    def _replace(self, row: Memory, at: float) -> None:
        """Delete a row and create it again under another id, as consolidation does."""
        if row.lifecycle != "active":
            return
        again = copy.deepcopy(row)
        again.id = identifier(self.seed, "again", row.id)
        again.key = f"{row.key}+"
        again.created_at = again.updated_at = again.listed_from = at
        again.searched_from = at + dice(self.seed, "search", again.key).uniform(0, SEARCH_LAG)
        again.history = []
        note(again, "ADD", at, new=again.text)
        note(row, "DELETE", at, old=row.text)
        row.before, row.lifecycle = row.lifecycle, "replaced"
        row.listed_until = at
        row.searched_until = at + dice(self.seed, "search", row.key, "late").uniform(0, SEARCH_LAG)
        for older in self.memories.values():
            if older.replaced_by == row.id:
                older.replaced_by = again.id
        self.memories[again.id] = again

    def _schedule_categories(self, row: Memory, wish: Wish, at: float) -> None:
        chance = dice(self.seed, "categories", row.key)
        if chance.random() < CATEGORY_NEVER:
            return
        offered = _first(wish.body.get("custom_categories"), wish.project.custom_categories)
        names = [name for each in offered or () for name in each] or ["misc", "technology", "work"]
        after = max(
            chance.lognormvariate(math.log(CATEGORY_MEDIAN), CATEGORY_SPREAD), CATEGORY_SOONEST
        )
        chosen = chance.choice(names)

        def categorise(_: float) -> None:
            row.categories = [chosen]

        self._agenda.at(at + after, categorise)

    def _store_verbatim(self, wish: Wish, event: Event, now: float) -> None:
        """Keep each message of a user or an assistant as it is."""
        lost = self.hits("drop_ids", event.key, event.fixture)
        scope = Scope() if lost else wish.scope
        done = _Extraction(wish, event, (), None, self._is_spent(wish))
        for number, message in enumerate(wish.messages):
            text = text_of(message)
            if message["role"] == "system" or not text:
                continue
            if any(row.alive and row.text == text for row in self._in(scope, wish.project)):
                continue
            row = self._row(done, Fact(text), scope, number, now)
            self.memories[row.id] = row
            event.results.append(_result(row))

    def _in(self, scope: Scope, project: Project) -> list[Memory]:
        return [
            row
            for row in self.memories.values()
            if row.scope == scope and row.project_id == project.project_id
        ]

    # --- Deleting

    def delete(self, row: Memory, now: float) -> None:
        """Mark a row as deleted; both indexes notice later."""
        if row.replaced_by is None:
            self._bring_back(row)
        note(row, "DELETE", now, old=row.text)
        row.before, row.lifecycle = row.lifecycle, "deleted"
        row.updated_at = now
        chance = dice(self.seed, "delete", row.key)
        row.listed_until = now + chance.uniform(*DELETE_LIST_LAG)
        row.searched_until = now + chance.uniform(*DELETE_SEARCH_LAG)
        if self.switches.search_undelete:
            row.searched_until = inf

    def _bring_back(self, row: Memory) -> None:
        """What a deleted fact had superseded is current again."""
        for older in self.memories.values():
            if older.replaced_by == row.id and older.lifecycle == "superseded":
                older.lifecycle, older.replaced_by = "active", None

    def delete_linked(self, row: Memory, now: float) -> int:
        """Delete a row with all that it superseded; how many that were."""
        linked = [each for each in self.memories.values() if each.replaced_by == row.id]
        count = sum(1 + self.delete_linked(each, now) for each in linked if each.alive)
        self.delete(row, now)
        return count

    def delete_where(self, project: Project, test: Callable[[Memory], bool], now: float) -> Event:
        """Queue the deletion of the rows that exist now; what comes later stays."""
        doomed = [
            row
            for row in self.memories.values()
            if row.alive and row.project_id == project.project_id and test(row)
        ]
        for row in doomed:
            self.delete(row, now)
        return self.note_event("DELETE", project, {"count": len(doomed)}, now, now + 10)

    def spend(self, project: Project, kind: str, name: str) -> None:
        """From now on nothing is to be seen of what is written under a name."""
        self._spent.add((project.project_id, kind, name))

    def note_event(
        self, kind: str, project: Project, payload: Json, now: float, finish: float
    ) -> Event:
        """Keep an event that is about no add."""
        event = Event(
            id=identifier(self.seed, kind, len(self.events)),
            type=kind,
            project_id=project.project_id,
            payload=payload,
            created_at=now,
            started_at=now,
            finish=finish,
        )
        self.events[event.id] = event
        return event

    # --- Looking

    def memory(self, memory_id: str, project: Project | None = None) -> Memory | None:
        """The row that can be read under an id."""
        row = self.memories.get(memory_id)
        home = project or self.home
        return row if row and row.alive and row.project_id == home.project_id else None

    def remaining(self, now: float) -> list[Memory]:
        """Copies of all rows that are not gone, and of those still being extracted."""
        kept = [row for row in self.memories.values() if not row.gone(now)]
        return copy.deepcopy(kept) + [
            Memory(
                id="",
                text=fact.text,
                scope=_attributed(done.wish.scope, fact.role),
                project_id=done.wish.project.project_id,
                created_at=done.event.created_at,
                metadata={**done.wish.metadata, **fact.metadata_extra} or None,
                lifecycle="pending",
                key=done.event.key,
                owner=done.wish.scope.owner,
            )
            for done in self._open.values()
            for fact in done.facts
        ]

    def residue(self, now: float) -> set[str]:
        """The names of the scopes of which something is left or still to come."""
        rows = {row.owner for row in self.memories.values() if not (row.seeded or row.gone(now))}
        return rows | {done.wish.scope.owner for done in self._open.values()}

    def seed_memory(
        self, text: str, scope: Scope, metadata: Json | None, project: Project, now: float
    ) -> Memory:
        """Put a row where it was long before."""
        row = Memory(
            id=identifier(self.seed, "seeded", len(self.memories), text, scope),
            text=text,
            scope=scope,
            project_id=project.project_id,
            created_at=now,
            updated_at=now,
            metadata=copy.deepcopy(metadata),
            key=f"seeded {len(self.memories)}",
            owner=scope.owner,
            seeded=True,
            listed_from=now,
            searched_from=now,
        )
        note(row, "ADD", now, new=text)
        self.memories[row.id] = row
        return row

    def identity(self, path: str, query: str, body: Any) -> str:
        """What a request is about, the same in every run: no ids made here, no names of runs."""
        self._runs |= set(_values(body, "app_id"))
        if isinstance(body, dict) and path.endswith("/memories/add/"):
            messages, metadata = body.get("messages"), body.get("metadata")
            listed = messages if isinstance(messages, list) else []
            said = [each for each in listed if isinstance(each, dict)]
            fixture = self.script.fixture(said, metadata if isinstance(metadata, dict) else {})
            ids = {kind: body[kind] for kind in ENTITIES if isinstance(body.get(kind), str)}
            return f"{path} {fixture or digest(said)}|{kinship(Scope(**ids), fixture)}"
        text = f"{path}?{query}"
        if body is not None:
            text += " " + json.dumps(body, sort_keys=True, default=repr)
        for known in re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", text):
            about = self.events.get(known) or self.memories.get(known)
            if about is not None:
                text = text.replace(known, about.key)
        for name in sorted(self._runs, key=len, reverse=True):
            text = text.replace(name, "~")
        return text


def kinship(scope: Scope, fixture: str | None) -> str:
    """The name of a scope without the name of the run that made it up."""
    name = scope.owner
    for run in (scope.app_id, scope.run_id):
        if run and name != run and name.startswith(run):
            return name[len(run) :].lstrip("-_:./")
    if fixture and fixture in name:
        return name[name.index(fixture) :]
    return name


def normal(text: str) -> str:
    """A text as duplicates are compared."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def note(
    row: Memory, event: str, at: float, *, old: str | None = None, new: str | None = None
) -> None:
    """Write a line into the history of a row."""
    row.history.append({"event": event, "old_memory": old, "new_memory": new, "at": at})


def _attributed(scope: Scope, role: str) -> Scope:
    """Who owns a fact: never the user and the agent at once."""
    if scope.user_id is None or scope.agent_id is None:
        return scope
    if role == "user":
        return Scope(scope.user_id, None, scope.app_id, scope.run_id)
    return Scope(None, scope.agent_id, scope.app_id, scope.run_id)


def _result(row: Memory) -> Json:
    ids = {kind: name for kind, name in row.scope.ids.items() if name is not None}
    return {"id": row.id, "event": "ADD", **ids, "data": {"memory": row.text}}


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)


def _values(node: object, key: str) -> Iterator[str]:
    """All strings under a key, however deep."""
    if isinstance(node, dict):
        if isinstance(node.get(key), str) and node[key] not in ("", "*"):
            yield node[key]
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from _values(each, key)
