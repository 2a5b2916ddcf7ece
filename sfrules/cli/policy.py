"""How loud findings are in this project: the options of a run over what sfrules.toml says.

Read are sfrules.toml, or the table [tool.sfrules] of pyproject.toml, in the scenario's folder and in the two above it.
The nearer one counts, but what an outer one calls mandatory stays mandatory: a stranger's change of the scenario folder
cannot make that quieter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sfrules.cli.console import Refused
from sfrules.cli.scenario import as_typed, table_of
from sfrules.ids import OWN
from sfrules.record import record

if TYPE_CHECKING:
    from sfrules.diag import Severity
    from sfrules.verdict.levels import Level, Policy

KEYS = ("scenario", "profile", "severity", "mandatory", "baseline", "site")
"""What a configuration may say."""

_NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (("sfrules.toml", ()), ("pyproject.toml", ("tool", "sfrules")))


@record
class Wishes:
    """The options of a run that change how loud findings are."""

    profile: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    config: Path | None = None


@record
class Configured:
    """What the configurations say, outermost first, and which files they are."""

    policy: Policy
    baseline: Path | None
    site: str
    files: tuple[Path, ...]


@record
class _File:
    path: Path
    table: Mapping[str, Any]

    def refuse(self, what: str, help_: str = "", key: str = "") -> Refused:
        return Refused(f"{self.place(key)}: {what}", help_)

    def place(self, key: str) -> str:
        """The file, and the line where a setting begins, where it stands in a line of its own."""
        lines = self.path.read_text(encoding="utf-8-sig").splitlines() if key else []
        begins = re.compile(rf"""\s*(?:\[+[\w.]*\b{re.escape(key)}\b|["']?{re.escape(key)}["']?\s*[.=])""")
        line = next((number for number, line in enumerate(lines, 1) if begins.match(line)), None)
        return f"{as_typed(self.path).as_posix()}{f':{line}' if line is not None else ''}"


def configured(root: Path, wishes: Wishes, codes: Mapping[str, Severity]) -> Configured:
    """The policy for a scenario folder. Raises Refused for what no configuration can say."""
    from sfrules.verdict.levels import USUAL, Level, Policy

    files = _files(root, wishes.config)
    for file in files:
        _known_keys(file)
    profile = next((_profile(file) for file in reversed(files) if "profile" in file.table), USUAL)
    profile = _known_profile(wishes.profile, "--profile") if wishes.profile is not None else profile
    layers = [_levels(file, codes) for file in files]
    layers.append({_silenced(code, Level.OFF, codes, "--ignore"): Level.OFF for code in wishes.ignore})
    mandatory = frozenset(code for file in files for code in _mandatory(file, codes))
    select = tuple(_code(code, codes, "--select") for code in wishes.select)
    policy = Policy(profile, tuple(layer for layer in layers if layer), mandatory, select)
    baseline = next((_baseline(file) for file in reversed(files) if "baseline" in file.table), None)
    site = next((_site(file) for file in reversed(files) if "site" in file.table), "")
    return Configured(policy, baseline, site, tuple(file.path for file in files))


def _files(root: Path, config: Path | None) -> list[_File]:
    """The configurations of a scenario, outermost first; only the one that is named, if one is."""
    if config is not None:
        if not config.is_file():
            raise Refused(f"--config {config}: there is no such file")
        keys = next((keys for name, keys in _NAMES if name == config.name), ())
        return [_File(config, table_of(config, keys))]
    here = root.absolute()
    folders = (*reversed(here.parents[:2]), here)
    found = [_File(folder / name, table_of(folder / name, keys)) for folder in folders for name, keys in _NAMES]
    return [file for file in found if file.table]


def _known_keys(file: _File) -> None:
    from sfrules.diag import did_you_mean

    for key in file.table:
        if key not in KEYS:
            hint = did_you_mean(key, KEYS)
            raise file.refuse(f"there is no setting “{key}”.{hint}", f"Known are: {', '.join(KEYS)}.", key)


def _profile(file: _File) -> str:
    profile = file.table["profile"]
    if not isinstance(profile, str):
        raise file.refuse("profile is a word in quotes", 'profile = "draft"', "profile")
    return _known_profile(profile, file.place("profile"))


def _site(file: _File) -> str:
    """The address under which the website of a build can be seen."""
    site = file.table["site"]
    if not isinstance(site, str) or not re.fullmatch(r"https?://[^\s/]\S*", site):
        raise file.refuse("site is the address of the website", 'site = "https://example.org/harbour/"', "site")
    return site


def _baseline(file: _File) -> Path:
    """The file that knows findings, as it is seen from the configuration."""
    name = file.table["baseline"]
    if not isinstance(name, str) or not name:
        raise file.refuse("baseline is the name of a file", 'baseline = "known.json"', "baseline")
    return file.path.parent / name


def _known_profile(profile: str, where: str) -> str:
    from sfrules.diag import did_you_mean
    from sfrules.verdict.levels import PROFILES

    if profile not in PROFILES:
        hint = did_you_mean(profile, PROFILES)
        raise Refused(f"{where}: there is no profile “{profile}”.{hint}", f"Profiles are: {', '.join(PROFILES)}.")
    return profile


def _levels(file: _File, codes: Mapping[str, Severity]) -> dict[str, Level]:
    from sfrules.verdict.levels import Level

    said = file.table.get("severity", {})
    if not isinstance(said, Mapping):
        raise file.refuse("severity is a table", '[severity]\nSF540 = "off"', "severity")
    for code, level in said.items():
        if not isinstance(level, str):
            raise file.refuse(f"the level of {code} is a word in quotes", f'{code} = "off"', code)
        if level not in list(Level):
            raise file.refuse(f"{code} = “{level}” is no level", f"Levels are: {', '.join(Level)}.", code)
    return {_silenced(code, Level(level), codes, file.place(code)): Level(level) for code, level in said.items()}


def _mandatory(file: _File, codes: Mapping[str, Severity]) -> Iterable[str]:
    said = file.table.get("mandatory", [])
    if not isinstance(said, Sequence) or isinstance(said, str) or not all(isinstance(code, str) for code in said):
        raise file.refuse("mandatory is a list of codes", 'mandatory = ["SF4", "SF603"]', "mandatory")
    return [_code(code, codes, file.place("mandatory")) for code in said]


def _silenced(code: str, level: Level, codes: Mapping[str, Severity], where: str) -> str:
    """The code, unless nothing can change how loud it is. A family may hold such codes, which stay as they are."""
    from sfrules.verdict.levels import Policy

    _code(code, codes, where)
    if code in codes and level.value != codes[code].value and Policy().is_firm(code, codes[code]):
        reason = "without it mended there is no game to play"
        raise Refused(f"{where}: {code} stays an error: {reason}", f"Mend it. sfrules explain {code} shows how.")
    return code


def _code(code: str, codes: Mapping[str, Severity], where: str) -> str:
    """A code, or the beginning of codes such as SF5. A check of the scenario's own is known by the scenario only."""
    from sfrules.diag import did_you_mean

    if len(code) > 2 and (f"{code}:".startswith(OWN) or any(known.startswith(code) for known in codes)):
        return code
    raise Refused(
        f"{where}: no finding is called “{code}”.{did_you_mean(code, codes)}", "Write SF540, or SF5 for all SF5…"
    )
