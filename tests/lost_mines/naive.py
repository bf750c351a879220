"""The rules of a turn of The Lost Mines a second time, from the catalogue: slow, plain, and knowing nothing of grids.

`Table` is a board in words. `plays`, `steps`, `turns` and `looks` say what the catalogue says about it, in the notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

Cell = tuple[int, int]
Edge = frozenset[Cell]  # the two cells that it lies between

AROUND: dict[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
QUARTER = {"N": "E", "E": "S", "S": "W", "W": "N"}
TOOLS = {"axe": "trunk", "boat": "lake", "rope": "pit"}
BOARD = [(x, y) for x in range(11) for y in range(-3, 4)]
STARTS: tuple[Cell, ...] = ((0, -1), (0, 1))
MINES: tuple[Cell, ...] = ((7, -3), (9, -1), (9, 1), (7, 3))
HIDDEN = "?"
SHAPES = {"mine-gems": "NES", "mine-gold": "NEW", "mine-silver": "NE", "mine-dragon": "NW", "start": "NESW"}


@dataclass
class Table:
    """The board as everybody sees it, and one player's hand."""

    me: int
    players: int
    hand: list[str]
    cards: dict[Cell, str]  # by name and turn: `NE+pit@180`, `mine-gold`, `start`, `?`
    dwarves: list[Cell]
    cleared: set[Cell]
    traps: set[Edge]
    trolls: set[Edge]
    treasures: list[str]  # on display
    switches: dict[str, str]

    def flag(self, name: str) -> bool:
        return self.switches[name] == "true"


def beside(cell: Cell, side: str) -> Cell:
    return cell[0] + AROUND[side][0], cell[1] + AROUND[side][1]


def turned(edges: str, quarters: int) -> str:
    for _ in range(quarters):
        edges = "".join(QUARTER[edge] for edge in edges)
    return "".join(edge for edge in "NESW" if edge in edges)


def opens(card: str) -> str:
    """The sides on which a path leaves a card; a mine face down counts as open on all (L-040)."""
    if card == HIDDEN:
        return "NESW"
    name, _, degrees = card.partition("@")
    shape = SHAPES.get(name, name.partition("+")[0])
    return turned(shape, int(degrees or "0") // 90)


def mark(card: str) -> str:
    return card.partition("@")[0].partition("+")[2]


def is_path(card: str) -> bool:
    return card not in (HIDDEN, "start") and not card.startswith("mine-")


def ways(card: str, table: Table) -> list[str]:
    """A card in every way it can be laid that looks different: turned by half, or by quarters (L-Q13)."""
    found: dict[str, str] = {}
    for quarters in (0, 1, 2, 3) if table.switches["card.rotations"] == "4" else (0, 2):
        found.setdefault(opens(f"{card}@{quarters * 90}"), f"{card}@{quarters * 90}" if quarters else card)
    return list(found.values())


# Playing a card


def may_lie(table: Table, card: str, cell: Cell) -> bool:
    """L-035...L-041."""
    if cell not in BOARD or cell in table.cards:
        return False
    continues = False
    for side in "NESW":
        other = table.cards.get(beside(cell, side))
        if other is None:
            continue
        mine, theirs = side in opens(card), FACING[side] in opens(other)
        if other == HIDDEN:
            continues |= mine and table.flag("mine.anchor")
        elif mine != theirs:
            return False
        else:
            continues |= mine
    return continues


def token_places(table: Table) -> set[str]:
    """Paths that join two cards, or lead to an empty space of the board: named once (L-056, L-060, L-Q12)."""
    found: set[str] = set()
    for cell, card in table.cards.items():
        for side in opens(card) if card != HIDDEN else "":
            there = beside(cell, side)
            other = table.cards.get(there)
            taken = frozenset((cell, there)) in table.traps | table.trolls
            if there not in BOARD or (taken and not table.flag("edge.stack")):
                continue
            if other is None or other == HIDDEN or (FACING[side] in opens(other) and side in "ES"):
                found.add(f"{cell[0]},{cell[1]} {side}")
    return found


def plays(table: Table) -> set[str]:
    """The first step of a turn (L-027), the proposal to end the round left out."""
    found: set[str] = set()
    for card in set(table.hand):
        found.add(f"discard {card}")
        if card in TOOLS:
            found |= {
                f"clear {card} {x},{y}"
                for (x, y), other in table.cards.items()
                if mark(other) == TOOLS[card] and (x, y) not in table.cleared
            }
        elif card in ("trap", "troll"):
            found |= {f"{card} {where}" for where in token_places(table)}
        elif card == "thunderstorm":
            found |= {
                f"storm {x},{y}"
                for (x, y), other in table.cards.items()
                if is_path(other) and (x, y) not in table.dwarves
            }
        elif card.startswith("look-"):
            found.add(f"look {card}")
        else:
            found |= {
                f"lay {way} {x},{y}" for way in ways(card, table) for x, y in BOARD if may_lie(table, way, (x, y))
            }
    return found | {f"discard {' '.join(sorted(pair))}" for pair in combinations(table.hand, 2)}


# Walking


def bar(table: Table, side: str) -> str:
    """What keeps the dwarf whose turn it is from leaving its card on this side (L-042...L-045, L-075...L-079)."""
    here = table.dwarves[table.me]
    there = beside(here, side)
    card = table.cards.get(there)
    if card is None or side not in opens(table.cards[here]) or FACING[side] not in opens(card):
        return "forest"
    if frozenset((here, there)) in table.trolls:
        return "troll"
    obstacle = mark(card) in TOOLS.values()
    if obstacle and there not in table.cleared:
        return "obstacle"
    return "dwarf" if (obstacle or mark(card) == "rocks") and there in table.dwarves else ""


def steps(table: Table) -> set[str]:
    return {f"walk {side}" for side in "NESW" if not bar(table, side)} | {"stay"}


def reach(table: Table) -> int:
    """Cards that a dwarf may walk over in a move that begins here (L-044, L-075, L-076)."""
    return 5 if mark(table.cards[table.dwarves[table.me]]) == "fire" else 3


# Mines


def turns(table: Table, face: str, cell: Cell, entered: str) -> set[str]:
    """How a mine may lie that is entered from this side: so that it fits everywhere, if it can (L-090, L-091)."""
    enterable = [way for way in ways(face, table) if entered in opens(way)]
    fitting = [way for way in enterable if fits(table, way, cell)]
    return {f"orient @{way.partition('@')[2] or 0}" for way in fitting or enterable}


def fits(table: Table, way: str, cell: Cell) -> bool:
    for side in "NESW":
        other = table.cards.get(beside(cell, side), HIDDEN)
        if other != HIDDEN and (side in opens(way)) != (FACING[side] in opens(other)):
            return False
    return True


def looks(table: Table, card: str) -> set[str]:
    """What an information card lets one look at (L-053, L-054)."""
    allowed = ("mine", "treasure", "dwarf") if table.flag("info.freeChoice") else card.split("-")[1:]
    found: set[str] = set()
    if "mine" in allowed:
        found |= {f"mine G{number}" for number, cell in enumerate(MINES, start=1) if table.cards[cell] == HIDDEN}
    if "treasure" in allowed:
        found |= {f"treasure {slot}" for slot in table.treasures}
    if "dwarf" in allowed:
        found |= {f"dwarf P{number}" for number in range(1, table.players + 1) if number != table.me + 1}
    return found
