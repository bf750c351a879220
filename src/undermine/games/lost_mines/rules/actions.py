"""What can be done in the first step of a turn: its forms (see `kernel.forms`), and all that a hand allows."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.lost_mines.rules.hooks import INFO, OFFSET, STORM, TRAP
from undermine.games.lost_mines.rules.state import CARD_BAG, HAND, MINE, Mines, beside, edge_key
from undermine.kernel import fields
from undermine.kernel.dealing import faces_in
from undermine.kernel.forms import CARD, Form
from undermine.kernel.ids import Face, Seat
from undermine.tunnels.placing import OFFERED, QUARTERS, WAY, laying, places
from undermine.tunnels.ports import EDGE, OPPOSITE_BIT, SOUTH, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY, FIT, GLOWING, HIDDEN

# The numbers of the forms, in the order of `moves`.
LAY: Final = 0
CLEAR: Final = 1
SET_TRAP: Final = 2
SET_TROLL: Final = 3
RAGE: Final = 4
LOOK_AT: Final = 5
THROW: Final = 6
PROPOSE: Final = 7

ANSWER: Final = 1 << 32  # an action is ANSWER * form + what stands below
EDGES: Final = 4
SECOND: Final = 1 << 8  # a second card that is discarded

HELD: Final = vec[i64]([0] * 128)  # faces of the hand that was looked at last: for one thread


def opening(mask: int) -> int:
    """The sets of open edges, as bits, with at least one of these edges."""
    found = 0
    for sides in range(16):
        if sides & mask:
            found |= 1 << sides
    return found


OPENS: Final = vec[i64]([opening(mask) for mask in range(16)])


def moves() -> list[Form]:
    """All that can be done in the first step of a turn."""
    return [
        laying(CARD_BAG, True),
        Form("clear", [fields.cell()], CARD_BAG),
        Form("trap", [fields.cell(), fields.edge()], CARD_BAG),
        Form("troll", [fields.cell(), fields.edge()], CARD_BAG),
        Form("storm", [fields.cell()], CARD_BAG),
        Form("look", [], CARD_BAG),
        Form("discard", [fields.faces(CARD_BAG)]),
        Form("propose", []),
    ]


def plays(t: Mines, seat: Seat, out: vec[i64], enough: i64) -> i64:
    """Every card that can be laid or played, in every way, and every discard (L-027); returns how many ways."""
    hooks = t.hooks
    held = faces_in(t, HAND + seat, HELD, 0)
    n: i64 = 0
    offered: i64 = 0
    shapes: i64 = 0
    index: i64 = 0
    while index < held:
        face = HELD[index]
        tile = hooks.tile_of[face]
        if tile:
            shapes |= hooks.shapes[face]
            turns = hooks.turns[face]
            quarter: i64 = 0
            while turns >> quarter:
                if turns >> quarter & 1:
                    sides = hooks.tiles.sides[tile + OFFSET[quarter]]
                    OFFERED[offered] = (face * CARD + quarter) * WAY + sides
                    offered += 1
                quarter += 1
        else:
            n = deeds(t, face, hooks.deed[face], out, n)
        index += 1
    if offered:
        n = places(t.grid, 0, OFFERED, offered, shapes, out, n, enough)
        if hooks.chosen.anchor:
            n = beside_mines(t, offered, shapes, out, n)
    return discards(t, seat, held, out, n)


def beside_mines(t: Mines, offered: i64, shapes: i64, out: vec[i64], n: i64) -> i64:
    """Where the offered paths continue nothing but a mine that lies face down (L-040)."""
    near = t.hooks.near
    window = t.grid.window
    index: i64 = 0
    while index < len(near):
        cell = near[index]
        need = t.grid.need_in(cell)
        if not t.grid.tile_in(cell) and need < GLOWING:
            fitting = FIT[need] & shapes & OPENS[hidden_beside(t, cell)]
            if fitting:
                there = window.spot[cell] * QUARTERS
                i: i64 = 0
                while i < offered:
                    out[n] = OFFERED[i] // WAY + there
                    n += fitting >> (OFFERED[i] % WAY) & 1
                    i += 1
        index += 1
    return n


def hidden_beside(t: Mines, cell: i64) -> i64:
    """The edges at which a cell of the window touches a mine that lies face down; the board's frame is none."""
    window = t.grid.window
    edges: i64 = 0
    edge: i64 = 0
    while edge < 4:
        there = cell + window.step[edge]
        if t.grid.tile_in(there) == HIDDEN:
            place = window.spot[there]
            if t.hooks.inside(spot_x(place), spot_y(place)):
                edges |= EDGE[edge]
        edge += 1
    return edges


def deeds(t: Mines, face: Face, deed: i64, out: vec[i64], n: i64) -> i64:
    """The ways to play an action card."""
    if deed == INFO:
        out[n] = LOOK_AT * ANSWER + face * CARD
        return n + 1
    grid = t.grid
    window = grid.window
    index: i64 = 0
    while index < grid.laid:
        cell = grid.card(index)
        tile = grid.tile_in(cell)
        place = window.spot[cell]
        if deed == STORM:
            if t.hooks.face_of[tile] and not t.occupied(place):
                out[n] = RAGE * ANSWER + face * CARD + place
                n += 1
        elif deed < TRAP:
            if t.hooks.mark[tile] == deed and not t.is_cleared(place):
                out[n] = CLEAR * ANSWER + face * CARD + place
                n += 1
        else:
            n = ends(t, face, deed, place, tile, out, n)
        index += 1
    return n


def ends(t: Mines, face: Face, deed: i64, place: i64, tile: i64, out: vec[i64], n: i64) -> i64:
    """The edges of one card on which a token may be put (L-056, L-060)."""
    form: i64 = SET_TRAP if deed == TRAP else SET_TROLL
    edge: i64 = 0
    while edge < 4:
        if t.hooks.tiles.sides[tile] >> edge & 1 and may_lie(t, place, edge):
            out[n] = form * ANSWER + face * CARD + place * EDGES + edge
            n += 1
        edge += 1
    return n


def may_lie(t: Mines, place: i64, edge: i64) -> bool:
    """Is the path over this edge of a card one for a token? An edge between two cards is named once, from North or West."""
    other = t.tile_at(beside(place, edge))
    if other == HIDDEN and t.mine_at(beside(place, edge)) < 0:
        return False  # it leads off the board
    if other > HIDDEN:
        if not t.hooks.tiles.sides[other] & OPPOSITE_BIT[edge]:
            return False
        if edge == 0 or edge > SOUTH:
            return False
    return t.hooks.chosen.stack or is_free(t, edge_key(place, edge))


def is_free(t: Mines, edge: i64) -> bool:
    """Does no token lie on this edge (L-Q12)?"""
    return not t.troll_on(edge) and not t.traps_on(edge)


def discards(t: Mines, seat: Seat, held: i64, out: vec[i64], n: i64) -> i64:
    """One card or two (L-027)."""
    first: i64 = 0
    while first < held:
        face = HELD[first]
        out[n] = THROW * ANSWER + face
        n += 1
        if t.cards.number(HAND + seat, face) > 1:
            out[n] = THROW * ANSWER + face + face * SECOND
            n += 1
        second = first + 1
        while second < held:
            out[n] = THROW * ANSWER + face + HELD[second] * SECOND
            n += 1
            second += 1
        first += 1
    return n


def closed_in(t: Mines) -> bool:
    """Is there a mine with something to take whose every side is shut (L-111)? An empty space is open."""
    mine: i64 = 0
    while mine < t.hooks.goals:
        if promising(t, mine) and shut(t, t.hooks.goal_spot[mine]):
            return True
        mine += 1
    return False


def promising(t: Mines, mine: i64) -> bool:
    """May a treasure still be found in this mine, for all that is public?"""
    if not t.opened >> mine & 1:
        return True
    kind = t.hooks.mine_kind[t.cards.any(MINE + mine)]
    return kind >= 0 and t.any_of(kind)


def shut(t: Mines, place: i64) -> bool:
    """Does every side of a mine face the end of the board, forest, or forest of its own?"""
    tile = t.tile_at(place)
    edge: i64 = 0
    while edge < 4:
        if tile == HIDDEN or t.hooks.tiles.sides[tile] >> edge & 1:
            there = beside(place, edge)
            other = t.tile_at(there)
            if other == EMPTY or t.hooks.tiles.sides[other] & OPPOSITE_BIT[edge]:
                return False
            if other == HIDDEN and t.mine_at(there) >= 0:
                return False
        edge += 1
    return True
