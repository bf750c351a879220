"""Which of the legal moves a random table makes: any, any card with any aim, or one that leads somewhere."""

from __future__ import annotations

import random
from collections.abc import Callable

from undermine.games.classic.actions import AIMS, DISCARDED, aim_of, face_of
from undermine.games.classic.extending import DEED
from undermine.games.classic.state import Classic
from undermine.kernel.state import State

SOME = 24  # actions that are compared

Liked = Callable[[State, int], float]


def wish(rnd: random.Random, s: State, actions: list[int], eager: float) -> int:
    """The action that a table likes best at the moment."""
    if len(actions) == 1 or rnd.random() >= eager:
        return rnd.choice(actions)
    liked = LIKED.get(s.rules.game.meta.key)
    if liked is not None and rnd.random() < 0.7:
        some = rnd.sample(actions, min(SOME, len(actions)))
        return max(some, key=lambda action: liked(s, action))
    card = rnd.choice(sorted({action >> 19 for action in actions}))  # in however many places it may lie
    return rnd.choice([action for action in actions if action >> 19 == card])


def towards_goals(s: State, action: int) -> float:
    """How near a tunnel would come to a goal that is face down; then other cards, and passes last."""
    assert isinstance(s, Classic)
    if action >= DEED:
        return -15
    if action <= 0 or action & DISCARDED or face_of(action) >= len(s.hooks.tile_of):
        return -200
    if not s.hooks.tile_of[face_of(action)]:
        return -18
    cell = aim_of(action) % AIMS >> 2
    x, y = int(cell & 255) - 128, int(cell >> 8) - 128
    ways: list[int] = [
        abs(int(s.goal_x[goal]) - x) + abs(int(s.goal_y[goal]) - y)
        for goal in range(s.hooks.goals)
        if not s.opened >> goal & 1
    ]
    return -min(ways, default=0)


# By game; one that is not here is played at random.
LIKED: dict[str, Liked] = {"classic": towards_goals}
