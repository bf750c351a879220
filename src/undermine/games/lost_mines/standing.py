"""Who stands how well in The Lost Mines: treasures taken, and how far the own dwarf is from the next. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from undermine.bots.guide import Guide
from undermine.games.lost_mines.rules.actions import promising
from undermine.games.lost_mines.rules.hooks import GREEDY, ROCKS, SABOTEUR, TRUNK
from undermine.games.lost_mines.rules.scoring import FACES
from undermine.games.lost_mines.rules.state import (
    HAND,
    MINE,
    MINE_BAG,
    PLAY,
    ROOM,
    TREASURE,
    TREASURE_BAG,
    WALK,
    Mines,
    edge_key,
    mines,
)
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act
from undermine.kernel.event import Play
from undermine.kernel.ids import NOBODY, UNKNOWN, Action, Seat
from undermine.kernel.state import State
from undermine.tunnels.ports import OPPOSITE, OPPOSITE_BIT, spot_x, spot_y
from undermine.tunnels.tiles import EMPTY, HIDDEN, STRIDE

# Costs of a way, in steps of a dwarf.
STEP: Final = 1
CARD: Final = 3  # a card that must be laid first
TOOL: Final = 6  # an obstacle that must be overcome first
TROLL: Final = 5
TRAP: Final = 2
CROWD: Final = 2  # a card on which no second dwarf may stand, while one does
FAR: Final = 48

LESS: Final = 0.93  # what a treasure is worth that is a step farther away
MATE: Final = 0.35  # a treasure of somebody of the same side, or of what somebody hopes for
FOE: Final = 0.25  # the same of the other side
KEPT: Final = 0.25  # a card in the hand
UNSURE: Final = 0.8  # of a clan's dwarves, so many dig for it
DRAGON: Final = 2.0
SCALE: Final = 16.0
MIDDLE: Final = 0.5
DEPTH: Final = 8
TRIED: Final = 5
QUEUE: Final = 4096


class Road:
    """From where a dwarf stands to the spaces of mines: the cheapest way, cards still to be laid included."""

    def __init__(self, t: Mines, seat: Seat) -> None:
        self.t = t
        self.grid = t.grid
        cells = t.grid.window.cells
        self.cost = vec[i64]([FAR] * (cells * 4))  # by cell and the edge that is entered
        self.best = vec[i64]([FAR] * cells)
        self.queue = vec[i64]([0] * QUEUE)
        self.tail: i64 = 0
        place = t.at[seat]
        here = t.grid.cell(spot_x(place), spot_y(place))
        self.best[here] = 0
        strand = t.strand[seat]
        edge: i64 = 0
        while edge < 4:
            if strand >> edge & 1:
                self.enter(here, edge, 0)
            edge += 1
        head: i64 = 0
        while head < self.tail:
            at = self.queue[head]
            head += 1
            self.leave(at >> 2, at & 3, self.cost[at])

    def leave(self, cell: i64, came: i64, cost: i64) -> None:
        """By all edges of the path that was entered there; a card that is not laid yet may lead anywhere."""
        tile = self.grid.tile_in(cell)
        if tile == HIDDEN:
            return
        out: i64 = 15 if tile == EMPTY else self.grid.tiles.joins[tile * STRIDE + came]
        edge: i64 = 0
        while edge < 4:
            if edge != came and out >> edge & 1:
                self.enter(cell, edge, cost)
            edge += 1

    def enter(self, cell: i64, edge: i64, cost: i64) -> None:
        """The cell beyond an edge."""
        t = self.t
        grid = self.grid
        window = grid.window
        there = cell + window.step[edge]
        if there < 0 or there >= window.cells:
            return
        tile = grid.tile_in(there)
        cost += STEP
        place = window.spot[cell]
        if tile == EMPTY:
            cost += CARD
            if not t.hooks.inside(spot_x(window.spot[there]), spot_y(window.spot[there])):
                return
        elif tile == HIDDEN:
            if t.mine_at(window.spot[there]) < 0:
                return
        elif not t.hooks.tiles.sides[tile] & OPPOSITE_BIT[edge]:
            return
        cost += toll(t, tile, window.spot[there], edge_key(place, edge))
        came = OPPOSITE[edge]
        at = there * 4 + came
        if cost < self.cost[at] and self.tail < QUEUE:
            self.cost[at] = cost
            if cost < self.best[there]:
                self.best[there] = cost
            self.queue[self.tail] = at
            self.tail += 1


def toll(t: Mines, tile: i64, there: i64, key: i64) -> i64:
    """What a step costs besides: for what lies on the card, and on the edge that leads to it."""
    cost: i64 = TROLL if t.troll_on(key) else 0
    if len(t.traps):
        cost += TRAP * t.traps_on(key)
    mark = t.hooks.mark[tile]
    if mark >= TRUNK and not t.is_cleared(there):
        cost += TOOL
    if mark >= ROCKS and t.occupied(there):
        cost += CROWD
    return cost


def value_of(t: Mines, number: i64) -> float:
    """What a treasure is worth, as far as this observer knows."""
    face = t.cards.any(TREASURE + number)
    first = number // ROOM * FACES
    if face != UNKNOWN:
        return float(t.hooks.values[first + face])
    bag = TREASURE_BAG + number // ROOM
    total: i64 = 0
    unseen = t.cards.size(bag)
    face = 1
    while face <= t.cards.faces(bag):
        total += t.hooks.values[first + face] * t.cards.number(bag, face)
        face += 1
    return float(total) / float(unseen) if unseen else 0.0


def best_left(t: Mines, kind: i64) -> float:
    """The best treasure of a kind that is left, as far as this observer knows."""
    most = 0.0
    index: i64 = 0
    while index < t.hooks.copies[kind]:
        if t.on_display(kind * ROOM + index):
            most = max(most, value_of(t, kind * ROOM + index))
        index += 1
    return most


def behind(t: Mines, mine: i64) -> float:
    """What one may hope to find in a mine."""
    face = t.cards.any(MINE + mine)
    if face != UNKNOWN:
        kind = t.hooks.mine_kind[face]
        return best_left(t, kind) if kind >= 0 else -DRAGON
    unseen = t.cards.size(MINE_BAG)
    total = 0.0
    face = 1
    while face < len(t.hooks.mine_kind):
        number = t.cards.number(MINE_BAG, face)
        if number:
            kind = t.hooks.mine_kind[face]
            total += float(number) * (best_left(t, kind) if kind >= 0 else -DRAGON)
        face += 1
    return total / float(unseen) if unseen else 0.0


def hope(t: Mines, seat: Seat) -> float:
    """What the nearest treasures are worth to a dwarf, less for each step to them."""
    road = Road(t, seat)
    most = 0.0
    mine: i64 = 0
    while mine < t.hooks.goals:
        if promising(t, mine):
            place = t.hooks.goal_spot[mine]
            cost = road.best[t.grid.cell(spot_x(place), spot_y(place))]
            if cost < FAR:
                worth = behind(t, mine) * lessened(cost)
                if worth > most:
                    most = worth
        mine += 1
    return most


def lessened(steps: i64) -> float:
    """For so many steps."""
    worth = 1.0
    while steps > 0:
        worth *= LESS
        steps -= 1
    return worth


def digs_for(t: Mines, seat: Seat, clan: i64) -> float:
    """How likely a seat's treasures count for a clan."""
    role = t.cards.any(t.role(seat))
    if role == GREEDY:
        return 0.0
    if role == SABOTEUR:
        return 0.0 if t.clan[seat] == clan else 1.0
    sure = UNSURE if role == UNKNOWN else 1.0
    return sure if t.clan[seat] == clan else 1.0 - sure


def standing(t: Mines, seat: Seat) -> float:
    """How many points a seat may expect more than the others, roughly."""
    role = t.cards.any(t.role(seat))
    clan = t.clan[seat]
    if role == SABOTEUR:
        clan = 1 - clan
    total = hope(t, seat) + float(t.points[seat])
    if t.dragon == seat:
        total -= DRAGON
    number: i64 = 0
    while number < len(t.holder):
        holder = t.holder[number]
        if holder != NOBODY:
            worth = value_of(t, number)
            if holder == seat:
                total += worth
            elif role == GREEDY:
                total -= FOE * worth
            else:
                mate = digs_for(t, holder, clan)
                total += worth * (MATE * mate - FOE * (1.0 - mate))
        number += 1
    return total + KEPT * float(t.cards.size(HAND + seat))


def against(t: Mines, seat: Seat) -> float:
    """What the others may hope for, by the side that they dig for."""
    role = t.cards.any(t.role(seat))
    clan = 1 - t.clan[seat] if role == SABOTEUR else t.clan[seat]
    total = 0.0
    other: i64 = 0
    while other < t.seats:
        if other != seat:
            mate = 0.0 if role == GREEDY else digs_for(t, other, clan)
            total += hope(t, other) * (MATE * mate - FOE * (1.0 - mate))
        other += 1
    return total


def outlook(t: Mines, seat: Seat, action: Action) -> float:
    """How a seat stands once it has done this, before chance or anybody else has a say."""
    beyond = t.copy()
    act(Play(beyond, None), seat, action)
    return standing(beyond, seat)


def wide_outlook(t: Mines, seat: Seat, action: Action) -> float:
    """The same, with what it does to the others."""
    beyond = t.copy()
    act(Play(beyond, None), seat, action)
    return standing(beyond, seat) + against(beyond, seat)


class MinesGuide(Guide):
    """Looks at a few of the things that could be done, and takes what looks best; a few turns, then whoever is ahead."""

    def __init__(self, view: Mines) -> None:
        self.round = view.round
        self.left: i64 = DEPTH

    def begin(self, s: State, chance: Seeded) -> None:
        self.left = DEPTH + 2 * s.rules.seats

    def over(self, s: State) -> bool:
        self.left -= 1
        return self.left < 0 or mines(s).round != self.round

    def value(self, s: State, seat: Seat) -> float:
        t = mines(s)
        return MIDDLE + (standing(t, seat) + against(t, seat)) / SCALE

    def pick(self, s: State, seat: Seat, offered: vec[i64], n: i64, chance: Seeded) -> Action:
        t = mines(s)
        step = t.now.step
        if step != PLAY and step != WALK:
            return offered[chance.below(n)]
        number = n if step == WALK else i64(TRIED)
        best = -1000.0
        chosen = offered[0]
        while number > 0:
            number -= 1
            action = offered[number] if step == WALK else offered[chance.below(n)]
            worth = outlook(t, seat, action)
            if worth > best:
                best = worth
                chosen = action
        return chosen
