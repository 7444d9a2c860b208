"""What can be wrong with what a run was given: its files, and its subjects."""

from __future__ import annotations

from collections.abc import Sequence


class FixtureError(Exception):
    """A fixture file, or a case in it, that cannot be used.

    :param problems: one line each: where, what is wrong, what would be right.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class SubjectError(Exception):
    """A subject that cannot be loaded or called; the message is for its owner."""
