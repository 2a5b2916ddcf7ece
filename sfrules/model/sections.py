"""The sections of content: what each is called, how it is written, and which definition its entries are."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sfrules.ids import RulePath
from sfrules.model.base import Definition
from sfrules.model.card import Card, CardKind
from sfrules.model.check import OwnCheck
from sfrules.model.ending import Award, Ending
from sfrules.model.entry import Define, Entry, Group, Limit, Routine, Trigger
from sfrules.model.gap import Gap, Variant
from sfrules.model.kind import Kind, Thing
from sfrules.model.map import PlaceMap
from sfrules.model.phase import Phase
from sfrules.model.property import PropertyBase
from sfrules.model.scenario import NumberEntry, RuleSource, Scenario, Term
from sfrules.model.test import Case
from sfrules.model.window import Menu, Window
from sfrules.model.zone import Zone

Form = Literal["one", "ids", "kinds", "list", "rule"]


class Section(NamedTuple):
    """`form`: one mapping, entries by id, entries by id under their kind, a list, or one rule text."""

    name: str
    noun: str
    form: Form
    model: type[Definition] | None = None


SECTIONS = {
    section.name: section
    for section in (
        Section("scenario", "scenario", "one", Scenario),
        Section("numbers", "number", "ids", NumberEntry),
        Section("sources", "source", "ids", RuleSource),
        Section("glossary", "term", "ids", Term),
        Section("kinds", "kind", "ids", Kind),
        Section("table", "table property", "ids", PropertyBase),
        Section("map", "map", "one", PlaceMap),
        Section("things", "thing", "kinds", Thing),
        Section("card_kinds", "card kind", "ids", CardKind),
        Section("zones", "zone", "ids", Zone),
        Section("cards", "card", "ids", Card),
        Section("limits", "limit", "ids", Limit),
        Section("define", "define", "ids", Define),
        Section("actions", "action", "ids", Entry),
        Section("powers", "power", "ids", Entry),
        Section("windows", "window", "ids", Window),
        Section("menus", "menu", "ids", Menu),
        Section("routines", "routine", "ids", Routine),
        Section("triggers", "trigger", "ids", Trigger),
        Section("groups", "group", "ids", Group),
        Section("setup", "setup", "rule"),
        Section("phases", "phase", "list", Phase),
        Section("play", "play", "rule"),
        Section("endings", "ending", "ids", Ending),
        Section("aftermath", "aftermath", "rule"),
        Section("awards", "award", "ids", Award),
        Section("gaps", "gap", "ids", Gap),
        Section("variants", "variant", "ids", Variant),
        Section("checks", "check", "ids", OwnCheck),
        Section("tests", "test", "ids", Case),
    )
}
"""All sections, in the order in which they are read: a section may look up names of those before it."""


def subject_of(path: RulePath) -> str:
    """What findings call the definition that a rule belongs to: “card storm”; a rule that stands alone by itself."""
    section = SECTIONS.get(path[0])
    return " ".join((section.noun if section is not None else path[0], *path[1:2]))
