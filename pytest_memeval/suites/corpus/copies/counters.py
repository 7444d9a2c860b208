"""Whether texts of one shape are frames of one counter, or a table of facts.

"Batch 7 took 12 s" a hundred times over is one counter, of which the last frame would do. "Customer
1000 has a discount of 5 percent" is of one shape with a hundred others too, and each is a fact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pytest_memeval.suites.corpus.words import folded

#: What only reports on itself counts with these. A look at one text is enough: the rest of its
#: family has the same words.
_REPORTS = re.compile(
    r"\b(?:epoch|batch|step|iter(?:ation)?|tick|heartbeat|attempt|retry|frame|chunk|shard|cycle|pid"
    r"|round|progress|elapsed|remaining|left|eta|uptime|took|loss|latency|throughput|queued?|depth"
    r"|cpu|heap|rss|processed|completed?|done|finished|running|succeeded|failed|passed|poll(?:ed)?"
    r"|retrying|pending|checked|synced|scanned|downloaded|uploaded|received|sent|returned"
    r"|responded|exit(?:ed)?|used(?=\s\d)|(?:trial|turn)(?=\s#?\d))(?:\b|s\b|ing\b"
    r"|(?=\d))|\d\s?ms\b|\b\d?\d:\d\d:\d\d"
)
_FIGURE = re.compile(r"[^\s\d]*\d\S*")
_EDGES = "\"'`([{<>}]).,;:!?*"
#: A name with a number in it, such as web7, python3 or JIRA-123; and a plain one.
_NAME = re.compile(r"[^\W\d_]+[-_.]?\d[\w.-]*")
_NUMBER = re.compile(r"#?\d{1,9}|(?=[0-9-]*[a-f])[0-9a-f-]{6,36}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
_YEAR = re.compile(r"(?:19|20)\d\d")
#: Behind these a number is what is said of a thing, not the thing.
_SAYS = re.compile(
    r"[:=,;|(]\s*$"
    r"|\b(?:is|are|was|were|has|have|had|at|after|about|within|than|only|over|under)\s+$"
)
#: Before these it is a measure.
_MEASURE = re.compile(
    r"\s*(?:[,;:|/=%)]|of\s+\d|(?:[kmgt]?i?b|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|percent"
    r"|eur|euros?|usd|dollars?|gbp|chf|times|km|kg|files|rows|items|records|tokens|workers|errors?|tests)\b|$)"
)
#: Members of a family, evenly spread, by which it is judged.
MOST_JUDGED = 2_000
#: Of the rows of a table at least this share is about different things.
DIFFERENT = 0.5


class _Figure(NamedTuple):
    """A word with a digit in it, without what stands around it."""

    word: str
    behind_verb: bool
    measure: bool


def figures(text: str) -> list[str]:
    """The words with digits in a text, in the order of the alphabet."""
    return sorted(figure.word for figure in _figures(folded(text)))


def is_table(texts: Sequence[str]) -> bool:
    """Whether texts of one shape, in a settled order, are facts about different things.

    The rows of a table have a key, a number that names what they are about, and a value that runs
    as well. A name with a number in it, or a year, is a key of its own.
    """
    if _REPORTS.search(folded(texts[0])):
        return False
    step = -(-len(texts) // MOST_JUDGED)
    rows = [_figures(folded(text)) for text in texts[::step]]
    columns = list(zip(*rows, strict=False))  # bars may hold figures that others lack
    running = [column for column in columns if len({figure.word for figure in column}) > 1]
    if running and all(_names(column) or _years(column) for column in running):
        return True
    return len(running) > 1 and any(
        _is_key(column, first=not at) for at, column in enumerate(running)
    )


def _figures(plain: str) -> list[_Figure]:
    found = []
    for match in _FIGURE.finditer(plain):
        word = match[0].rstrip(_EDGES)
        end = match.start() + len(word)
        word = word.lstrip(_EDGES)
        before = plain[max(0, end - len(word) - 24) : end - len(word)]
        says = _SAYS.search(before) is not None
        found.append(_Figure(word, says, _MEASURE.match(plain, end) is not None))
    return found


def _years(column: Sequence[_Figure]) -> bool:
    """Whether rows are told apart by the year that they are about."""
    return all(_YEAR.fullmatch(figure.word) for figure in column)


def _names(column: Sequence[_Figure]) -> bool:
    return all(_NAME.fullmatch(figure.word) for figure in column)


def _is_key(column: Sequence[_Figure], first: bool) -> bool:
    """Whether a column tells its rows apart, and reads like what they are about."""
    if len({figure.word for figure in column}) < DIFFERENT * len(column):
        return False
    if all(_DAY.fullmatch(figure.word) for figure in column) or _names(column):
        return True
    if not first or column[0].behind_verb or column[0].measure:
        return False
    return all(_NUMBER.fullmatch(figure.word) for figure in column)
