"""Whether a value stands in the answer as what is asked, or is taken back or made into another."""

from __future__ import annotations

import re
from itertools import pairwise

from pytest_memeval.judges.clauses import CHANGES
from pytest_memeval.judges.clauses import Found
from pytest_memeval.judges.evidence import Reading
from pytest_memeval.judges.reading import Sentence
from pytest_memeval.judges.reading import Token
from pytest_memeval.judges.reading import stem
from pytest_memeval.judges.reading import word_set

_ARRIVES = word_set("to into by with is are as at became become now")
#: A word that turns the value into someone else's, or into another value.
_CHANGED_BY = word_set("'s from than of off except not no new")


def stands(r: Reading, found: Found) -> bool:
    """Whether nothing around the value takes it back, or makes another value of it."""
    if (
        r.is_signed
        or _is_asking(found.sentence)
        or _is_hearsay(found)
        or _is_other_amount(r, found)
    ):
        return False
    if _breaks_phrase(r, found):
        return False
    if found.first_after in ("'s", "and") or _belongs_to_another(r, found):
        return False
    if _is_taken_apart(r, found) or _is_someone_elses(r, found) or _is_other_deed(r, found):
        return False
    if any(r.says(name, found.rest) for name in ("negation", "choice", "other")):
        return False
    if CHANGES & {token.text for token in found.after}:
        return False
    if CHANGES & {token.text for token in found.before}:
        return found.last_before in _ARRIVES
    return not r.is_past(found.rest)


def _belongs_to_another(r: Reading, found: Found) -> bool:
    """Whether the words next to the value make it a part of something else.

    "The person Okafor works with", "based on Postgres", "the Postgres team".
    """
    closely = [token.text for token in found.before[-2:]]
    if found.last_before in _CHANGED_BY or closely == ["based", "on"]:
        return True
    if found.last_before in _RELATIVE - r.question.words:
        return True
    if closely[-1:] == ["for"] and closely[0] not in _WORK and "for" not in r.question.words:
        return r.value.is_name
    if len(found.behind) == 1 and _LETTER.fullmatch(found.first_after):
        return True  # "Velora S": another model
    joined = found.first_after in _HEADS - r.question.words
    return joined and not found.behind[0].parted


_LETTER = re.compile("[a-z]")
_RELATIVE = word_set("who whom which whose where what people person team one place user type kind")
_WORK = word_set("work working works")
#: Behind a name they make another thing of it, or say that it does not run.
_HEADS = word_set(
    "team people person user users setting preference choice command kind sort way type record "
    "records report lead place name note notes new off down went day week month year one"
)


def _is_taken_apart(r: Reading, found: Found) -> bool:
    """Whether a word between its parts makes two things of one: "fish and soup"."""
    if r.value.is_listing:
        return False
    inside = range(min(found.places), max(found.places))
    between = {found.sentence.tokens[i].text for i in inside if i not in found.places}
    return bool(between & _DIVIDES)


_DIVIDES = word_set("and with for by via to")


def _is_someone_elses(r: Reading, found: Found) -> bool:
    """Whether it is told of others what was asked of oneself: "he takes it", "her dentist is"."""
    asked = r.question.words
    if not _OWN & asked or (_OTHERS | {"'s"}) & asked:
        return False
    return any(
        (one in ("he", "she") and next_one not in _IS)
        or (one == "they" and stem(next_one) in _VERBS and not r.value.is_amount)
        or (one in _OTHERS and stem(next_one) in r.asked_stems)
        for one, next_one in pairwise((*found.sentence.words, ""))
    )


_OWN = word_set("i my me we our us")
_OTHERS = word_set("he she his her their")


def _is_other_deed(r: Reading, found: Found) -> bool:
    """Whether the verb is none that answers the question: "you visit it" to "where do I live"."""
    asked = [deed for deed in _DEEDS if deed & r.asked_stems]
    if not asked or r.value.is_amount:
        return False
    told = {stem(token.text) for token in found.rest} & _VERBS
    return not all(any(verb in deed for deed in asked) for verb in told)


_IS = word_set("is 's")


def _breaks_phrase(r: Reading, found: Found) -> bool:
    """Whether the second half of "work out" stands without its first, or straight at the value.

    Asked where one works out, "you are out at Tarn" and "work out Tarn" tell another thing.
    """
    asked = [token.text for token in r.question.tokens]
    phrases = {
        (stem(verb), particle)
        for verb, particle in pairwise(asked)
        if particle in _PARTICLES and verb not in _BE
    }
    particles = {particle for _, particle in phrases}
    if found.last_before in particles and "where" in asked:
        return True
    words = ("", *found.sentence.words)
    return any(
        word in particles and i not in found.places and (stem(verb), word) not in phrases
        for i, (verb, word) in enumerate(pairwise(words))
    )


_PARTICLES = word_set("out up off over away")
_BE = word_set("is 's are am be been was were")


def _deeds(*groups: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(stem(word) for word in group.split()) for group in groups)


#: Verbs of the word list by what they may answer. One may answer several.
_DEEDS = _deeds(
    "take use eat drink get",
    "go train exercise practice work use visit ride run drive",
    "live stay",
    "run deploy use work",
    "get receive receives go sent",
    "lead handle sign review run keep",
    "see visit meet go use",
    "get go ride take drive use work run",
    "keep stay last live use",
    "eat follow prefer drink keep",
    "prefer use follow keep",
    "spend take last stay",
    "sign use review",
)
_VERBS = frozenset[str]().union(*_DEEDS) | _deeds("send")[0]


def _is_asking(sentence: Sentence) -> bool:
    """Whether it is a question, if only by the order of its words: "is it Postgres"."""
    return sentence.asks or sentence.words[0] in _AUXILIARIES


_AUXILIARIES = word_set(
    "is are am do does did has have was were can could should would will shall may might"
)


def _is_hearsay(found: Found) -> bool:
    """Whether others are said to have told the value: "they said it is Postgres"."""
    words = ("", *found.sentence.words)
    return any(
        word in _TOLD and before not in _TRUSTED
        for before, word in pairwise(words[: len(found.before) + 1])
    )


_TOLD = word_set("said told mentioned noted")
_TRUSTED = word_set("you i we as have was already just")


def _is_other_amount(r: Reading, found: Found) -> bool:
    """Whether an amount is that of something else: "4 hours longer", "by 4 hours", "every 4 hours".

    "4 hours per week" is another amount as well, where the question does not ask for a week's. So
    is a time that is only a bound: "by 4 May".
    """
    kinds = {unit.fact.kind for unit in r.value.units if unit.fact}
    if kinds & _DATED and found.last_before in _BOUNDS:
        return True
    if not kinds & _MEASURED:
        return False
    if found.last_before in _RELATES - r.question.words or _is_compared(r, found):
        return True
    return any(
        rate.text in _RATES and stem(period.text) not in r.asked_stems
        for rate, period in pairwise([*found.behind, _NOTHING])
    )


def _is_compared(r: Reading, found: Found) -> bool:
    after = found.first_after
    return (after in _COMPARES or after.endswith("er")) and after not in r.question.words


def is_other_measure(r: Reading) -> bool:
    """Whether the amount is plainly a difference: "4 hours longer", "cut by 4 hours"."""
    found = r.found
    if found is None or len(r.answer.sentences) != 1 or _is_asking(found.sentence):
        return False
    if not _is_other_amount(r, found) or _CHANGE_STEMS & r.asked_stems:
        return False
    differs = found.first_after in _BESIDES or found.last_before in _BY
    return differs and r.explains(found, also=_BESIDES | _BY)


_NOTHING = Token("", "")
_BY = word_set("by another extra additional plus minus than")
_BESIDES = word_set("more less extra longer shorter faster slower earlier later fewer")
_CHANGE_STEMS = frozenset(stem(word) for word in CHANGES)
_MEASURED = frozenset({"minutes", "months", "number", "percent", "money", "frequency"})
_DATED = frozenset({"date", "time", "weekday"})
_BOUNDS = word_set("before after by until till since around about roughly past than within")
_RELATES = word_set(
    "in after within each per every by under over above below than another extra additional plus "
    "minus up least most until till before next last and"
)
_COMPARES = word_set(
    "ago from to off before after earlier later more less extra back down up into in by then"
)
_RATES = word_set("per each every a an / daily weekly monthly yearly")


def tells_of_past(r: Reading, found: Found) -> bool:
    """Whether a verb of the question comes back in its past form: "you used it"."""
    return any(
        t.text.endswith("ed") and t.text not in r.question.words and t.text not in CHANGES
        for t in found.rest
        if stem(t.text) in r.asked_stems
    )
