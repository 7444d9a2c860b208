"""Agents over real memories: mem0, hosted or open source, and PRME.

What they answer from is what their store holds: with `memeval_agent_model` a model reads it, else
the memory that fits best is the answer. They store what is said to them, as they would in use.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pytest_memeval.clients.backend import Backend
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.scopes import new_run
from pytest_memeval.clients.scopes import scope_of
from pytest_memeval.clients.secret import Secret
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.ee.controls import UNKNOWN
from pytest_memeval.suites.ee.controls import best
from pytest_memeval.suites.ee.meme import Message
from pytest_memeval.suites.ee.meme import Session
from pytest_memeval.suites.ee.reader import Reader
from pytest_memeval.suites.ee.reader import reader_from
from pytest_memeval.suites.ee.sentences import Index

KEY, HOST = "MEM0_API_KEY", "MEMEVAL_MEM0_HOST"
#: Requests a minute, and requests an episode may make.
RATE, BUDGET = 600.0, 20_000
#: Roles that a memory takes in.
ROLES = ("user", "assistant")
#: How many memories PRME is asked for.
LIMIT = 20
DIMENSION = 256


def _answer(
    memories: Sequence[str], message: str, history: list[Message], reader: Reader | None
) -> str:
    """What a memory comes to: as a model reads it, or the one that fits best."""
    if reader is not None:
        return reader.answer(memories, message, history)
    index = Index()
    for memory in memories:
        index.add(memory, "user")
    found = best(index, message)
    return found[-1].text if found else UNKNOWN


class Mem0:
    """A scope of mem0, made for one episode and deleted with it.

    All that the scope holds is read, so that the store is measured and not its ranking.
    """

    retains_turns = True
    recorded = True
    version = ""

    def __init__(self) -> None:
        self._backend: Backend | None = None
        self._scope = Scope("", "")
        self._open: set[str] = set()
        self._reader: Reader | None = None
        self._options: Options = {}
        self._root = Path()

    def memeval_set_up(self, options: Options, root: Path) -> None:
        self._options, self._root = options, root
        self._reader = reader_from(options)
        kind = "oss" if options.get("memeval_agent_config") else "platform"
        model = self._reader.model if self._reader else "no reader"
        self.version = f"{kind} {_installed('mem0ai')} {model}"

    def reset(self, namespace: str) -> None:
        run = new_run()
        self._backend = self._connect(run)
        self._scope = scope_of(run, namespace)
        self._open.clear()

    def _connect(self, run: str) -> Backend:
        pace = Pace(RATE, BUDGET)
        config = self._options.get("memeval_agent_config", ())
        if config:
            from pytest_memeval.clients.mem0_oss import OpenSource
            from pytest_memeval.clients.mem0_oss import read_config

            return OpenSource(read_config(self._root / config[0]), run, pace)
        from pytest_memeval.clients.mem0_platform import PUBLIC_HOST
        from pytest_memeval.clients.mem0_platform import Platform
        from pytest_memeval.clients.mem0_platform import missing

        key = os.environ.get(KEY, "").strip()
        if wrong := missing():
            raise BackendError(wrong, "bug")
        if not key:
            raise BackendError(
                f"the agent mem0 needs a key in {KEY}, or memeval_agent_config for the open one",
                "bug",
            )
        return Platform(Secret(key), os.environ.get(HOST, PUBLIC_HOST), run, pace)

    def memories(self) -> list[str]:
        return [memory.text for memory in self._store.memories(self._scope)]

    def retain(self, session: Session) -> None:
        self._add(session.messages, session.timestamp)

    def respond(self, message: str, history: list[Message]) -> str:
        said = _answer(self.memories(), message, history, self._reader)
        exchange = [{"role": "user", "content": message}, {"role": "assistant", "content": said}]
        self._add(exchange, "")
        return said

    def wait_until_settled(self) -> bool:
        for event_id in sorted(self._open):
            event = self._store.event(event_id)
            if event.state == "failed":
                raise BackendError(f"an extraction failed: {event.error}", "broken")
            if event.state == "done":
                self._open.discard(event_id)
        return not self._open

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
        if self._backend is None:
            return
        try:
            self._backend.delete_scope(self._scope)
        finally:
            self._backend.close()

    @property
    def _store(self) -> Backend:
        if self._backend is None:
            raise BackendError("the agent mem0 was not reset", "bug")
        return self._backend

    def _add(self, messages: Iterable[Message], timestamp: str) -> None:
        turns = [dict(turn) for turn in messages if turn["role"] in ROLES and turn["content"]]
        if not turns:
            return
        added = self._store.add(self._scope, turns, {"timestamp": timestamp}, None)
        if added.event_id is not None:
            self._open.add(added.event_id)


class Prme:
    """A `prme.MemoryClient` in a folder of its own, searched by words and a hashed embedding."""

    retains_turns = True
    recorded = True
    version = ""

    def __init__(self) -> None:
        self._client: Any = None
        self._folder = ""
        self._user = ""
        self._stored = 0
        self._reader: Reader | None = None

    def memeval_set_up(self, options: Options, root: Path) -> None:
        self._reader = reader_from(options)
        model = self._reader.model if self._reader else "no reader"
        self.version = f"{_installed('prme')} {model}"

    def reset(self, namespace: str) -> None:
        try:
            from prme import MemoryClient
        except ImportError:
            raise RuntimeError("the agent prme needs the package prme: install it") from None
        self._folder = tempfile.mkdtemp(prefix="memeval-prme-")
        self._user = namespace
        self._client = MemoryClient(self._folder, embedding_provider=HashEmbedding())

    def memories(self) -> list[Any]:
        return list(self._client.query_nodes(user_id=self._user))

    def retain(self, session: Session) -> None:
        for message in session.messages:
            self._keep(message, session.id)

    def respond(self, message: str, history: list[Message]) -> str:
        found = self._client.retrieve(message, user_id=self._user, limit=LIMIT)
        memories = [str(one.node.content) for one in found.results]
        said = _answer(memories, message, history, self._reader)
        self._keep({"role": "user", "content": message}, "conversation")
        return said

    def wait_until_settled(self) -> bool:
        done = self._client.process_pending(user_id=self._user, budget_ms=1000)
        return not getattr(done, "remaining", 0)

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
        if self._client is not None:
            self._client.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _keep(self, message: Message, session_id: str) -> None:
        if message["role"] in ROLES and message["content"].strip():
            self._client.store(
                message["content"],
                user_id=self._user,
                role=message["role"],
                session_id=session_id,
            )


class HashEmbedding:
    """Words hashed into a vector (Weinberger et al. 2009): no model, no download, no chance."""

    model_name = "memeval-hash"
    model_version = "1"
    dimension = DIMENSION

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [_hashed(text) for text in texts]


def _hashed(text: str) -> list[float]:
    vector = [0.0] * DIMENSION
    for word in re.findall(r"\w+", text.lower()):
        number = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
        vector[number % DIMENSION] += 1.0 if number & (1 << 20) else -1.0
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]


def _installed(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"{name} missing"
