"""How many of a card there are may depend on how many play."""

from __future__ import annotations

from pathlib import Path

import pytest

from sfrules.engine.game import machine_for

from .books import COUNCIL, book

FORMULAS = [('"2 * count(member)"', 4), ('"count(member) + spare - 1"', 4), ("6", 6)]


@pytest.mark.parametrize(("formula", "cards"), FORMULAS)
def test_a_formula_counts_cards(formula: str, cards: int, tmp_path: Path) -> None:
    text = COUNCIL.replace("open: {kind: decree, count: 6", f"open: {{kind: decree, count: {formula}")
    text += "numbers: {spare: 3}\n"
    loaded = book(tmp_path, text)
    assert [d.message for d in loaded.found if d.severity == "error"] == []
    layout = machine_for(loaded.program()).program.layout
    assert layout.cards.count(layout.card_names.index("open")) == cards
