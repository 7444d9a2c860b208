"""From the bytes of a file to its text. Whatever had to be guessed is named."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from pytest_memeval.suites.corpus.memories import Corpus
from pytest_memeval.suites.corpus.memories import CorpusError

_UTF8_MARK = b"\xef\xbb\xbf"
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
#: Bytes that are looked at for how many of them a character has.
_SAMPLE = 4_096


def bytes_of(path: Path, corpus: Corpus, place: str) -> bytes:
    """What the file held when it was opened, in UTF-8 or in an encoding of one byte a character.

    :raises CorpusError: it became shorter meanwhile.
    :raises OSError: it cannot be read.
    """
    with path.open("rb") as file:
        size = path.stat().st_size
        data = file.read(size)
    after = path.stat().st_size
    if after < size or len(data) < size:
        raise CorpusError(f"{place}: it became shorter while it was read")
    if after > size:
        corpus.note("grown", place)
    encoding = _wide(data)
    if encoding:
        corpus.note("wide", place)
        data = _text(data, encoding, corpus, place).encode("utf-8", "surrogatepass")
    return data.removeprefix(_UTF8_MARK)


def text_of(path: Path, corpus: Corpus, place: str) -> str:
    """The text of a file; lines that are not UTF-8 are read one by one."""
    data = bytes_of(path, corpus, place)
    try:
        return data.decode()
    except UnicodeDecodeError:
        lines = data.split(b"\n")
        return "\n".join(line_of(line, corpus, f"{place}:{at}") for at, line in enumerate(lines, 1))


def line_of(line: bytes, corpus: Corpus, place: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        corpus.note("other_encoding", place)
        return windows(line)


def json_of(text: str, corpus: Corpus, place: str) -> object:
    """A JSON document. A key that an object gives twice is noted; its last value stays.

    Where an earlier one was a list of objects, rows are lost, and nobody counts them.

    :raises ValueError: it is no JSON.
    :raises RecursionError: it is nested too deeply.
    """
    repeated: list[str] = []
    lost: list[str] = []

    def mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) < len(pairs):
            counted = Counter(key for key, _ in pairs)
            repeated.extend(key for key, count in counted.items() if count > 1)
            lost.extend(key for key, value in pairs if value is not made[key] and _is_rows(value))
        return made

    found: object = json.JSONDecoder(object_pairs_hook=mapping).decode(text)
    for key in repeated:
        corpus.note("repeated_key", f"{place}: {key}")
    for key in lost:
        corpus.note("page_cut", f"{place}: {key}")
    return found


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def windows(data: bytes) -> str:
    """What Windows writes. It leaves five bytes free, which Latin-1 does not."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _wide(data: bytes) -> str:
    """The encoding of a file of two or four bytes a character; "" for any other.

    Without a mark in front it is known by its zeros: in most scripts every other byte of blanks,
    marks and line ends is one, and none of the bytes between them.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    start = data[:_SAMPLE]
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) <= max(len(start) // 16, 1) or min(even, odd) * 8 > max(even, odd):
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _text(data: bytes, encoding: str, corpus: Corpus, place: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        corpus.note("no_text_bytes", place)
        return data.decode(encoding, "replace")
