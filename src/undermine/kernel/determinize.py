"""A complete state that a view allows."""

from __future__ import annotations

from undermine.kernel.chance import Seeded
from undermine.kernel.ids import UNKNOWN
from undermine.kernel.state import State


def determinize(view: State, chance: Seeded) -> State:
    """Deal the cards that somebody must know in order to decide; all others stay unseen, for chance to name later."""
    s = view.copy()
    cards = s.cards
    for place in cards.layout.held:
        bag = cards.layout.bag[place]
        while cards.number(place, UNKNOWN):
            face = cards.pick(bag, chance.below(cards.size(bag)))
            cards.learn(place, face, cards.number(place, face) + 1)
    return s
