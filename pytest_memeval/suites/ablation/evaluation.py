"""What two arms must share to be compared, under a name that is computed or the user's own."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from pytest_memeval.text import one_line

#: How answers are held against the gold of a case.
POLICY = "gold-1"
#: Where names that runs have used are kept, below the ini file's folder: wherever a run's report
#: goes, and to be committed, so that a fresh clone knows them too.
FOLDER = ".memeval/evaluations"


class NameTakenError(Exception):
    """A name that stands for something else."""


@dataclass(frozen=True)
class Evaluations:
    """The evaluations of a run: one a reader.

    :param stated: what the ini file says of prompt and decoding, a line each.
    :param judge: the judge and what its verdicts depend on.
    :param named: the user's name; "" computes one.
    :param folder: where names are kept that earlier runs have used, with what they stood for.
    :param told: what readers say of themselves.
    :param subjects: all readers of this run.
    """

    stated: tuple[str, ...]
    judge: str
    named: str
    folder: Path
    told: Mapping[str, Any]
    subjects: Callable[[], Sequence[str]]
    _checked: dict[str, dict[str, Any]] = field(default_factory=dict)

    def parts(self, subject: str) -> dict[str, Any]:
        """What is fixed in both arms."""
        return {
            "reader": subject,
            "reader_told": self.told.get(subject),
            "stated": list(self.stated),
            "judge": self.judge,
            "policy": POLICY,
        }

    def of(self, subject: str) -> dict[str, Any]:
        """The name of a reader's evaluation, and what it stands for.

        A name of the user's is noted when it is first used.

        :raises NameTakenError: it stands for something else, in this run or since an earlier one,
            or cannot be noted.
        """
        found = self._checked.get(subject)
        if found is None:
            found = self._checked[subject] = self._of(subject)
        return found

    def _of(self, subject: str) -> dict[str, Any]:
        parts = self.parts(subject)
        if not self.named:
            return {"evaluation_id": digest(parts), "evaluation": parts}
        said = f"memeval_evaluation_id {self.named!r}"
        others = sorted({*self.subjects(), subject} - {subject})
        if others:
            raise NameTakenError(
                f"{said} stands for one reader, and this run has {subject} and "
                f"{', '.join(others)}; run one of them, or leave the name out"
            )
        place = self.folder / file_name(self.named)
        if place.is_file():
            changed = _changed(place, parts)
            if changed:
                raise NameTakenError(
                    f"{said} stands for {changed} since an earlier run; choose another name, or "
                    f"delete {place}"
                )
        else:
            self._note(place, parts, said)
        return {"evaluation_id": self.named, "evaluation": parts}

    def _note(self, place: Path, parts: Mapping[str, Any], said: str) -> None:
        """Keep what the name stands for, whole or not at all: other workers read it."""
        draft = place.with_suffix(f".{os.getpid()}")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(file_text(self.named, parts), encoding="utf-8")
            draft.replace(place)
        except OSError as error:
            raise NameTakenError(
                f"{said} cannot be noted in {place.parent}: {error.strerror}; make it one that "
                "can be written to, or leave the name out"
            ) from None


def digest(parts: Mapping[str, Any]) -> str:
    """The name that follows from the parts."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def file_name(name: str) -> str:
    """Where a name is kept: it may hold what no file name can."""
    return f"{hashlib.sha256(name.encode('utf-8', 'backslashreplace')).hexdigest()[:16]}.json"


def file_text(name: str, parts: Mapping[str, Any]) -> str:
    """What is kept of a name."""
    return json.dumps({"evaluation_id": name, "evaluation": parts}, indent=1) + "\n"


def _changed(place: Path, parts: Mapping[str, Any]) -> str:
    """What a name stands for instead, in words; "" where it stands for the same."""
    try:
        before = json.loads(place.read_text(encoding="utf-8"))["evaluation"]
        changed = [name for name in parts if before.get(name) != parts[name]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "something that cannot be read"
    return " and ".join(
        one_line(f"the {name.replace('_', ' ')} {before.get(name)!r} (now {parts[name]!r})", 200)
        for name in changed
    )
