"""Rules in which nothing is secret: they need not be gone through for what they show."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.ids import RulePath
from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.property import PropertyBase

_PLAIN = frozenset({
    typed.Block, typed.Formula, typed.Let, typed.Write, typed.Add, typed.Remove, typed.If, typed.For, typed.Repeat,
    typed.While, typed.Cycle, typed.Stop, typed.Until, typed.Random, typed.Const, typed.Named, typed.Counter,
    typed.Local, typed.ThingRef, typed.AllOf, typed.Filter, typed.Rotate, typed.Quantified, typed.Best, typed.Between,
    typed.ListOf, typed.Joined, typed.OverEach, typed.Binary, typed.IsIn, typed.Not, typed.Negative, typed.Exists,
    typed.Cond, typed.Becomes, typed.Function, typed.Property, typed.TableProperty, typed.Derived, typed.Defined,
    typed.Do, typed.Announce, typed.Draw, typed.Zone,
})  # fmt: skip
"""What asks nobody and releases nothing; a rule with anything else in it is gone through."""


class OpenRules:
    """Finds the rules of a book that read only what all may see, with all that they call."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._own: dict[RulePath, bool] = {}

    def holds(self, path: RulePath) -> bool:
        """Whether nothing in a rule can be secret, unless what it is given is."""
        todo, seen = [path], {path}
        while todo:
            at = todo.pop()
            if not self._alone(at):
                return False
            called = set(_called(self.book.rules[at].typed)) - seen
            seen |= called
            todo += called
        return True

    def _alone(self, path: RulePath) -> bool:
        """The same of what stands in the rule itself."""
        if path not in self._own:
            rule = self.book.rules.get(path)
            tree = rule.typed if rule is not None else None
            self._own[path] = tree is not None and _PLAIN.issuperset(tree.kinds()) and self._reads_openly(tree)
        return self._own[path]

    def _reads_openly(self, tree: typed.Node) -> bool:
        read = tree.nodes(typed.Property, typed.TableProperty)
        used = any(node.name == "used" for node in tree.nodes(typed.Function))
        return all(map(self._seen_by_all, read)) and not used and not _looks_at_cards(tree)

    def _seen_by_all(self, node: typed.Property | typed.TableProperty) -> bool:
        if isinstance(node, typed.TableProperty):
            prop: PropertyBase | None = self.book.table.get(node.name)
        else:
            kind = self.book.kinds.get(node.of) if not node.card else None
            prop = kind.has.get(node.name) if kind is not None else None
        return prop is not None and (prop.seen_by is None or prop.seen_by.all)


def _looks_at_cards(tree: typed.Node) -> bool:
    """Whether a rule reads what lies in a zone; to draw from it, whatever comes, does not."""
    draws = tree.nodes(typed.Draw)
    return any(draw.where is not None for draw in draws) or len(tree.nodes(typed.Zone)) > 2 * len(draws)


def _called(tree: typed.Node) -> Iterator[RulePath]:
    """The rules that stand behind the names in a rule."""
    yield from (("routines", node.routine, "effect") for node in tree.nodes(typed.Do))
    yield from (("define", node.id, "is") for node in tree.nodes(typed.Defined))
    for node in tree.nodes(typed.Derived):
        yield ("card_kinds" if node.card else "kinds", node.of, "has", node.name, "derived")
