"""The reference of the content format and the rule language, made from the models and the verb table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from markupsafe import Markup

from sfrules.diag import how_many
from sfrules.lang.verbs import VERBS, Verb
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.card import Back, Card
from sfrules.model.gap import GapOption
from sfrules.model.map import Grid
from sfrules.model.property import PropertyBase
from sfrules.model.sections import SECTIONS, Section
from sfrules.publish.keys import FORMS, KeyRow, keys_of, shared_keys
from sfrules.publish.markup import icon_names, safe
from sfrules.publish.pages.code import code_block
from sfrules.publish.pages.desk import Desk, fenced
from sfrules.publish.pages.press import Page, page
from sfrules.publish.prose import read
from sfrules.resources import resource
from sfrules.source.files import TEXTS

_START, _SECTIONS = "language/index.md", "language/sections.md"
_RULES, _PLAY, _EXAMPLE = "language/rules.md", "language/play.md", "language/example.md"
_OWN, _TESTS = "language/own-game.md", "language/tests.md"
_TRANSLATION = "language/translation.md"

ABOUT = {
    "scenario": "One mapping: what the game is called and for how many it is.",
    "numbers": "Numbers with a name, so that rules and texts say the same: `fine: 3`, or with a title.",
    "sources": "The numbered rules of the concept, in own words: what entries cite in `source`.",
    "glossary": "Terms that explain themselves wherever a page uses them: `Tide: How high the water stands.`",
    "kinds": "Kinds of things, and what each thing of a kind has.",
    "table": "Properties that belong to nobody: a track that all share, a flag of the whole game.",
    "map": "One mapping: which places are neighbours. Edges lead both ways; change one, and moves, drawing and "
    "pages follow.",
    "things": "The things themselves, under their kind. Besides the keys below each gives values to the properties "
    "of its kind.",
    "card_kinds": "Kinds of cards: what is on each, where they are played from.",
    "zones": "Where cards lie. Each has two eyes.",
    "cards": "The cards. Besides the keys below each gives values to the fields of its kind, and has all keys of "
    "an action.",
    "limits": "Counters that several entries share.",
    "define": "Formulas with a name.",
    "actions": "What a seat can declare.",
    "powers": "As actions; those that belong to some seats alone. `it is in powers` tells them apart.",
    "windows": "Moments in which others may answer a declaration.",
    "menus": "What a seat picks from when its turn comes.",
    "routines": "Rules that other rules run with `do`.",
    "triggers": "Rules that run by themselves.",
    "groups": "Things that share eyes: `seen_by: [owner, pack]`.",
    "setup": "One rule, before everything else.",
    "phases": "The order of play, a list.",
    "play": "One rule, instead of phases.",
    "endings": "The ways to end, for `finish with`.",
    "aftermath": "One rule, after the game is over.",
    "awards": "What single seats are named at the end.",
    "gaps": "Open questions, each with a ruling in force and other answers.",
    "variants": "Named sets of changes of the content by path.",
    "checks": "What must hold of this content, as checks of your own: `sfrules validate` tells where it does not, "
    "under the code `own:` and the id. A check reads the content before the setup: fixed properties and starting "
    "values, the map, the cards where they lie at first.",
    "tests": "Tests of the rules, for `sfrules test`; no part of the game. The page on testing tells what one can say.",
}
"""What each section is for."""

_INNER: dict[str, tuple[tuple[str, type[Definition]], ...]] = {
    "map": (("grid", Grid),),
    "card_kinds": (("back", Back),),
    "gaps": (("each option", GapOption),),
}


def reference_pages(desk: Desk) -> list[Page]:
    """The pages of the reference."""
    folder = example_folder()
    files = _example_files(folder)
    lines = sum(text.count("\n") for _, text in files)
    to = {name: Markup(target.rsplit("/", 1)[1]) for name, target in _TARGETS.items()}
    start = page("language-start", icons=sorted(icon_names()), lines=lines, **to)
    return [
        Page(_START, "Writing a scenario", start),
        Page(_OWN, "Write your own game", page("language-own-game", **to)),
        Page(_SECTIONS, "Sections and keys", _sections_page(to)),
        Page(_RULES, "The rule language", page("language-rules", groups=list(_groups()))),
        Page(_PLAY, "How play runs", page("language-play")),
        Page(_TESTS, "Testing a game", page("language-tests")),
        Page(_TRANSLATION, "Translating a game", page("language-translation")),
        Page(_EXAMPLE, "A whole game", _example_page(folder, files, lines)),
    ]


_TARGETS = {
    "own": _OWN, "tests": _TESTS, "translation": _TRANSLATION, "example": _EXAMPLE, "sections": _SECTIONS,
    "rules": _RULES, "play": _PLAY,
}  # fmt: skip


# sections and keys


def _sections_page(to: dict[str, Markup]) -> str:
    sections = [
        {
            "name": section.name,
            "anchor": Markup("{#section-" + section.name + "}"),
            "about": code_marked(ABOUT[section.name]),
            "table": _section_keys(section),
        }
        for section in SECTIONS.values()
    ]
    return page(
        "language-sections",
        shared=_table(shared_keys()),
        rules=to["rules"],
        sections=sections,
        forms=_forms(),
        properties=_table(keys_of(PropertyBase)),
    )


def _section_keys(section: Section) -> Markup:
    if section.model is None:
        return Markup("")
    if section.model is PropertyBase:
        return Markup("See [properties](#properties).")
    tables = [_table(keys_of(section.model))]
    if issubclass(section.model, Card):
        tables.append(Markup("And the keys of [actions](#section-actions)."))
    for title, model in _INNER.get(section.name, ()):
        tables += [Markup(f"In {title}:"), _table(keys_of(model))]
    return Markup("\n\n").join(tables)


def _forms() -> Markup:
    rows = []
    for model, form in FORMS.items():
        own = keys_of(model)
        main = next(row for row in own if row.name == form)
        rest = ", ".join(f"<code>{row.name}</code>: {row.means}" for row in own if row.name != form)
        rows.append((f"<code>{form}</code>", safe(main.holds), safe(main.means), rest))
    return _html_table(("Key", "Holds", "Meaning", "Goes with it"), rows)


def _table(rows: list[KeyRow]) -> Markup:
    made = [
        (
            f"<code>{row.name}</code>{' <small>needed</small>' if row.needed else ''}",
            safe(row.holds),
            code_marked(row.means),
        )
        for row in rows
    ]
    return _html_table(("Key", "Holds", "Meaning"), made)


def _html_table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Markup:
    head = "".join(f"<th>{cell}</th>" for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return Markup(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def code_marked(text: str) -> Markup:
    """Our own words with `code` in them."""
    parts = re.split(r"`([^`]*)`", text)
    return Markup(
        "".join(f"<code>{safe(part)}</code>" if at % 2 else safe_spaced(part) for at, part in enumerate(parts))
    )


def safe_spaced(text: str) -> str:
    """A piece of a sentence, its spaces at both ends kept."""
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{safe(text)}{trail}" if text.strip() else text


# statements, expressions, functions


def _groups() -> Iterator[dict[str, object]]:
    for title, verbs in groupby(VERBS.values(), key=lambda verb: verb.group):
        yield {
            "title": _GROUP_TITLES.get(title, title),
            "anchor": Markup("{#" + re.sub(r"[^a-z]+", "-", title.lower()).strip("-") + "-group}"),
            "verbs": [_verb(verb) for verb in verbs],
        }


_GROUP_TITLES = {
    "Values": "Statements: values",
    "Choices": "Statements: choices",
    "Cards": "Statements: cards",
    "Knowledge": "Statements: who knows what",
    "Other rules": "Statements: other rules, and the end",
    "Flow": "Statements: blocks",
    "Right of “=”": "Right of “=”",
}


def _verb(verb: Verb) -> dict[str, object]:
    form = verb.form.split(" → ")
    gives = form[1] if len(form) > 1 else ""
    return {
        "heading": verb.name,
        "anchor": Markup("{#verb-" + re.sub(r"(?<=[a-z])(?=[A-Z])", "-", verb.node).lower() + "}"),
        "form": Markup(fenced(form[0])),
        "means": verb.means,
        "parts": _parts(verb),
        "facts": _facts(verb, gives),
        "example": Markup(f'<div class="rule-text" data-label="For example">{code_block(verb.example)}</div>'),
    }


def _parts(verb: Verb) -> Markup:
    if not verb.parts:
        return Markup("")
    rows = [(f"<code>{safe(part.name)}</code>", safe(part.type), safe(part.means)) for part in verb.parts]
    return _html_table(("Part", "Type", "Meaning"), rows)


def _facts(verb: Verb, gives: str) -> Markup:
    cells = [("Gives", gives), ("Who sees it", verb.shown)]
    made = "".join(f"<dt>{name}</dt><dd>{safe(text)}</dd>" for name, text in cells if text)
    return Markup(f'<dl class="facts">{made}</dl>') if made else Markup("")


# the example


def example_folder() -> Path:
    """The smallest of the shipped scenarios."""
    folders = [path.parent for path in resource("content").glob("*/scenario.yaml")]
    return min(sorted(folders), key=lambda folder: sum(path.stat().st_size for path in _content_of(folder)))


def _content_of(folder: Path) -> list[Path]:
    """The content files of a scenario, without translations."""
    return [path for path in folder.rglob("*.yaml") if path.parent != folder / TEXTS]


def _example_files(folder: Path) -> list[tuple[str, str]]:
    paths = sorted(_content_of(folder), key=lambda path: (path.name != "scenario.yaml", path.as_posix()))
    return [(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def example_book(folder: Path) -> Book:
    """The example, read and typed."""
    from sfrules.model.build import build
    from sfrules.model.rules import type_rules
    from sfrules.source.files import read_tree

    sources, _ = read_tree(folder)
    book, _ = build(sources)
    return type_rules(book)[0]


def _example_page(folder: Path, files: list[tuple[str, str]], lines: int) -> str:
    book = example_book(folder)
    rule = next((book.rules[path] for path in (("play",), ("setup",)) if path in book.rules), None)
    shown = [
        {"name": name, "anchor": Markup(f"{{#file-{number}}}"), "code": Markup(fenced(text, "yaml"))}
        for number, (name, text) in enumerate(files, 1)
    ]
    reading = Markup(read(book, rule).markdown) if rule is not None else ""
    count = how_many(len(files), "file")
    return page("language-example", title=book.scenario.title, lines=lines, count=count, files=shown, reading=reading)
