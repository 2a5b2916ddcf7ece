"""What tests say: keys that a test does not have, and names that nothing is called. Nothing is played here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from sfrules.check.rule import Finding, check
from sfrules.diag import Severity, did_you_mean
from sfrules.ids import slug_like
from sfrules.model.base import Definition
from sfrules.model.book import Book
from sfrules.model.definitions import definitions
from sfrules.model.errors import keys_of
from sfrules.model.property import ChoiceProperty
from sfrules.model.scene import EVERYONE, EXPECTED, GIVEN, OF_A_QUESTION, TABLE, WISHES
from sfrules.model.sections import SECTIONS
from sfrules.model.window import Menu
from sfrules.near import nearest
from sfrules.source.nodes import Map, Node, Seq, Text

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
_OPTION = re.compile(r"(?:^[ \t]*o[ptions]{3,7}|\boption)[ \t]+([a-z][a-z0-9-]*)", re.MULTILINE)
"""Options, also where the word is misspelt or lines run together: whoever tests them is not to blame for that."""
_SAID = re.compile(r"=([a-z][a-z0-9-]+)")
_OWN = frozenset((
    "yes", "no", "none", "nothing", "pass", "finish", "confirm", "known", "hidden", "top", "phase", "seat",
    TABLE, EVERYONE,
))  # fmt: skip
"""Words that answers and expectations may use of themselves."""
_OF_THE_BOOK = frozenset(("values", "places", "pages", "kind", "edge_list"))
"""What the book knows of definitions besides their keys."""

_HARBOUR = "tests:\n  storm-comes:\n    do: [east: pass]\n    "


@check(
    "SF230",
    Severity.ERROR,
    "A key that a test does not have",
    why="A test says what is given, done and expected in fixed words; with another word it cannot be played.",
    bad=_HARBOUR + "expect: {over: yes, winers: [east]}\n",
    good=_HARBOUR + "expect: {over: yes, winners: [east]}\n",
)
def unknown_test_key(book: Book) -> Iterator[Finding]:
    """A key in what a test gives or expects that is none of the words for it."""
    for case in book.tests.values():
        for key, known, where in _odd_keys(book, case.node):
            message = f"“{key}” is no word for {where}.{did_you_mean(key, known)}"
            yield Finding(key.span, message, f"test {case.id}", f"Known are {', '.join(sorted(known))}.")


@check(
    "SF231",
    Severity.ERROR,
    "A name in a test that stands for nothing",
    why="A test speaks of things, zones, cards and options by their ids; what is not there cannot be tested.",
    bad=_HARBOUR + "expect: {winners: [esat]}\n",
    good=_HARBOUR + "expect: {winners: [east]}\n",
)
def unknown_test_name(book: Book) -> Iterator[Finding]:
    """A word in what a test gives, does or expects that nothing in the scenario is called.

    Tests are of the scenario as it stands: a variant may well take out what they speak of.
    """
    if not book.tests or not book.whole or book.choices.variants or book.choices.gaps:
        return
    known = _known(book)
    for case in book.tests.values():
        odd = {id(key) for key, _, _ in _odd_keys(book, case.node)}
        for text, names in _named(case.node):
            for name, at in names:
                if name not in known and id(text) not in odd:
                    message = f"Nothing is called “{name}” here.{_meant(name, known)}"
                    yield Finding(text.place(at, at + len(name)), message, f"test {case.id}")


def _meant(name: str, known: frozenset[str]) -> str:
    """The name that was meant: the same in small letters before all that are like it."""
    return f" Did you mean “{name.lower()}”?" if name.lower() in known else _near(name, known)


def _near(name: str, known: frozenset[str]) -> str:
    """A hint to what content calls so; to a word of tests or a key only where hardly a letter is another."""
    near = nearest(name, known - _words_of_tests()) or nearest(name, known & _words_of_tests(), 0.75)
    return f" Did you mean “{near}”?" if near is not None else ""


@cache
def _words_of_tests() -> frozenset[str]:
    keys = (keys_of(section.model) for section in SECTIONS.values() if section.model is not None)
    return _OWN | _OF_THE_BOOK | frozenset(SECTIONS) | frozenset().union(*keys)


# keys


def _odd_keys(book: Book, case: Node) -> Iterator[tuple[Text, frozenset[str], str]]:
    """Keys of a test that are none of those that may stand there."""
    for map_, known, where in _keyed(book, case):
        for key, _ in map_.entries():
            if key not in known:
                yield key, known, where


def _keyed(book: Book, case: Node) -> Iterator[tuple[Map, frozenset[str], str]]:
    """Mappings of a test with the keys that they may have, and what those are words for."""
    given, do, expect = (case.get(key) if isinstance(case, Map) else None for key in ("given", "do", "expect"))
    if isinstance(given, Map):
        yield given, GIVEN, "what a test gives"
        if isinstance(at := given.get("at"), Map) and book.whole:
            phases = {*(str(p.id) for p in book.all_phases()), *book.spoilt.get("phases", ())}
            yield at, frozenset(("phase", "seat", *phases)), "a place in the order of play"
    steps = [step.get("expect") for step in do if isinstance(step, Map)] if isinstance(do, Seq) else []
    for wish in (*steps, expect):
        if isinstance(wish, Map):
            yield wish, EXPECTED, "what a test expects"
            yield from _wished(wish)


def _wished(expect: Map) -> Iterator[tuple[Map, frozenset[str], str]]:
    """The mappings in what is expected: of questions, and wishes of lists."""
    depth = {"is": 1, "asked": 0, "decision": 1, "sees": 2, "log": 1, "winners": 0, "awards": 1, "across": 1, "book": 1}
    for key, node in expect.entries():
        if key == "decision" and isinstance(node, Map):
            yield node, OF_A_QUESTION, "what may be expected of a question"
        for wish in _deep(node, depth.get(key, 9)):
            if isinstance(wish, Map):
                yield wish, frozenset(WISHES), "a wish"


def _deep(node: Node, depth: int) -> Iterator[Node]:
    if depth == 0:
        yield node
    elif isinstance(node, Map):
        for inner in node.values():
            yield from _deep(inner, depth - 1)


# names

_Names = Iterator[tuple[Text, Iterable[tuple[str, int]]]]


def _named(case: Node) -> _Names:
    """Every text of a test that names something, with the names in it and their offsets."""
    given, do, expect = (case.get(key) if isinstance(case, Map) else None for key in ("given", "do", "expect"))
    if isinstance(given, Map):
        for key, node in given.entries():
            yield from _all(node, keys=key not in ("at",)) if key in GIVEN - {"seed", "every-question"} else ()
    for step in do if isinstance(do, Seq) else ():
        for who, answer in step.entries() if isinstance(step, Map) else ():
            if who == "expect":
                yield from _expected(answer)
            else:
                yield who, _ids(who)
                yield from _all(answer)
    yield from _expected(expect)


def _expected(expect: Node | None) -> _Names:
    for key, node in expect.entries() if isinstance(expect, Map) else ():
        if key == "log":
            yield from _all(node, said=True)
        elif key == "decision" and isinstance(node, Map):
            yield from _all(node.part(lambda name: name == "options"), keys=False)
            yield from ((text, _ids(text)) for text in _texts(node.get("seat")))
        elif key == "book" and isinstance(node, Map):
            yield from ((path, _words(path)) for path, _ in node.entries() if not path.startswith("pages."))
        elif key in ("asked", "winners"):
            yield from ((text, _ids(text)) for text in _texts(node))
        elif key in EXPECTED:
            yield from _all(node)


def _all(node: Node, *, keys: bool = True, said: bool = False) -> _Names:
    """All texts in a node and its keys, but for the words of wishes; of what is said only what stands behind a =."""
    if isinstance(node, Map):
        for key, inner in node.entries():
            if keys and key not in WISHES and key not in ("seeds", "all-of"):
                yield key, _ids(key)
            yield from _all(inner, keys=keys, said=said)
    elif isinstance(node, Seq):
        for inner in node:
            yield from _all(inner, keys=keys, said=said)
    elif isinstance(node, Text):
        yield node, [(m[1], m.start(1)) for m in _SAID.finditer(node)] if said else _words(node)


def _texts(node: Node | None) -> Iterator[Text]:
    """The texts that a node is, holds, or wishes."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Seq | Map):
        for inner in node.values() if isinstance(node, Map) else node:
            yield from _texts(inner)


def _ids(text: Text) -> list[tuple[str, int]]:
    """The same where nothing but ids may stand: `North` is none, and no sentence either."""
    if text == text.lower() or re.search(r"[^\w.:+,@/#()*-]", text):
        return _words(text)
    return [(match[0], match.start()) for match in _ID.finditer(text)]


def _words(text: Text) -> list[tuple[str, int]]:
    """The ids in a name such as `scout.hand` or `sail:cove+pilot`; none in a sentence."""
    if re.search(r"[^\w.:+,@/#()* -]", text) or text != text.lower():
        return []
    return [(match[0], match.start()) for match in _NAME.finditer(text)]


def _known(book: Book) -> frozenset[str]:
    """All that a test may name: ids, properties, words of properties, options, names that rules give."""
    names = (
        set(_OWN | _OF_THE_BOOK) | set(SECTIONS) | set(_lines(book)) | {str(phase.id) for phase in book.all_phases()}
    )
    for ids in book.spoilt.values():
        names |= ids | set(map(slug_like, ids))
    for section in SECTIONS.values():
        names |= keys_of(section.model) if section.model is not None else set()
        held = getattr(book, section.name)
        names |= set(map(str, held)) if isinstance(held, dict) else set()
    for _, definition in (*definitions(book), *book.alternatives):
        names |= _of(definition)
    for rule in book.rule_texts():
        names.update(_OPTION.findall(rule.text))
    return frozenset(map(str, names))


def _lines(book: Book) -> Iterator[str]:
    """The names of columns and rows of a grid."""
    grid = book.map.grid if book.map is not None else None
    for cell in grid.cells() if grid is not None else ():
        yield from (f"column-{cell[0]}", f"row-{cell[1:]}")


def _of(definition: Definition) -> set[str]:
    """What a definition names besides itself."""
    names, node = set(keys_of(type(definition))), definition.node
    if definition._id is not None:
        names.add(str(definition.id))
    for field in ("has", "choose", "given", "options", "cost"):
        if isinstance(node, Map) and isinstance(inner := node.get(field), Map):
            names |= inner.keys()
    if isinstance(definition, ChoiceProperty):
        names |= set(definition.one_of)
    if isinstance(definition, Menu):
        names |= {word for word in (definition.pass_, definition.done) if word is not None}
    return names
