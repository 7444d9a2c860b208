"""What goes wrong between the client and the platform."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import formatdate
from typing import Literal

from tests.platform.draws import dice

Kind = Literal[
    "refuse",
    "hang",
    "hang_up",
    "slow_headers",
    "truncated",
    "html_200",
    "no_content",
    "redirect",
    "status",
    "throttle_429",
    "throttle_403",
    "rate",
]


@dataclass(frozen=True)
class Fault:
    """One way to fail, and which requests it hits.

    - `refuse`: the connection is closed as soon as it was accepted; with a route, as soon as the
      request was read.
    - `hang`: no answer, ever. `hang_up`: the connection is cut instead of an answer.
    - `slow_headers`: the head of the answer trickles in over `delay` virtual seconds.
    - `truncated`: the connection is cut in the middle of the body.
    - `html_200`, `no_content`, `redirect`: a page, nothing (204) or a 301 instead of an answer.
    - `status`: any status, with a JSON body, or a page when `html` is set.
    - `throttle_429`, `throttle_403`: too many requests, with and without saying so.
    - `rate`: 429 for all above `per_minute` requests in a virtual minute.
    """

    kind: Kind
    #: `"METHOD /path"`, `"METHOD"` or `"/path"`, a prefix unless it ends in `$`; None is all.
    route: str | None = None
    #: Which share of the requests that match; drawn anew for each attempt of a request.
    fraction: float = 1.0
    #: Only the first so many that it would hit, of all requests.
    times: int | None = None
    #: Only the first so many attempts of each request.
    attempts: int | None = None
    #: Whether the platform did what was asked before the answer was lost.
    queued: bool = False
    #: Seconds; a string is sent as it is, `"date:3"` as the date in three seconds; None sends none.
    retry_after: float | str | None = None
    status: int = 500
    body: str | None = None
    html: bool = False
    delay: float = 30.0
    per_minute: int = 60

    def matches(self, method: str, path: str) -> bool:
        if self.route is None:
            return True
        verb, _, place = self.route.rpartition(" ")
        if not verb and not place.startswith("/"):
            return method == place
        if verb and verb != method:
            return False
        return path == place[:-1] if place.endswith("$") else path.startswith(place)

    def headers(self) -> dict[str, str]:
        """The header that says when to come back."""
        if self.retry_after is None:
            return {}
        text = str(self.retry_after)
        if text.startswith("date:"):
            text = formatdate(time.time() + float(text[5:]), usegmt=True)
        return {"Retry-After": text}


@dataclass(frozen=True)
class Struck:
    """A fault that hit, and the headers of the answer it makes."""

    fault: Fault
    headers: dict[str, str]


class Faults:
    """Decides which request or connection meets which fault; not safe for several threads."""

    def __init__(self, faults: Sequence[Fault], seed: int) -> None:
        self._faults = tuple(faults)
        self._seed = seed
        self._struck: Counter[int] = Counter()
        self._seen: Counter[tuple[str, str]] = Counter()
        self._connections = 0
        self._minutes: dict[int, deque[float]] = {}

    def refuses(self) -> bool:
        """Whether the next connection is closed at once."""
        self._connections += 1
        return any(
            self._hits(number, "connection", self._connections)
            for number, fault in enumerate(self._faults)
            if _per_connection(fault)
        )

    def strike(self, method: str, path: str, identity: str, now: float) -> Struck | None:
        """The fault that a request meets, if any.

        :param identity: what the request is about, the same for each attempt.
        """
        self._seen[method, identity] += 1
        attempt = self._seen[method, identity]
        for number, fault in enumerate(self._faults):
            if _per_connection(fault) or not fault.matches(method, path):
                continue
            if fault.kind == "rate":
                wait = self._over_rate(number, fault, now)
                if wait is not None:
                    return Struck(fault, {"Retry-After": str(math.ceil(wait))})
            elif self._hits(number, f"{method} {identity}", attempt):
                return Struck(fault, fault.headers())
        return None

    def _hits(self, number: int, identity: str, attempt: int) -> bool:
        fault = self._faults[number]
        if fault.times is not None and self._struck[number] >= fault.times:
            return False
        if fault.attempts is not None and attempt > fault.attempts:
            return False
        if dice(self._seed, "fault", number, identity, attempt).random() >= fault.fraction:
            return False
        self._struck[number] += 1
        return True

    def _over_rate(self, number: int, fault: Fault, now: float) -> float | None:
        """Seconds to wait for a place in the bucket; None when there was one."""
        taken = self._minutes.setdefault(number, deque())
        while taken and taken[0] <= now - 60:
            taken.popleft()
        if len(taken) >= fault.per_minute:
            return max(taken[0] + 60 - now, 0.001)
        taken.append(now)
        return None


def _per_connection(fault: Fault) -> bool:
    return fault.kind == "refuse" and fault.route is None
