"""Where light gets to, found by walking from the sources each time anew: slow, and knowing nothing of grids."""

from __future__ import annotations

from undermine.tunnels.grid import Grid
from undermine.tunnels.ports import DX, DY, OPPOSITE

Cell = tuple[int, int]
Laid = tuple[list[int], int, int]  # parts of a card, the layers on which it is shut, the layers on which it is a source


def naive_light(cards: dict[Cell, Laid], layer: int) -> set[tuple[Cell, int]]:
    """Openings that are joined to a source on a layer."""
    lit = {
        (cell, edge)
        for cell, (parts, _, source) in cards.items()
        for part in parts
        for edge in range(4)
        if source >> layer & 1 and part >> edge & 1
    }
    todo = list(lit)
    while todo:
        (x, y), edge = todo.pop()
        found = [((x, y), other) for other in range(4) if joined(cards[x, y], layer, edge, other)]
        over, facing = (x + DX[edge], y + DY[edge]), OPPOSITE[edge]
        if over in cards and any(part >> facing & 1 for part in cards[over][0]):
            found.append((over, facing))
        todo += [step for step in found if step not in lit]
        lit.update(found)
    return lit


def joined(card: Laid, layer: int, edge: int, other: int) -> bool:
    parts, shut, _ = card
    return edge == other or any(part >> edge & part >> other & 1 and not shut >> layer & 1 for part in parts)


def grid_light(grid: Grid, cells: list[Cell], layer: int) -> set[tuple[Cell, int]]:
    return {(cell, edge) for cell in cells for edge in range(4) if grid.lit(*cell, layer) >> edge & 1}
