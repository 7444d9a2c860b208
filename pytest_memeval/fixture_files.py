"""Fixture files to raw cases: YAML, JSON, JSON Lines or a Python module with `FIXTURES`.

All four give the same cases. What a case must look like is its suite's business; this room knows
where each case stands in its file, so that an error can name the line.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any

from pytest_memeval.suites.base import FixtureError
from pytest_memeval.suites.base import RawCase
from pytest_memeval.text import error_line

if TYPE_CHECKING:
    from types import ModuleType

    from pytest_memeval.suites.base import Suite

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", ".py")
_SPACE = re.compile(r"[ \t\n\r]*")


def files_below(path: Path) -> list[Path]:
    """The files at or below a path that may be fixture files, sorted."""
    if path.is_file():
        return [path]
    files = (file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
    return sorted(file for file in files if not is_test_code(file))


def is_test_code(path: Path) -> bool:
    """Whether pytest collects the file, or imports it, in its own right."""
    name = path.name
    return name in ("conftest.py", "__init__.py") or (
        path.suffix == ".py" and (name.startswith("test_") or name.endswith("_test.py"))
    )


@dataclass(frozen=True)
class FixtureFile:
    """The raw cases of one file. `suite` is None when the file names none."""

    path: Path
    suite: str | None
    cases: tuple[RawCase, ...]


def read(path: Path) -> FixtureFile | None:
    """Read one fixture file; None when it is plainly something else.

    :raises FixtureError: it is empty, not UTF-8, not what its ending says, or its top level is
        neither a list of cases nor `suite:` and `cases:`.
    """
    if path.suffix == ".py":
        return _read_module(path)
    text = _decoded(path)
    if not text.strip():
        raise FixtureError(["1: the file is empty; a fixture file holds `suite:` and `cases:`"])
    return _READERS[path.suffix](path, text)


def suite_of(file: FixtureFile, suites: Mapping[str, Suite]) -> str | None:
    """The suite that a file names, or whose keys its cases have; None when it is not ours.

    :raises FixtureError: it names a suite that does not exist.
    """
    from pytest_memeval.options import known_names

    if file.suite is not None:
        if file.suite not in suites:
            raise FixtureError(
                [f"1: unknown suite {file.suite!r} ({known_names(suites, file.suite)})"]
            )
        return file.suite
    for case in file.cases:
        for name, suite in suites.items():
            if isinstance(case.data, Mapping) and suite.recognises(case.data):
                return name
    return None


def _decoded(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FixtureError(
            [f"1: not UTF-8 (byte {error.start:,}); save the file as UTF-8"]
        ) from None
    except OSError as error:
        raise FixtureError([f"1: cannot be read: {error_line(error)}"]) from None


def _from_top(path: Path, top: object, cases: Iterable[RawCase] | None) -> FixtureFile | None:
    """The common end of the readers: `top` without its cases, and the cases with their lines."""
    if cases is None:
        # A mapping without a list of cases. Naming a suite says that it was meant to be ours.
        if isinstance(top, Mapping) and "suite" in top:
            raise FixtureError(["1: `suite:` is given, but no list of `cases:`"])
        return None
    found = tuple(cases)
    if not isinstance(top, Mapping):
        return FixtureFile(path, None, found)
    suite = top.get("suite")
    extra = sorted(str(key) for key in top if key not in ("suite", "cases"))
    if suite is None:
        return FixtureFile(path, None, found)
    if extra:
        raise FixtureError([f"1: extra key {extra[0]!r} beside `suite` and `cases`"])
    if not isinstance(suite, str):
        raise FixtureError([f"1: `suite` must be a name, got {suite!r}"])
    if not found:
        raise FixtureError(["1: `cases` is empty; a fixture file without cases measures nothing"])
    return FixtureFile(path, suite, found)


# --- YAML


def _read_yaml(path: Path, text: str) -> FixtureFile | None:
    import yaml

    loader = _yaml_loader()(text)
    try:
        root = loader.get_single_node()
        listed, rest = _split_yaml(root)
        top = loader.construct_document(rest) if rest is not None else None
        cases = None
        if listed is not None:
            cases = [
                RawCase(loader.construct_document(node), node.start_mark.line + 1)
                for node in listed.value
            ]
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise FixtureError([_yaml_problem(error)]) from None
    finally:
        loader.dispose()
    return _from_top(path, top, cases)


def _split_yaml(root: Any) -> tuple[Any, Any]:
    """The node of the list of cases, and the document's node without it."""
    import yaml

    if isinstance(root, yaml.SequenceNode):
        return root, None
    if not isinstance(root, yaml.MappingNode):
        return None, root
    for key, value in root.value:
        if key.value == "cases" and isinstance(value, yaml.SequenceNode):
            rest = [pair for pair in root.value if pair[0] is not key]
            return value, yaml.MappingNode(root.tag, rest, root.start_mark, root.end_mark)
    return None, root


def _yaml_problem(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    said = getattr(error, "problem", None) or error_line(error)
    context = getattr(error, "context", None)
    about = f" {context}" if context else ""
    return f"{mark.line + 1 if mark else 1}: not valid YAML: {said}{about}"


@cache
def _yaml_loader() -> Any:
    """PyYAML's safe loader, in C where there is one, which also refuses a key given twice."""
    import yaml

    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc, valid-type]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            seen = set()
            for key, _ in node.value:
                if key.value in seen and isinstance(key, yaml.ScalarNode):
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {key.value!r} is given twice", key.start_mark
                    )
                seen.add(key.value if isinstance(key, yaml.ScalarNode) else id(key))
            return super().construct_mapping(node, deep)

    return Loader


# --- JSON and JSON Lines


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FixtureError([f"the key {twice!r} is given twice"])
    return made


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)


class _Walker:
    """Walks the two upper levels of a JSON text, so that every case comes with its line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._counted_to = 0
        self._line = 1
        self.skip()

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def expect(self, marks: str) -> str:
        mark = self.peek()
        if not mark or mark not in marks:
            wanted = " or ".join(repr(m) for m in marks)
            raise json.JSONDecodeError(f"expecting {wanted}", self.text, self.at)
        self.at += 1
        self.skip()
        return mark

    def line(self) -> int:
        self._line += self.text.count("\n", self._counted_to, self.at)
        self._counted_to = self.at
        return self._line

    def value(self) -> object:
        line = self.line()
        try:
            value, self.at = _DECODER.raw_decode(self.text, self.at)
        except FixtureError as error:
            raise FixtureError([f"{line}: {error.problems[0]}"]) from None
        self.skip()
        return value

    def elements(self) -> Iterator[RawCase]:
        self.expect("[")
        if self.peek() == "]":
            self.expect("]")
            return
        while True:
            line = self.line()
            yield RawCase(self.value(), line)
            if self.expect(",]") == "]":
                return

    def members(self) -> Iterator[str]:
        self.expect("{")
        if self.peek() == "}":
            self.expect("}")
            return
        while True:
            yield str(self.value())
            if self.expect(",}") == "}":
                return

    def end(self) -> None:
        if self.at < len(self.text):
            raise json.JSONDecodeError("text after the end", self.text, self.at)


def _read_json(path: Path, text: str) -> FixtureFile | None:
    walker = _Walker(text)
    try:
        top, cases = _walk(walker)
        walker.end()
    except json.JSONDecodeError as error:
        raise FixtureError([f"{error.lineno}: not valid JSON: {error.msg}"]) from None
    except RecursionError:
        raise FixtureError([f"{walker.line()}: nested too deeply"]) from None
    return _from_top(path, top, cases)


def _walk(walker: _Walker) -> tuple[object, list[RawCase] | None]:
    if walker.peek() == "[":
        return None, list(walker.elements())
    if walker.peek() != "{":
        return walker.value(), None
    top: dict[str, object] = {}
    cases: list[RawCase] | None = None
    for key in walker.members():
        line = walker.line()
        if key in top or (key == "cases" and cases is not None):
            raise FixtureError([f"{line}: the key {key!r} is given twice"])
        walker.expect(":")
        if key == "cases" and walker.peek() == "[":
            cases = list(walker.elements())
        else:
            top[key] = walker.value()
    return top, cases


def _read_json_lines(path: Path, text: str) -> FixtureFile | None:
    cases, problems = [], []
    # Only line feeds end a line here: JSON strings may hold other separators as they are.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            cases.append(RawCase(_DECODER.decode(line), number))
        except json.JSONDecodeError as error:
            problems.append(f"{number}: not valid JSON: {error.msg} (one case a line)")
        except FixtureError as error:
            problems.append(f"{number}: {error.problems[0]}")
        except RecursionError:
            problems.append(f"{number}: nested too deeply")
    if problems:
        raise FixtureError(problems)
    first = cases[0].data
    if isinstance(first, dict) and set(first) == {"suite"}:
        return _from_top(path, first, cases[1:])
    return _from_top(path, None, cases)


# --- Python modules


def _read_module(path: Path) -> FixtureFile | None:
    text = _decoded(path)
    try:
        tree = ast.parse(text, filename=str(path))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise FixtureError([f"{line}: not valid Python: {error_line(error)}"]) from None
    if "FIXTURES" not in _names_bound(tree):
        return None
    fixtures = getattr(_import_file(path), "FIXTURES", None)
    if not isinstance(fixtures, (list, tuple)):
        raise FixtureError([f"1: FIXTURES must be a list of cases, got {type(fixtures).__name__}"])
    if not fixtures:
        raise FixtureError(["1: FIXTURES is empty; a file without cases measures nothing"])
    lines = _lines_of_strings(tree)
    return _from_top(path, None, [RawCase(case, lines.get(_id_of(case), 1)) for case in fixtures])


def _names_bound(tree: ast.Module) -> set[str]:
    """Names that a module binds: looked up before importing, since importing runs the file."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
    return names


def _lines_of_strings(tree: ast.Module) -> dict[object, int]:
    lines: dict[object, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            lines.setdefault(node.value, node.lineno)
    return lines


def _id_of(case: object) -> object:
    identity = case.get("id") if isinstance(case, Mapping) else None
    return identity if isinstance(identity, str) else None


def _import_file(path: Path) -> ModuleType:
    """Import a file under a name of its own, with its folder on the path as if it were run."""
    name = f"_memeval_fixtures_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise FixtureError(
            [f"{_line_in(path, error)}: importing it raised {error_line(error)}"]
        ) from None
    finally:
        if str(path.parent) in sys.path:
            sys.path.remove(str(path.parent))
        sys.modules.pop(name, None)
    return module


def _line_in(path: Path, error: BaseException) -> int:
    """The last line of the file itself that led to the error."""
    line, frame = 1, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == str(path):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


_READERS = {
    ".yaml": _read_yaml,
    ".yml": _read_yaml,
    ".json": _read_json,
    ".jsonl": _read_json_lines,
}
