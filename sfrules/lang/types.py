"""The few types that a rule's expressions can have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True, eq=False)
class Type:
    """`name`: number, flag, text, thing, card, card-name, word, entry, declaration, many, optional, nothing, any.

    `kind` names the kind of thing or card ("" = any); `of` is what a collection or an optional holds; `words` are the
    words that a `one_of` property may hold. The functions below give the same type for the same parts, so that most
    comparisons end at once.
    """

    name: str
    kind: str = ""
    of: Type | None = None
    words: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Type):
            return NotImplemented
        mine, theirs = (self.name, self.kind, self.of, self.words), (other.name, other.kind, other.of, other.words)
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.name, self.kind, self.of, self.words))

    def __str__(self) -> str:
        match self.name:
            case "many":
                return f"several {_several(self.of or ANY)}"
            case "optional":
                return f"optional {self.of}"
            case "word":
                return "one of " + ", ".join(self.words)
            case "thing":
                return self.kind
            case "card":
                return f"card of kind {self.kind}" if self.kind else "card"
            case "card-name":
                return "name of a card"
            case "entry":
                return "action or power"
            case "nothing":
                return "none"
            case _:
                return self.name

    @property
    def phrase(self) -> str:
        """With its article: “a number”, “an action or power”, “several numbers”."""
        text = str(self)
        if self.name in {"many", "nothing", "any", "word"}:
            return text
        return f"{'an' if text[:1] in 'aeiou' else 'a'} {text}"

    @property
    def verb(self) -> str:
        """“a number is”, “several numbers are”."""
        return "are" if self.name == "many" else "is"


def _several(of: Type) -> str:
    """What there are several of."""
    match of.name:
        case "number" | "flag" | "text" | "declaration":
            return f"{of.name}s"
        case "thing":
            return f"things of kind {of.kind}" if of.kind else "things"
        case "card":
            return f"cards of kind {of.kind}" if of.kind else "cards"
        case "card-name":
            return "names of cards"
        case "entry":
            return "actions or powers"
        case _:
            return "things"


NUMBER = Type("number")
FLAG = Type("flag")
TEXT = Type("text")
ENTRY = Type("entry")
DECLARATION = Type("declaration")
NOTHING = Type("nothing")
ANY = Type("any")


@lru_cache(4096)
def thing(kind: str) -> Type:
    """A thing of a kind."""
    return Type("thing", kind)


@lru_cache(4096)
def card(kind: str = "") -> Type:
    """A card of a card kind, or any card."""
    return Type("card", kind)


@lru_cache(4096)
def card_name(kind: str = "") -> Type:
    """The name of a card of a card kind."""
    return Type("card-name", kind)


def word(words: tuple[str, ...]) -> Type:
    """One of the words of a `one_of` property."""
    return Type("word", words=words)


@lru_cache(4096)
def many(of: Type) -> Type:
    """A collection."""
    return Type("many", of=of)


@lru_cache(4096)
def optional(of: Type) -> Type:
    """A value that may be none."""
    return of if of.name in {"optional", "any"} else Type("optional", of=of)


def unfit(given: Type, wanted: Type) -> str:
    """What to say when `given` stands where `wanted` is asked for."""
    return f"Here {wanted.phrase} {wanted.verb} wanted, and this is {given.phrase}."


def held(of: Type) -> Type:
    """What a value of this type is once it is known to exist."""
    return of.of if of.name == "optional" and of.of is not None else of


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked for."""
    if given is wanted or given.name == "any" or wanted.name == "any" or given == wanted:
        return True
    if wanted.name == "optional" and wanted.of is not None:
        return given == NOTHING or fits(held(given), wanted.of)
    if given.name != wanted.name:
        return False
    if given.name in {"thing", "card", "card-name"}:
        return not wanted.kind or not given.kind or given.kind == wanted.kind
    if given.name == "many" and given.of is not None and wanted.of is not None:
        return fits(given.of, wanted.of)
    return given.name == "word" and set(given.words) <= set(wanted.words)


def comparable(left: Type, right: Type) -> bool:
    """Whether `is` between the two can ever hold."""
    return fits(held(left), held(right)) or fits(held(right), held(left)) or NOTHING in (left, right)
