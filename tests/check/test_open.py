"""Rules that hold nothing secret are not gone through for what they show: that changes nothing of what is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from sfrules.check.exposure import exposed
from sfrules.check.open import OpenRules
from sfrules.model.book import Book
from sfrules.model.scalars import Eyes
from sfrules.pipeline import load
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Point, Text

NOBODY = Eyes((Text("nobody", SourceFile(Path("a.yaml"), "a.yaml", ""), Point(0, 0, 0), Point(0, 0, 0)),))
GAMES = sorted(path.parent for path in Path("content").glob("*/scenario.yaml"))


def with_secrets(book: Book) -> Iterator[Book]:
    """The book, each time with another property or zone, or all of a kind, that nobody may see."""
    yield book
    yield replace(book, table=_hidden(book.table))
    yield replace(book, zones=_hidden(book.zones))
    for name in book.table:
        yield replace(book, table={**book.table, **_hidden({name: book.table[name]})})
    for section in ("kinds", "card_kinds"):
        kinds: Mapping[str, Any] = getattr(book, section)
        for kind_id, kind in kinds.items():
            for name in kind.has:
                has = {**kind.has, **_hidden({name: kind.has[name]})}
                changed: dict[str, Any] = {section: {**kinds, kind_id: _but(kind, has=has)}}
                yield replace(book, **changed)


def _hidden(definitions: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _but(made, seen_by=NOBODY) for name, made in definitions.items()}


def _but(definition: Any, **changes: Any) -> Any:
    return definition.model_copy(update=changes)


@pytest.mark.parametrize("root", GAMES, ids=lambda root: root.name)
def test_nothing_is_overlooked(root: Path) -> None:
    for book in with_secrets(load(root, tests=False).book):
        quick = exposed(book)
        with mock.patch.object(OpenRules, "holds", return_value=False):
            whole = exposed(book)
        assert [_said(sight) for sight in quick.sights] == [_said(sight) for sight in whole.sights]


def _said(sight: Any) -> tuple[Any, ...]:
    return (sight.shows, sight.at, sight.secret.what, sight.secret.at, sight.calls)
