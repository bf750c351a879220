"""Who begins, the cards that everybody is dealt in turn, and those that are drawn later."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import DEALT, DREW, FromBag, Moved
from undermine.kernel.event import Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import AUTO, CHANCE, Action, Face, Place, Seat, bit
from undermine.kernel.state import Frame, State


class DrawnFirst(Step):
    """Chance says who begins the first round; then that round is set up, f.a = 1 and f.b = who begins."""

    def __init__(self, first_round: i64) -> None:
        super().__init__()
        self.outcome = Form("first", [fields.seat()])
        self.first_round = first_round

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        for index in range(s.rules.seats):
            out[index] = index
        return s.rules.seats

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.then(self.first_round, AUTO, 1, action)


def begin(p: Play, seat: Seat, drawn: i64, first_round: i64) -> None:
    """The first round is set up, this seat to begin; -1: the step `drawn` says who does."""
    if seat < 0:
        p.ask(drawn, CHANCE, 0, 0)
    else:
        p.ask(first_round, AUTO, 1, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class ToHand(FromBag):
    """A card of the deck that goes to a hand, and is seen there alone."""

    def __init__(self, verb: str, pack: Place, deck: Place, hands: Place, first: str, number: str) -> None:
        super().__init__(verb, pack, [fields.seat(first), fields.number(number)])
        self.deck = deck
        self.hands = hands  # the first of them; the others follow

    def give(self, p: Play, kind: Moved, face: Face, seat: Seat) -> None:
        p.emit(kind, bit(seat), face, self.deck, self.hands + seat, 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class Refilled(ToHand):
    """f.a = seat, f.b = cards still to be drawn, this one among them."""

    def __init__(self, verb: str, pack: Place, deck: Place, hands: Place) -> None:
        super().__init__(verb, pack, deck, hands, "seat", "left")

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a
        left = f.b - 1
        self.give(p, DREW, action, to)
        self.drawn(p, to, left)

    def drawn(self, p: Play, seat: Seat, left: i64) -> None:
        """A card was drawn, and so many are still to come."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class HandsDealt(ToHand):
    """f.a = who begins, f.b = cards dealt so far: one to each seat in turn, until every hand has its size."""

    def __init__(self, verb: str, pack: Place, deck: Place, hands: Place) -> None:
        super().__init__(verb, pack, deck, hands, "first", "dealt")

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        first = f.a
        dealt = f.b + 1
        to = f.b % p.state.rules.seats
        self.give(p, DEALT, action, to)
        if dealt < p.state.rules.seats * self.hand_size(p.state):
            p.then(self.number, CHANCE, first, dealt)
        else:
            self.done(p, first)

    def hand_size(self, s: State) -> i64:
        raise NotImplementedError

    def done(self, p: Play, first: Seat) -> None:
        """Everybody has a hand."""
        raise NotImplementedError
