"""How loud findings are in this project: the options of a run over what sfrules.toml says.

Read are sfrules.toml, or the table [tool.sfrules] of pyproject.toml, in the scenario's folder and in the two above it.
The nearer one counts, but what an outer one calls mandatory stays mandatory: a stranger's change of the scenario folder
cannot make that quieter.
"""

from __future__ import annotations

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

KEYS = ("scenario", "profile", "severity", "mandatory", "baseline")
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
    files: tuple[Path, ...]


@record
class _File:
    path: Path
    table: Mapping[str, Any]

    def refuse(self, what: str, help_: str = "") -> Refused:
        return Refused(f"{as_typed(self.path)}: {what}", help_)


def configured(root: Path, wishes: Wishes, codes: Mapping[str, Severity]) -> Configured:
    """The policy for a scenario folder. Raises Refused for what no configuration can say."""
    from sfrules.verdict.levels import USUAL, Level, Policy

    files = _files(root, wishes.config)
    for file in files:
        _known_keys(file)
    profile = wishes.profile or next((_profile(f) for f in reversed(files) if "profile" in f.table), USUAL)
    layers = [_levels(file, codes) for file in files]
    layers.append({_code(code, codes, "--ignore"): Level.OFF for code in wishes.ignore})
    mandatory = frozenset(code for file in files for code in _mandatory(file, codes))
    select = tuple(_code(code, codes, "--select") for code in wishes.select)
    policy = Policy(_known_profile(profile), tuple(layer for layer in layers if layer), mandatory, select)
    baseline = next((f.path.parent / str(f.table["baseline"]) for f in reversed(files) if "baseline" in f.table), None)
    return Configured(policy, baseline, tuple(file.path for file in files))


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
            raise file.refuse(
                f"there is no setting “{key}”.{did_you_mean(key, KEYS)}", f"Known are: {', '.join(KEYS)}."
            )


def _profile(file: _File) -> str:
    profile = file.table["profile"]
    return profile if isinstance(profile, str) else ""


def _known_profile(profile: str) -> str:
    from sfrules.diag import did_you_mean
    from sfrules.verdict.levels import PROFILES

    if profile not in PROFILES:
        hint = did_you_mean(profile, PROFILES)
        raise Refused(f"there is no profile “{profile}”.{hint}", f"Profiles are: {', '.join(PROFILES)}.")
    return profile


def _levels(file: _File, codes: Mapping[str, Severity]) -> dict[str, Level]:
    from sfrules.verdict.levels import Level

    said = file.table.get("severity", {})
    if not isinstance(said, Mapping):
        raise file.refuse("severity is a table", '[severity]\nSF540 = "off"')
    for code, level in said.items():
        if level not in list(Level):
            raise file.refuse(f"{code} = “{level}” is no level", f"Levels are: {', '.join(Level)}.")
    where = as_typed(file.path).as_posix()
    return {_code(code, codes, where): Level(level) for code, level in said.items()}


def _mandatory(file: _File, codes: Mapping[str, Severity]) -> Iterable[str]:
    said = file.table.get("mandatory", [])
    if not isinstance(said, Sequence) or isinstance(said, str) or not all(isinstance(code, str) for code in said):
        raise file.refuse("mandatory is a list of codes", 'mandatory = ["SF4", "SF603"]')
    return [_code(code, codes, as_typed(file.path).as_posix()) for code in said]


def _code(code: str, codes: Mapping[str, Severity], where: str) -> str:
    """A code, or the beginning of codes such as SF5. A check of the scenario's own is known by the scenario only."""
    from sfrules.diag import did_you_mean

    if code and (f"{code}:".startswith(OWN) or any(known.startswith(code) for known in codes)):
        return code
    raise Refused(
        f"{where}: no finding is called “{code}”.{did_you_mean(code, codes)}", "Write SF540, or SF5 for all SF5…"
    )
