"""Is what is stored already worth keeping? An audit of a whole store of memories.

The subject is a corpus: a file, a folder, or whatever a marked function returns. There is one case,
the audit, and its row holds all counts.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any

from pytest_memeval.errors import FixtureError
from pytest_memeval.suites.base import Ask
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.corpus import scoring

if TYPE_CHECKING:
    from pytest_memeval.suites.corpus.audit import Ask as AuditAsk
    from pytest_memeval.suites.corpus.memories import Corpus
    from pytest_memeval.suites.corpus.reading import How

__all__ = ["SUITE", "CorpusSuite"]

AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class AuditCase:
    """The one case of a corpus."""

    id: str = AUDIT


class Store:
    """A corpus as a subject: asked, it says where its memories are, or hands them over."""

    needs_level = False
    takes_level = True  # and pays no heed to it: what is stored is stored

    def __init__(self, target: Callable[..., object]) -> None:
        self._target = target

    def ask(self, case: AuditCase, level: str | None) -> object:
        return self._target()


class CorpusSuite:
    """The audit as the plugin sees it; the `Suite` protocol says what each part is for."""

    name = "corpus"
    metrics = scoring.METRICS
    default_floors: Sequence[str] = tuple(
        f"{name} <= {bound:g}" for name, bound in scoring.CEILINGS.items()
    )
    builtin_subjects: Mapping[str, str] = {}
    default_subjects: Sequence[str] = ()
    factory = False

    def case_schema(self) -> dict[str, Any]:
        return {
            "title": "AuditCase",
            "type": "object",
            "properties": {"id": {"const": AUDIT}},
            "required": ["id"],
            "additionalProperties": False,
        }

    def recognises(self, case: Mapping[str, object]) -> bool:
        return False

    def parse(self, raw: Sequence[RawCase], options: Options) -> list[Placed]:
        for one in raw:
            if one.data != {"id": AUDIT}:
                raise FixtureError(
                    [f"{one.line}: the suite corpus has no labelled cases; memeval_corpus names"
                     " the files to audit"]
                )  # fmt: skip
        return [Placed(AuditCase(), one.line) for one in raw]

    def subject(self, target: Callable[..., object], name: str) -> Store:
        return Store(target)

    def arguments(self, names: Iterable[str]) -> tuple[str, ...] | None:
        return ()

    def argument_value(self, case: AuditCase, argument: str) -> object:
        raise NotImplementedError  # none is asked for

    def open(self, setup: Setup) -> AuditBench:
        from pytest_memeval.suites.corpus import options

        return AuditBench(options.how(setup.options), options.ask(setup.options, setup.root))

    def score(self, rows: Sequence[Row]) -> Scores:
        return scoring.score(rows)

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return scoring.hints(rows)

    def artifacts(self, results: Mapping[Key, Sequence[Row]]) -> Mapping[str, str]:
        return {}


class AuditBench:
    """Audits one corpus after the other."""

    def __init__(self, how: How, wanted: AuditAsk) -> None:
        self._how = how
        self._wanted = wanted

    def measure(self, key: Key, case: AuditCase, ask: Ask) -> Row:
        from pytest_memeval.suites.corpus.audit import audit
        from pytest_memeval.suites.corpus.memories import CorpusError
        from pytest_memeval.suites.corpus.rows import row_of

        answer = ask(case)
        if answer.not_measured:
            return _none(case, "not_measured", answer.not_measured)
        if answer.error:
            return _none(case, "failed", f"the subject raised {answer.error}")
        try:
            return row_of(case.id, audit(self._corpus(key.subject, answer.value), self._wanted))
        except CorpusError as error:
            return _none(case, "not_measured", str(error))

    def _corpus(self, name: str, given: object) -> Corpus:
        """The memories that a subject answered with: a path, or rows.

        :raises CorpusError: it is neither, or cannot be read.
        """
        from pytest_memeval.suites.corpus import reading

        if isinstance(given, Path):
            return reading.read(given, self._how, name)
        return reading.taken(given, self._how, name)

    def close(self) -> None:
        """Nothing is held on to."""


def _none(case: AuditCase, outcome: str, why: str) -> Row:
    return {"id": case.id, "label": "store", "outcome": outcome, "detail": why}


SUITE = CorpusSuite()
