"""A made-up extra for the classic game: in place of a card, throw away two and draw two.

The turn is replaced by one that offers more, and asks the game's own turn for the rest.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.actions import AIMS, DISCARDED, MORE, PASS, is_discard
from undermine.games.classic.state import CARD_BAG, DECK, DISCARD, HAND, classic
from undermine.games.classic.turn import next_turn
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import MOVED, FromBag, faces_in
from undermine.kernel.event import Play
from undermine.kernel.ids import CHANCE, UNKNOWN, Action, Place, Seat, bit
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder
from undermine.kernel.state import Frame, State

SWEPT: Final = 2


class DrawTwo(FromBag):
    """f.a = seat, f.b = cards still to draw, while there are any."""

    def bag(self, s: State, f: Frame) -> Place:
        return CARD_BAG

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        out[0] = UNKNOWN
        return faces_in(s, CARD_BAG, out) if s.cards.size(DECK) else 1

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return s.cards.number(CARD_BAG, action) if s.cards.size(DECK) else 1

    def total(self, s: State, f: Frame) -> i64:
        return s.cards.size(CARD_BAG) if s.cards.size(DECK) else 1

    def pick(self, s: State, f: Frame, r: i64) -> Action:
        return s.cards.pick(CARD_BAG, r) if s.cards.size(DECK) else UNKNOWN

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a
        left = f.b - 1
        if action != UNKNOWN:
            p.emit(MOVED, bit(to), action, DECK, HAND + to, 0)
        if left and action != UNKNOWN:
            p.then(self.number, CHANCE, to, left)
        else:
            next_turn(p, classic(p.state), to)


class Turn(Step):
    """f.a = seat."""

    def __init__(self, draw: DrawTwo) -> None:
        super().__init__()
        self.draw = draw
        self.plain: Step = self  # the turn that is replaced

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        n = self.plain.options(s, f, seat, out)
        for action in pairs(s, seat):
            out[n] = action
            n += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        other = action % DISCARDED // MORE
        if action == PASS or not is_discard(action) or not other:
            self.plain.resolve(p, f, seat, action)
            return
        for face in (action // AIMS, other):
            p.emit(MOVED, bit(seat), face, HAND + seat, DISCARD, 0)
        p.then(self.draw.number, CHANCE, seat, SWEPT)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.plain.fallback(s, f, seat)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return self.plain.explain(s, f, seat, action)


def pairs(s: State, seat: Seat) -> list[int]:
    """Two cards of the hand, the lesser face first."""
    faces = [face for face in range(1, s.cards.faces(CARD_BAG) + 1) if s.cards.number(HAND + seat, face)]
    return [
        one * AIMS + DISCARDED + other * MORE
        for one in faces
        for other in faces
        if one < other or (one == other and s.cards.number(HAND + seat, one) > 1)
    ]


class Sweep(Module):
    def install(self, r: RulesetBuilder) -> None:
        draw = DrawTwo()
        r.step("sweep.draw", draw)
        turn = Turn(draw)
        turn.plain = r.replace("turn", turn)


SWEEP: Final = Sweep(Meta("sweep", ("classic",)))
