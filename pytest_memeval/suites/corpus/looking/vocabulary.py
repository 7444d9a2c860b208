"""Texts that should not have become memories: states of a session, apologies of the extractor.

Heartbeat markers come from the vocabulary that the write gate has too; it is imported here alone.
What it knows of the other two, in other languages above all, counts with what is looked for here;
an audit looks for more than a gate may block.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pytest_memeval.suites.write_gate.leaks import leaks as all_leaks

__all__ = ["is_refusal", "is_status", "leaks"]

# --- markers

#: Sorts that have a rate of their own in an audit: a text is to count under one of them.
_COUNTED_APART = {"refusal", "status", "boot"}


# An audit asks three times in a row about one text.
@lru_cache(maxsize=1)
def _sorts(text: str) -> tuple[str, ...]:
    return tuple(all_leaks(text))


def leaks(text: str) -> list[str]:
    """Give the sorts of noise in a text that no other rate of the audit counts."""
    return [name for name in _sorts(text) if name not in _COUNTED_APART]


# --- states of a session

#: What such a text begins with.
_STATUS = re.compile(
    r"""
    (?:the\ )?(?:user|assistant|agent|we|i|developer|team|session|claude)
    (?:\ is|\ are|\ am|\ was|\ were|'s|’s|'m|'re)\ (?:currently|now|presently|just|still)\ \w+ing\b
  | (?:the\ )?(?:user|assistant|agent|we|i|session|claude)\ (?:is|are|am|was|were)[ ]
    (?:working\ on|debugging|investigating|reviewing|editing|testing|waiting\ for|running|fixing
    |implementing|looking\ (?:at|into|for)|trying\ to|about\ to|reading|checking|refactoring)\b
  | (?:currently|right\ now|at\ the\ moment|just\ now)[,:]?\ (?:\w+\ ){0,3}\w+ing\b
  | (?:the\ )?(?:[\w-]+\ ){1,4}(?:is|are|was)\ (?:now\ |currently\ |still\ )?
    (?:running|in\ progress|under\ way|underway|pending|wrapping\ up|about\ to\ \w+|queued|paused
    |being\ \w+ed)\b(?!\ (?:on|in|at|under|as|behind|every|by|for)\b)
  | (?:the\ )?(?:user|assistant|agent|i|we)\ (?:has\ |have\ |had\ )?(?:just\ )?
    (?:asked|requested|started|finished|began|begun|ran|opened|edited|created|fixed|committed
    |pushed|merged|updated|modified|approved|confirmed|completed|sent|pasted|interrupted|said)\b
    .{0,120}\b(?:today|this\ session|just\ now|earlier|so\ far|in\ this\ (?:chat|conversation))\b
  | (?:session|conversation|chat|task)\ (?:started|ended|began|resumed|paused|summary|status|log)\b
  | (?:next\ steps?|todo|status|current\ (?:task|status|state|focus|step))\s?[:=-]
  | (?:now|next),?\ (?:i|we|let\ me)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
#: What gives it away wherever it stands, by a word that has to be there.
_STATUS_INSIDE = (
    (
        "at ",
        r"\bat \d{1,2}:\d{2}(?::\d{2})?,? (?:the )?(?:[\w-]+ ){1,4}(?:was|is|were|are) \w+ing\b",
    ),
    ("this ", r"\bthis (?:session|conversation|chat)\b.{0,60}\b(?:so far|is|was|has|focus\w*)\b"),
    ("current ", r"\bcurrent (?:session|conversation)\b.{0,60}\b(?:so far|is|was|has|focus\w*)\b"),
    ("last ", r"\blast (?:message|command|turn|prompt) (?:was|is)\b"),
)


def is_status(text: str) -> bool:
    """Whether a text says how a session stood: true for an hour, stored for good."""
    start = text[:400].strip()
    if _STATUS.match(start) or "status" in _sorts(text):
        return True
    lower = start.lower()
    return any(word in lower and re.search(rx, lower) for word, rx in _STATUS_INSIDE)


# --- apologies of the extractor

_CANNOT = (
    r"(?:can(?:no|['’])?t|can not|could not|could ?n['’]?t|am unable|am not able|was unable"
    r"|was not able|did(?:n['’]t| not) find|found no|see no)\b"
)
_HAVE_NO = (
    r"do(?:n['’]t| not) have(?: any| enough| sufficient)*(?: \w+)? ?"
    r"(?:access|information|memor|context|details|records?)\b"
)
_SOURCE = r"(?:conversation|message|text|input|content|exchange|chat|transcript|window|dialogue)"
_KIND = r"(?:new|relevant|personal|specific|durable|memorable|meaningful|clear|user|factual|useful)"
_FACT = (
    r"(?:facts?|memor(?:y|ies)|information|preferences?|details|data|insights?|content|statements?)"
)
_TAKEN = (
    r"(?:extract\w*|found|provided|available|present|identified|stored?|remember|mentioned"
    rf"|detected|shared|in (?:this|the)(?: \w+)? {_SOURCE})\b"
)
_EXTRACT = (
    r"(?:extract|identify|find|determine|generate|process|parse|summari[sz]e|retrieve|infer)\b"
)
#: What such a text begins with. Facts about people who are sorry begin with the people.
_REFUSAL = re.compile(
    r"\W{0,3}(?:"
    + "|".join(
        (
            r"(?:i['’]?m |i am )?(?:very |really )?sorry[,.:;!—-]",
            rf"(?:i['’]?m|i am) (?:very )?sorry\b.{{0,40}}\b(?:but|unable|{_CANNOT})",
            r"(?:my |i )?apologi(?:es|[sz]e)\b",
            rf"(?:unfortunately,? )?i (?:{_CANNOT}|{_HAVE_NO})",
            r"as an? (?:ai|artificial|llm|assistant|(?:large )?language model)\b",
            rf"(?:there (?:is|are|was|were) )?(?:no|not any) (?:{_KIND} ){{0,4}}{_FACT}"
            rf"\b.{{0,60}}\b{_TAKEN}",
            rf"(?:the|this) (?:user['’]s |provided |given )?{_SOURCE} (?:does ?n[o'’]?t"
            r"|did ?n[o'’]?t|does not|did not|contains no|has no|holds no|provides no|lacks"
            r"|is empty|includes no)\b",
            r"(?:nothing|none) (?:to (?:extract|remember|store|save)"
            r"|(?:worth|was|is) (?:remember|storing|found|extract)\w*)",
            rf"(?:unable|failed|not able) to {_EXTRACT}",
            rf"(?:could|can) ?(?:no|['’])t {_EXTRACT}",
            r"insufficient (?:information|context|data)\b",
            rf"please (?:provide|share|paste|give me)\b.{{0,60}}\b(?:{_SOURCE}|context|details)\b",
            r"how (?:can|may) i (?:help|assist)\b",
            r"(?:n/?a|none|null|nothing|no facts?|no memor(?:y|ies)|unknown|undefined|\[\]|\{\}"
            r"|\{\"?facts\"?:\s?\[\]\})\W{0,3}$",
        )
    )
    + ")",
    re.IGNORECASE,
)


def is_refusal(text: str) -> bool:
    """Whether a text is the extractor's own apology, stored as if it were a fact."""
    return _REFUSAL.match(text[:300].strip()) is not None or "refusal" in _sorts(text)
