"""Did a memory change the answer? PRME's own guide, end to end, credited by PRME and by us.

``pip install prme pytest-memeval``, then ``python examples/memory_credit.py``. No network, no
model: the embedding is a hash, the token counter counts bytes, and the reader is a few lines that
pick the best matching memory and say which one it was. Both credits come from the same removal,
and they are equal in every field that both have.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from pathlib import Path
from typing import Any

import tiktoken.registry
from prme import AnswerCitationSubmission
from prme import MemoryClient
from prme import ablate_context
from prme import assess_context_presence
from prme.config import PRMEConfig

from pytest_memeval.suites.ablation import adapters
from pytest_memeval.suites.ablation import context
from pytest_memeval.suites.ablation import credit

QUESTION = "Which database does Aster use?"
RIGHT = "PostgreSQL"
MEMORIES = (
    "Aster uses the database PostgreSQL.",
    "Borealis keeps its cache in SQLite.",
    "Aster is deployed on Fridays.",
)
EVALUATION = "best-match-reader/substring-judge/1"


class HashEmbedding:
    """Words, each hashed to one of 64 directions."""

    model_name = "words-hashed"
    model_version = "1"
    dimension = 64

    async def embed(self, texts: list[str]) -> list[list[float]]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        vector = [0.0] * self.dimension
        for word in words(text):
            vector[hashlib.sha256(word.encode()).digest()[0] % self.dimension] += 1.0
        length = sum(part * part for part in vector) ** 0.5 or 1.0
        return [part / length for part in vector]


def words(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"\w+", text.lower()))


def count_bytes() -> str:
    """Teach tiktoken, which PRME counts with, an encoding of one token a byte."""
    tiktoken.registry._find_constructors()
    assert tiktoken.registry.ENCODING_CONSTRUCTORS is not None
    tiktoken.registry.ENCODING_CONSTRUCTORS["utf8_bytes"] = lambda: {
        "name": "utf8_bytes",
        "pat_str": r"[\s\S]",
        "mergeable_ranks": {bytes([value]): value for value in range(256)},
        "special_tokens": {},
    }
    return "utf8_bytes"


def answer_with_memory(text: str) -> tuple[str, list[str]]:
    """The best matching memory of the context, and the reference that it is shown with."""
    found = re.findall(r"^- \[(m\d+)\].*?(\".*\")$", text, re.MULTILINE)
    ranked = sorted(found, key=lambda line: -len(words(line[1]) & words(QUESTION)))
    return (ranked[0][1], [ranked[0][0]]) if ranked else ("I do not know.", [])


def is_right(answer: str) -> bool:
    """Whether an answer names the right thing."""
    return RIGHT.lower() in answer.lower()


def sha256(text: str) -> str:
    """The hash of a text's UTF-8 bytes."""
    return hashlib.sha256(text.encode()).hexdigest()


def both_credits(folder: Path) -> tuple[Any, credit.PresenceCredit]:
    """PRME's credit for the cited memory, and ours."""
    tokenizer = count_bytes()
    config = PRMEConfig(
        db_path=str(folder / "memory.duckdb"),
        vector_path=str(folder / "vectors.usearch"),
        lexical_path=str(folder / "lexical"),
        packing={
            "tokenizer": tokenizer,
            "context_format": "reader",
            "context_citations": True,
        },
    )
    with MemoryClient(config=config, embedding_provider=HashEmbedding()) as memory:
        for text in MEMORIES:
            memory.store(text, user_id="alice")
        response = memory.retrieve(QUESTION, user_id="alice")
        answer, references = answer_with_memory(response.bundle.render())
        cited = [response.bundle.context_references[reference] for reference in references]
        citation = memory.record_answer_citations(
            AnswerCitationSubmission(
                request_id=response.metadata.request_id,
                answer_id="assistant-message-42",
                cited_node_ids=tuple(cited),
                answer_sha256=sha256(answer),
                method="application_verified",
            ),
            user_id="alice",
        )
    target = citation.cited_node_ids[0]

    theirs = ablate_context(response.bundle, [target])
    without, _ = answer_with_memory(theirs.counterfactual.render())
    prme_credit = assess_context_presence(
        theirs,
        citation,
        node_id=target,
        baseline_correct=is_right(answer),
        counterfactual_correct=is_right(without),
        evaluation_id=EVALUATION,
        counterfactual_answer_sha256=sha256(without),
    )

    ours = context.ablate_context(adapters.from_prme(response, question=QUESTION), [target])
    without, _ = answer_with_memory(ours.counterfactual.render())
    our_credit = credit.assess_context_presence(
        ours,
        adapters.citation_from_prme(citation, question=QUESTION),
        record_id=target,
        baseline_correct=is_right(answer),
        counterfactual_correct=is_right(without),
        evaluation_id=EVALUATION,
        counterfactual_answer_sha256=sha256(without),
    )
    return prme_credit, our_credit


#: PRME's name for a field of ours, where the two differ.
THEIR_NAMES = {"node_id": "record_id"}


def differences(prme_credit: Any, our_credit: credit.PresenceCredit) -> dict[str, tuple[Any, Any]]:
    """The fields of PRME's credit that ours has otherwise."""
    ours = our_credit.as_row()
    theirs = prme_credit.model_dump(mode="json")
    return {
        name: (value, ours[THEIR_NAMES.get(name, name)])
        for name, value in theirs.items()
        if value != ours[THEIR_NAMES.get(name, name)]
    }


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        prme_credit, our_credit = both_credits(Path(folder))
    found = differences(prme_credit, our_credit)
    print(f"PRME: {prme_credit.tier} {prme_credit.value}")  # noqa: T201
    print(f"ours: {our_credit.tier} {our_credit.value}")  # noqa: T201
    print(f"saved without it: {our_credit.tokens_saved} tokens")  # noqa: T201
    print(f"fields that differ: {found or 'none'}")  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
