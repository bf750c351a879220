"""What lies in a maze: `tiles`, `board` and `lit` of any game that has one. A game says what lies at a cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from undermine.kernel.state import State
from undermine.notation.text import Line
from undermine.scenarios.compare import Blame, same, same_look
from undermine.scenarios.reader import Part
from undermine.scenarios.scenes import Check
from undermine.tunnels.draw import FACE_DOWN, GOAL_MARK, HOME, NOTHING, DrawingError, parse_drawing
from undermine.tunnels.shape import ShapeError, parse_shape

At = Callable[[State, int, int], str]  # what lies at a cell, as it is drawn (goals without their mark)
DARK: Final = "dark"


def with_cells(part: Part, what: str) -> list[tuple[str, int, int]]:
    """Words of a list, each with the cell behind it; `what` says what such a word is."""
    found: list[tuple[str, int, int]] = []
    for words in part.texts():
        with Blame(part):
            line = Line(words)
            word = line.word(f"{what} and a cell, such as EW 1,0")
            x, y = line.cell()
            line.done()
            found.append((word, x, y))
    return found


def some_cells(part: Part, what: str) -> list[tuple[str, int, int]]:
    """The same where they are compared: with none of them nothing would be."""
    found = with_cells(part, what)
    if not found:
        raise part.error(f"Nothing is compared here; write {what} and a cell, such as EW 1,0 (. for no card).")
    return found


def tiles_check(at: At) -> Check:
    """`SW 1,0; . 3,0`."""

    def check(state: State, part: Part) -> None:
        for word, x, y in some_cells(part, "a shape"):
            shape = word.removeprefix(GOAL_MARK)
            check_shape(part, shape)
            same_look(part, f"card at {x},{y}", shape, at(state, x, y))

    return check


def check_shape(part: Part, word: str) -> None:
    """A shape, or one of the other signs of a drawing."""
    try:
        if word not in (HOME, NOTHING, FACE_DOWN):
            parse_shape(word)
    except ShapeError as error:
        raise part.error(f"{error}.") from error


def board_check(at: At) -> Check:
    """A part of the maze, drawn."""

    def check(state: State, part: Part) -> None:
        try:
            marks = parse_drawing(part.text())
        except DrawingError as error:
            raise part.error(f"{error.cause}.", error.row) from error
        for mark in marks:
            shape = mark.text.removeprefix(GOAL_MARK)
            same(part, f"card at {mark.x},{mark.y}", shape, at(state, mark.x, mark.y), mark.row)

    return check


def lit_check(lit: At) -> Check:
    """`W 1,0`, or `dark 4,0`; `lit` says which edges of a card are joined to the entrance."""

    def check(state: State, part: Part) -> None:
        for edges, x, y in some_cells(part, "edges"):
            same(part, f"edges at {x},{y} joined to the entrance", edges, lit(state, x, y) or DARK)

    return check


def lit_only_check(lit: At, cells: Callable[[State], list[tuple[int, int]]]) -> Check:
    """The same, and whatever else lies in `cells` is dark."""

    def check(state: State, part: Part) -> None:
        named = {(x, y): edges for edges, x, y in some_cells(part, "edges")}
        found = [cell for cell in cells(state) if lit(state, *cell)]
        for x, y in sorted({*named, *found}):
            wanted = named.get((x, y), DARK)
            same(part, f"edges at {x},{y} joined to the entrance", wanted, lit(state, x, y) or DARK)

    return check
