"""Blocks: conditions, loops, and the order of sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sfrules.lang import typed
from sfrules.lang.verbs import sentence
from sfrules.publish.english.calls import Calls
from sfrules.publish.english.changes import asks
from sfrules.publish.english.telling import Sentence
from sfrules.publish.words import Noun

_QUOTED = re.compile("“[^”]*”")


class Sentences(Calls):
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
        asked = before.name if isinstance(before, typed.Let) and index == 0 else None
        if asked is not None and asks(test, asked):
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
        single = self._single(stmt, group.each) if isinstance(stmt, typed.For) else None
        if single is not None:
            return single
        noun = self.loop_noun(stmt.name, stmt.coll.type.of)
        head = self.say(node, each=group.each).text
        with self.calling(stmt.name, noun):
            body = self.block(stmt.body)
        return self._under(head, body) if isinstance(stmt, typed.For) else Sentence(head, body)

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
