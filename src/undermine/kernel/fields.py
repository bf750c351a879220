"""What one number of an answer, of a row of events or of an open question is.

Constructors are called with the name of the module, `fields.seat("target")`: their bare names are those of locals.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from undermine.kernel.ids import BIT, Action, Place

NONE: Final = -1  # no pack

# What a number may be.
NUMBER: Final = "number"
SEAT: Final = "seat"  # or NOBODY
SEATS: Final = "seats"  # a bit each
GOAL: Final = "goal"
CELL: Final = "cell"  # a spot of the grid
HALF: Final = "half"  # how a card lies, where it is turned by half or not at all
QUARTER: Final = "quarter"  # how a card lies, in quarter turns
WHERE: Final = "where"  # a cell, and how a card lies there
EDGE: Final = "edge"
TOOL: Final = "tool"
YES: Final = "yes"
FACE: Final = "face"  # of a pack
FACES: Final = "faces"  # up to four cards of a pack, eight bits each: the least face lowest
TERM: Final = "term"  # one of the field's own words
PLACE: Final = "place"
STEP: Final = "step"
ACT: Final = "act"  # a whole action, of any form
ASKED: Final = "asked"  # whom a question asks: seats, chance or nobody
EACH: Final = "each"  # a number of `width` bits for each seat, that of the first lowest; with a pack: a face

TOOLS: Final = ("lamp", "cart", "pick")


def tools_on(name: str) -> i64:
    """The tools that a card shows, a bit each, as manifests name it: `break-lamp`, `mend-lamp+pick`."""
    shown = name.partition("-")[2].split("+")
    found: i64 = 0
    for index in range(len(TOOLS)):
        if TOOLS[index] in shown:
            found |= 1 << index
    return found


@final
class Field:
    """One number of an answer, a row or a question."""

    def __init__(self, what: str, name: str, width: i64, pack: Place, terms: list[str]) -> None:
        self.what = what
        self.name = name  # on the wire
        self.width = width
        self.pack = pack  # the bag of a face; NONE: whoever asks knows
        self.terms = terms
        self.shift: i64 = 0  # given by the form
        self.mask: i64 = BIT[width] - 1  # not 1 << width: a constant on the left is shifted in 32 bits when compiled

    def of(self, action: Action) -> i64:
        """Its value in an action of the form."""
        return action >> self.shift & self.mask

    def put(self, value: i64) -> Action:
        """A value where it stands in an action."""
        return value << self.shift


def number(name: str = "number", width: int = 8) -> Field:
    """A plain number."""
    return Field(NUMBER, name, width, NONE, [])


def seat(name: str = "seat") -> Field:
    """A seat, or NOBODY."""
    return Field(SEAT, name, 4, NONE, [])


def seats(name: str = "seats") -> Field:
    """A set of seats, a bit each."""
    return Field(SEATS, name, 12, NONE, [])


def goal(name: str = "goal") -> Field:
    """A goal, counted from 0."""
    return Field(GOAL, name, 4, NONE, [])


def cell(name: str = "") -> Field:
    """On the wire x and y; with a name, an object of that name."""
    return Field(CELL, name, 16, NONE, [])


def half() -> Field:
    """How a card lies that is turned by half or not at all."""
    return Field(HALF, "turned", 2, NONE, [])


def quarter() -> Field:
    """How a card lies, in quarter turns."""
    return Field(QUARTER, "quarter", 2, NONE, [])


def where() -> Field:
    """For rows: what the fields `cell` and `half` (or `quarter`) make together."""
    return Field(WHERE, "", 18, NONE, [])


def edge(name: str = "edge") -> Field:
    """A side of a cell."""
    return Field(EDGE, name, 2, NONE, [])


def tool(name: str = "tool") -> Field:
    """A tool of a miner."""
    return Field(TOOL, name, 3, NONE, [])


def yes(name: str = "yes") -> Field:
    """No or yes."""
    return Field(YES, name, 1, NONE, [])


def face(pack: Place = NONE, name: str = "card") -> Field:
    """A card of a pack; of rows that name none, of that to whose place the card belongs."""
    return Field(FACE, name, 8, pack, [])


def faces(pack: Place, name: str = "cards", most: int = 4) -> Field:
    """Up to so many cards of a pack."""
    return Field(FACES, name, 8 * most, pack, [])


def term(terms: list[str], name: str = "word") -> Field:
    """One of these words."""
    return Field(TERM, name, 4 if len(terms) <= BIT[4] else 8, NONE, terms)


def place(name: str) -> Field:
    """Where cards lie: a hand, a deck, a heap."""
    return Field(PLACE, name, 16, NONE, [])


def step(name: str = "step") -> Field:
    """A question."""
    return Field(STEP, name, 16, NONE, [])


def act(name: str = "move") -> Field:
    """A whole action, of any form."""
    return Field(ACT, name, 48, NONE, [])


def asked(name: str = "asked") -> Field:
    """Whom a question asks."""
    return Field(ASKED, name, 16, NONE, [])


def each(name: str, width: int, pack: Place = NONE) -> Field:
    """A number, or a face of a pack, for each seat."""
    return Field(EACH, name, width, pack, [])
