"""How a game is counted: what of it goes into a tally. A game with more to count than its results is entered in COUNTS."""

from __future__ import annotations

from undermine.games.classic.state import DIGGERS_WON, RESULT, Classic, classic
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present import view_of
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


class ClassicCount(Count):
    """Round by round, and by role."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.by_round: dict[int, int] = {}  # moves
        self.gold = [[0] * int(rules.seats)]

    def moved(self, state: State) -> None:
        self.number = int(classic(state).round)
        self.by_round[self.number] = self.by_round.get(self.number, 0) + 1

    def went_on(self, state: State) -> None:
        if classic(state).round != self.number or not state.depth:
            self.gold.append(self.rules.game.returns(state))

    def done(self, state: State, tally: Tally) -> None:
        s = classic(state)
        two_roles = len(s.hooks.roles) == len(tally.members)
        for index in range(len(self.gold) - 1):
            won = [after - before for before, after in zip(self.gold[index], self.gold[index + 1], strict=True)]
            diggers_won = s.numbers[s.hooks.results + index * RESULT] == DIGGERS_WON
            who = roles(s, index) if two_roles else []
            tally.add_round(index, diggers_won, self.by_round[index + 1], who, won if two_roles else [])
        view = view_of(state, SPECTATOR)
        for side in ("diggers", "saboteurs") if s.hooks.scoring.sided() else ("found", "buried"):
            tally.sides.setdefault(side, 0)  # so that a side that never wins is told as well
        tally.add_sides([result.gold or result.side for result in view.results])
        tally.add_game(self.gold[-1], view.winners)


COUNTS: dict[str, type[Count]] = {"classic": ClassicCount}


def count_of(rules: Ruleset) -> Count:
    """What counts a game of these rules."""
    return COUNTS.get(rules.game.meta.key, Count)(rules)


def roles(s: Classic, index: int) -> list[int]:
    """What each seat was in a round that is over."""
    packed = s.numbers[s.hooks.results + index * RESULT + 2]
    return [int(packed >> (4 * seat) & 15) for seat in range(s.seats)]
