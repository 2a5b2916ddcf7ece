"""A file that is longer than 300 lines has a reason, and a reason that is no longer needed goes."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "sfrules"
LONGEST = 300

ROW = "a table with a row for each verb"
NODE = "one short function for each sort of node, and nothing else"
FACTS = "its checks stand with their reasons and examples, which are more than half of it"
REASONS = {
    "source/reader.py": "the reading of one file, event by event, with each mistake that it meets on the way",
    "source/slips.py": "one short function for each way to stumble, and nothing else",
    "lang/verbs.py": ROW,
    "lang/ast.py": "the nodes of the tree, a few lines each",
    "lang/typed.py": "the nodes of the typed tree, a few lines each",
    "lang/parse.py": NODE,
    "model/expressions.py": NODE,
    "model/statements.py": NODE,
    "model/rules.py": "the typing of a whole book: its order is its difficulty, and is read in one go",
    "program/formula.py": NODE,
    "program/statements.py": NODE,
    "program/compile.py": "a table of the program after another, each made by one short function",
    "engine/machine.py": "what play looks up, a table after another",
    "check/reading.py": "the facts of what reading gives: a table",
    "check/ends.py": FACTS,
    "check/secrets.py": FACTS,
    "check/numbers.py": FACTS,
    "check/exposure.py": "one walk over rules, whose parts share what is known at each step",
    "check/labels.py": NODE,
    "check/traces.py": NODE,
    "check/reach.py": NODE,
    "check/sayings.py": "the sorts of texts and where their numbers come from, one after another",
    "play/forks.py": "one fork of a game from its two worlds to the leak that it shows",
    "publish/keys.py": "a table of the keys of content, with a line for each",
    "publish/schema.py": "one function for each form of a value",
    "publish/board.py": "the drawing of the board: where each part lies follows from those before it",
    "cli/validate.py": "the options of the command with their help",
}


def test_a_long_file_has_a_reason():
    long = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST
    }
    assert long - REASONS.keys() == set()
    assert REASONS.keys() - long == set()
