"""A board as a table of words, one for each cell: to be read in a test or a log, and written by hand.

    .   .    .  ES  EW
    *   EW  EW  NESW .   ?

`*` is the entrance, at (0,0); `.` no card; `?` a card face down; anything else a card as it lies, by its shape. A card
that belongs to a goal stands behind `G:`, as in `G:NW`, one of no deck behind `X:`; `-` is a cell that a card has left which
lay there at first. How wide a column is does not matter.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from undermine.tunnels.grid import Grid
from undermine.tunnels.shape import ShapeError, parse_shape
from undermine.tunnels.tiles import EMPTY, HIDDEN

HOME: Final = "*"
NOTHING: Final = "."
FACE_DOWN: Final = "?"
GONE: Final = "-"
GOAL_MARK: Final = "G:"
FOREIGN_MARK: Final = "X:"


class DrawingError(ValueError):
    """A text that is no board; `row` counts from 1."""

    def __init__(self, row: int, cause: str) -> None:
        super().__init__(cause)
        self.row = row
        self.cause = cause


@final
class Mark:
    """What is drawn at a cell: HOME, NOTHING, FACE_DOWN, GONE, or a shape in canonical form, with the mark before it."""

    def __init__(self, x: int, y: int, text: str, row: int) -> None:
        self.x = x
        self.y = y
        self.text = text
        self.row = row  # of the drawing, from 1


def draw(grid: Grid, home: i64, goals: list[int]) -> str:
    """All cards of a grid; `home` is the entrance's tile, `goals` the upright tiles of the goals."""
    left, top, right, bottom = extent(grid)
    rows: list[list[str]] = []
    for y in range(top, bottom + 1):
        rows.append([word(grid, home, goals, x, y) for x in range(left, right + 1)])
    return table(rows)


def extent(grid: Grid) -> tuple[int, int, int, int]:
    """The smallest rectangle with all cards and the origin in it."""
    left, top, right, bottom = 0, 0, 0, 0
    w = grid.window
    for cell in range(w.cells):
        if grid.tile_in(cell) != EMPTY:
            x = int(w.left + cell % w.wide)
            y = int(w.top + cell // w.wide)
            left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
    return left, top, right, bottom


def word(grid: Grid, home: i64, goals: list[int], x: i64, y: i64) -> str:
    """What stands for a cell."""
    tile = grid.tile(x, y)
    if tile == EMPTY:
        return NOTHING
    if tile == HIDDEN:
        return FACE_DOWN
    if tile == home:
        return HOME
    text = grid.tiles.text(tile)
    for goal in goals:
        if tile == goal or tile == goal + 1:
            return GOAL_MARK + text
    return text


def table(rows: list[list[str]]) -> str:
    """Words in columns, each as wide as its longest word."""
    widths = [1] * len(rows[0])
    for row in rows:
        for column in range(len(row)):
            widths[column] = max(widths[column], len(row[column]))
    lines: list[str] = []
    for row in rows:
        line = ""
        for column in range(len(row)):
            line += row[column] + " " * (widths[column] - len(row[column]) + 1)
        lines.append(line.rstrip())
    return "\n".join(lines)


def parse_drawing(text: str) -> list[Mark]:
    """Every cell of a drawing, with shapes made canonical; raises DrawingError with the row and the cause."""
    marks = parse_cells(text, [(HOME, 0, 0)])
    for mark in marks:
        mark.text = canonical(mark.text, mark.row)
    return marks


def parse_cells(text: str, homes: list[tuple[str, int, int]]) -> list[Mark]:
    """Every cell of a drawing as it is written; `homes` are entrances, which fix all coordinates, and where they lie."""
    rows: list[list[str]] = []
    numbers: list[int] = []
    for index, line in enumerate(text.split("\n")):
        words = line.split()
        if words:
            rows.append(words)
            numbers.append(index + 1)
    home_x, home_y = find_home(rows, homes)
    marks: list[Mark] = []
    for y in range(len(rows)):
        if len(rows[y]) != len(rows[0]):
            cause = f"this row has {len(rows[y])} cells and the first has {len(rows[0])}; write . for an empty cell"
            raise DrawingError(numbers[y], cause)
        for x in range(len(rows[y])):
            marks.append(Mark(x - home_x, y - home_y, rows[y][x], numbers[y]))
    return marks


def find_home(rows: list[list[str]], homes: list[tuple[str, int, int]]) -> tuple[int, int]:
    """Where (0,0) is drawn, by the entrances: each stands there once."""
    origins: list[tuple[int, int]] = []
    for name, home_x, home_y in homes:
        found: list[tuple[int, int]] = []
        for y in range(len(rows)):
            for x in range(len(rows[y])):
                if rows[y][x] == name:
                    found.append((x - home_x, y - home_y))
        if len(found) != 1:
            raise DrawingError(1, f"there are {len(found)} entrances; draw one {name}, which is at ({home_x},{home_y})")
        origins.append(found[0])
    for index in range(len(origins)):
        if origins[index] != origins[0]:
            name, home_x, home_y = homes[index]
            raise DrawingError(1, f"{name} is drawn elsewhere than at ({home_x},{home_y}), where it lies")
    return origins[0]


def canonical(text: str, row: int) -> str:
    """A word of a drawing with its shape in canonical form."""
    if text in (HOME, NOTHING, FACE_DOWN, GONE):
        return text
    mark = text[:2] if text.startswith((GOAL_MARK, FOREIGN_MARK)) else ""
    try:
        return mark + parse_shape(text[len(mark) :]).text()
    except ShapeError as error:
        raise DrawingError(row, str(error)) from error
