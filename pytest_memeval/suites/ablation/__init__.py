"""Did a memory in the context change the answer?

A case is one removal from one packed context, the subject a reader ``(context, question) ->
answer``. The library below it (`context`, `citation`, `credit`, `adapters`) needs no pytest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from pytest_memeval.errors import SubjectError
from pytest_memeval.judges import JudgeError
from pytest_memeval.judges import JudgeSettings
from pytest_memeval.judges import make_judge
from pytest_memeval.judges.options import settings_from
from pytest_memeval.suites.ablation import artifacts
from pytest_memeval.suites.ablation import cases
from pytest_memeval.suites.ablation import readers
from pytest_memeval.suites.ablation import scoring
from pytest_memeval.suites.ablation.bench import AblationBench
from pytest_memeval.suites.ablation.cases import Removal
from pytest_memeval.suites.ablation.citation import name_problem
from pytest_memeval.suites.ablation.evaluation import FOLDER
from pytest_memeval.suites.ablation.evaluation import Evaluations
from pytest_memeval.suites.ablation.readers import Reader
from pytest_memeval.suites.base import Key
from pytest_memeval.suites.base import Options
from pytest_memeval.suites.base import Placed
from pytest_memeval.suites.base import RawCase
from pytest_memeval.suites.base import Row
from pytest_memeval.suites.base import Scores
from pytest_memeval.suites.base import Setup
from pytest_memeval.text import one_line
from pytest_memeval.timelimit import Limit
from pytest_memeval.timelimit import limit_from

__all__ = ["SUITE", "AblationSuite"]

#: Contexts a case that may be answered in search of joint effects.
SEARCHES = 20
#: Answers to one context at the most: what is compared is exact, and costs their number squared.
MOST_TRIALS = 10_000
#: Seconds that one answer of a reader may take, where the ini file does not say.
SECONDS = 300.0
TIMEOUT_OPTION = "memeval_reader_timeout"


class AblationSuite:
    """The ablation as the plugin sees it; the `Suite` protocol says what each part is for."""

    name = "ablation"
    metrics = scoring.METRICS
    default_floors: Sequence[str] = ("misleading_count <= 0", "coverage >= 1")
    builtin_subjects: Mapping[str, str] = {
        "best_sentence": "pytest_memeval.suites.ablation.readers:best_sentence"
    }
    default_subjects: Sequence[str] = ()
    factory = False

    def __init__(self) -> None:
        #: What readers say of themselves: their model, prompt and decoding.
        self._told: dict[str, Any] = {}

    def case_schema(self) -> dict[str, Any]:
        return cases.case_schema()

    def recognises(self, case: Mapping[str, object]) -> bool:
        return {"question", "gold"} <= set(case) and ("records" in case or "bundle" in case)

    def parse(self, raw: Sequence[RawCase], options: Options) -> list[Placed]:
        return cases.parse(raw)

    def subject(self, target: Callable[..., object], name: str) -> Reader:
        self._told[name] = readers.told_of(target, name)
        return Reader(target, name)

    def arguments(self, names: Iterable[str]) -> tuple[str, ...] | None:
        return readers.arguments(names)

    def argument_value(self, case: Removal, argument: str) -> object:
        return readers.argument_value(case, argument)

    def open(self, setup: Setup) -> AblationBench:
        own = setup.options.get("memeval_ablation_judge", ())
        options = {**setup.options, "memeval_judge": own} if own else setup.options
        try:
            settings = settings_from(options, setup.root)
            judge = make_judge(settings)
            described = _described(settings, judge.name)
        except JudgeError as error:
            raise SubjectError(str(error)) from None
        return AblationBench(
            judge,
            _number(setup.options, "memeval_trials", 1, least=1, most=MOST_TRIALS),
            _number(setup.options, "memeval_ablation_searches", SEARCHES, least=0),
            Evaluations(
                stated=tuple(setup.options.get("memeval_evaluation", ())),
                judge=described,
                named=_named(setup.options),
                folder=setup.root / FOLDER,
                told=self._told,
                subjects=setup.subjects,
            ),
            _limit(setup.options),
            setup.told_by,
        )

    def score(self, rows: Sequence[Row]) -> Scores:
        return scoring.score(rows)

    def hints(self, rows: Sequence[Row]) -> list[str]:
        return scoring.hints(rows)

    def artifacts(self, results: Mapping[Key, Sequence[Row]]) -> Mapping[str, str]:
        """Every credit with its hashes, and what each memory came to over all cases."""
        return artifacts.artifacts(results)


def _described(settings: JudgeSettings, name: str) -> str:
    """A judge's name with all that its verdicts depend on, as far as anybody can say.

    :raises JudgeError: its rubrics cannot be read.
    """
    if settings.kind != "llm":
        return name
    from pytest_memeval.judges.rubrics import load_rubrics

    rubric = load_rubrics(settings.rubrics)["answer"].digest
    told = [settings.base_url, settings.temperature, rubric]
    return f"{name} {json.dumps(told)}"


def _named(options: Options) -> str:
    """The user's name for the evaluation; "" if there is none."""
    given = options.get("memeval_evaluation_id", ())
    if not given:
        return ""
    problem = name_problem("memeval_evaluation_id", given[0])
    if problem or len(given) > 1 or not given[0].strip():
        raise SubjectError(problem or "memeval_evaluation_id is one line that is not blank")
    return given[0]


def _number(options: Options, name: str, default: int, least: int, most: int = 999_999) -> int:
    given = options.get(name, ())
    if not given:
        return default
    said = given[0].strip()
    if len(given) > 1 or not re.fullmatch("[0-9]{1,6}", said) or int(said) < least:
        got = one_line(", ".join(map(repr, given)), 60)
        raise SubjectError(f"{name} must be a whole number, {least} or more, got {got}")
    if int(said) > most:
        raise SubjectError(f"{name} may be {most} at the most, got {said}")
    return int(said)


def _limit(options: Options) -> Limit:
    try:
        return limit_from(options, TIMEOUT_OPTION, SECONDS)
    except ValueError as error:
        raise SubjectError(str(error)) from None


SUITE = AblationSuite()
