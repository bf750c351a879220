"""Where extras put cards into the maze: cells that a table may choose, and which choices are refused."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.rules.hooks import ClassicHooks
from undermine.kernel.manifest import LayoutError, Settings
from undermine.tunnels.grid import Grid
from undermine.tunnels.tiles import EMPTY

USUAL: Final = "usual"  # the value of a switch that leaves the cells as the manifest has them
FARTHEST: Final = 12  # columns and rows from the entrance
BESIDE: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))

Cells = list[tuple[int, int]]


def chosen_cells(settings: Settings, name: str, usual: Cells) -> Cells:
    """The cells of a switch such as `2,-2 2,2`."""
    value = settings.choice(name)
    if value == USUAL:
        return usual
    cells: Cells = []
    for word in value.split():
        x, _, y = word.partition(",")
        cells.append((int(x), int(y)))
    return cells


def near(what: str, cells: Cells) -> None:
    """Refuse cells that no tunnel would ever get to."""
    for x, y in cells:
        if abs(x) > FARTHEST or abs(y) > FARTHEST:
            raise LayoutError(f"{what} at {x},{y} is too far away: stay within {FARTHEST} cells of the entrance.")


def apart(what: str, cells: Cells) -> None:
    """Refuse cells that are named twice or touch each other."""
    for index, (x, y) in enumerate(cells):
        for u, v in cells[:index]:
            if abs(x - u) + abs(y - v) < 2:
                raise LayoutError(f"{what} at {u},{v} and {x},{y} adjoin: leave a cell between them.")


def clear(what: str, cells: Cells, grid: Grid) -> None:
    """Refuse cells where a card lies, or beside one."""
    for x, y in cells:
        for dx, dy in ((0, 0), *BESIDE):
            if grid.tile(x + dx, y + dy) != EMPTY:
                raise LayoutError(
                    f"{what} at {x},{y} lies on or beside the card at {x + dx},{y + dy}: choose another cell."
                )


def lie_face_down(hooks: ClassicHooks, cells: Cells) -> None:
    """Cards lie here, face down, at the beginning of every round."""
    for x, y in cells:
        hooks.blank.hide(x, y)
