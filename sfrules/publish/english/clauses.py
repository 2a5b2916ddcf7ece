"""Tests as clauses: whether."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.lang.types import NUMBER
from sfrules.lang.verbs import sentence
from sfrules.publish.english.comparisons import Comparisons
from sfrules.publish.english.shapes import operands
from sfrules.publish.words import Noun, a, agree, listed


class Clauses(Comparisons):
    """Says whether something is so."""

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
                then, otherwise = self.clause(node.then, holds), self.clause(node.otherwise, holds)
                return f"{then} (if {self.clause(node.test)}) or {otherwise} (if not)"
            case _:
                text = f"{self.text(node)} is yes"
        return text if holds else sentence("Not").format(test=text)

    def _logic(self, node: typed.Binary, holds: bool) -> str:
        word = node.op if holds else {"and": "or", "or": "and"}[node.op]
        parts = []
        for part in operands(node, node.op):
            text = self.clause(part, holds)
            inner = isinstance(part, typed.Binary) and part.op in ("and", "or")
            parts.append(f"either {text}" if inner and word == "and" else text)
        return listed(parts, word)

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


def _one_of_these(whole: str) -> str:
    """`that cell’s lines` -> `line`."""
    return whole.rsplit(" ", 1)[-1].removesuffix("s")
