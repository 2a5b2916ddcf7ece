"""The functions of the rule language as phrases."""

from __future__ import annotations

from typing import Any

from sfrules.lang import typed
from sfrules.lang.verbs import sentence
from sfrules.publish.english.values import Values
from sfrules.publish.words import agree


class Functions(Values):
    """Says what a function gives."""

    def _function(self, node: typed.Function) -> str:
        make: Any = getattr(self, "_fn_" + node.name.replace("-", "_"))
        return str(make(node))

    def _fn_count(self, node: typed.Function) -> str:
        return sentence("count").format(coll=self.group(node.args[0]).many)

    def _fn_sum(self, node: typed.Function) -> str:
        coll = node.args[0]
        if isinstance(coll, typed.OverEach) and isinstance(coll.body, typed.Property | typed.Derived):
            return sentence("sum", "of").format(noun=self.things_counted(coll.body), coll=self.group(coll.coll).all)
        return sentence("sum").format(coll=self.group(coll).all)

    def _fn_first(self, node: typed.Function) -> str:
        if len(node.args) == 2:
            return self._first_of(*node.args)
        return self._fn_the_first(node)

    def only_card(self, coll: typed.Expr) -> str:
        """The card of a zone for a single one, as that zone; nothing for any other collection."""
        return self.zone(coll) if isinstance(coll, typed.Zone) and self.holds_one(coll) else ""

    def _first_of(self, n: typed.Expr, coll: typed.Expr) -> str:
        group = self.group(coll)
        if not isinstance(n, typed.Const | typed.Named):
            return f"the first {group.many}, as many as {self.text(n)}"
        return (
            f"the first {group.one}"
            if n.value == 1
            else sentence("first", "several").format(n=n.value, coll=group.many)
        )

    def _fn_the_first(self, node: typed.Function) -> str:
        coll = node.args[0]
        if only := self.only_card(coll):
            return only
        group = self.group(coll)
        if not group.one.startswith("of "):
            return f"the first {group.one}"
        return sentence("the-first").format(coll=group.all)

    def _fn_last(self, node: typed.Function) -> str:
        if only := self.only_card(node.args[0]):
            return only
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
