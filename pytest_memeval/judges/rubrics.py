"""The rubrics of the judging model: read from one YAML file, filled in one pass."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_memeval.judges.base import JudgeError
from pytest_memeval.judges.base import Question
from pytest_memeval.text import error_line
from pytest_memeval.text import known_names

OURS = Path(__file__).with_name("rubrics.yaml")
NAMES = ("before", "edit_after", "erase_after", "answer")
PLACEHOLDERS = ("question", "gold", "agent_answer")
#: A word in braces. The braces of a JSON object hold quotes, and so are none of these.
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Rubric:
    """One prompt with the places for question, gold and answer."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        """What tells this text from any other."""
        return hashlib.sha256(self.text.encode("utf-8", "backslashreplace")).hexdigest()[:16]

    def fill(self, question: Question) -> str:
        """The prompt for one answer. What is filled in is never looked at again."""
        values = {
            "question": question.question,
            "gold": question.value,
            "agent_answer": question.answer,
        }
        return _PLACEHOLDER.sub(lambda match: _quoted(values[match[1]]), self.text)


def _quoted(text: str) -> str:
    """A text as a JSON string that can neither end itself nor the element it stands in."""
    quoted = json.dumps(text, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")
    return quoted.encode("utf-8", "backslashreplace").decode()


def load_rubrics(path: Path | None = None) -> Mapping[str, Rubric]:
    """Read the rubrics by name.

    :raises JudgeError: the file, a rubric or a placeholder is missing, or one is unknown.
    """
    path = path or OURS
    found = _read(path)
    problems = [*_unlike(found), *_misfits(found)]
    if problems:
        raise JudgeError("\n".join(f"{path}: {problem}" for problem in problems))
    return {name: Rubric(name, str(found[name])) for name in NAMES}


def _read(path: Path) -> dict[object, object]:
    import yaml

    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise JudgeError(f"{path}: cannot be read: {error_line(error)}") from None
    if not isinstance(found, dict):
        raise JudgeError(f"{path}: the rubrics must be a mapping of names to texts")
    return found


def _unlike(found: Mapping[object, object]) -> Iterator[str]:
    for name in NAMES:
        if name not in found:
            yield f"rubric {name!r} is missing"
    for other in found:
        if other not in NAMES:
            yield f"unknown rubric {other!r} ({known_names(NAMES, str(other))})"


def _misfits(found: Mapping[object, object]) -> Iterator[str]:
    for name in NAMES:
        text = found.get(name, "")
        if not isinstance(text, str):
            yield f"rubric {name!r} must be a text, got {type(text).__name__}"
        elif name in found:
            yield from _wrong_placeholders(name, text)


def _wrong_placeholders(name: str, text: str) -> Iterator[str]:
    there: set[str] = set(_PLACEHOLDER.findall(text))
    for placeholder in PLACEHOLDERS:
        if placeholder not in there:
            yield f"rubric {name!r} lacks the placeholder {{{placeholder}}}"
    for other in sorted(there.difference(PLACEHOLDERS)):
        known = known_names(PLACEHOLDERS, other)
        yield f"rubric {name!r} has an unknown placeholder {{{other}}} ({known})"
