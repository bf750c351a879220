"""The maze of a position as a drawn board, and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from undermine.errors import NotationError
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.notation.text import bad
from undermine.tunnels.draw import (
    FACE_DOWN,
    FOREIGN_MARK,
    GOAL_MARK,
    GONE,
    HOME,
    NOTHING,
    DrawingError,
    Mark,
    extent,
    parse_drawing,
    table,
    word,
)
from undermine.tunnels.grid import Grid
from undermine.tunnels.tiles import EMPTY, HIDDEN

if TYPE_CHECKING:
    from undermine.games.classic.position import ClassicPosition


@dataclass
class Tile:
    """A tunnel card of the maze."""

    face: int
    turned: bool


def maze_words(position: ClassicPosition) -> str:
    """The maze as a table."""
    hooks = classic_hooks(position.rules().hooks)
    grid = hooks.blank.copy()
    goals = goal_cells(position)
    for goal, (x, y) in position.shifted.items():
        grid.take(hooks.goal_x[goal], hooks.goal_y[goal])
        grid.hide(x, y)
    for (x, y), tile in position.maze.items():
        _put(grid, x, y, int(hooks.tile_of[tile.face]) + (1 if tile.turned else 0))
    for (x, y), foreign in position.foreign.items():
        _put(grid, x, y, foreign)
    for (x, y), goal in goals.items():
        if goal in position.opened:
            face, turned = position.opened[goal]
            grid.put(x, y, hooks.goal_tile[face] + (1 if turned else 0))
    left, top, right, bottom = extent(grid)
    for x, y in position.foreign:  # a cell that a card has left must be seen
        left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
    return table([[_word(position, grid, x, y) for x in range(left, right + 1)] for y in range(top, bottom + 1)])


def _put(grid: Grid, x: int, y: int, tile: int) -> None:
    """A card instead of what lay there at first; EMPTY for none."""
    if grid.tile(x, y) != EMPTY:
        grid.take(x, y)
    if tile != EMPTY:
        grid.put(x, y, tile)


def _word(position: ClassicPosition, grid: Grid, x: int, y: int) -> str:
    """What stands for a cell."""
    hooks = classic_hooks(position.rules().hooks)
    if (x, y) in position.foreign:
        return GONE if grid.tile(x, y) == EMPTY else FOREIGN_MARK + grid.tiles.text(grid.tile(x, y))
    if grid.tile(x, y) == hooks.blank.tile(x, y) not in (EMPTY, hooks.entrance):
        return FACE_DOWN
    return word(grid, hooks.entrance, [int(tile) for tile in hooks.goal_tile][1:], x, y)


def read_maze(position: ClassicPosition, text: str) -> None:
    """Put a drawn board into a position. Errors count lines from the drawing's first."""
    try:
        marks = parse_drawing(text)
    except DrawingError as error:
        raise NotationError("BAD_NOTATION", f"{error.cause}.", line=error.row) from error
    hooks = classic_hooks(position.rules().hooks)
    goals = goal_cells(position)
    for mark in marks:
        try:
            _read_mark(position, hooks, goals, mark)
        except NotationError as error:
            raise NotationError(error.code, error.message, line=mark.row) from error


def goal_cells(position: ClassicPosition) -> dict[tuple[int, int], int]:
    """Which goal lies at which cell."""
    hooks = classic_hooks(position.rules().hooks)
    usual = {goal: (int(hooks.goal_x[goal]), int(hooks.goal_y[goal])) for goal in range(hooks.goals)}
    return {cell: goal for goal, cell in (usual | position.shifted).items()}


def _read_mark(position: ClassicPosition, hooks: ClassicHooks, goals: dict[tuple[int, int], int], mark: Mark) -> None:
    where = f"{mark.x},{mark.y}"
    goal = goals.get((mark.x, mark.y))
    if goal is not None:
        if mark.text.startswith(GOAL_MARK):
            lying = goal_lying(hooks, mark.text.removeprefix(GOAL_MARK))
            if lying is None:
                raise bad(f"No goal lies as {mark.text.removeprefix(GOAL_MARK)!r}.")
            position.opened[goal] = lying
        elif mark.text != FACE_DOWN:
            raise bad(f"A goal lies at {where}; draw ? for it, or G:NW if it lies face up as NW.")
    elif mark.text == FACE_DOWN and hooks.blank.tile(mark.x, mark.y) != EMPTY:
        return  # what lies there at first
    elif mark.text == FACE_DOWN or mark.text.startswith(GOAL_MARK):
        raise bad(f"No goal lies at {where}; draw {mark.text} where a goal is.")
    elif mark.text == GONE:
        if hooks.blank.tile(mark.x, mark.y) != HIDDEN:
            raise bad(f"Nothing lies at {where} at first; draw . for an empty cell.")
        position.foreign[mark.x, mark.y] = EMPTY
    elif mark.text.startswith(FOREIGN_MARK):
        position.foreign[mark.x, mark.y] = foreign_lying(hooks, mark.text.removeprefix(FOREIGN_MARK))
    elif mark.text not in (HOME, NOTHING):
        position.maze[mark.x, mark.y] = tile_of(hooks, mark.text)


def tile_of(hooks: ClassicHooks, shape: str) -> Tile:
    """The tunnel card that lies as this shape."""
    for face in range(1, len(hooks.names) + 1):
        tile = hooks.tile_of[face]
        if tile and hooks.tiles.text(tile) == shape:
            return Tile(face, turned=False)
        if tile and hooks.tiles.text(tile + 1) == shape:
            return Tile(face, turned=True)
    raise bad(f"No tunnel card lies as {shape!r}.")


def goal_lying(hooks: ClassicHooks, shape: str) -> tuple[int, bool] | None:
    """The goal that lies as this shape when it is face up: its face, and whether it is turned."""
    for face in range(1, len(hooks.goal_names) + 1):
        for turned in (0, 1):
            if hooks.tiles.text(hooks.goal_tile[face] + turned) == shape:
                return face, bool(turned)
    return None


def alike_goals(hooks: ClassicHooks, opened: dict[int, tuple[int, bool]]) -> dict[int, str]:
    """Goals face up that would be taken for others by their shape, each with the name of its card."""
    found: dict[int, str] = {}
    for goal, (face, turned) in sorted(opened.items()):
        lying = goal_lying(hooks, hooks.tiles.text(hooks.goal_tile[face] + turned))
        if lying is None or lying[0] != face:
            found[goal] = hooks.goal_names[face - 1]
    return found


def read_alike(hooks: ClassicHooks, lying: tuple[int, bool], name: str) -> tuple[int, bool]:
    """The goal of this name as it lies where another of its shape was drawn."""
    shape = hooks.tiles.text(hooks.goal_tile[lying[0]] + lying[1])
    if name not in hooks.goal_names:
        raise bad(f"There is no goal {name!r}; use one of {', '.join(hooks.goal_names)}.")
    face = hooks.goal_names.index(name) + 1
    for turned in (False, True):
        if hooks.tiles.text(hooks.goal_tile[face] + turned) == shape:
            return face, turned
    raise bad(f"The goal {name} never lies as {shape}; draw it otherwise.")


def foreign_lying(hooks: ClassicHooks, shape: str) -> int:
    """The tile of the card of no deck that lies as this shape."""
    for foreign in hooks.foreign:
        for tile in foreign.tiles:
            for turned in (0, 1):
                if hooks.tiles.text(tile + turned) == shape:
                    return int(tile + turned)
    raise bad(f"No card but those of the deck lies as {shape!r}.")
