"""The dataset boundary: MEME episodes, as published, to probes.

Only here do MEME's tags `Del` and `Cas` become `erase` and `edit`; the other four kinds of
questions are dropped and counted. Only here are labels read: what a subject is given later on are
roles, contents and timestamps.

The form of an episode is that of the data set meme-benchmark/MEME (CC-BY-4.0); keys that are not
needed are ignored.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from functools import cached_property
from typing import Any
from typing import Literal
from typing import NamedTuple
from typing import TypeAlias

from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.text import known_names
from pytest_memeval.text import plural
from pytest_memeval.text import show

Task: TypeAlias = Literal["edit", "erase"]
Phase: TypeAlias = Literal["before", "after"]
Message: TypeAlias = dict[str, str]

TASKS: tuple[Task, ...] = ("edit", "erase")
PHASES: tuple[Phase, ...] = ("before", "after")
DOMAINS = ("personal_life", "software_project")
HOPS = (1, 2)

#: MEME's tags: what they are called here; None: dropped.
TAGS: Mapping[str, Task | None] = {
    "Del": "erase",
    "Cas": "edit",
    "Abs": None,
    "Agg": None,
    "ER": None,
    "Tr": None,
}
CHANGE = "Change+Delete Event"
ROLES = ("user", "assistant", "system")
#: Three of these make an entry one of ours.
KEYS = ("episode_id", "sessions", "before_questions", "after_questions")
#: Values that say that there is nothing.
_ABSENT = re.compile(r"(?:none|no|not|nothing|nobody|never)\b", re.IGNORECASE)
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation of the past, as a subject is given it.

    :param id: a number and nothing else: the data set's own ids tell what is in a session.
    :param timestamp: when it was, in the form of the data set; "" where nothing is known.
    :param messages: turns with `role` and `content`.
    """

    id: str
    timestamp: str
    messages: list[Message]

    def copy(self) -> Session:
        """One that a subject may do with as it likes."""
        return Session(self.id, self.timestamp, [dict(message) for message in self.messages])


class Control(NamedTuple):
    """A fact that nobody touches, and a question for it."""

    entity: str
    question: str
    value: str


@dataclass(frozen=True, eq=False)
class Episode:
    """What happens to one subject: sessions, questions, a change, and the questions again.

    :param primed: all sessions but that of the change.
    :param change: what the user says in the session of the change.
    :param dropped: how many questions of other kinds there were, by MEME's tag.
    :param fillers: facts that are neither asked nor changed, by entity, stated in `facts`.
    """

    id: str
    domain: str
    primed: tuple[Session, ...]
    change: tuple[str, ...]
    dropped: Mapping[str, int]
    fillers: Mapping[str, str]
    facts: tuple[Session, ...]
    probes: list[Probe] = field(default_factory=list)

    def of(self, phase: Phase) -> list[Probe]:
        return [probe for probe in self.probes if probe.phase == phase]

    def before(self, probe: Probe) -> Probe:
        """The same question before the change: pairs are made by kind and entity."""
        here = (probe.task, "before", probe.entity)
        return next(one for one in self.probes if (one.task, one.phase, one.entity) == here)

    @property
    def hops(self) -> int:
        """How far the change reaches: 1, or 2 when one edit follows from another."""
        return max((probe.hop or 1 for probe in self.probes), default=1)

    @cached_property
    def controls(self) -> tuple[Control, ...]:
        """Filler facts that were stated before the change, with questions for them."""
        said = "\n".join(
            message["content"]
            for session in self.facts
            for message in session.messages
            if message["role"] == "user"
        ).casefold()
        whose = "my" if self.domain == "personal_life" else "our"
        return tuple(
            Control(entity, f"What is {whose} {entity.replace('_', ' ')}?", value)
            for entity, value in self.fillers.items()
            if value.casefold() in said
        )

    @cached_property
    def digest(self) -> str:
        """A hash over all that a subject is told and asked."""
        digest = hashlib.sha256()
        for session in self.primed:
            digest.update(f"\0{session.timestamp}".encode())
            for message in session.messages:
                digest.update(f"\1{message['role']}\2{message['content']}".encode())
        for text in (*self.change, *(probe.question for probe in self.probes)):
            digest.update(f"\3{text}".encode())
        return digest.hexdigest()


@dataclass(frozen=True, eq=False)
class Probe:
    """One question in one phase.

    :param id: the probe key, `episode:task:phaseN`; N counts within the task and the phase.
    :param gold: what is right; of an erase probe after the change, the value that was deleted.
    :param old: what was right before the change.
    :param hop: of an edit, how many rules lead from the change to it.
    """

    id: str
    episode: Episode
    task: Task
    phase: Phase
    entity: str
    question: str
    gold: str
    old: str
    hop: int | None = None
    quirks: tuple[str, ...] = ()

    @property
    def plain(self) -> dict[str, object]:
        """What makes this probe that probe, for fingerprints."""
        return {
            "id": self.id,
            "question": self.question,
            "gold": self.gold,
            "old": self.old,
            "episode": self.episode.digest,
        }


class _FlawError(Exception):
    """What is wrong with an episode, in one line."""


def recognises(case: Mapping[str, object]) -> bool:
    return len(set(KEYS) & set(case)) >= 3


def parse(raw: Sequence[RawCase]) -> list[tuple[Episode, int]]:
    """Read episodes.

    :raises FixtureError: with a line for each episode that is none.
    """
    found: list[tuple[Episode, int]] = []
    lines: dict[str, int] = {}
    problems = []
    for number, one in enumerate(raw, start=1):
        try:
            episode = _episode(one.data)
            if episode.id in lines:
                raise _FlawError(f"the id is already used in line {lines[episode.id]}")
        except _FlawError as flaw:
            problems.append(f"{one.line}: {_name_of(one.data, number)}: {flaw}")
        else:
            lines[episode.id] = one.line
            found.append((episode, one.line))
    if problems:
        raise FixtureError(problems)
    return found


def placed(episodes: Sequence[tuple[Episode, int]]) -> list[Placed]:
    """The probes of episodes, in the order in which they are asked."""
    return [Placed(probe, line) for episode, line in episodes for probe in episode.probes]


def _name_of(data: object, number: int) -> str:
    identity = data.get("episode_id") if isinstance(data, Mapping) else None
    return f"episode {show(identity)}" if isinstance(identity, str) else f"episode no. {number}"


# --- one episode


def _episode(data: object) -> Episode:
    if not isinstance(data, Mapping):
        raise _FlawError(f"must be a mapping, got {show(data)}")
    identity = _text(data, "episode_id")
    if not _ID.fullmatch(identity):
        raise _FlawError(
            f"`episode_id` must be letters, digits, `_`, `.` and `-`, got {show(identity)}"
        )
    domain = _text(data, "domain")
    if domain not in DOMAINS:
        raise _FlawError(f"unknown domain {show(domain)} ({known_names(DOMAINS, domain)})")
    raw = _list(data, "sessions")
    sessions = [_session(one, number) for number, one in enumerate(raw)]
    before, after = _block(data, "before_questions"), _block(data, "after_questions")
    at = _change_at(data, raw, before)
    change = [one["content"] for one in sessions[at].messages if one["role"] == "user"]
    if not any(text.strip() for text in change):
        raise _FlawError("in the session of the change the user says nothing")
    questions = {phase: list(_questions(block, phase)) for phase, block in _pair(before, after)}
    kept, dropped = _kept(questions)
    episode = Episode(
        identity,
        domain,
        tuple(
            Session(f"session-{number:03d}", session.timestamp, session.messages)
            for number, session in enumerate((*sessions[:at], *sessions[at + 1 :]), start=1)
        ),
        tuple(text for text in change if text.strip()),
        dropped,
        _fillers(data),
        tuple(
            session
            for session, one in zip(sessions[:at], raw[:at], strict=True)
            if one.get("type") == "evidence"
        ),
    )
    episode.probes.extend(_probes(episode, kept, _chain(data)))
    return episode


def _pair(before: Any, after: Any) -> tuple[tuple[Phase, Any], tuple[Phase, Any]]:
    return ("before", before), ("after", after)


def _change_at(data: Mapping[str, Any], raw: Sequence[Any], before: Mapping[str, Any]) -> int:
    """Where the session of the change is: its type and its position have to agree.

    A session of the change that is primed by mistake would make every fact "erased" beforehand.
    """
    found = [number for number, one in enumerate(raw) if one.get("evidence_type") == CHANGE]
    if len(found) != 1:
        raise _FlawError(f"must have one session of the type {CHANGE!r}, and has {len(found)}")
    position = before.get("position_after_session")
    if type(position) is not int:
        raise _FlawError(
            f"before_questions.position_after_session must be a number: {show(position)}"
        )
    if found[0] != position + 1:
        raise _FlawError(
            f"the session of the change is no. {found[0]}, but the questions before it are asked "
            f"after session no. {position}"
        )
    indices = data.get("evidence_session_indices")
    if isinstance(indices, list) and indices and indices[-1] != found[0]:
        raise _FlawError(
            f"the session of the change is no. {found[0]}, but evidence_session_indices ends "
            f"with {show(indices[-1])}"
        )
    return found[0]


def _session(data: object, number: int) -> Session:
    if not isinstance(data, Mapping) or not isinstance(data.get("conversation"), list):
        raise _FlawError(f"session no. {number} must have a `conversation`, which is a list")
    for turn in data["conversation"]:
        if (
            not isinstance(turn, dict)
            or turn.get("role") not in ROLES
            or not isinstance(turn.get("content"), str)
        ):
            raise _FlawError(
                f"session no. {number}: a turn must have a `role` ({', '.join(ROLES)}) and a "
                f"`content`, which is text; got {show(turn, 80)}"
            )
    timestamp = data.get("timestamp", "")
    if not isinstance(timestamp, str):
        raise _FlawError(f"session no. {number}: `timestamp` must be text, got {show(timestamp)}")
    messages = [{"role": turn["role"], "content": turn["content"]} for turn in data["conversation"]]
    return Session("", timestamp, messages)


# --- questions


class _Asked(NamedTuple):
    tag: str
    entity: str
    question: str
    value: str
    gold: str
    hop: int | None


def _block(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    block = data.get(name)
    if not isinstance(block, Mapping) or not isinstance(block.get("questions"), list):
        raise _FlawError(f"`{name}` must hold `questions`, which is a list")
    return block


def _questions(block: Mapping[str, Any], phase: Phase) -> Iterator[_Asked]:
    for number, one in enumerate(block["questions"], start=1):
        where = f"question no. {number} {phase} the change"
        if not isinstance(one, Mapping):
            raise _FlawError(f"{where} must be a mapping, got {show(one)}")
        tag = one.get("task_type")
        if not isinstance(tag, str) or tag not in TAGS:
            raise _FlawError(
                f"{where}: unknown task_type {show(tag)} ({known_names(TAGS, str(tag))})"
            )
        if TAGS[tag] is None:
            yield _Asked(tag, "", "", "", "", None)
        else:
            yield _asked(one, tag, phase, where)


def _asked(one: Mapping[str, Any], tag: str, phase: Phase, where: str) -> _Asked:
    entity = one.get("entity")
    if isinstance(entity, list) and len(entity) == 1:
        entity = entity[0]
    if not isinstance(entity, str) or not entity:
        raise _FlawError(f"{where}: `entity` must name one entity, got {show(entity)}")
    question = one.get("question")
    if not isinstance(question, str) or not question.strip():
        raise _FlawError(f"{where}: `question` must be text, got {show(question)}")
    values = one.get("entity_values")
    value = values.get(entity) if isinstance(values, Mapping) else None
    name = "expected_answer" if phase == "before" else "gold_answer"
    gold = one.get(name)
    for label, text in ((f"entity_values.{entity}", value), (name, gold)):
        if not isinstance(text, str) or not text.strip():
            raise _FlawError(f"{where}: `{label}` must be text, got {show(text)}")
    hop = one.get("hop")
    if tag == "Cas" and (type(hop) is not int or hop not in HOPS):
        raise _FlawError(f"{where}: `hop` must be 1 or 2, got {show(hop)}")
    return _Asked(tag, entity, question, str(value), str(gold), hop if tag == "Cas" else None)


def _kept(
    questions: Mapping[Phase, list[_Asked]],
) -> tuple[Mapping[Phase, list[_Asked]], dict[str, int]]:
    """The questions of our two kinds, which come in pairs, and how many others there are."""
    dropped = Counter(
        one.tag for asked in questions.values() for one in asked if TAGS[one.tag] is None
    )
    kept = {
        phase: [one for one in asked if TAGS[one.tag] is not None]
        for phase, asked in questions.items()
    }
    for phase, asked in kept.items():
        twice = Counter((one.tag, one.entity) for one in asked)
        for (tag, entity), times in twice.items():
            if times > 1:
                raise _FlawError(f"{tag} of {entity!r} is asked {times} times {phase} the change")
    ours, theirs = ({(one.tag, one.entity): one for one in kept[phase]} for phase in PHASES)
    for tag, entity in {**ours, **theirs}:
        if ((tag, entity) in ours) != ((tag, entity) in theirs):
            phase = "before" if (tag, entity) in ours else "after"
            raise _FlawError(f"{tag} of {entity!r} is asked only {phase} the change")
        if ours[tag, entity].question != theirs[tag, entity].question:
            raise _FlawError(f"{tag} of {entity!r} is asked in other words after the change")
        if tag == "Del" and ours[tag, entity].value != theirs[tag, entity].value:
            raise _FlawError(f"Del of {entity!r} has another value after the change")
    if not ours:
        raise _FlawError("it has neither a `Del` nor a `Cas` question")
    return kept, dict(sorted(dropped.items()))


def _probes(
    episode: Episode, kept: Mapping[Phase, list[_Asked]], chain: Sequence[str]
) -> Iterator[Probe]:
    olds = {(one.tag, one.entity): one.value for one in kept["before"]}
    for phase in PHASES:
        counts: Counter[Task] = Counter()
        for one in kept[phase]:
            task = TAGS[one.tag]
            assert task is not None
            counts[task] += 1
            old = olds[one.tag, one.entity]
            yield Probe(
                id=f"{episode.id}:{task}:{phase}{counts[task]}",
                episode=episode,
                task=task,
                phase=phase,
                entity=one.entity,
                question=one.question,
                gold=one.value,
                old=old,
                hop=one.hop,
                quirks=tuple(_quirks(task, phase, one, old, chain)),
            )


def _quirks(task: Task, phase: Phase, one: _Asked, old: str, chain: Sequence[str]) -> Iterator[str]:
    """What about a probe gives or takes credit for another reason than memory."""
    if task == "edit" and phase == "after":
        if old == one.value:
            yield "old equals new"
        elif one.value in old or old in one.value:
            yield "one value holds the other"
    if task == "erase" and one.entity in chain:
        yield "deleted from the chain of the change"
    if _ABSENT.match(one.value):
        yield "the value is an absence"
    # After a deletion the gold is a word for "removed".
    if one.gold != one.value and (task, phase) != ("erase", "after"):
        yield "the gold is told in two ways"


# --- the rest of an episode


def _fillers(data: Mapping[str, Any]) -> dict[str, str]:
    entities = data.get("entities")
    names = data.get("filler_entities")
    if not isinstance(entities, Mapping) or not isinstance(names, list):
        return {}
    values = {
        name: entities[name].get("before")
        for name in names
        if isinstance(name, str) and isinstance(entities.get(name), Mapping)
    }
    return {name: value for name, value in values.items() if isinstance(value, str) and value}


def _chain(data: Mapping[str, Any]) -> list[str]:
    chain = data.get("chain_entities")
    return chain if isinstance(chain, list) else []


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise _FlawError(f"`{name}` must be text, got {show(value)}")
    return value


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    if not isinstance(value, list) or not value:
        raise _FlawError(f"`{name}` must be a list that is not empty, got {show(value, 60)}")
    return value


def dropped_line(counts: Mapping[str, int]) -> str:
    """`questions of other kinds left out: 6 Abs, 2 Agg`; "" where there are none."""
    if not counts:
        return ""
    parts = ", ".join(f"{number:,} {tag}" for tag, number in sorted(counts.items()))
    total = plural(sum(counts.values()), "question")
    return f"{total} of other kinds left out: {parts}"


def case_schema() -> dict[str, Any]:
    """The JSON Schema of one episode, as far as it is read."""
    text = {"type": "string"}
    turn = {
        "type": "object",
        "required": ["role", "content"],
        "properties": {"role": {"enum": list(ROLES)}, "content": text},
    }
    session = {
        "type": "object",
        "required": ["conversation"],
        "properties": {
            "type": {"enum": ["filler", "evidence"]},
            "evidence_type": {
                "type": "string",
                "description": f"{CHANGE!r} marks the one session of the change",
            },
            "conversation": {"type": "array", "items": turn},
            "timestamp": text,
        },
    }

    def block(gold: str) -> dict[str, Any]:
        question = {
            "type": "object",
            "required": ["task_type"],
            "properties": {
                "task_type": {"enum": list(TAGS)},
                "entity": {"type": ["array", "string"]},
                "entity_values": {"type": "object"},
                "question": text,
                "hop": {"enum": [*HOPS, None]},
                gold: text,
            },
        }
        return {
            "type": "object",
            "required": ["questions"],
            "properties": {
                "position_after_session": {"type": "integer"},
                "questions": {"type": "array", "items": question},
            },
        }

    before = block("expected_answer")
    before["required"] = ["position_after_session", "questions"]
    episode = {
        "title": "Episode",
        "type": "object",
        "required": ["domain", *KEYS],
        "properties": {
            "episode_id": {"type": "string", "pattern": f"^{_ID.pattern}$"},
            "domain": {"enum": list(DOMAINS)},
            "sessions": {"type": "array", "minItems": 1, "items": session},
            "before_questions": before,
            "after_questions": block("gold_answer"),
            "evidence_session_indices": {"type": "array", "items": {"type": "integer"}},
            "chain_entities": {"type": "array"},
            "filler_entities": {"type": "array"},
            "entities": {"type": "object"},
        },
    }
    source = {
        "title": "Source",
        "type": "object",
        "required": ["source"],
        "properties": {"source": text},
        "additionalProperties": False,
    }
    return {
        "title": "EpisodeOrSource",
        "anyOf": [{"$ref": "#/$defs/Episode"}, {"$ref": "#/$defs/Source"}],
        "$defs": {"Episode": episode, "Source": source},
    }
