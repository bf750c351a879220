"""Throwing cards onto the discard pile."""

from __future__ import annotations

from undermine.games.classic.rules.state import Classic
from undermine.kernel.dealing import THREW
from undermine.kernel.event import Play
from undermine.kernel.ids import Face, Mask, Place


def throw(p: Play, t: Classic, eyes: Mask, face: Face, place: Place) -> None:
    """A card goes from some place onto the pile; these eyes see which."""
    t.hooks.pile.room(p, t)
    p.emit(THREW, eyes, face, place, t.hooks.discard, 0)
