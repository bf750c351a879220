"""What lies or stands on the cards of the maze, each as a sign of its own: dwarves, traps, doors, gold and so on.

Signs stand where a card has no lines: on its middle, below it at the sides, or on the very edge they are about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from undermine.present.sheet import own
from undermine.present.view import Cell, Face, Piece, Printed, View
from undermine.tunnels.ports import DX, DY, LETTERS

# By what is printed on the middle of a card: its sign, and its name in the legend.
MIDDLE: Final = {
    "campfire": ("*", "fire"),  # which is no obstacle: it is never overcome
    "rocks": ("^", "rocks"),
    "trunk": ("%", "trunk"),
    "lake": ("~", "lake"),
    "pit": ("u", "pit"),
}
MINES: Final = {"mine-gems": "&", "mine-gold": "$", "mine-silver": "=", "mine-dragon": "D"}  # open, or looked at
TRAP: Final = "!"
TROLL: Final = "T"
PAID: Final = "t"
KEY: Final = "k"
GOLD: Final = "$"
CRYSTAL: Final = "*"
BRIDGE: Final = "NS|EW"
SLANTS: Final = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}╲"
TWOFOLD: Final = {BRIDGE: "╫", "NW|ES": SLANTS[0], "NE|SW": SLANTS[1]}  # two tunnels that do not meet
LADDER: Final = "H"  # like the entrance, to which every ladder leads
CROWD: Final = "+"
FIGURE: Final = "i"
OPPOSITE: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
BELOW: Final = (-1, 1, 2)  # columns below a card that no line crosses

HARD: Final = "bold red"
GOOD: Final = "bold bright_yellow"
PERSON: Final = "bold cyan"
FOUND: Final = "bold magenta"

Faces = Mapping[str, Face]
Spot = tuple[int, int]


class Sign(NamedTuple):
    """A character so far from the middle of a cell; `name` is what the legend calls it, if it does."""

    x: int
    y: int
    right: int
    down: int
    char: str
    style: str
    name: str = ""


def signs(view: View, faces: Faces) -> list[Sign]:
    """All of them."""
    found: list[Sign] = []
    for cell in view.cells:
        if cell.card in MINES:
            found.append(Sign(cell.x, cell.y, 0, 0, MINES[cell.card], FOUND, cell.card))
        if cell.face_up and cell.kind != "entrance":
            found += marks(cell, printed(faces, cell.card), on(view, cell))
    for piece in view.pieces:
        found += standing(piece)
    return found + dwarves([piece for piece in view.pieces if piece.kind == "dwarf"])


def printed(faces: Faces, card: str) -> list[Printed]:
    """What is on a card besides its tunnels."""
    return faces[card].printed if card in faces else []


def on(view: View, cell: Cell) -> dict[str, Piece]:
    """The pieces on a card, by their kind."""
    return {piece.kind: piece for piece in view.pieces if (piece.x, piece.y) == (cell.x, cell.y)}


def twofold(view: View, faces: Faces) -> list[Sign]:
    """Cards with two tunnels, in the maze and in the hand: they are drawn like every card, only the legend needs them."""
    mine = own(view)
    held = [faces[bunch.card].shape for bunch in mine.hand if bunch.card in faces] if mine is not None else []
    return [
        Sign(0, 0, 0, 0, TWOFOLD[shape], "", "bridge" if shape == BRIDGE else "curves")
        for shape in sorted({*held, *(cell.shape for cell in view.cells)}.intersection(TWOFOLD))
    ]


def site_sign(cell: Cell) -> str:
    """What an extra has laid face down: the first letter of its name, and its number if it is one of several."""
    letter = cell.card[:1].upper() or "?"
    return f"{letter}{(cell.goal or 0) + 1}" if cell.card[-1:].isdecimal() else letter


def marks(cell: Cell, found: list[Printed], here: dict[str, Piece]) -> list[Sign]:
    """What is printed on a card, with the token that lies on it; an obstacle that is overcome is none."""
    signs: list[Sign] = []
    for mark in found:
        if mark.kind in MIDDLE and not ("cleared" in here and mark.kind != "campfire"):
            char, name = MIDDLE[mark.kind]
            signs.append(Sign(cell.x, cell.y, 0, 0, char, GOOD if mark.kind == "campfire" else HARD, name))
        elif mark.kind == "ladder":
            signs.append(ladder(cell, mark))
        elif mark.kind == "crystal":
            signs.append(Sign(cell.x, cell.y, 1, 1, CRYSTAL, PERSON, "crystal"))
        elif mark.kind == "door" and mark.colour is not None:
            char, name = (KEY, "key") if "key" in here else (mark.colour[0].upper(), f"door_{mark.colour[0]}")
            signs.append(Sign(cell.x, cell.y, *arm(cell, mark.edges), char, f"bold {mark.colour}", name))
        elif mark.kind == "troll":
            char, name = (PAID, "paid") if "bribe" in here else (TROLL, "troll")
            signs.append(Sign(cell.x, cell.y, *arm(cell, mark.edges), char, HARD, name))
        elif mark.kind == "gold" and mark.value:
            signs += gold(cell, mark.value, here.get("claim"))
    return signs


def ladder(cell: Cell, mark: Printed) -> Sign:
    """Of everybody, or of one player."""
    if mark.colour is None:
        return Sign(cell.x, cell.y, 0, 0, LADDER, GOOD, "ladder")
    return Sign(cell.x, cell.y, 0, 0, mark.colour[0], f"bold {mark.colour}", f"ladder_{mark.colour[0]}")


def gold(cell: Cell, value: int, claim: Piece | None) -> list[Sign]:
    """Nuggets on a card, or whose they are."""
    if claim is not None and claim.seat is not None:
        return [Sign(cell.x, cell.y, 1, 1, str(claim.seat + 1), PERSON, "claimed")]
    several = [Sign(cell.x, cell.y, 2, 1, str(value), GOOD)] if value > 1 else []
    return [Sign(cell.x, cell.y, 1, 1, GOLD, GOOD, "gold"), *several]


def nuggets(view: View, faces: Faces) -> dict[Spot, int]:
    """How many nuggets the cards of the maze show."""
    return {
        (cell.x, cell.y): mark.value
        for cell in view.cells
        for mark in printed(faces, cell.card)
        if mark.kind == "gold" and cell.face_up
    }


def arm(cell: Cell, side: str) -> tuple[int, int]:
    """Where the arm of a card is drawn that leads to a side of its upright face; without a side, below it."""
    if not side:
        return -1, 1
    index = (LETTERS.index(side[0]) + cell.quarter) % 4
    return int(DX[index]), int(DY[index])


def standing(piece: Piece) -> list[Sign]:
    """Something on an edge: in the middle between two cards, or where a tunnel ends."""
    if piece.edge is None or piece.kind not in ("trap", "troll", "toll"):
        return []
    index = LETTERS.index(piece.edge)
    right, down = 2 * int(DX[index]), int(DY[index])
    char, style = {"trap": (TRAP, HARD), "troll": (TROLL, HARD), "toll": (FIGURE, PERSON)}[piece.kind]
    return [Sign(piece.x, piece.y, right, down, char, style, "" if piece.kind == "toll" else piece.kind)]


def dwarves(pieces: list[Piece]) -> list[Sign]:
    """Numbers of players below the card on which their dwarves stand; a crowd is cut short."""
    found: list[Sign] = []
    for spot in dict.fromkeys((piece.x, piece.y) for piece in pieces):
        here = [str((piece.seat or 0) + 1) for piece in pieces if (piece.x, piece.y) == spot]
        if len(here) > len(BELOW):
            here = [*here[: len(BELOW) - 1], CROWD]
        found += [Sign(*spot, right, 1, char, PERSON, "dwarf") for right, char in zip(BELOW, here, strict=False)]
    return found
