"""Changes the floors in an ini file of pytest's, and nothing else in it.

The file is changed as text, so that its comments and its layout stay; then it is read again the way
pytest reads it. If that does not give exactly the floors that were meant, and all else as before,
nothing is proposed.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
from collections.abc import Mapping
from collections.abc import Sequence
from pathlib import Path
from typing import Any

OPTION = "memeval_floors"
#: Tables and sections in which pytest looks for its options.
_TABLES = (("tool", "pytest", "ini_options"), ("tool", "pytest"), ("pytest",))
_SECTIONS = ("pytest", "tool:pytest")
_HEADER = re.compile(
    r"""^(?P<header>[ \t]*\[(?:tool\.pytest(?:\.ini_options)?|pytest|tool:pytest)\]
        [ \t]*(?:[#;][^\r\n]*)?)\r?$""",
    re.MULTILINE | re.VERBOSE,
)
_KEY = re.compile(rf"^[ \t]*{OPTION}[ \t]*[=:][ \t]*", re.MULTILINE)
_INDENT = "    "


class IniError(Exception):
    """An ini file that cannot be changed safely; the message says what to write by hand."""


def with_floors(path: Path, changed: Mapping[str, str], added: Sequence[str]) -> tuple[str, str]:
    """The text of an ini file, and the same with other floors.

    :param changed: new lines by the ones that they replace.
    :param added: lines to put behind the last one.
    :raises IniError: it cannot be read, or does not state its floors plainly.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        before, option = _read(path, text)
        new = _Edit(text, option, path.suffix == ".toml").done(changed, added)
        after, floors = _read(path, new)
    except (OSError, ValueError) as error:
        raise IniError(f"{path}: {error}") from None
    wanted = [changed.get(line, line) for line in _lines(option)] + list(added)
    if before != after or _lines(floors) != wanted:
        by_hand = "; ".join([*changed.values(), *added])
        raise IniError(f"{path}: {OPTION} is not plain enough to change it; write there: {by_hand}")
    return text, new


def patch(name: str, before: str, after: str) -> str:
    """A unified diff that `git apply` and `patch -p1` take in the folder of the file."""
    lines = difflib.unified_diff(_kept(before), _kept(after), f"a/{name}", f"b/{name}", n=3)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _kept(text: str) -> list[str]:
    """Lines with their ends. Only line feeds end them: so do `patch` and git see it."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _lines(option: object) -> list[str]:
    """An option as pytest makes a list of it."""
    if isinstance(option, str):
        return [line.strip() for line in option.split("\n") if line.strip()]
    return [str(line) for line in option] if isinstance(option, list) else []


def _read(path: Path, text: str) -> tuple[Any, object]:
    """All that a file says but for its floors, and its floors: None, a text or a list.

    :raises ValueError: pytest could not read it either.
    """
    if path.suffix == ".toml":
        return _read_toml(text)
    from iniconfig import IniConfig
    from iniconfig import ParseError

    try:
        sections = IniConfig(path.name, data=text.replace("\r\n", "\n")).sections
    except ParseError as error:
        raise ValueError(str(error)) from None
    plain = {name: dict(options) for name, options in sections.items()}
    found = next((plain[name] for name in _SECTIONS if name in plain), {})
    return plain, found.pop(OPTION, None)


def _read_toml(text: str) -> tuple[Any, object]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    data = tomllib.loads(text)
    for path in _TABLES:
        table: Any = data
        for name in path:
            table = table.get(name, {}) if isinstance(table, dict) else {}
        if isinstance(table, dict) and OPTION in table:
            return data, table.pop(OPTION)
    return data, None


class _Edit:
    """One pass over the text: floors are found in their order, each behind the one before."""

    def __init__(self, text: str, option: object, toml: bool) -> None:
        self._text = text
        self._toml = toml
        self._option = option
        self._end = "\r\n" if "\r\n" in text else "\n"
        self._at = 0

    def done(self, changed: Mapping[str, str], added: Sequence[str]) -> str:
        """The new text.

        :raises ValueError: something is not where it should be.
        """
        if self._option is None:
            return self._with_option(added) if added else self._text
        key = self._search(_KEY, 0)
        start = self._at = key.end()
        for line in _lines(self._option):
            if isinstance(self._option, list):
                self._literal(line, changed.get(line, line))
            else:
                self._line(line, changed.get(line, line))
        for line in added:
            self._add(line, first=self._at == start)
        return self._text

    def _search(self, pattern: re.Pattern[str], start: int) -> re.Match[str]:
        match = pattern.search(self._text, start)
        if match is None:
            raise ValueError(f"{OPTION} is not stated plainly")
        return match

    def _put(self, start: int, end: int, new: str) -> None:
        self._text = self._text[:start] + new + self._text[end:]
        self._at = start + len(new)

    def _literal(self, line: str, new: str) -> None:
        """A floor that is a string of a TOML list."""
        forms = (json.dumps(line, ensure_ascii=False), f"'{line}'")
        match = self._search(re.compile("|".join(map(re.escape, forms))), self._at)
        as_it_is = match[0][0] == "'" and "'" not in new
        self._put(*match.span(), f"'{new}'" if as_it_is else json.dumps(new, ensure_ascii=False))

    def _line(self, line: str, new: str) -> None:
        """A floor that is a line of an ini file, or of one long string in TOML."""
        opening = re.compile(r"(?:\"\"\"|''')?").match(self._text, self._at)
        start = opening.end() if opening else self._at
        if not self._text.startswith(line, start):
            alone = re.compile(rf"^[ \t]*({re.escape(line)})[ \t\r]*(?:$|\"\"\"|''')", re.MULTILINE)
            start = self._search(alone, self._at).start(1)
        self._put(start, start + len(line), new)

    def _add(self, line: str, first: bool) -> None:
        """Put a floor behind the last one, or into an option that is empty."""
        if isinstance(self._option, list):
            self._add_literal(json.dumps(line, ensure_ascii=False), first)
        else:
            began = self._text.rfind("\n", 0, self._at) + 1
            blank = re.match(r"[ \t]*", self._text[began:])
            indent = (blank[0] if blank else "") or _INDENT
            self._put(self._at, self._at, f"{self._end}{indent}{line}")

    def _add_literal(self, literal: str, first: bool) -> None:
        if first:
            at = self._search(re.compile(r"\["), self._at).end()
            self._put(at, at, literal)
            return
        began = self._text.rfind("\n", 0, self._at) + 1
        before = re.match(r"[ \t]*(?=[\"'])", self._text[began:])
        rest = re.compile(r"(,?)([ \t]*(?:#[^\n]*?)?)(\r?\n)").match(self._text, self._at)
        if before is None or rest is None:  # all on one line
            self._put(self._at, self._at, f", {literal}")
            return
        comma, comment, end = rest.groups()
        # The new line ends as the one above: with a comma or without.
        self._put(*rest.span(), f",{comment}{end}{before[0]}{literal}{comma}{end}")
        self._at -= len(end) + len(comma)

    def _with_option(self, added: Sequence[str]) -> str:
        """The option is not there yet: right below the header it is in no other table."""
        option = [f"{OPTION} =", *(f"{_INDENT}{line}" for line in added)]
        if self._toml:
            texts = (json.dumps(line, ensure_ascii=False) for line in added)
            option = [f"{OPTION} = [", *(f"{_INDENT}{text}," for text in texts), "]"]
        end = self._search(_HEADER, 0).end("header")
        lines = "".join(f"{self._end}{line}" for line in option)
        return self._text[:end] + lines + self._text[end:]
