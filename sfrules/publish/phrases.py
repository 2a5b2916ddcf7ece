"""Typed expressions -> English phrases: who, what, which, and whether."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sfrules.lang import typed
from sfrules.lang.types import FLAG, NUMBER, Type, held
from sfrules.lang.verbs import sentence
from sfrules.model.base import Described
from sfrules.model.book import Book
from sfrules.model.property import ChoiceProperty, NumberProperty, PropertyBase, ThingProperty
from sfrules.publish.articles import articles
from sfrules.publish.words import (
    IT, THEY, YOU, Noun, a, agree, dangling, in_plural, is_clause, is_verb, listed, negated, small,
)  # fmt: skip

_BODY = re.compile(r"\bthe ([\w-]+(?: [\w-]+)?) of \{([a-z-]+)\}")
_HOLE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_COMPARED = {">=": "{n} or more", "<=": "{n} or less", ">": "more than {n}", "<": "less than {n}"}
_COUNTED = {">=": "at least {n}", "<=": "at most {n}", ">": "more than {n}", "<": "fewer than {n}", "is": "exactly {n}"}
_OPERATORS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_CLOSE = ("other than ", "next to ", "in ", "with ", "without ", "not next to ", "not in ")
_FLIPPED = {">=": "<", "<=": ">", ">": "<=", "<": ">=", "is": "is-not", "is-not": "is"}


@dataclass(frozen=True, slots=True)
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


class Phrases:
    """Speaks of the expressions of one rule; `who` is what `actor` and `holder` are called."""

    def __init__(self, book: Book, who: Noun) -> None:
        self.book = book
        self.who = who
        self.names: dict[str, Noun] = {}
        self.subject: Noun | None = None
        self.articles = articles(book)

    # names of kinds and properties

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
                one, many = self.type_words(of.of)
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
        counts = isinstance(made, NumberProperty) and title.split(" ")[0].endswith("s")
        return f"number of {title}" if counts else title

    # locals

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
            text = f"{one} {name}"
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
        if len(node.name) == 1 and not many:
            return Noun(f"the {self.type_words(node.type)[0]}", pronoun="their" if self.is_seat(node.type) else "its")
        pronoun = "their" if self.is_seat(node.type) else "its"
        return Noun(f"the {self.called(node.name, many)}", several=many and node.name.endswith("s"), pronoun=pronoun)

    @staticmethod
    def called(name: str, many: bool = False) -> str:
        """The name of a local as a noun; one that ends like a participle gets a noun: `the leaked one`."""
        words = name.replace("-", " ")
        return f"{words} {'ones' if many else 'one'}" if words.endswith("ed") else words

    # things and values

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

    def dereferenced(self, node: typed.Property | typed.Derived) -> str:
        """The noun of a property; one that is called after its kind (`country: {is: country}`) takes the kind's word."""
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

    def text(self, node: typed.Expr) -> str:
        """Any value, as a phrase."""
        if node.type == FLAG and not isinstance(node, typed.Const | typed.Local | typed.Cond):
            return f"whether {self.clause(node)}"
        make: Any = getattr(self, "_" + type(node).__name__.lower(), None)
        if make is not None:
            return str(make(node))
        if node.type.name == "many":
            return self.group(node).all
        raise TypeError(f"no phrase for {type(node).__name__}")

    def objective(self, node: typed.Expr) -> str:
        """A value as the object of a sentence: `them`, not `they`."""
        return self.noun(node).obj if isinstance(node, typed.Local) else self.text(node)

    def _const(self, node: typed.Const) -> str:
        if isinstance(node.value, bool):
            return "yes" if node.value else "no"
        if node.value is None:
            return "none"
        return f"“{node.value}”" if node.type.name == "text" else str(node.value).replace("-", " ")

    def _thingref(self, node: typed.ThingRef) -> str:
        return self.noun(node).text

    def _cardname(self, node: typed.CardName) -> str:
        return f"“{self.title(self.book.cards.get(node.id), node.id)}”"

    def _entryref(self, node: typed.EntryRef) -> str:
        return self.title(self.book.entry(node.id), node.id)

    def _named(self, node: typed.Named) -> str:
        return str(node.value)

    def _counter(self, node: typed.Counter) -> str:
        return f"the current {self.phase(node.phase)}"

    def phase(self, name: str) -> str:
        """The title of a phase."""
        return next((str(p.label) for p in self.book.all_phases() if str(p.id) == name), name.replace("-", " "))

    def _local(self, node: typed.Local) -> str:
        return f"“{node.name}”" if node.type == FLAG else self.local(node).text

    def _answered(self, node: typed.Answered) -> str:
        return "what was declared"

    def _property(self, node: typed.Property) -> str:
        return self.possessed(node)

    _derived = _tableproperty = _property

    def _binary(self, node: typed.Binary) -> str:
        return sentence("Binary").format(
            left=self.text(node.left), op=_OPERATORS[node.op], right=self.text(node.right)
        )

    def _negative(self, node: typed.Negative) -> str:
        return f"minus {self.text(node.value)}"

    def _cond(self, node: typed.Cond) -> str:
        return sentence("Cond").format(
            then=self.text(node.then), test=self.clause(node.test), otherwise=self.text(node.otherwise)
        )

    def _best(self, node: typed.Best) -> str:
        group = self.best_group(node)
        ties = {"nobody": " (nobody if several are level)", "first": " (the first of them if several are level)"}
        if node.ties == "all":
            return group.all
        return f"the {group.one}{ties[node.ties]}"

    def best_group(self, node: typed.Best) -> Group:
        """Who is highest or lowest."""
        group = self.group(node.coll)
        if node.where is not None:
            group = self.filtered(group, node.name, node.where)
        by = node.by
        if isinstance(by, typed.Property | typed.Derived) and _is_element(by.object, node.name):
            joint = f"with the {node.which} {self.noun_of(by)}"
        else:
            with self.calling(node.name, self.pronoun(node.coll.type.of)):
                joint = f"for {'whom' if group.seat else 'which'} {self.text(by)} is {node.which}"
        level = "if several are level, all of these"
        one = f"one {joint} among {group.all}" if " " in group.one else f"{group.one} {joint}"
        return Group(one, f"{group.many} {joint}", f"the {one}; {level}", group.seat)

    def _listof(self, node: typed.ListOf) -> str:
        return listed([self.text(item) for item in node.items]) or "nothing"

    def _declarationpart(self, node: typed.DeclarationPart) -> str:
        if node.part == "actor":
            return "whoever declared it"
        if node.part == "host":
            return "what it was declared with"
        return f"the {node.part.replace('-', ' ')} that was chosen"

    def _defined(self, node: typed.Defined) -> str:
        if node.type.name == "many":
            return self.group(node).all
        return self.defined(node)

    def defined(self, node: typed.Defined) -> str:
        """A named formula in its designer's phrase, or by its title."""
        made = self.book.define[node.id]
        if made.phrase is None:
            arguments = listed([self.text(arg) for arg in node.args])
            return f"“{made.label}”" + (f" of {arguments}" if arguments else "")
        return self.filled(str(made.phrase), dict(zip(made.given, node.args, strict=False)))

    def filled(self, phrase: str, given: dict[str, typed.Expr]) -> str:
        """A phrase with its placeholders as nouns: `the hand of {holder}` becomes `your hand`."""

        first = next((given[name] for name in _HOLE.findall(phrase) if name in given), None)

        def body(match: re.Match[str]) -> str:
            return self.owning(given[match[2]], match[1]) if match[2] in given else match[0]

        def hole(match: re.Match[str]) -> str:
            if match[1] not in given:
                return match[0]
            value = given[match[1]]
            with self.about(None if value is first or first is None else self.noun(first)):
                noun = self.noun(value)
            before = phrase[: match.start()]
            if before.rstrip().endswith(" of") and noun == YOU:
                return "yours"
            return noun.obj if before.strip() else noun.text

        phrase = _BODY.sub(body, phrase)
        subject = _HOLE.match(phrase)
        several = subject is not None and subject[1] in given and self.noun(given[subject[1]]).several
        text = _HOLE.sub(hole, phrase)
        if subject is None or not several:
            return text
        head = self.noun(given[subject[1]]).text
        return f"{head} {in_plural(text[len(head) + 1 :])}"

    def _function(self, node: typed.Function) -> str:
        make: Any = getattr(self, "_fn_" + node.name.replace("-", "_"))
        return str(make(node))

    def _fn_count(self, node: typed.Function) -> str:
        return sentence("count").format(coll=self.group(node.args[0]).many)

    def _fn_sum(self, node: typed.Function) -> str:
        coll = node.args[0]
        if isinstance(coll, typed.OverEach) and isinstance(coll.body, typed.Property | typed.Derived):
            return sentence("sum", "of").format(noun=self.noun_of(coll.body), coll=self.group(coll.coll).all)
        return sentence("sum").format(coll=self.group(coll).all)

    def _fn_first(self, node: typed.Function) -> str:
        if len(node.args) == 2:
            n, coll = node.args
            return sentence("first", "several").format(n=self.text(n), coll=self.group(coll).many)
        return self._fn_the_first(node)

    def _fn_the_first(self, node: typed.Function) -> str:
        coll = node.args[0]
        if isinstance(coll, typed.Zone):
            return f"the first {self.group(coll).one}"
        return sentence("the-first").format(coll=self.group(coll).all)

    def _fn_last(self, node: typed.Function) -> str:
        return sentence("last").format(coll=self.group(node.args[0]).all)

    def _fn_next(self, node: typed.Function) -> str:
        return sentence("next").format(seat=self.objective(node.args[0]))

    def _fn_used(self, node: typed.Function) -> str:
        noun = self.noun(node.args[0])
        limit = self.title(self.book.limits.get(node.limit), node.limit)
        return agree(sentence("used").format(seat=noun.text, limit=limit), noun.several)

    def _fn_distance(self, node: typed.Function) -> str:
        start, end = (self.objective(arg) for arg in node.args)
        return sentence("distance").format(start=start, end=end)

    def _fn_degree(self, node: typed.Function) -> str:
        return sentence("degree").format(place=self.objective(node.args[0]))

    def _fn_playing(self, node: typed.Function) -> str:
        return self.group(node).all

    def _fn_neighbours(self, node: typed.Function) -> str:
        return self.group(node).all

    # collections

    def group(self, node: typed.Expr) -> Group:
        """A collection: what one of it is called, and all of it."""
        make: Any = getattr(self, "_g_" + type(node).__name__.lower(), None)
        one, many = self.type_words(node.type.of)
        seat = self.is_seat(node.type.of)
        if make is not None:
            return replace(make(node, one, many), seat=seat)
        whole = self.text_of_whole(node)
        if node.type.of is not None and node.type.of.name == "many":
            return Group(f"of {whole}", f"of {whole}", whole, seat)
        word = "in" if isinstance(node, typed.Local) and node.name in self.names else "among"
        return Group(f"{one} {word} {whole}", f"{many} {word} {whole}", whole, seat)

    def text_of_whole(self, node: typed.Expr) -> str:
        """A collection that has a name of its own."""
        match node:
            case typed.Property() | typed.Derived() | typed.TableProperty():
                return self.possessed(node)
            case typed.Local():
                return self.local(node).text
            case typed.Cond():
                return self._cond(node)
            case typed.DeclarationPart():
                return self._declarationpart(node)
            case typed.Const():
                return "nothing"
            case _:
                raise TypeError(f"no phrase for {type(node).__name__}")

    def _g_allof(self, node: typed.AllOf, one: str, many: str) -> Group:
        return Group(one, many)

    def _g_cardnames(self, node: typed.CardNames, one: str, many: str) -> Group:
        one, many = self.kind_words(node.kind, card=True)
        return Group(one, many)

    def _g_entries(self, node: typed.Entries, one: str, many: str) -> Group:
        if node.section in self.book.card_kinds:
            one, many = self.kind_words(node.section, card=True)
            return Group(one, many)
        return Group(node.section.removesuffix("s"), node.section)

    def _g_zone(self, node: typed.Zone, one: str, many: str) -> Group:
        zone = self.zone(node)
        return Group(f"{one} in {zone}", f"{many} in {zone}")

    def _g_filter(self, node: typed.Filter, one: str, many: str) -> Group:
        test = node.test
        made = self.filtered(self.group(node.coll), node.name, test)
        if isinstance(test, typed.Binary) and test.op == "is" and _is_element(test.left, node.name):
            return replace(made, whole=self.objective(test.right))
        return made

    def filtered(self, group: Group, name: str, test: typed.Expr) -> Group:
        """Those of a group for which a test holds."""
        return group.narrowed(self.which(name, test, group.seat, False), self.which(name, test, group.seat, True))

    def _g_rotate(self, node: typed.Rotate, one: str, many: str) -> Group:
        group = self.group(node.coll)
        case = "from_" if node.which == "from" else "after"
        start = self.objective(node.start)
        whole = sentence("Rotate", case).format(coll=group.all, start=start)
        clause = whole.removeprefix(group.all)
        return Group(f"{group.one}{clause}", f"{group.many}{clause}", whole)

    def _g_joined(self, node: typed.Joined, one: str, many: str) -> Group:
        left, right = self.group(node.left), self.group(node.right)
        if isinstance(node.left, typed.Zone) and isinstance(node.right, typed.Zone):
            places = f"{self.zone(node.left)} and {self.zone(node.right)}"
            return Group(f"{one} in {places}", f"{many} in {places}")
        return Group(f"{left.one} or {right.one}", f"{left.many} and {right.many}")

    def _g_overeach(self, node: typed.OverEach, one: str, many: str) -> Group:
        group = self.group(node.coll)
        body = node.body
        if isinstance(body, typed.Zone):
            title = self.title(self.book.zones.get(body.zone), body.zone).removeprefix("own ")
            return Group(f"{one} in the {title} of {group.all}", f"{many} in the {title} of {group.all}")
        if isinstance(body, typed.Property | typed.Derived | typed.TableProperty):
            whole = f"the {self.noun_of(body)} of {group.each}"
            return Group(f"{one} among {whole}", f"{many} among {whole}", whole)
        with self.calling(node.name, self.pronoun(node.coll.type.of)):
            inner = self.group(body) if node.joined else Group(self.text(body), self.text(body), self.text(body))
        clause = f"for {group.each}"
        return Group(f"{inner.one} {clause}", f"{inner.many} {clause}", f"{inner.all} {clause}")

    def _g_between(self, node: typed.Between, one: str, many: str) -> Group:
        low, high = self.text(node.low), self.text(node.high)
        clause = f"from {low} to {high}"
        return Group(f"number {clause}", f"numbers {clause}", sentence("Between").format(low=low, high=high))

    def _g_listof(self, node: typed.ListOf, one: str, many: str) -> Group:
        items = [self.text(item) for item in node.items]
        if not items:
            return Group(one, many, "nothing")
        return Group(f"of {listed(items)}", listed(items), listed(items))

    def _g_best(self, node: typed.Best, one: str, many: str) -> Group:
        return self.best_group(node)

    def _g_defined(self, node: typed.Defined, one: str, many: str) -> Group:
        phrase = self.defined(node)
        last = many.rsplit(" ", 1)[-1]
        if re.search(rf"\b{re.escape(last)}\b", phrase, re.IGNORECASE):
            single = re.sub(rf"\b{re.escape(last)}\b", one.rsplit(" ", 1)[-1], phrase, count=1, flags=re.IGNORECASE)
            return Group(single.replace(" and ", " or ", 1), phrase)
        return Group(f"piece of {phrase}", f"pieces of {phrase}", phrase)

    def _g_function(self, node: typed.Function, one: str, many: str) -> Group:
        match node.name:
            case "neighbours":
                place = self.objective(node.args[0])
                return Group(f"{one} next to {place}", f"{many} next to {place}")
            case "playing":
                group = self.group(node.args[0])
                return group.narrowed("still in the game", "still in the game")
            case _:
                text = self._fn_first(node)
                return Group(f"one of {text}", text, text)

    # whether

    def clause(self, node: typed.Expr, holds: bool = True) -> str:
        """A test as a clause: `your strength is 2 or more`. `holds` false says the opposite."""
        match node:
            case typed.Not():
                return self.clause(node.value, not holds)
            case typed.Binary(op="and" | "or"):
                return self._logic(node, holds)
            case typed.Binary():
                return self._compared(node, holds)
            case typed.Exists():
                return self._exists(node, holds)
            case typed.IsIn():
                return self._is_in(node, holds)
            case typed.Quantified():
                return self._quantified(node, holds)
            case typed.Property() | typed.Derived() | typed.TableProperty():
                return self._flag(node, holds)
            case typed.Local():
                return f"“{node.name}” {'holds' if holds else 'does not hold'}"
            case typed.Const():
                return "always" if node.value is holds else "never"
            case typed.Becomes():
                return self._becomes(node)
            case _:
                return self._other(node, holds)

    def _other(self, node: typed.Expr, holds: bool) -> str:
        match node:
            case typed.Riding():
                rider = self.title(self.book.entry(node.entry), node.entry)
                text = sentence("Riding").format(rider=rider)
            case typed.DeclaredAs():
                text = self._declared_as(node)
            case typed.CardTest():
                noun = self.noun(node.args[0])
                text = sentence("CardTest").format(seat=noun.text, card=self.objective(node.card))
                text = agree(text, noun.several)
            case typed.Defined():
                text = self.defined(node)
            case typed.Cond():
                return f"{self.clause(node.then, holds)} (if {self.clause(node.test)}) or " + (
                    f"{self.clause(node.otherwise, holds)} (if not)"
                )
            case _:
                text = f"{self.text(node)} is yes"
        return text if holds else sentence("Not").format(test=text)

    def _logic(self, node: typed.Binary, holds: bool) -> str:
        word = node.op if holds else {"and": "or", "or": "and"}[node.op]
        parts = []
        for part in _operands(node, node.op):
            text = self.clause(part, holds)
            inner = isinstance(part, typed.Binary) and part.op in ("and", "or")
            parts.append(f"either {text}" if inner and word == "and" else text)
        return listed(parts, word)

    def _compared(self, node: typed.Binary, holds: bool) -> str:
        op = node.op if holds else _FLIPPED[node.op]
        left, right = node.left, node.right
        special = self._counted(left, op, right) or self._used(left, op, right) or self._round(left, op, right)
        if special:
            return special
        chosen = self._chosen_word(left, op, right)
        if chosen:
            return chosen
        if isinstance(left, typed.DeclarationPart) and left.part == "actor":
            who = self.objective(right) if op == "is" else f"somebody other than {self.objective(right)}"
            return f"{who} declared it"
        noun = self.noun(left)
        return f"{noun.text} {in_plural('is') if noun.several else 'is'} {self.compared(op, right)}"

    def compared(self, op: str, right: typed.Expr) -> str:
        """What stands behind `is`."""
        value = self.objective(right)
        if op in ("is", "is-not"):
            return value if op == "is" else f"not {value}"
        if isinstance(right, typed.Const | typed.Named):
            return _COMPARED[op].format(n=value)
        word = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}[op]
        return f"{word} {value}"

    def _counted(self, left: typed.Expr, op: str, right: typed.Expr) -> str:
        if not (isinstance(left, typed.Function) and left.name == "count"):
            return ""
        group = self.group(left.args[0])
        value = right.value if isinstance(right, typed.Const | typed.Named) else None
        return self.there_are(group, op, value if isinstance(value, int) else None, self.text(right))

    @staticmethod
    def there_are(group: Group, op: str, value: int | None, text: str) -> str:
        """How many of a group there are."""
        if value == 0 and op in ("is", "<="):
            return f"there is no {group.one}"
        if value == 0 and op in (">", "is-not") or value == 1 and op == ">=":
            return f"there is at least 1 {group.one}"
        if value == 1 and op == "<":
            return f"there is no {group.one}"
        if op == "is-not":
            return f"there are not exactly {text} {group.many}"
        word = _COUNTED[op].format(n=text)
        return f"there is {word} {group.one}" if value == 1 and op != "<" else f"there are {word} {group.many}"

    def _used(self, left: typed.Expr, op: str, right: typed.Expr) -> str:
        zero = isinstance(right, typed.Const) and right.value == 0
        if not (isinstance(left, typed.Function) and left.name == "used" and zero and op in (">", "is", "<=", "is-not")):
            return ""
        noun = self.noun(left.args[0])
        limit = self.title(self.book.limits.get(left.limit), left.limit)
        case = "ever" if op in (">", "is-not") else "never"
        return agree(sentence("used", case).format(seat=noun.text, limit=limit), noun.several)

    def _round(self, left: typed.Expr, op: str, right: typed.Expr) -> str:
        if not isinstance(left, typed.Counter):
            return ""
        title, number = self.phase(left.phase), self.text(right)
        forms = {
            ">=": f"it is {title} {number} or later",
            ">": f"{title} {number} is over",
            "<=": f"it is {title} {number} or earlier",
            "<": f"it is before {title} {number}",
            "is": f"it is {title} {number}",
            "is-not": f"it is not {title} {number}",
        }
        return forms[op]

    def _chosen_word(self, left: typed.Expr, op: str, right: typed.Expr) -> str:
        """`the report tells of money`, where the field is titled with a verb."""
        if not isinstance(left, typed.Property) or op not in ("is", "is-not"):
            return ""
        verb = self.verb_of(left)
        if not verb:
            return ""
        phrase = f"{verb} {self.objective(right)}"
        return self.predicated(self.noun(left.object), phrase if op == "is" else negated(phrase))

    def verb_of(self, node: typed.Property) -> str:
        """The title of a property that reads as a verb, else nothing."""
        made = self.property_of(node)
        title = str(made.title or "") if isinstance(made, ChoiceProperty | ThingProperty) else ""
        return title if is_verb(title) else ""

    @staticmethod
    def predicated(noun: Noun, verb_phrase: str) -> str:
        """A noun and its verb."""
        return f"{noun.text} {in_plural(verb_phrase) if noun.several else verb_phrase}"

    def _exists(self, node: typed.Exists, holds: bool) -> str:
        value = node.value
        if isinstance(value, typed.Property | typed.Derived) and value.of:
            noun = self.noun(value.object)
            has = "has" if not noun.several else "have"
            return f"{noun.text} {has} {a(self.noun_of(value)) if holds else 'no ' + self.noun_of(value)}"
        if isinstance(value, typed.Local):
            word = value.name.replace("-", " ")
            return f"there is {a(word) if holds else 'no ' + word}"
        if isinstance(value, typed.Function) and value.name == "first":
            return self.there_are(self.group(value.args[-1]), ">=" if holds else "is", int(holds), "1")
        text = self.text(value)
        return f"there is {text}" if holds else f"there is not {text}"

    def _is_in(self, node: typed.IsIn, holds: bool) -> str:
        noun = self.noun(node.value)
        return f"{noun.text} {'are' if noun.several else 'is'} {self.among(node, holds)}"

    def among(self, node: typed.IsIn, holds: bool) -> str:
        """What stands behind `is`: `next to the harbour`, `one of the guests`."""
        says = holds is not node.negated
        coll = node.coll
        if isinstance(coll, typed.Function) and coll.name == "neighbours":
            text = f"next to {self.objective(coll.args[0])}"
        elif isinstance(coll, typed.Zone):
            text = f"in {self.zone(coll)}"
        elif isinstance(coll, typed.ListOf):
            text = listed([self.text(item) for item in coll.items], "or")
        else:
            text = f"among {self.group(coll).all.removeprefix('all ')}"
        return text if says else f"not {text}"

    def _quantified(self, node: typed.Quantified, holds: bool) -> str:
        if isinstance(node.coll, typed.Zone) and self.holds_one(node.coll):
            with self.calling(node.name, Noun(self.zone(node.coll))):
                return self.clause(node.test, holds)
        group = self.group(node.coll)
        if node.which == "some" and group.one.startswith("of "):
            of = node.coll.type.of
            nested = of is not None and of.name == "many"
            noun = Noun(f"that {_one_of_these(group.whole)}") if nested else self.loop_noun(node.name, of)
            with self.calling(node.name, noun):
                test = self.clause(node.test)
            return f"for {'at least one' if holds else 'none'} {group.one}, {test}"
        if node.which == "some":
            narrowed = self.filtered(group, node.name, node.test)
            return self.there_are(narrowed, ">=" if holds else "is", 1 if holds else 0, "1")
        with self.calling(node.name, self.pronoun(node.coll.type.of)):
            simple = self._predicate(node.name, node.test, False)
            simple = simple or self._has_as(node.name, node.test)
            if simple:
                return f"{group.each} {simple}" if holds else f"not {group.each} {simple}"
            test = self.clause(node.test)
        return f"for {group.each}, {test}" if holds else f"it is not so that for {group.each}, {test}"

    def _has_as(self, name: str, test: typed.Expr) -> str:
        """`has that scout as its guest`, for a property that holds a thing."""
        match test:
            case typed.Binary(op="is", left=typed.Property(type=of) as owned) if _is_element(owned.object, name):
                if held(of).name != "thing":
                    return ""
                pronoun = self.pronoun(owned.object.type).possessive or "its"
                return f"has {self.objective(test.right)} as {pronoun} {self.noun_of(owned)}"
            case _:
                return ""

    def holds_one(self, zone: typed.Zone) -> bool:
        """Whether the zone is a place for a single card."""
        made = self.book.zones.get(zone.zone)
        return made is not None and made.holds == 1

    def _predicate(self, name: str, test: typed.Expr, several: bool) -> str:
        """The test as a verb with the element as its subject, where it can be one."""
        holds, inner = _stripped(test)
        match inner:
            case typed.Property() | typed.Derived() if _is_element(inner.object, name) and inner.type == FLAG:
                phrase = self.flag_phrase(inner, holds)
                return in_plural(phrase) if several else phrase
            case typed.Exists(value=typed.Property() as owned) if _is_element(owned.object, name):
                has = "have" if several else "has"
                return f"{has} {a(self.noun_of(owned)) if holds else 'no ' + self.noun_of(owned)}"
            case typed.Binary(op="is" | "is-not", left=typed.Property() as owned) if _is_element(owned.object, name):
                verb = self.verb_of(owned)
                if not verb:
                    return ""
                phrase = f"{verb} {self.objective(inner.right)}"
                phrase = phrase if (inner.op == "is") is holds else negated(phrase)
                return in_plural(phrase) if several else phrase
            case typed.Function():
                return ""
            case _:
                return ""

    def _flag(self, node: typed.Property | typed.Derived | typed.TableProperty, holds: bool) -> str:
        if isinstance(node, typed.TableProperty) or not node.of:
            return f"{self.of_table(node)} {self.flag_phrase(node, holds)}"
        return self.predicated(self.noun(node.object), self.flag_phrase(node, holds))

    def flag_phrase(self, node: typed.Property | typed.Derived | typed.TableProperty, holds: bool) -> str:
        """`is closed` or `is open`: what a flag says of its owner."""
        made = self.property_of(node)
        if made is not None and len(made.says) >= 2:
            return str(made.says[0 if holds else 1])
        title = str(made.title) if made is not None and made.title is not None else node.name.replace("-", " ")
        if not is_clause(title):
            title = f"is {a(title) if self.articles.is_noun(title) else title}"
        return title if holds else negated(title)

    def changed_phrase(self, node: typed.Property | typed.TableProperty, holds: bool) -> str:
        """`closes` or `opens`: what happens when a flag changes."""
        made = self.property_of(node)
        if made is not None and len(made.says) >= 4:
            return str(made.says[2 if holds else 3])
        title = str(made.title) if made is not None and made.title is not None else node.name.replace("-", " ")
        if is_clause(title):
            return title if holds else negated(title)
        return f"counts as “{title}”" if holds else f"no longer counts as “{title}”"

    def _becomes(self, node: typed.Becomes) -> str:
        count = node.value
        if isinstance(count, typed.Function) and count.name == "count":
            return f"there come to be {self.text(node.target)} {self.group(count.args[0]).many}"
        verb = "reaches" if node.value.type == NUMBER else "becomes"
        return f"{self.noun(node.value).text} {verb} {self.text(node.target)}"

    def _declared_as(self, node: typed.DeclaredAs) -> str:
        entries = node.entries
        if isinstance(entries, typed.Entries):
            return sentence("DeclaredAs").format(entry=a(self.group(entries).one))
        if isinstance(entries, typed.ListOf):
            return sentence("DeclaredAs").format(entry=listed([self.text(item) for item in entries.items], "or"))
        return sentence("DeclaredAs").format(entry=self.text(entries))

    # which

    def which(self, name: str, test: typed.Expr, seat: bool, several: bool) -> str:
        """A test on the element of a collection as a relative clause."""
        parts = [self._which(name, part, seat, several) for part in _operands(test, "and")]
        close = [part for part in parts if part.startswith(_CLOSE)]
        clauses = [part for part in parts if not part.startswith(_CLOSE)]
        return " ".join([*close, *([_merged(clauses)] if clauses else [])])

    def _which(self, name: str, test: typed.Expr, seat: bool, several: bool) -> str:
        who = "who" if seat else "that"
        be = "are" if several else "is"
        holds, inner = _stripped(test)
        predicate = self._predicate(name, test, several)
        if predicate:
            return f"{who} {predicate}"
        match inner:
            case typed.Binary(op="is" | "is-not", left=left) if _is_element(left, name):
                same = (inner.op == "is") is holds
                return f"{who} {be} {self.objective(inner.right)}" if same else f"other than {self._other_one(inner.right)}"
            case typed.IsIn(value=value) if _is_element(value, name):
                text = self.among(inner, holds)
                return text if text.startswith(("next to", "in ", "not next to", "not in ")) else f"{who} {be} {text}"
            case typed.IsIn(value=typed.Property() | typed.Derived() as owned) if _is_element(owned.object, name):
                return f"whose {self.noun_of(owned)} is {self.among(inner, holds)}"
            case typed.Binary(op="or") if holds:
                return self._either(name, inner, seat, several)
            case typed.Binary(left=typed.Property() | typed.Derived() as owned) if _is_element(owned.object, name):
                op = inner.op if holds else _FLIPPED[inner.op]
                with self.calling(name, self._element_pronoun(seat, several)):
                    return f"whose {self.noun_of(owned)} is {self.compared(op, inner.right)}"
            case typed.Binary(left=typed.Function(name="count", args=(typed.Zone(owner=owner) as zone,))) if (
                owner is not None and _is_element(owner, name)
            ):
                with self.calling(name, self._element_pronoun(seat, several)):
                    there = self.clause(inner, holds)
                return there.replace("there is no", "without a").replace("there is ", "with ").replace("there are ", "with ")
            case _:
                return self._such(name, test, seat, several)

    def _other_one(self, node: typed.Expr) -> str:
        """Whom somebody is not; the one who acts is not called by the noun that the others have as well."""
        noun = self.noun(node)
        return "the one who acts" if noun == self.who and noun != YOU else self.objective(node)

    def _either(self, name: str, node: typed.Binary, seat: bool, several: bool) -> str:
        """One of several tests; those that do not look at the element open the group to any."""
        parts = _operands(node, "or")
        about = [self._which(name, part, seat, several) for part in parts if _mentions(part, name)]
        others = [self.clause(part) for part in parts if not _mentions(part, name)]
        text = _merged(about, "or")
        relative = next((word for word in ("who ", "that ") if text.startswith(word)), "")
        if relative and len(about) > 1 and all(clause.startswith(relative) for clause in about) and not others:
            text = f"{relative}either {text.removeprefix(relative)}"
        return f"{text} (or any, if {listed(others, 'or')})" if others else text

    def _such(self, name: str, test: typed.Expr, seat: bool, several: bool) -> str:
        noun = self._element_pronoun(seat, several)
        holds, inner = _stripped(test)
        with self.calling(name, noun):
            text = self.clause(inner, holds)
        for pronoun, relative in ((f"{noun.text} ", "who " if seat else "that "),):
            if text.startswith(pronoun):
                rest = text.removeprefix(pronoun)
                if noun.several and not several:
                    return f"{relative}{_singular(rest)}"
                return f"{relative}{rest}"
        return f"such that {text}"

    @staticmethod
    def _element_pronoun(seat: bool, several: bool) -> Noun:
        return THEY if seat or several else IT


def _singular(verb_phrase: str) -> str:
    verb, _, rest = verb_phrase.partition(" ")
    return f"{ {'are': 'is', 'have': 'has', 'were': 'was', 'do': 'does'}.get(verb, verb + 's') } {rest}"


def _operands(node: typed.Expr, op: str) -> list[typed.Expr]:
    if isinstance(node, typed.Binary) and node.op == op:
        return [*_operands(node.left, op), *_operands(node.right, op)]
    return [node]


def _stripped(test: typed.Expr) -> tuple[bool, typed.Expr]:
    """A test without its `not`s, and whether it must hold."""
    holds = True
    while isinstance(test, typed.Not):
        holds, test = not holds, test.value
    return holds, test


def _mentions(node: typed.Expr, name: str) -> bool:
    return any(_is_element(inside, name) for inside in typed.walk(node) if isinstance(inside, typed.Expr))


def _merged(clauses: list[str], word: str = "and") -> str:
    """Relative clauses in a row; `who` and `that` are said once."""
    for relative in ("who ", "that "):
        if len(clauses) > 1 and all(clause.startswith(relative) for clause in clauses):
            clauses = [clauses[0], *[clause.removeprefix(relative) for clause in clauses[1:]]]
    return listed(clauses, word)


def _one_of_these(whole: str) -> str:
    """`that cell’s lines` -> `line`."""
    return whole.rsplit(" ", 1)[-1].removesuffix("s")


def _is_element(node: typed.Expr, name: str) -> bool:
    return isinstance(node, typed.Local) and node.name == name



