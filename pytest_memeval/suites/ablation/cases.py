"""The ablation case as a file states it, and the removals that it asks for.

The models are the source of the JSON Schema.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import fields
from typing import Annotated
from typing import Any
from typing import Literal

from pydantic import BaseModel
from pydantic import ConfigDict
from pydantic import Field
from pydantic import StrictInt
from pydantic import StrictStr
from pydantic import ValidationError

from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.errors import AblationError
from pytest_memeval.suites.base import FixtureError
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import name_of
from pytest_memeval.text import one_line
from pytest_memeval.text import show

#: What a removal is for. single: one cited record. joint: several at once. control: a record that
#: is not cited, of which nothing is expected.
Kind = Literal["single", "joint", "control"]
TIERS = ("load_bearing", "cited_non_flipping", "misleading", "cited_wrong_noncuring")

_UNSAFE = re.compile(r"[^\w.@/+=~-]+")
_CASE_ID = r"^[^\s:\[\]\p{C}](?:[^:\[\]\p{C}\p{Zl}\p{Zp}]*[^\s:\[\]\p{C}])?$"
_CASE_ID_PORTABLE = r"^[^\s:\[\]](?:[^:\[\]\u0000-\u001f]*[^\s:\[\]\u0000-\u001f])?$(?!\n)"


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


Removal_ = Annotated[
    Literal["cited", "each"] | list[StrictStr] | ControlsEntry, Field(union_mode="left_to_right")
]


class CaseEntry(_Model):
    """One packed context with a question, and what to remove from it."""

    id: Annotated[
        StrictStr,
        Field(max_length=120, pattern=_CASE_ID, json_schema_extra={"pattern": _CASE_ID_PORTABLE}),
    ]
    question: StrictStr = Field(min_length=1)
    gold: StrictStr = Field(min_length=1, description="the right answer")
    records: list[RecordEntry] = Field(min_length=1)
    cited: list[StrictStr] = Field(
        default_factory=list, description="ids of the records that the answer rests on"
    )
    remove: list[Removal_] = Field(
        default=["cited"],
        min_length=1,
        description="cited: each cited record; each: every record; a list: these together; "
        "controls: so many that are not cited",
    )
    expect: dict[StrictStr, Literal[TIERS]] = Field(  # type: ignore[valid-type]
        default_factory=dict, description="the tier that a cited record should come to, by its id"
    )
    format: Literal["plain", "compact", "auditable"] = "compact"
    notice: StrictStr | None = None
    guidance: StrictStr | None = None
    note: StrictStr = ""


@dataclass(frozen=True)
class AblationCase:
    """A checked case: its context is made, and never changes."""

    id: str
    question: str
    gold: str
    bundle: ContextBundle
    cited: tuple[str, ...]
    expect: Mapping[str, str]
    note: str
    digest: str


@dataclass(frozen=True, slots=True)
class Removal:
    """One item: a context less some of its records. Without any it is the baseline."""

    id: str
    case: AblationCase
    kind: Kind
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
    def plain(self) -> object:
        """What makes this removal that removal."""
        return [self.id, self.kind, list(self.removed), self.case.digest]


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
            case, removals = _checked(one.data)
        except ValidationError as error:
            problems += [f"{where}: {said}" for said in _said(error)]
            continue
        except (AblationError, _CaseError) as error:
            problems.append(f"{where}: {one_line(str(error))}")
            continue
        if case.id in lines:
            problems.append(f"{where}: the id is already used in line {lines[case.id]}")
        lines.setdefault(case.id, one.line)
        placed += [Placed(removal, one.line) for removal in removals]
    if problems:
        raise FixtureError(problems)
    return placed


class _CaseError(Exception):
    """A case whose parts do not fit together."""


def _checked(data: object) -> tuple[AblationCase, list[Removal]]:
    entry = CaseEntry.model_validate(data)
    bundle = ContextBundle(
        [Record(**record.model_dump()) for record in entry.records],
        format=entry.format,
        notice=entry.notice,
        guidance=entry.guidance,
        question=entry.question,
    )
    known = set(bundle.ids)
    if len(known) < len(entry.records):
        raise _CaseError("two of its `records` have the same id")
    for name, ids in (("cited", entry.cited), ("expect", entry.expect)):
        unknown = [one for one in ids if one not in known]
        if unknown:
            raise _CaseError(f"`{name}` names {show(unknown[0])}, which is no record's id")
    if len(set(entry.cited)) < len(entry.cited):
        raise _CaseError("`cited` names a record twice")
    uncited = [one for one in entry.expect if one not in entry.cited]
    if uncited:
        raise _CaseError(f"`expect` names {show(uncited[0])}, which is not cited: it has no tier")
    case = AblationCase(
        id=entry.id,
        question=entry.question,
        gold=entry.gold,
        bundle=bundle,
        cited=tuple(entry.cited),
        expect=entry.expect,
        note=entry.note,
        digest=hashlib.sha256(entry.model_dump_json().encode()).hexdigest()[:16],
    )
    return case, _removals(case, entry.remove)


def _removals(case: AblationCase, wanted: Iterable[object]) -> list[Removal]:
    """The removals that a case asks for, each once, with ids that are plain and distinct."""
    sets: dict[frozenset[str], tuple[Kind, tuple[str, ...]]] = {}
    for one in wanted:
        for kind, ids in _asked(case, one):
            sets.setdefault(frozenset(ids), (kind, ids))
    removals: list[Removal] = []
    taken: set[str] = set()
    for kind, ids in sets.values():
        label = "+".join(_UNSAFE.sub("_", identity)[:40] for identity in ids[:4])
        label += f"+{len(ids) - 4}_more" if len(ids) > 4 else ""
        label = f"control={label}" if kind == "control" else label
        number = 1
        while (name := label if number == 1 else f"{label}~{number}") in taken:
            number += 1
        taken.add(name)
        removals.append(Removal(f"{case.id}:{name}", case, kind, ids))
    return removals


def _asked(case: AblationCase, wanted: object) -> Iterator[tuple[Kind, tuple[str, ...]]]:
    if wanted == "cited":
        if not case.cited:
            raise _CaseError("`remove: [cited]`, but `cited` names no record")
        yield from (("single", (identity,)) for identity in case.cited)
    elif wanted == "each":
        yield from ((_kind(case, (identity,)), (identity,)) for identity in case.bundle.ids)
    elif isinstance(wanted, ControlsEntry):
        yield from (("control", (identity,)) for identity in _controls(case, wanted.controls))
    else:
        assert isinstance(wanted, list)
        ablate_context(case.bundle, wanted)  # what is wrong with the ids shows here
        yield _kind(case, wanted), tuple(wanted)


def _kind(case: AblationCase, ids: Sequence[str]) -> Kind:
    if not set(ids) & set(case.cited):
        return "control"
    return "single" if len(ids) == 1 else "joint"


def _controls(case: AblationCase, number: int) -> list[str]:
    """Uncited records, the same ones in every run."""
    uncited = [identity for identity in case.bundle.ids if identity not in case.cited]
    if len(uncited) < number:
        raise _CaseError(f"`controls: {number}`, but only {len(uncited)} records are not cited")
    return random.Random(case.id).sample(uncited, number)


def _said(error: ValidationError) -> Iterator[str]:
    for detail in error.errors(include_url=False):
        place = ".".join(str(part) for part in detail["loc"] if isinstance(part, (str, int)))
        got = "" if detail["type"] == "missing" else f"; got {show(detail['input'], 60)}"
        yield one_line(f"`{place}`: {detail['msg']}{got}" if place else f"{detail['msg']}{got}")


def case_schema() -> dict[str, Any]:
    """The JSON Schema of a case."""
    return CaseEntry.model_json_schema()


#: The keys by which a case without a `suite` line above it is known.
KEYS = tuple(CaseEntry.model_fields)
RECORD_FIELDS = tuple(field.name for field in fields(Record))
