"""What things, kinds, properties and locals of a rule are called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sfrules.lang import typed
from sfrules.lang.types import Type, held
from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.property import ChoiceProperty, NumberProperty, PropertyBase, ThingProperty, TrackProperty
from sfrules.publish.english.articles import articles
from sfrules.publish.words import IT, THEY, Noun, dangling, is_clause, is_verb, small
from sfrules.record import record


@record
class Group:
    """Several things: the noun for one of them and for many, without an article; `whole` names all of them together."""

    one: str
    many: str
    whole: str = ""
    seat: bool = False

    @property
    def each(self) -> str:
        """Each of them, as a subject."""
        return f"each {self.one}"

    @property
    def all(self) -> str:
        """All of them."""
        return self.whole or f"all {self.many}"

    def narrowed(self, one: str, many: str) -> Group:
        """Those of them of which more is said."""
        return Group(f"{self.one} {one}", f"{self.many} {many}", seat=self.seat)


class Nouns(ABC):
    """Speaks of what one rule speaks of; `who` is what `actor` and `holder` are called."""

    def __init__(self, book: Book, who: Noun) -> None:
        self.book = book
        self.who = who
        self.names: dict[str, Noun] = {}
        self.subject: Noun | None = None
        self.articles = articles(book)

    def kind_words(self, kind: str, *, card: bool = False) -> tuple[str, str]:
        """A kind of thing or card, one and many."""
        made: Any = (self.book.card_kinds if card else self.book.kinds).get(kind)
        if made is None:
            return (kind or "card").replace("-", " "), f"{(kind or 'card').replace('-', ' ')}s"
        many = made.plural or f"{made.label}s"
        return (small(made.label) if many[:1].islower() else str(made.label)), str(many)

    def type_words(self, of: Type | None) -> tuple[str, str]:
        """What a value of this type is called, one and many."""
        if of is None:
            return "one", "ones"
        of = held(of)
        match of.name:
            case "thing":
                return self.kind_words(of.kind)
            case "card" | "card-name":
                return self.kind_words(of.kind, card=True)
            case "number":
                return "number", "numbers"
            case "many":
                many = self.type_words(of.of)[1]
                return f"group of {many}", f"groups of {many}"
            case "declaration":
                return "declaration", "declarations"
            case _:
                return "one", "ones"

    def is_seat(self, of: Type | None) -> bool:
        """Whether it is one of the seats."""
        seat = self.book.seat_kind()
        return of is not None and seat is not None and held(of).kind == str(seat.id) and held(of).name == "thing"

    def property_of(self, node: typed.Property | typed.Derived | typed.TableProperty) -> PropertyBase | None:
        """The definition of a property; None for what a grid gives."""
        if isinstance(node, typed.TableProperty) or not node.of:
            return self.book.table.get(node.name)
        owner: Any = (self.book.card_kinds if node.card else self.book.kinds).get(node.of)
        return None if owner is None else owner.has.get(node.name)

    def noun_of(self, node: typed.Property | typed.Derived | typed.TableProperty) -> str:
        """What a property is called as a noun."""
        made = self.property_of(node)
        plain = node.name.replace("-", " ")
        if made is None or made.title is None:
            return plain
        title = str(made.title)
        verbal = isinstance(made, ChoiceProperty | ThingProperty) and (is_verb(title) or dangling(title))
        if verbal or is_clause(title):
            return plain
        return f"number of {title}" if self.is_counted(made) else title

    @staticmethod
    def is_counted(made: PropertyBase) -> bool:
        """Whether a number is called by what it counts: `chips staked`."""
        first = str(made.title or "").split(" ")[0]
        proper = isinstance(made, TrackProperty) and first[:1].isupper()
        return isinstance(made, NumberProperty | TrackProperty) and first.endswith("s") and not proper

    def things_counted(self, node: typed.Property | typed.Derived | typed.TableProperty) -> str:
        """What a number counts, without saying that it is a number."""
        return self.noun_of(node).removeprefix("number of ")

    @contextmanager
    def calling(self, name: str, noun: Noun) -> Iterator[None]:
        """While this lasts, a local is called so."""
        before = self.names.get(name)
        self.names[name] = noun
        try:
            yield
        finally:
            self.names.pop(name)
            if before is not None:
                self.names[name] = before

    @contextmanager
    def about(self, subject: Noun | None) -> Iterator[None]:
        """While this lasts, the sentence is about somebody, whose things are `their` or `your`."""
        before, self.subject = self.subject, subject
        try:
            yield
        finally:
            self.subject = before

    def pronoun(self, of: Type | None) -> Noun:
        """`they` for a seat, `it` for anything else."""
        return THEY if self.is_seat(of) else IT

    def loop_noun(self, name: str, of: Type | None) -> Noun:
        """What the element of a loop is called: `that scout`, or with its name when another is called so."""
        one, _ = self.type_words(of)
        text = f"that {one}"
        if any(noun.text == text for noun in self.names.values()):
            text = f"the {one} {name}"
        return Noun(text, pronoun="their" if self.is_seat(of) else "its")

    def local(self, node: typed.Local) -> Noun:
        """A local, as a noun."""
        if node.name in self.names:
            return self.names[node.name]
        match node.name:
            case "actor" | "holder":
                return self.who
            case "card":
                return Noun("this card")
            case "self":
                return Noun(f"this {self.type_words(node.type)[0]}", pronoun=self.pronoun(node.type).possessive)
        if node.name.startswith("."):
            return self.pronoun(node.type)
        many = node.type.name == "many"
        if len(node.name) < 3 and not many:
            return Noun(f"the {self.type_words(node.type)[0]}", pronoun="their" if self.is_seat(node.type) else "its")
        pronoun = "their" if self.is_seat(node.type) else "its"
        return Noun(f"the {self.called(node.name, many)}", several=many and node.name.endswith("s"), pronoun=pronoun)

    @staticmethod
    def called(name: str, many: bool = False) -> str:
        """The name of a local as a noun; one that ends like a participle gets a noun: `the leaked one`."""
        words = name.replace("-", " ")
        return f"{words} {'ones' if many else 'one'}" if words.endswith("ed") else words

    def noun(self, node: typed.Expr) -> Noun:
        """Somebody or something that a sentence can be about."""
        match node:
            case typed.Local():
                return self.local(node)
            case typed.ThingRef():
                pronoun = "their" if self.is_seat(node.type) else "its"
                title = self.title(self.book.things.get(node.id), node.id)
                return Noun(self.articles.before(title), pronoun=pronoun)
            case typed.Property() | typed.Derived() | typed.TableProperty():
                return Noun(self.possessed(node))
            case typed.DeclarationPart(part="actor"):
                return Noun("whoever declared it", pronoun="their")
            case _:
                return Noun(self.text(node), pronoun=self.pronoun(node.type).possessive)

    @staticmethod
    def title(made: Described | None, name: str) -> str:
        """The title, or the id in words."""
        return str(made.label) if made is not None else name.replace("-", " ")

    def possessed(self, node: typed.Property | typed.Derived | typed.TableProperty) -> str:
        """A property with its owner: `your hand`, `the Tide`."""
        if isinstance(node, typed.TableProperty) or not node.of:
            return self.of_table(node)
        return self.owning(node.object, self.dereferenced(node))

    def of_table(self, node: typed.Property | typed.Derived | typed.TableProperty) -> str:
        """A property of the table with the article that its designer gives it."""
        noun = self.noun_of(node)
        return f"the {noun}" if noun.startswith("number of ") else self.articles.before(noun)

    def of_table_bare(self, name: str) -> str:
        """What a property of the table is called, without an article."""
        made = self.book.table.get(name)
        return self.title(made, name).removeprefix("the ")

    def dereferenced(self, node: typed.Property | typed.Derived) -> str:
        """The noun of a property; one that is called after its kind (`side: {is: side}`) takes the kind's word."""
        of = held(node.type)
        if of.name == "thing" and of.kind == node.name:
            return self.kind_words(of.kind)[0]
        return self.noun_of(node)

    def owning(self, owner: typed.Expr, thing: str) -> str:
        """What belongs to somebody; to the subject of the sentence: `their`, `your`."""
        noun = self.noun(owner)
        if self.subject is not None and noun == self.subject and not noun.possessive:
            return f"{noun.pronoun} {thing}"
        return noun.owning(thing)

    def zone(self, node: typed.Zone) -> str:
        """A zone with its owner."""
        made = self.book.zones.get(node.zone)
        title = self.title(made, node.zone)
        if node.owner is None:
            return self.the(title)
        return self.owning(node.owner, title.removeprefix("own "))

    @staticmethod
    def the(title: str) -> str:
        """A title with its article."""
        return title if title.lower().startswith(("the ", "a ", "an ")) else f"the {title}"

    def phase(self, name: str) -> str:
        """The title of a phase."""
        return next((str(p.label) for p in self.book.all_phases() if str(p.id) == name), name.replace("-", " "))

    def holds_one(self, zone: typed.Zone) -> bool:
        """Whether the zone is a place for a single card."""
        made = self.book.zones.get(zone.zone)
        return made is not None and made.holds == 1

    @abstractmethod
    def text(self, node: typed.Expr) -> str:
        """Any value, as a phrase."""

    @abstractmethod
    def group(self, node: typed.Expr) -> Group:
        """A collection: what one of it is called, and all of it."""

    @abstractmethod
    def clause(self, node: typed.Expr, holds: bool = True) -> str:
        """A test as a clause: `your strength is 2 or more`. `holds` false says the opposite."""

    @abstractmethod
    def which(self, name: str, test: typed.Expr, seat: bool, several: bool) -> str:
        """A test on the element of a collection as a relative clause."""
