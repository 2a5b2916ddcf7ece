"""Translations: what they lack, and where they say something else than the original."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sfrules.check.rule import Finding, check
from sfrules.diag import Related, Severity, Span, did_you_mean, how_many
from sfrules.model.book import Book
from sfrules.model.translation import (
    Translation,
    one_line,
    page_made_from,
    phrases_of,
    stale_pages,
    stale_pairs,
    translated_page,
)
from sfrules.source.nodes import Seq, Text

_FEW = 60
"""So many letters of a text are told in a message."""

_MARKS = (
    ("placeholder", re.compile(r"\{[^{}\s][^{}]*\}")),
    ("icon", re.compile(r"(?<![\w:]):[a-z][a-z-]*:(?![\w:])")),
)
_STYLES = (
    ("bold", "**", re.compile(r"\*\*(?=\S).+?(?<=\S)\*\*")),
    ("italic", "*", re.compile(r"(?<!\*)\*(?=[^\s*])[^*]*?[^\s*]\*(?!\*)")),
)
_MADE_FROM = re.compile(r"(?<=\n)of:[^\n]*")
_NUMBER = re.compile(r"(?<![\w{#-])\d+(?:[.,\u00a0\u202f]\d+)*(?![\w}-])")
_SPELT = (
    ("one", "once", "first", "single"), ("two", "twice", "second", "both", "double", "pair", "half"),
    ("three", "third"), ("four", "fourth"), ("five", "fifth"), ("six", "sixth"), ("seven", "seventh"),
    ("eight", "eighth"), ("nine", "ninth"), ("ten", "tenth"), ("eleven", "eleventh"), ("twelve", "twelfth", "dozen"),
)  # fmt: skip
_NUMBERS = {word: str(number) for number, words in enumerate(_SPELT, 1) for word in words}
_TIDE = "glossary:\n  tide: {}\n# texts/de.yaml:\ntranslation: {{name: Deutsch}}\nglossary:\n{}"

_ANNOUNCED = (
    'setup: |\n  announce "High tide."\n  finish with dusk\n'
    "# texts/de.yaml:\ntranslation: {{name: Deutsch}}\nphrases: {{{}: Flut.}}\n"
)


class _Said(NamedTuple):
    """A translation beside its original: a text, what a rule says, or a page, which has no node."""

    original: str
    words: str
    subject: str
    text: Text | None = None
    shown: str = ""

    def place(self, start: int, end: int) -> Span:
        if self.text is not None:
            return self.text.place(start, end)
        line, head = self.words.count("\n", 0, start) + 1, self.words.rfind("\n", 0, start) + 1
        return Span(self.shown, line, start - head + 1, line, end - head + 1)

    @property
    def span(self) -> Span:
        return self.text.span if self.text is not None else Span(self.shown, 1, 1)


@check(
    "SF723",
    Severity.INFO,
    "Texts without a translation",
    why="Where a translation has no words, the original is printed and shown among them.",
    bad=_TIDE.format("How high the water stands.", "  tide:\n"),
    good=_TIDE.format("How high the water stands.", "  tide: {title: Flut, text: Wie hoch das Wasser steht.}\n")
    + "scenario: {title: Hafen}\nkinds: {captain: {title: Kapitän}}\nendings: {dusk: {title: Abend}}\n"
    "things: {captain: {east: {title: Ost}, west: {title: West}}}\n",
)
def untranslated(book: Book) -> Iterator[Finding]:
    """One finding for each language, with how much is missing, and where it begins."""
    said = phrases_of(book) if book.translations else {}
    for one in book.translations.values():
        if not one.whole:
            continue
        counts = Counter(path[0].replace("_", " ") for path, _ in one.missing)
        silent = [span for words, span in said.items() if words not in one.phrases]
        pages = len(one.missing_pages) + sum(not translated_page(page) for page in one.pages)
        parts = [f"{count} in {section}" for section, count in counts.items()]
        parts += [f"{len(silent)} in rules"] if silent else []
        parts += [how_many(pages, "page")] if pages else []
        if not parts:
            continue
        number = counts.total() + len(silent) + pages
        has = "has" if number == 1 else "have"
        message = f"{how_many(number, 'text')} {has} no translation into {one.name}: {', '.join(parts)}."
        first = [place.node.span for _, place in one.missing if isinstance(place.node, Text | Seq)] + silent
        related = (Related(first[0], "the first is here"),) if first else ()
        help_ = f"sfrules texts {one.language} writes them all down, each below its original."
        yield Finding(one.head, message, _subject(one), help_, related)


@check(
    "SF724",
    Severity.ERROR,
    "A translation with other placeholders or marks",
    why="A placeholder that is lost leaves out a number or a name; one too many is printed in its braces.",
    bad=_TIDE.format('"The water stands at {toll}."', '  tide: "Das Wasser steht bei {tol}."\n'),
    good=_TIDE.format('"The water stands at {toll}."', '  tide: "Das Wasser steht bei {toll}."\n'),
    frame="numbers: {toll: 3}\n",
)
def other_marks(book: Book) -> Iterator[Finding]:
    """Placeholders and icons that only one of both has; bold or italic words in one of both alone."""
    for one in book.translations.values():
        for said in _all_said(one):
            yield from _other_marks(said)
            if said.text is not None:
                yield from _other_styles(said)


def _other_marks(said: _Said) -> Iterator[Finding]:
    for noun, mark in _MARKS:
        wanted = dict.fromkeys(mark.findall(said.original))
        there = {match[0]: match for match in mark.finditer(said.words)}
        for word, match in there.items():
            if word not in wanted:
                near = did_you_mean(word, wanted)
                message = f"The original has no {noun} {word}.{near or ' Take it out, or write it as there.'}"
                yield Finding(said.place(match.start(), match.end()), message, said.subject)
        # one that is misspelt is told above
        lost = [word for word in wanted if word not in there]
        if lost and not there.keys() - wanted.keys():
            message = f"The {noun} {lost[0]} of the original is missing in the translation. Put it in."
            yield Finding(said.span, message, said.subject)


def _other_styles(said: _Said) -> Iterator[Finding]:
    for style, sign, mark in _STYLES:
        ours, theirs = mark.search(said.words), mark.search(said.original)
        if ours is not None and theirs is None:
            message = f"Nothing is {style} in the original. Take the {sign} out."
            yield Finding(said.place(ours.start(), ours.end()), message, said.subject)
        elif theirs is not None and ours is None:
            message = f"“{theirs[0].strip('*')}” is {style} in the original, and nothing in the translation."
            yield Finding(
                said.span, message, said.subject, f"Write {sign} before and behind the words that stand for it."
            )


@check(
    "SF725",
    Severity.WARNING,
    "A number that the original does not have",
    why="A number was mistyped, or the original has changed; the game would be played by two rules.",
    bad=_TIDE.format("The water stands at 3.", "  tide: Das Wasser steht bei 4.\n"),
    good=_TIDE.format("The water stands at three.", "  tide: Das Wasser steht bei 3.\n"),
)
def other_number(book: Book) -> Iterator[Finding]:
    """Digits in a translation that stand in the original neither as digits nor as a word."""
    for one in book.translations.values():
        for said in _all_said(one):
            known: set[str] | None = None
            for match in _NUMBER.finditer(said.words):
                known = _numbers_in(said.original) if known is None else known
                if _plain(match[0]) not in known:
                    message = f"The original does not say {match[0]}: “{_short(said.original)}”. Compare both."
                    yield Finding(said.place(match.start(), match.end()), message, said.subject)


@check(
    "SF726",
    Severity.INFO,
    "A translation that is the original",
    why="Several words that are the same in both languages were most likely copied, to be translated later.",
    bad=_TIDE.format("How high the water stands.", "  tide: How high the water stands.\n"),
    good=_TIDE.format("How high the water stands.", "  tide: Wie hoch das Wasser steht.\n"),
)
def same_words(book: Book) -> Iterator[Finding]:
    """A text of two words or more that equals its original; a name may be the same everywhere."""
    for one in book.translations.values():
        for said in _all_said(one):
            words = re.findall(r"[^\W\d_]{2,}", said.words)
            if said.text is not None and len(words) > 1 and one_line(said.words) == one_line(said.original):
                message = (
                    f"This is the original, word for word. Translate it into {one.name}, or leave it empty until then."
                )
                yield Finding(said.span, message, said.subject)


@check(
    "SF727",
    Severity.WARNING,
    "A translation of an older text",
    why="The original was changed after it was translated, so that both languages may tell different rules.",
    bad=_TIDE.format("How high the water stands.", "  #= How low the water is.\n  tide: Wie niedrig das Wasser ist.\n"),
    good=_TIDE.format(
        "How high the water stands.", "  #= How high the water stands.\n  tide: Wie hoch das Wasser steht.\n"
    ),
)
def stale_translation(book: Book) -> Iterator[Finding]:
    """A text with another original above it than the one that stands in the content; a page of another one, or none."""
    for one in book.translations.values():
        for pair in stale_pairs(one):
            node, path = pair.place.node, ".".join(pair.path)
            related = (Related(node.span, "the original as it is now"),) if isinstance(node, Text | Seq) else ()
            was, now = _short(pair.made_from or ""), _short(pair.place.original)
            message = f"The original has changed since. It said “{was}”, and says “{now}”."
            help_ = f"Mend the translation where it must be; then: sfrules texts {one.language} --confirm {path}"
            yield Finding(pair.key.span, message, _subject(one), help_, related)
        for name in stale_pages(one):
            shown = next(page.shown for page in one.pages if page.name == name)
            page = f"rulebook/{name}.md"
            help_ = f"Compare both, mend this one; then: sfrules texts {one.language} --confirm {page}"
            yield Finding(
                Span(shown, 2, 1), f"{page} has changed since this page was translated.", _subject(one), help_
            )
        for said in one.pages:
            if page_made_from(said.text) is None and translated_page(said):
                page = f"rulebook/{said.name}.md"
                message = f"This page does not tell of which {page} it was made, so that nobody sees when that changes."
                help_ = f"Compare both; then: sfrules texts {one.language} --confirm {page}"
                yield Finding(Span(said.shown, 1, 1), message, _subject(one), help_)


@check(
    "SF728",
    Severity.ERROR,
    "A translation of what nobody says",
    why="What rules say is translated by its words; where those have changed, the original is said.",
    bad=_ANNOUNCED.format("High tides."),
    good=_ANNOUNCED.format("High tide."),
)
def unsaid_phrase(book: Book) -> Iterator[Finding]:
    """Words under `phrases` that no rule says, in a ruling or variant that is not in force neither."""
    said = phrases_of(book) if book.translations else {}
    for one in book.translations.values():
        for words in one.phrases:
            if words not in said and not any(f'"{words}"' in text for text in book.files.values()):
                message = f"No rule says “{_short(words)}”.{did_you_mean(words, said)}"
                yield Finding(words.span, message, _subject(one), "What rules say is written here letter by letter.")


# what stands beside what


def _all_said(one: Translation) -> Iterator[_Said]:
    """Every translation beside its original."""
    subject = _subject(one)
    for pair in one.pairs:
        originals = (
            [str(item) for item in pair.place.node] if isinstance(pair.place.node, Seq) else [pair.place.original]
        )
        if len(originals) != len(pair.texts):
            continue  # one of them is no text, or a list is too short, which reading has told
        for original, text in zip(originals, pair.texts, strict=True):
            if original:  # there may be a text where the content leaves it to its rule
                yield _Said(original, str(text), subject, text)
    for words, text in one.phrases.items():
        yield _Said(str(words), str(text), subject, text)
    for page in one.pages:
        yield _Said(page.original, _without_mark(page.text), subject, shown=page.shown)


def _without_mark(page: str) -> str:
    """A page with blanks for the digits that say of which original it was made: they are no number of the game."""
    return _MADE_FROM.sub(lambda mark: " " * len(mark[0]), page, count=1) if page.startswith("---") else page


def _subject(one: Translation) -> str:
    return f"translation {one.language}"


def _numbers_in(text: str) -> set[str]:
    spelt = {_NUMBERS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _NUMBERS}
    return spelt | {_plain(digits) for digits in _NUMBER.findall(text)}


def _plain(digits: str) -> str:
    """A number without what groups its digits, and with a point for a comma."""
    return re.sub(r"[.,\u00a0\u202f](?=\d{3}(?!\d))", "", digits).replace(",", ".")


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _FEW else f"{line[:_FEW].rstrip()} …"
