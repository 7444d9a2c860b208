"""JSON Schemas of the report and of each kind of fixture file, made from the models.

The files beside this module are what other tools validate against: `make schemas` writes them, a
test keeps them current.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pytest_memeval import registry

FOLDER = Path(__file__).parent
REPORT = "report"


def schema_names() -> list[str]:
    entries = registry.suite_entries()
    return [REPORT, *(name for name, entry in entries.items() if not entry.measures_files)]


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of the report, or of a suite's fixture files.

    :raises KeyError: there is no schema of that name.
    """
    if name == REPORT:
        from pytest_memeval.report.model import Report

        made = Report.model_json_schema()
    else:
        suite = registry.load_suite(registry.suite_entries()[name])
        made = _fixture_file_schema(name, suite.case_schema())
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def schema_text(name: str) -> str:
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def _fixture_file_schema(suite: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """A file is `suite` and `cases`, or `cases` alone, or the bare list of them."""
    definitions = dict(case.get("$defs", {}))
    name = str(case.get("title", "Case"))
    definitions[name] = {key: value for key, value in case.items() if key != "$defs"}
    cases = {"type": "array", "minItems": 1, "items": {"$ref": f"#/$defs/{name}"}}
    return {
        "title": f"Fixture file of the suite {suite}",
        "oneOf": [
            {
                "type": "object",
                "properties": {"suite": {"const": suite}, "cases": cases},
                "required": ["cases"],
                "additionalProperties": False,
            },
            cases,
        ],
        "$defs": definitions,
    }
