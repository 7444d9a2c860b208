"""The published data set, downloaded on first use and checked against what was pinned.

A fixture file names it by `source: meme:filler32k` in place of an episode. The revision of the data
set is fixed; the hash of a file is compared whenever it is read, so that a broken or another file
is never measured. Without a network the copy in the cache is used.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_memeval.suites.base import RawCase
from pytest_memeval.text import error_line
from pytest_memeval.text import known_names

REPOSITORY = "meme-benchmark/MEME"
REVISION = "03932fd33a08debf182ad01a47504024201d86f2"
PREFIX = "meme:"
#: Where a file's hash is looked up when the package does not pin it.
HASHES = "MEMEVAL_MEME_SHA256"


@dataclass(frozen=True, slots=True)
class Source:
    """A file of the data set.

    :param sha256: of its bytes; "" where nobody has published it: the first copy then is pinned by
        the environment variable `MEMEVAL_MEME_SHA256`, and its hash shown until it is.
    """

    name: str
    file: str
    sha256: str


SOURCES = {
    f"{PREFIX}{name}": Source(f"{PREFIX}{name}", f"meme_{name}.json", digest)
    for name, digest in (
        ("filler32k", "a88d28374a002b3e5b1683fb7201d06a1ce739d2ebf94c971c37bb65cf6ebdd3"),
        ("filler128k", ""),
        ("nofiller", ""),
    )
}

#: Fetches a file of the data set at the pinned revision and says where it lies.
Fetch = Callable[[Source], Path]


class SourceError(Exception):
    """A source that cannot be had; the message says what to do."""


def read_source(name: str, fetch: Fetch | None = None) -> list[RawCase]:
    """The episodes of a published file, as they stand in it.

    :raises SourceError: it is unknown, cannot be had, or is not the file that was pinned.
    """
    source = SOURCES.get(name)
    if source is None:
        raise SourceError(f"unknown source {name!r} ({known_names(SOURCES, name)})")
    path = (fetch or fetched)(source)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"{name}: {path} cannot be read: {error.strerror}") from None
    _check(source, data, path)
    try:
        found = json.loads(data)
    except ValueError as error:
        raise SourceError(f"{name}: {path} is not valid JSON: {error_line(error)}") from None
    if not isinstance(found, list):
        raise SourceError(f"{name}: {path} must hold a list of episodes")
    return [RawCase(one, 1) for one in found]


def _check(source: Source, data: bytes, path: Path) -> None:
    digest = hashlib.sha256(data).hexdigest()
    pinned = source.sha256 or os.environ.get(HASHES, "")
    if not pinned:
        raise SourceError(
            f"{source.name}: nobody has published the hash of {source.file}; this copy has "
            f"{digest}: set {HASHES} to it, so that no other file is measured from now on"
        )
    if digest != pinned:
        raise SourceError(
            f"{source.name}: {path} is not the file that was pinned: its SHA-256 is {digest}, not "
            f"{pinned}; delete it, and it is downloaded again"
        )


def fetched(source: Source) -> Path:
    """The file in the cache of `huggingface_hub`, downloaded there on first use.

    :raises SourceError: the package is not installed, or the file neither cached nor reachable.
    """
    try:
        from huggingface_hub import hf_hub_download
    except ImportError:
        raise SourceError(
            f"{source.name} is downloaded by huggingface_hub: install pytest-memeval[ee], or name "
            f"the path of {source.file} in place of {source.name}"
        ) from None
    try:
        return Path(
            hf_hub_download(REPOSITORY, source.file, repo_type="dataset", revision=REVISION)
        )
    except Exception as error:
        raise SourceError(
            f"{source.name} is not in the cache, and cannot be downloaded "
            f"({error_line(error)}); run once with a network, or name the path of {source.file}"
        ) from None
