"""A designer's text as runs: **bold**, *italic*, {name} and :icon: are read, everything else is literal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from sfrules.publish.faces import Paragraph, Run, Style

Fill = Callable[[str], Run | None]
"""What a placeholder stands for; None leaves it as it was written."""

_MARKS = re.compile(
    r"\*\*(?P<bold>\S(?:.*?\S)?)\*\*"
    r"|\*(?P<italic>[^\s*](?:[^*]*[^\s*])?)\*"
    r"|\{(?P<name>[a-z][a-z0-9-]*)\}"
    r"|(?<!\w):(?P<icon>[a-z]+):(?!\w)",
    re.DOTALL,
)


def paragraphs(text: str, fill: Fill, icons: Iterable[str] = ()) -> tuple[Paragraph, ...]:
    """The paragraphs of a text; an empty line parts them, and a single line break stays one."""
    known = frozenset(icons)
    parts = (part.strip("\n") for part in re.split(r"\n[ \t]*\n", text))
    return tuple(_joined(_runs(part, "plain", fill, known)) for part in parts if part.strip())


def line(text: str, fill: Fill, icons: Iterable[str] = ()) -> Paragraph:
    """The whole text as one paragraph."""
    return _joined(_runs(text, "plain", fill, frozenset(icons)))


def plain(text: str, fill: Fill) -> str:
    """The text without marks, for places that have one style only."""
    return "".join(run.text for run in line(text, fill))


def _runs(text: str, style: Style, fill: Fill, icons: frozenset[str]) -> list[Run]:
    found: list[Run] = []
    at = 0
    for mark in _MARKS.finditer(text):
        found.append(Run(text[at : mark.start()], style))
        found += _marked(mark, style, fill, icons)
        at = mark.end()
    return [*found, Run(text[at:], style)]


def _marked(mark: re.Match[str], style: Style, fill: Fill, icons: frozenset[str]) -> list[Run]:
    if mark["bold"] is not None:
        return _runs(mark["bold"], "bold", fill, icons)
    if mark["italic"] is not None:
        return _runs(mark["italic"], "italic", fill, icons)
    if mark["icon"] is not None:
        return [Run(mark["icon"], "icon") if mark["icon"] in icons else Run(mark[0], style)]
    filled = fill(mark["name"])
    if filled is None:
        return [Run(mark[0], style)]
    return [Run(filled.text, style) if filled.style == "plain" else filled]


def _joined(runs: Iterable[Run]) -> Paragraph:
    """Neighbours of one style become one run, and empty ones go."""
    found: list[Run] = []
    for run in runs:
        if found and run.style == found[-1].style and run.style in ("plain", "bold", "italic"):
            found[-1] = Run(found[-1].text + run.text, run.style)
        elif run.text:
            found.append(run)
    return tuple(found)
