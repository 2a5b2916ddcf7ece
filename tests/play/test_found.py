"""`sfrules validate --play`: what random games show and never touch, by cases; how it is told; that it is repeated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sfrules.cli.examples import surroundings
from sfrules.cli.playing import Play
from sfrules.diag import Diagnostic
from sfrules.engine import game
from sfrules.engine.game import machine_for
from sfrules.model.choices import Choices
from sfrules.pipeline import Loaded, load
from sfrules.play.codes import FACTS, FRAME
from sfrules.play.simulate import play_again, simulate
from sfrules.play.touched import LawBrokenError, touched
from sfrules.play.untouched import rare
from tests.check.reading import MARK
from tests.cli.runs import CONTENT, copied, sfrules
from tests.secrets.test_command import leaky

CASES = (Path(__file__).parent / "cases" / "touched.yaml").read_text(encoding="utf-8").split("---\n")
SAYS = re.compile(r"#! (SF9\d\d) (.*)$")
GAMES = re.compile(r"^#- games (\d+)$", re.MULTILINE)
ENDINGS = "endings:\n  dusk: {title: Dusk, payoff: 0}\n  dawn: {title: Dawn, payoff: 0}\n"
SELDOM = 'setup: |\n  ask east "Where to?"\n    option north\n      stop\n    option south\n      stop\n  end\n'
STUMBLES = (
    'setup: |\n  ask east "How many?"\n    option one\n      west.coins = 6 / east.coins\n    option two\n'
    "      east.coins += 2\n  end\n"
)


def folder(root: Path, text: str) -> Path:
    """A scenario of some lines, in a folder."""
    frame = FRAME if "kinds:" not in re.sub("card_kinds:", "", text) else ""
    root.mkdir(parents=True, exist_ok=True)
    (root / "case.yaml").write_text(text, encoding="utf-8")
    (root / "frame.yaml").write_text(frame or "# nothing\n", encoding="utf-8")
    (root / "scenario.yaml").write_text(surroundings([text, frame]), encoding="utf-8")
    return root


def of_play(loaded: Loaded, games: int = 30, *off: str) -> list[Diagnostic]:
    assert loaded.playable, loaded.found
    return sorted(Play(games).findings(loaded, frozenset(off)), key=lambda d: d.order)


def marks(case: str) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(case.splitlines(), 1):
        if (match := SAYS.search(line)) is not None:
            yield number, match[1], match[2]


@pytest.mark.parametrize("case", CASES, ids=lambda case: next(iter(re.findall("^# (.*)$", case, re.MULTILINE)), "..."))
def test_what_is_marked_is_found_and_nothing_else(tmp_path, case):
    games = int(next(iter(GAMES.findall(case)), 30))
    found = of_play(load(folder(tmp_path / "harbour", MARK.sub("", case))), games)
    wanted = list(marks(case))
    told = [(d.span.file.rpartition("/")[2], d.span.line, d.code) for d in found]
    assert told == [("case.yaml", line, code) for line, code, _ in wanted], [d.message for d in found]
    for diagnostic, (_, code, words) in zip(found, wanted, strict=True):
        assert words in diagnostic.message
        assert diagnostic.subject
        if code > "SF909":
            ended = int(re.findall(r"^In (\d+) games? ", diagnostic.message)[0])
            assert ended < games if "SF901" in case else ended == games


def test_every_code_has_a_case():
    assert {code for case in CASES for _, code, _ in marks(case)} == {fact.code for fact in FACTS} - {"SF903"}


@pytest.mark.parametrize(
    ("games", "says"), [(1, "So few"), (5, "So few"), (6, "1 of 2 "), (300, "1 of 100 "), (30_000, "1 of 10,000 ")]
)
def test_how_rare_it_is_that_was_never_seen(games, says):
    assert says in rare(games)
    if games > 5:
        most = 1 / int(re.findall(r"1 of ([\d,]+)", says)[0].replace(",", ""))
        assert (1 - most) ** games < 0.05


# shipped games


@pytest.mark.parametrize("scenario", ["shadow-frontiers", "werewolf", "liars-dice", "kuhn-poker", "tic-tac-toe"])
def test_a_run_says_the_same_again_and_touches_more_the_longer_it_is(scenario):
    loaded = load(CONTENT / scenario, tests=False)
    few, many = (of_play(loaded, games, "SF903") for games in (2, 40))
    assert of_play(loaded, 2, "SF903") == few
    assert len(many) < len(few) or not few
    assert all(d.span.file.endswith(".yaml") and d.code > "SF909" for d in few)


def test_the_edges_of_a_real_map_are_gone_along():
    loaded = load(CONTENT / "shadow-frontiers", tests=False)
    codes = [[d.code for d in of_play(loaded, games, "SF903")].count("SF913") for games in (1, 40)]
    assert codes[0] > 0 == codes[1]


def test_its_games_are_those_of_simulate():
    machine = machine_for(load(CONTENT / "kuhn-poker", tests=False).program())
    run, tally = touched(machine, 40, 7), simulate(machine, 40, 7)
    reached = {ending.ending for ending in tally.endings.values()}
    assert {machine.program.endings[number].id for number in run.endings} == reached
    assert run.games == tally.games == 40


# what goes wrong


def test_a_mistake_names_the_games_that_come_to_it_and_how_to_see_it(tmp_path):
    folder(tmp_path / "content" / "harbour", STUMBLES)
    ran = sfrules("validate", "harbour", "--play", "30", "--output", "json", cwd=tmp_path)
    (one,) = [d for d in json.loads(ran.out) if d["code"] == "SF901"]
    games, seed = re.findall(r"(\d+) of 30 games\..* sfrules replay --scenario harbour --seed (\d+); ", one["help"])[0]
    assert 5 < int(games) < 25
    assert "after 1 answer: east one" in one["help"]
    assert (ran.code, one["severity"]) == (1, "error")
    again = sfrules("replay", "--scenario", "harbour", "--seed", seed, cwd=tmp_path)
    assert "error[SF901]: Here something is divided by 0." in again.err


def test_what_was_offered_and_never_taken_can_be_looked_at(tmp_path):
    folder(tmp_path / "content" / "harbour", SELDOM)
    ran = sfrules("validate", "harbour", "--play", "1", "--output", "json", cwd=tmp_path)
    (one,) = [d for d in json.loads(ran.out) if d["code"] == "SF915"]
    (other,) = re.findall("“(.*)”", one["message"])
    command = re.findall("sfrules (replay .* --step 1)$", one["help"])[0].split()
    again = sfrules(*command, "--json", cwd=tmp_path)
    assert again.code == 0
    seed = int(command[command.index("--seed") + 1])
    record, _ = play_again(machine_for(load(tmp_path / "content" / "harbour").program()), seed)
    assert {record.answers[0].option, other} == {"north", "south"}


def test_the_command_keeps_to_the_rulings_that_were_chosen(tmp_path):
    ran = sfrules(
        "validate",
        CONTENT / "shadow-frontiers",
        "--play",
        "1",
        "--gap",
        "map-edges=no-short-cuts",
        "-o",
        "json",
        cwd=tmp_path,
    )
    helps = " ".join(d["help"] for d in json.loads(ran.out))
    assert "--gap map-edges=no-short-cuts --seed" in helps


def test_where_most_games_stumble_nothing_is_guessed(tmp_path):
    text = "setup: east.coins = 6 / west.coins\n" + ENDINGS
    assert {d.code for d in of_play(load(folder(tmp_path / "harbour", text)))} == {"SF901"}


def test_a_secret_that_is_given_away_is_told_with_its_play(tmp_path):
    (one,) = [d for d in of_play(load(leaky(tmp_path))) if d.code == "SF903"]
    assert "play: |" in Path(one.span.file).read_text("utf-8").splitlines()[one.span.line - 2]
    assert "hand.elder holds" in one.help
    assert not re.search(r"[{}'\[]", one.message)


def test_what_breaks_a_law_is_our_mistake(tmp_path, monkeypatch):
    plain = game.new_game

    def losing(*given, **more):
        made = plain(*given, **more)
        next(zone for zone in made.state.Z if zone).pop()
        return made

    monkeypatch.setattr("sfrules.play.touched.new_game", losing)
    with pytest.raises(LawBrokenError, match="a card lies nowhere, or twice, in the game of seed"):
        of_play(load(CONTENT / "kuhn-poker"))
    ran = sfrules("validate", CONTENT / "kuhn-poker", "--play", "1", cwd=tmp_path)
    assert ran.code == 3


# how it is told


def test_levels_allowances_and_selection_hold_for_what_play_finds(tmp_path):
    text = STUMBLES.replace("6 / east.coins", "6") + "  if east.coins > 2 then stop\n"
    allowed = text.replace("then stop\n", "then stop  # sfrules: allow SF911 -- one day\n")
    for number, (content, options, wanted) in enumerate(
        [
            (text, [], {"SF911": "warning"}),
            (text, ["--profile", "draft"], {"SF911": "info"}),
            (text, ["--ignore", "SF91"], {}),
            (text, ["--select", "SF916"], {}),
            (allowed, [], {}),
        ]
    ):
        root = folder(tmp_path / str(number), content)
        ran = sfrules("validate", root, "--play", "20", *options, "--output", "json", cwd=tmp_path)
        found = {d["code"]: d["severity"] for d in json.loads(ran.out)}
        assert {code: level for code, level in found.items() if code.startswith(("SF9", "SF14"))} == wanted
    quiet = sfrules("validate", tmp_path / "4", "--output", "json", cwd=tmp_path)
    assert "SF140" not in quiet.out


def test_what_a_check_has_said_is_not_said_again(tmp_path):
    text = (
        "setup: east.coins = 1\nphases:\n"
        "  - {id: day, effect: finish with dusk}\n  - {id: night, effect: finish with dusk}\n"
    )
    loaded = load(folder(tmp_path / "harbour", text))
    assert "SF546" in {d.code for d in loaded.found}
    assert of_play(loaded) == []
    checked = load(folder(tmp_path / "harbour", text), Choices(), off=frozenset({"SF546"}))
    assert [d.code for d in of_play(checked)] == ["SF912"]


def test_the_report_tells_what_games_reached(tmp_path):
    root = folder(tmp_path / "harbour", SELDOM)
    ran = sfrules("validate", root, "--play", "20", "--seed", "4", "--output", "html=out.html", cwd=tmp_path)
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "20 games by random seats, seed 4." in page
    assert "2 of 2" in page
    assert ran.code == 0
    sfrules("validate", root, "--output", "html=out.html", cwd=tmp_path)
    assert "No game was played for this report" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_with_errors_nothing_is_played(tmp_path):
    ran = sfrules("validate", folder(tmp_path / "harbour", "setup: east.coin = 1\n"), "--play", "5", cwd=tmp_path)
    assert "No game was played: mend the errors first." in ran.err
    assert ran.code == 1


@pytest.mark.parametrize("option", ["--watch", "--fix", "--diff"])
def test_it_goes_with_no_option_that_looks_again_and_again(tmp_path, option):
    ran = sfrules("validate", copied(CONTENT / "nim", tmp_path / "nim"), "--play", "5", option, cwd=tmp_path)
    assert (ran.code, "--play goes neither" in ran.err) == (2, True)


def test_a_terminal_sees_how_far_it_is(tmp_path):
    ran = sfrules("validate", CONTENT / "nim", "--play", "5", cwd=tmp_path, terminal=True)
    assert "Playing" in ran.err
    assert "Playing" not in sfrules("validate", CONTENT / "nim", "--play", "5", cwd=tmp_path).err
