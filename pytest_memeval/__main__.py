"""``python -m pytest_memeval``."""

from __future__ import annotations

import sys

from pytest_memeval.cli import main

if __name__ == "__main__":
    sys.exit(main())
