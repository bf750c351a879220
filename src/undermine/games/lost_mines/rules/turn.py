"""A turn: play a card or discard, move the own dwarf, draw (L-025...L-029)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.lost_mines.rules.actions import (
    ANSWER,
    CLEAR,
    EDGES,
    LAY,
    LOOK_AT,
    PROPOSE,
    RAGE,
    SET_TRAP,
    SET_TROLL,
    THROW,
    closed_in,
    plays,
)
from undermine.games.lost_mines.rules.events import (
    BLASTED,
    BLOCKED,
    BRIDGED,
    DEPARTED,
    DROPPED,
    LAID,
    PLAYED,
    PROPOSED,
    SKIPPED,
    SPRUNG,
    TRAPPED,
)
from undermine.games.lost_mines.rules.hooks import TROLL
from undermine.games.lost_mines.rules.refusals import why_not_played
from undermine.games.lost_mines.rules.state import (
    AGREE,
    DECK,
    DISCARD,
    DRAW,
    END,
    FRONT,
    HAND,
    LOOK,
    MOVE,
    PLAY,
    SCORE,
    Mines,
    beside,
    edge_key,
    mines,
)
from undermine.games.lost_mines.rules.walking import begin_move, over_at_once
from undermine.kernel import fields
from undermine.kernel.agenda import WIDEST, Refusal, Step
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, aim_of, card_of, form_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Face, Seat, bit
from undermine.kernel.seating import Refilled
from undermine.kernel.state import Frame, State
from undermine.tunnels.placing import where_laid
from undermine.tunnels.ports import OPPOSITE_BIT
from undermine.tunnels.tiles import HIDDEN


class PlayCard(Step):
    """f.a = seat, f.b = 1 if this seat has proposed to end the round in this turn already."""

    def __init__(self, moves: list[Form]) -> None:
        super().__init__(moves, [fields.seat(), fields.yes("proposed")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = mines(s)
        n = plays(t, seat, out, WIDEST)
        if not f.b and may_propose(t):
            out[n] = PROPOSE * ANSWER
            n += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = mines(p.state)
        form = form_of(action)
        if form == LAY:
            p.emit(LAID, ALL, card_of(action), seat, where_laid(action), 0)
            go_on(p, t, seat, 1)
        elif form == PROPOSE:
            p.emit(PROPOSED, ALL, seat, 0, 0, 0)
            p.then(PLAY, bit(seat), seat, 1)
            p.ask(AGREE, t.everybody() & ~bit(seat), seat, 0)
        elif form == THROW:
            second = action >> 8 & 255
            p.emit(DROPPED, bit(seat), action & 255, seat, 0, 0)
            if second:
                p.emit(DROPPED, bit(seat), second, seat, 0, 0)
            go_on(p, t, seat, 2 if second else 1)
        else:
            act_on(p, t, seat, form, card_of(action), aim_of(action))

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return THROW * ANSWER + s.cards.any(HAND + seat)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return why_not_played(mines(s), seat, action)


def may_propose(t: Mines) -> bool:
    """May the end of the round be proposed: a mine is closed in, or the pile that could open a way is empty (L-111)?"""
    return t.hooks.chosen.agreed_end and (not t.cards.size(DECK) or closed_in(t))


def act_on(p: Play, t: Mines, seat: Seat, form: i64, face: Face, aim: i64) -> None:
    """An action card is shown and does what it does (L-050...L-068)."""
    if form == CLEAR:
        p.emit(PLAYED, ALL, face, seat, DISCARD, 0)
        p.emit(BRIDGED, ALL, aim, 0, 0, 0)
    elif form == SET_TRAP:
        p.emit(PLAYED, ALL, face, seat, DISCARD, 0)
        p.emit(TRAPPED, ALL, aim // EDGES, aim % EDGES, 0, 0)
    elif form == SET_TROLL:
        p.emit(PLAYED, ALL, face, seat, FRONT + seat, 0)
        p.emit(BLOCKED, ALL, aim // EDGES, aim % EDGES, seat, 0)
    elif form == RAGE:
        p.emit(PLAYED, ALL, face, seat, DISCARD, 0)
        strike(p, t, aim)
    elif form == LOOK_AT:
        p.emit(PLAYED, ALL, face, seat, DISCARD, 0)
        if over_at_once(p, t, seat):
            return
        refill(p, t, seat, 1)
        p.ask(MOVE, AUTO, seat, 0)
        p.ask(LOOK, bit(seat), seat, face)
        return
    go_on(p, t, seat, 1)


def strike(p: Play, t: Mines, place: i64) -> None:
    """A path card leaves, and every token that no card is left under (L-064...L-068)."""
    p.emit(BLASTED, ALL, t.hooks.face_of[t.tile_at(place)], place, 0, 0)
    for edge in range(4):
        key = edge_key(place, edge)
        if not holds_token(t, beside(place, edge), edge):
            for _ in range(t.traps_on(key)):
                p.emit(SPRUNG, ALL, place, edge, 0, 0)
            for owner in range(t.seats):
                if t.trolls[owner] == key:
                    depart(p, t, owner)


def holds_token(t: Mines, place: i64, edge: i64) -> bool:
    """Does a token on the edge of a card that has left still lie on the card beyond (L-066)?"""
    tile = t.tile_at(place)
    if tile > HIDDEN and not t.hooks.tiles.sides[tile] & OPPOSITE_BIT[edge]:
        return False
    if t.hooks.face_of[tile]:
        return True
    return t.hooks.chosen.token_stays and (tile > HIDDEN or t.mine_at(place) >= 0)


def depart(p: Play, t: Mines, owner: Seat) -> None:
    """A troll leaves, and its card is discarded."""
    p.emit(DEPARTED, ALL, owner, t.hooks.card_for[TROLL], 0, 0)


def refill(p: Play, t: Mines, seat: Seat, owed: i64) -> None:
    """What comes at the end of the turn: a card for each that was played or discarded, while there are any (L-028)."""
    left = t.cards.size(DECK)
    if left:
        p.then(DRAW, CHANCE, seat, owed if owed < left else left)
    else:
        p.then(END, AUTO, seat, 0)


def go_on(p: Play, t: Mines, seat: Seat, owed: i64) -> None:
    """The first step of the turn is done (L-025)."""
    if not over_at_once(p, t, seat):
        refill(p, t, seat, owed)
        begin_move(p, t, seat)


class Draw(Refilled):
    """The draw at the end of a turn (L-028)."""

    def drawn(self, p: Play, seat: Seat, left: i64) -> None:
        if left:
            p.then(DRAW, CHANCE, seat, left)
        else:
            next_turn(p, mines(p.state), seat)


class End(Step):
    """f.a = seat: its turn is over without a draw."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat()])

    def run(self, p: Play, f: Frame) -> None:
        next_turn(p, mines(p.state), f.a)


def next_turn(p: Play, t: Mines, seat: Seat) -> None:
    """To the left, past those who have no cards; when nobody has any, the round is over (L-026, L-110)."""
    if t.no_cards():
        p.then(SCORE, AUTO, seat, 0)
        return
    after = t.next(seat)
    begin_turn(p, t, after)
    while not t.cards.size(HAND + after):
        p.emit(SKIPPED, ALL, after, 0, 0, 0)
        after = t.next(after)
        begin_turn(p, t, after)
    p.then(PLAY, bit(after), after, 0)


def begin_turn(p: Play, t: Mines, seat: Seat) -> None:
    """The seat's own troll leaves before anything else (L-062)."""
    if t.trolls[seat]:
        depart(p, t, seat)


def first_turn(p: Play, seat: Seat) -> None:
    """The round has been set up."""
    p.then(PLAY, bit(seat), seat, 0)
