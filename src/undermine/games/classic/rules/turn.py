"""A player's turn: lay a tunnel, play an action or pass; then draw (B-040...B-045, B-110...B-115)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.games.classic.rules.actions import PASS, discards, is_pass, lays_tunnel, plays
from undermine.games.classic.rules.events import LAID, PASSED, PLAYED, STUCK
from undermine.games.classic.rules.extending import NOWHERE
from undermine.games.classic.rules.goals import look_around
from undermine.games.classic.rules.pile import throw
from undermine.games.classic.rules.refusals import wrong_discard, wrong_place
from undermine.games.classic.rules.state import (
    CARD_BAG,
    DECK,
    DRAW,
    DRAW_ALSO,
    EFFECT,
    END,
    HAND,
    SABOTEURS_WON,
    SCORE,
    TURN,
    Classic,
    classic,
    hand,
)
from undermine.kernel import fields
from undermine.kernel.agenda import SCRATCH, WIDEST, Refusal, Step
from undermine.kernel.dealing import DREW, FromBag, faces_in, holds
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, aim_of, card_of, fields_of, form_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, NOBODY, UNKNOWN, Action, Face, Place, Seat, bit
from undermine.kernel.state import Frame, State

FORCED_PASSES: Final = 0  # values of the switch roundEnd
ALL_HANDS_EMPTY: Final = 1
ANY_PASSES: Final = 2

NO_SUCH_PLAY: Final = Refusal("NO_SUCH_ACTION", "")  # a card is played in another card's way

ENDED: Final = 0  # how far the end of a turn has come
DRAWN: Final = 1
TO_DRAW: Final = 2


@mypyc_attr(allow_interpreted_subclasses=True)
class Laying(Step):
    """A question that may be answered by laying a tunnel card, or by moving one."""

    def lay(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        """Nothing stands in the way: it is done, and the next question takes the place of this one."""
        raise NotImplementedError


class Turn(Laying):
    """f.a = seat."""

    def __init__(self, moves: list[Form]) -> None:
        super().__init__(moves, [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = classic(s)
        if not t.cards.size(HAND + seat):
            out[0] = PASS
            return 1
        n = discards(t, seat, out, plays(t, seat, out, WIDEST))
        index: i64 = 0
        while index < len(t.hooks.deeds):
            n = t.hooks.deeds[index].options(t, seat, out, n)
            index += 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        if is_pass(action):
            give_up(p, t, seat, action)
        elif t.hooks.deed_of[form_of(action)] >= 0:
            t.hooks.deeds[t.hooks.deed_of[form_of(action)]].perform(p, t, seat, action)
        elif not stopped(p, t, seat, action):
            self.lay(p, f, seat, action)

    def lay(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        if lays_tunnel(action):
            lay_down(p, t, seat, action)
        else:
            play_card(p, t, seat, action)
        refill(p, t, seat, 1)
        follow(p, t, seat, action)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        face = s.cards.any(hand(seat))
        return PASS + face

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        t = classic(s)
        if is_pass(action):
            return wrong_discard(t, seat, action) if fields_of(action) else t.hooks.must_discard
        if t.hooks.deed_of[form_of(action)] >= 0:
            return t.hooks.deeds[t.hooks.deed_of[form_of(action)]].explain(t, seat, action)
        face = card_of(action)
        if not holds(t, HAND + seat, face, 1):
            return Refusal("CARD_NOT_IN_HAND", "B-041")
        if lays_tunnel(action):
            return wrong_place(t, seat, face, aim_of(action)) if t.hooks.tile_of[face] else NO_SUCH_PLAY
        known = s.rules.forms[form_of(action)] in t.hooks.cards[face].forms
        return t.hooks.cards[face].explain(t, seat, action) if known else NO_SUCH_PLAY


# A card and what follows from it


def stopped(p: Play, t: Classic, seat: Seat, action: Action) -> bool:
    """Does something come before a tunnel card is laid or moved? Then whoever asked it goes on later."""
    if not lays_tunnel(action) and t.hooks.cards[card_of(action)].moves(t) == NOWHERE:
        return False
    index: i64 = 0
    while index < len(t.hooks.barriers):
        if t.hooks.barriers[index].stops(p, t, seat, action):
            return True
        index += 1
    return False


def go_on(p: Play, seat: Seat, action: Action) -> None:
    """Nothing stands in the way any more: the question on top is the one that the card answers."""
    f = p.state.now
    step = p.state.rules.steps[f.step]
    assert isinstance(step, Laying)
    step.lay(p, f, seat, action)


def lay_down(p: Play, t: Classic, seat: Seat, action: Action) -> None:
    """A tunnel card goes from the hand into the maze."""
    p.emit(LAID, ALL, card_of(action), seat, aim_of(action), 0)
    index: i64 = 0
    while index < len(t.hooks.watchers):
        t.hooks.watchers[index].laid(p, t, seat, card_of(action), aim_of(action) >> 2)
        index += 1


def play_card(p: Play, t: Classic, seat: Seat, action: Action) -> None:
    """An action card goes from the hand to where it lies from now on."""
    to = t.hooks.cards[card_of(action)].lands(t, seat, action)
    if to == t.hooks.discard:
        t.hooks.pile.room(p, t)
    p.emit(PLAYED, ALL, action, seat, to, 0)


def follow(p: Play, t: Classic, seat: Seat, action: Action) -> None:
    """What follows from a card that was laid or played, unless something comes between."""
    if not len(t.hooks.pauses):
        take_effect(p, t, seat, action)
        return
    p.ask(EFFECT, AUTO, action, seat)
    for pause in t.hooks.pauses:
        pause.holds(p, t, seat, action)


def take_effect(p: Play, t: Classic, seat: Seat, action: Action) -> None:
    """What a card reaches, or does."""
    if lays_tunnel(action):
        stay(p, t, seat, card_of(action), aim_of(action) >> 2)
    else:
        t.hooks.cards[card_of(action)].play(p, t, seat, action)


def stay(p: Play, t: Classic, seat: Seat, face: Face, spot: i64) -> None:
    """A tunnel card that was laid, or moved there, stays: what does it reach (B-121)?"""
    index: i64 = 0
    while index < len(t.hooks.watchers):
        t.hooks.watchers[index].kept(p, t, seat, face, spot)
        index += 1
    look_around(p, t, seat)


def moved_in(p: Play, t: Classic, seat: Seat, face: Face, spot: i64) -> None:
    """A tunnel card has been moved there by this seat: the same follows as if it had been laid."""
    for watcher in t.hooks.watchers:
        watcher.laid(p, t, seat, face, spot)
    stay(p, t, seat, face, spot)


class Effect(Step):
    """f.a = action, f.b = seat: nothing has come between a card and what follows from it."""

    def __init__(self) -> None:
        super().__init__(None, [fields.act(), fields.seat()])

    def run(self, p: Play, f: Frame) -> None:
        action = f.a
        seat = f.b
        p.settle()
        take_effect(p, classic(p.state), seat, action)


def give_up(p: Play, t: Classic, seat: Seat, action: Action) -> None:
    """A pass: one card goes face down onto the pile, unless the hand is empty (B-111...B-113)."""
    face = action & 255
    last_cards = not t.cards.size(DECK)
    forced = last_cards and t.hooks.round_end == FORCED_PASSES and not can_play(t, seat)
    if face:
        t.hooks.pile.room(p, t)
    p.emit(PASSED, bit(seat), face, seat, 1 if face else 0, 0)
    thrown: i64 = 1 if face or t.hooks.discard_most == 1 else 0  # B-114; where several may go, as many come
    more = fields_of(action) >> 8
    while more:
        throw(p, t, bit(seat), more & 255, HAND + seat)
        more >>= 8
        thrown += 1
    if last_cards:
        if t.hooks.round_end == ANY_PASSES:
            p.emit(STUCK, ALL, seat, 1, 0, 0)
        elif t.hooks.round_end == FORCED_PASSES:
            p.emit(STUCK, bit(seat), seat, 1 if forced else 0, 0, 0)
    refill(p, t, seat, thrown)
    if thrown > 1:
        t.hooks.pile.stir(p, t, seat, thrown, 0)


def can_play(t: Classic, seat: Seat) -> bool:
    """Is there anything to do but pass?"""
    if plays(t, seat, SCRATCH, 1):
        return True
    for deed in t.hooks.deeds:
        if deed.playable(t, seat, SCRATCH):
            return True
    return False


def refill(p: Play, t: Classic, seat: Seat, number: i64) -> None:
    """What comes after a card; whatever the card itself asks is stacked above (B-042, B-043)."""
    if len(t.hooks.refills):
        p.then(END, AUTO, seat, TO_DRAW + number)
    elif number and t.cards.size(DECK):
        p.then(DRAW, CHANCE, seat, number - 1)
    else:
        p.then(END, AUTO, seat, ENDED)


def draw_also(p: Play, t: Classic, seat: Seat, number: i64) -> None:
    """Somebody draws, and whatever was open goes on."""
    if number and t.cards.size(DECK):
        p.ask(DRAW_ALSO, CHANCE, seat, number - 1)


class Draw(FromBag):
    """f.a = seat, f.b = cards to draw after this one.

    If a card's effect has emptied the deck meanwhile, the one outcome is that nothing is drawn.
    """

    def __init__(self) -> None:
        super().__init__("draw", CARD_BAG, [fields.seat(), fields.number("left")])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        if s.cards.size(DECK):
            return faces_in(s, CARD_BAG, out, 0)
        out[0] = UNKNOWN
        return 1

    def lot(self, s: State, f: Frame) -> Place:
        return CARD_BAG if s.cards.size(DECK) else NOBODY

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return s.cards.number(CARD_BAG, action) if s.cards.size(DECK) else 1

    def total(self, s: State, f: Frame) -> i64:
        return s.cards.size(CARD_BAG) if s.cards.size(DECK) else i64(1)

    def pick(self, s: State, f: Frame, r: i64) -> Action:
        return s.cards.pick(CARD_BAG, r) if s.cards.size(DECK) else UNKNOWN

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a
        left = f.b
        if action != UNKNOWN:
            p.emit(DREW, bit(to), action, DECK, HAND + to, 0)
        if left and p.state.cards.size(DECK):
            p.then(self.number, CHANCE, to, left - 1)
        else:
            self.drawn(p, to)

    def drawn(self, p: Play, seat: Seat) -> None:
        """That was the last card."""
        t = classic(p.state)
        if len(t.hooks.refills):
            p.then(END, AUTO, seat, DRAWN)
        else:
            next_turn(p, t, seat)


class DrawAlso(Draw):
    """A draw that ends nobody's turn."""

    def drawn(self, p: Play, seat: Seat) -> None:
        p.settle()


class End(Step):
    """f.a = seat, whose turn is over; f.b = ENDED, DRAWN, or TO_DRAW and how many cards."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat(), fields.number("draws")])

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        seat = f.a
        if f.b == ENDED:
            next_turn(p, t, seat)
        elif f.b == DRAWN:
            p.then(END, AUTO, seat, ENDED)
            for refill in t.hooks.refills:
                refill.after(p, t, seat)
        else:
            number = f.b - TO_DRAW
            for refill in t.hooks.refills:
                number = refill.amount(t, seat, number)
            if number and t.cards.size(DECK):
                p.then(DRAW, CHANCE, seat, number - 1)
            else:
                p.then(END, AUTO, seat, DRAWN)
            for refill in t.hooks.refills:
                refill.ask(p, t, seat)


def next_turn(p: Play, t: Classic, seat: Seat) -> None:
    """The left-hand neighbour, unless passes have ended the round (B-040, B-141)."""
    if used_up(t, seat):
        p.then(SCORE, AUTO, SABOTEURS_WON, NOBODY)
    else:
        after = t.after(seat)
        p.then(TURN, bit(after), after, 0)


def used_up(t: Classic, seat: Seat) -> bool:
    """Is the round over without gold, after this seat's turn? There is no other way to lose it (B-143)."""
    if t.stuck and t.stuck == t.everybody():
        return True
    if t.cards.size(HAND + seat):
        return False
    if t.cards.size(DECK):
        if t.hooks.discard_most == 1:
            return False  # whoever passes draws, with an empty hand too (B-114)
    elif t.hooks.round_end != ALL_HANDS_EMPTY:
        return False
    for other in range(t.seats):
        if t.cards.size(HAND + other):
            return False
    return True  # nobody holds a card; where as many come as go, nobody would ever draw one either


def first_turn(p: Play, seat: Seat) -> None:
    """The round has been set up."""
    p.then(TURN, bit(seat), seat, 0)
