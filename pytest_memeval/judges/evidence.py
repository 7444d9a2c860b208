"""An answer beside its question and its value: what the rules look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set
from functools import cached_property

from pytest_memeval.judges.base import Question
from pytest_memeval.judges.clauses import CHANGES
from pytest_memeval.judges.clauses import Found
from pytest_memeval.judges.clauses import bare
from pytest_memeval.judges.clauses import without_prospect
from pytest_memeval.judges.reading import Sentence
from pytest_memeval.judges.reading import Token
from pytest_memeval.judges.reading import is_cjk
from pytest_memeval.judges.reading import read
from pytest_memeval.judges.reading import signs
from pytest_memeval.judges.reading import stem
from pytest_memeval.judges.reading import word_set
from pytest_memeval.judges.values import Value
from pytest_memeval.judges.values import same_fact
from pytest_memeval.judges.words import Language
from pytest_memeval.judges.words import languages
from pytest_memeval.judges.words import whole

_APPROXIMATES = word_set(
    "about around roughly approximately circa ca approx ~ etwa ungefahr environ unos"
)
#: In a question they say that it names values itself.
_EITHER = word_set("or either oder entweder ou oppure eller lub или")
#: What follows these says something of its own, maybe the opposite.
_SPLITS = word_set(
    "and but though although however yet except aber mais pero maar ma mas ale но men"
)
#: What is no condition and no contrast in a phrase of courtesy: "let me know if ..."
_POLITE_WORDS = word_set("if when anything like also")
#: What the words around a value point at it with.
_POINTS_BACK = word_set("it he she they this that which one")
PAST_VERBS = word_set("was were had been did went")
_ASKS_PAST = PAST_VERBS | word_set(
    "wrote built made won bought came left went sold found got gave took chose met began led held "
    "became grew started founded created invented designed discovered said told"
)
#: What was asked for and has not been done.
_UNDONE = re.compile(
    r"\b(?:not|never|yet to)(?: \w+){0,2} "
    r"(?:delet|remov|eras|forg[eo]t|clear|wip|discard|drop|purg)"
    r"|\b(?:deleted|removed|erased|forgot|forgotten|cleared|wiped) (?:nothing|none|no)\b"
    r"|\byet\b|\bdid nothing\b|\bwill (?:delet|remov|eras|forget)"
    # "you told me to forget it, which I did not"
    r"|\b(?:delet|remov|eras|forg[eo]t|clear|wip|discard|drop|purg)\w*\b.* "
    r"(?:(?:did|do|have|had|can|could|will|would|was) (?:not|never)|never (?:did|have|was|will))"
    r"(?: (?:do|done|want|wanted|happen|happened))?(?: (?:to|so|that|it|this|though))*$"
)
#: One denial takes back the other.
_DENIED_TWICE = re.compile(
    r"\bnot \w+ (?:what|whatever|anything|who|whom|which|where|when|how|why)(?: that)? "
    r"(?:i|you|we) (?:do|did|have|can|could|would) (?:not|never)\b"
    r"|\b(?:nothing|none|never)(?: that)? "
    r"(?:i|you|we) (?:do|did|have|can|could|would) (?:not|never)\b"
)


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
    def is_signed(self) -> bool:
        """Whether a sign that may turn the value round stands in one of answer and value alone."""
        return signs(self.asked.answer) != signs(self.asked.value)

    @cached_property
    def offers_choice(self) -> bool:
        """Whether the question names values of its own, so that its words are no mere words."""
        return bool(_EITHER & self.question.words) or '"' in self.asked.question

    @cached_property
    def asked_stems(self) -> frozenset[str]:
        if self.offers_choice:
            return frozenset()
        return frozenset(stem(word) for word in self.question.words if word not in self.value.words)

    @cached_property
    def languages(self) -> Sequence[Language]:
        return tuple(languages().values())

    @cached_property
    def details(self) -> frozenset[str]:
        return frozenset[str]().union(*(language.detail for language in self.languages))

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
        """The languages of most words of the answer: short words mean much in others."""
        words = self.answer.words
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
        taken: Set[int] = frozenset(),
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

    def explains(
        self, found: Found, *, memory: bool = False, also: frozenset[str] = frozenset()
    ) -> bool:
        """Whether every word around a value is known to add nothing."""
        return self.explained(found.sentence, found.places, memory=memory, also=also)

    def _adds_nothing(
        self,
        language: Language,
        tokens: Sequence[Token],
        i: int,
        memory: bool,
        also: frozenset[str],
    ) -> bool:
        token = tokens[i]
        if token.fact:
            return any(same_fact(token.fact, fact) for fact in self.question.facts)
        if token.text in _APPROXIMATES and i + 1 < len(tokens):
            about = tokens[i + 1].fact
            if about and about.kind != "version":  # "~v2.1" is a range of versions
                return True
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
    def found(self) -> Found | None:
        """The first sentence that holds the value, and where, without the reasons given for it."""
        found = self._find(self.value)
        if found is None:
            return None
        found = bare(found, self.spoken, self.asked_stems)
        return without_prospect(found, self.spoken) if self.asked.rubric == "before" else found

    @cached_property
    def found_old(self) -> bool:
        return self.old is not None and self._find(self.old) is not None

    def _find(self, value: Value) -> Found | None:
        for sentence in self.answer.sentences:
            places = value.loose(sentence)
            if places:
                return Found(sentence, frozenset(places), sentence)
        return None

    @cached_property
    def others(self) -> list[Sentence]:
        """The sentences that do not hold the value."""
        return [
            each
            for each in self.answer.sentences
            if self.found is None or each is not self.found.whole
        ]

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
    def is_foreign_script(self) -> bool:
        return any(is_cjk(token.text) or token.text[:1] > "\u024f" for token in self.answer.tokens)

    def adds_nothing(self, sentence: Sentence) -> bool:
        """Whether a sentence beside the one with the value leaves the value as it is."""
        tokens = sentence.tokens
        if (
            CHANGES & set(sentence.words)
            or any(token.fact for token in tokens)
            or self.names(tokens[1:])
        ):
            return False
        polite = self._is_courtesy(sentence)
        told = [token for token in tokens if not (polite and token.text in _POLITE_WORDS)]
        if any(self.says(name, told) for name in ("hedge", "choice", "other", "past", "future")):
            return False
        return polite or (self.explained(sentence) and not self.says("negation", tokens))

    def _is_courtesy(self, sentence: Sentence) -> bool:
        """Whether a sentence is a kind word or a question, and does not speak of the value."""
        opens = any(language.courtesy.opening(sentence.tokens) for language in self.languages)
        asks = sentence.asks or sentence.words[:3] == ("let", "me", "know")
        return opens and (asks or not _POINTS_BACK & set(sentence.words))

    def names(self, tokens: Sequence[Token]) -> bool:
        """Whether a name is there that the question does not hold: it may be another value."""
        return any(token.is_name and stem(token.text) not in self.asked_stems for token in tokens)

    @cached_property
    def asks_past(self) -> bool:
        """Whether the question is about the past, so that an answer in the past tense tells it."""
        return self.asked.task == "answer" and bool(_ASKS_PAST & self.question.words)

    def is_past(self, tokens: Sequence[Token]) -> bool:
        """Whether something is said to have held once, and was not asked as such."""
        telling = [
            token
            for token in tokens
            if token.text not in self.question.words
            and not (self.asks_past and token.text in PAST_VERBS)
        ]
        return self.says("past", telling) or bool(PAST_VERBS & {token.text for token in telling})

    # --- denials

    @cached_property
    def denies(self) -> bool:
        """Whether the answer says, to its last word, that it does not have it."""
        parts = [part for each in self.answer.sentences for part in split(each)]
        return all(self._is_denial(part) for part in parts) and any(
            self._has_none(part) for part in parts
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
        if _UNDONE.search(whole_of(part)) or _DENIED_TWICE.search(whole_of(part)):
            return False
        marks = ("denial", "gone", "asking", "beside")
        return any(self.says(name, part.tokens) for name in marks) or self._is_none(part)

    def _is_none(self, part: Sentence) -> bool:
        said = whole_of(part)
        return any(said in language.none or said in language.unknown for language in self.languages)


def whole_of(sentence: Sentence) -> str:
    return " ".join(sentence.words)


def split(sentence: Sentence) -> list[Sentence]:
    """A sentence at its "but": what follows may say the opposite."""
    parts: list[list[Token]] = [[]]
    for token in sentence.tokens:
        if token.text in _SPLITS:
            parts.append([])
        else:
            parts[-1].append(token)
    return [Sentence(tuple(part), sentence.asks) for part in parts if part]
