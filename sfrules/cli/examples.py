"""The examples of codes as whole scenarios: what their few lines leave out is put around them, and they are checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from sfrules.check import CHECKS
from sfrules.cli.judging import Case, Terms, look
from sfrules.cli.playing import Play
from sfrules.diag import Diagnostic, Facts
from sfrules.model.choices import Choices
from sfrules.pipeline import load
from sfrules.publish.findings import full
from sfrules.publish.proof import proof
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map
from sfrules.source.reader import read_nodes
from sfrules.verdict.levels import Policy
from sfrules.verdict.mends import with_fixes

SURROUNDINGS: Mapping[str, Mapping[str, str]] = {
    "scenario": {"": "{title: Harbour, seats: 2}"},
    "kinds": {"captain": "{seat: yes}"},
    "things": {"captain": "{east: {}, west: {}}"},
    "play": {"": "finish with dusk"},
    "endings": {"dusk": "{title: Dusk, payoff: 0}"},
    "setup": {"": "finish with dusk"},
}
"""What every example takes for granted, by section and entry; what it says itself is left out."""

_FILE = re.compile(r"^# ([\w./-]+\.(?:yaml|yml|md|svg|json)):?[ \t]*\n", re.MULTILINE)
_CHECKED = frozenset(check.facts.code for check in CHECKS)
_TODAY = date(2026, 1, 1)
_SWITCHED_ON = re.compile(r"^# --variant (\S+)", re.MULTILINE)


def files_of(fact: Facts, example: str) -> dict[str, str]:
    """The files of an example by name: its own, those it takes for granted, and the rest of a scenario."""
    parts = _FILE.split(example)
    files = dict(zip(parts[1::2], parts[2::2], strict=True))
    if parts[0].strip() or not files:
        files["example.yaml"] = parts[0]
    if fact.frame:
        files["frame.yaml"] = fact.frame
    contents = [text for name, text in files.items() if name.endswith(".yaml")]
    files.setdefault("scenario.yaml", surroundings(contents))
    return files


def surroundings(contents: Iterable[str]) -> str:
    """What a scenario needs besides these content files, as another one."""
    there: dict[str, set[str]] = {}
    for text in contents:
        root, _ = read_nodes(SourceFile(Path("example.yaml"), "example.yaml", text))
        for section, entries in root.entries() if isinstance(root, Map) else ():
            there.setdefault(str(section), set()).update(entries if isinstance(entries, Map) else ())
    return "".join(f"{section}: {body}\n" for section in SURROUNDINGS if (body := _missing(section, there)))


def _missing(section: str, there: Mapping[str, set[str]]) -> str:
    entries = SURROUNDINGS[section]
    if (section == "play" and "phases" in there) or (section in there and ("" in entries or section == "endings")):
        return ""
    lacks = [f"{name}: {entry}" for name, entry in entries.items() if name not in there.get(section, ())]
    return entries.get("") or ("{" + ", ".join(lacks) + "}" if lacks else "")


def write_example(fact: Facts, example: str, root: Path) -> dict[str, str]:
    """Writes an example and what is around it into the folder `root`; the texts by name."""
    files = files_of(fact, example)
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="")
    return files


def findings_in(fact: Facts, example: str, root: Path) -> list[Diagnostic]:
    """Findings of this code in an example, which is written into `root`; of print, what can be said before printing."""
    return _found(fact, example, root, write_example(fact, example, root))


def told(facts: Iterable[Facts]) -> Iterator[tuple[Facts, str]]:
    """What sfrules says of each bad example, with line and caret; "" where only a game or a build would tell."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for fact in facts:
            files = write_example(fact, fact.bad, root)
            text = full(_found(fact, fact.bad, root, files), _shown(root, files))
            yield fact, text.replace(f"{root.as_posix()}/", "").replace(root.as_posix(), "harbour")
            for name in files:
                (root / name).unlink()


def _found(fact: Facts, example: str, root: Path, files: Mapping[str, str]) -> list[Diagnostic]:
    choices = Choices(variants=tuple(_SWITCHED_ON.findall(example)))
    if fact.code.startswith("SF14"):
        # what is said of an allowance or a baseline depends on all else that is found
        baseline = next((root / name for name in files if name.endswith(".json")), None)
        loaded, all_found = None, look(Case(root, choices), Terms(Policy(), _TODAY, baseline)).found
    else:
        loaded = load(root, choices, off=_CHECKED - {fact.code})
        all_found = loaded.found
    found = [finding for finding in all_found if finding.code == fact.code]
    if not found and loaded is not None and loaded.playable and fact.code.startswith("SF8"):
        found = [finding for finding in proof(loaded.book, typeset=False) if finding.code == fact.code]
    if loaded is not None and loaded.playable and "--play" in fact.found_by:
        games = Play(int(fact.found_by.rpartition(" ")[2]))
        found = [finding for finding in games.findings(loaded, frozenset()) if finding.code == fact.code]
    return list(with_fixes(found, _shown(root, files)))


def _shown(root: Path, files: Mapping[str, str]) -> dict[str, str]:
    """The texts of all files that are read, by the names that findings give them."""
    return {(root / name).as_posix(): text for name, text in files.items() if not name.endswith(".yml")}
