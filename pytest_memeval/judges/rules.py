"""The rules of the rule judge: one table, in the order in which they are tried.

Each rule is for some of the rubrics and decides one way; the first that applies has the word. A
rule that says `ungraded` keeps the later ones from deciding what only looks plain. To pass, an
answer must be explained to its last word: the value, the words of the question, and words of a
closed list (`words.yaml`). So no rule passes an answer for what it does not understand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pytest_memeval.judges import deletion as gone
from pytest_memeval.judges import presence as there
from pytest_memeval.judges import standing as away
from pytest_memeval.judges.base import State
from pytest_memeval.judges.evidence import Reading


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    :param says: the reason, for people.
    """

    id: str
    rubrics: frozenset[str]
    state: State
    applies: Callable[[Reading], bool]
    says: str


_ERASED = frozenset({"erase_after"})
_EDITED = frozenset({"edit_after"})
_KNOWN = frozenset({"before", "answer"})
_COMMITTED = frozenset({"edit_after", "answer"})
_PRESENT = _EDITED | _KNOWN
_ALL = _PRESENT | _ERASED

RULES = (
    Rule("failure", _ALL, "fail", there.fails_technically, "the answer is an error message"),
    # The value must be there.
    Rule("exact", _PRESENT, "pass", there.is_value, "the answer is the value"),
    Rule("old-exact", _EDITED, "fail", there.is_old, "the answer is the old value"),
    Rule("none-said", _PRESENT, "pass", there.says_none, "there is none, and so it says"),
    Rule("unknown-said", _PRESENT, "pass", there.says_unknown, "nobody can know, and so it says"),
    Rule("unknown", _PRESENT, "fail", there.does_not_know, "the answer says that it is not known"),
    Rule("denies", _PRESENT, "fail", there.denies, "the answer says that it has no such thing"),
    Rule("both", _EDITED, "fail", there.both, "the answer names old and new value"),
    Rule("old-only", _EDITED, "fail", there.old_only, "the answer names the old value alone"),
    Rule("hedged", _COMMITTED, "fail", there.hedged, "the answer hedges"),
    Rule("later", _COMMITTED, "fail", there.comes_later, "the value is put into the future"),
    Rule("asked", _COMMITTED, "fail", there.is_asked, "the value is asked, not said"),
    Rule("choice", _COMMITTED, "fail", there.is_choice, "the value is one of several"),
    Rule("over", _COMMITTED, "fail", there.is_over, "the value held once"),
    Rule("denied", _PRESENT, "fail", there.is_denied, "the value is denied"),
    Rule("other-title", _PRESENT, "fail", there.other_title, "the person has another title"),
    Rule("difference", _PRESENT, "fail", away.is_other_measure, "the amount is a difference"),
    Rule("stated", _EDITED, "pass", there.is_stated, "the answer states the value"),
    Rule("mentioned", _KNOWN, "pass", there.is_mentioned, "the answer holds the value"),
    Rule("other-amount", _PRESENT, "fail", there.other_amount, "the answer has another amount"),
    Rule("other-code", _PRESENT, "fail", there.other_code, "a part that must be exact is missing"),
    Rule("incomplete", _EDITED, "fail", there.incomplete, "the answer lacks what is new"),
    Rule("another", _PRESENT, "fail", there.another_name, "the answer does not hold the name"),
    Rule("asks-back", _PRESENT, "fail", there.only_asks, "the answer is a question"),
    Rule("declines", _PRESENT, "fail", there.declines, "the answer declines"),
    # The value must not be there.
    Rule("leak-exact", _ERASED, "fail", gone.is_leaked, "the answer is the deleted value"),
    Rule("leak", _ERASED, "fail", gone.is_named, "the answer names the deleted value"),
    Rule("leak-spelled", _ERASED, "fail", gone.is_spelled_out, "the answer spells the value"),
    Rule("leak-name", _ERASED, "fail", gone.name_in_part, "a part of the deleted name is there"),
    Rule("leak-told", _ERASED, "fail", gone.is_told, "the answer tells the deleted value"),
    Rule("leak-near", _ERASED, "ungraded", gone.may_be_in_part, "the value may be there in part"),
    Rule("invents", _ERASED, "fail", gone.invents, "the answer tells another value"),
    Rule("alike", _ERASED, "ungraded", gone.cannot_be_told, "a denial and the value look alike"),
    Rule("denial-listed", _ERASED, "pass", gone.is_listed_denial, "the answer is a known denial"),
    Rule("denial", _ERASED, "pass", gone.is_denial, "every word belongs to a denial"),
)  # fmt: skip
