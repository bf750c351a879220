"""What lies or stands on the cards of the maze, each as a sign of its own: dwarves, traps, doors, gold and so on.

Signs stand where a card has no lines: on its middle, below it at the sides, or on the very edge they are about.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from undermine.present.view import Cell, View
from undermine.tunnels.ports import DX, DY, LETTERS, spot_x, spot_y

OBSTACLES: Final = {"fire": "*", "rocks": "^", "trunk": "%", "lake": "~", "pit": "u"}  # by the end of a card's name
MINES: Final = {"mine-gems": "&", "mine-gold": "$", "mine-silver": "=", "mine-dragon": "D"}  # open, or looked at
CAMPFIRE: Final = "fire"  # which is no obstacle: it is never overcome
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
DOORS: Final = {"b": "B", "g": "G"}
LADDERS: Final = {"b": "b", "g": "g"}  # ladders of one player, by colour
OPPOSITE: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
BELOW: Final = (-1, 1, 2)  # columns below a card that no line crosses
EDGES: Final = {1: (2, 0), 2: (0, 1)}  # of an edge to the East or South: how far from the middle it is drawn

HARD: Final = "bold red"
GOOD: Final = "bold bright_yellow"
PERSON: Final = "bold cyan"
FOUND: Final = "bold magenta"
DOOR_STYLE: Final = {"b": "bold blue", "g": "bold green"}


class Sign(NamedTuple):
    """A character so far from the middle of a cell; `name` is what the legend calls it, if it does."""

    x: int
    y: int
    right: int
    down: int
    char: str
    style: str
    name: str = ""


class Figure(NamedTuple):
    """A figure of an extra on an edge of the card of a cell, and whose it is."""

    about: str
    x: int
    y: int
    edge: int
    owner: int


def signs(view: View) -> list[Sign]:
    """All of them."""
    cleared = set(pairs(view.numbers.get("cleared", [])))
    keys = set(pairs(view.numbers.get("keys", [])))
    claimed = seats_of(view, "claimed")
    paid = seats_of(view, "trolls")
    found: list[Sign] = []
    for cell in view.cells:
        if cell.card in MINES:
            found.append(Sign(cell.x, cell.y, 0, 0, MINES[cell.card], FOUND, cell.card))
        if cell.face_up and cell.kind != "entrance":
            found += obstacle(cell, cleared)
            found += marks(cell, keys, claimed, paid)
    found += edges(view.numbers.get("traps", []), TRAP, "trap")
    found += edges(view.numbers.get("trolls", []), TROLL, "troll")
    return found + standing(view) + dwarves(pairs(view.numbers.get("dwarves", [])))


def plain(shape: str) -> str:
    """A shape without its marks: ladder, door, troll, nuggets and crystals are named by the card."""
    return re.sub(r"^L[bg]?:|#[bg][NESW]?|![NESW]|[$^]\d.*", "", shape)


def twofold(view: View) -> list[Sign]:
    """Cards with two tunnels, in the maze and in the hand: they are drawn like every card, only the legend needs them."""
    held = [card.card for card in view.mine.hand] if view.mine is not None else []
    shapes = [plain(shape) for shape in [*(cell.shape for cell in view.cells), *held]]
    return [
        Sign(0, 0, 0, 0, TWOFOLD[shape], "", "bridge" if shape == BRIDGE else "curves")
        for shape in sorted(set(shapes).intersection(TWOFOLD))
    ]


def site_sign(cell: Cell) -> str:
    """What an extra has laid face down: the first letter of its name, and its number if it is one of several."""
    name, _, number = cell.card.partition(" ")
    return f"{name[:1].upper()}{number}" or "?"


def figures(view: View) -> list[Figure]:
    """Figures of extras on edges of cards.

    An extra keeps them in three runs of numbers: `NAME.cells` with 0 for nowhere, `NAME.edges`, and `NAME.owners`, and has a
    message `number.NAME`.
    """
    found: list[Figure] = []
    for name, places in view.numbers.items():
        about, _, what = name.rpartition(".")
        if what == "cells":
            edges, owners = (view.numbers.get(f"{about}.{run}", [0] * len(places)) for run in ("edges", "owners"))
            rows = zip(places, edges, owners, strict=True)
            found += [Figure(about, int(spot_x(at)), int(spot_y(at)), edge, seat) for at, edge, seat in rows if at]
    return found


def standing(view: View) -> list[Sign]:
    """Those figures, each where its tunnel ends; a line below the board tells whose they are."""
    return [
        Sign(figure.x, figure.y, 2 * int(DX[figure.edge]), int(DY[figure.edge]), FIGURE, PERSON)
        for figure in figures(view)
    ]


def pairs(numbers: list[int]) -> list[tuple[int, int]]:
    """Cells from their x and y."""
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def seats_of(view: View, name: str) -> dict[tuple[int, int], int]:
    """Whose token lies on a cell, from the numbers `<name> P1` and so on."""
    return {
        cell: player.seat
        for player in view.players
        for cell in pairs(view.numbers.get(f"{name} P{player.seat + 1}", []))
    }


def obstacle(cell: Cell, cleared: set[tuple[int, int]]) -> list[Sign]:
    """A campfire, or an obstacle that nobody has overcome, on the middle of its card."""
    name = cell.card.partition("+")[2]
    if name not in OBSTACLES or (cell.x, cell.y) in cleared:
        return []
    return [Sign(cell.x, cell.y, 0, 0, OBSTACLES[name], GOOD if name == CAMPFIRE else HARD, name)]


def marks(
    cell: Cell,
    keys: set[tuple[int, int]],
    claimed: dict[tuple[int, int], int],
    paid: dict[tuple[int, int], int],
) -> list[Sign]:
    """Ladder, crystal, door, troll and gold of a card, each with the token that lies on it."""
    spot = cell.x, cell.y
    found: list[Sign] = []
    if cell.card.startswith("L:"):
        found.append(Sign(*spot, 0, 0, LADDER, GOOD, "ladder"))
    if ladder := re.match(r"L([bg]):", cell.card):
        found.append(Sign(*spot, 0, 0, LADDERS[ladder[1]], DOOR_STYLE[ladder[1]], f"ladder_{ladder[1]}"))
    if re.search(r"\^\d", cell.card):
        found.append(Sign(*spot, 1, 1, CRYSTAL, PERSON, "crystal"))
    for colour, side in re.findall(r"#([bg])([NESW]?)", cell.card):
        char, name = (KEY, "key") if spot in keys else (DOORS[colour], f"door_{colour}")
        found.append(Sign(*spot, *arm(cell, side), char, DOOR_STYLE[colour], name))
    for side in re.findall(r"!([NESW])", cell.card):
        char, name = (PAID, "paid") if spot in paid else (TROLL, "troll")
        found.append(Sign(*spot, *arm(cell, side), char, HARD, name))
    if spot in claimed:
        found.append(Sign(*spot, 1, 1, str(claimed[spot] + 1), PERSON, "claimed"))
    elif nuggets(cell):
        found.append(Sign(*spot, 1, 1, GOLD, GOOD, "gold"))
        if nuggets(cell) > 1:
            found.append(Sign(*spot, 2, 1, str(nuggets(cell)), GOOD))
    return found


def nuggets(cell: Cell) -> int:
    """How many nuggets a card of the maze shows."""
    shown = re.search(r"\$(\d)", cell.card)
    return int(shown[1]) if shown else 0


def arm(cell: Cell, side: str) -> tuple[int, int]:
    """Where the arm of a card is drawn that leads to a side of its upright face; without a side, below it."""
    if not side:
        return -1, 1
    index = LETTERS.index(OPPOSITE[side] if cell.turned else side)
    return int(DX[index]), int(DY[index])


def edges(numbers: list[int], char: str, name: str) -> list[Sign]:
    """Something on edges, each given as x, y and 1 (East) or 2 (South)."""
    rows = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
    return [Sign(x, y, *EDGES[side], char, HARD, name) for x, y, side in rows]


def dwarves(spots: list[tuple[int, int]]) -> list[Sign]:
    """Numbers of players below the card on which their dwarves stand; a crowd is cut short."""
    found: list[Sign] = []
    for spot in dict.fromkeys(spots):
        here = [str(seat + 1) for seat, at in enumerate(spots) if at == spot]
        if len(here) > len(BELOW):
            here = [*here[: len(BELOW) - 1], CROWD]
        found += [Sign(*spot, right, 1, char, PERSON, "dwarf") for right, char in zip(BELOW, here, strict=False)]
    return found
