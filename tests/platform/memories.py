"""The routes of memories: adding, reading, changing, deleting."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.responses import Response
from starlette.routing import Route

from tests.platform import answers
from tests.platform import refusals
from tests.platform.asking import body_of
from tests.platform.asking import identifier_in
from tests.platform.asking import page
from tests.platform.asking import pinned
from tests.platform.draws import dice
from tests.platform.filters import ENTITIES
from tests.platform.filters import FilterError
from tests.platform.filters import compile_filters
from tests.platform.filters import mentions
from tests.platform.model import Json
from tests.platform.model import Memory
from tests.platform.model import Scope
from tests.platform.state import State
from tests.platform.state import Wish
from tests.platform.state import note

ADD_TAKES = 0.4
ROLES = ("user", "assistant", "system")
LARGEST_BATCH = 1000
#: While a row came or went so lately, counts may be off.
UNSETTLED = 20.0
NOTICE = "This key belongs to an account that nobody has claimed yet."
QUEUED = "Delete in progress. This may take some time."


class MemoryRoutes:
    def __init__(self, state: State) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        return [
            Route("/v3/memories/add/", self.add, methods=["POST"]),
            Route("/v3/memories/", self.index, methods=["POST"]),
            Route("/v3/memories/search/", self.search, methods=["POST"]),
            Route("/v1/memories/", self.delete_all, methods=["DELETE"]),
            Route("/v1/memories/{id}/", self.get, methods=["GET"]),
            Route("/v1/memories/{id}/", self.update, methods=["PUT"]),
            Route("/v1/memories/{id}/", self.delete, methods=["DELETE"]),
            Route("/v1/memories/{id}/history/", self.history, methods=["GET"]),
            Route("/v1/batch/", self.batch_update, methods=["PUT"]),
            Route("/v1/batch/", self.batch_delete, methods=["DELETE"]),
        ]

    # --- Adding

    async def add(self, request: Request) -> Response:
        wish = understood(await body_of(request), self._state)
        with self._state.moment() as now:
            record, event = self._state.add(wish, now)
            request.state.governing = record.governing_instructions
            answer: Json = {"event_id": event.id, "status": "PENDING"}
            if not wish.infer:
                answer = {
                    "message": "Memories stored successfully",
                    "status": "SUCCEEDED",
                    "event_id": event.id,
                    "results": [
                        {key: each[key] for key in ("id", "data", "event")}
                        for each in event.results
                    ],
                }
        await asyncio.sleep(self._state.clock.wall(ADD_TAKES))
        if not self._state.switches.mem0_notice:
            return JSONResponse(answer)
        answer["mem0_notice"] = NOTICE
        return JSONResponse(answer, headers={"X-Mem0-Notice-Message": NOTICE})

    # --- Reading

    async def index(self, request: Request) -> Response:
        body = await body_of(request)
        with self._state.moment() as now:
            found = self.matching(body, now, searching=False)
            # In an order of its own, which does not change from page to page.
            found.sort(key=lambda row: (dice(self._state.seed, "order", row.key).random(), row.id))
            rows = [answers.list_row(row, self._state.clock) for row in found]
            return JSONResponse(page(request, self._state, rows, self._count(found, now)))

    async def search(self, request: Request) -> Response:
        body = await body_of(request)
        with self._state.moment() as now:
            rows = self.found(body, now)
        return JSONResponse(rows if self._state.switches.bare_list else {"results": rows})

    def found(self, body: Json, now: float) -> Sequence[Json]:
        """What a search finds, best first."""
        if mentions(body.get("filters"), "keywords"):
            raise refusals.error(500, "Internal Server Error")
        query = body.get("query")
        if not isinstance(query, str) or not query.strip():
            raise refusals.error(400, "The query must not be blank.")
        rows = self._ranked(query, self.matching(body, now, searching=True), body)
        payload = {"query": query, "filters": body.get("filters")}
        self._state.note_event("SEARCH", pinned(body, self._state), payload, now, now)
        return rows

    def _ranked(self, query: str, found: Sequence[Memory], body: Json) -> Sequence[Json]:
        most, least = body.get("top_k", 10), body.get("threshold", 0.1)
        if not _whole(most) or not 1 <= most <= 1000:
            raise refusals.error(400, "top_k must be a whole number from 1 to 1000.")
        if not isinstance(least, int | float) or not 0 <= least <= 1:
            raise refusals.error(400, "threshold must be a number from 0 to 1.")
        scored = [(answers.score(query, row.text), row) for row in found]
        kept = [each for each in scored if each[0] >= least]
        kept.sort(key=lambda each: (-each[0], each[1].id))
        if pinned(body, self._state).decay:
            for _, row in kept[:most]:
                row.reinforced += 1
        return [answers.search_row(row, value, self._state.clock) for value, row in kept[:most]]

    def matching(self, body: Json, now: float, *, searching: bool) -> list[Memory]:
        """The rows that a read returns, by its filters and flags."""
        named = [key for key in ENTITIES if key in body]
        if named:
            raise refusals.error(
                400, f"Entity ids belong inside of filters, not beside them: {named}"
            )
        try:
            test = compile_filters(
                body.get("filters"), not_object=self._state.switches.not_object == "ok"
            )
        except FilterError as error:
            raise refusals.error(400, str(error)) from None
        project = pinned(body, self._state)
        return [
            row
            for row in self._state.memories.values()
            if row.project_id == project.project_id
            and (row.searched(now) if searching else row.listed(now))
            and self._shown(row, body, now)
            and test(answers.filter_row(row, self._state.clock))
        ]

    def _shown(self, row: Memory, body: Json, now: float) -> bool:
        """Whether the flags of a read let a row through."""
        if row.standing == "merged" and not body.get("include_merged"):
            return False
        if row.standing == "superseded" and body.get("latest_only"):
            return False
        if row.expiration_date is None or body.get("show_expired"):
            return True
        return date.fromisoformat(row.expiration_date) >= self._state.clock.date(now)

    def _count(self, found: Sequence[Memory], now: float) -> int:
        """How many rows a list says it has."""
        moving = any(now - row.listed_from < UNSETTLED or not row.alive for row in found)
        return max(0, len(found) + (self._state.switches.count_lies if moving else 0))

    async def get(self, request: Request) -> Response:
        with self._state.moment():
            return JSONResponse(answers.single_row(self._row(request), self._state.clock))

    async def history(self, request: Request) -> Response:
        memory_id = identifier_in(request)
        with self._state.moment():
            row = self._state.memories.get(memory_id)
            if row is None or row.project_id != self._state.home.project_id:
                raise refusals.no_such_memory()
            return JSONResponse(answers.history_rows(row, self._state.clock))

    def _row(self, request: Request) -> Memory:
        row = self._state.memory(identifier_in(request))
        if row is None:
            raise refusals.no_such_memory()
        return row

    # --- Changing

    async def update(self, request: Request) -> Response:
        memory_id = identifier_in(request)
        body = await body_of(request)
        with self._state.moment() as now:
            row = self._state.memory(memory_id, pinned(body, self._state))
            if row is None:
                raise refusals.no_such_memory()
            self._change(row, body, now)
            return JSONResponse(answers.single_row(row, self._state.clock))

    async def batch_update(self, request: Request) -> Response:
        body = await body_of(request)
        with self._state.moment() as now:
            project = pinned(body, self._state)
            found = [(self._state.memory(each["memory_id"], project), each) for each in batch(body)]
            changed = [(row, each) for row, each in found if row is not None]
            for row, each in changed:
                self._change(row, each, now)
            return JSONResponse({"message": f"Successfully updated {len(changed)} memories"})

    def _change(self, row: Memory, wanted: Json, now: float) -> None:
        given = {"text", "metadata", "timestamp", "expiration_date"} & set(wanted)
        if not given:
            raise refusals.error(400, "Nothing to update: give text, metadata or a date.")
        if row.immutable:
            raise refusals.error(400, "An immutable memory cannot be updated.")
        check_common(wanted)
        if "text" in wanted:
            if not isinstance(wanted["text"], str) or not wanted["text"].strip():
                raise refusals.error(400, "The text must not be blank.")
            note(row, "UPDATE", now, old=row.text, new=wanted["text"])
            row.text = wanted["text"]
        if "metadata" in wanted:
            row.metadata = wanted["metadata"]
        if "expiration_date" in wanted:
            row.expiration_date = wanted["expiration_date"]
        if wanted.get("timestamp") is not None:
            row.created_at = self._state.clock.virtual(float(wanted["timestamp"]))
        row.updated_at = now

    # --- Deleting

    async def delete(self, request: Request) -> Response:
        with self._state.moment() as now:
            row = self._row(request)
            answer: Json = {"message": "Memory deleted successfully!"}
            if request.query_params.get("delete_linked") == "true":
                answer["cascade_count"] = self._state.delete_linked(row, now)
            else:
                self._state.delete(row, now)
            return JSONResponse(answer)

    async def batch_delete(self, request: Request) -> Response:
        body = await body_of(request)
        with self._state.moment() as now:
            project = pinned(body, self._state)
            rows = [self._state.memory(each["memory_id"], project) for each in batch(body)]
            there = {row.id: row for row in rows if row is not None}
            for row in there.values():
                self._state.delete(row, now)
            return JSONResponse({"message": f"Successfully deleted {len(there)} memories"})

    async def delete_all(self, request: Request) -> Response:
        if await request.body():
            raise refusals.error(400, "Filters of a bulk delete go into the query, not a body.")
        with self._state.moment() as now:
            ids, metadata = self._doomed(request)
            project = self._state.home

            def test(row: Memory) -> bool:
                held = row.metadata or {}
                if any(held.get(key) != value for key, value in metadata.items()):
                    return False
                matches = [
                    name is not None and wanted in ("*", name)
                    for kind, wanted in ids
                    for name in [row.scope.ids[kind]]
                ]
                return any(matches) if ids else True

            event = self._state.delete_where(project, test, now)
            if len(ids) == 1 and not metadata:
                self._state.spend(project, *ids[0])
            return JSONResponse({"message": QUEUED, "event_id": event.id})

    def _doomed(self, request: Request) -> tuple[Sequence[tuple[str, str]], Json]:
        """The entity ids and the metadata that a bulk delete goes by."""
        query = request.query_params
        ids = [(key, query[key]) for key in query if key in ENTITIES and query[key].strip()]
        metadata = _parsed(query.get("metadata", ""))
        wild = [f"{kind}=*" for kind, name in ids if name == "*"]
        if wild:
            self._state.tripped.append(f"bulk delete of every {' and '.join(wild)}")
        if not ids and not metadata:
            self._state.tripped.append(f"bulk delete without a filter: {request.url.query!r}")
            if self._state.switches.delete_none == "400":
                raise refusals.error(400, "At least one filter is required to delete memories.")
        if len(ids) > 1:
            named = " and ".join(kind for kind, _ in ids)
            self._state.flagged.append(f"a bulk delete by {named} is no intersection")
        if "org_id" in query or "project_id" in query:
            self._state.flagged.append("a project named in the query of a bulk delete is ignored")
        if self._state.switches.delete_multi == "union":
            return ids, metadata
        return (ids[:1] if self._state.switches.delete_multi == "first" else ids[-1:]), metadata


def understood(body: Json, state: State) -> Wish:
    """An add, checked.

    :raises RefusedError: something of it cannot be used.
    """
    messages = _messages(body.get("messages"))
    ids = {key: body[key] for key in ENTITIES if body.get(key) not in (None, "")}
    if not all(isinstance(each, str) for each in ids.values()):
        raise refusals.invalid_input(f"Entity ids must be strings: {ids}")
    if not ids:
        raise refusals.error(
            400, "At least one entity ID is required (user_id, agent_id, app_id, or run_id)."
        )
    infer = body.get("infer", True)
    if not isinstance(infer, bool):
        raise refusals.invalid_input("infer must be true or false.")
    check_common(body)
    categories = body.get("custom_categories")
    if categories is not None:
        check_categories(categories)
    for key in ("custom_instructions", "agent_custom_instructions"):
        if not isinstance(body.get(key), str | None):
            raise refusals.invalid_input(f"{key} must be a string.")
    return Wish(
        scope=Scope(**ids),
        messages=messages,
        metadata=body.get("metadata") or {},
        infer=infer,
        body=body,
        project=pinned(body, state),
    )


def _messages(given: object) -> list[Json]:
    if not isinstance(given, list) or not given:
        raise refusals.invalid_input("messages must be a list with at least one message.")
    for each in given:
        if not isinstance(each, dict) or each.get("role") not in ROLES:
            raise refusals.invalid_input(f"The role of a message must be one of {ROLES}.")
        if not isinstance(each.get("content"), str | list):
            raise refusals.invalid_input("The content of a message must be text or parts.")
    return given


def check_common(body: Json) -> None:
    """Refuse what adds and updates both may carry, where it is malformed."""
    if not isinstance(body.get("metadata"), dict | None):
        raise refusals.invalid_input("metadata must be an object.")
    stamp = body.get("timestamp")
    if stamp is not None and not _whole(stamp):
        raise refusals.invalid_input("timestamp must be Unix seconds.")
    day = body.get("expiration_date")
    if day is None:
        return
    if not isinstance(day, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        raise refusals.invalid_input("expiration_date must be written YYYY-MM-DD.")
    try:
        date.fromisoformat(day)
    except ValueError:
        raise refusals.invalid_input("expiration_date is no day of the calendar.") from None


def check_categories(given: object) -> None:
    if not isinstance(given, list):
        raise refusals.error(400, f'Expected a list of items but got type "{_kind(given)}".')
    for each in given:
        if not isinstance(each, dict):
            raise refusals.error(
                400, f'Expected a dictionary of items but got type "{_kind(each)}".'
            )


def batch(body: Json) -> list[Json]:
    """The memories that a batch names."""
    listed = body.get("memories")
    if not isinstance(listed, list) or not listed:
        raise refusals.error(400, "memories must be a list with at least one entry.")
    if len(listed) > LARGEST_BATCH:
        raise refusals.error(400, f"A batch takes at most {LARGEST_BATCH} memories.")
    for each in listed:
        if not isinstance(each, dict) or not isinstance(each.get("memory_id"), str):
            raise refusals.error(400, "Each entry of a batch needs a memory_id.")
    return listed


def _parsed(text: str) -> Json:
    """The metadata in a query; anything but a JSON object is no filter."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    return type(value).__name__
