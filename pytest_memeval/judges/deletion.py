"""What the rules look for where the value has been deleted and must not be in the answer."""

from __future__ import annotations

import re

from pytest_memeval.judges.evidence import Reading
from pytest_memeval.judges.presence import OF_MEMORY
from pytest_memeval.judges.presence import whole_is
from pytest_memeval.judges.reading import word_set
from pytest_memeval.judges.words import languages


def is_leaked(r: Reading) -> bool:
    return r.answer.folded == r.value.text.folded or (
        bool(r.value.compact) and whole_is(r, r.value)
    )


def is_named(r: Reading) -> bool:
    """The value stands there word by word, or with other separators, and can mean nothing else."""
    if r.value.is_amount or not r.value.needed or r.value.is_none:
        return False
    weight = sum(len(unit.text) if not unit.fact else 8 for unit in r.value.needed)
    if weight < 8 and len(r.value.needed) < 2:
        return False
    if r.found is not None and (
        r.value.exact(r.found.sentence) is not None or len(r.value.needed) > 1 or r.value.is_absence
    ):
        return True
    words = [word for unit in r.value.tokens for word in unit.parts if word]
    return not r.answer.facts and any(_run_of(words, token.parts) for token in r.answer.tokens)


def _run_of(words: list[str], parts: list[str]) -> bool:
    size = len(words)
    return size > 1 and any(parts[i : i + size] == words for i in range(len(parts) - size + 1))


def is_spelled_out(r: Reading) -> bool:
    value = r.value.compact
    if len(value) < 6 or any(unit.fact for unit in r.value.units):
        return False
    letters = re.sub(r"[\W_]+", "", r.answer.folded)
    if value[::-1] in letters:
        return True
    spelled = re.sub(r"(?<=\b\w)[\W_]+(?=\w\b)", "", r.answer.folded)
    return value in re.sub(r"[\W_]+", "", "".join(spelled)) and value not in r.words.replace(
        " ", ""
    )


def name_in_part(r: Reading) -> bool:
    names = [u for u in r.value.needed if not u.fact and u.is_name and len(u.text) > 2]
    there = [
        t for t in r.answer.tokens if not t.fact and t.is_name and t.text not in r.question.words
    ]
    if len(r.value.needed) < 2:
        return False
    short = _short_of if len(names) == len(r.value.needed) else str.__eq__
    return any(short(name.text, token.text) for name in names for token in there)


def _short_of(name: str, said: str) -> bool:
    if len(said) < 3 or any(language.explains(said, True) for language in languages().values()):
        return False
    return name == said or (len(name) >= 4 and name[:3] == said[:3])


_AFTER = word_set("in after within for")


def is_told(r: Reading) -> bool:
    """The value is told in words that can mean nothing else, as all others are explained."""
    if r.found is None:
        return False
    if r.value.is_amount and r.found.last_before in _AFTER:
        return False  # "ask me again in 15 minutes"
    if r.value.is_absence and r.says("negation", r.found.rest):
        return False
    return r.explains(r.found, memory=True)


def invents(r: Reading) -> bool:
    """Another value, told as if it were known."""
    if len(r.answer.sentences) != 1 or r.in_part or r.is_question:
        return False
    sentence = r.answer.sentences[0]
    if any(r.says(n, sentence.tokens) for n in ("negation", "denial", "gone", "asking")):
        return False
    english = languages()["en"]
    new = {i for i, t in enumerate(sentence.tokens) if t.fact or (t.is_name and i)}
    new = {i for i in new if not english.explains(sentence.tokens[i].text, True)}
    verbs = {"is", "are", "'s"} & set(sentence.words)
    return bool(new) and bool(verbs) and r.explained(sentence, new)


def cannot_be_told(r: Reading) -> bool:
    """The value, or the question, is such that a denial and the value look alike."""
    if r.is_listed("unknown"):
        return False
    if r.value.is_absence or r.offers_choice or not r.value.needed:
        return True
    return _is_quality(r) and (r.is_listed("none") or _speaks_of_user(r))


def _is_quality(r: Reading) -> bool:
    """Whether the value may be what is said by denying the question: "unemployed", "single"."""
    needed = r.value.needed
    return len(needed) <= 2 and not any(u.fact or u.is_name or u.is_code for u in needed)


def _speaks_of_user(r: Reading) -> bool:
    return any(
        {"you", "your"} & set(each.words) and not OF_MEMORY & set(each.words)
        for each in r.answer.sentences
    )


def may_be_in_part(r: Reading) -> bool:
    return r.in_part


def is_listed_denial(r: Reading) -> bool:
    return r.is_listed("unknown") or r.is_listed("none")


def is_denial(r: Reading) -> bool:
    return r.denies
