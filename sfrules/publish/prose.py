"""What a rule says in plain English, made from the rule itself.

A reading speaks to somebody: `YOU` for the text of a card, the noun of the seats for a rulebook.
"""

from __future__ import annotations

from sfrules.lang import typed
from sfrules.model.book import Book
from sfrules.model.rules import Rule
from sfrules.publish.english.control import Sentences
from sfrules.publish.english.telling import Sentence
from sfrules.publish.faces import Paragraph, Run
from sfrules.publish.markup import safe
from sfrules.publish.words import YOU, Noun
from sfrules.record import record

__all__ = ["YOU", "Reading", "Sentence", "formula", "official", "read"]


_STEPS = 4
"""From how many sentences on a reading is told in steps."""


@record
class Reading:
    """The sentences of a rule, each with what stands under it."""

    sentences: tuple[Sentence, ...]

    def __bool__(self) -> bool:
        return bool(self.sentences)

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """For a card: plain sentences run on, what stands under one follows in lines of its own."""
        return tuple((Run(line),) for line in _lines(self.sentences, 0))

    @property
    def text(self) -> str:
        """As plain text, one paragraph or list item a line."""
        return "\n".join(_lines(self.sentences, 0))

    @property
    def markdown(self) -> str:
        """As Markdown: paragraphs and nested lists."""
        return "\n".join(_markdown(self.sentences))


def official(book: Book) -> Noun:
    """What a seat is called in the rulebook: `the scout`."""
    kind = book.seat_kind()
    if kind is None:
        return Noun("the player", pronoun="their")
    one, _ = Sentences(book, YOU).kind_words(str(kind.id))
    return Noun(f"the {one}", pronoun="their")


def read(book: Book, rule: Rule, who: Noun | None = None) -> Reading:
    """The reading of a rule; of a formula, a single sentence without a subject of its own."""
    speaker = Sentences(book, who or official(book))
    if isinstance(rule.typed, typed.Block):
        return Reading(speaker.block(rule.typed))
    return Reading((Sentence(formula(book, rule, who)),)) if rule.typed is not None else Reading(())


def formula(book: Book, rule: Rule, who: Noun | None = None) -> str:
    """A formula as a phrase: a test as a clause, a collection as all of it, anything else as its value."""
    speaker = Sentences(book, who or official(book))
    made = rule.formula
    value = made.value
    if rule.role in ("choose",):
        one = speaker.one_of(value)
        return f"{one}, or none" if made.optional else one
    if value.type.name == "flag":
        if rule.role == "group":
            return speaker.which(".1", value, False, False)
        test = speaker.clause(value)
        return f"{test}, and everyone learns it" if made.openly else test
    return speaker.group(value).all if value.type.name == "many" else speaker.text(value)


def _lines(sentences: tuple[Sentence, ...], depth: int) -> list[str]:
    lines: list[str] = []
    open_line = ""
    for sentence in sentences:
        if depth == 0 and not sentence.below:
            open_line = f"{open_line} {sentence.whole}".strip()
            continue
        if open_line:
            lines.append(open_line)
            open_line = ""
        mark = "" if depth == 0 else "  " * (depth - 1) + "• "
        lines.append(mark + sentence.whole)
        lines.extend(_lines(sentence.below, depth + 1))
    return [*lines, open_line] if open_line else lines


def _markdown(sentences: tuple[Sentence, ...]) -> list[str]:
    """Few plain sentences as a paragraph, else steps with a number each."""
    if len(sentences) < _STEPS and not any(sentence.below for sentence in sentences):
        return [" ".join(safe(sentence.whole) for sentence in sentences)]
    return _items(sentences, 0, "1. ")


def _items(sentences: tuple[Sentence, ...], depth: int, mark: str) -> list[str]:
    """A list; what goes on from a step stays in it as a paragraph."""
    lines: list[str] = []
    pad, inner = "    " * depth, "    " * (depth + 1)
    for at, sentence in enumerate(sentences):
        if sentence.goes_on and at:
            lines += ["", inner + safe(sentence.whole), ""]
        else:
            lines.append(pad + mark + safe(sentence.whole))
        if sentence.below:
            lines += ["", *_items(sentence.below, depth + 1, "- "), ""]
    return lines
