"""The keys of content files: which there are and what each holds, read off the models; what each means, said here."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any

from pydantic.fields import FieldInfo

from sfrules.model import readers, scalars
from sfrules.model.base import Definition, Described
from sfrules.model.card import Back, Card, CardKind
from sfrules.model.check import OwnCheck
from sfrules.model.ending import Award, Ending
from sfrules.model.entry import Define, Entry, Group, Limit, Routine, Trigger
from sfrules.model.gap import Gap, GapOption, Variant
from sfrules.model.kind import Kind, Thing
from sfrules.model.map import Grid, PlaceMap
from sfrules.model.phase import Phase
from sfrules.model.property import (
    ChoiceProperty,
    DerivedProperty,
    FlagProperty,
    NumberProperty,
    PropertyBase,
    SetProperty,
    TextProperty,
    ThingProperty,
    TrackProperty,
)  # fmt: skip
from sfrules.model.scenario import NumberEntry, RuleSource, Scenario, Term
from sfrules.model.test import Case
from sfrules.model.window import Menu, Window
from sfrules.model.zone import Zone
from sfrules.record import record

RULES = frozenset({"effect", "when_cancelled", "bind", "then", "rule"})
"""Keys whose value is statements; any other rule text is one formula."""

FORMS: dict[type[PropertyBase], str] = {
    TrackProperty: "track",
    NumberProperty: "number",
    FlagProperty: "flag",
    ThingProperty: "is",
    ChoiceProperty: "one_of",
    SetProperty: "set",
    DerivedProperty: "derived",
    TextProperty: "text",
}

_WORDS = {
    readers.read_number: "a number",
    readers.read_natural: "a number",
    readers.read_amount: "a number, or the id of one",
    readers.read_count: "a number, or a formula in quotes",
    readers.read_decimal: "a number, such as 2.5",
    readers.read_flag: "yes or no",
    readers.read_slug: "an id",
    readers.read_source_id: "the id of a source, such as R01",
    readers.read_prose: "a text",
    scalars.read_range: "a range, such as 0..10",
    scalars.read_seats: "6, or 2..6",
    scalars.read_eyes: "eyes",
    scalars.read_type: "a type",
    readers.read_colour: "a colour, such as #22303c",
    readers.read_colour_or_name: "a colour, or the name of one",
    readers.read_map: "a mapping",
    readers.read_mark: "rule, or the mark of a rule",
    readers.read_asset: "a file in the scenario folder",
    readers.read_steps: "a list of steps, seat to answer",
    readers.read_raw: "what stands there",
    readers.text_of: "a path, such as zones.deck.order",
}


@record
class KeyRow:
    """One key: its name, what is written there, whether it must stand, what it means."""

    name: str
    holds: str
    needed: bool
    means: str


def keys_of(model: type[Definition]) -> list[KeyRow]:
    """The keys of a definition in the order of its model, without those that every definition has."""
    shared = set(Described.model_fields) if issubclass(model, Described) else set()
    if issubclass(model, PropertyBase) and model is not PropertyBase:
        shared |= set(PropertyBase.model_fields) - set(model.__annotations__)
    if issubclass(model, Card):
        shared |= set(Entry.model_fields)
    own = {name: field for name, field in model.model_fields.items() if name not in shared or name in _own(model)}
    return [_row(model, name, field) for name, field in own.items()]


def shared_keys() -> list[KeyRow]:
    """The keys that every definition may have."""
    return [_row(Described, name, field) for name, field in Described.model_fields.items()]


def _own(model: type[Definition]) -> set[str]:
    """Keys that a model says anew, because they mean something else there."""
    return {"text"} if model in (TextProperty, Term) else set()


def _row(model: type[Definition], name: str, field: FieldInfo) -> KeyRow:
    key = field.alias or name.rstrip("_")
    return KeyRow(key, holds(name, field), field.is_required(), meaning(model, name))


def meaning(model: type[Definition], name: str) -> str:
    """What a key means; KeyError when that has not been said."""
    return MEANINGS[model.__name__][name]


def holds(name: str, field: FieldInfo) -> str:
    """What is written under a key."""
    found = next((m for m in field.metadata if isinstance(m, scalars.Reads)), None)
    if found is not None:
        return _scalar(name, found)
    return _type(name, field.annotation)


def _type(name: str, of: Any) -> str:
    arguments = typing.get_args(of)
    origin = typing.get_origin(of)
    if origin is typing.Annotated:
        found = next((m for m in arguments[1:] if isinstance(m, scalars.Reads)), None)
        return _scalar(name, found) if found is not None else _type(name, arguments[0])
    if origin in (typing.Union, types.UnionType):
        parts = [_type(name, part) for part in arguments if part is not type(None)]
        return " or ".join(dict.fromkeys(part for part in parts if part))
    if origin is dict:
        key = _type(name, arguments[0]).removeprefix("an ").removeprefix("a ")
        return f"a mapping: {key} to {_type(name, arguments[1])}"
    if origin is tuple:
        inner = [part for part in arguments if part is not Ellipsis]
        text = _several(_type(name, inner[0]))
        return f"a list of {text}" if len(inner) == 1 else f"a pair of {text}"
    if isinstance(of, type) and issubclass(of, PropertyBase):
        return "a property"
    if isinstance(of, type) and issubclass(of, Definition):
        return f"a mapping, see {of.__name__.lower()}"
    return {int: "a number", bool: "yes or no"}.get(of, "a text")


def _several(text: str) -> str:
    head, _, rest = text.partition(" ")
    noun, comma, more = rest.partition(",")
    if head not in ("a", "an"):
        return text
    first, space, others = noun.partition(" of ")
    return f"{first}s{space}{others}{comma}{more}"


def _scalar(name: str, reads: scalars.Reads) -> str:
    schema: Any = reads.schema
    func: Any = schema["function"]["function"]
    if func is readers.read_rule:
        return "a rule" if name in RULES else "a formula"
    if func in _WORDS:
        return _WORDS[func]
    closure = getattr(func, "__closure__", None) or ()
    allowed = next((cell.cell_contents for cell in closure if isinstance(cell.cell_contents, tuple)), ())
    return " | ".join(allowed) if allowed else "stop | reshuffle ZONE"


_TEXT_FOR = (
    "For which rule the text was written. Write rule, and sfrules validate --fix puts the mark of the rule there; when "
    "the rule changes later, the text is found to be old."
)

MEANINGS: dict[str, dict[str, str]] = {
    Described.__name__: {
        "title": "What it is called on cards, pages and screens. Without one, its id in words.",
        "text": "The designer's sentences for print.",
        "source": "The sources and gaps that it rests on.",
        "note": "A remark for designers; never printed.",
    },
    Scenario.__name__: {
        "title": "The name of the game.",
        "seats": "How many play.",
        "format": "The version of this format; 1.",
        "version": "The version of the scenario, printed on cards and pages.",
        "summary": "One sentence for the cover.",
        "setting": "Where and when, for the cover.",
        "disclaimer": "Printed below each page.",
        "text": "More about it.",
        "note": "A remark for designers; never printed.",
        "source": "The sources it rests on.",
        "authors": "Who made it.",
        "language": "The language of its texts, such as en or de: words are looked up where there is a dictionary.",
        "words": "Words and names that no dictionary has, and that are meant.",
        "colours": "Colours by name. ink (or primary) colours the frame of the website, accent its links.",
    },
    NumberEntry.__name__: {"value": "The number. The whole entry may be just the number."},
    RuleSource.__name__: {"mark": "How settled it is.", "says": "What it says, in own words."},
    Term.__name__: {"text": "What the term means. The whole entry may be just the text."},
    Kind.__name__: {
        "plural": "Several of them, small if the word is small in a sentence.",
        "seat": "Whether players sit on things of this kind. One kind has it.",
        "has_": "Its properties by id.",
    },
    Thing.__name__: {
        "short": "A short name for tables.",
        "colour": "A colour, or the name of one of the scenario's.",
        "image": "A picture.",
    },
    PropertyBase.__name__: {
        "fixed": "Only the content sets it; no rule may change it.",
        "seen_by": "Who sees its value. Without it: all.",
        "kept_by": "moderator: at a printed table somebody must keep it.",
        "resets": "The phase at whose end it goes back to its start.",
        "says": "Four phrases of a flag: is yes, is no, becomes yes, becomes no: [is closed, is open, closes, opens].",
        "start": "The value before the game: a number, an id, yes or no.",
    },
    TrackProperty.__name__: {
        "track": "Its lowest and highest step. Changes stop at the ends.",
        "start": "The step at the start; else the lowest.",
        "bounded": "Whether each change is bounded at once, or the changes of one effect are summed up first.",
    },
    NumberProperty.__name__: {
        "number": "Its lowest and highest number; 0.. is without an end. Changes stop there, as on a track.",
        "start": "The number at the start; else 0.",
    },
    FlagProperty.__name__: {"flag": "The value at the start: yes or no."},
    ThingProperty.__name__: {
        "is_": "The kind of thing, or of card, that it holds.",
        "optional": "Whether it may hold nothing.",
        "start": "The thing at the start.",
    },
    ChoiceProperty.__name__: {
        "one_of": "The words of which it holds one.",
        "optional": "Whether it may hold nothing.",
        "start": "The word at the start; else the first.",
    },
    SetProperty.__name__: {"set_": "The kind of which it holds several. Empty at the start."},
    DerivedProperty.__name__: {
        "derived": "A formula that gives the value; self is the owner. It is never stored.",
        "phrase": "How a sentence speaks of it.",
    },
    TextProperty.__name__: {"text": "yes: words for print, which no rule reads."},
    PlaceMap.__name__: {
        "of": "The kind whose things are the places.",
        "edges": "Pairs of places; each leads both ways.",
        "one_way": "Pairs of places; each leads from the first to the second.",
        "neighbour_lists": "Instead of edges: for each place the places next to it.",
        "layout": "Where a place is drawn, from 0 to 100 across and down.",
        "grid": "Instead of edges: a board of cells.",
    },
    Grid.__name__: {
        "of": "The kind of the cells. They are named a1, b1 … by column and row.",
        "columns": "How many columns.",
        "rows": "How many rows.",
        "lines": "How many cells in a row make a line; then each cell has .lines. Each has .column and .row, too.",
    },
    CardKind.__name__: {
        "plural": "Several of them.",
        "has_": "The fields of such a card by id; properties as a kind has them.",
        "bind": "Runs for each card as it is drawn, and fills its blanks; the card is called card.",
        "played_from": "The zone from which a seat plays such cards. Without it nobody plays them.",
        "discarded_to": "The zone to which a played card goes.",
        "limit": "The limit that playing one uses up.",
        "back": "What its back looks like.",
    },
    Back.__name__: {
        "title": "The word on the back.",
        "colour": "Its colour.",
        "shape": "The shape that marks the kind.",
        "letter": "The letter that marks the kind.",
        "image": "A picture instead.",
    },
    Card.__name__: {
        "kind": "The id of its kind of card.",
        "count": "How many copies there are.",
        "zone": "Where its copies lie at the start.",
        "flavour": "A line of colour without meaning for play.",
        "image": "A picture.",
        "bind": "As bind of its kind, for this card alone.",
        "done": "A condition that rules ask with card.done(seat); the seat is called holder.",
    },
    Zone.__name__: {
        "of": "The kind of card that lies there.",
        "per": "A kind: each thing of it has a zone of its own. Without it there is one for all.",
        "order": "shuffled: cards are drawn at random; stacked: from the top; loose: in no order.",
        "seen_by": "Who sees the faces. Without it: all.",
        "count_seen_by": "Who may count the cards. Without it: all.",
        "holds": "How many fit in: drawing stops when it is full, and moving more into it is an error. 1 makes a rule "
        "speak of the card itself.",
        "when_empty": "What happens when more is drawn than is there.",
        "kept_by": "moderator: at a printed table somebody must keep it.",
    },
    Limit.__name__: {
        "times": "How often.",
        "each": "The repeated phase after which it begins anew. Without it: once for the whole game.",
        "per": "The kind of which each counts by itself.",
        "seen_by": "Who sees how often it has been used. Without it: all.",
    },
    Define.__name__: {
        "given": "Its arguments: name to type.",
        "is_": "The formula.",
        "phrase": "How a sentence speaks of it, with its arguments in braces.",
    },
    Entry.__name__: {
        "text_for": _TEXT_FOR,
        "who": "Which seats may ever do it; the seat is called actor.",
        "available": "Whether it can be done now. It may read only what actor knows.",
        "choose": "What is chosen as it is declared: name to a collection. optional in front allows none.",
        "cost": "What actor pays: property to amount. It must be payable in full.",
        "limit": "The limit that it uses up.",
        "windows": "The windows that its declaration passes, in order.",
        "declared_as": "All that the others see of the declaration.",
        "answers": "Makes it a reaction: which declarations it may answer; the declaration is called it.",
        "window": "The window in which it is played as a reaction.",
        "rides": "Makes it a rider: the entry that it is declared together with.",
        "rides_when": "Whether it can ride; it sees what was chosen for the host.",
        "effect": "What happens when it takes effect.",
        "when_cancelled": "What happens when it is cancelled, besides what the table of cancelling says.",
    },
    Window.__name__: {
        "asks": "Which seats are asked, in order; what was declared is called it.",
        "answers": "sealed: all at once and in secret; in order: one after the other.",
        "resolve": "in order: each answer acts as it is given, or, if sealed, in the order of the seats; last first: "
        "what is played acts when all have answered, the last first; if not sealed, it is seen at once.",
        "seen_by": "Who sees who was asked and passed.",
        "anonymous": "yes: a card that is played is shown, its player is not.",
        "seconds": "The shortest and the longest time at a real table.",
    },
    Menu.__name__: {
        "one": "Entries of which exactly one is taken: ids, actions, powers, or a kind of card.",
        "free": "Entries that may be taken before it, any number of times.",
        "after": "Entries that may be taken after it.",
        "pass_": "The id of declining; without it one must be taken if one can be.",
        "done": "The id of ending the turn, when there is something to take after it.",
    },
    Routine.__name__: {"text_for": _TEXT_FOR, "given": "Its arguments: name to type.", "effect": "What it does."},
    Trigger.__name__: {
        "text_for": _TEXT_FOR,
        "when": "The condition: a change (crowd becomes 10), or a state. openly in front tells the table when it "
        "comes true.",
        "fires": "at once: before the next statement of whoever brought it about; after the effect: when that is "
        "through.",
        "effect": "What happens.",
    },
    Group.__name__: {"of": "The kind of its members.", "where": "Who belongs to it; . is the thing."},
    Phase.__name__: {
        "id_": "Its id.",
        "each": "A kind: it runs once for each, in order, always from the first on; the seat is called actor. To begin "
        "with another, write an effect instead: for c in captain from first-captain, and in it offer turn to c.",
        "menu": "The menu that is put to each.",
        "answers": "in order: one after the other; sealed: all are asked at once and in secret for what the menu lists "
        "under one, and what they declare is carried out in order, if it still can be.",
        "effect": "What happens.",
        "repeat": "How often it comes. Its id then is the number of the repetition.",
        "titles": "A title for each repetition.",
        "phases": "The phases that it consists of.",
        "then": "What happens after the last repetition.",
    },
    Ending.__name__: {
        "given": "Its arguments: name to type. The title may hold them in braces.",
        "winners": "The seats that win.",
        "payoff": "What it is worth to each seat, called self.",
    },
    Award.__name__: {
        "when": "Whether it is awarded. What the ending was given can be used, each as an optional.",
        "winners": "The seats that get it.",
    },
    Gap.__name__: {
        "number": "Its number, by which entries cite it.",
        "question": "What is open.",
        "manual": "What the concept says.",
        "status": "How settled it is.",
        "given": "Arguments that rules pass to it: name to type.",
        "ruling": "The id of the option in force.",
        "options": "The answers by id.",
    },
    GapOption.__name__: {
        "title": "A name for it.",
        "says": "The answer in words.",
        "note": "A remark for designers; never printed.",
        "rule": "What runs where a rule says rule GAP.",
        "set_": "Changes of the content: path to value.",
        "remove": "What is taken out of the content: path to what goes, or nothing for all of it.",
    },
    Variant.__name__: {
        "set_": "Changes of the content: path to value.",
        "remove": "What is taken out of the content: path to what goes, or nothing for all of it.",
    },
    OwnCheck.__name__: {
        "each": "A kind of thing or of card: the condition must hold for each, which is called self in it.",
        "must": "The condition. It sees the content as it is laid out before the setup.",
        "says": "The message where it does not hold, in your words.",
        "level": "How bad that is. Without it: warning.",
    },
    Case.__name__: {
        "example": "yes: worth telling as an example of play.",
        "given_": "The position it begins in. Without it, or without at in it: a new game.",
        "do": "What the seats answer, in order; * is everybody.",
        "expect": "What is to be so in the end.",
    },
}


def models() -> Iterator[type[Definition]]:
    """Every model whose keys are described."""
    yield from (Scenario, NumberEntry, RuleSource, Term, Kind, Thing, PropertyBase)
    yield from FORMS
    yield from (PlaceMap, Grid, CardKind, Back, Card, Zone, Limit, Define, Entry, Window, Menu, Routine, Trigger, Group)
    yield from (Phase, Ending, Award, Gap, GapOption, Variant, OwnCheck, Case)
