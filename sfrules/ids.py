"""The shapes of names that content may use, and what to say about a name that has another shape."""

from __future__ import annotations

import re
import unicodedata

SLUG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
SOURCE_ID = re.compile(r"[A-Z][0-9]{2,3}")

RulePath = tuple[str, ...]
"""Where a rule text stands, by ids and keys, such as ("actions", "sail", "effect")."""


def is_slug(text: str) -> bool:
    """Whether `text` may be an id: small letters, digits and single hyphens, a letter first."""
    return SLUG.fullmatch(text) is not None


def slug_slip(text: str) -> str:
    """Why `text` cannot be an id, as a full sentence for a designer."""
    if not text:
        return "An id cannot be empty."
    odd = next((letter for letter in text if ord(letter) > 127), "")
    if odd:
        return (
            f"“{text}” cannot be an id: {letter_name(odd)} is not one of the letters a to z. {_suggest(text)}".strip()
        )
    if text[0].isdigit():
        return f"“{text}” cannot be an id: an id begins with a letter."
    return f"“{text}” cannot be an id: ids are small letters, digits and single hyphens. {_suggest(text)}".strip()


def letter_name(letter: str) -> str:
    """A letter with its name, for letters that look like others: “с” (CYRILLIC SMALL LETTER ES)."""
    name = unicodedata.name(letter, f"U+{ord(letter):04X}")
    return f"U+{ord(letter):04X} ({name})" if unicodedata.combining(letter) else f"“{letter}” ({name})"


_LOOK_ALIKE = str.maketrans("асеорхуіѕјԁһοαѵ", "aceopxyisjdhoav")


def slug_like(text: str) -> str:
    """The id that most looks like `text`, or "" where nothing of it can stand in an id."""
    flat = unicodedata.normalize("NFKD", text.lower().translate(_LOOK_ALIKE)).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", flat).strip("-")
    return slug if is_slug(slug) else ""


def source_like(text: str) -> str:
    """The number of a rule that a text most likely stands for: `r14`, `R-14`, `R4`; or ""."""
    parts = re.fullmatch(r"([A-Za-z])[ ._-]?0*([0-9]{1,3})", text.strip())
    return f"{parts[1].upper()}{parts[2]:>02}" if parts is not None else ""


def _suggest(text: str) -> str:
    slug = slug_like(text)
    return f"Write “{slug}”." if slug else ""


OWN = "own:"
"""What the code of a scenario's own check begins with; its id follows."""
