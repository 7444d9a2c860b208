"""Gates for the quality of an LLM agent's long-term memory, as a pytest plugin suite.

Importing this package is free of third-party imports: the plugin is loaded in every pytest run of
every user, whether it measures anything or not.
"""

from __future__ import annotations

__all__ = ["__version__"]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("pytest-memeval")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
