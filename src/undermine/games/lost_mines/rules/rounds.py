"""Setting up a round (L-010...L-021, L-130)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.lost_mines.rules.events import BEGAN, JOINED
from undermine.games.lost_mines.rules.hooks import CLANS
from undermine.games.lost_mines.rules.state import (
    ASIDE,
    CLAN,
    CLAN_BAG,
    CLAN_DECK,
    DEAL,
    DECK,
    LAY_OUT,
    MINE,
    MINE_DECK,
    ROLE_DEAL,
    TREASURE,
    TREASURE_DECK,
    Mines,
    mines,
    treasure,
)
from undermine.games.lost_mines.rules.turn import first_turn
from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import DEALT, GATHERED, FromBag, lay_out, set_apart
from undermine.kernel.event import Play
from undermine.kernel.fields import NONE, Field
from undermine.kernel.forms import Form
from undermine.kernel.ids import ALL, CHANCE, Action, Place, Seat, bit
from undermine.kernel.seating import HandsDealt
from undermine.kernel.state import Frame, State


class Round(Step):
    """f.a = which, f.b = who begins. Everything is shuffled anew; points that were won stay won (L-130)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.number("round"), fields.seat("first")])

    def run(self, p: Play, f: Frame) -> None:
        t = mines(p.state)
        first = f.b
        p.emit(BEGAN, ALL, f.a, first, 0, 0)
        p.emit(GATHERED, ALL, DECK, 0, 0, 0)
        p.emit(GATHERED, ALL, MINE_DECK, 0, 0, 0)
        for clan in range(2):
            p.emit(GATHERED, ALL, CLAN_DECK + clan, 0, 0, 0)
        for kind in range(t.hooks.kinds):
            p.emit(GATHERED, ALL, TREASURE_DECK + kind, 0, 0, 0)
        lay_out(p, MINE_DECK, MINE, t.hooks.goals)
        set_apart(p, DECK, ASIDE, t.hooks.aside)
        p.then(LAY_OUT, CHANCE, first, t.seats)


class NextBack(Step):
    """Cards of several backs are one pile: chance says which back the next one has, by how many there are of each."""

    def __init__(self, verb: str, backs: list[str], first: Place, holds: list[Field]) -> None:
        super().__init__(None, holds)
        self.outcome = Form(verb, [fields.term(backs)])
        self.backs = len(backs)
        self.first = first  # where the cards of the first back lie; the others follow

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        n: i64 = 0
        for back in range(self.backs):
            if s.cards.size(self.first + back) and self.allowed(mines(s), back, f.b):
                out[n] = back
                n += 1
        return n

    def allowed(self, t: Mines, back: i64, number: i64) -> bool:
        """May it have this back, f.b being that number?"""
        return True

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return s.cards.size(self.first + action)


class LayOut(NextBack):
    """f.a = who begins, f.b = treasures still to be laid out. Of the next one its back is seen (L-003, L-011)."""

    def __init__(self, backs: list[str]) -> None:
        super().__init__("treasure", backs, TREASURE_DECK, [fields.seat("first"), fields.number("left")])

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = mines(p.state)
        first = f.a
        left = f.b - 1
        index: i64 = 0
        while t.cards.size(TREASURE + treasure(action, index)):
            index += 1
        p.emit(t.hooks.displayed, ALL, treasure(action, index), TREASURE_DECK + action, 0, 0)
        if left:
            p.then(LAY_OUT, CHANCE, first, left)
        else:
            p.then(CLAN, CHANCE, first, 0)


class Clan(NextBack):
    """f.a = who begins, f.b = seat. The back of the next dwarf card tells the clan (L-013, L-014)."""

    def __init__(self) -> None:
        super().__init__("clan", list(CLANS), CLAN_DECK, [fields.seat("first"), fields.seat()])

    def allowed(self, t: Mines, back: i64, number: i64) -> bool:
        return not t.hooks.chosen.balanced or not outnumbers(t, back, number)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        first = f.a
        to = f.b
        p.emit(JOINED, ALL, to, action, 0, 0)
        p.then(ROLE_DEAL, CHANCE, first, to)


def outnumbers(t: Mines, clan: i64, dealt: i64) -> bool:
    """Has this clan more dwarves than the other, among the seats that have a card (L-Q18)?"""
    ours: i64 = 0
    for seat in range(dealt):
        if t.clan[seat] == clan:
            ours += 1
    return ours > dealt - ours


class RoleDeal(FromBag):
    """f.a = who begins, f.b = seat: the front of its dwarf card, for its owner's eyes (L-013)."""

    def __init__(self) -> None:
        super().__init__("role", NONE, [fields.seat("first"), fields.seat()])

    def bag(self, s: State, f: Frame) -> Place:
        return CLAN_BAG + mines(s).clan[f.b]

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = mines(p.state)
        first = f.a
        to = f.b
        p.emit(DEALT, bit(to), action, CLAN_DECK + t.clan[to], t.role(to), 0)
        if to + 1 < t.seats:
            p.then(CLAN, CHANCE, first, to + 1)
        else:
            p.then(DEAL, CHANCE, first, 0)


class Deal(HandsDealt):
    """The hands (L-017)."""

    def hand_size(self, s: State) -> i64:
        return mines(s).hooks.hand_size

    def done(self, p: Play, first: Seat) -> None:
        first_turn(p, first)
