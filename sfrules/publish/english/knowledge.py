"""Statements about cards, and about who knows what."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.lang.types import FLAG
from sfrules.publish.english.choices import Choices
from sfrules.publish.english.telling import Sentence
from sfrules.publish.words import in_plural


class Knowledge(Choices):
    """Tells where cards go, and what is shown to whom."""

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
                whether = (
                    f"which cards among {self.local(facts.owners).text} {phrase}" if facts.what == "field" else whether
                )
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
