"""Which scenario a command takes: the one that is named, else the nearest, else the one that is shipped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sfrules.cli.console import Refused, to_stderr, to_stdout

if TYPE_CHECKING:
    from sfrules.model.choices import Choices
    from sfrules.pipeline import Loaded

SIGN = "scenario.yaml"
"""The file that makes a folder a scenario."""

ScenarioName = Annotated[
    str | None, typer.Argument(metavar="[SCENARIO]", help="Path or name of the scenario.", show_default=False)
]
Gaps = Annotated[
    list[str] | None,
    typer.Option(
        "--gap", metavar="GAP=OPTION", help="Use another ruling for a gap. May be given again.", show_default=False
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME", help="Switch a variant on. May be given again.", show_default=False),
]

Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="TAG",
        help="Take the texts in this language: texts/TAG.yaml in the scenario.",
        show_default=False,
    ),
]


class Chosen(NamedTuple):
    """A scenario folder, why it is this one, and the word that named it."""

    root: Path
    why: str
    word: str = ""

    @property
    def option(self) -> str:
        """What must stand behind `sfrules replay` for the same scenario to be taken."""
        return f" --scenario {self.word}" if self.word else ""


def choose(word: str | None, here: Path | None = None) -> Chosen:
    """The scenario that is meant by `word` in the folder `here`. Raises Refused with what is known instead."""
    here = here or Path.cwd()
    if word is not None and not word.strip():
        raise Refused("which scenario? What stands for its name is empty", "Name one, or leave it out for the nearest.")
    return _named(word, here)._replace(word=word) if word is not None else _nearest(here)


def scenario_of(path: Path) -> Path | None:
    """The scenario folder that a file lies in."""
    folders = path.absolute().parents
    return next((as_typed(folder) for folder in folders if (folder / SIGN).is_file()), None)


def _named(word: str, here: Path) -> Chosen:
    path = Path(word)
    if path.is_dir():
        return _in_folder(path)
    if path.is_file():
        root = scenario_of(path)
        if root is None:
            raise Refused(f"{word} belongs to no scenario: there is no {SIGN} in its folder or above.")
        return Chosen(root, f"{path.name} lies in it")
    if len(path.parts) > 1 or word.endswith(("/", "\\", ".yaml", ".yml")) or word.startswith("."):
        raise Refused(f"there is no file or folder {word}")
    return _by_name(word, here)


def _in_folder(path: Path) -> Chosen:
    """A folder given by path: a scenario, one that holds scenarios, or one that lies in a scenario."""
    if (path / SIGN).is_file():
        return Chosen(path, "as you said")
    inside = _scenarios(path / "content") or _scenarios(path)
    if not inside:
        root = scenario_of(path)
        if root is not None:
            return Chosen(root, f"{path.absolute().name} lies in it")
        if next(path.rglob("*.y*ml"), None) is None:
            raise Refused(f"{as_typed(path).as_posix()} holds no scenario", "sfrules init NAME begins one.")
        return Chosen(path, "as you said")
    folder = inside[0].parent
    return _one_of(inside, _configured(folder, path), folder, "as you said")


def _by_name(word: str, here: Path) -> Chosen:
    known: dict[str, Path] = {}
    for folder in (*_content_folders(here), _shipped()):
        for scenario in _scenarios(folder):
            known.setdefault(scenario.name, scenario)
    if word in known:
        return Chosen(as_typed(known[word]), "as you said")
    from sfrules.diag import did_you_mean

    raise Refused(
        f"there is no scenario “{word}”.{did_you_mean(word, known)}",
        f"Known are: {', '.join(sorted(known)) or 'none'}. A path to a folder will do as well.",
    )


def _nearest(here: Path) -> Chosen:
    for folder in (here, *here.parents):
        if (folder / SIGN).is_file():
            return Chosen(as_typed(folder), "the nearest folder with a " + SIGN)
        inside = _scenarios(folder / "content")
        if inside:
            content = folder / "content"
            return _one_of(inside, _configured(folder, content), content, f"found in {as_typed(content)}")
    shipped = _shipped()
    chosen = _one_of(_scenarios(shipped), _configured(shipped), shipped, "it comes with sfrules")
    return Chosen(chosen.root, "it comes with sfrules")


def _one_of(inside: Sequence[Path], wanted: str | None, folder: Path, why: str) -> Chosen:
    """The configured one, or the only one."""
    if wanted is not None:
        for scenario in inside:
            if scenario.name == wanted:
                return Chosen(as_typed(scenario), f"{why}; the configuration names it")
        raise Refused(f"the configuration names the scenario “{wanted}”, and {as_typed(folder)} has none of that name")
    if len(inside) == 1:
        return Chosen(as_typed(inside[0]), why)
    raise Refused(
        f"{as_typed(folder)} holds several scenarios, and nothing says which is meant",
        f'Name one of {", ".join(s.name for s in inside)}; or write scenario = "{inside[0].name}" into '
        f"{as_typed(folder / 'sfrules.toml')}.",
    )


def _scenarios(content: Path) -> list[Path]:
    if not content.is_dir():
        return []
    return sorted(folder for folder in content.iterdir() if (folder / SIGN).is_file())


def _content_folders(here: Path) -> Iterable[Path]:
    return (folder / "content" for folder in (here, *here.parents))


def _shipped() -> Path:
    from sfrules.resources import resource

    return resource("content")


def _configured(*folders: Path) -> str | None:
    """The scenario that a folder's sfrules.toml, or the [tool.sfrules] of its pyproject.toml, names."""
    for folder in folders:
        for name, keys in (("sfrules.toml", ()), ("pyproject.toml", ("tool", "sfrules"))):
            table = table_of(folder / name, keys)
            if "scenario" in table:
                return str(table["scenario"])
    return None


def table_of(path: Path, keys: Sequence[str]) -> Mapping[str, Any]:
    """The table under some keys of a TOML file; empty where there is none. Raises Refused for what is not TOML."""
    if not path.is_file():
        return {}
    import tomllib

    try:
        table: Any = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Refused(f"{as_typed(path)} is not UTF-8 text: byte {error.start + 1}") from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(path, str(error)) from None
    except RecursionError:
        raise Refused(f"{as_typed(path)} is nested too deeply to be read") from None
    outer: Any = {}
    for key in keys:
        outer, table = table, table.get(key, {}) if isinstance(table, Mapping) else {}
    if isinstance(outer, Mapping) and not isinstance(table, Mapping):
        name = f"[{'.'.join(keys)}]"
        raise Refused(f"{as_typed(path)}: {name} is a table of settings", f'{name}\nprofile = "draft"')
    return table if isinstance(table, Mapping) else {}


def _not_toml(path: Path, said: str) -> Refused:
    """A line that cannot be read, in our own words; of what the reader says, the place counts."""
    import re

    at = re.search(r"\(at line (\d+), column (\d+)\)", said)
    place = f"{as_typed(path)}:{at[1]}:{at[2]}" if at is not None else str(as_typed(path))
    if "overwrite" in said or "declare" in said:
        return Refused(f"{place}: this is said twice", "Each setting and each table stands once.")
    what = "this line" if at is not None else "the end of the file"
    help_ = 'A setting is a name, an equals sign and a value; words stand in quotes: profile = "draft"'
    return Refused(f"{place}: {what} is not TOML", help_)


def as_typed(path: Path) -> Path:
    """The path from here where it lies below, else in full: this is how findings name their files."""
    absolute, here = path.absolute(), Path.cwd()
    return absolute.relative_to(here) if absolute.is_relative_to(here) and absolute != here else absolute


def chosen_rulings(gaps: Sequence[str] | None, variants: Sequence[str] | None) -> Choices:
    """What --gap and --variant ask for."""
    from sfrules.model.choices import Choices

    pairs = [gap.partition("=") for gap in gaps or ()]
    bad = next(("".join(pair) for pair in pairs if not pair[0] or not pair[2]), None)
    if bad is not None:
        raise Refused(f"--gap {bad}: write GAP=OPTION, such as --gap first-player=oldest")
    return Choices({gap: option for gap, _, option in pairs}, tuple(variants or ()))


def announce(loaded: Loaded, chosen: Chosen, *, beside: bool = False) -> None:
    """Says which scenario it is; `beside` when the result on stdout must stay clean."""
    book = loaded.book
    version = f" {book.scenario.version}" if book.scenario.version else ""
    line = f"Scenario: {book.scenario.title or chosen.root.name}{version} ({chosen.root.as_posix()}; {chosen.why})"
    (to_stderr if beside else to_stdout)(line)


def load_chosen(
    word: str | None,
    gaps: Sequence[str] | None = None,
    variants: Sequence[str] | None = None,
    language: str | None = None,
    *,
    tests: bool = False,
) -> tuple[Chosen, Loaded]:
    """The scenario that is meant, read and checked; its tests only if wanted. Raises Refused if there is nothing."""
    from sfrules.pipeline import load

    chosen = choose(word)
    if language is not None and not language.strip():
        raise Refused("which language? What stands for its tag is empty", "Write de, fr or pt-br.")
    choices = chosen_rulings(gaps, variants)
    loaded = load(chosen.root, choices, language=language or "", tests=tests)
    refuse_unknown_choices(loaded, choices)
    if language is not None and loaded.book.language != language:
        _refuse_language(language, chosen.root)
    return chosen, loaded


def _refuse_language(language: str, root: Path) -> None:
    """Raises Refused for a language that the scenario has no texts in."""
    from sfrules.diag import did_you_mean
    from sfrules.source.files import TEXTS

    known = sorted(path.stem for path in (root / TEXTS).glob("*.yaml"))
    there = f"There are: {', '.join(known)}. " if known else ""
    message = f"there is no translation “{language}” in {root.as_posix()}.{did_you_mean(language, known)}"
    raise Refused(message, f"{there}sfrules texts {language} begins one.")


def refuse_unknown_choices(loaded: Loaded, choices: Choices) -> None:
    """Raises Refused for a gap, an option or a variant that the scenario does not have."""
    from sfrules.diag import did_you_mean

    book = loaded.book
    for gap, option in choices.gaps.items():
        if gap not in book.gaps:
            raise Refused(f"there is no gap “{gap}”.{did_you_mean(gap, book.gaps)}")
        if option not in book.gaps[gap].options:
            options = book.gaps[gap].options
            raise Refused(
                f"gap {gap} has no option “{option}”.{did_you_mean(option, options)}", f"It has: {', '.join(options)}"
            )
    for variant in choices.variants:
        if variant not in book.variants:
            raise Refused(f"there is no variant “{variant}”.{did_you_mean(variant, book.variants)}")


def playable(loaded: Loaded, chosen: Chosen) -> None:
    """Stops with the errors of a scenario that has some; exit code 1."""
    if loaded.playable:
        return
    import sys

    from sfrules.cli.console import colour_on
    from sfrules.diag import Severity, how_many
    from sfrules.publish.findings import full

    errors = [d for d in loaded.found if d.severity is Severity.ERROR]
    to_stderr(full(errors[:20], loaded.book.written, colour_on(sys.stderr)))
    more = f" (the first 20 of {len(errors)})" if len(errors) > 20 else ""
    these = "it" if len(errors) == 1 else "them"
    to_stderr(f"The scenario has {how_many(len(errors), 'error')}{more}; mend {these} first.")
    raise typer.Exit(1)
