"""Text against rule, apart from numbers: direction, names, each or one, how long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sfrules.check.deeds import Place
from sfrules.check.rule import Finding, check
from sfrules.check.titles import Mention, Name, words_of
from sfrules.check.wording import ROUND, Wording, at_count, fits, gain_or_loss, sail, wordings
from sfrules.diag import Related, Severity
from sfrules.model.book import Book
from sfrules.model.ending import Award
from sfrules.model.entry import Entry, Trigger
from sfrules.model.gap import GapOption
from sfrules.model.property import NumberProperty, TrackProperty

_STEM = 5
_SENTENCE = re.compile(r"[.:;]")
_EACH = re.compile(r"\b(?:each|every|all|both)\s+(?:the\s+|of\s+the\s+)?$", re.IGNORECASE)


@check(
    "SF705",
    Severity.WARNING,
    "A gain that is a loss, or a change that the rule does not make",
    why="A sign that is turned round in the text or in the rule is seen by nobody until somebody plays it.",
    bad=sail("Storm +2.", "storm -= 2"),
    good=sail("Storm +2.", "storm += 2"),
)
def other_direction(book: Book) -> Iterator[Finding]:
    """A text that says that something grows or shrinks, of a rule that does the opposite, or not that."""
    for wording in wordings(book):
        for change in wording.claims.changes if wording.saying.told and not wording.deeds.blind else ():
            deeds = wording.meant(change)
            if any(deed.up == change.up for deed in deeds):
                continue
            said = wording.text[change.count.start : change.count.end]
            if deeds:
                message = (
                    f"The text says {gain_or_loss(change)} {said}, and the rule says “{wording.tells(deeds[0].place)}”."
                )
                meant = [deed for deed in wording.deeds.changes if deed.up == change.up]
                meant = [deed for deed in meant if any(fits(change.count, amount) for amount in deed.amounts)]
                yield at_count(wording, change.count, message, [deed.place for deed in (*deeds, *meant)])
            elif change.of is not None and wording.speaks_of(change) and _must_change(wording):
                named = wording.text[change.of.start : change.of.end]
                message = f"The text changes “{named}”, and the rule does not."
                yield at_count(wording, change.count, message, [deed.place for deed in wording.deeds.changes])


def _must_change(wording: Wording) -> bool:
    """Whether what a text changes must be changed by its own rule; a ruling may tell what follows elsewhere."""
    return bool(wording.deeds.changes) and not isinstance(wording.saying.owner, GapOption)


@check(
    "SF706",
    Severity.WARNING,
    "A name in the text that the rule does not touch",
    why="Where the text names one place and the rule another, the table follows the text and the game the rule.",
    bad=sail("North Cove shuts.", "south-cove.shut = yes"),
    good=sail("South Cove shuts.", "south-cove.shut = yes"),
)
def name_not_touched(book: Book) -> Iterator[Finding]:
    """A thing, a pile or an action named in the text of a rule that names others of its sort, and not this one."""
    for wording in wordings(book):
        if wording.saying.told and not wording.deeds.blind:
            for mention in wording.mentions:
                yield from _not_touched(wording, mention)


def _not_touched(wording: Wording, mention: Mention) -> Iterator[Finding]:
    named = wording.deeds.names
    others: list[Place] = []
    for name in mention.names:
        touched = {
            key[1]: place for key, place in named.items() if key[0] == _sort(name) and _alike(wording, name, key[1])
        }
        if not touched or name.id in touched or name.id in wording.itself:
            return
        others += [place for other, place in touched.items() if other not in wording.spoken]
    if mention.sure and others and not _is_part_of_name(wording, mention):
        said = wording.text[mention.start : mention.end]
        message = f"The text names “{said}”, and the rule names “{wording.tells(others[0])}” instead."
        related = tuple(Related(wording.rule_span(place), "the rule names this") for place in others)
        yield Finding(wording.span(mention.start, mention.end), message, wording.saying.subject, "", related)


def _is_part_of_name(wording: Wording, mention: Mention) -> bool:
    """Whether it belongs to the name behind it: `the North’s captain`."""
    possessive = wording.text[mention.start : mention.end].endswith(("'s", "’s", "s'", "s’"))
    return possessive and any(0 <= other.start - mention.end <= 1 for other in wording.mentions)


def _sort(name: Name) -> str:
    return {"actions": "entries", "powers": "entries"}.get(name.section, name.section)


def _alike(wording: Wording, name: Name, other: str) -> bool:
    """Whether two names are of one sort: things of one kind, actions, piles between which cards go."""
    things = wording.sayings.book.things
    match name.section:
        case "things":
            return other in things and things[other].kind == things[name.id].kind
        case "zones":
            zones = wording.sayings.book.zones
            return wording.deeds.moves and other in zones and zones[other].of == zones[name.id].of
        case "actions" | "powers":
            return True
        case _:
            return False


@check(
    "SF707",
    Severity.WARNING,
    "Each in the text, one in the rule",
    why="Whether all are meant or only one decides how much a card is worth.",
    bad=sail("Each captain gains 1 Oil.", "actor.oil += 1"),
    good=sail("Each captain gains 1 Oil.", "for c in captain\n  c.oil += 1\nend"),
)
def each_or_one(book: Book) -> Iterator[Finding]:
    """A text that says what each, all or both do, of a rule that goes through no such things."""
    for wording in wordings(book):
        if not wording.saying.told or wording.deeds.blind or not (wording.deeds.changes or wording.deeds.draws):
            continue
        for mention in wording.mentions:
            if not _does_something(wording, mention):
                continue
            lead = _EACH.search(wording.text[: mention.start])
            kind = next((k for name in mention.names if (k := _kind_of(wording, name))), "")
            if lead is None or not kind or kind in wording.deeds.each or _several(wording, kind):
                continue
            said = wording.text[lead.start() : mention.end].strip()
            message = f"The text says “{said}”, and the rule does not go through them."
            places = [deed.place for deed in wording.deeds.changes] or [place for _, place in wording.deeds.draws]
            related = tuple(Related(wording.rule_span(place), "the rule does it here") for place in places)
            yield Finding(wording.span(lead.start(), mention.end), message, wording.saying.subject, "", related)


def _does_something(wording: Wording, mention: Mention) -> bool:
    """Whether the sentence goes on with a change or a draw."""
    end = _SENTENCE.search(wording.text, mention.end)
    stop = end.start() if end is not None else len(wording.text)
    counts = (*(change.count for change in wording.claims.changes), *wording.claims.draws)
    return any(mention.end <= count.start < stop for count in counts)


def _kind_of(wording: Wording, name: Name) -> str:
    if name.section == "kinds":
        return name.id
    return wording.sayings.book.things[name.id].kind if name.section == "things" else ""


def _several(wording: Wording, kind: str) -> bool:
    """Whether a rule names more than one thing of a kind."""
    things = wording.sayings.book.things
    named = [key for key in wording.deeds.names if key[0] == "things" and things[key[1]].kind == kind]
    return len(named) > 1


@check(
    "SF708",
    Severity.WARNING,
    "A time that text and rule do not share",
    why="How long a change lasts is half of what it is worth.",
    bad=ROUND + sail("North Cove shuts until the end of the next round.", "north-cove.shut = yes until end of round"),
    good=ROUND + sail("North Cove shuts until the end of the round.", "north-cove.shut = yes until end of round"),
)
def other_time(book: Book) -> Iterator[Finding]:
    """Until the end of a phase in the text and not in the rule, or in the rule and not in the text."""
    phases = {str(phase.label).lower(): str(phase.id) for phase in book.all_phases()}
    for wording in wordings(book):
        if wording.saying.told and not wording.deeds.blind:
            yield from _time_not_held(wording, phases)
            yield from _time_not_told(wording, phases)


def _time_not_held(wording: Wording, phases: Mapping[str, str]) -> Iterator[Finding]:
    lasting = wording.deeds.lasting
    for claim in wording.claims.lasting:
        phase = phases.get(claim.phase)
        if phase is None or (phase, claim.next) in lasting or not wording.deeds.sets:
            continue
        if not claim.next and any(wording.resets(prop) == phase for prop in wording.deeds.sets):
            continue
        said = wording.text[claim.start : claim.end]
        does = (
            f"the rule says “{wording.tells(next(iter(lasting.values())))}”" if lasting else "the rule has no such end"
        )
        related = tuple(Related(wording.rule_span(place), "the rule says it here") for place in lasting.values())
        message = f"The text says “{said}”, and {does}."
        yield Finding(wording.span(claim.start, claim.end), message, wording.saying.subject, "", related)


def _time_not_told(wording: Wording, phases: Mapping[str, str]) -> Iterator[Finding]:
    if wording.claims.lasting:
        return
    for (phase, _), place in wording.own_deeds.lasting.items():
        names = [title for title, name in phases.items() if name == phase]
        if not any(name in wording.text.lower() for name in names):
            message = f"The rule says “{wording.tells(place)}”, and the text does not say how long it lasts."
            yield Finding(wording.rule_span(place), message, wording.saying.subject)


@check(
    "SF709",
    Severity.INFO,
    "A number that the rule reads or changes and the text does not speak of",
    why="Two tracks differ by one word in a rule, and nobody sees that the text names one and the rule takes another.",
    bad=sail("Storm +2.", "storm += 2\nactor.oil -= 1"),
    good=sail("Storm +2, and you lose 1 Oil.", "storm += 2\nactor.oil -= 1"),
)
def not_spoken_of(book: Book) -> Iterator[Finding]:
    """A track or number in the rule of a card, action, power or award of which no word of the text reminds."""
    for wording in wordings(book):
        said = _stems(_all_said(wording)) if wording.saying.told else set()
        for (_, name), place in wording.own_deeds.names.items() if said else ():
            if place[0] != wording.saying.paths[0] and isinstance(wording.saying.owner, GapOption):
                continue
            of, _, prop = name.partition(".")
            label = _number_labels(wording, of).get(prop)
            if label is not None and not said & _stems(f"{label} {prop}") and not _goes_without_saying(wording, of):
                message = f"The rule says “{wording.tells(place)}”, and the text does not speak of “{label}”."
                related = (Related(wording.span(0, len(wording.text)), "this is its text"),)
                yield Finding(wording.rule_span(place), message, wording.saying.subject, "", related)


def _all_said(wording: Wording) -> str:
    """All that a reader is told beside the rule; nothing where the rule is told elsewhere."""
    owner = wording.saying.owner
    if isinstance(owner, Entry | Award | Trigger) and wording.saying.text is owner.text:
        return f"{wording.text} {owner.label}"
    if isinstance(owner, GapOption):
        gap = wording.sayings.book.gaps[wording.saying.subject.removeprefix("gap ")]
        said = [gap.title, gap.question, gap.manual, *(option.says for option in gap.options.values())]
        return " ".join(str(text) for text in said if text is not None)
    return ""


def _stems(text: str) -> set[str]:
    """The beginnings of the words of a text, which the forms of a word share."""
    return {word.key[:_STEM] for word in words_of(text) if len(word.key) > 2}


def _number_labels(wording: Wording, of: str) -> Mapping[str, str]:
    """What the tracks and numbers of a kind, or of the table, are called."""
    book = wording.sayings.book
    held = book.table if not of else book.kinds[of].has if of in book.kinds else {}
    return {str(p.id): str(p.label) for p in held.values() if isinstance(p, TrackProperty | NumberProperty)}


def _goes_without_saying(wording: Wording, of: str) -> bool:
    """`The North +2` can mean one number only, if the things of that kind have no other."""
    things = wording.sayings.book.things
    kinds = {of} & {name.id for name in wording.names_in_text if name.section == "kinds"}
    kinds |= {things[name.id].kind for name in wording.names_in_text if name.section == "things"} & {of}
    return bool(kinds) and len(_number_labels(wording, of)) == 1
