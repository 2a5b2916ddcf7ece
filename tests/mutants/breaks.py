"""One slip for each class: where it is planted is drawn, and the text of the file with the slip is given back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sfrules.model.property import NumberProperty, TrackProperty
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map, Node, Seq, Text
from tests.mutants.ground import BINDS, PLACEHOLDER, Game, Owner, Spot, keywords, tokens

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SPELT = re.compile(rf"(?<![\w{{-])(?:[0-9]+|{'|'.join(WORDS)})(?![\w}}-])", re.IGNORECASE)
FLAG = re.compile(r"(?<![\w-])(?:yes|no)(?![\w-])")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Mutant:
    """A file with one slip: what was done, in which lines of the new text it can be seen."""

    kind: str
    game: str
    file: Path
    lines: frozenset[int]
    told: str
    text: str
    gone: tuple[str, ...] = ()
    """What is no longer there, and what it belonged to: a finding that names it is placed, for it has no line."""


class ImpossibleError(Exception):
    """No such slip can be planted at the place that was drawn."""


@dataclass(frozen=True)
class _Edit:
    """`new` in place of the characters from `start` to `end` of a file."""

    file: SourceFile
    start: int
    end: int
    new: str

    def text(self) -> str:
        return self.file.text[: self.start] + self.new + self.file.text[self.end :]

    @property
    def line(self) -> int:
        return self.file.text.count("\n", 0, self.start) + 1


def _mutant(kind: str, game: Game, edit: _Edit, *more: int, told: str = "") -> Mutant:
    old = edit.file.text[edit.start : edit.end]
    if old == edit.new:
        raise ImpossibleError
    told = told or f"“{old}” → “{edit.new}”"
    return Mutant(kind, game.name, edit.file.path, frozenset((edit.line, *more)), told, edit.text())


def _raw(node: Text) -> tuple[int, str]:
    """A value as it stands in its file, and where it begins; blocks without what follows them."""
    raw = node.file.text[node.start.index : node.end.index]
    if node.style in ("|", ">"):
        raw = raw.rstrip()
        while (last := raw.rfind("\n")) >= 0 and raw[last:].lstrip().startswith("#"):
            raw = raw[:last].rstrip()
    return node.start.index, raw


def _swap(node: Text, start: int, old: str, new: str) -> _Edit:
    """An edit of a piece of a value, by its offset in the raw text."""
    at = node.start.index + start
    assert node.file.text[at : at + len(old)] == old
    return _Edit(node.file, at, at + len(old), new)


def misspell(word: str, rng: random.Random, taken: frozenset[str] | set[str]) -> str:
    """The word with one slip of the pen, which is no other word."""
    for _ in range(40):
        at = rng.randrange(len(word))
        made = rng.choice((_lost, _doubled, _changed, _turned))(word, at, rng)
        if made and made != word and made not in taken:
            return made
    raise ImpossibleError


def _lost(word: str, at: int, rng: random.Random) -> str:
    return word[:at] + word[at + 1 :]


def _doubled(word: str, at: int, rng: random.Random) -> str:
    return word[:at] + word[at] + word[at:]


def _changed(word: str, at: int, rng: random.Random) -> str:
    other = rng.choice("0123456789" if word[at].isdigit() else LETTERS)
    return word[:at] + (other.upper() if word[at].isupper() else other) + word[at + 1 :]


def _turned(word: str, at: int, rng: random.Random) -> str:
    return word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]


def _draw(game: Game, rng: random.Random, *what: str) -> Spot:
    """Any spot of some sorts, each alike."""
    sizes = [len(game.spots.get(name, ())) for name in what]
    if not sum(sizes):
        raise ImpossibleError
    name = rng.choices(what, sizes)[0]
    return rng.choice(game.spots[name])


# lines


def _lines(file: SourceFile) -> list[str]:
    return file.text.split("\n")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _extent(key: Text) -> tuple[int, int]:
    """The lines, from 0, of a key and its value; for keys that begin their line."""
    lines = _lines(key.file)
    first = key.start.line
    if _indent(lines[first]) != key.start.column:
        raise ImpossibleError
    end = first + 1
    while end < len(lines):
        line = lines[end]
        bare = line.strip()
        in_list = bare.startswith("- ") and _indent(line) == key.start.column
        if bare and not bare.startswith("#") and _indent(line) <= key.start.column and not in_list:
            break
        end += 1
    while end > first + 1 and (not lines[end - 1].strip() or lines[end - 1].strip().startswith("#")):
        end -= 1
    return first, end


def _moved(lines: list[str], by: int) -> list[str]:
    """Lines with another indentation."""
    return [(" " * by + line if by > 0 else line[-by:]) if line.strip() else line for line in lines]


# misspelt words


def misspelt_key(game: Game, rng: random.Random) -> Mutant:
    spot = _draw(game, rng, "key", "scene-key") if rng.random() < 0.9 else _draw(game, rng, "scene-key", "key")
    return _misspelt(game, rng, "misspelt-key", spot)


def _misspelt(game: Game, rng: random.Random, kind: str, spot: Spot) -> Mutant:
    assert isinstance(spot.node, Text)
    _, raw = _raw(spot.node)
    word = str(spot.node)
    at = raw.find(word)
    if at < 0:
        raise ImpossibleError
    return _mutant(kind, game, _swap(spot.node, at, word, misspell(word, rng, game.taken)))


def misspelt_reference(game: Game, rng: random.Random) -> Mutant:
    kind = "misspelt-reference"
    how = rng.choices(("value", "rule", "text", "scene"), (4, 4, 2, 1))[0]
    if how == "value":
        spot = _draw(game, rng, "name", "page-name", "path")
        assert isinstance(spot.node, Text)
        if spot.what == "path":
            return _in_words(game, rng, kind, spot.node, re.compile(r"[a-z][a-z0-9_-]*"))
        return _misspelt(game, rng, kind, spot)
    if how == "scene":
        return _in_words(game, rng, kind, _text(_draw(game, rng, "scene-name")), re.compile(r"[A-Za-z][A-Za-z0-9_-]*"))
    if how == "rule":
        node = _text(_draw(game, rng, "rule"))
        _, raw = _raw(node)
        bound = {match[1]: match.start(1) for match in BINDS.finditer(raw)}
        known = game.known | set(bound)
        starts = set(bound.values())
        words = [t for t in tokens(raw) if t.what == "word" and t.text in known and t.text not in keywords()]
        words = [t for t in words if t.start not in starts]
        if not words:
            raise ImpossibleError
        token = rng.choice(words)
        return _mutant(kind, game, _swap(node, token.start, token.text, misspell(token.text, rng, game.taken)))
    braced = [spot for what in ("prose", "rule") for spot in game.spots[what] if "{" in _text(spot)]
    if not braced:
        raise ImpossibleError
    return _in_words(game, rng, kind, _text(rng.choice(braced)), PLACEHOLDER)


def _text(spot: Spot) -> Text:
    assert isinstance(spot.node, Text)
    return spot.node


def _in_words(game: Game, rng: random.Random, kind: str, node: Text, pattern: re.Pattern[str]) -> Mutant:
    """A misspelling in one of the pieces of a value that fit a pattern."""
    _, raw = _raw(node)
    found = list(pattern.finditer(raw))
    if not found:
        raise ImpossibleError
    match = rng.choice(found)
    group = 1 if pattern.groups else 0
    return _mutant(kind, game, _swap(node, match.start(group), match[group], misspell(match[group], rng, game.taken)))


def misspelt_definition(game: Game, rng: random.Random) -> Mutant:
    kind = "misspelt-definition"
    if rng.random() < 0.2:
        node = _text(_draw(game, rng, "rule"))
        raw = _raw(node)[1]
        words = [token.text for token in tokens(raw)]
        # a name that nothing uses may be called anything
        found = [match for match in BINDS.finditer(raw) if words.count(match[1]) > 1]
        if not found:
            raise ImpossibleError
        match = rng.choice(found)
        return _mutant(kind, game, _swap(node, match.start(1), match[1], misspell(match[1], rng, game.taken)))
    return _misspelt(game, rng, kind, _draw(game, rng, "id", "property", "local"))


# keys and lines in the wrong place


def misplaced_key(game: Game, rng: random.Random) -> Mutant:
    spot = _draw(game, rng, "key")
    key, owner = _text(spot), spot.owner
    if owner is None or not owner.block:
        raise ImpossibleError
    first, end = _extent(key)
    goal = rng.choice((_above, _beside, _elsewhere))(game, rng, key, owner)
    if goal is None:
        raise ImpossibleError
    file, line, indent, keep = goal
    lines = _lines(key.file)
    piece = _moved(lines[first:end], indent - key.start.column)
    if keep:
        target = _lines(file)
        made = target[:line] + piece + target[line:]
        at = {line + 1}
    elif line <= first:
        made = lines[:line] + piece + lines[line:first] + lines[end:]
        at = {line + 1, first + len(piece), first + len(piece) + 1}
    else:
        made = lines[:first] + lines[end:line] + piece + lines[line:]
        at = {line - (end - first) + 1, first, first + 1}
    if owner.id is not None and file is key.file and not keep:
        at.add(owner.id.start.line + 1 + (len(piece) if line <= owner.id.start.line else 0))
    told = f"“{key}” of {owner.section} {owner.id or ''} moved to line {line + 1}"
    return Mutant("misplaced-key", game.name, file.path, frozenset(at), told, "\n".join(made))


_Goal = tuple[SourceFile, int, int, bool] | None


def _above(game: Game, rng: random.Random, key: Text, owner: Owner) -> _Goal:
    """Before the id of its definition, one level up."""
    if owner.id is None or _indent(_lines(key.file)[owner.id.start.line]) != owner.id.start.column:
        return None
    return key.file, owner.id.start.line, owner.id.start.column, False


def _beside(game: Game, rng: random.Random, key: Text, owner: Owner) -> _Goal:
    """Into a mapping that stands beside it."""
    inner = [n for k, n in owner.node.entries() if k is not key and isinstance(n, Map) and n and not n.flow]
    inner = [node for node in inner if key not in node]
    if not inner:
        return None
    node = rng.choice(inner)
    head = next(node.entries())[0]
    return key.file, head.start.line, head.start.column, False


def _elsewhere(game: Game, rng: random.Random, key: Text, owner: Owner) -> _Goal:
    """Into a definition that does not know such a key."""
    strange = [o for o in game.owners if o.block and key not in o.keys and o.section not in ("scenario",)]
    if not strange:
        return None
    other = rng.choice(strange)
    heads = [k for k, _ in other.node.entries() if _indent(_lines(k.file)[k.start.line]) == k.start.column]
    if not heads:
        return None
    head = rng.choice(heads)
    return head.file, head.start.line, head.start.column, True


def dropped_line(game: Game, rng: random.Random) -> Mutant:
    kind = "dropped-line"
    if rng.random() < 0.3:
        return _dropped_end(game, rng)
    needed = [(o, k) for o in game.owners for k, _ in o.node.entries() if k in o.needed and o.section != "tests"]
    if not needed:
        raise ImpossibleError
    owner, key = rng.choice(needed)
    if not owner.block:
        return _dropped_pair(game, owner, key)
    first, end = _extent(key)
    lines = _lines(key.file)
    made = lines[:first] + lines[end:]
    at = {first, first + 1}
    at |= {owner.id.start.line + 1} if owner.id is not None else set()
    at.add(owner.node.start.line + 1)
    told = f"“{key}” of {owner.section} {owner.id or ''} deleted"
    return Mutant(kind, game.name, key.file.path, frozenset(at), told, "\n".join(made))


def _dropped_pair(game: Game, owner: Owner, key: Text) -> Mutant:
    """A pair of a mapping in braces is left out."""
    value = owner.node[key]
    end = value.end.index
    text = key.file.text
    after = re.match(r"\s*,\s*", text[end:])
    start = key.start.index
    if after is not None:
        end += after.end()
    else:
        before = re.search(r",\s*\Z", text[:start])
        start = before.start() if before is not None else start
    more = (owner.id.start.line + 1,) if owner.id is not None else ()
    return _mutant("dropped-line", game, _Edit(key.file, start, end, ""), *more, told=f"“{key}” of {owner.id} deleted")


def _dropped_end(game: Game, rng: random.Random) -> Mutant:
    node = _text(_draw(game, rng, "rule"))
    start, raw = _raw(node)
    ends = list(re.finditer(r"\n *end(?=\n|\Z)", raw))
    if not ends:
        raise ImpossibleError
    match = rng.choice(ends)
    edit = _Edit(node.file, start + match.start(), start + match.end(), "")
    return _mutant("dropped-line", game, edit, edit.line + 1, told="an “end” deleted")


def duplicated_id(game: Game, rng: random.Random) -> Mutant:
    kind = "duplicated-id"
    group = rng.choice(game.lists)
    if isinstance(group, Seq):
        keys = [item["id"] for item in group if isinstance(item, Map) and isinstance(item.get("id"), Text)]
    else:
        keys = [key for key, _ in group.entries()]
    names = [key for key in keys if isinstance(key, Text)]
    if len(names) >= 2 and rng.random() < 0.7:
        first, second = sorted(rng.sample(names, 2), key=lambda key: key.start.index)
        old = second.file.text[second.start.index : second.end.index]
        edit = _Edit(second.file, second.start.index, second.start.index + len(old), str(first))
        return _mutant(kind, game, edit)
    if not names:
        raise ImpossibleError
    name = rng.choice(names)
    first_line, end = _extent(name)
    lines = _lines(name.file)
    made = lines[:end] + lines[first_line:end] + lines[end:]
    return Mutant(kind, game.name, name.file.path, frozenset((end + 1,)), f"“{name}” stands twice", "\n".join(made))


def broken_indentation(game: Game, rng: random.Random) -> Mutant:
    file = rng.choice([file for file in game.files.values() if file.path.suffix == ".yaml"])
    lines = _lines(file)
    able = [n for n, line in enumerate(lines) if line.strip() and not line.strip().startswith("#")]
    number = rng.choice(able)
    line, indent = lines[number], _indent(lines[number])
    how = rng.choice((1, 2, 3, -1, -2, -3, 0))
    if how < 0 and indent < -how:
        raise ImpossibleError
    made = "\t" + line.lstrip() if how == 0 else " " * (indent + how) + line.lstrip()
    told = "a tab in front" if how == 0 else f"moved by {how:+d}"
    text = "\n".join([*lines[:number], made, *lines[number + 1 :]])
    return Mutant("broken-indentation", game.name, file.path, frozenset((number + 1,)), f"{told}: {line.strip()}", text)


# other values


_WRONG = {
    "number": ("many", "[1, 2]", "{a: 1}", "yes", "1.5.2"),
    "flag": ("maybe", "3", "[yes]", "{a: yes}"),
    "range": ("wide", "yes", "[0, 10]", "0-10"),
    "name": ("[[1]]", "{a: 1}", "3"),
    "prose": ("[a, b]", "{a: b}", "[]"),
    "word": ("3", "[a]", "{a: 1}"),
    "colour": ("red one", "3", "[red]"),
    "rule": ("[a, b]", "{a: b}"),
    "list": ("word", "{a: 1}", "3"),
}


def wrong_type(game: Game, rng: random.Random) -> Mutant:
    if rng.random() < 0.3:
        return _wrong_in_rule(game, rng)
    spot = _draw(game, rng, *_WRONG)
    node = spot.node
    new = rng.choice(_WRONG[spot.what])
    start, end = node.start.index, node.end.index
    if isinstance(node, Text):
        if (
            spot.what == "name"
            and node.file.text[: node.start.index].rstrip(" ").endswith(("\n", "-"))
            and spot.of is None
        ):
            raise ImpossibleError  # the key of a kind's things
        end = start + len(_raw(node)[1])
    elif isinstance(node, Seq) and not node.flow:
        raise ImpossibleError
    return _mutant("wrong-type", game, _Edit(node.file, start, end, new))


def _wrong_in_rule(game: Game, rng: random.Random) -> Mutant:
    node = _text(_draw(game, rng, "rule"))
    _, raw = _raw(node)
    found: list[tuple[int, str, tuple[str, ...]]]
    found = [(t.start, t.text, ("yes", '"many"')) for t in tokens(raw) if t.what == "number"]
    found += [(t.start, t.text, ("3", '"yes"')) for t in tokens(raw) if t.text in ("yes", "no")]
    if not found:
        raise ImpossibleError
    start, old, new = rng.choice(found)
    if node.style not in ("|", ">"):
        new = (new[0],)
    return _mutant("wrong-type", game, _swap(node, start, old, rng.choice(new)))


def swapped_name(game: Game, rng: random.Random) -> Mutant:
    node = _text(_draw(game, rng, "rule"))
    _, raw = _raw(node)
    able = [
        (token, others)
        for token in tokens(raw)
        if token.what == "word" and (others := _like(game, raw, token.start, token.text))
    ]
    if not able:
        raise ImpossibleError
    token, others = rng.choice(able)
    return _mutant("swapped-name", game, _swap(node, token.start, token.text, rng.choice(sorted(others))))


def _like(game: Game, raw: str, start: int, word: str) -> set[str]:
    """The tracks, or the things of a kind, that could stand here instead: seats, and things that own tracks."""
    book = game.book
    thing = book.things.get(word)
    counted = (TrackProperty, NumberProperty)
    if raw[start - 1 : start] == ".":
        kinds = [kind for kind in book.kinds.values() if isinstance(kind.has.get(word), counted)]
        return (
            {n for kind in kinds for n, p in kind.has.items() if isinstance(p, counted)} - {word}
            if len(kinds) == 1
            else set()
        )
    if thing is not None:
        kind = book.kinds[thing.kind]
        owns = kind.seat or any(isinstance(prop, TrackProperty) for prop in kind.has.values())
        return {str(other.id) for other in book.things_of(thing.kind)} - {word} if owns else set()
    if isinstance(book.table.get(word), counted):
        return {n for n, prop in book.table.items() if isinstance(prop, counted)} - {word}
    return set()


# numbers in words and rules


def changed_number(game: Game, rng: random.Random) -> Mutant:
    owner = rng.choice(game.owners)
    words = [node for key, node in owner.node.entries() if key in ("text", "says") and isinstance(node, Text)]
    ruled = [node for node in _ruled(owner) if isinstance(node, Text)]
    if not words or not ruled:
        raise ImpossibleError
    said = [(node, match) for node in words for match in SPELT.finditer(_raw(node)[1])]
    done = [(node, match) for node in ruled for match in re.finditer(r"(?<![\w#.-])[0-9]+(?![\w.-])", _raw(node)[1])]
    pairs = [(one, other) for one in said for other in done if _value(one[1][0]) == int(other[1][0])]
    if not pairs:
        raise ImpossibleError
    node, match = rng.choice(rng.choice(pairs))
    return _mutant("changed-number", game, _swap(node, match.start(), match[0], _other(match[0], rng)))


def _ruled(owner: Owner) -> list[Node]:
    """The values and rules of a definition, those of its costs and limits included."""
    found: list[Node] = []
    for key, node in owner.node.entries():
        if key in (
            "text",
            "says",
            "title",
            "note",
            "flavour",
            "source",
            "manual",
            "question",
            "number",
            "seconds",
            "titles",
        ):
            continue
        found += list(node.values()) if isinstance(node, Map) and key == "cost" else [node]
    return found


def _value(spelt: str) -> int:
    return int(spelt) if spelt.isdigit() else WORDS.index(spelt.lower()) + 1


def _other(spelt: str, rng: random.Random) -> str:
    """Another number, spelt in the same way."""
    if not spelt.isdigit():
        other = rng.choice([word for word in WORDS if word != spelt.lower()])
        return other.capitalize() if spelt[0].isupper() else other
    return str(rng.choice([n for n in range(1, max(10, int(spelt) + 3)) if n != int(spelt)]))


# secrets

SECRETS = {
    "kuhn-poker": ("sum(player.hand.rank) > 4", "sum(talon.rank) is 2"),
    "liars-dice": ("count(player.cup where .face is 6) > 3",),
    "shadow-frontiers": (
        "assassin.place is capital", "count(office where .two-face) > 1", "count(intelligence-deck) > 9",
        "some s in office has count(s.hand) > 2", "some s in office has (some c in s.dossier has c.tells is route)",
        "some s in office has used(wild, s) > 0", "some c in public-file has c.genuine",
    ),
    "werewolf": ("some v in villager has v.vote exists", "some c in role-pile has c.bites"),
}  # fmt: skip
"""What nobody who chooses may know, for each scenario that keeps secrets."""


def secret_legality(game: Game, rng: random.Random) -> Mutant:
    if game.name not in SECRETS:
        raise ImpossibleError
    secret = rng.choice(SECRETS[game.name])
    how = rng.choice((_legal_entry, _legal_choice, _legal_option, _legal_pick))
    return how(game, rng, secret)


def _played(game: Game) -> list[Owner]:
    """The entries that seats declare."""
    found = []
    for owner in game.owners:
        if owner.section in ("actions", "powers") and owner.id is not None:
            found.append(owner)
        if (
            owner.section == "cards"
            and owner.id is not None
            and (card := game.book.cards.get(str(owner.id))) is not None
        ):
            kind = game.book.card_kinds.get(card.kind)
            if kind is not None and kind.played_from is not None:
                found.append(owner)
    return found


def _legal_entry(game: Game, rng: random.Random, secret: str) -> Mutant:
    able = [owner for owner in _played(game) if owner.block]
    if not able:
        raise ImpossibleError
    owner = rng.choice(able)
    old = owner.node.get("available")
    if isinstance(old, Text):
        edit = _Edit(old.file, old.end.index, old.end.index, f" and {secret}")
        return _mutant("secret-legality", game, edit, told=f"and {secret}")
    head = next(owner.node.entries())[0]
    line = f"available: {secret}\n" + " " * head.start.column
    edit = _Edit(head.file, head.start.index, head.start.index, line)
    return _mutant("secret-legality", game, edit, told=f"available: {secret}")


def _narrowed(raw: str, secret: str) -> str:
    return f" and {secret}" if " where " in raw else f" where {secret}"


def _legal_choice(game: Game, rng: random.Random, secret: str) -> Mutant:
    able = [node for owner in _played(game) for node in _leaves_of(owner.node.get("choose"))]
    able = [node for node in able if node.plain]
    if not able:
        raise ImpossibleError
    node = rng.choice(able)
    edit = _Edit(node.file, node.end.index, node.end.index, _narrowed(str(node), secret))
    return _mutant("secret-legality", game, edit, told=edit.new.strip())


def _leaves_of(node: Node | None) -> list[Text]:
    return [inner for inner in node.values() if isinstance(inner, Text)] if isinstance(node, Map) else []


def _legal_option(game: Game, rng: random.Random, secret: str) -> Mutant:
    pattern = re.compile(r"(?<=\n)( *option [a-z][^\n]*)(?=\n)")
    return _in_rule(game, rng, pattern, lambda raw: f" and {secret}" if " when " in raw else f" when {secret}")


def _legal_pick(game: Game, rng: random.Random, secret: str) -> Mutant:
    pattern = re.compile(r"(?<=\n)( *(?:may )?choose [^,\n]+?)(?= by )")
    return _in_rule(game, rng, pattern, lambda raw: _narrowed(raw, secret))


def _in_rule(game: Game, rng: random.Random, pattern: re.Pattern[str], more: Callable[[str], str]) -> Mutant:
    found = []
    for spot in game.spots["rule"]:
        node = _text(spot)
        start, raw = _raw(node)
        found += [(node, start + match.end(), match[1]) for match in pattern.finditer(raw)]
    if not found:
        raise ImpossibleError
    node, at, line = rng.choice(found)
    edit = _Edit(node.file, at, at, more(line))
    return _mutant("secret-legality", game, edit, told=f"{line.strip()}{edit.new}")


# pieces


def removed_piece(game: Game, rng: random.Random) -> Mutant:
    cards = [owner for owner in game.owners if owner.section == "cards" and owner.id is not None]
    edges = [node for owner in game.owners if owner.section == "map" for node in _edges(owner.node)]
    if not cards and not edges:
        raise ImpossibleError
    if edges and (not cards or rng.random() < 0.3):
        return _removed_edge(game, rng.choice(edges))
    owner = rng.choice(cards)
    assert owner.id is not None
    first, end = _extent(owner.id)
    lines = _lines(owner.id.file)
    made = "\n".join(lines[:first] + lines[end:])
    near = frozenset((first, first + 1, _section_line(lines, first)))
    told = f"card “{owner.id}” deleted"
    gone = (f"“{owner.id}”", *_of_card(game, str(owner.id)))
    return Mutant("removed-piece", game.name, owner.id.file.path, near, told, made, gone)


def _of_card(game: Game, name: str) -> tuple[str, ...]:
    """What findings call that to which a card belonged: its kind and its zone, by id and by title."""
    card = game.book.cards[name]
    kind, zone = game.book.card_kinds[card.kind], game.book.zones.get(str(card.zone))
    words = [f"“{kind.id}”", str(kind.title or ""), str(kind.plural or "")]
    words += [f"“{zone.id}”", str(zone.title or "")] if zone is not None else []
    return tuple(word for word in words if word)


def _section_line(lines: list[str], line: int) -> int:
    """The line of the section that a line stands in."""
    return next(n + 1 for n in range(line, -1, -1) if lines[n][:1].isalpha())


def _edges(node: Map) -> list[Seq]:
    edges = node.get("edges")
    return [edge for edge in edges if isinstance(edge, Seq)] if isinstance(edges, Seq) else []


def _removed_edge(game: Game, edge: Seq) -> Mutant:
    lines = _lines(edge.file)
    number = edge.start.line
    if not re.fullmatch(r" *- \[[^\]]*\]", lines[number]):
        raise ImpossibleError
    made = "\n".join(lines[:number] + lines[number + 1 :])
    near = frozenset((number, number + 1, _section_line(lines, number)))
    head = next(n + 1 for n in range(number, -1, -1) if lines[n].strip() == "edges:")
    told = f"edge {lines[number].strip()} deleted"
    gone = (*(f"“{place}”" for place in edge), "“edges”")
    return Mutant("removed-piece", game.name, edge.file.path, near | {head}, told, made, gone)


MAKERS: dict[str, Callable[[Game, random.Random], Mutant]] = {
    "misspelt-key": misspelt_key,
    "misplaced-key": misplaced_key,
    "misspelt-reference": misspelt_reference,
    "misspelt-definition": misspelt_definition,
    "wrong-type": wrong_type,
    "dropped-line": dropped_line,
    "duplicated-id": duplicated_id,
    "broken-indentation": broken_indentation,
    "swapped-name": swapped_name,
    "changed-number": changed_number,
    "secret-legality": secret_legality,
    "removed-piece": removed_piece,
}
