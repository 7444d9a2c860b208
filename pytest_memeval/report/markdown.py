"""The report as Markdown: for a job's summary, a comment on a change, or a file.

Text of the report is data: it stands in code spans, or with everything spelled out that Markdown or
HTML would take for more than text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence

from pytest_memeval.report import model
from pytest_memeval.report.compare import Change
from pytest_memeval.report.compare import Comparison
from pytest_memeval.report.compare import called
from pytest_memeval.report.compare import compare
from pytest_memeval.report.scorecard import counted
from pytest_memeval.report.scorecard import title
from pytest_memeval.report.scorecard import ungraded
from pytest_memeval.report.scorecard import verdict_line
from pytest_memeval.text import one_line
from pytest_memeval.text import plural

#: GitHub takes 1 MiB a step, for all that is written into its summary.
LIMIT = 900_000
#: Missed cases and flips listed of each subject, until the text is short enough.
LISTED = (200, 50, 10, 0)
MOST_REASONS = 20
MOST_FLAKY, MOST_OTHERWISE = 20, 20
LONGEST_FINDING = 200

MARKS = {"passed": "✅", "failed": "❌", "not_measured": "⚠️", "partial": "◐"}
STATUS = {"held": "✅", "broken": "❌", "not_measured": "⚠️", "partial": "◐"}
BUCKETS = ("real", "trivial", "knew_but_failed", "never_knew")

#: What Markdown, HTML or GitHub take for more than text, where it stands.
_MARKED = re.compile(
    r"[\\`*\[\]<>#|~&$@]"  # anywhere
    r"|(?<![^\W_])_|_(?![^\W_])"  # but not within a name
    r"|:(?=\S)|(?<=www)\."  # an emoji, the start of an address
    r"|^[-+=]|(?<=^\d)[.)]|(?<=^\d\d)[.)]"  # at the start of a line
)
#: What a code span in a table cannot hold as it is.
_NOT_IN_CODE = re.compile(r"[`|\\]")


def markdown(report: model.Report, baseline: model.Report | None = None, limit: int = LIMIT) -> str:
    """The report in at most so many bytes.

    :param baseline: an earlier report to compare with.
    """
    comparison = compare(baseline, report) if baseline is not None else None
    for most in LISTED:
        text = "\n".join([*_parts(report, baseline, comparison, most), ""])
        if len(text.encode("utf-8", "replace")) <= limit:
            return text
    return _cut(text, limit)


def _cut(text: str, limit: int) -> str:
    """Whole lines from the top, and what is folded closed again."""
    lines, room = [], limit - 100
    for line in text.splitlines():
        room -= len(line.encode("utf-8", "replace")) + 1
        if room < 0:
            break
        lines.append(line)
    folded = [line for line in lines if line.startswith(("<details>", "</details>"))]
    closed = [] if len(folded) % 2 == 0 else ["", "</details>"]
    return "\n".join([*lines, *closed, "", "… cut here; the JSON report has all of it.", ""])


def _parts(
    report: model.Report, baseline: model.Report | None, comparison: Comparison | None, most: int
) -> Iterator[str]:
    yield f"## {MARKS[report.verdict]} Memory quality: {words(_headline(report))}"
    yield ""
    yield from _reasons(report)
    if comparison is not None and baseline is not None:
        yield from _changes(comparison, baseline, most)
    yield from _buckets(report.results)
    for result in report.results:
        yield from _result(result, most)
    yield from _about(report)


def _headline(report: model.Report) -> str:
    """The line of the terminal, without the reason: those stand below."""
    return verdict_line(report).removeprefix("memeval: ").split("; ")[0]


def _reasons(report: model.Report) -> Iterator[str]:
    failures = report.check.failures
    for failure in failures[:MOST_REASONS]:
        yield f"- {words(one_line(failure, 500))}"
    if len(failures) > MOST_REASONS:
        yield f"- … and {len(failures) - MOST_REASONS} more"
    if failures:
        yield ""


def _about(report: model.Report) -> Iterator[str]:
    run = report.run
    told = [f"{report.mode} run", report.generated_at[:19], f"{run.duration:g} s"]
    if run.git_revision:
        told.append(run.git_revision[:12])
    told += [f"{name} {version}" for name, version in run.versions.items()]
    yield f"<sub>{words(' · '.join(told))}</sub>"


# --- what changed


def _changes(comparison: Comparison, baseline: model.Report, most: int) -> Iterator[str]:
    yield f"### What changed since {code(baseline.generated_at)}"
    yield ""
    quiet = []
    for change in comparison.changes:
        lines = list(_change(change, most))
        if lines:
            yield from lines
        else:
            quiet.append(called(change.key))
    if quiet:
        yield f"- nothing of {', '.join(map(code, quiet))}"
    for keys, said in (
        (comparison.only_before, "is no longer measured"),
        (comparison.only_after, "was not measured before"),
    ):
        for key in keys:
            yield f"- {code(called(key))} {said}"
    yield ""


def _change(change: Change, most: int) -> Iterator[str]:
    """A subject and what is said of it below; nothing where nothing changed."""
    said = list(_said(change, most))
    if said:
        p = f" (McNemar p = {change.p:.3g})" if change.worse or change.better else ""
        yield (
            f"- {code(called(change.key))}: {len(change.worse)} worse, {len(change.better)} better "
            f"of {plural(change.same, 'case')} alike in both{p}"
        )
        yield from (f"  - {line}" for line in said)


def _said(change: Change, most: int) -> Iterator[str]:
    for word, flips, limit in (
        ("worse", change.worse, most),
        ("better", change.better, most),
        ("decided otherwise", change.otherwise, min(most, MOST_OTHERWISE)),
    ):
        for flip in flips[:limit]:
            detail = f": {code(one_line(flip.detail, LONGEST_FINDING))}" if flip.detail else ""
            yield f"{word}: {code(flip.id)} {words(flip.before)} → {words(flip.after)}{detail}"
        if len(flips) > limit:
            yield f"… and {len(flips) - limit} more that are {word}"
    moved = [
        f"{code(m.name)} {_number(m.before)} → {_number(m.after)}"
        for m in change.metrics
        if not m.name.startswith("raw_")
    ]
    if moved:
        yield ", ".join(moved)
    for word, ids in (
        ("added", change.added),
        ("removed", change.removed),
        ("changed", change.changed),
    ):
        if ids:
            more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
            yield (
                f"{plural(len(ids), 'case')} {word}, not counted as behaviour: "
                f"{', '.join(map(code, ids[:5]))}{more}"
            )


# --- subjects


def _buckets(results: Sequence[model.Result]) -> Iterator[str]:
    """Headline beside raw, so that the trivial part is visible."""
    scored = [result for result in results if set(BUCKETS) <= set(result.scores)]
    if not scored:
        return
    yield "### What was known, and what survived the change"
    yield ""
    heads = ["backend", "headline", "raw", *(name.replace("_", " ") for name in BUCKETS)]
    yield from _table(
        [*heads, "not graded"],
        (
            [
                code(result.subject),
                _rate(result.scores.get("accuracy_score")),
                _rate(result.scores.get("raw_after")),
                *(counted(result.scores[name].value or 0) for name in BUCKETS),
                counted(ungraded(result.scores.get("coverage"))),
            ]
            for result in scored
        ),
        "lrrrrrrr",
    )


def _rate(score: model.Score | None) -> str:
    return "–" if score is None or score.value is None else f"{score.value:.1%}"


def _result(result: model.Result, most: int) -> Iterator[str]:
    yield f"### {code(title(result))}"
    yield ""
    gated = {threshold.metric for threshold in result.thresholds}
    first = {name: score for name, score in result.scores.items() if name in gated}
    rest = {
        name: score
        for name, score in result.scores.items()
        if name not in gated and score.value is not None
    }
    if first:
        yield from _metrics(result, first)
    if rest:
        yield from _folded(
            plural(len(rest), "more metric" if first else "metric"), _metrics(result, rest)
        )
    yield from _missed(result, most)
    yield from _flaky(result)
    for hint in result.hints:
        yield f"- {words(one_line(hint, 500))}"
    yield ""


def _metrics(result: model.Result, scores: dict[str, model.Score]) -> Iterator[str]:
    bounds = {
        name: [threshold for threshold in result.thresholds if threshold.metric == name]
        for name in scores
    }
    heads = ["", "metric", "value", "95 % interval"]
    gated = any(bounds.values())
    lines = (
        [
            " ".join(STATUS[bound.status] for bound in bounds[name]),
            code(name),
            _value(score),
            "" if score.low is None else f"{score.low:.2f}–{score.high:.2f}",
            *(["<br>".join(map(_bound, bounds[name]))] if gated else []),
        ]
        for name, score in scores.items()
    )
    yield from _table([*heads, "floor"] if gated else heads, lines, "llrrl")


def _value(score: model.Score) -> str:
    if score.value is None:
        return words(
            f"not measured ({one_line(score.note, 120)})" if score.note else "not measured"
        )
    if score.k is None:
        return counted(score.value)
    answers = " answers" if score.trials > 1 else ""
    return f"**{score.value:.3f}** ({score.k}/{score.n}{answers})"


def _bound(threshold: model.Threshold) -> str:
    sign = "≥" if threshold.op == ">=" else "≤"
    if threshold.statistic:
        sign = f"{threshold.statistic} {sign}"
    over = f" over {threshold.over}" if threshold.over else ""
    why = f" · {words(one_line(threshold.why, 120))}" if threshold.why else ""
    return f"{sign} {threshold.bound:.12g}{over} {threshold.status.replace('_', ' ')}{why}"


def _missed(result: model.Result, most: int) -> Iterator[str]:
    missed = [row for row in result.rows if row["outcome"] != "hit"]
    if not missed:
        return
    said = f"{plural(len(missed), 'case')} that missed"
    if not most:
        yield f"{said}: the JSON report lists them."
        yield ""
        return
    lines = (
        [
            code(row["id"]),
            code(one_line(row["detail"], LONGEST_FINDING)),
            code(f"{row.get('file', '')}:{row.get('line', '')}"),
        ]
        for row in missed[:most]
    )
    table = list(_table(["case", "finding", "where"], lines, "lll"))
    if len(missed) > most:
        table += [f"… and {len(missed) - most} more, all in the JSON report.", ""]
    yield from _folded(said, table)


def _flaky(result: model.Result) -> Iterator[str]:
    tried = [(row["id"], row["trials"]) for row in result.rows if row.get("trials")]
    flaky = [(name, t["hits"], t["n"]) for name, t in tried if 0 < t["hits"] < t["n"]]
    if flaky:
        shown = ", ".join(f"{code(name)} ({hits} of {n})" for name, hits, n in flaky[:MOST_FLAKY])
        more = f" and {len(flaky) - MOST_FLAKY} more" if len(flaky) > MOST_FLAKY else ""
        yield f"- as labelled in some trials only: {shown}{more}"


def _folded(summary: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"<details><summary>{summary}</summary>"
    yield ""
    yield from lines
    yield "</details>"
    yield ""


def _table(heads: Sequence[str], lines: Iterable[Sequence[str]], align: str) -> Iterator[str]:
    """A table; `align` has an l or an r a column."""
    rules = {"l": "---", "r": "--:"}
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join(rules[letter] for letter in align[: len(heads)])}|"
    for line in lines:
        yield f"| {' | '.join(line)} |"
    yield ""


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")


# --- text of strangers


def words(text: str) -> str:
    """Text that reads as it is, whatever it says."""
    return _MARKED.sub(lambda match: f"&#{ord(match[0])};", one_line(text, len(text)))


def code(text: str) -> str:
    """Text as code: nothing in it is a link, a name that is called, or markup."""
    said = one_line(text, 500)
    if not said:
        return ""
    if not _NOT_IN_CODE.search(said):
        return f"`{said}`"
    return f"<code>{words(said)}</code>"


__all__ = ["LIMIT", "code", "markdown", "words"]
