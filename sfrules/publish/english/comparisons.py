"""Comparisons: how much, how many, whether it is there, whether it is among others."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.lang.verbs import sentence
from sfrules.publish.english.nouns import Group
from sfrules.publish.english.predicates import Predicates
from sfrules.publish.words import a, agree, in_plural, listed, negated

_COMPARED = {">=": "{n} or more", "<=": "{n} or less", ">": "more than {n}", "<": "less than {n}"}
_COUNTED = {">=": "at least {n}", "<=": "at most {n}", ">": "more than {n}", "<": "fewer than {n}", "is": "exactly {n}"}
FLIPPED = {">=": "<", "<=": ">", ">": "<=", "<": ">=", "is": "is-not", "is-not": "is"}
"""The opposite of each comparison."""


class Comparisons(Predicates):
    """Says how two values stand to each other."""

    def _compared(self, node: typed.Binary, holds: bool) -> str:
        op = node.op if holds else FLIPPED[node.op]
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
        if (value == 0 and op in (">", "is-not")) or (value == 1 and op == ">="):
            return f"there is at least 1 {group.one}"
        if value == 1 and op == "<":
            return f"there is no {group.one}"
        if op == "is-not":
            return f"there are not exactly {text} {group.many}"
        word = _COUNTED[op].format(n=text)
        return f"there is {word} {group.one}" if value == 1 and op != "<" else f"there are {word} {group.many}"

    def _used(self, left: typed.Expr, op: str, right: typed.Expr) -> str:
        zero = isinstance(right, typed.Const) and right.value == 0
        if not (
            isinstance(left, typed.Function) and left.name == "used" and zero and op in (">", "is", "<=", "is-not")
        ):
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
        """`the report speaks of money`, where the field is titled with a verb."""
        if not isinstance(left, typed.Property) or op not in ("is", "is-not"):
            return ""
        verb = self.verb_of(left)
        if not verb:
            return ""
        phrase = f"{verb} {self.objective(right)}"
        return self.predicated(self.noun(left.object), phrase if op == "is" else negated(phrase))

    def _exists(self, node: typed.Exists, holds: bool) -> str:
        value = node.value
        if isinstance(value, typed.Property | typed.Derived) and value.of:
            noun = self.noun(value.object)
            has = "has" if not noun.several else "have"
            return f"{noun.text} {has} {a(self.noun_of(value)) if holds else 'no ' + self.noun_of(value)}"
        if isinstance(value, typed.Local | typed.TableProperty):
            local = isinstance(value, typed.Local)
            word = self.called(value.name) if local else self.of_table_bare(value.name)
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
