"""The routes of older clients, as far as they differ: where ids may stand, and what adds answer."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.responses import Response
from starlette.routing import Route

from tests.platform import answers
from tests.platform.asking import body_of
from tests.platform.asking import page
from tests.platform.filters import ENTITIES
from tests.platform.memories import MemoryRoutes
from tests.platform.memories import understood
from tests.platform.model import Json
from tests.platform.state import State


class LegacyRoutes:
    def __init__(self, state: State) -> None:
        self._state = state
        self._memories = MemoryRoutes(state)

    def routes(self) -> list[Route]:
        return [
            Route("/v1/memories/", self.add, methods=["POST"]),
            Route("/v2/memories/", self.index, methods=["POST"]),
            Route("/v2/memories/search/", self.search, methods=["POST"]),
        ]

    async def add(self, request: Request) -> Response:
        """Queued like any add, but answered with a list, in which an event may stand twice."""
        wish = understood(await body_of(request), self._state)
        with self._state.moment() as now:
            record, event = self._state.add(wish, now)
            request.state.governing = record.governing_instructions
        text = "Memory processing has been queued for background execution"
        entry = {"message": text, "status": "PENDING", "event_id": event.id}
        return JSONResponse({"results": [entry, entry]})

    async def index(self, request: Request) -> Response:
        """Pages only when both the page and its size are given in the query."""
        body = lifted(await body_of(request))
        with self._state.moment() as now:
            found = self._memories.matching(body, now, searching=False)
            rows = [answers.list_row(row, self._state.clock) for row in found]
            if {"page", "page_size"} <= set(request.query_params):
                return JSONResponse(page(request, self._state, rows))
        return JSONResponse({"results": rows[:100]})

    async def search(self, request: Request) -> Response:
        body = lifted(await body_of(request))
        with self._state.moment() as now:
            return JSONResponse({"results": self._memories.found(body, now)})


def lifted(body: Json) -> Json:
    """A body whose entity ids stand in its filters."""
    ids = {key: body[key] for key in ENTITIES if body.get(key)}
    rest = {key: value for key, value in body.items() if key not in ENTITIES}
    if not ids:
        return rest
    clauses: list[object] = [{key: value} for key, value in ids.items()]
    if "filters" in body:
        clauses.append(body["filters"])
    return {**rest, "filters": {"AND": clauses}}
