"""Moving the own dwarf: up to three cards along joined paths, five from a campfire (L-075...L-082)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.lost_mines.rules.events import LOST, SPRUNG, WALKED
from undermine.games.lost_mines.rules.hooks import FIRE, ROCKS, TRUNK
from undermine.games.lost_mines.rules.mines import end_move
from undermine.games.lost_mines.rules.state import (
    CARD_BAG,
    DISCARD,
    HAND,
    LOSE,
    OPEN,
    SCORE,
    WALK,
    Mines,
    beside,
    edge_key,
    mines,
)
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import faces_in
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Seat, bit
from undermine.kernel.state import Frame, State
from undermine.tunnels.ports import OPPOSITE, OPPOSITE_BIT
from undermine.tunnels.tiles import EMPTY, HIDDEN, STRIDE

STEPS: Final = 3
STEPS_FROM_FIRE: Final = 5

FREE: Final = 0  # what bars a step
NO_PATH: Final = 1
BARRED_BY_TROLL: Final = 2
BARRED_BY_OBSTACLE: Final = 3
FULL: Final = 4
ANYTHING: Final = -1  # any of these bars


def bar(t: Mines, place: i64, strand: i64, edge: i64) -> i64:
    """What keeps a dwarf that stands here, on a path with these edges, from going over one of them."""
    if not strand >> edge & 1:
        return NO_PATH
    there = beside(place, edge)
    tile = t.tile_at(there)
    if tile == EMPTY:
        return NO_PATH
    if tile == HIDDEN:
        if t.mine_at(there) < 0:
            return NO_PATH
    elif not t.hooks.tiles.sides[tile] & OPPOSITE_BIT[edge]:
        return NO_PATH
    if t.troll_on(edge_key(place, edge)):
        return BARRED_BY_TROLL
    mark = t.hooks.mark[tile]
    if mark >= TRUNK and not t.is_cleared(there):
        return BARRED_BY_OBSTACLE
    if mark >= ROCKS and t.occupied(there):
        return FULL
    return FREE


class Move(Step):
    """f.a = seat: what the card asked is answered, and the second step of the turn begins."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat()])

    def run(self, p: Play, f: Frame) -> None:
        seat = f.a
        p.settle()
        begin_move(p, mines(p.state), seat)


def begin_move(p: Play, t: Mines, seat: Seat) -> None:
    """The second step of a turn; who has nowhere to go is not asked."""
    steps: i64 = STEPS_FROM_FIRE if t.hooks.mark[t.tile_at(t.at[seat])] == FIRE else STEPS
    if may_walk(t, seat):
        p.ask(WALK, bit(seat), seat, steps)
    else:
        end_move(p, t, seat)


def may_walk(t: Mines, seat: Seat) -> bool:
    """Is there any step to take?"""
    edge: i64 = 0
    while edge < 4:
        if bar(t, t.at[seat], t.strand[seat], edge) == FREE:
            return True
        edge += 1
    return False


class Walk(Step):
    """f.a = seat, f.b = steps left."""

    def __init__(self) -> None:
        self.walk = Form("walk", [fields.edge()])
        self.stay = Form("stay", [])
        self.reach = Form("reach", [fields.cell()])  # read only to say why one cannot walk there
        super().__init__([self.walk, self.stay, self.reach], [fields.seat(), fields.number("left")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = mines(s)
        n: i64 = 0
        edge: i64 = 0
        while edge < 4:
            if bar(t, t.at[seat], t.strand[seat], edge) == FREE:
                out[n] = self.walk.head + edge
                n += 1
            edge += 1
        out[n] = self.stay.head
        return n + 1

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = mines(p.state)
        left = f.b - 1
        if self.stay.fits(action):
            p.settle()
            end_move(p, t, seat)
            return
        over = fields_of(action)
        place = t.at[seat]
        snares = t.traps_on(edge_key(place, over)) if len(t.traps) else i64(0)
        p.emit(WALKED, ALL, seat, over, 0, 0)
        if snares and t.hooks.chosen.stops_move:
            left = 0
        if t.tile_at(t.at[seat]) == HIDDEN:
            p.then(OPEN, CHANCE, t.mine_at(t.at[seat]), seat * 4 + OPPOSITE[over])
        elif left and may_walk(t, seat):
            p.then(WALK, bit(seat), seat, left)
        elif not snares:
            p.settle()
            end_move(p, t, seat)
            return
        else:
            p.then(WALK, AUTO, seat, 0)
        if snares:
            spring(p, t, seat, place, over, snares)

    def run(self, p: Play, f: Frame) -> None:
        """The move is over, and so is what the trap did."""
        seat = f.a
        p.settle()
        end_move(p, mines(p.state), seat)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.stay.head

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        t = mines(s)
        if self.walk.fits(action):
            return why_barred(bar(t, t.at[seat], t.strand[seat], fields_of(action)))
        if self.reach.fits(action):
            return why_not_there(t, seat, fields_of(action), f.b)
        return Refusal("NO_SUCH_ACTION", "L-075")


def spring(p: Play, t: Mines, seat: Seat, place: i64, edge: i64, snares: i64) -> None:
    """Every trap on the edge costs a card at once, while there are any (L-057, L-081)."""
    if t.hooks.chosen.one_shot:
        for _ in range(snares):
            p.emit(SPRUNG, ALL, place, edge, 0, 0)
    held = t.cards.size(HAND + seat)
    lost = snares if snares < held else held
    if lost:
        p.ask(LOSE, CHANCE, seat, lost)


def over_at_once(p: Play, t: Mines, seat: Seat) -> bool:
    """Has the very last card ended the round, where the table has it so (L-Q9)?"""
    if t.hooks.chosen.end_mid_turn and t.no_cards():
        p.then(SCORE, AUTO, seat, 0)
        return True
    return False


class Lose(Step):
    """f.a = who is in the trap, f.b = how many cards it costs. The neighbour takes one blind; all see only that (L-057)."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat(), fields.number("left")])
        self.outcome = Form("lose", [fields.face(CARD_BAG)])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, HAND + f.a, out, 0)

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return s.cards.number(HAND + f.a, action)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        victim = f.a
        left = f.b - 1
        p.emit(LOST, bit(victim), action, HAND + victim, DISCARD, 0)
        if left:
            p.then(LOSE, CHANCE, victim, left)
            return
        p.settle()
        t = mines(p.state)
        if t.hooks.chosen.end_mid_turn and t.no_cards():
            p.settle()  # what was left of the move
            over_at_once(p, t, victim)


def why_barred(why: i64) -> Refusal:
    """The refusal for a step that cannot be taken."""
    if why == BARRED_BY_TROLL:
        return Refusal("TROLL", "L-079")
    if why == BARRED_BY_OBSTACLE:
        return Refusal("OBSTACLE", "L-077")
    if why == FULL:
        return Refusal("CARD_FULL", "L-078")
    return Refusal("NO_PATH", "L-075")


def why_not_there(t: Mines, seat: Seat, target: i64, left: i64) -> Refusal:
    """Why a dwarf cannot walk to a cell: too far, or the first thing that bars every way there."""
    if first_bar(t, seat, target, left, FREE) == FREE:
        return Refusal("NO_SUCH_ACTION", "L-075")  # but card by card
    if first_bar(t, seat, target, 0, FREE) == FREE:
        return Refusal("TOO_FAR", "L-075")
    for why in (BARRED_BY_TROLL, BARRED_BY_OBSTACLE, FULL):
        if first_bar(t, seat, target, 0, why) == why:
            return why_barred(why)
    return why_barred(first_bar(t, seat, target, 0, ANYTHING))


def first_bar(t: Mines, seat: Seat, target: i64, limit: i64, spared: i64) -> i64:
    """What a dwarf meets first on the way to a cell in so many steps (0: in any), where such bars are overlooked.

    FREE if it meets nothing, NO_PATH if it never comes there.
    """
    places = [int(t.at[seat])]
    strands = [int(t.strand[seat])]
    steps = [0]
    met = [int(FREE)]
    index = 0
    while index < len(places):
        place = places[index]
        if place == target and index:
            return met[index]
        if (not limit or steps[index] < limit) and (index == 0 or t.tile_at(place) != HIDDEN):
            for edge in range(4):
                why = bar(t, place, strands[index], edge)
                there = int(beside(place, edge))
                overlooked = why == spared or (spared == ANYTHING and why != NO_PATH)
                if (why == FREE or overlooked) and there not in places:
                    tile = t.tile_at(there)
                    places.append(there)
                    strands.append(int(t.hooks.tiles.joins[tile * STRIDE + OPPOSITE[edge]]) if tile > HIDDEN else 0)
                    steps.append(steps[index] + 1)
                    met.append(met[index] if met[index] != FREE else int(why))
        index += 1
    return NO_PATH
