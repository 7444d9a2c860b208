"""Claims of the form subject, relation, value: two values for one subject may contradict."""

from __future__ import annotations

import re

from pytest_memeval.suites.corpus.words import digest

MOST_CHARACTERS = 200

#: One value at a time: what is stated with these has one answer. "Uses" and "likes" have many.
_CLAIM = re.compile(
    r"""
    (?:the\ |our\ |my\ )?(?P<subject>[^\s].{1,80}?)
    (?:\ (?P<relation>is\ set\ to|is\ called|is\ named|is\ now|are\ now|is|are|was
       |lives\ in|lives\ at|works\ at|works\ for|moved\ to|runs\ on|listens\ on|points\ to
       |defaults\ to|expires\ on|reports\ to|belongs\ to|costs)
    |\ ?(?P<sign>:=|[:=]))
    \ (?P<value>[^\s].{0,60}?)[.;!]?$
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WISH = re.compile(
    r"(?:the )?(?P<subject>\w+(?: \w+)?) prefers (?P<value>.{1,40}?) "
    r"(?:over|to|instead of|rather than) (?P<other>.{1,40}?)[.;!]?$",
    re.IGNORECASE,
)
_ALIKE = {"is now": "is", "are now": "is", "are": "is", "was": "is", "is set to": "is",
          "lives at": "lives in", "moved to": "lives in", "works for": "works at",
          "defaults to": "is"}  # fmt: skip
_ONE_WORD_WILL_DO = {"lives in", "works at", "reports to", "is called", "is named", "costs"}
_ARTICLE = re.compile(r"^(?:the|a|an|our|my) ", re.IGNORECASE)


def claim(text: str, user: str) -> bytes | None:
    """The subject and the value that a short text states, each as a name of eight bytes."""
    if len(text) > MOST_CHARACTERS or "\n" in text.strip():
        return None
    stated = _wish(text) or _plain(text)
    if stated is None:
        return None
    subject, value = stated
    return digest(f"{user}\0{subject}", 8) + digest(value, 8)


def _plain(text: str) -> tuple[str, str] | None:
    match = _CLAIM.match(text.strip())
    if match is None:
        return None
    relation = (match["relation"] or "is").lower()
    relation = _ALIKE.get(relation, relation)
    subject = _ARTICLE.sub("", match["subject"].lower())
    value = _ARTICLE.sub("", match["value"].lower())
    if len(subject.split()) < 2 and relation not in _ONE_WORD_WILL_DO:
        return None  # "Ana is a nurse" and "Ana is left-handed" agree
    if len(value.split()) > 6 or len(subject.split()) > 10:
        return None
    return f"{subject}\0{relation}", " ".join(value.split())


def _wish(text: str) -> tuple[str, str] | None:
    """``X over Y`` and ``Y over X`` are two values of one question."""
    match = _WISH.match(text.strip())
    if match is None:
        return None
    value, other = match["value"].lower(), match["other"].lower()
    question = " / ".join(sorted((value, other)))
    return f"{match['subject'].lower()}\0prefers\0{question}", value
