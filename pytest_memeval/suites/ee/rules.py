"""An agent that honours what it is told, by simple rules: how far one comes without a model.

It keeps every statement of the user. On top of that it

* follows stated rules: "if the team lead changes, the report goes to Kim" takes effect once a new
  team lead is named, and so do the rules that hang on the report;
* deletes on request: the statements that share their rare words with what is to be forgotten;
* answers with the value alone, where it can tell value and subject apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_memeval.suites.ee.controls import NOTED
from pytest_memeval.suites.ee.controls import UNKNOWN
from pytest_memeval.suites.ee.controls import best
from pytest_memeval.suites.ee.controls import is_conditional
from pytest_memeval.suites.ee.controls import is_question
from pytest_memeval.suites.ee.meme import Message
from pytest_memeval.suites.ee.meme import Session
from pytest_memeval.suites.ee.sentences import Index
from pytest_memeval.suites.ee.sentences import Sentence
from pytest_memeval.suites.ee.sentences import sentences
from pytest_memeval.suites.ee.sentences import stems
from pytest_memeval.suites.ee.sentences import value_of

_RULE = re.compile(
    r"(?:if|when|once)\s+(?P<source>.+?)\s+(?:ever\s+)?(?:changes?|is replaced|is swapped|moves?)"
    r"\s*,\s*(?:then\s+)?(?P<target>.+?)\s+"
    r"(?:will be|will become|becomes|would be|will move to|moves to|will switch to|switches to"
    r"|will go to|goes to)\s+(?P<value>.+?)[.!]?",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\bnew\b|\bnow\b|\binstead\b|\bno longer\b|\b(?:switched|moved|changed|migrated|replaced)\b",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"\b(?:forget|delete|erase|remove|drop|wipe)\b[^.!?]*"
    r"\b(?:that|this|it|memory|memories|remember|know|stored)\b",
    re.IGNORECASE,
)
#: How much of what is to be forgotten a statement must share, to be forgotten with it.
SHARED = 0.5


@dataclass(frozen=True, slots=True)
class _Rule:
    source: frozenset[str]
    target: frozenset[str]
    value: str


class Rules:
    """Keeps statements, applies stated rules when their condition comes true, and forgets."""

    retains_turns = True

    def __init__(self) -> None:
        self._index = Index()
        self._rules: list[_Rule] = []
        self._now: dict[frozenset[str], str] = {}
        self._gone: set[int] = set()

    def memories(self) -> int:
        return len(self._index.all)

    def retain(self, session: Session) -> None:
        for message in session.messages:
            if message["role"] == "user":
                self._learn(message["content"])

    def respond(self, message: str, history: list[Message]) -> str:
        if is_question(message):
            return self._answer(message)
        self._learn(message)
        return NOTED

    # --- taking in

    def _learn(self, text: str) -> None:
        said = list(sentences(text))
        if any(_FORGET.search(one) for one in said):
            for one in said:
                if not _FORGET.search(one) and not one.endswith("?"):
                    self._forget(one)
            for one in said:  # "Forget that my gym is Calder Hall" names it in the same breath
                match = _FORGET.search(one)
                if match and len(said) == 1:
                    self._forget(one[match.end() :])
            return
        for sentence in self._index.add(text, "user"):
            self._take(sentence)

    def _take(self, sentence: Sentence) -> None:
        rule = _RULE.fullmatch(sentence.text)
        if rule:
            source, target = frozenset(stems(rule["source"])), frozenset(stems(rule["target"]))
            if source and target:
                self._rules.append(_Rule(source, target, rule["value"]))
        elif _CHANGED.search(sentence.text) and not is_conditional(sentence.text):
            self._fire(sentence.words)

    def _fire(self, words: frozenset[str]) -> None:
        """Apply the rules whose condition is about these words, and those that follow."""
        for rule in self._rules:
            if rule.source <= words and self._now.get(rule.target) != rule.value:
                self._now[rule.target] = rule.value
                self._fire(rule.target)

    def _forget(self, text: str) -> None:
        """Drop every statement that shares enough of its rare words with a text."""
        words = frozenset(stems(text))
        whole = sum(self._index.weight(word) for word in words)
        for at, score in self._index.scores(words).items():
            if score >= whole * SHARED:
                self._gone.add(at)

    # --- giving out

    def _answer(self, question: str) -> str:
        asked = frozenset(stems(question))
        current = [
            (len(target & asked) / len(target), value) for target, value in self._now.items()
        ]
        if current and max(current)[0] > 0.5:
            return max(current)[1]
        found = best(self._index, question, usable=self._usable)
        return value_of(found[-1].text) if found else UNKNOWN

    def _usable(self, sentence: Sentence) -> bool:
        return sentence.at not in self._gone and not is_conditional(sentence.text)
