"""Content with the words of a translation laid over it. Its rules are what they were: only texts are put in."""

from __future__ import annotations

from collections.abc import Mapping

from sfrules.model.merge import Tree
from sfrules.model.originals import Place, places
from sfrules.model.translation import Translation
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text


def translated(tree: Tree, translation: Translation) -> Tree:
    """The content with the words of a translation in it; its rules are what they were."""
    made = tree.copy()
    for name, place in places(tree).items():
        node = translation.root.get(name)
        if node is not None:
            made.sections[name] = _laid_over(place, node, name)
    return made


def _laid_over(place: Place, words: Node, section: str = "") -> Node:
    """What the content says at a place, with the words of a translation in it."""
    node = place.node
    if isinstance(words, Nothing) or (place.sort in ("text", "texts") and not _fits(place, words)):
        return node if node is not None else words
    if place.sort in ("text", "texts"):
        return words
    inside = place.inside()
    if place.short and isinstance(words, Text):
        words = _long(words, place.short)
    if place.short and isinstance(node, Text):
        node = _long(node, place.short)
    if not isinstance(words, Map):
        return place.node or words
    if isinstance(node, Seq):
        return _phases_over(node, inside, words)
    made = node.copy() if isinstance(node, Map) else Map(words.file, words.start, words.end)
    for key, value in words.entries():
        if key in inside and not isinstance(value, Nothing):
            made[key] = _laid_over(inside[key], value)
    return _by_title(made) if section == "glossary" else made


def _fits(place: Place, words: Node) -> bool:
    if place.sort == "text":
        return isinstance(words, Text)
    return isinstance(words, Seq) and isinstance(place.node, Seq) and len(words) == len(place.node)


def _long(node: Text, key: str) -> Map:
    made = Map(node.file, node.start, node.end)
    made[Text(key, node.file, node.start, node.end)] = node
    return made


def _phases_over(node: Seq, inside: Mapping[str, Place], words: Map) -> Seq:
    """Phases, and those in them, each with its words by its id."""
    made = node.copy()
    for at, phase in enumerate(made):
        name = phase.get("id") if isinstance(phase, Map) else None
        if not isinstance(phase, Map) or not isinstance(name, Text):
            continue
        if name in inside and name in words:
            phase = _laid_over(inside[name], words[name])
        if isinstance(phase, Map) and isinstance(inner := phase.get("phases"), Seq):
            phase = phase.copy()
            phase["phases"] = _phases_over(inner, inside, words)
        made[at] = phase
    return made


def _by_title(terms: Map) -> Map:
    """A glossary whose terms are called as their translations are."""
    made = Map(terms.file, terms.start, terms.end, terms.flow)
    for key, term in terms.entries():
        title = term.get("title") if isinstance(term, Map) else None
        made[title if isinstance(title, Text) and title not in terms else key] = term
    return made
