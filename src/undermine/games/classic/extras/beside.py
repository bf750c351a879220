"""Cards that lie beside the discard pile until all that follows from them is over (A-008)."""

from __future__ import annotations

from typing import Final

from undermine.games.classic.rules.extending import Refill
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import CARD_BAG, Classic
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, Place, Seat
from undermine.kernel.ruleset import Ruleset

BESIDE: Final = "beside the discard pile"


class Beside(Refill):
    """When the turn ends they go to the pile, whatever has happened to what they did."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def ask(self, p: Play, s: Classic, seat: Seat) -> None:
        if s.cards.size(self.place):
            throw(p, s, ALL, s.cards.any(self.place), self.place)


def beside(hooks: ClassicHooks) -> Place:
    """The place, made once for all extras of a table that need it."""
    for refill in hooks.refills:
        if isinstance(refill, Beside):
            return refill.place
    place = hooks.free_places(1)
    hooks.add_refill(Beside(place))
    return place


def lay_beside(rules: Ruleset) -> None:
    """Where it is."""
    place = beside(classic_hooks(rules.hooks))
    if place not in rules.layout.place_names:
        rules.layout.add_place(CARD_BAG, place, BESIDE, False)
