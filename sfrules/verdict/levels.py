"""How loud each finding is: the profiles, the levels that a project sets, and what none of them may silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from enum import StrEnum

from sfrules.diag import Diagnostic, Severity
from sfrules.record import record


class Level(StrEnum):
    """What a code can be set to; a check that is off does not run."""

    OFF = "off"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


Levels = Mapping[str, Level]
"""Levels by code or by the beginning of codes: of two that fit, the longer one counts."""

_OFF, _INFO, _WARNING, _ERROR = Level.OFF, Level.INFO, Level.WARNING, Level.ERROR

PROFILES: Mapping[str, Levels] = {
    "draft": {
        "SF233": _INFO,
        "SF308": _INFO,
        "SF502": _INFO,
        "SF510": _INFO,
        "SF523": _INFO,
        "SF524": _INFO,
        "SF531": _INFO,
        "SF540": _INFO,
        "SF541": _INFO,
        "SF542": _INFO,
        "SF543": _INFO,
        "SF544": _INFO,
        "SF545": _INFO,
        "SF546": _INFO,
        "SF601": _INFO,
        "SF604": _OFF,
        "SF605": _OFF,
        "SF7": _INFO,
        "SF8": _OFF,
        "SF910": _INFO,
        "SF911": _INFO,
        "SF912": _INFO,
        "SF913": _INFO,
        "SF914": _INFO,
        "SF915": _INFO,
        "SF916": _INFO,
        "SF917": _INFO,
        "SF918": _INFO,
    },
    "playtest": {},
    "print": {
        "SF143": _ERROR,
        "SF601": _ERROR,
        "SF701": _ERROR,
        "SF704": _ERROR,
        "SF705": _ERROR,
        "SF708": _ERROR,
        "SF709": _WARNING,
        "SF723": _WARNING,
        "SF727": _ERROR,
        "SF804": _ERROR,
        "SF805": _ERROR,
        "SF808": _ERROR,
        "SF810": _ERROR,
        "SF605": _WARNING,
    },
}
"""The calm one for a game that is being written, the usual one, and the one before paper is bought."""

USUAL = "playtest"

FIRM = ("SF10", "SF11", "SF12", "SF13", "SF2", "SF3")
"""Errors of these families stand in the way of play, whatever one calls them: their level is never changed."""

_OF_OURSELVES = "SF14"
"""Findings about allowances and the baseline, which belong to whatever is looked at."""

_RANK = {level: rank for rank, level in enumerate(Level)}


@record
class Policy:
    """How loud findings are: a profile, then layers of levels, each over the one before it.

    `mandatory` are codes, or beginnings of codes, that no layer makes quieter than they are and that nothing in the
    content may allow. With `select` only the codes named in it are looked at.
    """

    profile: str = USUAL
    layers: tuple[Levels, ...] = ()
    mandatory: frozenset[str] = field(default_factory=frozenset)
    select: tuple[str, ...] = ()

    def level(self, code: str, own: Severity) -> Level:
        """How loud a finding is that would be `own` by itself."""
        level = Level(own.value)
        if own is Severity.ERROR and code.startswith(FIRM):
            return level
        for layer in (PROFILES[self.profile], *self.layers):
            level = layer.get(_longest(code, layer), level)
        if self.is_mandatory(code):
            level = max(level, Level(own.value), key=_RANK.__getitem__)
        return _OFF if self.select and not code.startswith((*self.select, _OF_OURSELVES)) else level

    def is_mandatory(self, code: str) -> bool:
        """Whether nothing in the content may silence it."""
        return code.startswith(tuple(self.mandatory))

    def is_firm(self, code: str, own: Severity) -> bool:
        """Whether neither a comment in the content nor a baseline may keep it back."""
        return bool(self.why_firm(code, own))

    def why_firm(self, code: str, own: Severity | None) -> str:
        """Why nothing may keep back a finding that is `own` by itself; nothing where it may be."""
        if self.is_mandatory(code):
            return "the configuration makes it mandatory"
        return "the game cannot be played with it" if own is Severity.ERROR and code.startswith(FIRM) else ""

    def off(self, codes: Iterable[tuple[str, Severity]]) -> frozenset[str]:
        """Those of some codes that need not be looked for at all."""
        return frozenset(code for code, own in codes if self.level(code, own) is _OFF)

    def judged(self, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The findings at their levels, without those that are off."""
        for diagnostic in found:
            level = self.level(diagnostic.code, diagnostic.severity)
            if level is not _OFF:
                severity = Severity(level.value)
                yield diagnostic if severity is diagnostic.severity else replace(diagnostic, severity=severity)


def _longest(code: str, layer: Levels) -> str:
    """The entry of a layer that speaks of a code most exactly; "" if none does."""
    return max((name for name in layer if code.startswith(name)), key=len, default="")
