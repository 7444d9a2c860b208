"""JSON and JSON Lines: rows, texts, pages of rows in whatever envelope."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError
from pytest_memeval.suites.corpus.reading import pages
from pytest_memeval.suites.corpus.reading.columns import Reader
from pytest_memeval.suites.corpus.reading.decoding import json_of
from pytest_memeval.suites.corpus.reading.decoding import line_of

#: Where exports and pages keep their rows: those that nothing else is called like, and others.
PAGES = ("results", "memories", "points")
ENVELOPES = (*PAGES, "data", "items", "entries", "facts", "records", "rows")
#: Where answers of a service keep a whole page.
WRAPPERS = ("result", "response", "body", *ENVELOPES)
#: Names of lists of rows that say what these are; any other name is whose they are.
_SORTS_TEXT = """
edges nodes episodes entities relations relationships communities observations messages documents
objects hits sessions summaries archival core recall short_term long_term
"""
SORTS = frozenset(_SORTS_TEXT.split())
#: Envelopes within envelopes: a list of pages.
MOST_DEEP = 2
_ENVELOPE = re.compile(rf'"(?:{"|".join(ENVELOPES)})"\s*:\s*\[\s*(?:[\[{{"]|\Z)')


def read_lines(data: bytes, corpus: Corpus, reader: Reader, place: str) -> None:
    """JSON Lines: a row, a text or a whole page on each."""
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")  # in JSON itself there is none
    number, at = 0, 0
    while at < len(data):
        end = data.find(b"\n", at)
        finished = end >= 0
        line = data[at : end if finished else len(data)]
        at = end + 1 if finished else len(data)
        number += 1
        if line.strip():
            _read_line(line, corpus, reader, f"{place}:{number}", finished)


def _read_line(line: bytes, corpus: Corpus, reader: Reader, place: str, finished: bool) -> None:
    text = line_of(line, corpus, place)
    try:
        row = json_of(text, corpus, place)
    except (ValueError, RecursionError):
        page = reader.pages.begun or _begins_page(text)
        corpus.note("page_cut" if page else "broken" if finished else "unfinished", place)
        return
    _take_json(row, corpus, reader, place)


def _begins_page(text: str) -> bool:
    """Whether a line that cannot be read held rows, as far as it goes, and not one row."""
    if text.lstrip().startswith("["):
        return True
    found = _ENVELOPE.search(text)
    return found is not None and '"memory"' not in text[: found.start()]


def _take_json(
    row: object, corpus: Corpus, reader: Reader, place: str, user: str = "", deep: int = 0
) -> None:
    """A row; or a page of rows, which holds them in an envelope; or a list of pages."""
    inside = rows_in(row, corpus, reader, place) if deep < MOST_DEEP else None
    if inside is None:
        reader.take(row, place, user)
        return
    said = reader.says(_unwrapped(row), "user") if isinstance(row, Mapping) else ""
    for number, each in enumerate(inside, 1):
        _take_json(each, corpus, reader, f"{place}#{number}", said or user, deep + 1)


def rows_in(row: object, corpus: Corpus, reader: Reader, place: str) -> Sequence[object] | None:
    """The rows in an envelope; None when this is no envelope.

    A row may well have a list of the same name: it has a text, or an id, beside it.
    """
    if isinstance(row, list):
        return row
    if not isinstance(row, Mapping):
        return None
    if reader.is_row(row) and reader.is_memory(row):
        return None
    row = _unwrapped(row)
    has_text = reader.is_row(row)
    if has_text and not _is_page(row, reader):
        return None
    names = PAGES if reader.says(row, "id") else ENVELOPES
    lists = {name: value for name, value in row.items() if isinstance(value, list)}
    if not any(name in lists for name in names):
        return None
    for name, value in lists.items():
        if value and name not in names:
            corpus.note("beside", f"{place}: {name}")
    if has_text:
        corpus.note("page_text", place)
    rows = [each for name in names for each in lists.get(name, ())]
    reader.pages.add(row, len(rows))
    return rows


def _unwrapped(row: Mapping[Any, object]) -> Mapping[Any, object]:
    """A page out of what a service wraps its answers in, together with what is said beside it."""
    for _ in range(MOST_DEEP):
        if any(isinstance(row.get(name), list) for name in ENVELOPES):
            break
        wrapped = [name for name in WRAPPERS if isinstance(row.get(name), Mapping)]
        if len(wrapped) != 1:
            break
        inner = row[wrapped[0]]
        assert isinstance(inner, Mapping)
        row = {**{name: value for name, value in row.items() if name != wrapped[0]}, **inner}
    return row


def _is_page(row: Mapping[Any, object], reader: Reader) -> bool:
    """Whether a mapping with a text is a page all the same, for what its envelopes hold."""
    if reader.is_memory(row):
        return False
    lists = [value for name in ENVELOPES if isinstance(value := row.get(name), list)]
    if not any(lists):
        return bool(lists) and pages.tells(row)  # the last page may have no rows
    return any(
        isinstance(each, Mapping) and (reader.is_row(each) or bool(reader.says(each, "id")))
        for rows in lists
        for each in rows
    )


def read_whole(text: str, corpus: Corpus, reader: Reader, place: str) -> None:
    if not text.strip():
        return
    try:
        data = json_of(text, corpus, place)
    except RecursionError:
        raise CorpusError(f"{place}: nested too deeply to be read") from None
    except ValueError as error:
        if _looks_like_lines(text):
            read_lines(text.encode("utf-8", "surrogatepass"), corpus, reader, place)
            return
        raise CorpusError(
            f"{place}: no JSON ({error}); cut off, it may still be being written"
        ) from None
    _take_whole(data, corpus, reader, place)


def _looks_like_lines(text: str) -> bool:
    """Whether the first line is a JSON value by itself, as it is in JSON Lines."""
    first, end, rest = text.lstrip().partition("\n")
    try:
        return bool(end) and rest.strip() != "" and isinstance(json.loads(first), (dict, str))
    except (ValueError, RecursionError):
        return False


def _take_whole(data: object, corpus: Corpus, reader: Reader, place: str) -> None:
    """A list of rows, a page, a list of pages, lists of rows by user, or a list for each column."""
    if not isinstance(data, (list, Mapping)):
        raise CorpusError(f"{place}: a {type(data).__name__} is no list of memories")
    if isinstance(data, Mapping) and _has_columns(data):
        _take_json(_rows_of(data), corpus, reader, place)
    elif isinstance(data, Mapping) and _is_by_user(data):
        for user, listed in data.items():
            for number, row in enumerate(listed, 1):
                reader.take(row, f"{place}#{user}/{number}", user=_user_of(str(user)))
    else:
        _take_json(data, corpus, reader, place)


def _user_of(name: str) -> str:
    """The user whose rows lie below a name; "" where it says what they are rather than whose."""
    return "" if name.lower() in SORTS else name


def _is_by_user(data: Mapping[Any, object]) -> bool:
    lists = all(isinstance(value, list) for value in data.values())
    return bool(data) and lists and not any(name in data for name in ENVELOPES)


def _has_columns(data: Mapping[Any, Any]) -> bool:
    """Whether this is what Chroma's `get` returns: ids, documents and metadata side by side."""
    ids, documents, metadata = map(data.get, ("ids", "documents", "metadatas"))
    return (
        isinstance(ids, list)
        and isinstance(documents, list)
        and isinstance(metadata or [], list)
        and len(documents) == len(ids) == len(metadata or ids)
    )


def _rows_of(data: Mapping[Any, Any]) -> list[dict[str, object]]:
    metadata = data.get("metadatas") or [None] * len(data["ids"])
    return [
        {"id": identity, "document": document, "metadata": said}
        for identity, document, said in zip(data["ids"], data["documents"], metadata, strict=True)
    ]
