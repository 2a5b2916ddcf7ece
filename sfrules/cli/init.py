"""`sfrules init`: a new scenario, small and playable, or after one that is there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sfrules.cli.console import Refused, to_stdout
from sfrules.cli.scenario import SIGN, choose

if TYPE_CHECKING:
    from sfrules.pipeline import Loaded

_TITLE = "TITLE"
"""Stands in the files of the skeleton where the title is to stand."""


def init(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the scenario's folder is called, such as my-game.")],
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="SCENARIO",
            show_default=False,
            help="Begin with a copy of this scenario, by name or path.",
        ),
    ] = None,
) -> None:
    """Begin a scenario: a small game that can be played at once, or a copy of one that is near to yours.

    It is made in content/NAME here, or at NAME if that is a path. All ids of a copy stay as they are; its title is
    that of the new folder. What is there already is never written over.

    \b
    Examples:
      sfrules init my-game
      sfrules init my-game --from OTHER-GAME
      sfrules init ../games/my-game
    """  # fmt: skip
    from sfrules.pipeline import load

    target = _target(name)
    title = target.name.replace("-", " ").title()
    if source is None:
        _write_skeleton(target, title)
    else:
        _write_copy(choose(source).root, target, title)
    loaded = load(target)
    to_stdout(f"Made {target.as_posix()}: {', '.join(_files(target))}.")
    _show(loaded)
    to_stdout("\n".join(_next(name, target)))
    if not loaded.playable:
        raise typer.Exit(1)


def _target(name: str) -> Path:
    """The folder to be made. Raises Refused when its name is none for a scenario, or something is in the way."""
    from sfrules.ids import is_slug, slug_slip

    path = Path(name)
    if not is_slug(path.name):
        raise Refused(f"a scenario cannot be called so: {slug_slip(path.name)}")
    target = path if len(path.parts) > 1 else Path("content") / name
    if target.exists():
        raise Refused(f"{target.as_posix()} is there already; nothing was written", "Choose another name.")
    return target


def _write_skeleton(target: Path, title: str) -> None:
    from sfrules.resources import resource

    skeleton = resource("site") / "skeleton"
    for path in sorted(skeleton.rglob("*")):
        if path.is_file():
            _write(target / path.relative_to(skeleton), path.read_text(encoding="utf-8").replace(_TITLE, title))


def _write_copy(source: Path, target: Path, title: str) -> None:
    """Everything that belongs to the scenario; the title of `scenario.yaml` is changed."""
    if not (source / SIGN).is_file():
        raise Refused(f"{source} is no scenario: it has no {SIGN}")
    for path in _copied(source):
        if path.name == SIGN and path.parent == source:
            _write(target / SIGN, _retitled(path, title))
        else:
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def _copied(source: Path) -> Iterator[Path]:
    """The files of a scenario but for those that nobody reads, and its translations: it is about to be another game."""
    from sfrules.source.files import TEXTS

    for path in sorted(source.rglob("*")):
        parts = path.relative_to(source).parts
        if path.is_file() and parts[0] != TEXTS and not any(part.startswith((".", "_")) for part in parts):
            yield path


def _retitled(path: Path, title: str) -> str:
    """The file with another title, everything else in its place."""
    from sfrules.source.files import read_file
    from sfrules.source.nodes import Map, Text
    from sfrules.source.reader import read_nodes

    file, _ = read_file(path)
    tree = read_nodes(file)[0] if file is not None else None
    scenario = tree.get("scenario") if isinstance(tree, Map) else None
    old = scenario.get("title") if isinstance(scenario, Map) else None
    if file is None or not isinstance(old, Text):
        raise Refused(f"{path}: there is no title that could be changed; mend the scenario first")
    return f"{file.text[: old.start.index]}{title}{file.text[old.end.index :]}"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _files(target: Path) -> list[str]:
    """What lies in the folder, sub-folders by their names."""
    return [f"{path.name}/" if path.is_dir() else path.name for path in sorted(target.iterdir())]


def _show(loaded: Loaded) -> None:
    """What checking finds; a new scenario is checked like any other."""
    import sys

    from sfrules.cli.console import colour_on
    from sfrules.publish.findings import full, summary

    if loaded.found:
        to_stdout("\n" + full(loaded.found, loaded.book.written, colour_on(sys.stdout)))
    to_stdout(summary(loaded.found, loaded.book.counts).rstrip("\n").splitlines()[-1])


def _next(name: str, target: Path) -> Iterator[str]:
    word = name if target.parent == Path("content") else target.as_posix()
    commands = {
        f"sfrules play {word}": "sit down at it",
        f"sfrules validate {word}": "after each change: what is wrong, and where",
        f"sfrules test {word}": "whether the rules do what they should",
        f"sfrules build {word}": "rulebook, cards and report",
    }
    yield ""
    yield "Next, open the files in an editor, and:"
    width = max(map(len, commands))
    yield from (f"  {command:<{width}}   {what}" for command, what in commands.items())
    yield "The rulebook that is built holds a page “Write your own game”, and all that can be written."
