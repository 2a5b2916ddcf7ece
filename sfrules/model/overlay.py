"""Changes of content by path: rulings of gaps and variants that say `set:` and `remove:`.

They are applied to the merged tree before anything is read from it, so that what they put in is checked as if it
had been written there, and every finding about it points at the gap or variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sfrules.diag import Diagnostic, Span, did_you_mean
from sfrules.model.choices import Choices
from sfrules.model.clashes import Change, clashes
from sfrules.model.merge import Tree
from sfrules.model.sections import SECTIONS
from sfrules.source.nodes import Map, Node, Nothing, Point, Seq, Text


class _BadPathError(Exception):
    """A path that leads nowhere.

    `missing`: to something that is not there, but may stand where content could not be read; `spoilt`: to something
    that could not be read.
    """

    def __init__(self, found: Diagnostic, *, missing: bool = False, spoilt: bool = False) -> None:
        super().__init__(found.message)
        self.found = found
        self.missing = missing
        self.spoilt = spoilt

    def told(self, tree: Tree) -> list[Diagnostic]:
        """What to say of it: nothing where it follows from what could not be read."""
        return [] if self.spoilt or (self.missing and not tree.whole) else [self.found]


class Alternative(NamedTuple):
    """What content would be under a ruling or variant that is not chosen; `paths` are what it changes."""

    subject: str
    tree: Tree
    paths: tuple[tuple[Text, ...], ...]


class _Option(NamedTuple):
    subject: str
    chosen: bool
    asked: bool
    variant: bool
    changes: Map

    def all(self) -> Iterator[Change]:
        """Its changes in the order written."""
        for key in ("set", "remove"):
            changes = self.changes.get(key)
            for path, value in changes.entries() if isinstance(changes, Map) else ():
                yield Change(self.subject, self.asked, self.variant, path, value, key == "remove")


def apply(tree: Tree, choices: Choices) -> tuple[Tree, list[Alternative], list[Diagnostic]]:
    """The tree as the rulings in force and the chosen variants make it, what the others would make of it, and mistakes.

    The paths of all rulings and variants are followed, so that a wrong one is found before somebody chooses it.
    """
    found = list(_unknown_choices(tree, choices))
    options = list(_in_order(tree, choices))
    written, made = tree, list[Change]()
    for option in options:
        if option.chosen:
            tree = _applied(tree, option, made, found)
    found += clashes(made)
    others = [other for option in options if not option.chosen for other in _other(tree, written, option, found)]
    return tree, others, found


def changed_at(tree: Tree, path: Text, value: Node) -> tuple[Tree, list[Text]] | None:
    """The tree with one value changed, and the parts of the path; None where the path leads nowhere."""
    changed = tree.copy()
    try:
        return changed, _follow(changed, Change("", False, False, path, value, False))
    except _BadPathError:
        return None


def _applied(tree: Tree, option: _Option, made: list[Change], found: list[Diagnostic]) -> Tree:
    """The tree with an option's changes; what another has done in the same way already is not done again."""
    changed, done = tree.copy(), {str(change.path): change for change in made}
    try:
        for change in option.all():
            before = done.get(str(change.path))
            if before is None or before.does != change.does:
                _follow(changed, change)
            made.append(change)
    except _BadPathError as bad:
        found += bad.told(tree)
        return tree
    return changed


def _other(tree: Tree, written: Tree, option: _Option, found: list[Diagnostic]) -> Iterator[Alternative]:
    """What an option that is not chosen would make of the content, be it as it is now or as it was written."""
    for start in (tree, written):
        changed = start.copy()
        try:
            paths = tuple([tuple(_follow(changed, change)) for change in option.all()])
        except _BadPathError as bad:
            if start is written:
                found += bad.told(tree)
            continue
        yield Alternative(option.subject, changed, paths)
        return


def _in_order(tree: Tree, choices: Choices) -> Iterator[_Option]:
    """Every gap option and variant that changes content: gaps first, in their order."""
    for gap_id, gap in (tree.entries("gaps") or {}).items():
        options = gap.get("options") if isinstance(gap, Map) else None
        if not isinstance(gap, Map) or not isinstance(options, Map):
            continue
        ruling = choices.gaps.get(gap_id, gap.get("ruling"))
        for option_id, option in options.items():
            if isinstance(option, Map) and ("set" in option or "remove" in option):
                chosen = option_id == ruling
                yield _Option(f"gap {gap_id}, option {option_id}", chosen, gap_id in choices.gaps, False, option)
    variants: Mapping[str, Node] = tree.entries("variants") or {}
    last = [variant_id for variant_id in variants if variant_id not in choices.variants]
    for variant_id in [*last, *(name for name in choices.variants if name in variants)]:
        variant = variants[variant_id]
        if isinstance(variant, Map):
            chosen = variant_id in choices.variants
            yield _Option(f"variant {variant_id}", chosen, chosen, True, variant)


def _follow(tree: Tree, change: Change) -> list[Text]:
    """Makes one change; the parts of its path."""
    parts = _parts(change.path)
    _change_one(tree, change.path, parts, change.value, change.remove)
    return parts


def _change_one(tree: Tree, path: Text, parts: list[Text], value: Node, remove: bool) -> None:
    section = parts[0]
    if section not in SECTIONS:
        raise _bad(section.span, f"There is no section “{section}”.{did_you_mean(section, SECTIONS)}")
    if len(parts) == 1 and SECTIONS[section].form != "rule":
        raise _bad(path.span, f"The path ends at the section. Go on to an entry: {section}.…")
    if len(parts) == 1 and not remove and not isinstance(value, Text):
        raise _bad(value.span, f"Write rule text for “{section}”.")
    root = Map(path.file, path.start, path.end)
    root.update(tree.sections)
    tree.sections = dict(_changed_map(root, parts, value, remove))
    tree.keys.setdefault(str(section), section)


def _changed(node: Node, parts: list[Text], value: Node, remove: bool) -> Node:
    """A copy of `node` with the value at the path changed."""
    if isinstance(node, Map):
        return _changed_map(node, parts, value, remove)
    if isinstance(node, Seq):
        return _changed_list(node, parts, value, remove)
    raise _bad(parts[0].span, f"The path goes on with “{parts[0]}”, but what stands before it has no parts.")


def _changed_map(node: Map, parts: list[Text], value: Node, remove: bool) -> Map:
    name, rest = parts[0], parts[1:]
    made = node.copy()
    if name not in node and (rest or remove):
        message = f"Nothing is called “{name}” there.{did_you_mean(name, node)}"
        raise _missing(name.span, message, spoilt=str(name) in node.spoilt)
    if rest:
        made[name] = _changed(node[name], rest, value, remove)
    elif not remove:
        made[name] = value
    elif isinstance(value, Nothing):
        del made[name]
    else:
        made[name] = _without(node[name], value, name)
    return made


def _changed_list(node: Seq, parts: list[Text], value: Node, remove: bool) -> Seq:
    """Entries of a list, such as phases, are named by their `id`."""
    name, rest = parts[0], parts[1:]
    made = node.copy()
    at = next((i for i, item in enumerate(node) if isinstance(item, Map) and item.get("id") == name), -1)
    if at < 0:
        raise _missing(name.span, f"No entry of that list has the id “{name}”.")
    if rest:
        made[at] = _changed(node[at], rest, value, remove)
    elif remove:
        del made[at]
    else:
        made[at] = value
    return made


def _without(node: Node, value: Node, name: Text) -> Seq:
    """The list without the entries of `value`."""
    if not isinstance(node, Seq):
        raise _bad(name.span, f"“{name}” is not a list. To remove it, write nothing behind the colon.")
    if not isinstance(value, Seq):
        raise _bad(value.span, "Write the entries to remove as a list: [one, two].")
    made = node.copy()
    for item in value:
        if item not in made:
            raise _missing(item.span, f"This is not an entry of the list “{name}”, so it cannot be removed.")
        made.remove(item)
    return made


def _parts(path: Text) -> list[Text]:
    """The names of a dotted path, each with its own place."""
    made, at = [], 0
    for name in path.split("."):
        span = path.place(at, at + len(name))
        by = span.column - 1 - path.start.column
        start = Point(path.start.index + by, span.line - 1, span.column - 1)
        end = Point(start.index + len(name), start.line, start.column + len(name))
        made.append(Text(name, path.file, start, end))
        at += len(name) + 1
    return made


def _bad(span: Span, message: str) -> _BadPathError:
    return _BadPathError(Diagnostic("SF211", message, span))


def _missing(span: Span, message: str, *, spoilt: bool = False) -> _BadPathError:
    return _BadPathError(Diagnostic("SF211", message, span), missing=True, spoilt=spoilt)


def _unknown_choices(tree: Tree, choices: Choices) -> Iterator[Diagnostic]:
    """Choices that name a gap, an option or a variant that is not there."""
    top = next(iter(tree.keys.values()), None)
    if top is None:
        return
    gaps, variants = tree.entries("gaps"), tree.entries("variants")
    for gap_id, option_id in choices.gaps.items():
        gap = gaps.get(gap_id) if gaps is not None else None
        options = gap.get("options") if isinstance(gap, Map) else None
        if gaps is None or gap is None:
            place = tree.keys.get("gaps", top).span
            yield Diagnostic("SF213", f"No gap is called “{gap_id}”.{did_you_mean(gap_id, gaps or ())}", place)
        elif not isinstance(options, Map) or option_id not in options:
            known = options if isinstance(options, Map) else ()
            message = f"The gap “{gap_id}” has no option “{option_id}”.{did_you_mean(option_id, known)}"
            yield Diagnostic("SF213", message, gaps.key_span(gap_id))
    for variant_id in choices.variants:
        if variants is None or variant_id not in variants:
            place = tree.keys.get("variants", top).span
            yield Diagnostic(
                "SF213", f"No variant is called “{variant_id}”.{did_you_mean(variant_id, variants or ())}", place
            )
