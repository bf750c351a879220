"""Which of the legal moves a random table makes: any, any card with any aim, or one that leads somewhere."""

from __future__ import annotations

import random

from undermine.games.classic.rules.actions import is_pass, lays_tunnel
from undermine.games.classic.rules.state import Classic
from undermine.kernel.fields import NONE
from undermine.kernel.forms import card_of, form_of
from undermine.kernel.state import State
from undermine.registry import kit_of
from undermine.tunnels.placing import spot_laid
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN

SOME = 16  # actions that are compared, or a few more


def wish(rnd: random.Random, s: State, seat: int, actions: list[int], eager: float) -> int:
    """The action that a seat likes best at the moment."""
    if len(actions) == 1 or rnd.random() >= eager:
        return rnd.choice(actions)
    if rnd.random() < 0.7:
        judge = towards_cards_face_down if isinstance(s, Classic) else kit_of(s.rules).judge
        stride = max(1, len(actions) // SOME)
        some = actions[rnd.randrange(stride) :: stride]
        marks = judge(s, seat, some)
        best = max(marks)
        return rnd.choice([action for action, mark in zip(some, marks, strict=True) if mark == best])
    card = rnd.choice(sorted({means(s, action) for action in actions}))  # in however many places it may lie
    return rnd.choice([action for action in actions if means(s, action) == card])


def means(s: State, action: int) -> tuple[int, int]:
    """The form of an action, and the card that it plays."""
    form = int(form_of(action))
    return form, int(card_of(action)) if s.rules.forms[form].card != NONE else 0


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
        cell = int(spot_laid(action))
        if cell not in far:
            x, y = int(spot_x(cell)), int(spot_y(cell))
            far[cell] = min([abs(u - x) + abs(v - y) for u, v in goals], default=0)
        marks.append(-far[cell])
    return marks


def kind_of(s: Classic, action: int) -> int:
    """0 for a tunnel, less for anything else; other questions are answered by chance."""
    if lays_tunnel(action):
        return 0
    if is_pass(action):
        return -200
    return -15 if s.hooks.deed_of[form_of(action)] >= 0 else -18
