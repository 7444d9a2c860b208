"""How the stand-in misbehaves, within what the platform may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.platform.draws import Hits
from tests.platform.faults import Fault


@dataclass(frozen=True)
class Switches:
    """The defaults are the nastier reading wherever the platform's behaviour is disputed.

    Those of type `Hits` take a bool for all adds, a share of them, or a set of fixture ids.
    """

    #: Which rows a bulk delete with several entity ids takes.
    delete_multi: Literal["first", "last", "union"] = "first"
    #: What a bulk delete without any filter does.
    delete_none: Literal["400", "wipe"] = "400"
    #: Whether ids of another project in a body redirect the call.
    pin: Literal["body", "ignored"] = "ignored"
    #: What `fields` does to the answer about a project.
    fields: Literal["ignored", "narrowing"] = "ignored"
    #: A `NOT` that holds an object instead of a list.
    not_object: Literal["400", "ok"] = "400"
    page_past_end: Literal["404", "empty"] = "404"
    page_size_over: Literal["clamp", "400"] = "clamp"

    #: For how many seconds after the add its event is not found.
    event_404_for: float = 0.0
    #: A finished event has no `results`, for good or for that many seconds.
    event_missing_results: Hits = False
    event_results_after: float = float("inf")
    event_status_lower: Hits = False
    #: The event never ends, and nothing is stored.
    event_stuck: Hits = False
    event_failed: Hits = False
    #: Rows can be listed before their event has ended.
    rows_before_terminal: Hits = 0.05
    #: One new row is deleted soon and comes back under another id.
    replace: Hits = 0.15
    #: An earlier message of the same user produces one more fact.
    context_leak: Hits = False
    #: Rows stored verbatim lose their entity ids.
    drop_ids: Hits = False

    #: Search goes on returning what was deleted.
    search_undelete: bool = False
    #: By how much `count` is off while rows come and go.
    count_lies: int = 0
    #: Lists and searches answer without an envelope.
    bare_list: bool = False
    #: Adds carry a notice beside their answer.
    mem0_notice: bool = False

    #: What goes wrong on the wire; the first fault that hits a request is the one it gets.
    faults: Sequence[Fault] = ()
