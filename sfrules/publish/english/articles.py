"""Which article a title takes, learnt from the designer's own sentences: `the Harbour`, `a summit`, plain `Elba`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from sfrules.model.book import Book
from sfrules.publish.words import a
from sfrules.record import record

_FOLLOWED = r"(?=[.,;:!?\"”)]|$| (?:and|or|is|was|who|that|which|of|when|with|only|has|by|in)\b)"


@record
class Articles:
    """How often each title stands behind `the`, behind `a`, and behind another word of a sentence."""

    definite: Counter[str]
    indefinite: Counter[str]
    bare: Counter[str]
    nouns: frozenset[str]

    def before(self, title: str) -> str:
        """The title with its article, if it takes one."""
        if title.lower().startswith(("the ", "a ", "an ")):
            return title
        the, some, none = self.definite[title], self.indefinite[title], self.bare[title]
        if (the > none and the >= some) or (" of " in title and title[:1].isupper()):
            return f"the {title}"
        unheard = not the + some + none
        return f"the {title}" if unheard and title[:1].islower() else a(title) if some > none else title

    def is_noun(self, title: str) -> bool:
        """Whether the designer speaks of `a {title}`."""
        return title in self.nouns


_LAST: list[tuple[Book, Articles]] = []


def articles(book: Book) -> Articles:
    """The articles of a book's titles."""
    if not _LAST or _LAST[0][0] is not book:
        _LAST[:] = [(book, _learnt(book))]
    return _LAST[0][1]


def _learnt(book: Book) -> Articles:
    titles = {str(title) for title in _titles(book) if title}
    if not titles:
        return Articles(Counter(), Counter(), Counter(), frozenset())
    words = "|".join(re.escape(title) for title in sorted(titles, key=lambda title: (-len(title), title)))
    prose = "\n".join(_prose(book))
    stands = re.compile(rf"\b(?:(?P<the>the)|(?P<a>an?)|(?P<word>[\w’']+)) (?P<title>{words})\b", re.IGNORECASE)
    definite: Counter[str] = Counter()
    indefinite: Counter[str] = Counter()
    bare: Counter[str] = Counter()
    for match in stands.finditer(prose):
        if match["title"] in titles:
            counter = definite if match["the"] else indefinite if match["a"] else bare
            counter[match["title"]] += 1
    nouns = re.compile(rf"\ban? ({words}){_FOLLOWED}")
    return Articles(definite, indefinite, bare, frozenset(match[1] for match in nouns.finditer(prose)))


def _titles(book: Book) -> Iterable[str | None]:
    yield from (thing.title for thing in book.things.values())
    yield from (prop.title for prop in book.table.values())
    for owner in (*book.kinds.values(), *book.card_kinds.values()):
        yield from (prop.title for prop in owner.has.values())


def _prose(book: Book) -> Iterable[str]:
    """Every sentence that a designer wrote for print."""
    yield from (" ".join(page.split()) for page in book.pages.values())
    scenario = book.scenario
    yield from (str(text) for text in (scenario.summary, scenario.setting, scenario.disclaimer) if text)
    for section in (
        "kinds",
        "things",
        "card_kinds",
        "cards",
        "zones",
        "limits",
        "define",
        "actions",
        "powers",
        "windows",
    ):
        yield from (str(made.text) for made in getattr(book, section).values() if made.text)
    for section in ("triggers", "routines", "endings", "awards", "glossary"):
        yield from (str(made.text) for made in getattr(book, section).values() if made.text)
    yield from (str(source.says) for source in book.sources.values())
    for gap in book.gaps.values():
        yield from (str(option.says) for option in gap.options.values() if option.says)
