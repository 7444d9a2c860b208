"""Texts that should not have become memories: secrets, states of a session, apologies.

Heartbeat markers come from the vocabulary that the write gate has too; it is imported here alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pytest_memeval.gate.secrets import BY_LOOK
from pytest_memeval.gate.secrets import BY_NAME
from pytest_memeval.gate.secrets import redact
from pytest_memeval.suites.write_gate.leaks import leaks
from pytest_memeval.text import one_line

__all__ = ["is_refusal", "is_status", "leaks", "secrets", "shown"]

#: A secret sits in a long word, or behind one of these names.
_LONG_WORD = re.compile(r"\S{16}")
_NAMES = (
    *("passw", "passp", "passc", "pass:", "pass=", "pass ", "pwd", "secret", "token", "key"),
    *("credential", "senha", "contrase", "clave", "mot de passe", "kennwort", "parola", "парол"),
    *("密码", "口令", "パスワード", "密钥", "passphrase"),
)
#: What people write where a secret stood.
_PLACEHOLDER = re.compile(
    r"(?:\[?redacted\]?|[*•xX.]{3,}|<.*>|\$\{?\w+\}?|\{\{?.*\}?\}|your[-_].*|example.*|changeme"
    r"|placeholder|(?:password|passwd|secret|token|pass|pwd|key))\W{0,3}",
    re.IGNORECASE,
)
_CONNECTION = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:([^\s/@]{1,120})@|"
    r"(?:AccountKey|SharedAccessKey|SharedAccessSignature)=([^\s;\"']{8,400})",
    re.IGNORECASE,
)


@cache
def _tables() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return (
        ("connection_string", _CONNECTION),
        *((name, re.compile(each.source, each.flags)) for name, each in BY_LOOK),
    )


@cache
def _named() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(each.source, each.flags)) for name, each in BY_NAME)


def secrets(text: str) -> tuple[str, ...]:
    """The kinds of keys, tokens and connection strings in a text, each once."""
    return tuple(dict.fromkeys(_secrets(text)))


def _secrets(text: str) -> Iterator[str]:
    if _LONG_WORD.search(text):
        yield from _hits(text, _tables())
    lower = text.lower()
    if any(name in lower for name in _NAMES):
        yield from _hits(text, _named())


def _hits(text: str, table: tuple[tuple[str, re.Pattern[str]], ...]) -> Iterator[str]:
    for name, pattern in table:
        for match in pattern.finditer(text):
            value = next((group for group in match.groups() if group is not None), match[0])
            if not _PLACEHOLDER.fullmatch(value):
                yield name
                break


def shown(text: str, limit: int = 100) -> str:
    """A text fit to be shown: on one line, short, and with nothing secret in it."""
    start = text[:4000]
    covered = _CONNECTION.sub(_cover, redact(start))
    return one_line(covered, limit)


def _cover(match: re.Match[str]) -> str:
    value = match[1] or match[2]
    return match[0].replace(value, "[REDACTED]")


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
    if _STATUS.match(start):
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
    return _REFUSAL.match(text[:300].strip()) is not None
