"""A Python module with a list `FIXTURES` to raw cases."""

from __future__ import annotations

import ast
import symtable
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from importlib.util import module_from_spec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_memeval.errors import FixtureError
from pytest_memeval.fixture_files.top import FixtureFile
from pytest_memeval.suites.base import RawCase
from pytest_memeval.text import error_line

if TYPE_CHECKING:
    from types import ModuleType


def read(path: Path, text: str) -> FixtureFile | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are raised again where the file is imported
            tree = ast.parse(text, filename=str(path))
            bound = _binds_fixtures(symtable.symtable(text, str(path), "exec"))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        raise FixtureError([f"{line}: not valid Python: {error_line(error)}"]) from None
    if not bound:
        return None
    fixtures = getattr(_import_file(path), "FIXTURES", None)
    line = _line_of_fixtures(tree)
    if not isinstance(fixtures, (list, tuple)):
        kind = type(fixtures).__name__
        raise FixtureError([f"{line}: FIXTURES must be a list of cases; got {kind}"])
    if not fixtures:
        raise FixtureError([f"{line}: FIXTURES is empty; a file without cases measures nothing"])
    cases = map(RawCase, fixtures, _lines_of_cases(tree, fixtures))
    return FixtureFile(path, None, tuple(cases))


def _binds_fixtures(module: symtable.SymbolTable) -> bool:
    """Whether the module itself makes or imports FIXTURES: asked first, since importing runs it."""
    if "FIXTURES" not in module.get_identifiers():
        return False
    symbol = module.lookup("FIXTURES")
    return symbol.is_assigned() or symbol.is_imported()


def _line_of_fixtures(tree: ast.Module) -> int:
    """The last line that makes or imports FIXTURES."""
    lines = [1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            if node.id == "FIXTURES":
                lines.append(node.lineno)
        elif isinstance(node, ast.alias) and "FIXTURES" in (node.name, node.asname):
            lines.append(node.lineno)
    return max(lines)


def _lines_of_cases(tree: ast.Module, fixtures: Sequence[object]) -> list[int]:
    """Where each case stands: in the list if it is written there, else where its id is."""
    elements = _elements(tree)
    written = elements if len(elements) == len(fixtures) else [None] * len(fixtures)
    mentions = _mentions(tree)
    line, lines = _line_of_fixtures(tree), []
    for case, element in zip(fixtures, written, strict=True):
        if isinstance(element, (ast.Dict, ast.Call)):
            lines.append(element.lineno)
            continue
        identity = case.get("id") if isinstance(case, Mapping) else None
        found = mentions.get(identity, []) if isinstance(identity, str) else []
        lines.append((found.pop(0) if len(found) > 1 else found[0]) if found else line)
    return lines


def _elements(tree: ast.Module) -> list[ast.expr]:
    """The elements of `FIXTURES = [...]`; none when it is made in another way, or in part."""
    elements: list[ast.expr] = []
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "FIXTURES" for target in targets):
            value = getattr(node, "value", None)
            plain = isinstance(node, (ast.Assign, ast.AnnAssign))
            elements = value.elts if plain and isinstance(value, (ast.List, ast.Tuple)) else []
    return [] if any(isinstance(element, ast.Starred) for element in elements) else elements


def _mentions(tree: ast.Module) -> Mapping[str, list[int]]:
    """For each text, the lines of the mappings that have it as their id, else of the text."""
    of_ids: dict[str, list[int]] = defaultdict(list)
    of_texts: dict[str, list[int]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            of_texts[node.value].append(node.lineno)
        elif isinstance(node, ast.Dict):
            for identity in _ids(node):
                of_ids[identity].append(node.lineno)
    return {text: sorted(lines) for text, lines in (of_texts | of_ids).items()}


def _ids(node: ast.Dict) -> Iterator[str]:
    """What a mapping written out in the file gives as its `id`."""
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and key.value == "id" and isinstance(value, ast.Constant):
            yield str(value.value)


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
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 1
    line, frame = 1, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == str(path):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line
