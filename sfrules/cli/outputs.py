"""`--output FORM` and `--output FORM=FILE`: one form to the terminal, any number of them to files."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sfrules.cli.console import Refused, colour_on, to_stderr, to_stdout
from sfrules.cli.writing import write_whole
from sfrules.record import record

if TYPE_CHECKING:
    from sfrules.diag import Diagnostic, Severity
    from sfrules.model.book import Book
    from sfrules.pipeline import Loaded
    from sfrules.publish.findings import Checked
    from sfrules.source.files import SourceFile

FORMS = ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "html")
"""The forms: each is a file in sfrules/publish/findings/. The list stands here, where help needs it at once."""


@record
class Outputs:
    """Which form goes to the terminal, if any, and which go to which files."""

    terminal: str | None
    files: tuple[tuple[str, Path], ...] = ()

    @property
    def beside(self) -> bool:
        """Whether what is said besides must leave standard output alone: a program may read it."""
        return self.terminal not in ("full", None)

    def show(self, checked: Checked) -> None:
        """What goes to the terminal."""
        from sfrules.publish.findings import written

        if self.terminal is None or (self.terminal == "full" and not checked.found):
            return
        text = written(self.terminal, checked)
        if self.terminal == "full":
            to_stdout("\n" + text)
        else:
            sys.stdout.write(text)

    def keep(self, checked: Checked) -> None:
        """Writes the files. Raises Refused, when the others are written, for those that cannot be."""
        refused = [_to_file(form, path, checked) for form, path in self.files]
        if any(refused):
            raise Refused("\nsfrules: ".join(filter(None, refused)))


def outputs(wanted: Sequence[str] | None, *, as_json: bool = False) -> Outputs:
    """What the options of a command ask for; without any, everything in full. Raises Refused for nonsense."""
    bare: list[str] = ["json"] if as_json else []
    files: list[tuple[str, Path]] = []
    for word in wanted or ():
        form, has_file, file = word.partition("=")
        _known(form)
        if not has_file or file == "-":
            bare.append(form)
        elif not file:
            raise Refused(f"--output {word}: which file? Write --output {form}=FILE")
        else:
            files.append((form, _usable(form, Path(file), files)))
    if len(set(bare)) > 1:
        raise Refused(
            f"only one form can go to the terminal, not {' and '.join(dict.fromkeys(bare))}",
            f"Send the others to files: --output {bare[1]}=FILE",
        )
    return Outputs(bare[0] if bare else None if files else "full", tuple(files))


def _known(form: str) -> None:
    if form not in FORMS:
        from sfrules.diag import did_you_mean

        raise Refused(f"there is no form “{form}”.{did_you_mean(form, FORMS)}", f"Forms are: {', '.join(FORMS)}.")


def _usable(form: str, path: Path, others: Sequence[tuple[str, Path]]) -> Path:
    """The path, looked at before any work is done."""
    if path.is_dir():
        raise Refused(f"--output {form}={path}: this is a folder; name a file in it")
    for other, taken in others:
        if taken.absolute() == path.absolute():
            raise Refused(f"{path} cannot hold both {other} and {form}; name two files")
    return path


def _to_file(form: str, path: Path, checked: Checked) -> str:
    """Says what was written where; the complaint if it could not be."""
    from dataclasses import replace

    from sfrules.publish.findings import written

    text = written(form, replace(checked, colour=False))
    try:
        write_whole(path, text)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return f"{path.as_posix()} cannot be written: {reason[:1].lower()}{reason[1:]}"
    to_stderr(f"Written: {path.as_posix()} ({form})")
    return ""


def checked(
    loaded: Loaded,
    found: Sequence[Diagnostic],
    *,
    fails_at: Severity | None = None,
    only: str | None = None,
    coverage: Mapping[str, Any] | None = None,
    site: str = "",
    limit: int = 0,
) -> Checked:
    """All that the forms may tell of a run."""
    return _checked(loaded.book, found, fails_at=fails_at, only=only, coverage=coverage, site=site, limit=limit)


def checked_alone(file: Path, source: SourceFile | None, found: Sequence[Diagnostic]) -> Checked:
    """The same for a file that belongs to no scenario; `source` is None when it cannot be read."""
    from sfrules.diag import Severity
    from sfrules.model.build import build
    from sfrules.source.files import Sources

    book, _ = build(Sources(file.parent, file.parent.as_posix(), (source,) if source is not None else ()))
    return _checked(book, found, fails_at=Severity.ERROR, only=file.as_posix())


def _checked(book: Book, found: Sequence[Diagnostic], **more: Any) -> Checked:
    import sfrules
    from sfrules.cli.codes import all_facts
    from sfrules.publish.findings import Checked

    return Checked(
        book,
        found,
        known=all_facts(),
        version=sfrules.__version__,
        home=_home(),
        here=Path.cwd(),
        colour=colour_on(sys.stdout),
        **more,
    )


def _home() -> Path:
    """The root of the repository where a service tells it, else the current folder: paths in reports begin there."""
    here = Path.cwd()
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        told = os.environ.get(name)
        if told and here.is_relative_to(told):
            return Path(told)
    return here
