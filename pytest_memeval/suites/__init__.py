"""The suites: what is measured. They know nothing of pytest, nor of each other."""

from __future__ import annotations

#: How readily a subject keeps things, from hardly to readily.
LEVELS = ("conservative", "balanced", "aggressive")
