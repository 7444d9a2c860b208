"""Did a memory in the context change the answer?

A case is one removal from one packed context, the subject a reader ``(context, question) ->
answer``. The library below it (`context`, `citation`, `credit`, `adapters`) needs no pytest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.judges import JudgeError
from pytest_memeval.judges import make_judge
from pytest_memeval.judges.options import settings_from
from pytest_memeval.suites.ablation import cases
from pytest_memeval.suites.ablation import readers
from pytest_memeval.suites.ablation import scoring
from pytest_memeval.suites.ablation.bench import AblationBench
from pytest_memeval.suites.ablation.bench import Evaluation
from pytest_memeval.suites.ablation.bench import file_name
from pytest_memeval.suites.ablation.cases import TIERS
from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.ablation.readers import Reader
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Setup
from pytest_memeval.suites.base import SubjectError

__all__ = ["SUITE", "AblationSuite"]


class AblationSuite:
    """The ablation as the plugin sees it; the `Suite` protocol says what each part is for."""

    name = "ablation"
    metrics = scoring.METRICS
    default_floors: Sequence[str] = ("misleading_count <= 0", "coverage >= 1")
    builtin_subjects: Mapping[str, str] = {
        "best_sentence": "pytest_memeval.suites.ablation.readers:best_sentence"
    }
    default_subjects: Sequence[str] = ()
    grouped = True
    factory = False

    def __init__(self) -> None:
        #: What readers say of themselves: their model, prompt and decoding.
        self._readers: dict[str, str] = {}
        self._evaluation: Evaluation | None = None

    def case_schema(self) -> dict[str, Any]:
        return cases.case_schema()

    def recognises(self, case: Mapping[str, object]) -> bool:
        return {"question", "records"} <= set(case)

    def parse(self, raw: Sequence[RawCase], options: Options) -> list[Placed]:
        return cases.parse(raw)

    def subject(self, target: Callable[..., object], name: str) -> Reader:
        told = getattr(target, "evaluation", None)
        self._readers[name] = json.dumps(told, sort_keys=True, default=str) if told else ""
        return Reader(target, name)

    def arguments(self, names: Iterable[str]) -> tuple[str, ...] | None:
        known = set(names)
        if not set(readers.NEEDED) <= known:
            return None
        return tuple(name for name in readers.ARGUMENTS if name in known)

    def argument_value(self, case: Removal, argument: str) -> object:
        return readers.argument_value(case, argument)

    def open(self, setup: Setup) -> AblationBench:
        try:
            own = setup.options.get("memeval_ablation_judge", ())
            options = {**setup.options, "memeval_judge": own} if own else setup.options
            judge = make_judge(settings_from(options, setup.root))
        except JudgeError as error:
            raise SubjectError(str(error)) from None
        named = setup.options.get("memeval_evaluation_id", ())
        self._evaluation = Evaluation(
            parts=setup.options.get("memeval_evaluation", ()),
            named=named[0] if named else "",
            folder=setup.reports / "ablation" / "evaluations",
            readers=self._readers,
        )
        return AblationBench(
            judge,
            _number(setup.options, "memeval_trials", 1, least=1),
            _number(setup.options, "memeval_ablation_searches", 20, least=0),
            self._evaluation,
        )

    def score(self, rows: Sequence[Row]) -> Scores:
        return scoring.score(rows)

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return scoring.hints(rows)

    def artifacts(self, results: Mapping[Key, Sequence[Row]]) -> Mapping[str, str]:
        """Every credit with its hashes, and what each memory came to over all cases."""
        credits = [
            json.dumps({"reader": key.subject, **row}, ensure_ascii=False, sort_keys=True)
            for key, rows in results.items()
            for row in rows
        ]
        files = {
            "ablation/credits.jsonl": "".join(f"{line}\n" for line in credits),
            "ablation/memories.md": _memories(results),
        }
        for rows in results.values():
            for row in rows:
                if row.get("evaluation_digest"):
                    place = f"ablation/evaluations/{file_name(row['evaluation_id'])}.txt"
                    files[place] = f"{row['evaluation_digest']}\n"
        return files


def _number(options: Options, name: str, default: int, least: int) -> int:
    given = options.get(name, ())
    if not given:
        return default
    if not given[0].isdecimal() or int(given[0]) < least:
        raise SubjectError(f"{name} must be a whole number, {least} or more, got {given[0]!r}")
    return int(given[0])


def _memories(results: Mapping[Key, Sequence[Row]]) -> str:
    """A table of counts: one record may be load-bearing here and misleading there."""
    lines = ["# What each memory came to", ""]
    for key, rows in results.items():
        counts: dict[str, Counter[str]] = {}
        for row in rows:
            if row["tier"] is not None and len(row["removed"]) == 1:
                counts.setdefault(row["removed"][0], Counter())[row["tier"]] += 1
        lines += [f"## {_cell(key.subject)}", ""]
        lines += ["| memory | " + " | ".join((*TIERS, "unstable")) + " |"]
        lines += ["|---|" + "---:|" * (len(TIERS) + 1)]
        for memory, tiers in sorted(counts.items()):
            cells = [str(tiers[tier]) for tier in (*TIERS, "unstable")]
            lines.append(f"| {_cell(memory)} | " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


SUITE = AblationSuite()
