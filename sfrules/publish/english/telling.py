"""A sentence of a reading, and how one is made from the verb table."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import field

from sfrules.lang import typed
from sfrules.lang.verbs import sentence
from sfrules.publish.english.relative import Relative
from sfrules.publish.words import agree, cap, small
from sfrules.record import record


@record
class Sentence:
    """A sentence without its full stop, in the form it has behind a comma; `below` is what it introduces.

    `goes_on` when it belongs to the step before it: `If so, …`, `Otherwise, …`.
    """

    text: str
    below: tuple[Sentence, ...] = field(default=())
    goes_on: bool = False

    @property
    def whole(self) -> str:
        """With its capital and its stop."""
        text = cap(self.text)
        if self.below:
            return f"{text}:"
        return text if text.endswith((".", "!", "?", ".”", "!”", "?”", ":")) else f"{text}."


class Telling(Relative):
    """Makes sentences."""

    def say(self, node: str, case: str = "reading", *, several: bool = False, **parts: str) -> Sentence:
        """A sentence of the verb table with its parts put in. `{Who}` is the same as `{who}`."""
        template = agree(sentence(node, case), several)
        starts_with_part = template.startswith("{")
        named = {**parts, **{cap(name): text for name, text in parts.items()}}
        text = template.format(**named).removesuffix(".").strip()
        return Sentence(text if starts_with_part else small(text))

    @abstractmethod
    def block(self, block: typed.Block) -> tuple[Sentence, ...]:
        """The sentences of a block, in order."""
