"""How much work is left until a goal is reached, when not every card is as easy to come by as the others.

A cell costs one card, and more the fewer cards there are, in the hand and unseen, that lead through it as they must. A
cell that no card fits any more is a wall, which the count of cells alone does not see. A stone that lies face down is turned
up by whoever reaches it, and leads on to one of its other sides: so past a wrong goal the right one is near.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.classic.judge.digging import Paths
from undermine.games.classic.rules.state import CARD_BAG, DECK, HAND, Classic
from undermine.tunnels.grid import Grid
from undermine.tunnels.ports import OPPOSITE
from undermine.tunnels.tiles import EMPTY, HIDDEN, STRIDE

CARD: Final = 64  # the cost of a cell that any card would do for
RARE: Final = 4  # so many cards more where there is one card left that fits
NEVER: Final = 16 * CARD
STONE: Final = 48  # the cost of a goal on the way that is turned up: it leads to one of its sides
QUEUE: Final = 8192


class Supply:
    """What tunnel cards there still are, as far as an observer can tell, and what a cell costs with them."""

    def __init__(self, view: Classic, seat: i64) -> None:
        cards = view.cards
        hooks = view.hooks
        tiles = hooks.tiles
        self.tile = vec[i64]()  # each orientation of a card that leads somewhere
        self.weight = vec[i64]()  # how many of them, CARD for each
        self.joins = tiles.joins
        self.sides = tiles.sides
        self.known = vec[i64]([-1] * 256)  # by need: where in `costs` its row begins
        self.costs = vec[i64]()
        live = cards.size(DECK)
        other: i64 = 0
        while other < view.seats:
            if other != seat:
                live += cards.size(HAND + other)
            other += 1
        unseen = cards.size(CARD_BAG)
        face: i64 = 1
        while face < len(hooks.tile_of):
            tile = hooks.tile_of[face]
            if tile:
                number = cards.number(CARD_BAG, face) * CARD
                if unseen > live:
                    number = number * live // unseen  # others have been thrown away, face down
                if seat >= 0:
                    number += cards.number(HAND + seat, face) * CARD
                if number:
                    self.tile = append(self.tile, tile)
                    self.weight = append(self.weight, number)
                    if not hooks.alike[face]:
                        self.tile = append(self.tile, tile + 1)
                        self.weight = append(self.weight, number)
            face += 1

    def row(self, need: i64) -> i64:
        """Where the costs begin of a cell that asks for this; 16 of them, by the edge that is entered and the one left."""
        first = self.known[need]
        if first >= 0:
            return first
        first = i64(len(self.costs))
        self.known[need] = first
        found = vec[i64]([0] * 16)
        care = need & 15
        index: i64 = 0
        while index < len(self.tile):
            tile = self.tile[index]
            if self.sides[tile] & care == need >> 4:
                edge: i64 = 0
                while edge < 4:
                    joined = self.joins[tile * STRIDE + edge]
                    other: i64 = 0
                    while other < 4:
                        if other != edge and joined >> other & 1:
                            found[edge * 4 + other] += self.weight[index]
                        other += 1
                    edge += 1
            index += 1
        pair: i64 = 0
        while pair < 16:
            cost: i64 = NEVER
            if found[pair]:
                cost = CARD + RARE * CARD * CARD // found[pair]
            self.costs = append(self.costs, cost if cost < NEVER else i64(NEVER))
            pair += 1
        return first


class Roads(Paths):
    """To one goal: for each empty cell and the edge by which it is entered, what is left from there."""

    def __init__(self, grid: Grid, supply: Supply, x: i64, y: i64) -> None:
        super().__init__(grid, x, y, NEVER)
        self.supply = supply
        self.far = vec[i64]([NEVER] * (4 * grid.window.cells))  # of an empty cell, by the edge that is entered
        self.leaving = vec[i64]([NEVER] * (4 * grid.window.cells))  # of any cell, by the edge that is left
        self.queue = vec[i64]([0] * QUEUE)
        self.head: i64 = 0
        self.tail: i64 = 0
        self.past: i64 = NEVER  # of a stone that the tunnel has reached and that is yet to be turned up
        self.measure()
        self.find_tips()
        if self.past < self.best:
            self.second = self.best
            self.best = self.past
            self.tip = -1

    def leave(self, cell: i64, edge: i64, cost: i64) -> None:
        """A way to the goal leaves this cell by this edge."""
        w = self.grid.window
        column = cell % w.wide
        if not 0 < column < w.wide - 1 or not w.wide <= cell < w.cells - w.wide:
            return  # the rim
        at = cell * 4 + edge
        if cost < self.leaving[at] and self.tail < QUEUE:
            self.leaving[at] = cost
            self.queue[self.tail] = at
            self.tail += 1

    def measure(self) -> None:
        """Walk away from the goal; a cell is looked at again when a shorter way is found."""
        grid = self.grid
        w = grid.window
        edge: i64 = 0
        while edge < 4:
            self.leave(self.goal + w.step[edge], OPPOSITE[edge], 0)
            edge += 1
        while self.head < self.tail:
            at = self.queue[self.head]
            self.head += 1
            cell = at >> 2
            out = at & 3
            cost = self.leaving[at]
            tile = grid.tile_in(cell)
            if tile == EMPTY:
                self.cross(cell, out, cost)
            elif tile == HIDDEN:
                self.turn_up(cell, out, cost)
            elif tile > HIDDEN and not grid.lit_in(cell, 0) >> out & 1:
                joined = grid.tiles.joins[tile * STRIDE + out]
                edge = 0
                while edge < 4:
                    if edge != out and joined >> edge & 1:
                        self.leave(cell + w.step[edge], OPPOSITE[edge], cost)
                    edge += 1

    def turn_up(self, cell: i64, out: i64, cost: i64) -> None:
        """Another goal, which is a stone if the gold is here."""
        if cell == self.goal:
            return
        glow = self.grid.glow_in(cell, 0)
        edge: i64 = 0
        while edge < 4:
            if edge != out and glow >> edge & 1:
                self.past = min(self.past, cost + STONE)
            if edge != out and cost + STONE < self.far[cell * 4 + edge]:
                self.far[cell * 4 + edge] = cost + STONE
                self.leave(cell + self.grid.window.step[edge], OPPOSITE[edge], cost + STONE)
            edge += 1

    def beyond(self, cell: i64, edge: i64, depth: i64) -> i64:
        if cell != self.goal and self.grid.tile_in(cell) == HIDDEN:
            return self.far[cell * 4 + edge]
        return super().beyond(cell, edge, depth)

    def cross(self, cell: i64, out: i64, cost: i64) -> None:
        """An empty cell, by each edge that may be entered."""
        w = self.grid.window
        need = self.grid.need_in(cell) & 255
        row = self.supply.row(need)
        costs = self.supply.costs
        edge: i64 = 0
        while edge < 4:
            if edge != out:
                left = cost + costs[row + edge * 4 + out]
                if left < self.far[cell * 4 + edge]:
                    self.far[cell * 4 + edge] = left
                    self.leave(cell + w.step[edge], OPPOSITE[edge], left)
            edge += 1

    def entered(self, cell: i64, edge: i64) -> i64:
        return self.far[cell * 4 + edge]

    def lit(self, cell: i64) -> i64:
        glow = self.grid.glow_in(cell, 0)
        least: i64 = NEVER
        edge: i64 = 0
        while edge < 4:
            if glow >> edge & 1 and self.far[cell * 4 + edge] < least:
                least = self.far[cell * 4 + edge]
            edge += 1
        return least


def roads_of(view: Classic, seat: i64) -> list[Roads]:
    """To every goal, with the cards of this seat's hand (-1: of nobody's); to one that lies open, too."""
    supply = Supply(view, seat)
    found: list[Roads] = []
    goal: i64 = 0
    while goal < len(view.goal_x):
        found.append(Roads(view.grid, supply, view.goal_x[goal], view.goal_y[goal]))
        goal += 1
    return found
