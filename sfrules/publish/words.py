"""English words in their forms: articles, plurals, possessives, verbs that agree. It knows grammar and no content."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sfrules.record import record

_AGREES = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
_SMALL_CLAUSE = re.compile(r" (who|whose|that|which|of|with|in|on|for|after|before|next|declared) |[,)”]$")


@record
class Noun:
    """Somebody or something that a sentence speaks of: as subject, as object, and what is theirs.

    `several` says that its verb stands in the plural; `pronoun` stands for its possessive when it is the subject.
    """

    text: str
    object: str = ""
    possessive: str = ""
    several: bool = False
    pronoun: str = "its"

    @property
    def obj(self) -> str:
        """As the object of a sentence."""
        return self.object or self.text

    def owning(self, thing: str) -> str:
        """What belongs to it: `your hand`, `the scout’s hand`, `the hand of a scout who is lost`."""
        if self.possessive:
            return f"{self.possessive} {thing}"
        if _SMALL_CLAUSE.search(f"{self.text} ") or "’" in self.text:
            return f"the {thing} of {self.obj}"
        return f"{self.text}’ {thing}" if self.text.endswith("s") and self.several else f"{self.text}’s {thing}"


YOU = Noun("you", possessive="your", several=True, pronoun="your")
THEY = Noun("they", "them", "their", several=True, pronoun="their")
IT = Noun("it", "it", "its")


def cap(text: str) -> str:
    """The text with a capital at its start, be it behind a quotation mark."""
    for at, letter in enumerate(text):
        if letter.isalnum():
            return text[:at] + letter.upper() + text[at + 1 :]
    return text


def small(text: str) -> str:
    """The text with a small first letter."""
    return text[:1].lower() + text[1:]


def a(noun: str) -> str:
    """The noun with `a` or `an`; a title that has an article keeps it."""
    if noun.lower().startswith(("the ", "a ", "an ")):
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def listed(items: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    return f"{', '.join(items[:-1])} {word} {items[-1]}" if len(items) > 1 else "".join(items)


def agree(template: str, several: bool) -> str:
    """Settles each `[draws|draw]`."""
    return _AGREES.sub(lambda match: match[2] if several else match[1], template)


_PLURAL = {"is": "are", "has": "have", "was": "were", "does": "do", "isn’t": "aren’t"}


def in_plural(verb_phrase: str) -> str:
    """`is closed` for several: `are closed`."""
    verb, _, rest = verb_phrase.partition(" ")
    if verb in _PLURAL:
        verb = _PLURAL[verb]
    elif verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        verb = verb[:-2]
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-1]
    return f"{verb} {rest}".rstrip()


def negated(verb_phrase: str) -> str:
    """`is closed` -> `is not closed`; `serves Elba` -> `does not serve Elba`."""
    verb, _, rest = verb_phrase.partition(" ")
    if verb in {"is", "has", "was", "are", "have", "were"}:
        return f"{verb} not {rest}".rstrip()
    return f"does not {in_plural(verb)} {rest}".rstrip()


def is_verb(title: str) -> bool:
    """Whether a title of a choice reads as a verb: `serves`, `speaks of`."""
    first = title.split(" ")[0]
    return first.islower() and first.endswith("s") and not first.endswith("ss") and len(first) > 3


def dangling(title: str) -> bool:
    """Whether a title waits for a word to follow: `chosen by`."""
    return title.rsplit(" ", 1)[-1] in {"by", "of", "to", "for", "from", "with", "at", "in", "on"}


def is_clause(title: str) -> bool:
    """Whether the title of a flag reads as a verb: `has landed`, `is closed`."""
    return title.split(" ")[0] in {"is", "has", "was", "can", "may", "does", "did"}
