"""Words that no dictionary has and that stand nowhere else: in ids, in texts, on pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sfrules.check.dictionary import Dictionary, dictionary
from sfrules.check.once import once
from sfrules.check.rule import Finding, check
from sfrules.check.spelling import changed, forms, meant_by, misspelt, names_of, slips, words_written
from sfrules.diag import Severity, Span
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.model.scenario import Term
from sfrules.source.nodes import Map, Node, Seq, Text

_TITLES = frozenset(("title", "plural", "titles", "phrase"))
_PROSE = frozenset((
    "text", "says", "question", "manual", "note", "flavour", "summary", "setting", "disclaimer", "declared_as",
)) | _TITLES  # fmt: skip
_ASIDE = re.compile(
    r"\A---\n.*?\n---\n|^```.*?^```|`[^`\n]{0,99}`|\{[^}\n]{0,99}\}|<[^>\n]{0,99}>|\]\([^)\n]{0,99}\)"
    r"|:[a-z][a-z0-9-]{0,50}:|\w{1,20}://\S+|\w{1,30}@\S+",
    re.DOTALL | re.MULTILINE,
)
"""What is no text for people: the head of a page, code, placeholders, tags, goals of links, icons, addresses."""
_WORD = re.compile(r"(?<![\w’'.])[^\W\d_]{3,}(?![\w_])(?!['’]t\b)")
_PIECE = re.compile(r"(?<![a-z0-9])[a-z]+(?![a-z0-9])|(?<![a-z0-9])[a-z]{4,}(?=[0-9])")
_SAID = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r'"([^"\n]*)"')
_OPENS = re.compile(r"(?:\A|[.:!?…]|\n\s*[#*>|-]+|\n)\s*[*_(“\"'|]*\Z")
_LEAD = 20
"""So many letters in front of a word show whether it opens a sentence."""
_SENTENCE, _SHORT = 4, 3
"""An id of so many words is a sentence, and its shortest words are words, too; other ids abbreviate."""
_LEAST, _SHARE = 6, 4
"""Where more than six words are unknown, and more than a fourth of those that stand once, it is another language."""
_MANY = 40
"""So many unknown words are looked for in each file by themselves."""
_MOST_UNKNOWN, _MOST_ONCE = 500, 20_000
"""Where there are more unknown words, or more that stand once, standing once means nothing."""
_FAR = 5
"""A word must be so long that one which differs in a letter is what was meant."""
_ENDLESS = 40
"""What has so many letters is no word."""
_BEFORE = ("counter", "inter", "under", "super", "multi", "over", "fore", "anti", "non", "out", "pre", "sub", "mis")
_BEFORE_ALL = (*_BEFORE, "un", "re", "co")


class Unknown(NamedTuple):
    """A word that no dictionary has. `meant` is a word of the content that it most likely was to be."""

    word: str
    span: Span
    subject: str
    meant: str | None


@check(
    "SF235",
    Severity.WARNING,
    "A word in a text that looks misspelt",
    why="A slip of the pen on a card is printed as often as the card.",
    bad="glossary:\n  Harbour: Boats lie in a harbour.\n  Pier: A piece of the harbuor.\n",
    good="glossary:\n  Harbour: Boats lie in a harbour.\n  Pier: A piece of the harbour.\n",
)
def misspelt_word(book: Book) -> Iterator[Finding]:
    """A word of a text or page that no dictionary has, where one that differs in a letter stands in other places."""
    for unknown in _in_texts(book):
        if unknown.meant is not None:
            message = f"“{unknown.word}” looks misspelt: “{unknown.meant}” is written in other places."
            yield Finding(unknown.span, message, unknown.subject, _HELP)


@check(
    "SF236",
    Severity.INFO,
    "A word that no dictionary has",
    why="It may be misspelt. One that is meant is listed under “words” of the scenario, and is known from then on.",
    bad="limits:\n  once: {times: 1, text: Once in a whiel.}\n",
    good="limits:\n  once: {times: 1, text: Once in a while.}\n",
)
def unknown_word(book: Book) -> Iterator[Finding]:
    """A word of an id, a text or a page that stands once, in no dictionary, and near no other word of the content."""
    known = dictionary(book.spoken)
    for unknown in (*_in_ids(book), *_in_texts(book)):
        if unknown.meant is None and known is not None:
            near = _nearest(unknown.word.lower(), known, words_written(book))
            hint = f" Did you mean “{near}”?" if near is not None else ""
            message = f"No dictionary has “{unknown.word}”, and it stands nowhere else.{hint}"
            yield Finding(unknown.span, message, unknown.subject, _HELP)


_HELP = "If it is meant, list it under “words” of the scenario."


def _nearest(word: str, known: Dictionary, written: Mapping[str, int]) -> str | None:
    """The only word that differs in a letter: of those that stand in the content, else of the dictionary."""
    if len(word) < _FAR:
        return None
    others = slips(word) | changed(word)
    near = [other for other in others if other in written] or [other for other in others if other in known]
    return near[0] if len(near) == 1 else None


@once
def _lonely(book: Book) -> frozenset[str]:
    """The words that stand once in all files, and in no dictionary: in no other form either."""
    known = dictionary(book.spoken) if book.whole else None
    if known is None:
        return frozenset()
    written = words_written(book)
    named = {*book.root.name.lower().split("-"), *_SAID.findall(book.scenario.title.lower()), *_BEFORE_ALL}
    once_only = [word for word, times in written.items() if times == 1 and word != "a" and len(word) < _ENDLESS]
    if len(once_only) > _MOST_ONCE:
        return frozenset()
    strange = [word for word in once_only if word not in known and word not in named]
    lonely = [word for word in strange if not _is_a_form(word, known) and not _has_a_form(word, written)]
    foreign = sum(len(word) > 1 for word in lonely)
    return frozenset(lonely if foreign <= min(_MOST_UNKNOWN, max(_LEAST, len(once_only) // _SHARE)) else ())


def _has_a_form(word: str, written: Mapping[str, int]) -> bool:
    """Whether the content has another form of a word."""
    return any(len(form) >= _SHORT and form in written for form in forms(word))


def _is_a_form(word: str, known: Dictionary) -> bool:
    """Whether a dictionary has what a word is made of: an ending, or a syllable in front."""
    if any(len(form) > _SHORT and len(form) < len(word) and form in known for form in forms(word)):
        return True
    heads = [head for head in _BEFORE_ALL if word.startswith(head) and len(word) > len(head) + _SHORT]
    return any(word.removeprefix(head) in known for head in heads)


@once
def _files(book: Book) -> frozenset[str]:
    """The files that unknown words stand in: the others need not be read again."""
    lonely = _lonely(book)
    everywhere = len(lonely) > _MANY
    return frozenset(
        shown for shown, text in book.files.items() if everywhere or any(map(text.lower().__contains__, lonely))
    )


@once
def _in_ids(book: Book) -> tuple[Unknown, ...]:
    """Unknown words in ids and in names that definitions give, without those that look misspelt anyhow."""
    lonely, files = _lonely(book), _files(book)
    known = {span for span, *_ in misspelt(book)} if files else set()
    found = []
    for subject, definition in definitions(book) if files else ():
        if definition.node.file.shown not in files or isinstance(definition, Term):
            continue
        for name in names_of(definition):
            pieces = list(_PIECE.finditer(name.lower()))
            least = 1 if len(pieces) >= _SENTENCE else _SHORT
            for piece in pieces:
                word = piece[0]
                if word in lonely and len(word) >= least and (span := name.place(*piece.span())) not in known:
                    found.append(Unknown(word, span, subject, None))
    return tuple(found)


@once
def _in_texts(book: Book) -> tuple[Unknown, ...]:
    """Unknown words in texts of definitions, in what rules say, and on pages."""
    lonely, files = _lonely(book), _files(book)
    found = []
    for subject, definition in definitions(book) if files else ():
        for key, text in _texts(definition) if definition.node.file.shown in files else ():
            for word, start, end in _unknown(text, lonely, titled=key in _TITLES):
                found.append(_unknown_at(book, word, text.place(start, end), subject))
    for rule in book.rule_texts() if files else ():
        for quoted in _QUOTED.finditer(rule.text) if rule.text.file.shown in files else ():
            for word, start, end in _unknown(quoted[1], lonely):
                span = rule.text.place(quoted.start(1) + start, quoted.start(1) + end)
                found.append(_unknown_at(book, word, span, ""))
    for shown, page in book.pages.items():
        for word, start, end in _unknown(page, lonely) if shown in files else ():
            line, head = page.count("\n", 0, start) + 1, page.rfind("\n", 0, start)
            found.append(_unknown_at(book, word, Span(shown, line, start - head, line, end - head), ""))
    return tuple(found)


def _unknown_at(book: Book, word: str, span: Span, subject: str) -> Unknown:
    near = meant_by(word.lower(), words_written(book), set()) if len(word) >= _FAR else None
    return Unknown(word, span, subject, near)


def _texts(definition: Definition) -> Iterator[tuple[str, Text]]:
    node = definition.node
    if isinstance(node, Text):
        yield "text", node
    for key, value in node.entries() if isinstance(node, Map) else ():
        if key in _PROSE:
            yield from ((str(key), text) for text in _leaves(value))


def _leaves(node: Node) -> Iterator[Text]:
    if isinstance(node, Text):
        yield node
    for inner in node if isinstance(node, Seq) else ():
        yield from _leaves(inner)


def _unknown(text: str, lonely: frozenset[str], *, titled: bool = False) -> Iterator[tuple[str, int, int]]:
    """The unknown words of a text; one with a capital in a sentence is a name, and one in capitals an abbreviation."""
    bare = ""
    for match in _WORD.finditer(text):
        word = match[0]
        if word.lower() not in lonely or (word[1:] != word[1:].lower()):
            continue
        bare = bare or _ASIDE.sub(lambda aside: " " * len(aside[0]), text)
        if bare[match.start()] == " ":
            continue
        if word[0].islower() or titled or _OPENS.search(bare, max(0, match.start() - _LEAD), match.start()):
            yield word, *match.span()
