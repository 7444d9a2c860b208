"""What the extraction makes of a conversation: nothing that the script does not say."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import Any
from typing import Literal

Message = Mapping[str, Any]


@dataclass(frozen=True)
class Fact:
    """One fact that an add produces."""

    text: str
    metadata_extra: Mapping[str, Any] = field(default_factory=dict)
    #: Who said it; decides the owner when an add names both a user and an agent.
    role: Literal["user", "assistant"] = "user"
    #: The text of an older fact of the same scope that this one replaces or swallows.
    supersedes: str | None = None
    merges: str | None = None


@dataclass(frozen=True)
class Heard:
    """What the extraction knows of one add."""

    messages: tuple[Message, ...]
    metadata: Mapping[str, Any]
    instructions: str | None
    fixture: str | None = None

    @property
    def text(self) -> str:
        return "\n".join(text_of(message) for message in self.messages)


Rule = Callable[[Heard], Sequence[str | Fact]]


class Script:
    """The facts for each fixture, found by `metadata["fixture"]` or by a token in the text.

    :param facts: texts or facts for each fixture id; a fixture not named produces nothing.
    :param rule: called instead of looking the fixture up, for facts that depend on the
        instructions.
    """

    def __init__(
        self,
        facts: Mapping[str, Sequence[str | Fact]] | None = None,
        rule: Rule | None = None,
    ) -> None:
        self._facts = {key: tuple(map(_fact, listed)) for key, listed in (facts or {}).items()}
        self._rule = rule

    def fixture(self, messages: Sequence[Message], metadata: Mapping[str, Any]) -> str | None:
        """The id of the fixture that an add is about."""
        named = metadata.get("fixture")
        if isinstance(named, str):
            return named
        text = "\n".join(text_of(message) for message in messages)
        found = [key for key in self._facts if key in text]
        return max(found, key=len, default=None)

    def facts(self, heard: Heard) -> tuple[Fact, ...]:
        if self._rule is not None:
            return tuple(map(_fact, self._rule(heard)))
        return self._facts.get(heard.fixture or "", ())


def _fact(given: str | Fact) -> Fact:
    return Fact(given) if isinstance(given, str) else given


def text_of(message: Message) -> str:
    """The text of a message; parts that are no text have none."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (part.get("text") for part in content if isinstance(part, dict))
    return "\n".join(part for part in parts if isinstance(part, str))


def digest(messages: Sequence[Message]) -> str:
    """A short name for a conversation that belongs to no fixture."""
    plain = json.dumps(list(messages), sort_keys=True, default=repr)
    return hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
