"""Sharing out the gold (B-150...B-168)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.events import PACKET, PAID, TOOK
from undermine.games.classic.rules.extending import Scoring
from undermine.games.classic.rules.state import (
    CLOSE,
    DIGGER,
    DIGGERS_WON,
    GOLD_BAG,
    GOLD_DECK,
    NOBODY_WON,
    OFFER,
    PAY,
    PAY_DRAW,
    PAYMENT,
    PURSE,
    SABOTEUR,
    SABOTEURS_WON,
    TAKE,
    UNDER,
    UNDERS,
    UNVEIL,
    Classic,
    classic,
    role,
)
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.dealing import MOVED, POURED, SAW, SHUFFLED, FromBag, Looked, faces_in, look, set_apart
from undermine.kernel.event import Play
from undermine.kernel.forms import Form, fields_of
from undermine.kernel.ids import ALL, AUTO, CHANCE, NOBODY, UNKNOWN, Action, Face, Place, Seat, bit
from undermine.kernel.state import Frame, State


def members(t: Classic, face: Face) -> i64:
    """How many seats were dealt this role, now that all are shown (B-151, B-165)."""
    n: i64 = 0
    for seat in range(t.seats):
        n += t.cards.number(role(seat), face)
    return n


class GoldCards(Scoring):
    """The base game: the gold-diggers share a packet of gold cards, or each saboteur is paid a wage."""

    def side(self, s: Classic, side: i64, finisher: Seat) -> i64:
        return NOBODY_WON if side == SABOTEURS_WON and not members(s, SABOTEUR) else side

    def share(self, p: Play, s: Classic, side: i64, finisher: Seat) -> None:
        if side == DIGGERS_WON:
            share_packet(p, s, finisher)
        else:
            pay_saboteurs(p)

    def packet(self, s: Classic) -> i64:
        """One for each gold-digger, or for each player (B-151)."""
        if s.hooks.gold_by_players:
            return s.seats if s.seats < 10 else i64(9)
        return members(s, DIGGER)

    def shares(self, s: Classic, seat: Seat) -> bool:
        return s.cards.number(role(seat), DIGGER) > 0

    def earns(self, s: Classic, seat: Seat) -> bool:
        return s.cards.number(role(seat), SABOTEUR) > 0

    def wage(self, s: Classic) -> i64:
        """By how many saboteurs were dealt (B-161...B-163)."""
        return s.hooks.wages[members(s, SABOTEUR)]


# Gold-diggers


def share_packet(p: Play, t: Classic, finisher: Seat) -> None:
    """As many gold cards as there are gold-diggers, unseen; the finisher looks first (B-151, B-152, B-155)."""
    number = t.hooks.scoring.packet(t)
    if number > t.cards.size(GOLD_DECK):
        number = t.cards.size(GOLD_DECK)  # those last in line get nothing
    if not number or not anybody_shares(t):
        p.then(CLOSE, AUTO, 0, 0)
        return
    set_apart(p, GOLD_DECK, OFFER, number)
    first = finisher if t.hooks.scoring.shares(t, finisher) else next_digger(t, finisher)
    p.emit(PACKET, ALL, first, number, 0, 0)
    p.then(UNVEIL, CHANCE, first, number)


def anybody_shares(t: Classic) -> bool:
    """Is there anybody to take the packet?"""
    for seat in range(t.seats):
        if t.hooks.scoring.shares(t, seat):
            return True
    return False


def next_digger(t: Classic, seat: Seat) -> Seat:
    """Against the turns, past the saboteurs (B-153). With one gold-digger the packet comes back to them."""
    seat = t.passes_to(seat)
    while not t.hooks.scoring.shares(t, seat):
        seat = t.passes_to(seat)
    return seat


class Unveil(FromBag):
    """f.a = who looks first, f.b = cards of the packet still to be turned up for them."""

    def __init__(self) -> None:
        super().__init__("gold", GOLD_BAG, [fields.seat(), fields.number("left")])

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        looker = f.a
        left = f.b - 1
        p.emit(SAW, bit(looker), action, OFFER, p.state.cards.number(OFFER, action) + 1, looker)
        if left:
            p.then(UNVEIL, CHANCE, looker, left)
        else:
            hand_on(p, classic(p.state), looker)


def hand_on(p: Play, t: Classic, seat: Seat) -> None:
    """The packet comes to a gold-digger, who sees what is left of it. The last card needs no choice (B-154)."""
    look(p, seat, OFFER)
    if t.cards.size(OFFER) > 1:
        p.then(TAKE, bit(seat), seat, 0)
    else:
        p.emit(TOOK, bit(seat), t.cards.any(OFFER), OFFER, PURSE + seat, 0)
        p.then(CLOSE, AUTO, 0, 0)


class Take(Step):
    """f.a = who holds the packet and keeps one card of it."""

    def __init__(self) -> None:
        self.take = Form("take", [fields.face(GOLD_BAG)])
        super().__init__([self.take], [fields.seat()])

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        return faces_in(s, OFFER, out, self.take.head)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        p.emit(TOOK, bit(seat), fields_of(action), OFFER, PURSE + seat, 0)
        hand_on(p, t, next_digger(t, seat))

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.take.head + s.cards.any(OFFER)

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return Refusal("NO_SUCH_ACTION", "B-152")


# Saboteurs


def pay_saboteurs(p: Play) -> None:
    """Clockwise from whoever begins the coming round; with no saboteur at the table nobody is paid (B-167)."""
    p.then(PAY, AUTO, NOBODY, 0)


def next_saboteur(t: Classic, seat: Seat) -> Seat:
    """Who is paid after this seat (NOBODY: the first of all), or NOBODY."""
    first = t.next(t.last)
    at = first if seat == NOBODY else t.next(seat)
    if seat != NOBODY and at == first:
        return NOBODY
    while not t.hooks.scoring.earns(t, at):
        at = t.next(at)
        if at == first:
            return NOBODY
    return at


class Pay(Step):
    """f.a = the saboteur paid last, or NOBODY. Cards of the exact value are looked for in the deck."""

    def __init__(self) -> None:
        super().__init__(None, [fields.seat()])

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        seat = next_saboteur(t, f.a)
        if seat == NOBODY:
            p.then(CLOSE, AUTO, 0, 0)
        elif t.hooks.draw_procedure and t.cards.size(GOLD_DECK) + t.cards.size(lowest_under(t)):
            p.then(PAY_DRAW, CHANCE, seat, undrawn(t))
        else:
            pay_exactly(p, t, seat)
            p.then(PAY, AUTO, seat, 0)


def pay_exactly(p: Play, t: Classic, seat: Seat) -> None:
    """One card of the exact value, or else the fewest that make it up; the deck is then as unseen as before."""
    due = t.hooks.scoring.wage(t)
    paid = change(t, due)
    while not paid and due:
        due -= 1
        paid = change(t, due)
    for face in paid:
        p.emit(PAID, bit(seat), face, GOLD_DECK, PURSE + seat, 0)


def change(t: Classic, nuggets: i64) -> list[int]:
    """Faces from the gold deck that are worth exactly so much: the fewest, and the greatest single one of those."""
    for number in range(1, nuggets + 1):
        found = combine(t, nuggets, i64(number), i64(len(t.hooks.gold_value)) - 1, 0)
        if found:
            return found
    return []


def combine(t: Classic, nuggets: i64, number: i64, face: Face, taken: i64) -> list[int]:
    """So many cards of this face or lesser ones, worth so much; `taken` of this face are spoken for already."""
    if face == 0:
        return []
    value = t.hooks.gold_value[face]
    if t.cards.number(GOLD_BAG, face) > taken and value <= nuggets:
        if number == 1 and value == nuggets:
            return [face]
        if number > 1:
            rest = combine(t, nuggets - value, number - 1, face, taken + 1)
            if rest:
                return [int(face), *rest]
    return combine(t, nuggets, number, face - 1, 0)


def undrawn(t: Classic) -> i64:
    """Cards of one pass through the gold deck, those put under it included."""
    cards = t.cards.size(GOLD_DECK)
    for place in range(UNDER, UNDER + UNDERS):
        cards += t.cards.size(place)
    return cards


def lowest_under(t: Classic) -> Place:
    """The card that was put under the deck first: the one behind a gap in the ring."""
    for index in range(UNDERS):
        if t.cards.size(UNDER + index) and not t.cards.size(UNDER + (index + UNDERS - 1) % UNDERS):
            return UNDER + index
    return UNDER


def free_under(t: Classic) -> Place:
    """Where the next card goes that is put under the deck."""
    place = lowest_under(t) - UNDER
    while t.cards.size(UNDER + place):
        place = (place + 1) % UNDERS
    return UNDER + place


class PayDraw(Looked):
    """f.a = a saboteur, f.b = cards left in this pass: one is drawn; if it is too much it goes under the deck (B-164)."""

    def __init__(self) -> None:
        super().__init__("gold", GOLD_BAG, [fields.seat(), fields.number("left")])

    def known(self, s: State, f: Frame) -> Face:
        return UNKNOWN if s.cards.size(GOLD_DECK) else s.cards.any(lowest_under(classic(s)))

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = classic(p.state)
        drawer = f.a
        left = f.b - 1
        source = GOLD_DECK if t.cards.size(GOLD_DECK) else lowest_under(t)
        need = t.hooks.scoring.wage(t) - worth(t, PAYMENT)
        value = t.hooks.gold_value[action]
        p.emit(MOVED, bit(drawer), action, source, PAYMENT if value <= need else free_under(t), 0)
        if value == need:
            keep(p, t, drawer)
        elif left:
            p.then(PAY_DRAW, CHANCE, drawer, left)
        else:
            start_over(p, t, drawer)


def keep(p: Play, t: Classic, drawer: Seat) -> None:
    """The sum is right."""
    face = t.cards.any(PAYMENT)
    while face:
        p.emit(PAID, bit(drawer), face, PAYMENT, PURSE + drawer, 0)
        face = t.cards.any(PAYMENT)
    p.then(PAY, AUTO, drawer, 0)


def start_over(p: Play, t: Classic, drawer: Seat) -> None:
    """A whole pass found nothing that fits: the cards go back, and exact ones are looked for (R-19a)."""
    p.emit(POURED, ALL, PAYMENT, GOLD_DECK, 0, 0)
    shuffle_gold(p, t)
    pay_exactly(p, t, drawer)
    p.then(PAY, AUTO, drawer, 0)


def shuffle_gold(p: Play, t: Classic) -> None:
    """What lies under the deck is mixed in, and nobody knows where anything is (B-171)."""
    for place in range(UNDER, UNDER + UNDERS):
        if t.cards.size(place):
            p.emit(POURED, ALL, place, GOLD_DECK, 0, 0)
    p.emit(SHUFFLED, ALL, GOLD_DECK, 0, 0, 0)


def nuggets(t: Classic, seat: Seat) -> i64:
    """What a seat has won so far: what is left of gold cards that can be named, and gold tokens."""
    return worth(t, PURSE + seat) - t.lent(seat) + t.tokens(seat)


def worth(t: Classic, place: Place) -> i64:
    """Nuggets on the gold cards that can be named in a place (B-181)."""
    sum_: i64 = 0
    for face in range(1, len(t.hooks.gold_value)):
        sum_ += t.hooks.gold_value[face] * t.cards.number(place, face)
    return sum_
