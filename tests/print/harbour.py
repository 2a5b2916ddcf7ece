"""A deck of no shipped game, with what has broken cards before: long words, quotes, signs that could be mark-up."""

from __future__ import annotations

from sfrules.publish.faces import Back, Deck, Face, Paragraph, Run, Section, Sheet

KINDS = {
    "order": ("Order", "#23597a", "shield", "O"),
    "rumour": ("Rumour", "#7a2e3a", "diamond", "R"),
    "weather": ("Weather", "#d9a521", "hexagon", "W"),
    "lamp": ("Lantern craft", "#2f6b4f", "drop", "L"),
    "secret": ("Secret aim", "#4a4458", "star", "S"),
}


def p(*runs: str | Run) -> Paragraph:
    return tuple(Run(r) if isinstance(r, str) else r for r in runs)


def b(text: str) -> Run:
    return Run(text, "bold")


def i(text: str) -> Run:
    return Run(text, "italic")


def icon(name: str) -> Run:
    return Run(name, "icon")


def face(id: str, kind: str, title: str, *paragraphs: Paragraph, **more) -> Face:
    kind_title, colour, shape, letter = KINDS[kind]
    more.setdefault("footer", "H12 · canon · r3")
    return Face(id, title, kind, kind_title, colour, shape, letter, paragraphs=paragraphs, **more)


BACKS = tuple(Back(kind, title, colour, shape, letter) for kind, (title, colour, shape, letter) in KINDS.items())

ORDERS = (
    face(
        "night-watch",
        "order",
        "Night Watch",
        p(
            b("Instead of moving: "),
            "look at the top two cards of the harbour deck. Keep one, put the other back face down.",
        ),
        p("If a lantern burns at your quay, keep both, and every other captain takes 1 ", icon("coin"), "."),
        corner="1/4",
        flavour="“Who counts the lamps at low tide counts the ships that never came.”",
        copies=2,
    ),
    face(
        "customs",
        "order",
        "Customs & Excise",
        p(
            "Each captain with ",
            b("R&D"),
            " in front of them pays 1 ",
            icon("coin"),
            " for each crate above 5, where 5 < 6 and 7 > 6.",
        ),
        p(
            "Print this as it stands: <script>alert(1)</script> and *stars* _x_ $y$ #let @all <lab> ",
            "`code` ~ \\ // /* */ [x](javascript:1).",
        ),
        p("The mate says \"no\", the captain says 'yes' -- and so it's decided."),
        corner="2/4",
    ),
    face(
        "convoy",
        "order",
        "Donaudampfschifffahrtsgesellschaft",
        p(
            "Der Kapitän der ",
            i("Donaudampfschifffahrtsgesellschaft"),
            " verzichtet auf seine Rindfleischetikettierungsüberwachung.",
        ),
        p(
            icon("flag"),
            " Move up to three ships. ",
            icon("clock"),
            " This takes the rest of your turn. ",
            icon("eye"),
            " Everyone sees it.",
        ),
        corner="3/4",
    ),
)

LONG = (
    "When the signal gun is heard, every captain whose ship lies within two quays of the breakwater turns the "
    "top card of their own log face up. The captain with the lowest tide mark acts first. In that order each "
    "of them chooses one: move one ship to a quay that is open; or trade two crates with a captain at the same "
    "quay, if both say yes; or light one lantern and pay its price. A captain who can do none of these takes "
    "one coin from the chest.\n"
    "Afterwards compare the lanterns that burn at each quay. Where one captain has more than every other, that "
    "captain places a buoy there, and the quay is closed to strangers until the end of the next round. Where "
    "two or more are level, nobody places a buoy, and the harbour master lowers the beacon by one.\n"
    "If the beacon would be lowered below zero, the fog comes in: all ships at sea go back to the quay they "
    "sailed from, all crates on board are kept, and the round ends at once, without a market. In fog no order "
    "may be given that names a ship.\n"
    "A captain who is the only one with a ship at sea may ignore the fog once in the game, by turning the "
    "compass card."
)

RUMOURS = (
    face(
        "smoke-north",
        "rumour",
        "Smoke over the North Mole",
        p("The smuggler was seen near ", Run("quay", "blank"), " last night."),
        p("Counts as ", b("1 proof"), " for that quay while it lies open at the map."),
        tags=("Unverified",),
        corner="7",
        flavour="A fisherman’s boy, paid twice for the same story.",
        copies=3,
    ),
    face("signal-gun", "rumour", "The Signal Gun", p(*[LONG]), corner="8"),
    face(
        "sealed-letter",
        "rumour",
        "A Sealed Letter",
        p("Written on it: ", Run("captain", "blank"), " serves the other side."),
        tags=("Unverified", "Planted"),
        corner="9",
    ),
)

WEATHER = (
    face(
        "spring-tide",
        "weather",
        "Spring Tide",
        p(b("Now: "), "all quays but the Dry Dock are open. Beacon ", icon("up"), " 1."),
        p(b("Until the end of the round: "), "moving costs nothing."),
        corner="Round 1–2",
        flavour="Water enough for everyone, and nobody ready.",
        copies=4,
    ),
    face("calm", "weather", "Dead Calm", p("Nothing moves."), corner="Round 3"),
)

LAMPS = (
    face(
        "oil-and-wick",
        "lamp",
        "Oil and Wick",
        p("Play when another captain gives an ", b("order"), " at your quay. The order is spent and does nothing."),
        p(i("Then draw one card.")),
        corner="×4",
        flavour="Trim it low: the light is for them, the shadow for us.",
        tags=("Reaction",),
        copies=4,
    ),
    face(
        "mirror",
        "lamp",
        "Mirror",
        p("Copy the last lantern played, at ", icon("place"), " the same quay, for 1 ", icon("coin"), "."),
        corner="×2",
        copies=2,
    ),
)

SECRETS = (
    face(
        "old-debt",
        "secret",
        "An Old Debt, Still Unpaid After All These Years",
        p(
            "At the end: ",
            b("+3"),
            " if the captain on your left has fewer coins than you, and you never traded with them.",
        ),
        p(b("+1"), " more if three or more buoys are yours."),
        footer="H40, H41 · prototype · r3",
        corner="+3",
    ),
)

DECK = Deck("Harbour of Lanterns", "r3", ORDERS + RUMOURS + WEATHER + LAMPS + SECRETS, BACKS)

SHEET = Sheet(
    "The harbour master’s sheet",
    "r3",
    (p("Keep this sheet where nobody else can see it. ", b("You know what the captains do not.")),),
    (
        Section(
            "Before the first round",
            text=(p("Draw one quay for the smuggler and note it here."),),
            lines=("The smuggler starts at", "Written by"),
            checks=("Cards shuffled", "Logs dealt", "Smuggler placed", "All captains have read the briefing"),
        ),
        Section(
            "Names filled in on cards",
            columns=("Card no.", "Quay or captain", "True?", "Planted by"),
            rows=tuple((p(str(n)), (), p(Run("yes", "check"), "   ", Run("no", "check")), ()) for n in range(1, 13)),
            widths=(1, 3, 2, 3),
        ),
        Section("Rounds", checks=tuple(f"Round {n}" for n in range(1, 9))),
    ),
)
