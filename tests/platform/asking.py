"""Reading requests, and the pages that lists come in."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote
from urllib.parse import urlencode

from starlette.requests import Request

from tests.platform import refusals
from tests.platform.model import Json
from tests.platform.model import Project
from tests.platform.state import State

#: Nobody can be reached there: whoever follows `next` as it is fails instead of leaving.
ELSEWHERE = "https://platform.invalid"
PAGE_SIZE, LARGEST_PAGE = 100, 200


async def body_of(request: Request) -> Json:
    """The JSON object that a request carries."""
    kind = request.headers.get("content-type", "")
    if kind.split(";")[0].strip().lower() != "application/json":
        raise refusals.detail(415, f'Unsupported media type "{kind}" in request.')
    try:
        body = json.loads((await request.body()).decode("utf-8"))
    except ValueError as error:
        raise refusals.detail(400, f"JSON parse error - {error}") from None
    if not isinstance(body, dict):
        raise refusals.detail(400, "Invalid data. Expected a dictionary.")
    return body


def segment(request: Request, name: str) -> str:
    """A part of the path, decoded; until here it was as on the wire."""
    return unquote(str(request.path_params[name]))


def identifier_in(request: Request) -> str:
    """The id of the memory in the path."""
    text = segment(request, "id")
    try:
        return str(uuid.UUID(text))
    except ValueError:
        raise refusals.error(400, "memory_id should be a valid UUID") from None


def pinned(body: Json, state: State) -> Project:
    """The project a call is about: that of the key, unless a body may say otherwise."""
    org, project = body.get("org_id"), body.get("project_id")
    if state.switches.pin == "ignored" or not (org and project):
        return state.home
    found = state.projects.get(project)
    if found is None or found.org_id != org:
        raise refusals.no_such_project()
    return found


def page(request: Request, state: State, rows: Sequence[Json], count: int | None = None) -> Any:
    """One page of rows, as the query asks for it.

    :param count: what to call the number of rows.
    """
    number, size = _page_number(request), _page_size(request, state)
    pages = max(1, -(-len(rows) // size))
    if number > pages and state.switches.page_past_end == "404":
        raise refusals.detail(404, "Invalid page.")
    here = list(rows[(number - 1) * size : number * size])
    if state.switches.bare_list:
        return here

    def link(to: int) -> str | None:
        if not 1 <= to <= pages:
            return None
        return f"{ELSEWHERE}{request.url.path}?{urlencode({'page': to, 'page_size': size})}"

    return {
        "count": len(rows) if count is None else count,
        "next": link(number + 1),
        "previous": link(number - 1),
        "results": here,
    }


def _page_number(request: Request) -> int:
    text = request.query_params.get("page", "1")
    if not text.isdecimal() or int(text) < 1:
        raise refusals.detail(404, "Invalid page.")
    return int(text)


def _page_size(request: Request, state: State) -> int:
    text = request.query_params.get("page_size", "")
    size = int(text) if text.isdecimal() else 0
    if size > LARGEST_PAGE and state.switches.page_size_over == "400":
        raise refusals.error(400, f"page_size must not be above {LARGEST_PAGE}.")
    return min(size, LARGEST_PAGE) if size else PAGE_SIZE
