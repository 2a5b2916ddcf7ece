"""Tests of the rules, as content: a position, what the seats do, what is expected. They are no part of the game."""

from __future__ import annotations

import re
from dataclasses import replace

from sfrules.model.base import Described
from sfrules.model.scalars import Flag, MaybeMap, Steps
from sfrules.source.files import Sources

_SECTION = re.compile(r"^tests[ \t]*:.*(?:\n(?![^\s#]).*)*\n?", re.MULTILINE)
_CHECKS = re.compile(_SECTION.pattern.replace("tests", "checks"), re.MULTILINE)
_SAID = re.compile(r"^(?!\s*(?:#|---|$))", re.MULTILINE)


class Case(Described):
    """One test. `example` marks those that are worth telling as an example of play."""

    example: Flag = False
    given_: MaybeMap = None
    do: Steps = None
    expect: MaybeMap = None


def without_tests(text: str) -> str:
    """A content file's text but for its tests; "" when it holds nothing else."""
    left = _SECTION.sub("", text)
    return left if left == text or _SAID.search(left) else ""


def game_text(text: str) -> str:
    """A content file's text but for what is no part of the game: tests, and the scenario's own checks."""
    without = without_tests(text)
    left = _CHECKS.sub("", without)
    return left if left == without or _SAID.search(left) else ""


def game_only(sources: Sources) -> Sources:
    """The files of a scenario but for those that hold nothing but tests."""
    return replace(sources, files=tuple(file for file in sources.files if without_tests(file.text) or not file.text))
