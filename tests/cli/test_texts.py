"""`sfrules texts` begins a translation and brings it up to date; what a translator wrote is never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sfrules.publish.texts import scalar
from sfrules.source.files import SourceFile
from sfrules.source.nodes import Map
from sfrules.source.reader import read_nodes
from tests.cli.runs import CONTENT, Ran, copied, sfrules

HEAD = "scenario: {title: Harbour, seats: 2}\nkinds: {captain: {seat: yes}}\nplay: finish with dusk\n"
GAME = (
    HEAD
    + """\
things: {captain: {east: {title: East}, west: {title: West}}}
endings:
  dusk: {title: Dusk, text: "The sun sets.", payoff: 0}
glossary:
  Tide: How high the water stands.
"""
)
BEGUN = """\
# The texts of this game in Deutsch. Above each stands the original, behind #=; what is empty is not
# translated yet. `sfrules texts de` brings all of it up to date.
translation:
  name: Deutsch

scenario:
  #= Harbour
  title:

glossary:
  Tide:
    #= How high the water stands.
    text:

kinds:
  captain:
    #= Captain
    title:

things:
  captain:
    east:
      #= East
      title:
    west:
      #= West
      title:

endings:
  dusk:
    #= Dusk
    title:
    #= The sun sets.
    text:
"""
BY_HAND = """\
# A remark at the head.
translation: {name: Deutsch}
# of the endings
endings:
  # of dusk
  dusk:   # behind dusk
    # of its title
    #= Dusk
    title: Abend  # behind the title
    #= The sun rises.
    text: >-
      Die Sonne
      geht auf.
things: {captain: {east: {title: "Ost: fern"}, north: {title: Nord}}}
glossary: {Tide: Wie hoch das Wasser steht.}
phrases:
  # nobody says this
  Ahoy!: Ahoi!
# the end
"""
TIDIED = """\
# A remark at the head.
translation:
  name: Deutsch

scenario:
  #= Harbour
  title:

glossary:
  Tide:
    #= How high the water stands.
    text: Wie hoch das Wasser steht.

kinds:
  captain:
    #= Captain
    title:

things:
  captain:
    east:
      #= East
      title: "Ost: fern"
    west:
      #= West
      title:
    north:
      title: Nord

# of the endings
endings:
  # of dusk
  dusk:  # behind dusk
    # of its title
    #= Dusk
    title: Abend  # behind the title
    #= The sun rises.
    #+ The sun sets.
    text: Die Sonne geht auf.

phrases:
  # nobody says this
  Ahoy!: Ahoi!

# the end
"""


@pytest.fixture
def game(tmp_path) -> Path:
    root: Path = tmp_path / "harbour"
    root.mkdir()
    (root / "scenario.yaml").write_text(GAME, encoding="utf-8")
    return root


def texts(game: Path, *arguments: str) -> Ran:
    return sfrules("texts", *arguments, cwd=game)


def translation(game: Path, text: str | None = None) -> Path:
    path = game / "texts" / "de.yaml"
    if text is not None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    return path


def test_a_translation_is_begun_with_every_original_and_nothing_behind_it(game):
    ran = texts(game, "de")
    assert (ran.code, ran.out) == (0, "written texts/de.yaml\nde: 0 of 7 texts translated.\n")
    assert translation(game).read_text(encoding="utf-8") == BEGUN
    assert texts(game, "de").out.startswith("Nothing to change.\n")
    assert sfrules("validate", cwd=game).code == 0


def test_what_stands_there_stays_with_its_comments_and_what_names_nothing_too(game):
    path = translation(game, BY_HAND)
    assert (
        texts(game, "de").out
        == "changed texts/de.yaml\nstale: endings.dusk.text\nde: 4 of 7 texts translated, 1 of them stale.\n"
    )
    assert path.read_text(encoding="utf-8") == TIDIED
    assert texts(game, "de").out.startswith("Nothing to change.\n")


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "bom"])
def test_byte_order_mark_and_line_breaks_stay(game, mark, ends):
    path = translation(game, mark + BY_HAND.replace("\n", ends))
    assert texts(game, "de").code == 0
    assert path.read_bytes().decode() == mark + TIDIED.replace("\n", ends)


@pytest.mark.parametrize("path", ["endings.dusk.text", "all"])
def test_a_stale_text_is_told_until_it_is_confirmed(game, path):
    file = translation(game, TIDIED)
    found = [(d["code"], d["line"]) for d in _found(game) if d["code"] == "SF727"]
    assert found == [("SF727", TIDIED[: TIDIED.index("    text: Die Sonne")].count("\n") + 1)]
    assert "stale" not in texts(game, "de", "--confirm", path).out
    assert file.read_text(encoding="utf-8") == TIDIED.replace("    #= The sun rises.\n    #+ The", "    #= The")
    assert "SF727" not in {d["code"] for d in _found(game)}


def _found(game: Path) -> list[dict]:
    found: list[dict] = json.loads(sfrules("validate", "--json", cwd=game).out)
    return found


def test_check_diff_and_json_change_nothing(game):
    path = translation(game, BY_HAND)
    assert texts(game, "de", "--check").code == 1
    diff = texts(game, "de", "--diff")
    assert diff.code == 0
    assert "+    #+ The sun sets.\n" in diff.out
    state = json.loads(texts(game, "de", "--json").out)
    assert state == {
        "language": "de", "name": "Deutsch", "texts": 7, "translated": 4,
        "missing": ["scenario.title", "kinds.captain.title", "things.captain.west.title"],
        "stale": ["endings.dusk.text"],
    }  # fmt: skip
    assert path.read_text(encoding="utf-8") == BY_HAND
    assert json.loads(texts(game, "fr", "--json").out)["translated"] == 0
    assert not (game / "texts" / "fr.yaml").exists()


def test_a_whole_translation_passes_the_check(tmp_path):
    root = copied(CONTENT / "nim", tmp_path / "nim")
    assert texts(root, "de", "--check").code == 0
    page = root / "texts" / "de" / "how-to-play.md"
    page.write_text((root / "rulebook" / "how-to-play.md").read_text(encoding="utf-8"), encoding="utf-8")
    ran = texts(root, "de", "--check")
    assert (ran.code, ran.out) == (1, "de: 21 of 22 texts translated.\n")


def test_a_page_is_copied_with_the_mark_of_its_original_and_is_stale_when_that_changes(tmp_path):
    root = copied(CONTENT / "nim", tmp_path / "nim")
    original = root / "rulebook" / "how-to-play.md"
    assert "written texts/fr/how-to-play.md" in texts(root, "fr").out
    assert "rulebook/how-to-play.md" in json.loads(texts(root, "fr", "--json").out)["missing"]
    original.write_text(original.read_text(encoding="utf-8").replace("three heaps", "four heaps"), encoding="utf-8")
    assert "stale: rulebook/how-to-play.md" in texts(root, "de").out
    assert [d["code"] for d in _found(root) if "SF72" in d["code"]].count("SF727") == 2
    assert "stale" not in texts(root, "de", "--confirm", "rulebook/how-to-play.md").out


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("head", ["", "---\ntitle: Jeu\n---\n", "---\nof: 12345678\ntitle: Jeu\n---\n"])
def test_a_page_is_confirmed_in_its_own_line_breaks(tmp_path, head, end):
    root = copied(CONTENT / "nim", tmp_path / "nim")
    page = root / "texts" / "de" / "how-to-play.md"
    page.write_bytes(f"{head}# Spiel\n".replace("\n", end).encode())
    assert texts(root, "de", "--confirm", "rulebook/how-to-play.md").code == 0
    lines = page.read_bytes().decode().split(end)
    assert (lines[0], lines[1][:4]) == ("---", "of: ")
    assert [line for line in lines if line.startswith("title")] == (["title: Jeu"] if head else [])
    assert lines.count("---") == 2
    assert [d["code"] for d in _found(root) if d["code"] in ("SF727", "SF822")] == []


def test_languages_are_listed(game):
    assert texts(game).out.startswith("No translations yet.")
    translation(game, BY_HAND)
    assert texts(game).out == "de       Deutsch              4 of 7 texts translated, 1 of them stale.\n"
    assert [row["language"] for row in json.loads(texts(game, "--json").out)] == ["de"]
    assert texts(game.parent, "./harbour").out == texts(game).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("German",), "not the tag of a language"),
        (("de", "--confirm", "endings.dusk.txt"), "Did you mean “endings.dusk.text”?"),
    ],
)
def test_what_cannot_be_done_is_refused(game, arguments, words):
    translation(game, BY_HAND)
    ran = texts(game, *arguments)
    assert ran.code == 2
    assert words in ran.err


@pytest.mark.parametrize("more", ["endings: {\n", "kinds: {captain: Kapitän}\n", "scenario: {title: [Hafen]}\n"])
def test_a_file_that_cannot_be_read_is_left_alone(game, more):
    path = translation(game, BY_HAND + more)
    ran = texts(game, "de")
    assert ran.code == 2
    assert "cannot be read in full" in ran.err
    assert path.read_text(encoding="utf-8") == BY_HAND + more


# a language in use


def test_a_language_is_played_and_unknown_ones_are_refused(tmp_path):
    root = copied(CONTENT / "nim", tmp_path / "nim")
    ran = sfrules("play", "--language", "de", "--seat", "one", "--seed", "1", cwd=root, stdin="1\n")
    assert "Wie viele nimmst du" in ran.out
    assert "Linker Haufen" in ran.out
    assert "sfrules play --language de --resume" in ran.out
    ran = sfrules("play", "--language", "ed", cwd=root)
    assert ran.code == 2
    assert "no translation “ed”" in ran.err
    assert "There are: de" in ran.err


def test_a_book_is_built_in_a_language(tmp_path):
    root = copied(CONTENT / "nim", tmp_path / "nim")
    ran = sfrules("build", "--language", "de", "--games", "0", cwd=root)
    assert ran.code == 0, ran.err
    page = (root / "build" / "site" / "book" / "how-to-play.html").read_text(encoding="utf-8")
    assert '<html lang="de"' in page
    assert "Legt drei Haufen Bohnen aus" in page
    assert "Inhaltsverzeichnis" in page
    assert "Dreimal sieben" in (root / "build" / "site" / "variants.html").read_text(encoding="utf-8")


def test_a_language_that_nobody_speaks_is_built_before_anything_is_translated(tmp_path):
    root = copied(CONTENT / "nim", tmp_path / "nim")
    assert texts(root, "--pseudo").code == 0
    assert [d for d in _found(root) if "en-xa" in json.dumps(d)] == []
    ran = sfrules("build", "--language", "en-xa", "--games", "0", "--only", "cards", cwd=root)
    assert ran.code == 0, ran.err


def test_a_mistake_in_a_translation_stops_only_its_own_language(game):
    translation(game, BY_HAND)
    assert sfrules("build", "--games", "0", "--only", "cards", cwd=game).code == 0
    ran = sfrules("build", "--games", "0", "--only", "cards", "--language", "de", cwd=game)
    assert ran.code == 1
    assert "There is no captain “north”" in ran.err


# how texts are written


@pytest.mark.parametrize(
    "text",
    [
        "plain", "a: b", "a #b", "a # b", "ends:", "{toll} first", "[a]", "- a", "* a", "“quoted”", "it's", 'say "so"',
        "null", "~", "yes", "7", "two\nlines", "two\nlines\n", "  led", "trail ", "a\\b", "tab\there", "# no comment",
        "two\n  deeper", "one\n\ntwo\n", "long " * 40 + "end", "long  with two spaces " * 10 + "end", "& a", "!a", "%a",
        "@a", "a\u00a0b", "|", ">", "?", "a, b", "key: ", "'", "\u2028", "end\n\n",
    ],
)  # fmt: skip
def test_any_text_is_read_as_it_was_written(text):
    first, *more = scalar(text, 4)
    lines = [f"key: {first}", *(f"  {line}" if line else "" for line in more)]
    file = SourceFile(Path("a.yaml"), "a.yaml", "\n".join(lines) + "\n")
    node, found = read_nodes(file)
    assert found == []
    assert isinstance(node, Map)
    assert node["key"] == text or (text in ("null", "~") and not node["key"])
