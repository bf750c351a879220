"""How many cards are still to be laid until a goal is reached, as far as an observer sees the maze."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.tunnels.grid import Grid
from undermine.tunnels.ports import OPPOSITE
from undermine.tunnels.tiles import EMPTY, HIDDEN, STRIDE

FAR: Final = 16  # as good as never


@mypyc_attr(allow_interpreted_subclasses=True)
class Paths:
    """To one goal: what is left from the cells beside lit openings, and after another card."""

    def __init__(self, grid: Grid, x: i64, y: i64, never: i64) -> None:
        self.grid = grid
        self.goal = grid.cell(x, y)
        self.never = never
        self.tip: i64 = -1  # the empty cell, beside a lit opening, from which the way is shortest
        self.best = never  # how short
        self.second = never  # how short it is from anywhere else

    def entered(self, cell: i64, edge: i64) -> i64:
        """What is left from an empty cell that is entered by an edge."""
        raise NotImplementedError

    def lit(self, cell: i64) -> i64:
        """What is left from an empty cell on which light falls."""
        raise NotImplementedError

    def find_tips(self) -> None:
        grid = self.grid
        if grid.glow_in(self.goal, 0):
            self.best = 0
            return
        index: i64 = 0
        while index < grid.bright:
            cell = grid.front(index)
            far = self.lit(cell)
            if far < self.best:
                self.second = self.best
                self.best = far
                self.tip = cell
            elif far < self.second:
                self.second = far
            index += 1

    def after(self, x: i64, y: i64, tile: i64) -> i64:
        """How many cards are left when this one has been laid here."""
        grid = self.grid
        cell = grid.cell(x, y)
        left = self.second if cell == self.tip else self.best
        if not grid.window.inside(x, y):
            return left
        glow = grid.glow(x, y, 0)
        edge: i64 = 0
        lit: i64 = 0
        while edge < 4:
            if glow >> edge & 1:
                lit |= grid.tiles.joins[tile * STRIDE + edge]
            edge += 1
        edge = 0
        while edge < 4:
            if lit >> edge & 1:
                ahead = self.beyond(cell + grid.window.step[edge], OPPOSITE[edge], 8)
                left = min(left, ahead)
            edge += 1
        return left

    def beyond(self, cell: i64, edge: i64, depth: i64) -> i64:
        """How far it is from a cell that is entered by an edge."""
        if cell == self.goal:
            return 0
        grid = self.grid
        tile = grid.tile_in(cell)
        if tile == EMPTY:
            return self.entered(cell, edge)
        least: i64 = self.never
        if tile > HIDDEN and depth:
            joined = grid.tiles.joins[tile * STRIDE + edge]
            other: i64 = 0
            while other < 4:
                if other != edge and joined >> other & 1:
                    ahead = self.beyond(cell + grid.window.step[other], OPPOSITE[other], depth - 1)
                    least = min(least, ahead)
                other += 1
        return least


class Ways(Paths):
    """To one goal: for each empty cell, how many cards it takes from there, its own included.

    Every set of two or more open edges is found among the cards, so only the cards that lie already stand in the way.
    """

    def __init__(self, grid: Grid, x: i64, y: i64) -> None:
        super().__init__(grid, x, y, FAR)
        self.far = vec[i64]([FAR] * grid.window.cells)
        self.seen = vec[i64]([0] * grid.window.cells)  # edges of cards lying in the maze, already gone through
        self.queue = vec[i64]([0] * grid.window.cells)
        self.tail: i64 = 0
        self.measure()
        self.find_tips()

    def measure(self) -> None:
        """Walk away from the goal, one card farther with each round."""
        step = self.grid.window.step
        edge: i64 = 0
        while edge < 4:
            self.arrive(self.goal + step[edge], OPPOSITE[edge], 1)
            edge += 1
        head: i64 = 0
        while head < self.tail:
            cell = self.queue[head]
            head += 1
            cost = self.far[cell] + 1
            if cost < FAR:
                edge = 0
                while edge < 4:
                    self.arrive(cell + step[edge], OPPOSITE[edge], cost)
                    edge += 1

    def arrive(self, cell: i64, edge: i64, cost: i64) -> None:
        """A way to the goal leaves this cell by this edge. Cards that lie here and are dark are passed for nothing."""
        w = self.grid.window
        column = cell % w.wide
        if not 0 < column < w.wide - 1 or not w.wide <= cell < w.cells - w.wide:
            return  # the rim: there are shorter ways than round about it
        tile = self.grid.tile_in(cell)
        if tile == EMPTY:
            if cost < self.far[cell]:
                self.far[cell] = cost
                self.queue[self.tail] = cell
                self.tail += 1
        elif tile > HIDDEN and not (self.grid.lit_in(cell, 0) | self.seen[cell]) >> edge & 1:
            joined = self.grid.tiles.joins[tile * STRIDE + edge]
            self.seen[cell] |= joined
            other: i64 = 0
            while other < 4:
                if other != edge and joined >> other & 1:
                    self.arrive(cell + w.step[other], OPPOSITE[other], cost)
                other += 1

    def entered(self, cell: i64, edge: i64) -> i64:
        return self.far[cell]

    def lit(self, cell: i64) -> i64:
        return self.far[cell]


def blind(grid: Grid, tile: i64) -> bool:
    """Does a card with this tile lead nowhere: is no edge joined to another?"""
    edge: i64 = 0
    while edge < 4:
        joined = grid.tiles.joins[tile * STRIDE + edge]
        if joined & (joined - 1):
            return False
        edge += 1
    return True


def exits(grid: Grid, tile: i64) -> i64:
    """How many sides of a card are open."""
    sides = grid.tiles.sides[tile]
    n: i64 = 0
    while sides:
        sides &= sides - 1
        n += 1
    return n
