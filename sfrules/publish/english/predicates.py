"""Flags and words that are told with a verb: `is closed`, `speaks of`, `closes`."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.lang.types import FLAG, held
from sfrules.model.property import ChoiceProperty, ThingProperty
from sfrules.publish.english.groups import Groups
from sfrules.publish.english.shapes import is_element, stripped
from sfrules.publish.words import Noun, a, in_plural, is_clause, is_verb, negated


class Predicates(Groups):
    """Says what is true of somebody."""

    def verb_of(self, node: typed.Property) -> str:
        """The title of a property that reads as a verb, else nothing."""
        made = self.property_of(node)
        title = str(made.title or "") if isinstance(made, ChoiceProperty | ThingProperty) else ""
        return title if is_verb(title) else ""

    @staticmethod
    def predicated(noun: Noun, verb_phrase: str) -> str:
        """A noun and its verb."""
        return f"{noun.text} {in_plural(verb_phrase) if noun.several else verb_phrase}"

    def _has_as(self, name: str, test: typed.Expr) -> str:
        """`has that scout as its guest`, for a property that holds a thing."""
        match test:
            case typed.Binary(op="is", left=typed.Property(type=of) as owned) if is_element(owned.object, name):
                if held(of).name != "thing":
                    return ""
                pronoun = self.pronoun(owned.object.type).possessive or "its"
                return f"has {self.objective(test.right)} as {pronoun} {self.noun_of(owned)}"
            case _:
                return ""

    def _predicate(self, name: str, test: typed.Expr, several: bool) -> str:
        """The test as a verb with the element as its subject, where it can be one."""
        holds, inner = stripped(test)
        match inner:
            case typed.Property() | typed.Derived() if is_element(inner.object, name) and inner.type == FLAG:
                phrase = self.flag_phrase(inner, holds)
                return in_plural(phrase) if several else phrase
            case typed.Exists(value=typed.Property() as owned) if is_element(owned.object, name):
                has = "have" if several else "has"
                return f"{has} {a(self.noun_of(owned)) if holds else 'no ' + self.noun_of(owned)}"
            case typed.Binary(op="is" | "is-not", left=typed.Property() as owned) if is_element(owned.object, name):
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
        return self.flag_phrase(node, holds)
