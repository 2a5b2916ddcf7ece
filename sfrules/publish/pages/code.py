"""Rule text as a block of code, its words told apart; which words belong to the language, the grammar says."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from sfrules.lang.tables import grammar_text

_TOKEN = re.compile(
    r'(?P<comment>(?:^|(?<=\s))#[^\n]*)|(?P<text>"[^"\n]*")|(?P<key>^[a-z][\w.-]*:)|(?P<number>(?<![\w-])\d+(?![\w-]))|'
    r"(?P<word>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)",
    re.MULTILINE,
)
# the names that the theme gives to the parts of any code
_CLASSES = {"comment": "c1", "text": "s2", "key": "nt", "number": "mi", "word": "k"}


def code_block(code: str) -> str:
    """The code as HTML; it shows exactly what it was given."""
    return f'<div class="highlight"><pre><code>{_marked(code.rstrip())}</code></pre></div>'


def _marked(code: str) -> str:
    parts, end = [], 0
    for match in _TOKEN.finditer(code):
        parts.append(escape(code[end : match.start()], quote=False))
        parts.append(_span(str(match.lastgroup), match[0], after_dot=code[match.start() - 1 : match.start()] == "."))
        end = match.end()
    return "".join([*parts, escape(code[end:], quote=False)])


def _span(kind: str, text: str, *, after_dot: bool) -> str:
    shown = escape(text, quote=False)
    if kind == "word" and (after_dot or text not in _words()):
        return shown
    return f'<span class="{_CLASSES[kind]}">{shown}</span>'


@cache
def _words() -> frozenset[str]:
    """The words that the grammar writes out."""
    return frozenset(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", grammar_text())))
