"""Counting tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.suites.ablation import tokens
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.errors import UnknownTokenizerError
from pytest_memeval.suites.ablation.tokens import CallableCounter
from pytest_memeval.suites.ablation.tokens import Tiktoken
from pytest_memeval.suites.ablation.tokens import TokenCounter
from pytest_memeval.suites.ablation.tokens import counter_named
from tests.suites.ablation.bundles import SOME
from tests.suites.ablation.bundles import bundles
from tests.suites.ablation.bundles import removals


@given(st.text())
def test_the_default_counts_bytes(text: str) -> None:
    """One token for each byte of UTF-8."""
    assert counter_named("utf8_bytes").count(text) == len(text.encode())


def test_a_counter_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registered once, it is known by its name."""
    monkeypatch.setattr(tokens, "_REGISTERED", dict(tokens._REGISTERED))
    own = CallableCounter("words", lambda text: len(text.split()))
    assert isinstance(own, TokenCounter)
    tokens.register(own)
    assert counter_named("words").count("a b c") == 3
    assert not own.adds_up(["a", "b"])


def test_an_unknown_counter_says_what_is_known() -> None:
    """The message names the known ones, or what tiktoken said."""
    with pytest.raises(UnknownTokenizerError, match=r"utf8_bytes|tiktoken cannot load"):
        counter_named("no-such-encoding")


def test_tiktoken_is_asked_for_its_encodings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its encodings are taken by name; one that cannot be fetched is unknown."""

    class Letters:
        name = "letters"

        def encode_ordinary(self, text: str) -> list[int]:
            return [ord(letter) for letter in text]

    class Fake:
        @staticmethod
        def get_encoding(name: str) -> Letters:
            if name != "letters":
                raise OSError("no network")
            return Letters()

    monkeypatch.setattr(tokens, "import_module", lambda name: Fake)
    found = counter_named("letters")
    assert (found.name, found.count("abc"), found.adds_up(["a"])) == ("letters", 3, False)
    with pytest.raises(UnknownTokenizerError, match="no network"):
        counter_named("others")
    tokens._tiktoken.cache_clear()


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "gpt2"])
@SOME
@given(data=st.data())
def test_tiktoken_adds_up_over_lines(name: str, data: st.DataObject) -> None:
    """A text's tokens are those of its lines, so that a removal need not count the rest again."""
    tiktoken = pytest.importorskip("tiktoken")
    try:
        counter = Tiktoken(tiktoken.get_encoding(name))
    except Exception as error:
        pytest.skip(f"{name} cannot be loaded here: {error}")
    some = data.draw(bundles())
    bundle = type(some)(some.records, format=some.format, counter=counter)
    assert counter.adds_up(some.text.split("\n"))
    after = ablate_context(bundle, data.draw(removals(bundle))).counterfactual
    assert after.tokens.used == counter.count(after.text)


#: How the encodings that may not be at hand here cut a text, as tiktoken publishes them.
CUTS = {
    "gpt2": (r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"),
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k_base": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
}


@pytest.mark.parametrize("name", CUTS)
@SOME
@given(bundle=bundles())
def test_the_cuts_are_at_the_line_breaks(name: str, bundle: ContextBundle) -> None:
    """A text is cut into the pieces of its lines, so that its tokens are its lines' tokens."""
    regex = pytest.importorskip("regex")
    lines = bundle.text.split("\n")
    pieces = [
        piece for line in lines[:-1] for piece in regex.findall(CUTS[name], f"{line}\n")
    ] + regex.findall(CUTS[name], lines[-1])
    assert regex.findall(CUTS[name], bundle.text) == pieces


@pytest.mark.parametrize("line", ["", " - x", "/x", "- x ", "\u0301x"])
def test_where_a_cut_is_not_sure_the_whole_is_counted(line: str) -> None:
    """A line that begins or ends so that a piece could run over the line break is not trusted."""

    class Encoding:
        name = "cl100k_base"

        def encode_ordinary(self, text: str) -> list[int]:
            return []

    assert Tiktoken(Encoding()).adds_up(["header", "- x"])
    assert not Tiktoken(Encoding()).adds_up(["header", line, "- x"])
