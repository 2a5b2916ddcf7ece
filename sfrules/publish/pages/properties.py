"""Properties in words: what they hold, where they start, who sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from markupsafe import Markup

from sfrules.lang import typed
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
from sfrules.model.scalars import Range
from sfrules.publish import prose
from sfrules.publish.markup import safe, shown_value
from sfrules.publish.pages.desk import Desk, shown
from sfrules.publish.words import cap, listed


def property_table(desk: Desk, owner: str, properties: Mapping[str, PropertyBase]) -> Markup:
    """A table of the properties of a kind."""
    if not properties:
        return Markup("")
    rows = "".join(_row(desk, owner, name, prop) for name, prop in properties.items())
    head = "<tr><th>What</th><th>Holds</th><th>At the start</th><th>Seen by</th></tr>"
    return Markup(f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>")


def _row(desk: Desk, owner: str, name: str, prop: PropertyBase) -> str:
    about = f"<br><small>{desk.text(prop)}</small>" if not isinstance(prop, TextProperty) and prop.text else ""
    sources = " ".join(desk.source(str(source)) for source in prop.source)
    cells = (
        Markup(f"<strong>{safe(cap(prop.label))}</strong>{about} {sources}"),
        Markup(safe(holds(desk, owner, name, prop))) + _formula(prop),
        starts(desk, prop),
        seen(desk, owner, prop),
    )
    inner = "".join(f"<td>{shown(cell)}</td>" for cell in cells)
    return f'<tr id="property-{safe(owner)}-{safe(name)}">{inner}</tr>'


def _formula(prop: PropertyBase) -> Markup:
    """The formula of a derived property as it is written."""
    if not isinstance(prop, DerivedProperty):
        return Markup("")
    return Markup("<br>") + Markup("<br>").join(
        Markup(f"<code>{safe(line)}</code>") for line in str(prop.derived).split("\n")
    )


def holds(desk: Desk, owner: str, name: str, prop: PropertyBase) -> str:
    """What a property can hold."""
    fixed = ", fixed by the content" if prop.fixed else ""
    resets = f", reset after each {prose_phase(desk, str(prop.resets))}" if prop.resets is not None else ""
    match prop:
        case TrackProperty():
            text = f"a track {span(prop.track)}"
        case NumberProperty():
            text = f"a number {span(prop.number)}"
        case FlagProperty():
            text = listed([str(word) for word in prop.says[:2]], "or") if prop.says else "yes or no"
        case ThingProperty():
            text = f"{kind_word(desk, str(prop.is_))}{', or none' if prop.optional else ''}"
        case ChoiceProperty():
            text = listed([str(word).replace("-", " ") for word in prop.one_of], "or") + (
                ", or none" if prop.optional else ""
            )
        case SetProperty():
            text = f"several of: {kind_word(desk, str(prop.set_))}"
        case DerivedProperty():
            text = _derived(desk, owner, name)
        case _:
            text = "words"
    return f"{text}{fixed}{resets}"


def _derived(desk: Desk, owner: str, name: str) -> str:
    for path in (
        ("kinds", owner, "has", name, "derived"),
        ("card_kinds", owner, "has", name, "derived"),
        ("table", name, "derived"),
    ):
        rule = desk.rule(*path)
        if rule is not None and rule.typed is not None:
            return f"follows from the rest: {prose.formula(desk.book, rule)}"
    return "follows from the rest"


def kind_word(desk: Desk, kind: str) -> str:
    """A kind of thing or card by its title."""
    made = desk.book.kinds.get(kind) or desk.book.card_kinds.get(kind)
    return str(made.label) if made is not None else kind


def prose_phase(desk: Desk, name: str) -> str:
    """A phase by its title."""
    return next((str(phase.label) for phase in desk.book.all_phases() if phase.id == name), name)


def span(of: Range) -> str:
    """A range in words."""
    if of.low is None and of.high is None:
        return "without bounds"
    if of.high is None:
        return f"from {of.low} up"
    return f"up to {of.high}" if of.low is None else f"from {of.low} to {of.high}"


def starts(desk: Desk, prop: PropertyBase) -> str:
    """The value before the game begins."""
    if isinstance(prop, FlagProperty):
        return (
            "" if prop.fixed else (str(prop.says[0 if prop.flag else 1]) if prop.says else "yes" if prop.flag else "no")
        )
    if prop.start is None:
        return ""
    number = desk.book.number(str(prop.start))
    return str(number) if number is not None else shown_value(desk.book, str(prop.start))


def seen(desk: Desk, owner: str, prop: PropertyBase) -> str:
    """Who sees a property, and whether a moderator keeps it."""
    keeper = "; kept by the moderator" if prop.kept_by is not None else ""
    return desk.eyes(prop.seen_by, owner) + keeper


def track_boxes(desk: Desk, name: str, prop: PropertyBase) -> Markup:
    """A short track as a row of boxes, with its start and the values at which something happens."""
    if not isinstance(prop, TrackProperty) or prop.track.low is None or prop.track.high is None:
        return Markup("")
    low, high = prop.track.low, prop.track.high
    if high - low > 20:
        return Markup("")
    start, ends = starts(desk, prop), set(_thresholds(desk, name))
    boxes = "".join(f"<li{_box_class(value, start, ends)}>{value}</li>" for value in range(low, high + 1))
    return Markup(f'<ol class="track">{boxes}</ol>')


def _box_class(value: int, start: str, ends: set[int]) -> str:
    classes = [*(["is-start"] if str(value) == start else []), *(["is-end"] if value in ends else [])]
    return f' class="{" ".join(classes)}"' if classes else ""


def _thresholds(desk: Desk, name: str) -> Iterator[int]:
    """The values of a table property that a trigger waits for."""
    for trigger in desk.book.triggers:
        rule = desk.rule("triggers", trigger, "when") if _does_something(desk, trigger) else None
        for node in typed.walk(rule.typed) if rule is not None and rule.typed is not None else ():
            match node:
                case typed.Becomes(value=typed.TableProperty(name=found), target=typed.Const(value=int(value))) if (
                    found == name
                ):
                    yield value


def _does_something(desk: Desk, trigger: str) -> bool:
    """Whether a trigger does more than leave it to gaps whose rulings do nothing."""
    rule = desk.rule("triggers", trigger, "effect")
    stmts = rule.typed.stmts if rule is not None and isinstance(rule.typed, typed.Block) else ()
    return any(not isinstance(stmt, typed.Ruling) or _has_rule(desk, stmt.gap) for stmt in stmts)


def _has_rule(desk: Desk, gap: str) -> bool:
    ruling = desk.book.ruling(desk.book.gaps[gap])
    return ruling is not None and ruling.rule is not None
