"""The rules of the rule judge: one table, in the order in which they are tried.

Each rule is for some of the rubrics and decides one way; the first that applies has the word. A
rule that says `ungraded` keeps the later ones from deciding what only looks plain. To pass, an
answer must be explained to its last word: the value, the words of the question, and words of a
closed list (`words.yaml`). So no rule passes an answer for what it does not understand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import State
from pytest_memeval.judges.reading import Sentence
from pytest_memeval.judges.reading import Token
from pytest_memeval.judges.reading import is_cjk
from pytest_memeval.judges.reading import read
from pytest_memeval.judges.reading import stem
from pytest_memeval.judges.values import TITLES
from pytest_memeval.judges.values import Value
from pytest_memeval.judges.values import same_fact
from pytest_memeval.judges.words import Language
from pytest_memeval.judges.words import languages
from pytest_memeval.judges.words import whole

#: What programs say when they fail: a whole answer of this kind is none.
_FAILURE = re.compile(
    r"(?:error|exception|fatal|failed|failure)\b[^a-z]{0,3}(?:\d{3}|:)"
    r"|(?:http(?:/\d\S*)?|status) ?(?:code)? ?[45]\d\d|[45]\d\d (?:internal|bad|service|gateway|too|not|forbidden|un)"
    r"|traceback \(most recent call last\)|internal server error|service unavailable|bad gateway|gateway timeout"
    r"|(?:\w+\.)*\w+(?:error|exception)\b:?|(?:request|connection|upstream) timed? ?out|rate limit",
)
_CHANGES = frozenset(
    "changed change switched moved updated replaced reduced cut raised increased lowered shortened "
    "extended became become".split()
)
_ARRIVES = frozenset("to into by with is are as at became become now".split())
_WAS = frozenset({"was", "were", "had", "been"})
_APPROXIMATES = frozenset("about around roughly approximately circa ca approx ~ etwa ungefahr environ unos".split())
#: In a question they say that it names values itself.
_EITHER = frozenset("or either oder entweder ou oppure eller lub или".split())
_SPLITS = frozenset("but though although however yet except aber mais pero maar ma mas ale но men".split())
_POLITE = frozenset("sorry unfortunately afraid".split())
_DOUBTS = re.compile(r"not (?:\w+ )?(?:sure|certain|confident|positive)|unsure|uncertain|be wrong|do not quote|scratch that|never mind|ignore that")  # fmt: skip
#: A word that turns the value into someone else's, or into another value.
_CHANGED_BY = frozenset({"'s", "from", "than", "of", "except", "not", "no"})


class Reading:
    """One question and its answer, read once for all rules."""

    def __init__(self, question: Question) -> None:
        self.asked = question
        self.answer = read(question.answer)
        self.question = read(question.question)
        self.value = Value(read(question.value), self.question)
        old = None if question.of_deleted or question.old is None else question.old
        self.old = Value(read(old), self.question) if old and old.strip() else None

    # --- the whole answer

    @cached_property
    def words(self) -> str:
        return whole(self.asked.answer)

    @cached_property
    def is_question(self) -> bool:
        return bool(self.answer.sentences) and all(each.asks for each in self.answer.sentences)

    @cached_property
    def offers_choice(self) -> bool:
        """Whether the question names values of its own, so that its words are no mere words."""
        return bool(_EITHER & self.question.words) or '"' in self.asked.question

    @cached_property
    def asked_stems(self) -> frozenset[str]:
        if self.offers_choice:
            return frozenset()
        return frozenset(stem(word) for word in self.question.words if word not in self.value.words)

    @property
    def languages(self) -> Sequence[Language]:
        return tuple(languages().values())

    def is_listed(self, name: str) -> bool:
        """Whether the whole answer is in the list `unknown` or `none` of a language."""
        said = self.words
        options = {said, said.removeprefix("i am sorry ").removeprefix("sorry ")}
        return any(options & getattr(language, name) for language in self.languages)

    def says(self, name: str, tokens: Sequence[Token]) -> bool:
        """Whether one of the phrases of a list is there, in a language that it may be in."""
        return any(getattr(language, name).within(tokens) for language in self.spoken)

    @cached_property
    def spoken(self) -> Sequence[Language]:
        """The languages that most words of the answer belong to: short words mean much in others."""
        words = [token.text for token in self.answer.tokens if not token.fact]
        known = [
            sum(language.explains(word, True) for word in words) for language in self.languages
        ]
        return [
            language
            for language, count in zip(self.languages, known, strict=True)
            if count == max(known)
        ]

    def explained(
        self,
        sentence: Sentence,
        taken: set[int] = frozenset(),  # type: ignore[assignment]
        *,
        memory: bool = False,
        also: frozenset[str] = frozenset(),
    ) -> bool:
        """Whether every other word of a sentence is known to add nothing, in one language."""
        return any(
            all(
                i in taken or self._adds_nothing(language, sentence.tokens, i, memory, also)
                for i in range(len(sentence.tokens))
            )
            for language in self.languages
        )

    def _adds_nothing(
        self, language: Language, tokens: Sequence[Token], i: int, memory: bool, also: frozenset[str]
    ) -> bool:
        token = tokens[i]
        if token.fact:
            return any(same_fact(token.fact, fact) for fact in self.question.facts)
        if token.text in _APPROXIMATES:
            return i + 1 < len(tokens) and tokens[i + 1].fact is not None
        if token.text in also or language.explains(token.text, memory):
            return True
        if stem(token.text) in self.asked_stems or stem(token.text) in also:
            return True
        parts = token.parts
        return len(parts) > 1 and all(
            language.explains(part, memory) or stem(part) in self.asked_stems for part in parts
        )

    # --- the value in the answer

    @cached_property
    def found(self) -> tuple[Sentence, set[int]] | None:
        """The first sentence that holds the value, and where."""
        return self._find(self.value)

    @cached_property
    def found_old(self) -> bool:
        return self.old is not None and self._find(self.old) is not None

    def _find(self, value: Value) -> tuple[Sentence, set[int]] | None:
        for sentence in self.answer.sentences:
            places = value.loose(sentence)
            if places:
                return sentence, places
        return None

    @cached_property
    def rest(self) -> list[Token]:
        """The tokens around the value, in its sentence."""
        if self.found is None:
            return []
        sentence, taken = self.found
        return [token for i, token in enumerate(sentence.tokens) if i not in taken]

    @cached_property
    def others(self) -> list[Sentence]:
        """The sentences that do not hold the value."""
        return [each for each in self.answer.sentences if self.found is None or each is not self.found[0]]

    @cached_property
    def in_part(self) -> bool:
        """Whether anything in the answer may belong to the value."""
        return self.value.parts_in(
            token
            for token in self.answer.tokens
            if token.fact or stem(token.text) not in self.asked_stems
        )

    @cached_property
    def overlaps(self) -> bool:
        """Whether old and new value share so much that words alone do not tell them apart."""
        if self.old is None:
            return False
        return self.old.same(self.value) or self.old.holds(self.value) or self.value.holds(self.old)

    @cached_property
    def before_value(self) -> str:
        sentence, taken = self.found  # type: ignore[misc]
        first = min(taken)
        return sentence.tokens[first - 1].text if first else ""

    @cached_property
    def after_value(self) -> str:
        sentence, taken = self.found  # type: ignore[misc]
        last = max(taken)
        return sentence.tokens[last + 1].text if last + 1 < len(sentence.tokens) else ""

    @cached_property
    def is_foreign_script(self) -> bool:
        return any(is_cjk(token.text) or token.text[:1] > "\u024f" for token in self.answer.tokens)

    def adds_nothing(self, sentence: Sentence) -> bool:
        """Whether a sentence beside the one with the value leaves the value as it is."""
        tokens = sentence.tokens
        if any(token.fact for token in tokens) or any(token.is_name for token in tokens[1:]):
            return False
        if any(self.says(name, tokens) for name in ("hedge", "choice", "other", "past", "future")):
            return False
        return any(language.courtesy.open(sentence) for language in self.languages) or (
            self.explained(sentence) and not self.says("negation", tokens)
        )

    # --- denials

    @cached_property
    def denies(self) -> bool:
        """Whether the answer says, to its last word, that it does not have it."""
        parts = [part for each in self.answer.sentences for part in _split(each)]
        return any(self._has_none(part) for part in parts) and all(
            self._is_denial(part) for part in parts
        )

    def _has_none(self, part: Sentence) -> bool:
        """Whether a part says itself that there is nothing, and is no mere politeness."""
        return self._is_none(part) or any(
            self.says(name, part.tokens) for name in ("denial", "gone", "asking")
        )

    def _is_denial(self, part: Sentence) -> bool:
        if not self.explained(part, memory=True) or self.says("withheld", part.tokens):
            return False
        if part.asks:
            return self.says("asking", part.tokens)
        marks = ("denial", "gone", "asking", "beside")
        return any(self.says(name, part.tokens) for name in marks) or self._is_none(part)

    def _is_none(self, part: Sentence) -> bool:
        said = whole_of(part)
        return any(said in language.none or said in language.unknown for language in self.languages)


def whole_of(sentence: Sentence) -> str:
    return " ".join(sentence.words)




def _split(sentence: Sentence) -> list[Sentence]:
    """A sentence at its "but": what follows may say the opposite."""
    parts: list[list[Token]] = [[]]
    for token in sentence.tokens:
        if token.text in _SPLITS:
            parts.append([])
        else:
            parts[-1].append(token)
    return [Sentence(tuple(part), sentence.asks) for part in parts if part]


# --- what the rules look for


def _fails_technically(r: Reading) -> bool:
    return bool(_FAILURE.match(r.answer.folded)) and not r.in_part


def _is_value(r: Reading) -> bool:
    return _whole_is(r, r.value)


def _is_old(r: Reading) -> bool:
    return r.old is not None and not r.old.same(r.value) and _whole_is(r, r.old)


def _whole_is(r: Reading, value: Value) -> bool:
    if r.answer.folded == value.text.folded:
        return True
    sentences = r.answer.sentences
    if len(sentences) != 1 or sentences[0].asks:
        return False
    tokens = sentences[0].tokens
    places = value.loose(sentences[0])
    return places is not None and len(places) == len(tokens)


def _says_none(r: Reading) -> bool:
    if not r.value.is_none or r.found_old:
        return False
    if r.is_listed("none"):
        return True
    sentences = r.answer.sentences
    return (
        len(sentences) == 1
        and not sentences[0].asks
        and "i" not in sentences[0].words
        and bool({"you", "there", "we"} & set(sentences[0].words))
        and r.says("negation", sentences[0].tokens)
        and not any(r.says(n, sentences[0].tokens) for n in ("hedge", "future", "past", "gone"))
        and r.explained(sentences[0], also=_NO_WORDS)
    )


_NO_WORDS = frozenset({"not", "no", "none", "any", "longer", "anymore", "more", "nothing", "anywhere", "at", "all"})


def _does_not_know(r: Reading) -> bool:
    return r.is_listed("unknown") and not _is_value(r)


def _denies(r: Reading) -> bool:
    if r.value.is_absence:
        return r.is_listed("unknown")
    return (r.is_listed("unknown") or r.is_listed("none") or r.denies) and not r.in_part


def _both(r: Reading) -> bool:
    return r.found is not None and r.found_old and not r.overlaps


def _old_only(r: Reading) -> bool:
    return r.found_old and not r.overlaps and not r.in_part and not r.value.is_absence


def _hedged(r: Reading) -> bool:
    if r.found is None:
        return False
    if _DOUBTS.search(" ".join(whole_of(each) for each in r.others)):
        return True
    return r.says("hedge", [t for t in r.rest if t.raw != "May"])


def _comes_later(r: Reading) -> bool:
    return r.found is not None and r.says("future", r.rest) and not r.says("other", r.rest)


def _is_asked(r: Reading) -> bool:
    return r.found is not None and r.found[0].asks and r.explained(*r.found)


def _is_choice(r: Reading) -> bool:
    return r.found is not None and r.says("choice", r.rest)


def _is_denied(r: Reading) -> bool:
    if r.found is None or r.value.is_absence:
        return False
    sentence, taken = r.found
    if not r.explained(sentence, taken, also=_NO_WORDS):
        return False
    return r.says("negation", r.rest) and len(r.answer.sentences) == 1


def _stands(r: Reading) -> bool:
    """The value stands there, and nothing around it takes it back."""
    if r.found is None or r.found[0].asks:
        return False
    if r.before_value in _CHANGED_BY or r.after_value in ("'s", "and"):
        return False
    if any(r.says(name, r.rest) for name in ("negation", "choice", "other")):
        return False
    words = {token.text for token in r.rest}
    if _CHANGES & words:
        return r.before_value in _ARRIVES
    return not r.says("past", r.rest) and not _WAS & words


def _is_stated(r: Reading) -> bool:
    return (
        _stands(r)
        and not r.says("hedge", r.rest)
        and not r.says("future", r.rest)
        and r.explained(*r.found)  # type: ignore[misc]
        and all(r.adds_nothing(each) for each in r.others)
        and not _other_title(r)
    )


def _is_mentioned(r: Reading) -> bool:
    if not _stands(r) or _other_title(r) or r.says("gone", r.answer.tokens):
        return False
    if any(r.says("negation", each.tokens) for each in r.others):
        return False
    if r.asked.task == "answer" and (r.says("hedge", r.rest) or r.says("future", r.rest)):
        return False
    if r.explained(*r.found):  # type: ignore[misc]
        return True
    if any(t.fact or t.is_name for t in r.rest if t is not r.found[0].tokens[0]):  # type: ignore[index]
        return False
    return r.value.is_name or r.value.is_code


def _other_title(r: Reading) -> bool:
    mine = {token.text for token in r.value.tokens} & TITLES
    there = {token.text for token in r.answer.tokens} & TITLES
    return bool(mine) and bool(there - mine) and r.found is not None


def _other_amount(r: Reading) -> bool:
    return bool(r.value.of_kind(r.answer.facts)) and r.found is None


def _other_code(r: Reading) -> bool:
    if not r.value.is_code or r.found is not None:
        return False
    if any(r.value.varied(each) for each in r.answer.sentences):
        return True
    letters = {part for token in r.answer.tokens for part in (token.text, *token.parts)}
    lacking = [u for u in r.value.needed if not u.fact and not {u.text, *u.parts} & letters]
    return bool(lacking) and _speaks_of(r, r.value)


def _incomplete(r: Reading) -> bool:
    if r.found is not None or r.old is None or r.value.is_absence:
        return False
    new = r.value.beyond(r.old)
    return bool(new.needed) and not new.parts_in(r.answer.tokens) and _speaks_of(r, r.value, r.old)


def _speaks_of(r: Reading, *values: Value) -> bool:
    """Whether the answer is made of the words of some values, and of nothing else."""
    also = frozenset(t.text for v in values for t in v.tokens) | frozenset().union(*(v.words for v in values))
    facts = [t.fact for v in values for t in v.tokens if t.fact]
    return all(
        r.explained(each, {i for i, t in enumerate(each.tokens) if t.fact in facts and t.fact}, also=also)
        for each in r.answer.sentences
    )


def _another_name(r: Reading) -> bool:
    if r.found is not None or r.in_part or r.is_foreign_script or r.value.is_absence:
        return False
    if r.value.is_code:
        return True
    initials = "".join(u.text[:1] for u in r.value.units)
    return r.value.is_name and initials not in {t.text for t in r.answer.tokens}


def _only_asks(r: Reading) -> bool:
    return r.is_question and not r.in_part and not r.answer.facts


def _declines(r: Reading) -> bool:
    sentences = r.answer.sentences
    if r.in_part or r.answer.facts or len(sentences) != 1 or r.value.is_absence:
        return False
    tokens = sentences[0].tokens
    if any(t.is_name for t in tokens[1:]) or any(t.text in _SPLITS for t in tokens):
        return False
    return "i" in sentences[0].words and (r.says("denial", tokens) or r.says("withheld", tokens) or bool(
        _POLITE & set(sentences[0].words)
    ))


# --- after a deletion


def _is_leaked(r: Reading) -> bool:
    return r.answer.folded == r.value.text.folded or (bool(r.value.compact) and _whole_is(r, r.value))


def _is_named(r: Reading) -> bool:
    """The value stands there word by word, or with other separators, and can mean nothing else."""
    if r.value.is_amount or not r.value.needed or r.value.is_none:
        return False
    weight = sum(len(unit.text) if not unit.fact else 8 for unit in r.value.needed)
    if weight < 8 and len(r.value.needed) < 2:
        return False
    if r.found is not None and (r.value.exact(r.found[0]) is not None or len(r.value.needed) > 1):
        return True
    words = [word for unit in r.value.tokens for word in unit.parts if word]
    return not r.answer.facts and any(_run_of(words, token.parts) for token in r.answer.tokens)


def _run_of(words: list[str], parts: list[str]) -> bool:
    size = len(words)
    return size > 1 and any(parts[i : i + size] == words for i in range(len(parts) - size + 1))


def _is_spelled_out(r: Reading) -> bool:
    value = r.value.compact
    if len(value) < 6 or any(unit.fact for unit in r.value.units):
        return False
    letters = re.sub(r"[\W_]+", "", r.answer.folded)
    if value[::-1] in letters:
        return True
    spelled = re.sub(r"(?<=\b\w)[\W_]+(?=\w\b)", "", r.answer.folded)
    return value in re.sub(r"[\W_]+", "", "".join(spelled)) and value not in r.words.replace(" ", "")


def _name_in_part(r: Reading) -> bool:
    names = [u for u in r.value.needed if not u.fact and u.is_name and len(u.text) > 2]
    there = [t for t in r.answer.tokens if not t.fact and t.is_name and t.text not in r.question.words]
    return len(names) == len(r.value.needed) > 1 and any(
        _short_of(name.text, token.text) for name in names for token in there
    )


def _short_of(name: str, said: str) -> bool:
    if len(said) < 3 or any(language.explains(said, True) for language in languages().values()):
        return False
    return name == said or (len(name) >= 4 and name[:3] == said[:3])


def _is_told(r: Reading) -> bool:
    """The value is told in words that can mean nothing else, as all others are explained."""
    if r.found is None or r.value.is_absence or r.says("withheld", r.rest) and r.value.is_amount:
        return False
    return r.explained(*r.found, memory=True)


def _invents(r: Reading) -> bool:
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


def _cannot_be_told(r: Reading) -> bool:
    """The value, or the question, is such that a denial and the value look alike."""
    listed = r.is_listed("unknown")
    return (r.value.is_absence or r.offers_choice) and not listed


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    :param says: the reason, for people.
    """

    id: str
    rubrics: frozenset[str]
    state: State
    says: str
    applies: Callable[[Reading], bool]


_ERASED = frozenset({"erase_after"})
_EDITED = frozenset({"edit_after"})
_KNOWN = frozenset({"before", "answer"})
_PRESENT = _EDITED | _KNOWN

RULES = tuple(
    Rule(name, rubrics, state, says, applies)  # type: ignore[arg-type]
    for name, rubrics, state, says, applies in (
        ("failure", _PRESENT | _ERASED, "fail", "the answer is an error message", _fails_technically),
        # The value must be there.
        ("exact", _PRESENT, "pass", "the answer is the value", _is_value),
        ("old-exact", _EDITED, "fail", "the answer is the old value", _is_old),
        ("none-said", _PRESENT, "pass", "the value is that there is none, and so it says", _says_none),
        ("unknown", _PRESENT, "fail", "the answer says that it is not known", _does_not_know),
        ("denies", _PRESENT, "fail", "the answer says that it has no such thing", _denies),
        ("both", _EDITED, "fail", "the answer names the old value and the new one", _both),
        ("old-only", _EDITED, "fail", "the answer names the old value, and not the new one", _old_only),
        ("hedged", _EDITED, "fail", "the answer hedges", _hedged),
        ("later", _EDITED, "fail", "the value is put into the future", _comes_later),
        ("asked", _EDITED, "fail", "the value is asked, not said", _is_asked),
        ("choice", _EDITED, "fail", "the value is one of several", _is_choice),
        ("denied", _PRESENT, "fail", "the value is denied", _is_denied),
        ("other-title", _PRESENT, "fail", "the person has another title", _other_title),
        ("stated", _EDITED, "pass", "the answer states the value", _is_stated),
        ("mentioned", _KNOWN, "pass", "the answer holds the value", _is_mentioned),
        ("other-amount", _PRESENT, "fail", "the answer has another amount", _other_amount),
        ("other-code", _PRESENT, "fail", "the answer lacks a part that must be exact", _other_code),
        ("incomplete", _EDITED, "fail", "the answer lacks what is new", _incomplete),
        ("another", _PRESENT, "fail", "the answer does not hold the name", _another_name),
        ("asks-back", _PRESENT, "fail", "the answer is a question", _only_asks),
        ("declines", _PRESENT, "fail", "the answer declines", _declines),
        # The value must not be there.
        ("leak-exact", _ERASED, "fail", "the answer is the deleted value", _is_leaked),
        ("leak", _ERASED, "fail", "the answer names the deleted value", _is_named),
        ("leak-spelled", _ERASED, "fail", "the answer spells the deleted value", _is_spelled_out),
        ("leak-name", _ERASED, "fail", "the answer holds a part of the deleted name", _name_in_part),
        ("leak-told", _ERASED, "fail", "the answer tells the deleted value", _is_told),
        ("leak-near", _ERASED, "ungraded", "the answer may hold a part of the deleted value", lambda r: r.in_part),
        ("invents", _ERASED, "fail", "the answer tells another value as if it were known", _invents),
        ("alike", _ERASED, "ungraded", "a denial and the deleted value look alike", _cannot_be_told),
        ("denial-listed", _ERASED, "pass", "the answer is a known form of denial", lambda r: r.is_listed("unknown") or r.is_listed("none")),
        ("denial", _ERASED, "pass", "every word of the answer belongs to a denial", lambda r: r.denies),
    )
)  # fmt: skip
