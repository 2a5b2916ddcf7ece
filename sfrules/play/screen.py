"""What one seat sees, as lines for a screen of some width: all from its view and from the Book's open texts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from sfrules.diag import how_many
from sfrules.model.entry import Entry
from sfrules.model.property import NumberProperty, ThingProperty, TrackProperty
from sfrules.play.labels import numbers_among, some_number
from sfrules.play.own import own_powers
from sfrules.play.words import Words, in_words

View = dict[str, Any]

_SMALL = 8
"""How many cards of a pile are shown before each question."""


class Screen:
    """Writes for one scenario; `width` is that of the terminal."""

    def __init__(self, words: Words, width: int = 80) -> None:
        self.words, self.width = words, max(40, width)

    def wrapped(self, line: str, indent: str = "") -> list[str]:
        """One line as several that fit; what hangs over stands a little further in."""
        own = line[: len(line) - len(line.lstrip())]
        return textwrap.wrap(
            line.strip(), self.width - 1, initial_indent=indent + own, subsequent_indent=indent + own + "  ",
            break_long_words=True, break_on_hyphens=False,
        ) or [""]  # fmt: skip

    # the briefing

    def briefing(self, view: View) -> list[str]:
        """What a seat is told before the game begins: who it is, what it holds, what it can do."""
        seat = view["seat"]
        thing = self.words.book.things[seat]
        lines = [self._rule(f"Briefing: {self.words.thing(seat)}")]
        if thing.text is not None:
            lines += self.wrapped(self.words.text(thing.text, thing.values))
        lines += self._own_properties(view)
        for name, zone in _own_zones(view):
            lines += ["", *self._own_cards(name, zone)]
        powers = list(own_powers(self.words.book, view))
        for entry in powers:
            lines += ["", *self.wrapped(f"Your power: {self.words.text(entry.label)}"), *self._text(entry)]
        return [*lines, ""]

    def _own_cards(self, name: str, zone: dict[str, Any]) -> Iterator[str]:
        title = self.words.zone(name, name.partition(".")[2])
        yield f"{title[:1].upper()}{title[1:]}:"
        for card in zone.get("cards", ()):
            yield from self.wrapped(f"* {self.words.card(card)}", "  ")
            made = self.words.book.cards.get(card.partition(" (")[0].split(".")[0])
            if made is not None and made.text is not None:
                yield from self.wrapped(self.words.text(made.text, made.values), "    ")
        if not zone.get("cards"):
            yield f"  {how_many(zone['count'], 'card')}" if zone.get("count") else "  nothing"

    def _text(self, entry: Entry) -> list[str]:
        return self.wrapped(self.words.text(entry.text), "  ") if entry.text is not None else []

    # where things stand

    def status(self, view: View, phases: str, *, own: bool = True) -> list[str]:
        """A few lines before each question: the phase, the table, small piles, (if wanted) what is this seat's own."""
        lines = [self._rule(phases)] if phases else []
        table = [
            self._value("", name, value)
            for name, value in view["table"].items()
            if not self._is_phase(name) and not self._idle("", name, value)
        ]
        if table:
            lines += self.wrapped(" · ".join(table))
        for name, zone in _small_piles(view):
            title = self.words.zone(name)
            lines += self.wrapped(f"{title[:1].upper()}{title[1:]}: {self._cards(zone)}")
        if own:
            lines += self._own_properties(view)
            for name, zone in _own_zones(view):
                title = self.words.zone(name, view["seat"])
                lines += self.wrapped(f"{title[:1].upper()}{title[1:]}: {self._cards(zone)}")
        return [*lines, *self.board(view)]

    def board(self, view: View) -> list[str]:
        """A grid as a small picture: each cell shows the thing that its first such property names."""
        grid = self.words.book.map.grid if self.words.book.map is not None else None
        if grid is None:
            return []
        cells = view["things"].get(str(grid.of), {})
        marks = {cell: self._mark(str(grid.of), values) for cell, values in cells.items()}
        wide = max((len(mark) for mark in marks.values()), default=1)
        columns = list(dict.fromkeys(cell[0] for cell in marks))
        rows = list(dict.fromkeys(cell[1:] for cell in marks))
        lines = [
            f"  {row:>2} {' '.join(marks[column + row].center(wide) for column in columns)}" for row in reversed(rows)
        ]
        return ["", *lines, f"     {' '.join(column.upper().center(wide) for column in columns)}"]

    def _mark(self, kind: str, values: dict[str, str]) -> str:
        for name, value in values.items():
            thing = self.words.book.things.get(value)
            if isinstance(self.words.property(kind, name), ThingProperty) and thing is not None:
                return str(thing.short or thing.label[:1])
        return "·"

    def _own_properties(self, view: View) -> list[str]:
        kind, seat = self.words.seat_kind, view["seat"]
        values = view["things"].get(kind, {}).get(seat, {})
        shown = [self._value(kind, name, value) for name, value in values.items() if value not in ("no", "none")]
        return self.wrapped(f"You, {self.words.thing(seat)}: {' · '.join(shown)}") if shown else []

    def _idle(self, kind: str, name: str, value: str) -> bool:
        """What says nothing yet: a flag that is down, nothing, a mere count of 0. A track is always worth a look."""
        return value in ("no", "none") or (value == "0" and isinstance(self.words.property(kind, name), NumberProperty))

    def whole(self, view: View) -> list[str]:
        """Everything that this seat sees."""
        lines = [self._rule("Everything you see")]
        for name, value in view["table"].items():
            lines += self.wrapped(self._value("", name, value))
        for kind, things in view["things"].items():
            if any(things.values()):
                lines += ["", f"{self._plural(kind)}:"]
            for id_, values in things.items():
                shown = [
                    self._value(kind, name, value)
                    for name, value in values.items()
                    if not self._idle(kind, name, value)
                ]
                if shown:
                    lines += self.wrapped(f"{self.words.thing(id_)}: {' · '.join(shown)}", "  ")
        lines += ["", "Cards:"]
        for name, zone in view["zones"].items():
            title = self.words.zone(name, view["seat"])
            lines += self.wrapped(f"{title[:1].upper()}{title[1:]}: {self._cards(zone)}", "  ")
        used = [f"{self._limit(name, view['seat'])}: {count} used" for name, count in view["limits"].items() if count]
        return [*lines, *(["", "Limits:"] if used else []), *(line for use in used for line in self.wrapped(use, "  "))]

    def _limit(self, name: str, viewer: str | None) -> str:
        id_, _, owner = name.partition(".")
        whose = f" ({'you' if owner == viewer else self.words.thing(owner)})" if owner else ""
        return self.words.named("limits", id_) + whose

    def _plural(self, kind: str) -> str:
        made = self.words.book.kinds.get(kind)
        text = made.plural or made.label if made is not None else in_words(kind)
        return text[:1].upper() + text[1:]

    def _cards(self, zone: dict[str, Any]) -> str:
        if "count" in zone:
            return how_many(zone["count"], "card")
        return "; ".join(self.words.card(card) for card in zone["cards"]) or "nothing"

    def _value(self, kind: str, name: str, value: str) -> str:
        made = self.words.property(kind, name)
        title = self.words.property_title(kind, name)
        if isinstance(made, TrackProperty | NumberProperty):
            high = made.track.high if isinstance(made, TrackProperty) else None
            return f"{title} {value}{f'/{high}' if high is not None else ''}"
        if value in ("yes", "no") and made is not None and made.form == "flag":
            return title if value == "yes" else f"{title}: no"
        return f"{title}: {self.words.value(kind, name, value)}"

    def _is_phase(self, name: str) -> bool:
        return name not in self.words.book.table

    # questions

    def question(self, prompt: str, labels: Iterable[str]) -> list[str]:
        """The prompt and the numbered options; where numbers are to choose from, these alone."""
        lines = ["", *self.wrapped(prompt)] if prompt else [""]
        labels = list(labels)
        numbers = numbers_among(labels)
        if numbers:
            spared = ", or none" if len(numbers) < len(labels) else ""
            return [*lines, *self.wrapped(f"A number: {some_number(numbers)}{spared}", "  ")]
        wide = len(str(len(labels)))
        for number, label in enumerate(labels, 1):
            lines += self.wrapped(f"{number:>{wide}}  {label}", "  ")
        return lines

    def _rule(self, title: str) -> str:
        return f"--- {title} ".ljust(self.width - 1, "-")


def _own_zones(view: View) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, zone in view["zones"].items():
        if name.partition(".")[2] == view["seat"]:
            yield name, zone


def _small_piles(view: View) -> Iterator[tuple[str, dict[str, Any]]]:
    """The piles of others, and of nobody, whose few cards this seat sees."""
    own = [name for name, _ in _own_zones(view)]
    for name, zone in view["zones"].items():
        if name not in own and 0 < len(zone.get("cards", ())) <= _SMALL:
            yield name, zone
