"""The Python knows no game: no name that a shipped scenario gives to its things stands in code, text or comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]

# Words that a scenario uses as names, and that the framework may use as well. Each group says why.
ALLOWED = {
    "vocabulary of the rule language and of the kinds of entries": """
        action actions answer board card cards choice choose counts deck decks draw edge edges effect ending
        endings event events finish game games hand hands limit limits location locations move moves pass phase
        phases place places play player players power powers reaction reactions roll round rounds rule rules
        score scores seat seats setup space spaces step steps stop table take text title track tracks turn turns
        undo variant window windows winner zone zones""",
    "plain English that any program's comments need": """
        about after again another asset back before blank blanks both briefing capital cell cells channel clear
        colour closed common complete control count course delay double end exchange extract failure false final
        foreign free from general given head holder individual into joint keep last leads line lines local long
        lost lower main major mark marked marks minor more name named natural needed next none number numbers
        once only open opened opening order other over own owner pair pairs personal point points position
        private protected public rank ready rejected release remove rest return route reveal reveals right same
        search second safe secret secrets short show shows side sides source start starting state swap target
        their then this time trace turned under understood until used value values view visited watch when where
        while wide with without word words your""",
}
NAMED_BY_KEY = ("things", "table", "numbers", "limits", "zones", "menus")
PROSE = ("text", "says", "question", "flavour", "note", "summary", "setting")
TITLES = ("title", "titles", "name")


def walk(node: Any, under: str = "") -> Iterator[tuple[str, str]]:
    """Each (key, text) pair of a file; a list counts under the key that holds it, a name given as a key under "id"."""
    if isinstance(node, dict):
        for key, value in node.items():
            # a property of one word may be any word; one of several words is a game's own
            if under in NAMED_BY_KEY or (under == "has" and "-" in str(key)):
                yield "id", str(key)
            yield from walk(value, under if under == "things" and isinstance(value, dict) else str(key))
    elif isinstance(node, list):
        for value in node:
            yield from walk(value, under)
    elif isinstance(node, str):
        yield under, node


def game_words(content: Path, grammar: str) -> set[str]:
    """Ids, whole titles of several words, and names: what prose writes large in mid-sentence, and nowhere small."""
    reader = YAML(typ="safe", pure=True)
    files = [reader.load(path) for path in sorted(content.rglob("*.yaml"))]
    # tests name what other files define; their titles are plain sentences
    pairs = [pair for file in files for pair in walk({key: part for key, part in file.items() if key != "tests"})]
    ids = {spread(text) for key, text in pairs if key == "id" and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text)}
    titles = {spread(text) for key, text in pairs if key in TITLES and re.fullmatch(r"[\w’']+( [\w’']+)+", text)}
    prose = " ".join(text for key, text in pairs if key in PROSE)
    names = set(re.findall(r"(?<=[a-z,] )[A-Z][a-z]+\b", prose))
    names = set(map(str.lower, names)) - set(re.findall(r"\b[a-z]+\b", prose))
    known = set(" ".join(ALLOWED.values()).split()) | set(re.findall(r"[a-z]+", re.sub(r"//.*", "", grammar.lower())))
    titles = {title for title in titles if not known.issuperset(title.split())}
    return {word for word in ids | titles | names if len(word) > 3 and word not in known}


def spread(text: str) -> str:
    """One spelling for all: safe-house, safe_house, Safe House and SafeHouse become "safe house"."""
    return re.sub(r"[-_\s]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)).lower()


def found_in(package: Path, words: set[str]) -> list[str]:
    """Where a word stands, whole, in whatever spelling, singular or plural."""
    wanted = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})s?\b")
    found = []
    for path in sorted(package.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            place = f"{path.relative_to(package.parent).as_posix()}:{number}"
            found += [f"{place}: {match[0]}" for match in wanted.finditer(spread(line))]
    return found


def shipped_words() -> set[str]:
    grammar = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "grammar").glob("*.lark")))
    return game_words(ROOT / "content", grammar)


def test_no_word_of_the_shipped_games_stands_in_the_python():
    assert found_in(ROOT / "sfrules", shipped_words()) == []


def test_there_are_words_to_look_for():
    assert len(shipped_words()) > 50


CONTENT = """
scenario: {id: dark-water, title: Dark Water}
things:
  keeper:
    pilot: {title: Pilot of Norhaven}
table: {gloom: {track: 0..10, title: Gloom}}
cards:
  - id: storm-glass
    title: Fall of the Night
    text: A glass falls. The storm comes to Wreckers in the Bight of Sund and to Norhaven.
"""


@pytest.mark.parametrize(
    ("line", "hits"),
    [
        ("name = 'dark-water'", 1),
        ("class DarkWater: ...", 1),
        ("dark_water = 1", 1),
        ('"""As in Dark Water."""', 1),
        ("# as Norhaven does", 1),
        ("def pilot_of_norhaven(): ...", 1),
        ("gloom = 3", 1),
        ("glooms = 3", 1),
        ("pilot = storm_glass = 1", 2),
        ("self._gloom = 3", 1),
        ("'the fall of the night'", 1),
        ("# Wreckers in Sund", 2),
        ("gloomy = 3", 0),
        ("glass = 'The storm'", 0),
        ("copilot = 3", 0),
        ("card = the", 0),
    ],
)
def test_a_planted_word_is_found(tmp_path, line, hits):
    for name, text in {"content/dark/a.yaml": CONTENT, "sfrules/model/card.py": f"import os\n\n{line}\n"}.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(found_in(tmp_path / "sfrules", game_words(tmp_path / "content", "the pass"))) == hits
