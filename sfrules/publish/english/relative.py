"""Tests on the elements of a collection as relative clauses: which."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.publish.english.clauses import Clauses
from sfrules.publish.english.comparisons import FLIPPED
from sfrules.publish.english.shapes import is_element, mentions, operands, stripped
from sfrules.publish.words import IT, THEY, YOU, Noun, listed

_CLOSE = ("other than ", "next to ", "in ", "with ", "without ", "not next to ", "not in ")


class Relative(Clauses):
    """Says which of them."""

    def which(self, name: str, test: typed.Expr, seat: bool, several: bool) -> str:
        """A test on the element of a collection as a relative clause."""
        parts = [self._which(name, part, seat, several) for part in operands(test, "and")]
        close = [part for part in parts if part.startswith(_CLOSE)]
        clauses = [part for part in parts if not part.startswith(_CLOSE)]
        return " ".join([*close, *([_merged(clauses)] if clauses else [])])

    def _which(self, name: str, test: typed.Expr, seat: bool, several: bool) -> str:
        who = "who" if seat else "that"
        be = "are" if several else "is"
        holds, inner = stripped(test)
        predicate = self._predicate(name, test, several)
        if predicate:
            return f"{who} {predicate}"
        match inner:
            case typed.Binary(op="is" | "is-not", left=left) if is_element(left, name):
                same = (inner.op == "is") is holds
                return (
                    f"{who} {be} {self.objective(inner.right)}"
                    if same
                    else f"other than {self._other_one(inner.right)}"
                )
            case typed.IsIn(value=value) if is_element(value, name):
                text = self.among(inner, holds)
                return text if text.startswith(("next to", "in ", "not next to", "not in ")) else f"{who} {be} {text}"
            case typed.IsIn(value=typed.Property() | typed.Derived() as owned) if is_element(owned.object, name):
                return f"whose {self.noun_of(owned)} is {self.among(inner, holds)}"
            case typed.Binary(op="or") if holds:
                return self._either(name, inner, seat, several)
            case typed.Binary(left=typed.Property() | typed.Derived() as owned) if is_element(owned.object, name):
                op = inner.op if holds else FLIPPED[inner.op]
                with self.calling(name, self._element_pronoun(seat, several)):
                    return f"whose {self.noun_of(owned)} is {self.compared(op, inner.right)}"
            case typed.Binary(left=typed.Function(name="count", args=(typed.Zone(owner=owner),))) if (
                owner is not None and is_element(owner, name)
            ):
                with self.calling(name, self._element_pronoun(seat, several)):
                    there = self.clause(inner, holds)
                return (
                    there.replace("there is no", "without a")
                    .replace("there is ", "with ")
                    .replace("there are ", "with ")
                )
            case _:
                return self._such(name, test, seat, several)

    def _other_one(self, node: typed.Expr) -> str:
        """Whom somebody is not; the one who acts is not called by the noun that the others have as well."""
        noun = self.noun(node)
        if noun == self.subject and noun.text.startswith("each "):
            return "themselves" if noun.pronoun == "their" else "itself"
        return "the one who acts" if noun == self.who and noun != YOU else self.objective(node)

    def _either(self, name: str, node: typed.Binary, seat: bool, several: bool) -> str:
        """One of several tests; those that do not look at the element open the group to any."""
        parts = operands(node, "or")
        about = [self._which(name, part, seat, several) for part in parts if mentions(part, name)]
        others = [self.clause(part) for part in parts if not mentions(part, name)]
        text = _merged(about, "or")
        relative = next((word for word in ("who ", "that ") if text.startswith(word)), "")
        if relative and len(about) > 1 and all(clause.startswith(relative) for clause in about) and not others:
            text = f"{relative}either {text.removeprefix(relative)}"
        return f"{text} (or any, if {listed(others, 'or')})" if others else text

    def _such(self, name: str, test: typed.Expr, seat: bool, several: bool) -> str:
        noun = self._element_pronoun(seat, several)
        holds, inner = stripped(test)
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


def _merged(clauses: list[str], word: str = "and") -> str:
    """Relative clauses in a row; `who` and `that` are said once."""
    for relative in ("who ", "that "):
        if len(clauses) > 1 and all(clause.startswith(relative) for clause in clauses):
            clauses = [clauses[0], *[clause.removeprefix(relative) for clause in clauses[1:]]]
    return listed(clauses, word)
