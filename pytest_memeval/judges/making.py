"""From the name of a judge to the judge."""

from __future__ import annotations

from pytest_memeval.judges.base import Judge
from pytest_memeval.judges.base import JudgeSettings
from pytest_memeval.judges.cassette import Cassette


def make_judge(settings: JudgeSettings) -> Judge:
    """Make the judge that the settings name, behind a cassette where there is one.

    :raises JudgeError: there is no such judge, or it lacks something that it needs.
    """
    if settings.kind == "rule":
        from pytest_memeval.judges.rule import RuleJudge

        return RuleJudge()  # says the same each time, and costs nothing: nothing to record
    if settings.kind == "contains":
        from pytest_memeval.judges.contains import ContainsJudge

        return ContainsJudge()
    if settings.kind == "llm":
        return _llm(settings)
    from pytest_memeval.judges.custom import custom_judge
    from pytest_memeval.judges.recorded import RecordedJudge

    own = custom_judge(settings.kind, settings.timeout)
    if settings.cassettes is None:
        return own
    return RecordedJudge(own, {}, Cassette(settings.cassettes, "verdicts"), settings.record)


def _llm(settings: JudgeSettings) -> Judge:
    from pytest_memeval.judges.llm import LLMJudge
    from pytest_memeval.judges.recorded import RecordedJudge

    judge = LLMJudge(settings)
    if settings.cassettes is None or settings.record != "none":
        judge.connect()
    if settings.cassettes is None:
        return judge
    rubrics = {name: rubric.digest for name, rubric in judge.rubrics.items()}
    cassette = Cassette(settings.cassettes, "verdicts", judge.secret)
    return RecordedJudge(judge, rubrics, cassette, settings.record)
