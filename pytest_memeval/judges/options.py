"""What the ini file and the command line say of the judge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from typing import cast

from pytest_memeval.judges.base import SECONDS
from pytest_memeval.judges.base import TIMEOUT_OPTION
from pytest_memeval.judges.base import JudgeError
from pytest_memeval.judges.base import JudgeSettings
from pytest_memeval.judges.base import Record
from pytest_memeval.timelimit import limit_from


def settings_from(options: Mapping[str, tuple[str, ...]], root: Path) -> JudgeSettings:
    """The judge that the options name; where they say nothing, the defaults stand.

    :param root: where the paths among them begin.
    :raises JudgeError: an option is wrong.
    """
    given: dict[str, Any] = {}
    for option, field in (
        ("memeval_judge", "kind"),
        ("memeval_judge_model", "model"),
        ("memeval_judge_base_url", "base_url"),
        ("memeval_judge_key_env", "api_key_env"),
        ("memeval_judge_rubrics", "rubrics"),
        ("memeval_cassettes", "cassettes"),
        ("memeval_record", "record"),
    ):
        lines = options.get(option, ())
        if len(lines) > 1:
            raise JudgeError(f"{option} takes one line, got {len(lines)}")
        if lines:
            given[field] = lines[0]
    try:
        given["timeout"] = limit_from(options, TIMEOUT_OPTION, SECONDS).seconds
    except ValueError as error:
        raise JudgeError(str(error)) from None
    for field in ("rubrics", "cassettes"):
        if field in given:
            given[field] = root / given[field]
    if given.get("record", "none") not in ("none", "once", "all"):
        raise JudgeError(f"memeval_record must be none, once or all, got {given['record']!r}")
    if given.get("record", "none") != "none" and "cassettes" not in given:
        raise JudgeError("memeval_record needs memeval_cassettes, the folder to record into")
    return JudgeSettings(**{**given, "record": cast("Record", given.get("record", "none"))})
