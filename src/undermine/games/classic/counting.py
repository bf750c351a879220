"""What of a base game goes into a tally: round by round, and by role."""

from __future__ import annotations

from undermine.games.classic.rules.events import WON
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.games.classic.rules.state import (
    DIGGERS_WON,
    RESULT,
    ROLE_BAG,
    SABOTEUR,
    SABOTEURS_WON,
    Classic,
    classic,
    role,
)
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.present import presenter, view_of
from undermine.sim.counting import Count
from undermine.sim.tally import SIDES, Tally


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

    def sides(self) -> tuple[str, ...]:
        return tuple(SIDES)

    def sided(self) -> bool:
        return classic_hooks(self.rules.hooks).scoring.sided()

    def side(self, state: State, seat: int) -> str:
        return "saboteur" if state.cards.number(role(seat), SABOTEUR) else "digger"

    def ends(self, row: Event) -> bool:
        return row.kind is WON

    def by_side(self, state: State) -> list[dict[str, float]]:
        """Was the round won; or, where sides do not win as such, the gold that each of their players got in it."""
        s = classic(state)
        found: list[dict[str, float]] = []
        for index in range(len(self.gold) - 1):
            won = s.numbers[s.hooks.results + index * RESULT]
            members = self.on_sides(s, index)
            if self.sided():
                taken = {"digger": float(won == DIGGERS_WON), "saboteur": float(won == SABOTEURS_WON)}
            else:
                taken = {side: sum(gold) / len(gold) for side, gold in members.items() if gold}
            found.append({side: taken[side] for side, gold in members.items() if gold})
        return found

    def on_sides(self, s: Classic, index: int) -> dict[str, list[int]]:
        """By side: what each of its players got in a round that is over."""
        members: dict[str, list[int]] = {side: [] for side in SIDES}
        for seat, face in enumerate(roles(s, index)):
            gold = self.gold[index + 1][seat] - self.gold[index][seat]
            members["saboteur" if face == SABOTEUR else "digger"].append(gold)
        return members

    def by_role(self, state: State) -> dict[str, list[int]]:
        s = classic(state)
        names = self.rules.layout.face_names[ROLE_BAG]
        found: dict[str, list[int]] = {}
        for index in range(len(self.gold) - 1):
            for seat, face in enumerate(roles(s, index)):
                paid = found.setdefault(names[face], [0, 0])
                paid[0] += self.gold[index + 1][seat] > self.gold[index][seat]
                paid[1] += 1
        return found

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
        tally.add_sides(presenter(state).sides(state))
        tally.add_game(self.gold[-1], view.winners)


def roles(s: Classic, index: int) -> list[int]:
    """What each seat was in a round that is over."""
    packed = s.numbers[s.hooks.results + index * RESULT + 2]
    return [int(packed >> (4 * seat) & 15) for seat in range(s.seats)]
