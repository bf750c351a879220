"""What of a base game goes into a tally: round by round, and by role."""

from __future__ import annotations

from undermine.games.classic.rules.state import DIGGERS_WON, RESULT, Classic, classic
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present import view_of
from undermine.sim.counting import Count
from undermine.sim.tally import Tally


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


def roles(s: Classic, index: int) -> list[int]:
    """What each seat was in a round that is over."""
    packed = s.numbers[s.hooks.results + index * RESULT + 2]
    return [int(packed >> (4 * seat) & 15) for seat in range(s.seats)]
