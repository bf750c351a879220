"""What is printed on a card of the maze besides its tunnels: doors, trolls, ladders and nuggets."""

from __future__ import annotations

from typing import Final, final

from undermine.tunnels.ports import LETTERS, TURNED, letters
from undermine.tunnels.shape import Shape, ShapeError, parse_shape

COLOURS: Final = ("green", "blue")
NO_COLOUR: Final = -1


@final
class Design:
    """A card of the maze as it lies. Colours are 0 green, 1 blue; sets of edges have a bit for each."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.door = NO_COLOUR
        self.troll = False
        self.gate = 0  # the arm in which the door or the troll stands
        self.ladder = NO_COLOUR
        self.value = 0  # nuggets
        self.gold = 0  # edges from which the nuggets can be walked to without passing the gate

    def turned(self) -> Design:
        """As it lies after a half turn."""
        other = Design(self.shape.turned())
        other.door = self.door
        other.troll = self.troll
        other.gate = int(TURNED[self.gate])
        other.ladder = self.ladder
        other.value = self.value
        other.gold = int(TURNED[self.gold])
        return other

    def text(self) -> str:
        """`NESW#bS` a blue door in the south, `NEW!E` a troll, `Lg:NE` a ladder, `NES|W$1W` a nugget in the west stub."""
        text = self.shape.text()
        if self.ladder != NO_COLOUR:
            text = f"L{COLOURS[self.ladder][0]}:{text}"
        if self.door != NO_COLOUR:
            text += f"#{COLOURS[self.door][0]}{letters(self.gate)}"
        if self.troll:
            text += f"!{letters(self.gate)}"
        if self.value:
            text += f"${self.value}"
            if self.gold != self.shape.sides():
                text += letters(self.gold)
        return text


def design(shape: str, mark: str, value: int) -> Design:
    """A card from its row in the manifest; marks are `door:blue@S`, `troll@N`, `ladder:green`, `gold@W`."""
    found = Design(parse_shape(shape))
    found.value = value
    for word in mark.split():
        name, _, where = word.partition("@")
        what, _, colour = name.partition(":")
        if what == "door":
            found.door = COLOURS.index(colour)
            found.gate = arms(where, mark)
        elif what == "troll":
            found.troll = True
            found.gate = arms(where, mark)
        elif what == "ladder":
            found.ladder = COLOURS.index(colour)
        elif what == "gold":
            found.gold = arms(where, mark)
        else:
            raise ShapeError(f"{mark!r}: a mark is a door, a troll, a ladder or gold")
    return found


def arms(where: str, mark: str) -> int:
    """A set of edges from its letters."""
    edges = 0
    for letter in where:
        if letter not in LETTERS:
            raise ShapeError(f"{mark!r}: {letter!r} is no edge (N, E, S or W)")
        edges |= 1 << LETTERS.index(letter)
    return edges
