"""Who begins, and the cards that everybody is dealt in turn."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel.agenda import Step
from undermine.kernel.dealing import MOVED, FromBag
from undermine.kernel.event import Play
from undermine.kernel.ids import AUTO, CHANCE, Action, Place, Seat, bit
from undermine.kernel.state import Frame, State


class DrawnFirst(Step):
    """Chance says who begins the first round; then `round` is set up, f.a = 1 and f.b = who begins."""

    def __init__(self, round: i64) -> None:  # noqa: A002 - the step's own name
        super().__init__("first s")
        self.round = round

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        for index in range(s.rules.seats):
            out[index] = index
        return s.rules.seats

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.then(self.round, AUTO, 1, action)


@mypyc_attr(allow_interpreted_subclasses=True)
class HandsDealt(FromBag):
    """f.a = who begins, f.b = cards dealt so far: one to each seat in turn, until every hand has its size."""

    def __init__(self, pack: Place, deck: Place, hands: Place) -> None:
        super().__init__("deal f")
        self.of = pack
        self.deck = deck
        self.hands = hands

    def bag(self, s: State, f: Frame) -> Place:
        return self.of

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        first = f.a
        dealt = f.b + 1
        to = f.b % p.state.rules.seats
        p.emit(MOVED, bit(to), action, self.deck, self.hands + to, 0)
        if dealt < p.state.rules.seats * self.hand_size(p.state):
            p.then(self.number, CHANCE, first, dealt)
        else:
            self.done(p, first)

    def hand_size(self, s: State) -> i64:
        raise NotImplementedError

    def done(self, p: Play, first: Seat) -> None:
        """Everybody has a hand."""
        raise NotImplementedError
