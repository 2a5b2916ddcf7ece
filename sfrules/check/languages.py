"""The language that a scenario is written in."""

from __future__ import annotations

from collections.abc import Iterator

from sfrules.check.rule import Finding, check
from sfrules.diag import Edit, Fix, Severity
from sfrules.model.book import Book
from sfrules.model.translation import LANGUAGE

_TAGS = {
    "chinese": "zh", "czech": "cs", "danish": "da", "deutsch": "de", "dutch": "nl", "english": "en",
    "espanol": "es", "finnish": "fi", "francais": "fr", "french": "fr", "german": "de", "greek": "el",
    "hungarian": "hu", "italian": "it", "italiano": "it", "japanese": "ja", "korean": "ko", "nederlands": "nl",
    "norwegian": "no", "polish": "pl", "polski": "pl", "portuguese": "pt", "russian": "ru", "spanish": "es",
    "swedish": "sv", "turkish": "tr", "ukrainian": "uk",
}  # fmt: skip
"""Languages as people call them."""


@check(
    "SF239",
    Severity.ERROR,
    "A language without its tag",
    why="By the tag of its language a browser reads the pages aloud, and words are looked up in a dictionary.",
    bad="scenario: {title: Harbour, seats: 2, language: german}\n",
    good="scenario: {title: Harbour, seats: 2, language: de}\n",
)
def odd_language(book: Book) -> Iterator[Finding]:
    """The name of a language where its tag is wanted."""
    written = str(book.scenario.language)
    if LANGUAGE.fullmatch(written):
        return
    place, message = book.scenario.span_of("language"), f"“{written}” is not the tag of a language."
    tag = _TAGS.get(written)
    if tag is None:
        yield Finding(place, message, "scenario", "Write two or three letters such as en or de, or en-gb.")
    else:
        fix = Fix(f"Write {tag}", (Edit(place, tag),))
        yield Finding(place, message, "scenario", f"Write {tag}.", fixes=(fix,))
