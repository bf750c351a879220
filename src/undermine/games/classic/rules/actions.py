"""What can be done in a turn: all that a hand allows.

The first two forms of a turn are `lay` (odd quarter turns are refused, B-052) and `pass`; those of cards and deeds follow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from undermine.games.classic.rules.extending import Bar
from undermine.games.classic.rules.state import BOARD, CARD_BAG, FRONT, HAND, Classic
from undermine.kernel import fields
from undermine.kernel.agenda import WIDEST
from undermine.kernel.forms import CARD, Form, aim_of, card_of
from undermine.kernel.ids import Action, Face, Seat
from undermine.tunnels.grid import Grid
from undermine.tunnels.placing import ANYWHERE, DARK, HALF_TURN, OFFERED, OFFERED_SIDES, laying, places, places_of
from undermine.tunnels.ports import spot_x, spot_y

PASS: Final = 1 << 32  # with the faces that are thrown away, eight bits each, the least one lowest
SECOND: Final = 1 << 8
THIRD: Final = 1 << 16
FOURTH: Final = 1 << 24  # more than any table allows

HELD: Final = vec[i64]([0] * 128)  # faces in the hand that was looked at last; the first number says how many


def first_moves() -> list[Form]:
    """The forms that every turn has, in the order of their numbers."""
    return [laying(CARD_BAG), Form("pass", [fields.faces(CARD_BAG)])]


def lays_tunnel(action: Action) -> bool:
    """Is it an action that lays a tunnel card?"""
    return action < PASS


def is_pass(action: Action) -> bool:
    """Is it a pass, with cards or without?"""
    return action >> 32 == 1


def tile_laid(s: Classic, face: Face, quarter: i64) -> i64:
    """The tile that a face makes when it lies so."""
    return s.hooks.tile_of[face] + (i64(1) if quarter == HALF_TURN else i64(0))


def aim(out: vec[i64], n: i64, base: Action, target: i64) -> i64:
    """One more way to play a card; `base` plays it, still without an aim."""
    out[n] = base + target
    return n + 1


def plays(s: Classic, seat: Seat, out: vec[i64], enough: i64) -> i64:
    """Every card that can be laid or played, in every way; returns how many ways, or stops when that is enough."""
    hooks = s.hooks
    count = s.cards.count
    row = s.cards.layout.row[HAND + seat]
    free = not count[s.cards.layout.row[FRONT + seat] - 1] or not s.hindered(seat)
    offers = hooks.offers
    cards = hooks.cards
    hand = HELD
    tunnels = OFFERED
    face_sides = OFFERED_SIDES
    held = look_through(count, row)
    n: i64 = 0
    offered: i64 = 0
    shapes: i64 = 0
    index: i64 = 1
    while index <= held:
        face = hand[index]
        offer = offers[face]
        if not offer:
            n = cards[face].aims(s, seat, out, n)
            if n >= enough:
                return n
        elif free:
            tunnels[offered] = face * CARD
            face_sides[offered] = offer & 15
            shapes |= offer >> 8
            offered += 1
            if offer & 240:
                tunnels[offered] = face * CARD + HALF_TURN
                face_sides[offered] = offer >> 4 & 15
                offered += 1
        index += 1
    return lays(s, seat, offered, shapes, out, n, enough) if offered else n


def lays(s: Classic, seat: Seat, offered: i64, shapes: i64, out: vec[i64], n: i64, enough: i64) -> i64:
    """Every place of the offered tunnels (B-056, B-061)."""
    hooks = s.hooks
    layer: i64 = 0 if hooks.connection else ANYWHERE
    if not len(hooks.bars) and not len(hooks.loose):
        return places(s.grid, layer, offered, shapes, out, n, enough)
    first = n
    n = places(s.grid, layer, offered, shapes, out, n, WIDEST)
    if len(hooks.loose):
        n = loose_places(s, offered, out, n) if hooks.connection else joined_places(s, out, first, n)
    return allowed(s, seat, out, first, n) if len(hooks.bars) else n


def loose_places(s: Classic, offered: i64, out: vec[i64], n: i64) -> i64:
    """Further cells for cards that need only join an open tunnel: those where no light falls."""
    index: i64 = 0
    while index < offered:
        if is_loose(s, card_of(OFFERED[index])):
            n = places_of(s.grid, DARK, OFFERED[index], OFFERED_SIDES[index], out, n)
        index += 1
    return n


def joined_places(s: Classic, out: vec[i64], first: i64, n: i64) -> i64:
    """Where nothing need lead back to the entrance, such cards must still join a tunnel; returns the new n."""
    kept = first
    while first < n:
        action = out[first]
        spot = aim_of(action) >> 2
        if not is_loose(s, card_of(action)) or joins(s, spot_x(spot), spot_y(spot)):
            out[kept] = action
            kept += 1
        first += 1
    return kept


def joins(s: Classic, x: i64, y: i64) -> bool:
    """Is there an open tunnel that such a card may join here?"""
    return (s.grid.glow(x, y, 0) if s.hooks.loose_lit else s.grid.need(x, y) >> 4) != 0


def is_loose(s: Classic, face: Face) -> bool:
    """Is it a card that may join any open tunnel, lit or not?"""
    loose = s.hooks.loose
    index: i64 = 0
    while index < len(loose):
        if loose[index] == face:
            return True
        index += 1
    return False


def lies(s: Classic, grid: Grid, face: Face, action: Action, out: vec[i64], n: i64) -> i64:
    """Every way in which one tunnel card may lie in a maze, from out[n] on as action + aim; bars are not asked.

    For cards that are looked at while `plays` is at work, which has the list of what is offered.
    """
    offer = s.hooks.offers[face]
    n = lies_so(s, grid, face, action, offer & 15, out, n)
    return lies_so(s, grid, face, action + HALF_TURN, offer >> 4 & 15, out, n) if offer & 240 else n


def lies_so(s: Classic, grid: Grid, face: Face, action: Action, sides: i64, out: vec[i64], n: i64) -> i64:
    """The same for one of its orientations."""
    loose = is_loose(s, face)
    if not s.hooks.connection and not loose:
        return places_of(grid, ANYWHERE, action, sides, out, n)
    n = places_of(grid, 0, action, sides, out, n)
    return places_of(grid, DARK, action, sides, out, n) if loose and not s.hooks.loose_lit else n


def barring(s: Classic, seat: Seat, face: Face, spot: i64, quarter: i64) -> Bar | None:
    """What keeps a tunnel card from lying there, though it fits."""
    bars = s.hooks.bars
    index: i64 = 0
    while index < len(bars):
        if bars[index].busy(s) and bars[index].forbids(s, seat, face, spot, quarter):
            return bars[index]
        index += 1
    return None


def allowed(s: Classic, seat: Seat, out: vec[i64], first: i64, n: i64) -> i64:
    """Keep those of out[first...n] that nothing bars; returns the new n."""
    busy = False
    for bar in s.hooks.bars:
        busy = busy or bar.busy(s)
    if not busy:
        return n
    kept = first
    while first < n:
        action = out[first]
        if barring(s, seat, card_of(action), aim_of(action) >> 2, action & 3) is None:
            out[kept] = action
            kept += 1
        first += 1
    return kept


def look_through(count: vec[i16], row: i64) -> i64:
    """List the faces of a hand in HELD; returns how many there are.

    Every face is written and only those that are there are counted: a branch for each would often be guessed wrong.
    """
    hand = HELD
    left = i64(count[row - 1]) - i64(count[row])  # cards that the observer can name: all of them, in its own hand
    held: i64 = 1
    at = row
    while left > 0:
        at += 1
        copies = i64(count[at])
        left -= copies
        hand[held] = at - row
        held += (copies + 31) >> 5
    hand[0] = held - 1
    return held - 1


def discards(s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
    """One card, face down, of the hand that `plays` has just looked at (B-111); or more, where that is allowed."""
    hand = HELD
    held = hand[0]
    index: i64 = 1
    while index <= held:
        out[n] = PASS + hand[index]
        n += 1
        index += 1
    if s.hooks.discard_most > 1:
        n = more_discards(s, seat, out, n)
    return n


def more_discards(s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
    """Two cards, and three: every set once, lower faces first."""
    hand = HELD
    held = hand[0]
    one: i64 = 1
    while one <= held:
        two = one
        while two <= held:
            pair = s.cards.number(HAND + seat, hand[one]) - (1 if two == one else 0)
            if pair > 0:
                action = PASS + hand[one] + hand[two] * SECOND
                out[n] = action
                n += 1
                if s.hooks.discard_most > 2:
                    n = third_discards(s, seat, action, one, two, out, n)
            two += 1
        one += 1
    return n


def third_discards(s: Classic, seat: Seat, action: Action, one: i64, two: i64, out: vec[i64], n: i64) -> i64:
    """A third card to two that are thrown away."""
    hand = HELD
    three = two
    while three <= hand[0]:
        gone = (1 if three == two else 0) + (1 if three == one else 0)
        if s.cards.number(HAND + seat, hand[three]) > gone:
            out[n] = action + hand[three] * THIRD
            n += 1
        three += 1
    return n


def removable(s: Classic, spot: i64) -> Face:
    """The tunnel card of the maze that lies here; 0 for none, for the entrance and for goals (B-095)."""
    return s.hooks.face_of[s.grid.tile((spot & 255) - 128, (spot >> 8) - 128)]


def anything_removable(s: Classic) -> bool:
    """Does any tunnel card lie in the maze (B-098)?"""
    return s.cards.size(BOARD) > 0
