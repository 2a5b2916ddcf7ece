"""The files of a scenario: found in a stable order, read with care."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sfrules.diag import Diagnostic, Severity, Span
from sfrules.ids import letter_name

TEXTS = "texts"
"""The folder of translations: a file for each language, and a folder beside it with its pages."""

LARGEST = 4_000_000
"""The size in bytes above which a file is refused: a scenario is split over files long before that."""

_BREAK = re.compile(r"\r\n|\n|\r")
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\r(?!\n)"
)


@dataclass(frozen=True)
class SourceFile:
    """One text of a scenario: where it is, how the user would type that, and what stands there."""

    path: Path
    shown: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines as an editor numbers them, without their breaks."""
        return _BREAK.split(self.text)


@dataclass(frozen=True)
class Sources:
    """All texts of a scenario folder, each sort in stable order: content files, rulebook pages, and translations."""

    root: Path
    shown: str
    files: tuple[SourceFile, ...] = ()
    pages: tuple[SourceFile, ...] = ()
    texts: tuple[SourceFile, ...] = ()


def read_tree(root: Path, overlay: Mapping[Path, str] | None = None) -> tuple[Sources, list[Diagnostic]]:
    """The content files (`*.yaml`), pages (`rulebook/*.md`) and translations under `root`, and what could not be read.

    `overlay` gives texts that stand in for files on disk, as an editor holds them before they are saved.
    """
    shown = root.as_posix()
    if not root.is_dir():
        return Sources(root, shown), [_whole_file("SF101", shown, f"There is no folder {shown}.")]
    held = {path.resolve(): text for path, text in (overlay or {}).items()}
    found: list[Diagnostic] = []
    read = [file for path in _walk(root, found) if (file := _read_one(path, root, held, found)) is not None]
    texts = tuple(file for file in read if file.path.is_relative_to(root / TEXTS))
    content = [file for file in read if file not in texts] if texts else read
    files = tuple(file for file in content if file.path.suffix == ".yaml")
    pages = tuple(file for file in content if file.path.suffix == ".md")
    return Sources(root, shown, files, pages, texts), found


def read_file(path: Path, shown: str = "") -> tuple[SourceFile | None, list[Diagnostic]]:
    """One file by itself, or None and the reason."""
    found: list[Diagnostic] = []
    return _decode(path, shown or path.as_posix(), found), found


def read_text(text: str, shown: str, path: Path | None = None) -> tuple[SourceFile, list[Diagnostic]]:
    """A text that an editor hands over, under the name it should be shown by."""
    found: list[Diagnostic] = []
    return _clean(path or Path(shown), shown, text.removeprefix("\ufeff"), found), found


def inside(path: Path, root: Path) -> bool:
    """Whether `path`, with every link followed, lies in the folder `root`."""
    return path.resolve().is_relative_to(root.resolve())


def _walk(root: Path, found: list[Diagnostic]) -> Iterator[Path]:
    """Content files and pages under `root`: parents before children, by name, hidden and `_` folders left out."""
    unlisted: list[OSError] = []
    for folder, folders, names in os.walk(root, onerror=unlisted.append):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        found += [_linked_folder(here / name, root) for name in folders if (here / name).is_symlink()]
        for name in sorted(names):
            path = here / name
            if name.startswith((".", "_")):
                continue
            if path.suffix == ".yaml" or (
                path.suffix == ".md" and (here == root / "rulebook" or here.parent == root / TEXTS)
            ):
                yield path
            elif path.suffix.lower() in (".yml", ".yaml"):
                message = f"{name} is not read: content files end in .yaml, in small letters."
                found.append(_whole_file("SF102", path.as_posix(), message))
    found += map(_unlistable, unlisted)


def _read_one(path: Path, root: Path, overlay: Mapping[Path, str], found: list[Diagnostic]) -> SourceFile | None:
    shown = path.as_posix()
    if not inside(path, root):
        found.append(
            _whole_file("SF103", shown, "This is a link to a file outside the scenario folder; it is not read.")
        )
        return None
    if (text := overlay.get(path.resolve())) is not None:
        return _clean(path, shown, text.removeprefix("\ufeff"), found)
    return _decode(path, shown, found)


def _decode(path: Path, shown: str, found: list[Diagnostic]) -> SourceFile | None:
    try:
        if (size := path.stat().st_size) > LARGEST:
            message = (
                f"The file is too large: {size:,} bytes; at most {LARGEST:,} are read. Split it over several files."
            )
            found.append(_whole_file("SF101", shown, message))
            return None
        data = path.read_bytes()
    except OSError as error:
        found.append(
            _whole_file("SF101", shown, f"The file cannot be read: {(error.strerror or 'unknown cause').lower()}.")
        )
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found.append(_not_utf8(shown, data, error.start))
        return None
    return _clean(path, shown, text, found)


def _clean(path: Path, shown: str, text: str, found: list[Diagnostic]) -> SourceFile:
    """The file, with forbidden characters reported and blanked, so that the rest of it can be checked too."""
    bad = list(_FORBIDDEN.finditer(text))
    if bad:
        found.append(_forbidden(shown, text, bad[0].start(), len(bad)))
        text = _FORBIDDEN.sub(" ", text)
    if path.suffix == ".yaml" and not text.strip():
        found.append(_whole_file("SF105", shown, "The file is empty. Write an entry, or delete the file."))
    return SourceFile(path, shown, text)


def _forbidden(shown: str, text: str, at: int, count: int) -> Diagnostic:
    before = _BREAK.split(text[:at])
    letter = text[at]
    more = f" There are {count} such characters in this file." if count > 1 else ""
    name = (
        "a line break of old Mac files"
        if letter == "\r"
        else letter_name(letter)
        if ord(letter) > 159
        else f"U+{ord(letter):04X}"
    )
    message = f"A character that cannot be seen stands here: {name}. Delete it.{more}"
    return Diagnostic("SF104", message, Span(shown, len(before), len(before[-1]) + 1))


def _not_utf8(shown: str, data: bytes, at: int) -> Diagnostic:
    before = _BREAK.split(data[:at].decode("utf-8-sig", "replace"))
    message = f"The file is not UTF-8 text: byte 0x{data[at]:02X} stands here. Save it as UTF-8."
    return Diagnostic("SF104", message, Span(shown, len(before), len(before[-1]) + 1))


def _linked_folder(path: Path, root: Path) -> Diagnostic:
    where = "" if inside(path, root) else " outside the scenario folder"
    return _whole_file(
        "SF103", path.as_posix(), f"This is a link to a folder{where}; links to folders are not followed."
    )


def _unlistable(error: OSError) -> Diagnostic:
    reason = (error.strerror or "unknown cause").lower()
    return _whole_file("SF101", Path(str(error.filename)).as_posix(), f"The folder cannot be read: {reason}.")


def _whole_file(code: str, shown: str, message: str) -> Diagnostic:
    return Diagnostic(code, message, Span(shown, 1, 1), Severity.ERROR)
