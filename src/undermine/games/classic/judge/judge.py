"""How good each action looks in the base game, to a seat that knows as much as its view."""

from __future__ import annotations

from undermine.games.classic.judge.digger import dig
from undermine.games.classic.judge.hinderer import hinder
from undermine.games.classic.judge.look import CARD, Look
from undermine.games.classic.rules.state import CHOOSE, ORIENT, TAKE, TURN, Classic, classic
from undermine.kernel.forms import fields_of, form_of
from undermine.kernel.state import State


def judge(state: State, seat: int, actions: list[int]) -> list[int]:
    """How good each action looks in the classic game. What extras ask and offer is answered by chance."""
    view = classic(state)
    step = view.top().step
    if step == TAKE:
        return [int(view.hooks.gold_value[fields_of(action)]) for action in actions]
    if step not in (CHOOSE, ORIENT, TURN):
        return [0] * len(actions)
    look = Look(view, seat)
    side = -1 if look.saboteur else 1
    if step == CHOOSE:
        goals = view.hooks.choices[0]
        return [side * look.gold[fields_of(action)] if goals.fits(action) else 0 for action in actions]
    if step == ORIENT:
        return [-side * look.if_turned(1 if fields_of(action) else 0) for action in actions]
    look.think_over([action for action in actions if not is_deed(view, action)])
    return [_turn(look, action) for action in actions]


def _turn(look: Look, action: int) -> int:
    """An action of a turn; a deed of an extra is thought of when a broken tool leaves little else to do."""
    if is_deed(look.view, action):
        return CARD if look.view.hindered(look.seat) else 0
    return int(hinder(look, action)) if look.saboteur else int(dig(look, action))


def is_deed(view: Classic, action: int) -> bool:
    """Is it something that an extra offers besides cards?"""
    return view.hooks.deed_of[form_of(action)] >= 0
