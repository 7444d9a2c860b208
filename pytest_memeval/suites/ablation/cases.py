"""The ablation case as a file states it, and the removals that it asks for.

The models are the source of the JSON Schema.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import dataclass
from typing import Annotated
from typing import Any
from typing import Literal

from pydantic import BaseModel
from pydantic import ConfigDict
from pydantic import Field
from pydantic import StrictInt
from pydantic import StrictStr
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.ablation.citation import cite
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.context import is_uuid
from pytest_memeval.suites.ablation.credit import VALUES
from pytest_memeval.suites.ablation.errors import AblationError
from pytest_memeval.suites.ablation.groups import LARGEST
from pytest_memeval.suites.ablation.sources import SourceError
from pytest_memeval.suites.ablation.sources import bundle_from
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import name_of
from pytest_memeval.text import one_line
from pytest_memeval.text import show

#: What a removal is to the answer that was given with all records. single: one record that it
#: cites. joint: several of them. control: records that it does not cite, of which nothing is
#: expected. mixed: some of both, of which nothing can be said.
Kind = Literal["single", "joint", "control", "mixed"]
TIERS = tuple(VALUES)
#: The longest label of a removal in an item's id.
LONGEST_LABEL = 80

#: What an entry of `remove` may be.
REMOVABLE = (
    "must be `cited`, `each`, a list of ids to remove together (of one id too), or `controls: N` "
    "with N from 1 to 100"
)

_UNSAFE = re.compile(r"[^\w.@/+=~-]+")
_CASE_ID = r"^[^\s:\[\]\p{C}](?:[^:\[\]\p{C}\p{Zl}\p{Zp}]*[^\s:\[\]\p{C}])?$"
_CASE_ID_PORTABLE = r"^[^\s:\[\]](?:[^:\[\]\u0000-\u001f]*[^\s:\[\]\u0000-\u001f])?$(?!\n)"
#: A text that is not blank.
_SAYS_SOMETHING = r"\S"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RecordEntry(_Model):
    """One memory of the context."""

    id: StrictStr = Field(min_length=1, max_length=200)
    text: StrictStr
    section: StrictStr = "memories"
    speaker: StrictStr | None = None
    time: StrictStr | None = None
    reference: StrictStr | None = None
    source: StrictStr | None = None
    type: StrictStr | None = None


class ControlsEntry(_Model):
    """Records that are not cited, each removed alone, drawn the same way each time."""

    controls: StrictInt = Field(ge=1, le=100)


RemovalEntry = Annotated[
    Literal["cited", "each"] | list[StrictStr] | ControlsEntry, Field(union_mode="left_to_right")
]


class CaseEntry(_Model):
    """One packed context with a question, and what to remove from it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"oneOf": [{"required": ["records"]}, {"required": ["bundle"]}]},
    )

    id: Annotated[
        StrictStr,
        Field(max_length=120, pattern=_CASE_ID, json_schema_extra={"pattern": _CASE_ID_PORTABLE}),
    ]
    question: StrictStr = Field(pattern=_SAYS_SOMETHING)
    gold: StrictStr = Field(pattern=_SAYS_SOMETHING, description="the right answer")
    records: list[RecordEntry] = Field(default_factory=list, min_length=1)
    bundle: StrictStr = Field(
        default="",
        pattern=r"^[^:\s]+:[^:\s]+$",
        description="in place of records: `module:attribute` of a callable that is given the "
        "question and returns the context",
    )
    cited: list[StrictStr] | None = Field(
        default=None,
        description="ids of the records that the answer rests on; left out, the reader says which",
    )
    remove: list[RemovalEntry] | None = Field(
        default=None,
        min_length=1,
        description="cited: each cited record; each: every record; a list: these together; "
        "controls: so many that are not cited (default: cited, or each where `cited` is left out)",
    )
    expect: dict[StrictStr, Literal[TIERS]] = Field(  # type: ignore[valid-type]
        default_factory=dict, description="the tier that a cited record should come to, by its id"
    )
    expect_groups: list[list[StrictStr]] | None = Field(
        default=None, description="the smallest sets of cited records that flip only together"
    )
    format: Literal["plain", "compact", "auditable"] | None = Field(
        default=None, description="how the context is written (default: compact)"
    )
    notice: StrictStr | None = None
    guidance: StrictStr | None = None
    note: StrictStr = ""


@dataclass(frozen=True)
class AblationCase:
    """A checked case: its context is made, and never changes.

    :param cited: the records that the answer rests on; None: the reader says which.
    :param expect_groups: the sets that flip only together; None: nothing is expected of them.
    :param own: the removals that are items of this case.
    """

    id: str
    question: str
    gold: str
    bundle: ContextBundle
    cited: tuple[str, ...] | None
    expect: Mapping[str, str]
    expect_groups: frozenset[frozenset[str]] | None
    note: str
    digest: str
    own: frozenset[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Removal:
    """One item: a context less some of its records. Without any it is the baseline."""

    id: str
    case: AblationCase
    removed: tuple[str, ...] = ()

    @property
    def bundle(self) -> ContextBundle:
        whole = self.case.bundle
        return ablate_context(whole, self.removed).counterfactual if self.removed else whole

    @property
    def context(self) -> str:
        """What the reader is shown."""
        return self.bundle.render()

    @property
    def question(self) -> str:
        return self.case.question

    @property
    def kind(self) -> Kind | None:
        """What it is to the answer; None where the reader is to say what it cites."""
        cited = self.case.cited
        return None if cited is None else kind_of(self.removed, cited)

    @property
    def plain(self) -> object:
        """What makes this removal that removal."""
        return [self.id, list(self.removed), self.case.digest]


def kind_of(removed: Iterable[str], cited: Iterable[str]) -> Kind:
    """What a removal is to an answer that cites these records."""
    gone, used = set(removed), set(cited)
    if not gone & used:
        return "control"
    if not gone <= used:
        return "mixed"
    return "single" if len(gone) == 1 else "joint"


def parse(raw: Sequence[RawCase]) -> list[Placed]:
    """Check raw cases and lay out their removals.

    :raises FixtureError: a line per problem, ``LINE: case 'ID': what is wrong``.
    """
    problems: list[str] = []
    placed: list[Placed] = []
    lines: dict[str, int] = {}
    for number, one in enumerate(raw, start=1):
        where = f"{one.line}: {name_of(one, number)}"
        try:
            removals = _checked(one.data)
        except ValidationError as error:
            problems += [f"{where}: {said}" for said in _said(error)]
            continue
        except (AblationError, SourceError, _CaseError) as error:
            problems.append(f"{where}: {one_line(str(error))}")
            continue
        identity = removals[0].case.id
        if identity in lines:
            problems.append(f"{where}: the id is already used in line {lines[identity]}")
        lines.setdefault(identity, one.line)
        placed += [Placed(removal, one.line) for removal in removals]
    if problems:
        raise FixtureError(problems)
    return placed


class _CaseError(Exception):
    """A case whose parts do not fit together."""


def _checked(data: object) -> list[Removal]:
    entry = CaseEntry.model_validate(data)
    if bool(entry.records) == bool(entry.bundle):
        raise _CaseError("either `records` or `bundle` is needed, and not both")
    bundle = _bundle(entry)
    _check_ids(entry, bundle)
    sets = _sets(entry, bundle)
    groups = entry.expect_groups
    case = AblationCase(
        id=entry.id,
        question=entry.question,
        gold=entry.gold,
        bundle=bundle,
        cited=None if entry.cited is None else tuple(entry.cited),
        expect=entry.expect,
        expect_groups=None if groups is None else frozenset(map(frozenset, groups)),
        note=entry.note,
        digest=_digest(entry, bundle),
        own=frozenset(map(frozenset, sets)),
    )
    labels = _labels(sets, entry, bundle)
    return [
        Removal(f"{case.id}:{label}", case, ids) for label, ids in zip(labels, sets, strict=True)
    ]


def _bundle(entry: CaseEntry) -> ContextBundle:
    stated = {"format": entry.format, "notice": entry.notice, "guidance": entry.guidance}
    written: dict[str, Any] = {name: told for name, told in stated.items() if told is not None}
    if entry.bundle:
        bundle = bundle_from(entry.bundle, entry.question, written)
        if not bundle.records:
            raise _CaseError(f"`bundle`: {entry.bundle} returned a context without records")
        return bundle
    records = [Record(**record.model_dump()) for record in entry.records]
    return ContextBundle(records, question=entry.question, **written)


def _check_ids(entry: CaseEntry, bundle: ContextBundle) -> None:
    # An ablation finds whatever keeps the bundle from being ablated, whichever records it removes.
    ablate_context(bundle, bundle.ids[:1])
    cited = entry.cited
    _check_known("cited", cited or (), bundle)
    _check_known("expect", entry.expect, bundle)
    if cited is not None:
        cite(bundle, answer_id=entry.id, cited_ids=cited)
        uncited = [one for one in entry.expect if one not in cited]
        if uncited:
            raise _CaseError(f"`expect` names {show(uncited[0])}, which is not cited: no tier")
    for group in entry.expect_groups or ():
        _check_known("expect_groups", group, bundle)
        if not 2 <= len(set(group)) == len(group) <= LARGEST:
            raise _CaseError(f"`expect_groups`: a group has 2 to {LARGEST} records, each once")
        if cited is not None and not set(group) <= set(cited):
            raise _CaseError(f"`expect_groups`: not all of {', '.join(group)} are cited")


def _check_known(name: str, ids: Iterable[str], bundle: ContextBundle) -> None:
    known = set(bundle.ids)
    for identity in ids:
        if identity not in known:
            raise _CaseError(f"`{name}` names {show(identity)}, which is no record's id")


def _digest(entry: CaseEntry, bundle: ContextBundle) -> str:
    told = [entry.model_dump(), [asdict(record) for record in bundle.records], bundle.sha256]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


# --- removals


def _sets(entry: CaseEntry, bundle: ContextBundle) -> list[tuple[str, ...]]:
    """The sets to remove, each once, in the order asked for."""
    default: list[Any] = ["each"] if entry.cited is None else ["cited"]
    sets: dict[frozenset[str], tuple[str, ...]] = {}
    for wanted in entry.remove or default:
        for ids in _asked(entry, bundle, wanted):
            sets.setdefault(frozenset(ids), ids)
    return list(sets.values())


def _asked(entry: CaseEntry, bundle: ContextBundle, wanted: object) -> Iterator[tuple[str, ...]]:
    if wanted == "each":
        yield from ((identity,) for identity in bundle.ids)
    elif wanted == "cited":
        if not entry.cited:
            raise _CaseError(
                "`remove: [cited]` needs `cited`, the ids of the records that the answer rests on; "
                "where the reader is to say which, `remove: [each]` fits"
            )
        yield from ((identity,) for identity in entry.cited)
    elif isinstance(wanted, ControlsEntry):
        if entry.cited is None:
            raise _CaseError("`controls` needs `cited`: controls are records that are not cited")
        yield from ((identity,) for identity in _controls(entry, bundle, wanted.controls))
    else:
        assert isinstance(wanted, list)
        ablate_context(bundle, wanted)  # what is wrong with the ids shows here
        if entry.cited is not None and kind_of(wanted, entry.cited) == "mixed":
            raise _CaseError(
                f"`remove` takes {', '.join(wanted)} together, of which some are cited and some "
                "are not: neither a group nor a control"
            )
        yield tuple(wanted)


def _controls(entry: CaseEntry, bundle: ContextBundle, number: int) -> list[str]:
    """Uncited records, the same ones in every run."""
    uncited = [identity for identity in bundle.ids if identity not in (entry.cited or ())]
    if len(uncited) < number:
        raise _CaseError(f"`controls: {number}`, but only {len(uncited)} records are not cited")
    return random.Random(entry.id).sample(uncited, number)


def _labels(
    sets: Sequence[tuple[str, ...]], entry: CaseEntry, bundle: ContextBundle
) -> Iterator[str]:
    """For each set a label that is plain and distinct, and the same in every process."""
    names = {identity: _UNSAFE.sub("_", identity) for identity in bundle.ids}
    if entry.bundle and all(map(is_uuid, bundle.ids)):  # which may be drawn anew each time
        names = {identity: f"entry{place}" for place, identity in enumerate(bundle.ids, 1)}
    taken: set[str] = set()
    for ids in sets:
        label = "+".join(names[identity] for identity in ids)
        if entry.cited is not None and kind_of(ids, entry.cited) == "control":
            label = f"control={label}"
        if len(label) > LONGEST_LABEL:
            label = f"{label[:LONGEST_LABEL]}~{hashlib.sha256(label.encode()).hexdigest()[:6]}"
        distinct, number = label, 1
        while distinct in taken:
            number += 1
            distinct = f"{label}~{number}"
        taken.add(distinct)
        yield distinct


def _said(error: ValidationError) -> Iterator[str]:
    """A line for each flaw. Of what `remove` may hold there are three kinds: one line tells all."""
    told = set()
    for detail in error.errors(include_url=False):
        place = detail["loc"]
        if place[:1] != ("remove",) or len(place) < 2:
            yield _flaw(detail)
        elif place[1] not in told:
            told.add(place[1])
            assert isinstance(place[1], int)
            yield f"`remove.{place[1]}`: {REMOVABLE}; got {_removed(error, place[1])}"


def _removed(error: ValidationError, number: int) -> str:
    """What an entry of `remove` is: the first complaint about it as a whole shows it."""
    return next(
        show(detail["input"], 60)
        for detail in error.errors(include_url=False)
        if detail["loc"][:2] == ("remove", number) and len(detail["loc"]) == 3
    )


def _flaw(detail: ErrorDetails) -> str:
    place = ".".join(str(part) for part in detail["loc"] if isinstance(part, (str, int)))
    got = "" if detail["type"] == "missing" else f"; got {show(detail['input'], 60)}"
    return one_line(f"`{place}`: {detail['msg']}{got}" if place else f"{detail['msg']}{got}")


def case_schema() -> dict[str, Any]:
    """The JSON Schema of a case."""
    return CaseEntry.model_json_schema()
