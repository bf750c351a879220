"""A made-up extra for the classic game: tunnels with a red or a blue gate, bridges, twists, and hoists.

Light is kept three times: layer 0 knows no gates and decides what may be laid and which goals are turned; on layer 1 (the
red team) blue gates are shut, on layer 2 (the blue team) red ones. A hoist is joined with the entrance wherever it
lies; it may be laid at any opening, lit or not, but not beside a goal.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.games.classic.actions import aim
from undermine.games.classic.extending import Card
from undermine.games.classic.goals import GOLD
from undermine.games.classic.hooks import classic_hooks
from undermine.games.classic.state import BOARD, GOAL, REACH, ROUNDS, Classic, classic
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, AUTO, Place, Seat
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder
from undermine.kernel.state import Frame, State
from undermine.tunnels.ports import spot_x, spot_y
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import EVERY_LAYER, FIT

LAYERS: Final = 3
RED: Final = 1  # layers
BLUE: Final = 2
SHUT: Final = {"red-gate": 1 << BLUE, "blue-gate": 1 << RED}
GATES: Final = [("red-gate", "EW", 4), ("blue-gate", "EW", 4), ("bridge", "NS|EW", 4), ("twist", "NE|SW", 4)]
HOISTS: Final = 6


class Hoisted(Kind):
    """a = tile, b = where: a hoist stands in the maze."""

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        classic(s).grid.put(spot_x(b), spot_y(b), a)


class Hoist(Card):
    """Its aim is where and how it is laid, as of a tunnel."""

    def __init__(self, hoisted: Hoisted) -> None:
        super().__init__(False)
        self.hoisted = hoisted
        self.tile: i64 = 0  # upright; given when the card is added

    def aims(self, s: Classic, seat: Seat, out: vec[i64], n: i64) -> i64:
        if s.hindered(seat):
            return n
        window = s.grid.window
        for index in range(s.grid.frontier):
            spot = window.spot[i64(s.grid.planes[5 * window.cells + index])]
            for turned in range(2):
                if self.may_lie(s, spot_x(spot), spot_y(spot), self.tile + turned):
                    n = aim(out, n, self.face, spot * 4 + 2 * turned)
        return n

    def may_lie(self, s: Classic, x: i64, y: i64, tile: i64) -> bool:
        for goal in range(s.hooks.goals):
            if abs(int(s.goal_x[goal] - x)) + abs(int(s.goal_y[goal] - y)) == 1:
                return False
        need = s.grid.need(x, y)
        return bool(FIT[need] >> s.hooks.tiles.sides[tile] & 1) and need >> 4 != 0

    def lands(self, s: Classic, seat: Seat, aim: i64) -> Place:
        return BOARD

    def play(self, p: Play, s: Classic, seat: Seat, aim: i64) -> None:
        p.emit(self.hoisted, ALL, self.tile + (1 if aim & 3 else 0), aim >> 2, 0, 0)
        if s.reached():
            p.ask(REACH, AUTO, seat, s.hooks.goals)

    def explain(self, s: Classic, seat: Seat, aim: i64) -> Refusal:
        return Refusal("BAD_TARGET", "")


class Open(Kind):
    """a = layers on which the gold could be walked to when the round ended."""

    def __init__(self, first: i64) -> None:
        super().__init__()
        self.first = first

    def apply(self, s: State, a: i64, b: i64, c: i64, d: i64) -> None:
        s.numbers[self.first + classic(s).round - 1] = a

    def of(self, s: State, which: int) -> int:
        return int(s.numbers[self.first + which - 1])


class Score(Step):
    """Before the round is scored: which team can walk to the gold?"""

    def __init__(self, opened: Open) -> None:
        super().__init__()
        self.opened = opened
        self.after: Step = self  # the step that is replaced; given when this one is installed

    def run(self, p: Play, f: Frame) -> None:
        t = classic(p.state)
        p.emit(self.opened, ALL, walkable(t), 0, 0, 0)
        self.after.run(p, f)


def walkable(t: Classic) -> int:
    layers = 0
    for goal in range(t.hooks.goals):
        if t.opened >> goal & 1 and t.cards.any(GOAL + goal) == GOLD:
            for layer in range(LAYERS):
                if t.grid.lit(t.goal_x[goal], t.goal_y[goal], layer):
                    layers |= 1 << layer
    return layers


class Gates(Module):
    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        hooks.tiles.layers = LAYERS
        for name, shape, copies in GATES:
            hooks.add_tunnel(name, parse_shape(shape), copies, SHUT.get(name, 0))
        hoisted = Hoisted()
        r.kind("gates.hoisted", hoisted)
        hoist = Hoist(hoisted)
        face = hooks.add_card("hoist", hoist, HOISTS)
        hoist.tile = hooks.add_tile(parse_shape("L:NES"), face, 0, EVERY_LAYER)
        opened = Open(r.numbers(ROUNDS))
        r.kind("gates.open", opened)
        score = Score(opened)
        score.after = r.replace("score", score)


GATES_MODULE: Final = Gates(Meta("gates", ("classic",)))
