"""From files to the Book, pass by pass.

    files -> read -> merge (-> translated) -> overlay -> define -> fill -> Book

Sections are joined before rulings and variants change them, and changed before anything is read from them, so that
what a ruling puts in is checked as if it had been written there. Values come last: they need all kinds and ids.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from sfrules.diag import Diagnostic, Span, in_order
from sfrules.model import overlay
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.choices import Choices
from sfrules.model.define import Definer
from sfrules.model.fill import fill, known_values, values_otherwise
from sfrules.model.merge import Tree, merge
from sfrules.model.scalars import Range
from sfrules.model.scenario import FORMAT, Scenario
from sfrules.model.sections import SECTIONS
from sfrules.model.texts import rule_texts
from sfrules.model.translation import Translation
from sfrules.source.files import SourceFile, Sources
from sfrules.source.nodes import Map, Node, Point, Text
from sfrules.source.reader import read_nodes


def build(sources: Sources, choices: Choices | None = None, language: str = "") -> tuple[Book, list[Diagnostic]]:
    """The Book of a scenario's files under `choices`, and everything that is wrong with their form.

    A definition that is wrong is left out of the Book, and its id is kept in `Book.spoilt`. With a `language` the Book
    has the words of that translation, where there is one.
    """
    choices = choices or Choices()
    with _no_collection():
        roots, found = _read(sources.files)
        tree, more = merge(roots)
        found += more
        tree.whole = sources.whole and tree.whole and not any(d.code.startswith("SF11") for d in found)
        tree, translations, more = _translated(sources, tree, language) if sources.texts else (tree, {}, [])
        found += more
        spoken = translations.get(language)
        tree, others, more = overlay.apply(tree, choices)
        found += more
        definer = Definer(tree)
        made = definer.sections()
        found += fill(made, definer)
        made["scenario"] = _scenario(made["scenario"], tree, sources, found)
        lost: dict[str, frozenset[str]] = {}
        made["alternatives"] = tuple(_alternatives(others, definer, made, lost))
        made["lost_otherwise"] = lost
        book = _in_language(_book(made, definer, sources, choices, translations), spoken)
        found += definer.found
        found += _unmapped(book)
    return book, in_order(found)


def _translated(sources: Sources, tree: Tree, language: str) -> tuple[Tree, dict[str, Translation], list[Diagnostic]]:
    """The tree with the words of a language, all translations, and what is wrong with them."""
    from sfrules.model.languages import read_translations  # most scenarios have none
    from sfrules.model.retold import translated

    translations, found = read_translations(sources, tree)
    spoken = translations.get(language)
    return translated(tree, spoken) if spoken is not None else tree, translations, found


@contextmanager
def _no_collection() -> Iterator[None]:
    """Without garbage collection: many small objects are made, and all of them stay."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _read(files: Iterable[SourceFile]) -> tuple[list[Node], list[Diagnostic]]:
    roots: list[Node] = []
    found: list[Diagnostic] = []
    for file in files:
        root, more = read_nodes(file)
        roots.append(root)
        found += more
    return roots, found


def _alternatives(
    others: Iterable[overlay.Alternative], definer: Definer, made: Mapping[str, Any], lost: dict[str, frozenset[str]]
) -> Iterator[tuple[str, Definition]]:
    """The definitions that rulings and variants not in force would make; mistakes in them go to the definer.

    `lost` gets the names of those that are refused, by ruling or variant.
    """
    known = cache(lambda: known_values(made, definer))
    for other in others:
        trial = Definer(other.tree)
        trial.numbers = definer.numbers
        trial.spoilt = {"numbers": set(definer.spoilt.get("numbers", ()))}
        changed = list(trial.changed(other.paths))
        if len(trial.spoilt) > 1:
            lost[other.subject] = frozenset(name for names in trial.spoilt.values() for name in names)
        yield from ((other.subject, definition) for definition in changed)
        slips = [*trial.found, *values_otherwise(made, known, other, changed)]
        definer.found += [replace(slip, subject=other.subject) for slip in slips]


def _scenario(made: Scenario | None, tree: Tree, sources: Sources, found: list[Diagnostic]) -> Scenario:
    """The scenario, or a stand-in for one that is missing or wrong."""
    file = sources.files[0] if sources.files else SourceFile(sources.root, sources.shown, "")
    if made is not None:
        if made.format != FORMAT:
            message = f"This content is written in format {made.format}; format {FORMAT} is read here."
            found.append(Diagnostic("SF218", message, made.span_of("format")))
        return made
    if "scenario" not in tree.sections and tree.whole:
        message = "There is no section “scenario” with a title and a number of seats. Write it in scenario.yaml."
        found.append(Diagnostic("SF202", message, Span(file.shown, 1, 1)))
    top = Point(0, 0, 0)
    written = tree.sections.get("scenario")
    colours = written.get("colours") if isinstance(written, Map) else None
    named = dict.fromkeys([*colours, *colours.spoilt], Text("", file, top, top)) if isinstance(colours, Map) else {}
    stand_in = Scenario.model_construct(title=Text("?", file, top, top), seats=Range(1, 1), colours=named)
    stand_in._node = Map(file, top, top)
    stand_in._id = tree.keys.get("scenario")
    return stand_in


def _book(
    made: Mapping[str, Any],
    definer: Definer,
    sources: Sources,
    choices: Choices,
    translations: Mapping[str, Translation],
) -> Book:
    return Book(
        **made,
        root=sources.root,
        shown=sources.shown,
        files={file.shown: file.text for file in (*sources.files, *sources.pages)},
        pages={file.shown: file.text for file in sources.pages},
        texts={file.shown: file.text for file in sources.texts},
        translations=translations,
        choices=choices,
        spoilt={name: frozenset(ids) for name, ids in definer.spoilt.items() if ids},
        whole=definer.tree.whole,
        section_spans={name: key.span for name, key in definer.tree.keys.items()},
        counts=_counts(definer.tree, made) | ({"translations": len(translations)} if translations else {}),
    )


def _in_language(book: Book, spoken: Translation | None) -> Book:
    """The book with the pages of a translation, and with what its rules say to people."""
    if spoken is None:
        return book
    pages = {page.name: (page.shown, page.text) for page in spoken.pages}
    put = dict(pages.get(Path(shown).stem, (shown, text)) for shown, text in book.pages.items())
    phrases = {str(said): str(words) for said, words in spoken.phrases.items()}
    return replace(book, language=spoken.language, pages=put, phrases=phrases)


def _counts(tree: Tree, made: Mapping[str, Any]) -> dict[str, int]:
    """How many objects of each class content holds, refused ones too: cards and things by their kind."""
    counts: Counter[str] = Counter()
    for section in SECTIONS.values():
        node: Mapping[str, Node] = tree.entries(section.name) or {}
        if section.name == "cards":
            counts.update({f"{kind} cards": 0 for kind in made["card_kinds"]})
            kinds = [card.get("kind") if isinstance(card, Map) else None for card in node.values()]
            counts.update(f"{kind} cards" if isinstance(kind, Text) else "cards of no kind" for kind in kinds)
        elif section.form == "kinds":
            written = {str(kind): len(things) for kind, things in node.items() if isinstance(things, Map)}
            cells = Counter(thing.kind for thing in made["things"].values())
            for kind in {**made["kinds"], **written}:
                counts[f"{kind} things"] += max(written.get(kind, 0), cells[kind])
        elif section.form == "list":
            counts[f"{section.noun}s"] = sum(1 for phase in made[section.name] for _ in phase.walk())
        elif section.form == "ids":
            counts["table properties" if section.name == "table" else f"{section.noun}s"] = len(node)
    return dict(counts)


def _unmapped(book: Book) -> Iterator[Diagnostic]:
    """Rules written so that places in them cannot be told."""
    for rule in rule_texts(book):
        if not rule.text.mappable:
            message = "Write this rule as a block: a | behind the colon, and the rule in the lines below."
            yield Diagnostic("SF130", message, rule.text.span)
