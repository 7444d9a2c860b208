"""The report of a run. These models are the source of truth; the JSON Schema comes from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated
from typing import Any
from typing import Literal

from pydantic import BaseModel
from pydantic import ConfigDict
from pydantic import Field
from pydantic import SkipValidation

Verdict = Literal["passed", "failed", "not_measured", "partial"]
Status = Literal["held", "broken", "not_measured", "partial"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Score(_Model):
    """One metric: a ratio (k of n, with its 95 % Wilson interval) or a count (`value`, over n)."""

    value: float | int | None = Field(description="null: not measured")
    k: int | None = None
    n: int
    low: float | None = None
    high: float | None = None
    note: str = Field("", description="why it was not measured")
    trials: int = Field(1, description="k and n count all of them; low and high are over cases")


class Threshold(_Model):
    """A floor (`>=`) or ceiling (`<=`) that was in force, and what became of it."""

    metric: str
    statistic: Literal["", "lower95", "upper95"] = Field(
        "", description="what the bound is on: the value, or an end of its interval"
    )
    op: Literal[">=", "<="]
    bound: float
    over: int = Field(0, description="least number of cases to judge it on")
    why: str = ""
    source: str = Field(description="default, memeval_floors or --memeval-floor")
    status: Status
    detail: str = Field("", description="what the floor's item says")
    missed: list[str] = Field(default_factory=list, description="ids of the cases that missed")


class Fixtures(_Model):
    """Which labelled data was used. The hash covers the cases, not the files they lie in."""

    hash: str
    cases: int
    files: list[str]
    case_hashes: dict[str, str] = Field(
        default_factory=dict, description="a hash of each case, by id"
    )


class Counts(_Model):
    """How far the measurement went."""

    collected: int
    selected: int
    measured: int
    by_label: dict[str, int] = Field(default_factory=dict)
    by_outcome: dict[str, int] = Field(default_factory=dict)


#: A row has at least these keys; a suite adds its own.
ROW_KEYS = ("id", "outcome", "detail", "file", "line")
Row = Annotated[
    dict[str, Any],
    Field(
        json_schema_extra={
            "required": list(ROW_KEYS),
            "properties": {
                "id": {"type": "string"},
                "outcome": {"enum": ["hit", "miss", "failed", "invalid", "not_measured"]},
                "detail": {"type": "string"},
                "file": {"type": "string"},
                "line": {"type": "integer"},
            },
        }
    ),
]


class Seconds(_Model):
    """How long something took, over the `n` cases in which it was timed. Percentiles."""

    n: int
    p50: float
    p90: float
    p99: float
    longest: float


class Result(_Model):
    """One subject of one suite at one level: scored and gated on its own."""

    suite: str
    subject: str
    level: str | None = None
    fixtures: Fixtures | None = None
    expected: Fixtures | None = Field(
        None, description="partial runs: all the data that there is; what merging them must give"
    )
    options: str = Field("", description="a hash of the options that say how it was measured")
    counts: Counts
    scores: dict[str, Score]
    per_type: dict[str, dict[str, int]] = Field(default_factory=dict)
    seconds: dict[str, Seconds] = Field(
        default_factory=dict, description="live runs: of an add, and of an extraction"
    )
    thresholds: list[Threshold]
    notes: list[str] = Field(default_factory=list, description="what the numbers are about")
    hints: list[str] = Field(default_factory=list)
    #: Not looked at again on the way out: they were made here, and there may be very many.
    rows: SkipValidation[list[Row]]


class Check(_Model):
    """The run's verdict as a yes or no, and every reason for a no."""

    passed: bool
    failures: list[str]


class Mutations(_Model):
    """How mutants were drawn. The seed is null where every run draws the same."""

    examples: int
    seconds: float
    seed: int | None = None


class Live(_Model):
    """Where a live run wrote, under which instructions, and what is left there."""

    run: str
    backend: str
    client: str = Field(description="version of mem0ai")
    host: str = ""
    project_id: str = ""
    org_id: str = ""
    app_id: str = Field(description="of everything written; user ids begin with it")
    policy: str = Field(description="hash of the instructions in force")
    instructions: str = Field(description="where they came from")
    timeout: float
    min_settle: float
    journal: str
    left: str = Field(description="what is left of it, and how to delete it")
    cleaned: bool | None = Field(None, description="null: nobody asked for a cleanup, or not yet")


class Baseline(_Model):
    """The earlier report that a run was held against, and what changed since."""

    file: str
    generated_at: str
    git_revision: str | None = None
    gated: bool = Field(description="whether what is worse fails the run")
    changes: list[str] = Field(description="line by line, for people")
    regressions: list[str] = Field(description="what is worse and was not allowed to be")
    allowed: list[str] = Field(default_factory=list, description="what may be worse, and why")
    unneeded: list[str] = Field(
        default_factory=list, description="what may be worse, and is not: need not be allowed"
    )


class Run(_Model):
    """What was run, where, and how far it came."""

    versions: dict[str, str]
    git_revision: str | None = None
    workers: int
    duration: float = Field(description="seconds")
    mutations: Mutations | None = Field(None, description="null: no mutants were tried")
    live: Live | None = Field(None, description="null: an offline run")
    baseline: Baseline | None = Field(None, description="null: held against none")
    merged: int = Field(0, description="so many partial reports were joined; 0: this is one run")
    narrowed: str = Field("", description="the option that made the run smaller on purpose")
    interrupted: str = Field("", description="what ended the run before its end")
    owed: list[tuple[str, str]] = Field(
        default_factory=list, description="suites and subjects of the whole, also of a partial run"
    )
    failed_items: list[str] = Field(default_factory=list, description="ids of failed test items")
    problems: list[str] = Field(default_factory=list, description="why something was not measured")
    refused: list[str] = Field(
        default_factory=list,
        description="reasons beside its floors why it does not pass: regressions, other plugins",
    )
    ignored_files: list[str] = Field(
        default_factory=list, description="files in fixture folders that are not fixture files"
    )


class Report(_Model):
    """`last_report.json`."""

    schema_version: Literal[1] = 1
    generated_at: str = Field(description="ISO 8601, UTC")
    mode: Literal["offline", "live"]
    verdict: Verdict
    check: Check
    results: list[Result]
    run: Run
    extra: dict[str, Any] = Field(
        default_factory=dict, description="what other plugins add, by keys of their own"
    )

    def not_passed(self, reasons: Sequence[str]) -> Report:
        """The same report of a run that fails for more reasons than its floors."""
        check = Check(passed=False, failures=[*self.check.failures, *reasons])
        verdict = "failed" if self.verdict == "passed" else self.verdict
        run = self.run.model_copy(update={"refused": [*self.run.refused, *reasons]})
        return self.model_copy(update={"check": check, "verdict": verdict, "run": run})
