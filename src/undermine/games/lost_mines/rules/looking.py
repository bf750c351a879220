"""What an information card lets one see, and the question whether to end the round (L-052...L-055, L-111)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.lost_mines.rules.events import AGREED, GLANCED
from undermine.games.lost_mines.rules.hooks import DWARF_LOOK, MINE_LOOK, TREASURE_LOOK
from undermine.games.lost_mines.rules.state import CARD_BAG, PEEK_MINE, PEEK_TREASURE, SCORE, Mines, mines
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step, TwoWays
from undermine.kernel.dealing import SAW
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Seat, bit
from undermine.kernel.state import Frame, State

EVERY_LOOK: Final = 7


class Look(Step):
    """f.a = seat, f.b = the information card: a mine, a treasure or another's dwarf card (L-053)."""

    def __init__(self, slots: list[str]) -> None:
        self.mine = Form("mine", [fields.goal("mine")])
        self.treasure = Form("treasure", [fields.term(slots, "treasure")])
        self.dwarf = Form("dwarf", [fields.seat("target")])
        super().__init__([self.mine, self.treasure, self.dwarf], [fields.seat(), fields.face(CARD_BAG)])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = mines(s)
        looks = offered(t, f.b)
        n: i64 = 0
        if looks >> MINE_LOOK & 1:
            for mine in range(t.hooks.goals):
                if not t.opened >> mine & 1:
                    out[n] = self.mine.head + mine
                    n += 1
        if looks >> TREASURE_LOOK & 1:
            for number in range(len(t.holder)):
                if t.on_display(number):
                    out[n] = self.treasure.head + number
                    n += 1
        if looks >> DWARF_LOOK & 1:
            for other in range(t.seats):
                if other != seat:
                    out[n] = self.dwarf.head + other
                    n += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = mines(p.state)
        look = self.look_of(action)
        which = fields_of(action)
        p.emit(GLANCED, ALL, seat, look, which, 0)
        if look == MINE_LOOK:
            p.then(PEEK_MINE, CHANCE, which, seat)
        elif look == TREASURE_LOOK:
            p.then(PEEK_TREASURE, CHANCE, which, seat)
        else:
            p.settle()
            p.emit(SAW, bit(seat), t.cards.any(t.role(which)), t.role(which), 1, seat)

    def look_of(self, action: Action) -> i64:
        """At what an answer looks."""
        if self.mine.fits(action):
            return MINE_LOOK
        return TREASURE_LOOK if self.treasure.fits(action) else DWARF_LOOK

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        out = vec[i64]([0] * 64)
        self.options(s, f, seat, out)
        return out[0]

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        if not offered(mines(s), f.b) >> self.look_of(action) & 1:
            return Refusal("NOT_OFFERED", "L-054")
        return Refusal("BAD_TARGET", "L-053")


def offered(t: Mines, face: i64) -> i64:
    """What a card lets one look at: all three, or the two that it shows (L-054)."""
    return EVERY_LOOK if t.hooks.chosen.free_choice else t.hooks.shows[face]


class Agree(TwoWays):
    """f.a = who proposes to end the round: all others say yes or no, unheard by each other (L-111)."""

    def __init__(self) -> None:
        super().__init__(Form("agree", [fields.yes()]), [fields.seat()], Refusal("NO_SUCH_ACTION", "L-111"))
        self.sealed = True

    def close(self, p: Play, f: Frame) -> None:
        t = mines(p.state)
        proposer = f.a
        votes = bit(proposer)
        for seat in range(t.seats):
            if seat != proposer and t.answers[seat] & 1:
                votes |= bit(seat)
        agreed = votes == t.everybody()
        p.settle()
        p.emit(AGREED, ALL, votes, 1 if agreed else 0, 0, 0)
        if agreed:
            p.then(SCORE, AUTO, proposer, 0)
