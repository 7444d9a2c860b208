"""The reference write gate: decides which conversation windows are worth a place in a memory.

It is the default subject of the ``write_gate`` suite and usable on its own::

    from pytest_memeval.gate import classify

    decision = classify([{"role": "user", "content": "From now on, answer in German."}])
    decision.action, decision.type  # ("send", "preference")
"""

from __future__ import annotations

from pytest_memeval.gate.engine import GateDecision
from pytest_memeval.gate.engine import classify

__all__ = ["GateDecision", "classify"]
