"""What is left of a text when its numbers, ids and times are folded, and what that costs."""

from __future__ import annotations

import time

import pytest

from pytest_memeval.suites.corpus import words


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("Epoch 3/20, loss 0.412 [####....]", "epoch #, loss # [ ]"),
        ("Ran at 2026-11-30T12:00:00Z, 42 % done", "ran at #, # done"),
        ("Step12/40 of v1.2.3 took 30s", "step# of v# took #"),
        ("Commit abcdef12 by worker-7f3a9c", "commit # by worker-#"),
        ("Prefers python3 to python2", "prefers python# to python#"),
        ("Stores blobs in s3, rows in sqlite3", "stores blobs in s#, rows in sqlite#"),
        ("gpt-4o answers", "gpt-# answers"),
    ],
)
def test_numbers_ids_and_times_are_folded(text: str, shape: str) -> None:
    """A word that ends in a number keeps its letters; an id keeps nothing."""
    assert words.shape(words.folded(text)) == shape


@pytest.mark.parametrize("text", ["Prefers tabs over spaces", "17 : 4", "a 12 of 13"])
def test_texts_without_a_number_or_with_little_else_have_no_shape(text: str) -> None:
    """Nothing runs in them, or nothing is left to know them by."""
    assert words.shape(words.folded(text)) is None


@pytest.mark.parametrize("unit", ["a", "a:", "- ", "== ", "abcdef", "9", "+-", "a_"])
def test_a_shape_takes_as_long_as_its_text(unit: str) -> None:
    """A hundred kilobytes of one sign do not hold an audit up."""
    text = (unit * words.MOST_COMPARED)[: words.MOST_COMPARED - 9] + " 1 ab cd"
    begun = time.process_time()
    words.shape(text)
    assert time.process_time() - begun < 1.5
