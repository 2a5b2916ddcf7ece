"""Which codes of print and site a usual run of `sfrules validate` looks for, and which cost a typesetting."""

from __future__ import annotations

QUICK = frozenset(("SF803", "SF805", "SF806", "SF807", "SF808", "SF809", "SF810", "SF820", "SF821", "SF822"))
SLOW = frozenset(("SF801", "SF802", "SF804"))
