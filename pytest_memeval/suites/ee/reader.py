"""A model that answers from what a memory holds: what a store by itself cannot do."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from pytest_memeval.suites.base import Options
from pytest_memeval.suites.ee.meme import Message
from pytest_memeval.text import error_line

KEY = "OPENAI_API_KEY"
#: How many characters of memories a model is shown at the most.
MOST = 400_000

PROMPT = """You are an assistant with a long-term memory. Below is what it holds, a line each.
Answer from it and from the conversation alone, with the value asked for and nothing else. If it is
not there, say: I don't have that information.

{memories}"""


class Reader:
    """Asks a model at a chat endpoint."""

    def __init__(self, model: str, base_url: str | None) -> None:
        import openai

        self.model = model
        self._client: Any = openai.OpenAI(
            api_key=os.environ.get(KEY, "none"), base_url=base_url, timeout=120, max_retries=2
        )

    def answer(self, memories: Sequence[str], message: str, history: list[Message]) -> str:
        """What the model says.

        :raises RuntimeError: the endpoint's answer is none.
        """
        told = PROMPT.format(memories="\n".join(f"- {one}" for one in memories)[:MOST])
        reply = self._client.chat.completions.create(
            model=self.model,
            temperature=0,
            messages=[
                {"role": "system", "content": told},
                *history,
                {"role": "user", "content": message},
            ],
        )
        try:
            said = reply.choices[0].message.content
        except (AttributeError, IndexError, TypeError) as error:
            raise RuntimeError(f"no chat completion: {error_line(error)}") from None
        return said or ""

    def close(self) -> None:
        self._client.close()


def reader_from(options: Options) -> Reader | None:
    """The model that the ini file names; None when it names none."""
    model = options.get("memeval_agent_model", ())
    if not model:
        return None
    base_url = options.get("memeval_agent_base_url", ())
    return Reader(model[0], base_url[0] if base_url else None)
