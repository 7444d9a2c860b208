"""YAML to raw cases."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pytest_memeval.errors import FixtureError
from pytest_memeval.fixture_files.top import FixtureFile
from pytest_memeval.fixture_files.top import Lines
from pytest_memeval.fixture_files.top import Top
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import name_of
from pytest_memeval.text import error_line
from pytest_memeval.text import show


def read(path: Path, text: str) -> FixtureFile | None:
    import yaml

    lines = Lines(text)
    unfit = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if unfit:
        shown = f"U+{ord(unfit[0]):04X}"
        raise FixtureError(
            [f"{lines.at(unfit.start())}: not valid YAML: {shown} as it is; write it as an escape"]
        )
    loader = _yaml_loader()(text)
    try:
        return _yaml_top(loader, loader.get_single_node(), lines).file(path)
    except FixtureError:
        raise
    except RecursionError:
        raise FixtureError(["1: nested too deeply"]) from None
    except Exception as error:
        raise FixtureError([_yaml_problem(error, lines)]) from None
    finally:
        loader.dispose()


def _yaml_top(loader: Any, root: Any, lines: Lines) -> Top:
    import yaml

    top = Top()
    if isinstance(root, yaml.SequenceNode):
        top.cases = _yaml_cases(loader, root, lines, top.problems)
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        name = str(key.value)
        top.add_key(name, lines.at(key.start_mark.index))
        if name == "cases" and isinstance(value, yaml.SequenceNode):
            top.cases = _yaml_cases(loader, value, lines, top.problems)
        elif name == "suite":
            top.suite = loader.construct_document(value)
    return top


def _yaml_cases(loader: Any, listed: Any, lines: Lines, problems: list[str]) -> list[RawCase]:
    return [
        _yaml_case(loader, node, number, lines, problems)
        for number, node in enumerate(listed.value, start=1)
    ]


def _yaml_case(loader: Any, node: Any, number: int, lines: Lines, problems: list[str]) -> RawCase:
    line = lines.at(node.start_mark.index)
    try:
        return RawCase(loader.construct_document(node), line)
    # Explicit tags make PyYAML's constructors fail in many ways: `!!bool maybe` is a KeyError.
    except Exception as error:
        loader.forget()
        # What can still be seen of the case: enough to name it, and to know whether it is ours.
        seen = RawCase(_yaml_scalars(node), line)
        where, said = _yaml_said(error, lines)
        problems.append(f"{where or line}: {name_of(seen, number)}: {said}")
        return seen


def _yaml_scalars(node: Any) -> dict[str, object]:
    import yaml

    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return {
        key.value: value.value if isinstance(value, yaml.ScalarNode) else None
        for key, value in pairs
        if isinstance(key, yaml.ScalarNode)
    }


def _yaml_problem(error: Exception, lines: Lines) -> str:
    line, said = _yaml_said(error, lines)
    if said.endswith("found another document"):
        said = "the file holds several documents, separated by `---`; a fixture file is one"
    return f"{line or 1}: not valid YAML: {said}"


def _yaml_said(error: Exception, lines: Lines) -> tuple[int | None, str]:
    """The line that PyYAML complains about, if it names one, and what it says."""
    mark = getattr(error, "problem_mark", None)
    parts = [getattr(error, name, None) for name in ("context", "problem")]
    said = ", ".join(part for part in parts if part) or f"cannot be read: {error_line(error)}"
    return (lines.at(mark.index) if mark else None), said


@cache
def _yaml_loader() -> Any:
    """PyYAML's safe loader, in C where there is one, which also refuses a key given twice."""
    import yaml

    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc, valid-type]
        def __init__(self, text: str) -> None:
            super().__init__(text)
            self._looked_at: set[int] = set()

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            # Once a node: merging (`<<`) puts the merged pairs into it, before its own.
            if id(node) not in self._looked_at and isinstance(node, yaml.MappingNode):
                self._looked_at.add(id(node))
                self._refuse_twins(node)
            return super().construct_mapping(node, deep)

        def _refuse_twins(self, node: Any) -> None:
            seen: set[str] = set()
            for key, _ in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    continue
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {show(key.value)} is given twice", key.start_mark
                    )
                seen.add(key.value)

        def forget(self) -> None:
            """Drop what a failed document left half made."""
            self.constructed_objects: dict[Any, Any] = {}
            self.recursive_objects: dict[Any, Any] = {}
            self.state_generators: list[Any] = []
            self.deep_construct = False

    return Loader
