"""How a game is counted: what of it goes into a tally. A game with more to count has a class of its own in its kit."""

from __future__ import annotations

from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present import presenter, view_of
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

    def sides(self) -> tuple[str, ...]:
        """The sides of a round, where players are on one; those of a game without any are in it for themselves."""
        return ()

    def sided(self) -> bool:
        """Does a whole side win a round? Otherwise it counts what its players get."""
        return False

    def side(self, state: State, seat: int) -> str:
        """On which side a seat is in this round; empty where it is on none."""
        return ""

    def ends(self, row: Event) -> bool:
        """Is a round over with this row, so that what was hidden is shown next?"""
        return False

    def by_side(self, state: State) -> list[dict[str, float]]:
        """The game is over: for each round, what each side made of it. A side that nobody was on is left out."""
        return []

    def by_role(self, state: State) -> dict[str, list[int]]:
        """The game is over: how often each role was paid after a round, and how often anybody had it."""
        return {}

    def done(self, state: State, tally: Tally) -> None:
        """The game is over."""
        view = view_of(state, SPECTATOR)
        rounds = max(1, len(view.results))
        tally.rounds += rounds
        tally.moves += self.moves
        tally.moves_squared += self.moves * self.moves // rounds
        tally.add_sides(presenter(state).sides(state))
        tally.add_game(self.rules.game.returns(state), view.winners)


def count_of(rules: Ruleset) -> Count:
    """What counts a game of these rules."""
    return kit_of(rules).count(rules)
