"""The steady bot's mind for The Duel and its solo game: it looks at where each answer leaves both players."""

from __future__ import annotations

from typing import Final

from undermine.bots.api import Explanation, Reason
from undermine.bots.guide import Guide
from undermine.bots.mind import Mind
from undermine.games.duel.judge import judge
from undermine.games.duel.rules.actions import SECOND, TO_LOOK, TO_PASS
from undermine.games.duel.rules.state import CHOOSE, GOAL, PUT_ASIDE, TRIBUTE, TURN, Duel, duel
from undermine.games.duel.standing import DuelGuide, expected, opinion, standing
from undermine.kernel.forms import aim_of, fields_of
from undermine.kernel.ids import UNKNOWN
from undermine.kernel.state import State

DRAWN: Final = 0.11  # what a card is worth that is drawn, in nuggets
NEWS: Final = 0.25  # to know what lies behind a goal


class DuelMind(Mind):
    """All but the hands lies open, so it needs no memory."""

    point = 0.02
    doubt = 0.06

    def judge(self, view: State, seat: int, actions: list[int]) -> list[float]:
        t = duel(view)
        step = t.top().step
        if step in (TRIBUTE, PUT_ASIDE):
            return [float(score) for score in judge(view, seat, actions)]
        if step == CHOOSE:
            return [expected(t, fields_of(action)) for action in actions]
        looks = opinion(t, seat, actions)
        return [worth + besides(t, action) for worth, action in zip(looks, actions, strict=True)]

    def guide(self, view: State, seat: int) -> Guide | None:
        t = duel(view)
        return None if t.top().step in (TRIBUTE, PUT_ASIDE) else DuelGuide(t)

    def explain(self, view: State, seat: int) -> Explanation:
        t = duel(view)
        gold = [0.0 if t.opened >> goal & 1 else expected(t, goal) for goal in range(int(t.hooks.goals))]
        ahead = standing(t, seat)
        return Explanation([], gold, [Reason("standing", {"seat": seat}, ahead)])


def besides(t: Duel, action: int) -> float:
    """What an action of a turn is worth besides where it leaves the maze."""
    if t.top().step != TURN:
        return 0.0
    if action >= TO_PASS + SECOND:
        return 2 * DRAWN
    if TO_LOOK <= action < TO_LOOK + (1 << 32):
        goal = int(aim_of(action))
        return DRAWN + (NEWS if t.cards.any(GOAL + goal) == UNKNOWN else 0.0)
    return DRAWN
