"""Answers and verdicts that were paid for once: recorded in files, replayed from them.

A cassette is a few files of JSON Lines in a folder. Each line holds one thing that was asked, by
whom it was answered, and what. The lines are sorted, so that two recordings of the same run are
the same files and a diff shows what changed. Every write happens under a lock of the folder and
replaces a file as a whole: any number of processes may record into the same folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from pytest_memeval.clients.secret import Secret
from pytest_memeval.judges.base import JudgeError
from pytest_memeval.text import error_line


@dataclass(frozen=True)
class Key:
    """What an entry is found by.

    :param asked: what was asked, in plain texts.
    :param by: who answered, and under which instructions: the same `asked` with another `by` is
        a stale entry.
    """

    asked: Mapping[str, str | None]
    by: Mapping[str, str]

    @property
    def digest(self) -> str:
        return _digest({"asked": dict(self.asked), "by": dict(self.by)})

    @property
    def subject(self) -> str:
        return _digest(dict(self.asked))


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


@dataclass
class _Entries:
    """What the files of a cassette hold, as far as this process has read and written them."""

    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    makers: dict[str, list[dict[str, str]]] = field(default_factory=dict)

    def add(self, line: Mapping[str, Any]) -> None:
        self.values[line["key"]] = line["value"]
        self.makers.setdefault(line["subject"], []).append(line["by"])


class Cassette:
    """The entries of one kind in a folder.

    :param name: what the entries are, and how the files are called: `verdicts`, `answers`.
    :param secret: is blotted out in all that is written.
    :raises JudgeError: a file cannot be read, for example after a merge that went wrong.
    """

    def __init__(self, folder: Path, name: str, secret: Secret | None = None) -> None:
        self._folder = folder
        self._name = name
        self._secret = secret or Secret("")
        self._entries = _Entries()
        for path in sorted(folder.glob(f"{name}-?.jsonl")):
            for line in _lines(path):
                self._entries.add(line)

    def get(self, key: Key) -> dict[str, Any] | None:
        """The recorded value; None when there is none."""
        return self._entries.values.get(key.digest)

    def stale(self, key: Key) -> tuple[str, ...]:
        """What differs, when the same was asked of others: `model`, `rubric`; else nothing."""
        makers = self._entries.makers.get(key.subject, ())
        if not makers or key.digest in self._entries.values:
            return ()
        differing = [
            tuple(sorted(name for name in {*by, *key.by} if by.get(name) != key.by.get(name)))
            for by in makers
        ]
        return min(differing, key=len)

    def put(self, key: Key, value: Mapping[str, Any], *, over: bool = True) -> None:
        """Record a value.

        :param over: whether it replaces one that another process has recorded in the meantime.
        """
        line = {
            "asked": self._hidden(dict(key.asked)),
            "by": dict(key.by),
            "value": self._hidden(dict(value)),
            "subject": key.subject,
            "key": key.digest,
        }
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{self._name}-{key.subject[0]}.jsonl"
        with _locked(self._folder):
            there = {each["key"]: each for each in _lines(path)} if path.exists() else {}
            if over or line["key"] not in there:
                there[line["key"]] = line
                _replace(
                    path, sorted(there.values(), key=lambda each: (each["subject"], each["key"]))
                )
        self._entries.add(there[line["key"]])

    def _hidden(self, value: Any) -> Any:
        """A value of JSON without the secret."""
        if isinstance(value, str):
            return self._secret.hide_in(value)
        if isinstance(value, dict):
            return {name: self._hidden(each) for name, each in value.items()}
        return [self._hidden(each) for each in value] if isinstance(value, list) else value


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for number, text in enumerate(path.read_bytes().splitlines(), 1):
        try:
            line = json.loads(text)
            _ = line["key"], line["subject"], line["by"], line["value"]
        except (ValueError, KeyError, TypeError) as error:
            problem = f"{path}:{number}: not a line of a cassette: {error_line(error)}"
            raise JudgeError(problem) from None
        yield line


def _replace(path: Path, lines: list[dict[str, Any]]) -> None:
    new = path.with_suffix(f".{os.getpid()}.new")
    with new.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    new.replace(path)


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def _locked(folder: Path) -> Iterator[None]:
        with (folder / ".lock").open("a") as file:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    @contextmanager
    def _locked(folder: Path) -> Iterator[None]:
        """Wait until no other process writes here. The system unlocks for one that dies."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
