"""The table of The Duel: where cards and tokens lie, and what can be walked to."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.games.duel.rules.hooks import duel_hooks
from undermine.kernel.ids import BIT, Mask, Seat
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.tunnels.table import Table

# Places; each pack has a bag.
CARD_BAG: Final = 0
DECK: Final = 1
DISCARD: Final = 2  # passed cards lie face down in it (D-100)
BOARD: Final = 3  # tunnel cards in the maze
CARD_BOX: Final = 4  # out of the game
ASIDE: Final = 5  # put aside for a round of the solo game
HAND: Final = 6
FRONT: Final = 8  # sabotage cards before a seat
WON: Final = 10  # tunnel cards with a nugget that a seat has won
GOAL_BAG: Final = 16
GOAL_DECK: Final = 17
GOAL_BOX: Final = 18
GOAL_WON: Final = 19  # goals that a seat has won
GOAL: Final = 24  # in the maze

# Steps, in the order in which the game installs them.
ROUND: Final = 0
DEAL: Final = 1
TURN: Final = 2
BUILD: Final = 3
FINISH: Final = 4
DRAW: Final = 5
JOIN: Final = 6
CLAIM: Final = 7
CHOOSE: Final = 8
REVEAL: Final = 9
ORIENT: Final = 10
BRIBE: Final = 11
PEEK: Final = 12
SCORE: Final = 13
DEBTS: Final = 14
TRIBUTE: Final = 15
CLOSE: Final = 16
PUT_ASIDE: Final = 17

BLUE: Final = 1
TOKEN: Final = 4  # a token is kept as spot * TOKEN + seat * 2 + (1 on a troll); 0 is a token in the supply


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Duel(Table):
    """The true table, or what one seat knows of it."""

    def __init__(self, rules: Ruleset, src: Duel | None) -> None:
        hooks = duel_hooks(rules.hooks)
        super().__init__(rules, src, hooks)
        self.hooks = hooks

    def copy(self) -> Duel:
        return Duel(self.rules, self)

    def facts(self, out: vec[i64]) -> i64:
        out[0] = self.round
        out[1] = self.opened
        n: i64 = 2
        runs = self.hooks.runs
        for index in range(runs.tokens, runs.tokens + runs.token_count):
            out[n] = self.numbers[index] // TOKEN
            n += 1
        for index in range(runs.keys, runs.keys + runs.key_count):
            out[n] = self.numbers[index]
            n += 1
        return n

    def ints(self) -> list[int]:
        return [*super().ints(), int(self.round), int(self.opened), *self.grid.ints()]

    def colour(self, seat: Seat) -> i64:
        """The layer of light that a seat digs by: 0 green, 1 blue (D-010)."""
        return self.hooks.colour ^ seat

    def hindered(self, seat: Seat) -> bool:
        """Does a sabotage card keep this seat from laying tunnels (D-066)?"""
        return self.cards.size(FRONT + seat) > 0

    # Tokens

    def placed(self) -> i64:
        """Dwarf tokens in the maze."""
        n: i64 = 0
        index = self.hooks.runs.tokens
        end = index + self.hooks.runs.token_count
        while index < end and self.numbers[index]:
            index += 1
            n += 1
        return n

    def placed_by(self, seat: Seat) -> i64:
        """Tokens in the maze with this seat's colour up."""
        n: i64 = 0
        for index in range(self.hooks.runs.tokens, self.hooks.runs.tokens + self.hooks.runs.token_count):
            token = self.numbers[index]
            if token and token >> 1 & 1 == seat:
                n += 1
        return n

    def tokens_for(self, seat: Seat) -> i64:
        """Tokens that this seat may still place: the supply is common (D-014), or four each (D-Q4)."""
        if self.hooks.switches.four_each:
            return self.hooks.runs.token_count // self.seats - self.placed_by(seat)
        return self.hooks.runs.token_count - self.placed()

    def bears_token(self, spot: i64) -> bool:
        index = self.hooks.runs.tokens
        end = index + self.hooks.runs.token_count
        while index < end:
            if self.numbers[index] // TOKEN == spot:
                return True
            index += 1
        return False

    def keys_left(self) -> i64:
        n: i64 = 0
        for index in range(self.hooks.runs.keys, self.hooks.runs.keys + self.hooks.runs.key_count):
            if not self.numbers[index]:
                n += 1
        return n

    # What can be walked to

    def gold_for(self, seat: Seat, out: vec[i64]) -> i64:
        """Write the cells of unclaimed gold that this seat's entrance is joined to (D-053); returns how many."""
        grid = self.grid
        window = grid.window
        gold = self.hooks.maze.gold
        layer = self.colour(seat)
        n: i64 = 0
        index: i64 = 0
        while index < grid.laid:
            cell = grid.card(index)
            if gold[grid.tile_in(cell)] & grid.lit_in(cell, layer) and not self.bears_token(window.spot[cell]):
                out[n] = window.spot[cell]
                n += 1
            index += 1
        return n

    def faced(self) -> Mask:
        """Face-down goals that an opening faces, joined to an entrance for its own player (D-050, D-Q25).

        In the solo game there is one entrance: a ladder of the other colour turns nothing (D-S01).
        """
        mine = self.reached(self.hooks.colour)
        return mine | self.reached(1 - self.hooks.colour) if self.seats > 1 else mine

    def trolls_for(self, seat: Seat, out: vec[i64]) -> i64:
        """Write the cells of unpaid trolls before whom this seat's dwarf stands (D-038); returns how many."""
        n: i64 = 0
        if not self.trolls_laid() or not self.tokens_for(seat):
            return n
        hooks = self.hooks
        grid = self.grid
        window = grid.window
        index: i64 = 0
        while index < grid.laid:
            cell = grid.card(index)
            tile = grid.tile_in(cell)
            if hooks.maze.troll[tile] and hooks.maze.opened[tile]:
                lit = grid.lit_in(cell, self.colour(seat))
                if lit and lit != hooks.tiles.sides[tile]:
                    out[n] = window.spot[cell]
                    n += 1
            index += 1
        return n

    def trolls_laid(self) -> bool:
        trolls = self.hooks.trolls
        index: i64 = 0
        while index < len(trolls):
            if self.cards.number(BOARD, trolls[index]):
                return True
            index += 1
        return False

    # The end of a round, and what everybody has

    def round_over(self) -> bool:
        """All goals are open, or all tokens are in the maze (D-080)."""
        return self.opened == BIT[self.hooks.goals] - 1 or self.placed() == self.hooks.runs.token_count

    def earned(self, which: i64, seat: Seat) -> i64:
        """Nuggets taken in a round, before any tribute."""
        return self.numbers[self.hooks.runs.earned + (which - 1) * self.seats + seat]

    def paid(self, which: i64, seat: Seat) -> i64:
        """Nuggets given to trolls after a round."""
        return self.numbers[self.hooks.runs.paid + (which - 1) * self.seats + seat]

    def nuggets(self, seat: Seat) -> i64:
        """All that a seat has won and still has, less what it owes (D-092, D-Q6)."""
        total = -self.numbers[self.hooks.runs.debts + seat]
        for face in range(1, len(self.hooks.card_value)):
            total += self.hooks.card_value[face] * self.cards.number(WON + seat, face)
        for face in range(1, len(self.hooks.goal_value)):
            total += self.hooks.goal_value[face] * self.cards.number(GOAL_WON + seat, face)
        return total


def duel(s: State) -> Duel:
    """A kernel's state as ours; typed code starts with it."""
    assert isinstance(s, Duel)
    return s
