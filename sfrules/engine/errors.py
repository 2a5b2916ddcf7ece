"""What can go wrong in content only when it is played."""

from __future__ import annotations

from typing import Any

from sfrules.diag import Span


class Finished(Exception):  # noqa: N818 - no error: a game has come to its end
    """Raised by `finish with`: leaves every rule that is under way."""

    def __init__(self, ending: int, args: tuple[Any, ...]) -> None:
        self.ending = ending
        self.given = args


class ContentError(Exception):
    """A mistake of the content that play has found: what, in which rule, with the seed to see it again.

    The state before it is had again by replaying the seed and the answers.
    """

    def __init__(self, message: str, *, rule: str = "", span: Span | None = None, seed: int | None = None) -> None:
        self.message, self.rule, self.span, self.seed = message, rule, span, seed
        place = f"{span}: " if span is not None else ""
        where = f" ({rule})" if rule else ""
        when = f" Seed {seed}." if seed is not None else ""
        super().__init__(f"{place}{message}{where}{when}")


class NoSuchOption(Exception):  # noqa: N818 - the caller's slip, told by name
    """An answer that is not among the options."""
