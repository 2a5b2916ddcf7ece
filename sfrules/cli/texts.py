"""`sfrules texts`: the file of a translation begun, brought up to date, and what it still lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sfrules.cli.console import Refused, to_stderr, to_stdout
from sfrules.cli.scenario import SIGN, ScenarioName, as_typed, choose

if TYPE_CHECKING:
    from sfrules.model.originals import Place, TextPath
    from sfrules.model.translation import Translation
    from sfrules.pipeline import Loaded
    from sfrules.source.files import SourceFile, Sources

ALL = "all"

_NAMES = {
    "cs": "Čeština", "da": "Dansk", "de": "Deutsch", "es": "Español", "fi": "Suomi", "fr": "Français",
    "hu": "Magyar", "it": "Italiano", "nb": "Norsk", "nl": "Nederlands", "pl": "Polski", "pt": "Português",
    "pt-br": "Português do Brasil", "ro": "Română", "sv": "Svenska", "tr": "Türkçe",
}  # fmt: skip
"""What languages call themselves, for the head of a new file."""


def texts(
    language: Annotated[
        str | None, typer.Argument(metavar="[LANGUAGE]", help="Its tag: de, fr, pt-br.", show_default=False)
    ] = None,
    scenario: ScenarioName = None,
    pseudo: Annotated[
        bool, typer.Option("--pseudo", help="Write a language that nobody speaks: accents, and 40 % more letters.")
    ] = False,
    confirm: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH", help="This translation fits its new original; all: every one does.", show_default=False
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit code 1 if something is missing or stale.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Change nothing; write what there is as JSON.")] = False,
) -> None:
    """Begin the translation of a scenario, or bring it up to date; without a language, say which there are.

    All texts of the content stand in texts/LANGUAGE.yaml, each below its original; an empty one is not translated yet.
    What is translated stays, and so do comments. Where an original has changed since, the old and the new one stand
    above: mend the translation, and say so with --confirm. Pages of the rulebook are copied to texts/LANGUAGE/.
    sfrules validate checks translations, and sfrules build --language LANGUAGE uses one.

    \b
    Examples:
      sfrules texts                              which languages there are, and how complete
      sfrules texts de                           begin German, or bring it up to date
      sfrules texts de content/my-game --check   for a check before a release
      sfrules texts de --confirm cards.storm.text
      sfrules texts --pseudo                     then: sfrules build --language en-xa
    """
    from sfrules.publish.pseudo import LANGUAGE as NOBODYS

    if scenario is None and language is not None and (pseudo or _is_scenario(language)):
        language, scenario = None, language
    language = NOBODYS if pseudo and language is None else language
    work = _work(scenario)
    to_stderr(f"Scenario: {work.root.as_posix()}")
    if language is None:
        _list(work, as_json=as_json)
        return
    _refuse_odd(language, work, pseudo=pseudo, confirm=confirm)
    there = work.book.translations.get(language)
    if check or as_json:
        whole = _tell_state(work, language, there, as_json=as_json)
        raise typer.Exit(1 if check and not whole else 0)
    changed = work.changed(language, there, pseudo=pseudo, confirm=confirm or ())
    if diff:
        from sfrules.cli.writing import difference

        for path, (before, after) in sorted(changed.items()):
            sys.stdout.writelines(difference(path.as_posix(), before or "", after))
        return
    _write(changed)
    again = _work(scenario)
    _tell_state(again, language, again.book.translations.get(language), as_json=False)


def _is_scenario(word: str) -> bool:
    """Whether the one word that was said is no language but a path."""
    return len(Path(word).parts) > 1 or (Path(word) / SIGN).is_file() or word == "."


class _Work:
    """A scenario whose words are to be translated."""

    def __init__(self, root: Path, sources: Sources, loaded: Loaded) -> None:
        from sfrules.model.languages import content_places
        from sfrules.model.translation import phrases_of

        self.root, self.sources, self.book = root, sources, loaded.book
        self.places: Mapping[str, Place] = content_places(sources)
        self.phrases = list(phrases_of(loaded.book))
        # what has a wrong form would be lost when the file is written anew
        self.odd = {d.span.file for d in loaded.found if d.code in ("SF203", "SF207")}

    @property
    def pages(self) -> dict[str, SourceFile]:
        """The pages of the rulebook by name."""
        return {file.path.stem: file for file in self.sources.pages}

    def count(self) -> int:
        """How many texts there are to translate, pages too."""
        from sfrules.model.originals import leaves

        return sum(1 for _ in leaves(self.places)) + len(self.phrases) + len(self.sources.pages)

    def missing(self, there: Translation | None) -> list[str]:
        """What has no translation yet, by path."""
        from sfrules.model.originals import leaves
        from sfrules.model.translation import translated_page

        if there is None:
            paths = [path for path, _ in leaves(self.places)]
            return [*map(_dotted, paths), *map(_phrase, self.phrases), *map(_page, self.pages)]
        phrases = [_phrase(said) for said in self.phrases if said not in there.phrases]
        untouched = [page.name for page in there.pages if not translated_page(page)]
        pages = [_page(name) for name in (*there.missing_pages, *untouched)]
        return [*(_dotted(path) for path, _ in there.missing), *phrases, *pages]

    def changed(
        self, language: str, there: Translation | None, *, pseudo: bool, confirm: Sequence[str]
    ) -> dict[Path, tuple[str | None, str]]:
        """The files of a language that are to be written, by path, with their texts before and after."""
        from sfrules.publish.pseudo import NAME, pseudo_page
        from sfrules.publish.pseudo import pseudo as disguised
        from sfrules.publish.texts import Wanted, written
        from sfrules.source.files import TEXTS

        name = there.name if there is not None else NAME if pseudo else _NAMES.get(language, language)
        how = Wanted(lambda path: ALL in confirm or _dotted(path) in confirm, disguised if pseudo else None)
        text = written(None if pseudo else there, language, name, self.places, self.phrases, how)
        path = self.root / TEXTS / f"{language}.yaml"
        made = {path: (there.file.text if there is not None else None, _broken_as(text, there))}
        old = {page.name: page.text for page in there.pages} if there is not None else {}
        for page, file in self.pages.items():
            fresh = page not in old or pseudo
            confirmed = ALL in confirm or _page(page) in confirm
            if fresh or confirmed:
                source = pseudo_page(file.text) if pseudo else file.text if fresh else old[page]
                made[self.root / TEXTS / language / f"{page}.md"] = (old.get(page), _marked(source, file.text))
        return {path: texts for path, texts in made.items() if texts[0] != texts[1]}


def _work(scenario: str | None) -> _Work:
    """The scenario, read; refused where its content is not whole."""
    from sfrules.pipeline import load
    from sfrules.source.files import read_tree

    root = choose(scenario).root
    sources, _ = read_tree(root)
    loaded = load(root)
    if not loaded.book.whole or not sources.files:
        raise Refused("the content cannot be read in full", "sfrules validate says what is wrong with it.")
    return _Work(root, sources, loaded)


def _refuse_odd(language: str, work: _Work, *, pseudo: bool, confirm: Sequence[str] | None) -> None:
    """Raises Refused for what is no language, or a file of one that cannot be kept."""
    from sfrules.diag import did_you_mean
    from sfrules.model.translation import LANGUAGE

    if not LANGUAGE.fullmatch(language):
        raise Refused(f"“{language}” is not the tag of a language", "Write it as de, fr or pt-br.")
    there = work.book.translations.get(language)
    if there is not None and not pseudo and (not there.whole or there.file.shown in work.odd):
        raise Refused(f"{there.file.shown} cannot be read in full", "sfrules validate says what is wrong with it.")
    known = [] if there is None else [_dotted(pair.path) for pair in there.pairs] + [_page(p.name) for p in there.pages]
    for path in confirm or ():
        if path not in (ALL, *known):
            raise Refused(f"nothing is translated under “{path}”.{did_you_mean(path, known)}")


def _write(changed: Mapping[Path, tuple[str | None, str]]) -> None:
    from sfrules.cli.writing import write_all, write_whole

    write_all({path: (before, after) for path, (before, after) in changed.items() if before is not None})
    for path, (before, after) in changed.items():
        if before is None:
            write_whole(path, after)
        to_stdout(f"{'changed' if before is not None else 'written'} {as_typed(path).as_posix()}")
    if not changed:
        to_stdout("Nothing to change.")


def _broken_as(text: str, there: Translation | None) -> str:
    """The text with the line breaks that the file has."""
    return text.replace("\n", "\r\n") if there is not None and "\r\n" in there.file.text else text


def _marked(page: str, original: str) -> str:
    """A translated page that tells in its head of which original it was made."""
    from sfrules.model.translation import page_mark, without_mark

    end = "\r\n" if "\r\n" in page else "\n"
    text, edge, line = without_mark(page), f"---{end}", f"of: {page_mark(original)}{end}"
    return f"{edge}{line}{text.removeprefix(edge)}" if text.startswith(edge) else f"{edge}{line}{edge}{end}{text}"


# what there is


def _list(work: _Work, *, as_json: bool) -> None:
    import json

    if as_json:
        rows = [_state(work, language, there) for language, there in work.book.translations.items()]
        sys.stdout.write(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
        return
    for language, there in work.book.translations.items():
        to_stdout(f"{language:8} {there.name:20} {_summed_up(_state(work, language, there))}")
    if not work.book.translations:
        to_stdout("No translations yet. sfrules texts de begins one into German, sfrules texts fr one into French.")


def _tell_state(work: _Work, language: str, there: Translation | None, *, as_json: bool) -> bool:
    """Tells what is translated, missing and stale; whether nothing is missing or stale."""
    import json

    state = _state(work, language, there)
    if as_json:
        sys.stdout.write(json.dumps(state, ensure_ascii=False, indent=2) + "\n")
    else:
        for path in state["stale"]:
            to_stdout(f"stale: {path}")
        to_stdout(f"{language}: {_summed_up(state)}")
    return not state["missing"] and not state["stale"]


def _state(work: _Work, language: str, there: Translation | None) -> dict[str, Any]:
    from sfrules.model.translation import stale_pages, stale_pairs

    count, missing = work.count(), work.missing(there)
    stale = (
        [] if there is None else [*(_dotted(pair.path) for pair in stale_pairs(there)), *map(_page, stale_pages(there))]
    )
    return {
        "language": language,
        "name": there.name if there is not None else "",
        "texts": count,
        "translated": count - len(missing),
        "missing": missing,
        "stale": stale,
    }


def _summed_up(state: Mapping[str, Any]) -> str:
    from sfrules.diag import how_many

    stale = f", {len(state['stale'])} of them stale" if state["stale"] else ""
    return f"{state['translated']} of {how_many(state['texts'], 'text')} translated{stale}."


def _dotted(path: TextPath) -> str:
    return ".".join(path)


def _phrase(said: str) -> str:
    return f"phrases.“{said}”"


def _page(name: str) -> str:
    return f"rulebook/{name}.md"
