"""The suites: what is measured. They know nothing of pytest, nor of each other."""

from __future__ import annotations

#: How readily a subject keeps things, from hardly to readily.
LEVELS = ("conservative", "balanced", "aggressive")

#: The backends of live runs, as results and floors call them.
PLATFORM, OSS = LIVE_SUBJECTS = ("mem0", "mem0-oss")
