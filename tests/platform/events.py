"""The routes of events, the only ones that tell whether an extraction has ended."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.responses import Response
from starlette.routing import Route

from tests.platform import answers
from tests.platform import refusals
from tests.platform.asking import page
from tests.platform.asking import segment
from tests.platform.model import Event
from tests.platform.model import Json
from tests.platform.state import State


class EventRoutes:
    def __init__(self, state: State) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        return [
            Route("/v1/event/{id}/", self.get, methods=["GET"]),
            Route("/v1/events/", self.index, methods=["GET"]),
        ]

    async def get(self, request: Request) -> Response:
        with self._state.moment() as now:
            event = self._state.events.get(segment(request, "id").lower())
            if event is None or not self._visible(event, now):
                raise refusals.no_such_event()
            return JSONResponse(self._row(event, now))

    async def index(self, request: Request) -> Response:
        with self._state.moment() as now:
            found = [each for each in self._state.events.values() if self._visible(each, now)]
            found.sort(key=lambda event: (-event.created_at, event.id))
            return JSONResponse(
                page(request, self._state, [self._row(event, now) for event in found])
            )

    def _visible(self, event: Event, now: float) -> bool:
        return now >= event.created_at + self._state.switches.event_404_for

    def _row(self, event: Event, now: float) -> Json:
        row = answers.event_row(event, now, self._state.clock)
        if self._state.hits("event_status_lower", event.key, event.fixture):
            row["status"] = row["status"].lower()
        if event.finish is not None and event.terminal(now):
            waits = now < event.finish + self._state.switches.event_results_after
            if waits and self._state.hits("event_missing_results", event.key, event.fixture):
                del row["results"]
        return row
