"""What the rules look for where the value must be in the answer."""

from __future__ import annotations

import re
from itertools import takewhile

from pytest_memeval.judges.clauses import CHANGES
from pytest_memeval.judges.clauses import POLITE_IS
from pytest_memeval.judges.clauses import Found
from pytest_memeval.judges.clauses import is_prospect
from pytest_memeval.judges.clauses import segments
from pytest_memeval.judges.evidence import PAST_VERBS
from pytest_memeval.judges.evidence import Reading
from pytest_memeval.judges.evidence import whole_of
from pytest_memeval.judges.reading import Sentence
from pytest_memeval.judges.reading import Token
from pytest_memeval.judges.reading import word_set
from pytest_memeval.judges.standing import stands
from pytest_memeval.judges.standing import tells_of_past
from pytest_memeval.judges.values import TITLES
from pytest_memeval.judges.values import Value
from pytest_memeval.judges.words import whole

#: Words of one who speaks of what is known, and not of what is so.
OF_MEMORY = word_set(
    "i me my record records recorded information data memory stored saved file listed asked "
    "requested note notes noted told said mentioned"
)
#: What programs say when they fail: an answer that starts like this is none.
_FAILURE = re.compile(
    r"(?:error|exception|fatal|failed|failure)\b[^a-z]{0,3}(?:\d{3}|:)"
    r"|(?:http(?:/\d\S*)?|status) ?(?:code)? ?[45]\d\d"
    r"|[45]\d\d (?:internal|bad|service|gateway|too|not|forbidden|un)"
    r"|traceback \(most recent call last\)|internal server error|service unavailable"
    r"|bad gateway|gateway timeout|(?:request|connection|upstream) timed? ?out|rate limit"
    r"|(?:\w+\.)*\w+(?:error|exception)\b:?",
)
_TURNS = word_set("but though although however yet except")
_POLITE = word_set("sorry unfortunately afraid")
_DOUBTS = re.compile(
    r"not (?:\w+ )?(?:sure|certain|confident|positive)|unsure|uncertain|be wrong|do not quote"
    r"|scratch that|never mind|ignore that"
)


def fails_technically(r: Reading) -> bool:
    return bool(_FAILURE.match(r.answer.folded[:200])) and not r.in_part


def is_value(r: Reading) -> bool:
    return whole_is(r, r.value) and not r.is_signed


def is_old(r: Reading) -> bool:
    return r.old is not None and not r.old.same(r.value) and whole_is(r, r.old)


def whole_is(r: Reading, value: Value) -> bool:
    if r.answer.folded == value.text.folded:
        return True
    sentences = r.answer.sentences
    if len(sentences) != 1 or sentences[0].asks:
        return False
    tokens = sentences[0].tokens
    places = value.loose(sentences[0])
    return places is not None and len(places) == len(tokens)


def says_none(r: Reading) -> bool:
    if not r.value.is_none or r.found_old or r.is_signed:
        return False
    if r.is_listed("none"):
        return True
    if len(r.answer.sentences) != 1 or r.answer.sentences[0].asks:
        return False
    said = r.answer.sentences[0]
    if OF_MEMORY & set(said.words) or not {"you", "there", "we"} & set(said.words):
        return False
    if any(r.says(name, said.tokens) for name in ("hedge", "future", "past", "gone")):
        return False
    return r.says("negation", said.tokens) and r.explained(said, also=_NO_WORDS)


_NO_WORDS = word_set("not never no none any longer anymore more nothing anywhere at all")


def says_unknown(r: Reading) -> bool:
    gold = whole(r.asked.gold)
    return r.is_listed("unknown") and any(gold in language.unknown for language in r.languages)


def does_not_know(r: Reading) -> bool:
    return r.is_listed("unknown") and not is_value(r)


def denies(r: Reading) -> bool:
    if r.value.is_absence:
        return r.is_listed("unknown")
    return (r.is_listed("unknown") or r.is_listed("none") or r.denies) and not r.in_part


def both(r: Reading) -> bool:
    return r.found is not None and r.found_old and not r.overlaps


def old_only(r: Reading) -> bool:
    return r.found_old and not r.overlaps and not r.in_part and not r.value.is_absence


def hedged(r: Reading) -> bool:
    if r.found is None:
        return False
    if _DOUBTS.search(" ".join(whole_of(each) for each in r.others)):
        return True
    return r.says("hedge", _weighty(r.found))


def comes_later(r: Reading) -> bool:
    if r.found is None or r.says("other", r.found.rest):
        return False
    if tuple(token.text for token in r.found.before) == POLITE_IS:
        return False  # also a way to say "that is"
    return r.says("future", _weighty(r.found))


def _weighty(found: Found) -> list[Token]:
    """The words around a value without those that may be about something else behind it."""
    return found.before + [token for token in found.after if token.text not in _MODAL]


_MODAL = word_set("can could might may should would will shall plan plans")


def is_asked(r: Reading) -> bool:
    return r.found is not None and r.found.sentence.asks and r.explains(r.found)


def is_choice(r: Reading) -> bool:
    return r.found is not None and r.says("choice", r.found.rest)


def is_denied(r: Reading) -> bool:
    if r.found is None or r.value.is_absence or len(r.answer.sentences) != 1:
        return False
    return r.says("negation", r.found.rest) and r.explains(r.found, also=_NO_WORDS)


def is_over(r: Reading) -> bool:
    """The value held once."""
    if r.found is None or len(r.answer.sentences) != 1 or CHANGES & set(r.found.sentence.words):
        return False
    telling = [t for t in r.found.rest if r.asked.task != "answer" or t.text not in PAST_VERBS]
    marked = r.is_past(telling) and not r.says("other", r.found.rest)
    return marked and r.explains(r.found, also=_OVER)


_OVER = word_set(
    "used previously formerly before earlier old former ago once originally ex retired deprecated "
    "discontinued decommissioned"
)


def is_stated(r: Reading) -> bool:
    found = r.found
    if found is None or r.value.is_none or not stands(r, found):
        return False
    if any(r.says(name, found.rest) for name in ("hedge", "future")) or r.names(found.after):
        return False
    return (
        r.explains(found)
        and not tells_of_past(r, found)
        and not other_title(r)
        and all(r.adds_nothing(each) for each in r.others)
    )


def is_mentioned(r: Reading) -> bool:
    found = r.found
    if found is None or other_title(r) or not stands(r, found):
        return False
    if r.says("gone", r.answer.tokens) or tells_of_past(r, found):
        return False
    if r.names(found.before[1:]) or r.names(found.after):
        return False
    core, *asides = segments(found.behind)
    told = Sentence(found.sentence.tokens[: max(found.places) + 1] + core.tokens, asks=False)
    return (
        r.explained(told, found.places, also=_HEDGES)
        and all(_is_aside(r, each) for each in asides)
        and all(r.adds_nothing(each) or _is_aside(r, each) for each in r.others)
    )


#: They leave the value known; what leaves more open ("maybe", "might") is not decided.
_HEDGES = word_set("think believe guess suppose probably likely")


def _is_aside(r: Reading, part: Sentence) -> bool:
    """Whether a clause or sentence tells more of the value, and takes none of it back."""
    if r.asked.rubric == "before" and is_prospect(part.tokens, r.spoken):
        return True
    if part.asks or r.names(part.tokens[1:]) or CHANGES & set(part.words):
        return False
    marks = ("negation", "choice", "other", "gone", "future")
    if any(r.says(name, part.tokens) for name in marks) or r.is_past(part.tokens):
        return False
    return r.explained(part, also=r.details | _HEDGES)


def other_title(r: Reading) -> bool:
    """Whether the name stands there with a title that is not its own."""
    mine = {token.text for token in r.value.tokens} & TITLES
    if not mine or r.found is None:
        return False
    there = list(takewhile(TITLES.__contains__, (t.text for t in reversed(r.found.before))))
    return bool(set(there) - mine - r.question.words)


def other_amount(r: Reading) -> bool:
    return bool(r.value.of_kind(r.answer.facts)) and r.found is None


def other_code(r: Reading) -> bool:
    if not r.value.is_code or r.found is not None:
        return False
    if any(r.value.varied(each) for each in r.answer.sentences):
        return True
    if any(_cut_or_grown(r, each) for each in r.answer.sentences):
        return True
    letters = {part for token in r.answer.tokens for part in (token.text, *token.parts)}
    lacking = [u for u in r.value.needed if not u.fact and not {u.text, *u.parts} & letters]
    return bool(lacking) and _speaks_of(r, r.value)


def _cut_or_grown(r: Reading, sentence: Sentence) -> bool:
    """Whether a sentence holds, and is all about, something that only looks like the value."""
    alike = {
        i for i, token in enumerate(sentence.tokens) if not token.fact and r.value.parts_in([token])
    }
    return bool(alike) and len(r.value.units) == 1 and r.explained(sentence, alike)


def incomplete(r: Reading) -> bool:
    if r.found is not None or r.old is None or r.value.is_absence:
        return False
    new = r.value.beyond(r.old)
    return bool(new.needed) and not new.parts_in(r.answer.tokens) and _speaks_of(r, r.value, r.old)


def _speaks_of(r: Reading, *values: Value) -> bool:
    """Whether the answer is made of the words of some values, and of nothing else."""
    tokens = [token for value in values for token in value.tokens]
    also = {token.text for token in tokens}.union(*(value.words for value in values))
    facts = [token.fact for token in tokens if token.fact]
    return all(
        r.explained(
            each, {i for i, t in enumerate(each.tokens) if t.fact in facts}, also=frozenset(also)
        )
        for each in r.answer.sentences
    )


def another_name(r: Reading) -> bool:
    if r.found is not None or r.in_part or r.is_foreign_script or r.value.is_absence:
        return False
    if r.value.is_code:
        return True
    initials = "".join(u.text[:1] for u in r.value.units)
    return r.value.is_name and initials not in {t.text for t in r.answer.tokens}


def only_asks(r: Reading) -> bool:
    return r.is_question and not r.in_part and not r.answer.facts


def declines(r: Reading) -> bool:
    sentences = r.answer.sentences
    if r.in_part or r.answer.facts or len(sentences) != 1 or r.value.is_absence:
        return False
    tokens = sentences[0].tokens
    if any(t.is_name for t in tokens[1:]) or any(t.text in _TURNS for t in tokens):
        return False
    return "i" in sentences[0].words and (
        r.says("denial", tokens)
        or r.says("withheld", tokens)
        or bool(_POLITE & set(sentences[0].words))
    )
