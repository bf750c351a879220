"""Why a card cannot be played so: the slow path, in the catalogue's order."""

from __future__ import annotations

from mypy_extensions import i64

from undermine.games.lost_mines.rules.actions import (
    CLEAR,
    EDGES,
    LAY,
    PROPOSE,
    RAGE,
    SET_TRAP,
    SET_TROLL,
    THROW,
    hidden_beside,
    is_free,
)
from undermine.games.lost_mines.rules.hooks import OFFSET, TRAP, TRUNK
from undermine.games.lost_mines.rules.state import HAND, Mines, beside, edge_key
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import holds
from undermine.kernel.forms import aim_of, card_of, fields_of, form_of
from undermine.kernel.ids import Action, Face, Seat
from undermine.tunnels.ports import OPPOSITE_BIT, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY


def why_not_played(t: Mines, seat: Seat, action: Action) -> Refusal:
    """Why the first step of a turn cannot be this."""
    form = form_of(action)
    if form == PROPOSE:
        return Refusal("NOT_OFFERED", "L-111")
    if form == THROW:
        return why_not_discarded(t, seat, fields_of(action))
    face = card_of(action)
    if not holds(t, HAND + seat, face, 1):
        return Refusal("CARD_NOT_IN_HAND", "L-027")
    deed = t.hooks.deed[face]
    if form == LAY and t.hooks.tile_of[face]:
        return why_not_laid(t, face, aim_of(action))
    if form == CLEAR and TRUNK <= deed < TRAP:
        return Refusal("NO_OBSTACLE", "L-050")
    if form == RAGE:
        return why_not_struck(t, aim_of(action))
    if SET_TRAP <= form <= SET_TROLL:
        return why_no_token(t, aim_of(action), "L-056" if form == SET_TRAP else "L-060")
    return Refusal("NO_SUCH_ACTION", "L-027")


def why_not_discarded(t: Mines, seat: Seat, thrown: i64) -> Refusal:
    """Are there one or two, and are they in the hand? Each pair is offered once."""
    first = thrown & 255
    second = thrown >> 8
    if not first or second > 255:
        return Refusal("BAD_DISCARD_COUNT", "L-027")
    if holds(t, HAND + seat, first, 2 if first == second else 1) and (not second or holds(t, HAND + seat, second, 1)):
        return Refusal("NO_SUCH_ACTION", "L-027")
    return Refusal("CARD_NOT_IN_HAND", "L-027")


def why_not_laid(t: Mines, face: Face, aim: i64) -> Refusal:
    """Why a path card cannot be laid there and so."""
    x = spot_x(aim >> 2)
    y = spot_y(aim >> 2)
    quarter = aim & 3
    grid = t.grid
    if not t.hooks.may_turn(quarter):
        return Refusal("ORIENTATION", "L-035")
    if not t.hooks.inside(x, y):
        return Refusal("OFF_BOARD", "L-041")
    if grid.tile(x, y) != EMPTY:
        return Refusal("CELL_OCCUPIED", "L-041")
    hidden = hidden_beside(t, grid.cell(x, y)) if t.hooks.chosen.anchor else i64(0)
    if not grid.need(x, y) & 15 and not hidden:
        return Refusal("NOT_ADJACENT", "L-035")
    tile = t.hooks.tile_of[face] + OFFSET[quarter]
    if not grid.fits(x, y, tile):
        return Refusal("EDGE_MISMATCH", "L-036")
    if not t.hooks.turns[face] >> quarter & 1:
        return Refusal("NO_SUCH_ACTION", "L-035")  # it lies the same in another way, and is offered once
    return Refusal("NOT_CONTINUING", "L-037")


def why_not_struck(t: Mines, place: i64) -> Refusal:
    """Why a thunderstorm cannot remove what lies there."""
    tile = t.tile_at(place)
    if tile == EMPTY or not t.hooks.inside(spot_x(place), spot_y(place)):
        return Refusal("BAD_TARGET", "L-064")
    if not t.hooks.face_of[tile]:
        return Refusal("BAD_TARGET", "L-067")
    return Refusal("BAD_TARGET", "L-064")


def why_no_token(t: Mines, fields: i64, rule: str) -> Refusal:
    """Why a trap or troll cannot be put there."""
    place = fields // EDGES
    edge = fields % EDGES
    sides = t.hooks.tiles.sides
    joined = sides[t.tile_at(place)] >> edge & 1 and sides[t.tile_at(beside(place, edge))] & OPPOSITE_BIT[edge]
    if joined and (is_free(t, edge_key(place, edge)) or t.hooks.chosen.stack):
        return Refusal("NO_SUCH_ACTION", rule)  # it is offered once, from the other side
    return Refusal("BAD_TARGET", rule)
