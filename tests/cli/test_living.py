"""Living with the checks: profiles, levels, baseline, mending, watching, as one meets them on the command line."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from sfrules.cli import judging, writing
from sfrules.cli.watch import PAUSE
from tests.cli.runs import LEDGER, Ran, copied, sfrules

IDLE = "numbers:\n  idle: 4\n"


@pytest.fixture
def game(tmp_path) -> Path:
    made: Path = copied(LEDGER, tmp_path / "content" / "ledger")
    (made / "more.yaml").write_text(IDLE, encoding="utf-8")
    return made


def told(game: Path, *arguments: str | Path, of: str = "SF540") -> tuple[int, list[str]]:
    """The exit code, and the levels at which a code is told."""
    ran = sfrules("validate", game, "--json", *arguments, cwd=game.parent)
    assert ran.code in (0, 1), ran.err
    return ran.code, [d["severity"] for d in json.loads(ran.out) if d["code"] == of]


def setting(folder: Path, text: str, name: str = "sfrules.toml") -> None:
    (folder / name).write_text(text, encoding="utf-8")


# profiles and levels


@pytest.mark.parametrize(
    ("arguments", "code", "levels"),
    [
        ([], 0, ["warning"]),
        (["--profile", "draft"], 0, ["info"]),
        (["--profile", "print"], 0, ["warning"]),
        (["--ignore", "SF540"], 0, []),
        (["--ignore", "SF5"], 0, []),
        (["--select", "SF540", "--fail-on", "warning"], 1, ["warning"]),
        (["--select", "SF1"], 0, []),
    ],
)
def test_options_say_how_strict_a_run_is(game, arguments, code, levels):
    assert told(game, *arguments) == (code, levels)


@pytest.mark.parametrize("place", ["inside", "beside", "above", "pyproject"])
def test_a_configuration_is_found_in_the_scenario_and_in_two_folders_above(game, place):
    folder = {"inside": game, "beside": game.parent}.get(place, game.parents[1])
    if place == "pyproject":
        setting(folder, '[tool.sfrules.severity]\nSF540 = "error"\n', "pyproject.toml")
    else:
        setting(folder, '[severity]\nSF540 = "error"\n')
    assert told(game) == (1, ["error"])


def test_a_byte_order_mark_does_not_matter_in_a_configuration(game):
    setting(game, '\ufeff[severity]\nSF540 = "error"\n')
    assert told(game) == (1, ["error"])


def test_pyproject_s_own_table_is_a_table(game):
    setting(game.parent, "[tool]\nsfrules = 3\n", "pyproject.toml")
    ran = sfrules("validate", game, cwd=game.parent)
    assert (ran.code, "[tool.sfrules] is a table of settings" in ran.err) == (2, True)
    setting(game.parent, "tool = 3\n", "pyproject.toml")
    assert told(game) == (0, ["warning"])


def test_the_website_of_a_configuration_is_where_codes_lead(game):
    setting(game, 'site = "https://example.org/ledger/"\n')
    ran = sfrules("validate", game, "--output", "github", cwd=game.parent)
    assert "More: https://example.org/ledger/language/findings/sf540.html" in ran.out


def test_the_nearer_configuration_counts_but_not_against_what_is_mandatory(game):
    setting(game.parents[1], '[severity]\nSF540 = "error"\nSF605 = "warning"\n')
    setting(game, '[severity]\nSF540 = "info"\n')
    assert told(game) == (0, ["info"])
    setting(game.parents[1], 'mandatory = ["SF540"]\n')
    assert told(game) == (0, ["warning"])
    setting(game, 'profile = "draft"\n')
    assert told(game) == (0, ["warning"])


def test_the_profile_of_the_configuration_yields_to_the_option(game):
    setting(game.parent, 'profile = "draft"\n')
    assert told(game) == (0, ["info"])
    assert told(game, "--profile", "playtest") == (0, ["warning"])


def test_a_run_on_a_stranger_s_change_names_its_configuration_itself(game, tmp_path):
    setting(game, '[severity]\nSF540 = "off"\n')
    setting(tmp_path, '[severity]\nSF540 = "error"\n', "ours.toml")
    assert told(game) == (0, [])
    assert told(game, "--config", tmp_path / "ours.toml") == (1, ["error"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('profil = "print"\n', "there is no setting “profil”. Did you mean “profile”?"),
        ('profile = "prin"\n', "there is no profile “prin”. Did you mean “print”?"),
        ('# ours\nprofile = "prin"\n', "sfrules.toml:2: there is no profile “prin”"),
        ("profile = 3\n", "sfrules.toml:1: profile is a word in quotes"),
        ("profile = draft\n", "sfrules.toml:1:11: this line is not TOML"),
        ('profile = "draft"\nprofile = "print"\n', "sfrules.toml:2:18: this is said twice"),
        ("a = [[[", "the end of the file is not TOML"),
        ("a = " + "[" * 50_000, "sfrules.toml "),
        ('severity = "off"\n', "severity is a table"),
        ('[severity]\nSF540 = "loud"\n', "“loud” is no level"),
        ("[severity]\nSF540 = true\n", "sfrules.toml:2: the level of SF540 is a word in quotes"),
        ('[severity]\nSF540 = ["off"]\n', "sfrules.toml:2: the level of SF540 is a word in quotes"),
        ('[severity]\nSF = "off"\n', "no finding is called “SF”"),
        ('[severity]\nSF101 = "off"\n', "sfrules.toml:2: SF101 stays an error"),
        ("baseline = 3\n", "sfrules.toml:1: baseline is the name of a file"),
        ('baseline = ""\n', "sfrules.toml:1: baseline is the name of a file"),
        ('site = "example.org"\n', "sfrules.toml:1: site is the address of the website"),
        ("site = 3\n", "sfrules.toml:1: site is the address of the website"),
        ('[severity]\nSF54O = "off"\n', "no finding is called “SF54O”"),
        ('mandatory = "SF540"\n', "mandatory is a list"),
        ("mandatory = [3]\n", "mandatory is a list"),
        ('mandatory = ["SF999"]\n', "no finding is called “SF999”"),
        ("profile = \n", "is not TOML"),
        (b"\xff", "sfrules.toml is not UTF-8 text: byte 1"),
    ],
)
def test_a_configuration_that_says_nothing_sensible_is_refused(game, text, words):
    (game.parent / "sfrules.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    ran = sfrules("validate", game, cwd=game.parent)
    assert ran.code == 2
    assert words in ran.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--profile", "loud"], "there is no profile “loud”"),
        (["--select", "SF999"], "--select: no finding is called “SF999”"),
        (["--ignore", ""], "--ignore: no finding is called “”"),
        (["--ignore", "SF201"], "--ignore: SF201 stays an error"),
        (["--config", "gone.toml"], "there is no such file"),
        (["--unsafe"], "--unsafe goes with --fix or --diff"),
        (["--fix", "--watch"], "do not go together"),
        (["--diff", "--output", "json"], "--diff shows what would change, not the findings as json"),
        (["--watch", "--output", "json=a.json"], "--watch tells the terminal"),
        (["--update-baseline"], "which baseline?"),
        (["--baseline", "gone.json"], "there is no baseline gone.json yet"),
    ],
)
def test_options_that_cannot_be_followed_are_refused(game, arguments, words):
    ran = sfrules("validate", game, *arguments, cwd=game.parent)
    assert ran.code == 2
    assert words in ran.err


# allowances


def test_an_allowance_ends_on_its_day(game, monkeypatch):
    (game / "more.yaml").write_text(IDLE.replace("4", "4  # sfrules: allow SF540 until 2027-03-01 -- later"), "utf-8")
    for day, levels in ((date(2027, 3, 1), []), (date(2027, 3, 2), ["warning"])):
        monkeypatch.setattr(judging, "today", lambda day=day: day)
        assert told(game)[1] == levels
    assert told(game, of="SF143")[1] == ["warning"]


def test_what_is_allowed_is_counted_in_the_last_lines(game):
    (game / "more.yaml").write_text(IDLE.replace("4", "4  # sfrules: allow SF540 -- later"), "utf-8")
    assert "Left out: 1 allowed by comments." in sfrules("validate", game, cwd=game).out


# baseline


def known(game: Path, *arguments: str) -> Ran:
    return sfrules("validate", game, "--baseline", "known.json", "--select", "SF540", *arguments, cwd=game.parent)


def test_the_way_of_a_baseline(game):
    file = game.parent / "known.json"
    assert known(game, "--grow-baseline", "--fail-on", "warning").code == 0
    first = file.read_bytes()
    assert b'{"code": "SF540", "subject": "number idle", "count": 1}' in first
    ran = known(game, "--fail-on", "warning")
    assert (ran.code, "SF540" in ran.out, "1 known to the baseline" in ran.out) == (0, False, True)

    (game / "more.yaml").write_text("# moved\n\n" + IDLE + "  lazy: 5\n", encoding="utf-8")
    ran = known(game, "--fail-on", "warning", "--output", "concise")
    assert ran.code == 1
    assert [line.split(":")[1:3] for line in ran.out.splitlines() if "SF540" in line] == [["5", "3"]]

    assert known(game, "--update-baseline").code == 0
    assert file.read_bytes() == first

    (game / "more.yaml").unlink()
    ran = known(game, "--output", "concise")
    assert ran.code == 1
    assert ran.out.startswith("known.json:4:1: error[SF146]: The baseline knows 1 × SF540 of number idle")
    assert known(game, "--update-baseline").code == 0
    assert json.loads(file.read_text("utf-8")) == {"format": 1, "known": []}
    assert known(game).code == 0


def test_the_configuration_can_name_the_baseline(game):
    setting(game.parents[1], 'baseline = "known.json"\n')
    sfrules("validate", game, "--grow-baseline", cwd=game)
    assert (game.parents[1] / "known.json").is_file()
    assert told(game)[1] == []


def test_one_file_calls_nothing_mended_and_makes_no_baseline(game):
    known(game, "--grow-baseline")
    (game / "more.yaml").write_text("glossary:\n  tide: high water\n", encoding="utf-8")
    assert "SF146" not in known(game / "rules.yaml").out
    ran = sfrules("validate", game / "rules.yaml", "--baseline", "b.json", "--grow-baseline", cwd=game.parent)
    assert ran.code == 2
    assert not (game.parent / "b.json").exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"[]", "it must say"), (b"", "it is empty"), (b"\xff{}", "byte 1 is not UTF-8 text"), (None, "it is a folder")],
)
def test_another_file_is_no_baseline(game, data, words):
    file = game.parent / "known.json"
    if data is None:
        file.mkdir()
    else:
        file.write_bytes(data)
    for more in ([], ["--grow-baseline"], ["--update-baseline"]):
        ran = known(game, *more)
        assert ran.code == 2
        assert f"known.json is no baseline: {words}" in ran.err
    assert file.is_dir() or file.read_bytes() == data


SLIP = "routines:\n  slip: {effect: stpo}\n"


@pytest.mark.parametrize("slip", [SLIP, "actions:\n  slip: {efect: stop}\n", "kinds:\n  crab: {seat: true}\n"])
def test_errors_with_which_nobody_can_play_come_into_no_baseline(game, slip):
    (game / "more.yaml").write_text(slip, encoding="utf-8")
    bare = sfrules("validate", game, "--json", cwd=game.parent)
    found = [d for d in json.loads(bare.out) if d["severity"] == "error"]
    assert bare.code == 1
    stranger = [{"code": d["code"], "subject": d["subject"], "count": 1} for d in found]
    (game / "known.json").write_text(json.dumps({"format": 1, "known": stranger}), encoding="utf-8")
    setting(game, 'baseline = "known.json"\n')
    ran = sfrules("validate", game, "--json", cwd=game.parent)
    assert ran.code == 1
    told = [d["code"] for d in json.loads(ran.out)]
    assert {d["code"] for d in found} <= set(told)
    assert "SF146" in told
    for how in ("--update-baseline", "--grow-baseline"):
        assert sfrules("validate", game, how, cwd=game.parent).code == 1
        left = {entry["code"] for entry in json.loads((game / "known.json").read_text("utf-8"))["known"]}
        assert not left & {d["code"] for d in found}


def test_what_is_no_code_must_leave_a_baseline(game):
    assert known(game, "--grow-baseline").code == 0
    file = game.parent / "known.json"
    file.write_text(file.read_text("utf-8").replace("SF540", "SF5400"), encoding="utf-8")
    assert "SF146" in known(game, "--output", "concise").out
    assert known(game, "--update-baseline").code == 0
    assert json.loads(file.read_text("utf-8"))["known"] == []


# mending


SLIPS = {"more.yaml": "numbers:\n  idle: {valu: 4}\n", "most.yaml": "limits:\n  bell: {times: '2'}\n"}
MENDED = {"more.yaml": "numbers:\n  idle: {value: 4}\n", "most.yaml": "limits:\n  bell: {times: 2}\n"}


@pytest.fixture
def spoilt(game: Path) -> Path:
    for name, text in SLIPS.items():
        (game / name).write_text(text, encoding="utf-8")
    return game


def texts(game: Path) -> dict[str, str]:
    return {name: (game / name).read_text("utf-8") for name in SLIPS}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_left_after_mending_is_told(spoilt):
    ran = sfrules("validate", "ledger", "--fix", "--output", "concise", cwd=spoilt.parent)
    assert ran.code == 0
    assert texts(spoilt) == MENDED
    assert {"SF540"} <= {line.split("[")[1][:5] for line in ran.out.splitlines()}
    assert "Mended: 2 mistakes in 2 files." in ran.err
    assert names(spoilt) == sorted([*names(LEDGER), *SLIPS])


def test_one_file_is_mended_by_itself(spoilt):
    sfrules("validate", "ledger/most.yaml", "--fix", cwd=spoilt.parent)
    assert texts(spoilt) == {**SLIPS, "most.yaml": MENDED["most.yaml"]}


def test_diff_is_a_diff_alone_and_ends_with_1(spoilt):
    ran = sfrules("validate", "ledger", "--diff", cwd=spoilt.parent)
    assert ran.code == 1
    assert texts(spoilt) == SLIPS
    assert [line for line in ran.out.splitlines() if line[:1] == "-" and line[:3] != "---"] == [
        "-  idle: {valu: 4}",
        "-  bell: {times: '2'}",
    ]
    assert "Would mend: 2 mistakes in 2 files." in ran.err
    for name, text in MENDED.items():
        (spoilt / name).write_text(text, encoding="utf-8")
    ran = sfrules("validate", "ledger", "--diff", cwd=spoilt.parent)
    assert (ran.code, ran.out) == (0, "")


def test_when_a_file_cannot_be_written_none_is(spoilt, monkeypatch):
    replace = Path.replace
    done: list[Path] = []

    def second_fails(self: Path, target: Path) -> Path:
        if done:
            raise PermissionError(13, "Permission denied", str(target))
        done.append(target)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", second_fails)
    ran = sfrules("validate", "ledger", "--fix", cwd=spoilt.parent)
    assert ran.code == 2
    assert "ermission denied" in ran.err
    assert len(done) == 1
    assert texts(spoilt) == SLIPS
    assert names(spoilt) == sorted([*names(LEDGER), *SLIPS])


def test_a_file_that_was_saved_in_the_meantime_is_not_written_over(spoilt, monkeypatch):
    write = writing.write_all

    def late(changed: dict[Path, tuple[str, str]]) -> None:
        (spoilt / "more.yaml").write_text("numbers:\n  other: 1\n", encoding="utf-8")
        write(changed)

    monkeypatch.setattr(writing, "write_all", late)
    ran = sfrules("validate", "ledger", "--fix", cwd=spoilt.parent)
    assert ran.code == 2
    assert "has changed in the meantime" in ran.err
    assert texts(spoilt) == {**SLIPS, "more.yaml": "numbers:\n  other: 1\n"}


def test_what_would_do_harm_is_named_and_left(game):
    (game / "more.yaml").write_text("limits:\n  bell: {times: 1, tims: 2}\n", encoding="utf-8")
    ran = sfrules("validate", "ledger", "--fix", "--unsafe", cwd=game.parent)
    assert ran.code == 1
    assert "not mended ledger/more.yaml:2:20 [SF201] Write times" in ran.out
    assert (game / "more.yaml").read_text("utf-8") == "limits:\n  bell: {times: 1, tims: 2}\n"


@pytest.mark.parametrize("how", ["told", "allowed", "known"])
def test_what_is_allowed_or_known_is_not_mended(game, how):
    rules = game / "rules.yaml"
    line = "  let price = 3" + ("  # sfrules: allow SF308 -- later" if how == "allowed" else "")
    rules.write_text(rules.read_text("utf-8").replace("setup: |\n", f"setup: |\n{line}\n"), "utf-8")
    before = rules.read_text("utf-8")
    if how == "known":
        sfrules("validate", "ledger", "--baseline", "known.json", "--grow-baseline", cwd=game.parent)
    arguments = ["--baseline", "known.json"] if how == "known" else []
    sfrules("validate", "ledger", "--fix", "--unsafe", *arguments, cwd=game.parent)
    assert rules.read_text("utf-8") == (before.replace(f"{line}\n", "") if how == "told" else before)


def test_standard_input_is_not_mended(game):
    ran = sfrules("validate", "-", "--stdin-filename", "rules.yaml", "--fix", cwd=game, stdin="a: b\n")
    assert ran.code == 2
    assert "cannot be mended" in ran.err


# watching


class Day:
    """What happens while sfrules waits for a file to be saved: one deed each time, then Ctrl-C."""

    def __init__(self, *deeds) -> None:
        self.deeds = list(deeds)

    def __call__(self, seconds: float) -> None:
        if seconds < PAUSE:
            return
        if not self.deeds:
            raise KeyboardInterrupt
        self.deeds.pop(0)()


def watched(game: Path, monkeypatch, *deeds, terminal: bool = False) -> Ran:
    monkeypatch.setattr("time.sleep", Day(*deeds))
    return sfrules("validate", "ledger", "--watch", "--select", "SF540", cwd=game.parent, terminal=terminal)


def saved(file: Path, text: str):
    return lambda: file.write_text(text, encoding="utf-8")


def test_while_watching_only_what_changes_is_told(game, monkeypatch):
    more = game / "more.yaml"
    ran = watched(
        game,
        monkeypatch,
        saved(more, "# moved\n" + IDLE),
        saved(more, IDLE + "  lazy: 55\n"),
        saved(more, IDLE + "  lazy: [5\n"),
        more.unlink,
    )
    assert ran.code == 0
    assert ran.err == ""
    assert [line.split(" warning[")[0].split(" error[")[0] for line in ran.out.splitlines()] == [
        "new: ledger/more.yaml:2:3:",
        "Found: 0 errors, 1 warning.",
        "Found: 0 errors, 1 warning.",
        "new: ledger/more.yaml:3:3:",
        "Found: 0 errors, 2 warnings.",
        "new: ledger/more.yaml:4:1:",
        "Found: 1 error, 0 warnings.",
        "mended: ledger/more.yaml:4:1:",
        "mended: ledger/more.yaml:2:3:",
        "mended: ledger/more.yaml:3:3:",
        "Found: 0 errors, 0 warnings.",
    ]


def test_while_watching_the_configuration_counts_as_it_is_now(game, monkeypatch):
    setting(game, "")
    ran = watched(
        game,
        monkeypatch,
        saved(game / "sfrules.toml", 'profile = "draft"\n'),
        saved(game / "sfrules.toml", "profile = draft\n"),
        saved(game / "sfrules.toml", ""),
    )
    assert (ran.code, ran.err) == (0, "")
    assert [line for line in ran.out.splitlines() if "Found" in line or "not TOML" in line] == [
        "Found: 0 errors, 1 warning.",
        "Found: 0 errors, 0 warnings, 1 remark.",
        "sfrules: ledger/sfrules.toml:1:11: this line is not TOML",
        "Found: 0 errors, 1 warning.",
    ]


def test_while_watching_nothing_is_called_mended_that_a_refused_entry_hides(game, monkeypatch):
    more = game / "more.yaml"
    ran = watched(game, monkeypatch, saved(more, IDLE + "  lazy: {valu: 5}\n"), saved(more, IDLE))
    assert [line for line in ran.out.splitlines() if "SF540" in line] == ran.out.splitlines()[:1]


def test_watching_ends_with_1_while_there_is_an_error(game, monkeypatch):
    ran = watched(game, monkeypatch, saved(game / "more.yaml", "numbers:\n  a: {valu: 5}\n"))
    assert (ran.code, ran.err) == (1, "")


def test_on_a_terminal_the_screen_is_cleared_and_lines_are_shown(game, monkeypatch):
    ran = watched(game, monkeypatch, terminal=True)
    assert ran.out.startswith("\x1b[2J")
    assert "2 |   idle: 4" in ran.out


def test_a_scenario_that_vanishes_is_waited_for(game, monkeypatch):
    away = game.parent / "away"
    ran = watched(game, monkeypatch, lambda: game.rename(away), lambda: away.rename(game))
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "Found: 0 errors, 1 warning."
