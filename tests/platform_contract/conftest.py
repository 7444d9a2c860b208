"""Two clients of the stand-in: the real one, and one made of nothing but the standard library."""

from __future__ import annotations

import importlib
import json
import urllib.error
import urllib.request
import warnings
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from email.message import Message
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from tests.platform import StandIn

Launch = Callable[..., StandIn]
#: Modules and clients of a package that is not installed everywhere have no types here.
Real = Any


@dataclass(frozen=True)
class Reply:
    status: int
    #: The parsed JSON, or the text when it is none.
    body: Any
    headers: Message

    @property
    def text(self) -> str:
        """All that it says, for assertions about wording."""
        return self.body if isinstance(self.body, str) else json.dumps(self.body)


class _Still(urllib.request.HTTPRedirectHandler):
    """Goes nowhere: a redirect is an answer like any other."""

    def redirect_request(self, *given: Any, **more: Any) -> None:
        return None


class Plain:
    """Requests without any client library in between."""

    def __init__(self, platform: StandIn, timeout: float = 5.0) -> None:
        self.platform = platform
        self._timeout = timeout
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Still())

    def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: dict[str, str] | None = None,
        data: bytes | None = None,
        **query: Any,
    ) -> Reply:
        sent = {"Authorization": f"Token {self.platform.key}", **(headers or {})}
        if body is not None:
            data = json.dumps(body).encode()
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        url = f"{self.platform.url}{path}"
        if query:
            url += f"?{urlencode(query, doseq=True)}"
        request = urllib.request.Request(url, data, sent, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return Reply(answer.status, _parsed(answer.read()), answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return Reply(error.code, _parsed(error.read()), error.headers)

    # --- What most tests do

    def add(self, text: str = "hello", **more: Any) -> str:
        """Queue an add; the id of its event."""
        ids = {"user_id", "agent_id", "app_id", "run_id"} & set(more)
        body = {"messages": [{"role": "user", "content": text}], **more}
        if not ids:
            body["user_id"] = "u"
        reply = self("POST", "/v3/memories/add/", body)
        assert reply.status == 200, reply
        return str(reply.body["event_id"])

    def event(self, event_id: str) -> dict[str, Any]:
        reply = self("GET", f"/v1/event/{event_id}/")
        assert reply.status == 200, reply
        return dict(reply.body)

    def rows(self, filters: object = None, **flags: Any) -> list[dict[str, Any]]:
        body = {"filters": filters or {"user_id": "u"}, **flags}
        reply = self("POST", "/v3/memories/", body, page_size=200)
        assert reply.status == 200, reply
        return list(reply.body["results"])

    def found(self, query: str, filters: object = None, **more: Any) -> list[dict[str, Any]]:
        body = {"query": query, "filters": filters or {"user_id": "u"}, **more}
        reply = self("POST", "/v3/memories/search/", body)
        assert reply.status == 200, reply
        return list(reply.body["results"])


def _parsed(raw: bytes) -> Any:
    text = raw.decode("utf-8")
    try:
        return json.loads(text)
    except ValueError:
        return text


@pytest.fixture
def launch() -> Iterator[Launch]:
    """Starts stand-ins in which time stands still, and stops them all."""
    with ExitStack() as running:

        def started(**settings: Any) -> StandIn:
            return running.enter_context(StandIn(**{"speed": 0, "seed": 7, **settings}))

        yield started


@pytest.fixture
def platform(launch: Launch) -> StandIn:
    return launch()


@pytest.fixture
def plain(platform: StandIn) -> Plain:
    return Plain(platform)


@pytest.fixture(scope="session")
def mem0(tmp_path_factory: pytest.TempPathFactory) -> Real:
    """The package of the real client, imported so that it reports to nobody."""
    if find_spec("mem0") is None:
        pytest.skip("needs mem0")
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setenv("MEM0_TELEMETRY", "False")
        patch.setenv("MEM0_DIR", str(tmp_path_factory.mktemp("mem0")))
        importlib.import_module("mem0.exceptions")
        return importlib.import_module("mem0")


@pytest.fixture
def connect(mem0: Real) -> Iterator[Callable[..., Real]]:
    """Makes real clients of a stand-in."""
    with ExitStack() as open_clients:

        def connected(platform: StandIn, *, timeout: float = 5.0, **more: Any) -> Real:
            # There is nothing to verify here, and loading the roots takes longer than a test.
            http = httpx.Client(trust_env=False, timeout=timeout, verify=False)
            open_clients.enter_context(http)
            settings = {"api_key": platform.key, "host": platform.url, "client": http, **more}
            return mem0.MemoryClient(**settings)

        yield connected


@pytest.fixture
def client(platform: StandIn, connect: Callable[..., Real]) -> Real:
    return connect(platform)
