"""The stand-in: a server of its own in a thread of its own, on a port that was free."""

from __future__ import annotations

import asyncio
import copy
import secrets
import socket
import threading
from types import TracebackType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from tests.platform.app import Front
from tests.platform.clock import Clock
from tests.platform.faults import Faults
from tests.platform.model import AddRecord
from tests.platform.model import Json
from tests.platform.model import Memory
from tests.platform.model import Project
from tests.platform.model import RequestRecord
from tests.platform.model import Scope
from tests.platform.oracle import Script
from tests.platform.state import State
from tests.platform.switches import Switches

HOST = "127.0.0.1"
#: How long starting or stopping may take before something is wrong.
PATIENCE = 5.0


class StandIn:
    """The hosted memory platform, on the loopback interface.

    :param script: what is extracted; nothing by default.
    :param switches: how it misbehaves.
    :param seed: decides all that is left to chance, whatever order requests come in.
    :param speed: virtual seconds for each second on the wall.
    :param latency: bounds of the extraction times in virtual seconds.
    :param port: 0 takes a free one.
    """

    def __init__(
        self,
        *,
        script: Script | None = None,
        switches: Switches | None = None,
        seed: int = 0,
        speed: float = 1000.0,
        latency: tuple[float, float] | None = None,
        port: int = 0,
    ) -> None:
        switches = switches or Switches()
        self.clock = Clock(speed)
        self.org_id = "org_standin"
        self.project_id = "proj_standin"
        self.key = f"m0-{secrets.token_urlsafe(30)}"
        self.project = Project(self.org_id, self.project_id)
        #: A second project that the key reaches where bodies may redirect a call.
        self.neighbour = Project(self.org_id, "proj_neighbour", name="Production")
        self._state = State(
            seed=seed,
            clock=self.clock,
            script=script or Script(),
            switches=switches,
            latency=latency,
            project=self.project,
            neighbour=self.neighbour,
        )
        self._front = Front(self._state, Faults(switches.faults, seed), self.key)
        self._port = port
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None
        self._closed: socket.socket | None = None

    # --- Running

    def __enter__(self) -> StandIn:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if self._front.crashes and error is None:
            raise RuntimeError(f"The stand-in itself has failed:\n{self._front.crashes[0]}")

    def start(self) -> None:
        bound = _bound(self._port)
        self._closed = _bound(0)
        self._port = bound.getsockname()[1]
        self._server = _Server(self._front)
        self._thread = threading.Thread(
            target=self._server.run, args=([bound],), name="platform", daemon=True
        )
        self._thread.start()
        if not self._server.ready.wait(PATIENCE):
            raise RuntimeError("The stand-in did not start.")

    def stop(self) -> None:
        """Close everything, whoever is still waiting for an answer."""
        if self._server is None or self._thread is None:
            return
        self._server.leave()
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            raise RuntimeError("The stand-in did not stop.")
        self._server = self._thread = None
        if self._closed is not None:
            self._closed.close()
            self._closed = None

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    @property
    def closed_url(self) -> str:
        """An address at which nobody listens, and nobody will while this runs."""
        assert self._closed is not None, "the stand-in is not running"
        return f"http://{HOST}:{self._closed.getsockname()[1]}"

    # --- Looking

    @property
    def requests(self) -> list[RequestRecord]:
        with self._state.moment():
            return list(self._front.requests)

    @property
    def adds(self) -> list[AddRecord]:
        with self._state.moment():
            return list(self._state.adds)

    @property
    def tripped(self) -> list[str]:
        """The deletes that went beyond what any one run can own."""
        with self._state.moment():
            return list(self._state.tripped)

    @property
    def flagged(self) -> list[str]:
        """Requests that do not do what they look like."""
        with self._state.moment():
            return list(self._state.flagged)

    @property
    def slowest(self) -> float:
        """The longest extraction so far, in virtual seconds."""
        with self._state.moment():
            return self._state.slowest

    def memories(self) -> list[Memory]:
        """Copies of all rows that are not gone: visible anywhere, or still to come."""
        with self._state.moment() as now:
            return self._state.remaining(now)

    def residue(self) -> set[str]:
        """The user ids of which something is left or still to come, but for what was seeded."""
        with self._state.moment() as now:
            return self._state.residue(now)

    def event(self, event_id: str) -> Json | None:
        """A copy of what is known of an event, whatever the switches hide."""
        with self._state.moment() as now:
            event = self._state.events.get(event_id)
            return copy.deepcopy(vars(event)) | {"status": event.status(now)} if event else None

    # --- Changing

    def seed_memory(
        self,
        text: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        app_id: str | None = None,
        run_id: str | None = None,
        metadata: Json | None = None,
        project: Project | None = None,
    ) -> str:
        """Store what other people own, visible at once; its id."""
        scope = Scope(user_id, agent_id, app_id, run_id)
        with self._state.moment() as now:
            made = self._state.seed_memory(text, scope, metadata, project or self.project, now)
            return made.id


def _bound(port: int) -> socket.socket:
    """A socket that has a port, and does not listen yet."""
    # With its protocol named, asyncio sees that it is TCP and sends small answers at once.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((HOST, port))
    except OSError:
        made.close()
        raise
    return made


class _Server(uvicorn.Server):
    """A server that says when it is ready, and stops without waiting for anybody."""

    def __init__(self, front: Front) -> None:
        super().__init__(
            uvicorn.Config(
                front,
                http=_protocol(front),
                loop="asyncio",
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                timeout_keep_alive=60,
            )
        )
        self.ready = threading.Event()
        self._front = front
        self._loop: asyncio.AbstractEventLoop | None = None
        self._enough = asyncio.Event()

    async def main_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.ready.set()
        await self._enough.wait()

    def leave(self) -> None:
        """Stop, asked from another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._enough.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for wire in list(self._front.wires.values()):
            wire.abort()
        # Those who wait for an answer learn here that there is nobody to give it to.
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=0.3)


def _protocol(front: Front) -> type[asyncio.Protocol]:
    """A protocol whose connections the front knows, and may refuse."""

    class Wired(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if front.refuses():
                transport.abort()
            elif self.client is not None:
                front.wires[self.client] = transport

        def connection_lost(self, exc: Exception | None) -> None:
            if self.client is not None:
                front.wires.pop(self.client, None)
            super().connection_lost(exc)

    return Wired
