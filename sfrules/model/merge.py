"""From the trees of all files to one tree: sections joined over files, ids that stand twice reported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sfrules.diag import Diagnostic, Related, did_you_mean, how_many
from sfrules.model.sections import SECTIONS, Form
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text
from sfrules.source.reader import most_entries

_WANTED: dict[Form, str] = {
    "one": "lines of `key: value`",
    "ids": "one entry under its id: `id:` and its keys below, without a dash",
    "kinds": "kinds, and under each its things by id",
    "list": "a list: each entry begins with a dash",
    "rule": "rule text, written as a block with |",
}


@dataclass
class Tree:
    """All content by section, and how many entries there are and may be.

    `whole` is False when a part could not be read, so that names may be missing.
    """

    sections: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Text] = field(default_factory=dict)
    whole: bool = True
    size: int = 0
    most: int = 0

    def copy(self) -> Tree:
        """A tree of its own with the same sections."""
        return Tree(dict(self.sections), dict(self.keys), self.whole)

    def entries(self, section: str) -> Map | None:
        """The entries of a section, or None."""
        node = self.sections.get(section)
        return node if isinstance(node, Map) else None


def merge(roots: Iterable[Node]) -> tuple[Tree, list[Diagnostic]]:
    """One tree of the trees of all files, and what does not go together."""
    tree, found = Tree(), []  # type: tuple[Tree, list[Diagnostic]]
    roots = list(roots)
    tree.most = most_entries(sum(len(root.file.text) for root in roots))
    for root in roots:
        if not isinstance(root, Map):
            message = "A content file holds sections: `cards:` and below it the cards, for example."
            found.append(Diagnostic("SF203", message, root.span))
            tree.whole = False
            continue
        tree.whole = tree.whole and not root.spoilt
        for key, node in root.entries():
            _add(tree, key, node, found)
    return tree, found


def _add(tree: Tree, key: Text, node: Node, found: list[Diagnostic]) -> None:
    section = SECTIONS.get(key)
    if section is None:
        message = f"There is no section “{key}”.{did_you_mean(key, SECTIONS)}"
        found.append(Diagnostic("SF201", message, key.span))
        tree.whole = False
        return
    if not _fits(node, section.form):
        code = "SF207" if isinstance(node, Nothing) else "SF203"
        what = "Nothing stands" if isinstance(node, Nothing) else "Something else stands"
        message = f"{what} under “{key}”. Write {_WANTED[section.form]}."
        found.append(Diagnostic(code, message, key.span))
        tree.whole = False
        return
    tree.size += _size(node, section.form)
    if tree.size > tree.most:
        entries = how_many(tree.size, "entry", "entries")
        message = f"With these the scenario has {entries}, and no more than {tree.most:,} are read."
        found.append(Diagnostic("SF129", message, key.span))
        tree.size, tree.whole = tree.size - _size(node, section.form), False
        return
    if key not in tree.sections:
        tree.sections[key] = node
        tree.keys[key] = key
        if section.form == "kinds":
            tree.sections[key] = _kinds_only(node, tree, found)
    elif isinstance(node, Map) and section.form in ("ids", "kinds"):
        both = tree.sections[key]
        assert isinstance(both, Map)
        kinds = section.form == "kinds"
        tree.sections[key] = _join(both, _kinds_only(node, tree, found) if kinds else node, found, kinds)
    else:
        first = tree.keys[key].span
        message = f"“{key}” stands in two places; the first is {first.file}, line {first.line}. Put all of it in one."
        found.append(Diagnostic("SF208", message, key.span, related=(Related(first, "the first is here"),)))


def _size(node: Node, form: Form) -> int:
    """How many entries a section has: definitions, things of each kind, and properties that are given to one."""
    if not isinstance(node, Map):
        return len(node) if isinstance(node, Seq) else 0
    inner = [entry if form == "kinds" else entry.get("has") for entry in node.values() if isinstance(entry, Map)]
    return len(node) + sum(len(part) for part in inner if isinstance(part, Map))


def _fits(node: Node, form: Form) -> bool:
    wanted = {"one": Map, "ids": Map, "kinds": Map, "list": Seq, "rule": Text}[form]
    return isinstance(node, wanted)


def _kinds_only(node: Node, tree: Tree, found: list[Diagnostic]) -> Map:
    """The kinds whose things are written as a mapping; others are reported."""
    assert isinstance(node, Map)
    made = Map(node.file, node.start, node.end, node.flow)
    made.spoilt = node.spoilt
    for kind, things in node.entries():
        if isinstance(things, Map):
            made[kind] = things
        else:
            found.append(things_slip(kind))
            tree.whole = False
    return made


def _join(first: Map, second: Map, found: list[Diagnostic], kinds: bool) -> Map:
    """Both mappings as one; things are joined kind by kind, an id that stands in both is reported."""
    made = first.copy()
    made.spoilt |= second.spoilt
    keys = {str(key): key for key, _ in first.entries()}
    for key, node in second.entries():
        old = made.get(key)
        if old is None:
            made[key] = node
        elif kinds and isinstance(old, Map) and isinstance(node, Map):
            made[keys[key]] = _join(old, node, found, kinds=False)
        else:
            found.append(twice(key, keys[key]))
    return made


def things_slip(kind: Text) -> Diagnostic:
    """Things of a kind that are not written by id."""
    return Diagnostic("SF203", f"Things of “{kind}” are written by id: `id:` and its keys below.", kind.span)


def twice(second: Text, first: Text) -> Diagnostic:
    """An id that is given to two definitions."""
    span = first.span
    message = (
        f"The id “{second}” is given twice; the first is {span.file}, line {span.line}. Give one of them another id."
    )
    return Diagnostic("SF208", message, second.span, related=(Related(span, "the first is here"),))
