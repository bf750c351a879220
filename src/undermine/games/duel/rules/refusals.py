"""Why a turn cannot be spent so, in the catalogue's order."""

from __future__ import annotations

from mypy_extensions import i64

from undermine.games.duel.rules.actions import (
    TO_BREAK,
    TO_BRIBE,
    TO_BURY,
    TO_CLEAR,
    TO_LOOK,
    TO_MEND,
    TO_OPEN,
    TO_PASS,
    TROLLS,
    ladder_allowed,
    ladder_barred,
    lies_alike,
    tile_laid,
)
from undermine.games.duel.rules.hooks import TUNNEL
from undermine.games.duel.rules.state import FRONT, HAND, Duel
from undermine.kernel.agenda import Refusal
from undermine.kernel.dealing import holds
from undermine.kernel.forms import aim_of, card_of, fields_of
from undermine.kernel.ids import Action, Seat
from undermine.tunnels.placing import HALF_TURN, spot_laid, turn_laid
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.tiles import EMPTY


def wrong_answer(t: Duel, seat: Seat, action: Action) -> Refusal:
    """Why an action of a turn is refused."""
    if action < TO_BRIBE:
        return wrong_place(t, seat, action)
    if action < TO_BREAK:
        return wrong_bribe(t, seat, fields_of(action))
    if action >= TO_CLEAR:
        return wrong_discard(t, seat, action)
    if not holds(t, HAND + seat, card_of(action), 1):
        return Refusal("CARD_NOT_IN_HAND", "D-020")
    if action >= TO_LOOK:
        return Refusal("BAD_TARGET", "D-072")
    if action >= TO_BURY:
        return Refusal("BAD_TARGET", "D-070")
    if action >= TO_OPEN:
        return wrong_key(t)
    if action >= TO_MEND:
        return wrong_mend(t, seat, action)
    return wrong_break(t, seat, aim_of(action))


def wrong_place(t: Duel, seat: Seat, action: Action) -> Refusal:
    """Why a tunnel card cannot be laid there."""
    face = card_of(action)
    if not holds(t, HAND + seat, face, 1):
        return Refusal("CARD_NOT_IN_HAND", "D-020")
    if t.hooks.kind[face] != TUNNEL:
        return Refusal("NO_SUCH_ACTION", "D-020")
    if t.hindered(seat):
        return Refusal("TOOL_BROKEN", "D-066")
    if turn_laid(action) & 1:
        return Refusal("ORIENTATION", "D-031")
    grid = t.grid
    spot = spot_laid(action)
    x = spot_x(spot)
    y = spot_y(spot)
    if grid.tile(x, y) != EMPTY:
        return Refusal("CELL_OCCUPIED", "D-031")
    if t.hooks.ladder[face]:
        if not ladder_allowed(t, seat, face):
            return Refusal("BAD_TARGET", "D-043")
        barred = ladder_barred(t, spot)
        if barred:
            return Refusal("LADDER_NEXT_TO_GOAL" if barred == 1 else "LADDER_PLACE", "D-042")
    need = grid.need(x, y)
    if not need & 15:
        return Refusal("NOT_ADJACENT", "D-031")
    if not grid.fits(x, y, tile_laid(t, action)):
        return Refusal("EDGE_MISMATCH", "D-032")
    if turn_laid(action) == HALF_TURN and lies_alike(t, face) and grid.glow(x, y, t.colour(seat)):
        return Refusal("NO_SUCH_ACTION", "D-031")  # it lies the same both ways, and is offered once
    return Refusal("NOT_CONNECTED", "D-041" if t.hooks.ladder[face] else "D-033")


def wrong_bribe(t: Duel, seat: Seat, spot: i64) -> Refusal:
    """Why a troll cannot be paid."""
    if not t.tokens_for(seat):
        return Refusal("NO_TOKEN", "D-038")
    if t.hindered(seat) and not t.hooks.switches.free_bribe:
        return Refusal("TOOL_BROKEN", "D-066")
    for index in range(t.trolls_for(seat, TROLLS)):
        if TROLLS[index] == spot:
            return Refusal("NOT_CONNECTED", "D-038")  # no tunnel could be laid then (D-Q5)
    return Refusal("BAD_TARGET", "D-038")


def wrong_discard(t: Duel, seat: Seat, action: Action) -> Refusal:
    """Why cards cannot be discarded so."""
    most = 2 if action < TO_PASS else 4
    faces = [action >> 8 * at & 255 for at in range(most) if action >> 8 * at & 255]
    number = len(faces)
    if not number or number > 3:
        return Refusal("BAD_DISCARD_COUNT", "D-020")
    for face in faces:
        if not holds(t, HAND + seat, face, faces.count(face)):
            return Refusal("CARD_NOT_IN_HAND", "D-020")
    if (number != 2 and action < TO_PASS) or number == 3:
        return Refusal("BAD_DISCARD_COUNT", "D-020")
    if action >= TO_PASS:
        return Refusal("NO_SUCH_ACTION", "D-020")  # the smaller face is named first
    tool = t.hooks.cleared.of(action)
    if tool >= 3 or not t.cards.number(FRONT + seat, t.hooks.breaks[tool]):
        return Refusal("NOTHING_TO_REMOVE", "D-020")
    return Refusal("NO_SUCH_ACTION", "D-020")


def wrong_key(t: Duel) -> Refusal:
    """No key token is left, or no door that it opens lies there."""
    return Refusal("BAD_TARGET", "D-068") if t.keys_left() else Refusal("NO_TOKEN", "D-068")


def wrong_mend(t: Duel, seat: Seat, action: Action) -> Refusal:
    """A repair card is for the own tools, and for those that it shows."""
    if t.hooks.mended.of(action) != seat or action & 7 >= 3:
        return Refusal("BAD_TARGET", "D-067")
    shown = t.hooks.tools[card_of(action)]
    return Refusal("NO_MATCHING_EFFECT", "D-074" if shown & (shown - 1) else "D-067")


def wrong_break(t: Duel, seat: Seat, target: Seat) -> Refusal:
    """A sabotage card is for the opponent, one of each kind."""
    if target == seat or target >= t.seats:
        return Refusal("BAD_TARGET", "D-065")
    return Refusal("DUPLICATE_EFFECT", "D-065")
