"""Worlds played on, quickly: a guide plays every seat of one by rules of thumb, and says what came of it. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel.agenda import WIDEST
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, options, waiting
from undermine.kernel.event import Play
from undermine.kernel.ids import Action, Seat, lowest
from undermine.kernel.state import State

LONGEST: Final = 400  # decisions of a playout; a round that is longer counts as it stands then
OFFERED: Final = vec[i64]([0] * WIDEST)  # for one thread


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Who plays whole worlds. Unguided playouts almost never connect a tunnel, so moves must be likely ones."""

    def about(self, action: Action) -> None:
        """The playouts that follow begin with this action of the seat that thinks."""

    def begin(self, s: State, chance: Seeded) -> None:
        """A playout begins in this world."""

    def pick(self, s: State, seat: Seat, offered: vec[i64], n: i64, chance: Seeded) -> Action:
        """One of the first `n` actions offered, as a player in this seat might choose."""
        return offered[chance.below(n)]

    def over(self, s: State) -> bool:
        """Has the playout gone far enough?"""
        return False

    def value(self, s: State, seat: Seat) -> float:
        """What has come of it for a seat; 0 is the worst, 1 the best, in between what is in between."""
        raise NotImplementedError


def playout(world: State, seat: Seat, action: Action, guide: Guide, chance: Seeded) -> float:
    """What comes of an action in this world, which stays as it is."""
    s = world.copy()
    play = Play(s, None)
    guide.begin(s, chance)
    act(play, seat, action)
    advance(play, chance)
    left: i64 = LONGEST
    while s.depth and left and not guide.over(s):
        asked = lowest(waiting(s))
        n = options(s, asked, OFFERED)
        act(play, asked, OFFERED[0] if n == 1 else guide.pick(s, asked, OFFERED, n, chance))
        advance(play, chance)
        left -= 1
    return guide.value(s, seat)
