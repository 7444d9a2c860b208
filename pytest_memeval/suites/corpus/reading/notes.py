"""Markdown memories: a file of a folder is one, a file by itself holds one in each entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.reading.columns import USUAL
from pytest_memeval.suites.corpus.reading.columns import Reader

_FENCE = re.compile(r"---[ \t]*(?:\n|\Z)")
_FRONT = re.compile(r"\A---[ \t]*\n(?:(.*?)\n)??---[ \t]*(?:\n|\Z)", re.DOTALL)
#: What front matter begins with; a text between two rules does not.
_KEY = re.compile(r"\A---[ \t]*\n\s*(?:#.*\n\s*)*[\w.-]+[ \t]*:(?:[ \t\n]|\Z)")
_ENTRY = re.compile(r"^(?:[-*+]|\d{1,4}[.)])[ \t]+", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6}[ \t].*$", re.MULTILINE)


def take_note(text: str, corpus: Corpus, reader: Reader, place: str) -> None:
    """A Markdown file of a folder: one memory, its front matter its metadata."""
    front, body = _parted(text, corpus, place)
    reader.take(front, place, text=body.strip())


def take_entries(text: str, corpus: Corpus, reader: Reader, place: str) -> None:
    """A Markdown file by itself: each list entry, or each paragraph, is a memory."""
    _, body = _parted(text, corpus, place)
    before = text.count("\n") - body.count("\n")
    for line, entry in _entries(body):
        reader.take(entry, f"{place}:{before + line}")


def _parted(text: str, corpus: Corpus, place: str) -> tuple[dict[str, object], str]:
    """The front matter and what comes after it."""
    text = text.replace("\r\n", "\n")
    if not _FENCE.match(text):
        return {}, text
    match = _FRONT.match(text)
    front = _loaded(match[1] or "") if match else None
    if match and front is not None:
        return front, text[match.end() :]
    if not _KEY.match(text):
        return {}, text  # a text between two rules, or below one
    corpus.note("front_matter", place)
    if match:
        return {}, text[match.end() :]
    _, blank, rest = text.partition("\n\n")  # no second fence: it cannot go further than this
    return {}, rest if blank else ""


def _loaded(front: str) -> dict[str, object] | None:
    """The keys of front matter, of what is below `metadata` too; None when it cannot be read.

    All values are read as they are written: a date that is none is a text.
    """
    import yaml

    try:
        found = yaml.load(front, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if not front.strip():
        return {}
    if not isinstance(found, dict):
        return None
    inner = found.get("metadata")
    spread = inner if isinstance(inner, dict) else {}
    kept = {str(key): value for key, value in {**spread, **found}.items()}
    # What the file says of itself must not be taken for its text.
    return {key: value for key, value in kept.items() if key.lower() not in USUAL["text"]}


def _entries(body: str) -> Iterator[tuple[int, str]]:
    plain = _HEADING.sub("", body)
    at, line = 0, 1
    for block in re.split(r"\n[ \t]*\n", plain):
        start = plain.find(block, at)
        line += plain.count("\n", at, start)
        at = start
        starts = [match.start() for match in _ENTRY.finditer(block)]
        cuts = [0, *starts, len(block)] if starts else [0, len(block)]
        for begin, end in pairwise(cuts):
            entry = _ENTRY.sub("", block[begin:end], count=1).strip()
            if entry:
                yield line + block.count("\n", 0, begin), entry
