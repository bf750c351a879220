"""What can be done in a turn: all that a hand allows.

The first two forms of a turn are `lay` (odd quarter turns are refused, B-052) and `pass`; those of cards and deeds follow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.rules.extending import Bar
from undermine.games.classic.rules.state import BOARD, CARD_BAG, HAND, Classic
from undermine.kernel import fields
from undermine.kernel.agenda import WIDEST
from undermine.kernel.forms import CARD, Form, aim_of, card_of
from undermine.kernel.ids import Action, Face, Seat, least
from undermine.kernel.piles import WORD
from undermine.tunnels.grid import Grid
from undermine.tunnels.placing import ANYWHERE, DARK, HALF_TURN, OFFERED, WAY, laying, places, places_of
from undermine.tunnels.ports import spot_x, spot_y

PASS: Final = 1 << 32  # with the faces that are thrown away, eight bits each, the least one lowest
SECOND: Final = 1 << 8
THIRD: Final = 1 << 16
FOURTH: Final = 1 << 24  # more than any table allows

COPIES: Final = vec[i64]([0] * 128)  # how many of each
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
    """The tile that a face makes in this orientation."""
    return s.hooks.tile_of[face] + (i64(1) if quarter == HALF_TURN else i64(0))


def aim(out: vec[i64], n: i64, base: Action, target: i64) -> i64:
    """One more way to play a card; `base` plays it, still without an aim."""
    out[n] = base + target
    return n + 1


def plays(s: Classic, seat: Seat, out: vec[i64], enough: i64) -> i64:
    """Every card that can be laid or played, in every way; returns how many ways, or stops when that is enough."""
    hand = s.hooks.hands + seat * s.hooks.words
    n: i64 = 0
    word: i64 = 0
    while word < s.hooks.words:
        left = s.cards.sets[hand + word] & s.hooks.actions[word]
        while left:
            face = word * WORD + least(left)
            left &= left - 1
            n = s.hooks.cards[face].aims(s, seat, out, n)
            if n >= enough:
                return n
        word += 1
    return n if s.is_hindered(seat) else lays(s, seat, hand, out, n, enough)


def offer(s: Classic, hand: i64, ways: vec[i64]) -> i64:
    """List what a hand, given by where its set begins, offers to lay; returns the shapes, as bits.

    The number of ways stands above them.
    """
    offered: i64 = 0
    shapes: i64 = 0
    word: i64 = 0
    while word < s.hooks.words:
        left = s.cards.sets[hand + word] & s.hooks.tunnels[word]
        while left:
            face = word * WORD + least(left)
            left &= left - 1
            way = s.hooks.offers[face]
            action = face * (CARD * WAY)
            ways[offered] = action + (way & 15)
            shapes |= way >> 8
            offered += 1
            ways[offered] = action + HALF_TURN * WAY + (way >> 4 & 15)  # counted if it makes a difference
            offered += i64(way & 240 != 0)
        word += 1
    return shapes | offered << 16


def lays(s: Classic, seat: Seat, hand: i64, out: vec[i64], n: i64, enough: i64) -> i64:
    """Every place of the tunnels in a hand (B-056, B-061)."""
    shapes = offer(s, hand, OFFERED)
    offered = shapes >> 16
    if not offered:
        return n
    layer: i64 = 0 if s.hooks.connection else ANYWHERE
    if not len(s.hooks.bars) and not len(s.hooks.loose):
        return places(s.grid, layer, OFFERED, offered, shapes, out, n, enough)
    hooks = s.hooks
    first = n
    n = places(s.grid, layer, OFFERED, offered, shapes, out, n, WIDEST)
    if len(hooks.loose):
        n = loose_places(s, offered, out, n) if hooks.connection else joined_places(s, out, first, n)
    return allowed(s, seat, out, first, n) if len(hooks.bars) else n


def loose_places(s: Classic, offered: i64, out: vec[i64], n: i64) -> i64:
    """Further cells for cards that need only join an open tunnel: those where no light falls."""
    index: i64 = 0
    while index < offered:
        action = OFFERED[index] // WAY
        if is_loose(s, card_of(action)):
            n = places_of(s.grid, DARK, action, OFFERED[index] % WAY, out, n)
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
    index: i64 = 0
    while index < len(s.hooks.bars):
        if s.hooks.bars[index].busy(s):
            n = let_through(s.hooks.bars[index], s, seat, out, first, n)
        index += 1
    return n


def let_through(bar: Bar, s: Classic, seat: Seat, out: vec[i64], first: i64, n: i64) -> i64:
    """Keep those that one of them lets pass."""
    kept = first
    while first < n:
        action = out[first]
        out[kept] = action
        if not bar.forbids(s, seat, card_of(action), aim_of(action) >> 2, action & 3):
            kept += 1
        first += 1
    return kept


def discards(s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
    """One card, face down (B-111); or more, where that is allowed."""
    at = s.hooks.hands + seat * s.hooks.words
    begin = n
    word: i64 = 0
    while word < s.hooks.words:
        left = s.cards.sets[at + word] & ~i64(word == 0)  # without face 0: cards that the observer cannot name
        while left:
            out[n] = PASS + word * WORD + least(left)
            left &= left - 1
            n += 1
        word += 1
    if s.hooks.discard_most > 1:
        hand = HELD
        hand[0] = n - begin
        index: i64 = 1
        while begin < n:
            face = out[begin] - PASS
            hand[index] = face
            COPIES[index] = s.cards.number(HAND + seat, face)
            index += 1
            begin += 1
        n = more_discards(s, HELD, COPIES, out, n)
    return n


def more_discards(s: Classic, hand: vec[i64], copies: vec[i64], out: vec[i64], n: i64) -> i64:
    """Two cards, and three: every set once, lower faces first."""
    held = hand[0]
    one: i64 = 1
    while one <= held:
        two = one
        while two <= held:
            if two != one or copies[one] > 1:
                action = PASS + hand[one] + hand[two] * SECOND
                out[n] = action
                n += 1
                if s.hooks.discard_most > 2:
                    n = third_discards(hand, copies, action, one, two, out, n)
            two += 1
        one += 1
    return n


def third_discards(hand: vec[i64], copies: vec[i64], action: Action, one: i64, two: i64, out: vec[i64], n: i64) -> i64:
    """A third card to two that are thrown away."""
    if copies[two] > 1 + i64(two == one):
        out[n] = action + hand[two] * THIRD
        n += 1
    three = two + 1
    while three <= hand[0]:
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
