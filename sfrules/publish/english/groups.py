"""Collections: what one of them is called, many of them, and all."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from sfrules.lang import typed
from sfrules.lang.verbs import sentence
from sfrules.publish.english.functions import Functions
from sfrules.publish.english.nouns import Group
from sfrules.publish.english.shapes import is_element
from sfrules.publish.words import a, listed


class Groups(Functions):
    """Says whom or what a collection holds."""

    def group(self, node: typed.Expr) -> Group:
        """A collection: what one of it is called, and all of it."""
        make: Any = getattr(self, "_g_" + type(node).__name__.lower(), None)
        one, many = self.type_words(node.type.of)
        seat = self.is_seat(node.type.of)
        if make is not None:
            made: Group = make(node, one, many)
            return replace(made, seat=seat)
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
        if isinstance(test, typed.Binary) and test.op == "is" and is_element(test.left, node.name):
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
        if isinstance(by, typed.Property | typed.Derived) and is_element(by.object, node.name):
            joint = f"with the {node.which} {self.noun_of(by)}"
        else:
            with self.calling(node.name, self.pronoun(node.coll.type.of)):
                joint = f"for {'whom' if group.seat else 'which'} {self.text(by)} is {node.which}"
        level = "if several are level, all of these"
        one = f"one {joint} among {group.all}" if " " in group.one else f"{group.one} {joint}"
        return Group(one, f"{group.many} {joint}", f"the {one}; {level}", group.seat)

    def _g_defined(self, node: typed.Defined, one: str, many: str) -> Group:
        phrase = self.defined(node).removeprefix("the ")
        last = many.rsplit(" ", 1)[-1]
        if re.search(rf"\b{re.escape(last)}\b", phrase, re.IGNORECASE):
            single = re.sub(rf"\b{re.escape(last)}\b", one.rsplit(" ", 1)[-1], phrase, count=1, flags=re.IGNORECASE)
            return Group(single.replace(" and ", " or ", 1), phrase)
        phrase = self.defined(node)
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

    def one_of(self, coll: typed.Expr) -> str:
        """One of a collection that is picked: `a harbour that is open`."""
        group = self.group(coll)
        if isinstance(coll, typed.ListOf):
            return f"one {group.one}"
        if group.whole and " among " in group.one:
            return f"one of {group.whole}"
        return a(group.one)
