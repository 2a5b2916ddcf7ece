"""`sfrules validate` where nothing has changed: what the last run said is told again, and nothing is read in vain.

What a run says depends on its command line and the folder it is called in, on the bytes and names of all files of the
scenario, on configurations and baselines, on sfrules itself and the libraries beside it, on the terminal and the date.
A run is remembered under all of that; where one byte differs, it is done anew. Nothing that could be carried out is
kept, only text with a checksum; it lies in the user's own cache folder, where content of strangers cannot reach it.

`SFRULES_CACHE` names another folder, or says `off`. This file is loaded before the rest of sfrules, and needs little.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import sfrules

_VALUED = frozenset((
    "-o", "--output", "--fail-on", "--gap", "--variant", "--profile", "--select", "--ignore", "--config", "--baseline",
))  # fmt: skip
_BARE = frozenset(("--json", "--cache"))
"""Options of runs that only read and tell. A run with any other option is not remembered."""

_MOST_FILES = 5_000
_MOST_BYTES = 200_000_000
_MOST_RUNS = 100
_ENVIRONMENT = (
    "NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS", "LINES", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING",
    "GITHUB_WORKSPACE", "CI_PROJECT_DIR",
)  # fmt: skip
_CONFIGURATIONS = ("sfrules.toml", "pyproject.toml", "scenario.yaml")


class TooMuchError(Exception):
    """More than is looked through to spare a run."""


def tell_again(arguments: Sequence[str]) -> int | None:
    """Says what the same run said before and gives its exit code; None when it must be done."""
    place = _place(arguments)
    kept = _kept(place) if place is not None else None
    if kept is None:
        return None
    try:
        if any(_state(root and Path(root), map(Path, files)) != state for root, files, state in kept["read"]):
            return None
    except (OSError, TooMuchError):
        return None
    for name, text in kept["said"]:
        stream: TextIO = getattr(sys, name)
        stream.write(text)
        stream.flush()
    return int(kept["code"])


class Listening:
    """A run to which somebody listens, to be remembered when it ends well and has said what it read."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.place = _place(arguments)
        self.said: list[tuple[str, str]] = []
        self.read: list[tuple[Path | None, tuple[Path, ...], str]] = []
        self.streams = sys.stdout, sys.stderr

    def __enter__(self) -> Listening:
        global _now
        if self.place is not None:
            _now = self
            sys.stdout, sys.stderr = _Ear("stdout", sys.stdout, self.said), _Ear("stderr", sys.stderr, self.said)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        global _now
        _now = None
        sys.stdout, sys.stderr = self.streams

    def keep(self, code: int) -> None:
        """Remembers the run, if what it read is still the same."""
        if self.place is None or not self.read or code not in (0, 1):
            return
        try:
            if all(_state(root, files) == state for root, files, state in self.read):
                read = [(root and str(root), [str(file) for file in files], state) for root, files, state in self.read]
                _write(self.place, {"run": self.place.stem, "read": read, "said": self.said, "code": code})
        except (OSError, TooMuchError):
            return


_now: Listening | None = None
"""The run that is listened to."""


def reads(root: Path | None, *files: Path | None) -> None:
    """Said by a command before it reads: what it tells comes from this scenario folder and these files."""
    if _now is None or _now.place is None:
        return
    whole = root.absolute() if root is not None else None
    others = tuple(file.absolute() for file in files if file is not None)
    try:
        _now.read.append((whole, others, _state(whole, others)))
    except (OSError, TooMuchError):
        _now.place = None


class _Ear:
    """A stream that is written to as ever, and remembers what was written."""

    def __init__(self, name: str, stream: TextIO, said: list[tuple[str, str]]) -> None:
        self.name, self.stream, self.said = name, stream, said

    def write(self, text: str) -> int:
        if self.said and self.said[-1][0] == self.name:
            self.said[-1] = (self.name, self.said[-1][1] + text)
        else:
            self.said.append((self.name, text))
        return self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


# what a run depends on


def _place(arguments: Sequence[str]) -> Path | None:
    """The file for a run with these arguments, here and now; None for one that is not remembered."""
    folder = cache_folder()
    if folder is None or not _only_tells(arguments):
        return None
    streams = [(s.isatty(), s.encoding) if hasattr(s, "encoding") else None for s in (sys.stdout, sys.stderr)]
    surroundings = [os.environ.get(name) for name in _ENVIRONMENT]
    run = [list(arguments), str(Path.cwd()), streams, surroundings, _today(), sys.version]
    return folder / f"{_digest([json.dumps(run).encode()])}.run"


def _today() -> str:
    """What is allowed until a day is no longer allowed on the next."""
    return time.strftime("%Y-%m-%d")


def _only_tells(arguments: Sequence[str]) -> bool:
    """Whether a command line is one of `validate` that writes no file, asks nobody and does not go on watching."""
    if not arguments or arguments[0] != "validate":
        return False
    rest = iter(arguments[1:])
    for word in rest:
        name, has_value, value = word.partition("=")
        if word in _BARE or not word.startswith("-"):
            continue
        if name not in _VALUED:
            return False
        value = value if has_value else next(rest, "-")
        if name in ("-o", "--output") and "=" in value:
            return False
    return True


def cache_folder() -> Path | None:
    """The folder for what is remembered; None when the user wants none, or there is no place for one."""
    said = os.environ.get("SFRULES_CACHE", "")
    if said:
        return None if said.lower() in ("off", "no", "0", "false") else Path(said).absolute()
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        home = str(Path("~/Library/Caches").expanduser())
    else:
        home = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return Path(home) / "sfrules" if home and Path(home).is_absolute() else None


def _state(root: Path | None, files: Iterable[Path]) -> str:
    """A digest of a scenario with all around it, if there is one, and of single files."""
    whole = [*_scenario(root), *_configurations(root), *_ourselves()] if root is not None else []
    return _digest([*whole, *_named(files)])


def _scenario(root: Path) -> Iterator[bytes]:
    """Every file and folder under the scenario, by name and content; where links lead."""
    seen = size = 0
    for folder, folders, names in os.walk(root, onerror=_raise):
        folders.sort()
        here = Path(folder)
        yield os.fsencode(folder)
        links = [name for name in folders if (here / name).is_symlink()]
        seen += len(names) + len(folders)
        for name in sorted(names) + links:
            path = here / name
            yield os.fsencode(name)
            if path.is_symlink():
                yield os.fsencode(os.path.realpath(path))
            if name in links or not path.is_file():
                continue
            size += path.stat().st_size
            if seen > _MOST_FILES or size > _MOST_BYTES:
                raise TooMuchError
            yield path.read_bytes()


def _raise(error: OSError) -> None:
    raise error


def _configurations(root: Path) -> Iterator[bytes]:
    """What decides which scenario is meant, and how loud findings are: in the folders around it and around us."""
    here = Path.cwd()
    for folder in dict.fromkeys((*root.parents, here, *here.parents)):
        for name in _CONFIGURATIONS:
            yield from _named([folder / name])
        yield _scenarios_in(folder / "content")
    yield _scenarios_in(root.parent)


def _scenarios_in(folder: Path) -> bytes:
    names = [path.name for path in folder.iterdir() if (path / "scenario.yaml").is_file()] if folder.is_dir() else []
    return json.dumps(sorted(names)).encode()


def _named(files: Iterable[Path]) -> Iterator[bytes]:
    """Files by name and content; one that is not there counts too."""
    for path in files:
        yield os.fsencode(path)
        yield path.read_bytes() if path.is_file() else b"-"


def _ourselves() -> Iterator[bytes]:
    """The program: its version, and size and time of its files, its data and the folders that libraries come from."""
    from sfrules.resources import resource

    yield f"{sfrules.__version__} {sys.version} {sys.prefix}".encode()
    package = Path(__file__).resolve().parent.parent
    for top in (package, resource("grammar"), resource("site"), resource("content"), resource("dictionaries")):
        yield from _stamps(str(top))
    for entry in sys.path:
        if entry and Path(entry) != Path.cwd() and os.path.exists(entry):  # noqa: PTH110 - a bare name is quicker here
            yield f"{entry} {os.stat(entry).st_mtime_ns}".encode()  # noqa: PTH116


def _stamps(folder: str) -> Iterator[bytes]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _stamps(entry.path)
        else:
            stat = entry.stat()
            yield f"{entry.path} {stat.st_size} {stat.st_mtime_ns}".encode()


def _digest(parts: Iterable[bytes]) -> str:
    """A digest of parts, each with its length, so that none can pass into the next."""
    made = hashlib.sha256()
    for part in parts:
        made.update(b"%d:" % len(part))
        made.update(part)
    return made.hexdigest()


# the file


def _kept(place: Path) -> dict[str, Any] | None:
    """What is remembered there of this run; None when nothing is, or it is damaged, or somebody else's."""
    try:
        if _owner is not None and place.stat().st_uid != _owner():
            return None
        checksum, _, text = place.read_bytes().partition(b"\n")
    except OSError:
        return None
    if _digest([text]).encode() != checksum:
        return None
    kept: dict[str, Any] = json.loads(text)
    return kept if kept.get("run") == place.stem else None


_owner: Callable[[], int] | None = getattr(os, "getuid", None)
"""Who we are, on systems whose files have owners."""


def _write(place: Path, kept: dict[str, Any]) -> None:
    """Puts it there as a whole or not at all, and lets the oldest go where there are too many."""
    text = json.dumps(kept).encode()
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = place.with_suffix(f".{os.getpid()}")
    try:
        fresh.write_bytes(_digest([text]).encode() + b"\n" + text)
        fresh.replace(place)
    finally:
        fresh.unlink(missing_ok=True)
    runs = sorted(place.parent.glob("*.run"), key=lambda path: path.stat().st_mtime_ns)
    for path in runs[:-_MOST_RUNS]:
        path.unlink(missing_ok=True)
