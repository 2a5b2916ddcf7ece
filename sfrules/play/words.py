"""Names and values of a game as people say them: titles in place of ids, cards with what is written on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sfrules.lang.types import Type, held
from sfrules.model.book import Book
from sfrules.model.property import ChoiceProperty, FlagProperty, PropertyBase, SetProperty, ThingProperty

Fill = Callable[[str], str | None]
Plain = Callable[[str, Fill], str]
"""A text of the content without its markup, its placeholders filled."""


class Words:
    """What each id of a scenario is called. `plain` takes the markup out of texts."""

    def __init__(self, book: Book, plain: Plain) -> None:
        self.book = book
        self._plain = plain
        seat = book.seat_kind()
        self.seat_kind = str(seat.id) if seat is not None else ""

    # texts

    def text(self, text: str | None, own: Mapping[str, object] | None = None) -> str:
        """A text of the content: placeholders stand for `own` values, else for named numbers."""
        return self._plain(text, lambda name: self._placeholder(name, own or {})) if text else ""

    def _placeholder(self, name: str, own: Mapping[str, object]) -> str | None:
        if name in own:
            value = own[name]
            return self.thing(value) if isinstance(value, str) else str(value)
        number = self.book.number(name)
        return None if number is None else str(number)

    # things, cards, zones, and whatever has an id

    def thing(self, id_: str) -> str:
        """A thing by its title; what is no thing, in words."""
        made = self.book.things.get(id_)
        return self.text(made.label) if made is not None else in_words(id_)

    def card(self, name: str) -> str:
        """A card by its title, with what is written on it: `sighting.harbour` becomes “Sighting (Harbour)”."""
        face, bracket, known = name.partition(" (")
        id_, *written = face.split(".")
        made = self.book.cards.get(id_)
        title = self.text(made.label, made.values) if made is not None else in_words(id_)
        values = list(self._written(made.kind if made is not None else "", written))
        values += [self._fact(fact) for fact in known.rstrip(")").split(", ")] if bracket else []
        return f"{title} ({', '.join(values)})" if values else title

    def _written(self, kind: str, written: list[str]) -> Iterator[str]:
        """What is filled in on a card, field by field: a flag that is up by its title, everything else by its value."""
        made = self.book.card_kinds.get(kind)
        fields = [field for field in made.has.values() if not field.fixed and field.seen_by is None] if made else []
        flags = [field for field in fields if isinstance(field, FlagProperty)]
        for value in written:
            if value in ("yes", "no") and flags:
                flag = flags.pop(0)
                if value == "yes":
                    yield self.text(flag.label)
            else:
                yield "known to you" if value == "known" else self.thing(value)

    def _fact(self, fact: str) -> str:
        name, is_given, value = fact.partition("=")
        return f"{in_words(name).lower()}: {self.thing(value)}" if is_given else "known to you"

    def entry(self, id_: str) -> str:
        """An action, power or card by its title."""
        made = self.book.entry(id_)
        return self.text(made.label) if made is not None else self.text(id_)

    def named(self, section: str, id_: str) -> str:
        """Something of a section by its title."""
        made = getattr(self.book, section).get(id_)
        return self.text(made.label) if made is not None else in_words(id_)

    def phase(self, id_: str, count: int = 0) -> str:
        """A phase by its title, a repeated one with its number and the title of that turn."""
        made = next((phase for phase in self.book.all_phases() if phase.id == id_), None)
        if made is None:
            return in_words(id_)
        title = self.text(made.label)
        if not count:
            return title
        own = f": {self.text(made.titles[count - 1])}" if count <= len(made.titles) else ""
        return f"{title} {count}{own}"

    def zone(self, name: str, viewer: str | None = None) -> str:
        """`hand.north` as “the hand of North”, or “your hand” for North."""
        id_, _, owner = name.partition(".")
        title = self.named("zones", id_)
        if not owner:
            return f"the {title}"
        return (
            f"your {_without(title, 'own ')}"
            if owner == viewer
            else f"the {_without(title, 'own ')} of {self.thing(owner)}"
        )

    def ending(self, id_: str, given: Mapping[str, str]) -> str:
        """The title of an ending, its placeholders filled with what it was given, else with the kind of that."""
        made = self.book.endings.get(id_)
        if made is None:
            return in_words(id_)
        kinds = {name: self.book.kinds.get(str(of.name)) for name, of in made.given.items()}
        anyone = {name: str(kind.label) for name, kind in kinds.items() if kind is not None}
        return self.text(made.label, {**anyone, **given})

    # properties

    def property(self, kind: str, name: str) -> PropertyBase | None:
        """The property of a kind, or of the table where the kind is empty."""
        if not kind:
            return self.book.table.get(name)
        made = self.book.kinds.get(kind)
        return made.has.get(name) if made is not None else None

    def property_title(self, kind: str, name: str) -> str:
        """What a property is called; the counter of a repeated phase by the phase."""
        made = self.property(kind, name)
        return self.text(made.label) if made is not None else self.phase(name)

    def value(self, kind: str, name: str, value: str) -> str:
        """A value of a property, as the view gives it, in words."""
        made = self.property(kind, name)
        if value == "none":
            return "none"
        match made:
            case ThingProperty():
                return self.card(value) if made.is_ in self.book.card_kinds else self.thing(value)
            case SetProperty():
                return ", ".join(self.thing(part) for part in value.split("+"))
            case ChoiceProperty():
                return in_words(value).lower()
            case FlagProperty():
                return value
            case _:
                return value if _is_number(value) else ", ".join(self.thing(part) for part in value.split("+"))

    def of_type(self, of: Type, value: str) -> str:
        """A value of a rule's type, as the engine names it, in words."""
        of = held(of)
        if value == "none":
            return "nobody" if of.kind == self.seat_kind else "none"
        match of.name:
            case "thing":
                return self.thing(value)
            case "card":
                return self.card(value)
            case "card-name":
                return self.named("cards", value)
            case "many" if of.of is not None:
                inner = of.of
                return ", ".join(self.of_type(inner, part) for part in value.split("+"))
            case "entry":
                return self.entry(value)
            case "number" | "flag":
                return value
            case _:
                return in_words(value).lower()


def in_words(id_: str) -> str:
    """An id that nobody gave a title to."""
    return id_.replace("-", " ").capitalize()


def _without(text: str, start: str) -> str:
    return text.removeprefix(start)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()
