"""What one observer may see of a table, in words: the shapes that browser, terminal and scenarios share.

Everything here is made from a seat's view (a state folded from that seat's redacted events) and from nothing else.
Shapes are canonical (`NES`, `NS|E`), cards are named as in the manifests, cells are catalogue coordinates.
"""

from __future__ import annotations

import msgspec


class Struct(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Words for the wire: camelCase names, and nothing sent that is as usual."""


class Cell(Struct, frozen=True):
    """A card of the maze, as it lies."""

    x: int
    y: int
    kind: str  # entrance, tunnel, goal; site: a card of an extra
    shape: str = ""  # openings as they lie now; empty: a goal face down
    card: str = ""  # its face in the manifest, e.g. NES or stone-NE; empty: not known to this observer
    turned: bool = False  # lies turned by 180 degrees
    lit: str = ""  # edges that are joined to the entrance
    goal: int = -1  # which goal, from 0; -1: none
    face_up: bool = True


class HandCard(Struct, frozen=True):
    """Cards of one face in the observer's own hand."""

    card: str
    count: int = 1


class Player(Struct, frozen=True):
    """What everybody sees of a seat; `role` and `nuggets` only when the rules show them."""

    seat: int
    hand: int = 0  # how many cards
    gold: int = 0  # how many gold cards, not their worth
    front: list[str] = []  # cards lying before the seat, e.g. break-lamp
    role: str = ""  # of this round, once it is shown
    nuggets: int = -1  # -1: not shown
    tokens: bool = False  # has gold tokens, at tables that use them; how many is not shown


class Mine(Struct, frozen=True):
    """What only the observer sees."""

    seat: int
    role: str = ""
    hand: list[HandCard] = []
    gold: list[str] = []  # gold cards held, e.g. gold-3
    nuggets: int = 0
    peeks: dict[int, str] = {}  # goal -> face that a map showed
    packet: list[str] = []  # gold cards to choose from, best first, while this seat holds the packet


class RoundResult(Struct, frozen=True):
    """How a finished round went."""

    round: int
    side: str  # diggers, saboteurs, nobody, lone: the finisher alone
    finisher: int = -1
    roles: list[str] = []  # by seat
    cards: list[int] = []  # gold cards received, by seat; while the packet goes round: so far
    wage: int = 0  # nuggets for each saboteur, when they won
    clans: list[str] = []  # by seat, in games that have them
    gold: str = ""  # found or buried, where no whole side wins


class View(Struct, frozen=True):
    """The table, as one observer sees it."""

    round: int
    rounds: int
    phase: str  # turn, goal, gold, over; deal while nobody is asked yet
    active: int = -1  # the seat that is asked
    deck: int = 0
    discard: int = 0
    gold_deck: int = 0
    cells: list[Cell] = []
    players: list[Player] = []
    mine: Mine | None = None  # None: a spectator
    results: list[RoundResult] = []
    winners: list[int] = []
    leftover: str = ""  # the role that nobody was dealt, where the table shows it
    discards: list[HandCard] | None = None  # cards of the pile this observer can name; None: the table keeps no list
    map_talk: bool = False  # the table reminds of keeping silent about what a map showed
    places: dict[str, list[HandCard]] = {}  # what lies in places of extras, by their names; ? for what cannot be named
    numbers: dict[str, list[int]] = {}  # what extras keep, by the names they have given; only what is not all 0
    open: list[Mine] = []  # everybody's own, by seat: only for an observer who may see everything


class Option(Struct, frozen=True):
    """One legal answer. `action` is what is sent back; the rest says what it means.

    Of answers written by a form, fields stand by their letter: s in `target`, m in `seats`, g in `goal`, c in `x` and `y`,
    q in `quarter`, t in `tool`, f in `card`, n in `number`, e and w in `word`, y in `word` and `number`; of several alike the
    first, and all cards in `cards`. `words` has them all, as the notation writes them.
    """

    action: int
    verb: str  # lay, break, mend, rockfall, map, pass, turn, orient, take; the name of an extra's card; a form's verb
    card: str = ""
    x: int = 0
    y: int = 0
    turned: bool = False
    target: int = -1
    tool: str = ""
    goal: int = -1
    shape: str = ""  # lay, orient: how it would lie
    quarter: int = 0
    number: int = 0
    word: str = ""
    seats: list[int] = []
    cards: list[str] = []
    words: list[str] = []


class Ask(Struct, frozen=True):
    """Who is asked what. `options` only for the seat that this is sent to."""

    step: str  # turn, goal, orient, take; of extras and other games the step's name
    seats: list[int]
    options: list[Option] = []


class Told(Struct, frozen=True):
    """One thing that happened, as the observer may know it: for the log and for animation.

    kind, and what comes with it:

    round (number, seat that begins), dealt (number of cards each; to whom it was dealt: seat, card = their role; one for each
    role that the observer is told),
    laid (seat, card, x, y, turned, shape), broke (seat, target, card, tool), mended (seat, target, card, tool),
    collapsed (seat, x, y, card, turned and shape of what fell, number of other cards that went dark), taken-back (the same of a
    tunnel card that its player may not lay after all),
    looked (seat, goal), saw (the looker alone: seat, goal, card), passed (seat, number of cards; the passer: card, of several all
    cards),
    drew (seat; the drawer: card), reached (seat, goal), turned (seat, goal, x, y, card, turned, shape),
    roles (roles by seat, card = the one left over, where it is shown), won (side, seat that finished),
    packet (number of cards, seats in the order of choice), took (seat; the taker: card),
    paid (seat, number of nuggets; who is paid: cards), over (seats that won, number of nuggets),
    showed (seat, card: to everybody), wanted (the same of a tunnel card, which lies nowhere yet, with x, y, turned, shape;
    of a card that moves one: without a shape),
    snatched (seat, target; both of them: card), kept (seat; the keeper: card),
    seen (who looks at a card of an extra: card, word = the name of its place),
    role (who has seen somebody's role, or a new one of their own: seat, card),
    played (an extra's card: seat, card, and the fields of its aim as in `Option`).

    Whatever else happens has the name of its event as its kind, and fields as in `Option`, but for seats: the first is
    `seat`, the second `target`.
    """

    kind: str
    seat: int = -1
    target: int = -1
    card: str = ""
    tool: str = ""
    x: int = 0
    y: int = 0
    turned: bool = False
    goal: int = -1
    shape: str = ""
    side: str = ""
    number: int = 0
    seats: list[int] = []
    roles: list[str] = []
    cards: list[str] = []
    quarter: int = 0
    word: str = ""
    words: list[str] = []


class Why(Struct, frozen=True):
    """Why something may not be done: a stable code, the rule and a sentence in the reader's language."""

    code: str
    rule: str
    text: str
