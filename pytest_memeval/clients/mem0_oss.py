"""The open-source mem0, through the real `mem0.Memory`, over a store that lives as long as the run.

mem0 takes trouble for silence: when its model's answer cannot be read, or a fact cannot be embedded
or written, it logs that and goes on as if there had been nothing to store. So its model and its
embedder are listened to, and whatever the model named has to be found in the store afterwards. All
else is an error, never an empty scope.
"""

from __future__ import annotations

import atexit
import functools
import inspect
import json
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import ExitStack
from contextlib import contextmanager
from contextlib import suppress
from copy import deepcopy
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

from pytest_memeval.clients.backend import Added
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Event
from pytest_memeval.clients.backend import Kind
from pytest_memeval.clients.backend import Memory
from pytest_memeval.clients.backend import Message
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.mem0_platform import LONGEST_WAIT
from pytest_memeval.clients.mem0_platform import load_mem0
from pytest_memeval.clients.mem0_platform import missing
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.scopes import check_own
from pytest_memeval.clients.secret import Secret
from pytest_memeval.text import known_names
from pytest_memeval.text import one_line
from pytest_memeval.text import plural
from pytest_memeval.text import show
from pytest_memeval.timelimit import in_thread

#: The settings that `mem0.Memory` knows. mem0 itself ignores all others, typing errors too.
SETTINGS = (
    "llm",
    "embedder",
    "reranker",
    "custom_instructions",
    "history_db_path",
    "version",
)
#: Those that name a provider, and those of them that have a part in what is stored: the others
#: are left out, like the path of a history and the version, which is a label.
PARTS = SETTINGS[:3]
USED = SETTINGS[:2]
#: How long one answer of the model or the embedder may take, in seconds.
TIMEOUT = 300.0
#: How many memories are listed at first; mem0 gives 20 when it is not told.
PAGE = 1000

_VARIABLE = re.compile(r"\$\{(\w+)\}")
_SECRET_NAME = re.compile(r"key|secret|passw|credential|auth|token|cookie", re.IGNORECASE)
_SECRET_VARIABLE = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$", re.IGNORECASE)
_URL_USER = re.compile(r"(?<=://)[^/@\s]+(?=@)")
_NETWORK = re.compile(r"Connect|Timeout|Network|Transport|Protocol")


# --- the configuration


def read_config(path: Path) -> dict[str, Any]:
    """Read a file of mem0's own settings, in YAML or, by its name, JSON.

    In what names a provider, `${NAME}` is a variable of the environment. What comes back holds the
    keys as they are.

    :raises BackendError: what is wrong with the file, and what to do about it.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise _unfit(path, f"cannot be read: {why}; name a YAML or JSON file") from None
    settings = _checked(_parsed(path, text), str(path))
    for part in USED:
        if part in settings:
            settings[part] = _filled(settings[part], part, path)
    return settings


def _parsed(path: Path, text: str) -> object:
    """What a file says. Parsers quote the lines that they trip over, and those may hold a key."""
    import yaml

    form = "JSON" if path.suffix.lower() == ".json" else "YAML"
    try:
        return json.loads(text) if form == "JSON" else yaml.safe_load(text)
    except json.JSONDecodeError as error:
        line = error.lineno
    except Exception as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
    raise _unfit(path, f"not valid {form} at line {line}; correct it") from None


def _filled(value: Any, where: str, path: Path) -> Any:
    if isinstance(value, dict):
        return {key: _filled(one, f"{where}.{key}", path) for key, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, where, path) for one in value]
    if not isinstance(value, str):
        return value
    for name in _VARIABLE.findall(value):
        if not os.environ.get(name):
            wrong = f"{where} wants the environment variable {name}, which is not set; set it"
            raise _unfit(path, wrong)
    return _VARIABLE.sub(lambda match: os.environ[match[1]], value)


def _checked(config: object, where: str) -> dict[str, Any]:
    """A copy of settings that are ones.

    :raises BackendError: they are none, or some would be ignored.
    """
    if not isinstance(config, Mapping) or not config:
        raise _unfit(where, "holds no settings of mem0; it needs at least `llm` and `embedder`")
    if "vector_store" in config:
        own = "a live run keeps its memories in a folder of its own; remove vector_store"
        raise _unfit(where, own)
    for name in config:
        if name not in SETTINGS:
            known = known_names(SETTINGS, str(name))
            raise _unfit(where, f"mem0 has no setting {show(name, 60)}; {known}")
    parts = {part: _checked_part(config[part], part, where) for part in PARTS if part in config}
    instructions = config.get("custom_instructions")
    if not isinstance(instructions, (str, type(None))):
        raise _unfit(where, "custom_instructions is not a text; make it one")
    return {**deepcopy(dict(config)), **parts}


def _checked_part(part: object, name: str, where: str) -> dict[str, Any]:
    """One of the settings that name a provider. mem0 ignores what stands beside its `config`."""
    if not isinstance(part, Mapping) or not set(part) <= {"provider", "config"}:
        raise _unfit(where, f"{name} takes `provider` and `config`; move all else into its config")
    inner = part.get("config")
    if not isinstance(inner, (Mapping, type(None))):
        raise _unfit(where, f"{name}.config is no mapping; make it one")
    return {**deepcopy(dict(part)), "config": deepcopy(dict(inner or {}))}


def _unfit(where: Path | str, wrong: str) -> BackendError:
    return BackendError(f"{where}: {wrong}", "bug")


class _Hidden:
    """Everything that must not be shown: what settings and variables with telling names hold."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        variables = {key: os.environ[key] for key in os.environ if _SECRET_VARIABLE.search(key)}
        found = {
            part
            for value in (*_secret_values(settings), *variables.values())
            for part in (value, *value.split())
            if len(part) >= 4  # shorter ones are fillers, and would blot out half of a message
        }
        self._secrets = [Secret(one) for one in sorted(found, key=len, reverse=True)]

    def line(self, text: str) -> str:
        for secret in self._secrets:
            text = secret.hide_in(text)
        return one_line(text, 160)


def _secret_values(value: object, name: str = "") -> Iterator[str]:
    """The secrets in a value: the texts under telling names, and the users in URLs."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            # Whatever lies below a telling name is secret too.
            below = name if _SECRET_NAME.search(name) else str(key)
            yield from _secret_values(one, below)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _secret_values(one, name)
    elif isinstance(value, str):
        yield from _URL_USER.findall(value)
        if _SECRET_NAME.search(name):
            yield value


# --- what went wrong


def _failure(who: str, error: Exception, hidden: _Hidden, otherwise: Kind) -> BackendError:
    """What an exception of mem0, or of one of the many clients under it, says.

    :param otherwise: what it is when it is not about HTTP or the network.
    """
    if isinstance(error, BackendError):
        return error
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 400:
        return _refusal(f"{who}: HTTP {status} ({hidden.line(str(error))})", status, error)
    names = " ".join(kind.__name__ for kind in type(error).__mro__)
    kind: Kind = "transient" if _NETWORK.search(names) else otherwise
    return BackendError(f"{who}: {hidden.line(_said(error))}", kind)


def _refusal(said: str, status: int, error: Exception) -> BackendError:
    if status in (401, 403):
        return BackendError(said, "auth", status)
    if status == 429:
        return BackendError(said, "throttled", status, wait=_wait(error))
    if status == 408 or status >= 500:
        return BackendError(said, "transient", status, wait=_wait(error))
    return BackendError(said, "refused", status)


def _wait(error: Exception) -> float | None:
    """The seconds that an answer asks us to wait."""
    headers = getattr(getattr(error, "response", None), "headers", {})
    text = str(headers.get("retry-after", ""))
    return min(float(text), LONGEST_WAIT) if text.isdecimal() else None


def _said(error: Exception) -> str:
    """An exception in a few words."""
    from pydantic import ValidationError

    if isinstance(error, ValidationError):  # its own words show what it was given
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    # SDKs say no more than "Connection error."; what lies below says which.
    cause = error.__cause__ or error
    text = str(cause)
    said = f"{type(cause).__name__}: {text}" if text else type(cause).__name__
    return said + _whither(error)


def _whither(error: Exception) -> str:
    """Where a request went that failed on its way, as far as the error tells."""
    for each in (error, error.__cause__):
        with suppress(AttributeError, RuntimeError):  # httpx raises where there was no request
            url = str(each.request.url)  # type: ignore[union-attr]
            return f" ({url.partition('?')[0]})"
    return ""


# --- listening to the model and the embedder


class _Call:
    """What was heard during one call; `facts` is None until the model has answered."""

    def __init__(self) -> None:
        self.facts: list[str] | None = None
        self.trouble: BackendError | None = None


class _Ears:
    """Hears what mem0 would swallow, and ends what never ends.

    :param timeout: how long one answer may take, in seconds.
    """

    def __init__(self, hidden: _Hidden, timeout: float) -> None:
        self.hidden = hidden
        self.timeout = timeout
        #: How many numbers a vector has; 0 while that is not known.
        self.size = 0
        self._here = threading.local()

    def begin(self) -> _Call:
        """Note from now on, in this thread, what is heard."""
        self._here.call = _Call()
        return self._call

    @property
    def _call(self) -> _Call:
        """The call that this thread makes; a thread of mem0's own makes one that nobody reads."""
        if not hasattr(self._here, "call"):
            self._here.call = _Call()
        found: _Call = self._here.call
        return found

    def listen(self, memory: Any) -> None:
        model, embedder = memory.llm, memory.embedding_model
        model.generate_response = self._heard("the model", model.generate_response, self._facts)
        embedder.embed = self._heard("the embedder", embedder.embed, self._vector)
        embedder.embed_batch = self._heard("the embedder", embedder.embed_batch, self._vectors)

    def _heard(
        self, who: str, ask: Callable[..., Any], check: Callable[[Any], None]
    ) -> Callable[..., Any]:
        @functools.wraps(ask)
        def listened(*args: Any, **kwargs: Any) -> Any:
            try:
                # Not every provider's client has an end of its own.
                answer = in_thread(self.timeout, functools.partial(ask, *args, **kwargs))
                check(answer)
            except Exception as error:
                failed = _failure(who, error, self.hidden, "broken")
                self._call.trouble = failed
                raise failed from None
            return answer

        return listened

    def _facts(self, answer: object) -> None:
        call = self._call
        call.facts = [*(call.facts or ()), *_facts(answer, self.hidden)]

    def _vector(self, vector: Sequence[float]) -> None:
        if self.size and len(vector) != self.size:
            raise BackendError(
                f"the embedder gave a vector of {len(vector):,} numbers, and before of "
                f"{self.size:,}",
                "broken",
            )

    def _vectors(self, vectors: Iterable[Sequence[float]]) -> None:
        for vector in vectors:
            self._vector(vector)


def _facts(answer: Any, hidden: _Hidden) -> list[str]:
    """The texts of the memories in an answer of the model, read the way that mem0 reads it.

    :raises BackendError: it holds no such list, which mem0 takes for an empty one.
    """
    from mem0.memory.utils import extract_json
    from mem0.memory.utils import remove_code_blocks

    said = remove_code_blocks(answer)
    if not said:
        raise BackendError("the model: its answer is empty", "broken")
    try:
        try:
            parsed = json.loads(said, strict=False)
        except json.JSONDecodeError:
            parsed = json.loads(extract_json(said), strict=False)
    except (ValueError, RecursionError):
        begin = hidden.line(said)[:80]
        raise BackendError(f"the model: its answer is no JSON: {begin}", "broken") from None
    rows = parsed.get("memory") if isinstance(parsed, dict) else None
    texts = [_text(row) for row in rows] if isinstance(rows, list) else [""]
    if not all(texts):
        raise BackendError("the model: its answer holds no list of memories", "broken")
    return list(dict.fromkeys(texts))


def _text(row: object) -> str:
    text = row.get("text") if isinstance(row, dict) else None
    return text if isinstance(text, str) else ""


def _stored_facts(call: _Call, rows: Iterable[Mapping[str, Any]]) -> int:
    """How many facts the model named, once all of them are stored.

    :raises BackendError: some are not, or the model was not asked.
    """
    if call.facts is None:
        raise BackendError("add: mem0 did not ask its model", "broken")
    stored = {row["memory"] for row in rows}
    lost = sum(text not in stored for text in call.facts)
    if lost:
        of_all = f"{lost:,} of {plural(len(call.facts), 'fact')}"
        raise BackendError(f"add: mem0 did not store {of_all} that its model named", "broken")
    return len(call.facts)


# --- the backend


class OpenSource:
    """A `mem0.Memory` of this run's own. Every method tries once; all may be called by any thread.

    :param config: mem0's own settings, without a vector store.
    :param run: writes and deletes of whole scopes are confined to this run.
    :param timeout: how long one answer of the model or the embedder may take, in seconds.
    :raises BackendError: the settings are wrong, or the embedder gives no answer.
    """

    name = "mem0-oss"

    def __init__(
        self, config: Mapping[str, Any], run: str, pace: Pace, timeout: float = TIMEOUT
    ) -> None:
        settings = _checked(config, "the configuration of mem0")
        _refuse_hijack(settings)
        if wrong := missing():
            raise BackendError(wrong, "bug")
        self.version = version("mem0ai")
        self._run = run
        self._pace = pace
        #: Those of the configuration, for adds that bring none. mem0 is not told of them: it would
        #: use them in place of empty ones too.
        self._instructions: str | None = settings.get("custom_instructions")
        self._ears = _Ears(_Hidden(settings), timeout)
        self._open = ExitStack()
        atexit.register(self.close)
        try:
            with self._asked("connect"):
                pace.take()
                self._memory = self._made(settings)
        except BaseException:
            self.close()
            raise

    def _made(self, settings: Mapping[str, Any]) -> Any:
        mem0 = load_mem0()
        from mem0.configs.base import MemoryConfig

        folder = tempfile.mkdtemp(prefix="memeval-mem0-oss-")
        self._open.callback(shutil.rmtree, folder, ignore_errors=True)
        store = _store(folder)
        self._open.callback(store.close)
        # Not by `from_config`, which logs the settings, keys and all, when one of them is wrong.
        config = MemoryConfig(
            **{part: settings[part] for part in USED if part in settings},
            # The path is not used beside a client, but its default lies outside of the folder.
            vector_store={"provider": "qdrant", "config": {"client": store, "path": folder}},
            history_db_path=os.path.join(folder, "history.db"),
        )
        memory = mem0.Memory(config)
        self._open.callback(memory.close)
        for part in (memory.llm, memory.embedding_model):
            self._open.callback(_hurried(part, self._ears.timeout))
        self._ears.listen(memory)
        _fit(memory, self._ears)
        return memory

    # --- writing

    def add(
        self,
        scope: Scope,
        messages: Sequence[Message],
        metadata: Mapping[str, Any],
        instructions: str | None,
    ) -> Added:
        check_own(self._run, scope)
        with self._asked("add") as call:
            self._pace.take()
            begun = monotonic()
            self._memory.add(
                [dict(message) for message in messages],
                user_id=scope.user_id,
                metadata={**metadata, "app_id": scope.app_id},
                infer=True,
                prompt=self._instructions if instructions is None else instructions,
            )
            seconds = monotonic() - begun
            facts = _stored_facts(call, _rows(self._memory, scope))
        return Added(None, Event("done", facts), seconds)

    def delete(self, ids: Sequence[str]) -> None:
        """Delete memories by their ids; those that are gone already stay gone."""
        with self._asked("delete"):
            for one in ids:
                if self._memory.get(one) is not None:
                    self._memory.delete(one)

    def delete_scope(self, scope: Scope) -> None:
        check_own(self._run, scope)
        with self._asked("delete"):
            self._memory.delete_all(user_id=scope.user_id)

    # --- reading

    def event(self, event_id: str) -> Event:
        raise BackendError(f"{self.name} has no events: its adds end before they return", "bug")

    def find_event(self, scope: Scope) -> str | None:
        return None

    def search(self, scope: Scope) -> list[Memory]:
        """What a search still finds; mem0 leaves out what scores below zero."""
        with self._asked("search"):
            self._pace.take()
            answer = self._memory.search(
                "memory", filters={"user_id": scope.user_id}, top_k=PAGE, threshold=0.0
            )
            return [_memory(row) for row in answer["results"]]

    def instructions(self) -> str | None:
        return self._instructions

    def strangers(self) -> list[str]:
        return []

    def memories(
        self, scope: Scope, latest_only: bool = False, hidden: bool = False
    ) -> list[Memory]:
        """All memories of a scope. This mem0 only ever adds, so none is superseded or hidden."""
        with self._asked("list"):
            self._pace.take()
            return [_memory(row) for row in _rows(self._memory, scope)]

    def close(self) -> None:
        """Close the store and remove its folder; also done when the process ends."""
        atexit.unregister(self.close)
        self._open.close()

    @contextmanager
    def _asked(self, what: str) -> Iterator[_Call]:
        """Turn whatever goes wrong into a `BackendError`, and tell the pace how it went.

        Until the model has answered, an add has written nothing. The cause is cut off: its frames
        hold the settings, and some of its texts do.
        """
        call = self._ears.begin()
        try:
            yield call
        except Exception as error:
            failed = call.trouble or _failure(what, error, self._ears.hidden, "bug")
            failed.maybe_done = call.facts is not None
            self._pace.note(failed)
            raise failed from None
        self._pace.note(None)


def _rows(memory: Any, scope: Scope) -> list[dict[str, Any]]:
    """Every row of a scope; mem0 gives no more than it was asked for, and no pages."""
    limit = PAGE
    while True:
        # Without what expired, it may give less than the limit although there is more.
        answer = memory.get_all(filters={"user_id": scope.user_id}, top_k=limit, show_expired=True)
        rows: list[dict[str, Any]] = answer["results"]
        if len(rows) < limit:
            return rows
        limit *= 10


def _refuse_hijack(settings: Mapping[str, Any]) -> None:
    """mem0 prefers one variable of the environment to all that its OpenAI settings say."""
    llm = settings.get("llm", {})
    told = {"api_key", "openai_base_url"} & set(llm.get("config", {}))
    if llm.get("provider", "openai") == "openai" and told and os.environ.get("OPENROUTER_API_KEY"):
        raise BackendError(
            "OPENROUTER_API_KEY is set, so mem0 would ask OpenRouter instead of what llm.config "
            "names; unset it",
            "bug",
        )


def _store(folder: str) -> Any:
    """An embedded Qdrant that one thread at a time is in.

    mem0 would make one that, on some systems, only the thread that made it may use.
    """
    from qdrant_client import QdrantClient

    client: Any = QdrantClient(
        path=os.path.join(folder, "qdrant"), force_disable_check_same_thread=True
    )
    lock = threading.RLock()
    for name, _ in inspect.getmembers(type(client), inspect.isfunction):
        if not name.startswith("_"):
            setattr(client, name, _locked(getattr(client, name), lock))
    client.create_payload_index = lambda **_: None  # it would warn that it does nothing
    return client


def _locked(call: Callable[..., Any], lock: threading.RLock) -> Callable[..., Any]:
    @functools.wraps(call)
    def alone(*args: Any, **kwargs: Any) -> Any:
        with lock:
            return call(*args, **kwargs)

    return alone


def _hurried(part: Any, timeout: float) -> Callable[[], object]:
    """Make an SDK try once and not for long, where it can be told; gives back how to close it.

    Their own defaults are three tries of ten minutes.
    """
    client: Any = getattr(part, "client", None)
    if callable(getattr(client, "with_options", None)):
        part.client = client.with_options(timeout=timeout, max_retries=0)
    close = getattr(client, "close", None)
    return close if callable(close) else lambda: None


def _fit(memory: Any, ears: _Ears) -> None:
    """Make the store as wide as the vectors of the embedder, by asking it for one."""
    size = len(memory.embedding_model.embed("memory", "add"))
    config = memory.config.vector_store.config
    if size != config.embedding_model_dims:
        config.embedding_model_dims = size
        store = memory.vector_store
        # Deleting a collection leaves its file open.
        store.client._client.collections[store.collection_name].close()
        store.delete_col()
        store.create_col(size, False)
    ears.size = size


def _memory(row: Mapping[str, Any]) -> Memory:
    return Memory(str(row["id"]), str(row["memory"]), row.get("metadata") or {})
