"""Chance that depends on what is drawn for, never on the order of drawing.

Requests arrive in another order in each run. A single stream of random numbers would deal them
other latencies and failures each time; here every draw has its own dice, named after its subject.
"""

from __future__ import annotations

import hashlib
import random
import uuid
from collections.abc import Collection

#: Whom a switch hits: all or none, a share of them, or the fixtures named.
Hits = bool | float | Collection[str]


def dice(seed: int, *subject: object) -> random.Random:
    digest = hashlib.blake2b(repr((seed, subject)).encode("utf-8", "surrogatepass"), digest_size=16)
    return random.Random(int.from_bytes(digest.digest(), "big"))


def identifier(seed: int, *subject: object) -> str:
    return str(uuid.UUID(int=dice(seed, "id", *subject).getrandbits(128), version=4))


def hit(whom: Hits, seed: int, switch: str, key: object, fixture: str | None) -> bool:
    """Whether a switch hits the subject called `key`, which may belong to a fixture."""
    if isinstance(whom, bool):
        return whom
    if isinstance(whom, int | float):
        return dice(seed, "hit", switch, key).random() < whom
    return fixture is not None and fixture in whom
