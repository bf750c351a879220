"""A bot that takes the action that looks best at once; it plans nothing ahead."""

from __future__ import annotations

from collections.abc import Callable

from undermine.bots.api import Bot
from undermine.bots.digger import dig
from undermine.bots.duel import judge as judge_duel
from undermine.bots.hinderer import hinder
from undermine.bots.look import CARD, Look
from undermine.bots.mines import judge as judge_mines
from undermine.games.classic.extending import DEED
from undermine.games.classic.goals import SITE
from undermine.games.classic.state import CHOOSE, ORIENT, TAKE, TURN, classic
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal
from undermine.kernel.state import State


class Greedy(Bot):
    """Digs towards the likeliest goal, or hinders those who do."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._chance = Seeded(seed)

    def choose(self, view: State, seat: int) -> int:
        actions = legal(view, seat)
        if len(actions) == 1:
            return actions[0]
        judge = JUDGES.get(view.rules.game.meta.key)
        scores = judge(view, seat, actions) if judge else [0] * len(actions)
        best = max(scores)
        ties = [action for action, score in zip(actions, scores, strict=True) if score == best]
        return ties[self._chance.below(len(ties))]


def judge_classic(state: State, seat: int, actions: list[int]) -> list[int]:
    """How good each action looks in the classic game. What extras ask and offer is answered by chance."""
    view = classic(state)
    step = view.top().step
    if step == TAKE:
        return [int(view.hooks.gold_value[action]) for action in actions]
    if step not in (CHOOSE, ORIENT, TURN):
        return [0] * len(actions)
    look = Look(view, seat)
    side = -1 if look.saboteur else 1
    if step == CHOOSE:
        return [side * look.gold[action] if action < SITE else 0 for action in actions]
    if step == ORIENT:
        return [-side * look.if_turned(action) for action in actions]
    look.think_over([action for action in actions if action < DEED])
    return [_turn(look, action) for action in actions]


def _turn(look: Look, action: int) -> int:
    """An action of a turn; a deed of an extra is thought of when a broken tool leaves little else to do."""
    if action >= DEED:
        return CARD if look.view.hindered(look.seat) else 0
    return int(hinder(look, action)) if look.saboteur else int(dig(look, action))


# By game: how good each of these actions looks to a seat that knows this much. A game without one is played by chance.
JUDGES: dict[str, Callable[[State, int, list[int]], list[int]]] = {
    "classic": judge_classic,
    "duel": judge_duel,
    "duel-solo": judge_duel,
    "lost-mines": judge_mines,
}
