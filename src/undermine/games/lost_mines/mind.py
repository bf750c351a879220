"""The steady bot's mind for The Lost Mines: it looks at where each answer leaves its dwarf and the others'."""

from __future__ import annotations

from typing import Final

from undermine.bots.api import Explanation, Reason
from undermine.bots.guide import Guide
from undermine.bots.mind import Mind
from undermine.games.lost_mines.judge import judge
from undermine.games.lost_mines.rules.actions import LOOK_AT, PROPOSE
from undermine.games.lost_mines.rules.state import PLAY, TAKE, WALK, Mines, mines
from undermine.games.lost_mines.standing import (
    MinesGuide,
    behind,
    digs_for,
    hope,
    outlook,
    value_of,
    wide_outlook,
)
from undermine.kernel.forms import fields_of, form_of
from undermine.kernel.state import State

NEWS: Final = 0.6  # to look at something, in points
HOPELESS: Final = 0.3  # with less to hope for one may as well end the round


class MinesMind(Mind):
    """What everybody does lies open; roles are told by what was looked at alone."""

    point = 0.05
    doubt = 0.03

    def judge(self, view: State, seat: int, actions: list[int]) -> list[float]:
        t = mines(view)
        step = t.top().step
        if step == TAKE:
            return [value_of(t, fields_of(action)) for action in actions]
        if step == WALK:
            return [outlook(t, seat, action) for action in actions]
        if step == PLAY:
            return [play(t, seat, action) for action in actions]
        return [float(score) for score in judge(view, seat, actions)]

    def guide(self, view: State, seat: int) -> Guide | None:
        return MinesGuide(mines(view)) if mines(view).top().step in (PLAY, WALK) else None

    def explain(self, view: State, seat: int) -> Explanation:
        t = mines(view)
        clan = int(t.clan[seat])
        foes = [1.0 - digs_for(t, other, clan) for other in range(int(t.seats))]
        gold = [behind(t, mine) for mine in range(int(t.hooks.goals))]
        return Explanation(foes, gold, [Reason("hope", {"seat": seat}, hope(t, seat))])


def play(t: Mines, seat: int, action: int) -> float:
    """The first step of a turn."""
    form = int(form_of(action))
    if form == PROPOSE:
        return -1.0 + (2.0 if hope(t, seat) < HOPELESS else 0.0)
    return wide_outlook(t, seat, action) + (NEWS if form == LOOK_AT else 0.0)
