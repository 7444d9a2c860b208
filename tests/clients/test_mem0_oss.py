"""The open-source mem0 as a backend: the real library, its real store, and a scripted model."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pytest_memeval.clients import mem0_oss
from pytest_memeval.clients.backend import Added
from pytest_memeval.clients.backend import BackendError
from pytest_memeval.clients.backend import Event
from pytest_memeval.clients.backend import Scope
from pytest_memeval.clients.mem0_oss import OpenSource
from pytest_memeval.clients.mem0_oss import read_config
from pytest_memeval.clients.pace import Pace
from pytest_memeval.clients.scopes import scope_of
from tests.clients.chat_server import CHAT
from tests.clients.chat_server import EMBEDDINGS
from tests.clients.chat_server import ERROR_200
from tests.clients.chat_server import HTML
from tests.clients.chat_server import NO_JSON
from tests.clients.chat_server import SIZE
from tests.clients.chat_server import ChatServer
from tests.clients.chat_server import Fault

RUN = "20260102-0123abcd"
KEY = "sk-loopback-0123456789"
TABS = [{"role": "user", "content": "always use tabs"}]
#: The ways in which an answer gets lost, and the kind of error that each is.
LOST: dict[str, tuple[Fault, str]] = {
    "http_500": (Fault(500), "transient"),
    "http_500_page": (Fault(500, HTML.body, HTML.kind), "transient"),
    "hangs": (Fault(seconds=60), "transient"),
    "html": (HTML, "broken"),
    "no_json": (NO_JSON, "broken"),
    "error_in_200": (ERROR_200, "broken"),
    "empty": (Fault(200, ""), "broken"),
}


@pytest.fixture(scope="module", autouse=True)
def mem0(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """mem0, and no proxy, key or address of this machine.

    It is imported with its telemetry off: what imports it first decides that for good.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if "PROXY" in name.upper() or name.startswith(("OPENAI_", "OPENROUTER_")):
                patch.delenv(name)
        patch.setenv("MEM0_TELEMETRY", "False")
        patch.setenv("MEM0_DIR", str(tmp_path_factory.mktemp("mem0")))
        pytest.importorskip("mem0")
        yield


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A temporary folder to look into."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))


@pytest.fixture(scope="module")
def long_lived() -> Iterator[tuple[ChatServer, OpenSource]]:
    with ChatServer() as server:
        backend = OpenSource(settings(server), RUN, no_pace(), timeout=10)
        yield server, backend
        backend.close()


@pytest.fixture
def server(long_lived: tuple[ChatServer, OpenSource]) -> ChatServer:
    """The model and the embedder, which know nothing of other tests."""
    long_lived[0].forget()
    return long_lived[0]


@pytest.fixture
def backend(server: ChatServer, long_lived: tuple[ChatServer, OpenSource]) -> OpenSource:
    """A backend that other tests use too; each has a scope and a pace of its own."""
    long_lived[1]._pace = no_pace()
    return long_lived[1]


@pytest.fixture
def scope(request: pytest.FixtureRequest) -> Scope:
    return scope_of(RUN, request.node.name)


Make = Callable[..., OpenSource]


@pytest.fixture
def make(server: ChatServer) -> Iterator[Make]:
    """Makes backends that nobody else uses, and closes them."""
    made = []

    def make(timeout: float = 10.0, pace: Pace | None = None, **more: Any) -> OpenSource:
        one = OpenSource(settings(server, **more), RUN, pace or no_pace(), timeout)
        made.append(one)
        return one

    yield make
    for one in made:
        one.close()


def no_pace(budget: int = 10_000) -> Pace:
    return Pace(60_000, budget, sleep=lambda seconds: None)


def settings(server: ChatServer, **more: Any) -> dict[str, Any]:
    reach = {"api_key": KEY, "openai_base_url": server.url}
    return {
        "llm": {"provider": "openai", "config": {"model": "scripted", **reach}},
        "embedder": {"provider": "openai", "config": {**reach, "embedding_dims": SIZE}},
        **more,
    }


def add(backend: OpenSource, scope: Scope, text: str = "always use tabs") -> Added:
    return backend.add(scope, [{"role": "user", "content": text}], {"fixture": "wish"}, None)


def texts(backend: OpenSource, scope: Scope) -> list[str]:
    return sorted(memory.text for memory in backend.memories(scope))


def folders() -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob("memeval-mem0-oss-*"))


# --- what is stored


def test_a_fact_is_stored(server: ChatServer, backend: OpenSource, scope: Scope) -> None:
    """What the model extracts is listed in its scope, with the metadata of the add."""
    server.remember("tabs", "User uses tabs")
    metadata = {"fixture": "wish", "policy": "p1", "stamped_by": "case", "type": "preference"}
    added = backend.add(scope, TABS, metadata, None)
    assert (added.event_id, added.event) == (None, Event("done", 1))
    assert added.seconds is not None
    assert 0 < added.seconds < 5
    (memory,) = backend.memories(scope)
    assert memory.text == "User uses tabs"
    assert memory.metadata == {**metadata, "app_id": scope.app_id}
    assert backend.memories(scope_of(RUN, "elsewhere")) == []


def test_nothing_is_stored(server: ChatServer, backend: OpenSource, scope: Scope) -> None:
    """A model that extracts nothing is taken at its word."""
    assert add(backend, scope).event == Event("done", 0)
    assert texts(backend, scope) == []
    assert len(server.asked[CHAT]) == 1


@pytest.mark.parametrize(
    "says",
    [
        '```json\n{"memory": [{"text": "tabs it is"}]}\n```',
        '<think>Is {this} one?</think>{"memory": [{"text": "tabs it is"}]}',
        'Here you are: {"memory": [{"text": "tabs it is"}]}',
        '{"memory": [{"text": "tabs it is"}, {"text": "tabs it is"}]}',
    ],
    ids=["fenced", "thought", "prose", "twice"],
)
def test_answers_that_mem0_takes(
    server: ChatServer, backend: OpenSource, says: str, scope: Scope
) -> None:
    """An answer dressed up in a way that mem0 sees through counts as it does there."""
    server.content["tabs"] = says
    assert add(backend, scope).event.facts == 1
    assert texts(backend, scope) == ["tabs it is"]


def test_many_memories(
    server: ChatServer, backend: OpenSource, monkeypatch: pytest.MonkeyPatch, scope: Scope
) -> None:
    """A list is complete, however many memories a scope holds."""
    facts = sorted(f"fact number {number}" for number in range(150))
    server.remember("tabs", *facts)
    assert add(backend, scope).event.facts == 150
    assert texts(backend, scope) == facts
    monkeypatch.setattr(mem0_oss, "PAGE", 7)
    assert texts(backend, scope) == facts


def test_threads(server: ChatServer, backend: OpenSource) -> None:
    """Many threads add, list and search at once, and each finds its own."""
    names = [f"w{number:02}" for number in range(24)]
    for name in names:
        server.remember(f"note {name}.", f"fact of {name}")

    def one(name: str) -> tuple[list[str], int]:
        scope = scope_of(RUN, name)
        add(backend, scope, f"note {name}.")
        return texts(backend, scope), len(backend.search(scope))

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(one, names))
    assert found == [([f"fact of {name}"], 1) for name in names]


# --- instructions


def test_instructions_reach_the_model(
    server: ChatServer, backend: OpenSource, scope: Scope
) -> None:
    """The instructions of an add are in its prompt, and in no other."""
    backend.add(scope, TABS, {}, "Store nothing about whales.")
    add(backend, scope_of(RUN, "next"))
    assert ["whales" in prompt for prompt in server.prompts] == [True, False]


def test_instructions_of_the_configuration(server: ChatServer, make: Make) -> None:
    """Those of the configuration hold for adds that bring none; empty ones replace them too."""
    backend = make(custom_instructions="Store nothing about whales.")
    assert backend.instructions() == "Store nothing about whales."
    for number, instructions in enumerate((None, "", "Store all.")):
        backend.add(scope_of(RUN, f"w{number}"), TABS, {}, instructions)
    assert ["whales" in prompt for prompt in server.prompts] == [True, False, False]
    assert ["Custom Instructions" in prompt for prompt in server.prompts] == [True, False, True]


# --- trouble is no silence


@pytest.mark.parametrize("path", [CHAT, EMBEDDINGS], ids=["model", "embedder"])
@pytest.mark.parametrize("how", LOST)
def test_trouble_is_an_error(
    server: ChatServer, backend: OpenSource, make: Make, how: str, path: str, scope: Scope
) -> None:
    """A model or embedder that gives no answer makes the add fail; nothing was stored by then."""
    if how == "hangs":
        backend = make(timeout=0.4)
    fault, kind = LOST[how]
    server.remember("tabs", "User uses tabs")
    before = len(server.asked[path])
    server.faults[path] = fault
    with pytest.raises(BackendError) as caught:
        add(backend, scope)
    assert caught.value.kind == kind
    assert caught.value.status == (500 if "500" in how else None)
    assert not caught.value.maybe_done
    assert str(caught.value).startswith("the model: " if path == CHAT else "the embedder: ")
    assert len(server.asked[path]) == before + 1
    server.faults.clear()
    assert texts(backend, scope) == []
    # The scope is as it was: another try meets the same prompt.
    assert add(backend, scope).event.facts == 1
    assert "tabs" not in server.prompts[-1].split("## New Messages")[0]


@pytest.mark.parametrize(
    "says",
    [
        None,
        "",
        "   ",
        "I'm sorry, I can't help with that.",
        '{"memory": [{"text": "User us',
        '{"facts": ["User uses tabs"]}',
        "{}",
        "[]",
        "null",
        '{"memory": null}',
        '{"memory": "User uses tabs"}',
        '{"memory": {"text": "User uses tabs"}}',
        '{"memory": ["User uses tabs"]}',
        '{"memory": [{"text": "User uses tabs"}, {"fact": "lost"}]}',
        '{"memory": [{"text": ["User", "uses", "tabs"]}]}',
        '{"error": "overloaded"}',
    ],
)
def test_unfit_answers(
    server: ChatServer, backend: OpenSource, says: str | None, scope: Scope
) -> None:
    """An answer that mem0 would quietly take for "nothing to remember" is an error."""
    server.content["tabs"] = says
    with pytest.raises(BackendError, match=r"^the model: its answer (is|holds) ") as caught:
        add(backend, scope)
    assert caught.value.kind == "broken"
    assert not caught.value.maybe_done
    assert texts(backend, scope) == []


def test_facts_that_cannot_be_embedded(
    server: ChatServer, backend: OpenSource, scope: Scope
) -> None:
    """mem0 drops a fact that it gets no vector for: then the add has failed, half done."""
    server.remember("tabs", "User uses tabs", "User is called Ann")
    server.faults[EMBEDDINGS] = Fault(503, spare=1)
    with pytest.raises(BackendError, match="HTTP 503") as caught:
        add(backend, scope)
    assert (caught.value.kind, caught.value.maybe_done) == ("transient", True)


def test_facts_that_cannot_be_written(
    server: ChatServer, backend: OpenSource, monkeypatch: pytest.MonkeyPatch, scope: Scope
) -> None:
    """mem0 logs a fact that its store refuses and goes on; then the add has failed, half done."""
    server.remember("tabs", "User uses tabs", "User is called Ann")
    store = backend._memory.vector_store
    insert = store.insert

    def refuse(vectors: Any, payloads: Any, ids: Any) -> None:
        if len(ids) > 1 or payloads[0]["data"] == "User is called Ann":
            raise OSError("no space left on device")
        insert(vectors=vectors, payloads=payloads, ids=ids)

    monkeypatch.setattr(store, "insert", refuse)
    with pytest.raises(BackendError, match="did not store 1 of 2 facts") as caught:
        add(backend, scope)
    assert caught.value.maybe_done
    assert texts(backend, scope) == ["User uses tabs"]


def test_a_model_that_was_not_asked(
    backend: OpenSource, monkeypatch: pytest.MonkeyPatch, scope: Scope
) -> None:
    """Should mem0 come to answer without asking its model, nobody takes that for a measurement."""
    monkeypatch.setattr(backend._memory, "add", lambda *_, **__: {"results": []})
    with pytest.raises(BackendError, match="did not ask its model"):
        add(backend, scope)


def test_vectors_of_another_size(server: ChatServer, backend: OpenSource, scope: Scope) -> None:
    """An embedder that changes its vectors on the way is broken."""
    row = {"object": "embedding", "index": 0, "embedding": [0.5]}
    short = json.dumps({"object": "list", "model": "m", "data": [row]})
    server.faults[EMBEDDINGS] = Fault(200, short)
    with pytest.raises(BackendError, match="a vector of 1 numbers, and before of 16") as caught:
        add(backend, scope)
    assert caught.value.kind == "broken"


@pytest.mark.parametrize(
    ("status", "headers", "kind", "wait"),
    [
        (400, {}, "refused", None),
        (401, {}, "auth", None),
        (403, {}, "auth", None),
        (404, {}, "refused", None),
        (429, {"retry-after": "7"}, "throttled", 7),
        (429, {"retry-after": "86400"}, "throttled", 120),
        (503, {"retry-after": "soon"}, "transient", None),
    ],
)
def test_refusals(
    server: ChatServer,
    backend: OpenSource,
    status: int,
    headers: dict[str, str],
    kind: str,
    wait: float | None,
    scope: Scope,
) -> None:
    """The status of an answer decides what may be done about it."""
    server.faults[CHAT] = Fault(status, headers=headers)
    with pytest.raises(BackendError, match=f"HTTP {status} .*no model is loaded") as caught:
        add(backend, scope)
    assert (caught.value.kind, caught.value.status, caught.value.wait) == (kind, status, wait)


def test_nobody_listens(make: Make) -> None:
    """A server that is not there is told of at once, with the reason, and leaves no folder."""
    with ChatServer() as gone:
        config = settings(gone)
    with pytest.raises(BackendError, match=r"^the embedder: ConnectError: .*refused") as caught:
        OpenSource(config, RUN, no_pace())
    assert f"({gone.url}" in str(caught.value)
    assert caught.value.kind == "transient"
    assert folders() == []


def test_search_and_list_fail_loudly(server: ChatServer, make: Make, scope: Scope) -> None:
    """A search without its embedder, and a list of a closed store, are errors too."""
    backend = make()
    server.faults[EMBEDDINGS] = Fault(500)
    with pytest.raises(BackendError, match="HTTP 500"):
        backend.search(scope)
    backend.close()
    for read in (backend.memories, backend.search, backend.delete_scope):
        with pytest.raises(BackendError):
            read(scope)


# --- deleting


def test_delete(server: ChatServer, backend: OpenSource, scope: Scope) -> None:
    """What was deleted by its id is neither listed nor found; deleting it again is no error."""
    server.remember("tabs", "User uses tabs", "User is called Ann")
    add(backend, scope)
    assert {memory.id for memory in backend.search(scope)} == {
        memory.id for memory in backend.memories(scope)
    }
    gone, kept = backend.memories(scope)
    for _ in range(2):
        backend.delete([gone.id])
        assert backend.memories(scope) == [kept]
        assert [memory.id for memory in backend.search(scope)] == [kept.id]


def test_delete_scope(server: ChatServer, backend: OpenSource, scope: Scope) -> None:
    """A scope is deleted whole, and alone."""
    server.remember("tabs", "User uses tabs", "User is called Ann")
    other = scope_of(RUN, "other")
    add(backend, scope)
    add(backend, other)
    backend.delete_scope(scope)
    assert texts(backend, scope) == []
    assert backend.search(scope) == []
    assert len(texts(backend, other)) == 2


@pytest.mark.parametrize("user", ["ann", "eval-20260102-0123abcd", "eval-20260102-0123abcd-", ""])
def test_scopes_of_others(server: ChatServer, backend: OpenSource, user: str, scope: Scope) -> None:
    """Neither an add nor a delete touches a scope that is none of this run's."""
    for write in (
        lambda: add(backend, Scope(user, "app")),
        lambda: backend.delete_scope(Scope(user, "app")),
    ):
        with pytest.raises(BackendError, match="no scope of the run") as caught:
            write()
        assert caught.value.kind == "bug"
    assert server.asked[CHAT] == []


# --- the rest of the protocol


def test_there_are_no_events(backend: OpenSource, scope: Scope) -> None:
    """An add is over when it returns, so there is no event to find; and no stranger writes here."""
    assert backend.name == "mem0-oss"
    assert backend.version
    assert backend.find_event(scope) is None
    assert backend.strangers() == []
    with pytest.raises(BackendError, match="has no events"):
        backend.event("e1")


def test_the_budget(server: ChatServer, make: Make, scope: Scope) -> None:
    """Connecting, and each add, list and search, take one request of the budget."""
    pace = no_pace(budget=4)
    backend = make(pace=pace)
    add(backend, scope)
    backend.memories(scope)
    backend.search(scope)
    assert pace.taken == 4
    with pytest.raises(BackendError, match="budget") as caught:
        add(backend, scope)
    assert (caught.value.kind, caught.value.maybe_done) == ("stopped", False)
    assert len(server.asked[CHAT]) == 1


def test_a_refused_key_stops_the_run(server: ChatServer, backend: OpenSource, scope: Scope) -> None:
    """After the first 401 the model is not asked again."""
    server.faults[CHAT] = Fault(401)
    for kind in ("auth", "stopped"):
        with pytest.raises(BackendError, match="HTTP 401") as caught:
            add(backend, scope)
        assert caught.value.kind == kind
    assert len(server.asked[CHAT]) == 1


# --- secrets


@pytest.mark.parametrize("path", [CHAT, EMBEDDINGS], ids=["model", "embedder"])
@pytest.mark.parametrize(
    "says",
    [
        Fault(401, f'{{"error": {{"message": "bad key {KEY}"}}}}'),
        Fault(500, f"<p>{'x' * 140} Bearer {KEY}</p>", "text/html"),
        Fault(200, f"not JSON: {KEY}"),
    ],
    ids=["json", "page", "garbage"],
)
def test_keys_are_not_shown(
    server: ChatServer,
    backend: OpenSource,
    caplog: pytest.LogCaptureFixture,
    says: Fault,
    path: str,
    scope: Scope,
) -> None:
    """An answer that repeats the key does not bring it into a message or into mem0's log."""
    server.faults[path] = says
    with pytest.raises(BackendError) as caught:
        add(backend, scope)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    for shown in (str(caught.value), repr(caught.value), caplog.text):
        assert KEY not in shown
        assert KEY[:12] not in shown


def test_keys_in_answers_of_the_model(
    server: ChatServer, backend: OpenSource, scope: Scope
) -> None:
    """The same holds for what the model says."""
    server.content["tabs"] = f"{KEY} is no JSON"
    with pytest.raises(BackendError, match=r"no JSON: \*\*\* is no JSON"):
        add(backend, scope)


@pytest.mark.parametrize("key", [f"{KEY}\n", f"{KEY}é"], ids=["line", "accent"])
def test_keys_that_cannot_be_sent(server: ChatServer, key: str) -> None:
    """A key that no header can hold is not quoted by the error about it."""
    config = settings(server)
    config["embedder"]["config"]["api_key"] = key
    with pytest.raises(BackendError) as caught:
        OpenSource(config, RUN, no_pace())
    assert KEY not in str(caught.value)
    assert server.asked[EMBEDDINGS] == []


def test_keys_of_the_environment(
    server: ChatServer, make: Make, monkeypatch: pytest.MonkeyPatch, scope: Scope
) -> None:
    """A key that mem0 itself takes from the environment is not shown either."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-environment-98765")
    config = {"provider": "openai", "config": {"openai_base_url": server.url}}
    backend = make(embedder=config)
    server.faults[EMBEDDINGS] = Fault(400, '{"error": {"message": "sk-environment-98765"}}')
    with pytest.raises(BackendError, match=r"HTTP 400 .*\*\*\*"):
        backend.search(scope)


def test_secrets_at_other_places(server: ChatServer) -> None:
    """Users in URLs and whatever lies below a telling name are secrets too; fillers are none."""
    hidden = mem0_oss._Hidden(
        {
            "llm": {
                "config": {
                    "openai_base_url": "http://ann:hunter22@proxy/v1",
                    "azure_kwargs": {"default_headers": {"Authorization": "Bearer abc123"}},
                    "credentials": {"some": ["deep-secret"]},
                    "api_key": "no",
                    "max_tokens": 2000,
                    "model": "gpt-visible",
                }
            }
        }
    )
    said = hidden.line("no ann:hunter22 abc123 deep-secret 2000 gpt-visible")
    assert said == "no *** *** *** 2000 gpt-visible"


# --- the folder


def test_the_folder(make: Make, server: ChatServer, scope: Scope) -> None:
    """All that a run writes lies in one folder, which is gone once the backend is closed."""
    backend = make(history_db_path="/nowhere/history.db")
    server.remember("tabs", "User uses tabs")
    add(backend, scope)
    (folder,) = folders()
    written = {path.name for path in folder.rglob("*")}
    assert {"history.db", "storage.sqlite"} <= written
    backend.close()
    backend.close()
    assert folders() == []


def test_two_backends(make: Make, server: ChatServer, scope: Scope) -> None:
    """Two backends at a time know nothing of each other."""
    server.remember("tabs", "User uses tabs")
    one, other = make(), make()
    add(one, scope)
    assert (len(texts(one, scope)), len(texts(other, scope))) == (1, 0)


def test_the_folder_goes_with_the_process(server: ChatServer, tmp_path: Path) -> None:
    """A process that ends without closing its backend leaves no folder, and ends in silence."""
    config = tmp_path / "mem0.json"
    config.write_text(json.dumps(settings(server)), encoding="utf-8")
    script = f"""
        from pathlib import Path
        from pytest_memeval.clients.mem0_oss import OpenSource, read_config
        from pytest_memeval.clients.pace import Pace
        backend = OpenSource(read_config(Path({str(config)!r})), {RUN!r}, Pace(600, 10))
        print(backend.name)
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={**os.environ, "TMPDIR": tempfile.gettempdir()},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (ran.stdout, ran.stderr) == ("mem0-oss\n", "")
    assert folders() == []


@pytest.mark.parametrize("dims", [{}, {"embedding_dims": 8}], ids=["none", "wrong"])
def test_dimensions_follow_the_embedder(
    server: ChatServer, make: Make, dims: dict[str, int], scope: Scope
) -> None:
    """The store is as wide as the vectors that come, also where the configuration does not say."""
    reach = {"api_key": KEY, "openai_base_url": server.url}
    backend = make(embedder={"provider": "openai", "config": {**reach, **dims}})
    server.remember("tabs", "User uses tabs")
    add(backend, scope)
    assert texts(backend, scope) == ["User uses tabs"]
    # The entities of a text get a store of their own, where spaCy is installed.
    assert backend._memory.entity_store.embedding_model_dims == SIZE


# --- the configuration


def refusal(path: Path, text: str | None = None) -> str:
    """The one line that a configuration is refused with."""
    if text is not None:
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    with pytest.raises(BackendError) as caught:
        read_config(path)
    said = str(caught.value)
    assert caught.value.kind == "bug"
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    return said.removeprefix(f"{path}: ")


def test_a_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in YAML or JSON is read, with the keys that it takes from the environment."""
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("MY_HOST", "127.0.0.1:1")
    expected = {
        "llm": {
            "provider": "openai",
            "config": {"api_key": KEY, "openai_base_url": "http://127.0.0.1:1/v1", "top_k": 1},
        },
        "embedder": {"provider": "ollama", "config": {}},
        "custom_instructions": "Keep ${MY_KEY} as it is.",
    }
    text = """
        llm:
          provider: openai
          config: {api_key: "${MY_KEY}", openai_base_url: "http://${MY_HOST}/v1", top_k: 1}
        embedder: {provider: ollama, config: }
        custom_instructions: Keep ${MY_KEY} as it is.
    """
    path = tmp_path / "mem0.yaml"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    assert read_config(path) == expected
    path = tmp_path / "mem0.json"
    raw = json.dumps(expected).replace(KEY, "${MY_KEY}")
    path.write_text(raw, encoding="utf-8")
    assert read_config(path) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no settings of mem0"),
        ("- llm", "holds no settings of mem0"),
        (f"llm:\n  api_key: *{KEY}", "not valid YAML at line 2; correct it"),
        (f'llm: "{KEY}\nembedder: [', "not valid YAML at line "),
        (f"a: \x07{KEY}", "not valid YAML at line 1"),
        ("vector_store: {provider: qdrant}", "keeps its memories in a folder of its own; remove"),
        ("embeder: {}", "no setting 'embeder'; known: .* did you mean 'embedder'"),
        ("llm: {provider: openai, model: m}", "llm takes `provider` and `config`; move"),
        (f"llm: {KEY}", "llm takes `provider` and `config`"),
        (f"llm: {{config: {KEY}}}", "llm.config is no mapping"),
        ("reranker: {top_k: 1}", "reranker takes `provider` and `config`"),
        ("custom_instructions: [a]", "custom_instructions is not a text"),
        (
            "llm: {config: {a: [b: '${NOT_SET_1}']}}",
            "llm.config.a.b wants .* NOT_SET_1, .*; set it",
        ),
    ],
)
def test_unfit_configurations(tmp_path: Path, text: str, said: str) -> None:
    """A file that is wrong is refused with one line that says what to do, and quotes no key."""
    found = refusal(tmp_path / "mem0.yaml", text)
    assert KEY not in found
    assert re.search(said, found), found


def test_unreadable_configurations(tmp_path: Path) -> None:
    """The same holds for a file that is not there, is none, or is not text or JSON."""
    assert refusal(tmp_path / "none.yaml").startswith("cannot be read: No such file or directory;")
    assert refusal(tmp_path).startswith("cannot be read: Is a directory;")
    path = tmp_path / "mem0.json"
    path.write_bytes(b"\xff\xfe{}")
    assert refusal(path).startswith("cannot be read: it is not UTF-8 text;")
    assert refusal(path, "{\n  llm: 1}") == "not valid JSON at line 2; correct it"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"provider": "opnai", "config": {"api_key": KEY}}, "Unsupported LLM provider: opnai"),
        ({"provider": "openai", "config": {"api_kee": KEY}}, "unexpected keyword .*'api_kee'"),
        ({"provider": "openai", "config": {}}, "api_key"),
        ({"provider": [KEY], "config": {"api_key": KEY}}, "llm.provider: "),
    ],
    ids=["provider", "option", "no_key", "type"],
)
def test_settings_that_mem0_refuses(
    server: ChatServer, make: Make, caplog: pytest.LogCaptureFixture, part: Any, said: str
) -> None:
    """What only mem0 finds wrong is told in one line, without the key, and leaves no folder."""
    with pytest.raises(BackendError, match=said) as caught:
        make(llm=part)
    assert KEY not in str(caught.value) + caplog.text
    assert "\n" not in str(caught.value)
    assert folders() == []


def test_another_endpoint_than_the_one_named(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """mem0 lets one variable overrule the endpoint of its settings; then nothing is sent."""
    monkeypatch.setenv("OPENROUTER_API_KEY", "sk-or-1")
    with pytest.raises(BackendError, match=r"OPENROUTER_API_KEY is set, .*; unset it"):
        make()


def test_importing_is_light() -> None:
    """The module itself pulls in neither mem0 nor its store."""
    code = (
        "import sys, pytest_memeval.clients.mem0_oss\n"
        "print([name for name in ('mem0', 'qdrant_client', 'openai') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
