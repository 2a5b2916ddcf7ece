"""The files of translations, read: `texts/<language>.yaml`, which mirrors content, and pages in `texts/<language>/`.

A translation is read against the content as it is written, before rulings and variants change it: what they put in has
words of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic_core import PydanticCustomError

from sfrules.diag import Diagnostic, Span, did_you_mean, how_many
from sfrules.model.errors import unknown_key
from sfrules.model.merge import Tree, merge
from sfrules.model.originals import Place, TextPath, leaves, places
from sfrules.model.readers import read_prose
from sfrules.model.translation import HEAD, LANGUAGE, PHRASES, PagePair, Pair, Translation
from sfrules.source.files import TEXTS, SourceFile, Sources
from sfrules.source.nodes import Map, Node, Nothing, Seq, Text
from sfrules.source.reader import read_nodes

_HEAD_KEYS = ("name",)


def read_translations(sources: Sources, tree: Tree) -> tuple[dict[str, Translation], list[Diagnostic]]:
    """The translations of a scenario by language, read against its content as written, and what is wrong with them."""
    made: dict[str, Translation] = {}
    found: list[Diagnostic] = []
    top = places(tree) if sources.texts else {}
    for file in sources.texts:
        if file.path.suffix == ".yaml" and _well_placed(file, sources.root, found):
            reader = _Reader(file, tree.whole)
            made[file.path.stem] = reader.translation(top)
            found += reader.found
    originals = {file.path.stem: file for file in sources.pages}
    for language, translation in made.items():
        made[language] = _with_pages(translation, sources, originals)
    found += _odd_pages(sources, made, originals)
    return made, found


def only(sources: Sources, language: str) -> Sources:
    """The files of a scenario with the translation into one language, or into none."""
    kept = (file for file in sources.texts if language and language in (file.path.stem, file.path.parent.name))
    return replace(sources, texts=tuple(kept))


def content_places(sources: Sources) -> dict[str, Place]:
    """The places of a scenario's content for words, as it is written."""
    tree, _ = merge(read_nodes(file)[0] for file in sources.files)
    return places(tree)


# files


def _well_placed(file: SourceFile, root: Path, found: list[Diagnostic]) -> bool:
    """Whether a file is one of a language: what it is called, and where it lies."""
    language, top = file.path.stem, Span(file.shown, 1, 1)
    if file.path.parent != root / TEXTS:
        message = f"All texts of a language stand in one file, {TEXTS}/{file.path.parent.name}.yaml. Move them there."
        found.append(Diagnostic("SF203", message, top))
        return False
    if not LANGUAGE.fullmatch(language):
        message = f"“{language}” is not the tag of a language. Call the file {TEXTS}/de.yaml, or {TEXTS}/pt-br.yaml."
        found.append(Diagnostic("SF206", message, top))
        return False
    return True


def _with_pages(translation: Translation, sources: Sources, originals: Mapping[str, SourceFile]) -> Translation:
    folder = sources.root / TEXTS / translation.language
    there = {file.path.stem: file for file in sources.texts if file.path.parent == folder and file.path.suffix == ".md"}
    pairs = tuple(
        PagePair(name, page.text, there[name].shown, there[name].text)
        for name, page in originals.items()
        if name in there
    )
    missing = tuple(name for name in originals if name not in there)
    return replace(translation, pages=pairs, missing_pages=missing)


def _odd_pages(
    sources: Sources, made: Mapping[str, Translation], originals: Mapping[str, SourceFile]
) -> Iterator[Diagnostic]:
    """Pages of no language, and pages that translate nothing."""
    for file in sources.texts:
        name, language = file.path.stem, file.path.parent.name
        if file.path.suffix != ".md":
            continue
        if language not in made:
            message = f"There is no {TEXTS}/{language}.yaml to this page. sfrules texts {language} begins it."
            yield Diagnostic("SF210", message, Span(file.shown, 1, 1))
        elif name not in originals:
            message = f"There is no page rulebook/{name}.md that this could translate.{did_you_mean(name, originals)}"
            yield Diagnostic("SF210", message, Span(file.shown, 1, 1))


# one file


class _Reader:
    """Reads one file against the places of the content; mistakes go to `found`."""

    def __init__(self, file: SourceFile, content_whole: bool) -> None:
        self.file, self.content_whole = file, content_whole
        self.found: list[Diagnostic] = []
        self.pairs: list[Pair] = []
        self.whole = True

    def translation(self, top: Mapping[str, Place]) -> Translation:
        """What the file says."""
        root, slips = read_nodes(self.file)
        self.found += slips
        if not isinstance(root, Map):
            self._say("SF203", f"A translation holds `{HEAD}:` and, below it, the sections of the content.", root.span)
            root = Map(self.file, root.start, root.end)
        self.whole = not any(slip.code.startswith(("SF11", "SF12")) for slip in slips)
        name, head = self._head(root)
        phrases = self._phrases(root.get(PHRASES))
        self._ids(
            root.part(lambda key: key not in (HEAD, PHRASES)), Place("ids", "section", inside=lambda: dict(top)), ()
        )
        there = {pair.path for pair in self.pairs}
        missing = tuple((path, place) for path, place in leaves(top) if path not in there)
        language = self.file.path.stem
        return Translation(
            language, name or language, self.file, head, root, tuple(self.pairs), missing, phrases, whole=self.whole
        )

    def _head(self, root: Map) -> tuple[str, Span]:
        """What the language calls itself, and where that stands."""
        top, node = Span(self.file.shown, 1, 1), root.get(HEAD)
        if HEAD not in root:
            if HEAD not in root.spoilt and self.whole:
                message = (
                    f"The key “{HEAD}” is missing: a translation begins with it, and with the name of its language."
                )
                self._say("SF202", message, top)
            return "", top
        place = root.key_span(HEAD)
        if not isinstance(node, Map):
            self._say("SF203", f"Write the name of the language under “{HEAD}”: `name: Deutsch`.", place)
            return "", place
        for key, _ in node.entries():
            if key not in _HEAD_KEYS:
                self._say("SF201", unknown_key(key, HEAD, _HEAD_KEYS), key.span)
        if "name" not in node and "name" not in node.spoilt:
            self._say("SF202", f"The key “name” is missing: a {HEAD} says what its language calls itself.", place)
        name = self._text(node["name"]) if "name" in node else None
        return str(name or ""), place

    def _phrases(self, node: Node | None) -> dict[Text, Text]:
        if node is None or isinstance(node, Nothing):
            return {}
        if not isinstance(node, Map):
            self._say("SF203", "Write what rules say, each with its translation: `“Choose a card”: …`.", node.span)
            return {}
        made = {}
        for said, words in node.entries():
            text = self._text(words) if not isinstance(words, Nothing) else None
            if text is not None:
                made[said] = text
        return made

    # the mirror of the content

    def _place(self, key: Text, node: Node, place: Place, path: TextPath) -> None:
        if isinstance(node, Nothing):
            return None  # not translated yet
        if place.sort in ("ids", "keys"):
            if isinstance(node, Text) and place.short and place.short in place.inside():
                return self._place(key, node, place.inside()[place.short], (*path, place.short))
            if not isinstance(node, Map):
                wanted = "entries by id" if place.sort == "ids" else "lines of `key: value`"
                return self._say("SF203", f"“{key}” is written as in the content: {wanted}.", node.span)
            return self._ids(node, place, path) if place.sort == "ids" else self._keys(node, place, path)
        if place.sort == "texts":
            return self._texts(key, node, place, path)
        text = self._text(node)
        if text is not None:
            self.pairs.append(Pair(path, place, key, text))
        return None

    def _texts(self, key: Text, node: Node, place: Place, path: TextPath) -> None:
        count = len(place.node) if isinstance(place.node, Seq) else 0
        if not isinstance(node, Seq):
            return self._say("SF203", "Write a list: [one, two].", node.span)
        if len(node) != count:
            message = f"This list has {how_many(len(node), 'entry', 'entries')}, and the original has {count}."
            return self._say("SF203", message, node.span)
        read = [self._text(item) for item in node]
        if None not in read:
            self.pairs.append(Pair(path, place, key, node))
        return None

    def _ids(self, node: Map, place: Place, path: TextPath) -> None:
        """What stands under ids: an id that the content does not have translates nothing."""
        inside = place.inside()
        for key, value in node.entries():
            if key in inside:
                self._place(key, value, inside[key], (*path, str(key)))
            elif self.content_whole and not (isinstance(place.node, Map) and key in place.node.spoilt):
                noun = place.noun if place.noun not in inside else "entry"
                self._say(
                    "SF210", f"There is no {noun} “{key}” with words to translate.{did_you_mean(key, inside)}", key.span
                )

    def _keys(self, node: Map, place: Place, path: TextPath) -> None:
        inside = place.inside()
        for key, value in node.entries():
            if key in inside:
                self._place(key, value, inside[key], (*path, str(key)))
            elif key in place.more:
                message = f"“{key}” is no text of {_a(place.noun)}, and a translation changes texts only. Delete it."
                self._say("SF201", message, key.span)
            elif key in place.could:
                message = f"The original says nothing under “{key}”, so there is nothing to translate. Delete it."
                self._say("SF210", message, key.span)
            elif self.content_whole:
                self._say("SF201", unknown_key(key, place.noun, inside), key.span)

    def _text(self, node: Node) -> Text | None:
        try:
            return read_prose(node)
        except PydanticCustomError as error:
            self._say(error.type, error.message(), node.span)
            return None

    def _say(self, code: str, message: str, span: Span) -> None:
        self.found.append(Diagnostic(code, message, span, subject=f"translation {self.file.path.stem}"))


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
