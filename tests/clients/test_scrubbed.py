"""The key is taken out of whatever the other side quotes, before anybody can print it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from pytest_memeval.clients.mem0_platform import _scrubbed
from pytest_memeval.clients.secret import HIDDEN
from pytest_memeval.clients.secret import Secret

KEY = "m0-very-secret-key"
TEXT = st.builds("{}{}{}".format, st.text(), st.sampled_from(["", KEY]), st.text())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_no_answer_holds_the_key(answer: object) -> None:
    """Wherever in an answer the key stands, it is gone afterwards."""
    assert KEY not in json.dumps(_scrubbed(answer, Secret(KEY)), ensure_ascii=False)


def test_all_else_stays_as_it_is() -> None:
    """Only the key is blotted out, in lists and mappings too."""
    event = {"status": "FAILED", "error": f"bad key {KEY}!", "results": [{"n": 1, "k": KEY}, None]}
    assert _scrubbed(event, Secret(KEY)) == {
        "status": "FAILED",
        "error": f"bad key {HIDDEN}!",
        "results": [{"n": 1, "k": HIDDEN}, None],
    }
