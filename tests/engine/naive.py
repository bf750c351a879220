"""The rules of a turn a second time, from the catalogue: slow, plain, and knowing nothing of how the engine does it.

`Position` is a table in words; `legal_moves`, `reached_goals` and `refusal` say what the catalogue says about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

Cell = tuple[int, int]
Word = tuple[str | int, ...]

SIDES: dict[str, tuple[int, int, str]] = {  # where the neighbour lies, and which of its sides touches
    "N": (0, -1, "S"),
    "E": (1, 0, "W"),
    "S": (0, 1, "N"),
    "W": (-1, 0, "E"),
}
HALF_TURN = {"N": "S", "E": "W", "S": "N", "W": "E", "|": "|"}
ENTRANCE: Cell = (0, 0)
GOALS: tuple[Cell, ...] = ((8, -2), (8, 0), (8, 2))
TOOLS = ("lamp", "cart", "pick")


@dataclass
class Position:
    """A table as the player whose turn it is sees it."""

    players: int
    me: int
    hand: list[str]
    maze: dict[Cell, str]  # every card face up, as it lies: entrance, tunnels and goals
    face_down: list[int]  # goals, by number
    broken: list[set[str]]  # tools of each player
    switches: dict[str, str]

    @cached_property
    def faced(self) -> set[tuple[Cell, str]]:
        """Sides of cells at which a neighbour has a lit opening."""
        found: set[tuple[Cell, str]] = set()
        for (x, y), segment in flood(self.maze):
            for dx, dy, facing in (SIDES[side] for side in segment):
                found.add(((x + dx, y + dy), facing))
        return found

    @cached_property
    def free(self) -> list[Cell]:
        """Empty cells that touch a card face up (B-050), looked for in all directions."""
        xs = [x for x, _ in self.maze]
        ys = [y for _, y in self.maze]
        around = [(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)]
        return [cell for cell in around if touching(self, cell) and not occupied(self, cell)]

    def flag(self, name: str) -> bool:
        return self.switches[name] == "true"


def is_tunnel(card: str) -> bool:
    return set(card) <= set("NESW|")


@cache
def turned(shape: str) -> str:
    """The same card after a half turn (B-053)."""
    return "".join(HALF_TURN[letter] for letter in shape)


@cache
def segments(shape: str) -> tuple[frozenset[str], ...]:
    """Parts that are joined inside; a stub is a segment of its own (B-063)."""
    return tuple(frozenset(part) for part in shape.split("|"))


@cache
def same_card(one: str, other: str) -> bool:
    return set(segments(one)) == set(segments(other))


@cache
def openings(shape: str) -> frozenset[str]:
    return frozenset(shape) - {"|"}


def flood(maze: dict[Cell, str]) -> set[tuple[Cell, frozenset[str]]]:
    """Segments with an unbroken tunnel to the entrance (B-062)."""
    found = {(ENTRANCE, segment) for segment in segments(maze[ENTRANCE])}
    todo = list(found)
    while todo:
        (x, y), segment = todo.pop()
        for side in segment:
            dx, dy, facing = SIDES[side]
            beside = (x + dx, y + dy)
            for part in segments(maze[beside]) if beside in maze else ():
                if facing in part and (beside, part) not in found:
                    found.add((beside, part))
                    todo.append((beside, part))
    return found


def reached_goals(p: Position) -> set[int]:
    """Face-down goals that a lit opening faces (B-121)."""
    cells = {cell for cell, _ in p.faced}
    return {goal for goal in p.face_down if GOALS[goal] in cells}


# Laying a tunnel


def touching(p: Position, cell: Cell) -> dict[str, str]:
    """By side of the cell: the card face up that touches it there."""
    x, y = cell
    beside = {side: (x + dx, y + dy) for side, (dx, dy, _) in SIDES.items()}
    return {side: p.maze[there] for side, there in beside.items() if there in p.maze}


def agrees(p: Position, cell: Cell, shape: str) -> bool:
    """Opening to opening, wall to wall, with every card face up (B-056)."""
    return all(
        (side in openings(shape)) == (SIDES[side][2] in openings(card)) for side, card in touching(p, cell).items()
    )


def connected(p: Position, cell: Cell, shape: str) -> bool:
    """Does an opening of the card face an opening of a lit segment (B-061, B-062)?"""
    return any((cell, side) in p.faced for side in openings(shape))


def occupied(p: Position, cell: Cell) -> bool:
    return cell in p.maze or cell in [GOALS[goal] for goal in p.face_down]


def lay_refused(p: Position, cell: Cell, shape: str) -> str:
    """The first reason of the catalogue's order, or nothing."""
    if p.broken[p.me]:
        return "TOOL_BROKEN"
    if occupied(p, cell):
        return "CELL_OCCUPIED"
    if not touching(p, cell):
        return "NOT_ADJACENT"
    if not agrees(p, cell, shape):
        return "EDGE_MISMATCH"
    if p.flag("requireConnection") and not connected(p, cell, shape):
        return "NOT_CONNECTED"
    return ""


def lays(p: Position, card: str) -> set[Word]:
    """Every way to lay a card; a card that a half turn does not change is laid upright."""
    found: set[Word] = set()
    ways = [(0, card)] if same_card(card, turned(card)) else [(0, card), (2, turned(card))]
    for quarter, shape in ways:
        for cell in p.free:
            if not lay_refused(p, cell, shape):
                found.add(("lay", card, quarter, *cell))
    return found


# Action cards


def tools_of(card: str) -> list[str]:
    return card.partition("-")[2].split("+")


def removable(p: Position) -> list[Cell]:
    """Tunnel cards of the maze: neither the entrance nor a goal (B-095)."""
    return [cell for cell in p.maze if cell != ENTRANCE and cell not in GOALS]


def actions(p: Position, card: str) -> set[Word]:
    found: set[Word] = set()
    everybody = range(p.players)
    if card.startswith("break-"):
        for seat in everybody:
            allowed = seat != p.me or p.flag("allowSelfSabotage")
            if allowed and not set(tools_of(card)) & p.broken[seat]:
                found.add(("break", card, seat))
    elif card.startswith("mend-"):
        for seat in everybody:
            for tool in set(tools_of(card)) & p.broken[seat]:
                found.add(("mend", card, seat, tool))
    elif card == "rockfall":
        found |= {("rockfall", *cell) for cell in removable(p)}
    else:
        assert card == "map"
        found |= {("map", goal) for goal in p.face_down}
    return found


def legal_moves(p: Position) -> set[Word]:
    """Everything a player may do in a turn (B-041, B-110, B-111, B-113)."""
    if not p.hand:
        return {("pass",)}
    found: set[Word] = set()
    for card in set(p.hand):
        found |= lays(p, card) if is_tunnel(card) else actions(p, card)
        found.add(("pass", card))
    return found


def refusal(p: Position, word: Word, legal: set[Word]) -> str:
    """The code for a play that is not legal; empty if it is."""
    if word in legal:
        return ""
    if word == ("pass",):
        return "MUST_DISCARD"
    verb, *rest = word
    card = str(word[0] if verb in ("rockfall", "map") else word[1])
    if card not in p.hand:
        return "CARD_NOT_IN_HAND"
    if verb == "lay":
        quarter, x, y = (int(number) for number in rest[1:])
        if p.broken[p.me]:
            return "TOOL_BROKEN"
        if quarter % 2:
            return "ORIENTATION"
        return lay_refused(p, (x, y), turned(card) if quarter == 2 else card)
    if verb == "break":
        own = rest[1] == p.me and not p.flag("allowSelfSabotage")
        return "BAD_TARGET" if own or int(rest[1]) >= p.players else "DUPLICATE_EFFECT"
    if verb == "mend":
        return "NO_MATCHING_EFFECT" if int(rest[1]) < p.players else "BAD_TARGET"
    return "BAD_TARGET"
