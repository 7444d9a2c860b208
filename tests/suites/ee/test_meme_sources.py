"""The published data set: pinned, cached, no other file in its place, clear without a network."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from http.server import ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest

from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.ee import SUITE
from pytest_memeval.suites.ee import sources
from pytest_memeval.suites.ee.sources import REPOSITORY
from pytest_memeval.suites.ee.sources import REVISION
from pytest_memeval.suites.ee.sources import SOURCES
from pytest_memeval.suites.ee.sources import Source
from pytest_memeval.suites.ee.sources import SourceError
from pytest_memeval.suites.ee.sources import read_source
from tests.ee_episodes import episode

BODY = json.dumps([episode("pl_001"), episode("sw_001")]).encode()
DIGEST = hashlib.sha256(BODY).hexdigest()


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash of our stand-in in place of the published one."""
    source = Source("meme:filler32k", "meme_filler32k.json", DIGEST)
    monkeypatch.setitem(SOURCES, "meme:filler32k", source)


def fetched(tmp_path: Path, body: bytes = BODY) -> sources.Fetch:
    def fetch(source: Source) -> Path:
        path = tmp_path / source.file
        path.write_bytes(body)
        return path

    return fetch


@pytest.mark.usefixtures("pinned")
def test_a_source_stands_for_its_episodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a fixture file `source` takes an episode's place; selections apply to what it holds."""
    monkeypatch.setattr(sources, "fetched", fetched(tmp_path))
    case = {"source": "meme:filler32k"}
    assert SUITE.recognises(case)
    placed = SUITE.parse([RawCase(case, 7)], {})
    assert {one.line for one in placed} == {7}
    chosen = SUITE.chosen([one.case for one in placed], {"memeval_episodes": ("sw_*",)})
    assert {one.case.episode.id for one in placed if one.case.id in chosen} == {"sw_001"}


@pytest.mark.usefixtures("pinned")
def test_another_file_is_refused(tmp_path: Path) -> None:
    """A broken download, or another version, is never measured."""
    with pytest.raises(SourceError, match="is not the file that was pinned: its SHA-256 is"):
        read_source("meme:filler32k", fetched(tmp_path, BODY + b" "))


def test_the_published_file_is_pinned() -> None:
    """By the revision of the data set and the hash of its bytes."""
    assert REVISION == "03932fd33a08debf182ad01a47504024201d86f2"
    assert SOURCES["meme:filler32k"].sha256.startswith("a88d28374a002b3e")


def test_a_file_of_no_known_hash_has_to_be_pinned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message gives the hash of the copy at hand, and where to put it."""
    monkeypatch.delenv(sources.HASHES, raising=False)
    with pytest.raises(SourceError, match=f"this copy has {DIGEST}: set MEMEVAL_MEME_SHA256"):
        read_source("meme:nofiller", fetched(tmp_path))
    monkeypatch.setenv(sources.HASHES, DIGEST)
    assert len(read_source("meme:nofiller", fetched(tmp_path))) == 2


def test_an_unknown_source_is_refused_with_its_line() -> None:
    """The names that there are follow."""
    with pytest.raises(FixtureError, match=r"3: unknown source 'meme:filler64k' \(known: meme:"):
        SUITE.parse([RawCase({"source": "meme:filler64k"}, 3)], {})


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other way, a path, is named too."""
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(SourceError, match=r"install pytest-memeval\[ee\], or name the path of"):
        sources.fetched(SOURCES["meme:filler32k"])


# --- over HTTP, with the real package


@pytest.fixture
def hub() -> Iterator[str]:
    """A stand-in of the hub on this machine, which holds one file."""

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._serve(with_body=False)

        def do_GET(self) -> None:
            self._serve(with_body=True)

        def _serve(self, with_body: bool) -> None:
            wanted = f"/datasets/{REPOSITORY}/resolve/{REVISION}/meme_filler32k.json"
            if self.path.partition("?")[0] != wanted:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(BODY)))
            self.send_header("ETag", f'"{DIGEST}"')
            self.send_header("X-Repo-Commit", REVISION)
            self.end_headers()
            if with_body:
                self.wfile.write(BODY)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def download(endpoint: str, cache: Path, **more: str) -> str:
    """What a process of its own says of the source: `huggingface_hub` reads its settings once."""
    code = f"""
        from pytest_memeval.suites.ee import sources
        sources.SOURCES["meme:filler32k"] = sources.Source(
            "meme:filler32k", "meme_filler32k.json", "{DIGEST}"
        )
        try:
            print(len(sources.read_source("meme:filler32k")), "episodes")
        except sources.SourceError as error:
            print(error)
    """
    env = {
        **os.environ,
        "HF_ENDPOINT": endpoint,
        "HF_HOME": str(cache),
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "NO_PROXY": "*",
        **more,
    }
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=60,
        env=env,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.skipif(find_spec("huggingface_hub") is None, reason="needs huggingface_hub")
def test_it_is_downloaded_once_and_then_used_offline(hub: str, tmp_path: Path) -> None:
    """What is in the cache needs no network; what is not says so, and what to do."""
    assert "is not in the cache, and cannot be downloaded" in download(
        hub, tmp_path, HF_HUB_OFFLINE="1"
    )
    assert download(hub, tmp_path) == "2 episodes"
    assert download("http://127.0.0.1:9", tmp_path, HF_HUB_OFFLINE="1") == "2 episodes"
