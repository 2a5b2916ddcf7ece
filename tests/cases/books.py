"""Small scenarios written for one case each."""

from __future__ import annotations

from pathlib import Path

from sfrules.pipeline import Loaded, load

HEAD = "scenario: {title: Trial, format: 1, seats: 2}\n"


def book(folder: Path, text: str, head: str = HEAD) -> Loaded:
    """The scenario that consists of this text."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenario.yaml").write_text(head, "utf-8")
    (folder / "rules.yaml").write_text(text, "utf-8")
    return load(folder)


COUNCIL = """
kinds:
  member: {seat: yes, has: {hand-size: {derived: count(self.hand)}}}
things:
  member: {ann: {}, ben: {}}
card_kinds:
  decree: {has: {}}
cards:
  open: {kind: decree, count: 6, zone: deck}
  shut: {kind: decree, count: 11, zone: deck}
zones:
  deck: {of: decree, order: shuffled, seen_by: nobody, count_seen_by: all}
  hand: {of: decree, per: member, seen_by: owner, count_seen_by: all}
  passed: {of: decree, order: loose}
  heap: {of: decree, seen_by: nobody, count_seen_by: all}
phases:
  - id: session
    repeat: 40
    phases:
      - id: sitting
        effect: |
          draw 3 from deck to ann.hand
          choose kept in ann.hand by ann secretly
          ask ben "Veto?"
            option veto
              move ann.hand to heap
            option agree
              move kept to passed
              move ann.hand to heap
          end
          move passed to heap
          if count(deck) < 3
            move heap to deck
            shuffle deck
          end
    then: finish with over
endings:
  over: {}
"""
