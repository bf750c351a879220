"""Why an answer to the question of a turn is refused, in the catalogue's order."""

from __future__ import annotations

from mypy_extensions import i64

from undermine.games.classic.rules.actions import FOURTH, barring
from undermine.games.classic.rules.state import HAND, Classic
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import holds
from undermine.kernel.forms import fields_of
from undermine.kernel.ids import Action, Face, Seat
from undermine.tunnels.placing import HALF_TURN
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.tiles import EMPTY


def wrong_discard(t: Classic, seat: Seat, action: Action) -> Refusal:
    """Are the cards that were named in the hand, and not too many?"""
    face = action & 255
    second = action >> 8 & 255
    third = action >> 16 & 255
    if not holds(t, HAND + seat, face, 1):
        return Refusal("CARD_NOT_IN_HAND", "B-041")
    if second and not holds(t, HAND + seat, second, 2 if second == face else 1):
        return Refusal("CARD_NOT_IN_HAND", "B-041")
    alike = (1 if third == face else 0) + (1 if third == second else 0)
    if third and not holds(t, HAND + seat, third, 1 + alike):
        return Refusal("CARD_NOT_IN_HAND", "B-041")
    if t.hooks.discard_most < 2 or fields_of(action) >= FOURTH:
        return t.hooks.wrong_number
    return Refusal("NO_SUCH_ACTION", t.hooks.wrong_number.rule)  # the same cards in another order


def wrong_place(t: Classic, seat: Seat, face: Face, aim: i64) -> Refusal:
    """Why a tunnel card cannot be laid there, in the catalogue's order."""
    if t.hindered(seat):
        return t.hooks.cards[t.hindered(seat)].bars()
    return misplaced(t, seat, face, t.hooks.tile_of[face], aim, aim & 3)


def misplaced(t: Classic, seat: Seat, face: Face, tile: i64, aim: i64, quarter: i64) -> Refusal:
    """Why a card, upright this tile, cannot lie there, whoever wants it; `quarter` is how bars are asked about it."""
    grid = t.grid
    x = spot_x(aim >> 2)
    y = spot_y(aim >> 2)
    if aim & 1:
        return Refusal("ORIENTATION", "B-052")
    if grid.tile(x, y) != EMPTY:
        return Refusal("CELL_OCCUPIED", "B-055")
    bar = barring(t, seat, face, aim >> 2, quarter)
    if bar is not None:
        return bar.explain(t, seat, face, aim >> 2, quarter)
    if not grid.need(x, y) & 15:
        return Refusal("NOT_ADJACENT", "B-050")
    if not grid.fits(x, y, tile + (aim & 3) // HALF_TURN):
        return Refusal("EDGE_MISMATCH", "B-056")
    if aim & 3 == HALF_TURN and t.hooks.tiles.alike(tile) and (t.grid.glow(x, y, 0) or not t.hooks.connection):
        return Refusal("NO_SUCH_ACTION", "B-053")  # it lies the same both ways, and is offered once
    return Refusal("NOT_CONNECTED", loose_rule(t, face) or "B-061")


def loose_rule(t: Classic, face: Face) -> str:
    """The rule by which a card may join any open tunnel; empty for most cards."""
    for index in range(len(t.hooks.loose)):
        if t.hooks.loose[index] == face:
            return t.hooks.loose_rules[index]
    return ""
