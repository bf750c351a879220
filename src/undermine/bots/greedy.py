"""A bot that takes the action that looks best at once, by its own role; it plans nothing ahead."""

from __future__ import annotations

from undermine.bots.api import Bot
from undermine.bots.digger import dig
from undermine.bots.hinderer import hinder
from undermine.bots.look import Look
from undermine.games.classic.state import CHOOSE, ORIENT, TAKE, Classic, classic
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
        scores = judge(classic(view), seat, actions)
        best = max(scores)
        ties = [action for action, score in zip(actions, scores, strict=True) if score == best]
        return ties[self._chance.below(len(ties))]


def judge(view: Classic, seat: int, actions: list[int]) -> list[int]:
    """How good each action looks."""
    step = view.top().step
    if step == TAKE:
        return [int(view.hooks.gold_value[action]) for action in actions]
    look = Look(view, seat)
    side = -1 if look.saboteur else 1
    if step == CHOOSE:
        return [side * look.gold[action] for action in actions]
    if step == ORIENT:
        return [-side * look.if_turned(action) for action in actions]
    look.think_over(actions)
    if look.saboteur:
        return [int(hinder(look, action)) for action in actions]
    return [int(dig(look, action)) for action in actions]
