"""Boards as tables of words, both ways."""

from __future__ import annotations

import pytest

from undermine.bots.playout import midgame
from undermine.games.classic.maze import maze_words, read_maze
from undermine.games.classic.position import ClassicPosition
from undermine.games.classic.rules.state import BOARD, classic
from undermine.notation.position import position_of
from undermine.registry import Options, ruleset
from undermine.tunnels.draw import DrawingError, Mark, parse_drawing

OPTIONS = Options(players=4)


@pytest.mark.parametrize("seed", range(8))
def test_a_maze_survives_drawing(seed: int) -> None:
    state = midgame(ruleset(OPTIONS), seed, 40)
    position = position_of(OPTIONS, state)
    assert isinstance(position, ClassicPosition)
    text = maze_words(position)
    again = ClassicPosition(OPTIONS)
    read_maze(again, text)
    assert (again.maze, again.opened) == (position.maze, position.opened)
    assert maze_words(again) == text
    assert len(again.maze) == classic(state).cards.size(BOARD) > 0


def words(marks: list[Mark]) -> dict[tuple[int, int], str]:
    return {(mark.x, mark.y): mark.text for mark in marks}


def test_the_entrance_fixes_all_coordinates() -> None:
    assert words(parse_drawing("\n . SE\n\n * W|N\n")) == {
        (0, -1): ".",
        (1, -1): "ES",
        (0, 0): "*",
        (1, 0): "N|W",
    }
    assert words(parse_drawing("G:WN *")) == {(-1, 0): "G:NW", (0, 0): "*"}


@pytest.mark.parametrize(
    ("text", "row", "cause"),
    [
        ("", 1, "there are 0 entrances"),
        ("* *", 1, "there are 2 entrances"),
        ("* .\n\n. . .", 3, "this row has 3 cells and the first has 2"),
        ("* .\n. EX", 2, "'X' is no edge"),
    ],
)
def test_what_is_no_board_says_why(text: str, row: int, cause: str) -> None:
    with pytest.raises(DrawingError) as caught:
        parse_drawing(text)
    assert caught.value.row == row
    assert cause in caught.value.cause
