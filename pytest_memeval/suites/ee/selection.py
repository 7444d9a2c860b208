"""Which episodes of a file are measured: by name, and by a sample drawn from those."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from pytest_memeval.suites.base import Options
from pytest_memeval.suites.ee.meme import Episode
from pytest_memeval.text import known_names
from pytest_memeval.text import show

EPISODES, SAMPLE = "memeval_episodes", "memeval_sample"
_RANGE = re.compile(r"(?P<from>(?P<head>.*?)(?P<low>\d+))-(?P<to>(?P<other>.*?)(?P<high>\d+))")
_SAMPLE = re.compile(r"(?P<number>\d{1,6})(?:@(?P<seed>\d{1,9}))?")


class SelectionError(ValueError):
    """A selection that cannot be read; the message is for whoever wrote it."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Patterns of episode ids (none: all), and how many to draw of what they leave (0: all)."""

    patterns: tuple[str, ...] = ()
    sample: int = 0
    seed: int = 0

    @property
    def text(self) -> str:
        """How a report names it; "" for all episodes."""
        parts = [f"episodes {','.join(self.patterns)}"] if self.patterns else []
        if self.sample:
            parts.append(f"a sample of {self.sample} by domain and hops, seed {self.seed}")
        return "; ".join(parts)

    def of(self, episodes: Iterable[Episode]) -> list[Episode]:
        """The episodes chosen, in their order."""
        named = [one for one in episodes if not self.patterns or self._names(one.id)]
        if not self.sample or self.sample >= len(named):
            return named
        drawn = set(self._drawn(named))
        return [one for one in named if one.id in drawn]

    def unmatched(self, ids: Collection[str]) -> list[str]:
        """A line for each pattern that names none of these episodes: most likely a mistake."""
        return [
            f"{EPISODES}: {show(pattern)} names no episode ({known_names(ids, pattern)})"
            for pattern in self.patterns
            if not any(_matches(pattern, identity) for identity in ids)
        ]

    def _names(self, identity: str) -> bool:
        return any(_matches(pattern, identity) for pattern in self.patterns)

    def _drawn(self, episodes: Sequence[Episode]) -> list[str]:
        """Of each stratum its share, the largest remainders rounded up."""
        strata: dict[tuple[str, int], list[str]] = defaultdict(list)
        for episode in episodes:
            strata[episode.domain, episode.hops].append(episode.id)
        exact = {key: self.sample * len(ids) / len(episodes) for key, ids in strata.items()}
        shares = {key: int(share) for key, share in exact.items()}
        short = self.sample - sum(shares.values())
        for key in sorted(exact, key=lambda key: (shares[key] - exact[key], key))[:short]:
            shares[key] += 1
        dice = random.Random(self.seed)
        return [one for key in sorted(strata) for one in dice.sample(strata[key], shares[key])]


def selection_from(options: Options) -> Selection:
    """Read the two options.

    :raises SelectionError: one of them says nothing that can be followed.
    """
    words = [word.strip() for line in options.get(EPISODES, ()) for word in line.split(",")]
    patterns = tuple(filter(None, words))
    if options.get(EPISODES) and not patterns:
        raise SelectionError(f"{EPISODES} names no episode")
    for pattern in patterns:
        _check(pattern)
    given = [line.strip() for line in options.get(SAMPLE, ()) if line.strip()]
    if not given:
        return Selection(patterns)
    match = _SAMPLE.fullmatch(given[-1])
    if match is None or not int(match["number"]):
        raise SelectionError(
            f"{SAMPLE} must be a number of episodes, as in 10, or 10@3 for another seed; "
            f"got {given[-1]!r}"
        )
    return Selection(patterns, int(match["number"]), int(match["seed"] or 0))


def _check(pattern: str) -> None:
    match = _RANGE.fullmatch(pattern)
    if match and match["head"] == match["other"] and int(match["low"]) > int(match["high"]):
        raise SelectionError(f"{EPISODES}: the range {pattern!r} ends before it begins")


def _matches(pattern: str, identity: str) -> bool:
    if identity == pattern or fnmatchcase(identity, pattern):
        return True
    match = _RANGE.fullmatch(pattern)
    if match is None or match["head"] != match["other"]:
        return False
    number = identity[len(match["head"]) :]
    return (
        identity.startswith(match["head"])
        and number.isdigit()
        and int(match["low"]) <= int(number) <= int(match["high"])
    )
