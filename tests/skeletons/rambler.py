"""A made-up extra for the game of twin shafts: each seat has a pawn, and after a card it may walk up to three cards.

A pawn stands on a strand of a card, so that nobody turns off on a bridge. There are two ways to ask: for one step after
another, or for the place to walk to. A tunnel with a pawn on it is not removed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tests.skeletons.twinshafts import AfterCard, Guard, Twin, home, twin, twin_hooks
from undermine.kernel.agenda import Step
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, Action, Seat, bit
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder
from undermine.kernel.state import Frame, State
from undermine.tunnels.grid import Grid
from undermine.tunnels.ports import DX, DY, EDGE, OPPOSITE, spot, spot_x, spot_y
from undermine.tunnels.tiles import HIDDEN, STRIDE

FAR: Final = 3
STAY: Final = 4  # one of the four edges, or this
STRANDS: Final = 16  # a target is a place and the edges of the strand there

Stand = tuple[int, int]  # a place, and the edges of the strand one stands on


def steps_from(grid: Grid, layer: int, stand: Stand) -> list[tuple[int, Stand]]:
    """Every edge by which one can leave, and where one comes to."""
    place, strand = stand
    found = []
    for edge in range(4):
        if strand & EDGE[edge]:
            x, y = spot_x(place) + DX[edge], spot_y(place) + DY[edge]
            tile = grid.tile(x, y)
            facing = OPPOSITE[edge]
            if tile > HIDDEN and grid.tiles.sides[tile] & EDGE[facing]:
                joined = int(grid.tiles.joins[tile * STRIDE + layer * 4 + facing])
                found.append((edge, (int(spot(x, y)), joined)))
    return found


def within(grid: Grid, layer: int, stand: Stand, far: int) -> list[Stand]:
    """All that can be walked to in so many steps, the nearest first."""
    found = [stand]
    rim = [stand]
    for _ in range(far):
        rim = list(dict.fromkeys(to for at in rim for _, to in steps_from(grid, layer, at) if to not in found))
        found += rim
    return found


class Walked(Kind):
    """a = seat, b = place, c = edges of the strand. Numbers: place and strand of each seat, 0 while it is at home."""

    def __init__(self, first: i64) -> None:
        super().__init__()
        self.first = first

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.first + 2 * a] = b
        s.numbers[self.first + 2 * a + 1] = c

    def stand(self, s: State, seat: Seat) -> Stand:
        at = self.first + 2 * seat
        return (int(s.numbers[at]), int(s.numbers[at + 1])) if s.numbers[at] else (home(int(seat)), 15)


class Walk(Step):
    """f.a = seat, f.b = steps left: by which edge?"""

    def __init__(self, walked: Walked) -> None:
        super().__init__()
        self.walked = walked

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        edges = [edge for edge, _ in steps_from(twin(s).grid, int(seat), self.walked.stand(s, seat))]
        for index, edge in enumerate([*edges, STAY]):
            out[index] = edge
        return len(edges) + 1

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        left = f.b - 1
        if action == STAY:
            p.settle()
            return
        to = dict(steps_from(twin(p.state).grid, int(seat), self.walked.stand(p.state, seat)))[int(action)]
        p.emit(self.walked, ALL, seat, to[0], to[1], 0)
        if left:
            p.then(self.number, bit(seat), seat, left)
        else:
            p.settle()

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return STAY


class Target(Step):
    """f.a = seat, f.b = steps left: where to?"""

    def __init__(self, walked: Walked) -> None:
        super().__init__()
        self.walked = walked

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        stands = within(twin(s).grid, int(seat), self.walked.stand(s, seat), int(f.b))
        for index, (place, strand) in enumerate(stands):
            out[index] = place * STRANDS + strand
        return len(stands)

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        p.settle()
        p.emit(self.walked, ALL, seat, action // STRANDS, action % STRANDS, 0)

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        place, strand = self.walked.stand(s, seat)
        return place * STRANDS + strand


class Stroll(AfterCard):
    def __init__(self, step: i64) -> None:
        self.step = step

    def run(self, p: Play, t: Twin, seat: Seat) -> None:
        p.ask(self.step, bit(seat), seat, FAR)


class Stood(Guard):
    def __init__(self, walked: Walked) -> None:
        self.walked = walked

    def spares(self, t: Twin, place: int) -> bool:
        return any(self.walked.stand(t, seat)[0] == place for seat in range(2))


class Rambler(Module):
    def __init__(self, by_target: bool) -> None:
        super().__init__(Meta("rambler", ("twinshafts",)))
        self.by_target = by_target

    def install(self, r: RulesetBuilder) -> None:
        walked = Walked(r.numbers(4))
        r.kind("rambler.walked", walked)
        hooks = twin_hooks(r.hooks)
        hooks.guards.append(Stood(walked))
        if self.by_target:
            hooks.after_card.append(Stroll(r.step("rambler.target", Target(walked))))
        else:
            hooks.after_card.append(Stroll(r.step("rambler.walk", Walk(walked))))


def walked_of(t: Twin) -> Walked:
    return next(kind for kind in t.rules.kinds if isinstance(kind, Walked))
