"""Bundles from what other programs return."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field
from datetime import datetime
from datetime import timezone
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_memeval.suites.ablation.adapters import citation_from_prme
from pytest_memeval.suites.ablation.adapters import from_documents
from pytest_memeval.suites.ablation.adapters import from_items
from pytest_memeval.suites.ablation.adapters import from_mem0
from pytest_memeval.suites.ablation.adapters import from_prme
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import ablate_context
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.errors import AblationError


def test_texts_and_dicts() -> None:
    """Texts get ids by their place; dicts say what they want to."""
    when = datetime(2026, 3, 1, tzinfo=timezone.utc)
    bundle = from_items(
        [
            "one",
            {"text": "two", "section": "facts", "time": when, "type": "note"},
            Record("x", "three"),
        ],
        question="Which?",
    )
    assert [(record.id, record.text) for record in bundle.records] == [
        *(("r1", "one"), ("x", "three"), ("r2", "two"))
    ]
    assert bundle.records[2].time == "2026-03-01T00:00:00+00:00"
    assert bundle.question == "Which?"
    assert ablate_context(bundle, ["r1"]).counterfactual.ids == ("x", "r2")


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ("text", "a list of texts or dicts"),
        ({"text": "x"}, "a list of texts or dicts"),
        ([1], "item 1 must be text or a dict"),
        (["x", {"id": "a"}], "item 2 has no `text`"),
        ([{"text": "x", "txet": "y"}], "did you mean 'text'"),
        ([{"text": 1}], "must be text"),
    ],
)
def test_what_is_no_list_of_records(items: Any, told: str) -> None:
    """Each is refused with its place."""
    with pytest.raises(AblationError) as caught:
        from_items(items)
    assert caught.value.code == "invalid"
    assert told in str(caught.value)


MEMORY = {
    "id": "0aa1b2c3-0000-4000-8000-0123456789ab",
    "memory": "Prefers tea.",
    "hash": "4f",
    "metadata": None,
    "score": 0.71,
    "created_at": "2026-01-02T10:00:00+00:00",
    "updated_at": None,
    "user_id": "alice",
}


@pytest.mark.parametrize("wrap", [lambda found: found, lambda found: {"results": found}])
def test_mem0_results(wrap: Any) -> None:
    """The response or its list; time, speaker and category where there are any."""
    other = {
        **MEMORY,
        "id": "0aa1b2c3-0000-4000-8000-0123456789ac",
        "updated_at": "2026-02-02T10:00:00+00:00",
        "categories": ["food", "home"],
        "actor_id": "ilse",
    }
    bundle = from_mem0(wrap([MEMORY, other]))
    first, second = bundle.records
    assert (first.text, first.time, first.source) == (
        *("Prefers tea.", "2026-01-02T10:00:00+00:00"),
        "mem0",
    )
    assert (second.time, second.type, second.speaker) == (
        *("2026-02-02T10:00:00+00:00", "food"),
        "ilse",
    )
    assert ablate_context(bundle, [MEMORY["id"].upper()]).counterfactual.included_count == 1


@pytest.mark.parametrize(
    ("results", "told"),
    [
        (None, "a list"),
        ("x", "a list"),
        ({"relations": []}, "a list"),
        ([7], "must be a dict"),
        ([{"id": "x"}], "no `memory`"),
        ([{"memory": "x"}], "no `id`"),
    ],
)
def test_what_mem0_never_returns(results: Any, told: str) -> None:
    """Each is refused with its place."""
    with pytest.raises(AblationError) as caught:
        from_mem0(results)
    assert told in str(caught.value)


@pytest.mark.skipif(find_spec("mem0") is None, reason="needs mem0")
@pytest.mark.filterwarnings("ignore")
def test_mem0s_own_items() -> None:
    """What the installed mem0 calls an item of a result is one here."""
    from mem0.configs.base import MemoryItem

    item = MemoryItem(id=MEMORY["id"], memory="Prefers tea.", created_at=MEMORY["created_at"])
    bundle = from_mem0({"results": [item.model_dump()]})
    assert bundle.records[0] == Record(
        MEMORY["id"],
        "Prefers tea.",
        time=MEMORY["created_at"],
        reference="m1",
        source="mem0",
    )


@dataclass
class LangChainDocument:
    """As `langchain_core.documents.Document`."""

    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)
    id: str | None = None


@dataclass
class TextNode:
    """As `llama_index.core.schema.TextNode`."""

    id_: str
    text: str
    metadata: dict[str, Any] = field(default_factory=dict)

    def get_content(self) -> str:
        return self.text


def test_documents() -> None:
    """LangChain's documents, pairs with scores, LlamaIndex's nodes and nodes with scores."""
    bundle = from_documents(
        [
            LangChainDocument("one", {"source": "a.md", "date": "2026-01-01"}, id="lc"),
            (LangChainDocument("two", {"id": "meta"}), 0.4),
            LangChainDocument("three"),
            TextNode("n4", "four", {"file_name": "b.md"}),
            SimpleNamespace(node=TextNode("n5", "five"), score=0.9),
            SimpleNamespace(text="six", metadata=None),
        ]
    )
    assert [(record.id, record.text) for record in bundle.records] == [
        *(("lc", "one"), ("meta", "two"), ("d3", "three")),
        *(("n4", "four"), ("n5", "five"), ("d6", "six")),
    ]
    assert (bundle.records[0].source, bundle.records[0].time) == ("a.md", "2026-01-01")
    assert bundle.records[3].source == "b.md"
    with pytest.raises(AblationError, match="document 1 has no text"):
        from_documents([7])


# PRME, told by its shape --------------------------------------------------------------------------


def prme_bundle(**more: Any) -> Any:
    """A bundle as PRME's compact format has it."""
    nodes = [
        SimpleNamespace(
            id=f"0aa1b2c3-0000-4000-8000-0123456789a{digit}",
            node_type=SimpleNamespace(value="fact"),
            source_type=SimpleNamespace(value="user_stated"),
            event_time=None,
            metadata={"prme_speaker_v1": "Ilse"},
        )
        for digit in "bc"
    ]
    candidates = [
        SimpleNamespace(node=node, rendered_text=text, representation=SimpleNamespace(value="full"))
        for node, text in zip(nodes, ("one", "two\nlines"), strict=True)
    ]
    text = 'HEADER\n[stable_facts]\n["m1","fact","one"]\n["m2","fact","two\\nlines"]'
    fields = {
        "sections": {"stable_facts": candidates},
        "excluded_ids": [],
        "tokens_used": len(text),
        "token_budget": 1000,
        "budget_remaining": 1000 - len(text),
        "rendered_context": text,
        "tokenizer": "utf8_bytes",
        "coverage_notice": None,
        "context_guidance": None,
        "context_format": "compact",
        "context_references": {"m1": nodes[0].id, "m2": nodes[1].id},
    }
    return SimpleNamespace(**{**fields, **more})


def test_prmes_text_is_kept() -> None:
    """Text, cost and references are PRME's; a removal takes its line out of PRME's text."""
    given = prme_bundle()
    response = SimpleNamespace(bundle=given, metadata=SimpleNamespace(request_id="q1"))
    bundle = from_prme(response, question="Which?")
    assert (bundle.text, bundle.request_id) == (given.rendered_context, "q1")
    assert bundle.tokens.remaining == given.budget_remaining
    assert (bundle.records[0].speaker, bundle.records[0].type) == ("Ilse", "fact")
    target = bundle.resolve("m2")
    assert target is not None
    ablation = ablate_context(bundle, [target])
    assert ablation.counterfactual.text == 'HEADER\n[stable_facts]\n["m1","fact","one"]'
    assert ablate_context(ablation.counterfactual, [bundle.ids[0]]).counterfactual.text == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "another",
        'HEADER\n[stable_facts]\n["m1","fact","one"]',
        'HEADER\n[stable_facts]\n["m1","fact","one"]\n["m2","fact","changed"]',
        'HEADER\n[stable_facts]\n["m2","fact","one"]\n["m1","fact","two\\nlines"]',
        'HEADER\n[other]\n["m1","fact","one"]\n["m2","fact","two\\nlines"]',
        'HEADER\n[stable_facts]\nnot json\n["m2","fact","two\\nlines"]',
    ],
)
def test_a_text_of_prmes_that_does_not_follow_is_refused(text: str) -> None:
    """Stored text that is not what the entries say is found by its lines."""
    bundle = from_prme(prme_bundle(rendered_context=text))
    assert bundle.text == text
    with pytest.raises(AblationError) as caught:
        ablate_context(bundle, [bundle.ids[0]])
    assert caught.value.code == "text_mismatch"


def test_another_counter_counts_anew() -> None:
    """Where PRME's tokenizer cannot be loaded, another may count."""
    bundle = from_prme(prme_bundle(tokenizer="cl100k_base", tokens_used=9), counter="utf8_bytes")
    assert bundle.tokens.used == len(bundle.text)


def test_what_is_no_bundle_of_prmes() -> None:
    """Anything without sections is refused."""
    with pytest.raises(AblationError, match="a PRME bundle or response is wanted"):
        from_prme({"sections": {}})


def test_a_citation_of_prmes() -> None:
    """Its fields are ours; the question, which PRME does not keep, comes with it."""
    kept = SimpleNamespace(
        request_id="q1",
        answer_id="m1",
        cited_node_ids=("a",),
        answer_sha256=None,
        method="human_verified",
        citation_id="c1",
        context_sha256="ab" * 32,
        user_id="alice",
        recorded_at=datetime(2026, 3, 1, tzinfo=timezone.utc),
        receipt_checksum="cd" * 32,
    )
    citation = citation_from_prme(kept, question="Which?")
    assert (citation.cited_ids, citation.method) == (("a",), "human_verified")
    assert citation.recorded_at == "2026-03-01T00:00:00+00:00"
    assert citation.question_sha256 == sha256_of("Which?")
    assert citation_from_prme(kept).question_sha256 is None


def test_a_prme_bundle_written_for_readers() -> None:
    """A line ends with the entry's text and begins with its reference."""
    given = prme_bundle(
        context_format="reader",
        rendered_context='H\n[stable_facts]\n- [m1] "Ilse": "one"\n- [m2] "two\\nlines"',
    )
    bundle = from_prme(given)
    assert bundle.render() == given.rendered_context
    assert ablate_context(bundle, bundle.ids[:1]).counterfactual.render() == (
        'H\n[stable_facts]\n- [m2] "two\\nlines"'
    )
