"""What the user of a scenario switches on: other rulings for gaps, and variants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from sfrules.record import record


@record
class Choices:
    """`gaps` gives an option for a gap by id, in place of its ruling; `variants` are applied in this order."""

    gaps: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
