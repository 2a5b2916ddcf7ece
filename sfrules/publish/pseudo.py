"""A language that nobody speaks: the same words with accents and more letters, to try layouts before they are paid for.

What is cut off, what does not fit and what was never taken from the texts shows at once. Placeholders, icons and marks
stay as they are.
"""

from __future__ import annotations

import re

LANGUAGE, NAME = "en-xa", "Pseudo"
LONGER = 1.4

_ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
_VOWEL = re.compile(r"[aeiou]")
_KEPT = re.compile(
    r"\{[^}]*\}|:[a-z][a-z0-9-]*:|\]\([^)]*\)|`[^`]*`|<!--.*?-->|&\w+;|https?://\S+|[\[\]*#|_]+|^\s*(?:[-+>]|\d+[.)])\s"
)
_FILLER = ("ípšúm", "dólór", "šít", "ámét")


def pseudo(text: str) -> str:
    """The text in the language that nobody speaks, some forty in a hundred longer."""
    if not any(letter.isalpha() for letter in text):
        return text
    lead, body, trail = _trimmed(text)
    return f"{lead}{_longer(body)}{trail}"


def pseudo_page(text: str) -> str:
    """A page of a rulebook in it; code, links and the head of the page stay."""
    made, fence, head = [], "", text.startswith("---\n")
    for number, line in enumerate(text.split("\n")):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if head:
            made.append(f"title: {pseudo(line[7:])}" if line.startswith("title: ") else line)
            head = number == 0 or line != "---"
        elif fence or mark:
            made.append(line)
            fence = "" if fence and mark else fence or (mark[1] if mark else "")
        else:
            made.append(pseudo(line))
    return "\n".join(made)


def _trimmed(text: str) -> tuple[str, str, str]:
    body = text.strip()
    start = text.index(body)
    return text[:start], body, text[start + len(body) :]


def _longer(text: str) -> str:
    parts, end = [], 0
    spare = round(sum(map(len, _KEPT.split(text))) * (LONGER - 1))
    for kept in _KEPT.finditer(text):
        parts += [_accented(text[end : kept.start()], spare > 0), kept[0]]
        end = kept.end()
    made = "".join([*parts, _accented(text[end:], spare > 0)])
    for word in _FILLER * (len(text) // 20 + 1):
        if len(made) >= len(text) + spare or len(text) < 12:
            break
        made += f" {word}"
    return made


def _accented(text: str, twice: bool) -> str:
    return (_VOWEL.sub(lambda vowel: vowel[0] * 2, text) if twice else text).translate(_ACCENTS)
