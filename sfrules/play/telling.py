"""Events, as a seat sees them, in lines of plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from sfrules.diag import how_many
from sfrules.engine.machine import Machine
from sfrules.lang.types import Type
from sfrules.model.property import FlagProperty, SetProperty
from sfrules.play.words import Words, in_words

Event = dict[str, Any]

_LET = re.compile(r"let ([a-z][a-z0-9-]*) =")
_IF = re.compile(r"openly if ([^\n]*)")


class Teller:
    """Tells one seat (or the table, as `viewer` None) what has happened."""

    def __init__(self, machine: Machine, words: Words, viewer: str | None) -> None:
        self.machine, self.words, self.viewer = machine, words, viewer
        self._sites = {f"{'/'.join(site.rule)}@{site.at[0]}": site for site in machine.sites}
        self._entries = {entry.id: entry for entry in machine.entries}

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """Lines without line breaks; changes that happen to one thing together are told together.

        What somebody answers and what it sets is one line; a value that was told when it was set is not shown again.
        """
        for _, group in groupby(enumerate(_told_once(list(events))), key=_together):
            told = [event for _, event in group]
            if told[0]["event"] == "set":
                yield self._changes(told)
            else:
                line = self._line(told[0])
                if line:
                    yield line

    def _line(self, event: Event) -> str:
        tell = getattr(self, f"_{event['event']}", None)
        return str(tell(event)) if tell is not None else ""

    def _seat(self, id_: str) -> str:
        return "You" if id_ == self.viewer else self.words.thing(id_)

    # changes

    def _changes(self, events: list[Event]) -> str:
        owner = events[0]["of"]
        if not owner:
            return _sentence("; ".join(self._change("", event) for event in events))
        kind = self.words.book.things[owner].kind
        parts = [self._change(kind, event) for event in events]
        speaking = [self._says(kind, event) for event in events]
        if len(parts) == 1 and speaking[0]:
            return _sentence(f"{self.words.thing(owner)} {speaking[0]}")
        who = self.words.thing(owner) if any(speaking) else self._seat(owner)
        mark = "» " if events[0].get("answered") else ""
        return _sentence(f"{mark}{who}: {'; '.join(s or p for s, p in zip(speaking, parts, strict=True))}")

    def _says(self, kind: str, event: Event) -> str:
        """What a flag says when it changes: `closes`, `opens`."""
        made = self.words.property(kind, event["what"])
        if isinstance(made, FlagProperty) and len(made.says) == 4:
            return made.says[2] if event["to"] == "yes" else made.says[3]
        return ""

    def _change(self, kind: str, event: Event) -> str:
        name, before, after = event["what"], event["from"], event["to"]
        made, title = self.words.property(kind, name), self.words.property_title(kind, name)
        if isinstance(made, FlagProperty):
            spoken = self._says(kind, event)
            return f"{title} {spoken}" if spoken else f"{'' if after == 'yes' else 'no longer '}{title}"
        if isinstance(made, SetProperty):
            return f"{title}: {self._difference(before, after)}"
        old, new = (self.words.value(kind, name, value) for value in (before, after))
        return f"{title} {old} → {new}"

    def _difference(self, before: str, after: str) -> str:
        old, new = ([] if value == "none" else value.split("+") for value in (before, after))
        come = [f"+ {self.words.thing(one)}" for one in new if one not in old]
        gone = [f"- {self.words.thing(one)}" for one in old if one not in new]
        return ", ".join(come + gone) or "none"

    # cards

    def _move(self, event: Event) -> str:
        source, target = (self.words.zone(event[end], self.viewer) if end in event else "" for end in ("from", "to"))
        if "cards" in event:
            what, verb = ", ".join(self.words.card(card) for card in event["cards"]), "→"
        else:
            count = event["count"]
            what, verb = how_many(count, "card"), "→"
        if source and target:
            return _sentence(f"{what}: {source} {verb} {target}")
        return _sentence(f"{what} {'leaves' if source else 'comes to'} {source or target}" if _is_one(event) else
                         f"{what} {'leave' if source else 'come to'} {source or target}")  # fmt: skip

    def _shuffle(self, event: Event) -> str:
        return _sentence(f"{self.words.zone(event['zone'], self.viewer)} is shuffled")

    def _shown(self, event: Event) -> str:
        if "zone" in event:
            cards = ", ".join(self.words.card(card) for card in event["cards"]) or "nothing"
            return _sentence(f"seen in {self.words.zone(event['zone'], self.viewer)}: {cards}")
        of, what = event["of"], event["what"]
        thing = self.words.book.things.get(of)
        if thing is not None or not of:
            kind = thing.kind if thing is not None else ""
            value = self.words.value(kind, what, event["value"])
            return _sentence(
                f"{self._seat(of) if of else 'the table'}: {self.words.property_title(kind, what)}: {value}"
            )
        return _sentence(f"{self.words.card(of)}: {in_words(what).lower()}: {self.words.thing(event['value'])}")

    # what seats do

    def _declare(self, event: Event) -> str:
        what = self.words.entry(event["what"])
        choices = self._choices(event)
        riders = [self.words.entry(rider) for rider in event.get("with", ())]
        line = f"{what}{': ' if choices else ''}{choices}{', with ' if riders else ''}{' and '.join(riders)}"
        return f"» {self._seat(event['seat'])}: {line}." if "seat" in event else f"» Somebody: {line}."

    def _choices(self, event: Event) -> str:
        code = self._entries.get(event["what"])
        types = dict(zip(code.choices, code.types, strict=True)) if code is not None else {}
        values = event.get("choices", {})
        return ", ".join(self._typed(types.get(name), value) for name, value in values.items())

    def _typed(self, of: Type | None, value: str) -> str:
        return self.words.of_type(of, value) if of is not None else self.words.thing(value)

    def _window(self, event: Event) -> str:
        title = self.words.named("windows", event["window"])
        asked = ", ".join(self._seat(seat) for seat in event.get("asked", ()))
        return f"  {title} on {self.words.entry(event['on'])}{f': {asked} asked' if asked else ''}."

    def _pass(self, event: Event) -> str:
        seat = self._seat(event["seat"])
        if "window" in event:
            return f"  {seat} let{'' if seat == 'You' else 's'} it pass."
        menu = self.words.book.menus.get(event["menu"])
        return f"» {seat}: {in_words(menu.pass_) if menu is not None and menu.pass_ else 'nothing'}."

    def _cancel(self, event: Event) -> str:
        return _sentence(f"  {self.words.entry(event['what'])} is cancelled")

    def _answer(self, event: Event) -> str:
        site = self._sites.get(event["site"])
        answer = event["answer"]
        if site is not None and site.kind == "ask":
            name, _, rest = answer.partition(":")
            answer = f"{self.words.named('cards', name)}{f': {self.words.thing(rest)}' if rest else ''}"
        elif site is not None and len(site.picks) == 1:
            answer = self._typed(site.picks[0], answer)
        else:
            answer = ", ".join(self.words.thing(part) for part in answer.split(","))
        return f"» {self._seat(event['seat'])}: {answer}."

    # what is told

    def _say(self, event: Event) -> str:
        return f"  “{self.words.text(event['text'])}”"

    def _release(self, event: Event) -> str:
        """What a rule has checked in the open. A trigger that watches in the open is told only when it fires."""
        rule, _, at = event["site"].rpartition("@")
        if rule.startswith("triggers/") and event["value"] is False:
            return ""
        value = {True: "yes", False: "no"}.get(event["value"], event["value"])
        what = self._checked(tuple(rule.split("/")), int(at))
        return _sentence(f"  now known: {what}: {value}" if what else f"  now known: {value}")

    def _checked(self, path: tuple[str, ...], at: int) -> str:
        rule = self.words.book.rules.get(path)
        if rule is None:
            return ""
        if path[0] == "triggers":
            return self.words.named("triggers", path[1])
        line = str(rule.text)[str(rule.text).rfind("\n", 0, at) + 1 :].split("\n", 1)[0]
        found = _LET.search(line) or _IF.search(line)
        return in_words(found[1]).lower() if found else ""

    # the frame

    def _phase(self, event: Event) -> str:
        title = self.words.phase(event["phase"], event["count"])
        return f"===== {title} =====" if event["count"] else f"--- {title} ---"

    def _out(self, event: Event) -> str:
        seat = self._seat(event["seat"])
        return f"{seat} {'are' if seat == 'You' else 'is'} out of the game."

    def _end(self, event: Event) -> str:
        return f"===== The game is over: {self.words.ending(event['ending'], event['given'])} ====="

    def _award(self, event: Event) -> str:
        seats = ", ".join(self._seat(seat) for seat in event["seats"]) or "nobody"
        return f"{self.words.named('awards', event['award'])}: {seats}."


def _told_once(events: list[Event]) -> Iterator[Event]:
    """The events without answers that the next event tells, and without showing what was told as it was set."""
    known: dict[tuple[str, str], str] = {}
    for at, event in enumerate(events):
        after = events[at + 1] if at + 1 < len(events) else {}
        if event["event"] == "answer" and _is_set_by(event, after):
            continue
        if event["event"] == "set":
            known[event["of"], event["what"]] = event["to"]
            before = events[at - 1] if at else {}
            yield {**event, "answered": True} if _is_set_by(before, event) else event
        elif event["event"] != "shown" or known.get((event.get("of", ""), event.get("what", ""))) != event.get(
            "value", ""
        ):
            yield event


def _is_set_by(answer: Event, change: Event) -> bool:
    """Whether an answer is the value that a property of the seat takes on at once."""
    return (
        answer.get("event") == "answer"
        and change.get("event") == "set"
        and (answer["seat"], answer["answer"]) == (change["of"], change["to"])
    )


def _together(numbered: tuple[int, Event]) -> Any:
    """Changes of one thing in a row belong together; everything else stands alone."""
    number, event = numbered
    return ("set", event["of"]) if event["event"] == "set" else number


def _is_one(event: Event) -> bool:
    return len(event["cards"]) == 1 if "cards" in event else event["count"] == 1


def _sentence(text: str) -> str:
    """A capital first (after an indent), a full stop last."""
    bare = text.lstrip()
    indent = text[: len(text) - len(bare)]
    return f"{indent}{bare[:1].upper()}{bare[1:]}{'' if bare.endswith(('.', '!', '?', '”')) else '.'}"
