"""The parser's tables, worked out beforehand: building them takes longer than reading a whole scenario.

`grammar/rules.tables` is made from `grammar/rules.lark` by `python -m sfrules.lang.tables`. It begins with a line that
names the grammar and the version of Lark it was made with; where that line does not fit, the tables are built anew.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sfrules.resources import resource

if TYPE_CHECKING:
    from lark import Lark

STARTS = ["body", "formula"]


def grammar_text() -> str:
    """The grammar file as text."""
    return (resource("grammar") / "rules.lark").read_text(encoding="utf-8")


def headline() -> bytes:
    """What the tables must have been made from, to be used."""
    import lark

    digest = hashlib.sha256(grammar_text().encode()).hexdigest()
    return f"sfrules parser tables, lark {lark.__version__}, grammar {digest}\n".encode()


def parser(transformer: Any) -> Lark:
    """A parser that builds with `transformer` while it reads; from the tables when they fit."""
    from lark import Lark

    from sfrules.lang.lexer import RuleLexer

    stored = resource("grammar") / "rules.tables"
    head = headline()
    data = stored.read_bytes() if stored.is_file() else b""
    made: Any
    if data.startswith(head):
        # `Lark.load` takes no transformer, and transforming afterwards would double the time of each parse
        made = Lark.__new__(Lark)._load(io.BytesIO(data[len(head) :]), transformer=transformer)
    else:
        made = built(transformer=transformer)
    made.parser.lexer = RuleLexer(made.terminals)
    ready: Lark = made
    return ready


def built(**options: Any) -> Lark:
    """A parser from the grammar file, with Lark's own lexer; `strict=True` refuses hidden conflicts."""
    from lark import Lark

    return Lark(grammar_text(), parser="lalr", lexer="contextual", start=STARTS, keep_all_tokens=True, **options)


def table_bytes() -> bytes:
    """What the file of tables should hold."""
    made = io.BytesIO()
    built().save(made)
    return headline() + made.getvalue()


if __name__ == "__main__":
    Path(resource("grammar") / "rules.tables").write_bytes(table_bytes())
