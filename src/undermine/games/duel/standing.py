"""Who stands how well in The Duel: gold that is claimed, and gold and goals by how many cards they are away. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.bots.guide import Guide
from undermine.games.duel.judge import judge
from undermine.games.duel.rules.events import on_troll, token_seat
from undermine.games.duel.rules.state import BUILD, FRONT, GOAL, GOAL_BAG, HAND, TOKEN, TURN, Duel, duel
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act
from undermine.kernel.event import Play
from undermine.kernel.ids import UNKNOWN, Action, Seat
from undermine.kernel.state import State
from undermine.tunnels.grid import Grid
from undermine.tunnels.ports import OPPOSITE
from undermine.tunnels.tiles import EMPTY, HIDDEN, STRIDE

FAR: Final = 12
NEAR: Final = 0.7  # what a nugget is worth that the next card may reach, and how fast that grows less
FALLS: Final = 0.35
BROKEN: Final = 1.5  # a sabotage card before oneself, in nuggets
CONTESTED: Final = 0.5  # of what the other can reach as soon
DREAD: Final = 0.5  # what the other may hope for, against what one may hope for oneself: who moves first takes it
DEPTH: Final = 8  # decisions of a playout
TRIED: Final = 6  # of what is offered is thought about in a playout
PROMISE: Final = 0.06  # what a point of the greedy player's opinion counts for, in nuggets: it keeps ways open
SCALE: Final = 12.0  # nuggets
MIDDLE: Final = 0.5
KEPT: Final = [0.12, 0.1, 0.15, 0.12, 0.1, 0.08]  # what a card in the hand is worth, by what it is


class Reach:
    """By cell, how many cards a player of this colour must lay to come there."""

    def __init__(self, t: Duel, layer: i64) -> None:
        self.grid: Grid = t.grid
        self.gold = t.hooks.maze.gold
        self.layer = layer
        cells = t.grid.window.cells
        self.far = vec[i64]([FAR] * cells)
        self.seen = vec[i64]([0] * cells)  # edges of cards in the maze that were gone through
        self.queue = vec[i64]([0] * cells)
        self.tail: i64 = 0
        self.measure()

    def measure(self) -> None:
        """From every opening that light falls through."""
        grid = self.grid
        step = grid.window.step
        index: i64 = 0
        while index < grid.frontier:
            cell = grid.front(index)
            if grid.glow_in(cell, self.layer):
                self.come(cell, 0)
            index += 1
        head: i64 = 0
        while head < self.tail:
            cell = self.queue[head]
            head += 1
            cost = self.far[cell]
            if cost < FAR - 1:
                edge: i64 = 0
                while edge < 4:
                    self.enter(cell + step[edge], OPPOSITE[edge], cost)
                    edge += 1

    def come(self, cell: i64, cost: i64) -> None:
        """To a cell without a card, or with one face down."""
        tile = self.grid.tile_in(cell)
        if tile == HIDDEN:
            self.far[cell] = min(self.far[cell], cost)
        elif tile == EMPTY and cost + 1 < self.far[cell]:
            self.far[cell] = cost + 1
            self.queue[self.tail] = cell
            self.tail += 1

    def enter(self, cell: i64, edge: i64, cost: i64) -> None:
        """By an edge. Cards that lie here already are passed for nothing."""
        w = self.grid.window
        column = cell % w.wide
        if not 0 < column < w.wide - 1 or not w.wide <= cell < w.cells - w.wide:
            return
        tile = self.grid.tile_in(cell)
        if tile <= HIDDEN:
            self.come(cell, cost)
            return
        if (self.grid.lit_in(cell, self.layer) | self.seen[cell]) >> edge & 1:
            return
        joined = self.grid.tiles.joins[tile * STRIDE + self.layer * 4 + edge]
        if not joined:
            return
        self.seen[cell] |= joined
        if self.gold[tile] & joined:
            self.far[cell] = min(self.far[cell], cost)
        other: i64 = 0
        while other < 4:
            if other != edge and joined >> other & 1:
                self.enter(cell + w.step[other], OPPOSITE[other], cost)
            other += 1


def nearness(cards: i64) -> float:
    """What a nugget is worth that is so many cards away."""
    return 1.0 if not cards else NEAR / (1.0 + FALLS * float(cards)) if cards < FAR else 0.0


NEARNESS: Final = [nearness(cards) for cards in range(FAR + 1)]


def expected(t: Duel, goal: i64) -> float:
    """Nuggets behind a goal that lies face down, as far as this observer knows."""
    face = t.cards.any(GOAL + goal)
    if face != UNKNOWN:
        return float(t.hooks.goal_value[face])
    total: i64 = 0
    index: i64 = 1
    while index < len(t.hooks.goal_value):
        total += t.hooks.goal_value[index] * t.cards.number(GOAL_BAG, index)
        index += 1
    unseen = t.cards.size(GOAL_BAG)
    return float(total) / float(unseen) if unseen else 0.0


def claimed(t: Duel, seat: Seat) -> float:
    """Nuggets under the tokens of a seat, less what it owes trolls."""
    total = 0.0
    index = t.hooks.runs.tokens
    end = index + t.hooks.runs.token_count
    while index < end:
        token = t.numbers[index]
        if token and token_seat(token) == seat:
            total += -1.0 if on_troll(token) else float(t.hooks.maze.value[t.tile_at(token // TOKEN)])
        index += 1
    return total


def standing(t: Duel, seat: Seat) -> float:
    """How many nuggets a seat is ahead, with what it may hope for; alone: how many it has."""
    mine = float(t.nuggets(seat)) + claimed(t, seat) - BROKEN * float(t.cards.size(FRONT + seat))
    own = Reach(t, t.colour(seat))
    other: Reach | None = None
    theirs = 0.0
    if t.seats > 1:
        foe = 1 - seat
        other = Reach(t, t.colour(foe))
        theirs = float(t.nuggets(foe)) + claimed(t, foe) - BROKEN * float(t.cards.size(FRONT + foe))
    grid = t.grid
    goal: i64 = 0
    while goal < t.hooks.goals:
        if not t.opened >> goal & 1:
            cell = grid.cell(t.hooks.goal_x[goal], t.hooks.goal_y[goal])
            worth = expected(t, goal)
            a = NEARNESS[own.far[cell]]
            b = 0.0 if other is None else NEARNESS[other.far[cell]]
            mine += worth * a * (1.0 - CONTESTED * b)
            theirs += DREAD * worth * b * (1.0 - CONTESTED * a)
        goal += 1
    maze = t.hooks.maze
    index: i64 = 0
    while index < grid.laid:
        cell = grid.card(index)
        tile = grid.tile_in(cell)
        if maze.value[tile] and not t.bears_token(grid.window.spot[cell]):
            value = float(maze.value[tile])
            lit = maze.gold[tile] & grid.lit_in(cell, own.layer)
            a = 1.0 if lit else NEARNESS[own.far[cell]]
            b = 0.0
            if other is not None:
                b = 1.0 if maze.gold[tile] & grid.lit_in(cell, other.layer) else NEARNESS[other.far[cell]]
            mine += value * a * (1.0 - CONTESTED * b)
            theirs += DREAD * value * b * (1.0 - CONTESTED * a)
        index += 1
    return mine - theirs


def held(t: Duel, seat: Seat) -> float:
    """What the cards of a hand are worth, as far as they can be named."""
    total = 0.0
    face: i64 = 1
    while face < len(t.hooks.kind):
        number = t.cards.number(HAND + seat, face)
        if number:
            total += float(number) * KEPT[t.hooks.kind[face]]
        face += 1
    return total


def outlook(t: Duel, seat: Seat, action: Action) -> float:
    """How a seat stands once it has done this, before chance or anybody else has a say."""
    beyond = t.copy()
    act(Play(beyond, None), seat, action)
    return standing(beyond, seat) + held(beyond, seat)


def opinion(t: Duel, seat: Seat, actions: list[int]) -> list[float]:
    """How good each answer looks: where it leaves both, and what it promises."""
    promised = judge(t, seat, actions)
    return [outlook(t, seat, actions[at]) + PROMISE * float(promised[at]) for at in range(len(actions))]


class DuelGuide(Guide):
    """Looks at a few of the things that could be done, and takes what looks best: a few turns, then whoever is ahead."""

    def __init__(self, view: Duel) -> None:
        self.round = view.round
        self.left: i64 = DEPTH

    def begin(self, s: State, chance: Seeded) -> None:
        self.left = DEPTH

    def over(self, s: State) -> bool:
        self.left -= 1
        return self.left < 0 or duel(s).round != self.round

    def value(self, s: State, seat: Seat) -> float:
        return MIDDLE + standing(duel(s), seat) / SCALE

    def pick(self, s: State, seat: Seat, offered: vec[i64], n: i64, chance: Seeded) -> Action:
        t = duel(s)
        if t.now.step not in (TURN, BUILD):
            return offered[chance.below(n)]
        some: list[int] = []
        for _ in range(TRIED):
            some.append(offered[chance.below(n)])
        worth = opinion(t, seat, some)
        return some[worth.index(max(worth))]
