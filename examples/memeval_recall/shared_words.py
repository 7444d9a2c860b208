"""A retriever to try the suite with: the memories that share the most words with the question."""

from __future__ import annotations


def best_first(question: str, memories: dict[str, str]) -> list[str]:
    asked = set(question.lower().rstrip("?").split())
    shared = {one: len(asked & set(text.lower().split())) for one, text in memories.items()}
    return sorted(memories, key=lambda one: -shared[one])
