"""How fast and how often a live run may knock: a rate, a budget, and a breaker."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pytest_memeval.clients.backend import BackendError

#: So many answers of trouble in a row, none good between them, and the other side is down.
TROUBLE_LIMIT = 25
#: The longest that all wait after a refusal that does not say how long, in turns.
LONGEST_PAUSE = 600


class Pace:
    """Shared by all threads of a run; `take` is called before each request.

    A refusal for too many requests is meant for all of them, not only for the one it answers: the
    next turn comes when the time that it asks for is over.

    :param rate: requests a minute, spread evenly.
    :param budget: requests that the whole run may make.
    """

    def __init__(
        self,
        rate: float,
        budget: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.taken = 0
        self._gap = 60 / rate
        self._budget = budget
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._next = 0.0
        self._trouble = 0
        self._stopped = ""

    def take(self) -> None:
        """Wait for this request's turn.

        :raises BackendError: the run makes no more requests: the reason is in the message.
        """
        with self._lock:
            if not self._stopped and self.taken >= self._budget:
                self._stopped = (
                    f"the budget of {self._budget:,} requests is used up (memeval_live_requests)"
                )
            if self._stopped:
                raise BackendError(self._stopped, "stopped")
            self.taken += 1
            now = self._clock()
            turn = max(now, self._next)
            self._next = turn + self._gap
        if turn > now:
            self._sleep(turn - now)

    def note(self, error: BackendError | None) -> None:
        """Take in how a call ended; too much trouble in a row, or a refused key, stops the run."""
        with self._lock:
            if error is None:
                self._trouble = 0
                return
            if error.kind in ("refused", "stopped"):
                return
            self._trouble += 1
            if self._stopped:
                return
            if error.kind == "throttled":
                self._next = max(self._next, self._clock() + self._pause(error))
            if error.status == 401:
                self._stopped = str(error)
            elif self._trouble >= TROUBLE_LIMIT:
                self._stopped = f"{self._trouble} answers in a row were no use, the last: {error}"

    def _pause(self, error: BackendError) -> float:
        """What a refusal asks for, or else a pause that doubles with each trouble in a row."""
        if error.wait is not None:
            return error.wait
        return self._gap * min(2.0**self._trouble, LONGEST_PAUSE)

    def more(self, requests: int) -> None:
        """Allow a few requests beyond a stop: what was written has to be cleaned up."""
        with self._lock:
            self._stopped, self._trouble = "", 0
            self._budget = max(self._budget, self.taken + requests)
