"""Statements in which a seat decides."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.lang.verbs import sentence
from sfrules.publish.english.changes import Changes
from sfrules.publish.english.telling import Sentence
from sfrules.publish.words import cap, listed


class Choices(Changes):
    """Tells who decides what."""

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
        head, body = sentence("Ask", "option").format(name=name, picks=picks, when=when), self.block(option.body)
        plain = len(body) == 1 and not body[0].below
        return Sentence(f"{head}: {body[0].text}") if plain else Sentence(head, body)

    def _s_offer(self, stmt: typed.Offer) -> Sentence:
        noun = self.noun(stmt.seat)
        menu = self.title(self.book.menus.get(stmt.menu), stmt.menu)
        return self.say("Offer", several=noun.several, who=noun.text, menu=menu)
