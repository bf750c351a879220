"""What can be done in a turn: its forms (see `kernel.forms`), and all that a hand allows."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.duel.rules.hooks import BREAK, KEY, MAP, MEND, ROCKFALL, TUNNEL
from undermine.games.duel.rules.state import CARD_BAG, FRONT, HAND, Duel
from undermine.kernel import fields
from undermine.kernel.agenda import WIDEST
from undermine.kernel.dealing import faces_in
from undermine.kernel.forms import CARD, Form, card_of
from undermine.kernel.ids import Action, Face, Seat
from undermine.tunnels.placing import HALF_TURN, OFFERED, WAY, lay, laying, places, turn_laid
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.tiles import FIT

# Where the actions of each form begin, in the order of `moves`; those of `lay` begin at 0.
TO_BRIBE: Final = 1 << 32
TO_BREAK: Final = 2 << 32
TO_MEND: Final = 3 << 32
TO_OPEN: Final = 4 << 32
TO_BURY: Final = 5 << 32
TO_LOOK: Final = 6 << 32
TO_CLEAR: Final = 7 << 32
TO_PASS: Final = 8 << 32
SECOND: Final = 1 << 8  # a second card that is thrown away

HELD: Final = vec[i64]([0] * 128)  # faces in the hand that is looked through: for one thread
TROLLS: Final = vec[i64]([0] * 16)


def moves() -> list[Form]:
    """All that can be done in a turn."""
    return [
        laying(CARD_BAG),
        Form("bribe", [fields.cell()]),
        Form("break", [fields.seat("target")], CARD_BAG, "break-"),
        Form("mend", [fields.seat("target"), fields.tool()], CARD_BAG, "mend-"),
        Form("key", [fields.cell()], CARD_BAG),
        Form("rockfall", [fields.cell()], CARD_BAG),
        Form("map", [fields.goal()], CARD_BAG),
        Form("clear", [fields.tool(), fields.faces(CARD_BAG, "cards", 2)]),
        Form("pass", [fields.faces(CARD_BAG)]),
    ]


def plays(t: Duel, seat: Seat, out: vec[i64]) -> i64:
    """Every way to spend a turn (D-020); returns how many."""
    held = faces_in(t, HAND + seat, HELD, 0)
    n = lays(t, seat, held, out, 0, WIDEST)
    n = bribes(t, seat, held, out, n, n > 0)
    n = deeds(t, seat, held, out, n)
    return discards(t, seat, held, out, n)


def builds(t: Duel, seat: Seat, out: vec[i64]) -> i64:
    """After a troll was paid: a tunnel must be laid (D-Q5)."""
    held = faces_in(t, HAND + seat, HELD, 0)
    n = lays(t, seat, held, out, 0, WIDEST)
    return bribes(t, seat, held, out, n, True)


def lays(t: Duel, seat: Seat, held: i64, out: vec[i64], n: i64, enough: i64) -> i64:
    """Tunnels go on from an opening joined to the own entrance (D-033), ladders from any (D-041).

    HELD has the faces of the hand, so many of them.
    """
    if t.hindered(seat):
        return n
    hooks = t.hooks
    offered: i64 = 0
    shapes: i64 = 0
    index: i64 = 0
    while index < held:
        face = HELD[index]
        sides = hooks.upright[face]
        if hooks.ladder[face]:
            n = ladders(t, seat, face, out, n)
        elif sides:
            OFFERED[offered] = face * (CARD * WAY) + sides
            shapes |= hooks.shapes[face]
            offered += 1
            sides = hooks.turned[face]
            if sides:
                OFFERED[offered] = (face * CARD + HALF_TURN) * WAY + sides
                offered += 1
        index += 1
    return places(t.grid, t.colour(seat), OFFERED, offered, shapes, out, n, enough) if offered else n


def ladders(t: Duel, seat: Seat, face: Face, out: vec[i64], n: i64) -> i64:
    """Where a ladder may be laid (D-041, D-042, D-043)."""
    if not ladder_allowed(t, seat, face):
        return n
    grid = t.grid
    window = grid.window
    for index in range(grid.frontier):
        cell = grid.front(index)
        need = grid.need_in(cell) & 255
        if need >> 4 and not ladder_barred(t, window.spot[cell]):
            for turned in range(2):
                sides = t.hooks.tiles.sides[t.hooks.tile_of[face] + turned]
                if FIT[need] >> sides & 1:
                    out[n] = lay(face, window.spot[cell], turned * HALF_TURN)
                    n += 1
    return n


def ladder_allowed(t: Duel, seat: Seat, face: Face) -> bool:
    """Either player may lay either ladder (D-043), unless the table wants it otherwise (D-Q8)."""
    return not t.hooks.switches.own_ladder or t.hooks.ladder[face] == t.colour(seat) + 1


def ladder_barred(t: Duel, spot: i64) -> i64:
    """1 next to a goal, 2 next to a card with a nugget, 0 elsewhere (D-042)."""
    x = spot_x(spot)
    y = spot_y(spot)
    bars = t.hooks.maze.bars_ladder
    grid = t.grid
    found: i64 = 0
    for edge in range(4):
        bar = bars[
            grid.tile(x + (1 if edge == 1 else -1 if edge == 3 else 0), y + (1 if edge == 2 else -1 if not edge else 0))
        ]
        if bar == 1:
            return 1
        if bar:
            found = bar
    return found


def bribes(t: Duel, seat: Seat, held: i64, out: vec[i64], n: i64, can_lay: bool) -> i64:
    """Trolls that can be paid, if a tunnel can be laid then; or in any case where that is free (D-Q5)."""
    trolls = t.trolls_for(seat, TROLLS)
    if not trolls or (t.hindered(seat) and not t.hooks.switches.free_bribe):
        return n
    for index in range(trolls):
        if can_lay or t.hooks.switches.free_bribe or opens_way(t, seat, held, TROLLS[index]):
            out[n] = TO_BRIBE + TROLLS[index]
            n += 1
    return n


def opens_way(t: Duel, seat: Seat, held: i64, spot: i64) -> bool:
    """Could a tunnel be laid if this troll were paid?"""
    beyond = t.copy()
    beyond.grid.put(spot_x(spot), spot_y(spot), t.hooks.maze.opened[t.tile_at(spot)])
    return lays(beyond, seat, held, vec[i64]([0] * WIDEST), 0, 1) > 0


def deeds(t: Duel, seat: Seat, held: i64, out: vec[i64], n: i64) -> i64:
    """Action cards, at every aim (D-065...D-074)."""
    hooks = t.hooks
    index: i64 = 0
    while index < held:
        face = HELD[index]
        kind = hooks.kind[face]
        if kind == BREAK:
            n = breaks(t, seat, face, out, n)
        elif kind == MEND:
            n = mends(t, seat, face, out, n)
        elif kind == KEY:
            n = doors(t, seat, TO_OPEN + face * CARD, out, n)
        elif kind == ROCKFALL:
            n = burials(t, TO_BURY + face * CARD, out, n)
        elif kind == MAP:
            n = looks(t, TO_LOOK + face * CARD, out, n)
        index += 1
    return n


def breaks(t: Duel, seat: Seat, face: Face, out: vec[i64], n: i64) -> i64:
    """Before the opponent, one of each kind (D-065)."""
    for other in range(t.seats):
        if other != seat and not t.cards.number(FRONT + other, face):
            out[n] = TO_BREAK + face * CARD + other
            n += 1
    return n


def mends(t: Duel, seat: Seat, face: Face, out: vec[i64], n: i64) -> i64:
    """One of the own sabotage cards with a tool that the card shows (D-067, D-074)."""
    if not t.cards.size(FRONT + seat):
        return n
    for tool in range(3):
        if t.hooks.tools[face] >> tool & 1 and t.cards.number(FRONT + seat, t.hooks.breaks[tool]):
            out[n] = TO_MEND + face * CARD + t.hooks.mended.put(seat) + tool
            n += 1
    return n


def doors(t: Duel, seat: Seat, base: Action, out: vec[i64], n: i64) -> i64:
    """Doors of the opponent's colour that are still shut, while there is a key token (D-068, D-Q9)."""
    if not t.keys_left():
        return n
    grid = t.grid
    window = grid.window
    for index in range(grid.laid):
        spot = window.spot[grid.card(index)]
        if key_fits(t, seat, spot):
            out[n] = base + spot
            n += 1
    return n


def key_fits(t: Duel, seat: Seat, spot: i64) -> bool:
    """Does a key open what lies here? Reachable or not, unless the table wants it otherwise (D-Q9)."""
    if t.hooks.maze.door[t.tile_at(spot)] != 2 - t.colour(seat):
        return False
    return not t.hooks.switches.reachable_key or t.grid.lit(spot_x(spot), spot_y(spot), t.colour(seat)) != 0


def burials(t: Duel, base: Action, out: vec[i64], n: i64) -> i64:
    """Tunnel cards that a rockfall may remove (D-070)."""
    grid = t.grid
    window = grid.window
    for index in range(grid.laid):
        spot = window.spot[grid.card(index)]
        if removable(t, spot):
            out[n] = base + spot
            n += 1
    return n


def removable(t: Duel, spot: i64) -> Face:
    """The tunnel card here; 0 for none, for entrances, goals, trolls and cards with a nugget (D-070)."""
    tile = t.tile_at(spot)
    return 0 if t.hooks.maze.value[tile] or t.hooks.maze.troll[tile] else t.hooks.maze.face_of[tile]


def looks(t: Duel, base: Action, out: vec[i64], n: i64) -> i64:
    """Goals that lie face down (D-072)."""
    for goal in range(t.hooks.goals):
        if not t.opened >> goal & 1:
            out[n] = base + goal
            n += 1
    return n


def discards(t: Duel, seat: Seat, held: i64, out: vec[i64], n: i64) -> i64:
    """Pass with one or two cards (D-020), or give two for a sabotage card before oneself (D-024)."""
    cards = t.cards
    first: i64 = 0
    while first < held:
        face = HELD[first]
        out[n] = TO_PASS + face
        n += 1
        second = first if cards.number(HAND + seat, face) > 1 else first + 1
        while second < held:
            out[n] = TO_PASS + face + HELD[second] * SECOND
            n += 1
            second += 1
        first += 1
    if cards.size(FRONT + seat) and cards.size(HAND + seat) > 1:
        end = n
        start = n - pairs_of(out, n)
        for tool in range(3):
            if cards.number(FRONT + seat, t.hooks.breaks[tool]):
                for index in range(start, end):
                    if out[index] >= TO_PASS + SECOND:
                        out[n] = TO_CLEAR + t.hooks.cleared.put(tool) + out[index] - TO_PASS
                        n += 1
    return n


def pairs_of(out: vec[i64], n: i64) -> i64:
    """How many actions at the end of the list are passes."""
    count: i64 = 0
    while count < n and out[n - count - 1] >= TO_PASS:
        count += 1
    return count


def tile_laid(t: Duel, action: Action) -> i64:
    """The tile that a card makes when it is laid so."""
    return t.hooks.tile_of[card_of(action)] + (1 if turn_laid(action) == HALF_TURN else i64(0))


def lies_alike(t: Duel, face: Face) -> bool:
    """Does a half turn change nothing?"""
    return t.hooks.kind[face] == TUNNEL and t.hooks.turned[face] == 0
