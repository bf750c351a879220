"""The maze of the classic game, as facts, views and reasons tell of it."""

from __future__ import annotations

from typing import Any

from undermine.games.classic.rules.actions import tile_laid
from undermine.games.classic.rules.state import Classic
from undermine.present.box import outline
from undermine.tunnels.grid import Grid
from undermine.tunnels.ports import LETTERS, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN


def laid(t: Classic, face: int, aim: int) -> dict[str, Any]:
    """Where a tunnel card lies and how: fields of a fact."""
    tile = tile_laid(t, face, aim & 3)
    return {"x": int(spot_x(aim >> 2)), "y": int(spot_y(aim >> 2)), **lying_so(t, face, tile)}


def lying_so(t: Classic, face: int, tile: int) -> dict[str, Any]:
    """How a tunnel card lies, and its shape so."""
    return {"quarter": 0 if tile == t.hooks.tile_of[face] else 2, "shape": outline(t.hooks.tiles.shapes[tile])}


def mismatch(t: Classic, x: int, y: int, tile: int) -> str:
    """The first side of a tile that would disagree with the card it touches there; empty if all agree."""
    need = t.grid.need(x, y)
    wrong = (t.hooks.tiles.sides[tile] & need & 15) ^ (need >> 4 & 15)
    return next((LETTERS[edge] for edge in range(4) if wrong >> edge & 1), "")


def lying(grid: Grid) -> list[tuple[int, int, int]]:
    """Where cards lie, and which tiles: x, y, tile."""
    numbers = grid.ints()
    return [
        (int(spot_x(there)), int(spot_y(there)), tile) for there, tile in zip(numbers[::2], numbers[1::2], strict=True)
    ]


def lit_cells(grid: Grid) -> set[tuple[int, int]]:
    """Cells whose card is joined to the entrance."""
    return {(x, y) for x, y, tile in lying(grid) if tile > HIDDEN and grid.lit(x, y, 0)}
