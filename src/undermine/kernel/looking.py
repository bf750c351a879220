"""Looking at one of several cards that lie face down, each in a place of its own, or turning it up."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from undermine.kernel import fields
from undermine.kernel.dealing import SAW, SHOWN, Looked
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, Action, Face, Place, Seat, bit
from undermine.kernel.state import Frame, State


@mypyc_attr(allow_interpreted_subclasses=True)
class FaceDown(Looked):
    """Chance says what card it is, unless somebody has looked at it before. f.a = which of them."""

    def __init__(self, verb: str, bag: Place, first: Place) -> None:
        super().__init__(verb, bag, [fields.number("which"), fields.seat()])
        self.first = first  # where the first of them lies; the others follow

    def known(self, s: State, f: Frame) -> Face:
        return s.cards.any(self.first + f.a)


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnedUp(FaceDown):
    """f.b = who turns it up, for all to see."""

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        which = f.a
        turner = f.b
        p.settle()
        p.emit(SHOWN, ALL, action, self.first + which, 1, 0)
        self.seen(p, which, action, turner)

    def seen(self, p: Play, which: i64, face: Face, turner: Seat) -> None:
        """What follows, now that all see it."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Glimpse(FaceDown):
    """f.b = who looks, and nobody else."""

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        place = self.first + f.a
        looker = f.b
        p.settle()
        p.emit(SAW, bit(looker), action, place, 1, looker)
