"""Time that passes faster than on the wall, and what is due in it."""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable
from datetime import date
from datetime import datetime
from datetime import timedelta
from datetime import timezone

#: Rows and events spell their times differently, as the platform does.
ROW_ZONE = timezone(timedelta(hours=-7))


class Clock:
    """Virtual seconds since the start, `speed` of them for each second on the wall.

    At speed 0 time stands still but for what is slept or skipped, which takes no time at all.
    """

    def __init__(self, speed: float = 1.0) -> None:
        if speed < 0:
            raise ValueError(f"speed must not be below 0, given: {speed}")
        self.speed = speed
        self._begun = time.monotonic()
        self._epoch = time.time()
        self._skipped = 0.0

    def now(self) -> float:
        return (time.monotonic() - self._begun) * self.speed + self._skipped

    def skip(self, seconds: float) -> None:
        """Let that many virtual seconds pass at once."""
        if seconds < 0:
            raise ValueError(f"time does not run backwards: {seconds}")
        self._skipped += seconds

    def wall(self, seconds: float) -> float:
        """How long virtual seconds take on the wall."""
        return seconds / self.speed if self.speed else 0.0

    def sleep(self, seconds: float) -> None:
        """Block the calling thread for virtual seconds."""
        if self.speed:
            time.sleep(self.wall(seconds))
        else:
            self.skip(seconds)

    def epoch(self, at: float) -> float:
        """The Unix time of a virtual moment."""
        return self._epoch + at

    def virtual(self, epoch: float) -> float:
        """The virtual moment of a Unix time."""
        return epoch - self._epoch

    def date(self, at: float) -> date:
        return datetime.fromtimestamp(self.epoch(at), timezone.utc).date()

    def iso(self, at: float) -> str:
        """A time as events spell it."""
        moment = datetime.fromtimestamp(self.epoch(at), timezone.utc)
        return moment.isoformat().replace("+00:00", "Z")

    def iso_row(self, at: float) -> str:
        """A time as memories spell it."""
        return datetime.fromtimestamp(self.epoch(at), ROW_ZONE).isoformat()


class Agenda:
    """What will happen, in the order of its time; nothing happens until somebody looks."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[float], None]]] = []
        self._numbers = itertools.count()

    def at(self, when: float, action: Callable[[float], None]) -> None:
        heapq.heappush(self._due, (when, next(self._numbers), action))

    def advance(self, now: float) -> None:
        """Do all that is due, each with the moment it was due at."""
        while self._due and self._due[0][0] <= now:
            when, _, action = heapq.heappop(self._due)
            action(when)
