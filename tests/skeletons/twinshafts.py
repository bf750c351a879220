"""A made-up game for two with an entrance each. A tunnel must go on from the mover's own entrance.

Light is kept once for each seat. A gate is shut to the other seat until somebody plays a key on it. Wells lie between
the shafts; a well belongs to the first seat whose tunnel comes to it, and to the mover if both do at once.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.kernel.agenda import Step
from undermine.kernel.dealing import MOVED, FromBag
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, AUTO, CHANCE, Action, Place, Seat, bit
from undermine.kernel.manifest import Settings
from undermine.kernel.ruleset import Game, Hooks, Meta, Module, Ruleset, RulesetBuilder, build
from undermine.kernel.state import Frame, State
from undermine.tunnels.grid import Grid, new_grid
from undermine.tunnels.ports import spot, spot_x, spot_y
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import HIDDEN, TileSet

BAG: Final = 0
DECK: Final = 1
DISCARD: Final = 2
BOARD: Final = 3
HAND: Final = 4

# Steps
DEAL: Final = 0
TURN: Final = 1
WELLS: Final = 2
DRAW: Final = 3

# name, shape, layers on which it is shut, copies; the first few are tunnels, then come a key and a quake
TUNNELS: Final = [
    ("NESW", "NESW", 0, 4), ("NES", "NES", 0, 4), ("NEW", "NEW", 0, 4), ("EW", "EW", 0, 3), ("NS", "NS", 0, 3),
    ("NE", "NE", 0, 3), ("NS|EW", "NS|EW", 0, 2), ("gate-1", "NESW", 0b10, 3), ("gate-2", "NESW", 0b01, 3),
]  # fmt: skip
ACTIONS: Final = [("key", 3), ("quake", 3)]
KEY: Final = len(TUNNELS) + 1
QUAKE: Final = len(TUNNELS) + 2
GATES: Final = (8, 9)  # faces
DEALT: Final = 4
HOMES: Final = [(0, 0), (6, 0)]
WELL_CELLS: Final = [(3, -2), (3, 0), (3, 2)]

AIMS: Final = 1 << 19
DISCARDED: Final = 1 << 18


class AfterCard:
    """Hook: what comes after a card, before the next seat's turn."""

    def run(self, p: Play, t: Twin, seat: Seat) -> None:
        raise NotImplementedError


class Guard:
    """Hook: may the tunnel here be removed?"""

    def spares(self, t: Twin, place: int) -> bool:
        raise NotImplementedError


class TwinHooks(Hooks):
    def __init__(self) -> None:
        self.tiles = TileSet(2)
        self.tile_of: dict[int, int] = {}  # by face: its upright tile
        self.opened: dict[int, int] = {}  # by face of a gate: its upright tile once it is unlocked
        self.face_of: dict[int, int] = {}  # by tile
        self.after_card: list[AfterCard] = []
        self.guards: list[Guard] = []


def twin_hooks(hooks: Hooks) -> TwinHooks:
    assert isinstance(hooks, TwinHooks)
    return hooks


@final
class Twin(State):
    def __init__(self, rules: Ruleset, src: Twin | None) -> None:
        super().__init__(rules, src)
        self.hooks = twin_hooks(rules.hooks)
        self.grid: Grid = src.grid.copy() if src else start(self.hooks.tiles)

    def copy(self) -> Twin:
        return Twin(self.rules, self)

    def ints(self) -> list[int]:
        return super().ints() + self.grid.ints()


def twin(s: State) -> Twin:
    assert isinstance(s, Twin)
    return s


def start(tiles: TileSet) -> Grid:
    grid = new_grid(tiles, 0, -2, 6, 2)
    for home, (x, y) in enumerate(HOMES):
        grid.put(x, y, 2 + 2 * home)
    for x, y in WELL_CELLS:
        grid.hide(x, y)
    return grid


class Laid(Kind):
    """a = face, b = seat, c = where and how."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = twin(s)
        t.cards.take(HAND + b, a)
        t.cards.put(BOARD, a)
        t.grid.put(spot_x(c >> 2), spot_y(c >> 2), t.hooks.tile_of[a] + (1 if c & 3 else 0))


class Unlocked(Kind):
    """a = where, b = the tile that now lies there: the same tunnel, its gate open to all."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        twin(s).grid.put(spot_x(a), spot_y(a), b)


class Collapsed(Kind):
    """a = face, b = where."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        t = twin(s)
        t.cards.take(BOARD, a)
        t.cards.put(DISCARD, a)
        t.grid.take(spot_x(b), spot_y(b))


class Claimed(Kind):
    """a = well, b = seat. Numbers: 0 for nobody, else the seat's number from 1."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[a] = b + 1


LAID: Final = Laid()
UNLOCKED: Final = Unlocked()
COLLAPSED: Final = Collapsed()
CLAIMED: Final = Claimed()


def laid_at(t: Twin, place: int) -> int:
    """The face of a tunnel that was laid here; 0 for none, and for entrances and wells."""
    return t.hooks.face_of.get(int(t.grid.tile(spot_x(place), spot_y(place))), 0)


class Deal(FromBag):
    """f.a = cards dealt so far."""

    def bag(self, s: State, f: Frame) -> Place:
        return BAG

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        dealt = f.a
        p.emit(MOVED, bit(dealt % 2), action, DECK, HAND + dealt % 2, 0)
        if dealt + 1 < 2 * DEALT:
            p.then(DEAL, CHANCE, dealt + 1, 0)
        else:
            p.then(TURN, bit(0), 0, 0)


class Turn(Step):
    """f.a = seat."""

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        t = twin(s)
        n = 0
        for face in range(1, t.cards.faces(BAG) + 1):
            if t.cards.number(HAND + seat, face):
                aims = tunnels(t, seat, face) if face in t.hooks.tile_of else aimed(t, face)
                for aim in [*aims, DISCARDED]:
                    out[n] = face * AIMS + aim
                    n += 1
        if not n:
            out[0] = 0
            return 1
        return n

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        t = twin(p.state)
        face = action // AIMS
        aim = action % AIMS
        if not action:
            next_turn(p, t, seat)
            return
        if aim == DISCARDED:
            p.emit(MOVED, bit(seat), face, HAND + seat, DISCARD, 0)
        elif face in t.hooks.tile_of:
            p.emit(LAID, ALL, face, seat, aim, 0)
        else:
            p.emit(MOVED, ALL, face, HAND + seat, DISCARD, 0)
            self.play(p, t, face, aim)
        if t.cards.size(DECK):
            p.then(DRAW, CHANCE, seat, 0)
        else:
            next_turn(p, t, seat)
        for hook in t.hooks.after_card:
            hook.run(p, t, seat)
        p.ask(WELLS, AUTO, seat, 0)

    def play(self, p: Play, t: Twin, face: int, aim: int) -> None:
        if face == QUAKE:
            p.emit(COLLAPSED, ALL, laid_at(t, aim), aim, 0, 0)
        else:
            gate = laid_at(t, aim)
            turned = t.grid.tile(spot_x(aim), spot_y(aim)) - t.hooks.tile_of[gate]
            p.emit(UNLOCKED, ALL, aim, t.hooks.opened[gate] + turned, 0, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        face = s.cards.any(HAND + seat)
        return face * AIMS + DISCARDED if face else 0


def tunnels(t: Twin, seat: Seat, face: int) -> list[int]:
    """Where a tunnel may be laid: it fits, and is lit from the mover's own entrance."""
    tile = t.hooks.tile_of[face]
    grid = t.grid
    found = []
    for index in range(grid.frontier):
        place = int(grid.window.spot[i64(grid.planes[5 * grid.window.cells + index])])
        x, y = spot_x(place), spot_y(place)
        found += [
            place * 4 + 2 * turned
            for turned in range(1 if t.hooks.tiles.alike(tile) else 2)
            if grid.fits(x, y, tile + turned) and grid.connected(x, y, tile + turned, seat)
        ]
    return sorted(found)


def aimed(t: Twin, face: int) -> list[int]:
    """Tunnels that a quake can take, or gates that a key can open."""
    found = []
    for place, tile in zip(*[iter(t.grid.ints())] * 2, strict=True):
        laid = t.hooks.face_of.get(tile, 0)
        if face == QUAKE:
            possible = laid and not any(guard.spares(t, place) for guard in t.hooks.guards)
        else:
            possible = laid in GATES and tile - t.hooks.tile_of[laid] in {0, 1}
        if possible:
            found.append(place)
    return found


class Wells(Step):
    """f.a = the mover. Every well that a tunnel has come to is claimed."""

    def run(self, p: Play, f: Frame) -> None:
        t = twin(p.state)
        mover = f.a
        p.settle()
        for well, (x, y) in enumerate(WELL_CELLS):
            for seat in (mover, 1 - mover):
                if not t.numbers[well] and t.grid.glow(x, y, seat):
                    p.emit(CLAIMED, ALL, well, seat, 0, 0)


class Draw(FromBag):
    """f.a = seat."""

    def bag(self, s: State, f: Frame) -> Place:
        return BAG

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        to = f.a
        p.emit(MOVED, bit(to), action, DECK, HAND + to, 0)
        next_turn(p, twin(p.state), to)


def next_turn(p: Play, t: Twin, seat: Seat) -> None:
    if not t.cards.size(HAND) and not t.cards.size(HAND + 1):
        p.settle()
    else:
        p.then(TURN, bit(1 - seat), 1 - seat, 0)


class TwinShafts(Game):
    def new_hooks(self) -> TwinHooks:
        return TwinHooks()

    def new_state(self, rules: Ruleset) -> Twin:
        return Twin(rules, None)

    def install(self, r: RulesetBuilder) -> None:
        steps: list[Step] = [Deal(), Turn(), Wells(), Draw()]
        for step in steps:
            r.step(type(step).__name__.lower(), step)
        for kind in (LAID, UNLOCKED, COLLAPSED, CLAIMED):
            r.kind(type(kind).__name__.lower(), kind)
        hooks = twin_hooks(r.hooks)
        for home in range(len(HOMES)):
            assert hooks.tiles.add(parse_shape("NESW"), 0, bit(home)) == HIDDEN + 1 + 2 * home
        for index, (_, shape, shut, _) in enumerate(TUNNELS):
            hooks.tile_of[index + 1] = int(hooks.tiles.add(parse_shape(shape), shut, 0))
        for face in GATES:
            hooks.opened[face] = int(hooks.tiles.add(parse_shape(TUNNELS[face - 1][1]), 0, 0))
        for tiles in (hooks.tile_of, hooks.opened):
            hooks.face_of |= {tile + turned: face for face, tile in tiles.items() for turned in range(2)}
        r.numbers(len(WELL_CELLS))

    def lay_out(self, rules: Ruleset) -> None:
        layout = rules.layout
        names = [row[0] for row in TUNNELS] + [row[0] for row in ACTIONS]
        layout.add_pack(BAG, "bag", names, [row[3] for row in TUNNELS] + [row[1] for row in ACTIONS])
        for place, name, held in (
            (DECK, "deck", False), (DISCARD, "discard pile", False), (BOARD, "maze", False),
            (HAND, "hand P1", True), (HAND + 1, "hand P2", True),
        ):  # fmt: skip
            layout.add_place(BAG, place, name, held)
        layout.start(DECK)

    def open(self, p: Play) -> None:
        p.ask(DEAL, CHANCE, 0, 0)

    def returns(self, s: State) -> list[int]:
        """Wells claimed."""
        return [sum(s.numbers[well] == seat + 1 for well in range(len(WELL_CELLS))) for seat in range(2)]


def twinshafts(*modules: Module) -> Ruleset:
    return build(TwinShafts(Meta("twinshafts")), list(modules), 2, Settings({}), {})


def home(seat: int) -> int:
    return int(spot(*HOMES[seat]))
