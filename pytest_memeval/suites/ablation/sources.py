"""Contexts from the user's own code: a case names a callable, and gets what it returns."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from collections.abc import Mapping
from typing import Any

from pytest_memeval.errors import SubjectError
from pytest_memeval.subjects import Settler
from pytest_memeval.subjects import find
from pytest_memeval.suites.ablation.adapters import from_documents
from pytest_memeval.suites.ablation.adapters import from_items
from pytest_memeval.suites.ablation.adapters import from_mem0
from pytest_memeval.suites.ablation.adapters import from_prme
from pytest_memeval.suites.ablation.context import ContextBundle
from pytest_memeval.suites.ablation.context import Record
from pytest_memeval.suites.ablation.errors import AblationError
from pytest_memeval.text import error_line
from pytest_memeval.text import show


class SourceError(Exception):
    """A callable that gives no context; the message is for its owner."""


def bundle_from(named: str, question: str, written: Mapping[str, Any]) -> ContextBundle:
    """The context that a callable of the user's gives for a question.

    :param named: `module:attribute`, called with the question, or without arguments if it takes
        none; it may be async.
    :param written: how to write it (`format`, `notice`, `guidance`), where it is not written yet.
    :raises SourceError: it is not there, raises, or returns something else.
    """
    try:
        call = find(named, {})
    except SubjectError as error:
        raise SourceError(f"`bundle`: {error}") from None
    settler = Settler()
    try:
        found = settler.settle(call(question) if _takes_one(call) else call())
    except Exception as error:
        raise SourceError(f"`bundle`: {named} raised {error_line(error)}") from None
    finally:
        settler.close()
    try:
        return adapted(found, question, written)
    except AblationError as error:
        raise SourceError(f"`bundle`: {named}: {error}") from None


def _takes_one(call: Callable[..., object]) -> bool:
    try:
        inspect.signature(call).bind("")
    except TypeError:
        return False
    except ValueError:  # it does not say
        return True
    return True


def adapted(found: Any, question: str, written: Mapping[str, Any]) -> ContextBundle:
    """A bundle of what memory systems return, told by its shape.

    :raises SourceError: nobody knows the shape, or `written` says how to write what is written.
    """
    if isinstance(found, ContextBundle) or hasattr(getattr(found, "bundle", found), "sections"):
        if written:
            raise SourceError(f"`{next(iter(written))}`: the bundle has a text of its own already")
        bundle = found if isinstance(found, ContextBundle) else from_prme(found, question=question)
        if bundle.question not in (None, question):
            raise SourceError(f"`bundle`: it is of another question: {show(bundle.question, 80)}")
        return bundle
    more = {**written, "question": question}
    if isinstance(found, Mapping):
        return from_mem0(found, **more)
    if not isinstance(found, (list, tuple)):
        raise SourceError(
            "`bundle`: a ContextBundle, a PRME bundle or response, mem0's results, documents, or a "
            f"list of texts or dicts is wanted; got {show(found, 80)}"
        )
    first = found[0] if found else None
    if isinstance(first, Mapping) and "text" not in first:
        return from_mem0(found, **more)
    if isinstance(first, (str, Mapping, Record, type(None))):
        return from_items(found, **more)
    return from_documents(found, **more)
