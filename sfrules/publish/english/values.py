"""Values as phrases: numbers, things, properties, what follows from them."""

from __future__ import annotations

import re
from typing import Any

from sfrules.lang import typed
from sfrules.lang.types import FLAG
from sfrules.lang.verbs import sentence
from sfrules.publish.english.nouns import Nouns
from sfrules.publish.words import YOU, in_plural, listed

_BODY = re.compile(r"\bthe ([\w-]+(?: [\w-]+)?) of \{([a-z-]+)\}")
_HOLE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_OPERATORS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}


class Values(Nouns):
    """Says any value."""

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

    def _local(self, node: typed.Local) -> str:
        return f"“{node.name}”" if node.type == FLAG else self.local(node).text

    def _answered(self, node: typed.Answered) -> str:
        return "what was declared"

    def _property(self, node: typed.Property) -> str:
        return self.possessed(node)

    _derived = _tableproperty = _property

    def _binary(self, node: typed.Binary) -> str:
        return sentence("Binary").format(left=self.text(node.left), op=_OPERATORS[node.op], right=self.text(node.right))

    def _negative(self, node: typed.Negative) -> str:
        return f"minus {self.text(node.value)}"

    def _cond(self, node: typed.Cond) -> str:
        return sentence("Cond").format(
            then=self.text(node.then), test=self.clause(node.test), otherwise=self.text(node.otherwise)
        )

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
