"""Statements that run other rules, stop, or end the game."""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.publish.english.knowledge import Knowledge
from sfrules.publish.english.telling import Sentence


class Calls(Knowledge):
    """Tells what else happens."""

    def _s_do(self, stmt: typed.Do) -> Sentence:
        made = self.book.routines[stmt.routine]
        given = [
            f"{name.replace('-', ' ')}: {self._argument(arg)}" for name, arg in zip(made.given, stmt.args, strict=False)
        ]
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
