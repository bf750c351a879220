"""Throwing away two cards to be rid of one in front of oneself (X-090...X-095)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.extras.saboteur2.facts import Cleared
from undermine.games.classic.extras.saboteur2.names import lies_before
from undermine.games.classic.rules.extending import CARD_BAG, Deed
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.state import FRONT, HAND, Classic
from undermine.games.classic.rules.turn import refill
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import faces_in
from undermine.kernel.event import Play
from undermine.kernel.forms import Form
from undermine.kernel.ids import ALL, Action, Face, Seat, bit

PRICE: Final = 2  # cards
HELD: Final = vec[i64]([0] * 256)  # faces of a hand, while its ways are written; for one thread
BEFORE: Final = vec[i64]([0] * 256)  # faces before a seat, likewise


class Clear(Deed):
    """Which card is removed, before whom (oneself, X-092), and the two cards thrown away for it, the lesser face first."""

    def __init__(self, cleared: Cleared) -> None:
        self.removed = fields.face(CARD_BAG, "removed")
        self.before = fields.seat("target")
        self.one = fields.face(CARD_BAG, "one")
        self.other = fields.face(CARD_BAG, "other")
        super().__init__(Form("clear", [self.removed, self.before, self.one, self.other]))
        self.cleared = cleared

    def options(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        if s.cards.size(FRONT + seat) and s.cards.size(HAND + seat) >= PRICE:
            held = faces_in(s, HAND + seat, HELD, 0)
            for index in range(faces_in(s, FRONT + seat, BEFORE, 0)):
                n = self.pairs(s, seat, BEFORE[index], held, out, n)
        return n

    def pairs(self, s: Classic, seat: Seat, removed: Face, held: i64, out: vec[i64], n: i64) -> i64:
        """Every two cards of the hand, whose faces are in HELD."""
        base = self.form.head + self.removed.put(removed) + self.before.put(seat)
        one: i64 = 0
        while one < held:
            other = one if s.cards.number(HAND + seat, HELD[one]) > 1 else one + 1
            while other < held:
                out[n] = base + self.one.put(HELD[one]) + HELD[other]
                n += 1
                other += 1
            one += 1
        return n

    def perform(self, p: Play, s: Classic, seat: Seat, action: Action) -> None:
        refill(p, s, seat, 1)
        throw(p, s, bit(seat), self.one.of(action), HAND + seat)
        throw(p, s, bit(seat), self.other.of(action), HAND + seat)
        s.hooks.pile.room(p, s)
        p.emit(self.cleared, ALL, self.removed.of(action), seat, 0, 0)
        s.hooks.pile.stir(p, s, seat, PRICE, 1)

    def explain(self, s: Classic, seat: Seat, action: Action) -> Refusal:
        """In the catalogue's order."""
        one = self.one.of(action)
        other = self.other.of(action)
        removed = self.removed.of(action)
        alone = s.cards.size(HAND + seat) < PRICE
        if lacks(s, seat, one, 1) or lacks(s, seat, other, 2 if one == other and not alone else 1):
            return Refusal("CARD_NOT_IN_HAND", "B-041")
        if self.before.of(action) != seat:
            return Refusal("BAD_TARGET", "X-092")
        if removed >= len(s.hooks.cards) or not lies_before(s, seat, removed):
            return Refusal("NOTHING_TO_REMOVE", "X-090")
        return Refusal("BAD_DISCARD_COUNT", "X-093")


def lacks(s: Classic, seat: Seat, face: Face, copies: i64) -> bool:
    """Was a card named (0 is none) that is not so often in this hand?"""
    return face >= len(s.hooks.cards) or (face > 0 and s.cards.number(HAND + seat, face) < copies)
