"""A player's turn: lay a tunnel, play an action or pass; then draw (B-040...B-045, B-110...B-115)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.actions import (
    DISCARDED,
    MORE,
    PASS,
    aim_of,
    discard,
    discards,
    face_of,
    is_discard,
    plays,
    tile_laid,
)
from undermine.games.classic.events import LAID, PASSED, PLAYED, STUCK
from undermine.games.classic.state import (
    CARD_BAG,
    DECK,
    DRAW,
    END,
    HAND,
    REACH,
    SABOTEURS_WON,
    SCORE,
    TURN,
    Classic,
    classic,
    hand,
)
from undermine.kernel.agenda import SCRATCH, WIDEST, Refusal, Step
from undermine.kernel.dealing import MOVED, FromBag, faces_in
from undermine.kernel.event import Play
from undermine.kernel.ids import ALL, AUTO, CHANCE, NOBODY, UNKNOWN, Action, Face, Place, Seat, bit
from undermine.kernel.state import Frame, State
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.tiles import EMPTY

FORCED_PASSES: Final = 0  # values of the switch roundEnd
ALL_HANDS_EMPTY: Final = 1
ANY_PASSES: Final = 2


class Turn(Step):
    """f.a = seat."""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = classic(s)
        if not t.cards.size(HAND + seat):
            out[0] = PASS
            return 1
        return discards(out, plays(t, seat, out, WIDEST))

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        face = face_of(action)
        if action == PASS or is_discard(action):
            give_up(p, t, seat, face)
            return
        if t.hooks.tile_of[face]:
            p.emit(LAID, ALL, face, seat, aim_of(action), 0)
            refill(p, t, seat)
            if t.reached():
                p.ask(REACH, AUTO, seat, 1 if t.hooks.choose_one else t.hooks.goals)
        else:
            card = t.hooks.cards[face]
            p.emit(PLAYED, ALL, face, seat, aim_of(action), card.lands(t, seat, aim_of(action)))
            refill(p, t, seat)
            card.play(p, t, seat, aim_of(action))

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        face = s.cards.any(hand(seat))
        return PASS if face == UNKNOWN else discard(face)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        t = classic(s)
        face = face_of(action)
        aim = aim_of(action)
        if action == PASS:
            return Refusal("MUST_DISCARD", "B-111")
        if not holds(t, seat, face, 1):
            return Refusal("CARD_NOT_IN_HAND", "B-041")
        if is_discard(action):
            return wrong_discard(t, seat, face, aim - DISCARDED)
        if t.hooks.tile_of[face]:
            return wrong_place(t, seat, face, aim)
        return t.hooks.cards[face].explain(t, seat, aim)


def holds(t: Classic, seat: Seat, face: Face, copies: i64) -> bool:
    """Are so many cards of a face in this hand? Faces that do not exist are in nobody's."""
    return 0 < face < len(t.hooks.cards) and t.cards.number(HAND + seat, face) >= copies


def wrong_discard(t: Classic, seat: Seat, face: Face, more: i64) -> Refusal:
    """More than one card was named: are they at least in the hand?"""
    second = more // MORE
    third = more % MORE
    if second and not holds(t, seat, second, 2 if second == face else 1):
        return Refusal("CARD_NOT_IN_HAND", "B-041")
    alike = (1 if third == face else 0) + (1 if third == second else 0)
    if third and not holds(t, seat, third, 1 + alike):
        return Refusal("CARD_NOT_IN_HAND", "B-041")
    return Refusal("BAD_DISCARD_COUNT", "B-111")


def wrong_place(t: Classic, seat: Seat, face: Face, aim: i64) -> Refusal:
    """Why a tunnel card cannot be laid there, in the catalogue's order."""
    grid = t.grid
    x = spot_x(aim >> 2)
    y = spot_y(aim >> 2)
    if t.hindered(seat):
        return Refusal("TOOL_BROKEN", "B-068")
    if aim & 1:
        return Refusal("ORIENTATION", "B-052")
    if grid.tile(x, y) != EMPTY:
        return Refusal("CELL_OCCUPIED", "B-055")
    if not grid.need(x, y) & 15:
        return Refusal("NOT_ADJACENT", "B-050")
    if not grid.fits(x, y, tile_laid(t, face, aim & 3)):
        return Refusal("EDGE_MISMATCH", "B-056")
    if aim & 3 == HALF_TURN and t.hooks.alike[face] and (t.grid.glow(x, y, 0) or not t.hooks.connection):
        return Refusal("NO_SUCH_ACTION", "B-053")  # it lies the same both ways, and is offered once
    return Refusal("NOT_CONNECTED", "B-061")


def give_up(p: Play, t: Classic, seat: Seat, face: Face) -> None:
    """A pass: one card goes face down onto the pile, unless the hand is empty (B-111...B-113)."""
    last_cards = not t.cards.size(DECK)
    forced = last_cards and t.hooks.round_end == FORCED_PASSES and not plays(t, seat, SCRATCH, 1)
    p.emit(PASSED, bit(seat), face, seat, 1 if face else 0, 0)
    if last_cards:
        if t.hooks.round_end == ANY_PASSES:
            p.emit(STUCK, ALL, seat, 1, 0, 0)
        elif t.hooks.round_end == FORCED_PASSES:
            p.emit(STUCK, bit(seat), seat, 1 if forced else 0, 0, 0)
    refill(p, t, seat)


def refill(p: Play, t: Classic, seat: Seat) -> None:
    """What comes after a card; whatever the card itself asks is stacked above (B-042, B-043)."""
    if t.cards.size(DECK):
        p.then(DRAW, CHANCE, seat, 0)
    else:
        p.then(END, AUTO, seat, 0)


class Draw(FromBag):
    """f.a = seat. If a card's effect has emptied the deck meanwhile, the one outcome is that nothing is drawn."""

    def bag(self, s: State, f: Frame) -> Place:
        return CARD_BAG

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        if s.cards.size(DECK):
            return faces_in(s, CARD_BAG, out)
        out[0] = UNKNOWN
        return 1

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return s.cards.number(CARD_BAG, action) if s.cards.size(DECK) else 1

    def total(self, s: State, f: Frame) -> i64:
        return s.cards.size(CARD_BAG) if s.cards.size(DECK) else 1

    def pick(self, s: State, f: Frame, r: i64) -> Action:
        return s.cards.pick(CARD_BAG, r) if s.cards.size(DECK) else UNKNOWN

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a
        if action != UNKNOWN:
            p.emit(MOVED, bit(to), action, DECK, HAND + to, 0)
        next_turn(p, classic(p.state), to)


class End(Step):
    """f.a = seat: its turn is over without a draw."""

    def run(self, p: Play, f: Frame) -> None:
        next_turn(p, classic(p.state), f.a)


def next_turn(p: Play, t: Classic, seat: Seat) -> None:
    """The left-hand neighbour, unless passes have ended the round (B-040, B-141)."""
    if used_up(t):
        p.then(SCORE, AUTO, SABOTEURS_WON, NOBODY)
    else:
        after = t.next(seat)
        p.then(TURN, bit(after), after, 0)


def used_up(t: Classic) -> bool:
    """Is the round over without gold? There is no other way to lose it (B-143)."""
    if t.stuck == t.everybody():
        return True
    if t.hooks.round_end != ALL_HANDS_EMPTY or t.cards.size(DECK):
        return False
    for seat in range(t.seats):
        if t.cards.size(HAND + seat):
            return False
    return True


def first_turn(p: Play, seat: Seat) -> None:
    """The round has been set up."""
    p.then(TURN, bit(seat), seat, 0)
