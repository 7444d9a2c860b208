"""Is this answer right? A judge says pass, fail, or that it cannot tell.

Three judges: rules that need no model, a model behind a chat endpoint, and a callable of the
user's. What a model said can be recorded and replayed.
"""

from pytest_memeval.judges.base import REMOVED
from pytest_memeval.judges.base import Judge
from pytest_memeval.judges.base import JudgeError
from pytest_memeval.judges.base import JudgeSettings
from pytest_memeval.judges.base import Question
from pytest_memeval.judges.base import Verdict
from pytest_memeval.judges.cassette import Cassette
from pytest_memeval.judges.cassette import Key
from pytest_memeval.judges.making import make_judge

__all__ = [
    "REMOVED",
    "Cassette",
    "Judge",
    "JudgeError",
    "JudgeSettings",
    "Key",
    "Question",
    "Verdict",
    "make_judge",
]
