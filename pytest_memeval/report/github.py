"""What GitHub Actions shows of a run: the job's summary, and annotations where cases stand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pytest_memeval.report import model
from pytest_memeval.report.markdown import LIMIT
from pytest_memeval.report.markdown import markdown
from pytest_memeval.report.scorecard import title
from pytest_memeval.text import one_line

#: GitHub keeps ten annotations of a kind a step, and says nothing of the others.
MOST = 10
#: What the summary of a step may hold; above that GitHub shows nothing of it.
SUMMARY_LIMIT = 1024 * 1024
#: With less room than this nothing is written.
LEAST_ROOM = 2000
LONGEST = 400


class _Missed(NamedTuple):
    """A case to point at."""

    kind: str
    file: str
    line: int
    title: str
    message: str


def on_github(env: Mapping[str, str]) -> bool:
    """Whether this runs in a job of GitHub Actions."""
    return env.get("GITHUB_ACTIONS") == "true"


def github_outputs(
    report: model.Report,
    env: Mapping[str, str],
    baseline: model.Report | None = None,
    root: Path | None = None,
) -> list[str]:
    """Append to the job's summary, if there is one, and give the annotations as lines to print.

    Each has to be a line of standard output for GitHub to read it. Elsewhere there are none.

    :param root: the folder that the files in the report are relative to (default: where we are).
    :raises OSError: the summary cannot be written.
    """
    if not on_github(env):
        return []
    summary = env.get("GITHUB_STEP_SUMMARY")
    if summary:
        _append(Path(summary), report, baseline)
    return annotation_lines(report, _prefix(env, root or Path.cwd()))


def _append(path: Path, report: model.Report, baseline: model.Report | None) -> None:
    """Another run of the same step may have written before us."""
    taken = path.stat().st_size if path.exists() else 0
    room = min(LIMIT, SUMMARY_LIMIT - taken - 1)
    if room >= LEAST_ROOM:
        text = markdown(report, baseline, room)
        with path.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(("\n" if taken else "") + text)


def _prefix(env: Mapping[str, str], root: Path) -> str:
    """The way from the checkout to our root: annotations name files from the checkout on."""
    workspace = env.get("GITHUB_WORKSPACE")
    if not workspace:
        return ""
    try:
        way = Path(os.path.relpath(root.resolve(), Path(workspace).resolve())).as_posix()
    except ValueError:  # on another drive
        return ""
    return "" if way == "." or way.startswith("..") else f"{way}/"


def annotation_lines(report: model.Report, prefix: str = "") -> list[str]:
    """One line a missed case, those that made the run fail first, and how many more there are."""
    found = list(_found(report))
    errors, warnings, notices = (
        [_line(one, prefix) for one in found if one.kind == kind]
        for kind in ("error", "warning", "notice")
    )
    lines = [*errors[:MOST], *warnings[:MOST], *notices[:MOST]]
    if len(notices) >= MOST and len(found) > len(lines):
        lines.pop()  # what is said of the rest is a notice, too
    rest = len(found) - len(lines)
    if rest:
        lines.append(f"::notice title=memeval::and {rest} more missed, all in the report")
    return lines


def _found(report: model.Report) -> Iterator[_Missed]:
    """Errors are what made the run fail; all else that missed is told as much as that matters."""
    mild = "notice" if report.verdict == "passed" else "warning"
    baseline = report.run.baseline
    worse = baseline.regressions if baseline and baseline.gated else []
    for result in report.results:
        broke = {
            identity: one.metric
            for one in reversed(result.thresholds)
            if one.status == "broken"
            for identity in one.missed
        }
        for row in result.rows:
            if row["outcome"] == "hit" and row["id"] not in broke:
                continue
            called = f"{title(result)}: {row['id']}"
            why = ""
            if row["id"] in broke:
                why = f" (broke {broke[row['id']]})"
            elif any(said.startswith(f"{called} (") for said in worse):
                why = " (worse than the baseline)"
            failed = why or row["outcome"] == "failed"
            yield _Missed(
                "error" if failed else mild,
                str(row.get("file", "")),
                int(row.get("line") or 1),
                called,
                one_line(row["detail"] or row["outcome"], LONGEST) + why,
            )


def _line(missed: _Missed, prefix: str) -> str:
    place = f"file={_property(prefix + missed.file)},line={missed.line}," if missed.file else ""
    return f"::{missed.kind} {place}title={_property(missed.title)}::{_data(missed.message)}"


def _data(text: str) -> str:
    """As GitHub's own toolkit writes what follows the colons."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text, LONGEST)).replace(":", "%3A").replace(",", "%2C")


__all__ = ["annotation_lines", "github_outputs", "on_github"]
