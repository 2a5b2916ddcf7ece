"""Typed statements -> English sentences, with the words of the verb table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sfrules.lang import typed
from sfrules.lang.types import FLAG
from sfrules.lang.verbs import sentence
from sfrules.model.property import FlagProperty, TrackProperty
from sfrules.publish.phrases import Phrases
from sfrules.publish.words import Noun, a, agree, cap, in_plural, listed, small


_QUOTED = re.compile("“[^”]*”")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without its full stop, in the form it has behind a comma; `below` is what it introduces.

    `goes_on` when it belongs to the step before it: `If so, …`, `Otherwise, …`.
    """

    text: str
    below: tuple[Sentence, ...] = field(default=())
    goes_on: bool = False

    @property
    def whole(self) -> str:
        """With its capital and its stop."""
        text = cap(self.text)
        if self.below:
            return f"{text}:"
        return text if text.endswith((".", "!", "?", ".”", "!”", "?”", ":")) else f"{text}."


class Sentences(Phrases):
    """Tells the statements of one rule."""

    def block(self, block: typed.Block) -> tuple[Sentence, ...]:
        """The sentences of a block, in order."""
        told: list[Sentence] = []
        for index, stmt in enumerate(block.stmts):
            before = block.stmts[index - 1] if index else None
            told.extend(self.statement(stmt, before, block.stmts[index + 1 :]))
        return tuple(told)

    def statement(
        self, stmt: typed.Stmt, before: typed.Stmt | None = None, rest: Sequence[typed.Stmt] = ()
    ) -> tuple[Sentence, ...]:
        """What one statement says; those around it help to say it well."""
        match stmt:
            case typed.Let():
                return self._let(stmt, rest)
            case typed.If():
                return self._if(stmt, before)
            case typed.For(coll=typed.Zone() as zone) if self.holds_one(zone):
                with self.calling(stmt.name, Noun(self.zone(zone))):
                    return self.block(stmt.body)
            case _:
                make: Any = getattr(self, "_s_" + type(stmt).__name__.lower())
                made: Sentence = make(stmt)
                return (made,)

    def say(self, node: str, case: str = "reading", *, several: bool = False, **parts: str) -> Sentence:
        """A sentence of the verb table with its parts put in. `{Who}` is the same as `{who}`."""
        template = agree(sentence(node, case), several)
        starts_with_part = template.startswith("{")
        named = {**parts, **{cap(name): text for name, text in parts.items()}}
        text = template.format(**named).removesuffix(".").strip()
        return Sentence(text if starts_with_part else small(text))

    # values

    def _let(self, stmt: typed.Let, rest: Sequence[typed.Stmt]) -> tuple[Sentence, ...]:
        name = self.called(stmt.name)
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
                return (self.say("Random", "value", one=self.one_of(value.coll), name=name),)
        if value.type == FLAG:
            return (self.say("Let", "flag", test=self.clause(value), name=stmt.name),)
        if value.type.name == "many":
            whole = self.group(value).all
            every = whole if whole.startswith(("all ", "the ", "of ", "nothing")) or "’" in whole.split(" ")[0] else f"all {whole}"
            return (Sentence(f"let the {self.called(stmt.name, True)} be {every}"),)
        return (Sentence(f"the {name} is {self.text(value)}"),)

    def _learned(self, stmt: typed.Let, node: str, value: typed.Expr, rest: Sequence[typed.Stmt]) -> Sentence:
        if value.type == FLAG:
            return self.say(node, "flag", test=self._check(stmt, value, rest))
        return self.say(node, "value", value=self.text(value), name=stmt.name.replace("-", " "))

    def _check(self, stmt: typed.Let, value: typed.Expr, rest: Sequence[typed.Stmt]) -> str:
        """The test; with the name of the answer, if more than the next statement speaks of it."""
        test = self.clause(value)
        if rest and isinstance(rest[0], typed.If) and _asks(rest[0].branches[0][0], stmt.name):
            inside = [node for _, body in rest[0].branches for node in typed.walk(body)]
            later = [node for following in rest[1:] for node in typed.walk(following)]
            if not any(isinstance(node, typed.Local) and node.name == stmt.name for node in [*inside, *later]):
                return test
        return f"{test} (“{stmt.name}”)"

    def one_of(self, coll: typed.Expr) -> str:
        """One of a collection that is picked: `a harbour that is open`."""
        group = self.group(coll)
        if isinstance(coll, typed.ListOf):
            return f"one {group.one}"
        if group.whole and " among " in group.one:
            return f"one of {group.whole}"
        return a(group.one)

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
            parts = {"who": noun.text, "amount": amount, "noun": self.noun_of(target), "until": until}
            return self.say("Write", case, several=noun.several, **parts)
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
        if isinstance(value, typed.Const):
            phrase = self.changed_phrase(target, bool(value.value))
            says = in_plural(phrase) if noun.several else phrase
            if phrase.startswith(("has ", "was ", "did ")):
                return self.say("Write", "noted", what=noun.text, says=says, until=until)
            return self.say("Write", "says", what=noun.text, says=says, until=until)
        made = self.property_of(target)
        phrase = self.flag_phrase(target, True) if made is not None and made.says else self.changed_phrase(target, True)
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
        parts = {"value": self.objective(stmt.value), "what": self._target(stmt.target)}
        return self.say("Add", **parts, until=self._until(stmt.until))

    def _s_remove(self, stmt: typed.Remove) -> Sentence:
        return self.say("Remove", value=self.objective(stmt.value), what=self._target(stmt.target))

    # choices

    def _s_choose(self, stmt: typed.Choose) -> Sentence:
        noun = self.noun(stmt.seat)
        with self.about(noun):
            choices = listed([self._picked(pick) for pick in stmt.picks])
            how = self._how(stmt.prompt, stmt.audience)
            if stmt.covered is not None:
                how += f"; {self.group(stmt.covered).all} are asked, so that nobody sees whose choice it is"
        case = "may" if stmt.may else "reading"
        return self.say("Choose", case, several=noun.several, who=noun.text, choices=choices, how=how)

    def _picked(self, pick: typed.Pick) -> str:
        one = self.one_of(pick.coll)
        if isinstance(pick.target, typed.Local):
            name = pick.target.name.replace("-", " ")
            short = len(name) < 3
            if short:
                self.names[pick.target.name] = self.loop_noun(pick.target.name, pick.target.type)
            return one if short else f"{one}, the {name}"
        return f"{one} as {self._target(pick.target)}"

    def _how(self, prompt: str | None, audience: typed.Audience | None) -> str:
        seen = ""
        if audience is not None:
            seen = " in secret" if audience.seat is None else f"; {self.noun(audience.seat).text} alone sees the answer"
        return seen + (f" (“{prompt}”)" if prompt else "")

    def _s_confirm(self, stmt: typed.Confirm) -> Sentence:
        noun = self.noun(stmt.seat)
        return self.say("Confirm", several=noun.several, who=noun.text, words=stmt.text)

    def _s_ask(self, stmt: typed.Ask) -> Sentence:
        noun = self.noun(stmt.seat)
        how = self._how(stmt.prompt, stmt.audience)
        head = self.say("Ask", several=noun.several, who=noun.text, how=how)
        return Sentence(head.text.removesuffix(":"), tuple(self._option(option) for option in stmt.options))

    def _option(self, option: typed.Option) -> Sentence:
        known = self.book.entry(option.name)
        name = f"“{known.label if known is not None else cap(option.name.replace('-', ' '))}”"
        picks = f" with {listed([self._picked(pick) for pick in option.picks])}" if option.picks else ""
        when = f" (only if {self.clause(option.when)})" if option.when is not None else ""
        return Sentence(sentence("Ask", "option").format(name=name, picks=picks, when=when), self.block(option.body))

    def _s_offer(self, stmt: typed.Offer) -> Sentence:
        noun = self.noun(stmt.seat)
        menu = self.title(self.book.menus.get(stmt.menu), stmt.menu)
        return self.say("Offer", several=noun.several, who=noun.text, menu=menu)

    # cards

    def _s_draw(self, stmt: typed.Draw) -> Sentence:
        owner = self.noun(stmt.target.owner) if stmt.target.owner is not None else None
        cards = self._cards(stmt)
        with self.about(owner):
            source, target = self.zone(stmt.source), self.into(stmt.target)
        if owner is None:
            return self.say("Draw", "table", cards=cards, source=source, target=target)
        own_hand = stmt.target.owner is not None and not isinstance(stmt.source.owner, typed.Expr)
        to = f" {target}" if own_hand or stmt.source.owner is not None else ""
        return self.say("Draw", "seat", several=owner.several, who=owner.text, cards=cards, source=source, target=to)

    def into(self, zone: typed.Zone) -> str:
        """Where cards go: `into your hand`."""
        return f"into {self.zone(zone)}" if not self.holds_one(zone) else f"as {self.zone(zone)}"

    def _cards(self, stmt: typed.Draw) -> str:
        one, many = self.type_words(stmt.source.type.of)
        single = isinstance(stmt.count, typed.Const | typed.Named) and stmt.count.value == 1
        which = "" if stmt.where is None else " " + self.which(stmt.name, stmt.where, False, not single)
        if isinstance(stmt.count, typed.Const | typed.Named):
            number = stmt.count.value
            return f"{number} {one if number == 1 else many}{which}"
        return f"as many {many}{which} as {self.text(stmt.count)}"

    def _s_move(self, stmt: typed.Move) -> Sentence:
        if isinstance(stmt.cards, typed.Zone) and not self.holds_one(stmt.cards):
            cards = f"all {self.group(stmt.cards).many}"
        elif isinstance(stmt.cards, typed.Zone):
            cards = self.zone(stmt.cards)
        else:
            cards = self.objective(stmt.cards)
        side = {"top": " on top of ", "bottom": " at the bottom of ", "random": " at a random place in "}
        if stmt.side is not None:
            target = side[stmt.side].strip() + " " + self.zone(stmt.target)
        else:
            target = self.into(stmt.target)
        return self.say("Move", cards=cards, target=target, side="")

    def _s_turn(self, stmt: typed.Turn) -> Sentence:
        title = self.title(self.book.cards.get(stmt.into), stmt.into)
        return self.say("Turn", card=self.noun(stmt.card).text, title=title)

    def _s_shuffle(self, stmt: typed.Shuffle) -> Sentence:
        return self.say("Shuffle", what=self.facts(stmt.zones))

    def _s_roll(self, stmt: typed.Roll) -> Sentence:
        return self.say("Roll", what=self.facts(stmt.zones))

    # who knows what

    def facts(self, facts: typed.Facts) -> str:
        """A zone or a property that is spoken of as a fact."""
        noun = self._fact_noun(facts)
        if facts.owners is None:
            return self.the(noun) if facts.what == "zone" or noun[:1].islower() else noun
        if facts.owners.type.name == "many":
            return f"the {noun} of {self.group(facts.owners).each}"
        return self.owning(facts.owners, noun)

    def _fact_noun(self, facts: typed.Facts) -> str:
        if facts.what == "zone":
            return self.title(self.book.zones.get(facts.name), facts.name).removeprefix("own ")
        return self.noun_of(self._fact_property(facts))

    @staticmethod
    def _fact_property(facts: typed.Facts) -> typed.Property | typed.TableProperty:
        if facts.what == "table" or facts.owners is None:
            return typed.TableProperty(facts.name, type=FLAG)
        return typed.Property(facts.owners, facts.of, facts.name, facts.what == "field", type=FLAG)

    def _s_reveal(self, stmt: typed.Reveal) -> Sentence:
        return self.say("Reveal", what=self.facts(stmt.facts))

    def _s_hide(self, stmt: typed.Hide) -> Sentence:
        return self.say("Hide", what=self.facts(stmt.facts))

    def _s_show(self, stmt: typed.Show) -> Sentence:
        seat = self.noun(stmt.seat).obj
        facts = stmt.facts
        node = self._fact_property(facts)
        made = self.property_of(node) if facts.what != "zone" else None
        derived = made is not None and made.form in ("flag", "derived")
        if derived and facts.owners is not None and facts.owners.type.name == "many":
            phrase = in_plural(self.flag_phrase(node, True))
            whether = f"which {self.group(facts.owners).many} {phrase}".replace("which pieces", "which of the pieces")
            if isinstance(facts.owners, typed.Local):
                whether = f"which cards among {self.local(facts.owners).text} {phrase}" if facts.what == "field" else whether
            return self.say("Show", "whether", seat=seat, whether=whether)
        if derived and facts.owners is not None and isinstance(node, typed.Property):
            return self.say("Show", "whether", seat=seat, whether=f"whether {self.clause(node)}")
        return self.say("Show", what=self.facts(facts), seat=seat)

    def _words(self, parts: tuple[str | typed.Expr, ...]) -> str:
        return "".join(part if isinstance(part, str) else f"[{self._name_in_words(part)}]" for part in parts)

    def _name_in_words(self, part: typed.Expr) -> str:
        """What stands for a value in words that are read out."""
        match part:
            case typed.Local() if len(part.name) > 2 and part.name not in ("actor", "holder", "card", "self"):
                return part.name.replace("-", " ")
            case typed.Local():
                return self.type_words(part.type)[0]
            case typed.Property() | typed.Derived() | typed.TableProperty():
                return self.noun_of(part)
            case _:
                return self.text(part)

    def _s_tell(self, stmt: typed.Tell) -> Sentence:
        return self.say("Tell", seat=self.noun(stmt.seat).obj, words=self._words(stmt.text))

    def _s_announce(self, stmt: typed.Announce) -> Sentence:
        return self.say("Announce", words=self._words(stmt.text))

    # other rules

    def _s_do(self, stmt: typed.Do) -> Sentence:
        made = self.book.routines[stmt.routine]
        given = [f"{name.replace('-', ' ')}: {self._argument(arg)}" for name, arg in zip(made.given, stmt.args, strict=False)]
        return self.say("Do", routine=str(made.label), arguments=f" ({', '.join(given)})" if given else "")

    def _argument(self, node: typed.Expr) -> str:
        return self.text(node)

    def _s_docard(self, stmt: typed.DoCard) -> Sentence:
        return self.say("DoCard", card=self.noun(stmt.card).text)

    def _s_ruling(self, stmt: typed.Ruling) -> Sentence:
        gap = self.book.gaps[stmt.gap]
        ruling = self.book.ruling(gap)
        number = f"{gap.number}, " if gap.number is not None else ""
        if ruling is None or ruling.says is None:
            return self.say("Ruling", "silent", number=number, title=str(gap.label))
        return self.say("Ruling", number=number, title=str(gap.label), says=str(ruling.says))

    def _s_cancel(self, stmt: typed.Cancel) -> Sentence:
        if isinstance(stmt.declaration, typed.Answered):
            return self.say("Cancel")
        return self.say("Cancel", "other", what=self.text(stmt.declaration))

    def _s_eliminate(self, stmt: typed.Eliminate) -> Sentence:
        noun = self.noun(stmt.seat)
        return self.say("Eliminate", several=noun.several, who=noun.text)

    def _s_expire(self, stmt: typed.Expire) -> Sentence:
        return self.say("Expire", phase=self.phase(stmt.phase))

    def _s_stop(self, stmt: typed.Stop) -> Sentence:
        return self.say("Stop")

    def _s_finish(self, stmt: typed.Finish) -> Sentence:
        ending = self.book.endings[stmt.ending]
        given = dict(zip(ending.given, stmt.args, strict=False))
        title = str(ending.label)
        for name, arg in given.items():
            title = title.replace(f"{{{name}}}", self.objective(arg))
        return self.say("Finish", ending=title)

    # control

    def _if(self, stmt: typed.If, before: typed.Stmt | None) -> tuple[Sentence, ...]:
        told: list[Sentence] = []
        for index, (test, body) in enumerate(stmt.branches):
            head = self._head(test, index, before)
            on = index > 0 or head in (sentence("If", "so").lower(), sentence("If", "not_so").lower())
            told.append(replace(self._under(head, self.block(body)), goes_on=on))
        if stmt.otherwise is not None and stmt.otherwise.stmts:
            rest = self._under(self.say("If", "rest").text, self.block(stmt.otherwise))
            told.append(replace(rest, goes_on=True))
        return tuple(told)

    def _head(self, test: typed.Expr, index: int, before: typed.Stmt | None) -> str:
        asked = before.name if isinstance(before, typed.Let) and before is not None and index == 0 else None
        if asked is not None and _asks(test, asked):
            return self.say("If", "not_so" if isinstance(test, typed.Not) else "so").text
        return self.say("If", "next" if index else "first", test=self.clause(test)).text

    @staticmethod
    def _under(head: str, body: tuple[Sentence, ...]) -> Sentence:
        """One plain sentence goes into the same line, more of them below."""
        if len(body) == 1 and not body[0].below and ". " not in _QUOTED.sub("", body[0].text):
            return Sentence(f"{head}, {body[0].text}")
        return Sentence(head, body)

    def _s_openlyif(self, stmt: typed.OpenlyIf) -> Sentence:
        return Sentence(self.say("OpenlyIf", test=self.clause(stmt.test)).text, self.block(stmt.body))

    def _s_for(self, stmt: typed.For) -> Sentence:
        return self._loop(stmt, "For")

    def _s_cycle(self, stmt: typed.Cycle) -> Sentence:
        return self._loop(stmt, "Cycle")

    def _loop(self, stmt: typed.For | typed.Cycle, node: str) -> Sentence:
        group = self.group(stmt.coll)
        single = self._single(stmt, group.each) if node == "For" else None
        if single is not None:
            return single
        noun = self.loop_noun(stmt.name, stmt.coll.type.of)
        head = self.say(node, each=group.each).text
        with self.calling(stmt.name, noun):
            body = self.block(stmt.body)
        return self._under(head, body) if node == "For" else Sentence(head, body)

    def _single(self, stmt: typed.For, each: str) -> Sentence | None:
        """A loop with one statement that is about its element: `each scout draws 1 card`."""
        if len(stmt.body.stmts) != 1:
            return None
        inner = stmt.body.stmts[0]
        owner = _subject(inner)
        if owner is None or not (isinstance(owner, typed.Local) and owner.name == stmt.name):
            return None
        seat = self.is_seat(stmt.coll.type.of)
        noun = Noun(each, pronoun="their" if seat else "its")
        changes = isinstance(inner, typed.Write) and inner.op == "="
        with self.calling(stmt.name, noun), self.about(None if changes else noun):
            return self.statement(inner)[0]

    def _s_forgrowing(self, stmt: typed.ForGrowing) -> Sentence:
        made = self.book.table.get(stmt.queue)
        what = str(made.title) if made is not None and made.title is not None else stmt.queue.replace("-", " ")
        head = self.say("ForGrowing", what=self.the(what)).text
        with self.calling(stmt.name, Noun("that one")):
            return Sentence(head, self.block(stmt.body))

    def _s_atonce(self, stmt: typed.AtOnce) -> Sentence:
        group = self.group(stmt.coll)
        noun = Noun(group.each, pronoun="their" if group.seat else "its")
        with self.calling(stmt.name, noun), self.about(noun):
            body = self.block(stmt.body)
        return self._under(self.say("AtOnce").text, body)

    def _s_while(self, stmt: typed.While) -> Sentence:
        head = self.say("While", test=self.clause(stmt.test), times=self.text(stmt.times)).text
        return Sentence(head, self.block(stmt.body))

    def _s_repeat(self, stmt: typed.Repeat) -> Sentence:
        return Sentence(self.say("Repeat").text, self.block(stmt.body))

    def _s_together(self, stmt: typed.Together) -> Sentence:
        return Sentence(self.say("Together").text, self.block(stmt.body))


def _is_coin(coll: typed.Expr) -> bool:
    return isinstance(coll, typed.ListOf) and len(coll.items) == 2 and all(item.type == FLAG for item in coll.items)


def _asks(test: typed.Expr, name: str) -> bool:
    """Whether a test is just this name, or not this name."""
    inner = test.value if isinstance(test, typed.Not) else test
    return isinstance(inner, typed.Local) and inner.name == name and inner.type == FLAG


def _subject(stmt: typed.Stmt) -> typed.Expr | None:
    """Whom a statement is about, if it is about one."""
    match stmt:
        case typed.Draw():
            return stmt.target.owner
        case typed.Write(target=typed.Property() as target):
            return target.object
        case typed.Confirm() | typed.Choose() | typed.Offer() | typed.Eliminate():
            return stmt.seat
        case _:
            return None
