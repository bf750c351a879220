"""Turning up a mine, and the treasures one finds there (L-090...L-101)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.lost_mines.rules.events import GLANCED, OPENED, SCORCHED
from undermine.games.lost_mines.rules.hooks import OFFSET, QUARTERS, TREASURE_LOOK
from undermine.games.lost_mines.rules.state import (
    MINE,
    ORIENT,
    PEEK_TREASURE,
    ROOM,
    SCORE,
    TAKE,
    TREASURE,
    TREASURE_BAG,
    Mines,
    mines,
    treasure,
)
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import SHOWN
from undermine.kernel.event import Play
from undermine.kernel.fields import NONE
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Face, Place, Seat, bit
from undermine.kernel.looking import FaceDown, Glimpse
from undermine.kernel.state import Frame, State

TURNS: Final = vec[i64]([0] * QUARTERS)  # ways in which a mine may lie: for one thread


class PeekTreasure(Glimpse):
    """f.a = treasure, f.b = who looks (L-053, L-Q8). Each kind is a pack of its own."""

    def __init__(self) -> None:
        super().__init__("value", NONE, TREASURE)

    def bag(self, s: State, f: Frame) -> Place:
        return TREASURE_BAG + f.a // ROOM


class Open(FaceDown):
    """f.b = who has reached it * 4 + over which of its edges. It is turned up and laid so that it fits (L-090)."""

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = mines(p.state)
        mine = f.a
        came = f.b
        p.emit(SHOWN, ALL, action, MINE + mine, 1, 0)
        if ways_to_lie(t, mine, action, came % 4, TURNS) > 1:
            p.then(ORIENT, bit(came // 4), mine, came)
        else:
            p.settle()
            lay_open(p, t, mine, TURNS[0], came // 4)


def ways_to_lie(t: Mines, mine: i64, face: Face, edge: i64, out: vec[i64]) -> i64:
    """Quarter turns with an opening where the dwarf comes from: those that fit on all sides, or else all (L-091)."""
    n = turns(t, mine, face, edge, True, out)
    if not n:
        n = turns(t, mine, face, edge, False, out)
    if not n:
        out[0] = 0  # as it was found (L-Q29)
        n = 1
    return n


def turns(t: Mines, mine: i64, face: Face, edge: i64, fitting: bool, out: vec[i64]) -> i64:
    """The turns with an opening at an edge, of those that lie alike the first."""
    hooks = t.hooks
    upright = hooks.mine_tile[face]
    n: i64 = 0
    for quarter in range(QUARTERS):
        if hooks.may_turn(quarter):
            tile = upright + OFFSET[quarter]
            alike = False
            for earlier in range(n):
                alike = alike or hooks.tiles.text(upright + OFFSET[out[earlier]]) == hooks.tiles.text(tile)
            fits = not fitting or t.fits(mine, tile)
            if fits and not alike and hooks.tiles.sides[tile] >> edge & 1:
                out[n] = quarter
                n += 1
    return n


class Orient(Step):
    """f.a = mine, f.b as in `Open`: how it lies, where there is a choice (L-091)."""

    def __init__(self) -> None:
        self.orient = Form("orient", [fields.quarter()])
        super().__init__([self.orient], [fields.goal("mine"), fields.number("came")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        n = ways_to_lie(mines(s), f.a, s.cards.any(MINE + f.a), f.b % 4, out)
        for index in range(n):
            out[index] += self.orient.head
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        mine = f.a
        p.settle()
        lay_open(p, mines(p.state), mine, fields_of(action), seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        ways_to_lie(mines(s), f.a, s.cards.any(MINE + f.a), f.b % 4, TURNS)
        return self.orient.head + TURNS[0]

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("ORIENTATION", "L-091")


def lay_open(p: Play, t: Mines, mine: i64, quarter: i64, seat: Seat) -> None:
    """The mine lies face up; whoever finds the dragon must take its token (L-098). The move is over."""
    face = t.cards.any(MINE + mine)
    p.emit(OPENED, ALL, mine, face, quarter, seat)
    if t.hooks.mine_kind[face] < 0:
        p.emit(SCORCHED, ALL, seat, 0, 0, 0)
    end_move(p, t, seat)


def end_move(p: Play, t: Mines, seat: Seat) -> None:
    """Whoever ends the second step on a treasure mine takes a treasure of that kind, if any is left (L-092...L-095)."""
    mine = t.mine_at(t.at[seat])
    if mine < 0:
        return
    kind = t.hooks.mine_kind[t.cards.any(MINE + mine)]
    if kind < 0 or not t.any_of(kind):
        return
    number = only_one(t, kind)
    if number >= 0:
        take(p, t, seat, number)
    else:
        p.ask(TAKE, CHANCE if t.hooks.chosen.random_treasure else bit(seat), seat, kind)


def only_one(t: Mines, kind: i64) -> i64:
    """The single treasure of a kind that is left, or -1 when there is a choice."""
    found: i64 = -1
    for index in range(t.hooks.copies[kind]):
        if t.on_display(treasure(kind, index)):
            if found >= 0:
                return -1
            found = treasure(kind, index)
    return found


class Take(Step):
    """f.a = seat, f.b = kind: which of the treasures, face down as they are (L-096)."""

    def __init__(self, slots: list[str]) -> None:
        self.take = Form("take", [fields.term(slots, "treasure")])
        super().__init__([self.take], [fields.seat(), fields.number("kind")])
        self.outcome = self.take

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = mines(s)
        n: i64 = 0
        for index in range(t.hooks.copies[f.b]):
            if t.on_display(treasure(f.b, index)):
                out[n] = self.take.head + treasure(f.b, index)
                n += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        taker = f.a
        p.settle()
        take(p, mines(p.state), taker, fields_of(action))

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        t = mines(s)
        index: i64 = 0
        while not t.on_display(treasure(f.b, index)):
            index += 1
        return self.take.head + treasure(f.b, index)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("BAD_TARGET", "L-092")


def take(p: Play, t: Mines, seat: Seat, number: i64) -> None:
    """A treasure comes to lie face down before a seat; the last one ends the round at once (L-110)."""
    p.emit(t.hooks.gained, ALL, seat, number, 0, 0)
    if not t.left:
        p.then(SCORE, AUTO, seat, 0)
    elif t.hooks.chosen.owner_looks:
        p.emit(GLANCED, ALL, seat, TREASURE_LOOK, number, 0)
        p.ask(PEEK_TREASURE, CHANCE, number, seat)
