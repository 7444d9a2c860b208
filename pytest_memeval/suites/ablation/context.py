"""The context a reader was shown, as records, and the exact removal of some of them.

A `ContextBundle` holds records, how they are written, and what they cost. It never changes: what
its hash was taken of is what it will always be. `ablate_context` gives the same bundle less some
records. Nothing takes their place, no other line changes, and the header stays that of the bundle
that everything began with, so that removing one by one, in any order, and removing together give
the same bytes.

The text is written once for a bundle and all that is ever removed from it: where each line begins,
what it costs in tokens, and the state of the hash before it are kept. A removal then costs what is
removed, and its hash the text behind it; the new text itself is only put together when asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from dataclasses import dataclass
from dataclasses import fields
from dataclasses import replace
from types import MappingProxyType
from typing import Any
from typing import ClassVar
from typing import NoReturn
from typing import TypeVar
from uuid import UUID

from pytest_memeval.suites.ablation.errors import DuplicateEntriesError
from pytest_memeval.suites.ablation.errors import DuplicateReferenceError
from pytest_memeval.suites.ablation.errors import DuplicateRemovalError
from pytest_memeval.suites.ablation.errors import EmptyRemovalError
from pytest_memeval.suites.ablation.errors import IdError
from pytest_memeval.suites.ablation.errors import IdsTypeError
from pytest_memeval.suites.ablation.errors import InvalidError
from pytest_memeval.suites.ablation.errors import NoReferenceError
from pytest_memeval.suites.ablation.errors import NoRepresentationError
from pytest_memeval.suites.ablation.errors import NothingRemovedError
from pytest_memeval.suites.ablation.errors import NoTokenizerError
from pytest_memeval.suites.ablation.errors import TextMismatchError
from pytest_memeval.suites.ablation.errors import UnknownRemovalError
from pytest_memeval.suites.ablation.errors import UnserializableError
from pytest_memeval.suites.ablation.rendering import FORMATS
from pytest_memeval.suites.ablation.rendering import Format
from pytest_memeval.suites.ablation.tokens import DEFAULT_COUNTER
from pytest_memeval.suites.ablation.tokens import TokenCounter
from pytest_memeval.suites.ablation.tokens import counter_named
from pytest_memeval.text import known_names
from pytest_memeval.text import show

_T = TypeVar("_T")
_set = object.__setattr__

#: How a record may be shown so that the reader sees its text.
SHOWS_TEXT = ("full", "prose", "structured")


def sha256_of(text: str) -> str:
    """SHA-256 of the text's UTF-8 bytes, and of nothing else, in lower-case hex.

    :raises UnserializableError: UTF-8 cannot hold the text (a lone surrogate).
    """
    return hashlib.sha256(_utf8(text, "the text")).hexdigest()


def _utf8(text: str, what: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        lone = f"U+{ord(text[error.start]):04X}"
        raise UnserializableError(f"{what} holds the lone surrogate {lone}") from None


def canonical(identity: str) -> str:
    """The one spelling of an id: a UUID in lower case with dashes, any other id as it is."""
    if len(identity) < 32:
        return identity
    try:
        return str(UUID(identity))
    except ValueError:
        return identity


def is_uuid(identity: str) -> bool:
    """Whether an id is a UUID, in any of its spellings."""
    try:
        return len(identity) >= 32 and bool(UUID(identity).hex)
    except ValueError:
        return False


def id_text(identity: object) -> str:
    """An id as text.

    :raises IdError: it is neither text (not blank) nor a UUID.
    """
    if isinstance(identity, UUID):
        return str(identity)
    if isinstance(identity, str) and identity.strip():
        return identity
    raise IdError(f"an id is text that is not blank, or a UUID; got {show(identity)}")


def _name(identity: object, what: str) -> str:
    try:
        return id_text(identity)
    except IdError as error:
        raise InvalidError(f"{what}: {error}") from None


@dataclass(frozen=True, slots=True)
class Record:
    """One memory in a context.

    :param text: what the reader is shown of it.
    :param reference: a short name that is only good in this bundle (`m3`), for readers to cite.
    :param source: which memory system it is from.
    :param type: what kind of memory it is, in that system's words.
    :param representation: how it is shown: `full`, `prose` and `structured` show its text, any
        other only that it exists, and None means that nothing says how to show it.
    :param line: the line that shows it, where another program wrote the context.
    """

    id: str
    text: str
    section: str = "memories"
    speaker: str | None = None
    time: str | None = None
    reference: str | None = None
    source: str | None = None
    type: str | None = None
    representation: str | None = "full"
    line: str | None = None

    def __post_init__(self) -> None:
        _set(self, "id", _name(self.id, "a record's id"))
        if type(self.text) is not str or type(self.section) is not str:
            self._refuse("text" if type(self.text) is not str else "section", "must be text")
        for name in _OPTIONAL:
            value = getattr(self, name)
            if value is not None and type(value) is not str:
                self._refuse(name, "must be text or None")

    def _refuse(self, name: str, rule: str) -> NoReturn:
        got = show(getattr(self, name), 60)
        raise InvalidError(f"`{name}` of record {show(self.id)} {rule}; got {got}")

    @property
    def has_content(self) -> bool:
        """Whether the reader was shown a text that is not blank."""
        return self.representation in SHOWS_TEXT and bool(self.text.strip())


_OPTIONAL = ("speaker", "time", "reference", "source", "type", "representation", "line")
_TEXTS = tuple(field.name for field in fields(Record))


@dataclass(frozen=True, slots=True)
class TokenAccount:
    """What a context costs, and what is left of what it may cost.

    :param remaining: of what there was room for, which a memory system may put below the budget.
    """

    counter: str | None
    used: int
    budget: int | None
    remaining: int | None


class _Layout:
    """What a bundle and all that is ever removed from it have in common."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.format: Format = given["format"]
        self.records: tuple[Record, ...] = given["records"]
        self.counter: str | TokenCounter | None = given["counter"]
        self.keys = tuple(canonical(record.id) for record in self.records)
        self.index = {key: place for place, key in enumerate(self.keys)}
        #: Whether ids are UUIDs, so that what is none is no id.
        self.uuids = bool(self.records) and all(is_uuid(key) for key in self.keys)
        #: Whether nothing that could be refused is left in here.
        self.sound = False
        self._written: _Written | None = None
        self._cost: int | None = None

    def lines(self) -> list[str | None]:
        """The line of each record, None where it cannot be written."""
        line = self.format.line
        needs = self.format.references
        return [
            None
            if record.representation is None or (needs and record.reference is None)
            else line(record)
            for record in self.records
        ]

    def written(self) -> _Written:
        """The whole text with its lines' places and hash states.

        :raises AblationError: a record has no line.
        """
        made = self._written
        if made is None:
            self.check_shown(())
            made = self._written = _Written(self, self._lines_or_raise())
        return made

    def _lines_or_raise(self) -> list[str]:
        lines = [line for line in self.lines() if line is not None]
        if len(lines) < len(self.records):
            raise TextMismatchError("the text has no line of its own for some of the records")
        return lines

    def preamble(self) -> str:
        parts = (self.given["notice"], self.given["guidance"], self.format.header)
        return "\n".join(part for part in parts if part)

    def check(self, out: frozenset[int]) -> None:
        """Refuse what no ablation can be made of; the order is part of what is promised."""
        self.check_shown(out)
        counter = self.count()
        self.check_text(out)
        self.check_references()
        # Nothing is left to find, whatever is removed.
        self.written().prepare(counter)
        self.sound = True

    def check_encodable(self) -> None:
        for record in self.records:
            told = [getattr(record, name) for name in _TEXTS]
            if not "".join(value for value in told if value).isascii():
                for name, value in zip(_TEXTS, told, strict=True):
                    _utf8(value or "", f"`{name}` of record {show(record.id)}")
        for name, value in self.given.items():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    _utf8(text, f"`{name}`")
        _utf8(self.format.header, "the header")

    def check_unique(self) -> None:
        if len(self.index) < len(self.keys):
            twice = next(key for place, key in enumerate(self.keys) if self.index[key] != place)
            raise DuplicateEntriesError(f"record {show(twice)} is in the context twice")

    def check_shown(self, out: Iterable[int]) -> None:
        gone = frozenset(out)
        for place, record in enumerate(self.records):
            if place in gone:
                continue
            if record.representation is None:
                raise NoRepresentationError(f"record {show(record.id)} has no representation")
            if self.format.references and record.reference is None:
                raise NoReferenceError(
                    f"record {show(record.id)} has no reference, "
                    f"and the format {self.format.name} shows one"
                )

    def check_text(self, out: Iterable[int]) -> None:
        text = self.given["text"]
        for place, line in enumerate(self.lines()):
            if line is None:
                identity = show(self.records[place].id)
                if text is None and place in frozenset(out):
                    raise NothingRemovedError(f"no line of the context shows record {identity}")
                raise TextMismatchError(
                    f"the text does not follow from the records: none of its lines is {identity}'s"
                )
        if text is not None and text != self.written().text:
            raise TextMismatchError(
                "the text does not follow from the records: written anew it reads otherwise"
            )

    def check_references(self) -> None:
        owners: dict[str, str] = {}
        for record in self.records:
            if record.reference is not None:
                other = owners.setdefault(record.reference, record.id)
                if other != record.id:
                    raise DuplicateReferenceError(
                        f"records {show(other)} and {show(record.id)} "
                        f"have the reference {show(record.reference)}"
                    )

    def count(self) -> TokenCounter:
        """The token counter.

        :raises NoTokenizerError: the bundle does not name one.
        :raises UnknownTokenizerError: nobody knows the one that it names.
        """
        if self.counter is None:
            raise NoTokenizerError("the bundle does not say what counts its tokens")
        return counter_named(self.counter) if isinstance(self.counter, str) else self.counter

    def whole_text(self) -> str:
        """The text that was given, or what is written."""
        text: str | None = self.given["text"]
        return self.written().text if text is None else text

    def whole_cost(self) -> int:
        """The tokens of the whole text, counted once."""
        if self._cost is None:
            self._cost = self.count().count(self.whole_text())
        return self._cost

    def counter_name(self) -> str | None:
        named = self.counter
        return named if named is None or isinstance(named, str) else named.name


class _Written:
    """A text in pieces: the preamble, then for each line its line feed and itself."""

    def __init__(self, layout: _Layout, lines: Sequence[str]) -> None:
        self.empty = layout.format.empty
        self.piece_of: list[int] = []
        self.heading_of: list[int] = []
        self.members: dict[int, int] = {}
        self.lines = [layout.preamble()]
        self._lay(layout, lines)
        preamble = self.lines[0] if lines or self.empty is None else self.empty
        self.text = "\n".join((preamble, *self.lines[1:]))
        self._counter: TokenCounter | None = None

    def _lay(self, layout: _Layout, lines: Sequence[str]) -> None:
        section = None
        for record, line in zip(layout.records, lines, strict=True):
            if record.section != section:
                section = record.section
                heading = len(self.lines)
                self.lines.append(layout.format.heading(section))
                self.members[heading] = 0
            self.piece_of.append(len(self.lines))
            self.heading_of.append(heading)
            self.members[heading] += 1
            self.lines.append(line)

    def prepare(self, counter: TokenCounter) -> None:
        """Work out, once, what makes a removal cheap."""
        self.data = memoryview(self.text.encode("utf-8"))
        state = hashlib.sha256()
        self.ends: list[int] = []
        #: The hash of all that stands before a piece.
        self.before = []
        end = -1
        for line in self.lines:
            start, end = max(end, 0), end + 1 + len(line.encode("utf-8"))
            self.before.append(state.copy())
            state.update(self.data[start:end])
            self.ends.append(end)
        self._price(counter)

    def _price(self, counter: TokenCounter) -> None:
        self._counter = counter
        self.costs: list[int] | None = None
        self.end_costs: dict[int, int] = {}
        if counter.adds_up(self.lines):
            self.costs = [counter.count(f"{line}\n") for line in self.lines]
            self.cost = sum(self.costs)

    def pieces(self, out: frozenset[int]) -> tuple[int, ...]:
        """The pieces that go when records go: theirs, and the headings that lose their last."""
        if len(out) == 1:
            (place,) = out
            heading = self.heading_of[place]
            piece = self.piece_of[place]
            return (heading, piece) if self.members[heading] == 1 else (piece,)
        left = dict(self.members)
        for place in out:
            left[self.heading_of[place]] -= 1
        gone = [self.piece_of[place] for place in out]
        gone += [heading for heading, members in left.items() if not members]
        return tuple(sorted(gone))

    def kept(self, pieces: tuple[int, ...]) -> list[memoryview]:
        """What stands behind the first piece that goes, less the pieces that go."""
        ends, data = self.ends, self.data
        at = ends[pieces[0]]
        parts = []
        for piece in pieces[1:]:
            start = ends[piece - 1]
            if start > at:
                parts.append(data[at:start])
            at = ends[piece]
        parts.append(data[at:])
        return parts

    def is_empty(self, out: frozenset[int]) -> bool:
        return self.empty is not None and len(out) == len(self.piece_of)

    def text_without(self, out: frozenset[int], pieces: tuple[int, ...]) -> str:
        if self.is_empty(out):
            return self.empty or ""
        front = self.data[: self.ends[pieces[0] - 1]]
        return b"".join((front, *self.kept(pieces))).decode("utf-8")

    def hash_without(self, out: frozenset[int], pieces: tuple[int, ...]) -> str:
        if self.is_empty(out):
            return sha256_of(self.empty or "")
        state = self.before[pieces[0]].copy()
        for part in self.kept(pieces):
            state.update(part)
        return state.hexdigest()

    def tokens_without(self, out: frozenset[int], pieces: tuple[int, ...]) -> int:
        assert self._counter is not None
        if self.costs is None or self.is_empty(out):
            return self._counter.count(self.text_without(out, pieces))
        costs = self.costs
        spared = costs[pieces[0]] if len(pieces) == 1 else sum(costs[piece] for piece in pieces)
        # The last line has no line break behind it.
        last = len(self.lines) - 1
        gone = len(pieces) - 1
        while gone >= 0 and pieces[gone] == last:
            last, gone = last - 1, gone - 1
        return self.cost - spared - costs[last] + self._end_cost(last)

    def _end_cost(self, line: int) -> int:
        """What a line costs without a line break behind it."""
        cost = self.end_costs.get(line)
        if cost is None:
            assert self._counter is not None
            cost = self.end_costs[line] = self._counter.count(self.lines[line])
        return cost


class ContextBundle:
    """Records as a reader is shown them. Nothing in it can be changed.

    :param records: in any order; the text has them by section, in the order given here.
    :param sections: the order of the sections, where it is not that of the records.
    :param format: `plain`, `compact`, `auditable`, or a `Format` of one's own. A format that shows
        references numbers the records `m1`, `m2` and so on where no record has one.
    :param notice: what the application says about the context, above the header.
    :param guidance: what it asks of the reader, above the header too.
    :param question: what the reader is asked; a citation is bound to it.
    :param request_id: the retrieval this context came of; a citation is bound to it.
    :param counter: the token counter or its name (see `tokens`).
    :param tokens_used: what the context costs, by its maker's account; counted if left out.
    :param tokens_remaining: what was left of the room; the budget's rest if left out.
    :param excluded_ids: the candidates that were left out.
    :param text: the text as it was sent. It must be what the records are written as, or no
        ablation can be made of the bundle.
    :raises InvalidError: something is of the wrong kind. What the contract refuses in an ablation
        (ids twice, a record that nothing says how to show) is refused there.
    """

    __slots__ = ("_layout", "_lazy", "_out", "_pieces", "excluded_ids")

    excluded_ids: tuple[str, ...]
    _layout: _Layout
    _out: frozenset[int]
    _pieces: tuple[int, ...]
    _lazy: dict[str, Any]

    def __init__(
        self,
        records: Iterable[Record],
        *,
        format: str | Format = "compact",
        sections: Sequence[str] = (),
        notice: str | None = None,
        guidance: str | None = None,
        question: str | None = None,
        request_id: str | None = None,
        counter: str | TokenCounter | None = DEFAULT_COUNTER,
        tokens_used: int | None = None,
        token_budget: int | None = None,
        tokens_remaining: int | None = None,
        excluded_ids: Iterable[str] = (),
        text: str | None = None,
    ) -> None:
        chosen = _format(format)
        if isinstance(excluded_ids, str):
            raise InvalidError("`excluded_ids` is a list of ids, not one text")
        given: dict[str, Any] = {
            "records": _ordered(records, chosen, tuple(sections)),
            "format": chosen,
            "notice": notice,
            "guidance": guidance,
            "question": question,
            "request_id": None if request_id is None else _name(request_id, "`request_id`"),
            "counter": counter,
            "tokens_used": tokens_used,
            "token_budget": token_budget,
            "tokens_remaining": tokens_remaining,
            "text": text,
            "excluded_ids": tuple(_name(one, "`excluded_ids`") for one in excluded_ids),
        }
        _check_kinds(given)
        self._fill(_Layout(given), given["excluded_ids"], frozenset(), ())

    def _fill(
        self,
        layout: _Layout,
        excluded: tuple[str, ...],
        out: frozenset[int],
        pieces: tuple[int, ...],
    ) -> None:
        _set(self, "_layout", layout)
        _set(self, "excluded_ids", excluded)
        _set(self, "_out", out)
        _set(self, "_pieces", pieces)
        _set(self, "_lazy", {})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __copy__(self) -> ContextBundle:
        return self

    def __deepcopy__(self, memo: object) -> ContextBundle:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self._layout.given, self.excluded_ids, self._out)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ContextBundle) and (
            (self.records, self.excluded_ids, self._layout.given)
            == (other.records, other.excluded_ids, other._layout.given)
        )

    def __hash__(self) -> int:
        return hash((self.records, self.excluded_ids))

    def __repr__(self) -> str:
        size = len(self._layout.records) - len(self._out)
        return f"<ContextBundle of {size} records, {self.format}>"

    def _once(self, name: str, make: Callable[[], _T]) -> _T:
        lazy = self._lazy
        if name not in lazy:
            lazy[name] = make()
        made: _T = lazy[name]
        return made

    @property
    def records(self) -> tuple[Record, ...]:
        """The records, in the order of the text."""
        if not self._out:
            return self._layout.records
        return self._once("records", self._records_left)

    def _records_left(self) -> tuple[Record, ...]:
        everything = enumerate(self._layout.records)
        return tuple(record for place, record in everything if place not in self._out)

    @property
    def ids(self) -> tuple[str, ...]:
        """The records' ids, in the order of the text."""
        return tuple(record.id for record in self.records)

    @property
    def included_count(self) -> int:
        return len(self._layout.records) - len(self._out)

    @property
    def sections(self) -> Mapping[str, tuple[Record, ...]]:
        """The records by section; a section without records is none."""
        grouped: dict[str, list[Record]] = {}
        for record in self.records:
            grouped.setdefault(record.section, []).append(record)
        return MappingProxyType({name: tuple(group) for name, group in grouped.items()})

    @property
    def references(self) -> Mapping[str, str]:
        """The id behind each reference."""
        return MappingProxyType(
            {record.reference: record.id for record in self.records if record.reference is not None}
        )

    def resolve(self, cited: str) -> str | None:
        """The id of the record that a reader cited, by id or by reference; None if there is none.

        Where one record's reference is another's id, the reference is meant if the format shows it.
        """
        record = self.get(cited)
        referred = self.references.get(cited)
        by_id = record.id if record else None
        if self._layout.format.references:
            return referred or by_id
        return by_id or referred

    def get(self, identity: str) -> Record | None:
        """The record with that id."""
        place = self._layout.index.get(canonical(identity))
        return None if place is None or place in self._out else self._layout.records[place]

    @property
    def format(self) -> str:
        return self._layout.format.name

    @property
    def notice(self) -> str | None:
        said: str | None = self._layout.given["notice"]
        return said

    @property
    def guidance(self) -> str | None:
        said: str | None = self._layout.given["guidance"]
        return said

    @property
    def question(self) -> str | None:
        asked: str | None = self._layout.given["question"]
        return asked

    @property
    def question_sha256(self) -> str | None:
        return None if self.question is None else sha256_of(self.question)

    @property
    def request_id(self) -> str | None:
        identity: str | None = self._layout.given["request_id"]
        return identity

    @property
    def text(self) -> str:
        """What the reader is shown.

        :raises AblationError: some record has no line.
        """
        if self._out:
            written = self._layout.written()
            return self._once("text", lambda: written.text_without(self._out, self._pieces))
        return self._layout.whole_text()

    def render(self) -> str:
        """The text, under the name that memory systems have for it."""
        return self.text

    @property
    def sha256(self) -> str:
        """The hash of the text's UTF-8 bytes, and of nothing else."""
        return self._once("sha256", self._hash)

    def _hash(self) -> str:
        if self._out:
            return self._layout.written().hash_without(self._out, self._pieces)
        return sha256_of(self.text)

    @property
    def tokens(self) -> TokenAccount:
        """What the context costs.

        :raises AblationError: nobody gave the number, and nobody can count.
        """
        return self._once("tokens", self._account)

    def _account(self) -> TokenAccount:
        layout = self._layout
        given = layout.given
        used: int | None = given["tokens_used"]
        if used is None:
            used = layout.whole_cost()
        budget: int | None = given["token_budget"]
        remaining: int | None = given["tokens_remaining"]
        if remaining is None and budget is not None:
            remaining = max(0, budget - used)
        if self._out:
            room = None if remaining is None else used + remaining
            used = layout.written().tokens_without(self._out, self._pieces)
            remaining = None if room is None else max(0, room - used)
        return TokenAccount(layout.counter_name(), used, budget, remaining)


_TEXT_ARGUMENTS = ("notice", "guidance", "question", "text")
_NUMBER_ARGUMENTS = ("tokens_used", "token_budget", "tokens_remaining")


def _format(named: str | Format) -> Format:
    if isinstance(named, Format):
        return named
    if isinstance(named, str) and named in FORMATS:
        return FORMATS[named]
    raise InvalidError(f"unknown format {show(named)}; {known_names(FORMATS, str(named))}")


def _ordered(
    records: Iterable[Record], format: Format, sections: tuple[str, ...]
) -> tuple[Record, ...]:
    groups: dict[str, list[Record]] = {name: [] for name in sections}
    for record in records:
        if not isinstance(record, Record):
            raise InvalidError(f"a bundle is made of records; got {show(record, 60)}")
        groups.setdefault(record.section, []).append(record)
    ordered = [record for group in groups.values() for record in group]
    if format.references and all(record.reference is None for record in ordered):
        ordered = [replace(record, reference=f"m{n}") for n, record in enumerate(ordered, 1)]
    return tuple(ordered)


def _check_kinds(given: Mapping[str, Any]) -> None:
    for name in _TEXT_ARGUMENTS:
        if not isinstance(given[name], (str, type(None))):
            raise InvalidError(f"`{name}` must be text or None; got {show(given[name], 60)}")
    for name in _NUMBER_ARGUMENTS:
        if type(given[name]) not in (int, type(None)):
            raise InvalidError(f"`{name}` must be a whole number; got {show(given[name], 60)}")
    if not isinstance(given["counter"], (str, type(None), TokenCounter)):
        raise InvalidError(f"`counter` must be a token counter; got {show(given['counter'], 60)}")


def _rebuilt(
    given: dict[str, Any], excluded: tuple[str, ...], out: frozenset[int]
) -> ContextBundle:
    bundle = ContextBundle(**given)
    return _without(bundle, frozenset(out), excluded) if out else bundle


def _without(
    bundle: ContextBundle, out: frozenset[int], excluded: tuple[str, ...]
) -> ContextBundle:
    layout = bundle._layout
    if not layout.sound:
        layout.check(out)
    made = object.__new__(ContextBundle)
    made._fill(layout, excluded, out, layout.written().pieces(out))
    return made


class ContextAblation:
    """One exact removal. Baseline and ids say it all; the rest follows and cannot be set.

    :param bundle: the baseline.
    :param ids: what to remove, as for `ablate_context`.
    """

    __slots__ = ("baseline", "counterfactual", "removed_ids")

    schema_version: ClassVar[int] = 1
    semantics: ClassVar[str] = "exact_context_entry_removal"

    baseline: ContextBundle
    counterfactual: ContextBundle
    removed_ids: tuple[str, ...]

    def __init__(self, bundle: ContextBundle, ids: Iterable[str | UUID]) -> None:
        if not isinstance(bundle, ContextBundle):
            raise IdsTypeError(f"an ablation is of a ContextBundle; got {show(bundle, 60)}")
        layout = bundle._layout
        keys = _keys(ids, layout.uuids)
        if not layout.sound:
            layout.check_encodable()
            layout.check_unique()
        places = _places(bundle, keys)
        removed = tuple(layout.records[place].id for place in places)
        excluded = bundle.excluded_ids
        if excluded:
            known = set(map(canonical, excluded))
            added = tuple(one for one in removed if canonical(one) not in known)
        else:
            added = removed
        _set(self, "baseline", bundle)
        _set(self, "removed_ids", removed)
        out = bundle._out.union(places)
        _set(self, "counterfactual", _without(bundle, out, excluded + added))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return ContextAblation, (self.baseline, self.removed_ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ContextAblation) and (
            (self.removed_ids, self.baseline) == (other.removed_ids, other.baseline)
        )

    def __hash__(self) -> int:
        return hash((self.removed_ids, self.baseline))

    def __repr__(self) -> str:
        return f"<ContextAblation of {', '.join(self.removed_ids)}>"

    @property
    def baseline_context_sha256(self) -> str:
        return self.baseline.sha256

    @property
    def counterfactual_context_sha256(self) -> str:
        return self.counterfactual.sha256

    @property
    def uses_uuids(self) -> bool:
        """Whether all ids in the baseline are UUIDs, so that what is none is no id."""
        return self.baseline._layout.uuids

    @property
    def tokens_saved(self) -> int:
        """What the context costs less without what was removed."""
        return self.baseline.tokens.used - self.counterfactual.tokens.used


def _keys(ids: Iterable[str | UUID], uuids: bool) -> list[str]:
    """The ids to remove in their one spelling."""
    if isinstance(ids, str) and ids:
        raise IdError(f"a list of ids is wanted, not one text: {show(ids)}")
    try:
        listed = list(ids)
    except TypeError:
        raise IdsTypeError(f"a list of ids is wanted; got {show(ids, 60)}") from None
    keys = [canonical(id_text(identity)) for identity in listed]
    if uuids:
        for key in keys:
            if not is_uuid(key):
                raise IdError(f"{show(key)} is no UUID, as the ids in this context are")
    if not keys:
        raise EmptyRemovalError("name at least one record to remove")
    if len(set(keys)) < len(keys):
        raise DuplicateRemovalError("a record can be removed once only; the list has one id twice")
    return keys


def _places(bundle: ContextBundle, keys: Sequence[str]) -> list[int]:
    index = bundle._layout.index
    places = []
    for key in keys:
        place = index.get(key)
        if place is None or place in bundle._out:
            raise UnknownRemovalError(f"no record {show(key)} is in the context")
        places.append(place)
    return places


def ablate_context(bundle: ContextBundle, ids: Iterable[str | UUID]) -> ContextAblation:
    """The bundle less some of its records, everything else byte for byte as it is.

    The first of these that applies decides; the bundle itself is never touched:

    ===================  ========================================================================
    code                 what is refused
    ===================  ========================================================================
    `type_error`         `ids` is no list of ids, or `bundle` no bundle
    `bad_id`             what is no id: blank, no text; no UUID where all ids of the bundle are
    `empty_removal`      no id at all
    `duplicate_removal`  one id twice (two spellings of a UUID are one id)
    `unserializable`     a lone surrogate anywhere in the bundle
    `duplicate_entries`  one id twice among the records
    `unknown_removal`    an id that is not in the context
    `no_representation`  a record that stays and that nothing says how to show
    `no_reference`       a record that stays without the reference which its format shows
    `no_tokenizer`       the bundle does not name its token counter
    `unknown_tokenizer`  nobody knows the counter
    `text_mismatch`      a given text that does not follow from the records
    `nothing_removed`    a record that no line shows
    `duplicate_reference`  two records with one reference
    ===================  ========================================================================

    Tokens: `used` is counted, `remaining` is what there was room for (used and remaining of the
    original bundle, as it states them) less that, and never below 0. Nothing fills the room.
    `excluded_ids` are the baseline's, then the removed in the order given.
    """
    return ContextAblation(bundle, ids)
