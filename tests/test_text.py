"""What strangers write, made fit for terminals, XML files and pipes."""

from __future__ import annotations

import unicodedata
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.text import clean
from pytest_memeval.text import error_line
from pytest_memeval.text import one_line
from pytest_memeval.text import plural
from pytest_memeval.text import show

# All of Unicode, lone surrogates too, and more of what makes trouble than chance would give.
HOSTILE = st.text(
    st.characters()
    | st.sampled_from("\x00\x07\x1b\x7f\x85\r\n\t\u2028\u2029\u202e\u2066\u200f\ud800\ufffe")
)
REORDERING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(HOSTILE)
def test_clean_text_fits_everywhere(text: str) -> None:
    """Cleaned text is UTF-8, well-formed in XML, and holds no control and no reordering mark."""
    cleaned = clean(text)
    cleaned.encode("utf-8")
    ElementTree.fromstring(f"<a>{escape(cleaned)}</a>")
    assert not any(
        unicodedata.category(letter) in ("Cc", "Cs") for letter in cleaned if letter not in "\t\n"
    )
    assert not any(unicodedata.bidirectional(letter) in REORDERING for letter in cleaned)


@given(HOSTILE)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """Clean text is left as it is."""
    once = clean(text)
    assert clean(once) == once


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_harmless_text_is_left_alone(text: str) -> None:
    """Letters of any script, digits, signs and emoji come out as they went in."""
    assert clean(text) == text


@given(HOSTILE)
def test_the_spelling_can_be_read_back(text: str) -> None:
    """What is spelled out is in Python's own notation: evaluating it gives the text again."""
    if "\\" in text:
        return
    spelled = clean(text).replace("\n", "\\n").replace("\t", "\\t").replace('"', '\\"')
    assert eval(f'"{spelled}"') == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\x00b", "a\\x00b"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("abc\u202edef", "abc\\u202edef"),
        ("half \ud83d", "half \\ud83d"),
        ("kept\tand\nkept", "kept\tand\nkept"),
        ("\u05d0\u05d1 is kept", "\u05d0\u05d1 is kept"),
    ],
)
def test_unfit_characters_are_spelled_out(text: str, cleaned: str) -> None:
    """A reader sees which character it was."""
    assert clean(text) == cleaned


def test_long_text_is_cut_and_says_so() -> None:
    """The cut text begins as the text does, and tells how much is missing."""
    assert clean("x" * 12_000, limit=10) == "xxxxxxxxxx… (11,990 more characters)"
    assert clean("x" * 10, limit=10) == "x" * 10


@given(HOSTILE, st.integers(1, 400))
def test_one_line_is_one_line(text: str, limit: int) -> None:
    """Folded text has no line break of any kind, and no two blanks in a row."""
    folded = one_line(text, limit)
    assert len(folded.splitlines()) <= 1
    assert "  " not in folded.replace("… (", "…(")


@given(HOSTILE | st.integers() | st.lists(HOSTILE) | st.binary())
def test_a_value_is_shown_on_one_line(value: object) -> None:
    """Whatever a value holds, it is shown on one line, at about the length asked for."""
    shown = show(value, 40)
    assert len(shown.splitlines()) == 1
    assert len(shown) < 40 * 6 + 40


def test_a_text_is_shown_with_its_blanks() -> None:
    """Two blanks are shown as two: where blanks are what is wrong, they must be seen."""
    assert show("a  b") == "'a  b'"


class Mute:
    """A value that cannot say itself."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


class TwistedError(Exception):
    """An error that cannot say itself."""

    def __str__(self) -> str:
        raise RuntimeError("no")


def test_what_cannot_say_itself_is_named_by_its_type() -> None:
    """A `repr` or `str` that raises is no reason to fall over."""
    assert show(Mute()) == "<Mute whose repr raised RuntimeError>"
    assert error_line(TwistedError()) == "TwistedError"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("boom"), "ValueError: boom"),
        (ValueError(), "ValueError"),
        (ValueError("  \n "), "ValueError"),
        (OSError("two\nlines"), "OSError: two lines"),
        (KeyError("k\x1b"), "KeyError: 'k\\x1b'"),
    ],
)
def test_an_error_is_one_line(error: Exception, line: str) -> None:
    """An error is its type and what it says, on one line."""
    assert error_line(error) == line


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 cases"), (1, "1 case"), (2, "2 cases"), (12_345, "12,345 cases")]
)
def test_counts_agree_with_their_noun(count: int, words: str) -> None:
    """One is one case, every other number so many cases."""
    assert plural(count, "case") == words
