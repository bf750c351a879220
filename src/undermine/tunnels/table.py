"""What every game with a maze has: goals that lie face down in it when a round begins, and a state that knows the maze."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel.event import Play
from undermine.kernel.ids import AUTO, BIT, Face, Mask, Place, Seat, bit
from undermine.kernel.ruleset import Hooks, Ruleset
from undermine.kernel.state import State
from undermine.tunnels.grid import Grid, new_grid
from undermine.tunnels.ports import spot, spot_x, spot_y
from undermine.tunnels.tiles import TileSet


class Ground(Hooks):
    """The tiles of a ruleset, and the maze as a round finds it."""

    def __init__(self, layers: i64) -> None:
        self.tiles = TileSet(layers)
        self.goals: i64 = 0
        self.goal_x: vec[i64] = vec[i64]()
        self.goal_y: vec[i64] = vec[i64]()
        self.goal_spot: vec[i64] = vec[i64]()
        self.blank: Grid = new_grid(self.tiles, 0, 0, 0, 0)

    def add_goal_place(self, x: i64, y: i64) -> None:
        self.goal_x = append(self.goal_x, x)
        self.goal_y = append(self.goal_y, y)
        self.goal_spot = append(self.goal_spot, spot(x, y))
        self.goals += 1

    def clear_goal_places(self) -> None:
        self.goal_x = vec[i64]()
        self.goal_y = vec[i64]()
        self.goal_spot = vec[i64]()
        self.goals = 0

    def wide_enough(self, x: i64, y: i64) -> Grid:
        """An empty maze with room for all goals and for this cell."""
        left, right, top, bottom = x, x, y, y
        for goal in range(self.goals):
            left, right = min(left, self.goal_x[goal]), max(right, self.goal_x[goal])
            top, bottom = min(top, self.goal_y[goal]), max(bottom, self.goal_y[goal])
        return new_grid(self.tiles, left, top, right, bottom)

    def hide_goals(self) -> None:
        """The goals lie face down."""
        for goal in range(self.goals):
            self.blank.hide(self.goal_x[goal], self.goal_y[goal])
        self.blank.faced = False


EITHER: Final = -1


def better_way(upright: i64, turned: i64, alike: bool) -> i64:
    """How a card lies that fits so well upright and so well turned: 0, or 1 if turned, or EITHER if somebody may choose."""
    if upright == turned:
        return 0 if alike else EITHER
    return 1 if turned > upright else 0


@mypyc_attr(acyclic=True)
class Table(State):
    """The true table, or what one seat knows of it."""

    def __init__(self, rules: Ruleset, src: Table | None, ground: Ground) -> None:
        super().__init__(rules, src)
        self.seats = rules.seats
        if src is None:
            self.round: i64 = 0
            self.opened: Mask = 0  # goals that lie face up
            self.goal_x = ground.goal_x  # shared; an event that moves a goal writes new ones
            self.goal_y = ground.goal_y
            self.grid = ground.blank.copy()
            self.changes: i64 = 0  # of the maze, that this observer has heard of
        else:
            self.changes = src.changes
            self.round = src.round
            self.opened = src.opened
            self.goal_x = src.goal_x
            self.goal_y = src.goal_y
            self.grid = src.grid.copy()

    def begin(self, which: i64, ground: Ground) -> None:
        """The maze of a new round."""
        self.round = which
        self.opened = 0
        self.goal_x = ground.goal_x
        self.goal_y = ground.goal_y
        if self.first_to_hear():
            self.grid.assume(ground.blank)

    # The maze is public, so the views of a table may share one. A change is made by whoever hears of it first.

    def share(self, other: State) -> None:
        assert isinstance(other, Table)
        self.grid = other.grid
        self.changes = other.changes

    def first_to_hear(self) -> bool:
        self.changes += 1
        if self.changes <= self.grid.changes:
            return False
        self.grid.changes = self.changes
        return True

    def lay(self, place: i64, tile: i64) -> None:
        """A card is laid on a cell, face up."""
        if self.first_to_hear():
            self.grid.put(spot_x(place), spot_y(place), tile)

    def lift(self, place: i64) -> None:
        """The card on a cell is taken away."""
        if self.first_to_hear():
            self.grid.take(spot_x(place), spot_y(place))

    def lay_down(self, place: i64) -> None:
        """A card is laid on a cell, face down."""
        if self.first_to_hear():
            self.grid.hide(spot_x(place), spot_y(place))

    def next(self, seat: Seat) -> Seat:
        """To the left: clockwise."""
        return seat + 1 if seat + 1 < self.seats else i64(0)

    def everybody(self) -> Mask:
        return BIT[self.seats] - 1

    def tile_at(self, place: i64) -> i64:
        """What lies on a cell."""
        return self.grid.tile(spot_x(place), spot_y(place))

    def reached(self, layer: i64 = 0) -> Mask:
        """Face-down goals that an opening faces, lit on this layer."""
        found: Mask = 0
        if not self.grid.faced:
            return found
        grid = self.grid
        goal: i64 = 0
        while goal < len(self.goal_x):
            if not self.opened >> goal & 1 and grid.glow(self.goal_x[goal], self.goal_y[goal], layer):
                found |= BIT[goal]
            goal += 1
        return found

    def fits(self, goal: i64, tile: i64) -> bool:
        """Would a goal agree with all cards that it touches?"""
        return self.grid.fits(self.goal_x[goal], self.goal_y[goal], tile)

    def way_to_lie(self, goal: i64, tile: i64, alike: bool) -> i64:
        """How a goal is turned up, its upright tile being this one: as `better_way`."""
        return better_way(1 if self.fits(goal, tile) else 0, 1 if self.fits(goal, tile + 1) else 0, alike)

    def take_out(self, face: Face, place: i64, board: Place, pile: Place) -> None:
        """A card that lies open in the maze is thrown away."""
        self.cards.move(board, face, pile)
        self.lift(place)

    def of_round(self, first: i64, length: i64) -> i64:
        """Where in `numbers` the row of the present round begins; there is a row of this length for each round."""
        return first + (self.round - 1) * length

    def note(self, first: i64, length: i64, a: i64, b: i64, c: i64) -> None:
        """The first three numbers of that row."""
        at = self.of_round(first, length)
        self.numbers[at] = a
        self.numbers[at + 1] = b
        self.numbers[at + 2] = c

    def turn_up(self, goal: i64, place: Place, face: Face, tile: i64) -> None:
        """A goal lies face up from now on."""
        self.cards.learn(place, face, 1)
        self.opened |= bit(goal)
        self.lay(spot(self.goal_x[goal], self.goal_y[goal]), tile)


def next_round(p: Play, t: Table, rounds: i64, step: i64, first: Seat) -> None:
    """The round is over: another one is set up, this seat to begin, or the game ends after the last."""
    if t.round < rounds:
        p.then(step, AUTO, t.round + 1, first)
    else:
        p.settle()
