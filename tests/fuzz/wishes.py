"""Which of the legal moves a random table makes: any, any card with any aim, or one that leads somewhere."""

from __future__ import annotations

import random
from collections.abc import Callable

from undermine.bots.greedy import JUDGES
from undermine.games.classic.actions import AIMS, DISCARDED, aim_of, face_of
from undermine.games.classic.extending import DEED
from undermine.games.classic.state import Classic
from undermine.kernel.state import State
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

SOME = 16  # actions that are compared, or a few more

Judge = Callable[[State, int, list[int]], list[int]]


def wish(rnd: random.Random, s: State, seat: int, actions: list[int], eager: float) -> int:
    """The action that a seat likes best at the moment."""
    if len(actions) == 1 or rnd.random() >= eager:
        return rnd.choice(actions)
    judge = LIKED.get(s.rules.game.meta.key)
    if judge is not None and rnd.random() < 0.7:
        stride = max(1, len(actions) // SOME)
        some = actions[rnd.randrange(stride) :: stride]
        marks = judge(s, seat, some)
        best = max(marks)
        return rnd.choice([action for action, mark in zip(some, marks, strict=True) if mark == best])
    card = rnd.choice(sorted({action >> 19 for action in actions}))  # in however many places it may lie
    return rnd.choice([action for action in actions if action >> 19 == card])


def towards_cards_face_down(s: State, seat: int, actions: list[int]) -> list[int]:
    """How near a tunnel would come to a goal, or anything else that lies face down; then other cards, and passes last."""
    assert isinstance(s, Classic)
    spots = s.grid.ints()
    down = [spot for spot, tile in zip(spots[::2], spots[1::2], strict=True) if tile == HIDDEN]
    goals = [(int(spot_x(spot)), int(spot_y(spot))) for spot in down]
    far: dict[int, int] = {}  # by cell
    marks: list[int] = []
    for action in actions:
        rank = kind_of(s, action)
        if rank:
            marks.append(rank)
            continue
        cell = int(aim_of(action)) % AIMS >> 2
        if cell not in far:
            x, y = int(spot_x(cell)), int(spot_y(cell))
            far[cell] = min([abs(u - x) + abs(v - y) for u, v in goals], default=0)
        marks.append(-far[cell])
    return marks


def kind_of(s: Classic, action: int) -> int:
    """0 for a tunnel, less for anything else."""
    if action >= DEED:
        return -15
    if action <= 0 or action & DISCARDED or face_of(action) >= len(s.hooks.tile_of):
        return -200
    return 0 if s.hooks.tile_of[face_of(action)] else -18


# As the greedy bots like it, except that everybody digs; a game that is not here is played at random.
LIKED: dict[str, Judge] = JUDGES | {"classic": towards_cards_face_down}
