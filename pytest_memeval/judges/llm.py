"""The judge that asks a model, at any endpoint that speaks the chat API of OpenAI."""

from __future__ import annotations

import json
import os
import re
from datetime import datetime
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from typing import Any

from pytest_memeval.clients.secret import Secret
from pytest_memeval.judges.base import JudgeError
from pytest_memeval.judges.base import JudgeSettings
from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Verdict
from pytest_memeval.judges.base import too_long
from pytest_memeval.judges.base import unanswered
from pytest_memeval.judges.base import ungraded
from pytest_memeval.judges.rubrics import load_rubrics
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.text import show

if TYPE_CHECKING:
    import tenacity

VERDICT_SCHEMA = {
    "type": "object",
    "required": ["correct"],
    "properties": {"correct": {"type": "boolean"}, "reason": {"type": "string"}},
}

_FENCE = re.compile(r"\A```\w*[ \t]*\n(.*?)\n?```\Z", re.DOTALL)
#: Statuses that another attempt may cure; other ones below 500 it will not.
_PASSING = frozenset({408, 409, 425, 429})


class AskError(Exception):
    """One attempt that gave no verdict.

    :param again: whether another attempt may give one.
    :param wait: how many seconds the endpoint asks to wait.
    """

    def __init__(self, message: str, again: bool = True, wait: float = 0.0) -> None:
        super().__init__(message)
        self.again = again
        self.wait = wait


class LLMJudge:
    """Asks a model one thing at a time: each call holds one question, one gold, one answer."""

    def __init__(self, settings: JudgeSettings) -> None:
        self.name = f"llm:{settings.model}"
        self.rubrics = load_rubrics(settings.rubrics)
        self._key = Secret(os.environ.get(settings.api_key_env, ""))
        #: What no output may hold. A word such as "none" or "x", for an endpoint that wants no key,
        #: is no secret, and would be blotted out of half of all texts.
        self.secret = self._key if len(self._key.reveal()) >= 8 else Secret("")
        self._settings = settings
        self._client: Any = None

    def judge(self, question: Question) -> Verdict:
        """Ask the model, again after failures that pass; ungraded when none of it helps."""
        unasked = unanswered(question) or too_long(question, self.name)
        if unasked is not None:
            return unasked
        prompt = self.rubrics[question.rubric].fill(question)
        attempts = 0
        try:
            for attempt in self._retrying():
                with attempt:
                    attempts = attempt.retry_state.attempt_number
                    correct, reason = self._ask(prompt)
        except AskError as error:
            return ungraded(self._shown(str(error)), self.name, attempts)
        return Verdict("pass" if correct else "fail", self._shown(reason), self.name, attempts)

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def connect(self) -> None:
        """Make the client, so that what is missing is said before anything is asked.

        :raises JudgeError: the library or the key is missing.
        """
        try:
            import openai
        except ImportError:
            raise JudgeError("the llm judge needs openai: install pytest-memeval[ee]") from None
        settings = self._settings
        if not self._key.reveal() and settings.base_url is None:
            raise JudgeError(f"the llm judge needs a key: set {settings.api_key_env}")
        self._client = openai.OpenAI(
            # An endpoint of one's own may want none, but the client wants one.
            api_key=self._key.reveal() or "none",
            base_url=settings.base_url,
            timeout=settings.timeout,
            max_retries=0,
        )

    def _shown(self, text: str) -> str:
        return one_line(self.secret.hide_in(text))

    def _retrying(self) -> tenacity.Retrying:
        import tenacity

        patience = self._settings.patience
        grown = tenacity.wait_exponential(self._settings.pause, patience)
        return tenacity.Retrying(
            retry=tenacity.retry_if_exception(
                lambda error: isinstance(error, AskError) and error.again and error.wait <= patience
            ),
            stop=tenacity.stop_after_attempt(self._settings.attempts),
            wait=lambda state: max(grown(state), _asked_to_wait(state)),
            reraise=True,
        )

    def _ask(self, prompt: str) -> tuple[bool, str]:
        """One call.

        :raises AskError: it gave no verdict.
        """
        if self._client is None:
            self.connect()
        import openai

        extra = (
            {}
            if self._settings.temperature is None
            else {"temperature": self._settings.temperature}
        )
        try:
            reply = self._client.chat.completions.create(
                model=self._settings.model,
                messages=[{"role": "user", "content": prompt}],
                response_format={"type": "json_object"},
                **extra,
            )
        except openai.APIStatusError as error:
            raise _refused(error.status_code, error_line(error), error.response.headers) from None
        except Exception as error:
            # Cut off: what a library raised may hold the key in its frames.
            raise AskError(error_line(error)) from None
        return read_verdict(_content(reply))


def _refused(status: int, said: str, headers: Any) -> AskError:
    again = status in _PASSING or status >= 500
    return AskError(said, again, retry_after(headers.get("retry-after")) if again else 0.0)


def _asked_to_wait(state: tenacity.RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    return error.wait if isinstance(error, AskError) else 0.0


def retry_after(header: str | None) -> float:
    """The seconds that a Retry-After header asks for: it is a number, or a date."""
    if header is None:
        return 0.0
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return 0.0
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())


def _content(reply: object) -> str:
    """What the model said. Gateways answer with pages, lists and objects of their own."""
    try:
        said = reply.choices[0].message.content  # type: ignore[attr-defined]
    except (AttributeError, IndexError, TypeError):
        raise AskError(f"the endpoint's answer is no chat completion: {show(reply)}") from None
    if not isinstance(said, str) or not said.strip():
        raise AskError("the model said nothing")
    return said


def read_verdict(said: str) -> tuple[bool, str]:
    """Read what the model was asked to reply with, in a code fence or without.

    :raises AskError: it is anything but an object with a real boolean `correct`.
    """
    import jsonschema

    text = said.strip()
    fenced = _FENCE.match(text)
    try:
        found = json.loads(fenced[1] if fenced else text, object_pairs_hook=_once_each)
        jsonschema.validate(found, VERDICT_SCHEMA)
    except (ValueError, RecursionError) as error:
        raise AskError(
            f"the model's verdict is not JSON ({error_line(error)}): {show(said)}"
        ) from None
    except jsonschema.ValidationError as error:
        raise AskError(f"the model's verdict is malformed, {error.message}: {show(said)}") from None
    return found["correct"], found.get("reason", "")


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found
