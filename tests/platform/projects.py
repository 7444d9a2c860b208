"""The routes of projects and of the key that opens them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.responses import Response
from starlette.routing import Route

from tests.platform import answers
from tests.platform import refusals
from tests.platform.asking import body_of
from tests.platform.asking import segment
from tests.platform.draws import identifier
from tests.platform.memories import check_categories
from tests.platform.model import Project
from tests.platform.state import State

EMAIL = "owner@example.com"
PROJECTS = "/api/v1/orgs/organizations/{org}/projects/"
#: What a project takes, and as what.
SETTINGS: dict[str, type] = {
    "name": str,
    "description": str,
    "custom_instructions": str,
    "agent_custom_instructions": str,
    "custom_categories": list,
    "multilingual": bool,
    "decay": bool,
}


class ProjectRoutes:
    def __init__(self, state: State) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        one = f"{PROJECTS}{{project}}/"
        return [
            Route("/v1/ping/", self.ping, methods=["GET"]),
            Route(PROJECTS, self.create, methods=["POST"]),
            Route(one, self.get, methods=["GET"]),
            Route(one, self.update, methods=["PATCH"]),
            Route(one, self.delete, methods=["DELETE"]),
            Route(f"{one}members/", self.members, methods=["GET"]),
        ]

    async def ping(self, request: Request) -> Response:
        home = self._state.home
        return JSONResponse(
            {
                "status": "ok",
                "org_id": home.org_id,
                "project_id": home.project_id,
                "user_email": EMAIL,
            }
        )

    async def create(self, request: Request) -> Response:
        if segment(request, "org") != self._state.home.org_id:
            raise refusals.no_such_project()
        body = await body_of(request)
        if not isinstance(body.get("name"), str) or not body["name"].strip():
            raise refusals.message(400, "A project needs a name.")
        with self._state.moment():
            number = len(self._state.projects)
            made = Project(
                org_id=self._state.home.org_id,
                project_id=f"proj_{identifier(self._state.seed, 'project', number)[:8]}",
                name=body["name"],
                description=body.get("description"),
            )
            self._state.projects[made.project_id] = made
        return JSONResponse({"project_id": made.project_id, "name": made.name}, status_code=201)

    async def get(self, request: Request) -> Response:
        asked = request.query_params.getlist("fields")
        narrow = asked and self._state.switches.fields == "narrowing"
        with self._state.moment():
            return JSONResponse(
                answers.project_object(self._project(request), asked if narrow else None)
            )

    async def update(self, request: Request) -> Response:
        body = await body_of(request)
        with self._state.moment():
            project = self._project(request)
            wanted = {key: value for key, value in body.items() if key in SETTINGS}
            for key, value in wanted.items():
                check_setting(key, value)
            for key, value in wanted.items():
                setattr(project, key, value)
        return JSONResponse({"message": "Project updated successfully"})

    async def delete(self, request: Request) -> Response:
        with self._state.moment() as now:
            project = self._project(request)
            self._state.tripped.append(f"the project {project.project_id} was deleted")
            self._state.delete_where(project, lambda row: True, now)
            project.deleted = True
        return JSONResponse({"message": "Project deleted successfully"})

    async def members(self, request: Request) -> Response:
        self._project(request)
        return JSONResponse({"members": [{"username": EMAIL, "role": "OWNER"}]})

    def _project(self, request: Request) -> Project:
        """The project in the path; the neighbour's can only be reached by those pinned to it."""
        project = self._state.projects.get(segment(request, "project"))
        if project is None or project.deleted or project.org_id != segment(request, "org"):
            raise refusals.no_such_project()
        return project


def check_setting(key: str, value: Any) -> None:
    """Refuse a setting of the wrong type: none can be set back to null."""
    if not isinstance(value, SETTINGS[key]):
        raise refusals.message(400, f"{key} must be of type {SETTINGS[key].__name__}.")
    if key == "custom_categories":
        check_categories(value)
