"""`python -m sfrules` is `sfrules`."""

from __future__ import annotations

from sfrules.cli import main

main()
