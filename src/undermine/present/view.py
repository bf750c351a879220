"""What one observer may see of a table: the shapes that browser, terminal, scenarios and scripts share.

Everything here is made from a seat's view (a state folded from that seat's redacted events) and from nothing else. Each game
has a view of its own, named for what it shows. Cards of the maze (`Cell`), what stands or lies on them (`Piece`) and heaps
(`Heap`) are the same in all games, and so is what a card *is* (`Face`, told once in the `Box`): a screen draws them without
knowing a rule, and takes no name apart.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

Edge: TypeAlias = Literal["N", "E", "S", "W"]
Tool: TypeAlias = Literal["lamp", "cart", "pick"]
Colour: TypeAlias = Literal["green", "blue", "yellow"]
Phase: TypeAlias = Literal["deal", "turn", "goal", "pay", "over"]

# Moves differ from table to table, and so do the fields of a question: the box says what they are.
Move: TypeAlias = Annotated[Any, Meta(extra={"typescript": "Move"})]
Value: TypeAlias = Annotated[Any, Meta(extra={"typescript": "Value"})]


class Struct(msgspec.Struct, frozen=True, rename="camel", kw_only=True, gc=False):
    """Words for the wire: camelCase names, and every field is sent."""


# What is in the box: the same for the whole game, so it is told once


class Printed(Struct, frozen=True):
    """Something on a card of the maze besides its tunnels, as the card lies upright."""

    kind: Literal["door", "troll", "ladder", "gold", "crystal", "campfire", "rocks", "trunk", "lake", "pit"]
    edges: str = ""  # the arm of a door or troll; from where gold can be taken; empty: all of the card
    colour: Colour | None = None
    value: int = 0  # nuggets, crystals


class Face(Struct, frozen=True):
    """What kind of card it is, what it is for, and in which ways it can be played."""

    kind: Literal["entrance", "tunnel", "action", "goal", "role", "gold", "treasure", "site"]  # site: laid by an extra
    art: str  # which picture: usually the card's own name
    shape: str = ""  # upright: letters written together are joined, `|` parts tunnels that do not meet
    turns: Literal[1, 2, 4] = 1  # ways in which it may lie that look different
    printed: list[Printed] = []
    use: Literal["lay", "hinder", "mend", "look", "remove", "other"] = "other"
    forms: list[str] = []  # how it can be played: names of forms
    tools: list[Tool] = []  # that it breaks or mends
    value: int = 0  # nuggets of a gold card, points of a treasure
    colour: Colour | None = None  # of a role: whom it digs for; of an entrance or start: whose it is


class FieldInfo(Struct, frozen=True):
    """One field of a form. `what` says what its value is; a cell without a name is `x` and `y`."""

    name: str
    what: Literal[
        "number", "seat", "seats", "goal", "cell", "half", "quarter", "edge", "tool", "yes",
        "face", "faces", "term", "place", "each",
    ]  # fmt: skip
    terms: list[str] = []  # the values there are, where they are words


class FormInfo(Struct, frozen=True):
    """A way to answer a question. A move is `{"verb": <its name>, "card"?: ..., <field>: <value>, ...}`."""

    card: bool  # it plays a card of the hand
    fields: list[FieldInfo] = []


class Box(Struct, frozen=True):
    """All that is the same for the whole game: cards and ways to answer by name, and the words for them in one language.

    A word has forms (`nom`, `acc` ..., or `one`, `few`, `many`, `other`) where sentences need them.
    """

    game: str
    faces: dict[str, Face]
    forms: dict[str, FormInfo]
    claims: dict[str, FormInfo]  # what can be said at the table, by its kind
    words: dict[str, str | dict[str, str]]


# The maze


class Cell(Struct, frozen=True):
    """A card of the maze, as it lies."""

    x: int
    y: int
    kind: Literal["entrance", "tunnel", "goal", "site"]
    card: str = ""  # its name in the box; empty: this observer does not know it
    shape: str = ""  # openings as they lie now; empty: face down
    quarter: int = 0  # quarter turns from upright
    lit: str = ""  # edges to which somebody can walk
    green: str = (
        ""  # edges to which this team (in The Duel: this player) can walk; empty where teams make no difference
    )
    blue: str = ""
    goal: int | None = None  # which goal or mine, or which member of a site, from 0
    face_up: bool = True


class Piece(Struct, frozen=True):
    """Something that stands or lies on a card, or on an edge of it."""

    kind: Literal["claim", "bribe", "key", "trap", "troll", "dwarf", "cleared", "last", "toll"]
    x: int
    y: int
    edge: Edge | None = None
    seat: int | None = None  # whose it is
    art: str = ""  # for pieces of extras that look different


class Bunch(Struct, frozen=True):
    """Cards of one face; without a name, cards that the observer cannot name."""

    card: str = ""
    count: int = 1


class Heap(Struct, frozen=True):
    """Cards in a place of an extra; `name` is the place's, for its word (`place.{name}`)."""

    name: str
    cards: list[Bunch]
    seat: int | None = None


class CommonView(Struct, frozen=True):
    """What every game shows."""

    round: int
    rounds: int
    phase: Phase  # deal while nobody is asked yet
    asked: list[int] = []  # seats that owe an answer
    deck: int = 0
    discard: int = 0
    discards: list[Bunch] | None = None  # cards of the pile that can be named; None: the table keeps no list
    cells: list[Cell] = []
    pieces: list[Piece] = []
    heaps: list[Heap] = []
    winners: list[int] = []


# The base game and all that mixes with it


class ClassicPlayer(Struct, frozen=True):
    """What everybody sees of a seat."""

    seat: int
    hand: int = 0  # how many cards
    front: list[str] = []  # cards lying before it
    gold_cards: int = 0
    has_tokens: bool = False  # gold tokens, where they are used; how many is not shown
    role: str | None = None  # of this round, once it is shown
    nuggets: int | None = None  # once all purses are open


class ClassicMine(Struct, frozen=True):
    """What only the observer sees."""

    seat: int
    role: str = ""
    hand: list[Bunch] = []
    gold_cards: list[str] = []
    nuggets: int = 0  # cards and tokens
    goals: dict[int, str] = {}  # looked at with a map
    roles: dict[int, str] = {}  # of others, seen in secret and theirs still
    packet: list[str] = []  # gold cards to choose from, best first, while this seat holds the packet


class ClassicResult(Struct, frozen=True):
    """How a finished round went."""

    round: int
    won: Literal[
        "diggers", "saboteurs", "nobody", "lone", "single"
    ]  # lone: the finisher alone; single: each for themselves
    gold: Literal["found", "buried"]
    finisher: int | None = None
    roles: list[str] = []  # by seat
    gold_cards: list[int] = []  # received, by seat; while the packet goes round: so far
    nuggets: list[int] = []  # earned in this round, by seat, where everybody may know it (gold tokens)
    wage: int = 0  # nuggets for each saboteur, when they won


class ClassicView(CommonView, frozen=True, tag="classic", tag_field="game"):
    """The base game and its extras."""

    gold_deck: int = 0
    reversed: bool = False  # turns go round the other way
    players: list[ClassicPlayer] = []
    mine: ClassicMine | None = None  # None: a spectator
    results: list[ClassicResult] = []
    leftover: str | None = None  # the role that nobody was dealt, where it is shown
    map_talk: bool = False  # remind of keeping silent about what a map showed
    open: list[ClassicMine] = []  # everybody's own, by seat: only for an observer who may see everything


# The Duel


class DuelPlayer(Struct, frozen=True):
    """All of it lies open."""

    seat: int
    colour: Colour
    hand: int = 0
    front: list[str] = []
    won: list[str] = []  # tunnel cards and goals
    nuggets: int = 0
    owes: int = 0  # nuggets that could not be paid to trolls
    tokens: int | None = None  # left of one's own, where they are not shared


class DuelMine(Struct, frozen=True):
    """The own hand, and goals that a map has shown."""

    seat: int
    hand: list[Bunch] = []
    goals: dict[int, str] = {}


class DuelResult(Struct, frozen=True):
    """A finished round."""

    round: int
    earned: list[int]  # nuggets taken, by seat
    paid: list[int]  # nuggets given to trolls
    best: list[int]  # seats that have most


class DuelView(CommonView, frozen=True, tag="duel", tag_field="game"):
    """The Duel and its solo game."""

    tokens_left: int = 0
    keys_left: int = 0
    aside: list[Bunch] = []  # solo: put aside for a later round
    players: list[DuelPlayer] = []
    mine: DuelMine | None = None
    results: list[DuelResult] = []
    grade: int | None = None  # solo: the class of the result, from 1
    open: list[DuelMine] = []


# The Lost Mines


class Treasure(Struct, frozen=True):
    """A treasure on the table or before somebody; `card` is its front, if the observer knows it."""

    name: str  # gold-a, gems-b ...: which one
    kind: str  # what its back shows: gold, gems, silver, dragon
    card: str = ""


class MinesPlayer(Struct, frozen=True):
    """What everybody sees of a seat."""

    seat: int
    clan: Literal["blue", "yellow"]
    x: int
    y: int
    path: str  # edges of the path on which its dwarf stands
    hand: int = 0
    front: list[str] = []
    treasures: list[Treasure] = []
    points: int = 0
    dragon: bool = False  # has the dragon's token
    role: str | None = None  # once it is shown


class MinesMine(Struct, frozen=True):
    """What only the observer sees."""

    seat: int
    role: str = ""
    hand: list[Bunch] = []
    mines: dict[int, str] = {}  # looked at
    roles: dict[int, str] = {}  # of others, looked at
    treasures: dict[str, str] = {}  # looked at: the front of a treasure by its name


class MinesResult(Struct, frozen=True):
    """A finished round."""

    round: int
    better: Literal["blue", "yellow"] | None  # the clan that found more
    clans: list[Literal["blue", "yellow"]]
    roles: list[str]
    sides: list[Literal["blue", "yellow"] | None]  # the clan whose treasures each has shared; None: keeps its own
    values: list[int]  # of the treasures each has taken
    points: list[int]
    dragon: int | None = None


class MinesView(CommonView, frozen=True, tag="lost-mines", tag_field="game"):
    """The Lost Mines."""

    display: list[Treasure] = []
    players: list[MinesPlayer] = []
    mine: MinesMine | None = None
    steps_left: int = 0  # of the dwarf that walks
    results: list[MinesResult] = []
    open: list[MinesMine] = []


View: TypeAlias = ClassicView | DuelView | MinesView


# Questions, facts and reasons


class Ask(Struct, frozen=True):
    """Who is asked what. `options` only for the seat that this is sent to; each is a move, by its form (see `Box.forms`)."""

    step: str
    seats: list[int]
    about: dict[str, Value] = {}  # what the question is about, by the fields that its frame holds: a move, a seat ...
    options: list[Move] = []


class Told(msgspec.Struct, frozen=True, rename="camel", kw_only=True, omit_defaults=True, gc=False):
    """One thing that happened, as the observer may know it: for the log and for animation. What does not apply is left out.

    `kind` is the fact's name (`laid`, `broke`, `drew` ...; docs/words.md lists them), and its fields are those that the kind
    declares: the first seat is `seat`, who did it or to whom it happened, and the second `target`.
    """

    kind: str
    seat: int | None = None
    target: int | None = None
    card: str | None = None
    cards: list[str] | None = None
    tool: str | None = None
    x: int | None = None
    y: int | None = None
    quarter: int | None = None
    shape: str | None = None  # as it lies
    goal: int | None = None
    edge: str | None = None
    number: int | None = None
    side: str | None = None
    seats: list[int] | None = None
    roles: list[str] | None = None
    place: str | None = None  # the name of a place
    to: tuple[int, int] | None = None  # a second cell
    word: str | None = None  # one of the kind's own words
    move: Move | None = None  # the action that was played, wanted or stopped


class Why(Struct, frozen=True):
    """Why something may not be done: a stable code, the rule and a sentence in the reader's language."""

    code: str
    rule: str
    text: str
