"""The routes of entities, and those that no evaluation needs but the client has methods for."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.responses import Response
from starlette.routing import Route

from tests.platform import answers
from tests.platform import refusals
from tests.platform.asking import body_of
from tests.platform.asking import page
from tests.platform.asking import segment
from tests.platform.draws import identifier
from tests.platform.filters import FilterError
from tests.platform.filters import compile_filters
from tests.platform.memories import QUEUED
from tests.platform.model import Json
from tests.platform.model import Memory
from tests.platform.projects import EMAIL
from tests.platform.state import State

TYPES = ("user", "agent", "app", "run")


class EntityRoutes:
    def __init__(self, state: State) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        return [
            Route("/v1/entities/", self.index, methods=["GET"]),
            Route("/v2/entities/{type}/{name}/", self.delete, methods=["DELETE"]),
            Route("/v1/stats/", self.stats, methods=["GET"]),
        ]

    async def index(self, request: Request) -> Response:
        with self._state.moment() as now:
            found = self._entities(now)
            totals = {
                f"total_{kind}s": sum(1 for each in found if each["type"] == kind) for kind in TYPES
            }
            answer = page(request, self._state, found)
            shown = answer if isinstance(answer, list) else answer["results"]
            self._state.enumerated |= {(each["type"], each["name"]) for each in shown}
        return JSONResponse(answer if isinstance(answer, list) else {**answer, **totals})

    def _entities(self, now: float) -> Sequence[Json]:
        home = self._state.home.project_id
        oldest: dict[tuple[str, str], Memory] = {}
        for row in self._state.memories.values():
            if row.project_id == home and row.listed(now):
                for kind in TYPES:
                    name = row.scope.ids[f"{kind}_id"]
                    if name is not None:
                        oldest.setdefault((kind, name), row)
        clock = self._state.clock
        return [
            {
                "id": identifier(self._state.seed, "entity", kind, name),
                "name": name,
                "type": kind,
                "owner": EMAIL,
                "created_at": clock.iso_row(row.created_at),
                "updated_at": clock.iso_row(row.updated_at),
                "metadata": None,
            }
            for (kind, name), row in sorted(oldest.items(), key=lambda each: each[0])
        ]

    async def delete(self, request: Request) -> Response:
        kind, name = segment(request, "type"), segment(request, "name")
        if kind not in TYPES:
            raise refusals.message(400, "Invalid entity type")
        with self._state.moment() as now:
            if (kind, name) in self._state.enumerated:
                self._state.tripped.append(f"{kind} {name!r} was listed, then deleted")
            key = f"{kind}_id"
            event = self._state.delete_where(
                self._state.home, lambda row: row.scope.ids[key] == name, now
            )
            self._state.spend(self._state.home, key, name)
        return JSONResponse({"message": QUEUED, "event_id": event.id})

    async def stats(self, request: Request) -> Response:
        return JSONResponse(
            {
                "total_memories": 0,
                "total_retrieval_events": 0,
                "total_retrieval_events_limit": 1000,
                "total_add_events": 0,
                "total_add_events_limit": 10000,
            }
        )


class OtherRoutes:
    """Only as much as it takes for the client's methods to come back."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._settings: Json = {"enabled": False}

    def routes(self) -> list[Route]:
        return [
            Route("/v1/feedback/", self.feedback, methods=["POST"]),
            Route("/v1/summary/", self.summary, methods=["POST"]),
            Route("/v1/exports/", self.export, methods=["POST"]),
            Route("/v1/exports/get/", self.exported, methods=["POST"]),
            Route("/v2/entities/user/{name}/profile/", self.profile, methods=["GET"]),
            Route("/v2/profiles/jobs/", self.job, methods=["POST"]),
            Route("/v2/profiles/jobs/{id}/", self.job_state, methods=["GET"]),
            Route("/v2/profiles/settings/", self.settings, methods=["GET", "POST"]),
        ]

    async def feedback(self, request: Request) -> Response:
        body = await body_of(request)
        with self._state.moment():
            if self._state.memory(str(body.get("memory_id"))) is None:
                raise refusals.no_such_memory()
        given = {key: body.get(key) for key in ("feedback", "feedback_reason")}
        return JSONResponse({"id": identifier(self._state.seed, body), **given})

    async def summary(self, request: Request) -> Response:
        body = await body_of(request)
        try:
            test = compile_filters(body.get("filters"))
        except FilterError as error:
            raise refusals.error(400, str(error)) from None
        with self._state.moment() as now:
            texts = [
                row.text
                for row in self._state.memories.values()
                if row.listed(now) and test(answers.filter_row(row, self._state.clock))
            ]
        return JSONResponse({"summary": " ".join(texts)})

    async def export(self, request: Request) -> Response:
        body = await body_of(request)
        made = identifier(self._state.seed, "export", body)
        return JSONResponse({"message": "The export has been queued.", "id": made})

    async def exported(self, request: Request) -> Response:
        await body_of(request)
        return JSONResponse({"memories": []})

    async def profile(self, request: Request) -> Response:
        return JSONResponse({"entity_id": segment(request, "name"), "profile": None})

    async def job(self, request: Request) -> Response:
        body = await body_of(request)
        key = request.headers.get("idempotency-key", "")
        made = identifier(self._state.seed, "job", key or body)
        url = f"/v2/profiles/jobs/{made}/"
        return JSONResponse({"job_id": made, "status": "PENDING", "status_url": url})

    async def job_state(self, request: Request) -> Response:
        return JSONResponse({"job_id": segment(request, "id"), "status": "SUCCEEDED"})

    async def settings(self, request: Request) -> Response:
        if request.method == "POST":
            self._settings = {**self._settings, **await body_of(request)}
        return JSONResponse(self._settings)
