"""The verb table: one row for everything that a rule can say.

A row states how it is written, what its parts are, who sees what of it, and how it reads in English. The prose is made
with these sentences, the reference page from the rows. In a sentence `{name}` is a part, and `[draws|draw]` agrees with
the subject: the first form for one of them, the second for several and for "you".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from sfrules.record import record

Sort = Literal["statement", "source", "expression", "function"]


@record
class Part:
    """What stands in one place of a form: its type and its meaning."""

    name: str
    type: str
    means: str


@record
class Verb:
    """One row.

    `node` is the class of the typed tree that it becomes (for a function its name); `form` the syntax as an author
    writes it; `shown` who sees what of it; `sentences` its readings by case; `example` a text in canonical spelling:
    statements for a statement or source, one formula otherwise.
    """

    node: str
    sort: Sort
    group: str
    form: str
    means: str
    sentences: Mapping[str, str]
    example: str
    shown: str = ""
    parts: tuple[Part, ...] = field(default=())

    @property
    def name(self) -> str:
        """What to call it on a page: the words by which an author knows it."""
        return _NAMES.get(self.node, self.node.lower())


_NAMES = {
    "Write": "= += -=", "Choose": "choose, may choose", "DoCard": "do card.effect()", "Ruling": "rule",
    "Finish": "finish with", "If": "if, elif, else", "OpenlyIf": "openly if", "ForGrowing": "for … in growing",
    "AtOnce": "at once for", "While": "while … up to", "TellWhether": "tell … whether", "Filter": "where",
    "Rotate": "from, after", "Quantified": "some … has, every … has", "Best": "highest, lowest",
    "Cond": "if … then … else", "Binary": "+ - * / < <= > >= is and or", "IsIn": "is in", "Between": "low..high",
    "ListOf": "[a, b]", "Property": "thing.property", "Zone": "zones", "AllOf": "kinds", "Riding": "with",
    "DeclaredAs": "it is", "DeclarationPart": "it.actor", "Defined": "defines", "CardTest": "card.done",
}  # fmt: skip


def _statement(
    node: str, group: str, form: str, means: str, shown: str, example: str, parts: str = "", **sentences: str
) -> Verb:
    return Verb(node, "statement", group, form, means, sentences, example, shown, _parts(parts))


def _parts(table: str) -> tuple[Part, ...]:
    """Rows `name | type | meaning`, one a line."""
    rows = (tuple(cell.strip() for cell in line.split("|")) for line in table.strip().splitlines())
    return tuple(Part(*row) for row in rows if len(row) == 3)


VALUES = (
    _statement(
        "Let",
        "Values",
        "let NAME = SOURCE",
        "Gives a value a name, to the end of the block. Nothing in the game changes.",
        "nobody; with openly, tell … whether or random as below",
        "let proof = sightings(s, s.place)",
        """
        NAME | a new name | not yet used by anything in the content
        SOURCE | any value | an expression, or openly, tell … whether, random
        """,
        value="{Value} is called the {name} here.",
        flag="Note whether {test}; this is called “{name}”.",
        several="{Value} are called the {name} here.",
    ),
    _statement(
        "Write",
        "Values",
        "TARGET = SOURCE [until end of [next] PHASE]\nTARGET += NUMBER [until …]\nTARGET -= NUMBER [until …]",
        "Changes a property. A track or a number never leaves its range: the change stops at the last step. With "
        "until, the value is "
        "laid over the old one and taken away when that phase ends or expires.",
        "those who may see the property",
        "tide += 1\nharbour.closed = yes until end of night",
        """
        TARGET | a property | of the table, of a thing, or a field of a card
        SOURCE | what the property holds | an expression, or openly, tell … whether, random
        PHASE | a phase | the value holds until it ends; next means: until the one after it
        """,
        rises="{What} rises by {amount}{until}.",
        falls="{What} falls by {amount}{until}.",
        gains="{Who} [gains|gain] {amount} {noun}{until}.",
        loses="{Who} [loses|lose] {amount} {noun}{until}.",
        gains_equal="{Who} [gains|gain] {noun} equal to {amount}{until}.",
        loses_equal="{Who} [loses|lose] {noun} equal to {amount}{until}.",
        adds="Add {amount} to {what}{until}.",
        takes="Take {amount} from {what}{until}.",
        becomes="{What} becomes {value}{until}.",
        cleared="{What} is cleared{until}.",
        says="{What} {says}{until}.",
        whether="{What} {says}{until} only if {test}.",
        noted="Note that {what} {says}{until}.",
    ),
    _statement(
        "Add",
        "Values",
        "add VALUE to TARGET [until end of [next] PHASE]",
        "Puts one thing into a set. What is in it already is not added twice.",
        "those who may see the property",
        "add harbour to s.visited",
        "VALUE | a thing of the set's kind | what is added\nTARGET | a set property | where to",
        reading="Add {value} to {what}{until}.",
    ),
    _statement(
        "Remove",
        "Values",
        "remove VALUE from TARGET",
        "Takes one thing out of a set; nothing happens when it is not in it.",
        "those who may see the property",
        "remove harbour from s.visited",
        "VALUE | a thing of the set's kind | what is taken out\nTARGET | a set property | where from",
        reading="Remove {value} from {what}.",
    ),
)

CHOICES = (
    _statement(
        "Choose",
        "Choices",
        '[may] choose NAME in COLL {, NAME in COLL} [by SEAT [covered by SEATS]] ["PROMPT"] [secretly | shown to SEAT]',
        "A seat picks one of several. What is picked gets the name, or is written into a property when a property "
        "stands "
        "there. There must be something to pick: if there is not, the game stops with an error at this line. With "
        "may, the seat can decline, and the name may be none; if there is nothing to pick, nothing is asked. "
        "With covered by, all of those seats are asked and only SEAT has a real choice.",
        "the options: the chooser; the answer: all, unless secretly or shown to says otherwise",
        'choose spot in harbour where not .closed by s "Where do you land?"',
        """
        NAME | a new name, or a property | what the choice is called, or where it is written
        COLL | a collection | what can be picked
        SEAT | a seat | who picks; without by, the one who declared the action
        PROMPT | a text | the question on the screen
        """,
        reading="{Who} [chooses|choose] {choices}{how}.",
        may="{Who} may choose {choices}{how}.",
    ),
    _statement(
        "Confirm",
        "Choices",
        'confirm "WORDS" by SEAT',
        "A seat is asked to say these words; there is one option and it is always put.",
        "all",
        'confirm "Ready" by s',
        "WORDS | a text | what is confirmed\nSEAT | a seat | who confirms",
        reading="{Who} [confirms|confirm]: “{words}”.",
    ),
    _statement(
        "Ask",
        "Choices",
        'ask SEAT ["PROMPT"] [secretly | shown to SEAT]\n  option NAME [for NAME in COLL {, …}] [when TEST]\n    '
        "STATEMENTS\nend",
        "A seat picks one of the options that are listed, and its statements run. An option with for stands once "
        "for each "
        "thing; one with when is there only if the test holds.",
        "the options: the seat; the answer: all, unless secretly or shown to says otherwise",
        'ask s "Fight or flee?"\n  option fight when s.strength >= 2\n    s.strength -= 2\n  option flee\nend',
        """
        SEAT | a seat | who is asked
        NAME | a name | how the option is called in the log and in a record
        COLL | a collection | the option stands once for each of these
        TEST | a flag | whether the option is there
        """,
        reading="{Who} [chooses|choose] one of these{how}:",
        option="{name}{picks}{when}",
    ),
    _statement(
        "Offer",
        "Choices",
        "offer MENU to SEAT",
        "Puts a whole menu to a seat, as a phase does on a turn.",
        "the options: the seat; what is declared: all",
        "offer turn to s",
        "MENU | a menu | from the section menus\nSEAT | a seat | who takes it",
        reading="{Who} [takes|take] “{menu}”.",
    ),
)

CARDS = (
    _statement(
        "Draw",
        "Cards",
        "draw NUMBER from ZONE [where TEST] to ZONE",
        "Takes cards from the top of a zone, or at random from one that is shuffled. The blanks of each are filled "
        "in then "
        "(rule bind). When too few are left, what the zone says under when_empty happens. Where the other zone has "
        "room for so many only (holds), drawing stops when it is full.",
        "the faces: who sees the faces of the zone they go to; the number: who may count it",
        "draw 2 from deck to s.hand",
        """
        NUMBER | a number | how many
        ZONE | a zone | where from and where to; both of the same kind of card
        TEST | a flag | in it, . is the card: only such cards are drawn
        """,
        seat="{Who} [draws|draw] {cards} from {source}{target}.",
        table="Draw {cards} from {source} {target}.",
    ),
    _statement(
        "Move",
        "Cards",
        "move CARDS to ZONE [on top | on bottom | at random]",
        "Puts a card, or several, into a zone. Without a side they come on top of a stack, and a shuffled zone "
        "forgets where. More than the zone holds is an error, at which the game stops.",
        "the faces: who sees the faces of either zone",
        "move report to pinboard",
        "CARDS | a card or several | what is moved\nZONE | a zone | where to",
        reading="Put {cards} {target}{side}.",
    ),
    _statement(
        "Turn",
        "Cards",
        "turn CARD into CARD-ID",
        "The card takes on the face, title and fixed fields of another one of its kind.",
        "who sees the face of the card",
        "turn fake into storm-glass",
        "CARD | a card | which\nCARD-ID | the id of a card | what it becomes",
        reading="{Card} becomes “{title}”.",
    ),
    _statement(
        "Shuffle",
        "Cards",
        "shuffle ZONE",
        "Forgets the order of a zone: from now on its cards are drawn at random.",
        "nobody",
        "shuffle deck",
        "ZONE | a zone, or zones of several things | which",
        reading="Shuffle {what}.",
    ),
    _statement(
        "Roll",
        "Cards",
        "roll ZONE",
        "Each card of the zone, a die or a coin, shows a face picked at random.",
        "who sees the faces of the zone",
        "roll s.dice",
        "ZONE | a zone, or zones of several things | which",
        reading="Roll {what}.",
    ),
)

KNOWLEDGE = (
    _statement(
        "Reveal",
        "Knowledge",
        "reveal FACT",
        "From now on everybody sees it.",
        "all",
        "reveal scout.hand",
        "FACT | a zone, a property or a field | of the table, of one thing, or of several",
        reading="Reveal {what} to everyone.",
    ),
    _statement(
        "Hide",
        "Knowledge",
        "hide FACT",
        "Ends what reveal and show have opened: only those see it whom its own eyes name.",
        "all see that it is hidden",
        "hide scout.hand",
        "FACT | a zone, a property or a field | of the table, of one thing, or of several",
        reading="From now on {what} can be seen only by those who may see it by rule.",
    ),
    _statement(
        "Show",
        "Knowledge",
        "show FACT to SEAT",
        "From now on this seat sees it, too.",
        "the seat; the others see that it was shown something",
        "show rumour.forged to s",
        "FACT | a zone, a property or a field | of the table, of one thing, or of several\nSEAT | a seat | who sees it",
        reading="Show {what} to {seat} alone.",
        whether="Tell {seat} alone {whether}.",
    ),
    _statement(
        "Tell",
        "Knowledge",
        'tell SEAT "WORDS"',
        "Words for one seat. Values in it are written in braces, as in {s.strength}. Words are no release: they "
        "may say only "
        "what that seat may know anyway.",
        "the words: the seat",
        'tell s "The lamp is {lamp.strength}."',
        "SEAT | a seat | who hears it\nWORDS | a text | with expressions in braces",
        reading="Tell {seat} alone: “{words}”",
    ),
    _statement(
        "Announce",
        "Knowledge",
        'announce "WORDS"',
        "Words for the table, with values in braces. Words are no release: they may say only what everybody may "
        "know anyway.",
        "all",
        'announce "{s} has landed."',
        "WORDS | a text | with expressions in braces",
        reading="Announce: “{words}”",
    ),
)

CALLS = (
    _statement(
        "Do",
        "Other rules",
        "do ROUTINE(ARGS)",
        "Runs a routine, then goes on.",
        "as the routine",
        "do landing(s)",
        "ROUTINE | a routine | from the section routines\nARGS | values | as its given says",
        reading="Carry out “{routine}”{arguments}.",
    ),
    _statement(
        "DoCard",
        "Other rules",
        "do CARD.effect()",
        "Does what a card says.",
        "as the card's effect",
        "do c.effect()",
        "CARD | a card | whose effect runs",
        reading="Do what {card} says.",
    ),
    _statement(
        "Ruling",
        "Other rules",
        "rule GAP(ARGS)",
        "Runs the ruling in force of a gap. A ruling that is told in words only does nothing here.",
        "as the ruling",
        "rule failed-landing(s)",
        "GAP | a gap | from the section gaps\nARGS | values | as its given says",
        reading="{number}{title}: {says}",
        silent="{number}{title} applies.",
    ),
    _statement(
        "Cancel",
        "Other rules",
        "cancel DECLARATION",
        "What was declared does not happen. Its cost stays paid, its limit used, its card discarded.",
        "all",
        "cancel it",
        "DECLARATION | a declaration | it is the one that is answered",
        reading="What was declared is cancelled.",
        other="{what} is cancelled.",
    ),
    _statement(
        "Eliminate",
        "Other rules",
        "eliminate SEAT",
        "The seat is out: loops, windows and votes skip it. The kind's name still means all that ever were; "
        "playing(…) those "
        "still in.",
        "all",
        "eliminate s",
        "SEAT | a seat | who is out",
        reading="{Who} [is|are] out of the game.",
    ),
    _statement(
        "Expire",
        "Other rules",
        "expire PHASE",
        "What was set until the end of this phase ends now.",
        "those who may see what ends",
        "expire night",
        "PHASE | a phase | whose end it is",
        reading="Whatever lasts until the end of the {phase} ends now.",
    ),
    _statement(
        "Stop",
        "Other rules",
        "stop",
        "Leaves this rule: nothing of it that stands below happens.",
        "all see only what they can see of the rest",
        "stop",
        reading="Nothing more happens.",
    ),
    _statement(
        "Finish",
        "Other rules",
        "finish with ENDING(ARGS)",
        "The game is over at once. Everything that was still going on is dropped; then the aftermath runs.",
        "all",
        "finish with victory(s)",
        "ENDING | an ending | from the section endings\nARGS | values | as its given says",
        reading="The game is over: {ending}.",
    ),
)

FLOW = (
    _statement(
        "If",
        "Flow",
        "if TEST\n  STATEMENTS\nelif TEST\n  STATEMENTS\nelse\n  STATEMENTS\nend\n\nif TEST then STATEMENT",
        "Runs the statements of the first test that holds. The second form is for a single statement.",
        "nothing by itself; after a test on a secret, nothing may surface that others can see",
        "if tide >= 8\n  tide -= 1\nelse\n  tide += 1\nend",
        "TEST | a flag | whether",
        first="If {test}",
        next="Otherwise, if {test}",
        rest="Otherwise",
        so="If so",
        not_so="If not",
    ),
    _statement(
        "OpenlyIf",
        "Flow",
        "openly if TEST\n  STATEMENTS\nend",
        "Runs the statements if the test holds, and then everybody knows that it held. If it does not hold, "
        "nothing is seen.",
        "all, only when it holds",
        "openly if lamp.place is s.place\n  tide += 1\nend",
        "TEST | a flag | may be a secret",
        reading="If {test}, this comes to light",
    ),
    _statement(
        "For",
        "Flow",
        "for NAME in COLL\n  STATEMENTS\nend",
        "Runs the statements once for each, in order. The collection is taken once, when the loop begins: what the "
        "statements change does not change who comes.",
        "as its statements",
        "for s in scout where .strength > 0\n  s.strength -= 1\nend",
        "NAME | a new name | the one whose turn it is\nCOLL | a collection | for whom",
        reading="For {each}",
    ),
    _statement(
        "ForGrowing",
        "Flow",
        "for NAME in growing SET\n  STATEMENTS\nend",
        "As for, but what the statements add to the set is visited as well, each once.",
        "as its statements",
        "for spot in growing flooded\n  add spot to flooded\nend",
        "NAME | a new name | the one that is visited\nSET | a set of the table | may grow meanwhile",
        reading="For each of {what}, those that join meanwhile too",
    ),
    _statement(
        "AtOnce",
        "Flow",
        "at once for NAME in SEATS\n  choose … | ask … | confirm …\nend",
        "All are asked at the same time, with one choose, ask or confirm. Nobody sees an answer, nor that one was "
        "given, before "
        "all are in.",
        "nothing until all have answered; then as the choice says",
        'at once for s in scout\n  confirm "Ready" by s\nend',
        "NAME | a new name | each of them\nSEATS | several seats | who is asked",
        reading="All at the same time",
    ),
    _statement(
        "Cycle",
        "Flow",
        "cycle NAME in COLL [from SEAT | after SEAT]\n  STATEMENTS\nend",
        "In order, again and again, until a stop or a finish. Each way through it must ask somebody, stop or finish. "
        "The collection is taken once, when the loop begins: whoever drops out meanwhile still comes, so test for it.",
        "as its statements",
        "cycle s in scout\n  offer turn to s\nend",
        "NAME | a new name | whose turn it is\nCOLL | a collection | who takes turns",
        reading="In turn, again and again, for {each}",
    ),
    _statement(
        "While",
        "Flow",
        "while TEST up to NUMBER times\n  STATEMENTS\nend",
        "Again and again as long as the test holds. If it still holds after that many times, that is a mistake in "
        "the content "
        "and is reported with its line.",
        "as its statements",
        "while tide > 0 up to 10 times\n  tide -= 1\nend",
        "TEST | a flag | whether to go on\nNUMBER | a number | the most that can be needed",
        reading="As long as {test} (at most {times} times)",
    ),
    _statement(
        "Repeat",
        "Flow",
        "repeat\n  STATEMENTS\nend",
        "Again and again, until a stop or a finish. Each way through it must ask somebody, stop or finish.",
        "as its statements",
        "repeat\n  offer turn to s\nend",
        reading="Again and again",
    ),
    _statement(
        "Together",
        "Flow",
        "together\n  STATEMENTS\nend",
        "All changes are made before any trigger answers them.",
        "as its statements",
        "together\n  tide += 1\n  s.strength -= 1\nend",
        reading="All in one go, before anything answers it",
    ),
)


def _source(node: str, form: str, means: str, shown: str, example: str, parts: str, **sentences: str) -> Verb:
    return Verb(node, "source", "Right of “=”", form, means, sentences, example, shown, _parts(parts))


SOURCES = (
    _source(
        "Openly",
        "openly EXPRESSION",
        "Everybody learns the value, whichever it is. This is how a secret may lead to something that all can see.",
        "the value: all",
        "let found = openly lamp.place is s.place",
        "EXPRESSION | any value | may be a secret",
        flag="Check whether {test}; everyone learns the answer.",
        value="Everyone learns {value}; it is called the {name} here.",
        write="everyone learns it",
    ),
    _source(
        "TellWhether",
        "tell SEAT whether TEST",
        "This seat alone learns the answer.",
        "the answer: the seat",
        "let landed = tell s whether lamp.place is s.place",
        "SEAT | a seat | who learns it\nTEST | a flag | may be a secret",
        flag="Check whether {test}; {seat} alone [learns|learn] the answer.",
        write="{seat} alone [learns|learn] it",
    ),
    _source(
        "Random",
        "random COLL",
        "One of them, each as likely as the other.",
        "who may see where it is written; a name alone: nobody",
        "let wind = random 1..6",
        "COLL | a collection | from which one is picked; random [yes, no] tosses a coin",
        value="Pick {one} by chance: the {name}.",
        coin="Toss a coin; heads means “{name}”.",
        write="{one}, picked by chance",
    ),
)


def _formula(node: str, form: str, means: str, example: str, parts: str = "", **sentences: str) -> Verb:
    return Verb(node, "expression", "Expressions", form, means, sentences, example, "", _parts(parts))


EXPRESSIONS = (
    _formula(
        "Filter",
        "COLL where TEST\nNAME in COLL where TEST",
        "Those of a collection for which the test holds. In the test . is the element and .strength its property; "
        "with a name in "
        "front, the name is.",
        "scout where .strength > 2 and . is not actor",
        reading="{coll} {test}",
    ),
    _formula(
        "Rotate",
        "COLL from X\nCOLL after X",
        "The collection in order, beginning with X, or behind X and without it.",
        "scout after actor",
        from_="{coll} in order, beginning with {start}",
        after="{coll} in order, beginning after {start}",
    ),
    _formula(
        "Quantified",
        "some NAME in COLL has TEST\nevery NAME in COLL has TEST",
        "Whether the test holds for one of them, or for all of them.",
        "some s in scout has s.strength is 0",
        some="at least one of {coll} {test}",
        every="each of {coll} {test}",
    ),
    _formula(
        "Best",
        "highest NAME in COLL [where TEST] by NUMBER ties all | nobody | first\nlowest …",
        "The one with the highest or lowest number. A tie must be settled: all of them (a collection), nobody "
        "(none), or the first in order. With nobody and with first the value is optional: it is none when there is "
        "nothing to compare, so test it with exists.",
        "highest s in scout by s.strength ties all",
        reading="{one} with the {which} {number}{ties}",
    ),
    _formula(
        "Cond",
        "if TEST then VALUE else VALUE",
        "One of two values.",
        "if tide > 5 then 2 else 1",
        reading="{then} if {test}, otherwise {otherwise}",
    ),
    _formula(
        "Exists",
        "VALUE exists",
        "Whether an optional has a value. Only then can it be used.",
        "leader exists",
        reading="there is {value}",
    ),
    _formula(
        "Binary",
        "A + B   A - B   A * B   A / B\nA < B   A <= B   A > B   A >= B\nA is B   A is not B\nA and B   A or B",
        "Arithmetic in whole numbers (/ rounds down), comparisons, and joining tests. Two collections can be added "
        "as well.",
        "tide + 1 <= 8 and s.strength > 0",
        reading="{left} {op} {right}",
    ),
    _formula(
        "Not",
        "not TEST",
        "The opposite.",
        "not harbour.closed",
        reading="it is not so that {test}",
    ),
    _formula(
        "IsIn",
        "A is in COLL\nA is not in COLL",
        "Whether it is one of them.",
        "spot is in neighbours(s.place)",
        reading="{value} is one of {coll}",
    ),
    _formula(
        "Between",
        "LOW..HIGH",
        "The whole numbers from LOW to HIGH, both included.",
        "1..6",
        reading="the numbers from {low} to {high}",
    ),
    _formula(
        "ListOf",
        "[A, B, …]",
        "A collection of these; [] is an empty one.",
        "[harbour, cape]",
        reading="{items}",
    ),
    _formula(
        "Property",
        "THING.PROPERTY\nCOLL.PROPERTY",
        "What a thing has, or a field of a card. Of a collection: all of theirs, one behind the other.",
        "s.place.closed",
        reading="{owner} {noun}",
    ),
    _formula(
        "Zone",
        "ZONE\nTHING.ZONE",
        "The cards in a zone, in order.",
        "s.hand + pinboard",
        reading="{cards} in {zone}",
    ),
    _formula(
        "AllOf",
        "KIND",
        "The name of a kind is all things of it, in the order of the file.",
        "scout",
        reading="all {plural}",
    ),
    _formula(
        "Riding",
        "with RIDER",
        "Whether that rider was declared together with this.",
        "with lantern-light",
        reading="{rider} is declared with it",
    ),
    _formula(
        "DeclaredAs",
        "it is ENTRY\nit is in actions | powers | CARD KIND",
        "Whether what is answered is that entry, or one of several.",
        "it is landing",
        reading="{entry} is declared",
    ),
    _formula(
        "DeclarationPart",
        "it.actor\nit.CHOICE",
        "Who declared what is answered, and what was chosen with it.",
        "it.actor is not actor",
        reading="{part}",
    ),
    _formula(
        "Becomes",
        "A becomes B",
        "Only in the when of a trigger: false before the change, true after it.",
        "tide becomes 10",
        reading="{value} becomes {target}",
    ),
    _formula(
        "Defined",
        "DEFINE(ARGS)",
        "A formula with a name, from the section define.",
        "sightings(s, harbour)",
        reading="{phrase}",
    ),
    _formula(
        "CardTest",
        "CARD.done(SEAT)",
        "Whether a card's own condition (its key done) holds for a seat.",
        "c.done(s)",
        reading="{seat} [has|have] fulfilled {card}",
    ),
)


def _function(name: str, form: str, gives: str, means: str, example: str, parts: str, **sentences: str) -> Verb:
    return Verb(name, "function", "Functions", f"{form} → {gives}", means, sentences, example, "", _parts(parts))


FUNCTION_ROWS = (
    _function(
        "count", "count(COLL)", "number", "How many there are.", "count(s.hand)",
        "COLL | a collection | what is counted",
        reading="the number of {coll}",
    ),
    _function(
        "sum", "sum(NUMBERS)", "number", "Their sum.", "sum(scout.strength)",
        "NUMBERS | several numbers | what is added up",
        reading="the sum of {coll}",
        of="the total {noun} of {coll}",
    ),
    _function(
        "first", "first(COLL)\nfirst(N, COLL)", "optional element, or a collection",
        "The first one, or none if there is none; with a number, the first N, or fewer.", "first(deck)",
        "COLL | a collection | from which\nN | a number | how many",
        reading="the first of {coll}",
        several="the first {n} {coll}",
    ),
    _function(
        "the-first", "the-first(COLL)", "element",
        "The first one. There must be one: if not, that is a mistake in the content and is reported with its line.",
        "the-first(s.hand)",
        "COLL | a collection | from which",
        reading="the first of {coll}",
    ),
    _function(
        "last", "last(COLL)", "element", "The last one. There must be one.", "last(s.hand)",
        "COLL | a collection | from which",
        reading="the last of {coll}",
    ),
    _function(
        "next", "next(SEAT)", "seat",
        "Who comes after a seat in the order of seats; after the last comes the first.", "next(s)",
        "SEAT | a seat | from whom",
        reading="the one after {seat} in order",
    ),
    _function(
        "playing", "playing(SEATS)", "collection", "Those of them who are not out.", "playing(scout)",
        "SEATS | several seats | of whom",
        reading="{coll} still in the game",
    ),
    _function(
        "neighbours", "neighbours(PLACE)", "collection", "Where one can go from a place in one step of the map.",
        "neighbours(s.place)",
        "PLACE | a place of the map | from where",
        reading="the {places} next to {place}",
    ),
    _function(
        "used", "used(LIMIT, SEAT)", "number",
        "How often a seat has used a limit since it was last reset.", "used(lantern, s) > 0",
        "LIMIT | a limit | from the section limits\nSEAT | whose the limit is | a seat",
        reading="how often {seat} [has|have] used “{limit}”",
        ever="{seat} [has|have] used “{limit}”",
        never="{seat} [has|have] not used “{limit}”",
    ),
    _function(
        "distance", "distance(A, B)", "number",
        "How many steps of the map a shortest way takes.", "distance(harbour, s.place)",
        "A | a place | from\nB | a place | to",
        reading="the number of steps from {start} to {end}",
    ),
    _function(
        "degree", "degree(PLACE)", "number", "How many ways lead out of a place.", "degree(harbour)",
        "PLACE | a place of the map | which",
        reading="the number of ways out of {place}",
    ),
)  # fmt: skip

STATEMENTS = (*VALUES, *CHOICES, *CARDS, *KNOWLEDGE, *CALLS, *FLOW)
VERBS: Mapping[str, Verb] = {row.node: row for row in (*STATEMENTS, *SOURCES, *EXPRESSIONS, *FUNCTION_ROWS)}
"""Every row by its node."""


EXPRESSION_NODES: Mapping[str, str] = {
    "Const": "Binary", "ThingRef": "AllOf", "CardName": "AllOf", "EntryRef": "DeclaredAs", "Entries": "DeclaredAs",
    "CardNames": "AllOf", "Named": "Defined", "Counter": "AllOf", "Local": "Let", "Answered": "DeclarationPart",
    "Derived": "Property", "TableProperty": "Property", "OverEach": "Property", "Joined": "Binary",
    "Negative": "Binary",
}  # fmt: skip
"""Nodes of the typed tree that are written within the form of another row."""


def sentence(node: str, case: str = "reading") -> str:
    """The sentence of a row in one case; KeyError when there is none."""
    return VERBS[node].sentences[case]
