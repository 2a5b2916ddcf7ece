"""Statements that name and change values."""

from __future__ import annotations

from collections.abc import Sequence

from sfrules.lang import typed
from sfrules.lang.types import FLAG
from sfrules.lang.verbs import sentence
from sfrules.model.property import FlagProperty, TrackProperty
from sfrules.publish.english.telling import Sentence, Telling
from sfrules.publish.words import Noun, agree, in_plural


class Changes(Telling):
    """Tells what is named and what changes."""

    def _let(self, stmt: typed.Let, rest: Sequence[typed.Stmt]) -> tuple[Sentence, ...]:
        name = self._name_of(stmt)
        value = stmt.value
        match value:
            case typed.Openly():
                return (self._learned(stmt, "Openly", value.value, rest),)
            case typed.TellWhether():
                noun = self.noun(value.seat)
                told = self._check(stmt, value.value, rest)
                return (self.say("TellWhether", "flag", several=noun.several, test=told, seat=noun.text),)
            case typed.Random():
                if _is_coin(value.coll):
                    return (self.say("Random", "coin", name=stmt.name),)
                picked = self.say("Random", "value", one=self.one_of(value.coll), name=name)
                return (Sentence(picked.text.removesuffix(f": the {name}")) if len(stmt.name) < 3 else picked,)
        if value.type == FLAG:
            return (self.say("Let", "flag", test=self.clause(value), name=stmt.name),)
        if value.type.name == "many":
            whole = self.group(value).all
            every = (
                whole
                if whole.startswith(("all ", "the ", "of ", "nothing")) or "’" in whole.split(" ")[0]
                else f"all {whole}"
            )
            return (Sentence(f"let the {self.called(stmt.name, True)} be {every}"),)
        return (Sentence(f"the {name} is {self.text(value)}"),)

    def _name_of(self, stmt: typed.Let) -> str:
        """What a value is called from here on, without an article; a name of a letter or two says only what it is."""
        value = stmt.value.value if isinstance(stmt.value, typed.Openly) else stmt.value
        if len(stmt.name) > 2 or isinstance(value, typed.TellWhether):
            return self.called(stmt.name)
        of = value.coll.type.of if isinstance(value, typed.Random) else value.type
        if of is None or of == FLAG or of.name == "many":
            return self.called(stmt.name)
        spoken = {self.who.text, *(noun.text for name, noun in self.names.items() if name != stmt.name)}
        spoken.update(self.local(node).text for node in typed.walk(value) if isinstance(node, typed.Local))
        one = self.type_words(of)[0]
        name = one if f"the {one}" not in spoken else f"{one} {stmt.name}"
        self.names[stmt.name] = Noun(f"the {name}", pronoun="their" if self.is_seat(of) else "its")
        return name

    def _learned(self, stmt: typed.Let, node: str, value: typed.Expr, rest: Sequence[typed.Stmt]) -> Sentence:
        if value.type == FLAG:
            return self.say(node, "flag", test=self._check(stmt, value, rest))
        return self.say(node, "value", value=self.text(value), name=self._name_of(stmt))

    def _check(self, stmt: typed.Let, value: typed.Expr, rest: Sequence[typed.Stmt]) -> str:
        """The test; with the name of the answer, if more than the next statement speaks of it."""
        test = self.clause(value)
        if rest and isinstance(rest[0], typed.If) and asks(rest[0].branches[0][0], stmt.name):
            inside = [node for _, body in rest[0].branches for node in typed.walk(body)]
            later = [node for following in rest[1:] for node in typed.walk(following)]
            if not any(isinstance(node, typed.Local) and node.name == stmt.name for node in [*inside, *later]):
                return test
        return f"{test} (“{stmt.name}”)"

    def _until(self, until: typed.Until | None) -> str:
        if until is None:
            return ""
        return f" until the end of the {'next ' if until.next else ''}{self.phase(until.phase)}"

    def _s_write(self, stmt: typed.Write) -> Sentence:
        until = self._until(stmt.until)
        if isinstance(stmt.value, typed.Openly | typed.TellWhether | typed.Random):
            return self._write_source(stmt, stmt.value, until)
        if stmt.op == "=":
            return self._assigned(stmt, stmt.value, until)
        return self._changed(stmt, stmt.value, until)

    def _changed(self, stmt: typed.Write, value: typed.Expr, until: str) -> Sentence:
        target, up = stmt.target, stmt.op == "+="
        made = self.property_of(target) if not isinstance(target, typed.Local) else None
        amount = self.text(value)
        if not isinstance(made, TrackProperty):
            return self.say("Write", "adds" if up else "takes", amount=amount, what=self._target(target), until=until)
        if isinstance(target, typed.Property):
            noun = self.noun(target.object)
            case = ("gains" if up else "loses") + ("" if isinstance(value, typed.Const | typed.Named) else "_equal")
            what = one_of_them(self.things_counted(target)) if amount == "1" else self.things_counted(target)
            return self.say("Write", case, several=noun.several, who=noun.text, amount=amount, noun=what, until=until)
        return self.say("Write", "rises" if up else "falls", what=self._target(target), amount=amount, until=until)

    def _target(self, target: typed.Place) -> str:
        return self.of_table(target) if isinstance(target, typed.TableProperty) else self.text(target)

    def _assigned(self, stmt: typed.Write, value: typed.Expr, until: str) -> Sentence:
        target = stmt.target
        made = self.property_of(target) if not isinstance(target, typed.Local) else None
        if isinstance(made, FlagProperty) and not isinstance(target, typed.Local):
            return self._flagged(target, value, until)
        if isinstance(value, typed.Const) and value.value is None:
            return self.say("Write", "cleared", what=self._target(target), until=until)
        return self.say("Write", "becomes", what=self._target(target), value=self.objective(value), until=until)

    def _flagged(self, target: typed.Property | typed.TableProperty, value: typed.Expr, until: str) -> Sentence:
        noun = self.noun(target.object) if isinstance(target, typed.Property) else Noun(self.of_table(target))
        made = self.property_of(target)
        if isinstance(value, typed.Const):
            phrase = self.changed_phrase(target, bool(value.value))
            case = "says" if made is not None and made.says else "noted"
            says = in_plural(phrase) if noun.several else phrase
            return self.say("Write", case, what=noun.text, says=says, until=until)
        phrase = self.flag_phrase(target, True)
        says = in_plural(phrase) if noun.several else phrase
        return self.say("Write", "whether", what=noun.text, says=says, test=self.clause(value), until=until)

    def _write_source(
        self, stmt: typed.Write, source: typed.Openly | typed.TellWhether | typed.Random, until: str
    ) -> Sentence:
        what = self._target(stmt.target)
        match source:
            case typed.Random():
                one = sentence("Random", "write").format(one=self.one_of(source.coll))
                return self.say("Write", "becomes", what=what, value=one, until=until)
            case typed.Openly():
                told = sentence("Openly", "write")
            case _:
                noun = self.noun(source.seat)
                told = agree(sentence("TellWhether", "write").format(seat=noun.text), noun.several)
        made = self.say("Write", "becomes", what=what, value=self.text(source.value), until=until)
        return Sentence(f"{made.text}; {told}")

    def _s_add(self, stmt: typed.Add) -> Sentence:
        value, what = self.objective(stmt.value), self._target(stmt.target)
        return self.say("Add", value=value, what=what, until=self._until(stmt.until))

    def _s_remove(self, stmt: typed.Remove) -> Sentence:
        return self.say("Remove", value=self.objective(stmt.value), what=self._target(stmt.target))


def one_of_them(counted: str) -> str:
    """`chips staked` -> `chip staked`, if the word is a small plural."""
    first, space, rest = counted.partition(" ")
    plural = first.islower() and first.endswith("s") and not first.endswith("ss")
    return f"{first[:-1] if plural else first}{space}{rest}"


def _is_coin(coll: typed.Expr) -> bool:
    return isinstance(coll, typed.ListOf) and len(coll.items) == 2 and all(item.type == FLAG for item in coll.items)


def asks(test: typed.Expr, name: str) -> bool:
    """Whether a test is just this name, or not this name."""
    inner = test.value if isinstance(test, typed.Not) else test
    return isinstance(inner, typed.Local) and inner.name == name and inner.type == FLAG
