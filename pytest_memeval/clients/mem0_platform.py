"""The hosted mem0 platform, through the real `mem0.MemoryClient`, with all that destroys left out.

The client can wipe a user or a whole project with one careless argument. What is reachable here is
add, list, search, the state of an event, deleting by ids, deleting one scope of this very run, and
reading what the project is.
"""

from __future__ import annotations

import atexit
import functools
import json
import logging
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import contextmanager
from datetime import datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version
from time import monotonic
from time import time
from typing import Any
from typing import TypeVar
from typing import cast
from urllib.parse import quote

from pytest_memeval.clients.backend import Added
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Event
from pytest_memeval.clients.backend import Memory
from pytest_memeval.clients.backend import Message
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.scopes import check_own
from pytest_memeval.clients.scopes import is_ours
from pytest_memeval.clients.secret import Secret
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.text import show

NEEDED = "mem0ai>=2.0.19,<3"
PUBLIC_HOST = "https://api.mem0.ai"
#: The most that the platform gives a page, and the most ids that it deletes in one request.
PAGE, BATCH = 200, 1000
#: What an answer that asks us to wait may ask for at the most, in seconds.
LONGEST_WAIT = 120.0
#: How long an answer may take, and a connection, in seconds.
TIMEOUT, CONNECT = 30.0, 5.0
#: The variables that say where certificates lie; the first that is set counts.
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
#: What an event says happened to a memory where none was made.
NOTHING_MADE = ("NONE", "NOOP", "DELETE")

T = TypeVar("T")


def missing() -> str:
    """What is wrong with the installed mem0ai; "" when it can be used."""
    try:
        found = version("mem0ai")
    except PackageNotFoundError:
        return "a live run needs the real client: install pytest-memeval[live]"
    numbers = tuple(int(part) for part in found.split(".")[:3] if part.isdigit())
    if (2, 0, 19) <= numbers < (3,):
        return ""
    return f"a live run needs {NEEDED}, and mem0ai {found} is installed"


def load_mem0() -> Any:
    """Import mem0 with its telemetry off and its state folder out of the way.

    :raises BackendError: it was imported before, with telemetry on; or it cannot be imported.
    """
    seen = sys.modules.get("mem0.memory.telemetry")
    if seen is not None and getattr(seen, "MEM0_TELEMETRY", False):
        raise BackendError(
            "something imported mem0 before this run could switch its telemetry off; "
            "set MEM0_TELEMETRY=False in the environment",
            "bug",
        )
    os.environ["MEM0_TELEMETRY"] = "False"
    if "MEM0_DIR" not in os.environ:
        os.environ["MEM0_DIR"] = folder = tempfile.mkdtemp(prefix="memeval-mem0-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # It logs each failed request, to the terminal where nobody has set up any logging.
    logging.getLogger("mem0").addHandler(logging.NullHandler())
    try:
        import mem0
    except Exception as error:
        raise BackendError(f"mem0ai cannot be imported: {error_line(error)}", "bug") from None
    return mem0


class Platform:
    """One project of the platform. Every method makes its requests once and never tries again.

    :param run: deletes of whole scopes are confined to this run.
    :raises BackendError: the key is refused, or the platform cannot be reached.
    """

    name = "mem0"

    def __init__(self, key: Secret, host: str, run: str, pace: Pace) -> None:
        mem0 = load_mem0()
        import httpx

        self.version = version("mem0ai")
        self._key = key
        self._run = run
        self._pace = pace
        self._clock = threading.local()
        # A transport of our own also keeps the proxies of the environment out of it.
        try:
            transport = httpx.HTTPTransport(retries=2)
        except OSError as error:
            raise BackendError(_no_certificates(error), "bug") from None
        self._http = httpx.Client(
            timeout=httpx.Timeout(TIMEOUT, connect=CONNECT),
            transport=transport,
            event_hooks={"request": [self._depart], "response": [self._arrive]},
        )
        try:
            with self._asked(f"connecting to {host}"):
                client = mem0.MemoryClient(api_key=key.reveal(), host=host, client=self._http)
        except BackendError:
            self._http.close()
            raise
        self._client: Any = client
        self.org_id = key.hide_in(str(client.org_id))
        self.project_id = key.hide_in(str(client.project_id))

    # --- writing

    def add(
        self,
        scope: Scope,
        messages: Sequence[Message],
        metadata: Mapping[str, Any],
        instructions: str | None,
    ) -> Added:
        check_own(self._run, scope)
        answer = self._call(
            "add",
            lambda: self._client.add(
                messages=list(messages),
                user_id=scope.user_id,
                app_id=scope.app_id,
                metadata=dict(metadata),
                infer=True,
                custom_instructions=instructions,
            ),
        )
        event_id = _event_id(answer)
        if event_id is None:
            raise BackendError("add: the answer names no event", "broken", maybe_done=True)
        return Added(event_id, seconds=self._clock.took)

    def delete(self, ids: Sequence[str]) -> None:
        for start in range(0, len(ids), BATCH):
            chunk = [{"memory_id": one} for one in ids[start : start + BATCH]]
            self._call("delete", functools.partial(self._client.batch_delete, chunk))

    def delete_scope(self, scope: Scope) -> None:
        check_own(self._run, scope)
        self._call("delete", lambda: self._client.delete_all(user_id=scope.user_id))

    # --- reading

    def event(self, event_id: str) -> Event:
        answer = self._get("event", f"/v1/event/{quote(event_id, safe='')}/")
        return _event(answer)

    def find_event(self, scope: Scope) -> str | None:
        def page(number: int) -> Any:
            return self._get("events", "/v1/events/", number)

        # Others add to it all the time, so that its rows are never as many as it said.
        rows = self._pages("events", page, exact=False)
        return next((_event_id(row) for row in rows if _is_add_into(row, scope)), None)

    def memories(
        self, scope: Scope, latest_only: bool = False, hidden: bool = False
    ) -> list[Memory]:
        check_own(self._run, scope)
        extra: dict[str, Any] = {"latest_only": True} if latest_only else {}
        if hidden:
            extra |= {"show_expired": True, "include_merged": True}
        filters = {"user_id": scope.user_id}

        def page(number: int) -> Any:
            return self._call(
                "list",
                lambda: self._client.get_all(filters=filters, page=number, page_size=PAGE, **extra),
            )

        rows = list(self._pages("list", page))
        for row in rows:
            # What is listed here is deleted by its id, so a filter that did not work must not pass.
            if row.get("user_id") not in (None, scope.user_id):
                raise BackendError(f"list: a memory of {show(row['user_id'], 60)} came", "broken")
        return [_memory(row) for row in rows]

    def search(self, scope: Scope) -> list[Memory]:
        check_own(self._run, scope)
        answer = self._call(
            "search",
            lambda: self._client.search(
                "memory", filters={"user_id": scope.user_id}, top_k=1000, threshold=0.0
            ),
        )
        return [_memory(row) for row in _rows("search", answer)]

    def strangers(self) -> list[str]:
        pages = self._pages("entities", lambda page: self._get("entities", "/v1/entities/", page))
        names = (str(row.get("name") or row.get("id")) for row in pages)
        return sorted({name for name in names if not is_ours(name)})

    def instructions(self) -> str | None:
        project = self._call("project", lambda: self._client.project.get())
        found = project.get("custom_instructions") if isinstance(project, dict) else None
        # They are documented as a list of texts, and met as one text.
        return "\n".join(map(str, found)) if isinstance(found, list) else found

    def close(self) -> None:
        self._http.close()

    # --- the wire

    def _depart(self, request: Any) -> None:
        self._pace.take()
        self._clock.departed = monotonic()

    def _arrive(self, response: Any) -> None:
        """Note how long the answer took, the wait for its turn not counted."""
        self._clock.took = monotonic() - self._clock.departed

    def _get(self, what: str, path: str, page: int | None = None) -> Any:
        """A GET that the client has no method for."""
        params = None if page is None else {"page": page, "page_size": PAGE}

        def get() -> Any:
            response = self._http.get(path, params=params)
            response.raise_for_status()
            return response.json()

        return self._call(what, get)

    def _pages(
        self, what: str, fetch: Callable[[int], Any], exact: bool = True
    ) -> Iterator[dict[str, Any]]:
        """Every row of a paged answer, a page at a time.

        :raises BackendError: the rows are not as many as the first page says: they are moving.
        """
        seen: set[str] = set()
        expected, number = None, 1
        while True:
            try:
                answer = fetch(number)
            except BackendError as error:
                if error.status == 404 and number > 1:  # past the last page
                    break
                raise
            rows = _rows(what, answer)
            fresh = {str(row.get("id")): row for row in rows if str(row.get("id")) not in seen}
            seen.update(fresh)
            yield from fresh.values()
            if number == 1 and isinstance(answer, dict):
                expected = answer.get("count")
            if not fresh or not _goes_on(answer):
                break
            number += 1
        if exact and isinstance(expected, int) and expected != len(seen):
            raise BackendError(
                f"{what}: the first page counts {expected} rows, the pages hold {len(seen)}",
                "transient",
            )

    def _call(self, what: str, call: Callable[[], T]) -> T:
        with self._asked(what):
            return cast("T", _scrubbed(call(), self._key))

    @contextmanager
    def _asked(self, what: str) -> Iterator[None]:
        """Turn whatever goes wrong into a `BackendError`, and tell the pace how it went.

        The cause is cut off: its frames hold the key, and some of its texts do.
        """
        try:
            yield
        except Exception as error:
            failed = _failure(what, error, self._key)
            self._pace.note(failed)
            raise failed from None
        self._pace.note(None)


def _no_certificates(error: OSError) -> str:
    """Why nobody can be trusted: the error names no file, but the environment does."""
    named = [f"{name}={os.environ[name]}" for name in CERTIFICATES if os.environ.get(name)]
    where = named[0] if named else "those of certifi"
    return f"the certificates cannot be read ({where}): {error.strerror or error_line(error)}"


def _scrubbed(answer: Any, key: Secret) -> Any:
    """An answer without the key: the other side may quote it, and answers get into reports."""
    if isinstance(answer, str):
        return key.hide_in(answer)
    if isinstance(answer, dict):
        return {name: _scrubbed(value, key) for name, value in answer.items()}
    return [_scrubbed(value, key) for value in answer] if isinstance(answer, list) else answer


def _failure(what: str, error: Exception, key: Secret) -> BackendError:
    """What an exception of mem0, httpx or json says of the request that it ended."""
    import httpx

    if isinstance(error, BackendError):
        return error
    cause = error if isinstance(error, (httpx.HTTPError, httpx.InvalidURL)) else error.__context__
    response = getattr(cause, "response", None)
    if response is not None:
        return _refusal(what, response, key)
    said = f"{what}: {_said(cause or error, key)}"
    if isinstance(cause, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)):
        return BackendError(said, "transient")  # nothing was sent
    if isinstance(cause, httpx.TransportError):
        # What could not even be written, such as a key with a line break in it, was not sent.
        unsent = isinstance(cause, (httpx.LocalProtocolError, httpx.UnsupportedProtocol))
        return BackendError(said, "bug" if unsent else "transient", maybe_done=not unsent)
    if isinstance(error, ValueError) and isinstance(error, json.JSONDecodeError):
        return BackendError(f"{what}: the answer is no JSON", "broken", maybe_done=True)
    if isinstance(cause, BackendError):  # raised by the pace, inside of the client
        return cause
    return BackendError(f"{what}: {_said(error, key)}", "bug")


def _refusal(what: str, response: Any, key: Secret) -> BackendError:
    code = int(response.status_code)
    said = f"{what}: HTTP {code}" + _reason(response, key)
    if code == 429:
        wait = _retry_after(response.headers.get("retry-after"))
        return BackendError(said, "throttled", code, wait=wait)
    if code in (401, 403):
        return BackendError(said, "auth", code)
    if code == 408 or code >= 500:
        wait = _retry_after(response.headers.get("retry-after"))
        return BackendError(said, "transient", code, maybe_done=True, wait=wait)
    return BackendError(said, "refused", code)


def _reason(response: Any, key: Secret) -> str:
    """What a refusal says of itself: the platform spells the key of its text in three ways."""
    try:
        body = response.json()
    except ValueError:
        return ""
    if isinstance(body, dict):
        body = next((body[name] for name in ("detail", "error", "message") if name in body), "")
    text = one_line(key.hide_in(str(body)), 160)
    return f" ({text})" if text else ""


def _said(error: BaseException, key: Secret) -> str:
    text = one_line(key.hide_in(str(error)), 160)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _retry_after(text: str | None) -> float | None:
    """Seconds to wait: the header is a number or a date, or of no use."""
    if not text:
        return None
    try:
        wait = float(text)
    except ValueError:
        try:
            wait = parsedate_to_datetime(text).timestamp() - time()
        except (TypeError, ValueError):
            return None
    return min(max(0.0, wait), LONGEST_WAIT) if wait == wait else None


def _event_id(answer: object) -> str | None:
    """The event of an add, in the forms that versions of the platform have answered with."""
    if isinstance(answer, dict):
        found = answer.get("event_id") or answer.get("id")
        if found:
            return str(found)
        answer = answer.get("results")
    if isinstance(answer, list):
        return next(filter(None, map(_event_id, answer)), None)
    return None


def _event(answer: object) -> Event:
    if not isinstance(answer, dict):
        return Event("open")
    status = str(answer.get("status") or "").upper()
    results = answer.get("results")
    if status == "FAILED":
        return Event("failed", error=one_line(str(answer.get("error") or "no reason given"), 160))
    # Without its list of facts, nobody can tell "none" from "not told yet".
    if status == "SUCCEEDED" and isinstance(results, list):
        seconds = _seconds(answer.get("created_at"), answer.get("completed_at"))
        return Event("done", _facts(results), seconds=seconds)
    return Event("open")


def _facts(results: Sequence[object]) -> int:
    """How many memories an event made."""
    made = [
        result.get("id") or place
        for place, result in enumerate(results)
        if isinstance(result, dict) and str(result.get("event") or "").upper() not in NOTHING_MADE
    ]
    return len(set(made))


def _seconds(begin: object, end: object) -> float | None:
    """The time between two of the platform's times, where it told both."""
    try:
        # Before Python 3.11 the short form of UTC was not understood.
        times = [datetime.fromisoformat(str(each).replace("Z", "+00:00")) for each in (begin, end)]
        return max(0.0, (times[1] - times[0]).total_seconds())
    except (TypeError, ValueError):
        return None


def _goes_on(answer: object) -> bool:
    """Whether there is another page: an answer without an envelope does not say, but when full."""
    if isinstance(answer, dict):
        return bool(answer.get("next"))
    return isinstance(answer, list) and len(answer) >= PAGE


def _rows(what: str, answer: object) -> list[dict[str, Any]]:
    """The rows of an answer, which is an envelope or a bare list.

    :raises BackendError: it is neither.
    """
    rows = answer.get("results") if isinstance(answer, dict) else answer
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BackendError(f"{what}: the answer holds no list of rows", "broken")
    return rows


def _memory(row: Mapping[str, Any]) -> Memory:
    metadata = row.get("metadata")
    return Memory(
        id=str(row.get("id")),
        text=str(row.get("memory") or ""),
        metadata=metadata if isinstance(metadata, dict) else {},
    )


def _is_add_into(row: Mapping[str, Any], scope: Scope) -> bool:
    """Whether an event is that of an add into a scope; its payload is parsed, or a text."""
    payload = row.get("payload")
    if str(row.get("event_type") or "ADD").upper() != "ADD":
        return False
    if isinstance(payload, str):
        try:
            payload = json.loads(payload)
        except ValueError:
            return False
    return isinstance(payload, dict) and payload.get("user_id") == scope.user_id
