"""A stand-in for the hosted memory platform, which its real client cannot tell apart.

It listens on the loopback interface only, extracts what a script says, and is as slow, forgetful
and misleading as the platform may be: what passes here cannot be hurt there.

    with StandIn(script=Script({"wish": ["Prefers tabs."]}), speed=1000) as platform:
        client = MemoryClient(api_key=platform.key, host=platform.url)
        client.add("tabs!", user_id="u", metadata={"fixture": "wish"})

At speed 0 time stands still until a test lets it pass with `platform.clock.skip(seconds)`.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

if sys.argv[0] == "-m":  # on the way to `__main__`
    _missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if _missing:
        sys.exit(f"The stand-in needs {' and '.join(_missing)}: pip install --editable '.[test]'")

from tests.platform.clock import Clock
from tests.platform.faults import Fault
from tests.platform.model import AddRecord
from tests.platform.model import Memory
from tests.platform.model import Project
from tests.platform.model import RequestRecord
from tests.platform.oracle import Fact
from tests.platform.oracle import Heard
from tests.platform.oracle import Script
from tests.platform.server import StandIn
from tests.platform.switches import Switches

__all__ = [
    "AddRecord",
    "Clock",
    "Fact",
    "Fault",
    "Heard",
    "Memory",
    "Project",
    "RequestRecord",
    "Script",
    "StandIn",
    "Switches",
]
