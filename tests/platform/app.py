"""From a request on the wire to an answer on the wire: recorded, checked, and perhaps spoilt."""

from __future__ import annotations

import asyncio
import hmac
import json
import math
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.responses import Response
from starlette.types import ASGIApp
from starlette.types import Message
from starlette.types import Receive
from starlette.types import Scope
from starlette.types import Send

from tests.platform import refusals
from tests.platform.entities import EntityRoutes
from tests.platform.entities import OtherRoutes
from tests.platform.events import EventRoutes
from tests.platform.faults import Fault
from tests.platform.faults import Faults
from tests.platform.faults import Struck
from tests.platform.legacy import LegacyRoutes
from tests.platform.memories import MemoryRoutes
from tests.platform.model import RequestRecord
from tests.platform.projects import ProjectRoutes
from tests.platform.refusals import RefusedError
from tests.platform.state import State

#: The transports of all open connections, by the address of the client.
Wires = dict[tuple[str, int], asyncio.Transport]

PAGE = "<!doctype html><html><head><title>{0}</title></head><body><h1>{0}</h1></body></html>"
TRICKLE = 12


@dataclass
class Answer:
    """A response that has not been sent yet."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    governing: str | None = None


class Front:
    """The outermost layer, an ASGI application.

    It keeps the transports of its connections, as some faults cannot be said in HTTP.
    """

    def __init__(self, state: State, faults: Faults, key: str) -> None:
        self.state = state
        self.faults = faults
        self.key = key
        self.wires: Wires = {}
        self.requests: list[RequestRecord] = []
        #: The tracebacks of mistakes in here, which no test may take for the platform's.
        self.crashes: list[str] = []
        self._inner = _routes(state)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._serve(scope, receive, send)
        except Exception:
            self.crashes.append(traceback.format_exc())
            raise

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read(receive)
        method, path = scope["method"], scope["raw_path"].decode("ascii")
        query = scope["query_string"].decode("latin-1")
        parsed = _parsed(body)
        with self.state.moment() as now:
            identity = self.state.identity(path, query, parsed)
            struck = self.faults.strike(method, path, identity, now)
            number = len(self.requests)
            self.requests.append(
                RequestRecord(
                    method=method,
                    path=path,
                    query=parse_qs(query, keep_blank_values=True),
                    body=parsed,
                    status=None,
                    at=now,
                    headers=_headers(scope),
                    fault=struck.fault.kind if struck else None,
                )
            )
        answer = None
        if struck is None or struck.fault.queued or struck.fault.kind in AFTERWARDS:
            answer = await self._answer(scope, path, body)
            self._note(number, governing_instructions=answer.governing)
        if struck is not None:
            answer = await self._spoil(struck, path, answer, number, scope, receive)
        if answer is not None:
            self._note(number, status=answer.status)
            await _send(answer, send)

    def refuses(self) -> bool:
        """Whether the connection that is being made is closed at once."""
        with self.state.moment():
            return self.faults.refuses()

    def _note(self, number: int, **more: Any) -> None:
        with self.state.moment():
            self.requests[number] = replace(self.requests[number], **more)

    async def _answer(self, scope: Scope, path: str, body: bytes) -> Answer:
        """What the platform says when nothing comes between."""
        given = dict(scope["headers"]).get(b"authorization", b"")
        if not hmac.compare_digest(given, f"Token {self.key}".encode()):
            refused = {"detail": "Authentication credentials were not provided or are not valid."}
            return _plain(JSONResponse(refused, status_code=401))
        # Routed as it is on the wire: an id with a slash in it stays one part of the path.
        inner = {**scope, "path": path, "state": {}}
        return await _call(self._inner, inner, body)

    async def _spoil(
        self,
        struck: Struck,
        path: str,
        answer: Answer | None,
        number: int,
        scope: Scope,
        receive: Receive,
    ) -> Answer | None:
        """The answer that a fault leaves; None when it leaves none."""
        kind = struck.fault.kind
        if kind in REPLACED:
            return REPLACED[kind](struck, path)
        wire = self.wires.get(tuple(scope["client"]))
        if kind == "slow_headers" and answer is not None and wire is not None:
            self._note(number, status=answer.status)
            await self._trickle(answer, wire, struck.fault)
        elif kind == "truncated" and answer is not None and wire is not None:
            self._note(number, status=answer.status)
            wire.write(_head(answer) + answer.body[: len(answer.body) // 2])
            wire.close()
        elif kind != "hang" and wire is not None:
            wire.abort()
        await _gone(receive)
        return None

    async def _trickle(self, answer: Answer, wire: asyncio.Transport, fault: Fault) -> None:
        head = _head(answer)
        step = -(-len(head) // TRICKLE)
        for begin in range(0, len(head), step):
            if wire.is_closing():
                return
            wire.write(head[begin : begin + step])
            await asyncio.sleep(self.state.clock.wall(fault.delay / TRICKLE))
        wire.write(answer.body)
        wire.close()


#: Faults that spoil a real answer; the others come instead of one.
AFTERWARDS = ("slow_headers", "truncated")


def _page(struck: Struck, path: str) -> Answer:
    return _plain(Response(PAGE.format("Just a moment..."), media_type="text/html"))


def _nothing(struck: Struck, path: str) -> Answer:
    return _plain(Response(status_code=204))


def _redirect(struck: Struck, path: str) -> Answer:
    return _plain(Response(status_code=301, headers={"Location": f"/moved{path}"}))


def _status(struck: Struck, path: str) -> Answer:
    fault = struck.fault
    if fault.status in (204, 304):
        return _plain(Response(status_code=fault.status, headers=struck.headers))
    if fault.html or fault.body is not None:
        text = fault.body if fault.body is not None else PAGE.format(f"Error {fault.status}")
        kind = "text/html" if fault.html else "application/json"
        response = Response(text, fault.status, struck.headers, media_type=kind)
    else:
        body = {"error": f"The service answered {fault.status}."}
        response = JSONResponse(body, fault.status, struck.headers)
    return _plain(response)


def _too_many(struck: Struck, path: str) -> Answer:
    limits = {"X-RateLimit-Limit": str(struck.fault.per_minute), "X-RateLimit-Remaining": "0"}
    limits["X-RateLimit-Reset"] = str(math.ceil(time.time()) + 60)
    body = {"detail": "Request was throttled."}
    return _plain(JSONResponse(body, 429, {**limits, **struck.headers}))


def _forbidden(struck: Struck, path: str) -> Answer:
    body = {"detail": "You do not have permission to perform this action."}
    return _plain(JSONResponse(body, 403))


REPLACED = {
    "html_200": _page,
    "no_content": _nothing,
    "redirect": _redirect,
    "status": _status,
    "throttle_429": _too_many,
    "rate": _too_many,
    "throttle_403": _forbidden,
}


def _routes(state: State) -> Starlette:
    families = (
        MemoryRoutes(state),
        EventRoutes(state),
        EntityRoutes(state),
        OtherRoutes(state),
        ProjectRoutes(state),
        LegacyRoutes(state),
    )
    app = Starlette(
        routes=[route for family in families for route in family.routes()],
        exception_handlers={RefusedError: _refused, HTTPException: _no_route},
    )
    # The slash at the end is part of the path here; nobody is sent there.
    app.router.redirect_slashes = False
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return JSONResponse(error.body, status_code=error.status)


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        refused = refusals.detail(405, f'Method "{request.method}" not allowed.')
    else:
        refused = refusals.detail(error.status_code, "Not found.")
    return JSONResponse(refused.body, status_code=refused.status, headers=error.headers)


async def _read(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


async def _gone(receive: Receive) -> None:
    """Wait until the connection is no more."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _call(app: ASGIApp, scope: Scope, body: bytes) -> Answer:
    """Ask an application without sending what it says."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    text = b"".join(each.get("body", b"") for each in sent[1:])
    governing = scope["state"].get("governing")
    return Answer(sent[0]["status"], list(sent[0]["headers"]), text, governing)


async def _send(answer: Answer, send: Send) -> None:
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    await send({"type": "http.response.body", "body": answer.body})


def _plain(response: Response) -> Answer:
    return Answer(response.status_code, list(response.raw_headers), bytes(response.body))


def _head(answer: Answer) -> bytes:
    lines = [f"HTTP/1.1 {answer.status} Answer".encode()]
    lines += [name + b": " + value for name, value in answer.headers]
    return b"\r\n".join([*lines, b"connection: close", b"", b""])


def _headers(scope: Scope) -> dict[str, str]:
    pairs: Sequence[tuple[bytes, bytes]] = scope["headers"]
    named = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in pairs}
    named.pop("authorization", None)
    return named


def _parsed(body: bytes) -> Any:
    """The JSON of a body, or its text when it is none."""
    if not body:
        return None
    text = body.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except ValueError:
        return text
