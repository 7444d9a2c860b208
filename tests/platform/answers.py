"""How rows, events and projects look on the wire; no two routes spell a row alike."""

from __future__ import annotations

import re
from collections.abc import Collection

from tests.platform.clock import Clock
from tests.platform.model import Event
from tests.platform.model import Json
from tests.platform.model import Memory
from tests.platform.model import Project


def filter_row(row: Memory, clock: Clock) -> Json:
    """A row as filters see it."""
    return {
        **row.scope.ids,
        "id": row.id,
        "text": row.text,
        "metadata": row.metadata,
        "categories": row.categories,
        "created_at": clock.epoch(row.created_at),
        "updated_at": clock.epoch(row.updated_at),
        "expiration_date": row.expiration_date,
    }


def list_row(row: Memory, clock: Clock) -> Json:
    """A row of a list; what other routes call the run is the session here."""
    ids = row.scope.ids
    ids["session_id"] = ids.pop("run_id")
    return {
        "id": row.id,
        "memory": row.text,
        **ids,
        "metadata": row.metadata,
        "categories": row.categories,
        "structured_attributes": None,
        "replaced_by": row.replaced_by,
        "synthesized": row.synthesized,
        "expiration_date": row.expiration_date,
        "created_at": clock.iso_row(row.created_at),
        "updated_at": clock.iso_row(row.updated_at),
    }


def single_row(row: Memory, clock: Clock) -> Json:
    return {**list_row(row, clock), "lifecycle_state": row.lifecycle}


def search_row(row: Memory, score: float, clock: Clock) -> Json:
    found = list_row(row, clock)
    found["run_id"] = found.pop("session_id")
    parts = {"semantic": score, "bm25": score, "entity": 0.0}
    return {**found, "score": score, "score_breakdown": parts}


def score(query: str, text: str) -> float:
    """How well a text answers a query, from 0 to 1: the words that they share."""
    asked = set(re.findall(r"\w+", query.casefold()))
    said = set(re.findall(r"\w+", text.casefold()))
    shared = len(asked & said)
    recall, overlap = shared / max(len(asked), 1), shared / max(len(asked | said), 1)
    return round(0.05 + 0.7 * recall + 0.2 * overlap, 4)


def history_rows(row: Memory, clock: Clock) -> list[Json]:
    return [
        {
            "id": f"{row.id[:-4]}{number:04x}",
            "memory_id": row.id,
            "input": row.input,
            "old_memory": each["old_memory"],
            "new_memory": each["new_memory"],
            "user_id": row.scope.user_id,
            "event": each["event"],
            "metadata": row.metadata,
            "categories": row.categories,
            "created_at": clock.iso_row(each["at"]),
            "updated_at": clock.iso_row(each["at"]),
        }
        for number, each in enumerate(row.history)
    ]


def event_row(event: Event, now: float, clock: Clock) -> Json:
    over = event.terminal(now)
    started = now >= event.started_at
    ended = event.finish if over and event.finish is not None else None
    return {
        "id": event.id,
        "event_type": event.type,
        "status": event.status(now),
        "payload": event.payload,
        "metadata": event.metadata,
        # Empty while it runs, like the results of an event that stored nothing.
        "results": event.results if over and event.outcome == "SUCCEEDED" else [],
        "created_at": clock.iso(event.created_at),
        "updated_at": clock.iso(ended if ended is not None else event.created_at),
        "started_at": clock.iso(event.started_at) if started else None,
        "completed_at": clock.iso(ended) if ended is not None else None,
        "latency": round((ended - event.started_at) * 1000, 1) if ended is not None else None,
        "graph_status": None,
        "error": event.error if over else None,
    }


def project_object(project: Project, fields: Collection[str] | None = None) -> Json:
    """All settings of a project, or those asked for."""
    whole: Json = {
        "project_id": project.project_id,
        "name": project.name,
        "description": project.description,
        "created_at": "2026-01-05T09:30:00-08:00",
        "updated_at": "2026-01-05T09:30:00-08:00",
        "members": [],
        "usecase": None,
        "memory_depth": None,
        "inclusion_prompt": None,
        "exclusion_prompt": None,
        "custom_categories": project.custom_categories,
        "custom_instructions": project.custom_instructions,
        "agent_custom_instructions": project.agent_custom_instructions,
        "update_custom_instructions": None,
        "summary_custom_instructions": None,
        "expiration_date": None,
        "enable_graph": False,
        "multilingual": project.multilingual,
        "version": project.version,
        "is_default": True,
        "active_prompt_profile": None,
        "decay": project.decay,
        "user_role": "OWNER",
    }
    if fields is None:
        return whole
    return {key: value for key, value in whole.items() if key in fields}
