"""Bundles from what other programs return, told by its shape: none of them is imported.

==========================  =======================================================================
`from_items`                a list of texts, or of dicts with the keys of a `Record`
`from_mem0`                 what mem0's `search` or `get_all` returns, open-source or platform
`from_documents`            LangChain and LlamaIndex documents, nodes, nodes with scores
`from_prme`                 a PRME `MemoryBundle`, or the response that holds one
`citation_from_prme`        a PRME `AnswerCitationRecord`
==========================  =======================================================================

The first three write the context themselves, in any `Format`. `from_prme` keeps PRME's own text,
line for line, so that hashes are PRME's too, and finds each record's line in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from pytest_memeval.suites.ablation.citation import AnswerCitation
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.context import sha256_of
from pytest_memeval.suites.ablation.errors import InvalidError
from pytest_memeval.suites.ablation.rendering import Format
from pytest_memeval.suites.ablation.rendering import Shown
from pytest_memeval.text import known_names
from pytest_memeval.text import show

_KEYS = tuple(field.name for field in fields(Record) if field.name != "line")


def from_items(items: Iterable[str | Mapping[str, Any] | Record], **more: Any) -> ContextBundle:
    """A bundle of a plain list.

    :param items: texts, which get the ids `r1`, `r2` and so on by their place; or dicts with the
        keys of a `Record`, where `id` may be left out too.
    :param more: as for `ContextBundle`.
    :raises InvalidError: an item is neither, or a dict has an unknown key.
    """
    if isinstance(items, (str, Mapping)):
        raise InvalidError(f"a list of texts or dicts is wanted; got {show(items, 60)}")
    return ContextBundle([_item(item, n) for n, item in enumerate(items, 1)], **more)


def _item(item: object, number: int) -> Record:
    if isinstance(item, Record):
        return item
    if isinstance(item, str):
        return Record(f"r{number}", item)
    if not isinstance(item, Mapping):
        raise InvalidError(f"item {number} must be text or a dict; got {show(item, 60)}")
    for key in item:
        if key not in _KEYS:
            known = known_names(_KEYS, str(key))
            raise InvalidError(f"item {number} has an unknown key {show(key)}; {known}")
    if "text" not in item:
        raise InvalidError(f"item {number} has no `text`")
    told = {**item, "time": _time(item.get("time"))}
    return Record(**{"id": f"r{number}", **told})


def from_mem0(results: object, *, section: str = "memories", **more: Any) -> ContextBundle:
    """A bundle of mem0's search results, in their order.

    :param results: the response (``{"results": [...]}``) or its list.
    :param more: as for `ContextBundle`.
    :raises InvalidError: it is neither, or a result has no id or no memory.
    """
    found = results.get("results") if isinstance(results, Mapping) else results
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise InvalidError(f"mem0's results are a list; got {show(results, 60)}")
    return ContextBundle([_memory(item, n, section) for n, item in enumerate(found, 1)], **more)


def _memory(item: object, number: int, section: str) -> Record:
    if not isinstance(item, Mapping):
        raise InvalidError(f"result {number} must be a dict; got {show(item, 60)}")
    text = item.get("memory", item.get("data"))
    if not isinstance(text, str):
        raise InvalidError(f"result {number} has no `memory`: {show(item, 60)}")
    if not item.get("id"):
        raise InvalidError(f"result {number} has no `id`: {show(item, 60)}")
    categories = item.get("categories")
    named = categories[0] if isinstance(categories, list) and categories else None
    return Record(
        id=str(item["id"]),
        text=text,
        section=section,
        speaker=_text(item.get("actor_id")),
        time=_time(item.get("updated_at") or item.get("created_at")),
        source="mem0",
        type=_text(item.get("memory_type") or named),
    )


def from_documents(
    documents: Iterable[Any], *, section: str = "documents", **more: Any
) -> ContextBundle:
    """A bundle of LangChain or LlamaIndex documents, in their order.

    :param documents: with `page_content`, or `get_content()` or `text`; nodes with scores and
        ``(document, score)`` pairs too. One without an id gets `d1`, `d2` and so on by its place.
    :param more: as for `ContextBundle`.
    :raises InvalidError: something among them has no text.
    """
    return ContextBundle([_document(one, n, section) for n, one in enumerate(documents, 1)], **more)


def _document(given: Any, number: int, section: str) -> Record:
    document: Any = given[0] if isinstance(given, tuple) and given else given
    document = getattr(document, "node", document)
    text = getattr(document, "page_content", None)
    content = getattr(document, "get_content", None)
    if text is None and callable(content):
        text = content()
    if text is None:
        text = getattr(document, "text", None)
    if not isinstance(text, str):
        raise InvalidError(f"document {number} has no text: {show(given, 60)}")
    metadata = getattr(document, "metadata", None)
    metadata = metadata if isinstance(metadata, Mapping) else {}
    named = (getattr(document, name, None) for name in ("id", "id_", "node_id"))
    identity = next((one for one in (*named, metadata.get("id")) if one), f"d{number}")
    return Record(
        id=str(identity),
        text=text,
        section=section,
        time=_time(metadata.get("timestamp") or metadata.get("date")),
        source=_text(metadata.get("source") or metadata.get("file_name")),
        type=_text(metadata.get("type")),
    )


def from_prme(
    source: Any,
    *,
    question: str | None = None,
    request_id: object = None,
    counter: Any = None,
) -> ContextBundle:
    """PRME's bundle with PRME's own text.

    What does not follow from the entries is not refused here but when it is ablated, as
    `text_mismatch`. A heading without entries, which PRME's packer never makes, does not follow.

    :param source: a `MemoryBundle`, or a response with `bundle` and `metadata.request_id`.
    :param counter: another token counter than the bundle's; its cost is counted anew then.
    :raises InvalidError: it is neither.
    """
    bundle = getattr(source, "bundle", source)
    if request_id is None:
        request_id = getattr(getattr(source, "metadata", None), "request_id", None)
    if not isinstance(getattr(bundle, "sections", None), Mapping):
        raise InvalidError(f"a PRME bundle or response is wanted; got {show(source, 60)}")
    references = {str(owner): name for name, owner in bundle.context_references.items()}
    entries = [(name, candidate) for name, group in bundle.sections.items() for candidate in group]
    text = bundle.rendered_context
    found = _prme_lines(bundle, text)
    lines: Sequence[str | None] = found[1] if found else [None] * len(entries)
    records = [
        _prme_record(bundle.context_format, section, candidate, references, line)
        for (section, candidate), line in zip(entries, lines, strict=True)
    ]
    needs = bundle.context_format == "compact" or (
        bundle.context_format == "reader" and bool(references)
    )
    return ContextBundle(
        records,
        format=Format(
            f"prme-{bundle.context_format}",
            header=found[0] if found else "(not PRME's text)",
            line=_own_line,
            references=needs,
            heading=_prme_heading,
            empty=bundle.coverage_notice or "",
        ),
        sections=tuple(bundle.sections),
        question=question,
        request_id=None if request_id is None else str(request_id),
        counter=bundle.tokenizer if counter is None else counter,
        tokens_used=bundle.tokens_used if counter is None else None,
        token_budget=bundle.token_budget,
        tokens_remaining=bundle.budget_remaining,
        excluded_ids=[str(identity) for identity in bundle.excluded_ids],
        text=text,
    )


def _own_line(record: Shown) -> str | None:
    return record.line


def _prme_heading(name: str) -> str:
    return f"[{name}]"


def _prme_lines(bundle: Any, text: str) -> tuple[str, list[str]] | None:
    """What stands before the first heading, and a line for each entry; None if it does not fit."""
    lines = text.split("\n")
    sizes = [_prme_heading(name).count("\n") + 1 + len(g) for name, g in bundle.sections.items()]
    start = len(lines) - sum(sizes)
    if start < 1 or not sizes:
        return None
    header = "\n".join(lines[:start])
    found: list[str] = []
    for (name, group), size in zip(bundle.sections.items(), sizes, strict=True):
        block, start = lines[start : start + size], start + size
        first = size - len(group)
        if "\n".join(block[:first]) != _prme_heading(name):
            return None
        found.extend(block[first:])
    said = [part for part in (bundle.coverage_notice, bundle.context_guidance) if part]
    return (header, found) if header.startswith("\n".join(said)) else None


def _prme_record(
    written_as: str, section: str, candidate: Any, references: dict[str, str], line: str | None
) -> Record:
    node = candidate.node
    text = candidate.rendered_text or ""
    identity = str(node.id)
    reference = references.get(identity)
    metadata = node.metadata if isinstance(node.metadata, Mapping) else {}
    shown = _PRME_SHOWS.get(written_as)
    if line is not None and not (shown and shown(line, text, identity, reference)):
        line = None
    return Record(
        id=identity,
        text=text,
        section=section,
        speaker=_text(metadata.get("prme_speaker_v1")),
        time=_time(node.event_time),
        reference=reference,
        source=_value(node.source_type),
        type=_value(node.node_type),
        representation=_value(candidate.representation),
        line=line,
    )


def _shows_object(line: str, text: str, identity: str, reference: str | None) -> bool:
    told = _read(line)
    return isinstance(told, dict) and (told.get("id"), told.get("text")) == (identity, text)


def _shows_array(line: str, text: str, identity: str, reference: str | None) -> bool:
    told = _read(line)
    return isinstance(told, list) and bool(told) and (told[0], told[-1]) == (reference, text)


def _shows_reader(line: str, text: str, identity: str, reference: str | None) -> bool:
    begins = "- " if reference is None else f"- [{reference}] "
    said = json.dumps(text, ensure_ascii=False)
    for mark in "\u0085\u2028\u2029":
        said = said.replace(mark, f"\\u{ord(mark):04x}")
    return line.startswith(begins) and line.endswith(f" {said}")


def _read(line: str) -> object:
    try:
        read: object = json.loads(line)
    except ValueError:
        return None
    return read


_PRME_SHOWS: dict[str, Callable[[str, str, str, str | None], bool]] = {
    "auditable": _shows_object,
    "compact": _shows_array,
    "reader": _shows_reader,
}


def citation_from_prme(record: Any, *, question: str | None = None) -> AnswerCitation:
    """PRME's stored citation as ours.

    :param question: what was asked, which PRME does not keep with it.
    """
    return AnswerCitation(
        request_id=str(record.request_id),
        answer_id=record.answer_id,
        cited_ids=tuple(str(identity) for identity in record.cited_node_ids),
        answer_sha256=record.answer_sha256,
        method=record.method,
        citation_id=str(record.citation_id),
        context_sha256=record.context_sha256,
        question_sha256=None if question is None else sha256_of(question),
        user_id=record.user_id,
        recorded_at=_time(record.recorded_at),
        receipt_sha256=record.receipt_checksum,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _value(value: object) -> str | None:
    """The text of an enumeration's member."""
    return _text(getattr(value, "value", value))


def _time(value: object) -> str | None:
    if isinstance(value, date):  # a datetime is one
        return value.isoformat()
    return _text(value)
