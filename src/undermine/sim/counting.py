"""How a game is counted: what of it goes into a tally. A game with more to count has a class of its own in its kit."""

from __future__ import annotations

from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present import view_of
from undermine.registry import kit_of
from undermine.sim.tally import Tally


class Count:
    """Moves, the sides that won rounds, what everybody has won, and who has won the game."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.moves = 0

    def moved(self, state: State) -> None:
        """Somebody is about to move."""
        self.moves += 1

    def went_on(self, state: State) -> None:
        """The move has been made."""

    def done(self, state: State, tally: Tally) -> None:
        """The game is over."""
        view = view_of(state, SPECTATOR)
        rounds = max(1, len(view.results))
        tally.rounds += rounds
        tally.moves += self.moves
        tally.moves_squared += self.moves * self.moves // rounds
        tally.add_sides([result.side for result in view.results])
        tally.add_game(self.rules.game.returns(state), view.winners)


def count_of(rules: Ruleset) -> Count:
    """What counts a game of these rules."""
    return kit_of(rules).count(rules)
