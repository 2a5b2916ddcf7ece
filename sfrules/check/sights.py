"""What somebody sees of a rule, and whether it depends on what that one may not know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from sfrules.check.known import ALL, Env, Label, Place, Secret, Term
from sfrules.check.labels import Labels
from sfrules.ids import RulePath
from sfrules.lang.node import Offsets
from sfrules.record import record

Shows = Literal["value", "deed", "words", "question", "release", "legality", "window", "ruling", "end", "derived"]
Viewers = frozenset[Term]
EVERYBODY: Viewers = frozenset({ALL})
DEPTH = 12
"""How many rules deep calls are followed."""


@record
class Sight:
    """Somebody sees something that depends on a secret: of what sort it is, where, who, and which secret."""

    shows: Shows
    at: Place
    viewer: Term
    secret: Secret
    calls: tuple[Place, ...] = ()


@record
class After:
    """How a block leaves things: what has been shown by then, what controls the rest, whether it may have ended."""

    env: Env
    control: Label
    ends: bool = False


def viewers(eyes: frozenset[Term] | None) -> Viewers:
    """Those who see, None standing for all."""
    return EVERYBODY if eyes is None else eyes


class Sights:
    """Collects, for one book, what shows too much."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.book = labels.book
        self.sights: dict[tuple[Shows, Place], Sight] = {}
        self.silent = False
        self.trace: list[Any] = []
        self.calls: list[tuple[RulePath, Offsets, Any]] = []

    def see(self, shows: Shows, at: Place, who: Viewers, label: Label, env: Env, key: Any = None) -> None:
        """Notes that `who` see something that depends on `label`."""
        if who and key is not None:
            self.trace.append((tuple(call[2] for call in self.calls), key))
        if self.silent or not label:
            return
        if (shows, at) in self.sights:
            return
        for viewer in sorted(who, key=repr):
            for secret in sorted(label, key=_order):
                if not self._knows(viewer, secret, env):
                    calls = tuple((path, offsets) for path, offsets, _ in self.calls)
                    self.sights.setdefault((shows, at), Sight(shows, at, viewer, secret, calls))

    def _knows(self, viewer: Term, secret: Secret, env: Env) -> bool:
        if viewer in secret.eyes:
            return True
        return any(who == viewer and ("group", group) in secret.eyes for who, group in env.groups)

    @contextmanager
    def _quietly(self) -> Iterator[list[Any]]:
        """Walks without reports; gives what would have been seen."""
        silent, trace = self.silent, self.trace
        self.silent, self.trace = True, []
        try:
            yield self.trace
        finally:
            self.silent, self.trace = silent, trace


def _order(secret: Secret) -> tuple[bool, str, str]:
    """What nobody may know comes first; then by place, so that a run is like the other."""
    return (bool(secret.eyes), repr(secret.at), secret.what)
