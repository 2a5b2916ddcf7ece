"""The alternatives of the large game's register, and the cases that show what each changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sfrules.engine.game import machine_for
from sfrules.engine.machine import Machine
from sfrules.model.choices import Choices
from sfrules.pipeline import Loaded, load
from sfrules.source.files import read_file
from sfrules.source.nodes import Map
from sfrules.source.reader import read_nodes

HERE = Path(__file__).parent
CONTENT = HERE.parents[1] / "content" / "shadow-frontiers"

Way = tuple[str, str]
"""A gap and one of its options."""


@cache
def loaded(gap: str = "", option: str = "") -> Loaded:
    """The game as it is, or under another ruling."""
    return load(CONTENT, Choices({gap: option}) if gap else None)


@cache
def machine(gap: str = "", option: str = "") -> Machine:
    """The same, ready to play."""
    return machine_for(loaded(gap, option).program())


def alternatives() -> list[Way]:
    """All options that are not in force."""
    book = loaded().book
    return [
        (str(gap.id), str(option.id))
        for gap in book.gaps.values()
        for option in gap.options.values()
        if option is not book.ruling(gap)
    ]


def cases() -> Iterator[tuple[str, str, Map]]:
    """Gap, option and the case that holds under it, and not without it."""
    file, unread = read_file(HERE / "cases.yaml", "cases.yaml")
    assert file is not None, unread
    tree, found = read_nodes(file)
    assert isinstance(tree, Map), found
    assert not found, "\n".join(f"{d.span}: {d.message}" for d in found)
    for gap, options in tree.entries():
        assert isinstance(options, Map), gap.span
        for option, case in options.entries():
            assert isinstance(case, Map), option.span
            yield str(gap), str(option), case
