"""Tabletop scenarios as data: validated, played, published and printed from one source.

    content/<scenario>/**/*.yaml           grammar/*.lark
           |                                     |
      source/    files -> nodes, each with its place
           |                    lang/   rule text -> syntax tree, typed     (verbs: one row each)
           |   verdict/           |
           |   findings -> what is told of them, and how it is mended
           v                      |
      model/     nodes -> Book: typed, frozen definitions, holding their rules
           |-------------------------------> publish/  Book (+ findings, + records) -> rulebook, cards, report
           v                                     ^
      check/     Book -> findings                |
           |                                     |
      program/   Book -> Program: names bound to slots, rules compiled to functions
           |                                     |
      engine/    Program, state, answer -> state, events, next decision; a view per seat
           |                                     |
      play/      terminal, bots, simulate, replay -> records
           |
      pipeline.py = the corridor       cli/ = the door

A folder is a stage, a file is a noun, and imports point up this picture only. The five names below are what a program
of somebody else needs: read a scenario, make it ready, begin a game, look at it as a seat does, write it down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = ["Recorder", "__version__", "load", "machine_for", "new_game", "view"]

if TYPE_CHECKING:
    from sfrules.engine.game import machine_for, new_game
    from sfrules.engine.record import Recorder
    from sfrules.engine.view import view
    from sfrules.pipeline import load

_HOME = {
    "load": "sfrules.pipeline",
    "machine_for": "sfrules.engine.game",
    "new_game": "sfrules.engine.game",
    "view": "sfrules.engine.view",
    "Recorder": "sfrules.engine.record",
}


def __getattr__(name: str) -> Any:
    """The public names, each loaded when it is first asked for: `sfrules --help` needs none of them."""
    if name not in _HOME:
        raise AttributeError(f"sfrules has no {name}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
