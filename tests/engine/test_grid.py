"""The maze, kept up to date card by card, against one that is flooded anew each time."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

import pytest
from hypothesis import given

from tests.engine.table import COMPILED, seeds
from undermine.tunnels.grid import Grid, new_grid
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import EMPTY, HIDDEN, TileSet

Cell = tuple[int, int]
STEPS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING: Final = {"N": "S", "E": "W", "S": "N", "W": "E"}
BITS: Final = {"N": 1, "E": 2, "S": 4, "W": 8}

# Text, layers on which its door is shut, layers on which it is a source: each as bits.
CARDS: Final = (
    ("NESW", 0, 0), ("NES", 0, 0), ("NEW", 0, 0), ("NS", 0, 0), ("EW", 0, 0), ("NE", 0, 0), ("NW", 0, 0),
    ("N|E|S|W", 0, 0), ("E|W", 0, 0), ("N", 0, 0), ("NS|EW", 0, 0), ("NE|SW", 0, 0), ("NW|ES", 0, 0),
    ("EW|N", 0, 0), ("NS[E][W]", 0, 0), ("EW#b", 2, 0), ("NESW#g", 4, 0), ("NS#g", 5, 0),
    ("L:NS", 0, 7), ("L:S", 0, 7), ("NESW", 0, 1), ("NESW", 0, 2),
)  # fmt: skip
LAYERS: Final = 3


class Naive:
    """Cards in a dict; everything else is worked out when it is asked."""

    def __init__(self, tiles: TileSet, marks: dict[int, tuple[int, int]]) -> None:
        self.tiles = tiles
        self.marks = marks  # by tile: shut and lit, as bits
        self.cards: dict[Cell, int] = {}

    def up(self) -> dict[Cell, int]:
        return {cell: tile for cell, tile in self.cards.items() if tile != HIDDEN}

    def parts(self, tile: int) -> list[str]:
        return self.tiles.text(tile).removeprefix("L:").partition("#")[0].split("|")

    def opened(self, tile: int) -> set[str]:
        return set("".join(self.parts(tile)))

    def lit(self, layer: int) -> dict[Cell, set[str]]:
        """Edges of cards that light comes to on a layer."""
        todo: list[tuple[Cell, str]] = []
        for cell, tile in self.up().items():
            if self.marks[tile][1] >> layer & 1:
                todo += [(cell, edge) for edge in self.opened(tile)]
        found: dict[Cell, set[str]] = {}
        while todo:
            cell, edge = todo.pop()
            if edge in found.setdefault(cell, set()):
                continue
            found[cell].add(edge)
            beside = (cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1])
            todo += [(beside, on) for on in self.walk(beside, FACING[edge], layer)]
        return found

    def walk(self, cell: Cell, entered: str, layer: int) -> str:
        """Where one can get to inside a card, entering by this edge."""
        tile = self.up().get(cell)
        if tile is None or entered not in self.opened(tile):
            return ""
        if self.marks[tile][0] >> layer & 1:
            return entered
        return next(part for part in self.parts(tile) if entered in part)

    def beside(self, cell: Cell) -> dict[str, Cell]:
        return {edge: (cell[0] + dx, cell[1] + dy) for edge, (dx, dy) in STEPS.items()}

    def need(self, cell: Cell) -> int:
        up = self.up()
        touching = {edge: up[there] for edge, there in self.beside(cell).items() if there in up}
        opened = {edge for edge, tile in touching.items() if FACING[edge] in self.opened(tile)}
        return mask(touching) | mask(opened) << 4

    def glow(self, cell: Cell, lit: dict[Cell, set[str]]) -> int:
        return mask(edge for edge, there in self.beside(cell).items() if FACING[edge] in lit.get(there, ()))

    def frontier(self) -> set[Cell]:
        around = {there for cell in self.up() for there in self.beside(cell).values()}
        return around - set(self.cards)


def mask(edges: Iterable[str]) -> int:
    return sum(BITS[edge] for edge in edges)


def frontier_of(grid: Grid) -> list[Cell]:
    w = grid.window
    cells = [int(grid.front(index)) for index in range(grid.frontier)]
    return [(int(w.left) + cell % int(w.wide), int(w.top) + cell // int(w.wide)) for cell in cells]


def compare(grid: Grid, naive: Naive) -> None:
    w = grid.window
    front = frontier_of(grid)
    assert len(set(front)) == len(front)
    assert set(front) == naive.frontier()
    assert [grid.glow(x, y, 0) != 0 for x, y in front] == [place < grid.bright for place in range(len(front))]
    lights = [naive.lit(layer) for layer in range(LAYERS)]
    for y in range(w.top - 1, w.top + w.high + 1):
        for x in range(w.left - 1, w.left + w.wide + 1):
            cell = (x, y)
            tile = naive.cards.get(cell, EMPTY)
            assert grid.tile(x, y) == tile
            assert grid.need(x, y) == naive.need(cell)
            for layer in range(LAYERS):
                assert grid.glow(x, y, layer) == naive.glow(cell, lights[layer]), (cell, layer)
                if tile:
                    assert grid.lit(x, y, layer) == mask(lights[layer].get(cell, ())), (cell, layer)


def tables() -> tuple[TileSet, dict[int, tuple[int, int]], list[int]]:
    tiles = TileSet(LAYERS)
    marks: dict[int, tuple[int, int]] = {}
    for text, shut, lit in CARDS:
        tile = int(tiles.add(parse_shape(text), shut, lit))
        marks[tile] = marks[tile + 1] = (shut, lit)
    return tiles, marks, list(marks)


class Both:
    """The same changes in both."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        tiles, marks, self.faces = tables()
        self.grid = new_grid(tiles, 0, 0, 3, 2)
        self.naive = Naive(tiles, marks)
        self.sources = [tile for tile in self.faces if marks[tile][1]]

    def cell(self) -> Cell:
        """Mostly near the others, so that they touch; now and then out of the window."""
        if self.naive.cards and self.random.random() < 0.75:
            beside = self.naive.beside(self.random.choice(list(self.naive.cards)))
            return self.random.choice(list(beside.values()))
        far = 9 if self.random.random() < 0.1 else 3
        return self.random.randint(-far, far + 3), self.random.randint(-far, far + 2)

    def change(self) -> None:
        cards = self.naive.cards
        dice = self.random.random()
        removable = list(cards)
        if dice < 0.3 and removable:
            cell = self.random.choice(removable)
            self.grid.take(*cell)
            del cards[cell]
            return
        cell = self.cell()
        if dice < 0.36 and cell not in cards:
            self.grid.hide(*cell)
            cards[cell] = HIDDEN
        elif cards.get(cell, HIDDEN) == HIDDEN:
            tile = self.random.choice(self.sources if self.random.random() < 0.12 else self.faces[:36])
            self.grid.put(*cell, tile)
            cards[cell] = tile


@given(seeds)
def test_light_kept_up_to_date_is_light_flooded_anew(seed: int) -> None:
    both = Both(seed)
    for _ in range(90 if COMPILED else 50):
        both.change()
        if both.random.random() < 0.2:
            compare(both.grid, both.naive)
    compare(both.grid, both.naive)


@given(seeds)
def test_the_order_of_laying_does_not_matter(seed: int) -> None:
    both = Both(seed)
    for _ in range(60):
        both.change()
    again = new_grid(both.grid.tiles, 0, 0, 3, 2)
    cards = list(both.naive.cards.items())
    both.random.shuffle(cards)
    for (x, y), tile in cards:
        if tile == HIDDEN:
            again.hide(x, y)
        else:
            again.put(x, y, tile)
    compare(again, both.naive)


@given(seeds)
def test_a_copy_goes_its_own_way(seed: int) -> None:
    both = Both(seed)
    for _ in range(30):
        both.change()
    kept, cards = both.grid.copy(), dict(both.naive.cards)
    for _ in range(40):
        both.change()
    compare(both.grid, both.naive)
    both.naive.cards = cards
    compare(kept, both.naive)


@pytest.mark.parametrize("far", [1, 5, 9, 30])
@pytest.mark.parametrize("direction", STEPS)
def test_a_window_that_grows_keeps_everything(direction: str, far: int) -> None:
    tiles, marks, faces = tables()
    naive = Naive(tiles, marks)
    grid = new_grid(tiles, 0, 0, 8, 4)
    start = next(tile for tile in faces if marks[tile][1] == 1)
    dx, dy = STEPS[direction]
    for number in range(far + 1):
        cell = (4 + dx * number, 2 + dy * number)
        naive.cards[cell] = start if number == 0 else faces[0]
        grid.put(*cell, naive.cards[cell])
    naive.cards[0, 0] = HIDDEN
    grid.hide(0, 0)
    compare(grid, naive)
    assert grid.lit(4 + dx * far, 2 + dy * far, 0) == 15
    assert grid.lit(4 + dx * far, 2 + dy * far, 1) == 0


def laid(tiles: TileSet, marks: dict[int, tuple[int, int]], text: str, shut: int, lit: int) -> int:
    return next(tile for tile in marks if tiles.text(tile) == parse_shape(text).text() and marks[tile] == (shut, lit))


def test_a_cell_goes_dark_when_the_card_at_the_end_of_a_tunnel_is_taken() -> None:
    """A wall beside it keeps it in the frontier, where bright cells come first."""
    tiles, marks, _ = tables()
    naive = Naive(tiles, marks)
    grid = new_grid(tiles, 0, 0, 5, 2)
    wall = laid(tiles, marks, "EW", 0, 0)
    for cell, tile in {(0, 0): laid(tiles, marks, "NESW", 0, 1), (1, 0): wall, (2, 1): wall}.items():
        naive.cards[cell] = tile
        grid.put(*cell, tile)
    compare(grid, naive)
    del naive.cards[1, 0]
    grid.take(1, 0)
    compare(grid, naive)


def test_strands_doors_and_two_entrances() -> None:
    """By hand: a bridge keeps its strands apart, a door keeps one team out, each entrance lights its own layer."""
    tiles, marks, _ = tables()
    grid = new_grid(tiles, 0, 0, 5, 2)
    grid.put(0, 0, laid(tiles, marks, "NESW", 0, 1))
    grid.put(5, 0, laid(tiles, marks, "NESW", 0, 2))
    grid.put(1, 0, laid(tiles, marks, "NS|EW", 0, 0))
    assert grid.lit(1, 0, 0) == 2 | 8
    grid.put(2, 0, laid(tiles, marks, "EW#b", 2, 0))
    assert [grid.lit(2, 0, layer) for layer in range(3)] == [10, 0, 0]
    grid.put(4, 0, laid(tiles, marks, "NESW", 0, 0))
    grid.put(3, 0, laid(tiles, marks, "EW", 0, 0))
    assert [grid.lit(2, 0, layer) for layer in range(3)] == [10, 2, 0]  # from the East, as far as the door
    assert [grid.lit(1, 0, layer) for layer in range(3)] == [10, 0, 0]
    assert grid.connected(4, 1, laid(tiles, marks, "NS", 0, 0), 1)
    assert not grid.connected(1, 1, laid(tiles, marks, "NS", 0, 0), 0)
    grid.take(3, 0)
    assert [grid.lit(4, 0, layer) for layer in range(3)] == [0, 15, 0]


@given(seeds)
def test_what_fits_is_what_agrees(seed: int) -> None:
    both = Both(seed)
    for _ in range(25):
        both.change()
    for x, y in both.naive.frontier():
        need = both.naive.need((x, y))
        for tile in both.faces:
            sides = mask(both.naive.opened(tile))
            assert both.grid.fits(x, y, tile) == (sides & need & 15 == need >> 4)
