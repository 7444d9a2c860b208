"""The tests drive pytest itself."""

from __future__ import annotations

pytest_plugins = ["pytester"]
