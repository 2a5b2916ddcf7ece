"""Which scenario a command takes, and what it says when there is none."""

from __future__ import annotations

import pytest

from sfrules.cli.scenario import choose
from tests.cli.runs import CONTENT, LEDGER, copied, project, sfrules

TOML = 'scenario = "two"\n'
PYPROJECT = '[tool.sfrules]\nscenario = "two"\n'


@pytest.mark.parametrize(
    ("where", "word", "taken"),
    [
        ("", None, "content/one"),
        ("content/one", None, "content/one"),
        ("content/one/rulebook", None, "content/one"),
        ("docs/deep", None, "content/one"),
        ("docs/deep", "one", "content/one"),
        ("", "content/one", "content/one"),
        ("", "content/one/rules.yaml", "content/one"),
        ("", "content", "content/one"),
        ("", ".", "content/one"),
        ("", "content/one/rulebook", "content/one"),
        ("content/one/rulebook", ".", "content/one"),
    ],
)
def test_the_nearest_scenario_or_the_one_that_is_named(tmp_path, monkeypatch, where, word, taken):
    project(tmp_path, "one")
    for folder in ("docs/deep", "content/one/rulebook"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / where)
    assert choose(word).root.resolve() == tmp_path / taken


def test_far_from_any_the_shipped_one_is_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chosen = choose(None)
    assert chosen.root.parent.resolve() == CONTENT
    assert "comes with sfrules" in chosen.why


def test_a_shipped_one_can_be_named_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(project(tmp_path, "one"))
    assert choose("tic-tac-toe").root == CONTENT / "tic-tac-toe"


@pytest.mark.parametrize(
    ("file", "text"), [("sfrules.toml", TOML), ("pyproject.toml", PYPROJECT), ("content/sfrules.toml", TOML)]
)
def test_of_several_the_configured_one(tmp_path, monkeypatch, file, text):
    monkeypatch.chdir(project(tmp_path, "one", "two"))
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert choose(None).root.resolve() == tmp_path / "content" / "two"


REFUSALS = [
    (None, {}, ["holds several scenarios", "one, two", "sfrules.toml"]),
    (None, {"sfrules.toml": 'scenario = "three"\n'}, ["names the scenario “three”"]),
    (None, {"sfrules.toml": "scenario: two\n"}, ["sfrules.toml:1:9: this line is not TOML"]),
    ("onne", {}, ["no scenario “onne”", "Did you mean “one”?", "one, ", "tic-tac-toe"]),
    ("nowhere/at-all", {}, ["no file or folder nowhere/at-all"]),
    ("./nowhere", {}, ["no file or folder ./nowhere"]),
    ("stray.yaml", {"stray.yaml": "a: b\n"}, ["belongs to no scenario"]),
    ("art", {"art/notes.txt": "hello"}, ["art holds no scenario", "sfrules init NAME begins one"]),
    ("", {}, ["which scenario? What stands for its name is empty"]),
    (" ", {}, ["which scenario? What stands for its name is empty"]),
]


@pytest.mark.parametrize(("word", "files", "words"), REFUSALS)
def test_what_cannot_be_taken_is_refused_in_clear_words(tmp_path, word, files, words):
    project(tmp_path, "one", "two")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    ran = sfrules("simulate", *([word] if word is not None else []), cwd=tmp_path)
    assert ran.code == 2
    assert all(part in ran.err for part in words)
    assert "Traceback" not in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    "command",
    [["validate", ""], ["test", ""], ["build", ""], ["fmt", ""], ["gaps", ""], ["explore", ""], ["play", ""],
     ["explain", "bury", "-s", ""], ["replay", "--seed", "3", "--scenario", ""], ["build", "--language", ""]],
)  # fmt: skip
def test_a_name_that_a_script_has_left_empty_stands_for_nothing(tmp_path, command):
    ran = sfrules(*command, cwd=project(tmp_path, "one"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(("sfrules: which scenario?", "sfrules: which language?"))


@pytest.mark.parametrize(
    "command", [["validate"], ["simulate", "-n", "5"], ["explain", "bury"], ["replay", "--seed", "3"]]
)
def test_every_run_says_which_one_it_takes(tmp_path, command):
    project(tmp_path, "one")
    ran = sfrules(*command, cwd=tmp_path)
    assert ran.code == 0
    assert ran.out.startswith("Scenario: The Ledger 1 (content/one; found in content)\n")


@pytest.mark.parametrize(
    "command", [["validate", "--json"], ["simulate", "-n", "5", "--json"], ["replay", "--seed", "3", "--json"]]
)
def test_data_on_standard_output_stays_data(tmp_path, command):
    import json

    ran = sfrules(*command, cwd=project(tmp_path, "one"))
    assert ran.code == 0
    assert json.loads(ran.out) is not None
    assert "Scenario: The Ledger" in ran.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--gap", "nonsense"], "write GAP=OPTION"),
        (["--gap", "gate=open"], "no gap “gate”"),
        (["--variant", "night"], "no variant “night”"),
    ],
)
def test_choices_that_the_scenario_does_not_have(tmp_path, options, words):
    ran = sfrules("simulate", copied(LEDGER, tmp_path / "ledger"), *options, cwd=tmp_path)
    assert ran.code == 2
    assert words in ran.err


GAP = """gaps:
  wage:
    question: How much is a day's work worth?
    status: open
    ruling: less
    options:
      less: {says: Two., set: {actions.save-up.effect: actor.coins += 2}}
      more: {says: Six., set: {actions.save-up.effect: actor.coins += 6}}
"""


def test_another_ruling_of_a_gap_is_played(tmp_path):
    game = copied(LEDGER, tmp_path / "ledger")
    (game / "gaps.yaml").write_text(GAP, encoding="utf-8")
    for ruling in ("less", "more"):
        ran = sfrules("simulate", game, "-n", "20", "--json", "--gap", f"wage={ruling}", cwd=tmp_path)
        assert ran.code == 0
        assert f'"wage": "{ruling}"' in ran.out
